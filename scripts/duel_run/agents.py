"""Agents: rows of agents.toml; one question and one answer, whose process is seen to its end; and the text, or the line
for `lock`, that an answer means."""

import contextlib, json, math, os, pathlib, re, shutil, signal, subprocess, tempfile, threading, time, tomllib

from .screen import Error, first_line, plain

ANSWER_BYTES = 1 << 20    # of one answer; more is a flood
LOOK_SECONDS = 1          # between two looks whether a debate is over, while an agent is at work
ROOM_BYTES = 64 << 10     # that a disk has; one with less is full, and no answer fails for it
KILL_AFTER = 5            # seconds from SIGTERM to SIGKILL
LINGER_SECONDS = 15       # for an agent whose text was the debate's last, to end by itself and say what it took
# Lines for `lock`, and their keys. The answer of an agent that names a speaker is nothing but one of these.
ORDERS = {"next": ("to", "asks"), "end": ("reason",), "fail": ("who", "reason")}
RUN_MARK = "DUEL_RUN_MARK"  # in the environment of what a run starts: by it a run that goes on knows what is left

AGENT_KEYS = {"about": str, "harness": str, "tried": bool, "needs": str, "login": list, "login_hint": str,
              "command": list, "answer": str, "text": str, "failed": str, "cost": str, "tokens": list, "seconds": int,
              "tokens_pattern": str, "tools_command": list, "tools_in": str, "transient": list}
TYPE_NAMES = {str: "string", bool: "boolean", list: "array", int: "integer"}
# Patterns; a number is a status of HTTP where that is said before it.
TRANSIENT = [r"(error|status|code|http[/\d.]*)\W{0,3}(429|503)\b", "rate limit", "rate_limit", "overloaded",
             "too many requests", "resource_exhausted", "service unavailable", "temporarily unavailable", "econnreset",
             "etimedout", "connection reset", "connection refused", "network error"]


def are_words(value, nested):
    """An array of strings, or, of a command, of strings and arrays of them."""
    return all(isinstance(word, str) or nested and isinstance(word, list) and are_words(word, False) for word in value)


class Agent:
    """One way to ask: a row of agents.toml."""

    def __init__(self, name, row, file):
        if not isinstance(row, dict):
            raise Error(f"{file}: agents.{name}: an agent is a table [agents.{name}]")
        for key, value in row.items():
            if key not in AGENT_KEYS:
                raise Error(f"{file}: agents.{name}: there is no key `{key}`")
            if type(value) is not AGENT_KEYS[key]:
                raise Error(f"{file}: agents.{name}.{key}: this is no {TYPE_NAMES[AGENT_KEYS[key]]}")
            if isinstance(value, list) and not are_words(value, "command" in key):
                raise Error(f"{file}: agents.{name}.{key}: what stands in it is a string")
        if not row.get("command"):
            raise Error(f"{file}: agents.{name}: `command` is missing")
        if not isinstance(row["command"][0], str):
            raise Error(f"{file}: agents.{name}.command: its first word is the program, a string")
        self.name, self.row, self.here = name, row, str(pathlib.Path(file).resolve().parent)
        self.harness, self.seconds = row.get("harness", name), row.get("seconds", 600)
        self.answer, self.tools_in = row.get("answer", "stdout"), row.get("tools_in", "duel")
        self.transient = [re.escape(word) for word in row["transient"]] if "transient" in row else TRANSIENT
        if self.tools_in not in ("duel", "project"):
            raise Error(f'{file}: agents.{name}.tools_in: it is "duel" or "project", and not "{self.tools_in}"')
        if self.answer not in ("stdout", "file", "json"):
            raise Error(f'{file}: agents.{name}.answer: it is "stdout", "file" or "json", and not "{self.answer}"')
        if self.answer == "json" and "text" not in row:
            raise Error(f'{file}: agents.{name}: answer = "json" wants `text`, the key that has the answer')
        try:
            if re.compile(row.get("tokens_pattern", "()")).groups < 1:
                raise Error(f"{file}: agents.{name}.tokens_pattern: it has no group (…) round the count")
        except (re.error, OverflowError, RecursionError) as fault:
            raise Error(f"{file}: agents.{name}.tokens_pattern: {fault}")

    def words(self, which, values):
        """The command with what its braces name in place; an inner array goes with what it lacks."""
        values = {"here": self.here, **values}
        words = []
        for word in self.row[which]:
            inner = word if isinstance(word, list) else [word]
            names = re.findall(r"\{(\w+)\}", " ".join(inner))
            if isinstance(word, list) and not all(values.get(name) for name in names):
                continue
            words += [re.sub(r"\{(\w+)\}", lambda m: values.get(m[1], m[0]), part) for part in inner]
        return words

    def lacks(self):
        """The files that must be there before it can be asked: a sentence, or None."""
        needs = self.row.get("needs", self.row["command"][0])
        if not shutil.which(needs):
            return f"`{needs}` is not installed"
        login = self.row.get("login", [])
        there = (os.environ.get(at[1:]) if at[:1] == "$" else os.path.exists(os.path.expanduser(at)) for at in login)
        if not login or any(there):
            return None
        return "it is not logged in: " + self.row.get("login_hint", "none of " + ", ".join(login) + " is there")


