"""A lease covers one text: in the formats that are not in test_floor.py (socratic) and test_adversarial.py."""
from dialectic import ROLES, SIDES, debate, hand_in, text_of
from mounts import refused


def hands_in(duel, name, text):
    """Claims and hands in, and does not release."""
    duel.lock(f"claim {name}")
    duel.append(text)
    assert duel.status("lock_owner") == ""


def released(duel):
    return [event["participant"] for event in duel.events_of("lock_released")]


def test_the_judge_of_a_debate_without_a_last_exchange_ends_it_without_the_floor(mount):
    duel = debate(mount, names=ROLES)
    with duel.refuses("EBUSY", "lease.order"):  # nothing is judged yet
        duel.lock("release carol outcome=COMPLETED")
    for n in range(2):
        hand_in(duel, n, "alice")
        with duel.refuses("EBUSY", "lease.order"):
            duel.lock("release carol outcome=COMPLETED")
        hand_in(duel, n, "bob")
        hands_in(duel, "carol", text_of(n, "carol"))
        with duel.refuses("EACCES", "seat.uid"):
            duel.lock("release bob outcome=COMPLETED")
    duel.lock("release carol outcome=COMPLETED")
    assert (duel.status("state"), duel.status("outcome")) == ("completed", "COMPLETED")
    duel.lock("release carol outcome=COMPLETED")


def test_texts_are_sealed_without_the_floor_and_the_judge_may_have_it(mount):
    duel = debate(mount, names=ROLES)
    for name in ROLES:
        with duel.refuses("EBUSY", "lease.order"):
            duel.lock(f"claim {name}")
    hand_in(duel, 0, *SIDES)
    assert (duel.status("lock_owner"), released(duel)) == ("", ["alice", "bob"])
    duel.lock("claim carol")
    with refused("EBUSY"):
        hand_in(duel, 1, "bob")
    assert duel.status("lock_owner") == "carol"
    hand_in(duel, 0, "carol")
    assert (duel.status("lock_owner"), released(duel)) == ("", ["alice", "bob", "carol"])
