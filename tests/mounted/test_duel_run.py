"""duel-run: a debate from one line to its end, by agents of every temper."""
import json
import os
import pathlib
import re
import signal
import subprocess

from mounts import BUILD, DUELFS, Duel, eventually, put
from running import MOTION, ROWS, SOCRATIC, SOURCE, TOPIC, Project, agents, is_gone, pid_in, scripted, socratic


# --- to the end


def test_a_debate_is_played_to_the_report_of_its_judge(project):
    said = project.commanded(0, "--format", "dialectic", "--set", "exchanges=2", "--name", "e", MOTION,
                             "alice=dialectic:script", "bob=dialectic:script", "carol=dialectic:script")
    assert "ended: COMPLETED" in said
    # the judge's report comes behind the close, and is asked for with all that it is about
    asked = project.kept("007-carol.ask.md", "e")
    assert "What is asked: the report" in asked and "The totals: proposition 0.95" in asked
    assert "There is nothing for you to write now" not in asked
    # and it has a length of its own
    assert "500 to 600 words" in asked and "quotations not counted" not in asked
    assert project.verified() == "e: ok\n"
    assert not project.is_mounted()


def test_a_run_ends_once_the_record_is_in_the_archive_and_leaves_a_store_that_nobody_has(project):
    # duelfs on a disk that takes its time to put a record into the archive
    project.program = project.work / "duelfs"
    project.program.write_text(f"#!/bin/sh\nLD_PRELOAD={BUILD}/helpers/slow.so ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0 exec {DUELFS} \"$@\"\n")
    project.program.chmod(0o755)
    said = project.ends(0, *SOCRATIC, "alice=socratic:script", "bob=socratic:script")
    assert pathlib.Path(re.search("^record: (.*)$", said, re.M)[1]).stat().st_size
    assert "</html>" in pathlib.Path(re.search("^page: (.*)$", said, re.M)[1]).read_text()
    assert not project.is_mounted()
    subprocess.run(["flock", "--exclusive", "--nonblock", project / ".duels/store", "true"], check=True)
    project.verified()


def test_where_the_archive_cannot_be_written_a_run_says_how_the_record_is_had(project):
    (project / ".duels/store").mkdir(parents=True)
    (project.work / "file").touch()
    (project / ".duels/store/duelfs.toml").write_text(f'[mount]\narchive = "{project.work}/file"\n')
    said = project.ends(0, *SOCRATIC, "alice=socratic:script", "bob=socratic:script")
    assert f"record: duelfs export {project.path}/.duels/store d DIR" in said
    subprocess.run([DUELFS, "export", project / ".duels/store", "d", project.work / "kept"], check=True, stdout=subprocess.DEVNULL)
    assert "## Terminal Conclusion" in (project.work / "kept/debate.md").read_text()


def test_runs_in_one_project_share_its_mount_and_the_last_of_them_ends_it(project):
    project.command("slow", "echo $$ >{work}/parent; exec sleep 1000", seconds=300)
    first = project.begins(*SOCRATIC, "alice=slow:script", "bob=socratic:script")
    pid_in(project.work / "parent")
    said = project.ends(0, *SOURCE, "--name", "e", TOPIC, "alice=socratic:script", "bob=socratic:script")
    assert pathlib.Path(re.search("^record: (.*)$", said, re.M)[1]).stat().st_size
    assert project.duel().status("state") == "debating"
    first.signal(signal.SIGTERM).ends(130)
    assert not project.is_mounted()


def test_a_store_that_is_mounted_elsewhere_is_not_mounted_again_and_the_run_says_where(project):
    store, elsewhere = project / ".duels/store", project.work / "elsewhere"
    for folder in (store, elsewhere):
        folder.mkdir(parents=True)
    subprocess.run([DUELFS, store, elsewhere], check=True)
    said = project.ends(1, *SOCRATIC, "alice=socratic:script", "bob=socratic:script")
    assert f"it is mounted at {elsewhere}: --mount takes that" in said


