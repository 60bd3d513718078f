"""A duel's config.toml: read, written anew, appended to, refused, frozen."""
import os
import re

import pytest

from mounts import Duel, File, append, put, refused, turn

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


def test_an_editor_may_write_it_whole_in_pieces(rules):
    text = re.sub(r"^max_turns = .*", "max_turns = 10", rules.text(), flags=re.M).encode()
    with rules.open(os.O_TRUNC) as file:
        for at in range(0, len(text), 64):
            file.write(text[at:at + 64])
    assert rules.of("max_turns") == ("10",)


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


def test_it_is_its_maker_s_alone(mount, user):
    user(1001).call(os.mkdir, mount.path / "theirs")
    rules = Rules(Duel(mount.path / "theirs"))
    with rules.duel.refuses("EACCES", "seat.uid"):
        user(1002).call(append, rules.path, "max_turns = 4\n")
    user(1001).call(append, rules.path, "max_turns = 4\n")
    assert rules.of("max_turns") == ("4",)


def test_rules_are_kept_over_a_remount_before_and_after_somebody_joins(own):
    mount = own()
    rules = Rules(mount.duel("max_turns = 4", "wait_seconds = 7"))
    before = rules.text()
    mount.remount()
    assert rules.text() == before
    rules.duel.lock("join alice")
    mount.remount()
    assert rules.text() == before


def test_novelty_threshold_0_turns_the_near_copy_rule_off_not_the_one_about_equal_claims(mount):
    first, second = turn(1, "alice"), turn(2, "bob")
    said, other = (next(line for line in text.splitlines() if line.startswith("Invalidation")) for text in (first, second))
    long = said + " and keeps whoever is on call from guessing at three in the morning while the rest of the company sleeps"
    loose, strict = mount.joined("novelty_threshold = 0.0"), mount.joined()
    for duel in (loose, strict):
        put(duel / "participants/alice/turn.md", first.replace(said, long))
        with duel.refuses("EINVAL", "novel.repeat"):
            put(duel / "participants/bob/turn.md", second.replace(other, long.upper()))
    near = second.replace(other, long + " soundly")
    with strict.refuses("EINVAL", "novel.repeat"):
        put(strict / "participants/bob/turn.md", near)
    put(loose / "participants/bob/turn.md", near)
    assert loose.status("turns") == "2"
