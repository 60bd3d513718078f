"""A duel that is followed while others write: in an open editor, in a pager, by tail. Each program runs in a terminal of its own."""
import contextlib
import json
import os
import subprocess

import pytest

from mounts import eventually, refused, turn


class Terminal:
    """A tmux server of its own, with one program in it."""

    def __init__(self, folder, *command):
        self.socket = folder / "tmux"
        env = {**os.environ, "TERM": "xterm", "HOME": str(folder)}
        subprocess.run(["tmux", "-S", self.socket, "-f", "/dev/null", "new-session", "-d", "-x", "110", "-y", "45", *command], env=env,
                       check=True)

    def keys(self, *words):
        """tmux's words for them."""
        subprocess.run(["tmux", "-S", self.socket, "send-keys", *words], check=True)

    def has(self, words):
        it = subprocess.run(["tmux", "-S", self.socket, "capture-pane", "-p"], capture_output=True, text=True, check=False)
        return words in it.stdout

    def shows(self, words):
        eventually(lambda: self.has(words), f"the screen does not show: {words}")

    def answers(self, question, key):
        """A key as the answer to this question: vim drops what is typed before it listens."""
        def is_gone():
            self.keys(key)
            return not self.has(question)
        self.shows(question)
        eventually(is_gone)

    def vim_is_idle(self):
        """Vim has taken everything typed so far: it writes a mark when it comes to it."""
        mark = self.socket.parent / "mark"
        mark.unlink(missing_ok=True)
        self.keys("Escape", f":call writefile(['x'], '{mark}')", "Enter")
        eventually(mark.exists)

    def end(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True, check=False)


@pytest.fixture
def terminal(tmp_path):
    """terminal(command…): a program in a terminal."""
    begun = []

    def begin(*command):
        folder = tmp_path / f"terminal{len(begun)}"
        folder.mkdir()
        begun.append(Terminal(folder, *command))
        return begun[-1]
    yield begin
    for it in begun:
        it.end()


@pytest.fixture
def debate(duel):
    """A duel of one turn; the next is bob's."""
    duel.play(1, "alice", "OPEN_TO_DEBATE")
    return duel


def peer_is_busy(duel):
    """What the peer does besides: none of it changes the record."""
    duel.lock("claim bob")
    duel.lock("refresh bob")
    with refused("EINVAL"):
        duel.append(turn(2, "bob").replace("## Turn 2", "## Turn 9"))
    duel.lock("release bob force=yes")


def peer_speaks(duel):
    duel.play(2, "bob", "OPEN_TO_DEBATE")


def test_vim_says_that_the_record_has_changed_after_the_peer_s_turn_and_not_before_and_loads_the_new_turn(debate, terminal, tmp_path):
    vim = terminal("vim", "--clean", debate.debate)
    vim.shows("## Turn 1")
    assert (debate / ".debate.md.swp").exists()
    peer_is_busy(debate)
    vim.keys(":checktime", "Enter")
    vim.vim_is_idle()
    assert not vim.has("W11") and not vim.has("W16")
    peer_speaks(debate)
    vim.keys(":checktime", "Enter")
    vim.shows("W11: Warning: File")
    vim.answers("(L)oad", "l")
    vim.vim_is_idle()
    vim.keys(":$", "Enter")
    vim.shows("who owns the eviction policy 2")
    vim.keys(f":w! {tmp_path}/buffer", "Enter")
    vim.vim_is_idle()
    assert (tmp_path / "buffer").read_bytes() == debate.record()


def test_vim_with_autoread_takes_the_new_turn_by_itself_and_has_nothing_to_say_about_it(debate, terminal, tmp_path):
    vim = terminal("vim", "--clean", "-n", "-c", "set autoread", "-c", "set updatetime=100", debate.debate)
    vim.shows("## Turn 1")
    peer_speaks(debate)
    vim.keys(":checktime", "Enter")
    vim.vim_is_idle()
    assert not vim.has("W11")
    vim.keys(f":w! {tmp_path}/buffer", "Enter")
    vim.vim_is_idle()
    assert (tmp_path / "buffer").read_bytes() == debate.record()


