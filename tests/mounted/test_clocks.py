"""Every state has an end: the clocks of moves that are due, over mounts, and what the filesystem writes when one has run out."""
import calendar
import time

import dialectic
import rounds
from mounts import TIME, duelfs, eventually

MINUTE = "move_seconds = 60"


def seconds(duel, key):
    return calendar.timegm(time.strptime(duel.status(key), TIME))


def test_a_debate_of_each_format_ends_with_nobody_acting_in_a_form_that_is_read_back(own):
    mount = own().has_own_clock()
    alone = mount.duel(MINUTE)
    alone.lock("join alice")
    silent = mount.duel(MINUTE)
    silent.play_to(1)
    assert 55 < silent.left() <= 60
    over = mount.duel(MINUTE, "max_turns = 2")
    over.play_to(2)
    sealed = dialectic.debate(mount, MINUTE)
    dialectic.hand_in(sealed, 0, "alice")
    judged = dialectic.debate(mount, MINUTE, names=dialectic.ROLES)
    dialectic.hand_in(judged, 0, *dialectic.ROLES)
    reported = dialectic.debate(mount, MINUTE, "exchanges = 1", names=dialectic.ROLES)
    dialectic.hand_in(reported, 0, *dialectic.ROLES)
    verdict = rounds.debate(mount, "turn_seconds = 60", "rounds = 1")
    rounds.debated(verdict, rounds.OPENING, rounds.CHALLENGE)
    assert (reported.status("outcome"), reported.status("archive")) == ("COMPLETED", "")
    mount.later(20)
    assert not any(duel.status("outcome") for duel in (alone, silent, over, sealed, judged, verdict))
    mount.later(41)
    for duel in (alone, silent, over, sealed, judged, verdict):
        eventually(lambda it=duel: it.status("outcome"))
    eventually(lambda: reported.status("archive"))

    assert (alone.status("outcome"), alone.status("reason")) == ("TIMEOUT", "no second participant joined")
    assert "> duelfs: no second participant joined, " in alone.text("debate.md")
    assert (silent.status("outcome"), silent.status("closed_by")) == ("TIMEOUT", "duelfs")
    assert "> duelfs: bob was silent for 60 s, " in silent.text("debate.md")
    expired, = silent.events_of("move_expired")
    assert (expired["participant"], expired["move"], expired["seconds"]) == ("bob", "turn 2", 60)
    assert over.status("outcome") == "MAX_TURNS"
    assert "> duelfs: nobody handed in for 60 s, " in over.text("debate.md")
    assert sealed.status("outcome") == "INVALIDATED"
    assert "> duelfs: bob, the opposition, handed in nothing in time (revealed: what alice handed in), " in sealed.text("debate.md")
    assert "## Claim" in sealed.text("arguments/prop_000a.md")
    assert judged.status("outcome") == "COMPLETED"
    assert "> duelfs: both sides handed in nothing in time, " in judged.text("debate.md")
    assert (verdict.status("outcome"), verdict.status("reason")) == (
        "ABORTED", "the orchestrator failed (timeout); there is no verdict, and the debate is aborted")
    records = {duel: duel.record() for duel in (alone, silent, over, verdict)}
    mount.stop()
    duelfs(0, "verify", mount.store)
    mount.start()
    assert all(duel.record() == record for duel, record in records.items())
    assert len([path for path in (mount.store / "archive").glob("*.md") if path.stat().st_size]) == 7


def test_behind_a_mount_a_move_that_is_due_has_a_minute_left_and_its_full_time_where_that_is_more(own):
    mount = own()
    short = rounds.debate(mount, "turn_seconds = 30")
    mount.remount()
    assert 50 < short.left() <= 60
    assert short.status("state") == "debating"
    long = mount.joined()
    mount.remount()
    assert 86390 < long.left() <= 86400


def test_who_joins_claims_or_hands_in_sees_when_the_move_is_due_and_when_it_ends(mount):
    never = mount.duel("move_seconds = 0")
    assert (never.status("move_due_at"), never.status("move_ends_at")) == ("", "")
    never.lock("join alice")
    assert never.status("move_ends_at") == ""
    duel = mount.duel()
    assert (duel.status("move_due_at"), duel.status("move_ends_at")) == ("", "")
    duel.lock("join alice")
    assert seconds(duel, "move_ends_at") - seconds(duel, "move_due_at") == 86400
    assert "a move that is due and not made ends after 86400 seconds" in duel.text("README.md")
