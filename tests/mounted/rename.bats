#!/usr/bin/env bats
# A companion renamed over debate.md is a rewrite of it, decided at the rename; and debate.md renamed away is still there.
load lib

ALICE=1001
BOB=1002

setup() {
	paths
	pass_through
	mkdir -m 777 "$W/out"
	mounted -o allow_other
	duel
	join_both
	lock claim alice
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
	record >"$W/before"
	N=$D/debate.md.new
	F=$D/debate.md
}

# The record with a text behind it.
behind() { # FILE
	cat "$W/before"
	echo
	cat "$1"
}

# The companion holds the record with this turn behind it.
filled() { # [FILE]
	behind "${1:-$W/turn.md}" >"$N"
}

accepted() {
	is "$(status turns)" 1
	cmp -n "$(stat -c %s "$W/before")" "$W/before" "$F"
	cmp "$W/turn.md" "$D/turns/001-alice.md"
	is "$(stat -c '%s %h %F' "$F")" "$(record | wc -c) 1 regular file"
}

untouched() {
	cmp "$W/before" "$F"
	is "$(status turns)" "${1:-0}"
	is "$(stat -c '%s %h %F' "$F")" "$(stat -c %s "$W/before") 1 regular file"
}

# `not_taken ERRNO ID`: the rename is refused, with this reason, and the companion is as it was.
not_taken() {
	cp "$N" "$W/kept"
	refused "$1" "$2" "$SYS" rename "$N" "$F" none
	cmp "$W/kept" "$N"
	untouched "${3:-0}"
}

# The turn with its position as these words.
saying() { # WORDS
	sed "s/^Caching pays off.*/$1/" "$W/turn.md"
}

# --- what a rename gives

@test "a turn behind the old bytes is recorded when the rename returns, and the companion is gone" {
	filled
	steps rename rename "$N" "$F" none
	accepted
	no test -e "$N"
	cmp "$W/turn.md" <(tail -c "$(stat -c %s "$W/turn.md")" "$F")
	is "$(event_names | grep -c artifact_updated)" 1
	lock release alice
}

@test "the tools that rename may do it: mv, Python, Node, a rename of the shell's own making" {
	mv_way() { mv "$N" "$F"; }
	python_way() { python3 -c 'import os, sys; os.replace(sys.argv[1], sys.argv[2])' "$N" "$F"; }
	node_way() { node -e 'require("fs").renameSync(process.argv[1], process.argv[2])' "$N" "$F"; }
	perl_way() { perl -e 'rename $ARGV[0], $ARGV[1] or die $!' "$N" "$F"; }
	for tool in mv python node perl; do
		duel "$tool" 'max_turns = 4'
		join_both
		lock claim alice
		record >"$W/before"
		N=$D/debate.md.new F=$D/debate.md
		filled
		"${tool}_way"
		accepted
	done
}

@test "a turn is on disk when the rename returned: it survives kill -9" {
	filled
	mv "$N" "$F"
	record >"$W/after"
	killed
	mounted -o allow_other
	cmp "$W/after" "$F"
	accepted
}

@test "twenty kills, each after a rename, lose no turn" {
	duel long 'max_turns = 20' 'lease_seconds = 1'
	join_both
	names=(bob alice)
	for n in {1..20}; do
		name=${names[n % 2]}
		turn "$n" "$name" OPEN_TO_DEBATE >"$W/turn.md"
		claimed() { lock claim "$name" >/dev/null; }
		eventually claimed
		{
			record
			echo
			cat "$W/turn.md"
		} >"$D/debate.md.tmp.$n"
		"$SYS" rename "$D/debate.md.tmp.$n" "$D/debate.md" none
		record >"$W/before"
		killed
		mounted -o allow_other
		cmp "$W/before" "$D/debate.md"
		is "$(status turns)" "$n"
		lock release "$name" >/dev/null || true # it may be over
	done
}

@test "the same bytes, renamed, are a success that changes nothing, with the floor or without" {
	for floor in yes no; do
		cp "$W/before" "$N"
		times=$(stat -c '%.Y %Z' "$F")
		steps rename rename "$N" "$F" none
		untouched
		is "$(stat -c '%.Y %Z' "$F")" "$times"
		no test -e "$N"
		[ $floor = no ] || lock release alice
	done
	is "$(event_names | grep -c turn_rejected || true)" 0
}

