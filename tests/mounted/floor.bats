#!/usr/bin/env bats
# The floor: who may claim it when, what refresh and release do, how it reads.
load lib

# A key of the lock's own reading.
floor() {
	status "$1" "$D/lock"
}

@test "the lock reads as the floor: an empty owner when it is free" {
	duel
	is "$(floor owner)" ''
	join_both
	lock claim alice
	is "$(floor owner)" alice
	is "$(floor lease)" "$(status lease)"
	is "$(floor expires_at)" "$(status lease_expires_at)"
	for key in claimed_at expires_at seconds_left retry_after_seconds; do
		[ -n "$(floor $key)" ] || give_up "no $key"
	done
	python3 -c 'import sys, tomllib; tomllib.load(open(sys.argv[1], "rb"))' "$D/lock"
	lock release alice
	is "$(floor owner)" ''
}

@test "a claim before the peer has joined waits, and the claimant stays joined" {
	duel
	refused EBUSY lease.wait lock claim alice harness=claude-code model=opus
	is "$(status participants) $(status state) $(status lock_owner)" '1 waiting_for_participant '
	is "$(status next_step)" wait_peer
	has "$(cat "$D/participants/alice/next")" wait_peer
	lock claim bob
	is "$(status lock_owner)" bob
}

@test "a peer's unexpired lease refuses a claim" {
	duel
	join_both
	lock claim alice
	refused EBUSY lease.busy lock claim bob
	has "$(newest_refusal)" alice
	is "$(status lock_owner)" alice
}

@test "a claim out of turn waits" {
	duel
	play_to 1
	refused EBUSY lease.order lock claim alice
	has "$(cat "$D/participants/alice/next")" wait_turn
	is "$(status next_participant)" bob
	lock claim bob
	is "$(status lock_owner)" bob
}

@test "either participant may take the first turn" {
	duel
	join_both
	play 1 bob OPEN_TO_DEBATE
	is "$(status next_participant)" alice
	play 2 alice OPEN_TO_DEBATE
	is "$(status turns)" 2
}

@test "a claim by the holder is a refresh of the same lease" {
	duel
	join_both
	lock claim alice
	lease=$(status lease)
	lock claim alice
	lock refresh alice
	is "$(status lease) $(status lock_owner)" "$lease alice"
	is "$(event_names | grep -c lock_acquired)" 1
	is "$(event_names | grep -c lock_refreshed)" 2
}

@test "refresh and release are the holder's alone" {
	duel
	join_both
	refused EACCES lease.none lock refresh alice
	refused EACCES lease.none lock release alice
	lock claim alice
	refused EACCES lease.none lock refresh bob
	refused EACCES lease.none lock release bob
	is "$(status lock_owner)" alice
}

@test "refresh and release by somebody who never joined are refused, and join nobody" {
	duel
	join_both
	fails EACCES lock release carol
	fails EACCES lock refresh carol
	is "$(status participants)" 2
}

@test "lease numbers only grow" {
	duel
	join_both
	last=0
	for name in alice bob alice; do
		lock claim "$name"
		[ "$(status lease)" -gt "$last" ]
		last=$(status lease)
		lock release "$name"
	done
	remounted
	lock claim bob
	[ "$(status lease)" -gt "$last" ]
}

@test "the holder keeps the floor after its turn is accepted, until somebody takes it who has something due" {
	duel
	join_both
	lock claim alice
	fails EBUSY lock claim bob
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	is "$(status lock_owner)" alice
	has "$(<"$D/participants/alice/next")" 'waits_for = "you have the floor, and nothing is due: release it"'
	is "$(status next_step) $(status next_step "$D/participants/bob/next")" 'claim_lock claim_lock'
	has "$(timeout 60 cat "$D/participants/bob/wait")" 'hand_in = "turn.md"'
	lock claim bob
	is "$(status lock_owner) $(status lease)" 'bob 2'
	is "$(jq -c 'select(.event == "lock_released") | [.participant, .yielded]' "$D/events")" '["alice",true]'
	# alice may not have noticed
	lock release alice
	is "$(status lock_owner)" bob
	refused EACCES lease.none lock refresh alice
	turn 2 bob OPEN_TO_DEBATE >"$W/turn-2.md"
	append "$W/turn-2.md"
	remounted
	turn 3 alice OPEN_TO_DEBATE >"$W/turn-3.md"
	"$SYS" open "$D/participants/alice/turn.md" w,trunc write "@$W/turn-3.md" close
	is "$(status lock_owner) $(status turns)" ' 3'
	lock release bob
}

@test "a floor is not taken from who has not handed in, or has a file open with half a text" {
	duel
	join_both
	lock claim alice
	fails EINVAL append /etc/hostname
	refused EBUSY lease.busy lock claim bob
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	"$SYS" open "$D/debate.md" append write '## Turn 1' touch "$W/staged" until "$W/go" close &
	local half=$!
	eventually test -e "$W/staged"
	append "$W/turn.md"
	refused EBUSY lease.busy lock claim bob
	has "$(<"$D/last_error")" 'a file open with a text that is not decided on'
	touch "$W/go"
	wait "$half" || true
	lock claim bob
}

