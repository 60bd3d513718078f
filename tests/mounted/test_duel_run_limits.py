"""duel-run: what is checked first, what limits a run, what is told of it, and the commands beside it."""
import collections
import json
import os
import pathlib
import random
import re
import shlex
import subprocess
import time
import tomllib
import types
import webbrowser

import dialectic
from adversarial import ROLES
from mounts import BOUND_SECONDS, ROOT, Duel, eventually
from running import MOTION, OPENING, ROWS, SEATS, SMALL, SOCRATIC, SOURCE, TOPIC, Project, agents, command, is_gone, loop, pid_in, plays, screen, socratic
from socratic import HARNESS, MODEL, turn

RUNS = int(os.environ.get("RUNS") or "5")
SEED = int(os.environ.get("SEED", time.time_ns() % 100000))


# --- before anything is made


def as_told(said):
    """The line as it could be."""
    return shlex.split(re.search("^try: duel-run (.*)$", said, re.M)[1])


WRONG = [
    ([*SOCRATIC, "alice", "bob=socratic:script"], "alice=ready"), ([*SOCRATIC, "alice=sokratic:script", "bob=socratic:script"], "alice=socratic:script"),
    ([*SOCRATIC, "alice=socratic", "Alice=socratic"], "Alice-2=socratic"), ([*SOCRATIC, "alice=socratic"], "bob=ready"),
    ([*SOCRATIC, "maker=socratic", "bob=socratic"], "alice=socratic"), ([*SOCRATIC, "a/b=socratic", "bob=socratic"], "alice=socratic"),
    ([*SOCRATIC, "ab\u0430=socratic", "bob=socratic"], "alice=socratic"), ([*SOCRATIC, "alice@judge=socratic", "bob=socratic"], "alice=socratic"),
    (["--format", "rouns", ROWS, "alice=proposer", "bob=challenger", "olga=orchestrator"], "rounds"),
    (["--format", "rounds", ROWS, "alice@propose=proposer", "bob=challenger", "olga=orchestrator"], "alice@proposer=proposer"),
    (["--format", "rounds", ROWS, "a@proposer=proposer", "bob@proposer=challenger", "olga=orchestrator"], "bob=challenger"),
    ([*SOCRATIC, "alice=absent", "bob=socratic"], "alice=ready"), (["--tools", *SOCRATIC, "alice=socratic", "bob=socratic"], "alice=ready"),
    ([*SMALL, "sam@debater-emacs=spaces", "tess=tabs", "mona=rulings", "olga=naming"], "sam@debater-spaces=spaces")]


def test_a_mistake_is_told_with_the_line_as_it_could_be_which_runs_and_nothing_is_made(project):
    project.command("absent", "true", needs="no-such-program")
    (project.work / "first.toml").write_text('[agents.ready]\ncommand = ["true"]\ntools_command = ["true"]\n')
    for words, better in WRONG:
        said = project.ends(2, "--agents", str(project.work / "first.toml"), *words)
        line = as_told(said)
        first = re.sub("(?<==)ready", "(ready|socratic)", better)
        assert any(re.fullmatch(first, word) for word in line), said
        assert not (project / ".duels").exists() and not project.secrets()
    said = project.ends(2, *SOCRATIC, "alice=sokratic:script", "bob=socratic:script")
    assert "ended: ACCEPTED_CONSENSUS" in project.begins_bare(*as_told(said)).ends(0)


def test_keys_and_sources_that_the_mount_refuses_are_mistakes_and_leave_nothing(project):
    for words in (["--set", "max_turns=1000"], ["--set", "no_such_key=1"], ["--source", "/dev/null"], ["--source", "/no/such/file.md"]):
        project.ends(2, *words, "A topic", "alice=socratic", "bob=socratic")
        assert not (project / ".duels").exists() and not project.secrets()
    (project / ".duels/store").mkdir(parents=True)
    project.ends(2, "--set", "max_turns=1000", "A topic", "alice=socratic", "bob=socratic")
    assert (project / ".duels/store").exists() and not project.is_mounted()


