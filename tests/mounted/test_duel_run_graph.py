"""duel-run over an argument graph: roles that the base has, and an orchestrator whose answers are lines for `lock`."""
import functools
import json
import re
import shutil

import pytest

from adversarial import KB
from mounts import eventually, put
from running import SMALL, Project, agents, is_gone, plays, scripted

FOUR = ("tess@debater-tabs=tabs:opus", "sam@debater-spaces=spaces:gpt-5", "mona=rulings:pro", "olga=naming")
adversarial = plays("adversarial")


def of_base(base, *words):
    return ("--format", "adversarial", "--source", str(base), *words)


def asked_of(project, seat):
    return [file.read_text() for file in sorted((project / ".duels/run/d").glob(f"*-{seat}.ask.md"))]


def ends_after_its_clock(project, name, *words):
    """With exit status 4: who is given up has had its time."""
    run = project.begins(*words)
    run.says(f"{name} is given up: the answer is empty")
    project.later(901)
    return run.ends(4)


def turns_of(record):
    return record.count("\n## Turn")


def test_a_debate_over_a_graph_is_played_from_one_line_and_roles_are_those_of_the_base_debaters_first(project):
    said = project.commanded(0, *SMALL, *FOUR)
    for words in ("adversarial: Tabs or spaces", 'next to=debater-tabs asks="L-003, L-004: do they reach what you hold?"', "Turn 4 — mona — moderator",
                  'end reason="both sides have said what they rest on"', "ended: COMPLETED"):
        assert words in said
    assert [said.split()[0] for said in project.accepted_of("olga")] == ["next"] * 3 + ["end", "Synthesis"]
    assert [seat[:2] for seat in json.loads(project.kept("run.json"))["seats"]] == [
        ["tess", "debater-tabs"], ["sam", "debater-spaces"], ["mona", "moderator"], ["olga", "orchestrator"]]
    # the run asked the mount for the roles, and nobody joined by that
    archived, = (path for path in (project / ".duels/store/archive").iterdir() if path.is_dir())
    joined = [event for event in map(json.loads, (archived / "events").read_text().splitlines()) if event["event"] == "participant_registered"]
    assert [event["participant"] for event in joined] == ["tess", "sam", "mona", "olga"]
    assert "- Q-2: asymmetric engagement tabs" in (archived / "output/synthesis.md").read_text()
    project.verified()


def test_roles_that_are_said_are_taken_and_the_others_go_in_order_round_them(project):
    said = project.ends(0, *SMALL, "olga@orchestrator=naming", "tess@debater-tabs=tabs:opus", "sam=spaces:gpt-5", "mona=rulings:pro")
    assert "ended: COMPLETED" in said
    assert project.roles() == ["orchestrator", "debater-tabs", "debater-spaces", "moderator"]


def test_roles_that_a_base_has_not_or_not_so_many_of_are_said_and_nothing_is_left(project):
    said = project.ends(2, *SMALL, "sam@debater-emacs=spaces", "tess=tabs", "mona=rulings", "olga=naming")
    assert "sam: there is no role debater-emacs: this base has 4 roles: orchestrator, moderator, debater-spaces, debater-tabs" in said
    said = project.ends(2, *SMALL, "sam=spaces", "tess=tabs", "mona=rulings", "olga=naming", "ann=spaces")
    assert "there are 5 seats, and this base has 4 roles: " in said
    said = project.ends(2, *SMALL, "sam@moderator=spaces", "tess=tabs", "mona@moderator=rulings", "olga=naming")
    assert "moderator is said of two seats" in said
    said = project.ends(2, *SMALL, "sam@judge=spaces", "tess=tabs", "mona=rulings", "olga=naming")
    assert "adversarial has the roles debater-SLUG, moderator, orchestrator" in said
    said = project.ends(2, "--format", "adversarial", "--name", "d", "Tabs", "sam=spaces", "tess=tabs", "mona=rulings", "olga=naming")
    assert "no knowledge base yet" in said
    said = project.ends(2, *of_base(project.work / "nowhere", "--name", "d", "Tabs"), "sam=spaces", "tess=tabs", "mona=rulings", "olga=naming")
    assert "--source: there is no " in said
    (project.work / "nothing").mkdir()
    said = project.ends(2, *of_base(project.work / "nothing", "--name", "d", "Tabs"), "sam=spaces", "tess=tabs")
    assert "there are 4 seats" in said or "adversarial has at least 4 seats" in said
    assert not (project / ".duels").exists()
    # three positions and four seats: the last position has nobody
    shutil.copytree(KB, project.work / "kb")
    file = project.work / "kb/arguments/arg-008-mixed-files-are-worst.md"
    file.write_text(re.sub("^position: factual", "position: zebras", file.read_text(), flags=re.M))
    project.ends(0, *of_base(project.work / "kb", "--set", "min_turns=4", "--name", "d", "Tabs or spaces"), *FOUR)
    assert project.roles() == ["debater-tabs", "debater-spaces", "moderator", "orchestrator"]


