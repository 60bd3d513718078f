"""Debates in rounds: run to their verdict, and to every other end; what their files and prompts say meanwhile."""
import os
import re

import pytest
from rounds import (CHALLENGE, DEFENSE, FOLLOWUP, OPENING, SUMMARY, THIRD_DEFENSE, THIRD_FOLLOWUP, VERDICT, debate,
                    debated)

TWO_ROUNDS = (OPENING, CHALLENGE, DEFENSE, FOLLOWUP)
def bare(mount, *config):
    return mount.bare('format = "rounds"', 'topic = "Is the cache worth it"', *config)


def join(duel, name, role, tool, model="x"):
    duel.lock(f"join {name} role={role}" + (f" harness={tool} model={model}" if tool else ""))


def prompt(duel, name):
    return duel.text(f"participants/{name}/prompt.md")


def whose(duel):
    return duel.status("state"), duel.status("next_participant")


def refuses(duel, name, text, rule):
    """A claim and an append that fails under this rule."""
    duel.lock(f"claim {name}")
    with duel.refuses("EINVAL", rule):
        duel.append(text)


@pytest.fixture
def timed(own):
    """A mount whose clock a test moves."""
    return own().has_own_clock()


# -- to the verdict --

def test_the_ids_of_a_challenge_s_points_stand_in_the_record_in_a_line_before_the_next_text_and_no_others_pass(mount):
    duel = debate(mount)
    debated(duel, OPENING, CHALLENGE)
    refuses(duel, "alice", DEFENSE + "\n> duelfs: points of round 1: C1.9, 2026-11-20T22:30:00Z\n", "text.reserved")
    duel.append(DEFENSE)
    assert re.search(r"\n\n> duelfs: points of round 1: C1\.1, C1\.2, C1\.3, 20[^\n]*\n\n(---\n\n)?## Round 2", duel.text("debate.md"))
    assert re.search(r"\n> duelfs: points of round 1: P1\.1, P1\.2, 20", duel.text("debate.md"))
    assert duel.text("turns/002-bob.md") == CHALLENGE


