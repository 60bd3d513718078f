#!/usr/bin/env bats
# A duel whose record or source takes long to read: others are answered meanwhile. The store is held, or whoever reads the source
# (preload/hold.c), so nothing here is a race.
load lib

setup() {
	paths
	HOLD=$W/hold
	mounted
	duel small
	join_both
	{ printf '# A long source\n\n' && yes 'A line of it that is long enough to be read.' | head -c 2000000; } >"$W/long.md"
	duel large "source = \"$W/long.md\""
	join_both
	duel spare "source = \"$W/long.md\""
	unmounted
	held_mounted
	without_as_of "$M/small/status" >"$W/small"
	on "$M/small"
}

teardown() {
	rm -f "$HOLD" "$HOLD.fails" "$HOLD.words"
	[ -z "$DAEMON" ] || unmounted
	quiet
}

held_mounted() {
	LD_PRELOAD=$BUILD/helpers/hold.so HOLD=$HOLD ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0 mounted
}

# From now on whoever reads the store waits.
hold() {
	rm -f "$HOLD.arrived"
	: >"$HOLD"
}

# `begins COMMAND…`: in the background, as $PID, with its words in $W/out and $W/err; and it waits for the store.
begins() {
	"$@" >"$W/out" 2>"$W/err" 3>&- 4>&- &
	PID=$!
	eventually test -e "$HOLD.arrived"
}

still_waits() {
	kill -0 "$PID"
	[ ! -s "$W/out" ]
	[ -e "$HOLD" ]
}

others_are_answered() {
	timeout 60 cat "$M/small/status" | without_as_of | cmp - "$W/small"
	timeout 60 stat -c %s "$M/small/debate.md" "$M/small/participants/alice/turn.md" >"$W/sizes"
	timeout 60 ls -l "$M" "$M/small" >"$W/listed"
	has "$(cat "$W/listed")" large
	timeout 60 cat "$M/status" | grep -q '^duels = 3$'
}

@test "while a duel is read from the store others are answered, and then it is" {
	hold
	begins cat "$M/large/status"
	still_waits
	others_are_answered
	still_waits
	rm "$HOLD"
	wait "$PID"
	has "$(cat "$W/out")" 'participants = 2'
}

@test "whoever comes while a duel is read waits for the same" {
	hold
	begins cat "$M/large/status"
	local pids=() i
	for i in 1 2 3 4; do
		cat "$M/large/debate.md" >"$W/out$i" 3>&- 4>&- &
		pids+=($!)
	done
	others_are_answered
	still_waits
	rm "$HOLD"
	wait "$PID" "${pids[@]}"
	for i in 1 2 3 4; do cmp "$W/out$i" "$M/large/debate.md"; done
}

@test "whoever waits for a duel that is read can be ended" {
	hold
	begins cat "$M/large/status"
	kill -TERM "$PID"
	eventually gone "$PID"
	wait "$PID" || is $? 143
	[ -e "$HOLD" ]
	others_are_answered
	rm "$HOLD"
	has "$(cat "$M/large/status")" 'participants = 2'
}

@test "a duel that cannot be read is told to each who waits, and read anew for whoever comes later" {
	expect_stderr 'large: it cannot be read from the store'
	hold
	begins cat "$M/large/status"
	cat "$M/large/debate.md" >/dev/null 2>"$W/err2" 3>&- 4>&- &
	local other=$!
	others_are_answered
	: >"$HOLD.fails"
	rm "$HOLD"
	no wait "$PID"
	no wait "$other"
	has "$(cat "$W/err")" 'Input/output error'
	has "$(cat "$W/err2")" 'Input/output error'
	others_are_answered
	rm "$HOLD.fails"
	# a server is asked again a moment later
	eventually status_is participants 2 "$M/large/status"
	has "$(cat "$M/large/status")" 'participants = 2'
}

