"""The commands that read a store, on a database, while it is mounted."""
import glob
import os
import re
import subprocess
import time

import pytest

from mounts import DUELFS, duelfs, eventually, in_own_namespace, now, only_on_sqlite, refuses_to_start

pytestmark = only_on_sqlite("mounts databases of its own")
TABLES = ("meta", "boots", "duels", "entries", "sources", "archives")
OF_D = "(SELECT id FROM duels WHERE name = 'd')"
AS_OF = "as of [0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}Z"
CLOSE = "close maker reason=enough"


def verified(status, where, as_of=AS_OF):
    """The output behind the first line, which says of when it is."""
    first, _, said = duelfs(status, "verify", where)[0].partition("\n")
    assert re.fullmatch(as_of, first), first
    return said


def of_all(statement):
    return "".join(statement.replace("TABLE_", table) + ";" for table in TABLES)


# The log's words about itself, and rows' about each other: how it is damaged, and the words that tell of it.
DAMAGE = (
    (f"UPDATE entries SET body = convert_to(replace(convert_from(body, 'UTF8'), 'turn2', 'turn9'), 'UTF8') "
     f"WHERE duel = {OF_D} AND body IS NOT NULL", "d: byte "),
    (f"UPDATE entries SET hash = decode(repeat('00', 32), 'hex') WHERE duel = {OF_D} AND seq = 3", "d: byte "),
    (f"UPDATE entries SET time_ms = time_ms + 1 WHERE duel = {OF_D} AND seq = 3", "d: byte "),
    (f"DELETE FROM entries WHERE duel = {OF_D} AND seq = 3", "d: byte "),
    (f"UPDATE entries SET seat = 2 WHERE duel = {OF_D} AND seq = 2", "d: byte "),
    ("UPDATE sources SET text = text || 'x'", "d: byte "),
    ("DELETE FROM sources", "d: byte "),
    (f"DELETE FROM entries WHERE duel = {OF_D} AND seq = (SELECT max(seq) FROM entries WHERE duel = {OF_D})", "d: its log ends with entry"),
    (f"DELETE FROM entries WHERE duel = {OF_D}", "d: its log ends with entry 0"),
    ("UPDATE duels SET last_seq = last_seq - 1 WHERE name = 'd'", "d: its log ends with entry"),
    ("UPDATE duels SET last_hash = decode(repeat('00', 32), 'hex') WHERE name = 'e'", "e: its log ends with entry 0"),
    (f"UPDATE entries SET duel = 999 WHERE duel = {OF_D}", "of duel 999, which is not there"),
    ("UPDATE sources SET duel = 998", "sources: 1 of duel 998, which is not there"),
    ("INSERT INTO archives VALUES(997, 'x.md')", "archives: 1 of duel 997, which is not there"),
    ("DELETE FROM boots", "of boot 1, which is not there"),
    ("UPDATE meta SET last_id = 1", "meta: last_id is 1, and duel 2 is there"),
    ("UPDATE meta SET list_rev = 0", "meta: list_rev is 0, and duel 1 was made at 1"),
)


def test_verify_a_sound_database_is_ok_while_it_is_mounted_as_of_a_moment_each_kind_of_damage_is_found_and_named(database, host, tmp_path):
    source = tmp_path / "source.md"
    source.write_text("Rain falls.\nSnow lies.\n")
    a = host()
    a.duel(name="e")
    a.duel(f'source = "{source}"', name="d").play_to(3)
    assert verified(0, database.url) == "e: ok\nd: ok"
    a.stop()
    verified(0, database.url)
    for text, words in DAMAGE:
        database.sql(f"DROP SCHEMA IF EXISTS kept CASCADE; CREATE SCHEMA kept; {of_all('CREATE TABLE kept.TABLE_ AS TABLE TABLE_')} {text}")
        assert words in verified(1, database.url), text
        database.sql(of_all("DELETE FROM TABLE_; INSERT INTO TABLE_ SELECT * FROM kept.TABLE_"))
    verified(0, database.url)


