"""A companion renamed over debate.md is a rewrite of it, decided at the rename; and debate.md renamed away is still there."""
import hashlib
import os
import re
import shutil
import stat
import subprocess

import pytest

from mounts import EXCHANGE, NOREPLACE, File, Refusal, append, duelfs, eventually, files_with, put, refused, rename, turn, works

OPTIONS = ("allow_other",)
ALICE, BOB = 1001, 1002
TEXT = turn(1, "alice")
NEW = os.O_CREAT | os.O_TRUNC
MADE = os.O_CREAT | os.O_EXCL
FLAGGED = TEXT.replace("(non-blocking)", "(maybe)")
SHORT = TEXT[:TEXT.index("**Unresolved Items**")]
NUMBERED = TEXT.replace("## Turn 1", "## Turn 2", 1)
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

    def assert_not_taken(self, name, rule, turns=0):
        """The rename is refused, with this reason, and the companion is as it was."""
        kept = self.new.read_bytes()
        with self.duel.refuses(name, rule, "rename"):
            self.renamed()
        assert self.new.read_bytes() == kept
        self.assert_untouched(turns)


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


def ended_and_begun(mount):
    mount.kill()
    mount.start()


# --- what a rename gives

def test_a_turn_behind_the_old_bytes_is_recorded_when_the_rename_returns_and_the_companion_is_gone(begun):
    begun.filled()
    begun.renamed()
    begun.assert_accepted()
    assert not begun.new.exists()
    assert begun.duel.record().partition(b"\n> duelfs: ")[0].endswith(TEXT.encode())
    assert begun.duel.events().count("artifact_updated") == 1
    begun.duel.lock("release alice")


def test_the_tools_that_rename_may_do_it_mv_Python_Node_a_rename_of_the_shell_s_own_making(mount):
    def command(*words):
        return lambda old, new: subprocess.run([*words, old, new], check=True)
    for tool in (command("mv"), os.replace, command("node", "-e", 'require("fs").renameSync(process.argv[1], process.argv[2])'),
                 command("perl", "-e", "rename $ARGV[0], $ARGV[1] or die $!")):
        it = Begun(mount.duel("max_turns = 4"))
        it.filled()
        tool(it.new, it.debate)
        it.assert_accepted()


def test_a_turn_is_on_disk_when_the_rename_returned_it_survives_kill_9(own):
    mount = own()
    it = Begun(mount.duel())
    it.filled()
    it.renamed()
    after = it.duel.record()
    ended_and_begun(mount)
    assert it.duel.record() == after
    it.assert_accepted()


def test_twenty_kills_each_after_a_rename_lose_no_turn(own):
    mount = own()
    duel = mount.duel("max_turns = 20", "lease_seconds = 1")
    duel.join_both()
    for n in range(1, 21):
        name = ("bob", "alice")[n % 2]
        eventually(lambda name=name: works(duel.lock, f"claim {name}"))
        path = duel / f"debate.md.tmp.{n}"
        put(path, duel.record() + b"\n" + turn(n, name).encode(), NEW)
        rename(path, duel.debate)
        before = duel.record()
        ended_and_begun(mount)
        assert duel.record() == before
        assert duel.status("turns") == str(n)
        works(duel.lock, f"release {name}")  # it may be over


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


def test_a_turn_that_is_in_already_renamed_once_more_is_refused(begun):
    begun.filled()
    whole = begun.new.read_bytes()
    begun.duel.append(TEXT)
    begun.duel.lock("claim bob")
    after = begun.duel.record()
    assert whole != after  # in another form than it has by now
    put(begun.new, whole, NEW)
    with begun.duel.refuses("EPERM", "history.changed", "rename"):
        begun.renamed()
    put(begun.new, after + b"\n" + TEXT.encode(), NEW)  # behind what is read now
    with pytest.raises(Refusal):
        begun.renamed()
    assert begun.duel.record() == after
    assert begun.duel.status("turns") == "1"


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


def test_a_refused_turn_is_in_events_once_and_what_is_mended_afterwards_is_taken(begun):
    begun.filled(NUMBERED)
    begun.assert_not_taken("EINVAL", "turn.number")
    told = eventually(lambda: begun.duel.events_of("turn_rejected"))
    assert [(event["errno"], event["rules"]) for event in told] == [("EINVAL", ["turn.number"])]
    begun.filled()
    begun.renamed()
    begun.assert_accepted()
    begun.duel.lock("release alice")