def test_where_tokens_cannot_be_kept_nothing_is_left_of_the_run(project, own):
    mount = own()
    (project.work / "file").touch()
    project.environment["XDG_STATE_HOME"] = str(project.work / "file")
    said = project.ends(2, "--mount", str(mount.path), *SOCRATIC, "alice=socratic:script", "bob=socratic:script")
    assert "Not a directory" in said
    assert not (project / ".duels").exists() and not (mount.path / "d").exists()


def test_where_no_seat_is_said_two_different_agents_that_are_ready_take_them(project):
    project.command("absent", "true", needs="no-such-program")
    project.command("untried", "true", tried=False)
    for name in ("alice", "bob"):
        project.agent(name, lambda question: socratic(question).replace("(shell / script)", "(shell / unknown-model)"))
    run = project.begins_bare("--agents", str(project.list), *SOCRATIC)
    assert "ended: ACCEPTED_CONSENSUS" in run.ends(0)
    assert [seat[:3] for seat in json.loads(project.kept("run.json"))["seats"]] == [["alice", "", "alice"], ["bob", "", "bob"]]


def test_openings_are_sealed_where_the_format_has_such_and_nothing_else_is_said(tmp_path):
    def configured(name, *words):
        options = command.read_options(["--name", name, "--format", *words])
        options.topic = "A topic"
        mount = command.Mount()
        mount.point = tmp_path
        return (command.make_duel(mount, options).path / "config.toml").read_bytes().decode().splitlines()[2:]
    sealed = ['opening = "sealed"']
    assert configured("a", "socratic", "A topic") == sealed and configured("b", "adversarial", "A topic") == sealed
    assert configured("c", "rounds", "A topic") == configured("d", "dialectic", "A topic") == []
    assert configured("e", "socratic", "--set", "opening=open", "A topic") == ['opening = "open"']


# --- questions


def test_a_refused_answer_goes_back_with_its_lines_numbered_and_each_reason_once(project):
    def careless(question):
        text = socratic(question)
        return text if "last answer was refused" in question.prompt else text.replace("Claim:", "Claims:")
    project.agent("careless", careless)
    project.ends(0, *SOCRATIC, "alice=careless:script", "bob=socratic:script")
    again = project.kept("002-alice.ask.md")
    text = project.kept("001-alice.answer")
    for number, line in enumerate(text.splitlines(), 1):
        assert f"{number:4} {line}" in again
    assert "## Your last text was refused" not in again and "one write of" not in again
    reasons = again[again.index("## Your last answer was refused"):again.index("This is it, with the numbers")]
    told = [line for line in reasons.splitlines() if line.startswith("    ")]
    assert told and len(told) == len(set(told))
    # a reason names a line by the number that it has there: behind the last one of the item belongs what is missing
    number, = {int(match) for line in told for match in re.findall(r"turn\.md:(\d+): error: \[counterpoint.claim\]", line)}
    assert text.splitlines()[number - 1].startswith("    - README.md#") and text.splitlines()[number] == ""


def test_each_question_has_the_source_the_record_or_where_they_are_and_the_limit_of_words(project, monkeypatch):
    project.ends(0, "--max-words", "250", *SOCRATIC, "alice=socratic:script", "bob=socratic:script")
    asked = project.kept("002-bob.ask.md")
    assert "at most 250 words" in asked and "of a script without spaces 500 letters" in asked and "token: SECRET" not in asked
    assert "(The text of turns/001-alice.md stands further down.)" in asked and asked.count("## Turn 1 — alice (shell / script)") == 1
    assert pathlib.Path(SOURCE[1]).read_text().splitlines()[2] in asked
    project.forgets()
    monkeypatch.setattr(loop, "SOURCE_BYTES", 200)
    project.ends(0, "--max-words", "0", *SOCRATIC, "alice=socratic:script", "bob=socratic:script")
    asked = project.kept("002-bob.ask.md")
    assert "at most" not in asked.rsplit("## How to answer", 1)[1]
    assert all(f"too long to stand here. Read it in `{project.mounted}/d/{name}`" in asked for name in ("source.md", "debate.md"))


