"""A debate over an argument graph (format adversarial): from the folder that is its source to the synthesis, by the files of the mount."""
import os
import re
import shutil

import pytest

from adversarial import KB, ROLES, begun, debated, hands_in, seats_taken, speaks, synthesis, tree, turn_of
from mounts import duelfs, eventually, refused

LOWER = "\n**Mutations**\n- lower arg-002 to weak — the review that Turn 2 rests on counts nothing\n"


@pytest.fixture
def run(tmp_path):
    """A folder with a copy of the base."""
    shutil.copytree(KB, tmp_path / "run/kb")
    return tmp_path / "run"


def statuses(duel, *keys):
    return [duel.status(key) for key in keys]


def named(duel, name, asks="go on"):
    duel.lock(f'next olga to={ROLES[name]} asks="{asks}"')


def has_base(folder):
    """As it was, but for what the filesystem renders."""
    rendered = {"arguments/index.md", "revisions.md"}
    assert {path: data for path, data in tree(folder / "kb").items() if path not in rendered} == {
        path: data for path, data in tree(KB).items() if path not in rendered}
    assert tree(folder / "kb-snapshot-construction") == tree(KB)


def trees(folder):
    return [tree(folder / name) for name in ("kb", "kb-snapshot-construction", "output")]


def seen(duel):
    """Everything a debate shows that does not run with the clock."""
    texts = [re.sub(r"(After|until|ends at) \S+Z", "", duel.text(name)) for name in (
        "debate.md", "threads", "argument-graph.svg", "participants/sam/prompt.md")]
    keys = ("state", "next_step", "asks", "claims_open", "turns_owed", "verdicts", "revisions", "warnings")
    return texts, statuses(duel, *keys), trees(duel)


# -- from openings to the synthesis --

def test_a_debate_goes_from_openings_to_its_synthesis_and_archive_and_export_keep_the_trees(own, run):
    mount = own()
    duel = begun(mount, run, "min_turns = 4")
    assert duel.status("topic") == "Tabs or spaces"
    has_base(duel.path)
    assert f"| Source path | {run} |" in duel.text("debate.md")
    seats_taken(duel)
    assert duel.status("state") == "opening"
    # openings come in any order, and are named by nobody: the number of one may move, and its blank has none
    assert "## Turn" not in duel.text("participants/sam/template.md")
    assert [duel.status("next_step", f"participants/{name}/status") for name in ("tess", "sam")] == ["claim_lock"] * 2
    with refused("EBUSY"):
        hands_in(duel, "mona", turn_of(4, "mona"))
    hands_in(duel, "sam", turn_of(2, "sam", 1))
    assert "## Turn 2 " in duel.text("participants/tess/template.md")
    hands_in(duel, "tess", turn_of(1, "tess", 2))
    # whoever names the speaker does not wait; everybody else does
    assert statuses(duel, "state", "next_step", "next_participant") == ["cross_examination", "name_speaker", "olga"]
    assert 'next_step = "name_speaker"' in duel.text("participants/olga/wait")
    assert [duel.status(key, "participants/olga/status") for key in ("waits_for", "hand_in")] == ["", ""]
    assert "takes a role that is free" not in duel.text("README.md") and "/participants/olga/prompt.md\n```" in duel.text("README.md")
    for path in ("prompt.md", "participants/olga/prompt.md"):
        said = duel.text(path)
        assert "next olga to=" in said and "synthesis" not in said and "## The blank" not in said
    assert duel.status("next_step", "participants/sam/status") == "wait_turn"
    has_base(duel.path)
    for words in ("# KB Revisions Log\n", "[Append-only."):
        assert words in duel.text("kb/revisions.md")
    assert sorted(os.listdir(duel / "output")) == ["agents", "claims-ledger.md", "synthesis.md", "transcript.md"]
    assert sorted(os.listdir(duel / "output/agents")) == sorted(ROLES.values())


