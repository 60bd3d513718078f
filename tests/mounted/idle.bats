#!/usr/bin/env bats
# Who keeps the floor with nothing due of it holds up nobody: in the formats that are not in floor.bats (socratic) and kb.bats (adversarial).
load lib
load rounds

CORPUS=$BATS_TEST_DIRNAME/../corpus/dialectic/debate

# `keeps WHO FILE`: claims and hands in, and does not release.
keeps() {
	lock claim "$1"
	append "$2"
	is "$(status lock_owner)" "$1"
}

@test "in rounds nobody has to release" {
	local name who
	debate
	seats_taken
	for name in opening challenge defense followup; do
		who=alice
		[[ $name = opening || $name = defense ]] || who=bob
		said "$name" >"$W/$name.md"
		keeps "$who" "$W/$name.md"
	done
	is "$(status turns)" 4
	is "$(jq -r 'select(.yielded) | .participant' "$D/events")" $'alice\nbob\nalice'
	remounted
	is "$(status lock_owner)" bob
	lock release bob
	lock release alice
	refused EACCES lease.none lock release bob
}

@test "in a debate with a judge neither the sides nor the judge have to release" {
	local n
	bare d
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' 'exchanges = 3' >>"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	lock join carol role=judge
	for n in 0 1; do
		keeps alice "$CORPUS/$n-proposition.json"
		# the judge has nothing to score yet
		refused EBUSY lease.order lock claim carol
		keeps bob "$CORPUS/$n-opposition.json"
		keeps carol "$CORPUS/$n-judge.json"
	done
	is "$(jq -r 'select(.yielded) | .participant' "$D/events" | head -n 3)" $'alice\nbob\ncarol'
}

# Nothing but the judge ends it, and only in the lease of a judgement.
@test "the judge of a debate without a last exchange keeps the floor to end it" {
	local n
	bare d
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' >>"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	lock join carol role=judge
	for n in 0 1; do
		cp "$CORPUS/$n-proposition.json" "$D/participants/alice/turn.md"
		cp "$CORPUS/$n-opposition.json" "$D/participants/bob/turn.md"
		keeps carol "$CORPUS/$n-judge.json"
		refused EBUSY lease.busy lock claim bob
		is "$(status next_step "$D/participants/bob/next")" wait_turn
		[ $n = 1 ] || fails EBUSY "$SYS" open "$D/participants/bob/turn.md" w,trunc write "@$CORPUS/1-opposition.json" close
		[ $n = 1 ] || lock release carol
	done
	lock release carol outcome=COMPLETED
	is "$(status state) $(status outcome)" 'completed COMPLETED'
}

# At its desk a side that moves beside the other has a lease of its own, and ends nobody's.
@test "a side's desk beside the other side's floor ends no lease" {
	bare d
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' >>"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	lock join carol role=judge
	keeps alice "$CORPUS/0-proposition.json"
	cp "$CORPUS/0-opposition.json" "$D/participants/bob/turn.md"
	is "$(jq -c 'select(.yielded)' "$D/events")" ''
	cp "$CORPUS/0-judge.json" "$D/participants/carol/turn.md"
	is "$(status lock_owner) $(jq -r 'select(.yielded) | .participant' "$D/events")" ' alice'
}
