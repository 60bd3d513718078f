"""Shared by the mounted tests in Python: a daemon, system calls as a program makes them, other users, valid texts.

A file of tests has one daemon (the fixture `mount` of conftest.py), and a test one duel (the fixture `duel`). A test that needs another
configuration, a restart or a crash begins a Mount of its own. System calls are made by the test itself, by a User, a process with another
uid that is forked once a file and told what to call, or by a process Beside the test, which may block, be sent signals and be killed. Nothing
sleeps: `eventually` looks again and again, with a bound.

If $ON_CLUSTER names a cluster (scripts/run-mounted with STORE=postgresql), the duels of each Mount are in a PostgreSQL database of it, and
what looks at the files of a store is left out (only_on_sqlite).
"""
import calendar
import contextlib
import ctypes
import errno
import itertools
import json
import multiprocessing
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import pytest

from socratic import HARNESS, MODEL, conclusion, turn

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("BUILD", ROOT / ".build")).resolve()
DUELFS = os.environ.get("DUELFS", str(BUILD / "duelfs"))
CLUSTER = os.environ.get("ON_CLUSTER")
TIME = "%Y-%m-%dT%H:%M:%SZ"
BOUND_SECONDS = 60
NO_SUCH_WORDS = "the words are not in the database"
# libfuse's own word where the kernel ends a connection by aborting it.
ABORTED = "fuse: reading device: Software caused connection abort"


def preloads(name):
    """The environment of a daemon with that helper in it. AddressSanitizer wants to be the first library otherwise."""
    options = [os.environ.get("ASAN_OPTIONS"), "verify_asan_link_order=0"]
    return {"LD_PRELOAD": str(BUILD / f"helpers/{name}.so"), "ASAN_OPTIONS": ":".join(filter(None, options))}


def eventually(done, what="it never came true"):
    """The first true answer of done(), which is asked for up to a minute."""
    until = time.monotonic() + BOUND_SECONDS
    while True:
        answer = done()
        if answer:
            return answer
        assert time.monotonic() < until, what
        time.sleep(0.005)


def only_on_sqlite(why):
    """A test, or as `pytestmark` a file of them, that a database has nothing for."""
    return pytest.mark.skipif(bool(CLUSTER), reason=why)


class Refusal(Exception):
    """A system call failed: which one, with which errno."""

    def __init__(self, call, error):
        super().__init__(f"{call}: {errno.errorcode[error.errno]}")
        self.call, self.errno, self.name = call, error.errno, errno.errorcode[error.errno]

    def __reduce__(self):
        return Refusal, (self.call, OSError(self.errno, os.strerror(self.errno)))


def tried(call, function, *args):
    """The answer of a function that makes this call."""
    try:
        return function(*args)
    except OSError as error:
        raise Refusal(call, error) from None


class File:
    """An open file of which each call is made at once and fails as the system call did."""

    def __init__(self, path, flags):
        self.fd = tried("open", os.open, path, flags | os.O_CLOEXEC)

    def write(self, data):
        assert tried("write", os.write, self.fd, as_bytes(data)) == len(as_bytes(data))
        return self

    def write_some(self, data):
        """How many bytes one call took, which may be fewer."""
        return tried("write", os.write, self.fd, data)

    def pwrite(self, data, at):
        assert tried("pwrite", os.pwrite, self.fd, as_bytes(data), at) == len(as_bytes(data))
        return self

    def read(self, size=1 << 20):
        return tried("read", os.read, self.fd, size)

    def truncate(self, size):
        tried("truncate", os.ftruncate, self.fd, size)
        return self

    def fsync(self):
        tried("fsync", os.fsync, self.fd)
        return self

    def fdatasync(self):
        tried("fdatasync", os.fdatasync, self.fd)
        return self

    def flush(self):
        """The effect of close on a descriptor that was duplicated: a FLUSH, and the file stays open."""
        tried("flush", os.close, os.dup(self.fd))
        return self

    def close(self):
        fd, self.fd = self.fd, -1
        tried("close", os.close, fd)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self.fd < 0:
            return
        if kind is None:
            self.close()
        else:
            with contextlib.suppress(OSError):
                os.close(self.fd)


