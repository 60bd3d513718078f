#!/usr/bin/env bats
# The format dialectic: roles, hand-ins by every door, sealed until both are in, judgements, files, the report and the end.
# shellcheck disable=SC2016 # backquotes are Markdown's
load lib

CORPUS=$BATS_TEST_DIRNAME/../corpus/dialectic/debate

# `debate [CONFIG LINE…]`, or `debate_named NAME [CONFIG LINE…]`
debate() {
	debate_named free-buses "$@"
}

debate_named() {
	bare "$1"
	shift
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' "$@" >>"$D/config.toml"
}

join_all() {
	lock join alice role=proposition
	lock join bob role=opposition
	lock join carol role=judge
}

# Who has a role.
name_of() {
	case $1 in
	proposition) echo alice ;;
	opposition) echo bob ;;
	judge) echo carol ;;
	esac
}

# `hands_in N ROLE`: claim, append, release.
hands_in() {
	lock claim "$(name_of "$2")"
	append "$CORPUS/$1-$2.json"
	lock release "$(name_of "$2")"
}

# `exchange N [ROLE…]`: in this order.
exchange() {
	local role
	for role in "${@:2}"; do
		hands_in "$1" "$role"
	done
}

# An opening in which every text is of words that nothing else says.
secret_opening() {
	sed -E 's/^( *"(title|claim|source|content|relevance|warrant|backing|qualifier)": ").*("),?$/\1Zwirbel \2 zwirbelt zwirbelnd zwirbel\3,/' \
		"$CORPUS/0-$1.json" | python3 -c '
import itertools, re, sys
n = itertools.count()
texts = re.sub(r"\"Zwirbel (\w+)", lambda m: "\"Zwirbel %s%d" % (m[1], next(n)), sys.stdin.read())
print(re.sub(r",(\s*[}\]])", r"\1", texts), end="")'
}

# Everything that can be read in the mount, names and all, whoever lists or reads it.
all_that_is_shown() {
	(cd "$M" && find . -print)
	find "$M" -type f ! -name lock -exec timeout 60 cat {} +
	cat "$D/lock" "$LOG"
}

@test "a role is taken at the join, once, by name" {
	debate
	refused EINVAL value.bad lock join alice
	refused EINVAL value.bad lock join alice role=audience
	lock join alice role=proposition
	refused EACCES seat.taken lock join bob role=proposition
	is "$(status state)" waiting_for_participant
	refused EBUSY lease.wait lock claim alice
	lock join bob role=opposition
	is "$(status state)" debating
	lock join carol role=judge
	refused EACCES seat.taken lock join dave role=judge
	refused EACCES seat.identity lock join bob role=judge
	has "$(cat "$D/participants/carol/status")" 'role = "judge"'
}

@test "sides hand in in either order, and the judge when both are in" {
	debate
	join_all
	refused EBUSY lease.order lock claim carol
	hands_in 0 opposition
	is "$(status opposition_in) $(status proposition_in) $(status next_participant)" 'true false alice'
	refused EBUSY lease.order lock claim bob
	refused EBUSY lease.order lock claim carol
	hands_in 0 proposition
	is "$(status current_phase) $(status next_participant)" 'awaiting_judgment carol'
	refused EBUSY lease.order lock claim alice
	hands_in 0 judge
	is "$(status current_exchange) $(status current_phase) $(status turns)" '1 awaiting_arguments 1'
	refused EBUSY lease.order lock claim carol
}

@test "what is no move of the holder is refused when debate.md is opened" {
	debate
	join_all
	lock claim alice
	append "$CORPUS/0-proposition.json"
	fails EBUSY append "$CORPUS/0-proposition.json"
	has "$(cat "$D/participants/alice/status")" 'you have the floor, and nothing is due: release it'
}

@test "what a side handed in last is told what is wrong with it in the next exchange" {
	debate
	join_all
	exchange 0 proposition opposition judge
	lock claim alice
	refused EINVAL handin.count "$SYS" open "$D/debate.md" append write "@$CORPUS/0-proposition.json" close
	fails EINVAL lock release alice
	append "$CORPUS/1-proposition.json"
	lock release alice
	lock claim bob
	append "$CORPUS/1-opposition.json"
	lock release bob
	lock claim carol
	refused EINVAL judgement.other append "$CORPUS/0-judge.json"
}

