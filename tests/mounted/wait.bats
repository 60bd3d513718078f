#!/usr/bin/env bats
# Waiting: `wait` and `participants/NAME/wait`, parked reads and how they end, and poll, select, epoll on them and on `events`.
load lib

FOLLOW=$BUILD/helpers/follow

setup() {
	paths
	pass_through
	chmod a+w "$W" # readers of other users write what they read there
	mounted -o allow_other
	duel d 'retry_after_seconds = 3600'
}

teardown() {
	local pid
	for pid in "${readers[@]}"; do
		kill -KILL "$pid" 2>/dev/null || true
	done
	if [ -z "${BATS_TEST_COMPLETED:-}" ] && [ -n "${D:-}" ]; then
		timeout 60 head -n 12 "$D/last_error" || true
	fi
	[ -z "$DAEMON" ] || unmounted
	quiet
}

readers=()

# `park NAME FILE [STEP…]`: a reader in the background, $reader its pid; it has opened FILE and sleeps in its read when this returns. What it
# read is in $W/NAME, what its calls gave in $W/NAME.steps.
park() {
	local name=$1 file=$2
	rm -f "$W/$name.reads"
	env --default-signal=INT "$SYS" "${@:3}" open "$file" r touch "$W/$name.reads" read "$W/$name" close >"$W/$name.steps" 3>&- 4>&- &
	reader=$!
	readers+=("$reader")
	eventually sleeps "$reader" "$W/$name.reads"
}

sleeps() { # PID FILE
	[ -e "$2" ] && grep -q '^State:.S' "/proc/$1/status"
}

# It has opened the file, and sleeps (D: it waits for a page of it).
has_open() { # PID FILE
	readlink "/proc/$1/fd/"* | grep -qxF -- "$2" && grep -q '^State:.[SD]' "/proc/$1/status"
}

# `returned NAME PID`: it came back by itself, with a text and then the end.
returned() {
	eventually gone "$2"
	wait "$2"
	is "$(cat "$W/$1.steps")" 'open read close'
	[ -s "$W/$1" ]
}

# `aborted NAME PID`: it came back with an error.
aborted() {
	eventually gone "$2"
	wait "$2" || true
	is "$(cat "$W/$1.steps")" 'open read:ECONNABORTED close'
}

still_parked() {
	sleeps "$1" "$D"
}

# `follow MODE FILE…`: follow.c in the background, its lines in $W/followed.
follow() {
	"$FOLLOW" "$@" >"$W/followed" 2>&1 3>&- 4>&- &
	follower=$!
	readers+=("$follower")
}

followed() {
	grep -qE "$1" "$W/followed"
}

# --- DUEL/wait

@test "whatever changes wakes a read of wait, and it gives status once, then the end" {
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	while read -r act; do
		echo "act: $act"
		park out "$D/wait"
		eval "$act"
		returned out "$reader"
		# whose event is told a moment after it, where the store is a database
		[[ $act == *EBUSY* && -n ${ON_CLUSTER:-} ]] || is "$(without_as_of "$W/out")" "$(without_as_of "$D/status")"
	done <<-'EOT'
		echo 'max_turns = 4' >>"$D/config.toml"
		lock join alice harness="$HARNESS" model="$MODEL"
		fails EBUSY lock claim alice
		lock join bob harness="$HARNESS" model="$MODEL"
		fails EINVAL lock no such line
	EOT
	# With a lease status runs with the clock.
	while read -r act; do
		echo "act: $act"
		park out "$D/wait"
		eval "$act"
		returned out "$reader"
		grep -q '^lock_owner = ' "$W/out"
	done <<-'EOT'
		lock claim alice
		lock refresh alice
		fails EINVAL append /etc/hostname
		append "$W/turn.md"
		lock release alice
		fails EPERM "$SYS" unlink "$D/debate.md"
	EOT
	is "$(status turns "$W/out")" 1
}

@test "the end of a lease wakes a read of wait" {
	duel short 'retry_after_seconds = 3600' 'lease_seconds = 1'
	join_both
	lock claim alice
	park out "$D/wait"
	returned out "$reader"
	is "$(status lock_owner "$W/out")" ''
}

