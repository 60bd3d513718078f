#!/usr/bin/env bats
# Text that nobody decided on: whoever wrote it was ended by a signal, or the mount ended. Nothing of it is recorded, and that is told.
# shellcheck disable=SC2016 # what stands in single quotes is for another shell
load lib

setup() {
	paths
	mounted
	duel
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	head -n 8 "$W/turn.md" >"$W/first.md"
	tail -n +9 "$W/turn.md" >"$W/rest.md"
	cd "$W" || return
	ulimit -S -c 0
}

# Nothing was recorded; the reason says so, with these words, and so does the first release.
dropped() { # WORDS
	eventually grep -qF '[store.stopped]' "$D/last_error"
	has "$(newest_refusal)" "$1"
	has "$(newest_refusal)" 'nothing of it was recorded'
	has "$(cat "$D/last_error")" 'alice debate.md: ECANCELED'
	is "$(status turns)" 0
	is "$(event turn_rejected .rules | tail -n 1)" '["store.stopped"]'
	refused EINVAL store.stopped lock release alice
	has "$(newest_refusal)" "$1"
	append "$W/turn.md"
	eventually status_is turns 1
	lock release alice
}

taken() {
	eventually status_is turns 1
	is "$(event_names | grep -c turn_rejected || true)" 0
}

# --- a writer that is ended by a signal

@test "a whole turn of a writer that a signal ended before it closed is not recorded" {
	local sig failed=''
	for sig in KILL TERM INT HUP PIPE SEGV ABRT ALRM USR1 RTMIN; do
		duel "by-${sig,,}"
		join_both >/dev/null
		lock claim alice >/dev/null
		"$SYS" open "$D/debate.md" append write "@$W/turn.md" die "$(kill -l "$sig")" 2>/dev/null || true
		holds "$sig" dropped "signal $(kill -l "$sig") "
	done
	[ -z "$failed" ]
}

@test "one that leaves a core behind is ended by its signal as well" {
	ulimit -S -c unlimited
	"$SYS" open "$D/debate.md" append write "@$W/turn.md" die 11 2>/dev/null || true
	dropped 'signal 11 '
}

@test "half a turn is told as cut short, not as incomplete" {
	"$SYS" open "$D/debate.md" append write "@$W/first.md" die 9 || true
	dropped 'signal 9 '
	is "$(grep -c 'section.missing' "$D/last_error" || true)" 0
}

@test "a writer that exits without closing has closed, whatever its status" {
	"$SYS" open "$D/debate.md" append write "@$W/turn.md"
	taken
	duel two
	join_both
	lock claim alice
	no "$SYS" open "$D/debate.md" append write "@$W/turn.md" unlink "$W/none"
	taken
}

@test "a writer whose name looks like a line of /proc is told apart all the same" {
	cp "$SYS" "$W/a) R 1 1 (b"
	"$W/a) R 1 1 (b" open "$D/debate.md" append write "@$W/turn.md" die 15 || true
	dropped 'signal 15 '
}

@test "Ctrl-C in the middle of a cat" {
	mkfifo "$W/fifo"
	env --default-signal=INT bash -c 'exec cat "$1" >>"$0"' "$D/debate.md" "$W/fifo" 3>&- &
	writer=$!
	exec 9>"$W/fifo"
	cat "$W/turn.md" >&9
	lock_says() { fails EBUSY lock release alice; }
	eventually lock_says
	kill -INT $writer
	wait $writer || true
	exec 9>&-
	dropped 'signal 2 '
}

@test "a rewrite is cut short like an append" {
	{
		record
		echo
		cat "$W/turn.md"
	} >"$W/all.md"
	"$SYS" open "$D/debate.md" w,trunc pieces 512 "@$W/all.md" die 9 || true
	dropped 'signal 9 '
	is "$(record | head -n 1)" "$(head -n 1 "$W/all.md")"
}

