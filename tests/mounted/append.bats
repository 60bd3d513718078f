#!/usr/bin/env bats
# Appending to debate.md: what a turn becomes, and what never changes.
load lib

setup() {
	paths
	mounted
	duel
	join_both
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	turn 2 bob OPEN_TO_DEBATE >"$W/turn2.md"
}

# The record is as it was, and still has no turn.
untouched() {
	is "$(record)" "$(cat "$W/before")"
	is "$(status turns)" 0
}

@test "the record begins with a head: topic, times, rules and participants" {
	head=$(record)
	is "$(head -n 1 <<<"$head")" '# Socratic Duel: Caching'
	for words in "$(status id)" "$(status created_at)" 'Caching' 'caching' alice bob "$HARNESS" "$MODEL"; do
		has "$head" "$words"
	done
	lacks "$head" '## Turn'
}

@test "an appended turn stands behind the old bytes, with one rule line and single blank lines around it" {
	record >"$W/before"
	lock claim alice
	append "$W/turn.md"
	{
		cat "$W/before"
		printf '\n---\n\n'
		cat "$W/turn.md"
	} | diff - "$D/debate.md"
	cmp "$W/turn.md" "$D/turns/001-alice.md"
	is "$(status turns)" 1
}

@test "the record's head is frozen once a byte is accepted behind it" {
	play 1 alice OPEN_TO_DEBATE
	record >"$W/one"
	play 2 bob OPEN_TO_DEBATE
	head -c "$(stat -c %s "$W/one")" "$D/debate.md" | cmp - "$W/one"
}

@test "a leading --- and blank lines around the turn do not count" {
	lock claim alice
	{
		printf '\n\n---\n\n'
		cat "$W/turn.md"
		printf '\n\n\n'
	} >"$W/framed.md"
	append "$W/framed.md"
	cmp "$W/turn.md" "$D/turns/001-alice.md"
	is "$(grep -c '^---$' "$D/debate.md")" 1
	is "$(tail -c 2 "$D/debate.md" | od -An -c | tr -d ' ')" ')\n'
}

@test "a missing last newline is added" {
	lock claim alice
	printf %s "$(cat "$W/turn.md")" >"$W/bare.md"
	append "$W/bare.md"
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}

@test "with O_APPEND the offset of a write is ignored" {
	lock claim alice
	steps 'open pwrite close' open "$D/debate.md" append pwrite 0 "@$W/turn.md" close
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}

@test "a write at the end without O_APPEND is the old bytes plus a turn" {
	lock claim alice
	size=$(stat -c %s "$D/debate.md")
	steps 'open pwrite close' open "$D/debate.md" w pwrite "$size" "@$W/turn.md" close
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}

@test "a refused turn changes nothing: neither bytes, nor size, nor mtime" {
	record >"$W/before"
	lock claim alice
	before=$(stat -c '%s %.Y %.Z' "$D/debate.md")
	sed 's/^## Turn 1/## Turn 2/' "$W/turn.md" >"$W/bad.md"
	refused EINVAL turn.number append "$W/bad.md"
	is "$(stat -c '%s %.Y %.Z' "$D/debate.md")" "$before"
	untouched
}

@test "mtime and size move at once with a commit, and with nothing else" {
	before=$(stat -c %.Y "$D/debate.md")
	size=$(stat -c %s "$D/debate.md")
	lock claim alice
	"$SYS" open "$D/debate.md" append write "@$W/turn.md" touch "$W/staged" until "$W/go" close >"$W/got" &
	eventually test -e "$W/staged"
	is "$(stat -c '%.Y %s' "$D/debate.md")" "$before $size"
	touch "$W/go"
	wait $!
	after=$(stat -c %.Y "$D/debate.md")
	no [ "$after" = "$before" ]
	[ "$(stat -c %s "$D/debate.md")" -gt "$size" ]
	lock release alice
	lock claim bob
	cat "$D/debate.md" >/dev/null
	is "$(stat -c %.Y "$D/debate.md")" "$after"
	is "$(stat -c %.Y "$D/debate.md")" "$(stat -c %.Z "$D/debate.md")"
}

