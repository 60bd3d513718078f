#!/usr/bin/env bats
# Stores that were written by the program of an earlier day (tests/corpus/stores/make): they verify, fold, and read the same bytes.
load lib

setup() {
	paths
	. "$BATS_TEST_DIRNAME/../corpus/stores/play.bash"
	CORPUS=$BATS_TEST_DIRNAME/../corpus/stores
}

# Each store of the corpus, one after the other, as $STORE.
each_store() {
	local kept
	for kept in "$CORPUS"/*/; do
		rm -rf "$STORE"
		cp -r "$kept" "$STORE"
		"$@" "${kept%/}"
	done
	[ -n "${kept:-}" ]
}

verifies() {
	local said
	said=$("$DUELFS" verify "$STORE")
	is "$(grep -vc ': ok$' <<<"$said")" 0
	has "$said" "settled: ok"
}

reads_the_same() {
	mounted
	all_files >"$W/read.txt"
	unmounted
	diff "$1.txt" "$W/read.txt"
}

@test "a store of an earlier day verifies, duel by duel" {
	each_store verifies
}

@test "a store of an earlier day reads the same bytes in every file, and so does its archive" {
	each_store reads_the_same
}
