#!/usr/bin/env bats
# shellcheck disable=SC2317 # told_so and answers call what a test defines
# What agents hear. Each makes its own calls (agents.c) in the same situations; then: what did a call that it listens to tell it, what was
# recorded, did an accepted byte change, where does the reason stand, and is anything left lying about.
load lib

AGENT=$BUILD/helpers/agents
ALICE=1001
BOB=1002

setup() {
	paths
	pass_through
	mkdir -m 777 "$W/signs"
	mounted -o allow_other
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
}

by() { # UID VERB…
	"$SYS" as "$1" open "$D/lock" w write "${*:2}"$'\n' close
}

joined() { # NAME [CONFIG LINE…]
	duel "$@"
	by $ALICE join alice harness="$HARNESS" model="$MODEL" >/dev/null
	by $BOB join bob harness="$HARNESS" model="$MODEL" >/dev/null
}

# What alice's agent finds: $W/before is the record as it was read; $W/text.md what the agent is to write is made from it.
ready() { # NAME [CONFIG LINE…]
	joined "$@"
	by $ALICE claim alice >/dev/null
	record >"$W/before"
}

behind() { # FILE
	cat "$W/before"
	echo
	cat "$1"
}

# What alice's agent does with $W/text.md: its calls after those that read the file are in $CALLS, what it tells its user in $TOLD.
replay() { # AGENT [FILE [OPTION…]]
	"$AGENT" "$1" "$D/${2:-debate.md}" "$W/text.md" as $ALICE "${@:3}" >"$W/replay" || [ $? -eq 1 ]
	heard
}

