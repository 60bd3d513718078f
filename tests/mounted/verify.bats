#!/usr/bin/env bats
# verify: a whole store, offline; and what a damaged one does when it is mounted.
load lib

setup() {
	paths
	mounted
	duel whole
	play_to 2
	duel broken
	play_to 1
	play 2 bob OPEN_TO_DEBATE
}

verified() { # EXIT STATUS
	local status=0
	said=$(timeout 60 "$DUELFS" verify "$STORE" 2>&1) || status=$?
	is "exit status $status" "exit status $1"
}

# A word of one duel's turn alone, so that no other duel is damaged with it.
distinct_word() {
	lock claim alice
	turn 3 alice OPEN_TO_DEBATE | sed 's/turn3/xylophone/' >"$W/turn.md"
	append "$W/turn.md"
	lock release alice
}

@test "a sound store is ok, a line for each duel" {
	unmounted
	verified 0
	is "$(sort <<<"$said")" "$(printf 'broken: ok\nwhole: ok')"
}

@test "verify changes nothing" {
	unmounted
	before=$(find "$STORE" -type f -exec sha256sum {} + | sort)
	verified 0
	is "$(find "$STORE" -type f -exec sha256sum {} + | sort)" "$before"
}

@test "a store after kill -9 is ok" {
	killed
	verified 0
	has "$said" 'broken: ok'
	mounted
}

@test "one changed byte of a turn's text is found, in its duel alone" {
	distinct_word
	unmounted
	damage xylophone xylophonE
	verified 1
	has "$said" 'whole: ok'
	line=$(grep '^broken: ' <<<"$said")
	no is "$line" 'broken: ok'
	[[ $line =~ [0-9] ]]
}

@test "a damaged record makes its duel read-only and invalidated when it is first touched, and others work" {
	distinct_word
	unmounted
	damage xylophone xylophonE
	expect_stderr broken
	mounted
	on broken
	is "$(status state)" invalidated
	fails EROFS lock claim bob
	fails EROFS "$SYS" open "$D/debate.md" append
	on whole
	is "$(status state)" debating
	play 3 alice OPEN_TO_DEBATE
	is "$(status turns)" 3
	unmounted
	verified 1
	has "$said" 'whole: ok'
	mounted
	is "$(status state "$M/broken/status")" invalidated
}

@test "a changed participant is found" {
	unmounted
	mounted
	duel third
	lock join zachariah
	unmounted
	damage zachariah zechariah
	verified 1
	has "$said" 'whole: ok'
	grep '^third: ' <<<"$said" | grep -qvx 'third: ok'
}

@test "a last turn that was cut away is found" {
	distinct_word
	unmounted
	damage "$(tail -n 1 "$W/turn.md")" "$(tail -n 1 "$W/turn.md" | tr '(' '[')"
	verified 1
}

@test "a damaged structure is exit status 2, and refuses to mount" {
	unmounted
	size=$(stat -c %s "$STORE/duelfs.db")
	head -c 4096 /dev/urandom | dd of="$STORE/duelfs.db" conv=notrunc status=none
	is "$(stat -c %s "$STORE/duelfs.db")" "$size"
	verified 2
	[ -n "$said" ]
	refuses_to_start "$STORE" "$M"
	no mountpoint -q "$M"
}

@test "a database that is cut short is exit status 2" {
	unmounted
	truncate -s 4096 "$STORE/duelfs.db"
	verified 2
}

@test "a database of another program is refused" {
	unmounted
	rm "$STORE"/duelfs.db*
	sqlite3 "$STORE/duelfs.db" 'create table notes (text)'
	verified 2
	refuses_to_start "$STORE" "$M"
	is "$(sqlite3 "$STORE/duelfs.db" '.tables')" notes
}

@test "verify while mounted is refused" {
	status=0
	said=$("$DUELFS" verify "$STORE" 2>&1) || status=$?
	[ $status -ne 0 ]
	lacks "$said" ': ok'
	[ -n "$said" ]
	is "$(status duel)" broken
}

@test "verify of a store that is not there is an error, and makes none" {
	unmounted
	STORE=$W/nowhere
	status=0
	"$DUELFS" verify "$STORE" >"$W/out" 2>&1 || status=$?
	[ $status -ne 0 ]
	[ ! -e "$STORE" ]
}
