#!/usr/bin/env bats
# Mounting again: what was accepted is there, after a clean end and after a kill; one daemon a store; stale mounts.
load lib

# Every byte that readers see of the duels, but what runs with the clock; a move ends later by the time in which nothing was mounted.
seen() {
	find "$M" -mindepth 2 -type f ! -name lock | sort | while read -r file; do
		echo "== ${file#"$M"}"
		sed -E '/seconds_left|retry_after|move_ends_at|as_of/d; s/ in [0-9]+ +s/ in some s/; s/That move ends at [^ ]+/That move ends then/' "$file"
	done
}

# Unmounted by its user, until the daemon is no more.
taken_off() {
	local pid
	pid=$(status pid "$M/status")
	umount "$M"
	eventually gone "$pid"
}

@test "a remount keeps everything" {
	duel one
	play_to 2
	duel two 'max_turns = 4' 'require_token = true'
	lock join alice token=long-enough
	duel three
	play_to 2
	conclude alice DISSENT
	bare four
	eventually archive_is_done
	seen >"$W/before"
	remounted
	seen | diff "$W/before" -
}

@test "an acknowledged turn survives kill -9" {
	duel
	play_to 1
	lock claim bob
	turn 2 bob OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	record >"$W/before"
	cat "$D/events" >"$W/events"
	killed
	mounted
	cmp "$W/before" "$D/debate.md"
	is "$(status turns)" 2
	cmp "$W/turn.md" "$D/turns/002-bob.md"
	head -c "$(stat -c %s "$W/events")" "$D/events" | cmp - "$W/events"
}

@test "a turn acknowledged by fsync survives kill -9" {
	duel
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	"$SYS" open "$D/debate.md" append write "@$W/turn.md" fsync touch "$W/synced" until "$W/never" close &
	eventually test -e "$W/synced"
	killed
	kill $!
	wait $! || true
	mounted
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}

@test "a turn that was only written is not there after kill -9" {
	duel
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	"$SYS" open "$D/debate.md" append write "@$W/turn.md" touch "$W/written" until "$W/never" close &
	eventually test -e "$W/written"
	killed
	kill $!
	wait $! || true
	mounted
	is "$(status turns)" 0
	lock claim alice
	append "$W/turn.md"
}

@test "a join, its rules and a new duel survive kill -9" {
	duel d 'max_turns = 4'
	lock join alice harness=claude-code model=opus
	killed
	mounted
	is "$(status participants) $(status max_turns)" '1 4'
	refused EACCES seat.identity lock claim alice harness=codex model=x
}

@test "a conclusion survives kill -9" {
	duel
	play_to 2
	conclude alice DISSENT
	killed
	mounted
	is "$(status state) $(status outcome)" 'completed DISSENT'
}

@test "the mount that a crash left behind is cleaned up at start" {
	duel
	killed
	no stat "$M/status"
	mounted
	[ -d "$D" ]
	is "$(awk -v at="$M" '$5 == at' /proc/self/mountinfo | wc -l)" 1
}

@test "a dead mount of another kind is left alone, also one that covers what a crash left behind" {
	killed
	python3 - "$M" <<-'PY'
		import ctypes, os, sys
		libc = ctypes.CDLL(None, use_errno=True)
		fd = os.open("/dev/fuse", os.O_RDWR) # nobody serves it once this process has ended
		options = f"fd={fd},rootmode=40000,user_id=0,group_id=0".encode()
		assert libc.mount(b"other", sys.argv[1].encode(), b"fuse.other", 0, options) == 0, os.strerror(ctypes.get_errno())
	PY
	refuses_to_start "$STORE" "$M"
	# shellcheck disable=SC2154 # refuses_to_start leaves it
	has "$said" 'Transport endpoint is not connected'
	grep -qF " $M rw,relatime - fuse.other" /proc/self/mountinfo
	umount "$M"
	mounted
}

@test "a second daemon on the same store is refused, and the first goes on" {
	duel
	mkdir "$W/other"
	refuses_to_start "$STORE" "$W/other"
	no mountpoint -q "$W/other"
	join_both
	play 1 alice OPEN_TO_DEBATE
	is "$(status turns)" 1
}

@test "a store inside its own mountpoint is refused" {
	unmounted
	refuses_to_start "$M/store" "$M"
	refuses_to_start "$M" "$M"
	ln -s "$M" "$W/link"
	refuses_to_start "$W/link/store" "$M"
	is "$(ls -A "$M")" ''
}

@test "a mountpoint that does not exist is refused" {
	refuses_to_start "$W/other-store" "$W/nowhere"
}

@test "a store is created where it is missing, for its owner alone" {
	unmounted
	STORE=$W/new-store
	started "$STORE" "$M"
	[ -f "$STORE/duelfs.db" ]
	is "$(stat -c %a "$STORE/duelfs.db")" 600
}

@test "a store whose database is removed under the daemon has failed, and takes nothing more" {
	duel
	join_both
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	lock claim alice
	rm "$STORE"/duelfs.db*
	expect_stderr 'the store failed'
	refused EIO store.failed append "$W/turn.md"
	is "$(status store_failed "$M/status")" true
	is "$(status turns)" 0
	fails EIO "$SYS" mkdir "$M/other"
}

