"""A participant's own directory: what it hands in next, and its prompt for a program without tools. (turn.md: test_desk.py.)"""
import json
import os
import re

import dialectic
import rounds
from filling import fill
from mounts import HARNESS, MODEL, File, put, refused, turn
from test_prompt import ONE_FAMILY, OPEN, last_block, told

OPTIONS = ("allow_other",)
FORBIDDEN = ("```sh", "draft.md", "lock`", "last_error", "README.md", "prompt.md")


def seat(duel, name, file):
    """What it says, whose size is known beforehand."""
    return told(duel, f"participants/{name}/{file}")


def hands_in_badly(duel, name, file="turn.md", text="nothing of a turn\n"):
    with refused("EINVAL"):
        put(duel / f"participants/{name}/{file}", text)


def test_template_md_of_a_chair_is_the_blank_of_what_this_one_hands_in_next_whoever_moves_first(mount):
    duel = mount.duel()
    duel.join_both()
    for name in ("alice", "bob"):
        assert "---\n\nStance: OPEN_TO_DEBATE|" in seat(duel, name, "template.md")
    put(duel / "participants/bob/turn.md", fill(seat(duel, "bob", "template.md"), 1))
    assert duel.status("turns") == "1"
    put(duel / "participants/alice/turn.md", fill(seat(duel, "alice", "template.md"), 2))
    assert duel.text("turns/002-alice.md").startswith(f"## Turn 2 — alice ({HARNESS} / {MODEL}) — {OPEN}\n")
    duel.conclude("bob", "DISSENT")
    assert seat(duel, "alice", "template.md") == ""


def test_template_md_of_a_chair_is_for_its_role_also_while_others_of_the_same_user_have_other_texts_to_write(mount):
    duel = dialectic.debate(mount, names=dialectic.ROLES)
    for name in ("alice", "bob"):
        assert len(json.loads(seat(duel, name, "template.md"))) == 3
    assert '"scores"' in seat(duel, "carol", "template.md")


def test_ask_md_is_complete_and_without_a_command_its_whole_answer_is_the_text(mount, tmp_path):
    plan = "# The plan\n\nRoll back.\n" + "Failures are rare, and mended by hand.\n" * 1000
    (tmp_path / "plan.md").write_text(plan)
    tmp_path.chmod(0o755)
    duel = mount.duel(f'source = "{tmp_path}/plan.md"')
    duel.play_to(1)
    said = seat(duel, "bob", "ask.md")
    for words in ("Your whole answer is that text", "You are asked for **turn 2**.", "You are **bob**.",
                  "Breadth first: ", duel.text("turns/001-alice.md").strip(), plan.strip(), seat(duel, "bob", "template.md").partition("---")[2].strip()):
        assert words in said
    for words in (*FORBIDDEN, str(mount.path)):
        assert words not in said
    put(duel / "participants/bob/turn.md", fill(last_block(said), 2))
    assert [duel.status(key) for key in ("turns", "warnings")] == ["2", ONE_FAMILY]


def test_ask_md_says_that_there_is_nothing_to_write_and_why_to_one_that_waits_and_to_all_once_the_debate_is_over(mount):
    duel = mount.duel()
    duel.play_to(1)
    said = seat(duel, "alice", "ask.md")
    assert "There is nothing for you to write now: it is the move of bob: turn 2;" in said
    assert "## The blank" not in said
    duel.play(2, "bob", OPEN)
    duel.conclude("alice", "DISSENT")
    said = seat(duel, "bob", "ask.md")
    assert "Outcome: **DISSENT**, in the words of alice: " in said
    assert "Nobody is asked for anything any more." in said


def test_ask_md_tells_of_one_s_last_refusal_and_has_no_place_for_a_token(mount):
    duel = mount.duel()
    duel.lock(f"join alice harness={HARNESS} model={MODEL} token=correct-horse")
    duel.join("bob")
    assert "<!-- token: SECRET -->" in seat(duel, "alice", "template.md")
    assert "SECRET" not in seat(duel, "alice", "ask.md")
    hands_in_badly(duel, "bob")
    assert "## Your last text was refused" in seat(duel, "bob", "ask.md")
    assert "## Your last text was refused" not in seat(duel, "alice", "ask.md")


def test_ask_md_leads_through_a_debate_in_every_format_its_blanks_filled_and_nothing_else_read(mount):
    duel = rounds.debate(mount)
    for name in ("alice", "bob", "olga"):
        said = seat(duel, name, "ask.md")
        assert "# A debate: " in said and "```sh" not in said
    assert "You are asked for **the opening of round 1**." in seat(duel, "alice", "ask.md")
    other = dialectic.debate(mount)
    assert "bears on the motion" in seat(other, "alice", "ask.md")
    *_, last = re.finditer(r"^(`{3,})json\n(.*?)^\1$", seat(other, "bob", "ask.md"), re.M | re.S)
    assert len(json.loads(last[2])) == 3


def test_template_md_ask_md_and_last_error_of_a_chair_are_read_only_and_the_same_for_every_caller(duel, user):
    hands_in_badly(duel, "alice")
    for name in ("template.md", "ask.md", "last_error"):
        path = duel / "participants/alice" / name
        assert oct(path.stat().st_mode)[-3:] == "444"
        with refused("EACCES|EPERM"):
            File(path, os.O_WRONLY)
        assert user(1001).call(path.read_bytes) == path.read_bytes()


def test_last_error_of_a_chair_has_its_own_refusals_alone_newest_first_with_rule_line_and_words(own):
    mount = own()
    duel = mount.duel()
    duel.join_both()
    assert seat(duel, "alice", "last_error") == ""
    hands_in_badly(duel, "alice")
    assert "participants/alice/turn.md:1: error: [section.missing] " in seat(duel, "alice", "last_error")
    assert seat(duel, "bob", "last_error") == ""
    hands_in_badly(duel, "bob", "check", turn(1, "bob", "UNDECIDED"))
    assert "check: error: [turn.stance]" in seat(duel, "bob", "last_error")
    assert "section.missing" not in seat(duel, "bob", "last_error")
    assert "turn.stance" not in seat(duel, "alice", "last_error")
    mount.remount()
    assert "[section.missing] " in seat(duel, "alice", "last_error")
    with refused("EACCES|EPERM"):
        File(duel / "participants/alice/last_error", os.O_WRONLY)
