"""Conclusions: their parts, and what the record must have earned."""
import hashlib
import re

import pytest

from mounts import duelfs, eventually, refused, turn

OPEN, CONVERGING, ACCEPTING, REVISING = "OPEN_TO_DEBATE", "CONVERGING", "ACCEPTING_CONSENSUS", "REVISING"


@pytest.fixture
def duel(mount):
    """A duel, and nobody in it."""
    return mount.duel()


def offered(duel, name):
    """The turn of the other's statement that stands; None: there is none."""
    made = re.match(r"Put forward by (\S+) in (Turn [0-9]+)", duel.text("statement.md"))
    return made[2] if made and made[1] != name else None


def play(duel, n, name, stance=OPEN, revision=True, flag="non-blocking"):
    """A turn, with what its stance asks for: where another has made a statement it is that which is accepted."""
    text = turn(n, name, stance, flag)
    if revision:
        text += f"\n**Stance Revision Support**\n- Turn {n - 1}\n"
    if stance == ACCEPTING:
        other = offered(duel, name)
        text += "\n**Consensus**\n" + (f"Accepts: {other}\n" if other else f"Caching is worth it where reads{n} outnumber writes{n}.\n")
    duel.lock(f"claim {name}")
    duel.append(text)
    duel.lock(f"release {name}")


def conclude(duel, name, outcome):
    duel.lock(f"claim {name}")
    duel.append(duel.conclusion(outcome))


def unearned(duel, name, outcome):
    """The claimant's conclusion is refused, and the duel goes on."""
    duel.lock(f"claim {name}")
    with duel.refuses("EINVAL", "conclusion.unearned"):
        duel.append(duel.conclusion(outcome))
    assert duel.status("outcome") == ""
    duel.lock(f"release {name} force=yes")


def is_closed(duel, state, outcome):
    assert [duel.status(key) for key in ("state", "outcome", "next_step", "lock_owner")] == [state, outcome, "closed", ""]


def test_DISSENT_is_earned_where_both_converge_but_a_blocking_item_is_left(duel):
    duel.play_to(2)
    play(duel, 3, "alice", CONVERGING)
    play(duel, 4, "bob", CONVERGING, flag="blocking")
    conclude(duel, "alice", "DISSENT")
    is_closed(duel, "completed", "DISSENT")


def test_ACCEPTED_CONSENSUS_is_earned_when_the_latest_turn_of_each_accepts_and_nothing_blocking_is_left(duel):
    duel.play_to(2)
    unearned(duel, "alice", "ACCEPTED_CONSENSUS")
    play(duel, 3, "alice", ACCEPTING)
    unearned(duel, "bob", "ACCEPTED_CONSENSUS")
    play(duel, 4, "bob", ACCEPTING)
    conclude(duel, "bob", "ACCEPTED_CONSENSUS")
    is_closed(duel, "completed", "ACCEPTED_CONSENSUS")


def test_ACCEPTED_CONSENSUS_that_was_taken_back_is_not_earned(duel):
    duel.join_both()
    play(duel, 1, "alice", ACCEPTING, revision=False)
    play(duel, 2, "bob", ACCEPTING, revision=False)
    play(duel, 3, "alice", REVISING)
    unearned(duel, "bob", "ACCEPTED_CONSENSUS")


def test_MAX_TURNS_is_earned_when_the_last_turn_is_in(mount):
    duel = mount.duel("max_turns = 3")
    duel.play_to(2)
    unearned(duel, "alice", "MAX_TURNS")
    duel.play(3, "alice", OPEN)
    assert (duel.status("state"), duel.status("next_step")) == ("closing", "claim_lock")
    conclude(duel, "alice", "MAX_TURNS")
    is_closed(duel, "completed", "MAX_TURNS")


def test_MAX_TURNS_is_not_earned_where_consensus_is(mount):
    duel = mount.duel("max_turns = 2")
    duel.join_both()
    play(duel, 1, "alice", ACCEPTING, revision=False)
    play(duel, 2, "bob", ACCEPTING, revision=False)
    unearned(duel, "alice", "MAX_TURNS")
    conclude(duel, "bob", "ACCEPTED_CONSENSUS")
    is_closed(duel, "completed", "ACCEPTED_CONSENSUS")


def test_the_line_behind_a_conclusion_says_how_it_was_closed_in_record_and_archive(own):
    mount = own()
    duel = mount.duel(name="d")
    duel.play_to(2)
    duel.lock("claim alice")
    before, text = duel.text("debate.md"), duel.conclusion("DISSENT")
    duel.append(text)
    after = duel.text("debate.md")
    last = after.splitlines()[-1]
    assert re.fullmatch(r'> duelfs: closed DISSENT by alice, candidate convergence no, source none, topic "Caching", '
                        r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ', last), last
    assert after == f"{before}\n---\n\n{text}\n{last}\n"
    assert (duel.status("record_bytes"), duel.status("record_sha256")) == (
        str(len(after.encode())), hashlib.sha256(after.encode()).hexdigest())
    file, = eventually(lambda: list((mount.store / "archive").glob("*-caching.md")))
    assert file.read_text() == after
    mount.remount()
    assert duel.text("debate.md") == after
    mount.stop()
    assert "d: ok" in duelfs(0, "verify", mount.store)[0]


def test_release_with_an_outcome_that_the_record_has_not_earned_closes_nothing(duel):
    duel.play_to(2)
    duel.lock("claim alice")
    with refused("EINVAL|EACCES"):
        duel.lock("release alice outcome=ACCEPTED_CONSENSUS")
    assert (duel.status("state"), duel.status("outcome")) == ("debating", "")
