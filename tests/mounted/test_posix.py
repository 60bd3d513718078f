"""The errno of each call that POSIX has on four kinds of files, those that are refused by design among them, against a
table. A change of the design is a change of that table."""
import contextlib
import ctypes
import errno
import fcntl
import mmap
import os
import random
import time

import pytest

from mounts import EXCHANGE, NOREPLACE, Refusal, rename

TARGETS = ["companion", "desk", "record", "status"]
FALLOC_KEEP_SIZE, FALLOC_PUNCH_HOLE = 1, 2
READ, WRITE, BOTH = os.O_RDONLY, os.O_WRONLY, os.O_RDWR
LIBC = ctypes.CDLL(None, use_errno=True)


# -- the calls: each gets the path of a file that is there, and a name beside it that is a companion's and free

def opened(path, flags):
    os.close(os.open(path, flags | os.O_CLOEXEC, 0o600))


def opens(flags):
    return lambda path, _: opened(path, flags)


def with_fd(flags, call):
    def made(path, _):
        fd = os.open(path, flags | os.O_CLOEXEC)
        try:
            call(fd)
        finally:
            with contextlib.suppress(OSError):
                os.close(fd)
    return made


def libc_call(name, *args):
    if getattr(LIBC, name)(*args) < 0:
        raise OSError(ctypes.get_errno(), name)


def mapped(protection, flags, kind=mmap.MAP_SHARED):
    return with_fd(flags, lambda fd: mmap.mmap(fd, 0, kind, protection).close())


def falloc(mode):
    return with_fd(BOTH, lambda fd: libc_call("fallocate64", fd, mode, ctypes.c_int64(0), ctypes.c_int64(8192)))


def exchanged(path, free):
    free.write_bytes(b"other\n")
    rename(path, free, EXCHANGE)


def executed(path, _):
    if not os.access(path, os.X_OK):
        raise OSError(errno.EACCES, "access")


# Each with its answers of companion, desk, record and status, or the one of all four; "-" is 0.
CALLS = {
    "open to read": (opens(READ), "-"),
    "open to write": (opens(WRITE), "- - - EPERM"),
    "open with O_TRUNC": (opens(WRITE | os.O_TRUNC), "- - - EPERM"),
    "open with O_CREAT and O_EXCL": (opens(WRITE | os.O_CREAT | os.O_EXCL), "EEXIST"),
    "open with O_DIRECTORY": (opens(READ | os.O_DIRECTORY), "ENOTDIR"),
    "open with O_NOFOLLOW": (opens(READ | os.O_NOFOLLOW), "-"),
    "open with O_DIRECT": (opens(READ | os.O_DIRECT), "-"),
    "open with O_TMPFILE beside it": (lambda path, _: opened(path.parent, WRITE | os.O_TMPFILE), "ENOTSUP"),
    "open of a name below it": (lambda path, _: opened(path / "x", READ), "ENOTDIR"),
    "create a companion beside it": (lambda _, free: opened(free, WRITE | os.O_CREAT | os.O_EXCL), "-"),
    "create another name beside it": (lambda path, _: opened(path.parent / "notes.txt", WRITE | os.O_CREAT), "EPERM"),
    "create a name of 256 bytes": (lambda path, _: opened(path.parent / ("x" * 256), WRITE | os.O_CREAT), "EPERM"),
    "read at the end": (with_fd(READ, lambda fd: os.pread(fd, 10, 1 << 30)), "-"),
    "lseek to SEEK_HOLE": (with_fd(READ, lambda fd: os.lseek(fd, 0, os.SEEK_HOLE)), "-"),
    "truncate by its path": (lambda path, _: os.truncate(path, 0), "- EPERM EPERM EPERM"),
    "truncate to more by its path": (lambda path, _: os.truncate(path, 100000), "- EPERM EPERM EPERM"),
    "ftruncate to more": (with_fd(BOTH, lambda fd: os.ftruncate(fd, 100000)), "- - - EPERM"),
    "ftruncate beyond what may be": (with_fd(BOTH, lambda fd: os.ftruncate(fd, 1 << 40)), "ENOSPC EFBIG EFBIG EPERM"),
    "fallocate": (falloc(0), "ENOTSUP ENOTSUP ENOTSUP EPERM"),
    "fallocate with KEEP_SIZE": (falloc(FALLOC_KEEP_SIZE), "ENOTSUP ENOTSUP ENOTSUP EPERM"),
    "fallocate with PUNCH_HOLE": (falloc(FALLOC_KEEP_SIZE | FALLOC_PUNCH_HOLE), "ENOTSUP ENOTSUP ENOTSUP EPERM"),
    "mmap private, to read": (mapped(mmap.PROT_READ, READ, mmap.MAP_PRIVATE), "-"),
    "mmap shared, to read": (mapped(mmap.PROT_READ, READ), "ENODEV"),
    "mmap shared, to write": (mapped(mmap.PROT_READ | mmap.PROT_WRITE, BOTH), "ENODEV ENODEV ENODEV EPERM"),
    "fsync": (with_fd(READ, os.fsync), "-"),
    "fdatasync": (with_fd(READ, os.fdatasync), "-"),
    "fsync of its folder": (lambda path, free: with_fd(READ, os.fsync)(path.parent, free), "-"),
    "flock": (with_fd(READ, lambda fd: fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)), "-"),
    "fcntl lock": (with_fd(BOTH, lambda fd: fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)), "- - - EPERM"),
    "chmod": (lambda path, _: os.chmod(path, 0o777), "-"),
    "chown to another": (lambda path, _: os.chown(path, 1, 1), "-"),
    "utimensat": (lambda path, _: os.utime(path, (1, 1)), "-"),
    "getxattr": (lambda path, _: os.getxattr(path, "user.x"), "ENOTSUP"),
    "setxattr": (lambda path, _: os.setxattr(path, "user.x", b"x"), "ENOTSUP"),
    "listxattr": (lambda path, _: os.listxattr(path), "ENOTSUP"),
    "link": (os.link, "EPERM"),
    "symlink beside it": (lambda _, free: os.symlink("x", free), "-"),
    "mkfifo beside it": (lambda _, free: os.mkfifo(free), "EPERM"),
    "mknod of a device beside it": (lambda _, free: os.mknod(free, 0o20600, os.makedev(1, 3)), "EPERM"),
    "mkdir beside it": (lambda _, free: os.mkdir(free), "EPERM"),
    "rmdir": (lambda path, _: os.rmdir(path), "ENOTDIR"),
    "rename to a companion": (os.rename, "- - - EPERM"),
    "rename with RENAME_NOREPLACE": (lambda path, free: rename(path, free, NOREPLACE), "- - - EPERM"),
    "rename with RENAME_EXCHANGE": (exchanged, "EINVAL EINVAL EINVAL EPERM"),
    "rename out of its directory": (lambda path, _: os.rename(path, path.parent.parent / "4913"), "EPERM"),
    "unlink": (lambda path, _: os.unlink(path), "- - EPERM EPERM"),
    "statfs": (lambda path, _: os.statvfs(path), "-"),
    "access to execute": (executed, "EACCES"),
}


