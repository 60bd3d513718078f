#!/usr/bin/env bats
# The desk where both sides are asked at once: neither waits for the other's lease, and what is sealed is its writer's alone. Each seat is a
# user of its own: alice 1001, bob 1002, carol 1003; 1004 has no seat.
load lib

CORPUS=$BATS_TEST_DIRNAME/../corpus/dialectic/debate
SECRET=zwirbel

setup() {
	paths
	pass_through
	mounted -o allow_other
}

debate() { # [CONFIG LINE…]
	bare free-buses
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' "$@" >>"$D/config.toml"
	by 1001 join alice role=proposition
	by 1002 join bob role=opposition
	by 1003 join carol role=judge
	jq -n --arg z "$SECRET" '[range(3) | {title: "\($z) \(.)", claim: "\($z) \(.) claims.", grounds: [{source: $z, content: "\(.) \($z) in a book",
		relevance: "\($z) bears it"}], warrant: "\($z) \(.) holds"}]' >"$W/secret.json"
	chmod a+r "$W/secret.json"
}

by() { # UID WORDS…
	"$SYS" as "$1" open "$D/lock" w write "${*:2}"$'\n' close
}

hands_in() { # UID NAME FILE
	"$SYS" as "$1" open "$D/participants/$2/turn.md" w,trunc write "@$3" close
}

ALICE() { echo "$D/participants/alice/turn.md"; }

# No word of it, wherever somebody looks.
stays_sealed() {
	local uid
	for uid in 0 1001 1002 1003 1004; do
		is "$(user $uid find "$D" -type f -exec timeout 60 cat {} + 2>/dev/null | without_as_of | grep -i -m 1 "$SECRET")" ''
		is "$(user $uid cat "$(ALICE)")" sealed
		is "$(user $uid stat -c %s "$(ALICE)")" 7
	done
}

@test "a sealed desk is one line for everybody, and its own bytes for the process that wrote it, until both sides are in" {
	debate
	local writer
	mkfifo "$W/go" "$W/came"
	chmod a+rw "$W/go" "$W/came"
	user 1001 /usr/bin/python3 - "$(ALICE)" "$W/secret.json" "$W/go" "$W/came" >"$W/said" 2>&1 3>&- 4>&- <<-'PY' &
		import mmap, os, subprocess, sys
		desk, text, go, came = sys.argv[1:]
		text = open(text, "rb").read()
		with open(desk, "wb") as f:
		    f.write(text)
		    f.flush()
		    os.fsync(f.fileno())
		    assert os.fstat(f.fileno()).st_size == len(text), "fstat"
		assert open(desk, "rb").read() == text, "its own bytes"
		assert os.stat(desk).st_size == len(text), "their size"
		assert subprocess.run(["cat", desk], capture_output=True).stdout == b"sealed\n", "a child"
		assert subprocess.run(["stat", "-c", "%s", desk], capture_output=True).stdout == b"7\n", "a child's stat"
		with open(desk, "rb") as f:
		    assert mmap.mmap(f.fileno(), 0, mmap.MAP_PRIVATE, mmap.PROT_READ)[:] == text, "pages"
		    assert subprocess.run(["cat", desk], capture_output=True).stdout == b"sealed\n", "a child while it reads"
		    inode = os.fstat(f.fileno()).st_ino
		assert subprocess.run(["stat", "-c", "%i", desk], capture_output=True, text=True).stdout == f"{inode}\n", "one number"
		with open(desk, "wb") as f:
		    f.write(text)
		open(came, "w").close()
		open(go).close()
		assert open(desk, "rb").read() == text, "in the end"
		print("held")
	PY
	writer=$!
	timeout 60 cat "$W/came" || give_up "$(cat "$W/said")"
	stays_sealed
	has "$(cat "$D/events")" '"event":"handed_in"'
	hands_in 1002 bob "$CORPUS/0-opposition.json"
	cmp "$W/secret.json" "$(ALICE)"
	is "$(user 1004 stat -c %s "$(ALICE)")" "$(stat -c %s "$W/secret.json")"
	cmp "$CORPUS/0-opposition.json" "$D/participants/bob/turn.md"
	timeout 60 sh -c ": >$W/go"
	wait $writer
	is "$(<"$W/said")" held
}

@test "what came by a rename is sealed as well, for who renamed it too once that has ended" {
	debate
	user 1001 cp "$W/secret.json" "$(ALICE).new"
	user 1001 /usr/bin/python3 - "$(ALICE)" "$W/secret.json" <<-'PY'
		import os, sys
		os.rename(sys.argv[1] + ".new", sys.argv[1])
		assert open(sys.argv[1], "rb").read() == open(sys.argv[2], "rb").read()
		os.rename(sys.argv[1], sys.argv[1] + ".bak")
		assert open(sys.argv[1] + ".bak", "rb").read() == b"sealed\n", "a copy is for all of its user"
		assert open(sys.argv[1], "rb").read() == open(sys.argv[2], "rb").read()
	PY
	stays_sealed
	user 1001 mv "$(ALICE)" "$(ALICE)~"
	is "$(user 1001 cat "$(ALICE)~")" sealed
}

