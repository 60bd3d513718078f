# shellcheck shell=bash
# A PostgreSQL server of a test file's own, in $CLUSTER and on a socket there, and hosts that share a database of it. The server's programs
# are an ordinary user's: root runs them as nobody.

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

# A second server that follows the first one, at port 5433 of the same directory.
standby_made() {
	pg pg_basebackup -h "$CLUSTER" -U duelfs -D "$CLUSTER/standby" -R -X stream -c fast --no-sync
	standby_starts
}

standby_starts() {
	pg pg_ctl -D "$CLUSTER/standby" -l "$CLUSTER/standby.log" -w -o "-k $CLUSTER -p 5433 -c listen_addresses= -c max_connections=200" start
}

standby_crashes() {
	pg pg_ctl -D "$CLUSTER/standby" -m immediate -w stop
}

# The first one is there, and waits for nobody.
standby_removed() {
	pg pg_ctl -D "$CLUSTER/data" status || server_starts
	waits_for ''
	standby_crashes || :
	rm -r "$CLUSTER/standby"
}

waits_for() { # NAMES
	sql postgres "ALTER SYSTEM SET synchronous_standby_names = '$1'"
	sql postgres 'SELECT pg_reload_conf()'
	eventually set_to "$1"
}

set_to() {
	is "$(psql -h "$CLUSTER" -U duelfs -d postgres -Atc 'SHOW synchronous_standby_names')" "$1"
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

# `host NAME [STORE [OPTION…]]`: mount the database at $W/NAME, as another host would; on_host NAME: what follows is seen from there.
declare -gA HOSTS
host() {
	local name=$1
	mkdir -p "$W/$name"
	M=$W/$name
	started "${2:-$URL}" "$M" "${@:3}"
	HOSTS[$name]=$DAEMON
	DAEMON=
}

on_host() {
	M=$W/$1
	[ -z "${D:-}" ] || D=$M/${D##*/}
}

host_ends() {
	M=$W/$1
	DAEMON=${HOSTS[$1]}
	unset "HOSTS[$1]"
	unmounted
}

host_is_killed() {
	DAEMON=${HOSTS[$1]}
	unset "HOSTS[$1]"
	killed
	umount -l "$W/$1"
}

hosts_end() {
	local name status=0
	for name in "${!HOSTS[@]}"; do
		host_ends "$name" || status=1
	done
	return $status
}
