"""Tokens: binding a seat, proving it at every verb and append, and never being shown."""
import os

import pytest

from mounts import File, files_with, put, refused, turn

SECRET = "correct-horse-battery"
TEXT = turn(1, "alice")


def signed(token, text=TEXT):
    """A turn behind a line that carries a token."""
    return f"<!-- token: {token} -->\n{text}"


SIGNED = signed(SECRET)


def joined(mount):
    """A duel in which alice's seat has a token, and bob's none."""
    duel = mount.duel()
    duel.lock(f"join alice harness=claude-code model=opus token={SECRET}")
    duel.join("bob")
    return duel


@pytest.fixture
def bound(mount):
    return joined(mount)


@pytest.fixture
def claimed(bound):
    """alice has the floor."""
    bound.lock(f"claim alice token={SECRET}")
    return bound


def wants_token(duel, *lines):
    for line in lines:
        with duel.refuses("EACCES", "lease.token"):
            duel.lock(line)


def first_turn(duel):
    return duel.text("turns/001-alice.md")


def test_a_token_given_at_join_is_wanted_by_every_later_verb_of_that_seat(bound):
    wants_token(bound, "claim alice", "claim alice token=wrong-horse-battery", "join alice")
    bound.lock(f"join alice token={SECRET}")
    bound.lock(f"claim alice token={SECRET}")
    wants_token(bound, "refresh alice", "release alice")
    bound.lock(f"refresh alice token={SECRET}")
    bound.lock(f"release alice token={SECRET}")


def test_a_first_claim_may_bring_the_token(mount):
    duel = mount.duel()
    duel.lock("join bob")
    duel.lock(f"claim alice token={SECRET}")
    wants_token(duel, "release alice")
    duel.lock(f"release alice token={SECRET}")


def test_an_append_wants_the_token_as_its_first_line_which_is_not_recorded(claimed):
    for text in (TEXT, signed("wrong-horse-battery")):
        with claimed.refuses("EACCES", "lease.token"):
            claimed.append(text)
    claimed.append(SIGNED)
    assert claimed.status("turns") == "1"
    assert first_turn(claimed) == TEXT
    assert "token" not in claimed.text("debate.md")


def test_a_text_with_a_wrong_token_is_no_text_of_the_seat_s_and_last_error_has_it_as_its_opener_s(claimed):
    desk = claimed / "participants/alice/turn.md"
    for text in (TEXT, signed("wrong-horse-battery")):
        with claimed.refuses("EACCES", "lease.token"):
            put(desk, text)
    assert claimed.status("refused", "participants/alice/status") == ""
    assert claimed.text("participants/alice/last_error") == ""
    assert f" uid {os.getuid()} participants/alice/turn.md: EACCES" in claimed.text("last_error")
    claimed.lock(f"release alice token={SECRET}")
    with claimed.refuses("EINVAL", "turn.participant"):
        put(desk, SIGNED.replace("alice", "bob"))
    with claimed.refuses("EACCES", "lease.token"):
        put(desk, TEXT)
    assert claimed.status("refused", "participants/alice/status") == "turn.participant"


def test_out_of_turn_a_text_without_its_token_is_no_text_of_the_seat_s_either(claimed):
    desk = claimed / "participants/alice/turn.md"
    put(desk, SIGNED)
    events = claimed.text("events").count("turn_rejected")
    again = turn(3, "alice")
    for text in (again, signed("wrong-horse-battery", again), "x"):
        with claimed.refuses("EACCES", "lease.token"):
            put(desk, text)
    with refused("EBUSY"):
        put(desk, f"<!-- token: {SECRET}")
    assert claimed.status("refused", "participants/alice/status") == ""
    assert claimed.text("participants/alice/last_error") == ""
    assert claimed.text("events").count("turn_rejected") == events
    put(claimed / "participants/bob/turn.md", turn(2, "bob"))
    with claimed.refuses("EACCES", "lease.token"):
        put(desk, "x")
    with claimed.refuses("EINVAL", "text.blank"):
        put(desk, f"<!-- token: {SECRET}")
    assert claimed.status("refused", "participants/alice/status") == ""
    put(desk, signed(SECRET, again))
    with claimed.refuses("EBUSY", "lease.order"):
        put(desk, signed(SECRET, turn(5, "alice")))
    assert claimed.status("refused", "participants/alice/status") == "lease.order"


