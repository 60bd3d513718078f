#!/usr/bin/env bats
# Users: whoever joined as NAME is the only uid, root aside, that may act as NAME.
load lib

setup() {
	paths
	pass_through
	mounted -o allow_other
	duel
	as 1001 join alice harness="$HARNESS" model="$MODEL"
	as 1002 join bob harness="$HARNESS" model="$MODEL"
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
}

as() { # UID WORDS…
	"$SYS" as "$1" open "$D/lock" w write "${*:2}"$'\n' close
}

append_as() {
	"$SYS" as "$1" open "$D/debate.md" append write "@$W/turn.md" close
}

@test "another user cannot claim, join or release as somebody else" {
	refused EACCES seat.uid as 1002 claim alice
	refused EACCES seat.uid as 1002 join alice
	as 1001 claim alice
	refused EACCES seat.uid as 1002 release alice
	refused EACCES seat.uid as 1003 refresh alice
	is "$(status lock_owner)" alice
	# what others try in one's name is not one's own refusal, and one's release says nothing of it
	is "$(cat "$D/participants/alice/last_error")" ''
	as 1001 release alice
}

@test "root may act as anybody" {
	lock claim alice
	append "$W/turn.md"
	lock release alice
	is "$(status turns)" 1
}

@test "only a user whose participant has the floor can open debate.md for writing" {
	as 1001 claim alice
	refused EACCES lease.none append_as 1002
	refused EACCES lease.none append_as 1003
	append_as 1001
	is "$(status turns)" 1
}

@test "a user may have two seats, kept apart by their names" {
	duel two
	as 1001 join alice harness="$HARNESS" model="$MODEL"
	as 1001 join bob harness="$HARNESS" model="$MODEL"
	as 1001 claim alice
	append_as 1001
	as 1001 release alice
	as 1001 claim bob
	is "$(status lock_owner)" bob
}

@test "a handle that one user opened is good in another's hands: a lease is checked, not who carries it" {
	as 1001 claim alice
	"$SYS" as 1001 open "$D/debate.md" append child as 1001 write "@$W/turn.md" end close
	is "$(status turns)" 1
}

@test "everybody may read everything" {
	for file in README.md config.toml status status.json lock debate.md last_error events; do
		setpriv --reuid=1003 --regid=1003 --clear-groups cat "$D/$file" >/dev/null
	done
}

@test "a seat belongs to its user after a remount as well" {
	unmounted
	mounted -o allow_other
	refused EACCES seat.uid as 1002 claim alice
	as 1001 claim alice
}

@test "a free seat is anybody's" {
	duel two
	as 1003 join carol
	as 1004 join dave
	is "$(status participants)" 2
}
