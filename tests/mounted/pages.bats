#!/usr/bin/env bats
# What is read through pages (sendfile, splice, mmap), which the kernel keeps for all who have an inode open, and cuts at the size that it
# was told: the whole text as it was at the open, or a whole one that came since, never a part of one and never parts of two.
load lib

setup() {
	paths
	pass_through
	mounted -o allow_other
	cat >"$W/pages.py" <<-'PY'
		# Open files, read in every way: `now` says what each gives by a plain read, `holds` that each gives the same through pages.
		import mmap, os
		PIECE = 16384
		def plain(fd):
		    out, at = [], 0
		    while piece := os.pread(fd, 1 << 20, at):
		        out.append(piece)
		        at += len(piece)
		    return b"".join(out)
		def by_sendfile(fd):
		    to = os.memfd_create("to")
		    at = 0
		    while sent := os.sendfile(to, fd, at, PIECE):
		        at += sent
		    out = os.pread(to, at + 1, 0)
		    os.close(to)
		    return out
		def by_splice(fd):
		    read_end, write_end = os.pipe()
		    out, at = [], 0
		    while moved := os.splice(fd, write_end, PIECE, offset_src=at):
		        at += moved
		        while moved:
		            piece = os.read(read_end, moved)
		            moved -= len(piece)
		            out.append(piece)
		    os.close(read_end), os.close(write_end)
		    return b"".join(out)
		def by_mmap(fd):
		    size = os.fstat(fd).st_size
		    if not size:
		        return b""
		    with mmap.mmap(fd, size, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ) as m:
		        return m[:]
		WAYS = [by_sendfile, by_splice, by_mmap]
		def files(folder):
		    for here, _, names in os.walk(folder):
		        for name in sorted(names):
		            yield os.path.join(here, name)
		def opened(folder):
		    return {path: os.open(path, os.O_RDONLY) for path in files(folder)}
		def check(path, fd, want, opened=None):
		    # `opened`: of one that goes on while it is read, what it was at the open: what has come since may be there or not, in whole lines.
		    bad = []
		    for way in WAYS + WAYS:
		        got = way(fd)
		        if got == opened or (opened is not None and want.startswith(got) and got.startswith(opened) and got[-1:] == b"\n"):
		            continue
		        if got != want:
		            same = next((n for n, (a, b) in enumerate(zip(got, want)) if a != b), min(len(got), len(want)))
		            bad.append(f"{path}: {way.__name__} gives {len(got)} bytes, a plain read {len(want)}, the same up to {same}")
		    size = os.fstat(fd).st_size
		    if size != len(want):
		        bad.append(f"{path}: fstat says {size}, a plain read gives {len(want)} bytes")
		    return bad
	PY
}

# The files of $D are opened, by the commands behind it the duel is changed, and then each gives the same by every way; those opened anew do.
same_after() { # COMMAND…
	rm -f "$W/opened" "$W/go"
	PYTHONPATH=$W python3 - "$D" "$W/opened" "$W/go" >"$W/found" 2>&1 3>&- <<-'PY' &
		import os, subprocess, sys, time
		from pages import *
		folder, mark, go = sys.argv[1:]
		fds = opened(folder)
		before = {path: plain(fd) for path, fd in fds.items()}
		open(mark, "w").close()
		while not os.path.exists(go):
		    time.sleep(0.005)
		bad = []
		def grows(path):
		    return path.endswith(("/debate.md", "/events"))
		for stirred in (False, True):
		    for path, fd in fds.items():
		        want = plain(fd)
		        if want != before[path] and not (grows(path) and (want.startswith(before[path]) or b"## Turn" not in want)):
		            bad.append(f"{path}: a plain read gives other bytes than at the open")
		        bad += check(path, fd, want, before[path] if grows(path) else None)
		    # Others look at the files and read them, plainly and through pages; and so do we, by new descriptors.
		    new = opened(folder)
		    for path, fd in new.items():
		        size = int(subprocess.check_output(["stat", "-c", "%s", path]))
		        want = plain(fd)
		        bad += check(path, fd, want)
		        if size != len(want):
		            bad.append(f"{path}: stat says {size}, there are {len(want)} bytes")
		    os.spawnlp(os.P_WAIT, "sh", "sh", "-c", 'find "$1" -type f -exec cat {} + >/dev/null; ls -lR "$1" >/dev/null', "sh", folder)
		    for fd in new.values():
		        os.close(fd)
		print("\n".join(bad) if bad else f"{len(fds)} files")
		sys.exit(bool(bad))
	PY
	local pid=$!
	eventually test -e "$W/opened"
	"$@" >/dev/null
	touch "$W/go"
	wait $pid || give_up "after $*: $(cat "$W/found")"
}

