#!/usr/bin/env bats
# The desk, participants/NAME/turn.md: a text that is written there is handed in, whatever writes it, and reads back as it was written.
# Every behaviour in two formats: turns of socratic, JSON of dialectic.
# shellcheck disable=SC2016 # backquotes are Markdown's
load lib
load rounds

CORPUS=$BATS_TEST_DIRNAME/../corpus/dialectic/debate

# `begun FORMAT`: seats taken, and `desk N`: the desk of whoever has the Nth text, which is in $W/N; $W/bad is one that every seat is refused,
# by a rule of its own.
begun() {
	FORMAT=$1
	case $FORMAT in
	socratic)
		duel "d-$1" "${@:2}"
		join_both
		turn 1 alice OPEN_TO_DEBATE >"$W/1"
		turn 2 bob OPEN_TO_DEBATE >"$W/2"
		turn 3 alice OPEN_TO_DEBATE >"$W/3"
		turn 1 alice UNDECIDED >"$W/bad"
		RULE=turn.stance
		;;
	dialectic)
		bare "d-$1"
		printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' "${@:2}" >>"$D/config.toml"
		lock join alice role=proposition
		lock join bob role=opposition
		lock join carol role=judge
		cp "$CORPUS/0-proposition.json" "$W/1"
		cp "$CORPUS/0-opposition.json" "$W/2"
		cp "$CORPUS/0-judge.json" "$W/3"
		printf '{\n"title": 7\n}\n' >"$W/bad"
		RULE=handin.count
		;;
	esac
}

desk() {
	local names=([1]=alice [2]=bob [3]=carol)
	[ "$FORMAT" = dialectic ] || names[3]=alice
	echo "$D/participants/${names[$1]}/turn.md"
}

status_of() {
	echo "$(dirname "$(desk "$1")")/status"
}

# So many texts are in.
taken() {
	is "$(event_names | grep -c -e '^artifact_updated$' -e '^handed_in$')" "$1"
}

# `sealed` is dialectic's alone.
begun_open() { # FORMAT
	if [ "$1" = dialectic ]; then begun "$1" 'sealed = false'; else begun "$1"; fi
}

in_both() { # FUNCTION
	local format
	for format in socratic dialectic; do
		begun_open "$format"
		"$1"
	done
}

# --- what it is

is_empty_and_its_seats() {
	is "$(stat -c '%s %a %U' "$(desk 1)")" '0 666 root'
	is "$(cat "$(desk 1)")" ''
	has "$(ls "$(dirname "$(desk 1)")")" turn.md
}

@test "an empty desk is there from the join on, and is its seat's" {
	in_both is_empty_and_its_seats
}

is_handed_in() {
	cat "$W/1" >"$(desk 1)"
	cmp "$W/1" "$(desk 1)"
	is "$(stat -c %s "$(desk 1)")" "$(stat -c %s "$W/1")"
	taken 1
	is "$(status lock_owner)" ''
	is "$(event lock_acquired .lease) $(event lock_released .lease)" '1 1'
	cat "$W/2" >"$(desk 2)"
	cmp "$W/2" "$(desk 2)"
	is "$(event lock_acquired .lease | tr '\n' ' ')" '1 2 '
	taken 2
}

@test "a text that is written there without the floor is handed in, with a lease of its own" {
	in_both is_handed_in
}

is_used_with_the_floor() {
	lock claim alice
	cat "$W/1" >"$(desk 1)"
	taken 1
	is "$(status lock_owner)" ''
	is "$(event_names | grep -c '^lock_acquired$') $(event_names | grep -c '^lock_released$')" '1 1'
}

@test "with the floor it is used, and ends with the text" {
	in_both is_used_with_the_floor
}

is_refused() {
	local before
	before=$(sha256sum <"$D/debate.md")
	no cp "$W/bad" "$(desk 1)" 2>"$W/said"
	has "$(<"$W/said")" 'Invalid argument'
	has "$(newest_refusal)" "participants/alice/turn.md:"
	has "$(newest_refusal)" "error: [$RULE]"
	is "$(status refused "$(status_of 1)")" "$RULE"
	is "$(timeout 60 grep '^refused' "$(dirname "$(desk 1)")/wait")" "refused = \"$RULE\""
	is "$(cat "$(desk 1)")" ''
	is "$(sha256sum <"$D/debate.md")" "$before"
	taken 0
	cat "$W/1" >"$(desk 1)"
	is "$(status refused "$(status_of 1)")" ''
}

@test "what is refused changes nothing, is told in last_error by the desk's name, and in status and wait until a text is accepted" {
	in_both is_refused
}

