#!/usr/bin/env bats
# `duelfs copy FROM TO`: all duels from a directory to a database and back.
# shellcheck disable=SC2154,SC2034 # said: left by refuses_to_start; M: of lib.bash
load lib
load cluster
load play

setup_file() {
	cluster_made
}

teardown_file() {
	cluster_removed
}

setup() {
	paths
	database_made
	BACK=$W/back
}

teardown() {
	hosts_end
	quiet
}

# `copies STATUS FROM TO`: what stands on stdout is in $said, and on stderr in $told.
copies() {
	local status=0
	said=$(timeout 60 "$DUELFS" copy "${@:2}" 2>"$W/stderr") || status=$?
	told=$(<"$W/stderr")
	is "exit status $status: $told" "exit status $1: $told"
	[ "$1" -ne 0 ] || is "$told" ''
}

# Mounted where a STORE is, after a host was.
at_home() {
	M=$W/mnt D=$W/mnt/d
	mounted
}

# Every row that counts, as text.
rows_of() { # DIRECTORY
	local table
	for table in 'boots ORDER BY id' 'duels ORDER BY id' 'sources ORDER BY duel' 'archives ORDER BY duel'; do
		sqlite3 "$1/duelfs.db" "SELECT * FROM $table"
	done
	sqlite3 "$1/duelfs.db" "SELECT boot, began_ms, ended_ms FROM mounts ORDER BY id;
		SELECT hex(secret), max(last_id, ifnull((SELECT max(id) FROM duels), 0)) FROM meta;
		SELECT duel, seq, kind, seat, lease, time_ms, clock_ms, boot, hex(hash), hex(data), hex(body) FROM entries ORDER BY duel, seq"
}

@test "copy: a store of all formats goes to a database and back, row for row, and reads the same bytes in both" {
	mounted
	plays_socratic
	plays_dialectic
	eventually archive_is_done
	all_files >"$W/before.txt"
	unmounted
	rows_of "$STORE" >"$W/before.rows"
	copies 0 "$STORE" "$URL"
	is "$said" "$STORE: its duels are at postgresql:///$DATABASE?host=$CLUSTER now"
	run -0 "$DUELFS" verify "$URL"
	is "$(grep -vc ': ok$' <<<"$output")" 1
	copies 0 "$URL" "$BACK"
	rows_of "$BACK" >"$W/after.rows"
	diff "$W/before.rows" "$W/after.rows"
	cp -r "$STORE/archive" "$BACK/"
	[ ! -e "$STORE/duelfs.toml" ] || cp "$STORE/duelfs.toml" "$BACK/"
	rm -r "$STORE"
	mv "$BACK" "$STORE"
	mounted
	all_files >"$W/after.txt"
	unmounted
	diff "$W/before.txt" "$W/after.txt"
}

@test "copy: what is played goes on there, with its lease, its tokens and its archived duels; where it was nothing is mounted" {
	mounted
	duel over
	play_to 1
	lock close maker reason=enough
	eventually archive_is_done
	duel d 'lease_seconds = 600'
	join_both
	play 1 alice OPEN_TO_DEBATE
	lock claim bob
	record >"$W/record"
	cat "$D/events" >"$W/events"
	unmounted
	copies 0 "$STORE" "$URL"

	refuses_to_start "$STORE" "$W/mnt"
	has "$said" "the duels were copied from here, and are at postgresql:///$DATABASE?host=$CLUSTER now"
	run -0 "$DUELFS" list "$STORE"
	copies 1 "$STORE" "$W/third"
	has "$told" 'the duels were copied from here'
	host a
	on_host a
	D=$W/a/d
	is "$(status lock_owner)" bob
	[ "$(status lease_seconds_left)" -gt 500 ]
	cmp "$W/record" "$D/debate.md"
	head -n "$(wc -l <"$W/events")" "$D/events" | cmp - "$W/events"
	is "$(status archive "$W/a/over/status")" "$(date -u +%F)-caching.md"
	turn 2 bob OPEN_TO_DEBATE >"$W/turn-2.md"
	append "$W/turn-2.md"
	mkdir "$W/a/new"
	is "$(stat -c %i "$W"/a/*/ | sort -u | wc -l)" 3

	copies 1 "$URL" "$BACK"
	has "$told" 'it is mounted somewhere'
	host_ends a
	copies 0 "$URL" "$BACK"
	refuses_to_start "$URL" "$W/a"
	has "$said" "the duels were copied from here, and are at $BACK now"
	# not even by one that does not ask
	no sql "$DATABASE" "UPDATE duels SET rev = rev + 1"
	no sql "$DATABASE" "UPDATE meta SET list_rev = list_rev + 1"
	copies 1 "$URL" "$W/third"
	rm -r "$STORE"
	mv "$BACK" "$STORE"
	at_home
	is "$(status turns)" 2
	duel newest
	unmounted
}

