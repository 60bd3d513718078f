#!/usr/bin/env bats
# Conclusions: their parts, and what the record must have earned.
load lib

# `unearned NAME OUTCOME`: the claimant's conclusion is refused, and the duel goes on.
unearned() {
	lock claim "$1" >/dev/null
	conclusion "$2" >"$W/conclusion.md"
	refused EINVAL conclusion.unearned append "$W/conclusion.md"
	is "$(status outcome)" ''
	lock release "$1" force=yes >/dev/null
}

closed_with() {
	is "$(status state) $(status outcome) $(status next_step)" "$1 $2 closed"
	is "$(status lock_owner)" ''
}

@test "DISSENT is earned once both have taken a turn" {
	duel
	play_to 2
	conclude alice DISSENT
	closed_with completed DISSENT
	has "$(record)" "$(cat "$W/conclusion.md")"
	is "$(status turns)" 2
}

@test "DISSENT is not earned before both have taken a turn" {
	duel
	play_to 1
	unearned bob DISSENT
}

@test "DISSENT is not earned where both converge and nothing blocking is left" {
	duel
	play_to 2
	play 3 alice CONVERGING revision
	play 4 bob ACCEPTING_CONSENSUS revision
	unearned alice DISSENT
}

@test "DISSENT is earned where both converge but a blocking item is left" {
	duel
	play_to 2
	play 3 alice CONVERGING revision
	play 4 bob CONVERGING revision blocking
	conclude alice DISSENT
	closed_with completed DISSENT
}

@test "ACCEPTED_CONSENSUS is earned when the latest turn of each accepts and nothing blocking is left" {
	duel
	play_to 2
	unearned alice ACCEPTED_CONSENSUS
	play 3 alice ACCEPTING_CONSENSUS revision
	unearned bob ACCEPTED_CONSENSUS
	play 4 bob ACCEPTING_CONSENSUS revision
	conclude bob ACCEPTED_CONSENSUS
	closed_with completed ACCEPTED_CONSENSUS
}

@test "ACCEPTED_CONSENSUS that was taken back is not earned" {
	duel
	play_to 1
	play 2 bob ACCEPTING_CONSENSUS
	play 3 alice ACCEPTING_CONSENSUS revision
	play 4 bob REVISING revision
	unearned alice ACCEPTED_CONSENSUS
}

@test "once consensus is earned either participant may claim" {
	duel
	play_to 1
	play 2 bob ACCEPTING_CONSENSUS
	play 3 alice ACCEPTING_CONSENSUS revision
	lock claim alice
	lock release alice
	lock claim bob
	lock release bob
	conclude alice ACCEPTED_CONSENSUS
	closed_with completed ACCEPTED_CONSENSUS
}

@test "MAX_TURNS is earned when the last turn is in" {
	duel d 'max_turns = 3'
	play_to 2
	unearned alice MAX_TURNS
	play 3 alice OPEN_TO_DEBATE
	is "$(status state) $(status next_step)" 'closing claim_lock'
	conclude alice MAX_TURNS
	closed_with completed MAX_TURNS
}

@test "MAX_TURNS is not earned where consensus is" {
	duel d 'max_turns = 2'
	join_both
	play 1 alice ACCEPTING_CONSENSUS
	play 2 bob ACCEPTING_CONSENSUS
	unearned alice MAX_TURNS
	conclude bob ACCEPTED_CONSENSUS
	closed_with completed ACCEPTED_CONSENSUS
}

@test "once the last turn is in either participant may claim" {
	duel d 'max_turns = 2'
	play_to 2
	lock claim bob
	lock release bob
	lock claim alice
	lock release alice
	conclude bob MAX_TURNS
	closed_with completed MAX_TURNS
}

@test "TIMEOUT is not earned by an ordinary claim" {
	duel
	play_to 2
	unearned alice TIMEOUT
}

