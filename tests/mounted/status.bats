#!/usr/bin/env bats
# status and its kin: keys, truth at the moment of opening, the same in TOML and JSON.
load lib

KEYS='duel id format state next_step next_participant topic topic_slug source participants turns max_turns lock_owner lease
lease_expires_at lease_seconds_left retry_after_seconds wait_until candidate_convergence outcome reason warnings created_at updated_at
record_bytes record_sha256'

# Both forms parse, hold the same values, and every key of the page that is not unknown.
alike() {
	python3 - "$D/status" "$D/status.json" "$KEYS" <<-'PY'
		import json, sys, tomllib
		toml = tomllib.load(open(sys.argv[1], "rb"))
		same = json.load(open(sys.argv[2]))
		for clock in [k for k in toml if k.endswith("seconds_left") or k.startswith("retry_after") or k == "as_of"]:
		    assert clock in same
		    del toml[clock], same[clock]
		assert toml == same, {k: (toml.get(k), same.get(k)) for k in toml.keys() | same.keys() if toml.get(k) != same.get(k)}
	PY
}

@test "every key of the page is there, one a line" {
	duel
	for key in $KEYS; do
		is "$key $(grep -cE "^$key *= " "$D/status")" "$key 1"
	done
}

@test "status.json holds the same values as status, in every state" {
	duel
	alike
	lock join alice
	alike
	lock join bob
	alike
	lock claim alice
	alike
	HARNESS=unknown MODEL=unknown-model turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	alike
	lock release alice
	conclusion INVALIDATED >"$W/conclusion.md"
	lock claim bob
	append "$W/conclusion.md"
	alike
	is "$(jq -r .state "$D/status.json")" invalidated
}

@test "states and next steps follow the debate" {
	duel d 'max_turns = 2'
	is "$(status state)" preparing
	lock join alice harness="$HARNESS" model="$MODEL"
	is "$(status state) $(status next_step)" 'waiting_for_participant wait_peer'
	lock join bob harness="$HARNESS" model="$MODEL"
	is "$(status state) $(status next_step)" 'debating claim_lock'
	lock claim alice
	is "$(status next_step) $(status next_participant)" 'compose_turn alice'
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	lock release alice
	is "$(status next_step) $(status next_participant)" 'claim_lock bob'
	play 2 bob OPEN_TO_DEBATE
	is "$(status state) $(status next_step)" 'closing claim_lock'
	lock claim alice
	is "$(status state) $(status next_step)" 'closing update_markdown'
	conclude alice MAX_TURNS
	is "$(status state) $(status next_step) $(status outcome)" 'completed closed MAX_TURNS'
}

@test "each chair's next step is its own" {
	duel
	next() { cat "$D/participants/$1/next"; }
	lock join alice harness="$HARNESS" model="$MODEL"
	has "$(next alice)" wait_peer
	lock join bob harness="$HARNESS" model="$MODEL"
	has "$(next alice)" claim_lock
	has "$(next bob)" claim_lock
	lock claim alice
	has "$(next alice)" compose_turn
	has "$(next bob)" wait_turn
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	lock release alice
	has "$(next alice)" wait_turn
	has "$(next bob)" claim_lock
	play 2 bob OPEN_TO_DEBATE
	conclude alice DISSENT
	has "$(next alice)" closed
	has "$(next bob)" closed
}

@test "a participant's status tells harness and model" {
	duel
	lock join alice harness=claude-code model=opus
	python3 - "$D/participants/alice/status" <<-'PY'
		import sys, tomllib
		status = tomllib.load(open(sys.argv[1], "rb"))
		assert status["harness"] == "claude-code" and status["model"] == "opus", status
	PY
}

@test "unknown values are empty or 0, never a guess" {
	duel
	is "$(status lock_owner)$(status outcome)$(status reason)$(status source)" ''
	is "$(status turns) $(status participants)" '0 0'
	is "$(status lease_expires_at)" ''
}

@test "sizes do not depend on the second" {
	duel d 'lease_seconds = 100'
	join_both
	lock claim alice
	size=$(stat -c %s "$D/status")
	left=$(status lease_seconds_left)
	changed() { [ "$(status lease_seconds_left)" != "$left" ]; }
	eventually changed
	is "$(stat -c %s "$D/status")" "$size"
	wide=$(status lease_seconds_left)
	below_100() { [ "$(status lease_seconds_left | tr -d ' ')" -lt 99 ]; }
	eventually below_100
	is "$(stat -c %s "$D/status") $(wc -c <"$D/status" | tr -d ' ')" "$size $size"
	is "$(stat -c %s "$D/lock")" "$(wc -c <"$D/lock" | tr -d ' ')"
	[ -n "$wide" ]
}

@test "no file's size depends on the second, not where a number of seconds loses a digit either" {
	duel one 'lease_seconds = 1000' 'wait_seconds = 1000'
	join_both
	lock claim alice
	duel two 'wait_seconds = 1000'
	lock join alice
	duel three 'wait_seconds = 1000'
	play_to 1
	sizes() { find "$M" -mindepth 2 -type f -printf '%s %P\n' | sort -k2; }
	sizes >"$W/before"
	later() { [ "$(status lease_seconds_left "$M/one/status" | tr -d ' ')" -lt 998 ]; }
	eventually later
	sizes | diff "$W/before" -
}

