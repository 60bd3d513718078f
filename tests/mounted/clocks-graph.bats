#!/usr/bin/env bats
# The clocks of a debate over an argument graph; apart from clocks.bats, for each of the two waits out a whole minute.
load lib
load clocks

# `over_base NAME [CONFIG LINE…]`: a debate over the small argument graph, everybody there.
over_base() {
	bare "$1"
	printf '%s\n' 'format = "adversarial"' "source = \"$BATS_TEST_DIRNAME/../corpus/adversarial/kb/small\"" "${@:2}" >"$D/config.toml"
	lock join tess role=debater-tabs harness=claude-code model=opus
	lock join sam role=debater-spaces harness=codex model=gpt-5
	lock join mona role=moderator harness=gemini model=pro
	lock join olga role=orchestrator harness=codex model=gpt-5
}

# `speaks NUMBER NAME [AS]`: is named, and hands the turn of the corpus in, as this one.
speaks() {
	lock next olga to="$2"
	sed "s/^## Turn $1 /## Turn ${3:-$1} /" "$BATS_TEST_DIRNAME/../corpus/adversarial/debate/$1-$2.md" >"$W/turn.md"
	cat "$W/turn.md" >"$D/participants/$2/turn.md"
}

nobody_named() { # NAME…
	local name
	for name in "$@"; do
		status_is speaks_next '' "$M/$name/status" || return 1
	done
}

@test "over an argument graph a named seat, an orchestrator or a synthesis that does not come is not waited for" {
	local names=(nameless unsaid)
	over_base silent 'turn_seconds = 30'
	lock next olga to=tess 'asks="open"'
	is "$(($(left) > 20 && $(left) <= 30))" 1
	over_base claimed 'turn_seconds = 30'
	speaks 1 tess
	lock next olga to=sam
	lock claim sam
	over_base nameless 'move_seconds = 60'
	speaks 1 tess
	over_base enough 'move_seconds = 60' 'min_turns = 2'
	speaks 1 tess
	speaks 2 sam
	over_base unsaid 'move_seconds = 60' 'min_turns = 2'
	speaks 1 tess
	speaks 2 sam
	lock end olga 'reason="enough"'
	is "$(status state) $(status next_step)" 'synthesis claim_lock'

	a_minute_later nobody_named silent claimed
	on silent
	is "$(status state) $(status next_step) $(status next_participant)" 'opening name_speaker olga'
	is "$(event move_expired '.participant, .move, .seconds')" $'"tess"\n"turn 1"\n30'
	has "$(<"$D/participants/olga/next")" 'next_step = "name_speaker"'
	# the record says so before the next turn, whosever that is
	speaks 2 sam 1
	is "$(grep -cE '^> Turn of tess did not come\. [0-9TZ:-]+$' "$D/debate.md")" 1
	on claimed
	is "$(status lock_owner)" ''
	has "$(<"$D/participants/olga/ask.md")" 'sam was named to speak turn 2, and did not come in time.'
	fails EBUSY lock claim sam
	lock next olga to=sam
	cat "$BATS_TEST_DIRNAME/../corpus/adversarial/debate/2-sam.md" >"$D/participants/sam/turn.md"
	is "$(status turns) $(status state)" '2 cross_examination'
	is "$(grep -c '^> Turn of sam did not come\. ' "$D/debate.md")" 1
	lacks "$(<"$D/participants/olga/ask.md")" 'did not come in time'
	refused EBUSY lease.order lock next olga to=sam
	lock next olga to=tess

	a_minute_later all_ended "${names[@]}"
	# where another was silent one may speak twice in a row
	a_minute_later nobody_named claimed
	on claimed
	lock next olga to=sam
	on nameless
	is "$(status outcome), $(status reason)" 'ABORTED, the orchestrator named nobody in 60 seconds'
	on unsaid
	is "$(status outcome), $(status reason)" 'ABORTED, olga did not hand in the synthesis in time (60 seconds)'
	on enough
	a_minute_later status_is state synthesis
	is "$(status next_step) $(status outcome)" 'claim_lock '
	sed 's/\.\.\./the rest follows from the turns/' <(blank) >"$D/participants/olga/turn.md"
	is "$(status state) $(status outcome)" 'completed COMPLETED'
	has "$(record)" '> Time is up: '
	local name
	for name in silent claimed nameless enough unsaid; do
		cp "$M/$name/debate.md" "$W/$name.md"
	done
	unmounted
	verifies
	mounted
	for name in silent claimed nameless enough unsaid; do
		cmp "$M/$name/debate.md" "$W/$name.md"
	done
}
