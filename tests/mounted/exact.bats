#!/usr/bin/env bats
# A rewrite of debate.md stands there as it was written, to the byte; an append is put into the form of the record.
# shellcheck disable=SC2153 # $SHAPES: exact.bash
load lib
load rounds
load exact

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
	ed_like() { printf '%sr %s\nw\nq\n' '$' "$W/turn.md" | ed -s "$1"; }
	n=0
	names=(bob alice)
	for editor in vim sed ed; do
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
	local text who shape n=0 shapes=(open crlf blank tight crlf_open airy rule open)
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
		case $text in
		defense | summary | verdict) rewrite "$W/whole.md" && tail -c "$(stat -c %s "$W/shaped.md")" "$D/debate.md" | cmp - "$W/shaped.md" ;; # behind the line with the points
		*) by_claude_code && as_written ;;
		esac
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
		blank_of_prompt | cmp - <(blank)
		fill $n < <(blank) >"$W/filled.md"
		cat "$D/debate.md" "$W/filled.md" >"$W/whole.md"
		case $n in
		1) by_claude_code ;;
		2) cat "$W/filled.md" >>"$D/debate.md" ;;
		3) # the next one has a last line to end
			printf %s "$(cat "$W/whole.md")" >"$W/short.md"
			mv "$W/short.md" "$W/whole.md"
			by_rename
			;;
		4) is "$(head -c 7 <(blank) | tr '\n' /)" '//---//' && by_rename ;;
		esac
		as_written
		lock release "${names[n % 2]}"
	done
	reads_back
}

@test "rounds: template.md begins as the record needs it" {
	debate
	seats_taken
	is "$(head -c 6 <(blank) | tr '\n' /)" '/---//'
	has "$(head -n 5 <(blank))" '## Round 1 — Proposer'
}

@test "dialectic: what is handed in is JSON, and its guides tell of appending alone" {
	bare d
	printf '%s\n' 'format = "dialectic"' 'topic = "Buses"' >"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	is "$(head -c 1 "$D/participants/alice/template.md")" '['
	for file in README.md prompt.md participants/alice/prompt.md; do
		lacks "$(cat "$D/$file")" 'whole file'
	done
	has "$(cat "$D/prompt.md")" "draft.md > $M/d/participants/alice/turn.md"
}
