#!/usr/bin/env bats
# The filesystem's own lines: the record does not grow behind the back of whoever has the floor, and a line that is owed stands in it with
# the next text.
load lib
load rounds
load exact

granted() {
	lock claim "${1:-alice}" for=timeout >/dev/null
}

silent_peer() {
	duel d 'wait_seconds = 1'
	play_to 1
	cp "$D/debate.md" "$W/before"
	times=$(stat -c '%.Y %Z' "$D/debate.md")
	eventually granted
}

# The line as it stands in the record.
owed_line() {
	grep '^> Peer timeout: bob, ' "$D/debate.md"
}

same_record() {
	cmp "$W/before" "$D/debate.md"
	is "$(stat -c '%.Y %Z' "$D/debate.md")" "$times"
	is "$(status record_bytes)" "$(stat -c %s "$W/before")"
}

@test "the line about a silent peer stands in the record with the next text" {
	silent_peer
	same_record
	is "$(status lock_owner) $(status next_step)" 'alice compose_turn'
	lacks "$(blank)" '> Peer timeout'
	turn 2 alice OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	{ cat "$W/before" && printf '\n%s\n\n---\n\n' "$(owed_line)" && cat "$W/turn.md"; } | cmp - "$D/debate.md"
	cmp "$W/turn.md" "$D/turns/002-alice.md"
	lock release alice
	reads_back
}

@test "a rewrite has the line put before its own bytes" {
	silent_peer
	turn 2 alice OPEN_TO_DEBATE >"$W/turn.md"
	shaped tight "$W/turn.md" | cat "$W/before" - >"$W/whole.md"
	rewrite "$W/whole.md"
	{ cat "$W/before" && printf '\n%s\n\n' "$(owed_line)" && cat "$W/turn.md"; } | cmp - "$D/debate.md"
	is "$(status turns)" 2
	lock release alice
	reads_back
}

@test "another line in its place is no line of the filesystem's" {
	silent_peer
	turn 2 alice OPEN_TO_DEBATE >"$W/turn.md"
	{ printf '\n> Peer timeout: bob, 2020-01-01T00:00:00Z\n\n' && cat "$W/turn.md"; } >"$W/forged.md"
	fails EINVAL append "$W/forged.md"
	same_record
}

@test "a lease that ends without a text leaves the line owed: alternation stays lifted, and the next text has it before it, whoever's" {
	silent_peer
	lock release alice
	same_record
	lock claim alice # without for=timeout
	is "$(status next_step)" compose_turn
	same_record
	lock release alice
	lock claim bob
	turn 2 bob OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	{ cat "$W/before" && printf '\n%s\n\n---\n\n' "$(owed_line)" && cat "$W/turn.md"; } | cmp - "$D/debate.md"
	lock release bob
	lock claim alice
	lock release alice
	refused EBUSY lease.order lock claim bob
	reads_back
}

@test "what is owed survives a remount and a kill, with the claim" {
	silent_peer
	remounted
	same_record
	is "$(status lock_owner)" alice
	killed
	mounted
	same_record
	killed
	mounted
	lock claim alice
	conclusion TIMEOUT >"$W/conclusion.md"
	[ "$(status lock_owner)" = alice ]
	turn 2 alice OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	{ cat "$W/before" && printf '\n%s\n\n---\n\n' "$(owed_line)" && cat "$W/turn.md"; } | cmp - "$D/debate.md"
	killed
	mounted
	[ -n "$(owed_line)" ]
	reads_back
}

@test "a line that is damaged in the store is told by the byte at which it stands, or would" {
	silent_peer
	unmounted
	damage 'Peer timeout: bob' 'Peer timeout: bub'
	run "$DUELFS" verify "$STORE"
	has "$output" "d: byte $(($(stat -c %s "$W/before") + 18)) of debate.md"
	damage 'Peer timeout: bub' 'Peer timeout: bob'
	mounted
	turn 2 alice OPEN_TO_DEBATE >"$W/turn.md"
	lock claim alice
	append "$W/turn.md"
	is "$(head -c "$(($(stat -c %s "$W/before") + 20))" "$D/debate.md" | tail -c 4)" ' bob'
	unmounted
	damage 'Peer timeout: bob' 'Peer timeout: bub'
	run "$DUELFS" verify "$STORE"
	has "$output" "d: byte $(($(stat -c %s "$W/before") + 18)) of debate.md"
	mounted
	expect_stderr 'd: the stored record fails its check'
	is "$(status state)" invalidated
	cmp "$W/before" "$D/debate.md"
}

@test "a conclusion with TIMEOUT has the line before it" {
	duel d 'wait_seconds = 1'
	play_to 2
	eventually granted bob
	lacks "$(record)" 'Peer timeout'
	conclusion TIMEOUT >"$W/conclusion.md"
	append "$W/conclusion.md"
	is "$(status state) $(status outcome)" 'completed TIMEOUT'
	has "$(record)" '> Peer timeout: alice, '
	reads_back
}

@test "rounds: a failure's line stands in the record with the verdict, and with the end where there is none" {
	debate d
	seats_taken
	debated opening challenge defense
	cp "$D/debate.md" "$W/before"
	times=$(stat -c '%.Y %Z' "$D/debate.md")
	lock fail olga who=bob
	same_record
	is "$(status state)" judging
	lock claim olga
	{ cat "$D/debate.md" && said verdict; } >"$W/whole.md"
	rewrite "$W/whole.md"
	has "$(tail -c "+$(($(stat -c %s "$W/before") + 1))" "$D/debate.md")" '> Round 2: Challenger bob failed (timeout).'
	said verdict | cmp - <(tail -c "$(said verdict | wc -c)" "$D/debate.md")
	is "$(status state)" completed
	debate aborted
	seats_taken
	record >"$W/before"
	lock fail olga who=alice
	is "$(status state)" aborted
	cmp -n "$(stat -c %s "$W/before")" "$W/before" "$D/debate.md"
	is "$(tail -n +2 < <(tail -c "+$(($(stat -c %s "$W/before") + 1))" "$D/debate.md") | head -c 34)" '> Round 1: Proposer alice failed ('
}
