"""A flood of claims and releases ends at limits.events, and the debate goes on to its end, whatever its format: texts are always taken."""
import json

import pytest

import rounds
from mounts import Refusal, duelfs, only_on_sqlite, put, turn

pytestmark = only_on_sqlite("verifies the store in a directory")
CONFIG = "[mount]\n[limits]\nevents = 100\n"


class Flooded:
    """A duel, and what a loop that looks at nothing is refused."""

    def __init__(self, mount, duel):
        self.mount, self.duel, self.told = mount, duel, set()

    def lock(self, line):
        try:
            self.duel.lock(line)
        except Refusal as refusal:
            self.told.add(refusal.name)

    def flood(self, *names):
        """Each claims and releases, again and again."""
        for name in names:
            for _ in range(40):
                self.lock(f"claim {name}")
                self.lock(f"release {name}")
        assert self.duel.status("lock_owner") == ""

    def hands_in(self, name, text):
        put(self.duel / f"participants/{name}/turn.md", text)

    def ends_as(self, state, outcome, events):
        """It has ended so, with so many events at most, every one in its place, and the same ones after a remount; the record is as it
        was accepted."""
        assert (self.duel.status("state"), self.duel.status("outcome")) == (state, outcome)
        before = self.duel.text("events")
        numbers = [json.loads(line)["seq"] for line in before.splitlines()]
        assert len(numbers) <= events and numbers == list(range(1, len(numbers) + 1))
        assert "ENOSPC" in self.told
        self.mount.stop()
        duelfs(0, "verify", self.mount.store)
        self.mount.start()
        assert self.duel.text("events") == before


@pytest.fixture
def it(own):
    return own(CONFIG)


def test_socratic(it):
    duel = it.joined()
    flooded = Flooded(it, duel)
    for n in range(1, 7):
        flooded.flood("alice", "bob")
        flooded.hands_in(("bob", "alice")[n % 2], turn(n, ("bob", "alice")[n % 2]))
    flooded.flood("bob", "alice")
    flooded.hands_in("bob", duel.conclusion("MAX_TURNS"))
    flooded.ends_as("completed", "MAX_TURNS", 140)


def test_rounds(it):
    duel = rounds.debate(it)
    flooded = Flooded(it, duel)
    for name, text in (("alice", rounds.OPENING), ("bob", rounds.CHALLENGE), ("alice", rounds.DEFENSE), ("bob", rounds.FOLLOWUP),
                       ("olga", rounds.VERDICT)):
        flooded.flood("alice", "bob", "olga")
        flooded.hands_in(name, text.replace("ROUNDS", duel.status("rounds_completed")))
    flooded.ends_as("completed", "COMPLETED", 130)


def test_a_loop_that_looks_at_its_errors_ends_there_and_says_why(it):
    duel = it.joined()
    flooded = Flooded(it, duel)
    for _ in range(100):
        flooded.lock("claim alice")
        if flooded.told:
            break
        duel.lock("release alice")
    assert flooded.told == {"ENOSPC"}
    assert "[limit.events]" in duel.newest_refusal()
    flooded.hands_in("alice", turn(1, "alice"))
    duel.lock("claim bob")
    flooded.ends_as("debating", "", 110)
