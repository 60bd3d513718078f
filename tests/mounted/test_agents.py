"""What agents hear. Each makes its own calls (agents.c) in the same situations; then: what did a call that it listens to tell it, what was
recorded, did an accepted byte change, where does the reason stand, and is anything left lying about."""
import os
import re
import subprocess

import pytest

from mounts import BOUND_SECONDS, BUILD, File, eventually, put, refused, rename, turn

OPTIONS = ("allow_other",)
ALICE, BOB = 1001, 1002
TEXT = turn(1, "alice")
BAD = TEXT.replace("(non-blocking)", "(maybe)")
SHORT = TEXT[:TEXT.index("**Unresolved Items**")]
LARGE = TEXT.replace("**Counterpoints**", ("filler " * 14 + "\n") * 800 + "\n**Counterpoints**")
NOISE = TEXT.encode().replace(b"Caching pays off", b"Caching \xff pays off")
CHECK = "participants/alice/check"

# --- what each agent tells its user, and its calls after those that read the file; what it does not look at stands in parentheses
WORKS = {"claude-code": ("done", "lstat create write fchmod (fsync) (close) rename verify"),
         "codex": ("done", "open-trunc write (close)"),
         "bun": ("done", "open-write pwrite (ftruncate) (close)"),
         "gemini-cli": ("done", "open-trunc write close"),
         "aider": ("done", "open-trunc write close")}
# What is read there is another thing than what was written.
WORKS_OTHERWISE = {**WORKS, "claude-code": ("unverified", WORKS["claude-code"][1] + ":EBADMSG")}
# Such a text does not look whole: more may follow. Some agents hear of nothing. A temporary file's is judged.
CLOSE_FAILS = {"claude-code": ("EINVAL", "lstat create write:EINVAL (close) (unlink)"),
               "codex": ("done", "open-trunc write (close:EINVAL)"),
               "bun": ("done", "open-write pwrite (ftruncate) (close:EINVAL)"),
               "gemini-cli": ("EINVAL", "open-trunc write close:EINVAL"),
               "aider": ("EINVAL", "open-trunc write close:EINVAL")}


def write_fails(errno):
    """The write of the whole text does; Python's PermissionError is tried again."""
    in_place = f"open-trunc write:{errno} (close:{errno})"
    return {"claude-code": (errno, f"lstat create write:{errno} (close) (unlink)"),
            "codex": (errno, in_place),
            "bun": (errno, f"open-write pwrite:{errno} (ftruncate:{errno}) (close:{errno})"),
            "gemini-cli": (errno, in_place),
            "aider": (errno, " ".join([in_place] * (5 if errno == "EPERM" else 1)))}


def rename_fails(errno):
    """A file that is renamed over, and then written in place, to the same end."""
    return {**write_fails(errno), "claude-code": (errno, f"lstat create write fchmod (fsync) (close) rename:{errno} (unlink) "
                                                         f"open-trunc write:{errno} (close:{errno}) (unlink-target:EPERM)")}


def open_fails(errno, first="lstat create write fchmod (fsync) (close) rename:{0} (unlink) open-trunc:{0}"):
    in_place = f"open-trunc:{errno}"
    return {"claude-code": (errno, first.format(errno)),
            "codex": (errno, in_place),
            "bun": (errno, f"open-write:{errno}"),
            "gemini-cli": (errno, in_place),
            "aider": (errno, " ".join([in_place] * (5 if errno in ("EPERM", "EACCES") else 1)))}


