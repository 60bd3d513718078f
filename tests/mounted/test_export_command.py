"""`duelfs export STORE DUEL DIR`: what the archive keeps of a duel, of any duel of a store that is not mounted."""
import contextlib
import json
import os
import re
import shutil
import sqlite3
import subprocess

import pytest

import dialectic
from mounts import Duel, as_it_is, duelfs, eventually, files_with, only_on_sqlite

pytestmark = only_on_sqlite("compares and damages the files of a store")
WITH_THE_CLOCK = ("lease_seconds_left", "retry_after_seconds", "updated_at")


@pytest.fixture
def it(own):
    return own()


@pytest.fixture
def out(it):
    return it.work / "out"


def exports(status, mount, *words):
    """Its words about it; on stdout it says nothing."""
    said, told = duelfs(status, "export", mount.store, *words)
    assert said == ""
    return told


def files(folder):
    """The files of a directory and its folders, in order."""
    return sorted(str(path.relative_to(folder)) + "/" * path.is_dir() for path in folder.rglob("*"))


def without_the_clock(status):
    return {key: value for key, value in json.loads(status).items() if key not in WITH_THE_CLOCK}


def exported(mount, duel, to):
    """The mount ends, and the duel is exported: each file is what the mount showed, but for what runs with the clock."""
    was = mount.work / "was"
    shutil.rmtree(was, ignore_errors=True)
    shutil.copytree(duel.path, was)
    mount.stop()
    exports(0, mount, duel.path.name, to)
    for name in files(to):
        if name == "view.html":
            assert "</html>" in (to / name).read_text().splitlines()
        elif name == "status.json":
            assert without_the_clock((to / name).read_text()) == without_the_clock((was / name).read_text())
        elif not name.endswith("/"):
            assert (to / name).read_bytes() == (was / name).read_bytes(), name
    return was


def mode(path):
    return path.stat().st_mode & 0o7777


def test_a_duel_that_goes_on_is_exported_every_file_as_it_reads_in_the_mount(it, out):
    plan = it.work / "plan.md"
    plan.write_text("# Caching\n\nFailures are rare.\n")
    duel = it.duel(f'source = "{plan}"')
    duel.play_to(2)
    duel.lock("claim alice")
    exported(it, duel, out)
    assert files(out) == ["config.toml", "debate.md", "events", "source.md", "statement.md", "status.json", "turns/", "turns/001-alice.md",
                          "turns/002-bob.md", "view.html"]
    assert [mode(path) for path in (out, out / "debate.md", out / "turns")] == [0o755, 0o644, 0o755]
    assert not list(it.work.rglob(".duelfs*"))


def test_a_closed_duel_is_exported_the_same_each_time_and_nothing_in_its_store_changes(it, out):
    duel = it.duel()
    duel.play_to(2)
    duel.conclude("alice", "DISSENT")
    eventually(it.archive_is_done)
    exported(it, duel, out)
    before, again = as_it_is(it.store), it.work / "again"
    exports(0, it, duel.path.name, again)
    assert files(again) == files(out)
    assert all((again / name).read_bytes() == (out / name).read_bytes() for name in files(out) if not name.endswith("/"))
    assert json.loads((again / "status.json").read_text())["outcome"] == "DISSENT"
    assert as_it_is(it.store) == before


def test_a_duel_that_nobody_has_joined_is_exported_with_no_turns(it, out):
    exported(it, it.bare(), out)
    assert files(out) == ["config.toml", "debate.md", "events", "statement.md", "status.json", "turns/", "view.html"]


