"""Mounting again: what was accepted is there, after a clean end and after a kill; one daemon a store; stale mounts."""
import ctypes
import os
import pathlib
import re
import signal
import stat
import subprocess

import pytest

from mounts import BOUND_SECONDS, CLUSTER, DUELFS, Duel, eventually, only_on_sqlite, refused, refuses_to_start, turn

TEXT = turn(1, "alice")


@pytest.fixture
def mount(own):
    """The test's own, which it may end."""
    return own()


@pytest.fixture
def duel(mount):
    return mount.joined()


def seen(mount):
    """Every byte that readers see of the duels, but what runs with the clock; a move ends later by the time in which nothing was mounted."""
    found = {}
    for at, _, names in os.walk(mount.path):
        for path in (pathlib.Path(at, name) for name in names if name != "lock" and at != str(mount.path)):
            text = re.sub(r".*(seconds_left|retry_after|move_ends_at|as_of).*", "", path.read_text())
            text = re.sub(r" in [0-9]+ +s", " in some s", text)
            found[path] = re.sub(r"waited for until [^ ]+", "waited for until then", text)
    return found


def unmount(mount):
    subprocess.run(["umount", mount.path], check=True)


def exited(mount):
    assert mount.daemon.wait(BOUND_SECONDS) == 0


def test_a_remount_keeps_everything(mount):
    mount.duel(name="one").play_to(2)
    mount.duel("max_turns = 4", "require_token = true", name="two").lock("join alice token=long-enough")
    three = mount.duel(name="three")
    three.play_to(2)
    three.conclude("alice", "DISSENT")
    mount.bare(name="four")
    eventually(lambda: three.status("archive"))
    before = seen(mount)
    assert len(before) > 40
    mount.remount()
    assert seen(mount) == before


def test_an_acknowledged_turn_survives_kill_9(mount):
    duel = mount.duel()
    duel.play_to(1)
    duel.lock("claim bob")
    duel.append(turn(2, "bob"))
    before, events = duel.record(), duel.text("events")
    mount.crashes()
    assert duel.record() == before
    assert duel.status("turns") == "2"
    assert duel.text("turns/002-bob.md") == turn(2, "bob")
    assert duel.text("events").startswith(events)


def test_a_join_its_rules_and_a_new_duel_survive_kill_9(mount):
    duel = mount.duel("max_turns = 4")
    duel.join("alice")
    mount.crashes()
    assert (duel.status("participants"), duel.status("max_turns")) == ("1", "4")
    with duel.refuses("EACCES", "seat.identity"):
        duel.lock("claim alice harness=codex model=x")


def test_the_mount_that_a_crash_left_behind_is_cleaned_up_at_start(mount):
    duel = mount.duel()
    mount.kill()
    with refused("ENOTCONN"):
        os.stat(mount.path / "status")
    mount.start()
    assert duel.path.is_dir()
    assert len(mount.mounts()) == 1


def test_a_dead_mount_of_another_kind_is_left_alone_also_one_that_covers_what_a_crash_left_behind(mount):
    mount.kill()
    fd = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={fd},rootmode=40000,user_id=0,group_id=0".encode()
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.mount(b"other", os.fsencode(mount.path), b"fuse.other", 0, options) == 0, os.strerror(ctypes.get_errno())
    os.close(fd)  # nobody serves it from now on
    assert "Transport endpoint is not connected" in refuses_to_start(mount.store, mount.path)
    assert any(f" {mount.path} rw,relatime - fuse.other" in line for line in mount.mounts())
    unmount(mount)
    mount.start()


def test_a_second_daemon_on_the_same_store_is_refused_and_the_first_goes_on(mount, duel):
    other = mount.work / "other"
    other.mkdir()
    refuses_to_start(mount.store, other)
    assert not os.path.ismount(other)
    duel.play(1, "alice", "OPEN_TO_DEBATE")
    assert duel.status("turns") == "1"


def test_a_store_inside_its_own_mountpoint_is_refused(mount):
    mount.stop()
    refuses_to_start(mount.path / "store", mount.path)
    refuses_to_start(mount.path, mount.path)
    link = mount.work / "link"
    link.symlink_to(mount.path)
    refuses_to_start(link / "store", mount.path)
    assert os.listdir(mount.path) == []


def test_a_mountpoint_that_does_not_exist_is_refused(mount):
    refuses_to_start(mount.work / "other-store", mount.work / "nowhere")


@only_on_sqlite("looks at the mode of duelfs.db")
def test_a_store_is_created_where_it_is_missing_for_its_owner_alone(mount):
    mount.stop()
    mount.store = mount.work / "new-store"
    mount.start()
    database = os.stat(mount.store / "duelfs.db")
    assert stat.S_ISREG(database.st_mode) and stat.S_IMODE(database.st_mode) == 0o600


@only_on_sqlite("removes duelfs.db")
def test_a_store_whose_database_is_removed_under_the_daemon_has_failed_and_takes_nothing_more(mount, duel):
    duel.lock("claim alice")
    for path in mount.store.glob("duelfs.db*"):
        path.unlink()
    mount.expect("the store failed")
    with duel.refuses("EIO", "store.failed"):
        duel.append(TEXT)
    assert mount.status("store_failed") == "true"
    assert duel.status("turns") == "0"
    with refused("EIO"):
        os.mkdir(mount.path / "other")


