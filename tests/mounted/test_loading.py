"""A duel whose record takes long to read, or to make a page of: others are answered meanwhile. The store is held, or whoever reads Markdown
(preload/hold.c), so nothing here is a race."""
import os
import pathlib
import re
import subprocess

import pytest

from mounts import Duel, append, eventually, preloads, refused, turn, without_as_of, works

LONG = "# A long source\n\n" + "A line of it that is long enough to be read.\n" * 45000


class Held:
    """A daemon whose reads can be held, with two duels that it has not read: small and large."""

    def __init__(self, mount, beside):
        self.mount, self.beside, self.hold = mount, beside, mount.work / "hold"
        long = mount.work / "long.md"
        long.write_text(LONG)
        self.small = mount.joined(name="small")
        self.large = mount.joined(f'source = "{long}"', name="large")
        mount.stop()
        mount.environment = {**preloads("hold"), "HOLD": str(self.hold)}
        mount.start()
        self.known = without_as_of(self.small.text("status"))

    def file(self, name):
        return pathlib.Path(f"{self.hold}.{name}")

    def _begun(self, function, *args):
        it = self.beside(lambda line: function(*args))
        eventually(self.file("arrived").exists)
        return it

    def reads(self, function, *args):
        """A process that calls this, and waits for the store; so does whoever reads it from now on."""
        self.file("arrived").unlink(missing_ok=True)
        self.hold.touch()
        return self._begun(function, *args)

    def reads_words(self, words, function, *args):
        """A process that calls this, and waits for a piece of Markdown with these words."""
        self.file("arrived").unlink(missing_ok=True)
        self.file("words").write_text(words)
        return self._begun(function, *args)

    def lets_go(self):
        for path in (self.hold, self.file("words")):
            path.unlink(missing_ok=True)

    def asked(self, function, *args):
        """The answer to another process, in time."""
        return self.beside(lambda line: function(*args)).answer()

    def still_waits(self, *readers):
        assert self.hold.exists() or self.file("words").exists()
        assert not any(reader.gone() or reader.heard() for reader in readers)

    def small_is_answered(self):
        assert without_as_of(self.asked(self.small.text, "status")) == self.known
        assert "debate.md" in self.asked(listed, self.small.path)

    def others_are_answered(self):
        self.small_is_answered()
        self.asked(os.stat, self.small.debate)
        self.asked(os.stat, self.small / "participants/alice/turn.md")
        assert "large" in self.asked(listed, self.mount.path)
        assert "\nduels = 2\n" in self.asked(Duel(self.mount.path).text, "status")

    def assert_held_meanwhile(self, *readers):
        self.still_waits(*readers)
        self.others_are_answered()
        self.still_waits(*readers)


def waits(reader):
    """It is in the kernel, maybe for who looks the same name up."""
    eventually(lambda: re.search(r"^State:\t[SD]", pathlib.Path(f"/proc/{reader.pid}/status").read_text(), re.M))


def listed(folder):
    """Its names, of which each was looked at, as ls -l does."""
    names = os.listdir(folder)
    for name in names:
        os.lstat(folder / name)
    return names


@pytest.fixture
def held(own, beside):
    it = Held(own(), beside)
    yield it
    it.lets_go()


def test_while_a_duel_is_read_from_the_store_others_are_answered_and_then_it_is(held):
    reader = held.reads(held.large.text, "status")
    held.assert_held_meanwhile(reader)
    held.lets_go()
    assert "\nparticipants = 2\n" in reader.answer()


def test_a_duel_that_cannot_be_read_is_told_to_each_who_waits_and_read_anew_for_whoever_comes_later(held, beside):
    held.mount.expect("large: it cannot be read from the store")
    reader = held.reads(held.large.text, "status")
    other = beside(lambda line: held.large.record())
    waits(other)
    held.others_are_answered()
    held.file("fails").touch()
    held.lets_go()
    for it in (reader, other):
        with refused("EIO"):
            it.answer()
    held.others_are_answered()
    held.file("fails").unlink()
    # a server is asked again a moment later
    eventually(lambda: works(held.large.status, "participants"))
    assert held.large.status("participants") == "2"


def test_a_mount_that_is_ended_by_force_lets_go_of_whoever_waits_for_a_duel(held):
    def unmount(*options):
        subprocess.run(["umount", *options, held.mount.path], stderr=subprocess.DEVNULL, check=False)

    reader = held.reads(held.large.text, "status")
    unmount("-f")  # busy: but the connection is at its end
    with pytest.raises(OSError):
        reader.answer()
    assert held.hold.exists()
    unmount()
    held.lets_go()
    held.mount.ended()
    held.mount.start()
    assert held.large.status("participants") == "2"


def test_while_a_page_is_made_others_are_answered_and_so_is_whoever_reads_another_file_of_its_duel(held):
    held.small.lock("claim alice")
    held.small.append(turn(1, "alice"))
    known = without_as_of(held.small.text("status"))
    reader = held.reads_words("reads1 outnumber writes1", held.small.text, "view.html")
    writer = held.beside(lambda line: held.small.lock("claim bob"))
    held.still_waits(reader, writer)
    assert without_as_of(held.asked(held.small.text, "status")) == known
    assert "reads1 outnumber writes1" in held.asked(held.small.text, "debate.md")
    assert "large" in held.asked(listed, held.mount.path)
    held.asked(held.large.text, "status")
    held.still_waits(reader, writer)
    held.lets_go()
    assert "reads1 outnumber writes1" in reader.answer()
    writer.answer()
    assert 'lock_owner = "bob"' in held.small.text("status")