def test_no_agent_is_told_where_the_tokens_are(project):
    project.command("curious", "env >{work}/environment; exec sleep 1000")
    run = project.begins(*SOCRATIC, "alice=curious:script", "bob=socratic:script")
    eventually(lambda: (project.work / "environment").exists() and "DUEL_MOVE" in (project.work / "environment").read_text())
    secret, = project.secrets()
    assert secret.stat().st_mode & 0o777 == 0o600 and secret.parent.stat().st_mode & 0o777 == 0o700
    tokens = json.loads(secret.read_text())["tokens"]
    environment = (project.work / "environment").read_text()
    assert str(secret) not in environment and "/.duels/run" not in environment.replace(f"PWD={project.path}", "")
    run.signal(2).ends(130)
    for file in (file for file in project.path.rglob("*") if file.is_file()):
        assert not any(token.encode() in file.read_bytes() for token in tokens.values())


# --- limits


def test_a_seat_without_a_byte_of_output_is_ended_where_that_is_asked_for_and_else_has_its_seconds(project, monkeypatch):
    project.fast, project.tries = True, 1
    monkeypatch.setattr("running.FAST", 300)
    project.command("silent", "echo $$ >{work}/parent; exec sleep 1000", seconds=900)
    for words, why in ((["d", "--max-silence", "100"], "no byte of output for 100 s"), (["e"], "no answer within 900 s")):
        said = project.ends(4, *SOURCE, TOPIC, "alice=silent:script", "bob=socratic:script", "--name", *words)
        assert f"alice is given up: {why}" in said and is_gone(pid_in(project.work / "parent"))


def test_a_run_that_came_to_a_limit_ends_well_and_goes_on_when_it_is_told_to(project):
    project.fast = True
    project.command("silent", "exec sleep 1000", seconds=900)
    said = project.ends(0, "--max-minutes", "0.5", *SOCRATIC, "alice=silent:script", "bob=socratic:script")
    assert "not ended: debating — 0.5 minutes are over" in said
    told = json.loads(project.ends(0, "--json", "--max-minutes", "0.5", "--resume", ".duels/run/d").splitlines()[-1])
    assert (told["ended"], told["exit"], f"duel-run {told['resume'][9:]}" in said) == (False, 0, True)
    project.fast = False
    project.becomes("silent", "socratic")
    assert "ended: ACCEPTED_CONSENSUS" in project.ends(0, *shlex.split(re.search("go on with: duel-run (.*)", said)[1]))


def test_once_the_money_is_spent_nothing_more_is_asked(project):
    project.command("priced", f"{project.says('socratic')} | jq -Rs '{{result: ., usd: 0.25}}'", answer="json", text="result", cost="usd")
    project.command("failing", "echo '{\"usd\": 0.25}'", answer="json", text="result", cost="usd")
    for alice, moves in (("priced", 2), ("failing", 0)):
        said = project.ends(0, "--max-cost", "0.5", *SOCRATIC, f"alice={alice}:script", "bob=priced:script")
        assert "not ended: debating — $0.50 are spent" in said and f"{moves} moves" in said and "cost $0.500" in said
        assert len(project.log()) == 2
        project.forgets()


def test_after_so_many_exchanges_a_debate_without_an_end_is_left_open(project):
    for role in dialectic.ROLES.values():
        project.command(role, f"f={dialectic.CORPUS}/$((DUEL_MOVE - 1))-{role}.json; grep -q 'was refused' && cat $f || sed 's/\"claim\"/\"clam\"/' $f")
    seats = [f"{seat}={role}:script" for seat, role in dialectic.ROLES.items()]
    said = project.ends(0, "--exchanges", "1", "--format", "dialectic", "--name", "d", MOTION, *seats)
    first = (pathlib.Path(dialectic.CORPUS) / "0-proposition.json").read_text().splitlines()
    assert f"turn.md:{first.index('  {') + 1}:[0]: error: [handin.missing]" in said # of the answer, without the token's line
    assert "not ended: " in said and "1 exchange done" in said and "scores: proposition 0.4 in 3 arguments, opposition -0.4 in 3 arguments" in said
    assert len(project.accepted_of("carol")) == 1
    said = project.ends(0, *shlex.split(re.search("go on with: duel-run (.*)", said)[1]))
    assert "3 exchanges done" in said and len(project.accepted_of("carol")) == 4


# --- what is told


