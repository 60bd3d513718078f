"""A PostgreSQL server with a standby, which it waits for, or not."""
from mounts import eventually, only_on_sqlite, refuses_to_start, turn

pytestmark = only_on_sqlite("mounts databases of its own")


def test_what_was_accepted_by_a_server_that_waits_for_a_standby_is_there_when_that_one_takes_over(cluster, database, host, tmp_path):
    standby = cluster.follow()
    cluster.waits_for("*")
    a = host()
    duel = a.joined()
    duel.play(1, "alice", "OPEN_TO_DEBATE")
    cluster.crashes()
    a.kill()
    url = database.url.replace(f"host={cluster.at}", f"host={standby.at}")
    assert "read-only" in refuses_to_start(url, tmp_path)
    standby.control("promote")
    its = host(where=url).sees(duel)
    assert its.status("turns") == "1"
    assert its.text("turns/001-alice.md") == turn(1, "alice")
    its.becomes("lock_owner", "")
    its.play(2, "bob", "OPEN_TO_DEBATE")


def test_where_the_standby_that_a_server_waits_for_is_away_nothing_is_accepted_and_when_it_is_back_all_goes_on(cluster, database, own):
    standby = cluster.follow()
    cluster.waits_for("*")
    a = own(f'[mount]\ndatabase = "{database.url}"\n')
    duel = a.joined()
    a.expect("the database cannot be reached: nothing is accepted until it is back")
    a.expect("the database is there again")
    standby.crashes()
    with duel.refuses("EIO", "store.failed"):
        duel.lock("claim alice")
    assert duel.status("lock_owner") == ""
    standby.starts()
    eventually(lambda: a.status("store_state") == "in step")
    # it had been recorded, and shows
    duel.becomes("lock_owner", "alice")
    duel.append(turn(1, "alice"))
