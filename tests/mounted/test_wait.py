"""Waiting: `wait` and `participants/NAME/wait`, parked reads and how they end, and poll, select, epoll on them and on `events`."""
import fcntl
import mmap
import os
import re
import select
import shutil
import signal
import stat
import subprocess

import pytest

from mounts import BOUND_SECONDS, HARNESS, MODEL, File, Refusal, append, eventually, only_on_sqlite, refused, turn
from mounts import read_whole, whole, without_as_of

OPTIONS = ("allow_other",)
PATIENT = "retry_after_seconds = 3600"


@pytest.fixture
def duel(mount):
    yield mount.duel(PATIENT)
    mount.assert_quiet()


@pytest.fixture
def ending(own):
    """A duel of a daemon that the test may end."""
    it = own(options=OPTIONS)
    duel = it.duel(PATIENT)
    duel.mount = it
    return duel


# --- readers beside the test

@pytest.fixture
def look(beside):
    """look(path): what a read gives that must come back by itself."""
    return lambda path: without_as_of(beside(read_whole, path).answer().decode())


def returned(reader):
    """It came back by itself, with a text and then the end."""
    text = without_as_of(reader.answer().decode())
    assert text
    return text


def aborted(*readers):
    for reader in readers:
        with refused("ECONNABORTED", "read"):
            reader.answer()


def text_of(path):
    return without_as_of(path.read_text())


def value(text, key):
    return re.search(rf"^{key} *= *\"?(.*?)\"?$", text, re.M)[1]


def nonblocking(path, later=False):
    with File(path, os.O_RDONLY | (0 if later else os.O_NONBLOCK)) as file:
        if later:
            do_not_block(file)
        return whole(file).decode()


def do_not_block(file):
    fcntl.fcntl(file.fd, fcntl.F_SETFL, fcntl.fcntl(file.fd, fcntl.F_GETFL) | os.O_NONBLOCK)


def readable(file, milliseconds=0):
    it = select.poll()
    it.register(file.fd, select.POLLIN)
    return bool(it.poll(milliseconds))


# --- DUEL/wait

@only_on_sqlite("a database is told of a refusal a moment after it")
def test_whatever_changes_wakes_a_read_of_wait_and_it_gives_status_once_then_the_end(duel, park):
    def refused_claim():
        with refused("EBUSY"):
            duel.lock("claim alice")

    def refused_line():
        with refused("EINVAL"):
            duel.lock("no such line")

    for act in (lambda: append(duel / "config.toml", "max_turns = 4\n"),
                lambda: duel.lock(f"join alice harness={HARNESS} model={MODEL}"),
                refused_claim,
                lambda: duel.lock(f"join bob harness={HARNESS} model={MODEL}"),
                refused_line):
        reader = park(duel / "wait")
        act()
        told = returned(reader)  # that somebody waits is on the disk a moment after it
        assert act is refused_claim or told == text_of(duel / "status")
        if act is refused_claim:
            eventually(lambda: "participant_waiting" in text_of(duel / "events"))

    def refused_turn():
        with refused("EINVAL"):
            duel.append("somehost\n")

    def refused_unlink():
        with refused("EPERM"):
            os.unlink(duel.debate)

    for act in (lambda: duel.lock("claim alice"),  # with a lease status runs with the clock
                lambda: duel.lock("refresh alice"),
                refused_turn,
                lambda: duel.append(turn(1, "alice")),
                refused_unlink):
        reader = park(duel / "wait")
        act()
        told = returned(reader)
        assert "\nlock_owner = " in told
    assert value(told, "turns") == "1"


def test_where_nothing_happens_wait_returns_after_retry_after_seconds_with_the_same_status(mount, look):
    duel = mount.duel("retry_after_seconds = 2")
    duel.lock("join alice")  # whose row in the store is written anew a second later
    before = text_of(duel / "status")
    assert look(duel / "wait") == before == text_of(duel / "status")


def test_a_change_in_another_duel_wakes_nobody(mount, duel, park):
    reader = park(duel / "wait")
    mount.duel().lock("join alice")
    assert reader.sleeps()
    duel.lock("join alice")
    returned(reader)


def test_what_wait_gave_once_stays_its_text_whatever_changes_before_the_rest_of_it_is_read(duel, beside):
    def reads(line):
        with File(duel / "wait", os.O_RDONLY) as file:
            line.send("opened")
            line.recv()
            middle = os.pread(file.fd, 20, 5)
            line.send("begun")
            line.recv()
            text = os.pread(file.fd, 5, 0) + middle + os.pread(file.fd, 100000, 25)
            assert not os.pread(file.fd, 1, 100000)
            return text

    reader = beside(reads)
    reader.hear()
    duel.lock("join alice")
    status = text_of(duel / "status")
    reader.say()
    reader.hear()
    duel.lock("join bob")
    reader.say()
    assert returned(reader) == status


