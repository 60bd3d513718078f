"""Attributes: times that move with what a file shows, inode numbers, and one answer for every caller. (Sizes: readers.)"""
import contextlib
import ctypes
import datetime
import os
import re

from mounts import HARNESS, MODEL, File, Refusal, append, eventually, now, put, refused, turn

OPTIONS = ("allow_other",)
# Files that run with the clock.
RUNNING = re.compile(rb'^((lease_)?seconds_left|retry_after|uptime|as_of).*\n|"(lease_seconds_left|retry_after_seconds)":[0-9]+|"as_of":"[^"]*"',
                     re.M)
TELLS_ITS_OWN = re.compile(r"debate\.md$|source\.md$|turns/|/last_error$|events$|check$|config\.toml$")


def everything(top):
    """All paths of a tree, the top among them."""
    return sorted([str(top)] + [os.path.join(where, name) for where, folders, files in os.walk(top) for name in folders + files])


def files(top):
    return [path for path in everything(top) if os.path.isfile(path)]


def times(path):
    it = os.stat(path)
    return it.st_mtime_ns, it.st_ctime_ns


def shown(top):
    """Every file with its times, what it shows, and that without what runs with the clock."""
    found = {}
    for path in files(top):
        before = None
        while before != times(path):  # what ends by the clock may do so in between
            before = times(path)
            with open(path, "rb") as file:
                text = file.read()
        found[os.path.relpath(path, top)] = before, text, RUNNING.sub(b"", text)
    return found


class Moments:
    """From one moment to the next: what shows something else has another time, and what shows the same has the same; behind a remount what
    tells its own changes (the mount's own last_error begins with the mount)."""

    def __init__(self, top):
        self.top, self.before = top, shown(top)

    def compare(self, moment, remounted=False):
        after = shown(self.top)
        for path, (time, text, stands) in after.items():
            if path not in self.before:
                continue
            old_time, old_text, stood = self.before[path]
            assert stands == stood or time != old_time, f"{moment}: {path} changed, and its time did not"
            keeps = "/" in path and not (remounted and not TELLS_ITS_OWN.search(path))
            assert text != old_text or time == old_time or not keeps, \
                f"{moment}: the time of {path} moved, and nothing in it"
        self.before = after


def test_no_file_changes_without_its_time_and_what_nobody_changed_keeps_it(own):
    mount = own(options=OPTIONS)
    plan = mount.work / "plan.md"
    plan.write_text("# The plan\n\nWords.\n")
    mount.bare(name="other")
    duel = mount.duel("wait_seconds = 2", "lease_seconds = 600")
    moments = Moments(mount.path)
    append(duel / "config.toml", f'source = "{plan}"\n')
    moments.compare("a source")
    with refused("EINVAL"):
        append(duel / "config.toml", "max_turns = 1000\n")
    moments.compare("rules that were refused")
    duel.join("alice")
    moments.compare("the first joined")
    for moment in ("a claim that has to wait", "the same once more"):
        with refused("EBUSY"):
            duel.lock("claim alice")
        moments.compare(moment)
    eventually(lambda: duel.status("next_step") == "claim_lock" or now() > duel.status("wait_until"))
    moments.compare("the end of the wait")
    duel.join("bob")
    moments.compare("the second joined")
    duel.lock("claim alice")
    moments.compare("a claim")
    bad = turn(3, "alice").replace("Addresses: Turn 2", "Addresses: Source")
    with refused("EINVAL"):
        duel.append(bad)
    moments.compare("a turn that was refused")
    with refused("EINVAL"):
        put(duel / "participants/alice/check", bad)
    moments.compare("a rehearsal")
    duel.lock("refresh alice")
    moments.compare("a refresh")
    duel.append(turn(1, "alice"))
    moments.compare("a turn")
    duel.lock("release alice")
    moments.compare("a release")
    duel.play(2, "bob", "OPEN_TO_DEBATE")
    moments.compare("the other turn")
    duel.lock("claim alice")
    duel.append(duel.conclusion("DISSENT") + "It was about plan.md.\n")
    moments.compare("the conclusion")
    with refused("EROFS"):
        duel.lock("claim bob")
    moments.compare("too late")
    eventually(lambda: duel.status("archive"))
    moments.compare("the archive")
    mount.remount()
    moments.compare("a remount", True)


