#!/usr/bin/env bats
# When an open file's turn is decided: at flush by its opener, at fsync, at release; by children never.
load lib

setup() {
	paths
	mounted
	duel
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	head -n 8 "$W/turn.md" >"$W/first.md"
	tail -n +9 "$W/turn.md" >"$W/rest.md"
	sed 's/^## Turn 1/## Turn 2/' "$W/turn.md" >"$W/wrong.md"
}

accepted() {
	is "$(status turns)" 1
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}

@test "nothing written is nothing decided" {
	steps 'open close' open "$D/debate.md" append close
	steps 'open dup fsync close' open "$D/debate.md" w,trunc dup fsync close
	is "$(status turns)" 0
	is "$(event_names | grep -c turn_rejected || true)" 0
}

@test "a duplicated descriptor's close decides, and the last close has nothing left to do" {
	steps 'open write dup close' open "$D/debate.md" append write "@$W/turn.md" dup close
	accepted
}

@test "an incomplete turn is told at a flush, and the bytes are kept for more writes" {
	steps 'open write dup:EINVAL write close' open "$D/debate.md" append write "@$W/first.md" dup write "@$W/rest.md" close
	accepted
}

@test "fsync commits a valid turn" {
	steps 'open write fsync close' open "$D/debate.md" append write "@$W/turn.md" fsync close
	accepted
	is "$(event_names | grep -c artifact_updated)" 1
}

@test "fdatasync is fsync" {
	steps 'open write fdatasync close' open "$D/debate.md" append write "@$W/turn.md" fdatasync close
	accepted
}

@test "fsync tells what is missing, and the bytes are kept" {
	steps 'open write fsync:EINVAL write fsync close' open "$D/debate.md" append write "@$W/first.md" fsync \
		write "@$W/rest.md" fsync close
	accepted
}

@test "close tells what is missing" {
	steps 'open write close:EINVAL' open "$D/debate.md" append write "@$W/first.md" close
	has "$(newest_refusal)" '[section.missing]'
	is "$(status turns)" 0
}

@test "a turn that nothing can mend is refused at the write" {
	got=$("$SYS" open "$D/debate.md" append write "@$W/wrong.md" close) || true
	has "$got" 'open write:EINVAL'
	has "$(newest_refusal)" '[turn.number]'
	got=$("$SYS" open "$D/debate.md" append lines "@$W/wrong.md" close) || true
	has "$got" 'open lines:EINVAL'
}

@test "a refused write decides for its handle: later writes fail with the same errno, and the first reason stays" {
	got=$("$SYS" open "$D/debate.md" append write $'## Turn 2 — alice (claude-code / opus) — OPEN_TO_DEBATE\n' \
		write "@$W/turn.md" write "@$W/turn.md" close) || true
	has "$got" 'open write:EINVAL write:EINVAL write:EINVAL'
	has "$(newest_refusal)" '[turn.number]'
	is "$(status turns)" 0
	eventually are_told 1 turn_rejected
	append "$W/turn.md"
	accepted
}

@test "nothing is published at a write" {
	"$SYS" open "$D/debate.md" append write "@$W/turn.md" touch "$W/written" until "$W/go" close >"$W/got" &
	eventually test -e "$W/written"
	is "$(status turns)" 0
	touch "$W/go"
	wait $!
	accepted
}

@test "a flush by a child decides nothing" {
	steps 'open write [close] write close' open "$D/debate.md" append write "@$W/first.md" child close end write "@$W/rest.md" close
	accepted
	is "$(event_names | grep -c turn_rejected || true)" 0
}

@test "a child may write a part, and its exit commits nothing" {
	steps 'open [write close] write close' open "$D/debate.md" append child write "@$W/first.md" close end write "@$W/rest.md" close
	accepted
}

@test "a shell group with a child in the middle is one turn" {
	{
		head -n 3 "$W/turn.md"
		sed -n '4,9p' "$W/turn.md"
		tail -n +10 "$W/turn.md"
	} >>"$D/debate.md"
	accepted
}

@test "a child's fsync does decide" {
	steps 'open write [fsync] close' open "$D/debate.md" append write "@$W/turn.md" child fsync end close
	accepted
}

@test "where the opener closed first and a child wrote, release decides" {
	(
		exec 5>>"$D/debate.md"
		"$SYS" until "$W/go" fd 5 write "@$W/turn.md" close >"$W/got" 3>&- &
	)
	is "$(status turns)" 0
	touch "$W/go"
	eventually status_is turns 1
	accepted
	is "$(cat "$W/got")" 'write close'
}

@test "what is refused only at the last close is in last_error, in events and in the next release" {
	(
		exec 5>>"$D/debate.md"
		"$SYS" until "$W/go" fd 5 write "@$W/first.md" close >"$W/got" 3>&- &
	)
	touch "$W/go"
	eventually grep -qF '[section.missing]' "$D/last_error"
	is "$(cat "$W/got")" 'write close'
	eventually are_told 1 turn_rejected
	refused EINVAL section.missing lock release alice
	lock release alice
}

@test "a daemon in a pid namespace of its own sees no process of ours, and takes each for the opener" {
	unmounted
	unshare --pid --fork --kill-child=TERM "$DUELFS" "$STORE" "$M" -f 2>>"$LOG" </dev/null >/dev/null 3>&- 4>&- &
	DAEMON=$!
	eventually serves
	steps 'open write dup:EINVAL write dup close' open "$D/debate.md" append write "@$W/first.md" dup write "@$W/rest.md" dup close
	accepted
	umount "$M"
	wait_for_exit "$DAEMON"
	DAEMON=
}

@test "two handles under one lease are two submissions, and the second is a second turn" {
	got=$("$SYS" open "$D/debate.md" append open "$D/debate.md" append on 0 write "@$W/turn.md" on 1 write "@$W/turn.md" \
		on 0 close on 1 close) || true
	has "$got" 'open open write write close close:E'
	accepted
}
