# shellcheck shell=bash
# A debate of the format dialectic for scripts/quickstart: should a refused writer be told through a file?

motion='This house would tell a refused writer through a file'

opening_proposition() {
	cat <<'JSON'
[
  {
    "title": "An Errno Has No Room",
    "claim": "A number between one and a hundred cannot say which line broke which rule.",
    "grounds": [
      { "source": "errno(3)", "content": "An error of a system call is one small number.", "relevance": "A rule, a line and a sentence do not fit in." }
    ],
    "warrant": "Who is to mend something has to be told what."
  },
  {
    "title": "A File Outlives Its Reader",
    "claim": "A reason that stands in a file can still be read after the program that failed has ended.",
    "grounds": [
      { "source": "Observation of any shell script", "content": "The output of a failed command is gone with its terminal.", "relevance": "A file is there for whoever comes next." }
    ],
    "warrant": "A message should live as long as the fault that it is about."
  },
  {
    "title": "Everything Can Read A File",
    "claim": "No program needs a library, a protocol or a port to read a text file.",
    "grounds": [
      { "source": "Principle: the common denominator", "content": "Editors, shells and agents all open files.", "relevance": "One way serves them all." }
    ],
    "warrant": "The fewer things a writer has to know, the more writers there are."
  }
]
JSON
}

opening_opposition() {
	cat <<'JSON'
[
  {
    "title": "Nobody Looks Into Unasked Files",
    "claim": "A writer that did not hear the errno has no reason to open the file.",
    "grounds": [
      { "source": "close(2)", "content": "Many programs never look at what close returns.", "relevance": "They go on as if all was well." }
    ],
    "warrant": "A message that has to be fetched reaches only those who know of it."
  },
  {
    "title": "Two Writers Share One File",
    "claim": "Where several are refused at once, each has to find its own reason among the others.",
    "grounds": [
      { "source": "Principle: shared state", "content": "Whatever many write, many have to sort.", "relevance": "The newest reason may be about someone else." }
    ],
    "warrant": "A reply belongs to whoever asked."
  },
  {
    "title": "Files Get Stale Very Quickly",
    "claim": "The reason of yesterday looks the same as the reason of now.",
    "grounds": [
      { "source": "Observation of log files", "content": "People mend faults that were mended long ago.", "relevance": "A file does not say when it stops being true." }
    ],
    "warrant": "Old news in the place of new ones is worse than none."
  }
]
JSON
}

# With a fault that only the path tells: the second claim is blank.
draft_opposition() {
	opening_opposition | sed 's/"claim": "Where several.*",$/"claim": " ",/'
}

judgement_0() {
	cat <<'JSON'
{
  "scores": [
    { "argument_id": "prop_000a", "score": 0.4, "reasoning": "Plain, and not answered by anything here." },
    { "argument_id": "prop_000b", "score": 0.1, "reasoning": "True, but the same holds of a log." },
    { "argument_id": "prop_000c", "score": 0.2, "reasoning": "Strong for agents, which know nothing but files." },
    { "argument_id": "opp_000a", "score": 0.1, "reasoning": "The gap is real. It is not shown that nothing closes it." },
    { "argument_id": "opp_000b", "score": -0.3, "reasoning": "A name beside each reason settles this." },
    { "argument_id": "opp_000c", "score": -0.5, "reasoning": "A time beside each reason settles this." }
  ]
}
JSON
}

rebuttal_proposition() {
	cat <<'JSON'
{
  "title": "The Lock Asks The Deaf",
  "claim": "A writer that heard nothing is stopped at the next step that it cannot skip.",
  "grounds": [
    { "source": "README.md, When something is refused", "content": "The first release after a refusal fails too.", "relevance": "It is another call, on another file." }
  ],
  "warrant": "Whoever cannot go on asks why.",
  "attacks": [
    { "target_id": "opp_000a", "attack_type": "warrant_attack", "content": "The message is not left to be fetched: the way to the next move leads past it." }
  ],
  "defends": [
    { "target_id": "prop_000b", "defense_type": "reinforce", "content": "When the release fails, the reason is still there, because a file keeps it." }
  ]
}
JSON
}

rebuttal_opposition() {
	cat <<'JSON'
{
  "title": "An Errno Names Its Kind",
  "claim": "Most writers need to know whether to wait, to mend or to stop, and a number tells them that.",
  "grounds": [
    { "source": "README.md, the table of errnos", "content": "EBUSY means wait, EINVAL means mend, EROFS means stop.", "relevance": "The next step is decided without a file." }
  ],
  "warrant": "What decides the next step is what has to be told.",
  "attacks": [
    { "target_id": "prop_000a", "attack_type": "claim_attack", "content": "It does not have to hold a sentence in order to say what to do." }
  ]
}
JSON
}

judgement_1() {
	cat <<'JSON'
```json
{
  "scores": [
    { "argument_id": "prop_001", "score": 0.25, "reasoning": "It meets the best point of the other side where it stands." },
    { "argument_id": "opp_001", "score": -0.25, "reasoning": "True of waiting and stopping, but mending needs the line, and that is what the motion is about." }
  ],
  "rescores": [
    { "argument_id": "opp_000a", "old_score": 0.1, "new_score": -0.1, "reasoning": "The step that cannot be skipped was named, and not denied." }
  ]
}
```
JSON
}

