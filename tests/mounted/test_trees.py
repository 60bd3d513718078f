"""Trees of files that a format shows, and a folder as a duel's source: the knowledge base of format adversarial."""
import contextlib
import os
import pathlib
import shutil

import pytest

from adversarial import KB, begun, debated, hands_in, seats_taken, speaks, tree
from mounts import Duel, append, put, refused, rename

OPTIONS = ["allow_other"]
SOURCE = "---\ntitle: x\n---\n"
A4 = "arguments/arg-004-spaces-earn-more.md"


@pytest.fixture
def run(tmp_path):
    """A folder with a copy of the base."""
    tmp_path.chmod(0o755)
    for folder in tmp_path.parents[:2]:
        folder.chmod(0o755)
    shutil.copytree(KB, tmp_path / "run/kb")
    return tmp_path / "run"


def added(run, path, text=SOURCE):
    file = run / "kb" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def inodes(folder):
    """As its directories list them."""
    found = {}
    for entry in os.scandir(folder):
        found[entry.path] = entry.inode()
        if entry.is_dir():
            found.update(inodes(entry.path))
    return found


def noted(duel):
    """Five turns, the last of which adds a note to arg-004."""
    debated(seats_taken(duel), 5)


def test_4096_files_are_listed_found_and_copied_and_each_has_a_number_of_its_own(own, run):
    for path in ("sources/a b/c d/e f.md", "sources/ä/文字/العربية.md", "1/2/3/4/5/6/7/deep.md", "-dash/--x"):
        added(run, path)
    for n in range(4096 - len([path for path in (run / "kb").rglob("*") if path.is_file()])):
        added(run, f"many/{n // 64:02}/{n:04}.txt", f"tree {n}\n")
    mount = own()
    duel = begun(mount, run)
    snapshot = duel / "kb-snapshot-construction"
    seen = tree(snapshot)
    assert seen == tree(run / "kb") and sum(bool(data) for data in seen.values()) == 4096
    before = inodes(duel.path)
    assert len(set(before.values())) == len(before)
    noted(duel)
    mount.remount()
    assert {path: ino for path, ino in inodes(duel.path).items() if path in before} == before


def test_what_comes_or_changes_is_seen_at_once_by_name_by_size_and_by_content(mount, run):
    duel = seats_taken(begun(mount, run))
    new, other = duel / "kb/sources/agents/debater-tabs/x.md", duel / "kb" / A4
    with refused("ENOENT"):
        os.stat(new)
    debated(duel, 4)
    was = other.read_text()
    with other.open() as held:
        speaks(duel, 5, "sam")
        assert held.read() == was
    assert "it asked nobody why" in other.read_text()
    assert other.stat().st_size == len(other.read_bytes()) > len(was)
    duel.lock('next olga to=debater-tabs asks="a source?"')
    hands_in(duel, "tess", f"**Claims**\n- new — so it is told [arg-001]\n\n"
             f"**Mutations**\n- source x.md\n\n```\n{SOURCE}```\n")
    assert new.read_text() == SOURCE
    assert [entry.name for entry in os.scandir(duel / "kb/sources/agents")] == ["debater-tabs"]


def test_a_source_is_taken_anew_where_another_format_wants_another_kind(mount, run):
    plan, duel = run / "plan.md", mount.bare('format = "adversarial"')
    plan.write_text("# A plan\n")
    config, text = duel / "config.toml", 'format = "{}"\nsource = "{}"\n'.format
    put(config, text("socratic", plan))
    with duel.refuses("EINVAL", "config.bad"):
        append(config, 'format = "adversarial"\n')
    assert "it is not a directory, which this format debates" in duel.newest_refusal()
    assert (duel / "source.md").read_text() == "# A plan\n"
    put(config, text("adversarial", run))
    assert tree(duel / "kb-snapshot-construction") == tree(run / "kb")
    with duel.refuses("EINVAL", "config.bad"):
        append(config, 'format = "socratic"\n')
    assert "a source ends in .md or .markdown" in duel.newest_refusal()
    put(config, 'format = "socratic"\n')
    assert duel.status("source") == ""
    assert not {"kb", "kb-snapshot-construction", "source.md"} & set(os.listdir(duel.path))
    with refused("ENOENT"):
        os.stat(duel / "kb/edges.md")


def test_nothing_in_a_tree_is_written_made_moved_or_removed_and_the_reason_is_in_last_error(mount, run):
    duel = seats_taken(begun(mount, run))
    duel.lock("claim tess")
    for tree_of in ("kb", "kb-snapshot-construction"):
        folder = duel / tree_of
        there, new = folder / "edges.md", folder / "new.md"
        was = tree(folder)
        for call in ((put, there, "x\n"), (append, there, "x\n"), (os.open, there, os.O_RDWR), (os.truncate, there, 0),
                     (put, new, "x\n", os.O_CREAT), (put, folder / "x.tmp", "x\n", os.O_CREAT), (os.mkdir, folder / "sources/agents"),
                     (os.unlink, there), (os.mknod, new), (os.symlink, "edges.md", new), (os.link, there, new), (rename, there, new),
                     (rename, there, duel / "edges.tmp"), (os.rmdir, folder / "sources")):
            with duel.refuses("EPERM", "history.changed"):
                call[0](*call[1:])
            assert duel.newest_refusal().startswith(tree_of) and "such as" not in duel.newest_refusal()
        assert tree(folder) == was


def test_a_folder_is_refused_with_all_that_is_wrong_with_it_and_with_what_its_setter_may_not_read(mount, run, user):
    duel = mount.bare('format = "adversarial"')
    (run / "kb/sources/link.md").symlink_to("index.md")
    os.mkfifo(run / "kb/pipe")
    config, source = duel / "config.toml", f'source = "{run}"\n'
    with duel.refuses("EINVAL", "kb.source"):
        append(config, source)
    for words in ("config.toml:1:kb/sources/link.md: error: [kb.source] it is a symbolic link", "config.toml:1:kb/pipe: error: [kb.source] it is a pipe"):
        assert words in duel.newest_refusal()
    assert duel.status("source") == ""
    (run / "kb/sources/link.md").unlink()
    (run / "kb/pipe").unlink()
    with duel.refuses("EINVAL", "config.bad"):
        append(config, f'source = "{duel.path}"\n')
    assert "it lies in this mount" in duel.newest_refusal()
    other, theirs = user(1001), Duel(mount.path / "theirs")
    other.call(os.mkdir, theirs.path)
    (run / "kb/sources").chmod(0o700)
    with theirs.refuses("EINVAL", "kb.source"):
        other.call(append, theirs / "config.toml", 'format = "adversarial"\n' + source)
    assert "config.toml:2:kb/sources: error: [kb.source] it cannot be read: Permission denied" in theirs.newest_refusal()
    (run / "kb/sources").chmod(0o755)
    other.call(append, theirs / "config.toml", 'format = "adversarial"\n' + source)
    assert tree(theirs / "kb-snapshot-construction") == tree(run / "kb")


def test_the_configuration_of_the_mount_sets_folders_by_its_defaults(own, run):
    mount = own(f'[defaults]\nformat = "adversarial"\nsource = "{run}"\n')
    duel = mount.bare(name="by-default")
    assert tree(duel / "kb-snapshot-construction") == tree(run / "kb")
    (run / "kb/edges.md").write_text("arg-001 supports arg-099\n")
    mount.expect("by-default-2: the default source was refused")
    with contextlib.suppress(FileExistsError), refused("EINVAL"):
        mount.bare(name="by-default-2")
    assert "kb/edges.md:1: [kb.edge]" in pathlib.Path(mount.path / "last_error").read_text()
