"""Text that nobody decided on: whoever wrote it was ended by a signal, or the mount ended. Nothing of it is recorded, and that is told."""
import contextlib
import os
import signal
import subprocess

import pytest

from mounts import BOUND_SECONDS, File, Refusal, append, child, eventually, refused, turn

TEXT = turn(1, "alice")
FIRST, REST = "".join(TEXT.splitlines(True)[:8]), "".join(TEXT.splitlines(True)[8:])
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE, signal.SIGSEGV, signal.SIGABRT, signal.SIGALRM,
           signal.SIGUSR1, signal.SIGRTMIN)


@pytest.fixture
def duel(mount):
    yield mount.claimed()
    mount.assert_quiet()


def die(sig):
    with contextlib.suppress(OSError):
        signal.signal(sig, signal.SIG_DFL)
    os.kill(os.getpid(), sig)


@pytest.fixture
def killed(beside):
    """killed(sig, act): a process does something, and is ended by this signal before it closes its files."""
    def begin(sig, act, **options):
        def acts(_):
            act()
            die(sig)
        it = beside(acts, **options)
        eventually(it.gone)
        assert os.WIFSIGNALED(it.status) and os.WTERMSIG(it.status) == sig
    return begin


def opened(duel, flags=os.O_APPEND):
    return File(duel.debate, os.O_WRONLY | flags)


def writing(duel, data):
    return lambda: opened(duel).write(data)


def in_pieces(file, data):
    for at in range(0, len(data), 512):
        file.write(data[at:at + 512])


def rejected(duel):
    return [event["rules"] for event in duel.events_of("turn_rejected")]


def assert_dropped(duel, words):
    """Nothing was recorded; the reason says so, with these words, and so does the first release."""
    eventually(lambda: "[store.stopped]" in duel.text("last_error"))
    assert words in duel.newest_refusal()
    assert "nothing of it was recorded" in duel.newest_refusal()
    assert "alice debate.md: ECANCELED" in duel.text("last_error")
    assert duel.status("turns") == "0"
    eventually(lambda: rejected(duel))
    assert rejected(duel)[-1] == ["store.stopped"]
    with duel.refuses("EINVAL", "store.stopped"):
        duel.lock("release alice")
    assert words in duel.newest_refusal()
    duel.append(TEXT)
    assert duel.status("turns") == "1"
    duel.lock("release alice")


def by(sig):
    return f"signal {int(sig)} "


def assert_taken(duel):
    eventually(lambda: duel.status("turns") == "1")
    assert not rejected(duel)


# --- a writer that is ended by a signal

def test_a_whole_turn_of_a_writer_that_a_signal_ended_before_it_closed_is_not_recorded(mount, killed):
    for sig in SIGNALS:
        duel = mount.claimed()
        killed(sig, writing(duel, TEXT))
        assert_dropped(duel, by(sig))


def test_a_writer_that_exits_without_closing_has_closed_whatever_its_status(mount, duel, beside):
    def exits(_, it, status):
        opened(it).write(TEXT)
        os._exit(status)
    for it, status in ((duel, 0), (mount.claimed(), 1)):
        writer = beside(exits, it, status)
        eventually(writer.gone)
        assert os.waitstatus_to_exitcode(writer.status) == status
        assert_taken(it)


def test_a_rewrite_is_cut_short_like_an_append(duel, killed):
    before = duel.record()
    killed(signal.SIGKILL, lambda: in_pieces(opened(duel, os.O_TRUNC), before + b"\n" + TEXT.encode()))
    assert_dropped(duel, by(signal.SIGKILL))
    assert duel.record().startswith(before)


def test_fsync_has_decided_what_came_before_it(duel, killed):
    killed(signal.SIGKILL, lambda: opened(duel).write(TEXT).fsync())
    assert_taken(duel)


# --- an open file that several processes have

def with_a_child(line, duel, opener, its):
    """opener(file) opens and dies or returns, while a process of its own goes on with the file once it is told to: its(file)."""
    file = opened(duel)
    if os.fork():
        opener(file)
        return
    line.recv()
    line.send(its(file))
    os._exit(0)


def told(*calls):
    """The errno of each call; none: it worked."""
    names = []
    for call, *args in calls:
        try:
            call(*args)
            names.append(None)
        except Refusal as refusal:
            names.append(refusal.name)
    return names


def writes_and_closes(data):
    return lambda file: told((file.write, data), (file.close,))


def test_the_opener_closed_and_a_child_that_wrote_on_was_killed(duel, beside):
    def its(file):
        file.write(TEXT)
        die(signal.SIGKILL)

    opener = beside(with_a_child, duel, lambda file: None, its)
    opener.answer()
    assert duel.status("turns") == "0"
    opener.say()
    assert_dropped(duel, by(signal.SIGKILL))