def through_sendfile(path):
    with File(path, os.O_RDONLY) as file, open(os.memfd_create("out"), "w+b") as out:
        os.sendfile(out.fileno(), file.fd, 0, 1 << 20)


def through_splice(path):
    ends = os.pipe()
    with File(path, os.O_RDONLY) as file, open(ends[0], "rb"), open(ends[1], "wb"):
        os.splice(file.fd, ends[1], 1 << 15)


def through_mmap(path):
    with File(path, os.O_RDONLY) as file, mmap.mmap(file.fd, os.fstat(file.fd).st_size, mmap.MAP_PRIVATE, mmap.PROT_READ) as pages:
        return pages[:]


@only_on_sqlite("a database is told of a refusal a moment after it")
def test_a_read_through_pages_does_not_wait_and_whoever_tries_one_is_told_to_read_plainly(mount, duel, beside):
    for way in (through_sendfile, through_splice):
        with pytest.raises(OSError):
            beside(lambda line, way=way: way(duel / "wait")).answer()
    assert_killed = beside(lambda line: through_mmap(duel / "wait"))
    with pytest.raises(EOFError):
        assert_killed.answer()
    path, out = str(duel / "wait"), mount.work / "read"
    for command in (("busybox", "cat", path), ("cat", path), ("cp", path, "/dev/stdout"), ("head", "-c", "10000", path)):
        with open(out, "wb") as to:
            program = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=to)
        assert_waits_plainly(duel, program)
        assert out.read_text() == text_of(duel / "status")
    reader = beside(lambda line: shutil.copyfile(path, out))
    eventually(lambda: has_open(reader.pid, path))
    duel.status("state")
    with refused("EINVAL"):
        duel.lock("no such line")
    reader.answer()
    assert out.read_text() == text_of(duel / "status")


def assert_waits_plainly(duel, program):
    eventually(lambda: has_open(program.pid, str(duel / "wait")))
    duel.status("state")
    with refused("EINVAL"):
        duel.lock("no such line")
    assert program.wait(BOUND_SECONDS) == 0


def has_open(pid, path):
    """It has opened the file, and sleeps (D: it waits for a page of it)."""
    def names(number):
        try:
            return os.readlink(f"/proc/{pid}/fd/{number}")
        except FileNotFoundError:
            return None
    with open(f"/proc/{pid}/status", encoding="utf-8") as status:
        sleeps = re.search(r"^State:\t[SD]", status.read(), re.M)
    return sleeps and path in map(names, os.listdir(f"/proc/{pid}/fd"))


# --- participants/NAME/wait

def seat(duel, name, file="wait"):
    return duel / f"participants/{name}/{file}"


def test_who_cannot_move_is_woken_when_it_can_and_by_nothing_before(duel, park):
    duel.play_to(1)
    reader = park(seat(duel, "alice"))
    duel.lock("claim bob")
    assert reader.sleeps()
    with refused("EINVAL"):
        duel.append("somehost\n")
    assert reader.sleeps()
    duel.append(turn(2, "bob"))
    told = returned(reader)
    assert told == text_of(seat(duel, "alice", "status"))
    assert value(told, "next_step") == "claim_lock"


# --- what kind of file it is

def test_wait_is_a_file_larger_than_what_it_will_give_read_only_answers_to_its_name_and_keeps_its_number(ending):
    ending.join_both()
    for path in (ending / "wait", seat(ending, "alice")):
        it = os.stat(path)
        assert stat.S_ISREG(it.st_mode) and stat.S_IMODE(it.st_mode) == 0o444 and it.st_size == 4096
        for flags in (os.O_WRONLY, os.O_RDWR, os.O_RDONLY | os.O_TRUNC):
            with ending.refuses("EPERM", "history.changed", "open"):
                File(path, flags)
        with ending.refuses("EPERM", "history.changed"):
            os.unlink(path)
        with refused("EPERM"):
            os.truncate(path, 1)

    def numbers():
        return [os.stat(path).st_ino for path in (ending / "wait", seat(ending, "alice"), seat(ending, "bob"))]

    before = numbers()
    assert len(set(before)) == 3
    ending.mount.remount()
    assert numbers() == before
    for path in (ending / "participants/wait", ending / "turns/wait", ending.mount.path / "wait"):
        assert not path.exists()


