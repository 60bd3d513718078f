#!/usr/bin/env bats
# reads = "through": what a mount of a database shows is what all mounts of it had accepted when it was asked.
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
	[ -z "${STOPPED:-}" ] || kill -CONT "$STOPPED"
	hosts_end
	quiet
}

host_with() { # NAME KEY=VALUE…
	{
		printf '[mount]\nlog = "warning"\n'
		printf '%s\n' "${@:2}"
	} >"$W/$1.toml"
	host "$1" "$URL" -o config="$W/$1.toml"
}

# a writes; b reads.
writer_and_reader() { # [KEY=VALUE…]
	host_with b 'reads = "through"' "$@"
	host a
	on_host a
}

# b may ask the server for anything, but is told of nothing: the server's end of the connection that would tell it stands still.
DEAF=(store_answer_seconds=600 store_poll_ms=600000 store_stale_seconds=3600)
tells_nothing() {
	sql "$DATABASE" "COPY (SELECT pid FROM pg_stat_activity WHERE application_name = 'duelfs' AND datname = '$DATABASE'
		AND (query LIKE 'SELECT list_rev%' OR query LIKE '%made > %' OR query LIKE '%FROM removed%') ORDER BY backend_start LIMIT 1) TO '$CLUSTER/pid'"
	STOPPED=$(cat "$CLUSTER/pid")
	kill -STOP "$STOPPED"
}

# Without a process of their own, so that nothing comes between.
write_lock() {
	printf '%s\n' "$*" >"$W/a/d/lock"
}