def test_a_mount_of_another_user_is_debated_in_where_that_lets_us_in_and_stays(project, own):
    mount = own(options=("allow_other",))
    project.work.chmod(0o777)
    for folder in (project.path, project.work / "home"):
        os.chown(folder, 1001, 1001)
    for folder in project.path.parents:
        folder.chmod(folder.stat().st_mode | 0o111)
    said = project.ends(0, "--mount", str(mount.path), *SOCRATIC, "alice=socratic:script", "bob=socratic:script", uid=1001)
    assert "ended: ACCEPTED_CONSENSUS" in said and f"{mount.path}/d/debate.md" in said
    assert Duel(mount.path / "d").status("outcome") == "ACCEPTED_CONSENSUS"
    assert (mount.path / "d/participants/alice").stat().st_uid == 1001


# --- questions and answers


def test_words_round_a_text_and_its_fence_are_taken_off(project):
    project.agent("chatty", lambda question: f"Certainly. Here is my turn:\n\n```markdown\n{socratic(question)}```\n\nIs there anything else?\n")
    assert "ended: ACCEPTED_CONSENSUS" in project.ends(0, *SOCRATIC, "alice=chatty:script", "bob=chatty:script")
    assert "anything else" not in project.record()


def test_an_answer_in_a_file_or_in_JSON_is_taken_with_what_it_cost(project):
    says = project.says("socratic")
    project.command("priced", f"{says} | jq -Rs '{{result: ., usd: 0.25, usage: {{in: 40, out: 2}}}}'",
                    answer="json", text="result", cost="usd", tokens=["usage.in", "usage.out"])
    project.command("filed", f"echo thinking; {says} >{{output}}", answer="file")
    said = project.ends(0, *SOCRATIC, "alice=filed:script", "bob=priced:script")
    assert "42 tokens, $0.250" in said
    assert [row["cost"] for row in project.log() if row.get("cost")] == [0.25, 0.25]


def test_an_agent_that_met_a_limit_is_asked_again_and_it_counts_as_no_try(project):
    project.command("limited", f"if mkdir {{work}}/met 2>/dev/null; then echo 'Error: 429 rate limit' >&2; exit 1; fi; {project.says('socratic')}",
                    seconds=600)
    project.fast = True
    said = project.ends(0, *SOCRATIC, "alice=limited:script", "bob=socratic:script")
    assert "alice: exit status 1: Error: 429 rate limit; asked again in 2 s" in said
    agent = agents.Agent("x", {"command": ["x"]}, "agents.toml")
    limits = ("API Error: 503 {}", "last status: 429 Too Many Requests", '{"error": {"code": 429}}', "HTTP/1.1 429", "rate_limit_error", "statusCode=503")
    others = ("x.md:429: no heading", "File \"a.py\", line 503", "4290 tokens", "exit status 1: 503 lines")
    assert [said for said in limits + others if agents.ended_badly(agent, 1, said).transient] == list(limits)


def test_names_and_topics_may_have_spaces_quotes_and_letters_of_every_script(project):
    def renamed(question):
        known = question._replace(seat="bob" if question.seat == "bob 2.0" else "alice")
        return socratic(known).replace("bob", "bob 2.0").replace("alice", "Zoë \"Z\" O'Neil")
    project.agent("renamed", renamed)
    project.agent("silent", lambda question: "")
    said = project.ends(0, *SOCRATIC, "Zoë \"Z\" O'Neil=renamed:script", "bob 2.0=renamed:script")
    assert "Turn 1 — Zoë \"Z\" O'Neil — OPEN_TO_DEBATE" in said
    assert project.kept("002-bob 2.0.answer")
    project.forgets()
    project.ends(4, "缓存应该保留吗", "甲=silent", "乙=silent")
    assert [path.name[:5] for path in (project / ".duels/run").iterdir()] == ["duel-"]
    assert "缓存应该保留吗" in project.record()
    project.forgets()
    said = project.ends(4, "--name", "d", "--", '-- is "this" a \\topic=?', "a=silent", "b=silent")
    assert 'socratic: -- is "this" a \\topic=?' in said
    assert "/word-word-" in project.ends(4, "word " * 100, "a=silent", "b=silent")
    assert "is not taken as configuration" in project.ends(2, "--name", "e", "a\nb", "a=silent", "b=silent")
    assert "this is not UTF-8" in project.ends(2, "\udcff", "a=silent", "b=silent")


# --- agents that do not answer


