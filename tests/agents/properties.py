"""Any agents.toml is read as a list of agents, each of which can be asked what it lacks and what its command is, or refused with a sentence that
names the file: never anything else. The tables are those of config/agents.toml with values of every kind in place of theirs.

    python3 tests/agents/properties.py [ROUNDS]      SEED=N repeats the choices
"""
import json
import os
import pathlib
import random
import sys
import tempfile
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
from duel_run import agents as duel_run  # noqa: E402  pylint: disable=wrong-import-position

WORDS = ["", " ", "sh", "{ask}", "{here}/x", "{", "}", "{no}", "$HOME", "$", "~", "~nobody-here/x", "(", "(a", "(a)", "a{99999999999}", "(?P<n>a)",
         "[", "\\", "\x00", "\n", "é", "\U0001f600", "a" * 5000, "*", "..", "a.b.*.c", "stdout", "file", "json", "duel", "project"]


def value(dice, depth=0):
    kind = dice.randrange(8 if depth < 3 else 5)
    if kind < 3:
        return dice.choice(WORDS)
    if kind == 3:
        return dice.choice([0, -1, 1, 2**62, True, False])
    if kind == 4:
        return dice.choice([0.5, -1e300])
    return [value(dice, depth + 1) for _ in range(dice.randrange(4))]


def written(item):
    """As TOML has it, which is as JSON has it but for characters beyond the first plane."""
    return json.dumps(item, ensure_ascii=False).replace("\x7f", "\\u007f")


def table(dice, rows):
    row = dict(dice.choice(rows))
    for _ in range(dice.randrange(3)):
        row[dice.choice(list(duel_run.AGENT_KEYS) * 3 + ["other"])] = dice.choice(WORDS) if dice.random() < 0.3 else value(dice)
    for key in [key for key in row if dice.random() < 0.15]:
        del row[key]
    return "".join(f"{key} = {written(item)}\n" for key, item in row.items())


def text(dice, rows):
    whole = "".join(f"[agents.{written(dice.choice(['a', 'b', '', 'x y', 'é']) + str(n))}]\n{table(dice, rows)}" for n in range(dice.randrange(1, 4)))
    if dice.random() < 0.1:
        at = dice.randrange(len(whole) + 1)
        whole = whole[:at] + dice.choice(WORDS + ["=", "[[agents]]", "agents = 1\n"]) + whole[at:]
    return whole


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    seed = int(os.environ.get("SEED", time.time_ns() % 32768))
    dice, refused, taken = random.Random(seed), 0, 0
    rows = list(tomllib.loads((ROOT / "config/agents.toml").read_text())["agents"].values())
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = folder
        file = pathlib.Path(folder) / "agents.toml"
        for number in range(rounds):
            file.write_text(text(dice, rows))
            try:
                for agent in duel_run.read_agents([file]).values():
                    assert agent.lacks() is None or isinstance(agent.lacks(), str)
                    for which in ("command", "tools_command"):
                        if which in agent.row:
                            words = agent.words(which, {"ask": "ask.md", "model": ""})
                            assert all(isinstance(word, str) for word in words)
                taken += 1
            except duel_run.Error as fault:
                assert str(file) in str(fault), fault
                refused += 1
            except Exception:
                print(f"seed {seed}, round {number}:\n{file.read_text()[:2000]}")
                raise
    print(f"{rounds} files: {taken} read, {refused} refused; SEED={seed} repeats them")
    return 0 if taken and refused else 1


if __name__ == "__main__":
    sys.exit(main())
