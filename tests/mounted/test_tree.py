"""The tree: what is listed, modes, sizes, inode numbers, and names that may not be made."""
import os
import stat


from mounts import File, NOREPLACE, put, refused, rename, turn

OPTIONS = ("allow_other",)


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


def stat_of(path):
    it = os.stat(path)
    return it.st_mode, it.st_uid, it.st_gid, it.st_ino, it.st_size


def open_as(path, flags):
    File(path, flags).close()


def test_the_root_lists_README_md_index_html_status_last_error_and_the_duels_and_nothing_else(own):
    mount = own()
    mount.duel(name="one")
    mount.duel(name="two")
    assert sorted(os.listdir(mount.path)) == ["README.md", "index.html", "last_error", "one", "status", "two"]


def test_a_duel_s_directory_lists_its_files_and_wait_is_not_among_them(duel):
    listed = os.listdir(duel.path)
    for name in ("README.md", "config.toml", "status", "status.json", "lock", "debate.md", "last_error", "events", "prompt.md",
                 "turns", "participants"):
        assert name in listed
    assert "wait" not in listed
    assert "check" not in listed


def test_a_seat_s_directory_lists_its_files_and_wait_and_next_are_not_among_them(duel):
    listed = set(os.listdir(duel / "participants/alice"))
    assert listed == {"status", "prompt.md", "template.md", "turn.md", "check", "last_error"}
    assert os.path.exists(duel / "participants/alice/wait") and not os.path.exists(duel / "participants/alice/next")


def test_a_seat_may_remove_its_turn_md_which_hides_the_name_from_all_until_it_is_made_again_and_then_it_reads_as_before(mount, user):
    duel, text = mount.duel(), turn(1, "alice").replace("(claude-code / opus)", "(unknown / unknown-model)")
    user(1001).call(duel.lock, "join alice")
    user(1002).call(duel.lock, "join bob")
    desk = duel / "participants/alice/turn.md"
    user(1001).call(put, desk, text)
    with duel.refuses("EACCES", "seat.uid"):
        user(1002).call(os.unlink, desk)
    assert desk.read_text() == text
    before = stat_of(desk)
    user(1001).call(os.unlink, desk)
    for uid in (0, 1001, 1002):
        assert not user(uid).call(os.path.exists, desk)
        assert "turn.md" not in user(uid).call(os.listdir, desk.parent)
    for call in ((os.unlink, desk), (os.rename, desk, f"{desk}~"), (os.truncate, desk, 0)):
        with refused("ENOENT"):
            user(1001).call(*call)
    for uid, name, *call in ((1002, "EACCES", os.mknod, desk), (1001, "EPERM", os.symlink, "x", desk)):
        with refused(name):
            user(uid).call(*call)
        assert "turn.md" not in os.listdir(desk.parent)
    user(1001).call(open_as, desk, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    assert (desk.read_text(), stat_of(desk)) == (text, before)
    # as mv does from another file system, and as it does beside the desk
    user(1001).call(os.unlink, desk)
    user(1001).call(put, desk, text, os.O_CREAT | os.O_EXCL)
    for flags in (0, NOREPLACE):
        user(1001).call(os.unlink, desk)
        user(1001).call(put, f"{desk}.new", "no turn\n", os.O_CREAT)
        with refused("EBUSY"):
            user(1001).call(rename, f"{desk}.new", desk, flags)
        assert not os.path.exists(desk)
        user(1001).call(put, f"{desk}.new", text)
        user(1001).call(rename, f"{desk}.new", desk, flags)
        assert desk.read_text() == text
    assert duel.status("turns") == "1"
    user(1001).call(os.rename, desk, f"{desk}~")
    assert (desk.read_text(), user(1001).call(duel.text, "participants/alice/turn.md~")) == (text, text)


def test_gated_files_are_0666_config_toml_is_0644_and_its_maker_s_the_rest_is_0444(mount):
    duel = mount.joined()
    for name in ("lock", "debate.md", "participants/alice/turn.md", "participants/alice/check"):
        assert mode(duel / name) == 0o666, name
        assert os.stat(duel / name).st_blksize == 1 << 20, name  # cp, cat and Python send a text in one write
    assert os.stat(duel / "config.toml").st_blksize == 1 << 20
    assert (mode(duel / "config.toml"), os.stat(duel / "config.toml").st_uid) == (0o644, 0)
    for name in ("README.md", "status", "status.json", "last_error", "events", "prompt.md", "participants/alice/status",
                 "participants/alice/wait", "participants/alice/prompt.md", "participants/alice/template.md", "participants/alice/last_error"):
        assert mode(duel / name) == 0o444, name
    for name in ("README.md", "status", "last_error"):
        assert mode(mount.path / name) == 0o444, name


def test_config_toml_belongs_to_whoever_made_the_duel(mount, user):
    user(1001).call(os.mkdir, mount.path / "theirs")
    assert os.stat(mount.path / "theirs/config.toml").st_uid == 1001


def test_the_mount_is_nosuid_nodev_and_noexec(mount):
    with open("/proc/self/mountinfo", encoding="utf-8") as mounts:
        options = next(line.split()[5].split(",") for line in mounts if line.split()[4] == str(mount.path))
    assert {"nosuid", "nodev", "noexec"} <= set(options)
