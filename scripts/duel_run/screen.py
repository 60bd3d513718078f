"""The output: a line a move, one for whoever is thinking, the result; and what others said, made fit to be shown.
With --json each is an object on a line. `watch` prints the same of any debate, by the files of its mount alone."""

import json, os, re, shutil, sys, threading, time, tomllib

GIST_LINES = 12           # of a conclusion, on the terminal
GIST_ITEMS = 3            # of one of its lists
TITLE_BYTES = 160         # of what was accepted, as it is shown


class Error(Exception):
    """The reason that ends the run, in a sentence; `status` is the exit status."""

    def __init__(self, text, status=1):
        super().__init__(text)
        self.status = status


SEQUENCE = re.compile("(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)?")


def harmless(text):
    """The same without what a terminal obeys: colours and the like, and then each character that does not show."""
    return "".join(char if char.isprintable() else " " if char.isspace() else "" for char in SEQUENCE.sub("", text))


def plain(text, limit):
    """On one line, and of at most so many bytes."""
    words = " ".join(harmless(text).split())
    return words if len(words.encode()) <= limit else words.encode()[:limit - 3].decode(errors="ignore") + "…"


def first_line(text):
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def counted(number, noun):
    return f"{number} {noun}" + ("" if number == 1 else "s")


class Screen:
    """Standard output: lines, and on a terminal one that runs with the clock below them. The debate goes on where
    nobody reads any more. While a person's editor has the terminal, lines are kept."""

    def __init__(self, as_json=False):
        self.lock = threading.Lock()
        self.as_json = as_json
        self.live = sys.stdout.isatty() and not as_json
        self.running = {}
        self.kept = None

    def put(self, text, end):
        try:
            print(("\r\x1b[K" if self.live else "") + text, end=end, flush=True)
        except OSError:
            sys.stdout = open(os.devnull, "w")

    def line(self, text, event="note", **data):
        """A line of text; with --json the object in its place."""
        if self.as_json:
            text = json.dumps({"event": event, **(data or {"text": harmless(text)})})
        else:
            text = "\n".join(harmless(line) for line in text.split("\n"))
        with self.lock:
            if self.kept is None:
                self.put(text, "\n")
            else:
                self.kept.append(text)

    def edits(self, begins):
        """An editor takes the terminal, or gives it back."""
        with self.lock:
            kept, self.kept = self.kept or [], [] if begins else None
            for text in kept:
                self.put(text, "\n")

    def begins(self, name, what):
        with self.lock:
            self.running[name] = [what, time.monotonic(), 0, time.monotonic()]

    def alive(self, name, size):
        """An agent's output has so many bytes. How long it has not grown, in seconds."""
        with self.lock:
            row = self.running.get(name)
            if row and size != row[2]:
                row[2:] = [size, time.monotonic()]
            return time.monotonic() - row[3] if row else 0

    def ends(self, name):
        with self.lock:
            self.running.pop(name, None)

    def tick(self):
        with self.lock:
            if self.live and self.kept is None:
                now = time.monotonic()
                doing = [f"{name}: {what}, {now - since:.0f} s" +
                         (f", {size} bytes, the last {now - last:.0f} s ago" if size else "")
                         for name, (what, since, size, last) in self.running.items()]
                text, most = harmless(" · ".join(doing)), shutil.get_terminal_size().columns - 1
                # a character has at most two columns
                self.put(text[:most if text.replace("·", "").isascii() else most // 2], "")


def title_of(text):
    """A line that says what a text is: its heading without harness and model, or what its JSON holds."""
    text = re.sub(r"\A\s*<!--.*?-->", "", text, flags=re.S)
    first = next((line for line in text.splitlines() if line.strip(" \t-")), "")
    if first.startswith("#"):
        return re.sub(r" \([^()]*/[^()]*\)", "", first.lstrip("# "))
    try:
        value = json.loads(text)
    except ValueError:
        return first[:60]
    rows = value.get("scores", [value]) if isinstance(value, dict) else value
    return "; ".join(str(row.get("title") or f"{row.get('argument_id', '?')} {row.get('score', '')}")
                     for row in rows if isinstance(row, dict))


def gist(text, said):
    """A conclusion, in a few lines: without its title, marks of the filesystem, blank lines and what is said
    beside it, and with the first items of a list."""
    shown, items = [], 0
    for line in text.splitlines()[1:]:
        items = items + 1 if re.match(r"\s*([-*]|\d+\.) ", line) else 0
        told = re.sub(r"^\*\*[^*]*\*\*:? *", "", line.strip()) in said and line.strip()
        told = told or re.match("> duelfs:|The whole of it:|A debate of|<!--", line)
        if re.search(r"[^\W_]", line) and not told and items <= GIST_ITEMS:
            shown.append(plain(line.strip(), TITLE_BYTES))
    # a heading with nothing below it says nothing
    shown = [line for line, after in zip(shown, shown[1:] + ["#"]) if not line[0] == after[0] == "#"]
    return shown if len(shown) <= GIST_LINES else shown[:GIST_LINES - 1] + ["…"]


def result_lines(result):
    """The result as it stands at the end, on the terminal."""
    reason = f" — {result['reason']}" if result["reason"] else ""
    yield f"{'ended' if result['ended'] else 'not ended'}: {result['outcome']}{reason}"
    yield from (f"missing: {what}" for what in result["missing"])
    yield from ("  " + line for line in result["conclusion"])
    if result["scores"]:
        yield "scores: " + ", ".join(f"{side} {row['total']} in {counted(row['count'], 'argument')}"
                                     for side, row in result["scores"].items())
    cost = "unknown" if result["cost"] is None else f"${result['cost']:.3f}"
    found = [] if result["quotations_found"] is None else [counted(result["quotations_found"], "quotation") + " found"]
    yield ", ".join([*found, counted(result["moves"], "move"), counted(result["minutes"], "minute"),
                     f"tokens {'unknown' if result['tokens'] is None else result['tokens']}", f"cost {cost}"])
    yield from [f"go on with: {result['resume']}"] if result["resume"] else []


def move_line(name, title, seconds, words, found, attempt, took):
    """The line for a move."""
    parts = [f"{seconds:.0f} s", f"{words} words"] + ([f"try {attempt}"] if attempt > 1 else [])
    parts += [counted(found, "quotation") + " found"] if found else []
    parts += [f"{took['tokens']} tokens"] if took.get("tokens") else []
    parts += [f"${took['cost']:.3f}"] if took.get("cost") else []
    return f"{name:12} {title}  ({', '.join(parts)})"


def missing(status, failed):
    """The gaps of a result, in sentences: seats that were given up, and what the mount warns of."""
    told = [plain(str(warning), TITLE_BYTES) for warning in status.get("warnings", [])]
    return [f"{name} was given up: {why}" for name, why in failed] + told


def read_status(path):
    return tomllib.loads((path / "status").read_text(encoding="utf-8", errors="replace"))


def watch(path, as_json):
    """A line a move of any debate, until it is closed."""
    screen, seen, thinking, since = Screen(as_json), set(), "", time.monotonic()
    status = read_status(path)
    screen.line(f"{status['format']}: {status['topic']}", "watch", duel=path.name, topic=status["topic"])
    while True:
        status = read_status(path)
        who = status.get("lock_owner") or status.get("next_participant") or ""
        for file in sorted((path / "turns").iterdir() if (path / "turns").is_dir() else []):
            if file.name not in seen:
                text = file.read_text(encoding="utf-8", errors="replace")
                name, seconds, words = file.stem.partition("-")[2], time.monotonic() - since, len(text.split())
                title = plain(title_of(text), TITLE_BYTES)
                screen.line(move_line(name, title, seconds, words, 0, 1, {}), "move", seat=name,
                            seconds=round(seconds), words=words, accepted=title)
                seen.add(file.name)
                since = time.monotonic()
        if who != thinking:
            screen.ends(thinking)
            thinking = who
            if who:
                screen.begins(who, "at work")
                screen.line(f"  {who} is at work", "thinking", seat=who)
        if status["closed_at"]:
            reason = f" — {status['reason']}" if status["reason"] else ""
            screen.line(f"ended: {status['outcome']}{reason}", "result", outcome=status["outcome"],
                        reason=status["reason"])
            return 0
        screen.tick()
        time.sleep(0.2)
