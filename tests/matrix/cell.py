"""One cell: a duel with a turn or two in it, one writer in one situation, and what came of it."""

import os
import re
import signal
import subprocess
import threading
import time
import tomllib
import traceback
from dataclasses import dataclass

from screen import Screen
from situations import ADD, CHANGE, CUT, ENDS, HARNESS, KEEP, MODEL, NOBODY, RECORDED, REPLACE, turn
from verdict import BROKEN, Outcome, judge
from writers import APPENDS, PEER, REWRITES, Writer
from mounts import Duel, Mount, eventually

WRITER_SECONDS = 60
REFRESH_SECONDS = 0.25
LOOK_SECONDS = 0.005
ATTEMPTS = 5
WRITE = """
import errno, os, sys
try:
    fd = os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND)
    os.write(fd, sys.stdin.buffer.read())
    os.close(fd)
except OSError as error:
    print(errno.errorcode[error.errno])
"""


class Trouble(Exception):
    """A step that the matrix itself needs did not work."""


@dataclass
class Tools:
    """The helper, and where a cell may leave its files."""

    hold: str
    bun: str  # where it could not be had, nothing is there, and its cells are broken
    work: str
    logs: str


class Cell:
    def __init__(self, mount: Mount, tools: Tools, writer: Writer, situation, target):
        self.mount, self.tools, self.writer, self.situation, self.target = mount, tools, writer, situation.of(target), target
        self.name = slug(writer.name) + "." + slug(situation.head) + ("" if target.path == "debate.md" else "." + slug(target.head))
        self.log_path = os.path.join(tools.logs, self.name + ".log")
        self.log = []
        self.seconds = 0.0

    def run(self) -> str:
        """Its word. Everything else is in its log."""
        start = time.monotonic()
        try:
            word = next(word for word in (self.attempt(n) for n in range(ATTEMPTS)) if word)
        except StopIteration:
            word = BROKEN
            self.note("trouble", f"the lease ran out before the writer wrote, {ATTEMPTS} times")
        except Exception:  # whatever it is, the other cells are run
            word = BROKEN
            self.note("trouble", traceback.format_exc())
        self.seconds = time.monotonic() - start
        with open(self.log_path, "w") as log:
            log.write(f"{self.writer.name}, {self.situation.name}: {word} ({self.seconds:.1f} s)\n" + "\n".join(self.log) + "\n")
        return word

    def note(self, what: str, text):
        self.log.append(f"--- {what}\n{text}")

    def attempt(self, number: int) -> str:
        """Empty: the situation did not come about."""
        self.begin(number)
        out = Outcome()
        try:
            self.set_up()
        except Trouble:
            if self.situation.floor != ENDS or number + 1 == ATTEMPTS:
                raise
            return ""  # the turns before take longer here than so short a lease
        out.before = self.duel.record()
        self.shown = (self.duel / self.target.path).read_bytes()
        self.write_script(self.shown)
        if self.compares():
            # Bytes that are appended to the desk stand behind nothing.
            out.written = self.write_ordinary(b"" if self.writer.kind == APPENDS else self.shown)
        keeper = Keeper(self) if self.situation.floor == ENDS else None
        try:
            self.run_writer(out, self.file)
            out.size = os.stat(self.file).st_size
        finally:
            if keeper:
                out.held = keeper.end()
        if keeper and keeper.lapsed:
            return ""
        self.look(out)
        return judge(out, self.writer, self.situation, self.target)

    def begin(self, number: int):
        self.log.clear()
        self.lease_seconds = 1 << number  # a slow machine has more time at the next attempt
        self.duel = Duel(self.mount.path / (self.name + (f".{number}" if number else "")))
        self.folder = os.path.join(self.tools.work, self.duel.path.name)
        os.mkdir(self.folder)
        os.mkdir(self.path("tmp"))  # vim and emacs make no backups of what is below it
        for path in (self.folder, self.path("tmp")):
            os.chown(path, self.writer.uid, self.writer.uid)
        self.file = str(self.duel / self.target.path)

    def compares(self) -> bool:
        """Is what is recorded held against an ordinary file?"""
        if self.situation.wanted != RECORDED and self.situation.floor != ENDS:
            return False
        return self.target.desk or (self.writer.kind != APPENDS and not self.writer.unlinks)

    # Setting up.

    @staticmethod
    def write(uid: int, path: str, data: bytes) -> str:
        """This user appends it in one write: the errno, empty where all calls worked."""
        return subprocess.run(["/usr/bin/python3", "-ISc", WRITE, path], input=data, user=uid, group=uid,
                              extra_groups=[], timeout=WRITER_SECONDS,
                              stdout=subprocess.PIPE, check=True).stdout.decode().strip()

    def verb(self, uid: int, line: str) -> str:
        """One line to the lock: its errno, empty where it worked."""
        return self.write(uid, self.duel / "lock", line.encode() + b"\n")

    def must(self, uid: int, line: str):
        err = self.verb(uid, line)
        if err:
            raise Trouble(f"{line}: {err}: {self.duel.newest_refusal()}")

    def uid_of(self, name: str) -> int:
        return PEER if name == "alice" else self.writer.uid

    def set_up(self):
        """The duel with the turns before, and the floor whose the situation wants it."""
        os.mkdir(self.duel.path)
        with open(self.duel / "config.toml", "a") as config:
            config.write('topic = "Caching"\n' + (f"lease_seconds = {self.lease_seconds}\n" if self.situation.floor == ENDS else ""))
        self.must(PEER, f"join alice harness={HARNESS} model={MODEL}")
        self.must(self.writer.uid, f"join bob harness={HARNESS} model={MODEL}")
        kept = self.target.desk and self.situation.floor == NOBODY
        for n, name in enumerate(self.target.before[:-1] if kept else self.target.before, 1):
            self.take_turn(n, name)
        if kept:  # by who has not handed in: else a desk takes it
            self.must(PEER, "claim alice")
        claims = self.situation.floor == ENDS or not self.target.desk
        if self.situation.floor != NOBODY and claims:
            self.must(self.writer.uid, "claim bob")

    def take_turn(self, n: int, name: str):
        """bob's where that is a target."""
        uid = self.uid_of(name)
        path = self.file if name == "bob" else self.duel.debate
        for _ in range(ATTEMPTS):
            self.must(uid, f"claim {name}")
            if not self.write(uid, path, turn(n, name)):
                break
        else:
            raise Trouble(f"turn {n} was refused: {self.duel.newest_refusal()}")
        self.verb(uid, f"release {name}")

    # The writer's material.

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def edited_line(self, record: bytes) -> int:
        """The number of a line in the middle of an accepted turn."""
        return 1 + record[: record.find(b"Caching pays off")].count(b"\n")

    def fill(self, template: str, record: bytes) -> str:
        line = self.edited_line(record)
        return fill(template, NAME=os.path.basename(self.file), TEXT=self.path("text.md"), LINE=str(line), FROM="pays", TO="Pays",
                    CHANGED=record.splitlines()[line - 1].decode().replace("pays", "Pays"))

    def text(self, record: bytes) -> bytes:
        """The file that the writer is given: the new text, or for a row that rewrites the whole file as it shall be."""
        new = self.situation.text(self.target.number)
        if self.writer.kind != REWRITES:
            return new
        return {
            ADD: new if self.target.desk else record + b"\n" + new,
            CHANGE: record.replace(b"pays off", b"Pays off") + b"\n" + new,
            CUT: record[: record.index(b"Caching pays off")],
            KEEP: record,
        }[self.situation.act]

    def write_script(self, record: bytes):
        body = self.text(record)
        for name, data in (("text.md", body), ("script", self.writer.run.encode().replace(b"@BODY", body) + b"\n")):
            with open(self.path(name), "wb") as f:
                f.write(data)
            os.chown(self.path(name), self.writer.uid, self.writer.uid)
        self.edit = self.fill(self.writer.edits.get(self.act(), ""), record)
        self.note("script", self.writer.run + (f"\n--- EDIT\n{self.edit}" if self.edit else ""))

    def act(self) -> str:
        """For a writer that edits: behind what stands on the desk nothing is added, but put in its place."""
        return REPLACE if self.target.desk and self.situation.act == ADD else self.situation.act

    def write_ordinary(self, record: bytes) -> bytes:
        """The bytes that the writer makes of an ordinary file that held what this one shows."""
        folder = self.path("ordinary")
        file = os.path.join(folder, os.path.basename(self.file))
        os.mkdir(folder)
        os.chown(folder, self.writer.uid, self.writer.uid)
        with open(file, "wb") as f:
            f.write(record)
        os.chmod(file, 0o666)
        os.chown(file, self.writer.uid, self.writer.uid)
        out = Outcome(before=record)
        self.run_writer(out, file)
        if out.said():
            raise Trouble(f"the ordinary file could not be written: {out.words}")
        self.write_script(self.shown)  # mv took the text along
        with open(file, "rb") as f:
            return f.read()

    def environment(self, file: str) -> dict:
        return {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "vt100", "HOME": self.folder, "TMPDIR": self.path("tmp"),
                "F": file, "D": os.path.dirname(file), "TEXT": self.path("text.md"), "EDIT": self.edit,
                "BUN": self.tools.bun}

    # Running it.

    def run_writer(self, out: Outcome, file: str):
        argv = ["bash", self.path("script")]
        if self.situation.floor == ENDS and file == self.file:
            argv = [self.tools.hold, self.file, self.folder, *argv]
        how = {"cwd": self.folder, "env": self.environment(file), "user": self.writer.uid, "group": self.writer.uid, "extra_groups": []}
        if self.writer.keys:
            self.run_on_terminal(out, argv, how)
        else:
            self.run_plainly(out, argv, how)
        self.note("exit status and words", f"{out.status}\n{out.words}")

    def run_plainly(self, out: Outcome, argv, how):
        with subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
                              **how) as writer:
            try:
                words = writer.communicate(timeout=WRITER_SECONDS)[0]
            except subprocess.TimeoutExpired:
                os.killpg(writer.pid, signal.SIGKILL)
                raise
        out.status, out.words = writer.returncode, words.decode("utf-8", "replace")

    def run_on_terminal(self, out: Outcome, argv, how):
        screen = Screen(self.folder, argv, **how)
        try:
            for shown, keys in self.writer.keys[self.act()]:
                screen.wait(self.fill(shown, self.shown))
                screen.type(self.fill(keys, self.shown))
            answer = screen.wait(f"{self.writer.saved}|{self.writer.refused}")
            out.refusal_shown = not re.fullmatch(self.writer.saved, answer)
            self.note("answer", answer)
            screen.type(self.writer.leave)
            out.status = screen.end()
        finally:
            screen.close()
            self.note("screen", screen.text.rstrip())

    # The result.

    def listing(self) -> str:
        """As the writer sees it: its scratch files are in it."""
        return subprocess.run(["ls", "-lA", os.path.dirname(self.file)], capture_output=True, text=True, check=False, user=self.writer.uid, extra_groups=[]
                              ).stdout

    def look(self, out: Outcome):
        out.refusals = self.duel.text("last_error")
        self.note("last_error", out.refusals)
        if not self.target.desk or self.duel.status("owner", "lock") == "bob":
            out.release = self.verb(self.writer.uid, "release bob")
        if self.target.desk:
            refused = [line for line in self.duel.text("participants/bob/status").splitlines() if line.startswith("refused = ")]
            out.next = "".join(line for line in refused if line != 'refused = ""')
            out.desk = (self.duel / self.target.path).read_bytes()
            self.note("desk", out.desk.decode("utf-8", "replace"))
        out.after = self.duel.record()
        out.state = tomllib.loads(self.duel.text("status"))
        folder = self.duel / "turns"
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as f:
                out.turns.append(f.read())
        self.note("held before", out.held)
        self.note("release", out.release or "0")
        self.note("next", out.next)
        self.note("listing", self.listing())
        self.note("status", self.duel.text("status"))
        events = self.duel.text("events")
        out.ran_out = '"lock_expired"' in events
        self.note("events", events)
        if out.after != out.before:
            self.note("record", out.after.decode("utf-8", "replace"))


