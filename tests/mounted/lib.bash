# shellcheck shell=bash
# What the mounted tests share. Each test has a store and a mount of its own:
#
#   $STORE, $M    the store and the mountpoint       $W    a folder for the test's own files
#   $D            the duel's directory, once `duel` made it
#   $DUELFS, $SYS the program, and the helper for system calls (sys.c)
#
# The daemon runs in the foreground, in the background of the test, with its stderr in $LOG. Any word there that no `expect_stderr` named
# fails the test. Nothing waits for luck: whatever takes time is polled for, with a bound (`eventually`).
#
# Where $ON_CLUSTER names a cluster (scripts/run-mounted with STORE=postgresql), the duels of $STORE are in a PostgreSQL database of it, one for
# each test.

bats_require_minimum_version 1.5.0
export LC_ALL=C.UTF-8
load ../asserts
[ -z "${ON_CLUSTER:-}" ] || load cluster

BUILD=${BUILD:-$BATS_TEST_DIRNAME/../../.build}
DUELFS=${DUELFS:-$BUILD/duelfs}
SYS=$BUILD/helpers/sys
HARNESS=claude-code
MODEL=opus
BATS_TEST_TIMEOUT=${BATS_TEST_TIMEOUT:-600}

paths() {
	W=$BATS_TEST_TMPDIR
	STORE=$W/store
	M=$W/mnt
	LOG=$W/daemon.stderr
	DAEMON=
	EXPECTED=()
	said=
	mkdir -p "$M"
	: >"$LOG"
	[ -z "${ON_CLUSTER:-}" ] || on_database
}

# The duels of $STORE are in a database from here on.
on_database() {
	local URL
	# shellcheck disable=SC2034 # cluster.bash's
	CLUSTER=$ON_CLUSTER
	database_made "${BATS_TEST_FILENAME##*/}"
	STORE_URL=$URL
}

# Files may override `setup`; then `paths` comes first in theirs.
setup() {
	paths
	mounted
}

teardown() {
	if [ -z "${BATS_TEST_COMPLETED:-}" ] && [ -n "${D:-}" ]; then
		echo "--- last_error of ${D##*/}"
		timeout 60 head -n 12 "$D/last_error" || true
	fi
	[ -z "$DAEMON" ] || unmounted
	quiet
}

# --- the daemon

# Its configuration from stdin, behind a [mount] section, as $STORE/duelfs.toml.
configure() {
	mkdir -p "$STORE"
	{
		printf '[mount]\n'
		[ -z "${ON_CLUSTER:-}" ] || printf 'database = "%s"\n' "$STORE_URL"
		cat
	} >"$STORE/duelfs.toml"
}

# Start it on the usual store and mountpoint, with more options, and wait until it serves.
mounted() {
	[ -e "$STORE/duelfs.toml" ] || configure </dev/null
	started "$STORE" "$M" "$@"
}

# Start it with these words, and wait until $M is served. (A background job of a script ignores SIGINT unless told otherwise.)
started() {
	env --default-signal=INT,TERM,HUP,XFSZ "$DUELFS" "$@" -f 2>>"$LOG" </dev/null >/dev/null 3>&- 4>&- &
	DAEMON=$!
	eventually serves
}

serves() {
	kill -0 "$DAEMON" 2>/dev/null || give_up "the daemon ended before it served"
	[ -r "$M/status" ] && mountpoint -q "$M"
}

# End it as a user would, and wait for its end.
unmounted() {
	local status=0 pid=$DAEMON
	DAEMON=
	kill -TERM "$pid" 2>/dev/null || true
	wait_for_exit "$pid" || status=$?
	if mountpoint -q "$M"; then
		umount -l "$M"
		echo "the daemon left its mount behind"
		status=1
	fi
	return $status
}

# The exit status of a process of ours that is about to end; one that hangs is killed, and that is a failure.
wait_for_exit() {
	local pid=$1 status=0
	if ! eventually gone "$pid"; then
		kill -KILL "$pid"
		umount -l "$M" 2>/dev/null || true
		wait "$pid" || true
		echo "the daemon did not end by itself"
		return 1
	fi
	wait "$pid" || status=$?
	[ $status -eq 0 ] || echo "the daemon's exit status is $status"
	return $status
}

