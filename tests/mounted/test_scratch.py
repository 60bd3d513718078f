"""Companions: what editors and agents keep beside the file they edit. Files of their own for each user, bounded, and gone with the mount."""
import contextlib
import hashlib
import os
import stat

import pytest

from mounts import ROOT, File, Refusal, append, as_bytes, put, refused, rename, turn

OPTIONS = ("allow_other",)
ALICE, BOB = 1001, 1002
NEW = os.O_CREAT | os.O_TRUNC
# Bytes written to this one are judged (test_rename.py).
DRAFT = "debate.md.tmp.4711.0f3a"
# Under every pattern at least one name.
NAMES = ("4913", ".debate.md.swp", ".debate.md.swo", ".debate.md.swx", ".config.toml.swp", "debate.md~",
         "debate.md.~1~", "#debate.md#", ".#debate.md", "sedAbC123", "debate.md.tmp", DRAFT, ".debate.md.tmpQ7",
         "check.tmp.1", "debate.md.new", "debate.md.bak", "debate.md.orig", "debate.md.part", "config.toml.bak")


class Beheld:
    """A duel whose directory's own names are known: those beside them are companions."""

    def __init__(self, duel):
        self.duel, self.path, self.own = duel, duel.path, set(os.listdir(duel.path))

    def __truediv__(self, name):
        return self.path / name

    def __getattr__(self, name):
        return getattr(self.duel, name)

    def companions(self, user=None):
        """The names that a user sees in the directory beside the duel's own."""
        names = user.call(os.listdir, self.path) if user else os.listdir(self.path)
        return sorted(set(names) - self.own)

    def full(self):
        """There is no room, which is said."""
        return self.refuses("ENOSPC", "limit.scratch")

    def staged(self):
        """There is no room with what is staged, which is said."""
        return self.refuses("ENOSPC", "limit.staged")

    def kept(self):
        """No other name than a companion's, and the reason."""
        return self.refuses("EPERM", "history.changed")


@pytest.fixture
def duel(mount):
    yield Beheld(mount.duel())
    mount.assert_quiet()


@pytest.fixture
def limited(own):
    """limited("key = value", …): two duels of a mount with these limits."""
    def begin(*lines):
        mount = own("[limits]\n" + "".join(line + "\n" for line in lines), OPTIONS)
        one, two = Beheld(mount.duel()), Beheld(mount.duel())
        one.mount = mount
        return one, two
    return begin


def create(path, flags=0):
    File(path, os.O_WRONLY | os.O_CREAT | flags).close()


def new(path, data):
    """Made where it is not there, and written in one write."""
    put(path, data, NEW)


def text(path):
    with File(path, os.O_RDONLY) as file:
        return file.read().decode()


def exists(path):
    return os.path.lexists(path)


def is_regular(path):
    return stat.S_ISREG(os.lstat(path).st_mode)


# --- as files anywhere


def test_under_every_pattern_a_companion_is_a_file_of_its_user_s_or_a_symlink_which_says_what_was_put_into_it(duel):
    target = "alice@example.org.4711:1763700000"
    for name in NAMES:
        path = duel / name
        create(path, os.O_EXCL)
        it = os.lstat(path)
        assert (it.st_size, it.st_mode, it.st_uid, it.st_nlink) == (0, stat.S_IFREG | 0o600, 0, 1)
        with refused("EEXIST", "open"):
            create(path, os.O_EXCL)
        os.unlink(path)
        assert not exists(path)
        os.symlink(target, path)
        assert os.readlink(path) == target
        it = os.lstat(path)
        assert stat.S_ISLNK(it.st_mode) and it.st_size == 33 and it.st_uid == 0
        with refused("EEXIST", "open"):
            create(path, os.O_EXCL)
        with refused("EEXIST"):
            os.symlink("other", path)
        os.unlink(path)


