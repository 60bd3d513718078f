"""A debate of `dialectic`, as tests/corpus has it: alice proposes, bob opposes, carol judges."""
from mounts import ROOT

CORPUS = ROOT / "tests/corpus/dialectic/debate"
ROLES = {"alice": "proposition", "bob": "opposition", "carol": "judge"}
TOPIC = 'topic = "This house would make buses free"'


def debate(mount, *config, names=("alice", "bob"), name=None):
    """A duel of the format, with these seats taken."""
    duel = mount.bare('format = "dialectic"', TOPIC, *config, name=name)
    for seat in names:
        duel.lock(f"join {seat} role={ROLES[seat]}")
    return duel


def text_of(n, name):
    """What they hand in for exchange n."""
    return (CORPUS / f"{n}-{ROLES[name]}.json").read_text()


def hand_in(duel, n, *names):
    """Each claims, hands in and releases."""
    for name in names:
        duel.lock(f"claim {name}")
        duel.append(text_of(n, name))
        duel.lock(f"release {name}")
