"""A companion renamed over debate.md is a rewrite of it, decided at the rename; and debate.md renamed away is still there."""
import os
import re
import shutil
import stat

import pytest

from mounts import EXCHANGE, File, put, refused, rename, turn

OPTIONS = ("allow_other",)
ALICE, BOB = 1001, 1002
TEXT = turn(1, "alice")
NEW = os.O_CREAT | os.O_TRUNC
MADE = os.O_CREAT | os.O_EXCL
SHORT = TEXT[:TEXT.index("**Unresolved Items**")]
WRITTEN_BY_THE_MOUNT = ("README.md", "status", "status.json", "lock", "last_error", "events", "turns/001-alice.md", "participants/alice/status")
DIRECTORIES = "turns", "participants"


def saying(words):
    """The turn, with its position as these words."""
    return re.sub("^Caching pays off.*", words, TEXT, flags=re.M)


def begin(duel):
    duel.join_both()
    duel.lock("claim alice")


class Begun:
    """A duel whose first turn is alice's to write, and a companion of its record."""

    def __init__(self, duel, began=begin):
        self.duel, self.debate, self.new, self.text = duel, duel.debate, duel / "debate.md.new", TEXT
        began(duel)
        self.before = duel.record()

    def behind(self, text):
        """The record with a text behind it."""
        return self.before + b"\n" + (text if isinstance(text, bytes) else text.encode())

    def filled(self, text=None):
        """The companion holds the record with this text behind it."""
        put(self.new, self.behind(self.text if text is None else text), NEW)

    def renamed(self):
        rename(self.new, self.debate)

    def renamed_over(self, name):
        rename(self.new, self.duel / name)

    def assert_record(self, record):
        it = os.stat(self.debate)
        assert self.duel.record() == record
        assert (it.st_size, it.st_nlink, stat.S_ISREG(it.st_mode)) == (len(record), 1, True)

    def assert_accepted(self):
        record = self.duel.record()
        assert self.duel.status("turns") == "1"
        assert record.startswith(self.before)
        assert (self.duel / "turns/001-alice.md").read_bytes() == self.text.encode()
        self.assert_record(record)

    def assert_untouched(self, turns=0):
        self.assert_record(self.before)
        assert self.duel.status("turns") == str(turns)

    def assert_not_taken(self, name, rule):
        """The rename is refused, with this reason, and the companion is as it was."""
        kept = self.new.read_bytes()
        with self.duel.refuses(name, rule, "rename"):
            self.renamed()
        assert self.new.read_bytes() == kept
        self.assert_untouched()


def moved(path):
    """Its times of change."""
    it = os.stat(path)
    return it.st_mtime_ns, it.st_ctime_ns


@pytest.fixture
def begun(mount):
    yield Begun(mount.duel())
    mount.assert_quiet()


@pytest.fixture
def its(mount, user):
    """A duel whose seats are of two users."""
    def began(duel):
        user(ALICE).call(duel.join, "alice")
        user(BOB).call(duel.join, "bob")
        user(ALICE).call(duel.lock, "claim alice")
    yield Begun(mount.duel(), began)
    mount.assert_quiet()


# --- what a rename gives

def test_a_turn_behind_the_old_bytes_is_recorded_when_the_rename_returns_and_the_companion_is_gone(begun):
    begun.filled()
    begun.renamed()
    begun.assert_accepted()
    assert not begun.new.exists()
    assert begun.duel.record().partition(b"\n> duelfs: ")[0].endswith(TEXT.encode())
    assert begun.duel.events().count("artifact_updated") == 1
    begun.duel.lock("release alice")


def test_the_same_bytes_renamed_are_a_success_that_changes_nothing_with_the_floor_or_without(begun):
    times = moved(begun.debate)
    for has_floor in (True, False):
        put(begun.new, begun.before, NEW)
        begun.renamed()
        begun.assert_untouched()
        assert moved(begun.debate) == times
        assert not begun.new.exists()
        if has_floor:
            begun.duel.lock("release alice")
    assert "turn_rejected" not in begun.duel.events()


def test_a_turn_that_breaks_a_rule_is_EINVAL_with_its_line_in_the_submitted_text(begun):
    begun.filled(saying("Nothing of that is so.").replace("(non-blocking)", "(maybe)"))
    begun.assert_not_taken("EINVAL", "unresolved.flag")
    line = begun.new.read_text().split("(maybe)")[0].count("\n") + 1
    assert f"debate.md:{line}: error: [unresolved.flag]" in begun.duel.newest_refusal()
    begun.filled(SHORT)
    begun.assert_not_taken("EINVAL", "section.missing")
    begun.filled(SHORT.rstrip("\n"))  # nothing more can follow: it is whole, with a newline at its end or without
    begun.assert_not_taken("EINVAL", "section.missing")
    with begun.duel.refuses("EINVAL", "section.missing"):
        begun.duel.lock("release alice")
    begun.duel.lock("release alice")