@test "a change between open and read is not waited for again" {
	"$SYS" open "$D/wait" r touch "$W/opened" until "$W/go" read "$W/out" >"$W/steps" 3>&- &
	reader=$!
	eventually test -e "$W/opened"
	lock join alice
	touch "$W/go"
	wait "$reader"
	is "$(cat "$W/steps")" 'open read'
	same_status "$W/out" "$D/status"
}

@test "where nothing happens wait returns after retry_after_seconds, with the same status" {
	duel quick 'retry_after_seconds = 1'
	cat "$D/status" >"$W/before"
	timeout 60 cat "$D/wait" >"$W/out"
	same_status "$W/out" "$W/before"
	same_status "$W/out" "$D/status"
}

@test "a second open waits anew" {
	park out "$D/wait"
	lock join alice
	returned out "$reader"
	park out "$D/wait"
	lock join bob
	returned out "$reader"
	is "$(status participants "$W/out")" 2
}

@test "all readers of one wait are woken by one change" {
	pids=()
	for n in {1..20}; do
		park "out$n" "$D/wait"
		pids+=("$reader")
	done
	lock join alice
	for n in {1..20}; do
		returned "out$n" "${pids[n - 1]}"
		same_status "$W/out$n" "$D/status"
	done
}

@test "a change in another duel wakes nobody" {
	park out "$D/wait"
	waiting=$reader
	duel other
	lock join alice
	on d
	still_parked "$waiting"
	lock join alice
	returned out "$waiting"
}

@test "wait gives its text in small pieces, too" {
	dd if="$D/wait" of="$W/pieces" bs=7 status=none 3>&- 4>&- &
	reader=$!
	readers+=("$reader")
	eventually has_open "$reader" "$D/wait"
	lock join alice
	eventually gone "$reader"
	same_status "$W/pieces" "$D/status"
}

@test "what wait gave once stays its text, whatever changes before the rest of it is read" {
	"$SYS" open "$D/wait" r touch "$W/opened" until "$W/go" pread 5 20 "$W/a" touch "$W/begun" until "$W/on" pread 0 5 "$W/b" \
		pread 25 100000 "$W/c" pread 100000 1 "$W/end" >"$W/steps" 3>&- &
	reader=$!
	eventually test -e "$W/opened"
	lock join alice
	cat "$D/status" >"$W/status"
	touch "$W/go"
	eventually test -e "$W/begun"
	lock join bob
	touch "$W/on"
	wait "$reader"
	cat "$W/b" "$W/a" "$W/c" | same_status - "$W/status"
	[ ! -s "$W/end" ]
}

@test "a read through pages does not wait, and whoever tries one is told to read plainly" {
	local way
	for way in sendfile splice mmap; do
		no "$BUILD/helpers/reader" "$way" "$D/wait" >"$W/read" 2>"$W/said"
		[ ! -s "$W/read" ]
	done
	while read -r way; do
		echo "way: $way"
		eval "exec $way" >"$W/read" 3>&- 4>&- </dev/null &
		reader=$!
		readers+=("$reader")
		eventually has_open "$reader" "$D/wait"
		timeout 60 cat "$D/status" >/dev/null
		fails EINVAL lock no such line
		eventually gone "$reader"
		wait "$reader"
		same_status "$W/read" "$D/status"
	done <<-'EOT'
		busybox cat "$D/wait"
		cat "$D/wait"
		cp "$D/wait" /dev/stdout
		head -c 10000 "$D/wait"
		python3 -c "import shutil, sys; shutil.copyfile(sys.argv[1], sys.argv[2])" "$D/wait" "$W/read"
	EOT
}

@test "an asynchronous read is freed by a signal, too" {
	"$SYS" open "$D/wait" r touch "$W/reads" aio >"$W/steps" 3>&- 4>&- &
	reader=$!
	readers+=("$reader")
	eventually sleeps "$reader" "$W/reads"
	kill -KILL "$reader"
	eventually gone "$reader"
	"$SYS" open "$D/wait" r touch "$W/reads2" aio >"$W/steps" 3>&- 4>&- &
	reader=$!
	readers+=("$reader")
	eventually sleeps "$reader" "$W/reads2"
	lock join alice
	wait "$reader"
	is "$(cat "$W/steps")" 'open aio'
}

