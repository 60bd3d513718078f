#!/usr/bin/env bats
# `duelfs list STORE`: a line a duel, of a store that is not mounted.
load lib

# `lists STATUS ARGUMENT…`: the exit status; what stands on stdout is in $said, and on stderr in $told.
lists() {
	local want=$1 status=0
	said=$(timeout 60 "$DUELFS" list "${@:2}" 2>"$W/stderr") || status=$?
	told=$(<"$W/stderr")
	is "exit status $status" "exit status $want"
	[ "$want" -ne 0 ] || is "$told" ''
}

# A value of one duel's JSON line.
listed() { # DUEL KEY
	jq -r --arg duel "$1" 'select(.duel == $duel) | .'"$2" <<<"$said"
}

# An open duel, one that is closed, one of another format, and one that nobody touched.
four() {
	duel open
	play_to 1
	duel over
	play_to 2
	conclude alice DISSENT
	bare other
	printf 'format = "rounds"\ntopic = "Which one?"\n' >>"$D/config.toml"
	bare untouched
	for name in open over other untouched; do
		cp "$M/$name/status.json" "$W/$name.json"
	done
	unmounted
}

@test "a store is listed, a line a duel, each as its status has it" {
	four
	lists 0 "$STORE"
	is "$(cut -d' ' -f1 <<<"$said" | paste -sd' ')" 'open over other untouched'
	is "$(wc -l <<<"$said")" 4
	lists 0 --json "$STORE"
	for name in open over other untouched; do
		for key in duel format state turns outcome created_at topic; do
			is "$name $key $(listed $name $key)" "$name $key $(jq -r .$key "$W/$name.json")"
		done
	done
	is "$(jq -c 'keys_unsorted' <<<"$said" | sort -u)" \
		'["duel","format","state","turns","outcome","created_at","updated_at","topic"]'
	is "$(listed over updated_at)" "$(jq -r .updated_at "$W/over.json")"
}

@test "a store is listed the same each time, and nothing in it changes" {
	four
	before=$(find "$STORE" -exec stat -c '%n %s %Y' {} + -type f -exec sha256sum {} + | sort)
	lists 0 --json "$STORE"
	first=$said
	lists 0 --json "$STORE"
	is "$said" "$first"
	is "$(find "$STORE" -exec stat -c '%n %s %Y' {} + -type f -exec sha256sum {} + | sort)" "$before"
}

@test "for people the columns stand under each other, and an outcome that is not there is a dash" {
	four
	lists 0 "$STORE"
	for column in 2 3 6 7; do
		word=$(awk -v k=$column 'NR == 1 { print $k }' <<<"$said")
		at=$(awk -v word="$word" 'NR == 1 { print index($0, word) }' <<<"$said")
		while read -r line; do
			is "${line:at-2:1}|" ' |'
			[ "${line:at-1:1}" != ' ' ]
		done <<<"$said"
	done
	[[ $said =~ open\ +socratic\ +debating\ +1\ +-\ +20[0-9-]+T[0-9:]+Z\ +20[0-9-]+T[0-9:]+Z\ +[A-Za-z] ]]
	has "$said" DISSENT
}

@test "an empty store is no line" {
	unmounted
	lists 0 "$STORE"
	is "$said" ''
	lists 0 --json "$STORE"
	is "$said" ''
}

@test "what could move the cursor, or hide, is escaped" {
	bare unseen
	printf 'topic = "Drop \342\200\216the\342\200\213 学校?"\n' >>"$D/config.toml"
	topic=$(jq -r .topic "$D/status.json")
	unmounted
	lists 0 "$STORE"
	has "$said" 'Drop \u{200E}the\u{200B} 学校?'
	lists 0 --json "$STORE"
	is "$(listed unseen topic)" "$topic"
	is "$(LC_ALL=C tr -d '\040-\176\n' <<<"$said" | wc -c)" 0
	# No name that mkdir takes can do it, but one that somebody wrote into the database.
	sqlite3 "$STORE/duelfs.db" "UPDATE duels SET name = char(27) || '[2J' || char(0x9b, 0x202e) || 'x'"
	lists 0 "$STORE"
	has "$said" '\x1B[2J\u{009B}\u{202E}x '
	is "$(LC_ALL=C tr -d '\040-\176\200-\377\n' <<<"$said" | wc -c)" 0
	lists 0 --json "$STORE"
	is "$(LC_ALL=C tr -d '\040-\176\n' <<<"$said" | wc -c)" 0
	is "$(jq -r .duel <<<"$said")" $'\e[2J\u009b\u202ex'
}

@test "a damaged duel is listed as invalidated, and the others as they are" {
	four
	mounted
	on open
	lock claim bob
	turn 2 bob OPEN_TO_DEBATE | sed 's/turn2/xylophone/' >"$W/turn.md"
	append "$W/turn.md"
	unmounted
	damage xylophone xylophonE
	lists 0 --json "$STORE"
	is "$(listed open state) $(listed open outcome)" 'invalidated INVALIDATED'
	is "$(listed over outcome)" DISSENT
}

@test "what cannot be read is exit status 2, says why, and makes nothing" {
	unmounted
	lists 2 "$W/nowhere"
	is "$told" "duelfs: cannot open the store $W/nowhere: No such file or directory"
	[ ! -e "$W/nowhere" ]
	mkdir "$W/empty"
	lists 2 "$W/empty"
	is "$told" "duelfs: there is no store in $W/empty: it has no duelfs.db"
	is "$(ls -A "$W/empty")" ''
	echo 'no database at all' >"$W/empty/duelfs.db"
	lists 2 "$W/empty"
	is "$told" "duelfs: $W/empty/duelfs.db is not a database"
	lists 2
	has "$told" 'usage: duelfs list [--json] STORE'
	lists 2 --bogus "$STORE"
	has "$told" 'usage: duelfs list'
	lists 2 "$STORE" "$STORE"
	has "$told" 'usage: duelfs list'
	lists 0 --help
	has "$said" --json
}

@test "a listing that cannot be written is exit status 2" {
	bare d
	unmounted
	run -2 bash -c "'$DUELFS' list '$STORE' >/dev/full"
	is "$output" 'duelfs: the answer cannot be written: No space left on device'
}
