"""A text that is refused for its size is told the limit that it met, and how large it is itself, by every door."""
import contextlib
import os

from mounts import Refusal, put, refused

LIMIT = 4096
LINE = "x" * 99 + "\n"
HUGE = "[limit.turn] this is larger than any turn that could be taken: max_turn_bytes is 4096"


def filled(size):
    """A text of so many bytes, its last newline among them, in lines of a hundred."""
    return (LINE * (size // 100 + 1))[:size - 1] + "\n"


def around(size):
    """So large it is, with what stands around it and is not recorded: blank lines, and a `---`."""
    return f"\n---\n\n{filled(size)}\n\n"


@contextlib.contextmanager
def too_large(duel, words):
    with refused("EFBIG"):
        yield
    assert words in duel.newest_refusal()


def test_socratic(mount):
    """One byte too many, and more; the bytes around it do not count."""
    duel = mount.claimed("max_turn_bytes = 4096")
    check = "participants/alice/check"
    for size in (4097, 5000):
        told = f"error: [text.size] the text has {size} bytes, at most 4096 are allowed (max_turn_bytes)"
        large = around(size)
        whole = duel.record() + large.encode()
        with too_large(duel, told):
            duel.append(large)
        with too_large(duel, told):
            duel.rewrite(whole)
        put(duel / "new.tmp", whole, os.O_CREAT | os.O_TRUNC)
        with too_large(duel, told):
            os.rename(duel / "new.tmp", duel.debate)
        with refused("EFBIG"):
            put(duel / check, large)
        assert duel.text(check).count("text.size") == 1
    with contextlib.suppress(Refusal):
        duel.append(around(LIMIT))
    assert "text.size" not in duel.newest_refusal()
    # Bytes that no text of that size could have are not looked into.
    huge = filled(100000)
    with too_large(duel, HUGE):
        duel.append(huge)
    with refused("EFBIG"):
        put(duel / check, huge)
    assert HUGE in duel.text(check)
    assert duel.status("turns") == "0"


def test_the_rules_of_a_duel_have_a_limit_of_their_own(mount):
    duel = mount.duel()
    with too_large(duel, "a config.toml is at most 64 KiB"):
        put(duel / "config.toml", "".join("# " + line for line in filled(70000).splitlines(True)))
    assert "max_turn_bytes" not in duel.newest_refusal()
