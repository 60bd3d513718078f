#!/usr/bin/env bats
# notify: when the other mounts of a database are told of what this one wrote.
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
	[ -z "${LISTENER:-}" ] || {
		exec 7>&-
		wait "$LISTENER"
	}
	hosts_end
	quiet
}

host_with() { # NAME KEY=VALUE…
	{
		printf '[mount]\nlog = "%s"\n' "${LEVEL:-warning}"
		printf '%s\n' "${@:2}"
	} >"$W/$1.toml"
	host "$1" "$URL" -o config="$W/$1.toml"
}

# Somebody who listens beside the mounts. What was said until now stands in $W/heard after `heard`.
listen() {
	mkfifo "$W/asks"
	psql -h "$CLUSTER" -U duelfs -d "$DATABASE" -qAt <"$W/asks" >"$W/heard" 2>&1 &
	LISTENER=$!
	exec 7>"$W/asks"
	asked=0
	echo 'LISTEN duelfs;' >&7
	heard
}

heard() {
	asked=$((asked + 1))
	echo "SELECT 'asked $asked';" >&7
	eventually grep -qx "asked $asked" "$W/heard"
}

# The backends that told, and what they told.
tellers() {
	sed -n 's/^Asynchronous notification "duelfs" .* received from server process with PID \([0-9]*\)\.$/\1/p' "$W/heard" | sort -u
}

told_words() {
	sed -n 's/^Asynchronous notification "duelfs" with payload "[0-9a-f]* \(.*\)" received.*/\1/p' "$W/heard" | tr ' ' '\n'
}

has_told() { # WORD
	heard
	told_words | grep -qx "$1"
}

# Of the connections that write.
writer_pids() {
	sql "$DATABASE" "COPY (SELECT pid FROM pg_stat_activity WHERE application_name = 'duelfs' AND datname = '$DATABASE'
		AND (query = 'COMMIT' OR query LIKE 'WITH head%' OR query LIKE 'UPDATE duels%')) TO '$CLUSTER/pid'"
	cat "$CLUSTER/pid"
}

# Until it looks it knows only what it was told.
ONLY_TOLD=(store_poll_ms=600000 store_stale_seconds=3600)

@test "notify = commit: the others are told by the transaction that they are told of" {
	host_with a
	host_with b "${ONLY_TOLD[@]}"
	listen
	on_host a
	duel
	join_both
	lock claim alice
	has_told list
	has_told '[0-9]*:[0-9]*'
	grep -qx "$(tellers)" <<<"$(writer_pids)"
	on_host b
	eventually status_is lock_owner alice
}

@test "notify = after: the others are told behind it, on another connection" {
	host_with a 'notify = "after"'
	host_with b "${ONLY_TOLD[@]}"
	is "$(status notify "$W/a/status") $(status notify "$W/b/status")" 'after commit'
	listen
	on_host a
	duel
	join_both
	lock claim alice
	eventually has_told list
	is "$(tellers | wc -l)" 1
	no grep -qx "$(tellers)" <<<"$(writer_pids)"
	on_host b
	eventually status_is lock_owner alice
	on_host a
	lock release alice
	on_host b
	eventually status_is lock_owner ''
}

@test "notify = after: where its connection is lost, the next news comes on a new one, and what was lost is found by looking" {
	local i first
	host_with a 'notify = "after"'
	host_with b store_poll_ms=200
	listen
	on_host a
	duel
	join_both
	eventually has_told '[0-9]*:[0-9]*'
	first=$(tellers)
	sql "$DATABASE" "SELECT pg_terminate_backend($first)"
	for ((i = 0; i < 3; i++)); do
		on_host a
		lock claim alice
		on_host b
		eventually status_is lock_owner alice
		on_host a
		lock release alice
		on_host b
		eventually status_is lock_owner ''
	done
	heard
	is "$(tellers | wc -l)" 2
}

@test "notify = after: what was told last is told before the mount ends" {
	host_with a 'notify = "after"'
	host_with b "${ONLY_TOLD[@]}"
	on_host a
	duel
	join_both
	lock claim alice
	lock release alice
	host_ends a
	on_host b
	eventually status_is lock_owner ''
	is "$(status participants)" 2
}

@test "notify = off: nobody is told, and who looks finds it" {
	host_with a 'notify = "off"'
	host_with b store_poll_ms=50
	listen
	on_host a
	duel
	join_both
	lock claim alice
	on_host b
	eventually status_is lock_owner alice
	heard
	lacks "$(cat "$W/heard")" 'Asynchronous notification'
}

@test "notify follows a reload, and is one of three" {
	expect_stderr "duelfs: postgresql:///"
	expect_stderr 'a.toml: read anew'
	LEVEL=info host_with a 'notify = "off"'
	listen
	on_host a
	duel
	sed -i 's/"off"/"commit"/' "$W/a.toml"
	kill -HUP "${HOSTS[a]}"
	eventually grep -q 'a.toml: read anew' "$LOG"
	join_both
	has_told '[0-9]*:[0-9]*'
	is "$(told_words | grep -cx list)" 0
	mkdir "$W/x"
	printf '[mount]\nnotify = "later"\n' >"$W/x.toml"
	refuses_to_start "$URL" "$W/x" -o config="$W/x.toml"
	has "$said" "$W/x.toml:2: notify: \"later\" is not one of commit, after, off"
}
