"""Shared by the tests of duel-run: a project with agents of every temper, and runs in it. duel-run is imported: a run is a process that is
forked here, so that it can be sent signals, be killed and have its own directory; nothing is started for it but what a test is about. An
agent is a function from a Question to its answer, or a command of one line where its process is the thing. Those that answer well say what
the scripted duels say (scripts/duels).
"""
import collections
import contextlib
import functools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback

from mounts import BOUND_SECONDS, DUELFS, ROOT, Duel, OwnClock, eventually, is_gone

COMMAND = ROOT / "scripts/duel-run"
AGENTS = ROOT / "scripts/duels/agents.toml"
# The second turn of the scripted debates answers the first.
KEYS = subprocess.run([DUELFS, "--print-config"], check=True, capture_output=True, encoding="utf-8").stdout
OPENING = ("--set", "opening=open") if re.search("^#? ?opening =", KEYS, re.M) else ()
SOURCE = ("--source", str(ROOT / "README.md"), *OPENING)
TOPIC = "Is a reason in last_error enough for an agent that was refused?"
SOCRATIC = (*SOURCE, "--name", "d", TOPIC)
MOTION = "This house would tell a refused writer through a file"
ROWS = "Should an accepted turn be a row of the database, or a file of its own?"
SMALL = ("--format", "adversarial", "--source", str(ROOT / "tests/corpus/adversarial/kb"), "--set", "min_turns=4", "--name", "d",
         "Tabs or spaces")
SEATS = {"socratic": "alice bob", "dialectic": "alice bob carol", "rounds": "alice bob olga", "adversarial": "tess sam mona olga"}
# How much faster the clock of a run goes that waits for a limit.
FAST = 30

sys.path.insert(0, str(ROOT / "scripts"))
from duel_run import agents, command, loop, screen  # noqa: E402  pylint: disable=wrong-import-position

Question = collections.namedtuple("Question", "prompt seat role move")


@functools.cache
def scripted(format_name):
    """The texts of each seat of a scripted duel, by seat and move."""
    script = f""". scripts/duels/{format_name}.sh
        for seat in {SEATS[format_name]}; do
            number=0
            while read -r move; do
                number=$((number + 1))
                printf '%s\\0%s\\0%s\\0' $seat $number "$(eval "$move" </dev/null)"
            done < <(moves $seat)
        done"""
    said = subprocess.run(["bash", "-euc", script], cwd=ROOT, check=True, capture_output=True, encoding="utf-8").stdout
    said = said.replace("(shell / play)", "(shell / script)").split("\0")[:-1]  # here both are of one model
    return {(said[at], int(said[at + 1])): said[at + 2] + "\n" for at in range(0, len(said), 3)}


def plays(format_name):
    """An agent that says what its seat says in the scripted duel of that format."""
    return lambda question: scripted(format_name)[question.seat, question.move]


socratic = plays("socratic")


class Fast:
    """The clock of a run that waits for nothing but its limits."""
    strftime, gmtime = time.strftime, time.gmtime

    @staticmethod
    def monotonic():
        return time.monotonic() * FAST

    @staticmethod
    def sleep(seconds):
        time.sleep(seconds / FAST)