@test "several reads of one open file are parked and woken side by side" {
	timeout 60 python3 - "$D" "$W/started" >"$W/said" 3>&- 4>&- <<-'PY' &
		import os, sys, threading
		duel, started = sys.argv[1:]
		fd = os.open(duel + "/wait", os.O_RDONLY)
		pieces = {}
		def read(at):
		    pieces[at] = os.pread(fd, 50, at)
		threads = [threading.Thread(target=read, args=(at,)) for at in range(0, 1000, 50)]
		for t in threads:
		    t.start()
		open(started, "w").close()
		for t in threads:
		    t.join()
		text = b"".join(pieces[at] for at in sorted(pieces))
		assert text == open(duel + "/status", "rb").read(), text
		assert os.fstat(fd).st_size == len(text)
		print("equal")
	PY
	reader=$!
	eventually test -e "$W/started"
	lock join alice
	wait "$reader"
	is "$(cat "$W/said")" equal
}

# --- participants/NAME/wait

@test "who can move is not held up: its wait gives next at once" {
	join_both
	for name in alice bob; do
		timeout 60 cat "$D/participants/$name/wait" >"$W/out"
		cmp "$W/out" "$D/participants/$name/next"
		is "$(status next_step "$W/out")" claim_lock
	done
	lock claim alice
	timeout 60 cat "$D/participants/alice/wait" >"$W/out"
	is "$(status next_step "$W/out")" compose_turn
}

@test "who cannot move is woken when it can, and by nothing before" {
	play_to 1
	park out "$D/participants/alice/wait"
	waiting=$reader
	lock claim bob
	still_parked "$waiting"
	fails EINVAL append /etc/hostname
	turn 2 bob OPEN_TO_DEBATE >"$W/turn-2.md"
	still_parked "$waiting"
	append "$W/turn-2.md"
	returned out "$waiting"
	cmp "$W/out" "$D/participants/alice/next"
	is "$(status next_step "$W/out")" claim_lock
}

@test "who waits for a peer is woken when it joins" {
	lock join alice
	park out "$D/participants/alice/wait"
	is "$(status next_step "$D/participants/alice/next")" wait_peer
	lock join bob
	returned out "$reader"
	cmp "$W/out" "$D/participants/alice/next"
}

@test "the close wakes every reader, and a closed duel is not waited for" {
	play_to 2
	lock claim alice harness="$HARNESS" model="$MODEL"
	park all "$D/wait"
	all=$reader
	park bob "$D/participants/bob/wait"
	bob=$reader
	conclude alice DISSENT
	returned all "$all"
	returned bob "$bob"
	is "$(status next_step "$W/bob")" closed
	eventually grep -q '^archive = "2' "$D/status"
	timeout 60 cat "$D/wait" | same_status - "$D/status"
	for name in alice bob; do
		timeout 60 cat "$D/participants/$name/wait" | cmp - "$D/participants/$name/next"
	done
}

@test "a damaged duel is not waited for" {
	play_to 1
	unmounted
	damage 'says turn1' 'says turn7'
	expect_stderr 'the stored record fails its check'
	mounted -o allow_other
	is "$(status state)" invalidated
	timeout 60 cat "$D/wait" | same_status - "$D/status"
	timeout 60 cat "$D/participants/alice/wait" | cmp - "$D/participants/alice/next"
}

@test "a bounded wait that is over wakes who may claim for=timeout then" {
	duel silent 'retry_after_seconds = 3600' 'wait_seconds = 1'
	join_both
	play 1 alice OPEN_TO_DEBATE
	timeout 60 cat "$D/participants/alice/wait" >"$W/out"
	cmp "$W/out" "$D/participants/alice/next"
	is "$(status next_step "$W/out")" claim_lock
	lock claim alice for=timeout
}

@test "a missing peer is waited for until wait_seconds are over" {
	duel missing 'retry_after_seconds = 3600' 'wait_seconds = 1'
	lock join alice
	timeout 60 cat "$D/participants/alice/wait" >"$W/out"
	lock claim alice for=timeout
}

@test "what poll called readable is read without waiting, whatever came in between" {
	join_both
	"$SYS" open "$D/participants/bob/wait" r poll 0 touch "$W/polled" until "$W/go" nonblock read "$W/out" >"$W/steps" 3>&- &
	reader=$!
	eventually test -e "$W/polled"
	lock claim alice
	touch "$W/go"
	wait "$reader"
	is "$(cat "$W/steps")" 'open poll read'
	is "$(status next_step "$W/out")" wait_turn
}

