#!/usr/bin/env bats
# A debate over an argument graph (format adversarial): from the folder that is its source to the synthesis, by the files of the mount.
# shellcheck disable=SC2154,SC2016 # $said: lib.bash; backticks are of Markdown
load lib

CORPUS=$BATS_TEST_DIRNAME/../corpus/adversarial
KB=$CORPUS/kb/small

# `graph [CONFIG LINE…]`: a duel over a copy of the small base, nobody in it.
graph() {
	mkdir "$W/run"
	cp -r "$KB" "$W/run/kb"
	bare d
	printf '%s\n' 'format = "adversarial"' "source = \"$W/run\"" "$@" >"$D/config.toml"
}

seats_taken() {
	lock join tess role=debater-tabs harness=claude-code model=opus
	lock join sam role=debater-spaces harness=codex model=gpt-5
	lock join mona role=moderator harness=gemini model=pro
	lock join olga role=orchestrator harness=codex model=gpt-5
}

# `speaks NAME FILE`: is named, claims, appends, releases.
speaks() {
	lock next olga to="$1" 'asks="what of arg-004?"'
	lock claim "$1"
	append "$2"
	lock release "$1"
}

# `debated N`: the first turns of the corpus.
debated() {
	local file name
	for file in $(find "$CORPUS/debate" -name '*.md' | sort | head -n "$1"); do
		name=$(basename "$file" .md)
		speaks "${name#*-}" "$file"
	done
}

# Everything a debate shows that does not run with the clock.
seen() {
	local file
	for file in debate.md threads output/claims-ledger.md output/synthesis.md output/transcript.md argument-graph.svg participants/sam/prompt.md; do
		echo "== $file"
		sed -E 's/That move ends at [^ ]+/That move ends then/' "$D/$file"
	done
	grep -E '^(state|next_step|positions|speaks_next|is_asked|turns_by_seat|claims|arguments|warnings) ' "$D/status"
	find "$D/kb" "$D/kb-snapshot-construction" "$D/output" | sort
}

# Who has joined has a folder for its own sources, in which nothing is yet.
has_base() { # DIRECTORY
	diff -r -x agents "$KB" "$1/kb"
	diff -r "$KB" "$1/kb-snapshot-construction"
}

# The synthesis, each place of its blank filled in.
synthesis() {
	sed 's/\.\.\./what follows from that, as the turns and the graph have it/' <(blank)
}

@test "a debate goes from openings to its synthesis, and archive and export keep the trees" {
	graph 'min_turns = 4'
	is "$(status topic)" 'Tabs or spaces'
	has_base "$D"
	has "$(<"$D/debate.md")" "| Source path | $W/run |"
	has "$(<"$D/README.md")" '- a seat that is needed and free is waited for 1200 seconds from the first join on; then the debate ends'
	seats_taken
	is "$(status state) $(status next_participant)" 'opening olga'
	# whoever names the speaker does not wait; everybody else does
	is "$(status next_step)" name_speaker
	has "$(timeout 60 cat "$D/participants/olga/wait")" 'next_step = "name_speaker"'
	is "$(grep -E '^(waits_for|hand_in) ' "$D/participants/olga/status")" $'waits_for = ""\nhand_in = ""'
	has "$(<"$D/participants/olga/prompt.md")" "next olga to=NAME asks="
	lacks "$(<"$D/participants/olga/prompt.md")" 'You have to wait'
	has "$(<"$D/README.md")" "until olga has named who speaks next"
	is "$(grep next_step "$D/participants/sam/status")" 'next_step = "wait_turn"'
	has "$(<"$D/participants/sam/prompt.md")" 'You have to wait: the orchestrator has named nobody yet'
	has_base "$D"
	is "$(ls "$D/kb/sources/agents")" $'debater-spaces\ndebater-tabs\nmoderator'
	debated 3
	is "$(status state)" cross_examination
	is "$(ls "$D/output" "$D/output/agents")" "$(printf '%s:\n' "$D/output"; printf '%s\n' agents claims-ledger.md synthesis.md transcript.md; printf '\n%s:\n' "$D/output/agents"; printf '%s\n' debater-spaces debater-tabs moderator orchestrator)"
	lock next olga to=moderator 'asks="L-005: does arg-005 stand?"'
	is "$(status speaks_next) $(status is_asked)" 'mona L-005: does arg-005 stand?'
	has "$(<"$D/participants/mona/prompt.md")" 'L-005: does arg-005 stand?'
	lock claim mona
	append "$CORPUS/debate/4-mona.md"
	lock release mona
	has "$(<"$D/output/claims-ledger.md")" 'L-005'
	seen >"$W/before"
	remounted
	seen | diff "$W/before" -
	has_base "$D"
	speaks sam "$CORPUS/debate/5-sam.md"
	has "$(<"$D/output/agents/debater-spaces/transcript.md")" '## Turn 5'
	fails EBUSY lock claim olga
	lock end olga 'reason="nothing new was said"'
	is "$(status state) $(status next_step) $(status next_participant)" 'synthesis claim_lock olga'
	lock claim olga
	synthesis >"$W/synthesis.md"
	sed 's/^- Q-1: .*/- Q-1: neither engaged/' "$W/synthesis.md" >"$W/wrong.md"
	refused EINVAL verdict.unearned "$SYS" open "$D/output/synthesis.md" append write "@$W/wrong.md" close
	"$SYS" open "$D/output/synthesis.md" append write "@$W/synthesis.md" close
	is "$(status state) $(status outcome)" 'completed COMPLETED'
	has "$(<"$D/output/synthesis.md")" '## Synthesis'
	has_base "$D"
	eventually archive_is_done
	local archived=${STORE}/archive
	archived=$(find "$STORE/archive" -mindepth 1 -maxdepth 1 -type d ! -name '.*')
	has_base "$archived"
	diff -r "$D/output" "$archived/output"
	unmounted
	"$DUELFS" export "$STORE" d "$W/out"
	has_base "$W/out"
	mounted
	is "$(status state) $(status outcome)" 'completed COMPLETED'
	diff -r "$D/output" "$W/out/output"
}

