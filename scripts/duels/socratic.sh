# shellcheck shell=bash
# A duel of the format socratic for scripts/quickstart, about this repository's README.md: is a reason in last_error enough?

topic='Is a reason in last_error enough for an agent that was refused?'

turn_1() {
	cat <<'TURN'
## Turn 1 — alice (shell / script) — OPEN_TO_DEBATE

**Position**
It is enough. The reason of a refusal belongs in last_error, a file next to the record: the errno of a failed write has
no room for a rule, a line and a sentence.

**Counterpoints**
- Addresses: When something is refused
  Claim: An errno alone could never tell an agent which of so many rules its turn broke.
  Support:
    - README.md#when-something-is-refused: "the text, the verb or the key breaks a rule"
    - README.md#the-four-formats

**Agreements**
- A refusal leaves the record as it was.

**Novel Argument**
A file outlives the program that failed, so that another program, or a person, can still read what the first one passed over.

Support:
    - README.md: "the last 16 refusals, newest first"

**Unresolved Items**
- whether every writer learns that there is something to look for (blocking)
TURN
}

# bob's draft: a stance that does not exist, and a claim without support.
draft() {
	cat <<'TURN'
## Turn 2 — bob (shell / play) — DISAGREEING

**Position**
It is not enough. A reason that has to be fetched helps only an agent that knows it was refused.

**Counterpoints**
- Addresses: the topic as it is put
  Claim: A writer that never hears the errno never looks into the file.

**Agreements**
- An errno has no room for a rule and a line.

**Novel Argument**
A refusal has to come back on a way that the writer cannot avoid, such as the verb that it needs next.

Support:
    - Principle: a message belongs where its reader has to pass

**Unresolved Items**
- which step cannot be skipped by a writer that ignores the error of a close (blocking)
TURN
}

turn_2() {
	cat <<'TURN'
## Turn 2 — bob (shell / play) — DISSENTING

**Position**
It is not enough. A reason that has to be fetched helps only an agent that knows it was refused.

**Counterpoints**
- Addresses: the topic as it is put
  Claim: A writer that never hears the errno never looks into the file.
  Support:
    - README.md#when-something-is-refused: "do not hear that a close failed"

**Agreements**
- An errno has no room for a rule and a line.

**Novel Argument**
A refusal has to come back on a way that the writer cannot avoid, such as the verb that it needs next.

Support:
    - Principle: a message belongs where its reader has to pass

**Unresolved Items**
- which step cannot be skipped by a writer that ignores the error of a close (blocking)
TURN
}

turn_3() {
	cat <<'TURN'
## Turn 3 — alice (shell / script) — CONVERGING

**Position**
Granted: last_error is enough only together with a step that no agent can skip. The lock has one.

**Counterpoints**
- Addresses: U-2
  Claim: The step that is asked for exists, because giving up the floor after a refused append fails once.
  Support:
    - README.md#when-something-is-refused: "after a refused text fails too"

**Agreements**
- A writer that heard nothing must be stopped before the floor passes on.
- U-1: settled, since who releases the floor learns of the refusal there

**Novel Argument**
The second error comes from another file and another system call, so that one careless tool has to lose both to stay unaware.

Support:
    - Principle: two independent failures are rarer than one

**Unresolved Items**
- an agent that never releases, and lets its lease run out (non-blocking)

**Stance Revision Support**
- Turn 2
TURN
}

# An end that nobody has earned yet.
early_end() {
	cat <<'TURN'
## Terminal Conclusion

**Outcome**: ACCEPTED_CONSENSUS
**Reason**: this has taken long enough

On README.md, and on whether a reason in last_error is enough for an agent that was refused: let us say yes.
TURN
}

