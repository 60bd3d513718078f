"""duel-run over an argument graph: roles that the base has, and an orchestrator whose answers are lines for `lock`."""
import json
import re
import shutil
import signal

import pytest

from adversarial import CORPUS
from mounts import append, eventually, put
from running import SMALL, Project, is_gone, plays, scripted

FOUR = ("sam=spaces:gpt-5", "tess=tabs:opus", "mona=rulings:pro", "olga=naming")
adversarial = plays("adversarial")


@pytest.fixture
def project():
    with Project() as it:
        yield it


def of_base(base, *words):
    return ("--format", "adversarial", "--source", str(base), *words)


def asked_of(project, seat):
    return [file.read_text() for file in sorted((project / ".duels/run/d").glob(f"*-{seat}.ask.md"))]


def no_try_failed(project):
    return not [row for row in project.log() if row.get("refused")]


def turns_of(record):
    return record.count("\n## Turn")


def test_a_debate_over_a_graph_is_played_from_one_line_and_roles_are_those_of_the_base_debaters_first(project):
    said = project.commanded(0, *SMALL, *FOUR)
    for words in ("adversarial: Tabs or spaces", 'next to=tess asks="open: what do tabs have that nothing else has?"', "Turn 4 — mona — moderator",
                  'end reason="both sides have said what they rest on"', "ended: COMPLETED"):
        assert words in said
    assert [said.split()[0] for said in project.accepted_of("olga")] == ["next"] * 5 + ["end", "Synthesis"]
    assert [seat[:2] for seat in json.loads(project.kept("run.json"))["seats"]] == [
        ["sam", "debater-spaces"], ["tess", "debater-tabs"], ["mona", "moderator"], ["olga", "orchestrator"]]
    # the run asked the mount for the roles, and nobody joined by that
    archived, = (path for path in (project / ".duels/store/archive").iterdir() if path.is_dir())
    joined = [event for event in map(json.loads, (archived / "events").read_text().splitlines()) if event["event"] == "participant_registered"]
    assert [event["participant"] for event in joined] == ["sam", "tess", "mona", "olga"]
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
    shutil.copytree(CORPUS / "kb/small", project.work / "kb")
    file = project.work / "kb/arguments/arg-008-mixed-files-are-worst.md"
    file.write_text(re.sub("^position: factual", "position: zebras", file.read_text(), flags=re.M))
    project.ends(0, *of_base(project.work / "kb", "--set", "min_turns=4", "--name", "d", "Tabs or spaces"), *FOUR)
    assert project.roles() == ["debater-spaces", "debater-tabs", "moderator", "orchestrator"]


def test_roles_are_those_of_the_base_although_it_has_more_than_a_reason_tells(project):
    project.agent("silent", lambda question: "")
    base = project.work / "kb"
    shutil.copytree(CORPUS / "kb/large", base)
    for number in range(1, 67):
        file, = (base / "arguments").glob(f"arg-{number:03d}-*.md")
        position = f"position: a position of some considerable length by no {number % 16}"
        file.write_text(re.sub("^position: .*", position, file.read_text(), flags=re.M))
    seats = [f"{name}=silent" for name in "abcdefghijklmnopqrs"]
    said = project.ends(4, *of_base(base, "--name", "d", "Many"), *seats[:18])
    assert "r is given up: the answer is empty" in said
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
        if question.move == 7:
            return said
        verb, rest = said.split(" olga ")
        line = re.search(rf"^    ({verb} .*?)(?: to=NAME)? [a-z]*=", question.prompt, re.M)[1]
        return f"{line} {rest}"
    project.agent("anyhow", anyhow)
    said = project.ends(0, *SMALL, *FOUR[:3], "Olga \"O\" O'Neil=anyhow")
    assert "ended: COMPLETED" in said and "try 1" not in said
    answers = [file.read_text() for file in (project / ".duels/run/d").glob("*-Olga*.answer")]
    assert 'next "Olga \\"O\\" O\'Neil" to=tess asks=' in "".join(answers)


