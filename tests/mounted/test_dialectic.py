"""The format dialectic: roles, sealed hand-ins, judgements, the files of the seed's, the report and every end."""
import json
import os

import pytest
from dialectic import ROLES, SIDES, debate, desk, hand_in, report, text_of
from mounts import File, eventually, put, refused

@pytest.fixture
def duel(mount):
    """A debate with its three seats taken."""
    return joined(mount)


def joined(mount, *config, **more):
    return debate(mount, *config, names=ROLES, **more)


def statuses(duel, *keys):
    return [duel.status(key) for key in keys]


def changed(exchange, name, change):
    """A text that is handed in, changed: `change` is given it."""
    value = json.loads(text_of(exchange, name).replace("```json", "").replace("```", ""))
    return json.dumps(change(value) or value) + "\n"


def arguments(duel):
    return {path.name: path.read_text() for path in (duel / "arguments").iterdir()}


def prompt(duel, name):
    return duel.text(f"participants/{name}/prompt.md")


def test_a_judge_hands_in_by_debate_md_too(duel):
    hand_in(duel, 0, *SIDES)
    duel.lock("claim carol")
    with File(duel.debate, os.O_WRONLY | os.O_APPEND) as file:
        file.write("```json\n").write(text_of(0, "carol")).write("```\n")
    assert duel.status("turns") == "1"


def test_a_hand_in_of_one_line_of_the_size_of_a_turn_is_taken(mount):
    duel = joined(mount)
    put(desk(duel, "alice"), changed(0, "alice", lambda value: value[0]["grounds"][0].update(content="one word after another " * 2500)))
    assert duel.status("proposition_in") == "true"


def test_a_hand_in_that_would_leave_no_room_in_the_record_for_the_other_side_s_and_a_judgement_is_refused_and_a_shorter_one_is_judged(mount):
    duel = joined(mount, "max_turn_bytes = 1048576")

    def long_opening(name, size):
        """It comes to more than twice as many bytes in the record."""
        return changed(0, name, lambda value: value[0].update(claim="*" * size + "x of y"))
    with refused("EFBIG"):
        put(duel / "participants/alice/check", long_opening("alice", 1040000), 0)
    with duel.refuses("EFBIG", "limit.record"):
        put(desk(duel, "alice"), long_opening("alice", 1040000))
    assert duel.status("proposition_in") == "false"
    for name in SIDES:
        put(desk(duel, name), long_opening(name, 1020000))
    hand_in(duel, 0, "carol")
    assert duel.status("turns") == "1"
    one = json.loads(long_opening("alice", 100000))[0]
    one["grounds"] = [{"source": "x", "content": "Nobody has said this of buses so far.", "relevance": "x is of y"}]
    with duel.refuses("EFBIG", "limit.record"):
        put(desk(duel, "alice"), json.dumps(one) + "\n")


def test_the_last_of_so_many_exchanges_closes_the_debate_and_the_report_is_due_once(own):
    mount = own()
    duel = joined(mount, "exchanges = 1")
    hand_in(duel, 0, *SIDES, "carol")
    assert statuses(duel, "state", "outcome", "next_step", "next_participant") == ["completed", "COMPLETED", "write_report", "carol"]
    assert duel.status("next_step", "participants/alice/status") == "closed"
    assert prompt(duel, "carol").count("## The Clash") == 1 and "500 to 600 words" in prompt(duel, "carol")
    assert f"After {duel.status('move_ends_at')} the debate may go on without it" in prompt(duel, "carol")
    assert "## The Clash" not in prompt(duel, "alice")
    assert 'next_step = "write_report"' in duel.text("participants/carol/wait").splitlines()
    assert "One text is still due from carol" in duel.text("README.md")
    for text, rule in ((report(400), "report.words"), (report(clash="Also opp_009."), "report.argument")):
        with duel.refuses("EINVAL", rule):
            put(desk(duel, "carol"), text)
    mount.remount()
    assert "[report.argument]" in duel.text("participants/carol/last_error")
    assert statuses(duel, "next_step", "archive") == ["write_report", ""]
    put(desk(duel, "carol"), report())
    assert duel.text("report.md") == report() + "\n**Totals:** proposition 0.4 in 3 arguments, opposition -0.4 in 3 arguments\n"
    assert statuses(duel, "next_step", "next_participant") == ["closed", ""]
    assert duel.text("participants/carol/template.md") == "" and "still due" not in duel.text("README.md")
    with duel.refuses("EROFS", "duel.closed"):
        put(desk(duel, "carol"), report(510))
    mount.remount()
    assert duel.text("report.md").startswith("# Free buses\n")
    eventually(lambda: duel.status("archive"))
    kept = mount.store / "archive" / duel.status("archive").removesuffix(".md")
    assert kept.joinpath("report.md").read_text() == duel.text("report.md")
    assert report() in kept.joinpath("conclusion.md").read_text()
