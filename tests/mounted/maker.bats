#!/usr/bin/env bats
# The maker's verbs: pause, resume, say and close, by whoever made the duel.
load lib
load rounds

@test "a pause ends the lease, and refuses claims and texts until it is resumed" {
	duel
	join_both
	lock claim alice
	lock pause maker 'reason="the source changes"'
	is "$(status paused) $(status lock_owner)$(status move_ends_at)" 'true '
	refused EBUSY duel.paused lock claim alice
	has "$(newest_refusal)" 'has paused it: "the source changes"'
	turn 1 alice OPEN_TO_DEBATE >"$W/1.md"
	fails EBUSY append "$W/1.md"
	is "$(status next_step "$D/participants/alice/next")" wait_turn
	has "$(cat "$D/prompt.md")" 'has paused it ("the source changes")'
	remounted
	is "$(status paused)" true
	lock resume maker
	is "$(status paused)" false
	lock claim alice
	append "$W/1.md"
	is "$(event_names | grep -cE '^"?(paused|resumed)"?$')" 2
}

@test "a participant that waits is not woken by a pause, but by what follows it" {
	duel
	join_both
	lock pause maker reason=x
	timeout 15 cat "$D/participants/alice/wait" >"$W/told" &
	local waiter=$!
	sleep 0.3
	is "$(wc -c <"$W/told")" 0
	lock resume maker
	wait $waiter
	has "$(cat "$W/told")" 'claim_lock'
}

@test "what the maker says is in the next prompts, stands before the next text, and is read back" {
	duel
	play_to 1
	lock claim bob "harness=$HARNESS" "model=$MODEL"
	lock say maker 'text="Mind *both* sides"'
	lacks "$(record)" '> Maker:'
	has "$(cat "$D/participants/bob/prompt.md")" '> Maker: Mind \*both\* sides, '
	turn 2 bob OPEN_TO_DEBATE >"$W/2.md"
	append "$W/2.md"
	lock release bob
	has "$(record)" '> Maker: Mind \*both\* sides, '
	is "$(event maker_said .text)" '"Mind *both* sides"'
	cp "$D/debate.md" "$W/record.md"
	"$DUELFS" check "$W/record.md"
}

@test "the maker closes a duel of each format, with the reason in the record" {
	duel one
	play_to 1
	lock close maker 'reason="the wrong question"'
	is "$(status outcome), $(status reason), $(status closed_by)" 'INVALIDATED, the wrong question, maker'
	has "$(record)" '> Maker: closed with INVALIDATED: the wrong question, '
	refused EROFS duel.closed lock say maker text=late
	cp "$D/debate.md" "$W/one.md"
	"$DUELFS" check "$W/one.md"

	bare two
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' >"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	lock claim alice
	append "$BATS_TEST_DIRNAME/../corpus/dialectic/debate/0-proposition.json"
	lock close maker reason=over
	is "$(status outcome)" INVALIDATED
	has "$(cat "$D/arguments/prop_000a.md")" '## Claim'
	has "$(record)" '> Maker: closed with INVALIDATED: over, '

	debate three
	seats_taken
	debated opening
	lock close maker reason=over
	is "$(status outcome) $(status state)" 'ABORTED aborted'
	has "$(record)" '> Maker: closed with ABORTED: over, '
	cp "$D/debate.md" "$W/three.md"
	"$DUELFS" check "$W/three.md"
	unmounted
	lacks "$("$DUELFS" verify "$STORE" | grep -v ': ok$' || true)" ':'
}

@test "only the maker acts as maker, and nobody joins under that name or a verb's" {
	duel
	join_both
	refused EINVAL seat.name lock join maker
	refused EINVAL seat.name lock claim MAKER
	refused EINVAL seat.name lock join say
	refused EINVAL seat.name lock pause alice reason=x
	refused EINVAL value.bad lock pause maker
	refused EINVAL value.bad lock say maker
	refused EINVAL value.bad lock resume maker
	refused EINVAL value.bad lock close maker
	refused EINVAL key.unknown lock say maker text=x reason=y
}
