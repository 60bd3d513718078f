"""-o ro of a database: what others write is shown, and nothing is written, so that a standby will do, or a role that may only read."""
import calendar
import os
import time

import pytest

from mounts import TIME, File, eventually, only_on_sqlite, refused, refuses_to_start

pytestmark = only_on_sqlite("mounts databases of its own")
OURS = "user=duelfs"


@pytest.fixture
def reader(host):
    """reader(where, line…): a mount that only reads."""
    return lambda where=None, *lines: host("[mount]\n" + "".join(line + "\n" for line in lines), ("ro",), where)


def everything(database):
    """All that is in the database, in one line."""
    return database.sql("SELECT (SELECT count(*) FROM boots), (SELECT count(*) FROM mounts), (SELECT sum(rev) FROM duels), "
                        "(SELECT count(*) FROM entries), (SELECT last_id FROM meta), (SELECT list_rev FROM meta)")


def refuses_every_change(mount, duel):
    for path in (duel / "lock", duel.debate, duel / "config.toml"):
        with refused("EROFS", "open"):
            File(path, os.O_WRONLY)
    with refused("EROFS"):
        os.mkdir(mount.path / "new")
    with refused("EROFS"):
        os.rmdir(duel.path)


def as_of(mount):
    return calendar.timegm(time.strptime(mount.status("as_of"), TIME))


def in_step(mount):
    return mount.status("store_state") == "in step"


def test_o_ro_a_mount_with_a_role_that_may_only_read_shows_what_others_write_and_leaves_nothing_behind(cluster, database, host, reader, tmp_path):
    a = host()
    duel = a.joined()
    duel.play(1, "alice", "OPEN_TO_DEBATE")
    before = everything(database)
    cluster.sql("CREATE ROLE watcher LOGIN")
    database.sql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO watcher")
    watched = database.url.replace(OURS, "user=watcher")
    r = reader(watched, f'archive = "{tmp_path}/archive"')
    its = r.sees(duel)
    assert (r.status("read_only"), r.status("archive")) == ("true", "")
    assert in_step(r)
    assert its.status("turns") == "1"
    assert its.record() == duel.record()
    refuses_every_change(r, its)
    r.stop()
    assert everything(database) == before
    r = reader(watched)
    its = r.sees(duel)
    assert a.status("read_only") == "false"
    duel.play(2, "bob", "OPEN_TO_DEBATE")
    other = a.duel()
    eventually((r.sees(other) / "status").exists)
    its.becomes("turns", "2")
    assert its.record() == duel.record()
    os.rmdir(other.path)
    eventually(lambda: not (r.sees(other) / "status").exists())


def test_o_ro_a_standby_shows_what_it_has_and_says_of_when_that_is_who_takes_over_from_its_server_changes_nothing(
        cluster, database, host, reader, tmp_path):
    standby = cluster.follow()
    url = database.url.replace(f"host={cluster.at}", f"host={standby.at}")
    assert "read-only" in refuses_to_start(url, tmp_path)
    a = host()
    duel = a.joined()
    cluster.is_followed()
    r = reader(url)
    its = r.sees(duel)
    eventually(its.path.exists)
    its.becomes("participants", "2")
    refuses_every_change(r, its)
    duel.play(1, "alice", "OPEN_TO_DEBATE")
    its.becomes("turns", "1")
    its.becomes("lock_owner", "")
    assert its.record() == duel.record()
    assert in_step(r)
    # what is not replayed is not said to be known
    standby.sql("SELECT pg_wal_replay_pause()")
    now, looked = int(time.time()), int(r.status("uptime_seconds"))
    duel.play(2, "bob", "OPEN_TO_DEBATE")
    eventually(lambda: int(r.status("uptime_seconds")) >= looked + 2)
    assert its.status("turns") == "1"
    assert as_of(r) < now + 1
    assert in_step(r)
    standby.sql("SELECT pg_wal_replay_resume()")
    its.becomes("turns", "2")
    eventually(lambda: as_of(r) >= now + 1)
    a.stop()
    cluster.crashes()
    standby.control("promote")
    later = host(where=url).sees(duel)
    later.becomes("lock_owner", "")
    later.play(3, "alice", "OPEN_TO_DEBATE")
    its.becomes("turns", "3")
    refuses_every_change(r, its)


def test_o_ro_a_database_without_tables_is_not_made_one_of_duelfs(database, tmp_path):
    said = refuses_to_start(database.url, tmp_path, "-o", "ro")
    assert "there are no duels in the database: it has no tables of duelfs" in said
    assert database.sql("SELECT to_regclass('meta') IS NULL") == "t"