def test_what_an_orchestrator_is_asked_has_seats_claims_and_the_lines_it_may_answer_with_what_was_refused_goes_into_the_next_question(project):
    def hasty(question):
        early = question.move == 4 and "last answer was refused" not in question.prompt
        return "next to=tess\n" if early else adversarial(question)
    project.agent("hasty", hasty)
    said = project.ends(0, *SMALL, *FOUR[:3], "olga=hasty")
    assert "olga, try 1: lock: error: [lease.order] tess spoke last, and nobody speaks twice in a row" in said
    asked = asked_of(project, "olga")
    for words in ("Your whole answer is one line, one of these, ", '    next olga to=NAME asks="…"', '    end olga reason="…"',
                  '    fail olga who=NAME reason="…"', "- mona, `moderator`, 0 turns, may be named once each debater has opened",
                  "- Q-1: Who may decide how wide indentation is shown? (arg-001, arg-009)"):
        assert words in asked[0]
    assert "nothing for you to write" not in asked[0]
    again, = (ask for ask in asked if "last answer was refused" in ask)
    for words in ("    lock: error: [lease.order] tess spoke last, and nobody speaks twice in a row",
                  "- tess, `debater-tabs`, 2 turns, spoke last, and may not be named now", "- L-003 (spaces, partially-rebutted): ",
                  "## Turn 3 — tess"):
        assert words in again
    everything = "".join(file.read_text() for file in (project / ".duels/run/d").glob("*.ask.md"))
    assert "token=" not in everything.replace("token=SECRET", "")


ODD = [("I name sam.", 'the answer has none of these lines, and wants one: next olga to="…" asks="…"'),
       ("close maker reason=done", "the answer has none of these lines"), ("next sam to=tess", "who says it is olga"),
       ("next to=tess\nnext to=sam", "the answer has 2 of these lines"),
       ("next to=tess token=x", "`next` takes to= and asks=, each once"), ("next to=tess force=yes", "`next` takes to= and asks="),
       ("next to=tess to=sam", "`next` takes to= and asks="), ("next to=tess asks=what of it", "what has spaces or quotes in it"),
       ("lock: close maker reason=x", "the line is none of these"), ("lock: pause maker", "the line is none of these"),
       ("end reason=enough", "lock: error: [lease.order] sam has not opened"),
       ("next to=nobody", "lock: error: [value.bad] nobody has joined"), ("next", "the answer has none of these lines")]


def test_of_an_orchestrator_s_answer_one_line_is_done_with_its_name_and_token_and_nothing_else_it_says(project):
    def chatty(question):
        said = adversarial(question)
        line = said if question.move == 7 else f"lock: {said}"
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
        assert "## Turn" not in project.record()
        project.forgets()


def test_agents_with_tools_of_their_own_say_who_speaks_speak_and_sum_up_and_are_only_watched(project):
    script = """asked=$(cat)
token=$(printf '%s' "$asked" | sed -n 's/^Your token is \\([^ ]*\\):.*/\\1/p')
if [ $DUEL_SEAT = olga ] && [ $DUEL_MOVE -lt 7 ]; then
    echo "$({says}) token=$token" >lock
elif [ $DUEL_SEAT = olga ]; then
    sed -e "s/SECRET/$token/" -e 's/^\\.\\.\\.$/Neither side came to what the other rests on, on a Braille line or elsewhere./' participants/olga/template.md >{work}/end
    cat {work}/end >participants/olga/turn.md
else
    { echo "<!-- token: $token -->"; {says}; } >participants/$DUEL_SEAT/turn.md
fi""".replace("{says}", project.says("adversarial"))
    for harness in ("claude-code", "codex", "gemini", "unknown"):
        project.command(f"tooled-{harness}", script, harness)
    said = project.ends(0, "--tools", *SMALL, "sam=tooled-codex:gpt-5", "tess=tooled-claude-code:opus", "mona=tooled-gemini:pro", "olga=tooled-unknown")
    assert "ended: COMPLETED" in said and "try 1" not in said
    assert project.accepted_of("olga") == ["next to=tess", "next to=sam", "next to=tess", "next to=mona", "next to=sam", "end", "Synthesis"]
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
    for move in range(1, 6):
        comes_to(project, "olga", "name_speaker")
        duel.lock(f"{scripted('adversarial')['olga', move].strip()} token={olga}")
        if move == 4:
            comes_to(project, "mona", "claim_lock")
            ruling = human(scripted("adversarial")["mona", 1], "gemini / pro")
            put(duel / "participants/mona/turn.md", f"<!-- token: {mona} -->\n{ruling}")
    comes_to(project, "olga", "name_speaker")
    duel.lock(f"{scripted('adversarial')['olga', 6].strip()} token={olga}")
    blank = duel.text("participants/olga/template.md").replace("SECRET", olga)
    put(duel / "participants/olga/turn.md", re.sub(r"^\.\.\.$", "Neither side came to what the other rests on.", blank, flags=re.M))
    assert "ended: COMPLETED" in run.ends(0)
    assert turns_of(project.record()) == 5


