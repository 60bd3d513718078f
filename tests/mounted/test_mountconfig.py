"""duelfs.toml: what it sets, what it refuses."""
import os
import re

import pytest

from mounts import duelfs, only_on_sqlite, refused, refuses_to_start

pytestmark = only_on_sqlite("writes the whole of duelfs.toml, and counts its lines")


@pytest.fixture
def stopped(own):
    """A store and its mountpoint, with nothing mounted."""
    mount = own()
    mount.stop()
    return mount


def mount_refused(mount, *options):
    said = refuses_to_start(mount.store, mount.path, *options)
    assert not mount.is_mounted()
    return said


def test_defaults_hold_for_what_mkdir_makes(own):
    duel = own("[mount]\n[defaults]\nlease_seconds = 77\nwait_seconds = 88\n[socratic]\nmax_turns = 8\n").bare()
    assert {"lease_seconds = 77", "wait_seconds = 88"} <= set(duel.text("config.toml").splitlines())
    assert duel.status("max_turns") == "8"


BAD = (("[mount]\nbogus = 1", 2, "bogus"),
       ("[limits]\n\nduels = 0", 3, "duels"),
       ("[socratic]\nmax_turns = 101", 2, "max_turns"),
       ('[defaults]\ntopic = "a"\nsource = "relative.md"', 3, "source"),
       ("[other]\nkey = 1", 1, "other"))


def test_a_bad_file_stops_the_mount_with_file_line_and_key(stopped):
    for text, line, key in BAD:
        stopped.configure(text + "\n")
        said = mount_refused(stopped)
        assert f"duelfs.toml:{line}" in said and key in said


def test_o_config_names_another_file(own, tmp_path):
    path = tmp_path / "other.toml"
    path.write_text("[socratic]\nmax_turns = 4\n")
    assert own(options=(f"config={path}",)).bare().status("max_turns") == "4"


def test_a_file_named_by_o_config_that_is_missing_stops_the_mount(stopped, tmp_path):
    assert "missing.toml" in mount_refused(stopped, "-o", f"config={tmp_path}/missing.toml")


def test_what_print_config_prints_is_a_valid_duelfs_toml_with_every_key_commented(own):
    text, _ = duelfs(0, "--print-config")
    for key in ("archive", "duels_per_uid", "lease_seconds", "max_turns", "novelty_threshold"):
        assert re.search(f"^#? ?{key} = ", text, re.M), key
    own(text + "\n")


def test_a_store_without_duelfs_toml_mounts_with_the_defaults(own):
    mount = own("")
    duel = mount.bare()
    assert duel.status("max_turns") == "6"
    mount.stop()
    (mount.store / "duelfs.toml").unlink()
    mount.start()
    assert duel.status("max_turns") == "6"


def test_an_archive_inside_the_mount_is_refused(stopped):
    stopped.configure(f'[mount]\narchive = "{stopped.path}/archive"\n')
    assert "archive" in mount_refused(stopped)


def test_mkdir_where_the_default_source_is_refused_fails_as_setting_it_would_and_the_log_says_why(own, user):
    mount = own(options=("allow_other",))
    plan, two = mount.work / "plan.md", mount.path / "two"
    mount.stop()
    mount.configure(f'[mount]\n[defaults]\nsource = "{plan}"\n')
    mount.expect("default source was refused")
    plan.write_text("# A plan\n")
    mount.start()
    (mount.path / "one").mkdir()
    plan.chmod(0o600)
    with refused("EACCES"):
        user(1001).call(os.mkdir, two)
    plan.unlink()
    with refused("EINVAL"):
        two.mkdir()
    plan.symlink_to("plan.md")
    with refused("EINVAL"):
        two.mkdir()
    assert "[config.bad] the default source: " in (mount.path / "last_error").read_text()
    assert mount.log.read_text().count("two: the default source was refused") == 3
    assert not two.exists()
