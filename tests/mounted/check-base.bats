#!/usr/bin/env bats
# `duelfs check DIR`: a knowledge base is judged without a mount, as compilers tell it.
load lib

KB=$BATS_TEST_DIRNAME/../corpus/adversarial/kb

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

@test "a base that has nothing against it is ok, and exit status 0" {
	cp -r "$KB/small" base
	passes base
	passes base/
}

@test "what is wrong is told with its file and its line, warnings too, and exit status 1" {
	cp -r "$KB/small" base
	sed -i 's/^status: robust/status: solid/' base/arguments/arg-001-*.md
	sed -i 's/^arg-002 contradicts/arg-099 contradicts/' base/edges.md
	touch base/arguments/notes
	checks 1 base
	is "$(sed 's/\].*/]/' <(echo "$said"))" "base/arguments/arg-001-tabs-adapt-to-readers.md:8: error: [kb.argument]
base/arguments/notes: warning: [kb.stray]
base/edges.md:6: error: [kb.edge]
base: 2 errors"
	cd base
	checks 1 .
	has "$said" 'arguments/arg-001-tabs-adapt-to-readers.md:8: error: [kb.argument] status is robust, '
	is "$(verdict)" '.: 2 errors'
}

@test "every fault of the corpus refuses a base, or is warned of" {
	local fault folder rule
	for folder in "$KB"/faults/*/; do
		fault=$(basename "$folder") rule=${fault%%--*}
		rm -rf base
		cp -r "$KB/small" base
		cp -r "$folder." base
		rm base/said.txt
		for gone in $(cd base && find . -name '*.gone'); do rm "base/$gone" "base/${gone%.gone}"; done
		if grep -q ': error: ' "$folder/said.txt"; then checks 1 base; else checks 0 base; fi
		is "$(sed '$d; s/^base\///' <<<"$said")" "$(<"$folder/said.txt")"
	done
	[ -n "$rule" ]
}

@test "of a run directory its kb is judged, and its snapshot where there is one" {
	mkdir run
	cp -r "$KB/small" run/kb
	echo 'arg-001 supports arg-077 ""' >>run/kb/edges.md
	mkdir run/arguments
	checks 1 run
	has "$said" 'run/kb/edges.md:23: error: [kb.edge] '
	is "$(verdict)" 'run: 1 error'
	cp -r run/kb run/kb-snapshot-construction
	checks 1 run
	has "$said" 'run/kb-snapshot-construction/edges.md:23: error: [kb.edge] '
	is "$(verdict)" 'run: 2 errors'
	# it is asked of the live one alone whether it is stable, as in a mount
	rm -r run/kb && cp -r "$KB/small" run/kb
	rm -r run/kb-snapshot-construction && cp -r "$KB/small" run/kb-snapshot-construction
	sed -i 's/stable/nearly done/' run/kb-snapshot-construction/quality-summary.md
	checks 0 run
	sed -i 's/stable/nearly done/' run/kb/quality-summary.md
	checks 1 run
	has "$said" '[kb.unstable]'
}

@test "links, pipes, devices, and names that are no UTF-8 are refused with their paths, and not opened" {
	cp -r "$KB/small" base
	mkfifo base/sources/pipe.md
	ln -s /etc/passwd base/sources/link.md
	ln -s /etc base/entities/etc
	printf x >"base/$(printf 'bad\377')"
	printf '%s\n' --- 'title: x' --- >base/.hidden.md
	checks 1 base
	is "$said" 'base/bad\xFF: error: [kb.source] its name is no clean UTF-8
base/entities/etc: error: [kb.source] it is a symbolic link
base/sources/link.md: error: [kb.source] it is a symbolic link
base/sources/pipe.md: error: [kb.source] it is a pipe
base: 4 errors'
}

@test "a kb that is a link is not followed" {
	mkdir run
	cp -r "$KB/small" base
	ln -s ../base run/kb
	checks 1 run
	is "$said" 'run/kb/: error: [kb.source] it is no directory
run: 1 error'
}

@test "the limits of a base hold: 1 MiB a file, 4,096 files, 64 MiB, 8 directories" {
	cp -r "$KB/small" base
	head -c 1048576 /dev/zero | tr '\0' x >base/entities/large.md
	mkdir -p base/1/2/3/4/5/6/7/8
	touch base/1/2/3/4/5/6/7/8/x
	passes base
	printf x >>base/entities/large.md
	mkdir base/1/2/3/4/5/6/7/8/9
	checks 1 base
	has "$said" 'base/entities/large.md: error: [kb.source] it has 1048577 bytes, a file at most 1048576'
	has "$said" 'base/1/2/3/4/5/6/7/8/9: error: [kb.source] it lies more than 8 directories deep'
	rm -r base/1 base/entities/large.md
	head -c 1048576 /dev/zero | tr '\0' x >large
	for i in {1..64}; do cp large base/entities/"$i"; done
	checks 1 base
	has "$said" 'base/: error: [kb.source] all files have more than 67108864 bytes'
	rm base/entities/*
	(cd base/entities && seq 4096 | xargs touch)
	checks 1 base
	has "$said" 'base/: error: [kb.source] there are more than 4096 files'
}

@test "a directory that is no base, a file and words that mean nothing: exit status 2, and what it wants" {
	mkdir empty
	checks 2 empty
	has "$told" 'empty: it has no kb/, as a run directory has, and neither arguments/ nor quality-summary.md'
	checks 2 nowhere
	has "$told" 'nowhere: No such file or directory'
	cp -r "$KB/small" base
	checks 2 base/edges.md
	has "$told" 'base/edges.md: it is no directory: a text is rehearsed in its debate, by writing it to participants/NAME/check there'
	for words in '' 'base base' '--bogus base' '--format adversarial base' '--source base/edges.md base' '--config duelfs.toml base' '--json base'; do
		# shellcheck disable=SC2086 # words
		checks 2 $words
		is "$said" ''
		is "$told" 'usage: duelfs check DIR'
	done
	checks 0 --help
	has "$said" 'usage: duelfs check DIR'
}

@test "an answer that cannot be written is exit status 2" {
	cp -r "$KB/small" base
	status=0
	"$DUELFS" check base >/dev/full 2>stderr || status=$?
	is $status 2
	[ -s stderr ]
}

@test "a base's name is escaped where it is printed" {
	name=$'a\nb\x1b'
	cp -r "$KB/small" "$name"
	checks 0 "$name"
	is "$said" 'a\nb\x1B: ok'
}
