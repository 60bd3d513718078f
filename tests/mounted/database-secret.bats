#!/usr/bin/env bats
# A database whose secret, with which tokens are hashed, is in a file on each host: `secret_file`.
# shellcheck disable=SC2034,SC2153,SC2154 # D, STORE: of lib.bash; said: left by refuses_to_start
load lib
load cluster

setup_file() {
	cluster_made
}

teardown_file() {
	cluster_removed
}

setup() {
	paths
	database_made
	FILE=$W/secret
	SHOWN="postgresql:///$DATABASE?host=$CLUSTER"
}

teardown() {
	hosts_end
	quiet
}

# `commands STATUS WORD…`: the exit status; what stands on stdout is in $said, and on stderr in $told.
commands() {
	local want=$1 status=0
	said=$(timeout 60 "$DUELFS" "${@:2}" 2>"$W/stderr") || status=$?
	told=$(<"$W/stderr")
	is "exit status $status of $*: $said $told" "exit status $want of $*: $said $told"
	[ "$want" -ne 0 ] || is "$told" ''
}

made() {
	commands 0 init --secret-file "$FILE" "$URL"
}

with_file() { # HOST [FILE]
	host "$1" "$URL" -o "secret_file=${2:-$FILE}"
}

answer() { # SQL
	psql -h "$CLUSTER" -U duelfs -d "$DATABASE" -Atc "$1"
}

hex_of() { # FILE
	od -An -v -tx1 <"$1" | tr -d ' \n'
}

# Neither as bytes nor as text.
has_no_secret() { # FILE OF
	no grep -qi "$(hex_of "$2")" "$1" || return
	no grep -qi "$(hex_of "$2")" <<<"$(hex_of "$1")"
}

# `refuses WORDS OPTION…`: a mount with these options of -o, which writes nothing at all.
refuses() {
	local before after
	before=$(dumped)
	[ -n "$before" ]
	refuses_to_start "$URL" "$W/mnt" -o "$2"
	has "$said" "$1"
	after=$(dumped)
	is "$after" "$before"
}

dumped() {
	pg_dump -h "$CLUSTER" -U duelfs "$DATABASE" | grep -v '^.\(un\)\?restrict '
}

wrong_files() {
	head -c 31 /dev/zero >"$W/short"
	head -c 33 /dev/zero >"$W/long"
	head -c 32 /dev/zero >"$W/other"
	cp "$FILE" "$W/open"
	chmod 600 "$W/short" "$W/long" "$W/other"
	mkfifo "$W/pipe"
}

@test "init --secret-file: the secret is in a file of its owner's alone, and no dump of the database has it" {
	made
	is "$said" "$SHOWN: the tables are there"
	is "$(stat -c '%a %s %U' "$FILE")" "600 32 $(id -un)"
	with_file a
	on_host a
	duel
	lock join alice harness="$HARNESS" model="$MODEL" token=correct-horse
	host_ends a
	dumped >"$W/dump"
	grep -q "$(hex_of <(printf alice))" "$W/dump"
	has_no_secret "$W/dump" "$FILE"
	is "$(answer 'SELECT level, length(secret) FROM meta')" '1001|64'
	# as it is found where the database has it
	database_made 2
	commands 0 init "$URL"
	answer "SELECT encode(secret, 'hex') FROM meta" | xxd -r -p >"$W/own"
	is "$(stat -c %s "$W/own")" 32
	dumped >"$W/dump"
	no has_no_secret "$W/dump" "$W/own"
	is "$(answer 'SELECT level FROM meta')" 1
}

