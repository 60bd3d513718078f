"""Appending to debate.md: what a turn becomes, and what never changes."""
import os

import pytest

from mounts import HARNESS, MODEL, File, append, put, refused, turn


@pytest.fixture
def text():
    return turn(1, "alice")


def assert_untouched(duel, before):
    assert duel.record() == before
    assert duel.status("turns") == "0"


def first_turn(duel):
    return (duel / "turns/001-alice.md").read_text()


def test_the_record_begins_with_a_head_topic_times_rules_and_participants(duel):
    head = duel.record().decode()
    assert head.splitlines()[0] == "# Socratic Duel: Caching"
    for words in (duel.status("id"), duel.status("created_at"), "Caching", "caching", "alice", "bob", HARNESS, MODEL):
        assert words in head
    assert "## Turn" not in head


def test_an_appended_turn_stands_behind_the_old_bytes_with_one_rule_line_and_single_blank_lines_around_it(duel, text):
    before = duel.record()
    duel.lock("claim alice")
    duel.append(text)
    record = duel.record()
    assert record.startswith(before + b"\n---\n\n" + text.encode() + b"\n> duelfs: points of turn 1: P1.1, P1.2, U-1, ")
    assert record.count(b"\n> duelfs: ") == 1 and record.endswith(b"Z\n")
    assert first_turn(duel) == text
    assert duel.status("turns") == "1"


def test_with_O_APPEND_the_offset_of_a_write_is_ignored(duel, text):
    duel.lock("claim alice")
    with File(duel.debate, os.O_WRONLY | os.O_APPEND) as file:
        file.pwrite(text, 0)
    assert first_turn(duel) == text


def test_a_write_at_the_end_without_O_APPEND_is_the_old_bytes_plus_a_turn(duel, text):
    duel.lock("claim alice")
    with File(duel.debate, os.O_WRONLY) as file:
        file.pwrite(text, len(duel.record()))
    assert first_turn(duel) == text


def test_the_writer_s_bytes_are_kept_whatever_stands_between_the_words_of_the_heading(duel, text):
    dashes = text.replace(" — ", " -- ", 2)
    duel.lock("claim alice")
    duel.append(dashes)
    assert first_turn(duel) == dashes
    duel.lock("release alice")
    duel.lock("claim bob")
    dashes = turn(2, "bob").replace(" — ", " – ", 2)
    duel.append(dashes)
    assert (duel / "turns/002-bob.md").read_text() == dashes
    assert dashes in duel.record().decode()


def test_truncate_by_path_is_EPERM_unless_it_changes_nothing(duel):
    duel.lock("claim alice")
    before = duel.record()
    with duel.refuses("EPERM", "history.changed"):
        os.truncate(duel.debate, 0)
    with duel.refuses("EPERM", "history.changed"):
        os.truncate(duel.debate, len(before) + 1)
    os.truncate(duel.debate, len(before))
    assert_untouched(duel, before)


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
    with refused("EPERM"):
        os.truncate(duel.debate, 10)
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