@test "a turn that is in already, renamed once more, is a success that changes nothing, with the floor or without" {
	append "$W/turn.md"
	record >"$W/after"
	for floor in yes no; do
		filled # as it was renamed the first time
		steps rename rename "$N" "$F" none
		cat "$W/after" <(echo) "$W/turn.md" >"$N" # behind what is read now
		steps rename rename "$N" "$F" none
		cmp "$W/after" "$F"
		is "$(status turns)" 1
		[ $floor = no ] || lock release alice
	done
	is "$(event_names | grep -c artifact_updated)" 1
}

@test "a turn that breaks a rule is EINVAL, with its line in the submitted text" {
	saying 'Nothing of that is so.' | sed 's/(non-blocking)/(maybe)/' >"$W/bad.md"
	filled "$W/bad.md"
	not_taken EINVAL unresolved.flag
	has "$(newest_refusal)" "debate.md:$(grep -n '(maybe)' "$N" | cut -d: -f1): error: [unresolved.flag]"
	sed '/Unresolved Items/,$d' "$W/turn.md" >"$W/bad.md"
	filled "$W/bad.md"
	not_taken EINVAL section.missing
	printf %s "$(behind "$W/bad.md")" >"$N" # nothing more can follow: it is whole, with a newline at its end or without
	not_taken EINVAL section.missing
	refused EINVAL section.missing lock release alice
	lock release alice
}

@test "a refused turn is in events, once, and what is mended afterwards is taken" {
	sed 's/^## Turn 1/## Turn 2/' "$W/turn.md" >"$W/bad.md"
	filled "$W/bad.md"
	not_taken EINVAL turn.number
	eventually are_told 1 turn_rejected
	is "$(event turn_rejected '.errno + " " + (.rules | join(" "))' | tr -d '"')" 'EINVAL turn.number'
	filled
	mv "$N" "$F"
	accepted
	lock release alice
}

@test "a turn without a newline at its end is taken, as are CRLF line ends" {
	printf %s "$(cat "$W/turn.md")" >"$W/open.md"
	mv "$W/open.md" "$W/turn.md"
	filled
	cp "$N" "$W/whole.md"
	mv "$N" "$F"
	accepted
	cmp "$W/whole.md" "$F"
	duel crlf
	join_both
	lock claim alice
	F=$D/debate.md N=$D/debate.md.new
	record >"$W/before"
	turn 1 alice OPEN_TO_DEBATE | sed 's/$/\r/' >"$W/turn.md"
	behind "$W/turn.md" | sed 's/\r*$/\r/' >"$N"
	mv "$N" "$F"
	accepted
}

@test "what changes, shortens or empties the record is EPERM" {
	behind "$W/turn.md" | sed 's/^# Socratic Duel/# Socratic Dual/' >"$N"
	not_taken EPERM history.changed
	head -n -1 "$W/before" >"$N"
	not_taken EPERM history.changed
	cp "$W/turn.md" "$N"
	not_taken EPERM history.changed
	: >"$N"
	not_taken EPERM history.changed
}

@test "without the floor it is EACCES, and so it is for another user than the holder" {
	filled
	lock release alice
	not_taken EACCES lease.none
	duel users
	F=$D/debate.md N=$D/debate.md.new
	"$SYS" as $ALICE open "$D/lock" w write "join alice harness=$HARNESS model=$MODEL"$'\n' close
	"$SYS" as $BOB open "$D/lock" w write "join bob harness=$HARNESS model=$MODEL"$'\n' close
	"$SYS" as $ALICE open "$D/lock" w write $'claim alice\n' close
	record >"$W/before"
	behind "$W/turn.md" >"$W/whole.md"
	for uid in $BOB 1003; do
		user "$uid" cp "$W/whole.md" "$N"
		refused EACCES lease.none "$SYS" as "$uid" rename "$N" "$F" none
		is "$(user "$uid" cat "$N" | sha256sum)" "$(sha256sum <"$W/whole.md")"
		untouched
	done
	user $ALICE cp "$W/whole.md" "$N"
	user $ALICE mv "$N" "$F"
	accepted
}

@test "once closed it is EROFS, but for what changes nothing" {
	append "$W/turn.md"
	lock release alice
	play 2 bob OPEN_TO_DEBATE
	conclude alice DISSENT
	record >"$W/before"
	turn 3 alice OPEN_TO_DEBATE >"$W/turn3.md"
	filled "$W/turn3.md"
	not_taken EROFS duel.closed 2
	cp "$W/before" "$N"
	mv "$N" "$F"
	untouched 2
}

