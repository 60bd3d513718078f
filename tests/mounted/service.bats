#!/usr/bin/env bats
# A mount as a service: what its manager is told (sd_notify), what the journal and syslog get, and who it is.
load lib

setup() {
	paths
	LISTENER=
}

teardown() {
	[ -z "$LISTENER" ] || kill "$LISTENER" || true
	[ -z "$DAEMON" ] || unmounted
	quiet
}

# A service manager that listens at NAME, `@…` being an abstract one: each datagram is a line of $W/told, its newlines as `|`.
listens_at() { # NAME
	python3 -uc 'import socket, sys
name = sys.argv[1]
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind("\0" + name[1:] if name[0] == "@" else name)
print("listens")
while True:
    print(s.recv(65536).decode().replace("\n", "|"))' "$1" >"$W/told" 3>&- &
	LISTENER=$!
	eventually grep -qx listens "$W/told"
}

# The daemon, told of that socket.
served() { # NAME OPTION…
	configure <<<''
	NOTIFY_SOCKET=$1 started "$STORE" "$M" "${@:2}"
}

# What was told now has N lines, the last of them this one.
told() { # N PATTERN
	eventually has_lines "$(($1 + 1))"
	[[ $(tail -n 1 "$W/told") =~ ^$2$ ]] || is "$(cat "$W/told")" "line $1: $2"
}
has_lines() {
	[ "$(wc -l <"$W/told")" -ge "$1" ]
}

whole_life() { # NAME
	local place
	listens_at "$1"
	served "$1"
	place="$(realpath "$STORE") on $(realpath "$M")"
	told 1 "READY=1\|STATUS=$place"
	unmounted
	told 2 'STOPPING=1\|STATUS=.+'
	is "$(grep -vE '^[A-Z]+=[0-9]' "$W/told")" listens
}

@test "a service manager is told of ready and end" {
	whole_life "$W/notify"
}

@test "it may listen at an abstract name" {
	whole_life "@duelfs-test-$$-$BATS_TEST_NUMBER"
}

@test "an unmount is told as an end, too" {
	listens_at "$W/notify"
	served "$W/notify"
	umount "$M"
	told 2 'STOPPING=1\|STATUS=.+'
	wait_for_exit "$DAEMON"
	DAEMON=
}

@test "why it did not start is told, whatever the words are" {
	listens_at "$W/notify"
	NOTIFY_SOCKET=$W/notify refuses_to_start "$STORE" "$W/not there"$'\n'READY=1
	told 1 'ERRNO=2\|STATUS=.*not there\\nREADY=1: No such file or directory'
	# shellcheck disable=SC2154 # refuses_to_start left it
	has "$said" 'not there\nREADY=1: No such'
}

@test "nothing comes of a manager that is not there, and a name that can be none is reported" {
	served "$W/nobody-here" --trace=mount
	expect_stderr 'mount: the service manager is told (READY=1|STOPPING=1): No such file or directory'
	unmounted
	expect_stderr 'NOTIFY_SOCKET=vsock:2:1: no path'
	served vsock:2:1
}

@test "a daemon in the background tells nobody: it is not the process that was started" {
	configure <<<''
	listens_at "$W/notify"
	NOTIFY_SOCKET=$W/notify "$DUELFS" "$STORE" "$M" 3>&- 4>&-
	umount "$M"
	eventually no pgrep -f "^$DUELFS $STORE"
	is "$(cat "$W/told")" listens
}

@test "begin and end are logged, with priorities where the journal reads stderr, and without elsewhere" {
	local place
	place="$(realpath -m "$STORE") on $(realpath "$M")"
	expect_stderr .
	mount_section '[limits]' 'duels = 1'
	JOURNAL_STREAM=1:1 started "$STORE" "$M"
	unmounted
	is "$(cat "$LOG")" "duelfs: $place
duelfs: ${place/ on / is no more on }"
	: >"$LOG"
	JOURNAL_STREAM=$(stat -c %d:%i "$LOG") started "$STORE" "$M"
	mkdir "$M/one"
	fails ENOSPC "$SYS" mkdir "$M/two"
	unmounted
	is "$(grep -v '^<4>mkdir two by uid 0: \[limit\.duels\] ' "$LOG")" "<5>$place
<5>${place/ on / is no more on }"
	exec 5>>"$LOG"
	JOURNAL_STREAM=$(stat -Lc %d:%i /proc/self/fd/5) "$DUELFS" -f "$STORE" "$W/none" 2>&5 5>&- && give_up 'it started'
	exec 5>&-
	has "$(tail -n 1 "$LOG")" "<3>$W/none: No such file"
}

@test "in the background lines go to syslog, without one a terminal gets warnings and errors, and a pipe comes to its end" {
	mount_section '[limits]' 'duels = 1'
	# In a namespace that has no other devices than these.
	cat >"$W/inside.py" <<-'PY'
		import os, socket, subprocess, sys, time
		duelfs, store, mount, dev = sys.argv[1:]
		master, slave = os.openpty()
		subprocess.run(["mount", "--bind", dev, "/dev"], check=True)

		def pid():
		    return int([line for line in open(mount + "/status") if line.startswith("pid = ")][0].split()[2])
		def until(true):
		    for _ in range(750):
		        if true():
		            return
		        time.sleep(0.02)
		    sys.exit("never came true")
		def umount():
		    daemon = pid()
		    subprocess.run(["umount", mount], check=True)
		    until(lambda: not os.path.exists(f"/proc/{daemon}"))

		# No log socket: a pipe is read to its end at once.
		out = subprocess.run([duelfs, store, mount], stderr=subprocess.PIPE, timeout=60, check=True)
		assert out.stderr == b"", out.stderr
		umount()
		# A terminal: the warning, and nothing of begin and end.
		subprocess.run([duelfs, store, mount], stderr=slave, check=True)
		os.mkdir(mount + "/one")
		try:
		    os.mkdir(mount + "/two")
		    sys.exit("there is room for two")
		except OSError:
		    pass
		said = b""
		while b"limit.duels" not in said:
		    said += os.read(master, 4096)
		umount()
		os.set_blocking(master, False)
		try:
		    said += os.read(master, 4096)
		except BlockingIOError:
		    pass
		lines = said.decode().split("\r\n")
		assert len(lines) == 2 and lines[0].startswith("duelfs: warning: mkdir two") and lines[1] == "", lines
		# With one: all of it, there.
		log = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
		log.bind("/dev/log")
		log.settimeout(15)
		subprocess.run([duelfs, store, mount], stderr=slave, check=True)
		first = log.recv(4096).decode()
		assert first.startswith("<29>") and "duelfs[%d]: " % pid() in first and first.endswith(" on " + mount), first
		umount()
		last = log.recv(4096).decode()
		assert last.startswith("<29>") and last.endswith(" is no more on " + mount), last
	PY
	mkdir "$W/dev"
	cp -a /dev/fuse /dev/null /dev/zero /dev/random /dev/urandom "$W/dev"
	run -0 unshare -m python3 "$W/inside.py" "$(realpath "$DUELFS")" "$STORE" "$(realpath "$M")" "$W/dev" 3>&- 4>&-
}

@test "the mount's status has the daemon's pid" {
	mounted
	is "$(sed -n 's/^pid = //p' "$M/status")" "$DAEMON"
}
