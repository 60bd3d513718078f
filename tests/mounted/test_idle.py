"""A seat that keeps the floor with nothing due of it holds up nobody: in the formats that are not in test_floor.py
(socratic) and kb.bats (adversarial)."""
import rounds
from dialectic import ROLES, debate, text_of
from mounts import put, refused


def keeps(duel, name, text):
    """Claims and hands in, and does not release."""
    duel.lock(f"claim {name}")
    duel.append(text)
    assert duel.status("lock_owner") == name


def at_desk(duel, n, name):
    put(duel / f"participants/{name}/turn.md", text_of(n, name))


def yielded(duel):
    return [event["participant"] for event in duel.events_of("lock_released") if event.get("yielded")]


def test_in_rounds_nobody_has_to_release(own):
    mount = own()
    duel = rounds.debate(mount)
    for name, text in (("alice", rounds.OPENING), ("bob", rounds.CHALLENGE), ("alice", rounds.DEFENSE),
                       ("bob", rounds.FOLLOWUP)):
        keeps(duel, name, text)
    assert duel.status("turns") == "4"
    assert yielded(duel) == ["alice", "bob", "alice"]
    mount.remount()
    assert duel.status("lock_owner") == "bob"
    duel.lock("release bob")
    duel.lock("release alice")
    with duel.refuses("EACCES", "lease.none"):
        duel.lock("release bob")


def test_in_a_debate_with_a_judge_neither_the_sides_nor_the_judge_have_to_release(mount):
    duel = debate(mount, "exchanges = 3", names=ROLES)
    for n in range(2):
        keeps(duel, "alice", text_of(n, "alice"))
        with duel.refuses("EBUSY", "lease.order"):  # the judge has nothing to score yet
            duel.lock("claim carol")
        keeps(duel, "bob", text_of(n, "bob"))
        keeps(duel, "carol", text_of(n, "carol"))
    assert yielded(duel)[:3] == ["alice", "bob", "carol"]


# Nothing but the judge ends it, and only in the lease of a judgement.
def test_the_judge_of_a_debate_without_a_last_exchange_keeps_the_floor_to_end_it(mount):
    duel = debate(mount, names=ROLES)
    for n in range(2):
        at_desk(duel, n, "alice")
        at_desk(duel, n, "bob")
        keeps(duel, "carol", text_of(n, "carol"))
        with duel.refuses("EBUSY", "lease.busy"):
            duel.lock("claim bob")
        assert duel.status("next_step", "participants/bob/status") == "wait_turn"
        if n == 0:
            with refused("EBUSY"):
                at_desk(duel, 1, "bob")
            duel.lock("release carol")
    duel.lock("release carol outcome=COMPLETED")
    assert (duel.status("state"), duel.status("outcome")) == ("completed", "COMPLETED")


# At its desk a side that moves beside the other has a lease of its own, and ends nobody's.
def test_a_side_s_desk_beside_the_other_side_s_floor_ends_no_lease(mount):
    duel = debate(mount, names=ROLES)
    keeps(duel, "alice", text_of(0, "alice"))
    at_desk(duel, 0, "bob")
    assert yielded(duel) == []
    at_desk(duel, 0, "carol")
    assert (duel.status("lock_owner"), yielded(duel)) == ("", ["alice"])
