#!/usr/bin/env bats
# A mount as a service: what its manager is told (sd_notify), what syslog gets, and who it is.
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
	served "$W/nobody-here"
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

@test "in the background lines go to syslog, without one to a terminal, and a pipe comes to its end" {
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
		def mkdir_refused():
		    try:
		        os.mkdir(mount + "/two")
		        sys.exit("there is room for two")
		    except OSError:
		        pass
		# A terminal: the warning, and nothing of begin and end.
		subprocess.run([duelfs, store, mount], stderr=slave, check=True)
		os.mkdir(mount + "/one")
		mkdir_refused()
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
		# With one: there.
		log = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
		log.bind("/dev/log")
		log.settimeout(15)
		subprocess.run([duelfs, store, mount], stderr=slave, check=True)
		mkdir_refused()
		line = log.recv(4096).decode()
		assert line.startswith("<28>") and "duelfs[%d]: mkdir two " % pid() in line, line
		umount()
	PY
	mkdir "$W/dev"
	cp -a /dev/fuse /dev/null /dev/zero /dev/random /dev/urandom "$W/dev"
	run -0 unshare -m python3 "$W/inside.py" "$(realpath "$DUELFS")" "$STORE" "$(realpath "$M")" "$W/dev" 3>&- 4>&-
}

@test "the mount's status has the daemon's pid" {
	mounted
	is "$(sed -n 's/^pid = //p' "$M/status")" "$DAEMON"
}
