"""A closed duel: read-only for good, and written to the archive."""
import datetime
import hashlib
import json
import os
import re

import pytest

from adversarial import tree
from mounts import File, duelfs, eventually, put, refused, turn, works

APPEND = os.O_WRONLY | os.O_APPEND
ARCHIVED = r"[0-9]{4}-[0-9]{2}-[0-9]{2}-.*\.md"


def closed(mount, name=None):
    """A duel that alice closed behind two turns."""
    duel = mount.duel(name=name)
    duel.play_to(2)
    duel.conclude("alice", "DISSENT")
    return duel


def today():
    return datetime.datetime.now(datetime.timezone.utc).date()


class Archive:
    """The archive of a daemon, in its store unless another directory is named."""

    def __init__(self, mount, path=None):
        self.path = path or mount.store / "archive"

    def __truediv__(self, name):
        return self.path / name

    def records(self):
        """The names of the records in it, in order."""
        if not self.path.is_dir():
            return []
        return sorted(path.name for path in self.path.iterdir() if path.is_file() and re.fullmatch(ARCHIVED, path.name))

    def has(self, count):
        eventually(lambda: len(self.records()) == count, f"there are not {count} records in {self.path}")

    def only_record(self):
        """The name of the one record, once it is there, and what its directory is called."""
        self.has(1)
        name = self.records()[0]
        return name, name.removesuffix(".md")

    def assert_nothing_beside(self):
        """Nothing lies there that a rename has not given its name."""
        assert not [name for name in os.listdir(self.path) if name.startswith(".")]


def test_nothing_can_be_written_once_a_duel_is_closed(mount):
    duel = closed(mount)
    before = duel.record()
    with duel.refuses("EROFS", "duel.closed", "open"):
        duel.append(turn(3, "alice"))
    for flags in (os.O_WRONLY | os.O_TRUNC, os.O_RDWR):
        with refused("EROFS", "open"):
            File(duel.debate, flags)
    for line in ("claim alice", "claim bob", "join carol", "refresh alice", "claim alice for=timeout"):
        with duel.refuses("EROFS", "duel.closed"):
            duel.lock(line)
    with duel.refuses("EROFS", "duel.closed"):
        duel.lock("join carol")
    assert "nobody joins it any more, so make another to go on (mkdir)" in duel.newest_refusal()
    with refused("EROFS|EPERM"):
        File(duel / "config.toml", APPEND)
    with refused("EROFS|EPERM"):
        os.truncate(duel.debate, 0)
    with refused("EROFS|EPERM"):
        os.unlink(duel.debate)
    assert duel.record() == before
    # as a shell appends
    with pytest.raises(OSError, match="Read-only file system"):
        os.open(duel.debate, APPEND | os.O_CREAT, 0o666)


def test_whoever_handed_in_before_the_close_may_release_as_often_as_it_likes_and_with_no_other_outcome(own):
    mount = own()
    duel = closed(mount)
    for words in ("", "", " outcome=DISSENT", " force=yes"):
        duel.lock("release alice" + words)
    duel.lock("release bob")
    for line, name, rule in (("release alice outcome=MAX_TURNS", "EINVAL", "value.bad"), ("refresh alice", "EROFS", "duel.closed")):
        with duel.refuses(name, rule):
            duel.lock(line)
    assert duel.events().count("lock_released") == 3
    mount.remount()
    duel.lock("release alice")


def test_a_handle_that_was_open_when_the_duel_closed_writes_nothing(mount):
    duel = mount.duel()
    duel.play_to(2)
    duel.lock("claim alice")
    with refused("ECANCELED|EROFS"), File(duel.debate, APPEND) as file:
        duel.append(duel.conclusion("DISSENT"))
        assert duel.status("outcome") == "DISSENT"
        before = duel.record()
        file.write(turn(3, "alice"))
    assert duel.record() == before


def test_status_names_the_record_in_the_archive_once_it_is_there_also_after_a_remount(own):
    mount = own()
    archive, d = Archive(mount), mount.duel()
    d.play_to(2)
    assert d.status("archive") == json.loads(d.text("status.json"))["archive"] == ""
    d.conclude("alice", "DISSENT")
    eventually(lambda: d.status("archive") == f"{today()}-caching.md")
    assert [json.loads(d.text("status.json"))["archive"]] == archive.records() == [d.status("archive")]
    assert os.stat(d / "status").st_size == len((d / "status").read_bytes())
    mount.remount()
    assert [d.status("archive")] == archive.records()
    e = closed(mount)
    eventually(lambda: e.status("archive") == f"{today()}-caching-2.md")
    assert d.status("archive") == f"{today()}-caching.md"
    mount.crashes()
    eventually(lambda: e.status("archive") == f"{today()}-caching-2.md")


