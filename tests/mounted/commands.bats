#!/usr/bin/env bats
# The command line without a mount.
load lib

setup() {
	paths
}

# Some machines keep the device for root, and libfuse opens it as whoever mounts. Until the test's end.
fuse_for_all() {
	! user 65534 test -w /dev/fuse || return 0
	mknod -m 666 "$W/fuse" c 10 229
	mount --bind "$W/fuse" /dev/fuse
	# shellcheck disable=SC2034 # lib.bash takes it away
	OWN_FUSE=1
}

@test "--help prints the commands and gives 0" {
	run -0 "$DUELFS" --help
	for words in 'STORE MOUNTPOINT' list export remove verify copy init check --version --print-config; do
		has "$output" "$words"
	done
}

@test "--help behind verify prints the commands, too, and looks for no store" {
	for option in --help -h; do
		run -0 "$DUELFS" verify $option
		has "$output" 'duelfs verify STORE'
	done
}

@test "--version prints name and version" {
	run -0 "$DUELFS" --version
	[[ $output =~ duelfs.*[0-9]+\.[0-9]+ ]]
}

@test "--print-config prints TOML" {
	"$DUELFS" --print-config >"$W/config.toml"
	python3 -c 'import sys, tomllib; tomllib.load(open(sys.argv[1], "rb"))' "$W/config.toml"
}

@test "words that mean nothing are refused with a hint, and mount nothing" {
	for words in '' --bogus "$W/store" "$W/store $M extra" 'verify' "verify $W/a $W/b" 'list' "list $W/a $W/b" "list --bogus $W/a" 'export' "export $W/a b" 'remove' "remove $W/a" "remove $W/a b" 'check' "check $W/a $W/b"; do
		status=0
		# shellcheck disable=SC2086 # words
		said=$(timeout 60 "$DUELFS" $words 2>&1 </dev/null) || status=$?
		[ $status -ne 0 ] || give_up "accepted: $words"
		[ $status -lt 124 ]
		[ -n "$said" ]
		no mountpoint -q "$M"
	done
	[ ! -e "$W/store" ]
}

# Refused, with these words behind the program's name; nothing is mounted or made.
refused_with() { # WORDS ARGUMENT…
	refuses_to_start "${@:2}"
	has "$said" "duelfs: $1"
	[ -n "$DAEMON" ] || no mountpoint -q "$M"
}

@test "a first word without a slash that is neither a command nor a store is an unknown command" {
	mounted
	unmounted
	cd "$W"
	for word in verfy verify2 chekc; do
		refused_with "$word: there is no such command; did you mean " "$word" "$STORE"
		refused_with "$word: there is no such command; did you mean " "$word" "$M"
		refused_with "$word: there is no such command; did you mean " "$word"
	done
	refused_with 'mount: there is no such command; there are list, export, remove, verify, copy, init, check' mount "$STORE" "$M"
	refused_with 'mount: there is no such command' -o ro mount "$M"
	refused_with 'new: there is no such command; there are list, export, remove, verify, copy, init, check (a new store of this name is ./new)' new "$M"
	refused_with 'a\x1B: there is' $'a\e' "$M"
	is "$(find . -mindepth 1 -maxdepth 1 ! -name store ! -name mnt ! -name daemon.stderr)" ''
	# Where it is one, it is one.
	mkdir stoer
	for place in stoer ./new; do
		started "$place" "$M"
		unmounted
		[ -f "$place/duelfs.db" ]
	done
}

@test "a mountpoint that holds a store is refused, and nothing is made" {
	mounted
	unmounted
	before=$(ls -lA --full-time "$STORE")
	refused_with "$STORE: this is a store, and no place to mount one on" "$W/other" "$STORE"
	refused_with "$STORE: " "$STORE" "$STORE"
	ln -s "$STORE" "$W/link"
	refused_with "$STORE: this is a store" "$W/other" "$W/link"
	[ ! -e "$W/other" ]
	is "$(ls -lA --full-time "$STORE")" "$before"
}

@test "each message of a failed mount begins with the name of the program" {
	mounted
	mkdir "$W/on"
	refused_with "the store $STORE is in use by another duelfs" "$STORE" "$W/on"
	unmounted
	refused_with "$W/nowhere: No such file or directory" "$STORE" "$W/nowhere"
	echo text >"$W/file"
	refused_with "$W/file: Not a directory" "$STORE" "$W/file"
	refused_with "$W/file: Not a directory" "$W/file" "$M"
	refused_with "$M/in: the store may not be inside its own mountpoint $M" "$M/in" "$M"
	refused_with "$W/a/b: No such file or directory" "$W/a/b" "$M"
	refused_with "$W/none.toml: No such file or directory" "$STORE" "$M" -o "config=$W/none.toml"
	refused_with '-o bogus: unknown option' "$STORE" "$M" -o bogus
	refused_with '-o setuid=nobody: unknown option' "$STORE" "$M" -o setuid=nobody
	refused_with '--bogus: unknown option' "$STORE" "$M" --bogus
	refused_with '--print-skill: unknown option' --print-skill
	refused_with '-o default_permissions: ' "$STORE" "$M" -o default_permissions
	refused_with "more: one argument too many" "$STORE" "$M" more
	refused_with '--trace=lease: unknown option' "$STORE" "$M" --trace=lease
	echo 'bogus = 1' >"$STORE/duelfs.toml"
	refused_with "$STORE/duelfs.toml:1: bogus: " "$STORE" "$M"
	rm "$STORE/duelfs.toml"
	echo 'no database at all' >"$STORE/duelfs.db"
	refused_with "$STORE/duelfs.db is not a database" "$STORE" "$M"
	said=$("$DUELFS" "$STORE" 2>&1) && return 1
	has "$said" 'duelfs: a mountpoint is missing'
	said=$("$DUELFS" 2>&1) && return 1
	has "$said" 'duelfs: a store and a mountpoint are missing'
	said=$("$DUELFS" "$STORE" "$M" -o 2>&1) && return 1
	has "$said" 'duelfs: error: fuse: missing argument'
	said=$("$DUELFS" "$STORE" "$W/nowhere" 2>&1 </dev/null) && return 1
	is "$said" "duelfs: $W/nowhere: No such file or directory"
}

@test "what fusermount3 says of a mount that it refuses is said in the program's name, too" {
	pass_through
	chmod 755 "$M"
	install -d -o 65534 "$STORE"
	mknod -m 666 "$W/fuse" c 10 229
	cat >"$W/as_nobody" <<-'SH'
		#!/bin/sh
		mount --bind "${0%/*}/fuse" /dev/fuse && exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
	SH
	chmod 755 "$W/as_nobody"
	# shellcheck disable=SC2034 # what stands before the program
	as_started=(unshare -m "$W/as_nobody")
	refused_with 'fusermount3: user has no write access to mountpoint' "$STORE" "$M"
	has "$said" "duelfs: $M: not mounted"
}

@test "as a helper of mount its first word is a store, whatever it is" {
	ln -s "$(realpath "$DUELFS")" "$W/mount.fuse.duelfs"
	cd "$W"
	for place in verify stores; do
		"$W/mount.fuse.duelfs" $place "$M" -o rw,nosuid >"$W/out" 2>&1 3>&- 4>&-
		mountpoint -q "$M"
		[ -f "$place/duelfs.db" ]
		umount "$M"
	done
}

@test "an unknown -o option is refused" {
	refuses_to_start "$W/store" "$M" -o bogus_option
	has "$said" bogus_option
	no mountpoint -q "$M"
}