# --- what kind of file it is

@test "wait is a file larger than what it will give, read-only, answers to its name and keeps its number" {
	join_both
	for file in "$D/wait" "$D/participants/alice/wait"; do
		is "$(stat -c '%F %a %s' "$file")" 'regular file 444 4096'
		refused EPERM history.changed "$SYS" open "$file" w
		refused EPERM history.changed "$SYS" open "$file" rw
		refused EPERM history.changed "$SYS" open "$file" r,trunc
		refused EPERM history.changed "$SYS" unlink "$file"
		fails EPERM "$SYS" cut "$file" 1
	done
	before=$(stat -c %i "$D/wait" "$D/participants/alice/wait" "$D/participants/bob/wait")
	is "$(sort -u <<<"$before" | wc -l)" 3
	remounted -o allow_other
	is "$(stat -c %i "$D/wait" "$D/participants/alice/wait" "$D/participants/bob/wait")" "$before"
	[ ! -e "$D/participants/wait" ]
	[ ! -e "$D/turns/wait" ]
	[ ! -e "$M/wait" ]
}

@test "wait is listed nowhere, and what reads the whole mount ends" {
	play_to 1
	is "$(find "$M" -name wait)" ''
	timeout 30 tar -C "$M" -cf "$W/all.tar" .
	timeout 30 cp -r "$M" "$W/copy"
	timeout 30 grep -rq turn1 "$M"
	timeout 30 du -a "$M" >/dev/null
	timeout 30 find "$M" -type f -exec cat {} + >/dev/null
	if command -v rg >/dev/null; then timeout 30 rg -uuu turn1 "$M" >/dev/null; fi
	lacks "$(tar -tf "$W/all.tar")" /wait
}

@test "a non-blocking read that would wait gives EAGAIN, also where the flag came later" {
	steps 'open read:EAGAIN' open "$D/wait" r,nonblock read "$W/out"
	steps 'open read:EAGAIN' open "$D/wait" r nonblock read "$W/out"
	lock join alice
	steps 'open read:EAGAIN' open "$D/participants/alice/wait" r,nonblock read "$W/out"
	lock join bob
	steps 'open read' open "$D/participants/alice/wait" r,nonblock read "$W/out"
	cmp "$W/out" "$D/participants/alice/next"
}

@test "another user waits as anybody does" {
	park out "$D/wait" as 1001
	lock join alice
	returned out "$reader"
	same_status "$W/out" "$D/status"
}

@test "a duel that somebody waits in is not removed" {
	park out "$D/wait"
	refused EBUSY lease.busy "$SYS" rmdir "$D"
	echo 'max_turns = 4' >>"$D/config.toml"
	returned out "$reader"
	"$SYS" rmdir "$D"
}

# --- how a parked read ends without news

@test "a time limit ends a wait" {
	run timeout 1 cat "$D/wait"
	is "$status $output" '124 '
}

@test "SIGINT and SIGKILL free a reader, and the others go on waiting" {
	lock join alice
	park int "$D/wait"
	int=$reader
	park kill "$D/participants/alice/wait"
	kill=$reader
	park stays "$D/wait"
	stays=$reader
	park seat "$D/participants/alice/wait"
	seat=$reader
	kill -INT "$int"
	eventually gone "$int"
	kill -KILL "$kill"
	eventually gone "$kill"
	still_parked "$stays"
	still_parked "$seat"
	lock join bob
	returned stays "$stays"
	returned seat "$seat"
}

@test "readers that are woken and interrupted at one moment do no harm" {
	pids=()
	for n in {1..30}; do
		park "out$n" "$D/wait"
		pids+=("$reader")
	done
	kill -INT "${pids[@]:0:20}" &
	lock join alice
	for pid in "${pids[@]}"; do
		eventually gone "$pid"
	done
	for n in {21..30}; do
		returned "out$n" "${pids[n - 1]}"
	done
	park last "$D/wait"
	lock join bob
	returned last "$reader"
}

