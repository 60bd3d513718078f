"""duel-run's command line: what is asked for is checked before anything is made, a mount is taken or begun, the debate
is made, and what it came to is told. duel-run(1) is the manual."""

import argparse, contextlib, difflib, fcntl, hashlib, itertools, json, os, pathlib, re, secrets, shlex, shutil
import signal, subprocess, sys, threading, time, tomllib, unicodedata, webbrowser

from .agents import ends_left, quoted, read_agents
from .loop import (EXCHANGES, EXIT_ENDED, EXIT_ERROR, EXIT_FINDINGS, EXIT_INTERRUPTED, EXIT_USAGE, HUMAN, ORCHESTRATOR,
                   REASON_BYTES, Duel, Run, Seat)
from .screen import Error, Screen, harmless, plain, read_status, result_lines, watch

WORDS = 400               # of a text beside quotations, unless --max-words says so
CLOSE_SECONDS = 30        # for what the mount writes behind the end of a debate, and at its own
UNMOUNT_SECONDS = 3       # for whoever has just left it
# Roles in the order in which seats without one take them.
ROLES = {"socratic": [], "dialectic": ["proposition", "opposition", "judge"],
         "rounds": ["proposer", "challenger", "orchestrator"],
         "adversarial": ["debater-SLUG", "moderator", "orchestrator"]}
SEATS = {"socratic": 2, "dialectic": 3, "rounds": 3, "adversarial": 4}  # of the last at least so many
SEALED = ("socratic", "adversarial")  # openings, where nothing else is said
OVER_BASE = "adversarial"  # the format whose debaters' roles are those of its base's positions
DEBATER = "debater-"
RESERVED = "maker duelfs join claim refresh release say close fail next end".split()
ARCHIVE_FAILED = "could not be written to the archive"  # of a warning in status
REVIEW_TOPIC = "What is wrong with this change?"
REVIEW_ASKS = """## Findings

The source is a change; its files are those of the repository. Your statement, and until there is one your position,
lists what is wrong with it, one finding an item: `- [blocking] path:line — what`, or `- [minor] path:line — what`.
No fault found is a good answer."""


class Mistake(Error):
    """Something of the command line is wrong: what, and the line as it could be."""

    def __init__(self, text, words=None):
        super().__init__(text + (f"\ntry: duel-run {shlex.join(words)}" if words else ""), EXIT_USAGE)


class Stop(threading.Event):
    """Set when nothing more is to be asked. The main loop does so after a signal: a handler might wait for a lock of
    the thread below it. The second signal kills agents; before the debate has begun the first ends the run."""

    def __init__(self):
        super().__init__()
        self.signals = 0
        self.at_once = True
        for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(sign, self.on_signal)

    def on_signal(self, *_):
        self.signals += 1
        if self.at_once:
            raise KeyboardInterrupt


# --- the mount

def program():
    """The duelfs of the environment, of the tree, or that is installed."""
    here = pathlib.Path(__file__).resolve().parents[2]
    built = (str(path) for path in (here / ".build/duelfs", here.parent / "bin/duelfs") if path.exists())
    found = os.environ.get("DUELFS") or next(built, None) or shutil.which("duelfs")
    if not found:
        raise Error("there is no duelfs, neither beside duel-run nor in PATH")
    return found


def mounts_of(store):
    """The directory where a duelfs has mounted a store, as this process sees it."""
    points = []
    for line in pathlib.Path("/proc/self/mountinfo").read_text(errors="surrogateescape").splitlines():
        words = [re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), word) for word in line.split(" ")]
        if words[words.index("-") + 1:][:2] == ["fuse.duelfs", str(store)]:
            points.append(words[4])
    return points


def served_store(point):
    """The store that a mount has which answers; None. One whose daemon was killed does not answer."""
    try:
        return read_status(point)["store"]
    except (OSError, ValueError, KeyError):
        return None


def locked(path, how):
    """A file that is locked until it is closed; None where that would have to wait and may not. The lock is this
    process's alone: an agent that it was about to start when it was killed does not keep it."""
    file = open(path, "a+b")
    with contextlib.suppress(BlockingIOError):
        fcntl.lockf(file, how)
        return file
    return None