def test_a_turn_without_a_newline_at_its_end_is_taken_as_are_CRLF_line_ends(mount, begun):
    begun.text = TEXT.rstrip("\n")
    begun.filled()
    whole = begun.new.read_bytes()
    begun.renamed()
    begun.assert_accepted()
    assert begun.duel.record().startswith(whole)
    it = Begun(mount.duel())
    it.text = TEXT.replace("\n", "\r\n")
    put(it.new, it.behind(it.text), NEW)
    it.renamed()
    it.assert_accepted()


def test_what_changes_shortens_or_empties_the_record_is_EPERM(begun):
    shorter = b"".join(begun.before.splitlines(True)[:-1])
    for data in (begun.behind(TEXT).replace(b"# Socratic Duel", b"# Socratic Dual", 1), shorter, TEXT, ""):
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


def test_once_closed_it_is_EROFS_but_for_what_changes_nothing(begun):
    begun.duel.append(TEXT)
    begun.duel.lock("release alice")
    begun.duel.play(2, "bob", "OPEN_TO_DEBATE")
    begun.duel.conclude("alice", "DISSENT")
    begun.before = begun.duel.record()
    begun.filled(turn(3, "alice"))
    begun.assert_not_taken("EROFS", "duel.closed", 2)
    put(begun.new, begun.before, NEW)
    begun.renamed()
    begun.assert_untouched(2)


def test_a_turn_that_is_too_big_is_EFBIG_and_so_is_a_file_that_no_turn_could_be(begun):
    begun.filled(TEXT.replace("**Counterpoints**", ("filler " * 14 + "\n") * 800 + "\n**Counterpoints**", 1))
    begun.assert_not_taken("EFBIG", "text.size")
    put(begun.new, begun.before + (b"a" * 100 + b"\n") * 9000, NEW)
    kept = begun.new.read_bytes()
    with refused("EFBIG", "rename"):
        begun.renamed()
    assert "debate.md: EFBIG" in begun.duel.text("last_error")
    assert begun.new.read_bytes() == kept
    begun.assert_untouched()


def test_what_is_not_UTF_8_or_holds_a_NUL_is_refused(begun):
    for byte, name, rule in ((b"\xff", "EILSEQ", "text.utf8"), (b"\0", "EINVAL", "text.control")):
        begun.filled(TEXT.encode().replace(b"\nCaching pays off", b"\nCaching " + byte + b" pays off", 1))
        begun.assert_not_taken(name, rule)


def test_a_lease_that_ran_out_is_EACCES_under_a_new_one_the_companion_s_bytes_are_judged_against_the_record_as_it_is(begun):
    begun.filled()
    begun.duel.lock("release alice")
    begun.assert_not_taken("EACCES", "lease.none")
    begun.duel.lock("claim alice")
    begun.renamed()
    begun.assert_accepted()
    begun.before = begun.duel.record()
    begun.filled(turn(3, "alice"))
    begun.duel.lock("release alice")
    begun.duel.play(2, "bob", "OPEN_TO_DEBATE")
    begun.duel.lock("claim alice")
    with begun.duel.refuses("EPERM", "history.changed", "rename"):
        begun.renamed()
    assert begun.duel.status("turns") == "2"


def test_a_seat_with_a_token_wants_it_in_the_companion_s_new_text_and_does_not_record_it(mount):
    def began(duel):
        duel.lock("join alice harness=claude-code model=opus token=long-enough")
        duel.join("bob")
        duel.lock("claim alice token=long-enough")
    it = Begun(mount.duel(), began)
    for text in (TEXT, "<!-- token: long-wrong -->\n" + TEXT):
        it.filled(text)
        with it.duel.refuses("EACCES", "lease.token", "rename"):
            it.renamed()
        it.assert_untouched()
        # nobody reads it who might read a token there
        with refused("EACCES"):
            it.new.read_bytes()
        assert os.stat(it.new).st_size == len(it.behind(text))
    it.filled("<!-- token: long-enough -->\n" + TEXT)
    it.renamed()
    it.assert_accepted()
    assert not files_with(it.duel.path, "long-enough")


def test_a_conclusion_may_come_by_rename_and_closes_the_duel(begun):
    begun.duel.append(TEXT)
    begun.duel.lock("release alice")
    begun.duel.play(2, "bob", "OPEN_TO_DEBATE")
    begun.duel.lock("claim alice")
    begun.before = begun.duel.record()
    begun.filled(begun.duel.conclusion("DISSENT"))
    begun.renamed()
    assert (begun.duel.status("state"), begun.duel.status("outcome")) == ("completed", "DISSENT")


