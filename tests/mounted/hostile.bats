#!/usr/bin/env bats
# Hostile texts of the full size: each is answered with an errno (or accepted), and the daemon stays up and quick for others.
load lib

SIZE=65000

setup() {
	paths
	mounted
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	DUELS=0
	another
}

# A duel in which alice has the floor.
another() {
	DUELS=$((DUELS + 1))
	duel "d$DUELS"
	join_both
	lock claim alice
	record >"$W/before"
}

# A valid turn whose position is what a Python expression makes of `n` bytes.
hostile() {
	python3 - "$W/turn.md" "$W/hostile.md" "$((SIZE - $(stat -c %s "$W/turn.md")))" "$1" <<-'PY'
		import sys
		turn, n = open(sys.argv[1]).read(), int(sys.argv[3])
		text = eval(sys.argv[4], {"n": n})[:n]
		open(sys.argv[2], "w").write(turn.replace("**Position**\n", "**Position**\n" + text + "\n", 1))
	PY
}

# It is answered, within a bound that only a hang would pass, and everything else goes on.
answered() {
	hostile "$1"
	timeout 30 "$SYS" open "$D/debate.md" append write "@$W/hostile.md" close >"$W/got" || [ $? -eq 1 ]
	kill -0 "$DAEMON"
	is "$(status duel)" "d$DUELS"
	if [ "$(status turns)" = 0 ]; then
		cmp "$W/before" "$D/debate.md"
		grep -qE ':E(INVAL|FBIG|ILSEQ)' "$W/got"
		grep -q '^debate\.md' "$D/last_error"
	else
		another
	fi
}

@test "block quotes as deep as they go" {
	answered '">" * n'
	answered '"> " * (n // 2)'
	answered '"\n".join(">" * k for k in range(1, 360))'
}

@test "lists as deep as they go" {
	answered '"* " * n'
	answered '"\n".join("  " * k + "* x" for k in range(240))'
	answered '"1. " * n'
	answered '"- + " * n'
}

@test "pipes, as of a table" {
	answered '"|" * n'
	answered '"|a" * 4000 + "\n" + "|-" * 4000 + "\n" + "|b" * 4000'
	answered '("|" * 100 + "\n") * n'
}

@test "brackets and links that never end" {
	answered '"[" * n'
	answered '("[" * 4000 + "\n") * n'
	answered '"[a](" * n'
	answered '"![" * n'
	answered '"[a](<b" * n'
	answered '("[a][" * 1500 + "\n") * n'
	answered '"".join(f"[{k}]: /u\n" for k in range(9000))'
}

@test "emphasis that opens and never closes" {
	answered '"*a **a " * n'
	answered '("_a __b " * 1000 + "\n") * n'
	answered '"a**b" + "c* " * n'
	answered '("*" * 8000 + "\n") * n'
	answered '"~" * n'
}

@test "backticks of every length" {
	answered '"".join("e" + "`" * k for k in range(1, 360))'
	answered '("`" * 8000 + "\n") * n'
	answered '(chr(96) + "a" + chr(96) * 2) * n'
}

@test "entities, angle brackets and comments" {
	answered '"&" * n'
	answered '"&#x" * n'
	answered '"<" * n'
	answered '"<!-" * n'
	answered '"<?" * n'
	answered '"<![CDATA[" * n'
	answered '"<a " * n'
	answered '("<!-- \n") * n'
}

@test "newlines, spaces and tabs" {
	answered '"\n" * n'
	answered '" " * n'
	answered '"\t" * n'
	answered '(" " * 200 + "\n") * n'
	answered '"a\\\n" * n'
}

@test "headings, fences and rules by the thousand" {
	answered '"# x\n" * n'
	answered '"## Turn 1\n" * n'
	answered '"```\n" * n'
	answered '"---\n" * n'
	answered '"**Position**\n" * n'
	answered '"a\n===\n" * n'
}

@test "items that a rule has to look through" {
	answered '"- Addresses: Turn 1\n" * n'
	answered '"- Addresses: Source\n  Claim: x\n  Support:\n    - https://a.b\n" * n'
	answered '"Support:\n" * n'
	answered '"    - Principle: x\n" * n'
	answered '"word " * n'
	answered '"a " * n'
}

@test "words of many bytes, and marks upon marks" {
	answered '"ﷺ" * (n // 3)'
	answered '("a" + "\u0301" * 2000 + "\n") * (n // 4100)'
	answered '"\U0001f468\u200d\U0001f469" * (n // 12)'
}

@test "the same texts without any turn around them" {
	for text in '">" * 65000' '"[" * 65000' '"* " * 32000' '"|" * 65000' '"*a " * 20000' '"<" * 65000'; do
		python3 -c "import sys; open(sys.argv[1], 'w').write($text)" "$W/raw.md"
		timeout 30 "$SYS" open "$D/debate.md" append write "@$W/raw.md" close >"$W/got" || [ $? -eq 1 ]
		grep -qE ':E(INVAL|FBIG)' "$W/got"
	done
	kill -0 "$DAEMON"
	cmp "$W/before" "$D/debate.md"
}

@test "random bytes to every file that takes a write" {
	for n in {1..20}; do
		head -c 3000 /dev/urandom >"$W/noise"
		for file in lock debate.md config.toml; do
			"$SYS" open "$D/$file" w write "@$W/noise" fsync close >/dev/null || true
		done
	done
	kill -0 "$DAEMON"
	cmp "$W/before" "$D/debate.md"
	is "$(status lock_owner) $(status turns)" 'alice 0'
}

@test "many readers and writers at once" {
	crowd=()
	for n in {1..8}; do
		(
			for _ in {1..30}; do
				cat "$D"/status "$D"/events "$D"/debate.md "$D"/README.md >/dev/null
				"$SYS" open "$D/lock" w write 'refresh alice' close >/dev/null
				"$SYS" open "$D/debate.md" append write "garbage $n" close >/dev/null
			done
		) 3>&- &
		crowd+=($!)
	done
	for job in "${crowd[@]}"; do
		wait "$job" || true
	done
	is "$(status lock_owner) $(status turns)" 'alice 0'
	append "$W/turn.md"
	is "$(status turns)" 1
}
