"""Readers: sizes are exact for whoever asks, an open file keeps its text, and no reader of bytes gets a part of a text or parts of two.
(Attributes other than the size: test_attributes.py.)"""
import contextlib
import errno
import mmap
import os
import subprocess

import pytest

from mounts import CLUSTER, HARNESS, MODEL, File, Refusal, append, eventually, put, refused, turn
from socratic import long_turn

OPTIONS = ("allow_other",)
# With a database a duel's status says up to when all is known, and so goes on by itself.
RUNS = {"status", "status.json"} if CLUSTER else set()


def opened(path, flags=os.O_RDONLY):
    return os.open(path, flags | os.O_CLOEXEC)


# Every way of reading, behind an open file.


def in_pieces(fd, size):
    out = []
    while piece := os.read(fd, size):
        out.append(piece)
    return b"".join(out)


def by_pread(fd):
    """All bytes of an open file, wherever it stands, by reads alone."""
    sizes, out = (7, 4093, 1, 511, 4097, 3), b""
    while piece := os.pread(fd, sizes[len(out) % 6], len(out)):
        out += piece
    return out


def plain(fd):
    out = b""
    while piece := os.pread(fd, 1 << 20, len(out)):
        out += piece
    return out


def by_sendfile(fd):
    """As busybox reads: nobody is asked for a size first."""
    to, at = os.memfd_create("to"), 0
    while sent := os.sendfile(to, fd, at, 16384):
        at += sent
    out = os.pread(to, at + 1, 0)
    os.close(to)
    return out


def by_direct(fd):
    with mmap.mmap(-1, 4096) as page:
        out = b""
        while got := os.readv(fd, [page]):
            out += page[:got]
        return out


def by_mmap(fd):
    size = os.fstat(fd).st_size
    if not size:
        return b""
    with mmap.mmap(fd, size, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ) as it:
        return it[:]


def backwards(fd):
    """From the end to the beginning, as tac and tail do."""
    out, at = b"", os.lseek(fd, 0, os.SEEK_END)
    while at:
        start = max(at - 1000, 0)
        out, at = os.pread(fd, at - start, start) + out, start
    return out


def by_data(fd):
    """By its data and its holes, as cp and tar look for them."""
    out, hole = b"", 0
    while True:
        try:
            data = os.lseek(fd, hole, os.SEEK_DATA)
        except OSError as error:
            assert error.errno == errno.ENXIO
            return out
        hole = os.lseek(fd, data, os.SEEK_HOLE)
        out += b"\0" * (data - len(out)) + os.pread(fd, hole - data, data)


WAYS = {"bytes": lambda fd: in_pieces(fd, 1), "read": lambda fd: in_pieces(fd, 65536), "pread": by_pread, "direct": by_direct,
        "backwards": backwards, "data": by_data, "sendfile": by_sendfile, "mmap": by_mmap}
# Right also while the file changes.
BY_BYTES = ("read", "pread", "direct")


def read_by(way, path):
    fd = opened(path, os.O_DIRECT if way == "direct" else 0)
    try:
        return WAYS[way](fd)
    finally:
        os.close(fd)


def files(top):
    return sorted(os.path.join(where, name) for where, _, names in os.walk(top) for name in names)


def standing(top):
    """The names of its files, without those whose text goes on by itself."""
    return [name for name in (os.path.relpath(path, top) for path in files(top)) if name not in RUNS]


def said_by(*words, cwd=None, status=0, **options):
    it = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd, check=False, **options)
    assert it.returncode == status and not it.stderr, f"{words}: {it.returncode}: {it.stderr}"
    return it.stdout


def inexact(top):
    """The files below it of which stat, fstat before and after, and what a read gives are not one size."""
    bad = []
    for path in files(top):
        by_name = os.stat(path).st_size
        try:
            fd = opened(path)
        except PermissionError:
            assert path.endswith("/check")  # its seat's alone
            continue
        sizes = [by_name, os.fstat(fd).st_size, len(in_pieces(fd, 65536)), os.fstat(fd).st_size]
        os.close(fd)
        if len(set(sizes)) > 1:
            bad.append((path, sizes))
    return bad