@test "who lost an idle floor is told once at its late release of a text that was refused" {
	duel
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	fails EINVAL append /etc/hostname
	lock claim bob
	refused EINVAL turn.one lock release alice
	is "$(status lock_owner)" bob
	lock release alice
	# bob's own is his
	fails EINVAL append /etc/hostname
	refused EINVAL turn.one lock release bob
	lock release bob
}

@test "a release of an idle floor that another took is none the worse for the duel having ended since" {
	duel
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	lock claim bob
	lock close maker reason=enough
	lock release alice
	refused EROFS duel.closed lock release bob
}

@test "after a refused append the first release is refused, and the second is not" {
	duel
	join_both
	lock claim alice
	turn 7 alice OPEN_TO_DEBATE >"$W/turn.md"
	fails EINVAL append "$W/turn.md"
	fails EINVAL lock release alice
	is "$(status lock_owner)" alice
	lock release alice
	is "$(status lock_owner)" ''
}

@test "after a refused append force=yes releases at once" {
	duel
	join_both
	lock claim alice
	turn 7 alice OPEN_TO_DEBATE >"$W/turn.md"
	fails EINVAL append "$W/turn.md"
	lock release alice force=yes
	is "$(status lock_owner)" ''
}

@test "after a refused append and an accepted one release is not refused" {
	duel
	join_both
	lock claim alice
	turn 7 alice OPEN_TO_DEBATE >"$W/bad.md"
	turn 1 alice OPEN_TO_DEBATE >"$W/good.md"
	fails EINVAL append "$W/bad.md"
	append "$W/good.md"
	lock release alice
}

@test "a refusal of an earlier lease does not hold up the release of a later one" {
	duel
	join_both
	lock claim alice
	turn 7 alice OPEN_TO_DEBATE >"$W/bad.md"
	fails EINVAL append "$W/bad.md"
	lock release alice force=yes
	lock claim alice
	lock release alice
}

@test "what a shell did not hear at close is repeated at release" {
	duel
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE | sed '/Unresolved/,$d' >"$W/turn.md"
	while IFS= read -r line; do
		echo "$line"
	done <"$W/turn.md" >>"$D/debate.md" || true
	is "$(status turns)" 0
	refused EINVAL section.missing lock release alice
	lock release alice
}

@test "a lease ends by itself, and the peer may claim" {
	duel d 'lease_seconds = 1'
	join_both
	lock claim alice
	eventually status_is lock_owner ''
	is "$(floor owner)" ''
	is "$(event_names | grep -c lock_expired)" 1
	lock claim bob
	is "$(status lock_owner)" bob
}

@test "a lease that ends is in events though nobody asks" {
	duel d 'lease_seconds = 1'
	join_both
	lock claim alice
	eventually grep -q '"lock_expired"' "$D/events"
}

@test "refresh keeps a lease alive beyond its first term" {
	duel d 'lease_seconds = 4'
	join_both
	lock claim alice
	lease=$(status lease)
	first_term=$(status lease_expires_at)
	until [[ $(date -u +%FT%TZ) > $first_term ]]; do
		lock refresh alice >/dev/null
		sleep 0.1
	done
	[[ $(status lease_expires_at) > $first_term ]]
	is "$(status lock_owner) $(status lease)" "alice $lease"
}

@test "refresh comes only before the expiry" {
	duel d 'lease_seconds = 1'
	join_both
	lock claim alice
	eventually status_is lock_owner ''
	fails 'E(ACCES|CANCELED)' lock refresh alice
	is "$(status lock_owner)" ''
}

@test "without the floor debate.md cannot be opened for writing" {
	duel
	refused EACCES lease.none "$SYS" open "$D/debate.md" append
	has "$(newest_refusal)" 'nobody has the floor: claim it first'
	lock join alice harness="$HARNESS" model="$MODEL"
	refused EACCES lease.none "$SYS" open "$D/debate.md" append
	has "$(newest_refusal)" 'nobody has the floor, and "alice" could not claim it now: the second participant has not joined: wait, or claim with for=timeout from '
	lock join bob harness="$HARNESS" model="$MODEL"
	refused EACCES lease.none "$SYS" open "$D/debate.md" append
	has "$(newest_refusal)" 'nobody has the floor: claim it first'
	refused EACCES lease.none "$SYS" open "$D/debate.md" w,trunc
	refused EACCES lease.none "$SYS" open "$D/debate.md" rw
	run -1 bash -c "echo x >>'$D/debate.md'"
	has "$output" 'Permission denied'
}

@test "a claim of one duel is no claim of another" {
	duel one
	join_both
	lock claim alice
	duel two
	join_both
	refused EACCES lease.none "$SYS" open "$D/debate.md" append
}

@test "of many claims at once one is granted" {
	duel
	join_both
	crowd=()
	for n in {1..10}; do
		for name in alice bob; do
			"$SYS" until "$W/go" open "$D/lock" w write "claim $name" close >"$W/got-$name-$n" 3>&- &
			crowd+=($!)
		done
	done
	touch "$W/go"
	for job in "${crowd[@]}"; do
		wait "$job" || true
	done
	owner=$(status lock_owner)
	[ "$owner" = alice ] || [ "$owner" = bob ]
	is "$(grep -l 'open write close' "$W"/got-* | sed -E 's/.*got-(.*)-.*/\1/' | sort -u)" "$owner"
	is "$(event_names | grep -c lock_acquired)" 1
}
