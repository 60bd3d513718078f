"""participants = […]: who may join."""
from mounts import append

INVITED = 'participants = ["alice", "bob:1001"]'


def test_only_who_is_named_may_join_and_a_stranger_freezes_nothing(own):
    mount = own()
    duel = mount.duel(INVITED)
    assert INVITED in duel.text("config.toml")
    for line in ("join carl", "claim bob"):
        with duel.refuses("EACCES", "seat.uninvited"):
            duel.lock(line)
    append(duel / "config.toml", "max_turns = 4\n")
    duel.lock("join alice")
    mount.remount()
    with duel.refuses("EACCES", "seat.uninvited"):
        duel.lock("join carl")