def test_at_the_end_stands_what_it_came_to_and_what_was_asked_and_answered_is_kept_and_no_token(project):
    said = project.ends(0, *SOCRATIC, "alice=socratic:script", "bob=socratic:script")
    assert project.kept("001-alice.ask.md")
    assert not project.secrets()
    assert [row["seat"] for row in project.log() if row.get("accepted")] == ["alice", "bob", "alice", "bob", "alice", "alice"]
    assert (project / ".duels/.gitignore").read_text() == "*\n"
    end = said[said.index("ended: ACCEPTED_CONSENSUS"):].splitlines()
    conclusion = [line for line in end if line.startswith("  ")]
    assert 0 < len(conclusion) <= 12 and any("A reason in last_error is enough" in line for line in conclusion)
    assert re.search(r"^(\d+ quotations? found, )?6 moves, 0\.\d minutes, tokens unknown, cost unknown$", said, re.M)
    assert pathlib.Path(re.search("^page: (.*)$", said, re.M)[1]).exists()
    project.forgets()
    project.agent("silent", lambda question: "")
    assert "missing: alice was given up: the answer is empty" in project.ends(4, *SOCRATIC, "alice=silent:script", "bob=socratic:script")


def test_json_is_an_object_a_line_and_the_last_is_the_result(project):
    project.agent("careless", lambda question: socratic(question) if "last answer was refused" in question.prompt else "no")
    said = project.ends(0, "--json", *SOCRATIC, "alice=careless:script", "bob=socratic:script")
    told = [json.loads(line) for line in said.splitlines()]
    assert [row["seat"] for row in told if row["event"] == "move"] == ["alice", "bob", "alice", "bob", "alice", "alice"]
    assert {row["attempt"] for row in told if row["event"] == "refused"} == {1}
    result = told[-1]
    assert (result["event"], result["outcome"], result["exit"], result["moves"]) == ("result", "ACCEPTED_CONSENSUS", 0, 6)
    assert {"reason", "conclusion", "missing", "quotations_found", "minutes", "tokens", "cost", "page", "record"} <= set(result)


def test_the_end_is_kept_where_it_is_wanted_and_shown_in_a_browser(project, monkeypatch):
    monkeypatch.setattr(webbrowser, "open", lambda page: (project.work / "shown").write_text(page))
    project.ends(0, "--open", "--output", "kept", *SOCRATIC, "alice=socratic:script", "bob=socratic:script")
    assert sorted(file.name for file in (project / "kept").iterdir()) == ["conclusion.md", "debate.md", "view.html"]
    assert (project.work / "shown").read_text() == (project / "kept/view.html").as_uri()
    said = project.ends(2, "--output", "kept", *SOCRATIC, "alice=socratic:script", "bob=socratic:script")
    assert "kept is there already" in said


def test_a_conclusion_is_told_in_twelve_lines_at_most():
    text = "# Topic\n\n" + "".join(f"## Part {n}\n\nwords {n}\n- a\n- b\n- c\n- d\n\n" for n in range(9)) + "## Empty\n\n---\n"
    lines = screen.gist(text, ())
    assert len(lines) == 12 and lines[-1] == "…" and "- d" not in lines
    assert screen.gist("# T\n\n**Outcome**: A\n**Reason**: because\n## Empty\n## Full\nwords\n> duelfs: closed, TIME\n", ("A", "because")) == ["## Full", "words"]


def test_seats_that_hand_in_sealed_are_asked_at_once_and_a_move_that_both_may_make_goes_to_the_first():
    def both(step):
        seats = [types.SimpleNamespace(role="", failed=None, next=lambda: {"next_step": step}) for _ in "ab"]
        return [loop.Run.goes_first(types.SimpleNamespace(seats=seats, leaving=()), seat) for seat in seats]
    assert both("claim_lock") == [True, False] and both("compose_turn") == [True, True]


def test_a_text_without_a_heading_is_told_by_that_which_the_record_gave_it_and_not_by_another_seat_s():
    told, seats = [], [types.SimpleNamespace(name=name) for name in ("alice", "bob")]
    record = "## Turn 1 — alice (h / m) — OPEN_TO_DEBATE\n\n## Turn 2 — bob (h / m) — DISSENTING\n"
    run = types.SimpleNamespace(duel=types.SimpleNamespace(text=lambda name: record, status=dict), seats=seats, moves=0,
                                transcript=types.SimpleNamespace(log=lambda **row: told.append(row["accepted"])),
                                screen=types.SimpleNamespace(line=lambda *words, **row: None))
    for seat in seats:  # both openings appear with the one that came in last
        loop.Run.tell_move(run, seat, {"next_step": "claim_lock"}, "**Position**\nwords\n", 1, {}, 1, 0)
    assert told == ["Turn 1 — alice — OPEN_TO_DEBATE", "Turn 2 — bob — DISSENTING"]