is_taken_again() {
	cat "$W/1" >"$(desk 1)"
	event_names >"$W/events"
	cat "$W/1" >"$(desk 1)"
	cp "$W/1" "$(desk 1)"
	cat "$W/1" >>"$(desk 1)"
	dd if="$W/1" of="$(desk 1)" bs=100 status=none
	cmp "$W/events" <(event_names)
	cmp "$W/1" "$(desk 1)"
}

@test "the same bytes again are a success that changes nothing" {
	in_both is_taken_again
}

@test "out of turn a desk opens, and another text than it reads is refused at its write" {
	begun socratic
	cat "$W/1" >"$(desk 1)"
	refused EBUSY lease.order "$SYS" open "$(desk 1)" w,trunc write "@$W/3" close
	has "$(newest_refusal)" 'participants/alice/turn.md: error: [lease.order]'
	steps 'open write close' open "$(desk 1)" w,trunc write "@$W/1" close
	cat "$W/2" >"$(desk 2)"
	lock claim alice
	refused EBUSY lease.busy "$SYS" open "$(desk 2)" w,trunc write "@$W/3" close
	begun_open dialectic
	refused EBUSY lease.order "$SYS" open "$(desk 3)" w,trunc write x close
	cat "$W/1" >"$(desk 1)"
	refused EBUSY lease.order "$SYS" open "$(desk 1)" w,trunc write "@$W/2" close
	has "$(newest_refusal)" '[lease.order] the proposition is in'
}

@test "before the peer is there a desk waits" {
	duel
	lock join alice
	refused EBUSY lease.wait "$SYS" open "$D/participants/alice/turn.md" append write x close
	bare e
	echo 'format = "dialectic"' >>"$D/config.toml"
	lock join alice role=proposition
	fails EBUSY "$SYS" open "$D/participants/alice/turn.md" append write x close
	has "$(newest_refusal)" '[lease.wait] '
}

@test "once the duel is closed an empty desk is EROFS, and another takes what it shows" {
	local n
	begun socratic
	for n in 1 2 3; do
		cat "$W/$n" >"$(desk "$n")"
	done
	conclusion DISSENT >"$W/conclusion"
	cp "$W/conclusion" "$(desk 2)"
	status_is state completed
	steps 'open write close' open "$(desk 2)" w,trunc write "@$W/conclusion" close
	refused EROFS duel.closed "$SYS" open "$(desk 1)" w,trunc write "@$W/1" close
	begun_open dialectic
	lock claim alice
	lock release alice outcome=INVALIDATED reason=void
	fails EROFS "$SYS" open "$(desk 1)" append write x close
	fails EROFS "$SYS" open "$(desk 3)" w,trunc write x close
}

# --- who

@test "only the seat's user and root write there" {
	remounted -o allow_other
	pass_through
	duel
	"$SYS" as 1001 open "$D/lock" w write "join alice harness=$HARNESS model=$MODEL"$'\n' close
	"$SYS" as 1002 open "$D/lock" w write "join bob harness=$HARNESS model=$MODEL"$'\n' close
	turn 1 alice OPEN_TO_DEBATE >"$W/1"
	turn 2 bob OPEN_TO_DEBATE >"$W/2"
	is "$(stat -c '%u %a' "$D/participants/alice/turn.md") $(stat -c '%u %a' "$D/participants/alice")" '1001 666 1001 755'
	refused EACCES seat.uid "$SYS" as 1002 open "$D/participants/alice/turn.md" w,trunc
	refused EACCES seat.uid "$SYS" as 1002 open "$D/participants/alice/x.tmp" w,creat
	user 1001 cp "$W/1" "$D/participants/alice/turn.md"
	user 1002 cmp "$W/1" "$D/participants/alice/turn.md"
	cp "$W/2" "$D/participants/bob/turn.md"
	is "$(status turns)" 2
}

has_a_token() {
	{
		echo '<!-- token: correct-horse -->'
		cat "$W/1"
	} >"$W/signed"
	no cp "$W/1" "$(desk 1)" 2>/dev/null
	has "$(newest_refusal)" '[lease.token]'
	cp "$W/signed" "$(desk 1)"
	is "$(head -n 1 "$(desk 1)")" '<!-- token: ************* -->'
	cmp "$W/1" <(tail -n +2 "$(desk 1)")
	is "$(stat -c %s "$(desk 1)")" "$(stat -c %s "$W/signed")"
	cp "$W/signed" "$(desk 1)"
	taken 1
	lacks "$(cat "$D/debate.md" "$D/events" "$D/last_error")" correct-horse
}

