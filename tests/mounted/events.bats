#!/usr/bin/env bats
# events: one JSON object a line, in order, without a gap.
load lib

# seq counts from 1 without a gap, and every line is an object with the common keys.
well_formed() {
	python3 - "$D/events" <<-'PY'
		import json, re, sys
		for number, line in enumerate(open(sys.argv[1]), 1):
		    assert line.endswith("\n")
		    event = json.loads(line)
		    assert event["seq"] == number, (number, line)
		    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", event["time"]), line
		    for key in "step", "unit", "event":
		        assert isinstance(event[key], str) and (event[key] or key == "unit"), line
	PY
}

@test "a new duel has no events beyond its making, and they are well formed" {
	duel
	well_formed
	lacks "$(cat "$D/events")" participant_registered
}

@test "a debate is told by name, in order, without a gap" {
	duel
	play_to 2
	conclude alice DISSENT
	well_formed
	is "$(event_names | head -n 10 | tr '\n' ' ')" "$(tr '\n' ' ' <<-'EOT'
		participant_registered
		participant_registered
		lock_acquired
		artifact_registered
		artifact_updated
		lock_released
		lock_acquired
		artifact_updated
		lock_released
		lock_acquired
	EOT
	)"
	is "$(event_names | tail -n +11 | sort | tr '\n' ' ')" 'artifact_updated completed lock_released '
	is "$(event_names | tail -n 1)" completed
}

@test "the step is the state in which it happened" {
	duel
	join_both
	is "$(event participant_registered .step | tr '\n' ' ')" '"waiting_for_participant" "debating" '
}

@test "participants are told with name, harness and model" {
	duel
	lock join alice harness=claude-code model=opus
	text=$(event participant_registered)
	for word in alice claude-code opus; do
		has "$text" "$word"
	done
}

@test "a claim that has to wait is one event a wait" {
	duel
	fails EBUSY lock claim alice
	fails EBUSY lock claim alice
	fails EBUSY lock claim alice
	is "$(event participant_waiting | wc -l)" 1
	well_formed
	lock join bob
	lock claim alice
	lock release alice
	lock claim bob
	fails EBUSY lock claim alice
	fails EBUSY lock claim alice
	is "$(event participant_waiting | wc -l)" 2
}

@test "a refused turn is told with its rules and errno" {
	duel
	join_both
	lock claim alice
	turn 2 alice OPEN_TO_DEBATE >"$W/turn.md"
	fails EINVAL append "$W/turn.md"
	text=$(event turn_rejected)
	has "$text" turn.number
	has "$text" EINVAL
	well_formed
}

@test "equal refusals in a row are counted, not repeated" {
	duel
	join_both
	lock claim alice
	turn 2 alice OPEN_TO_DEBATE >"$W/turn.md"
	for _ in {1..20}; do
		fails EINVAL append "$W/turn.md"
	done
	[ "$(event turn_rejected | wc -l)" -le 3 ]
	well_formed
}

@test "an accepted turn tells convergence, and a conclusion its outcome" {
	duel
	play_to 2
	has "$(event artifact_updated)" candidate_convergence
	conclude alice DISSENT
	is "$(event artifact_updated .terminal_outcome | tail -n 1)" '"DISSENT"'
	is "$(event artifact_registered | wc -l)" 1
	is "$(event completed | wc -l)" 1
}

@test "claims, refreshes, releases and expiries are told" {
	duel d 'lease_seconds = 1'
	join_both
	lock claim alice
	lock refresh alice
	lock release alice
	lock claim alice
	expired() { [ "$(event lock_expired | wc -l)" = 1 ]; }
	eventually expired
	is "$(event_names | grep lock_ | tr '\n' ' ')" 'lock_acquired lock_refreshed lock_released lock_acquired lock_expired '
	well_formed
}

@test "what was told is told the same after a remount, and seq goes on" {
	duel
	play_to 1
	cat "$D/events" >"$W/before"
	remounted
	head -c "$(stat -c %s "$W/before")" "$D/events" | cmp - "$W/before"
	play 2 bob OPEN_TO_DEBATE
	well_formed
}

@test "the events only grow, and a plain reader gets the end" {
	duel
	join_both
	timeout 60 cat "$D/events" >"$W/before"
	lock claim alice
	timeout 60 cat "$D/events" >"$W/after"
	head -c "$(stat -c %s "$W/before")" "$W/after" | cmp - "$W/before"
	[ "$(wc -l <"$W/after")" -gt "$(wc -l <"$W/before")" ]
}

@test "tail -f follows them" {
	duel
	timeout 30 tail -n +1 -f "$D/events" >"$W/followed" 3>&- &
	follower=$!
	lock join alice
	eventually grep -q participant_registered "$W/followed"
	kill "$follower"
}

@test "a flood of events ends at limits.events, and the turns that were taken stay" {
	unmounted
	configure <<-'EOT'
		[limits]
		events = 100
	EOT
	mounted
	duel
	play_to 1
	lock claim bob
	got=
	for _ in {1..120}; do
		got=$(lock refresh bob) || break
	done
	has "$got" :ENOSPC
	has "$(newest_refusal)" '[limit.events]'
	well_formed
	[ "$(wc -l <"$D/events")" -le 110 ]
	remounted
	is "$(status turns)" 1
	well_formed
}