@test "a turn that is too big is EFBIG, and so is a file that no turn could be" {
	python3 - "$W/turn.md" "$W/large.md" <<-'PY'
		import sys
		text = open(sys.argv[1]).read()
		open(sys.argv[2], "w").write(text.replace("**Counterpoints**", ("filler " * 14 + "\n") * 800 + "\n**Counterpoints**", 1))
	PY
	filled "$W/large.md"
	not_taken EFBIG text.size
	{
		cat "$W/before"
		head -c 10000000 /dev/zero | tr '\0' 'a' | fold -w 100
	} >"$N"
	cp "$N" "$W/kept"
	fails EFBIG "$SYS" rename "$N" "$F" none
	has "$(cat "$D/last_error")" 'debate.md: EFBIG'
	cmp "$W/kept" "$N"
	untouched
}

@test "what is not UTF-8, or holds a NUL, is refused" {
	LC_ALL=C sed 's/^Caching pays off/Caching \xff pays off/' "$W/turn.md" >"$W/bad.md"
	filled "$W/bad.md"
	not_taken EILSEQ text.utf8
	LC_ALL=C sed 's/^Caching pays off/Caching \x00 pays off/' "$W/turn.md" >"$W/bad.md"
	filled "$W/bad.md"
	not_taken EINVAL text.control
}

@test "a lease that ran out is EACCES; under a new one the companion's bytes are judged against the record as it is" {
	filled
	lock release alice
	not_taken EACCES lease.none
	lock claim alice
	mv "$N" "$F"
	accepted
	turn 3 alice OPEN_TO_DEBATE >"$W/stale.md"
	record >"$W/before"
	filled "$W/stale.md"
	lock release alice
	play 2 bob OPEN_TO_DEBATE
	lock claim alice
	refused EPERM history.changed "$SYS" rename "$N" "$F" none
	is "$(status turns)" 2
}

@test "a seat with a token wants it in the companion's new text, and does not record it" {
	duel tokens
	lock join alice harness="$HARNESS" model="$MODEL" token=long-enough
	lock join bob harness="$HARNESS" model="$MODEL"
	lock claim alice token=long-enough
	F=$D/debate.md N=$D/debate.md.new
	record >"$W/before"
	filled
	not_taken EACCES lease.token
	{
		printf '<!-- token: %s -->\n' long-wrong
		cat "$W/turn.md"
	} >"$W/wrong.md"
	filled "$W/wrong.md"
	not_taken EACCES lease.token
	sed 's/long-wrong/long-enough/' "$W/wrong.md" >"$W/right.md"
	filled "$W/right.md"
	mv "$N" "$F"
	accepted
	no grep -rq long-enough "$D/debate.md" "$D/events" "$D/last_error"
}

@test "a conclusion may come by rename, and closes the duel" {
	append "$W/turn.md"
	lock release alice
	play 2 bob OPEN_TO_DEBATE
	lock claim alice harness="$HARNESS" model="$MODEL"
	conclusion DISSENT >"$W/conclusion.md"
	record >"$W/before"
	filled "$W/conclusion.md"
	mv "$N" "$F"
	is "$(status state) $(status outcome)" 'completed DISSENT'
}

@test "a gated file is neither exchanged nor, as long as it is there, what NOREPLACE may give a name to" {
	filled
	# the kernel itself sees that the name is taken
	fails 'E(EXIST|INVAL)' "$SYS" rename "$N" "$F" noreplace
	refused EINVAL value.bad "$SYS" rename "$N" "$F" exchange
	refused EINVAL value.bad "$SYS" rename "$F" "$N" exchange
	untouched
	cmp <(behind "$W/turn.md") "$N"
	fails 'E(EXIST|INVAL)' "$SYS" rename "$N" "$D/config.toml" noreplace
	refused EINVAL value.bad "$SYS" rename "$N" "$D/config.toml" exchange
	fails 'E(INVAL|PERM)' "$SYS" rename "$D/config.toml" "$N" exchange
	cmp <(behind "$W/turn.md") "$N"
}

# --- debate.md.tmp.*

@test "a temporary file of debate.md is judged at its writes as the rewrite that it will be" {
	T=$D/debate.md.tmp.4711.0f3a
	behind "$W/turn.md" >"$W/whole.md"
	sed 's/^## Turn 1/## Turn 2/' "$W/whole.md" >"$W/number.md"
	sed '/Unresolved Items/,$d' "$W/whole.md" >"$W/short.md"
	sed 's/^# Socratic Duel/# Socratic Dual/' "$W/whole.md" >"$W/history.md"
	steps 'open write:EINVAL close' open "$T" w,creat,excl write "@$W/number.md" close
	has "$(newest_refusal)" '[turn.number]'
	rm "$T"
	steps 'open write:EINVAL close' open "$T" w,creat,excl write "@$W/short.md" close
	has "$(newest_refusal)" '[section.missing]'
	rm "$T"
	steps 'open write:EPERM close' open "$T" w,creat,excl write "@$W/history.md" close
	has "$(newest_refusal)" '[history.changed]'
	rm "$T"
	steps 'open write close' open "$T" w,creat,excl write "@$W/whole.md" close
	untouched
	mv "$T" "$F"
	accepted
}

