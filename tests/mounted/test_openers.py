"""Users: who joined as NAME is the only uid, root aside, that may act as NAME; and a write has the rights of whoever
opened the file, whoever writes. A program that is set-user-ID root writes what it is told to its standard error, and
that may be a file here."""
import os
import shutil
import subprocess

import pytest

from mounts import File, refused, turn

OPTIONS = ("allow_other",)
APPEND = os.O_WRONLY | os.O_APPEND


def written_by(program, path, data):
    """This process opens a file, and a program writes there what it is told to: whether that worked."""
    with File(path, APPEND) as file:
        it = subprocess.run([program], input=data, stdout=file.fd, stderr=subprocess.DEVNULL, text=True, check=False)
    return it.returncode == 0


def child_writes(path, flags, data, uid=None):
    """This process opens a file, and a child of it, with that uid, writes to it and ends."""
    with File(path, flags) as file:
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                if uid is not None:
                    os.setresuid(uid, uid, uid)
                file.write(data)
                status = 0
            finally:
                os._exit(status)
        assert os.waitpid(pid, 0)[1] == 0


@pytest.fixture
def program(mount):
    """A program of root's, as there are any on the machine. It copies what it reads."""
    it = mount.work / "roots"
    if not it.exists():
        shutil.copy(shutil.which("cat"), it)
        it.chmod(0o4755)
    return it


@pytest.fixture
def roots(program, user):
    """roots(uid, path, data): that user opens the file to append, and the program of root's writes to it."""
    return lambda uid, path, data: user(uid).call(written_by, program, path, data)


def joined(mount, user):
    """A duel in which 1001 is alice, and 1002 is bob."""
    duel = mount.duel()
    user(1001).call(duel.join, "alice")
    user(1002).call(duel.join, "bob")
    return duel


@pytest.fixture
def seats(mount, user):
    return joined(mount, user)


@pytest.fixture
def claimed(seats, user):
    user(1001).call(seats.lock, "claim alice")
    return seats


def seat_is_another_s(duel, user, uid, line):
    with duel.refuses("EACCES", "seat.uid"):
        user(uid).call(duel.lock, line)


def test_another_user_cannot_claim_join_or_release_as_somebody_else(seats, user):
    seat_is_another_s(seats, user, 1002, "claim alice")
    seat_is_another_s(seats, user, 1002, "join alice")
    user(1001).call(seats.lock, "claim alice")
    seat_is_another_s(seats, user, 1002, "release alice")
    seat_is_another_s(seats, user, 1003, "refresh alice")
    assert seats.status("lock_owner") == "alice"
    # what others try in one's name is not one's own refusal, and one's release says nothing of it
    assert seats.text("participants/alice/last_error") == ""
    user(1001).call(seats.lock, "release alice")


def test_a_seat_belongs_to_its_user_after_a_remount_as_well(own, user):
    mount = own(options=OPTIONS)
    duel = joined(mount, user)
    mount.remount()
    seat_is_another_s(duel, user, 1002, "claim alice")
    user(1001).call(duel.lock, "claim alice")


def test_the_program_of_root_that_these_tests_use_does_write_as_root(mount, program, user):
    proof = mount.store / "proof"
    proof.write_text("roots\n")
    proof.chmod(0o600)
    assert user(1002).call(subprocess.check_output, [program, proof]) == b"roots\n"


def test_what_root_s_program_writes_to_lock_is_the_verb_of_whoever_opened_it(claimed, roots):
    for uid, line in ((1002, "release alice force=yes"), (1003, "refresh alice"), (1003, "join bob")):
        assert not roots(uid, claimed / "lock", line)
        said = claimed.newest_refusal()
        assert "[seat.uid]" in said and f"and uid {uid} opened this file" in said
    assert claimed.status("lock_owner") == "alice"
    assert roots(1001, claimed / "lock", "release alice")
    assert claimed.status("lock_owner") == ""


def test_an_open_file_that_its_opener_hands_on_does_what_its_opener_may_and_no_more(claimed, user):
    user(1001).call(child_writes, claimed / "lock", os.O_WRONLY, "refresh alice")
    child_writes(claimed / "lock", os.O_WRONLY, "refresh alice", 1002)
    child_writes(claimed.debate, APPEND, turn(1, "alice"), 1002)
    assert claimed.status("turns") == "1"


def test_no_gated_file_opens_for_root_s_program_what_it_does_not_for_whoever_opens_it(mount, claimed, roots):
    other = mount.duel()
    for uid, duel, name, rule in ((1002, claimed, "debate.md", "lease.none"), (1003, claimed, "debate.md", "lease.none"),
                                  (1003, claimed, "participants/alice/check", "seat.uid"), (1003, other, "config.toml", "seat.uid")):
        with duel.refuses("EACCES", rule, "open"):
            roots(uid, duel / name, "max_turns = 3\n")
    assert (claimed.status("turns"), other.status("max_turns")) == ("0", "6")


def writes_under_another_lease(program, duel, text):
    """The file is opened under one lease, and root's program writes to it under the next."""
    with File(duel.debate, APPEND) as file:
        duel.lock("release alice")
        duel.lock("claim alice")
        return subprocess.run([program], input=text, stdout=file.fd, stderr=subprocess.PIPE, text=True,
                              check=False).stderr


def test_an_open_file_is_written_to_by_the_lease_that_it_was_opened_under_whoever_writes(claimed, user, program):
    with refused("ECANCELED", "close"):
        assert "Operation canceled" in user(1001).call(writes_under_another_lease, program, claimed, turn(1, "alice"))
    assert claimed.status("turns") == "0"