def test_vim_warns_whoever_has_changed_the_text_himself_and_asks_before_it_writes_over_the_peer_s_turn(debate, terminal):
    vim = terminal("vim", "--clean", "-n", debate.debate)
    vim.shows("## Turn 1")
    vim.keys("Go", "a line of my own", "Escape")
    vim.vim_is_idle()
    peer_speaks(debate)
    before = debate.record()
    vim.keys(":checktime", "Enter")
    vim.shows("W12")
    vim.answers("(L)oad", "o")
    vim.vim_is_idle()
    vim.keys(":w", "Enter")
    vim.answers("has been changed since reading it", "n")
    assert debate.record() == before


def test_emacs_with_auto_revert_follows_the_record(debate, terminal, tmp_path):
    buffer = tmp_path / "buffer"
    emacs = terminal("emacs", "-nw", "-Q", "--eval", "(setq auto-revert-interval 1)", "--eval", "(global-auto-revert-mode 1)", "--eval",
                     f"(add-hook 'after-revert-hook (lambda () (write-region nil nil \"{buffer}\" nil 'quiet)))", debate.debate)
    emacs.shows("## Turn 1")
    peer_is_busy(debate)
    assert not buffer.exists()
    peer_speaks(debate)
    eventually(lambda: buffer.exists() and buffer.read_bytes() == debate.record())


def test_less_F_shows_the_peer_s_turn_as_it_is_accepted(debate, terminal):
    less = terminal("less", "+F", debate.debate)
    less.shows("Waiting for data")
    assert not less.has("turn2")
    peer_speaks(debate)
    less.shows("who owns the eviction policy 2")


def test_less_finds_the_new_turn_when_it_is_asked_for_the_end_and_shows_every_file_to_its_end(debate, terminal):
    less = terminal("less", debate.debate)
    less.shows("Socratic Duel")
    less.keys("G")
    less.shows("who owns the eviction policy 1")
    peer_speaks(debate)
    less.keys("F")
    less.shows("who owns the eviction policy 2")
    for name in ("status", "config.toml", "events", "README.md", "turns/001-alice.md"):
        lines = debate.text(name).splitlines()
        less = terminal("less", "-S", debate / name)
        less.shows(lines[0][:60])
        less.keys("G")
        less.shows(lines[-1][:60])


@contextlib.contextmanager
def followed(path, to):
    """What `tail -f` has written out of a file, from its head on; it has nothing to say."""
    with open(to, "wb") as out, open(f"{to}.said", "wb") as said, subprocess.Popen(["tail", "-n", "+1", "-f", path], stdout=out,
                                                                                   stderr=said) as tail:
        try:
            yield lambda: eventually(lambda: to.read_bytes() == path.read_bytes(), f"tail does not follow {path}")
        finally:
            tail.kill()
    assert os.path.getsize(f"{to}.said") == 0


def test_tail_f_follows_the_record_byte_for_byte_from_its_head_on(mount, tmp_path):
    duel = mount.duel()
    with followed(duel.debate, tmp_path / "followed") as is_followed:
        is_followed()
        duel.join_both()
        is_followed()
        duel.play(1, "alice", "OPEN_TO_DEBATE")
        is_followed()
        duel.play(2, "bob", "OPEN_TO_DEBATE")
        duel.conclude("alice", "DISSENT")
        is_followed()


def test_tail_f_follows_events_whole_lines_only(debate, tmp_path):
    with followed(debate / "events", tmp_path / "followed") as is_followed:
        peer_is_busy(debate)
        peer_speaks(debate)
        is_followed()
    assert all(json.loads(line) for line in (tmp_path / "followed").read_text().splitlines())
