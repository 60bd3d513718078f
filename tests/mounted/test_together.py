"""Requests that run at once: an open file that is closed right behind its answer, and the end of a mount that is full of them."""
import errno
import os
import signal
import threading

from mounts import Refusal, duelfs, only_on_sqlite

CONFIG = "[mount]\n[limits]\nwaits = 1024\nwaits_per_uid = 1024\n"


def at_once(*functions):
    """Each in a thread, begun; a function that joins them and passes on what went wrong."""
    wrong = []

    def run(function):
        try:
            function()
        except Exception as error:  # pylint: disable=broad-except
            wrong.append(error)

    threads = [threading.Thread(target=run, args=(function,), daemon=True) for function in functions]
    for thread in threads:
        thread.start()

    def over():
        for thread in threads:
            thread.join(60)
        assert not any(thread.is_alive() for thread in threads)
        if wrong:
            raise wrong[0]
    return over


def says(duel, line, times):
    """Each line through an open file that is closed as soon as its write returns."""
    for _ in range(times):
        fd = os.open(duel / "lock", os.O_WRONLY)
        try:
            os.write(fd, line.encode())
        except OSError:
            pass
        os.close(fd)


def drafts(duel, times):
    for _ in range(times):
        try:
            (duel / "participants/alice/turn.md").write_text("## Turn 1\n\nnot a turn\n")
        except OSError:
            pass


def test_files_that_are_closed_right_behind_the_answer_to_a_write_and_read_meanwhile_do_no_harm(mount):
    duels = [mount.duel(name=name) for name in ("one", "two", "three")]
    for duel in duels:
        duel.join_both()
    work = []
    for duel in duels:
        for line in ("claim alice", "release alice force=yes", "join alice", "no such verb"):
            work.append(lambda duel=duel, line=line: says(duel, line, 40))
        work.append(lambda duel=duel: drafts(duel, 40))
        work.append(lambda duel=duel: [duel.text("status") and duel.record() for _ in range(200)])
    at_once(*work)()
    for duel in duels:
        duel.lock("join alice")
        assert duel.status("participants") == "2"


@only_on_sqlite("verifies the store in a directory")
def test_SIGTERM_under_load_with_a_thousand_parked_readers_answers_each_and_keeps_what_was_acknowledged(own):
    mount = own(CONFIG)
    duels = [mount.duel(name=f"d{n}") for n in range(4)]
    for duel in duels:
        duel.join_both()
        duel.lock("claim alice")
    ended, acknowledged, parked = [], [0] * len(duels), threading.Semaphore(0)

    def waits(duel):
        fd = os.open(duel / "participants/bob/wait", os.O_RDONLY)
        parked.release()
        try:
            ended.append(os.read(fd, 1 << 16))
        except OSError as error:
            ended.append(error.errno)
        os.close(fd)

    def refreshes(number):
        try:
            while True:
                duels[number].lock("refresh alice")
                acknowledged[number] += 1
        except (Refusal, OSError):
            pass
    reads = [lambda duel=duel: waits(duel) for duel in duels for _ in range(250)]
    over = at_once(*reads)
    for _ in reads:
        parked.acquire()
    written = at_once(*(lambda n=n: refreshes(n) for n in range(len(duels))))
    while not all(acknowledged):
        pass
    mount.daemon.send_signal(signal.SIGTERM)
    mount.ended()
    over()
    written()
    assert ended == [errno.ECONNABORTED] * len(reads)
    duelfs(0, "verify", mount.store)
    mount.start()
    for duel, known in zip(duels, acknowledged):
        assert duel.text("events").count('"lock_refreshed"') >= known
