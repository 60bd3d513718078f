"""A newcomer's first steps: scripts/quickstart, and the commands of the three README.md, each exactly as it is printed."""
import functools
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import tempfile

import pytest

from mounts import DUELFS, ROOT, Duel, eventually, put, refused, refuses_to_start, turn

QUICKSTART = str(ROOT / "scripts/quickstart")


def mounts_below(folder):
    paths = (line.split()[4].encode().decode("unicode_escape") for line in pathlib.Path("/proc/self/mountinfo").read_text().splitlines())
    return [path for path in paths if path.startswith(f"{folder}/")]


@pytest.fixture(autouse=True)
def nothing_stays_mounted(tmp_path):
    yield
    for path in mounts_below(tmp_path):
        subprocess.run(["umount", path], check=True)


def said_by(*words, status=0, **options):
    """All that it said; it ends with this exit status."""
    it = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    assert it.returncode == status, f"exit status {it.returncode}: {it.stdout}"
    return it.stdout


def quickstart(at, *words, status=0, **more):
    return said_by(QUICKSTART, *words, status=status, env={**os.environ, "DUELFS": DUELFS, "TMPDIR": str(at), **more})


def mount_of(said):
    """The lines of quickstart about its mount."""
    return pathlib.Path(re.search(r"^ *umount (.*)$", said, re.M)[1].strip("'"))


def has(said, *words):
    for part in words:
        assert part in said


def statuses(duel, *keys):
    return " ".join(duel.status(key) for key in keys)


def verifies(mount):
    """It is unmounted, and its store is sound."""
    subprocess.run(["umount", mount], check=True)
    eventually(lambda: not subprocess.run([DUELFS, "verify", mount.parent / "store"], check=False, capture_output=True).returncode)


@functools.cache
def formats():
    """Those of the program, as it names them when it is asked for another one."""
    with tempfile.TemporaryDirectory() as at:
        for name in ("nonsense", "nowhere"):
            os.mkdir(f"{at}/{name}")
        pathlib.Path(at, "nonsense/duelfs.toml").write_text('[defaults]\nformat = "nonsense"\n')
        return re.search("is not one of (.*)", refuses_to_start(f"{at}/nonsense", f"{at}/nowhere"))[1].split(", ")


# The words on the way, the duel, how its status begins, and words of some of its files.
PLAYED = {
    "socratic": (("[lease.order]", "[turn.stance]", "[counterpoint.support]", "[conclusion.unearned]"), "readme",
                 "completed ACCEPTED_CONSENSUS 5 []", {}),
    "dialectic": (("[seat.taken]", "[1].claim: error: [handin.blank]", "[lease.order]"), "refused", "completed COMPLETED",
                  {"scores.json": '"current_score": 0.25', "argument-graph.svg": "prop_001"}),
    "rounds": (("[seat.identity]", "[challenge.flaw]", 'points_open = ["C1.1', "[defense.coverage]", "[verdict.winner]", '"winner": "claude"'), "storage",
               "completed COMPLETED 5 []", {"last-debate.json": '"winner": "claude"', "debate.md": "- C1.3: resolved — the files of "}),
    "adversarial": (('[value.bad] there is no role "debater-tabulators"', "[lease.order] it is the move of olga, who names whose text is next",
                     "[claim.rating] arg-005 is refuted", "**Closure**: ruled by moderator at turn 4 as refuted (arg-005)",
                     "[verdict.unearned] the graph earns `Q-2: asymmetric engagement tabs`"), "typing", "completed COMPLETED 5",
                    {"output/synthesis.md": "- Q-2: asymmetric engagement tabs", "argument-graph.svg": "arg-005"})}


@pytest.mark.parametrize("name", PLAYED)
def test_quickstart_plays_a_whole_debate_to_the_end_it_has_earned_and_leaves_it_mounted(tmp_path, name):
    words, duel, status, files = PLAYED[name]
    said = quickstart(tmp_path, "--format", name, "--verbose")
    has(said, *words)
    duel = Duel(mount_of(said) / duel)
    assert statuses(duel, "state", "outcome", "turns", "warnings").startswith(status)
    for file, part in files.items():
        assert part in duel.text(file)
    verifies(mount_of(said))


