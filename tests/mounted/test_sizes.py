"""A text that is refused for its size is told the limit that it met, and how large it is itself, by every door and in every format."""
import contextlib
import os

import dialectic
import rounds
from mounts import Refusal, put, refused

LIMIT = 4096
LINE = "x" * 99 + "\n"


def filled(size):
    """A text of so many bytes, its last newline among them, in lines of a hundred."""
    return (LINE * (size // 100 + 1))[:size - 1] + "\n"


def around(size, form="socratic"):
    """So large it is, with what stands around it and is not recorded: blank lines, a `---` where the format has one."""
    return "\n" + ("---\n\n" if form == "socratic" else "") + filled(size) + "\n\n"


def told(size):
    return f"error: [text.size] the text has {size} bytes, at most 4096 are allowed (max_turn_bytes)"


HUGE = "[limit.turn] this is larger than any turn that could be taken: max_turn_bytes is 4096"


@contextlib.contextmanager
def too_large(duel, words):
    with refused("EFBIG"):
        yield
    assert words in duel.newest_refusal()


def assert_told_by_every_door(duel, form, name="alice"):
    """The holder here writes one byte too many, and more, and the bytes around it do not count."""
    check = f"participants/{name}/check"
    for size in (4097, 5000):
        large = around(size, form)
        whole = duel.record() + large.encode()
        with too_large(duel, told(size)):
            duel.append(large)
        if form != "dialectic":  # there every write is an append
            with too_large(duel, told(size)):
                duel.rewrite(whole)
            put(duel / "new.tmp", whole, os.O_CREAT | os.O_TRUNC)
            with too_large(duel, told(size)):
                os.rename(duel / "new.tmp", duel.debate)
        with refused("EFBIG"):
            put(duel / check, large)
        assert duel.text(check).count("text.size") == 1
    with contextlib.suppress(Refusal):
        duel.append(around(LIMIT, form))
    assert "text.size" not in duel.newest_refusal()
    # Bytes that no text of that size could have are not looked into.
    huge = filled(100000)
    with too_large(duel, HUGE):
        duel.append(huge)
    with refused("EFBIG"):
        put(duel / check, huge)
    assert HUGE in duel.text(check)


def test_socratic(mount):
    duel = mount.claimed("max_turn_bytes = 4096")
    assert_told_by_every_door(duel, "socratic")
    assert duel.status("turns") == "0"


def test_dialectic(mount):
    duel = dialectic.debate(mount, "max_turn_bytes = 4096", names=dialectic.ROLES)
    for size in (4097, 5000):
        with too_large(duel, told(size)):
            put(dialectic.desk(duel, "alice"), around(size, "dialectic"))
    dialectic.hand_in(duel, 0, *dialectic.SIDES)
    duel.lock("claim carol")
    assert_told_by_every_door(duel, "dialectic", "carol")


def test_rounds(mount):
    duel = rounds.debate(mount, "max_turn_bytes = 4096")
    duel.lock("claim alice")
    assert_told_by_every_door(duel, "rounds")


def test_the_report_of_a_dialectic(mount):
    duel = dialectic.debate(mount, "max_turn_bytes = 4096", "exchanges = 1", names=dialectic.ROLES)
    dialectic.hand_in(duel, 0, *dialectic.ROLES)
    with too_large(duel, told(4097)):
        put(duel / "report.md", filled(4097))


def test_the_rules_of_a_duel_have_a_limit_of_their_own(mount):
    duel = mount.duel()
    with too_large(duel, "a config.toml is at most 64 KiB"):
        put(duel / "config.toml", "".join("# " + line for line in filled(70000).splitlines(True)))
    assert "max_turn_bytes" not in duel.newest_refusal()