@pytest.fixture
def fresh(mount):
    """fresh(): a duel in which alice has the floor, and the four files in it."""
    def begin():
        duel = mount.bare()
        for line in ("join alice", "join bob", "claim alice"):
            duel.lock(line)
        (duel / "debate.md~").write_bytes(b"a line\n" * 1000)
        paths = (duel / "debate.md~", duel / "participants/alice/turn.md", duel.debate, duel / "status")
        return duel, dict(zip(TARGETS, paths))
    yield begin
    mount.assert_quiet()


def answer(fresh, call, target):
    duel, paths = fresh()
    before = duel.record()
    try:
        call(paths[target], paths[target].with_name("turn.md.bak" if target == "desk" else "debate.md.bak"))
        told = "-"
    except Refusal as refusal:
        told = refusal.name
    except OSError as error:
        told = errno.errorcode[error.errno]
    assert duel.record() == before
    return told


@pytest.mark.parametrize("call, wanted", CALLS.values(), ids=CALLS)
def test_the_answers_to(fresh, call, wanted):
    assert [answer(fresh, call, target) for target in TARGETS] == (wanted.split() * 4)[:4]


def test_random_calls_on_a_companion_do_what_they_do_to_a_copy_in_memory(fresh):
    seed, most = time.time_ns() % 32768, 256 << 10
    dice, path = random.Random(seed), fresh()[1]["companion"]
    model, fd = bytearray(path.read_bytes()), os.open(path, BOTH)
    for n in range(3000):
        at, size = dice.randrange(most), dice.randrange(1, 20000)
        match dice.choice(["read", "read", "write", "write", "truncate", "map", "reopen", "stat"]):
            case "write":
                data = dice.randbytes(min(size, most - at))
                assert os.pwrite(fd, data, at) == len(data)
                model.extend(bytes(max(0, at + len(data) - len(model))))
                model[at:at + len(data)] = data
            case "truncate":
                os.ftruncate(fd, at)
                del model[at:]
                model.extend(bytes(at - len(model)))
            case "reopen":
                os.close(fd)
                fd = os.open(path, BOTH)
            case "stat":
                assert os.fstat(fd).st_size == len(model), (seed, n)
            case "map" if model:
                with mmap.mmap(fd, 0, mmap.MAP_PRIVATE, mmap.PROT_READ) as page:
                    assert page[at:at + size] == model[at:at + size], (seed, n)
            case "read":
                assert os.pread(fd, size, at) == model[at:at + size], (seed, n)
    os.close(fd)
    assert path.read_bytes() == model