def test_companions_are_renamed_among_themselves_as_anywhere(duel):
    a, b, c = (duel / name for name in ("a.tmp", "b.tmp", "c.bak"))
    new(a, "one\n")
    new(b, "two\n")
    rename(a, c)
    assert not exists(a)
    assert text(c) == "one\n"
    rename(c, b)
    assert text(b) == "one\n"
    assert duel.companions() == ["b.tmp"]
    rename(b, b)
    assert text(b) == "one\n"
    with refused("ENOENT"):
        rename(a, duel / "z.tmp")


# --- whose they are

def test_only_its_owner_sees_lists_opens_moves_and_removes_a_companion_not_another_user_not_root(duel, user):
    path, link, alice = duel / "x.tmp", duel / ".#debate.md", user(ALICE)
    alice.call(new, path, "secret\n")
    alice.call(os.symlink, "secret", link)
    assert duel.companions(alice) == [".#debate.md", "x.tmp"]
    for other in (user(0), user(BOB)):
        assert duel.companions(other) == []
        with pytest.raises(OSError):
            other.call(os.lstat, path)
        with pytest.raises(OSError):
            other.call(os.readlink, link)
        for call in ((text, path), (os.unlink, path), (rename, path, duel / "y.tmp"), (rename, path, duel.debate)):
            with refused("ENOENT"):
                other.call(*call)
    assert alice.call(text, path) == "secret\n"


def test_root_does_not_open_a_user_s_companion_through_the_file_that_user_has_open_either(duel, beside):
    def writes(line):
        with File(duel / "x.tmp", os.O_RDWR | os.O_CREAT) as file:
            file.write("secret")
            line.send(file.fd)
            line.recv()

    writer = beside(writes, uid=ALICE)
    path = f"/proc/{writer.pid}/fd/{writer.hear()}"
    assert os.readlink(path) == str(duel / "x.tmp")
    seen = ""
    with contextlib.suppress(Refusal):
        seen = text(path)
    writer.say()
    writer.answer()
    assert "secret" not in seen


def test_a_companion_that_another_user_looked_for_a_moment_ago_or_made_is_found_by_its_owner_and_by_nobody_else(duel, user):
    path, alice, bob = duel / "x.tmp", user(ALICE), user(BOB)
    excl = os.O_CREAT | os.O_EXCL
    for _ in range(20):
        with refused("ENOENT"):
            bob.call(text, path)
        alice.call(put, path, "a", excl)
        with refused("ENOENT"):
            bob.call(text, path)
        bob.call(put, path, "b", excl)
        assert (alice.call(text, path), bob.call(text, path)) == ("a", "b")
        alice.call(os.unlink, path)
        assert bob.call(text, path) == "b"
        bob.call(os.unlink, path)


def test_a_companion_touches_nothing_of_the_duel_no_event_no_refusal_no_mtime_of_the_record(duel):
    def state():
        stats = [os.stat(duel / name) for name in ("debate.md", "events")]
        return text(duel / "events"), text(duel / "last_error"), [(it.st_mtime_ns, it.st_ctime_ns, it.st_size) for it in stats]

    before = state()
    new(duel / "debate.md.new", "text\n")
    rename(duel / "debate.md.new", duel / "debate.md~")
    os.unlink(duel / "debate.md~")
    assert state() == before


# --- whose open file reads them, of a seat that has a token and in a sealed phase

def token_of_alice(mount):
    duel = mount.duel()
    duel.lock("join alice harness=claude-code model=opus token=correct-horse")
    duel.join("bob")
    return duel, "<!-- token: correct-horse -->\n" + turn(1, "alice")


def sealed_alice(mount):
    duel = mount.bare('format = "dialectic"', 'topic = "This house would make buses free"')
    duel.lock("join alice role=proposition")
    duel.lock("join bob role=opposition")
    arguments = (ROOT / "tests/corpus/dialectic/debate/0-proposition.json").read_text()
    return duel, arguments


