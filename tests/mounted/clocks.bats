#!/usr/bin/env bats
# Every state has an end: the clocks of moves that are due, over mounts, and what the filesystem writes when one has run out.
load lib
load rounds

# A minute is the shortest clock there is.
a_minute_later() {
	local deadline=$((SECONDS + 90))
	until "$@"; do
		[ $SECONDS -lt $deadline ] || return 1
		sleep 0.2
	done
}

all_ended() {
	local name
	for name in "${names[@]}"; do
		! status_is outcome '' "$M/$name/status" || return 1
	done
}

# Seconds from now until `move_ends_at`.
left() {
	echo $(($(date -d "$(status move_ends_at)" +%s) - $(date +%s)))
}

dialectic() {
	bare "$1"
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' "${@:2}" >"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
}

@test "a debate of each format ends with nobody acting, in a form that is read back" {
	local corpus=$BATS_TEST_DIRNAME/../corpus/dialectic/debate names=(alone silent over sealed judged verdict)
	duel alone 'move_seconds = 60'
	lock join alice
	duel silent 'move_seconds = 60'
	play_to 1
	is "$(($(left) > 55 && $(left) <= 60))" 1
	duel over 'move_seconds = 60' 'max_turns = 2'
	play_to 2
	dialectic sealed 'move_seconds = 60'
	lock claim alice
	append "$corpus/0-proposition.json"
	dialectic judged 'move_seconds = 60'
	lock join carol role=judge
	for seat in 'alice proposition' 'bob opposition' 'carol judge'; do
		lock claim "${seat% *}"
		append "$corpus/0-${seat#* }.json"
		lock release "${seat% *}"
	done
	debate verdict 'move_seconds = 60' 'rounds = 1'
	seats_taken
	debated opening challenge
	a_minute_later all_ended

	on alone
	is "$(status outcome), $(status reason)" 'TIMEOUT, another participant did not join in time (60 seconds)'
	has "$(record)" '> Time is up: (another participant), '
	on silent
	is "$(status outcome) $(status closed_by)" 'TIMEOUT duelfs'
	has "$(record)" '> Time is up: bob, '
	has "$(record)" '**Reason**: bob did not hand in turn 2 in time (60 seconds)'
	is "$(event move_expired '.participant, .move, .seconds')" $'"bob"\n"turn 2"\n60'
	on over
	is "$(status outcome)" MAX_TURNS
	on sealed
	is "$(status outcome)" INVALIDATED
	has "$(record)" '> Invalidated by duelfs: bob did not hand in the three opening arguments'
	has "$(record)" '(revealed: prop_000a, prop_000b, prop_000c), '
	has "$(cat "$D/arguments/prop_000a.md")" '## Claim'
	on judged
	is "$(status outcome)" COMPLETED
	has "$(record)" '> Time is up: (nobody), '
	on verdict
	is "$(status outcome), $(status reason)" "ABORTED, no verdict: olga did not hand in the verdict in time (60 seconds)"
	for name in alone silent over verdict; do
		cp "$M/$name/debate.md" "$W/$name.md"
		"$DUELFS" check "$W/$name.md"
	done
	unmounted
	verifies
	mounted
	for name in alone silent over verdict; do
		cmp "$M/$name/debate.md" "$W/$name.md"
	done
	is "$(find "$STORE/archive" -maxdepth 1 -name '*.md' -size +0 | wc -l)" 6
}

verifies() {
	local said
	said=$("$DUELFS" verify "$STORE")
	is "$(grep -vc ': ok$' <<<"$said")" 0
}

@test "a line that reads as the end of a clock is refused in a turn" {
	duel
	join_both
	lock claim alice
	{ turn 1 alice OPEN_TO_DEBATE; printf '\n> Time is up: bob, 2026-11-20T22:30:00Z\n'; } >"$W/1.md"
	refused EINVAL text.reserved append "$W/1.md"
}

@test "behind a mount a move that is due has a minute left, and its full time where that is more" {
	debate short 'turn_seconds = 2'
	seats_taken
	unmounted
	mounted
	on short
	is "$(($(left) > 50 && $(left) <= 60))" 1
	is "$(status state)" debating
	duel long
	join_both
	remounted
	on long
	is "$(($(left) > 86390 && $(left) <= 86400))" 1
}

@test "who joins, claims or hands in sees when the move is due and when it ends" {
	duel d 'move_seconds = 0'
	is "$(status move_due_at)$(status move_ends_at)" ''
	lock join alice
	is "$(status move_ends_at)" ''
	duel e
	is "$(status move_due_at)$(status move_ends_at)" ''
	lock join alice
	is "$(($(date -d "$(status move_ends_at)" +%s) - $(date -d "$(status move_due_at)" +%s)))" 86400
	has "$(cat "$D/README.md")" 'a move that is due and not made ends after 86400 seconds'
}

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
	over_base paused 'turn_seconds = 30'
	speaks 1 tess
	lock next olga to=sam
	lock pause maker 'reason="lunch"'
	is "$(status move_ends_at)" ''
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
	has "$(<"$D/participants/olga/ask.md")" 'Whoever was named to speak after turn 1 did not come in time.'
	fails EBUSY lock claim sam
	lock next olga to=sam
	cat "$BATS_TEST_DIRNAME/../corpus/adversarial/debate/2-sam.md" >"$D/participants/sam/turn.md"
	is "$(status turns) $(status state)" '2 cross_examination'
	is "$(grep -c '^> Turn of sam did not come\. ' "$D/debate.md")" 1
	lacks "$(<"$D/participants/olga/ask.md")" 'did not come in time'
	refused EBUSY lease.order lock next olga to=sam
	lock next olga to=tess
	# a clock stands still while it is paused, and has its full time behind that
	on paused
	is "$(status speaks_next) $(status paused)" 'sam true'
	lacks "$(record)" 'did not come'
	lock resume maker
	is "$(($(left) > 20 && $(left) <= 30))" 1
	lock pause maker 'reason="tea"'
	lock resume maker

	a_minute_later all_ended
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
	a_minute_later nobody_named paused
	on paused
	speaks 2 sam
	is "$(grep -c '^> Turn of sam did not come\. ' "$D/debate.md")" 1
	on enough
	sed 's/\.\.\./the rest follows from the turns/' "$D/template.md" >"$D/participants/olga/turn.md"
	is "$(status state) $(status outcome)" 'completed COMPLETED'
	has "$(record)" '> Time is up: '
	local name
	for name in silent claimed paused nameless enough unsaid; do
		cp "$M/$name/debate.md" "$W/$name.md"
	done
	unmounted
	verifies
	mounted
	for name in silent claimed paused nameless enough unsaid; do
		cmp "$M/$name/debate.md" "$W/$name.md"
	done
}