@test "init --secret-file: a file that is there is taken, which is said; one that is none is refused, and nothing is made" {
	head -c 32 /dev/urandom >"$FILE"
	commands 1 init --secret-file "$FILE" "$URL"
	has "$told" "$FILE: its group, or others, may read or write the store's secret there (mode 0644): chmod 600"
	chmod 600 "$FILE"
	cp "$FILE" "$W/before"
	made
	is "$said" "$FILE: it was there already, and its secret is that of this database, too
$SHOWN: the tables are there"
	cmp "$FILE" "$W/before"
	# what is there is only looked at
	made
	is "$said" "$SHOWN: the tables are there"
	commands 0 init "$URL"
	head -c 32 /dev/zero >"$W/other"
	chmod 600 "$W/other"
	commands 1 init --secret-file "$W/other" "$URL"
	has "$told" "$W/other: this is the secret of another store than this one"
	commands 1 init --secret-file "$W/nowhere" "$URL"
	has "$told" "$W/nowhere: the store's secret cannot be read from it: No such file or directory"
	[ ! -e "$W/nowhere" ]

	database_made 2
	commands 1 init --secret-file "$W/no/where" "$URL"
	has "$told" "$W/no/where: the store's secret cannot be written there: No such file or directory"
	commands 1 init --secret-file "$W/made" "$URL" nobody
	has "$told" 'role "nobody" does not exist'
	[ ! -e "$W/made" ]
	commands 2 list "$URL"
	has "$told" 'it has no tables of duelfs'
	# where there is no room for it nothing is made
	mkdir "$W/full"
	mount -t tmpfs -o size=4k tmpfs "$W/full"
	echo >"$W/full/ballast"
	local status=0
	commands 1 init --secret-file "$W/full/secret" "$URL" || status=1
	ls "$W/full" >"$W/left"
	umount "$W/full"
	is "$status" 0
	has "$told" "$W/full/secret: the store's secret cannot be written there: No space left on device"
	is "$(<"$W/left")" ballast
	commands 0 init "$URL"
	commands 1 init --secret-file "$FILE" "$URL"
	has "$told" "$FILE: the database keeps its secret itself, and not in a file: name none"
	commands 2 init --secret-file
	commands 0 init --help
	has "$said" '--secret-file FILE'
}

@test "a mount names the file: none, a missing one, one that is open to others, one that is none, and another's are refused, and nothing is written" {
	made
	wrong_files
	refuses "the database's secret is in a file, and none is named: -o secret_file=FILE, or secret_file in duelfs.toml, names it" rw
	refuses "$W/nowhere: the store's secret cannot be read from it: No such file or directory" secret_file="$W/nowhere"
	refuses ": the store's secret cannot be read from it: No such file or directory" secret_file=
	refuses "$W/short: this is not a store's secret: it has 31 bytes, and that has 32" secret_file="$W/short"
	refuses "$W/long: this is not a store's secret: it has 33 bytes" secret_file="$W/long"
	refuses "$W: the store's secret is in a plain file, and this is none" secret_file="$W"
	chmod 600 "$W/pipe"
	refuses "$W/pipe: the store's secret is in a plain file, and this is none" secret_file="$W/pipe"
	refuses "$W/other: this is the secret of another store than this one" secret_file="$W/other"
	local mode
	for mode in 640 620 604 602; do
		chmod $mode "$W/open"
		refuses "$W/open: its group, or others, may read or write the store's secret there (mode 0$mode): chmod 600" secret_file="$W/open"
	done
	chmod 400 "$W/open"
	with_file a "$W/open"
}

@test "a file is refused where the database keeps its secret itself, has no tables yet, or is a duelfs.db" {
	head -c 32 /dev/urandom >"$FILE"
	chmod 600 "$FILE"
	refuses "$FILE: the database has no tables that this could be the secret of: duelfs init --secret-file makes them" secret_file="$FILE"
	host a
	host_ends a
	refuses "$FILE: the database keeps its secret itself, and not in a file: name none" secret_file="$FILE"
	refuses_to_start "$STORE" "$W/mnt" -o secret_file="$FILE"
	is "$said" 'duelfs: -o: secret_file: there is no database: a duelfs.db keeps its secret itself'
	configure <<<"secret_file = \"$FILE\""
	refuses_to_start "$STORE" "$W/mnt"
	is "$said" "duelfs: $STORE/duelfs.toml: secret_file: there is no database: a duelfs.db keeps its secret itself"
	[ ! -e "$STORE/duelfs.db" ]
}

@test "two hosts that have the same file, one by duelfs.toml, go on with each other's tokens" {
	made
	cp -p "$FILE" "$W/copied"
	configure <<<"database = \"$URL\"
secret_file = \"$W/copied\""
	with_file a
	host b "$STORE"
	on_host a
	duel
	lock join alice harness="$HARNESS" model="$MODEL" token=correct-horse
	on_host b
	eventually status_is participants 1
	lock join bob harness="$HARNESS" model="$MODEL" token=battery-staple
	refused EACCES lease.token lock claim alice
	refused EACCES lease.token lock claim alice token=wrong-horse-battery
	lock claim alice token=correct-horse
	on_host a
	eventually status_is lock_owner alice
	lock release alice token=correct-horse
	eventually status_is participants 2
	refused EACCES lease.token lock claim bob token=correct-horse
	on_host b
	lock claim alice token=correct-horse
	commands 0 list "$STORE"
	commands 0 export "$URL" d "$W/out"
	commands 1 remove "$URL" d
	has "$told" 'd: '
}