@test "a draft written over debate.md is told what would be gone, a changed front that it changed" {
	debate
	join_all
	lock claim alice
	refused EPERM history.changed "$SYS" open "$D/debate.md" w,trunc write "@$CORPUS/0-proposition.json" close
	has "$(newest_refusal)" 'this is not the file with a text behind it, and what was accepted would be gone'
	cp "$D/debate.md" "$W/old.md"
	lock release alice force=yes
	exchange 0 proposition opposition judge
	cat "$CORPUS/1-proposition.json" >>"$W/old.md"
	lock claim alice
	refused EPERM history.changed "$SYS" open "$D/debate.md" w,trunc write "@$W/old.md" close
	has "$(newest_refusal)" 'the front of this file is another now'
}

@test "a judgement by a side and arguments by the judge are EACCES, and change nothing" {
	debate
	join_all
	lock claim alice
	refused EACCES seat.role "$SYS" open "$D/debate.md" append write "@$CORPUS/0-judge.json" close
	append "$CORPUS/0-proposition.json"
	lock release alice
	hands_in 0 opposition
	lock claim carol
	refused EACCES seat.role append "$CORPUS/0-opposition.json"
	is "$(status current_phase) $(status turns)" 'awaiting_judgment 0'
	append "$CORPUS/0-judge.json"
}

@test "five exchanges come to the files of the folder that the same hand-ins made, in either order" {
	debate
	join_all
	local n folder=$BATS_TEST_DIRNAME/../corpus/dialectic/folder
	for n in 0 1 2 3 4; do
		if [ $((n % 2)) -eq 0 ]; then
			exchange "$n" proposition opposition judge
		else
			exchange "$n" opposition proposition judge
		fi
	done
	diff -r "$folder/arguments" "$D/arguments"
	is "$(jq -S 'map_values(.current_score)' "$D/scores.json")" "$(jq -S 'map_values(.current_score)' "$folder/scores.json")"
	is "$(jq -r '.prop_000a.history[1] | [.triggered_by, .previous_score, .diff] | join(" ")' "$D/scores.json")" 'opp_001 0.35 -0.15'
	is "$(jq -rn 'input | [.debate_id, .current_exchange, .cumulative_scores.proposition.total, .cumulative_scores.opposition.total] | join(" ")' \
		<(sed '/^}$/q' "$D/debate.md"))" 'free-buses 5 0.6 -0.9'
	is "$(status cumulative_scores.proposition.total) $(status cumulative_scores.opposition.count)" '0.6 7'
	is "$(jq -r .cumulative_scores.opposition.total "$D/status.json")" -0.9
	has "$(cat "$D/argument-graph.mmd")" prop_004
	python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$D/argument-graph.svg"
	has "$(cat "$D/argument-graph.svg")" prop_004
	is "$(ls "$D/turns")" "$(printf '%s\n' 001-carol.md 002-carol.md 003-carol.md 004-carol.md 005-carol.md)"
	has "$(status warnings)" 'exchange 2: judge: [rescore.old] rescores[1]'
	cp -r "$D" "$W/before"
	remounted
	diff -r "$W/before/arguments" "$D/arguments"
	for n in debate.md scores.json argument-graph.mmd argument-graph.svg events; do
		cmp "$W/before/$n" "$D/$n"
	done
	unmounted
	is "$("$DUELFS" verify "$STORE" | grep -v '^as of ')" 'free-buses: ok'
}

@test "nothing that is sealed stands in any file, event or log, and both appear at once" {
	local shown
	debate
	join_all
	secret_opening opposition >"$W/secret.json"
	has "$(cat "$W/secret.json")" Zwirbel
	"$SYS" open "$D/participants/bob/check" w write "@$W/secret.json" close
	lock claim bob
	append "$W/secret.json"
	fails EBUSY append "$W/secret.json"
	lock release bob force=yes
	lock claim alice
	printf '{"zwirbel": "zwirbel"}' >"$W/bad.json"
	refused EINVAL handin.count "$SYS" open "$D/debate.md" append write "@$W/bad.json" close
	shown=$(all_that_is_shown)
	is "$(grep -ci zwirbel <<<"$shown")" 0
	# Which ids there will be is known; that an argument is there is not shown.
	is "$(cat "$D/argument-graph.mmd" "$D/argument-graph.svg" "$D/scores.json" "$D/events" | grep -c opp_000a)" 0
	is "$(find "$D/arguments" -type f | wc -l) $(status opposition_in)" '0 true'
	append "$CORPUS/0-proposition.json"
	is "$(find "$D/arguments" -type f | wc -l)" 6
	has "$(cat "$D/arguments/opp_000b.md")" Zwirbel
	has "$(cat "$D/argument-graph.mmd")" opp_000a
	has "$(event arguments_shown .arguments)" opp_000a
	lacks "$(cat "$D/events")" wirbel
}

