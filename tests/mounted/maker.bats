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
	timeout 60 cat "$D/participants/alice/wait" >"$W/told" &
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
	lacks "$("$DUELFS" verify "$STORE" | grep -Ev '^as of |: ok$' || true)" ':'
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

@test "while a duel is paused no desk takes a text, in any format, sealed or not, and each takes it afterwards" {
	local corpus=$BATS_TEST_DIRNAME/../corpus/dialectic/debate
	duel
	join_both
	turn 1 alice OPEN_TO_DEBATE >"$W/1.md"
	lock pause maker reason=x
	refused EBUSY duel.paused "$SYS" open "$D/participants/alice/turn.md" w,trunc write "@$W/1.md" close
	fails EBUSY "$SYS" open "$D/participants/bob/turn.md" append write "@$W/1.md" close
	cat "$W/1.md" >"$D/participants/alice/check"
	is "$(status turns)" 0
	lock resume maker
	cat "$W/1.md" >"$D/participants/alice/turn.md"
	bare motion
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' >>"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	lock join carol role=judge
	lock pause maker reason=x
	fails EBUSY "$SYS" open "$D/participants/alice/turn.md" w,trunc write "@$corpus/0-proposition.json" close
	fails EBUSY "$SYS" open "$D/participants/bob/turn.md" w,trunc write "@$corpus/0-opposition.json" close
	is "$(status proposition_in) $(status opposition_in)" 'false false'
	lock resume maker
	cat "$corpus/0-proposition.json" >"$D/participants/alice/turn.md"
	lock pause maker reason=x
	jq '.[0].claim = "Another claim is made here."' "$corpus/0-proposition.json" >"$W/other.json"
	refused_own EBUSY duel.paused alice open "$D/participants/alice/turn.md" w,trunc write "@$W/other.json" close
	fails EBUSY "$SYS" open "$D/participants/bob/turn.md" w,trunc write "@$corpus/0-opposition.json" close
	lock resume maker
	cat "$corpus/0-opposition.json" >"$D/participants/bob/turn.md"
	lock pause maker reason=x
	refused EBUSY duel.paused "$SYS" open "$D/participants/carol/turn.md" w,trunc write "@$corpus/0-judge.json" close
	lock resume maker
	cat "$corpus/0-judge.json" >"$D/participants/carol/turn.md"
	is "$(status turns)" 1
	debate rounds
	seats_taken
	lock pause maker reason=x
	refused EBUSY duel.paused "$SYS" open "$D/participants/alice/turn.md" w,trunc write $'## Round 1 — Proposer (claude / opus)\n\nNo.\n' close
}

archived() {
	compgen -G "$STORE/archive/*.md" >/dev/null
}

# The token in any file of the mount, of the store, or in the log.
token_is_nowhere() {
	lacks "$(find "$M" -type f ! -name lock -exec timeout 60 cat {} + 2>/dev/null)" correct-horse
	no grep -rqaF correct-horse "$STORE" --exclude=duelfs.toml
	no grep -qF correct-horse "$LOG"
}

@test "with maker_token each verb of the maker's wants it, of root too, over remounts, and it is shown nowhere" {
	local verb
	duel d 'maker_token = "correct-horse"'
	has "$(cat "$D/config.toml")" 'maker_token = "set"'
	token_is_nowhere
	join_both
	for verb in 'pause maker reason=x' 'resume maker' 'say maker text=x' 'close maker reason=x'; do
		refused EACCES lease.token lock "$verb"
		refused EACCES lease.token lock "$verb token=staple-battery"
	done
	remounted
	for verb in 'pause maker reason=x' 'resume maker' 'say maker text=x'; do
		refused EACCES lease.token lock "$verb"
		lock "$verb token=correct-horse"
	done
	has "$(cat "$D/config.toml")" 'maker_token = "set"'
	refused EINVAL value.bad lock resume maker token=correct-horse
	lock close maker reason=x token=correct-horse
	eventually archived
	token_is_nowhere
	"$DUELFS" export "$STORE" d "$W/out"
	lacks "$(cat "$W/out"/*)" correct-horse
	has "$(cat "$W/out/config.toml")" 'maker_token = "set"'
}

@test "a maker_token of duelfs.toml holds for its duels, and is not in the store" {
	configure <<-'EOT'
		[defaults]
		maker_token = "correct-horse"
		[[duel]]
		name = "own"
		maker_token = "staple-battery"
	EOT
	remounted
	duel
	join_both
	refused EACCES lease.token lock say maker text=x
	refused EACCES lease.token lock say maker text=x token=staple-battery
	lock say maker text=x token=correct-horse
	on own
	join_both
	refused EACCES lease.token lock say maker text=x token=correct-horse
	lock say maker text=x token=staple-battery
	token_is_nowhere
	no grep -rqaF staple-battery "$STORE" --exclude=duelfs.toml
}

@test "what is no token is refused as one, and not quoted" {
	duel
	refused EINVAL config.bad "$SYS" open "$D/config.toml" append write $'maker_token = "seven77"\n' close
	refused EINVAL config.bad "$SYS" open "$D/config.toml" append write $'maker_token = "correct horse"\n' close
	refused EINVAL config.bad "$SYS" open "$D/config.toml" append write $'maker_token = "set"\n' close
	refused EINVAL config.bad "$SYS" open "$D/config.toml" append write $'maker_token = correct-horse\n' close
	lacks "$(cat "$D/last_error")" seven77
	lacks "$(cat "$D/last_error")" 'correct'
	join_both
	refused EACCES lease.token lock say maker text=x token=correct-horse
	lock say maker text=x
}