def test_an_agent_that_refuses_forges_dies_fails_says_nothing_floods_or_cannot_start_ends_its_debate_which_says_so(project):
    project.agent("refusing", lambda question: "I am sorry, but I cannot take part in this debate.\n")
    project.agent("forging", lambda question: socratic(question).replace("alice", "bob") + "release bob\n")
    project.command("dying", "printf '## Turn 1'; kill -9 $$")
    project.command("failing", "echo 'no credit left' >&2; exit 3")
    project.command("silent", "true")
    project.command("flooding", "yes '## Turn 1'")
    project.command("nesting", "printf '[%.0s' $(seq 9000)", answer="json", text="result")
    project.command("counting", "printf '%09000d' 7", tokens_pattern="([0-9]+)")
    (project.work / "broken").write_text("#!/no/such/interpreter\n")
    (project.work / "broken").chmod(0o755)
    project.row("broken", command=[str(project.work / "broken")])
    for temper in ("refusing", "forging", "dying", "failing", "silent", "flooding", "nesting", "counting", "broken"):
        said = project.ends(4, *SOCRATIC, f"alice={temper}:script", "bob=socratic:script")
        assert "alice is given up: " in said and "ended: INVALIDATED — duel-run: alice: " in said
        assert "> duelfs: maker: closed with INVALIDATED: duel-run: alice: " in project.record()
        assert [row["attempt"] for row in project.log() if row.get("refused")] == ([3] if temper == "broken" else [1, 2, 3])
        project.forgets()
    assert "alice is given up: `" in said and "cannot be started" in said


def test_a_reason_that_no_record_may_hold_ends_a_debate_all_the_same_and_obeys_no_terminal(project):
    project.command("escaping", r"printf '\033[2J\033]0;owned\007 no \302\233 credit\n' >&2; exit 3")
    project.command("leaking", "echo 'the key npm_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789 has no credit' >&2; exit 3")
    project.command("wordy", r"head -c 9000 /dev/zero | sed 's/\x00/ü/g' >&2; exit 3")
    for temper in ("escaping", "leaking", "wordy"):
        said = project.ends(4, *SOCRATIC, "--set", "maker_token=sesame-open", f"alice={temper}:script", "bob=socratic:script")
        assert "ended: INVALIDATED — duel-run: alice" in said
        assert "\x1b" not in said and "\x9b" not in said and "npm_" not in project.record()
        project.forgets()
    project.agent("injecting", lambda question: socratic(question).replace("alice", "\x1b[31malice", 1) + "\x1b]0;owned\x07")
    said = project.ends(4, "--name", "e", *SOURCE, "Another topic", "alice=injecting:script", "bob=socratic:script")
    assert "[text.control]" in said and "\x1b" not in said
    project.row("x", about="\x1b[2Jx", command=["true"])
    said = project.ends(0, "--list-agents")
    assert "x            x" in said and "\x1b" not in said


def test_an_agent_that_hangs_is_ended_with_all_that_it_started_also_where_it_does_not_listen(project):
    project.fast, project.tries = True, 1
    project.command("slow", "sleep 1000 & echo $! >{work}/child; echo $$ >{work}/parent; sleep 1000")
    project.command("stubborn", "trap '' TERM; echo $$ >{work}/parent; while :; do sleep 0.1; done")
    said = project.ends(4, *SOCRATIC, "alice=slow:script", "bob=socratic:script")
    assert "alice is given up: no answer within 20 s" in said
    assert is_gone(pid_in(project.work / "child")) and is_gone(pid_in(project.work / "parent"))
    project.forgets()
    (project.work / "parent").unlink()
    project.ends(4, *SOCRATIC, "alice=stubborn:script", "bob=socratic:script")
    assert is_gone(pid_in(project.work / "parent"))


def test_a_seat_that_is_given_up_is_a_failure_where_the_format_has_such_and_ends_the_debate_where_it_decides(project):
    project.agent("silent", lambda question: "")
    said = project.ends(4, "--format", "rounds", "--name", "f", ROWS, "alice=proposer:opus", "bob=silent", "olga=orchestrator")
    assert "bob is given up: the answer is empty" in said
    assert "the challenger failed" in project.record()
    project.forgets()
    said = project.ends(4, "--format", "rounds", "--name", "f", ROWS,
                        "alice=proposer:opus", "bob=challenger:gemini-3-pro", "olga=silent")
    assert "olga is given up: the answer is empty" in said and "ended: ABORTED — duel-run: olga: the answer is empty" in said
    assert "> duelfs: maker: closed with ABORTED: duel-run: olga: the answer is empty" in project.record()
    project.forgets()
    said = project.ends(4, "--format", "dialectic", "--set", "exchanges=2", "--name", "e", MOTION,
                        "alice=dialectic:script", "bob=dialectic:script", "carol=silent")
    assert "ended: INVALIDATED — duel-run: carol: the answer is empty" in said
    assert "> duelfs: maker: closed with INVALIDATED: duel-run: carol: the answer is empty" in project.record()


