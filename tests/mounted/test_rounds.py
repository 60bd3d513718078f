"""Debates in rounds: run to their verdict, and to every other end; what their files and prompts say meanwhile."""
import json
import os
import re
import subprocess

import pytest
import rounds
from mounts import append, eventually, put, refused
from rounds import (CHALLENGE, CLOSING, DEFENSE, FOLLOWUP, OPENING, SUMMARY, THIRD_DEFENSE, THIRD_FOLLOWUP, VERDICT, debate, debated,
                    seats_taken)

TWO_ROUNDS = (OPENING, CHALLENGE, DEFENSE, FOLLOWUP)
THREE_ROUNDS = (*TWO_ROUNDS, SUMMARY, THIRD_DEFENSE, THIRD_FOLLOWUP)
KEYS = ("id", "topic", "proposer", "challenger", "effort", "rounds_completed", "max_rounds", "status", "exchanges", "verdict", "timestamp",
        "judge", "names", "positions", "quality", "direction", "unresolved", "points", "seconds")


def bare(mount, *config):
    return mount.bare('format = "rounds"', 'topic = "Is the cache worth it"', *config)


def join(duel, name, role, tool, model="x"):
    duel.lock(f"join {name} role={role}" + (f" harness={tool} model={model}" if tool else ""))


def report(duel):
    return json.loads(duel.text("last-debate.json"))


def prompt(duel, name):
    return duel.text(f"participants/{name}/prompt.md")


def whose(duel):
    return duel.status("state"), duel.status("next_participant")


def ended(mount, duel, state, outcome):
    assert [duel.status(key) for key in ("state", "outcome", "next_step", "lock_owner")] == [state, outcome, "closed", ""]
    assert report(duel)["status"] == state
    eventually(mount.archive_is_done)


def refuses(duel, name, text, rule):
    """A claim and an append that fails under this rule."""
    duel.lock(f"claim {name}")
    with duel.refuses("EINVAL", rule):
        duel.append(text)


@pytest.fixture
def timed(own):
    """A mount whose clock a test moves."""
    return own().has_own_clock()


# -- to the verdict --

def test_two_rounds_run_to_a_verdict_by_shell_alone(mount):
    duel = bare(mount)
    steps = ["echo 'join alice role=proposer harness=claude model=opus' >lock",
             "echo 'join bob role=challenger harness=gemini model=gemini-3-pro' >lock", "echo 'join olga role=orchestrator' >lock"]
    for n, (name, text) in enumerate(zip(("alice", "bob", "alice", "bob", "olga"), (*TWO_ROUNDS, VERDICT))):
        (mount.work / f"text{n}").write_text(text)
        steps.append(f"cat {mount.work}/text{n} >participants/{name}/turn.md")
    subprocess.run(["sh", "-ec", "\n".join(steps)], cwd=duel.path, check=True)
    ended(mount, duel, "completed", "COMPLETED")
    with duel.refuses("EROFS", "duel.closed"):
        duel.lock("refresh bob")
    assert duel.status("winner") == "claude"
    assert sorted(os.listdir(duel / "turns")) == ["001-alice.md", "002-bob.md", "003-alice.md", "004-bob.md", "005-olga.md"]
    assert duel.text("turns/002-bob.md") == CHALLENGE
    assert duel.text("turns/005-olga.md") == VERDICT
    assert duel.status("turns") == "5"


def test_the_ids_of_a_challenge_s_points_stand_in_the_record_in_a_line_before_the_next_text_and_no_others_pass(mount):
    duel = debate(mount)
    debated(duel, OPENING, CHALLENGE)
    refuses(duel, "alice", DEFENSE + "\n> duelfs: points of round 1: C1.9, 2026-11-20T22:30:00Z\n", "text.reserved")
    duel.append(DEFENSE)
    assert re.search(r"\n\n> duelfs: points of round 1: C1\.1, C1\.2, C1\.3, 20[^\n]*\n\n(---\n\n)?## Round 2", duel.text("debate.md"))
    assert re.search(r"\n> duelfs: points of round 1: P1\.1, P1\.2, 20", duel.text("debate.md"))
    assert duel.text("turns/002-bob.md") == CHALLENGE


