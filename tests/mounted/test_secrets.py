"""Credentials: none comes into a record, into events or into what is told of it."""
import os

from mounts import append, put, refused, turn

GITHUB = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
URL = "postgres://admin:s3cr3t-pw@db.internal/prices"


def turn_with(line):
    """A first turn with a line more."""
    return turn(1, "alice").replace("**Position**\n", f"**Position**\n{line}\n", 1)


def assert_nowhere(mount, duel, words):
    """Nothing that anybody can read has these words."""
    files = [os.path.join(folder, name) for folder, _, names in os.walk(mount.path) for name in names]
    also = [duel / name for name in ("prompt.md", "events", "last_error", "lock")] + [mount.path / "last_error", mount.log]
    for path in (*files, *also):
        with open(path, "rb") as file:
            assert words.encode() not in file.read(), path


def test_a_turn_with_a_credential_is_refused_by_its_kind_and_line_rehearsed_appended_or_rewritten_and_nothing_quotes_it(own):
    mount = own()
    duel = mount.claimed()
    text = turn_with(f"The job uses {GITHUB} and it works.")
    with duel.refuses("EINVAL", "text.secret"):
        duel.append(text)
    assert ": error: [text.secret] this line holds what looks like a credential (github-personal)" in duel.newest_refusal()
    assert "write <github-personal> in its place" in duel.newest_refusal()
    assert duel.newest_refusal().count("error:") == 1
    with refused("EINVAL"):
        put(duel / "participants/alice/check", text, 0)
    assert "[text.secret]" in duel.text("participants/alice/check")
    with refused("EINVAL"):
        duel.rewrite(duel.record() + b"\n" + text.encode())
    assert "[text.secret]" in duel.newest_refusal()
    with refused("EINVAL"):
        duel.append(f"{text}\n\n## Turn 7 — {GITHUB}\n")
    assert_nowhere(mount, duel, GITHUB)
    assert_nowhere(mount, duel, "16C7e42F")
    assert duel.status("turns") == "0"
    duel.append(turn_with("The job uses <github-personal> and it works."))
    assert duel.status("turns") == "1"


def test_a_value_of_lock_or_config_toml_with_one_is_refused_and_nothing_of_the_line_is_done(own):
    mount = own()
    duel = mount.bare()
    for key in ("topic", "bogus"):
        with duel.refuses("EINVAL", "text.secret"):
            append(duel / "config.toml", f'{key} = "Is {URL} right"\n')
        assert "config.toml:1: error: [text.secret]" in duel.newest_refusal()
    duel.join_both()
    duel.lock("claim alice")
    for line in (f'release alice outcome=INVALIDATED reason="{URL} is down"', f"claim {GITHUB}"):
        with duel.refuses("EINVAL", "text.secret"):
            duel.lock(line)
    assert duel.status("lock_owner") == "alice"
    assert_nowhere(mount, duel, "s3cr3t")
    assert_nowhere(mount, duel, GITHUB)
    duel.lock("release alice")


def test_what_was_only_a_warning_beside_an_error_is_one_after_a_restart_too(own):
    mount = own()
    duel = mount.joined('secrets = "warn"')
    with refused("EINVAL"):
        put(duel / "participants/alice/turn.md", turn_with(f"The job uses {GITHUB}.").replace("**Agreements**", ""))
    before = duel.text("participants/alice/last_error"), duel.status("refused", "participants/alice/status")
    assert "turn.md:4: warning: [text.secret]" in before[0] and before[1].startswith("section.missing, counterpoint")
    mount.crashes()
    assert (duel.text("participants/alice/last_error"), duel.status("refused", "participants/alice/status")) == before
