#!/usr/bin/env bats
# A database whose uids are those of its hosts: `duelfs init --identity host`. A host's name is that of its UTS namespace.
# shellcheck disable=SC2034,SC2153,SC2154 # D, STORE: of lib.bash; said: left by refuses_to_start
load lib
load cluster

SECRET=correct-horse-battery

setup_file() {
	cluster_made
}

teardown_file() {
	cluster_removed
}

setup() {
	paths
	pass_through
	database_made
	SHOWN="postgresql:///$DATABASE?host=$CLUSTER"
	printf '[mount]\nlog = "warning"\n' >"$W/quiet.toml"
	commands 0 init --identity host "$URL"
	own=$DUELFS
}

teardown() {
	DUELFS=$own
	hosts_end
	quiet
}

# `commands STATUS WORD…`: the exit status; what stands on stdout is in $said, and on stderr in $told.
commands() {
	local want=$1 status=0
	said=$(timeout 60 "$DUELFS" "${@:2}" 2>"$W/stderr") || status=$?
	told=$(<"$W/stderr")
	is "exit status $status of $*: $said $told" "exit status $want of $*: $said $told"
}

# `named_host NAME [CONFIG]`: the database on a host of that name.
named_host() {
	local name=$1
	# shellcheck disable=SC2016 # for the other shell
	printf '#!/bin/sh\nexec unshare --uts sh -c '\''hostname "$0" && exec "$@"'\'' %s "%s" "$@"\n' "$name" "$own" >"$W/on-$name"
	chmod +x "$W/on-$name"
	DUELFS=$W/on-$name
	host "$name" "$URL" -o "allow_other,config=${2:-$W/quiet.toml}"
	DUELFS=$own
}

as() { # UID WORDS…
	"$SYS" as "$1" open "$D/lock" w write "${*:2}"$'\n' close
}

append_as() { # UID FILE
	"$SYS" as "$1" open "$D/debate.md" append write "@$2" close
}

make_as() { # UID NAME
	"$SYS" as "$1" mkdir "$M/$2"
}

# Of 1001 on the host alpha, with what more is said.
joined_on_alpha() { # WORD…
	named_host alpha
	named_host beta
	on_host alpha
	on d
	make_as 1001 d
	as 1001 join alice harness="$HARNESS" model="$MODEL" "$@"
	on_host beta
	eventually there
	as 1001 join bob harness="$HARNESS" model="$MODEL"
	turn 1 alice OPEN_TO_DEBATE >"$W/turn.md"
}

there() {
	[ "$(status participants)" = 1 ]
}

@test "a seat is its user's on the host where that joined: the same number elsewhere is a stranger, and so is root" {
	joined_on_alpha
	for uid in 1001 0; do
		refused EACCES seat.uid as $uid claim alice
		has "$(newest_refusal)" '"alice" is the seat of uid 1001 of host alpha, and has no token, by which alone another host would know it'
		refused EACCES seat.uid as $uid join alice token=$SECRET
	done
	is "$(stat -c %u "$D/participants/alice" "$D/participants/bob" | tr '\n' ' ')" '65534 1001 '
	is "$(status host "$D/participants/alice/status") $(status uid "$D/participants/alice/status")" 'alpha 1001'
	is "$(status host "$D/participants/bob/status")" beta
	fails EACCES "$SYS" as 1001 open "$D/participants/alice/turn.md" w
	fails EACCES "$SYS" as 0 open "$D/participants/alice/turn.md" w
	fails EACCES "$SYS" as 1001 open "$D/participants/alice/notes.tmp" w,creat
	on_host alpha
	is "$(stat -c %u "$D/participants/alice" "$D/participants/bob" | tr '\n' ' ')" '1001 65534 '
	as 1001 claim alice
	on_host beta
	eventually owner_is alice
	refused EACCES lease.none append_as 1001 "$W/turn.md"
	has "$(newest_refusal)" '"alice" has the floor, who is uid 1001 of host alpha'
	refused EACCES lease.none append_as 0 "$W/turn.md"
	refused EACCES seat.uid as 1001 release alice
	on_host alpha
	append_as 1001 "$W/turn.md"
	as 0 release alice
	is "$(status turns)" 1
	is "$(status identity "$M/status")" host
}

owner_is() {
	[ "$(status lock_owner)" = "$1" ]
}

