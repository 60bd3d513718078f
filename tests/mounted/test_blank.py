"""Before the first hand-in turn.md reads as the blank of what is due."""
import os


import rounds
from mounts import append, put, rename, turn

TEXT = turn(1, "alice")


def desk(duel, name="alice"):
    return duel / f"participants/{name}/turn.md"


def blank(duel, name="alice"):
    return duel.text(f"participants/{name}/template.md")


def test_where_nothing_is_due_it_reads_empty(mount):
    duel = mount.duel()
    duel.join("alice")
    assert desk(duel).read_text() == ""
    debate = rounds.debate(mount)
    assert desk(debate).read_text() == blank(debate) != ""
    assert (desk(debate, "bob").read_text(), desk(debate, "olga").read_text()) == ("", "")
    duel.join("bob")
    assert desk(duel, "bob").read_text() == blank(duel, "bob")
    duel.lock("close maker reason=over")
    assert (desk(duel).read_text(), desk(duel, "bob").read_text()) == ("", "")


def test_the_unchanged_blank_is_refused_with_one_sentence_at_its_write_by_whichever_way_it_comes(duel):
    path, untouched = desk(duel), desk(duel).read_bytes()
    new = duel / "participants/alice/turn.md.tmp.1"

    def renamed():
        put(duel / "participants/alice/turn.md~", untouched, os.O_CREAT)
        rename(duel / "participants/alice/turn.md~", path)
    ways = {"write": [lambda: put(path, untouched), lambda: put(path, untouched, 0), lambda: put(new, untouched, os.O_CREAT),
                      lambda: put(duel / "participants/alice/check", untouched)],
            "close": [lambda: append(path, untouched), lambda: put(path, untouched[:-1])],
            "rename": [renamed]}
    for call, of in ways.items():
        for way in of:
            with duel.refuses("EINVAL", "text.blank", call):
                way()
            assert len(duel.newest_refusal().splitlines()) == 1
    assert path.read_bytes() == untouched
    put(path, TEXT)


def test_the_blank_of_a_seat_with_a_token_has_its_line_and_is_refused_with_the_right_one_too(mount):
    duel = mount.duel()
    duel.lock("join alice token=swordfish-1 harness=claude-code model=opus")
    duel.join("bob")
    text = desk(duel).read_text()
    assert text.startswith("<!-- token: SECRET -->\nStance: ")
    with duel.refuses("EACCES", "lease.token"):
        put(desk(duel), text)
    with duel.refuses("EINVAL", "text.blank"):
        put(desk(duel), text.replace("SECRET", "swordfish-1"))
    put(desk(duel), "<!-- token: swordfish-1 -->\n" + TEXT)
