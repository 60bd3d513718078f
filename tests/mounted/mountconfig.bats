#!/usr/bin/env bats
# duelfs.toml: what it makes, what it refuses.
load lib

setup() {
	paths
}

# The daemon does not mount its store.
mount_refused() {
	said=
	refuses_to_start "$STORE" "$M" "$@"
	no mountpoint -q "$M"
}

# Nothing of the configuration was made: the same store mounts without it, and is empty.
mounted_empty() {
	rm "$STORE/duelfs.toml"
	mounted
	is "$(find "$M" -mindepth 1 -maxdepth 1 -type d)" ''
	unmounted
}

@test "an entry makes its duel, with its rules, at mount" {
	configure <<-'EOT'
		[[duel]]
		name = "caching"
		topic = "Caching of results"
		max_turns = 4
		lease_seconds = 60
	EOT
	mounted
	on caching
	is "$(status topic) $(status max_turns) $(status state)" 'Caching of results 4 preparing'
	grep -q '^lease_seconds = 60$' "$D/config.toml"
	remounted
	is "$(status topic)" 'Caching of results'
}

@test "an entry without a name is called by its topic's slug" {
	printf '# A Plan for Ünïcode, v2!\n\ntext\n' >"$W/plan.md"
	configure <<-EOT
		[[duel]]
		topic = "Preis &  Témpo"
		[[duel]]
		source = "$W/plan.md"
	EOT
	mounted
	[ -d "$M/a-plan-for-unicode-v2" ]
	is "$(status topic "$M/a-plan-for-unicode-v2/status")" 'A Plan for Ünïcode, v2!'
	is "$(status topic "$M/preis-tempo/status")" 'Preis &  Témpo'
	cmp "$W/plan.md" "$M/a-plan-for-unicode-v2/source.md"
}

@test "an entry whose slug is not ASCII is called by eight digits of its hash" {
	local name
	configure <<-EOT
		[[duel]]
		topic = "学校应该禁止手机吗？"
		[[duel]]
		topic = "Große Tempo"
		[[duel]]
		topic = "《学校应该禁止手机吗》"
	EOT
	mounted
	for slug in 学校应该禁止手机吗 große-tempo; do
		name=duel-$(printf %s "$slug" | sha256sum | cut -c1-8)
		is "$(status topic_slug "$M/$name/status")" "$slug"
	done
	is "$(find "$M" -mindepth 1 -maxdepth 1 -type d | wc -l)" 2
}

@test "two entries of the same source and slug are one duel" {
	printf '# The plan\n' >"$W/plan.md"
	configure <<-EOT
		[[duel]]
		source = "$W/plan.md"
		[[duel]]
		source = "$W/plan.md"
	EOT
	mounted
	is "$(find "$M" -mindepth 1 -maxdepth 1 -type d)" "$M/the-plan"
}

@test "two entries of one name are one duel where they are equal, and else refused with both lines and what differs" {
	configure <<-'EOT'
		[defaults]
		lease_seconds = 77
		[[duel]]
		name = "one"
		max_turns = 4
		[[duel]]
		lease_seconds = 77
		max_turns = 4
		name = "one"
	EOT
	mounted
	is "$(find "$M" -mindepth 1 -maxdepth 1 -type d)" "$M/one"
	unmounted
	printf '# The plan\n' >"$W/plan.md"
	printf '# The plan\n\nBut another.\n' >"$W/other.md"
	while IFS='|' read -r first second line about; do
		printf '[[duel]]\n%b\n[[duel]]\nname = "between"\n[[duel]]\n%b\n' "$first" "$second" >"$STORE/duelfs.toml"
		rm -f "$STORE"/duelfs.db*
		mount_refused
		has "$said" "$STORE/duelfs.toml:$line: name: "
		has "$said" "is the entry of line $about: "
		mounted_empty
	done <<-EOT
		name = "a"\nmax_turns = 4|name = "a"\nmax_turns = 6|7|2, too, and they differ in max_turns
		name = "a"|topic = "A"|5|2, too, and they differ in topic
		topic = "A"\nlease_seconds = 5|topic = "a"|6|1, too, and they differ in lease_seconds
		source = "$W/plan.md"|source = "$W/other.md"|5|1, too, and they differ in source
		source = "$W/plan.md"\nmax_turns = 4|source = "$W/plan.md"|6|1, too, and they differ in max_turns
		name = "a"\nformat = "rounds"|name = "a"|7|2, too, and they differ in format
	EOT
}

