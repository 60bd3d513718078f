"""Evidence that is looked up: debates about this repository's own code, in each format."""
import concurrent.futures
import contextlib
import hashlib
import json
import os
import shutil
import subprocess

import pytest

import dialectic
import rounds
from mounts import ROOT, Duel, File, append, duelfs, eventually, put, refused, turn

OPTIONS = ("allow_other",)
JUDGING = (ROOT / "fs/intake/judging.c").read_text().splitlines()
LINE = 1 + next(n for n, line in enumerate(JUDGING) if line.startswith("judging_run("))


class Looked:
    """A mount, and a copy of some of the repository beside it that its duels look into."""

    def __init__(self, mount):
        self.mount, self.repo = mount, mount.work / "repo"
        shutil.copytree(ROOT / "fs/intake", self.repo / "fs/intake")
        for name in ("README.md", "Makefile"):
            shutil.copy(ROOT / name, self.repo)
        self.key = f'evidence_root = "{self.repo}"'

    def duel(self, *config):
        return self.mount.duel(self.key, *config)

    def claimed(self, *config):
        """Everybody there, and the first turn alice's."""
        duel = self.duel(*config)
        duel.join_both()
        duel.lock("claim alice")
        return duel

    def write(self, name, text):
        path = self.repo / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path

    def end(self):
        shutil.rmtree(self.repo, ignore_errors=True)


@pytest.fixture
def it(mount):
    it = Looked(mount)
    yield it
    it.end()


@pytest.fixture
def alone(own):
    """One that is mounted anew."""
    return Looked(own(options=OPTIONS))


def turn_saying(words):
    """alice's first turn, with these below its Support."""
    text = turn(1, "alice")
    support = next(line for line in text.splitlines() if "https://example" in line)
    return text.replace(support, support + "".join(f"\n    - {line}" for line in words.splitlines()), 1)


def opening_saying(words):
    return rounds.OPENING.rstrip() + f"\n- One more claim stands here.\n  Evidence: {words}\n"


def arguments(words, claim="Claim", content="Content"):
    return [{"title": f"A title of five {n} words", "claim": f"{claim} {n} stands {n}1 by {n}2 itself {n}3.",
             "grounds": [{"source": "README.md", "content": f"{content} {n}4 of {n}5 it {n}6 {n}7. {words}", "relevance": f"It matters {n}8."}],
             "warrant": f"Warrant {n}9 is given."} for n in range(3)]


def arguments_saying(words, **other):
    return json.dumps(arguments(words, **other), ensure_ascii=False, indent=2) + "\n"


def rehearse(duel, text):
    put(duel / "participants/alice/check", text, 0)


def verdict(duel):
    return duel.text("participants/alice/check")


def at_desk(duel, name, text):
    put(duel / f"participants/{name}/turn.md", text)


def warned(duel, words, told, rule="evidence.skipped"):
    """A turn that says this is taken, with such a warning; the turn."""
    text = turn_saying(words)
    rehearse(duel, text)
    assert f"warning: [{rule}]" in verdict(duel) and told in verdict(duel), words
    return text


def evidence(duel):
    return json.loads(duel.text("evidence.json"))


def with_the_files_of_the_opening(it):
    it.write("src/price.c", "".join(f"{n}\n" for n in range(1, 41)))
    it.write("bench/hits.log", "")


def test_dialectic_of_what_is_sealed_no_word_is_said_nor_what_it_cites(alone):
    duel = dialectic.debate(alone.mount, alone.key)
    bad = arguments_saying("fs/intake/zwirbel.c:3")
    with refused("EINVAL"):
        at_desk(duel, "alice", bad)
    told = duel.newest_refusal("participants/alice/last_error")
    assert "[evidence.missing]" in told and "[0].grounds[0].content" in told
    with refused("EINVAL"):
        rehearse(duel, bad)
    assert "zwirbel" not in verdict(duel) + duel.text("last_error") + duel.text("events")
    at_desk(duel, "alice", arguments_saying(f"fs/intake/judging.c:{LINE}"))
    assert evidence(duel) == []
    alone.mount.remount()
    assert evidence(duel) == []
    at_desk(duel, "bob", arguments_saying("README.md:2", claim="Klaim", content="Kontent"))
    cited = sorted((it["seat"], it["path"], it["where"]) for it in evidence(duel))
    assert cited[0] == ("alice", "fs/intake/judging.c", "[0].grounds[0].content")
    assert cited[-1][0] == "bob"


