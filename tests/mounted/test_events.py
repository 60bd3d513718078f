"""events: one JSON object a line, in order, without a gap."""
import json
import re
import subprocess

from mounts import HARNESS, MODEL, eventually, refused, turn

TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"


def assert_well_formed(duel):
    """seq counts from 1 without a gap, and every line is an object with the common keys."""
    for number, line in enumerate(duel.text("events").splitlines(True), 1):
        assert line.endswith("\n")
        event = json.loads(line)
        assert event["seq"] == number, line
        assert re.fullmatch(TIME, event["time"]), line
        for key in ("step", "unit", "event"):
            assert isinstance(event[key], str) and (event[key] or key == "unit"), line


def assert_waited(duel, times):
    assert len(duel.events_of("participant_waiting")) == times


def test_a_debate_is_told_by_name_in_order_without_a_gap(mount):
    duel = mount.duel()
    duel.play_to(2)
    duel.conclude("alice", "DISSENT")
    assert_well_formed(duel)
    assert [[event[key] for key in ("participant", "harness", "model")] for event in duel.events_of("participant_registered")] == [
        ["alice", HARNESS, MODEL], ["bob", HARNESS, MODEL]]
    assert [event["step"] for event in duel.events_of("status_change")] == ["waiting_for_participant", "debating", "completed"]
    told = [event for event in duel.events() if event != "status_change"]
    assert told[:12] == ["participant_registered", "participant_registered",
                         "lock_acquired", "turn_composing", "artifact_registered", "artifact_updated", "lock_released",
                         "lock_acquired", "turn_composing", "artifact_updated", "lock_released", "lock_acquired"]
    assert sorted(told[12:]) == ["artifact_updated", "completed", "lock_released", "turn_composing"]
    assert [event["unit"] for event in duel.events_of("turn_composing")] == ["turn:1", "turn:2", "turn:3"]
    assert told[-1] == "completed"


def test_a_claim_that_has_to_wait_is_one_event_a_wait(mount):
    duel = mount.duel()

    def claim_again_and_again(times):
        for _ in range(times):
            with refused("EBUSY"):
                duel.lock("claim alice")
    claim_again_and_again(3)
    assert_waited(duel, 1)
    assert_well_formed(duel)
    for line in ("join bob", "claim alice", "release alice", "claim bob"):
        duel.lock(line)
    claim_again_and_again(2)
    assert_waited(duel, 2)


def test_a_refused_turn_is_told_with_its_rules_and_errno(duel):
    duel.lock("claim alice")
    with refused("EINVAL"):
        duel.append(turn(2, "alice"))
    text = json.dumps(eventually(lambda: duel.events_of("turn_rejected")))
    assert "turn.number" in text
    assert "EINVAL" in text
    assert_well_formed(duel)


def test_equal_refusals_in_a_row_are_counted_not_repeated(duel):
    duel.lock("claim alice")
    for _ in range(20):
        with refused("EINVAL"):
            duel.append(turn(2, "alice"))
    assert len(duel.events_of("turn_rejected")) <= 3
    assert_well_formed(duel)


def test_claims_refreshes_releases_and_expiries_are_told(mount):
    duel = mount.joined("lease_seconds = 1")
    for verb in ("claim", "refresh", "release", "claim"):
        duel.lock(f"{verb} alice")
    eventually(lambda: len(duel.events_of("lock_expired")) == 1)
    assert [name for name in duel.events() if "lock_" in name] == [
        "lock_acquired", "lock_refreshed", "lock_released", "lock_acquired", "lock_expired"]
    assert_well_formed(duel)


def test_tail_f_follows_them(mount):
    duel = mount.duel()
    followed = mount.work / "followed"
    with open(followed, "wb") as out, subprocess.Popen(["tail", "-n", "+1", "-f", duel / "events"], stdout=out) as follower:
        try:
            duel.lock("join alice")
            eventually(lambda: "participant_registered" in followed.read_text())
        finally:
            follower.kill()