@test "a token line is honoured, and reads back as stars" {
	duel
	lock join alice harness="$HARNESS" model="$MODEL" token=correct-horse
	lock join bob
	turn 1 alice OPEN_TO_DEBATE >"$W/1"
	FORMAT=socratic has_a_token
	bare e
	printf '%s\n' 'format = "dialectic"' 'sealed = false' >>"$D/config.toml"
	lock join alice role=proposition token=correct-horse
	lock join bob role=opposition
	cp "$CORPUS/0-proposition.json" "$W/1"
	FORMAT=dialectic has_a_token
}

# --- whatever writes

# Each of these hands the text in: FILE TEXT.
appends() { cat "$2" >>"$1"; }
appends_in_pieces() { dd if="$2" of="$1" bs=99 oflag=append conv=notrunc status=none; }
copies() { cp "$2" "$1"; }
tees() { tee "$1" <"$2" >/dev/null; }
moves_over() { cp "$2" "$1.tmp.123" && mv "$1.tmp.123" "$1"; }
moves_from_elsewhere() { cp "$2" "$W/moved" && mv "$W/moved" "$1"; }
installs() { install -m 644 "$2" "$1"; }
backs_up() { cp "$2" "$1.new" && mv -b "$1.new" "$1"; }
writes_in_python() { python3 -c 'import sys; open(sys.argv[1], "w").write(open(sys.argv[2]).read())' "$1" "$2"; }
writes_in_place() { python3 -c 'import os, sys
f = os.open(sys.argv[1], os.O_WRONLY); data = open(sys.argv[2], "rb").read()
os.write(f, data); os.ftruncate(f, len(data)); os.close(f)' "$1" "$2"; }
in_vim() { vim -N -u NONE -i NONE -es -c '%d _' -c "r $2" -c w -c q! "$1"; }
in_vim_with_backup() { vim -N -u NONE -i NONE -es -c 'set backup backupcopy=no' -c '%d _' -c "r $2" -c w -c q! "$1"; }
in_emacs() { emacs -Q --batch "$1" --eval "(progn (erase-buffer) (insert-file-contents \"$2\") (save-buffer))" 2>/dev/null; }
in_ed() { printf '0r %s\nw\nq\n' "$2" | ed -s "$1"; }

ALL_WRITERS=(appends appends_in_pieces copies tees moves_over moves_from_elsewhere installs backs_up writes_in_python writes_in_place
	in_vim in_vim_with_backup in_emacs in_ed)

handed_in_by() { # WRITER
	"$1" "$(desk 1)" "$W/1" || give_up "$1: $(newest_refusal)"
	taken 1 || give_up "$1: $(newest_refusal)"
	cmp "$W/1" "$(desk 1)" || give_up "$1"
	is "$(stat -c %s "$(desk 1)")" "$(stat -c %s "$W/1")"
	is "$(find "$(dirname "$(desk 1)")" -type f ! -name '*~' -printf '%f\n' | sort | tr '\n' ' ')" 'ask.md check last_error prompt.md status template.md turn.md '
}

is_edited() {
	cat "$W/1" >"$(desk 1)"
	cat "$W/2" >"$(desk 2)"
	sed -i "$2" "$(desk "$1")"
	taken 3
}

@test "every writer hands a turn in" {
	FORMAT=socratic
	local writer
	for writer in "${ALL_WRITERS[@]}"; do
		duel "s-${writer//_/-}"
		join_both
		turn 1 alice OPEN_TO_DEBATE >"$W/1"
		handed_in_by "$writer"
	done
}

@test "every writer hands arguments in" {
	FORMAT=dialectic
	local writer
	cp "$CORPUS/0-proposition.json" "$W/1"
	for writer in "${ALL_WRITERS[@]}"; do
		bare "j-${writer//_/-}"
		printf '%s\n' 'format = "dialectic"' 'sealed = false' >>"$D/config.toml"
		lock join alice role=proposition
		lock join bob role=opposition
		handed_in_by "$writer"
	done
}

@test "a text that is edited in place is the next one" {
	begun socratic
	is_edited 1 's/turn1/turn3/g; s/\([a-z]\)1\b/\13/g; s/Turn 1/Turn 3/; s/Addresses: Source/Addresses: Turn 2/; s/policy 1/policy 3/;
		s/reversibility 1/reversibility 3/; s/-1$/-3/'
	begun_open dialectic
	cat "$W/1" >"$(desk 1)"
	cat "$W/2" >"$(desk 2)"
	cat "$W/3" >"$(desk 3)"
	cp "$CORPUS/1-proposition.json" "$W/next"
	sed -i -e "1{r $W/next" -e 'd}' -e '2,$d' "$(desk 1)"
	has "$(event handed_in .participant | tr '\n' ' ')" '"alice" "bob" "alice" '
	cmp "$W/next" "$(desk 1)"
}

@test "a name that is removed is gone until it is made again, and then it reads as before" {
	begun socratic
	cat "$W/1" >"$(desk 1)"
	python3 - "$(desk 1)" <<-'PY'
		import os, sys
		os.unlink(sys.argv[1])
		assert not os.path.exists(sys.argv[1])
		os.close(os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_EXCL))
		assert os.path.getsize(sys.argv[1])
		os.unlink(sys.argv[1])
		os.close(os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_TRUNC))
	PY
	cmp "$W/1" "$(desk 1)"
	rm "$(desk 1)"
	lacks "$(ls "$(dirname "$(desk 1)")")" turn.md
	no cat "$(desk 1)" 2>/dev/null
	no rm "$(desk 1)" 2>/dev/null
	cp "$W/1" "$(desk 1)"
	cmp "$W/1" "$(desk 1)"
	taken 1
}

