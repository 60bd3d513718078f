"""Each door of a duel once, with a text that is taken and one that is refused: what `make check` tries, and the sanitized run of scripts/test."""
import os

import pytest

from mounts import append, put, refused, turn

TEXT = turn(1, "alice")
BAD = turn(1, "alice", "PERHAPS")


class Untouched:
    """A duel of which nothing is recorded yet."""

    def __init__(self, duel):
        self.duel, self.before = duel, duel.record()

    def assert_untaken(self):
        assert self.duel.record() == self.before
        assert self.duel.status("turns") == "0"

    def assert_taken(self):
        assert self.duel.status("turns") == "1"
        assert self.duel.text("turns/001-alice.md") == TEXT


@pytest.fixture
def door(duel):
    return Untouched(duel)


def put_new(path, data):
    put(path, data, os.O_CREAT | os.O_EXCL)


def test_the_door_lock_a_claim_is_taken_and_a_peer_s_unexpired_lease_refuses_another(duel):
    duel.lock("claim alice")
    assert duel.status("lock_owner") == "alice"
    with duel.refuses("EBUSY", "lease.busy"):
        duel.lock("claim bob")
    duel.lock("release alice")
    assert duel.status("lock_owner") == ""


def test_the_door_debate_md_an_appended_text_becomes_a_turn_and_a_bad_one_changes_nothing(duel, door):
    duel.lock("claim alice")
    with refused("EINVAL"):
        duel.append(BAD)
    door.assert_untaken()
    duel.append(TEXT)
    door.assert_taken()


def test_the_door_debate_md_the_old_bytes_and_a_text_are_a_turn_in_place_and_by_a_rename_and_another_beginning_is_EPERM(duel, door):
    duel.lock("claim alice")
    with refused("EPERM"):
        duel.rewrite(TEXT)
    door.assert_untaken()
    put_new(duel / "debate.md.tmp.1", door.before + b"\n" + TEXT.encode())
    os.rename(duel / "debate.md.tmp.1", duel.debate)
    door.assert_taken()


def test_the_door_turn_md_a_text_is_handed_in_without_a_claim_and_a_bad_one_changes_nothing(duel, door):
    desk = duel / "participants/alice/turn.md"
    with refused("EINVAL"):
        put(desk, BAD)
    door.assert_untaken()
    put(desk, TEXT)
    door.assert_taken()
    assert desk.read_text() == TEXT


def test_the_door_turn_md_a_file_that_is_renamed_over_it_is_handed_in(duel, door):
    desk = duel / "participants/alice/turn.md"
    put_new(f"{desk}.tmp.1", TEXT)
    os.rename(f"{desk}.tmp.1", desk)
    door.assert_taken()


def test_the_door_check_a_draft_gets_its_verdict_and_nothing_is_recorded(duel, door):
    check = duel / "participants/alice/check"
    put(check, TEXT)
    with refused("EINVAL"):
        put(check, BAD)
    assert "turn.stance" in check.read_text()
    door.assert_untaken()


def test_the_door_config_toml_a_key_is_taken_while_nobody_has_joined_an_unknown_one_never_and_none_once_somebody_has(mount):
    duel = mount.bare("max_turns = 4")
    assert duel.status("max_turns") == "4"
    with refused("EINVAL"):
        append(duel / "config.toml", "no_such_key = 1\n")
    duel.lock("join alice")
    with refused("EPERM"):
        append(duel / "config.toml", "max_turns = 6\n")


def test_the_door_mkdir_a_name_makes_a_duel_and_rmdir_removes_it_and_a_name_that_is_none_is_EINVAL(mount):
    os.mkdir(mount.path / "fresh")
    os.rmdir(mount.path / "fresh")
    with refused("EINVAL"):
        os.mkdir(mount.path / "Not a name")


def test_the_door_wait_a_read_returns_when_the_peer_may_move(duel, beside):
    reader = beside(lambda line: duel.text("participants/bob/wait"))
    put(duel / "participants/alice/turn.md", TEXT)
    assert reader.answer()
