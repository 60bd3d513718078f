"""A participant's own directory: what it hands in next, and its refusals. (turn.md: test_desk.py.)"""
import os

from filling import fill
from mounts import HARNESS, MODEL, File, put, refused, turn
from test_prompt import OPEN, told

OPTIONS = ("allow_other",)


def seat(duel, name, file):
    """Its text, whose size is known beforehand."""
    return told(duel, f"participants/{name}/{file}")


def hands_in_badly(duel, name, file="turn.md", text="nothing of a turn\n"):
    with refused("EINVAL"):
        put(duel / f"participants/{name}/{file}", text)


def test_template_md_of_a_chair_is_the_blank_of_what_this_one_hands_in_next_whoever_moves_first(mount):
    duel = mount.joined()
    for name in ("alice", "bob"):
        assert seat(duel, name, "template.md").startswith("Stance: OPEN_TO_DEBATE|")
    put(duel / "participants/bob/turn.md", fill(seat(duel, "bob", "template.md"), 1))
    assert duel.status("turns") == "1"
    put(duel / "participants/alice/turn.md", fill(seat(duel, "alice", "template.md"), 2))
    assert duel.text("turns/002-alice.md").startswith(f"## Turn 2 — alice ({HARNESS} / {MODEL}) — {OPEN}\n")
    duel.conclude("bob", "DISSENT")
    assert seat(duel, "alice", "template.md") == ""


def test_last_error_of_a_chair_has_its_own_refusals_alone_newest_first_with_rule_line_and_words(own):
    mount = own()
    duel = mount.joined()
    assert seat(duel, "alice", "last_error") == ""
    hands_in_badly(duel, "alice")
    assert "participants/alice/turn.md:1: error: [section.missing] " in seat(duel, "alice", "last_error")
    assert seat(duel, "bob", "last_error") == ""
    hands_in_badly(duel, "bob", "check", turn(1, "bob", "UNDECIDED"))
    assert "check:1: error: [turn.stance]" in seat(duel, "bob", "last_error")
    assert "section.missing" not in seat(duel, "bob", "last_error")
    assert "turn.stance" not in seat(duel, "alice", "last_error")
    mount.remount()
    assert "[section.missing] " in seat(duel, "alice", "last_error")
    with refused("EACCES|EPERM"):
        File(duel / "participants/alice/last_error", os.O_WRONLY)
