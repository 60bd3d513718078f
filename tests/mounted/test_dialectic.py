"""The format dialectic: roles, hand-ins by every door, sealed until both are in, judgements, files, the report and the end."""
import hashlib
import itertools
import json
import os
import re
import xml.dom.minidom

import pytest

from dialectic import CORPUS, ROLES, debate, hand_in, text_of
from mounts import File, duelfs, eventually, put, refused, works

FOLDER = CORPUS.parent / "folder"
TEXTS = {"title", "claim", "source", "content", "relevance", "warrant", "backing", "qualifier"}
SIDES = ("alice", "bob")


@pytest.fixture
def duel(mount):
    """A debate with its three seats taken."""
    return debate(mount, names=ROLES)


def joined(mount, *config):
    return debate(mount, *config, names=ROLES)


def statuses(duel, *keys):
    return [duel.status(key) for key in keys]


def changed(n, name, change):
    """What the corpus hands in, changed: `change` is given it."""
    value = json.loads(text_of(n, name))
    return json.dumps(change(value) or value) + "\n"


def secret_opening(name):
    """An opening in which every text is of words that nothing else says."""
    numbers = itertools.count()

    def hidden(value):
        if isinstance(value, list):
            return [hidden(part) for part in value]
        if not isinstance(value, dict):
            return value
        return {key: re.sub(r"^(\w*)", lambda it: f"Zwirbel {it[1]}{next(numbers)}", part) + " zwirbelt zwirbelnd zwirbel"
                if key in TEXTS and isinstance(part, str) else hidden(part) for key, part in value.items()}
    return json.dumps(hidden(json.loads(text_of(0, name))), indent=2) + "\n"


def all_that_is_shown(mount):
    """Everything that can be read in the mount, names and all, and what the daemon said."""
    paths = list(mount.path.rglob("*"))
    texts = [path.read_bytes() for path in paths if path.is_file()]
    return b"\n".join([*(bytes(path) for path in paths), *texts, mount.log.read_bytes()]).decode(errors="replace").lower()


def arguments(duel):
    """The files of the arguments, by their names."""
    return {path.name: path.read_text() for path in (duel / "arguments").iterdir()}


def scores(duel):
    return json.loads(duel.text("scores.json"))


def front(duel):
    """The front matter of the record."""
    return json.loads(duel.text("debate.md").partition("\n}\n")[0] + "\n}")


def below(record):
    return record.partition("\n}\n")[2]


def without_time(line):
    return re.sub("[-0-9T:]+Z$", "TIME", line)


def archived(mount, pattern="*.md"):
    return list((mount.store / "archive").glob(pattern))


def blank(duel):
    """Of whoever has the floor, or moves next."""
    return duel.text(f"participants/{duel.status('lock_owner') or duel.status('next_participant')}/template.md")


def rehearse(duel, name, text):
    put(duel / f"participants/{name}/check", text)


def test_a_role_is_taken_at_the_join_once_by_name(mount):
    duel = debate(mount, names=())
    for line in ("join alice", "join alice role=audience"):
        with duel.refuses("EINVAL", "value.bad"):
            duel.lock(line)
    duel.lock("join alice role=proposition")
    with duel.refuses("EACCES", "seat.taken"):
        duel.lock("join bob role=proposition")
    assert duel.status("state") == "waiting_for_participant"
    with duel.refuses("EBUSY", "lease.wait"):
        duel.lock("claim alice")
    duel.lock("join bob role=opposition")
    assert duel.status("state") == "debating"
    duel.lock("join carol role=judge")
    with duel.refuses("EACCES", "seat.taken"):
        duel.lock("join dave role=judge")
    with duel.refuses("EACCES", "seat.identity"):
        duel.lock("join bob role=judge")
    assert 'role = "judge"' in duel.text("participants/carol/status")


def waits(duel, name):
    with duel.refuses("EBUSY", "lease.order"):
        duel.lock(f"claim {name}")


