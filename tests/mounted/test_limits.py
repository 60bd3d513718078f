"""Limits that have a key or a name of their own, each with its refusal."""
import contextlib
import hashlib
import os
import textwrap

from mounts import BUILD, File, HARNESS, MODEL, Refusal, eventually, put, refused, turn, works
from socratic import long_turn

APPEND = os.O_WRONLY | os.O_APPEND
OTHERS = ("allow_other",)
PIECE = 65536
WORDS = "\n".join(textwrap.wrap("word " * 11000, 100))


def limits(**keys):
    return "[limits]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())


def claimed_by_users(mount, user):
    """A duel in which 1001 is alice and has the floor, and 1002 is bob."""
    duel = mount.duel()
    for uid, line in ((1001, "join alice"), (1002, "join bob"), (1001, "claim alice")):
        user(uid).call(duel.lock, line)
    return duel


def opened(path, flags, count):
    """So many descriptors of a file at once, which are closed then."""
    with contextlib.ExitStack() as files:
        for _ in range(count):
            files.enter_context(File(path, flags))


def put_in_pieces(path, data, flags):
    with File(path, os.O_WRONLY | flags) as file:
        for at in range(0, len(data), PIECE):
            file.write(data[at:at + PIECE])


def put_all(path, data, flags):
    """As much at a time as the kernel takes."""
    with File(path, os.O_WRONLY | flags) as file:
        while data:
            data = data[file.write_some(data):]


def longer(text, more):
    """The same turn, with these words more in its position."""
    return text.replace("**Counterpoints**", more + "\n**Counterpoints**", 1)


def test_a_user_has_no_more_files_open_for_writing_than_limits_handles_per_uid_and_others_are_not_held_up(own, user):
    duel = claimed_by_users(own(limits(handles_per_uid=4), OTHERS), user)
    with duel.refuses("ENOSPC", "limit.handles", "open"):
        user(1001).call(opened, duel.debate, APPEND, 5)
    user(1001).call(opened, duel.debate, APPEND, 4)
    user(1002).call(duel.lock, "join bob")


def test_a_user_has_no_more_bytes_staged_than_limits_staged_bytes_per_uid(own):
    duel = own(limits(staged_bytes_per_uid=65536)).claimed("max_turn_bytes = 65536")
    text = turn(1, "alice")
    long = "".join(text.splitlines(True)[:4]) + ("word " * 16 + "\n") * 500
    assert len(long) > 33000
    first, second = File(duel.debate, APPEND).write(long), File(duel.debate, APPEND)
    with refused("ENOSPC", "write"):
        second.write(long)
    assert "[limit.staged]" in duel.text("last_error")
    for file in (first, second):
        works(file.close)
    duel.append(text)
    assert duel.status("turns") == "1"


def test_a_record_ends_at_4_MiB(mount):
    duel = mount.joined("max_turn_bytes = 1048576", "max_turns = 100")
    for n in range(1, 6):
        name = ("bob", "alice")[n % 2]
        duel.lock(f"claim {name} harness={HARNESS} model={MODEL}")
        if n < 5:
            put_all(duel.debate, long_turn(n, name, 1040000).encode(), os.O_APPEND)
            duel.lock(f"release {name}")
    with duel.refuses("EFBIG", "limit.record"):
        put_all(duel.debate, long_turn(5, "alice", 1040000).encode(), os.O_APPEND)
    assert duel.status("turns") == "4"
    duel.append(turn(5, "alice"))
    assert duel.status("turns") == "5"


