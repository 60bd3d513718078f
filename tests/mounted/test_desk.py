"""The desk, participants/NAME/turn.md: a text that is written there is handed in, and reads back as it was written. (By
whichever way: test_handing_in.py and tests/matrix. A sealed phase: test_sealed.py.)"""
import os

import pytest

import dialectic
from mounts import File, put, refused, rename, turn

OPTIONS = ("allow_other",)
TEXT = turn(1, "alice")
TOKEN = "token=correct-horse"
SIGNED, STARS = "<!-- token: correct-horse -->\n", "<!-- token: ************* -->\n"


@pytest.fixture
def desk(duel):
    return duel / "participants/alice/turn.md"


def holds(path, text):
    """It reads as it was written, and is so long."""
    assert path.read_text() == text
    assert path.stat().st_size == len(text.encode())


def put_new(path, text):
    put(path, text, os.O_CREAT)


def test_a_text_that_is_written_there_without_the_floor_is_handed_in_with_a_lease_of_its_own(duel, desk):
    stat = desk.stat()
    assert (stat.st_mode & 0o7777, stat.st_uid) == (0o666, os.getuid())
    put(desk, TEXT)
    holds(desk, TEXT)
    assert (duel.status("turns"), duel.status("lock_owner")) == ("1", "")
    for event in ("lock_acquired", "lock_released"):
        assert [it["lease"] for it in duel.events_of(event)] == [1]
    put(duel / "participants/bob/turn.md", turn(2, "bob"))
    assert duel.status("turns") == "2"


def test_what_is_refused_changes_nothing_is_told_in_last_error_by_the_desk_s_name_and_in_status_and_wait_until_a_text_is_accepted(duel, desk):
    blank, before = desk.read_text(), duel.record()
    with duel.refuses("EINVAL", "turn.stance"):
        put(desk, turn(1, "alice", "UNDECIDED"))
    assert "participants/alice/turn.md:" in duel.newest_refusal()
    for file in ("status", "wait"):
        assert duel.status("refused", f"participants/alice/{file}") == "turn.stance"
    holds(desk, blank)
    assert (duel.record(), duel.status("turns")) == (before, "0")
    put(desk, TEXT)
    assert duel.status("refused", "participants/alice/status") == ""


def test_only_the_seat_s_user_and_root_write_there(mount, user):
    duel = mount.duel()
    for uid, name in ((1001, "alice"), (1002, "bob")):
        user(uid).call(duel.join, name)
    desk = duel / "participants/alice/turn.md"
    assert [(path.stat().st_uid, path.stat().st_mode & 0o777) for path in (desk, desk.parent)] == [(1001, 0o666), (1001, 0o755)]
    for path, flags in ((desk, os.O_TRUNC), (desk.with_name("x.tmp"), os.O_CREAT)):
        with duel.refuses("EACCES", "seat.uid", "open"):
            user(1002).call(File, path, os.O_WRONLY | flags)
    user(1001).call(put, desk, TEXT)
    assert user(1002).call(desk.read_text) == TEXT
    put(duel / "participants/bob/turn.md", turn(2, "bob"))
    assert duel.status("turns") == "2"


def test_a_token_line_is_honoured_and_reads_back_as_stars(mount):
    duel = mount.duel()
    duel.lock(f"join alice harness=claude-code model=opus {TOKEN}")
    duel.join("bob")
    judged = dialectic.debate(mount)
    dialectic.hand_in(judged, 0, *dialectic.SIDES)
    judged.lock(f"join carol role=judge {TOKEN}")
    for it, name, text in ((duel, "alice", TEXT), (judged, "carol", dialectic.text_of(0, "carol"))):
        desk = it / f"participants/{name}/turn.md"
        with it.refuses("EACCES", "lease.token"):
            put(desk, text)
        put(desk, SIGNED + text)
        holds(desk, STARS + text)
        put(desk, SIGNED + text)
        assert it.status("turns") == "1"
        assert "correct-horse" not in "".join(map(it.text, ("debate.md", "events", "last_error")))


def test_temporary_files_live_beside_the_desk_for_its_user_and_other_names_are_refused_with_a_reason(duel, desk):
    put_new(f"{desk}.bak", TEXT)
    assert duel.text("participants/alice/turn.md.bak") == TEXT
    assert not (duel / "turn.md.bak").exists()
    os.symlink("somewhere", desk.with_name(".#turn.md"))
    rename(f"{desk}.bak", f"{desk}.orig")
    assert sorted(name for name in os.listdir(desk.parent) if "turn.md" in name) == [".#turn.md", "turn.md", "turn.md.orig"]
    with refused("EPERM"):
        put_new(desk.with_name("Turn.md"), TEXT)
    assert "participants/alice/Turn.md: error: [history.changed] only temporary files" in duel.newest_refusal()
    assert "write your text to turn.md" in duel.newest_refusal()
    put_new(duel / "x.tmp", TEXT)
    for old, new in ((desk.with_name("status"), desk.with_name("x.tmp")), (duel / "x.tmp", desk)):
        with refused("EPERM"):
            rename(old, new)
    assert duel.status("turns") == "0"