def test_sides_hand_in_in_either_order_and_the_judge_when_both_are_in(duel):
    waits(duel, "carol")
    hand_in(duel, 0, "bob")
    assert statuses(duel, "opposition_in", "proposition_in", "next_participant") == ["true", "false", "alice"]
    waits(duel, "bob")
    waits(duel, "carol")
    hand_in(duel, 0, "alice")
    assert statuses(duel, "current_phase", "next_participant") == ["awaiting_judgment", "carol"]
    waits(duel, "alice")
    hand_in(duel, 0, "carol")
    assert statuses(duel, "current_exchange", "current_phase", "turns") == ["1", "awaiting_arguments", "1"]
    waits(duel, "carol")


def test_what_a_side_handed_in_last_is_told_what_is_wrong_with_it_in_the_next_exchange(duel):
    hand_in(duel, 0, *ROLES)
    duel.lock("claim alice")
    with duel.refuses("EINVAL", "handin.count"):
        duel.append(text_of(0, "alice"))
    with refused("EINVAL"):
        duel.lock("release alice")
    duel.append(text_of(1, "alice"))
    duel.lock("release alice")
    hand_in(duel, 1, "bob")
    duel.lock("claim carol")
    with duel.refuses("EINVAL", "judgement.other"):
        duel.append(text_of(0, "carol"))


def test_a_draft_written_over_debate_md_is_told_what_would_be_gone_a_changed_front_that_it_changed(duel):
    duel.lock("claim alice")
    with duel.refuses("EPERM", "history.changed"):
        duel.rewrite(text_of(0, "alice"))
    assert "this is not the file with a text behind it, and what was accepted would be gone" in duel.newest_refusal()
    old = duel.text("debate.md")
    duel.lock("release alice force=yes")
    hand_in(duel, 0, *ROLES)
    duel.lock("claim alice")
    with duel.refuses("EPERM", "history.changed"):
        duel.rewrite(old + text_of(1, "alice"))
    assert "the front of this file is another now" in duel.newest_refusal()


def test_a_judgement_by_a_side_and_arguments_by_the_judge_are_EACCES_and_change_nothing(duel):
    duel.lock("claim alice")
    with duel.refuses("EACCES", "seat.role"):
        duel.append(text_of(0, "carol"))
    duel.append(text_of(0, "alice"))
    duel.lock("release alice")
    hand_in(duel, 0, "bob")
    duel.lock("claim carol")
    with duel.refuses("EACCES", "seat.role"):
        duel.append(text_of(0, "bob"))
    assert statuses(duel, "current_phase", "turns") == ["awaiting_judgment", "0"]
    duel.append(text_of(0, "carol"))


def test_five_exchanges_come_to_the_files_of_the_folder_that_the_same_hand_ins_made_in_either_order(own):
    mount = own()
    duel = debate(mount, names=ROLES, name="free-buses")
    for n in range(5):
        hand_in(duel, n, *(SIDES if n % 2 == 0 else SIDES[::-1]), "carol")
    assert arguments(duel) == {path.name: path.read_text() for path in (FOLDER / "arguments").iterdir()}
    known = json.loads((FOLDER / "scores.json").read_text())
    assert {it: value["current_score"] for it, value in scores(duel).items()} == {it: value["current_score"] for it, value in known.items()}
    second = scores(duel)["prop_000a"]["history"][1]
    assert (second["triggered_by"], second["previous_score"], second["diff"]) == ("opp_001", 0.35, -0.15)
    totals = front(duel)["cumulative_scores"]
    assert (front(duel)["debate_id"], front(duel)["current_exchange"]) == ("free-buses", 5)
    assert (totals["proposition"]["total"], totals["opposition"]["total"]) == (0.6, -0.9)
    assert statuses(duel, "cumulative_scores.proposition.total", "cumulative_scores.opposition.count") == ["0.6", "7"]
    assert json.loads(duel.text("status.json"))["cumulative_scores"]["opposition"]["total"] == -0.9
    assert "prop_004" in duel.text("argument-graph.mmd")
    xml.dom.minidom.parse(str(duel / "argument-graph.svg"))
    assert "prop_004" in duel.text("argument-graph.svg")
    assert sorted(os.listdir(duel / "turns")) == [f"00{n}-carol.md" for n in range(1, 6)]
    assert "exchange 2: judge: [rescore.old] rescores[1]" in duel.status("warnings")

    def kept():
        return [arguments(duel), *(duel.text(name) for name in ("debate.md", "scores.json", "argument-graph.mmd", "argument-graph.svg", "events"))]
    before = kept()
    mount.remount()
    assert kept() == before
    mount.stop()
    assert duelfs(0, "verify", mount.store)[0].splitlines()[-1] == "free-buses: ok"