turn_4() {
	cat <<'TURN'
## Turn 4 — bob (shell / play) — ACCEPTING_CONSENSUS

**Position**
With a release that fails, the reason in last_error is enough for an agent that was refused.

**Counterpoints**
- Addresses: Turn 3
  Claim: A script that always forces its release passes by both errors, and the documents should not teach that.
  Support:
    - README.md#the-files-of-a-duel: "one line takes or gives the floor"

**Agreements**
- The reason stands in one file, and the lock leads the writer there.
- U-2: settled, since the floor cannot pass on without a release

**Novel Argument**
The same lines serve an editor, which can jump to the place, because their form is an old and common one.

Support:
    - README.md: "A refusal names the rule, the line and the reason"

**Unresolved Items**
- whether a forced release should have to name a reason (non-blocking)

**Stance Revision Support**
- Turn 3

**Consensus**
A reason in last_error is enough for an agent that was refused, as long as the release after a refused append fails once.
TURN
}

turn_5() {
	cat <<'TURN'
## Turn 5 — alice (shell / script) — ACCEPTING_CONSENSUS

**Position**
Agreed. A reason in last_error is enough for an agent that was refused, since the way to the next move leads past it.

**Counterpoints**
- Addresses: Turn 4
  Claim: Forcing a release has to stay possible, or a turn that is given up would hold the floor until the lease ends.
  Support:
    - Turn 4: it asks for a reason, not for a ban
    - Principle: a way out that is named is better than one that is found

**Agreements**
- Documents show the plain release first.

**Novel Argument**
Both errors reach the writer before its peer can move, so that no debate ever goes on behind the back of a failed turn.

Support:
    - README.md#the-files-of-a-duel

**Unresolved Items**
- whether a lease should bear only so many refusals (non-blocking)

**Stance Revision Support**
- Turn 4

**Consensus**
Accepts: Turn 4
TURN
}

end() {
	cat <<'TURN'
## Terminal Conclusion

**Outcome**: ACCEPTED_CONSENSUS
**Reason**: the release that fails once reaches also those writers that never hear the error of a close

Leave the reason in last_error, and let the release after a refused append go on failing once. An errno has no room for a rule and a line;
many writers ignore what a close says, but the floor cannot pass on without a release.
TURN
}

# What duel-run is told to play it by agents, and what each of these hands in, in order (scripts/duels/answer). Its second turn answers the
# first: so openings are not sealed.
# shellcheck disable=SC2034 # read by those that source this
by_agents=(--source "$PWD/README.md" --name readme --set opening=open "$topic" alice=socratic:script bob=socratic:play)
moves() { # NAME
	case $1 in
	alice) printf '%s\n' turn_1 turn_3 turn_5 end ;;
	bob) printf '%s\n' turn_2 turn_4 ;;
	esac
}

play() {
	local toml=${PWD//\\/\\\\}/README.md

	toml=${toml//\"/\\\"}
	tell "A directory is a duel, about README.md of this repository. Both join, and alice opens."
	makes alice readme "topic = \"$topic\"" "source = \"$toml\""
	looks alice "ls"
	works alice "echo 'join alice harness=shell model=script' > lock"
	works bob "echo 'join bob harness=shell model=play' > lock"

	awaits alice
	writes alice turn_1
	at_length tell "It is bob's move now: alice, who spoke last, is refused the floor."
	at_length refused alice lease.order "echo 'claim alice' > lock"
	looks bob "cat participants/bob/wait"
	looks bob "head -n 5 prompt.md"

	tell "bob answers with a stance that does not exist, and a claim that nothing supports."
	refused bob turn.stance "$(draft | handing_in bob)"
	looks bob "grep '^turns' status"
	tell "The record stays as it was. He mends both."
	mends bob draft turn_2

	tell "alice gives way. A rehearsal first: her quotation is looked up, and nothing is recorded."
	awaits alice
	shows alice "$(turn_3 | rehearsing_aloud alice)"
	writes alice turn_3

	awaits bob
	at_length tell "bob would end it here, but the record has not earned that outcome yet. So he speaks."
	at_length refused bob conclusion.unearned "$(early_end | handing_in bob)"
	writes bob turn_4

	tell "alice accepts too, which earns an outcome; she concludes. From now on nothing can be written."
	awaits alice
	writes alice turn_5
	writes alice end
	awaits bob
	looks bob "cat status"
	looks bob "tail -n 3 events"
	looks bob "tail -n 12 debate.md"
	looks bob "ls turns $(quoted "$(archive)")"
	ended_as completed ACCEPTED_CONSENSUS
}
