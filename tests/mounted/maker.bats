#!/usr/bin/env bats
# The maker's verbs: say and close, by whoever made the duel.
load lib
load rounds

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
	refused EINVAL seat.name lock close alice reason=x
	refused EINVAL value.bad lock say maker
	refused EINVAL value.bad lock close maker
	refused EINVAL key.unknown lock say maker text=x reason=y
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
	for verb in 'say maker text=x' 'close maker reason=x'; do
		refused EACCES lease.token lock "$verb"
		refused EACCES lease.token lock "$verb token=staple-battery"
	done
	remounted
	refused EACCES lease.token lock say maker text=x
	lock say maker text=x token=correct-horse
	has "$(cat "$D/config.toml")" 'maker_token = "set"'
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
	EOT
	remounted
	duel
	join_both
	refused EACCES lease.token lock say maker text=x
	refused EACCES lease.token lock say maker text=x token=staple-battery
	lock say maker text=x token=correct-horse
	token_is_nowhere
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
