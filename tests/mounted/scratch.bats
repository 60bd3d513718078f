#!/usr/bin/env bats
# Companions: what editors and agents keep beside the file they edit. Files of their own for each user, bounded, and gone with the mount.
load lib

ALICE=1001
BOB=1002

# What is written to this one is judged (rename.bats).
DRAFT=debate.md.tmp.4711.0f3a
# Under every pattern at least one name; the last ones are to be made with O_EXCL.
NAMES=(4913 5036 .debate.md.swp .debate.md.swo .debate.md.swx .config.toml.swp 'debate.md~' 'debate.md.~1~' '#debate.md#' '.#debate.md'
	sedAbC123 XXwpL4tC debate.md.tmp "$DRAFT" .debate.md.tmpQ7 check.tmp.1 debate.md.new debate.md.bak debate.md.orig
	debate.md.part debate.md.save config.toml.bak)

setup() {
	paths
	pass_through
	chmod 755 "$W"
	mkdir -m 777 "$W/out"
	mounted -o allow_other
	duel
	ls -A "$D" >"$W/own"
}

as() { # UID STEP…
	"$SYS" as "$@"
}

# The names that a user sees in the directory beside the duel's own.
companions() { # [UID]
	user "${1:-0}" ls -A "$D" | comm -13 "$W/own" -
}

# With other limits than the usual: lines of the section [limits].
limited() {
	unmounted
	configure < <(printf '[limits]\n' && printf '%s\n' "$@")
	mounted -o allow_other
	duel two
	on d
}

bytes() { # NUMBER
	head -c "$1" /dev/zero | tr '\0' x
}

# `full STEP…`: no room, which is said.
full() {
	refused ENOSPC limit.scratch "$SYS" "$@"
}

# --- as files anywhere

@test "a companion under every pattern is created, written, read, appended to, cut and removed" {
	failed=0
	for name in "${NAMES[@]}"; do
		[ "$name" != "$DRAFT" ] || continue
		f=$D/$name
		holds "$name" steps 'open write pread close' open "$f" rw,creat,excl write one pread 0 10 "$W/out/read" close
		holds "$name" is "$(cat "$W/out/read")" one
		holds "$name" steps 'open write close' open "$f" append write ' two' close
		holds "$name" is "$(cat "$f")" 'one two'
		holds "$name" steps 'open pwrite truncate close' open "$f" w pwrite 1 NE truncate 5 close
		holds "$name" is "$(cat "$f")" 'oNE t'
		holds "$name" is "$(stat -c '%s %a %u %h %F' "$f")" '5 600 0 1 regular file'
		holds "$name" steps open:EEXIST open "$f" w,creat,excl
		holds "$name" steps 'open close' open "$f" w,creat,trunc close
		holds "$name" is "$(stat -c %s "$f")" 0
		holds "$name" steps unlink unlink "$f"
		holds "$name" no test -e "$f"
	done
	[ $failed -eq 0 ]
}

@test "a companion of each pattern may be a symlink, which says what was put into it" {
	failed=0
	for name in "${NAMES[@]}"; do
		holds "$name" steps symlink symlink 'alice@example.org.4711:1763700000' "$D/$name"
		holds "$name" is "$(readlink "$D/$name")" 'alice@example.org.4711:1763700000'
		holds "$name" is "$(stat -c '%F %s %u' "$D/$name")" 'symbolic link 33 0'
		holds "$name" steps open:EEXIST open "$D/$name" w,creat,excl
		holds "$name" steps symlink:EEXIST symlink other "$D/$name"
		holds "$name" steps unlink unlink "$D/$name"
		holds "$name" no test -L "$D/$name"
	done
	[ $failed -eq 0 ]
}

