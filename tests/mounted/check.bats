#!/usr/bin/env bats
# `check`: a draft gets the verdict of an append, without the floor, and nothing is recorded.
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
	turn 1 bob OPEN_TO_DEBATE >"$W/bob.md"
	grep -v 'Agreements' "$W/alice.md" >"$W/bad.md"
	chmod a+rwx "$W"
	chmod a+r "$W"/*.md
	before=$(cat "$D/debate.md" "$D/events")
}

# A shell of this user's, in the duel's directory, that stops at the first failure.
by() { # UID FUNCTION|COMMAND…
	local uid=$1
	shift
	if [ "$1" = lock ]; then
		shift
		# shellcheck disable=SC2016 # that shell's own words
		setpriv --reuid "$uid" --regid "$uid" --clear-groups bash -c 'echo "$1" >"$2"' - "$*" "$D/lock"
	else
		(cd "$D" && setpriv --reuid "$uid" --regid "$uid" --clear-groups bash -c "$@")
	fi
}

# As the last line of check says it of this file.
said_of() { # NAME WORD [THE FLOOR IS]
	local floor="; the floor is ${3:-free}"
	[ "$2" = ok ] || floor=
	echo "check: $2 (turn 1 of $1, $(stat -c %s "$W/$1.md") bytes$floor)"
}

unrecorded() {
	is "$(cat "$D/debate.md" "$D/events")" "$before"
	is "$(status turns)" 0
}

@test "a good draft passes, and cat check says so" {
	is "$(by $ALICE "cat $W/alice.md > check && cat check")" "$(said_of alice ok)"
	unrecorded
}

@test "a bad draft fails at the write, and cat check and last_error say why" {
	no by $ALICE "cat $W/bad.md > check" 2>"$W/said"
	has "$(cat "$W/said")" 'Invalid argument'
	has "$(by $ALICE 'cat check')" '] '
	is "$(by $ALICE 'tail -n 1 check')" "check: EINVAL (turn 1 of alice, $(stat -c %s "$W/bad.md") bytes)"
	has "$(head -n 1 "$D/last_error")" 'alice check: EINVAL'
	has "$(newest_refusal)" '[section.missing]'
	unrecorded
}

@test "a shell's builtin is told of a text that nothing can mend" {
	no by $ALICE 'echo hello > check' 2>/dev/null
	no by $ALICE 'echo hello >> check' 2>/dev/null
}

@test "a draft may come in pieces: a group, a pipe, an append, line by line" {
	is "$(by $ALICE "{ head -n 5 $W/alice.md; tail -n +6 $W/alice.md; } > check; cat check")" "$(said_of alice ok)"
	is "$(by $ALICE "cat $W/alice.md | cat >> check; cat check")" "$(said_of alice ok)"
	is "$(by $ALICE "while IFS= read -r line; do printf '%s\n' \"\$line\"; done < $W/alice.md > check; cat check")" "$(said_of alice ok)"
	is "$(by $ALICE "dd if=$W/alice.md of=check bs=100 status=none; cat check")" "$(said_of alice ok)"
	unrecorded
}

# What a shell's builtin writes comes in two pieces: all but the last line, and that.
@test "a draft that a builtin echoes or prints is judged as a whole, not by its first piece" {
	local print
	printf "x=\$(cat '%s')\n" "$W/alice.md" >"$W/text.sh"
	# shellcheck disable=SC2016 # another shell's own words
	for print in 'echo "$x" >check' 'printf "%s\n" "$x" >check' '{ printf %s "$x"; date >/dev/null; echo; } >check'; do
		is "$(by $ALICE ". $W/text.sh; $print && cat check")" "$(said_of alice ok)"
	done
	sed '/Unresolved Items/,$d' "$W/alice.md" >"$W/short.md"
	by $ALICE "x=\$(cat $W/short.md); echo \"\$x\" > check" || true # a builtin does not look at what close says
	has "$(by $ALICE 'cat check')" '[section.missing] the section Unresolved Items is missing'
}

@test "a flush that refuses the first piece of a draft refuses no later one, and the next flush says anew" {
	head -n 8 "$W/alice.md" >"$W/first.md"
	tail -n +9 "$W/alice.md" >"$W/rest.md"
	chmod a+r "$W"/*.md
	steps 'open dup write dup:EINVAL write close' as $ALICE open "$D/check" w,trunc dup write "@$W/first.md" dup write "@$W/rest.md" close
	is "$(by $ALICE 'cat check')" "$(said_of alice ok)"
	steps 'open [close] write fsync:EINVAL write fsync close' as $ALICE open "$D/check" w,trunc child close end write "@$W/first.md" fsync \
		write "@$W/rest.md" fsync close
	is "$(by $ALICE 'cat check')" "$(said_of alice ok)"
	steps 'open write [close] dup:EINVAL write close' as $ALICE open "$D/check" append write "@$W/first.md" child close end dup \
		write "@$W/rest.md" close
	is "$(by $ALICE 'cat check')" "$(said_of alice ok)"
}

@test "an open file reads its own verdict, once, wherever it stands" {
	is "$(by $ALICE "exec 3<>check; cat $W/alice.md >&3; cat <&3; echo --; cat <&3")" "$(said_of alice ok)"$'\n--'
	by $ALICE "cat $W/alice.md > check"
	is "$(by $ALICE "exec 3<>check; cat $W/bad.md >&3 2>/dev/null; cat <&3; cat check" 2>/dev/null | grep -c 'check: EINVAL')" 2
}

@test "each user reads their own last verdict, at its own size and with nobody else's bytes" {
	is "$(cat "$D/check")$(by $BOB 'cat check')" ''
	is "$(by $BOB 'stat -c %s check')" 0
	no by $ALICE "cat $W/bad.md > check" 2>/dev/null
	by $BOB "cat $W/bob.md > check"
	is "$(by $BOB 'cat check')" "$(said_of bob ok)"
	is "$(by $BOB 'stat -c %s check')" "$(by $BOB 'cat check' | wc -c)"
	is "$(by $ALICE 'stat -c %s check')" "$(by $ALICE 'cat check' | wc -c)"
	is "$(cat "$D/check")" ''
}

@test "what is read through pages is nobody else's verdict" {
	by $ALICE "cat $W/bob.md > check" 2>/dev/null || true
	is "$(by $ALICE "$BUILD/helpers/reader sendfile check" | tail -n 1)" "check: EINVAL (turn 1 of alice, $(stat -c %s "$W/bob.md") bytes)"
	exec 7<"$D/check"
	by $ALICE "$BUILD/helpers/reader mmap check" >/dev/null
	is "$("$BUILD/helpers/reader" sendfile /proc/self/fd/7)" ''
	exec 7<&-
	is "$(by $BOB "$BUILD/helpers/reader sendfile check")" ''
}

@test "what somebody has open of their verdict stays theirs after the duel was let go and another user rehearses first" {
	local n
	unmounted
	configure <<-'EOT'
		[limits]
		loaded_bytes = 1048576
	EOT
	mounted -o allow_other
	no by $ALICE "cat $W/bad.md > check" 2>/dev/null
	by $ALICE 'cat check' >"$W/mine"
	"$SYS" as $ALICE open "$D/check" r touch "$W/opened" until "$W/go" paged "$W/old" close open "$D/check" r paged "$W/new" &
	eventually test -e "$W/opened"
	for n in {1..150}; do
		mkdir "$M/other-$n"
	done
	# What is let go forgets its rehearsals.
	let_go() {
		cat "$M"/other-*/status >/dev/null
		[ -z "$(by $ALICE 'cat check')" ]
	}
	eventually let_go
	by $BOB "cat $W/bob.md > check"
	is "$(by $BOB 'cat check')" "$(said_of bob ok)"
	touch "$W/go"
	wait $!
	[ ! -s "$W/old" ] || cmp "$W/mine" "$W/old"
	is "$(cat "$W/new")" ''
}

