#!/usr/bin/env bats
# Limits that have a key or a name of their own, each with its refusal.
load lib

setup() {
	paths
}

@test "a user has no more files open for writing than limits.handles_per_uid, and others are not held up" {
	configure <<-'EOT'
		[limits]
		handles_per_uid = 4
	EOT
	pass_through
	mounted -o allow_other
	duel
	"$SYS" as 1001 open "$D/lock" w write 'join alice' close
	"$SYS" as 1002 open "$D/lock" w write 'join bob' close
	"$SYS" as 1001 open "$D/lock" w write 'claim alice' close
	opens=()
	for _ in {1..5}; do
		opens+=(open "$D/debate.md" append)
	done
	fails ENOSPC "$SYS" as 1001 "${opens[@]}"
	has "$(newest_refusal)" '[limit.handles]'
	"$SYS" as 1001 "${opens[@]:0:12}"
	"$SYS" as 1002 open "$D/lock" w write 'join bob' close
}

@test "a user has no more bytes staged than limits.staged_bytes_per_uid" {
	configure <<-'EOT'
		[limits]
		staged_bytes_per_uid = 65536
	EOT
	mounted
	duel d 'max_turn_bytes = 65536'
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	{
		head -n 4 "$W/turn.md"
		for _ in {1..500}; do
			printf 'word %.0s' {1..16}
			echo
		done
	} >"$W/long.md"
	[ "$(stat -c %s "$W/long.md")" -gt 33000 ]
	got=$("$SYS" open "$D/debate.md" append write "@$W/long.md" open "$D/debate.md" append write "@$W/long.md") || true
	has "$got" 'open write open write:ENOSPC'
	has "$(cat "$D/last_error")" '[limit.staged]'
	append "$W/turn.md"
	is "$(status turns)" 1
}

@test "a record ends at 4 MiB" {
	mounted
	duel d 'max_turn_bytes = 1048576' 'max_turns = 100'
	join_both
	names=(bob alice)
	for n in {1..5}; do
		name=${names[n % 2]}
		turn "$n" "$name" OPEN_TO_DEBATE >"$W/turn.md"
		python3 - "$W/turn.md" "$n" <<-'PY'
			import sys
			path, n = sys.argv[1], sys.argv[2]
			text = open(path).read()
			line = "".join(f"filler{n} " for _ in range(100)) + "\n\n"
			text = text.replace("**Counterpoints**", line * ((1048000 - len(text.encode())) // len(line)) + "**Counterpoints**", 1)
			open(path, "w").write(text)
		PY
		lock claim "$name" harness="$HARNESS" model="$MODEL"
		[ "$n" -lt 5 ] || break
		append "$W/turn.md"
		lock release "$name"
	done
	refused EFBIG limit.record append "$W/turn.md"
	is "$(status turns)" 4
	turn 5 alice OPEN_TO_DEBATE >"$W/small.md"
	append "$W/small.md"
	is "$(status turns)" 5
}

@test "what can never be valid is refused long before memory is filled" {
	mounted
	duel
	join_both
	lock claim alice
	head -c $((16 * 1024 * 1024)) /dev/zero | tr '\0' 'a' | fold -w 100 >"$W/huge"
	got=$("$SYS" open "$D/debate.md" append pieces 65536 "@$W/huge" close) || true
	[[ $got =~ pieces:E(FBIG|INVAL) ]]
	refused EFBIG limit.turn append "$W/huge"
	got=$("$SYS" open "$D/debate.md" w,trunc pieces 65536 "@$W/huge" close) || true
	[[ $got =~ pieces:E(FBIG|PERM|INVAL) ]]
	got=$("$SYS" open "$D/debate.md" w pwrite 1000000000000 x close) || true
	[[ $got =~ pwrite:E(FBIG|PERM|INVAL) ]]
	got=$("$SYS" open "$D/debate.md" w truncate 1000000000000 close) || true
	[[ $got =~ :E(FBIG|PERM|INVAL) ]]
	is "$(status turns)" 0
	[ "$(awk '/^VmRSS/ { print $2 }' "/proc/$DAEMON/status")" -lt 1000000 ]
}

@test "five hundred open readers do no harm" {
	mounted
	duel
	join_both
	opens=()
	for _ in {1..500}; do
		opens+=(open "$D/status" r)
	done
	"$SYS" "${opens[@]}" >/dev/null
	lock claim alice
}

@test "more records than limits.loaded_bytes are loaded and let go, and stay true" {
	configure <<-'EOT'
		[limits]
		loaded_bytes = 1048576
	EOT
	mounted
	head -c 11000 /dev/zero | tr '\0' ' ' | sed 's/ /word /g' | fold -w 100 >"$W/filler"
	for n in {1..30}; do
		duel "d$n"
		join_both >/dev/null
		turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
		sed -i "/^Caching pays off/r $W/filler" "$W/turn.md"
		sed -i "s/turn1/duel$n/" "$W/turn.md"
		lock claim alice >/dev/null
		append "$W/turn.md" >/dev/null
		sha256sum "$D/debate.md" >>"$W/sums"
	done
	sha256sum --quiet -c "$W/sums"
	remounted
	sha256sum --quiet -c "$W/sums"
}

@test "files that were closed and bytes that were refused count no more" {
	configure <<-'EOT'
		[limits]
		handles_per_uid = 4
		staged_bytes_per_uid = 65536
	EOT
	mounted
	duel
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	{
		head -n 4 "$W/turn.md"
		head -c 5000 /dev/zero | tr '\0' ' ' | sed 's/ /word /g' | fold -w 100
	} >"$W/long.md"
	for _ in {1..20}; do
		steps 'open write close:EINVAL' open "$D/debate.md" append write "@$W/long.md" close
		steps 'open write close' open "$D/lock" w write 'refresh alice' close
	done
	append "$W/turn.md"
}

@test "what a draft holds already counts as staged at each open of it for writing" {
	configure <<-'EOT'
		[limits]
		staged_bytes_per_uid = 65536
	EOT
	mounted
	duel
	"$SYS" open "$D/x.tmp" w,creat truncate 40000 close rename "$D/x.tmp" "$D/debate.md.tmp.1" none
	steps 'open open:ENOSPC' open "$D/debate.md.tmp.1" w open "$D/debate.md.tmp.1" w
	has "$(newest_refusal)" '[limit.staged]'
}
