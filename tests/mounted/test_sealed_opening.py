"""`opening = "sealed"` of `socratic`: both hand in before either reads the other. alice is uid 1001, bob 1002; 1004 has no seat."""

import pytest

from mounts import put, refused
from socratic import HARNESS, MODEL, turn
from test_sealed import everything

OPTIONS = ("allow_other",)
ALICE, BOB, NOBODY = 1001, 1002, 1004
WORD = "zwirbel"


def body(n, word):
    """A turn without its heading."""
    return turn(n, "x").split("\n", 2)[2].replace("Turn 1", "Source").replace("Caching", word)


SECRET, OTHER = body(1, WORD), body(2, "Memory")


def begin(mount, user, *config):
    duel = mount.bare('opening = "sealed"', *config)
    for uid, name in ((ALICE, "alice"), (BOB, "bob")):
        user(uid).call(duel.lock, f"join {name} harness={HARNESS} model={MODEL}")
    return duel


@pytest.fixture
def duel(mount, user):
    yield begin(mount, user)
    mount.assert_quiet()


def desk(duel, name):
    return duel / f"participants/{name}/turn.md"


def hand_in(duel, user, uid, text):
    user(uid).call(put, desk(duel, "alice" if uid == ALICE else "bob"), text)


def assert_sealed(duel, user, name="alice"):
    """No word of it, whoever looks wherever, and its desk says nothing at its length."""
    for uid in (0, ALICE, BOB, NOBODY):
        seen = user(uid).call(everything, duel.path)
        assert not [path for path, text in seen.items() if WORD.encode() in text.lower()]
        shown = seen[str(desk(duel, name))].decode()
        assert shown == ("sealed\n" * len(SECRET))[:len(SECRET)]


def headings(duel):
    return [line for line in duel.text("debate.md").splitlines() if line.startswith("## ")]


def test_nobody_reads_a_word_of_an_opening_before_both_are_in_and_status_shows_whose_is(duel, user):
    hand_in(duel, user, BOB, SECRET)
    assert_sealed(duel, user, "bob")
    assert [duel.status(key) for key in ("turns", "next_participant", "open_items")] == ["0", "alice", "[]"]
    assert duel.status("texts", "participants/bob/status") == "1"
    with refused("EBUSY", "write"):
        hand_in(duel, user, BOB, SECRET.replace("storage", "memory"))
    hand_in(duel, user, ALICE, OTHER)
    assert desk(duel, "bob").read_text() == SECRET


def test_a_sealed_opening_refers_to_no_other(duel, user):
    hand_in(duel, user, ALICE, OTHER)
    for reference in ("Turn 1", "P1.1"):
        with duel.refuses("EINVAL", "ref.unknown"):
            hand_in(duel, user, BOB, SECRET.replace("Addresses: Source", f"Addresses: {reference}"))


def test_an_opening_that_stays_alone_is_turn_1_when_the_clock_ends_or_its_seat_claims_for_timeout(own, user):
    mount = own(options=OPTIONS).has_own_clock()
    late, claimed, never = (begin(mount, user, "move_seconds = 60", "wait_seconds = 30") for _ in range(3))
    for duel in (late, claimed):
        hand_in(duel, user, BOB, SECRET)
    with claimed.refuses("EBUSY", "lease.order"):
        user(BOB).call(claimed.lock, "claim bob for=timeout")
    mount.later(31)
    user(BOB).call(claimed.lock, "claim bob for=timeout")
    mount.later(30)
    for duel in (late, claimed):
        duel.becomes("turns", "1")
        assert headings(duel) == ["## Turn 1 — bob (claude-code / opus) — OPEN_TO_DEBATE"]
        assert "> duelfs: alice was silent for " in duel.text("debate.md")
        assert duel.status("state") == "debating"
    never.becomes("outcome", "TIMEOUT")
    hand_in(late, user, ALICE, OTHER)
    hand_in(claimed, user, BOB, OTHER)
    assert [duel.status("turns") for duel in (late, claimed)] == ["2", "2"]


def test_openings_are_sealed_only_where_the_rules_say_so(mount, user, duel):
    for config in ((), ('opening = "open"',)):
        shown = mount.joined(*config)
        put(desk(shown, "alice"), OTHER)
        assert shown.status("turns") == "1" and "Memory" in shown.text("debate.md")
    with refused("EINVAL"):
        mount.bare('opening = "shut"')