@test "a descriptor of somebody's verdict opens nothing anew in another user's hands" {
	no by $ALICE "cat $W/bad.md > check" 2>/dev/null
	by $BOB "cat $W/bob.md > check"
	is "$(
		python3 - "$D/check" $ALICE $BOB <<-'PY'
			import os, sys
			path, alice, bob = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
			os.seteuid(alice)
			hers = os.open(path, os.O_RDONLY)
			os.seteuid(0)
			os.seteuid(bob)
			try:
			    os.open(f"/proc/self/fd/{hers}", os.O_RDONLY)
			except OSError as e:
			    print(e.strerror)
			print(os.read(os.open(path, os.O_RDONLY), 100).decode(), end="")
		PY
	)" "$(printf 'Permission denied\n%s' "$(said_of bob ok)")"
}

@test "check has one inode number for everybody, before a rehearsal and after, in listings, while it is open, and after a remount" {
	local inode who
	inode=$(stat -c %i "$D/check")
	[ "$inode" -gt 0 ]
	is "$(find "$M" -inum "$inode")" "$D/check"
	"$SYS" as $BOB open "$D/check" rw inode "$W/before" write "@$W/bob.md" fsync inode "$W/after"
	no by $ALICE "cat $W/bad.md > check" 2>/dev/null
	is "$(cat "$W/before" "$W/after")" "$(printf '%s\n%s' "$inode" "$inode")"
	for who in $ALICE $BOB 0 1003; do
		is "$who $(by "$who" 'stat -c %i check; find . -maxdepth 1 -name check -printf %i')" "$(printf '%s\n%s' "$who $inode" "$inode")"
		is "$(by "$who" "ls -fi" | awk '$2 == "check" { print $1 }')" "$inode"
	done
	is "$(by $ALICE 'stat -c %s check') $(by $BOB 'stat -c %s check')" "$(by $ALICE 'cat check' | wc -c) $(said_of bob ok | wc -c)"
	remounted -o allow_other
	is "$(stat -c %i "$D/check")" "$inode"
}