def strings(value):
    """Those in a JSON text, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


def test_what_is_sealed_is_left_out_and_stands_there_once_it_is_shown(it):
    duel, sealed, shown = dialectic.debate(it), it.work / "sealed", it.work / "shown"
    dialectic.hand_in(duel, 0, "bob")
    exported(it, duel, sealed)
    words = next(said for said in strings(json.loads(dialectic.text_of(0, "bob"))) if len(said) > 40)[:40]
    assert not files_with(sealed, words)
    it.start()
    dialectic.hand_in(duel, 0, "alice")
    exported(it, duel, shown)
    assert files_with(shown, words)


def test_the_files_and_trees_of_its_format_are_there_and_its_pictures(it, out):
    duel = dialectic.debate(it, names=dialectic.ROLES)
    dialectic.hand_in(duel, 0, "bob", "alice", "carol")
    was = exported(it, duel, out)
    for name in ("scores.json", "argument-graph.mmd", "argument-graph.svg", "arguments/prop_000a.md", "turns/001-carol.md"):
        assert (out / name).stat().st_size
    picture, page = (out / "argument-graph.svg").read_text(), (out / "view.html").read_text()
    assert "<svg" in picture[:600] and "prop_000a" in picture
    assert "prop_000a" in "".join(re.findall("<svg.*?</svg>", page, re.S))
    assert 'http-equiv="refresh"' in (was / "view.html").read_text()
    assert 'http-equiv="refresh"' not in page
    assert 'This is a copy, as it was <time datetime="20' in page


def test_an_empty_directory_is_taken_and_keeps_its_mode_one_with_anything_in_it_is_refused_and_stays_as_it_is(it, monkeypatch):
    duel = it.duel()
    name = duel.path.name
    duel.play_to(1)
    record, empty, file, here = duel.record(), it.work / "empty", it.work / "file", it.work / "here"
    it.stop()
    empty.mkdir()
    empty.chmod(0o2750)
    exports(0, it, name, f"{empty}/")
    assert mode(empty) == 0o2750
    assert (empty / "debate.md").read_bytes() == record
    before = files(empty)
    assert exports(1, it, name, empty) == f"duelfs: {empty}: it is not empty; name a directory that is, or is not there"
    assert files(empty) == before
    file.write_text("text\n")
    assert exports(1, it, name, file) == f"duelfs: {file}: Not a directory"
    assert file.read_text() == "text\n"
    assert exports(1, it, name, it.work / "no/where") == f"duelfs: {it.work}/no/where: No such file or directory"
    here.mkdir()
    monkeypatch.chdir(here)
    exports(0, it, name, ".")
    assert (here / "debate.md").read_bytes() == record


def test_a_directory_that_cannot_be_written_whole_is_not_there_at_all(it):
    it.duel(name="d").play_to(2)
    it.stop()
    small = it.work / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k,nr_inodes=6", "none", small], check=True)
    try:
        assert "No space left on device" in exports(1, it, "d", small / "out")
        assert os.listdir(small) == []
    finally:
        subprocess.run(["umount", small], check=True)


def test_a_duel_that_is_not_there_and_a_store_that_is_not_are_told_apart(it, out):
    it.duel(name="d")
    it.stop()
    assert exports(1, it, "e", out) == f"duelfs: e: there is no duel of this name in {it.store}"
    assert duelfs(2, "export", it.work / "nowhere", "d", out)[1].endswith("No such file or directory")
    assert not out.exists()


def test_of_a_damaged_duel_what_is_before_the_damage_is_exported_and_that_is_told(it, out):
    duel = it.duel(name="d")
    duel.play_to(1)
    it.damage_turn(duel, 2, "bob")
    assert "is not what was accepted" in exports(1, it, "d", out)
    assert os.listdir(out / "turns") == ["001-alice.md"]
    assert json.loads((out / "status.json").read_text())["state"] == "invalidated"


def test_a_copy_of_a_store_that_is_not_mounted_is_a_backup_and_so_are_its_plain_files(it):
    backup, copy = it.work / "backup", it.work / "copy"
    for name in ("one", "two"):
        it.duel(name=name).join_both()
    with contextlib.closing(sqlite3.connect(it.store / "duelfs.db", timeout=0)) as its, pytest.raises(sqlite3.OperationalError) as told:
        its.execute("SELECT * FROM duels")
    assert "locked" in str(told.value)
    it.stop()
    backup.mkdir()
    for name in ("one", "two"):
        exports(0, it, name, backup / name)
    shutil.copytree(it.store, copy)
    it.start()
    assert duelfs(0, "verify", copy)[0] == "one: ok\ntwo: ok"
    it.stop()
    it.where = copy
    it.start()
    assert Duel(it.path / "two").record() == (backup / "two/debate.md").read_bytes()
