#!/usr/bin/env bats
# The format dialectic: nobody reads what one side wrote until the other side's is in. Each seat is a user of its own here, the daemon
# traces everything it can, and every file is searched as each of them, and as others.
# shellcheck disable=SC2016 # what stands in single quotes is for another shell, or a fence
load lib

CORPUS=$BATS_TEST_DIRNAME/../corpus/dialectic/debate
USERS=(0 1001 1002 1003 1004)

setup() {
	paths
	pass_through
}

# `debate [CONFIG LINE…]`: alice is 1001, bob 1002, carol 1003; 1004 has no seat.
debate() {
	bare free-buses
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' "$@" >>"$D/config.toml"
	as 1001 join alice role=proposition
	as 1002 join bob role=opposition
	as 1003 join carol role=judge
	IDS_AT_FIRST=$(ids_in "$(everything_seen_by "${USERS[@]}" 2>/dev/null)")
}

as() { # UID WORDS…
	"$SYS" as "$1" open "$D/lock" w write "${*:2}"$'\n' close
}

# `sends UID FILE [NAME]`: appended.
sends() {
	"$SYS" as "$1" open "$D/${3:-debate.md}" append write "@$2" close
}

# An opening of words that nothing else says, with warnings: titles that are too long, and a key that is not known.
secret_opening() {
	jq -n '[range(3) | {title: "Zwirbel zwirbel zwirbel zwirbel zwirbel zwirbel zwirbel zwirbel", claim: "Zwirbel \(.) \(.)1 \(.)2 \(.)3.",
		grounds: [{source: "Zwirbel", content: "zwirbel stands in a book", relevance: "zwirbel bears it"}], warrant: "Zwirbel is believed", zwirbel: "zwirbel"}]'
}

# Everything that a user can see in the mount: names, attributes, texts, each line behind its file's path.
all_that_is_seen_by() { # UID
	user "$1" find "$M" -printf '%P %s %l\n'
	user "$1" find "$M" -type f -print -exec timeout 60 grep -aH '' {} +
	user "$1" timeout 60 cat "$D/lock"
}

everything_seen_by() { # UID…
	local uid
	for uid in "$@"; do
		echo "--- $uid"
		all_that_is_seen_by "$uid"
	done
	cat "$LOG"
}

# The lines with an id of the opposition's arguments, once each.
ids_in() { # TEXT
	grep -a opp_000 <<<"$1" | sort -u
}

# No word of the sealed text in any file, for anybody, or for these users. Which ids there will be is known, and the judge's blank has
# them from the beginning: there is no line with one that was not there before anything was handed in.
stays_sealed() { # [UID…]
	local shown
	[ $# -gt 0 ] || set -- "${USERS[@]}"
	shown=$(everything_seen_by "$@" 2>/dev/null)
	has "$shown" opposition_in
	is "$(grep -ai -m 3 zwirbel <<<"$shown")" ''
	is "$(comm -23 <(ids_in "$shown") <(echo "$IDS_AT_FIRST") | head -n 3)" ''
}

# What bob tries in vain before he hands in, each a file in $W/vain, named for what refuses it.
vain_texts() {
	local secret
	mkdir "$W/vain"
	secret=$(secret_opening)
	printf 'Zwirbel zwirbel\n' >"$W/vain/handin.json"
	printf '%s trailing zwirbel\n' "$secret" >"$W/vain/handin.json-2"
	head -c 300 <<<"$secret" >"$W/vain/handin.json-3"
	printf '```zwirbel\n%s\n```\n' "$secret" >"$W/vain/handin.json-4"
	printf '[{"zwirbel": NaN}]\n' >"$W/vain/handin.json-5"
	printf '{"zwirbel": "\\ud800"}\n' >"$W/vain/handin.json-6"
	printf '{"zwirbel": "zwirbel", "zwirbel": 2}\n' >"$W/vain/handin.twice"
	jq '.[1].claim = "zwirbel\u0007"' <<<"$secret" >"$W/vain/text.control"
	printf '["zwirbel \a zwirbel"]\n' >"$W/vain/text.control-2"
	printf '["zwirbel \377 zwirbel"]\n' >"$W/vain/text.utf8"
	printf '{"zwirbel": %s"zwirbel"%s}\n' "$(printf '[%.0s' {1..40})" "$(printf ']%.0s' {1..40})" >"$W/vain/limit.nesting"
	jq '.[0].title = ("zwirbel " * 9000)' <<<"$secret" >"$W/vain/text.size"
	jq '.[2] |= del(.claim)' <<<"$secret" >"$W/vain/handin.missing"
	jq '.[2].claim = ["zwirbel"]' <<<"$secret" >"$W/vain/handin.type"
	jq '.[2].zwirbel = " " | .[2].claim = " "' <<<"$secret" >"$W/vain/handin.blank"
	jq '.[0]' <<<"$secret" >"$W/vain/handin.count"
	jq '.[0].attacks = [{target_id: "zwirbel", attack_type: "zwirbel", content: "zwirbel"}]' <<<"$secret" >"$W/vain/attack.count"
	printf '{"scores": [{"argument_id": "zwirbel", "score": 9, "reasoning": "zwirbel"}]}\n' >"$W/vain/seat.role"
}

@test "nothing that is sealed, was refused or was rehearsed stands in any file of any user, or in the log" {
	local file rule before
	mounted -o allow_other
	debate
	secret_opening >"$W/secret.json"
	vain_texts
	before=$(status record_sha256)
	as 1002 claim bob
	for file in "$W"/vain/*; do
		rule=${file##*/}
		"$SYS" as 1002 open "$D/participants/bob/check" w write "@$file" close >"$W/said" && give_up "$rule: check took it"
		refused "E[A-Z]*" "${rule%-*}" "$SYS" as 1002 open "$D/debate.md" append write "@$file" close
	done
	# Two by other doors: a rewrite that would change history, and a file renamed over the record.
	refused EPERM history.changed "$SYS" as 1002 open "$D/debate.md" w,trunc write "@$W/secret.json" close
	no user 1002 cp "$W/secret.json" "$D/debate.md.tmp.1" 2>/dev/null
	user 1002 cp "$W/secret.json" "$D/debate.md.new"
	no user 1002 mv "$D/debate.md.new" "$D/debate.md" 2>/dev/null
	no user 1002 sh -c 'cp "$1" "$2/draft.json"' _ "$W/secret.json" "$D" 2>/dev/null
	"$SYS" as 1002 open "$D/participants/bob/check" w write "@$W/secret.json" close
	# A scratch file is read by the open file that made it alone.
	stays_sealed
	user 1002 sh -c 'rm "$1"/debate.md.new' _ "$D"
	sends 1002 "$W/secret.json"
	is "$(status opposition_in) $(status proposition_in)" 'true false'
	is "$(status warnings)" '[]'
	is "$(status record_sha256)" "$before"
	stays_sealed
	# Its lease ended with its text, and nothing that is refused says what is there.
	fails EACCES sends 1002 "$W/secret.json"
	as 1002 release bob force=yes
	"$SYS" as 1001 open "$D/participants/alice/check" w write "@$W/secret.json" close
	fails EBUSY "$SYS" as 1003 open "$D/participants/carol/check" w write "@$W/secret.json" close
	fails EACCES sends 1004 "$W/secret.json"
	as 1001 claim alice
	fails EINVAL sends 1001 "$W/vain/handin.blank"
	fails EACCES sends 1001 "$W/vain/seat.role"
	stays_sealed
	no "$SYS" open "$D/arguments/opp_000a.md" r
	sends 1001 "$CORPUS/0-proposition.json"
	has "$(status warnings)" '[words.title] [0].title'
	has "$(status warnings)" '[handin.unknown] [2]'
	has "$(cat "$D/last_error")" 'debate.md:[0].title: warning: [words.title]'
	for rule in "${USERS[@]}"; do
		has "$(all_that_is_seen_by "$rule" 2>/dev/null)" 'Zwirbel'
	done
}

