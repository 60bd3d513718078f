#!/usr/bin/env bats
# Text as it may stand in a record: line ends, UTF-8, control characters, sizes.
load lib

setup() {
	paths
	mounted
	duel d 'max_turn_bytes = 4096'
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
}

# The turn with bytes (in printf's escapes) in the middle of its position.
with() {
	awk -v bytes="$1" '/^Caching pays off/ { print; printf "Here: "; system("printf \"" bytes "\""); print " there."; next } { print }' \
		"$W/turn.md" >"$W/with.md"
}

untouched() {
	is "$(status turns)" 0
	lacks "$(record)" '## Turn'
}

@test "CRLF is taken as LF" {
	sed 's/$/\r/' "$W/turn.md" >"$W/crlf.md"
	append "$W/crlf.md"
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}

@test "a rewrite with CRLF throughout is the same record, and a turn as it was written" {
	record >"$W/before"
	{
		echo
		cat "$W/turn.md"
	} | sed 's/$/\r/' >"$W/crlf.md"
	sed 's/$/\r/' "$W/before" | cat - "$W/crlf.md" >"$W/whole.md"
	rewrite "$W/whole.md"
	cat "$W/before" "$W/crlf.md" | cmp - "$D/debate.md"
	tail -n +2 "$W/crlf.md" | cmp - "$D/turns/001-alice.md"
}

@test "CRLF that is split between two writes is one line end" {
	sed 's/$/\r/' "$W/turn.md" >"$W/crlf.md"
	at=$(head -n 3 "$W/crlf.md" | wc -c)
	head -c $((at - 1)) "$W/crlf.md" >"$W/one"
	tail -c +"$at" "$W/crlf.md" >"$W/two"
	steps 'open write write close' open "$D/debate.md" append write "@$W/one" write "@$W/two" close
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}

@test "a carriage return alone is a control character" {
	with 'a\rb'
	refused EINVAL text.control append "$W/with.md"
	untouched
}

@test "bytes that are not UTF-8 are EILSEQ" {
	for bytes in '\377' '\300\257' '\355\240\200' '\364\220\200\200' '\342\202' '\200'; do
		with "$bytes"
		refused EILSEQ text.utf8 append "$W/with.md"
	done
	untouched
}

@test "a letter that is split between two writes is a letter" {
	with 'größe 漢 😀'
	at=$(grep -ob '😀' "$W/with.md" | cut -d: -f1)
	head -c $((at + 2)) "$W/with.md" >"$W/one"
	tail -c +$((at + 3)) "$W/with.md" >"$W/two"
	steps 'open write write close' open "$D/debate.md" append write "@$W/one" write "@$W/two" close
	cmp "$W/with.md" "$D/turns/001-alice.md"
}

@test "half a letter at the end is EILSEQ at close" {
	head -c 20 "$W/turn.md" >"$W/half.md"
	printf '\342\202' >>"$W/half.md"
	fails EILSEQ append "$W/half.md"
	untouched
}

@test "control characters are refused, and shown escaped where they are quoted" {
	for bytes in '\001' '\007' '\033[31m' '\177' '\302\200' '\302\205' '\302\237' '\013' '\014'; do
		with "a${bytes}b"
		refused EINVAL text.control append "$W/with.md"
	done
	printf 'a\0b\n' >"$W/nul.md"
	cat "$W/turn.md" "$W/nul.md" >"$W/with.md"
	refused EINVAL text.control append "$W/with.md"
	is "$(tr -d '\n\t\040-\176\200-\377' <"$D/last_error" | wc -c | tr -d ' ')" 0
	untouched
}

@test "characters that hide or reorder are refused" {
	for bytes in '\342\200\252' '\342\200\256' '\342\201\246' '\342\201\251' '\357\273\277' '\363\240\200\201' '\363\240\201\277'; do
		with "a${bytes}b"
		refused EINVAL text.control append "$W/with.md"
		no grep -qF "$(printf '%b' "$bytes")" "$D/last_error"
	done
	untouched
}

