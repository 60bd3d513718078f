"""A debate of `adversarial` over an argument graph, as tests/corpus has it: tess for tabs, sam for spaces, mona moderates, olga orchestrates."""
import re

from mounts import ROOT, put

CORPUS = ROOT / "tests/corpus/adversarial"
KB = CORPUS / "kb/small"
SEATS = ("tess role=debater-tabs harness=claude-code model=opus", "sam role=debater-spaces harness=codex model=gpt-5",
         "mona role=moderator harness=gemini model=pro", "olga role=orchestrator harness=codex model=gpt-5")


def begun(mount, source, *config):
    """A duel over that base, and nobody in it."""
    return mount.bare('format = "adversarial"', f'source = "{source}"', *config)


def seats_taken(duel):
    for seat in SEATS:
        duel.lock(f"join {seat}")
    return duel


def turn_of(number, name, at=None):
    """The turn of the corpus, as this one."""
    text = (CORPUS / f"debate/{number}-{name}.md").read_text()
    return re.sub(f"^## Turn {number} ", f"## Turn {at or number} ", text, flags=re.M)


def speaks(duel, number, name, at=None):
    """Is named, and hands in."""
    duel.lock(f'next olga to={name} asks="what of arg-004?"')
    put(duel / f"participants/{name}/turn.md", turn_of(number, name, at))


def debated(duel, turns):
    """The first turns of the corpus."""
    for number, name in list(enumerate(("tess", "sam", "tess", "mona", "sam"), 1))[:turns]:
        speaks(duel, number, name)


def synthesis(duel):
    """Each place of its blank filled in."""
    blank = duel.text("participants/olga/template.md").splitlines()
    return "".join(line.replace("...", "what follows from that, as the turns and the graph have it", 1) + "\n" for line in blank)
