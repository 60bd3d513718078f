"""The desk, participants/NAME/turn.md: a text that is written there is handed in, and reads back as it was written. (Whatever writes
it: test_handing_in.py and tests/matrix.)

Most of it in two formats: turns of socratic, JSON of dialectic.
"""
import os

import pytest

import dialectic
from mounts import HARNESS, MODEL, File, put, refused, rename, turn

OPTIONS = ("allow_other",)
CREATED = os.O_WRONLY | os.O_CREAT


class Desk:
    """A seat's desk; its path is that of the file."""

    def __init__(self, duel, name):
        self.duel, self.folder = duel, duel / "participants" / name
        self.path = self.folder / "turn.md"

    def put(self, text):
        put(self.path, text)

    def read(self):
        return self.path.read_text()

    def holds(self, text):
        """It reads as it was written, and is so long."""
        assert self.read() == text
        assert self.path.stat().st_size == len(text.encode())

    def status(self, key):
        return self.duel.status(key, self.folder / "status")

    def names(self):
        return sorted(os.listdir(self.folder))


class Socratic:
    """A debate, who has its first three texts, these, and one that is refused, by which rule."""
    names, rule = ("alice", "bob", "alice"), "turn.stance"
    texts = [turn(n, name) for n, name in enumerate(names, 1)]
    bad = turn(1, "alice", "UNDECIDED")

    def __init__(self, mount, config=(), token=""):
        self.duel = mount.duel(*config)
        self.duel.lock(f"join alice harness={HARNESS} model={MODEL}{token}")
        self.duel.join("bob")
        self.begins()

    def begins(self):
        self.desks = [Desk(self.duel, name) for name in self.names]
        self.before = self.taken()
        self.lease = max([event["lease"] for event in self.duel.events_of("lock_acquired")], default=0)

    def taken(self):
        return len([event for event in self.duel.events() if event in ("artifact_updated", "handed_in")])

    def is_taken(self, texts):
        """So many of these are in."""
        assert self.taken() - self.before == texts

    def leases(self, event):
        return [event["lease"] - self.lease for event in self.duel.events_of(event) if event["lease"] > self.lease]

    def put(self, *texts):
        for n in texts:
            self.desks[n].put(self.texts[n])


class Dialectic(Socratic):
    """The openings are in, and carol judges them. The sides' texts are sealed then until both are in."""
    names, rule = ("carol", "alice", "bob"), "judgement.form"
    texts = [dialectic.text_of(n, name) for n, name in zip((0, 1, 1), names)]
    bad = '{\n"title": 7\n}\n'
    def __init__(self, mount, token=""):  # pylint: disable=super-init-not-called
        self.duel = mount.bare('format = "dialectic"', dialectic.TOPIC)
        for name, role in dialectic.ROLES.items():
            self.duel.lock(f"join {name} role={role}{token if name == self.names[0] else ''}")
        dialectic.hand_in(self.duel, 0, *dialectic.SIDES)
        self.begins()


FORMATS = [Socratic, Dialectic]


@pytest.fixture(params=FORMATS, ids=["socratic", "dialectic"])
def debate(mount, request):
    yield request.param(mount)
    mount.assert_quiet()


def test_a_desk_is_there_from_the_join_on_with_its_blank_and_is_its_seat_s(debate):
    desk = debate.desks[0]
    stat = desk.path.stat()
    assert (stat.st_mode & 0o7777, stat.st_uid) == (0o666, os.getuid())
    assert "…" in desk.read() or "..." in desk.read()
    desk.holds(desk.read())
    assert "turn.md" in desk.names()


def test_a_text_that_is_written_there_without_the_floor_is_handed_in_with_a_lease_of_its_own(debate):
    debate.put(0)
    debate.desks[0].holds(debate.texts[0])
    debate.is_taken(1)
    assert debate.duel.status("lock_owner") == ""
    assert debate.leases("lock_acquired") == debate.leases("lock_released") == [1]
    debate.put(1)
    debate.is_taken(2)