@test "a rehearsal that was begun and never written leaves no verdict on another text" {
	by $ALICE "cat $W/alice.md > check"
	no by $ALICE 'cat nosuch.md > check' 2>/dev/null
	is "$(by $ALICE 'cat check')" ''
}

@test "a file renamed over check is a rehearsal" {
	by $ALICE "cat $W/alice.md > check.tmp.1 && mv check.tmp.1 check"
	is "$(by $ALICE 'cat check; ls')" "$(said_of alice ok)
$(ls "$D")"
	no by $ALICE "cat $W/bad.md > check.tmp.2 && mv check.tmp.2 check" 2>/dev/null
	is "$(by $ALICE 'tail -n 1 check')" "check: EINVAL (turn 1 of alice, $(stat -c %s "$W/bad.md") bytes)"
	unrecorded
}

@test "who has not joined, a closed duel, and too much are refused as an append would be" {
	refused EACCES lease.none "$SYS" as 1003 open "$D/check" w,trunc
	head -c 400000 /dev/zero | tr '\0' x >"$W/large.md"
	chmod a+r "$W/large.md"
	refused EFBIG limit.turn "$SYS" as $ALICE open "$D/check" w,trunc write "@$W/large.md"
	printf 'a\377\n' >"$W/bytes.md"
	chmod a+r "$W/bytes.md"
	refused EILSEQ text.utf8 "$SYS" as $ALICE open "$D/check" w,trunc write "@$W/bytes.md" close
	by $ALICE lock claim alice
	by $ALICE "printf '## Terminal Conclusion\n\n**Outcome**: INVALIDATED\n**Candidate Convergence**: no\n**Reason**: over\n\nCaching: over.\n' | cat >> debate.md" ||
		cat "$D/last_error"
	status_is state invalidated
	refused EROFS duel.closed "$SYS" as $ALICE open "$D/check" w,trunc
	is "$(by $ALICE 'cat check')" 'check: error: [duel.closed] this duel is closed; its record is read-only
check: EROFS'
	is "$(by $ALICE 'stat -c %s check')" "$(by $ALICE 'cat check' | wc -c)"
}

# Two agents of one user, each with its own process and its shells, which rehearse at the same time and read what `cat check` gives them.
agent() { # NAME WORD TIMES
	local n got
	for ((n = 0; n < $3; n++)); do
		got=$(bash -c "cat '$W/$1.md' >'$D/check'; cat '$D/check'" 2>/dev/null | tail -n 1)
		[ "$got" = "$(said_of "$1" "$2")" ] || printf '%s: %s\n' "$1" "$got" >>"$W/wrong"
		# An agent's tools run each command in a shell of its own.
		got=$(bash -c "exec tail -n 1 '$D/check'")
		[ "$got" = "$(said_of "$1" "$2")" ] || printf '%s, later: %s\n' "$1" "$got" >>"$W/wrong"
	done
}

@test "two agents of one user that rehearse at the same time read each their own verdict" {
	duel one
	join_both
	sed -i '/Novel Argument/d' "$W/bob.md"
	agent alice ok 40 &
	first=$!
	agent bob EINVAL 40 &
	wait "$first" $!
	is "$(cat "$W/wrong" 2>/dev/null)" ''
}

@test "one user's draft is judged as the seat that it names, whoever has the floor; one that names nobody is told so" {
	duel one
	join_both
	lock claim alice
	cat "$W/bob.md" >"$D/check"
	is "$(cat "$D/check")" "$(said_of bob ok "alice's")"
	cat "$W/alice.md" >"$D/check"
	is "$(cat "$D/check")" "check: ok (turn 1 of alice, $(stat -c %s "$W/alice.md") bytes)"
	sed 's/ bob / carol /' "$W/bob.md" >"$W/carol.md"
	refused EINVAL turn.participant "$SYS" open "$D/check" w,trunc write "@$W/carol.md" close
	has "$(cat "$D/check")" 'the heading names "carol", and nobody of that name has joined'
	lacks "$(cat "$D/check")" 'floor'
	is "$(tail -n 1 "$D/check")" 'check: EINVAL'
}

@test "after a rehearsal that was refused for its size cat check says so" {
	by $ALICE "cat $W/alice.md > check"
	head -c 400000 /dev/zero | tr '\0' x >"$W/large.md"
	chmod a+r "$W/large.md"
	no by $ALICE "cat $W/large.md > check" 2>/dev/null
	is "$(by $ALICE 'cat check')" 'check: error: [limit.turn] this is larger than any turn that could be taken: max_turn_bytes is 65536
check: EFBIG'
}
