#!/usr/bin/env bats
# A text that is refused for its size is told the limit that it met, and how large it is itself, by every door and in every format.
load lib
load rounds

# `filled BYTES`: a text of so many bytes, its last newline among them, in lines of a hundred.
filled() {
	yes "$(printf 'x%.0s' {1..99})" | head -c "$(($1 - 1))"
	echo
}

# So large it is, with what stands around it and is not recorded: blank lines, a `---` where the format has one.
around() { # BYTES
	echo
	[ "${format:-}" != socratic ] || printf -- '---\n\n'
	filled "$1"
	printf '\n\n'
}

too_large() { # BYTES
	has "$(newest_refusal)" "error: [text.size] the text has $1 bytes, at most 4096 are allowed (max_turn_bytes)"
}

# Whoever has the floor here writes one byte too many, and more, and what stands around it does not count.
told_by_every_door() {
	local n
	for n in 4097 5000; do
		around $n >"$W/large.md"
		fails EFBIG append "$W/large.md"
		too_large $n
		{ record && cat "$W/large.md"; } >"$W/whole.md"
		fails EFBIG rewrite "$W/whole.md"
		too_large $n
		cp "$W/whole.md" "$D/new.tmp"
		fails EFBIG "$SYS" rename "$D/new.tmp" "$D/debate.md" none
		too_large $n
		fails EFBIG "$SYS" open "$D/check" w,trunc write "@$W/large.md" close
		too_large $n
		is "$(grep -c 'text.size' <<<"$(cat "$D/check")")" 1
	done
	around 4096 >"$W/fits.md"
	append "$W/fits.md" || true
	lacks "$(newest_refusal)" text.size
	# What no text of that size could be written with is not looked into.
	filled 100000 >"$W/huge.md"
	fails EFBIG append "$W/huge.md"
	has "$(newest_refusal)" '[limit.turn] this is larger than any turn that could be taken: max_turn_bytes is 4096'
	fails EFBIG "$SYS" open "$D/check" w,trunc write "@$W/huge.md" close
	has "$(cat "$D/check")" '[limit.turn] this is larger than any turn that could be taken: max_turn_bytes is 4096'
}

@test "socratic" {
	format=socratic
	duel d 'max_turn_bytes = 4096'
	join_both
	lock claim alice
	told_by_every_door
	is "$(status turns)" 0
}

@test "dialectic" {
	bare d
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' 'max_turn_bytes = 4096' 'sealed = false' >>"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	lock claim alice
	told_by_every_door
	lock release alice force=yes
}

@test "rounds" {
	debate d 'max_turn_bytes = 4096'
	seats_taken
	lock claim alice
	told_by_every_door
}

@test "the report of a dialectic" {
	local CORPUS=$BATS_TEST_DIRNAME/../corpus/dialectic/debate
	bare d
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' 'max_turn_bytes = 4096' 'exchanges = 1' >>"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	lock join carol role=judge
	for move in alice:proposition bob:opposition carol:judge; do
		lock claim "${move%:*}"
		append "$CORPUS/0-${move#*:}.json"
		[ "${move%:*}" = carol ] || lock release "${move%:*}"
	done
	filled 4097 >"$W/large.md"
	fails EFBIG "$SYS" open "$D/report.md" w,trunc write "@$W/large.md" close
	too_large 4097
}

@test "the rules of a duel have a limit of their own" {
	duel
	filled 70000 | sed 's/^/# /' >"$W/rules"
	fails EFBIG "$SYS" open "$D/config.toml" w,trunc write "@$W/rules" close
	has "$(newest_refusal)" 'a config.toml is at most 64 KiB'
	lacks "$(newest_refusal)" max_turn_bytes
}

@test "check without a mount goes by the same limit" {
	printf '[defaults]\nmax_turn_bytes = 4096\n' >"$W/small.toml"
	for format in socratic dialectic rounds; do
		around 4097 >"$W/large.md"
		said=$("$DUELFS" check --format $format --config "$W/small.toml" "$W/large.md") && return 1
		has "$said" '[text.size] the text has 4097 bytes, at most 4096 are allowed (max_turn_bytes)'
		said=$("$DUELFS" check --format $format "$W/large.md") && return 1
		lacks "$said" text.size
	done
}
