"""The timeout path: a peer that never joins, and a peer that falls silent."""
import re

import pytest

from mounts import HARNESS, MODEL, eventually, now, refused, turn, works

SOON = "wait_seconds = 1"


@pytest.fixture
def duel(mount):
    """A duel of short waits, and nobody in it."""
    return mount.duel(SOON)


def claim_for_timeout(duel, name):
    duel.lock(f"claim {name} for=timeout harness={HARNESS} model={MODEL}")


def granted(duel, name):
    """The claim for=timeout is refused until the wait is over."""
    eventually(lambda: works(claim_for_timeout, duel, name))


def test_before_the_wait_is_over_for_timeout_has_to_wait_like_any_claim(mount):
    duel = mount.duel()
    duel.join("alice")
    with duel.refuses("EBUSY", "lease.wait"):
        duel.lock("claim alice for=timeout")
    assert (duel.status("lock_owner"), duel.status("state")) == ("", "waiting_for_participant")
    duel.join("bob")
    duel.play(1, "alice", "OPEN_TO_DEBATE")
    with duel.refuses("EBUSY", "lease.order"):
        duel.lock("claim alice for=timeout")
    assert duel.status("wait_until")


def test_a_silent_peer_the_record_says_so_in_one_line_and_the_holder_may_speak_again_once_and_not_for_good(duel):
    duel.play_to(1)
    granted(duel, "alice")
    assert (duel.status("lock_owner"), duel.status("state")) == ("alice", "debating")
    assert "was silent" not in duel.text("debate.md")  # it stands there with the next text
    duel.append(turn(2, "alice"))
    assert re.search(r"^> duelfs: bob was silent for 1 s, [0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z$", duel.text("debate.md"), re.M)
    assert duel.status("turns") == "2"
    assert duel.text("turns/002-alice.md") == turn(2, "alice")
    with duel.refuses("EBUSY", "lease.order"):
        duel.lock("claim alice")
    duel.lock("claim bob")


def test_for_timeout_never_breaks_a_lease_of_the_peer_that_has_not_run_out(duel):
    duel.play_to(1)
    until = duel.status("wait_until")
    assert until
    duel.lock("claim bob")

    def is_over():
        over = now() > until
        with refused("EBUSY"):
            duel.lock("claim alice for=timeout")
        return over
    eventually(is_over)
    assert duel.status("lock_owner") == "bob"
    assert "was silent" not in duel.text("debate.md")


def test_for_timeout_is_for_whoever_spoke_last_the_one_whose_move_it_is_claims_as_usual(duel):
    duel.play_to(1)
    with duel.refuses("EBUSY", "lease.order"):
        duel.lock("claim bob for=timeout")
    assert "it is your own move, and no timeout" in duel.newest_refusal()
    duel.lock("claim bob")
    assert duel.status("lock_owner") == "bob"
    assert "was silent" not in duel.text("debate.md")
    with duel.refuses("EINVAL", "conclusion.unearned"):
        duel.append(duel.conclusion("TIMEOUT"))


def test_whoever_went_on_without_a_peer_waits_for_nobody_and_its_own_clock_ends_the_duel(own):
    mount = own().has_own_clock()
    duel = mount.duel("wait_seconds = 60", "move_seconds = 300")
    duel.join("alice")
    mount.later(61)
    duel.lock("claim alice for=timeout")
    mount.later(301)
    duel.becomes("outcome", "TIMEOUT")
    assert [event["step"] for event in duel.events_of("status_change")] == ["waiting_for_participant", "closing", "completed"]
