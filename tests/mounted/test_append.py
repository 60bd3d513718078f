"""Appending to debate.md: what a turn becomes, and what never changes."""
import hashlib
import os

import pytest

from mounts import HARNESS, MODEL, File, append, put, refused, turn


@pytest.fixture
def text():
    return turn(1, "alice")


def stat_of(path):
    it = os.stat(path)
    return it.st_size, it.st_mtime_ns, it.st_ctime_ns


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


def test_the_record_s_head_is_frozen_once_a_byte_is_accepted_behind_it(duel):
    duel.play(1, "alice", "OPEN_TO_DEBATE")
    one = duel.record()
    duel.play(2, "bob", "OPEN_TO_DEBATE")
    assert duel.record().startswith(one)


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


def test_a_refused_turn_changes_nothing_neither_bytes_nor_size_nor_mtime(duel, text):
    before = duel.record()
    duel.lock("claim alice")
    stat = stat_of(duel.debate)
    with duel.refuses("EINVAL", "turn.number"):
        duel.append(text.replace("## Turn 1", "## Turn 2", 1))
    assert stat_of(duel.debate) == stat
    assert_untouched(duel, before)


def test_mtime_and_size_move_at_once_with_a_commit_and_with_nothing_else(duel, text):
    size, mtime, _ = stat_of(duel.debate)
    duel.lock("claim alice")
    file = File(duel.debate, os.O_WRONLY | os.O_APPEND)
    file.write(text)
    assert stat_of(duel.debate)[:2] == (size, mtime)
    file.close()
    after = stat_of(duel.debate)
    assert after[0] > size and after[1] != mtime
    duel.lock("release alice")
    duel.lock("claim bob")
    duel.record()
    assert stat_of(duel.debate) == after
    assert after[1] == after[2]


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


def test_record_bytes_and_record_sha256_in_status_are_those_of_debate_md(duel):
    for n, name in ((1, "alice"), (2, "bob")):
        duel.play(n, name, "OPEN_TO_DEBATE")
        assert duel.status("record_bytes") == str(os.stat(duel.debate).st_size)
        assert duel.status("record_sha256") == hashlib.sha256(duel.record()).hexdigest()
