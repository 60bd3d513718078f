"""duel-run over an argument graph: roles that the base has, and an orchestrator whose answers are lines for `lock`."""
import functools
import json
import re
import shutil
import signal

import pytest

from adversarial import KB
from adversarial_long import LARGE, SEATS, TURNS
from mounts import append, eventually, put
from running import SMALL, Project, is_gone, plays, scripted

FOUR = ("tess@debater-tabs=tabs:opus", "sam@debater-spaces=spaces:gpt-5", "mona=rulings:pro", "olga=naming")
adversarial = plays("adversarial")


@pytest.fixture
def project():
    with Project() as it:
        yield it


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


def no_try_failed(project):
    return not [row for row in project.log() if row.get("refused")]


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


def test_roles_are_those_of_the_base_although_it_has_more_than_a_reason_tells(project):
    project.agent("silent", lambda question: "")
    base = project.work / "kb"
    shutil.copytree(LARGE, base)
    for number in range(1, 67):
        file, = (base / "arguments").glob(f"arg-{number:03d}-*.md")
        position = f"position: a position of some considerable length by no {number % 16}"
        file.write_text(re.sub("^position: .*", position, file.read_text(), flags=re.M))
    seats = [f"{name}=silent" for name in "abcdefghijklmnopqrs"]
    assert "is given up: the answer is empty" in project.ends(4, *of_base(base, "--name", "d", "Many"), *seats[:18])
    roles = project.roles()
    assert len(roles) == len(set(roles))
    assert roles[15:] == ["debater-a-position-of-some-considerable-length-by-no-9", "moderator", "orchestrator"]
    said = project.ends(2, *of_base(base, "--name", "e", "Many"), *seats)
    assert "there are 19 seats, and this base has 18 roles: orchestrator, moderator, " in said
    assert not (project / ".duels/run/e").exists()


def test_an_orchestrator_may_be_called_anything_that_a_seat_may(project):
    def anyhow(question):
        """What it is asked has the beginning of its lines as they have to be."""
        said = adversarial(question._replace(seat="olga"))
        if question.move == 5:
            return said
        verb, rest = said.split(" olga ")
        line = re.search(rf"^    ({verb} .*?)(?: to=ROLE)? [a-z]*=", question.prompt, re.M)[1]
        return f"{line} {rest}"
    project.agent("anyhow", anyhow)
    said = project.ends(0, *SMALL, *FOUR[:3], "Olga \"O\" O'Neil=anyhow")
    assert "ended: COMPLETED" in said and "try 1" not in said
    answers = [file.read_text() for file in (project / ".duels/run/d").glob("*-Olga*.answer")]
    assert 'next "Olga \\"O\\" O\'Neil" to=debater-tabs asks=' in "".join(answers)


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
    assert "token=" not in everything.replace("token=SECRET", "")


ODD = [("I name sam.", 'the answer has none of these lines, and wants one: next olga to="…" asks="…"'),
       ("close maker reason=done", "the answer has none of these lines"), ("next sam to=tess", "who says it is olga"),
       ("next to=moderator asks=x\nnext to=debater-tabs asks=x", "the answer has 2 of these lines"),
       ("next to=tess token=x", "`next` takes to= and asks=, each once"), ("next to=tess force=yes", "`next` takes to= and asks="),
       ("next to=tess to=sam", "`next` takes to= and asks="), ("next to=tess asks=what of it", "what has spaces or quotes in it"),
       ("lock: close maker reason=x", "the line is none of these"), ("lock: pause maker", "the line is none of these"),
       ("end reason=enough", "lock: error: [lease.order] tess has had no turn in cross-examination"),
       ("next to=nobody asks=x", "lock: error: [value.bad] nobody has the role `nobody`: `to=` is"), ("next", "the answer has none of these lines")]


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
    for number, (line, why) in enumerate(ODD):
        project.agent(f"odd-{number}", lambda question, line=line: f"{line}\n")
        said = project.ends(4, *SMALL, *FOUR[:3], f"olga=odd-{number}")
        assert f"olga is given up: {why}" in said and "ended: ABORTED — duel-run: olga: " in said
        assert turns_of(project.record()) == 2
        project.forgets()


def test_agents_with_tools_of_their_own_say_who_speaks_speak_and_sum_up_and_are_only_watched(project):
    script = """asked=$(cat)
token=$(printf '%s' "$asked" | sed -n 's/^Your token is \\([^ ]*\\):.*/\\1/p')
if [ $DUEL_SEAT = olga ] && [ $DUEL_MOVE -lt 5 ]; then
    echo "$({says}) token=$token" >lock
else
    { echo "<!-- token: $token -->"; {says}; } >participants/$DUEL_SEAT/turn.md
fi""".replace("{says}", project.says("adversarial"))
    for harness in ("claude-code", "codex", "gemini", "unknown"):
        project.command(f"tooled-{harness}", script, harness)
    said = project.ends(0, "--tools", *SMALL, "tess@debater-tabs=tooled-claude-code:opus", "sam@debater-spaces=tooled-codex:gpt-5",
                        "mona=tooled-gemini:pro", "olga=tooled-unknown")
    assert "ended: COMPLETED" in said and "try 1" not in said
    assert project.accepted_of("olga") == ["next to=tess", "next to=mona", "next to=sam", "end", "Synthesis"]
    assert project.accepted_of("mona") == ["Turn 4 — mona — moderator"]
    project.command("idle", "true")
    said = project.ends(4, "--tools", *SMALL[:6], "--name", "e", "Tabs or spaces",
                        "sam=tooled-codex:gpt-5", "tess=tooled-claude-code:opus", "mona=tooled-gemini:pro", "olga=idle")
    assert "olga is given up: it ended without a text handed in" in said


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


