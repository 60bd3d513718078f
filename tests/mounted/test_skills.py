"""The words to agents about duelfs: the skills are what the agents' programs take for one, and lead through a debate."""
import re
import shlex
import shutil
import subprocess

import pytest

from adversarial import KB
from mounts import BOUND_SECONDS, DUELFS, ROOT, only_on_sqlite, turn

pytestmark = only_on_sqlite("is of agents")
SKILLS = ROOT / "config/skills"
RUN = ROOT / "scripts/duel-run"


def runs(words, folder, status=0, **environment):
    """The output of a program, which ends with this status; None: with another one than 0."""
    it = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                        timeout=BOUND_SECONDS, check=False, env={"PATH": "/usr/bin:/bin", "HOME": str(folder), **environment})
    assert it.returncode == status if status is not None else it.returncode, it.stdout
    return it.stdout


def test_each_skill_is_one_by_the_rules_of_the_format_name_description_length():
    skills = [path for path in SKILLS.iterdir() if path.is_dir()]
    assert skills
    for skill in skills:
        lines = (skill / "SKILL.md").read_text().split("\n")
        assert lines[0] == "---" and len(lines) < 500
        front = dict(line.split(": ", 1) for line in lines[1:lines.index("---", 1)])
        assert set(front) == {"name", "description", "license", "compatibility"}
        assert front["name"] == skill.name and re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", skill.name) and len(skill.name) <= 64
        assert 0 < len(front["description"]) <= 1024 and 0 < len(front["compatibility"]) <= 500
        # as YAML they are plain words: nothing in them means anything there
        for value in front.values():
            assert ": " not in value and " #" not in value and value[0] not in "\"'[{>|*&!%@`-"


@pytest.fixture
def step(mount, tmp_path):
    """step(duel, name, n): the nth command of the skill for participants, as NAME would type it."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```$", (SKILLS / "duelfs-participant/SKILL.md").read_text(), re.M | re.S)
    assert len(blocks) == 5

    def types(duel, name, n, status=0):
        script = blocks[n - 1].replace("DUEL", str(duel.path)).replace("NAME", name).replace("YOUR-TOOL", "shell").replace("YOUR-MODEL", "human")
        return runs(["bash", "-c", script], tmp_path, status)
    yield types
    mount.assert_quiet()


def test_the_commands_of_the_skill_for_participants_lead_from_the_join_to_a_turn_and_past_a_refusal(mount, step, tmp_path):
    duel, draft = mount.duel(), tmp_path / "draft.md"
    text = turn(1, "alice").replace("(claude-code / opus)", "(shell / human)")
    step(duel, "alice", 1)
    step(duel, "bob", 1)
    assert 'next_step = "claim_lock"' in step(duel, "alice", 2)
    assert "You are **alice**. You are asked for **turn 1**." in step(duel, "alice", 3)
    draft.write_text(re.sub("  Support:\n.*?\n\n", "", text, count=1, flags=re.S))
    assert "turn.md: ok" not in step(duel, "alice", 4, None)
    assert duel.status("turns") == "0"
    assert 'refused = "' in step(duel, "alice", 2)
    assert "error: [" in step(duel, "alice", 5)
    draft.write_text(text)
    assert "turn.md: ok" in step(duel, "alice", 4)
    assert duel.status("turns") == "1"
    assert 'next_step = "claim_lock"' in step(duel, "bob", 2)
    duel.lock("close maker reason=enough")
    assert 'next_step = "closed"' in step(duel, "alice", 2)


def test_the_commands_of_the_skill_that_starts_a_debate_are_words_that_duel_run_takes(tmp_path):
    skill = (SKILLS / "duelfs-debate/SKILL.md").read_text()
    commands = re.findall(r"^ *duel-run (--[sf].*)$", skill, re.M)
    assert len(commands) == 3
    (tmp_path / "plan.md").write_text("# Plan\n")
    shutil.copytree(KB, tmp_path / "runs/typing")
    # the same with a scripted agent in place of each: everything up to its first answer is done
    (tmp_path / "agents.toml").write_text("".join(f'[agents.{name}]\ncommand = ["false"]\nneeds = "false"\n' for name in ("claude", "codex", "gemini")))
    for command in commands:
        said = runs([RUN, "--agents", "agents.toml", *shlex.split(command)], tmp_path, 4, DUELFS=DUELFS)
        assert "ended: " in said
    told = runs([RUN, "--help"], tmp_path)
    for option in re.findall("--[a-z]+", skill):
        assert option in told


def test_a_command_that_begins_with_a_choice_and_a_pattern_with_a_count_too_large_are_refused(tmp_path):
    for row, why in (('command = [["sh"]]', "agents.x.command: its first word is the program"),
                     ('command = ["sh"]\ntokens_pattern = "(a){99999999999}"', "agents.x.tokens_pattern: the repetition number is too large")):
        (tmp_path / "list.toml").write_text(f"[agents.x]\n{row}\n")
        assert why in runs([RUN, "--agents", "list.toml", "--list-agents"], tmp_path, None)
