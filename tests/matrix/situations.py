"""The situations: one row each.

A situation is met after one accepted turn, alice's. bob is about to write the second one. `act` is what the writer is to do with the file:
`add` a text behind it, `change` a letter of what was accepted, `cut` its end off, `keep` it as it is. Where a text is recorded, whoever writes
the file as a whole writes an ordinary one first: debate.md is to have the same bytes then.
"""

from dataclasses import dataclass
from typing import Callable

HARNESS, MODEL = "claude-code", "opus"
NAMES = {1: "alice", 2: "bob"}


def turn(n: int) -> bytes:
    """A valid turn. Every word that a rule compares carries n, so that no turn repeats another."""
    about = "Source" if n == 1 else f"Turn {n - 1}"
    return f"""\
## Turn {n} — {NAMES[n]} ({HARNESS} / {MODEL}) — OPEN_TO_DEBATE

**Position**
Caching pays off, says turn{n}, where reads{n} outnumber writes{n}.

**Counterpoints**
- Addresses: {about}
  Claim: the measurement{n} ignores cold{n} starts{n}
  Support:
    - https://example.org/measurement-{n}

**Agreements**
- The latency{n} matters most.

**Novel Argument**
Invalidation{n} costs{n} more{n} than{n} storage{n} once{n} replicas{n} diverge{n}.

Support:
    - Principle: operational reversibility {n}

**Unresolved Items**
- who owns the eviction policy {n} (non-blocking)
""".encode()


def without(text: bytes, section: bytes) -> bytes:
    """The text without this section: its title, and everything up to the next one's."""
    start = text.index(b"**" + section + b"**")
    end = text.find(b"\n**", start)
    return text[:start] + (text[end + 1 :] if end >= 0 else b"")


def framed() -> bytes:
    """As template.md has it, and with more blank lines behind it than the record's form."""
    return b"\n---\n\n" + turn(2) + b"\n\n"


def crlf() -> bytes:
    return turn(2).replace(b"\n", b"\r\n")


def bad_heading() -> bytes:
    return turn(2).replace(b"## Turn 2", b"## Turn 4")


def too_big() -> bytes:
    """80,000 bytes more than it needs, in lines of 800: past the 64 KiB of a turn."""
    return turn(2).replace(b"**Position**\n", b"**Position**\n" + (b"caching " * 100 + b"\n") * 100)


def not_utf8() -> bytes:
    return turn(2).replace(b"Caching pays off", b"Caching pays \xff off")


ADD, CHANGE, CUT, KEEP = "add", "change", "cut", "keep"
RECORDED, REFUSED, SAME = "recorded", "refused", "same"
HELD, NOBODY, ENDS = "held", "nobody", "ends"


@dataclass(frozen=True, eq=False)
class Situation:
    name: str
    head: str  # of its column
    text: Callable[[], bytes] = lambda: turn(2)
    act: str = ADD
    floor: str = HELD  # ENDS: the lease runs out after the text was written, before it is decided on
    wanted: str = REFUSED
    reasons: tuple = ()  # rules, one of which last_error must name


SITUATIONS = (
    Situation("a valid turn", "valid", wanted=RECORDED),
    Situation("a valid turn between blank lines, behind a rule", "framed", framed, wanted=RECORDED),
    Situation("a valid turn whose lines end in CRLF", "crlf", crlf, wanted=RECORDED),
    Situation("a valid turn whose last line is not ended", "open", lambda: turn(2)[:-1], wanted=RECORDED),
    Situation("a bad heading", "heading", bad_heading, reasons=("turn.number",)),
    Situation("a missing middle section", "middle", lambda: without(turn(2), b"Agreements"), reasons=("section.missing", "section.order")),
    Situation("a missing last section", "last", lambda: without(turn(2), b"Unresolved Items"), reasons=("section.missing",)),
    Situation("no floor", "floor", floor=NOBODY, reasons=("lease.none",)),
    Situation("the lease running out in the middle", "lease", floor=ENDS, reasons=("lease.expired", "lease.none")),
    Situation("an old turn edited", "edited", act=CHANGE, reasons=("history.changed",)),
    Situation("the file shortened", "shorter", act=CUT, reasons=("history.changed",)),
    Situation("the file unchanged", "same", lambda: b"", act=KEEP, wanted=SAME),
    Situation("too big", "big", too_big, reasons=("text.size", "limit.turn")),
    Situation("not UTF-8", "utf-8", not_utf8, reasons=("text.utf8",)),
)
