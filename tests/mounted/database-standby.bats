#!/usr/bin/env bats
# A PostgreSQL server with a standby, which it waits for, or not.
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

in_state() { # STATE
	[ "$(status store_state "$M/status")" = "$1" ]
}

@test "what was accepted by a server that waits for a standby is there when that one takes over" {
	local standby
	standby_made
	waits_for '*'
	host b
	on_host b
	duel
	join_both
	play 1 alice OPEN_TO_DEBATE
	server_crashes
	expect_stderr 'the database cannot be reached'
	standby="$URL&port=5433"
	refuses_to_start "$standby" "$W/mnt"
	has "$said" 'read-only'
	pg pg_ctl -D "$CLUSTER/standby" -w promote
	on_host b
	URL=$standby host c
	is "$(status turns "$W/c/d/status")" 1
	cmp "$W/turn-1.md" "$W/c/d/turns/001-alice.md"
	on_host c
	eventually status_is lock_owner ''
	play 2 bob OPEN_TO_DEBATE
}

@test "where the standby that a server waits for is away nothing is accepted, and when it is back all goes on" {
	standby_made
	waits_for '*'
	configure <<-EOT
		database = "$URL"
		store_answer_seconds = 1
		store_patience_seconds = 2
	EOT
	host a "$STORE"
	on_host a
	duel
	join_both
	expect_stderr 'the database cannot be reached: nothing is accepted until it is back'
	expect_stderr 'the database is there again'
	standby_crashes
	refused EIO store.failed lock claim alice
	is "$(status lock_owner)" ''
	standby_starts
	eventually in_state 'in step'
	# it had been recorded, and shows
	eventually status_is lock_owner alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn-1.md"
	append "$W/turn-1.md"
}