# lock_owner, as b shows it.
owner_is() { # NAME
	local line owner=none
	while read -r line; do
		[[ $line != 'lock_owner = "'* ]] || owner=${line#*\"}
	done <"$W/b/d/status"
	[ "${owner%\"}" = "$1" ] || give_up "the floor is ${owner%\"}'s, not $1's"
}

@test "through: what one mount accepted the other shows to whoever looks then, a thousand times, though nobody tells it" {
	local i size before='' names=(bob alice)
	writer_and_reader "${DEAF[@]}"
	duel d 'max_turns = 100'
	join_both
	is "$(status participants "$W/b/d/status")" 2
	tells_nothing
	for ((i = 0; i < 450; i++)); do
		write_lock claim alice
		owner_is alice
		write_lock release alice
		owner_is ''
	done
	for ((i = 1; i <= 50; i++)); do
		turn $i "${names[i % 2]}" OPEN_TO_DEBATE >"$W/turn"
		lock claim "${names[i % 2]}"
		append "$W/turn"
		size=$(stat -c %s "$W/b/d/debate.md")
		[ "$size" != "$before" ]
		before=$size
		cmp "$W/b/d/debate.md" "$W/a/d/debate.md"
		[ -s "$W/b/d/turns/$(printf %03d $i)-${names[i % 2]}.md" ]
		write_lock release "${names[i % 2]}"
		owner_is ''
	done
	is "$(status reads "$W/b/status") $(status reads "$W/a/status")" 'through told'
}

@test "through: an open file, a directory and wait follow the same rule" {
	local before after
	writer_and_reader "${DEAF[@]}"
	duel
	lock join alice harness="$HARNESS" model="$MODEL"
	[ -d "$W/b/d/participants/alice" ]
	tells_nothing
	before=$(stat -c %Y%y "$W/b/d")
	exec 8<"$W/b/d/events"
	lock join bob harness="$HARNESS" model="$MODEL"
	after=$(stat -c %Y%y "$W/b/d")
	[ "$before" != "$after" ]
	is "$(ls "$W/b/d/participants")" $'alice\nbob'
	is "$(stat -L -c %s /proc/self/fd/8)" "$(stat -c %s "$W/a/d/events")"
	exec 8<&-
	timeout 50 cat "$W/b/d/participants/alice/wait" >"$W/woken"
	is "$(status next_step "$W/woken")" claim_lock
	lock claim bob
	has "$(cat "$W/b/d/events")" lock_acquired
	lock release bob
	is "$(status lock_owner "$W/b/d/status")" ''
}

@test "through: a duel that another mount made or removed is there, or not; one that has its name since is another" {
	local i
	writer_and_reader
	for ((i = 0; i < 100; i++)); do
		mkdir "$W/a/d"
		[ -e "$W/b/d/status" ]
		is "$(find "$W/b" -mindepth 1 -maxdepth 1 -type d)" "$W/b/d"
		exec 8<"$W/b/d/status"
		rmdir "$W/a/d"
		if ((i % 2)); then
			[ ! -e "$W/b/d/status" ]
			is "$(find "$W/b" -mindepth 1 -maxdepth 1 -type d)" ''
		fi
		mkdir "$W/a/d"
		is "$(stat -c %i "$W/b/d/status")" "$(stat -c %i "$W/a/d/status")"
		cat "$W/b/d/status" >"$W/status"
		rmdir "$W/a/d"
		fails ENOENT "$SYS" open "$W/b/d/status" r
		exec 8<&-
	done
}

in_state() { # HOST STATE
	[ "$(status store_state "$W/$1/status")" = "$2" ]
}

@test "through: without the server nothing of a duel is shown, for nobody knows it; the mount says so, and told mounts show what they know" {
	local reader
	writer_and_reader store_patience_seconds=1
	duel
	join_both
	is "$(status participants "$W/b/d/status")" 2
	expect_stderr 'the database cannot be reached: nothing is accepted until it is back'
	expect_stderr 'the database is there again'
	server_crashes
	fails EIO "$SYS" open "$W/b/d/status" r
	fails EIO "$SYS" open "$W/b/d/lock" w
	fails EIO "$SYS" open "$W/b/nobody" r
	no ls "$W/b/d" 2>"$W/said"
	has "$(cat "$W/said")" 'Input/output error'
	no ls "$W/b" 2>"$W/said"
	has "$(cat "$W/said")" 'Input/output error'
	in_state b 'cut off'
	cat "$W/b/README.md" "$W/b/last_error" >"$W/own"
	is "$(status participants "$W/a/d/status")" 2
	timeout 50 cat "$W/b/d/debate.md" >"$W/waits" 2>&1 &
	reader=$!
	wait $reader || :
	has "$(cat "$W/waits")" 'Input/output error'
	server_starts
	eventually in_state b 'in step'
	is "$(status participants "$W/b/d/status")" 2
	eventually in_state a 'in step'
	lock claim alice
	is "$(status lock_owner "$W/b/d/status")" alice
}

@test "through: who waits for the server may be killed, and goes on when it is back" {
	local reader other
	writer_and_reader store_patience_seconds=3600
	duel
	join_both
	is "$(status participants "$W/b/d/status")" 2
	expect_stderr 'the database cannot be reached: nothing is accepted until it is back'
	expect_stderr 'the database is there again'
	server_crashes
	cat "$W/b/d/status" >"$W/first" &
	reader=$!
	cat "$W/b/d/status" >"$W/second" &
	other=$!
	eventually in_state b 'cut off'
	kill $reader
	wait $reader || :
	kill -0 $other
	server_starts
	wait $other
	is "$(status participants "$W/second")" 2
	is "$(cat "$W/first")" ''
	eventually in_state a 'in step'
	eventually in_state b 'in step'
}

@test "through: a mount ends though its server is away, however long who reads and who writes would wait" {
	local reader writer
	writer_and_reader store_patience_seconds=3600
	duel
	join_both
	is "$(status participants "$W/b/d/status")" 2
	expect_stderr 'the database cannot be reached'
	exec 8<>"$W/b/d/lock"
	server_crashes
	cat "$W/b/d/status" >"$W/read" 2>&1 &
	reader=$!
	echo 'claim alice' >&8 2>"$W/written" &
	writer=$!
	exec 8<&-
	eventually in_state b 'cut off'
	kill -0 $reader
	kill -0 $writer
	host_ends b
	no wait $reader
	no wait $writer
	has "$(cat "$W/read")" 'Input/output error'
	server_starts
	expect_stderr 'the database is there again'
	eventually in_state a 'in step'
	lock claim bob
}

@test "reads: only told and through, a reload takes it up, and a directory's mount has nothing to ask" {
	mkdir "$W/x"
	printf '[mount]\nreads = "twice"\n' >"$W/x.toml"
	refuses_to_start "$URL" "$W/x" -o config="$W/x.toml"
	has "$said" "$W/x.toml:2: reads: \"twice\" is not one of told, through"
	configure <<<'reads = "through"'
	mounted
	duel
	lock join alice
	is "$(status participants)" 1
	is "$(status reads "$M/status")" ''
	unmounted
	host_with b 'reads = "told"'
	on_host b
	sed -i 's/told/through/' "$W/b.toml"
	kill -HUP "${HOSTS[b]}"
	eventually status_is reads through "$W/b/status"
}
