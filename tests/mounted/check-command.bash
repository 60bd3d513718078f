# shellcheck shell=bash
# What the tests of `duelfs check FILE` share: its verdicts. Each test stands in its own folder, without a mount until it asks for one.

setup() {
	paths
	cd "$W" || exit
}

# `checks STATUS ARGUMENT…`: the exit status; what stands on stdout is in $said, and on stderr in $told.
checks() {
	local want=$1 status=0
	shift
	said=$(timeout 60 "$DUELFS" check "$@" 2>"$W/stderr") || status=$?
	told=$(<"$W/stderr")
	is "exit status $status" "exit status $want" || {
		printf '%s\n' "$said" "$told" | head -n 20
		return 1
	}
	[ "$want" -eq 2 ] || is "$told" ''
}

# `passes FILE …`: nothing at all is said against it.
passes() {
	checks 0 "$@"
	is "$said" "${*: -1}: ok"
}

# The last line of what was said.
verdict() {
	tail -n 1 <<<"$said"
}

# The lines of what was said, without sentences: `3 [turn.number]`.
found() {
	sed -nE 's/^[^ ]*:([0-9]+): error: (\[[^]]*\]).*/\1 \2/p' <<<"$said" | paste -sd' '
}

# The number of the line in which words stand.
line_of() { # FILE WORDS
	grep -nF -- "$2" "$1" | head -n 1 | cut -d: -f1
}
