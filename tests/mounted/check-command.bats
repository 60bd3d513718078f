#!/usr/bin/env bats
# `duelfs check FILE`: a text is judged without a mount; what a mount has accepted passes.
# Hostile texts of 4 MiB by the dozen, perhaps under a sanitizer.
load lib

CORPUS=$BATS_TEST_DIRNAME/../corpus/socratic

setup() {
	paths
	cd "$W" || exit
}

# `checks STATUS ARGUMENT…`: the exit status; what stands on stdout is in $said, and on stderr in $told.
checks() {
	local want=$1 status=0
	shift
	said=$(timeout 20 "$DUELFS" check "$@" 2>"$W/stderr") || status=$?
	told=$(cat "$W/stderr")
	is "exit status $status" "exit status $want" || {
		printf '%s\n' "$said" "$told" | head -n 20
		return 1
	}
	[ "$want" -eq 2 ] || is "$told" ''
}

# `passes FILE …`: nothing at all is said against it.
passes() {
	checks 0 "$@"
	is "$said" "${*: -1}: ok"
}

# The last line of what was said.
verdict() {
	tail -n 1 <<<"$said"
}

# The lines of what was said, without sentences: `3 [turn.number]`.
found() {
	sed -nE 's/^[^ ]*:([0-9]+): error: (\[[^]]*\]).*/\1 \2/p' <<<"$said" | paste -sd' '
}

# The number of the line in which words stand.
line_of() { # FILE WORDS
	grep -nF -- "$2" "$1" | head -n 1 | cut -d: -f1
}

# --- drafts

@test "a good first turn is ok, and exit status 0" {
	turn 1 alice OPEN_TO_DEBATE >draft.md
	passes draft.md
}

@test "what is wrong is told as compilers tell it, with the line of the file, and exit status 1" {
	turn 1 alice OPEN_TO_DEBATE | sed '/^  Support:/,/measurement-1/d' >draft.md
	checks 1 draft.md
	is "$(head -n 1 <<<"$said")" \
		"draft.md:$(line_of draft.md '- Addresses'): error: [counterpoint.support] the first counterpoint has no support"
	is "$(verdict)" 'draft.md: 1 error'
}

@test "several errors are counted" {
	turn 1 alice NEVERMIND | sed 's/ (non-blocking)//' >draft.md
	checks 1 draft.md
	is "$(found)" '1 [turn.stance] 22 [unresolved.flag]'
	is "$(verdict)" 'draft.md: 2 errors'
}

@test "warnings are shown and refuse nothing" {
	turn 1 alice OPEN_TO_DEBATE | sed 's#https://example.org/measurement-1#measurements.csv#' >draft.md
	checks 0 draft.md
	has "$said" 'draft.md:10: warning: [support.file] '
	is "$(verdict)" 'draft.md: ok'
}

@test "- is standard input" {
	turn 1 alice OPEN_TO_DEBATE >draft.md
	checks 0 - <draft.md
	is "$said" '-: ok'
	checks 1 --format socratic - </dev/null
	has "$said" '-: error: [text.blank] '
	for format in $("$DUELFS" check --help | sed -n 's/.*by the rules of this format: //p'); do
		checks 1 --format "$format" - <<<' '
		is "$(grep -o '\[.*\]' <<<"$said")" '[text.blank]'
	done
}

@test "a pipe can be checked" {
	checks 0 <(turn 1 alice OPEN_TO_DEBATE)
	has "$said" ': ok'
}

@test "a later turn without the ones before it is judged by itself, and says what was not applied" {
	turn 3 alice CONVERGING >draft.md
	checks 0 draft.md
	is "$said" "draft.md: note: judged by itself; not applied: turn.number, turn.alternation, novel.repeat, stance.revision, conclusion.unearned
draft.md: ok"
}

@test "judged by itself a turn may cite those before it, and no other" {
	turn 3 alice OPEN_TO_DEBATE | sed 's#https://.*#Turn 2#' >draft.md
	checks 0 draft.md
	turn 3 alice OPEN_TO_DEBATE | sed 's#https://.*#Turn 3#; s/Addresses: .*/Addresses: Turn 4/' >draft.md
	checks 1 draft.md
	is "$(found)" '10 [support.turn] 7 [counterpoint.addresses] 7 [counterpoint.support]'
}

