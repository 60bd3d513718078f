#!/usr/bin/env bats
# A rewrite of debate.md stands there as it was written, to the byte; an append is put into the form of the record; and the record does not
# grow behind the back of whoever has the floor.
load lib
load rounds

setup() {
	paths
	mounted
}

# What each way of writing makes of $D/debate.md: the bytes of $W/whole.md.
by_python() {
	python3 -c 'import sys; open(sys.argv[1], "wb").write(open(sys.argv[2], "rb").read())' "$D/debate.md" "$W/whole.md"
}

by_python_text() {
	python3 -c 'import pathlib, sys
t = pathlib.Path(sys.argv[2]).read_bytes().decode()
with open(sys.argv[1], "w", newline="") as f:
    f.write(t)' "$D/debate.md" "$W/whole.md"
}

by_node() {
	node -e 'const fs = require("fs"); fs.writeFileSync(process.argv[1], fs.readFileSync(process.argv[2]))' "$D/debate.md" "$W/whole.md"
}

# It looks at size and bytes itself, and says "unverified".
by_claude_code() {
	"$BUILD/helpers/agents" claude-code "$D/debate.md" "$W/whole.md" >"$W/told" || true
	is "$(tail -n 1 "$W/told")" 'done'
}

by_codex() {
	"$BUILD/helpers/agents" codex "$D/debate.md" "$W/whole.md" >/dev/null
}

by_bun() {
	"$BUILD/helpers/agents" bun "$D/debate.md" "$W/whole.md" >/dev/null
}

by_rename() {
	cp "$W/whole.md" "$D/debate.md.new"
	mv "$D/debate.md.new" "$D/debate.md"
}

by_cp() {
	cp "$W/whole.md" "$D/debate.md"
}

by_dd() {
	dd if="$W/whole.md" of="$D/debate.md" bs=500 status=none
}

WAYS=(python python_text node claude_code codex bun rename cp dd)

# The file is what was written, and everything that tells of it agrees.
as_written() { # TEXT
	is "$(stat -c %s "$D/debate.md")" "$(stat -c %s "$W/whole.md")" || return
	cmp "$W/whole.md" "$D/debate.md" || return
	is "$(status record_bytes)" "$(stat -c %s "$W/whole.md")" || return
	is "$(status record_sha256)" "$(sha256sum <"$W/whole.md" | cut -d' ' -f1)"
}

# A turn as people and tools may leave it behind the record, by name: what stands before it, and how it ends.
shaped() { # SHAPE FILE
	case $1 in
	blank) printf '\n' && cat "$2" ;;
	tight) cat "$2" ;;
	rule) printf '\n---\n\n' && cat "$2" ;;
	rule_tight) printf -- '---\n\n' && cat "$2" ;;
	stars) printf '\n* * *\n' && cat "$2" ;;
	airy) printf '\n\n\n\n' && cat "$2" && printf '\n\n\n' ;;
	spaces) printf ' \n\t\n' && cat "$2" && printf '  \n' ;;
	open) printf '\n---\n\n%s' "$(cat "$2")" ;;
	crlf) { printf '\n---\n\n' && cat "$2"; } | sed 's/$/\r/' ;;
	crlf_open) printf %s "$({ printf '\n' && cat "$2"; } | sed 's/$/\r/; $s/\r//')" ;;
	mixed) { printf '\n---\n\n' && cat "$2"; } | sed '3~2s/$/\r/' ;;
	esac
}

SHAPES=(blank tight rule rule_tight stars airy spaces open crlf crlf_open mixed)

# From the heading on, as it was written.
heading_on() { # FILE
	python3 -c 'import sys; b = open(sys.argv[1], "rb").read(); sys.stdout.buffer.write(b[b.index(b"## "):])' "$1"
}

# alice writes turn N in this shape, by this way, and it stands so.
rewritten() { # N NAME SHAPE WAY
	turn "$1" "$2" OPEN_TO_DEBATE >"$W/turn.md"
	shaped "$3" "$W/turn.md" >"$W/shaped.md"
	lock claim "$2"
	cat "$D/debate.md" "$W/shaped.md" >"$W/whole.md"
	"by_$4"
	as_written || return
	heading_on "$W/shaped.md" | cmp - "$D/turns/00$1-$2.md" || return
	lock release "$2"
}