def assert_exact(mount, user, state):
    """For root, for the duel's maker and for a stranger."""
    for uid in (0, 1001, 65534):
        bad = user(uid).call(inexact, mount.path)
        assert not bad, f"asked by uid {uid}, {state}: {bad}"


def full_duel(mount, name=None):
    """A duel in which every kind of file has something to show, and the record is of several pages."""
    plan = mount.work / "plan.md"
    plan.write_text("".join(f"## Part {n}\n\nWhat part {n} of the plan says, in some words.\n\n" for n in range(1, 501)))
    duel = mount.joined(f'source = "{plan}"', name=name)
    for n in (1, 2, 3):
        player = ("bob", "alice")[n % 2]
        duel.lock(f"claim {player} harness={HARNESS} model={MODEL}")
        duel.append(long_turn(n, player, 51000).replace("Addresses: Source\n", "Addresses: Part 1\n"))
        duel.lock(f"release {player}")
    with refused("EINVAL"):
        duel.lock("join a/b")
    return duel


def test_stat_fstat_and_what_a_read_gives_are_one_size_for_every_file_and_for_anybody_in_every_state_of_a_duel(own, user):
    mount = own(options=OPTIONS)
    user(1001).call(os.mkdir, mount.path / "d")
    duel = mount.bare(name="other")
    duel.path, duel.debate = mount.path / "d", mount.path / "d/debate.md"

    def exact(state):
        assert_exact(mount, user, state)
    exact("fresh")
    append(duel / "config.toml", 'topic = "Caching"\n')
    with refused("EINVAL"):
        user(1001).call(append, duel / "config.toml", "max_turns = 1000\n")
    exact("configured, after a refusal")
    duel.join("alice")
    exact("one has joined")
    duel.join("bob")
    exact("both have joined")
    duel.lock("claim alice")
    exact("claimed")
    with refused("EBUSY"):
        duel.lock("claim bob")
    with refused("EINVAL"):
        put(duel / "participants/alice/check", "no turn at all\n")
    put(duel / "notes.tmp", "words to come", os.O_CREAT)
    exact("after a rehearsal, with a scratch file")
    duel.append(turn(1, "alice"))
    exact("after a turn, and with somebody waiting")
    duel.lock("release alice")
    duel.lock("claim bob")
    with refused("EINVAL"):
        duel.append(turn(7, "bob"))
    exact("after a turn was refused")
    duel.append(turn(2, "bob"))
    duel.lock("release bob")
    duel.conclude("alice", "DISSENT")
    exact("closed")
    mount.remount()
    exact("closed, after a remount")


def test_sizes_are_exact_with_a_source_with_long_records_and_after_the_source_was_taken_away_again(mount, user):
    full_duel(mount)
    assert_exact(mount, user, "with a source and three long turns")
    other = mount.work / "other.md"
    other.write_text("# A plan\n")
    duel = mount.duel(f'source = "{other}"')
    assert_exact(mount, user, "with a source, nobody has joined")
    append(duel / "config.toml", 'source = ""\n')
    assert not (duel / "source.md").exists()
    assert_exact(mount, user, "without its source")


def test_sizes_are_exact_in_a_duel_whose_stored_record_is_damaged(own, user):
    mount = own(options=OPTIONS)
    duel = mount.duel()
    duel.play_to(2)
    mount.stop()
    mount.damage("outnumber", "outnumbeR")
    mount.expect("fails its check")
    mount.start()
    assert duel.status("state") == "invalidated"
    assert_exact(mount, user, "damaged")


