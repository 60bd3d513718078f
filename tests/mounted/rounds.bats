#!/usr/bin/env bats
# Debates in rounds: run to their verdict by shell alone, and to every other end.
load lib
load rounds

report() {
	jq -r "$1" "$D/last-debate.json"
}

ended() {
	is "$(status state) $(status outcome) $(status next_step)" "$1 $2 closed"
	is "$(status lock_owner)" ''
	is "$(report .status)" "$1"
	eventually archive_is_done
	is "$(find "$STORE/archive" -name '*is-the-cache-worth-it.md' | wc -l)" 1
}

# Nothing but what a shell has.
by_shell() { # NAME TEXT
	echo "claim $1" >"$D/lock" && said "$2" >>"$D/debate.md" && echo "release $1" >"$D/lock"
}

@test "two rounds run to a verdict by shell alone" {
	debate
	echo 'join alice role=proposer harness=claude model=opus' >"$D/lock"
	echo 'join bob role=challenger harness=gemini model=gemini-3-pro' >"$D/lock"
	echo 'join olga role=orchestrator' >"$D/lock"
	is "$(status state) $(status next_participant)" 'debating alice'
	by_shell alice opening
	by_shell bob challenge
	by_shell alice defense
	has "$(status concessions)" 'I concede C1.2'
	by_shell bob followup
	is "$(status state) $(status next_participant)" 'judging olga'
	echo 'claim olga' >"$D/lock"
	said verdict >>"$D/debate.md"
	ended completed COMPLETED
	echo 'release olga' >"$D/lock"
	refused EROFS duel.closed lock refresh bob
	is "$(status winner)" claude
	is "$(ls "$D/turns")" $'001-alice.md\n002-bob.md\n003-alice.md\n004-bob.md'
	is "$(cat "$D/turns/002-bob.md")" "$(said challenge)"
}

@test "the ids of a challenge's points stand in the record, in a line before the next text, and no others pass" {
	debate
	seats_taken
	debated opening challenge
	record >"$W/before.md"
	[[ $(cat "$W/before.md") != *"> Points of round"* ]]
	lock claim alice
	{ said defense && printf '\n> Points of round 1: C1.9, 2026-11-20T22:30:00Z\n'; } >"$W/forged.md"
	refused EINVAL text.reserved append "$W/forged.md"
	debated defense
	has "$(record)" $'\n\n> Points of round 1: C1.1, C1.2, C1.3, 20'
	is "$(cat "$D/turns/002-bob.md")" "$(said challenge)"
}

@test "a third round waits for the summary, which keeps every concession" {
	debate d 'rounds = 4'
	seats_taken
	debated opening challenge defense followup
	is "$(status state) $(status next_participant)" 'summarizing olga'
	refused EBUSY lease.order lock claim alice
	debated summary third_defense third_followup
	is "$(status state)" summarizing
	lock claim olga
	said summary | sed '1s/1–1/1–2/' >"$W/short.md"
	refused EINVAL summary.concession append "$W/short.md"
	echo "I concede C1.2: the keys are unescaped in \`src/key.c:7\`." >>"$W/short.md"
	append "$W/short.md"
	is "$(status state) $(status next_participant)" 'debating alice'
}

@test "three rounds run to a verdict, and another number of rounds is refused" {
	debate d 'rounds = 3'
	seats_taken
	debated opening challenge defense followup summary third_defense third_followup
	lock claim olga
	said verdict | sed 's/^\*\*Rounds\*\*: 3/**Rounds**: 2/' >"$W/wrong.md"
	refused EINVAL verdict.rounds append "$W/wrong.md"
	said verdict | sed 's/^claude had/claude and gemini had/' >"$W/both.md"
	refused EINVAL verdict.winner append "$W/both.md"
	said verdict | sed 's/^Keep the cache.*/Both approaches have merit./' >"$W/neither.md"
	refused EINVAL verdict.neither append "$W/neither.md"
	debated verdict
	ended completed COMPLETED
	is "$(status turns)" 7
}

@test "positions = two texts say what each side stands for, in every prompt, status and the report; other numbers are refused" {
	debate
	has "$(cat "$D/README.md")" 'the challenger has no position of its own'
	echo 'positions = ["FUSE"]' >"$W/one.toml"
	refused EINVAL config.bad "$SYS" open "$D/config.toml" w,append write "@$W/one.toml" close
	echo 'positions = ["FUSE", "NFS"]' >>"$D/config.toml"
	seats_taken
	debated opening
	for name in alice bob olga; do
		has "$(cat "$D/participants/$name/ask.md" "$D/participants/$name/prompt.md")" 'The proposer stands for **FUSE**, the challenger for **NFS**.'
	done
	has "$(status positions)" FUSE
	has "$(status positions)" NFS
	is "$(report '.positions.challenger')" NFS
}

