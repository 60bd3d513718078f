"""A debate of `dialectic`, as tests/corpus has it, of five exchanges: alice proposes, bob opposes, carol judges."""
from mounts import ROOT, put

CORPUS = ROOT / "tests/corpus/dialectic/debate"
ROLES = {"alice": "proposition", "bob": "opposition", "carol": "judge"}
SIDES = ("alice", "bob")
TOPIC = 'topic = "This house would make buses free"'


def debate(mount, *config, names=SIDES, name=None):
    """A duel of the format, with these seats taken."""
    duel = mount.bare('format = "dialectic"', TOPIC, *config, name=name)
    for seat in names:
        duel.lock(f"join {seat} role={ROLES[seat]}")
    return duel


def text_of(n, name):
    """Their texts for exchange n."""
    return (CORPUS / f"{n}-{ROLES[name]}.json").read_text()


def desk(duel, name):
    return duel / f"participants/{name}/turn.md"


def hand_in(duel, n, *names):
    """Each at its desk."""
    for name in names:
        put(desk(duel, name), text_of(n, name))


def report(words=500, clash="It begins with prop_000a.", title="# Free buses"):
    """The report that the judge owes at the end."""
    return (f"{title}\n\n## The Question\n\nShould a ride be free?\n\n## The Clash\n\n{clash}\n\n## Turning Points\n\n" + "word " * words
            + "\n\n## The Verdict\n\nThe proposition, by prop_000b.\n")
