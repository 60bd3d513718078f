#!/usr/bin/env bats
# `duelfs check` of many texts: each of the corpus as it is filed, and hostile ones of 4 MiB by the dozen, perhaps under a sanitizer.
# shellcheck disable=SC2154 # $said and $told: check-command.bash
load lib
load check-command

CORPUS=$BATS_TEST_DIRNAME/../corpus/socratic

# --- the corpus

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
	{ cat "$CORPUS/turn-1.md" && printf '\n---\n\n' && cat "$CORPUS/turn-2.md" && printf '\n---\n\n'; } >before.md
	for file in $(third_turns accepted warned refused); do
		name=${file##*/} name=${name%.md}
		folder=${file%/*} folder=${folder##*/}
		cat before.md "$file" >text.md
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
	for file in $(third_turns accepted); do
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
