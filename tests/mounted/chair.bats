#!/usr/bin/env bats
# A participant's own directory: what it hands in next, and its prompt for a program without tools. (turn.md: desk.bats.)
# shellcheck disable=SC2016 # backquotes are Markdown's
load lib
load rounds

# `seat NAME FILE`: what it says, whose size is known beforehand.
seat() {
	local file=$D/participants/$1/$2 size
	size=$(stat -c %s "$file")
	is "$2 has $(wc -c <"$file") bytes" "$2 has $size bytes" >&2
	cat "$file"
}

# The last block that is fenced as Markdown or JSON.
last_block() {
	awk '
		/^```+(markdown|json)$/ { fence = $0; sub(/[a-z]+$/, "", fence); text = ""; next }
		fence && $0 == fence { last = text; fence = ""; next }
		fence { text = text $0 "\n" }
		END { printf "%s", last }'
}

@test "template.md of a chair is the blank of what this one hands in next, whoever moves first" {
	duel
	join_both
	has "$(seat alice template.md)" '## Turn 1 — alice (claude-code / opus) — OPEN_TO_DEBATE'
	has "$(seat bob template.md)" '## Turn 1 — bob (claude-code / opus) — OPEN_TO_DEBATE'
	fill 1 <"$D/participants/bob/template.md" >"$W/draft.md"
	cat "$W/draft.md" >"$D/participants/bob/turn.md"
	is "$(status turns)" 1
	has "$(seat alice template.md)" '## Turn 2 — alice (claude-code / opus) — OPEN_TO_DEBATE'
	play 2 alice OPEN_TO_DEBATE
	conclude bob DISSENT
	is "$(stat -c %s "$D/participants/alice/template.md")$(seat alice template.md)" 0
}

@test "template.md of a chair is for its role, also while others of the same user have other texts to write" {
	bare d
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' >>"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	lock join carol role=judge
	is "$(seat alice template.md | jq length)" 3
	is "$(seat bob template.md | jq length)" 3
	has "$(seat carol template.md)" '"scores"'
}

@test "ask.md is complete and without a command: its whole answer is the text" {
	printf '# The plan\n\nRoll back.\n' >"$W/plan.md"
	yes 'Failures are rare, and mended by hand.' | head -c 40000 >>"$W/plan.md"
	duel d "source = \"$W/plan.md\""
	play_to 1
	seat bob ask.md >"$W/ask.md"
	for words in 'Your whole answer is that text' 'You are asked for **turn 2**.' 'You are **bob** (claude-code / opus)' '- `support.source`: ' \
		'Breadth first: ' "$(record)" "$(cat "$W/plan.md")" '## Turn 2 — bob (claude-code / opus) — OPEN_TO_DEBATE'; do
		has "$(cat "$W/ask.md")" "$words"
	done
	for words in '```sh' "$M" 'draft.md' 'lock`' 'last_error' 'README.md' 'prompt.md'; do
		lacks "$(cat "$W/ask.md")" "$words"
	done
	last_block <"$W/ask.md" | fill 2 >"$W/answer"
	cat "$W/answer" >"$D/participants/bob/turn.md"
	is "$(status turns) $(status warnings)" '2 []'
}

@test "ask.md says that there is nothing to write, and why, to one that waits, and to all once the debate is over" {
	duel
	play_to 1
	has "$(seat alice ask.md)" 'There is nothing for you to write now: turn 1 was yours: it is the move of bob;'
	lacks "$(seat alice ask.md)" '## The blank'
	play 2 bob OPEN_TO_DEBATE
	conclude alice DISSENT
	has "$(seat bob ask.md)" 'The debate is over: **DISSENT**, in the words of alice: '
	has "$(seat bob ask.md)" 'Nothing is asked of you.'
}

@test "ask.md tells of one's last refusal, and has no place for a token" {
	duel
	lock join alice harness="$HARNESS" model="$MODEL" token=correct-horse
	lock join bob harness="$HARNESS" model="$MODEL"
	has "$(seat alice template.md)" '<!-- token: SECRET -->'
	lacks "$(seat alice ask.md)" 'SECRET'
	echo 'nothing of a turn' >"$W/bad"
	fails EINVAL "$SYS" open "$D/participants/bob/turn.md" w,trunc write "@$W/bad" close
	has "$(seat bob ask.md)" '## Your last text was refused'
	lacks "$(seat alice ask.md)" '## Your last text was refused'
}

@test "ask.md leads through a debate in every format, its blanks filled and nothing else read" {
	local who
	debate d
	seats_taken
	for who in alice bob olga; do
		has "$(seat $who ask.md)" '# A debate: '
		lacks "$(seat $who ask.md)" '```sh'
	done
	has "$(seat alice ask.md)" 'You are asked for **the opening of round 1**.'
	bare e
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' >>"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	has "$(seat alice ask.md)" 'bears on the motion'
	is "$(seat bob ask.md | last_block | jq length)" 3
}

@test "template.md, ask.md and last_error of a chair are read-only, and the same for every caller" {
	unmounted
	pass_through
	mounted -o allow_other
	duel
	join_both
	echo nothing >"$W/bad"
	fails EINVAL "$SYS" open "$D/participants/alice/turn.md" w,trunc write "@$W/bad" close
	for name in template.md ask.md last_error; do
		is "$name $(stat -c %a "$D/participants/alice/$name")" "$name 444"
		fails 'E(ACCES|PERM)' "$SYS" open "$D/participants/alice/$name" w
		user 1001 cat "$D/participants/alice/$name" | cmp - "$D/participants/alice/$name"
	done
}

@test "last_error of a chair has its own refusals alone, newest first, with rule, line and words" {
	duel
	join_both
	echo 'nothing of a turn' >"$W/bad"
	is "$(seat alice last_error)" ''
	fails EINVAL "$SYS" open "$D/participants/alice/turn.md" w,trunc write "@$W/bad" close
	has "$(seat alice last_error)" 'participants/alice/turn.md:1: error: [turn.one] '
	is "$(seat bob last_error)" ''
	turn 1 bob UNDECIDED >"$W/bad"
	fails EINVAL "$SYS" open "$D/participants/bob/check" w,trunc write "@$W/bad" close
	has "$(seat bob last_error)" 'check: error: [turn.stance]'
	lacks "$(seat bob last_error)" 'turn.one'
	lacks "$(seat alice last_error)" 'turn.stance'
	remounted
	has "$(seat alice last_error)" '[turn.one] '
	is "$(stat -c %a "$D/participants/alice/last_error")" 444
	fails 'E(ACCES|PERM)' "$SYS" open "$D/participants/alice/last_error" w
}
