# shellcheck shell=bash
# Debates of several formats, played into a store; and what is read of one.

plays_socratic() {
	printf '# Caching\n\nFailures are rare.\n' >"$W/plan.md"
	duel open "source = \"$W/plan.md\""
	lock join alice harness="$HARNESS" model="$MODEL"
	lock join bob harness="$HARNESS" model="$MODEL" token=settled-secret
	play 1 alice OPEN_TO_DEBATE
	duel ended
	play_to 1
	conclude bob INVALIDATED "the wrong question"
}

# `handed WHO FILE`
handed() {
	lock claim "$1"
	append "$2"
	lock release "$1"
}

plays_dialectic() {
	local corpus=tests/corpus/dialectic/debate n
	bare judged
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' 'exchanges = 3' >>"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	lock join carol role=judge
	for n in 0 1 2; do
		handed bob "$corpus/$n-opposition.json"
		handed alice "$corpus/$n-proposition.json"
		lock claim carol
		append "$corpus/$n-judge.json"
		status_is next_step closed || lock release carol || true
	done

	bare sealed
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' >>"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	handed bob "$corpus/0-opposition.json"

	bare revealed
	printf '%s\n' 'format = "dialectic"' 'topic = "This house would make buses free"' >>"$D/config.toml"
	lock join alice role=proposition
	lock join bob role=opposition
	lock claim bob
	append "$corpus/0-opposition.json"
	lock release bob outcome=INVALIDATED 'reason="alice is gone"'
}

# Every file of the mount as one text, without what is the mount's own or a picture: a heading each, then its bytes. The mountpoint and the
# times that a load counts anew are written as words.
# Guides and prompts are not of the store: they are the program's own words, which tests of theirs hold.
all_files() {
	local file
	(cd "$M" && find . -mindepth 2 -type f ! -name '*.svg' ! -name lock ! -name README.md ! -name prompt.md ! -name ask.md ! -name '*.html' ! -path '*/participants/*/template.md' | LC_ALL=C sort) | while read -r file; do
		printf '=== %s\n' "$file"
		sed -E -e "s|$M|MOUNT|g; s|$STORE|STORE|g; s|/[A-Za-z0-9/._-]*/plan\.md|FOLDER/plan.md|g" -e 's/^((wait_until|move_ends_at|deadline) = ).*/\1BY THE CLOCK/' \
			-e 's/("(wait_until|move_ends_at|deadline)": ?)"[^"]*"/\1"BY THE CLOCK"/g; s/(granted from )[0-9TZ:-]+/\1BY THE CLOCK/' "$M/$file"
		printf '\n'
	done
	(cd "$STORE/archive" && find . -type f | LC_ALL=C sort) | while read -r file; do
		printf '=== archive/%s\n' "$file"
		sed -E 's|/[A-Za-z0-9/._-]*/plan\.md|FOLDER/plan.md|g' "$STORE/archive/$file"
	done
}
