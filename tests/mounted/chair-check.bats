#!/usr/bin/env bats
# participants/NAME/check: a rehearsal at one's own chair, by every way of writing, and who reads its verdict. Each seat is a user of its
# own: alice 1001, bob 1002.
load lib

setup() {
	paths
	pass_through
	mounted -o allow_other
}

two() {
	duel
	by 1001 join alice harness="$HARNESS" model="$MODEL"
	by 1002 join bob harness="$HARNESS" model="$MODEL"
	turn 1 alice OPEN_TO_DEBATE >"$W/alice.md"
	turn 1 bob OPEN_TO_DEBATE >"$W/bob.md"
	grep -v 'Agreements' "$W/alice.md" >"$W/bad.md"
	chmod a+rwx "$W"
	chmod a+r "$W"/*.md
	C=$D/participants/alice/check
	before=$(cat "$D/debate.md" "$D/events")
}

by() { # UID WORDS…
	"$SYS" as "$1" open "$D/lock" w write "${*:2}"$'\n' close
}

# A shell of this user's, in alice's chair, that stops at the first failure.
in_chair() { # UID COMMAND
	(cd "$D/participants/alice" && setpriv --reuid "$1" --regid "$1" --clear-groups bash -c "$2")
}

ok() {
	echo "check: ok (turn 1 of alice, $(stat -c %s "$W/alice.md") bytes; the floor is free)"
}

bad() {
	echo "check: EINVAL (turn 1 of alice, $(stat -c %s "$W/bad.md") bytes)"
}

unrecorded() {
	is "$(cat "$D/debate.md" "$D/events")" "$before"
	is "$(status turns)" 0
}

@test "a draft gets its verdict at the chair by every way of writing, and nothing is recorded" {
	local write
	two
	for write in "cat $W/alice.md > check" "cat $W/alice.md >> check" "cp $W/alice.md check" "tee check < $W/alice.md > /dev/null" \
		"dd if=$W/alice.md of=check bs=100 status=none" "{ head -n 5 $W/alice.md; tail -n +6 $W/alice.md; } > check" \
		"cat $W/alice.md | cat > check" "x=\$(cat $W/alice.md); echo \"\$x\" > check" \
		"cat $W/alice.md > check.tmp.1 && mv check.tmp.1 check" "cp $W/alice.md check~ && mv check~ check" \
		"python3 -c 'open(\"check\", \"w\").write(open(\"$W/alice.md\").read())'"; do
		is "$write: $(in_chair 1001 "$write && cat check")" "$write: $(ok)"
		in_chair 1001 ': > check' 2>/dev/null || true
		is "$(in_chair 1001 'cat check')" ''
	done
	unrecorded
}

@test "a bad draft fails at the write or the close, and check and last_error of the chair say why" {
	local write
	two
	for write in "cat $W/bad.md > check" "cp $W/bad.md check" "cat $W/bad.md > check.tmp.2 && mv check.tmp.2 check"; do
		no in_chair 1001 "$write" 2>/dev/null
		is "$(in_chair 1001 'tail -n 1 check')" "$(bad)"
	done
	has "$(in_chair 1001 'cat check')" 'check:1: error: [section.missing] '
	has "$(in_chair 1001 'head -n 1 last_error')" 'alice participants/alice/check: EINVAL (3 times)'
	has "$(newest_refusal)" 'participants/alice/check: error: [section.missing]'
	unrecorded
}

@test "what is rehearsed stands in the last_error of the duel without its words" {
	local uid
	two
	no user 1001 dd if="$W/bad.md" of="$C" bs=64k status=none
	for uid in 0 1001 1002 1004; do
		has "$(user $uid sed '/^$/q' "$D/last_error")" 'participants/alice/check: error: [section.missing]'
		lacks "$(user $uid sed '/^$/q' "$D/last_error")" '[section.missing] '
	done
	is "$(user 1002 stat -c '%i %a' "$D/last_error")" "$(user 1001 stat -c '%i %a' "$D/last_error")"
}

@test "an editor edits a draft at the chair" {
	two
	in_chair 1001 "HOME=$W vim -u NONE -es -c '0r $W/alice.md' -c 'wq' check"
	is "$(in_chair 1001 'cat check')" "$(ok)"
}

@test "an open file reads its own verdict, once, wherever it stands" {
	two
	is "$(in_chair 1001 "exec 3<>check; cat $W/alice.md >&3; cat <&3; echo --; cat <&3")" "$(ok)"$'\n--'
}

@test "a text at the chair is of its seat, whatever it names; who is not its user rehearses nothing there" {
	two
	no in_chair 1001 "cat $W/bob.md > check" 2>/dev/null
	has "$(in_chair 1001 'cat check')" 'check:1: error: [turn.participant] this is written by "alice", and the heading names "bob"'
	has "$(in_chair 1001 'cat check')" 'check: EINVAL (turn 1 of alice, '
	refused EACCES seat.uid "$SYS" as 1002 open "$C" w,trunc
	no in_chair 1002 "cat $W/alice.md > check" 2>/dev/null
	is "$(stat -c '%a %u' "$C")" '644 1001'
	cp "$W/alice.md" "$C"
	is "$(in_chair 1001 'cat check')" "$(ok)"
}

@test "words are for the seat's user and root, verdict and rules for all, at their own sizes" {
	local who own other
	two
	sed 's/OPEN_TO_DEBATE/WAVERING/' "$W/alice.md" >"$W/bad.md"
	no in_chair 1001 "cat $W/bad.md > check" 2>/dev/null
	own=$(in_chair 1001 'cat check')
	has "$own" 'WAVERING'
	other=$(in_chair 1002 'cat check')
	is "$other" "check: error: [turn.stance]"$'\n'"$(bad)"
	for who in 1002 1001 0 1003 1001 1002; do
		is "$who $(in_chair "$who" 'cat check | wc -c')" "$who $(in_chair "$who" 'stat -c %s check')"
		is "$(in_chair "$who" 'stat -c %i check')" "$(stat -c %i "$C")"
		[ "$who" = 1002 ] || [ "$who" = 1003 ] || is "$(in_chair "$who" 'cat check')" "$own"
		[ "$who" = 1001 ] || [ "$who" = 0 ] || is "$(in_chair "$who" 'cat check')" "$other"
	done
	is "$(in_chair 1002 "$BUILD/helpers/reader sendfile check")" "$other"
	is "$(in_chair 1001 "$BUILD/helpers/reader sendfile check")" "$own"
}

@test "a descriptor of the words opens nothing anew in another user's hands" {
	two
	no in_chair 1001 "cat $W/bad.md > check" 2>/dev/null
	is "$(
		python3 - "$C" <<-'PY'
			import os, sys
			os.seteuid(1001)
			hers = os.open(sys.argv[1], os.O_RDONLY)
			os.seteuid(0)
			os.seteuid(1002)
			try:
			    os.open(f"/proc/self/fd/{hers}", os.O_RDONLY)
			except OSError as e:
			    print(e.strerror)
		PY
	)" 'Permission denied'
}

@test "two agents of one user rehearse each at its chair and read each its own verdict" {
	duel
	join_both
	local name
	for name in alice bob; do
		turn 1 $name OPEN_TO_DEBATE >"$W/$name.md"
	done
	sed -i '/Novel Argument/d' "$W/bob.md"
	agent() { # NAME WORD
		local n
		for ((n = 0; n < 30; n++)); do
			cat "$W/$1.md" 2>/dev/null >"$D/participants/$1/check"
			has "$(tail -n 1 "$D/participants/$1/check")" "check: $2 (turn 1 of $1, " || touch "$W/wrong"
		done
	}
	agent alice ok &
	agent bob EINVAL 2>/dev/null || true
	wait $!
	no test -e "$W/wrong"
}

@test "once the duel is closed the chair's check says so, and takes nothing" {
	two
	in_chair 1001 "cat $W/alice.md > check"
	lock close maker reason=over
	is "$(in_chair 1001 'cat check')" 'check: error: [duel.closed] this duel is closed; its record is read-only
check: EROFS'
	refused EROFS duel.closed "$SYS" as 1001 open "$C" w,trunc
}

@test "a side's check is one line for everybody, and its verdict for the process that wrote it, until both sides are in" {
	local corpus=$BATS_TEST_DIRNAME/../corpus/dialectic/debate uid seen
	bare d
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' >>"$D/config.toml"
	by 1001 join alice role=proposition
	by 1002 join bob role=opposition
	by 1003 join carol role=judge
	C=$D/participants/alice/check
	seen=$(stat -c '%s %Y %Z' "$C"; cat "$C" "$D/events")
	chmod a+rwx "$W"
	is "$(user 1001 /usr/bin/python3 - "$C" "$corpus/0-proposition.json" 2>&1 <<-'PY'
		import os, subprocess, sys
		check, draft = sys.argv[1:]
		draft = open(draft, "rb").read()
		assert open(check).read() == "sealed\n", "before"
		with open(check, "wb") as f:
		    f.write(draft)
		said = open(check).read()
		assert said.startswith("check: ok (the three opening arguments of the proposition of alice, "), said
		assert os.stat(check).st_size == len(said), "its size"
		assert subprocess.run(["cat", check], capture_output=True).stdout == b"sealed\n", "a child"
		try:
		    with open(check, "wb") as f:
		        f.write(b'[{"title": 1}]\n{}\n')
		except OSError as e:
		    print(e.strerror)
		assert "[handin." in open(check).read(), "refused"
	PY
	)" 'Invalid argument'
	for uid in 0 1001 1002 1003 1004; do
		is "$uid $(user $uid cat "$C")" "$uid sealed"
		is "$(user $uid stat -c %s "$C")" 7
	done
	is "$(stat -c '%s %Y %Z' "$C"; cat "$C" "$D/events")" "$seen"
	# A shell reads it through the same open file.
	has "$(in_chair 1001 "exec 3<>check; cat $corpus/0-proposition.json >&3; cat <&3")" 'check: ok (the three opening arguments of '
	"$SYS" as 1001 open "$D/participants/alice/turn.md" w,trunc write "@$corpus/0-proposition.json" close
	is "$(user 1002 cat "$C")" sealed
	"$SYS" as 1002 open "$D/participants/bob/turn.md" w,trunc write "@$corpus/0-opposition.json" close
	is "$(user 1003 cat "$D/participants/carol/check")" ''
}
