#!/usr/bin/env bats
# Debates in rounds that do not go on as they should: who fails, by whose word and by which clock, and who is missing.
load lib
load rounds

# What a participant's wait says once it may move or the duel is closed.
told() {
	timeout 60 cat "$D/participants/$1/wait"
}

@test "the time of a turn runs out while others wait, and their wait tells them" {
	debate d 'turn_seconds = 2'
	seats_taken
	lock claim alice
	has "$(told bob)" 'closed'
	is "$(status state)" aborted
	is "$(event participant_failed '.participant, .reason')" $'"alice"\n"timeout"'
	is "$(event move_expired '.participant, .move, .seconds')" $'"alice"\n"the opening of round 1"\n2'
}

@test "the time of a turn that runs out in a later round calls the orchestrator" {
	debate d 'turn_seconds = 2'
	seats_taken
	debated opening challenge
	has "$(told olga)" 'claim_lock'
	is "$(status state) $(status next_participant)" 'judging olga'
	has "$(status warnings)" 'round 2 is incomplete: the proposer failed (timeout)'
}

@test "refreshing the lease adds nothing to the time of a turn" {
	debate d 'turn_seconds = 2'
	seats_taken
	lock claim alice
	eventually no lock refresh alice
	is "$(status state)" aborted
}

@test "a floor that nobody has taken runs out as well, and the orchestrator's word may come before" {
	debate idle 'turn_seconds = 2'
	seats_taken
	debate said
	seats_taken
	lock fail olga who=alice 'reason=silence'
	is "$(status state)" aborted
	has "$(record)" 'alice failed (silence)'
	on idle
	eventually status_is state aborted
	has "$(record)" 'alice failed (timeout)'
}

@test "a seat that is needed and free is waited for: a challenger, and a proposer" {
	debate one 'wait_seconds = 1'
	lock join alice role=proposer harness=claude model=opus
	eventually status_is state uncontested
	has "$(record)" '> Time is up: (somebody with role=challenger), '
	debate two 'wait_seconds = 1'
	lock join bob role=challenger harness=gemini model=flash
	eventually status_is state aborted
	has "$(status reason)" 'somebody with role=proposer did not join in time (1 seconds)'
	is "$(event move_expired '.move, .missing')" $'"join"\n"somebody with role=proposer"'
}

@test "a failure has its time: not before the debate, not of who has spoken, not in a summary, not in the verdict, not after the end" {
	debate d 'rounds = 3'
	lock join olga role=orchestrator harness=claude model=opus
	lock join alice role=proposer harness=claude model=opus
	refused EBUSY lease.wait lock fail olga who=alice
	lock join bob role=challenger harness=gemini model=gemini-3-pro
	debated opening
	refused EBUSY lease.order lock fail olga who=alice
	debated challenge defense followup
	refused EBUSY lease.order lock fail olga who=alice
	refused EBUSY lease.order lock fail olga who=bob
	debated summary
	lock fail olga who=alice
	is "$(status state)" judging
	refused EBUSY lease.order lock fail olga who=bob
	debated verdict
	refused EROFS duel.closed lock fail olga who=bob
}

@test "only the orchestrator's seat fails anybody, with who= and reason= alone" {
	debate
	lock join alice role=proposer harness=claude model=opus
	lock join bob role=challenger harness=gemini model=gemini-3-pro
	fails EACCES lock fail olga who=alice
	refused EACCES seat.identity lock fail bob who=alice
	lock join olga role=orchestrator
	refused EACCES seat.identity lock fail bob who=alice
	refused EINVAL key.unknown lock fail olga who=alice to=bob
	refused EINVAL value.bad lock fail olga
	is "$(status state)" debating
	lock fail olga who=ALICE
	has "$(record)" 'Proposer alice failed (timeout)'
}

