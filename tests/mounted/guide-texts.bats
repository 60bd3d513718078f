#!/usr/bin/env bats
# The texts of README.md and prompt.md, which a user may change, beside the configuration.
load lib

setup() {
	paths
	mkdir -p "$STORE/guide"
}

# `text NAME LINE…`: the user's own file of this name.
text() {
	printf '%s\n' "${@:2}" >"$STORE/guide/$1"
}

@test "a guide of one's own is what README.md says, of the mount and of a duel" {
	text mount.md '# Here at {mountpoint}' '{each format}' '{format}: {about}' '{end}'
	text duel.md '# {duel} on {topic}' '' '{if closed}' 'Over.' '{else}' 'Go on: {verb claim}' '{end}' '' '{terms}'
	mounted
	has "$(cat "$M/README.md")" "# Here at $M"
	has "$(cat "$M/README.md")" 'rounds: a proposer and a challenger'
	lacks "$(cat "$M/README.md")" 'Debates as directories'
	duel
	join_both
	has "$(cat "$D/README.md")" "# d on Caching

Go on: echo 'claim alice' > $D/lock

## Terms"
	has "$(cat "$D/prompt.md")" 'Step by step'
}

@test "a part of one's own stands in every text that has it" {
	text terms.md '## What holds' '' 'At most {max_turns} turns.'
	mounted
	duel d 'max_turns = 5'
	has "$(cat "$D/README.md")" '## What holds

At most 5 turns.'
	text rules.md '{each due_rule}' '{rule}, ' '{end}'
	unmounted
	mounted
	has "$(cat "$D/prompt.md")" 'support.kind, 
support.file, '
}

@test "a guide that cannot be used stops the mount, with file, line and reason" {
	text duel.md 'On {topic}.' 'Say {nonsense}.'
	refuses_to_start "$STORE" "$M"
	# shellcheck disable=SC2154 # refuses_to_start leaves it
	has "$said" 'guide/duel.md:2: there is no placeholder of this name'
	text duel.md '{if closed}'
	refuses_to_start "$STORE" "$M"
	has "$said" 'guide/duel.md:1: this {if} or {each} has no {end}'
	rm "$STORE/guide/duel.md"
	text terms.md '{terms}'
	refuses_to_start "$STORE" "$M"
	has "$said" 'guide/terms.md:1: there is no placeholder of this name'
}

# What is asked for where it is not there is not there either.
@test "a name out of its place is told as nothing, and the mount goes on" {
	text mount.md '{format}{about}{errno NONE}.'
	text duel.md '({file}{about}{ending}{earned})({title}{how}{label}{text_path}{text})({waits_for}{uid}{source_name})' '' '{blank}' '' \
		'{record}' '' '{brief}' '' '{refusal}' '' '{source_text}' '' '{handing_in}'
	mounted
	duel
	has "$(cat "$D/README.md")" '()()()'
	join_both
	has "$(cat "$D/README.md")" '()()(0)'
	has "$(cat "$M/README.md")" 'socratic'
}