def test_an_orchestrator_is_asked_who_speaks_once_a_turn_is_in_whoever_keeps_the_floor(project):
    run = project.begins(*SMALL, "--set", "opening=open", FOUR[0], "sam@debater-spaces=human", *FOUR[2:])
    token = token_of(run, "sam")
    comes_to(project, "tess", "wait_turn")
    duel = project.duel()
    duel.lock(f"claim sam token={token}")
    append(duel.debate, f"<!-- token: {token} -->\n{scripted('adversarial')['sam', 1]}")
    eventually(lambda: "## Turn 3 — tess" in duel.text("debate.md"))
    duel.lock(f"release sam token={token}")
    assert project.accepted_of("olga")[0].startswith("next to=debater-tabs")
    assert no_try_failed(project)
    run.signal(signal.SIGTERM)
    run.ends(130)


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


# A debate over 66 arguments: who plays it says what is in the file of its seat and move; where there is a file stop-SEAT-MOVE, it waits for that to go.
LONG = """if [ -e {work}/stop-$DUEL_SEAT-$DUEL_MOVE ]; then echo $$ >{work}/asked; exec sleep 1000; fi
cat {work}/long/$DUEL_SEAT-$DUEL_MOVE"""
SUMMED_UP = """\
**Verdict**
- Q-1: both engaged, evidence contested
- Q-2: both engaged, evidence contested
- Q-3: both engaged, evidence contested
- Q-4: asymmetric engagement dynamic-typing, static-typing
- Q-5: neither engaged
- Q-6: asymmetric engagement dynamic-typing, gradual-typing

**What was settled**
Lines of tests are no lines of code.

**What was not**
Who has given a migration up is asked by nobody.

**What to read next**
`kb/contradictions.md`, C-010.
"""


def write_long(folder):
    """What each seat says, by its moves."""
    said = {name: [] for name in SEATS}
    for name, asks, text in TURNS:
        said[name].append(text)
        if asks:
            said["olga"].append(f'next to={SEATS[name].split()[0].removeprefix("role=")} asks="{asks}"\n')
    said["olga"] += ['end reason="each claim was answered, and what was said last adds no source"\n', SUMMED_UP]
    folder.mkdir()
    for name, texts in said.items():
        for move, text in enumerate(texts, 1):
            (folder / f"{name}-{move}").write_text(text)


def test_a_debate_over_66_arguments_comes_to_its_verdict_in_16_turns_although_its_runner_is_killed_and_then_the_daemon_too(project):
    for harness in ("claude-code", "codex", "opencode", "gemini", "unknown"):
        project.command(f"long-{harness}", LONG, harness, seconds=300)
    write_long(project.work / "long")
    stops = [project.work / f"stop-{at}" for at in ("stan-2", "olga-8")]
    for stop in stops:
        stop.touch()
    run = project.begins(*of_base(LARGE, "--name", "d", "Static, dynamic or gradual typing"), "dan=long-claude-code:opus",
                         "gina=long-codex:gpt-5", "stan=long-opencode:qwen", "mona=long-gemini:pro", "olga=long-unknown")
    first, = project.asked()
    run.killed()
    assert (project.duel().status("turns"), project.duel().status("next_participant")) == ("4", "stan")
    stops[0].unlink()
    (project.work / "asked").unlink()
    run = project.begins("--resume", ".duels/run/d")
    second, = project.asked()
    assert is_gone(first)
    assert (project.duel().status("turns"), project.duel().status("next_step")) == ("10", "name_speaker")
    project.daemon_killed()
    run.killed()
    stops[1].unlink()
    assert "ended: COMPLETED" in project.ends(0, "--resume", ".duels/run/d")
    eventually(lambda: is_gone(second))
    assert turns_of(project.record()) == 16
    # no try was refused, before or behind a kill, and nothing was said twice
    assert no_try_failed(project)
    assert [said.split()[0] for said in project.accepted_of("olga")] == ["next"] * 13 + ["end", "Synthesis"]
    archived, = (path for path in (project / ".duels/store/archive").iterdir() if path.is_dir())
    ledger, verdict = (archived / "output/claims-ledger.md").read_text(), (archived / "output/synthesis.md").read_text()
    assert "## L-003: whoever writes types down writes a program that is much longer" in ledger
    assert "- L-003, of debater-dynamic-typing, closed as refuted in turn 4 (arg-017), objected to and reaffirmed" in verdict
    assert len(re.findall("^- Q-[1-6]: ", verdict, re.M)) == 6
    assert json.loads((archived / "status.json").read_text())["revisions"] == 10
    project.verified()
