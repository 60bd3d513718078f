# shellcheck shell=bash
# What the scripts share; sourced by each of them.
#
#   need GROUP…      the packages of these groups (scripts/packages) are there, installed now where they are missing
#   as_root CMD…     run CMD as root: as it is, or through sudo
#   say TEXT…        one line to stderr
#   die TEXT…        the same, and exit 1
#   tap_count FILE   sets $passed, $failed, $skipped
#   tally WHAT P F   adds a count to $TALLY
#   tap_stage WHAT CMD…   runs a command that prints TAP, and adds its count to $TALLY
#   in_memory FOLDER  a folder in memory, where there is room for what databases of a test sync; else this one
#   side_by_side N COMMAND WORD…   COMMAND with each WORD, N of them at a time, and all of them done

scripts_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

say() {
	printf '%s\n' "$*" >&2
}

die() {
	say "$@"
	exit 1
}

as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	elif command -v sudo >/dev/null; then
		sudo -- "$@"
	else
		die "not root, and there is no sudo: cannot run $*"
	fi
}

# The package names of the groups, one a line.
packages_of() {
	local group
	for group in "$@"; do
		grep -q "^$group:" "$scripts_dir/packages" || die "scripts/packages has no group '$group'"
		sed -n "s/^$group: *//p" "$scripts_dir/packages" | tr -s ' ' '\n'
	done
}

# A server that is killed loses nothing of what it synced there either.
in_memory() { # FOLDER
	local room
	room=$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)
	if [ "${room:-0}" -ge 2000000 ]; then echo /dev/shm; else echo "$1"; fi
}

# Those of the groups that are not installed. A command that is there without its package (a self-built gcc) is not looked for: packages are.
missing_of() {
	local wanted

	wanted=$(packages_of "$@") || exit 1
	# shellcheck disable=SC2016 # dpkg's own words
	comm -23 <(sort -u <<<"$wanted") <(xargs dpkg-query -W -f='${db:Status-Status} ${Package}\n' <<<"$wanted" 2>/dev/null | sed -n 's/^installed //p' | sort)
}

need() {
	local wanted missing log

	wanted=$(missing_of "$@") || exit 1
	mapfile -t missing < <(printf '%s' "${wanted:+$wanted$'\n'}")
	[ ${#missing[@]} -gt 0 ] || return 0
	command -v apt-get >/dev/null || die "these packages are missing, and there is no apt-get: ${missing[*]}"
	say "installing: ${missing[*]}"
	log=$(mktemp)
	if ! {
		as_root env DEBIAN_FRONTEND=noninteractive apt-get -q update &&
			as_root env DEBIAN_FRONTEND=noninteractive apt-get -qy \
				-o Dpkg::Options::=--force-confold install --no-install-recommends "${missing[@]}"
	} >"$log" 2>&1 </dev/null; then
		tail -n 30 "$log" >&2
		die "apt-get failed; its whole output is in $log"
	fi
	rm -f "$log"
}

# What a TAP output says, into $passed, $failed and $skipped. Tests that were planned and never reported count as failed: a program that
# crashed half way.
tap_count() {
	local counts

	counts=$(awk '
		/^1\.\.[0-9]+/ { sub(/^1\.\./, ""); planned += $1; next }
		/^(not )?ok .*# *[Ss][Kk][Ii][Pp]/ { skipped++; next }
		/^ok / { passed++; next }
		/^not ok / || /^Bail out!/ { failed++ }
		END {
			missing = planned - passed - failed - skipped
			print passed + 0, failed + (missing > 0 ? missing : 0), skipped + 0
		}' "$1")
	# shellcheck disable=SC2034 # read by the callers
	read -r passed failed skipped <<<"$counts"
}

# Add a count to the file that $TALLY names, where it names one: scripts/test adds them all up.
tally() { # WHAT PASSED FAILED
	[ -z "${TALLY:-}" ] || printf '%s %s %s\n' "$1" "$2" "$3" >>"$TALLY"
}

tap_stage() { # WHAT COMMAND…
	local log status
	log=$(mktemp)
	"${@:2}" 2>&1 | tee "$log"
	status=${PIPESTATUS[0]}
	tap_count "$log"
	if [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; then
		failed=1
	fi
	tally "$1" "$passed" "$failed"
	rm -f "$log"
	return "$status"
}

side_by_side() { # N COMMAND WORD…
	local jobs=$1 command=$2 running=0 word
	shift 2
	for word in "$@"; do
		if [ $running -ge "$jobs" ]; then
			wait -n
			running=$((running - 1))
		fi
		"$command" "$word" &
		running=$((running + 1))
	done
	wait
}
