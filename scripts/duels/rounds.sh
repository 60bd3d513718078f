# shellcheck shell=bash
# A debate of the format rounds for scripts/quickstart, about this repository: is an accepted turn a row of the database, or a file of its
# own? What the two sides say is in tests/corpus/rounds/rows; the drafts that are refused and the verdict are here.

topic='Should an accepted turn be a row of the database, or a file of its own?'

said() { # opening|challenge|defence|followup
	cat "tests/corpus/rounds/rows/$1.md"
}

# The challenge, but it finds nothing that is wrong.
polite_challenge() {
	said challenge | sed -e '/^- \[correctness\]/s/\].*/] none: it was read twice/' -e '/^- \[security\]/s/\].*/] none: keys were looked for/' \
		-e '/^- \[experience\]/s/\].*/] none: it is easy to use/'
}

# The defence, without a word on one of the points.
short_defence() {
	said defence | sed '/^- C1\.3:/,$d'
}

verdict() {
	cat <<'TEXT'
Winner: claude
Because: it answered C1.1 with the chain of hashes, and in Round 2 the challenger itself calls that point resolved
Genuine disagreement: high
Evidence quality: high
Challenge depth: medium
Direction: proposer

**Key Agreements**
- C1.2: a removed duel leaves its bytes behind
- C1.1: a changed byte is found by the chain of hashes, and by no plain file

**Key Disagreements**
- Whether the archive is a way to read, or a second commit that a reader has to trust

**Unresolved Questions**
- C2.1: when the write-ahead log forgets the bytes of a removed duel

**Recommendation**
Keep one row for each turn. Switch `secure_delete` on for the statement that removes a duel, and write the log back behind it.
TEXT
}

# One that would please everybody.
mild_verdict() {
	verdict | sed 's/^Winner:.*/Winner: both have merit/'
}

# What duel-run is told to play it by agents, and what each of these hands in, in order (scripts/duels/answer).
# shellcheck disable=SC2034 # read by those that source this
by_agents=(--name storage "$topic" alice=proposer:opus bob=challenger:gemini-3-pro olga=orchestrator)
moves() { # NAME
	case $1 in
	alice) printf '%s\n' 'said opening' 'said defence' ;;
	bob) printf '%s\n' 'said challenge' 'said followup' ;;
	olga) printf '%s\n' verdict ;;
	esac
}

play() {
	tell "A directory is a debate in rounds once its format says so; there are two rounds unless rounds says another number."
	makes alice storage 'format = "rounds"' "topic = \"$topic\""

	tell "A proposer and a challenger for two different tools, and an orchestrator who will decide."
	works alice "echo 'join alice role=proposer harness=claude model=opus' > lock"
	refused bob seat.identity "echo 'join bob role=challenger harness=claude model=sonnet' > lock"
	works bob "echo 'join bob role=challenger harness=gemini model=gemini-3-pro' > lock"
	works olga "echo 'join olga role=orchestrator' > lock"

	tell "Round 1. The proposer says what it holds, with a place to look it up for each claim."
	hands_in alice said opening

	tell "The challenger finds nothing wrong. That is refused: what is asked of it is a genuine flaw."
	works bob "echo 'claim bob' > lock"
	refused bob challenge.flaw "$(polite_challenge | appending)"
	appends bob said challenge

	tell "What it raised has ids now, and each wants an answer. prompt.md has them, below all that was said."
	looks alice "grep '^points_open' status"
	looks alice "sed -n '/^### Points/,/^### /p' participants/alice/prompt.md"

	tell "Round 2. One point is passed over, and the defence is refused; with an answer to each it is accepted."
	works alice "echo 'claim alice' > lock"
	refused alice defense.coverage "$(short_defence | appending)"
	appends alice said defence
	hands_in bob said followup

	tell "The verdict is due. One that picks no side is refused; the one that does closes the debate."
	looks olga "cat participants/olga/status"
	works olga "echo 'claim olga' > lock"
	refused olga verdict.winner "$(mild_verdict | appending)"
	appends olga verdict

	tell "The record has it all, status what came of it, and last-debate.json the same for programs."
	looks olga "tail -n 12 debate.md"
	looks olga "cat status"
	if command -v jq >/dev/null; then
		looks olga "jq '{topic, status, rounds_completed, exchanges: [.exchanges[] | {round, role, tool}], verdict}' last-debate.json"
	else
		looks olga "cat last-debate.json"
	fi
	looks olga "ls turns $(quoted "$(archive)")"
	ended_as completed COMPLETED
}
