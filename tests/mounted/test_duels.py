"""Duels as directories: making, naming, removing."""
import os
import tomllib

from mounts import refused

OPTIONS = ("allow_other",)


def test_mkdir_makes_a_duel_with_the_defaults_in_preparation(mount):
    one = mount.bare(name="one")
    for key, value in (("duel", "one"), ("format", "socratic"), ("state", "preparing"), ("max_turns", "6"), ("topic", "one"), ("turns", "0")):
        assert one.status(key) == value


def test_a_name_that_is_taken_is_EEXIST_by_a_duel_and_by_a_file_of_the_root(mount):
    mount.bare(name="taken")
    for name in ("taken", "status"):
        with refused("EEXIST"):
            os.mkdir(mount.path / name)


def test_rmdir_is_refused_once_somebody_has_joined_and_once_there_is_a_turn(mount):
    duel = mount.duel()
    duel.lock("join alice harness=claude-code model=opus")
    with duel.refuses("EBUSY", "lease.busy"):
        os.rmdir(duel.path)
    duel.lock("join bob")
    duel.play(1, "alice", "OPEN_TO_DEBATE")
    with duel.refuses("EPERM", "history.changed"):
        os.rmdir(duel.path)
    assert os.path.isdir(duel.path)


def test_a_duel_is_removed_by_its_maker_only_root_aside(mount, user):
    theirs = mount.path / "theirs"
    user(1001).call(os.mkdir, theirs)
    with refused("EACCES"):
        user(1002).call(os.rmdir, theirs)
    user(1001).call(os.rmdir, theirs)
    user(1001).call(os.mkdir, theirs)
    os.rmdir(theirs)


def test_a_user_makes_no_more_duels_than_limits_duels_per_uid_and_others_are_not_held_up(own, user):
    mount = own("[limits]\nduels_per_uid = 2\n", OPTIONS)
    for name in ("one", "two"):
        user(1001).call(os.mkdir, mount.path / name)
    mount.expect("limit.uid_duels")
    with refused("ENOSPC"):
        user(1001).call(os.mkdir, mount.path / "three")
    assert "[limit.uid_duels]" in (mount.path / "last_error").read_text()
    user(1002).call(os.mkdir, mount.path / "three")
    user(1001).call(os.rmdir, mount.path / "one")
    user(1001).call(os.mkdir, mount.path / "four")


def test_there_are_no_more_duels_than_limits_duels(own):
    mount = own("[limits]\nduels = 2\n")
    mount.bare()
    mount.bare()
    mount.expect("limit.duels")
    with refused("ENOSPC"):
        mount.bare()


def test_the_mount_s_status_tells_version_store_and_the_duels_by_state(own):
    mount = own()
    mount.duel()
    mount.duel().join_both()
    text = (mount.path / "status").read_text()
    status = tomllib.loads(text)
    assert os.path.realpath(mount.store) in text
    assert status["version"] and "uptime" in " ".join(status), status
    flat = {}
    for key, value in status.items():
        flat.update(value if isinstance(value, dict) else {key: value})
    for state in ("preparing", "debating"):
        assert flat.get(state, flat.get(f"duels_{state}")) == 1, status
