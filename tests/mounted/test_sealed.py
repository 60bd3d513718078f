"""The desk where both sides are asked at once: neither waits for the other's lease, and what is sealed nobody reads. Each seat is a user of
its own: alice 1001, bob 1002, carol 1003; 1004 has no seat."""
import contextlib
import json
import os
import pathlib

import pytest

import dialectic
from dialectic import desk, text_of
from mounts import File, Refusal, put, refused, rename

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


def hand_in(duel, user, uid, name, text):
    user(uid).call(put, desk(duel, name), text)


def everything(path):
    """A user's view of all files, but for those of another seat alone."""
    found = {}
    for where, _, names in os.walk(path):
        for name in names:
            file = pathlib.Path(where) / name
            if os.access(file, os.R_OK) and not (name == "check" and os.getuid() not in (0, os.stat(file).st_uid)):
                found[str(file)] = file.read_bytes()
    return found


def seen_without_its_words(duel, user):
    """No word of it, whoever looks wherever: who, and what they see."""
    for uid in (0, ALICE, BOB, CAROL, NOBODY):
        seen = user(uid).call(everything, duel.path)
        assert not [path for path, text in seen.items() if WORD.encode() in text.lower()]
        yield uid, seen


def assert_sealed(duel, user):
    for uid, seen in seen_without_its_words(duel, user):
        shown = seen[str(desk(duel, "alice"))].decode()
        assert shown == SEALED[:len(shown)] and user(uid).call(os.stat, desk(duel, "alice")).st_size == len(shown)


def test_a_sealed_desk_shows_a_text_of_its_length_that_says_nothing_to_everybody_until_both_sides_are_in(debate, user):
    with debate.refuses("EBUSY", "lease.order"):
        user(ALICE).call(debate.lock, "claim alice")
    hand_in(debate, user, ALICE, "alice", SECRET)
    assert_sealed(debate, user)
    assert desk(debate, "alice").read_text() == SEALED
    assert debate.events().count("handed_in") == 1
    hand_in(debate, user, ALICE, "alice", SEALED)
    hand_in(debate, user, ALICE, "alice", SECRET)
    with refused("EBUSY", "write"):
        hand_in(debate, user, ALICE, "alice", SECRET.replace("book", "boat"))
    assert_sealed(debate, user)
    hand_in(debate, user, BOB, "bob", text_of(0, "bob"))
    assert desk(debate, "alice").read_text() == SECRET
    assert user(NOBODY).call(os.stat, desk(debate, "alice")).st_size == len(SECRET)
    assert desk(debate, "bob").read_text() == text_of(0, "bob")


def reads_back(path, text):
    with File(path, os.O_RDWR | os.O_TRUNC) as file:
        file.write(text)
        seen = os.pread(file.fd, 1 << 20, 0)
    return seen, pathlib.Path(path).read_bytes()


def test_the_process_that_wrote_a_sealed_text_reads_no_word_of_it_either(debate, user):
    seen, after = user(ALICE).call(reads_back, desk(debate, "alice"), SECRET)
    assert WORD.encode() not in seen
    assert after == SEALED.encode()


def test_what_came_by_a_rename_is_sealed_as_well_and_so_is_a_copy_of_it(debate, user):
    alice = user(ALICE)
    alice.call(put, f"{desk(debate, 'alice')}.new", SECRET, os.O_CREAT)
    alice.call(rename, f"{desk(debate, 'alice')}.new", desk(debate, "alice"))
    assert_sealed(debate, user)
    alice.call(rename, desk(debate, "alice"), f"{desk(debate, 'alice')}~")
    with pytest.raises(PermissionError):
        alice.call(pathlib.Path.read_text, pathlib.Path(f"{desk(debate, 'alice')}~"))
    alice.call(os.unlink, f"{desk(debate, 'alice')}~")
    assert_sealed(debate, user)


def test_after_the_next_mount_it_is_still_sealed(own, user):
    mount = own(options=OPTIONS)
    debate = begin(mount, user)
    hand_in(debate, user, ALICE, "alice", SECRET)
    mount.remount()
    assert_sealed(debate, user)
    hand_in(debate, user, BOB, "bob", text_of(0, "bob"))
    assert WORD in desk(debate, "alice").read_text()


def test_with_the_end_of_the_debate_a_desk_shows_its_text_and_every_user_reads_what_was_sealed(debate, user):
    hand_in(debate, user, ALICE, "alice", SECRET)
    for line, uid, rule in (("release bob outcome=COMPLETED", BOB, "seat.uid"), ("close maker reason=void", BOB, "seat.uid"),
                            ("close maker reason=void", NOBODY, "seat.uid")):
        with debate.refuses("EACCES", rule):
            user(uid).call(debate.lock, line)
    assert_sealed(debate, user)
    debate.lock("close maker reason=void")
    assert desk(debate, "alice").read_text() == SECRET
    for uid in (ALICE, BOB, CAROL, NOBODY):
        for name in ("arguments/prop_000b.md", "argument-graph.mmd"):
            assert WORD in user(uid).call(debate.text, name)
        assert "void (revealed: what alice handed in), " in user(uid).call(debate.text, "debate.md")