def test_a_gated_file_is_neither_exchanged_nor_as_long_as_it_is_there_what_NOREPLACE_may_give_a_name_to(begun):
    begun.filled()
    config = begun.duel / "config.toml"
    # the kernel itself sees that the name is taken
    for gated in (begun.debate, config):
        with refused("EEXIST|EINVAL", "rename"):
            rename(begun.new, gated, NOREPLACE)
    for old, new in ((begun.new, begun.debate), (begun.debate, begun.new), (begun.new, config)):
        with begun.duel.refuses("EINVAL", "value.bad", "rename"):
            rename(old, new, EXCHANGE)
    with refused("EINVAL|EPERM", "rename"):
        rename(config, begun.new, EXCHANGE)
    begun.assert_untouched()
    assert begun.new.read_bytes() == begun.behind(TEXT)


# --- debate.md.tmp.*

class Temporary(Begun):
    """Its companion is one that is judged at its writes."""

    def __init__(self, duel):
        super().__init__(duel)
        self.new = duel / "debate.md.tmp.4711.0f3a"

    def assert_refused_at_write(self, name, rule, data, flags=MADE):
        file = File(self.new, os.O_WRONLY | flags)
        with self.duel.refuses(name, rule, "write"):
            file.write(data)
        file.close()


@pytest.fixture
def temporary(mount):
    yield Temporary(mount.duel())
    mount.assert_quiet()


def test_a_temporary_file_of_debate_md_is_judged_at_its_first_write_as_the_rewrite_that_it_will_be(temporary):
    whole = temporary.behind(TEXT)
    for name, rule, data in (("EINVAL", "turn.number", temporary.behind(NUMBERED)),
                             ("EINVAL", "section.missing", temporary.behind(SHORT)),
                             ("EPERM", "history.changed", whole.replace(b"# Socratic Duel", b"# Socratic Dual", 1))):
        temporary.assert_refused_at_write(name, rule, data)
        os.unlink(temporary.new)
    put(temporary.new, whole, MADE)
    temporary.assert_untouched()
    temporary.renamed()
    temporary.assert_accepted()


def test_a_temporary_file_of_debate_md_may_be_written_in_pieces_and_the_rename_decides(temporary):
    whole = temporary.behind(TEXT)
    with File(temporary.new, os.O_WRONLY | MADE) as file:
        for at in range(0, len(whole), 512):
            file.write(whole[at:at + 512])
        file.fsync()
    assert temporary.new.read_bytes() == whole
    temporary.assert_untouched()
    temporary.renamed()
    temporary.assert_accepted()


def test_a_temporary_file_of_debate_md_may_begin_as_a_copy_of_it_and_be_appended_to(temporary):
    put(temporary.new, temporary.before, NEW)
    append(temporary.new, FLAGGED)  # its first write alone is judged
    temporary.assert_not_taken("EINVAL", "unresolved.flag")
    put(temporary.new, temporary.before, NEW)
    append(temporary.new, TEXT)
    temporary.renamed()
    temporary.assert_accepted()


def test_without_the_floor_a_temporary_file_of_debate_md_is_EACCES_at_its_write_and_EROFS_once_closed(temporary):
    duel = temporary.duel
    duel.lock("release alice")
    temporary.assert_refused_at_write("EACCES", "lease.none", temporary.behind(TEXT))
    duel.play(1, "alice", "OPEN_TO_DEBATE")
    duel.play(2, "bob", "OPEN_TO_DEBATE")
    duel.conclude("alice", "DISSENT")
    with refused("EROFS", "write"):
        put(temporary.new, temporary.behind(TEXT), 0)
    os.unlink(temporary.new)
    with duel.refuses("EROFS", "duel.closed", "open"):
        File(temporary.new, os.O_WRONLY | MADE)


def test_only_the_names_that_begin_with_debate_md_tmp_are_judged_so_others_take_anything(begun):
    for name in ("debate.md.new", "debate.md.tmp", "x.tmp.1", "sedAbC123", "debate.md~"):
        put(begun.duel / name, "no turn at all\n", MADE)
        assert begun.duel.text(name) == "no turn at all\n"


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


def test_rules_that_came_by_a_rename_are_durable_when_it_returned(own):
    mount = own()
    rules = Rules(mount.bare())
    rules.becomes("max_turns = 4\n")
    ended_and_begun(mount)
    assert rules.duel.status("max_turns") == "4"