@test "a source that is no base, or does not say that it is stable, is refused with its place" {
	mkdir "$W/run"
	cp -r "$KB" "$W/run/kb"
	sed -i 's/: the graph is stable//' "$W/run/kb/quality-summary.md"
	sed -i 's/^arg-002 contradicts/arg-099 contradicts/' "$W/run/kb/edges.md"
	bare d
	echo 'format = "adversarial"' >"$D/config.toml"
	refused EINVAL kb.unstable "$SYS" open "$D/config.toml" append write "source = \"$W/run\""$'\n' close
	has "$(newest_refusal)" 'kb/edges.md:6'
	refused EINVAL kb.edge "$SYS" open "$D/config.toml" append write "stable = true"$'\n'"source = \"$W/run\""$'\n' close
	lacks "$(newest_refusal)" kb.unstable
	cp "$KB/edges.md" "$W/run/kb/edges.md"
	"$SYS" open "$D/config.toml" append write "stable = true"$'\n'"source = \"$W/run\""$'\n' close
	lock join olga role=orchestrator
	cmp "$W/run/kb/quality-summary.md" "$D/kb/quality-summary.md"
}

@test "without a base nobody joins, and with one those whose roles it has" {
	bare d
	echo 'format = "adversarial"' >"$D/config.toml"
	refused EBUSY lease.wait lock join olga role=orchestrator
	has "$(newest_refusal)" 'no knowledge base yet'
	rmdir "$D"
	graph
	refused EINVAL value.bad lock join tess
	has "$(newest_refusal)" 'role=orchestrator, role=moderator, role=debater-spaces, role=debater-tabs'
	refused EINVAL value.bad lock join tess role=debater-emacs
	refused EINVAL value.bad lock join tess role=debater-SLUG
	lock join tess role=debater-tabs
	refused EACCES seat.taken lock join ted role=debater-tabs
	is "$(status state)" preparing
	refused EBUSY lease.wait lock claim tess
}

@test "nobody is named while who spoke before has a file open with half a text" {
	graph
	seats_taken
	lock next olga to=tess
	lock claim tess
	"$SYS" open "$D/debate.md" append write '## Turn' touch "$W/staged" until "$W/go" close &
	local half=$!
	eventually test -e "$W/staged"
	append "$CORPUS/debate/1-tess.md"
	refused EBUSY lease.busy lock next olga to=sam
	has "$(newest_refusal)" 'a file open with a text that is not decided on'
	touch "$W/go"
	wait "$half" || true
	lock next olga to=sam
	is "$(jq -c 'select(.yielded) | .participant' "$D/events")" '"tess"'
}