def test_sizes_are_exact_while_a_turn_is_staged_truncated_or_refused_in_open_files(mount, duel, user):
    duel.lock("claim alice")
    half = "".join(turn(1, "alice").splitlines(True)[:5])
    with contextlib.ExitStack() as stack:
        def at(name, flags):
            return stack.enter_context(File(duel / name, flags))
        at("debate.md", os.O_WRONLY | os.O_APPEND).write(half)
        at("debate.md", os.O_WRONLY | os.O_TRUNC)
        at("config.toml", os.O_RDONLY)
        at("lock", os.O_WRONLY | os.O_TRUNC)
        at("debate.md", os.O_WRONLY).truncate(5)
        assert_exact(mount, user, "with open files in the way")
        with contextlib.suppress(Refusal):
            stack.close()
    assert_exact(mount, user, "with the floor held")


def test_an_open_file_has_the_size_of_what_it_reads_whatever_happened_since(duel):
    duel.lock("claim alice")
    names = ["README.md", "config.toml", "status", "status.json", "lock", "last_error", "debate.md", "events", "participants/alice/status",
             "participants/bob/status", "participants/alice/turn.md"]
    fds = {name: opened(duel / name, os.O_RDWR if name == "lock" else os.O_RDONLY) for name in names}
    at_open = {name: plain(fd) for name, fd in fds.items()}
    duel.append(turn(1, "alice"))
    with refused("EINVAL"):
        duel.lock("dance bob")
    duel.lock("release alice")
    duel.lock("claim bob")
    for name, fd in fds.items():
        size, text, again = os.fstat(fd).st_size, plain(fd), os.fstat(fd).st_size
        assert (size, again) == (len(text), len(text)), name
        grows = name in ("debate.md", "events")
        assert text == ((duel / name).read_bytes() if grows else at_open[name]), name
        os.close(fd)
    assert b'owner = "alice"' in at_open["lock"]


def test_fstat_tells_the_size_of_the_text_that_was_opened_last_of_those_that_are_open(duel):
    first = opened(duel / "lock")
    before = len(plain(first))
    duel.lock("claim alice")
    assert os.stat(duel / "lock").st_size == os.fstat(first).st_size == before
    second = opened(duel / "lock")
    assert os.fstat(second).st_size == os.stat(duel / "lock").st_size == len(plain(second)) != before
    os.close(second)
    assert os.fstat(first).st_size == before
    os.close(first)
    assert os.stat(duel / "lock").st_size != before


def test_every_way_of_reading_gives_the_same_bytes_of_every_file(mount):
    duel = full_duel(mount)
    names = standing(duel.path)
    for name in names:
        want = (duel / name).read_bytes()
        for way in WAYS:
            if way == "bytes" and len(want) > 20000:  # a request a byte
                continue
            assert read_by(way, duel / name) == want, f"{name}, read by {way}"
    assert len(duel.record()) > 150000 and len(names) >= 16
    with open(duel.debate, "rb") as file, pytest.raises(OSError) as raised:
        mmap.mmap(file.fileno(), 100, flags=mmap.MAP_SHARED, prot=mmap.PROT_READ)
    assert raised.value.errno == errno.ENODEV


def test_a_text_that_grew_since_it_was_read_is_opened_by_one_message_and_read_whole_by_who_asks_for_no_size(own):
    mount = own(options=("debug",))
    mount.expect("")
    duel = mount.duel()
    text = read_by("sendfile", duel / "status")
    for n in (10, 20, 150):
        append(duel / "config.toml", f'topic = "a topic{n * " more"}"\n')
        before = len(mount.log.read_text())
        longer = read_by("sendfile", duel / "status")
        said = mount.log.read_text()[before:]
        assert len(longer) > len(text) and longer == read_by("read", duel / "status")
        assert said.count("opcode: OPEN ") == 1, said
        text = longer


def over(beside):
    """The test is over for it: what it gives, or raises."""
    with contextlib.suppress(BrokenPipeError):
        beside.say()
    return beside.answer()


