#!/usr/bin/env bats
# duel-run over an argument graph: roles that the base has, and an orchestrator whose answers are lines for `lock`.
# shellcheck disable=SC2016,SC2154 # what stands in single quotes is for another shell; $run: duel-run.bash
load lib
load duel-run

KB=$BATS_TEST_DIRNAME/../corpus/adversarial/kb

# What the rest of a command line is; seats stand behind it.
small=(--format adversarial --source "$KB/small" --set min_turns=4 --name d "Tabs or spaces")

# The four who play scripts/duels/adversarial.sh; and with this agent as the orchestrator.
four=(sam=spaces:gpt-5 tess=tabs:opus mona=rulings:pro olga=naming)
led_by() { # AGENT [WORD…]
	runs "${@:2}" "${small[@]}" "${four[@]:0:3}" "olga=$1"
}

# An agent that answers each question with this, its own scripted answer being in $ANSWER; a move is said by $DUEL_MOVE.
names() { # NAME SHELL
	printf '[agents.%s]\nseconds = 20\ncommand = ["bash", "-c", %s]\ntools_command = ["bash", "-c", %s]\n' "$1" \
		"'''asked=\$(cat); ANSWER=\"$ROOT/scripts/duels/answer adversarial\"; $2'''" \
		"'''asked=\$(cat); ANSWER=\"$ROOT/scripts/duels/answer adversarial\"; $2'''" >>"$W/agents.toml"
}

accepted_of() { # SEAT
	jq -r --arg seat "$1" 'select(.seat == $seat and .accepted) | .accepted' .duels/run/d/log.jsonl
}

@test "a debate over a graph is played from one line, and roles are those of the base, debaters first" {
	run -0 runs "${small[@]}" "${four[@]}"
	has "$output" 'adversarial: Tabs or spaces'
	has "$output" 'next to=tess asks="open: what do tabs have that nothing else has?"'
	has "$output" 'Turn 4 — mona — moderator'
	has "$output" 'end reason="both sides have said what they rest on"'
	has "$output" 'ended: COMPLETED'
	is "$(accepted_of olga | cut -d' ' -f1 | xargs)" 'next next next next next end Synthesis'
	is "$(jq -r '.seats[] | "\(.[0]) \(.[1])"' .duels/run/d/run.json | xargs)" \
		'sam debater-spaces tess debater-tabs mona moderator olga orchestrator'
	# the run asked the mount for the roles, and nobody joined by that
	is "$(jq -r 'select(.event == "participant_registered") | .participant' .duels/store/archive/*/events | xargs)" 'sam tess mona olga'
	has "$(cat .duels/store/archive/*/output/synthesis.md)" '- Q-2: asymmetric engagement tabs'
	run -0 "$DUELFS" verify .duels/store
}

@test "roles that are said are taken, and the others go in order round them" {
	run -0 runs "${small[@]}" olga@orchestrator=naming tess@debater-tabs=tabs:opus sam=spaces:gpt-5 mona=rulings:pro
	has "$output" 'ended: COMPLETED'
	is "$(jq -r '.seats[] | .[1]' .duels/run/d/run.json | xargs)" 'orchestrator debater-tabs debater-spaces moderator'
}

@test "roles that a base has not, or not so many of, are said, and nothing is left" {
	run -1 runs "${small[@]}" sam@debater-emacs=spaces tess=tabs mona=rulings olga=naming
	has "$output" 'sam: there is no role debater-emacs: this base has orchestrator, moderator, debater-spaces, debater-tabs'
	run -1 runs "${small[@]}" sam=spaces tess=tabs mona=rulings olga=naming ann=spaces
	has "$output" 'there are 5 seats, and this base has 4 roles: '
	run -1 runs "${small[@]}" sam@moderator=spaces tess=tabs mona@moderator=rulings olga=naming
	has "$output" 'moderator is said of two seats'
	run -2 runs "${small[@]}" sam@judge=spaces tess=tabs mona=rulings olga=naming
	has "$output" 'adversarial has the roles debater-SLUG, moderator, orchestrator'
	run -1 runs --format adversarial --name d Tabs sam=spaces tess=tabs mona=rulings olga=naming
	has "$output" 'no knowledge base yet'
	run -1 runs --format adversarial --name d --source "$W/nowhere" Tabs sam=spaces tess=tabs mona=rulings olga=naming
	has "$output" 'is not taken as configuration'
	is "$(ls .duels/run)" ''
	# three positions and four seats: the last position has nobody
	cp -r "$KB/small" "$W/kb"
	sed -i 's/^position: factual/position: zebras/' "$W/kb/arguments/arg-008-mixed-files-are-worst.md"
	run -0 runs --format adversarial --source "$W/kb" --set min_turns=4 --name d "Tabs or spaces" "${four[@]}"
	is "$(jq -r '.seats[] | .[1]' .duels/run/d/run.json | xargs)" 'debater-spaces debater-tabs moderator orchestrator'
}

