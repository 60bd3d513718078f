# shellcheck shell=bash
# What the tests of duel-run share: agents of every temper. Those that answer well play the scripted duels (scripts/duels/answer); what the
# others do is in `agents`.
# shellcheck disable=SC2016 # what stands in single quotes is for another shell

setup() {
	paths
	ROOT=$(realpath "$BATS_TEST_DIRNAME/../..")
	DUELFS=$(realpath "$DUELFS")
	export DUELFS ROOT
	unset XDG_CONFIG_HOME
	export HOME=$W/home
	mkdir -p "$W/project" "$HOME"
	cd "$W/project" || return
	agents
}

teardown() {
	cd /
	[ -z "${run:-}" ] || kill -9 "$run" 2>/dev/null || true
	awk -v under="$W/" 'index($5, under) == 1 { print $5 }' /proc/self/mountinfo | while read -r left; do
		umount -l "$left"
	done
	quiet
}

# Every agent that is not as scripts/duels/agents.toml has it: a line of shell each, which has what the scripted one would say in $ANSWER.
agents() {
	temper chatty 'printf "Certainly. Here is my turn:\n\n\`\`\`markdown\n"; eval "$ANSWER"; printf "\`\`\`\n\nIs there anything else?\n"'
	temper refusing 'echo "I am sorry, but I cannot take part in this debate."'
	temper slow 'sleep 1000 & echo $! >'"$W"'/child; echo $$ >'"$W"'/parent; sleep 1000'
	temper straying 'setsid sleep 1000 & echo $! >'"$W"'/stray; echo $$ >'"$W"'/parent; sleep 1000'
	temper stubborn 'trap "" TERM; echo $$ >'"$W"'/parent; while :; do sleep 0.1; done'
	temper dying 'printf "## Turn 1"; kill -9 $$'
	temper failing 'echo "no credit left" >&2; exit 3'
	temper flooding 'yes "## Turn 1"'
	temper silent 'true'
	temper forging 'eval "$ANSWER" | sed "s/alice/bob/"; echo "release bob"'
	temper limited 'n=$(cat '"$W"'/n 2>/dev/null || echo 0); echo $((n + 1)) >'"$W"'/n; [ $n -gt 0 ] || { echo "Error: 429 rate limit" >&2; exit 1; }; eval "$ANSWER"'
	temper careless 'cat >'"$W"'/asked; if grep -q "last answer was refused" '"$W"'/asked; then eval "$ANSWER"; else eval "$ANSWER" | sed "s/Claim:/Claims:/"; fi'
	temper escaping 'printf "\\033[2J\\033]0;owned\\007 no \\302\\233 credit\\n" >&2; exit 3'
	temper leaking 'echo "the key npm_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789 has no credit" >&2; exit 3'
	temper wordy 'head -c 9000 /dev/zero | sed "s/\\x00/ü/g" >&2; exit 3'
	temper injecting 'eval "$ANSWER" | sed "1s/alice/$(printf "\\033")[31malice/"; printf "\\033]0;owned\\007"'
	temper renamed 'if [ "$DUEL_SEAT" = "bob 2.0" ]; then DUEL_SEAT=bob; else DUEL_SEAT=alice; fi; eval "$ANSWER" | sed "s/bob/bob 2.0/g; s/alice/Zoë \"Z\" O\\x27Neil/g"'
	temper filling 'dd if=/dev/zero of='"$W"'/project/.duels/run/ballast bs=4k status=none 2>/dev/null; eval "$ANSWER"'
	temper holding 'T=$(sed -n "s/^Your token is \\([^ ]*\\):.*/\\1/p"); echo "claim $DUEL_SEAT token=$T" >lock; touch '"$W"'/held; sleep 1000'
	working='T=$(sed -n "s/^Your token is \\([^ ]*\\):.*/\\1/p"); (echo "<!-- token: $T -->"; eval "$ANSWER") >participants/$DUEL_SEAT/turn.md'
	temper working "$working"
	{
		printf '[agents.priced]\nharness = "shell"\nanswer = "json"\ntext = "result"\ncost = "usd"\ntokens = ["usage.in", "usage.out"]\ncommand = ["bash", "-c", %s]\n' \
			"'''$ROOT/scripts/duels/answer socratic | jq -Rs \"{result: ., usd: 0.25, usage: {in: 40, out: 2}}\"'''"
		printf '[agents.filed]\nharness = "shell"\nanswer = "file"\ncommand = ["bash", "-c", %s]\n' \
			"'''echo thinking; $ROOT/scripts/duels/answer socratic > {output}'''"
		# what answers in each format, once there is $W/go
		for harness in shell claude gemini unknown dialectic; do
			printf '[agents.nap-%s]\nharness = "%s"\ncommand = ["bash", "-c", %s]\n' $harness $harness \
				"'''echo \$\$ >>$W/asked; [ -e $W/go ] || sleep 1000; exec $ROOT/scripts/duels/answer \$PLAYED'''"
		done
		# hand in by themselves; when the last is in, one still says what it took, and one hangs
		printf '[agents.%s]\nharness = "shell"\nseconds = 500\ntokens_pattern = "used ([0-9]+)"\ncommand = ["true"]\ntools_command = ["bash", "-c", %s]\n' \
			lingering "'''ANSWER=$ROOT/scripts/duels/answer\\ socratic; $working; [ \$DUEL_MOVE -lt 4 ] || sleep 3; echo used 7'''" \
			hanging "'''ANSWER=$ROOT/scripts/duels/answer\\ socratic; $working; echo used 7; [ \$DUEL_MOVE -lt 4 ] || { echo \$\$ >$W/parent; sleep 1000; }'''"
		printf '[agents.absent]\nneeds = "no-such-program"\ncommand = ["no-such-program"]\n'
		printf '[agents.stranger]\nlogin = ["$NO_SUCH_KEY", "~/.no-such-file"]\nlogin_hint = "log in first"\ncommand = ["true"]\n'
	} >>"$W/agents.toml"
}

temper() { # NAME SHELL
	printf '[agents.%s]\nharness = "shell"\nseconds = 20\ncommand = ["bash", "-c", %s]\ntools_command = ["bash", "-c", %s]\n' \
		"$1" "'''ANSWER=$ROOT/scripts/duels/answer\\ socratic; $2'''" "'''ANSWER=$ROOT/scripts/duels/answer\\ socratic; $2'''" >>"$W/agents.toml"
}

runs() { # WORD…
	"$ROOT/scripts/duel-run" --agents "$ROOT/scripts/duels/agents.toml" --agents "$W/agents.toml" "$@" </dev/null 3>&- 4>&-
}

# The same beside the test; its process is $run, and what it says in $W/said.
begins() { # WORD…
	"$ROOT/scripts/duel-run" --agents "$ROOT/scripts/duels/agents.toml" --agents "$W/agents.toml" "$@" >"$W/said" 2>&1 </dev/null 3>&- 4>&- &
	run=$!
}

# The duel's record and what else was kept of it.
record() {
	cat .duels/store/archive/*.md
}