def follows(text, longest, path):
    """A file that only grows never shows other bytes than before."""
    old = longest.get(path, b"")
    common = min(len(text), len(old))
    assert text[:common] == old[:common], f"{path}: other bytes than before"
    if len(text) > len(old):
        longest[path] = text


def read_all_beside(line, top):
    """Again and again, each file in several ways, until the test has said that it is over."""
    longest, paths, rounds = {}, [path for path in files(top) if not path.endswith(".tmp")], 0
    while not line.poll():
        way = BY_BYTES[rounds % len(BY_BYTES)]
        rounds += 1
        for path in paths:
            fd = opened(path, os.O_DIRECT if way == "direct" else 0)
            size, text = os.fstat(fd).st_size, WAYS[way](fd)
            os.close(fd)
            grows = path.endswith(("/debate.md", "/events"))
            assert len(text) == size or (grows and len(text) > size), f"{path} by {way}: {len(text)} bytes, fstat said {size}"
            assert b"\0" not in text, f"{path} by {way}: there is a NUL in it"
            assert not text or text.endswith(b"\n"), f"{path} by {way}: it ends within a line"
            if grows:
                follows(text, longest, path)
        if rounds == 1:
            line.send("begun")
    return rounds


def test_readers_beside_writers_find_no_NUL_no_clipped_file_and_never_other_bytes_than_before(mount, duel, beside):
    reader = beside(read_all_beside, mount.path)
    assert reader.hear() == "begun"
    for n in range(1, 7):
        name, other = ("bob", "alice")[n % 2], ("alice", "bob")[n % 2]
        duel.lock(f"claim {name}")
        with refused("EINVAL"):
            duel.lock(f"dance {name}")
        with refused("EBUSY"):
            duel.lock(f"claim {other}")
        duel.append(long_turn(n, name, 9000))
        with contextlib.suppress(Refusal):
            duel.lock(f"refresh {name}")
        duel.lock(f"release {name}")
    duel.conclude("alice", "DISSENT")
    assert over(reader)


def test_1500_duels_are_listed_each_once_with_attributes_and_by_their_names_alone(own):
    many = 1500  # as many more than one reply to readdir holds
    mount = own("[limits]\nduels_per_uid = 20000\n")
    top = mount.path
    want = [f"duel-{n:05}" for n in range(1, many + 1)]
    for name in want:
        (top / name).mkdir()
    assert [line.split()[-1] for line in said_by("ls", "-l", top).decode().splitlines() if line.startswith("d")] == want
    assert sorted(name for name in said_by("ls", "-U", top).decode().split() if name.startswith("duel-")) == want
    by_find = said_by("find", top, "-mindepth", "1", "-maxdepth", "1", "-type", "d", "-links", "4", "-printf", "%f\n")
    assert sorted(by_find.decode().split()) == want
    assert eventually(lambda: os.stat(top).st_nlink == many + 2)
    # Listing goes on where it was while duels come and go, before and behind that place.
    for attributes in (False, True):
        seen, made, gone, stable = [], [], set(), set(want)
        for n, entry in enumerate(os.scandir(top)):
            seen.append(entry.name)
            if attributes and entry.name in stable - gone:
                assert entry.stat().st_nlink == 4
            if n % 400 == 0:
                made.append(f"passing-{attributes:d}-{n}")
                (top / made[-1]).mkdir()
            if n % 700 == 699:
                (top / made.pop(0)).rmdir()
            if n in (many // 2, many // 2 + 1):  # one that was listed already, and one that was not
                name = f"duel-{100 if n == many // 2 else many - 10:05}"
                gone.add(name)
                (top / name).rmdir()
        names = [name for name in seen if name.startswith("duel-")]
        assert len(seen) == len(set(seen)), "a name came twice"
        assert stable - set(names) <= gone
        assert f"duel-{many - 10:05}" not in names, "a duel was listed after it was removed"
        for name in gone:
            (top / name).mkdir()
        for name in made:
            (top / name).rmdir()
