"""How a text is handed in: what decides it, at turn.md as at debate.md, and what an open file says afterwards."""
import os
import pathlib

import pytest

import dialectic
from mounts import File, append, put, refused, turn

TEXT = turn(1, "alice")
BAD = TEXT.replace("## Turn 1", "## Turn 7", 1)
LINES = TEXT.splitlines(True)
NEWLINE = b"\n"
FIRST, REST = "".join(LINES[:8]), "".join(LINES[8:])
DOORS = ("turn.md", "debate.md")


class Door:
    """One of the two files that alice hands in by; `image` is what her tool writes over the file."""

    def __init__(self, duel, name):
        self.duel, self.record = duel, name == "debate.md"
        if self.record:
            duel.lock("claim alice")
        self.path = pathlib.Path(duel.debate if self.record else duel / "participants/alice/turn.md")

    def image(self, text):
        return self.path.read_bytes() + text.encode() if self.record else text.encode()

    def open(self, flags=os.O_TRUNC):
        return File(self.path, os.O_WRONLY | flags)

    def turns(self):
        return self.duel.status("turns")


@pytest.fixture(params=DOORS)
def door(duel, request):
    return Door(duel, request.param)


def test_one_write_one_text_it_is_recorded_when_the_write_returns_and_nothing_later_changes_it(door):
    image = door.image(TEXT)
    with door.open(0) as file:
        os.system("true")  # another process closes its copy, and that says nothing of this one
        file.write(image)
        assert door.turns() == "1"
        file.truncate(len(image)).flush().fsync()
    assert door.turns() == "1"


def test_what_a_shell_redirects_is_accepted_at_its_close_with_all_that_came(door):
    image = door.image(TEXT)
    with door.open(0).flush() as file:
        file.write(image)
        assert door.turns() == "0"
        file.write("And a last line")
    assert door.turns() == "1" and b"And a last line\n" in door.duel.record()


def test_a_whole_text_that_is_refused_is_refused_at_its_write_and_so_is_all_that_follows(door):
    image, good = door.image(BAD), door.image(TEXT)
    file = door.open().flush()
    for call in (lambda: file.write(image), lambda: file.write(good), lambda: file.truncate(0), file.flush, file.fsync, file.close):
        with refused("EINVAL"):
            call()
    assert door.turns() == "0"
    with door.open() as other:
        other.write(good)
    assert door.turns() == "1"


def test_the_refusal_of_a_write_that_was_taken_for_the_whole_text_says_how_many_lines_it_took(door):
    half = door.image("".join(LINES[:9]))
    with refused("EINVAL", "write"), door.open() as file:
        file.write(half)
    said = f"(one write of {half.count(NEWLINE)} lines was taken for the whole text)"
    told = [line for line in door.duel.text("last_error").split("\n\n")[0].splitlines() if "taken for the whole" in line]
    assert len(told) == 1 and told[0].endswith(said)
    with refused("EINVAL", "close"):
        append(door.path, "".join(LINES[:9]))
    assert "was taken for the whole text" not in door.duel.text("last_error").split("\n\n")[0]


def test_what_does_not_end_in_a_newline_or_has_one_line_or_fills_blocks_is_decided_later(door):
    image = door.image(TEXT)
    short = image[:image.index(b"**Unresolved Items**")]
    block = short.replace(b"\nCaching pays off", b"\n" + b"x" * (-len(short) % 512) + b"Caching pays off")
    first = door.path.read_bytes() + LINES[0].encode() if door.record else LINES[0].encode()
    for pieces in ((image[:-1], b"\n"), (block, image[len(short):])) + (() if door.record else ((first, image[len(first):]),)):
        with refused("EINVAL", "fsync"), door.open() as file:
            file.write(pieces[0].replace(b"## Turn 1", b"## Turn 7"))
            file.write(pieces[1])
            assert door.turns() == "0"
            file.fsync()
    with door.open() as file:
        file.write(image[:-1])
        assert door.turns() == "0"
        file.write(b"\n")
    assert door.turns() == "1"


def test_a_first_write_of_less_than_stands_there_is_a_whole_text_too_and_refused_at_that_write(door):
    put(door.duel / "participants/alice/turn.md", TEXT)
    put(door.duel / "participants/bob/turn.md", turn(2, "bob"))
    door.duel.lock("claim alice")
    before = door.path.read_bytes()
    less = before[:before.rindex(b"\n", 0, -1) + 1]
    assert len(less) % 512
    for flags in (os.O_TRUNC, 0):
        with refused("EPERM" if door.record else "EINVAL", "write"), door.open(flags) as file:
            file.write(less)
    assert door.path.read_bytes() == before