@test "a debate without an orchestrator goes on until one is needed, and waits for it" {
	debate d 'rounds = 3'
	lock join alice role=proposer harness=claude model=opus
	lock join bob role=challenger harness=gemini model=gemini-3-pro
	debated opening challenge defense followup
	is "$(status state) $(status next_step)" 'summarizing wait_peer'
	has "$(cat "$D/prompt.md")" 'role=orchestrator'
	refused EBUSY lease.wait lock claim alice
	lock join olga role=orchestrator harness=gemini model=flash
	is "$(status state) $(status next_participant)" 'summarizing olga'
	debated summary third_defense third_followup verdict
	is "$(status state)" completed
}

@test "a verdict after a failure counts the complete rounds alone" {
	debate
	seats_taken
	debated opening challenge defense
	lock fail olga who=bob
	has "$(cat "$D/prompt.md")" 'Round 2 is incomplete: the challenger failed (timeout).'
	has "$(cat "$D/prompt.md")" '1 of 2 rounds are complete'
	lock claim olga
	said verdict | sed 's/^\*\*Rounds\*\*: 1/**Rounds**: 2/' >"$W/two.md"
	refused EINVAL verdict.rounds append "$W/two.md"
	said verdict >"$W/one.md"
	append "$W/one.md"
	is "$(jq -c '[.status, .rounds_completed, .max_rounds, (.exchanges | length)]' "$D/last-debate.json")" '["completed",1,2,3]'
}

@test "each line and each section of a verdict is missed" {
	local part
	debate d 'rounds = 1'
	seats_taken
	debated opening challenge
	lock claim olga
	for part in Topic Proposer Challenger Rounds Rigor; do
		said verdict | sed "/^\*\*$part\*\*/d" >"$W/part.md"
		refused EINVAL verdict.form append "$W/part.md"
		has "$(newest_refusal)" "the line \`**$part**: …\` is missing"
	done
	for part in Verdict 'Debate Quality' 'Key Agreements' 'Key Disagreements' 'Unresolved Questions' Recommendation; do
		said verdict | awk -v part="### $part" '/^### / { skip = $0 == part } !skip' >"$W/part.md"
		refused EINVAL verdict.form append "$W/part.md"
		has "$(newest_refusal)" "\`### $part\` is missing"
	done
	debated verdict
	is "$(status state)" completed
}

@test "roles are taken in every order, and the second speaker's tool is another one for certain" {
	debate one
	lock join olga role=orchestrator
	lock join bob role=challenger harness=gemini model=gemini-3-pro
	refused EACCES seat.identity lock join alice role=proposer harness=GEMINI model=x
	refused EACCES seat.identity lock join alice role=proposer
	refused EINVAL value.bad lock join alice harness=claude
	refused EINVAL value.bad lock join alice role=judge harness=claude
	refused EACCES seat.taken lock join alice role=orchestrator harness=claude
	lock claim alice role=proposer harness=claude model=opus
	is "$(status state) $(status lock_owner)" 'debating alice'
	said opening >"$W/opening.md"
	append "$W/opening.md"
	debate two
	lock join bob role=challenger
	lock join alice role=proposer harness=claude model=opus
	is "$(status state)" debating
}

@test "a model with a slash in it stands in headings, in the verdict and in last-debate.json as it was joined with" {
	local model=google/gemini-3-pro
	debate d 'rounds = 1'
	lock join alice role=proposer harness=claude model=opus
	lock join bob role=challenger harness=gemini model=$model
	lock join olga role=orchestrator
	debated opening
	has "$(blank)" "## Round 1 — Challenger (gemini / $model)"
	said challenge | sed "1s|gemini-3-pro|$model|" >"$W/challenge.md"
	lock claim bob
	append "$W/challenge.md"
	lock release bob
	has "$(blank)" "**Challenger**: gemini ($model)"
	said verdict | sed "s|gemini-3-pro|$model|" >"$W/verdict.md"
	lock claim olga
	append "$W/verdict.md"
	is "$(jq -r .challenger.model "$D/last-debate.json")" "$model"
}