@test "a sealed hand-in that is kept over a remount stays sealed" {
	debate
	join_all
	secret_opening opposition >"$W/secret.json"
	lock claim bob
	append "$W/secret.json"
	remounted
	is "$(status opposition_in)" true
	is "$(all_that_is_shown | grep -ci zwirbel)" 0
	lock release bob
	lock claim alice
	append "$CORPUS/0-proposition.json"
	has "$(cat "$D/arguments/opp_000a.md")" Zwirbel
}

@test "INVALIDATED is the only end while a hand-in is sealed, and reveals it" {
	debate
	join_all
	secret_opening proposition >"$W/secret.json"
	lock claim alice
	append "$W/secret.json"
	refused EACCES seat.role lock release alice outcome=COMPLETED
	refused EINVAL value.bad lock release alice outcome=MAX_TURNS
	refused EINVAL value.bad lock release alice outcome=INVALIDATED
	has "$(newest_refusal)" 'whoever invalidates a debate says why, for the record: outcome=INVALIDATED reason="WHY"'
	refused EINVAL value.bad lock release alice outcome=INVALIDATED 'reason="  "'
	is "$(status outcome)" ''
	lock release alice outcome=INVALIDATED 'reason="nobody answers"'
	is "$(status state) $(status outcome) $(status reason)" 'invalidated INVALIDATED nobody answers'
	is "$(status invalidated_by)" alice
	is "$(event invalidated '.participant, .reason' | paste -sd' ')" '"alice" "nobody answers"'
	lock release alice outcome=INVALIDATED
	has "$(cat "$D/arguments/prop_000a.md")" Zwirbel
	refused EROFS duel.closed append "$W/secret.json"
	refused EROFS duel.closed lock claim bob
}

@test "whoever waits too long for another takes the floor with for=timeout, and may end the debate" {
	debate 'wait_seconds = 1'
	join_all
	hands_in 0 proposition
	refused EBUSY lease.order lock claim bob for=timeout
	eventually lock claim alice for=timeout
	refused EBUSY lease.order append "$CORPUS/0-proposition.json"
	lock release alice outcome=INVALIDATED force=yes 'reason="bob is silent"'
	is "$(status state)" invalidated
}

@test "INVALIDATED stands in record and archive: who, why, when, and what it revealed" {
	local file
	debate
	join_all
	exchange 0 proposition opposition judge
	cp "$D/debate.md" "$W/before"
	hands_in 1 proposition
	lock claim bob
	lock release bob outcome=INVALIDATED 'reason="the <motion> is *void*"'
	has "$(tail -n 1 "$D/debate.md" | sed -E 's/[-0-9T:]+Z$/TIME/')" \
		'> Invalidated by bob: the \<motion\> is \*void\* (revealed: prop_001), TIME'
	[ -e "$D/arguments/prop_001.md" ]
	below() { sed '1,/^}$/d' "$1"; }
	below "$W/before" >"$W/judged"
	below "$D/debate.md" | cmp -n "$(stat -c %s "$W/judged")" - "$W/judged"
	is "$(status record_bytes) $(status record_sha256)" "$(stat -c %s "$D/debate.md") $(sha256sum <"$D/debate.md" | cut -d' ' -f1)"
	cp "$D/debate.md" "$W/after"
	archived() { file=$(find "$STORE/archive" -maxdepth 1 -name '????-*.md') && [ -n "$file" ]; }
	eventually archived
	cmp "$file" "$W/after"
	remounted
	cmp "$D/debate.md" "$W/after"
	is "$(status reason), $(status invalidated_by)" 'the <motion> is *void*, bob'
	unmounted
	has "$("$DUELFS" verify "$STORE")" 'free-buses: ok'
	mounted
}

