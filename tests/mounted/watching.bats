#!/usr/bin/env bats
# inotify on a mount: what it tells of, and what it cannot.
load lib

# Watch these names of the duel while COMMAND runs there; what inotify tells stands in $W/told, `NAME modify`, each once, and `wait` came back.
watched() { # COMMAND NAME…
	python3 - "$D" "$@" >"$W/told" <<-'PY'
		import ctypes, os, select, struct, subprocess, sys
		duel, command, *names = sys.argv[1:]
		libc = ctypes.CDLL(None, use_errno=True)
		MODIFY, CREATE, MOVED_TO = 0x2, 0x100, 0x80
		fd = libc.inotify_init1(os.O_NONBLOCK)
		os.chdir(duel)
		of = {libc.inotify_add_watch(fd, name.encode(), MODIFY | CREATE | MOVED_TO): name for name in names}
		assert len(of) == len(names) and min(of) > 0
		subprocess.run(["bash", "-ec", command], check=True)
		# Whatever comes is there once the command is done: the kernel tells in the call that changes it.
		told = []
		while select.select([fd], [], [], 0)[0]:
		    data = os.read(fd, 65536)
		    while data:
		        wd, mask, _, size = struct.unpack("iIII", data[:16])
		        if f"{of[wd]} {'modify' if mask & MODIFY else 'create'}" not in told:
		            told.append(f"{of[wd]} {'modify' if mask & MODIFY else 'create'}")
		        data = data[16 + size:]
		print("\n".join(told))
	PY
}

ALL=(debate.md status status.json events lock last_error turns view.html participants/alice/turn.md participants/alice/next participants/bob/turn.md)

@test "inotify sees an append to the record, and a text on a desk as a write there, and nothing that follows from them" {
	duel
	join_both
	turn 1 alice OPEN_TO_DEBATE >"$W/one.md"
	watched "cat '$W/one.md' > participants/alice/turn.md" "${ALL[@]}"
	is "$(status turns) $(cat "$W/told")" '1 participants/alice/turn.md modify'
	turn 2 bob OPEN_TO_DEBATE >"$W/two.md"
	watched "echo 'claim bob' > lock; cat '$W/two.md' >> debate.md; echo 'release bob' > lock" "${ALL[@]}"
	is "$(status turns) $(paste -sd ' ' "$W/told")" '2 lock modify debate.md modify'
}