@test "the orchestrator alone names, fails and ends, and only what can be" {
	graph
	seats_taken
	refused EACCES seat.identity lock next tess to=sam
	refused EBUSY lease.order lock claim tess
	refused EINVAL value.bad lock next olga
	refused EINVAL value.bad lock next olga to=nobody
	refused EBUSY lease.order lock next olga to=moderator
	refused EINVAL key.unknown lock next olga to=tess reason=x
	refused EINVAL value.bad lock end olga
	refused EBUSY lease.order lock end olga 'reason="it is late"'
	lock next olga to=debater-tabs
	lock claim tess
	refused EBUSY lease.order lock next olga to=sam
	append "$CORPUS/debate/1-tess.md"
	lock release tess
	refused EBUSY lease.order lock next olga to=tess
	lock fail olga who=debater-spaces 'reason="its process died"'
	is "$(status state) $(status outcome)" 'aborted ABORTED'
	has "$(record)" '> sam failed (its process died). '
}

@test "a claim without a source and a turn with a mutation that was not made are refused" {
	graph
	seats_taken
	lock next olga to=tess
	lock claim tess
	sed 's/ \[arg-001\]//' "$CORPUS/debate/1-tess.md" >"$W/turn.md"
	refused EINVAL claim.untraced append "$W/turn.md"
	{
		cat "$CORPUS/debate/1-tess.md"
		printf '\n**Mutations**\n- arg-002: weak, for its only source says so in table 2\n'
	} >"$W/turn.md"
	refused EINVAL mutation.unmade append "$W/turn.md"
	no sh -c "echo x >>'$D/kb/edges.md'"
	no sh -c "echo x >'$D/kb/new.md'"
	no sh -c "echo x >>'$D/kb-snapshot-construction/edges.md'"
	no rm "$D/kb/edges.md"
	no mkdir "$D/kb/sources/agents"
	has_base "$D"
	has "$(<"$D/README.md")" 'becomes part of the debate with its turn, whose section Mutations'
	has "$(<"$D/participants/tess/prompt.md")" 'Each target then has an item under Mutations'
	append "$CORPUS/debate/1-tess.md"
	is "$(status turns)" 1
}

@test "after max_turns turns the synthesis is due by itself" {
	graph 'max_turns = 2' 'min_turns = 2'
	seats_taken
	debated 2
	is "$(status state) $(status next_participant)" 'synthesis olga'
	refused EBUSY lease.order lock next olga to=tess
}

@test "guides name the roles and the folder of the base, and each seat is told the forms of its items" {
	bare d
	echo 'format = "adversarial"' >"$D/config.toml"
	has "$(<"$D/README.md")" 'source: none yet, and nobody joins without'
	has "$(<"$D/README.md")" 'role=debater-SLUG'
	rmdir "$D"
	graph
	has "$(<"$D/README.md")" "source: the folder \`$W/run\`, with 9 arguments and 5 sources, here as \`kb-snapshot-construction/\` and \`kb/\`"
	has "$(<"$D/README.md")" 'role=debater-spaces`'
	has "$(<"$D/README.md")" 'role=debater-tabs`'
	# so does status, though nobody has joined
	is "$(grep -E '^(positions|arguments) ' "$D/status")" 'positions = ["spaces: nobody yet","tabs: nobody yet"]
arguments = ["robust: 2","strong: 2","contested: 2","weak: 1","refuted: 1","baseless: 1"]'
	lacks "$(<"$D/README.md")" 'role=debater-SLUG'
	lock join tess role=debater-tabs harness=claude-code model=opus
	lock join olga role=orchestrator harness=codex model=gpt-5
	lock join mona role=moderator harness=gemini model=pro
	lacks "$(<"$D/README.md")" 'with `role=debater-tabs`'
	has "$(<"$D/prompt.md")" 'join NAME harness=HARNESS model=MODEL role=debater-spaces'
	lock join sam role=debater-spaces harness=codex model=gpt-5
	lacks "$(<"$D/README.md")" 'nobody yet'
	lock next olga to=tess
	has "$(<"$D/participants/tess/prompt.md")" '`rebut L-003: WORDS [kb/sources/…]`, of another side'
	debated 2
	lock next olga to=mona
	has "$(<"$D/participants/mona/ask.md")" '`close L-003 (arg-014) as refuted: WORDS'
	lacks "$(<"$D/participants/mona/ask.md")" '`rebut L-003: WORDS'
}

page() {
	sed '/^<style>$/,/^<\/style>/d' "$D/view.html"
}

