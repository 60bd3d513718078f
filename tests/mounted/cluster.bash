# shellcheck shell=bash
# A PostgreSQL server of a run's own, in $CLUSTER and on a socket there. The server's programs are an ordinary user's: root runs them as
# nobody.

PG_BIN=$(echo /usr/lib/postgresql/*/bin)

pg() { # COMMAND…
	local as=()
	[ "$(id -u)" != 0 ] || as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
	(cd "$CLUSTER" && PATH=$PATH:$PG_BIN "${as[@]}" "$@" >>"$CLUSTER/said" 2>&1 3>&- 4>&-) || {
		tail -n 5 "$CLUSTER/said"
		return 1
	}
}

server_starts() {
	pg pg_ctl -D "$CLUSTER/data" -l "$CLUSTER/log" -w -o "-k $CLUSTER -c listen_addresses= -c max_connections=200" start
}

server_crashes() {
	pg pg_ctl -D "$CLUSTER/data" -m immediate -w stop
}

cluster_made() {
	CLUSTER=$(mktemp -d "${CLUSTER_UNDER:-/tmp}/duelfs-cluster-XXXXXX")
	export CLUSTER
	chmod 755 "$CLUSTER"
	: >"$CLUSTER/said"
	[ "$(id -u)" != 0 ] || chown -R nobody:nogroup "$CLUSTER"
	pg initdb -D "$CLUSTER/data" -A trust -U duelfs --no-sync
	server_starts
}

cluster_removed() {
	server_crashes
	rm -rf "$CLUSTER"
}

sql() { # DATABASE TEXT
	pg psql -h "$CLUSTER" -U duelfs -d "$1" -v ON_ERROR_STOP=1 -qc "$2"
}

# A database of the test's own, and $URL of it; OF: whose name it begins with, where a cluster is of several files.
database_made() { # [OF]
	DATABASE=$(database_prefix "${1:-}")$BATS_TEST_NUMBER
	# shellcheck disable=SC2034 # of whoever had it made
	URL="postgresql:///$DATABASE?host=$CLUSTER&user=duelfs"
	sql postgres "CREATE DATABASE $DATABASE"
}

database_prefix() { # [OF]
	local of=${1%.bats}
	echo "d${of//[^a-z0-9]/_}"
}

# All that a file made, with whoever is still connected.
databases_dropped() { # OF
	local prefix name
	prefix=$(database_prefix "$1")
	while read -r name; do
		sql postgres "DROP DATABASE \"$name\" WITH (FORCE)"
	done < <(psql -h "$CLUSTER" -U duelfs -d postgres -Atc "SELECT datname FROM pg_database WHERE datname ~ '^${prefix}[0-9]+\$'")
}