def test_nothing_that_is_sealed_stands_in_any_file_event_or_log_and_both_appear_at_once(own):
    mount = own()
    duel, secret = joined(mount), secret_opening("bob")
    assert "Zwirbel" in secret
    rehearse(duel, "bob", secret)
    duel.lock("claim bob")
    duel.append(secret)
    with refused("EACCES"):
        duel.append(secret)
    duel.lock("claim alice")
    with duel.refuses("EINVAL", "handin.count"):
        duel.append('{"zwirbel": "zwirbel"}')
    assert "zwirbel" not in all_that_is_shown(mount)
    # Which ids there will be is known; that an argument is there is not shown.
    for name in ("argument-graph.mmd", "argument-graph.svg", "scores.json", "events"):
        assert "opp_000a" not in duel.text(name)
    assert (arguments(duel), duel.status("opposition_in")) == ({}, "true")
    duel.append(text_of(0, "alice"))
    assert len(arguments(duel)) == 6
    assert "Zwirbel" in arguments(duel)["opp_000b.md"]
    assert "opp_000a" in duel.text("argument-graph.mmd")
    assert "opp_000a" in json.dumps(duel.events_of("arguments_shown"))
    assert "wirbel" not in duel.text("events")


def test_a_sealed_hand_in_that_is_kept_over_a_remount_stays_sealed(own):
    mount = own()
    duel = joined(mount)
    duel.lock("claim bob")
    duel.append(secret_opening("bob"))
    mount.remount()
    assert duel.status("opposition_in") == "true"
    assert "zwirbel" not in all_that_is_shown(mount)
    duel.lock("release bob")
    duel.lock("claim alice")
    duel.append(text_of(0, "alice"))
    assert "Zwirbel" in arguments(duel)["opp_000a.md"]


def test_INVALIDATED_is_the_only_end_while_a_hand_in_is_sealed_and_reveals_it(duel):
    secret = secret_opening("alice")
    duel.lock("claim alice")
    duel.append(secret)
    duel.lock("claim bob")
    with duel.refuses("EACCES", "seat.role"):
        duel.lock("release bob outcome=COMPLETED")
    for line in ("outcome=MAX_TURNS", "outcome=INVALIDATED"):
        with duel.refuses("EINVAL", "value.bad"):
            duel.lock(f"release bob {line}")
    assert 'whoever invalidates a debate says why, for the record: outcome=INVALIDATED reason="WHY"' in duel.newest_refusal()
    with duel.refuses("EINVAL", "value.bad"):
        duel.lock('release bob outcome=INVALIDATED reason="  "')
    assert duel.status("outcome") == ""
    duel.lock('release bob outcome=INVALIDATED reason="nobody answers"')
    assert statuses(duel, "state", "outcome", "reason", "invalidated_by") == ["invalidated", "INVALIDATED", "nobody answers", "bob"]
    assert [(event["participant"], event["reason"]) for event in duel.events_of("invalidated")] == [("bob", "nobody answers")]
    duel.lock("release bob outcome=INVALIDATED")
    assert "Zwirbel" in arguments(duel)["prop_000a.md"]
    with duel.refuses("EROFS", "duel.closed"):
        duel.append(secret)
    with duel.refuses("EROFS", "duel.closed"):
        duel.lock("claim bob")


def test_whoever_waits_too_long_for_another_takes_the_floor_with_for_timeout_and_may_end_the_debate(mount):
    duel = joined(mount, "wait_seconds = 1")
    hand_in(duel, 0, "alice")
    with duel.refuses("EBUSY", "lease.order"):
        duel.lock("claim bob for=timeout")
    eventually(lambda: works(duel.lock, "claim alice for=timeout"))
    with duel.refuses("EBUSY", "lease.order"):
        duel.append(text_of(0, "alice"))
    duel.lock('release alice outcome=INVALIDATED force=yes reason="bob is silent"')
    assert duel.status("state") == "invalidated"


