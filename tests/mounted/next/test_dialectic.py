"""The format dialectic: roles, sealed hand-ins, judgements, the files of the seed's, the report and every end."""
import hashlib
import json
import os
import re
import xml.dom.minidom

import pytest
from dialectic import ROLES, SIDES, TEXTS, debate, desk, hand_in, report
from mounts import append, duelfs, eventually, put, refused

WORD = "Zwirbel"


@pytest.fixture
def duel(mount):
    return debate(mount)


def statuses(duel, *keys):
    return [duel.status(key) for key in keys]


def changed(exchange, name, change):
    """What is handed in, changed: `change` is given it."""
    value = json.loads(TEXTS[exchange, name].replace("```json", "").replace("```", ""))
    return json.dumps(change(value) or value) + "\n"


def secret(name="bob"):
    return changed(0, name, lambda value: [it.update(title=f"{WORD} a b c d", claim=f"{WORD} {n} claims") or it.update(note=WORD)
                                           for n, it in enumerate(value)] and None)


def shown(mount):
    """Everything that can be read in the mount, and what the daemon said."""
    paths = list(mount.path.rglob("*"))
    texts = [path.read_bytes() for path in paths if path.is_file()]
    return b"\n".join([*(bytes(path) for path in paths), *texts, mount.log.read_bytes()]).decode(errors="replace")


def arguments(duel):
    return {path.name: path.read_text() for path in (duel / "arguments").iterdir()}


def front(duel):
    return json.loads(duel.text("debate.md").partition("\n}\n")[0] + "\n}")


def scores(duel):
    return json.loads(duel.text("scores.json"))


def prompt(duel, name):
    return duel.text(f"participants/{name}/prompt.md")


def test_a_role_is_taken_at_the_join_once_by_name(mount):
    duel = debate(mount, names=())
    for line in ("join ann", "join ann role=audience"):
        with duel.refuses("EINVAL", "value.bad"):
            duel.lock(line)
    duel.lock("join ann role=proposition")
    with duel.refuses("EACCES", "seat.taken"):
        duel.lock("join bob role=proposition")
    assert duel.status("state") == "waiting_for_participant"
    with duel.refuses("EBUSY", "lease.wait"):
        put(desk(duel, "ann"), TEXTS[0, "ann"])
    duel.lock("join bob role=opposition")
    assert duel.status("state") == "debating"
    hand_in(duel, 0, *SIDES)
    assert statuses(duel, "next_step", "current_phase") == ["wait_peer", "awaiting_judgment"]
    duel.lock("join cid role=judge")
    assert statuses(duel, "next_step", "next_participant") == ["claim_lock", "cid"]
    with duel.refuses("EACCES", "seat.identity"):
        duel.lock("join bob role=judge")


def test_sides_hand_in_in_either_order_and_the_judge_when_both_are_in(duel):
    for name in ROLES:
        with duel.refuses("EBUSY", "lease.order"):
            duel.lock(f"claim {name}")
    with duel.refuses("EBUSY", "lease.order"):
        hand_in(duel, 0, "cid")
    hand_in(duel, 0, "bob")
    assert statuses(duel, "opposition_in", "proposition_in", "next_participant") == ["true", "false", "ann"]
    with duel.refuses("EBUSY", "lease.order"):
        hand_in(duel, 1, "bob")
    hand_in(duel, 0, "ann")
    assert statuses(duel, "current_phase", "next_participant", "current_exchange") == ["awaiting_judgment", "cid", "0"]
    hand_in(duel, 0, "cid")
    assert statuses(duel, "current_exchange", "current_phase", "turns") == ["1", "awaiting_arguments", "1"]


def test_a_judge_hands_in_by_debate_md_too(duel):
    hand_in(duel, 0, *SIDES)
    duel.lock("claim cid")
    append(duel.debate, TEXTS[0, "cid"])
    assert duel.status("turns") == "1"