def test_wait_is_listed_nowhere_and_what_reads_the_whole_mount_ends(ending):
    ending.play_to(1)
    assert "wait" not in [name for _, folders, files in os.walk(ending.mount.path) for name in folders + files]
    subprocess.run(("cp", "-r", ending.mount.path, ending.mount.work / "copy"), check=True, timeout=30)


def test_a_non_blocking_read_that_would_wait_gives_EAGAIN_also_where_the_flag_came_later(duel):
    for later in (False, True):
        with refused("EAGAIN", "read"):
            nonblocking(duel / "wait", later)
    duel.lock("join alice")
    with refused("EAGAIN", "read"):
        nonblocking(seat(duel, "alice"))
    duel.lock("join bob")
    assert nonblocking(seat(duel, "alice")) == text_of(seat(duel, "alice", "status"))


def test_a_duel_that_somebody_waits_in_is_not_removed(duel, park):
    reader = park(duel / "wait")
    with duel.refuses("EBUSY", "lease.busy"):
        os.rmdir(duel.path)
    append(duel / "config.toml", "max_turns = 4\n")
    returned(reader)
    os.rmdir(duel.path)


# --- how a parked read ends without news

def test_SIGINT_and_SIGKILL_free_a_reader_and_the_others_go_on_waiting(duel, park):
    duel.lock("join alice")
    interrupted, killed = park(duel / "wait"), park(seat(duel, "alice"))
    others = park(duel / "wait"), park(seat(duel, "alice"))
    interrupted.killed(signal.SIGINT)
    killed.killed(signal.SIGKILL)
    assert all(reader.sleeps() for reader in others)
    duel.lock("join bob")
    for reader in others:
        returned(reader)


def test_readers_that_are_woken_and_interrupted_at_one_moment_do_no_harm(duel, park, beside):
    readers = [park(duel / "wait") for _ in range(30)]

    def interrupts(_):
        for reader in readers[:20]:
            reader.kill(signal.SIGINT)

    beside(interrupts)
    duel.lock("join alice")
    for reader in readers:
        eventually(reader.gone)
    for reader in readers[20:]:
        returned(reader)
    last = park(duel / "wait")
    duel.lock("join bob")
    returned(last)


def test_parked_reads_end_at_limits_waits_per_uid_and_limits_waits_with_EAGAIN_and_others_are_not_held_up(own, park, beside):
    duel = own("[limits]\nwaits = 3\nwaits_per_uid = 2\n", OPTIONS).duel(PATIENT)
    wait = duel / "wait"

    def is_full(uid):
        with refused("EAGAIN", "read"):
            beside(read_whole, wait, uid=uid).answer()

    first, second = park(wait, uid=1001), park(wait, uid=1001)
    is_full(1001)
    third = park(wait, uid=1002)
    is_full(1003)
    assert (duel / "last_error").read_text() == ""
    duel.status("state")
    assert all(reader.sleeps() for reader in (first, second, third))
    first.killed()
    fourth = park(wait, uid=1003)
    duel.lock("join alice")
    for reader in (fourth, second, third):
        returned(reader)
    fifth = park(wait, uid=1001)
    duel.lock("join bob")
    returned(fifth)


def unmount(*options):
    return subprocess.run(["umount", *options], check=False, stderr=subprocess.DEVNULL).returncode == 0


def test_a_plain_unmount_says_busy_while_somebody_waits_and_a_forced_one_sends_the_readers_away(ending, park):
    reader = park(ending / "wait")
    assert not unmount(ending.mount.path)
    unmount("-f", ending.mount.path)
    aborted(reader)
    unmount(ending.mount.path)
    assert not ending.mount.is_mounted()
    ending.mount.ended()


# --- poll, select, epoll

def wakes_of_poll(files):
    it = select.poll()
    for file in files:
        it.register(file.fd, select.POLLIN)
    return it.poll()


def wakes_of_select(files):
    return [(fd, select.POLLIN) for fd in select.select([file.fd for file in files], [], [])[0]]


def follow(line, mode, paths):
    """Sleeps until files can be read, and reads them, for ever: a message for each return of the call that sleeps, path by path what it
    gave. A `wait` that came to its end is closed: it would be ready for ever."""
    files = {path: File(path, os.O_RDONLY | os.O_NONBLOCK) for path in paths}
    if mode in ("epoll", "edge"):
        epoll = select.epoll()
        for file in files.values():
            epoll.register(file.fd, select.EPOLLIN | (select.EPOLLET if mode == "edge" else 0))
    line.send({})
    while True:
        if mode in ("epoll", "edge"):
            ready = dict(epoll.poll())
        else:
            ready = dict((wakes_of_poll if mode == "poll" else wakes_of_select)(files.values()))
        gave = {}
        for path, file in list(files.items()):
            if ready.get(file.fd, 0) & (select.POLLERR | select.POLLHUP):
                return "ERROR"
            if file.fd in ready:
                gave[path], ended = all_there_is(file)
                if path.name == "wait" and ended:
                    files.pop(path).close()
        line.send(gave)


