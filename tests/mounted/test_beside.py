"""A refusal beside the duels has its reason in the mount's last_error, as in a duel's."""
import contextlib
import os
import stat

import pytest

from mounts import File, refused, works

OPTIONS = ("allow_other",)
ALICE, BOB = 1001, 1002


@pytest.fixture
def mount(own):
    """The test's own, with nothing refused yet."""
    return own(options=OPTIONS)


def reasons(mount):
    return (mount.path / "last_error").read_text()


@contextlib.contextmanager
def refuses(mount, name, whose, file, words):
    """The block fails with this errno, and the mount's newest refusal says whose it was, of what, and why."""
    with refused(name):
        yield
    first, second = reasons(mount).splitlines()[:2]
    assert f" {whose} {file}: {name}" in first
    assert words in second


def test_a_name_that_mkdir_does_not_take_is_refused_with_its_reason_and_nothing_is_there_before(mount, user):
    path, last_error = mount.path, mount.path / "last_error"
    it = os.stat(last_error)
    assert (reasons(mount), it.st_size, it.st_mode) == ("", 0, stat.S_IFREG | 0o444)
    with refuses(mount, "EINVAL", "uid 0", "Cache", "Cache: error: [value.bad] a duel's name is made of a-z 0-9 . _ - only"):
        os.mkdir(path / "Cache")
    with refuses(mount, "EINVAL", "uid 0", ".cache", "a duel's name may not start with '.' or '-'"):
        os.mkdir(path / ".cache")
    with refuses(mount, "EINVAL", "uid 0", "(could-be-a-token)", "has at most 100 bytes"):
        os.mkdir(path / ("x" * 101))
    with refuses(mount, "EINVAL", f"uid {ALICE}", "a b", "a-z 0-9"):
        user(ALICE).call(os.mkdir, path / "a b")
    with refuses(mount, "EINVAL", "uid 0", "a\\nb", "a-z 0-9"):
        os.mkdir(path / "a\nb")
    assert os.stat(last_error).st_size == len(reasons(mount).encode())
    assert user(BOB).call(last_error.read_text) == reasons(mount)
    with refused("EEXIST"):
        os.mkdir(last_error)
    with refused("EPERM|EACCES", "open"):
        File(last_error, os.O_WRONLY | os.O_TRUNC)


def test_a_file_a_link_a_removal_and_a_rename_beside_the_duels_are_refused_with_their_reasons(mount):
    path = mount.path
    os.mkdir(path / "one")
    for act, file, words in (
            (lambda: File(path / "turn.md", os.O_WRONLY | os.O_CREAT), "turn.md",
             "[history.changed] only a duel can be made here, by mkdir: a turn is appended to debate.md in one"),
            (lambda: os.mknod(path / "here"), "here", "only a duel"),
            (lambda: os.symlink("status", path / "there"), "there", "no link can be made here"),
            (lambda: os.unlink(path / "status"), "status", "a file of the mount is never removed"),
            (lambda: os.rename(path / "one", path / "two"), "one", "a duel keeps its name"),
            (lambda: File(path / "status", os.O_WRONLY), "status", "this file is written by the mount alone")):
        with refuses(mount, "EPERM", "uid 0", file, words):
            act()
    assert sorted(os.listdir(path)) == ["README.md", "index.html", "last_error", "one", "status"]


def test_it_holds_the_newest_sixteen_equal_ones_in_a_row_are_counted_and_nobody_pushes_out_what_others_have_to_read(mount, user):
    path, last_error = mount.path, mount.path / "last_error"
    with refused("EINVAL"):
        user(BOB).call(os.mkdir, path / "BOB")
    for n in (*range(1, 31), 30):
        assert not works(os.mkdir, path / f"N{n}")
    lines = reasons(mount).splitlines()
    mine = [line.split(":")[0] for line in lines if line.startswith("N") and ": error" in line]
    assert len(mine) == 15 and mine[-1] == "N16"
    assert "N30: EINVAL (2 times)" in lines[0]
    assert "BOB: error" in lines[-1]
    before = os.stat(last_error).st_mtime_ns
    assert not works(os.mkdir, path / "N30")
    assert os.stat(last_error).st_mtime_ns != before
    mount.remount()
    assert reasons(mount) == ""


def test_README_md_of_a_mount_has_at_most_900_words(mount):
    assert len((mount.path / "README.md").read_text().split()) <= 900
