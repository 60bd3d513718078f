"""A flood of claims and releases ends at limits.events, and the debate goes on to its end: texts are always taken. (In every other format and
to the number: tests/unit/trial/test_flood.c.)"""
import json

from mounts import duelfs, only_on_sqlite, put, turn, works

pytestmark = only_on_sqlite("verifies the store in a directory")


def flood(duel, *names):
    """Each claims and releases, again and again, and looks at nothing that it is refused."""
    for name in names:
        for _ in range(40):
            works(duel.lock, f"claim {name}")
            works(duel.lock, f"release {name}")
    assert duel.status("lock_owner") == ""
    assert "[limit.events]" in duel.text("last_error")


def test_socratic(own):
    mount = own("[mount]\n[limits]\nevents = 100\n")
    duel = mount.joined()
    for n in range(1, 7):
        flood(duel, "alice", "bob")
        name = ("bob", "alice")[n % 2]
        put(duel / f"participants/{name}/turn.md", turn(n, name))
    flood(duel, "bob", "alice")
    put(duel / "participants/bob/turn.md", duel.conclusion("MAX_TURNS"))
    assert (duel.status("state"), duel.status("outcome")) == ("completed", "MAX_TURNS")
    before = duel.text("events")
    numbers = [json.loads(line)["seq"] for line in before.splitlines()]
    assert len(numbers) <= 140 and numbers == list(range(1, len(numbers) + 1))
    mount.stop()
    duelfs(0, "verify", mount.store)
    mount.start()
    assert duel.text("events") == before