class Play:
    """Alice's agents on a mount, where she and bob are two users."""

    def __init__(self, mount, user):
        self.mount, self.users, self.running = mount, {ALICE: user(ALICE), BOB: user(BOB)}, None
        self.signs = mount.work / "signs"
        self.signs.mkdir(exist_ok=True)
        self.signs.chmod(0o777)

    def by(self, uid, duel, line):
        self.users[uid].call(duel.lock, line)

    def joined(self, *config):
        duel = self.mount.duel(*config)
        for uid, name in ((ALICE, "alice"), (BOB, "bob")):
            self.users[uid].call(duel.join, name)
        return duel

    def ready(self, *config):
        duel = self.joined(*config)
        self.by(ALICE, duel, "claim alice")
        return duel

    def hers(self):
        """A duel of alice's own, with rules that she may set."""
        duel = self.mount.sees(self.mount.bare())
        os.rmdir(duel.path)
        self.users[ALICE].call(os.mkdir, duel.path)
        return duel

    def listing(self, duel):
        """Everything in the directory, as its owner sees it: temporary files of its agents as well."""
        return sorted(self.users[ALICE].call(os.listdir, duel.path))

    def seen(self, duel, file=CHECK):
        return self.users[ALICE].call((duel / file).read_text)

    def starts(self, duel, agent, data, *words, file="debate.md", name="text.md"):
        text = self.mount.work / name
        text.write_bytes(data if isinstance(data, bytes) else data.encode())
        return subprocess.Popen([BUILD / "helpers/agents", agent, duel / file, text, "as", str(ALICE), *words], stdout=subprocess.PIPE, text=True)

    def heard(self, running):
        """What it told its user, and its calls."""
        said = running.communicate(timeout=BOUND_SECONDS)[0].splitlines()
        assert running.returncode < 2
        return said[-1], said[0].removeprefix("open read stat (close) ")

    def replay(self, duel, agent, data, *words, file="debate.md"):
        return self.heard(self.starts(duel, agent, data, *words, file=file))

    def slow(self, call, duel, agent, data, *words):
        """It is slow before this call, and is there now; goes_on() lets it go."""
        for sign in self.signs.iterdir():
            sign.unlink()
        self.running = self.starts(duel, agent, data, *words, "before", call, self.signs / "there", self.signs / "go")
        eventually(lambda: (self.signs / "there").exists() or self.running.poll() is not None)
        assert (self.signs / "there").exists(), f"it never came to {call}"

    def goes_on(self):
        (self.signs / "go").touch()
        return self.heard(self.running)

    def told_so(self, prepare, rows, rule=None, recorded=None):
        """For each agent a duel of its own, which prepare(play) gives with what the agent writes. `recorded`: this text is then; `rule`:
        the one that the refusal names, which the release repeats where nobody has ended the lease."""
        for agent, row in rows.items():
            duel, data = prepare(self)
            before, times, files = duel.record(), times_of(duel), self.listing(duel)
            assert (agent, *self.replay(duel, agent, data)) == (agent, *row)
            if recorded:
                assert duel.record().startswith(before) and duel.status("turns") == "1", agent
                assert (duel / "turns/001-alice.md").read_bytes() == recorded.encode(), agent
                assert duel.debate.stat().st_size == len(duel.record()) and times_of(duel) != times, agent
            else:
                assert (duel.record(), times_of(duel)) == (before, times), agent
            names_rule(duel, rule)
            assert self.listing(duel) == files, agent
            if duel.status("lock_owner") == "alice":
                if rule:
                    with duel.refuses("EINVAL", rule, "write"):
                        self.by(ALICE, duel, "release alice")
                self.by(ALICE, duel, "release alice")
            else:
                assert row[0] != "done" or not rule, f"nobody was told of {rule}, and there is no release that could tell"

    def answers(self, file, prepare, rows, data, then_holds):
        """The same for a file other than the record: then_holds(duel) looks at it."""
        for agent, row in rows.items():
            duel = prepare()
            before, files = duel.record(), self.listing(duel)
            assert (agent, *self.replay(duel, agent, data, file=file)) == (agent, *row)
            then_holds(duel)
            assert duel.record() == before and self.listing(duel) == files, agent


@pytest.fixture
def play(mount, user):
    yield Play(mount, user)
    mount.assert_quiet()


def times_of(duel):
    stat = duel.debate.stat()
    return stat.st_mtime_ns, stat.st_ctime_ns


def names_rule(duel, rule):
    """last_error does; without one it is empty."""
    said = duel.text("last_error")
    assert f"[{rule}]" in said if rule else not said


def behind(duel, text):
    """The record with a text behind it, as an agent writes it."""
    return duel.record() + b"\n" + (text if isinstance(text, bytes) else text.encode())


def writing(text):
    """prepare(): alice has the floor, and her agent writes the record with this behind it."""
    def prepare(play):
        duel = play.ready()
        return duel, behind(duel, text)
    return prepare


def as_record(change):
    """prepare(): her agent writes change(record)."""
    def prepare(play):
        duel = play.ready()
        return duel, change(duel.record(), duel)
    return prepare


def does_not_look_whole(data):
    assert len(data) % 512
    return data


# --- one situation each

def test_a_valid_turn_is_recorded_whoever_writes_it(play):
    play.told_so(writing(TEXT), WORKS_OTHERWISE, recorded=TEXT)