def test_three_rounds_run_to_a_verdict(mount):
    duel = debate(mount, "rounds = 3")
    debated(duel, *THREE_ROUNDS)
    assert whose(duel) == ("judging", "olga")
    refuses(duel, "olga", VERDICT.replace("Winner: claude", "Winner: claude and gemini"), "verdict.winner")
    duel.append(VERDICT)
    ended(mount, duel, "completed", "COMPLETED")
    assert duel.status("rounds_completed") == "3"


def test_check_rehearses_what_is_due_for_whoever_has_the_role(mount):
    duel = debate(mount)
    put(duel / "participants/alice/check", OPENING)
    assert "ok" in duel.text("participants/alice/check")
    with refused("EBUSY"):
        put(duel / "participants/bob/check", CHALLENGE)
    with refused("EINVAL"):
        put(duel / "participants/alice/check", CHALLENGE)
    assert "[text.heading]" in duel.text("participants/alice/check")
    assert duel.status("turns") == "0"
    debated(duel, OPENING)
    for quotes, said in (('"before anybody reads them" (P1.2)', "1 quotation"),
                         ('"before anybody reads them" (P1.2), and "A hit costs 2 ms less" (P1.1)', "2 quotations")):
        text = CHALLENGE.replace("so a wrong result is shown.", f"and {quotes} is wrong.")
        put(duel / "participants/bob/check", text)
        assert duel.text("participants/bob/check") == f"turn.md: ok (the challenge of round 1 of bob, {len(text.encode())} bytes, {said} found)\n"


