"""A lease covers one text: in the formats that are not in test_floor.py (socratic) and kb.bats (adversarial)."""
import rounds
from dialectic import ROLES, debate, text_of
from mounts import put, refused


def hands_in(duel, name, text):
    """Claims and hands in, and does not release."""
    duel.lock(f"claim {name}")
    duel.append(text)
    assert duel.status("lock_owner") == ""


def at_desk(duel, n, name):
    put(duel / f"participants/{name}/turn.md", text_of(n, name))


def released(duel):
    return [event["participant"] for event in duel.events_of("lock_released")]


def test_in_rounds_nobody_has_to_release(own):
    mount = own()
    duel = rounds.debate(mount)
    for name, text in (("alice", rounds.OPENING), ("bob", rounds.CHALLENGE), ("alice", rounds.DEFENSE),
                       ("bob", rounds.FOLLOWUP)):
        hands_in(duel, name, text)
    assert duel.status("turns") == "4"
    assert released(duel) == ["alice", "bob", "alice", "bob"]
    mount.remount()
    duel.lock("release bob")
    duel.lock("release alice")
    assert released(duel) == ["alice", "bob", "alice", "bob"]


def test_in_a_debate_with_a_judge_neither_the_sides_nor_the_judge_have_to_release(mount):
    duel = debate(mount, "exchanges = 3", names=ROLES)
    for n in range(2):
        hands_in(duel, "alice", text_of(n, "alice"))
        with duel.refuses("EBUSY", "lease.order"):  # the judge has nothing to score yet
            duel.lock("claim carol")
        hands_in(duel, "bob", text_of(n, "bob"))
        hands_in(duel, "carol", text_of(n, "carol"))
    assert released(duel) == ["alice", "bob", "carol"] * 2


def test_the_judge_of_a_debate_without_a_last_exchange_ends_it_without_the_floor(mount):
    duel = debate(mount, names=ROLES)
    with duel.refuses("EBUSY", "lease.order"):  # nothing is judged yet
        duel.lock("release carol outcome=COMPLETED")
    for n in range(2):
        at_desk(duel, n, "alice")
        with duel.refuses("EBUSY", "lease.order"):
            duel.lock("release carol outcome=COMPLETED")
        at_desk(duel, n, "bob")
        hands_in(duel, "carol", text_of(n, "carol"))
        with duel.refuses("EACCES", "seat.role"):
            duel.lock("release bob outcome=COMPLETED")
    duel.lock("claim bob")  # who has handed in nothing in it loses it
    duel.lock("release carol outcome=COMPLETED")
    assert (duel.status("state"), duel.status("outcome")) == ("completed", "COMPLETED")
    duel.lock("release carol outcome=COMPLETED")


# At its desk a side that moves beside the other has a lease of its own, and ends nobody's.
def test_a_side_s_desk_beside_the_other_side_s_floor_ends_no_lease(mount):
    duel = debate(mount, names=ROLES)
    duel.lock("claim alice")
    at_desk(duel, 0, "bob")
    assert (duel.status("lock_owner"), released(duel)) == ("alice", [])
    with refused("EBUSY"):
        at_desk(duel, 0, "carol")
    duel.append(text_of(0, "alice"))
    at_desk(duel, 0, "carol")
    assert (duel.status("lock_owner"), released(duel)) == ("", ["alice", "carol"])
