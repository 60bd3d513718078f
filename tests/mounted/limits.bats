#!/usr/bin/env bats
# Limits that have a key or a name of their own, each with its refusal.
load lib

setup() {
	paths
}

@test "a user has no more files open for writing than limits.handles_per_uid, and others are not held up" {
	configure <<-'EOT'
		[limits]
		handles_per_uid = 4
	EOT
	pass_through
	mounted -o allow_other
	duel
	"$SYS" as 1001 open "$D/lock" w write 'join alice' close
	"$SYS" as 1002 open "$D/lock" w write 'join bob' close
	"$SYS" as 1001 open "$D/lock" w write 'claim alice' close
	opens=()
	for _ in {1..5}; do
		opens+=(open "$D/debate.md" append)
	done
	fails ENOSPC "$SYS" as 1001 "${opens[@]}"
	has "$(newest_refusal)" '[limit.handles]'
	"$SYS" as 1001 "${opens[@]:0:12}"
	"$SYS" as 1002 open "$D/lock" w write 'join bob' close
}

@test "a user has no more bytes staged than limits.staged_bytes_per_uid" {
	configure <<-'EOT'
		[limits]
		staged_bytes_per_uid = 65536
	EOT
	mounted
	duel d 'max_turn_bytes = 65536'
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	{
		head -n 4 "$W/turn.md"
		for _ in {1..500}; do
			printf 'word %.0s' {1..16}
			echo
		done
	} >"$W/long.md"
	[ "$(stat -c %s "$W/long.md")" -gt 33000 ]
	got=$("$SYS" open "$D/debate.md" append write "@$W/long.md" open "$D/debate.md" append write "@$W/long.md") || true
	has "$got" 'open write open write:ENOSPC'
	has "$(cat "$D/last_error")" '[limit.staged]'
	append "$W/turn.md"
	is "$(status turns)" 1
}