def test_a_flush_with_nothing_staged_also_after_a_truncation_decides_nothing(door):
    before = door.path.read_bytes()
    with door.open() as file:
        file.flush().truncate(0).flush().fsync()
    assert door.path.read_bytes() == before
    assert "turn_rejected" not in door.duel.events()


def test_a_further_write_through_an_open_file_whose_text_was_accepted_begins_a_new_one(duel):
    door = Door(duel, "turn.md")
    with door.open(os.O_APPEND) as file:
        file.write(TEXT).fsync()
        put(duel / "participants/bob/turn.md", turn(2, "bob"))
        file.write(turn(3, "alice")).fsync()
    assert door.turns() == "3"


def test_debate_md_rewritten_as_its_own_bytes_is_unchanged_as_anything_but_old_bytes_and_a_text_is_EPERM(duel):
    door = Door(duel, "debate.md")
    duel.append(TEXT)
    duel.lock("claim bob")
    before, stat = duel.record(), os.stat(duel.debate)
    with File(duel.debate, os.O_RDWR) as file:
        assert file.read() == before
        file.pwrite(before, 0)
    assert (duel.record(), os.stat(duel.debate).st_mtime_ns) == (before, stat.st_mtime_ns)
    for image in (before.replace(b"\n", b"\r\n"), before[:-1], b"x" + before, before.replace(b"Caching", b"Cashing", 1)):
        with refused("EPERM"), door.open() as file:
            file.write(image)
    with duel.refuses("EPERM", "history.changed", "write"):
        duel.rewrite(TEXT)
    assert "this is not the file with a text behind it, and what was accepted would be gone: append" in duel.newest_refusal()
    with duel.refuses("EPERM", "history.changed", "write"):
        duel.rewrite(b"".join(before.splitlines(True)[:2]) + TEXT.encode())
    assert "an accepted byte is different here" in duel.newest_refusal()
    with refused("EPERM"), door.open(0) as file:
        file.truncate(20).pwrite(TEXT, 20)
    assert duel.record() == before


def test_the_first_write_to_turn_md_that_differs_from_what_it_reads_is_EBUSY_out_of_turn_and_EROFS_once_closed(duel):
    desk = duel / "participants/alice/turn.md"
    put(desk, TEXT)
    put(desk, TEXT)
    append(desk, TEXT)
    for name in ("EBUSY", "EROFS"):
        if name == "EROFS":
            duel.lock("close maker reason=over")
        for flags in (os.O_TRUNC, os.O_APPEND, 0):
            with refused(name, "write"), File(desk, os.O_WRONLY | flags) as file:
                file.write(b"x")
    put(desk, TEXT)
    assert duel.status("turns") == "1"


def test_the_first_write_to_a_temporary_file_of_either_door_is_judged_with_a_last_newline_or_without(door):
    new = f"{door.path}.tmp.1"
    for text in (BAD, BAD[:-1]):
        with refused("EINVAL", "write"):
            put(new, door.image(text), os.O_CREAT)
        os.unlink(new)
    put(new, door.image(TEXT)[:-1], os.O_CREAT)
    assert door.turns() == "0"
    os.rename(new, door.path)
    assert door.turns() == "1"


def test_a_draft_that_comes_too_early_is_EBUSY_at_check_and_has_its_verdict_all_the_same(mount):
    duel = dialectic.debate(mount, names=("bob",))
    check = duel / "participants/bob/check"
    with refused("EBUSY", "write"):
        put(check, '{\n"title": 7\n}\n')
    said = check.read_text().splitlines()
    assert said[0].startswith("turn.md: error: [lease.wait] ") and said[-1].startswith("turn.md: EBUSY (")
    assert any(": error: [handin." in line for line in said[1:-1])
    duel = mount.claimed()
    with refused("EBUSY", "write"):
        put(duel / "participants/bob/check", turn(1, "bob"))
    said = duel.text("participants/bob/check").splitlines()
    assert said[0].startswith("turn.md: error: [lease.busy] ")
    assert said[-1].startswith("turn.md: EBUSY (turn 1 of bob, ")
