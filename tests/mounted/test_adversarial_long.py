"""A whole debate over the larger base: sixteen turns by five users, every operation, a ruling and an objection to it, a deflection that persists, a
seat that dies, a kill in the middle; then a synthesis that the graph refuses, and one that it earns."""
import re
import shutil

import pytest

from adversarial import begun, hands_in, synthesis, tree
from adversarial_long import LARGE, SEATS, TURNS
from mounts import append, duelfs, eventually, refused

OPERATIONS = ("status-downgrade", "new-edge", "new-node", "new-source", "criticism-append", "contradiction-added", "notes-append")
UIDS = dict(zip(SEATS, range(3001, 3006)))


class Debate:
    """Each seat is a user's."""

    def __init__(self, mount, source, user):
        self.duel, self.user = begun(mount, source), user
        for name, seat in SEATS.items():
            self.says(name, f"join {name} {seat}")

    def says(self, name, line):
        self.user(UIDS[name]).call(self.duel.lock, line)

    def named(self, name, asks):
        self.says("olga", f'next olga to={SEATS[name].split()[0].removeprefix("role=")} asks="{asks}"')

    def speaks(self, number):
        name, asks, text = TURNS[number - 1]
        if asks:
            self.named(name, asks)
        self.user(UIDS[name]).call(hands_in, self.duel, name, text)
        assert self.duel.status("turns") == str(number)

    def shown(self):
        """All that does not run with the clock."""
        trees = [tree(self.duel / name) for name in ("kb", "kb-snapshot-construction", "output")]
        return trees, [self.duel.text(name) for name in ("debate.md", "threads", "argument-graph.svg")]


def files(folder):
    """Without folders, of which an empty one is not carried along."""
    return {path: data for path, data in tree(folder).items() if data}


@pytest.fixture
def over_large(own, user, tmp_path):
    shutil.copytree(LARGE, tmp_path / "run/kb")
    mount = own(options=["allow_other"]).has_own_clock()
    return mount, Debate(mount, tmp_path / "run", user)


def test_sixteen_turns_over_66_arguments_change_the_graph_and_it_decides_the_verdict(over_large):
    mount, debate = over_large
    duel = debate.duel
    for number in range(1, 9):
        debate.speaks(number)
    before = debate.shown()
    mount.kill()
    mount.start()
    assert debate.shown() == before
    for number in range(9, 17):
        debate.speaks(number)

    # a seat that is dead, and the end
    debate.named("dan", "L-007?")
    with refused("EBUSY"):
        debate.says("olga", 'fail olga who=dan reason="no answer"')
    mount.later(901)
    duel.becomes("next_step", "name_speaker")
    debate.says("olga", 'fail olga who=dan reason="no answer"')
    debate.says("olga", 'end olga reason="each claim was answered"')
    assert duel.status("state") == "synthesis"

    revisions = duel.text("kb/revisions.md")
    for kind in OPERATIONS:
        assert f"- **Type**: {kind}" in revisions
    assert len(re.findall("^## R-", revisions, re.M)) == int(duel.status("revisions")) == 10
    ledger = duel.text("output/claims-ledger.md")
    for words in ("objected to once, and reaffirmed; accepted by its side", "- **Status**: unclaimable", "- **Status**: conceded"):
        assert words in ledger

    # no balance where the graph has none
    text, olga = synthesis(duel), debate.user(UIDS["olga"])
    with duel.refuses("EINVAL", "verdict.unearned"):
        olga.call(hands_in, duel, "olga", re.sub("^- Q-4: .*", "- Q-4: both engaged, evidence contested", text, flags=re.M))
    assert "arg-042" in duel.newest_refusal()
    olga.call(hands_in, duel, "olga", text)
    assert duel.status("outcome") == "COMPLETED"
    said = duel.text("output/synthesis.md")
    for words in ("called out in turn 7", "called out in turn 13", "- arg-040: contested → weak", "kb/arguments/arg-067-holes-are-shared.md, turn 8",
                  "kb/sources/agents/debater-static-typing/holes-2024.md, turn 9", "- moderator, turn 13: nobody in this debate has followed"):
        assert words in said
    record = duel.text("debate.md")
    for words in ("> duelfs: the turn of dan did not come, 20", "> duelfs: dan is given up: no answer, 20"):
        assert words in record

    # what is left is a knowledge base that the next debate begins with
    assert tree(duel / "kb-snapshot-construction") == tree(LARGE)
    duelfs(0, "check", duel / "kb")
    before = debate.shown()
    eventually(mount.archive_is_done)
    mount.remount()
    assert debate.shown() == before
    following = mount.work / "next"
    shutil.copytree(duel / "kb", following)
    later = begun(mount, following)
    later.lock(f"join gina {SEATS['gina']}")
    assert files(later / "kb") == files(following)
    kept = tree(duel / "kb")
    mount.stop()
    duelfs(0, "export", mount.store, duel.path.name, mount.work / "out")
    assert tree(mount.work / "out/kb") == kept
    mount.start()


# -- what a debate may not do to its base --
