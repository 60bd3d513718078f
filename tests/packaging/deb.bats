#!/usr/bin/env bats
# The Debian package: how it is built, what is in it, and that nothing of it stays. scripts/test-deb has the rest, in a Debian of its own.
bats_require_minimum_version 1.5.0
load ../asserts
export LC_ALL=C.UTF-8
unset MAKEFLAGS MFLAGS MAKELEVEL BUILD SAN WERROR CFLAGS CPPFLAGS CXXFLAGS LDFLAGS LDLIBS DESTDIR

# Built once, and for that without optimizing: what is looked at here is the same.
setup_file() {
	cd "$BATS_TEST_DIRNAME/../.." || exit
	export B=$BATS_FILE_TMPDIR
	tree >"$B/before"
	DEB=$(DEB_BUILD_OPTIONS='nocheck noautodbgsym noopt' make -s deb BUILD="$B" </dev/null) || exit
	export DEB=${DEB##*$'\n'}
	tree >"$B/after"
}

setup() {
	W=$BATS_TEST_TMPDIR
	cd "$BATS_TEST_DIRNAME/../.." || return
}

# Every file of the tree, as it is.
tree() {
	find . \( -path ./.build -o -path ./.git \) -prune -o -printf '%p %T@ %s\n' | sort
}

# A package list, without versions and profiles, one a line.
names_of() { # FIELD
	sed -n "/^$1:/,/^[A-Z]/p" scripts/debian/control | sed "s/^$1://; /^[A-Z]/d" | tr ',' '\n' | sed 's/[(<].*//; s/:any//; s/ //g; /^$/d; /^\$/d'
}

@test "make deb touches no file of the tree" {
	is "$DEB" "$B/deb/duelfs_$(sed -n 's/^VERSION := //p' Makefile)_$(dpkg --print-architecture).deb"
	diff "$B/before" "$B/after"
}

@test "lintian has no error and no warning for it" {
	run -0 --separate-stderr lintian --fail-on error,warning "$B"/deb/duelfs_*.changes
	is "$output" ''
}

@test "it is built from the packages that scripts/packages names" {
	. scripts/lib.sh
	# Those that are there where anything is built.
	local essential=' gcc g++ make libc6-dev '
	is "$(names_of Build-Depends | grep -vE '^debhelper-compat$|^libcmocka-dev$' | sort)" \
		"$(packages_of build | while read -r name; do [[ $essential == *" $name "* ]] || echo "$name"; done | sort)"
}

@test "README.md's line for apt has what duelfs is built from and runs with" {
	. scripts/lib.sh
	is "$(sed -n '/sudo apt install [^.]/,/[^\\]$/p' README.md | sed 's/[\]$//' | tr ' ' '\n' | grep -vxE '|sudo|apt|install' | sort)" \
		"$(packages_of build run agents | sort -u)"
}

@test "it depends on what it runs with, and recommends what draws graphs" {
	run -0 dpkg-deb --field "$DEB" Depends Recommends
	for name in libfuse3-3 libsqlite3-0 libtomlplusplus3 fuse3 'python3:any (>= 3.11)'; do
		has "$output" "$name"
	done
}

@test "dpkg installs it into a root of its own, where it runs, and purging leaves nothing" {
	mkdir -p "$W/root/var/lib/dpkg/info" "$W/root/var/lib/dpkg/updates"
	touch "$W/root/var/lib/dpkg/status"
	local dpkg=(dpkg --root="$W/root" --force-depends --force-script-chrootless --log="$W/log")
	"${dpkg[@]}" --install "$DEB"
	cd "$W/root"
	is "$(readlink usr/sbin/mount.duelfs) $(readlink usr/sbin/mount.fuse.duelfs)" '../bin/duelfs ../bin/duelfs'
	for file in lib/systemd/system/duelfs@.service usr/share/man/man{1/duelfs.1,1/duel-run.1,5/duelfs.toml.5,7/duelfs-formats.7,8/mount.duelfs.8,8/mount.fuse.duelfs.8}.gz \
		usr/share/{bash-completion/completions/duel{fs,-run},zsh/vendor-completions/_duelfs,fish/vendor_completions.d/duel{fs,-run}.fish} \
		usr/share/duelfs/{agents.toml,skills/{AGENTS.md,duelfs-participant/SKILL.md,duelfs-debate/SKILL.md}} usr/share/doc/duelfs/{copyright,changelog.gz,examples/duelfs.toml}; do
		[ -s "$file" ] || is "$file" 'is there, and not empty'
	done
	is "$(find . -xtype l)" ''
	has "$(zcat usr/share/man/man8/mount.duelfs.8.gz)" 'Nm mount.duelfs'
	has "$(cat lib/systemd/system/duelfs@.service)" $'\nExecStart=/usr/bin/duelfs '
	run -0 usr/bin/duelfs --version
	has "$output" "$(dpkg-deb --field "$DEB" Version)"
	is "$(head -n 1 usr/bin/duel-run)" '#!/usr/bin/python3'
	run -0 usr/bin/duel-run --list-agents
	has "$output" claude
	"${dpkg[@]}" --remove duelfs
	"${dpkg[@]}" --purge duelfs
	is "$(find . -path ./var/lib/dpkg -prune -o ! -type d -print -o -name '*duel*' -print)" ''
}
