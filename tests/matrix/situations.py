"""The targets, and the situations: one row each.

A writer writes to debate.md, or to bob's desk, participants/bob/turn.md. On debate.md a situation is met after one accepted turn, alice's: bob
is about to write the second one. On the desk it is met after two, bob's own and alice's, so that the desk shows the first. `act` is what the
writer is to do with the file: `add` a text behind it, or on the desk put it in place of what is there; `change` a letter of what was
accepted, `cut` its end off, `keep` it as it is. If a text is recorded, a writer of the whole file writes an ordinary one first:
debate.md is to have the same bytes then, and the desk, whoever writes it.

Nobody claims for the desk, but where the lease is to run out meanwhile: then the text is recorded all the same, under a lease of its own.
"""

import os
import sys
from dataclasses import dataclass, field, replace
from typing import Callable

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../mounted"))
import socratic  # noqa: E402
from socratic import HARNESS, MODEL  # noqa: E402,F401


@dataclass(frozen=True)
class Target:
    head: str
    path: str  # in the duel's directory
    before: tuple  # who has taken turns
    desk: bool = False
    situations: tuple = ()

    @property
    def number(self) -> int:
        """For the turn that bob is about to write."""
        return len(self.before) + 1


def turn(n: int, name: str = "bob") -> bytes:
    return socratic.turn(n, name).encode()


def without(text: bytes, section: bytes) -> bytes:
    """The text without this section: its title, and everything up to the next one's."""
    start = text.index(b"**" + section + b"**")
    end = text.find(b"\n**", start)
    return text[:start] + (text[end + 1 :] if end >= 0 else b"")


def framed(n: int) -> bytes:
    """As template.md has it, and with more blank lines behind it than the record's form."""
    return b"\n---\n\n" + turn(n) + b"\n\n"


def crlf(n: int) -> bytes:
    return turn(n).replace(b"\n", b"\r\n")


def bad_heading(n: int) -> bytes:
    return turn(n).replace(b"## Turn %d" % n, b"## Turn %d" % (n + 2))


def too_big(n: int) -> bytes:
    """80,000 bytes more than it needs, in lines of 800: past the 64 KiB of a turn."""
    return turn(n).replace(b"**Position**\n", b"**Position**\n" + (b"caching " * 100 + b"\n") * 100)


def not_utf8(n: int) -> bytes:
    return turn(n).replace(b"Caching pays off", b"Caching pays \xff off")


ADD, CHANGE, CUT, KEEP = "add", "change", "cut", "keep"
REPLACE = "replace"  # what `add` is on the desk, to a writer that edits
RECORDED, REFUSED, SAME = "recorded", "refused", "same"
HELD, NOBODY, ENDS = "held", "nobody", "ends"


@dataclass(frozen=True, eq=False)
class Situation:
    name: str
    head: str  # of its column
    text: Callable[[int], bytes] = turn
    act: str = ADD
    # ENDS: the lease runs out after the text was written, before it is decided on; NOBODY: on the desk alice has it
    floor: str = HELD
    wanted: str = REFUSED
    reasons: tuple = ()  # rules, one of which last_error must name
    on_desk: dict = field(default_factory=dict)  # what is another there

    def of(self, target: Target) -> "Situation":
        return replace(self, **self.on_desk) if target.desk and self.on_desk else self


SITUATIONS = (
    Situation("a valid turn", "valid", wanted=RECORDED),
    Situation("a valid turn between blank lines, behind a rule", "framed", framed, wanted=RECORDED),
    Situation("a valid turn whose lines end in CRLF", "crlf", crlf, wanted=RECORDED),
    Situation("a valid turn whose last line is not ended", "open", lambda n: turn(n)[:-1], wanted=RECORDED),
    Situation("a bad heading", "heading", bad_heading, reasons=("turn.number",)),
    Situation("a missing middle section", "middle", lambda n: without(turn(n), b"Agreements"), reasons=("section.missing", "section.order")),
    Situation("a missing last section", "last", lambda n: without(turn(n), b"Unresolved Items"), reasons=("section.missing",)),
    Situation("no floor", "floor", floor=NOBODY, reasons=("lease.none",), on_desk={"reasons": ("lease.busy",)}),
    Situation("the lease running out in the middle", "lease", floor=ENDS, reasons=("lease.expired", "lease.none"),
              on_desk={"wanted": RECORDED}),
    Situation("an old turn edited", "edited", act=CHANGE, reasons=("history.changed",), on_desk={"reasons": ("turn.number",)}),
    Situation("the file shortened", "shorter", act=CUT, reasons=("history.changed",), on_desk={"reasons": ("turn.number",)}),
    Situation("the file unchanged", "same", lambda n: b"", act=KEEP, wanted=SAME),
    Situation("too big", "big", too_big, reasons=("text.size", "limit.turn")),
    Situation("not UTF-8", "utf-8", not_utf8, reasons=("text.utf8",)),
)

RECORD = Target("debate.md", "debate.md", ("alice",), situations=SITUATIONS)
DESK = Target("turn.md", "participants/bob/turn.md", ("bob", "alice"), desk=True, situations=SITUATIONS)
