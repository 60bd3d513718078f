#!/usr/bin/env bats
# A duel's config.toml: read, written anew, appended to, refused, frozen.
load lib

KEYS='format topic source lease_seconds retry_after_seconds wait_seconds move_seconds max_turn_bytes require_token maker_token participants novelty_threshold evidence_root secrets max_turns'

# A key's value as config.toml shows it.
setting() {
	sed -n "s/^$1 *= *//p" "$D/config.toml"
}

put() { # FLAGS TEXT
	"$SYS" open "$D/config.toml" "$1" write "$2" close
}

@test "it reads back complete, each key with its meaning as a comment above" {
	duel
	for key in $KEYS; do
		grep -B1 "^$key = " "$D/config.toml" | head -n 1 | grep -q '^# *[^ ]' || { echo "$key"; false; }
	done
	python3 -c 'import sys, tomllib; assert len(tomllib.load(open(sys.argv[1], "rb"))) == int(sys.argv[2])' "$D/config.toml" "$(wc -w <<<"$KEYS")"
}

@test "the defaults are those of the page" {
	bare d
	is "$(setting lease_seconds) $(setting retry_after_seconds) $(setting wait_seconds)" '900 30 1200'
	is "$(setting max_turn_bytes) $(setting require_token) $(setting max_turns)" '65536 false 6'
	is "$(setting novelty_threshold) $(setting secrets)" '0.8 "refuse"'
	is "$(setting format)" '"socratic"'
}

@test "appending changes the keys it names" {
	bare d
	echo 'max_turns = 4' >>"$D/config.toml"
	echo 'lease_seconds = 60' >>"$D/config.toml"
	is "$(setting max_turns) $(setting lease_seconds) $(setting wait_seconds)" '4 60 1200'
	is "$(status max_turns)" 4
}

@test "writing it anew replaces it whole, and missing keys take their defaults" {
	bare d
	echo 'max_turns = 4' >>"$D/config.toml"
	echo 'lease_seconds = 60' >"$D/config.toml"
	is "$(setting max_turns) $(setting lease_seconds)" '6 60'
}

@test "what it reads back can be written back" {
	duel d 'max_turns = 4' 'require_token = true'
	cat "$D/config.toml" >"$W/copy"
	cat "$W/copy" >"$D/config.toml"
	diff "$W/copy" "$D/config.toml"
}

@test "a shell may append a group line by line" {
	bare d
	{
		echo 'topic = "Caching"'
		echo 'max_turns = 8'
		cat <<<'lease_seconds = 30'
	} >>"$D/config.toml"
	is "$(setting topic) $(setting max_turns) $(setting lease_seconds)" '"Caching" 8 30'
}

@test "an editor may write it whole, in pieces" {
	duel
	sed 's/^max_turns = .*/max_turns = 10/' "$D/config.toml" >"$W/copy"
	steps 'open pieces close' open "$D/config.toml" w,trunc pieces 64 "@$W/copy" close
	is "$(setting max_turns)" 10
}

@test "a bad key or value is refused at its write with line and key, and nothing of that write is taken" {
	duel
	before=$(cat "$D/config.toml")
	while IFS='|' read -r text line key; do
		fails EINVAL put append "$(printf '%b' "$text")"$'\n'
		refusal=$(newest_refusal)
		has "$refusal" '[config.bad]'
		has "$refusal" "config.toml:$line:"
		has "$refusal" "$key"
		is "$(cat "$D/config.toml")" "$before"
	done <<-'EOT'
		bogus = 1|1|bogus
		max_turns = 4\nbogus = 1|2|bogus
		max_turns = 1|1|max_turns
		max_turns = 101|1|max_turns
		max_turns = "six"|1|max_turns
		max_turns = 6.5|1|max_turns
		lease_seconds = 0|1|lease_seconds
		lease_seconds = 86401|1|lease_seconds
		retry_after_seconds = 3601|1|retry_after_seconds
		wait_seconds = 0|1|wait_seconds
		max_turn_bytes = 1023|1|max_turn_bytes
		max_turn_bytes = 1048577|1|max_turn_bytes
		require_token = 1|1|require_token
		novelty_threshold = 1.5|1|novelty_threshold
		novelty_threshold = nan|1|novelty_threshold
		secrets = "hide"|1|secrets
		format = "monologue"|1|format
		topic = 3|1|topic
		name = "other"|1|name
		max_turns = 4\n\nmax_turns = 5|3|max_turns
	EOT
}