def test_what_an_orchestrator_is_asked_has_seats_claims_and_the_lines_it_may_answer_with_what_was_refused_goes_into_the_next_question(project):
    def hasty(question):
        early = question.move == 2 and "last answer was refused" not in question.prompt
        return "next to=debater-tabs asks=more\n" if early else adversarial(question)
    project.agent("hasty", hasty)
    said = project.ends(0, *SMALL, *FOUR[:3], "olga=hasty")
    assert "olga, try 1: lock: error: [lease.order] tess spoke last, and nobody speaks twice in a row" in said
    asked = asked_of(project, "olga")
    for words in ("Your whole answer is one line, one of these, ", '    next olga to=ROLE asks="…"', '    end olga reason="…"',
                  '    fail olga who=NAME reason="…"', "- L-004, open, of debater-spaces", "- Q-1: Who may decide how wide indentation is shown? (arg-001, arg-009)"):
        assert words in asked[0]
    assert "nothing for you to write" not in asked[0]
    again, = (ask for ask in asked if "last answer was refused" in ask)
    for words in ("    lock: error: [lease.order] tess spoke last, and nobody speaks twice in a row", "## Turn 3 — tess"):
        assert words in again
    everything = "".join(file.read_text() for file in (project / ".duels/run/d").glob("*.ask.md"))
    assert "token=" not in everything


ODD = [("I name sam.", 'the answer has none of these lines, and wants one: next olga to="…" asks="…"'),
       ("close maker reason=done", "the answer has none of these lines"), ("next sam to=tess", "who says it is olga"),
       ("next to=moderator asks=x\nnext to=debater-tabs asks=x", "the answer has 2 of these lines"),
       ("next to=tess token=x", "`next` takes to= and asks=, each once"), ("next to=tess force=yes", "`next` takes to= and asks="),
       ("next to=tess to=sam", "`next` takes to= and asks="), ("next to=tess asks=what of it", "what has spaces or quotes in it"),
       ("lock: close maker reason=x", "the line is none of these"), ("lock: pause maker", "the line is none of these"),
       ("next", "the answer has none of these lines")]
REFUSED = [ODD[0], ("end reason=enough", "lock: error: [lease.order] tess has had no turn in cross-examination"),
           ("next to=nobody asks=x", "lock: error: [value.bad] nobody has the role `nobody`: `to=` is")]


def test_of_an_orchestrator_s_answer_one_line_is_done_with_its_name_and_token_and_nothing_else_it_says(project):
    def chatty(question):
        said = adversarial(question)
        line = said if question.move == 5 else f"lock: {said}"
        return f"Let me see. In the end sam has to answer.\n\n```\n{line}```\nclose maker reason=done\nrelease olga\n"
    project.agent("chatty", chatty)
    project.agent("plain", lambda question: adversarial(question).replace(" olga ", " ", 1))
    for agent in ("chatty", "plain"):
        said = project.ends(0, *SMALL, *FOUR[:3], f"olga={agent}")
        assert "ended: COMPLETED" in said and "try 1" not in said
        project.forgets()
    project.tries = 1
    for number, (line, why) in enumerate(REFUSED):
        project.agent(f"odd-{number}", lambda question, line=line: f"{line}\n")
        said = project.ends(4, *SMALL, *FOUR[:3], f"olga=odd-{number}")
        assert f"olga is given up: {why}" in said and "ended: ABORTED — duel-run: olga: " in said
        assert turns_of(project.record()) == 2
        project.forgets()
    for line, why in ODD:
        with pytest.raises(ValueError, match=re.escape(why)):
            agents.order_of(f"{line}\n", "olga")


