#!/usr/bin/env bats
# duel-run with the real command-line agents, each as config/agents.toml starts it. The model that they ask is one on loopback (models.py),
# which says what the scripted duels say (scripts/duels). Nothing of the machine's own logins is seen: HOME is the test's.
# shellcheck disable=SC2016 # what stands in single quotes is no command
bats_require_minimum_version 1.5.0
export LC_ALL=C.UTF-8
load ../asserts

setup() {
	W=$BATS_TEST_TMPDIR
	ROOT=$(realpath "$BATS_TEST_DIRNAME/../..")
	DUELFS=$(realpath "${DUELFS:-${BUILD:-$ROOT/.build}/duelfs}")
	unset XDG_CONFIG_HOME CODEX_HOME CLAUDE_CONFIG_DIR
	export DUELFS HOME=$W/home
	mkdir -p "$W/project" "$HOME"
	cd "$W/project" || return
}

teardown() {
	cd /
	[ -z "${model:-}" ] || kill "$model"
	awk -v under="$W/" 'index($5, under) == 1 { print $5 }' /proc/self/mountinfo | while read -r left; do
		umount -l "$left"
	done
}

# A model that plays this format, and agents that know of no other: by what stands in the environment and in their homes.
model() { # FORMAT
	"$ROOT/tests/agents/models.py" "$1" "$W/requests" >"$W/port" 2>"$W/model.error" </dev/null 3>&- 4>&- &
	model=$!
	timeout 60 sh -c 'until [ -s "$1" ]; do sleep 0.02; done' sh "$W/port"
	url=http://127.0.0.1:$(cat "$W/port")
	export no_proxy=127.0.0.1 NO_PROXY=127.0.0.1
	export ANTHROPIC_BASE_URL=$url ANTHROPIC_API_KEY=test CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1
	export OPENAI_API_KEY=test GEMINI_API_KEY=test GOOGLE_GEMINI_BASE_URL=$url
	mkdir -p "$HOME/.codex" "$HOME/.config/opencode" "$HOME/.gemini"
	printf 'model_provider = "loopback"\n[model_providers.loopback]\nname = "loopback"\nbase_url = "%s/v1"\nwire_api = "responses"\nenv_key = "OPENAI_API_KEY"\n' \
		"$url" >"$HOME/.codex/config.toml"
	jq -n --arg url "$url/v1" '{autoupdate: false, share: "disabled", provider: {loopback: {npm: "@ai-sdk/openai-compatible",
		options: {baseURL: $url, apiKey: "test"}, models: {m: {name: "m"}}}}}' >"$HOME/.config/opencode/opencode.json"
	echo '{"security": {"auth": {"selectedType": "gemini-api-key"}}, "privacy": {"usageStatisticsEnabled": false}}' >"$HOME/.gemini/settings.json"
}

# Every test has a format's duel played from one line, whatever the locale.
plays() { # WORD…
	run -0 timeout 300 env LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 "$ROOT/scripts/duel-run" "$@" </dev/null 3>&- 4>&-
	has "$output" 'ended: '
	lacks "$output" 'try 1'
	is "$(grep -c unknown "$W/requests" || true)" 0
	is "$("$DUELFS" verify .duels/store)" 'd: ok'
}

# The lines of a run's log about a seat: its texts, and the least number of tokens that one took.
took() { # SEAT
	jq -s --arg seat "$1" '[.[] | select(.seat == $seat and .accepted)] | [length, ([.[].tokens] | min)] | map(tostring) | join(" ")' -r .duels/run/d/log.jsonl
}

socratic=(--name d --source "$BATS_TEST_DIRNAME/../../README.md" "Is a reason in last_error enough for an agent that was refused?")

