# shellcheck shell=bash
# A debate of the format rounds for scripts/quickstart, about this repository: is an accepted turn a row of the database, or a file of its
# own? What the two sides say is in tests/corpus/rounds; the drafts that are refused and the verdict are here.

topic='Should an accepted turn be a row of the database, or a file of its own?'

side() { # ROUND-ROLE
	cat "tests/corpus/rounds/one-row-a-turn/$1.md"
}

# The challenge, but friendly to begin with.
polite_challenge() {
	# shellcheck disable=SC2016 # a code span of Markdown
	side 1-challenger | sed 's/^The opening treats.*/I agree with the opening, which makes an excellent case for `fs\/store\/sqlite.c`./'
}

# The defence, without a word on one of the points.
short_defence() {
	side 2-proposer | sed '/^C1\.3 /,/^$/d'
}

verdict() {
	cat <<'TEXT'
## Debate Summary

**Topic**: Should an accepted turn be a row of the database, or a file of its own?
**Proposer**: claude (opus)
**Challenger**: gemini (gemini-3-pro)
**Rounds**: 2
**Rigor**: identity, order and evidence of each turn were checked before it was accepted, and every file that is named is one of this repository

### Verdict

claude had the stronger argument because it answered C1.1 with the chain of `validators/entry.h`, and in round 2 the challenger itself
calls that point resolved. The alternative, C1.4, was never freed of the two commits that it needs.

### Debate Quality

- **Genuine disagreement**: high
- **Evidence quality**: high
- **Challenge depth**: medium

### Key Agreements

- A removed duel leaves its bytes behind (evidence: `secure_delete = OFF` in `fs/store/sqlite.c`)
- A changed byte is found by the chain of hashes, and by no plain file (evidence: `validators/entry.h`)

### Key Disagreements

- The archive: claude takes `fs/duel/archive.c` for a way to read, gemini for a second commit that a reader has to trust

### Unresolved Questions

- When the write-ahead log forgets the bytes of a removed duel (C2.1)

### Recommendation

Keep one row for each turn. Switch `secure_delete` on for the statement that removes a duel, and write the log back behind it.
TEXT
}

# One that would please everybody.
mild_verdict() {
	verdict | sed -e 's/^claude had the stronger argument because it/Both sides have merit. claude/' -e 's/^Keep one row.*/Either way would do./'
}

# What duel-run is told to play it by agents, and what each of these hands in, in order (scripts/duels/answer).
# shellcheck disable=SC2034 # read by those that source this
by_agents=(--name storage "$topic" alice=proposer:opus bob=challenger:gemini-3-pro olga=orchestrator)
moves() { # NAME
	case $1 in
	alice) printf '%s\n' 'side 1-proposer' 'side 2-proposer' ;;
	bob) printf '%s\n' 'side 1-challenger' 'side 2-challenger' ;;
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
	hands_in alice side 1-proposer

	tell "The challenger begins with praise. That is refused: what is asked of it is what is wrong."
	works bob "echo 'claim bob' > lock"
	refused bob challenge.lead "$(polite_challenge | appending)"
	appends bob side 1-challenger

	tell "What it raised has ids now, and each wants an answer. prompt.md has them, below all that was said."
	works alice "grep '^points_open' status"
	works alice "sed -n '/^### Points/,/^### /p' prompt.md"

	tell "Round 2. One point is passed over, and the defence is refused; with an answer to each it is accepted."
	works alice "echo 'claim alice' > lock"
	refused alice defense.coverage "$(short_defence | appending)"
	appends alice side 2-proposer
	hands_in bob side 2-challenger

	tell "The verdict is due. One that picks no side is refused; the one that does closes the debate."
	works olga "cat participants/olga/status"
	works olga "echo 'claim olga' > lock"
	refused olga verdict.neither "$(mild_verdict | appending)"
	appends olga verdict

	tell "The record has it all, status what came of it, and last-debate.json the same for programs."
	works olga "tail -n 12 debate.md"
	works olga "cat status"
	if command -v jq >/dev/null; then
		works olga "jq '{topic, status, rounds_completed, exchanges: [.exchanges[] | {round, role, tool}], verdict}' last-debate.json"
	else
		works olga "cat last-debate.json"
	fi
	works olga "ls turns $(quoted "$(archive)")"
	ended_as completed COMPLETED
}
