#!/usr/bin/env bats
# Duels as directories: making, naming, removing.
load lib

@test "mkdir makes a duel with the defaults, in preparation" {
	bare one
	is "$(status duel)" one
	is "$(status format)" socratic
	is "$(status state)" preparing
	is "$(status max_turns)" 6
	is "$(status topic)" one
	is "$(status turns)" 0
}

@test "a duel's name is 1 to 100 of a-z 0-9 . _ - and starts with neither . nor -" {
	long=$(printf 'a%.0s' {1..100})
	for name in a 0 a.b a_b a-b x.md "$long"; do
		mkdir "$M/$name"
		is "$(status duel "$M/$name/status")" "$name"
	done
	for name in .a -a A 'a b' ä a/ "${long}a" 'a+b' $'a\nb' '~'; do
		[ "$name" != a/ ] || continue
		fails EINVAL "$SYS" mkdir "$M/$name"
		[ ! -e "$M/$name" ]
	done
}

@test "a name that is taken is EEXIST, by a duel and by a file of the root" {
	mkdir "$M/one"
	fails EEXIST "$SYS" mkdir "$M/one"
	fails EEXIST "$SYS" mkdir "$M/status"
}

@test "rmdir removes a duel while nobody has joined, and its name is free again" {
	mkdir "$M/one"
	first=$(stat -c %i "$M/one")
	first_id=$(status id "$M/one/status")
	rmdir "$M/one"
	[ ! -e "$M/one" ]
	mkdir "$M/one"
	[ "$(stat -c %i "$M/one")" != "$first" ]
	[ "$(status id "$M/one/status")" != "$first_id" ]
}

@test "a removed duel stays removed after a remount" {
	mkdir "$M/one" "$M/two"
	rmdir "$M/one"
	remounted
	[ ! -e "$M/one" ]
	[ -d "$M/two" ]
}

@test "rmdir is refused once somebody has joined, and once there is a turn" {
	duel
	lock join alice
	refused EBUSY lease.busy "$SYS" rmdir "$D"
	lock join bob
	HARNESS=unknown MODEL=unknown-model play 1 alice OPEN_TO_DEBATE
	refused EPERM history.changed "$SYS" rmdir "$D"
	[ -d "$D" ]
}

@test "a duel is never renamed" {
	duel
	fails EPERM "$SYS" rename "$D" "$M/other" none
	[ -d "$D" ]
	[ ! -e "$M/other" ]
}

@test "a duel is removed by its maker only, root aside" {
	unmounted
	pass_through
	mounted -o allow_other
	"$SYS" as 1001 mkdir "$M/one"
	fails EACCES "$SYS" as 1002 rmdir "$M/one"
	steps rmdir as 1001 rmdir "$M/one"
	"$SYS" as 1001 mkdir "$M/one"
	steps rmdir rmdir "$M/one"
}

@test "a user makes no more duels than limits.duels_per_uid, and others are not held up" {
	unmounted
	pass_through
	configure <<-'EOT'
		[limits]
		duels_per_uid = 2
	EOT
	mounted -o allow_other
	"$SYS" as 1001 mkdir "$M/one" mkdir "$M/two"
	expect_stderr limit.uid_duels
	fails ENOSPC "$SYS" as 1001 mkdir "$M/three"
	"$SYS" as 1002 mkdir "$M/three"
	"$SYS" as 1001 rmdir "$M/one" mkdir "$M/four"
}

@test "there are no more duels than limits.duels" {
	unmounted
	configure <<-'EOT'
		[limits]
		duels = 2
	EOT
	mounted
	mkdir "$M/one" "$M/two"
	expect_stderr limit.duels
	fails ENOSPC "$SYS" mkdir "$M/three"
}

@test "the mount's status tells version, store, and the duels by state" {
	duel one
	duel two
	join_both
	has "$(cat "$M/status")" "$(realpath "$STORE")"
	python3 - "$M/status" <<-'PY'
		import sys, tomllib
		status = tomllib.load(open(sys.argv[1], "rb"))
		assert status["version"] and "uptime" in " ".join(status), status
		flat = {}
		for key, value in status.items():
		    flat.update(value if isinstance(value, dict) else {key: value})
		assert flat.get("preparing", flat.get("duels_preparing")) == 1, status
		assert flat.get("debating", flat.get("duels_debating")) == 1, status
	PY
}

@test "two hundred duels are listed, and found again after a remount" {
	for n in {1..200}; do
		mkdir "$M/d$n"
	done
	is "$(find "$M" -maxdepth 1 -name 'd*' | wc -l)" 200
	remounted
	is "$(find "$M" -maxdepth 1 -name 'd*' | wc -l)" 200
	is "$(status duel "$M/d137/status")" d137
}