def test_INVALIDATED_stands_in_record_and_archive_who_why_when_and_what_it_revealed(own):
    mount = own()
    duel = debate(mount, names=ROLES, name="free-buses")
    hand_in(duel, 0, *ROLES)
    before = duel.text("debate.md")
    hand_in(duel, 1, "alice")
    duel.lock("claim bob")
    duel.lock('release bob outcome=INVALIDATED reason="the <motion> is *void*"')
    after = duel.text("debate.md")
    assert without_time(after.splitlines()[-1]) == r"> Invalidated by bob: the \<motion\> is \*void\* (revealed: prop_001), TIME"
    assert (duel / "arguments/prop_001.md").exists()
    assert below(after).startswith(below(before))
    record = below(after).removeprefix("\n").encode()
    assert statuses(duel, "record_bytes", "record_sha256") == [str(len(record)), hashlib.sha256(record).hexdigest()]
    file, = eventually(lambda: archived(mount, "????-*.md"))
    assert file.read_text() == after
    mount.remount()
    assert duel.text("debate.md") == after
    assert statuses(duel, "reason", "invalidated_by") == ["the <motion> is *void*", "bob"]
    mount.stop()
    assert "free-buses: ok" in duelfs(0, "verify", mount.store)[0]


def test_a_debate_of_which_nothing_was_judged_or_sealed_is_invalidated_with_its_motion_and_the_line_alone(duel):
    duel.lock("claim alice")
    duel.lock('release alice outcome=INVALIDATED reason="over"')
    assert without_time(below(duel.text("debate.md")).rstrip("\n")) == \
        "\n# Motion\n\nThis house would make buses free\n\n> Invalidated by alice: over, TIME"


def test_unsealed_a_hand_in_is_shown_at_once(mount):
    duel = joined(mount, "sealed = false")
    hand_in(duel, 0, "bob")
    assert sorted(arguments(duel)) == ["opp_000a.md", "opp_000b.md", "opp_000c.md"]
    hand_in(duel, 0, "alice")
    assert len(arguments(duel)) == 6


def test_a_hand_in_comes_in_by_by_a_rewrite_by_a_file_renamed_over_the_record_and_is_rehearsed_by_check(duel):
    def rehearsed(name, side):
        rehearse(duel, name, text_of(0, name))
        assert f"turn.md: ok (the three opening arguments of the {side} of {name}, " in duel.text(f"participants/{name}/check")
        assert duel.status(f"{side}_in") == "false"
        duel.lock(f"claim {name}")
    rehearsed("alice", "proposition")
    duel.rewrite(duel.text("debate.md") + text_of(0, "alice"))
    assert duel.status("proposition_in") == "true"
    duel.lock("release alice")
    rehearsed("bob", "opposition")
    beside = duel / "debate.md.tmp.1"
    with File(beside, os.O_WRONLY | os.O_CREAT) as file:
        file.write(duel.text("debate.md") + text_of(0, "bob"))
    os.rename(beside, duel.debate)
    assert duel.status("opposition_in") == "true"
    duel.lock("release bob")
    duel.lock("claim carol")
    with File(duel.debate, os.O_WRONLY | os.O_APPEND) as file:
        file.write("```json\n").write(text_of(0, "carol")).write("```\n")
    assert duel.status("turns") == "1"


def test_an_argument_in_the_words_of_the_last_exchange_is_refused_as_that_and_not_taken_for_a_retry(duel):
    hand_in(duel, 0, *ROLES)
    hand_in(duel, 1, *ROLES)
    duel.lock("claim alice")
    with duel.refuses("EINVAL", "handin.repeat"):
        duel.append(text_of(1, "alice"))
    assert "those of prop_001: make another argument; what was said against that one is answered under `defends`" in duel.newest_refusal()
    assert duel.status("proposition_in") == "false"
    duel.append(text_of(2, "alice"))
    duel.lock("release alice")
    duel.lock("claim bob")
    with duel.refuses("EINVAL", "handin.repeat"):
        duel.append(text_of(1, "bob"))
    assert duel.status("opposition_in") == "false"


