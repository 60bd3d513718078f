"""participants/NAME/check: a draft is rehearsed by every way of writing, and its verdict is its seat's alone. Each seat is a user of its own:
alice 1001, bob 1002."""
import os
import pathlib

import pytest

from mounts import File, append, eventually, put, refused, rename, turn

OPTIONS = ("allow_other",)
ALICE, BOB = 1001, 1002
TEXT = turn(1, "alice").replace("(claude-code / opus)", "(unknown / unknown-model)")
LINES = TEXT.splitlines(True)
FIRST, REST = "".join(LINES[:8]), "".join(LINES[8:])
BAD = TEXT.replace("**Agreements**\n", "")
OK = f"turn.md: ok (turn 1 of alice, {len(TEXT.encode())} bytes)\n"
REFUSED = f"turn.md: EINVAL (turn 1 of alice, {len(BAD.encode())} bytes)"
CLOSED = "turn.md: error: [duel.closed] this duel is closed; its record is read-only\nturn.md: EROFS\n"


class Rehearsal:
    """A duel in which 1001 is alice and 1002 is bob, and alice's check."""

    def __init__(self, duel, user):
        self.duel, self.user, self.alice = duel, user, user(ALICE)
        for uid, name in ((ALICE, "alice"), (BOB, "bob")):
            user(uid).call(duel.lock, f"join {name}")
        self.check = duel / "participants/alice/check"
        self.before = duel.record(), duel.text("events")

    def said(self, uid=ALICE):
        return self.user(uid).call(pathlib.Path.read_text, self.check)

    def put(self, text):
        self.alice.call(put, self.check, text)

    def assert_unrecorded(self):
        assert (self.duel.record(), self.duel.text("events")) == self.before
        assert self.duel.status("turns") == "0"


@pytest.fixture
def it(mount, user):
    yield Rehearsal(mount.duel(), user)
    mount.assert_quiet()


def in_pieces(path, pieces, flags=os.O_TRUNC):
    """As a shell's redirection: it closes a copy first, and again between the pieces."""
    with File(path, os.O_WRONLY | flags) as file:
        file.flush()
        for piece in pieces:
            file.write(piece)


def by_rename(path, between, text):
    put(between, text, os.O_CREAT)
    rename(between, path)


def test_a_draft_gets_its_verdict_from_its_seats_check_by_every_way_of_writing_and_nothing_is_recorded(it):
    raw = TEXT.encode()
    for way in ((put, it.check, TEXT), (append, it.check, TEXT), (in_pieces, it.check, (FIRST, REST), os.O_APPEND), (in_pieces, it.check, LINES),
                (in_pieces, it.check, ("".join(LINES[:-1]), LINES[-1])),
                (in_pieces, it.check, [raw[at:at + 512] for at in range(0, len(raw), 512)]),
                (in_pieces, it.check, (TEXT[:-1], "\n"), os.O_APPEND),
                (by_rename, it.check, f"{it.check}.tmp.1", TEXT), (by_rename, it.check, f"{it.check}~", TEXT)):
        it.alice.call(*way)
        assert it.said() == OK, way
        with refused("EINVAL"):
            it.put("\n")
    it.assert_unrecorded()


def test_a_bad_draft_fails_at_the_write_or_the_close_and_check_and_last_error_of_the_seat_say_why(it):
    with refused("EINVAL", "write"):
        it.put(BAD)
    assert it.said().splitlines()[-1] == REFUSED
    with refused("EINVAL"):
        it.alice.call(in_pieces, it.check, BAD.splitlines(True))
    with refused("EINVAL", "rename"):
        it.alice.call(by_rename, it.check, f"{it.check}.tmp.2", BAD)
    assert it.said().startswith("turn.md:12: error: [section.missing] the line `**Agreements**` is missing")
    assert "alice participants/alice/check: EINVAL (3 times)" in it.duel.text("participants/alice/last_error").splitlines()[0]
    assert it.duel.newest_refusal().startswith("participants/alice/check:12: error: [section.missing] ")
    it.assert_unrecorded()


def test_what_is_rehearsed_stands_in_the_last_error_of_the_duel_without_its_words(it, user):
    with refused("EINVAL"):
        it.put(BAD)
    for uid in (0, ALICE, BOB, 1004):
        for name in ("last_error", "participants/alice/last_error"):
            said = user(uid).call(it.duel.text, name)
            assert "participants/alice/check:12: error: [section.missing] this must hold: every " in said
            assert it.said().partition("] ")[2].splitlines()[0] not in said


def test_out_of_turn_it_says_what_to_wait_for_whatever_else_is_wrong(it):
    it.alice.call(put, it.duel / "participants/alice/turn.md", TEXT)
    for bad in (TEXT + "ghp_" + "0aZ1bY2cX3dW4eV5fU6gT7hS8iR9jQ0kP1lO\n", TEXT + "\a\n", BAD):
        with it.duel.refuses("EBUSY", "lease.order"):
            it.put(bad)
        assert it.said().startswith("turn.md: error: [lease.order] it is the move of bob") and it.said().count(" error: ") > 1


def test_check_is_its_seat_s_alone_and_root_s(it, user):
    with refused("EINVAL"):
        it.put(BAD)
    assert it.said(0) == it.said()
    for uid in (BOB, 1004):
        with pytest.raises(PermissionError):
            it.said(uid)


def test_who_has_not_joined_a_closed_duel_and_too_much_are_refused_as_an_append_would_be(it, user):
    with it.duel.refuses("EACCES", "seat.uid", "open"):
        user(1003).call(put, it.check, TEXT)
    with it.duel.refuses("EFBIG", "limit.turn", "write"):
        it.put("x" * 400000)
    with it.duel.refuses("EILSEQ", "text.utf8"):
        it.put(b"a\377\n")
    it.alice.call(it.duel.lock, "claim alice")
    it.duel.lock("close maker reason=over")
    eventually(lambda: it.duel.status("state") == "invalidated")
    with it.duel.refuses("EROFS", "duel.closed", "open"):
        it.put(TEXT)
    assert it.said() == CLOSED
    assert os.stat(it.check).st_size == len(CLOSED)
