"""Leases and open files: what was staged under a lease that is gone is never recorded."""
import os

import pytest

from mounts import File, eventually, now, refused, turn

TEXT = turn(1, "alice")
FIRST, REST = "".join(TEXT.splitlines(True)[:8]), "".join(TEXT.splitlines(True)[8:])


def quick(mount):
    """A duel whose leases end soon, and alice has the floor."""
    duel = mount.claimed("lease_seconds = 1")
    return duel


@pytest.fixture
def duel(mount):
    yield quick(mount)
    mount.assert_quiet()


def written(duel, data=TEXT):
    """An open file in which alice has written this, and has not closed it."""
    return File(duel.debate, os.O_WRONLY | os.O_APPEND).write(data)


def runs_out(duel):
    eventually(lambda: duel.status("lock_owner") == "")


def assert_nothing(duel):
    assert duel.status("turns") == "0"


def test_a_turn_that_was_staged_before_its_lease_ran_out_is_ECANCELED_at_close(duel):
    file = written(duel)
    runs_out(duel)
    with duel.refuses("ECANCELED", "lease.expired", "close"):
        file.close()
    assert_nothing(duel)


def test_a_write_after_the_lease_ran_out_is_ECANCELED_at_the_write(duel):
    file = written(duel, FIRST)
    runs_out(duel)
    with refused("ECANCELED", "write"), file:
        file.write(REST)
    assert_nothing(duel)


def test_a_file_left_open_from_an_older_lease_is_refused_under_the_holder_s_newer_one(duel):
    first = int(duel.status("lease"))
    file = written(duel)
    runs_out(duel)
    duel.lock("claim alice")
    assert int(duel.status("lease")) > first
    with refused("ECANCELED", "close"):
        file.close()
    assert_nothing(duel)
    runs_out(duel)
    duel.lock("claim alice")
    duel.append(TEXT)
    assert duel.status("turns") == "1"


def test_a_lease_that_ran_out_while_nothing_was_mounted_is_gone_and_is_said_to_be(own):
    mount = own()
    duel = quick(mount)
    end = duel.status("lease_expires_at")
    mount.stop()
    eventually(lambda: now() > end)
    mount.start()
    runs_out(duel)
    eventually(lambda: duel.events_of("lock_expired"))


def test_after_a_crash_lease_numbers_still_grow(own):
    mount = own()
    duel = quick(mount)
    lease = int(duel.status("lease"))
    mount.crashes()
    runs_out(duel)
    duel.lock("claim alice")
    assert int(duel.status("lease")) > lease
