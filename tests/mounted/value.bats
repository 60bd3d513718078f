#!/usr/bin/env bats
# scripts/value: the same agents in a debate and in a free talk, for a reader who does not know which is which.
load lib

setup() {
	paths
	ROOT=$(realpath "$BATS_TEST_DIRNAME/../..")
	DUELFS=$(realpath "$DUELFS")
	export DUELFS ROOT
	unset XDG_CONFIG_HOME
	export HOME=$W/home
	mkdir -p "$W/project" "$HOME"
	cd "$W/project" || return
	# In the debate it is the scripted participant, in the talk it says how long its prompt is and what its message is.
	cat >say <<-'SH'
		prompt=$(cat)
		case $prompt in
		*'There is no form to keep to'*)
			printf '%s\n---\n' "$prompt" >>asked
			echo "message $DUEL_MOVE of $DUEL_SEAT, with a \`path.c:3\`."
			;;
		*) "$ROOT/scripts/duels/answer" socratic <<<"$prompt" ;;
		esac
	SH
	sed -i "s|>>asked|>>$W/asked|" say
	printf '[agents.both]\nharness = "shell"\ncommand = ["bash", "%s"]\n' "$PWD/say" >agents.toml
	printf '[agents.silent]\nharness = "shell"\ncommand = ["bash", "-c", "grep -q form.to.keep || exec bash %s"]\n' "$PWD/say" >>agents.toml
	cp "$ROOT/README.md" README.md # what the scripted duel is about, and it has fences of its own
}

teardown() {
	awk -v under="$W/" 'index($5, under) == 1 { print $5 }' /proc/self/mountinfo | while read -r left; do
		umount -l "$left"
	done
	quiet
}

value() {
	"$ROOT/scripts/value" --agents agents.toml "$@" </dev/null 3>&- 4>&-
}

@test "a debate and a talk of as many messages lie beside each other, and which is which stands elsewhere" {
	run value --dir "$W/out" --source README.md 'Is a reason enough?' alice=both:script bob=both:script
	is "$status" 0
	has "$output" 'to be read: '
	local debate talk
	debate=$W/out/$(grep -o '^[a-z]*' "$W/out/which").md
	talk=$W/out/$(sed 's/.*, \([a-z]*\)\.md the talk/\1/' "$W/out/which").md
	has "$(cat "$debate")" '## Terminal Conclusion'
	is "$(grep -c '^\*\*alice\*\*: message' "$talk")" "$(grep -c '^\*\*bob\*\*: message' "$talk")"
	is "$(grep -cE '^\*\*(alice|bob)\*\*: message' "$talk")" 6
	is "$(find "$W"/out/store/archive/*/turns -name '*.md' | wc -l)" 5
	is "$(grep -c 'write the conclusion, for somebody who reads nothing else' "$W/asked")" 1
	# what was said so far, and the document in a fence that its own do not end
	has "$(cat "$W/asked")" '**alice**: message 1 of alice'
	has "$(cat "$W/asked")" '````markdown'
	has "$(cat "$W/out/ask.md")" 'scripts/quickstart'
	lacks "$(sed '/^````/,$d' "$W/out/ask.md")" debate
	grep -Eq '^debate +[0-9]+ words +[0-9]+ bytes' <<<"$output"
	grep -Eq '^talk +[0-9]+ words +[0-9]+ bytes' <<<"$output"
}

@test "the lot falls both ways" {
	python3 - "$ROOT/scripts/value" <<-'PY'
		import importlib.machinery, importlib.util, pathlib, sys
		loader = importlib.machinery.SourceFileLoader("value", sys.argv[1])
		value = importlib.util.module_from_spec(importlib.util.spec_from_loader("value", loader))
		sys.dont_write_bytecode = True
		loader.exec_module(value)
		here, seen = pathlib.Path("."), set()
		for _ in range(200):
		    value.lay_out(here, "socratic", "D", "T")
		    seen.add((here / "one.md").read_text() + (here / "two.md").read_text())
		    assert (here / "which").read_text().startswith("one" if (here / "one.md").read_text() == "D" else "two")
		assert seen == {"DT", "TD"}, seen
	PY
}

@test "where one of the two does not come about, it says so and compares nothing" {
	run value --dir "$W/out" --source README.md --retries 2 'Is a reason enough?' alice=both:script bob=silent:script
	is "$status" 1
	has "$output" 'bob said nothing in 2 tries: there is no talk to compare with'
	is "$(find "$W/out" -name 'one.md' -o -name 'two.md')" ''
	run value --dir "$W/out" 'Is a reason enough?' alice=both:script bob=both:script
	is "$status: $output" "2: value: $W/out is there already"
	run value --dir "$W/no" 'Is a reason enough?' alice=human bob=both
	is "$status: $output" '2: value: a person cannot talk here: every seat wants an agent'
	run value --dir "$W/no" --format duel 'Is a reason enough?' alice=both:script bob=both:script
	is "$status" 2
	has "$output" 'there is no format duel: it is one of socratic, dialectic, rounds'
	run value --dir "$W/no" --messages 0 'Is a reason enough?' alice=both:script bob=both:script
	is "$status" 2
	run value --dir "$W/no" --source no-such-file.md 'Is a reason enough?' alice=both:script bob=both:script
	is "$status" 1
	has "$output" 'there is no debate to compare with'
}

@test "make value takes a topic with any character" {
	run make -s -C "$ROOT" -o "$DUELFS" BUILD="$(dirname "$DUELFS")" value TOPIC="Is a \$5 'reason' \"enough\"?" \
		SEATS='alice=both:script bob=both:script' ARGS="--agents $PWD/agents.toml --source $PWD/no-such.md --dir $W/out"
	[ "$status" -ne 0 ]
	has "$output" 'there is no debate to compare with'
	is "$(find "$W/out" -name '*.md')" ''
	run make -s -C "$ROOT" -o "$DUELFS" BUILD="$(dirname "$DUELFS")" value
	[ "$status" -ne 0 ]
	has "$output" "make value TOPIC=… SEATS='alice=AGENT bob=AGENT'"
}