@test "a debate of which nothing was judged or sealed is invalidated with its motion and the line alone" {
	debate
	join_all
	lock claim alice
	lock release alice outcome=INVALIDATED 'reason="over"'
	is "$(sed '1,/^}$/d' "$D/debate.md" | sed -E 's/[-0-9T:]+Z$/TIME/')" \
		"$(printf '\n# Motion\n\nThis house would make buses free\n\n> Invalidated by alice: over, TIME')"
}

@test "unsealed, a hand-in is shown at once" {
	debate 'sealed = false'
	join_all
	hands_in 0 opposition
	is "$(ls "$D/arguments")" "$(printf '%s\n' opp_000a.md opp_000b.md opp_000c.md)"
	hands_in 0 proposition
	is "$(find "$D/arguments" -type f | wc -l)" 6
}

@test "a hand-in comes in by >>, by a rewrite, by a file renamed over the record, and is rehearsed by check" {
	debate
	join_all
	"$SYS" open "$D/participants/alice/check" w,trunc write "@$CORPUS/0-proposition.json" close
	has "$(cat "$D/participants/alice/check")" 'check: ok (the three opening arguments of the proposition of alice, '
	is "$(status proposition_in)" false
	lock claim alice
	cat "$D/debate.md" "$CORPUS/0-proposition.json" >"$W/whole.md"
	rewrite "$W/whole.md"
	is "$(status proposition_in)" true
	lock release alice
	"$SYS" open "$D/participants/bob/check" w,trunc write "@$CORPUS/0-opposition.json" close
	has "$(cat "$D/participants/bob/check")" 'check: ok (the three opening arguments of the opposition of bob, '
	is "$(status opposition_in)" false
	lock claim bob
	cat "$D/debate.md" "$CORPUS/0-opposition.json" >"$D/debate.md.tmp.1"
	mv "$D/debate.md.tmp.1" "$D/debate.md"
	is "$(status opposition_in)" true
	lock release bob
	lock claim carol
	{
		echo '```json'
		cat "$CORPUS/0-judge.json"
		echo '```'
	} | bash -c 'cat >>"$1"' _ "$D/debate.md"
	is "$(status turns)" 1
}

@test "an argument in the words of the last exchange is refused as that, and not taken for a retry" {
	debate
	join_all
	exchange 0 proposition opposition judge
	exchange 1 proposition opposition judge
	lock claim alice
	refused EINVAL handin.repeat "$SYS" open "$D/debate.md" append write "@$CORPUS/1-proposition.json" close
	has "$(newest_refusal)" 'those of prop_001: make another argument; what was said against that one is answered under `defends`'
	is "$(status proposition_in)" false
	append "$CORPUS/2-proposition.json"
	lock release alice
	lock claim bob
	refused EINVAL handin.repeat "$SYS" open "$D/debate.md" append write "@$CORPUS/1-opposition.json" close
	is "$(status opposition_in)" false
}

@test "a hand-in of one line of the size of a turn is taken" {
	debate 'word_limits = "warn"'
	join_all
	jq -c '.[0].grounds[0].content = ("one word after another " * 2500)' "$CORPUS/0-proposition.json" >"$W/long.json"
	lock claim alice
	append "$W/long.json"
	is "$(status proposition_in)" true
	lock release alice
	lock claim bob
	append "$CORPUS/0-opposition.json"
	has "$(status warnings)" '[words.ground] [0].grounds[0].content'
}

# An opening that comes to more than twice as many bytes in the record.
long_opening() { # ROLE BYTES
	jq -c --argjson n "$2" '.[0].claim = ("*" * $n + "x of y")' "$CORPUS/0-$1.json"
}