def test_a_debate_comes_to_the_files_of_the_seed_s_and_is_kept_over_a_remount(own):
    mount = own()
    duel = debate(mount, 'exchanges = 2', 'scope = "One machine"', '[definitions]', 'file = "Bytes with a name"', name="files")
    assert duel.text("debate.md").endswith("}\n\n# Motion\n\nThis house would keep settings in files\n\n## Definitions\n\n"
                                           "- **file**: Bytes with a name\n\n## Scope\n\nOne machine\n")
    hand_in(duel, 0, *SIDES, "cid")
    hand_in(duel, 1, *SIDES[::-1], "cid")
    assert sorted(arguments(duel)) == [f"{side}_{n}.md" for side in ("opp", "prop") for n in ("000a", "000b", "000c", "001")]
    its = arguments(duel)["prop_001.md"]
    assert json.loads(its.partition("\n}\n")[0] + "\n}")["attacks"] == [{"target_id": "opp_000c", "type": "claim_attack"}]
    assert "\n\n## Warrant\n\nWhat a system call promises" in its
    history = scores(duel)["opp_000c"]["history"]
    assert [history[1][key] for key in ("score", "triggered_by", "previous_score", "diff")] == [-0.6, "prop_001", -0.4, -0.2]
    assert re.fullmatch(r"20..-..-..T..:..:..(\.......)?\+00:00", history[0]["scored_at"])
    assert front(duel)["cumulative_scores"] == {"proposition": {"total": 0.7, "count": 4}, "opposition": {"total": -0.9, "count": 4}}
    assert (front(duel)["debate_id"], front(duel)["current_exchange"]) == ("files", 2)
    assert [front(duel)["closed"][key] for key in ("outcome", "winner", "at")] == ["COMPLETED", "proposition", duel.status("closed_at")]
    assert front(duel)["closed"]["participants"]["judge"] == {"name": "cid", "harness": "tool", "model": "cid"}
    assert statuses(duel, "cumulative_scores.proposition.total", "cumulative_scores.opposition.count", "winner") == ["0.7", "4", "proposition"]
    assert json.loads(duel.text("status.json"))["cumulative_scores"]["opposition"]["total"] == -0.9
    assert "prop_001 -->|claim_attack| opp_000c" in duel.text("argument-graph.mmd")
    xml.dom.minidom.parse(str(duel / "argument-graph.svg"))
    assert "\n## Exchange 1\n" in duel.text("debate.md") and "### Rescores\n\n**opp_000c** from -0.4 to -0.6" in duel.text("debate.md")
    assert "[rescore.old] rescores[1]" in duel.status("warnings")
    record = duel.text("debate.md").partition("\n}\n\n")[2]
    assert statuses(duel, "record_bytes", "record_sha256") == [str(len(record.encode())), hashlib.sha256(record.encode()).hexdigest()]

    def kept():
        return [arguments(duel), *(duel.text(name) for name in ("debate.md", "scores.json", "argument-graph.mmd", "argument-graph.svg", "events"))]
    before = kept()
    mount.remount()
    assert kept() == before
    mount.stop()
    assert duelfs(0, "verify", mount.store)[0].splitlines()[-1] == "files: ok"


def test_nothing_that_is_sealed_stands_in_any_file_event_or_log_and_both_appear_at_once(own):
    mount = own()
    duel = debate(mount)
    put(duel / "participants/bob/check", secret())
    with refused("EINVAL"):
        put(desk(duel, "bob"), secret().replace('"warrant"', f'"{WORD}"', 1))
    put(desk(duel, "bob"), secret())
    with refused("EINVAL"):
        put(desk(duel, "ann"), f'{{"{WORD}": "{WORD}"}}\n')
    assert WORD not in shown(mount)
    mount.remount()
    assert duel.status("opposition_in") == "true"
    assert WORD not in shown(mount)
    assert (arguments(duel), duel.status("warnings")) == ({}, "[]")
    for name in ("argument-graph.mmd", "argument-graph.svg", "scores.json", "events"):
        assert "opp_000a" not in duel.text(name)
    hand_in(duel, 0, "ann")
    assert len(arguments(duel)) == 6 and WORD in arguments(duel)["opp_000b.md"]
    assert "[handin.unknown] [0].…" in duel.status("warnings")


