"""A rewrite of debate.md stands there as it was written, to the byte; an append is put into the form of the record. Lines that are the
filesystem's own come with the next text: the record does not grow behind the back of whoever has the floor."""
import hashlib
import os
import re

import pytest

from mounts import File, duelfs, only_on_sqlite, rename, turn

NAMES = ("bob", "alice")
LONG = "max_turns = 20"

# --- a text as people and tools may leave it behind the record, by name: what stands before it, and how it ends
SHAPES = {
    "blank": lambda text: "\n" + text,
    "tight": lambda text: text,
    "rule": lambda text: "\n---\n\n" + text,
    "rule_tight": lambda text: "---\n\n" + text,
    "airy": lambda text: "\n\n\n\n" + text + "\n\n\n",
    "spaces": lambda text: " \n\t\n" + text + "  \n",
    "open": lambda text: "\n---\n\n" + text.rstrip("\n"),
    "crlf": lambda text: ("\n---\n\n" + text).replace("\n", "\r\n"),
    "crlf_open": lambda text: ("\n" + text.rstrip("\n")).replace("\n", "\r\n"),
    "mixed": lambda text: "".join(line.replace("\n", "\r\n" if n % 2 else "\n") for n, line in enumerate(("\n---\n\n" + text).splitlines(True))),
}
# Those that end the line before them, where that is open.
ENDING = ("blank", "rule", "airy", "spaces", "open", "crlf", "crlf_open", "mixed")


# --- ways to write a file
def by_pieces(duel, data):
    with File(duel.debate, os.O_WRONLY | os.O_TRUNC) as file:
        for at in range(0, len(data), 500):
            file.write(data[at:at + 500])


def by_rename(duel, data):
    new = duel / "debate.md.new"
    with File(new, os.O_WRONLY | os.O_CREAT) as file:
        file.write(data)
    rename(new, duel.debate)


def by_write(duel, data):
    duel.rewrite(data)


WAYS = (by_write, by_rename, by_pieces)


@pytest.fixture
def begin(mount):
    """begin(line…): a duel, which knows its mount."""
    def begins(*config):
        duel = mount.duel(*config)
        duel.mount = mount
        duel.join_both()
        return duel
    yield begins
    mount.assert_quiet()


def as_written(duel, data):
    """The file is what was written and the ids of its points, and everything that tells of it agrees."""
    record = duel.record()
    assert record.startswith(data) and re.fullmatch(rb"\s*> duelfs: [^\n]*Z\n", record[len(data):])
    data = record
    assert duel.debate.stat().st_size == len(data)
    assert duel.status("record_bytes") == str(len(data))
    assert duel.status("record_sha256") == hashlib.sha256(data).hexdigest()


def stands_behind(duel, before, text):
    """The text is recorded behind the old bytes, with nothing but a rule and blank lines between."""
    record = duel.record()
    assert record.startswith(before) and record[len(before):].lstrip(b"\n-").startswith(text.lstrip(b"\n-"))


def turn_file(duel, n):
    return (duel / f"turns/{n:03}-{NAMES[n % 2]}.md").read_bytes()


def rewritten(duel, n, shape, way=by_write):
    """Turn n in this shape, by this way, stands as it was written."""
    name, shaped = NAMES[n % 2], SHAPES[shape](turn(n, NAMES[n % 2])).encode()
    duel.lock(f"claim {name}")
    whole = duel.record() + shaped
    way(duel, whole)
    as_written(duel, whole)
    assert turn_file(duel, n) == shaped[shaped.index(b"## "):]
    duel.lock(f"release {name}")


def everything(duel):
    return {path: path.read_bytes() for path in (duel.debate, *(duel / "turns").iterdir())}


def reads_back(duel):
    """It is read from the store as it was, and is sound there."""
    before = everything(duel)
    duel.mount.stop()
    assert f"{duel.path.name}: ok" in duelfs(0, "verify", duel.mount.database.url if duel.mount.database else duel.mount.store)[0].splitlines()
    duel.mount.start()
    assert everything(duel) == before


def test_whatever_shape_a_turn_has_behind_the_old_bytes_and_whoever_writes_the_file_it_stands_as_it_was_written(begin):
    for shape in SHAPES:
        if shape == "rule_tight":  # behind a table it is a rule under its last line: see below
            continue
        for way in WAYS:
            if shape in ("tight", "open", "crlf") or way is by_write:
                rewritten(begin(), 1, shape, way)