def test_a_hand_in_of_one_line_of_the_size_of_a_turn_is_taken(mount):
    duel = joined(mount, 'word_limits = "warn"')
    duel.lock("claim alice")
    duel.append(changed(0, "alice", lambda value: value[0]["grounds"][0].update(content="one word after another " * 2500)))
    assert duel.status("proposition_in") == "true"
    duel.lock("release alice")
    duel.lock("claim bob")
    duel.append(text_of(0, "bob"))
    assert "[words.ground] [0].grounds[0].content" in duel.status("warnings")


def long_opening(name, size):
    """An opening that comes to more than twice as many bytes in the record."""
    return changed(0, name, lambda value: value[0].update(claim="*" * size + "x of y"))


def test_a_hand_in_that_would_leave_no_room_in_the_record_for_the_other_side_s_and_a_judgement_is_refused_and_a_shorter_one_is_judged(mount):
    duel = joined(mount, "max_turn_bytes = 1048576")
    duel.lock("claim alice")
    with refused("EFBIG"):
        put(duel / "participants/alice/check", long_opening("alice", 1040000), 0)
    with duel.refuses("EFBIG", "limit.record"):
        duel.append(long_opening("alice", 1040000))
    assert duel.status("proposition_in") == "false"
    duel.append(long_opening("alice", 1020000))
    duel.lock("release alice")
    duel.lock("claim bob")
    duel.append(long_opening("bob", 1020000))
    duel.lock("release bob")
    hand_in(duel, 0, "carol")
    assert duel.status("turns") == "1"
    duel.lock("claim alice")
    one = json.loads(long_opening("alice", 100000))[0]
    one["grounds"] = [{"source": "x", "content": "Nobody has said this of buses so far.", "relevance": "x is of y"}]
    with duel.refuses("EFBIG", "limit.record"):
        duel.append(json.dumps(one) + "\n")


def test_word_limits_reject_refuses_what_is_too_long(mount):
    duel = joined(mount, 'word_limits = "reject"')
    duel.lock("claim alice")
    with duel.refuses("EINVAL", "words.title"):
        duel.append(changed(0, "alice", lambda value: value[1].update(title="Far too many words for a title of an argument")))
    assert "[1].title" in duel.newest_refusal()


def judged(duel):
    """The sides are in, and the judge's text is, who keeps the floor."""
    hand_in(duel, 0, "bob", "alice")
    duel.lock("claim carol")
    duel.append(text_of(0, "carol"))


def test_the_judge_closes_the_debate_after_a_judgement_and_then_nothing_more_is_taken(duel):
    hand_in(duel, 0, *SIDES)
    duel.lock("claim carol")
    with duel.refuses("EBUSY", "lease.order"):
        duel.lock("release carol outcome=COMPLETED")
    duel.append(text_of(0, "carol"))
    duel.lock('release carol outcome=COMPLETED reason="enough is said"')
    assert statuses(duel, "state", "reason") == ["completed", "enough is said"]
    duel.lock("release carol outcome=COMPLETED")
    with duel.refuses("EROFS", "duel.closed"):
        duel.append(text_of(1, "alice"))


def test_the_last_of_so_many_exchanges_closes_the_debate(own):
    mount = own()
    duel = joined(mount, "exchanges = 1")
    judged(duel)
    assert statuses(duel, "state", "outcome") == ["completed", "COMPLETED"]
    assert [event["reason"] for event in duel.events_of("completed")] == ["exchange 0, the last, is judged"]
    duel.lock("release carol")
    with duel.refuses("EROFS", "duel.closed"):
        duel.lock("refresh carol")
    eventually(lambda: archived(mount, "*-this-house-would-make-buses-free.md"))


def report(total):
    """The totals after exchange 0 of the corpus are 0.4 and -0.4."""
    return f"""# Free buses

## The Question

Should a ride be free?

## The Clash

It begins with prop_000a.

## Turning Points

{"word " * 500}

## The Verdict

The proposition stands at {total} and the opposition at -0.4.
"""


def test_the_report_is_written_by_the_judge_once_after_the_end_and_is_checked_against_the_scores(own):
    mount = own()
    duel = joined(mount, "exchanges = 1")
    judged(duel)
    with duel.refuses("EINVAL", "report.totals"):
        put(duel / "report.md", report(0.7))
    put(duel / "report.md", report(0.4))
    assert duel.text("report.md") == report(0.4)
    with duel.refuses("EROFS", "duel.closed"):
        put(duel / "report.md", report(0.4) + "x\n")
    mount.remount()
    assert "stands at 0.4" in duel.text("report.md")


