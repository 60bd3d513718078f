#!/usr/bin/env bats
# A duel's source: which documents it may be, and the copy that is taken of it.
load lib

set_source() {
	"$SYS" open "$D/config.toml" append write "source = \"$1\""$'\n' close
}

# A source that is refused, and leaves the rules as they were.
bad_source() {
	local before
	before=$(cat "$D/config.toml")
	fails 'E(INVAL|ACCES|FBIG|NOENT|LOOP|ILSEQ)' set_source "$1"
	has "$(newest_refusal)" '[config.bad]'
	has "$(newest_refusal)" source
	is "$(cat "$D/config.toml")" "$before"
	[ ! -e "$D/source.md" ]
}

@test "it is copied into the duel when it is set, byte for byte" {
	printf '# The plan\n\nCaches, ünïcode and all.\n' >"$W/plan.md"
	cp "$W/plan.md" "$W/copy.md"
	bare d
	set_source "$W/plan.md"
	cmp "$D/source.md" "$W/copy.md"
	is "$(status source)" "$W/plan.md"
	is "$(stat -c '%a %s' "$D/source.md")" "444 $(stat -c %s "$W/plan.md")"
	echo 'later words' >>"$W/plan.md"
	cmp "$D/source.md" "$W/copy.md"
	rm "$W/plan.md"
	remounted
	cmp "$D/source.md" "$W/copy.md"
	is "$(status source)" "$W/plan.md"
}

@test "without a topic the topic is its first heading, else its file name" {
	printf 'Words.\n\n## The *second* plan\n' >"$W/plan.md"
	printf 'No heading here.\n' >"$W/my-notes.markdown"
	bare one
	set_source "$W/plan.md"
	is "$(status topic)" 'The second plan'
	is "$(status topic_slug)" the-second-plan
	bare two
	set_source "$W/my-notes.markdown"
	is "$(status topic)" my-notes
}

@test "a topic that was set goes before the source's heading" {
	printf '# The plan\n' >"$W/plan.md"
	duel
	set_source "$W/plan.md"
	is "$(status topic)" Caching
}

@test "a path that is relative, missing, not .md, or a directory is refused" {
	bare d
	echo '# x' >"$W/plan.txt"
	mkdir "$W/folder.md"
	bad_source plan.md
	bad_source ./plan.md
	bad_source "$W/missing.md"
	bad_source "$W/plan.txt"
	bad_source "$W/folder.md"
}

@test "a fifo or a device is refused at once, without waiting for its other end" {
	bare d
	mkfifo "$W/pipe.md"
	mknod "$W/null.md" c 1 3
	bad_source "$W/pipe.md"
	bad_source "$W/null.md"
	ln -s /dev/zero "$W/zero.md"
	bad_source "$W/zero.md"
}

@test "a path through one of /proc's magic links is refused" {
	bare d
	echo '# x' >"$W/plan.md"
	bad_source "/proc/self/root$W/plan.md"
	bad_source "/proc/$$/root$W/plan.md"
	(cd "$W" && exec sleep 60) 3>&- &
	sleeper=$!
	eventually test "/proc/$sleeper/cwd/plan.md" -ef "$W/plan.md"
	bad_source "/proc/$sleeper/cwd/plan.md"
	kill "$sleeper"
	exec 7<"$W/plan.md"
	ln -s "/proc/$$/fd/7" "$W/link.md"
	bad_source "$W/link.md"
	exec 7<&-
}

@test "a file of this mount is refused" {
	bare d
	bad_source "$M/README.md"
	bad_source "$D/debate.md"
	ln -s "$D/debate.md" "$W/inside.md"
	bad_source "$W/inside.md"
}

@test "at most 4 MiB are taken" {
	bare d
	{
		echo '# Big'
		head -c $((4 * 1024 * 1024 - 6)) /dev/zero | tr '\0' 'a'
	} >"$W/fits.md"
	cp "$W/fits.md" "$W/big.md"
	echo >>"$W/big.md"
	bad_source "$W/big.md"
	set_source "$W/fits.md"
	is "$(stat -c %s "$D/source.md")" $((4 * 1024 * 1024))
}

@test "text that is not clean UTF-8 is refused" {
	bare d
	printf '# x\n\xff\xfe\n' >"$W/latin.md"
	printf '# x\na\0b\n' >"$W/nul.md"
	bad_source "$W/latin.md"
	bad_source "$W/nul.md"
}