@test "judged by itself a turn keeps every rule that needs no record" {
	turn 3 alice ACCEPTING_CONSENSUS blocking >draft.md
	checks 1 draft.md
	has "$said" '[consensus.blocking]'
	turn 99 alice OPEN_TO_DEBATE >draft.md
	checks 1 draft.md
	is "$(found)" '1 [turn.limit]'
	turn 3 alice OPEN_TO_DEBATE | sed 's/ (claude-code.*) / /' >draft.md
	checks 1 draft.md
	is "$(found)" '1 [turn.identity]'
}

@test "a conclusion without its record is judged by itself" {
	cat >draft.md <<-'CONCLUSION'
		## Terminal Conclusion

		**Outcome**: ACCEPTED_CONSENSUS
		**Candidate Convergence**: yes
		**Reason**: all is said

		Both agree.
	CONCLUSION
	checks 0 draft.md
	has "$said" 'draft.md: note: judged by itself; not applied: '
	sed -i 's/: yes/: perhaps/; /Reason/d' draft.md
	checks 1 draft.md
	is "$(found)" '1 [conclusion.form] 4 [conclusion.form]'
}

@test "names that could not join are refused" {
	turn 1 claim OPEN_TO_DEBATE >draft.md
	checks 1 draft.md
	# shellcheck disable=SC2016 # Markdown
	has "$said" 'draft.md:1: error: [seat.name] a verb of `lock` is no name'
	turn 2 'a|b' OPEN_TO_DEBATE >draft.md
	checks 1 draft.md
	has "$said" 'draft.md:1: error: [seat.name] '
	HARNESS='a<b' turn 1 alice OPEN_TO_DEBATE >draft.md
	checks 1 draft.md
	has "$said" 'draft.md:1: error: [value.bad] harness: '
	HARNESS='' turn 1 alice OPEN_TO_DEBATE >draft.md
	checks 1 draft.md
	has "$said" 'draft.md:1: error: [value.bad] harness: '
}

@test "a token line before a draft is taken off, as an append's is, and never shown" {
	{
		printf '\n<!-- token: xyzzy-secret -->\n'
		turn 1 alice OPEN_TO_DEBATE
	} >draft.md
	passes draft.md
	{
		printf '<!-- token: xyzzy-secret -->\n'
		echo 'No heading.'
	} >draft.md
	checks 1 --format socratic draft.md
	is "$(found)" '2 [turn.one]'
	lacks "$said" xyzzy
}

@test "a line like the filesystem's own is refused in a text of any format" {
	local line='> Maker: come to an end, 2026-11-20T22:30:00Z'
	for format in $("$DUELFS" check --help | sed -n 's/.*by the rules of this format: //p'); do
		printf 'A text.\n\n%s\n\nMore.\n' "$line" >draft.md
		checks 1 --format "$format" draft.md
		has "$said" 'draft.md:3: error: [text.reserved]'
	done
	{ printf '# A report\n\n%s\n' "$line"; } >report.md
	checks 1 --format dialectic report.md
	has "$said" 'report.md:3: error: [text.reserved]'
}

@test "a draft that ends in such a line is refused" {
	{ turn 1 alice OPEN_TO_DEBATE && printf '\n> Peer timeout: bob, 2026-11-20T22:30:00Z\n'; } >draft.md
	checks 1 draft.md
	has "$said" "draft.md:$(line_of draft.md '> Peer'): error: [text.reserved]"
}

# --- the command line

@test "what cannot be judged is exit status 2, with a reason on standard error and nothing on standard output" {
	turn 1 alice OPEN_TO_DEBATE >draft.md
	cp draft.md draft.txt
	printf 'a\xff\n' >bytes.md
	mkdir folder
	for words in '' 'draft.md draft.md' '--bogus draft.md' '--format' 'nowhere.md' 'folder' '--source nowhere.md draft.md' \
		'--source draft.txt draft.md' '--source folder draft.md' '--source bytes.md draft.md' '--source= draft.md' '--format= draft.md'; do
		# shellcheck disable=SC2086 # words
		checks 2 $words
		is "$said" ''
		[ -n "$told" ] || give_up "no reason for: $words"
	done
}

@test "an unknown format is exit status 2, and says which there are" {
	turn 1 alice OPEN_TO_DEBATE >draft.md
	checks 2 --format nonsense draft.md
	has "$told" 'duelfs: --format=nonsense: there is no such format; there is socratic, dialectic, rounds'
}

