"""Appending to debate.md: what a turn becomes, and what never changes."""
import os

import pytest

from mounts import File, append, put, refused, turn


@pytest.fixture
def text():
    return turn(1, "alice")


def first_turn(duel):
    return (duel / "turns/001-alice.md").read_text()


def test_an_appended_turn_stands_behind_the_old_bytes_with_one_rule_line_and_single_blank_lines_around_it(duel, text):
    before = duel.record()
    duel.lock("claim alice")
    duel.append(text)
    record = duel.record()
    assert record.startswith(before + b"\n---\n\n" + text.encode() + b"\n> duelfs: points of turn 1: P1.1, P1.2, U-1, ")
    assert record.count(b"\n> duelfs: ") == 1 and record.endswith(b"Z\n")
    assert first_turn(duel) == text
    assert duel.status("turns") == "1"


def test_a_write_at_the_end_without_O_APPEND_is_the_old_bytes_plus_a_turn(duel, text):
    duel.lock("claim alice")
    with File(duel.debate, os.O_WRONLY) as file:
        file.pwrite(text, len(duel.record()))
    assert first_turn(duel) == text


def test_an_accepted_turn_cannot_be_changed_by_any_call(duel, text):
    duel.lock("claim alice")
    duel.append(text)
    duel.lock("claim bob")
    accepted = duel.record()
    with refused("EPERM"):
        duel.rewrite(accepted.replace(b"turn1", b"torn1"))
    for flags, at in ((os.O_WRONLY, 10), (os.O_RDWR, 0)):
        with refused("EPERM"), File(duel.debate, flags) as file:
            file.pwrite("X", at)
    for size in (0, 10, len(accepted) + 1):
        with duel.refuses("EPERM", "history.changed"):
            os.truncate(duel.debate, size)
    os.truncate(duel.debate, len(accepted))
    with refused("EPERM"):
        os.unlink(duel.debate)
    with File(duel.debate, os.O_WRONLY) as file:
        file.truncate(0)
    put(duel.debate, "")
    path = duel / "turns/001-alice.md"
    with refused("EACCES|EPERM"):
        append(path, "more\n")
    with refused("EACCES|EPERM"):
        os.unlink(path)
    assert duel.record() == accepted
    assert path.read_text() == text