def read_agents(extra):
    """Every agent by name: the installed list, then the user's, then --agents."""
    here = pathlib.Path(__file__).resolve().parent.parent
    config = pathlib.Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config").expanduser()
    files = [file for file in (here / "agents.toml", here.parent / "config/agents.toml") if file.exists()][:1]
    files += [file for file in [config / "duelfs/agents.toml"] if file.exists()]
    files += [pathlib.Path(file) for file in extra]
    agents = {}
    for file in files:
        try:
            listed = tomllib.loads(file.read_text())
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
            raise Error(f"{file}: {fault}")
        other = [f"there is no key `{key}`" for key in listed if key != "agents"]
        if other or not isinstance(listed.get("agents", {}), dict):
            raise Error(f"{file}: {(other or ['agents'])[0]}: an agent is a table [agents.NAME]")
        for name, row in listed.get("agents", {}).items():
            agents[name] = Agent(name, row, file)
    return agents


def all_at(value, path):
    """The value in a JSON value at a path with dots, where * is any key."""
    found = [value]
    for part in path.split("."):
        found = [inner for outer in found if isinstance(outer, dict)
                 for inner in (outer.values() if part == "*" else [outer.get(part)])]
    return found


def at_path(value, path):
    return next(iter(all_at(value, path)), None)


class Failed(Exception):
    """An agent that gave no answer: why. `transient`: asking again later may help; `final`: it is of no use."""

    def __init__(self, why, transient=False, final=False):
        super().__init__(why)
        self.transient, self.final = transient, final