# The duel is read from the store as it was, and the record is one that `duelfs check` takes.
reads_back() {
	cp "$D/debate.md" "$W/read.md"
	cp -r "$D/turns" "$W/turns"
	remounted
	cmp "$W/read.md" "$D/debate.md"
	diff -r "$W/turns" "$D/turns"
	unmounted
	has "$("$DUELFS" verify "$STORE")" "${D##*/}: ok"
	run "$DUELFS" check "$W/read.md"
	is "$status: $(tail -n 1 <<<"$output")" "0: $W/read.md: ok"
	mounted
}

@test "whatever shape a turn has behind the old bytes, and whoever writes the file, it stands as it was written" {
	local shape way n=0 failed=0
	for shape in "${SHAPES[@]}"; do
		[ "$shape" != rule_tight ] || continue # behind a table that is a rule under its last line: see below
		for way in "${WAYS[@]}"; do
			[[ $shape == @(tight|open|crlf) || $way == @(python|claude_code) ]] || continue
			duel "d$((++n))"
			join_both >/dev/null
			holds "$shape, $way" rewritten 1 alice "$shape" "$way"
		done
	done
	[ $failed -eq 0 ]
}

@test "turns of every shape stand one behind the other, and the record is read back as it was written" {
	local shape n=0 names=(bob alice)
	duel d 'max_turns = 20'
	join_both
	for shape in "${SHAPES[@]}"; do
		n=$((n + 1))
		turn $n "${names[n % 2]}" OPEN_TO_DEBATE >"$W/turn.md"
		shaped "$shape" "$W/turn.md" >"$W/shaped.md"
		lock claim "${names[n % 2]}"
		cp "$D/debate.md" "$W/before"
		cat "$D/debate.md" "$W/shaped.md" >"$W/whole.md"
		if [[ $n -gt 1 && -n "$(tail -c 1 "$W/before")" && $shape != @(blank|rule|stars|airy|spaces|open|crlf|crlf_open|mixed) ]]; then
			by_python # its first line would stand in the last one: the newline between them is not the writer's
			cmp -n "$(stat -c %s "$W/before")" "$W/before" "$D/debate.md"
		else
			by_python
			as_written
		fi
		is "$(status turns)" $n
		lock release "${names[n % 2]}"
	done
	reads_back
}

@test "behind a turn without a last newline an append, and a rewrite, begin with one" {
	duel d 'max_turns = 20'
	join_both
	rewritten 1 alice open python
	play 2 bob OPEN_TO_DEBATE
	cmp <(cat "$W/whole.md" <(printf '\n\n---\n\n') "$W/turn-2.md") "$D/debate.md"
	rewritten 3 alice open python
	turn 4 bob OPEN_TO_DEBATE >"$W/turn.md"
	lock claim bob
	cp "$D/debate.md" "$W/before"
	cat "$W/before" "$W/turn.md" >"$W/whole.md"
	by_rename
	cmp <(cat "$W/before" <(printf '\n') "$W/turn.md") "$D/debate.md"
	lock release bob
	rewritten 5 alice crlf_open python
	play 6 bob OPEN_TO_DEBATE
	rewritten 7 alice open python
	rewritten 8 bob open python
	rewritten 9 alice open python
	reads_back
}

@test "a rule directly behind a paragraph, and a heading behind HTML, get the blank line without which they would say something else" {
	duel d 'max_turns = 20'
	join_both
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	printf '\n**Remark**\nA paragraph ends this turn.\n' >>"$W/turn.md"
	lock claim alice
	append "$W/turn.md"
	lock release alice
	turn 2 bob OPEN_TO_DEBATE >"$W/turn.md"
	printf '\n**Remark**\n\n<div>\n' >>"$W/turn.md"
	cp "$D/debate.md" "$W/before"
	lock claim bob
	{ cat "$W/before" && printf -- '---\n\n' && cat "$W/turn.md"; } >"$W/whole.md"
	by_python
	{ cat "$W/before" && printf '\n---\n\n' && cat "$W/turn.md"; } | cmp - "$D/debate.md"
	lock release bob
	turn 3 alice OPEN_TO_DEBATE >"$W/turn.md"
	cp "$D/debate.md" "$W/before"
	lock claim alice
	cat "$W/before" "$W/turn.md" >"$W/whole.md"
	by_python
	{ cat "$W/before" && printf '\n' && cat "$W/turn.md"; } | cmp - "$D/debate.md"
	lock release alice
	is "$(status turns)" 3
	reads_back
}