def opens(line, path):
    """As soon as it is there, read by another process of the same user: the errno."""
    line.recv()
    for flags in (os.O_RDONLY, os.O_RDWR):
        with refused("EACCES", "open"):
            File(path, flags)
    return os.stat(path).st_size


def only_its_open_file_reads(duel, data, beside):
    desk = duel / "participants/alice/turn.md"
    path = duel / "participants/alice/turn.md.tmp.4711.0f3a"
    peer = beside(opens, path)
    with File(path, os.O_RDWR | os.O_CREAT | os.O_EXCL) as file:
        file.write(data)
        assert os.pread(file.fd, len(as_bytes(data)), 0) == as_bytes(data)
        with pytest.raises(PermissionError):
            os.open(f"/proc/self/fd/{file.fd}", os.O_RDONLY)
        peer.say()
        assert peer.answer() == len(as_bytes(data))  # that it is there, and how large, is seen
        file.fsync()
    rename(path, desk)
    assert duel.events().count("artifact_updated") + duel.events().count("handed_in") == 1
    for name in ("participants/alice/x.tmp", "debate.md.new"):
        put(duel / name, "A draft\n", os.O_CREAT)
        with refused("EACCES", "open"):
            text(duel / name)
    rename(desk, f"{desk}~")
    with refused("EACCES", "open"):
        text(f"{desk}~")


def test_of_a_seat_with_a_token_and_in_a_sealed_phase_only_the_open_file_that_made_a_companion_reads_it(mount, beside):
    for begin in (token_of_alice, sealed_alice):
        only_its_open_file_reads(*begin(mount), beside)
    mount.assert_quiet()


def test_a_token_of_one_seat_of_a_user_closes_what_is_beside_the_record_and_not_beside_another_seat_s_desk(mount):
    duel = mount.duel()
    duel.lock("join alice")
    put(duel / "participants/alice/x.tmp", "one\n", os.O_CREAT)
    put(duel / "debate.md.bak", "two\n", os.O_CREAT)
    with File(duel / "debate.md.bak", os.O_RDONLY) as file:
        assert file.read() == b"two\n"
        duel.lock("join bob token=correct-horse")
        with refused("EACCES"):
            os.pread(file.fd, 1, 0)
    with refused("EACCES", "open"):
        text(duel / "debate.md.bak")
    assert text(duel / "participants/alice/x.tmp") == "one\n"
    mount.assert_quiet()


# --- what is none

def test_any_other_new_name_is_EPERM_with_the_reason(duel):
    create(duel / "x.tmp")
    for name in ("Debate.md", "turn.md", "notes.txt", "my turn", ".hidden", "--", "sedation", "debate.md.old"):  # others: test_scratch.c
        path = duel / name
        # what a writer typed by mistake must not vanish, nor what was written beside it and renamed
        with duel.kept():
            create(path)
        assert f" {name}: EPERM" in text(duel / "last_error")
        with duel.kept():
            create(path, os.O_EXCL)
        for call in ((os.mknod, path, stat.S_IFREG | 0o644), (os.symlink, "debate.md", path), (rename, duel / "x.tmp", path),
                     (rename, duel.debate, path)):
            with duel.kept():
                call[0](*call[1:])
        assert not exists(path)


def test_companions_are_made_in_a_duel_s_directory_and_in_a_participant_s_alone(mount, duel):
    duel.lock("join alice")
    for folder in (mount.path, duel / "turns", duel / "participants"):
        with refused("EPERM"):
            create(folder / "x.tmp")
        with refused("EPERM"):
            os.symlink("y", folder / ".#debate.md")
        with refused("EPERM"):
            os.mknod(folder / "4913", stat.S_IFREG | 0o644)
        assert not exists(folder / "x.tmp")


# --- symlinks