def test_of_a_bad_heading_each_agent_is_told_by_its_write(play):
    play.told_so(writing(TEXT.replace("## Turn 1", "## Turn 2")), write_fails("EINVAL"), "turn.number")


def test_of_a_missing_last_section_each_agent_is_told_by_its_write(play):
    play.told_so(writing(SHORT), write_fails("EINVAL"), "section.missing")


def test_of_a_missing_last_section_and_no_newline_at_the_end_the_release_tells_where_no_call_that_is_heard_did(play):
    play.told_so(as_record(lambda record, duel: does_not_look_whole(behind(duel, SHORT.rstrip("\n")))), CLOSE_FAILS, "section.missing")


def test_a_valid_turn_without_a_newline_at_its_end_is_recorded_whoever_writes_it(play):
    play.told_so(writing(TEXT.rstrip("\n")), WORKS_OTHERWISE, recorded=TEXT.rstrip("\n"))


def test_without_the_floor_each_agent_is_told(play):
    def prepare(play):
        duel = play.joined()
        return duel, behind(duel, TEXT)
    play.told_so(prepare, open_fails("EACCES", "lstat create write:EACCES (close) (unlink)"), "lease.none")


def one_byte(record):
    return record.replace(b"# Socratic Duel", b"# Socratic Dual", 1)


def test_of_one_byte_of_history_that_would_change_each_agent_is_told_by_its_write(play):
    play.told_so(as_record(lambda record, duel: one_byte(behind(duel, TEXT))), write_fails("EPERM"), "history.changed")


def test_of_one_byte_of_history_that_would_change_and_nothing_new_behind_it_each_agent_is_told_by_its_write(play):
    play.told_so(as_record(lambda record, duel: one_byte(record)), write_fails("EPERM"), "history.changed")


def test_of_a_record_that_would_be_shorter_each_agent_is_told_by_its_write(play):
    play.told_so(as_record(lambda record, duel: does_not_look_whole(b"".join(record.splitlines(True)[:-2]))), write_fails("EPERM"),
                 "history.changed")


def test_the_same_bytes_are_a_success_for_each_agent_and_change_nothing(play):
    play.told_so(as_record(lambda record, duel: record), WORKS)


def test_of_a_turn_that_is_too_big_each_agent_is_told_by_its_write(play):
    play.told_so(writing(LARGE), write_fails("EFBIG"), "text.size")


def test_of_a_text_that_is_not_UTF_8_each_agent_is_told_by_its_write(play):
    play.told_so(writing(NOISE), write_fails("EILSEQ"), "text.utf8")


def test_of_a_closed_duel_each_agent_is_told(play):
    def prepare(play):
        duel = play.joined()
        duel.play(1, "alice", "OPEN_TO_DEBATE")
        duel.play(2, "bob", "OPEN_TO_DEBATE")
        duel.conclude("alice", "DISSENT")
        return duel, behind(duel, turn(3, "alice"))
    play.told_so(prepare, open_fails("EROFS", "lstat create:EROFS"), "duel.closed")


def crlf(data):
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def test_of_a_record_whose_lines_would_end_in_CRLF_each_agent_is_told_by_its_write(play):
    play.told_so(as_record(lambda record, duel: does_not_look_whole(crlf(behind(duel, TEXT)))), write_fails("EPERM"), "history.changed")


def test_a_turn_in_CRLF_behind_the_record_as_it_is_stands_there_as_it_was_written_for_each_agent(play):
    text = TEXT.replace("\n", "\r\n")
    play.told_so(writing(text), WORKS_OTHERWISE, recorded=text)


# --- what happens in between

def test_of_a_floor_that_was_overtaken_in_between_each_agent_is_told(play):
    peer = turn(1, "bob").replace("turn1", "peer")
    canceled = write_fails("ECANCELED")
    for agent, call, row in (("claude-code", "rename", ("EACCES", "lstat create write fchmod (fsync) (close) rename:EACCES (unlink) open-trunc:EACCES")),
                             ("bun", "pwrite", canceled["bun"]), *((agent, "write", canceled[agent]) for agent in ("codex", "gemini-cli", "aider"))):
        duel = play.ready()
        before, files = duel.record(), play.listing(duel)
        play.slow(call, duel, agent, behind(duel, TEXT))
        play.by(ALICE, duel, "release alice force=yes")
        play.by(BOB, duel, "claim bob")
        assert (agent, *play.goes_on()) == (agent, *row)
        assert duel.record() == before and play.listing(duel) == files, agent
        names_rule(duel, "lease.none" if row[0] == "EACCES" else "lease.expired")
        duel.append(peer)
        assert duel.text("turns/001-bob.md") == peer