@test "its token is what it is known by elsewhere, at every verb and every text" {
	joined_on_alpha token=$SECRET
	refused EACCES lease.token as 1001 claim alice
	refused EACCES lease.token as 1001 claim alice token=wrong-horse-battery
	as 1005 claim alice token=$SECRET
	refused EACCES lease.token append_as 1005 "$W/turn.md"
	{ echo '<!-- token: wrong-horse-battery -->' && cat "$W/turn.md"; } >"$W/wrong.md"
	refused EACCES lease.token append_as 1005 "$W/wrong.md"
	{ echo "<!-- token: $SECRET -->" && cat "$W/turn.md"; } >"$W/signed.md"
	append_as 1005 "$W/signed.md"
	is "$(status turns)" 1
	refused EACCES lease.token as 1005 release alice
	as 1005 release alice token=$SECRET
	# what is the user's own stays its own
	fails EACCES "$SYS" as 1005 open "$D/participants/alice/turn.md" w
}

@test "a duel is its maker's on the host where it was made, elsewhere the maker's token says so" {
	named_host alpha
	printf '[limits]\nduels_per_uid = 2\n[mount]\nlog = "error"\n' >"$W/few.toml"
	named_host beta "$W/few.toml"
	on_host alpha
	for duel in d e; do
		on $duel
		make_as 1001 $duel
	done
	"$SYS" as 1001 open "$M/d/config.toml" append write 'maker_token = "the-maker-it-is"'$'\n' close
	on_host beta
	on d
	eventually [ -d "$M/e" ]
	is "$(stat -c %u "$D/config.toml")" 65534
	fails EACCES "$SYS" as 1001 open "$D/config.toml" append
	has "$(newest_refusal)" 'only uid 1001 of host alpha, who made this duel, may set its rules'
	fails EACCES "$SYS" as 0 open "$D/config.toml" append
	fails EACCES "$SYS" as 1001 rmdir "$M/e"
	fails EACCES "$SYS" as 0 rmdir "$M/e"
	# and counts for its own host's user alone
	make_as 1001 f
	make_as 1001 g
	fails ENOSPC make_as 1001 h
	as 1001 join bob harness="$HARNESS" model="$MODEL"
	refused EACCES lease.token as 1001 say maker 'text="a walk"'
	refused EACCES lease.token as 0 say maker 'text="a walk"' token=some-other-word
	as 1002 say maker 'text="a walk"' token=the-maker-it-is
	has "$(<"$D/prompt.md")" '> Maker: a walk, '
	D=$M/e
	as 1001 join bob harness="$HARNESS" model="$MODEL"
	refused EACCES seat.uid as 1001 say maker 'text="a walk"'
	refused EACCES seat.uid as 1001 say maker 'text="a walk"' token=the-maker-it-is
	on_host alpha
	D=$M/e
	eventually there
	as 1001 say maker 'text="a walk"'
	as 0 say maker 'text="a rest"'
}

@test "a host knows its own again after a remount, and what it is called is all that it is known by" {
	joined_on_alpha
	host_ends alpha
	host_ends beta
	named_host alpha
	on_host alpha
	as 1001 claim alice
	as 1001 release alice
	host_ends alpha
	named_host gamma
	on_host gamma
	refused EACCES seat.uid as 1001 claim alice
}

@test "whose a uid is was said when the tables were made: it stays, and goes along to a database, and to no directory" {
	joined_on_alpha
	on_host alpha
	make_as 1001 e
	hosts_end
	HOSTS=()
	commands 1 init --identity uid "$URL"
	has "$told" 'the identity of the database is "host": that is said when its tables are made, and stays'
	commands 0 init --identity host "$URL"
	commands 0 init "$URL"
	commands 2 init --identity name "$URL"
	commands 0 verify "$URL"
	commands 1 copy "$URL" "$W/there"
	has "$told" 'a uid is one of its host'"'"'s alone there (identity "host"), and a directory knows no hosts'
	[ ! -e "$W/there" ]
	sql postgres "CREATE DATABASE ${DATABASE}_to"
	commands 0 copy "$URL" "postgresql:///${DATABASE}_to?host=$CLUSTER&user=duelfs"
	URL="postgresql:///${DATABASE}_to?host=$CLUSTER&user=duelfs"
	named_host beta
	on_host beta
	is "$(status identity "$M/status")" host
	refused EACCES seat.uid as 1001 claim alice
	fails EACCES "$SYS" as 1001 rmdir "$M/e"
	hosts_end
	HOSTS=()
	sql "${DATABASE}_to" "UPDATE meta SET identity = 'fingerprint'"
	refuses_to_start "$URL" "$W/mnt"
	has "$said" 'the database was made by a newer duelfs'
	sql postgres "DROP DATABASE ${DATABASE}_to"
}
