#!/usr/bin/env bats
# A closed duel: read-only for good, and written to the archive.
load lib

closed() {
	duel "$@"
	play_to 2 >/dev/null
	conclude alice DISSENT >/dev/null
}

# The archive's files, in order; `archives N`: there are N.
archived() {
	find "$STORE/archive" -maxdepth 1 -type f -name '????-??-??-*.md' -printf '%f\n' 2>/dev/null | sort
}

archives() {
	[ "$(find "$STORE/archive" -maxdepth 1 -type f -name '????-??-??-*.md' 2>/dev/null | wc -l)" = "$1" ]
}

# The record stands in another directory.
recorded() {
	[ -n "$(find "$W/records" -name '*-caching.md' 2>/dev/null)" ]
}

@test "nothing can be written once a duel is closed" {
	closed
	record >"$W/before"
	turn 3 alice OPEN_TO_DEBATE >"$W/turn.md"
	refused EROFS duel.closed "$SYS" open "$D/debate.md" append
	fails EROFS "$SYS" open "$D/debate.md" w,trunc
	fails EROFS "$SYS" open "$D/debate.md" rw
	for line in 'claim alice' 'claim bob' 'join carol' 'refresh alice' 'claim alice for=timeout'; do
		refused EROFS duel.closed lock "$line"
	done
	refused EROFS duel.closed lock join carol
	has "$(newest_refusal)" 'nobody joins it any more, so make another to go on (mkdir)'
	fails 'E(ROFS|PERM)' "$SYS" open "$D/config.toml" append
	fails 'E(ROFS|PERM)' "$SYS" cut "$D/debate.md" 0
	fails 'E(ROFS|PERM)' "$SYS" unlink "$D/debate.md"
	cmp "$W/before" "$D/debate.md"
	run -1 bash -c "echo x >>'$D/debate.md'"
	has "$output" 'Read-only file system'
}

@test "whoever closed a duel may release the floor that is gone, as often as it likes; nobody else, and with no other outcome" {
	closed
	lock release alice
	lock release alice
	lock release alice outcome=DISSENT
	lock release alice force=yes
	refused EROFS duel.closed lock release bob
	refused EROFS duel.closed lock release alice outcome=MAX_TURNS
	refused EROFS duel.closed lock refresh alice
	is "$(event_names | grep -c lock_released)" 3
	remounted
	lock release alice
	refused EROFS duel.closed lock release bob
}

@test "a handle that was open when the duel closed writes nothing" {
	duel
	play_to 2
	lock claim alice
	turn 3 alice OPEN_TO_DEBATE >"$W/turn.md"
	"$SYS" open "$D/debate.md" append touch "$W/open" until "$W/go" write "@$W/turn.md" close >"$W/got" &
	writer=$!
	eventually test -e "$W/open"
	conclusion DISSENT >"$W/conclusion.md"
	append "$W/conclusion.md"
	record >"$W/before"
	touch "$W/go"
	no wait $writer
	grep -qE ':E(CANCELED|ROFS)' "$W/got"
	cmp "$W/before" "$D/debate.md"
}