# --- people


def token_in(said):
    return re.search("<!-- token: (.*) -->", said)[1]


def test_a_person_who_decides_is_asked_to_say_that_a_seat_failed(project):
    project.agent("silent", lambda question: "")
    run = project.begins("--format", "rounds", "--name", "f", ROWS, "alice=proposer:opus", "bob=silent", "olga=human")
    said = run.says(f"olga decides: echo 'fail \"olga\" who=\"bob\" reason=\"…\" token=…' > {project.mounted}/f/lock")
    assert project.duel("f").status("closed_at") == ""
    project.duel("f").lock(f"fail olga who=bob reason=\"silent\" token={token_in(said)}")
    assert "ended: UNCONTESTED" in run.ends(4)
    assert "the challenger failed" in project.record()


def test_a_person_takes_a_seat_at_the_same_table(project):
    run = project.begins(*SOCRATIC, "alice=human", "bob=socratic:script")
    said = run.says("alice is yours")
    token = token_in(run.says("<!-- token: ") or said)
    for move in range(1, 5):
        eventually(lambda: project.duel().status("next_step", "participants/alice/status") in ("claim_lock", "update_markdown", "compose_turn"))
        text = scripted("socratic")["alice", move].replace("(shell / script)", "(human / human)")
        put(project.duel() / "participants/alice/turn.md", f"<!-- token: {token} -->\n{text}")
    assert "ended: ACCEPTED_CONSENSUS" in run.ends(0)


# --- tools

TOKEN = "T=$(sed -n 's/^Your token is \\([^ ]*\\):.*/\\1/p'); "
HANDS_IN = TOKEN + '(echo "<!-- token: $T -->"; {says}) >participants/$DUEL_SEAT/turn.md'


def works(project):
    return HANDS_IN.replace("{says}", project.says("socratic"))


def test_an_agent_with_tools_hands_in_by_itself_and_is_only_watched(project):
    project.command("working", works(project))
    project.command("refusing", "echo 'I am sorry, but I cannot take part in this debate.'")
    project.row("filed", command=["true"])
    said = project.ends(0, "--tools", *SOCRATIC, "alice=working:script", "bob=working:script")
    assert "ended: ACCEPTED_CONSENSUS" in said
    assert "Your token is ****" in project.kept("001-alice.ask.md")
    said = project.ends(4, "--tools", "--name", "g", "A topic of another kind", "alice=refusing:script", "bob=working:script")
    assert "it ended without a text handed in" in said
    assert "has no `tools_command`" in project.ends(2, "--tools", "--name", "h", "A topic of another kind", "alice=filed", "bob=filed")


def test_the_text_that_ends_a_debate_counts_although_its_agent_is_still_at_work_which_has_a_while_to_end_by_itself(project):
    project.command("working", works(project))
    pattern = {"seconds": 500, "tokens_pattern": "used ([0-9]+)"}
    # the last text of one is in long before it says what it took; the other never ends
    project.command("lingering", f"{works(project)}; [ $DUEL_MOVE -lt 4 ] || sleep 0.2; echo used 7", **pattern)
    project.command("hanging", f"{works(project)}; echo used 7; [ $DUEL_MOVE -lt 4 ] || {{ echo $$ >{{work}}/parent; exec sleep 1000; }}", **pattern)
    for temper in ("lingering", "hanging"):
        project.fast = temper == "hanging"
        said = project.ends(0, "--tools", *SOCRATIC, f"alice={temper}:script", "bob=working:script")
        assert "ended: ACCEPTED_CONSENSUS" in said
        assert [row.get("tokens") for row in project.log() if row["seat"] == "alice" and row.get("accepted")] == [7, 7, 7, 7]
        assert not [row for row in project.log() if row.get("refused")]
        project.forgets()
    assert is_gone(pid_in(project.work / "parent"))