def assert_unsafe(mount, path, mode, owner, words):
    """It is refused while this file is so, with its path and what to do; behind it the file is as it was."""
    before = stat.S_IMODE(path.stat().st_mode)
    os.chmod(path, mode)
    os.chown(path, owner, -1)
    assert f"{path}: {words}" in refuses_to_start(mount.store, mount.path)
    os.chmod(path, before)
    os.chown(path, 0, -1)


def test_a_store_that_others_may_write_or_that_is_another_user_s_is_refused_with_its_path_and_what_to_do(mount):
    mount.stop()
    store = mount.store
    files = [path for path in (store, store / "duelfs.db", store / "duelfs.db-wal", store / "duelfs.toml") if path.exists()]
    assert len(files) >= (2 if CLUSTER else 3)
    for path in files:
        assert_unsafe(mount, path, 0o602, 0, f"others may write it: chmod go-w {path}")
        assert_unsafe(mount, path, 0o620, 0, f"others may write it: chmod go-w {path}")
        assert_unsafe(mount, path, path.stat().st_mode | 0o400, 1001, f"it belongs to uid 1001: chown 0 {path}")
    mount.work.chmod(0o1777)
    mount.start()


def test_SIGINT_and_SIGHUP_end_it_as_cleanly_as_SIGTERM(mount):
    duel = mount.duel()
    for sig in (signal.SIGINT, signal.SIGHUP):
        mount.stop(sig)
        mount.start()
        assert duel.path.is_dir()


def test_umount_ends_it(mount):
    duel = mount.duel()
    unmount(mount)
    mount.ended()
    mount.start()
    assert duel.path.is_dir()


def test_SIGTERM_ends_it_after_a_lazy_unmount_as_well_and_takes_away_no_other_mount_that_came_to_its_place(mount):
    duel = mount.duel()
    with open(duel / "events", "rb"):
        subprocess.run(["umount", "-l", mount.path], check=True)
        subprocess.run(["mount", "-t", "tmpfs", "none", mount.path], check=True)
        (mount.path / "mine").touch()
        mount.daemon.send_signal(signal.SIGTERM)
        exited(mount)
    assert (mount.path / "mine").exists()
    unmount(mount)


def said_by(mount, *command):
    """The output of a command that leaves a daemon behind."""
    out = mount.work / "out"
    with open(out, "wb") as to:
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=to, stderr=subprocess.STDOUT, timeout=BOUND_SECONDS)
    return out.read_text()


def test_without_f_it_mounts_in_the_background_and_serves_when_the_command_returns(mount):
    mount.stop()
    said = said_by(mount, DUELFS, mount.store, mount.path)
    assert os.path.ismount(mount.path)
    assert mount.duel().status("state") == "preparing"
    mount.taken_off()
    assert said == (mount.work / "out").read_text() == ""


def test_mount_finds_it_as_a_filesystem_of_type_fuse_and_as_its_helper_does_for_fuse_duelfs(mount):
    mount.stop()
    said_by(mount, "mount", "-t", "fuse", f"{os.path.realpath(DUELFS)}#{mount.store}", mount.path)
    duel = mount.duel()
    mount.taken_off()
    for name in ("mount.fuse.duelfs", "mount.duelfs"):
        helper = mount.work / name
        helper.symlink_to(os.path.realpath(DUELFS))
        said_by(mount, helper, mount.store, mount.path, "-o", "rw,nosuid,noatime")
        assert duel.path.is_dir()
        assert "fuse.duelfs" in mount.mounts()[0]
        mount.taken_off()


# In a namespace of its own, where /sbin has nothing else: what is mounted there, and by whom, others do not see.
IN_A_NAMESPACE = """
sbin=$(realpath /sbin)
mkdir "$W/sbin"
cp -P "$sbin"/* "$W/sbin/"
cp -P "$W/mount.duelfs" "$W/sbin/"
mount --bind "$W/sbin" "$sbin"
mount -T "$W/fstab" "$M"
findmnt -no FSTYPE,SOURCE "$M"
mount -T "$W/fstab" "$M" && exit 1
umount "$M"
mount -t duelfs -o ro "$STORE" "$M"
test -f "$M/status"
umount "$M"
"""


def test_mount_and_a_line_of_fstab_find_its_helper_mount_duelfs(mount):
    mount.stop()
    (mount.work / "mount.duelfs").symlink_to(os.path.realpath(DUELFS))
    (mount.work / "fstab").write_text(f"{mount.store} {mount.path} duelfs nofail,noauto 0 0\n")
    said = said_by(mount, "env", f"W={mount.work}", f"M={mount.path}", f"STORE={mount.store}", "unshare", "-m", "sh", "-ec", IN_A_NAMESPACE)
    assert f"fuse.duelfs {mount.store}" in said


def test_relative_paths_are_taken_from_where_it_is_started(mount, monkeypatch):
    mount.stop()
    monkeypatch.chdir(mount.work)
    mount.launch(mount.store.name, mount.path.name)
    mount.duel()
    assert str(mount.path) in Duel(mount.path).text("README.md")