def test_a_source_that_is_named_by_a_rename_is_copied_there_and_then(rules, tmp_path):
    plan = tmp_path / "plan.md"
    plan.write_text("# The plan\n\nText.\n")
    rules.becomes(f'source = "{plan}"\n')
    assert rules.duel.text("source.md") == plan.read_text()
    assert rules.duel.status("topic") == "The plan"
    with rules.duel.refuses("EINVAL", "config.bad", "rename"):
        rules.becomes(f'source = "{tmp_path}/nowhere.md"\n')
    assert rules.duel.text("source.md") == plan.read_text()


def test_a_companion_renamed_over_check_is_a_rehearsal(begun):
    check, new = begun.duel / "participants/alice/check", begun.duel / "participants/alice/check.tmp"
    put(new, TEXT, NEW)
    rename(new, check)
    assert check.read_text() == f"turn.md: ok (turn 1 of alice, {len(TEXT.encode())} bytes)\n"
    put(new, FLAGGED, NEW)
    with begun.duel.refuses("EINVAL", "unresolved.flag", "rename"):
        rename(new, check)
    assert "[unresolved.flag]" in check.read_text()
    assert new.exists()
    begun.assert_untouched()


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
    """Where it is renamed to."""
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


def test_renamed_away_over_a_companion_that_is_there_debate_md_replaces_it(begun, backup):
    put(backup, "old\n", NEW)
    rename(begun.debate, backup)
    assert backup.read_bytes() == begun.before
    begun.assert_untouched()


def test_renamed_away_under_another_name_than_a_companion_s_debate_md_stays_EPERM(begun):
    for name in ("old.md", "Debate.md"):
        with begun.duel.refuses("EPERM", "history.changed", "rename"):
            rename(begun.debate, begun.duel / name)
    begun.assert_untouched()


def test_renamed_away_a_hundred_times_debate_md_is_found_by_everybody_at_each_moment(begun, beside):
    def reads(_):
        os.chdir(begun.duel.path)
        for _ in range(300):
            with open("debate.md", "rb") as file:
                assert file.read() == begun.before

    reader = beside(reads)
    for n in range(100):
        rename(begun.debate, begun.duel / f"{n % 5}.bak")
        assert begun.duel.record() == begun.before
    reader.answer()
    begun.assert_untouched()


def test_a_file_that_was_open_when_debate_md_was_renamed_away_reads_writes_and_is_asked_as_before(begun, backup):
    with File(begun.debate, os.O_RDONLY) as reader:
        writer = File(begun.debate, os.O_WRONLY | os.O_APPEND)
        inode = os.stat(begun.debate).st_ino
        rename(begun.debate, backup)
        it = os.fstat(reader.fd)
        assert (it.st_ino, it.st_size, it.st_nlink) == (inode, len(begun.before), 1)
        assert reader.read() == begun.before
        writer.write(TEXT).close()
        begun.assert_accepted()
        assert TEXT.encode() in reader.read()
    assert backup.read_bytes() == begun.before


def test_where_debate_md_was_renamed_away_and_its_name_is_written_anew_as_editors_save_that_is_a_rewrite(begun, backup):
    rename(begun.debate, backup)
    with File(begun.debate, os.O_WRONLY | NEW) as file:
        file.write(begun.behind(TEXT)).fsync()
    begun.assert_accepted()
    # and with O_EXCL, as one does who believes that the name is free now
    rename(begun.debate, backup)
    with refused("EEXIST", "open"):
        File(begun.debate, os.O_WRONLY | MADE)


def test_a_program_that_moves_debate_md_away_without_replacing_anything_may_where_nothing_is(begun, backup):
    rename(begun.debate, backup, NOREPLACE)
    assert backup.read_bytes() == begun.before
    with refused("EEXIST", "rename"):
        rename(begun.debate, backup, NOREPLACE)
    begun.assert_untouched()


def test_config_toml_renamed_away_is_copied_as_well(rules):
    config, backup = rules.path.read_text(), rules.duel / "config.toml~"
    rename(rules.path, backup)
    assert rules.path.read_text() == backup.read_text() == config


def test_where_there_is_no_room_for_the_copy_debate_md_is_not_renamed_away_and_says_so(begun, backup):
    for n in range(16):
        put(begun.duel / f"{n}.tmp", "", NEW)
    with begun.duel.refuses("ENOSPC", "limit.scratch", "rename"):
        rename(begun.debate, backup)
    begun.assert_untouched()
    os.unlink(begun.duel / "0.tmp")
    rename(begun.debate, backup)
    assert backup.read_bytes() == begun.before


