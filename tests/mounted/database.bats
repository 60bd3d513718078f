#!/usr/bin/env bats
# Duels in a PostgreSQL database, which several mounts share.
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

two_hosts() {
	host a
	host b
	on_host a
}

there_is() {
	[ -e "$1" ]
}

there_is_no() {
	[ ! -e "$1" ]
}

# As a host sees them who is told.
seen_on_both() { # FILE
	cmp -s "$W/a/$1" "$W/b/$1"
}

# It is known from here that so many turns were taken, and that the floor was given up after them.
told_of() { # TURNS
	eventually status_is turns "$1"
	eventually status_is lock_owner ''
}

play_on() { # HOST N NAME STANCE [OPTION…]
	on_host "$1"
	told_of $(($2 - 1))
	play "${@:2}"
}

@test "a debate is played across two mounts of one database to its end" {
	two_hosts
	duel
	lock join alice harness="$HARNESS" model="$MODEL"
	on_host b
	eventually there_is "$D"
	eventually status_is participants 1
	lock join bob harness="$HARNESS" model="$MODEL"
	play_on a 1 alice OPEN_TO_DEBATE
	play_on b 2 bob OPEN_TO_DEBATE
	play_on a 3 alice ACCEPTING_CONSENSUS revision
	play_on b 4 bob ACCEPTING_CONSENSUS revision
	on_host a
	told_of 4
	conclude alice ACCEPTED_CONSENSUS
	on_host b
	eventually status_is outcome ACCEPTED_CONSENSUS
	is "$(status state)" completed
	eventually seen_on_both d/debate.md
	eventually seen_on_both d/events
	is "$(cat "$W"/b/d/turns/*)" "$(cat "$W"/turn-[1-4].md)"
	for name in a b; do
		is "$(status database "$W/$name/status")" "postgresql:///$DATABASE?host=$CLUSTER"
		is "$(status lost_entries "$W/$name/status")" 0
		has "$(status as_of "$W/$name/d/status")" "$(date -u +%Y)-"
	done
	# and by who comes later
	host c
	is "$(cat "$W/c/d/debate.md")" "$(cat "$W/a/d/debate.md")"
	is "$(cat "$W/c/d/events")" "$(cat "$W/a/d/events")"
}

@test "what one accepts wakes who waits on the other" {
	two_hosts
	duel
	join_both
	on_host b
	eventually status_is participants 2
	play_on a 1 alice OPEN_TO_DEBATE
	on_host b
	told_of 1
	timeout 50 cat "$D/participants/alice/wait" >"$W/woken" &
	local reader=$!
	timeout 50 cat "$D/wait" >"$W/changed" &
	local watcher=$!
	play 2 bob OPEN_TO_DEBATE
	wait $reader $watcher
	on_host a
	told_of 2
	timeout 50 cat "$D/participants/bob/wait" >"$W/woken" &
	reader=$!
	play_on b 3 alice OPEN_TO_DEBATE
	wait $reader
	is "$(status next_step "$W/woken")" claim_lock
}

@test "one floor for all: who has it on one has it on the other, and a refusal says so" {
	two_hosts
	duel
	join_both
	on_host b
	eventually status_is participants 2
	lock claim bob
	on_host a
	eventually status_is lock_owner bob
	refused EBUSY lease.busy lock claim alice
	refused EACCES lease.none lock release alice
	on_host b
	lock release bob
	on_host a
	eventually status_is lock_owner ''
	lock claim alice
}

@test "a floor whose holder has nothing due is taken on another mount, and its late release is none the worse" {
	two_hosts
	duel
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	on_host b
	has "$(timeout 60 cat "$D/participants/bob/wait")" 'next_step = "claim_lock"'
	lock claim bob
	on_host a
	eventually status_is lock_owner bob
	lock release alice
	status_is lock_owner bob
	on_host b
	lock release bob
}