@test "a hand-in of a debate is judged by itself, by its shape, and by the path of what is wrong" {
	local debate=$BATS_TEST_DIRNAME/../corpus/dialectic/debate n
	for n in 0-proposition 0-judge 1-opposition 2-judge; do
		checks 0 --format dialectic "$debate/$n.json"
		has "$said" 'not applied: attack.target, defence.target, judgement.missing, judgement.other, rescore.unknown, rescore.old, report.argument, report.totals'
	done
	jq '.[1].grounds[0].source = " "' "$debate/0-proposition.json" >bad.json
	checks 1 --format dialectic bad.json
	has "$said" 'bad.json:[1].grounds[0].source: error: [handin.blank]'
	jq '.scores[0].score = 1.5' "$debate/0-judge.json" >bad.json
	checks 1 --format dialectic bad.json
	has "$said" '[judgement.range]'
	printf '# A report\n' >report.md
	checks 1 --format dialectic report.md
	has "$said" '[report.words]'
	lacks "$said" '[report.totals]'
}

@test "options take their value in the next word or behind =, before or behind FILE" {
	turn 1 alice OPEN_TO_DEBATE >draft.md
	printf '# Caching\n' >plan.md
	passes --format socratic draft.md
	passes --format=socratic --source=plan.md draft.md
	passes --source plan.md -- draft.md
	checks 0 draft.md --format=socratic --source "$W/plan.md"
	is "$said" 'draft.md: ok'
}

@test "--config judges by the defaults of that file, which are read as at a mount" {
	long_turn 1 alice 1200 >draft.md
	passes draft.md
	printf '[defaults]\nmax_turn_bytes = 1024\n' >small.toml
	checks 1 --config small.toml draft.md
	has "$said" '[text.size]'
	printf '\n[defaults]\nmax_turn_byte = 1024\n' >bad.toml
	checks 2 --config=bad.toml draft.md
	is "$told" 'duelfs: bad.toml:3: max_turn_byte: unknown key; did you mean max_turn_bytes?'
	checks 2 --config nowhere.toml draft.md
	has "$told" 'nowhere.toml'
}

@test "--help prints the options and gives 0" {
	checks 0 --help
	for words in 'usage: duelfs check' --format --source --config socratic; do
		has "$said" "$words"
	done
}

@test "an answer that cannot be written is exit status 2" {
	turn 1 alice OPEN_TO_DEBATE >draft.md
	status=0
	"$DUELFS" check draft.md >/dev/full 2>stderr || status=$?
	is $status 2
	[ -s stderr ]
}

@test "a file's name is escaped where it is printed" {
	name=$'a\nb\x1b.md'
	turn 1 alice OPEN_TO_DEBATE >"$name"
	checks 0 "$name"
	is "$said" 'a\nb\x1B.md: ok'
}

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

@test "a turn with headings in fences, comments and quotes is one turn" {
	mounted
	duel
	join_both
	turn 1 alice OPEN_TO_DEBATE >head.md
	{
		sed '/^\*\*Agreements/q' head.md
		# shellcheck disable=SC2016 # Markdown
		printf '\n```\n## Turn 7 — bob (x / y) — REVISING\n```\n\n<!--\n\n## Terminal Conclusion\n-->\n\n> ## Turn 8 — bob (x / y) — REVISING\n\n'
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

# --- the corpus

# Those two turns, then a text.
as_third_turn() {
	cat "$CORPUS/turn-1.md"
	printf '\n---\n\n'
	cat "$CORPUS/turn-2.md"
	printf '\n---\n\n'
	cat "$1"
}

# Where a name and a heading are all that there is to tell who writes, and a heading begins a turn.
told_otherwise() {
	case $1 in
	turn.participant--peer) echo turn.alternation ;;
	turn.one--two-turns) echo novel.repeat ;;
	*) echo "${1%%--*}" ;;
	esac
}

