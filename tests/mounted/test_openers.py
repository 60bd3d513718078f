"""Whose rights a write has: those of whoever opened the file, whoever writes. A program that is set-user-ID root writes what it is told to
its standard error, and that may be a file here."""
import errno
import os
import shutil
import socket
import subprocess

import pytest

from mounts import BUILD, File, append, put, refused, turn

OPTIONS = ("allow_other",)
APPEND = os.O_WRONLY | os.O_APPEND


def worked_on(program, path, flags, steps):
    """This process opens a file, and a program works on it: what that said."""
    with File(path, flags) as file:
        it = subprocess.run([program, "fd", str(file.fd), *steps], pass_fds=[file.fd], capture_output=True, text=True, check=False)
    return it.stdout


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
    """A program of root's, as there are any on the machine."""
    it = mount.work / "roots"
    if not it.exists():
        shutil.copy(BUILD / "helpers/sys", it)
        it.chmod(0o4755)
    return it


@pytest.fixture
def roots(program, user):
    """roots(uid, path, step…): that user opens the file to append, and the program of root's works on it."""
    return lambda uid, path, *steps, flags=APPEND: user(uid).call(worked_on, program, path, flags, steps)


@pytest.fixture
def seats(mount, user):
    """A duel in which 1001 is alice, and 1002 is bob."""
    duel = mount.duel()
    user(1001).call(duel.join, "alice")
    user(1002).call(duel.join, "bob")
    return duel


@pytest.fixture
def claimed(seats, user):
    user(1001).call(seats.lock, "claim alice")
    return seats


def test_the_program_of_root_that_these_tests_use_does_write_as_root(mount, roots):
    assert roots(1002, os.devnull, "open", mount.store / "proof", "rw,creat", "close") == "open close\n"
    assert os.stat(mount.store / "proof").st_uid == 0


def test_what_root_s_program_writes_to_lock_is_the_verb_of_whoever_opened_it(claimed, roots):
    for uid, line in ((1002, "release alice force=yes"), (1003, "refresh alice"), (1003, "join bob")):
        assert roots(uid, claimed / "lock", "write", line) == "write:EACCES\n"
        said = claimed.newest_refusal()
        assert "[seat.uid]" in said and f"and uid {uid} opened this file" in said
    assert claimed.status("lock_owner") == "alice"
    assert roots(1001, claimed / "lock", "write", "release alice") == "write\n"
    assert claimed.status("lock_owner") == ""


def test_who_joins_through_root_s_program_joins_as_whoever_opened_it(mount, user, roots):
    duel = mount.duel()
    assert roots(1003, duel / "lock", "write", "join carol") == "write\n"
    with duel.refuses("EACCES", "seat.uid"):
        user(1004).call(duel.lock, "claim carol")
    user(1003).call(duel.lock, "join carol")
    assert duel.status("participants") == "1"


def su_says(name, path):
    """su, under this name, has something to say to its standard error."""
    with open(path, "w", encoding="utf-8") as to:
        subprocess.run([name, "-c", "true", "no-such-user"], executable=shutil.which("su"), stdin=subprocess.DEVNULL, stderr=to, check=False)


def test_what_su_says_to_its_standard_error_moves_nobody_else(claimed, user):
    assert os.stat(shutil.which("su")).st_mode & 0o4000
    user(1002).call(su_says, "release alice force=yes reason=x", claimed / "lock")
    assert "[seat.uid]" in claimed.text("last_error")
    assert claimed.status("lock_owner") == "alice"


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
            roots(uid, duel / name, "write", "max_turns = 3\n", "close")
    assert (claimed.status("turns"), other.status("max_turns")) == ("0", "6")


def writes_under_another_lease(program, duel, text):
    """The file is opened under one lease, and root's program writes to it under the next."""
    with File(duel.debate, APPEND) as file:
        duel.lock("release alice")
        duel.lock("claim alice")
        return subprocess.run([program, "fd", str(file.fd), "write", text], pass_fds=[file.fd], stdout=subprocess.PIPE, text=True,
                              check=False).stdout