class Running:
    """A run beside the test."""

    def __init__(self, project, words, uid=None):
        project.number += 1
        self.file = project.work / f"said-{project.number}"
        self.status = None
        self.pid = os.fork()
        if self.pid == 0:
            status = 99
            try:
                status = project.is_run(words, self.file, uid)
            except SystemExit as end:
                status = end.code
            except BaseException:  # pylint: disable=broad-except
                traceback.print_exc()
            finally:
                with contextlib.suppress(BaseException):
                    sys.stdout.flush()
                    sys.stderr.flush()
                os._exit(status)

    @property
    def said(self):
        return self.file.read_text() if self.file.exists() else ""

    def says(self, words):
        eventually(lambda: words in self.said or self.ended(), f"it does not say: {words}")
        assert words in self.said, self.said
        return self.said

    def ended(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.status = (os.waitstatus_to_exitcode(status) if pid else None)
        return self.status is not None

    def signal(self, number):
        os.kill(self.pid, number)
        return self

    def ends(self, status):
        """It ends by itself, with this exit status: what it said."""
        eventually(self.ended, f"it does not end: {self.said}")
        assert self.status == status, f"exit status {self.status}: {self.said}"
        return self.said

    def killed(self):
        self.signal(signal.SIGKILL)
        eventually(self.ended)


class Project(OwnClock):
    """A directory in which debates are run, and the agents that these may have."""

    def __init__(self):
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="duel-run."))
        self.path, self.list = self.work / "project", self.work / "agents.toml"
        self.runs, self.answers, self.number, self.fast = [], {}, 0, False
        self.program, self.environment, self.terminal, self.tries = DUELFS, {}, False, loop.TRIES
        self.path.mkdir()
        (self.work / "home").mkdir()
        self.list.touch()
        for name, plays_in in (("socratic", "socratic"), ("dialectic", "dialectic"), ("proposer", "rounds"), ("challenger", "rounds"),
                               ("orchestrator", "rounds"), ("tabs", "adversarial"), ("spaces", "adversarial"), ("rulings", "adversarial"),
                               ("naming", "adversarial")):
            self.answers[name] = plays(plays_in)

    def __truediv__(self, name):
        return self.path / name

    @property
    def mounted(self):
        return self.path / ".duels/mount"

    def duel(self, name="d"):
        return Duel(self.mounted / name)

    def row(self, name, **row):
        """An agent of the list, from here on."""
        with open(self.list, "a", encoding="utf-8") as file:
            file.write(f"[agents.{name}]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in row.items()))

    def agent(self, name, answer, harness="shell", **row):
        """One that is a function; it is in the process of the run."""
        self.answers[name] = answer
        self.row(name, harness=harness, command=["true"], **row)

    def command(self, name, shell, harness="shell", **row):
        """One that is a line of sh, in which {work} is the test's folder; with --tools, too."""
        words = ["sh", "-c", shell.replace("{work}", str(self.work))]
        self.row(name, **{"harness": harness, "seconds": 20, "command": words, "tools_command": words, **row})

    def says(self, format_name):
        """A line of sh that says what the seat says in the scripted duel of that format."""
        folder = self.work / "texts" / format_name
        folder.mkdir(parents=True, exist_ok=True)
        for (seat, move), text in scripted(format_name).items():
            (folder / f"{seat}-{move}").write_text(text)
        return f"cat {folder}/$DUEL_SEAT-$DUEL_MOVE"

    def naps(self, name, format_name, harness="shell", when="true"):
        """One that hangs until there is `go`, and then plays the scripted duel of that format; its process is in `asked`. `when`: a line of
        sh that says whether this is a move for that."""
        self.command(name, f"if {when} && [ ! -e {{work}}/go ]; then echo $$ >>{{work}}/asked; exec sleep 1000; fi; {self.says(format_name)}",
                     harness, seconds=300)

    def asked(self):
        """The processes of agents that wait."""
        def pids():
            return (self.work / "asked").read_text().split() if (self.work / "asked").exists() else []
        return eventually(pids, "nobody is asked")

    def becomes(self, old, new):
        """A seat of the run has another agent when it goes on."""
        file = self / ".duels/run/d/run.json"
        file.write_text(file.read_text().replace(f'"{old}"', f'"{new}"'))

    def is_run(self, words, said, uid):
        """The forked process: a run from its command line to its exit status."""
        fd = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        os.dup2(fd, 1)
        os.dup2(fd, 2)
        os.closerange(3, 1024)
        os.dup2(os.openpty()[1] if self.terminal else os.open("/dev/null", os.O_RDONLY), 0)
        sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        os.chdir(self.path)
        for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            os.environ.pop(name, None)
        os.environ.update(HOME=str(self.work / "home"), DUELFS=str(self.program), COLUMNS="1000", **self.environment)
        if uid:
            os.setgroups([])
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
        real = agents.ask

        def ask(seat, prompt, base, run):
            if seat.agent.name not in self.answers:
                return real(seat, prompt, base, run)
            run.transcript.keep(base + ".ask.md", prompt.encode())
            answer = self.answers[seat.agent.name](Question(prompt, seat.name, seat.role, seat.duel.accepted(seat.name) + 1))
            run.transcript.keep(base + ".answer", answer.encode())
            if not answer:
                raise agents.Failed("the answer is empty")
            return answer, {}
        agents.ask, loop.TRIES = ask, self.tries
        if self.fast:
            for module in (agents, command, loop, screen):
                module.time = Fast
            command.Stop.wait = lambda stop, seconds=None: threading.Event.wait(stop, seconds and seconds / FAST)
        return command.main(words)

    def begins(self, *words, uid=None):
        return self.begins_bare("--agents", str(AGENTS), "--agents", str(self.list), *words, uid=uid)

    def begins_bare(self, *words, uid=None):
        """With these words alone: no agents but the installed ones."""
        self.runs.append(Running(self, list(words), uid))
        return self.runs[-1]

    def ends(self, status, *words, uid=None):
        """A run that ends with this exit status: what it said."""
        return self.begins(*words, uid=uid).ends(status)

    def commanded(self, status, *words):
        """The same by the command itself."""
        environment = {**os.environ, "HOME": str(self.work / "home"), "DUELFS": str(self.program), **self.environment}
        for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            environment.pop(name, None)
        it = subprocess.run([COMMAND, "--agents", AGENTS, "--agents", self.list, *words], cwd=self.path, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", env=environment, timeout=BOUND_SECONDS, check=False)
        assert it.returncode == status, f"exit status {it.returncode}: {it.stdout}"
        return it.stdout

    def record(self):
        """The records of the archive."""
        return "".join(file.read_text() for file in sorted((self / ".duels/store/archive").glob("*.md")))

    def kept(self, name, run="d"):
        return (self / f".duels/run/{run}/{name}").read_text()

    def log(self, run="d"):
        return [json.loads(line) for line in self.kept("log.jsonl", run).splitlines()]

    def accepted_of(self, seat):
        """The lines of the log about a seat's moves."""
        return [row["accepted"] for row in self.log() if row["seat"] == seat and row.get("accepted")]

    def roles(self):
        return [role for _, role, *_ in json.loads(self.kept("run.json"))["seats"]]

    def is_mounted(self):
        return any(line.split()[4] == str(self.mounted) for line in pathlib.Path("/proc/self/mountinfo").read_text().splitlines())

    def secrets(self):
        """The files that have the tokens of runs that can go on."""
        return [file for file in (self.work / "home/.local/state/duelfs").glob("*") if file.is_file()]

    def daemon_killed(self):
        os.kill(int(Duel(self.mounted).status("pid")), signal.SIGKILL)

    def verified(self):
        return subprocess.run([DUELFS, "verify", self / ".duels/store"], check=True, capture_output=True, encoding="utf-8").stdout

    def forgets(self):
        """Nothing is left of what was run here."""
        shutil.rmtree(self / ".duels")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for run in self.runs:
            if not run.ended():
                run.killed()
        for pid in (self.work / "asked").read_text().split() if (self.work / "asked").exists() else []:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        for line in pathlib.Path("/proc/self/mountinfo").read_text().splitlines():
            if line.split()[4].startswith(f"{self.work}/"):
                subprocess.run(["umount", "-l", line.split()[4]], check=False)
        shutil.rmtree(self.work, ignore_errors=True)


def pid_in(file):
    """The process whose number somebody writes there."""
    def number():
        return file.read_text().strip() if file.exists() else ""
    return eventually(number, f"nobody writes {file.name}")