gone() {
	local stat
	{ read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 0
	[[ ${stat##*) } == Z* ]]
}

# Its store has no duels any more, and no configuration; nothing is mounted.
emptied() {
	rm -r "$STORE"
	if [ -n "${ON_CLUSTER:-}" ]; then
		sql postgres "DROP DATABASE $DATABASE WITH (FORCE)"
		sql postgres "CREATE DATABASE $DATABASE"
	fi
}

killed() {
	local pid=$DAEMON
	DAEMON=
	kill -KILL "$pid"
	wait "$pid" 2>/dev/null || true
}

remounted() {
	unmounted
	mounted "$@"
}

# A pattern (extended regular expression) of a line that this test expects on the daemon's stderr.
expect_stderr() {
	EXPECTED+=("$1")
}

quiet() {
	local pattern unexpected
	if [ -n "${ON_CLUSTER:-}" ] && [ -e "$STORE/duelfs.db" ]; then
		echo "the duels were in duelfs.db, and not in the database"
		return 1
	fi
	[ -s "$LOG" ] || return 0
	# libfuse's own word, past every log, where the kernel ends a connection by aborting it: a forced unmount, now and then a lazy one.
	unexpected=$(grep -vx 'fuse: reading device: Software caused connection abort' "$LOG" || true)
	for pattern in "${EXPECTED[@]}"; do
		unexpected=$(grep -Ev -- "$pattern" <<<"$unexpected" || true)
	done
	if [ -n "${unexpected//[[:space:]]/}" ]; then
		printf 'unexpected words on the stderr of the daemon:\n%s\n' "$unexpected"
		return 1
	fi
}

# --- waiting and judging

# A moment, without a process: these are most of all that a test would start. Nobody writes into that pipe.
exec {NAP}<> <(:)
nap() {
	read -rt 0.02 -u "$NAP" _ || true
}

# Run a command again and again until it succeeds, for up to a minute.
eventually() {
	local deadline=$((SECONDS + 60))
	until "$@"; do
		if [ $SECONDS -ge $deadline ]; then
			echo "never came true: $*"
			return 1
		fi
		nap
	done
}

# The archive has every duel that is closed: it is written beside, a moment after the close.
archive_is_done() {
	local status
	for status in "$M"/*/status; do
		grep -q '^outcome = ""' "$status" || ! grep -q '^archive = ""' "$status" || return
	done
}

give_up() {
	echo "$*"
	cat "$LOG"
	exit 1
}

# `user UID COMMAND…`
user() {
	setpriv --reuid="$1" --regid="$1" --clear-groups "${@:2}"
}

# `refused ERRNO ID COMMAND…`: the command (printing sys's words) fails with ERRNO, and the newest refusal in last_error is ID.
refused() {
	local errno=$1 id=$2 got
	shift 2
	fails "$errno" "$@" || return
	got=$(newest_refusal)
	has "$got" "[$id]"
}

# `fails ERRNO COMMAND…`
fails() {
	local errno=$1 got
	shift
	if got=$("$@"); then
		echo "it worked: $*: $got"
		return 1
	fi
	[[ $got =~ :$errno( |\]|$) ]] || {
		printf 'expected %s from: %s\ngot: %s\n' "$errno" "$*" "$got"
		newest_refusal
		return 1
	}
}

# Whoever has the floor, or moves next; and the blank of what that one hands in.
mover() {
	local name
	name=$(status lock_owner)
	printf %s "${name:-$(status next_participant)}"
}

blank() {
	cat "$D/participants/$(mover)/template.md"
}

# The finding lines of the newest refusal.
newest_refusal() {
	awk '!/^[^ ]+: (error|warning): \[/ { if (seen) exit; next } { seen = 1; print }' "$D/last_error"
}

# --- a duel

# `on NAME`: what follows is about this duel. `bare NAME`: make one, with the mount's defaults. `duel [NAME [CONFIG LINE…]]`: make one,
# with a topic and these rules.
on() {
	D=$M/$1
}

bare() {
	on "$1"
	mkdir "$D"
}

duel() {
	bare "${1:-d}"
	printf '%s\n' 'topic = "Caching"' "${@:2}" >>"$D/config.toml"
}

# `lock WORDS…`: one line to the lock.
lock() {
	"$SYS" open "$D/lock" w write "$*"$'\n' close
}

# `append FILE`: one write behind the record, as `cat FILE >> debate.md`; `rewrite FILE`: the whole file in one write over it.
append() {
	"$SYS" open "$D/debate.md" append write "@$1" close
}

rewrite() {
	"$SYS" open "$D/debate.md" w,trunc write "@$1" close
}

join_both() {
	lock join alice harness="$HARNESS" model="$MODEL"
	lock join bob harness="$HARNESS" model="$MODEL"
}

# `turn N NAME STANCE`: a valid turn. Every word that a rule compares carries N, so that no turn repeats another.
turn() {
	local n=$1 name=$2 stance=$3 about='Source'
	[ "$n" -le 1 ] || about="Turn $((n - 1))"
	cat <<-TURN
		## Turn $n — $name ($HARNESS / $MODEL) — $stance

		**Position**
		Caching pays off, says turn$n, where reads$n outnumber writes$n by far and nobody$n minds$n waiting$n.

		**Counterpoints**
		- Addresses: $about
		  Claim: the measurement$n ignores cold$n starts$n
		  Support:
		    - https://example.org/measurement-$n

		**Agreements**
		- The latency$n matters most.

		**Novel Argument**
		Invalidation$n costs$n more$n than$n storage$n once$n replicas$n diverge$n.

		Support:
		    - Principle: operational reversibility $n

		**Unresolved Items**
		- who owns the eviction policy $n (non-blocking)
	TURN
}

# `play N NAME STANCE [OPTION…]`: claim, append, release.
play() {
	turn "$@" >"$W/turn-$1.md"
	lock claim "$2" harness="$HARNESS" model="$MODEL"
	append "$W/turn-$1.md"
	lock release "$2"
}

# `play_to N`: both join, and turns 1 to N are taken by turns, alice first, all of them open to debate.
play_to() {
	local n names=(bob alice)
	join_both
	for ((n = 1; n <= $1; n++)); do
		play "$n" "${names[n % 2]}" OPEN_TO_DEBATE
	done
}

# --- reading

# `status KEY [FILE]`: a value of a status file, without its quotes.
status() {
	local line lines
	mapfile -t lines <"${2:-$D/status}" || return
	for line in "${lines[@]}"; do
		[[ $line =~ ^$1\ *=\ * ]] || continue
		line=${line:${#BASH_REMATCH[0]}}
		[[ ! $line =~ ^\"(.*)\"$ ]] || line=${BASH_REMATCH[1]}
		printf '%s\n' "$line"
	done
}

record() {
	cat "$D/debate.md"
}

# `verify` finds all well: also of a database, where it says of which moment.
verifies() { # [STORE]
	local said
	said=$("$DUELFS" verify "${1:-$STORE}")
	is "$(grep -Ev '^as of |: ok$' <<<"$said")" ''
}

# `event_names`, in order, one a line; `event NAME [JQ]`: the events of that name.
event_names() {
	jq -r .event "$D/events"
}

event() {
	jq -c "select(.event == \"$1\") | ${2:-.}" "$D/events"
}

# Let other users reach the mount: every folder above it may be passed through.
pass_through() {
	local folder=$W
	while [ "$folder" != / ]; do
		chmod a+x "$folder"
		folder=$(dirname "$folder")
	done
}

# --- documents

# The blocks of a document that are marked `sh`, as one script that ends at the first command that fails, or, in a block marked
# `sh fails`, at the end of a block in which one worked. With HEADING: only those of that section.
script_of() { # FILE [HEADING]
	awk -v heading="${2:-}" '
		BEGIN { print "set -e"; inside = heading == "" }
		heading != "" && /^## / && !block { inside = $0 == heading }
		!inside { next }
		/^```sh fails$/ {
			block = fails = 1
			print "set +e; worked=-1; trap \047[ $? -ne 0 ] || worked=$((worked + 1))\047 DEBUG"
			next
		}
		/^```sh$/ { block = 1; next }
		/^```$/ {
			if (fails)
				print "trap - DEBUG; [ $worked -eq 0 ] || exit 1; set -e"
			block = fails = 0
			next
		}
		block { print }' "$1"
}

