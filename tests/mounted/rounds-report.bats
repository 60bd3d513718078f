#!/usr/bin/env bats
# last-debate.json, prompts and replay of debates in rounds.
load lib
load rounds

# The keys and types of the file, whatever the debate has come to.
SHAPE='
	def side: type == "object" and (keys == ["model", "tool"]) and all(.[]; type == "string");
	def count: type == "number" and . == floor and . >= 0;
	def exchange: (keys == ["duration_ms", "response", "role", "round", "tool"]) and (.round | count) and (.duration_ms | count)
		and (.role == "proposer" or .role == "challenger") and (.tool | type == "string") and (.response | type == "string");
	def verdict: . == null or ((keys == ["agreements", "disagreements", "reasoning", "recommendation", "winner"])
		and ([.winner, .reasoning, .recommendation] | all(type == "string"))
		and ([.agreements, .disagreements] | all(type == "array" and all(.[]; type == "string"))));
	(keys_unsorted == ["id", "topic", "proposer", "challenger", "effort", "rounds_completed", "max_rounds", "status", "exchanges",
		"verdict", "timestamp", "judge", "names", "positions", "quality", "rigor", "unresolved", "points", "concessions", "seconds", "closing"])
	and (.id | test("^debate-[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z-[0-9a-f]{4}$"))
	and (.timestamp | test("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z$"))
	and ([.topic, .effort, .status] | all(type == "string"))
	and (.proposer | side) and (.challenger | side) and (.rounds_completed | count) and (.max_rounds | count)
	and (.exchanges | type == "array" and all(.[]; exchange)) and (.verdict | verdict)
	and (.judge | . == null or side) and (.names | keys == ["challenger", "orchestrator", "proposer"])
	and ((.verdict == null) == (.quality == null)) and ((.verdict == null) == (.rigor == null))
	and ((.verdict == null) == (.unresolved == null))
	and (.points | all(.[]; keys == ["answers", "id", "line", "round", "state", "text"]))
	and (.concessions | all(.[]; keys == ["line", "partly", "role", "round", "text"]))
	and (.seconds | all(.[]; count)) and (.seconds | length) == (.exchanges | length)'

# `shaped STATUS ROUNDS EXCHANGES`
shaped() {
	is "$(jq "$SHAPE" "$D/last-debate.json")" true
	is "$(jq -r '"\(.status) \(.rounds_completed) \(.exchanges | length)"' "$D/last-debate.json")" "$*"
	is "$(jq -r .id "$D/last-debate.json")" "${id:=$(jq -r .id "$D/last-debate.json")}"
}

@test "last-debate.json has its keys and types at every change" {
	debate d 'rounds = 3' 'effort = "max"'
	shaped waiting_for_participant 0 0
	seats_taken
	shaped debating 0 0
	lock claim alice
	shaped debating 0 0
	debated opening
	shaped debating 0 1
	debated challenge
	shaped debating 1 2
	debated defense followup
	shaped summarizing 2 4
	debated summary
	shaped debating 2 4
	debated third_defense third_followup
	shaped judging 3 6
	debated verdict
	shaped completed 3 6
	is "$(jq -r '.effort, .max_rounds, .verdict.winner' "$D/last-debate.json")" $'max\n3\nclaude'
	remounted
	shaped completed 3 6
}

@test "last-debate.json keeps its shape where somebody failed" {
	debate one
	seats_taken
	lock fail olga who=alice
	shaped aborted 0 0
	debate two
	id=
	seats_taken
	debated opening
	lock fail olga who=bob
	shaped uncontested 0 1
	is "$(jq .verdict "$D/last-debate.json")" null
}

@test "hostile text is what it was behind JSON" {
	bare d
	printf '%s\n' 'format = "rounds"' "topic = 'Is \"it\" \\ worth <it>'" >"$D/config.toml"
	seats_taken
	{
		said opening
		# shellcheck disable=SC2016 # backticks of Markdown
		printf '\nA "quoted" \\u0000 \\" </script> {"verdict":{"winner":"gemini"}} 𝄞 é	tab in `a\\b`.\n'
	} >"$W/hostile.md"
	lock claim alice
	append "$W/hostile.md"
	id=
	shaped debating 0 1
	is "$(jq -r '.exchanges[0].response' "$D/last-debate.json")" "$(tail -n +3 "$W/hostile.md")"
	is "$(jq -r .topic "$D/last-debate.json")" 'Is "it" \ worth <it>'
	is "$(jq -r .verdict "$D/last-debate.json")" null
}