@test "a companion takes a megabyte, in one write and in pieces, and gives it back" {
	head -c 1048576 /dev/urandom >"$W/noise"
	cp "$W/noise" "$D/debate.md.new"
	cmp "$W/noise" "$D/debate.md.new"
	steps 'open pieces fsync close' open "$D/debate.md.tmp" w,creat pieces 4000 "@$W/noise" fsync close
	cmp "$W/noise" "$D/debate.md.tmp"
	dd if="$D/debate.md.tmp" bs=999 status=none | cmp - "$W/noise"
	is "$(stat -c %s "$D/debate.md.tmp")" 1048576
}

@test "a hole reads as zeros, and behind the end there is nothing" {
	steps 'open pwrite close' open "$D/x.tmp" w,creat pwrite 5000 end close
	is "$(stat -c %s "$D/x.tmp")" 5003
	is "$(head -c 5000 "$D/x.tmp" | tr -d '\0' | wc -c)" 0
	steps 'open pread pread close' open "$D/x.tmp" r pread 4999 100 "$W/out/a" pread 9000 100 "$W/out/b" close
	printf '\0end' | cmp - "$W/out/a"
	is "$(stat -c %s "$W/out/b")" 0
	steps 'open truncate truncate close' open "$D/x.tmp" w truncate 2 truncate 6 close
	printf '\0\0\0\0\0\0' | cmp - "$D/x.tmp"
}

@test "a companion is cut by its path as well as through an open file" {
	echo text >"$D/x.tmp"
	steps cut cut "$D/x.tmp" 2
	is "$(cat "$D/x.tmp")" te
	steps cut cut "$D/x.tmp" 0
	is "$(stat -c %s "$D/x.tmp")" 0
}

@test "O_APPEND goes to the end, wherever it is by then" {
	steps 'open open write write write close' open "$D/x.tmp" append,creat open "$D/x.tmp" append write a on 0 write b on 1 write c close
	is "$(cat "$D/x.tmp")" abc
}

@test "mknod makes a regular companion, too" {
	steps mknod mknod "$D/x.tmp"
	is "$(stat -c '%F %a' "$D/x.tmp")" 'regular empty file 600'
	steps mknod:EEXIST mknod "$D/x.tmp"
}

@test "companions are renamed among themselves as anywhere" {
	echo one >"$D/a.tmp"
	echo two >"$D/b.tmp"
	steps rename rename "$D/a.tmp" "$D/c.bak" none
	no test -e "$D/a.tmp"
	is "$(cat "$D/c.bak")" one
	steps rename rename "$D/c.bak" "$D/b.tmp" none
	is "$(cat "$D/b.tmp")" one
	is "$(companions)" b.tmp
	steps rename rename "$D/b.tmp" "$D/b.tmp" none
	is "$(cat "$D/b.tmp")" one
	steps rename:ENOENT rename "$D/a.tmp" "$D/z.tmp" none
}

@test "a rename that must not replace does not, and one that exchanges exchanges" {
	echo one >"$D/a.tmp"
	echo two >"$D/b.tmp"
	steps rename:EEXIST rename "$D/a.tmp" "$D/b.tmp" noreplace
	steps rename rename "$D/a.tmp" "$D/c.tmp" noreplace
	is "$(cat "$D/c.tmp")" one
	steps rename rename "$D/c.tmp" "$D/b.tmp" exchange
	is "$(cat "$D/b.tmp") $(cat "$D/c.tmp")" 'one two'
	steps rename:ENOENT rename "$D/c.tmp" "$D/d.tmp" exchange
}

@test "a companion is renamed to no name that is none" {
	echo one >"$D/a.tmp"
	for name in Debate.md notes.txt turns/x.tmp ../x.tmp; do
		fails EPERM "$SYS" rename "$D/a.tmp" "$D/$name" none
		is "$(cat "$D/a.tmp")" one
	done
	refused EPERM history.changed "$SYS" rename "$D/a.tmp" "$D/notes.txt" none
}

@test "a symlink is renamed as a companion is" {
	ln -s somewhere "$D/.#debate.md"
	mv "$D/.#debate.md" "$D/x.tmp"
	is "$(readlink "$D/x.tmp")" somewhere
	echo text >"$D/y.tmp"
	mv "$D/y.tmp" "$D/x.tmp"
	is "$(cat "$D/x.tmp")" text
}