def test_a_child_that_wrote_was_killed_while_the_opener_has_the_file_its_close_says_so_and_so_does_what_is_written_behind_it(mount, duel, killed):
    file = opened(duel).write(FIRST)
    killed(signal.SIGKILL, lambda: file.write(REST), inherits=True)
    with refused("ECANCELED", "close"):
        file.close()
    assert_dropped(duel, by(signal.SIGKILL))
    duel = mount.claimed()
    file = opened(duel)
    killed(signal.SIGTERM, lambda: file.write(FIRST), inherits=True)
    assert told((file.write, REST), (file.fsync,), (file.close,)) == ["ECANCELED"] * 3
    assert_dropped(duel, by(signal.SIGTERM))


def test_the_opener_was_killed_and_a_child_that_has_the_file_writes_on_it_is_told(mount, duel, writer, beside):
    writer(duel, FIRST).killed()
    assert_dropped(duel, by(signal.SIGKILL))

    def opener(file):
        with child() as it:
            it.call(file.write, FIRST)
        die(signal.SIGKILL)

    duel = mount.claimed()
    it = beside(with_a_child, duel, opener, writes_and_closes(REST))
    eventually(lambda: by(signal.SIGKILL) in duel.text("last_error"))
    it.say()
    assert it.hear() == ["ECANCELED", "ECANCELED"]
    assert_dropped(duel, by(signal.SIGKILL))


# --- other files

def test_the_rules_stay_as_they_were_where_whoever_wrote_them_was_killed(mount, killed):
    duel = mount.bare()
    config = duel / "config.toml"
    killed(signal.SIGKILL, lambda: File(config, os.O_WRONLY | os.O_APPEND).write("max_turns = 4\n"))
    eventually(lambda: "[store.stopped]" in duel.text("last_error"))
    assert by(signal.SIGKILL) in duel.newest_refusal()
    assert duel.status("max_turns") == "6"
    append(config, "max_turns = 4\n")
    assert duel.status("max_turns") == "4"


def test_a_rehearsal_that_was_cut_short_has_no_verdict(duel, killed):
    check = duel / "participants/alice/check"

    def begun():
        file = File(check, os.O_WRONLY | os.O_APPEND)
        in_pieces(file, TEXT)
        return file

    killed(signal.SIGKILL, begun)
    eventually(lambda: "[store.stopped]" in duel.text("last_error"))
    assert check.read_text() == ""
    assert not rejected(duel)
    begun().close()
    assert "turn.md: ok" in check.read_text()


# --- the end of the mount

@pytest.fixture
def writer(beside):
    """writer(duel, data): a process that has written this, and goes on."""
    def writes(line, path, data, flags, act):
        act(File(path, os.O_WRONLY | flags).write(data))
        line.send("written")
        line.recv()

    def begin(duel, data, flags=os.O_APPEND, act=lambda file: None, name="debate.md"):
        it = beside(writes, duel / name, data, flags, act)
        it.hear()
        return it
    return begin


def unmount(mount, *command):
    subprocess.run([*command, mount.path], check=True)


def by_signal(sig):
    def end(mount, writer):
        mount.stop(sig)
        writer.killed()
    return end


def by_lazy_umount_and_term(mount, writer):
    unmount(mount, "umount", "-l")
    by_signal(signal.SIGTERM)(mount, writer)


def by_lazy_umount(mount, writer):
    unmount(mount, "umount", "-l")
    writer.killed()
    mount.ended()


def by_fusermount(mount, writer):
    unmount(mount, "fusermount3", "-u", "-z")
    writer.killed()
    mount.ended()


def by_abort(mount, writer):
    subprocess.run(["umount", "-f", mount.path], stderr=subprocess.DEVNULL, check=False)
    writer.killed()
    assert mount.daemon.wait(BOUND_SECONDS) == 0
    if mount.is_mounted():
        unmount(mount, "umount", "-l")


ENDED = "the mount ended"
ENDS = ((by_signal(signal.SIGTERM), ENDED), (by_signal(signal.SIGINT), ENDED), (by_lazy_umount_and_term, ENDED),
        (by_lazy_umount, by(signal.SIGKILL)), (by_fusermount, by(signal.SIGKILL)), (by_abort, ENDED))


def test_no_end_of_the_mount_decides_on_what_is_staged_it_is_dropped_and_told_after_the_next_mount(own, writer):
    mount = own()
    for end, words in ENDS:
        for text in (TEXT, FIRST):
            duel = mount.claimed()
            end(mount, writer(duel, text))
            mount.start()
            assert_dropped(duel, words)