@test "copy: a directory to a directory, and a database to a database; to one that has duels is refused" {
	mounted
	duel d
	play_to 2
	unmounted
	copies 0 "$STORE" "$BACK"
	rows_of "$STORE" >"$W/before.rows"
	rows_of "$BACK" | diff "$W/before.rows" -
	sql postgres 'CREATE DATABASE other'
	copies 0 "$BACK" "$URL"
	copies 0 "$URL" "${URL/$DATABASE/other}"
	sql postgres "DROP DATABASE $DATABASE"
	copies 0 "${URL/$DATABASE/other}" "$W/last"
	rows_of "$W/last" | diff "$W/before.rows" -

	database_made
	rm -rf "$STORE" "$BACK"
	mounted
	duel e
	unmounted
	copies 1 "$W/last" "$STORE"
	has "$told" 'duels are copied to a store that has none'
	host a
	on_host a
	duel f
	host_ends a
	copies 1 "$W/last" "$URL"
	has "$told" 'duels are copied to a database that has none'
	copies 1 "$W/nowhere" "$BACK"
	has "$told" 'cannot open the store'
	[ ! -e "$BACK" ]
	copies 2 "$W/last" "postgresql:///nobody?host=$CLUSTER&user=duelfs"
	copies 1 "$W/last" "$W/last"
	at_home
	copies 1 "$STORE" "$BACK"
	has "$told" 'in use'
	# and what was refused is as it was
	unmounted
	run -0 "$DUELFS" verify "$W/last"
	is "$output" 'd: ok'
}

@test "copy: one that ended early leaves the first as it was, and is begun anew" {
	mounted
	duel d
	play_to 2
	unmounted
	rows_of "$STORE" >"$W/before.rows"
	# before anything was there: the server dies under it, or it is killed
	sql "$DATABASE" 'CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(30); RETURN NEW; END $$'
	host a
	host_ends a
	sql "$DATABASE" 'UPDATE meta SET last_id = 0; CREATE TRIGGER slow BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION slow()'
	"$DUELFS" copy "$STORE" "$URL" 2>/dev/null 3>&- 4>&- &
	local copier=$!
	eventually is_asleep
	kill -KILL $copier
	wait $copier || :
	sql "$DATABASE" "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '$DATABASE' AND pid <> pg_backend_pid()"
	sql "$DATABASE" 'DROP TRIGGER slow ON entries'
	at_home
	is "$(status turns)" 2
	unmounted
	rows_of "$STORE" >"$W/before.rows"
	run -0 "$DUELFS" list "$URL"
	is "$output" ''

	# half-made, and said of the first where it goes: neither is mounted, and the same words end it
	copies 0 "$STORE" "$URL"
	sql "$DATABASE" "UPDATE meta SET moved_to = ''"
	refuses_to_start "$URL" "$W/mnt"
	has "$said" 'half of a copy that was not finished'
	half_made "$URL"
	refuses_to_start "$STORE" "$W/mnt"
	copies 0 "$STORE" "$URL"
	copies 0 "$URL" "$BACK"
	rows_of "$BACK" | diff "$W/before.rows" -
	# and a directory
	sqlite3 "$BACK/duelfs.db" "PRAGMA user_version = 1003; CREATE TABLE moved(one INTEGER PRIMARY KEY CHECK(one = 1), place TEXT NOT NULL) STRICT;
		INSERT INTO moved VALUES(1, '')"
	rm -f "$BACK"/duelfs.db-*
	refuses_to_start "$BACK" "$W/mnt"
	has "$said" 'half of a copy that was not finished'
	half_made "$BACK"
	copies 0 "$URL" "$BACK"
	rows_of "$BACK" | diff "$W/before.rows" -
	run -0 "$DUELFS" verify "$BACK"
	is "$output" 'd: ok'
}

# What can be read of it is told, and that it is half-made.
half_made() { # WHERE
	run -1 "$DUELFS" verify "$1"
	has "$output" 'it is half of a copy that was not finished: copy again, or empty it'
	has "$output" 'd: ok'
	run -2 "$DUELFS" list "$1"
	has "$output" 'it is half of a copy that was not finished: copy again, or empty it'
	has "$output" 'socratic'
}

is_asleep() {
	pg psql -h "$CLUSTER" -U duelfs -d "$DATABASE" -qAt -o "$CLUSTER/asleep" \
		-c "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
	[ "$(<"$CLUSTER/asleep")" = 1 ]
}

@test "copy: damage stays what it was; its words are told by --help, and others are refused" {
	mounted
	duel d
	play_to 2
	unmounted
	sqlite3 "$STORE/duelfs.db" "UPDATE entries SET body = CAST('x' AS BLOB) WHERE body IS NOT NULL AND seq = (SELECT max(seq) FROM entries WHERE body IS NOT NULL)"
	run -1 "$DUELFS" verify "$STORE"
	local before=$output
	copies 0 "$STORE" "$URL"
	run -1 "$DUELFS" verify "$URL"
	has "$output" "$before"
	run -0 "$DUELFS" copy --help
	has "$output" 'usage: duelfs copy FROM TO'
	run -2 "$DUELFS" copy "$STORE"
	has "$output" 'usage: duelfs copy FROM TO'
}