def test_an_open_file_is_written_to_by_the_lease_that_it_was_opened_under_whoever_writes(claimed, user, program):
    with refused("ECANCELED", "close"):
        assert "write:ECANCELED" in user(1001).call(writes_under_another_lease, program, claimed, turn(1, "alice"))
    assert claimed.status("turns") == "0"


def test_a_check_that_root_s_program_writes_is_judged_as_whoever_opened_it(claimed, user, roots):
    text = claimed.path.parent.parent / "turn.md"
    text.write_text(turn(1, "alice"))
    assert "write" in roots(1001, claimed / "participants/alice/check", "write", f"@{text}", "close")
    assert "turn.md: ok" in user(1001).call(claimed.text, "participants/alice/check")


def opened_anew(path, program, *steps):
    """A file is opened, and then anew by its number in /proc, by root's program: what that said."""
    with File(path, APPEND) as file:
        words = [program, "open", f"/proc/self/fd/{file.fd}", "w", *steps]
        return subprocess.run(words, pass_fds=[file.fd], stdout=subprocess.PIPE, text=True, check=False).stdout


def test_a_scratch_file_is_its_user_s_alone_also_by_root_s_program_by_another_descriptor_or_by_its_number_in_proc(
        claimed, user, roots, program):
    path = claimed / "x.tmp"
    user(1001).call(put, path, turn(1, "alice"), os.O_CREAT)
    assert roots(1001, path, "write", "more", "close") == "write close\n"
    assert user(1001).call(claimed.text, "x.tmp").endswith("more")
    assert not path.exists()
    # Opened anew it is whoever's opens it.
    assert "open:EACCES" in user(1001).call(opened_anew, path, program)


def test_an_open_file_of_lock_that_is_opened_anew_by_its_number_in_proc_is_that_of_whoever_does_so(
        claimed, user, program, beside):
    lock = claimed / "lock"
    assert user(1001).call(opened_anew, lock, program, "write", "release alice") == "open write\n"
    assert claimed.status("lock_owner") == ""
    user(1001).call(claimed.lock, "claim alice")
    with File(lock, os.O_WRONLY) as file, claimed.refuses("EACCES", "seat.uid"):
        beside(lambda _line: append(f"/proc/self/fd/{file.fd}", "release alice"), uid=1002, inherits=True).answer()
    assert claimed.status("lock_owner") == "alice"


def sent(path, opener, writer, flags, words):
    """What one user opened comes to another over a socket, who writes, through a path of /proc where it is a path alone: 0, or the errno."""
    here, there = socket.socketpair()
    outcome, told = os.pipe()
    for uid, act in ((opener, lambda: socket.send_fds(here, [b"x"], [os.open(path, flags)])), (writer, None)):
        if os.fork() == 0:
            try:
                os.setresgid(uid, uid, uid)
                os.setresuid(uid, uid, uid)
                if act:
                    act()
                else:
                    fd = socket.recv_fds(there, 1, 1)[1][0]
                    if flags == os.O_PATH:
                        fd = os.open(f"/proc/self/fd/{fd}", os.O_WRONLY)
                    os.write(fd, words.encode())
                    os.write(told, b"0")
            except OSError as error:
                os.write(told, errno.errorcode[error.errno].encode())
            finally:
                os._exit(0)
    os.wait()
    os.wait()
    answer = os.read(outcome, 100).decode()
    for end in (outcome, told):
        os.close(end)
    here.close()
    there.close()
    return answer


def test_a_descriptor_that_came_over_a_socket_is_its_opener_s_and_one_of_a_path_alone_whoever_s_opens_it(claimed):
    lock = claimed / "lock"
    assert sent(lock, 1002, 1001, os.O_WRONLY, "release alice") == "EACCES"
    assert sent(lock, 1002, 0, os.O_RDWR, "release alice") == "EACCES"
    assert sent(lock, 1001, 1002, os.O_PATH, "release alice") == "EACCES"
    assert sent(lock, 1002, 1001, os.O_RDONLY, "release alice") == "EBADF"
    assert claimed.status("lock_owner") == "alice"
    assert sent(lock, 1002, 1001, os.O_PATH, "refresh alice") == "0"
    assert sent(lock, 1001, 1002, os.O_WRONLY, "release alice") == "0"
    assert claimed.status("lock_owner") == ""