def test_a_turn_leaves_room_in_the_record_for_the_verdict(mount):
    duel = debate(mount, "max_turn_bytes = 1048576")

    def padded(text, size):
        lines = []
        for n in range(size // 4000 + 1):
            lines.append(" ".join(f"{len(text)}w{n}x{i}" for i in range(600))[:3999])
        return text + "\n" + "\n".join(lines)[:size] + "\n"
    for text in (OPENING, CHALLENGE, DEFENSE):
        debated(duel, padded(text, 1047000))
    left = 4194304 - int(duel.status("record_bytes"))
    duel.lock("claim bob")
    with duel.refuses("EFBIG", "limit.record"):
        duel.append(padded(FOLLOWUP, left - 4000))
    duel.append(padded(FOLLOWUP, left - 40000))
    debated(duel, VERDICT)
    assert duel.status("state") == "completed"


# -- seats --


def test_a_debate_without_an_orchestrator_goes_on_until_one_is_needed_and_waits_for_it(mount):
    duel = bare(mount, "rounds = 3")
    join(duel, "alice", "proposer", "claude", "opus")
    join(duel, "bob", "challenger", "gemini", "gemini-3-pro")
    debated(duel, *TWO_ROUNDS)
    assert [duel.status(key) for key in ("state", "next_step")] == ["summarizing", "wait_peer"]
    assert "role=orchestrator" in duel.text("prompt.md")
    with duel.refuses("EBUSY", "lease.wait|lease.order".split("|")[0]):
        duel.lock("claim alice")
    join(duel, "olga", "orchestrator", "gemini", "flash")
    assert whose(duel) == ("summarizing", "olga")
    debated(duel, SUMMARY, THIRD_DEFENSE, THIRD_FOLLOWUP, VERDICT)
    assert duel.status("state") == "completed"


# -- who fails --


def test_only_the_orchestrator_fails_anybody_and_only_whose_move_it_is(mount):
    duel = debate(mount)
    for line, name, rule in (("alice who=bob", "EACCES", "seat.identity"), ("olga who=bob", "EBUSY", "lease.order"),
                             ("olga who=olga", "EINVAL", "value.bad"), ("olga who=nobody", "EINVAL", "value.bad"),
                             ("olga", "EINVAL", "value.bad")):
        with duel.refuses(name, rule):
            duel.lock(f"fail {line}")
    assert duel.status("state") == "debating"


def test_a_failure_has_its_time_not_before_the_debate_not_of_who_has_spoken_not_in_a_summary_not_in_the_verdict_not_after_the_end(mount):
    duel = bare(mount, "rounds = 3")

    def fails(who, name, rule):
        with duel.refuses(name, rule):
            duel.lock(f"fail olga who={who}")
    join(duel, "olga", "orchestrator", "claude", "opus")
    join(duel, "alice", "proposer", "claude", "opus")
    fails("alice", "EBUSY", "lease.wait")
    join(duel, "bob", "challenger", "gemini", "gemini-3-pro")
    debated(duel, OPENING)
    fails("alice", "EBUSY", "lease.order")
    debated(duel, CHALLENGE, DEFENSE, FOLLOWUP)
    fails("alice", "EBUSY", "lease.order")
    fails("bob", "EBUSY", "lease.order")
    debated(duel, SUMMARY)
    duel.lock("fail olga who=alice")
    assert duel.status("state") == "judging"
    fails("bob", "EBUSY", "lease.order")
    debated(duel, VERDICT)
    fails("bob", "EROFS", "duel.closed")


def test_the_time_of_a_turn_runs_out_while_others_wait_and_their_wait_tells_them(timed, user):
    duel = debate(timed, "turn_seconds = 60", "retry_after_seconds = 3600")
    duel.lock("claim alice")
    waiting = user(os.getuid())
    waiting.say((open_and_read, (str(duel / "participants/bob/wait"),)))
    timed.later(61)
    assert "closed" in waiting._next().get()  # pylint: disable=protected-access
    assert duel.status("state") == "aborted"
    assert [duel.events_of("participant_failed")[0][key] for key in ("participant", "reason")] == ["alice", "timeout"]
    expired = duel.events_of("move_expired")[0]
    assert [expired[key] for key in ("participant", "move", "seconds")] == ["alice", "the opening of round 1", 60]


def open_and_read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def test_a_seat_that_is_needed_and_free_is_waited_for_a_challenger_and_a_proposer(timed):
    one, two = bare(timed, "wait_seconds = 60"), bare(timed, "wait_seconds = 60")
    join(one, "alice", "proposer", "claude")
    join(two, "bob", "challenger", "gemini")
    timed.later(61)
    one.becomes("state", "uncontested")
    two.becomes("state", "aborted")
    assert "> duelfs: the challenger failed (timeout); the position is uncontested, 20" in one.text("debate.md")
    assert "> duelfs: the proposer failed (timeout); there is no position, and the debate is aborted, 20" in two.text("debate.md")


# -- files and prompts --


def test_the_prompt_of_the_verdict_has_the_warnings_of_every_text(mount):
    duel = debate(mount, "rounds = 2")
    told = [OPENING, CHALLENGE.replace("so a wrong result is shown.", 'for "it is never stale" is not in Round 1.'),
            DEFENSE.replace("so none has a copy by then.", 'as Round 1 has "nobody reads it twice".'), FOLLOWUP]
    debated(duel, *told[:3])
    assert all("it is never stale" in prompt(duel, name) for name in ("alice", "bob"))
    debated(duel, told[3])
    assert prompt(duel, "olga").split("### Warnings")[1].split("##")[0].split("\n") == [
        "", "", '- alice: "nobody reads it twice" stands in no text of this debate',
        '- bob: "it is never stale" stands in no text of this debate', "", ""]


def test_a_prompt_tells_how_long_a_turn_may_take_and_offers_no_claim_for_timeout(mount):
    duel = debate(mount, "turn_seconds = 77")
    assert "a text that is not in 77 seconds after it fell due has failed" in duel.text("README.md").replace("\n  ", " ")
    for name in ("prompt.md", "README.md", "participants/bob/prompt.md"):
        assert "for=timeout" not in duel.text(name)
    with duel.refuses("EBUSY", "lease.order"):
        duel.lock("claim bob for=timeout")