@test "who moves a text there from another file system, or makes the name anew, leaves nothing of the old one behind it" {
	begun_open dialectic
	jq . "$W/1" >"$W/long"
	cp "$W/long" "$(desk 1)"
	cp "$W/2" "$(desk 2)"
	cp "$W/3" "$(desk 3)"
	jq -c . "$CORPUS/1-proposition.json" >"$W/moved"
	cp "$W/moved" "$W/next"
	[ "$(stat -c %s "$W/next")" -lt "$(stat -c %s "$W/long")" ]
	mv "$W/moved" "$(desk 1)" || give_up "$(newest_refusal)"
	cmp "$W/next" "$(desk 1)"
}

@test "temporary files live beside the desk for its user, and other names are refused with a reason" {
	begun socratic
	local here
	here=$(dirname "$(desk 1)")
	cp "$W/1" "$here/turn.md.bak"
	cmp "$W/1" "$here/turn.md.bak"
	[ ! -e "$D/turn.md.bak" ]
	ln -s somewhere "$here/.#turn.md"
	mv "$here/turn.md.bak" "$here/turn.md.orig"
	is "$(find "$here" -name '*turn.md*' -printf '%f\n' | sort | tr '\n' ' ')" '.#turn.md turn.md turn.md.orig '
	rm "$here/.#turn.md" "$here/turn.md.orig"
	no cp "$W/1" "$here/Turn.md" 2>/dev/null
	has "$(newest_refusal)" 'participants/alice/Turn.md: error: [history.changed] only temporary files'
	has "$(newest_refusal)" 'write your text to turn.md'
	no mv "$here/status" "$here/x.tmp" 2>/dev/null
	cp "$W/1" "$D/x.tmp"
	fails EPERM "$SYS" rename "$D/x.tmp" "$(desk 1)" none
	rm "$D/x.tmp"
	taken 0
}

@test "an agent's temporary file is judged at its writes, and the desk stays as it is" {
	begun socratic
	refused EINVAL "$RULE" "$SYS" open "$(desk 1).tmp.77" w,creat write "@$W/bad" close
	is "$(status refused "$(status_of 1)")" "$RULE"
	rm "$(desk 1).tmp.77"
	cp "$W/bad" "$(desk 1).new"
	no mv "$(desk 1).new" "$(desk 1)" 2>/dev/null
	has "$(newest_refusal)" 'participants/alice/turn.md:1: error: [turn.stance]'
	rm "$(desk 1).new"
	refused EINVAL value.bad "$SYS" open "$(desk 1).new" w,creat write "@$W/1" close rename "$(desk 1).new" "$(desk 1)" exchange
	taken 0
}

# `at_the_desk AGENT TEXT`: what it tells its user.
at_the_desk() {
	"$BUILD/helpers/agents" "$1" "$(desk 1)" "$2" >"$W/replay" || [ $? -eq 1 ]
	tail -n 1 "$W/replay"
}

AGENTS=(claude-code codex bun gemini-cli aider)

