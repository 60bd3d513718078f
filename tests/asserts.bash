# shellcheck shell=bash
# What bats tests say of what they see: each shows what it saw where that is not so.

# `is A B`: equal, else both are shown.
is() {
	[ "$1" = "$2" ] || {
		printf 'expected: %s\n     got: %s\n' "$2" "$1"
		return 1
	}
}

# `has TEXT WORDS`: WORDS stand in TEXT.
has() {
	case $1 in
	*"$2"*) ;;
	*)
		printf 'not in it: %s\n' "$2"
		printf '%s\n' "$1" | head -n 40
		return 1
		;;
	esac
}

# `lacks TEXT WORDS`
lacks() {
	case $1 in
	*"$2"*)
		printf 'in it: %s\n' "$2"
		return 1
		;;
	esac
}

# `no COMMAND…`: it fails. (`! COMMAND` does not fail a bats test.)
no() {
	if "$@"; then
		echo "it worked: $*"
		return 1
	fi
}