# `weakened`: three turns, the third of which lowers arg-002.
weakened() {
	local file=arguments/arg-002-spaces-look-the-same-everywhere.md
	debated 2
	lock next olga to=tess 'asks="what of arg-002?"'
	lock claim tess
	sed 's/^status: .*/status: weak/' "$KB/$file" >"$W/lower.md"
	cat "$W/lower.md" >"$D/kb/$file"
	lacks "$(page)" 'id="changes"'
	{
		cat "$CORPUS/debate/3-tess.md"
		printf '\n**Mutations**\n- arg-002: what Turn 2 rests on counts nothing\n'
	} >"$W/turn.md"
	append "$W/turn.md"
	lock release tess
}

@test "the page shows what was claimed, what an argument began as, and which turn lowered it" {
	graph 'min_turns = 3'
	lacks "$(page)" 'id="graph"'
	seats_taken
	has "$(page)" '<summary>The argument graph: 9 arguments, 18 edges</summary>'
	weakened
	seen=$(page)
	has "$seen" 'What changed in the knowledge base: 1 argument<'
	has "$seen" '<span class="rating strong">strong</span> → <a href="#arg-002">arg-002</a> <span class="rating weak">weak</span>'
	has "$seen" '<td>status-downgrade<br>strong → weak</td><td>turn <a href="#turn-3">3</a><br><span class="meta">debater-tabs</span>'
	has "$seen" '<td>what Turn 2 rests on counts nothing</td>'
	has "$seen" '<summary>Claims: 3 open, 2 partially-rebutted</summary>'
	has "$seen" '<strong>Answers</strong>: <a href="#L-003">L-003</a>, <a href="#L-004">L-004</a>, <a href="#turn-2">Turn 2</a>'
	has "$(page)" '<figure>'
	lock end olga 'reason="nothing new was said"'
	lock claim olga
	synthesis >"$W/synthesis.md"
	"$SYS" open "$D/output/synthesis.md" append write "@$W/synthesis.md" close
	seen=$(page)
	has "$seen" 'id="output/synthesis.md"'
	[ "$(grep -n -m 1 '<h3>Verdict' <<<"$seen" | cut -d: -f1)" -lt "$(grep -n -m 1 'id="claims"' <<<"$seen" | cut -d: -f1)" ]
	eventually archive_is_done
	has "$(cat "$STORE"/archive/*/view.html)" 'turn <a href="#turn-3">3</a>'
}

@test "a picture too wide for the page is folded, and all arguments and edges stand in it" {
	mkdir "$W/run"
	cp -r "$CORPUS/kb/large" "$W/run/kb"
	bare d
	printf '%s\n' 'format = "adversarial"' "source = \"$W/run\"" >"$D/config.toml"
	lock join olga role=orchestrator
	has "$(page)" '<figure class="wide">'
	has "$(page)" '<summary>argument-graph.svg</summary>'
	is "$(page | grep -c '^<li id="arg-')" 66
}

@test "what a debate leaves is a knowledge base that the next one begins with" {
	graph 'min_turns = 3'
	seats_taken
	weakened
	unmounted
	"$DUELFS" export "$STORE" d "$W/out"
	mounted
	diff -r "$KB" "$W/out/kb-snapshot-construction"
	diff -r "$D/kb" "$W/out/kb"
	diff -r "$D/output" "$W/out/output"
	"$DUELFS" check "$W/out"
	cp -r "$W/out" "$W/next"
	on e
	mkdir "$D"
	printf '%s\n' 'format = "adversarial"' "source = \"$W/next\"" >"$D/config.toml"
	diff -r "$KB" "$D/kb-snapshot-construction"
	diff -r -x agents "$W/out/kb" "$D/kb"
	seats_taken
	debated 1
	diff -r "$W/out/kb/arguments" "$D/kb/arguments"
	diff "$W/out/kb/revisions.md" "$D/kb/revisions.md"
	has "$(page)" '<td>status-downgrade<br>strong → weak</td><td>an earlier debate<br>'
	# what was lowered then is so now
	lock next olga to=sam
	lock claim sam
	sed 's/\[arg-002\]/[arg-002: strong]/' "$CORPUS/debate/2-sam.md" >"$W/turn.md"
	refused EINVAL claim.rating append "$W/turn.md"
	sed 's/\[arg-002\]/[arg-002: weak]/' "$CORPUS/debate/2-sam.md" >"$W/turn.md"
	append "$W/turn.md"
}