@test "once a debate is invalidated, every user can read what was sealed" {
	local uid
	mounted -o allow_other
	debate
	secret_opening >"$W/secret.json"
	as 1002 claim bob
	sends 1002 "$W/secret.json"
	refused EACCES seat.role as 1002 release bob outcome=COMPLETED
	as 1002 release bob
	as 1001 claim alice
	stays_sealed
	# Whoever has the floor may say that it cannot go on, also about what the other side has sealed.
	refused EINVAL value.bad as 1001 release alice outcome=INVALIDATED
	stays_sealed
	as 1001 release alice outcome=INVALIDATED 'reason="it cannot go on"'
	for uid in "${USERS[@]}"; do
		has "$(user "$uid" cat "$D/arguments/opp_000b.md")" Zwirbel
		has "$(user "$uid" cat "$D/argument-graph.mmd")" Zwirbel
		has "$(user "$uid" cat "$D/debate.md")" '> Invalidated by alice: it cannot go on (revealed: opp_000a, opp_000b, opp_000c), '
	done
	has "$(event arguments_shown .arguments)" opp_000c
}

@test "nobody ends a debate through a program of root's, and sees what was sealed" {
	mounted -o allow_other
	cp "$SYS" "$W/roots"
	chmod u+s "$W/roots"
	debate
	secret_opening >"$W/secret.json"
	as 1002 claim bob
	sends 1002 "$W/secret.json"
	as 1002 release bob
	as 1001 claim alice
	# Neither a side, nor a judge, nor a stranger, by what su says of whoever calls it, or by a program that says just this.
	for uid in 1002 1003 1004; do
		user "$uid" bash -c 'exec -a "release alice outcome=INVALIDATED reason=x" su -c true no-such-user 2>"$0/lock"' "$D" || true
		refused EACCES seat.uid user "$uid" bash -c '"$1" fd 3 write "release alice outcome=INVALIDATED reason=x" 3>"$0/lock"' "$D" "$W/roots"
		no user "$uid" bash -c '"$1" fd 3 write "@$2" 3>>"$0/debate.md"' "$D" "$W/roots" "$CORPUS/0-proposition.json" 2>/dev/null
	done
	is "$(status lock_owner) $(status proposition_in)" 'alice false'
	stays_sealed
	has "$(newest_refusal)" '[lease.none]'
}

@test "unsealed, every user can read a hand-in at once" {
	local uid
	mounted -o allow_other
	debate 'sealed = false'
	secret_opening >"$W/secret.json"
	as 1002 claim bob
	sends 1002 "$W/secret.json"
	for uid in "${USERS[@]}"; do
		has "$(user "$uid" cat "$D/arguments/opp_000b.md")" Zwirbel
	done
	has "$(cat "$D/argument-graph.svg")" opp_000a
}