@test "a temporary file of debate.md may be written in pieces, and the rename decides" {
	T=$D/debate.md.tmp.4711
	behind "$W/turn.md" >"$W/whole.md"
	steps 'open pieces fsync close' open "$T" w,creat,excl pieces 512 "@$W/whole.md" fsync close
	cmp "$W/whole.md" "$T"
	untouched
	mv "$T" "$F"
	accepted
}

@test "a temporary file of debate.md may begin as a copy of it, and be appended to" {
	T=$D/debate.md.tmp.4711
	cp "$F" "$T"
	cmp "$W/before" "$T"
	sed 's/(non-blocking)/(maybe)/' "$W/turn.md" >"$W/bad.md"
	steps 'open write:EINVAL close' open "$T" append write "@$W/bad.md" close
	has "$(newest_refusal)" '[unresolved.flag]'
	cmp "$W/before" "$T"
	cat "$W/turn.md" >>"$T"
	mv "$T" "$F"
	accepted
}

@test "without the floor a temporary file of debate.md is EACCES at its write, and EROFS once closed" {
	T=$D/debate.md.tmp.4711
	behind "$W/turn.md" >"$W/whole.md"
	lock release alice
	steps 'open write:EACCES close' open "$T" w,creat,excl write "@$W/whole.md" close
	has "$(newest_refusal)" '[lease.none]'
	play 1 alice OPEN_TO_DEBATE
	play 2 bob OPEN_TO_DEBATE
	conclude alice DISSENT
	record >"$W/before"
	behind <(turn 3 alice OPEN_TO_DEBATE) >"$W/whole.md"
	steps open:EROFS open "$T" w
	rm "$T"
	steps open:EROFS open "$T" w,creat,excl
	has "$(newest_refusal)" '[duel.closed]'
}

@test "only the names that begin with debate.md.tmp. are judged so, others take anything" {
	for name in debate.md.new debate.md.tmp x.tmp.1 sedAbC123 debate.md~; do
		steps 'open write close' open "$D/$name" w,creat,excl write 'no turn at all'$'\n' close
		is "$(cat "$D/$name")" 'no turn at all'
	done
}

# --- other gated files

@test "a companion renamed over config.toml replaces the rules as a rewrite does" {
	bare rules
	printf 'topic = "Queues"\nmax_turns = 4\n' >"$D/config.toml.tmp"
	mv "$D/config.toml.tmp" "$D/config.toml"
	is "$(status topic) $(status max_turns)" 'Queues 4'
	no test -e "$D/config.toml.tmp"
	printf 'max_truns = 4\n' >"$D/config.toml.tmp"
	refused EINVAL config.bad "$SYS" rename "$D/config.toml.tmp" "$D/config.toml" none
	has "$(newest_refusal)" 'config.toml:1: error:'
	is "$(status max_turns)" 4
	lock join alice
	printf 'max_turns = 8\n' >"$D/config.toml.tmp"
	refused EPERM config.frozen "$SYS" rename "$D/config.toml.tmp" "$D/config.toml" none
	is "$(status max_turns)" 4
}

@test "rules that came by a rename are durable when it returned" {
	bare rules
	printf 'max_turns = 4\n' >"$D/config.toml.tmp"
	mv "$D/config.toml.tmp" "$D/config.toml"
	killed
	mounted -o allow_other
	is "$(status max_turns)" 4
}

@test "a source that is named by a rename is copied there and then" {
	bare rules
	printf '# The plan\n\nText.\n' >"$W/plan.md"
	printf 'source = "%s"\n' "$W/plan.md" >"$D/config.toml.tmp"
	mv "$D/config.toml.tmp" "$D/config.toml"
	cmp "$W/plan.md" "$D/source.md"
	is "$(status topic)" 'The plan'
	printf 'source = "%s"\n' "$W/nowhere.md" >"$D/config.toml.tmp"
	refused EINVAL config.bad "$SYS" rename "$D/config.toml.tmp" "$D/config.toml" none
	cmp "$W/plan.md" "$D/source.md"
}