def token_of(run, seat):
    run.says(f"{seat} is yours")
    return re.search(rf"^{seat} is yours.*\n +<!-- token: (.*) -->", run.says("token: "), re.M)[1]


def comes_to(project, seat, step):
    eventually(lambda: (project.mounted / f"d/participants/{seat}/status").exists()
               and project.duel().status("next_step", f"participants/{seat}/status") == step)


def human(text, said):
    return text.replace(f"({said})", "(human / human)")


def test_people_who_say_who_speaks_and_who_rule_take_their_seats_at_the_same_table(project):
    run = project.begins(*SMALL, *FOUR[:2], "mona=human", "olga=human")
    olga, mona = token_of(run, "olga"), token_of(run, "mona")
    assert f"and lines to {project.mounted}/d/lock that end in token={olga}" in run.said
    duel = project.duel()
    for move in range(1, 4):
        comes_to(project, "olga", "name_speaker")
        duel.lock(f"{scripted('adversarial')['olga', move].strip()} token={olga}")
        if move == 2:
            comes_to(project, "mona", "claim_lock")
            ruling = human(scripted("adversarial")["mona", 1], "gemini / pro")
            put(duel / "participants/mona/turn.md", f"<!-- token: {mona} -->\n{ruling}")
    comes_to(project, "olga", "name_speaker")
    duel.lock(f"{scripted('adversarial')['olga', 4].strip()} token={olga}")
    put(duel / "participants/olga/turn.md", f"<!-- token: {olga} -->\n{scripted('adversarial')['olga', 5]}")
    assert "ended: COMPLETED" in run.ends(0)
    assert turns_of(project.record()) == 5


def test_a_moderator_that_is_given_up_is_taken_out_and_a_debater_of_two_ends_the_debate(project):
    project.has_own_clock()
    project.agent("silent", lambda question: "")
    early = {"## Turn 5": "## Turn 4", "- L-005: accept — the manual says what it says\n": "", ", L-005": ""}
    project.agent("early-sam", lambda question: functools.reduce(lambda text, words: text.replace(*words), early.items(), adversarial(question)), "codex")
    said = ends_after_its_clock(project, "mona", *SMALL, FOUR[0], "sam@debater-spaces=early-sam:gpt-5", "mona=silent", FOUR[3])
    assert "ended: COMPLETED" in said
    assert "> duelfs: mona is given up: duel-run: " in project.record()
    project.forgets()
    said = project.ends(4, *SMALL, FOUR[0], "sam@debater-spaces=silent", *FOUR[2:])
    assert "sam is given up: the answer is empty" in said and "ended: ABORTED" in said


def test_a_run_over_a_graph_goes_on_after_a_kill_of_runner_and_daemon_while_it_is_asked_who_speaks_and_while_somebody_speaks():
    for seat in ("olga", "sam"):
        with Project() as project:
            project.naps("nap", "adversarial", "codex" if seat == "sam" else "unknown", when="[ $DUEL_MOVE = 2 ]")
            run = project.begins(*SMALL, *(f"{seat}=nap:gpt-5" if word.startswith(seat) else word for word in FOUR))
            pid, = project.asked()
            project.daemon_killed()
            run.killed()
            (project.work / "go").touch()
            project.becomes("nap", "spaces" if seat == "sam" else "naming")
            assert "ended: COMPLETED" in project.ends(0, "--resume", ".duels/run/d")
            eventually(lambda pid=pid: is_gone(pid))
            assert turns_of(project.record()) == 5
            project.verified()
