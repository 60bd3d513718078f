#!/usr/bin/env bats
# The command line without a mount.
load lib

setup() {
	paths
}

@test "--help prints the commands and gives 0" {
	run -0 "$DUELFS" --help
	for words in 'STORE MOUNTPOINT' verify check --version --print-config; do
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
	for words in '' --bogus "$W/store" "$W/store $M extra" 'verify' "verify $W/a $W/b" 'check' "check $W/a $W/b"; do
		status=0
		# shellcheck disable=SC2086 # words
		said=$(timeout 20 "$DUELFS" $words 2>&1 </dev/null) || status=$?
		[ $status -ne 0 ] || give_up "accepted: $words"
		[ $status -lt 124 ]
		[ -n "$said" ]
		no mountpoint -q "$M"
	done
	[ ! -e "$W/store" ]
}

@test "an unknown -o option is refused" {
	refuses_to_start "$W/store" "$M" -o bogus_option
	has "$said" bogus_option
	no mountpoint -q "$M"
}

@test "an unknown word of --trace is refused" {
	refuses_to_start "$W/store" "$M" --trace=bogus
	has "$said" bogus
}

@test "--trace tells of leases and turns on stderr" {
	mounted --trace=lease,turn
	expect_stderr .
	duel
	play_to 1
	grep -q alice "$LOG"
}