# --- beside a run


def test_a_debate_is_watched_by_the_files_of_its_mount(project, own):
    mount = own()
    project.naps("nap", "socratic")
    run = project.begins("--mount", str(mount.path), *SOCRATIC, "alice=nap:script", "bob=socratic:script")
    project.asked()
    looker = project.begins("watch", str(mount.path / "d"))
    looker.says(f"socratic: {TOPIC}")
    run.signal(2).ends(130)
    (project.work / "go").touch()
    project.ends(0, "--resume", str(mount.path / "d"))
    said = looker.ends(0)
    turns = re.findall(r"^(\w+) +Turn (\d)", said, re.M)
    assert turns == [("alice", "1"), ("bob", "2"), ("alice", "3"), ("bob", "4"), ("alice", "5")]
    assert "ended: ACCEPTED_CONSENSUS" in said


def test_a_run_goes_on_by_its_duel_s_directory_and_mounts_a_store_again_whose_daemon_is_gone(project, own):
    mount = own()
    project.naps("nap", "socratic")
    run = project.begins("--mount", str(mount.path), *SOCRATIC, "alice=nap:script", "bob=socratic:script")
    project.asked()
    mount.kill()
    run.ends(1)
    (project.work / "go").touch()
    assert "ended: ACCEPTED_CONSENSUS" in project.ends(0, "--resume", str(mount.path / "d"))
    assert Duel(mount.path / "d").status("outcome") == "ACCEPTED_CONSENSUS"
    subprocess.run(["umount", mount.path], check=True)
    eventually(lambda: not mount.is_mounted())
    assert "is no run that can go on" in project.ends(1, "--resume", str(project.path))


def test_a_person_writes_in_an_editor_over_the_blank_and_over_what_was_refused(project):
    folder = project.work / "texts/socratic"
    project.says("socratic")
    editor = project.work / "editor"
    editor.write_text(f"""#!/bin/sh
cp "$1" {project.work}/shown-$(ls {project.work} | grep -c ^shown-)
n=$(ls {project.work} | grep -c ^shown-)
case $n in 1) sed 's/Claim:/Claims:/' {folder}/alice-1 >"$1" ;; 2) cp {folder}/alice-1 "$1" ;; *) cp {folder}/alice-$((n - 1)) "$1" ;; esac
sed -i 's,(shell / script),(human / human),' "$1"
""")
    editor.chmod(0o755)
    project.environment["EDITOR"] = str(editor)
    project.environment.pop("VISUAL", None)
    project.terminal = True
    said = project.ends(0, *SOCRATIC, "alice=human", "bob=socratic:script")
    assert "ended: ACCEPTED_CONSENSUS" in said and "alice is yours: what is asked stands in " in said and "[counterpoint.claim]" in said
    assert "…" in (project.work / "shown-0").read_text() and "Claims:" in (project.work / "shown-1").read_text()
    project.forgets()
    project.environment["EDITOR"] = "true"
    said = project.ends(0, *SOCRATIC, "alice=human", "bob=socratic:script")
    assert "alice wrote nothing" in said and "go on with: duel-run --resume" in said


def repository(project):
    """A repository with a change that is not committed."""
    git = ["git", "-C", project.path, "-c", "user.name=a", "-c", "user.email=a@b"]
    (project / "code.py").write_text("print(1)\n")
    for words in (["init", "-q"], ["add", "code.py"], ["commit", "-qm", "one"]):
        subprocess.run([*git, *words], check=True)
    (project / "code.py").write_text("print(2)\n```\n")