def test_quickstart_tells_a_refusal_what_was_mended_a_quotation_the_conclusion_and_the_way_out_in_45_lines_of_100_columns(room):
    said = quickstart(room.path)
    lines = said.splitlines()
    assert len(lines) <= 45 and max(map(len, lines)) <= 100, said
    has(said, "error: [turn.stance] the heading ends with", "[counterpoint.support]",
        "\n  - ## Turn 2 — bob (shell / play) — DISAGREEING\n"
        "  + ## Turn 2 — bob (shell / play) — DISSENTING\n", "1 quotation found")
    conclusion = lines[lines.index("# It ended as it had to. conclusion.md begins:") + 1:]
    assert all(line.startswith("  ") for line in conclusion[:10])
    assert conclusion[10].startswith("# The mount is still there.")
    page, around, _ = conclusion[11:]
    assert pathlib.Path(page.strip()).read_text().endswith("</html>\n")
    assert "Is a reason in last_error enough" in said_by("bash", "-c", around)


def test_a_second_quickstart_runs_beside_the_first(tmp_path):
    mounts = [mount_of(quickstart(tmp_path)) for _ in range(2)]
    assert mounts[0] != mounts[1]
    assert [Duel(mount / "readme").status("outcome") for mount in mounts] == ["ACCEPTED_CONSENSUS"] * 2


# --- over two mounts of one database

