#!/usr/bin/env bats
# A packager's demands on `make`: flags arrive and the project's own stay, any compiler builds it without a warning, and what is installed
# is where it was asked for and goes again.
bats_require_minimum_version 1.5.0
load ../asserts
export LC_ALL=C.UTF-8
unset MAKEFLAGS MFLAGS MAKELEVEL BUILD SAN WERROR CC CXX AR CFLAGS CPPFLAGS CXXFLAGS LDFLAGS LDLIBS DESTDIR

# The program of the tree is what is installed here.
setup() {
	W=$BATS_TEST_TMPDIR
	B=${DUELFS%/duelfs}
}

given=(CC=the-cc CXX=the-cxx CPPFLAGS=-Dcpp_flags CFLAGS='-O0 -Dc_flags' CXXFLAGS='-O0 -Dcxx_flags' 'LDFLAGS=-Wl,ld_flags' LDLIBS=-lld_libs)

makes() {
	make -C "$BATS_TEST_DIRNAME/../.." -s -j"$(nproc)" BUILD="${B:-$W/build}" "$@" </dev/null
}

# Every command of a compiler, for the program and all that tests it.
commands() {
	make -C "$BATS_TEST_DIRNAME/../.." -n V=1 BUILD="$W/none" "$@" all check mounted matrix fault bench </dev/null | grep -E '\bthe-(cc|cxx) '
}

# Those of them that compile C, C++, or link.
compiles_c() {
	grep -E '\bthe-cc .* -c .*\.c$' <<<"$output"
}
compiles_cxx() {
	grep -E '\bthe-cxx ' <<<"$output"
}
links() {
	grep -vE ' -[cE] ' <<<"$output"
}

# Each line of the input, of which there is one at least, has these words.
all_have() { # WORD…
	local lines word
	lines=$(sed 's/$/ /')
	[ -n "$lines" ] || return 1
	for word in "$@"; do
		if grep -vF -- " $word " <<<"$lines"; then
			echo "these have no $word"
			return 1
		fi
	done
}
none_has() { # WORD…
	local word
	for word in "$@"; do
		if grep -F -- "$word" <<<"$output"; then
			echo "these have $word"
			return 1
		fi
	done
}

arrive_all() {
	compiles_c | all_have -Dcpp_flags -Dc_flags -O0 -std=c17 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -DFUSE_USE_VERSION=314 -pthread -I.
	compiles_cxx | all_have -Dcpp_flags -Dcxx_flags -O0 -std=c++17 -I.
	links | all_have -Dc_flags -Wl,ld_flags -lld_libs -pthread
	none_has ' -O1 ' ' -O2 '
}

@test "flags on the command line arrive at every compile and link, and take none of the project's own away" {
	run -0 commands "${given[@]}"
	arrive_all
	[ "$(links | wc -l)" -gt 15 ]
}

@test "flags of the environment do, too" {
	run -0 env "${given[@]}" bash -c "W='$W' BATS_TEST_DIRNAME='$BATS_TEST_DIRNAME'; $(declare -f commands); commands"
	arrive_all
}

@test "sanitizers are at every compile and link beside them, but for the helpers that stand in for other programs" {
	run -0 commands SAN=1 "${given[@]}"
	arrive_all
	grep -vE ' tests/(mounted|matrix|fault/preload)/' <<<"$output" | grep -v assembler | all_have -fsanitize=address,undefined,float-cast-overflow
}

@test "a warning is an error for those who ask for it, and for nobody else" {
	run -0 commands "${given[@]}"
	none_has -Werror
	run -0 commands "${given[@]}" WERROR=1
	compiles_c | all_have -Werror
	compiles_cxx | all_have -Werror
}

@test "install puts everything where it is asked for, and uninstall takes all of it away" {
	local where=("DESTDIR=$W/a root" prefix=/usr mandir=/usr/man)
	makes install "${where[@]}"
	cd "$W/a root/usr"
	cmp bin/duelfs "$B/duelfs"
	cmp bin/duel-run "$BATS_TEST_DIRNAME/../../scripts/duel-run"
	for name in mount.duelfs mount.fuse.duelfs; do
		is "$(readlink "sbin/$name")" ../bin/duelfs
		is "$(readlink "man/man8/$name.8")" ../man1/duelfs.1
	done
	is "$(stat -c %a bin/* | sort -u)" 755
	is "$(find . -type f ! -path './bin/*' ! -perm 644)" ''
	for file in man/man1/duelfs.1 man/man1/duel-run.1 man/man5/duelfs.toml.5 man/man7/duelfs-formats.7 share/duelfs/{agents.toml,skills/{AGENTS.md,duelfs-participant/SKILL.md,duelfs-debate/SKILL.md}} share/doc/duelfs/README.md \
		share/doc/duelfs/examples/duelfs.toml share/zsh/site-functions/_duelfs \
		share/{bash-completion/completions/duel{fs,-run},fish/vendor_completions.d/duel{fs,-run}.fish}; do
		[ -s "$file" ] || is "$file" 'is there, and not empty'
	done
	is "$(find . -xtype l)" ''
	run -0 bin/duel-run --list-agents
	has "$output" claude
	makes uninstall "${where[@]}"
	is "$(find "$W/a root" ! -type d)" ''
	is "$(find "$W/a root" -name duelfs)" ''
}

@test "the service runs the program where it was installed, and systemd finds nothing wrong in it" {
	makes install DESTDIR="$W" prefix=/opt/d unitdir=/usr/lib/systemd/system
	has "$(cat "$W/usr/lib/systemd/system/duelfs@.service")" $'\nExecStart=/opt/d/bin/duelfs -f '
	# Those that are there in any case.
	mkdir -p "$W/bin"
	cp /bin/mkdir /bin/kill "$W/bin"
	for unit in sysinit.target basic.target shutdown.target local-fs.target remote-fs.target; do
		printf '[Unit]\nDefaultDependencies=no\n' >"$W/usr/lib/systemd/system/$unit"
	done
	run -0 systemd-analyze --man=no --root="$W" verify duelfs@cafe.service
	is "$output" ''
}

@test "what was built with other flags is installed as it was built" {
	run -0 makes -n V=1 install DESTDIR="$W"
	lacks "$output" ' -o '
	makes install DESTDIR="$W"
	cmp "$W/usr/local/bin/duelfs" "$B/duelfs"
}

@test "a machine that lacks what it is built from is told the packages, and what installs them" {
	mkdir "$W/bin"
	printf '#!/bin/sh\nexit 1\n' >"$W/bin/dpkg-query"
	chmod +x "$W/bin/dpkg-query"
	unset B
	PATH=$W/bin:$PATH run -2 makes PKG_CONFIG=false all
	for word in libfuse3-dev libcmark-gfm-dev libtomlplusplus-dev uthash-dev 'scripts/get-packages build'; do
		has "$output" "$word"
	done
	is "$(find "$W/build" -name '*.o')" ''
	PATH=$W/bin:$PATH run -2 makes CC=no-such-compiler all
	has "$output" no-such-compiler
	has "$output" 'scripts/get-packages build'
	run -0 makes -n PKG_CONFIG=false clean
}
