"""The maker's verbs: say and close, by whoever made the duel."""
from mounts import HARNESS, MODEL, duelfs, eventually, files_with, turn

TOKEN = "correct-horse"


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


def test_only_the_maker_acts_as_maker_and_nobody_joins_under_that_name_or_a_verb_s(duel):
    for rule, lines in {"seat.name": ("join maker", "claim MAKER", "join Duelfs", "claim ｄｕｅｌｆｓ", "join say", "close alice reason=x"),
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
    duelfs(0, "export", mount.store, "d", out)
    assert 'maker_token = "set"' in (out / "config.toml").read_text()
    assert not files_with(out, TOKEN)


def test_a_maker_token_of_duelfs_toml_holds_for_its_duels_and_is_not_in_the_store(own):
    mount = own(f'[defaults]\nmaker_token = "{TOKEN}"\n')
    duel = mount.joined()
    wants_token(duel, "say maker text=x", "say maker text=x token=staple-battery")
    duel.lock(f"say maker text=x token={TOKEN}")
    assert_token_is_nowhere(mount)