class Room:
    """A folder that nobody, as whom the server runs, gets through too."""

    def __init__(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="duelfs-shared-", dir=os.environ.get("CLUSTER_UNDER", "/tmp")))
        self.path.chmod(0o711)

    def processes(self):
        """Those that have a path there in their command line, or are in a folder there."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                line, folder = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes(), os.readlink(f"/proc/{pid}/cwd")
            except OSError:
                continue
            if os.fsencode(f"{self.path}/") in line or folder.startswith(f"{self.path}/"):
                found.append(pid)
        return found

    def assert_empty(self):
        assert mounts_below(self.path) == []
        eventually(lambda: not self.processes(), "a process is left")
        assert os.listdir(self.path) == []

    def end(self):
        """The remains of a test that failed."""
        for path in mounts_below(self.path):
            subprocess.run(["umount", "-l", path], check=False)
        for file in self.path.glob("**/cluster/data/postmaster.pid"):
            os.kill(int(file.read_text().split()[0]), signal.SIGQUIT)
        eventually(lambda: not self.processes(), "a process is left")
        shutil.rmtree(self.path)


@pytest.fixture
def room():
    it = Room()
    yield it
    it.end()


def test_quickstart_shared_plays_a_duel_over_two_mounts_of_one_database_and_the_command_that_it_prints_ends_all_of_it(room):
    here = room.path / "it's here"
    here.mkdir()
    said = quickstart(here, "--shared", "--verbose")
    has(said, "[lease.order]", "[turn.stance]", "[conclusion.unearned]")
    mounts = shlex.split(" ".join(re.findall(r"^ *umount (.*) &&$", said, re.M)))
    assert len(mounts) == 2
    duels = [Duel(pathlib.Path(mount, "readme")) for mount in mounts]
    for mount, duel in zip(mounts, duels):
        assert os.path.ismount(mount)
        assert statuses(duel, "state", "outcome", "turns", "warnings") == "completed ACCEPTED_CONSENSUS 5 []"
        has(said, hashlib.sha256(duel.record()).hexdigest() + "  ")
    assert duels[0].record() == duels[1].record()
    has(said, f"alice:{mounts[0]}/readme$ cat participants/alice/wait",
        f"bob:{mounts[1]}/readme$ cat > participants/bob/turn.md")
    assert f"alice:{mounts[1]}" not in said and f"bob:{mounts[0]}" not in said
    verify = re.search(r"^    .* verify .*$", said, re.M)[0]
    has(said_by("bash", "-c", verify + "\n" + said[said.index("\n    umount "):]), "readme: ok")
    here.rmdir()
    room.assert_empty()


def own_tail(at, commands):
    """The PATH on which quickstart finds this first for `tail`, which it asks for when the duel is closed."""
    (at / "bin").mkdir()
    (at / "bin/tail").write_text(f"#!/bin/sh\n{commands}\n")
    (at / "bin/tail").chmod(0o755)
    return f"{at}/bin:{os.environ['PATH']}"


def test_quickstart_shared_that_fails_leaves_no_mount_no_server_and_no_folder(tmp_path, room):
    said = quickstart(room.path, "--shared", "--verbose", status=1, PATH=own_tail(tmp_path, "exit 1"))
    has(said, "two/readme$ tail -n 3 events", "this should have worked")
    room.assert_empty()


def test_quickstart_shared_that_is_ended_by_a_signal_leaves_no_mount_no_server_and_no_folder(tmp_path, room):
    path = own_tail(tmp_path, f"echo >'{tmp_path}/asked'; exec sleep 600")
    with open(tmp_path / "said", "wb") as out:
        player = subprocess.Popen([QUICKSTART, "--shared"], stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True,
                                  env={**os.environ, "DUELFS": DUELFS, "TMPDIR": str(room.path), "PATH": path})
    eventually((tmp_path / "asked").exists)
    assert len(mounts_below(room.path)) == 2
    os.killpg(player.pid, signal.SIGTERM)
    assert player.wait() == 143
    room.assert_empty()


def test_quickstart_shared_says_so_where_the_server_s_user_cannot_get_to_the_folder(tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir(0o700)
    has(quickstart(closed, "--shared", status=1), f"cannot enter {closed}/duelfs-", "set TMPDIR to another folder")
    closed.rmdir()


def test_quickstart_knows_no_other_formats_and_options(tmp_path):
    has(quickstart(tmp_path, "--format", "nonsense", status=2), "usage")
    for words in ("--nonsense", "--format", "--shared --agents", "--format rounds --shared"):
        quickstart(tmp_path, *words.split(), status=2)


def test_quickstart_help_names_every_format_there_is(tmp_path):
    assert re.search(r"^Formats: (.*) \(", quickstart(tmp_path, "--help"), re.M)[1].split() == sorted(formats())


def test_with_agents_quickstart_plays_each_format_by_duel_run_and_leaves_it_mounted(tmp_path):
    for name in formats():
        said = quickstart(tmp_path, "--agents", "--format", name)
        has(said, "/scripts/duel-run --mount ", "ended: ")
        assert os.path.ismount(mount_of(said))


# --- README.md of the repository, of a mount, of a duel

def script_of(text, heading=None):
    """The blocks that are marked `sh`, as one script that ends at the first command that fails, or, in a block marked `sh fails`, at the end
    of a block in which one worked. With a heading: only those of that section."""
    if heading:
        text = text[text.index(heading):].split("\n\n## ")[0]
    blocks = ["set -e"]
    for fails, block in re.findall(r"^```sh( fails)?\n(.*?)^```$", text, re.M | re.S):
        blocks.append(block if not fails else "set +e; worked=-1; trap '[ $? -ne 0 ] || worked=$((worked + 1))' DEBUG\n"
                      + block + "trap - DEBUG; [ $worked -eq 0 ] || exit 1; set -e")
    return "\n".join(blocks) + "\n"


def plays(script, at, **more):
    """Run as a person would type it: what it says."""
    (at / "script").write_text(script)
    return said_by("bash", "-x", str(at / "script"), cwd=at, env={**os.environ, **more})


def test_the_first_forty_lines_of_the_repository_s_README_md_make_a_mount_and_bring_a_duel_to_its_end_as_printed(tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/duelfs").symlink_to(DUELFS)
    text = "".join((ROOT / "README.md").read_text().splitlines(True)[:40])
    said = plays(script_of(text), tmp_path, PATH=f"{tmp_path}/bin:{os.environ['PATH']}")
    has(said, "error: [section.missing]", "**Stopped by the maker**: The price list is gone.")
    assert statuses(Duel(tmp_path / "mnt/cache"), "state", "turns") == "invalidated 1"
    verifies(tmp_path / "mnt")


def test_README_md_has_at_most_200_lines_and_1_500_words_and_a_row_for_every_format():
    text = (ROOT / "README.md").read_text()
    assert len(text.splitlines()) <= 200 and len(text.split()) <= 1500
    for name in formats():
        assert re.search(rf"^\| `{name}` \|", text, re.M), name


def test_the_mount_s_README_md_works_as_printed_whatever_the_mountpoint_is_called(own):
    mount = own(at="m nt'$x\"y")
    script = script_of((mount.path / "README.md").read_text())
    assert "turn.md" in script
    plays(script, mount.work)
    assert statuses(Duel(mount.path / "example"), "state", "outcome", "turns", "warnings") == "completed DISSENT 2 []"
    for name in formats():
        assert Duel(mount.path / f"example-{name}").status("format") == name


def test_the_mount_s_README_md_works_as_printed_whatever_the_default_format_is(own):
    for name in formats()[1:3]:
        mount = own(f'[defaults]\nformat = "{name}"\n')
        plays(script_of((mount.path / "README.md").read_text()), mount.work)
        assert statuses(Duel(mount.path / "example"), "format", "outcome") == "socratic DISSENT"


@pytest.fixture
def follows(mount):
    """follows(duel): what its README.md prints below Now, run: what that says."""
    def run(duel):
        script = script_of(duel.text("README.md"), "## Now")
        assert script.count("\n") > 2, "no command below Now"
        return plays(script, mount.work)
    return run


def bare_turn(n):
    """A turn without its heading, which the desk writes."""
    return turn(n, "NAME").split("\n", 2)[2]


def scripted(name, words):
    """The text of the scripted duel of that format there."""
    return said_by("bash", "-c", f". scripts/duels/{name}.sh && {words}", cwd=ROOT)


def test_a_duel_s_README_md_leads_from_the_first_join_to_the_conclusion_with_its_commands_as_printed(mount, follows):
    duel = mount.duel("max_turns = 2")
    follows(duel)
    assert duel.status("participants") == "1"
    follows(duel)
    assert statuses(duel, "participants", "state") == "2 debating"
    for n in (1, 2):
        said = follows(duel)
        has(said, f"You are asked for **turn {n}**")
        desk = duel / f"participants/{re.search(r'You are [*][*](.*)[*][*][.] You are asked', said)[1]}/turn.md"
        put(desk, bare_turn(n))
        assert statuses(duel, "turns", "lock_owner") == f"{n} "
    assert duel.status("state") == "closing"
    has(follows(duel), "## Terminal Conclusion")
    put(desk, "**Outcome**: MAX_TURNS\n**Reason**: no turn is left\n\nMeasure first.\n")
    assert statuses(duel, "state", "outcome") == "completed MAX_TURNS"
    has(follows(duel), "Measure first.")


def test_a_duel_s_README_md_leads_through_a_debate_with_a_judge_from_the_first_join_to_the_report(mount, follows):
    duel = mount.bare('format = "dialectic"', 'topic = "Caching"', "exchanges = 2")
    follows(duel)
    follows(duel)
    assert statuses(duel, "state", "participants") == "debating 2"
    for text in ("opening_proposition", "opening_opposition", "judgement_0", "rebuttal_proposition", "rebuttal_opposition", "judgement_1", "report"):
        said = follows(duel)
        if text == "judgement_0":  # the judge joins first
            said = follows(duel)
        has(said, "You are asked for")
        put(duel / f"participants/{re.search(r'^You are [*][*](.*)[*][*], ', said, re.M)[1]}/turn.md", scripted("dialectic", text))
    assert statuses(duel, "state", "outcome", "next_step") == "completed COMPLETED closed"
    assert len(os.listdir(duel / "arguments")) == 8
    assert duel.text("report.md").splitlines()[:-2] == scripted("dialectic", "report").rstrip("\n").splitlines()
    has(follows(duel), "in 4 arguments")


def test_a_duel_s_README_md_leads_through_a_debate_in_rounds_from_the_first_join_to_the_verdict(mount, follows):
    duel = mount.bare('format = "rounds"', 'topic = "Caching"')
    follows(duel)
    follows(duel)
    assert statuses(duel, "state", "participants") == "debating 2"
    for text in ("opening", "challenge", "defence", "followup"):
        has(follows(duel), "You are asked for")
        put(duel / f"participants/{duel.status('next_participant')}/turn.md", scripted("rounds", f"said {text}"))
    follows(duel)
    assert duel.status("next_step") == "write_verdict"
    report = json.loads(duel.text("last-debate.json"))
    verdict = re.sub("^Winner:.*", f"Winner: {report['proposer']['tool']}", scripted("rounds", "verdict"), flags=re.M)
    put(duel / f"participants/{duel.status('next_participant')}/turn.md", verdict)
    assert statuses(duel, "state", "outcome", "turns") == "completed COMPLETED 5"
    assert report["proposer"]["tool"] != report["challenger"]["tool"]
    has(follows(duel), "## What to do")


def test_a_duel_s_README_md_leads_to_a_base_that_is_taken_before_anybody_joins(mount, follows):
    duel = mount.bare('format = "adversarial"')
    form = duel.text("README.md")
    follows(duel)
    assert "kb/arguments" not in duel.text("README.md") and (duel / "kb/contradictions.md").read_text().count(": ") == 7
    follows(duel)
    assert statuses(duel, "participants", "state") == "1 preparing"
    # the words that it shows are those that there are
    base, types = mount.work / "base", re.search("^- edges: (.*)$", form, re.M)[1].split(", ")
    (base / "kb/edges.md").write_text("".join(f"arg-001 {word} arg-002\n" for word in types))
    assert len(types) == 12 and said_by(DUELFS, "check", str(base)).endswith(": ok\n")
    (base / "kb/arguments/arg-002-spaces-agree.md").write_text("---\nlayer: x\nstatus: x\n---\n")
    layers, statuses_there = re.findall("is none of (.*)", said_by(DUELFS, "check", str(base), status=1))
    has(form, layers, statuses_there)


def test_names_that_a_shell_could_misread_are_quoted_in_a_duel_s_README_md(mount, follows):
    (mount.work / "plan.md").write_text("# The plan\n\nRoll back.\n")
    duel = mount.duel(f'source = "{mount.work}/plan.md"')
    duel.lock(r'''join "Al $HOME o'Hara" harness="my shell" model="a/b\"c"''')
    duel.lock(r"join $x;*&#\ harness=~ model=*")
    has(follows(duel), "You are **Al $HOME o'Hara**")
    put(duel / "participants/Al $HOME o'Hara/turn.md", bare_turn(1))
    has(follows(duel), r"You are **$x;*&#\**. You are asked for **turn 2**")


def test_a_held_floor_s_README_md_names_the_holder(duel):
    duel.lock("claim bob")
    assert "\n- bob (claude-code / opus), has the floor\n" in duel.text("README.md")
    duel.lock("release bob")
    assert "has the floor" not in duel.text("README.md")


def test_where_a_token_is_wanted_a_duel_s_README_md_joins_with_one(mount):
    duel = mount.duel("require_token = true")
    plays(script_of(duel.text("README.md"), "## Now").replace("token=SECRET", "token=a-secret-of-mine"), mount.work)
    with duel.refuses("EACCES", "lease.token"):
        duel.lock("claim alice")


def test_after_a_refusal_a_duel_s_README_md_says_where_the_reason_is(duel):
    with refused("EINVAL"):
        put(duel / "participants/alice/turn.md", "I say yes.")
    assert "participants/NAME/last_error" in duel.text("README.md")
    assert "turn.md:1: error: [section.missing]" in duel.text("participants/alice/last_error")