def as_bytes(data):
    return data.encode() if isinstance(data, str) else data


def put(path, data, flags=os.O_TRUNC):
    """One write over a file, as most programs write: open, write, close."""
    with File(path, os.O_WRONLY | flags) as file:
        file.write(data)


def append(path, data):
    put(path, data, os.O_APPEND)


def whole(file):
    """All that is read from there on."""
    return b"".join(iter(file.read, b""))


def read_whole(line, path):
    """The bytes that a process beside the test reads of a file: its read is parked once it said so and sleeps."""
    with File(path, os.O_RDONLY) as file:
        line.send("opened")
        try:
            return whole(file)
        except Refusal as refusal:
            file.close()
            raise refusal


OPENAT2 = "437"
NOREPLACE, EXCHANGE = 1, 2
CLONE_NEWNS = 0x20000


def rename(old, new, flags=0):
    """renameat2(2)"""
    call = ctypes.CDLL(None, use_errno=True).renameat2
    if call(-100, os.fsencode(old), -100, os.fsencode(new), flags):
        raise Refusal("rename", OSError(ctypes.get_errno(), ""))


@contextlib.contextmanager
def refused(name, call=None):
    """The block fails with this errno (or one of several), at this call where one is named."""
    names = name.split("|")
    try:
        yield
    except Refusal as refusal:
        assert refusal.name in names and call in (None, refusal.call), f"{refusal} in place of {call or 'a call'}: {name}"
    except OSError as error:
        assert errno.errorcode[error.errno] in names and call is None, f"{error} in place of {name}"
    else:
        raise AssertionError(f"nothing failed with {name}")


def files_with(folder, words):
    """The files below a folder in which these words stand, as far as they can be read."""
    found = []
    for at, _, names in os.walk(folder):
        for path in (pathlib.Path(at, name) for name in names):
            with contextlib.suppress(OSError):
                if path.is_file() and words.encode() in path.read_bytes():
                    found.append(str(path))
    return found


