#!/usr/bin/env bats
# -o ro of a database: what others write is shown, and nothing is written, so that a standby will do, or a role that may only read.
# shellcheck disable=SC2154 # said: left by refuses_to_start
load lib
load cluster

setup_file() {
	cluster_made
}

teardown_file() {
	cluster_removed
}

setup() {
	paths
	database_made
}

teardown() {
	hosts_end
	[ ! -e "$CLUSTER/standby" ] || standby_removed
	quiet
}

# `reader NAME URL [KEY=VALUE…]`: one that only reads.
reader() {
	{
		printf '[mount]\n'
		printf '%s\n' "${@:3}"
	} >"$W/$1.toml"
	host "$1" "$2" -o "ro,config=$W/$1.toml"
}

in_state() { # STATE
	[ "$(status store_state "$M/status")" = "$1" ]
}

ran_out() {
	[ "$(status lease_seconds_left)" -eq 0 ]
}

# All that is in the database, in one line.
everything() {
	psql -h "$CLUSTER" -U duelfs -d "$DATABASE" -Atc "SELECT (SELECT count(*) FROM boots), (SELECT count(*) FROM mounts), (SELECT sum(rev) FROM duels),
		(SELECT count(*) FROM entries), (SELECT last_id FROM meta), (SELECT list_rev FROM meta)"
}

refuses_every_change() {
	fails EROFS "$SYS" mkdir "$M/new"
	fails EROFS "$SYS" open "$D/lock" w
	fails EROFS "$SYS" open "$D/debate.md" w
	fails EROFS "$SYS" open "$D/config.toml" w
	fails EROFS "$SYS" rmdir "$D"
}

is_as_of() { # SECONDS: not before
	[ "$(date -d "$(status as_of "$M/status")" +%s)" -ge "$1" ]
}

@test "-o ro: a mount with a role that may only read shows what others write, and leaves nothing behind" {
	local before
	host a
	on_host a
	duel
	join_both
	play 1 alice OPEN_TO_DEBATE
	before=$(everything)
	sql postgres 'DROP ROLE IF EXISTS watcher'
	sql postgres 'CREATE ROLE watcher LOGIN'
	sql "$DATABASE" 'GRANT SELECT ON ALL TABLES IN SCHEMA public TO watcher'
	reader r "${URL/user=duelfs/user=watcher}" 'archive = "'"$W/archive"'"'
	on_host r
	is "$(status read_only "$M/status")" true
	is "$(status archive "$M/status")" ''
	in_state 'in step'
	is "$(status turns)" 1
	cmp "$W/a/d/debate.md" "$D/debate.md"
	refuses_every_change
	host_ends r
	is "$(everything)" "$before"
	reader r "${URL/user=duelfs/user=watcher}"
	on_host a
	is "$(status read_only "$M/status")" false
	play 2 bob OPEN_TO_DEBATE
	duel e
	on_host r
	eventually [ -e "$M/e/status" ]
	D=$M/d
	eventually status_is turns 2
	cmp "$W/a/d/debate.md" "$D/debate.md"
	on_host a
	rmdir "$M/e"
	on_host r
	eventually [ ! -e "$M/e/status" ]
}

@test "-o ro: a lease that ran out is ended by who writes, a record is archived by who writes" {
	local before
	host a
	on_host a
	duel d 'lease_seconds = 1'
	join_both
	lock claim alice
	host_is_killed a
	before=$(everything)
	reader r "$URL"
	on_host r
	eventually ran_out
	sleep 3
	is "$(status lock_owner)" alice
	host_ends r
	is "$(everything)" "$before"
}

@test "-o ro: a standby shows what it has, and says of when that is; who takes over from its server changes nothing" {
	local now standby
	standby_made
	standby="$URL&port=5433"
	refuses_to_start "$standby" "$W/mnt"
	has "$said" 'read-only'
	host a
	on_host a
	duel
	join_both
	reader r "$standby"
	on_host r
	eventually status_is participants 2
	refuses_every_change
	on_host a
	play 1 alice OPEN_TO_DEBATE
	on_host r
	eventually status_is turns 1
	cmp "$W/a/d/debate.md" "$D/debate.md"
	in_state 'in step'
	# what is not replayed is not said to be known
	pg psql -h "$CLUSTER" -p 5433 -U duelfs -d "$DATABASE" -v ON_ERROR_STOP=1 -qc 'SELECT pg_wal_replay_pause()'
	now=$(date +%s)
	on_host a
	play 2 bob OPEN_TO_DEBATE
	sleep 2
	on_host r
	is "$(status turns)" 1
	no is_as_of $((now + 1))
	in_state 'in step'
	pg psql -h "$CLUSTER" -p 5433 -U duelfs -d "$DATABASE" -v ON_ERROR_STOP=1 -qc 'SELECT pg_wal_replay_resume()'
	eventually status_is turns 2
	eventually is_as_of $((now + 1))
	host_ends a
	server_crashes
	pg pg_ctl -D "$CLUSTER/standby" -w promote
	URL=$standby host b
	on_host b
	eventually status_is lock_owner ''
	play 3 alice OPEN_TO_DEBATE
	on_host r
	eventually status_is turns 3
	refuses_every_change
}

@test "-o ro: a standby that goes away is said to, and comes back" {
	standby_made
	host a
	on_host a
	duel
	reader r "$URL&port=5433" store_stale_seconds=2 store_patience_seconds=1
	on_host r
	eventually [ -e "$D/status" ]
	expect_stderr 'the database cannot be reached'
	expect_stderr 'the database is there again'
	standby_crashes
	eventually in_state 'cut off'
	is "$(status state)" preparing
	standby_starts
	eventually in_state 'in step'
	on_host a
	join_both
	on_host r
	eventually status_is participants 2
}

@test "-o ro: a database without tables is not made one of duelfs" {
	mkdir "$W/x"
	refuses_to_start "$URL" "$W/x" -o ro
	has "$said" 'there are no duels in the database: it has no tables of duelfs'
	is "$(psql -h "$CLUSTER" -U duelfs -d "$DATABASE" -Atc "SELECT to_regclass('meta') IS NULL")" t
}
