"""verify: a whole store, offline; and what a damaged one does when it is mounted."""
import os
import re

import pytest

from mounts import Duel, File, duelfs, only_on_sqlite, refused, refuses_to_start

pytestmark = only_on_sqlite("damages the files of a store")


@pytest.fixture
def two(own):
    """A mount with two duels of two turns."""
    mount = own()
    for name in ("whole", "broken"):
        mount.duel(name=name).play_to(2)
    return mount


def whole(mount):
    return Duel(mount.path / "whole")


def broken(mount):
    return Duel(mount.path / "broken")


def verified(status, mount):
    out, err = duelfs(status, "verify", mount.store)
    return out + err


def test_a_sound_store_is_ok_a_line_for_each_duel(two):
    two.stop()
    assert sorted(verified(0, two).splitlines()) == ["broken: ok", "whole: ok"]


def test_one_changed_byte_of_a_turn_s_text_is_found_in_its_duel_alone(two):
    two.damage_turn(broken(two), 3, "alice")
    said = verified(1, two)
    assert "whole: ok" in said
    line = re.search("^broken: .*", said, re.M)[0]
    assert line != "broken: ok" and re.search("[0-9]", line)


def test_a_damaged_record_makes_its_duel_read_only_and_invalidated_when_it_is_first_touched_and_others_work(two):
    two.damage_turn(broken(two), 3, "alice")
    two.expect("broken")
    two.start()
    assert broken(two).status("state") == "invalidated"
    with refused("EROFS"):
        broken(two).lock("claim bob")
    with refused("EROFS", "open"):
        File(broken(two).debate, os.O_WRONLY | os.O_APPEND)
    assert whole(two).status("state") == "debating"
    whole(two).play(3, "alice", "OPEN_TO_DEBATE")
    assert whole(two).status("turns") == "3"
    two.stop()
    assert "whole: ok" in verified(1, two)
    two.start()
    assert broken(two).status("state") == "invalidated"


def test_a_damaged_structure_is_exit_status_2_and_refuses_to_mount(two):
    two.stop()
    with open(two.store / "duelfs.db", "r+b") as file:
        file.write(os.urandom(4096))
    assert verified(2, two)
    refuses_to_start(two.store, two.path)
    assert not two.is_mounted()


def test_verify_while_mounted_is_refused(two):
    out, err = duelfs(2, "verify", two.store)
    assert err and ": ok" not in out + err
    assert broken(two).status("duel") == "broken"
