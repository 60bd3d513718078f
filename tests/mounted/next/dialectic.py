"""Texts of a debate of `dialectic`: tests/corpus/dialectic-next/en.md, two exchanges; ann proposes, bob opposes, cid judges."""
import re

from mounts import ROOT, put

ROLES = {"ann": "proposition", "bob": "opposition", "cid": "judge"}
SIDES = ("ann", "bob")
TOPIC = 'topic = "This house would keep settings in files"'


def texts(path):
    """What each hands in for each exchange: of (0, "ann")."""
    parts = re.split(r"^=== (\w+)\n", (ROOT / "tests/corpus/dialectic-next" / path).read_text(), flags=re.M)[1:]
    names = {role: name for name, role in ROLES.items()}
    found = {}
    for role, text in zip(parts[::2], parts[1::2]):
        exchange = sum(name == names[role] for _, name in found)
        found[exchange, names[role]] = text
    return found


TEXTS = texts("en.md")


def debate(mount, *config, names=tuple(ROLES), name=None):
    """A duel of the format, with these seats taken."""
    duel = mount.bare('format = "dialectic"', TOPIC, *config, name=name)
    for seat in names:
        duel.lock(f"join {seat} role={ROLES[seat]} harness=tool model={seat}")
    return duel


def desk(duel, name):
    return duel / f"participants/{name}/turn.md"


def hand_in(duel, exchange, *names):
    for name in names:
        put(desk(duel, name), TEXTS[exchange, name])


def report(words=500, clash="It begins with prop_000a.", title="# Files"):
    return (f"{title}\n\n## The Question\n\nWhere do settings live?\n\n## The Clash\n\n{clash}\n\n## Turning Points\n\n" + "word " * words
            + "\n\n## The Verdict\n\nThe proposition, by prop_000b.\n")
