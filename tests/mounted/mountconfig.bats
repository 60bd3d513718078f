#!/usr/bin/env bats
# duelfs.toml: what it sets, what it refuses.
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

@test "defaults hold for what mkdir makes" {
	configure <<-'EOT'
		[defaults]
		lease_seconds = 77
		wait_seconds = 88
		[socratic]
		max_turns = 8
	EOT
	mounted
	bare one
	grep -q '^lease_seconds = 77$' "$D/config.toml"
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
		[defaults]\nformat = "monologue"|2|format
		[defaults]\ntopic = "a"\nsource = "relative.md"|3|source
		[[duel]]\nname = "a"|1|duel
		[mount]\nlog = "info"|2|log
		[other]\nkey = 1|1|other
		[defaults]\nlease_seconds = |2|
	EOT
}

@test "-o config= names another file" {
	printf '[socratic]\nmax_turns = 4\n' >"$W/other.toml"
	mounted -o "config=$W/other.toml"
	bare one
	is "$(status max_turns)" 4
}

@test "a file named by -o config= that is missing stops the mount" {
	mount_refused -o "config=$W/missing.toml"
	has "$said" missing.toml
}

@test "what --print-config prints is a valid duelfs.toml, with every key commented" {
	mkdir -p "$STORE"
	"$DUELFS" --print-config >"$STORE/duelfs.toml"
	for key in archive duels_per_uid lease_seconds max_turns novelty_threshold; do
		grep -qE "^#? ?$key = " "$STORE/duelfs.toml" || give_up "no $key"
	done
	mounted
}

@test "the example config/duelfs.toml mounts" {
	mkdir -p "$STORE"
	cp "$BATS_TEST_DIRNAME/../../config/duelfs.toml" "$STORE/"
	mounted
	bare one
}

@test "a store without duelfs.toml mounts with the defaults" {
	mkdir -p "$STORE"
	printf '' >"$STORE/duelfs.toml"
	mounted
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