def test_what_can_never_be_valid_is_refused_long_before_memory_is_filled(own):
    mount = own()
    duel = mount.claimed()
    huge = (b"a" * 100 + b"\n") * (16 * 1024 * 1024 // 100)
    with refused("EFBIG|EINVAL", "write"):
        put_in_pieces(duel.debate, huge, os.O_APPEND)
    with duel.refuses("EFBIG", "limit.turn"):
        put_all(duel.debate, huge, os.O_APPEND)
    with refused("EFBIG|EPERM|EINVAL", "write"):
        put_in_pieces(duel.debate, huge, os.O_TRUNC)
    with refused("EFBIG|EPERM|EINVAL", "pwrite"), File(duel.debate, os.O_WRONLY) as file:
        file.pwrite("x", 1000000000000)
    with refused("EFBIG|EPERM|EINVAL"), File(duel.debate, os.O_WRONLY) as file:
        file.truncate(1000000000000)
    assert duel.status("turns") == "0"
    assert mount.memory() < 1000000


def test_more_records_than_limits_loaded_bytes_are_loaded_and_let_go_and_stay_true(own):
    mount = own(limits(loaded_bytes=1048576))
    duels = []
    for n in range(30):
        duels.append(mount.claimed())
        put_all(duels[-1].debate, longer(turn(1, "alice"), WORDS).replace("turn1", f"duel{n}").encode(), os.O_APPEND)

    def sums():
        return [hashlib.sha256(duel.record()).hexdigest() for duel in duels]
    before = [duel.status("record_sha256") for duel in duels]
    assert sums() == before and len(set(before)) == len(duels)
    assert sum(len(duel.record()) for duel in duels) > 1048576
    mount.remount()
    assert sums() == before


def test_files_that_were_closed_and_bytes_that_were_refused_count_no_more(own):
    duel = own(limits(handles_per_uid=4, staged_bytes_per_uid=65536)).claimed()
    text = turn(1, "alice")
    long = "".join(text.splitlines(True)[:4]) + WORDS[:25000]
    for _ in range(20):
        with refused("EINVAL", "close"):
            duel.append(long)
        duel.lock("refresh alice")
    duel.append(text)


# The bytes that readers hold.

SHADOW = 5 if BUILD.name == "tsan" else 1  # the thread sanitizer keeps four words beside each


def record_of_three(mount):
    """A duel whose record has three turns of a megabyte, once its prompt was read; and the memory of the daemon then."""
    duel = mount.joined("max_turn_bytes = 1048576")
    for n, name in ((1, "alice"), (2, "bob"), (3, "alice")):
        duel.lock(f"claim {name} harness={HARNESS} model={MODEL}")
        put_all(duel.debate, long_turn(n, name, 1040000).encode(), os.O_APPEND)
        duel.lock(f"release {name}")
    duel.text("prompt.md")
    return duel, mount.memory()


def test_texts_of_many_versions_that_are_open_count_and_go_back_to_the_system_too(own, monkeypatch):
    # a sanitizer keeps what was given back: 256 MiB of it
    monkeypatch.setenv("ASAN_OPTIONS", os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1")
    mount = own()
    duel, before = record_of_three(mount)
    duel.lock(f"claim bob harness={HARNESS} model={MODEL}")
    with contextlib.ExitStack() as files:
        held = []
        with refused("ENOSPC", "open"):
            for n in range(100):
                works(duel.append, f"word{n}\n")  # what each of them has is another: the refusal stands in it
                held.append(files.enter_context(File(duel / "participants/bob/prompt.md", os.O_RDONLY)))
        assert "limit.handles" in duel.text("last_error")
        size = os.fstat(held[0].fd).st_size
        assert 10 * size < 64 << 20 < (len(held) + 1) * size
        assert len({hashlib.sha256(os.pread(file.fd, size, 0)).digest() for file in held}) == len(held)
        assert mount.memory() - before < 90000 * SHADOW
    eventually(lambda: mount.memory() < before + 16000 * SHADOW, "the memory does not go back")
    duel.text("prompt.md")


def test_sources_that_were_replaced_while_they_are_open_count_and_so_does_what_a_wait_has_given(own, tmp_path):
    mount = own(limits(reader_bytes_per_uid=65536))
    plans = [tmp_path / "plan1.md", tmp_path / "plan2.md"]
    for n, plan in enumerate(plans, 1):
        plan.write_text((f"line of the plan {n}\n" * 3000)[:50000])
    d, e = mount.duel(f'source = "{plans[0]}"'), mount.claimed()
    with File(e / "wait", os.O_RDONLY) as waiting:
        with contextlib.ExitStack() as files:
            with contextlib.ExitStack() as firsts:
                first = firsts.enter_context(File(d / "source.md", os.O_RDONLY))
                put(d / "config.toml", f'source = "{plans[1]}"\n', os.O_APPEND)
                with refused("ENOSPC", "open"):
                    File(d / "source.md", os.O_RDONLY)
                assert "limit.handles" in d.text("last_error")
                assert os.pread(first.fd, 100000, 0) == plans[0].read_bytes()
                with contextlib.suppress(Refusal):
                    for _ in range(1000):
                        assert works(e.lock, "refresh alice")
                        files.enter_context(File(e / "status", os.O_RDONLY))
                with refused("ENOSPC", "read"):
                    waiting.read(10000)
                assert "limit.handles" in e.text("last_error")
            assert waiting.read(10000)
    with File(d / "source.md", os.O_RDONLY) as file:
        assert file.read(100000) == plans[1].read_bytes()