def test_while_the_report_is_owed_the_judge_s_next_step_is_to_write_it_with_blank_and_prompt_there_and_nobody_else_s_is(own):
    mount = own()
    duel = joined(mount, "exchanges = 1")
    hand_in(duel, 0, "bob", "alice")
    assert duel.status("next_step") == "claim_lock" and blank(duel).startswith("{")
    hand_in(duel, 0, "carol")
    assert statuses(duel, "state", "next_step", "next_participant") == ["completed", "write_report", "carol"]
    its = "participants/carol/status"
    assert duel.status("next_step", its) == "write_report"
    assert 'next_step = "write_report"' in duel.text("participants/carol/wait").splitlines()
    assert duel.status("next_step", "participants/alice/status") == "closed"
    assert blank(duel).startswith("# ...\n\n## The Question\n")
    for name in ("prompt.md", "participants/carol/prompt.md"):
        assert "One text is still wanted" in duel.text(name) and "## Turning Points" in duel.text(name)
    assert "## Turning Points" not in duel.text("participants/alice/prompt.md")
    assert "next step `write_report`" in duel.text("README.md")
    with duel.refuses("EINVAL", "report.totals"):
        put(duel / "report.md", report(0.7))
    assert "[report.totals]" in duel.text("participants/carol/prompt.md")
    mount.remount()
    assert (duel.status("next_step"), duel.status("next_step", its)) == ("write_report", "write_report")
    put(duel / "report.md", report(0.4))
    assert [*statuses(duel, "next_step", "next_participant"), duel.status("next_step", its)] == ["closed", "", "closed"]
    assert duel.text("participants/carol/template.md") == ""
    assert "still wanted" not in duel.text("prompt.md")


def test_a_debate_that_nobody_judged_owes_no_report(duel):
    duel.lock("claim alice")
    duel.lock('release alice outcome=INVALIDATED reason="nobody can go on"')
    assert statuses(duel, "state", "next_step", "next_participant") == ["invalidated", "closed", ""]
    assert duel.text("participants/carol/template.md") == ""


def test_once_the_debate_is_over_the_front_matter_says_how_who_won_by_the_totals_when_and_who_took_part(own):
    mount = own()
    duel = joined(mount, "exchanges = 1")
    hand_in(duel, 0, "bob", "alice")
    assert "closed" not in front(duel)
    duel.lock("claim carol")
    duel.append(text_of(0, "carol"))
    assert list(front(duel)) == ["debate_id", "current_exchange", "current_phase", "cumulative_scores", "closed"]
    assert front(duel)["current_phase"] == "awaiting_arguments"
    assert statuses(duel, "current_exchange", "current_phase", "next_step") == ["0", "", "write_report"]
    asked = duel.text("participants/carol/ask.md")
    assert "The debate is over, 1 exchange is judged. The totals: proposition " in asked
    assert "is open" not in asked and "is the last one" not in asked
    closed, its = front(duel)["closed"], "participants/carol/status"
    assert list(closed) == ["outcome", "winner", "at", "participants"]
    assert [closed[key] for key in ("outcome", "winner", "at")] == ["COMPLETED", "proposition", duel.status("closed_at")]
    assert list(closed["participants"].items())[-1] == (
        "judge", {"name": "carol", "harness": duel.status("harness", its), "model": duel.status("model", its)})
    assert list(closed["participants"]) == ["proposition", "opposition", "judge"]
    file, = eventually(lambda: archived(mount))
    assert json.loads(file.read_text().partition("\n}\n")[0] + "\n}") == front(duel)
    before = duel.record()
    mount.remount()
    assert duel.record() == before


def warned(duel):
    """What an accepted hand-in was warned of, without the line of its time."""
    return duel.text("last_error").partition("\n\n")[0].splitlines()[1:]


