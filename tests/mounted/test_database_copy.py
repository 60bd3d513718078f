"""`duelfs copy FROM TO`: all duels from a directory to a database and back."""
import contextlib
import fnmatch
import os
import re
import shutil
import sqlite3
import subprocess
import time

import pytest

import dialectic
from mounts import DUELFS, Database, duelfs, eventually, only_on_sqlite, put, refuses_to_start, turn

pytestmark = only_on_sqlite("mounts databases of its own")
HALF = "half of a copy that was not finished"
ROWS = (*(f"SELECT * FROM {table}" for table in ("boots ORDER BY id", "duels ORDER BY id", "sources ORDER BY duel", "archives ORDER BY duel")),
        "SELECT boot, began_ms, ended_ms FROM mounts ORDER BY id",
        "SELECT secret, max(last_id, ifnull((SELECT max(id) FROM duels), 0)) FROM meta",
        "SELECT duel, seq, kind, seat, lease, time_ms, clock_ms, boot, hash, data, body FROM entries ORDER BY duel, seq")
# Guides and prompts are not of the store: they are the program's own words, which tests of theirs hold.
WORDS_OF_THE_PROGRAM = ("*.svg", "*/lock", "*/README.md", "*/prompt.md", "*.html", "*/participants/*/template.md")
BY_THE_CLOCK = re.compile(r'^((wait_until|move_ends_at|deadline) = ).*|("(wait_until|move_ends_at|deadline)": ?)"[^"]*"'
                          r"|(granted from )[0-9TZ:-]+", re.M)


@pytest.fixture
def home(database, own):  # pylint: disable=unused-argument  # it ends before the database does
    """A mount of a directory."""
    return own()


@pytest.fixture
def back(tmp_path):
    return tmp_path / "back"


def copies(status, *words):
    return duelfs(status, "copy", *words)


def rows_of(store):
    """Every row that counts."""
    with contextlib.closing(sqlite3.connect(store / "duelfs.db")) as its:
        return [its.execute(query).fetchall() for query in ROWS]


def change(store, script):
    with contextlib.closing(sqlite3.connect(store / "duelfs.db")) as its:
        its.executescript(script)


def all_files(mount):
    """Each file of the mount and of its archive, without what is the mount's own or a picture, and without times that a load counts anew."""
    files = [path for path in mount.path.rglob("*") if path.is_file() and path.parent != mount.path
             and not any(fnmatch.fnmatch(path, pattern) for pattern in WORDS_OF_THE_PROGRAM)]
    found = {path: BY_THE_CLOCK.sub(lambda it: it[1] or it[3] or it[5], path.read_text()) for path in files}
    archived = {path: path.read_text() for path in (mount.store / "archive").rglob("*") if path.is_file()}
    assert len(found) > 20 and archived
    return {**found, **archived}


def brought_home(mount, back):
    """The copy there is the store now."""
    shutil.rmtree(mount.store)
    shutil.move(back, mount.store)


def plays_socratic(mount):
    plan = mount.work / "plan.md"
    plan.write_text("# Caching\n\nFailures are rare.\n")
    duel = mount.duel(f'source = "{plan}"', name="open")
    duel.join("alice")
    duel.lock("join bob harness=codex model=gpt-5 token=settled-secret")
    duel.play(1, "alice", "OPEN_TO_DEBATE")
    duel = mount.duel(name="ended")
    duel.play_to(1)
    duel.lock('close maker reason="the wrong question"')


def plays_dialectic(mount):
    judged = dialectic.debate(mount, "exchanges = 3", names=dialectic.ROLES, name="judged")
    for n in range(3):
        dialectic.hand_in(judged, n, "bob", "alice")
        judged.lock("claim carol")
        judged.append(dialectic.text_of(n, "carol"))
    put(dialectic.desk(judged, "carol"), dialectic.report())
    dialectic.hand_in(dialectic.debate(mount, name="sealed"), 0, "bob")
    revealed = dialectic.debate(mount, name="revealed")
    dialectic.hand_in(revealed, 0, "bob")
    revealed.lock('close maker reason="alice is gone"')


def test_copy_a_store_of_all_formats_goes_to_a_database_and_back_row_for_row_and_reads_the_same_bytes_in_both(database, home, back):
    plays_socratic(home)
    plays_dialectic(home)
    eventually(home.archive_is_done)
    before = all_files(home)
    home.stop()
    rows = rows_of(home.store)
    assert copies(0, home.store, database.url)[0] == f"{home.store}: its duels are at postgresql:///{database.name}?host={database.at} now"
    lines = duelfs(0, "verify", database.url)[0].splitlines()
    assert len([line for line in lines if not line.endswith(": ok")]) == 1
    copies(0, database.url, back)
    assert rows_of(back) == rows
    shutil.copytree(home.store / "archive", back / "archive")
    shutil.copy(home.store / "duelfs.toml", back)
    brought_home(home, back)
    home.start()
    assert all_files(home) == before