@test "modes, owners and times are taken without a word and change nothing; a write moves the mtime" {
	echo one >"$D/x.tmp"
	before=$(stat -c '%a %u %g %Y' "$D/x.tmp")
	steps 'chmod chown' chmod "$D/x.tmp" 0777 chown "$D/x.tmp" $ALICE
	touch -d 2001-01-01 "$D/x.tmp"
	is "$(stat -c '%a %u %g' "$D/x.tmp")" "${before% *}"
	is "$(stat -c '%a %u' "$D/x.tmp")" '600 0'
	[ "$(stat -c %Y "$D/x.tmp")" -ge "${before##* }" ]
	no user $ALICE cat "$D/x.tmp"
	first=$(stat -c %.Y "$D/x.tmp")
	moved() { echo two >"$D/x.tmp" && [ "$(stat -c %.Y "$D/x.tmp")" != "$first" ]; }
	eventually moved
}

@test "the modes that a creation asks for are not given" {
	user $ALICE sh -c "umask 0; : >'$D/x.tmp'"
	is "$(user $ALICE stat -c '%a %u' "$D/x.tmp")" "600 $ALICE"
}

@test "what was removed while it is open can still be read and written" {
	steps 'open write unlink write pread truncate close' open "$D/x.tmp" rw,creat write one unlink "$D/x.tmp" write two pread 0 10 "$W/out/read" \
		truncate 1 close
	is "$(cat "$W/out/read")" onetwo
	no test -e "$D/x.tmp"
}

@test "what was renamed over while it is open can still be read, and is not the new one" {
	echo old >"$D/x.tmp"
	echo new >"$D/y.tmp"
	steps 'open rename pread write close' open "$D/x.tmp" rw rename "$D/y.tmp" "$D/x.tmp" none pread 0 10 "$W/out/read" write lost close
	is "$(cat "$W/out/read")" old
	is "$(cat "$D/x.tmp")" new
}

@test "a name that was removed is a new file when it is made again" {
	echo old >"$D/x.tmp"
	exec 5<"$D/x.tmp"
	rm "$D/x.tmp"
	echo new >"$D/x.tmp"
	is "$(cat <&5)" old
	exec 5<&-
	is "$(cat "$D/x.tmp")" new
}

@test "sizes, inode numbers and kinds are the same in a listing and in stat, and no number is used twice" {
	for n in {1..8}; do
		bytes $((n * 1000)) >"$D/$n.tmp"
	done
	ln -s nowhere "$D/.#debate.md"
	python3 - "$D" <<-'PY'
		import os, stat, sys
		seen = {}
		for root, dirs, files in os.walk(sys.argv[1]):
		    for entry in os.scandir(root):
		        st = entry.stat(follow_symlinks=False)
		        assert entry.inode() == st.st_ino != 0, entry.path
		        assert entry.is_symlink() == stat.S_ISLNK(st.st_mode), entry.path
		        assert entry.is_dir(follow_symlinks=False) == stat.S_ISDIR(st.st_mode), entry.path
		        assert st.st_ino not in seen, (entry.path, seen[st.st_ino])
		        seen[st.st_ino] = entry.path
		        if entry.name[:1].isdigit() and entry.name.endswith(".tmp"):
		            assert st.st_size == int(entry.name[0]) * 1000, (entry.path, st.st_size)
		assert any(p.endswith("/8.tmp") for p in seen.values())
	PY
	is "$(find "$D" -maxdepth 1 -type l)" "$D/.#debate.md"
}

# --- whose they are

