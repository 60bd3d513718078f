#!/usr/bin/env bats
# Rewriting debate.md whole, as agents and editors do: a private copy, judged as a whole.
load lib

setup() {
	paths
	mounted
	duel
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	record >"$W/before"
	whole "$W/turn.md" >"$W/whole.md"
	sed 's/^## Turn 1/## Turn 2/' "$W/turn.md" >"$W/wrong.md"
	whole "$W/wrong.md" >"$W/bad.md"
}

# The record with a text behind it, as an editor would save it.
whole() {
	cat "$W/before"
	echo
	cat "$1"
}

accepted() {
	is "$(status turns)" 1
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}

untouched() {
	cmp "$W/before" "$D/debate.md"
	is "$(status turns)" 0
}

# Spaces in the turn's position until the whole file is a multiple of 512 bytes.
padded() {
	local more=$((512 - $(stat -c %s "$1") % 512))
	sed "s/^Caching pays off/$(printf '%*s' "$more" '' | tr ' ' x)&/" "$1"
}

# The turn is in ($W/after), and $W/again.md is that and the turn once more.
taken_and_behind_itself() {
	rewrite "$W/whole.md"
	record >"$W/after"
	{
		cat "$W/after"
		echo
		cat "$W/turn.md"
	} >"$W/again.md"
}

@test "the old record plus a turn is an append, with truncation or without" {
	rewrite "$W/whole.md"
	accepted
	lock release alice
	lock claim bob
	turn 2 bob OPEN_TO_DEBATE >"$W/turn2.md"
	{
		record
		echo
		cat "$W/turn2.md"
	} >"$W/whole2.md"
	steps 'open write close' open "$D/debate.md" w write "@$W/whole2.md" close
	is "$(status turns)" 2
}

@test "one blank line between old text and turn does not count, nor does its absence" {
	cat "$W/before" "$W/turn.md" >"$W/tight.md"
	rewrite "$W/tight.md"
	accepted
	cmp "$W/tight.md" "$D/debate.md"
}

@test "a rewrite with the rule line in place is the same turn" {
	{
		cat "$W/before"
		printf '\n---\n\n'
		cat "$W/turn.md"
	} >"$W/ruled.md"
	rewrite "$W/ruled.md"
	accepted
	cmp "$W/ruled.md" "$D/debate.md"
}

@test "the same bytes are a success that changes nothing" {
	before=$(stat -c %.Y "$D/debate.md")
	rewrite "$W/before"
	untouched
	append "$W/turn.md"
	record >"$W/after"
	before=$(stat -c %.Y "$D/debate.md")
	rewrite "$W/after"
	cmp "$W/after" "$D/debate.md"
	is "$(stat -c %.Y "$D/debate.md")" "$before"
}

@test "the old bytes plus what is already the last turn are a success that changes nothing" {
	taken_and_behind_itself
	rewrite "$W/again.md"
	cmp "$W/after" "$D/debate.md"
	is "$(status turns)" 1
}

@test "in a later lease the old bytes plus what is already the last turn are a turn, and told what is wrong with it" {
	taken_and_behind_itself
	lock release alice
	lock claim bob
	rewrite "$W/whole.md" # where it stands
	refused EINVAL turn.number rewrite "$W/again.md"
	cmp "$W/after" "$D/debate.md"
}

@test "a changed prefix is EPERM at the write" {
	sed 's/Socratic Duel/Heated Duel/' "$W/whole.md" >"$W/forged.md"
	got=$(rewrite "$W/forged.md") || true
	has "$got" 'open write:EPERM'
	has "$(newest_refusal)" '[history.changed]'
	untouched
}

@test "one write that replaces the record by less is EPERM at the write" {
	got=$(rewrite "$W/turn.md") || true
	has "$got" 'open write:EPERM'
	has "$(newest_refusal)" '[history.changed] this is not the file with a text behind it, and what was accepted would be gone: append'
	untouched
	sed 2q "$W/before" >"$W/cut.md"
	cat "$W/turn.md" >>"$W/cut.md"
	got=$(rewrite "$W/cut.md") || true
	has "$(newest_refusal)" '[history.changed] an accepted byte is different here'
}

