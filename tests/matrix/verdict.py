"""The result of a cell, and whether that is as the situation wants it."""

import hashlib
import re
from dataclasses import dataclass, field

from situations import ENDS, RECORDED, REFUSED, Situation, Target, turn
from writers import APPENDS, Writer

NO_PROGRAM = 127  # a shell's word for it
# Words by which a program that exits with 0 says all the same that it failed.
COMPLAINTS = re.compile(r"(?i:invalid argument|permission denied|not permitted|canceled|too large|resource busy|multibyte|read-only|no such file"
                        r"|can't|cannot|could not|error)|\bE[A-Z]{4,}\b")

# The results that a cell may show: its word, and whether it is as it should be.
TURN, SAID, SHOWN, RELEASE, NEXT, SAME = "turn", "said", "shown", "release", "next", "same"
LOST, VALID_REFUSED, HISTORY, OTHERWISE = "LOST", "REFUSED", "HISTORY", "OTHER"
ALARM, WRONG, MUTE, LEFT, BROKEN = "ALARM", "WRONG", "MUTE", "LEFT", "BROKEN"
GOOD = {TURN, SAID, SHOWN, RELEASE, NEXT, SAME}


@dataclass
class Outcome:
    """The events, as they were found."""

    status: int = 0
    words: str = ""
    refusal_shown: bool = False  # on a terminal
    held: str = ""  # the system call before which the writer was held
    ran_out: bool = False  # a lease did
    release: str = ""  # the errno of the release after it, empty where it worked
    next: str = ""  # what next has of a refusal
    desk: bytes = b""  # what bob's desk shows
    before: bytes = b""
    after: bytes = b""
    size: int = 0  # as stat says, right after the writer
    written: bytes | None = None  # the ordinary file that it wrote; None: it appends
    turns: list = field(default_factory=list)  # the bytes of turns/*
    refusals: str = ""  # last_error, which was empty before
    state: dict = field(default_factory=dict)

    def said(self) -> str:
        """How the writer itself said that it failed; empty where it did not."""
        if self.status:
            return SAID
        return SHOWN if self.refusal_shown or COMPLAINTS.search(self.words) else ""

    def told(self) -> bool:
        return bool(self.said() or self.release or self.next)

# The lines that the filesystem puts directly behind a turn: the ids of what it raised.
IDS = re.compile(rb"^> duelfs: points of turn \d+: [^\n]*Z\n\Z", re.MULTILINE)
TURNS = re.compile(rb"^## Turn ", re.MULTILINE)


def judge(out: Outcome, writer: Writer, situation: Situation, target: Target) -> str:
    said = out.said()
    if changed(out):
        return HISTORY
    if out.status == NO_PROGRAM or (situation.floor == ENDS and not out.held):
        return BROKEN
    if writer.unlinks and not target.desk:
        return judge_refused(out, ("history.changed",), said) if said else LOST
    # A text that is whole with its first write is decided there, and its lease is over before anything can run out.
    in_time = situation.floor == ENDS and grew(out) and writer.kind != APPENDS and not out.ran_out
    if situation.wanted == RECORDED or in_time:
        return judge_valid(out, writer, target, said)
    if situation.wanted == REFUSED:
        return judge_refused(out, situation.reasons, said)
    if grew(out):
        return WRONG
    return ALARM if out.told() else SAME


def judge_valid(out: Outcome, writer: Writer, target: Target, said: str) -> str:
    n = target.number
    if not grew(out):
        return VALID_REFUSED if out.told() else LOST
    if out.state["turns"] != n or out.turns[n - 1].replace(b"\r\n", b"\n").strip() != turn(n).strip():
        return WRONG
    written = in_form(out, n) if target.desk or writer.kind == APPENDS else out.written
    ids = IDS.search(out.after)
    if not ids or out.after[:ids.start()] != with_blank_line(written):
        return OTHERWISE
    if target.desk and out.desk != out.written:
        return OTHERWISE
    if out.written is not None and out.size != len(out.written if target.desk else out.after):
        return OTHERWISE
    return ALARM if said or out.release or out.next else TURN


def in_form(out: Outcome, n: int) -> bytes:
    """The record with the turn as an append, or the desk, has it."""
    return out.before + b"\n---\n\n" + turn(n)


def with_blank_line(text: bytes) -> bytes:
    """The text and what stands between it and the line of its ids."""
    return text + b"\n" * max(0, 2 - (len(text) - len(text.rstrip(b"\n"))))


def judge_refused(out: Outcome, reasons: tuple, said: str) -> str:
    if grew(out):
        return WRONG
    if not out.told():
        return LOST
    if not any(f"[{reason}]" in out.refusals for reason in reasons):
        return MUTE
    return said or (RELEASE if out.release else NEXT)


def grew(out: Outcome) -> bool:
    return out.after != out.before or out.state["turns"] != len(TURNS.findall(out.before))


def changed(out: Outcome) -> bool:
    """Has a byte of what was accepted changed, wherever it is shown?"""
    return (not out.after.startswith(out.before) or not out.turns or out.turns[0].strip() not in out.before
            or hashlib.sha256(out.after).hexdigest() != out.state["record_sha256"] or len(out.after) != out.state["record_bytes"])
