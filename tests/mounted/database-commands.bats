#!/usr/bin/env bats
# The commands that read a store, on a database, while it is mounted.
# shellcheck disable=SC2034,SC2153,SC2016 # D, STORE: of lib.bash; what another shell expands
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
}

teardown() {
	hosts_end
	[ ! -e "$CLUSTER/standby/data/postmaster.pid" ] || pg pg_ctl -D "$CLUSTER/standby/data" -m immediate -w stop
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

# Without the first line, which says of when it is.
verified() { # STATUS
	commands "$1" verify "$URL"
	grep -qxE 'as of [0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}Z' <<<"${said%%$'\n'*}"
	said=$(tail -n +2 <<<"$said")
}

TABLES='meta boots duels entries sources archives'

# A statement for each of the tables.
of_all() { # SQL
	local table
	for table in $TABLES; do
		printf '%s;' "${1//TABLE_/$table}"
	done
}

# One kind of damage is made, told in these words, and taken back.
damaged() { # SQL WORDS
	sql "$DATABASE" "DROP SCHEMA IF EXISTS kept CASCADE; CREATE SCHEMA kept; $(of_all 'CREATE TABLE kept.TABLE_ AS TABLE TABLE_') $1"
	verified 1
	has "$said" "$2"
	sql "$DATABASE" "$(of_all 'DELETE FROM TABLE_; INSERT INTO TABLE_ SELECT * FROM kept.TABLE_')"
}

OF_D="(SELECT id FROM duels WHERE name = 'd')"

@test "verify: a sound database is ok while it is mounted, as of a moment; each kind of damage is found and named" {
	printf 'Rain falls.\nSnow lies.\n' >"$W/source.md"
	host a
	on_host a
	duel e
	duel d "source = \"$W/source.md\""
	play_to 3
	verified 0
	is "$said" $'e: ok\nd: ok'
	host_ends a
	verified 0

	# what the log says of itself
	damaged "UPDATE entries SET body = convert_to(replace(convert_from(body, 'UTF8'), 'turn2', 'turn9'), 'UTF8')
		WHERE duel = $OF_D AND body IS NOT NULL" 'd: byte '
	damaged "UPDATE entries SET hash = decode(repeat('00', 32), 'hex') WHERE duel = $OF_D AND seq = 3" 'd: byte '
	damaged "UPDATE entries SET time_ms = time_ms + 1 WHERE duel = $OF_D AND seq = 3" 'd: byte '
	damaged "DELETE FROM entries WHERE duel = $OF_D AND seq = 3" 'd: byte '
	damaged "UPDATE entries SET seat = 2 WHERE duel = $OF_D AND seq = 2" 'd: byte '
	damaged "UPDATE sources SET text = text || 'x'" 'd: byte '
	damaged 'DELETE FROM sources' 'd: byte '
	# and what rows say of each other
	damaged "DELETE FROM entries WHERE duel = $OF_D AND seq = (SELECT max(seq) FROM entries WHERE duel = $OF_D)" \
		"d: its log ends with entry"
	damaged "DELETE FROM entries WHERE duel = $OF_D" 'd: its log ends with entry 0'
	damaged "UPDATE duels SET last_seq = last_seq - 1 WHERE name = 'd'" 'd: its log ends with entry'
	damaged "UPDATE duels SET last_hash = decode(repeat('00', 32), 'hex') WHERE name = 'e'" 'e: its log ends with entry 0'
	damaged "UPDATE entries SET duel = 999 WHERE duel = $OF_D" 'of duel 999, which is not there'
	damaged 'UPDATE sources SET duel = 998' 'sources: 1 of duel 998, which is not there'
	damaged "INSERT INTO archives VALUES(997, 'x.md')" 'archives: 1 of duel 997, which is not there'
	damaged 'DELETE FROM boots' 'of boot 1, which is not there'
	damaged 'UPDATE meta SET last_id = 1' 'meta: last_id is 1, and duel 2 is there'
	damaged 'UPDATE meta SET list_rev = 0' 'meta: list_rev is 0, and duel 1 was made at 1'
	verified 0
}

@test "verify: what is no database of duels, or of a newer program, or not there, is not checked, and nothing is made" {
	commands 2 verify "$URL"
	has "$told" 'there are no duels in the database'
	commands 2 list "$URL"
	commands 2 remove "$URL" d
	has "$told" 'there are no duels in the database'
	commands 2 export "$URL" d "$W/out"
	sql "$DATABASE" 'CREATE TABLE meta(one int)'
	commands 2 verify "$URL"
	sql "$DATABASE" 'DROP TABLE meta'
	host a
	host_ends a
	sql "$DATABASE" 'UPDATE meta SET level = 99'
	commands 2 verify "$URL"
	has "$told" "postgresql:///$DATABASE?host=$CLUSTER: the database was made by a newer duelfs"
	sql "$DATABASE" 'DELETE FROM meta'
	commands 2 verify "$URL"
	has "$told" 'not one of duelfs'
	sql "$DATABASE" 'DROP TABLE entries'
	commands 2 verify "$URL"
	commands 2 verify "postgresql:///$DATABASE?host=$W&user=duelfs"
	has "$told" 'the database cannot be reached'
	for command in "verify URL" "list URL" "export URL d $W/out" "remove URL d"; do
		# shellcheck disable=SC2086 # words
		commands 2 ${command/URL/postgresql://alice:hunter22@host/d}
		has "$told" 'a password does not belong there'
		lacks "$told" hunter22
	done
}

@test "list and export show what the mount shows, of a URL and of a STORE that names it" {
	configure <<<"database = \"$URL\""
	host a "$STORE"
	on_host a
	duel e
	duel d
	play_to 2
	conclude alice DISSENT
	eventually archive_is_done
	for store in "$URL" "$STORE"; do
		commands 0 list --json "$store"
		is "$(sed -E 's/.*"duel":"([a-z]*)".*"turns":([0-9]*).*/\1 \2/' <<<"$said")" $'e 0\nd 2'
		commands 0 export "$store" d "$W/out"
		cmp "$W/out/debate.md" "$M/d/debate.md"
		cmp "$W/out/events" "$M/d/events"
		rm -r "$W/out"
		commands 1 export "$store" x "$W/out"
		has "$told" "x: there is no duel of this name in"
	done
	commands 0 verify "$STORE"
	has "$said" 'd: ok'
	configure <<<'database = "postgresql://alice:hunter22@host/d"'
	commands 2 list "$STORE"
	has "$told" "$STORE/duelfs.toml: database: a password"
	configure <<<"database = \"$URL\""
}

@test "remove: a closed duel is gone for the mounts, too; one that goes on stays" {
	configure <<<"database = \"$URL\""
	host a "$STORE"
	host b
	on_host a
	duel e
	join_both
	duel d
	play_to 1
	lock close maker reason=enough
	eventually archive_is_done
	commands 1 remove "$URL" d e x
	is "$said" 'd: removed'
	has "$told" 'e: it has no turn, but was changed less than a day ago'
	has "$told" 'x: there is no duel of this name in'
	eventually test ! -e "$W/a/d"
	eventually test ! -e "$W/b/d"
	verified 0
	is "$said" 'e: ok'
	is "$(ls "$STORE/archive")" "$(cd "$STORE/archive" && echo "$(date -u +%F)-caching"; echo "$(date -u +%F)-caching.md")"
	D=$W/a/e
	lock claim alice
}

@test "init: the owner makes the tables, and a role that may make none mounts them, and changes no entry" {
	commands 1 init "$URL" nobody_there
	has "$told" "nothing was changed: role \"nobody_there\" does not exist"
	commands 2 verify "$URL"
	sql "$DATABASE" 'CREATE ROLE "Odd Name" LOGIN; CREATE ROLE other LOGIN; CREATE ROLE third; REVOKE CREATE ON SCHEMA public FROM PUBLIC'
	commands 0 init "$URL" 'Odd Name' other
	is "$said" "postgresql:///$DATABASE?host=$CLUSTER: the tables are there"
	commands 0 init "$URL" other
	local owner=$URL
	URL=${URL/user=duelfs/user=other}
	host a
	on_host a
	duel d
	play_to 2
	mkdir "$M/e"
	rmdir "$M/e"
	host_ends a
	verified 0
	is "$said" 'd: ok'
	sql "$DATABASE" "SET ROLE other; INSERT INTO entries SELECT duel + 100, seq, kind, seat, lease, time_ms, clock_ms, boot, hash FROM entries"
	local change
	for change in 'UPDATE entries SET body = body' 'UPDATE meta SET secret = secret' 'UPDATE meta SET moved_to = NULL' 'UPDATE meta SET level = 1' \
		'DELETE FROM meta' 'INSERT INTO meta SELECT * FROM meta' 'UPDATE duels SET name = name' 'UPDATE duels SET uid = 0' 'DELETE FROM removed' \
		'UPDATE removed SET id = id' 'UPDATE boots SET host = host' 'DELETE FROM boots' 'DELETE FROM mounts' 'TRUNCATE duels'; do
		no sql "$DATABASE" "SET ROLE other; $change" || give_up "a daemon's role may $change"
	done
	no sql "$DATABASE" "SET ROLE \"Odd Name\"; UPDATE entries SET body = body"
	commands 1 init "$URL" third
	has "$told" 'nothing was changed: who does not own the tables cannot let a role use them'
	sql "$DATABASE" 'DELETE FROM entries WHERE duel > 100'
	commands 0 init "$owner"
	verified 0
	sql "$DATABASE" 'UPDATE meta SET level = 99'
	commands 1 init "$owner"
	has "$told" 'made by a newer duelfs'
	commands 1 copy "$owner" "$W/copied"
	has "$told" 'made by a newer duelfs'
	sql "$DATABASE" "UPDATE meta SET level = 1001"
	commands 1 copy "$owner" "$W/copied"
	has "$told" "the database's secret is in a file"
	[ ! -e "$W/copied" ]
	commands 2 init "$W"
	has "$told" 'this is no database'
	commands 2 init "postgresql:///$DATABASE?host=$W&user=duelfs"
	commands 2 init
	commands 0 init --help
	has "$said" 'usage: duelfs init DATABASE [ROLE'
}

standby_has() { # NAME
	run -0 "$DUELFS" list "$STANDBY"
	grep -q "^$1 " <<<"$output"
}

@test "list, export and verify read a standby where that is all there is, as of what it has; nothing else does" {
	STANDBY="postgresql:///$DATABASE?host=$CLUSTER/standby&user=duelfs"
	host a
	on_host a
	duel d
	play_to 2
	pg mkdir "$CLUSTER/standby"
	pg pg_basebackup -h "$CLUSTER" -U duelfs -D "$CLUSTER/standby/data" -R -X stream -c fast --no-sync
	pg pg_ctl -D "$CLUSTER/standby/data" -l "$CLUSTER/standby/log" -w -o "-k $CLUSTER/standby -c listen_addresses= -c max_connections=200" start
	duel e
	eventually standby_has e
	host_ends a
	commands 0 verify "$STANDBY"
	grep -qxE 'as of [0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}Z, which is what a standby has' <<<"${said%%$'\n'*}"
	is "$(tail -n +2 <<<"$said")" $'d: ok\ne: ok'
	commands 0 export "$STANDBY" d "$W/out"
	test -s "$W/out/debate.md"
	# of several the one that can be written to is read, wherever it stands
	commands 0 verify "postgresql:///$DATABASE?host=$CLUSTER/standby,$CLUSTER&user=duelfs"
	lacks "$said" standby
	# where it has not all that was committed it is of what it has, and no newer for being read later
	pg psql -h "$CLUSTER/standby" -U duelfs -d "$DATABASE" -v ON_ERROR_STOP=1 -qc 'SELECT pg_wal_replay_pause()'
	sql "$DATABASE" 'UPDATE meta SET last_id = last_id + 64'
	eventually lacks_some
	commands 0 verify "$STANDBY"
	local had=${said%%$'\n'*}
	eventually later_than "$had"
	commands 0 verify "$STANDBY"
	is "${said%%$'\n'*}" "$had"
	commands 2 remove "$STANDBY" d
	has "$told" 'the database cannot be reached'
}

# Is there more on the standby's disk than it has replayed?
lacks_some() {
	is "$(psql -h "$CLUSTER/standby" -U duelfs -d "$DATABASE" -Atc 'SELECT pg_last_wal_receive_lsn() > pg_last_wal_replay_lsn()')" t
}

# Is it the next second, at least?
later_than() { # "as of TIME…"
	[[ "as of $(date -u +%FT%TZ)" > "${1%%,*}" ]]
}

# As on a host that has no libpq: a directory is mounted and read as ever, and a database says what it needs.
without_libpq() { # COMMAND…
	local own=-m
	[ "$(id -u)" = 0 ] || own=-rm
	unshare $own bash -c '
		for so in /lib/*/libpq.so.5 /usr/lib/*/libpq.so.5; do mount --bind /dev/null "$so" || exit; done
		exec "$@"' - "$@"
}

@test "without libpq a directory is mounted as ever, and a database says what is missing" {
	lacks "$(ldd "$DUELFS")" libpq
	mounted
	duel d
	play_to 1
	unmounted
	run -0 without_libpq "$DUELFS" verify "$STORE"
	is "$output" 'd: ok'
	local words
	for words in "verify $URL" "list $URL" "export $URL d $W/out" "remove $URL d" "copy $STORE $URL" "copy $URL $W/out" "init $URL"; do
		# shellcheck disable=SC2086 # words
		run -2 without_libpq "$DUELFS" $words
		has "$output" 'a database needs libpq (Debian: libpq5): there is no libpq.so.5'
	done
	run -1 without_libpq "$DUELFS" "$URL" "$W/mnt" -f
	has "$output" 'a database needs libpq'
}
