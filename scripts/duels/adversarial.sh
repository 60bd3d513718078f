# shellcheck shell=bash
# A debate of the format adversarial for scripts/quickstart, over the argument graph of tests/corpus/adversarial: tabs or spaces? The
# turns are in tests/corpus, too; what is refused, what the orchestrator says and the synthesis are here.
# shellcheck disable=SC2154 # $place and $program are quickstart's

base=tests/corpus/adversarial/kb

turn() { # NUMBER-NAME
	cat "tests/corpus/adversarial/debate/$1.md"
}

# Where openings are sealed nobody knows its number, and the filesystem writes the heading.
opening() { # NUMBER-NAME
	turn "$1" | tail -n +3
}

# A rebuttal that rests on an argument which the graph calls refuted, and does not say so.
hushed_rebuttal() {
	turn 3-tess | sed -e 's/^- L-004: rebut .*/- L-005: rebut — the one tool that is named wants tabs, and refuses spaces [arg-005]/'
}

synthesis() {
	cat <<'TEXT'
## Synthesis

**Verdict**
- Q-1: both engaged, evidence contested
- Q-2: asymmetric engagement tabs
- Q-3: asymmetric engagement spaces

**What was settled**
Tabs break no build by themselves: the one tool that was named wants them.

**What was not**
Who reads on a Braille line was answered with pay, and alignment with indentation: neither side came to what the other rests on.

**What to read next**
The notes on the Braille line, and the guides of large projects.
TEXT
}

# One that would please everybody.
balanced_synthesis() {
	synthesis | sed 's/^- Q-2: asymmetric .*/- Q-2: both engaged, evidence contested/'
}

reason="both sides have said what they rest on"
asks() { # TURN
	case $1 in
	3) echo 'to=debater-tabs asks="L-003, L-004: do they reach what you hold?"' ;;
	4) echo 'to=moderator asks="L-005: may it stand on arg-005?"' ;;
	5) echo 'to=debater-spaces asks="L-002, L-003: defend what was rebutted"' ;;
	esac
}

# What duel-run is told to play it by agents, and what each of these answers, in order (scripts/duels/answer).
# shellcheck disable=SC2034 # read by those that source this
by_agents=(--source "$PWD/$base" --set min_turns=4 --name typing "Tabs or spaces" tess@debater-tabs=tabs:opus sam@debater-spaces=spaces:gpt-5 mona=rulings:pro olga=naming)
# shellcheck disable=SC2016 # commands, for answer
moves() { # NAME
	case $1 in
	tess) printf '%s\n' 'opening 1-tess' 'turn 3-tess' ;;
	sam) printf '%s\n' 'opening 2-sam' 'turn 5-sam' ;;
	mona) printf '%s\n' 'turn 4-mona' ;;
	olga) printf 'echo "next olga $(asks %d)"\n' 3 4 5 && printf '%s\n' 'echo "end olga reason=\"$reason\""' synthesis ;;
	esac
}

# Whoever is named takes the floor, hands in and gives it up.
named() { # TURN NAME
	works olga "echo $(quoted "next olga $(asks "$1")") > lock"
	hands_in "$2" turn "$1-$2"
}

play() {
	tell "The knowledge base: a file an argument, with what it is rated; edges between them; and what it is all about. duelfs judges it."
	looks olga "ls $(quoted "$PWD/$base")/*"
	looks olga "grep -h '^[a-z_]*: ' $(quoted "$PWD/$base")/arguments/arg-00[25]-*.md"
	looks olga "grep '^arg-' $(quoted "$PWD/$base")/edges.md"
	looks olga "grep -A 4 '^## Central' $(quoted "$PWD/$base")/quality-summary.md"
	looks olga "$(quoted "$program") check $(quoted "$PWD/$base")"

	tell "A directory is a debate over it once its format and its source say so."
	makes olga typing 'format = "adversarial"' "source = \"$PWD/$base\"" 'min_turns = 4'

	tell "An orchestrator, a moderator, and a debater for each position; whoever says another role is told those that the base has."
	works olga "echo 'join olga role=orchestrator' > lock"
	refused tess value.bad "echo 'join tess role=debater-tabulators harness=claude-code model=opus' > lock"
	works tess "echo 'join tess role=debater-tabs harness=claude-code model=opus' > lock"
	works sam "echo 'join sam role=debater-spaces harness=codex model=gpt-5' > lock"
	works mona "echo 'join mona role=moderator harness=gemini model=pro' > lock"

	tell "Each debater opens, in any order. Then nobody speaks whom the orchestrator has not named."
	hands_in tess turn 1-tess
	hands_in sam turn 2-sam
	refused tess lease.order "echo 'claim tess' > lock"

	tell "What each rests on is in the ledger, with its rating, and what is open in threads."
	looks olga "cat output/claims-ledger.md"
	looks olga "cat threads"

	tell "A rebuttal rests on an argument that the graph calls refuted, and does not say so: it is refused. With what stands, it is accepted."
	works olga "echo $(quoted "next olga $(asks 3)") > lock"
	works tess "echo 'claim tess' > lock"
	refused tess claim.rating "$(hushed_rebuttal | appending)"
	appends tess turn 3-tess

	tell "The moderator claims nothing, and rules: a claim that rests on what the graph calls refuted is closed as that."
	named 4 mona
	looks mona "grep -A 8 '^## L-005' output/claims-ledger.md"

	tell "What a turn changes in the base stands below its Mutations; the base itself is read and never written."
	named 5 sam
	looks sam "cat kb/revisions.md"

	tell "The orchestrator ends it. Its prompt has what verdict the graph has earned."
	works olga "echo $(quoted "end olga reason=\"$reason\"") > lock"
	looks olga "cat participants/olga/prompt.md"
	works olga "echo 'claim olga' > lock"

	tell "A synthesis that calls a question balanced which one side never came to is refused: it says by which arguments. The true one closes the debate."
	refused olga verdict.unearned "$(balanced_synthesis | appending)"
	appends olga synthesis

	tell "What it came to, and what is kept of it:"
	looks olga "cat status"
	looks olga "cat conclusion.md"
	looks olga "ls $(quoted "$(archive)") $(quoted "$(archive)")/*/"
	tell "A browser shows the graph as a picture: $(folder)/argument-graph.svg"
	ended_as completed COMPLETED
}