@test "Claude Code and Codex debate a document from one line" {
	model socratic
	plays "${socratic[@]}" alice=claude:claude-opus-4-1 bob=codex:gpt-5
	is "$(took alice)" '4 1200'
	is "$(took bob)" '2 1200'
	is "$(jq -s '[.[] | select(.cost > 0)] | length' .duels/run/d/log.jsonl)" 4
	has "$(cat .duels/store/archive/*.md)" '## Turn 2 — bob (codex / gpt-5)'
	# Claude Code has no tools there, and leaves nothing of the debate in its user's home
	is "$(grep -c 'text alice [1-4] tools:$' "$W/requests")" 4
	is "$(find "$HOME" -name '*.jsonl' | wc -l)" 0
}

@test "Claude Code and Codex debate with tools of their own, Codex in its sandbox" {
	model socratic
	plays --tools "${socratic[@]}" alice=claude:claude-opus-4-1 bob=codex:gpt-5
	is "$(grep -c failed "$W/requests" || true)" 0
	is "$(took alice)" '4 2400'
	is "$(took bob)" '2 2400'
	has "$output" 'Turn 4 — bob — ACCEPTING_CONSENSUS'
}

@test "Claude Code, Codex and opencode play a debate that is judged" {
	model dialectic
	plays --name d --format dialectic --set exchanges=2 "This house would tell a refused writer through a file" \
		alice=claude:claude-opus-4-1 bob=codex:gpt-5 carol=opencode:loopback/m
	has "$output" 'ended: COMPLETED'
	is "$(took carol)" '3 null'
}

# The base is scripts/duels/adversarial.sh's.
over_base=(--format adversarial --source "$BATS_TEST_DIRNAME/../corpus/adversarial/kb" --set min_turns=4 --name d "Tabs or spaces")

@test "Claude Code, Codex and opencode debate over an argument graph, and one of them says who speaks" {
	model adversarial
	plays "${over_base[@]}" tess@debater-tabs=claude:claude-opus-4-1 sam@debater-spaces=codex:gpt-5 mona=opencode:loopback/m olga=claude:claude-opus-4-1
	has "$output" 'ended: COMPLETED'
	is "$(took olga) $(took tess) $(took sam)" '5 1200 2 1200 2 1200'
	has "$(cat .duels/store/archive/*.md)" '## Turn 4 — mona (opencode / loopback/m) — moderator'
}

@test "Claude Code and Codex debate over an argument graph with tools of their own" {
	model adversarial
	plays --tools "${over_base[@]}" tess@debater-tabs=claude:claude-opus-4-1 sam@debater-spaces=codex:gpt-5 mona=codex:gpt-5 olga=claude:claude-opus-4-1
	is "$(grep -c failed "$W/requests" || true)" 0
	has "$output" 'ended: COMPLETED'
	is "$(took olga) $(took sam) $(took mona)" '5 2400 2 2400 1 2400'
}

@test "Gemini CLI and opencode debate a document from one line" {
	command -v gemini >/dev/null || skip "it wants Node 20"
	model socratic
	plays "${socratic[@]}" alice=gemini:gemini-2.5-pro bob=opencode:loopback/m
	is "$(took alice)" '4 1200'
}

@test "an agent whose model is refused says so, and is given up" {
	model socratic
	export ANTHROPIC_BASE_URL=$url/nowhere
	run -4 timeout 300 "$ROOT/scripts/duel-run" "${socratic[@]}" alice=claude:claude-opus-4-1 bob=codex:gpt-5 </dev/null 3>&- 4>&-
	has "$output" "alice is given up: exit status 1: There's an issue with the selected model"
}

@test "agents that are there are found, and one that is not logged in says how" {
	model socratic
	run -0 "$ROOT/scripts/duel-run" --detect
	has "$output" 'claude       ready'
	has "$output" 'codex        ready'
	has "$output" 'opencode     ready'
	unset ANTHROPIC_API_KEY OPENAI_API_KEY
	run -0 "$ROOT/scripts/duel-run" --detect
	has "$output" 'claude       it is not logged in: run `claude` once and log in, or set ANTHROPIC_API_KEY'
	has "$output" 'codex        it is not logged in: run `codex login`, or set OPENAI_API_KEY'
}