def test_a_change_is_reviewed_and_a_blocking_finding_is_an_exit_status(project):
    def reviewer(kind):
        def answer(question):
            number = 2 * question.move - (question.seat == "alice")
            return turn(number, question.seat).replace("**Counterpoints**", f"- [{kind}] code.py:1 — what it prints\n\n**Counterpoints**", 1)
        return answer
    for kind in ("blocking", "minor"):
        project.agent(kind, reviewer(kind), HARNESS)
    assert "not a git repository" in project.ends(2, "review", "alice=minor", "bob=minor")
    repository(project)
    for seats, status in ((["alice=minor", "bob=minor"], 0), (["alice=minor", "bob=blocking"], 5)):
        said = project.ends(status, "review", *OPENING, "--exchanges", "2", "--path", "code.py", *(f"{seat}:{MODEL}" for seat in seats))
        assert "socratic: What is wrong with this change?" in said and "4 moves" in said
        assert not (project / ".duels").exists()
    file, *_ = (project.work / "home/.local/state/duelfs").glob("reviews-*/run/*/001-alice.ask.md")
    asked = file.read_text()
    assert "+print(2)" in asked and "- [blocking] path:line" in asked and "````diff" in asked
    subprocess.run(["git", "-C", project.path, "checkout", "-q", "code.py"], check=True)
    assert "nothing has changed since HEAD" in project.ends(2, "review", "alice=minor", "bob=minor")


def test_the_action_reviews_with_the_command_as_it_is(project):
    action = (ROOT / "scripts/action.yml").read_text()
    command = re.search(r"^ +run: duel-run (.*)$", action, re.M)[1]
    defaults = dict(re.findall(r"^  (\w+):\n    description:.*\n    default: (.*)$", action, re.M))
    repository(project)
    project.agent("minor", lambda question: turn(2 * question.move - (question.seat == "alice"), question.seat), HARNESS)
    command = command.replace("$OPTIONS", defaults["options"]).replace('"$BASE"', "HEAD").replace("$SEATS", f"alice=minor:{MODEL} bob=minor:{MODEL}")
    project.ends(0, *shlex.split(command), *OPENING, "--exchanges", "1")
    assert (project / "review/view.html").exists() and "path: review" in action


def test_on_a_terminal_a_line_says_who_is_at_work_with_the_bytes_that_came(capsys):
    shown = screen.Screen()
    shown.live = True
    shown.begins("alice", "at work")
    shown.begins("bob", "try 2")
    assert shown.alive("alice", 12) < 1
    shown.tick()
    line = capsys.readouterr().out
    assert re.fullmatch(r"\r\x1b\[Kalice: at work, \d s, 12 bytes, the last \d s ago · bob: try 2, \d s", line)
    shown.edits(True)
    shown.line("kept")
    shown.tick()
    assert capsys.readouterr().out == ""
    shown.edits(False)
    assert "kept" in capsys.readouterr().out


# --- agents of every temper, at random

GOOD = ("good", "chatty")
BAD = ("refusing", "slow", "silent", "dying", "flooding", "forging")
WORDS = {"socratic": [*SOURCE, TOPIC], "dialectic": ["--format", "dialectic", "--set", "exchanges=2", MOTION], "rounds": ["--format", "rounds", ROWS],
         "adversarial": list(SMALL[:6]) + ["Tabs or spaces"]}
IDENTITY = {"socratic": {"": ("shell", "script")}, "dialectic": {"": ("dialectic", "script")},
            "rounds": {"alice": ("claude", "opus"), "bob": ("gemini", "gemini-3-pro"), "olga": ("unknown", "")},
            "adversarial": {"sam": ("codex", "gpt-5"), "tess": ("claude-code", "opus"), "mona": ("gemini", "pro"), "olga": ("unknown", "")}}


def temper(project, name, kind, answer, harness):
    """An agent of that temper, who would say what `answer` says."""
    row = {"good": answer, "chatty": lambda question: f"Here it is:\n\n```\n{answer(question)}```\n",
           "refusing": lambda question: "I am sorry.\n", "silent": lambda question: "",
           "forging": lambda question: answer(question)[::-1] + "release bob\n"}.get(kind)
    shell = {"slow": "exec sleep 1000", "dying": "printf '## Turn 1'; kill -9 $$", "flooding": "yes '## Turn 1'"}.get(kind)
    project.command(name, shell, harness) if shell else project.agent(name, row, harness)