@test "every agent hands in at the desk, sealed or not, and finds there what it wrote but where that is sealed; the same again is a success" {
	local agent format
	cp "$CORPUS/0-proposition.json" "$W/arguments"
	turn 1 alice OPEN_TO_DEBATE >"$W/turn"
	for agent in "${AGENTS[@]}"; do
		FORMAT=socratic
		duel "s-$agent"
		join_both
		is "$(at_the_desk "$agent" "$W/turn")" 'done'
		cmp "$W/turn" "$(desk 1)"
		is "$(at_the_desk "$agent" "$W/turn")" 'done'
		taken 1
		FORMAT=dialectic
		for format in sealed open; do
			bare "$format-$agent"
			printf '%s\n' 'format = "dialectic"' "sealed = $([ $format = open ] && echo false || echo true)" >>"$D/config.toml"
			lock join alice role=proposition
			lock join bob role=opposition
			[ "$format$(at_the_desk "$agent" "$W/arguments")" = sealedunverified ] || is "$(tail -n 1 "$W/replay")" 'done'
			taken 1
		done
	done
}

@test "every agent hears what is refused at the desk, and out of turn" {
	local agent
	turn 1 alice UNDECIDED >"$W/bad"
	turn 1 alice OPEN_TO_DEBATE >"$W/1"
	turn 3 alice OPEN_TO_DEBATE >"$W/3"
	FORMAT=socratic
	for agent in "${AGENTS[@]}"; do
		duel "s-$agent"
		join_both
		is "$(at_the_desk "$agent" "$W/bad")" EINVAL
		has "$(status refused "$(status_of 1)")" turn.stance
		cat "$W/1" >"$(desk 1)"
		is "$(at_the_desk "$agent" "$W/3")" EBUSY
		cmp "$W/1" "$(desk 1)"
		is "$(find "$(dirname "$(desk 1)")" -name 'turn.md?*')" ''
	done
}

# --- a whole duel of each format by wait, prompt.md and turn.md alone

# `moves NAME FILE`: once it can.
moves() {
	timeout 60 cat "$D/participants/$1/wait" >"$W/next"
	grep -q '^waits_for = ""' "$W/next" || give_up "$1: $(<"$W/next")"
	[ -s "$D/participants/$1/prompt.md" ]
	cat "$2" >"$D/participants/$1/turn.md" || give_up "$(newest_refusal)"
	[ "$(head -n 1 "$D/participants/$1/turn.md")" = sealed ] || cmp "$2" "$D/participants/$1/turn.md"
}

@test "a socratic duel by wait, prompt.md and turn.md" {
	duel
	join_both
	local n names=(bob alice)
	for n in 1 2 3 4; do
		turn $n "${names[n % 2]}" OPEN_TO_DEBATE >"$W/turn"
		moves "${names[n % 2]}" "$W/turn"
	done
	conclusion DISSENT >"$W/conclusion"
	moves alice "$W/conclusion"
	is "$(status state) $(status outcome)" 'completed DISSENT'
	is "$(timeout 60 cat "$D/participants/bob/wait" | grep ^next_step)" 'next_step = "closed"'
	is "$(event_names | grep -c '^lock_acquired$') $(event_names | grep -c '^lock_released$')" '5 5'
}

total() { # SIDE
	status "cumulative_scores.$1.total"
}

@test "a debate of dialectic by wait, prompt.md and turn.md, its report after the end" {
	begun dialectic 'exchanges = 2'
	local n
	for n in 0 1; do
		moves alice "$CORPUS/$n-proposition.json" # sealed
		moves bob "$CORPUS/$n-opposition.json"
		cmp "$CORPUS/$n-proposition.json" "$D/participants/alice/turn.md"
		moves carol "$CORPUS/$n-judge.json"
	done
	is "$(status state) $(status outcome)" 'completed COMPLETED'
	is "$(status next_step "$D/participants/carol/status")" write_report
	printf '# Free buses\n\n## The Question\n\nShould a ride be free?\n\n## The Clash\n\nIt begins with prop_000a.\n\n## Turning Points\n\n%s\n\n' \
		"$(printf 'word %.0s' {1..500})" >"$W/report"
	printf '## The Verdict\n\nThe proposition stands at %s and the opposition at %s.\n' "$(total proposition)" "$(total opposition)" >>"$W/report"
	cat "$W/report" >"$D/participants/carol/turn.md" || give_up "$(newest_refusal)"
	cmp "$W/report" "$D/report.md"
	cmp "$W/report" "$D/participants/carol/turn.md"
	fails EROFS "$SYS" open "$D/participants/carol/turn.md" w,trunc write "@$W/1" close
}

@test "a debate in rounds by wait, prompt.md and turn.md" {
	debate d 'rounds = 1'
	seats_taken
	said opening >"$W/opening"
	moves alice "$W/opening"
	said challenge >"$W/challenge"
	moves bob "$W/challenge"
	said verdict >"$W/verdict"
	moves olga "$W/verdict"
	is "$(status state)" completed
}
