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
	is "$(status reason), $(status invalidated_by)" 'the source was withdrawn, bob'
	is "$(event invalidated '.participant, .outcome, .reason' | paste -sd' ')" '"bob" "INVALIDATED" "the source was withdrawn"'
	is "$(event lock_released .participant | tail -n 1), $(event lock_released | wc -l)" '"bob", 2'
	has "$(cat "$D/participants/alice/prompt.md")" '**INVALIDATED** by bob: the source was withdrawn.'
	has "$(cat "$D/README.md")" '**INVALIDATED** by bob: the source was withdrawn.'
}

# The record's last line, with a time in place of its own.
last_line() {
	tail -n 1 "$D/debate.md" | sed -E 's/ [0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/ TIME/'
}

@test "INVALIDATED has a line behind the conclusion in record and archive: who, why and when" {
	local file
	duel
	play_to 2
	lock claim alice
	cp "$D/debate.md" "$W/before"
	conclusion INVALIDATED '來源：\*已撤回\*，<無從查證>' >"$W/conclusion.md"
	append "$W/conclusion.md"
	is "$(last_line)" '> Invalidated by alice: 來源：\*已撤回\*，\<無從查證\>, TIME'
	{ cat "$W/before" && printf '\n---\n\n' && cat "$W/conclusion.md" && printf '\n' && tail -n 1 "$D/debate.md"; } | cmp - "$D/debate.md"
	is "$(status record_bytes) $(status record_sha256)" "$(stat -c %s "$D/debate.md") $(sha256sum <"$D/debate.md" | cut -d' ' -f1)"
	archived() { file=$(find "$STORE/archive" -maxdepth 1 -name '*-caching.md') && [ -n "$file" ]; }
	eventually archived
	cmp "$file" "$D/debate.md"
	cp "$D/debate.md" "$W/after"
	remounted
	cmp "$W/after" "$D/debate.md"
	is "$(status outcome), $(status invalidated_by)" 'INVALIDATED, alice'
	unmounted
	has "$("$DUELFS" verify "$STORE")" 'd: ok'
	mounted
}

@test "a turn, or a conclusion, with such a line of its own is refused" {
	local line
	duel
	join_both
	lock claim alice
	for line in 'alice: no good, 2026-11-20T22:30:00Z' 'bob: a \*b\* \\\\ c, 2026-11-20T22:30:00Z' '愛麗絲：來源已撤回，2026-11-20T22:30:00Z'; do
		{ turn 1 alice OPEN_TO_DEBATE && printf '\n> Invalidated by %s\n' "$line"; } >"$W/turn.md"
		refused EINVAL text.reserved append "$W/turn.md"
		{ conclusion INVALIDATED && printf '\n> Invalidated by %s\n' "$line"; } >"$W/conclusion.md"
		refused EINVAL text.reserved append "$W/conclusion.md"
	done
	is "$(status turns) $(status outcome)" '0 '
}

@test "the line behind a conclusion that is damaged in the store is told by its byte" {
	duel
	play_to 1
	conclude bob INVALIDATED
	at=$(($(stat -c %s "$D/debate.md") - $(tail -n 1 "$D/debate.md" | wc -c)))
	unmounted
	damage 'Invalidated by bob' 'Invalidated by bib'
	run "$DUELFS" verify "$STORE"
	has "$output" "d: byte $((at + 18)) of debate.md"
	expect_stderr 'the stored record fails its check'
	mounted
	is "$(status outcome), $(status invalidated_by)" 'INVALIDATED, duelfs'
	has "$(cat "$D/README.md")" '**INVALIDATED** by duelfs: '
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

@test "Closed At is a time about now, or left out: the writer's line is kept, the true time is in status" {
	local tonight
	tonight=$(date -u -d '+20 hours' +%FT%TZ)
	duel
	play_to 2
	lock claim alice
	conclusion DISSENT | sed 's/^\(\*\*Closed At\*\*: \).*/\11999-01-01T00:00:00Z/' >"$W/conclusion.md"
	fails EINVAL append "$W/conclusion.md"
	has "$(cat "$D/last_error")" '[conclusion.form] Closed At is 1999-01-01T00:00:00Z, before this duel was made'
	conclusion DISSENT | sed "s/^\(\*\*Closed At\*\*: \).*/\1$tonight/" >"$W/conclusion.md"
	append "$W/conclusion.md"
	has "$(record)" "$tonight"
	lacks "$(cat "$D/status" "$D/events")" "$tonight"
	duel two
	play_to 2
	lock claim alice
	conclusion DISSENT | sed '/Closed At/d' >"$W/conclusion.md"
	append "$W/conclusion.md"
	closed_with completed DISSENT
}

@test "the conclusion may follow one's own turn in the same lease, a DISSENT only where the other dissents as well" {
	duel
	play_to 1
	lock claim bob
	turn 2 bob OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	conclusion DISSENT >"$W/conclusion.md"
	fails EINVAL append "$W/conclusion.md"
	has "$(cat "$D/last_error")" '[conclusion.unearned] DISSENT is not for who has just spoken: turn 2 is yours, and alice may answer it'
	duel two
	join_both
	play 1 alice DISSENTING
	lock claim bob
	turn 2 bob DISSENTING >"$W/turn.md"
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

@test "a conclusion that nobody can read alone is warned of in its rehearsal and in status, and taken" {
	duel
	play_to 2
	lock claim alice
	conclusion DISSENT | sed '/^\*\*Why/,$d; s/^- What is in use.*/- See Turn 2./' >"$W/conclusion.md"
	cat "$W/conclusion.md" >"$D/participants/alice/check"
	has "$(cat "$D/participants/alice/check")" 'warning: [conclusion.alone] lists of whole sentences are missing, for who reads nothing else: `**Why**'
	has "$(cat "$D/participants/alice/check")" 'warning: [conclusion.alone] "See Turn 2." says where it stands, and not what: write what turn 2 says'
	has "$(cat "$D/participants/alice/check")" 'check: ok'
	append "$W/conclusion.md"
	is "$(status outcome)" DISSENT
	has "$(status warnings)" 'the conclusion: [conclusion.alone] lists of whole sentences are missing'
	has "$(cat "$D/view.html")" 'conclusion.alone'
	remounted
	has "$(status warnings)" 'says where it stands, and not what'
	duel two
	play_to 2
	conclude alice DISSENT
	is "$(status warnings)" '[]'
}