@test "fsync has decided what came before it" {
	"$SYS" open "$D/debate.md" append write "@$W/turn.md" fsync die 9 || true
	taken
}

@test "a text that was refused already is not refused twice" {
	"$SYS" open "$D/debate.md" append write "@$W/first.md" dup die 9 || true
	"$SYS" open "$D/debate.md" append write '## Turn 7 — alice (claude-code / opus) — AGREE
' die 9 || true
	eventually grep -qF '[turn.number]' "$D/last_error"
	eventually are_told 2 turn_rejected
	is "$(grep -c 'store.stopped' "$D/last_error" || true)" 0
}

# --- an open file that several processes have

@test "the opener closed, and a child that wrote on was killed" {
	bash -c 'exec 5>>"$0"; "$1" until "$2" fd 5 write "@$3" die 9 & exit' "$D/debate.md" "$SYS" "$W/go" "$W/turn.md" 3>&-
	is "$(status turns)" 0
	touch "$W/go"
	dropped 'signal 9 '
}

@test "a child that wrote was killed while the opener has the file: its close says so, and so does what is written behind it" {
	steps 'open write [write] close:ECANCELED' open "$D/debate.md" append write "@$W/first.md" child write "@$W/rest.md" die 9 end close
	dropped 'signal 9 '
	duel two
	join_both
	lock claim alice
	steps 'open [write] write:ECANCELED fsync:ECANCELED close:ECANCELED' \
		open "$D/debate.md" append child write "@$W/first.md" die 15 end write "@$W/rest.md" fsync close
	dropped 'signal 15 '
}

@test "a command under timeout that is stopped" {
	timeout --foreground 20 bash -c '"$0" fd 5 write "@$1" die 9 5>&1 >&2' "$SYS" "$W/turn.md" >>"$D/debate.md" || true
	dropped 'signal 9 '
}

@test "a child that wrote nothing may be killed" {
	steps 'open write [] close' open "$D/debate.md" append write "@$W/turn.md" child die 9 end close
	taken
}

@test "the opener was killed, and a child that has the file writes on: it is told" {
	"$SYS" open "$D/debate.md" append write "@$W/first.md" touch "$W/open" until "$W/never" 3>&- &
	opener=$!
	eventually test -e "$W/open"
	kill -KILL $opener
	wait $opener || true
	dropped 'signal 9 '
	duel two
	join_both
	lock claim alice
	bash -c 'exec 5>>"$0"; cat "$1" >&5; "$2" until "$3/go" fd 5 write "@$4" close >"$3/got" & kill -KILL $$' \
		"$D/debate.md" "$W/first.md" "$SYS" "$W" "$W/rest.md" 3>&- || true
	eventually grep -qF 'signal 9 ' "$D/last_error"
	touch "$W/go"
	eventually grep -q close "$W/got"
	is "$(cat "$W/got")" 'write:ECANCELED close:ECANCELED'
	dropped 'signal 9 '
}

@test "the opener was killed before anything was written: what a child writes and closes is its own" {
	bash -c 'exec 5>>"$0"; "$1" until "$2/go" fd 5 write "@$3" close >"$2/got" & kill -KILL $$' "$D/debate.md" "$SYS" "$W" "$W/turn.md" 3>&- || true
	touch "$W/go"
	taken
}

# --- other files

@test "the rules stay as they were where whoever wrote them was killed" {
	bare three
	"$SYS" open "$D/config.toml" append write $'max_turns = 4\n' die 9 || true
	eventually grep -qF '[store.stopped]' "$D/last_error"
	has "$(newest_refusal)" 'signal 9 '
	is "$(status max_turns)" 6
	printf 'max_turns = 4\n' >>"$D/config.toml"
	is "$(status max_turns)" 4
}