@test "a hand-in that would leave no room in the record for the other side's and a judgement is refused, and a shorter one is judged" {
	debate 'max_turn_bytes = 1048576'
	join_all
	lock claim alice
	long_opening proposition 1040000 >"$W/long.json"
	fails EFBIG "$SYS" open "$D/participants/alice/check" w write "@$W/long.json" close
	refused EFBIG limit.record "$SYS" open "$D/debate.md" append write "@$W/long.json" close
	is "$(status proposition_in)" false
	long_opening proposition 1020000 >"$W/long.json"
	append "$W/long.json"
	lock release alice
	lock claim bob
	long_opening opposition 1020000 >"$W/long.json"
	append "$W/long.json"
	lock release bob
	hands_in 0 judge
	is "$(status turns)" 1
	lock claim alice
	long_opening proposition 100000 | jq -c '.[0] | .grounds = [{source: "x", content: "Nobody has said this of buses so far.", relevance: "x is of y"}]' >"$W/long.json"
	refused EFBIG limit.record "$SYS" open "$D/debate.md" append write "@$W/long.json" close
}

@test "word_limits = reject refuses what is too long" {
	debate 'word_limits = "reject"'
	join_all
	jq '.[1].title = "Far too many words for a title of an argument"' "$CORPUS/0-proposition.json" >"$W/long.json"
	lock claim alice
	refused EINVAL words.title "$SYS" open "$D/debate.md" append write "@$W/long.json" close
	has "$(newest_refusal)" '[1].title'
}

@test "the judge closes the debate after a judgement, and then nothing more is taken" {
	debate
	join_all
	exchange 0 proposition opposition
	lock claim carol
	refused EBUSY lease.order lock release carol outcome=COMPLETED
	append "$CORPUS/0-judge.json"
	lock release carol outcome=COMPLETED 'reason="enough is said"'
	is "$(status state) $(status reason)" 'completed enough is said'
	lock release carol outcome=COMPLETED
	refused EROFS duel.closed append "$CORPUS/1-proposition.json"
}

@test "the last of so many exchanges closes the debate" {
	debate 'exchanges = 1'
	join_all
	exchange 0 opposition proposition
	lock claim carol
	append "$CORPUS/0-judge.json"
	is "$(status state) $(status outcome)" 'completed COMPLETED'
	is "$(event completed .reason)" '"exchange 0, the last, is judged"'
	lock release carol
	refused EROFS duel.closed lock release bob
	eventually compgen -G "$STORE/archive/*-this-house-would-make-buses-free.md"
}

# The totals after exchange 0 of the corpus are 0.4 and -0.4.
report() {
	cat <<-'END'
		# Free buses

		## The Question

		Should a ride be free?

		## The Clash

		It begins with prop_000a.

		## Turning Points

	END
	printf 'word %.0s' {1..500}
	printf '\n\n## The Verdict\n\nThe proposition stands at %s and the opposition at -0.4.\n' "$1"
}

@test "the report is written by the judge, once, after the end, and is checked against the scores" {
	debate 'exchanges = 1'
	join_all
	exchange 0 opposition proposition
	lock claim carol
	append "$CORPUS/0-judge.json"
	report 0.7 >"$W/report.md"
	refused EINVAL report.totals "$SYS" open "$D/report.md" w,trunc write "@$W/report.md" close
	report 0.4 >"$W/report.md"
	"$SYS" open "$D/report.md" w,trunc write "@$W/report.md" close
	cmp "$W/report.md" "$D/report.md"
	printf 'x\n' >>"$W/report.md"
	refused EROFS duel.closed "$SYS" open "$D/report.md" w,trunc write "@$W/report.md" close
	remounted
	has "$(cat "$D/report.md")" 'stands at 0.4'
}

@test "while the report is owed the judge's next step is to write it, with blank and prompt there, and nobody else's is" {
	local file
	debate 'exchanges = 1'
	join_all
	exchange 0 opposition proposition
	is "$(status next_step) $(head -c 1 <(blank))" 'claim_lock {'
	lock claim carol
	append "$CORPUS/0-judge.json"
	lock release carol
	is "$(status state) $(status next_step) $(status next_participant)" 'completed write_report carol'
	is "$(status next_step "$D/participants/carol/status")" write_report
	is "$(timeout 60 cat "$D/participants/carol/wait" | grep '^next_step')" 'next_step = "write_report"'
	is "$(status next_step "$D/participants/alice/status")" closed
	is "$(head -n 3 <(blank))" $'# ...\n\n## The Question'
	for file in prompt.md participants/carol/prompt.md; do
		has "$(cat "$D/$file")" 'One text is still wanted'
		has "$(cat "$D/$file")" '## Turning Points'
	done
	lacks "$(cat "$D/participants/alice/prompt.md")" '## Turning Points'
	has "$(cat "$D/README.md")" 'next step `write_report`'
	report 0.7 >"$W/report.md"
	refused EINVAL report.totals "$SYS" open "$D/report.md" w,trunc write "@$W/report.md" close
	has "$(cat "$D/participants/carol/prompt.md")" '[report.totals]'
	remounted
	is "$(status next_step) $(status next_step "$D/participants/carol/status")" 'write_report write_report'
	report 0.4 >"$W/report.md"
	"$SYS" open "$D/report.md" w,trunc write "@$W/report.md" close
	is "$(status next_step) $(status next_participant) $(status next_step "$D/participants/carol/status")" 'closed  closed'
	is "$(cat "$D/participants/carol/template.md")" ''
	lacks "$(cat "$D/prompt.md")" 'still wanted'
}

