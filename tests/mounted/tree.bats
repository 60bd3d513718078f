#!/usr/bin/env bats
# The tree: what is listed, modes, sizes, inode numbers, and names that may not be made.
load lib

# Every file below a folder, but not what blocks (it is not listed).
files_below() {
	find "$1" -type f | sort
}

@test "the root lists README.md, index.html, status, last_error and the duels, and nothing else" {
	duel one
	duel two
	is "$(ls -A "$M")" "$(printf 'README.md\nindex.html\nlast_error\none\nstatus\ntwo')"
}

@test "a duel's directory lists its files, and wait is not among them" {
	duel
	list=$(ls -A "$D")
	for name in README.md config.toml status status.json lock debate.md check last_error events prompt.md template.md turns participants; do
		grep -qx "$name" <<<"$list" || { echo "$name is missing"; false; }
	done
	no grep -qx wait <<<"$list"
}

@test "gated files are 0666, config.toml is 0644 and its maker's, the rest is 0444" {
	duel
	is "$(stat -c %a "$D/lock")" 666
	is "$(stat -c %a "$D/debate.md")" 666
	is "$(stat -c '%a %u' "$D/config.toml")" '644 0'
	for name in README.md status status.json last_error events prompt.md template.md; do
		is "$name $(stat -c %a "$D/$name")" "$name 444"
	done
	is "$(stat -c %a "$M/README.md") $(stat -c %a "$M/status") $(stat -c %a "$M/last_error")" '444 444 444'
}

@test "config.toml belongs to whoever made the duel" {
	unmounted
	pass_through
	mounted -o allow_other
	"$SYS" as 1001 mkdir "$M/theirs"
	is "$(stat -c %u "$M/theirs/config.toml")" 1001
}

@test "the size in stat is the number of bytes that a read gives, for every file" {
	duel
	play_to 2
	lock claim alice
	files=$(files_below "$M")
	[ "$(wc -l <<<"$files")" -ge 15 ]
	while read -r file; do
		is "$file $(stat -c %s "$file")" "$file $(wc -c <"$file" | tr -d ' ')"
	done <<<"$files"
}

@test "inode numbers are never 0, never shared, equal in stat and readdir, and the same after a remount" {
	duel
	play_to 2
	find "$M" -printf '%i %P\n' | sort -k2 >"$W/before"
	find "$M" -mindepth 1 -exec stat -c '%i' {} + | sort -n >"$W/stat"
	tail -n +2 "$W/before" | cut -d' ' -f1 | sort -n | cmp - "$W/stat"
	no grep -q '^0 ' "$W/before"
	is "$(cut -d' ' -f1 "$W/before" | sort | uniq -d)" ''
	python3 - "$M/d" <<-'PY'
		import os, sys
		for entry in os.scandir(sys.argv[1]):
		    assert entry.inode() == entry.stat(follow_symlinks=False).st_ino != 0, entry.name
	PY
	remounted
	find "$M" -printf '%i %P\n' | sort -k2 | diff "$W/before" -
}

@test "every caller sees the same attributes" {
	unmounted
	pass_through
	mounted -o allow_other
	duel
	for name in lock debate.md config.toml status events; do
		mine=$(stat -c '%a %u %g %i %s' "$D/$name")
		theirs=$(setpriv --reuid=1001 --regid=1001 --clear-groups stat -c '%a %u %g %i %s' "$D/$name")
		is "$name $theirs" "$name $mine"
	done
}

@test "chmod, chown and utimes succeed and change nothing" {
	duel
	for name in lock debate.md config.toml status; do
		before=$(stat -c '%a %u %y' "$D/$name")
		chmod 600 "$D/$name"
		chown 1001 "$D/$name"
		touch -d 2001-01-01 "$D/debate.md"
		is "$name $(stat -c '%a %u' "$D/$name")" "$name ${before% *-*}"
	done
	before=$(stat -c %y "$D/debate.md")
	touch -d 2001-01-01 "$D/debate.md"
	is "$(stat -c %y "$D/debate.md")" "$before"
}

@test "a file name that means nothing here is EPERM, with the reason in last_error" {
	duel
	refused EPERM history.changed "$SYS" open "$D/Debate.md" w,creat
	refused EPERM history.changed "$SYS" open "$D/turns/002-alice.md" w,creat
	refused EPERM history.changed "$SYS" mknod "$D/notes"
	refused EPERM history.changed "$SYS" mkdir "$D/notes"
	refused EPERM history.changed "$SYS" symlink debate.md "$D/notes"
	refused EPERM history.changed "$SYS" link "$D/debate.md" "$D/notes"
	[ ! -e "$D/Debate.md" ]
	[ ! -e "$D/notes" ]
}

@test "in the root only directories can be made" {
	fails EPERM "$SYS" open "$M/notes.md" w,creat
	fails EPERM "$SYS" mknod "$M/notes.md"
	fails EPERM "$SYS" symlink status "$M/notes"
}

@test "no file of a duel can be removed" {
	duel
	refused EPERM history.changed "$SYS" unlink "$D/debate.md"
	for name in README.md config.toml status lock events last_error; do
		fails 'E(PERM|ACCES)' "$SYS" unlink "$D/$name"
	done
	for name in turns participants; do
		fails 'E(PERM|ACCES|BUSY|NOTEMPTY)' "$SYS" rmdir "$D/$name"
	done
	[ -e "$D/debate.md" ]
	[ -d "$D/turns" ]
}

@test "what is only to be read cannot be opened for writing, not even by root" {
	duel
	play_to 1
	for name in README.md status status.json last_error events prompt.md template.md turns/001-alice.md participants/alice/status \
		participants/alice/prompt.md; do
		before=$(cat "$D/turns/001-alice.md")
		fails 'E(ACCES|PERM)' "$SYS" open "$D/$name" w
		fails 'E(ACCES|PERM)' "$SYS" open "$D/$name" rw
		fails 'E(ACCES|PERM)' "$SYS" cut "$D/$name" 0
		is "$(cat "$D/turns/001-alice.md")" "$before"
	done
}

@test "the mount is nosuid, nodev and noexec" {
	options=$(awk -v at="$M" '$5 == at { print $6 }' /proc/self/mountinfo)
	has ",$options," ,nosuid,
	has ",$options," ,nodev,
	has ",$options," ,noexec,
}

@test "statfs, access and a listing with attributes work as on any filesystem" {
	duel
	stat -f "$M"
	ls -lR "$M" >/dev/null
	test -r "$D/status"
	test -w "$D/lock"
	tar -C "$M" -cf "$W/all.tar" d
	tar -tf "$W/all.tar" | grep -qx d/debate.md
	cp -r "$D" "$W/copy"
	cmp "$D/debate.md" "$W/copy/debate.md"
}

@test "files have no extended attributes, and take none" {
	duel
	no getfattr -n user.note "$D/debate.md"
	no setfattr -n user.note -v x "$D/debate.md"
}
