#!/usr/bin/env bats
# The completions of the shells: what --help lists, and nothing else. $DUELFS is the program, as `make packaging` says.
bats_require_minimum_version 1.5.0
load ../asserts
export LC_ALL=C.UTF-8

setup() {
	W=$BATS_TEST_TMPDIR
	ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	COMPLETIONS=$ROOT/scripts/completions
	mkdir "$W/bin" "$W/here"
	ln -s "$ROOT/scripts/duel-run" "$W/bin/duel-run"
	# The program, but for a store that has two duels.
	cat >"$W/bin/duelfs" <<-END
		#!/bin/bash
		[ "\$1 \$2" != "list store" ] || { printf '%s socratic open\n' cache buses; exit; }
		exec '${DUELFS:-$ROOT/.build/duelfs}' "\$@"
	END
	chmod +x "$W/bin/duelfs"
	PATH=$W/bin:$PATH
	cd "$W/here" || return
	mkdir store mnt
	touch draft.md
}

# The offers of each shell for a line, one a line: the last word of it may be empty.
in_bash() { # WORD…
	bash -c '. "$1"; shift
		IFS=" " read -ra COMP_WORDS <<<"$(sed "s/=/ = /g" <<<"$*")"
		[ -n "${!#}" ] && [[ ${!#} != *= ]] || COMP_WORDS+=("")
		[[ ${!#} != *= ]] || unset "COMP_WORDS[-1]"
		COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
		compopt() { :; }
		"$(complete -p "$1" | grep -oE "_duel[a-z_]*")" "$1"
		printf "%s\n" "${COMPREPLY[@]}"' - "$COMPLETIONS/duelfs.bash" "$@"
}
in_fish() {
	HOME=$W fish --no-config -c "source $COMPLETIONS/duelfs.fish; complete -C '$*'" | cut -f1 | sed -E 's/^[a-z-]+=(.)/\1/; /^$/d'
}
# Its functions say what they were given: nothing is typed at a terminal here.
in_zsh() {
	zsh -fc '
		file=$1 service=$2
		shift
		words=("$@") CURRENT=$#
		_describe() { print -l -- ${${(P)@[-1]}%%:*} }
		compadd() { while [[ $1 == -* ]]; do [[ $1 != -S ]] || shift; shift; done; print -l -- "$@" }
		compset() { [[ ${words[CURRENT]} == *=* || $2 != *= ]] }
		_files() { [[ $1 == -/ ]] && print -l -- *(/) || print -l -- * }
		source $file' - "$COMPLETIONS/_duelfs" "$@"
}

# In each shell, what is offered begins with $BEGINS and is this, in any order.
offered() { # WANTED WORD…
	local shell wanted=$1 got
	shift
	for shell in bash fish zsh; do
		got=$("in_$shell" "$@" | sed -E 's/^(-*[a-z_-]+)=$/\1/; s,/$,,' | sort -u | grep -E -- "^${BEGINS:-}" | paste -sd ' ')
		is "$shell: $got" "$shell: $(tr ' ' '\n' <<<"$wanted" | sort -u | paste -sd ' ')"
	done
}

# The options that a help lists: the long options, and others that have none.
long_options() {
	grep -E '^ +-' | grep -oE -- '^ +-[a-zA-Z]|--[a-z][a-z-]*' | tr -d ' ' |
		awk '/^--/ { long[$0] } /^-.$/ { short[$0] } END { for (o in long) print o; for (o in short) print o }' | sort -u
}

@test "the options that --help lists are offered, of duelfs, of each command and of duel-run" {
	BEGINS=-- offered "$(duelfs --help | long_options | grep ^--)" duelfs --
	for command in list export remove copy init check; do
		offered "$(duelfs $command --help | long_options)" duelfs $command --
	done
	offered "$(COLUMNS=1000 duel-run --help | long_options | grep ^--)" duel-run --
	has "$(in_bash duelfs -)" -f
	for shell in bash fish zsh; do
		is "$(in_$shell duelfs - | grep -cx -- -o)" 1
	done
}

@test "the commands are offered as a first word, beside directories" {
	offered "$(duelfs --help | sed -nE 's/^ +duelfs ([a-z]+) .*/\1/p') mnt store" duelfs ''
	offered 'mnt store' duelfs store ''
	is "$(in_bash duelfs ver)" verify
}

@test "the words of -o are offered" {
	offered "$(duelfs --help | sed -nE 's/^ +-o ([a-z_]+).*/\1/p')" duelfs store mnt -o ''
	is "$(in_bash duelfs store mnt -o ro,allow)" ro,allow_other
	is "$(in_fish 'duelfs store mnt -o ro,allow')" ro,allow_other
}

@test "formats, duels of a store, files and agents are offered where they stand" {
	offered 'socratic dialectic rounds adversarial' duel-run --format ''
	offered 'buses cache' duelfs export store ''
	offered 'buses cache' duelfs remove store buses ''
	offered 'mnt store' duelfs check ''
	offered 'review watch' duel-run ''
	offered 'mnt store' duel-run watch ''
	offered "$(duel-run --list-agents | cut -d' ' -f1) human" duel-run topic alice=
}

@test "zsh and fish find nothing wrong in their files" {
	run -0 zsh -n "$COMPLETIONS/_duelfs"
	is "$output" ''
	run -0 fish --no-execute "$COMPLETIONS/duelfs.fish"
	is "$output" ''
}
