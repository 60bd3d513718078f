"""Duels in a PostgreSQL database, which several mounts share."""
import concurrent.futures
import os
import shutil
import time

import pytest

from dialectic import ROLES, SIDES, debate, desk, hand_in, report
from mounts import Duel, eventually, only_on_sqlite, put, refuses_to_start, turn, works

pytestmark = only_on_sqlite("mounts databases of its own")
AWAY, BACK = "the database cannot be reached: nothing is accepted until it is back", "the database is there again"
CLOSE = "close maker reason=enough"


def keys(*lines):
    return "[mount]\n" + "".join(line + "\n" for line in lines)


@pytest.fixture
def two(host):
    """Two hosts that share a database."""
    return host(), host()


def both(*calls):
    """These, each a function and what it is given, at the same moment."""
    with concurrent.futures.ThreadPoolExecutor(len(calls)) as pool:
        return [call.result() for call in [pool.submit(*call) for call in calls]]


def seen_on_both(duel, its, *names):
    for name in names:
        eventually(lambda it=name: duel.text(it) == its.text(it))


def told_of(duel, turns):
    """It is known from here that so many turns were taken, and that the floor was given up after them."""
    duel.becomes("turns", str(turns))
    duel.becomes("lock_owner", "")


def play(duel, n, name, text=None):
    """As soon as its turn is known here."""
    told_of(duel, n - 1)
    duel.lock(f"claim {name}")
    duel.append(text or turn(n, name))
    duel.lock(f"release {name}")


def joined_on(two, *config):
    """A duel that both joined, as the two see it."""
    duel = two[0].joined(*config)
    its = two[1].sees(duel)
    eventually(its.path.exists)
    its.becomes("participants", "2")
    return duel, its


def accepting(n, name, said):
    return f"{turn(n, name, 'ACCEPTING_CONSENSUS')}\n**Stance Revision Support**\n- Turn {n - 1}\n\n**Consensus**\n{said}\n"


def is_in_state(host, state):
    return host.status("store_state") == state


def today():
    return time.strftime("%Y-%m-%d", time.gmtime())


def test_a_debate_is_played_across_two_mounts_of_one_database_to_its_end(database, host, two):
    a, b = two
    duel = a.duel()
    duel.join("alice")
    its = b.sees(duel)
    eventually(its.path.exists)
    its.becomes("participants", "1")
    its.join("bob")
    duel.becomes("participants", "2")
    said = "Caching is worth it where reads outnumber writes."
    texts = [turn(1, "alice"), turn(2, "bob"), accepting(3, "alice", said), accepting(4, "bob", "Accepts: Turn 3")]
    for n, text in enumerate(texts, 1):
        play((its, duel)[n % 2], n, ("bob", "alice")[n % 2], text)
    told_of(duel, 4)
    duel.lock("claim alice")
    duel.append(duel.conclusion("ACCEPTED_CONSENSUS").replace("**Decided**", f"**Consensus**\n{said}\n\n**Decided**"))
    its.becomes("outcome", "ACCEPTED_CONSENSUS")
    assert its.status("state") == "completed"
    seen_on_both(duel, its, "debate.md", "events")
    assert [path.read_text() for path in sorted((its / "turns").iterdir())] == texts
    for mount in two:
        assert mount.status("database") == f"postgresql:///{database.name}?host={database.at}"
        assert mount.status("lost_entries") == "0"
        assert mount.sees(duel).status("as_of").startswith(time.strftime("%Y-", time.gmtime()))
    # and by who comes later
    later = host().sees(duel)
    assert (later.text("debate.md"), later.text("events")) == (duel.text("debate.md"), duel.text("events"))


def test_what_one_accepts_wakes_who_waits_on_the_other(two, park, tmp_path):
    duel, its = joined_on(two)
    play(duel, 1, "alice")
    told_of(its, 1)
    waiting = [park(its / name) for name in ("participants/alice/wait", "wait")]
    its.play(2, "bob", "OPEN_TO_DEBATE")
    for reader in waiting:
        reader.answer()
    told_of(duel, 2)
    reader = park(duel / "participants/bob/wait")
    play(its, 3, "alice")
    woken = tmp_path / "woken"
    woken.write_bytes(reader.answer())
    assert duel.status("next_step", woken) == "claim_lock"


def test_while_the_server_is_away_nothing_is_accepted_what_was_there_shows_and_when_it_is_back_all_goes_on(cluster, host):
    two = a, b = host(), host()
    duel, its = joined_on(two)
    duel.play(1, "alice", "OPEN_TO_DEBATE")
    its.becomes("turns", "1")
    for mount in two:
        mount.expect(AWAY)
        mount.expect(BACK)
    cluster.crashes()
    with duel.refuses("EIO", "store.failed"):
        duel.lock("claim bob")
    assert is_in_state(a, "cut off")
    assert duel.status("turns") == "1"
    assert "## Turn 1" in duel.text("debate.md")
    eventually(lambda: is_in_state(b, "cut off"))
    cluster.starts()
    eventually(lambda: is_in_state(b, "in step"))
    eventually(lambda: is_in_state(a, "in step"))
    duel.play(2, "bob", "OPEN_TO_DEBATE")
    # and one that is away for a moment costs a pause
    cluster.crashes()
    cluster.starts()
    told_of(its, 2)
    eventually(lambda: works(its.lock, "claim alice"))
    its.append(turn(3, "alice"))
    duel.becomes("turns", "3")
    seen_on_both(duel, its, "debate.md", "events")


def with_a_store(database, *lines):
    return keys(f'database = "{database.url}"', *lines)


def records(archive):
    return sorted(path.name for path in archive.glob("*.md"))