@test "a reader sees the old record while a turn is staged" {
	lock claim alice
	record >"$W/before"
	"$SYS" open "$D/debate.md" append write "@$W/turn.md" touch "$W/staged" until "$W/go" close >"$W/got" &
	eventually test -e "$W/staged"
	untouched
	touch "$W/go"
	wait $!
	is "$(status turns)" 1
}

@test "a second turn under the same lease is refused" {
	lock claim alice
	append "$W/turn.md"
	turn 2 alice OPEN_TO_DEBATE >"$W/again.md"
	refused EINVAL turn.alternation append "$W/again.md"
	is "$(status turns)" 1
}

@test "the writer's bytes are kept, whatever stands between the words of the heading" {
	lock claim alice
	sed '1s/ — / -- /g' "$W/turn.md" >"$W/dashes.md"
	append "$W/dashes.md"
	cmp "$W/dashes.md" "$D/turns/001-alice.md"
	lock release alice
	lock claim bob
	sed '1s/ — / – /g' "$W/turn2.md" >"$W/dashes2.md"
	append "$W/dashes2.md"
	cmp "$W/dashes2.md" "$D/turns/002-bob.md"
	has "$(record)" "$(cat "$W/dashes2.md")"
}

@test "truncate by path is EPERM, unless it changes nothing" {
	lock claim alice
	record >"$W/before"
	size=$(stat -c %s "$D/debate.md")
	refused EPERM history.changed "$SYS" cut "$D/debate.md" 0
	refused EPERM history.changed "$SYS" cut "$D/debate.md" $((size + 1))
	steps cut cut "$D/debate.md" "$size"
	untouched
}

@test "debate.md cannot be mapped for writing" {
	lock claim alice
	steps 'open mmap:ENODEV close' open "$D/debate.md" rw mmap shared close
}

@test "an accepted turn cannot be changed by any call" {
	lock claim alice
	append "$W/turn.md"
	record >"$W/accepted"
	sed 's/turn1/torn1/' "$W/accepted" >"$W/forged"
	fails EPERM rewrite "$W/forged"
	fails EPERM "$SYS" open "$D/debate.md" w pwrite 10 X close
	fails EPERM "$SYS" open "$D/debate.md" rw pwrite 0 'X' close
	fails EPERM "$SYS" cut "$D/debate.md" 10
	fails EPERM "$SYS" unlink "$D/debate.md"
	"$SYS" open "$D/debate.md" w truncate 0 close
	"$SYS" open "$D/debate.md" w,trunc close
	: >"$D/debate.md"
	fails 'E(ACCES|PERM)' "$SYS" open "$D/turns/001-alice.md" w
	fails 'E(ACCES|PERM)' "$SYS" unlink "$D/turns/001-alice.md"
	cmp "$W/accepted" "$D/debate.md"
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}

@test "turns are numbered files with their author's name" {
	lock claim alice
	append "$W/turn.md"
	lock release alice
	lock claim bob
	append "$W/turn2.md"
	is "$(ls "$D/turns")" "$(printf '001-alice.md\n002-bob.md')"
	cmp "$W/turn2.md" "$D/turns/002-bob.md"
}

@test "record_bytes and record_sha256 in status are those of debate.md" {
	for file in turn.md turn2.md; do
		name=$(sed -nE '1s/.* — (alice|bob) .*/\1/p' "$W/$file")
		lock claim "$name"
		append "$W/$file"
		lock release "$name"
		is "$(status record_bytes)" "$(stat -c %s "$D/debate.md")"
		is "$(status record_sha256)" "$(sha256sum <"$D/debate.md" | cut -d' ' -f1)"
	done
}
