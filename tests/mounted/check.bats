#!/usr/bin/env bats
# participants/NAME/check: a draft in pieces and at once, a verdict that is read once, and what is refused unread. See chair-check.bats.
load lib

ALICE=1001
BOB=1002

setup() {
	paths
	pass_through
	mounted -o allow_other
	duel
	by $ALICE lock join alice harness="$HARNESS" model="$MODEL"
	by $BOB lock join bob harness="$HARNESS" model="$MODEL"
	turn 1 alice OPEN_TO_DEBATE >"$W/alice.md"
	grep -v 'Agreements' "$W/alice.md" >"$W/bad.md"
	chmod a+rwx "$W"
	chmod a+r "$W"/*.md
	C=$D/participants/alice/check
}

# A shell of this user's, in alice's directory, that stops at the first failure.
by() { # UID FUNCTION|COMMAND…
	local uid=$1
	shift
	if [ "$1" = lock ]; then
		shift
		# shellcheck disable=SC2016 # that shell's own words
		setpriv --reuid "$uid" --regid "$uid" --clear-groups bash -c 'echo "$1" >"$2"' - "$*" "$D/lock"
	else
		(cd "$D/participants/alice" && setpriv --reuid "$uid" --regid "$uid" --clear-groups bash -c "$@")
	fi
}

said_ok() {
	echo "check: ok (turn 1 of alice, $(stat -c %s "$W/alice.md") bytes; the floor is free)"
}

@test "a shell's builtin is told of a text that nothing can mend" {
	no by $ALICE 'echo hello > check' 2>/dev/null
	no by $ALICE 'echo hello >> check' 2>/dev/null
}

# What a shell's builtin writes comes in two pieces: all but the last line, and that.
@test "a draft that a builtin echoes or prints is judged as a whole, not by its first piece" {
	local print
	printf "x=\$(cat '%s')\n" "$W/alice.md" >"$W/text.sh"
	# shellcheck disable=SC2016 # another shell's own words
	for print in 'echo "$x" >check' 'printf "%s\n" "$x" >check' '{ printf %s "$x"; date >/dev/null; echo; } >check'; do
		is "$(by $ALICE ". $W/text.sh; $print && cat check")" "$(said_ok)"
	done
	sed '/Unresolved Items/,$d' "$W/alice.md" >"$W/short.md"
	by $ALICE "x=\$(cat $W/short.md); echo \"\$x\" > check" || true # a builtin does not look at what close says
	has "$(by $ALICE 'cat check')" '[section.missing] the section Unresolved Items is missing'
}

@test "a flush that refuses the first piece of a draft refuses no later one, and the next flush says anew" {
	head -n 8 "$W/alice.md" >"$W/first.md"
	tail -n +9 "$W/alice.md" >"$W/rest.md"
	chmod a+r "$W"/*.md
	steps 'open dup write dup:EINVAL write close' as $ALICE open "$C" w,trunc dup write "@$W/first.md" dup write "@$W/rest.md" close
	is "$(by $ALICE 'cat check')" "$(said_ok)"
	steps 'open [close] write fsync:EINVAL write fsync close' as $ALICE open "$C" w,trunc child close end write "@$W/first.md" fsync \
		write "@$W/rest.md" fsync close
	is "$(by $ALICE 'cat check')" "$(said_ok)"
	steps 'open write [close] dup:EINVAL write close' as $ALICE open "$C" append write "@$W/first.md" child close end dup \
		write "@$W/rest.md" close
	is "$(by $ALICE 'cat check')" "$(said_ok)"
}

@test "an open file reads its own verdict, once, wherever it stands" {
	is "$(by $ALICE "exec 3<>check; cat $W/alice.md >&3; cat <&3; echo --; cat <&3")" "$(said_ok)"$'\n--'
	by $ALICE "cat $W/alice.md > check"
	is "$(by $ALICE "exec 3<>check; cat $W/bad.md >&3 2>/dev/null; cat <&3; cat check" 2>/dev/null | grep -c 'check: EINVAL')" 2
}

@test "check has one inode number for everybody, before a rehearsal and after, in listings, while it is open, and after a remount" {
	local inode who
	inode=$(stat -c %i "$C")
	[ "$inode" -gt 0 ]
	is "$(find "$M" -inum "$inode")" "$C"
	"$SYS" as $ALICE open "$C" rw inode "$W/before" write "@$W/alice.md" fsync inode "$W/after"
	no by $ALICE "cat $W/bad.md > check" 2>/dev/null
	is "$(cat "$W/before" "$W/after")" "$(printf '%s\n%s' "$inode" "$inode")"
	for who in $ALICE $BOB 0 1003; do
		is "$who $(by "$who" 'stat -c %i check; find . -maxdepth 1 -name check -printf %i')" "$(printf '%s\n%s' "$who $inode" "$inode")"
		is "$(by "$who" "ls -fi" | awk '$2 == "check" { print $1 }')" "$inode"
	done
	is "$(by $ALICE 'stat -c %s check')" "$(by $ALICE 'cat check' | wc -c)"
	remounted -o allow_other
	is "$(stat -c %i "$C")" "$inode"
}

@test "a rehearsal that was begun and never written leaves no verdict on another text" {
	by $ALICE "cat $W/alice.md > check"
	no by $ALICE 'cat nosuch.md > check' 2>/dev/null
	is "$(by $ALICE 'cat check')" ''
}

@test "who has not joined, a closed duel, and too much are refused as an append would be" {
	refused EACCES seat.uid "$SYS" as 1003 open "$C" w,trunc
	head -c 400000 /dev/zero | tr '\0' x >"$W/large.md"
	chmod a+r "$W/large.md"
	refused EFBIG limit.turn "$SYS" as $ALICE open "$C" w,trunc write "@$W/large.md"
	printf 'a\377\n' >"$W/bytes.md"
	chmod a+r "$W/bytes.md"
	refused EILSEQ text.utf8 "$SYS" as $ALICE open "$C" w,trunc write "@$W/bytes.md" close
	by $ALICE lock claim alice
	by $ALICE "printf '## Terminal Conclusion\n\n**Outcome**: INVALIDATED\n**Candidate Convergence**: no\n**Reason**: over\n\nCaching: over.\n' | cat >> ../../debate.md" ||
		cat "$D/last_error"
	status_is state invalidated
	refused EROFS duel.closed "$SYS" as $ALICE open "$C" w,trunc
	is "$(by $ALICE 'cat check')" 'check: error: [duel.closed] this duel is closed; its record is read-only
check: EROFS'
	is "$(by $ALICE 'stat -c %s check')" "$(by $ALICE 'cat check' | wc -c)"
}

@test "after a rehearsal that was refused for its size cat check says so" {
	by $ALICE "cat $W/alice.md > check"
	head -c 400000 /dev/zero | tr '\0' x >"$W/large.md"
	chmod a+r "$W/large.md"
	no by $ALICE "cat $W/large.md > check" 2>/dev/null
	is "$(by $ALICE 'cat check')" 'check: error: [limit.turn] this is larger than any turn that could be taken: max_turn_bytes is 65536
check: EFBIG'
}
