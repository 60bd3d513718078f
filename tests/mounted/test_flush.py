"""When an open file's turn is decided: at flush by its opener, at fsync, at release; by children never."""
import os

import pytest

from mounts import File, child, eventually, turn

LINES = turn(1, "alice").splitlines(True)
TEXT, FIRST, REST = "".join(LINES), "".join(LINES[:8]), "".join(LINES[8:])
@pytest.fixture
def claimed(duel):
    duel.lock("claim alice")
    return duel


def opened(duel, flags=os.O_APPEND):
    return File(duel.debate, os.O_WRONLY | flags)


def assert_accepted(duel):
    assert duel.status("turns") == "1"
    assert duel.text("turns/001-alice.md") == TEXT


def assert_rejected_once(duel):
    eventually(lambda: duel.events().count("turn_rejected") == 1)


def test_a_duplicated_descriptor_s_close_decides_and_the_last_close_has_nothing_left_to_do(claimed):
    opened(claimed).write(TEXT).flush().close()
    assert_accepted(claimed)


def test_fdatasync_is_fsync(claimed):
    opened(claimed).write(TEXT).fdatasync().close()
    assert_accepted(claimed)


def test_a_flush_by_a_child_decides_nothing(claimed):
    with opened(claimed) as file:
        file.write(FIRST)
        with child() as it:
            it.call(file.close)
        file.write(REST)
    assert_accepted(claimed)
    assert "turn_rejected" not in claimed.events()


def test_a_child_s_fsync_does_decide(claimed):
    with opened(claimed) as file:
        file.write(TEXT)
        assert claimed.status("turns") == "0"
        with child() as it:
            it.call(file.fsync)
        assert_accepted(claimed)
    assert_accepted(claimed)


def test_where_the_opener_closed_first_and_a_child_wrote_release_decides(claimed):
    file = opened(claimed)
    with child() as it:
        os.close(file.fd)
        assert claimed.status("turns") == "0"
        it.call(file.write, TEXT)
        it.call(file.close)
    eventually(lambda: claimed.status("turns") == "1")
    assert_accepted(claimed)


def test_what_is_refused_only_at_the_last_close_is_in_last_error_in_events_and_in_the_next_release(claimed):
    file = opened(claimed)
    with child() as it:
        os.close(file.fd)
        it.call(file.write, FIRST)
        it.call(file.close)
    eventually(lambda: "[section.missing]" in claimed.text("last_error"))
    assert_rejected_once(claimed)
    with claimed.refuses("EINVAL", "section.missing"):
        claimed.lock("release alice")
    claimed.lock("release alice")


def executed(before):
    """A process that does something and then becomes another program, which ends well."""
    pid = os.fork()
    if pid == 0:
        before()
        os.execv("/bin/true", ["true"])
    assert eventually(lambda: [end for end in [os.waitpid(pid, os.WNOHANG)] if end[0]], "it is never answered") == [(pid, 0)]


def test_a_process_that_becomes_another_program_with_a_text_open_hands_it_in(claimed):
    def write():
        os.write(os.open(claimed.debate, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC), TEXT.encode())
    executed(write)
    assert_accepted(claimed)


def test_a_child_that_becomes_another_program_while_its_parent_writes_decides_nothing(claimed):
    with opened(claimed) as file:
        file.write(FIRST)
        executed(lambda: None)
        assert claimed.status("turns") == "0"
        file.write(REST)
    assert_accepted(claimed)
