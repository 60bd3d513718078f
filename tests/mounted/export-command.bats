#!/usr/bin/env bats
# `duelfs export STORE DUEL DIR`: what the archive keeps of a duel, of any duel of a store that is not mounted.
load lib

# `exports STATUS ARGUMENT…`: the exit status; what stands on stderr is in $told, and on stdout nothing.
exports() {
	local want=$1 status=0
	said=$(timeout 60 "$DUELFS" export "${@:2}" 2>"$W/stderr") || status=$?
	told=$(<"$W/stderr")
	is "exit status $status" "exit status $want"
	is "$said" ''
	[ "$want" -ne 0 ] || is "$told" ''
}

# The files of a directory, in order, and its folders.
files() {
	(cd "$1" && find . -mindepth 1 \( -type d -printf '%P/\n' -o -printf '%P\n' \) | LC_ALL=C sort)
}

# Each file of an exported duel is what the mount shows, but for what runs with the clock.
is_as_mounted() { # DIR
	local file
	while read -r file; do
		case $file in
		*/) ;;
		view.html) grep -qx '</html>' "$1/$file" ;;
		status.json) diff <(jq 'del(.lease_seconds_left, .retry_after_seconds, .updated_at)' "$D/$file") \
			<(jq 'del(.lease_seconds_left, .retry_after_seconds, .updated_at)' "$1/$file") ;;
		*) cmp "$D/$file" "$1/$file" ;;
		esac || return
	done < <(files "$1")
}

# The mount ends; $D is the duel's directory as it read there.
ended() {
	rm -rf "$W/was"
	cp -r "$D" "$W/was"
	unmounted
	D=$W/was
}

# It goes on.
again() {
	mounted
	on d
}

@test "a duel that goes on is exported: every file as it reads in the mount" {
	printf '# Caching\n\nFailures are rare.\n' >"$W/plan.md"
	duel d "source = \"$W/plan.md\""
	play_to 2
	lock claim alice
	ended
	exports 0 "$STORE" d "$W/out"
	is_as_mounted "$W/out"
	is "$(files "$W/out" | paste -sd' ')" \
		'config.toml debate.md events source.md status.json turns/ turns/001-alice.md turns/002-bob.md view.html'
	is "$(stat -c '%a' "$W/out" "$W/out/debate.md" "$W/out/turns" | paste -sd' ')" '755 644 755'
	is "$(find "$W" -name '.duelfs*')" ''
}

@test "a closed duel is exported the same each time, and nothing in its store changes" {
	duel d
	play_to 2
	conclude alice DISSENT
	eventually archive_is_done
	ended
	exports 0 "$STORE" d "$W/out"
	is_as_mounted "$W/out"
	before=$(find "$STORE" -exec stat -c '%n %s %Y' {} + -type f -exec sha256sum {} + | sort)
	exports 0 "$STORE" d "$W/again"
	diff -r "$W/out" "$W/again"
	is "$(jq -r .outcome "$W/again/status.json")" DISSENT
	is "$(find "$STORE" -exec stat -c '%n %s %Y' {} + -type f -exec sha256sum {} + | sort)" "$before"
}

@test "a duel that nobody has joined is exported, with no turns" {
	bare d
	ended
	exports 0 "$STORE" d "$W/out"
	is "$(files "$W/out" | paste -sd' ')" 'config.toml debate.md events status.json turns/ view.html'
	is_as_mounted "$W/out"
}

dialectic() {
	bare d
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' >>"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	lock join carol role=judge
}

hands_in() { # NAME FILE
	lock claim "$1"
	append "$BATS_TEST_DIRNAME/../corpus/dialectic/debate/$2.json"
	lock release "$1"
}

@test "what is sealed is left out, and stands there once it is shown" {
	dialectic
	hands_in bob 0-opposition
	ended
	exports 0 "$STORE" d "$W/sealed"
	is_as_mounted "$W/sealed"
	words=$(jq -r '.. | strings | select(length > 40)' "$BATS_TEST_DIRNAME/../corpus/dialectic/debate/0-opposition.json" | head -n 1)
	[ -n "$words" ]
	no grep -rqF -- "${words:0:40}" "$W/sealed"
	again
	hands_in alice 0-proposition
	ended
	exports 0 "$STORE" d "$W/shown"
	grep -rqF -- "${words:0:40}" "$W/shown"
}

