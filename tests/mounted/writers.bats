#!/usr/bin/env bats
# Real programs: each way a turn arrives, and which of them sees a refusal.
load lib

setup() {
	paths
	mounted
	duel
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	sed 's/(non-blocking)/(maybe)/' "$W/turn.md" >"$W/bad.md"
	F=$D/debate.md
	export F W
}

accepted() {
	eventually status_is turns 1
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}

# `writes SCRIPT`: the shell script appends $W/turn.md, and sees that it worked; the same with a refused text is seen too.
writes() {
	local script=$1
	bash -c "TEXT='$W/bad.md'; $script" >"$W/out" 2>&1 && give_up "a refusal was not seen"
	is "$(status turns)" 0
	has "$(cat "$W/out")" 'Invalid argument'
	has "$(newest_refusal)" '[unresolved.flag]'
	bash -c "TEXT='$W/turn.md'; $script"
	accepted
}

whole() {
	record
	echo
	cat "$1"
}

@test "cat >> file" {
	writes "cat \"\$TEXT\" >>'$F'"
}

@test "cat through a pipe" {
	writes "set -o pipefail; cat \"\$TEXT\" | cat >>'$F'"
}

@test "a heredoc" {
	{
		echo "cat >>'$F' <<'END'"
		cat "$W/turn.md"
		echo END
	} >"$W/script"
	bash "$W/script"
	accepted
}

@test "tee -a" {
	writes "tee -a '$F' <\"\$TEXT\" >/dev/null"
}

@test "dd in blocks of 512 bytes" {
	writes "dd if=\"\$TEXT\" of='$F' bs=512 oflag=append conv=notrunc status=none"
}

@test "dd with fsync" {
	writes "dd if=\"\$TEXT\" of='$F' bs=64k oflag=append conv=notrunc,fsync status=none"
}

@test "sed, awk and grep, which write through C's buffered streams" {
	writes "sed -n p \"\$TEXT\" >>'$F'"
}

@test "awk into the file by its own redirection" {
	awk -v f="$F" '{ print >> f }' "$W/turn.md"
	accepted
}

@test "python appends in a with block" {
	writes "python3 -c 'import sys; f = open(sys.argv[1], \"a\"); t = open(sys.argv[2]).read()
with f: f.write(t)' '$F' \"\$TEXT\""
}

@test "python writes the whole text anew" {
	whole "$W/turn.md" >"$W/whole.md"
	whole "$W/bad.md" >"$W/whole-bad.md"
	run -1 python3 -c 'import pathlib, sys; pathlib.Path(sys.argv[1]).write_text(open(sys.argv[2]).read())' "$F" "$W/whole-bad.md"
	has "$output" 'Invalid argument'
	python3 -c 'import pathlib, sys; pathlib.Path(sys.argv[1]).write_text(open(sys.argv[2]).read())' "$F" "$W/whole.md"
	accepted
}

@test "cp over the file" {
	whole "$W/turn.md" >"$W/whole.md"
	whole "$W/bad.md" >"$W/whole-bad.md"
	run -1 cp "$W/whole-bad.md" "$F"
	has "$output" 'Invalid argument'
	cp "$W/whole.md" "$F"
	accepted
}

@test "cat over the file" {
	whole "$W/turn.md" >"$W/whole.md"
	cat "$W/whole.md" >"$F"
	accepted
}

@test "a shell's echo line by line, in a group" {
	{
		while IFS= read -r line; do
			echo "$line"
		done <"$W/turn.md"
	} >>"$F"
	accepted
}

@test "one printf of the whole turn" {
	printf '%s\n' "$(cat "$W/turn.md")" >>"$F"
	accepted
}

@test "dash's echo" {
	dash -c "echo \"\$(cat '$W/turn.md')\" >>'$F'"
	accepted
}

@test "a group of echo, cat and echo is one turn, though the child's exit flushes in the middle" {
	head -n 1 "$W/turn.md" >"$W/one"
	sed '1d;$d' "$W/turn.md" >"$W/middle"
	tail -n 1 "$W/turn.md" >"$W/last"
	bash -c "{ echo \"\$(cat '$W/one')\"; cat '$W/middle'; echo \"\$(cat '$W/last')\"; } >>'$F'"
	accepted
}

@test "a shell that goes on after a refused line publishes nothing, and finds the first reason" {
	bash -c "{ while IFS= read -r line; do echo \"\$line\"; done; } <'$W/bad.md' >>'$F'" || true
	sed 's/^## Turn 1/## Turn 3/' "$W/turn.md" >"$W/wrong.md"
	run bash -c "{ while IFS= read -r line; do echo \"\$line\"; done; } <'$W/wrong.md' >>'$F'"
	has "$output" 'Invalid argument'
	has "$(newest_refusal)" '[turn.number]'
	is "$(status turns)" 0
}

@test "a script under set -e that closes over a refusal is stopped by its release" {
	run bash -ec "echo \"\$(head -n 6 '$W/turn.md')\" >>'$F'; echo 'release alice' >'$D/lock'; echo reached"
	[ "$status" -ne 0 ]
	lacks "$output" reached
	is "$(status lock_owner)" alice
}

@test "install, which unlinks first, is refused and leaves the record" {
	record >"$W/before"
	whole "$W/turn.md" >"$W/whole.md"
	run install "$W/whole.md" "$F"
	[ "$status" -ne 0 ]
	cmp "$W/before" "$F"
}

@test "ed and ex-like writers that truncate first lose nothing" {
	record >"$W/before"
	run bash -c "exec 5>'$F'; kill -KILL \$\$"
	cmp "$W/before" "$F"
}

@test "a writer may lock the file, sync it and sync its directory" {
	python3 - "$F" "$W/turn.md" <<-'PY'
		import fcntl, os, sys
		with open(sys.argv[1], "a") as f:
		    fcntl.flock(f, fcntl.LOCK_EX)
		    f.write(open(sys.argv[2]).read())
		    f.flush()
		    os.fsync(f.fileno())
		directory = os.open(os.path.dirname(sys.argv[1]), os.O_RDONLY)
		os.fsync(directory)
	PY
	accepted
}

@test "tail -f style readers, grep, sed, diff and sha256sum read the record" {
	append "$W/turn.md"
	grep -q '^## Turn 1' "$F"
	sed -n '$p' "$F" | grep -q non-blocking
	diff <(cat "$F") "$F"
	is "$(sha256sum "$F" | cut -d' ' -f1)" "$(status record_sha256)"
	is "$(tail -n 1 "$F")" "$(tail -n 1 "$W/turn.md")"
	is "$(python3 -c 'import mmap, sys; f = open(sys.argv[1], "rb"); print(len(f.read()))' "$F")" "$(stat -c %s "$F")"
	git hash-object --no-filters "$F" || true
}
