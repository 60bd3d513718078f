#!/usr/bin/env bats
# `duelfs check` of whole records: what a mount has accepted passes, and what it would not have written is found.
# shellcheck disable=SC2154 # $said and $told: check-command.bash
load lib
load check-command

# --- records that a mount has accepted

# The record as the mount shows it, as the archive has it, with other line ends, and from stdin: nothing is said against any of them.
record_passes() {
	passes "$D/debate.md"
	record >record.md
	passes record.md
	sed 's/$/\r/' record.md >crlf.md
	passes crlf.md
	checks 0 - <record.md
	is "$said" '-: ok'
}

archive_passes() {
	local file
	eventually archive_is_done
	for file in "$STORE"/archive/*.md; do
		cmp "$file" "$D/debate.md"
		passes "$file"
	done
}

@test "a record passes at every step, from its head alone to its conclusion, and so does its archive file" {
	mounted
	duel
	record_passes
	join_both
	record_passes
	play 1 alice OPEN_TO_DEBATE
	record_passes
	play 2 bob OPEN_TO_DEBATE
	play 3 alice CONVERGING revision
	play 4 bob OPEN_TO_DEBATE
	play 5 alice CONVERGING
	play 6 bob DISSENTING revision
	record_passes
	conclude alice MAX_TURNS
	is "$(status outcome)" MAX_TURNS
	record_passes
	archive_passes
}

@test "a record that ended in consensus passes, and one that ended in dissent" {
	mounted
	duel
	join_both
	play 1 alice OPEN_TO_DEBATE
	play 2 bob OPEN_TO_DEBATE
	play 3 alice ACCEPTING_CONSENSUS revision
	play 4 bob ACCEPTING_CONSENSUS revision
	conclude bob ACCEPTED_CONSENSUS
	record_passes
	duel e
	play_to 3
	conclude bob DISSENT
	is "$(status outcome)" DISSENT
	record_passes
}

@test "a record of more turns than by default passes: its head says how many" {
	mounted
	duel d 'max_turns = 8'
	play_to 8
	conclude alice MAX_TURNS
	is "$(status outcome)" MAX_TURNS
	record_passes
}

@test "a record with marks in its topic and its names passes" {
	mounted
	bare d
	printf '%s\n' "topic = 'A * [b](c) _d_ | <e> & ~f~ \\ \`g\` #'" >>"$D/config.toml"
	MODEL='m/1.5_x'
	HARNESS='a b'
	lock join '"Al *x* [y]"' harness="\"$HARNESS\"" model="$MODEL"
	lock join 'b_o_b#' harness="\"$HARNESS\"" model="$MODEL"
	turn 1 'Al *x* [y]' OPEN_TO_DEBATE >"$W/turn.md"
	sed -i 's/Caching/ABCD topic g/' "$W/turn.md"
	lock claim '"Al *x* [y]"'
	append "$W/turn.md"
	lock release '"Al *x* [y]"'
	record >record.md
	checks 0 record.md
	is "$(verdict)" 'record.md: ok'
	# Its topic is the head's: a summary without it is refused.
	{
		cat record.md
		printf '\n---\n\n## Terminal Conclusion\n\n**Outcome**: INVALIDATED\n**Candidate Convergence**: no\n**Reason**: over\n\nWords.\n'
	} >concluded.md
	checks 1 concluded.md
	has "$said" 'does not name the topic, "A * [b](c) _d_ | <e> & ~f~ '
}

@test "each turn's own file passes: the first as a beginning, others by themselves" {
	mounted
	duel
	play_to 3
	passes "$D/turns/001-alice.md"
	for file in 002-bob 003-alice; do
		checks 0 "$D/turns/$file.md"
		has "$said" 'note: judged by itself'
		is "$(verdict)" "$D/turns/$file.md: ok"
	done
}

@test "turns without a head pass, and from one in the middle on each by itself" {
	mounted
	duel
	play_to 3
	cat "$D"/turns/*.md >turns.md
	passes turns.md
	record | sed '1,/^---$/d' >tail.md
	passes tail.md
	cat "$D"/turns/00[23]*.md >later.md
	checks 0 later.md
	is "$(grep -c note: <<<"$said")" 1
}

@test "a turn with headings in fences and quotes is one turn" {
	mounted
	duel
	join_both
	turn 1 alice OPEN_TO_DEBATE >head.md
	{
		sed '/^\*\*Agreements/q' head.md
		# shellcheck disable=SC2016 # Markdown
		printf '\n```\n## Turn 7 — bob (x / y) — REVISING\n```\n\n> ## Turn 8 — bob (x / y) — REVISING\n\n'
		sed '1,/^\*\*Agreements/d' head.md
		printf '\n---\n\n***\n'
	} >"$W/turn.md"
	lock claim alice
	append "$W/turn.md"
	lock release alice
	play 2 bob OPEN_TO_DEBATE
	is "$(status turns)" 2
	record_passes
}

@test "a line between turns that the filesystem would not have written there is none of its own" {
	mounted
	duel
	play_to 2
	record_passes
	sed 's/^## Turn 2/> Peer timeout: carol, 2026-11-20T22:30:00Z\n\n---\n\n&/' record.md >forged.md
	checks 1 forged.md
	has "$said" "forged.md:$(line_of forged.md '> Peer'): error: [text.reserved]"
}

# --- timeouts

granted() {
	lock claim "$1" for=timeout >/dev/null
}

silent_duel() {
	mounted
	duel d 'wait_seconds = 1'
	join_both
	play 1 alice OPEN_TO_DEBATE
	eventually granted alice
}

@test "a record in which one spoke twice because the other was silent passes, and not without its note" {
	silent_duel
	record_passes
	turn 2 alice OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	lock release alice
	play 3 bob OPEN_TO_DEBATE
	record_passes
	grep -v '^> Peer timeout' record.md >without.md
	line=$(line_of without.md '## Turn 2')
	checks 1 without.md
	is "$(found)" "$line [lease.order] $line [turn.alternation]"
	sed '/^> Peer/s/bob/alice/' record.md >other.md
	checks 1 other.md
	is "$(found)" "$(line_of other.md '> Peer') [text.reserved] $((line + 1)) [lease.order] $((line + 1)) [turn.alternation]"
	# Without a head the silent one's name stands in the note alone.
	sed '1,/^---$/d; /^## Turn 3/,$d' record.md >turns.md
	passes turns.md
}

@test "a TIMEOUT after a silence passes, and not without its note" {
	silent_duel
	conclude alice TIMEOUT
	is "$(status outcome)" TIMEOUT
	record_passes
	archive_passes
	grep -v '^> Peer timeout' record.md >without.md
	checks 1 without.md
	is "$(found)" "$(line_of without.md '**Outcome**') [conclusion.unearned]"
}

@test "a TIMEOUT under a lease that has seen a turn since passes" {
	silent_duel
	turn 2 alice OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	conclusion TIMEOUT >"$W/conclusion.md"
	concluded() { append "$W/conclusion.md" >/dev/null; }
	eventually concluded
	is "$(status outcome)" TIMEOUT
	record_passes
}

@test "a TIMEOUT of one who waited alone passes" {
	mounted
	duel d 'wait_seconds = 1'
	lock join alice harness="$HARNESS" model="$MODEL"
	record_passes
	eventually granted alice
	conclude alice TIMEOUT
	is "$(status outcome)" TIMEOUT
	record_passes
	archive_passes
}

@test "an invalidated record passes, of two and of one" {
	silent_duel
	conclude alice INVALIDATED
	is "$(status outcome)" INVALIDATED
	grep -q '^> Invalidated by alice' "$D/debate.md"
	record_passes
	archive_passes
	duel e 'wait_seconds = 1'
	lock join alice harness="$HARNESS" model="$MODEL"
	eventually granted alice
	conclude alice INVALIDATED
	is "$(status outcome)" INVALIDATED
	record_passes
}

@test "an invalidated record passes whoever of the two did it, by whatever name and for whatever reason" {
	local n names=('"1. c, d"' '"a: b"')
	mounted
	for n in 1 2; do # after so many turns
		duel d$n
		lock join '"a: b"' harness="$HARNESS" model="$MODEL"
		lock join '"1. c, d"' harness="$HARNESS" model="$MODEL"
		for ((i = 1; i <= n; i++)); do
			lock claim "${names[i % 2]}"
			turn $i "$(tr -d '"' <<<"${names[i % 2]}")" OPEN_TO_DEBATE >turn.md
			append turn.md
			lock release "${names[i % 2]}"
		done
		lock claim "${names[i % 2]}"
		conclusion INVALIDATED 'e: *f*, <g>, over 2026-11-20T22:30:00Z' >conclusion.md
		append conclusion.md
		is "$(status outcome)" INVALIDATED
		record_passes
	done
}

@test "a line of who invalidated a debate that the filesystem would not have written there is told" {
	silent_duel
	conclude alice INVALIDATED
	record >good.md
	line=$(line_of good.md '> Invalidated by alice')
	for script in 's/by alice: /by mallory: /' 's/by alice: what was/by alice: what is/' 's/^(\*\*Outcome\*\*: ).*/\1TIMEOUT/'; do
		sed -E "$script" good.md >bad.md
		checks 1 bad.md
		has "$said" "bad.md:$line: error: [text.reserved]"
	done
	sed '/^> Invalidated by/d' good.md >rehearsed.md # as it was before the filesystem put its line there
	checks 0 rehearsed.md
	{ sed '/^## Terminal/,$d' good.md && tail -n 1 good.md && printf '\n' && sed -n '/^## Terminal/,/^The debate/p' good.md; } >before.md
	checks 1 before.md
	has "$said" "error: [text.reserved]"
}