def test_files_that_are_cited_are_looked_up_and_of_what_is_sealed_no_word_is_said(own):
    mount = own()
    evidence = mount.work / "evidence"
    evidence.mkdir()
    (evidence / "log.txt").write_text("one\ntwo\n")
    duel = debate(mount, f'evidence_root = "{evidence}"')
    for source in (f"{WORD}.txt:1", "log.txt:7"):
        with refused("EINVAL"):
            put(desk(duel, "bob"), changed(0, "bob", lambda value: value[1]["grounds"][0].update(source=source)))
    assert WORD not in shown(mount)
    put(desk(duel, "bob"), changed(0, "bob", lambda value: value[1]["grounds"][0].update(source="log.txt:2")))
    hand_in(duel, 0, "ann", "cid")
    put(desk(duel, "ann"), TEXTS[1, "ann"])
    assert "log.txt" in duel.text("evidence.json")


def test_what_is_wrong_is_told_with_line_column_and_path(duel):
    hand_in(duel, 0, *SIDES, "cid")
    with refused("EINVAL"):
        put(duel / "participants/ann/check", TEXTS[1, "ann"].replace('"title": "Renaming Makes A File Whole"', '"title": 7'))
    assert re.search(r":2:title: error: \[handin\.type\] column 12: ", duel.text("participants/ann/check"))
    with duel.refuses("EINVAL", "handin.count"):
        put(desk(duel, "ann"), TEXTS[0, "bob"])
    hand_in(duel, 1, *SIDES)
    with duel.refuses("EINVAL", "judgement.other"):
        put(desk(duel, "cid"), TEXTS[0, "cid"].replace("0.2,", "0.20,"))
    assert statuses(duel, "current_exchange", "current_phase") == ["1", "awaiting_judgment"]


def test_a_hand_in_of_one_line_of_the_size_of_a_turn_is_taken(mount):
    duel = debate(mount)
    put(desk(duel, "ann"), changed(0, "ann", lambda value: value[0]["grounds"][0].update(content="one word after another " * 2500)))
    assert duel.status("proposition_in") == "true"


def test_word_limits_reject_refuses_what_is_too_long(mount):
    duel = debate(mount, 'word_limits = "reject"')
    with duel.refuses("EINVAL", "words.title"):
        put(desk(duel, "ann"), changed(0, "ann", lambda value: value[1].update(title="Far too many words for a title of an argument")))


def test_the_judge_ends_the_debate_after_a_judgement_without_the_floor(duel):
    with duel.refuses("EBUSY", "lease.order"):
        duel.lock("release cid outcome=COMPLETED")
    hand_in(duel, 0, *SIDES, "cid")
    hand_in(duel, 1, "ann")
    with duel.refuses("EBUSY", "lease.order"):
        duel.lock("release cid outcome=COMPLETED")
    assert "sealed" in duel.newest_refusal()
    hand_in(duel, 1, "bob", "cid")
    with duel.refuses("EACCES", "seat.uid"):
        duel.lock("release ann outcome=COMPLETED")
    duel.lock('release cid outcome=COMPLETED reason="enough is said"')
    assert statuses(duel, "state", "outcome", "reason", "next_step", "next_participant") == [
        "completed", "COMPLETED", "enough is said", "write_report", "cid"]
    with duel.refuses("EROFS", "duel.closed"):
        put(desk(duel, "ann"), TEXTS[0, "ann"])


