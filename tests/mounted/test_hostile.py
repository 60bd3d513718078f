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


def test_block_quotes_as_deep_as_they_go(hostile):
    hostile.answered(">" * N,
                     "> " * (N // 2),
                     "\n".join(">" * k for k in range(1, 360)))


def test_lists_as_deep_as_they_go(hostile):
    hostile.answered("* " * N,
                     "\n".join("  " * k + "* x" for k in range(240)),
                     "1. " * N,
                     "- + " * N)


def test_pipes_as_of_a_table(hostile):
    hostile.answered("|" * N,
                     "|a" * 4000 + "\n" + "|-" * 4000 + "\n" + "|b" * 4000,
                     ("|" * 100 + "\n") * N)


def test_brackets_and_links_that_never_end(hostile):
    hostile.answered("[" * N,
                     ("[" * 4000 + "\n") * N,
                     "[a](" * N,
                     "![" * N,
                     "[a](<b" * N,
                     ("[a][" * 1500 + "\n") * N,
                     "".join(f"[{k}]: /u\n" for k in range(9000)))


def test_emphasis_that_opens_and_never_closes(hostile):
    hostile.answered("*a **a " * N,
                     ("_a __b " * 1000 + "\n") * N,
                     "a**b" + "c* " * N,
                     ("*" * 8000 + "\n") * N,
                     "~" * N)


def test_backticks_of_every_length(hostile):
    hostile.answered("".join("e" + "`" * k for k in range(1, 360)),
                     ("`" * 8000 + "\n") * N,
                     "`a``" * N)


def test_entities_angle_brackets_and_comments(hostile):
    hostile.answered("&" * N,
                     "&#x" * N,
                     "<" * N,
                     "<!-" * N,
                     "<?" * N,
                     "<![CDATA[" * N,
                     "<a " * N,
                     "<!-- \n" * N)


def test_newlines_spaces_and_tabs(hostile):
    hostile.answered("\n" * N,
                     " " * N,
                     "\t" * N,
                     (" " * 200 + "\n") * N,
                     "a\\\n" * N)


def test_headings_fences_and_rules_by_the_thousand(hostile):
    hostile.answered("# x\n" * N,
                     "## Turn 1\n" * N,
                     "```\n" * N,
                     "---\n" * N,
                     "**Position**\n" * N,
                     "a\n===\n" * N)


def test_items_that_a_rule_has_to_look_through(hostile):
    hostile.answered("- Addresses: Turn 1\n" * N,
                     "- Addresses: Source\n  Claim: x\n  Support:\n    - https://a.b\n" * N,
                     "Support:\n" * N,
                     "    - Principle: x\n" * N,
                     "word " * N,
                     "a " * N)


def test_words_of_many_bytes_and_marks_upon_marks(hostile):
    hostile.answered("ﷺ" * (N // 3),
                     ("a" + "\u0301" * 2000 + "\n") * (N // 4100),
                     "\U0001f468\u200d\U0001f469" * (N // 12))


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
