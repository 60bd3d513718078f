"""The desk where both sides are asked at once: neither waits for the other's lease, and what is sealed nobody reads. Each seat is a user of
its own: alice 1001, bob 1002, carol 1003; 1004 has no seat."""
import json
import os
import pathlib

import pytest

import dialectic
from dialectic import text_of
from mounts import File, append, eventually, put, refused, rename

OPTIONS = ("allow_other",)
ALICE, BOB, CAROL, NOBODY = 1001, 1002, 1003, 1004
WORD = "zwirbel"
SECRET = json.dumps([{"title": f"{WORD} {n}", "claim": f"{WORD} {n} claims.", "warrant": f"{WORD} {n} holds",
                      "grounds": [{"source": WORD, "content": f"{n} {WORD} in a book", "relevance": f"{WORD} bears it"}]} for n in range(3)],
                    indent=2)
# It says nothing, line by line.
SEALED = ("sealed\n" * len(SECRET))[:len(SECRET)]
BAD = json.dumps([{"claim": WORD}] * 3, indent=1) + "\n"


def join(duel, user):
    for uid, line in ((ALICE, "join alice role=proposition"), (BOB, "join bob role=opposition"), (CAROL, "join carol role=judge")):
        user(uid).call(duel.lock, line)
    return duel


def begin(mount, user, *config):
    return join(dialectic.debate(mount, *config, names=()), user)


@pytest.fixture
def debate(mount, user):
    yield begin(mount, user)
    mount.assert_quiet()


def desk(duel, name="alice"):
    return duel / f"participants/{name}/turn.md"


def hand_in(duel, user, uid, name, text):
    user(uid).call(put, desk(duel, name), text)


def alice_and_bob(duel, user):
    hand_in(duel, user, ALICE, "alice", SECRET)
    hand_in(duel, user, BOB, "bob", text_of(0, "bob"))


def everything(path):
    """What a user reads in all files, but what is another seat's alone."""
    found = {}
    for where, _, names in os.walk(path):
        for name in names:
            file = pathlib.Path(where) / name
            if os.access(file, os.R_OK) and not (name == "check" and os.getuid() not in (0, os.stat(file).st_uid)):
                found[str(file)] = file.read_bytes()
    return found


def assert_sealed(duel, user):
    """No word of it, whoever looks wherever."""
    for uid in (0, ALICE, BOB, CAROL, NOBODY):
        seen = user(uid).call(everything, duel.path)
        assert not [path for path, text in seen.items() if WORD.encode() in text.lower()]
        shown = seen[str(desk(duel))].decode()
        assert shown == SEALED[:len(shown)] and user(uid).call(os.stat, desk(duel)).st_size == len(shown)


def test_a_sealed_desk_shows_a_text_of_its_length_that_says_nothing_to_everybody_until_both_sides_are_in(debate, user):
    hand_in(debate, user, ALICE, "alice", SECRET)
    assert_sealed(debate, user)
    assert desk(debate).read_text() == SEALED
    assert debate.events().count("handed_in") == 1
    hand_in(debate, user, ALICE, "alice", SEALED)
    hand_in(debate, user, ALICE, "alice", SECRET)
    with refused("EBUSY", "write"):
        hand_in(debate, user, ALICE, "alice", SECRET.replace("book", "boat"))
    assert_sealed(debate, user)
    hand_in(debate, user, BOB, "bob", text_of(0, "bob"))
    assert desk(debate).read_text() == SECRET
    assert user(NOBODY).call(os.stat, desk(debate)).st_size == len(SECRET)
    assert desk(debate, "bob").read_text() == text_of(0, "bob")


def reads_back(path, text):
    with File(path, os.O_RDWR | os.O_TRUNC) as file:
        file.write(text)
        seen = os.pread(file.fd, 1 << 20, 0)
    return seen, pathlib.Path(path).read_bytes()


def test_the_process_that_wrote_a_sealed_text_reads_no_word_of_it_either(debate, user):
    seen, after = user(ALICE).call(reads_back, desk(debate), SECRET)
    assert WORD.encode() not in seen
    assert after == SEALED.encode()


def test_what_came_by_a_rename_is_sealed_as_well_and_so_is_a_copy_of_it(debate, user):
    alice = user(ALICE)
    alice.call(put, f"{desk(debate)}.new", SECRET, os.O_CREAT)
    alice.call(rename, f"{desk(debate)}.new", desk(debate))
    assert_sealed(debate, user)
    alice.call(rename, desk(debate), f"{desk(debate)}~")
    with pytest.raises(PermissionError):
        alice.call(pathlib.Path.read_text, pathlib.Path(f"{desk(debate)}~"))
    alice.call(os.unlink, f"{desk(debate)}~")
    assert_sealed(debate, user)


def test_after_the_next_mount_it_is_still_sealed(own, user):
    mount = own(options=OPTIONS)
    debate = begin(mount, user)
    hand_in(debate, user, ALICE, "alice", SECRET)
    mount.remount()
    assert_sealed(debate, user)
    hand_in(debate, user, BOB, "bob", text_of(0, "bob"))
    assert WORD in desk(debate).read_text()