def test_of_a_turn_by_the_peer_that_came_in_between_each_agent_is_told_its_rewrite_lacks_it(play):
    for agent, row in write_fails("EPERM").items():
        duel = play.ready()
        whole = behind(duel, TEXT)
        duel.append(TEXT)
        duel.play(2, "bob", "OPEN_TO_DEBATE")
        play.by(ALICE, duel, "claim alice")
        before, times, files = duel.record(), times_of(duel), play.listing(duel)
        assert (agent, *play.replay(duel, agent, whole)) == (agent, *row)
        assert (duel.record(), times_of(duel), play.listing(duel)) == (before, times, files), agent
        names_rule(duel, "history.changed")


def test_Claude_Code_sees_by_the_mtime_that_the_peer_took_a_turn_since_it_read_and_writes_nothing(play):
    duel = play.joined()
    duel.play(1, "alice", "OPEN_TO_DEBATE")
    play.by(BOB, duel, "claim bob")
    play.slow("lstat", duel, "claude-code", turn(3, "alice"), "edit")
    duel.append(turn(2, "bob"))
    assert play.goes_on() == ("stale", "lstat")
    assert duel.status("turns") == "2"
    play.by(BOB, duel, "release bob")
    play.by(ALICE, duel, "claim alice")
    assert play.replay(duel, "claude-code", turn(3, "alice"), "edit")[0] == "unverified"
    assert duel.status("turns") == "3"
    assert duel.text("turns/003-alice.md") == turn(3, "alice")


def test_Claude_Code_sees_by_the_mtime_that_a_participant_joined_since_it_read_the_head_names_both(play):
    duel = play.mount.duel()
    play.users[ALICE].call(duel.join, "alice")
    play.slow("lstat", duel, "claude-code", TEXT, "edit")
    play.users[BOB].call(duel.join, "bob")
    assert play.goes_on() == ("stale", "lstat")


def test_neither_a_refusal_nor_a_verb_a_rehearsal_a_companion_or_a_touch_makes_what_Claude_Code_read_look_stale(play):
    duel = play.ready()
    before, bad = duel.record(), behind(duel, BAD)
    play.slow("lstat", duel, "claude-code", TEXT, "edit")
    new = duel / "debate.md.new"
    with File(new, os.O_WRONLY | os.O_CREAT) as file:
        file.write(bad)
    for call in (lambda: duel.append(BAD), lambda: duel.rewrite(bad), lambda: rename(new, duel.debate), lambda: put(duel / CHECK, BAD)):
        with refused("EINVAL"):
            call()
    with refused("EPERM"):
        os.unlink(duel.debate)
    for line in ("refresh alice", "release alice force=yes", "claim alice"):
        play.by(ALICE, duel, line)
    duel.rewrite(before)
    os.utime(duel.debate)
    duel.debate.chmod(0o600)
    rename(duel.debate, duel / "debate.md.bak")
    assert play.goes_on()[0] == "unverified"
    assert duel.status("turns") == "1"
    assert duel.text("turns/001-alice.md") == TEXT


def test_of_five_agents_who_write_five_turns_at_the_same_time_one_has_its_turn_recorded_and_of_the_others_each_is_told_or_the_release_tells_it(play):
    for _ in range(5):
        duel = play.ready()
        before = duel.record()
        texts = {agent: re.sub("^Caching pays off.*", f"As {agent} says.", TEXT, flags=re.M) for agent in WORKS}
        crowd = {agent: play.starts(duel, agent, behind(duel, text), name=agent) for agent, text in texts.items()}
        told = {agent: play.heard(running)[0] for agent, running in crowd.items()}
        recorded, = re.findall(r"^As (.*) says\.$", duel.record().decode(), re.M)
        assert duel.status("turns") == "1"
        assert duel.text("turns/001-alice.md") == texts[recorded]
        assert duel.record().startswith(before)
        assert told[recorded] == ("unverified" if recorded == "claude-code" else "done")
        if list(told.values()).count("done") > 1:
            with refused("EINVAL", "write"):
                play.by(ALICE, duel, "release alice")
        assert not [name for name in play.listing(duel) if ".tmp" in name]