def test_what_changes_shortens_or_empties_the_record_is_EPERM(begun):
    shorter = b"".join(begun.before.splitlines(True)[:-1])
    other = begun.before.replace(b"# Socratic Duel", b"# Socratic Dual", 1)
    for data in (other, other + b"\n" + TEXT.encode(), shorter, TEXT, ""):
        put(begun.new, data, NEW)
        begun.assert_not_taken("EPERM", "history.changed")


def test_without_the_floor_it_is_EACCES_and_so_it_is_for_another_user_than_the_holder(begun, its, user):
    begun.filled()
    begun.duel.lock("release alice")
    begun.assert_not_taken("EACCES", "lease.none")
    whole = its.behind(TEXT)
    for uid in (BOB, 1003):
        user(uid).call(put, its.new, whole, NEW)
        with its.duel.refuses("EACCES", "lease.none", "rename"):
            user(uid).call(rename, its.new, its.debate)
        assert user(uid).call(its.new.read_bytes) == whole
        its.assert_untouched()
    user(ALICE).call(put, its.new, whole, NEW)
    user(ALICE).call(rename, its.new, its.debate)
    its.assert_accepted()


# --- debate.md.tmp.*

def test_without_the_floor_a_temporary_file_of_debate_md_is_EACCES_at_its_write_and_EROFS_once_closed(begun):
    duel, new, whole = begun.duel, begun.duel / "debate.md.tmp.4711.0f3a", begun.behind(TEXT)
    duel.lock("release alice")
    with duel.refuses("EACCES", "lease.none", "write"):
        put(new, whole, MADE)
    duel.play(1, "alice", "OPEN_TO_DEBATE")
    duel.play(2, "bob", "OPEN_TO_DEBATE")
    duel.conclude("alice", "DISSENT")
    with refused("EROFS", "write"):
        put(new, whole, 0)
    os.unlink(new)
    with duel.refuses("EROFS", "duel.closed", "open"):
        File(new, os.O_WRONLY | MADE)


def test_only_the_names_that_begin_with_debate_md_tmp_are_judged_so_others_take_anything(begun):
    for name in ("debate.md.new", "debate.md.tmp", "x.tmp.1", "sedAbC123", "debate.md~"):
        put(begun.duel / name, "no turn\n\nat all\n", MADE)  # one line alone would be judged nowhere
        assert begun.duel.text(name) == "no turn\n\nat all\n"


# --- other gated files

class Rules:
    """A duel's config.toml, and a companion of it."""

    def __init__(self, duel):
        self.duel, self.path, self.new = duel, duel / "config.toml", duel / "config.toml.tmp"

    def becomes(self, text):
        put(self.new, text, NEW)
        rename(self.new, self.path)


@pytest.fixture
def rules(mount):
    return Rules(mount.bare())


def test_a_companion_renamed_over_config_toml_replaces_the_rules_as_a_rewrite_does(rules):
    duel = rules.duel
    rules.becomes('topic = "Queues"\nmax_turns = 4\n')
    assert (duel.status("topic"), duel.status("max_turns")) == ("Queues", "4")
    assert not rules.new.exists()
    with duel.refuses("EINVAL", "config.bad", "rename"):
        rules.becomes("max_truns = 4\n")
    assert "config.toml:1: error:" in duel.newest_refusal()
    assert duel.status("max_turns") == "4"
    duel.lock("join alice")
    with duel.refuses("EPERM", "config.frozen", "rename"):
        rules.becomes("max_turns = 8\n")
    assert duel.status("max_turns") == "4"


def test_nothing_else_is_renamed_over_EPERM_with_the_reason(begun):
    begun.duel.append(TEXT)
    begun.before = begun.duel.record()
    for name in DIRECTORIES:
        before = os.listdir(begun.duel / name)
        put(begun.new, "text\n", NEW)
        with refused("EISDIR|EPERM", "rename"):  # the kernel knows that it is a directory
            begun.renamed_over(name)
        assert os.listdir(begun.duel / name) == before
        assert begun.new.read_text() == "text\n"
    for name in WRITTEN_BY_THE_MOUNT:
        before = begun.duel.text(name)
        put(begun.new, "text\n", NEW)
        with begun.duel.refuses("EPERM", "history.changed", "rename"):
            begun.renamed_over(name)
        if name in ("events", "turns/001-alice.md", "participants/alice/status"):
            assert begun.duel.text(name) == before, name
        assert begun.new.read_text() == "text\n"
    begun.assert_untouched(1)


def test_nothing_else_is_renamed_away_EPERM_with_the_reason(begun):
    begun.duel.append(TEXT)
    away = begun.duel / "x.tmp"
    for name in (*WRITTEN_BY_THE_MOUNT, *DIRECTORIES):
        with refused("EPERM", "rename"):
            rename(begun.duel / name, away)
        assert (begun.duel / name).exists(), name
        assert not away.exists(), name
    with begun.duel.refuses("EPERM", "history.changed", "rename"):
        rename(begun.duel / "status", away)


