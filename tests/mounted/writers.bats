#!/usr/bin/env bats
# Real programs: each way a turn arrives, and which of them sees a refusal. The matrix (tests/matrix) has every program in every situation;
# here is what it has no column for.
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
	bash -c "{ while IFS= read -r line; do echo \"\$line\"; done; } <'$W/wrong.md' >>'$F'" || true
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

# --- how a turn arrives

# `long BYTES`: the turn, with as many more bytes in it, in lines of 100.
long() {
	sed -n '1,/^Caching pays off/p' "$W/turn.md"
	head -c "$1" /dev/zero | tr '\0' x | fold -w 99
	echo
	sed '1,/^Caching pays off/d' "$W/turn.md"
}

# A duel of its own for a turn of so many kilobytes, whose floor is alice's: $F is its record, $TEXT that turn.
roomy() { # NAME KILOBYTES
	duel "$1" 'max_turn_bytes = 1048576'
	join_both
	lock claim alice
	F=$D/debate.md
	TEXT=$W/long.md
	long $(($2 * 1000)) >"$TEXT"
	export TEXT
}

# `arrives WRITER`: the function appends $TEXT, of 1, 10 and 200 KB, and it is recorded whole.
arrives() {
	local size
	for size in 1 10 200; do
		roomy "$1-$size" $size
		"by_$1"
		is "$(status turns)" 1
		cmp "$TEXT" "$D/turns/001-alice.md"
	done
}

by_node() {
	node -e 'const fs = require("fs"); fs.appendFileSync(process.env.F, fs.readFileSync(process.env.TEXT))'
}

by_python() {
	python3 -c 'import os; open(os.environ["F"], "ab").write(open(os.environ["TEXT"], "rb").read())'
}

by_dash() {
	dash <<-'SH'
		echo "$(cat "$TEXT")" >>"$F"
	SH
}

@test "turns of 1, 10 and 200 KB arrive whole in one write" {
	arrives node
	arrives python
	arrives dash
}

by_cat() {
	cat "$TEXT" >>"$F"
}

by_heredoc() {
	cat >>"$F" <<-END
		$(cat "$TEXT")
	END
}

@test "turns of 1, 10 and 200 KB arrive whole in the pieces that the file's block size asks for" {
	arrives cat
	arrives heredoc
}

by_tee() {
	tee -a "$F" <"$TEXT" >/dev/null
}

by_sed() {
	sed '' "$TEXT" >>"$F"
}

by_awk() {
	awk 1 "$TEXT" >>"$F"
}

by_grep() {
	grep '' "$TEXT" >>"$F"
}

@test "turns of 1, 10 and 200 KB arrive whole in the pieces of a buffered stream" {
	arrives tee
	arrives sed
	arrives awk
	arrives grep
}

by_echo() {
	# shellcheck disable=SC2005 # echo is what it is about
	echo "$(cat "$TEXT")" >>"$F"
}

by_printf() {
	printf '%s\n' "$(cat "$TEXT")" >>"$F"
}

@test "turns of 1, 10 and 200 KB arrive whole line by line, from a shell" {
	arrives echo
	arrives printf
}

by_pipe() {
	# shellcheck disable=SC2002 # a pipe is what it is about
	cat "$TEXT" | cat >>"$F"
}

by_dd() {
	dd if="$TEXT" of="$F" oflag=append conv=notrunc status=none
}

by_stream() {
	node -e 'const fs = require("fs"), { TEXT, F } = process.env;
		fs.createReadStream(TEXT, { highWaterMark: 16384 }).pipe(fs.createWriteStream(F, { flags: "a" }))'
}

@test "turns of 1, 10 and 200 KB arrive whole in the pieces of a pipe, of dd, and of a stream of Node's" {
	arrives pipe
	arrives dd
	arrives stream
}

by_cp() {
	whole "$TEXT" >"$W/whole.md"
	cp "$W/whole.md" "$F"
}

