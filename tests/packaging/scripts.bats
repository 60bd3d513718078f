#!/usr/bin/env bats
# The scripts that hold the tree and its tests in shape.
bats_require_minimum_version 1.5.0
load ../asserts
export LC_ALL=C.UTF-8
unset MAKEFLAGS MFLAGS MAKELEVEL

setup() {
	W=$BATS_TEST_TMPDIR
	ROOT=$(realpath "$BATS_TEST_DIRNAME/../..")
}

# A copy of what is committed, in $W/tree, without git.
copied() {
	mkdir "$W/tree"
	git -C "$ROOT" archive HEAD | tar -x -C "$W/tree"
	rm "$W/tree/scripts/ceilings"
	"$W/tree/scripts/check-ceilings" --lower
	ceilings=$W/tree/scripts/check-ceilings
}

@test "a place of the product above its ceiling fails, and so does the README" {
	copied
	run -0 "$ceilings"
	is "$output" ''
	for file in fs/main.c validators/kit/format.c config/toml.cc README.md fs/duelfs.1; do
		cp "$W/tree/$file" "$W/was"
		echo >>"$W/tree/$file"
		run -1 "$ceilings"
		has "$output" 'its ceiling is'
		cp "$W/was" "$W/tree/$file"
	done
}

@test "a place of tests above its ceiling is told and does not fail" {
	copied
	echo >>"$W/tree/tests/mounted/test_doors.py"
	run -0 "$ceilings"
	has "$output" 'tests/mounted has'
}

@test "a place without a ceiling fails, and --lower gives it one and raises none" {
	copied
	mkdir "$W/tree/fs/attic"
	sed -i '/^fs [0-9]/d' "$W/tree/scripts/ceilings"
	echo 'int x;' >"$W/tree/fs/attic/x.c"
	run -1 "$ceilings"
	has "$output" 'fs/attic has 1 lines and no ceiling'
	"$ceilings" --lower
	echo 'int y;' >>"$W/tree/fs/attic/x.c"
	"$ceilings" --lower
	run -1 "$ceilings"
	is "$output" 'fs/attic has 2 lines, and its ceiling is 1'
}

@test "a sentence that is gone since a commit is printed, and one that moved to another language is not" {
	mkdir -p "$W/r/tests" "$W/r/scripts"
	cp "$ROOT/scripts/test-sentences" "$W/r/scripts"
	cd "$W/r"
	git init -q .
	printf '@test "a turn stays, as it was" {\n}\n@test "a cut one" {\n}\n' >tests/a.bats
	printf 'TEST(a_lease_ends)\n{\n}\n' >tests/b.c
	git add -A
	git -c user.name=t -c user.email=t@t commit -qm begin
	rm tests/a.bats tests/b.c
	printf 'def test_a_turn_stays_as_it_was(mount):\n    pass\n\nROWS = {\n    "a lease ends": 1,\n}\n' >tests/test_a.py
	git add -A
	run -0 scripts/test-sentences HEAD
	is "$output" 'a cut one'
	run -2 scripts/test-sentences no-such-commit
}

@test "nightly lists its stages by the age of their line, and writes the line of one that ended" {
	sed '/^|---|---|---|---|/q' "$ROOT/tests/README.md" >"$W/table"
	export NIGHTLY_TABLE=$W/table
	run -0 "$ROOT/scripts/nightly" --list
	is "${lines[0]}" unit
	has "$output" fuzz_text
	# in place of what a stage runs
	make() { echo 'ok 1 - it holds'; }
	export -f make
	run -0 "$ROOT/scripts/nightly" soak
	grep -qE '^\| soak \| [0-9a-f]+\+? \| [0-9]{4}-[0-9]{2}-[0-9]{2} \| [0-9]+ \| [0-9]+ \| [1-9][0-9]* passed, 0 failed \|$' "$W/table"
	run -0 "$ROOT/scripts/nightly" --list
	is "${lines[-1]}" soak
	run -1 "$ROOT/scripts/nightly" no-such-stage
	has "$output" 'there is no stage'
}
