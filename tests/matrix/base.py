"""The third target: a file below kb/ of an adversarial duel, arguments/arg-002-…, or in the column `new` one that is to come.

bob, who speaks for tabs, has the floor to open the debate; alice, the moderator and the orchestrator are another user. What a writer makes of
the file is to be seen by bob's user alone until bob's turn names it under Mutations, and by everybody from then on; what was refused is not
to be seen by anybody, and is told: by the writer, by a turn that names it (mutation.unmade), or where bob has the floor no more by the release.
"""

import os
import re
import subprocess
from dataclasses import dataclass, field

from cell import WRITER_SECONDS, Cell, Keeper, fill
from mount import Trouble
from situations import (ADD, CHANGE, CUT, ENDS, HARNESS, HELD, KEEP, MODEL, NOBODY, RECORDED, REFUSED, SAME, Situation, Target)
from verdict import (ALARM, BROKEN, HISTORY, LEFT, LOST, MUTE, NO_PROGRAM, OTHERWISE, RELEASE, TURN, UNMADE, VALID_REFUSED, WRONG, Outcome)
from verdict import SAME as TAKEN_AS_SAME
from writers import PEER, REWRITES

CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "corpus", "adversarial", "kb", "small")
ARGUMENT = "kb/arguments/arg-002-spaces-look-the-same-everywhere.md"
NEW = "kb/sources/agents/debater-tabs/x.md"

# Where the floor may be, besides situations.py's: bob's turn was accepted before.
LATE = "late"

LOWER = ("status: strong", "status: weak")
PROMOTE = ("status: strong", "status: robust")
RESTATE = ("font of one width", "font of any width")
CUT_FROM = b"## Depends on"


def note(_n: int) -> bytes:
    """What may be added at the end of the file, which is that of its Strength assessment."""
    return b"The review names no cause.\n\n- it was not asked for one\n"


def source(_n: int) -> bytes:
    return b"""\
---
title: Pay and age
journal_or_source: Notes
year: 2018
url: https://example.org/pay
date_accessed: 2026-01-02
source_type: report
key_finding: Age explains most of it.
---

Who is older earns more.
"""


def too_big(n: int) -> bytes:
    """Past the 1 MiB of a file, in lines of 8,000 bytes."""
    return note(n) + (b"caching " * 1000 + b"\n") * 140


@dataclass(frozen=True, eq=False)
class BaseSituation(Situation):
    word: tuple = LOWER  # what `change` puts another in the place of, and that
    path: str = ARGUMENT
    target: str = "arg-002"  # as Mutations names it


SITUATIONS = (
    BaseSituation("a lower status, or of an append a note at the end", "valid", note, CHANGE, wanted=RECORDED),
    BaseSituation("a note whose lines end in CRLF, as a rewrite's all do", "crlf", lambda n: note(n).replace(b"\n", b"\r\n"), wanted=RECORDED),
    BaseSituation("a note whose last line is not ended", "open", lambda n: note(n)[:-1], wanted=RECORDED),
    BaseSituation("a new source", "new", source, wanted=RECORDED, path=NEW, target=NEW),
    BaseSituation("a higher status", "promoted", act=CHANGE, word=PROMOTE, reasons=("kb.promoted",)),
    BaseSituation("another Statement", "frozen", act=CHANGE, word=RESTATE, reasons=("kb.frozen",)),
    BaseSituation("the file shortened", "shorter", act=CUT, reasons=("kb.frozen",)),
    BaseSituation("the file unchanged", "same", lambda n: b"", KEEP, wanted=SAME),
    BaseSituation("no floor", "floor", note, CHANGE, NOBODY, reasons=("lease.none",)),
    BaseSituation("the lease running out in the middle", "lease", note, CHANGE, ENDS, reasons=("lease.expired", "lease.none")),
    BaseSituation("after the turn of the lease", "late", note, CHANGE, LATE, reasons=("lease.none",)),
    BaseSituation("too big", "big", too_big, reasons=("text.size", "limit.turn", "limit.scratch")),
    BaseSituation("not UTF-8", "utf-8", lambda n: note(n).replace(b"names", b"n\xffmes"), reasons=("text.utf8",)),
)

BASE = Target("kb/", ARGUMENT, (), situations=SITUATIONS)


def opening(target: str = "") -> bytes:
    """bob's turn, which names this one under Mutations."""
    mutations = f"\n**Mutations**\n- {target}: arg-001 has it otherwise\n" if target else ""
    return f"""\
## Turn 1 — bob ({HARNESS} / {MODEL}) — debater-tabs

**Claims**
- new: what each reader can set is set to what that reader sees best [arg-001]

**Argument**
The width of a tab is the reader's, and nothing in the file has to change for it.
{mutations}""".encode()