def test_aider_which_tries_again_where_it_was_refused_the_file_succeeds_once_it_has_the_floor(play):
    duel = play.joined()
    play.slow("again", duel, "aider", behind(duel, TEXT))
    play.by(ALICE, duel, "claim alice")
    assert play.goes_on() == ("done", "open-trunc:EACCES open-trunc write close")
    assert duel.text("turns/001-alice.md") == TEXT


# --- Claude Code's temporary files

def test_the_temporary_file_s_write_is_refused_before_anything_is_tried_on_the_target_which_no_unlink_reaches(play):
    duel = play.ready()
    whole = behind(duel, BAD)
    assert "unlink-target" not in play.replay(duel, "claude-code", whole)[1]
    eventually(lambda: duel.events().count("turn_rejected") == 1)
    line = whole[:whole.index(b"(maybe)")].count(b"\n") + 1
    assert f"debate.md:{line}: error: [unresolved.flag]" in duel.newest_refusal()


def test_where_the_rename_is_refused_Claude_Code_tries_in_place_and_its_unlink_of_the_target_is_refused_too(play):
    duel = play.ready()
    play.slow("rename", duel, "claude-code", behind(duel, TEXT))
    # what was good at the write is not any more: its turn is in, in other words, and bob's; alice has the floor for the next
    duel.append(TEXT.replace("Caching pays off", "Caching paid off"))
    duel.play(2, "bob", "OPEN_TO_DEBATE")
    play.by(ALICE, duel, "claim alice")
    before = duel.record()
    assert play.goes_on() == rename_fails("EPERM")["claude-code"]
    assert duel.record() == before
    assert duel.status("turns") == "2"


def test_Claude_Code_keeps_nothing_open_or_staged_the_limits_hold_over_a_hundred_writes(own, user):
    play = Play(own("[limits]\nhandles_per_uid = 4\nstaged_bytes_per_uid = 65536\n", OPTIONS), user)
    duel = play.ready()
    for data, told in ((behind(duel, BAD), "EINVAL"), (duel.record(), "done")):
        for _ in range(100):
            assert play.replay(duel, "claude-code", data)[0] == told
    assert play.replay(duel, "claude-code", behind(duel, TEXT))[0] == "unverified"
    assert duel.text("turns/001-alice.md") == TEXT


def created(path):
    File(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL).close()


def test_an_agent_that_leaves_its_temporary_files_behind_is_told_so_at_the_creation_and_can_go_on_when_they_are_gone(play):
    duel = play.ready()
    for n in range(16):
        play.users[ALICE].call(created, duel / f"debate.md.tmp.{n}")
    assert play.replay(duel, "claude-code", behind(duel, TEXT)) == ("ENOSPC", "lstat create:ENOSPC")
    names_rule(duel, "limit.scratch")
    play.users[ALICE].call(os.unlink, duel / "debate.md.tmp.1")
    assert play.replay(duel, "claude-code", behind(duel, TEXT))[0] == "unverified"
    assert duel.text("turns/001-alice.md") == TEXT


# --- other targets

def verdict(word, text, what="turn 1"):
    """The last line of check for the text that was rehearsed."""
    return f"turn.md: {word} ({what} of alice, {len(text if isinstance(text, bytes) else text.encode())} bytes)"


def test_a_good_draft_for_check_is_a_success_for_each_agent_without_the_floor_and_nothing_is_recorded(play):
    def then_holds(duel):
        assert play.seen(duel).splitlines()[-1] == verdict("ok", TEXT)
        names_rule(duel, None)
        assert duel.status("turns") == "0"
    play.answers(CHECK, play.joined, WORKS_OTHERWISE, TEXT, then_holds)


def test_of_a_bad_draft_for_check_each_agent_is_told_and_check_says_why(play):
    def then_holds(duel):
        assert "[section.missing]" in play.seen(duel)
        assert play.seen(duel).splitlines()[-1] == verdict("EINVAL", SHORT)
        names_rule(duel, "section.missing")
    play.answers(CHECK, play.joined, rename_fails("EINVAL"), SHORT, then_holds)


def test_a_rehearsal_gives_each_agent_the_errno_that_the_turn_would_get(play):
    for errno, rule, text in (("EINVAL", "turn.number", TEXT.replace("## Turn 1", "## Turn 2")), ("EILSEQ", "text.utf8", NOISE),
                              ("EFBIG", "text.size", LARGE)):
        duel = play.joined()
        for agent in WORKS:
            assert play.replay(duel, agent, text, file=CHECK)[0] == errno, agent
            assert f"[{rule}]" in play.seen(duel)
            assert play.seen(duel).splitlines()[-1] == verdict(errno, text, "a text" if errno == "EILSEQ" else "turn 1")
        assert duel.status("turns") == "0" and "turn_rejected" not in duel.events()