@test "of two that claim at the same moment on two mounts one has the floor" {
	local i got
	two_hosts
	duel
	join_both
	on_host b
	eventually status_is participants 2
	for ((i = 0; i < 20; i++)); do
		on_host a
		lock claim alice >"$W/alice" &
		on_host b
		lock claim bob >"$W/bob" || :
		wait $! || :
		got=$(grep -lv EBUSY "$W/alice" "$W/bob") || :
		is "$(wc -l <<<"$got")" 1
		got=${got##*/}
		eventually status_is lock_owner "$got"
		on_host a
		eventually status_is lock_owner "$got"
		lock release "$got"
		eventually status_is lock_owner ''
		on_host b
		eventually status_is lock_owner ''
	done
	eventually seen_on_both d/events
}

@test "the floor of a daemon that was killed is free when its time is over, and the debate goes on elsewhere" {
	two_hosts
	duel d 'lease_seconds = 2'
	join_both
	play 1 alice OPEN_TO_DEBATE
	lock claim bob
	on_host b
	eventually status_is lock_owner bob
	host_is_killed a
	eventually status_is lock_owner ''
	is "$(event_names | grep -c lock_expired)" 1
	lock claim bob
	turn 2 bob OPEN_TO_DEBATE >"$W/turn-2.md"
	append "$W/turn-2.md"
	host a
	on_host a
	is "$(status turns)" 2
	eventually seen_on_both d/debate.md
	eventually seen_on_both d/events
}

@test "a duel that one makes or removes is there, or not, on the other" {
	local i
	two_hosts
	for ((i = 0; i < 3; i++)); do
		mkdir "$W/a/made"
		eventually there_is "$W/b/made/status"
		rmdir "$W/b/made"
		eventually there_is_no "$W/a/made"
	done
	for ((i = 0; i < 10; i++)); do
		mkdir "$W/a/a$i" &
		mkdir "$W/b/b$i"
		wait $!
	done
	eventually there_is "$W/b/a9"
	eventually there_is "$W/a/b9"
	is "$(ls "$W/a")" "$(ls "$W/b")"
	is "$(stat -c %i "$W"/a/[ab]? | sort -u | wc -l)" 20
	is "$(stat -c %i "$W"/a/[ab]?)" "$(stat -c %i "$W"/b/[ab]?)"
	for ((i = 0; i < 10; i++)); do
		mkdir "$W/a/same$i" 2>/dev/null &
		mkdir "$W/b/same$i" 2>/dev/null && wait $! && give_up "both made same$i"
		wait $! || :
	done
	eventually there_is "$W/b/same9"
	eventually there_is "$W/a/same9"
}

in_state() { # STATE
	[ "$(status store_state "$M/status")" = "$1" ]
}

@test "while the server is away nothing is accepted, what was there shows, and when it is back all goes on" {
	two_hosts
	duel
	join_both
	play 1 alice OPEN_TO_DEBATE
	on_host b
	eventually status_is turns 1
	on_host a
	expect_stderr 'the database cannot be reached: nothing is accepted until it is back'
	expect_stderr 'the database is there again'
	server_crashes
	refused EIO store.failed lock claim bob
	in_state 'cut off'
	is "$(status turns)" 1
	has "$(record)" '## Turn 1'
	on_host b
	eventually in_state 'cut off'
	server_starts
	eventually in_state 'in step'
	on_host a
	eventually in_state 'in step'
	play 2 bob OPEN_TO_DEBATE
	# and one that is away for a moment costs a pause
	server_crashes
	server_starts
	on_host b
	told_of 2
	eventually lock claim alice
	turn 3 alice OPEN_TO_DEBATE >"$W/turn-3.md"
	append "$W/turn-3.md"
	on_host a
	eventually status_is turns 3
	eventually seen_on_both d/debate.md
	eventually seen_on_both d/events
}

# `host_with NAME KEY=VALUE…`: with these in its [mount].
host_with() {
	local name=$1
	host_says "$@"
	host "$name" "$URL" -o config="$W/$name.toml"
}

host_says() { # NAME KEY=VALUE…
	{
		printf '[mount]\n'
		printf '%s\n' "${@:2}"
	} >"$W/$1.toml"
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

@test "the other mounts are told by the transaction that they are told of" {
	host a
	host_with b store_poll_ms=600000 store_stale_seconds=3600 # until it looks it knows only what it was told
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

@test "store_stale_seconds and store_patience_seconds: when a host says it is cut off, and how long a change waits" {
	local waiting
	host_with a store_patience_seconds=1 store_stale_seconds=3600
	host_with b store_patience_seconds=3600 store_stale_seconds=1 store_poll_ms=500
	on_host a
	duel
	join_both
	on_host b
	eventually status_is participants 2
	expect_stderr 'the database cannot be reached: nothing is accepted until it is back'
	expect_stderr 'the database is there again'
	server_crashes
	eventually in_state 'cut off'
	lock claim bob >"$W/waits" &
	waiting=$!
	on_host a
	in_state 'in step'
	refused EIO store.failed lock claim alice
	kill -0 $waiting
	server_starts
	wait $waiting
	eventually in_state 'in step'
	eventually status_is lock_owner bob
}

@test "store_poll_ms: what nobody was told of is found by looking" {
	local i
	host_with a store_poll_ms=600000 store_stale_seconds=3600
	host_with b store_poll_ms=50
	for ((i = 0; i < 10; i++)); do
		mkdir "$W/a/d$i"
		eventually there_is "$W/b/d$i"
		sql "$DATABASE" "UPDATE meta SET list_rev = list_rev + 1; INSERT INTO removed SELECT list_rev, id FROM meta, duels; DELETE FROM duels"
		eventually there_is_no "$W/b/d$i"
		there_is "$W/a/d$i"
	done
}

# Of the connection that writes the last statement was one of these.
WROTE="(query = 'COMMIT' OR query LIKE 'WITH head%' OR query LIKE 'UPDATE duels%')"

@test "store_answer_seconds: a commit that nobody answers is tried on another connection" {
	local waiting slow
	host_with b store_answer_seconds=600
	on_host b
	duel
	join_both
	slow=$(writer_pid)
	host_with a store_answer_seconds=1 store_patience_seconds=3600
	kill -STOP "$slow"
	on_host b
	lock claim bob >"$W/waits" &
	waiting=$!
	on_host a
	duel e
	join_both
	sql "$DATABASE" "COPY (SELECT pid FROM pg_stat_activity WHERE application_name = 'duelfs' AND $WROTE AND pid <> $slow) TO '$CLUSTER/pid'"
	kill -STOP "$(cat "$CLUSTER/pid")"
	lock claim alice
	kill -CONT "$(cat "$CLUSTER/pid")"
	kill -0 $waiting
	kill -CONT "$slow"
	wait $waiting
}

@test "a host that looks too seldom, or waits for no time at all, is not mounted" {
	local line
	mkdir "$W/x"
	for line in store_poll_ms=49 store_poll_ms=600001 store_stale_seconds=0 store_stale_seconds=3601 store_patience_seconds=0 \
		store_patience_seconds=3601 store_answer_seconds=0 store_answer_seconds=601; do
		host_says x $line
		refuses_to_start "$URL" "$W/x" -o config="$W/x.toml"
		has "$said" "$W/x.toml:2: ${line%=*}: ${line#*=} is not between"
	done
	host_says x store_stale_seconds=1
	refuses_to_start "$URL" "$W/x" -o config="$W/x.toml"
	has "$said" "$W/x.toml:2: store_poll_ms: 1000 is not less than store_stale_seconds, 1"
}

writer_pid() {
	sql "$DATABASE" "COPY (SELECT pid FROM pg_stat_activity WHERE application_name = 'duelfs' AND $WROTE) TO '$CLUSTER/pid'"
	cat "$CLUSTER/pid"
}

@test "a turn whose lease ran out before it is known what became of it is refused, and stays so" {
	local writer
	host a
	on_host a
	duel d 'lease_seconds = 2'
	join_both
	turn 1 alice OPEN_TO_DEBATE >"$W/turn-1.md"
	lock claim alice
	writer=$(writer_pid)
	kill -STOP "$writer"
	fails ECANCELED append "$W/turn-1.md"
	kill -CONT "$writer"
	eventually status_is lock_owner ''
	is "$(status turns)" 0
	lock claim alice
	append "$W/turn-1.md"
	is "$(status turns)" 1
}

@test "database in a STORE's configuration: its archive and its lock are that directory's" {
	configure <<<"database = \"$URL\""
	host a "$STORE"
	host b
	on_host a
	is "$(status store "$M/status")" "$STORE"
	duel
	join_both
	on_host b
	eventually status_is participants 2
	mkdir "$W/second"
	refuses_to_start "$STORE" "$W/second"
	has "$said" "$STORE"
	has "$said" 'in use'
	on_host a
	lock close maker reason=enough
	eventually test -s "$STORE/archive/$(date -u +%F)-caching.md"
	eventually archive_is_done
	on_host b
	eventually status_is outcome INVALIDATED
	eventually status_is archive "$(date -u +%F)-caching.md"
	is "$(ls "$STORE")" $'archive\nduelfs.toml'
}

has_archive() {
	[ -n "$(status archive)" ]
}

@test "an archive file that a crash came before is owed by the host that closed the duel, and by no other" {
	configure <<<"database = \"$URL\""
	host a
	on_host a
	for d in d e; do
		duel $d
		join_both
		lock close maker reason=enough
	done
	host_ends a
	sql "$DATABASE" "INSERT INTO boots VALUES(99, 'x', '', 'elsewhere');
		UPDATE duels SET state = 'unarchived'; UPDATE duels SET archive_host = 99 WHERE name = 'd'"
	host a "$STORE"
	on_host a
	D=$M/e
	eventually has_archive
	# d comes before e
	is "$(status archive "$M/d/status")" ''
	is "$(find "$STORE/archive" -maxdepth 1 -name '*.md' | wc -l)" 1
	host_ends a
	sql "$DATABASE" 'UPDATE duels SET archive_host = 1'
	host a "$STORE"
	on_host a
	D=$M/d
	eventually has_archive
	is "$(find "$STORE/archive" -maxdepth 1 -name '*.md' | wc -l)" 2
}

# Two hosts, each with a STORE of its own, and one archive.
host_with_records() { # NAME
	STORE=$W/store-$1
	configure <<-EOT
		database = "$URL"
		archive = "$W/records"
	EOT
	host "$1" "$STORE"
}

close_on() { # HOST DUEL
	"$SYS" open "$W/$1/$2/lock" w write $'close maker reason=enough\n' close >/dev/null || :
}

# File and directory of each, as its record is, and nothing beside them.
records_are_whole() { # DUELS
	local i name
	for name in a b; do
		M=$W/$name
		eventually archive_is_done
	done
	is "$(find "$W/records" -mindepth 1 -maxdepth 1 -name '.*')" ''
	is "$(find "$W/records" -mindepth 1 -maxdepth 1 | wc -l)" $((2 * $1))
	for ((i = 0; i < $1; i++)); do
		name=$(status archive "$W/a/d$i/status")
		is "$(status archive "$W/b/d$i/status")" "$name"
		cmp "$W/records/$name" "$W/b/d$i/debate.md"
		cmp "$W/records/${name%.md}/debate.md" "$W/a/d$i/debate.md"
		cmp "$W/records/${name%.md}/events" "$W/a/d$i/events"
	done
}

@test "two mounts with one archive write each duel there whole and once, whoever closes it" {
	local i pids=()
	host_with_records a
	host_with_records b
	on_host a
	for i in {0..9}; do
		duel "d$i"
		join_both
	done
	on_host b
	eventually there_is "$D"
	eventually status_is participants 2
	# both of one duel, or each one of its own; all have the same topic
	for i in {0..9}; do
		close_on b "d$i" &
		pids+=($!)
		close_on a "d$((i - i % 2))" &
		pids+=($!)
	done
	wait "${pids[@]}"
	records_are_whole 10
	# what a crash left to both
	host_ends a
	host_ends b
	rm -r "$W/records"
	sql "$DATABASE" "UPDATE duels SET state = 'unarchived'; DELETE FROM archives"
	host_with_records a
	host_with_records b
	records_are_whole 10
}

@test "what cannot be mounted says why, and no password is ever repeated" {
	local url
	mkdir "$W/x"
	for url in "postgresql://alice:hunter22@host/d" "postgresql:///d?password=hunter22" "postgres://a:hunter22@h,i/d"; do
		refuses_to_start "$url" "$W/x"
		has "$said" 'a password does not belong there'
		has "$said" PGPASSFILE
		lacks "$said" hunter22
	done
	refuses_to_start "postgresql://alice:hunter22@host/d?no_word=1" "$W/x"
	has "$said" 'this is no database as libpq writes them'
	lacks "$said" hunter
	refuses_to_start "postgresql:///$DATABASE?host=$W&user=duelfs" "$W/x"
	has "$said" 'the database cannot be reached'
	refuses_to_start "postgresql:///nobody?host=$CLUSTER&user=duelfs" "$W/x"
	has "$said" 'database "nobody" does not exist'
	sql postgres "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'"
	refuses_to_start "postgresql:///latin?host=$CLUSTER&user=duelfs" "$W/x"
	has "$said" 'createdb -E UTF8'
	sql "$DATABASE" 'CREATE ROLE guest LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC'
	refuses_to_start "${URL/user=duelfs/user=guest}" "$W/x"
	has "$said" 'permission denied'
	has "$said" 'who mounts it first makes its tables'
	configure <<<'database = "postgresql://alice:hunter22@host/d"'
	refuses_to_start "$STORE" "$W/x"
	has "$said" "$STORE/duelfs.toml: database: a password"
	lacks "$said" hunter22
}

@test "tables that are there serve a role that may not make any; a newer program's are refused" {
	host a
	host_ends a
	sql "$DATABASE" 'CREATE ROLE member LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC;
		GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO member'
	URL=${URL/user=duelfs/user=member}
	host a
	on_host a
	duel
	lock join alice
	host_ends a
	sql "$DATABASE" 'UPDATE meta SET level = 99'
	refuses_to_start "$URL" "$W/a"
	has "$said" 'made by a newer duelfs'
}

sleeper_is_there() {
	is "$(psql -h "$CLUSTER" -U duelfs -d "$DATABASE" -Atc "SELECT count(*) FROM pg_stat_activity WHERE usename = 'stranger' AND wait_event = 'PgSleep'")" 1
}

@test "a role without rights to the tables holds nothing that keeps anybody from mounting or copying" {
	local stranger
	sql "$DATABASE" 'CREATE ROLE stranger LOGIN'
	psql -h "$CLUSTER" -U stranger -d "$DATABASE" -qc 'SELECT pg_advisory_lock(7310309)' -c 'SELECT pg_sleep(600)' >/dev/null 2>&1 3>&- 4>&- &
	stranger=$!
	eventually sleeper_is_there
	host a
	host_ends a
	run -0 "$DUELFS" copy "$URL" "$W/copy"
	sleeper_is_there
	kill $stranger
	wait $stranger || :
}

@test "tables of the same names in a schema of the role's own, made later, are not taken for those of the duels" {
	sql "$DATABASE" 'CREATE ROLE decoyed LOGIN'
	run -0 "$DUELFS" init "$URL" decoyed
	sql "$DATABASE" 'CREATE SCHEMA decoyed; GRANT USAGE ON SCHEMA decoyed TO decoyed; CREATE TABLE decoyed.entries(LIKE public.entries);
		GRANT ALL ON ALL TABLES IN SCHEMA decoyed TO decoyed'
	URL=${URL/user=duelfs/user=decoyed}
	host a
	on_host a
	duel
	join_both
	sql "$DATABASE" "DO 'BEGIN ASSERT NOT EXISTS (SELECT FROM decoyed.entries) AND EXISTS (SELECT FROM public.entries); END'"
}

@test "a server that may lose what it says is durable is warned of" {
	sql postgres 'ALTER SYSTEM SET full_page_writes = off'
	sql postgres 'SELECT pg_reload_conf()'
	expect_stderr 'warning: postgresql:///.*: the server runs with fsync or full_page_writes off'
	host a
	sql postgres 'ALTER SYSTEM RESET full_page_writes'
	sql postgres 'SELECT pg_reload_conf()'
	has "$(cat "$LOG")" full_page_writes
}

@test "a STORE with duels of its own takes no database" {
	mounted
	unmounted
	configure <<<"database = \"$URL\""
	refuses_to_start "$STORE" "$W/mnt"
	has "$said" 'duelfs.db has duels of its own'
}