@test "what an append is put into is the form of the record, whatever stood round it" {
	local shape n=0 names=(bob alice)
	duel d 'max_turns = 20'
	join_both
	for shape in "${SHAPES[@]}"; do
		n=$((n + 1))
		turn $n "${names[n % 2]}" OPEN_TO_DEBATE >"$W/turn.md"
		shaped "$shape" "$W/turn.md" >"$W/shaped.md"
		cp "$D/debate.md" "$W/before"
		lock claim "${names[n % 2]}"
		append "$W/shaped.md"
		lock release "${names[n % 2]}"
		{ cat "$W/before" && printf '\n---\n\n' && cat "$W/turn.md"; } | cmp - "$D/debate.md"
		cmp "$W/turn.md" "$D/turns/$(printf %03d $n)-${names[n % 2]}.md"
	done
	reads_back
}

@test "editors that add lines to the file leave it as they wrote it" {
	duel d 'max_turns = 20'
	join_both
	vim_like() { vim -N -u NONE -i NONE -es -c "\$r $W/turn.md" -c w -c q! "$1"; }
	sed_like() { sed -i "\$r $W/turn.md" "$1"; }
	perl_like() { perl -i -pe 'if (eof) { local $/; open my $t, "<", "'"$W/turn.md"'"; $_ .= "\n" . <$t> }' "$1"; }
	ed_like() { printf '%sr %s\nw\nq\n' '$' "$W/turn.md" | ed -s "$1"; }
	n=0
	names=(bob alice)
	for editor in vim sed perl ed; do
		n=$((n + 1))
		turn $n "${names[n % 2]}" OPEN_TO_DEBATE >"$W/turn.md"
		lock claim "${names[n % 2]}"
		cp "$D/debate.md" "$W/whole.md"
		"${editor}_like" "$W/whole.md"
		"${editor}_like" "$D/debate.md"
		as_written
		is "$(status turns)" $n
		lock release "${names[n % 2]}"
	done
	reads_back
}

@test "a conclusion stands as it was written, too, behind a turn without a last newline, and so does the archive's file" {
	duel d
	join_both
	rewritten 1 alice crlf python
	rewritten 2 bob open python
	lock claim alice
	conclusion DISSENT >"$W/conclusion.md"
	{ cat "$D/debate.md" && printf '\n\n' && printf %s "$(sed 's/$/\r/; $s/\r//' "$W/conclusion.md")"; } >"$W/whole.md"
	by_claude_code
	is "$(status state) $(status outcome)" 'completed DISSENT'
	as_written
	archived() { [ -e "$STORE/archive/$(date -u +%F)-caching.md" ]; }
	eventually archived
	cmp "$W/whole.md" "$STORE/archive/$(date -u +%F)-caching.md"
	by_rename # once more, as it is
	cat "$W/whole.md" <(printf '\n') "$W/conclusion.md" >"$W/again.md"
	cp "$W/again.md" "$D/debate.md.new"
	mv "$D/debate.md.new" "$D/debate.md" # and behind what is read now
	as_written
	reads_back
}