@test "a debate that nobody judged owes no report" {
	debate
	join_all
	lock claim alice
	lock release alice outcome=INVALIDATED 'reason="nobody can go on"'
	is "$(status state) $(status next_step) $(status next_participant)" 'invalidated closed '
	is "$(cat "$D/participants/carol/template.md")" ''
}

front() {
	sed '/^}$/q' "$D/debate.md"
}

@test "once the debate is over the front matter says how, who won by the totals, when, and who took part" {
	debate 'exchanges = 1'
	join_all
	exchange 0 opposition proposition
	is "$(front | jq 'has("closed")')" false
	lock claim carol
	append "$CORPUS/0-judge.json"
	is "$(front | jq -c 'keys_unsorted')" '["debate_id","current_exchange","current_phase","cumulative_scores","closed"]'
	is "$(front | jq -r '.current_phase')" awaiting_arguments
	is "$(status current_exchange) $(status current_phase) $(status next_step)" '0  write_report'
	has "$(cat "$D/participants/carol/ask.md")" 'The debate is over, 1 exchange is judged. The totals: proposition '
	lacks "$(cat "$D/participants/carol/ask.md")" 'is open'
	lacks "$(cat "$D/participants/carol/ask.md")" 'is the last one'
	is "$(front | jq -c '.closed | keys_unsorted')" '["outcome","winner","at","participants"]'
	is "$(front | jq -r '.closed | .outcome, .winner, .at')" "COMPLETED
proposition
$(status closed_at)"
	is "$(front | jq -c '.closed.participants.judge')" "{\"name\":\"carol\",\"harness\":\"$(status harness "$D/participants/carol/status")\",\"model\":\"$(status model "$D/participants/carol/status")\"}"
	is "$(front | jq -c '.closed.participants | keys_unsorted')" '["proposition","opposition","judge"]'
	eventually compgen -G "$STORE/archive/*.md"
	is "$(front | jq -S .)" "$(sed '/^}$/q' "$STORE"/archive/*.md | jq -S .)"
	cp "$D/debate.md" "$W/before"
	remounted
	cmp "$W/before" "$D/debate.md"
}

@test "a report in the lease of the judgement closes the debate" {
	debate
	join_all
	exchange 0 opposition proposition
	report 0.4 >"$W/report.md"
	lock claim carol
	refused EBUSY lease.order "$SYS" open "$D/report.md" w,trunc write "@$W/report.md" close
	append "$CORPUS/0-judge.json"
	"$SYS" open "$D/report.md" w,trunc write "@$W/report.md" close
	is "$(status state) $(status reason)" 'completed the report is written'
}

# What an accepted hand-in was warned of, without the line of its time.
warned() {
	sed -n '/^$/q; 1!p' "$D/last_error"
}