def test_beside_the_record_a_directory_of_its_name_has_what_an_export_has(own, tmp_path):
    mount = own()
    plan, archive = tmp_path / "plan.md", Archive(mount)
    plan.write_text("# Caching\n\nFailures are rare.\n")
    duel = mount.duel(f'source = "{plan}"')
    duel.play_to(2)
    duel.lock("claim alice")
    duel.append(duel.conclusion("DISSENT").replace("The debate on", "The debate of plan.md on"))
    name, beside = archive.only_record()
    mount.stop()
    duelfs(0, "export", mount.store, duel.path.name, tmp_path / "out")
    of_time = ("status.json", "view.html")  # the archive's was written before it had a name
    kept, out = ({path: data for path, data in tree(folder).items() if path not in of_time} for folder in (archive / beside, tmp_path / "out"))
    assert kept == out and kept["debate.md"] == (archive / name).read_bytes() and {"conclusion.md", "source.md"} <= set(kept)
    assert all((archive / beside / file).stat().st_size for file in of_time)
    archive.assert_nothing_beside()


def test_an_archive_file_that_cannot_be_written_is_reported_the_duel_is_closed_all_the_same_and_the_next_mount_writes_it(own, tmp_path):
    records = tmp_path / "records"
    records.write_text("not a directory\n")
    mount = own(f'[mount]\narchive = "{records}"\n')
    mount.expect("records")
    duel, archive = closed(mount), Archive(mount, records)
    assert duel.status("state") == "completed"
    eventually(lambda: "records" in mount.log.read_text())
    eventually(lambda: duel.status("warnings").startswith('["the record could not be written to the archive: '))
    assert duel.status("archive") == ""
    mount.kill()
    records.unlink()
    mount.start()
    name, _ = archive.only_record()
    assert name.endswith("-caching.md")
    assert (archive / name).read_bytes() == duel.record()
    eventually(lambda: duel.status("archive") == name)
    assert "archive" not in duel.status("warnings")


def test_once_a_duel_is_closed_conclusion_md_says_on_its_first_screen_how_it_ended_and_what_nobody_answered_and_names_the_record(own):
    mount = own()
    duel = mount.duel()
    duel.play_to(2)
    assert not (duel / "conclusion.md").exists()
    assert "conclusion.md" not in os.listdir(duel.path)
    duel.conclude("alice", "DISSENT")
    assert "conclusion.md" in os.listdir(duel.path)
    text, record = duel.text("conclusion.md"), duel.text("debate.md")
    assert re.sub(r"[0-9TZ:-]{20}", "TIME", text).splitlines()[:3] == [
        "Both models are of one family: opus.", "", "# Caching"]
    assert "\n**They disagree**: what was said is said\n" in text
    assert "alice (claude-code / opus) and bob (claude-code / opus)" in text
    assert "\n## Conclusion\n\nWhat is in use stays in use." in text
    raised = text[text.index("\n## Points that no text of the other side addressed"):]
    assert "- P1.1 (alice): the measurement1 ignores" in raised and "P2.1" not in raised
    assert "## Turn 1" not in text
    assert os.stat(duel / "conclusion.md").st_size == len(text.encode())
    with duel.refuses("EPERM", "history.changed"):
        put(duel / "conclusion.md", "x")
    mount.remount()
    assert duel.text("conclusion.md") == text
    assert f"`{duel.path}/conclusion.md`" in duel.text("prompt.md")


def test_what_ended_a_debate_in_which_nobody_spoke_stands_in_conclusion_md_and_view_html_and_why_one_is_void(mount):
    duel = mount.duel("wait_seconds = 1")
    duel.join("alice")
    eventually(lambda: works(duel.lock, "claim alice for=timeout"))
    duel.append(duel.conclusion("TIMEOUT", "nobody came"))
    assert "**Nobody answered**: nobody came" in duel.text("conclusion.md")
    assert 'id="result"' in duel.text("view.html")
    assert "nobody came" in duel.text("view.html")
    two = mount.duel()
    two.join("alice")
    two.lock('close maker reason="the *wrong* question"')
    assert two.text("conclusion.md").startswith("No second participant joined.\n\n# Caching\n\n"
                                                "**Stopped by the maker**: the \\*wrong\\* question\n")


def test_the_line_behind_a_conclusion_says_how_it_was_closed_in_record_and_archive(own):
    mount = own()
    duel = mount.duel(name="d")
    duel.play_to(2)
    duel.lock("claim alice")
    before, text = duel.text("debate.md"), duel.conclusion("DISSENT")
    duel.append(text)
    after = duel.text("debate.md")
    last = after.splitlines()[-1]
    assert re.fullmatch(r'> duelfs: closed DISSENT by alice, candidate convergence no, source none, topic "Caching", '
                        r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ', last), last
    assert after == f"{before}\n---\n\n{text}\n{last}\n"
    assert (duel.status("record_bytes"), duel.status("record_sha256")) == (
        str(len(after.encode())), hashlib.sha256(after.encode()).hexdigest())
    file, = eventually(lambda: list((mount.store / "archive").glob("*-caching.md")))
    assert file.read_text() == after
    mount.remount()
    assert duel.text("debate.md") == after
    mount.stop()
    assert "d: ok" in duelfs(0, "verify", mount.store)[0]


def test_a_turn_that_says_an_outcome_in_its_position_is_a_turn_at_once_and_after_a_remount(mount):
    duel = mount.joined()
    put(duel / "participants/alice/turn.md", turn(1, "alice").partition("\n\n")[2].replace(
        "**Counterpoints**", "**Outcome**: DISSENT\n**Reason**: both of us say no\n\n**Counterpoints**", 1))
    assert duel.status("turns") == "1"
    mount.remount()
    assert (duel.status("turns"), duel.status("outcome")) == ("1", "")
