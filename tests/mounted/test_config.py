"""A duel's config.toml: read, written anew, appended to, refused, frozen."""
import os
import re

import pytest

from mounts import File, append, put, refused

OPTIONS = ("allow_other",)


class Rules:
    """A duel's config.toml."""

    def __init__(self, duel):
        self.duel, self.path = duel, duel / "config.toml"

    def text(self):
        return self.path.read_text()

    def of(self, *keys):
        """The values as config.toml shows them."""
        return tuple(re.search(rf"^{key} *= *(.*)$", self.text(), re.M)[1] for key in keys)

    def append(self, text):
        append(self.path, text)

    def write(self, text):
        put(self.path, text)

    def open(self, flags):
        return File(self.path, os.O_WRONLY | flags)


@pytest.fixture
def rules(mount):
    """For a duel with a topic."""
    return Rules(mount.duel())


@pytest.fixture
def bare(mount):
    """For a duel of which nothing was said."""
    return Rules(mount.bare())


def test_appending_changes_the_keys_it_names(bare):
    bare.append("max_turns = 4\n")
    bare.append("lease_seconds = 60\n")
    assert bare.of("max_turns", "lease_seconds", "wait_seconds") == ("4", "60", "1200")
    assert bare.duel.status("max_turns") == "4"


def test_writing_it_anew_replaces_it_whole_and_missing_keys_take_their_defaults(bare):
    bare.append("max_turns = 4\n")
    bare.write("lease_seconds = 60\n")
    assert bare.of("max_turns", "lease_seconds") == ("6", "60")


def test_a_shell_may_append_a_group_line_by_line(bare):
    with bare.open(os.O_APPEND) as file:
        for line in ('topic = "Caching"\n', "max_turns = 8\n", "lease_seconds = 30\n"):
            file.write(line)
    assert bare.of("topic", "max_turns", "lease_seconds") == ('"Caching"', "8", "30")


def test_a_refused_key_is_told_at_the_write_itself_and_later_writes_of_that_handle_fail_alike(rules):
    with refused("EINVAL", "write"):
        rules.append("bogus = 1\n")
    with refused("EINVAL"), rules.open(os.O_APPEND) as file:
        for text in ("bogus = 1\n", "max_turns = 4\n"):
            with refused("EINVAL", "write"):
                file.write(text)
    assert rules.of("max_turns") == ("6",)


def test_it_has_at_most_64_KiB(rules):
    with refused("EFBIG"):
        rules.write(("# " + "x" * 97 + "\n") * 700)
    assert "a config.toml is at most 64 KiB" in rules.duel.newest_refusal()


def test_an_empty_write_over_it_changes_nothing(rules):
    before = rules.text()
    rules.open(os.O_TRUNC).close()
    assert rules.text() == before
    with refused("EPERM"):
        os.truncate(rules.path, 0)
    assert rules.text() == before


def test_a_handle_that_was_open_when_somebody_joined_changes_nothing_any_more(rules):
    with refused("EPERM"), rules.open(os.O_APPEND) as file:
        rules.duel.lock("join alice")
        file.write("max_turns = 8\n")
    assert rules.of("max_turns") == ("6",)