def all_there_is(file):
    """How many bytes it gives without blocking, and whether that is its end."""
    size = 0
    try:
        while piece := file.read(1 << 16):
            size += len(piece)
    except Refusal as refusal:
        assert refusal.name == "EAGAIN"
        return size, False
    return size, True


MODES = "poll", "select", "epoll", "edge"


def sizes(follower, path):
    """How many bytes this file gave, for each time that the follower woke for it."""
    return [gave[path] for gave in follower.heard() if path in gave]


def test_poll_select_and_epoll_wake_once_on_wait_on_a_participant_s_wait_and_on_events_and_sleep_while_nothing_happens(mount, beside, look):
    clock = mount.duel("retry_after_seconds = 1")
    for mode in MODES:
        duel = mount.duel(PATIENT)
        duel.play_to(1)
        events, wait, alice = duel / "events", duel / "wait", seat(duel, "alice")
        follower = beside(follow, mode, [events, wait, alice])
        eventually(lambda: os.stat(events).st_size in sizes(follower, events))
        assert not sizes(follower, wait) and not sizes(follower, alice)
        duel.lock("claim bob")
        eventually(lambda: any(sizes(follower, wait)))
        for _ in range(10):
            duel.lock("refresh bob")
            eventually(lambda: sum(sizes(follower, events)) == os.stat(events).st_size)
        assert not sizes(follower, alice)
        wakeups = len(follower.heard()) - 1
        assert wakeups <= 30
        look(clock / "wait")
        assert len(follower.heard()) - 1 == wakeups
        duel.append(turn(2, "bob"))
        eventually(lambda: any(sizes(follower, alice)))
        assert not follower.gone()
        follower.killed()


def test_a_new_reader_of_events_finds_the_past_readable_and_one_at_the_end_does_not(duel):
    def opened():
        return File(duel / "events", os.O_RDONLY)

    with opened() as file:
        assert not readable(file)
    duel.lock("join alice")
    with opened() as file:
        assert readable(file)
        whole(file)
        assert not readable(file)
    with opened() as file:
        os.pread(file.fd, 10, 0)
        assert readable(file)
    with opened() as file:
        os.pread(file.fd, 1, 1000000)
        assert not readable(file)


def test_wait_is_readable_when_its_time_is_over_and_for_good_once_it_is_at_its_end(mount, duel):
    with File(duel / "wait", os.O_RDONLY) as file:
        assert not readable(file)
    quick = mount.duel("retry_after_seconds = 1", "wait_seconds = 1")

    def in_time(path):
        with File(path, os.O_RDONLY) as file:
            assert readable(file, 20000)
            text = whole(file).decode()
            assert readable(file)
            return text

    in_time(quick / "wait")
    quick.join_both()
    quick.play(1, "alice", "OPEN_TO_DEBATE")
    assert in_time(seat(quick, "alice")) == text_of(seat(quick, "alice", "status"))


def test_files_that_are_polled_and_closed_while_they_sleep_are_forgotten(ending, beside):
    for _ in range(20):
        with File(ending / "wait", os.O_RDONLY) as wait, File(ending / "events", os.O_RDONLY) as events:
            assert not readable(wait, 1)
            assert not readable(events, 1)
    follower = beside(follow, "epoll", [ending / "wait", ending / "events"])
    follower.hear()
    eventually(follower.sleeps)
    follower.killed()
    ending.lock("join alice")
    ending.mount.remount()


@pytest.mark.parametrize("shell", ["bash", "dash"])
def test_the_loop_that_README_md_prints_waits_for_the_move_and_ends_where_the_mount_is_gone(ending, shell):
    waits = next(line for line in (ending.mount.path / "README.md").read_text().splitlines() if line.endswith("; do sleep 1; done"))
    path = re.search(r"cat (\S+/wait)", waits).group(1)
    ending.join("alice")
    ending.join("bob")
    loop = [shell, "-c", waits.replace(path, str(ending / "participants/bob/wait"))]
    ran = subprocess.run(loop, capture_output=True, encoding="utf-8", timeout=BOUND_SECONDS, check=True)
    assert ran.stdout == 'next_step = "claim_lock"\n'
    ending.mount.kill()
    ran = subprocess.run(loop, capture_output=True, encoding="utf-8", timeout=10, check=False)
    assert "next_step" not in ran.stdout