# It is refused while this file is so, with its path and what to do; and mounts when it is as it was.
unsafe() { # FILE MODE OWNER WORDS
	local mode
	mode=$(stat -c %a "$1")
	chmod "$2" "$1"
	chown "$3" "$1"
	refuses_to_start "$STORE" "$M"
	# shellcheck disable=SC2154 # refuses_to_start left it
	has "$said" "$1: $4"
	chmod "$mode" "$1"
	chown root "$1"
}

@test "a store that others may write, or that is another user's, is refused with its path and what to do" {
	unmounted
	for file in "$STORE" "$STORE/duelfs.db" "$STORE/duelfs.db-wal" "$STORE/duelfs.toml"; do
		[ -e "$file" ] || continue
		unsafe "$file" 602 root "others may write it: chmod go-w $file"
		unsafe "$file" 620 root "others may write it: chmod go-w $file"
		unsafe "$file" u+r 1001 "it belongs to uid 1001: chown 0 $file"
	done
	chmod 1777 "$W"
	mounted
}

@test "SIGINT and SIGHUP end it as cleanly as SIGTERM" {
	duel
	for sig in INT HUP; do
		kill -$sig "$DAEMON"
		wait_for_exit "$DAEMON"
		DAEMON=
		no mountpoint -q "$M"
		mounted
		[ -d "$D" ]
	done
}

@test "umount ends it" {
	duel
	umount "$M"
	wait_for_exit "$DAEMON"
	DAEMON=
	mounted
	[ -d "$D" ]
}

@test "SIGTERM ends it although files are open, and what was staged is gone" {
	duel
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE | head -n 8 >"$W/half.md"
	"$SYS" open "$D/debate.md" append write "@$W/half.md" touch "$W/written" until "$W/never" close >/dev/null &
	writer=$!
	eventually test -e "$W/written"
	unmounted
	kill $writer
	wait $writer || true
	mounted
	is "$(status turns) $(status lock_owner)" '0 alice'
}

@test "SIGTERM ends it after a lazy unmount as well, and takes away no other mount that came to its place" {
	duel
	exec 9<"$D/events"
	umount -l "$M"
	mount -t tmpfs none "$M"
	touch "$M/mine"
	kill -TERM "$DAEMON"
	wait_for_exit "$DAEMON"
	DAEMON=
	exec 9<&-
	[ -e "$M/mine" ]
	umount "$M"
}

@test "without -f it mounts in the background, and serves when the command returns" {
	unmounted
	"$DUELFS" "$STORE" "$M" </dev/null >"$W/out" 2>&1 3>&- 4>&-
	mountpoint -q "$M"
	duel
	is "$(status state)" preparing
	taken_off
	is "$(cat "$W/out")" ''
}

@test "mount finds it as a filesystem of type fuse, and as its helper does for fuse.duelfs" {
	unmounted
	mount -t fuse "$(realpath "$DUELFS")#$STORE" "$M" 3>&- 4>&-
	duel
	taken_off
	for helper in mount.fuse.duelfs mount.duelfs; do
		ln -s "$(realpath "$DUELFS")" "$W/$helper"
		"$W/$helper" "$STORE" "$M" -o rw,nosuid,noatime 3>&- 4>&-
		[ -d "$D" ]
		has "$(awk -v at="$M" '$5 == at' /proc/self/mountinfo)" 'fuse.duelfs'
		taken_off
	done
}

@test "mount and a line of fstab find its helper mount.duelfs" {
	unmounted
	ln -s "$(realpath "$DUELFS")" "$W/mount.duelfs"
	printf '%s %s duelfs nofail,noauto 0 0\n' "$STORE" "$M" >"$W/fstab"
	# In a namespace of its own, where /sbin has nothing else: what is mounted there, and by whom, others do not see.
	cat >"$W/inside" <<-SH
		#!/bin/sh -e
		sbin=\$(realpath /sbin)
		cp -P "\$sbin"/* "$W/sbin/"
		cp -P "$W/mount.duelfs" "$W/sbin/"
		mount --bind "$W/sbin" "\$sbin"
		mount -T "$W/fstab" "$M"
		findmnt -no FSTYPE,SOURCE "$M"
		mount -T "$W/fstab" "$M" && exit 1
		umount "$M"
		mount -t duelfs -o ro "$STORE" "$M"
		test -f "$M/status"
		umount "$M"
	SH
	mkdir "$W/sbin"
	run -0 unshare -m bash "$W/inside" 3>&- 4>&-
	has "$output" "fuse.duelfs $STORE"
}

@test "-s serves in one thread" {
	remounted -s
	duel
	play_to 2
	is "$(status turns)" 2
}

@test "relative paths are taken from where it is started" {
	unmounted
	cd "$W"
	started store mnt
	duel
	has "$(cat "$M/README.md")" "$M"
}

@test "twenty kills in a row lose no acknowledged turn" {
	duel d 'max_turns = 20' 'lease_seconds = 1'
	join_both
	names=(bob alice)
	for n in {1..20}; do
		name=${names[n % 2]}
		turn "$n" "$name" OPEN_TO_DEBATE >"$W/turn.md"
		claimed() { lock claim "$name" >/dev/null; }
		eventually claimed
		append "$W/turn.md"
		record >"$W/before"
		killed
		mounted
		cmp "$W/before" "$D/debate.md"
		is "$(status turns)" "$n"
	done
}