class Keeper(threading.Thread):
    """Keeps bob's lease until the writer is held in the middle, then lets it run out, and the writer go on."""

    def __init__(self, cell: Cell):
        super().__init__()
        self.cell, self.held = cell, ""
        self.lapsed = False  # it ran out too early: the situation did not come about
        self.ended = threading.Event()
        self.start()

    def run(self):
        try:
            if self.keep():
                eventually(lambda: self.cell.duel.status("owner", "lock") == "", "the lease does not run out")
        except (AssertionError, OSError, subprocess.SubprocessError):
            self.lapsed = True
        open(self.cell.path("go"), "w").close()

    def keep(self) -> bool:
        """Until the writer is held; False where it ended before."""
        last = time.monotonic()  # it was claimed just now
        while not os.path.exists(self.cell.path("held")):
            if self.ended.is_set():
                return False
            if time.monotonic() - last > REFRESH_SECONDS:
                last = time.monotonic()
                if self.cell.verb(self.cell.writer.uid, "refresh bob"):  # the lease ran out, or ended with the text
                    self.lapsed |= '"lock_expired"' in self.cell.duel.text("events")
            time.sleep(LOOK_SECONDS)
        with open(self.cell.path("held")) as f:
            self.held = f.read().strip()
        return True

    def end(self) -> str:
        self.ended.set()
        self.join()
        return self.held


def fill(template: str, **words) -> str:
    """Words that begin with @, each by what it stands for."""
    return re.sub("@(" + "|".join(words) + ")", lambda match: words[match.group(1)], template)


def slug(text: str) -> str:
    """As a duel may be called."""
    text = text.lower().replace(">>", "append").replace(">", "rewrite").replace("|", "to")
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")
