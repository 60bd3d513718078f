#!/usr/bin/env bats
# What agents are told of duelfs: the skills are what the agents' programs take for one, and lead through a debate.
load lib

SKILLS=$BATS_TEST_DIRNAME/../../config/skills

setup() {
	paths
}

@test "each skill is one by the rules of the format: name, description, length" {
	for dir in "$SKILLS"/*/; do
		python3 - "$dir" <<-'PY'
			import pathlib, re, sys
			dir = pathlib.Path(sys.argv[1])
			lines = (dir / "SKILL.md").read_text().split("\n")
			assert lines[0] == "---"
			end = lines.index("---", 1)
			front = dict(line.split(": ", 1) for line in lines[1:end])
			assert set(front) == {"name", "description", "license", "compatibility"}, front
			assert front["name"] == dir.name and re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", dir.name) and len(dir.name) <= 64
			assert 0 < len(front["description"]) <= 1024 and 0 < len(front["compatibility"]) <= 500
			# As YAML they are plain words: nothing in them means anything there.
			for value in front.values():
			    assert ": " not in value and " #" not in value and value[0] not in "\"'[{>|*&!%@`-", value
			assert len(lines) < 500
		PY
	done
}

# The commands of the skill for participants, a file a step, as NAME would type them in duel d.
steps_of() { # NAME
	sed -e "s,DUEL,$D,g" -e "s,NAME,$1,g" -e 's,YOUR-TOOL,shell,; s,YOUR-MODEL,human,' "$SKILLS/duelfs-participant/SKILL.md" |
		awk -v to="$W/$1-step-" '/^ *```sh$/ { on = 1; n++; next } /^ *```$/ { on = 0; next } on { print > (to n) }'
}

step() { # NAME N
	(cd "$W" && bash "$1-step-$2")
}

@test "the commands of the skill for participants lead from the join to a turn, and past a refusal" {
	mounted
	duel
	steps_of alice
	steps_of bob
	is "$(find "$W" -name 'alice-step-*' | wc -l)" 5
	step alice 1
	step bob 1
	has "$(step alice 2)" 'next_step = "claim_lock"'
	has "$(step alice 3)" 'You are **alice** (shell / human).'
	HARNESS=shell MODEL=human turn 1 alice OPEN_TO_DEBATE | sed '/Support:/,/^$/d' >"$W/draft.md"
	run step alice 4
	lacks "$output" 'check: ok'
	is "$(status turns)" 0
	has "$(step alice 2)" 'refused = "'
	has "$(step alice 5)" 'error: ['
	HARNESS=shell MODEL=human turn 1 alice OPEN_TO_DEBATE >"$W/draft.md"
	has "$(step alice 4)" 'check: ok'
	is "$(status turns)" 1
	has "$(step bob 2)" 'next_step = "claim_lock"'
	lock close maker reason=enough
	has "$(step alice 2)" 'next_step = "closed"'
}

@test "the commands of the skill that starts a debate are words that duel-run takes" {
	local run=$BATS_TEST_DIRNAME/../../scripts/duel-run
	sed -n 's/^ *duel-run --[sf]/&/p' "$SKILLS/duelfs-debate/SKILL.md" >"$W/commands"
	is "$(wc -l <"$W/commands")" 3
	echo '# Plan' >"$W/plan.md"
	mkdir "$W/runs"
	cp -r "$BATS_TEST_DIRNAME/../corpus/adversarial/kb/small" "$W/runs/typing"
	# The same with a scripted agent in place of each: everything up to its first answer is done.
	printf '[agents.%s]\ncommand = ["false"]\nneeds = "false"\n' claude >"$W/agents.toml"
	printf '[agents.%s]\ncommand = ["false"]\nneeds = "false"\n' codex gemini >>"$W/agents.toml"
	while read -r _ words; do
		eval "set -- $words"
		cd "$W"
		DUELFS=$DUELFS run -4 "$run" --retries 1 --agents agents.toml "$@"
		has "$output" 'ended: '
	done <"$W/commands"
	run -0 "$run" --help
	while read -r option; do
		has "$output" "$option"
	done < <(grep -oE -- '--[a-z]+' "$SKILLS/duelfs-debate/SKILL.md")
}
