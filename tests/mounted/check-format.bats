#!/usr/bin/env bats
# `duelfs check` without --format: a text says itself of which format it is, by its head or by what it begins with.
# shellcheck disable=SC2016 # backticks of Markdown
load lib
load rounds

CORPUS=$BATS_TEST_DIRNAME/../corpus

setup() {
	paths
	cd "$W" || exit
}

# `checks STATUS ARGUMENT…`: the exit status; what stands on stdout is in $said, and on stderr in $told.
checks() {
	local want=$1 status=0
	shift
	said=$(timeout 60 "$DUELFS" check "$@" 2>"$W/stderr") || status=$?
	told=$(cat "$W/stderr")
	is "exit status $status" "exit status $want" || {
		printf '%s\n' "$said" "$told" | head -n 20
		return 1
	}
}

passes() { # FILE
	checks 0 "$@"
	is "$(tail -n 1 <<<"$said")" "${*: -1}: ok"
	lacks "$said" error
}

# Nothing says which it is, and nothing is judged.
unknown() { # FILE
	checks 2 "$@"
	is "$said" ''
	is "$told" "duelfs: ${*: -1}: it begins like a text of no format (socratic, dialectic, rounds, adversarial): --format says which it is"
}

# It is known for what it is, and not read back.
not_read_back() { # FILE
	checks 2 "$@"
	is "$said" ''
	has "$told" "duelfs: ${*: -1}: a record of dialectic is not read back: "
}

# This file, with other line ends, and behind a byte order mark: said against it is that one mark.
in_other_clothes() { # PREDICATE FILE
	"$@"
	sed 's/$/\r/' "$2" >crlf.md
	"$1" crlf.md
	printf '\xef\xbb\xbf' | cat - "$2" >marked.md
	[ "$1" = not_read_back ] || {
		checks 1 marked.md
		is "$(grep -c ': error: ' <<<"$said")" 1
		has "$said" 'marked.md:1: error: [text.control] U+FEFF in column 1 is a byte order mark'
		printf '\xef\xbb\xbf' | cat - crlf.md >both.md
		checks 1 both.md
		is "$(grep -c ': error: ' <<<"$said")" 1
	}
}

archived() {
	[ -e "$(echo "$STORE"/archive/*.md)" ]
}

@test "an archived record of each format is known by its head" {
	mounted
	duel
	play_to 2
	conclude alice DISSENT
	eventually archived
	mv "$STORE"/archive/*.md socratic.md

	debate e
	seats_taken
	debated opening challenge defense followup verdict
	eventually archived
	mv "$STORE"/archive/*.md rounds.md

	bare f
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' 'exchanges = 1' >"$D/config.toml"
	for who in alice:proposition bob:opposition carol:judge; do
		lock join "${who%:*}" role="${who#*:}"
	done
	for who in alice:proposition bob:opposition carol:judge; do
		lock claim "${who%:*}"
		append "$CORPUS/dialectic/debate/0-${who#*:}.json"
		[ "${who#*:}" = judge ] || lock release "${who%:*}"
	done
	eventually archived
	mv "$STORE"/archive/*.md dialectic.md

	in_other_clothes passes socratic.md
	in_other_clothes passes rounds.md
	in_other_clothes not_read_back dialectic.md
	checks 2 --format dialectic dialectic.md
	has "$told" 'is not read back'
}

@test "a text of each format is known by what it begins with" {
	for file in "$CORPUS"/socratic/turn-1.md "$CORPUS"/rounds/one-row-a-turn/1-proposer.md "$CORPUS"/dialectic/debate/0-proposition.json; do
		in_other_clothes passes "$file"
	done
	for text in opening challenge summary; do
		said $text >$text.md
		checks 0 $text.md
	done
	passes "$CORPUS/socratic/turn-2.md"
	for n in 0-judge 1-opposition 2-judge; do
		passes "$CORPUS/dialectic/debate/$n.json"
	done
	printf '\n```json\n%s\n```\n' "$(cat "$CORPUS/dialectic/debate/0-judge.json")" >fenced.md
	passes fenced.md
	cat >conclusion.md <<-'CONCLUSION'
		## Terminal Conclusion

		**Outcome**: DISSENT
		**Candidate Convergence**: no
		**Reason**: all is said

		They do not agree.
	CONCLUSION
	passes conclusion.md
	{
		printf '# What was said of it\n\n## The Question\n\nWords.\n\n## The Clash\n'
	} >report.md
	checks 1 report.md
	has "$said" 'report.md: error: [report.words] '
}

@test "what is wrong in a text is told by the rules of its own format" {
	said opening | sed 's/Proposer (claude/Proposer claude/' >opening.md
	checks 1 opening.md
	has "$said" 'opening.md:1: error: [round.identity] '
	jq '.[1].claim = " "' "$CORPUS/dialectic/debate/0-proposition.json" >opening.json
	checks 1 opening.json
	has "$said" 'opening.json:[1].claim: error: [handin.blank]'
	printf '{\n  "title": "Free buses\n' >broken.json
	checks 1 broken.json
	has "$said" '[handin.json]'
	turn 1 alice NEVERMIND >draft.md
	checks 1 draft.md
	has "$said" 'draft.md:1: error: [turn.stance] '
}

@test "words before the first heading are told, by the format of that heading, and a token line is none" {
	{
		printf 'Here is my text.\n\n'
		said opening
	} >opening.md
	checks 1 opening.md
	has "$said" 'error: [round.order] '
	{
		printf '<!-- token: xyzzy-secret -->\n'
		said opening
	} >opening.md
	passes opening.md
	# What is quoted, or in a fence, begins nothing.
	{
		said opening
		printf '\n```\n## Turn 1 — bob (x / y) — REVISING\n```\n'
	} >opening.md
	passes opening.md
	{
		printf '> ## Turn 1 — bob (x / y) — REVISING\n\n```\n## Round 2 — Challenger (a / b)\n```\n'
	} >quoting.md
	unknown quoting.md
}

@test "--format decides, whatever the text looks like" {
	said opening >opening.md
	checks 1 --format socratic opening.md
	has "$said" '[turn.one]'
	checks 1 --format dialectic opening.md
	has "$said" '[report.words]'
	checks 1 --format rounds "$CORPUS/socratic/turn-1.md"
	has "$said" '[round.order]'
}

@test "a text that begins like none is not judged, unless --format or a configuration says what it is" {
	: >empty.md
	printf '\n\n' >blank.md
	head -c 5000 "$DUELFS" >program
	printf '\xef\xbb\xbf' >mark.md
	printf '[a link](b) and more.\n' >link.md
	printf '# Notes\n\n## Returns\n' >notes.md
	for file in empty.md blank.md program mark.md link.md notes.md "$BATS_TEST_DIRNAME/../../README.md" "$CORPUS/socratic/plan.md"; do
		unknown "$file"
	done
	checks 2 - <empty.md
	has "$told" 'duelfs: -: it begins like a text of no format '
	checks 1 --format socratic empty.md
	is "$said" 'empty.md: error: [text.blank] there is no text: nothing but blank lines, or a token line with nothing behind it
empty.md: 1 error'
	printf '[defaults]\nformat = "rounds"\n' >duelfs.toml
	checks 1 --config duelfs.toml link.md
	has "$said" '[round.order]'
	checks 0 --config duelfs.toml "$CORPUS/socratic/turn-1.md"
}
