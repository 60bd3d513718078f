"""A debate of `adversarial` over an argument graph, as tests/corpus has it: tess for tabs, sam for spaces, mona moderates, olga orchestrates."""
import re

from mounts import ROOT, put

CORPUS = ROOT / "tests/corpus/adversarial"
KB = CORPUS / "kb"
SEATS = ("tess role=debater-tabs harness=claude-code model=opus", "sam role=debater-spaces harness=codex model=gpt-5",
         "mona role=moderator harness=gemini model=pro", "olga role=orchestrator harness=codex model=gpt-5")
ROLES = {seat.split()[0]: seat.split()[1].removeprefix("role=") for seat in SEATS}
SPEAKERS = ("tess", "sam", "tess", "mona", "sam")


def begun(mount, source, *config):
    """A duel over that base, and nobody in it."""
    return mount.bare('format = "adversarial"', f'source = "{source}"', *config)


def seats_taken(duel, **tokens):
    for seat in SEATS:
        duel.lock(f"join {seat}{tokens.get(seat.split()[0], '')}")
    return duel


def turn_of(number, name, at=None):
    """The turn of the corpus, as this one."""
    text = (CORPUS / f"debate/{number}-{name}.md").read_text()
    return re.sub(f"^## Turn {number} ", f"## Turn {at or number} ", text, flags=re.M)


def hands_in(duel, name, text):
    put(duel / f"participants/{name}/turn.md", text)


def speaks(duel, number, name, at=None):
    """Is named, where that is not an opening, and hands in."""
    if duel.status("state") != "opening":
        duel.lock(f'next olga to={ROLES[name]} asks="what of arg-004?"')
    hands_in(duel, name, turn_of(number, name, at))


def debated(duel, turns):
    """The first turns of the corpus."""
    for number, name in enumerate(SPEAKERS[:turns], 1):
        speaks(duel, number, name)


def synthesis(duel):
    """With the verdicts that the graph earns."""
    lines = re.findall(r'"(Q-\d+: [^"]*)"', duel.text("status").split("verdicts = ")[1].split("]")[0])
    return "\n".join(["**Verdict**", *(f"- {line}" for line in lines), "", "**What was settled**", "What the moderator closed, and no more.", "",
                      "**What was not**", "Both sides ask for counts that nobody has made.", "", "**What to read next**",
                      "`kb/contradictions.md`, before anything else.", ""])


def tree(folder):
    """Each file and folder below, with what is in it."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}