@test "two users have two files of one name" {
	echo alice | user $ALICE tee "$D/debate.md~" >/dev/null
	echo bob | user $BOB tee "$D/debate.md~" >/dev/null
	for _ in 1 2 3; do
		is "$(user $ALICE cat "$D/debate.md~")" alice
		is "$(user $BOB cat "$D/debate.md~")" bob
	done
	is "$(user $ALICE stat -c %u "$D/debate.md~") $(user $BOB stat -c %u "$D/debate.md~")" "$ALICE $BOB"
	no is "$(user $ALICE stat -c %i "$D/debate.md~")" "$(user $BOB stat -c %i "$D/debate.md~")" >/dev/null
	user $ALICE rm "$D/debate.md~"
	no user $ALICE test -e "$D/debate.md~"
	is "$(user $BOB cat "$D/debate.md~")" bob
}

@test "only its owner sees, lists, opens, moves and removes a companion: not another user, not root" {
	echo secret | user $ALICE tee "$D/x.tmp" >/dev/null
	user $ALICE ln -s secret "$D/.#debate.md"
	is "$(companions $ALICE)" $'.#debate.md\nx.tmp'
	for uid in 0 $BOB; do
		is "$(companions "$uid")" ''
		no user "$uid" stat "$D/x.tmp" 2>/dev/null
		no user "$uid" readlink "$D/.#debate.md"
		fails ENOENT as "$uid" open "$D/x.tmp" r
		fails ENOENT as "$uid" unlink "$D/x.tmp"
		fails ENOENT as "$uid" rename "$D/x.tmp" "$D/y.tmp" none
		fails ENOENT as "$uid" rename "$D/x.tmp" "$D/debate.md" none
	done
	is "$(user $ALICE cat "$D/x.tmp")" secret
}

@test "root does not open a user's companion through the file that user has open, either" {
	"$SYS" as $ALICE open "$D/x.tmp" rw,creat write secret touch "$W/out/there" until "$W/out/go" close >"$W/got" 3>&- &
	writer=$!
	eventually test -e "$W/out/there"
	is "$(readlink "/proc/$writer/fd/3")" "$D/x.tmp"
	seen=$(cat "/proc/$writer/fd/3" 2>/dev/null || true)
	touch "$W/out/go"
	wait $writer
	lacks "$seen" secret
}

@test "a companion that another user looked for a moment ago, or made, is found by its owner and by nobody else" {
	for _ in {1..20}; do
		fails ENOENT as $BOB open "$D/x.tmp" r
		as $ALICE open "$D/x.tmp" w,creat,excl write a close >/dev/null
		fails ENOENT as $BOB open "$D/x.tmp" r
		as $BOB open "$D/x.tmp" w,creat,excl write b close >/dev/null
		is "$(user $ALICE cat "$D/x.tmp")$(user $BOB cat "$D/x.tmp")" ab
		as $ALICE unlink "$D/x.tmp" >/dev/null
		is "$(user $BOB cat "$D/x.tmp")" b
		as $BOB unlink "$D/x.tmp" >/dev/null
	done
}

