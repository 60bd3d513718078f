# shellcheck shell=bash
# Completion of duelfs and duel-run for bash. The programs say themselves what there is to complete, in --help, so that nothing here goes stale.

# The options that a program's help lists, one a line: `-o`, `--json`.
_duelfs_options() { # PROGRAM WORD…
	COLUMNS=1000 "$@" --help 2>/dev/null | sed -nE 's/^ +(-[A-Za-z], )?(--?[A-Za-z][a-z-]*).*/\2/p' | sort -u
}

# The words behind a colon in the line of a help that begins so.
_duelfs_words() { # LINE PROGRAM WORD…
	COLUMNS=1000 "${@:2}" --help 2>/dev/null | sed -nE "s/^ *$1.*: ([^:]*)\$/\\1/p" | tr ',' ' '
}

_duelfs_is() { # WORDS, that $cur begins
	mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
}

_duelfs_path() { # -d: directories alone, -f: files, too
	compopt -o filenames
	mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
}

# One more of a list with commas.
_duelfs_more() { # WORDS
	local before=
	[[ $cur != *,* ]] || before=${cur%,*},
	cur=${cur##*,}
	_duelfs_is "$1"
	COMPREPLY=("${COMPREPLY[@]/#/$before}")
}

# The word that is completed, the one before it and whether `=` stands between them, at which bash breaks words: $cur, $prev, $equal.
_duelfs_where() {
	cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} equal=
	if [ "$cur" = = ]; then
		equal=1 cur=
	elif [ "$prev" = = ] && [ "$COMP_CWORD" -gt 1 ]; then
		equal=1 prev=${COMP_WORDS[COMP_CWORD - 2]}
	fi
}

_duelfs() {
	local cur prev equal program=$1 command=
	_duelfs_where
	COMPREPLY=()
	case $prev$equal in
	-o)
		compopt -o nospace
		_duelfs_more "$("$program" --help 2>/dev/null | sed -nE 's/^ +-o ([a-z_]+=?).*/\1/p' | xargs)"
		return
		;;
	config1) _duelfs_path -f && return ;;
	esac
	local commands
	commands=$("$program" --help 2>/dev/null | sed -nE 's/^ +duelfs ([a-z]+) .*/\1/p' | xargs)
	[ "$COMP_CWORD" -eq 1 ] || [[ " $commands " != *" ${COMP_WORDS[1]} "* ]] || command=${COMP_WORDS[1]}
	if [[ $cur == -* ]]; then
		_duelfs_is "$(_duelfs_options "$program" ${command:+"$command"})"
		return
	fi
	case $command:$COMP_CWORD in
	export:3 | remove:[3-9]*) _duelfs_is "$("$program" list "${COMP_WORDS[2]/#\~/$HOME}" 2>/dev/null | cut -d' ' -f1 | xargs)" ;;
	*)
		_duelfs_path -d
		[ "$COMP_CWORD" -ne 1 ] || mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$commands" -- "$cur")
		;;
	esac
}

_duel_run() {
	local cur prev equal program=$1
	_duelfs_where
	COMPREPLY=()
	case $prev$equal in
	--format) _duelfs_is "$(_duelfs_words --format "$program")" ;;
	--mount | --output | watch) _duelfs_path -d ;;
	--source | --agents | --path) _duelfs_path -f ;;
	--resume)
		[ -n "$cur" ] || cur=.duels/run/
		_duelfs_path -d
		;;
	--*) [ -n "$equal" ] || [[ $cur != -* ]] || _duelfs_is "$(_duelfs_options "$program")" ;;
	*1) _duelfs_is "$("$program" --list-agents 2>/dev/null | cut -d' ' -f1 | xargs) human" ;;
	*)
		[ "$COMP_CWORD" -ne 1 ] || _duelfs_is "review watch"
		[[ $cur != -* ]] || _duelfs_is "$(_duelfs_options "$program")"
		;;
	esac
}

complete -F _duelfs duelfs mount.duelfs mount.fuse.duelfs
complete -F _duel_run duel-run
