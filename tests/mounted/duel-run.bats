#!/usr/bin/env bats
# duel-run: a debate from one line to its end, by agents of every temper (duel-run.bash).
# shellcheck disable=SC2016,SC2154 # what stands in single quotes is for another shell; $run: duel-run.bash
load lib
load duel-run

socratic=(--source "$BATS_TEST_DIRNAME/../../README.md" --name d "Is a reason in last_error enough for an agent that was refused?")

@test "two agents debate a document to the end that the record earns, in every format" {
	run -0 runs "${socratic[@]}" alice=socratic:script bob=socratic:script
	has "$output" 'ended: ACCEPTED_CONSENSUS'
	has "$output" 'Turn 1 — alice — OPEN_TO_DEBATE'
	run -0 record
	has "$output" '## Turn 5 — alice (shell / script)'
	run -0 runs --format dialectic --set exchanges=2 --name e "This house would tell a refused writer through a file" \
		alice=dialectic:script bob=dialectic:script carol=dialectic:script
	has "$output" 'ended: COMPLETED'
	# the judge's report comes behind the close, and is asked for with all that it is about
	asked=$(cat .duels/run/e/007-carol.ask.md)
	has "$asked" 'One text is still wanted of you.'
	has "$asked" 'You are asked for **the report**.'
	has "$asked" '## The blank'
	lacks "$asked" 'Nothing is asked of you'
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

@test "a reason that no record may hold ends a debate all the same, and obeys no terminal" {
	for temper in escaping leaking wordy; do
		rm -rf .duels
		run -4 runs --retries 1 "${socratic[@]}" "alice=$temper:script" bob=socratic:script
		has "$output" 'ended: INVALIDATED — duel-run: alice'
		lacks "$output" $'\e'
		lacks "$output" $'\u009b'
		lacks "$(record)" npm_
	done
	run -4 runs --retries 1 --name e "${socratic[@]:0:2}" "Another topic" alice=injecting:script bob=socratic:script
	has "$output" '[text.control]'
	lacks "$output" $'\e'
	printf '[agents.x]\nabout = "\\u001b[2Jx"\ncommand = ["true"]\n' >"$W/hostile.toml"
	run -0 runs --agents "$W/hostile.toml" --list-agents
	has "$output" 'x            x'
	lacks "$output" $'\e'
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

@test "whoever decides and is given up ends the debate, and the record says so" {
	run -4 runs --retries 1 --format rounds --name f "Should an accepted turn be a row of the database, or a file of its own?" \
		alice=proposer:opus bob=challenger:gemini-3-pro olga=silent
	has "$output" 'olga is given up: the answer is empty'
	has "$output" 'ended: ABORTED — duel-run: olga: the answer is empty'
	has "$(record)" '> Maker: closed with ABORTED: duel-run: olga: the answer is empty'
	rm -rf .duels
	run -4 runs --retries 1 --format dialectic --set exchanges=2 --name e "This house would tell a refused writer through a file" \
		alice=dialectic:script bob=dialectic:script carol=silent
	has "$output" 'ended: INVALIDATED — duel-run: carol: the answer is empty'
	has "$(record)" '> Maker: closed with INVALIDATED: duel-run: carol: the answer is empty'
}

@test "what still works when its debate ends is ended" {
	run -4 runs --retries 1 --format dialectic --name e "This house would tell a refused writer through a file" \
		alice=slow:script bob=failing:script carol=dialectic:script
	has "$output" 'bob is given up: exit status 3: no credit left'
	gone "$(cat "$W/parent")"
}

@test "a person who decides is asked to say that a seat failed" {
	begins --retries 1 --format rounds --name f "Should an accepted turn be a row of the database, or a file of its own?" \
		alice=proposer:opus bob=silent olga=human
	eventually grep -q "olga decides: echo 'fail \"olga\" who=\"bob\" reason=\"…\" token=…' > $PWD/.duels/mount/f/lock" "$W/said"
	is "$(status closed_at .duels/mount/f/status)" ''
	token=$(sed -n 's/.*<!-- token: \(.*\) -->.*/\1/p' "$W/said")
	echo "fail olga who=bob reason=\"silent\" token=$token" >.duels/mount/f/lock
	status=0
	wait "$run" || status=$?
	is "$status" 4
	has "$(cat "$W/said")" 'ended: UNCONTESTED'
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
	sed -i 's/"slow"/"socratic"/' .duels/run/d/run.json
	run -0 runs --resume .duels/run/d
	gone "$(cat "$W/parent")"
	has "$output" 'ended: ACCEPTED_CONSENSUS'
	run -1 runs --resume .duels/run/d
	has "$output" 'is no run that can go on'
}

@test "what a killed run left at work is ended where it goes on, wherever it went" {
	begins --name d "${socratic[@]:0:2}" "${socratic[@]:4}" alice=straying:script bob=socratic:script
	eventually test -s "$W/parent"
	kill -9 "$run"
	wait "$run" || true
	sed -i 's/"straying"/"socratic"/' .duels/run/d/run.json
	run -0 runs --resume .duels/run/d
	eventually gone "$(cat "$W/parent")"
	eventually gone "$(cat "$W/stray")"
	has "$output" 'ended: ACCEPTED_CONSENSUS'
}

# `cut_off VICTIM… -- WORD…`: a run that loses them in the middle of an answer, and goes on to its end.
cut_off() {
	local victims=() victim
	while [ "$1" != -- ]; do
		victims+=("$1")
		shift
	done
	shift
	rm -rf .duels "$W/go" "$W/asked"
	begins --name d "$@"
	eventually test -s "$W/asked"
	for victim in "${victims[@]}"; do
		if [ "$victim" = runner ]; then
			kill -9 "$run"
		else
			kill -9 "$(pgrep -f "^$DUELFS .*$PWD/.duels/mount")"
		fi
	done
	wait "$run" || true
	if [ "$1" = daemon ]; then
		has "$(cat "$W/said")" 'duel-run: the mount is gone: '
		has "$(cat "$W/said")" "go on with: duel-run --resume $PWD/.duels/run/d"
	fi
	asked=$(cat "$W/asked")
	touch "$W/go"
	run -0 runs --resume .duels/run/d
	for agent in $asked; do
		eventually gone "$agent"
	done
	has "$output" 'ended: '
	lacks "$output" INVALIDATED
	run ! mountpoint -q .duels/mount
	run -0 "$DUELFS" verify .duels/store
}

@test "in every format a run goes on that lost its runner, its daemon or both in the middle of an answer" {
	for victims in runner daemon 'runner daemon'; do
		export PLAYED=socratic
		# shellcheck disable=SC2086 # words
		cut_off $victims -- "${socratic[@]:0:2}" "${socratic[@]:4}" alice=nap-shell:script bob=nap-shell:script
		PLAYED=dialectic
		# shellcheck disable=SC2086
		cut_off $victims -- --format dialectic --set exchanges=2 "This house would tell a refused writer through a file" \
			alice=nap-dialectic:script bob=nap-dialectic:script carol=nap-dialectic:script
		PLAYED=rounds
		# shellcheck disable=SC2086
		cut_off $victims -- --format rounds "Should an accepted turn be a row of the database, or a file of its own?" \
			alice=nap-claude:opus bob=nap-gemini:gemini-3-pro olga=nap-unknown
	done
}

@test "a run whose mount vanishes says so, and can be gone on with" {
	export PLAYED=socratic
	begins "${socratic[@]}" alice=nap-shell:script bob=nap-shell:script
	eventually test -s "$W/asked"
	umount -l .duels/mount
	touch "$W/go"
	status=0
	wait "$run" || status=$?
	is "$status" 1
	has "$(cat "$W/said")" 'duel-run: the mount is gone: '
	run -0 runs --resume .duels/run/d
	has "$output" 'ended: ACCEPTED_CONSENSUS'
}

@test "a second signal kills an agent that does not listen" {
	begins "${socratic[@]}" alice=stubborn:script bob=socratic:script
	eventually test -s "$W/parent"
	kill -INT "$run"
	eventually grep -q 'a second signal kills them' "$W/said"
	kill -INT "$run"
	status=0
	wait "$run" || status=$?
	is "$status" 130
	gone "$(cat "$W/parent")"
	run ! mountpoint -q .duels/mount
}

@test "who is interrupted has the floor no more" {
	mounted
	begins --tools --mount "$M" "${socratic[@]}" alice=holding:script bob=holding:script
	eventually test -e "$W/held"
	is "$(status lock_owner "$M/d/status")" alice
	kill -INT "$run"
	status=0
	wait "$run" || status=$?
	is "$status" 130
	is "$(status lock_owner "$M/d/status")" ''
	unmounted
}

@test "a run has one runner" {
	begins "${socratic[@]}" alice=slow:script bob=socratic:script
	eventually test -s "$W/parent"
	run -1 runs --resume .duels/run/d
	has "$output" 'another duel-run is at work there'
	kill -TERM "$run"
	wait "$run" || [ $? -eq 130 ]
}

@test "a disk that is full where a run is kept ends the run and not the debate" {
	mkdir -p .duels/run
	mount -t tmpfs -o size=1m tmpfs .duels/run
	run -1 runs --retries 1 "${socratic[@]}" alice=filling:script bob=socratic:script
	has "$output" 'No space left on device'
	has "$output" 'go on with: duel-run --resume '
	rm .duels/run/ballast
	sed -i 's/"filling"/"socratic"/' .duels/run/d/run.json
	run -0 runs --resume .duels/run/d
	has "$output" 'ended: ACCEPTED_CONSENSUS'
	umount .duels/run
}

@test "what is gone on with takes the lists of agents with it, and other limits" {
	begins "${socratic[@]}" alice=slow:script bob=socratic:script
	eventually test -s "$W/parent"
	kill -TERM "$run"
	wait "$run" || [ $? -eq 130 ]
	cd /
	run -4 "$ROOT/scripts/duel-run" --seconds 1 --retries 1 --resume "$W/project/.duels/run/d"
	has "$output" 'alice is given up: no answer within 1 s'
	run -2 "$ROOT/scripts/duel-run" --resume "$W/project/.duels/run/d" --format rounds topic
	has "$output" '--resume goes on with what there is, and takes no --format and no a topic'
}

@test "a person takes a seat at the same table" {
	begins "${socratic[@]}" alice=human bob=socratic:script
	eventually grep -q 'alice is yours' "$W/said"
	token=$(sed -n 's/.*<!-- token: \(.*\) -->.*/\1/p' "$W/said")
	play() { # FUNCTION
		eventually grep -Eq '^next_step = "(claim_lock|update_markdown|compose_turn)"' .duels/mount/d/participants/alice/status
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

@test "the text that ends a debate counts although its agent is still at work, which has a while to end by itself" {
	for temper in lingering hanging; do
		rm -rf .duels
		run -0 runs --tools "${socratic[@]}" "alice=$temper:script" bob=working:script
		has "$output" 'ended: ACCEPTED_CONSENSUS'
		is "$(jq -r 'select(.seat == "alice" and .accepted) | .tokens' .duels/run/d/log.jsonl | xargs)" '7 7 7 7'
		is "$(jq -r 'select(.refused)' .duels/run/d/log.jsonl)" ''
	done
	gone "$(cat "$W/parent")"
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

@test "names and topics may have spaces, quotes and letters of every script" {
	run -0 runs "${socratic[@]}" "Zoë \"Z\" O'Neil=renamed:script" 'bob 2.0=renamed:script'
	has "$output" "Turn 1 — Zoë \"Z\" O'Neil — OPEN_TO_DEBATE"
	[ -s '.duels/run/d/002-bob 2.0.answer' ]
	rm -rf .duels
	run -4 runs --retries 1 '缓存应该保留吗' 甲=silent 乙=silent
	has "$(ls .duels/run)" duel-
	has "$(record)" '缓存应该保留吗'
	rm -rf .duels
	run -4 runs --retries 1 --name d -- "-- is \"this\" a \\topic=?" a=silent b=silent
	has "$output" 'socratic: -- is "this" a \topic=?'
	run -4 runs --retries 1 "$(printf 'word %.0s' {1..100})" a=silent b=silent
	has "$output" '/word-word-'
	run -1 runs --retries 1 --name e "$(printf 'a\nb')" a=silent b=silent
	has "$output" 'is not taken as configuration'
	run -2 runs --retries 1 $'\xff' a=silent b=silent
	has "$output" 'this is not UTF-8'
}

@test "where a seat cannot join nothing is left of the run" {
	run -1 runs --name d "A topic" alice=silent maker=silent
	has "$output" 'maker: join was refused: '
	has "$output" '[seat.name]'
	[ ! -e .duels/run/d ]
	run -1 runs --name e "A topic" maker=silent alice=silent
	[ ! -e .duels/run/e ]
	run -4 runs --retries 1 --name e "A topic" alice=silent bob=silent
}

@test "a mount of another user is debated in where that lets us in" {
	pass_through
	mounted
	chown -R 1001 "$W/project"
	run -0 user 1001 env HOME="$W/project" "$ROOT/scripts/duel-run" --agents "$ROOT/scripts/duels/agents.toml" --mount "$M" \
		"${socratic[@]}" alice=socratic:script bob=socratic:script
	has "$output" 'ended: ACCEPTED_CONSENSUS'
	is "$(stat -c %u "$M/d/participants/alice")" 1001
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
	run -2 runs --seconds 0 topic alice=socratic
	run -2 runs topic alice=socratic alice=socratic
	has "$output" 'alice has two seats'
	run -2 runs --format rounds topic olga@judge=socratic
	has "$output" 'rounds has the roles proposer, challenger, orchestrator'
	run -2 runs topic a@b@c=socratic
	has "$output" 'a name has no @ and no ='
	run -2 runs --name ../d topic alice=socratic
	run -2 runs --set novalue topic alice=socratic
	run -2 runs --set '[=3' topic alice=socratic
	run -2 runs --set $'a=1\nb=2' --set '[=3' topic alice=socratic
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
	has "$output" 'agents.x.command: this is no array'
	printf '[agents.x]\ncommand = [["x", 3]]\n' >"$W/bad.toml"
	run -1 runs --agents "$W/bad.toml" --list-agents
	has "$output" 'agents.x.command: what stands in it is a string'
	printf '[agents.x]\ncommand = ["x"]\ntokens_pattern = "used ("\n' >"$W/bad.toml"
	run -1 runs --agents "$W/bad.toml" --list-agents
	has "$output" 'agents.x.tokens_pattern: '
	printf '[agents]\nx = 3\n' >"$W/bad.toml"
	run -1 runs --agents "$W/bad.toml" --list-agents
	has "$output" 'an agent is a table'
	printf '[agents.x]\ncommand = ["x"]\nanswer = "mail"\n' >"$W/bad.toml"
	run -1 runs --agents "$W/bad.toml" --list-agents
	has "$output" '"stdout", "file" or "json"'
	is "$(ls .duels/mount 2>/dev/null)" ''
}

@test "duel-run knows the formats that duelfs has" {
	mkdir -p "$W/nonsense" "$W/nowhere"
	printf '[defaults]\nformat = "nonsense"\n' >"$W/nonsense/duelfs.toml"
	known=$("$DUELFS" "$W/nonsense" "$W/nowhere" 2>&1 | sed -n 's/.*is not one of //p')
	has "$known" ', adversarial'
	export COLUMNS=1000
	run -0 runs --help
	has "$output" "the debate's format: $known"
}