# `ends COMMAND…`: what closes the duel, and then the archive, whose name `status` has from then on.
ends() {
	"$@"
	eventually grep -q '^archive = "2' "$D/status"
}

@test "an open file gives the same through pages as by plain reads, whatever has changed since: socratic" {
	duel
	same_after lock join alice harness="$HARNESS" model="$MODEL"
	same_after lock join bob harness="$HARNESS" model="$MODEL"
	same_after lock claim alice
	long_turn 1 alice 60000 >"$W/turn.md"
	same_after append "$W/turn.md"
	same_after lock release alice
	same_after fails EINVAL lock dance bob
	lock claim bob
	same_after fails EINVAL append "$W/turn.md"
	same_after lock release bob force=yes
	play 2 bob OPEN_TO_DEBATE
	conclusion DISSENT >"$W/conclusion.md"
	lock claim alice
	same_after ends append "$W/conclusion.md"
}

@test "an open file gives the same through pages as by plain reads, whatever has changed since: dialectic" {
	local corpus=$BATS_TEST_DIRNAME/../corpus/dialectic/debate who
	bare d
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' >>"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	same_after lock join carol role=judge
	for who in alice:proposition bob:opposition carol:judge; do
		lock claim "${who%:*}"
		same_after append "$corpus/0-${who#*:}.json"
		same_after lock release "${who%:*}"
	done
}

@test "an open file gives the same through pages as by plain reads, whatever has changed since: config and source" {
	yes 'One line of the first plan.' | head -n 3000 >"$W/one.md"
	yes 'One line of another plan, which is longer.' | head -n 4000 >"$W/two.md"
	duel d "source = \"$W/one.md\""
	topic() {
		"$SYS" open "$D/config.toml" append write "$1"$'\n' close
	}
	same_after topic 'topic = "A topic with more words than it had"'
	same_after topic 'topic = "Few"'
	same_after topic "source = \"$W/two.md\""
	same_after topic 'max_turns = 100'
}

@test "a text that became longer or shorter is never cut through an old descriptor, ten times of ten" {
	duel
	join_both
	PYTHONPATH=$W python3 - "$D" "$SYS" >"$W/found" 2>&1 3>&- <<-'PY' || give_up "$(cat "$W/found")"
		import os, subprocess, sys
		from pages import *
		duel, helper = sys.argv[1:]
		names = ["participants/alice/prompt.md", "prompt.md", "README.md", "status", "lock"]
		sizes = set()
		for n in range(20):
		    fds = {name: os.open(f"{duel}/{name}", os.O_RDONLY) for name in names}
		    verb = "release alice" if n % 2 else "claim alice"
		    subprocess.run([helper, "open", duel + "/lock", "w", "write", verb + "\n", "close"], check=True, stdout=subprocess.DEVNULL)
		    for name, fd in fds.items():
		        assert by_sendfile(fd) == by_splice(fd) == plain(fd), (n, name, len(by_sendfile(fd)), len(plain(fd)))
		        new = os.open(f"{duel}/{name}", os.O_RDONLY)
		        assert by_sendfile(new) == plain(new) != plain(fd), (n, name)
		        assert os.stat(f"{duel}/{name}").st_size == len(plain(new)), (n, name)
		        sizes.add((name, len(plain(fd)) < len(plain(new))))
		        os.close(new)
		        os.close(fd)
		assert len(sizes) == 2 * len(names), sizes
	PY
}