# --- what no mount has accepted

long_record() {
	mounted
	duel
	play_to 4
	record >record.md
}

@test "a turn that is missing is found, and those behind it are judged by themselves" {
	long_record
	sed '/^## Turn 2/,/^## Turn 3/{/^## Turn 3/!d}' record.md >broken.md
	checks 1 broken.md
	line=$(line_of broken.md '## Turn 3')
	has "$(found)" "$line [lease.order] $line [turn.number] $line [turn.alternation]"
	has "$said" "broken.md:$(line_of broken.md '## Turn 4'): note: from here on judged by itself; not applied: "
}

@test "a mistake in one turn is told once" {
	long_record
	sed '/^## Turn 2/,/^## Turn 3/s/^    - https.*/    - an opinion/' record.md >broken.md
	checks 1 broken.md
	line=$(line_of broken.md '- an opinion')
	is "$(found)" "$line [support.kind] $((line - 3)) [counterpoint.support]"
	is "$(verdict)" 'broken.md: 2 errors'
}

@test "somebody who is no participant, and a participant with another harness, are found" {
	long_record
	sed '/^## Turn 3/s/alice/carol/' record.md >broken.md
	checks 1 broken.md
	line=$(line_of broken.md '## Turn 3')
	has "$(found)" "$line [seat.taken]"
	sed '/^## Turn 3/s/alice/Alice/' record.md >broken.md
	checks 1 broken.md
	is "$(found)" "$line [turn.participant]"
	sed '/^## Turn 1/s/claude-code/codex/' record.md >broken.md
	checks 1 broken.md
	is "$(found)" "$(line_of record.md '## Turn 1') [turn.identity]"
	sed '1,/^---$/d' record.md | sed '/^## Turn 3/s/claude-code/codex/' >broken.md
	checks 1 broken.md
	is "$(found)" "$(line_of broken.md '## Turn 3') [turn.identity]"
}