def test_a_moderator_that_is_given_up_is_taken_out_and_a_debater_of_two_ends_the_debate(project):
    project.agent("silent", lambda question: "")
    project.agent("early-sam", lambda question: adversarial(question).replace("## Turn 5", "## Turn 4"), "codex")
    said = project.ends(4, *SMALL, "sam=early-sam:gpt-5", FOUR[1], "mona=silent", FOUR[3])
    assert "mona is given up: the answer is empty" in said and "ended: COMPLETED" in said
    assert "> mona failed (duel-run: mona: the answer is empty). " in project.record()
    project.forgets()
    said = project.ends(4, *SMALL, "sam=silent", *FOUR[1:])
    assert "ended: ABORTED — sam failed (duel-run: sam: the answer is empty), and fewer than two debaters are left" in said


def test_an_orchestrator_is_asked_who_speaks_once_a_turn_is_in_whoever_keeps_the_floor(project):
    run = project.begins(*SMALL, "sam=spaces:gpt-5", "tess=human", "mona=rulings:pro", "olga=naming")
    token = token_of(run, "tess")
    comes_to(project, "tess", "claim_lock")
    duel = project.duel()
    duel.lock(f"claim tess token={token}")
    append(duel.debate, f"<!-- token: {token} -->\n{human(scripted('adversarial')['tess', 1], 'claude-code / opus')}")
    eventually(lambda: re.search("^sam .* Turn 2", run.said, re.M))
    duel.lock(f"release tess token={token}")
    assert project.accepted_of("olga")[1].startswith("next to=sam")
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


# A debate over 66 arguments: who plays it remembers nothing, for which turn it is stands in what it is asked. Each turn that has a file
# stop-SEAT-TURN waits for that to go.
LONG = """asked=$(cat)
turn=$(printf '%s' "$asked" | sed -nE 's/^You are asked for \\*\\*turn ([0-9]+).*/\\1/p; s/^Turn ([0-9]+) comes next.*/\\1/p')
if [ -e {work}/stop-$DUEL_SEAT-$turn ]; then echo $$ >{work}/asked; exec sleep 1000; fi
if [ -z "$turn" ]; then
    printf '%s\\n' "$asked" | awk '/^```/ { if (open) { open = 0 } else { open = 1; text = "" } next } open { text = text $0 "\\n" } END { printf "%s", text }' |
        sed 's/^\\.\\.\\.$/Neither side came to what the other rests on./'
elif [ $DUEL_SEAT = olga ]; then
    sed -n "${turn}p" {long}/orders.txt
else
    cat $(printf "{long}/%02d-$DUEL_SEAT.md" $turn)
fi""".replace("{long}", str(CORPUS / "long"))


def test_a_debate_over_66_arguments_comes_to_its_verdict_in_16_turns_although_its_runner_is_killed_and_then_the_daemon_too(project):
    for harness in ("claude-code", "codex", "opencode", "gemini", "unknown"):
        project.command(f"long-{harness}", LONG, harness, seconds=300)
    stops = [project.work / f"stop-{at}" for at in ("stan-5", "olga-11")]
    for stop in stops:
        stop.touch()
    run = project.begins(*of_base(CORPUS / "kb/large", "--name", "d", "Static, dynamic or gradual typing"), "dan=long-claude-code:opus",
                         "gina=long-codex:gpt-5", "stan=long-opencode:qwen", "mona=long-gemini:pro", "olga=long-unknown")
    first, = project.asked()
    run.killed()
    assert (project.duel().status("turns"), project.duel().status("speaks_next")) == ("4", "stan")
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
    assert [said.split()[0] for said in project.accepted_of("olga")] == ["next"] * 16 + ["end", "Synthesis"]
    archived, = (path for path in (project / ".duels/store/archive").iterdir() if path.is_dir())
    ledger, verdict = (archived / "output/claims-ledger.md").read_text(), (archived / "output/synthesis.md").read_text()
    assert "## L-003: whoever writes types down writes a program that is much longer" in ledger
    assert "- L-003 (arg-017): refuted, in Turn 4" in verdict
    assert len(re.findall("^- Q-[1-6]: ", verdict, re.M)) == 12
    assert any("closed: 1" in claim for claim in json.loads((archived / "status.json").read_text())["claims"])
    project.verified()