@test "what a hand-in is warned of, and each rescore that is skipped, stands in status and in last_error, over a remount too" {
	local lines
	debate 'sealed = false'
	join_all
	exchange 0 proposition opposition judge
	jq '.title = "Too short" | .note = 1' "$CORPUS/1-proposition.json" >"$W/short.json"
	lock claim alice
	append "$W/short.json"
	is "$(warned)" "$(printf '%s\n' 'debate.md: warning: [handin.unknown] the key `note` is not known and has no effect; known are title, claim, grounds, warrant, backing, qualifier, attacks, defends' \
		'debate.md:title: warning: [words.title] this has 2 words, and a title has 5 to 7 words')"
	has "$(head -n 1 "$D/last_error")" ' alice debate.md: accepted'
	lock release alice
	hands_in 1 opposition
	jq '.rescores = [{argument_id: "prop_000a", new_score: 0.3, reasoning: "It lacks a part."},
		{argument_id: "prop_000a", old_score: 0.3, new_score: 0.2, reasoning: "It stands at 0.35."},
		{argument_id: "prop_000b", old_score: 0.2, new_score: -0.35, reasoning: "It goes too far."},
		{argument_id: "prop_009", old_score: 0.35, new_score: 0.3, reasoning: "There is none."}]' "$CORPUS/1-judge.json" >"$W/judge.json"
	lock claim carol
	append "$W/judge.json"
	lines=$(warned)
	is "$(grep -oE '^debate.md:rescores\[.\]: warning: \[[a-z.]*\]' <<<"$lines")" "$(printf 'debate.md:rescores[%d]: warning: [rescore.%s]\n' \
		0 incomplete 1 old 2 step 3 unknown)"
	has "$(status warnings)" '[rescore.step] rescores[2]'
	is "$(jq '.prop_000a.history | length' "$D/scores.json")" 1
	cp "$D/last_error" "$W/before"
	remounted
	cmp "$W/before" "$D/last_error"
	lock release carol
	# It is no refusal: the next hand-in's prompt does not tell of one.
	lacks "$(cat "$D/participants/carol/prompt.md")" 'debate.md: accepted'
}

# shellcheck disable=SC2016 # backquotes are Markdown's
@test "README.md tells this debate's terms, and every prompt which rules refuse here" {
	debate
	join_all
	has "$(cat "$D/README.md")" '- there are as many exchanges as the judge lets there be'
	has "$(cat "$D/README.md")" '- what one side hands in is sealed until the other side'\''s is in, too'
	has "$(cat "$D/README.md")" '- what has too many or too few words is accepted, with a warning'
	has "$(cat "$D/README.md")" '`words.title` (W)'
	has "$(cat "$D/prompt.md" "$D/participants/bob/prompt.md")" '- `words.title` (W): '
	lacks "$(cat "$D/participants/carol/prompt.md")" 'words.title'
	debate_named strict 'word_limits = "reject"' 'sealed = false' 'exchanges = 3'
	join_all
	has "$(cat "$D/README.md")" '- the debate is over after 3 judged exchanges'
	has "$(cat "$D/README.md")" '- what is handed in can be read at once'
	has "$(cat "$D/README.md")" '- what has too many or too few words is refused'
	has "$(cat "$D/README.md")" '`words.title`, '
	has "$(cat "$D/README.md")" '| `handin.unknown` | W | '
	has "$(cat "$D/participants/bob/prompt.md")" '- `words.title`: '
}

@test "a rehearsal with several faults is told them, not that another seat of the same user has to wait" {
	debate
	join_all
	exchange 0 proposition opposition judge
	lock claim alice
	jq 'del(.title) | del(.claim)' "$CORPUS/1-proposition.json" >"$W/faulty.json"
	fails EINVAL "$SYS" open "$D/participants/alice/check" w,trunc write "@$W/faulty.json" close
	has "$(cat "$D/participants/alice/check")" 'check:claim: error: [handin.missing]'
	lacks "$(cat "$D/participants/alice/check")" lease.order
}

@test "whichever side is in first, arguments, scores, totals and both graphs are the same" {
	local order n first
	for order in 'proposition opposition' 'opposition proposition'; do
		first=${order%% *}
		debate_named "$first"
		join_all
		for n in 0 1 2 3 4; do
			# shellcheck disable=SC2086 # two words
			exchange "$n" $order judge
		done
		mkdir "$W/$first"
		cp -r "$D/arguments" "$D/argument-graph.mmd" "$D/argument-graph.svg" "$W/$first"
		# Times, and the name of the duel, are each duel's own.
		jq 'del(.. | .scored_at?)' "$D/scores.json" >"$W/$first/scores.json"
		sed 's/"debate_id": .*//' "$D/debate.md" >"$W/$first/debate.md"
	done
	diff -r "$W/proposition" "$W/opposition"
	is "$(find "$W/opposition" -type f | wc -l)" 18
}