def test_copy_what_is_played_goes_on_there_with_its_lease_its_tokens_and_its_archived_duels_where_it_was_nothing_is_mounted(
        database, home, host, back, tmp_path):
    over = home.duel(name="over")
    over.play_to(1)
    over.lock("close maker reason=enough")
    eventually(home.archive_is_done)
    duel = home.joined("lease_seconds = 600", name="d")
    duel.play(1, "alice", "OPEN_TO_DEBATE")
    duel.lock("claim bob")
    record, events = duel.text("debate.md"), duel.text("events")
    home.stop()
    copies(0, home.store, database.url)

    said = refuses_to_start(home.store, home.path)
    assert f"the duels were copied from here, and are at postgresql:///{database.name}?host={database.at} now" in said
    duelfs(0, "list", home.store)
    assert "the duels were copied from here" in copies(1, home.store, tmp_path / "third")[1]
    a = host()
    its = a.sees(duel)
    assert its.status("lock_owner") == "bob"
    assert int(its.status("lease_seconds_left")) > 500
    assert its.text("debate.md") == record
    assert its.text("events").startswith(events)
    assert a.sees(over).status("archive") == f"{time.strftime('%Y-%m-%d', time.gmtime())}-caching.md"
    its.append(turn(2, "bob"))
    os.mkdir(a.path / "new")
    assert len({path.stat().st_ino for path in a.path.iterdir() if path.is_dir()}) == 3

    assert "it is mounted somewhere" in copies(1, database.url, back)[1]
    a.stop()
    copies(0, database.url, back)
    assert f"the duels were copied from here, and are at {back} now" in refuses_to_start(database.url, a.path)
    # not even by one that does not ask
    for text in ("UPDATE duels SET rev = rev + 1", "UPDATE meta SET list_rev = list_rev + 1"):
        with pytest.raises(subprocess.CalledProcessError):
            database.sql(text)
    copies(1, database.url, tmp_path / "third")
    brought_home(home, back)
    home.start()
    assert duel.status("turns") == "2"
    home.duel(name="newest")


def test_copy_a_directory_to_a_directory_and_a_database_to_a_database_to_one_that_has_duels_is_refused(
        cluster, database, home, host, own, back, tmp_path):
    last, other = tmp_path / "last", Database(cluster.at)
    home.duel(name="d").play_to(2)
    home.stop()
    copies(0, home.store, back)
    rows = rows_of(home.store)
    assert rows_of(back) == rows
    copies(0, back, database.url)
    copies(0, database.url, other.url)
    copies(0, other.url, last)
    assert rows_of(last) == rows

    shutil.rmtree(back)
    second, empty = own(), Database(cluster.at)
    second.duel()
    second.stop()
    assert "duels are copied to a store that has none" in copies(1, last, second.store)[1]
    a = host(where=empty.url)
    a.duel()
    a.stop()
    assert "duels are copied to a database that has none" in copies(1, last, empty.url)[1]
    assert "cannot open the store" in copies(1, tmp_path / "nowhere", back)[1]
    assert not back.exists()
    copies(2, last, f"postgresql:///nobody?host={cluster.at}&user=duelfs")
    copies(1, last, last)
    second.start()
    assert "in use" in copies(1, second.store, back)[1]
    # and what was refused is as it was
    assert duelfs(0, "verify", last)[0] == "d: ok"


def is_half_made(where):
    """The readable part of it is told, and that it is half-made."""
    for status, command, words in ((1, "verify", "d: ok"), (2, "list", "socratic")):
        said = "".join(duelfs(status, command, where))
        assert f"it is {HALF}: copy again, or empty it" in said and words in said


def test_copy_one_that_ended_early_leaves_the_first_as_it_was_and_is_begun_anew(database, home, host, back):
    duel = home.duel(name="d")
    duel.play_to(2)
    home.stop()
    # before anything was there: the server dies under it, or it is killed
    database.sql("CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(30); RETURN NEW; END $$")
    host().stop()
    database.sql("UPDATE meta SET last_id = 0; CREATE TRIGGER slow BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION slow()")
    with subprocess.Popen([DUELFS, "copy", home.store, database.url], stderr=subprocess.DEVNULL) as copier:
        eventually(lambda: database.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") == "1")
        copier.kill()
    database.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database.name}' AND pid <> pg_backend_pid()")
    database.sql("DROP TRIGGER slow ON entries")
    home.start()
    assert duel.status("turns") == "2"
    home.stop()
    rows = rows_of(home.store)
    assert duelfs(0, "list", database.url)[0] == ""

    # half-made, and said of the first where it goes: neither is mounted, and the same words end it
    copies(0, home.store, database.url)
    database.sql("UPDATE meta SET moved_to = ''")
    assert HALF in refuses_to_start(database.url, home.path)
    is_half_made(database.url)
    refuses_to_start(home.store, home.path)
    copies(0, home.store, database.url)
    copies(0, database.url, back)
    assert rows_of(back) == rows
    # and a directory
    change(back, "UPDATE meta SET moved_to = ''")
    for path in back.glob("duelfs.db-*"):
        path.unlink()
    assert HALF in refuses_to_start(back, home.path)
    is_half_made(back)
    copies(0, database.url, back)
    assert rows_of(back) == rows
    assert duelfs(0, "verify", back)[0] == "d: ok"


def test_copy_damage_stays_what_it_was_its_words_are_told_by_help_and_others_are_refused(database, home):
    home.duel(name="d").play_to(2)
    home.stop()
    change(home.store, "UPDATE entries SET body = CAST('x' AS BLOB) WHERE body IS NOT NULL "
                       "AND seq = (SELECT max(seq) FROM entries WHERE body IS NOT NULL)")
    before = "".join(duelfs(1, "verify", home.store))
    copies(0, home.store, database.url)
    assert before and before in "".join(duelfs(1, "verify", database.url))
    assert "usage: duelfs copy FROM TO" in copies(0, "--help")[0]
    assert "usage: duelfs copy FROM TO" in copies(2, home.store)[1]
