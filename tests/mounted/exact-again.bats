#!/usr/bin/env bats
# What was written may be written again, as it was or as it is read: a success that changes nothing. What is history is not touched by it.
load lib
load exact

# The record of one turn that is written again by a rename, with each shape's file in $W/other, is as in $W/after: the same bytes, turn and
# times. With the floor of another (in a later lease) the turn behind itself is a text like any other. One process for all of them.
again() { # ABOUT FLOOR
	python3 - "$D" "$W" "$@" <<-'PY'
		import errno, os, re, sys
		folder, work, about, floor = sys.argv[1:]
		record = folder + "/debate.md"
		failed = False

		def read(path):
		    with open(path, "rb") as f:
		        return f.read()

		def times():
		    s = os.stat(record)
		    return s.st_mtime_ns, int(s.st_ctime)

		def newest_refusal():
		    found = []
		    for line in read(folder + "/last_error").decode().splitlines():
		        if re.match(r"[^ ]+: (error|warning): \[", line):
		            found.append(line)
		        elif found:
		            break
		    return "\n".join(found)

		def fails(what, says):
		    global failed
		    failed = True
		    print(f"{about}, floor: {floor}, {what}: {says}")

		def same(what, text, refused=None):
		    with open(record + ".new", "wb") as f:
		        f.write(text)
		    try:
		        os.rename(record + ".new", record)
		        got = 0
		    except OSError as e:
		        got = e.errno
		    if got != (errno.EINVAL if refused else 0):
		        fails(what, f"errno {got}")
		    if refused and f"[{refused}]" not in newest_refusal():
		        fails(what, newest_refusal())
		    if read(record) != after:
		        fails(what, "the record is another one")
		    if "turns = 1" not in read(folder + "/status").decode().splitlines():
		        fails(what, "there are more turns")
		    if times() != was:
		        fails(what, f"its times were {was} and are {times()}")

		before, after, was = read(work + "/before"), read(work + "/after"), times()
		same("the same", after)
		for other in sorted(os.listdir(work + "/other")):
		    turn = read(work + "/other/" + other)
		    same(f"once more as {other}", before + turn)
		    same(f"behind itself as {other}", after + turn, "turn.number" if floor == "yes" else None)
		same("all CRLF", after.replace(b"\r", b"").replace(b"\n", b"\r\n"))
		same("all LF", after.replace(b"\r", b""))
		sys.exit(failed)
	PY
}

@test "whatever was written, the same again is a success that changes nothing, also after another has read it with other line ends" {
	local shape n=0 failed=0
	mkdir "$W/other"
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	for shape in "${SHAPES[@]}"; do
		shaped "$shape" "$W/turn.md" >"$W/other/$shape"
	done
	for shape in "${SHAPES[@]}"; do
		[ "$shape" != rule_tight ] || continue
		duel "d$((++n))"
		join_both >/dev/null
		record >"$W/before"
		rewritten 1 alice "$shape" python
		cp "$D/debate.md" "$W/after"
		again "$shape" no || failed=1
		lock claim bob >/dev/null
		again "$shape" yes || failed=1
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