def test_the_last_of_so_many_exchanges_closes_the_debate_and_the_report_is_due_once(own):
    mount = own()
    duel = debate(mount, "exchanges = 1")
    hand_in(duel, 0, *SIDES, "cid")
    assert statuses(duel, "state", "outcome", "next_step", "next_participant") == ["completed", "COMPLETED", "write_report", "cid"]
    assert duel.status("next_step", "participants/ann/status") == "closed"
    assert prompt(duel, "cid").count("## The Clash") == 1 and "500 to 600 words" in prompt(duel, "cid")
    with duel.refuses("EINVAL", "report.words"):
        put(duel / "report.md", report(400))
    with duel.refuses("EINVAL", "report.argument"):
        put(desk(duel, "cid"), report(clash="Also opp_009."))
    mount.remount()
    assert duel.status("next_step") == "write_report"
    put(desk(duel, "cid"), report())
    assert duel.text("report.md") == report() + "\n**Totals:** proposition 0.45 in 3 arguments, opposition -0.45 in 3 arguments\n"
    assert statuses(duel, "next_step", "next_participant") == ["closed", ""]
    with duel.refuses("EROFS", "duel.closed"):
        put(duel / "report.md", report(510))
    mount.remount()
    assert duel.text("report.md").startswith("# Files\n")
    eventually(lambda: list((mount.store / "archive").glob("*.md")))


@pytest.mark.parametrize("exchanges, outcome", [(0, "INVALIDATED"), (1, "COMPLETED")])
def test_a_maker_s_close_invalidates_and_reveals_what_is_sealed(mount, exchanges, outcome):
    duel = debate(mount)
    for n in range(exchanges):
        hand_in(duel, n, *ROLES)
    hand_in(duel, exchanges, "ann")
    duel.lock('close maker reason="nobody answers"')
    assert statuses(duel, "state", "outcome") == ["invalidated", "INVALIDATED"]
    assert f"prop_00{exchanges}{'' if exchanges else 'a'}.md" in arguments(duel)
    assert "not judged" in duel.text("argument-graph.mmd")
    assert "nobody answers (revealed: what ann handed in), " in duel.text("debate.md").splitlines()[-1]


def test_a_clock_ends_the_debate_by_what_was_judged_and_says_who_did_not_come(own):
    mount = own().has_own_clock()
    duel = debate(mount, "move_seconds = 60", "wait_seconds = 60", "lease_seconds = 30")
    hand_in(duel, 0, *ROLES)
    hand_in(duel, 1, "bob")
    assert duel.status("move_ends_at") != ""
    before = duel.text("debate.md").partition("\n}\n")[2]
    mount.later(120)
    eventually(lambda: duel.status("outcome") == "COMPLETED")
    record = duel.text("debate.md").partition("\n}\n")[2]
    assert record.startswith(before) and "ann, the proposition handed in nothing in time (revealed: what bob handed in), " in record
    assert statuses(duel, "next_step", "winner") == ["closed", "proposition"]
    assert "opp_001.md" in arguments(duel) and "opp_001" not in scores(duel)


def test_prompts_say_what_is_asked_and_show_what_is_new(duel):
    asked = prompt(duel, "ann")
    assert "exactly three arguments" in asked and '"claim": "…"' in asked and "participants/ann/turn.md" in asked
    hand_in(duel, 0, *SIDES)
    asked = prompt(duel, "cid")
    assert "**Claim:** Two programs that write" in asked and '"argument_id": "opp_000c"' in asked and "sum to 0" in asked
    hand_in(duel, 0, "cid")
    asked = prompt(duel, "ann")
    assert "**Judged in exchange 0:** The loss is real" in asked and "concede_and_pivot" in asked
    with refused("EINVAL"):
        put(desk(duel, "ann"), duel.text("participants/ann/template.md"))


def test_README_md_tells_this_debate_s_terms(mount, duel):
    for words in ("as many exchanges as the judge lets there be", "sealed until the other side's is in", "accepted with a warning"):
        assert words in duel.text("README.md")
    strict = debate(mount, 'word_limits = "reject"', "exchanges = 3")
    assert "the debate ends after 3 judged exchanges" in strict.text("README.md")


def test_whichever_side_is_in_first_arguments_scores_totals_and_graphs_are_the_same(mount):
    made = []
    for order in (SIDES, SIDES[::-1]):
        duel = debate(mount, names=order + ("cid",))
        for n in range(2):
            hand_in(duel, n, *order, "cid")
        made.append((arguments(duel), duel.text("argument-graph.mmd"), re.sub('"scored_at": .*', "", duel.text("scores.json")),
                     re.sub('"debate_id": .*', "", duel.text("debate.md"))))
    assert made[0] == made[1]