@test "with closing = true the proposer has a reply to the last challenge, short and about its points alone" {
	debate d 'closing = true'
	seats_taken
	debated opening challenge defense followup
	is "$(status state) $(status next_participant)" 'closing_reply alice'
	refused EBUSY lease.order lock claim olga
	has "$(cat "$D/participants/alice/prompt.md")" 'the closing reply'
	is "$(sed -n 's/^## //p' "$D/participants/alice/template.md")" 'Closing — Proposer (claude / opus)'
	lock claim alice
	said closing | sed 's/C2.1/C1.1/' >"$W/old.md"
	refused EINVAL closing.new append "$W/old.md"
	{ said closing && seq 300; } >"$W/long.md"
	refused EINVAL closing.words append "$W/long.md"
	said closing >"$D/participants/alice/turn.md"
	lock release alice force=yes
	is "$(status state) $(status next_participant)" 'judging olga'
	has "$(status concessions)" 'closing, proposer: I concede C2.1'
	debated verdict
	ended completed COMPLETED
	has "$(report .closing)" 'I concede C2.1'
	is "$(report '.exchanges | length')" 4
}

@test "a closing reply that does not come in turn_seconds is passed over, with a line, and so is one that the orchestrator gives up" {
	debate timed 'closing = true' 'turn_seconds = 6'
	seats_taken
	debated opening challenge defense followup
	eventually status_is state judging
	debate failed 'closing = true'
	seats_taken
	debated opening challenge defense followup
	lock fail olga who=alice 'reason="it crashed"'
	for duel in timed failed; do
		on $duel
		is "$(status state) $(status next_participant)" 'judging olga'
		has "$(status warnings)" "the proposer's closing reply never came"
		debated verdict
		ended completed COMPLETED
		has "$(record)" '> Time is up: alice (no closing reply), 20'
		is "$(report .closing)" null
	done
}

@test "a proposer who fails in round 1 aborts the debate" {
	debate
	seats_taken
	lock fail olga who=alice reason=timeout
	ended aborted ABORTED
	has "$(record)" '> Round 1: Proposer alice failed (timeout). Warning: there is no position to debate'
	refused EROFS duel.closed lock claim alice
}

@test "a challenger who fails in round 1 leaves the proposer's position uncontested, with a warning in the record" {
	debate
	seats_taken
	debated opening
	lock fail olga who=bob reason=timeout
	ended uncontested UNCONTESTED
	has "$(record)" "> Round 1: Challenger bob failed (timeout). Warning: the proposer's position stands uncontested."
	is "$(event uncontested .outcome)" '"UNCONTESTED"'
	is "$(event participant_failed .role)" '"challenger"'
}

@test "who fails in a later round leaves the verdict to the rounds before, and the record says which is incomplete" {
	debate one
	seats_taken
	debated opening challenge
	lock fail olga who=alice 'reason="the tool crashed"'
	is "$(status state) $(status rounds_completed)" 'judging 1'
	debated verdict
	ended completed COMPLETED
	has "$(record)" '> Round 2: Proposer alice failed (the tool crashed). This round is incomplete'
	debate two
	seats_taken
	debated opening challenge defense
	lock fail olga who=bob
	debated verdict
	is "$(status state) $(report .rounds_completed) $(report '.exchanges | length')" 'completed 1 3'
}

@test "a turn that is due for longer than turn_seconds fails by itself, whoever has the floor" {
	debate one 'turn_seconds = 2'
	seats_taken
	lock claim alice
	eventually status_is state aborted
	ended aborted ABORTED
	debate two 'turn_seconds = 2'
	seats_taken
	debated opening
	eventually status_is state uncontested
	debate three 'turn_seconds = 2'
	seats_taken
	debated opening challenge
	lock claim alice
	eventually status_is state judging
	is "$(status lock_owner)" ''
	debated verdict
	has "$(record)" '> Round 2: Proposer alice failed (timeout).'
	is "$(status state)" completed
}

@test "who fails loses the floor, and what it writes is refused" {
	debate
	seats_taken
	debated opening challenge
	lock claim alice
	said defense >"$W/defense.md"
	lock fail olga who=alice
	is "$(status lock_owner) $(status state)" ' judging'
	fails EACCES append "$W/defense.md"
	debated verdict
}