status_is() { # KEY VALUE
	is "$(status "$1")" "$2"
}

@test "a program that knows nothing of files refuses such a database by its level, and by the length of what is there" {
	made
	# above every level that one without a file may have
	is "$(answer 'SELECT level > 999 FROM meta')" t
	# one that looked at no level: what is there is no secret's length
	sql "$DATABASE" 'UPDATE meta SET level = 1'
	refuses 'the database is not one of duelfs' rw
	refuses 'the database is not one of duelfs' secret_file="$FILE"
	sql "$DATABASE" "UPDATE meta SET level = 1001, secret = decode(repeat('00', 32), 'hex')"
	refuses 'the database is not one of duelfs' secret_file="$FILE"
	# and a level of a program newer than this one is that with a file, too
	database_made 2
	rm "$FILE"
	made
	sql "$DATABASE" 'UPDATE meta SET level = 1099'
	refuses 'the database was made by a newer duelfs' secret_file="$FILE"
	commands 1 copy --from-secret-file "$FILE" "$URL" "$W/copy"
	has "$told" 'only a newer duelfs may write there, or copy it'
	sql "$DATABASE" 'UPDATE meta SET level = 1001, min_writer = 0'
	commands 0 upgrade "$URL"
	is "$(answer 'SELECT level, min_writer FROM meta')" '1001|1'
	with_file a
}

@test "verify works without the file, and says that it was not checked; with it, it is" {
	made
	wrong_files
	with_file a
	on_host a
	duel
	host_ends a
	commands 0 verify "$URL"
	is "$(tail -n +2 <<<"$said")" $'its secret is in a file, which was not checked: --secret-file names it\nd: ok'
	commands 0 verify --secret-file "$FILE" "$URL"
	is "$(tail -n +2 <<<"$said")" 'd: ok'
	configure <<<"database = \"$URL\"
secret_file = \"$FILE\""
	commands 0 verify "$STORE"
	is "$(tail -n +2 <<<"$said")" 'd: ok'
	commands 1 verify --secret-file "$W/other" "$STORE"
	is "$(tail -n +2 <<<"$said")" "$W/other: this is the secret of another store than this one
d: ok"
	commands 1 verify --secret-file "$W/short" "$URL"
	has "$said" "$W/short: this is not a store's secret"
	rm "$STORE/duelfs.toml"
	M=$W/mnt
	ON_CLUSTER='' mounted
	unmounted
	commands 0 verify "$STORE"
	commands 1 verify --secret-file "$FILE" "$STORE"
	is "$said" "$FILE: this store keeps its secret itself, and not in a file"
}

debate() {
	duel
	lock join alice harness="$HARNESS" model="$MODEL" token=correct-horse
	lock join bob harness="$HARNESS" model="$MODEL"
}

# Of what is mounted as host a: alice's token proves her seat still.
token_holds() {
	on_host a
	refused EACCES lease.token lock claim alice token=wrong-horse-battery
	lock claim alice token=correct-horse
	lock release alice token=correct-horse
	host_ends a
}