@test "two users who use one name at the same time never read each other's bytes" {
	crowd=()
	for uid in $ALICE $BOB; do
		user "$uid" bash -c "
			for n in {1..150}; do
				echo $uid.\$n >'$D/x.tmp' && read -r line <'$D/x.tmp' && [ \"\$line\" = $uid.\$n ] &&
				mv '$D/x.tmp' '$D/y.tmp' && read -r line <'$D/y.tmp' && [ \"\$line\" = $uid.\$n ] &&
				rm '$D/y.tmp' || { echo \"$uid in round \$n: \$line\"; exit 1; }
			done" >"$W/out/$uid" 2>&1 3>&- &
		crowd+=($!)
	done
	for job in "${crowd[@]}"; do
		wait "$job" || true
	done
	is "$(cat "$W/out/$ALICE" "$W/out/$BOB")" ''
}

@test "who has not joined may have companions, too: an editor makes them for reading" {
	lock join alice
	echo text | user 1003 tee "$D/.debate.md.swp" >/dev/null
	is "$(user 1003 cat "$D/.debate.md.swp")" text
}

@test "a companion touches nothing of the duel: no event, no refusal, no mtime of the record" {
	before=$(cat "$D/events" "$D/last_error"; stat -c '%.Y %Z %s' "$D/debate.md" "$D/events")
	echo text >"$D/debate.md.new"
	mv "$D/debate.md.new" "$D/debate.md~"
	rm "$D/debate.md~"
	is "$(cat "$D/events" "$D/last_error"; stat -c '%.Y %Z %s' "$D/debate.md" "$D/events")" "$before"
}

# --- what is none

@test "any other new name is EPERM, with the reason" {
	failed=0
	: >"$D/x.tmp"
	for name in Debate.md DEBATE.MD debate debate.md2 debate.markdown turn.md turn-3.md notes.txt notes response argument rebuttal 'my turn' \
		4913x .hidden -- sed; do
		# what a writer typed by mistake must not vanish, nor what was written beside it and renamed
		holds "$name" refused EPERM history.changed "$SYS" open "$D/$name" w,creat
		holds "$name" has "$(cat "$D/last_error")" "$name: EPERM"
		holds "$name" refused EPERM history.changed "$SYS" open "$D/$name" w,creat,excl
		holds "$name" refused EPERM history.changed "$SYS" mknod "$D/$name"
		holds "$name" refused EPERM history.changed "$SYS" symlink debate.md "$D/$name"
		holds "$name" refused EPERM history.changed "$SYS" rename "$D/x.tmp" "$D/$name" none
		holds "$name" refused EPERM history.changed "$SYS" rename "$D/debate.md" "$D/$name" none
		holds "$name" no test -e "$D/$name"
	done
	[ $failed -eq 0 ]
}

@test "a name that only programs make, with O_EXCL, is EPERM without it, and as the end of a rename" {
	failed=0
	: >"$D/x.tmp"
	for name in sedAbC123 XXwpL4tC debate.md.Ab3dXy tmpabcd_12e; do
		holds "$name" refused EPERM history.changed "$SYS" open "$D/$name" w,creat
		holds "$name" refused EPERM history.changed "$SYS" rename "$D/x.tmp" "$D/$name" none
		holds "$name" no test -e "$D/$name"
		holds "$name" steps 'open close unlink' open "$D/$name" w,creat,excl close unlink "$D/$name"
	done
	[ $failed -eq 0 ]
}

@test "what is no regular file and no symlink is EPERM under any name" {
	failed=0
	for name in "${NAMES[@]}"; do
		holds "$name" refused EPERM history.changed "$SYS" mkdir "$D/$name"
		holds "$name" refused EPERM history.changed "$SYS" fifo "$D/$name"
		holds "$name" refused EPERM history.changed "$SYS" device "$D/$name"
		holds "$name" no test -e "$D/$name"
	done
	[ $failed -eq 0 ]
}

@test "hard links are EPERM, of the record and of a companion" {
	refused EPERM history.changed "$SYS" link "$D/debate.md" "$D/debate.md~"
	echo text >"$D/x.tmp"
	refused EPERM history.changed "$SYS" link "$D/x.tmp" "$D/y.tmp"
	refused EPERM history.changed "$SYS" link "$D/x.tmp" "$D/notes"
	no test -e "$D/y.tmp"
	is "$(stat -c %h "$D/x.tmp")" 1
}

@test "companions are made in a duel's directory and in a participant's alone" {
	lock join alice
	for dir in "$M" "$D/turns" "$D/participants"; do
		fails EPERM "$SYS" open "$dir/x.tmp" w,creat
		fails EPERM "$SYS" symlink y "$dir/.#debate.md"
		fails EPERM "$SYS" mknod "$dir/4913"
		no test -e "$dir/x.tmp"
	done
}

@test "a directory of a duel is not removed with its companions, nor are they directories" {
	echo text >"$D/x.tmp"
	fails 'E(NOTDIR|PERM)' "$SYS" rmdir "$D/x.tmp"
	fails ENOTDIR "$SYS" open "$D/x.tmp/y" w,creat
	is "$(cat "$D/x.tmp")" text
}

@test "a name as long as names may be is taken, a longer one refused, and strange bytes do not get into last_error as they are" {
	long=$(bytes 251).tmp
	echo text >"$D/$long"
	is "$(cat "$D/$long")" text
	has "$(ls -A "$D")" "$long"
	fails 'E(NAMETOOLONG|PERM)' "$SYS" open "$D/$(bytes 252).tmp" w,creat
	fails 'E(NAMETOOLONG|PERM)' "$SYS" open "$D/$(bytes 900).tmp" w,creat
	fails 'E(NAMETOOLONG|PERM)' "$SYS" symlink y "$D/$(bytes 900).tmp"
	fails 'E(NAMETOOLONG|PERM)' "$SYS" rename "$D/$long" "$D/$(bytes 900).tmp" none
	for name in $'\001' $'a\nb' $'\e[2J' $'\xff\xfe' $'\u202e'; do
		"$SYS" open "$D/$name" w,creat close >/dev/null || true
		"$SYS" open "$D/$name.tmp" w,creat close >/dev/null || true
	done
	is "$(LC_ALL=C tr -d '\n\t -~' <"$D/last_error" | LC_ALL=C tr -d '\200-\377' | wc -c)" 0
	iconv -f UTF-8 -t UTF-8 "$D/last_error" >/dev/null
	no grep -q $'\u202e' "$D/last_error"
	ls -A "$D" >/dev/null
}

# --- symlinks

@test "the kernel follows a symlink for whoever goes through it, the daemon never does" {
	echo outside >"$W/outside"
	chmod 600 "$W/outside"
	ln -s "$W/outside" "$D/.#debate.md"
	is "$(cat "$D/.#debate.md")" outside
	user $ALICE ln -s "$W/outside" "$D/.#debate.md"
	no user $ALICE cat "$D/.#debate.md"
	for name in debate.md config.toml check; do
		before=$(sha256sum <"$D/$name")
		fails 'E(PERM|INVAL)' "$SYS" rename "$D/.#debate.md" "$D/$name" none
		is "$(sha256sum <"$D/$name")" "$before"
		is "$(stat -c %F "$D/$name")" "$([ -s "$D/$name" ] && echo regular file || echo regular empty file)"
		lacks "$(cat "$D/$name")" outside
	done
	is "$(cat "$W/outside")" outside
	[ -L "$D/.#debate.md" ]
}

@test "symlinks that lead nowhere, to themselves, or very far are what they are anywhere" {
	ln -s nowhere "$D/a.tmp"
	fails ENOENT "$SYS" open "$D/a.tmp" r
	fails EPERM "$SYS" open "$D/a.tmp" w,creat # it would be made under a name that is none
	ln -s b.tmp "$D/b.tmp"
	fails ELOOP "$SYS" open "$D/b.tmp" r
	ln -s "$(bytes 4000)" "$D/c.tmp"
	is "$(readlink "$D/c.tmp" | tr -d '\n' | wc -c)" 4000
	fails ENAMETOOLONG "$SYS" symlink "$(bytes 4096)" "$D/d.tmp"
	ln -s debate.md "$D/e.tmp"
	cmp "$D/e.tmp" "$D/debate.md"
	refused EACCES lease.none "$SYS" open "$D/e.tmp" append
}

@test "a source is read through no companion" {
	echo '# Outside' >"$W/outside.md"
	ln -s "$W/outside.md" "$D/x.tmp"
	fails 'E(INVAL|ACCES|PERM)' "$SYS" open "$D/config.toml" append write "source = \"$D/x.tmp\""$'\n' close
	no test -e "$D/source.md"
}

# --- bounds

@test "a user has sixteen companions in a duel, links and copies counted, and another user and another duel have theirs" {
	for n in {1..15}; do
		: >"$D/$n.tmp"
	done
	ln -s x "$D/.#debate.md"
	full open "$D/17.tmp" w,creat
	full mknod "$D/17.tmp"
	full symlink x "$D/17.tmp"
	full rename "$D/debate.md" "$D/debate.md~" none
	is "$(companions | wc -l)" 16
	as $ALICE open "$D/17.tmp" w,creat close
	duel two
	: >"$D/17.tmp"
	on d
	mv "$D/1.tmp" "$D/2.tmp"
	: >"$D/17.tmp"
	full open "$D/18.tmp" w,creat
	rm "$D/.#debate.md"
	: >"$D/18.tmp"
	: >"$D/18.tmp"
}

@test "limits.scratch_files bounds how many a user has beside one record" {
	limited 'scratch_files = 2'
	: >"$D/1.tmp"
	: >"$D/2.tmp"
	refused ENOSPC limit.scratch "$SYS" open "$D/3.tmp" w,creat
	rm "$D/1.tmp"
	: >"$D/3.tmp"
}

@test "limits.scratch_bytes_per_uid bounds what a user's companions hold, in all duels together" {
	limited 'scratch_bytes_per_uid = 1048576'
	bytes 600000 >"$W/most"
	bytes 500000 >"$W/more"
	cp "$W/most" "$D/a.tmp"
	on two
	full open "$D/b.tmp" w,creat write "@$W/more" close
	bytes 400000 >"$W/less"
	cp "$W/less" "$D/b.tmp"
	full open "$D/b.tmp" append write "$(bytes 100000)" close
	cmp "$W/less" "$D/b.tmp"
	full open "$D/b.tmp" w truncate 600000 close
	full open "$D/b.tmp" w pwrite 600000 x close
	fails ENOSPC "$SYS" cut "$D/b.tmp" 600000
	cmp "$W/less" "$D/b.tmp"
	# what is written over counts once
	for _ in {1..5}; do
		steps 'open write close' open "$D/b.tmp" w write "@$W/less" close
	done
	as $ALICE open "$D/b.tmp" w,creat write "@$W/most" close
	rm "$M/d/a.tmp"
	cp "$W/most" "$D/c.tmp"
}

@test "limits.scratch_bytes bounds what all companions hold" {
	limited 'scratch_bytes_per_uid = 1048576' 'scratch_bytes = 1048576'
	bytes 600000 >"$W/most"
	as $ALICE open "$D/a.tmp" w,creat write "@$W/most" close
	on two
	full as $BOB open "$D/a.tmp" w,creat write "@$W/most" close
	on d
	as $ALICE unlink "$D/a.tmp"
	as $BOB open "$D/b.tmp" w,creat write "@$W/most" close
}

@test "an empty companion counts as well: they are not free" {
	limited 'scratch_bytes_per_uid = 65536' # 16 times 4096
	for n in {1..8}; do
		: >"$D/$n.tmp"
		: >"$M/two/$n.tmp"
	done
	full open "$D/9.tmp" w,creat
	rm "$M/two/8.tmp"
	: >"$D/9.tmp"
}

@test "what was removed while it is open counts until it is closed" {
	limited 'scratch_bytes_per_uid = 1048576'
	bytes 900000 >"$W/most"
	"$SYS" open "$D/a.tmp" rw,creat write "@$W/most" unlink "$D/a.tmp" touch "$W/out/there" until "$W/out/go" pread 0 900000 "$W/out/read" \
		close >"$W/got" 3>&- &
	eventually test -e "$W/out/there"
	full open "$D/b.tmp" w,creat write "@$W/most" close
	touch "$W/out/go"
	wait $!
	cmp "$W/most" "$W/out/read"
	eventually cp "$W/most" "$D/b.tmp"
}

@test "a very large size is refused before any memory is taken for it" {
	for size in 1000000000000 9223372036854775807; do
		fails 'E(NOSPC|FBIG|INVAL)' "$SYS" open "$D/x.tmp" w,creat truncate "$size" close
		fails 'E(NOSPC|FBIG|INVAL)' "$SYS" cut "$D/x.tmp" "$size"
	done
	fails 'E(NOSPC|FBIG|INVAL)' "$SYS" open "$D/x.tmp" w pwrite 1000000000000 x close
	fails 'E(NOSPC|FBIG|INVAL)' "$SYS" open "$D/x.tmp" w pwrite 9223372036854775806 x close
	[ "$(awk '/^VmRSS/ { print $2 }' "/proc/$DAEMON/status")" -lt 1000000 ]
	is "$(stat -c %s "$D/x.tmp")" 0
}

@test "after much coming and going from four sides everything that was counted is given back" {
	limited 'scratch_bytes_per_uid = 1048576' 'scratch_bytes = 1048576'
	bytes 30000 >"$W/some"
	crowd=()
	for side in {1..4}; do
		(
			for n in {1..40}; do
				cp "$W/some" "$D/$side.tmp"
				mv "$D/$side.tmp" "$D/$((n % 4)).new"
				"$SYS" open "$D/$side.bak" w,creat write "@$W/some" unlink "$D/$side.bak" truncate 50000 close
				ln -s x "$D/.#$side" && rm -f "$D/.#$side"
				rm -f "$D/$((n % 4)).new"
			done
		) >/dev/null 2>&1 3>&- &
		crowd+=($!)
	done
	for job in "${crowd[@]}"; do
		wait "$job" || true
	done
	rm -f "$D"/*.tmp "$D"/*.new "$D"/*.bak "$D"/.#*
	is "$(companions)" ''
	bytes 1000000 >"$W/most"
	eventually cp "$W/most" "$D/a.tmp"
	for n in {1..11}; do
		: >"$D/$n.new"
	done
}

# --- how long they live

@test "companions are gone after a remount, and were never in the store" {
	echo 'only-in-memory-of-the-mount' >"$D/debate.md~"
	ln -s 'only-in-memory-of-the-mount' "$D/.#debate.md"
	lock join alice
	unmounted
	no grep -rqa 'only-in-memory-of-the-mount' "$STORE"
	no grep -rqa -e 'debate.md~' -e '.#debate.md' "$STORE"
	mounted -o allow_other
	is "$(companions)" ''
	no test -e "$D/debate.md~"
}

@test "companions are gone after a crash" {
	echo text >"$D/debate.md~"
	killed
	mounted -o allow_other
	no test -e "$D/debate.md~"
	: >"$D/debate.md~"
}

@test "companions do not keep a duel from being removed by its maker, and go with it" {
	limited 'scratch_bytes_per_uid = 1048576'
	bytes 900000 >"$D/a.tmp"
	ln -s x "$D/.#debate.md"
	echo text | user $ALICE tee "$D/a.tmp" >/dev/null
	steps rmdir rmdir "$D"
	no test -e "$D"
	duel
	is "$(companions)$(companions $ALICE)" ''
	bytes 900000 >"$D/a.tmp"
}

@test "a companion that is open keeps its duel, as any open file does, until it is closed" {
	"$SYS" open "$D/a.tmp" rw,creat write text touch "$W/out/there" until "$W/out/go" close >"$W/got" 3>&- &
	eventually test -e "$W/out/there"
	refused EBUSY lease.busy "$SYS" rmdir "$D"
	is "$(cat "$D/a.tmp")" text
	touch "$W/out/go"
	wait $!
	eventually rmdir "$D"
}

@test "the room of a companion that was cut is given back to the system, not only counted as free" {
	limited 'scratch_bytes_per_uid = 67108864'
	for n in {1..16}; do
		steps 'open truncate truncate close' open "$D/$n.tmp" w,creat truncate 60000000 truncate 0 close
	done
	[ "$(awk '/^VmRSS/ { print $2 }' "/proc/$DAEMON/status")" -lt 400000 ]
}

@test "SIGTERM ends the daemon although companions are open" {
	"$SYS" open "$D/a.tmp" rw,creat write text touch "$W/out/there" until "$W/out/never" close >/dev/null 3>&- &
	writer=$!
	eventually test -e "$W/out/there"
	unmounted
	kill $writer
	wait $writer || true
}
