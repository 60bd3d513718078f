"""A mount as a service: what its manager is told (sd_notify), and what syslog gets."""
import contextlib
import os
import re
import socket
import subprocess

import pytest

from mounts import BOUND_SECONDS, DUELFS, in_own_namespace, refused


class Manager:
    """It listens at a path, where daemons that begin are told of."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(path)
        self.socket.settimeout(BOUND_SECONDS)

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
    path = str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", path)
    it = Manager(path)
    yield it
    it.socket.close()


def test_a_service_manager_is_told_of_ready_and_end(manager, own):
    mount = own()
    manager.hears(rf"READY=1\|STATUS={re.escape(str(mount.store.resolve()))} on {re.escape(str(mount.path.resolve()))}")
    mount.stop()
    manager.hears(r"STOPPING=1\|STATUS=.+")
    manager.hears_no_more()


@pytest.fixture
def stopped(own):
    """A store with room for one duel, and its mountpoint."""
    mount = own("[mount]\n[limits]\nduels = 1\n")
    mount.stop()
    return mount


def in_the_background(_, mount, dev):
    """Its words to a pipe, to a terminal and to syslog, in a namespace that has no other devices than these."""
    terminal, its = os.openpty()
    in_own_namespace()
    for kind, what, where in (("--bind", "/dev/shm", dev / "shm"), ("--rbind", dev, "/dev")): # a database has its socket there
        subprocess.run(["mount", kind, what, where], check=True)

    def begins(stderr):
        return subprocess.run([DUELFS, mount.store, mount.path], stdin=subprocess.DEVNULL, stderr=stderr, timeout=BOUND_SECONDS, check=True)

    def has_no_room():
        with refused("ENOSPC"):
            os.mkdir(mount.path / "two")
    # No log socket: a pipe is read to its end at once.
    assert begins(subprocess.PIPE).stderr == b""
    mount.taken_off()
    # A terminal: the warning, and nothing of begin and end.
    begins(its)
    os.mkdir(mount.path / "one")
    has_no_room()
    said = b""
    while b"limit.duels" not in said:
        said += os.read(terminal, 4096)
    mount.taken_off()
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
    mount.taken_off()


def test_in_the_background_lines_go_to_syslog_without_one_to_a_terminal_and_a_pipe_comes_to_its_end(stopped, beside):
    dev = stopped.work / "dev"
    (dev / "shm").mkdir(parents=True)
    for name in ("fuse", "null", "zero", "random", "urandom"):
        os.mknod(dev / name, 0o020666, os.stat(f"/dev/{name}").st_rdev)
    beside(in_the_background, stopped, dev).answer()
