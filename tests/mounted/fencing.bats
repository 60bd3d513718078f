#!/usr/bin/env bats
# Leases and open files: what was staged under a lease that is gone is never recorded.
load lib

setup() {
	paths
	mounted
	duel d 'lease_seconds = 1'
	join_both
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	head -n 8 "$W/turn.md" >"$W/first.md"
	tail -n +9 "$W/turn.md" >"$W/rest.md"
}

# A writer that stops half way, at a file named `go`; its steps are printed to $W/got.
writer() {
	"$SYS" open "$D/debate.md" append "$@" >"$W/got" &
	WRITER=$!
}

# Let it go on; what its steps gave is in $GOT.
finished() {
	touch "$W/go"
	wait "$WRITER" || true
	GOT=$(cat "$W/got")
}

@test "a turn that was staged before its lease ran out is ECANCELED at close" {
	lock claim alice
	writer write "@$W/turn.md" touch "$W/staged" until "$W/go" close
	eventually test -e "$W/staged"
	eventually status_is lock_owner ''
	finished
	is "$GOT" 'open write close:ECANCELED'
	has "$(newest_refusal)" '[lease.expired]'
	is "$(status turns)" 0
}

@test "a write after the lease ran out is ECANCELED at the write" {
	lock claim alice
	writer write "@$W/first.md" touch "$W/staged" until "$W/go" write "@$W/rest.md" close
	eventually test -e "$W/staged"
	eventually status_is lock_owner ''
	finished
	has "$GOT" 'open write write:ECANCELED'
	is "$(status turns)" 0
}

@test "fsync after the lease ran out is ECANCELED" {
	lock claim alice
	writer write "@$W/turn.md" touch "$W/staged" until "$W/go" fsync close
	eventually test -e "$W/staged"
	eventually status_is lock_owner ''
	finished
	has "$GOT" 'open write fsync:ECANCELED'
	is "$(status turns)" 0
}

@test "a file left open from an older lease is refused under the holder's newer one" {
	lock claim alice
	first=$(status lease)
	writer write "@$W/turn.md" touch "$W/staged" until "$W/go" close
	eventually test -e "$W/staged"
	eventually status_is lock_owner ''
	lock claim alice
	[ "$(status lease)" -gt "$first" ]
	finished
	is "$GOT" 'open write close:ECANCELED'
	is "$(status turns)" 0
	eventually status_is lock_owner ''
	lock claim alice
	append "$W/turn.md"
	is "$(status turns)" 1
}

@test "a file left open from an older lease is refused under the peer's lease" {
	lock claim alice
	writer write "@$W/turn.md" touch "$W/staged" until "$W/go" close
	eventually test -e "$W/staged"
	eventually status_is lock_owner ''
	lock claim bob
	finished
	is "$GOT" 'open write close:ECANCELED'
	is "$(status turns)" 0
}

@test "a file left open after release is refused too" {
	lock claim alice
	writer write "@$W/turn.md" touch "$W/staged" until "$W/go" close
	eventually test -e "$W/staged"
	lock release alice force=yes
	finished
	is "$GOT" 'open write close:ECANCELED'
	is "$(status turns)" 0
}

@test "what is told only at release does not hurt the record either" {
	lock claim alice
	# the shell opened the file, so that only its own end decides
	bash -c 'exec 5>>"$1"; "$2" fd 5 write "@$3/turn.md" touch "$3/staged"; until [ -e "$3/go" ]; do sleep 0.1; done' _ \
		"$D/debate.md" "$SYS" "$W" >"$W/got" &
	WRITER=$!
	eventually test -e "$W/staged"
	eventually status_is lock_owner ''
	finished
	eventually grep -qF '[lease.expired]' "$D/last_error"
	is "$(status turns)" 0
}

@test "a clean restart keeps a lease and its number" {
	duel long
	join_both
	lock claim alice
	lease=$(status lease)
	remounted
	is "$(status lock_owner) $(status lease)" "alice $lease"
	append "$W/turn.md"
	is "$(status turns)" 1
}

@test "a lease that ran out while nothing was mounted is gone, and is said to be" {
	lock claim alice
	unmounted
	sleep 1.1 # longer than the lease: it ends while nobody is there
	mounted
	eventually status_is lock_owner ''
	eventually grep -q lock_expired "$D/events"
}

@test "after a crash lease numbers still grow" {
	lock claim alice
	lease=$(status lease)
	killed
	mounted
	eventually status_is lock_owner ''
	lock claim alice
	[ "$(status lease)" -gt "$lease" ]
}