@test "a companion renamed over check is a rehearsal" {
	cp "$W/turn.md" "$D/participants/alice/check.tmp"
	mv "$D/participants/alice/check.tmp" "$D/participants/alice/check"
	is "$(cat "$D/participants/alice/check")" "check: ok (turn 1 of alice, $(stat -c %s "$W/turn.md") bytes)"
	sed 's/(non-blocking)/(maybe)/' "$W/turn.md" >"$D/participants/alice/check.tmp"
	refused EINVAL unresolved.flag "$SYS" rename "$D/participants/alice/check.tmp" "$D/participants/alice/check" none
	has "$(cat "$D/participants/alice/check")" '[unresolved.flag]'
	test -e "$D/participants/alice/check.tmp"
	untouched
}

@test "nothing else is renamed over: EPERM, with the reason" {
	append "$W/turn.md"
	record >"$W/before"
	failed=0
	for name in README.md status status.json lock last_error events turns/001-alice.md participants/alice/status turns participants; do
		echo text >"$N"
		before=$(sha256sum <"$D/$name" 2>/dev/null || ls "$D/$name")
		case $name in
		turns | participants) # the kernel knows that it is a directory
			holds "$name" fails 'E(ISDIR|PERM)' "$SYS" rename "$N" "$D/$name" none
			;;
		*)
			holds "$name" refused EPERM history.changed "$SYS" rename "$N" "$D/$name" none
			;;
		esac
		[[ $name == @(status|status.json|README.md|last_error|lock) ]] ||
			holds "$name" is "$(sha256sum <"$D/$name" 2>/dev/null || ls "$D/$name")" "$before"
		holds "$name" is "$(cat "$N")" text
	done
	[ $failed -eq 0 ]
	untouched 1
}

@test "nothing else is renamed away: EPERM, with the reason" {
	append "$W/turn.md"
	failed=0
	for name in README.md status status.json lock last_error events turns/001-alice.md participants/alice/status turns participants; do
		holds "$name" fails EPERM "$SYS" rename "$D/$name" "$D/x.tmp" none
		holds "$name" test -e "$D/$name"
		holds "$name" no test -e "$D/x.tmp"
	done
	[ $failed -eq 0 ]
	refused EPERM history.changed "$SYS" rename "$D/status" "$D/x.tmp" none
}

@test "nothing moves between directories, nor into turns or out of the mount" {
	filled
	duel other
	on d
	for to in "$M/other/debate.md" "$M/other/x.tmp" "$M/x.tmp" "$D/turns/x.tmp" "$D/turns/002-bob.md" "$D/participants/alice/status"; do
		fails EPERM "$SYS" rename "$N" "$to" none
		fails EPERM "$SYS" rename "$F" "$to" none
	done
	# beyond the mount that is the kernel's answer
	fails EXDEV "$SYS" rename "$N" "$W/x.tmp" none
	fails EXDEV "$SYS" rename "$W/turn.md" "$F" none
	cmp <(behind "$W/turn.md") "$N"
	untouched
	mv "$N" "$W/moved"
	no test -e "$N"
	cmp <(behind "$W/turn.md") "$W/moved"
}

@test "a directory is not renamed: not a duel, not one of its own" {
	duel other
	on d
	fails EPERM "$SYS" rename "$D" "$M/elsewhere" none
	fails EPERM "$SYS" rename "$M/other" "$D" none
	fails EPERM "$SYS" rename "$D" "$M/other" exchange
	fails EPERM "$SYS" rename "$D/turns" "$D/x.tmp" none
	fails EPERM "$SYS" rename "$D/turns" "$D/participants" none
	test -d "$M/other" -a -d "$D/turns"
	untouched
}

# --- debate.md renamed away

@test "renamed away, debate.md is copied, and is still there" {
	append "$W/turn.md"
	record >"$W/before"
	ino=$(stat -c %i "$F")
	times=$(stat -c '%.Y %Z' "$F")
	steps rename rename "$F" "$D/debate.md~" none
	cmp "$W/before" "$D/debate.md~"
	untouched 1
	is "$(stat -c %i "$F") $(stat -c '%.Y %Z' "$F")" "$ino $times"
	no is "$(stat -c %i "$D/debate.md~")" "$ino" >/dev/null
	is "$(stat -c '%a %u %h' "$D/debate.md~")" '600 0 1'
	echo mine >"$D/debate.md~"
	untouched 1
}

@test "renamed away over a companion that is there, debate.md replaces it" {
	echo old >"$D/debate.md~"
	mv -f "$F" "$D/debate.md~"
	cmp "$W/before" "$D/debate.md~"
	untouched
}