def test_who_is_interrupted_has_the_floor_no_more(project, own):
    mount = own()
    refused_text = 'printf "<!-- token: %s -->\nno\n" $T >participants/$DUEL_SEAT/turn.md'
    project.command("holding", TOKEN + f'echo "claim $DUEL_SEAT token=$T" >lock; {refused_text}; touch {{work}}/held; exec sleep 1000')
    run = project.begins("--tools", "--mount", str(mount.path), *SOCRATIC, "alice=holding:script", "bob=holding:script")
    eventually((project.work / "held").exists)
    assert Duel(mount.path / "d").status("lock_owner") == "alice"
    run.signal(signal.SIGINT).ends(130)
    assert Duel(mount.path / "d").status("lock_owner") == ""


# --- runs that are cut off


def test_what_a_killed_run_left_at_work_is_ended_where_it_goes_on_wherever_it_went(project):
    project.command("straying", "setsid sleep 1000 & echo $! >{work}/stray; echo $$ >{work}/parent; sleep 1000")
    run = project.begins("--name", "d", *SOURCE, TOPIC, "alice=straying:script", "bob=socratic:script")
    parent, stray = pid_in(project.work / "parent"), pid_in(project.work / "stray")
    run.killed()
    project.becomes("straying", "socratic")
    said = project.ends(0, "--resume", ".duels/run/d")
    eventually(lambda: is_gone(parent) and is_gone(stray))
    assert "ended: ACCEPTED_CONSENSUS" in said
    assert "is no run that can go on" in project.ends(1, "--resume", ".duels/run/d")


CUT_OFF = {
    "socratic": [*SOURCE, TOPIC, "alice=nap-shell:script", "bob=nap-shell:script"],
    "dialectic": ["--set", "exchanges=2", MOTION, "alice=nap-dialectic:script", "bob=nap-dialectic:script", "carol=nap-dialectic:script"],
    "rounds": [ROWS, "alice=nap-claude:opus", "bob=nap-gemini:gemini-3-pro", "olga=nap-unknown"]}


def goes_on(project, format_name, victims):
    """A run that loses them in the middle of an answer, and goes on to its end."""
    for harness in ("shell", "claude", "gemini", "unknown", "dialectic"):
        project.naps(f"nap-{harness}", format_name, harness)
    run = project.begins("--name", "d", "--format", format_name, *CUT_OFF[format_name])
    asked = project.asked()
    if "daemon" in victims:
        project.daemon_killed()
    if "runner" in victims:
        run.killed()
    else:
        said = run.ends(1)
        assert "duel-run: the mount is gone: " in said and f"go on with: duel-run --resume {project.path}/.duels/run/d" in said
    (project.work / "go").touch()
    said = project.ends(0, "--resume", ".duels/run/d")
    eventually(lambda: all(is_gone(pid) for pid in asked))
    assert "ended: " in said and "INVALIDATED" not in said
    assert not project.is_mounted()
    project.verified()


def test_a_run_goes_on_that_lost_its_runner_its_daemon_or_both_in_the_middle_of_an_answer():
    for format_name, victims in zip(CUT_OFF, ("runner", "daemon", "daemon and runner")):
        with Project() as project:
            goes_on(project, format_name, victims)


def test_a_second_signal_kills_an_agent_that_does_not_listen(project):
    project.command("stubborn", "trap '' TERM; echo $$ >{work}/parent; while :; do sleep 0.1; done")
    run = project.begins(*SOCRATIC, "alice=stubborn:script", "bob=socratic:script")
    pid = pid_in(project.work / "parent")
    run.signal(signal.SIGINT)
    run.says("a second signal kills them")
    run.signal(signal.SIGINT).ends(130)
    assert is_gone(pid) and not project.is_mounted()