@test "INVALIDATED is open to the holder, with a reason, and says who did it" {
	duel
	play_to 1
	lock claim bob
	conclusion INVALIDATED 'the source was withdrawn' >"$W/conclusion.md"
	append "$W/conclusion.md"
	closed_with invalidated INVALIDATED
	has "$(status reason)" 'the source was withdrawn'
	has "$(cat "$D/status")" bob
	is "$(event invalidated .event)" '"invalidated"'
}

@test "a conclusion has its parts" {
	duel
	play_to 2
	lock claim alice
	conclusion DISSENT >"$W/whole.md"
	n=0
	while IFS= read -r script; do
		sed -E "$script" "$W/whole.md" >"$W/conclusion.md"
		refused EINVAL conclusion.form append "$W/conclusion.md"
		n=$((n + 1))
	done <<-'EOT'
		/^\*\*Outcome/d
		s/DISSENT/SURRENDER/
		s/: DISSENT/:/
		/^\*\*Reason/d
		s/^(\*\*Reason\*\*:).*/\1/
		/^\*\*Candidate/d
		/^The debate/d
		s/^## Terminal Conclusion/## Terminal Conclusion\n\n## Another/
	EOT
	is $n 8
	is "$(status outcome)" ''
	append "$W/whole.md"
}

@test "Closed At may be wrong or left out: the writer's line is kept, the true time is in status" {
	duel
	play_to 2
	lock claim alice
	conclusion DISSENT | sed 's/2026-11-20T22:30:00Z/1999-01-01T00:00:00Z/' >"$W/conclusion.md"
	append "$W/conclusion.md"
	has "$(record)" 1999-01-01T00:00:00Z
	lacks "$(cat "$D/status" "$D/events")" 1999
	duel two
	play_to 2
	lock claim alice
	conclusion DISSENT | sed '/Closed At/d' >"$W/conclusion.md"
	append "$W/conclusion.md"
	closed_with completed DISSENT
}

@test "the conclusion may follow one's own turn in the same lease" {
	duel
	play_to 1
	lock claim bob
	turn 2 bob OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	conclusion DISSENT >"$W/conclusion.md"
	append "$W/conclusion.md"
	closed_with completed DISSENT
}

@test "a turn and a conclusion are two submissions" {
	duel
	play_to 1
	lock claim bob
	turn 2 bob OPEN_TO_DEBATE >"$W/turn.md"
	conclusion DISSENT | cat "$W/turn.md" <(echo) - >"$W/both.md"
	fails EINVAL append "$W/both.md"
	is "$(status turns) $(status outcome)" '1 '
}

@test "a conclusion as a rewrite is judged at the write" {
	duel
	play_to 1
	lock claim bob
	record >"$W/whole.md"
	{
		echo
		conclusion DISSENT
	} >>"$W/whole.md"
	[ $(($(stat -c %s "$W/whole.md") % 512)) -ne 0 ] || echo >>"$W/whole.md"
	got=$(rewrite "$W/whole.md") || true
	has "$got" 'open write:EINVAL'
	has "$(newest_refusal)" '[conclusion.unearned]'
}

@test "release may repeat the recorded outcome after the conclusion, and no other" {
	duel
	play_to 2
	conclude alice DISSENT
	lock release alice outcome=DISSENT
	fails 'E(INVAL|ROFS|ACCES)' lock release alice outcome=TIMEOUT
	closed_with completed DISSENT
}

@test "release with an outcome that the record has not earned closes nothing" {
	duel
	play_to 2
	lock claim alice
	fails 'E(INVAL|ACCES)' lock release alice outcome=ACCEPTED_CONSENSUS
	is "$(status state) $(status outcome)" 'debating '
}

@test "candidate convergence is advice: it is told, and ends nothing" {
	duel
	play_to 2
	is "$(status candidate_convergence)" false
	play 3 alice CONVERGING revision
	is "$(status candidate_convergence)" false
	play 4 bob CONVERGING revision
	is "$(status candidate_convergence) $(status state)" 'true debating'
	is "$(event btw_update | wc -l)" 1
	play 5 alice OPEN_TO_DEBATE revision
	is "$(status candidate_convergence)" false
}