def test_verify_what_is_no_database_of_duels_or_of_a_newer_program_or_not_there_is_not_checked_and_nothing_is_made(database, host, tmp_path):
    out = tmp_path / "out"
    for command in ("verify", "list", "remove", "export"):
        more = {"remove": ("d",), "export": ("d", out)}.get(command, ())
        assert "there are no duels in the database" in duelfs(2, command, database.url, *more)[1]
        told = duelfs(2, command, "postgresql://alice:hunter22@host/d", *more)[1]
        assert "a password does not belong there" in told and "hunter22" not in told
    database.sql("CREATE TABLE meta(one int)")
    duelfs(2, "verify", database.url)
    database.sql("DROP TABLE meta")
    host().stop()
    database.sql("UPDATE meta SET level = 99")
    assert f"postgresql:///{database.name}?host={database.at}: the database was made by another version of duelfs" in duelfs(2, "verify", database.url)[1]
    database.sql("DELETE FROM meta")
    assert "not one of duelfs" in duelfs(2, "verify", database.url)[1]
    database.sql("DROP TABLE entries")
    duelfs(2, "verify", database.url)
    assert "the database cannot be reached" in duelfs(2, "verify", f"postgresql:///{database.name}?host={tmp_path}&user=duelfs")[1]


def test_list_and_export_show_what_the_mount_shows_of_a_URL_and_of_a_STORE_that_names_it(database, own, tmp_path):
    a = own(f'[mount]\ndatabase = "{database.url}"\n')
    a.duel(name="e")
    duel = a.duel(name="d")
    duel.play_to(2)
    duel.conclude("alice", "DISSENT")
    eventually(a.archive_is_done)
    for n, where in enumerate((database.url, a.store)):
        listed = duelfs(0, "list", "--json", where)[0]
        assert re.findall(r'"duel":"([a-z]*)".*"turns":([0-9]*)', listed) == [("e", "0"), ("d", "2")]
        out = tmp_path / f"out{n}"
        duelfs(0, "export", where, "d", out)
        for name in ("debate.md", "events"):
            assert (out / name).read_text() == duel.text(name)
        assert "x: there is no duel of this name in" in duelfs(1, "export", where, "x", tmp_path / "none")[1]
    assert "d: ok" in duelfs(0, "verify", a.store)[0]
    a.configure('[mount]\ndatabase = "postgresql://alice:hunter22@host/d"\n')
    assert f"{a.store}/duelfs.toml: database: a password" in duelfs(2, "list", a.store)[1]


def test_remove_a_closed_duel_is_gone_for_the_mounts_too_one_that_goes_on_stays(database, host, own):
    a, b = own(f'[mount]\ndatabase = "{database.url}"\n'), host()
    stays = a.joined(name="e")
    duel = a.duel(name="d")
    duel.play_to(1)
    duel.lock(CLOSE)
    eventually(a.archive_is_done)
    said, told = duelfs(1, "remove", database.url, "d", "e", "x")
    assert said == "d: removed"
    assert "e: it has no turn, but was changed less than a day ago" in told
    assert "x: there is no duel of this name in" in told
    for mount in (a, b):
        eventually(lambda it=mount.sees(duel): not it.path.exists())
    assert verified(0, database.url) == "e: ok"
    name = time.strftime("%Y-%m-%d-caching", time.gmtime())
    assert sorted(os.listdir(a.store / "archive")) == [name, f"{name}.md"]
    stays.lock("claim alice")


# The statements that the role of a daemon may not run.
NOT_A_DAEMON_S = (
    "UPDATE entries SET body = body", "UPDATE meta SET secret = secret", "UPDATE meta SET moved_to = NULL", "UPDATE meta SET level = 1",
    "DELETE FROM meta", "INSERT INTO meta SELECT * FROM meta", "UPDATE duels SET name = name", "UPDATE duels SET uid = 0",
    "DELETE FROM removed", "UPDATE removed SET id = id", "UPDATE boots SET host = host", "DELETE FROM boots", "DELETE FROM mounts",
    "TRUNCATE duels")


def may_not(database, role, text):
    with pytest.raises(subprocess.CalledProcessError):
        database.sql(f"SET ROLE {role}; {text}")