def vain_texts():
    """Refusals of secret words: each rule, and a text that breaks it."""
    opening = json.loads(SECRET)

    def changed(n, **other):
        return json.dumps([{**one, **other} if i == n else one for i, one in enumerate(opening)]) + "\n"
    yield "handin.json", f"{WORD} {WORD}\n"
    yield "handin.json", f"{SECRET} trailing {WORD}\n"
    yield "handin.json", SECRET[:300]
    yield "handin.json", f"```{WORD}\n{SECRET}\n"
    yield "handin.json", f'[{{"{WORD}": NaN}}]\n'
    yield "handin.json", f'{{"{WORD}": "\\ud800"}}\n'
    yield "handin.json", f'{{"{WORD}": "\\ud83d\\u007a"}}\n'
    yield "handin.twice", f'{{"{WORD}": "{WORD}", "{WORD}": 2}}\n'
    yield "text.control", changed(1, claim="x").replace('"x"', f'"{WORD}\a"')
    yield "text.utf8", f'["{WORD} '.encode() + b'\xff"]\n'
    yield "limit.nesting", f'{{"{WORD}": {"[" * 40}"{WORD}"{"]" * 40}}}\n'
    yield "text.size", changed(0, title=f"{WORD} " * 9000)
    yield "handin.missing", json.dumps([{key: one[key] for key in one if key != "claim"} for one in opening]) + "\n"
    yield "handin.type", changed(2, claim=[WORD])
    yield "handin.blank", changed(2, claim=" ")
    yield "handin.count", json.dumps(opening[0]) + "\n"
    yield "attack.count", changed(0, attacks=[{"target_id": WORD, "attack_type": WORD, "content": WORD}])
    yield "handin.count", json.dumps({"scores": [{"argument_id": WORD, "score": 9, "reasoning": WORD}]}) + "\n"


def test_nothing_that_is_sealed_was_refused_or_was_rehearsed_stands_in_any_file_of_any_user_or_in_the_log(mount, debate, user):
    record, alice = debate.status("record_sha256"), user(ALICE)
    for rule, text in vain_texts():
        for path in (debate / "participants/alice/check", desk(debate, "alice")):
            with debate.refuses("EINVAL|EFBIG|EILSEQ", rule):
                alice.call(put, path, text)
            assert "\\u" not in debate.newest_refusal()
    for name in ("debate.md.tmp.1", "debate.md.new"):
        with contextlib.suppress(Refusal):
            alice.call(put, debate / name, SECRET, os.O_CREAT)
        with refused("EACCES|EPERM|EBUSY"):
            alice.call(os.rename, debate / name, debate.debate)
        with pytest.raises(PermissionError):
            alice.call(pathlib.Path.read_text, debate / name)
        alice.call(os.unlink, debate / name)
    alice.call(put, debate / "participants/alice/check", SECRET)
    assert len(list(seen_without_its_words(debate, user))) == 5
    hand_in(debate, user, ALICE, "alice", SECRET)
    assert [debate.status(key) for key in ("proposition_in", "opposition_in", "warnings", "record_sha256")] == ["true", "false", "[]", record]
    assert_sealed(debate, user)
    with refused("EBUSY"):
        hand_in(debate, user, CAROL, "carol", text_of(0, "carol"))
    with debate.refuses("EINVAL", "handin.missing"):
        hand_in(debate, user, BOB, "bob", BAD)
    assert_sealed(debate, user)
    assert WORD not in mount.log.read_text()
    hand_in(debate, user, BOB, "bob", text_of(0, "bob"))
    for uid in (0, ALICE, BOB, CAROL, NOBODY):
        assert WORD in user(uid).call(debate.text, "arguments/prop_000a.md")


def test_which_argument_a_refused_text_attacks_is_nothing_that_anybody_reads(debate, user):
    for uid, name in ((ALICE, "alice"), (BOB, "bob"), (CAROL, "carol")):
        hand_in(debate, user, uid, name, text_of(0, name))
    claim = json.loads(debate.text("arguments/opp_000b.md").partition("\n\n")[0])["claim"]
    attack = {"target_id": "opp_000b", "attack_type": "claim_attack", "content": claim}
    text = json.dumps({**json.loads(text_of(1, "alice")), "attacks": [attack, attack]})
    with debate.refuses("EINVAL", "attack.twice"):
        hand_in(debate, user, ALICE, "alice", text)
    assert "attacks[1].content: warning: [handin.repeat]" in debate.newest_refusal()
    assert "opp_000b" not in debate.text("last_error") + debate.text("events") + debate.text("participants/alice/last_error")