def test_what_comes_behind_a_text_that_proved_its_token_is_refused_as_its_seat_s(bound):
    """As `(cat good.md; echo more) > turn.md` writes it: first the text is accepted, then it is a retry."""
    desk = bound / "participants/alice"
    for tries in ("\n", " (2 times)\n"):
        with bound.refuses("EBUSY", "lease.order"), File(desk / "turn.md", os.O_WRONLY | os.O_TRUNC) as file:
            file.write(SIGNED)
            assert bound.status("turns") == "1"
            file.write("more\n")
        assert bound.status("refused", desk / "status") == "lease.order"
        assert f" alice participants/alice/turn.md: EBUSY{tries}" in bound.text("participants/alice/last_error")
    assert bound.status("turns") == "1"


def test_last_error_says_that_somebody_without_the_token_tried(bound):
    for line in ("claim alice", "claim alice token=wrong-horse-battery"):
        wants_token(bound, line)
        said = bound.text("participants/alice/last_error").split("\n\n")[0]
        assert "whoever wrote this does not have the token of \"alice\"" in said
    with bound.refuses("EACCES", "lease.token"):
        put(bound / "participants/alice/check", TEXT)
    assert "whoever wrote this does not have the token of \"alice\"" in bound.text("participants/alice/check")


def test_a_rewrite_has_it_as_the_first_line_of_the_new_text(claimed):
    with claimed.refuses("EACCES", "lease.token"):
        claimed.rewrite(claimed.record() + TEXT.encode())
    claimed.rewrite(claimed.record() + b"\n" + SIGNED.encode())
    assert first_turn(claimed) == TEXT


def test_require_token_makes_every_seat_want_one(mount):
    duel = mount.duel("require_token = true")
    wants_token(duel, "join alice", "claim alice")
    assert duel.status("participants") == "0"
    duel.lock(f"join alice token={SECRET}")
    duel.lock("join bob token=another-secret")
    assert duel.status("participants") == "2"


def test_a_token_outlives_a_remount(own):
    mount = own()
    duel = joined(mount)
    mount.remount()
    wants_token(duel, "claim alice")
    duel.lock(f"claim alice token={SECRET}")


def test_a_token_is_shown_nowhere_no_file_of_the_mount_the_store_or_the_log(own):
    mount = own()
    mount.remount()
    duel = joined(mount)
    duel.lock(f"claim alice token={SECRET}")
    for line in (f"refresh alice token={SECRET} colour=red", f"alice token={SECRET} token={SECRET}",
                 f"dance alice token={SECRET}"):
        with refused("EINVAL"):
            duel.lock(line)
    with refused("EINVAL|EACCES"):
        duel.lock(f"token={SECRET}")
    with refused("EACCES"):
        duel.lock(f"release alice token=x{SECRET}")
    with refused("EINVAL"):
        duel.append(signed(SECRET, turn(9, "alice")))
    duel.append(SIGNED)
    duel.lock(f"release alice token={SECRET}")
    assert str(duel.debate) in files_with(mount.path, "## Turn 1")
    assert not files_with(mount.path, SECRET)
    assert SECRET not in mount.log.read_text()
    mount.stop()
    assert mount.stored("## Turn 1")
    assert not mount.stored(SECRET)


def test_a_token_that_is_written_into_the_wrong_place_is_refused_there_and_shown_nowhere(own):
    mount = own()
    duel = joined(mount)
    duel.lock(f"claim alice token={SECRET}")
    with duel.refuses("EINVAL", "key.unknown"):
        duel.lock(f"claim alice tokn={SECRET}")
    with duel.refuses("EACCES", "lease.token"):
        duel.rewrite(duel.record() + signed(SECRET, SIGNED).encode())
    # nor as a name
    with refused("EPERM", "open"):
        File(duel / SECRET, os.O_WRONLY | os.O_CREAT)
    with refused("EINVAL"):
        os.mkdir(mount.path / f"C{SECRET}")
    with refused("EPERM"):
        os.symlink("status", mount.path / SECRET)
    put(duel / "draft.tmp", "x", os.O_CREAT)
    for name in (SECRET, f"token={SECRET}"):
        with refused("EPERM"):
            os.rename(duel / "draft.tmp", duel / name)
    duel.append(SIGNED)
    assert not files_with(mount.path, SECRET)
    mount.stop()
    assert not mount.stored(SECRET)
