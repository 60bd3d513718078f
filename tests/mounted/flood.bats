#!/usr/bin/env bats
# A flood of claims and releases ends at limits.events, and the debate goes on to its end, whatever its format.
load lib
load rounds

CORPUS=$BATS_TEST_DIRNAME/../corpus/dialectic/debate

setup() {
	paths
	configure <<-'EOT'
		[limits]
		events = 100
	EOT
	mounted
}

# `flood NAME…`: each claims and releases, again and again, as a loop does that looks at nothing.
flood() {
	local name
	for name; do
		for _ in {1..40}; do
			lock claim "$name" || true
			lock release "$name" || true
		done
	done >>"$W/flood"
	is "$(status lock_owner)" ''
}

# It has so many events at most, every one in its place, and the same ones after a remount; the record is as it was accepted.
bounded_by() {
	local n
	n=$(wc -l <"$D/events")
	[ "$n" -le "$1" ] || give_up "$n events"
	is "$(jq .seq "$D/events")" "$(seq "$n")"
	grep -q ':ENOSPC' "$W/flood"
	cp "$D/events" "$W/events"
	unmounted
	"$DUELFS" verify "$STORE" | grep -Ev '^as of |: ok$' && return 1
	mounted
	cmp "$W/events" "$D/events"
}

@test "socratic" {
	duel
	join_both
	names=(bob alice)
	for n in {1..6}; do
		flood alice bob
		play "$n" "${names[n % 2]}" OPEN_TO_DEBATE
	done
	flood bob alice
	conclude bob MAX_TURNS
	is "$(status state) $(status outcome)" 'completed MAX_TURNS'
	bounded_by 140
}

@test "dialectic, without an end to its exchanges" {
	bare d
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' 'exchanges = 0' >>"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	flood alice bob
	lock join carol role=judge
	for n in {0..4}; do
		for move in alice:proposition bob:opposition carol:judge; do
			flood alice bob carol
			lock claim "${move%:*}"
			append "$CORPUS/$n-${move#*:}.json"
			[ "$n${move%:*}" = 4carol ] || lock release "${move%:*}"
		done
	done
	lock release carol outcome=COMPLETED
	is "$(status state) $(status turns)" 'completed 5'
	bounded_by 180
}

@test "rounds" {
	debate
	seats_taken
	for text in opening challenge defense followup verdict; do
		flood alice bob olga
		debated $text
	done
	is "$(status state) $(status outcome)" 'completed COMPLETED'
	bounded_by 130
}

@test "rounds, and an orchestrator who fails a flooder" {
	debate
	seats_taken
	flood alice
	lock claim alice
	lock fail olga who=alice reason=timeout
	is "$(status state) $(status outcome)" 'aborted ABORTED'
	bounded_by 100
}

@test "a loop that looks at its errors ends there, and says why" {
	duel
	join_both
	for _ in {1..100}; do
		lock claim alice >"$W/flood" || break
		lock release alice
	done
	has "$(cat "$W/flood")" ':ENOSPC'
	has "$(newest_refusal)" '[limit.events]'
	play 1 alice OPEN_TO_DEBATE
	bounded_by 100
}
