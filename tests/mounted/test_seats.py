"""Seats: joining, names and their spellings, identity, and the lock's one-line language."""
import os

import pytest

from mounts import File, put, refused, turn


@pytest.fixture
def empty(mount):
    """A duel in which nobody sits."""
    return mount.duel()


def assert_seats(duel, number):
    assert duel.status("participants") == str(number)


def test_join_takes_a_free_seat_and_joining_again_as_the_same_changes_nothing(empty):
    empty.join("alice")
    assert_seats(empty, 1)
    assert empty.status("state") == "waiting_for_participant"
    empty.join("alice")
    assert_seats(empty, 1)
    assert empty.events().count("participant_registered") == 1
    empty.lock("join bob")
    assert_seats(empty, 2)
    assert empty.status("state") == "debating"


def test_harness_and_model_default_to_unknown_and_unknown_model(empty):
    empty.lock("join alice")
    assert 'harness = "unknown"' in empty.text("participants/alice/status")
    assert 'model = "unknown-model"' in empty.text("participants/alice/status")
    empty.lock("join bob harness=codex model=openai/gpt-5")
    assert 'model = "openai/gpt-5"' in empty.text("participants/bob/status")
    assert sorted(os.listdir(empty / "participants")) == ["alice", "bob"]


def test_the_verb_may_be_left_out(duel):
    duel.lock("alice")
    assert duel.status("lock_owner") == "alice"
    lease = duel.status("lease")
    duel.lock("alice")
    assert (duel.status("lock_owner"), duel.status("lease")) == ("alice", lease)
    assert duel.events().count("lock_refreshed") == 1


def test_names_and_values_with_spaces_stand_in_double_quotes(empty):
    empty.lock('join "Alice B" harness="my harness" model="o p u s"')
    assert 'harness = "my harness"' in empty.text("participants/Alice B/status")
    empty.lock("join bob")
    empty.lock('claim "Alice B" harness="my harness" model="o p u s"')
    assert empty.status("lock_owner") == "Alice B"
    empty.append(turn(1, "Alice B").replace("(claude-code / opus)", "(my harness / o p u s)", 1))
    assert empty.status("turns") == "1"


def test_two_spellings_of_a_name_are_one_seat_and_only_the_first_is_taken(empty):
    empty.lock("join Élodie")
    for line in ("join élodie", "join E\u0301lodie", "join ÉLODIE"):
        empty.lock(line)
    with empty.refuses("EACCES", "seat.identity"):
        empty.lock("claim ÉLODIE model=opus")
    assert_seats(empty, 1)
    empty.lock("join Straße")
    empty.lock("claim STRASSE")
    assert (empty.status("lock_owner"), sorted(os.listdir(empty / "participants"))) == ("Straße", ["Straße", "Élodie"])
    empty.lock("release strasse")


def test_a_seat_that_joined_by_mistake_joins_again_with_another_harness_and_model_until_its_first_text(own):
    mount = own()
    duel = mount.duel()
    duel.lock("join alice")
    duel.lock("join bob harness=codex model=x")
    duel.lock("join alice harness=aider model=opus-4")
    duel.lock("join alice model=haiku")
    assert [duel.status(key, "participants/alice/status") for key in ("harness", "model")] == ["aider", "haiku"]
    assert "| alice | aider | haiku |" in duel.text("debate.md") and "unknown" not in duel.text("debate.md")
    assert duel.text("events").count('"participant_registered"') == 4
    assert_seats(duel, 2)
    with duel.refuses("EINVAL", "value.bad"):
        duel.lock('join alice harness="a(b"')
    put(duel / "participants/alice/turn.md", turn(1, "alice").partition("\n")[2])
    assert "## Turn 1 — alice (aider / haiku)" in duel.text("debate.md")
    with duel.refuses("EACCES", "seat.identity"):
        duel.lock("join alice harness=codex")
    mount.remount()
    assert duel.status("model", "participants/alice/status") == "haiku"
    duel.lock("join bob harness=codex model=y")
    assert duel.status("model", "participants/bob/status") == "y"


def test_one_write_is_one_line(empty):
    with refused("EINVAL"):
        empty.lock("join alice\njoin bob")
    assert_seats(empty, 0)
    with File(empty / "lock", os.O_WRONLY) as file:
        file.write("join alice\n").write("join bob")
    assert_seats(empty, 2)