class Mount:
    """A mount that is there, or one of a store: the runs below one .duels share it, and the last of them ends it."""

    def __init__(self):
        self.point = self.store = self.archive = self.used = self.new_store = None

    def take(self, options, base):
        """`options.served`: the store that a mount had that was there, and may be gone."""
        if options.mount:
            self.point = pathlib.Path(options.mount)
            if served_store(self.point) is None and options.served:
                self.begin(base / "daemon.log", options.served)
            options.served = served_store(self.point)
            if options.served is None:  # of a database it is ""
                raise Error(f"{self.point} is no mount of duelfs that answers you", EXIT_USAGE)
            return self
        self.store, self.point = base / "store", base / "mount"
        self.door, self.users = base / "mount.door", base / "mount.users"
        with locked(self.door, fcntl.LOCK_EX):
            self.new_store = not self.store.exists()
            self.used = locked(self.users, fcntl.LOCK_SH)
            served = served_store(self.point)
            if served not in (None, str(self.store)):
                raise Error(f"another store is mounted at {self.point}: {served}")
            if not served:
                self.begin(base / "daemon.log", self.store)
        self.archive = pathlib.Path(read_status(self.point)["archive"])
        return self

    def begin(self, log_file, store):
        with contextlib.suppress(OSError):  # it is there and its daemon is not, or the daemon says what it is
            self.point.mkdir(parents=True, exist_ok=True)
        with open(log_file, "ab") as log:
            done = subprocess.run([program(), str(store), str(self.point)], stdin=subprocess.DEVNULL, stdout=log,
                                  stderr=subprocess.PIPE)
        if done.returncode:
            elsewhere = [point for point in mounts_of(store) if point != str(self.point)]
            raise Error("the mount failed: " + done.stderr.decode(errors="replace").strip() +
                        "".join(f"; it is mounted at {point}: --mount takes that" for point in elsewhere[:1]))

    def end(self):
        """Ends the mount where no other run is in it, and returns once its daemon has let go of the store: true."""
        used, self.used = self.used, None
        if not used:
            return False
        with locked(self.door, fcntl.LOCK_EX):
            used.close()
            alone = locked(self.users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if not alone:
                return False
            with alone:
                if self.unmount():
                    self.await_daemon()
                    return True
                print(f"the mount is in use and stays: {self.point}", file=sys.stderr)
                return False

    def unmount(self):
        ends_at = time.monotonic() + UNMOUNT_SECONDS
        while str(self.point) in mounts_of(self.store):
            commands = ["umount", str(self.point)], ["fusermount3", "-u", str(self.point)]
            if not any(shutil.which(command[0]) and not subprocess.run(command, stderr=subprocess.DEVNULL).returncode
                       for command in commands):
                if time.monotonic() > ends_at:
                    return False
                time.sleep(0.1)
        return True

    def await_daemon(self):
        """It holds an flock on the store's directory until all is written."""
        ends_at = time.monotonic() + CLOSE_SECONDS
        fd = os.open(self.store, os.O_RDONLY)  # until the process ends, which is soon
        while time.monotonic() < ends_at and not mounts_of(self.store):
            with contextlib.suppress(BlockingIOError):
                return fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
            time.sleep(0.02)


# --- the debate that is asked for

def slug(topic):
    name = re.sub(r"[^a-z0-9]+", "-", topic.lower()).strip("-")[:60].strip("-")
    return name or "duel-" + hashlib.sha256(topic.encode()).hexdigest()[:8]


def configuration(options):
    """The lines of config.toml that were asked for, by key; a later --set takes the place of an earlier."""
    lines = {key: f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in (
        ("format", options.format), ("topic", options.topic), ("source", options.source)) if value}
    for setting in options.set:
        key, equals, value = setting.partition("=")
        key = key.strip()
        if not equals or not key:
            raise Mistake(f"--set wants KEY=VALUE, and not {setting}")
        for line in (f"{key} = {value}", f"{key} = {json.dumps(value, ensure_ascii=False)}"):
            try:
                lines[key] = line if len(tomllib.loads(line)) == 1 else None
                break
            except tomllib.TOMLDecodeError:
                continue
        if not lines.get(key):
            raise Mistake(f"--set {setting}: this is no line of a config.toml")
    return lines


def numbered(where, name):
    """A new directory of this name, or of it and a number: what is there stays as it is."""
    for number in itertools.count(1):
        path = where / (name if number == 1 else f"{name}-{number}")
        with contextlib.suppress(FileExistsError):
            path.mkdir()
            return path


def make_duel(mount, options):
    """A new directory of this name, or of it and a number, configured as asked for; its openings are sealed."""
    lines = configuration(options)
    options.maker_token = tomllib.loads(lines.get("maker_token", "")).get("maker_token")
    if options.name and os.path.lexists(mount.point / options.name):
        line = replaced(options.argv, options.name, f"{options.name}-2")
        raise Mistake(f"there is a duel {options.name} already", line)
    try:
        path = numbered(mount.point, options.name or slug(options.topic))
    except OSError as fault:
        raise Mistake(f"no such duel: {Duel(mount.point).last_refusal() or fault.strerror}")
    duel = Duel(path)
    if options.format in SEALED:
        lines.setdefault("opening", 'opening = "sealed"')
    refusal = duel.writes("config.toml", "".join(line + "\n" for line in lines.values()))
    if refusal:
        path.rmdir()
        raise Mistake(f"this is not taken as configuration: {refusal[1]}")
    return duel


SEAT = re.compile(r"(?P<name>[^@=]+)(?:@(?P<role>[^@=]+))?=(?P<agent>[^:]+)(?::(?P<model>.+))?", re.S)


def replaced(words, old, new):
    return [new if word == old else word for word in words]


def ready(agents):
    """Agents that can be asked, in the order of their lists; those that nobody tried are not chosen."""
    return [name for name, agent in agents.items() if agent.row.get("tried", True) and not agent.lacks()]


def chosen(options, agents):
    """Seats where none are said: different agents, as many as the format has, as far as there are different ones."""
    there = ready(agents)
    if not there:
        raise Mistake("a topic and the seats are missing, and no agent is ready: duel-run --detect says what they lack")
    names = [there[at % len(there)] for at in range(SEATS[options.format])]
    return [f"{name}-{names[:at].count(name) + 1}={name}" if name in names[:at] else f"{name}={name}"
            for at, name in enumerate(names)]


def name_fault(name):
    """The answer of `lock` to a seat's name; None."""
    scripts = {unicodedata.name(char, "").split(" ")[0] for char in name if char.isalpha()}
    scripts &= {"LATIN", "GREEK", "CYRILLIC"}
    marks = re.search(r"^[>#]|[/()|<`]|: | [-–—] ", name) or [
        char for char in name if unicodedata.category(char)[0] in "CZ" and char != " "]
    faults = {"a name has 1 to 64 bytes": not 1 <= len(name.encode()) <= 64,
              "this name is reserved": name.casefold() in RESERVED,
              "a name has no control characters, / ( ) | < `, dash between spaces, colon before one, > # first": marks,
              "a name mixes no Latin, Greek and Cyrillic": len(scripts) > 1}
    return next((fault for fault, is_so in faults.items() if is_so), None)


def seats_of(options, agents):
    """The seats as they were asked for; roles that are not said go in the format's order."""
    words, argv, seats = options.words[1:], options.argv, []
    if not words:
        words = chosen(options, agents)
        argv = argv + words
    some = (ready(agents) or ["claude"])[0]
    free = [name for name in "alice bob carol dave erin".split() if not any(word.startswith(name) for word in words)]
    for word in words:
        match = SEAT.fullmatch(word)
        if not match:
            name = re.sub("[@=].*", "", word) or free[0]
            raise Mistake(f"a seat is NAME[@ROLE]=AGENT[:MODEL], and not {word}; a name has no @ and no =",
                          replaced(argv, word, f"{name}={some}"))
        name, role, agent = match["name"], match["role"] or "", match["agent"]
        if agent != HUMAN and agent not in agents:
            near = (difflib.get_close_matches(agent, [*agents, HUMAN]) or [some])[0]
            raise Mistake(f"there is no agent {agent}: --list-agents shows them",
                          replaced(argv, word, word.replace(f"={agent}", f"={near}", 1)))
        known = ROLES[options.format]
        if role and role not in known and not (options.format == OVER_BASE and role.startswith(DEBATER)):
            near = (difflib.get_close_matches(role, known, cutoff=0.4) or [""])[0]
            raise Mistake(f"{word}: {options.format} has " + (f"the roles {', '.join(known)}" if known else "no roles"),
                          replaced(argv, word, word.replace(f"@{role}", f"@{near}" if near else "", 1)))
        fault = name_fault(name)
        if fault:
            raise Mistake(f"{name}: {fault}", replaced(argv, word, word.replace(name, free[0], 1)))
        names = [unicodedata.normalize("NFC", seat.name).casefold() for seat in seats]
        if unicodedata.normalize("NFC", name).casefold() in names:
            at = len(argv) - 1 - argv[::-1].index(word)
            raise Mistake(f"{name} has two seats", [*argv[:at], word.replace(name, name + "-2", 1), *argv[at + 1:]])
        if role and role in [seat.role for seat in seats]:
            raise Mistake(f"{role} is said of two seats", replaced(argv, word, word.replace(f"@{role}", "", 1)))
        seats.append(Seat(name, role, agents.get(agent), match["model"] or ""))
    check_count(options, argv, words, seats, [f"{name}={some}" for name in free])
    if options.format == OVER_BASE:
        take_roles_of_base(options, seats)
    else:
        take_roles(seats, ROLES[options.format])
    for seat in seats:
        can_be_asked(seat, options, agents, argv)
    return seats


def check_count(options, argv, words, seats, more):
    """A debate has as many seats as its format has."""
    wanted = SEATS[options.format]
    if len(seats) == wanted or options.format == OVER_BASE and len(seats) > wanted:
        return
    line = [word for word in argv if word not in words[wanted:]] + more[:max(wanted - len(seats), 0)]
    least, are = "at least " if options.format == OVER_BASE else "", "is" if len(seats) == 1 else "are"
    raise Mistake(f"{options.format} has {least}{wanted} seats, and {len(seats)} {are} said", line)


def can_be_asked(seat, options, agents, argv):
    """A seat's agent is installed, is logged in, and has tools where these are asked for."""
    if not seat.agent:
        return
    lacks = seat.agent.lacks()
    tools = not options.tools or "tools_command" in seat.agent.row
    if lacks or not tools:
        others = [name for name in ready(agents) if not options.tools or "tools_command" in agents[name].row]
        line = [re.sub(f"={seat.agent.name}(?=:|$).*", f"={others[0]}", word) for word in argv] if others else None
        raise Mistake(f"{seat.name}: agent {seat.agent.name}: {lacks}" if lacks else
                      f"agent {seat.agent.name} has no `tools_command`: it cannot be run with --tools", line)


def take_roles(seats, roles):
    """A seat that says none takes the next that nobody has said."""
    free = [role for role in roles if role not in [seat.role for seat in seats]]
    for seat, role in zip([seat for seat in seats if not seat.role], free):
        seat.role = role


def roles_of_base(options):
    """The roles of the knowledge base: a debater for each position, in the order of the alphabet."""
    if not options.source:
        raise Mistake("there is no knowledge base yet: --source DIR names one", ["--source", "DIR", *options.argv])
    positions = set()
    for file in pathlib.Path(options.source).glob("**/arguments/arg-*.md"):
        said = re.search("^position: *(.*?) *$", file.read_text(errors="replace"), re.M)
        positions.add("-".join(re.findall(r"[^\W_]+", said[1].casefold())) if said else "neutral")
    positions = sorted(positions - {"", "neutral", "factual", "meta"})
    return [DEBATER + position for position in positions] + ["moderator", ORCHESTRATOR]


def take_roles_of_base(options, seats):
    """The same where the debaters' roles are those of positions. If there are more of them than seats, the last have
    nobody, for without moderator and orchestrator no debate begins."""
    roles = roles_of_base(options)
    told = f"this base has {len(roles)} roles: {', '.join(roles[-1:] + roles[-2:-1] + roles[:-2])}"
    for seat in seats:
        if seat.role and seat.role not in roles:
            near = (difflib.get_close_matches(seat.role, roles) or roles)[0]
            line = [word.replace(f"@{seat.role}=", f"@{near}=", 1) for word in options.argv]
            raise Mistake(f"{seat.name}: there is no role {seat.role}: {told}", line)
    if len(seats) > len(roles):
        raise Mistake(f"there are {len(seats)} seats, and {told}")
    free = [role for role in roles if role not in [seat.role for seat in seats]]
    others = [role for role in free if not role.startswith(DEBATER)]
    take_roles(seats, free[:max(sum(not seat.role for seat in seats) - len(others), 0)] + others)


# --- what is kept of a run

# The values that --resume takes over; what has a default can be told anew.
KEPT = ("tools", "max_words", "max_silence", "asks", "format", "mount", "served", "agents", "maker_token")
DEFAULTS = {"tools": False, "max_words": WORDS, "asks": "", "format": "socratic"}


def state_folder():
    """A folder that this user alone reads, and that no project holds."""
    state = pathlib.Path(os.environ.get("XDG_STATE_HOME") or "~/.local/state").expanduser() / "duelfs"
    state.mkdir(mode=0o700, parents=True, exist_ok=True)
    return state


def secret_file(directory):
    """The folder where a run keeps its tokens and its mark; no agent is told of it."""
    return state_folder() / hashlib.sha256(str(directory).encode()).hexdigest()[:32]


def keep_run(run, mount):
    """The values that --resume needs, and the tokens in a file of their own."""
    kept = {key: getattr(run.options, key) for key in KEPT}
    kept["duel"], kept["point"] = run.duel.path.name, str(mount.point)
    kept["seats"] = [[seat.name, seat.role, seat.agent.name if seat.agent else HUMAN, seat.model] for seat in run.seats]
    with open(os.open(secret_file(run.directory), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        tokens = {seat.name: seat.token for seat in run.seats}
        json.dump({"mark": run.mark, "maker_token": kept.pop("maker_token"), "tokens": tokens}, file)
    (run.directory / "run.json").write_text(json.dumps(kept, indent=1) + "\n")


def run_directory(path):
    """The directory of a run, that is said itself or by its duel's, whose mount may be gone."""
    path = pathlib.Path(os.path.abspath(path))
    if os.path.exists(path / "run.json"):
        return path
    why = f"{path} is no run that can go on, and no duel of one"
    for file in (*path.parent.parent.glob("run/*/run.json"), *pathlib.Path(".duels").absolute().glob("run/*/run.json")):
        try:
            kept = read_kept(file)
            if pathlib.Path(kept["point"]) / kept["duel"] == path:
                return file.parent
        except Error as fault:  # of this duel, or of another
            why += f"\n{fault}"
    raise Error(why)


def read_kept(file):
    try:
        return json.loads(file.read_text())
    except ValueError:
        raise Error(f"{file} is cut or damaged: restore it from a copy, or begin a new run")


# --- the command line

def read_options(words):
    parser = argparse.ArgumentParser(prog="duel-run", description="Run a debate between agents to its end.",
        usage='duel-run [option…] "topic" [NAME[@ROLE]=AGENT[:MODEL]…]\n'
              "       duel-run review [BASE] [--path P] [NAME=AGENT[:MODEL]…]\n       duel-run watch DUEL-DIR\n"
              "       duel-run --resume DUEL-DIR | --detect | --list-agents",
        epilog="A topic that begins with - stands behind --. duel-run(1) says more.")
    add = parser.add_argument
    add("--format", help="the debate's format: " + ", ".join(ROLES))
    add("--source", help="the Markdown file that is debated; in adversarial the directory with the knowledge base")
    add("--set", action="append", default=[], metavar="KEY=VALUE", help="a key of the duel's config.toml")
    add("--path", action="append", default=[], metavar="P", help="review what changed there alone")
    add("--name", help="the duel's directory; made of the topic where it is not given")
    add("--mount", help="a mount that is there")
    add("--agents", action="append", default=[], metavar="FILE", help="more agents, as in agents.toml")
    add("--tools", action="store_true", default=None, help="agents work in the duel with tools of their own")
    add("--max-silence", type=int, metavar="N", help="seconds without output, then an agent is ended")
    add("--max-minutes", type=float, metavar="N", help="then the run ends, and can be resumed")
    add("--max-cost", type=float, metavar="USD", help="once that is spent the run ends, and can be resumed")
    add("--max-words", type=int, metavar="N", help=f"of a text, as its prompt says; 0: no limit ({WORDS})")
    add("--exchanges", type=int, metavar="N", help=f"so many more in this run ({EXCHANGES} in a duel without end)")
    add("--json", action="store_true", help="print an object a line; the last is the result")
    add("--open", action="store_true", help="show the page in a browser at the end")
    add("--output", metavar="DIR", help="a new directory for the record, the conclusion and the page")
    add("--resume", metavar="DIR", help="go on with the run of this duel")
    add("--detect", action="store_true", help="say which agents are there, and what others lack")
    add("--list-agents", action="store_true", help="say which agents there are")
    add("words", nargs="*", metavar="TOPIC SEAT", help=argparse.SUPPRESS)
    if any(0xdc80 <= ord(char) < 0xdd00 for word in words for char in word):
        parser.error("this is not UTF-8")
    at = words.index("--") if "--" in words else len(words)
    options = parser.parse_intermixed_args(words[:at])
    options.command = options.words.pop(0) if options.words[:1] in (["review"], ["watch"]) else None
    options.words += words[at + 1:]
    options.argv, options.asks, options.served, options.topic, options.maker_token = words, None, None, None, None
    fault = options_fault(options)
    if fault:
        raise fault if isinstance(fault, Mistake) else Mistake(fault)
    for path in ("mount", "source", "output"):
        if getattr(options, path):
            setattr(options, path, str(pathlib.Path(getattr(options, path)).resolve()))
    options.agents = [str(pathlib.Path(file).resolve()) for file in options.agents]
    return options


def options_fault(options):
    """The fault of the words of the command line together; None."""
    for key in ("max_silence", "max_minutes", "max_cost", "exchanges"):
        value = getattr(options, key)
        if value is not None and value <= 0:
            return f"--{key.replace('_', '-')} wants more than 0"
    if options.max_words is not None and options.max_words < 0:
        return "--max-words wants 0 or more"
    if options.detect or options.list_agents:
        return None
    if options.command == "watch":
        return None if len(options.words) == 1 else "watch wants the directory of one duel"
    if options.resume:
        new = [f"--{key}" for key in ("format", "source", "set", "name", "mount", "path") if getattr(options, key)]
        new += ["a topic"] if options.words else []
        return f"--resume goes on with what there is, and takes no {' and no '.join(new)}" if new else None
    if not options.words and options.command != "review":
        return "a topic and the seats are missing"
    if options.format and options.format not in ROLES:
        near = (difflib.get_close_matches(options.format, ROLES) or ["socratic"])[0]
        return Mistake(f"there is no format {options.format}: it is one of " + ", ".join(ROLES), replaced(
            replaced(options.argv, options.format, near), f"--format={options.format}", f"--format={near}"))
    review, output, name = options.command == "review", options.output, options.name
    faults = {
        "review has a source and a format of its own":
            review and (options.source or options.format not in (None, "socratic")),
        "--path is for review": options.path and not review,
        f"--output: {output} is there already": output and os.path.exists(output),
        f"--source: there is no {options.source}": options.source and not os.path.exists(options.source),
        f"--name is a directory's name, and not {name}": name is not None and not re.fullmatch("[^./][^/]*", name)}
    return next((fault for fault, is_so in faults.items() if is_so), None)


# --- a run

held = []                 # what is locked as long as the process lives


def base_directory(options):
    """The folder of runs, their store and their mount, and whether that is new: .duels in the project, which git
    is told to leave out. A review has its own: no evidence is looked up in a directory with the store."""
    project = hashlib.sha256(os.getcwdb()).hexdigest()[:8]
    base = state_folder() / f"reviews-{project}" if options.asks else pathlib.Path(".duels").resolve()
    new = not base.exists()
    (base / "run").mkdir(parents=True, exist_ok=True)
    if not (base / ".gitignore").exists():
        (base / ".gitignore").write_text("*\n")
    return base, new


def claim(directory):
    """A run has one runner: the lock goes with the process."""
    held.append(locked(directory / "runner", fcntl.LOCK_EX | fcntl.LOCK_NB))
    if not held[-1]:
        raise Error(f"{directory}: another duel-run is at work there")


def go_on(options, directory, kept, seats, mount, stopping):
    """A run that was cut off, at any moment since it was kept."""
    duel = Duel(mount.point / kept["duel"])
    if not duel.path.exists():
        raise Error(f"there is no duel {kept['duel']} in {mount.point}")
    ends_left(kept["mark"])
    run = Run(options, duel, seats, directory, stopping, Screen(options.json), kept["mark"])
    for seat in seats:
        if not seat.path.exists() and not duel.closed():
            seat.join()
    return run


def begin(options, base, seats, mount, stopping):
    """A run that is new. If a seat cannot join, nothing is left of it but a duel that another has joined, closed."""
    duel = make_duel(mount, options)
    directory = numbered(base / "run", duel.path.name)
    claim(directory)
    run = Run(options, duel, seats, directory, stopping, Screen(options.json), secrets.token_hex(16))
    try:
        keep_run(run, mount)
        for seat in seats:
            seat.join()
    except (Error, OSError) as refusal:
        shutil.rmtree(directory)
        with contextlib.suppress(OSError):
            secret_file(directory).unlink()
        try:
            duel.path.rmdir()
        except OSError:
            fault = duel.writes("lock", f"{run.close} reason={quoted(plain(f'duel-run: {refusal}', REASON_BYTES))}\n")
            if not mount.new_store:
                how = f"is open: {fault[1]}" if fault else "is closed"
                raise Error(f"{refusal}\n{duel.path} stays, for somebody has joined it, and {how}")
        raise Mistake(str(refusal))
    return run


def change_under_review(options):
    """The source of a review: what `git diff BASE` says, in a file."""
    base = options.words.pop(0) if options.words and "=" not in options.words[0] else "HEAD"
    git = ["git", "-c", "core.quotePath=false"]
    top, diff = (subprocess.run([*git, *words], capture_output=True, text=True, errors="replace", check=False)
                 for words in (["rev-parse", "--show-toplevel"], ["diff", base, "--", *options.path]))
    for done in (top, diff):
        if done.returncode:
            raise Mistake(plain(done.stderr, REASON_BYTES))
    if not diff.stdout.strip():
        raise Mistake(f"nothing has changed since {base}")
    fence = "`" * max([3] + [len(run) + 1 for run in re.findall("`{3,}", diff.stdout)])
    options.format, options.topic, options.asks = "socratic", REVIEW_TOPIC, REVIEW_ASKS
    options.words.insert(0, REVIEW_TOPIC)
    options.set = ["max_turns=4", f"evidence_root={top.stdout.strip()}", *options.set]
    return f"# {REVIEW_TOPIC}\n\n{fence}diff\n{diff.stdout.rstrip()}\n{fence}\n"


def has_findings(duel):
    """Does the statement that both accept, or else either side's latest text, have a blocking finding?"""
    status = duel.status()
    agreed = status["outcome"] == "ACCEPTED_CONSENSUS" and (duel.path / "statement.md").exists()
    files = [duel.path / "statement.md"] if agreed else duel.path.glob("participants/*/turn.md")
    return any(re.search(r"^\s*[-*] (?:\S+: )?\[blocking\]", file.read_text(errors="replace"), re.M) for file in files)


def tell_places(run):
    status = run.duel.status()
    run.screen.line(f"{status['format']}: {status['topic']}", "begins", duel=str(run.duel.path),
                    format=status["format"], topic=status["topic"])
    run.screen.line(f"look on: {run.duel.path}")
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    for seat in run.seats:
        if seat.agent is None and editor and sys.stdin.isatty():
            seat.editor = editor
        elif seat.agent is None:
            files = f"read {seat.path}/prompt.md, write {seat.path}/turn.md with the first line"
            lines = f"\n    and lines to {run.duel.path}/lock that end in token={seat.token}"
            run.screen.line(f"{seat.name} is yours: {files}\n    <!-- token: {seat.token} -->" +
                            (lines if seat.role == ORCHESTRATOR else ""))


def archived(run):
    """The name of the record in the archive, if it is written behind the end; "" where it will not be."""
    ends_at = time.monotonic() + CLOSE_SECONDS
    before = run.stopping.signals
    while True:
        status = run.duel.status()
        failed = any(ARCHIVE_FAILED in warning for warning in status["warnings"])
        late = time.monotonic() > ends_at or run.stopping.signals > before
        if status["archive"] or failed or late or not status["closed_at"]:
            return status["archive"]
        time.sleep(0.01)


def kept_places(run, mount):
    """The paths of the record and the page: what is said of it stays true once the mount has gone."""
    duel, name = run.duel.path, archived(run) if mount.store else ""
    record, page = str(duel / "debate.md"), duel / "view.html"
    if name:
        record, page = str(mount.archive / name), mount.archive / name.removesuffix(".md") / "view.html"
    elif mount.store:
        record, page = f"duelfs export {shlex.quote(str(mount.store))} {shlex.quote(duel.name)} DIR", None
    if run.options.output:
        folder = pathlib.Path(run.options.output)
        folder.mkdir(parents=True, exist_ok=bool(run.options.resume))
        for file in (file for file in ("debate.md", "conclusion.md", "view.html") if (duel / file).exists()):
            shutil.copyfile(duel / file, folder / file)
        page = folder / "view.html"
    places = {"run": str(run.directory), "record": record, **({"page": str(page)} if page and page.exists() else {})}
    if run.options.open and "page" in places:
        webbrowser.open(page.as_uri())
    return places


def run_of(options, mount, stopping):
    """The run that is asked for, in the mount, which is taken."""
    kept = base = source = None
    if options.resume:
        directory = run_directory(options.resume)
        if not secret_file(directory).exists():
            raise Error(f"{directory} is no run that can go on: its debate is over")
        kept = {**read_kept(directory / "run.json"), **read_kept(secret_file(directory))}
        claim(directory)
        base, new = directory.parent.parent, False
        kept["agents"] += options.agents
        for key in KEPT:
            if key == "agents" or getattr(options, key) is None:
                setattr(options, key, kept.get(key))
    elif options.command == "review":
        source = change_under_review(options)
    for key, value in DEFAULTS.items():
        if getattr(options, key) is None:
            setattr(options, key, value)
    agents = read_agents(options.agents)
    if kept:
        seats = [Seat(name, role, agents.get(agent), model, kept["tokens"][name])
                 for name, role, agent, model in kept["seats"]]
        gone = {agent for *_, agent, _ in kept["seats"]} - {HUMAN, *agents}
        if gone:
            raise Error(f"there is no agent {', '.join(gone)} any more")
        return go_on(options, directory, kept, seats, mount.take(options, base), stopping)
    seats = seats_of(options, agents)
    configuration(options)
    options.topic = options.words[0]
    base, new = base_directory(options)
    try:
        if source:
            (base / "change.md").write_text(source)
            options.source = str(base / "change.md")
        return begin(options, base, seats, mount.take(options, base), stopping)
    except BaseException:
        if (mount.end() or options.mount) and not os.listdir(base / "run"):  # else another run is or was in it
            if mount.new_store:
                shutil.rmtree(mount.store, ignore_errors=True)
            if new:
                shutil.rmtree(base, ignore_errors=True)
        raise


def runs(words):
    options = read_options(words)
    if options.detect or options.list_agents:
        for name, agent in sorted(read_agents(options.agents).items()):
            about = agent.row.get("about", "") + ("" if agent.row.get("tried", True) else " (not tried)")
            print(harmless(f"{name:12} {agent.lacks() or 'ready' if options.detect else about}"))
        return EXIT_ENDED
    if options.command == "watch":
        return watch(pathlib.Path(options.words[0]), options.json)
    stopping, mount = Stop(), Mount()
    try:
        run = run_of(options, mount, stopping)
        stopping.at_once = False
        try:
            tell_places(run)
            status = run.runs()
            if options.asks and status == EXIT_ENDED and has_findings(run.duel):
                status = EXIT_FINDINGS
            result = run.result(status)
            for line in result_lines(result) if not run.screen.as_json else ():
                run.screen.line(line)
            if result["ended"]:
                secret_file(run.directory).unlink(missing_ok=True)
            places = kept_places(run, mount)
            for what, where in places.items() if not options.json else ():
                run.screen.line(f"{'asks and answers' if what == 'run' else what}: {where}")
            if options.json:
                run.screen.line("", "result", **result, **places)
            return status
        except Error as error:
            raise Error(f"{error}\ngo on with: {run.resume_command()}")
    finally:
        stopping.at_once = False
        mount.end()


def main(words):
    """The exit status; what failed is said on standard error."""
    try:
        return runs(words)
    except Error as error:
        print("\n".join(harmless(line) for line in f"duel-run: {error}".splitlines()), file=sys.stderr)
        return error.status
    except OSError as fault:
        print(harmless(f"duel-run: {fault.filename or 'a file'}: {fault.strerror}"), file=sys.stderr)
        return EXIT_ERROR
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
