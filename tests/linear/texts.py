"""The texts of the clients of tests/linear/run: for each format a debate from its first text to its last, and texts that are refused.

Every text carries a mark of its own, a word that stands in no other, so that it can be told from any.
"""
import json
import pathlib
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent
CORPUS = TESTS / "corpus"
sys.path.append(str(TESTS / "mounted"))
from socratic import conclusion, turn  # noqa: E402


class Format:
    def __init__(self, seats, config):
        self.seats, self.config = seats, config


ROUNDS_TOPIC = "Should an accepted turn be a row of the database, or a file of its own?"
FORMATS = {
    "socratic": Format({"alice": "harness=claude-code model=opus", "bob": "harness=claude-code model=opus"},
                       ['topic = "Caching"', "max_turns = 12"]),
    "dialectic": Format({"alice": "role=proposition", "bob": "role=opposition", "carol": "role=judge"},
                        ['topic = "This house would make buses free"', "exchanges = 5"]),
    "rounds": Format({"alice": "role=proposer harness=claude model=opus", "bob": "role=challenger harness=gemini model=gemini-3-pro",
                      "olga": "role=orchestrator"}, [f'topic = "{ROUNDS_TOPIC}"']),
    "adversarial": Format({"olga": "role=orchestrator harness=codex model=gpt-5", "mona": "role=moderator harness=gemini model=pro",
                           "tess": "role=debater-tabs harness=claude-code model=opus",
                           "sam": "role=debater-spaces harness=codex model=gpt-5"}, ["min_turns = 4"]),
}


def scripted(words):
    return subprocess.run(["bash", "-c", f". scripts/duels/{words}"], cwd=TESTS.parent, check=True, capture_output=True, text=True).stdout


VERDICT, SYNTHESIS = scripted("rounds.sh; verdict"), scripted("adversarial.sh; synthesis")
ROWS = {("alice", 0): "opening", ("bob", 0): "challenge", ("alice", 1): "defence", ("bob", 1): "followup"}


def marked(text, mark):
    """With the mark behind its last word."""
    return f"{text.rstrip()} ({mark})\n"


def socratic(status, seat, mark, _duel):
    n = int(status["turns"]) + 1
    if n > int(status["max_turns"]):
        return marked(conclusion("MAX_TURNS", "every turn is taken"), mark)
    return turn(n, seat).replace(" matters most.", f" matters most, as {mark} says.")


def dialectic(status, seat, mark, _duel):
    side = {"alice": "proposition", "bob": "opposition", "carol": "judge"}[seat]
    text = (CORPUS / "dialectic/debate" / f"{status['current_exchange']}-{side}.json").read_text()
    said = json.loads("".join(line for line in text.splitlines() if not line.startswith("```")))
    if side == "judge":
        said["scores"][0]["reasoning"] += f" ({mark})"
    else:
        (said[0] if isinstance(said, list) else said)["warrant"] += f" ({mark})"
    return json.dumps(said) + "\n"


def rounds(status, seat, mark, _duel):
    if seat == "olga":
        return marked(VERDICT, mark)
    row = ROWS[seat, min(int(status["turns"]) // 2, 1)]
    return marked((CORPUS / "rounds/rows" / f"{row}.md").read_text(), mark)


ADVERSARIAL = ["1-tess.md", "2-sam.md", "3-tess.md", "4-mona.md", "5-sam.md"]


def debater(status):
    """Whose turn of the corpus comes next."""
    return ADVERSARIAL[min(int(status["turns"]), len(ADVERSARIAL) - 1)][2:-3]


def adversarial(status, seat, mark, _duel):
    if status["state"] == "synthesis" or seat == "olga":
        return marked(SYNTHESIS, mark)
    due = ADVERSARIAL[min(int(status["turns"]), len(ADVERSARIAL) - 1)]
    # out of its turn a text of its own: under the floor of another that one's text is good, whoever hands it in
    own = [due] if seat in due else [name for name in ADVERSARIAL if seat in name]
    return marked((CORPUS / "adversarial/debate" / own[0]).read_text(), mark)


DUE = {"socratic": socratic, "dialectic": dialectic, "rounds": rounds, "adversarial": adversarial}


def due(format, status, seat, mark, duel):
    """The text that `seat` owes, or would owe if it were its move; `duel` is the directory."""
    return DUE[format](status, seat, mark, duel)


def spoilt(text, mark, random):
    """One that is refused, in most cases: the first line is gone, the middle, or it is no text of a debate at all."""
    lines = text.splitlines(keepends=True)
    return random.choice([
        f"what nobody asked for {mark}\n",
        marked("".join(lines[1:]), mark),
        marked("".join(lines[: len(lines) // 2]), mark),
        text.replace("Turn", "Round") + f"\x07{mark}\n",
    ])


def naming(status, mark):
    """The line of the orchestrator of an adversarial debate while nobody is named: a line for `lock`."""
    n = int(status["turns"])
    if n >= len(ADVERSARIAL):
        return f'end olga reason="{mark}"'
    role = FORMATS["adversarial"].seats[debater(status)].split()[0].removeprefix("role=")
    return f'next olga to={role} asks="what of arg-004? {mark}"'