@test "copy: from a directory to a database with a file, to another of the same, to one without, and back; each time the file is named" {
	local other=${URL/$DATABASE/${DATABASE}other} last=${URL/$DATABASE/${DATABASE}last}
	sql postgres "CREATE DATABASE ${DATABASE}other"
	sql postgres "CREATE DATABASE ${DATABASE}last"
	configure </dev/null
	host a "$STORE"
	on_host a
	debate
	host_ends a
	sqlite3 "$STORE/duelfs.db" 'SELECT hex(secret) FROM meta' >"$W/hex"
	commands 0 copy --to-secret-file "$FILE" "$STORE" "$URL"
	is "$(stat -c %a "$FILE")" 600
	is "$(hex_of "$FILE")" "$(tr A-F a-f <"$W/hex")"
	dumped >"$W/dump"
	has_no_secret "$W/dump" "$FILE"
	is "$(answer 'SELECT level, length(secret) FROM meta')" '1001|64'
	with_file a
	token_holds

	# not without its being named, nor with another
	wrong_files
	commands 1 copy "$URL" "$W/back"
	has "$told" "$SHOWN: the database's secret is in a file, and none is named: --from-secret-file FILE names it"
	commands 1 copy --to-secret-file "$FILE" "$URL" "$other"
	has "$told" '--from-secret-file FILE names it'
	commands 1 copy --from-secret-file "$W/other" "$URL" "$W/back"
	has "$told" "$W/other: this is the secret of another store than this one"
	commands 1 copy --from-secret-file "$W/short" "$URL" "$W/back"
	has "$told" "$W/short: this is not a store's secret"
	commands 1 copy --from-secret-file "$FILE" --to-secret-file "$W/new" "$URL" "$W/back"
	has "$told" "a duelfs.db keeps its secret itself: $W/new is none of a database"
	[ ! -e "$W/back" ]
	# a file of another secret is no file for this one, and none is made of a database that is for one
	commands 1 copy --from-secret-file "$FILE" --to-secret-file "$W/other" "$URL" "$other"
	has "$told" "$W/other: it is there, and has another secret than what is copied: name a file that is not"
	commands 0 init --secret-file "$W/third" "$other"
	commands 1 copy --from-secret-file "$FILE" "$URL" "$other"
	has "$told" "the database's secret is in a file, and none is named: --to-secret-file FILE names it"
	with_file a
	host_ends a

	commands 0 copy --from-secret-file "$FILE" --to-secret-file "$FILE" "$URL" "$other"
	is "$said" "$SHOWN: its duels are at ${SHOWN/$DATABASE/${DATABASE}other} now"
	host a "$other" -o "secret_file=$FILE"
	token_holds
	commands 0 copy --from-secret-file "$FILE" "$other" "$last"
	has "$said" "${SHOWN/$DATABASE/${DATABASE}last}: the secret of $FILE is there, too: who can read all of it may guess weak tokens"
	DATABASE=${DATABASE}last
	is "$(answer "SELECT level, upper(encode(secret, 'hex')) FROM meta")" "1|$(<"$W/hex")"
	host a "$last"
	token_holds
	commands 1 copy --from-secret-file "$FILE" "$last" "$W/back"
	has "$told" "$FILE: the database keeps its secret itself, and not in a file: name none"
	commands 1 copy --from-secret-file "$FILE" "$W/nowhere" "$W/back"
	has "$told" "a duelfs.db keeps its secret itself: $FILE is none of a database"
	commands 0 copy "$last" "$W/back"
	host a "$W/back"
	token_holds
	sqlite3 "$W/back/duelfs.db" 'SELECT hex(secret) FROM meta' | cmp - "$W/hex"
}

@test "copy: a directory gets it from the file alone, and a STORE that names a file for its database has it there" {
	made
	with_file a
	on_host a
	debate
	host_ends a
	commands 0 copy --from-secret-file "$FILE" "$URL" "$W/back"
	has "$said" "$W/back: the secret of $FILE is there, too"
	host a "$W/back"
	token_holds
	database_made 2
	configure <<<"database = \"$URL\"
secret_file = \"$W/named\""
	commands 0 copy "$W/back" "$STORE"
	cmp "$W/named" "$FILE"
	is "$(answer 'SELECT length(secret) FROM meta')" 64
	host a "$STORE"
	token_holds
	# but where it goes from there is said
	commands 1 copy "$STORE" "$W/again"
	has "$told" '--from-secret-file FILE names it'
	# what is none is put nowhere
	database_made 4
	commands 0 init "$URL"
	sql "$DATABASE" "UPDATE meta SET secret = '\\x00'"
	sql postgres "CREATE DATABASE ${DATABASE}none"
	commands 1 copy --to-secret-file "$W/none" "$URL" "${URL/$DATABASE/${DATABASE}none}"
	has "$told" "$W/none: what is copied has no secret of 32 bytes"
	[ ! -e "$W/none" ]
	# and init makes it where it is named
	database_made 3
	configure <<<"database = \"$URL\"
secret_file = \"$W/inited\""
	commands 0 init "$STORE"
	is "$(stat -c %s "$W/inited")" 32
	host a "$STORE"
}

@test "-o ro wants the file, too: what it shows is the same" {
	made
	with_file a
	# before anything is there that host a may write anew, a moment later
	refuses "the database's secret is in a file, and none is named" ro
	on_host a
	duel
	lock join alice harness="$HARNESS" model="$MODEL" token=correct-horse
	host r "$URL" -o "ro,secret_file=$FILE"
	is "$(status id "$W/r/d/status")" "$(status id "$W/a/d/status")"
	is "$(status participants "$W/r/d/status")" 1
}