@test "renamed away under another name than a companion's, debate.md stays: EPERM" {
	refused EPERM history.changed "$SYS" rename "$F" "$D/old.md" none
	refused EPERM history.changed "$SYS" rename "$F" "$D/Debate.md" none
	untouched
}

@test "renamed away a hundred times, debate.md is found by everybody at each moment" {
	(
		cd "$D"
		for _ in {1..300}; do
			cmp debate.md "$W/before" || exit 1
		done
	) >"$W/out/reader" 2>&1 3>&- &
	reader=$!
	for n in {1..100}; do
		"$SYS" rename "$F" "$D/$((n % 5)).bak" none >/dev/null
		cmp "$W/before" "$F"
	done
	wait $reader
	is "$(cat "$W/out/reader")" ''
	untouched
}

@test "a file that was open when debate.md was renamed away reads, writes and is asked as before" {
	exec 5<"$F"
	"$SYS" open "$F" append touch "$W/out/there" until "$W/out/go" write "@$W/turn.md" close >"$W/got" 3>&- 5>&- &
	writer=$!
	eventually test -e "$W/out/there"
	ino=$(stat -c %i "$F")
	mv "$F" "$D/debate.md~"
	is "$(stat -L -c '%i %s %h' /dev/fd/5)" "$ino $(stat -c %s "$W/before") 1"
	cmp "$W/before" - <&5
	touch "$W/out/go"
	wait $writer
	is "$(cat "$W/got")" 'open write close'
	accepted
	tail -c "$(stat -c %s "$W/turn.md")" /dev/fd/5 | cmp "$W/turn.md" -
	cmp "$W/before" "$D/debate.md~"
	exec 5<&-
}

@test "where debate.md was renamed away and its name is written anew, as editors save, that is a rewrite" {
	mv "$F" "$D/debate.md~"
	behind "$W/turn.md" >"$W/whole.md"
	steps 'open write fsync close' open "$F" w,creat,trunc write "@$W/whole.md" fsync close
	accepted
	# and with O_EXCL, as one does who believes that the name is free now
	mv "$F" "$D/debate.md~"
	steps open:EEXIST open "$F" w,creat,excl
}

@test "a program that moves debate.md away without replacing anything may, where nothing is" {
	steps rename rename "$F" "$D/debate.md~" noreplace
	cmp "$W/before" "$D/debate.md~"
	steps rename:EEXIST rename "$F" "$D/debate.md~" noreplace
	untouched
}

@test "config.toml renamed away is copied as well" {
	bare rules
	config=$(cat "$D/config.toml")
	steps rename rename "$D/config.toml" "$D/config.toml~" none
	is "$(cat "$D/config.toml")" "$config"
	is "$(cat "$D/config.toml~")" "$config"
}

@test "where there is no room for the copy debate.md is not renamed away, and says so" {
	for n in {1..16}; do
		: >"$D/$n.tmp"
	done
	refused ENOSPC limit.scratch "$SYS" rename "$F" "$D/debate.md~" none
	untouched
	rm "$D/16.tmp"
	mv "$F" "$D/debate.md~"
	cmp "$W/before" "$D/debate.md~"
}

# --- others who are there

@test "a user's rename takes that user's companion, whatever another one has under that name" {
	duel users
	F=$D/debate.md N=$D/debate.md.new
	"$SYS" as $ALICE open "$D/lock" w write "join alice harness=$HARNESS model=$MODEL"$'\n' close
	"$SYS" as $BOB open "$D/lock" w write "join bob harness=$HARNESS model=$MODEL"$'\n' close
	"$SYS" as $ALICE open "$D/lock" w write $'claim alice\n' close
	record >"$W/before"
	echo 'not a turn' | user $BOB tee "$N" >/dev/null
	fails ENOENT "$SYS" as $ALICE rename "$N" "$F" none
	behind "$W/turn.md" | user $ALICE tee "$N" >/dev/null
	user $BOB cat "$N" >/dev/null # what the kernel knows under that name now is bob's
	steps rename as $ALICE rename "$N" "$F" none
	accepted
	is "$(user $BOB cat "$N")" 'not a turn'
	no user $ALICE test -e "$N"
}

@test "who has debate.md open for reading sees what a rename brought, through the same open file" {
	exec 5<"$F"
	cmp "$W/before" - <&5
	ino=$(stat -c %i "$F")
	filled
	mv "$N" "$F"
	is "$(cat <&5)" "$(tail -c +$(($(stat -c %s "$W/before") + 1)) "$F")"
	is "$(stat -L -c '%i %s %h' /dev/fd/5)" "$ino $(stat -c %s "$F") 1"
	is "$(stat -c %i "$F")" "$ino"
	exec 5<&-
	accepted
}

