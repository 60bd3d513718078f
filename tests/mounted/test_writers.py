"""How a turn arrives, in which pieces and from whom, and programs in situations for which tests/matrix has no column."""
import contextlib
import fcntl
import os
import signal
import subprocess
import threading

import pytest

from mounts import BOUND_SECONDS, File, Refusal, append, child, turn

APPENDING = os.O_WRONLY | os.O_APPEND
TEXT = turn(1, "alice")
BAD = TEXT.replace("(non-blocking)", "(maybe)")
SHORT = TEXT[:TEXT.index("**Unresolved Items**")]


@pytest.fixture
def duel(duel):
    duel.lock("claim alice")
    return duel


def assert_accepted(duel, text=TEXT):
    assert duel.status("turns") == "1"
    assert duel.text("turns/001-alice.md") == text


def test_a_group_of_echo_cat_and_echo_is_one_turn_though_the_child_s_exit_flushes_in_the_middle(duel):
    head, *middle, last = TEXT.splitlines(True)
    with File(duel.debate, APPENDING) as file:
        file.write(head)
        with child() as cat:
            cat.call(os.write, file.fd, "".join(middle).encode())
        file.write(last)
    assert_accepted(duel)


def test_a_shell_that_goes_on_after_a_refused_line_publishes_nothing_and_finds_the_first_reason(duel):
    for text, rule in ((BAD, "unresolved.flag"), (TEXT.replace("## Turn 1", "## Turn 3"), "turn.number")):
        with contextlib.suppress(Refusal), File(duel.debate, APPENDING) as file:
            for line in text.splitlines(True):
                with contextlib.suppress(Refusal):
                    file.write(line)
        assert f"[{rule}]" in duel.newest_refusal()
    assert duel.status("turns") == "0"


def test_a_script_under_set_e_that_closes_over_a_refusal_is_stopped_by_its_release(duel):
    with contextlib.suppress(Refusal):
        append(duel.debate, "".join(TEXT.splitlines(True)[:6]))
    with pytest.raises(Refusal):
        duel.lock("release alice")
    assert duel.status("lock_owner") == "alice"


def truncates(line, path):
    with File(path, os.O_WRONLY | os.O_TRUNC):
        line.send("opened")
        signal.pause()


def test_ed_and_ex_like_writers_that_truncate_first_lose_nothing(duel, beside):
    before = duel.record()
    writer = beside(truncates, duel.debate)
    writer.hear()
    writer.killed()
    assert duel.record() == before


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


# --- who writes

def test_a_thread_that_did_not_open_the_file_closes_it_and_that_decides_what_counts_is_the_process(duel):
    refusals = []

    def write(file, text):
        try:
            file.write(text).close()
        except Refusal as refusal:
            refusals.append(refusal.name)
    for text in (SHORT, TEXT):
        thread = threading.Thread(target=write, args=(File(duel.debate, APPENDING), text))
        thread.start()
        thread.join()
    assert refusals == ["EINVAL"]
    assert_accepted(duel)


def writes_in_a_session_of_its_own(_, path, text):
    os.setsid()
    append(path, text)


def test_a_writer_in_a_session_of_its_own_is_a_writer_like_any_other(duel, beside):
    with duel.refuses("EINVAL", "unresolved.flag"):
        beside(writes_in_a_session_of_its_own, duel.debate, BAD).answer()
    beside(writes_in_a_session_of_its_own, duel.debate, TEXT).answer()
    assert_accepted(duel)


def opened_for_another(path, text):
    """Whoever opened the file has a child write, and does not look at what closing it says."""
    file = File(path, APPENDING)
    with child() as program:
        program.call(os.write, file.fd, text.encode())
    with contextlib.suppress(Refusal):
        file.close()


def test_dash_opens_the_file_for_a_program_that_it_starts_and_hears_nothing_when_it_closes_it_the_next_release_says_so(duel):
    opened_for_another(duel.debate, SHORT)
    assert duel.status("turns") == "0"
    with duel.refuses("EINVAL", "section.missing"):
        duel.lock("release alice")
    opened_for_another(duel.debate, TEXT)
    assert_accepted(duel)
    duel.lock("release alice")


# --- where no companion can be made

@pytest.fixture
def crowded(duel, tmp_path):
    """Every scratch file that a user may have in a duel is there. `rewrites(WORD…)`: a program is run, with the turn in $TEXT, the file in $F."""
    text = tmp_path / "turn.md"
    text.write_text(TEXT)
    with duel.refuses("ENOSPC", "limit.scratch"):
        for n in range(1000):
            File(duel / f"{n}.tmp", os.O_WRONLY | os.O_CREAT).close()
    duel.rewrites = lambda script: run(["bash", "-c", script], TEXT=text, F=duel.debate)
    return duel


def test_where_no_companion_can_be_made_vim_writes_in_place(crowded):
    crowded.rewrites("vim -N -u NONE -i NONE -es -c 'set backup backupskip=' -c \"\\$r $TEXT\" -c w -c q! \"$F\"")
    assert_accepted(crowded)


def test_where_no_companion_can_be_made_emacs_writes_in_place(crowded):
    crowded.rewrites("""emacs -Q --batch "$F" --eval '(setq backup-enable-predicate (lambda (name) t))' \
                        --eval '(progn (goto-char (point-max)) (insert-file-contents (getenv "TEXT")) (save-buffer))'""")
    assert_accepted(crowded)


def test_where_no_companion_can_be_made_sed_i_perl_i_and_mv_fail_and_say_so_and_the_record_stands(crowded):
    before = crowded.record()
    for script in ('sed -i "\\$r $TEXT" "$F"', "perl -i -pe '' \"$F\"", 'cp "$TEXT" "$F.new"'):
        status, said = crowded.rewrites(script)
        assert status or "Can't" in said, script
        assert crowded.record() == before


# --- who insists on a new file

def test_cp_b_and_install_b_which_move_the_record_away_and_insist_on_a_new_one_are_refused_and_leave_the_record(duel, tmp_path):
    before = duel.record()
    whole = tmp_path / "whole.md"
    whole.write_bytes(before + b"\n" + TEXT.encode())
    for program in ("cp", "install"):
        assert run([program, "-b", whole, duel.debate])[0]
        assert duel.record() == before
    assert duel.status("turns") == "0"
