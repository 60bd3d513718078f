"""`duelfs list STORE`: a line a duel, of a store that is not mounted."""
import contextlib
import json
import re
import sqlite3

import pytest

from mounts import Duel, as_it_is, duelfs, only_on_sqlite

pytestmark = only_on_sqlite("compares and damages the files of a store")
NAMES = ("open", "over", "other", "untouched")
KEYS = ["duel", "format", "state", "turns", "outcome", "created_at", "updated_at", "topic"]


@pytest.fixture
def it(own):
    return own()


def status_of(duel):
    return json.loads(duel.text("status.json"))


@pytest.fixture
def four(it):
    """A store that is not mounted: an open duel, one that is closed, one of another format, and one that nobody touched. `listed` has of each
    what its status had."""
    it.duel(name="open").play_to(1)
    over = it.duel(name="over")
    over.play_to(2)
    over.conclude("alice", "DISSENT")
    it.bare('format = "rounds"', 'topic = "Which one?"', name="other")
    it.bare(name="untouched")
    it.listed = {name: {key: status_of(Duel(it.path / name))[key] for key in KEYS} for name in NAMES}
    it.stop()
    return it


def lists(*words):
    return duelfs(0, "list", *words)[0]


def listed(mount):
    """Its lines in JSON, by the duel's name."""
    return {line["duel"]: line for line in map(json.loads, lists("--json", mount.store).splitlines())}


def test_a_store_is_listed_a_line_a_duel_each_as_its_status_has_it(four):
    assert [line.split()[0] for line in lists(four.store).splitlines()] == list(NAMES)
    assert listed(four) == four.listed
    assert all(list(line) == KEYS for line in listed(four).values())


def test_a_store_is_listed_the_same_each_time_and_nothing_in_it_changes(four):
    before = as_it_is(four.store)
    assert lists("--json", four.store) == lists("--json", four.store)
    assert as_it_is(four.store) == before


def test_for_people_the_columns_stand_under_each_other_and_an_outcome_that_is_not_there_is_a_dash(four):
    lines = lists(four.store).splitlines()
    for column in (1, 2, 5, 6):
        at = lines[0].index(lines[0].split()[column])
        assert all(line[at - 1] == " " != line[at] for line in lines), lines
    assert re.search(r"^open +socratic +debating +1 +- +20[0-9-]+T[0-9:]+Z +20[0-9-]+T[0-9:]+Z +[A-Za-z]", lines[0])
    assert "DISSENT" in "".join(lines)


def test_an_empty_store_is_no_line(it):
    it.stop()
    assert lists(it.store) == lists("--json", it.store) == ""


def test_what_could_move_the_cursor_or_hide_is_escaped(it):
    duel = it.bare('topic = "Drop \u200ethe\u200b 学校?"', name="unseen")
    topic = status_of(duel)["topic"]
    it.stop()
    assert r"Drop \u{200E}the\u{200B} 学校?" in lists(it.store)
    assert listed(it)["unseen"]["topic"] == topic
    assert re.fullmatch("[ -~\n]*", lists("--json", it.store))
    # No name that mkdir takes can do it, but one that somebody wrote into the database.
    with contextlib.closing(sqlite3.connect(it.store / "duelfs.db")) as its, its:
        its.execute("UPDATE duels SET name = ?", ("\x1b[2J\x9b\u202ex",))
    assert r"\x1B[2J\u{009B}\u{202E}x " in lists(it.store)
    assert not re.search("[^ -~\n\x80-\U0010ffff]", lists(it.store))
    assert re.fullmatch("[ -~\n]*", lists("--json", it.store))
    assert list(listed(it)) == ["\x1b[2J\x9b\u202ex"]


def test_a_damaged_duel_is_listed_as_invalidated_and_the_others_as_they_are(four):
    four.start()
    four.damage_turn(Duel(four.path / "open"), 2, "bob")
    assert (listed(four)["open"]["state"], listed(four)["open"]["outcome"]) == ("invalidated", "INVALIDATED")
    assert listed(four)["over"]["outcome"] == "DISSENT"