@test "who waits in the directory, or for the file, finds the new record" {
	(
		cd "$D"
		exec "$SYS" touch "$W/out/there" until "$W/out/go" open debate.md r read "$W/out/read" close
	) >"$W/got" 3>&- &
	reader=$!
	eventually test -e "$W/out/there"
	filled
	mv "$N" "$F"
	touch "$W/out/go"
	wait $reader
	cmp "$F" "$W/out/read"
	accepted
}

@test "who has debate.md open for writing decides later, on its own: a rename in between takes nothing from it and gives it nothing" {
	saying 'Somebody else says something else.' >"$W/other.md"
	"$SYS" open "$F" append write "@$W/other.md" touch "$W/out/there" until "$W/out/go" close >"$W/got" 3>&- &
	writer=$!
	eventually test -e "$W/out/there"
	filled
	mv "$N" "$F"
	accepted
	touch "$W/out/go"
	wait $writer || true
	is "$(cat "$W/got")" 'open write close:EINVAL'
	has "$(cat "$D/last_error")" '[turn.'
	accepted
	# nothing of it was accepted since, so the release says it as well
	fails EINVAL lock release alice
	lock release alice
}

@test "a companion that is still open for writing is taken as it is at the rename, and later writes reach nobody" {
	filled
	"$SYS" open "$N" w,append rename "$N" "$F" none write 'more' fsync pwrite 0 FORGED truncate 0 close >"$W/got" || true
	has "$(cat "$W/got")" 'open rename '
	accepted
	no grep -q FORGED "$F"
	no test -e "$N"
}

# --- tools that go other ways

@test "mv -n leaves both as they are" {
	filled
	mv -n "$N" "$F" || true
	untouched
	cmp <(behind "$W/turn.md") "$N"
}

@test "mv -b keeps a copy of the old record and records the turn" {
	filled
	mv -b "$N" "$F"
	accepted
	cmp "$W/before" "$D/debate.md~"
}

@test "mv -b over a refused turn says so, and nothing is lost" {
	sed 's/(non-blocking)/(maybe)/' "$W/turn.md" >"$W/bad.md"
	filled "$W/bad.md"
	run mv -b "$N" "$F"
	[ "$status" -ne 0 ]
	has "$output" 'cannot move' # mv has a sentence of its own for EINVAL
	has "$(newest_refusal)" '[unresolved.flag]'
	untouched
	cmp <(behind "$W/bad.md") "$N"
}

@test "what unlinks first is refused loudly: cp --remove-destination, install, mv from another filesystem, ln -f" {
	behind "$W/turn.md" >"$W/whole.md"
	cp "$W/whole.md" "$N"
	loud() {
		run "$@"
		[ "$status" -ne 0 ]
		has "$output" 'Operation not permitted'
		untouched
	}
	loud cp --remove-destination "$W/whole.md" "$F"
	loud install "$W/whole.md" "$F"
	loud mv "$W/whole.md" "$F"
	test -e "$W/whole.md"
	loud ln -f "$N" "$F"
	loud ln -sf "$N" "$F"
	loud rm -f "$F"
}

@test "sed -i and perl -i rewrite the record, or are refused, with the turn they bring" {
	record >"$W/before"
	sed -i "\$r $W/turn.md" "$F"
	accepted
	record >"$W/before"
	run sed -i 's/^Caching/Nothing/' "$F"
	[ "$status" -ne 0 ]
	has "$output" 'Operation not permitted'
	untouched 1
	run perl -i -pe 's/^Caching/Nothing/' "$F"
	has "$output" 'Operation not permitted'
	untouched 1
	perl -i -pe 's/x/x/' "$F"
	untouched 1
}

# --- many at once

@test "of two renames of one turn at the same time both succeed, and it is recorded once" {
	for n in {1..10}; do
		duel "same$n"
		join_both >/dev/null
		lock claim alice >/dev/null
		record >"$W/before"
		F=$D/debate.md
		for side in a b; do
			behind "$W/turn.md" >"$D/$side.tmp"
		done
		"$SYS" rename "$D/a.tmp" "$F" none >"$W/out/a" 3>&- &
		other=$!
		"$SYS" rename "$D/b.tmp" "$F" none >"$W/out/b" || true
		wait $other || true
		is "$(cat "$W/out/a" "$W/out/b")" $'rename\nrename'
		accepted
		is "$(event_names | grep -c artifact_updated)" 1
	done
}