@test "it is read with the rights of whoever sets it" {
	unmounted
	pass_through
	mounted -o allow_other
	echo '# secret' >"$W/secret.md"
	chmod 600 "$W/secret.md"
	echo '# open' >"$W/open.md"
	mkdir "$W/private"
	echo '# below' >"$W/private/plan.md"
	chmod 700 "$W/private"
	"$SYS" as 1001 mkdir "$M/d"
	on d
	for path in "$W/secret.md" "$W/private/plan.md"; do
		fails 'E(INVAL|ACCES)' "$SYS" as 1001 open "$D/config.toml" append write "source = \"$path\""$'\n' close
		has "$(newest_refusal)" "$path"
	done
	[ ! -e "$D/source.md" ]
	steps 'open write close' as 1001 open "$D/config.toml" append write "source = \"$W/open.md\""$'\n' close
	cmp "$D/source.md" "$W/open.md"
	bare mine
	set_source "$W/secret.md"
	cmp "$D/source.md" "$W/secret.md"
}

@test "writing the configuration anew without a source takes it away" {
	bare d
	echo '# The plan' >"$W/plan.md"
	set_source "$W/plan.md"
	echo 'max_turns = 4' >"$D/config.toml"
	[ ! -e "$D/source.md" ]
	is "$(status source)" ''
}

@test "the record's head links to the source" {
	echo '# The plan' >"$W/plan.md"
	bare d
	set_source "$W/plan.md"
	join_both
	has "$(record)" "# Socratic Duel: The plan"
	has "$(record)" "$W/plan.md"
	grep -qE '\[[^]]+\]\([^)]*plan\.md\)' "$D/debate.md"
}

# A file system of its own that answers nothing any more: $silent is a path in it.
silent_filesystem() {
	mkdir -p "$W/other"
	expect_stderr '^duelfs: .*/other-store (is no more )?on '
	"$DUELFS" "$W/other-store" "$W/other" -f 2>>"$LOG" </dev/null >/dev/null 3>&- 4>&- &
	OTHER=$!
	eventually test -e "$W/other/status"
	mkdir "$W/other/d"
	silent=$W/other/d/debate.md
	kill -STOP "$OTHER"
}

speaking_again() {
	kill -CONT "$OTHER"
	umount -l "$W/other"
	wait "$OTHER" || true
}

@test "a file system that never answers is given up, and meanwhile everybody else goes on" {
	bare d
	bare e
	silent_filesystem
	set_source "$silent" 2>"$W/said" &
	local asking=$!
	echo 'max_turns = 4' >>"$M/e/config.toml"
	has "$(cat "$M/e/config.toml")" 'max_turns = 4'
	local status=0
	wait $asking || status=$?
	speaking_again
	[ $status -ne 0 ]
	has "$(newest_refusal)" '[config.bad]'
	has "$(newest_refusal)" 'did not answer'
	[ ! -e "$D/source.md" ]
}

@test "of one user four sources are read at a time, and the others wait for their turn" {
	local i askers=() refusals=0
	silent_filesystem
	for i in 1 2 3 4 5; do
		bare "d$i"
		D=$M/d$i set_source "$silent" 2>/dev/null &
		askers+=($!)
	done
	for i in "${askers[@]}"; do
		wait "$i" || refusals=$((refusals + 1))
	done
	speaking_again
	is "$refusals" 5
	is "$(cat "$M"/d?/last_error | grep -c 'did not answer')" 4
	is "$(cat "$M"/d?/last_error | grep -c 'no place to read it')" 1
}

@test "whoever waits for its turn has its source as soon as there is a place" {
	local i askers=() last
	echo '# The plan' >"$W/plan.md"
	silent_filesystem
	for i in 1 2 3 4 5; do
		bare "d$i"
	done
	for i in 1 2 3 4; do
		D=$M/d$i set_source "$silent" 2>/dev/null &
		askers+=($!)
	done
	sleep 0.5
	D=$M/d5 set_source "$W/plan.md" &
	last=$!
	sleep 0.5
	[ ! -e "$M/d5/source.md" ]
	speaking_again
	wait "$last"
	wait "${askers[@]}" || true
	cmp "$M/d5/source.md" "$W/plan.md"
}