@test "roles are those of the base although it has more than a reason tells" {
	cp -r "$KB/large" "$W/kb"
	for number in {01..66}; do
		sed -i "s/^position: .*/position: a position of some considerable length by no $((10#$number % 16))/" "$W/kb/arguments/arg-0$number"-*.md
	done
	run -4 runs --retries 1 --format adversarial --source "$W/kb" --name d Many {a..r}=silent
	has "$output" 'r is given up: the answer is empty'
	is "$(jq -r '.seats[] | .[1]' .duels/run/d/run.json | sort | uniq -d)" ''
	is "$(jq -r '.seats[15, 16, 17] | .[1]' .duels/run/d/run.json | xargs)" 'debater-a-position-of-some-considerable-length-by-no-9 moderator orchestrator'
	run -1 runs --format adversarial --source "$W/kb" --name e Many {a..s}=silent
	has "$output" 'there are 19 seats, and this base has 18 roles: orchestrator, moderator, '
	[ ! -e .duels/run/e ]
}

@test "an orchestrator may be called anything that a seat may" {
	# what it is asked has the beginning of its lines as they have to be
	names anyhow 'export DUEL_SEAT=olga; said=$(eval "$ANSWER" <<<"$asked")
		[ "$DUEL_MOVE" = 7 ] && echo "$said" || echo "$(sed -n "s/^    \(${said%% *} .*\) [a-z]*=.*/\1/p" <<<"$asked" | sed "s/ to=NAME//") ${said#* olga }"'
	run -0 runs "${small[@]}" "${four[@]:0:3}" "Olga \"O\" O'Neil=anyhow"
	has "$output" 'ended: COMPLETED'
	lacks "$output" 'try 1'
	has "$(cat .duels/run/d/*-Olga*.answer)" 'next "Olga \"O\" O'"'"'Neil" to=tess asks='
}