def test_what_is_refused_changes_nothing_is_told_in_last_error_by_the_desk_s_name_and_in_status_and_wait_until_a_text_is_accepted(debate):
    desk, before = debate.desks[0], debate.duel.record()
    blank = desk.read()
    with debate.duel.refuses("EINVAL", debate.rule):
        desk.put(debate.bad)
    assert f"participants/{debate.names[0]}/turn.md:" in debate.duel.newest_refusal()
    assert f"error: [{debate.rule}]" in debate.duel.newest_refusal()
    assert desk.status("refused") == debate.rule
    assert f'refused = "{debate.rule}"' in (desk.folder / "wait").read_text().splitlines()
    desk.holds(blank)
    assert debate.duel.record() == before
    debate.is_taken(0)
    debate.put(0)
    assert desk.status("refused") == ""


def append_new(path, text):
    with File(path, CREATED) as file:
        file.write(text)


# --- who

def test_only_the_seat_s_user_and_root_write_there(mount, user):
    duel = mount.duel()
    for uid, name in ((1001, "alice"), (1002, "bob")):
        user(uid).call(duel.join, name)
    desk = Desk(duel, "alice")
    assert [(path.stat().st_uid, path.stat().st_mode & 0o777) for path in (desk.path, desk.folder)] == [(1001, 0o666), (1001, 0o755)]
    with duel.refuses("EACCES", "seat.uid", "open"):
        user(1002).call(File, desk.path, os.O_WRONLY | os.O_TRUNC)
    with duel.refuses("EACCES", "seat.uid", "open"):
        user(1002).call(File, desk.folder / "x.tmp", CREATED)
    user(1001).call(put, desk.path, turn(1, "alice"))
    assert user(1002).call(desk.path.read_text) == turn(1, "alice")
    Desk(duel, "bob").put(turn(2, "bob"))
    assert duel.status("turns") == "2"


@pytest.mark.parametrize("kind", FORMATS, ids=["socratic", "dialectic"])
def test_a_token_line_is_honoured_and_reads_back_as_stars(mount, kind):
    debate = kind(mount, token=" token=correct-horse")
    desk, text = debate.desks[0], debate.texts[0]
    signed = f"<!-- token: correct-horse -->\n{text}"
    with debate.duel.refuses("EACCES", "lease.token"):
        desk.put(text)
    desk.put(signed)
    desk.holds(f"<!-- token: ************* -->\n{text}")
    desk.put(signed)
    debate.is_taken(1)
    assert "correct-horse" not in "".join(map(debate.duel.text, ("debate.md", "events", "last_error")))


# --- names

def test_temporary_files_live_beside_the_desk_for_its_user_and_other_names_are_refused_with_a_reason(mount):
    debate = Socratic(mount)
    desk, text = debate.desks[0], debate.texts[0]
    append_new(desk.folder / "turn.md.bak", text)
    assert (desk.folder / "turn.md.bak").read_text() == text
    assert not (debate.duel / "turn.md.bak").exists()
    os.symlink("somewhere", desk.folder / ".#turn.md")
    rename(desk.folder / "turn.md.bak", desk.folder / "turn.md.orig")
    assert [name for name in desk.names() if "turn.md" in name] == [".#turn.md", "turn.md", "turn.md.orig"]
    os.unlink(desk.folder / ".#turn.md")
    os.unlink(desk.folder / "turn.md.orig")
    with refused("EPERM"):
        append_new(desk.folder / "Turn.md", text)
    assert "participants/alice/Turn.md: error: [history.changed] only temporary files" in debate.duel.newest_refusal()
    assert "write your text to turn.md" in debate.duel.newest_refusal()
    with refused("EPERM"):
        rename(desk.folder / "status", desk.folder / "x.tmp")
    append_new(debate.duel / "x.tmp", text)
    with refused("EPERM"):
        rename(debate.duel / "x.tmp", desk.path)
    os.unlink(debate.duel / "x.tmp")
    debate.is_taken(0)