def test_database_in_a_STORE_s_configuration_its_archive_and_its_lock_are_that_directory_s(database, host, own, tmp_path):
    a, b = own(with_a_store(database)), host()
    assert a.status("store") == str(a.store)
    duel = debate(a, "exchanges = 1", names=ROLES)
    its = b.sees(duel)
    said = refuses_to_start(a.store, tmp_path)
    assert str(a.store) in said and "in use" in said
    name = f"{today()}-this-house-would-make-buses-free.md"
    hand_in(duel, 0, *SIDES, "carol")
    eventually(lambda: its.path.exists() and its.status("next_step") == "write_report")
    a.kill()
    put(desk(its, "carol"), report())  # what is written elsewhere meanwhile does not make it forget the file it owes
    a.start()
    eventually(lambda: (a.store / "archive" / name).exists() and (a.store / "archive" / name).stat().st_size)
    eventually(a.archive_is_done)
    its.becomes("outcome", "COMPLETED")
    its.becomes("archive", name)
    assert sorted(os.listdir(a.store)) == ["archive", "duelfs.toml"]


def records_are_whole(archive, two, count):
    """File and directory of each, as its record is, and nothing beside them."""
    a, b = two
    for mount in two:
        eventually(mount.archive_is_done)
    # what the slower one of the two made beside its places is taken away by and by
    eventually(lambda: len(os.listdir(archive)) == 2 * count)
    assert not [name for name in os.listdir(archive) if name.startswith(".")]
    for i in range(count):
        duel, its = Duel(a.path / f"d{i}"), Duel(b.path / f"d{i}")
        name = duel.status("archive")
        assert its.status("archive") == name
        assert (archive / name).read_text() == its.text("debate.md")
        folder = archive / name.removesuffix(".md")
        assert [(folder / file).read_text() for file in ("debate.md", "events")] == [duel.text(file) for file in ("debate.md", "events")]


def test_two_mounts_with_one_archive_write_each_duel_there_whole_and_once_whoever_closes_it(database, own, tmp_path):
    archive = tmp_path / "records"
    a, b = two = [own(with_a_store(database, f'archive = "{archive}"')) for _ in range(2)]
    for i in range(10):
        duel = a.joined(name=f"d{i}")
    eventually(b.sees(duel).path.exists)
    b.sees(duel).becomes("participants", "2")
    # both of one duel, or each one of its own; all have the same topic
    closing = [(b, i) for i in range(10)] + [(a, i - i % 2) for i in range(10)]
    both(*((works, Duel(mount.path / f"d{i}").lock, CLOSE) for mount, i in closing))
    records_are_whole(archive, two, 10)
    # what a crash left to both
    for mount in two:
        mount.stop()
    shutil.rmtree(archive)
    database.sql("UPDATE duels SET state = 'unarchived'; DELETE FROM archives")
    for mount in two:
        mount.start()
    records_are_whole(archive, two, 10)


def test_what_cannot_be_mounted_says_why_and_no_password_is_ever_repeated(cluster, database, tmp_path):
    place, store = tmp_path / "x", tmp_path / "store"
    place.mkdir()
    store.mkdir()

    def refuses(what, *words):
        said = refuses_to_start(what, place)
        assert all(it in said for it in words) and "hunter" not in said, said
    for url in ("postgresql://alice:hunter22@host/d", "postgresql:///d?password=hunter22", "postgres://a:hunter22@h,i/d"):
        refuses(url, "a password does not belong there", "PGPASSFILE")
    refuses("postgresql://alice:hunter22@host/d?no_word=1", "this is no database as libpq writes them")
    refuses(f"postgresql:///{database.name}?host={tmp_path}&user=duelfs", "the database cannot be reached")
    refuses(f"postgresql:///nobody?host={cluster.at}&user=duelfs", 'database "nobody" does not exist')
    cluster.sql("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    refuses(f"postgresql:///latin?host={cluster.at}&user=duelfs", "createdb -E UTF8")
    database.sql("CREATE ROLE guest LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    refuses(database.url.replace("user=duelfs", "user=guest"), "permission denied", "who mounts it first makes its tables")
    (store / "duelfs.toml").write_text(keys('database = "postgresql://alice:hunter22@host/d"'))
    refuses(store, f"{store}/duelfs.toml: database: a password")


def test_tables_that_are_there_serve_a_role_that_may_not_make_any_a_newer_program_s_are_refused(database, host, tmp_path):
    host().stop()
    database.sql("CREATE ROLE member LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC; "
                 "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO member")
    a = host(where=database.url.replace("user=duelfs", "user=member"))
    a.duel().lock("join alice")
    a.stop()
    database.sql("UPDATE meta SET level = 99")
    assert "made by another version of duelfs" in refuses_to_start(a.where, tmp_path)


def test_a_server_that_may_lose_what_it_says_is_durable_is_warned_of(cluster, host):
    cluster.sql("ALTER SYSTEM SET full_page_writes = off")
    cluster.sql("SELECT pg_reload_conf()")
    eventually(lambda: cluster.sql("SHOW full_page_writes") == "off")
    mount = host()
    mount.expect("warning: postgresql:///.*: the server runs with fsync or full_page_writes off")
    cluster.sql("ALTER SYSTEM RESET full_page_writes")
    cluster.sql("SELECT pg_reload_conf()")
    assert "full_page_writes" in mount.log.read_text()


def test_a_STORE_with_duels_of_its_own_takes_no_database(database, own):
    mount = own()
    mount.stop()
    mount.configure(with_a_store(database))
    assert "duelfs.db has duels of its own" in refuses_to_start(mount.store, mount.path)