@dataclass
class View:
    """The file and its directory as one user sees them."""

    size: int
    names: set
    bytes: bytes


@dataclass
class BaseOutcome(Outcome):
    names: set = field(default_factory=set)  # before
    beside: set = field(default_factory=set)  # what the writer left beside an ordinary file
    own: View | None = None  # right after the writer
    others: View | None = None
    named: str = ""  # last_error of the turn that names the mutation, empty where it was accepted
    plain: str = ""  # of one that names none
    own_after: View | None = None  # after that
    others_after: View | None = None
    revisions: str = ""


class BaseCell(Cell):
    def attempt(self, number: int) -> str:
        self.begin(number)
        out = BaseOutcome()
        self.set_up()
        before = self.view(PEER)
        out.before, out.names = before.bytes, before.names
        self.shown = out.before
        self.write_script(self.shown)
        if self.situation.wanted != REFUSED and not (self.writer.unlinks and self.shown):
            out.written = self.write_ordinary(self.shown)
            out.beside = set(os.listdir(self.path("ordinary"))) - {os.path.basename(self.file)}
        keeper = Keeper(self) if self.situation.floor == ENDS else None
        try:
            self.run_writer(out, self.file)
        finally:
            if keeper:
                out.held = keeper.end()
        if keeper and keeper.lapsed:
            return ""
        self.look(out)
        return judge(out, self.writer, self.situation)

    # Setting up: one user has all seats but bob's.

    def set_up(self):
        """The seats, and the floor whose the situation wants it."""
        os.mkdir(self.duel.path)
        with open(self.duel.file("config.toml"), "a") as config:
            config.write(f'format = "adversarial"\nsource = "{self.tools.base}"\n' + (f"lease_seconds = {self.lease_seconds}\n" if self.situation.floor == ENDS else ""))
        for uid, name, role in ((PEER, "alice", "debater-spaces"), (self.writer.uid, "bob", "debater-tabs"), (PEER, "mona", "moderator"),
                                (PEER, "olga", "orchestrator")):
            self.must(uid, f"join {name} role={role} harness={HARNESS} model={MODEL}")
        self.must(PEER, 'next olga to=bob asks="what of arg-004?"')
        if self.situation.floor != NOBODY:
            self.must(self.writer.uid, "claim bob")
        if self.situation.floor == LATE:
            self.must_take()
        self.file = self.duel.file(self.situation.path)

    def take(self, text: bytes) -> str:
        """Append bob's turn: what is new in last_error where it was refused."""
        known = self.duel.text_of("last_error")
        file = self.path("turn.md")
        with open(file, "wb") as f:
            f.write(text)
        if self.steps(self.writer.uid, "open", self.duel.file("debate.md"), "append", "write", "@" + file, "close") == "open write close":
            return ""
        refusals = self.duel.text_of("last_error")
        return refusals.removesuffix(known) if refusals != known else "refused"

    def must_take(self):
        refused = self.take(opening())
        if refused:
            raise Trouble(f"the turn was refused: {refused}")

    # The writer's material.

    def act(self) -> str:
        if self.situation.path == NEW:
            return "new"
        return self.situation.act

    def line(self, record: bytes) -> int:
        at = CUT_FROM if self.situation.act == CUT else self.situation.word[0].encode()
        return 1 + record[: max(record.find(at), 0)].count(b"\n")

    def changed(self, record: bytes) -> bytes:
        return record.replace(*(word.encode() for word in self.situation.word), 1)

    def fill(self, template: str, record: bytes) -> str:
        line = self.line(record)
        changed = self.changed(record).splitlines()[line - 1].decode() if record else ""
        return fill(template, NAME=os.path.basename(self.file), TEXT=self.path("text.md"), LINE=str(line), FROM=self.situation.word[0],
                    TO=self.situation.word[1], CHANGED=changed)

    def text(self, record: bytes) -> bytes:
        new = self.situation.text(self.target.number)
        if self.writer.kind != REWRITES:
            return new
        if self.situation.head == "crlf":
            return record.replace(b"\n", b"\r\n") + new
        return {ADD: record + new, CHANGE: self.changed(record), CUT: record[: record.find(CUT_FROM)], KEEP: record}[self.situation.act]

    # What came of it.

    def view(self, uid: int) -> View:
        words = 'stat -c %s "$0" 2>&1; printf "\\0"; ls -A "$1"; printf "\\0"; [ ! -e "$0" ] || cat "$0"'
        ran = subprocess.run(["sh", "-c", words, self.file, os.path.dirname(self.file)], capture_output=True, check=True, user=uid,
                             extra_groups=[], timeout=WRITER_SECONDS).stdout
        size, names, content = ran.split(b"\0", 2)
        return View(int(size) if size.strip().isdigit() else 0, set(names.decode().split("\n")) - {""}, content)

    def look(self, out: BaseOutcome):
        out.refusals = self.duel.text_of("last_error")
        self.note("last_error", out.refusals)
        out.own, out.others = self.view(self.writer.uid), self.view(PEER)
        if self.situation.floor == HELD:
            if self.situation.wanted != SAME:
                out.named = self.take(opening(self.situation.target))
            if self.situation.wanted != RECORDED:
                out.plain = self.take(opening())
        else:
            out.release = self.verb(self.writer.uid, "release bob")
        out.own_after, out.others_after = self.view(self.writer.uid), self.view(PEER)
        out.state = self.duel.status()
        if os.path.exists(self.duel.file("kb/revisions.md")):
            out.revisions = self.duel.text_of("kb/revisions.md")
        for what, text in (("held before", out.held), ("a turn that names it", out.named or "accepted"), ("a turn that does not", out.plain or "accepted"),
                           ("release", out.release or "0"), ("as it should be", out.written), ("seen by the writer", out.own),
                           ("by others", out.others), ("by the writer afterwards", out.own_after), ("by others", out.others_after),
                           ("revisions", out.revisions), ("beside an ordinary file", out.beside), ("status", self.duel.text_of("status"))):
            self.note(what, text)


