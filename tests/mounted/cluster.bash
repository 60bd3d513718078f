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