@test "a conclusion with INVALIDATED stands as it was written, and the line of who did it behind it" {
	local shape way n=0
	for shape in blank tight rule airy open crlf crlf_open; do
		way=${WAYS[n++ % ${#WAYS[@]}]}
		[ "$way" != claude_code ] || way=rename # it compares the size: see below
		duel "d$n"
		play_to 2
		lock claim alice
		conclusion INVALIDATED 'no \*way\* on' >"$W/conclusion.md"
		shaped "$shape" "$W/conclusion.md" | cat "$D/debate.md" - >"$W/whole.md"
		"by_$way"
		is "$(status state) $(status outcome)" 'invalidated INVALIDATED'
		cmp -n "$(stat -c %s "$W/whole.md")" "$W/whole.md" "$D/debate.md"
		tail -c "+$(($(stat -c %s "$W/whole.md") + 1))" "$D/debate.md" >"$W/behind"
		[[ "$(cat "$W/behind")" =~ ^[[:space:]]*'> Invalidated by alice: no \*way\* on, '[-0-9T:]+Z$ ]]
		cp "$D/debate.md" "$W/after"
		by_rename # once more, as it is
		cmp "$W/after" "$D/debate.md"
		cp "$W/after" "$W/whole.md"
		by_rename # and what is read now
		cmp "$W/after" "$D/debate.md"
	done
	reads_back
}

@test "whoever compares the size after a conclusion with INVALIDATED finds it longer by the line, and its own bytes whole" {
	duel d
	play_to 1
	lock claim bob
	{ cat "$D/debate.md" && printf '\n' && conclusion INVALIDATED; } >"$W/whole.md"
	"$BUILD/helpers/agents" claude-code "$D/debate.md" "$W/whole.md" >"$W/told" || true
	is "$(tail -n 1 "$W/told")" unverified
	is "$(status outcome)" INVALIDATED
	cmp -n "$(stat -c %s "$W/whole.md")" "$W/whole.md" "$D/debate.md"
	is "$(stat -c %s "$D/debate.md")" "$(($(stat -c %s "$W/whole.md") + 1 + $(tail -n 1 "$D/debate.md" | wc -c)))"
	reads_back
}

@test "rounds: whatever shape the texts have they stand as they were written, the summary and the verdict too" {
	local text who shape n=0 shapes=(open crlf tight blank crlf_open airy rule open)
	debate d 'rounds = 3'
	seats_taken
	for text in opening challenge defense followup summary third_defense third_followup verdict; do
		case $text in
		opening | *defense) who=alice ;;
		challenge | *followup) who=bob ;;
		*) who=olga ;;
		esac
		shape=${shapes[n++]}
		[ -z "$(tail -c 1 "$D/debate.md")" ] || [ "$shape" != tight ] || shape=blank
		lock claim $who
		said $text >"$W/turn.md"
		shaped "$shape" "$W/turn.md" >"$W/shaped.md"
		cat "$D/debate.md" "$W/shaped.md" >"$W/whole.md"
		by_claude_code
		as_written
		if [ $text != verdict ]; then
			heading_on "$W/shaped.md" | cmp - "$D/turns/$(printf %03d $n)-$who.md"
			lock release $who
		fi
	done
	is "$(status state)" completed
	lacks "$(cat "$D/last-debate.json")" '\r'
	cp "$D/last-debate.json" "$W/last.json"
	cp "$D/debate.md" "$W/read.md"
	remounted
	cmp "$W/read.md" "$D/debate.md"
	cmp "$W/last.json" "$D/last-debate.json"
	run "$DUELFS" check --format rounds "$W/read.md"
	is "$status: $(tail -n 1 <<<"$output")" "0: $W/read.md: ok"
}

# --- once more

@test "whatever was written, the same again is a success that changes nothing, also after another has read it with other line ends" {
	local shape n=0 failed=0
	again() {
		cmp "$W/after" "$D/debate.md" && is "$(status turns)" 1 && is "$(stat -c '%.Y %Z' "$D/debate.md")" "$times"
	}
	for shape in "${SHAPES[@]}"; do
		[ "$shape" != rule_tight ] || continue
		duel "d$((++n))"
		join_both >/dev/null
		record >"$W/before"
		rewritten 1 alice "$shape" python
		cp "$D/debate.md" "$W/after"
		times=$(stat -c '%.Y %Z' "$D/debate.md")
		for floor in no yes; do
			[ $floor = no ] || lock claim bob >/dev/null
			by_rename # the same bytes
			holds "$shape, the same" again
			for other in "${SHAPES[@]}"; do
				shaped "$other" "$W/turn.md" | cat "$W/before" - >"$D/debate.md.new" # old bytes, and what is the last turn
				mv "$D/debate.md.new" "$D/debate.md"
				holds "$shape, once more as $other" again
				shaped "$other" "$W/turn.md" | cat "$W/after" - >"$D/debate.md.new" # all bytes, and what is the last turn
				if [ $floor = no ]; then
					mv "$D/debate.md.new" "$D/debate.md"
				else # in a later lease that is a text like any other
					holds "$shape, behind itself as $other" refused EINVAL turn.number "$SYS" rename "$D/debate.md.new" "$D/debate.md" none
				fi
				holds "$shape, behind itself as $other" again
			done
			tr -d '\r' <"$W/after" | perl -pe 's/\n/\r\n/' >"$D/debate.md.new"
			mv "$D/debate.md.new" "$D/debate.md"
			holds "$shape, all CRLF" again
			tr -d '\r' <"$W/after" >"$D/debate.md.new"
			mv "$D/debate.md.new" "$D/debate.md"
			holds "$shape, all LF" again
		done
		is "$(event_names | grep -c artifact_updated)" 1
	done
	[ $failed -eq 0 ]
}

