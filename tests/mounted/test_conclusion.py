"""Conclusions: the line behind one, and what closes nothing."""
import hashlib
import re

import pytest

from mounts import duelfs, eventually, put, refused, turn


@pytest.fixture
def duel(mount):
    """A duel, and nobody in it."""
    return mount.duel()


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


def test_a_turn_that_says_an_outcome_in_its_position_is_a_turn_at_once_and_after_a_remount(mount):
    duel = mount.joined()
    put(duel / "participants/alice/turn.md", turn(1, "alice").partition("\n\n")[2].replace(
        "**Counterpoints**", "**Outcome**: DISSENT\n**Reason**: both of us say no\n\n**Counterpoints**", 1))
    assert duel.status("turns") == "1"
    mount.remount()
    assert (duel.status("turns"), duel.status("outcome")) == ("1", "")
