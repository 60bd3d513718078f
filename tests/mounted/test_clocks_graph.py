"""The clocks of a debate over an argument graph."""
import re

from adversarial import KB, begun, seats_taken, speaks, synthesis
from mounts import duelfs, put, refused

MINUTE = "move_seconds = 60"


def over_base(mount, *config):
    """A debate over the small argument graph, everybody there."""
    return seats_taken(begun(mount, KB, *config))


def test_over_an_argument_graph_a_named_seat_an_orchestrator_or_a_synthesis_that_does_not_come_is_not_waited_for(own):
    mount = own().has_own_clock()
    silent = over_base(mount, "turn_seconds = 30")
    silent.lock('next olga to=tess asks="open"')
    assert 20 < silent.left() <= 30
    claimed = over_base(mount, "turn_seconds = 30")
    speaks(claimed, 1, "tess")
    claimed.lock("next olga to=sam")
    claimed.lock("claim sam")
    nameless = over_base(mount, MINUTE)
    speaks(nameless, 1, "tess")
    enough, unsaid = (over_base(mount, MINUTE, "min_turns = 2") for _ in range(2))
    for duel in (enough, unsaid):
        speaks(duel, 1, "tess")
        speaks(duel, 2, "sam")
    unsaid.lock('end olga reason="enough"')
    assert (unsaid.status("state"), unsaid.status("next_step")) == ("synthesis", "claim_lock")

    mount.later(31)
    for duel in (silent, claimed):
        duel.becomes("speaks_next", "")
    assert [silent.status(key) for key in ("state", "next_step", "next_participant")] == ["opening", "name_speaker", "olga"]
    expired, = silent.events_of("move_expired")
    assert (expired["participant"], expired["move"], expired["seconds"]) == ("tess", "turn 1", 30)
    assert 'next_step = "name_speaker"' in silent.text("participants/olga/status")
    # the record says so before the next turn, whosever that is
    speaks(silent, 2, "sam", 1)
    assert len(re.findall(r"^> Turn of tess did not come\. [0-9TZ:-]+$", silent.text("debate.md"), re.M)) == 1
    assert claimed.status("lock_owner") == ""
    assert "sam was named to speak turn 2, and did not come in time." in claimed.text("participants/olga/ask.md")
    with refused("EBUSY"):
        claimed.lock("claim sam")
    speaks(claimed, 2, "sam")
    assert (claimed.status("turns"), claimed.status("state")) == ("2", "cross_examination")
    assert len(re.findall(r"^> Turn of sam did not come\. ", claimed.text("debate.md"), re.M)) == 1
    assert "did not come in time" not in claimed.text("participants/olga/ask.md")
    with claimed.refuses("EBUSY", "lease.order"):
        claimed.lock("next olga to=sam")
    claimed.lock("next olga to=tess")

    mount.later(31)
    for duel in (nameless, unsaid):
        duel.becomes("outcome", "ABORTED")
    # where another was silent one may speak twice in a row
    claimed.becomes("speaks_next", "")
    claimed.lock("next olga to=sam")
    assert (nameless.status("outcome"), nameless.status("reason")) == ("ABORTED", "the orchestrator named nobody in 60 seconds")
    assert (unsaid.status("outcome"), unsaid.status("reason")) == (
        "ABORTED", "olga did not hand in the synthesis in time (60 seconds)")
    enough.becomes("state", "synthesis")
    assert (enough.status("next_step"), enough.status("outcome")) == ("claim_lock", "")
    put(enough / "participants/olga/turn.md", synthesis(enough))
    assert (enough.status("state"), enough.status("outcome")) == ("completed", "COMPLETED")
    assert "> Time is up: " in enough.text("debate.md")
    records = {duel: duel.record() for duel in (silent, claimed, nameless, enough, unsaid)}
    mount.stop()
    duelfs(0, "verify", mount.store)
    mount.start()
    assert all(duel.record() == record for duel, record in records.items())