class Transcript:
    """Asks and answers in the run's directory, numbered in the order of asking; without the seats' tokens."""

    def __init__(self, directory, tokens):
        self.directory = directory
        self.tokens = [token.encode() for token in tokens if token]
        self.lock = threading.Lock()
        self.number = max([int(file.name.split("-")[0]) for file in directory.glob("[0-9]*-*.ask.md")], default=0)

    def begin(self, seat):
        """The prefix of the names of the files of one question."""
        with self.lock:
            self.number += 1
            return str(self.directory / f"{self.number:03d}-{seat.name}")

    def keep(self, file, data, mode="wb"):
        for token in self.tokens:
            data = data.replace(token, b"*" * len(token))
        try:
            with open(file, mode) as kept:
                kept.write(data)
        except OSError as fault:
            raise Error(f"{file}: {fault.strerror}")

    def has_room(self):
        room = os.statvfs(self.directory)
        return room.f_bavail * room.f_frsize >= ROOM_BYTES or not room.f_blocks

    def log(self, **what):
        row = {"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), **what}
        text = re.sub("[\x7f-\x9f]", lambda char: f"\\u{ord(char[0]):04x}", json.dumps(row, ensure_ascii=False))
        with self.lock:
            self.keep(self.directory / "log.jsonl", text.encode(errors="replace") + b"\n", "ab")


def ends_group(process, stopping):
    """Ends a process and all of its group: asked first, then killed, at once where that was said twice."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, sign)
        ends_at = time.monotonic() + KILL_AFTER
        while process.poll() is None and time.monotonic() < ends_at:
            if sign == signal.SIGTERM and stopping.signals > 1:
                break
            time.sleep(0.02)


def run_agent(seat, words, prompt, base, folder, run):
    """Starts the command with the prompt on its standard input, and sees it to its end; its output is in files of the
    transcript. However that was, it has done what it was asked for where its text is in: then it is no failure."""
    run.transcript.keep(base + ".ask.md", prompt)
    out, err = base + ".answer", base + ".error"
    made = seat.made()
    with tempfile.TemporaryFile() as asked, open(out, "wb") as stdout, open(err, "wb") as stderr:
        asked.write(prompt)
        asked.seek(0)
        try:
            process = subprocess.Popen(words, stdin=asked, stdout=stdout, stderr=stderr, cwd=folder,
                                       env=seat.environment(), start_new_session=True)
        except (OSError, ValueError) as fault:
            raise Failed(f"`{words[0]}` cannot be started: {getattr(fault, 'strerror', None) or fault}", final=True)
        try:
            why = watched(process, seat, (out, err), run, made)
        finally:
            ends_group(process, run.stopping)
    said = [pathlib.Path(file).read_bytes()[:ANSWER_BYTES] for file in (out, err)]
    for file, data in zip((out, err), said):
        run.transcript.keep(file, data)
    if why is None and len(said[0]) > ANSWER_BYTES - 1:
        why = f"more than {ANSWER_BYTES >> 20} MiB of answer"
    # what it printed beside its answer, without the lines of the prompt that it repeated
    asked = set(prompt.decode().splitlines())
    beside = said[1].decode(errors="replace").splitlines(keepends=True)
    beside = "".join(line for line in beside if line.rstrip("\r\n") not in asked)
    took = took_by(seat.agent, said[0].decode(errors="replace"), beside)
    run.spends(took)
    if why and seat.made() == made:
        raise Failed(why)
    return process.returncode, said[0], beside, took


def ends_left(mark):
    """Kills what a run that was killed left at work: it would hand in beside those that are asked now. It is known by
    its environment."""
    mark = f"\0{RUN_MARK}={mark}\0".encode()
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended, or is another user's
            if mark in b"\0" + (process / "environ").read_bytes():
                os.kill(int(process.name), signal.SIGKILL)


def watched(process, seat, files, run, made):
    """Sees a command to its end: None, or why it may not go on. One whose text ended the debate may end by itself."""
    ends_at = time.monotonic() + seat.agent.seconds
    looks_at, lingers_until = 0, math.inf
    while True:
        try:
            process.wait(0.05)
            return None
        except subprocess.TimeoutExpired:
            now = time.monotonic()
        sizes = [os.stat(file).st_size for file in files]
        if run.stopping.is_set():
            return "interrupted"
        if now > ends_at:
            return f"no answer within {seat.agent.seconds} s"
        if run.screen.alive(seat.name, sum(sizes)) > (run.options.max_silence or math.inf):
            return f"no byte of output for {run.options.max_silence} s"
        if sizes[0] > ANSWER_BYTES or sizes[1] > 16 * ANSWER_BYTES:
            return f"more than {ANSWER_BYTES >> 20} MiB of answer"
        if now > looks_at and seat.is_done():
            if now > lingers_until or seat.made() == made:
                return "the debate is over"
            lingers_until = min(lingers_until, now + LINGER_SECONDS)
        looks_at = now + LOOK_SECONDS if now > looks_at else looks_at


def ended_badly(agent, status, said):
    """The failure of a command that says of itself that it failed."""
    last = plain(first_line("\n".join(reversed(said.splitlines()))), 200)
    how = f"ended by signal {-status}" if status < 0 else f"exit status {status}"
    return Failed(how + (f": {last}" if last else ""), any(re.search(word, said, re.I) for word in agent.transient))


def ask(seat, prompt, base, run):
    """One question, one answer: its text, and what it took where the command says so."""
    agent = seat.agent
    with tempfile.TemporaryDirectory(prefix="duel-run-") as folder:
        output, work = os.path.join(folder, "answer"), os.path.join(folder, "work")
        os.mkdir(work)
        words = agent.words("command", {"model": seat.model, "output": output})
        status, answer, said, took = run_agent(seat, words, prompt.encode(), base, work, run)
        if agent.answer == "file" and os.path.exists(output):
            answer = pathlib.Path(output).read_bytes()[:ANSWER_BYTES]
            run.transcript.keep(base + ".answer", answer)
    text = answer.decode(errors="replace")
    if agent.answer == "json":
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = {}
        printed, text = text, at_path(value, agent.row["text"])
        if at_path(value, agent.row.get("failed", "")) or not isinstance(text, str):
            raise ended_badly(agent, status or 1, f"{said}\n{text if isinstance(text, str) else printed}")
    if status:
        raise ended_badly(agent, status, said if said.strip() else text)
    if not text.strip():
        raise Failed("the answer is empty")
    return text, took


def took_by(agent, out, said):
    """A command's tokens and cost; nothing where it does not."""
    matches = list(re.finditer(agent.row.get("tokens_pattern", r"(?!)"), said + out))
    try:
        if matches:
            return {"tokens": int(re.sub(r"\D", "", matches[-1][1] or "") or 0) or None}
        value = json.loads(out)
    except (ValueError, RecursionError):
        return {}
    counts = [count for path in agent.row.get("tokens", []) for count in all_at(value, path)]
    cost = at_path(value, agent.row.get("cost", ""))
    tokens = sum(count for count in counts if isinstance(count, int)) or None
    return {"cost": cost if isinstance(cost, (int, float)) else None, "tokens": tokens}


TOKEN_LINE = re.compile(r"\A\s*<!--\s*token:.*?-->[ \t]*\n", re.S)


def unwrapped(answer, blank):
    """The texts that an answer may mean, the likeliest first: what begins as the blank does, in a fence or not, what a
    fence holds, all of it."""
    answer = answer.replace("\r\n", "\n").strip("\ufeff \n")
    begins = re.sub(r"\A(\s*---\s*\n)?\s*", "", TOKEN_LINE.sub("", blank)).split("\n")[0]
    heading = re.match(r"#+ \w+(?: \w+)?", begins)
    whole = r"^\s*[\[{].*[\]}]" if begins[:1] in "[{" else f"^{re.escape(heading[0])}.*" if heading else "(?!)"
    fence = re.search(r"^(`{3,}|~{3,})[^\n`]*\n(.*)^\1[ \t]*$", answer, re.M | re.S)
    parts = [fence[2], answer] if fence else [answer]
    found = [match[0] for match in (re.search(whole, part, re.M | re.S) for part in parts) if match]
    return list(dict.fromkeys(TOKEN_LINE.sub("", text).strip("\n") + "\n" for text in [*found, *parts]))


def quoted(value):
    """A value of a line for `lock`."""
    return '"' + re.sub(r'([\\"])', r"\\\1", value) + '"'


ORDER = re.compile(r"(?:lock:\s*)?(?P<verb>\w+)\s+(?:(?P<who>\"(?:[^\"\\]|\\.)*\"|[^\s\"=]+)\s+)?(?P<keys>\w+=.*)")
KEY = re.compile(r"(\w+)=(?:\"((?:[^\"\\]|\\.)*)\"|“([^”]*)”|([^\s\"“=]+))(?:\s+|$)")


def order_of(answer, name):
    """The one line for `lock` that an answer has, as verb and keys; ValueError: what is wrong with it. Words round it
    are taken off. Everything else that such a line could do is no part of an agent's, and is refused here."""
    who = name if re.fullmatch(r"[\w.-]+", name) else quoted(name)
    form = "; ".join(" ".join([verb, who] + [f'{key}="…"' for key in keys]) for verb, keys in ORDERS.items())
    lines = [line.strip().strip("`").strip() for line in answer.split("\n")]
    matches = {line: ORDER.fullmatch(line) for line in lines}
    found = [line for line, match in matches.items() if line.startswith("lock:") or match and match["verb"] in ORDERS]
    if len(found) != 1:
        raise ValueError(f"the answer has {len(found) or 'none'} of these lines, and wants one: {form}")
    match = matches[found[0]]
    if not match or match["verb"] not in ORDERS:
        raise ValueError(f"the line is none of these: {form}")
    says = re.sub(r"\\(.)", r"\1", (match["who"] or name).removeprefix('"').removesuffix('"'))
    if says.casefold() != name.casefold():
        raise ValueError(f"who says it is {name}: {form}")
    verb, words, keys = match["verb"], match["keys"], {}
    while words:
        match = KEY.match(words)
        if not match:
            raise ValueError(f"what has spaces or quotes in it stands in double quotes: {words}")
        if match[1] not in ORDERS[verb] or match[1] in keys:
            raise ValueError(f"`{verb}` takes " + " and ".join(f"{key}=" for key in ORDERS[verb]) + ", each once")
        value = next(part for part in match.groups()[1:] if part is not None)
        keys[match[1]] = re.sub(r"\\(.)", r"\1", value)
        words = words[match.end():]
    return verb, keys
