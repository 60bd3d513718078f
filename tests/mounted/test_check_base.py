"""`duelfs check DIR`: a knowledge base is judged without a mount, as compilers tell it."""
import os
import re
import shutil
import subprocess

import pytest

from adversarial import KB
from mounts import BOUND_SECONDS, DUELFS, only_on_sqlite

pytestmark = only_on_sqlite("mounts nothing")
ARGUMENT = "arguments/arg-001-tabs-adapt-to-readers.md"


@pytest.fixture(autouse=True)
def base(tmp_path, monkeypatch):
    """The small one, as `base` in the working directory."""
    monkeypatch.chdir(tmp_path)
    return made("base")


def made(place):
    """A copy of the small one there."""
    shutil.copytree(KB, place)
    return os.path.abspath(place)


def runs(*words, stdout=subprocess.PIPE):
    return subprocess.run([DUELFS, "check", *words], stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE, check=False,
                          timeout=BOUND_SECONDS)


def checks(status, *words):
    """The lines on stdout, and what stands on stderr."""
    it = runs(*words)
    said, told = it.stdout.decode().splitlines(), it.stderr.decode()
    assert it.returncode == status and (status == 2 or not told), (it.returncode, said, told)
    return said, told


def passes(name):
    """Nothing at all is said against it."""
    assert checks(0, name)[0] == [f"{name}: ok"]


def edited(path, old, new):
    with open(path, "r+", encoding="utf-8") as file:
        text = file.read()
        assert old in text
        file.seek(0)
        file.truncate()
        file.write(text.replace(old, new))


def put(path, data=b""):
    with open(path, "wb") as file:
        file.write(data)


def test_a_base_that_has_nothing_against_it_is_ok_and_exit_status_0():
    passes("base")
    passes("base/")


def test_what_is_wrong_is_told_with_its_file_and_its_line_and_exit_status_1(monkeypatch):
    edited(f"base/{ARGUMENT}", "\nstatus: robust", "\nstatus: solid")
    edited("base/edges.md", "\narg-002 contradicts", "\narg-099 contradicts")
    put("base/arguments/notes")
    assert [line.partition("]")[0] for line in checks(1, "base")[0]] == [
        f"base/{ARGUMENT}:8: error: [kb.argument", "base/edges.md:6: error: [kb.edge", "base: 2 errors"]
    monkeypatch.chdir("base")
    said, _ = checks(1, ".")
    assert any(f"{ARGUMENT}:8: error: [kb.argument] `status: solid` is none of robust, " in line for line in said)
    assert said[-1] == ".: 2 errors"


def test_of_a_run_directory_its_kb_is_judged_and_its_snapshot_where_there_is_one():
    os.makedirs("run/arguments")
    made("run/kb")
    with open("run/kb/edges.md", "a", encoding="utf-8") as edges:
        edges.write('arg-001 supports arg-077 ""\n')
    said, _ = checks(1, "run")
    assert any("run/kb/edges.md:23: error: [kb.edge] " in line for line in said)
    assert said[-1] == "run: 1 error"
    shutil.copytree("run/kb", "run/kb-snapshot-construction")
    said, _ = checks(1, "run")
    assert any("run/kb-snapshot-construction/edges.md:23: error: [kb.edge] " in line for line in said)
    assert said[-1] == "run: 2 errors"
    # it is asked of the live one alone whether it is stable, as in a mount
    for kb in ("run/kb", "run/kb-snapshot-construction"):
        shutil.rmtree(kb)
        made(kb)
    edited("run/kb-snapshot-construction/quality-summary.md", "stable: yes", "Nearly done.")
    checks(0, "run")
    edited("run/kb/quality-summary.md", "stable: yes", "Nearly done.")
    assert any("[kb.unstable]" in line for line in checks(1, "run")[0])


def test_links_pipes_devices_and_names_that_are_no_UTF_8_are_refused_with_their_paths_and_not_opened():
    os.mkfifo("base/sources/pipe.md")
    os.symlink("/etc/passwd", "base/sources/link.md")
    os.symlink("/etc", "base/entities/etc")
    put(b"base/bad\xff", b"x")
    put("base/.hidden.md", b"---\ntitle: x\n---\n")
    assert checks(1, "base")[0] == [
        r"base/bad\xFF: error: [kb.source] its name is no clean UTF-8", "base/entities/etc: error: [kb.source] it is a symbolic link",
        "base/sources/link.md: error: [kb.source] it is a symbolic link", "base/sources/pipe.md: error: [kb.source] it is a pipe",
        "base: 4 errors"]


def test_a_kb_that_is_a_link_is_not_followed():
    os.mkdir("run")
    os.symlink("../base", "run/kb")
    assert checks(1, "run")[0] == ["run/kb/: error: [kb.source] it is no directory", "run: 1 error"]


def test_a_directory_that_is_no_base_a_file_and_words_that_mean_nothing_exit_status_2_and_what_it_wants():
    os.mkdir("empty")
    assert "empty: it has no kb/, as a run directory has, and neither arguments/ nor quality-summary.md" in checks(2, "empty")[1]
    assert "nowhere: No such file or directory" in checks(2, "nowhere")[1]
    said = "base/edges.md: it is no directory: a text is rehearsed in its debate, by writing it to participants/NAME/check there"
    assert said in checks(2, "base/edges.md")[1]
    for words in ("", "base base", "--bogus base", "--format adversarial base", "--source base/edges.md base", "--config duelfs.toml base",
                  "--json base"):
        assert checks(2, *words.split()) == ([], "usage: duelfs check DIR\n")
    assert re.search("^usage: duelfs check DIR$", "\n".join(checks(0, "--help")[0]), re.M)