def test_what_the_orchestrator_asks_is_told_to_whom_it_names_and_all_is_the_same_after_a_restart(own, run):
    mount = own()
    duel = seats_taken(begun(mount, run, "min_turns = 4"))
    debated(duel, 3)
    named(duel, "mona", "L-005: does arg-005 stand?")
    assert statuses(duel, "next_participant", "asks") == ["mona", "L-005: does arg-005 stand?"]
    assert "L-005: does arg-005 stand?" in duel.text("participants/mona/prompt.md")
    duel.lock("claim mona")
    duel.append(turn_of(4, "mona"))
    ledger = duel.text("output/claims-ledger.md")
    assert "## L-005: tabs break builds" in ledger and "ruled by moderator at turn 4 as refuted (arg-005)" in ledger
    before = seen(duel)
    mount.remount()
    assert seen(duel) == before
    speaks(duel, 5, "sam")
    assert "## Turn 5" in duel.text("output/agents/debater-spaces/transcript.md")
    with refused("EBUSY"):
        duel.lock("claim olga")
    duel.lock('end olga reason="nothing new was said"')
    assert statuses(duel, "state", "next_step", "next_participant") == ["synthesis", "write_synthesis", "olga"]
    text = synthesis(duel)
    with duel.refuses("EINVAL", "verdict.unearned"):
        hands_in(duel, "olga", re.sub("^- Q-1: .*", "- Q-1: neither engaged", text, flags=re.M))
    assert "L-003" in duel.newest_refusal()
    hands_in(duel, "olga", text)
    assert statuses(duel, "state", "outcome") == ["completed", "COMPLETED"]
    said = duel.text("output/synthesis.md")
    for words in ("- Q-2: asymmetric engagement tabs", "What the moderator closed", "- L-005, closed as refuted in turn 4 (arg-005), "):
        assert words in said
    eventually(mount.archive_is_done)
    archived, = (path for path in (mount.store / "archive").iterdir() if path.is_dir() and not path.name.startswith("."))
    kept, out = trees(duel), mount.work / "out"
    assert trees(archived) == kept
    mount.stop()
    duelfs(0, "export", mount.store, duel.path.name, out)
    assert trees(out) == kept
    mount.start()
    assert statuses(duel, "state", "outcome") == ["completed", "COMPLETED"]
    assert trees(duel) == kept


def test_where_every_role_is_taken_whoever_names_none_that_there_is_is_told_so(mount, run):
    duel = seats_taken(begun(mount, run), olga=" token=correct-horse")
    for role in ("", " role=judge"):
        with duel.refuses("EACCES", "seat.taken"):
            duel.lock(f"join zoe{role}")
    assert "[seat.independence] olga decides" in duel.status("warnings")
    debated(duel, 2)
    duel.lock("next olga to=moderator asks=more token=correct-horse")
    hands_in(duel, "mona", "Finding: so.\n")
    assert 'next olga to=ROLE asks="…" token=SECRET\n' in duel.text("participants/olga/prompt.md")


# -- the base --

def test_without_a_base_nobody_joins(mount):
    duel = mount.bare('format = "adversarial"')
    with duel.refuses("EBUSY", "lease.wait"):
        duel.lock("join olga role=orchestrator")
    assert "this debate has no source yet" in duel.newest_refusal()


def test_what_a_debate_leaves_is_a_knowledge_base_that_the_next_one_begins_with(own, run, tmp_path):
    mount, out, following = own(), tmp_path / "out", tmp_path / "next"
    duel = seats_taken(begun(mount, run, "min_turns = 3"))
    debated(duel, 2)
    named(duel, "tess")
    hands_in(duel, "tess", turn_of(3, "tess") + LOWER)
    mount.stop()
    duelfs(0, "export", mount.store, duel.path.name, out)
    mount.start()
    assert tree(out / "kb-snapshot-construction") == tree(KB)
    for folder in ("kb", "output"):
        assert tree(out / folder) == tree(duel / folder)
    duelfs(0, "check", out)
    shutil.copytree(out, following)
    later = begun(mount, following)
    assert tree(later / "kb-snapshot-construction") == tree(KB)
    assert tree(later / "kb") == tree(out / "kb")
    seats_taken(later)
    debated(later, 1)
    assert tree(later / "kb") == tree(out / "kb")
    # what was lowered then is so now
    with later.refuses("EINVAL", "claim.rating"):
        hands_in(later, "sam", turn_of(2, "sam"))
    hands_in(later, "sam", turn_of(2, "sam").replace("[arg-002: strong]", "[arg-002: weak]"))
    named(later, "tess")
    hands_in(later, "tess", turn_of(3, "tess") + "\n**Mutations**\n- note arg-001 Traceback notes — Read again.\n")
    assert later.text("kb/revisions.md").startswith((out / "kb/revisions.md").read_text() + "\n## R-002 — ")