def test_where_nothing_is_sealed_a_desk_shows_its_text_at_once_and_with_the_end_of_the_debate(mount, user, debate):
    shown = begin(mount, user, "sealed = false")
    hand_in(shown, user, ALICE, "alice", SECRET)
    assert desk(shown).read_text() == SECRET
    hand_in(debate, user, ALICE, "alice", SECRET)
    assert_sealed(debate, user)
    user(BOB).call(debate.lock, "claim bob")
    user(BOB).call(debate.lock, "release bob outcome=INVALIDATED reason=void")
    assert desk(debate).read_text() == SECRET


def test_neither_side_waits_for_the_other_s_lease_and_neither_ends_it(debate, user):
    user(ALICE).call(debate.lock, "claim alice")
    assert debate.status("lease") == "1"
    hand_in(debate, user, BOB, "bob", text_of(0, "bob"))
    assert (debate.status("lock_owner"), debate.status("lease")) == ("alice", "1")
    assert [event["participant"] for event in debate.events_of("handed_in")] == ["bob"]
    user(ALICE).call(append, debate.debate, SECRET)
    user(ALICE).call(debate.lock, "release alice")
    assert [event["participant"] for event in debate.events_of("handed_in")] == ["bob", "alice"]
    user(CAROL).call(debate.lock, "claim carol")
    assert int(debate.status("lease")) > 2
    with debate.refuses("EBUSY", "lease.busy"):
        hand_in(debate, user, BOB, "bob", text_of(1, "bob"))


def test_what_is_refused_under_a_lease_is_said_by_its_release_whatever_the_other_side_hands_in_meanwhile(debate, user):
    user(ALICE).call(debate.lock, "claim alice")
    with refused("EINVAL"):
        user(ALICE).call(append, debate.debate, BAD)
    hand_in(debate, user, BOB, "bob", text_of(0, "bob"))
    with refused("EINVAL"):
        user(ALICE).call(debate.lock, "release alice")
    user(ALICE).call(debate.lock, "release alice")


def hands_in(_, path, text):
    put(path, text)


def test_two_sides_at_the_same_moment_are_both_taken(mount, user, beside):
    for _ in range(5):
        debate = begin(mount, user)
        both = [beside(hands_in, desk(debate), text_of(0, "alice"), uid=ALICE),
                beside(hands_in, desk(debate, "bob"), text_of(0, "bob"), uid=BOB)]
        for one in both:
            one.answer()
        assert debate.events().count("handed_in") == 2


def test_what_one_side_rehearses_or_is_refused_is_told_with_rule_and_line_and_no_word_of_it(debate, user):
    check = debate / "participants/alice/check"
    for path in (desk(debate), check):
        for text, place in ((BAD, "[0].title: error: [handin.missing] "), (f"[\n1 {WORD}]\n", "2:[0]: error: [handin.json] ")):
            with refused("EINVAL"):
                user(ALICE).call(put, path, text)
            assert f"participants/alice/turn.md:{place}" in debate.text("last_error")
    assert "alice participants/alice/turn.md: EINVAL" in debate.text("participants/alice/last_error")
    assert "turn.md:2:[0]: error: [handin.json] " in check.read_text()
    user(ALICE).call(put, check, SECRET)
    assert "\nturn.md: ok (" in check.read_text()
    rejected = eventually(lambda: debate.events_of("turn_rejected")[1:] and debate.events_of("turn_rejected"))
    assert [event["participant"] for event in rejected] == ["alice"] * 2
    for uid in (0, ALICE, BOB, CAROL, NOBODY):
        assert not [path for path, text in user(uid).call(everything, debate.path).items() if WORD.encode() in text.lower()]


def test_a_release_says_of_a_sealed_text_that_it_was_refused_after_the_next_mount_too(own, user):
    mount = own(options=OPTIONS)
    debate = begin(mount, user)
    user(ALICE).call(debate.lock, "claim alice")
    with refused("EINVAL"):
        user(ALICE).call(append, debate.debate, BAD)
    mount.remount()
    with refused("EINVAL"):
        user(ALICE).call(debate.lock, "release alice")
    assert "alice lock: EINVAL" in debate.text("last_error")
    user(ALICE).call(debate.lock, "release alice")
    alice_and_bob(debate, user)


def test_the_warnings_of_an_accepted_sealed_text_are_shown_when_it_is(debate, user):
    long = json.loads(SECRET)
    long[2]["title"] = "These are eight words and make a title"
    hand_in(debate, user, ALICE, "alice", json.dumps(long))
    assert debate.text("last_error") == ""
    assert debate.status("warnings") == "[]"
    hand_in(debate, user, BOB, "bob", text_of(0, "bob"))
    assert "debate.md:[2].title: warning: [words.title]" in debate.text("last_error")
    assert "[words.title] [2].title" in debate.status("warnings")