@test "everything can still be read, also after a remount" {
	closed
	eventually grep -q '^archive = "20' "$D/status"
	record >"$W/before"
	tail -n +1 "$D"/turns/* "$D/status" "$D/events" | without_as_of >"$W/all"
	remounted
	cmp "$W/before" "$D/debate.md"
	tail -n +1 "$D"/turns/* "$D/status" "$D/events" | without_as_of | diff "$W/all" -
	fails EROFS "$SYS" open "$D/debate.md" append
}

@test "the record is written to the archive as a plain file of the day and the topic" {
	closed d
	eventually archives 1
	[[ $(archived) =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}-caching\.md$ ]]
	cmp "$STORE/archive/$(archived)" "$D/debate.md"
}

@test "another duel of the same day and topic is archived beside it" {
	closed one
	closed two
	closed three
	eventually archives 3
	archived | sed -E 's/^.{11}//' | sort | diff - <(printf 'caching-2.md\ncaching-3.md\ncaching.md\n')
	for file in "$STORE"/archive/*.md; do
		cmp -s "$file" "$M/one/debate.md" || cmp -s "$file" "$M/two/debate.md" || cmp "$file" "$M/three/debate.md"
	done
	remounted
	archives 3
}

# What the archive has of the duel D beside the record NAME.md is what can be read in it; pictures are laid out anew.
beside_is_whole() { # NAME
	local file
	(cd "$STORE/archive/$1" && find . -type f -printf '%P\n' | LC_ALL=C sort) >"$W/beside"
	grep -qx debate.md "$W/beside"
	while read -r file; do
		case $file in
		*.svg) grep -q '<svg' "$STORE/archive/$1/$file" ;;
		view.html) grep -qx '</html>' "$STORE/archive/$1/$file" ;;
		status.json) diff <(jq 'del(.archive, .as_of)' "$D/$file") <(jq 'del(.archive, .as_of)' "$STORE/archive/$1/$file") ;;
		*) cmp "$D/$file" "$STORE/archive/$1/$file" ;;
		esac || return
	done <"$W/beside"
}

@test "status names the record in the archive once it is there, also after a remount" {
	duel d
	play_to 2
	is "$(status archive)" ''
	is "$(jq -r .archive "$D/status.json")" ''
	conclude alice DISSENT
	eventually status_is archive "$(date -u +%F)-caching.md"
	is "$(jq -r .archive "$D/status.json")" "$(archived)"
	is "$(stat -c %s "$D/status")" "$(wc -c <"$D/status")"
	grep -q '^archive' <(tail -n +1 "$D/status")
	remounted
	is "$(status archive)" "$(archived)"
	duel e
	play_to 2
	conclude alice DISSENT
	eventually status_is archive "$(date -u +%F)-caching-2.md"
	is "$(status archive "$M/d/status")" "$(date -u +%F)-caching.md"
	killed
	mounted
	eventually status_is archive "$(date -u +%F)-caching-2.md"
}

# The store's row of every closed duel says that the archive is still to come, as before a crash.
as_before_the_archive() {
	asked "UPDATE duels SET state = 'unarchived' WHERE state = 'completed'"
	asked 'DELETE FROM archives'
}

# What the store's tables say to that.
asked() { # SQL
	if [ -n "${ON_CLUSTER:-}" ]; then
		psql -h "$CLUSTER" -U duelfs -d "$DATABASE" -qAtc "$1"
	else
		sqlite3 "$STORE/duelfs.db" "$1"
	fi
}

# Nothing lies beside that a rename has not given its name.
nothing_beside() {
	is "$(find "$STORE/archive" -maxdepth 1 -name '.*' ! -name .)" ''
}

@test "beside the record a directory of its name has everything else" {
	printf '# Caching\n\nFailures are rare.\n' >"$W/plan.md"
	duel d "source = \"$W/plan.md\""
	play_to 2
	conclusion DISSENT | sed 's|The debate on|The debate of plan.md on|' >"$W/conclusion.md"
	lock claim alice
	append "$W/conclusion.md"
	eventually archives 1
	name=$(archived)
	beside_is_whole "${name%.md}"
	is "$(paste -sd' ' "$W/beside")" \
		'conclusion.md config.toml debate.md events source.md status.json turns/001-alice.md turns/002-bob.md view.html'
	cmp "$STORE/archive/$name" "$STORE/archive/${name%.md}/debate.md"
	nothing_beside
}

@test "the directory has the files and trees of the format, too" {
	bare d
	printf '%s\n' 'format = "dialectic"' 'topic = "Buses"' 'exchanges = 1' >>"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	lock join carol role=judge
	for who in alice:proposition bob:opposition carol:judge; do
		lock claim "${who%:*}"
		append "$BATS_TEST_DIRNAME/../corpus/dialectic/debate/0-${who#*:}.json"
		lock release "${who%:*}" || true
	done
	eventually archives 1
	name=$(archived)
	beside_is_whole "${name%.md}"
	[[ $(cat "$STORE/archive/${name%.md}/conclusion.md") =~ "Scores: proposition "[-0-9.]+" in 3 arguments, opposition "[-0-9.]+" in 3 arguments: " ]]
	has "$(cat "$STORE/archive/${name%.md}/conclusion.md")" "$(status winner)"
	[ -n "$(status winner)" ]
	for file in arguments/prop_000a.md scores.json argument-graph.mmd argument-graph.svg turns/001-carol.md; do
		grep -qx "$file" "$W/beside"
	done
	has "$(cat "$STORE/archive/${name%.md}/argument-graph.svg")" prop_000a
	[[ $(sed -n '/<svg/,/<\/svg>/p' "$STORE/archive/${name%.md}/view.html") =~ prop_000a ]]
	no grep -q 'http-equiv="refresh"' "$STORE/archive/${name%.md}/view.html"
}

@test "file and directory have one number, which is free for both" {
	mkdir -p "$STORE/archive"
	for day in "$(date -u +%F)" "$(date -u -d tomorrow +%F)"; do
		mkdir "$STORE/archive/$day-caching"
		echo theirs >"$STORE/archive/$day-caching-2.md"
	done
	closed
	eventually compgen -G "$STORE/archive/*-caching-3.md"
	beside_is_whole "$(date -u +%F)-caching-3"
	is "$(ls -A "$STORE/archive/$(date -u +%F)-caching")" ''
	is "$(cat "$STORE/archive/$(date -u +%F)-caching-2.md")" theirs
	[ ! -e "$STORE/archive/$(date -u +%F)-caching-2" ]
}

@test "what a crash between the two left is made good at the next mount" {
	closed
	eventually archives 1
	name=$(archived)
	# Before both, with what stood beside; between them; behind both.
	unmounted
	as_before_the_archive
	id=$(jq -r .id "$STORE/archive/${name%.md}/status.json")
	mv "$STORE/archive/${name%.md}" "$STORE/archive/.duelfs-999999999-$id.tmp"
	rm "$STORE/archive/$name"
	mounted
	eventually archives 1
	is "$(archived)" "$name"
	beside_is_whole "${name%.md}"
	nothing_beside
	unmounted
	as_before_the_archive
	mv "$STORE/archive/$name" "$STORE/archive/.duelfs-999999999-$id.md.tmp"
	mounted
	eventually archives 1
	is "$(archived)" "$name"
	nothing_beside
	unmounted
	as_before_the_archive
	before=$(find "$STORE/archive" -type f -exec stat -c '%n %i %y' {} + | sort)
	mounted
	unmounted
	is "$(find "$STORE/archive" -type f -exec stat -c '%n %i %y' {} + | sort)" "$before"
	is "$(asked 'SELECT state, archives.name FROM duels JOIN archives ON id = duel')" "completed|$name"
}

@test "an archive file is never written over" {
	mkdir -p "$STORE/archive"
	for day in "$(date -u +%F)" "$(date -u -d tomorrow +%F)"; do
		echo 'somebody else wrote this' >"$STORE/archive/$day-caching.md"
	done
	closed
	eventually archives 3
	cmp "$STORE"/archive/*-caching-2.md "$D/debate.md"
	is "$(cat "$STORE/archive/$(date -u +%F)-caching.md")" 'somebody else wrote this'
}

@test "[mount] archive names another directory" {
	unmounted
	mount_section "archive = \"$W/records\""
	mounted
	closed
	eventually recorded
	cmp "$W"/records/*-caching.md "$D/debate.md"
}

@test "a long topic is cut in the archive's name" {
	bare d
	printf 'topic = "%s"\n' "$(printf 'word %.0s' {1..60})" >>"$D/config.toml"
	play_to 2
	conclude alice DISSENT
	eventually archives 1
	name=$(archived)
	slug=${name:11}
	slug=${slug%.md}
	[ ${#slug} -le 80 ]
	has "$slug" word-word
}

@test "a topic of another script is cut in the archive's name between two characters" {
	bare d
	printf 'topic = "%s"\n' "$(printf '学校%.0s' {1..30})" >>"$D/config.toml"
	play_to 2
	conclude alice DISSENT
	eventually archives 1
	is "$(archived)" "$(date -u +%F)-$(printf '学校%.0s' {1..13}).md"
}

@test "an archive file that cannot be written is reported, the duel is closed all the same, and the next mount writes it" {
	unmounted
	echo 'not a directory' >"$W/records"
	mount_section "archive = \"$W/records\""
	expect_stderr records
	mounted
	closed
	is "$(status state)" completed
	eventually grep -q records "$LOG"
	eventually grep -q '^warnings = \["the record could not be written to the archive: ' "$D/status"
	is "$(status archive)" ''
	killed
	rm "$W/records"
	mounted
	eventually recorded
	cmp "$W"/records/*-caching.md "$D/debate.md"
	eventually status_is archive "$(cd "$W/records" && echo ./*-caching.md | cut -c3-)"
	is "$(status warnings)" '[]'
}

@test "a closed duel cannot be removed" {
	closed
	fails EPERM "$SYS" rmdir "$D"
	[ -e "$D/debate.md" ]
}

# shellcheck disable=SC2016 # backquotes are Markdown's
@test "once a duel is closed conclusion.md says on its first screen how it ended and what nobody answered, and names the record" {
	duel
	play_to 2
	[ ! -e "$D/conclusion.md" ]
	no grep -qx conclusion.md <(ls "$D")
	conclude alice DISSENT
	grep -qx conclusion.md <(ls "$D")
	is "$(head -n 3 "$D/conclusion.md" | sed -E 's/[0-9TZ:-]{20}/TIME/')" '# Caching

A debate of the format `socratic` between alice (claude-code / opus) and bob (claude-code / opus). It ended with **DISSENT**, TIME'
	has "$(cat "$D/conclusion.md")" 'The whole of it: `debate.md`; as a page: `view.html`.'
	has "$(cat "$D/conclusion.md")" "$(sed -n '/^## Terminal Conclusion/,$p' "$D/debate.md")"
	has "$(sed -n '/^## Raised, and as far as can be told not answered/,$p' "$D/conclusion.md")" '- Turn 2 (bob), claim: the measurement2 ignores'
	lacks "$(cat "$D/conclusion.md")" '## Turn 1'
	is "$(stat -c %s "$D/conclusion.md")" "$(wc -c <"$D/conclusion.md")"
	refused EPERM history.changed "$SYS" open "$D/conclusion.md" w,trunc write x close
	cp "$D/conclusion.md" "$W/before.md"
	remounted
	cmp "$D/conclusion.md" "$W/before.md"
	has "$(cat "$D/prompt.md")" "cat $D/conclusion.md"
}

@test "what ended a debate in which nobody spoke stands in conclusion.md and view.html, and why one is void" {
	duel d 'wait_seconds = 1'
	lock join alice harness="$HARNESS" model="$MODEL"
	eventually lock claim alice for=timeout
	conclusion TIMEOUT 'nobody came' >"$W/conclusion.md"
	append "$W/conclusion.md"
	has "$(cat "$D/conclusion.md")" '**Reason**: nobody came'
	has "$(cat "$D/view.html")" 'id="result"'
	has "$(cat "$D/view.html")" 'nobody came'
	duel two
	lock join alice harness="$HARNESS" model="$MODEL"
	lock close maker reason='"the *wrong* question"'
	has "$(cat "$D/conclusion.md")" 'It ended with **INVALIDATED**'
	has "$(cat "$D/conclusion.md")" 'wrong'
}