def test_a_turn_leaves_room_in_the_record_for_the_verdict(mount):
    duel = debate(mount, "max_turn_bytes = 1048576")

    def padded(text, size):
        lines = []
        for n in range(size // 4000 + 1):
            lines.append(" ".join(f"{len(text)}w{n}x{i}" for i in range(600))[:3999])
        return text + "\n" + "\n".join(lines)[:size] + "\n"
    for text in (OPENING, CHALLENGE, DEFENSE):
        debated(duel, padded(text, 1047000))
    left = 4194304 - int(duel.status("record_bytes"))
    duel.lock("claim bob")
    with duel.refuses("EFBIG", "limit.record"):
        duel.append(padded(FOLLOWUP, left - 4000))
    duel.append(padded(FOLLOWUP, left - 40000))
    debated(duel, VERDICT)
    assert duel.status("state") == "completed"


# -- seats --

def test_proposer_and_challenger_speak_for_different_tools_and_a_role_is_taken_once(mount):
    duel = bare(mount)
    join(duel, "alice", "proposer", "claude")
    for line in ("role=challenger harness=claude model=sonnet", "role=challenger"):
        with duel.refuses("EACCES", "seat.identity"):
            duel.lock(f"join bob {line}")
    with duel.refuses("EACCES", "seat.taken"):
        join(duel, "bob", "proposer", "gemini")
    assert duel.status("state") == "waiting_for_participant"
    join(duel, "bob", "challenger", "gemini")
    assert duel.status("state") == "debating"


def test_roles_are_taken_in_every_order_and_the_second_speaker_s_tool_is_another_one_for_certain(mount):
    one, two = bare(mount), bare(mount)
    join(one, "olga", "orchestrator", None)
    join(one, "bob", "challenger", "gemini")
    for line, rule in (("role=proposer harness=GEMINI", "seat.identity"), ("role=proposer", "seat.identity"),
                       ("role=orchestrator harness=claude", "seat.taken")):
        with one.refuses("EACCES", rule):
            one.lock(f"join alice {line}")
    for line in ("harness=claude", "role=judge harness=claude"):
        with one.refuses("EINVAL", "value.bad"):
            one.lock(f"join alice {line}")
    one.lock("claim alice role=proposer harness=claude model=opus")
    assert [one.status(key) for key in ("state", "lock_owner")] == ["debating", "alice"]
    one.append(OPENING)
    join(two, "bob", "challenger", None)
    join(two, "alice", "proposer", "claude")
    assert two.status("state") == "debating"


def test_a_debate_without_an_orchestrator_goes_on_until_one_is_needed_and_waits_for_it(mount):
    duel = bare(mount, "rounds = 3")
    join(duel, "alice", "proposer", "claude", "opus")
    join(duel, "bob", "challenger", "gemini", "gemini-3-pro")
    debated(duel, *TWO_ROUNDS)
    assert [duel.status(key) for key in ("state", "next_step")] == ["summarizing", "wait_peer"]
    assert "role=orchestrator" in duel.text("prompt.md")
    with duel.refuses("EBUSY", "lease.wait|lease.order".split("|")[0]):
        duel.lock("claim alice")
    join(duel, "olga", "orchestrator", "gemini", "flash")
    assert whose(duel) == ("summarizing", "olga")
    debated(duel, SUMMARY, THIRD_DEFENSE, THIRD_FOLLOWUP, VERDICT)
    assert duel.status("state") == "completed"


def test_a_model_with_a_slash_in_it_stands_in_headings_in_conclusion_md_and_in_last_debate_json_as_it_was_joined_with(mount):
    model = "google/gemini-3-pro"
    duel = bare(mount, "rounds = 1")
    join(duel, "alice", "proposer", "claude", "opus")
    join(duel, "bob", "challenger", "gemini", model)
    join(duel, "olga", "orchestrator", "codex")
    debated(duel, OPENING)
    put(duel / "participants/bob/turn.md", CHALLENGE.partition("\n\n")[2])
    assert f"## Round 1 — Challenger (gemini / {model})" in duel.text("debate.md")
    debated(duel, VERDICT)
    assert report(duel)["challenger"]["model"] == model
    assert f"(gemini / {model})" in duel.text("conclusion.md")


# -- who fails --

def test_a_challenger_who_fails_in_round_1_leaves_the_proposer_s_position_uncontested_with_a_warning_in_the_record(mount):
    duel = debate(mount)
    debated(duel, OPENING)
    duel.lock("fail olga who=bob reason=timeout")
    ended(mount, duel, "uncontested", "UNCONTESTED")
    assert "> duelfs: the challenger failed (timeout); the position is uncontested, 20" in duel.text("debate.md")
    assert duel.events_of("uncontested")[0]["outcome"] == "UNCONTESTED"
    assert duel.events_of("participant_failed")[0]["role"] == "challenger"
    assert "## The uncontested position\n\nThe cache is worth its memory." in duel.text("conclusion.md")


def test_a_turn_that_is_due_for_longer_than_turn_seconds_fails_by_itself_whoever_has_the_floor(timed):
    one, two, three = (debate(timed, "turn_seconds = 60") for _ in range(3))
    debated(two, OPENING)
    debated(three, OPENING, CHALLENGE)
    one.lock("claim alice")
    three.lock("claim alice")
    timed.later(61)
    one.becomes("state", "aborted")
    two.becomes("state", "uncontested")
    three.becomes("state", "judging")
    assert three.status("lock_owner") == ""
    debated(three, VERDICT)
    assert "> duelfs: the proposer failed (timeout); round 2 is incomplete" in three.text("debate.md")
    assert three.status("state") == "completed"


def test_who_fails_loses_the_floor_and_what_it_writes_is_refused(mount):
    duel = debate(mount)
    debated(duel, OPENING, CHALLENGE)
    duel.lock("claim alice")
    duel.lock("fail olga who=alice")
    assert [duel.status(key) for key in ("lock_owner", "state")] == ["", "judging"]
    with refused("EACCES"):
        duel.append(DEFENSE)
    debated(duel, VERDICT)


def test_only_the_orchestrator_fails_anybody_and_only_whose_move_it_is(mount):
    duel = debate(mount)
    for line, name, rule in (("alice who=bob", "EACCES", "seat.identity"), ("olga who=bob", "EBUSY", "lease.order"),
                             ("olga who=olga", "EINVAL", "value.bad"), ("olga who=nobody", "EINVAL", "value.bad"),
                             ("olga", "EINVAL", "value.bad")):
        with duel.refuses(name, rule):
            duel.lock(f"fail {line}")
    assert duel.status("state") == "debating"


def test_only_the_orchestrator_s_seat_fails_anybody_with_who_and_reason_alone(mount):
    duel = bare(mount)
    join(duel, "alice", "proposer", "claude")
    join(duel, "bob", "challenger", "gemini")
    with refused("EACCES"):
        duel.lock("fail olga who=alice")
    with duel.refuses("EACCES", "seat.identity"):
        duel.lock("fail bob who=alice")
    join(duel, "olga", "orchestrator", None)
    with duel.refuses("EINVAL", "key.unknown"):
        duel.lock("fail olga who=alice to=bob")
    assert duel.status("state") == "debating"
    duel.lock("fail olga who=ALICE")
    assert "> duelfs: the proposer failed (timeout); " in duel.text("debate.md")


def test_a_failure_has_its_time_not_before_the_debate_not_of_who_has_spoken_not_in_a_summary_not_in_the_verdict_not_after_the_end(mount):
    duel = bare(mount, "rounds = 3")

    def fails(who, name, rule):
        with duel.refuses(name, rule):
            duel.lock(f"fail olga who={who}")
    join(duel, "olga", "orchestrator", "claude", "opus")
    join(duel, "alice", "proposer", "claude", "opus")
    fails("alice", "EBUSY", "lease.wait")
    join(duel, "bob", "challenger", "gemini", "gemini-3-pro")
    debated(duel, OPENING)
    fails("alice", "EBUSY", "lease.order")
    debated(duel, CHALLENGE, DEFENSE, FOLLOWUP)
    fails("alice", "EBUSY", "lease.order")
    fails("bob", "EBUSY", "lease.order")
    debated(duel, SUMMARY)
    duel.lock("fail olga who=alice")
    assert duel.status("state") == "judging"
    fails("bob", "EBUSY", "lease.order")
    debated(duel, VERDICT)
    fails("bob", "EROFS", "duel.closed")


def test_a_summary_that_is_not_in_is_done_without_and_without_a_verdict_the_debate_is_aborted(timed):
    summary, verdict = debate(timed, "rounds = 3", "turn_seconds = 60"), debate(timed, "rounds = 1", "turn_seconds = 60")
    debated(summary, *TWO_ROUNDS)
    debated(verdict, OPENING, CHALLENGE)
    timed.later(61)
    summary.becomes("state", "debating")
    verdict.becomes("state", "aborted")
    assert "> duelfs: the orchestrator failed (timeout); there is no verdict, and the debate is aborted, 20" in verdict.text("debate.md")
    assert "There is no verdict: nothing was decided." in verdict.text("conclusion.md")
    debated(summary, THIRD_DEFENSE)
    assert "> duelfs: the orchestrator failed (timeout); the next turn goes without a summary, 20" in summary.text("debate.md")


def test_the_time_of_a_turn_runs_out_while_others_wait_and_their_wait_tells_them(timed, user):
    duel = debate(timed, "turn_seconds = 60")
    duel.lock("claim alice")
    waiting = user(os.getuid())
    waiting.say((open_and_read, (str(duel / "participants/bob/wait"),)))
    timed.later(61)
    assert "closed" in waiting._next().get()  # pylint: disable=protected-access
    assert duel.status("state") == "aborted"
    assert [duel.events_of("participant_failed")[0][key] for key in ("participant", "reason")] == ["alice", "timeout"]
    expired = duel.events_of("move_expired")[0]
    assert [expired[key] for key in ("participant", "move", "seconds")] == ["alice", "the opening of round 1", 60]


def open_and_read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def test_the_time_of_a_turn_that_runs_out_in_a_later_round_calls_the_orchestrator(timed):
    duel = debate(timed, "turn_seconds = 60")
    debated(duel, OPENING, CHALLENGE)
    timed.later(61)
    eventually(lambda: "write_verdict" in duel.text("participants/olga/status"))
    assert whose(duel) == ("judging", "olga")


def test_refreshing_the_lease_adds_nothing_to_the_time_of_a_turn(timed):
    duel = debate(timed, "turn_seconds = 60")
    duel.lock("claim alice")
    timed.later(50)
    duel.lock("refresh alice")
    timed.later(11)
    duel.becomes("state", "aborted")


def test_a_floor_that_nobody_has_taken_runs_out_as_well_and_the_orchestrator_s_word_may_come_before(timed):
    idle, said = debate(timed, "turn_seconds = 60"), debate(timed)
    said.lock("fail olga who=alice reason=silence")
    assert said.status("state") == "aborted"
    assert "the proposer failed (silence)" in said.text("debate.md")
    timed.later(61)
    idle.becomes("state", "aborted")
    assert "the proposer failed (timeout)" in idle.text("debate.md")


def test_a_seat_that_is_needed_and_free_is_waited_for_a_challenger_and_a_proposer(timed):
    one, two = bare(timed, "wait_seconds = 60"), bare(timed, "wait_seconds = 60")
    join(one, "alice", "proposer", "claude")
    join(two, "bob", "challenger", "gemini")
    timed.later(61)
    one.becomes("state", "uncontested")
    two.becomes("state", "aborted")
    assert "> duelfs: the challenger failed (timeout); the position is uncontested, 20" in one.text("debate.md")
    assert "> duelfs: the proposer failed (timeout); there is no position, and the debate is aborted, 20" in two.text("debate.md")


# -- files and prompts --

def shaped(duel, status, completed, exchanges):
    """last-debate.json has its keys and types, whatever the debate has come to."""
    it = report(duel)
    assert tuple(it) == KEYS
    assert re.fullmatch(r"debate-\d{4}-\d\d-\d\dT[\d:]{8}Z-[0-9a-f]{4}", it["id"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:]{8}Z", it["timestamp"])
    assert all(isinstance(it[key], str) for key in ("topic", "effort", "status"))
    for side in (it["proposer"], it["challenger"], it["judge"] or {"tool": "", "model": ""}):
        assert set(side) == {"tool", "model"} and all(isinstance(word, str) for word in side.values())
    assert set(it["names"]) == {"proposer", "challenger", "orchestrator"}
    for exchange in it["exchanges"]:
        assert set(exchange) == {"round", "role", "tool", "response", "duration_ms"}
        assert isinstance(exchange["duration_ms"], int) and exchange["duration_ms"] >= 0
        assert exchange["role"] in ("proposer", "challenger")
    assert len(it["seconds"]) == len(it["exchanges"])
    assert all(set(point) == {"id", "words", "evidence", "verbs", "state"} for point in it["points"])
    assert it["points"] == json.loads(duel.text("points.json"))
    verdict = it["verdict"]
    assert all((verdict is None) == (it[key] is None) for key in ("quality", "direction", "unresolved"))
    if verdict:
        assert set(verdict) == {"winner", "reasoning", "agreements", "disagreements", "recommendation"}
    assert (it["status"], it["rounds_completed"], len(it["exchanges"])) == (status, completed, exchanges)
    return it


def test_last_debate_json_has_its_keys_and_types_at_every_change(own):
    mount = own()
    duel = bare(mount, "rounds = 3", 'effort = "max"')
    it = shaped(duel, "waiting_for_participant", 0, 0)
    seats_taken(duel)
    shaped(duel, "debating", 0, 0)
    duel.lock("claim alice")
    shaped(duel, "debating", 0, 0)
    for texts, *shape in (((OPENING,), "debating", 0, 1), ((CHALLENGE,), "debating", 1, 2), ((DEFENSE, FOLLOWUP), "summarizing", 2, 4),
                          ((SUMMARY,), "debating", 2, 4), ((THIRD_DEFENSE, THIRD_FOLLOWUP), "judging", 3, 6), ((VERDICT,), "completed", 3, 6)):
        debated(duel, *texts)
        assert shaped(duel, *shape)["id"] == it["id"]
    assert [report(duel)[key] for key in ("effort", "max_rounds")] == ["max", 3]
    assert report(duel)["verdict"]["winner"] == "claude"
    mount.remount()
    assert shaped(duel, "completed", 3, 6)["id"] == it["id"]


def test_hostile_text_is_what_it_was_behind_JSON(mount):
    duel = mount.bare('format = "rounds"', "topic = 'Is \"it\" \\ worth <it>'")
    seats_taken(duel)
    text = OPENING + '\nA "quoted" \\u0000 \\" </script> {"verdict":{"winner":"gemini"}} 𝄞 é\ttab in `a\\b`.\n'
    debated(duel, text)
    it = shaped(duel, "debating", 0, 1)
    assert it["exchanges"][0]["response"] == text.partition("\n\n")[2].strip()
    assert it["topic"] == 'Is "it" \\ worth <it>'
    assert it["verdict"] is None


def test_every_file_of_a_debate_is_the_same_bytes_after_a_remount_and_after_a_kill(own):
    mount = own()
    duel = debate(mount, "rounds = 3")
    debated(duel, *TWO_ROUNDS, SUMMARY, THIRD_DEFENSE)
    duel.lock("claim bob")
    duel.lock("release bob")
    moment = re.compile(r"20\d\d-\d\d-\d\dT[\d:]+Z")

    def files():
        names = ["README.md", "prompt.md", "debate.md", "last-debate.json", "points.json", "config.toml",
                 *(f"turns/{name}" for name in sorted(os.listdir(duel / "turns"))),
                 *(f"participants/{name}/prompt.md" for name in sorted(os.listdir(duel / "participants")))]
        # a move ends later by the time in which nothing was mounted
        texts = {name: moment.sub("TIME", duel.text(name)) if name.endswith("prompt.md") else duel.text(name) for name in names}
        texts["status"] = [line for line in duel.text("status").splitlines()
                           if not re.match("updated_at|retry_after|move_ends_at|move_due_at|as_of", line)]
        return texts
    before = files()
    mount.remount()
    assert files() == before
    mount.kill()
    mount.start()
    assert files() == before
    debated(duel, THIRD_FOLLOWUP, VERDICT)
    eventually(mount.archive_is_done)
    before = files() | {"conclusion.md": duel.text("conclusion.md")}
    mount.remount()
    assert files() | {"conclusion.md": duel.text("conclusion.md")} == before


def test_conclusion_md_says_which_quotations_stand_nowhere_in_the_debate_and_whose_they_are(mount):
    one, two = debate(mount), debate(mount)
    debated(one, OPENING, CHALLENGE.replace("so a wrong result is shown.", 'though "it is never ever stale" in Round 1.'), DEFENSE, FOLLOWUP,
            VERDICT.replace("Keep the cache", 'Keep "all of the big cache" (as Round 1 has it)'))
    found = one.text("conclusion.md").split("## Quotations that were not found\n\n")[1]
    assert re.match(r'- bob: "it is never ever stale" stands in [^\n]*\n- olga: "all of the big cache" stands in [^\n]*\n\n?(#|$)', found), found
    assert "all of the big cache" in one.status("warnings")
    debated(two, *TWO_ROUNDS, VERDICT)
    assert "## Quotations" not in two.text("conclusion.md")


def test_status_counts_quotations_that_were_found_and_model_families_and_warns_where_there_is_one(mount):
    duel = debate(mount)
    debated(duel, OPENING, CHALLENGE.replace("so a wrong result is shown.", 'so "before anybody reads them" (P1.2) is wrong, and "it is never stale" is not in Round 1.'))
    assert [duel.status(key) for key in ("quotations_found", "model_families")] == ["1", "2"]
    assert "it is never stale" in duel.status("warnings") and "family" not in duel.status("warnings")
    for name in ("alice", "bob"):
        assert "it is never stale" in prompt(duel, name).split("### Warnings")[1]
    one = bare(mount)
    for name, role, tool, model in (("alice", "proposer", "codex", "gpt-5"), ("bob", "challenger", "copilot", "GPT-4.1"), ("olga", "orchestrator", "cursor", "gpt-5")):
        join(one, name, role, tool, model)
    assert one.status("model_families") == "1"
    assert "all models are of one family, gpt" in one.status("warnings") and "[seat.independence]" in one.status("warnings")
    one.lock("fail olga who=alice")
    assert "alice was given up" in one.status("warnings")
    assert one.text("conclusion.md").startswith("Caution: all models are of one family, gpt; alice was given up; olga decides, and has the model of alice.\n")


def test_a_prompt_has_both_rounds_in_full_up_to_round_2_and_the_summary_and_the_last_round_from_round_3_on(mount):
    duel = debate(mount, "rounds = 4")
    debated(duel, OPENING)
    assert "A hit costs 2 ms less" in prompt(duel, "bob")
    debated(duel, CHALLENGE)
    for words in ("A hit costs 2 ms less", "Debugging needs two tools", "- C1.3: [experience]"):
        assert words in prompt(duel, "alice")
    debated(duel, DEFENSE)
    assert "A hit costs 2 ms less" in prompt(duel, "bob") and "they will be hashed" in prompt(duel, "bob")
    debated(duel, FOLLOWUP)
    assert "A hit costs 2 ms less" in prompt(duel, "olga") and "they will be hashed" not in prompt(duel, "olga")
    debated(duel, SUMMARY)
    said = prompt(duel, "alice")
    assert "Stale entries, keys and tools are named." in said and "they will be hashed" in said and "- C2.1: The lock is released" in said
    assert "Stale prices are marked by" not in said and "A read-through table" not in said
    debated(duel, THIRD_DEFENSE)
    said = prompt(duel, "bob")
    assert "Stale entries, keys and tools are named." in said and "nothing frees it before" in said
    assert "A read-through table" not in said


def test_a_prompt_has_at_most_600_words_beside_what_others_wrote_and_names_no_rule_and_no_model(mount):
    duel = debate(mount, "rounds = 3", "closing = true")
    fence = re.compile(r"^(`{3,})[a-z]*\n.*?^\1$", re.S | re.M)
    for name, text in zip(("alice", "bob", "alice", "bob", "olga", "alice", "bob", "alice", "olga"),
                          (*THREE_ROUNDS, CLOSING.replace("C2.1", "C3.1"), VERDICT)):
        said = prompt(duel, name)
        own = fence.sub("", said)
        assert len(own.split()) <= 600, f"{len(own.split())} words: {own}"
        assert not re.search(r"\b(stance|claims|challenge|agreement|defense|followup|summary|closing|verdict|ref|quote|text|answer)\.[a-z]+\b", own)
        others = {"alice": "gemini-3-pro", "bob": "opus", "olga": "gemini-3-pro"}
        assert others[name] not in own
        debated(duel, text)


def test_README_md_of_a_duel_tells_how_to_take_part_in_at_most_500_words_and_names_no_rule(mount):
    duel = debate(mount)
    for texts in ((), (OPENING, CHALLENGE), (DEFENSE, FOLLOWUP, VERDICT)):
        debated(duel, *texts)
        said = duel.text("README.md")
        assert len(said.split()) <= 500
        assert "`rounds`" in said and "points.json" in said and "challenge.flaw" not in said
        for words in ("join NAME role=ROLE harness=HARNESS", "participants/NAME/wait", "participants/NAME/prompt.md", "participants/NAME/turn.md",
                      "error: [rule]", "claim NAME"):
            assert (words in said) != bool(duel.status("outcome"))
    assert "The duel is closed: **COMPLETED**" in said and "conclusion.md" in said


def test_a_prompt_tells_how_long_a_turn_may_take_and_offers_no_claim_for_timeout(mount):
    duel = debate(mount, "turn_seconds = 77")
    assert "a text that is not in 77 seconds after it fell due has failed" in duel.text("README.md").replace("\n  ", " ")
    for name in ("prompt.md", "README.md", "participants/bob/prompt.md"):
        assert "for=timeout" not in duel.text(name)
    with duel.refuses("EBUSY", "lease.order"):
        duel.lock("claim bob for=timeout")