@test "nothing may stand behind a conclusion" {
	long_record
	{
		cat record.md
		printf '\n---\n\n'
		conclusion DISSENT
		printf '\n---\n\n'
		turn 5 alice OPEN_TO_DEBATE
		conclusion DISSENT
	} >broken.md
	checks 1 broken.md
	is "$(found)" "$(line_of broken.md '## Turn 5') [duel.closed] $(grep -n '## Terminal' broken.md | tail -n 1 | cut -d: -f1) [duel.closed]"
}

@test "words between the head and the first turn are found" {
	long_record
	sed '0,/^---$/s//- words\n\n---/' record.md >broken.md
	checks 1 broken.md
	has "$(found)" "$(line_of broken.md '- words') [turn.one]"
}

@test "a novel argument that repeats an earlier one, and a stance that changes without support, are found" {
	long_record
	words=$(grep '^Invalidation1' record.md)
	sed "s/^Invalidation4.*/$words/; /^## Turn 4/s/OPEN_TO_DEBATE/REVISING/" record.md >broken.md
	checks 1 broken.md
	has "$said" '[novel.repeat]'
	has "$said" '[stance.revision]'
}

@test "a conclusion that the record has not earned is found" {
	long_record
	{
		cat record.md
		conclusion MAX_TURNS
	} >broken.md
	checks 1 broken.md
	is "$(found)" "$(line_of broken.md '**Outcome**') [conclusion.unearned]"
}

# --- sources

sourced_duel() {
	printf '# Caching of results\n\n## Rollout\n\nFailures are rare.\n' >plan.md
	mounted
	bare d
	echo "source = \"$W/plan.md\"" >>"$D/config.toml"
	join_both
	for n in 1 2; do
		name=$([ $n = 1 ] && echo alice || echo bob)
		turn $n "$name" OPEN_TO_DEBATE | sed 's/Addresses: .*/Addresses: Rollout/; s,https://.*,plan.md#rollout: "Failures are rare",' >"$W/turn.md"
		lock claim "$name"
		append "$W/turn.md"
		lock release "$name"
	done
}

@test "a record with a source passes with it, wherever its copy is, and with a note without it" {
	sourced_duel
	conclusion DISSENT >"$W/conclusion.md"
	echo 'See plan.md.' >>"$W/conclusion.md"
	lock claim alice
	append "$W/conclusion.md"
	is "$(status outcome)" DISSENT
	passes --source plan.md "$D/debate.md"
	passes --source "$D/source.md" "$D/debate.md"
	checks 0 "$D/debate.md"
	has "$said" "debate.md: note: judged without its source, $W/plan.md: "
	is "$(verdict)" "$D/debate.md: ok"
}

@test "what is said to stand in the source is sought in the one that is given" {
	sourced_duel
	record >record.md
	sed 's/rare/frequent/' plan.md >other.md
	checks 1 --source other.md record.md
	has "$said" '[support.source]'
	sed '0,/Failures are rare/s//Failures are legion/' record.md >broken.md
	checks 1 --source plan.md broken.md
	has "$(found)" "$(line_of broken.md legion) [support.source]"
}

@test "the topic is the source's first heading; without one, no rule about it is applied" {
	turn 1 alice OPEN_TO_DEBATE >draft.md
	printf '# Gardening\n' >garden.md
	passes draft.md
	checks 0 --source garden.md draft.md
	has "$said" 'draft.md:1: warning: [topic.drift] no word of the topic "Gardening" '
	printf 'Caching.\n' >caching.md
	passes --source caching.md draft.md
}
