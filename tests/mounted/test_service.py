"""A mount as a service: what its manager is told (sd_notify), what syslog gets, and who it is."""
import contextlib
import os
import re
import socket
import subprocess

import pytest

from mounts import BOUND_SECONDS, DUELFS, eventually, in_own_namespace, is_gone, refused, refuses_to_start


class Manager:
    """It listens at a name, `@…` being an abstract one, where daemons that begin are told of."""

    def __init__(self, monkeypatch, name):
        self.socket, self.told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM), []
        self.socket.bind("\0" + name[1:] if name[0] == "@" else name)
        self.socket.settimeout(BOUND_SECONDS)
        monkeypatch.setenv("NOTIFY_SOCKET", name)

    def hears(self, pattern):
        """The next that it is told."""
        said = self.socket.recv(65536).decode().replace("\n", "|")
        assert re.fullmatch(pattern, said), said

    def hears_no_more(self):
        self.socket.setblocking(False)
        with pytest.raises(BlockingIOError):
            self.socket.recv(65536)


@pytest.fixture
def manager(monkeypatch, tmp_path):
    """manager(name): it listens there, or at a path of its own."""
    made = []

    def listens(name=None):
        made.append(Manager(monkeypatch, name or str(tmp_path / "notify")))
        return made[-1]
    yield listens
    for it in made:
        it.socket.close()


def whole_life(told, own):
    mount = own()
    told.hears(rf"READY=1\|STATUS={re.escape(str(mount.store.resolve()))} on {re.escape(str(mount.path.resolve()))}")
    mount.stop()
    told.hears(r"STOPPING=1\|STATUS=.+")
    told.hears_no_more()


def test_a_service_manager_is_told_of_ready_and_end(manager, own):
    whole_life(manager(), own)


def test_it_may_listen_at_an_abstract_name(manager, own):
    whole_life(manager(f"@duelfs-test-{os.getpid()}"), own)


def test_an_unmount_is_told_as_an_end_too(manager, own):
    told, mount = manager(), own()
    told.hears("READY=1.*")
    subprocess.run(["umount", mount.path], check=True)
    told.hears(r"STOPPING=1\|STATUS=.+")
    mount.ended()


def test_why_it_did_not_start_is_told_whatever_the_words_are(manager, tmp_path):
    told = manager()
    said = refuses_to_start(tmp_path / "store", tmp_path / "not there\nREADY=1")
    told.hears(r"ERRNO=2\|STATUS=.*not there\\nREADY=1: No such file or directory")
    assert r"not there\nREADY=1: No such" in said


def test_nothing_comes_of_a_manager_that_is_not_there_and_a_name_that_can_be_none_is_reported(own, monkeypatch, tmp_path):
    monkeypatch.setenv("NOTIFY_SOCKET", f"{tmp_path}/nobody-here")
    mount = own()
    mount.stop()
    mount.assert_quiet()
    mount.expect("NOTIFY_SOCKET=vsock:2:1: no path")
    monkeypatch.setenv("NOTIFY_SOCKET", "vsock:2:1")
    mount.start()
    assert "NOTIFY_SOCKET=vsock:2:1: no path" in mount.log.read_text()


def background_ends(mount):
    """Its daemon in the background has ended, and is reaped or nobody's."""
    pid = mount.status("pid")
    subprocess.run(["umount", mount.path], check=True)
    eventually(lambda: is_gone(pid))


@pytest.fixture
def stopped(own):
    """A store with room for one duel, and its mountpoint."""
    mount = own("[mount]\n[limits]\nduels = 1\n")
    mount.stop()
    return mount


def test_a_daemon_in_the_background_tells_nobody_it_is_not_the_process_that_was_started(manager, stopped):
    told = manager()
    subprocess.run([DUELFS, stopped.store, stopped.path], check=True)
    background_ends(stopped)
    told.hears_no_more()


def in_the_background(_, mount, dev):
    """Its words to a pipe, to a terminal and to syslog, in a namespace that has no other devices than these."""
    terminal, its = os.openpty()
    in_own_namespace()
    subprocess.run(["mount", "--bind", dev, "/dev"], check=True)

    def begins(stderr):
        return subprocess.run([DUELFS, mount.store, mount.path], stdin=subprocess.DEVNULL, stderr=stderr, timeout=BOUND_SECONDS, check=True)

    def has_no_room():
        with refused("ENOSPC"):
            os.mkdir(mount.path / "two")
    # No log socket: a pipe is read to its end at once.
    assert begins(subprocess.PIPE).stderr == b""
    background_ends(mount)
    # A terminal: the warning, and nothing of begin and end.
    begins(its)
    os.mkdir(mount.path / "one")
    has_no_room()
    said = b""
    while b"limit.duels" not in said:
        said += os.read(terminal, 4096)
    background_ends(mount)
    os.set_blocking(terminal, False)
    with contextlib.suppress(BlockingIOError):
        said += os.read(terminal, 4096)
    lines = said.decode().split("\r\n")
    assert len(lines) == 2 and lines[0].startswith("duelfs: warning: mkdir two") and lines[1] == "", lines
    # With one: there.
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as log:
        log.bind("/dev/log")
        log.settimeout(BOUND_SECONDS)
        begins(its)
        has_no_room()
        line = log.recv(4096).decode()
        assert line.startswith("<28>") and f"duelfs[{mount.status('pid')}]: mkdir two " in line, line
    background_ends(mount)


def test_in_the_background_lines_go_to_syslog_without_one_to_a_terminal_and_a_pipe_comes_to_its_end(stopped, beside):
    dev = stopped.work / "dev"
    dev.mkdir()
    for name in ("fuse", "null", "zero", "random", "urandom"):
        os.mknod(dev / name, 0o020666, os.stat(f"/dev/{name}").st_rdev)
    beside(in_the_background, stopped, dev).answer()