@test "a retry may bring the token line again" {
	duel d
	lock join alice harness="$HARNESS" model="$MODEL" token=long-enough
	lock join bob harness="$HARNESS" model="$MODEL"
	lock claim alice token=long-enough
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	{ record && printf '\n<!-- token: long-enough -->\n\n' && sed 's/$/\r/' "$W/turn.md"; } >"$W/whole.md"
	grep -v 'token:' "$W/whole.md" >"$W/kept.md"
	by_cp
	cmp "$W/kept.md" "$D/debate.md"
	by_cp
	by_rename
	cmp "$W/kept.md" "$D/debate.md"
	is "$(status turns)" 1
	no grep -rq long-enough "$D/debate.md" "$D/events" "$D/last_error"
}

@test "an old turn in CRLF is history: not a byte of it may change but its line ends in what a rewriter thinks it read" {
	duel d
	join_both
	rewritten 1 alice crlf python
	lock claim bob
	turn 2 bob OPEN_TO_DEBATE >"$W/turn.md"
	cp "$D/debate.md" "$W/before"
	{ sed 's/Caching pays off/Caching paid off/' "$W/before" && cat "$W/turn.md"; } >"$W/whole.md"
	fails EPERM rewrite "$W/whole.md"
	has "$(newest_refusal)" "debate.md:$(grep -n 'Caching paid' "$W/whole.md" | cut -d: -f1): error: [history.changed]"
	sed 's/pays off,\(.*\)\r$/pays off,\1\r\r/' "$W/before" >"$W/whole.md"
	fails EPERM rewrite "$W/whole.md"
	{ tr -d '\r' <"$W/before" && printf '\n' && cat "$W/turn.md"; } >"$W/whole.md" # as Python reads and writes text
	rewrite "$W/whole.md"
	{ cat "$W/before" && printf '\n' && cat "$W/turn.md"; } | cmp - "$D/debate.md"
	is "$(status turns)" 2
}

@test "a stream that is cut between the two bytes of a line end is no change of history" {
	duel d
	join_both
	rewritten 1 alice crlf python
	lock claim bob
	turn 2 bob OPEN_TO_DEBATE >"$W/turn.md"
	{ sed 's/\r*$/\r/' "$D/debate.md" && printf '\n' && cat "$W/turn.md"; } >"$W/whole.md"
	"$SYS" open "$D/debate.md" w,trunc pieces 1 "@$W/whole.md" close
	is "$(status turns)" 2
}

# --- template.md and the blank of the prompt

# The blank that ends prompt.md.
blank_of_prompt() {
	awk '/^## The blank$/ { inside = 1 } /^```/ { block = inside && /markdown$/; next } block' "$D/prompt.md"
}

@test "template.md and the prompt's blank begin as the record needs it: the file is what was written, by an append too" {
	local n names=(bob alice)
	duel d 'max_turns = 20'
	join_both
	for n in 1 2 3 4; do
		lock claim "${names[n % 2]}"
		blank_of_prompt | cmp - "$D/template.md"
		fill $n <"$D/template.md" >"$W/filled.md"
		cat "$D/debate.md" "$W/filled.md" >"$W/whole.md"
		case $n in
		1) by_claude_code ;;
		2) cat "$W/filled.md" >>"$D/debate.md" ;;
		3) # the next one has a last line to end
			printf %s "$(cat "$W/whole.md")" >"$W/short.md"
			mv "$W/short.md" "$W/whole.md"
			by_rename
			;;
		4) is "$(head -c 7 "$D/template.md" | tr '\n' /)" '//---//' && by_rename ;;
		esac
		as_written
		lock release "${names[n % 2]}"
	done
	reads_back
}

