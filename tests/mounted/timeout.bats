#!/usr/bin/env bats
# The timeout path: a peer that never joins, and a peer that falls silent.
load lib

setup() {
	paths
	mounted
	duel d 'wait_seconds = 1'
}

granted() {
	lock claim "$1" for=timeout harness="$HARNESS" model="$MODEL" >/dev/null
}

@test "before the wait is over for=timeout has to wait like any claim" {
	duel long
	lock join alice harness="$HARNESS" model="$MODEL"
	refused EBUSY lease.wait lock claim alice for=timeout
	is "$(status lock_owner) $(status state)" ' waiting_for_participant'
	lock join bob harness="$HARNESS" model="$MODEL"
	play 1 alice OPEN_TO_DEBATE
	refused EBUSY lease.order lock claim alice for=timeout
	[ -n "$(status wait_until)" ]
}

@test "a missing peer: the claim is granted once the wait is over, and TIMEOUT closes the duel" {
	lock join alice harness="$HARNESS" model="$MODEL"
	eventually granted alice
	is "$(status state) $(status next_step) $(status lock_owner)" 'closing update_markdown alice'
	conclusion TIMEOUT >"$W/conclusion.md"
	append "$W/conclusion.md"
	is "$(status state) $(status outcome)" 'completed TIMEOUT'
	has "$(record)" '**Outcome**: TIMEOUT'
}

@test "a first claim for=timeout joins as any claim does" {
	fails EBUSY lock claim alice for=timeout harness="$HARNESS" model="$MODEL"
	is "$(status participants)" 1
	eventually granted alice
	is "$(status lock_owner)" alice
}

@test "a missing peer: only a conclusion is accepted" {
	lock join alice harness="$HARNESS" model="$MODEL"
	eventually granted alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	fails 'E(INVAL|BUSY)' append "$W/turn.md"
	conclusion DISSENT >"$W/conclusion.md"
	refused EINVAL conclusion.unearned append "$W/conclusion.md"
	is "$(status turns) $(status outcome)" '0 '
}

@test "a peer that joins after all brings the debate back: the lease stays good, and a turn is expected" {
	lock join alice harness="$HARNESS" model="$MODEL"
	eventually granted alice
	lease=$(status lease)
	lock join bob harness="$HARNESS" model="$MODEL"
	is "$(status state) $(status lock_owner) $(status lease)" "debating alice $lease"
	conclusion TIMEOUT >"$W/conclusion.md"
	refused EINVAL conclusion.unearned append "$W/conclusion.md"
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	is "$(status turns) $(status state)" '1 debating'
}

@test "a silent peer: the record says so in one line, and the holder may speak again" {
	play_to 1
	eventually granted alice
	is "$(status lock_owner) $(status state)" 'alice debating'
	lacks "$(record)" 'Peer timeout' # it stands there with the next text
	turn 2 alice OPEN_TO_DEBATE >"$W/turn-2.md"
	append "$W/turn-2.md"
	grep -qE '^> Peer timeout: bob, [0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z$' "$D/debate.md"
	is "$(status turns)" 2
	cmp "$W/turn-2.md" "$D/turns/002-alice.md"
}

@test "a silent peer: alternation is lifted once, not for good" {
	play_to 1
	eventually granted alice
	turn 2 alice OPEN_TO_DEBATE >"$W/turn-2.md"
	append "$W/turn-2.md"
	turn 3 alice OPEN_TO_DEBATE >"$W/turn-3.md"
	refused EINVAL turn.alternation append "$W/turn-3.md"
	lock release alice force=yes
	lock claim bob
	is "$(status lock_owner)" bob
}

@test "a silent peer: the holder may conclude with TIMEOUT" {
	play_to 2
	eventually granted bob
	conclusion TIMEOUT >"$W/conclusion.md"
	append "$W/conclusion.md"
	has "$(record)" '> Peer timeout: alice, '
	is "$(status state) $(status outcome)" 'completed TIMEOUT'
}

@test "the line about the peer's silence is part of the frozen record" {
	play_to 1
	record >"$W/before"
	eventually granted alice
	turn 2 alice OPEN_TO_DEBATE >"$W/turn-2.md"
	append "$W/turn-2.md"
	record >"$W/after"
	has "$(record)" '> Peer timeout: bob, '
	head -c "$(stat -c %s "$W/before")" "$W/after" | cmp - "$W/before"
	remounted
	cmp "$W/after" "$D/debate.md"
	is "$(status record_sha256)" "$(sha256sum <"$D/debate.md" | cut -d' ' -f1)"
}

@test "for=timeout never breaks a lease of the peer that has not run out" {
	play_to 1
	wait_until=$(status wait_until)
	[ -n "$wait_until" ]
	lock claim bob
	until [[ $(date -u +%FT%TZ) > $wait_until ]]; do
		fails EBUSY lock claim alice for=timeout
		sleep 0.2
	done
	fails EBUSY lock claim alice for=timeout
	is "$(status lock_owner)" bob
	lacks "$(record)" 'Peer timeout'
}

@test "for=timeout is for whoever spoke last: the one whose move it is claims as usual" {
	play_to 1
	refused EBUSY lease.order lock claim bob for=timeout
	lock claim bob
	is "$(status lock_owner)" bob
	lacks "$(record)" 'Peer timeout'
	conclusion TIMEOUT >"$W/conclusion.md"
	refused EINVAL conclusion.unearned append "$W/conclusion.md"
}

@test "a wait that began before a remount is not begun anew by it" {
	duel two 'wait_seconds = 2'
	lock join alice harness="$HARNESS" model="$MODEL"
	until=$(status wait_until)
	remounted
	is "$(status wait_until)" "$until"
	eventually granted alice
}
