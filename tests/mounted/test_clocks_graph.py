"""The clocks of a debate over an argument graph."""
import re

from adversarial import KB, begun, debated, hands_in, seats_taken, speaks, synthesis, turn_of
from mounts import duelfs, refused

MINUTE = "move_seconds = 60"


def over_base(mount, turns, *config):
    """A debate over the argument graph, everybody there, of which so many turns were taken."""
    duel = seats_taken(begun(mount, KB, *config))
    debated(duel, turns)
    return duel


def lines_of(duel, words):
    """So many lines of the filesystem's in its record say this."""
    return len(re.findall(rf"^> duelfs: {words}, [0-9TZ:-]+$", duel.text("debate.md"), re.M))


def test_an_opening_of_another_debater_leaves_the_clock_of_those_still_due_as_it_is(own):
    mount = own().has_own_clock()
    duel = over_base(mount, 0, "turn_seconds = 60")
    mount.later(40)
    hands_in(duel, "sam", turn_of(2, "sam", 1))
    assert 0 < duel.left() <= 20
    mount.later(21)
    duel.becomes("next_step", "name_speaker")
    expired, = duel.events_of("move_expired")
    assert expired["participant"] == "tess"


def test_over_an_argument_graph_a_named_seat_an_orchestrator_or_a_synthesis_that_does_not_come_is_not_waited_for(own):
    mount = own().has_own_clock()
    silent, claimed = (over_base(mount, turns, "turn_seconds = 30") for turns in (1, 2))
    assert 20 < silent.left() <= 30
    claimed.lock("next olga to=debater-tabs asks=so?")
    claimed.lock("claim tess")
    nameless, enough = over_base(mount, 2, MINUTE), over_base(mount, 2, MINUTE, "min_turns = 2")
    unsaid = over_base(mount, 5, MINUTE, "min_turns = 2")
    unsaid.lock('end olga reason="enough"')
    assert (unsaid.status("state"), unsaid.status("next_step")) == ("synthesis", "write_synthesis")

    mount.later(31)
    for duel in (silent, claimed):
        duel.becomes("next_step", "name_speaker")
    assert [silent.status(key) for key in ("state", "next_participant")] == ["cross_examination", "olga"]
    expired, = silent.events_of("move_expired")
    assert (expired["participant"], expired["seconds"]) == ("sam", 30)
    assert 'next_step = "name_speaker"' in silent.text("participants/olga/status")
    # the record says so before the next turn, whosever that is; a debater that was silent opens when it is named
    silent.lock("next olga to=moderator asks=so?")
    hands_in(silent, "mona", "Press: L-002 — who else was asked?\n")
    speaks(silent, 2, "sam", 3)
    assert lines_of(silent, "the turn of sam did not come") == 1
    assert claimed.status("lock_owner") == ""
    with refused("EBUSY"):
        claimed.lock("claim tess")
    with claimed.refuses("EBUSY", "lease.order"):
        claimed.lock("next olga to=debater-spaces asks=so?")
    speaks(claimed, 3, "tess")
    assert (claimed.status("turns"), claimed.status("state")) == ("3", "cross_examination")
    assert lines_of(claimed, "the turn of tess did not come") == 1

    mount.later(31)
    for duel in (nameless, unsaid):
        duel.becomes("outcome", "ABORTED")
    enough.becomes("state", "synthesis")
    assert (enough.status("next_step"), enough.status("outcome")) == ("write_synthesis", "")
    hands_in(enough, "olga", synthesis(enough))
    assert (enough.status("state"), enough.status("outcome")) == ("completed", "COMPLETED")
    assert lines_of(enough, "nobody was named in time") == 1
    records = {duel: duel.record() for duel in (silent, claimed, nameless, enough, unsaid)}
    mount.stop()
    duelfs(0, "verify", mount.store)
    mount.start()
    assert all(duel.record() == record for duel, record in records.items())
    assert turn_of(3, "tess") in claimed.text("debate.md")
