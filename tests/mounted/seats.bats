#!/usr/bin/env bats
# Seats: joining, names and their spellings, identity, and the lock's one-line language.
load lib

seats() {
	status participants
}

@test "join takes a free seat, and joining again as the same changes nothing" {
	duel
	lock join alice harness=claude-code model=opus
	is "$(seats) $(status state)" '1 waiting_for_participant'
	lock join alice harness=claude-code model=opus
	is "$(seats)" 1
	is "$(event_names | grep -c participant_registered)" 1
	lock join bob
	is "$(seats) $(status state)" '2 debating'
}

@test "harness and model default to unknown and unknown-model" {
	duel
	lock join alice
	has "$(cat "$D/participants/alice/status")" 'harness = "unknown"'
	has "$(cat "$D/participants/alice/status")" 'model = "unknown-model"'
	lock join bob harness=codex model=openai/gpt-5
	has "$(cat "$D/participants/bob/status")" 'model = "openai/gpt-5"'
	is "$(find "$D/participants" -mindepth 1 -maxdepth 1 -printf '%f\n' | sort)" "$(printf 'alice\nbob')"
}

@test "a third participant finds no free seat" {
	duel
	join_both
	refused EACCES seat.taken lock join carol
	refused EACCES seat.taken lock claim carol
	is "$(seats)" 2
	[ ! -e "$D/participants/carol" ]
}

@test "claim joins first where that is still to do" {
	duel
	lock join bob
	lock claim alice harness=claude-code model=opus
	is "$(seats) $(status lock_owner)" '2 alice'
}

@test "the verb may be left out" {
	duel
	join_both
	lock alice
	is "$(status lock_owner)" alice
	lease=$(status lease)
	lock alice
	is "$(status lock_owner) $(status lease)" "alice $lease"
	is "$(event_names | grep -c lock_refreshed)" 1
}

@test "names and values with spaces stand in double quotes" {
	duel
	lock join '"Alice B"' 'harness="my harness"' 'model="o p u s"'
	has "$(cat "$D/participants/Alice B/status")" 'harness = "my harness"'
	lock join bob
	lock claim '"Alice B"' 'harness="my harness"' 'model="o p u s"'
	is "$(status lock_owner)" 'Alice B'
	HARNESS='my harness' MODEL='o p u s' turn 1 'Alice B' OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	is "$(status turns)" 1
}

@test "a name is refused that could be mistaken in a heading, a path or a verb" {
	duel
	long=$(printf 'a%.0s' {1..65})
	for name in . .. claim join release refresh next fail a/b 'a(b' 'a)b' 'a|b' 'a<b' "a\`b" 'a—b' 'a–b' '"a - b"' '""' "$long" \
		$'a\u00adb'; do
		refused EINVAL seat.name lock join "$name"
	done
	for name in $'a\u200bb' $'a\u202eb' $'a\u2028b' $'a\u0085b' $'a\tb'; do
		fails EINVAL lock join "$name"
	done
	is "$(seats)" 0
	lock join "${long%a}"
	lock join 'a-b'
	is "$(seats)" 2
}

@test "a name that is not UTF-8 is refused" {
	duel
	fails 'E(INVAL|ILSEQ)' lock join $'a\xffb'
	is "$(seats)" 0
}

@test "harness and model are held to the same letters, but a slash may stand in a model" {
	duel
	fails EINVAL lock join alice 'harness=a/b'
	fails EINVAL lock join alice 'harness="a - b"'
	fails EINVAL lock join alice 'model=a(b'
	fails EINVAL lock join alice $'model=a\u202eb'
	is "$(seats)" 0
	lock join alice 'model=a/b'
}

@test "two spellings of a name are one seat, and only the first is taken" {
	duel
	lock join Élodie
	refused EINVAL seat.name lock join élodie
	refused EINVAL seat.name lock claim $'E\u0301lodie'
	refused EINVAL seat.name lock join ÉLODIE
	is "$(seats)" 1
	lock join Straße
	refused EINVAL seat.name lock claim STRASSE
	is "$(seats)" 2
}

@test "another harness or model than one joined with is EACCES" {
	duel
	join_both
	refused EACCES seat.identity lock join alice harness=codex model="$MODEL"
	refused EACCES seat.identity lock claim alice harness="$HARNESS" model=haiku
	is "$(status lock_owner)" ''
	lock claim alice
	is "$(status lock_owner)" alice
}

@test "a verb that does not exist is refused" {
	duel
	for line in 'dance alice' 'alice bob' 'JOIN alice' 'join' '' 'join alice bob'; do
		fails EINVAL lock "$line"
	done
	refused EINVAL verb.unknown lock dance alice
	is "$(seats)" 0
}

@test "verbs of other formats do not exist here" {
	duel
	join_both
	refused EINVAL verb.unknown lock next alice to=bob
	refused EINVAL verb.unknown lock fail alice who=bob
}

@test "a key that does not exist is refused, and so is one given twice" {
	duel
	refused EINVAL key.unknown lock join alice colour=red
	fails EINVAL lock join alice model=a model=b
	fails EINVAL lock join alice role=chair
	is "$(seats)" 0
}

@test "a value that means nothing is refused" {
	duel
	for pair in token=short token=new token=1234567 "token=$(printf 'x%.0s' {1..129})" for=fun 'token=a"b'; do
		refused EINVAL value.bad lock claim alice "$pair"
	done
	is "$(seats)" 0
	lock join alice token=12345678
	lock join bob "token=$(printf 'x%.0s' {1..128})"
	is "$(seats)" 2
}

@test "one write is one line" {
	duel
	fails EINVAL lock $'join alice\njoin bob'
	is "$(seats)" 0
	steps 'open write write close' open "$D/lock" w write $'join alice\n' write 'join bob' close
	is "$(seats)" 2
}

@test "a line over its limit is refused, and one at it is not" {
	duel
	lock join bob "$(printf '%4086s' '')" # 4096 bytes with its newline
	is "$(seats)" 1
	refused EINVAL limit.verb lock join bob "$(printf '%4087s' '')"
	refused EINVAL limit.verb lock join alice "reason=$(printf 'x%.0s' {1..5000})"
	is "$(seats)" 1
}

@test "a shell sees the refusal as the status of its echo" {
	duel
	echo 'join alice' >"$D/lock"
	run -1 bash -c "echo 'claim alice' >'$D/lock'"
	has "$output" 'Device or resource busy'
	echo 'join bob' >>"$D/lock"
	is "$(seats)" 2
}

@test "what was refused is quoted escaped" {
	duel
	fails EINVAL lock join $'a\e[31mb\u202ec'
	error=$(cat "$D/last_error" "$D/events")
	lacks "$error" $'\e'
	lacks "$error" $'\u202e'
}

@test "participants and their seats outlive a remount" {
	duel
	join_both
	before=$(cat "$D"/participants/*/status)
	remounted
	is "$(cat "$D"/participants/*/status)" "$before"
	refused EACCES seat.identity lock claim alice harness=codex model=x
}
