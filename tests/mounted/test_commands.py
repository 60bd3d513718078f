"""The command line without a mount."""
import os
import pathlib
import re
import subprocess

import pytest

from mounts import DUELFS, Mount, duelfs, only_on_sqlite, refuses_to_start

pytestmark = only_on_sqlite("what is there before a mount, and what each message says of it, are files")

COMMANDS = "list, export, remove, verify, copy, init, check"


class Unmounted(Mount):
    """A store that was mounted once, and a mountpoint; what is refused leaves nothing there."""

    def __init__(self):
        super().__init__(options=("allow_other",))
        self.stop()
        self.options = []

    def refuses(self, words, *given, **options):
        said = refuses_to_start(*given, **options)
        assert f"duelfs: {words}" in said
        assert self.daemon.poll() is None or not self.is_mounted()
        return said

    def listing(self):
        return {entry.name: (entry.stat().st_mode, entry.stat().st_size, entry.stat().st_mtime_ns) for entry in os.scandir(self.store)}


@pytest.fixture
def place():
    it = Unmounted()
    yield it
    it.end()


def test_help_prints_the_commands_and_gives_0():
    said, _ = duelfs(0, "--help")
    for words in ("STORE MOUNTPOINT", *COMMANDS.split(", "), "--version", "--print-config"):
        assert words in said


def test_help_behind_verify_prints_the_commands_too_and_looks_for_no_store():
    for option in ("--help", "-h"):
        assert "duelfs verify STORE" in duelfs(0, "verify", option)[0]


def test_version_prints_name_and_version():
    assert re.search(r"duelfs.*[0-9]+\.[0-9]+", duelfs(0, "--version")[0])


def test_words_that_mean_nothing_are_refused_with_a_hint_and_mount_nothing(place, tmp_path):
    store, a, b = tmp_path / "store", tmp_path / "a", tmp_path / "b"
    for words in ((), ("--bogus",), (store,), (store, place.path, "extra"), ("verify",), ("verify", a, b), ("list",), ("list", a, b),
                  ("list", "--bogus", a), ("export",), ("export", a, "b"), ("remove",), ("remove", a), ("remove", a, "b"), ("check",),
                  ("check", a, b)):
        it = subprocess.run([DUELFS, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
        assert 0 < it.returncode < 124, words
        assert it.stdout + it.stderr
        assert not place.is_mounted()
    assert not store.exists()


def test_a_first_word_without_a_slash_that_is_neither_a_command_nor_a_store_is_an_unknown_command(place, monkeypatch):
    monkeypatch.chdir(place.work)
    before = os.listdir()
    for word in ("verfy", "verify2", "chekc"):
        for behind in ((place.store,), (place.path,), ()):
            place.refuses(f"{word}: there is no such command; did you mean ", word, *behind)
    place.refuses(f"mount: there is no such command; there are {COMMANDS}", "mount", place.store, place.path)
    place.refuses("mount: there is no such command", "-o", "ro", "mount", place.path)
    place.refuses(f"new: there is no such command; there are {COMMANDS} (a new store of this name is ./new)", "new", place.path)
    place.refuses(r"a\x1B: there is", "a\x1b", place.path)
    assert os.listdir() == before
    # If it is one, it is one.
    os.mkdir("stoer")
    for store in ("stoer", "./new"):
        place.store = store
        place.start()
        place.stop()
        assert os.path.isfile(f"{store}/duelfs.db")


def test_a_mountpoint_that_holds_a_store_is_refused_and_nothing_is_made(place):
    before, other, link = place.listing(), place.work / "other", place.work / "link"
    place.refuses(f"{place.store}: this is a store, and no place to mount one on", other, place.store)
    place.refuses(f"{place.store}: ", place.store, place.store)
    link.symlink_to(place.store)
    place.refuses(f"{place.store}: this is a store", other, link)
    assert not other.exists()
    assert place.listing() == before


def test_as_a_helper_of_mount_its_first_word_is_a_store_whatever_it_is(place):
    helper = place.work / "mount.fuse.duelfs"
    helper.symlink_to(pathlib.Path(DUELFS).resolve())
    for store in ("verify", "stores"):
        subprocess.run([helper, store, place.path, "-o", "rw,nosuid"], cwd=place.work, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=True)
        assert place.is_mounted()
        assert (place.work / store / "duelfs.db").is_file()
        subprocess.run(["umount", place.path], check=True)


def test_a_mounted_store_is_neither_listed_nor_exported_and_one_sentence_names_its_mountpoint(place, tmp_path):
    mount, link = place.work / "a place, with \\ in it", place.work / "link"
    mount.mkdir()
    place.path = mount
    link.symlink_to(place.store)
    place.start()
    (mount / "d").mkdir()
    out = tmp_path / "out"
    for store in (place.store, link):
        for words in (("list", store), ("export", store, "d", out)):
            it = subprocess.run([DUELFS, *words], capture_output=True, encoding="utf-8", timeout=60, check=False)
            assert (it.returncode, it.stdout) == (2, "")
            assert it.stderr == f"duelfs: {store} is mounted at {mount}: read its duels there, or unmount it first\n"
    assert not out.exists()
    place.stop()
    duelfs(0, "list", place.store)
    duelfs(0, "export", place.store, "d", out)


def test_what_cannot_be_read_is_exit_status_2_says_why_and_makes_nothing(place, tmp_path):
    nowhere, empty, other, out = (tmp_path / name for name in ("nowhere", "empty", "other", "out"))
    empty.mkdir()
    other.mkdir()
    (other / "duelfs.db").write_text("no database at all\n")
    for command, more in (("list", ()), ("verify", ()), ("remove", ("d",)), ("export", ("d", out))):
        for store, words in ((nowhere, f"cannot open the store {nowhere}: No such file or directory"),
                             (empty, f"there is no store in {empty}: it has no duelfs.db"), (other, f"{other}/duelfs.db is not a database")):
            assert duelfs(2, command, store, *more)[1] == f"duelfs: {words}", command
        assert f"usage: duelfs {command} " in duelfs(2, command, "--bogus", place.store, *more)[1]
        assert f"usage: duelfs {command} " in duelfs(2, command)[1]
        assert f"usage: duelfs {command} " in duelfs(0, command, "--help")[0]
    assert not nowhere.exists() and not out.exists() and os.listdir(empty) == []