def test_the_cited_lines_stay_with_the_turn_whatever_becomes_of_the_files(alone):
    duel = alone.claimed()
    alone.write("notes.md", "".join(f"line {n} & more\n" for n in range(1, 41)))
    duel.append(turn_saying('notes.md:1-30 and fs/intake/judging.c: "judging_run", .clang/format.md:2'))
    whole, quoted, hidden = evidence(duel)
    assert [whole[key] for key in ("seat", "path", "first", "last", "lines_last")] == ["alice", "notes.md", 1, 30, 20]
    assert whole["sha256"] == hashlib.sha256((alone.repo / "notes.md").read_bytes()).hexdigest()
    assert whole["lines"].splitlines()[0] == "line 1 & more"
    assert quoted["quote"] == "judging_run" and quoted["quote_found"]
    assert (hidden["seen"], hidden["why"]) == ("not looked up", "a name in it begins with a dot")
    before = duel.text("evidence.json")
    shutil.rmtree(alone.repo)
    alone.mount.remount()
    assert duel.text("evidence.json") == before
    assert duel.status("turns") == "1"
    alone.mount.stop()
    duelfs(0, "verify", alone.mount.store)
    exported = alone.mount.work / "exported"
    duelfs(0, "export", alone.mount.store, duel.path.name, exported)
    assert (exported / "evidence.json").read_text() == before


def test_lines_that_hold_a_credential_are_not_shown_nor_what_they_say(it):
    # one that would be a credential, put together here
    key = "ghp_" + "0aZ1bY2cX3dW4eV5fU6gT7hS8iR9jQ0kP1lO"
    it.write("keys.md", f"one\nkey {key}\n")
    duel = it.claimed()
    duel.append(warned(duel, 'keys.md:2 "nothing of this"', "its lines hold a secret"))
    assert "0aZ1bY" not in verdict(duel) + duel.text("evidence.json")
    # of one that a text quotes or that is a file's name nothing is told, and where none may stand nothing else
    for mode, words, rules in (("warn", f'keys.md:1 "nothing of {key}x"', ["text.secret", "ref.quote"]),
                               ("warn", f'{key}.md:1 "nothing of this"', ["text.secret", "evidence.missing"]),
                               ("refuse", f'{key}.md:1 "nothing of this"', ["text.secret"])):
        duel = it.claimed(f'secrets = "{mode}"')
        bad = turn_saying(words)
        with refused("EINVAL"):
            duel.append(bad)
        assert duel.events_of("turn_rejected")[-1]["rules"] == rules
        with refused("EINVAL"):
            rehearse(duel, bad)
        assert "0aZ1bY" not in verdict(duel) + duel.text("last_error") + duel.text("events")


def test_what_was_not_looked_at_stands_in_status_and_in_the_next_prompts_in_every_format_and_after_a_restart(alone):
    alone.write(".hidden.c", "hidden\n")
    with_the_files_of_the_opening(alone)
    words = ".hidden.c:1 is not looked at"
    socratic = alone.duel()
    socratic.join_both()
    assert "was not looked at" not in socratic.text("prompt.md")
    at_desk(socratic, "alice", turn_saying(words))
    in_rounds = rounds.debate(alone.mount, alone.key)
    at_desk(in_rounds, "alice", opening_saying(words))
    judged = dialectic.debate(alone.mount, alone.key)
    at_desk(judged, "alice", arguments_saying(words))
    at_desk(judged, "bob", arguments_saying("Nothing is cited here", claim="Other", content="Matter"))
    for again in (False, True):
        if again:
            alone.mount.remount()
        for duel in (socratic, in_rounds, judged):
            assert "[evidence.skipped]" in duel.status("warnings")
            assert "Cited so far, and not there or not looked at:" in duel.text("prompt.md")
            assert ".hidden.c" in duel.text("evidence.json")


def test_it_is_looked_into_with_the_rights_of_whoever_set_it(alone, user):
    alone.repo.chmod(0o755)
    mine, its, duel = alone.write("mine.md", "mine\n"), user(1001).call, Duel(alone.mount.path / "theirs")
    mine.chmod(0o600)
    its(os.mkdir, duel.path)
    its(append, duel / "config.toml", f'topic = "Caching"\n{alone.key}\n')
    duel.join_both()
    duel.lock("claim alice")
    warned(duel, "mine.md:1", "may not read it")
    alone.mount.remount()
    warned(duel, "mine.md:1", "may not read it")
    mine.chmod(0o644)
    text = turn_saying('mine.md:1 "mine"')
    rehearse(duel, text)
    assert "warning" not in verdict(duel)
    duel = alone.claimed()
    mine.chmod(0o600)
    rehearse(duel, text)
    assert "warning" not in verdict(duel)


def test_from_duelfs_toml_it_is_looked_into_with_the_rights_of_its_owner(alone):
    mount = alone.mount
    mount.expect("the default evidence root was refused: .*/repo: there is no such directory")
    alone.write("mine.md", "mine\n").chmod(0o600)
    os.chown(alone.repo, 1001, 1001)
    mount.stop()
    mount.configure(f"[mount]\n[defaults]\n{alone.key}\n")
    mount.start()
    made = mount.bare()
    assert made.status("evidence_root", "config.toml") == str(alone.repo)
    assert "evidence_as" not in made.text("config.toml")
    made.join_both()
    made.lock("claim alice")
    warned(made, "mine.md:1", "may not read it")
    os.mkdir(mount.path / "gone")
    alone.repo.rename(mount.work / "away")
    with pytest.raises(OSError):
        os.mkdir(mount.path / "other")
    assert "the default evidence root" in (mount.path / "last_error").read_text()
    warned(made, "mine.md:1", "the evidence root is gone")