# --- others who are there

def test_a_user_s_rename_takes_that_user_s_companion_whatever_another_one_has_under_that_name(its, user):
    alice, bob = user(ALICE), user(BOB)
    bob.call(put, its.new, "not a turn\n", NEW)
    with refused("ENOENT", "rename"):
        alice.call(rename, its.new, its.debate)
    alice.call(put, its.new, its.behind(TEXT), NEW)
    bob.call(its.new.read_bytes)  # what the kernel knows under that name now is bob's
    alice.call(rename, its.new, its.debate)
    its.assert_accepted()
    assert bob.call(its.new.read_text) == "not a turn\n"
    assert not alice.call(its.new.exists)


def test_who_has_debate_md_open_for_reading_sees_what_a_rename_brought_through_the_same_open_file(begun):
    with File(begun.debate, os.O_RDONLY) as reader:
        assert reader.read() == begun.before
        inode = os.stat(begun.debate).st_ino
        begun.filled()
        begun.renamed()
        assert begun.before + reader.read() == begun.duel.record()
        it = os.fstat(reader.fd)
        assert (it.st_ino, it.st_size, it.st_nlink) == (inode, os.stat(begun.debate).st_size, 1)
        assert os.stat(begun.debate).st_ino == inode
    begun.assert_accepted()


def test_who_waits_in_the_directory_or_for_the_file_finds_the_new_record(begun, beside):
    def waits(line):
        os.chdir(begun.duel.path)
        line.send("there")
        line.recv()
        with open("debate.md", "rb") as file:
            return file.read()

    reader = beside(waits)
    reader.hear()
    begun.filled()
    begun.renamed()
    reader.say()
    assert reader.answer() == begun.duel.record()
    begun.assert_accepted()


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
    for call, *args in ((file.write, "more"), (file.fsync,), (file.pwrite, "FORGED", 0), (file.truncate, 0), (file.close,)):
        works(call, *args)
    begun.assert_accepted()
    assert b"FORGED" not in begun.duel.record()
    assert not begun.new.exists()


# --- tools that go other ways

def run(*command):
    """Its exit status, and what it said."""
    it = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return it.returncode, it.stdout


def test_mv_n_leaves_both_as_they_are(begun):
    begun.filled()
    run("mv", "-n", begun.new, begun.debate)
    begun.assert_untouched()
    assert begun.new.read_bytes() == begun.behind(TEXT)


def test_mv_b_keeps_a_copy_of_the_old_record_and_records_the_turn(begun, backup):
    begun.filled()
    assert run("mv", "-b", begun.new, begun.debate) == (0, "")
    begun.assert_accepted()
    assert backup.read_bytes() == begun.before


def test_mv_b_over_a_refused_turn_says_so_and_nothing_is_lost(begun):
    begun.filled(FLAGGED)
    status, said = run("mv", "-b", begun.new, begun.debate)
    assert status and "cannot move" in said  # mv has a sentence of its own for EINVAL
    assert "[unresolved.flag]" in begun.duel.newest_refusal()
    begun.assert_untouched()
    assert begun.new.read_bytes() == begun.behind(FLAGGED)


def test_what_unlinks_first_is_refused_loudly_cp_remove_destination_install_mv_from_another_filesystem_ln_f(begun, tmp_path):
    whole = tmp_path / "whole.md"
    whole.write_bytes(begun.behind(TEXT))
    begun.filled()
    for command in (("cp", "--remove-destination", whole), ("install", whole), ("mv", whole), ("ln", "-f", begun.new),
                    ("ln", "-sf", begun.new), ("rm", "-f")):
        status, said = run(*command, begun.debate)
        assert status and "Operation not permitted" in said, command
        begun.assert_untouched()
    assert whole.exists()


def test_sed_i_rewrites_the_record_or_is_refused_with_the_turn_it_brings_perl_i_may_not_make_its_file(begun, tmp_path):
    (tmp_path / "turn.md").write_text(TEXT)
    assert run("sed", "-i", f"$r {tmp_path}/turn.md", begun.debate) == (0, "")
    begun.assert_accepted()
    begun.before = begun.duel.record()
    begun.duel.lock("claim bob")
    status, said = run("sed", "-i", "s/^Caching/Nothing/", begun.debate)
    assert status and "Operation not permitted" in said
    begun.assert_untouched(1)
    assert "Cannot make temp name: Operation not permitted" in run("perl", "-i", "-pe", "s/x/x/", begun.debate)[1]
    begun.assert_untouched(1)


