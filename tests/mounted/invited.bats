#!/usr/bin/env bats
# participants = […]: who may join.
load lib

@test "only who is named may join, and a stranger freezes nothing" {
	duel d 'participants = ["alice", "bob:1001"]'
	has "$(cat "$D/config.toml")" 'participants = ["alice", "bob:1001"]'
	refused EACCES seat.uninvited lock join carl
	refused EACCES seat.uninvited lock claim bob
	echo 'max_turns = 4' >>"$D/config.toml"
	lock join alice
	remounted
	refused EACCES seat.uninvited lock join carl
}