@test "a crowd that opens, waits, is interrupted and closes, again and again, does no harm" {
	join_both
	timeout 100 python3 - "$D" <<-'PY'
		import os, random, signal, sys
		duel = sys.argv[1]
		class Interrupted(Exception):
		    pass
		def mask(how):
		    signal.pthread_sigmask(how, [signal.SIGUSR1])
		def interrupt(*_):
		    mask(signal.SIG_BLOCK)
		    raise Interrupted
		def look(path):
		    fd = os.open(path, os.O_RDONLY)
		    try:
		        first = os.read(fd, 100)
		        assert first and os.read(fd, 10000) and not os.read(fd, 100)
		    finally:
		        os.close(fd)
		def reader():
		    signal.signal(signal.SIGUSR1, interrupt)
		    while True:
		        try:
		            mask(signal.SIG_UNBLOCK)
		            while True:
		                look(duel + random.choice(("/wait", "/participants/bob/wait")))
		        except Interrupted:
		            pass
		mask(signal.SIG_BLOCK)
		pids = []
		for _ in range(30):
		    pid = os.fork()
		    if not pid:
		        try:
		            reader()
		        finally:
		            os._exit(1)
		    pids.append(pid)
		for _ in range(400):
		    for verb in "claim", "release":
		        with open(duel + "/lock", "w") as lock:
		            lock.write(verb + " alice\n")
		        for pid in random.sample(pids, 6):
		            os.kill(pid, signal.SIGUSR1)
		for pid in pids:
		    os.kill(pid, signal.SIGKILL)
		ended = [os.waitpid(pid, 0)[1] for pid in pids]
		assert ended == [signal.SIGKILL] * len(pids), ended
	PY
	park out "$D/wait"
	lock claim alice
	returned out "$reader"
}

@test "parked reads end at limits.waits_per_uid and limits.waits, with EAGAIN, and others are not held up" {
	unmounted
	configure <<-'EOT'
		[limits]
		waits = 3
		waits_per_uid = 2
	EOT
	mounted -o allow_other
	park a "$D/wait" as 1001
	a=$reader
	park b "$D/wait" as 1001
	b=$reader
	steps 'open read:EAGAIN' as 1001 open "$D/wait" r read "$W/out"
	park c "$D/wait" as 1002
	c=$reader
	steps 'open read:EAGAIN' as 1003 open "$D/wait" r read "$W/out"
	is "$(cat "$D/last_error")" ''
	timeout 60 cat "$D/status" >/dev/null
	for pid in "$a" "$b" "$c"; do
		still_parked "$pid"
	done
	kill -KILL "$a"
	eventually gone "$a"
	park d "$D/wait" as 1003
	d=$reader
	lock join alice
	returned d "$d"
	returned b "$b"
	returned c "$c"
	park e "$D/wait" as 1001
	lock join bob
	returned e "$reader"
}

@test "SIGTERM sends fifty parked readers away, and the daemon ends" {
	lock join alice
	pids=()
	for n in {1..25}; do
		park "all$n" "$D/wait"
		pids+=("$reader")
		park "seat$n" "$D/participants/alice/wait"
		pids+=("$reader")
	done
	unmounted
	for n in {1..25}; do
		aborted "all$n" "${pids[2 * n - 2]}"
		aborted "seat$n" "${pids[2 * n - 1]}"
	done
	mounted -o allow_other
	is "$(status participants)" 1
}

@test "a lazy unmount sends parked readers away, and the daemon ends" {
	for n in 1 2 3; do
		park "out$n" "$D/wait"
	done
	follow poll "$D/wait"
	eventually has_open "$follower" "$D/wait"
	umount -l "$M"
	for n in 1 2 3; do
		aborted "out$n" "${readers[n - 1]}"
	done
	eventually gone "$follower"
	followed ERROR
	pid=$DAEMON
	DAEMON=
	wait_for_exit "$pid"
}

@test "a mount that is still there in another place is still waited in" {
	mkdir "$W/other"
	mount --bind "$M" "$W/other"
	park out "$W/other/d/wait"
	waiting=$reader
	umount -l "$M"
	park after "$W/other/d/wait"
	"$SYS" open "$W/other/d/lock" w write 'join alice' close
	returned out "$waiting"
	returned after "$reader"
	same_status "$W/out" "$W/other/d/status"
	umount "$W/other"
	pid=$DAEMON
	DAEMON=
	wait_for_exit "$pid"
}

@test "a plain unmount says busy while somebody waits, and a forced one sends the readers away" {
	park out "$D/wait"
	no umount "$M" 2>/dev/null
	umount -f "$M" 2>/dev/null || true
	aborted out "$reader"
	umount "$M" 2>/dev/null || true
	no grep -qF " $M " /proc/self/mountinfo
	pid=$DAEMON
	DAEMON=
	wait_for_exit "$pid"
}

