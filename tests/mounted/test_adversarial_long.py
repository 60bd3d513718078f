"""A whole debate over the larger base: sixteen turns by five users, every operation, a ruling and an objection to it, a deflection that persists, a
seat that dies, a kill in the middle; then a synthesis that the graph refuses, and one that it earns."""
import re
import shutil

import pytest

from adversarial import begun, hands_in, synthesis, tree
from adversarial_long import LARGE, SEATS, TURNS
from mounts import Duel, append, duelfs, eventually, refused

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

ARGUMENT = "---\nlayer: empirical\nstatus: weak\nsummary: s\n---\n\n## Statement\n\nIt is so.\n"
SOURCE = "---\ntitle: t\n---\n"
REFUSED = (
    ("lower arg-012 to strong — see arg-013", "kb.promoted", "arg-012 is contested: a debate lowers, and never raises it to strong"),
    ("lower arg-012 to contested — see arg-013", "kb.promoted", "arg-012 is contested"),
    ("lower arg-012 to refuted — see arg-013", "kb.concurrence", "arg-012 would go from contested to refuted: another side lowers it to weak at most"),
    ("lower arg-014 to baseless — see arg-013", "kb.concurrence", "arg-014 would go from strong to baseless"),
    ("lower arg-012 to weak — nobody believes it", "mutation.untraced", "arg-012 would go from contested to weak: the reason names no other argument"),
    ("lower arg-999 to weak — see arg-013", "ref.unknown", "there is no arg-999"),
    ("lower arg-012 — see arg-013", "item.form", "lower ARG to STATUS"),
    ("raise arg-012 to robust — see arg-013", "kb.frozen", ""),
    ("remove arg-012 — see arg-013", "kb.frozen", ""),
    ("rewrite arg-012 Statement — it is otherwise", "kb.frozen", ""),
    ("note arg-012 Statement — it is otherwise", "kb.frozen", "nothing else of it changes"),
    ('edge arg-012 supports arg-999 "x"', "ref.unknown", "there is no arg-999"),
    ('edge arg-012 supports arg-011 "x"', "kb.edge", "this edge is there already"),
    ('edge arg-012 praises arg-011 "x"', "item.form", "edge ARG TYPE ARG"),
    ("criticism kb/sources/none.md — it is none", "ref.unknown", "kb/sources/none.md"),
    ("criticism /etc/passwd — it is none", "item.form", "criticism kb/sources/NAME.md"),
    ("contradiction C-012 — another number", "kb.contradiction", "the next contradiction is C-010"),
    ("contradiction C-010 — without its labels", "kb.contradiction", ""),
    ("new Slug_\n\n```\n" + ARGUMENT + "```", "item.form", ""),
    ("new slug", "item.form", ""),
    ("new slug\n\n```\n" + ARGUMENT.replace("status: weak", "status: strong") + "```", "kb.promoted", "arg-067 would be strong; an added argument is contested or lower"),
    ("new slug\n\n```\n" + ARGUMENT.replace("layer: empirical\n", "") + "```", "kb.argument", "layer"),
    ("new slug\n\n```\n" + ARGUMENT.replace("## Statement", "## Words") + "```", "kb.argument", "Statement"),
    ("new slug\n\n```\nno front matter\n```", "kb.argument", "front matter"),
    ("source ../../edges.md\n\n```\n" + SOURCE + "```", "item.form", "source NAME.md"),
    ("source a/b.md\n\n```\n" + SOURCE + "```", "item.form", "source NAME.md"),
    ("source .x.md\n\n```\n" + SOURCE + "```", "item.form", "source NAME.md"),
    ("source index.md\n\n```\n" + SOURCE + "```", "item.form", "source NAME.md"),
    ("source x.md\n\n```\ntitle: no front matter\n```", "kb.source", "front matter"),
)
TURN = """\
**Claims**
- new — a test samples inputs, and what is proved holds for all of them [arg-001]

**Mutations**
- note arg-001 Traceback notes — Read again.
- {}
"""


@pytest.fixture(scope="module")
def opened(mount, tmp_path_factory):
    """A debate whose debaters have opened, and in which stan is named."""
    shutil.copytree(LARGE, tmp_path_factory.mktemp("large") / "kb")
    duel = begun(mount, LARGE, "turn_seconds = 86400")
    for name, seat in SEATS.items():
        duel.lock(f"join {name} {seat}")
    for name, _, text in TURNS[:3]:
        hands_in(duel, name, text)
    duel.lock('next olga to=debater-dynamic-typing asks="go on"')
    hands_in(duel, "dan", "**Claims**\n- L-006: rebut — what is proved is little, as most failures are of meaning [arg-011: contested]\n")
    duel.lock('next olga to=debater-static-typing asks="go on"')
    return duel


@pytest.mark.parametrize("operation, rule, words", REFUSED, ids=[f"{number:02}" for number in range(len(REFUSED))])
def test_what_a_debate_may_not_do_is_refused_with_what_it_would_have_changed_and_nothing_is(opened, operation, rule, words):
    before = tree(opened / "kb")
    with opened.refuses("EINVAL", rule):
        hands_in(opened, "stan", TURN.format(operation))
    found = next(line for line in opened.newest_refusal().splitlines() if f"[{rule}]" in line)
    assert words in found and re.match(r"participants/stan/turn\.md:6: ", found), found
    assert tree(opened / "kb") == before
    assert [opened.status(key) for key in ("turns", "revisions")] == ["4", "0"]
    with refused("EINVAL"):
        append(opened / "participants/stan/check", TURN.format(operation))
    assert f"[{rule}]" in opened.text("participants/stan/check")


def test_a_turn_has_a_hundred_operations_at_most(opened):
    notes = "\n".join(f"- note arg-001 Traceback notes — Read again, for the time {n}." for n in range(101))
    text = TURN.split("- note")[0] + notes + "\n"
    with opened.refuses("EINVAL", "mutation.many"):
        hands_in(opened, "stan", text)
    assert re.match(r"participants/stan/turn\.md:105: ", opened.newest_refusal())
    assert opened.status("revisions") == "0"
    append(opened / "participants/stan/check", text.rpartition("\n-")[0] + "\n")
    assert "turn.md: ok" in opened.text("participants/stan/check")


def test_operations_apply_in_their_order_and_claims_are_judged_against_the_graph_after_them(opened):
    text = TURN.replace("[arg-001]", "[arg-012: weak]").format("lower arg-012 to weak — see arg-013") + '- edge arg-001 refutes arg-012 "so"\n'
    append(opened / "participants/stan/check", text)
    assert "turn.md: ok" in opened.text("participants/stan/check")
    assert opened.status("revisions") == "0"
    own = Duel(opened.path)
    with own.refuses("EINVAL", "claim.rating"):
        hands_in(own, "stan", text.replace("[arg-012: weak]", "[arg-012: contested]"))
    hands_in(own, "stan", text)
    assert [own.status(key) for key in ("turns", "revisions")] == ["5", "3"]
    argument = next((own / "kb/arguments").glob("arg-012-*")).read_text()
    assert "\nstatus: weak\n" in argument
    assert own.text("kb/edges.md").endswith('arg-001 refutes arg-012 "so"\n')
    assert re.search(r"^.*arg-012.*weak", own.text("kb/arguments/index.md"), re.M)
