"""Users: whoever joined as NAME is the only uid, root aside, that may act as NAME."""

import pytest

OPTIONS = ("allow_other",)


def joined(mount, user):
    """A duel in which 1001 is alice, and 1002 is bob."""
    duel = mount.duel()
    for uid, name in ((1001, "alice"), (1002, "bob")):
        user(uid).call(duel.join, name)
    return duel


@pytest.fixture
def duel(mount, user):
    return joined(mount, user)


def seat_is_another_s(duel, user, uid, line):
    with duel.refuses("EACCES", "seat.uid"):
        user(uid).call(duel.lock, line)


def test_another_user_cannot_claim_join_or_release_as_somebody_else(duel, user):
    seat_is_another_s(duel, user, 1002, "claim alice")
    seat_is_another_s(duel, user, 1002, "join alice")
    user(1001).call(duel.lock, "claim alice")
    seat_is_another_s(duel, user, 1002, "release alice")
    seat_is_another_s(duel, user, 1003, "refresh alice")
    assert duel.status("lock_owner") == "alice"
    # what others try in one's name is not one's own refusal, and one's release says nothing of it
    assert duel.text("participants/alice/last_error") == ""
    user(1001).call(duel.lock, "release alice")


def test_a_seat_belongs_to_its_user_after_a_remount_as_well(own, user):
    mount = own(options=OPTIONS)
    duel = joined(mount, user)
    mount.remount()
    seat_is_another_s(duel, user, 1002, "claim alice")
    user(1001).call(duel.lock, "claim alice")