def test_turns_of_every_shape_stand_one_behind_the_other_and_the_record_is_read_back_as_it_was_written(begin):
    duel = begin(LONG)
    for n, shape in enumerate(SHAPES, 1):
        duel.lock(f"claim {NAMES[n % 2]}")
        before = duel.record()
        whole = before + SHAPES[shape](turn(n, NAMES[n % 2])).encode()
        duel.rewrite(whole)
        if n > 1 and not before.endswith(b"\n") and shape not in ENDING:
            # its first line would stand in the last one: the newline between them is not the writer's
            assert duel.record().startswith(before)
        else:
            as_written(duel, whole)
        assert duel.status("turns") == str(n)
        duel.lock(f"release {NAMES[n % 2]}")
    reads_back(duel)


def test_what_an_append_is_put_into_is_the_form_of_the_record_whatever_stood_round_it(begin):
    duel = begin(LONG)
    for n, shape in enumerate(SHAPES, 1):
        name, text = NAMES[n % 2], turn(n, NAMES[n % 2])
        before = duel.record()
        duel.lock(f"claim {name}")
        duel.append(SHAPES[shape](text))
        duel.lock(f"release {name}")
        stands_behind(duel, before, text.encode())
        assert turn_file(duel, n) == text.encode()
    reads_back(duel)


# --- lines that are owed

@pytest.fixture
def silent_peer(own):
    """alice may go on without bob, who keeps her waiting: the record before her claim, which adds nothing to it."""
    mount = own().has_own_clock()
    duel = mount.duel("wait_seconds = 60")
    duel.mount = mount
    duel.play_to(1)
    duel.before, duel.times = duel.record(), times_of(duel)
    mount.later(61)
    duel.lock("claim alice for=timeout")
    return duel


def times_of(duel):
    stat = duel.debate.stat()
    return stat.st_mtime_ns, stat.st_ctime_ns


def same_record(duel):
    assert duel.record() == duel.before
    assert times_of(duel) == duel.times
    assert duel.status("record_bytes") == str(len(duel.before))


def owed_line(duel):
    """As it stands in the record."""
    line, = (line for line in duel.record().splitlines(True) if line.startswith(b"> duelfs: bob was silent for 60 s, "))
    return line


def has_turn_2(duel, name, ruled=True):
    """Behind the line that was owed."""
    text = turn(2, name).encode()
    assert duel.record() == duel.before + b"\n" + owed_line(duel) + (b"\n---\n\n" if ruled else b"\n") + text + b"\n" + duel.record().splitlines(True)[-1]
    return text


def test_the_line_about_a_silent_peer_stands_in_the_record_with_the_next_text(silent_peer):
    same_record(silent_peer)
    assert (silent_peer.status("lock_owner"), silent_peer.status("next_step")) == ("alice", "compose_turn")
    silent_peer.append(turn(2, "alice"))
    assert (silent_peer / "turns/002-alice.md").read_bytes() == has_turn_2(silent_peer, "alice")
    silent_peer.lock("release alice")
    reads_back(silent_peer)


def test_a_rewrite_has_the_line_put_before_its_own_bytes(silent_peer):
    silent_peer.rewrite(silent_peer.before + turn(2, "alice").encode())
    has_turn_2(silent_peer, "alice", False)
    assert silent_peer.status("turns") == "2"
    silent_peer.lock("release alice")
    reads_back(silent_peer)


def test_what_is_owed_survives_a_remount_and_a_kill_with_the_claim(silent_peer):
    silent_peer.mount.remount()
    same_record(silent_peer)
    assert silent_peer.status("lock_owner") == "alice"
    for _ in range(2):
        silent_peer.mount.crashes()
        same_record(silent_peer)
    silent_peer.lock("claim alice")
    assert silent_peer.status("lock_owner") == "alice"
    silent_peer.append(turn(2, "alice"))
    has_turn_2(silent_peer, "alice")
    silent_peer.mount.crashes()
    assert owed_line(silent_peer)
    reads_back(silent_peer)


@only_on_sqlite("verifies the files of a store")
def test_a_line_that_is_damaged_in_the_store_is_told_by_the_byte_at_which_it_stands_or_would(silent_peer):
    mount, at = silent_peer.mount, len(silent_peer.before) + 12
    said = f"byte {at} of debate.md"
    mount.stop()
    mount.damage("duelfs: bob was", "duelfs: bub was")
    assert said in duelfs(1, "verify", mount.store)[0]
    mount.damage("duelfs: bub was", "duelfs: bob was")
    mount.start()
    silent_peer.lock("claim alice")
    silent_peer.append(turn(2, "alice"))
    assert silent_peer.record()[at - 2:at + 2] == b" bob"
    mount.stop()
    mount.damage("duelfs: bob was", "duelfs: bub was")
    assert said in duelfs(1, "verify", mount.store)[0]
    mount.expect("the stored record fails its check")
    mount.start()
    assert silent_peer.status("state") == "invalidated"
    assert silent_peer.record() == silent_peer.before