@test "a mapping of many pages stays what it was while the file changes, and others look at it" {
	duel
	join_both
	long_turn 1 alice 60000 >"$W/turn.md"
	lock claim alice harness="$HARNESS" model="$MODEL"
	append "$W/turn.md"
	PYTHONPATH=$W python3 - "$D" "$SYS" >"$W/found" 2>&1 3>&- <<-'PY' || give_up "$(cat "$W/found")"
		import mmap, os, subprocess, sys
		from pages import *
		duel, helper = sys.argv[1:]
		path = duel + "/prompt.md"
		def verb(words):
		    subprocess.run([helper, "open", duel + "/lock", "w", "write", words + "\n", "close"], check=True, stdout=subprocess.DEVNULL)
		held = []
		for n in range(12):
		    fd = os.open(path, os.O_RDONLY)
		    size = os.fstat(fd).st_size
		    held.append((plain(fd), fd, mmap.mmap(fd, size, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)))
		    verb("release alice" if n == 0 else "claim bob" if n % 2 else "release bob")
		    subprocess.run(["stat", path], check=True, stdout=subprocess.DEVNULL)
		    subprocess.run(["cat", path], check=True, stdout=subprocess.DEVNULL)
		    for want, fd, mapping in held:
		        assert len(mapping) == len(want) and mapping[:] == want == by_sendfile(fd), n
		assert len({want for want, _, _ in held}) == 2 # bob's with the floor and without: alice's is idle
	PY
}

# Several at once open every file again and again and hold what they get by each way against a plain read of the same descriptor.
@test "beside changes every few milliseconds nobody finds a cut text or parts of two, and none that was over before the open" {
	duel
	join_both
	long_turn 1 alice 60000 >"$W/turn.md"
	lock claim alice harness="$HARNESS" model="$MODEL"
	append "$W/turn.md"
	lock release alice
	cat >"$W/reads.py" <<-'PY'
		import os, random, sys, time
		from pages import *
		duel, over, seed = sys.argv[1:]
		random.seed(seed)
		names = ["prompt.md", "status", "status.json", "last_error", "lock", "README.md", "participants/bob/prompt.md", "participants/alice/status"]
		reads = 0
		while not os.path.exists(over):
		    path = os.path.join(duel, random.choice(names))
		    if random.random() < 0.3:
		        os.stat(path)
		    fd = os.open(path, os.O_RDONLY)
		    way = random.choice(WAYS)
		    early = random.random() < 0.5
		    want = plain(fd) if early else None
		    if random.random() < 0.3:
		        time.sleep(0.01)
		    got = way(fd)
		    want = want if early else plain(fd)
		    assert got == want, f"{path} by {way.__name__}: {len(got)} bytes, plainly {len(want)}"
		    size = os.fstat(fd).st_size
		    assert size == len(want), f"{path}: fstat says {size}, there are {len(want)}"
		    os.close(fd)
		    reads += 1
		print(reads)
	PY
	pids=()
	for n in 1 2 3 4 5 6; do
		PYTHONPATH=$W python3 "$W/reads.py" "$D" "$W/over" $n >"$W/found.$n" 2>&1 3>&- &
		pids+=($!)
	done
	PYTHONPATH=$W python3 - "$D" >"$W/found.0" 2>&1 3>&- <<-'PY'
		import os, sys, time
		duel = sys.argv[1]
		words = ["claim bob", "refresh bob", "dance", "release bob"]
		for n in range(800):
		    with open(duel + "/lock", "w") as f:
		        try:
		            f.write(words[n % 4] + "\n")
		            f.flush()
		        except OSError:
		            pass
		        try:
		            f.close()
		        except OSError:
		            pass
		    # What is opened after a change has it.
		    with open(duel + "/lock") as f:
		        text = f.read()
		    assert ('owner = "bob"' in text) == (n % 4 < 3), (n, text)
		    fd = os.open(duel + "/status", os.O_RDONLY)
		    assert b'lock_owner = "%s"' % (b"bob" if n % 4 < 3 else b"") in os.read(fd, 8192), n
		    os.close(fd)
		    time.sleep(0.005)
	PY
	touch "$W/over"
	for pid in "${pids[@]}"; do
		wait "$pid" || give_up "$(cat "$W"/found.*)"
	done
	cat "$W"/found.*
}