@test "a directory that is removed is read first, and others are answered meanwhile" {
	hold
	begins rmdir "$M/spare"
	# The kernel has the root locked meanwhile, so that it is not listed.
	timeout 60 cat "$M/small/status" | without_as_of | cmp - "$W/small"
	timeout 60 ls -l "$M/small" >"$W/listed"
	still_waits
	rm "$HOLD"
	wait "$PID"
	[ ! -e "$M/spare" ]
}

@test "a daemon that is told to end answers first what was asked of a duel that is read" {
	hold
	begins rmdir "$M/spare"
	local daemon=$DAEMON
	kill -TERM "$daemon"
	eventually detached
	still_waits
	DAEMON=
	rm "$HOLD"
	wait "$PID"
	wait_for_exit "$daemon"
	mounted
	[ ! -e "$M/spare" ]
	[ -e "$M/large" ]
}

detached() {
	! mountpoint -q "$M"
}

@test "a mount that is ended by force lets go of whoever waits for a duel" {
	hold
	begins cat "$M/large/status"
	umount -f "$M" 2>/dev/null || true # busy: but the connection is at its end
	no wait "$PID"
	[ -e "$HOLD" ]
	umount "$M" 2>/dev/null || true
	rm "$HOLD"
	local daemon=$DAEMON
	DAEMON=
	wait_for_exit "$daemon"
	mounted
	has "$(cat "$M/large/status")" 'participants = 2'
}

# --- a source that takes long to read

# From now on whoever reads Markdown with these words in it waits.
hold_words() {
	rm -f "$HOLD.arrived"
	printf '%s' "$1" >"$HOLD.words"
}

words_are_held() {
	kill -0 "$PID"
	[ -e "$HOLD.words" ]
	others_are_answered
	[ -e "$HOLD.words" ]
	kill -0 "$PID"
}

# `sets LINE`: one more line of config.toml, in the background; and it waits for the source.
sets() {
	begins "$SYS" open "$D/config.toml" append write "$1"$'\n' close
}

@test "while a source that is set is read others are answered, and who joins then reads nothing of it" {
	printf '# The held source\n\nA line of it.\n' >"$W/held.md"
	on spare
	hold_words 'The held source'
	sets "source = \"$W/held.md\""
	words_are_held
	# Nothing is changed before it is read.
	has "$(timeout 60 cat "$D/config.toml")" "source = \"$W/long.md\""
	rm "$HOLD.words"
	wait "$PID"
	hold_words 'The held source'
	timeout 60 "$SYS" open "$D/lock" w write $'join alice\n' close
	timeout 60 "$SYS" open "$D/lock" w write $'join bob\n' close
	timeout 60 cat "$D/source.md" | cmp - "$W/held.md"
	has "$(timeout 60 cat "$D/status")" 'participants = 2'
	[ ! -e "$HOLD.arrived" ]
}

@test "while another format reads the source that stays others are answered" {
	printf '# The held source\n\nA line of it.\n' >"$W/held.md"
	on spare
	printf 'format = "dialectic"\nsource = "%s"\n' "$W/held.md" >"$D/config.toml"
	rm "$W/held.md"
	hold_words 'The held source'
	sets 'format = "socratic"'
	words_are_held
	has "$(timeout 60 cat "$D/status")" 'format = "dialectic"'
	rm "$HOLD.words"
	wait "$PID"
	hold_words 'The held source'
	timeout 60 "$SYS" open "$D/lock" w write $'join alice\n' close
	[ ! -e "$HOLD.arrived" ]
}

@test "while the source of a duel that is loaded is read others are answered, and who joins reads nothing of it" {
	hold_words '# A long source'
	begins cat "$M/spare/status"
	words_are_held
	rm "$HOLD.words"
	wait "$PID"
	hold_words '# A long source'
	on spare
	timeout 60 "$SYS" open "$D/lock" w write $'join alice\n' close
	has "$(timeout 60 cat "$D/status")" 'participants = 1'
	[ ! -e "$HOLD.arrived" ]
}