def test_a_run_has_one_runner_and_what_is_kept_of_it_is_whole(project):
    project.command("slow", "echo $$ >{work}/parent; exec sleep 1000")
    run = project.begins(*SOCRATIC, "--set", "maker_token=sesame-open", "alice=slow:script", "bob=socratic:script")
    pid_in(project.work / "parent")
    assert "another duel-run is at work there" in project.ends(1, "--resume", ".duels/run/d")
    run.signal(signal.SIGTERM).ends(130)
    for file in (project / ".duels/run/d/run.json", *project.secrets()):
        whole = file.read_text()
        for text, name in (("", "run"), (whole[:30], "mount")):
            file.write_text(text)
            assert f"{file} is cut or damaged: restore it" in project.ends(1, "--resume", f".duels/{name}/d")
        file.write_text(whole)


def test_a_disk_that_is_full_where_a_run_is_kept_ends_the_run_and_not_the_debate(project):
    (project / ".duels/run").mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", project / ".duels/run"], check=True)
    ballast = project / ".duels/run/ballast"

    def filling(question):
        with open(ballast, "ab", buffering=0) as file:
            while True:
                try:
                    file.write(bytes(4096))
                except OSError:
                    return socratic(question)
    project.agent("filling", filling)
    said = project.ends(1, *SOCRATIC, "alice=filling:script", "bob=socratic:script")
    assert "No space left on device" in said and "go on with: duel-run --resume " in said
    ballast.unlink()
    project.becomes("filling", "socratic")
    assert "ended: ACCEPTED_CONSENSUS" in project.ends(0, "--resume", ".duels/run/d")