@test "a daemon that is killed leaves no reader behind" {
	park out "$D/wait"
	killed
	aborted out "$reader"
	umount -l "$M"
}

# --- poll, select, epoll

@test "poll, select and epoll wake on wait, on a participant's wait and on events" {
	for mode in poll select epoll edge; do
		echo "mode: $mode"
		duel "with-$mode" 'retry_after_seconds = 3600'
		play_to 1
		follow "$mode" "$D/events" "$D/wait" "$D/participants/alice/wait"
		eventually followed "/events $(stat -c %s "$D/events")$"
		no followed '/wait '
		lock claim bob
		eventually followed "/d*[a-z-]*/wait [1-9]"
		eventually followed '^[2-9][0-9]*: .*/events [1-9]'
		no followed 'alice/wait '
		turn 2 bob OPEN_TO_DEBATE >"$W/turn-2.md"
		append "$W/turn-2.md"
		lock release bob
		eventually followed 'alice/wait [1-9]'
		[ "$(wc -l <"$W/followed")" -le 12 ]
		no followed ERROR
		kill "$follower"
	done
}

@test "whoever polls is woken once for what happened, and sleeps while nothing does" {
	duel clock 'retry_after_seconds = 1'
	for mode in poll select epoll edge; do
		echo "mode: $mode"
		duel "$mode" 'retry_after_seconds = 3600'
		play_to 1
		follow "$mode" "$D/events" "$D/participants/alice/wait"
		lock claim bob
		for _ in {1..10}; do
			lock refresh bob
			eventually seen "$D/events"
		done
		wakeups=$(wc -l <"$W/followed")
		[ "$wakeups" -le 30 ]
		timeout 60 cat "$M/clock/wait" >/dev/null
		is "$(wc -l <"$W/followed")" "$wakeups"
		kill "$follower"
	done
}

# The follower has read all of a file.
seen() {
	[ "$(grep -o "$1 [0-9]*" "$W/followed" | awk '{ sum += $2 } END { print sum }')" = "$(stat -c %s "$1")" ]
}

@test "a new reader of events finds the past readable, and one at the end does not" {
	steps 'open poll:ETIMEDOUT' open "$D/events" r poll 0
	lock join alice
	steps 'open poll read poll:ETIMEDOUT' open "$D/events" r poll 0 read "$W/out" poll 0
	steps 'open pread poll' open "$D/events" r pread 0 10 "$W/out" poll 0
	steps 'open pread poll:ETIMEDOUT' open "$D/events" r pread 1000000 1 "$W/out" poll 0
}

@test "wait is readable when its time is over, and for good once it is at its end" {
	steps 'open poll:ETIMEDOUT' open "$D/wait" r poll 0
	duel quick 'retry_after_seconds = 1' 'wait_seconds = 1'
	steps 'open poll read poll' open "$D/wait" r poll 20000 read "$W/out" poll 0
	join_both
	play 1 alice OPEN_TO_DEBATE
	steps 'open poll read poll' open "$D/participants/alice/wait" r poll 20000 read "$W/out" poll 0
	cmp "$W/out" "$D/participants/alice/next"
}

@test "every other file is readable at any time" {
	play_to 1
	for file in README.md status status.json lock debate.md last_error turns/001-alice.md participants/alice/next; do
		steps 'open poll' open "$D/$file" r poll 0
	done
}

@test "files that are polled and closed while they sleep are forgotten" {
	for _ in {1..20}; do
		steps 'open poll:ETIMEDOUT open poll:ETIMEDOUT' open "$D/wait" r poll 1 open "$D/events" r poll 1
	done
	follow epoll "$D/wait" "$D/events"
	eventually has_open "$follower" "$D/wait"
	kill -KILL "$follower"
	eventually gone "$follower"
	lock join alice
	remounted -o allow_other
}

@test "tail -F follows events" {
	tail -n +1 -F "$D/events" >"$W/tailed" 2>/dev/null 3>&- 4>&- &
	follower=$!
	readers+=("$follower")
	lock join alice
	eventually grep -q participant_registered "$W/tailed"
	lock join bob
	eventually grep -q '"participant":"bob"' "$W/tailed"
}