# Where the kernel kept it, two would have it: what the second one opens is another inode.
@test "who has flocked a file keeps others out of it, whatever it has become, and gives it to who waits first" {
	duel
	join_both
	exec 7<"$D/lock" 8<"$D/status"
	flock -n 7
	flock -n -s 8
	lock claim alice harness="$HARNESS" model="$MODEL"
	held_by_another() { # FLAG… FILE
		flock -n "$@" true && give_up "it was had: flock $*"
		return 0
	}
	held_by_another "$D/lock"
	held_by_another -x "$D/status"
	flock -n -s "$D/status" true
	flock "$D/lock" echo first >"$W/found" 7>&- 3>&- &
	local first=$!
	timeout 1 flock "$D/lock" true 7>&- && give_up "who was interrupted had it"
	is "$(cat "$W/found")" ''
	exec 7>&-
	wait $first
	is "$(cat "$W/found")" first
	flock -n "$D/lock" true
	exec 8>&-
	flock -n -x "$D/status" true
}

# The process has it open, and sleeps.
sleeps_by() { # PID FILE
	readlink "/proc/$1/fd/"* | grep -qxF -- "$2" && grep -q '^State:.S' "/proc/$1/status"
}

@test "those who wait for a flock have it in the order of coming, and all at once where they share it" {
	duel
	local pids=()
	waits() { # WORD OPTION…
		flock "${@:2}" "$D/lock" -c "echo $1 >>$W/found" 7>&- 3>&- &
		pids+=($!)
		eventually sleeps_by $! "$D/lock"
	}
	exec 7<"$D/lock"
	flock 7
	: >"$W/found"
	waits first
	waits second
	waits third
	for _ in {1..20}; do
		waits shared -s
	done
	waits last
	is "$(cat "$W/found")" ''
	exec 7>&-
	wait "${pids[@]}"
	is "$(uniq -c "$W/found" | xargs)" '1 first 1 second 1 third 20 shared 1 last'
}

@test "a descriptor that was handed on tells the size of its text, also one of a folder that is mounted elsewhere too" {
	duel
	join_both
	mkdir "$W/elsewhere"
	mount --bind "$D" "$W/elsewhere"
	exec 7<"$D/status" 8<"$W/elsewhere/status" 9<"$D"
	lock claim alice harness="$HARNESS" model="$MODEL"
	python3 - "$D/status" >"$W/found" 2>&1 <<-'PY' || give_up "$(cat "$W/found")"
		import os, sys
		for fd in 7, 8:
		    assert os.fstat(fd).st_size == len(os.pread(fd, 1 << 20, 0)), fd
		    assert os.stat(f"/proc/self/fd/{fd}").st_size == os.fstat(fd).st_size, fd
		    if fd == 7:
		        os.close(fd)
		new = os.open("status", os.O_RDONLY, dir_fd=9)
		path = os.open(sys.argv[1], os.O_PATH)
		again = os.open(f"/proc/self/fd/{path}", os.O_RDONLY)
		assert os.pread(again, 1 << 20, 0) == os.pread(new, 1 << 20, 0) != os.pread(8, 1 << 20, 0)
		for fd in new, again:
		    assert os.fstat(fd).st_size == len(os.pread(fd, 1 << 20, 0)), fd
	PY
	exec 7<&- 8<&- 9<&-
	umount "$W/elsewhere"
}
