"""Texts of a debate in rounds: alice proposes for claude, bob challenges for gemini, olga orchestrates."""

OPENING = """## Round 1 — Proposer (claude / opus)

**Stance**
The cache is worth its memory.

**Claims**
- A hit costs 2 ms less than a miss, and `lookup_price` is called 40000 times a second.
  Evidence: bench/hits.log
- Stale prices are marked by `mark_stale` before anybody reads them.
  Evidence: `src/price.c:14`
"""

CHALLENGE = """## Round 1 — Challenger (gemini / gemini-3-pro)

**Points**
- [correctness] `mark_stale` runs after the reader has its copy, so a wrong result is shown.
  Evidence: `src/price.c:20`
- [security] The cache keys are unescaped input, and an attacker can poison them.
  Evidence: `src/key.c:7`
- [experience] Debugging needs two tools.
  Evidence: docs/debug.md, section 2

**Alternative**
A read-through table in `src/table.c` without any cache.

**Agreements**
- P1.1: a hit is cheaper.
  Evidence: bench/hits.log
  Risk: the log is of one machine
"""

DEFENSE = """## Round 2 — Proposer (claude / opus)

**Answers**
- C1.1: rebutted — `mark_stale` holds the lock that a reader takes, so none has a copy by then.
  Evidence: `src/price.c:31`
- C1.2: conceded — the keys are unescaped.
  Now: they will be hashed
  Evidence: `src/key.c:7`
- C1.3: tradeoff — one tool more, but 2 ms less for each call.
  Evidence: bench/hits.log
"""

FOLLOWUP = """## Round 2 — Challenger (gemini / gemini-3-pro)

**Answers**
- C1.1: stands — the lock is taken, but not for long enough.
- C1.2: held
- C1.3: resolved — 2 ms for each call are worth a tool.
  Evidence: bench/hits.log

**Points**
- The lock is released before the copy is made, in `copy_price`.
  Evidence: `src/price.c:33`
"""

SUMMARY = """## Summary of rounds 1–1

**Proposer's position**
The cache is defended by the cost of a disk read.

**Challenger's position**
Stale entries, keys and tools are named.

**Contradictions**
None.
"""

THIRD_DEFENSE = """## Round 3 — Proposer (claude / opus)

**Answers**
- C1.1: rebutted — the copy is made under a second lock.
  Evidence: `src/copy.c:3`
- C2.1: rebutted — `copy_price` is called with a reference held, and nothing frees it before.
  Evidence: `src/ref.c:3`
"""

THIRD_FOLLOWUP = """## Round 3 — Challenger (gemini / gemini-3-pro)

**Answers**
- C1.1: stands — the second lock is another one.
- C2.1: resolved — I'm convinced by the reference that is taken before.
  Evidence: `src/ref.c:3`

**Points**
- The reference count overflows after 65536 readers.
  Evidence: `src/ref.c:9`
"""

VERDICT = """## Debate Summary

Winner: claude
Because: it answered C1.1 with the lock, and conceded C1.2
Genuine disagreement: high
Evidence quality: medium
Challenge depth: low
Direction: proposer

**Key Agreements**
- P1.1: a hit is cheaper

**Key Disagreements**
- Copies: claude says they are safe, gemini that they are not

**Unresolved Questions**
- What a miss costs at night

**Recommendation**
Keep the cache and hash its keys before the next release.
"""


def writer_of(text):
    """Whose it is."""
    return "alice" if "Proposer (" in text else "bob" if "Challenger (" in text else "olga"


def debated(duel, *texts):
    """These are handed in, by whoever writes them; a verdict ends its lease itself."""
    for text in texts:
        name = writer_of(text)
        duel.lock(f"claim {name}")
        duel.append(text)


def debate(mount, *config, name=None):
    """A duel of the format, with its three seats taken."""
    duel = mount.bare('format = "rounds"', 'topic = "Is the cache worth it"', *config, name=name)
    seats_taken(duel)
    return duel


def seats_taken(duel):
    duel.lock("join alice role=proposer harness=claude model=opus")
    duel.lock("join bob role=challenger harness=gemini model=gemini-3-pro")
    duel.lock("join olga role=orchestrator harness=claude model=opus")
