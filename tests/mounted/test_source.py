"""A duel's source: which documents it may be, and the copy that is taken of it."""
import concurrent.futures
import os
import pathlib
import re
import time

import pytest

from mounts import Duel, Refusal, append, eventually, put, refused

LIMIT = 4 * 1024 * 1024
REFUSED = "EINVAL|EACCES|EFBIG|ENOENT|ELOOP|EILSEQ"


def set_source(duel, path):
    append(duel / "config.toml", f'source = "{path}"\n')


def bad_source(duel, path):
    """It is refused, and leaves the rules as they were."""
    before = duel.text("config.toml")
    with duel.refuses(REFUSED, "config.bad"):
        set_source(duel, path)
    assert "source" in duel.newest_refusal()
    assert duel.text("config.toml") == before
    assert not (duel / "source.md").exists()


def written(path, text):
    path.write_text(text)
    return path


@pytest.fixture
def bare(mount):
    return mount.bare()


@pytest.fixture
def plan(tmp_path):
    return written(tmp_path / "plan.md", "# The plan\n")


def test_it_is_copied_into_the_duel_when_it_is_set_byte_for_byte(own, plan):
    text = "# The plan\n\nCaches, ünïcode and all.\n"
    mount = own()
    duel = mount.bare()
    written(plan, text)
    set_source(duel, plan)
    assert duel.text("source.md") == text
    assert duel.status("source") == str(plan)
    stat = os.stat(duel / "source.md")
    assert (stat.st_mode & 0o7777, stat.st_size) == (0o444, len(text.encode()))
    append(plan, "later words\n")
    assert duel.text("source.md") == text
    plan.unlink()
    mount.remount()
    assert duel.text("source.md") == text
    assert duel.status("source") == str(plan)


def test_without_a_topic_the_topic_is_its_first_heading_else_its_file_name(mount, plan, tmp_path):
    one, two = mount.bare(), mount.bare()
    set_source(one, written(plan, "Words.\n\n## The *second* plan\n"))
    assert (one.status("topic"), one.status("topic_slug")) == ("The second plan", "the-second-plan")
    set_source(two, written(tmp_path / "my-notes.markdown", "No heading here.\n"))
    assert two.status("topic") == "my-notes"


def test_a_topic_that_was_set_goes_before_the_source_s_heading(mount, plan):
    duel = mount.duel()
    set_source(duel, plan)
    assert duel.status("topic") == "Caching"


def test_a_path_that_is_relative_missing_not_md_or_a_directory_is_refused(bare, tmp_path):
    written(tmp_path / "plan.txt", "# x\n")
    (tmp_path / "folder.md").mkdir()
    for path in ("plan.md", "./plan.md", *(tmp_path / name for name in ("missing.md", "plan.txt", "folder.md"))):
        bad_source(bare, path)


def test_a_fifo_or_a_device_is_refused_at_once_without_waiting_for_its_other_end(bare, tmp_path):
    pipe, null, zero = (tmp_path / name for name in ("pipe.md", "null.md", "zero.md"))
    os.mkfifo(pipe)
    os.mknod(null, 0o020666, os.makedev(1, 3))
    zero.symlink_to("/dev/zero")
    for path in (pipe, null, zero):
        bad_source(bare, path)


def waits_in(line, folder):
    os.chdir(folder)
    line.send(None)
    line.recv()


def test_a_path_through_one_of_proc_s_magic_links_is_refused(bare, plan, tmp_path, beside):
    bad_source(bare, f"/proc/self/root{plan}")
    bad_source(bare, f"/proc/{os.getpid()}/root{plan}")
    it = beside(waits_in, tmp_path)
    it.hear()
    assert os.path.samefile(f"/proc/{it.pid}/cwd/plan.md", plan)
    bad_source(bare, f"/proc/{it.pid}/cwd/plan.md")
    link = tmp_path / "link.md"
    with open(plan, encoding="utf-8") as file:
        link.symlink_to(f"/proc/{os.getpid()}/fd/{file.fileno()}")
        bad_source(bare, link)


def test_a_file_of_this_mount_is_refused(mount, bare, tmp_path):
    link = tmp_path / "inside.md"
    link.symlink_to(bare.debate)
    for path in (mount.path / "README.md", bare.debate, link):
        bad_source(bare, path)


