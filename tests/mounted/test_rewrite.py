"""Rewriting debate.md whole, as agents and editors do: a private copy, judged as a whole."""
import os

import pytest

from mounts import File, refused, turn

PIECE = 512

class Begun:
    """A duel whose first turn is alice's to write, and whole rewrites of its record."""

    def __init__(self, duel):
        self.duel = duel
        duel.lock("claim alice")
        self.text, self.before = turn(1, "alice"), duel.record()
        self.whole = self.behind(self.text)
        self.bad = self.behind(self.text.replace("## Turn 1", "## Turn 2", 1))
        self.short = self.whole[:self.whole.index(b"**Unresolved Items**")]

    def behind(self, text):
        """The record with a text behind it, as an editor would save it."""
        return self.duel.record() + b"\n" + text.encode()

    def assert_accepted(self):
        assert self.duel.status("turns") == "1"
        assert (self.duel / "turns/001-alice.md").read_text() == self.text

    def assert_untouched(self):
        assert self.duel.record() == self.before
        assert self.duel.status("turns") == "0"

    def refused_at(self, call, name, rule, data):
        with self.duel.refuses(name, rule, call):
            self.duel.rewrite(data)


@pytest.fixture
def begun(duel):
    return Begun(duel)


def padded(data):
    """Letters in the turn's position until the whole is a multiple of 512 bytes."""
    return data.replace(b"\nCaching pays off", b"\n" + b"x" * (-len(data) % PIECE) + b"Caching pays off", 1)


def test_in_a_later_lease_the_old_bytes_plus_what_is_already_the_last_turn_are_a_turn_and_told_what_is_wrong_with_it(begun):
    begun.duel.rewrite(begun.whole)
    after = begun.duel.record()
    begun.duel.lock("release alice")
    begun.duel.lock("claim bob")
    begun.duel.rewrite(after)  # where it stands
    with begun.duel.refuses("EINVAL", "turn.number"):
        begun.duel.rewrite(begun.behind(begun.text))
    assert begun.duel.record() == after


def test_one_write_that_replaces_the_record_by_less_is_EPERM_at_the_write(begun):
    begun.refused_at("write", "EPERM", "history.changed", begun.text)
    assert "[history.changed] this is not the file with a text behind it, and what was accepted would be gone: append" \
        in begun.duel.newest_refusal()
    begun.assert_untouched()
    begun.refused_at("write", "EPERM", "history.changed", b"".join(begun.before.splitlines(True)[:2]) + begun.text.encode())
    assert "[history.changed] an accepted byte is different here" in begun.duel.newest_refusal()


def test_a_rewrite_of_a_multiple_of_512_bytes_may_be_a_piece_and_is_judged_at_close(begun):
    assert len(padded(begun.short)) % PIECE == 0
    begun.refused_at("close", "EINVAL", "section.missing", padded(begun.short))
    begun.duel.rewrite(padded(begun.whole))
    assert begun.duel.status("turns") == "1"


def test_as_Bun_fails_a_refused_write_then_a_cut_to_nothing_and_the_record_stands(begun):
    file = File(begun.duel.debate, os.O_WRONLY)
    with refused("EINVAL", "write"):
        file.write(begun.bad)
    with refused("EINVAL"):
        file.truncate(0)
        file.close()
    begun.assert_untouched()


def test_a_truncated_copy_with_less_behind_it_is_refused(begun):
    with refused("EPERM"), File(begun.duel.debate, os.O_WRONLY) as file:
        file.truncate(20).pwrite(begun.text, 20)
    begun.assert_untouched()


def test_a_gap_in_the_copy_is_refused(begun):
    with refused("EPERM|EINVAL|EILSEQ"), File(begun.duel.debate, os.O_WRONLY) as file:
        file.pwrite(begun.text, len(begun.before) + 100)
    begun.assert_untouched()


def test_a_handle_for_reading_and_writing_reads_the_record(begun):
    with File(begun.duel.debate, os.O_RDWR) as file:
        assert file.read() == begun.before


def test_a_rewrite_that_was_read_before_the_peer_s_turn_came_in_is_refused_and_loses_nothing(begun):
    stale = begun.before + b"\n" + turn(1, "bob").encode()
    begun.duel.append(begun.text)
    begun.duel.lock("release alice")
    begun.duel.lock("claim bob")
    with refused("EPERM"):
        begun.duel.rewrite(stale)
    begun.assert_accepted()