def test_init_the_owner_makes_the_tables_and_a_role_that_may_make_none_mounts_them_and_changes_no_entry(database, host, tmp_path):
    def init(status, *roles, where=database.url):
        return duelfs(status, "init", where, *roles)
    assert 'nothing was changed: role "nobody_there" does not exist' in init(1, "nobody_there")[1]
    duelfs(2, "verify", database.url)
    database.sql('CREATE ROLE "Odd Name" LOGIN; CREATE ROLE other LOGIN; CREATE ROLE third; REVOKE CREATE ON SCHEMA public FROM PUBLIC')
    assert init(0, "Odd Name", "other")[0] == f"postgresql:///{database.name}?host={database.at}: the tables are there"
    init(0, "other")
    its = database.url.replace("user=duelfs", "user=other")
    a = host(where=its)
    a.duel(name="d").play_to(2)
    os.mkdir(a.path / "e")
    os.rmdir(a.path / "e")
    a.stop()
    assert verified(0, its) == "d: ok"
    database.sql("SET ROLE other; INSERT INTO entries SELECT duel + 100, seq, kind, seat, lease, time_ms, clock_ms, boot, hash FROM entries")
    for text in NOT_A_DAEMON_S:
        may_not(database, "other", text)
    may_not(database, '"Odd Name"', "UPDATE entries SET body = body")
    assert "nothing was changed: who does not own the tables cannot let a role use them" in init(1, "third", where=its)[1]
    database.sql("DELETE FROM entries WHERE duel > 100")
    init(0)
    verified(0, its)
    copied = tmp_path / "copied"
    database.sql("UPDATE meta SET level = 99")
    assert "made by another version of duelfs" in init(1)[1]
    assert "made by another version of duelfs" in duelfs(1, "copy", database.url, copied)[1]
    assert not copied.exists()
    assert "this is no database" in init(2, where=tmp_path)[1]
    init(2, where=f"postgresql:///{database.name}?host={tmp_path}&user=duelfs")
    duelfs(2, "init")
    assert "usage: duelfs init DATABASE [ROLE" in duelfs(0, "init", "--help")[0]


def test_list_export_and_verify_read_a_standby_where_that_is_all_there_is_as_of_what_it_has_nothing_else_does(
        cluster, database, host, tmp_path):
    a = host()
    a.duel(name="d").play_to(2)
    standby = cluster.follow()
    where = database.url.replace(f"host={cluster.at}", f"host={standby.at}")
    a.duel(name="e")
    eventually(lambda: re.search("^e ", duelfs(0, "list", where)[0], re.M))
    a.stop()
    assert verified(0, where, AS_OF + ", which is what a standby has") == "d: ok\ne: ok"
    duelfs(0, "export", where, "d", tmp_path / "out")
    assert (tmp_path / "out/debate.md").stat().st_size
    # of several the one that can be written to is read, wherever it stands
    assert "standby" not in verified(0, database.url.replace("host=", f"host={standby.at},"))
    # where it has not all that was committed it is of what it has, and no newer for being read later
    standby.sql("SELECT pg_wal_replay_pause()")
    database.sql("UPDATE meta SET last_id = last_id + 64")
    eventually(lambda: standby.sql("SELECT pg_last_wal_receive_lsn() > pg_last_wal_replay_lsn()") == "t")

    def had():
        return duelfs(0, "verify", where)[0].splitlines()[0]
    first = had()
    eventually(lambda: f"as of {now()}" > first.partition(",")[0])
    assert had() == first
    assert "the database cannot be reached" in duelfs(2, "remove", where, "d")[1]


def without_libpq(_, mount, url, out):
    """As on a host that has no libpq: a directory is read as ever, and a database says what it needs."""
    in_own_namespace()
    for so in (*glob.glob("/lib/*/libpq.so.5"), *glob.glob("/usr/lib/*/libpq.so.5")):
        subprocess.run(["mount", "--bind", "/dev/null", so], check=True)
    assert duelfs(0, "verify", mount.store)[0] == "d: ok"
    for words in (("verify", url), ("list", url), ("export", url, "d", out), ("remove", url, "d"), ("copy", mount.store, url),
                  ("copy", url, out), ("init", url)):
        assert "a database needs libpq (Debian: libpq5): there is no libpq.so.5" in duelfs(2, *words)[1], words
    assert "a database needs libpq" in refuses_to_start(url, mount.path)


def test_without_libpq_a_directory_is_mounted_as_ever_and_a_database_says_what_is_missing(database, own, beside, tmp_path):
    assert "libpq" not in subprocess.run(["ldd", DUELFS], check=True, capture_output=True, text=True).stdout
    mount = own()
    mount.duel(name="d").play_to(1)
    mount.stop()
    beside(without_libpq, mount, database.url, tmp_path / "out").answer()