@test "status is rendered at open: an open file stays as it was, a new one is true" {
	duel
	exec 5<"$D/status"
	lock join alice
	has "$(cat <&5)" 'state = "preparing"'
	exec 5<&-
	is "$(status state)" waiting_for_participant
}

@test "topic and slug are as configured" {
	bare d
	printf '%s\n' 'topic = "Größe & Ünïcode: a \"plan\""' >>"$D/config.toml"
	is "$(python3 -c 'import sys, tomllib; print(tomllib.load(open(sys.argv[1], "rb"))["topic"])' "$D/status")" 'Größe & Ünïcode: a "plan"'
	is "$(status topic_slug)" große-unicode-a-plan
	alike
}

@test "a topic of which no letter is left is called debate" {
	bare d
	echo 'topic = "？！ 🚀"' >>"$D/config.toml"
	is "$(status topic_slug)" debate
}

@test "a slug keeps the letters and digits of every script" {
	bare d
	echo 'topic = "《学校》应该禁止ＡＩ吗？"' >>"$D/config.toml"
	is "$(status topic_slug)" 学校-应该禁止ai吗
	echo 'topic = "โรงเรียน 2026"' >>"$D/config.toml"
	is "$(status topic_slug)" โรงเรียน-2026
	alike
}

@test "last_error is empty at first, and holds the last 16 refusals, newest first, each under a line of its own" {
	duel
	is "$(cat "$D/last_error")" ''
	for n in {1..10}; do
		fails EINVAL lock "dance$n" alice
		fails EINVAL lock join a/b
	done
	is "$(grep -c '^lock' "$D/last_error")" 16
	has "$(newest_refusal)" '[seat.name]'
	has "$(cat "$D/last_error")" dance3
	lacks "$(cat "$D/last_error")" dance2
	is "$(grep -cE '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z' "$D/last_error")" 16
	grep -qE '^lock(:[0-9]+)?: error: \[seat\.name\] [^ ]' "$D/last_error"
}

@test "an accepted write leaves last_error as it is" {
	duel
	fails EINVAL lock join a/b
	before=$(cat "$D/last_error")
	lock join alice
	is "$(cat "$D/last_error")" "$before"
}

@test "updated_at moves with changes, and created_at does not" {
	duel
	created=$(status created_at)
	[[ $created =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z$ ]]
	join_both
	is "$(status created_at)" "$created"
	[[ $(status updated_at) > $created || $(status updated_at) = "$created" ]]
	remounted
	is "$(status created_at)" "$created"
}

@test "names and values with quotes and backslashes stay whole in every form" {
	bare d
	printf '%s\n' 'topic = "a \\ \"b\" # c"' >>"$D/config.toml"
	lock join "o'Ha\\ra" 'harness=my#harness' 'model=x=y'
	lock join Élodie
	python3 - "$D" <<-'PY'
		import json, os, sys, tomllib
		d = sys.argv[1]
		toml = tomllib.load(open(d + "/status", "rb"))
		assert toml["topic"] == 'a \\ "b" # c' == json.load(open(d + "/status.json"))["topic"], toml["topic"]
		assert tomllib.load(open(d + "/config.toml", "rb"))["topic"] == toml["topic"]
		names = [json.loads(line).get("participant") for line in open(d + "/events")]
		assert names[:2] == ["o'Ha\\ra", "Élodie"], names
		assert sorted(os.listdir(d + "/participants")) == ["o'Ha\\ra", "Élodie"]
		seat = tomllib.load(open(d + "/participants/o'Ha\\ra/status", "rb"))
		assert seat["harness"] == "my#harness" and seat["model"] == "x=y", seat
	PY
	alike
	lock claim Élodie
	HARNESS=unknown MODEL=unknown-model turn 1 Élodie OPEN_TO_DEBATE >"$W/turn.md"
	append "$W/turn.md"
	cmp "$W/turn.md" "$D/turns/001-Élodie.md"
}

@test "no value has more than 4 KiB: a list that is longer says how many more there are" {
	local n long
	long=$(printf 'x%.0s' {1..150})
	duel
	join_both
	turn 1 alice OPEN_TO_DEBATE | while IFS= read -r line; do
		printf '%s\n' "$line"
		[ "$line" = '    - https://example.org/measurement-1' ] || continue
		for n in {1..40}; do printf '    - %s-%s.md: one of many\n' "$long" "$n"; done
	done >"$W/turn.md"
	lock claim alice
	append "$W/turn.md"
	for file in status status.json; do
		has "$(grep warnings "$D/$file")" '[support.file]'
		has "$(grep warnings "$D/$file")" '… and '
	done
	[ "$(status warnings | wc -c)" -le 4096 ]
	[ "$(wc -L <"$D/status")" -le 4110 ]
}
