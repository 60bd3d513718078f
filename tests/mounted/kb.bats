#!/usr/bin/env bats
# The live knowledge base of an adversarial duel: what whoever has the floor writes below kb/ is proposed, seen by its user alone, and comes into
# the debate with the turn, or never.
# shellcheck disable=SC2016,SC2154 # what another user's shell expands; $said: lib.bash
load lib

CORPUS=$BATS_TEST_DIRNAME/../corpus/adversarial
KB=$CORPUS/kb/small
A2=arguments/arg-002-spaces-look-the-same-everywhere.md
A4=arguments/arg-004-spaces-earn-more.md
TESS=2001 SAM=2002 MONA=2003 OLGA=2004

setup() {
	paths
	pass_through
	mounted -o allow_other
}

# A duel over a copy of the small base, its seats four users; the first turns of the corpus.
graph() { # TURNS
	chmod a+rx "$W"
	mkdir "$W/run"
	cp -r "$KB" "$W/run/kb"
	bare d
	K=$D/kb
	printf '%s\n' 'format = "adversarial"' "source = \"$W/run\"" 'min_turns = 2' >"$D/config.toml"
	as $TESS lock join tess role=debater-tabs harness=claude-code model=opus
	as $SAM lock join sam role=debater-spaces harness=codex model=gpt-5
	as $MONA lock join mona role=moderator harness=gemini model=pro
	as $OLGA lock join olga role=orchestrator harness=codex model=gpt-5
	local file name
	for file in $(find "$CORPUS/debate" -name '*.md' | sort | head -n "$1"); do
		name=$(basename "$file" .md)
		floor "${name#*-}"
		as "$(uid "${name#*-}")" append "$file"
		as "$(uid "${name#*-}")" lock release "${name#*-}"
	done
}

uid() {
	case $1 in tess) echo $TESS ;; sam) echo $SAM ;; mona) echo $MONA ;; olga) echo $OLGA ;; esac
}

# `as UID COMMAND…`: also one of the functions here and in lib.bash.
as() {
	local uid=$1
	shift
	case $1 in
	lock) user "$uid" "$SYS" open "$D/lock" w write "${*:2}"$'\n' close ;;
	append) user "$uid" "$SYS" open "$D/debate.md" append write "@$2" close ;;
	*) user "$uid" "$@" ;;
	esac
}

# `floor NAME`: it is named, and claims.
floor() {
	as $OLGA lock next olga to="$1" 'asks="what of arg-002?"'
	as "$(uid "$1")" lock claim "$1"
}

# `lowered TO`: the file of arg-002 with another status.
lowered() {
	sed "s/^status: .*/status: $1/" "$KB/$A2"
}