def test_at_most_4_MiB_are_taken(bare, tmp_path):
    fits = written(tmp_path / "fits.md", "# Big\n" + "a" * (LIMIT - 6))
    bad_source(bare, written(tmp_path / "big.md", fits.read_text() + "\n"))
    set_source(bare, fits)
    assert os.stat(bare / "source.md").st_size == LIMIT


def test_text_that_is_not_clean_UTF_8_is_refused(bare, tmp_path):
    for name, text in (("latin.md", b"# x\n\xff\xfe\n"), ("nul.md", b"# x\na\0b\n")):
        (tmp_path / name).write_bytes(text)
        bad_source(bare, tmp_path / name)


def test_it_is_read_with_the_rights_of_whoever_sets_it(own, user):
    mount = own(options=("allow_other",))
    private, maker = mount.work / "private", user(1001)
    private.mkdir()
    secret, readable, below = (written(mount.work / name, f"# {name}\n") for name in ("secret.md", "open.md", "private/plan.md"))
    secret.chmod(0o600)
    private.chmod(0o700)
    maker.call(os.mkdir, mount.path / "d")
    duel = Duel(mount.path / "d")
    for path in (secret, below):
        with refused("EINVAL|EACCES"):
            maker.call(set_source, duel, path)
        assert str(path) in duel.newest_refusal()
    assert not (duel / "source.md").exists()
    maker.call(set_source, duel, readable)
    assert duel.text("source.md") == readable.read_text()
    mine = mount.bare(name="mine")
    set_source(mine, secret)
    assert mine.text("source.md") == secret.read_text()


def test_writing_the_configuration_anew_without_a_source_takes_it_away(bare, plan):
    set_source(bare, plan)
    put(bare / "config.toml", "max_turns = 4\n")
    assert not (bare / "source.md").exists()
    assert bare.status("source") == ""


def test_the_record_s_head_links_to_the_source(bare, plan):
    set_source(bare, plan)
    bare.join_both()
    record = bare.text("debate.md")
    assert "# Socratic Duel: The plan" in record and str(plan) in record
    assert re.search(r"\[[^]]+\]\([^)]*plan\.md\)", record)


def refusal_of(_, duel, path):
    """The reason why it was refused as the source."""
    try:
        set_source(duel, path)
    except Refusal as refusal:
        return refusal.name
    return ""


def test_a_file_system_that_never_answers_is_given_up_and_meanwhile_everybody_else_goes_on(own, silent, beside):
    mount = own().has_own_clock()
    silent.stops()
    duel, other = mount.bare(), mount.bare()
    asks = beside(refusal_of, duel, silent.file)
    eventually(lambda: mount.opening() == 1)
    append(other / "config.toml", "max_turns = 4\n")
    assert "max_turns = 4" in other.text("config.toml")
    mount.later(5)
    assert asks.answer()
    assert "[config.bad]" in duel.newest_refusal() and "did not answer" in duel.newest_refusal()
    assert not (duel / "source.md").exists()


WRITE, CLOSE, OPENAT = "1", "3", "257"


def asking_for():
    """How many threads of this process write to a file just now, open or close one."""
    calls = [task.joinpath("syscall").read_text().split()[0] for task in pathlib.Path("/proc/self/task").iterdir()]
    return sum(call in (WRITE, CLOSE, OPENAT) for call in calls)


def test_sources_that_hang_do_not_hold_up_the_end_of_the_mount(own, silent):
    mount = own()
    duels = [mount.bare() for _ in range(70)]
    silent.stops()
    with concurrent.futures.ThreadPoolExecutor(len(duels)) as threads:
        asking = [threads.submit(refusal_of, None, duel, silent.file) for duel in duels]
        eventually(lambda: asking_for() == len(duels))
        begun = time.monotonic()
        mount.stop()
        assert time.monotonic() < begun + 5
    assert all(asks.result() for asks in asking)


def test_a_user_whose_requests_all_hang_leaves_threads_to_the_others(own, silent, user):
    mount, other = own(options=("allow_other",)), user(1001)
    duels = [mount.bare() for _ in range(70)]
    silent.stops()
    with concurrent.futures.ThreadPoolExecutor(len(duels)) as threads:
        asking = [threads.submit(refusal_of, None, duel, silent.file) for duel in duels]
        eventually(lambda: asking_for() == len(duels))
        other.call(os.mkdir, mount.path / "another-s")
        with open(duels[0] / "status", encoding="utf-8") as status:  # which also asks whether it is a terminal
            assert "state" in status.read()
        assert not any(asks.done() for asks in asking)
        silent.goes_on()