# --- many at once

def at_once(beside, *calls):
    """The errno of each of these calls, which other processes make at the same time; none: it worked."""
    def calls_when_told(line, function, args):
        line.send("ready")
        line.recv()
        try:
            function(*args)
        except Refusal as refusal:
            return refusal.name
        return None

    callers = [beside(calls_when_told, function, args) for function, *args in calls]
    for it in callers:
        it.hear()
    for it in callers:
        it.say()
    return [it.answer() for it in callers]


def companion(begun, name, text):
    """A companion with the record and this text."""
    path = begun.duel / f"{name}.tmp"
    put(path, begun.behind(text), NEW)
    return path


def assert_one_won(told):
    """Which of two it was, and which lost."""
    assert sorted(name in ("EPERM", "EINVAL", "EACCES", "ECANCELED") for name in told) == [False, True] and None in told, told
    return told.index(None), 1 - told.index(None)


def test_of_two_renames_of_one_turn_at_the_same_time_one_is_recorded_and_it_is_recorded_once(mount, beside):
    for _ in range(10):
        it = Begun(mount.duel())
        paths = [companion(it, name, TEXT) for name in "ab"]
        told = at_once(beside, *((rename, path, it.debate) for path in paths))
        if told != [None, None]:  # the later one lacks the line of ids that the record has behind the text by then
            assert_one_won(told)
        it.assert_accepted()
        assert it.duel.events().count("artifact_updated") == 1


def test_of_two_renames_of_two_turns_at_the_same_time_one_is_recorded_and_the_other_is_told(mount, beside):
    texts = [saying(f"Side {name} says it.") for name in "ab"]
    for _ in range(10):
        it = Begun(mount.duel())
        paths = [companion(it, name, text) for name, text in zip("ab", texts)]
        won, lost = assert_one_won(at_once(beside, *((rename, path, it.debate) for path in paths)))
        assert it.duel.text("turns/001-alice.md") == texts[won]
        assert paths[lost].read_bytes() == it.behind(texts[lost])
        assert it.duel.status("turns") == "1"


def test_a_rename_and_an_append_of_two_turns_at_the_same_time_one_is_recorded_and_the_other_is_told(mount, beside):
    texts = [saying(f"Side {name} says it.") for name in "ab"]
    for _ in range(10):
        it = Begun(mount.duel())
        path = companion(it, "a", texts[0])
        told = at_once(beside, (rename, path, it.debate), (it.duel.append, texts[1]))
        assert it.duel.status("turns") == "1"
        assert sum(name is None for name in told) == 1
        assert it.duel.text("turns/001-alice.md") == texts[told.index(None)]


def read_until_told(line, duel):
    """Each reading is a record that begins as the one before it."""
    old = b""
    while not line.poll():
        new = duel.record()
        assert new.startswith(old)
        old = new


def move_until_told(line, duel):
    os.chdir(duel.path)
    while not line.poll():
        assert "debate.md" in os.listdir(".") and os.path.isfile("debate.md")
        rename("debate.md", "debate.md~")


def forge_until_told(line, duel, path, forged):
    while not line.poll():
        put(path, forged(duel.record()), NEW)
        assert not works(rename, path, duel.debate)


def test_forty_turns_by_rename_while_others_read_list_rename_away_and_try_to_break_in_are_forty_turns(own, beside):
    mount = own(options=OPTIONS)
    duel = mount.duel("max_turns = 40")
    duel.join_both()
    crowd = [beside(read_until_told, duel), beside(move_until_told, duel),
             beside(forge_until_told, duel, duel / "forged.tmp", lambda record: record.replace(b"Caching", b"Forging")),
             beside(forge_until_told, duel, duel / "bob.tmp", lambda record: record + b"more\n", uid=BOB)]
    names = ("bob", "alice")
    for n in range(1, 41):
        name = names[n % 2]
        duel.lock(f"claim {name}")
        put(duel / "turn.tmp", duel.record() + b"\n" + turn(n, name).encode(), NEW)
        rename(duel / "turn.tmp", duel.debate)
        duel.lock(f"release {name} force=yes")
    for it in crowd:
        it.say()
    for it in crowd:
        it.answer()
    assert duel.status("turns") == "40"
    for n in range(1, 41):
        assert duel.text(f"turns/{n:03}-{names[n % 2]}.md") == turn(n, names[n % 2])
    assert hashlib.sha256(duel.record()).hexdigest() == duel.status("record_sha256")
    mount.stop()
    duelfs(0, "verify", mount.store)
