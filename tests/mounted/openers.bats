#!/usr/bin/env bats
# Whose rights a write has: those of whoever opened the file, whoever writes. A program that is set-user-ID root writes what it is told to
# its standard error, and that may be a file here.
# shellcheck disable=SC2016 # what stands in single quotes is for another shell
load lib

setup() {
	paths
	pass_through
	# Like any such program on the machine: `user 1002 "$ROOTS" fd 3 write …` writes as root.
	ROOTS=$W/roots
	cp "$SYS" "$ROOTS"
	chmod u+s "$ROOTS"
	mounted -o allow_other
	duel
	as 1001 join alice harness="$HARNESS" model="$MODEL"
	as 1002 join bob harness="$HARNESS" model="$MODEL"
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
}

as() { # UID WORDS…
	"$SYS" as "$1" open "$D/lock" w write "${*:2}"$'\n' close
}

# `roots UID FILE STEP…`: the user opens FILE to append, and root's program works on it.
roots() {
	user "$1" bash -c 'exec 3>>"$1" && exec "$2" fd 3 "${@:3}"' _ "$D/$2" "$ROOTS" "${@:3}" 2>&1
}

@test "the program of root that these tests use does write as root" {
	has "$(user 1002 "$ROOTS" open "$STORE/proof" rw,creat close)" 'open close'
	is "$(stat -c %u "$STORE/proof")" 0
}

@test "what root's program writes to lock is the verb of whoever opened it" {
	as 1001 claim alice
	refused EACCES seat.uid roots 1002 lock write 'release alice force=yes'
	has "$(newest_refusal)" 'seat of uid 1001, and uid 1002 opened this file'
	refused EACCES seat.uid roots 1003 lock write 'refresh alice'
	refused EACCES seat.uid roots 1003 lock write 'join bob'
	is "$(status lock_owner)" alice
	roots 1001 lock write 'release alice'
	is "$(status lock_owner)" ''
}

@test "who joins through root's program joins as whoever opened it" {
	duel two
	roots 1003 lock write 'join carol'
	refused EACCES seat.uid as 1004 claim carol
	as 1003 join carol
	is "$(status participants)" 1
}

@test "what su says to its standard error moves nobody else" {
	as 1001 claim alice
	has "$(stat -c %A "$(command -v su)")" rws
	user 1002 bash -c 'exec -a "release alice force=yes reason=x" su -c true no-such-user 2>"$0/lock"' "$D" || true
	has "$(cat "$D/last_error")" '[seat.uid]'
	is "$(status lock_owner)" alice
}

@test "an open file that its opener hands on does what its opener may, and no more" {
	as 1001 claim alice
	"$SYS" as 1001 open "$D/lock" w child write 'refresh alice' end close
	"$SYS" open "$D/lock" w child as 1002 write 'refresh alice' end close
	"$SYS" open "$D/debate.md" append child as 1002 write "@$W/turn.md" end close
	is "$(status turns)" 1
}

@test "no gated file opens for root's program what it does not for whoever opens it" {
	as 1001 claim alice
	printf 'max_turns = 3\n' >"$W/config.toml"
	fails_to_open() {
		has "$(roots "$@")" 'Permission denied'
		has "$(newest_refusal)" "[$rule]"
	}
	rule=lease.none
	fails_to_open 1002 debate.md write "@$W/turn.md" close
	fails_to_open 1003 debate.md write "@$W/turn.md" close
	rule=seat.uid
	fails_to_open 1003 participants/alice/check write "@$W/turn.md" close
	duel two
	fails_to_open 1003 config.toml write "@$W/config.toml" close
	on d
	is "$(status turns) $(status max_turns)" '0 6'
}

@test "an open file is written to by the lease that it was opened under, whoever writes" {
	as 1001 claim alice
	user 1001 bash -c '
		exec 3>>"$1"
		"$2" touch "$3/open" until "$3/go" fd 3 write "@$3/turn.md"' _ "$D/debate.md" "$ROOTS" "$W" >"$W/got" &
	writer=$!
	eventually test -e "$W/open"
	as 1001 release alice
	as 1001 claim alice
	touch "$W/go"
	wait $writer || true
	has "$(cat "$W/got")" 'write:ECANCELED'
	is "$(status turns)" 0
}

@test "a check that root's program writes is judged as whoever opened it" {
	as 1001 claim alice
	roots 1001 participants/alice/check write "@$W/turn.md" close
	has "$(user 1001 cat "$D/participants/alice/check")" 'check: ok'
}

@test "a scratch file is its user's alone, also by root's program, by another descriptor, or by its number in /proc" {
	user 1001 cp "$W/turn.md" "$D/x.tmp"
	user 1001 bash -c 'exec 3>>"$0/x.tmp"; "$1" fd 3 write more close' "$D" "$ROOTS"
	is "$(user 1001 tail -c 4 "$D/x.tmp")" more
	no test -e "$D/x.tmp"
	# Opened anew it is whoever's opens it.
	user 1001 bash -c 'exec 3>>"$0/x.tmp"; "$1" open /proc/self/fd/3 w' "$D" "$ROOTS" >"$W/got" || true
	has "$(cat "$W/got")" 'open:EACCES'
}

@test "an open file of lock that is opened anew by its number in /proc is that of whoever does so" {
	as 1001 claim alice
	user 1001 bash -c 'exec 3>"$0/lock"; "$1" open /proc/self/fd/3 w write "release alice"' "$D" "$ROOTS"
	is "$(status lock_owner)" ''
	as 1001 claim alice
	exec 9>"$D/lock"
	refused EACCES seat.uid "$SYS" as 1002 open /proc/self/fd/9 w write 'release alice'
	exec 9>&-
	is "$(status lock_owner)" alice
}

# `sent OPENER WRITER FLAGS LINE`: one user opens lock so and sends the descriptor over a socket; another writes, through a path of /proc where
# FLAGS is O_PATH. What it was told: 0 or an errno.
sent() {
	python3 - "$D/lock" "$@" <<-'PY'
		import errno, os, socket, sys
		path, opener, writer, flags, line = sys.argv[1:]
		here, there = socket.socketpair()
		if os.fork() == 0:
		    os.setresgid(*[int(opener)] * 3)
		    os.setresuid(*[int(opener)] * 3)
		    socket.send_fds(here, [b"x"], [os.open(path, getattr(os, flags))])
		    os._exit(0)
		fd = socket.recv_fds(there, 1, 1)[1][0]
		os.wait()
		os.setresgid(*[int(writer)] * 3)
		os.setresuid(*[int(writer)] * 3)
		try:
		    if flags == "O_PATH":
		        fd = os.open(f"/proc/self/fd/{fd}", os.O_WRONLY)
		    os.write(fd, line.encode())
		    print(0)
		except OSError as e:
		    print(errno.errorcode[e.errno])
	PY
}

@test "a descriptor that came over a socket is its opener's, and one of a path alone whoever's opens it" {
	as 1001 claim alice
	is "$(sent 1002 1001 O_WRONLY 'release alice')" EACCES
	is "$(sent 1002 0 O_RDWR 'release alice')" EACCES
	is "$(sent 1001 1002 O_PATH 'release alice')" EACCES
	is "$(sent 1002 1001 O_RDONLY 'release alice')" EBADF
	is "$(status lock_owner)" alice
	is "$(sent 1002 1001 O_PATH 'refresh alice')" 0
	is "$(sent 1001 1002 O_WRONLY 'release alice')" 0
	is "$(status lock_owner)" ''
}
