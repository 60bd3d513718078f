"""The maker's verbs: say and close, by whoever made the duel."""
import re
import subprocess

import dialectic
from mounts import DUELFS, HARNESS, MODEL, eventually, files_with, turn
from rounds import OPENING, debate

TOKEN = "correct-horse"


def duelfs(*words):
    """The output of a command of duelfs, which works."""
    return subprocess.run([DUELFS, *words], check=True, capture_output=True, text=True).stdout


def wants_token(duel, *lines):
    for line in lines:
        with duel.refuses("EACCES", "lease.token"):
            duel.lock(line)


def assert_token_is_nowhere(mount):
    """It is in no file of the mount, of the store but what configures it, or in the log."""
    assert not files_with(mount.path, TOKEN)
    assert not set(files_with(mount.store, TOKEN)) - {str(mount.store / "duelfs.toml")}
    assert TOKEN not in mount.log.read_text()


def test_what_the_maker_says_is_in_the_next_prompts_stands_before_the_next_text_and_is_read_back(own):
    mount = own()
    duel = mount.duel()
    duel.play_to(1)
    duel.lock(f"claim bob harness={HARNESS} model={MODEL}")
    duel.lock('say maker text="Mind *both* sides"')
    assert "> duelfs: maker:" not in duel.text("debate.md")
    assert r"> duelfs: maker: Mind \*both\* sides, " in duel.text("participants/bob/prompt.md")
    duel.append(turn(2, "bob"))
    duel.lock("release bob")
    assert r"> duelfs: maker: Mind \*both\* sides, " in duel.text("debate.md")
    assert [event["text"] for event in duel.events_of("maker_said")] == ["Mind *both* sides"]
    record = duel.record()
    mount.remount()
    assert duel.record() == record


def test_the_maker_closes_a_duel_of_each_format_with_the_reason_in_the_record(own):
    mount = own()
    duel = mount.duel()
    duel.play_to(1)
    duel.lock('close maker reason="the wrong question"')
    ended = {"outcome": "INVALIDATED", "reason": "the wrong question", "closed_by": "maker"}
    assert {key: duel.status(key) for key in ended} == ended
    assert "> duelfs: maker: closed with INVALIDATED: the wrong question, " in duel.text("debate.md")
    with duel.refuses("EROFS", "duel.closed"):
        duel.lock("say maker text=late")

    duel = dialectic.debate(mount)
    dialectic.hand_in(duel, 0, "alice")
    duel.lock("close maker reason=over")
    assert duel.status("outcome") == "INVALIDATED"
    assert "## Claim" in duel.text("arguments/prop_000a.md")
    assert "> duelfs: maker: closed with INVALIDATED: over (revealed: what alice handed in), " in duel.text("debate.md")

    duel = debate(mount)
    duel.lock("claim alice")
    duel.append(OPENING)
    duel.lock("release alice")
    duel.lock("close maker reason=over")
    assert (duel.status("outcome"), duel.status("state")) == ("ABORTED", "aborted")
    assert "> duelfs: maker: closed with ABORTED: over, " in duel.text("debate.md")
    mount.stop()
    said = duelfs("verify", mount.store).splitlines()
    assert not [line for line in said if ":" in line and not re.search("^as of |: ok$", line)]


def test_only_the_maker_acts_as_maker_and_nobody_joins_under_that_name_or_a_verb_s(duel):
    for rule, lines in {"seat.name": ("join maker", "claim MAKER", "join say", "close alice reason=x"),
                        "value.bad": ("say maker", "close maker"),
                        "key.unknown": ("say maker text=x reason=y",)}.items():
        for line in lines:
            with duel.refuses("EINVAL", rule):
                duel.lock(line)


def test_with_maker_token_each_verb_of_the_maker_s_wants_it_of_root_too_over_remounts_and_it_is_shown_nowhere(own, tmp_path):
    mount = own()
    duel = mount.duel(f'maker_token = "{TOKEN}"', name="d")
    assert 'maker_token = "set"' in duel.text("config.toml")
    assert_token_is_nowhere(mount)
    duel.join_both()
    for verb in ("say maker text=x", "close maker reason=x"):
        wants_token(duel, verb, verb + " token=staple-battery")
    mount.remount()
    wants_token(duel, "say maker text=x")
    duel.lock(f"say maker text=x token={TOKEN}")
    assert 'maker_token = "set"' in duel.text("config.toml")
    duel.lock(f"close maker reason=x token={TOKEN}")
    eventually(lambda: list(mount.store.glob("archive/*.md")))
    assert_token_is_nowhere(mount)
    out = tmp_path / "out"
    mount.stop()
    duelfs("export", mount.store, "d", out)
    assert 'maker_token = "set"' in (out / "config.toml").read_text()
    assert not files_with(out, TOKEN)


def test_a_maker_token_of_duelfs_toml_holds_for_its_duels_and_is_not_in_the_store(own):
    mount = own(f'[defaults]\nmaker_token = "{TOKEN}"\n')
    duel = mount.joined()
    wants_token(duel, "say maker text=x", "say maker text=x token=staple-battery")
    duel.lock(f"say maker text=x token={TOKEN}")
    assert_token_is_nowhere(mount)