def test_nothing_moves_between_directories_nor_into_turns_or_out_of_the_mount(mount, begun, tmp_path):
    begun.filled()
    other, duel = mount.duel(), begun.duel
    for to in (other.debate, other / "x.tmp", mount.path / "x.tmp", duel / "turns/x.tmp", duel / "turns/002-bob.md",
               duel / "participants/alice/next"):
        for old in (begun.new, begun.debate):
            with refused("EPERM", "rename"):
                rename(old, to)
            assert "a file is renamed in its own directory alone" in duel.newest_refusal()
    # whoever means to hand in is told how
    with refused("EPERM", "rename"):
        rename(begun.new, duel / "participants/alice/turn.md")
    assert "write your text to participants/NAME/turn.md, or to a temporary file beside it" in duel.newest_refusal()
    # beyond the mount that is the kernel's answer
    (tmp_path / "turn.md").write_text(TEXT)
    for old, to in ((begun.new, tmp_path / "x.tmp"), (tmp_path / "turn.md", begun.debate)):
        with refused("EXDEV", "rename"):
            rename(old, to)
    assert begun.new.read_bytes() == begun.behind(TEXT)
    begun.assert_untouched()
    shutil.move(begun.new, tmp_path / "moved")
    assert not begun.new.exists()
    assert (tmp_path / "moved").read_bytes() == begun.behind(TEXT)


def test_a_directory_is_not_renamed_not_a_duel_not_one_of_its_own(mount, begun):
    other, path = mount.duel(), begun.duel.path
    for old, new, flags in ((path, mount.path / "elsewhere", 0), (other.path, path, 0), (path, other.path, EXCHANGE),
                            (path / "turns", path / "x.tmp", 0), (path / "turns", path / "participants", 0)):
        with refused("EPERM", "rename"):
            rename(old, new, flags)
    assert other.path.is_dir() and (path / "turns").is_dir()
    begun.assert_untouched()


# --- debate.md renamed away

@pytest.fixture
def backup(begun):
    """The name that it is renamed to."""
    return begun.duel / "debate.md~"


def test_renamed_away_debate_md_is_copied_and_is_still_there(begun, backup):
    begun.duel.append(TEXT)
    begun.before = begun.duel.record()
    inode, times = os.stat(begun.debate).st_ino, moved(begun.debate)
    rename(begun.debate, backup)
    assert backup.read_bytes() == begun.before
    begun.assert_untouched(1)
    assert (os.stat(begun.debate).st_ino, moved(begun.debate)) == (inode, times)
    it = os.stat(backup)
    assert it.st_ino != inode
    assert (stat.S_IMODE(it.st_mode), it.st_uid, it.st_nlink) == (0o600, 0, 1)
    put(backup, "mine\n")
    begun.assert_untouched(1)


def test_where_debate_md_was_renamed_away_and_its_name_is_written_anew_as_editors_save_that_is_a_rewrite(begun, backup):
    rename(begun.debate, backup)
    with File(begun.debate, os.O_WRONLY | NEW) as file:
        file.write(begun.behind(TEXT)).fsync()
    begun.assert_accepted()
    # and with O_EXCL, as one does who believes that the name is free now
    rename(begun.debate, backup)
    with refused("EEXIST", "open"):
        File(begun.debate, os.O_WRONLY | MADE)


def test_config_toml_renamed_away_is_copied_as_well(rules):
    config, backup = rules.path.read_text(), rules.duel / "config.toml~"
    rename(rules.path, backup)
    assert rules.path.read_text() == backup.read_text() == config


# --- others who are there

def test_who_has_debate_md_open_for_writing_decides_later_on_its_own_a_rename_in_between_takes_nothing_from_it_and_gives_it_nothing(begun):
    file = File(begun.debate, os.O_WRONLY | os.O_APPEND).write(saying("Somebody else says something else."))
    begun.filled()
    begun.renamed()
    begun.assert_accepted()
    with refused("ECANCELED", "close"):
        file.close()
    assert "[lease.expired] lease 1 ended with the text that was accepted" in begun.duel.text("last_error")
    begun.assert_accepted()
    # nothing of it was accepted since, so the release says it as well
    with refused("EINVAL"):
        begun.duel.lock("release alice")
    begun.duel.lock("release alice")


def test_a_companion_that_is_still_open_for_writing_is_taken_as_it_is_at_the_rename_and_later_writes_reach_nobody(begun):
    begun.filled()
    file = File(begun.new, os.O_WRONLY | os.O_APPEND)
    begun.renamed()
    for call, *args in ((file.write, "more"), (file.pwrite, "FORGED", 0), (file.truncate, 0)):
        with begun.duel.refuses("EPERM", "history.changed"):
            call(*args)
    file.close()
    begun.assert_accepted()
    assert b"FORGED" not in begun.duel.record()
    assert not begun.new.exists()
