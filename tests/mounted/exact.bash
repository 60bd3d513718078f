# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # the tests look at lists, and `run` sets $status and $output
# What the tests of a record's exact bytes share: ways to write a file, and shapes that a text may have behind the record.

# What each way of writing makes of $D/debate.md: the bytes of $W/whole.md.
by_python() {
	python3 -c 'import sys; open(sys.argv[1], "wb").write(open(sys.argv[2], "rb").read())' "$D/debate.md" "$W/whole.md"
}

by_python_text() {
	python3 -c 'import pathlib, sys
t = pathlib.Path(sys.argv[2]).read_bytes().decode()
with open(sys.argv[1], "w", newline="") as f:
    f.write(t)' "$D/debate.md" "$W/whole.md"
}

by_node() {
	node -e 'const fs = require("fs"); fs.writeFileSync(process.argv[1], fs.readFileSync(process.argv[2]))' "$D/debate.md" "$W/whole.md"
}

# It looks at size and bytes itself, and says "unverified".
by_claude_code() {
	"$BUILD/helpers/agents" claude-code "$D/debate.md" "$W/whole.md" >"$W/told" || true
	is "$(tail -n 1 "$W/told")" 'done'
}

by_codex() {
	"$BUILD/helpers/agents" codex "$D/debate.md" "$W/whole.md" >/dev/null
}

by_bun() {
	"$BUILD/helpers/agents" bun "$D/debate.md" "$W/whole.md" >/dev/null
}

by_rename() {
	cp "$W/whole.md" "$D/debate.md.new"
	mv "$D/debate.md.new" "$D/debate.md"
}

by_cp() {
	cp "$W/whole.md" "$D/debate.md"
}

by_dd() {
	dd if="$W/whole.md" of="$D/debate.md" bs=500 status=none
}

WAYS=(python python_text node claude_code codex bun rename cp dd)

# The file is what was written, and everything that tells of it agrees.
as_written() { # TEXT
	is "$(stat -c %s "$D/debate.md")" "$(stat -c %s "$W/whole.md")" || return
	cmp "$W/whole.md" "$D/debate.md" || return
	is "$(status record_bytes)" "$(stat -c %s "$W/whole.md")" || return
	is "$(status record_sha256)" "$(sha256sum <"$W/whole.md" | cut -d' ' -f1)"
}

# A turn as people and tools may leave it behind the record, by name: what stands before it, and how it ends.
shaped() { # SHAPE FILE
	case $1 in
	blank) printf '\n' && cat "$2" ;;
	tight) cat "$2" ;;
	rule) printf '\n---\n\n' && cat "$2" ;;
	rule_tight) printf -- '---\n\n' && cat "$2" ;;
	stars) printf '\n* * *\n' && cat "$2" ;;
	airy) printf '\n\n\n\n' && cat "$2" && printf '\n\n\n' ;;
	spaces) printf ' \n\t\n' && cat "$2" && printf '  \n' ;;
	open) printf '\n---\n\n%s' "$(cat "$2")" ;;
	crlf) { printf '\n---\n\n' && cat "$2"; } | sed 's/$/\r/' ;;
	crlf_open) printf %s "$({ printf '\n' && cat "$2"; } | sed 's/$/\r/; $s/\r//')" ;;
	mixed) { printf '\n---\n\n' && cat "$2"; } | sed '3~2s/$/\r/' ;;
	esac
}

SHAPES=(blank tight rule rule_tight stars airy spaces open crlf crlf_open mixed)

# From the heading on, as it was written.
heading_on() { # FILE
	python3 -c 'import sys; b = open(sys.argv[1], "rb").read(); sys.stdout.buffer.write(b[b.index(b"## "):])' "$1"
}

# alice writes turn N in this shape, by this way, and it stands so.
rewritten() { # N NAME SHAPE WAY
	turn "$1" "$2" OPEN_TO_DEBATE >"$W/turn.md"
	shaped "$3" "$W/turn.md" >"$W/shaped.md"
	lock claim "$2"
	cat "$D/debate.md" "$W/shaped.md" >"$W/whole.md"
	"by_$4"
	as_written || return
	heading_on "$W/shaped.md" | cmp - "$D/turns/00$1-$2.md" || return
	lock release "$2"
}

# The duel is read from the store as it was.
reads_back() {
	cp "$D/debate.md" "$W/read.md"
	cp -r "$D/turns" "$W/turns"
	remounted
	cmp "$W/read.md" "$D/debate.md"
	diff -r "$W/turns" "$D/turns"
	unmounted
	has "$("$DUELFS" verify "$STORE")" "${D##*/}: ok"
	mounted
}
