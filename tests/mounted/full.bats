#!/usr/bin/env bats
# A store whose disk is full: nothing is half recorded, and it goes on when there is room again.
load lib

setup() {
	paths
	mkdir -p "$STORE"
	mount -t tmpfs -o size=4m,mode=755 tmpfs "$STORE"
	mounted
	duel
	join_both
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	lock claim alice
}

teardown() {
	[ -z "$DAEMON" ] || unmounted
	umount "$W/store"
	quiet
}

fill() {
	dd if=/dev/zero of="$STORE/ballast" bs=4k status=none 2>/dev/null || true
}

@test "a turn that finds the disk full is refused, and can be sent again when there is room" {
	expect_stderr .
	fill
	record >"$W/before"
	# the journal may have room left from before: large turns use it up
	python3 - "$W/turn.md" "$W/large.md" <<-'PY'
		import sys
		text = open(sys.argv[1]).read()
		open(sys.argv[2], "w").write(text.replace("**Counterpoints**", ("filler " * 14 + "\n") * 600 + "\n**Counterpoints**", 1))
	PY
	refused ENOSPC store.failed append "$W/large.md"
	cmp "$W/before" "$D/debate.md"
	is "$(status turns)" 0
	rm "$STORE/ballast"
	lock claim alice
	append "$W/large.md"
	is "$(status turns)" 1
	remounted
	cmp "$W/large.md" "$D/turns/001-alice.md"
}

@test "a daemon whose files may not grow refuses a turn as on a full disk, and lives on" {
	expect_stderr .
	prlimit --pid "$DAEMON" --fsize=0:unlimited
	refused ENOSPC store.failed append "$W/turn.md"
	is "$(status turns)" 0
	fails ENOSPC "$SYS" mkdir "$M/other"
	prlimit --pid "$DAEMON" --fsize=unlimited
	append "$W/turn.md"
	is "$(status turns)" 1
	mkdir "$M/other"
}

@test "a file that may not grow is an error at the start and at the end as well, and no signal" {
	expect_stderr .
	prlimit --pid "$DAEMON" --fsize=0:unlimited
	lock refresh alice
	kill -TERM "$DAEMON"
	wait_for_exit "$DAEMON"
	DAEMON=
	mounted
	unmounted
	STORE=$STORE/new
	DUELFS=$W/limited
	printf '#!/bin/sh\nexec env --default-signal=XFSZ prlimit --fsize=1024 "%s" "$@"\n' "$(realpath "$BUILD/duelfs")" >"$DUELFS"
	chmod +x "$DUELFS"
	said=""
	refuses_to_start "$STORE" "$M"
	# shellcheck disable=SC2154 # said is what it said
	has "$said" duelfs:
}

@test "a duel that finds the disk full is not made" {
	expect_stderr .
	fill
	status=0
	for n in {1..2000}; do
		"$SYS" mkdir "$M/d$n" >"$W/got" || break
	done
	has "$(cat "$W/got")" mkdir:ENOSPC
	[ ! -e "$M/d$n" ]
	rm "$STORE/ballast"
	mkdir "$M/d$n"
	remounted
	[ -d "$M/d$n" ]
	is "$(find "$M" -maxdepth 1 -name 'd?*' | wc -l)" "$n"
}
