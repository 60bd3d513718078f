#!/usr/bin/env bats
# Every state has an end: the clocks of moves that are due, over mounts, and what the filesystem writes when one has run out.
load lib
load rounds
load clocks

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
	a_minute_later all_ended "${names[@]}"

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