@test "marks that scripts need are text" {
	with 'a\330\234b\342\200\213c\342\200\214d\342\200\215e\342\200\216f\342\200\217g'
	append "$W/with.md"
	cmp "$W/with.md" "$D/turns/001-alice.md"
}

@test "a refusal names the line of the text" {
	with 'a\001b'
	refused EINVAL text.control append "$W/with.md"
	has "$(newest_refusal)" "debate.md:$(grep -n 'Here:' "$W/with.md" | cut -d: -f1): error: [text.control]"
}

@test "tabs are text" {
	with 'a\tb'
	append "$W/with.md"
	cmp "$W/with.md" "$D/turns/001-alice.md"
}

@test "a turn over max_turn_bytes is EFBIG, at the write" {
	awk -v words="$(printf 'word %.0s' {1..100})" '/^Caching pays off/ { for (i = 0; i < 8; i++) print words } { print }' "$W/turn.md" >"$W/big.md"
	[ "$(stat -c %s "$W/big.md")" -gt 4096 ]
	got=$(append "$W/big.md") || true
	has "$got" 'open write:EFBIG'
	has "$(newest_refusal)" '[text.size]'
	got=$("$SYS" open "$D/debate.md" append pieces 100 "@$W/big.md" close) || true
	has "$got" 'open pieces:EFBIG'
	untouched
}

@test "a turn of exactly max_turn_bytes is accepted" {
	more=$((4096 - $(stat -c %s "$W/turn.md")))
	sed "s/^Caching pays off/$(printf '%*s' "$more" '' | tr ' ' x)&/" "$W/turn.md" >"$W/full.md"
	is "$(stat -c %s "$W/full.md")" 4096
	append "$W/full.md"
	is "$(status turns)" 1
}

@test "a fence or a comment that is left open is refused" {
	{
		cat "$W/turn.md"
		printf '\n```\ncode\n'
	} >"$W/fence.md"
	refused EINVAL text.open append "$W/fence.md"
	{
		cat "$W/turn.md"
		printf '\n<!-- an open end\n'
	} >"$W/comment.md"
	refused EINVAL text.open append "$W/comment.md"
	untouched
}

@test "a line over its limit is refused, and one at it is not" {
	lock release alice || lock release alice force=yes
	duel wide
	join_both
	lock claim alice
	line=$(printf '%8193s' '' | tr ' ' x)
	with "$line"
	refused EINVAL limit.line append "$W/with.md"
	sed "s/^Here: .*/${line%x}/" "$W/with.md" >"$W/fits.md"
	append "$W/fits.md"
	is "$(status turns)" 1
}

@test "nesting over its limit is refused" {
	with "$(printf '> %.0s' {1..40})deep"
	sed -i 's/^Here: //' "$W/with.md"
	refused EINVAL limit.nesting append "$W/with.md"
	untouched
}

@test "a line like the filesystem's own is refused, wherever it stands in a turn, and so check is not deceived by the record" {
	local line='> Peer timeout: bob, 2026-11-20T22:30:00Z'
	for mark in '' '- ' '> '; do
		{ cat "$W/turn.md" && printf '\n%s%s\n' "$mark" "$line"; } >"$W/forged.md"
		refused EINVAL text.reserved append "$W/forged.md"
		refused EINVAL text.reserved "$SYS" open "$D/check" append write "@$W/forged.md" close
		sed "/^Caching pays off/a \\\n$mark$line\n" "$W/turn.md" >"$W/forged.md"
		refused EINVAL text.reserved append "$W/forged.md"
		has "$(newest_refusal)" "debate.md:$(grep -nF -- "$line" "$W/forged.md" | cut -d: -f1): error: [text.reserved]"
	done
	untouched
	sed "/^Caching pays off/a \\\n\`$line\`\n" "$W/turn.md" >"$W/quoted.md"
	append "$W/quoted.md"
	lock release alice
	"$DUELFS" check "$D/debate.md"
}
