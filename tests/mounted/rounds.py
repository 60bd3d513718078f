"""Texts of a debate in rounds: alice proposes for claude, bob challenges for gemini, olga orchestrates."""

OPENING = """## Round 1 — Proposer (claude / opus)

The cache is worth its memory, because `lookup_price` is called 40000 times a second and `src/price.c:14` reads a disk.

- A hit costs 2 ms less than a miss, as bench/hits.log shows.
- Stale prices are marked by `mark_stale` before anybody reads them.
"""

CHALLENGE = """## Round 1 — Challenger (gemini / gemini-3-pro)

The argument misses what a stale entry costs, as `src/price.c:20` shows.

- Correctness: `mark_stale` runs after the reader has its copy, so a wrong result is shown.
- Security: the cache keys in `src/key.c:7` are unescaped input, and an attacker can poison them.
- Developer experience: debugging needs two tools, as docs/debug.md section 2 says.

Instead, use a read-through table in `src/table.c` without any cache.
"""

DEFENSE = """## Round 2 — Proposer (claude / opus)

- C1.1 is wrong: `mark_stale` holds the lock that `src/price.c:31` takes, so no reader has a copy by then.
- I concede C1.2: the keys are unescaped in `src/key.c:7`. They will be hashed.
- C1.3 is a tradeoff: one tool more in docs/debug.md, but 2 ms less for each call by bench/hits.log.
"""

FOLLOWUP = """## Round 2 — Challenger (gemini / gemini-3-pro)

The defence leaves one hole, as `src/price.c:33` shows.

- The lock in `src/price.c:31` is released before the copy is made, in `copy_price`.
"""

SUMMARY = """## Summary of rounds 1–1

The proposer defends the cache by the cost of a disk read; the challenger names stale entries, keys and tools.
"""

THIRD_DEFENSE = """## Round 3 — Proposer (claude / opus)

- C2.1 is rebutted: `copy_price` is called with a reference held since `src/ref.c:3`, and nothing frees it before.
"""

THIRD_FOLLOWUP = """## Round 3 — Challenger (gemini / gemini-3-pro)

I am convinced because `src/ref.c:3` takes the reference before `copy_price`: C2.1 is resolved.

- A new weakness: the reference count in `src/ref.c:9` overflows after 65536 readers.
"""

VERDICT = """## Debate Summary

**Topic**: Is the cache worth it
**Proposer**: claude (opus)
**Challenger**: gemini (gemini-3-pro)
**Rounds**: ROUNDS
**Rigor**: every turn was checked for evidence before it was accepted

### Verdict

claude had the stronger argument because it answered C1.1 with the lock in `src/price.c:31`.

### Debate Quality

- **Genuine disagreement**: high
- **Evidence quality**: medium
- **Challenge depth**: low

### Key Agreements

- Keys have to be hashed (evidence: `src/key.c:7`)

### Key Disagreements

- Copies: claude says they are safe, gemini that they are not

### Unresolved Questions

- What a miss costs at night

### Recommendation

Keep the cache and hash its keys before the next release.
"""


def writer_of(text):
    """Whose it is."""
    return "alice" if "Proposer (" in text else "bob" if "Challenger (" in text else "olga"


def debated(duel, *texts):
    """These are handed in, by whoever writes them; a verdict says for how many rounds, and ends its lease itself."""
    for text in texts:
        name = writer_of(text)
        duel.lock(f"claim {name}")
        duel.append(text.replace("ROUNDS", duel.status("rounds_completed")))
        if duel.status("next_step") != "closed":
            duel.lock(f"release {name}")


def debate(mount, *config, name=None):
    """A duel of the format, with its three seats taken."""
    duel = mount.bare('format = "rounds"', 'topic = "Is the cache worth it"', *config, name=name)
    duel.lock("join alice role=proposer harness=claude model=opus")
    duel.lock("join bob role=challenger harness=gemini model=gemini-3-pro")
    duel.lock("join olga role=orchestrator harness=claude model=opus")
    return duel