heard() {
	CALLS=$(head -n 1 "$W/replay")
	CALLS=${CALLS#open read stat (close) }
	TOLD=$(tail -n 1 "$W/replay")
}

# Everything in the directory, as its owner sees it: temporary files of its agents as well.
listing() {
	user $ALICE ls -A "$D"
}

names_rule() { # RULE
	grep -qF "[$1]" "$D/last_error" || {
		echo "last_error does not name $1:"
		cat "$D/last_error"
		return 1
	}
}

says_nothing() {
	[ ! -s "$D/last_error" ] || {
		cat "$D/last_error"
		return 1
	}
}

# The record is what it was, and so is its mtime, by which agents tell whether it was changed.
untouched() {
	cmp "$W/before" "$D/debate.md" && is "$(stat -c '%.Y %Z' "$D/debate.md")" "$times"
}

# The record is what it was and the turn behind it.
grown() {
	cmp -n "$(stat -c %s "$W/before")" "$W/before" "$D/debate.md" && cmp "$W/turn.md" "$D/turns/001-alice.md" &&
		is "$(stat -c %s "$D/debate.md")" "$(record | wc -c)" && is "$(status turns)" 1 &&
		no is "$(stat -c '%.Y %Z' "$D/debate.md")" "$times" >/dev/null
}

# The first release after a refusal repeats it, the second is taken.
release_repeats() { # RULE
	has "$(by $ALICE release alice)" 'open write:EINVAL' && has "$(newest_refusal)" "[$1]" && is "$(by $ALICE release alice)" 'open write close'
}

# `told_so RECORDED RULE`: rows on stdin, `AGENT TOLD CALLS`. For each a duel of its own as `prepare` (the test's own) makes it. RECORDED:
# yes, or no. RULE: the one that the refusal names, or - where there is none.
told_so() {
	local recorded=$1 rule=$2 agent told calls times files failed=0
	while read -r agent told calls; do
		prepare "$agent"
		times=$(stat -c '%.Y %Z' "$D/debate.md")
		files=$(listing)
		replay "$agent"
		holds "$agent" is "$CALLS" "$calls"
		holds "$agent" is "$TOLD" "$told"
		if [ "$recorded" = yes ]; then holds "$agent" grown; else holds "$agent" untouched; fi
		if [ "$rule" = - ]; then holds "$agent" says_nothing; else holds "$agent" names_rule "$rule"; fi
		holds "$agent" is "$(listing)" "$files"
		if [ "$(status lock_owner)" = alice ]; then
			if [ "$rule" = - ]; then
				holds "$agent" is "$(by $ALICE release alice)" 'open write close'
			else
				holds "$agent" release_repeats "$rule"
			fi
		elif [ "$told" = 'done' ] && [ "$rule" != - ]; then
			holds "$agent" give_up "nobody was told of $rule, and there is no release that could tell"
		fi
	done
	return $failed
}

# Rows that many situations share: everything worked; everything did, and the file is not what was written; the write of the whole text was
# refused.
works() {
	cat <<-'ROWS'
		claude-code done lstat create write fchmod (fsync) (close) rename verify
		codex       done open-trunc write (close)
		bun         done open-write pwrite (ftruncate) (close)
		gemini-cli  done open-trunc write close
		aider       done open-trunc write close
	ROWS
}

works_otherwise() {
	works | sed 's/^claude-code done\(.*\)$/claude-code unverified\1:EBADMSG/'
}

write_fails() { # ERRNO
	local in_place="open-trunc write:$1 (close:$1)" tries
	tries=$in_place
	# Python's PermissionError is tried again
	[ "$1" != EPERM ] || tries="$in_place $in_place $in_place $in_place $in_place"
	cat <<-ROWS
		claude-code $1 lstat create write:$1 (close) (unlink)
		codex       $1 $in_place
		bun         $1 open-write pwrite:$1 (ftruncate:$1) (close:$1)
		gemini-cli  $1 $in_place
		aider       $1 $tries
	ROWS
}

# --- one situation each

@test "a valid turn is recorded whoever writes it" {
	prepare() {
		ready "$1"
		behind "$W/turn.md" >"$W/text.md"
	}
	works | told_so yes -
}

@test "of a bad heading each agent is told by its write" {
	prepare() {
		ready "$1"
		sed 's/^## Turn 1/## Turn 2/' "$W/turn.md" >"$W/wrong.md"
		behind "$W/wrong.md" >"$W/text.md"
	}
	write_fails EINVAL | told_so no turn.number
}

@test "of a missing last section each agent is told by its write" {
	prepare() {
		ready "$1"
		sed '/Unresolved Items/,$d' "$W/turn.md" >"$W/short.md"
		behind "$W/short.md" >"$W/text.md"
	}
	write_fails EINVAL | told_so no section.missing
}

# Such a text does not look whole: more may follow. Some agents hear of nothing, and the release tells them. A temporary file's is judged.
@test "of a missing last section, and no newline at the end, the release tells where no call that is heard did" {
	prepare() {
		ready "$1"
		printf %s "$(sed '/Unresolved Items/,$d' "$W/turn.md")" >"$W/short.md"
		behind "$W/short.md" >"$W/text.md"
		[ $(($(stat -c %s "$W/text.md") % 512)) -ne 0 ]
	}
	told_so no section.missing <<-'ROWS'
		claude-code EINVAL lstat create write:EINVAL (close) (unlink)
		codex       done   open-trunc write (close:EINVAL)
		bun         done   open-write pwrite (ftruncate) (close:EINVAL)
		gemini-cli  EINVAL open-trunc write close:EINVAL
		aider       EINVAL open-trunc write close:EINVAL
	ROWS
}

@test "a valid turn without a newline at its end is recorded whoever writes it" {
	prepare() {
		ready "$1"
		printf %s "$(turn 1 alice OPEN_TO_DEBATE)" >"$W/turn.md"
		behind "$W/turn.md" >"$W/text.md"
	}
	works | told_so yes -
}

@test "without the floor each agent is told" {
	prepare() {
		joined "$1"
		record >"$W/before"
		behind "$W/turn.md" >"$W/text.md"
	}
	told_so no lease.none <<-'ROWS'
		claude-code EACCES lstat create write:EACCES (close) (unlink)
		codex       EACCES open-trunc:EACCES
		bun         EACCES open-write:EACCES
		gemini-cli  EACCES open-trunc:EACCES
		aider       EACCES open-trunc:EACCES open-trunc:EACCES open-trunc:EACCES open-trunc:EACCES open-trunc:EACCES
	ROWS
}

@test "of one byte of history that would change each agent is told by its write" {
	prepare() {
		ready "$1"
		behind "$W/turn.md" | sed 's/^# Socratic Duel/# Socratic Dual/' >"$W/text.md"
		is "$(cmp -l "$W/before" "$W/text.md" | wc -l)" 1
	}
	write_fails EPERM | told_so no history.changed
}

@test "of one byte of history that would change, and nothing new behind it, each agent is told by its write" {
	prepare() {
		ready "$1"
		sed 's/^# Socratic Duel/# Socratic Dual/' "$W/before" >"$W/text.md"
	}
	write_fails EPERM | told_so no history.changed
}

@test "of a record that would be shorter each agent is told by its write" {
	prepare() {
		ready "$1"
		head -n -2 "$W/before" >"$W/text.md"
		[ $(($(stat -c %s "$W/text.md") % 512)) -ne 0 ]
	}
	write_fails EPERM | told_so no history.changed
}

@test "the same bytes are a success for each agent, and change nothing" {
	prepare() {
		ready "$1"
		cp "$W/before" "$W/text.md"
	}
	works | told_so no -
}

@test "of a turn that is too big each agent is told by its write" {
	prepare() {
		ready "$1"
		python3 - "$W/turn.md" "$W/large.md" <<-'PY'
			import sys
			text = open(sys.argv[1]).read()
			open(sys.argv[2], "w").write(text.replace("**Counterpoints**", ("filler " * 14 + "\n") * 800 + "\n**Counterpoints**", 1))
		PY
		behind "$W/large.md" >"$W/text.md"
	}
	write_fails EFBIG | told_so no text.size
}

@test "of a text that is not UTF-8 each agent is told by its write" {
	prepare() {
		ready "$1"
		LC_ALL=C sed 's/^Caching pays off/Caching \xff pays off/' "$W/turn.md" >"$W/noise.md"
		behind "$W/noise.md" >"$W/text.md"
	}
	write_fails EILSEQ | told_so no text.utf8
}

@test "of a closed duel each agent is told" {
	prepare() {
		joined "$1"
		play 1 alice OPEN_TO_DEBATE >/dev/null
		play 2 bob OPEN_TO_DEBATE >/dev/null
		conclude alice DISSENT >/dev/null
		record >"$W/before"
		turn 3 alice OPEN_TO_DEBATE >"$W/turn3.md"
		behind "$W/turn3.md" >"$W/text.md"
	}
	told_so no duel.closed <<-'ROWS'
		claude-code EROFS lstat create:EROFS
		codex       EROFS open-trunc:EROFS
		bun         EROFS open-write:EROFS
		gemini-cli  EROFS open-trunc:EROFS
		aider       EROFS open-trunc:EROFS
	ROWS
}

@test "of a record whose lines would end in CRLF each agent is told by its write" {
	prepare() {
		ready "$1"
		sed -i 's/\r*$/\r/' "$W/turn.md"
		behind "$W/turn.md" | sed 's/\r*$/\r/' >"$W/text.md"
		[ $(($(stat -c %s "$W/text.md") % 512)) -ne 0 ]
	}
	write_fails EPERM | told_so no history.changed
}

@test "a turn in CRLF behind the record as it is stands there as it was written, for each agent" {
	prepare() {
		ready "$1"
		sed -i 's/\r*$/\r/' "$W/turn.md"
		behind "$W/turn.md" >"$W/text.md"
	}
	works | told_so yes -
}

# --- what happens in between

# Start an agent that is slow before CALL, and wait until it is there; `goes_on` lets it go.
slow() { # CALL AGENT [OPTION…]
	rm -f "$W/signs/there" "$W/signs/go"
	"$AGENT" "$2" "$D/debate.md" "$W/text.md" as $ALICE "${@:3}" before "$1" "$W/signs/there" "$W/signs/go" >"$W/replay" 3>&- &
	SLOW=$!
	eventually came_or_went
	[ -e "$W/signs/there" ] || give_up "it never came to $1: $(cat "$W/replay")"
}

came_or_went() {
	[ -e "$W/signs/there" ] || gone $SLOW
}

goes_on() {
	touch "$W/signs/go"
	wait $SLOW || [ $? -eq 1 ]
	heard
}

@test "of a floor that was overtaken in between each agent is told" {
	turn 1 bob OPEN_TO_DEBATE | sed 's/turn1/peer/' >"$W/peer.md"
	failed=0
	while read -r agent call told calls; do
		ready "$agent"
		behind "$W/turn.md" >"$W/text.md"
		files=$(listing)
		slow "$call" "$agent"
		by $ALICE release alice force=yes >/dev/null
		by $BOB claim bob >/dev/null
		goes_on
		holds "$agent" is "$CALLS" "$calls"
		holds "$agent" is "$TOLD" "$told"
		holds "$agent" cmp "$W/before" "$D/debate.md"
		holds "$agent" is "$(listing)" "$files"
		if [ "$told" = EACCES ]; then holds "$agent" names_rule lease.none; else holds "$agent" names_rule lease.expired; fi
		append "$W/peer.md" >/dev/null
		holds "$agent" cmp "$W/peer.md" "$D/turns/001-bob.md"
	done <<-'ROWS'
		claude-code rename EACCES    lstat create write fchmod (fsync) (close) rename:EACCES (unlink) open-trunc:EACCES
		codex       write  ECANCELED open-trunc write:ECANCELED (close:ECANCELED)
		bun         pwrite ECANCELED open-write pwrite:ECANCELED (ftruncate:ECANCELED) (close:ECANCELED)
		gemini-cli  write  ECANCELED open-trunc write:ECANCELED (close:ECANCELED)
		aider       write  ECANCELED open-trunc write:ECANCELED (close:ECANCELED)
	ROWS
	[ $failed -eq 0 ]
}

@test "of a turn by the peer that came in between each agent is told: its rewrite lacks it" {
	failed=0
	while read -r agent told calls; do
		ready "$agent"
		behind "$W/turn.md" >"$W/text.md"
		{
			append "$W/turn.md"
			by $ALICE release alice
			by $BOB claim bob
			turn 2 bob OPEN_TO_DEBATE >"$W/turn2.md"
			append "$W/turn2.md"
			by $BOB release bob
			by $ALICE claim alice
		} >/dev/null
		record >"$W/before"
		times=$(stat -c '%.Y %Z' "$D/debate.md")
		files=$(listing)
		replay "$agent"
		holds "$agent" is "$CALLS" "$calls"
		holds "$agent" is "$TOLD" "$told"
		holds "$agent" untouched
		holds "$agent" names_rule history.changed
		holds "$agent" is "$(listing)" "$files"
	done < <(write_fails EPERM)
	[ $failed -eq 0 ]
}

@test "Claude Code sees by the mtime that the peer took a turn since it read, and writes nothing" {
	joined d
	play 1 alice OPEN_TO_DEBATE
	by $BOB claim bob
	turn 2 bob OPEN_TO_DEBATE >"$W/turn2.md"
	turn 3 alice OPEN_TO_DEBATE >"$W/text.md"
	slow lstat claude-code edit
	append "$W/turn2.md"
	goes_on
	is "$TOLD: $CALLS" 'stale: lstat'
	is "$(status turns)" 2
	by $BOB release bob
	by $ALICE claim alice
	replay claude-code debate.md edit
	is "$TOLD" 'done'
	is "$(status turns)" 3
	cmp "$W/text.md" "$D/turns/003-alice.md"
}

@test "Claude Code sees by the mtime that a participant joined since it read: the head names both" {
	duel
	by $ALICE join alice harness="$HARNESS" model="$MODEL"
	cp "$W/turn.md" "$W/text.md"
	slow lstat claude-code edit
	by $BOB join bob harness="$HARNESS" model="$MODEL"
	goes_on
	is "$TOLD: $CALLS" 'stale: lstat'
}

@test "neither a refusal nor a verb, a rehearsal, a companion or a touch makes what Claude Code read look stale" {
	ready d
	cp "$W/turn.md" "$W/text.md"
	sed 's/(non-blocking)/(maybe)/' "$W/turn.md" >"$W/bad.md"
	slow lstat claude-code edit
	fails EINVAL append "$W/bad.md"
	behind "$W/bad.md" >"$W/bad-whole.md"
	fails EINVAL rewrite "$W/bad-whole.md"
	cp "$W/bad-whole.md" "$D/debate.md.new"
	fails EINVAL "$SYS" rename "$D/debate.md.new" "$D/debate.md" none
	fails EINVAL "$SYS" open "$D/participants/alice/check" w,trunc write "@$W/bad.md" close
	fails EPERM "$SYS" unlink "$D/debate.md"
	by $ALICE refresh alice
	by $ALICE release alice force=yes
	by $ALICE claim alice
	cp "$W/before" "$D/debate.md"
	touch "$D/debate.md"
	chmod 600 "$D/debate.md"
	mv "$D/debate.md" "$D/debate.md.bak"
	goes_on
	is "$TOLD" 'done'
	is "$(status turns)" 1
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}

@test "of five agents who write five turns at the same time one has its turn recorded, and of the others each is told, or the release tells it" {
	for round in 1 2 3 4 5; do
		ready "round$round"
		works | cut -d' ' -f1 >"$W/agents"
		while read -r agent; do
			sed "s/^Caching pays off.*/As $agent says./" "$W/turn.md" >"$W/turn.$agent"
			behind "$W/turn.$agent" >"$W/text.$agent"
		done <"$W/agents"
		crowd=()
		while read -r agent; do
			"$AGENT" "$agent" "$D/debate.md" "$W/text.$agent" as $ALICE >"$W/replay.$agent" 3>&- &
			crowd+=($!)
		done <"$W/agents"
		for job in "${crowd[@]}"; do
			wait "$job" || [ $? -eq 1 ]
		done
		recorded=$(sed -n 's/^As \(.*\) says\.$/\1/p' "$D/debate.md")
		is "$(wc -w <<<"$recorded") $(status turns)" '1 1'
		cmp "$W/turn.$recorded" "$D/turns/001-alice.md"
		cmp -n "$(stat -c %s "$W/before")" "$W/before" "$D/debate.md"
		is "$(tail -n 1 "$W/replay.$recorded")" 'done'
		if [ "$(tail -qn 1 "$W"/replay.* | grep -c '^done$')" -gt 1 ]; then
			has "$(by $ALICE release alice)" 'open write:EINVAL'
		fi
		is "$(user $ALICE find "$D" -name '*.tmp*')" ''
	done
}

@test "aider, which tries again where it was refused the file, succeeds once it has the floor" {
	joined d
	record >"$W/before"
	behind "$W/turn.md" >"$W/text.md"
	slow again aider
	by $ALICE claim alice
	goes_on
	is "$TOLD: $CALLS" 'done: open-trunc:EACCES open-trunc write close'
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}

# --- Claude Code's temporary files

@test "the temporary file's write is refused before anything is tried on the target, which no unlink reaches" {
	ready d
	sed 's/(non-blocking)/(maybe)/' "$W/turn.md" >"$W/bad.md"
	behind "$W/bad.md" >"$W/text.md"
	replay claude-code
	lacks "$CALLS" unlink-target
	eventually are_told 1 turn_rejected
	has "$(newest_refusal)" "debate.md:$(grep -n '(maybe)' "$W/text.md" | cut -d: -f1): error: [unresolved.flag]"
}

@test "where the rename is refused Claude Code tries in place, and its unlink of the target is refused too" {
	ready d
	behind "$W/turn.md" >"$W/text.md"
	slow rename claude-code
	# what was good at the write is not any more: its turn is in, in other words, and bob's; alice has the floor for the next
	sed 's/^Caching pays off/Caching paid off/' "$W/turn.md" >"$W/other.md"
	append "$W/other.md"
	play 2 bob OPEN_TO_DEBATE
	by $ALICE claim alice
	record >"$W/before"
	goes_on
	is "$CALLS" 'lstat create write fchmod (fsync) (close) rename:EPERM (unlink) open-trunc write:EPERM (close:EPERM) (unlink-target:EPERM)'
	is "$TOLD" EPERM
	cmp "$W/before" "$D/debate.md"
	is "$(status turns)" 2
}

@test "Claude Code keeps nothing open or staged: the limits hold over a hundred writes" {
	unmounted
	configure <<-'EOT'
		[limits]
		handles_per_uid = 4
		staged_bytes_per_uid = 65536
	EOT
	mounted -o allow_other
	ready d
	sed 's/(non-blocking)/(maybe)/' "$W/turn.md" >"$W/bad.md"
	behind "$W/bad.md" >"$W/text.md"
	for _ in {1..100}; do
		replay claude-code
		is "$TOLD" EINVAL
	done
	cp "$W/before" "$W/text.md"
	for _ in {1..100}; do
		replay claude-code
		is "$TOLD" 'done'
	done
	behind "$W/turn.md" >"$W/text.md"
	replay claude-code
	is "$TOLD" 'done'
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}

@test "an agent that leaves its temporary files behind is told so, at the creation, and can go on when they are gone" {
	ready d
	behind "$W/turn.md" >"$W/text.md"
	for n in {1..16}; do
		"$SYS" as $ALICE open "$D/debate.md.tmp.$n" w,creat,excl close
	done
	replay claude-code
	is "$TOLD: $CALLS" 'ENOSPC: lstat create:ENOSPC'
	names_rule limit.scratch
	"$SYS" as $ALICE unlink "$D/debate.md.tmp.1"
	replay claude-code
	is "$TOLD" 'done'
	cmp "$W/turn.md" "$D/turns/001-alice.md"
}

# --- other targets

# `answers FILE ROWS…`: rows on stdin, as above, for a file other than the record; `prepare` makes the duel, `then_holds` looks at it.
answers() { # FILE
	local agent told calls files failed=0
	while read -r agent told calls; do
		prepare "$agent"
		record >"$W/before"
		files=$(listing)
		replay "$agent" "$1"
		holds "$agent" is "$CALLS" "$calls"
		holds "$agent" is "$TOLD" "$told"
		holds "$agent" then_holds
		holds "$agent" cmp "$W/before" "$D/debate.md"
		holds "$agent" is "$(listing)" "$files"
	done
	return $failed
}

A=participants/alice/check

seen_by_alice() { # FILE
	user $ALICE cat "$D/$1"
}

# The last line of check, and as it is for the text that was rehearsed: WORD is ok or an errno.
verdict() {
	seen_by_alice "$A" | tail -n 1
}

verdict_is() { # WORD
	local what='turn 1' floor=
	[ "$1" != EILSEQ ] || what='a text'
	[ "$1" != ok ] || floor='; the floor is free'
	echo "check: $1 ($what of alice, $(stat -c %s "$W/text.md") bytes$floor)"
}

# A file that is renamed over, and then written in place, to the same end.
rename_fails() { # ERRNO
	cat <<-ROWS
		claude-code $1 lstat create write fchmod (fsync) (close) rename:$1 (unlink) open-trunc write:$1 (close:$1) (unlink-target:EPERM)
		$(write_fails "$1" | tail -n +2)
	ROWS
}

open_fails() { # ERRNO
	local tries="open-trunc:$1"
	[[ $1 != E@(PERM|ACCES) ]] || tries="$tries $tries $tries $tries $tries"
	cat <<-ROWS
		claude-code $1 lstat create write fchmod (fsync) (close) rename:$1 (unlink) open-trunc:$1
		codex       $1 open-trunc:$1
		bun         $1 open-write:$1
		gemini-cli  $1 open-trunc:$1
		aider       $1 $tries
	ROWS
}

@test "a good draft for check is a success for each agent, without the floor, and nothing is recorded" {
	cp "$W/turn.md" "$W/text.md"
	prepare() { joined "$1"; }
	then_holds() { is "$(verdict)" "$(verdict_is ok)" && says_nothing && is "$(status turns)" 0; }
	works_otherwise | answers "$A" # what is read there is the verdict
}

@test "of a bad draft for check each agent is told, and check says why" {
	sed '/Unresolved Items/,$d' "$W/turn.md" >"$W/text.md"
	prepare() { joined "$1"; }
	then_holds() {
		has "$(seen_by_alice "$A")" '[section.missing]' && is "$(verdict)" "$(verdict_is EINVAL)" &&
			names_rule section.missing
	}
	rename_fails EINVAL | answers "$A"
}

@test "a rehearsal gives each agent the errno that the turn would get" {
	failed=0
	sed 's/^## Turn 1/## Turn 2/' "$W/turn.md" >"$W/EINVAL.turn.number"
	LC_ALL=C sed 's/^Caching pays off/Caching \xff pays off/' "$W/turn.md" >"$W/EILSEQ.text.utf8"
	{
		sed '/^\*\*Counterpoints/,$d' "$W/turn.md"
		for _ in {1..800}; do
			printf 'filler filler filler filler filler filler filler filler filler filler filler filler\n'
		done
		sed -n '/^\*\*Counterpoints/,$p' "$W/turn.md"
	} >"$W/EFBIG.text.size"
	for text in "$W"/E*.*; do
		rule=${text##*/} errno=${rule%%.*} rule=${rule#*.}
		cp "$text" "$W/text.md"
		joined "${errno,,}"
		while read -r agent; do
			replay "$agent" "$A"
			holds "$agent" is "$TOLD" "$errno"
			holds "$agent" has "$(seen_by_alice "$A")" "[$rule]"
			holds "$agent" is "$(verdict)" "$(verdict_is "$errno")"
		done < <(works | cut -d' ' -f1)
		holds "$errno" is "$(status turns) $(event_names | grep -c turn_rejected || true)" '0 0'
	done
	[ $failed -eq 0 ]
}

# Such a draft does not look whole: some agents hear of nothing; the verdict is there for whoever rehearsed.
@test "of a bad draft without a newline at its end check says why, whoever wrote it" {
	printf %s "$(sed '/Unresolved Items/,$d' "$W/turn.md")" >"$W/text.md"
	prepare() { joined "$1"; }
	then_holds() { is "$(verdict)" "$(verdict_is EINVAL)" && names_rule section.missing; }
	answers "$A" <<-'ROWS'
		claude-code unverified lstat create write fchmod (fsync) (close) rename:EINVAL (unlink) open-trunc write (close:EINVAL) verify:EBADMSG
		codex       done   open-trunc write (close:EINVAL)
		bun         done   open-write pwrite (ftruncate) (close:EINVAL)
		gemini-cli  EINVAL open-trunc write close:EINVAL
		aider       EINVAL open-trunc write close:EINVAL
	ROWS
}

@test "a second draft for check, over the verdict on the first, is judged by itself" {
	cp "$W/turn.md" "$W/text.md"
	prepare() {
		joined "$1"
		fails EINVAL "$SYS" as $ALICE open "$D/participants/alice/check" w,trunc write "## Turn 7"$'
' close
		[ -n "$(seen_by_alice "$A")" ]
	}
	then_holds() { is "$(seen_by_alice "$A")" "$(verdict_is ok)"; }
	works_otherwise | answers "$A" # what is read there is the verdict
}

# A duel of alice's own, with rules that she may set.
hers() {
	on "$1"
	"$SYS" as $ALICE mkdir "$D" >/dev/null
}

@test "new rules in config.toml are taken from each agent" {
	printf 'topic = "Queues"
max_turns = 4
' >"$W/text.md"
	prepare() { hers "$1"; }
	then_holds() { is "$(status topic) $(status max_turns)" 'Queues 4' && says_nothing; }
	agent=all
	failed=0
	while read -r agent told calls; do
		hers "$agent"
		files=$(listing)
		replay "$agent" config.toml
		holds "$agent" is "$TOLD: $CALLS" "$told: $calls"
		holds "$agent" then_holds
		holds "$agent" is "$(listing)" "$files"
	done < <(works_otherwise) # it reads back complete
	[ $failed -eq 0 ]
}

@test "of a key in config.toml that does not exist each agent is told, and nothing of it is taken" {
	printf 'max_turns = 4
max_truns = 4
' >"$W/text.md"
	prepare() { hers "$1"; }
	then_holds() { is "$(status max_turns)" 6 && names_rule config.bad && has "$(cat "$D/last_error")" 'config.toml:2: error:'; }
	rename_fails EINVAL | answers config.toml
}

@test "of rules that are no text, or too long, each agent is told" {
	failed=0 n=0
	for text in 'EINVAL topic = "\xff"' 'EINVAL topic = "\x00"' 'EFBIG # long'; do
		errno=${text%% *}
		printf '%b\n' "${text#* }" >"$W/text.md"
		[ "$errno" != EFBIG ] || head -c 70000 /dev/zero | tr '\0' '#' >>"$W/text.md"
		echo >>"$W/text.md"
		hers "rules-$((++n))"
		while read -r agent; do
			replay "$agent" config.toml
			holds "$agent: $text" is "$TOLD" "$errno"
			holds "$agent: $text" has "$(cat "$D/last_error")" "config.toml: $errno"
			holds "$agent: $text" is "$(status topic)" "rules-$n"
		done < <(works | cut -d' ' -f1)
	done
	[ $failed -eq 0 ]
}

@test "of rules that are fixed each agent is told" {
	printf 'max_turns = 4
' >"$W/text.md"
	prepare() { joined "$1"; }
	then_holds() { is "$(status max_turns)" 6 && names_rule config.frozen; }
	open_fails EPERM | answers config.toml
}

@test "of rules that are somebody else's each agent is told" {
	printf 'max_turns = 4
' >"$W/text.md"
	prepare() { duel "$1"; }
	then_holds() { is "$(status max_turns)" 6 && names_rule seat.uid; }
	open_fails EACCES | answers config.toml
}

@test "a new file of another name is refused to each agent, however it makes one, and the reason is kept" {
	cp "$W/turn.md" "$W/text.md"
	failed=0
	duel d
	files=$(listing)
	for name in Debate.md turn.md notes.txt rebuttal turns/002-alice.md; do
		while read -r agent; do
			replay "$agent" "$name"
			holds "$agent: $name" is "$TOLD" EPERM
			holds "$agent: $name" names_rule history.changed
			holds "$agent: $name" no test -e "$D/$name"
			holds "$agent: $name" is "$(listing)" "$files"
		done < <(works | cut -d' ' -f1)
	done
	[ $failed -eq 0 ]
}

@test "what is only to be read is refused to each agent" {
	cp "$W/turn.md" "$W/text.md"
	prepare() { joined "$1"; }
	then_holds() { is "$(status turns)" 0; }
	failed=0
	for file in status last_error events turns/001-alice.md; do
		while read -r agent; do
			ready "$agent-${file//[^a-z]/}"
			append "$W/turn.md" >/dev/null
			before=$(sha256sum <"$D/turns/001-alice.md")
			replay "$agent" "$file"
			[[ $TOLD == E@(PERM|ACCES) ]] || holds "$agent" is "$TOLD" 'EPERM or EACCES'
			holds "$agent" is "$(sha256sum <"$D/turns/001-alice.md")" "$before"
		done < <(works | cut -d' ' -f1)
	done
	[ $failed -eq 0 ]
}