@test "a rewrite that looks whole is judged at the write, for agents that hear nothing later" {
	got=$(rewrite "$W/bad.md") || true
	has "$got" 'open write:EINVAL'
	has "$(newest_refusal)" '[turn.number]'
	sed '/Unresolved Items/,$d' "$W/whole.md" >"$W/short.md"
	got=$(rewrite "$W/short.md") || true
	has "$got" 'open write:EINVAL'
	has "$(newest_refusal)" '[section.missing]'
	untouched
}

@test "a rewrite of a multiple of 512 bytes may be a piece, and is judged at close" {
	sed '/Unresolved Items/,$d' "$W/whole.md" >"$W/short.md"
	padded "$W/short.md" >"$W/padded.md"
	is "$(($(stat -c %s "$W/padded.md") % 512))" 0
	steps 'open write close:EINVAL' open "$D/debate.md" w,trunc write "@$W/padded.md" close
	has "$(newest_refusal)" '[section.missing]'
	padded "$W/whole.md" >"$W/padded.md"
	rewrite "$W/padded.md"
	is "$(status turns)" 1
}

@test "a rewrite whose last line is not ended is judged at close" {
	sed '/Unresolved Items/,$d' "$W/whole.md" >"$W/short.md"
	printf %s "$(cat "$W/short.md")" >"$W/open.md"
	[ $(($(stat -c %s "$W/open.md") % 512)) -ne 0 ]
	steps 'open write close:EINVAL' open "$D/debate.md" w,trunc write "@$W/open.md" close
	untouched
}

@test "a rewrite in pieces is committed at close" {
	steps 'open pieces close' open "$D/debate.md" w,trunc pieces 512 "@$W/whole.md" close
	accepted
}

@test "as Bun writes: over the old bytes, then cut to length" {
	size=$(stat -c %s "$W/whole.md")
	steps 'open write truncate close' open "$D/debate.md" w write "@$W/whole.md" truncate "$size" close
	accepted
}

@test "as Bun fails: a refused write, then a cut to nothing, and the record stands" {
	got=$("$SYS" open "$D/debate.md" w write "@$W/bad.md" truncate 0 close) || true
	has "$got" 'open write:EINVAL'
	untouched
}

@test "truncation is staged, never applied, and seen by no reader" {
	size=$(stat -c %s "$W/before")
	"$SYS" open "$D/debate.md" w,trunc truncate 0 touch "$W/cut" until "$W/go" close >"$W/got" &
	eventually test -e "$W/cut"
	is "$(stat -c %s "$D/debate.md")" "$size"
	untouched
	touch "$W/go"
	wait $!
	is "$(cat "$W/got")" 'open truncate close'
	untouched
}

@test "a shell's : > debate.md gives 0 and changes nothing" {
	: >"$D/debate.md"
	untouched
}

@test "a truncated copy with less behind it is refused" {
	fails EPERM "$SYS" open "$D/debate.md" w truncate 20 pwrite 20 "$(cat "$W/turn.md")" close
	untouched
}

@test "a gap in the copy is refused" {
	size=$(stat -c %s "$D/debate.md")
	fails 'E(PERM|INVAL|ILSEQ)' "$SYS" open "$D/debate.md" w pwrite $((size + 100)) "@$W/turn.md" close
	untouched
}

@test "a handle for reading and writing reads the record" {
	steps 'open read close' open "$D/debate.md" rw read "$W/seen" close
	cmp "$W/seen" "$W/before"
}

@test "lines in last_error are those of the submitted text, the old record among them" {
	sed 's/(non-blocking)/(maybe)/' "$W/whole.md" >"$W/flag.md"
	refused EINVAL unresolved.flag rewrite "$W/flag.md"
	has "$(newest_refusal)" "debate.md:$(grep -n '(maybe)' "$W/flag.md" | cut -d: -f1): error: [unresolved.flag]"
}

@test "a rewrite that was read before the peer's turn came in is refused, and loses nothing" {
	append "$W/turn.md"
	lock release alice
	lock claim bob
	turn 1 bob OPEN_TO_DEBATE >"$W/stale.md"
	whole "$W/stale.md" >"$W/stale-whole.md"
	fails EPERM rewrite "$W/stale-whole.md"
	accepted
}
