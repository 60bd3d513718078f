"""How a turn arrives, in which pieces and from whom, and programs in situations for which tests/matrix has no column."""
import contextlib
import fcntl
import os

import pytest

from mounts import File, Refusal, turn

APPENDING = os.O_WRONLY | os.O_APPEND
TEXT = turn(1, "alice")
BAD = TEXT.replace("(non-blocking)", "(maybe)")


@pytest.fixture
def duel(duel):
    duel.lock("claim alice")
    return duel


def assert_accepted(duel, text=TEXT):
    assert duel.status("turns") == "1"
    assert duel.text("turns/001-alice.md") == text


def test_a_shell_that_goes_on_after_a_refused_line_publishes_nothing_and_finds_the_first_reason(duel):
    for text, rule in ((BAD, "unresolved.flag"), (TEXT.replace("## Turn 1", "## Turn 3"), "turn.number")):
        with contextlib.suppress(Refusal), File(duel.debate, APPENDING) as file:
            for line in text.splitlines(True):
                with contextlib.suppress(Refusal):
                    file.write(line)
        assert f"[{rule}]" in duel.newest_refusal()
    assert duel.status("turns") == "0"


def test_a_writer_may_lock_the_file_sync_it_and_sync_its_directory(duel):
    with File(duel.debate, APPENDING) as file:
        fcntl.flock(file.fd, fcntl.LOCK_EX)
        file.write(TEXT).fsync()
    with File(duel.path, os.O_RDONLY) as directory:
        directory.fsync()
    assert_accepted(duel)


# --- how a turn arrives

def long(size):
    """The turn, with so many more bytes in it, in lines of 100."""
    head, paragraph, tail = TEXT.partition("minds1 waiting1.\n")
    letters = "x" * size
    return head + paragraph + "\n".join(letters[at:at + 99] for at in range(0, size, 99)) + "\n" + tail


# In pieces of so many bytes; 0: line by line.
PIECES = {
    "turns of 1 10 and 200 KB arrive whole in one write": (1 << 22,),
    "turns of 1 10 and 200 KB arrive whole in the pieces that the file s block size asks for": (1 << 20,),  # test_tree.py
    "turns of 1 10 and 200 KB arrive whole in the pieces of a buffered stream": (4096, 8192),
    "turns of 1 10 and 200 KB arrive whole line by line from a shell": (0,),
    "turns of 1 10 and 200 KB arrive whole in the pieces of a pipe of dd and of a stream of Node s": (65536, 512, 16384),
}


@pytest.mark.parametrize("sizes", PIECES.values(), ids=PIECES)
def test_a_turn(mount, sizes):
    for kilobytes in (1, 10, 200):
        for size in sizes:
            duel, text = mount.duel("max_turn_bytes = 1048576"), long(kilobytes * 1000)
            duel.join_both()
            duel.lock("claim alice")
            data = text.encode()
            with File(duel.debate, APPENDING) as file:
                for piece in data.splitlines(True) if not size else [data[at:at + size] for at in range(0, len(data), size)]:
                    file.write(piece)
            assert_accepted(duel, text)
