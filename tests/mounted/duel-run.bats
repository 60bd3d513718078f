#!/usr/bin/env bats
# duel-run: a debate from one line to its end, by agents of every temper. Those that answer well play the scripted duels
# (scripts/duels/answer); what the others do is in `agents`, below.
# shellcheck disable=SC2016 # what stands in single quotes is for another shell
load lib

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
	temper stubborn 'trap "" TERM; echo $$ >'"$W"'/parent; while :; do sleep 0.1; done'
	temper dying 'printf "## Turn 1"; kill -9 $$'
	temper failing 'echo "no credit left" >&2; exit 3'
	temper flooding 'yes "## Turn 1"'
	temper silent 'true'
	temper forging 'eval "$ANSWER" | sed "s/alice/bob/"; echo "release bob"'
	temper limited 'n=$(cat '"$W"'/n 2>/dev/null || echo 0); echo $((n + 1)) >'"$W"'/n; [ $n -gt 0 ] || { echo "Error: 429 rate limit" >&2; exit 1; }; eval "$ANSWER"'
	temper careless 'cat >'"$W"'/asked; if grep -q "last answer was refused" '"$W"'/asked; then eval "$ANSWER"; else eval "$ANSWER" | sed "s/Claim:/Claims:/"; fi'
	temper working 'T=$(sed -n "s/^Your token is \\([^ ]*\\):.*/\\1/p"); (echo "<!-- token: $T -->"; eval "$ANSWER") >participants/$DUEL_SEAT/turn.md'
	{
		printf '[agents.priced]\nharness = "shell"\nanswer = "json"\ntext = "result"\ncost = "usd"\ntokens = ["usage.in", "usage.out"]\ncommand = ["bash", "-c", %s]\n' \
			"'''$ROOT/scripts/duels/answer socratic | jq -Rs \"{result: ., usd: 0.25, usage: {in: 40, out: 2}}\"'''"
		printf '[agents.filed]\nharness = "shell"\nanswer = "file"\ncommand = ["bash", "-c", %s]\n' \
			"'''echo thinking; $ROOT/scripts/duels/answer socratic > {output}'''"
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

socratic=(--source "$BATS_TEST_DIRNAME/../../README.md" --name d "Is a reason in last_error enough for an agent that was refused?")

# The duel's record and what else was kept of it.
record() {
	cat .duels/store/archive/*.md
}

@test "two agents debate a document to the end that the record earns, in every format" {
	run -0 runs "${socratic[@]}" alice=socratic:script bob=socratic:script
	has "$output" 'ended: ACCEPTED_CONSENSUS'
	has "$output" 'Turn 1 — alice — OPEN_TO_DEBATE'
	run -0 record
	has "$output" '## Turn 5 — alice (shell / script)'
	run -0 runs --format dialectic --set exchanges=2 --name e "This house would tell a refused writer through a file" \
		alice=dialectic:script bob=dialectic:script carol=dialectic:script
	has "$output" 'ended: COMPLETED'
	run -0 runs --format rounds --name f "Should an accepted turn be a row of the database, or a file of its own?" \
		alice=proposer:opus bob=challenger:gemini-3-pro olga=orchestrator
	has "$output" 'ended: COMPLETED'
	run -0 "$DUELFS" verify .duels/store
	is "$output" $'d: ok\ne: ok\nf: ok'
	run ! mountpoint -q .duels/mount
}

# duelfs on a disk that takes its time to put a record into the archive.
slow_archive() {
	${CC:-gcc} -x c -shared -fPIC -o "$W/slow.so" - <<-'SLOW'
		#define _GNU_SOURCE
		#include <stdio.h>
		#include <sys/syscall.h>
		#include <unistd.h>
		int renameat2(int from, const char *name, int to, const char *other, unsigned flags)
		{
			sleep(1);
			return (int)syscall(SYS_renameat2, from, name, to, other, flags);
		}
	SLOW
	printf '#!/bin/sh\nLD_PRELOAD=%s ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0 exec %s "$@"\n' "$W/slow.so" "$DUELFS" >"$W/duelfs"
	chmod +x "$W/duelfs"
	DUELFS=$W/duelfs
}

@test "a run ends once the record is in the archive, and leaves a store that nobody has" {
	plain=$DUELFS
	slow_archive
	run -0 runs "${socratic[@]}" alice=socratic:script bob=socratic:script
	[ -s "$(sed -n 's/^record: //p' <<<"$output")" ]
	grep -q '</html>' "$(sed -n 's/^page: //p' <<<"$output")"
	run ! mountpoint -q .duels/mount
	run -0 flock --exclusive --nonblock .duels/store true
	run -0 "$plain" verify .duels/store
}

@test "where the archive cannot be written a run says how the record is had" {
	mkdir -p .duels/store
	touch "$W/file"
	printf '[mount]\narchive = "%s/file"\n' "$W" >.duels/store/duelfs.toml
	run -0 runs "${socratic[@]}" alice=socratic:script bob=socratic:script
	has "$output" "record: duelfs export $PWD/.duels/store d DIR"
	run -0 "$DUELFS" export .duels/store d "$W/kept"
	has "$(cat "$W/kept/debate.md")" '## Terminal Conclusion'
}

@test "runs in one project share its mount, and the last of them ends it" {
	begins "${socratic[@]}" alice=slow:script bob=socratic:script
	eventually test -s "$W/parent"
	run -0 runs --name e "Is a reason in last_error enough for an agent that was refused?" --source "$BATS_TEST_DIRNAME/../../README.md" \
		alice=socratic:script bob=socratic:script
	[ -s "$(sed -n 's/^record: //p' <<<"$output")" ]
	is "$(status state .duels/mount/d/status)" debating
	kill -TERM "$run"
	wait "$run" || [ $? -eq 130 ]
	run ! mountpoint -q .duels/mount
}

@test "a store that is mounted elsewhere is not mounted again, and the run says where" {
	mounted
	run -1 runs --store "$STORE" "${socratic[@]}" alice=socratic:script bob=socratic:script
	has "$output" "it is mounted at $M: --mount takes that"
	unmounted
}

@test "what a seat was asked and answered is kept, and no token of it" {
	run -0 runs "${socratic[@]}" alice=socratic:script bob=socratic:script
	[ -s .duels/run/d/001-alice.ask.md ]
	[ ! -e .duels/run/d/tokens ]
	is "$(jq -r 'select(.accepted) | .seat' .duels/run/d/log.jsonl | xargs)" 'alice bob alice bob alice alice'
	is "$(cat .duels/.gitignore)" '*'
}

@test "words round a text and its fence are taken off" {
	run -0 runs "${socratic[@]}" alice=chatty:script bob=chatty:script
	has "$output" 'ended: ACCEPTED_CONSENSUS'
	lacks "$(record)" 'anything else'
}

@test "an answer in a file or in JSON is taken, with what it cost" {
	run -0 runs "${socratic[@]}" alice=filed:script bob=priced:script
	has "$output" '42 tokens, $0.250'
	is "$(jq -r 'select(.cost) | .cost' .duels/run/d/log.jsonl | xargs)" '0.25 0.25'
}

@test "what was refused goes into the next question, word for word" {
	run -0 runs "${socratic[@]}" alice=careless:script bob=socratic:script
	has "$output" 'alice, try 1: '
	has "$output" 'counterpoint.claim'
	has "$(cat .duels/run/d/002-alice.ask.md)" '[counterpoint.claim]'
	has "$output" 'ended: ACCEPTED_CONSENSUS'
}

@test "an agent that met a limit is asked again, and it counts as no try" {
	run -0 runs --retries 1 "${socratic[@]}" alice=limited:script bob=socratic:script
	has "$output" 'alice: exit status 1: Error: 429 rate limit; asked again in 2 s'
}

@test "an agent that refuses, forges, dies, fails, says nothing or floods ends its debate, which says so" {
	for temper in refusing forging dying failing silent flooding; do
		rm -rf .duels
		run -4 runs --retries 2 "${socratic[@]}" "alice=$temper:script" bob=socratic:script
		has "$output" 'alice is given up: '
		has "$output" 'ended: INVALIDATED — duel-run: alice: '
		has "$(record)" '> Maker: closed with INVALIDATED: duel-run: alice: '
		is "$(jq -r 'select(.refused) | .attempt' .duels/run/d/log.jsonl | xargs)" '1 2'
	done
}

@test "an agent that hangs is ended with all that it started, also where it does not listen" {
	run -4 runs --retries 1 --seconds 1 "${socratic[@]}" alice=slow:script bob=socratic:script
	has "$output" 'alice is given up: no answer within 1 s'
	gone "$(cat "$W/child")"
	gone "$(cat "$W/parent")"
	rm -rf .duels
	run -4 runs --retries 1 --seconds 1 "${socratic[@]}" alice=stubborn:script bob=socratic:script
	gone "$(cat "$W/parent")"
}

@test "where the format has failures a seat that is given up is one" {
	run -4 runs --retries 1 --format rounds --name f "Should an accepted turn be a row of the database, or a file of its own?" \
		alice=proposer:opus bob=silent olga=orchestrator
	has "$output" 'bob is given up: the answer is empty'
	has "$(record)" 'bob failed'
}

@test "a run that is interrupted goes on where it was, also after a kill of runner and daemon" {
	begins "${socratic[@]}" alice=socratic:script bob=slow:script
	eventually test -s "$W/parent"
	kill -INT "$run"
	status=0
	wait "$run" || status=$?
	is "$status" 130
	has "$(cat "$W/said")" "go on with: duel-run --resume "
	run ! mountpoint -q .duels/mount
	is "$(stat -c %a .duels/run/d/tokens)" 600
	rm "$W/parent"
	begins --resume .duels/run/d
	eventually test -s "$W/parent"
	kill -9 "$run" "$(pgrep -f "$PWD/.duels/mount")"
	wait "$run" || true
	kill -9 -- "-$(cat "$W/parent")"
	sed -i 's/"slow"/"socratic"/' .duels/run/d/run.json
	run -0 runs --resume .duels/run/d
	has "$output" 'ended: ACCEPTED_CONSENSUS'
	run -1 runs --resume .duels/run/d
	has "$output" 'is no run that can go on'
}

@test "a person takes a seat at the same table" {
	begins "${socratic[@]}" alice=human bob=socratic:script
	eventually grep -q 'alice is yours' "$W/said"
	token=$(sed -n 's/.*<!-- token: \(.*\) -->.*/\1/p' "$W/said")
	play() { # FUNCTION
		eventually grep -Eq '^next_step = "(claim_lock|update_markdown|compose_turn)"' .duels/mount/d/participants/alice/next
		(
			echo "<!-- token: $token -->"
			cd "$ROOT" && . scripts/duels/socratic.sh && "$1" | sed 's/(shell \/ script)/(human \/ human)/; s/\(alice .*\)/\1/'
		) >.duels/mount/d/participants/alice/turn.md
	}
	for move in turn_1 turn_3 turn_5 end; do
		play $move
	done
	wait "$run"
	has "$(cat "$W/said")" 'ended: ACCEPTED_CONSENSUS'
}

@test "an agent with tools hands in by itself, and is only watched" {
	run -0 runs --tools "${socratic[@]}" alice=working:script bob=working:script
	has "$output" 'ended: ACCEPTED_CONSENSUS'
	has "$(cat .duels/run/d/001-alice.ask.md)" 'Your token is ****'
	run -4 runs --tools --retries 1 --name g "A topic of another kind" alice=refusing:script bob=working:script
	has "$output" 'it ended without a text handed in'
	run -1 runs --tools --name h "A topic of another kind" alice=filed bob=filed
	has "$output" 'has no `tools_command`'
}

@test "a run in a mount that is there leaves it there" {
	mounted
	run -0 runs --mount "$M" "${socratic[@]}" alice=socratic:script bob=socratic:script
	is "$(status outcome "$M/d/status")" ACCEPTED_CONSENSUS
	has "$output" "$M/d/debate.md"
	unmounted
}

@test "a second run of a name begins anew, beside what is kept of the first" {
	mounted
	run -0 runs "${socratic[@]}" alice=socratic:script bob=socratic:script
	run -0 runs --mount "$M" "${socratic[@]}" alice=socratic:script bob=socratic:script
	has "$output" 'ended: ACCEPTED_CONSENSUS'
	[ -s .duels/run/d/log.jsonl ]
	[ -s .duels/run/d-2/log.jsonl ]
	unmounted
}

@test "a debate that lacks a seat ends the run, and can be gone on with" {
	run -3 runs --name f --format rounds "Rows or files?" alice=proposer:opus bob=challenger:gemini-3-pro
	has "$output" 'not ended: '
	has "$output" 'go on with: duel-run --resume '
}

@test "agents that are there are told from those that lack something" {
	run -0 runs --detect
	has "$output" 'absent       `no-such-program` is not installed'
	has "$output" 'stranger     it is not logged in: log in first'
	has "$output" 'socratic     ready'
	run -0 runs --list-agents
	has "$output" 'claude       Claude Code'
	has "$output" '(not tried)'
	run -1 runs topic a=absent b=stranger
	has "$output" 'a: agent absent: `no-such-program` is not installed'
}

@test "what is wrong on the command line or in a list is said, and nothing is begun" {
	run -2 runs
	run -2 runs topic
	run -2 runs topic alice
	has "$output" 'a seat is NAME[@ROLE]=AGENT[:MODEL], and not alice'
	run -2 runs topic alice=nobody
	has "$output" 'there is no agent nobody'
	run -2 runs topic alice=socratic --format rounds bob=nobody
	has "$output" 'there is no agent nobody'
	run -2 runs --format rounds -- -topic alice=socratic bob=nobody
	has "$output" 'there is no agent nobody'
	run -2 runs --format chess topic alice=socratic
	has "$output" 'there is no format chess'
	run -2 runs --retries 0 topic alice=socratic
	run -2 runs --set novalue topic alice=socratic
	run -1 runs --set max_turns=1000 topic alice=socratic bob=socratic
	has "$output" 'max_turns'
	run -1 runs --mount "$W" topic alice=socratic
	has "$output" 'is no mount of duelfs'
	echo '[agents.x]' >"$W/bad.toml"
	run -1 runs --agents "$W/bad.toml" --list-agents
	has "$output" 'agents.x: `command` is missing'
	printf '[agents.x]\ncommand = ["x"]\nspeed = 3\n' >"$W/bad.toml"
	run -1 runs --agents "$W/bad.toml" --list-agents
	has "$output" 'there is no key `speed`'
	printf '[agents.x]\ncommand = "x"\n' >"$W/bad.toml"
	run -1 runs --agents "$W/bad.toml" --list-agents
	has "$output" 'agents.x.command: this is no list'
	printf '[agents.x]\ncommand = ["x"]\nanswer = "mail"\n' >"$W/bad.toml"
	run -1 runs --agents "$W/bad.toml" --list-agents
	has "$output" '"stdout", "file" or "json"'
	is "$(ls .duels/mount 2>/dev/null)" ''
}

@test "duel-run knows the formats that duelfs has" {
	known=$("$DUELFS" check --format nonsense "$ROOT/README.md" 2>&1 | sed -n 's/.*there is no such format; there is //p')
	run -0 runs --help
	has "$output" "the debate's format: $known"
}