def test_what_a_hand_in_is_warned_of_and_each_rescore_that_is_skipped_stands_in_status_and_in_last_error_over_a_remount_too(own):
    mount = own()
    duel = joined(mount, "sealed = false")
    hand_in(duel, 0, *ROLES)
    duel.lock("claim alice")
    duel.append(changed(1, "alice", lambda value: value.update(title="Too short", note=1)))
    assert warned(duel) == [
        "debate.md: warning: [handin.unknown] the key `note` is not known and has no effect; "
        "known are title, claim, grounds, warrant, backing, qualifier, attacks, defends",
        "debate.md:title: warning: [words.title] this has 2 words, and a title has 5 to 7 words"]
    assert " alice debate.md: accepted" in duel.text("last_error").splitlines()[0]
    duel.lock("release alice")
    hand_in(duel, 1, "bob")
    rescores = [{"argument_id": "prop_000a", "new_score": 0.3, "reasoning": "It lacks a part."},
                {"argument_id": "prop_000a", "old_score": 0.3, "new_score": 0.2, "reasoning": "It stands at 0.35."},
                {"argument_id": "prop_000b", "old_score": 0.2, "new_score": -0.35, "reasoning": "It goes too far."},
                {"argument_id": "prop_009", "old_score": 0.35, "new_score": 0.3, "reasoning": "There is none."}]
    duel.lock("claim carol")
    duel.append(changed(1, "carol", lambda value: value.update(rescores=rescores)))
    assert re.findall(r"^debate\.md:rescores\[(.)\]: warning: \[([a-z.]*)\]", "\n".join(warned(duel)), re.M) == [
        ("0", "rescore.incomplete"), ("1", "rescore.old"), ("2", "rescore.step"), ("3", "rescore.unknown")]
    assert "[rescore.step] rescores[2]" in duel.status("warnings")
    assert len(scores(duel)["prop_000a"]["history"]) == 1
    before = duel.text("last_error")
    mount.remount()
    assert duel.text("last_error") == before
    duel.lock("release carol")
    # It is no refusal: the next hand-in's prompt does not tell of one.
    assert "debate.md: accepted" not in duel.text("participants/carol/prompt.md")


def test_README_md_tells_this_debate_s_terms_and_every_prompt_which_rules_refuse_here(mount, duel):
    for words in ("- there are as many exchanges as the judge lets there be", "- what one side hands in is sealed until the other side's is in, too",
                  "- what has too many or too few words is accepted, with a warning", "`words.title` (W)"):
        assert words in duel.text("README.md")
    assert "- `words.title` (W): " in duel.text("prompt.md") + duel.text("participants/bob/prompt.md")
    assert "words.title" not in duel.text("participants/carol/prompt.md")
    strict = joined(mount, 'word_limits = "reject"', "sealed = false", "exchanges = 3")
    for words in ("- the debate is over after 3 judged exchanges", "- what is handed in can be read at once",
                  "- what has too many or too few words is refused", "`words.title`, ", "| `handin.unknown` | W | "):
        assert words in strict.text("README.md")
    assert "- `words.title`: " in strict.text("participants/bob/prompt.md")


def test_a_rehearsal_with_several_faults_is_told_them_not_that_another_seat_of_the_same_user_has_to_wait(duel):
    hand_in(duel, 0, *ROLES)
    duel.lock("claim alice")
    with refused("EINVAL"):
        rehearse(duel, "alice", changed(1, "alice", lambda value: {key: value[key] for key in value if key not in ("title", "claim")}))
    assert "turn.md:claim: error: [handin.missing]" in duel.text("participants/alice/check")
    assert "lease.order" not in duel.text("participants/alice/check")


def without_times(value):
    if isinstance(value, list):
        return [without_times(part) for part in value]
    return {key: without_times(part) for key, part in value.items() if key != "scored_at"} if isinstance(value, dict) else value


def test_whichever_side_is_in_first_arguments_scores_totals_and_both_graphs_are_the_same(mount):
    made = []
    for order in (SIDES, SIDES[::-1]):
        duel = joined(mount)
        for n in range(5):
            hand_in(duel, n, *order, "carol")
        # Times, and the name of the duel, are each duel's own.
        made.append((arguments(duel), duel.text("argument-graph.mmd"), duel.text("argument-graph.svg"), without_times(scores(duel)),
                     re.sub('"debate_id": .*', "", duel.text("debate.md"))))
    assert made[0] == made[1]
    assert len(made[0][0]) == 14