# The writes that the daemon was sent since it was mounted.
writes_sent() {
	grep -c ' opcode: WRITE ' "$LOG" || true
}

@test "cat, cp and a heredoc send a turn of 200 KB in one write, since the file asks for blocks of 1 MiB" {
	is "$(stat -c %o "$F")" 1048576
	expect_stderr .
	remounted -d
	for writer in cat heredoc cp; do
		roomy "$writer" 200
		before=$(writes_sent)
		"by_$writer"
		is "$(($(writes_sent) - before))" 1
		is "$(status turns)" 1
	done
}

# --- who writes

@test "a thread that did not open the file closes it, and that decides: what counts is the process" {
	cat >"$W/threads.py" <<-'PY'
		import os, sys, threading
		f = os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND)
		text = open(sys.argv[2], "rb").read()
		def write():
		    try:
		        os.write(f, text)
		        os.close(f)
		    except OSError as e:
		        print(e.strerror)
		thread = threading.Thread(target=write)
		thread.start()
		thread.join()
	PY
	sed '/Unresolved Items/,$d' "$W/turn.md" >"$W/short.md"
	is "$(python3 "$W/threads.py" "$F" "$W/short.md")" 'Invalid argument'
	is "$(python3 "$W/threads.py" "$F" "$W/turn.md")" ''
	accepted
}

@test "a writer in a session of its own is a writer like any other" {
	run -1 setsid --wait bash -c "cat '$W/bad.md' >>'$F'"
	has "$output" 'Invalid argument'
	setsid --wait bash -c "cat '$W/turn.md' >>'$F'"
	accepted
}

@test "dash opens the file for a program that it starts, and hears nothing when it closes it: the next release says so" {
	sed '/Unresolved Items/,$d' "$W/turn.md" >"$W/short.md"
	dash -c "cat '$W/short.md' >>'$F'"
	is "$(status turns)" 0
	refused EINVAL section.missing lock release alice
	run -1 dash -c "tee -a '$F' <'$W/short.md' >/dev/null"
	has "$output" 'Invalid argument'
	dash -c "cat '$W/turn.md' >>'$F'"
	accepted
	lock release alice
}

# --- where no companion can be made

# Every scratch file that a user may have in a duel is there.
no_scratch_left() {
	local n=0
	while : >"$D/$n.tmp"; do
		n=$((n + 1))
	done 2>/dev/null
	has "$(newest_refusal)" '[limit.scratch]'
}

@test "where no companion can be made vim writes in place" {
	no_scratch_left
	vim -N -u NONE -i NONE -es -c 'set backup backupskip=' -c "\$r $W/turn.md" -c w -c q! "$F"
	accepted
}

@test "where no companion can be made emacs writes in place" {
	no_scratch_left
	emacs -Q --batch "$F" --eval "(setq backup-enable-predicate (lambda (name) t))" \
		--eval "(progn (goto-char (point-max)) (insert-file-contents \"$W/turn.md\") (save-buffer))"
	accepted
}

@test "where no companion can be made sed -i, perl -i and mv fail and say so, and the record stands" {
	record >"$W/before"
	no_scratch_left
	run sed -i "\$r $W/turn.md" "$F"
	[ "$status" -ne 0 ]
	run perl -i -pe '' "$F"
	has "$output" "Can't"
	run cp "$W/before" "$D/debate.md.new"
	[ "$status" -ne 0 ]
	cmp "$W/before" "$F"
}

# --- who insists on a new file

@test "cp -b and install -b, which move the record away and insist on a new one, are refused and leave the record" {
	record >"$W/before"
	whole "$W/turn.md" >"$W/whole.md"
	run cp -b "$W/whole.md" "$F"
	[ "$status" -ne 0 ]
	cmp "$W/before" "$F"
	run install -b "$W/whole.md" "$F"
	[ "$status" -ne 0 ]
	cmp "$W/before" "$F"
	is "$(status turns)" 0
}
