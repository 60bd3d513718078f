#!/usr/bin/env bats
# Each door of a duel once, with a text that is taken and one that is refused: what `make check` tries, and the sanitized run of scripts/test.
load lib

setup() {
	paths
	mounted
	duel
	join_both
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	sed 's/OPEN_TO_DEBATE/PERHAPS/' "$W/turn.md" >"$W/bad.md"
	record >"$W/before"
}

put() { # FILE WHERE
	"$SYS" open "$2" w,trunc write "@$1" close
}

untaken() {
	cmp "$W/before" "$D/debate.md"
	is "$(status turns)" 0
}

taken() {
	is "$(status turns)" 1
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}

@test "the door lock: a claim is taken, and a peer's unexpired lease refuses another" {
	lock claim alice
	is "$(status lock_owner)" alice
	refused EBUSY lease.busy lock claim bob
	lock release alice
	is "$(status lock_owner)" ''
}

@test "the door debate.md: an appended text becomes a turn, and a bad one changes nothing" {
	lock claim alice
	fails EINVAL append "$W/bad.md"
	untaken
	append "$W/turn.md"
	taken
}

@test "the door debate.md: the old bytes and a text are a turn, in place and by a rename, and another beginning is EPERM" {
	lock claim alice
	cat "$W/turn.md" >"$W/lost.md"
	fails EPERM rewrite "$W/lost.md"
	untaken
	cat "$W/before" - "$W/turn.md" <<<'' >"$W/whole.md"
	cp "$W/whole.md" "$D/debate.md.tmp.1"
	mv "$D/debate.md.tmp.1" "$D/debate.md"
	taken
}

@test "the door turn.md: a text is handed in without a claim, and a bad one changes nothing" {
	fails EINVAL put "$W/bad.md" "$D/participants/alice/turn.md"
	untaken
	cp "$W/turn.md" "$D/participants/alice/turn.md"
	taken
	cmp "$W/turn.md" "$D/participants/alice/turn.md"
}

@test "the door turn.md: a file that is renamed over it is handed in" {
	cp "$W/turn.md" "$D/participants/alice/turn.md.tmp.1"
	mv "$D/participants/alice/turn.md.tmp.1" "$D/participants/alice/turn.md"
	taken
}

@test "the door check: a draft gets its verdict, and nothing is recorded" {
	cp "$W/turn.md" "$D/participants/alice/check"
	fails EINVAL put "$W/bad.md" "$D/participants/alice/check"
	has "$(cat "$D/participants/alice/check")" 'turn.stance'
	untaken
}

@test "the door config.toml: a key is taken while nobody has joined, an unknown one never, and none once somebody has" {
	bare other
	echo 'max_turns = 4' >>"$D/config.toml"
	is "$(status max_turns)" 4
	fails EINVAL "$SYS" open "$D/config.toml" append write 'no_such_key = 1
' close
	lock join alice
	fails EPERM "$SYS" open "$D/config.toml" append write 'max_turns = 6
' close
}

@test "the door mkdir: a name makes a duel and rmdir removes it, and a name that is none is EINVAL" {
	mkdir "$M/fresh"
	rmdir "$M/fresh"
	fails EINVAL "$SYS" mkdir "$M/Not a name"
}

@test "the door wait: a read returns when the peer may move" {
	timeout 60 cat "$D/participants/bob/wait" >"$W/woken" 3>&- &
	cp "$W/turn.md" "$D/participants/alice/turn.md"
	wait $!
	[ -s "$W/woken" ]
}
