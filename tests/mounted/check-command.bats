#!/usr/bin/env bats
# `duelfs check FILE`: a text is judged without a mount, and what is wrong is told as compilers tell it.
# shellcheck disable=SC2154 # $said and $told: check-command.bash
load lib
load check-command

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
	is "$said" "draft.md: note: judged by itself; not applied: turn.number, turn.alternation, novel.repeat, open.dropped, open.unknown, open.settled, stance.revision, quote.turn, conclusion.unearned, conclusion.consensus, conclusion.open
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
		has "$said" 'not applied: quote.argument, attack.target, defence.target, judgement.missing, judgement.other, rescore.unknown, rescore.old, rescore.reach, report.argument, report.totals'
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