def test_runs_of_agents_of_every_temper_end_by_themselves_with_the_status_that_is_theirs():
    dice = random.Random(SEED)
    for number in range(RUNS):
        with Project() as project:
            project.fast = True
            project.has_own_clock()
            format_name = dice.choice(sorted(WORDS))
            worst = dice.choice([0, 0.3, 1])
            seats, kinds = [], []
            for seat in sorted(SEATS[format_name].split(), key="tess sam mona alice bob carol olga".split().index):
                kinds.append(dice.choice(BAD if dice.random() < worst else GOOD))
                harness, model = IDENTITY[format_name].get(seat) or IDENTITY[format_name][""]
                temper(project, f"a-{seat}", kinds[-1], plays(format_name), harness)
                role = f"@{ROLES[seat]}" if format_name == "adversarial" else ""
                seats.append(f"{seat}{role}=a-{seat}" + (f":{model}" if model else ""))
            until = time.monotonic() + BOUND_SECONDS
            run = project.begins("--name", "d", *WORDS[format_name], *seats)
            while not run.ended() and time.monotonic() < until:
                project.later(10)  # who is given up over a graph has its time first
                time.sleep(0.05)
            assert run.ended(), f"SEED={SEED}, run {number}: {format_name} with {kinds} does not end"
            right = loop.EXIT_ENDED if set(kinds) <= set(GOOD) else loop.EXIT_SEAT_FAILED
            assert run.status == right, f"SEED={SEED}, run {number}: {format_name} with {kinds}: {run.said}"
            assert not project.is_mounted()
            project.verified()


# --- lists of agents

VALUES = ["", " ", "sh", "{ask}", "{here}/x", "{", "}", "{no}", "$HOME", "$", "~", "~nobody-here/x", "(", "(a", "(a)", "a{99999999999}", "(?P<n>a)",
          "[", "\\", "\x00", "\n", "é", "\U0001f600", "a" * 5000, "*", "..", "a.b.*.c", "stdout", "file", "json", "duel", "project"]


def any_value(dice, depth=0):
    kind = dice.randrange(8 if depth < 3 else 5)
    if kind < 3:
        return dice.choice(VALUES)
    if kind < 5:
        return dice.choice([0, -1, 1, 2**62, True, False] if kind == 3 else [0.5, -1e300])
    return [any_value(dice, depth + 1) for _ in range(dice.randrange(4))]


def written(item):
    """As TOML has it, which is as JSON has it but for characters beyond the first plane."""
    return json.dumps(item, ensure_ascii=False).replace("\x7f", "\\u007f")


def any_list(dice, rows):
    """Some tables of the installed list, with values of every kind in place of theirs, and now and then what is no TOML."""
    text = ""
    for number in range(dice.randrange(1, 4)):
        row = dict(dice.choice(rows))
        for _ in range(dice.randrange(3)):
            row[dice.choice(list(agents.AGENT_KEYS) * 3 + ["other"])] = dice.choice(VALUES) if dice.random() < 0.3 else any_value(dice)
        name = written(dice.choice(["a", "b", "", "x y", "é"]) + str(number))
        text += f"[agents.{name}]\n" + "".join(f"{key} = {written(item)}\n" for key, item in row.items() if dice.random() > 0.15)
    at = dice.randrange(len(text) + 1) if dice.random() < 0.1 else len(text)
    return text[:at] + (dice.choice(VALUES + ["=", "[[agents]]", "agents = 1\n"]) if at < len(text) else "") + text[at:]


def test_any_list_of_agents_is_read_or_refused_with_its_name_and_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    dice, file, ends = random.Random(SEED), tmp_path / "agents.toml", collections.Counter()
    rows = list(tomllib.loads((ROOT / "config/agents.toml").read_text())["agents"].values())
    for number in range(300):
        file.write_text(any_list(dice, rows))
        try:
            for agent in agents.read_agents([file]).values():
                assert isinstance(agent.lacks(), (str, type(None))), (SEED, number)
                words = [agent.words(which, {"ask": "ask.md", "model": ""}) for which in ("command", "tools_command") if which in agent.row]
                assert all(isinstance(word, str) for of_one in words for word in of_one), (SEED, number)
            ends["read"] += 1
        except agents.Error as fault:
            assert str(file) in str(fault), (SEED, number)
            ends["refused"] += 1
    assert ends["read"] and ends["refused"]
