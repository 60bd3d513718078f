#!/usr/bin/env bats
# Credentials: none comes into a record, into events or into what is told of it.
load lib

setup() {
	paths
}

GITHUB=ghp_16C7e42F292c6912E7710c838347Ae178B4a
URL=postgres://admin:s3cr3t-pw@db.internal/prices

# A first turn with a line more.
turn_with() { # LINE
	turn 1 alice OPEN_TO_DEBATE | awk -v line="$1" '{ print } /^\*\*Position\*\*/ { print line }'
}

# Nothing that anybody can read has these words.
nowhere() { # WORDS
	! find "$M" -type f -exec timeout 60 grep -lF -- "$1" {} + || return 1
	timeout 60 cat "$D/prompt.md" "$D/events" "$D/last_error" "$D/check" "$D/lock" "$M/last_error" >"$W/all"
	! grep -F -- "$1" "$W/all" "$LOG"
}

both_here() {
	mounted
	duel d "$@"
	join_both
	lock claim alice
}

@test "a turn with a credential is refused by its kind and line, rehearsed, appended or rewritten, and nothing quotes it" {
	both_here
	turn_with "The job uses $GITHUB and it works." >"$W/turn.md"
	refused EINVAL text.secret append "$W/turn.md"
	has "$(newest_refusal)" ': error: [text.secret] this line holds what looks like a credential (github-personal)'
	has "$(newest_refusal)" 'write <github-personal> in its place'
	is "$(newest_refusal | grep -c 'error:')" 1
	fails EINVAL "$SYS" open "$D/check" w write "@$W/turn.md" close
	has "$(cat "$D/check")" '[text.secret]'
	printf '\n\n## Turn 7 — %s\n' "$GITHUB" >>"$W/turn.md"
	fails EINVAL append "$W/turn.md"
	nowhere "$GITHUB"
	nowhere 16C7e42F
	is "$(status turns)" 0
	turn_with "The job uses <github-personal> and it works." >"$W/turn.md"
	append "$W/turn.md"
	is "$(status turns)" 1
}

@test "a value of lock or config.toml with one is refused, and nothing of the line is done" {
	mounted
	bare d
	fails EINVAL "$SYS" open "$D/config.toml" append write "topic = \"Is $URL right\""$'\n' close
	has "$(newest_refusal)" 'config.toml:1: error: [text.secret]'
	fails EINVAL "$SYS" open "$D/config.toml" append write "bogus = \"$URL\""$'\n' close
	has "$(newest_refusal)" '[text.secret]'
	join_both
	lock claim alice
	refused EINVAL text.secret lock release alice outcome=INVALIDATED "reason=\"$URL is down\""
	refused EINVAL text.secret lock claim "$GITHUB"
	is "$(status lock_owner)" alice
	nowhere s3cr3t
	nowhere "$GITHUB"
	lock release alice
}

@test "secrets = warn takes it with a warning in check and in status, allow without" {
	both_here 'secrets = "warn"'
	turn_with "The job uses $URL and it works." >"$W/turn.md"
	"$SYS" open "$D/check" w write "@$W/turn.md" close
	has "$(cat "$D/check")" ': warning: [text.secret] this line holds what looks like a credential (url-password)'
	append "$W/turn.md"
	has "$(status warnings)" '[text.secret]'
	duel e 'secrets = "allow"'
	lock join alice harness="$HARNESS" model="$MODEL"
	lock join bob harness="$HARNESS" model="$MODEL"
	lock claim alice
	append "$W/turn.md"
	is "$(status warnings)" '[]'
}

@test "what stands in the duel's source may be said" {
	mounted
	printf '# Plan\n\nThe job reads %s at night.\n' "$URL" >"$W/plan.md"
	bare d
	printf 'source = "%s"\ntopic = "Caching of results"\n' "$W/plan.md" >>"$D/config.toml"
	join_both
	lock claim alice
	turn_with "The job uses $URL and it works." >"$W/turn.md"
	append "$W/turn.md"
	is "$(status turns)" 1
}

@test "duelfs check knows them" {
	turn_with "The job uses $URL and it works." >"$W/turn.md"
	run "$DUELFS" check "$W/turn.md"
	is "$status" 1
	has "$output" ': error: [text.secret]'
	[[ $output != *s3cr3t* ]]
}
