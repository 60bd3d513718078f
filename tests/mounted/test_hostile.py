"""Hostile texts of the full size: each is answered with an errno (or accepted), and the daemon stays up and quick for others."""
import os

import pytest

from mounts import File, Refusal, append, refused, turn, works

SIZE = 65000
TEXT = turn(1, "alice")
N = SIZE - len(TEXT.encode())
READ = "status", "events", "debate.md", "README.md"


class Hostile:
    """A duel in which alice has the floor, and another one where she has handed in there."""

    def __init__(self, mount, user):
        self.mount, self.user, self.duel, self.before = mount, user, None, None
        self.another()

    def another(self):
        self.duel = self.mount.duel()
        self.duel.join_both()
        self.duel.lock("claim alice")
        self.before = self.duel.record()

    def hands_in(self, text):
        """Within a bound that only a hang would pass."""
        self.user.call(append, self.duel.debate, text)

    def answered(self, *positions):
        """A valid turn with each of these as its position is answered, and everything else goes on."""
        for position in positions:
            try:
                self.hands_in(TEXT.replace("**Position**\n", f"**Position**\n{position[:N]}\n", 1))
                assert self.duel.status("turns") == "1"
                self.another()
            except Refusal as refusal:
                assert refusal.name in ("EINVAL", "EFBIG", "EILSEQ"), refusal
                assert "\ndebate.md" in self.duel.text("last_error")
                self.assert_goes_on()

    def assert_goes_on(self):
        assert self.mount.daemon.poll() is None
        assert self.duel.status("duel") == self.duel.path.name
        assert self.duel.status("turns") == "0"
        assert self.duel.record() == self.before


@pytest.fixture
def hostile(mount, user):
    yield Hostile(mount, user(os.getuid()))
    mount.assert_quiet()


def full(unit):
    return (unit * (N // len(unit) + 1))[:N]


# The words that are to stand as the position of a turn, cut to N letters.
POSITIONS = {
    "block quotes as deep as they go": (full(">"), "> " * (N // 2), "\n".join(">" * k for k in range(1, 360))),
    "lists as deep as they go": (full("* "), "\n".join("  " * k + "* x" for k in range(240)), full("1. "), full("- + ")),
    "pipes as of a table": (full("|"), "|a" * 4000 + "\n" + "|-" * 4000 + "\n" + "|b" * 4000, full("|" * 100 + "\n")),
    "brackets and links that never end": (full("["), full("[" * 4000 + "\n"), full("[a]("), full("!["), full("[a](<b"),
        full("[a][" * 1500 + "\n"), "".join(f"[{k}]: /u\n" for k in range(9000))),
    "emphasis that opens and never closes": (full("*a **a "), full("_a __b " * 1000 + "\n"), "a**b" + full("c* "),
        full("*" * 8000 + "\n"), full("~")),
    "backticks of every length": ("".join("e" + "`" * k for k in range(1, 360)), full("`" * 8000 + "\n"), full("`a``")),
    "entities angle brackets and comments": (full("&"), full("&#x"), full("<"), full("<!-"), full("<?"), full("<![CDATA["), full("<a "),
        full("<!-- \n")),
    "newlines spaces and tabs": (full("\n"), full(" "), full("\t"), full(" " * 200 + "\n"), full("a\\\n")),
    "headings fences and rules by the thousand": (full("# x\n"), full("## Turn 1\n"), full("```\n"), full("---\n"),
        full("**Position**\n"), full("a\n===\n")),
    "items that a rule has to look through": (full("- Addresses: Turn 1\n"),
        full("- Addresses: Source\n  Claim: x\n  Support:\n    - https://a.b\n"), full("Support:\n"), full("    - Principle: x\n"),
        full("word "), full("a ")),
    "words of many bytes and marks upon marks": ("ﷺ" * (N // 3), ("a" + "\u0301" * 2000 + "\n") * (N // 4100),
        "\U0001f468\u200d\U0001f469" * (N // 12)),
}


@pytest.mark.parametrize("positions", POSITIONS.values(), ids=POSITIONS)
def test_a_position(hostile, positions):
    hostile.answered(*positions)


def test_the_same_texts_without_any_turn_around_them(hostile):
    for text in (">" * 65000, "[" * 65000, "* " * 32000, "|" * 65000, "*a " * 20000, "<" * 65000):
        with refused("EINVAL|EFBIG"):
            hostile.hands_in(text)
    hostile.assert_goes_on()


def writes_and_syncs(path, data):
    with File(path, os.O_WRONLY) as file:
        file.write(data).fsync()


def test_random_bytes_to_every_file_that_takes_a_write(hostile):
    duel = hostile.duel
    for _ in range(20):
        noise = os.urandom(3000)
        for name in ("lock", "debate.md", "config.toml"):
            works(writes_and_syncs, duel / name, noise)
    hostile.assert_goes_on()
    assert duel.status("lock_owner") == "alice"


def test_many_readers_and_writers_at_once(hostile, beside):
    duel = hostile.duel

    def busy(_, number):
        for _ in range(30):
            for name in READ:
                assert duel.text(name)
            works(duel.lock, "refresh alice")
            with refused("EINVAL"):
                duel.append(f"garbage {number}")

    for it in [beside(busy, number) for number in range(8)]:
        it.answer()
    assert (duel.status("lock_owner"), duel.status("turns")) == ("alice", "0")
    duel.append(TEXT)
    assert duel.status("turns") == "1"