@test "the files and trees of its format are there, and its pictures" {
	dialectic
	hands_in bob 0-opposition
	hands_in alice 0-proposition
	hands_in carol 0-judge
	ended
	exports 0 "$STORE" d "$W/out"
	is_as_mounted "$W/out"
	for file in scores.json argument-graph.mmd argument-graph.svg arguments/prop_000a.md turns/001-carol.md; do
		[ -s "$W/out/$file" ]
	done
	has "$(head -c 600 "$W/out/argument-graph.svg")" '<svg'
	has "$(cat "$W/out/argument-graph.svg")" prop_000a
	[[ $(sed -n '/<svg/,/<\/svg>/p' "$W/out/view.html") =~ prop_000a ]]
	has "$(cat "$D/view.html")" 'http-equiv="refresh"'
	lacks "$(cat "$W/out/view.html")" 'http-equiv="refresh"'
	has "$(cat "$W/out/view.html")" 'This is a copy, as it was <time datetime="20'
}

@test "an empty directory is taken, and keeps its mode; one with anything in it is refused and stays as it is" {
	duel d
	play_to 1
	ended
	mkdir -m 2750 "$W/empty"
	exports 0 "$STORE" d "$W/empty/"
	is "$(stat -c %a "$W/empty")" 2750
	cmp "$D/debate.md" "$W/empty/debate.md"
	before=$(files "$W/empty")
	exports 1 "$STORE" d "$W/empty"
	is "$told" "duelfs: $W/empty: it is not empty; name a directory that is, or is not there"
	is "$(files "$W/empty")" "$before"
	echo text >"$W/file"
	exports 1 "$STORE" d "$W/file"
	is "$told" "duelfs: $W/file: Not a directory"
	is "$(cat "$W/file")" text
	exports 1 "$STORE" d "$W/no/where"
	is "$told" "duelfs: $W/no/where: No such file or directory"
	mkdir "$W/here"
	cd "$W/here"
	exports 0 "$STORE" d .
	cmp "$D/debate.md" "$W/here/debate.md"
}

@test "a directory that cannot be written whole is not there at all" {
	duel d
	play_to 2
	ended
	mkdir "$W/small"
	mount -t tmpfs -o size=16k,nr_inodes=6 none "$W/small"
	exports 1 "$STORE" d "$W/small/out"
	has "$told" 'No space left on device'
	is "$(ls -A "$W/small")" ''
	umount "$W/small"
}

@test "a duel that is not there, and a store that is not, are told apart" {
	duel d
	ended
	exports 1 "$STORE" e "$W/out"
	is "$told" "duelfs: e: there is no duel of this name in $STORE"
	exports 2 "$W/nowhere" d "$W/out"
	is "$told" "duelfs: cannot open the store $W/nowhere: No such file or directory"
	exports 2 "$STORE" d
	has "$told" 'usage: duelfs export STORE DUEL DIR'
	exports 2 --json "$STORE" d "$W/out"
	has "$told" 'usage: duelfs export'
	[ ! -e "$W/out" ]
	run -0 "$DUELFS" export --help
	has "$output" 'usage: duelfs export STORE DUEL DIR'
}

@test "of a damaged duel what is before the damage is exported, and that is told" {
	duel d
	play_to 1
	lock claim bob
	turn 2 bob OPEN_TO_DEBATE | sed 's/turn2/xylophone/' >"$W/turn.md"
	append "$W/turn.md"
	unmounted
	damage xylophone xylophonE
	exports 1 "$STORE" d "$W/out"
	has "$told" 'is not what was accepted'
	is "$(ls "$W/out/turns")" 001-alice.md
	is "$(jq -r .state "$W/out/status.json")" invalidated
}

@test "a copy of a store that is not mounted is a backup, and so are its plain files" {
	for name in one two; do
		duel $name
		join_both
	done
	run sqlite3 "$STORE/duelfs.db" ".backup $W/copy.db"
	has "$output" locked
	unmounted
	mkdir "$W/backup"
	for name in one two; do
		"$DUELFS" export "$STORE" $name "$W/backup/$name"
	done
	cp -a "$STORE" "$W/copy"
	mounted
	run -0 "$DUELFS" verify "$W/copy"
	is "$output" $'one: ok\ntwo: ok'
	unmounted
	started "$W/copy" "$M"
	cmp "$M/two/debate.md" "$W/backup/two/debate.md"
}