@test "only the orchestrator fails anybody, and only whose move it is" {
	debate
	seats_taken
	refused EACCES seat.identity lock fail alice who=bob
	refused EBUSY lease.order lock fail olga who=bob
	refused EINVAL value.bad lock fail olga who=olga
	refused EINVAL value.bad lock fail olga who=nobody
	refused EINVAL value.bad lock fail olga
	is "$(status state)" debating
}

@test "proposer and challenger speak for different tools, and a role is taken once" {
	debate
	lock join alice role=proposer harness=claude model=opus
	refused EACCES seat.identity lock join bob role=challenger harness=claude model=sonnet
	refused EACCES seat.identity lock join bob role=challenger
	refused EACCES seat.taken lock join bob role=proposer harness=gemini model=x
	lock join bob role=challenger harness=gemini model=x
	is "$(status state)" debating
}

@test "a claim without evidence is warned of, or refused where the rules say so" {
	debate one
	seats_taken
	said opening >"$W/bare.md"
	printf '\nNobody would ever notice any of this in practice.\n' >>"$W/bare.md"
	lock claim alice
	append "$W/bare.md"
	has "$(status unsupported_claims)" 'Nobody would ever notice'
	has "$(status warnings)" '[evidence.item]'
	has "$(tr -d '`' <"$D/README.md")" 'evidence.item (W)'
	has "$(tr -d '`' <"$D/participants/bob/prompt.md")" 'evidence.item (W): '
	debate two 'evidence = "reject"'
	has "$(tr -d '`' <"$D/README.md")" 'evidence.item, '
	seats_taken
	lock claim alice
	refused EINVAL evidence.item append "$W/bare.md"
	is "$(status turns)" 0
}

@test "last-debate.json and status are the same after a remount" {
	debate d 'rounds = 3'
	seats_taken
	debated opening challenge defense followup summary
	local before
	before=$(cat "$D/last-debate.json")
	is "$(report '.exchanges | map(.role) | join(" ")')" 'proposer challenger proposer challenger'
	is "$(report '.exchanges | all(.duration_ms | type == "number")')" true
	is "$(report .verdict)" null
	remounted
	is "$(cat "$D/last-debate.json")" "$before"
	is "$(status state) $(status round)" 'debating 3'
	has "$(status concessions)" 'I concede C1.2'
	debated third_defense third_followup verdict
	is "$(report .verdict.winner)" claude
	is "$(report '.verdict | keys | join(" ")')" 'agreements disagreements reasoning recommendation winner'
}

@test "check rehearses what is due, for whoever has the role" {
	debate
	seats_taken
	said opening >"$W/opening.md"
	cat "$W/opening.md" >"$D/participants/alice/check"
	has "$(cat "$D/participants/alice/check")" ok
	said challenge >"$W/challenge.md"
	fails EINVAL "$SYS" open "$D/participants/bob/check" w write "@$W/challenge.md" close
	has "$(cat "$D/participants/bob/check")" '[round.role]'
}

@test "a prompt tells how long a turn may take, and offers no claim for timeout" {
	local file
	debate d 'turn_seconds = 77'
	seats_taken
	has "$(cat "$D/README.md")" 'they have 77 seconds for a turn, from when it falls due'
	for file in prompt.md README.md participants/bob/prompt.md; do
		lacks "$(cat "$D/$file")" 'for=timeout'
	done
	# shellcheck disable=SC2016 # the backticks are markdown
	has "$(cat "$D/prompt.md")" 'How long you may take stands in `README.md`, under Terms.'
	refused EBUSY lease.order lock claim bob for=timeout
}

# A turn with so many more bytes, in lines of evidence.
padded() { # TEXT BYTES
	said "$1"
	echo
	yes "In the $1 the file \`src/price.c:14\` shows 5 ms." | fold -w 7980 | head -c "$2"
	echo
}

@test "a turn leaves room in the record for the verdict" {
	debate d 'max_turn_bytes = 1048576'
	seats_taken
	for turn in 'alice opening' 'bob challenge' 'alice defense'; do
		read -r name text <<<"$turn"
		padded "$text" 1047000 >"$W/$text.md"
		lock claim "$name"
		append "$W/$text.md"
		lock release "$name"
	done
	local left=$((4194304 - $(status record_bytes)))
	lock claim bob
	padded followup $((left - 4000)) >"$W/followup.md"
	refused EFBIG limit.record append "$W/followup.md"
	padded followup $((left - 18000)) >"$W/followup.md"
	append "$W/followup.md"
	lock release bob
	debated verdict
	is "$(status state)" completed
}

