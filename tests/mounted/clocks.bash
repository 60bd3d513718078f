# shellcheck shell=bash
# What the tests of clocks share: waiting a minute, and what is looked at then.

# A minute is the shortest clock there is.
a_minute_later() {
	local deadline=$((SECONDS + 90))
	until "$@"; do
		[ $SECONDS -lt $deadline ] || return 1
		sleep 0.2
	done
}

all_ended() { # NAME…
	local name
	for name in "$@"; do
		! status_is outcome '' "$M/$name/status" || return 1
	done
}

# Seconds from now until `move_ends_at`.
left() {
	echo $(($(date -d "$(status move_ends_at)" +%s) - $(date +%s)))
}
