#!/usr/bin/env bats
# `duelfs remove STORE DUEL…`: takes duels that are over, or forgotten, out of a store that is not mounted.
load lib

# `removes STATUS ARGUMENT…`: the exit status; what stands on stdout is in $said, and on stderr in $told.
removes() {
	local want=$1 status=0
	said=$(timeout 60 "$DUELFS" remove "${@:2}" 2>"$W/stderr") || status=$?
	told=$(<"$W/stderr")
	is "exit status $status" "exit status $want"
	[ "$want" -ne 0 ] || is "$told" ''
}

closed() {
	duel "$@"
	play_to 2
	conclude alice DISSENT
}

# As if it had not been touched since: of a duel that nobody joined its row alone says when.
untouched_for() { # DUEL SECONDS
	sqlite3 "$STORE/duelfs.db" "UPDATE duels SET created_ms = created_ms - $2 * 1000, updated_ms = updated_ms - $2 * 1000 WHERE name = '$1'"
}

names() {
	"$DUELFS" list "$STORE" | cut -d' ' -f1 | paste -sd' '
}

@test "a closed duel is taken out for good, its archive stays, and the store verifies" {
	closed one
	closed two
	duel open
	play_to 1
	unmounted
	kept=$(cd "$STORE/archive" && find . -type f -exec sha256sum {} + | sort)
	removes 0 "$STORE" one
	is "$said" 'one: removed'
	is "$(names)" 'two open'
	run -0 "$DUELFS" verify "$STORE"
	is "$output" $'two: ok\nopen: ok'
	is "$(cd "$STORE/archive" && find . -type f -exec sha256sum {} + | sort)" "$kept"
	is "$(sqlite3 "$STORE/duelfs.db" "SELECT count(DISTINCT duel) FROM entries")" 2
	mounted
	[ ! -e "$M/one" ]
	is "$(status outcome "$M/two/status")" DISSENT
	duel one
	play_to 1
	is "$(status turns)" 1
}

@test "several are taken out at once, and those that may not go stay, each with its reason" {
	closed one
	closed two
	duel open
	play_to 1
	unmounted
	removes 1 "$STORE" one open nothing two
	is "$said" $'one: removed\ntwo: removed'
	grep -qxE 'duelfs: open: it is not closed \(debating, last changed [0-9T:-]+Z\)' <<<"$told"
	grep -qxF "duelfs: nothing: there is no duel of this name in $STORE" <<<"$told"
	is "$(names)" open
	removes 1 "$STORE" open
	is "$(names)" open
	run -0 "$DUELFS" verify "$STORE"
}

@test "a duel without a turn goes when nobody has touched it for a day, and not before" {
	bare old
	bare young
	unmounted
	removes 1 "$STORE" old young
	grep -qxE 'duelfs: old: it has no turn, but was changed less than a day ago, [0-9T:-]+Z' <<<"$told"
	untouched_for old $((24 * 60 * 60))
	untouched_for young $((24 * 60 * 60 - 600))
	removes 1 "$STORE" old young
	is "$said" 'old: removed'
	is "$(names)" young
	run -0 "$DUELFS" verify "$STORE"
}

@test "a hand-in that is sealed still is a text" {
	bare d
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' >>"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	lock claim bob
	append "$BATS_TEST_DIRNAME/../corpus/dialectic/debate/0-opposition.json"
	lock release bob
	unmounted
	removes 1 "$STORE" d
	has "$told" 'duelfs: d: it is not closed ('
}

@test "a damaged duel may go, and then the store verifies again" {
	duel broken
	play_to 1
	lock claim bob
	turn 2 bob OPEN_TO_DEBATE | sed 's/turn2/xylophone/' >"$W/turn.md"
	append "$W/turn.md"
	closed whole
	unmounted
	damage xylophone xylophonE
	run -1 "$DUELFS" verify "$STORE"
	removes 0 "$STORE" broken
	run -0 "$DUELFS" verify "$STORE"
	is "$output" 'whole: ok'
}

@test "a closed duel that is not in the archive yet stays until it is" {
	unmounted
	echo 'not a directory' >"$W/records"
	printf '[mount]\narchive = "%s/records"\n' "$W" >"$STORE/duelfs.toml"
	expect_stderr records
	mounted
	closed d
	eventually grep -q records "$LOG"
	unmounted
	removes 1 "$STORE" d
	is "$told" 'duelfs: d: it is closed, but not in the archive yet: the next mount of the store writes it there'
	rm "$W/records"
	remounted_and_archived
	removes 0 "$STORE" d
}

remounted_and_archived() {
	mounted
	eventually compgen -G "$W/records/*.md" >/dev/null
	unmounted
}

@test "a store that is mounted is left alone" {
	closed one
	removes 2 "$STORE" one
	is "$told" "duelfs: the store $STORE is in use by another duelfs"
	is "$(status outcome)" DISSENT
}

@test "a store that a kill has left with its log is changed, too" {
	closed one
	eventually grep -q '^archive = "20' "$D/status"
	duel open
	play_to 1
	killed
	umount -l "$M"
	removes 0 "$STORE" one
	is "$(names)" open
	mounted
	on open
	is "$(status turns)" 1
}

@test "what cannot be changed is exit status 2, says why, and makes nothing" {
	unmounted
	removes 2 "$W/nowhere" one
	is "$told" "duelfs: cannot open the store $W/nowhere: No such file or directory"
	[ ! -e "$W/nowhere" ]
	mkdir "$W/empty"
	removes 2 "$W/empty" one
	is "$told" "duelfs: there is no store in $W/empty: it has no duelfs.db"
	is "$(ls -A "$W/empty")" ''
	removes 2 "$STORE"
	has "$told" 'usage: duelfs remove STORE DUEL…'
	removes 2
	run -0 "$DUELFS" remove --help
	has "$output" 'usage: duelfs remove STORE DUEL…'
}