def test_a_root_that_is_no_directory_or_is_or_holds_the_mount_or_the_store_is_refused_when_it_is_set(mount, user):
    duel, its, work = Duel(mount.path / "theirs"), user(1001).call, mount.work
    its(os.mkdir, duel.path)
    before, config = duel.text("config.toml"), duel / "config.toml"
    private, file, alias = work / "private", work / "file", work / "alias"
    private.mkdir(mode=0o700)
    file.write_text("x\n")
    alias.symlink_to(mount.store)

    def bad_root(path, words, call=lambda function, *args: function(*args)):
        with refused("EINVAL|EACCES"):
            call(put, config, f'topic = "x"\nevidence_root = "{path}"\n')
        told = duel.newest_refusal()
        assert "config.toml:2: error: [" in told and words in told, path
    bad_root(mount.path, "mount")
    bad_root(duel.path, "lies in it")
    for path in (mount.store, alias, work, "/"):
        bad_root(path, "is or holds")
    bad_root(file, "not a directory")
    bad_root(work / "none", "no such directory")
    bad_root("repo", "absolute")
    bad_root(private, "may not look into it", its)
    assert duel.text("config.toml") == before
    with refused("EINVAL"):  # no key of users
        append(config, 'evidence_as = "0:0:"\n')
    assert not (duel / "evidence.json").exists()


def test_prompts_say_whether_files_that_are_cited_are_looked_up(it):
    looked, duel = it.duel(), it.mount.duel()
    assert f"Files that a text cites are looked up beneath `{it.repo}`" in looked.text("prompt.md")
    assert "Files that a text cites" not in duel.text("prompt.md")
    assert (looked / "evidence.json").exists()
    assert not (duel / "evidence.json").exists()
    duel.join_both()
    duel.lock("claim alice")
    rehearse(duel, turn_saying("fs/intake/nowhere.c:9"))


def test_a_text_that_is_being_looked_up_when_the_mount_ends_is_not_taken_and_told_so(own, silent, beside):
    mount = own()
    duel = mount.joined(f'evidence_root = "{silent.folder}"')
    silent.stops()
    writer = beside(lambda _: put(duel / "participants/alice/turn.md", turn_saying("README.md:1")))
    eventually(lambda: mount.opening() == 1)
    mount.stop()
    with refused("ECANCELED|ECONNABORTED"):
        writer.answer()
    silent.goes_on()
    mount.start()
    assert (duel.status("turns"), duel.events()[-1]) == ("0", "turn_rejected")
    assert "[store.stopped] the mount ended before" in duel.text("participants/alice/last_error")


def test_a_text_in_a_file_that_is_still_open_after_a_lazy_unmount_is_looked_up_and_taken(alone, park):
    duel = alone.duel()
    duel.join_both()
    file = File(duel / "participants/alice/turn.md", os.O_WRONLY | os.O_APPEND).write(turn_saying("README.md:1"))
    reader = park(duel / "wait")
    subprocess.run(["umount", "-l", alone.mount.path], check=True)
    with refused("ECONNABORTED"):
        reader.answer()
    file.close()
    alone.mount.ended()
    alone.mount.start()
    assert duel.status("turns") == "1"
    alone.end()


@pytest.mark.parametrize("name, more, answer", [("turn.md", "- so (non-blocking)\n", contextlib.nullcontext()), ("check", "\f", refused("EINVAL"))])
def test_what_is_written_while_files_are_looked_up_is_of_that_text(own, silent, beside, name, more, answer):
    mount = own()
    duel = mount.joined(f'evidence_root = "{silent.folder}"')
    path, text = duel / "participants/alice" / name, turn_saying("README.md:1")
    file = File(path, os.O_WRONLY | os.O_APPEND).write(text)
    silent.stops()
    writer = beside(lambda line: (line.recv(), file.write(more)) and None, inherits=True)
    with concurrent.futures.ThreadPoolExecutor(1) as thread:
        flushed = thread.submit(file.flush)
        eventually(lambda: mount.opening() == 1)
        writer.say()
        writer.answer()
        silent.goes_on()
        with answer:
            flushed.result()
            file.close()
    assert name == "check" or duel.text("turns/001-alice.md") == path.read_text() == text + more


def test_where_nothing_answers_in_time_the_text_is_taken_and_says_so_but_under_a_lease_that_ran_out_meanwhile(own, silent, beside):
    mount = own().has_own_clock()
    duel = mount.claimed("lease_seconds = 30", f'evidence_root = "{silent.folder}"')
    silent.stops()
    mount.later(28)
    for opening, name, answers in ((1, "debate.md", refused("ECANCELED")), (2, "participants/alice/turn.md", contextlib.nullcontext())):
        writer = beside(lambda _, path=duel / name: append(path, turn_saying("README.md:1 and nowhere.md:3")))
        eventually(lambda opening=opening: mount.opening() == opening)
        mount.later(3)
        duel.becomes("lock_owner", "")
        mount.later(2)
        with answers:
            writer.answer()
    silent.goes_on()
    assert duel.status("turns") == "1"
    assert any("did not answer within 5 seconds" in it["why"] for it in evidence(duel))