# What the judge owes once the debate is over: 500 to 600 words.
report() {
	cat <<'REPORT'
# A refused writer, and where the reason stands

## The Question

The house asked whether a writer whose text was refused should be told through a file. The question is narrower than it sounds. Nobody in this debate doubted that a refusal needs a reason, nor that the number which a system call gives back is too small to hold one. What was open is whether a file beside the record is the right place for it, when the writer may never look there, when others write into the same place, and when what stands there may be about a fault that was mended long ago. The proposition had to show that a file reaches those who need it. The opposition had to show that it misses them often enough to matter, or that something else would do better.

## The Clash

The proposition opened with room, with time and with reach. An errno has no room for a rule, a line and a sentence (prop_000a). A file outlives the program that failed, so that a later reader can still find what the first one passed over (prop_000b). And everything that takes part in such a debate can already read a file, which is true of no library and no port (prop_000c). The opposition answered with three ways in which a file fails its reader. Whoever never heard that something was refused has no reason to open it (opp_000a). Where several are refused at once each must find its own reason among those of others (opp_000b). And an old reason looks exactly like a new one (opp_000c). The two sides met in one place only, which is the writer that does not listen. The second and the third point of the opposition were small faults of form, for which a name and a time beside each reason are enough.

## Turning Points

The debate turned in the second exchange. Until then the strongest point on the table was opp_000a: a message that has to be fetched reaches only those who know of it. The proposition did not deny this. It named a step that no writer can skip, the release of the floor, and let that step fail once after a refusal (prop_001). With it the file no longer waits to be found; the way to the next move leads past it. The opposition used its last word for the kinds of an error: EBUSY means wait, EINVAL means mend, EROFS means stop (opp_001). That is true, and it helps a program that has to choose between waiting and giving up. But it does not help one that has to mend its text, since mending needs the line, and the line was the point of the motion from the beginning. The earlier score of opp_000a was lowered for this, since the step that answers it was named and not denied.

## The Verdict

The proposition ends with a total of 0.95 over four arguments, the opposition with -1.15 over four. The motion stands, with a condition that the proposition itself brought in: a file is enough where a step that nobody can leave out asks whether it was read. Without that step the first point of the opposition would have decided the debate. What stays open is small and blocks nothing: how long a reason is kept, and whether a reader should be told apart from the writer it is about. Both can be settled by a time and a name beside each reason, as the judge noted when these points were scored.
REPORT
}

# What duel-run is told to play it by agents, and what each of these hands in, in order (scripts/duels/answer).
# shellcheck disable=SC2034 # read by those that source this
by_agents=(--set exchanges=2 --name refused "$motion" alice=dialectic:script bob=dialectic:script carol=dialectic:script)
moves() { # NAME
	case $1 in
	alice) printf '%s\n' opening_proposition rebuttal_proposition ;;
	bob) printf '%s\n' opening_opposition rebuttal_opposition ;;
	carol) printf '%s\n' judgement_0 judgement_1 report ;;
	esac
}

# At a side's desk, where nobody needs the floor.
seals() { # WHO FUNCTION
	works "$1" "$(printf "cat > participants/%s/turn.md <<'EOF'\n%s\nEOF" "$1" "$("$2")")"
}

play() {
	tell "A directory is a debate once its format says so."
	makes alice refused 'format = "dialectic"' "topic = \"$motion\""

	tell "Two sides and a judge, each by role; a role that is taken is taken."
	works alice "echo 'join alice role=proposition' > lock"
	works bob "echo 'join bob role=opposition' > lock"
	refused dave seat.taken "echo 'join dave role=opposition' > lock"
	works carol "echo 'join carol role=judge' > lock"

	tell "alice hands in three arguments. Until bob's are in, nobody can read them: status says that she is in, and nothing else."
	seals alice opening_proposition
	looks bob "grep '_in ' status; ls arguments"

	tell "bob rehearses. The verdict on a text that is sealed has no word of it; the path says where a claim is blank." \
		"He mends it, and both hand-ins appear at once."
	told bob handin.blank "$(draft_opposition | rehearsing_aloud bob)"
	seals bob opening_opposition
	looks bob "ls arguments"

	tell "The judge scores them; the scores sum to 0."
	hands_in carol judgement_0

	tell "One argument each, against and for earlier ones. This time bob is first; alice has to wait for nothing, not even for the floor."
	seals bob rebuttal_opposition
	refused bob lease.order "echo 'claim bob' > lock"
	seals alice rebuttal_proposition

	tell "The judge scores both, and moves an earlier score. Then it closes the debate."
	hands_in carol judgement_1
	works carol "echo 'release carol outcome=COMPLETED reason=\"enough is said\"' > lock"

	tell "Its report is due behind the close, and the archive waits for that."
	seals carol report

	tell "The record, the scores and the graph:"
	looks carol "head -n 20 debate.md"
	looks carol "tail -n 12 debate.md"
	looks carol "head -n 24 scores.json"
	looks carol "cat argument-graph.mmd"
	looks carol "ls -l argument-graph.svg $(quoted "$(archive)")"
	tell "A browser shows the graph as a picture: $(folder)/argument-graph.svg"
	ended_as completed COMPLETED
}
