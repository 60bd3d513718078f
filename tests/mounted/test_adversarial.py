"""A debate over an argument graph (format adversarial): from the folder that is its source to the synthesis, by the files of the mount."""
import os
import re
import shutil

import pytest

from adversarial import CORPUS, KB, SEATS, begun, debated, seats_taken, speaks, synthesis, turn_of
from mounts import append, duelfs, eventually, put, refused, works

A2 = "arguments/arg-002-spaces-look-the-same-everywhere.md"


@pytest.fixture
def run(tmp_path):
    """A folder with a copy of the small base."""
    shutil.copytree(KB, tmp_path / "run/kb")
    return tmp_path / "run"


def tree(folder, without="agents"):
    """Each file and folder below, with what is in it, but for those of that name: who has joined has a folder for its own sources."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")
            if without not in path.relative_to(folder).parts}


def has_base(folder):
    assert tree(folder / "kb") == tree(KB)
    assert tree(folder / "kb-snapshot-construction", None) == tree(KB, None)


def statuses(duel, *keys):
    return [duel.status(key) for key in keys]


def seen(duel):
    """Everything a debate shows that does not run with the clock."""
    texts = [re.sub(r"That move ends at \S+", "", duel.text(name)) for name in (
        "debate.md", "threads", "output/claims-ledger.md", "output/synthesis.md", "output/transcript.md", "argument-graph.svg",
        "participants/sam/prompt.md")]
    keys = ("state", "next_step", "positions", "speaks_next", "is_asked", "turns_by_seat", "claims", "arguments", "warnings")
    names = [sorted(tree(duel / folder, None)) for folder in ("kb", "kb-snapshot-construction", "output")]
    return texts, statuses(duel, *keys), names


def page(duel):
    return re.sub(r"^<style>$.*?^</style>$", "", duel.text("view.html"), flags=re.M | re.S)


def test_a_debate_goes_from_openings_to_its_synthesis_and_archive_and_export_keep_the_trees(own, run):
    mount = own()
    duel = begun(mount, run, "min_turns = 4")
    assert duel.status("topic") == "Tabs or spaces"
    has_base(duel.path)
    assert f"| Source path | {run} |" in duel.text("debate.md")
    assert "- a seat that is needed and free is waited for 1200 seconds from the first join on; then the debate ends" in duel.text("README.md")
    seats_taken(duel)
    assert statuses(duel, "state", "next_participant") == ["opening", "olga"]
    # whoever names the speaker does not wait; everybody else does
    assert duel.status("next_step") == "name_speaker"
    assert 'next_step = "name_speaker"' in duel.text("participants/olga/wait")
    assert [duel.status(key, "participants/olga/status") for key in ("waits_for", "hand_in")] == ["", ""]
    asked = duel.text("participants/olga/prompt.md")
    assert "next olga to=NAME asks=" in asked and "You have to wait" not in asked
    assert "until olga has named who speaks next" in duel.text("README.md")
    assert duel.status("next_step", "participants/sam/status") == "wait_turn"
    assert "You have to wait: the orchestrator has named nobody yet" in duel.text("participants/sam/prompt.md")
    has_base(duel.path)
    seats = ["debater-spaces", "debater-tabs", "moderator"]
    assert sorted(os.listdir(duel / "kb/sources/agents")) == seats
    debated(duel, 3)
    assert duel.status("state") == "cross_examination"
    assert sorted(os.listdir(duel / "output")) == ["agents", "claims-ledger.md", "synthesis.md", "transcript.md"]
    assert sorted(os.listdir(duel / "output/agents")) == [*seats, "orchestrator"]
    duel.lock('next olga to=moderator asks="L-005: does arg-005 stand?"')
    assert statuses(duel, "speaks_next", "is_asked") == ["mona", "L-005: does arg-005 stand?"]
    assert "L-005: does arg-005 stand?" in duel.text("participants/mona/prompt.md")
    duel.lock("claim mona")
    duel.append(turn_of(4, "mona"))
    duel.lock("release mona")
    assert "L-005" in duel.text("output/claims-ledger.md")
    before = seen(duel)
    mount.remount()
    assert seen(duel) == before
    has_base(duel.path)
    speaks(duel, 5, "sam")
    assert "## Turn 5" in duel.text("output/agents/debater-spaces/transcript.md")
    with refused("EBUSY"):
        duel.lock("claim olga")
    duel.lock('end olga reason="nothing new was said"')
    assert statuses(duel, "state", "next_step", "next_participant") == ["synthesis", "claim_lock", "olga"]
    duel.lock("claim olga")
    text = synthesis(duel)
    with duel.refuses("EINVAL", "verdict.unearned"):
        append(duel / "output/synthesis.md", re.sub("^- Q-1: .*", "- Q-1: neither engaged", text, flags=re.M))
    append(duel / "output/synthesis.md", text)
    assert statuses(duel, "state", "outcome") == ["completed", "COMPLETED"]
    assert "## Synthesis" in duel.text("output/synthesis.md")
    has_base(duel.path)
    eventually(mount.archive_is_done)
    archived, = [path for path in (mount.store / "archive").iterdir() if path.is_dir() and not path.name.startswith(".")]
    has_base(archived)
    output, out = tree(duel / "output", None), mount.work / "out"
    assert tree(archived / "output", None) == output
    mount.stop()
    duelfs(0, "export", mount.store, duel.path.name, out)
    has_base(out)
    mount.start()
    assert statuses(duel, "state", "outcome") == ["completed", "COMPLETED"]
    assert tree(duel / "output", None) == output == tree(out / "output", None)


def test_a_source_that_is_no_base_or_does_not_say_that_it_is_stable_is_refused_with_its_place(mount, run):
    summary, edges = run / "kb/quality-summary.md", run / "kb/edges.md"
    summary.write_text(summary.read_text().replace(": the graph is stable", ""))
    edges.write_text(re.sub("^arg-002 contradicts", "arg-099 contradicts", edges.read_text(), flags=re.M))
    duel = mount.bare('format = "adversarial"')
    config, source = duel / "config.toml", f'source = "{run}"\n'
    with duel.refuses("EINVAL", "kb.unstable"):
        append(config, source)
    assert "kb/edges.md:6" in duel.newest_refusal()
    with duel.refuses("EINVAL", "kb.edge"):
        append(config, "stable = true\n" + source)
    assert "kb.unstable" not in duel.newest_refusal()
    shutil.copy(KB / "edges.md", edges)
    append(config, "stable = true\n" + source)
    duel.lock("join olga role=orchestrator")
    assert duel.text("kb/quality-summary.md") == summary.read_text()


def test_without_a_base_nobody_joins_and_with_one_those_whose_roles_it_has(mount, run):
    duel = mount.bare('format = "adversarial"')
    with duel.refuses("EBUSY", "lease.wait"):
        duel.lock("join olga role=orchestrator")
    assert "no knowledge base yet" in duel.newest_refusal()
    duel = begun(mount, run)
    with duel.refuses("EINVAL", "value.bad"):
        duel.lock("join tess")
    assert "role=orchestrator, role=moderator, role=debater-spaces, role=debater-tabs" in duel.newest_refusal()
    for role in ("debater-emacs", "debater-SLUG"):
        with duel.refuses("EINVAL", "value.bad"):
            duel.lock(f"join tess role={role}")
    duel.lock("join tess role=debater-tabs")
    with duel.refuses("EACCES", "seat.taken"):
        duel.lock("join ted role=debater-tabs")
    assert duel.status("state") == "preparing"
    with duel.refuses("EBUSY", "lease.wait"):
        duel.lock("claim tess")


@pytest.fixture
def graph(mount, run):
    """A debate over the small base, everybody there."""
    return seats_taken(begun(mount, run))


def test_the_orchestrator_alone_names_fails_and_ends_and_only_what_can_be(graph):
    for name, rule, line in (
            ("EACCES", "seat.identity", "next tess to=sam"), ("EBUSY", "lease.order", "claim tess"), ("EINVAL", "value.bad", "next olga"),
            ("EINVAL", "value.bad", "next olga to=nobody"), ("EBUSY", "lease.order", "next olga to=moderator"),
            ("EINVAL", "key.unknown", "next olga to=tess reason=x"), ("EINVAL", "value.bad", "end olga"),
            ("EBUSY", "lease.order", 'end olga reason="it is late"')):
        with graph.refuses(name, rule):
            graph.lock(line)
    graph.lock("next olga to=debater-tabs")
    graph.lock("claim tess")
    with graph.refuses("EBUSY", "lease.order"):
        graph.lock("next olga to=sam")
    graph.append(turn_of(1, "tess"))
    graph.lock("release tess")
    with graph.refuses("EBUSY", "lease.order"):
        graph.lock("next olga to=tess")
    graph.lock('fail olga who=debater-spaces reason="its process died"')
    assert statuses(graph, "state", "outcome") == ["aborted", "ABORTED"]
    assert "> sam failed (its process died). " in graph.text("debate.md")


def test_a_claim_without_a_source_and_a_turn_with_a_mutation_that_was_not_made_are_refused(graph):
    first = turn_of(1, "tess")
    graph.lock("next olga to=tess")
    graph.lock("claim tess")
    with graph.refuses("EINVAL", "claim.untraced"):
        graph.append(first.replace(" [arg-001]", ""))
    with graph.refuses("EINVAL", "mutation.unmade"):
        graph.append(first + "\n**Mutations**\n- arg-002: weak, for its only source says so in table 2\n")
    for path, flags in (("kb/edges.md", os.O_APPEND), ("kb/new.md", os.O_CREAT | os.O_TRUNC), ("kb-snapshot-construction/edges.md", os.O_APPEND)):
        assert not works(put, graph / path, "x\n", flags)
    assert not works(os.unlink, graph / "kb/edges.md")
    assert not works(os.mkdir, graph / "kb/sources/agents")
    has_base(graph.path)
    assert "becomes part of the debate with its turn, whose section Mutations" in graph.text("README.md")
    assert "Each target then has an item under Mutations" in graph.text("participants/tess/prompt.md")
    graph.append(first)
    assert graph.status("turns") == "1"


def test_after_max_turns_turns_the_synthesis_is_due_by_itself(mount, run):
    duel = seats_taken(begun(mount, run, "max_turns = 2", "min_turns = 2"))
    debated(duel, 2)
    assert statuses(duel, "state", "next_participant") == ["synthesis", "olga"]
    with duel.refuses("EBUSY", "lease.order"):
        duel.lock("next olga to=tess")


def test_guides_name_the_roles_and_the_folder_of_the_base_and_each_seat_is_told_the_forms_of_its_items(mount, run):
    empty = mount.bare('format = "adversarial"').text("README.md")
    assert "source: none yet, and nobody joins without" in empty and "role=debater-SLUG" in empty
    duel = begun(mount, run)
    said = duel.text("README.md")
    assert f"source: the folder `{run}`, with 9 arguments and 5 sources, here as `kb-snapshot-construction/` and `kb/`" in said
    assert "role=debater-spaces`" in said and "role=debater-tabs`" in said
    # so does status, though nobody has joined
    assert statuses(duel, "positions", "arguments") == [
        '["spaces: nobody yet","tabs: nobody yet"]',
        '["robust: 2","strong: 2","contested: 2","weak: 1","refuted: 1","baseless: 1"]']
    assert "role=debater-SLUG" not in said
    tess, sam, mona, olga = SEATS
    for seat in (tess, olga, mona):
        duel.lock(f"join {seat}")
    assert "with `role=debater-tabs`" not in duel.text("README.md")
    assert "join NAME harness=HARNESS model=MODEL role=debater-spaces" in duel.text("prompt.md")
    duel.lock(f"join {sam}")
    assert "nobody yet" not in duel.text("README.md")
    duel.lock("next olga to=tess")
    assert "`rebut L-003: WORDS [kb/sources/…]`, of another side" in duel.text("participants/tess/prompt.md")
    debated(duel, 2)
    duel.lock("next olga to=mona")
    asked = duel.text("participants/mona/ask.md")
    assert "`close L-003 (arg-014) as refuted: WORDS" in asked and "`rebut L-003: WORDS" not in asked


def weakened(duel):
    """Three turns, the third of which lowers arg-002."""
    debated(duel, 2)
    duel.lock('next olga to=tess asks="what of arg-002?"')
    duel.lock("claim tess")
    put(duel / "kb" / A2, re.sub("^status: .*", "status: weak", (KB / A2).read_text(), flags=re.M))
    assert 'id="changes"' not in page(duel)
    duel.append(turn_of(3, "tess") + "\n**Mutations**\n- arg-002: what Turn 2 rests on counts nothing\n")
    duel.lock("release tess")


def test_the_page_shows_what_was_claimed_what_an_argument_began_as_and_which_turn_lowered_it(own, run):
    mount = own()
    duel = begun(mount, run, "min_turns = 3")
    assert 'id="graph"' not in page(duel)
    seats_taken(duel)
    assert "<summary>The argument graph: 9 arguments, 18 edges</summary>" in page(duel)
    weakened(duel)
    said = page(duel)
    for words in (
            "What changed in the knowledge base: 1 argument<",
            '<span class="rating strong">strong</span> → <a href="#arg-002">arg-002</a> <span class="rating weak">weak</span>',
            '<td>status-downgrade<br>strong → weak</td><td>turn <a href="#turn-3">3</a><br><span class="meta">debater-tabs</span>',
            "<td>what Turn 2 rests on counts nothing</td>", "<summary>Claims: 3 open, 2 partially-rebutted</summary>",
            '<strong>Answers</strong>: <a href="#L-003">L-003</a>, <a href="#L-004">L-004</a>, <a href="#turn-2">Turn 2</a>', "<figure>"):
        assert words in said
    duel.lock('end olga reason="nothing new was said"')
    duel.lock("claim olga")
    append(duel / "output/synthesis.md", synthesis(duel))
    said = page(duel)
    assert 'id="output/synthesis.md"' in said
    assert 0 <= said.index("<h3>Verdict") < said.index('id="claims"')
    eventually(mount.archive_is_done)
    archived, = (mount.store / "archive").glob("*/view.html")
    assert 'turn <a href="#turn-3">3</a>' in archived.read_text()


def test_a_picture_too_wide_for_the_page_is_folded_and_all_arguments_and_edges_stand_in_it(mount, tmp_path):
    shutil.copytree(CORPUS / "kb/large", tmp_path / "large/kb")
    duel = begun(mount, tmp_path / "large")
    duel.lock("join olga role=orchestrator")
    said = page(duel)
    assert '<figure class="wide">' in said and "<summary>argument-graph.svg</summary>" in said
    assert len([line for line in said.splitlines() if line.startswith('<li id="arg-')]) == 66


def test_what_a_debate_leaves_is_a_knowledge_base_that_the_next_one_begins_with(own, run, tmp_path):
    mount, out, following = own(), tmp_path / "out", tmp_path / "next"
    duel = seats_taken(begun(mount, run, "min_turns = 3"))
    weakened(duel)
    mount.stop()
    duelfs(0, "export", mount.store, duel.path.name, out)
    mount.start()
    assert tree(out / "kb-snapshot-construction", None) == tree(KB, None)
    for folder in ("kb", "output"):
        assert tree(out / folder, None) == tree(duel / folder, None)
    duelfs(0, "check", out)
    shutil.copytree(out, following)
    later = begun(mount, following)
    assert tree(later / "kb-snapshot-construction", None) == tree(KB, None)
    assert tree(later / "kb") == tree(out / "kb")
    seats_taken(later)
    debated(later, 1)
    assert tree(later / "kb/arguments", None) == tree(out / "kb/arguments", None)
    assert later.text("kb/revisions.md") == (out / "kb/revisions.md").read_text()
    assert "<td>status-downgrade<br>strong → weak</td><td>an earlier debate<br>" in page(later)
    # what was lowered then is so now
    later.lock("next olga to=sam")
    later.lock("claim sam")
    with later.refuses("EINVAL", "claim.rating"):
        later.append(turn_of(2, "sam").replace("[arg-002]", "[arg-002: strong]"))
    later.append(turn_of(2, "sam").replace("[arg-002]", "[arg-002: weak]"))
