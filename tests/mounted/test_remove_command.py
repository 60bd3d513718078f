"""`duelfs remove STORE DUEL…`: takes duels that are over, or forgotten, out of a store that is not mounted."""
import contextlib
import re
import sqlite3

import pytest

import dialectic
from mounts import duelfs, eventually, only_on_sqlite

pytestmark = only_on_sqlite("changes the files of a store")

DAY = 24 * 60 * 60
TIME = "[0-9T:-]+Z"


@pytest.fixture
def it(own):
    return own()


def closed(mount, name):
    duel = mount.duel(name=name)
    duel.play_to(2)
    duel.conclude("alice", "DISSENT")
    return duel


def begun(mount, name):
    duel = mount.duel(name=name)
    duel.play_to(1)
    return duel


def query(mount, text):
    with contextlib.closing(sqlite3.connect(mount.store / "duelfs.db")) as its, its:
        return its.execute(text).fetchall()


def untouched_for(mount, name, seconds):
    """As if it had not been touched since: of a duel that nobody joined its row alone says when."""
    query(mount, f"UPDATE duels SET created_ms = created_ms - {seconds * 1000}, updated_ms = updated_ms - {seconds * 1000} WHERE name = '{name}'")


def names(mount):
    return [line.split()[0] for line in duelfs(0, "list", mount.store)[0].splitlines()]


def removes(status, mount, *given):
    return duelfs(status, "remove", mount.store, *given)


def archived(mount):
    """Each file of its archive, with what is in it."""
    return {path: path.read_bytes() for path in (mount.store / "archive").rglob("*") if path.is_file()}


def test_a_closed_duel_is_taken_out_for_good_its_archive_stays_and_the_store_verifies(it):
    closed(it, "one")
    closed(it, "two")
    begun(it, "open")
    it.stop()
    kept = archived(it)
    assert removes(0, it, "one")[0] == "one: removed"
    assert names(it) == ["two", "open"]
    assert duelfs(0, "verify", it.store)[0] == "two: ok\nopen: ok"
    assert kept and archived(it) == kept
    assert query(it, "SELECT count(DISTINCT duel) FROM entries") == [(2,)]
    it.start()
    assert not (it.path / "one").exists()
    assert 'outcome = "DISSENT"' in (it.path / "two/status").read_text()
    assert begun(it, "one").status("turns") == "1"


def test_several_are_taken_out_at_once_and_those_that_may_not_go_stay_each_with_its_reason(it):
    closed(it, "one")
    closed(it, "two")
    begun(it, "open")
    it.stop()
    said, told = removes(1, it, "one", "open", "nothing", "two")
    assert said == "one: removed\ntwo: removed"
    assert re.search(rf"^duelfs: open: it is not closed \(debating, last changed {TIME}\)$", told, re.M)
    assert f"duelfs: nothing: there is no duel of this name in {it.store}" in told.splitlines()
    assert names(it) == ["open"]
    removes(1, it, "open")
    assert names(it) == ["open"]
    duelfs(0, "verify", it.store)


def test_a_duel_without_a_turn_goes_when_nobody_has_touched_it_for_a_day_and_not_before(it):
    it.bare(name="old")
    it.bare(name="young")
    it.stop()
    _, told = removes(1, it, "old", "young")
    assert re.search(rf"^duelfs: old: it has no turn, but was changed less than a day ago, {TIME}$", told, re.M)
    untouched_for(it, "old", DAY)
    untouched_for(it, "young", DAY - 600)
    assert removes(1, it, "old", "young")[0] == "old: removed"
    assert names(it) == ["young"]
    duelfs(0, "verify", it.store)


def test_a_hand_in_that_is_sealed_still_is_a_text(it):
    dialectic.hand_in(dialectic.debate(it, name="d"), 0, "bob")
    it.stop()
    assert "duelfs: d: it is not closed (" in removes(1, it, "d")[1]


def test_a_damaged_duel_may_go_and_then_the_store_verifies_again(it):
    broken = begun(it, "broken")
    closed(it, "whole")
    it.damage_turn(broken, 2, "bob")
    duelfs(1, "verify", it.store)
    removes(0, it, "broken")
    assert duelfs(0, "verify", it.store)[0] == "whole: ok"


def test_a_closed_duel_that_is_not_in_the_archive_yet_stays_until_it_is(it):
    it.stop()
    records = it.work / "records"
    records.write_text("not a directory\n")
    it.configure(f'[mount]\narchive = "{records}"\n')
    it.expect("records")
    it.start()
    closed(it, "d")
    eventually(lambda: "records" in it.log.read_text())
    it.stop()
    assert removes(1, it, "d")[1] == "duelfs: d: it is closed, but not in the archive yet: a mount of the store writes it there once nothing is due"
    records.unlink()
    it.start()
    eventually(lambda: list(records.glob("*.md")))
    it.stop()
    removes(0, it, "d")


def test_a_store_that_is_mounted_is_left_alone(it):
    duel = closed(it, "one")
    assert removes(2, it, "one")[1] == f"duelfs: the store {it.store} is in use by another duelfs"
    assert duel.status("outcome") == "DISSENT"


def test_a_store_that_a_kill_has_left_with_its_log_is_changed_too(it):
    one = closed(it, "one")
    eventually(lambda: one.status("archive").startswith("20"))
    duel = begun(it, "open")
    it.kill()
    removes(0, it, "one")
    assert names(it) == ["open"]
    it.start()
    assert duel.status("turns") == "1"