def as_it_is(store):
    """Each file and folder of it, with what is in it, its size and its time."""
    return {path: (path.stat().st_size, path.stat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
            for path in (store, *store.rglob("*"))}


def without_as_of(text):
    """A status, but for the moment up to which a mount of a database knows what others wrote: it goes on by itself."""
    return re.sub(r'^as_of = .*\n|"as_of":"[^"]*",?', "", text, flags=re.M)


def is_gone(pid):
    """There is no such process, or nobody has asked yet how it ended."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].startswith("Z")
    except (FileNotFoundError, ProcessLookupError):
        return True


def works(function, *args):
    """Whether nothing refuses this."""
    try:
        function(*args)
    except (Refusal, OSError):
        return False
    return True


def duelfs(status, *words, **options):
    """`duelfs WORD…`, which ends with this exit status, and where that is 0 says nothing on stderr: its stdout and its stderr."""
    it = subprocess.run([DUELFS, *words], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=BOUND_SECONDS,
                        check=False, **options)
    assert it.returncode == status and (status or not it.stderr), f"exit status {it.returncode} of {words}: {it.stdout}{it.stderr}"
    return it.stdout.rstrip("\n"), it.stderr.rstrip("\n")


def refuses_to_start(*words, under=(), **options):
    """`duelfs WORD… -f` ends with exit status 1 and says why, each line in its own name: what it said. `under` is a command that starts it."""
    it = subprocess.run([*under, DUELFS, *words, "-f"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                        encoding="utf-8", timeout=BOUND_SECONDS, check=False, **options)
    lines = it.stdout.splitlines()
    assert it.returncode == 1 and lines and all(line.startswith("duelfs: ") for line in lines), f"exit status {it.returncode}: {it.stdout}"
    return it.stdout


def in_own_namespace():
    """Mounts of this process from here on are its own."""
    assert ctypes.CDLL(None).unshare(CLONE_NEWNS) == 0
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)


class Answer:
    """The result or exception of a function in another process."""

    def __init__(self, function, *args):
        self.value = self.error = None
        try:
            self.value = function(*args)
        except Exception as error:  # pylint: disable=broad-except
            self.error = error

    def get(self):
        if self.error:
            raise self.error
        return self.value


class Beside:
    """A process that calls function(line, *args) beside the test. By `line` it sends what the test hears, and receives what the test says;
    `answer()` is what the function gave, or raises what it raised. Open files of the test are not its own, unless it inherits them."""

    def __init__(self, function, *args, uid=None, inherits=False):
        self.line, its = multiprocessing.Pipe()
        self.status, self.told = None, []
        self.pid = os.fork()
        if self.pid == 0:
            try:
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                self.line.close()
                if not inherits:
                    os.closerange(3, its.fileno())
                    os.closerange(its.fileno() + 1, 1024)
                if uid is not None:
                    os.setgroups([])
                    os.setresgid(uid, uid, uid)
                    os.setresuid(uid, uid, uid)
                its.send(Answer(function, its, *args))
            finally:
                os._exit(0)
        its.close()

    def say(self, message=None):
        self.line.send(message)

    def _next(self):
        assert self.line.poll(BOUND_SECONDS), "it says nothing"
        return self.line.recv()

    def hear(self):
        """The next thing that it sends before its answer."""
        message = self._next()
        assert not isinstance(message, Answer), f"it ended: {message.get()}"
        return message

    def heard(self):
        """All that it sent so far."""
        with contextlib.suppress(EOFError, ConnectionResetError):
            while self.line.poll():
                self.told.append(self.line.recv())
        return self.told

    def answer(self):
        message = self._next()
        while not isinstance(message, Answer):
            message = self._next()
        eventually(self.gone)
        return message.get()

    def sleeps(self):
        return "\nState:\tS" in pathlib.Path(f"/proc/{self.pid}/status").read_text()

    def gone(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.status = status if pid else None
        return self.status is not None

    def kill(self, sig=signal.SIGKILL):
        os.kill(self.pid, sig)

    def killed(self, sig=signal.SIGKILL):
        """It is killed, and gone."""
        self.kill(sig)
        eventually(self.gone)

    def end(self):
        if not self.gone():
            self.killed()
        self.line.close()


def _served(line):
    while call := line.recv():
        line.send(Answer(call[0], *call[1]))


class User(Beside):
    """A process with another uid. `user.call(function, …)` is made there; what it raises is raised here."""

    def __init__(self, uid, inherits=False):
        super().__init__(_served, uid=uid, inherits=inherits)

    def call(self, function, *args):
        self.say((function, args))
        return self._next().get()

    def end(self):
        """It exits by itself: who is ended by a signal has decided nothing."""
        with contextlib.suppress(BrokenPipeError):
            self.say()
        eventually(self.gone)
        super().end()


@contextlib.contextmanager
def child():
    """A process forked here, with the files that are open here; behind the block it has ended."""
    it = User(os.getuid(), inherits=True)
    try:
        yield it
    finally:
        it.end()


def psql(at, database, *more, user="duelfs"):
    """The command that asks the server whose socket is there."""
    return ["psql", "-h", at, "-U", user, "-d", database, "-v", "ON_ERROR_STOP=1", "-Atq", *more]


def sql(at, database, text):
    """The answer of the server whose socket is there."""
    return subprocess.run(psql(at, database, "-c", text), check=True, capture_output=True, text=True).stdout.rstrip("\n")


def hears_signals():
    for sig in (signal.SIGINT, signal.SIGHUP):
        signal.signal(sig, signal.SIG_DFL)


class Database:
    """A database of the cluster, for one store."""
    numbers = itertools.count(1)

    def __init__(self, at=CLUSTER):
        self.at, self.name = at, f"p{os.getpid()}_{next(self.numbers)}"
        self.url = f"postgresql:///{self.name}?host={at}&user=duelfs"
        sql(at, "postgres", f"CREATE DATABASE {self.name}")

    def sql(self, text):
        return sql(self.at, self.name, text)

    def rows(self):
        """The rows of the duels in its tables, as text; bytes are in hexadecimal digits."""
        return "".join(self.sql(f"SELECT rows::text FROM {table} rows") for table in ("duels", "entries", "sources"))

    def damage(self, old, new):
        def changed(column):
            return f"{column} = convert_to(replace(convert_from({column}, 'UTF8'), '{old}', '{new}'), 'UTF8')"
        where = f"position(convert_to('{old}', 'UTF8') IN coalesce(body, '') || coalesce(data, '')) > 0"
        assert self.sql(f"UPDATE entries SET {changed('body')}, {changed('data')} WHERE {where} RETURNING 1"), NO_SUCH_WORDS

    def drop(self):
        sql(self.at, "postgres", f"DROP DATABASE {self.name} WITH (FORCE)")

    def named_in(self, config):
        """The same duelfs.toml, with the database in it."""
        before, _, after = config.partition("[mount]\n")
        return f'{before}\n[mount]\ndatabase = "{self.url}"\n{after}'


class OwnClock:
    """The clock of daemons with this `environment`, which later() moves, in a file below `work`."""

    def has_own_clock(self):
        self.moved = self.work / "moved"
        self.moved.write_bytes(bytes(8))
        self.environment.update(preloads("clock"), MOVED_CLOCK=str(self.moved))

    def later(self, seconds):
        """So many seconds have passed, as a daemon sees it. The file is never cut off: it is mapped."""
        with open(self.moved, "r+b", buffering=0) as file:
            moved_ms = int.from_bytes(file.read(8), sys.byteorder)
            file.seek(0)
            file.write((moved_ms + seconds * 1000).to_bytes(8, sys.byteorder))


class Mount(OwnClock):
    """A store, and a daemon that serves it at `path`; `environment` is what it has more in its own. `where`: a database, in place of the
    store; `at`: what its mountpoint is called."""

    def __init__(self, config="", options=(), where=None, at="mnt"):
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="duelfs-mounted."))
        self.store, self.path, self.log = self.work / "store", self.work / at, self.work / "stderr"
        self.store.mkdir()
        self.path.mkdir()
        self.log.touch()
        self.options, self.expected, self.made, self.daemon = list(options), [], 0, None
        self.environment = {}
        self.where = where
        if where and config:
            self.options.append(f"config={self.store}/duelfs.toml")
        self.database = Database() if CLUSTER else None
        self.configure(config)
        if "allow_other" in options:
            for folder in (self.path, *self.path.parents):
                folder.chmod(folder.stat().st_mode | 0o111)
        self.start()

    def start(self, *more):
        """A daemon on its store and its path, with these words more."""
        self.launch(self.where or self.store, self.path, *(word for option in self.options for word in ("-o", option)), *more)

    def launch(self, *words):
        """`duelfs WORD… -f`, until its path is served. It hears signals that a background job of a script ignores."""
        with open(self.log, "a", encoding="utf-8") as log:
            self.daemon = subprocess.Popen([DUELFS, *words, "-f"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                           stderr=log, env={**os.environ, **self.environment}, preexec_fn=hears_signals)

        def serves():
            assert self.daemon.poll() is None, f"the daemon ended before it served: {self.log.read_text()}"
            return os.path.ismount(self.path) and os.access(self.path / "status", os.R_OK)
        eventually(serves, "the mount does not serve")

    def configure(self, config):
        """Its configuration from the next start on."""
        self.store.joinpath("duelfs.toml").write_text(self.database.named_in(config) if self.database else config)

    def stop(self, sig=signal.SIGTERM):
        self.daemon.send_signal(sig)
        self.ended()

    def ended(self):
        """It ends by itself, with exit status 0, and its mount with it."""
        try:
            status = self.daemon.wait(BOUND_SECONDS)
        except subprocess.TimeoutExpired:
            self.daemon.kill()
            self.daemon.wait()
            status = "none: it had to be killed"
        left = self.is_mounted()
        if left:
            subprocess.run(["umount", "-l", self.path], check=False)
        assert status == 0 and not left, f"exit status {status}, mount left: {left}"

    def taken_off(self):
        """Unmounted by its user, until the daemon is no more: one in the background, which is reaped or nobody's."""
        pid = self.status("pid")
        subprocess.run(["umount", self.path], check=True)
        eventually(lambda: is_gone(pid))

    def mounts(self):
        """The lines of mountinfo of what is mounted there, alive or dead."""
        mounts = pathlib.Path("/proc/self/mountinfo").read_text().splitlines()
        return [line for line in mounts if line.split()[4] == str(self.path)]

    def is_mounted(self):
        return bool(self.mounts())

    def status(self, key):
        """A value of the mount's own status."""
        return Duel(self.path).status(key)

    def kill(self):
        """As a crash ends it: what is mounted stays behind, until the next start takes its place."""
        self.daemon.kill()
        self.daemon.wait()

    def remount(self):
        self.stop()
        self.start()

    def crashes(self):
        """It is killed, and mounted again."""
        self.kill()
        self.start()

    def has_own_clock(self):
        """It begins anew, with a clock that later() moves."""
        super().has_own_clock()
        self.remount()
        return self

    def memory(self):
        """The daemon's resident KiB."""
        return int(re.search(r"^VmRSS:\s*([0-9]+)", pathlib.Path(f"/proc/{self.daemon.pid}/status").read_text(), re.M)[1])

    def opening(self):
        """How many of its threads open a file just now, and are not done."""
        found = 0
        for task in pathlib.Path(f"/proc/{self.daemon.pid}/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                found += task.joinpath("syscall").read_text().split()[0] == OPENAT2
        return found

    def stored(self, words):
        """Whether its store has these words anywhere."""
        rows = self.database.rows() if self.database else ""
        return bool(words in rows or words.encode().hex() in rows or files_with(self.store, words))

    def damage(self, old, new):
        """Bytes of its store are others, wherever they stand; nothing is mounted meanwhile."""
        if self.database:
            self.database.damage(old, new)
            return
        path = self.store / "duelfs.db"
        data = path.read_bytes()
        assert len(old.encode()) == len(new.encode()) and old.encode() in data, NO_SUCH_WORDS
        path.write_bytes(data.replace(old.encode(), new.encode()))

    def damage_turn(self, duel, n, name):
        """Turn n is taken, and is other bytes then, by a word that stands nowhere else; nothing is mounted behind it."""
        duel.lock(f"claim {name}")
        duel.append(turn(n, name).replace(f"turn{n}", "xylophone"))
        self.stop()
        self.damage("xylophone", "xylophonE")

    def expect(self, pattern):
        """A line of the daemon's stderr that this test brings about."""
        self.expected.append(pattern)

    def assert_quiet(self):
        said = [line for line in self.log.read_text().splitlines() if line.strip() and line != ABORTED
                and not re.fullmatch(rf"duelfs: {re.escape(str(self.where or self.store))} (is no more )?on {re.escape(str(self.path))}", line)
                and not any(re.search(pattern, line) for pattern in self.expected)]
        assert not said, f"unexpected words on the daemon's stderr: {said}"

    def end(self):
        try:
            if self.daemon.poll() is None:
                self.stop()
            self.assert_quiet()
            assert not self.database or not (self.store / "duelfs.db").exists(), "the duels are not in the database"
        finally:
            if self.is_mounted():
                subprocess.run(["umount", "-l", self.path], check=False)
            if self.database:
                self.database.drop()
            shutil.rmtree(self.work, ignore_errors=True)

    def sees(self, duel):
        """A duel of another mount of the same database, as it is here."""
        return Duel(self.path / duel.path.name)

    def archive_is_done(self):
        """It has every duel that is closed: it is written beside, a moment after the close."""
        duels = [Duel(path) for path in self.path.iterdir() if path.is_dir()]
        return all(duel.status("archive") for duel in duels if duel.status("outcome"))

    def bare(self, *config, name=None):
        """A new duel, with these lines in its config.toml."""
        self.made += 1
        duel = Duel(self.path / (name or f"d{self.made}"))
        duel.path.mkdir()
        if config:
            append(duel / "config.toml", "".join(line + "\n" for line in config))
        return duel

    def duel(self, *config, name=None):
        """A new duel, with these lines behind its topic."""
        return self.bare('topic = "Caching"', *config, name=name)

    def joined(self, *config, name=None):
        """The same, and alice and bob are there."""
        duel = self.duel(*config, name=name)
        duel.join_both()
        return duel

    def claimed(self, *config, name=None):
        """The same, and alice has the floor."""
        duel = self.joined(*config, name=name)
        duel.lock("claim alice")
        return duel


class Other(Mount):
    """Another file system of this kind, which answers nothing once it stops, until it goes on: `file` is in `folder` there."""

    def __init__(self):
        super().__init__()
        self.folder = self.bare().path
        self.file = self.folder / "debate.md"

    def stops(self):
        self.daemon.send_signal(signal.SIGSTOP)

    def goes_on(self):
        self.daemon.send_signal(signal.SIGCONT)

    def end(self):
        self.goes_on()
        super().end()


class Duel:
    """A duel's directory."""

    def __init__(self, path):
        self.path, self.debate = path, path / "debate.md"

    def __truediv__(self, name):
        return self.path / name

    def lock(self, line):
        with File(self.path / "lock", os.O_WRONLY) as file:
            file.write(line + "\n")

    def join(self, name):
        self.lock(f"join {name} harness={HARNESS} model={MODEL}")

    def join_both(self):
        self.join("alice")
        self.join("bob")

    def status(self, key, file="status"):
        value = re.search(rf"^{key} *= *(.*)$", (self.path / file).read_text(), re.M)[1].strip()
        return value[1:-1] if re.fullmatch(r'".*"', value) else value

    def becomes(self, key, value):
        """Its status says so by and by."""
        eventually(lambda: self.status(key) == value, f"{key} does not become {value}")

    def record(self):
        return self.debate.read_bytes()

    def append(self, text):
        append(self.debate, text)

    def rewrite(self, data):
        put(self.debate, data)

    def text(self, name):
        """The text of a file of the duel."""
        return (self.path / name).read_text()

    def events_of(self, name):
        """The events of this name, in order."""
        return [event for event in map(json.loads, self.text("events").splitlines()) if event["event"] == name]

    def events(self):
        return re.findall(r'"event": ?"([^"]*)"', (self.path / "events").read_text())

    def newest_refusal(self, file="last_error"):
        """The findings of the newest refusal, a line each."""
        found = []
        for line in (self.path / file).read_text().splitlines():
            if re.match(r"^[^ ]+: (error|warning): \[", line):
                found.append(line)
            elif found:
                break
        return "\n".join(found)

    @contextlib.contextmanager
    def refuses(self, name, rule, call=None):
        """The block fails with this errno, and the newest refusal in last_error is of this rule."""
        with refused(name, call):
            yield
        assert f"[{rule}]" in self.newest_refusal()

    def left(self):
        """Seconds from now until `move_ends_at`."""
        return calendar.timegm(time.strptime(self.status("move_ends_at"), TIME)) - time.time()

    def play(self, n, name, stance):
        self.lock(f"claim {name} harness={HARNESS} model={MODEL}")
        self.append(turn(n, name, stance))
        self.lock(f"release {name}")

    def play_to(self, turns):
        """Both join, and so many turns are taken, alice first, all of them open to debate."""
        self.join_both()
        for n in range(1, turns + 1):
            self.play(n, ("bob", "alice")[n % 2], "OPEN_TO_DEBATE")

    def conclusion(self, outcome, reason="what was said is said"):
        """A valid conclusion, as the record stands."""
        return conclusion(outcome, reason, self.status("topic"))

    def conclude(self, name, outcome):
        self.lock(f"claim {name} harness={HARNESS} model={MODEL}")
        self.append(self.conclusion(outcome))


def now():
    """This second, as the files of the mount say it."""
    return time.strftime(TIME, time.gmtime())