def test_the_kernel_follows_a_symlink_for_whoever_goes_through_it_the_daemon_never_does(mount, duel, user):
    outside, link = mount.work / "outside", duel / ".#debate.md"
    outside.write_text("outside\n")
    outside.chmod(0o600)
    os.symlink(outside, link)
    assert text(link) == "outside\n"
    user(ALICE).call(os.symlink, outside, link)
    with pytest.raises(Refusal):
        user(ALICE).call(text, link)
    for name in ("debate.md", "config.toml"):
        before = hashlib.sha256((duel / name).read_bytes()).digest()
        with refused("EPERM|EINVAL"):
            rename(link, duel / name)
        assert hashlib.sha256((duel / name).read_bytes()).digest() == before
        assert is_regular(duel / name)
        assert "outside" not in text(duel / name)
    assert outside.read_text() == "outside\n"
    assert os.path.islink(link)


# --- bounds

def test_a_user_has_sixteen_companions_in_a_directory_links_and_copies_counted_and_another_user_duel_and_seat_have_theirs(mount, duel, user):
    for n in range(1, 16):
        create(duel / f"{n}.tmp")
    os.symlink("x", duel / ".#debate.md")
    last = duel / "17.tmp"
    for call in ((create, last), (os.mknod, last, stat.S_IFREG | 0o644), (os.symlink, "x", last),
                 (rename, duel.debate, duel / "debate.md~")):
        with duel.full():
            call[0](*call[1:])
    assert len(duel.companions()) == 16
    user(ALICE).call(create, last)
    create(mount.duel() / "17.tmp")
    duel.join_both()
    for name in ("alice", "bob"):  # an agent that leaves its own behind takes no other's place
        for n in range(1, 17):
            create(duel / f"participants/{name}/{n}.tmp")
        with duel.full():
            create(duel / f"participants/{name}/17.tmp")
    rename(duel / "1.tmp", duel / "2.tmp")
    create(last)
    with duel.full():
        create(duel / "18.tmp")
    os.unlink(duel / ".#debate.md")
    create(duel / "18.tmp")
    create(duel / "18.tmp", os.O_TRUNC)


def test_a_companion_has_at_most_a_megabyte(duel):
    path, most = duel / "a.tmp", "x" * (1 << 20)
    new(path, most)
    for call in ((append, path, "x"), (os.truncate, path, (1 << 20) + 1)):
        with duel.full():
            call[0](*call[1:])
    with duel.full(), File(path, os.O_WRONLY) as file:
        file.pwrite("x", 1 << 20)
    assert text(path) == most


def test_what_companions_hold_counts_as_staged_by_their_user_in_all_duels_together(limited, user):
    other, duel = limited("staged_bytes_per_uid = 1048576")
    most, less, path = "x" * 600000, "x" * 400000, duel / "b.tmp"
    new(other / "a.tmp", most)
    with duel.staged():
        new(path, "x" * 500000)
    new(path, less)
    with duel.staged():
        append(path, "x" * 100000)
    assert text(path) == less
    with duel.staged(), File(path, os.O_WRONLY) as file:
        file.truncate(600000)
    with duel.staged(), File(path, os.O_WRONLY) as file:
        file.pwrite("x", 600000)
    with refused("ENOSPC"):
        os.truncate(path, 600000)
    assert text(path) == less
    for _ in range(5):  # what is written over counts once
        put(path, less, 0)
    user(ALICE).call(put, path, most, os.O_CREAT)
    os.unlink(other / "a.tmp")
    new(duel / "c.tmp", most)


# --- how long they live

def test_companions_are_gone_after_a_remount_and_were_never_in_the_store(limited):
    duel, _ = limited()
    mark = "only-in-memory-of-the-mount"
    new(duel / "debate.md~", mark + "\n")
    os.symlink(mark, duel / ".#debate.md")
    duel.lock("join alice")
    duel.mount.stop()
    for path in duel.mount.store.rglob("*"):
        if path.is_file():
            stored = path.read_bytes()
            assert not any(word in stored for word in (mark.encode(), b"debate.md~", b".#debate.md")), path
    duel.mount.start()
    assert duel.companions() == []
    assert not exists(duel / "debate.md~")