@test "every text of the corpus gets the verdict that it is filed under" {
	seen=0
	for file in "$CORPUS"/{accepted,warned,refused}/*.md; do
		name=$(basename "$file" .md)
		folder=$(basename "$(dirname "$file")")
		as_third_turn "$file" >text.md
		# What does not begin with its heading belongs to the turn before it, unless it stands alone.
		case $name in turn.one--no-heading | turn.one--quoted | turn.one--fenced-heading | turn.one--text-before) cp "$file" text.md ;; esac
		case $folder in
		accepted) passes --source "$CORPUS/plan.md" text.md ;;
		warned) checks 0 --source "$CORPUS/plan.md" text.md && has "$said" "warning: [${name%%--*}]" ;;
		refused)
			checks 1 --format socratic --source "$CORPUS/plan.md" text.md && has "$said" "error: [$(told_otherwise "$name")]"
			;;
		esac || give_up "$folder/$name"
		seen=$((seen + 1))
	done
	[ $seen -gt 130 ]
}

@test "every accepted text of the corpus is accepted by itself too" {
	for file in "$CORPUS"/accepted/*.md; do
		checks 0 --source "$CORPUS/plan.md" "$file" || give_up "$file"
	done
}

# --- hostile texts

# Some bytes, again and again.
repeat() { # BYTES TEXT
	python3 -c 'import sys; n, s = int(sys.argv[1]), sys.argv[2].encode().decode("unicode_escape"); sys.stdout.write((s * (n // len(s) + 1))[:n])' "$@"
}

@test "hostile texts are refused and end, whether or not their format is said" {
	for bytes in 65536 4194304; do
		for text in '>' '> ' '>\n' '- ' '-\n' '* - + ' '[' '![' '*a ' '<!--' '```\n' '#\n' '## Turn 1\n' '## Turn 2 — a (b / c) — REVISING\n' \
			'> Peer timeout: b, 2026-11-20T22:30:00Z\n\n' '[a]: b\n' '---\n' '\n' ' ' '# Socratic Duel: x\n\n' '| Topic | x |\n'; do
			repeat $bytes "$text" >draft.md
			checks 1 --format socratic draft.md || give_up "$bytes of $text"
			status=0
			timeout 100 "$DUELFS" check draft.md >"$W/said" 2>&1 || status=$?
			[[ $status == [12] ]] || give_up "exit status $status of $bytes of $text"
		done
	done
}

@test "a record with a part that nests too deep has that one found, and others" {
	{
		turn 1 alice OPEN_TO_DEBATE
		repeat 60 '>' | sed 's/$/ deep/'
		printf '\n\n'
		turn 2 bob NEVERMIND
	} >draft.md
	checks 1 draft.md
	has "$(found)" "$(line_of draft.md '>>>>') [limit.nesting]"
	has "$(found)" "$(line_of draft.md '## Turn 2') [turn.stance]"
}

@test "after sixty-four errors no more is told" {
	repeat 65536 '## Turn 7 — a (b / c) — NEVER\n' >draft.md
	checks 1 draft.md
	[ "$(grep -c ': error: ' <<<"$said")" -lt 128 ]
	has "$said" 'note: too many errors: nothing from here on was judged'
}

@test "NUL, control characters, bytes that are not UTF-8, and long lines are found in their lines" {
	for bad in '\0:text.control' '\x1b:text.control' '\r:text.control' '\xff:text.utf8' '\xe2\x80\xae:text.control'; do
		{
			turn 1 alice OPEN_TO_DEBATE
			turn 2 bob OPEN_TO_DEBATE | sed '3q'
			# shellcheck disable=SC2059 # escapes
			printf "a${bad%:*}b\n"
			turn 2 bob OPEN_TO_DEBATE | sed '1,3d'
		} >draft.md
		checks 1 draft.md
		is "$(found)" "26 [${bad#*:}]"
	done
	turn 1 alice OPEN_TO_DEBATE >draft.md
	repeat 9000 'word ' | tr -d '\n' >>draft.md
	checks 1 draft.md
	is "$(found)" '23 [limit.line]'
}

@test "a turn over 64 KiB is refused, and a file over 4 MiB" {
	{
		turn 1 alice OPEN_TO_DEBATE
		repeat 70000 'words and words\n'
	} >draft.md
	checks 1 draft.md
	has "$said" '[text.size]'
	{
		turn 1 alice OPEN_TO_DEBATE
		repeat 4194304 'words and words\n'
	} >draft.md
	checks 1 draft.md
	is "$said" "draft.md: error: [limit.record] a record has at most 4194304 bytes
draft.md: 1 error"
}

@test "a file that never ends is refused" {
	checks 1 /dev/zero
	has "$said" '[limit.record]'
}
