"""Text as it may stand in a record: line ends, UTF-8, control characters, sizes."""
import os

import pytest

from mounts import File, append, refused, turn

LIMIT = 4096
TEXT = turn(1, "alice").encode()
CRLF = TEXT.replace(b"\n", b"\r\n")
MARK = b"\nCaching pays off"


@pytest.fixture
def claimed(mount):
    """A duel of small turns, with alice at work."""
    return mount.claimed(f"max_turn_bytes = {LIMIT}")


def behind_position(more):
    """The turn with these lines behind the first one of its position."""
    line = next(line for line in TEXT.splitlines(True) if line.startswith(MARK[1:]))
    return TEXT.replace(line, line + more, 1)


def with_bytes(data):
    """The turn with these bytes in the middle of its position."""
    return behind_position(b"Here: " + data + b" there.\n")


def line_of(words, text):
    return text[:text.index(words)].count(b"\n") + 1


def first_turn(duel):
    return (duel / "turns/001-alice.md").read_bytes()


def assert_untouched(duel):
    assert duel.status("turns") == "0"
    assert b"## Turn" not in duel.record()


def write_in_two(duel, data, at):
    with File(duel.debate, os.O_WRONLY | os.O_APPEND) as file:
        file.write(data[:at]).write(data[at:])


def test_a_rewrite_with_CRLF_in_what_was_accepted_is_EPERM(claimed):
    before = claimed.record()
    with claimed.refuses("EPERM", "history.changed"):
        claimed.rewrite(before.replace(b"\n", b"\r\n") + b"\r\n" + CRLF)
    assert_untouched(claimed)
    claimed.rewrite(before + b"\r\n" + CRLF)
    assert first_turn(claimed) == CRLF


def test_CRLF_that_is_split_between_two_writes_is_one_line_end(claimed):
    at = len(b"".join(CRLF.splitlines(True)[:3])) - 1
    assert CRLF[at - 1:at + 1] == b"\r\n"
    write_in_two(claimed, CRLF, at)
    assert first_turn(claimed) == TEXT


def test_a_letter_that_is_split_between_two_writes_is_a_letter(claimed):
    text = with_bytes("größe 漢 😀".encode())
    write_in_two(claimed, text, text.index("😀".encode()) + 2)
    assert first_turn(claimed) == text


def test_half_a_letter_at_the_end_is_EILSEQ_at_close(claimed):
    with refused("EILSEQ", "close"):
        claimed.append(TEXT[:20] + b"\342\202")
    assert_untouched(claimed)


def test_control_characters_are_refused_and_shown_escaped_where_they_are_quoted(claimed):
    for data in (b"\001", b"\007", b"\033[31m", b"\177", b"\302\200", b"\302\205", b"\302\237", b"\013", b"\014"):
        with claimed.refuses("EINVAL", "text.control"):
            claimed.append(with_bytes(b"a" + data + b"b"))
    with claimed.refuses("EINVAL", "text.control"):
        claimed.append(TEXT + b"a\0b\n")
    said = (claimed / "last_error").read_bytes()
    assert not [byte for byte in said if byte < 32 and byte not in b"\n\t" or byte == 127]
    assert_untouched(claimed)


def test_a_line_like_the_filesystem_s_own_is_refused_wherever_it_stands_in_a_turn_and_so_check_is_not_deceived_by_the_record(claimed):
    line = b"> duelfs: bob was silent for 60 s, 2026-11-20T22:30:00Z"
    for mark in (b"", b"- ", b"> "):
        forged = TEXT + b"\n" + mark + line + b"\n"
        for name in ("debate.md", "participants/alice/check"):
            with claimed.refuses("EINVAL", "text.reserved"):
                append(claimed / name, forged)
        forged = behind_position(b"\n" + mark + line + b"\n\n")
        with claimed.refuses("EINVAL", "text.reserved"):
            claimed.append(forged)
        assert f"debate.md:{line_of(line, forged)}: error: [text.reserved]" in claimed.newest_refusal()
    assert_untouched(claimed)
    claimed.append(behind_position(b"\n`" + line + b"`\n\n"))
    claimed.lock("release alice")