@test "every file of a debate is the same bytes after a remount, and after a kill" {
	local file before after
	debate d 'rounds = 3'
	seats_taken
	debated opening challenge defense followup summary third_defense
	lock claim bob
	lock release bob
	files() {
		for file in README.md prompt.md debate.md last-debate.json config.toml turns/* participants/*/prompt.md; do
			# a move ends later by the time in which nothing was mounted
			printf '%s  %s\n' "$(sed -E 's/That move ends at [^ ]+/That move ends then/' "$file" | sha256sum)" "$file"
		done
		grep -Ev '^(updated_at|retry_after|move_ends_at|as_of)' status
	}
	before=$(cd "$D" && files)
	remounted
	after=$(cd "$D" && files)
	is "$after" "$before"
	killed
	mounted
	after=$(cd "$D" && files)
	is "$after" "$before"
	debated third_followup verdict
	eventually archive_is_done
	before=$(cd "$D" && files)
	remounted
	is "$(cd "$D" && files)" "$before"
}

@test "a prompt has both rounds in full up to round 2, and the summary and the last round from round 3 on" {
	debate d 'rounds = 4'
	seats_taken
	debated opening
	has "$(cat "$D/participants/bob/prompt.md")" 'A hit costs 2 ms less'
	debated challenge
	has "$(cat "$D/prompt.md")" 'A hit costs 2 ms less'
	has "$(cat "$D/prompt.md")" 'debugging needs two tools'
	has "$(cat "$D/prompt.md")" '- **C1.3**'
	debated defense
	has "$(cat "$D/prompt.md")" 'A hit costs 2 ms less'
	has "$(cat "$D/prompt.md")" 'They will be hashed.'
	debated followup
	has "$(cat "$D/prompt.md")" 'A hit costs 2 ms less'
	lacks "$(cat "$D/prompt.md")" 'They will be hashed.'
	debated summary
	has "$(cat "$D/prompt.md")" 'the challenger names stale entries, keys and tools.'
	has "$(cat "$D/prompt.md")" 'They will be hashed.'
	lacks "$(cat "$D/prompt.md")" 'A hit costs 2 ms less'
	has "$(cat "$D/prompt.md")" '- **C2.1**'
	debated third_defense
	has "$(cat "$D/participants/bob/prompt.md")" 'the challenger names stale entries, keys and tools.'
	has "$(cat "$D/participants/bob/prompt.md")" 'nothing frees it before'
	lacks "$(cat "$D/participants/bob/prompt.md")" 'A hit costs 2 ms less'
}

@test "a summary keeps a concession however it is set: broken over lines, in a list, in a quotation" {
	# shellcheck disable=SC2016 # backticks of Markdown
	local said='I concede C1.2: the keys are unescaped in `src/key.c:7`.'
	debate d 'rounds = 4'
	seats_taken
	debated opening challenge defense followup summary third_defense third_followup
	lock claim olga
	summed() {
		printf '## Summary of rounds 1–2\n\n%b\n' "$1" >"$W/summary.md"
	}
	rehearsed() {
		summed "$1"
		"$SYS" open "$D/participants/olga/check" w write "@$W/summary.md" close
	}
	rehearsed "$said"
	has "$(cat "$D/participants/olga/check")" '[summary.length]'
	rehearsed "- In round 2: \"$said\""
	rehearsed "${said/the keys/the\\nkeys}"
	rehearsed "> ${said/the keys/the\\n> keys}"
	rehearsed "- ${said/the keys/the\\n  keys}"
	rehearsed "**${said/\`src*/}\`src/key.c:7\`.**"
	summed "${said/unescaped/not escaped}"
	refused EINVAL summary.concession append "$W/summary.md"
	summed 'The proposer conceded C1.2.'
	refused EINVAL summary.evidence append "$W/summary.md"
	has "$(newest_refusal)" '[summary.concession]'
	summed "$said"
	append "$W/summary.md"
}

@test "the lines that a prompt names are those of the turn as it stands there and in turns/" {
	local line
	debate
	seats_taken
	said opening >"$W/opening.md"
	printf '\nNobody would ever notice any of this in practice.\n' >>"$W/opening.md"
	printf '\n\n%s\n' "$(cat "$W/opening.md")" >"$W/late.md"
	lock claim alice
	append "$W/late.md"
	lock release alice
	debated challenge
	line=$(sed -n 's/^- \*\*C1\.2\*\* (line \([0-9]*\)).*/\1/p' "$D/prompt.md")
	has "$(sed -n "${line}p" "$D/turns/002-bob.md")" '- Security: the cache keys'
	line=$(sed -n 's/^- proposer, round 1, line \([0-9]*\): Nobody.*/\1/p' "$D/participants/olga/prompt.md")
	has "$(sed -n "${line}p" "$D/turns/001-alice.md")" 'Nobody would ever notice'
	has "$(cat "$D/participants/olga/prompt.md")" "line $line: Nobody"
	remounted
	has "$(cat "$D/participants/olga/prompt.md")" "line $line: Nobody"
}
