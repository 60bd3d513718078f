"""How a turn arrives, in which pieces and from whom, and programs in situations for which tests/matrix has no column."""
import contextlib
import fcntl
import os
import subprocess

import pytest

from mounts import BOUND_SECONDS, File, Refusal, turn

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


def roomy(mount, size):
    """A duel for a turn of so many bytes, whose floor is alice's."""
    duel = mount.duel("max_turn_bytes = 1048576")
    duel.join_both()
    duel.lock("claim alice")
    return duel, long(size)


def arrive(mount, *sizes):
    """Turns of 1, 10 and 200 KB in pieces of each of these sizes; 0: line by line."""
    for kilobytes in (1, 10, 200):
        for size in sizes:
            duel, text = roomy(mount, kilobytes * 1000)
            data = text.encode()
            with File(duel.debate, APPENDING) as file:
                for piece in data.splitlines(True) if not size else [data[at:at + size] for at in range(0, len(data), size)]:
                    file.write(piece)
            assert_accepted(duel, text)


def test_turns_of_1_10_and_200_KB_arrive_whole_in_one_write(mount):
    arrive(mount, 1 << 20)


def test_turns_of_1_10_and_200_KB_arrive_whole_in_the_pieces_that_the_file_s_block_size_asks_for(mount, duel):
    arrive(mount, os.stat(duel.debate).st_blksize)


def test_turns_of_1_10_and_200_KB_arrive_whole_in_the_pieces_of_a_buffered_stream(mount):
    arrive(mount, 4096, 8192)


def test_turns_of_1_10_and_200_KB_arrive_whole_line_by_line_from_a_shell(mount):
    arrive(mount, 0)


def test_turns_of_1_10_and_200_KB_arrive_whole_in_the_pieces_of_a_pipe_of_dd_and_of_a_stream_of_Node_s(mount):
    arrive(mount, 65536, 512, 16384)


def run(words, **environment):
    """The exit status of a program, and what it said."""
    it = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=BOUND_SECONDS,
                        check=False, env={**os.environ, **{name: str(value) for name, value in environment.items()}})
    return it.returncode, it.stdout


def test_cat_cp_and_a_heredoc_send_a_turn_of_200_KB_in_one_write_since_the_file_asks_for_blocks_of_1_MiB(own):
    mount = own()
    mount.expect(".")
    mount.stop()
    mount.start("-d")

    def writes_sent():
        return mount.log.read_text().count(" opcode: WRITE ")
    for script in ('cat "$TEXT" >>"$F"', 'cat >>"$F" <<END\n$(cat "$TEXT")\nEND\n', 'cat "$F" "$TEXT" >"$TEXT.whole"; cp "$TEXT.whole" "$F"'):
        duel, text = roomy(mount, 200000)
        path = mount.work / "text.md"
        path.write_text(text)
        assert os.stat(duel.debate).st_blksize == 1 << 20
        before = writes_sent()
        assert run(["bash", "-ec", script], TEXT=path, F=duel.debate) == (0, "")
        assert writes_sent() - before == 1
        assert_accepted(duel, text)