@test "a refused key is told at the write itself, and later writes of that handle fail alike" {
	duel
	got=$(put append $'bogus = 1\n') || true
	has "$got" 'open write:EINVAL'
	got=$("$SYS" open "$D/config.toml" append write $'bogus = 1\n' write $'max_turns = 4\n' close) || true
	has "$got" 'open write:EINVAL write:EINVAL'
	is "$(setting max_turns)" 6
}

@test "rules of 64 KiB are taken, and a byte more is EFBIG" {
	duel
	{
		echo 'topic = "long"'
		yes "# $(printf 'x%.0s' {1..100})"
	} | head -c 65536 >"$W/rules"
	"$SYS" open "$D/config.toml" w,trunc write "@$W/rules" close
	is "$(status topic)" long
	echo >>"$W/rules"
	refused EFBIG limit.turn "$SYS" open "$D/config.toml" w,trunc write "@$W/rules" close
}

@test "text that is no TOML is refused with its line" {
	duel
	fails EINVAL put append $'max_turns = \n'
	has "$(newest_refusal)" 'config.toml:1:'
	has "$(newest_refusal)" '[config.bad]'
}

@test "control characters in a topic are refused, and shown escaped" {
	duel
	fails EINVAL put append $'topic = "a\\u202Eb"\n'
	lacks "$(cat "$D/last_error")" $'\u202E'
	is "$(setting topic)" '"Caching"'
}

@test "an empty write over it changes nothing" {
	duel
	before=$(cat "$D/config.toml")
	: >"$D/config.toml"
	is "$(cat "$D/config.toml")" "$before"
	fails EPERM "$SYS" cut "$D/config.toml" 0
	is "$(cat "$D/config.toml")" "$before"
}

@test "it is frozen when the first participant joins, and the rules stay as they were" {
	duel d 'max_turns = 4'
	lock join alice
	before=$(cat "$D/config.toml")
	refused EPERM config.frozen put append $'max_turns = 8\n'
	refused EPERM config.frozen put w,trunc $'max_turns = 8\n'
	is "$(cat "$D/config.toml")" "$before"
	is "$(setting max_turns)" 4
}

@test "a handle that was open when somebody joined changes nothing any more" {
	duel
	"$SYS" open "$D/config.toml" append touch "$W/open" until "$W/joined" write $'max_turns = 8\n' close >"$W/got" &
	writer=$!
	eventually test -e "$W/open"
	lock join alice
	touch "$W/joined"
	no wait "$writer"
	has "$(cat "$W/got")" :EPERM
	is "$(setting max_turns)" 6
}

@test "it is its maker's alone" {
	unmounted
	pass_through
	mounted -o allow_other
	"$SYS" as 1001 mkdir "$M/d"
	on d
	refused EACCES seat.uid "$SYS" as 1002 open "$D/config.toml" append write $'max_turns = 4\n' close
	steps 'open write close' as 1001 open "$D/config.toml" append write $'max_turns = 4\n' close
	is "$(setting max_turns)" 4
}

@test "rules are kept over a remount, before and after somebody joins" {
	duel d 'max_turns = 4' 'wait_seconds = 7'
	before=$(cat "$D/config.toml")
	remounted
	is "$(cat "$D/config.toml")" "$before"
	lock join alice
	remounted
	is "$(cat "$D/config.toml")" "$before"
}
