#!/usr/bin/env bats
# Builds of their own: with clang and the flags that distributions harden by, without a warning, and nothing twice.
bats_require_minimum_version 1.5.0
load ../asserts
export LC_ALL=C.UTF-8
unset MAKEFLAGS MFLAGS MAKELEVEL BUILD SAN WERROR CC CXX AR CFLAGS CPPFLAGS CXXFLAGS LDFLAGS LDLIBS DESTDIR

# One program for the whole file, with clang, and the flags that distributions harden by. It is not optimized more than they ask for.
setup_file() {
	export B=$BATS_FILE_TMPDIR/build
	makes WERROR=1 "${hardened[@]}" all
}

setup() {
	W=$BATS_TEST_TMPDIR
}

hardened=(CC=clang-14 CXX=clang++-14 CPPFLAGS=-D_FORTIFY_SOURCE=2 LDFLAGS='-Wl,-z,relro,-z,now'
	CFLAGS='-O1 -fstack-protector-strong' CXXFLAGS='-O1 -fstack-protector-strong')

makes() {
	make -C "$BATS_TEST_DIRNAME/../.." -s -j"$(nproc)" BUILD="${B:-$W/build}" "$@" </dev/null
}

@test "what hardens a program is in it" {
	run -0 readelf --wide --dynamic --program-headers --dyn-syms "$B/duelfs"
	for word in GNU_RELRO BIND_NOW __stack_chk_fail _chk@; do
		has "$output" "$word"
	done
	run -0 "$B/duelfs" --version
}

@test "every test program and helper compiles without a warning under clang" {
	cd "$BATS_TEST_DIRNAME/../.."
	run -0 bash -c "find tests -name '*.c' | xargs -P $(nproc) -n 8 clang-14 -fsyntax-only -Werror -Wall -Wextra \
		-Wshadow -Wmissing-prototypes -Wvla -Wformat=2 -std=c17 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -DFUSE_USE_VERSION=314 \
		-DDUELFS_VERSION='\"\"' -I. $(pkg-config --cflags fuse3)"
	is "$output" ''
}

@test "the same flags build nothing a second time, other ones and another compiler build everything anew" {
	for path in "$B" "${B%/*}/./build" "${B%/*}/.//././build"; do
		run -0 makes -q BUILD="$path" WERROR=1 "${hardened[@]}" all
	done
	local object=$W/build/validators/text/findings.c.o odd="CFLAGS=-O0 -DA='it is \$\$(1), \"50 %%\" # \\'"
	unset B
	makes CFLAGS=-O0 "$object"
	touch "$W/then"
	run -0 makes -q CFLAGS=-O0 "$object"
	run -1 makes -q CFLAGS='-O0 -g' "$object"
	run -1 makes -q CFLAGS=-O0 CC=clang-14 "$object"
	run -1 makes -q CFLAGS=-O0 CPPFLAGS=-DNDEBUG "$object"
	makes "$odd" "$object"
	[ "$object" -nt "$W/then" ]
	run -0 makes -q "$odd" "$object"
	run -1 makes -q CFLAGS=-O0 "$object"
}