@test "a rehearsal that was cut short has no verdict" {
	"$SYS" open "$D/participants/alice/check" append pieces 512 "@$W/turn.md" die 9 || true
	eventually grep -qF '[store.stopped]' "$D/last_error"
	is "$(cat "$D/participants/alice/check")" ''
	is "$(event_names | grep -c turn_rejected || true)" 0
	"$SYS" open "$D/participants/alice/check" append pieces 512 "@$W/turn.md" close
	has "$(cat "$D/participants/alice/check")" 'check: ok'
}

# --- the end of the mount

# A writer that has written FILE and goes on; `left`: it is sent away.
writes() { # FILE
	rm -f "$W/written"
	"$SYS" open "$D/debate.md" append write "@$1" touch "$W/written" until "$W/never" close >/dev/null 2>&1 3>&- &
	writer=$!
	eventually test -e "$W/written"
}

left() {
	kill -KILL $writer 2>/dev/null || true
	wait $writer || true
}

ended() {
	wait_for_exit "$DAEMON"
	DAEMON=
}

by_term() {
	kill -TERM "$DAEMON"
	ended
	left
}

by_int() {
	kill -INT "$DAEMON"
	ended
	left
}

by_lazy_umount_and_term() {
	umount -l "$M"
	kill -TERM "$DAEMON"
	ended
	left
}

by_lazy_umount() {
	umount -l "$M"
	left
	ended
}

by_fusermount() {
	fusermount3 -u -z "$M"
	left
	ended
}

by_abort() {
	umount -f "$M" 2>/dev/null || true
	left
	ended
	umount -l "$M" 2>/dev/null || true
}

@test "no end of the mount decides on what is staged: it is dropped, and told after the next mount" {
	local end failed='' text
	for end in by_term by_int by_lazy_umount_and_term by_lazy_umount by_fusermount by_abort; do
		for text in turn first; do
			duel "${end//_/-}-$text"
			join_both >/dev/null
			lock claim alice >/dev/null
			writes "$W/$text.md"
			$end
			mounted
			case $end in
			by_lazy_umount | by_fusermount) words='signal 9 ' ;;
			*) words='the mount ended' ;;
			esac
			holds "$end $text" dropped "$words"
		done
	done
	[ -z "$failed" ]
}

@test "several open files of several duels are each told of" {
	writes "$W/first.md"
	first=$writer
	writes "$W/turn.md"
	duel two
	join_both
	lock claim alice
	writes "$W/turn.md"
	unmounted
	kill -KILL $first
	left
	mounted
	dropped 'the mount ended'
	on d
	dropped 'the mount ended'
}

@test "what is dropped twice in the same words is told of twice, each under its lease" {
	local lease
	for lease in 1 2; do
		is "$(status lease)" $lease
		writes "$W/first.md"
		remounted
		left
		refused EINVAL store.stopped lock release alice
		lock release alice
		lock claim alice
	done
	eventually are_told 2 turn_rejected
}

@test "what was decided before the end stays decided, and nothing is told" {
	"$SYS" open "$D/debate.md" append write "@$W/turn.md" fsync touch "$W/written" until "$W/never" >/dev/null 2>&1 3>&- &
	writer=$!
	eventually test -e "$W/written"
	remounted
	left
	taken
	lock release alice
}

@test "what would change nothing is no refusal" {
	append "$W/turn.md"
	record >"$W/record.md"
	lock refresh alice
	"$SYS" open "$D/debate.md" w,trunc write "@$W/record.md" touch "$W/written" until "$W/never" >/dev/null 2>&1 3>&- &
	writer=$!
	eventually test -e "$W/written"
	remounted
	left
	is "$(event_names | grep -c turn_rejected || true)" 0
	lock release alice
}

@test "rules that were staged at the end of the mount are as they were" {
	bare three
	"$SYS" open "$D/config.toml" append write $'max_turns = 4\n' touch "$W/written" until "$W/never" >/dev/null 2>&1 3>&- &
	writer=$!
	eventually test -e "$W/written"
	remounted
	left
	is "$(status max_turns)" 6
}
