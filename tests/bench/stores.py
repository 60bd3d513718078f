"""The rows that are measured in milliseconds and bytes: 9, 10 and 11 of a store with many duels, 14 and 15 of a dialectic."""
import concurrent.futures
import json
import os
import random
import statistics
import subprocess
import sys
import time

NAMES = {"alice": ("proposition", "prop"), "bob": ("opposition", "opp"), "carol": ("judge", None)}
SAMPLES = 41
DESIGN_DUELS = 100000


def versus(ours, reference, samples):
    """The medians of both, each of which says what it measured, in turn."""
    took = ([], [])
    for _ in range(samples):
        for which in random.sample((0, 1), 2):
            took[which].append((ours, reference)[which]())
    return statistics.median(took[0]), statistics.median(took[1])


def timed(function, *args):
    """Milliseconds."""
    begun = time.perf_counter()
    function(*args)
    return (time.perf_counter() - begun) * 1000


def process_bytes(pid):
    """Bytes of memory that are this process's part."""
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("Pss:"))


def lists(say, mount, bare):
    """`ls -l` of many duels, against the bare server's plain readdir of as many directories."""
    def listed(path):
        return timed(lambda: subprocess.run(["ls", "-l", path], check=True, stdout=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C"}))
    say("list", *versus(lambda: listed(mount), lambda: listed(bare), 5))


def memory(say, pid, mount, n):
    """How much the daemon grows by an idle duel, and by a file that was looked up. Slopes, not totals: caches of a fixed size are filled before,
    and a duel's first file, which loads the duel, is told apart from all its others."""
    def grown(function, duels, threads=1):
        before = process_bytes(pid)
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            list(pool.map(function, duels))
        return process_bytes(pid) - before

    def made(i):
        (mount / f"duel-{i:06}").mkdir()

    def first(i):
        os.lstat(mount / f"duel-{i:06}/status")

    def every(i):
        for name in names:
            os.lstat(mount / f"duel-{i:06}/{name}")

    grown(made, range(n // 4), 8)
    say("memory", grown(made, range(n // 4, n), 8) / (n - n // 4))
    names, some = os.listdir(mount / "duel-000000"), n // 8
    grown(every, range(some))
    loaded = grown(first, range(some, 2 * some)) / some
    slope = grown(every, range(some, 2 * some)) / some / (len(names) - 1)
    print(f"     (a duel that was touched and is still loaded: {loaded:.0f} B)")
    # Nothing that could be remembered of a file is smaller than a pointer: less is the allocator's rounding.
    say("memory-file", slope if slope >= 8 else 0)


def starts(say, serve, n):
    """Mounting a store with so many duels, against an empty one."""
    sizes = {}

    def start(store):
        begun = time.perf_counter()
        daemon = serve(store)
        took = (time.perf_counter() - begun) * 1000
        sizes[store] = process_bytes(daemon.process.pid)
        daemon.end()
        return took

    full, empty = versus(lambda: start("large"), lambda: start("empty"), 5)
    say("memory-mounted", (sizes["large"] - sizes["empty"]) / n)
    say("start", empty + (full - empty) * DESIGN_DUELS / n)


class Debate:
    """A dialectic whose words are new each time, so that nothing repeats another: three arguments of a side in exchange 0, then one in each."""

    def __init__(self, mount, name):
        self.exchange, self.random = 0, random.Random(name)
        if not mount:
            return
        self.at = mount / name
        self.at.mkdir()
        self.put("config.toml", 'format = "dialectic"\n', os.O_APPEND)
        for seat, (role, _) in NAMES.items():
            self.put("lock", f"join {seat} role={role}\n")

    def put(self, file, text, flags=os.O_TRUNC):
        fd = os.open(self.at / file, os.O_WRONLY | flags)
        os.write(fd, text.encode())
        os.close(fd)

    def words(self, n):
        return " ".join("".join(self.random.choice(letters) for letters in ("bcdfghjklm", "aeiou") * 3)[:5] for _ in range(n))

    def argument(self, other):
        it = {"title": self.words(6), "claim": self.words(12), "warrant": self.words(12),
              "grounds": [{"source": self.words(4), "content": self.words(50), "relevance": self.words(10)} for _ in range(3)]}
        if self.exchange:  # it attacks the newest of the other side
            target = f"{self.exchange - 1:03}" if self.exchange > 1 else "000a"
            it["attacks"] = [{"target_id": f"{other}_{target}", "attack_type": "claim_attack", "content": self.words(12)}]
        return it

    def texts(self):
        """The texts of each side in this exchange."""
        letters = [""] if self.exchange else ["a", "b", "c"]
        sides = [[self.argument(other) for _ in letters] for other in ("opp", "prop")]
        scores = [{"argument_id": f"{side}_{self.exchange:03}{letter}", "score": score, "reasoning": self.words(12)}
                  for side, score in (("prop", .25), ("opp", -.25)) for letter in letters]
        return [json.dumps(text) + "\n" for text in [*(side if not self.exchange else side[0] for side in sides), {"scores": scores}]]

    def hands_in(self):
        """Milliseconds of each of the three."""
        took = [timed(self.put, f"participants/{seat}/turn.md", text) for seat, text in zip(NAMES, self.texts())]
        self.exchange += 1
        return took


def debate_ops(package, directory):
    """An exchange of the debate that the package debate_ops keeps as files, and flushes nothing of: what it takes."""
    sys.path.insert(0, package)
    # pylint: disable=import-error,import-outside-toplevel
    from debate_ops import frontmatter
    from debate_ops.debater import process_debater
    from debate_ops.judge import process_judge
    from debate_ops.state import update_debate_state
    name, debate = "debate", Debate(None, "theirs")
    (directory / name).mkdir(parents=True)
    head = {"debate_id": name, "current_exchange": 0, "current_phase": "awaiting_arguments"}
    frontmatter.dump(frontmatter.Document(head, "# Bench\n"), directory / name / "debate.md")
    os.chdir(directory)

    def taken(number, texts):
        results = [process_debater(name, "proposition", number, texts[0]), process_debater(name, "opposition", number, texts[1])]
        update_debate_state(name, current_phase="awaiting_judgment")
        for result in [*results, process_judge(name, texts[2])]:
            assert result.success, result.errors

    def exchange():
        texts = debate.texts()
        took = timed(taken, debate.exchange, texts)
        debate.exchange += 1
        return took
    return exchange


def dialectic(say, mount, package, directory):
    """The cost of an exchange, and of a judgement in a large debate against a small one."""
    small, large = Debate(mount, "bench-twenty"), Debate(mount, "bench-thousand")
    for _ in range(8):
        small.hands_in()
    if package:
        theirs = debate_ops(package, directory)
        for _ in range(8):
            theirs()
        say("exchange", *versus(lambda: sum(small.hands_in()), theirs, SAMPLES))
    else:
        say("exchange-alone", statistics.median(sum(small.hands_in()) for _ in range(SAMPLES)))
    for _ in range(497):  # of two arguments each; the first has six
        large.hands_in()
    say("thousand", *versus(lambda: large.hands_in()[2], lambda: small.hands_in()[2], SAMPLES))