@test "after the next mount it is still sealed" {
	debate
	hands_in 1001 alice "$W/secret.json"
	remounted -o allow_other
	stays_sealed
	hands_in 1002 bob "$CORPUS/0-opposition.json"
	has "$(cat "$(ALICE)")" "$SECRET"
}

@test "where nothing is sealed a desk shows its text at once, and with the end of the debate" {
	debate 'sealed = false'
	hands_in 1001 alice "$W/secret.json"
	cmp "$W/secret.json" "$(ALICE)"
	D=$M/other
	mkdir "$D"
	echo 'format = "dialectic"' >>"$D/config.toml"
	by 1001 join alice role=proposition
	by 1002 join bob role=opposition
	hands_in 1001 alice "$W/secret.json"
	stays_sealed
	by 1002 claim bob
	by 1002 release bob outcome=INVALIDATED reason=void
	cmp "$W/secret.json" "$(ALICE)"
}

@test "neither side waits for the other's lease, and neither ends it" {
	debate
	by 1001 claim alice
	is "$(status lease)" 1
	hands_in 1002 bob "$CORPUS/0-opposition.json"
	is "$(status lock_owner) $(status lease)" 'alice 1'
	is "$(event handed_in .participant)" '"bob"'
	"$SYS" as 1001 open "$D/debate.md" append write "@$W/secret.json" close
	by 1001 release alice
	is "$(event handed_in .participant | tr '\n' ' ')" '"bob" "alice" '
	by 1003 claim carol
	[ "$(status lease)" -gt 2 ]
	refused EBUSY lease.busy hands_in 1002 bob "$CORPUS/1-opposition.json"
}

@test "what is refused under a lease is said by its release, whatever the other side hands in meanwhile" {
	debate
	by 1001 claim alice
	echo '{"claim": 1}' >"$W/bad"
	fails EINVAL "$SYS" as 1001 open "$D/debate.md" append write "@$W/bad" close
	hands_in 1002 bob "$CORPUS/0-opposition.json"
	fails EINVAL by 1001 release alice
	by 1001 release alice
}

@test "two sides at the same moment are both taken" {
	local n other
	for n in 1 2 3 4 5; do
		bare "race-$n"
		echo 'format = "dialectic"' >>"$D/config.toml"
		by 1001 join alice role=proposition
		by 1002 join bob role=opposition
		hands_in 1001 alice "$CORPUS/0-proposition.json" >"$W/a" &
		other=$!
		hands_in 1002 bob "$CORPUS/0-opposition.json" >"$W/b"
		wait $other
		is "$(cat "$W/a" "$W/b" | sort -u)" 'open write close'
		is "$(event_names | grep -c '^handed_in$')" 2
	done
}

# Every file of the duel, as this user sees it, with sizes and times.
everything() { # UID
	user "$1" find "$D" -type f -printf '%P %s %T@ %C@\n' -exec timeout 60 cat {} + 2>/dev/null | without_as_of
}

@test "nothing is seen of what one side rehearses or is refused: no byte, no size, no time, no event, and no wait ends" {
	local uid waiter
	debate 'retry_after_seconds = 3600'
	echo '[{"claim": "'"$SECRET"'"}]' >"$W/bad.json"
	chmod a+r "$W/bad.json"
	for uid in 0 1001 1002 1003 1004; do
		everything $uid >"$W/before-$uid"
	done
	"$SYS" open "$D/wait" r touch "$W/opened" read "$W/woken" >/dev/null 3>&- &
	waiter=$!
	eventually test -e "$W/opened"
	fails EINVAL hands_in 1001 alice "$W/bad.json"
	fails EINVAL "$SYS" as 1001 open "$D/participants/alice/check" w,trunc write "@$W/bad.json" close
	"$SYS" as 1001 open "$D/participants/alice/check" w,trunc write "@$W/secret.json" close
	fails EINVAL "$SYS" as 1001 open "$D/participants/alice/turn.md.tmp.1" w,creat write "@$W/bad.json" close
	user 1001 rm -f "$D/participants/alice/turn.md.tmp.1"
	for uid in 0 1002 1003 1004; do
		diff "$W/before-$uid" <(everything $uid)
	done
	is "$(cat "$W/woken" 2>/dev/null || true)" ''
	# Its own user's other processes see no more.
	diff "$W/before-1001" <(everything 1001)
	hands_in 1001 alice "$W/secret.json"
	wait $waiter
	has "$(cat "$W/woken")" 'next_step'
}

@test "a release says of a sealed text that it was refused, after the next mount too, and nothing else does" {
	debate
	by 1001 claim alice
	echo '{"claim": 1}' >"$W/bad"
	fails EINVAL "$SYS" as 1001 open "$D/debate.md" append write "@$W/bad" close
	lacks "$(event_names)" turn_rejected
	is "$(cat "$D/last_error")" ''
	remounted -o allow_other
	lacks "$(event_names)" turn_rejected
	is "$(cat "$D/last_error")" ''
	fails EINVAL by 1001 release alice
	is "$(cat "$D/last_error")" ''
	by 1001 release alice
	hands_in 1001 alice "$CORPUS/0-proposition.json"
	hands_in 1002 bob "$CORPUS/0-opposition.json"
	has "$(cat "$D/last_error")" 'alice debate.md: EINVAL'
	has "$(cat "$D/last_error")" 'alice lock: EINVAL'
}
