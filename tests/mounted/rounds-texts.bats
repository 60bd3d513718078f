#!/usr/bin/env bats
# The texts of debates in rounds that a user may change: lists of phrases and templates, beside the configuration.
load lib
load rounds

setup() {
	paths
	mkdir -p "$STORE/rounds"
}

# `text NAME LINE…`: the user's own file of this name.
text() {
	printf '%s\n' "${@:2}" >"$STORE/rounds/$1"
}

# A challenge that opens with these words is refused for it.
opening_is_refused() {
	said challenge | sed "s/^The argument misses/$1: it misses/" >"$W/praising.md"
	fails EINVAL "$SYS" open "$D/check" w write "@$W/praising.md" close
	has "$(cat "$D/check")" '[challenge.lead]'
}

opening_is_taken() {
	said challenge | sed "s/^The argument misses/$1: it misses/" >"$W/praising.md"
	"$SYS" open "$D/check" w write "@$W/praising.md" close
}

challenged() {
	debate "$1"
	seats_taken
	debated opening
}

@test "a phrase of one's own is refused where the built-in list would take it, and the other way round" {
	text praise.txt '# mine' 'hail to the proposer'
	mounted
	challenged d
	opening_is_refused 'Hail to the proposer'
	opening_is_taken 'Great point'
}

# A challenge in Finnish that proposes nothing.
finnish_challenge() {
	cat <<-'TEXT'
		## Round 1 — Challenger (gemini / gemini-3-pro)

		Tämä on väärin, koska `src/price.c:20` ei ole se tiedosto, joka sen tekee, ja niin se on.

		- Lukija on ehtinyt ottaa sen ennen kuin se on merkitty, ja niin se on väärin, src/price.c:21.
	TEXT
}

@test "a text in a language without phrases is refused for want of none, and a user adds that language" {
	text alternative.txt 'instead' '[fi]' 'ehdotan että'
	mounted
	challenged d
	finnish_challenge >"$W/fi.md"
	fails EINVAL "$SYS" open "$D/check" w write "@$W/fi.md" close
	has "$(cat "$D/check")" '[challenge.alternative]'
	lacks "$(cat "$D/check")" '[challenge.categories]'
	has "$(cat "$D/participants/bob/prompt.md")" 'in another language none refuses a turn for want of them.'
	printf '%s\n' '' 'Ehdotan, että se on tiedosto ja että sen nimi vaihtuu, kuten rename(2) sanoo.' >>"$W/fi.md"
	"$SYS" open "$D/check" w write "@$W/fi.md" close
	lacks "$(cat "$D/check")" ': error: '
}

@test "a template of one's own is what prompt.md says" {
	text proposer-opening.md 'Speak up, {proposer_tool}, on {topic}.'
	mounted
	debate
	seats_taken
	has "$(cat "$D/prompt.md")" 'Speak up, claude, on Is the cache worth it.'
	lacks "$(cat "$D/prompt.md")" 'Take a position'
	debated opening
	has "$(cat "$D/prompt.md")" 'what it keeps silent about'
}

@test "a list or a template that cannot be used stops the mount, with file, line and reason" {
	text praise.txt 'good' '* gap'
	refuses_to_start "$STORE" "$M"
	# shellcheck disable=SC2154 # refuses_to_start leaves it
	has "$said" 'rounds/praise.txt:2: a gap stands between two words'
	rm "$STORE/rounds/praise.txt"
	text negation.txt 'not' 'by no means'
	refuses_to_start "$STORE" "$M"
	has "$said" 'rounds/negation.txt:2: a negation is one word'
	rm "$STORE/rounds/negation.txt"
	text words.txt 'the of' '[fi'
	refuses_to_start "$STORE" "$M"
	has "$said" 'rounds/words.txt:2: a language is two or three small letters in brackets'
	rm "$STORE/rounds/words.txt"
	text verdict.md 'Judge {topic}.' 'Say {nonsense}.'
	refuses_to_start "$STORE" "$M"
	has "$said" 'rounds/verdict.md:2:'
}

@test "what was accepted under other texts is the same after a remount" {
	mounted
	debate
	seats_taken
	debated opening challenge defense
	local before
	before=$(cat "$D/last-debate.json" "$D/debate.md")
	unmounted
	text concede.txt 'nobody says this'
	mounted
	is "$(cat "$D/last-debate.json" "$D/debate.md")" "$before"
	has "$(status concessions)" 'I concede C1.2'
	unmounted
	has "$("$DUELFS" verify "$STORE")" 'd: ok'
}
