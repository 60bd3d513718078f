#!/usr/bin/env bats
# Tokens: binding a seat, proving it at every verb and append, and never being shown.
load lib

SECRET=correct-horse-battery

# A turn behind a line that carries a token.
signed() { # TOKEN TURN-FILE
	printf '<!-- token: %s -->\n' "$1"
	cat "$2"
}

joined_with_token() {
	duel
	lock join alice harness="$HARNESS" model="$MODEL" token=$SECRET
	lock join bob harness="$HARNESS" model="$MODEL"
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	signed $SECRET "$W/turn.md" >"$W/signed.md"
}

@test "a token given at join is wanted by every later verb of that seat" {
	joined_with_token
	refused EACCES lease.token lock claim alice
	refused EACCES lease.token lock claim alice token=wrong-horse-battery
	refused EACCES lease.token lock join alice
	lock join alice token=$SECRET
	lock claim alice token=$SECRET
	refused EACCES lease.token lock refresh alice
	refused EACCES lease.token lock release alice
	lock refresh alice token=$SECRET
	lock release alice token=$SECRET
}

@test "the peer's seat wants no token" {
	joined_with_token
	lock claim bob
	lock release bob
}

@test "a seat's token cannot be replaced" {
	joined_with_token
	refused EACCES lease.token lock join alice token=another-horse
	lock claim alice token=$SECRET
}

@test "a first claim may bring the token" {
	duel
	lock join bob
	lock claim alice token=$SECRET
	refused EACCES lease.token lock release alice
	lock release alice token=$SECRET
}

@test "an append wants the token as its first line, which is not recorded" {
	joined_with_token
	lock claim alice token=$SECRET
	refused EACCES lease.token append "$W/turn.md"
	signed wrong-horse-battery "$W/turn.md" >"$W/wrong.md"
	refused EACCES lease.token append "$W/wrong.md"
	append "$W/signed.md"
	is "$(status turns)" 1
	cmp "$W/turn.md" "$D/turns/001-alice.md"
	lacks "$(record)" token
}

@test "a rewrite has it as the first line of the new text" {
	joined_with_token
	lock claim alice token=$SECRET
	cat "$D/debate.md" "$W/turn.md" >"$W/unsigned.md"
	refused EACCES lease.token rewrite "$W/unsigned.md"
	{
		cat "$D/debate.md"
		echo
		cat "$W/signed.md"
	} >"$W/whole.md"
	rewrite "$W/whole.md"
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}

@test "a turn that comes line by line brings it too" {
	joined_with_token
	lock claim alice token=$SECRET
	steps 'open lines close' open "$D/debate.md" append lines "@$W/signed.md" close
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}

@test "line numbers count the token's line: they are those of the submitted text" {
	joined_with_token
	lock claim alice token=$SECRET
	sed -i 's/(non-blocking)/(maybe)/' "$W/signed.md"
	refused EINVAL unresolved.flag append "$W/signed.md"
	has "$(newest_refusal)" "debate.md:$(grep -n '(maybe)' "$W/signed.md" | cut -d: -f1):"
}

@test "a seat without a token that signs all the same is not recorded with the line" {
	duel
	join_both
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	signed $SECRET "$W/turn.md" >"$W/signed.md"
	lock claim alice
	append "$W/signed.md" || true
	lacks "$(record)" $SECRET
}

@test "require_token makes every seat want one" {
	duel d 'require_token = true'
	refused EACCES lease.token lock join alice
	refused EACCES lease.token lock claim alice
	is "$(status participants)" 0
	lock join alice token=$SECRET
	lock join bob token=another-secret
	is "$(status participants)" 2
}

@test "a token outlives a remount" {
	joined_with_token
	remounted
	refused EACCES lease.token lock claim alice
	lock claim alice token=$SECRET
}

@test "a token is shown nowhere: no file of the mount, the store or the log" {
	unmounted
	mounted
	joined_with_token
	lock claim alice token=$SECRET
	fails EINVAL lock refresh alice token=$SECRET colour=red
	fails EINVAL lock "alice token=$SECRET token=$SECRET"
	fails EINVAL lock "dance alice token=$SECRET"
	fails 'E(INVAL|ACCES)' lock "token=$SECRET"
	fails EACCES lock release alice "token=x$SECRET"
	sed 's/^## Turn 1/## Turn 9/' "$W/signed.md" >"$W/bad.md"
	fails EINVAL append "$W/bad.md"
	append "$W/signed.md"
	lock release alice token=$SECRET
	is "$(grep -rFl -- "$SECRET" "$M" || true)" ''
	is "$(grep -F -- "$SECRET" "$LOG" || true)" ''
	unmounted
	is "$(grep -rFl -- "$SECRET" "$STORE" || true)" ''
}

@test "a token that is written into the wrong place is refused there, and shown nowhere" {
	joined_with_token
	lock claim alice token=$SECRET
	refused EINVAL key.unknown lock claim alice "tokn=$SECRET"
	refused EINVAL verb.unknown lock "$SECRET alice"
	refused EACCES lease.token lock claim alice "harness=$SECRET" "token=$SECRET"
	{ echo "<!-- token: $SECRET -->" && cat "$W/signed.md"; } >"$W/twice.md"
	refused EACCES lease.token append "$W/twice.md"
	refused EACCES lease.token "$SYS" open "$D/check" append write "@$W/twice.md" close
	sed "s/Position/$SECRET/" "$W/signed.md" >"$W/inside.md"
	refused EACCES lease.token append "$W/inside.md"
	{ record && cat "$W/twice.md"; } >"$W/whole.md"
	refused EACCES lease.token rewrite "$W/whole.md"
	# nor as a name
	fails EPERM "$SYS" open "$D/$SECRET" w,creat
	fails EINVAL "$SYS" mkdir "$M/C$SECRET"
	fails EPERM "$SYS" symlink status "$M/$SECRET"
	"$SYS" open "$D/draft.tmp" w,creat write x close
	fails EPERM "$SYS" rename "$D/draft.tmp" "$D/$SECRET" none
	append "$W/signed.md"
	is "$(grep -rFl -- "$SECRET" "$M" || true)" ''
	unmounted
	is "$(grep -rFl -- "$SECRET" "$STORE" || true)" ''
}

@test "the token's line may end in CRLF" {
	joined_with_token
	lock claim alice token=$SECRET
	sed 's/$/\r/' "$W/signed.md" >"$W/crlf.md"
	append "$W/crlf.md"
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}