def settled(text: bytes) -> bytes:
    """As the base has it: what was there as it was, what is new with LF, and ended."""
    text = text.replace(b"\r\n", b"\n")
    return text if text.endswith(b"\n") else text + b"\n"


def judge(out: BaseOutcome, writer, situation: BaseSituation) -> str:
    said = out.said()
    if out.status == NO_PROGRAM or (situation.floor == ENDS and not out.held):
        return BROKEN
    if out.others.bytes != out.before or not is_seen_as_it_is(out):
        return HISTORY
    if out.others.names != out.names:
        return LEFT
    if writer.unlinks and out.before:
        return judge_refused(out, situation, (*situation.reasons, "kb.frozen"), said)
    if situation.wanted == RECORDED:
        return judge_valid(out, situation, said)
    if situation.wanted == REFUSED:
        return judge_refused(out, situation, situation.reasons, said)
    if has_come(out) or out.plain:
        return WRONG
    return LEFT if left(out, out.names) else ALARM if out.told() else TAKEN_AS_SAME


def is_seen_as_it_is(out: BaseOutcome) -> bool:
    return all(view.size == len(view.bytes) for view in (out.own, out.others, out.own_after, out.others_after))


def judge_valid(out: BaseOutcome, situation: BaseSituation, said: str) -> str:
    if out.own.bytes == out.before:
        return VALID_REFUSED if out.told() else LOST
    if out.own.bytes != (settled(out.written) if out.before else out.written):
        return OTHERWISE
    if out.named:
        return VALID_REFUSED
    if any(view.bytes != out.own.bytes for view in (out.own_after, out.others_after)):
        return WRONG
    if out.state["revisions"] != 1 or not re.search(rf"^- \*\*Target\*\*: {re.escape(situation.target)}$", out.revisions, re.M):
        return WRONG
    if left(out, out.names | {os.path.basename(situation.path)}):
        return LEFT
    return ALARM if said else TURN


def judge_refused(out: BaseOutcome, situation: BaseSituation, reasons: tuple, said: str) -> str:
    if has_come(out) or out.own.bytes != out.before:
        return WRONG
    unmade = "[mutation.unmade]" in out.named
    if not out.told() and not unmade:
        return LOST
    kept = situation.floor == ENDS and not said and out.release == "ECANCELED"  # it was taken in time, and is gone with the lease: release says so
    if out.plain or not (kept or any(f"[{reason}]" in out.refusals for reason in reasons)):
        return MUTE
    if out.others_after.names != out.names:
        return LEFT
    return said or (UNMADE if unmade else RELEASE)


def has_come(out: BaseOutcome) -> bool:
    return bool(out.state["revisions"] or out.revisions or out.own_after.bytes != out.before or out.others_after.bytes != out.before)


def left(out: BaseOutcome, names: set) -> bool:
    """Is the directory another than these names, for others, or for the writer, who leaves its backup beside an ordinary file, too?"""
    return out.others_after.names != names or out.own_after.names != names | out.beside