@test "rounds: template.md begins as the record needs it" {
	debate
	seats_taken
	is "$(head -c 6 "$D/template.md" | tr '\n' /)" '/---//'
	has "$(head -n 5 "$D/template.md")" '## Round 1 — Proposer'
}

@test "dialectic: what is handed in is JSON, and its guides tell of appending alone" {
	bare d
	printf '%s\n' 'format = "dialectic"' 'topic = "Buses"' >"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	is "$(head -c 1 "$D/template.md")" '['
	for file in README.md prompt.md participants/alice/prompt.md; do
		lacks "$(cat "$D/$file")" 'whole file'
	done
	has "$(cat "$D/prompt.md")" "draft.md >> $M/d/debate.md"
}

# --- lines of the filesystem's own

granted() {
	lock claim "${1:-alice}" for=timeout >/dev/null
}

silent_peer() {
	duel d 'wait_seconds = 1'
	play_to 1
	cp "$D/debate.md" "$W/before"
	times=$(stat -c '%.Y %Z' "$D/debate.md")
	eventually granted
}

same_record() {
	cmp "$W/before" "$D/debate.md"
	is "$(stat -c '%.Y %Z' "$D/debate.md")" "$times"
	is "$(status record_bytes)" "$(stat -c %s "$W/before")"
}

@test "the line about a silent peer is told by the template at the claim, and stands in the record with the next text" {
	silent_peer
	same_record
	is "$(status lock_owner) $(status next_step)" 'alice compose_turn'
	has "$(sed -n 2p "$D/template.md")" '> Peer timeout: bob, '
	line=$(sed -n 2p "$D/template.md")
	turn 2 alice OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	{ cat "$W/before" && printf '\n%s\n\n---\n\n' "$line" && cat "$W/turn.md"; } | cmp - "$D/debate.md"
	cmp "$W/turn.md" "$D/turns/002-alice.md"
	lock release alice
	reads_back
}

@test "whoever writes it as the template has it finds the file as it was written, by a rewrite or an append" {
	for way in claude_code append lines; do
		on "$way"
		mkdir "$D"
		printf '%s\n' 'topic = "Caching"' 'wait_seconds = 1' >>"$D/config.toml"
		play_to 1
		eventually granted
		fill 2 <"$D/template.md" >"$W/filled.md"
		has "$(cat "$W/filled.md")" '> Peer timeout: bob, '
		"$SYS" open "$D/check" w,trunc write "@$W/filled.md" close
		cat "$D/debate.md" "$W/filled.md" >"$W/whole.md"
		case $way in
		claude_code) by_claude_code ;;
		append) cat "$W/filled.md" >>"$D/debate.md" ;;
		lines) while IFS= read -r line; do printf '%s\n' "$line"; done <"$W/filled.md" >>"$D/debate.md" ;;
		esac
		as_written
		is "$(status turns)" 2
		by_rename # once more
		as_written
		lock release alice
	done
}

@test "a rewrite that leaves the line out has it put before its own bytes, and may be written once more" {
	silent_peer
	line=$(sed -n 2p "$D/template.md")
	turn 2 alice OPEN_TO_DEBATE >"$W/turn.md"
	for shape in blank tight rule; do
		shaped "$shape" "$W/turn.md" | cat "$W/before" - >"$W/whole.$shape"
	done
	rewrite "$W/whole.tight"
	{ cat "$W/before" && printf '\n%s\n\n' "$line" && cat "$W/turn.md"; } | cmp - "$D/debate.md"
	cp "$D/debate.md" "$W/after"
	for shape in blank tight rule; do
		rewrite "$W/whole.$shape"
		cmp "$W/after" "$D/debate.md"
	done
	is "$(status turns)" 2
	lock release alice
	reads_back
}

@test "another line in its place is no line of the filesystem's" {
	silent_peer
	turn 2 alice OPEN_TO_DEBATE >"$W/turn.md"
	{ printf '\n> Peer timeout: bob, 2020-01-01T00:00:00Z\n\n' && cat "$W/turn.md"; } >"$W/forged.md"
	fails EINVAL append "$W/forged.md"
	same_record
}