@test "a record ends at 4 MiB" {
	mounted
	duel d 'max_turn_bytes = 1048576' 'max_turns = 100'
	join_both
	names=(bob alice)
	for n in {1..5}; do
		name=${names[n % 2]}
		turn "$n" "$name" OPEN_TO_DEBATE >"$W/turn.md"
		python3 - "$W/turn.md" "$n" <<-'PY'
			import sys
			path, n = sys.argv[1], sys.argv[2]
			text = open(path).read()
			line = "".join(f"filler{n} " for _ in range(100)) + "\n\n"
			text = text.replace("**Counterpoints**", line * ((1048000 - len(text.encode())) // len(line)) + "**Counterpoints**", 1)
			open(path, "w").write(text)
		PY
		lock claim "$name" harness="$HARNESS" model="$MODEL"
		[ "$n" -lt 5 ] || break
		append "$W/turn.md"
		lock release "$name"
	done
	refused EFBIG limit.record append "$W/turn.md"
	is "$(status turns)" 4
	turn 5 alice OPEN_TO_DEBATE >"$W/small.md"
	append "$W/small.md"
	is "$(status turns)" 5
}

@test "what can never be valid is refused long before memory is filled" {
	mounted
	duel
	join_both
	lock claim alice
	head -c $((16 * 1024 * 1024)) /dev/zero | tr '\0' 'a' | fold -w 100 >"$W/huge"
	got=$("$SYS" open "$D/debate.md" append pieces 65536 "@$W/huge" close) || true
	[[ $got =~ pieces:E(FBIG|INVAL) ]]
	refused EFBIG limit.turn append "$W/huge"
	got=$("$SYS" open "$D/debate.md" w,trunc pieces 65536 "@$W/huge" close) || true
	[[ $got =~ pieces:E(FBIG|PERM|INVAL) ]]
	got=$("$SYS" open "$D/debate.md" w pwrite 1000000000000 x close) || true
	[[ $got =~ pwrite:E(FBIG|PERM|INVAL) ]]
	got=$("$SYS" open "$D/debate.md" w truncate 1000000000000 close) || true
	[[ $got =~ :E(FBIG|PERM|INVAL) ]]
	is "$(status turns)" 0
	[ "$(awk '/^VmRSS/ { print $2 }' "/proc/$DAEMON/status")" -lt 1000000 ]
}

@test "five hundred open readers do no harm" {
	mounted
	duel
	join_both
	opens=()
	for _ in {1..500}; do
		opens+=(open "$D/status" r)
	done
	"$SYS" "${opens[@]}" >/dev/null
	lock claim alice
}

@test "more records than limits.loaded_bytes are loaded and let go, and stay true" {
	configure <<-'EOT'
		[limits]
		loaded_bytes = 1048576
	EOT
	mounted
	head -c 11000 /dev/zero | tr '\0' ' ' | sed 's/ /word /g' | fold -w 100 >"$W/filler"
	for n in {1..30}; do
		duel "d$n"
		join_both >/dev/null
		turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
		sed -i "/^Caching pays off/r $W/filler" "$W/turn.md"
		sed -i "s/turn1/duel$n/" "$W/turn.md"
		lock claim alice >/dev/null
		append "$W/turn.md" >/dev/null
		sha256sum "$D/debate.md" >>"$W/sums"
	done
	sha256sum --quiet -c "$W/sums"
	remounted
	sha256sum --quiet -c "$W/sums"
}

@test "files that were closed and bytes that were refused count no more" {
	configure <<-'EOT'
		[limits]
		handles_per_uid = 4
		staged_bytes_per_uid = 65536
	EOT
	mounted
	duel
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	{
		head -n 4 "$W/turn.md"
		head -c 5000 /dev/zero | tr '\0' ' ' | sed 's/ /word /g' | fold -w 100
	} >"$W/long.md"
	for _ in {1..20}; do
		steps 'open write close:EINVAL' open "$D/debate.md" append write "@$W/long.md" close
		steps 'open write close' open "$D/lock" w write 'refresh alice' close
	done
	append "$W/turn.md"
}

@test "what a draft holds already counts as staged at each open of it for writing" {
	configure <<-'EOT'
		[limits]
		staged_bytes_per_uid = 65536
	EOT
	mounted
	duel
	"$SYS" open "$D/x.tmp" w,creat truncate 40000 close rename "$D/x.tmp" "$D/debate.md.tmp.1" none
	steps 'open open:ENOSPC' open "$D/debate.md.tmp.1" w open "$D/debate.md.tmp.1" w
	has "$(newest_refusal)" '[limit.staged]'
}

# --- what readers hold

rss() { # KiB
	awk '/^VmRSS/ { print $2 }' "/proc/$DAEMON/status"
}

rss_is_below() { # KIB
	[ "$(rss)" -lt "$1" ] || {
		rss
		return 1
	}
}

# The record of $D: so many turns of a megabyte.
record_of() { # TURNS
	local n names=(bob alice)
	join_both >/dev/null
	for ((n = 1; n <= $1; n++)); do
		long_turn "$n" "${names[n % 2]}" 1040000 >"$W/turn.md"
		lock claim "${names[n % 2]}" harness="$HARNESS" model="$MODEL" >/dev/null
		append "$W/turn.md" >/dev/null
		lock release "${names[n % 2]}" >/dev/null
	done
}

# The command, while so many descriptors of this file are open.
holding() { # FILE COUNT COMMAND…
	python3 - "$@" 3>&- <<-'PY'
		import os, resource, subprocess, sys
		path, count = sys.argv[1], int(sys.argv[2])
		resource.setrlimit(resource.RLIMIT_NOFILE, (count + 100, count + 100))
		for _ in range(count):
		    os.pread(os.open(path, os.O_RDONLY), 100, 0)
		sys.exit(subprocess.call(sys.argv[3:]))
	PY
}

@test "a text that many have open is there once, and what large ones took goes back to the system" {
	local before held
	mounted
	duel d 'max_turn_bytes = 1048576'
	record_of 3
	cat "$D/prompt.md" >/dev/null
	before=$(rss)
	held=$(holding "$D/prompt.md" 400 grep ^VmRSS "/proc/$DAEMON/status" | tr -dc 0-9)
	echo "KiB: $before, with 400 open $held; one has $(stat -c %s "$D/prompt.md") bytes"
	[ $((held - before)) -lt 24000 ]
	eventually rss_is_below $((before + 12000))
}

@test "texts of many versions that are open count, and go back to the system, too" {
	local before held
	export ASAN_OPTIONS="${ASAN_OPTIONS:-}:quarantine_size_mb=1" # a sanitizer keeps what was given back: 256 MiB of it
	mounted
	duel d 'max_turn_bytes = 1048576'
	record_of 3
	cat "$D/prompt.md" >/dev/null
	before=$(rss)
	# What each of them has is another: the refusal stands in it.
	held=$(
		python3 - "$D" "$DAEMON" 3>&- <<-'PY'
			import os, sys
			duel, daemon = sys.argv[1:]
			def write(name, text):
			    fd = os.open(duel + "/" + name, os.O_WRONLY)
			    try:
			        os.write(fd, text.encode())
			    finally:
			        os.close(fd)
			write("lock", "claim bob harness=claude-code model=opus\n")
			fds, refused = [], None
			for n in range(100):
			    try:
			        fd = os.open(duel + "/debate.md", os.O_WRONLY | os.O_APPEND)
			        os.write(fd, b"word%d\n" % n)
			    except OSError:
			        pass
			    finally:
			        try:
			            os.close(fd)
			        except OSError:
			            pass
			    try:
			        fds.append(os.open(duel + "/participants/bob/prompt.md", os.O_RDONLY))
			    except OSError as e:
			        refused = e
			        break
			assert refused and refused.errno == 28, refused
			assert "limit.handles" in open(duel + "/last_error").read()
			size = os.fstat(fds[0]).st_size
			assert 10 * size < 64 << 20 and (len(fds) + 1) * size > 64 << 20, (size, len(fds))
			assert len({os.pread(fd, size, 0) for fd in fds}) == len(fds)
			print(open(f"/proc/{daemon}/status").read().split("VmRSS:")[1].split()[0])
		PY
	)
	echo "KiB: $before, with many open $held"
	[ $((held - before)) -lt 90000 ]
	eventually rss_is_below $((before + 16000))
	cat "$D/prompt.md" >/dev/null
}

# A process of this user's opens a file again and again, each text of it twice, until it may not; says how many bytes those texts have, and
# keeps them until $UNTIL is there.
opens_until() { # UID FILE
	python3 - "$D" "$2" "$1" 3>&- <<-'PY'
		import os, sys, time
		duel, name, uid = sys.argv[1:]
		os.setresgid(int(uid), int(uid), int(uid))
		os.setresuid(int(uid), int(uid), int(uid))
		held, size = [], 0
		while len(held) < 3000:
		    with open(duel + "/lock", "w") as f:
		        f.write("refresh alice\n")
		    try:
		        held.append(os.open(duel + "/" + name, os.O_RDONLY))
		    except OSError as e:
		        refused = e
		        break
		    size += os.fstat(held[-1]).st_size
		    held.append(os.open(duel + "/" + name, os.O_RDONLY))
		print(size, flush=True)
		print(os.strerror(refused.errno) + "\n" + open(duel + "/last_error").read().split("\n")[1], file=sys.stderr, flush=True)
		open(os.environ["UNTIL"] + ".held", "w").close()
		while not os.path.exists(os.environ["UNTIL"]):
		    time.sleep(0.01)
	PY
}

@test "a user's open files hold no more rendered text than limits.reader_bytes_per_uid, each text counted once, and others are not held up" {
	configure <<-'EOT'
		[limits]
		reader_bytes_per_uid = 65536
	EOT
	pass_through
	chmod a+rwx "$W"
	mounted -o allow_other
	duel
	"$SYS" as 1001 open "$D/lock" w write 'join alice' close
	"$SYS" as 1002 open "$D/lock" w write 'join bob' close
	"$SYS" as 1001 open "$D/lock" w write 'claim alice' close
	UNTIL=$W/go opens_until 1001 status >"$W/size" 2>"$W/said" &
	eventually test -e "$W/go.held" || give_up "$(cat "$W/said" "$W/size")"
	has "$(cat "$W/said")" 'No space left on device'
	has "$(cat "$W/said")" '[limit.handles]'
	[ "$(cat "$W/size")" -le 65536 ]
	[ "$(cat "$W/size")" -ge 32768 ]
	user 1002 cat "$D/status" "$D/prompt.md" >/dev/null
	touch "$W/go"
	wait $!
	user 1001 cat "$D/status" "$D/prompt.md" >/dev/null
}

@test "all users' open files hold no more than limits.reader_bytes, but who holds next to nothing is not shut out" {
	configure <<-'EOT'
		[limits]
		reader_bytes = 65536
	EOT
	pass_through
	chmod a+rwx "$W"
	mounted -o allow_other
	duel
	"$SYS" as 1001 open "$D/lock" w write 'join alice' close
	"$SYS" as 1002 open "$D/lock" w write 'join bob' close
	"$SYS" as 1001 open "$D/lock" w write 'claim alice' close
	UNTIL=$W/go opens_until 1001 status >"$W/size" 2>"$W/said" &
	eventually test -e "$W/go.held" || give_up "$(cat "$W/said" "$W/size")"
	has "$(cat "$W/said")" 'No space left on device'
	has "$(cat "$W/said")" '[limit.handles]'
	[ "$(cat "$W/size")" -le 131072 ]
	user 1002 cat "$D/status" "$D/prompt.md" >/dev/null
	touch "$W/go"
	wait $!
	user 1001 cat "$D/status" "$D/prompt.md" >/dev/null
}

@test "sources that were replaced while they are open count, and so does what a wait has given" {
	configure <<-'EOT'
		[limits]
		reader_bytes_per_uid = 65536
	EOT
	mounted
	for n in 1 2; do
		yes "line of the plan $n" | head -c 50000 >"$W/plan$n.md"
	done
	duel d "source = \"$W/plan1.md\""
	duel e
	join_both
	lock claim alice
	python3 - "$M" "$W" 3>&- <<-'PY'
		import errno, os, sys
		mount, work = sys.argv[1:]
		def refused(act, where):
		    try:
		        act()
		    except OSError as e:
		        assert e.errno == errno.ENOSPC, e
		        assert "limit.handles" in open(where + "/last_error").read()
		    else:
		        assert False, "it worked"
		d, e = mount + "/d", mount + "/e"
		first = [os.open(d + "/source.md", os.O_RDONLY) for _ in range(3)]
		with open(d + "/config.toml", "a") as f:
		    f.write(f'source = "{work}/plan2.md"\n')
		refused(lambda: os.open(d + "/source.md", os.O_RDONLY), d)
		assert os.pread(first[0], 100000, 0) == open(work + "/plan1.md", "rb").read()
		held, waiting = [], os.open(e + "/wait", os.O_RDONLY)
		while len(held) < 1000:
		    with open(e + "/lock", "w") as f:
		        f.write("refresh alice\n")
		    try:
		        held.append(os.open(e + "/status", os.O_RDONLY))
		    except OSError:
		        break
		refused(lambda: os.read(waiting, 10000), e)
		for fd in first:
		    os.close(fd)
		assert os.read(waiting, 10000)
		for fd in held:
		    os.close(fd)
		assert os.read(os.open(d + "/source.md", os.O_RDONLY), 100000) == open(work + "/plan2.md", "rb").read()
	PY
}