def test_the_times_of_debate_md_stand_still_for_everything_that_is_no_commit(own):
    mount = own(options=OPTIONS)
    duel = mount.joined("lease_seconds = 2")
    duel.play(1, "alice", "OPEN_TO_DEBATE")
    before = times(duel.debate)

    def still(about):
        assert times(duel.debate) == before, about

    duel.record()
    still("a read")
    duel.lock("claim bob")
    with File(duel.debate, os.O_WRONLY | os.O_TRUNC):
        pass
    with File(duel.debate, os.O_RDWR) as file:
        file.truncate(7)
    still("a staged truncation")
    with refused("EPERM"):
        os.truncate(duel.debate, 3)
    still("a truncation by path")
    with refused("EPERM"):
        duel.rewrite("other bytes")
    still("a refused rewrite")
    os.chmod(duel.debate, 0o600)
    os.chown(duel.debate, 1001, -1)
    os.utime(duel.debate, (978307200, 978307200))
    os.utime(duel.debate)
    still("chmod, chown and utimes")
    file = File(duel.debate, os.O_WRONLY | os.O_APPEND)
    file.write(turn(2, "bob"))
    still("a staged turn")
    eventually(lambda: duel.status("lock_owner") == "")
    still("a lease that ran out")
    with contextlib.suppress(Refusal):
        file.close()
    still("a turn that came too late")
    duel.play(2, "bob", "OPEN_TO_DEBATE")
    assert times(duel.debate) > before
    assert times(duel.debate) == times(duel / "turns/002-bob.md")


def test_a_turn_s_file_has_the_time_of_that_turn_the_record_that_of_the_last_and_each_is_later_than_the_one_before(own):
    mount = own(options=OPTIONS)
    duel = mount.duel()
    duel.play_to(6)
    duel.conclude("alice", "MAX_TURNS")

    def times_of_turns():
        return [times(duel / "turns" / name)[0] for name in sorted(os.listdir(duel / "turns")) if name.startswith("0")]

    before = times_of_turns()
    assert len(set(before)) == 6 and before == sorted(before)
    assert times(duel.debate)[0] > before[-1]
    assert not [path for path in everything(duel / "turns") if times(path)[0] > times(duel.debate)[0]]
    joined = datetime.datetime.fromtimestamp(int(os.stat(duel / "participants/bob").st_mtime), datetime.timezone.utc)
    assert joined.strftime("%Y-%m-%dT%H:%M:%SZ") == [event["time"] for event in duel.events_of("participant_registered")][1]
    mount.remount()
    assert times_of_turns() == before


def test_find_by_inode_number_finds_every_file_each_once_and_the_numbers_outlive_a_remount(own):
    mount = own(options=OPTIONS)
    plan = mount.work / "plan.md"
    plan.write_text("# The plan\n")
    mount.duel(f'source = "{plan}"').play_to(2)
    mount.duel()
    before = {path: os.stat(path).st_ino for path in everything(mount.path)}
    assert len(before) >= 28
    assert len(set(before.values())) == len(before)
    mount.remount()
    assert {path: os.stat(path).st_ino for path in everything(mount.path)} == before


def test_the_number_that_readdir_gives_is_the_one_that_stat_gives_in_every_directory(mount):
    duel = mount.duel()
    duel.play_to(2)
    seen = {}

    def look(folder):
        for entry in os.scandir(folder):
            number = os.stat(entry.path).st_ino
            assert entry.inode() == number != 0, entry.path
            assert seen.setdefault(number, entry.path) == entry.path
            if entry.is_dir(follow_symlinks=False):
                look(entry.path)

    look(mount.path)
    assert len(seen) > 15
    # The directory itself, and the one above it.
    assert os.stat(duel / "turns").st_ino == os.stat(f"{duel / 'turns'}/.").st_ino
    assert os.stat(f"{duel / 'participants/alice'}/..").st_ino == os.stat(duel / "participants").st_ino


def all_that_stat_gives(top):
    """For each path all fields of struct statx, as the bytes that they are."""
    statx, fields = ctypes.CDLL(None, use_errno=True).statx, ctypes.create_string_buffer(256)
    found = {}
    for path in everything(top):
        assert statx(-100, path.encode(), 0x100, 0xfff, fields) == 0, path  # AT_FDCWD, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS and _BTIME
        found[path] = fields.raw
    return found


def test_stat_gives_every_caller_the_same_in_every_field_for_every_file(own, user):
    mount = own(options=OPTIONS)
    path = mount.path / "of-alice"
    user(1001).call(os.mkdir, path)
    for uid, line in ((1001, "join alice"), (1002, "join bob"), (1001, "claim alice")):
        user(uid).call(put, path / "lock", line, 0)
    text = turn(1, "alice").replace(f"({HARNESS} / {MODEL})", "(unknown / unknown-model)")
    user(1001).call(append, path / "debate.md", text)
    expected = all_that_stat_gives(mount.path)
    assert len(expected) >= 20
    for uid in (1001, 1002, 65534):
        assert user(uid).call(all_that_stat_gives, mount.path) == expected, f"uid {uid}"
