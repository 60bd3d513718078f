"""A store whose disk is full: nothing is half recorded, and it goes on when there is room again."""
import os
import resource
import subprocess

import pytest

from mounts import only_on_sqlite, refused, refuses_to_start, turn

pytestmark = only_on_sqlite("the disk that is full is the store's own")
TEXT = turn(1, "alice")
# The journal may have room left from before: large turns use it up.
LARGE = TEXT.replace("**Counterpoints**", ("filler " * 14 + "\n") * 600 + "\n**Counterpoints**", 1)


@pytest.fixture
def mount(own):
    """A store on a small disk. Its daemon says what it likes."""
    it = own()
    it.stop()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m,mode=755", "tmpfs", it.store], check=True)
    try:
        it.expect(".")
        it.start()
        yield it
        if it.daemon.poll() is None:
            it.stop()
    finally:
        subprocess.run(["umount", it.store], check=True)


@pytest.fixture
def duel(mount):
    return mount.claimed()


def fill(mount):
    """Nothing more goes into the store; the file that has to go first."""
    ballast = mount.store / "ballast"
    with refused("ENOSPC"), open(ballast, "wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    return ballast


def may_write(mount, size):
    """So large a file of the daemon's may become."""
    resource.prlimit(mount.daemon.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_a_turn_that_finds_the_disk_full_is_refused_and_can_be_sent_again_when_there_is_room(mount, duel):
    ballast = fill(mount)
    before = duel.record()
    with duel.refuses("ENOSPC", "store.failed"):
        duel.append(LARGE)
    assert duel.record() == before
    assert duel.status("turns") == "0"
    ballast.unlink()
    duel.lock("claim alice")
    duel.append(LARGE)
    assert duel.status("turns") == "1"
    mount.remount()
    assert duel.text("turns/001-alice.md") == LARGE


def test_a_daemon_whose_files_may_not_grow_refuses_a_turn_as_on_a_full_disk_and_lives_on(mount, duel):
    may_write(mount, 0)
    with duel.refuses("ENOSPC", "store.failed"):
        duel.append(TEXT)
    assert duel.status("turns") == "0"
    with refused("ENOSPC"):
        os.mkdir(mount.path / "other")
    may_write(mount, resource.RLIM_INFINITY)
    duel.append(TEXT)
    assert duel.status("turns") == "1"
    os.mkdir(mount.path / "other")


def test_a_file_that_may_not_grow_is_an_error_at_the_start_and_at_the_end_as_well_and_no_signal(mount, duel):
    may_write(mount, 0)
    with refused("ENOSPC"):
        duel.lock("refresh alice")
    mount.stop()
    mount.start()
    mount.stop()
    refuses_to_start(mount.store / "new", mount.path, under=("prlimit", "--fsize=1024"))


def test_a_duel_that_finds_the_disk_full_is_not_made(mount):
    ballast = fill(mount)
    made = 0
    with refused("ENOSPC"):
        while made < 900:  # fewer than limits.duels_per_uid
            os.mkdir(mount.path / f"d{made}")
            made += 1
    assert not (mount.path / f"d{made}").exists()
    ballast.unlink()
    os.mkdir(mount.path / f"d{made}")
    mount.remount()
    assert len(list(mount.path.glob("d?*"))) == made + 1