def test_a_fault_of_duel_run_in_a_seat_s_thread_ends_the_run_which_can_be_gone_on_with(project):
    project.agent("faulty", lambda question: 1 // 0)
    said = project.ends(1, *SOCRATIC, "alice=faulty:script", "bob=socratic:script")
    assert "alice: a fault of duel-run: ZeroDivisionError: " in said and "go on with: duel-run --resume " in said


def test_what_is_gone_on_with_takes_the_lists_of_agents_with_it_and_other_limits(project):
    project.command("slow", "echo $$ >{work}/parent; exec sleep 1000")
    run = project.begins(*SOCRATIC, "--set", "maker_token=sesame-open", "alice=slow:script", "bob=socratic:script")
    pid_in(project.work / "parent")
    run.signal(signal.SIGTERM).ends(130)
    project.fast, project.tries = True, 1
    assert "sesame" not in project.kept("run.json")
    said = project.ends(4, "--resume", str(project.path / ".duels/run/d"))
    assert "alice is given up: no answer within 20 s" in said and "ended: INVALIDATED" in said
    said = project.ends(2, "--resume", str(project.path / ".duels/run/d"), "--format", "rounds", "topic")
    assert "--resume goes on with what there is, and takes no --format and no a topic" in said


# --- what is said before anything is made


def test_where_a_seat_cannot_join_nothing_is_left_of_the_run(project, own):
    project.agent("silent", lambda question: "")
    shared, guarded = own(), own('[defaults]\nmaker_token = "sesame-open"\n')
    invited, seats = ["--set", "participants=[\"alice\", \"bob\"]", "A topic"], ["alice=silent", "carl=silent"]
    for status, words, told in ((1, ["--mount", str(shared.path)], "a-topic stays, for somebody has joined it, and is closed"), (2, [], ""),
                                (1, ["--mount", str(shared.path), "--set", "maker_token=sesame-open"], "joined it, and is closed"),
                                (1, ["--mount", str(guarded.path)], "joined it, and is open: lock: error: ")):
        said = project.ends(status, *words, *invited, *seats)
        assert "carl: join was refused: " in said and "[seat.uninvited]" in said and told in said
        assert not (project / ".duels").exists() and not project.secrets()
    said = project.ends(2, "--name", "e", "A topic", "maker=silent", "alice=silent")
    assert "maker: this name is reserved" in said and "A topic' bob=silent alice=silent" in said
    project.ends(4, "--name", "e", "A topic", "alice=silent", "bob=silent")


def test_a_debate_that_lacks_a_seat_ends_the_run_and_can_be_gone_on_with(project):
    run = project.begins("--name", "d", "--format", "rounds", ROWS, "alice=proposer:opus", "bob=challenger:gemini-3-pro", "olga=human")
    run.says("bob          Round 2")
    run.signal(signal.SIGTERM).ends(130)
    kept = json.loads(project.kept("run.json"))
    (project / ".duels/run/d/run.json").write_text(json.dumps({**kept, "seats": kept["seats"][:2]}))
    assert "0.01 minutes are over" in project.ends(0, "--max-minutes", "0.01", "--resume", ".duels/run/d")
    said = project.ends(3, "--resume", ".duels/run/d", "--output", "kept")
    assert "not ended: " in said and "go on with: duel-run --resume " in said
    (project / ".duels/run/d/run.json").write_text(json.dumps(kept).replace('"human", ""', '"orchestrator", ""').replace('"human"', '"orchestrator"'))
    assert "ended: COMPLETED" in project.ends(0, "--resume", ".duels/run/d", "--output", "kept")
    assert (project / "kept/conclusion.md").exists()


def test_agents_that_are_there_are_told_from_those_that_lack_something(project):
    project.row("absent", needs="no-such-program", command=["no-such-program"])
    project.row("stranger", login=["$NO_SUCH_KEY", "~/.no-such-file"], login_hint="log in first", command=["true"])
    said = project.ends(0, "--detect")
    for line in ("absent       `no-such-program` is not installed", "stranger     it is not logged in: log in first", "socratic     ready"):
        assert line in said
    said = project.commanded(0, "--list-agents")
    assert "claude       Claude Code" in said and "(not tried)" in said
    assert "a: agent absent: `no-such-program` is not installed" in project.ends(2, "topic", "a=absent", "b=stranger")


def test_what_is_wrong_on_the_command_line_or_in_a_list_is_said_and_nothing_is_begun(project):
    wrong = [
        ([], ""), (["topic", "alice"], "a seat is NAME[@ROLE]=AGENT[:MODEL], and not alice"),
        (["topic", "alice=socratic", "--format", "rounds", "bob=nobody"], "there is no agent nobody"),
        (["--format", "rounds", "--", "-topic", "alice=socratic", "bob=nobody"], "there is no agent nobody"),
        (["--max-silence", "0", "topic", "alice=socratic"], ""), (["--max-words", "-1", "topic", "alice=socratic"], ""),
        (["--format", "rounds", "topic", "olga@judge=socratic"], "rounds has the roles proposer, challenger, orchestrator"),
        (["topic", "a@b@c=socratic"], "a name has no @ and no ="), (["--name", "../d", "topic", "alice=socratic"], ""),
        (["--set", "novalue", "topic", "alice=socratic"], ""), (["--set", "[=3", "topic", "alice=socratic"], ""),
        (["--set", "a=1\nb=2", "--set", "[=3", "topic", "alice=socratic"], "")]
    for words, why in wrong:
        assert why in project.ends(2, *words)
    assert "max_turns" in project.ends(2, "--set", "max_turns=1000", "topic", "alice=socratic", "bob=socratic")
    assert "is no mount of duelfs" in project.ends(2, "--mount", str(project.work), "topic", "alice=socratic", "bob=socratic")
    lists = [
        ("[agents.x]\n", "agents.x: `command` is missing"), ('[agents.x]\ncommand = ["x"]\nspeed = 3\n', "there is no key `speed`"),
        ('[agents.x]\ncommand = "x"\n', "agents.x.command: this is no array"),
        ('[agents.x]\ncommand = [["x", 3]]\n', "agents.x.command: what stands in it is a string"),
        ('[agents.x]\ncommand = ["x"]\ntokens_pattern = "used ("\n', "agents.x.tokens_pattern: "), ("[agents]\nx = 3\n", "an agent is a table"),
        ('[agents.x]\ncommand = ["x"]\nanswer = "mail"\n', '"stdout", "file" or "json"')]
    bad = project.work / "bad.toml"
    for text, why in lists:
        bad.write_text(text)
        assert why in project.ends(1, "--agents", str(bad), "--list-agents")
    assert not (project / ".duels").exists()


def test_duel_run_knows_the_formats_that_duelfs_has(project):
    for name in ("nonsense", "nowhere"):
        (project.work / name).mkdir()
    (project.work / "nonsense/duelfs.toml").write_text('[defaults]\nformat = "nonsense"\n')
    told = subprocess.run([DUELFS, project.work / "nonsense", project.work / "nowhere"], capture_output=True, encoding="utf-8", check=False).stderr
    known = re.search("is not one of (.*)", told)[1]
    assert ", adversarial" in known
    assert f"the debate's format: {known}" in project.ends(0, "--help")