@test "what an orchestrator is asked has seats, claims and the lines it may answer with; what was refused goes into the next question" {
	names hasty 'if [ "$DUEL_MOVE" = 4 ] && ! grep -q "last answer was refused" <<<"$asked"; then echo "next to=tess"; else eval "$ANSWER" <<<"$asked"; fi'
	run -0 led_by hasty
	has "$output" 'olga, try 1: lock: error: [lease.order] tess spoke last, and nobody speaks twice in a row'
	cp .duels/run/d/001-olga.ask.md "$W/first"
	has "$(<"$W/first")" 'You are asked to **name who speaks next**'
	has "$(<"$W/first")" '    next olga to=NAME asks="…"'
	has "$(<"$W/first")" '    end olga reason="…"'
	has "$(<"$W/first")" '    fail olga who=NAME reason="…"'
	has "$(<"$W/first")" '- mona, `moderator`, 0 turns, may be named once each debater has opened'
	has "$(<"$W/first")" '- Q-1: Who may decide how wide indentation is shown? (arg-001, arg-009)'
	lacks "$(<"$W/first")" 'nothing for you to write'
	again=$(grep -l 'last answer was refused' .duels/run/d/*-olga.ask.md)
	has "$(<"$again")" '    lock: error: [lease.order] tess spoke last, and nobody speaks twice in a row'
	has "$(<"$again")" '- tess, `debater-tabs`, 2 turns, spoke last, and may not be named now'
	has "$(<"$again")" '- L-003 (spaces, partially-rebutted): '
	has "$(<"$again")" '## Turn 3 — tess'
	lacks "$(cat .duels/run/d/*.ask.md)" 'token='
}

@test "of an orchestrator's answer one line is done, with its name and token, and nothing else it says" {
	names chatty-naming 'printf "Let me see. In the end sam has to answer.\n\n\`\`\`\n"; [ "$DUEL_MOVE" = 7 ] || printf "lock: "; eval "$ANSWER" <<<"$asked"; printf "\`\`\`\nclose maker reason=done\nrelease olga\n"'
	names plain-naming 'eval "$ANSWER" <<<"$asked" | sed "s/ olga / /"'
	for agent in chatty-naming plain-naming; do
		rm -rf .duels
		run -0 led_by "$agent"
		has "$output" 'ended: COMPLETED'
		lacks "$output" 'try 1'
	done
	while read -r said why; do
		names "odd" "if [ \"\$DUEL_MOVE\" = 1 ]; then printf '%b\\\\n' \"${said//_/ }\"; else eval \"\$ANSWER\" <<<\"\$asked\"; fi"
		rm -rf .duels
		run -4 led_by odd --retries 1
		has "$output" "olga is given up: ${why//_/ }"
		has "$output" 'ended: ABORTED — duel-run: olga: '
		lacks "$(record)" '## Turn'
		sed -i '/^\[agents.odd\]/,$d' "$W/agents.toml"
	done <<-'END'
		I_name_sam. the_answer_has_none_of_these_lines,_and_wants_one:_next_olga_to="…"_asks="…"
		close_maker_reason=done the_answer_has_none_of_these_lines
		next_sam_to=tess who_says_it_is_olga
		next_to=tess\\nnext_to=sam the_answer_has_2_of_these_lines
		next_to=tess_token=x `next`_takes_to=_and_asks=,_each_once
		next_to=tess_force=yes `next`_takes_to=_and_asks=
		next_to=tess_to=sam `next`_takes_to=_and_asks=
		next_to=tess_asks=what_of_it what_has_spaces_or_quotes_in_it
		lock:_close_maker_reason=x the_line_is_none_of_these
		lock:_pause_maker the_line_is_none_of_these
		end_reason=enough lock:_error:_[lease.order]_sam_has_not_opened
		next_to=nobody lock:_error:_[value.bad]_nobody_has_joined
		next the_answer_has_none_of_these_lines
	END
}

# Agents with tools of their own, one a harness: lines go to `lock`, texts to the desk.
tooled() {
	local harness
	for harness in claude-code codex gemini unknown; do
		cat <<-END
			[agents.tooled-$harness]
			harness = "$harness"
			command = ["true"]
			tools_command = ["bash", "-c", '''
			asked=\$(cat)
			token=\$(sed -n "s/^Your token is \\([^ ]*\\):.*/\\1/p" <<<"\$asked")
			said=\$($ROOT/scripts/duels/answer adversarial <<<"\$asked")
			case \$said in
			next* | end*) echo "\$said token=\$token" >lock ;;
			*) printf "<!-- token: %s -->\\n%s\\n" "\$token" "\$(sed "/^<!-- token: SECRET -->/d" <<<"\$said")" >participants/\$DUEL_SEAT/turn.md ;;
			esac''']
		END
	done >>"$W/agents.toml"
}

@test "agents with tools of their own say who speaks, speak and sum up, and are only watched" {
	tooled
	run -0 runs --tools "${small[@]}" sam=tooled-codex:gpt-5 tess=tooled-claude-code:opus mona=tooled-gemini:pro olga=tooled-unknown
	has "$output" 'ended: COMPLETED'
	lacks "$output" 'try 1'
	is "$(accepted_of olga | xargs -d '\n' printf '%s; ')" 'next to=tess; next to=sam; next to=tess; next to=mona; next to=sam; end; Synthesis; '
	is "$(accepted_of mona)" 'Turn 4 — mona — moderator'
	names idle-naming 'true'
	run -4 runs --tools --retries 1 "${small[@]:0:6}" --name e "Tabs or spaces" sam=tooled-codex:gpt-5 tess=tooled-claude-code:opus mona=tooled-gemini:pro olga=idle-naming
	has "$output" 'olga is given up: it ended without a text handed in'
}

token_of() { # SEAT
	sed -n "/^$1 is yours/,/token:/s/.*<!-- token: \(.*\) -->.*/\1/p" "$W/said"
}

step_is() { # SEAT STEP
	grep -qs "^next_step = \"$2\"" ".duels/mount/d/participants/$1/status"
}

@test "people who say who speaks and who rule take their seats at the same table" {
	begins "${small[@]}" "${four[@]:0:2}" mona=human olga=human
	eventually grep -q 'olga is yours' "$W/said"
	has "$(<"$W/said")" "and lines to $PWD/.duels/mount/d/lock that end in token=$(token_of olga)"
	mount=$PWD/.duels/mount/d
	. "$ROOT/scripts/duels/adversarial.sh"
	for number in 1 2 3 4 5; do
		eventually step_is olga name_speaker
		echo "next olga $(asks $number) token=$(token_of olga)" >"$mount/lock"
		if [ $number = 4 ]; then
			eventually step_is mona claim_lock
			{
				echo "<!-- token: $(token_of mona) -->"
				sed 's,(gemini / pro),(human / human),' "$BATS_TEST_DIRNAME/../corpus/adversarial/debate/4-mona.md"
			} >"$mount/participants/mona/turn.md"
		fi
	done
	eventually step_is olga name_speaker
	echo "end olga reason=\"$reason\" token=$(token_of olga)" >"$mount/lock"
	place=$mount
	synthesis | sed "s/SECRET/$(token_of olga)/" >"$mount/participants/olga/turn.md"
	status=0
	wait "$run" || status=$?
	is "$status" 0
	has "$(<"$W/said")" 'ended: COMPLETED'
	is "$(record | grep -c '^## Turn')" 5
}

@test "a moderator that is given up is taken out, and a debater of two ends the debate" {
	names early-sam 'eval "$ANSWER" <<<"$asked" | sed "s/^## Turn 5/## Turn 4/"'
	sed -i 's/^\[agents.early-sam\]/&\nharness = "codex"/' "$W/agents.toml"
	run -4 runs --retries 1 "${small[@]}" sam=early-sam:gpt-5 "${four[1]}" mona=silent "${four[3]}"
	has "$output" 'mona is given up: the answer is empty'
	has "$output" 'ended: COMPLETED'
	has "$(record)" '> mona failed (duel-run: mona: the answer is empty). '
	rm -rf .duels
	run -4 runs --retries 1 "${small[@]}" sam=silent "${four[@]:1}"
	has "$output" 'ended: ABORTED — sam failed (duel-run: sam: the answer is empty), and fewer than two debaters are left'
}

@test "an orchestrator is asked who speaks once a turn is in, whoever keeps the floor" {
	begins "${small[@]}" sam=spaces:gpt-5 tess=human mona=rulings:pro olga=naming
	eventually step_is tess claim_lock
	mount=$PWD/.duels/mount/d
	token=$(token_of tess)
	echo "claim tess token=$token" >"$mount/lock"
	{
		echo "<!-- token: $token -->"
		sed 's,(claude-code / opus),(human / human),' "$BATS_TEST_DIRNAME/../corpus/adversarial/debate/1-tess.md"
	} >>"$mount/debate.md"
	eventually grep -q '^sam .* Turn 2' "$W/said"
	echo "release tess token=$token" >"$mount/lock"
	is "$(accepted_of olga | sed -n 2p | cut -d' ' -f1,2)" 'next to=sam'
	is "$(jq -r 'select(.refused)' .duels/run/d/log.jsonl)" ''
	kill -TERM "$run"
	wait "$run" || [ $? -eq 130 ]
}

@test "a run over a graph goes on after a kill of runner and daemon, while it is asked who speaks and while somebody speaks" {
	for seat in olga sam; do
		rm -rf .duels "$W/asked" "$W/go"
		names "nap-$seat" 'if [ "$DUEL_MOVE" = 2 ] && [ ! -e '"$W"'/go ]; then echo $$ >'"$W"'/asked; sleep 1000; fi; eval "$ANSWER" <<<"$asked"'
		sed -i "s/^\[agents.nap-sam\]/&\nharness = \"codex\"/" "$W/agents.toml"
		case $seat in
		olga) begins "${small[@]}" "${four[@]:0:3}" olga=nap-olga ;;
		sam) begins "${small[@]}" sam=nap-sam:gpt-5 "${four[@]:1}" ;;
		esac
		eventually test -s "$W/asked"
		kill -9 "$run" "$(pgrep -f "^$DUELFS .*$PWD/.duels/mount")"
		wait "$run" || true
		touch "$W/go"
		run -0 runs --resume .duels/run/d
		has "$output" 'ended: COMPLETED'
		eventually gone "$(<"$W/asked")"
		is "$(record | grep -c '^## Turn')" 5
		run -0 "$DUELFS" verify .duels/store
	done
}

# Who plays tests/corpus/adversarial/long, an agent a harness. They remember nothing: which turn it is stands in what they are asked. Each turn
# that has a file $W/stop-N is not answered before the file goes; the process that waits is in $W/asked.
long_agents() {
	local harness
	for harness in claude-code codex opencode gemini unknown; do
		cat <<-END
			[agents.long-$harness]
			harness = "$harness"
			seconds = 300
			command = ["bash", "-c", '''
			asked=\$(cat)
			turn=\$(sed -nE "s/^You are asked for \\*\\*turn ([0-9]+).*/\\1/p; s/^Turn ([0-9]+) comes next.*/\\1/p" <<<"\$asked")
			if [ -e $W/stop-\$DUEL_SEAT-\$turn ]; then echo \$\$ >$W/asked; sleep 1000; fi
			if [ -z "\$turn" ]; then
				. $ROOT/scripts/duels/adversarial.sh && synthesis
			elif [ \$DUEL_SEAT = olga ]; then
				sed -n "\${turn}p" $CORPUS/long/orders.txt
			else
				cat \$(printf "$CORPUS/long/%02d-\$DUEL_SEAT.md" \$turn)
			fi''']
		END
	done >>"$W/agents.toml"
}

@test "a debate over 66 arguments comes to its verdict in 16 turns, although its runner is killed, and then the daemon, too" {
	CORPUS=$(realpath "$BATS_TEST_DIRNAME/../corpus/adversarial")
	long_agents
	touch "$W/stop-stan-5" "$W/stop-olga-11"
	begins --format adversarial --source "$KB/large" --name d "Static, dynamic or gradual typing" \
		dan=long-claude-code:opus gina=long-codex:gpt-5 stan=long-opencode:qwen mona=long-gemini:pro olga=long-unknown
	eventually test -s "$W/asked"
	kill -9 "$run"
	wait "$run" || true
	is "$(status turns .duels/mount/d/status) $(status speaks_next .duels/mount/d/status)" '4 stan'
	first=$(<"$W/asked")
	rm "$W/stop-stan-5" "$W/asked"
	begins --resume .duels/run/d
	eventually test -s "$W/asked"
	gone "$first"
	is "$(status turns .duels/mount/d/status) $(status next_step .duels/mount/d/status)" '10 name_speaker'
	kill -9 "$run" "$(pgrep -f "^$DUELFS .*$PWD/.duels/mount")"
	wait "$run" || true
	rm "$W/stop-olga-11"
	run -0 runs --resume .duels/run/d
	has "$output" 'ended: COMPLETED'
	gone "$(<"$W/asked")"
	is "$(record | grep -c '^## Turn')" 16
	# no try was refused, before or behind a kill, and nothing was said twice
	is "$(jq -r 'select(.refused)' .duels/run/d/log.jsonl)" ''
	is "$(accepted_of olga | cut -d' ' -f1 | uniq -c | xargs)" '16 next 1 end 1 Synthesis'
	archived=$(find .duels/store/archive -mindepth 1 -maxdepth 1 -type d)
	has "$(<"$archived/output/claims-ledger.md")" '## L-003: whoever writes types down writes a program that is much longer'
	has "$(<"$archived/output/synthesis.md")" '- L-003 (arg-017): refuted, in Turn 4'
	is "$(grep -c '^- Q-[1-6]: ' "$archived/output/synthesis.md")" 12
	has "$(jq -r '.claims[]' "$archived/status.json")" 'closed: 1'
	run -0 "$DUELFS" verify .duels/store
}