@test "a lease that ends without a text leaves the line owed: alternation stays lifted, and the next text has it before it, whoever's" {
	silent_peer
	line=$(sed -n 2p "$D/template.md")
	lock release alice
	same_record
	lock claim alice # without for=timeout
	is "$(status next_step)" compose_turn
	same_record
	lock release alice
	lock claim bob
	turn 2 bob OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	{ cat "$W/before" && printf '\n%s\n\n---\n\n' "$line" && cat "$W/turn.md"; } | cmp - "$D/debate.md"
	lock release bob
	lock claim alice
	lock release alice
	refused EBUSY lease.order lock claim bob
	reads_back
}

@test "what is owed survives a remount and a kill, with the claim" {
	silent_peer
	line=$(sed -n 2p "$D/template.md")
	remounted
	same_record
	is "$(status lock_owner) $(sed -n 2p "$D/template.md")" "alice $line"
	killed
	mounted
	same_record
	is "$(sed -n 2p "$D/template.md")" "$line"
	killed
	mounted
	lock claim alice
	conclusion TIMEOUT >"$W/conclusion.md"
	[ "$(status lock_owner)" = alice ]
	turn 2 alice OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	{ cat "$W/before" && printf '\n%s\n\n---\n\n' "$line" && cat "$W/turn.md"; } | cmp - "$D/debate.md"
	killed
	mounted
	has "$(record)" "$line"
	lock claim alice
	reads_back
}

@test "a line that is damaged in the store is told by the byte at which it stands, or would" {
	silent_peer
	unmounted
	damage 'Peer timeout: bob' 'Peer timeout: bub'
	run "$DUELFS" verify "$STORE"
	has "$output" "d: byte $(($(stat -c %s "$W/before") + 18)) of debate.md"
	damage 'Peer timeout: bub' 'Peer timeout: bob'
	mounted
	turn 2 alice OPEN_TO_DEBATE >"$W/turn.md"
	lock claim alice
	append "$W/turn.md"
	is "$(head -c "$(($(stat -c %s "$W/before") + 20))" "$D/debate.md" | tail -c 4)" ' bob'
	unmounted
	damage 'Peer timeout: bob' 'Peer timeout: bub'
	run "$DUELFS" verify "$STORE"
	has "$output" "d: byte $(($(stat -c %s "$W/before") + 18)) of debate.md"
	mounted
	expect_stderr 'd: the stored record fails its check'
	is "$(status state)" invalidated
	cmp "$W/before" "$D/debate.md"
}

@test "a conclusion with TIMEOUT has the line before it" {
	duel d 'wait_seconds = 1'
	play_to 2
	eventually granted bob
	lacks "$(record)" 'Peer timeout'
	conclusion TIMEOUT >"$W/conclusion.md"
	{ cat "$D/debate.md" "$D/template.md" | sed '/^## Turn 3/,$d' && cat "$W/conclusion.md"; } >"$W/whole.md"
	by_claude_code
	as_written
	is "$(status state) $(status outcome)" 'completed TIMEOUT'
	has "$(record)" '> Peer timeout: alice, '
	reads_back
}

@test "rounds: a failure's line stands in the record with the verdict, and with the end where there is none" {
	debate d
	seats_taken
	debated opening challenge defense
	cp "$D/debate.md" "$W/before"
	times=$(stat -c '%.Y %Z' "$D/debate.md")
	lock fail olga who=bob
	same_record
	is "$(status state)" judging
	lock claim olga
	line=$(sed -n 2p "$D/template.md")
	has "$line" '> Round 2: Challenger bob failed (timeout).'
	{ cat "$D/debate.md" && sed '/^## /,$d' "$D/template.md" && said verdict; } >"$W/whole.md"
	by_claude_code
	as_written
	is "$(status state)" completed
	run "$DUELFS" check --format rounds "$D/debate.md"
	is "$status: $(tail -n 1 <<<"$output")" "0: $D/debate.md: ok"
	debate aborted
	seats_taken
	record >"$W/before"
	lock fail olga who=alice
	is "$(status state)" aborted
	cmp -n "$(stat -c %s "$W/before")" "$W/before" "$D/debate.md"
	is "$(tail -n +2 < <(tail -c "+$(($(stat -c %s "$W/before") + 1))" "$D/debate.md") | head -c 34)" '> Round 1: Proposer alice failed ('
}