@test "defaults hold for mkdir and for entries, and an entry's own keys go before them" {
	configure <<-'EOT'
		[defaults]
		lease_seconds = 77
		wait_seconds = 88
		[socratic]
		max_turns = 8
		[[duel]]
		name = "one"
		wait_seconds = 99
	EOT
	mounted
	bare two
	on one
	grep -q '^lease_seconds = 77$' "$D/config.toml"
	grep -q '^wait_seconds = 99$' "$D/config.toml"
	on two
	grep -q '^wait_seconds = 88$' "$D/config.toml"
	is "$(status max_turns)" 8
}

@test "a bad file stops the mount with file, line and key" {
	mkdir -p "$STORE"
	while IFS='|' read -r text line key; do
		printf '%b\n' "$text" >"$STORE/duelfs.toml"
		mount_refused
		has "$said" "duelfs.toml:$line"
		has "$said" "$key"
	done <<-'EOT'
		bogus = 1|1|bogus
		[mount]\nbogus = 1|2|bogus
		[limits]\nduels = "many"|2|duels
		[limits]\n\nduels = 0|3|duels
		[defaults]\nlease_seconds = 86401|2|lease_seconds
		[defaults]\nmax_turn_bytes = true|2|max_turn_bytes
		[socratic]\nmax_turns = 101|2|max_turns
		[[duel]]\nname = "a"\n[[duel]]\nname = "b"\nmax_turns = 1|5|max_turns
		[[duel]]\nname = "Not A Name"|2|name
		[[duel]]\nformat = "monologue"|2|format
		[[duel]]\nname = "a"\nsource = "relative.md"|3|source
		[mount]\nlog = "loud"|2|log
		[other]\nkey = 1|1|other
		[defaults]\nlease_seconds = |2|
	EOT
}

@test "-o config= names another file" {
	printf '[mount]\nlog = "warning"\n[[duel]]\nname = "elsewhere"\n' >"$W/other.toml"
	mounted -o "config=$W/other.toml"
	[ -d "$M/elsewhere" ]
}

@test "a file named by -o config= that is missing stops the mount" {
	mount_refused -o "config=$W/missing.toml"
	has "$said" missing.toml
}

@test "what --print-config prints is a valid duelfs.toml, with every key commented" {
	mkdir -p "$STORE"
	"$DUELFS" --print-config >"$STORE/duelfs.toml"
	for key in archive log duels_per_uid lease_seconds max_turns novelty_threshold; do
		grep -qE "^#? ?$key = " "$STORE/duelfs.toml" || give_up "no $key"
	done
	mounted
	expect_stderr .
}

@test "the example config/duelfs.toml mounts" {
	mkdir -p "$STORE"
	cp "$BATS_TEST_DIRNAME/../../config/duelfs.toml" "$STORE/"
	expect_stderr .
	mounted
	bare one
}

@test "a store without duelfs.toml mounts with the defaults" {
	mkdir -p "$STORE"
	printf '' >"$STORE/duelfs.toml"
	mounted
	expect_stderr .
	bare one
	is "$(status max_turns)" 6
	unmounted
	rm "$STORE/duelfs.toml"
	started "$STORE" "$M"
	is "$(status max_turns)" 6
}

@test "an archive inside the mount is refused" {
	mkdir -p "$STORE"
	printf '[mount]\narchive = "%s/archive"\n' "$M" >"$STORE/duelfs.toml"
	mount_refused
	has "$said" archive
}

@test "mkdir where the default source is refused fails as setting it would, and the log says why" {
	configure <<-EOT
		[defaults]
		source = "$W/plan.md"
	EOT
	expect_stderr 'default source was refused'
	echo '# A plan' >"$W/plan.md"
	mounted -o allow_other
	pass_through
	mkdir "$M/one"
	chmod 600 "$W/plan.md"
	fails EACCES "$SYS" as 1001 mkdir "$M/two"
	rm "$W/plan.md"
	fails EINVAL "$SYS" mkdir "$M/two"
	ln -s plan.md "$W/plan.md"
	fails EINVAL "$SYS" mkdir "$M/two"
	is "$(grep -c 'two: the default source was refused' "$LOG")" 3
	[ ! -e "$M/two" ]
}
