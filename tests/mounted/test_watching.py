"""inotify on a mount: what it tells of, and what it cannot."""
import contextlib
import ctypes
import os
import struct

from mounts import put, turn

MODIFY, CREATE, MOVED_TO = 0x2, 0x100, 0x80
ALL = ("debate.md", "status", "status.json", "events", "lock", "last_error", "turns", "view.html",
       "participants/alice/turn.md", "participants/alice/status", "participants/bob/turn.md")


@contextlib.contextmanager
def watched(duel):
    """What inotify tells of the files of the duel while the block runs, `NAME modify`, each once."""
    libc, told = ctypes.CDLL(None, use_errno=True), []
    fd = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        of = {libc.inotify_add_watch(fd, os.fsencode(duel / name), MODIFY | CREATE | MOVED_TO): name for name in ALL}
        assert len(of) == len(ALL) and min(of) > 0
        yield told
        # Whatever comes is there once the calls have returned: the kernel tells in the call that changes it.
        with contextlib.suppress(BlockingIOError):
            while data := os.read(fd, 65536):
                while data:
                    watch, mask, _, size = struct.unpack("iIII", data[:16])
                    data = data[16 + size:]
                    word = f"{of[watch]} {'modify' if mask & MODIFY else 'create'}"
                    if word not in told:
                        told.append(word)
    finally:
        os.close(fd)


def test_inotify_sees_an_append_to_the_record_and_a_text_on_a_desk_as_a_write_there_and_nothing_that_follows_from_them(duel):
    with watched(duel) as told:
        put(duel / "participants/alice/turn.md", turn(1, "alice"))
    assert (duel.status("turns"), told) == ("1", ["participants/alice/turn.md modify"])
    with watched(duel) as told:
        duel.lock("claim bob")
        duel.append(turn(2, "bob"))
        duel.lock("release bob")
    assert (duel.status("turns"), told) == ("2", ["lock modify", "debate.md modify"])