@test "of two renames of two turns at the same time one is recorded, and the other is told" {
	for n in {1..10}; do
		duel "two$n"
		join_both >/dev/null
		lock claim alice >/dev/null
		record >"$W/before"
		F=$D/debate.md
		for side in a b; do
			saying "Side $side says it." >"$W/$side.md"
			behind "$W/$side.md" >"$D/$side.tmp"
		done
		"$SYS" rename "$D/a.tmp" "$F" none >"$W/out/a" 3>&- &
		other=$!
		"$SYS" rename "$D/b.tmp" "$F" none >"$W/out/b" || true
		wait $other || true
		is "$(sort "$W/out/a" "$W/out/b" | sed 's/E.*/E/')" $'rename\nrename:E'
		[ "$(cat "$W/out/a")" = rename ] && won=a lost=b || won=b lost=a
		cmp "$W/$won.md" "$D/turns/001-alice.md"
		cmp <(behind "$W/$lost.md") "$D/$lost.tmp"
		is "$(status turns)" 1
		[[ $(cat "$W/out/$lost") =~ :E(PERM|INVAL)$ ]]
		fails EINVAL lock release alice
	done
}

@test "a rename and an append of two turns at the same time: one is recorded, and the other is told" {
	for n in {1..10}; do
		duel "mixed$n"
		join_both >/dev/null
		lock claim alice >/dev/null
		record >"$W/before"
		F=$D/debate.md
		for side in a b; do
			saying "Side $side says it." >"$W/$side.md"
		done
		behind "$W/a.md" >"$D/a.tmp"
		append "$W/b.md" >"$W/out/b" 3>&- &
		other=$!
		"$SYS" rename "$D/a.tmp" "$F" none >"$W/out/a" || true
		wait $other || true
		is "$(status turns)" 1
		is "$(cat "$W/out/a" "$W/out/b" | grep -c ':E')" 1
		grep -q ':E' "$W/out/a" && won=b || won=a
		cmp "$W/$won.md" "$D/turns/001-alice.md"
	done
}

@test "forty turns by rename, while others read, list, rename away and try to break in, are forty turns" {
	duel storm 'max_turns = 40'
	join_both
	F=$D/debate.md
	names=(bob alice)
	stop=$W/out/stop
	(
		while [ ! -e "$stop" ]; do
			# each reader sees a record that begins as the one before it
			cat "$F" >"$W/out/new" || exit 1
			[ ! -e "$W/out/old" ] || cmp -n "$(stat -c %s "$W/out/old")" "$W/out/old" "$W/out/new" || exit 1
			mv "$W/out/new" "$W/out/old"
		done
	) >"$W/out/reader" 2>&1 3>&- &
	crowd=($!)
	(
		cd "$D"
		while [ ! -e "$stop" ]; do
			ls -A >/dev/null || exit 1
			[ -f debate.md ] || exit 1
			mv debate.md debate.md~ || exit 1
		done
	) >"$W/out/mover" 2>&1 3>&- &
	crowd+=($!)
	(
		while [ ! -e "$stop" ]; do
			sed 's/Caching/Forging/' "$F" >"$D/forged.tmp" || exit 1
			"$SYS" rename "$D/forged.tmp" "$F" none && exit 1
			user $BOB sh -c "cat '$F' >'$D/bob.tmp' && echo more >>'$D/bob.tmp' && mv -f '$D/bob.tmp' '$F'" 2>/dev/null && exit 1
		done
		exit 0
	) >"$W/out/forger" 3>&- &
	crowd+=($!)
	for n in {1..40}; do
		name=${names[n % 2]}
		turn "$n" "$name" OPEN_TO_DEBATE >"$W/turn-$n.md"
		lock claim "$name" >/dev/null
		{
			record
			echo
			cat "$W/turn-$n.md"
		} >"$D/turn.tmp"
		mv "$D/turn.tmp" "$F"
		lock release "$name" force=yes >/dev/null
	done
	touch "$stop"
	for job in "${crowd[@]}"; do
		wait "$job" || give_up "$(cat "$W/out/reader" "$W/out/mover" "$W/out/forger")"
	done
	is "$(status turns)" 40
	for n in {1..40}; do
		cmp "$W/turn-$n.md" "$D/turns/$(printf '%03d' "$n")-${names[n % 2]}.md"
	done
	is "$(sha256sum <"$F" | cut -d' ' -f1)" "$(status record_sha256)"
	unmounted
	"$DUELFS" verify "$STORE"
}