# `third [MUTATION…]`: tess' turn 3, with these items under Mutations.
third() {
	local item
	cat "$CORPUS/debate/3-tess.md"
	[ $# -eq 0 ] || printf '\n**Mutations**\n'
	for item; do echo "- $item"; done
}

hands_in() { # UID, the text on stdin
	cat >"$W/turn"
	chmod a+r "$W/turn"
	as "$1" append "$W/turn"
}


@test "a lower status is its writer's own until the turn brings it, with its revision and its row in the index" {
	graph 2
	floor tess
	lowered contested >"$W/a4"
	chmod a+r "$W/a4"
	as $TESS cp "$W/a4" "$K/$A2"
	is "$(as $TESS grep ^status: "$K/$A2")" 'status: contested'
	is "$(as $SAM grep ^status: "$K/$A2")" 'status: strong'
	is "$(grep ^status: "$K/$A2")" 'status: strong'
	is "$(as $TESS stat -c '%s %i' "$K/$A2")" "$(stat -c %s "$W/a4") $(stat -c %i "$K/$A2")"
	is "$(stat -c %s "$K/$A2")" "$(stat -c %s "$KB/$A2")"
	no ls "$K/revisions.md"
	as $TESS grep -rq 'status: contested' "$K/$A2"
	third >"$W/turn"; chmod a+r "$W/turn"
	fails EINVAL as $TESS append "$W/turn"
	has "$(newest_refusal)" '[mutation.unsaid]'
	has "$(newest_refusal)" 'arg-002'
	third 'arg-002: the review that Turn 2 rests on counts nothing' | hands_in $TESS
	is "$(grep ^status: "$K/$A2")" 'status: contested'
	diff "$W/a4" "$K/$A2"
	diff -r "$KB" "$D/kb-snapshot-construction"
	has "$(<"$K/revisions.md")" '## R-001 — '
	has "$(<"$K/revisions.md")" '— debater-tabs, debate turn 3'
	has "$(<"$K/revisions.md")" '- **Type**: status-downgrade'
	has "$(<"$K/revisions.md")" '- **Change**: strong → contested'
	has "$(<"$K/revisions.md")" '- **Justification**: the review that Turn 2 rests on counts nothing'
	has "$(<"$K/arguments/index.md")" '| arg-002 | spaces | contested |'
	has "$(status downgrades)" 'arg-002: strong → contested'
	is "$(status revisions)" 1
	# after the lease's turn it is too late
	fails EACCES as $TESS "$SYS" open "$K/$A2" w,trunc
	has "$(newest_refusal)" '[lease.none]'
	cp -r "$D/kb" "$W/before"
	remounted -o allow_other
	diff -r "$W/before" "$D/kb"
	diff -r "$KB" "$D/kb-snapshot-construction"
}

@test "without the floor nobody writes, and what the floor ends without is gone" {
	graph 2
	lowered contested >"$W/a4"; chmod a+r "$W/a4"
	fails EACCES as $TESS "$SYS" open "$K/$A2" w,trunc
	has "$(newest_refusal)" '[lease.none]'
	floor tess
	fails EACCES as $SAM "$SYS" open "$K/$A2" w,trunc
	has "$(newest_refusal)" '[lease.none]'
	as $TESS cp "$W/a4" "$K/$A2"
	as $TESS lock release tess
	is "$(as $TESS grep ^status: "$K/$A2")" 'status: strong'
	as $TESS lock claim tess
	is "$(as $TESS grep ^status: "$K/$A2")" 'status: strong'
	as $TESS cp "$W/a4" "$K/$A2"
	is "$(as $TESS grep ^status: "$K/$A2")" 'status: contested'
	# a mount that ends leaves nothing of it
	remounted -o allow_other
	is "$(as $TESS grep ^status: "$K/$A2")" 'status: strong'
	third | hands_in $TESS
	is "$(grep ^status: "$K/$A2")" 'status: strong'
}

@test "the template of who has the floor has an item for each target, and nobody else reads that" {
	graph 2
	floor tess
	local blank=$D/participants/tess/template.md
	lacks "$(as $TESS cat "$blank")" Mutations
	lowered contested >"$W/a4"; chmod a+r "$W/a4"
	as $TESS cp "$W/a4" "$K/$A2"
	as $TESS sh -c 'echo "arg-001 refutes arg-004 \"no cause was looked for\"" >>"$1/edges.md"' - "$K"
	has "$(as $TESS cat "$blank")" $'\n**Mutations**\n- arg-002: ...\n- kb/edges.md: ...'
	is "$(as $TESS stat -c %i "$blank")" "$(stat -c %i "$blank")"
	is "$(as $TESS stat -c %s "$blank")" "$(as $TESS cat "$blank" | wc -c)"
	lacks "$(as $SAM cat "$blank")" Mutations
	lacks "$(cat "$blank")" Mutations
	lacks "$(blank)" Mutations
	as $TESS lock release tess
	lacks "$(as $TESS cat "$blank")" Mutations
}

@test "no token is asked of a file below kb/: its turn brings it" {
	graph 0
	as $OLGA lock next olga to=tess
	as $TESS lock claim tess token=correct-horse-battery
	lowered contested >"$W/a4"; chmod a+r "$W/a4"
	as $TESS cp "$W/a4" "$K/$A2"
	first() { cat "$CORPUS/debate/1-tess.md"; printf '\n**Mutations**\n- arg-002: arg-001 shows it\n'; }
	first >"$W/turn"; chmod a+r "$W/turn"
	fails EACCES as $TESS append "$W/turn"
	has "$(newest_refusal)" '[lease.token]'
	is "$(as $SAM grep ^status: "$K/$A2")" 'status: strong'
	{ echo '<!-- token: correct-horse-battery -->'; first; } | hands_in $TESS
	is "$(as $SAM grep ^status: "$K/$A2")" 'status: contested'
	lacks "$(cat "$K/revisions.md" "$D/debate.md")" correct-horse
}

@test "nobody writes the snapshot by any path, and root nothing that it would not see" {
	graph 2
	floor tess
	local by what
	for by in $TESS 0; do
		for what in 'echo x >edges.md' 'echo x >>edges.md' 'rm edges.md' 'mv edges.md edges2.md' 'truncate -s 0 edges.md' 'mkdir more' \
			'ln -s edges.md x' 'ln edges.md x' 'echo x >x.md' 'mv ../kb/edges.md edges.md' 'rmdir sources' 'sed -i 1d edges.md'; do
			no as "$by" sh -c "cd '$D/kb-snapshot-construction' && $what" 2>"$W/said"
		done
	done
	diff -r "$KB" "$D/kb-snapshot-construction"
	# renames stay in their directory, and no file goes away by one
	for what in "mv $A2 sources/agents/debater-tabs/" "mv sources/index.md arguments/index.md" "mv $A2 ../kb-snapshot-construction/" "rmdir sources/agents/debater-tabs"; do
		no as $TESS sh -c "cd '$K' && $what" 2>"$W/said"
	done
	diff -r -x agents "$KB" "$K"
	fails EACCES "$SYS" open "$K/edges.md" append write 'arg-001 refutes arg-004 ""'$'\n' close
	has "$(newest_refusal)" '[lease.none] "tess" has the floor, and what is written here is seen by its uid alone, 2001'
	no rm "$K/$A2"
	no sed -i 's/^status: .*/status: baseless/' "$K/$A2"
	as $TESS cmp "$KB/$A2" "$K/$A2"
}

@test "every kind of mutation by shell, in one turn" {
	graph 2
	floor tess
	as $TESS sed -i 's/^status: .*/status: weak/' "$K/$A2"
	as $TESS sh -c 'echo "arg-001 refutes arg-004 \"no cause was looked for\"" >>"$1/edges.md"' - "$K"
	as $TESS sh -c 'printf "%s\n" --- "id: arg-010" "slug: pay-follows-age" "position: tabs" "layer: empirical" "scope: the survey of 2017" "basis_type: reasoning" "status: contested" "asserter: derived-during-debate-by-debater-tabs" "summary: Pay follows age, and so does habit." --- "" "## Statement" "" "Who is older earns more, whatever is pressed." >"$1/arguments/arg-010-pay-follows-age.md"' - "$K"
	as $TESS sh -c 'echo "arg-010 refines arg-009 \"of those who answered\"" >>"$1/edges.md"' - "$K"
	as $TESS sh -c 'printf "%s\n" --- "title: Pay and age" "journal_or_source: Notes" "year: 2018" "url: https://example.org/pay" "date_accessed: 2026-01-02" "source_type: report" "key_finding: Age explains most of it." --- "" "Text." >"$1/sources/agents/debater-tabs/pay-2018.md"' - "$K"
	as $TESS sh -c 'printf "\n  Respondents chose themselves.\n" >>"$1/sources/surveys/pay-survey-2017-spaces.md"' - "$K"
	as $TESS sh -c 'printf "\n## C-003: pay and age\n\n- **Type**: of fact\n- **Involved arguments**: arg-004, arg-010\n- **Involved sources**: kb/sources/surveys/pay-survey-2017-spaces.md\n- **Description**: One names habit, one age.\n- **What would resolve it**: The raw answers.\n- **Status**: open\n" >>"$1/contradictions.md"' - "$K"
	as $TESS sh -c 'printf "\nThe table has no column for age.\n" >>"$1/arguments/arg-009-width-is-a-choice-of-the-reader.md"' - "$K"
	is "$(as $TESS find "$K" -type f | wc -l)" $(($(find "$KB" -type f | wc -l) + 2))
	is "$(find "$K" -type f | wc -l)" "$(find "$KB" -type f | wc -l)"
	third 'arg-002: one size is taken for all, see arg-001' 'kb/edges.md: what follows from it' 'arg-010: age was left out' 'kb/sources/agents/debater-tabs/pay-2018.md: it has the ages' \
		'kb/sources/surveys/pay-survey-2017-spaces.md: who answered' 'kb/contradictions.md: the two cannot both be the cause' 'arg-009: noted' | hands_in $TESS
	local type
	for type in status-downgrade new-edge new-node new-source criticism-append contradiction-added notes-append; do
		has "$(<"$K/revisions.md")" "- **Type**: $type"
	done
	is "$(status revisions)" "$(grep -c '^## R-' "$K/revisions.md")"
	has "$(<"$K/arguments/index.md")" '| arg-010 | tabs | contested |'
	"$DUELFS" check "$K"
	"$DUELFS" check "$D"
}

@test "a new file, or a contradiction, appended line by line by the shell's own words is taken once it is whole" {
	graph 2
	floor tess
	local source node contradiction
	source=$(printf '%s\n' --- 'title: T' 'journal_or_source: J' 'year: 2018' 'url: https://example.org/' 'date_accessed: 2026-01-02' 'source_type: report' 'key_finding: F.' --- '' Text.)
	node=$(printf '%s\n' --- 'id: arg-010' 'slug: pay-follows-age' 'position: tabs' 'layer: empirical' 'scope: the survey of 2017' 'basis_type: reasoning' 'status: contested' 'asserter: derived-during-debate-by-debater-tabs' 'summary: Pay follows age.' --- '' '## Statement' '' 'Who is older earns more.')
	contradiction=$(printf '%s\n' '' '## C-003: pay and age' '' '- **Type**: of fact' '- **Involved arguments**: arg-004, arg-001' '- **Involved sources**: kb/sources/surveys/pay-survey-2017-spaces.md' '- **Description**: One names habit, one age.' '- **What would resolve it**: The raw answers.' '- **Status**: open')
	# bash's echo is a write for each of the lines
	as $TESS bash -c 'echo "$1" >>"$2"' - "$source" "$K/sources/agents/debater-tabs/x.md"
	as $TESS bash -c 'echo "$1" >>"$2"' - "$node" "$K/arguments/arg-010-pay-follows-age.md"
	as $TESS bash -c 'echo "$1" >>"$2"' - "$contradiction" "$K/contradictions.md"
	is "$(as $TESS cat "$K/sources/agents/debater-tabs/x.md")" "$source"
	is "$(as $TESS cat "$K/arguments/arg-010-pay-follows-age.md")" "$node"
	# one that stays incomplete is refused when it is decided on, and a turn that names it says so
	as $TESS bash -c 'echo "$1" >>"$2"' - $'---\ntitle: U' "$K/sources/agents/debater-tabs/y.md"
	has "$(newest_refusal)" '[kb.source]'
	no as $TESS ls "$K/sources/agents/debater-tabs/y.md"
	third 'kb/sources/agents/debater-tabs/x.md: so' 'arg-010: so' 'kb/contradictions.md: so' | hands_in $TESS
	is "$(status revisions)" 3
}

@test "what a debate may not do is refused with what it would have changed, and nothing is" {
	graph 2
	floor tess
	local file
	refuses() { # ERRNO RULE COMMAND, a shell's, with $K
		no as $TESS sh -c "cd '$K' && $3" 2>"$W/said"
		has "$(newest_refusal)" "[$2]"
		has "$(sed -n 1p "$D/last_error")" ": $1"
	}
	refuses EPERM kb.promoted "sed -i 's/^status: .*/status: strong/' $A4"
	has "$(newest_refusal)" 'weak to strong'
	refuses EPERM kb.concurrence "sed -i 's/^status: .*/status: refuted/' $A2"
	has "$(newest_refusal)" 'arg-002 would go from strong to refuted'
	has "$(newest_refusal)" 'lower it to weak at most, and ask the moderator'
	refuses EPERM kb.frozen "sed -i 's/^In a survey/In no survey/' $A4"
	has "$(newest_refusal)" 'In no survey'
	refuses EPERM kb.frozen "sed -i 3d edges.md"
	refuses EPERM kb.frozen "rm $A4"
	refuses EPERM kb.frozen "echo x >quality-summary.md"
	refuses EPERM kb.frozen "echo x >revisions.md"
	refuses EPERM kb.frozen "echo x >>arguments/index.md"
	refuses EPERM kb.frozen "echo x >entities/new.md"
	refuses EPERM kb.owner "echo x >sources/agents/debater-spaces/x.md"
	refuses EPERM history.changed "mv $A4 arguments/arg-099-x.md"
	refuses EPERM history.changed "mkdir sources/agents/debater-tabs/more"
	refuses EPERM history.changed "ln -s x arguments/arg-098-x.md"
	refuses EINVAL kb.edge "exec /bin/echo 'arg-001 likes arg-002 \"\"' >>edges.md"
	refuses EINVAL kb.source "printf '# no front matter\\n\\nText.\\n' >sources/agents/debater-tabs/x.md"
	no as $TESS ls "$K/sources/agents/debater-tabs/x.md"
	no as $TESS sh -c "echo x >'$D/kb-snapshot-construction/edges.md'"
	has "$(newest_refusal)" '[history.changed]'
	for file in $(cd "$KB" && find . -type f); do
		as $TESS cmp "$KB/$file" "$K/$file"
	done
	is "$(as $TESS find "$K" -type f | wc -l)" "$(find "$KB" -type f | wc -l)"
	third | hands_in $TESS
}

@test "only the moderator calls another's argument refuted, and whoever lowers one says what for" {
	graph 2
	floor tess
	as $TESS sed -i 's/^status: .*/status: weak/' "$K/$A2"
	third 'arg-002: 无' >"$W/turn"; chmod a+r "$W/turn"
	fails EINVAL as $TESS append "$W/turn"
	has "$(newest_refusal)" '[mutation.untraced] arg-002 is lowered, and "无" names no ground for it'
	third 'arg-002: what L-007 says' >"$W/turn"
	fails EINVAL as $TESS append "$W/turn"
	has "$(newest_refusal)" 'L-007 is not there'
	third 'arg-002: in a diff each line is moved alike, see arg-001' |
		sed '/^- rebut L-004/a - new: whoever asks for pay asks for age [arg-004: weak]' | hands_in $TESS
	as $TESS lock release tess
	floor mona
	has "$(<"$D/participants/mona/prompt.md")" '- arg-002, weak, of spaces: lowered in turn 3 by debater-tabs'
	has "$(<"$D/participants/mona/prompt.md")" '- arg-004, weak, of spaces: cited in turn 3 by debater-tabs'
	as $MONA sed -i 's/^status: .*/status: refuted/' "$K/$A2"
	{
		cat "$CORPUS/debate/4-mona.md"
		printf '\n**Mutations**\n- arg-002: refuted, as Turn 3 shows\n'
	} | hands_in $MONA
	is "$(grep ^status: "$K/$A2")" 'status: refuted'
	as $MONA lock release mona
	# one's own may be given up
	floor sam
	as $SAM sed -i 's/^status: .*/status: baseless/' "$K/$A2"
	as $SAM sed -i 's/^status: .*/status: refuted/' "$K/$A4"
	is "$(as $SAM grep -h ^status: "$K/$A2" "$K/$A4")" $'status: baseless\nstatus: refuted'
}

@test "a proposal is taken back by writing what was there, by removing a file that is new, and by release" {
	graph 2
	floor tess
	lowered contested >"$W/a4"; chmod a+r "$W/a4"
	as $TESS cp "$W/a4" "$K/$A2"
	as $TESS cp "$K/../kb-snapshot-construction/$A2" "$K/$A2"
	is "$(as $TESS grep ^status: "$K/$A2")" 'status: strong'
	as $TESS sh -c 'printf "%s\n" --- "title: T" "journal_or_source: J" "year: 2018" "url: https://example.org/" "date_accessed: 2026-01-02" "source_type: report" "key_finding: F." --- >"$1/sources/agents/debater-tabs/x.md"' - "$K"
	as $TESS ls "$K/sources/agents/debater-tabs/x.md"
	no ls "$K/sources/agents/debater-tabs/x.md"
	as $TESS rm "$K/sources/agents/debater-tabs/x.md"
	no as $TESS ls "$K/sources/agents/debater-tabs/x.md"
	third | hands_in $TESS
	is "$(status revisions)" 0
}

@test "editors and atomic writers leave their companions here, too" {
	graph 2
	floor tess
	lowered contested >"$W/a4"; chmod a+r "$W/a4"
	# a temporary file renamed over it
	as $TESS cp "$W/a4" "$K/$A2.tmp.4711.abc"
	is "$(as $TESS find "$K/arguments" -name "*tmp*" | wc -l)" 1
	is "$(find "$K/arguments" -name "*tmp*" | wc -l)" 0
	as $TESS mv "$K/$A2.tmp.4711.abc" "$K/$A2"
	is "$(as $TESS grep ^status: "$K/$A2")" 'status: contested'
	is "$(as $TESS find "$K/arguments" -name "*tmp*" | wc -l)" 0
	# a backup beside it, as vim makes one
	as $TESS mv "$K/$A2" "$K/$A2~"
	is "$(as $TESS grep ^status: "$K/$A2~")" 'status: contested'
	as $TESS sed -i 's/^status: .*/status: weak/' "$K/$A2"
	as $TESS rm "$K/$A2~"
	# a new file, made under another name
	as $TESS sh -c 'printf "%s\n" --- "title: T" "journal_or_source: J" "year: 2018" "url: https://example.org/" "date_accessed: 2026-01-02" "source_type: report" "key_finding: F." --- >"$1/sources/agents/debater-tabs/x.md.tmp" && mv "$1/sources/agents/debater-tabs/x.md.tmp" "$1/sources/agents/debater-tabs/x.md"' - "$K"
	as $TESS vim -u NONE -es -c '%s/^title: T/title: U/' -c wq "$K/sources/agents/debater-tabs/x.md" </dev/null
	is "$(as $TESS grep ^title: "$K/sources/agents/debater-tabs/x.md")" 'title: U'
	third 'arg-002: Turn 2 says so of itself' 'kb/sources/agents/debater-tabs/x.md: so' | hands_in $TESS
	is "$(grep ^title: "$K/sources/agents/debater-tabs/x.md")" 'title: U'
	is "$(find "$K/arguments" -type f ! -name 'arg-*.md' ! -name index.md)" ''
}

@test "a turn at the desk brings what was written while its seat had the floor" {
	graph 2
	floor tess
	lowered contested >"$W/a4"; chmod a+r "$W/a4"
	as $TESS cp "$W/a4" "$K/$A2"
	third 'arg-002: Turn 2 says so of itself' >"$W/turn"; chmod a+r "$W/turn"
	has "$(as $TESS sh -c 'cat <"$1" 1<>"$2" && cat "$2"' - "$W/turn" "$D/participants/tess/check")" 'turn.md: ok'
	as $TESS cp "$W/turn" "$D/participants/tess/turn.md"
	is "$(grep ^status: "$K/$A2")" 'status: contested'
}

@test "killed at any moment, a mutation is there with its turn and its revision, or none of the three" {
	graph 2
	floor tess
	lowered contested >"$W/a4"; chmod a+r "$W/a4"
	as $TESS cp "$W/a4" "$K/$A2"
	third 'arg-002: Turn 2 says so of itself' >"$W/turn"; chmod a+r "$W/turn"
	(as $TESS append "$W/turn" || true) &
	local writer=$!
	killed
	wait "$writer" 2>/dev/null || true
	fusermount3 -uz "$M" 2>/dev/null || umount -l "$M" || true
	mounted -o allow_other
	local turns
	turns=$(grep -c '^## Turn' "$D/debate.md")
	if [ "$turns" = 3 ]; then
		is "$(grep ^status: "$K/$A2") $(grep -c '^## R-' "$K/revisions.md")" 'status: contested 1'
	else
		is "$turns $(grep ^status: "$K/$A2")" '2 status: strong'
		no ls "$K/revisions.md"
	fi
}

@test "a turn does not pass by a file that is open with bytes that nobody has decided on" {
	graph 2
	floor tess
	third >"$W/plain"
	third 'kb/edges.md: so' >"$W/turn"
	chmod a+r "$W/plain" "$W/turn"
	as $TESS /usr/bin/python3 - "$K/edges.md" "$D/debate.md" "$W/plain" "$W/turn" >"$W/said" <<-'PY'
		import os, sys
		edges, debate, plain, turn = sys.argv[1:]

		def hand_in(path):
		    try:
		        with open(debate, "ab", 0) as file:
		            file.write(open(path, "rb").read())
		        return "taken"
		    except OSError as fault:
		        return fault.strerror

		file = open(edges, "ab", 0)
		file.write(b"arg-001 supports arg-007")
		print(hand_in(plain))
		file.write(b' "it is said there"\n')
		file.close()
		print(hand_in(turn))
	PY
	is "$(<"$W/said")" $'Device or resource busy\ntaken'
	has "$(<"$D/last_error")" '[lease.busy] kb/edges.md is open'
	has "$(<"$K/edges.md")" 'arg-001 supports arg-007 "it is said there"'
}

@test "a release does not pass by one, but by force" {
	graph 2
	floor tess
	as $TESS /usr/bin/python3 - "$K/edges.md" "$D/lock" >"$W/said" <<-'PY'
		import sys

		file = open(sys.argv[1], "ab", 0)
		file.write(b"arg-001 supports arg-007")
		for words in b"release tess\n", b"release tess force=yes\n":
		    try:
		        with open(sys.argv[2], "wb", 0) as lock:
		            lock.write(words)
		        print("taken")
		    except OSError as fault:
		        print(fault.strerror)
	PY
	is "$(<"$W/said")" $'Device or resource busy\ntaken'
	cmp "$KB/edges.md" "$K/edges.md"
}

@test "a file that a shell holds open is decided on at each command, and what is not mended does not come into the debate" {
	graph 2
	floor tess
	third 'kb/edges.md: so' >"$W/turn"
	chmod a+r "$W/turn"
	as $TESS bash -c '
		cd "$1" || exit
		exec 3>>kb/edges.md
		printf "%s\n" "arg-001 supports arg-007 \"whole\"" >&3
		grep -c whole kb/edges.md
		printf %s "arg-003 supports arg-007" >&3
		grep -c "arg-003 supports" kb/edges.md
		sed -n 2p last_error
		printf "%s\n" " \"mended\"" >&3
		grep -c mended kb/edges.md
		printf %s "arg-009 supports arg-007" >&3
		cat "$2" >>debate.md && echo taken
		printf "%s\n" " \"too late\"" >&3 || echo refused
		sed -n 2p last_error
		exec 3>&-
	' - "$D" "$W/turn" >"$W/said" 2>/dev/null
	is "$(cut -c 1-60 "$W/said" | sed 's/^kb.edges.md.*\(\[[a-z.]*\]\).*/\1/')" $'1\n0\n[kb.edge]\n0\ntaken\nrefused\n[kb.edge]'
	is "$(grep -cE 'whole|mended' "$K/edges.md") $(grep -cE 'arg-009 supports arg-007' "$K/edges.md")" '1 0'
	is "$(status revisions)" 1
}

@test "who speaks next is named once a turn is in, and a rehearsal says what is wrong with the turn alone" {
	graph 2
	floor tess
	lowered contested >"$W/a4"
	chmod a+r "$W/a4"
	as $TESS cp "$W/a4" "$K/$A2"
	third >"$W/turn"
	chmod a+r "$W/turn"
	no as $TESS cp "$W/turn" "$D/participants/tess/check"
	has "$(<"$D/participants/tess/check")" '[mutation.unsaid]'
	lacks "$(<"$D/participants/tess/check")" '[lease.wait]'
	has "$(<"$D/participants/olga/status")" 'next_step = "wait_turn"'
	has "$(<"$D/participants/olga/status")" 'waits_for = "\"tess\" has the floor"'
	third 'arg-002: Turn 2 says so of itself' | hands_in $TESS
	is "$(status lock_owner)" ''
	has "$(timeout 60 cat "$D/participants/olga/wait")" 'next_step = "name_speaker"'
}