def test_of_a_bad_draft_without_a_newline_at_its_end_check_says_why_whoever_wrote_it(play):
    def then_holds(duel):
        assert play.seen(duel).splitlines()[-1] == verdict("EINVAL", SHORT.rstrip("\n"))
        names_rule(duel, "section.missing")
    first = "lstat create write fchmod (fsync) (close) rename:EINVAL (unlink) open-trunc write (close:EINVAL) verify:EBADMSG"
    play.answers(CHECK, play.joined, {**CLOSE_FAILS, "claude-code": ("unverified", first)}, SHORT.rstrip("\n"), then_holds)


def test_a_second_draft_for_check_over_the_verdict_on_the_first_is_judged_by_itself(play):
    def prepare():
        duel = play.joined()
        with refused("EINVAL"):
            play.users[ALICE].call(put, duel / CHECK, "## Turn 7\n")
        assert play.seen(duel)
        return duel

    def then_holds(duel):
        assert play.seen(duel).rstrip("\n") == verdict("ok", TEXT)
    play.answers(CHECK, prepare, WORKS_OTHERWISE, TEXT, then_holds)


def test_new_rules_in_config_toml_are_taken_from_each_agent(play):
    for agent, row in WORKS_OTHERWISE.items():  # it reads back complete
        duel = play.hers()
        files = play.listing(duel)
        assert (agent, *play.replay(duel, agent, 'topic = "Queues"\nmax_turns = 4\n', file="config.toml")) == (agent, *row)
        assert (duel.status("topic"), duel.status("max_turns")) == ("Queues", "4")
        names_rule(duel, None)
        assert play.listing(duel) == files


def test_of_a_key_in_config_toml_that_does_not_exist_each_agent_is_told_and_nothing_of_it_is_taken(play):
    def then_holds(duel):
        assert duel.status("max_turns") == "6"
        names_rule(duel, "config.bad")
        assert "config.toml:2: error:" in duel.text("last_error")
    play.answers("config.toml", play.hers, rename_fails("EINVAL"), "max_turns = 4\nmax_truns = 4\n", then_holds)


def test_of_rules_that_are_no_text_or_too_long_each_agent_is_told(play):
    for errno, data in (("EINVAL", b'topic = "\xff"\n'), ("EINVAL", b'topic = "\0"\n'), ("EFBIG", b"# long\n" + b"#" * 70000 + b"\n")):
        duel = play.hers()
        topic = duel.status("topic")
        for agent in WORKS:
            assert play.replay(duel, agent, data, file="config.toml")[0] == errno, agent
            assert f"config.toml: {errno}" in duel.text("last_error")
            assert duel.status("topic") == topic


def test_of_rules_that_are_fixed_each_agent_is_told(play):
    def then_holds(duel):
        assert duel.status("max_turns") == "6"
        names_rule(duel, "config.frozen")
    play.answers("config.toml", play.joined, open_fails("EPERM"), "max_turns = 4\n", then_holds)


def test_of_rules_that_are_somebody_else_s_each_agent_is_told(play):
    def then_holds(duel):
        assert duel.status("max_turns") == "6"
        names_rule(duel, "seat.uid")
    play.answers("config.toml", play.mount.duel, open_fails("EACCES"), "max_turns = 4\n", then_holds)


def test_a_new_file_of_another_name_is_refused_to_each_agent_however_it_makes_one_and_the_reason_is_kept(play):
    duel = play.mount.duel()
    files = play.listing(duel)
    for name in ("Debate.md", "turn.md", "notes.txt", "rebuttal", "turns/002-alice.md"):
        for agent in WORKS:
            assert play.replay(duel, agent, TEXT, file=name)[0] == "EPERM", (agent, name)
            names_rule(duel, "history.changed")
            assert not (duel / name).exists() and play.listing(duel) == files


def test_what_is_only_to_be_read_is_refused_to_each_agent(play):
    for file in ("status", "last_error", "events", "turns/001-alice.md"):
        for agent in WORKS:
            duel = play.ready()
            duel.append(TEXT)
            before = duel.text("turns/001-alice.md")
            assert play.replay(duel, agent, TEXT, file=file)[0] in ("EPERM", "EACCES"), (agent, file)
            assert duel.text("turns/001-alice.md") == before
