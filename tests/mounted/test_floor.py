"""The floor: who may claim it when, what refresh and release do, how it reads."""
import contextlib
import os
import tomllib

import pytest

from mounts import File, Refusal, eventually, put, refused, turn

OPTIONS = ("allow_other",)


@pytest.fixture
def unjoined(mount):
    return mount.duel()


def test_the_lock_reads_as_the_floor_an_empty_owner_when_it_is_free(unjoined):
    duel = unjoined
    assert duel.status("owner", "lock") == ""
    duel.join_both()
    duel.lock("claim alice")
    assert duel.status("owner", "lock") == "alice"
    assert duel.status("lease", "lock") == duel.status("lease")
    assert duel.status("expires_at", "lock") == duel.status("lease_expires_at")
    for key in ("claimed_at", "expires_at", "seconds_left", "retry_after_seconds"):
        assert duel.status(key, "lock"), key
    tomllib.loads(duel.text("lock"))
    duel.lock("release alice")
    assert duel.status("owner", "lock") == ""


def test_a_claim_before_the_peer_has_joined_waits_and_the_claimant_stays_joined(unjoined):
    duel = unjoined
    with duel.refuses("EBUSY", "lease.wait"):
        duel.lock("claim alice harness=claude-code model=opus")
    assert [duel.status(key) for key in ("participants", "state", "lock_owner")] == ["1", "waiting_for_participant", ""]
    assert duel.status("next_step") == "wait_peer"
    assert "wait_peer" in duel.text("participants/alice/status")
    duel.lock("claim bob")
    assert duel.status("lock_owner") == "bob"


def test_a_claim_out_of_turn_waits(unjoined):
    duel = unjoined
    duel.play_to(1)
    with duel.refuses("EBUSY", "lease.order"):
        duel.lock("claim alice")
    assert "wait_turn" in duel.text("participants/alice/status")
    assert duel.status("next_participant") == "bob"
    duel.lock("claim bob")
    assert duel.status("lock_owner") == "bob"


def test_a_claim_by_the_holder_is_a_refresh_of_the_same_lease(duel):
    duel.lock("claim alice")
    lease = duel.status("lease")
    duel.lock("claim alice")
    duel.lock("refresh alice")
    assert (duel.status("lease"), duel.status("lock_owner")) == (lease, "alice")
    assert duel.events().count("lock_acquired") == 1
    assert duel.events().count("lock_refreshed") == 2


def test_refresh_and_release_are_the_holder_s_alone(duel):
    for verb in ("refresh", "release"):
        with duel.refuses("EACCES", "lease.none"):
            duel.lock(f"{verb} alice")
    duel.lock("claim alice")
    for verb in ("refresh", "release"):
        with duel.refuses("EACCES", "lease.none"):
            duel.lock(f"{verb} bob")
    assert duel.status("lock_owner") == "alice"


def test_a_lease_covers_one_text_and_ends_when_it_is_accepted(own):
    mount = own()
    duel = mount.claimed()
    with duel.refuses("EBUSY", "lease.busy"):
        duel.lock("claim bob")
    duel.append(turn(1, "alice"))
    assert (duel.status("lock_owner"), duel.status("owner", "lock")) == ("", "")
    assert duel.events()[-2:] == ["artifact_updated", "lock_released"]
    with duel.refuses("EACCES", "lease.none"):
        duel.lock("refresh alice")
    with duel.refuses("EACCES", "lease.none", "open"):
        File(duel.debate, os.O_WRONLY | os.O_APPEND)
    duel.lock("claim bob")
    assert (duel.status("lock_owner"), duel.status("lease")) == ("bob", "2")
    with File(duel / "participants/bob/turn.md", os.O_WRONLY | os.O_TRUNC) as file:
        file.write(turn(2, "bob"))
    assert (duel.status("lock_owner"), duel.status("turns")) == ("", "2")
    mount.remount()
    assert (duel.status("lock_owner"), duel.status("turns")) == ("", "2")


def test_a_release_is_0_also_when_the_lease_has_ended_because_a_text_was_accepted(own):
    mount = own()
    duel = mount.joined()
    for verb in ("release alice", "release bob"):
        with duel.refuses("EACCES", "lease.none"):
            duel.lock(verb)
    duel.lock("claim alice")
    duel.append(turn(1, "alice"))
    for _ in range(2):
        duel.lock("release alice")
    duel.lock("claim bob")
    mount.remount()
    duel.lock("release alice")
    assert duel.status("lock_owner") == "bob"
    duel.lock("release bob")
    with duel.refuses("EACCES", "lease.none"):
        duel.lock("release bob")  # that one ended without a text
    assert len(duel.events_of("lock_released")) == 2


def test_what_is_written_behind_an_accepted_text_through_the_same_open_file_is_ECANCELED(duel):
    duel.lock("claim alice")
    with contextlib.suppress(Refusal), File(duel.debate, os.O_WRONLY | os.O_APPEND) as file:
        file.write(turn(1, "alice"))
        file.fsync()
        with duel.refuses("ECANCELED", "lease.expired", "write"):
            file.write(turn(2, "alice"))
    assert "lease 1 ended with the text that was accepted" in duel.newest_refusal()
    assert duel.status("turns") == "1"


def test_claims_and_releases_survive_kill_9_from_when_they_return(own):
    mount = own()
    duel = mount.joined()
    for line, owner in ("claim alice", "alice"), ("release alice", ""), ("claim bob", "bob"):
        duel.lock(line)
        lease = duel.status("lease")
        mount.crashes()
        assert (duel.status("lock_owner"), duel.status("lease")) == (owner, lease)


def refused_turn(duel):
    """alice has the floor, and handed in a turn that was refused."""
    duel.lock("claim alice")
    with refused("EINVAL"):
        duel.append(turn(7, "alice"))


def test_after_a_refused_append_the_first_release_is_refused_and_the_second_is_not_nor_with_force_or_once_one_was_accepted(duel):
    refused_turn(duel)
    with refused("EINVAL"):
        duel.lock("release alice")
    said = duel.newest_refusal()
    assert "none was accepted since" in said and said.count("[turn.number]") > 1
    assert duel.status("lock_owner") == "alice"
    duel.lock("release alice")
    assert duel.status("lock_owner") == ""
    refused_turn(duel)
    duel.lock("release alice force=yes")
    refused_turn(duel)
    duel.append(turn(1, "alice"))
    duel.lock("release alice")


def test_a_refusal_whose_lease_ran_out_fails_the_first_release_of_the_next(mount):
    duel = mount.joined("lease_seconds = 1")
    refused_turn(duel)
    eventually(lambda: duel.status("lock_owner") == "")
    with refused("ECANCELED"):
        duel.lock("release alice")
    duel.lock("claim alice")
    with duel.refuses("EINVAL", "turn.number"):
        duel.lock("release alice")
    duel.lock("release alice")


def test_a_lease_ends_by_itself_and_the_peer_may_claim(mount):
    duel = mount.claimed("lease_seconds = 1")
    eventually(lambda: duel.status("lock_owner") == "")
    assert duel.status("owner", "lock") == ""
    assert duel.events().count("lock_expired") == 1
    with refused("EACCES|ECANCELED"):
        duel.lock("refresh alice")
    duel.lock("claim bob")
    assert duel.status("lock_owner") == "bob"


def test_what_was_staged_under_a_lease_that_ran_out_is_ECANCELED_at_its_close_and_under_the_next_lease_at_its_write(mount):
    closed, written = (mount.claimed("lease_seconds = 1") for _ in range(2))
    files = [File(duel.debate, os.O_WRONLY | os.O_APPEND).write(turn(1, "alice")) for duel in (closed, written)]
    for duel in (closed, written):
        duel.becomes("lock_owner", "")
    with closed.refuses("ECANCELED", "lease.expired", "close"):
        files[0].close()
    written.lock("claim alice")
    with refused("ECANCELED", "write"), files[1]:
        files[1].write("more\n")
    assert [duel.status("turns") for duel in (closed, written)] == ["0", "0"]


def test_who_appends_without_the_floor_is_told_which_of_its_seats_may_claim_and_what_the_others_wait_for(duel):
    put(duel / "participants/alice/turn.md", turn(1, "alice"))
    with duel.refuses("EACCES", "lease.none", "open"):
        duel.append(turn(3, "alice"))
    assert 'nobody has the floor: claim it first, as "bob"; "alice" could not claim it now: ' in duel.newest_refusal()
    assert duel.text("last_error").splitlines()[0].endswith("Z uid 0 debate.md: EACCES")


def test_without_the_floor_debate_md_cannot_be_opened_for_writing(unjoined):
    duel = unjoined
    appending = os.O_WRONLY | os.O_APPEND
    with duel.refuses("EACCES", "lease.none", "open"):
        File(duel.debate, appending)
    assert "nobody has the floor: claim it first" in duel.newest_refusal()
    duel.join("alice")
    with duel.refuses("EACCES", "lease.none", "open"):
        File(duel.debate, appending)
    assert 'nobody has the floor, and "alice" could not claim it now: another participant has not joined: ' \
        "wait, or claim with for=timeout from " in duel.newest_refusal()
    duel.join("bob")
    with duel.refuses("EACCES", "lease.none", "open"):
        File(duel.debate, appending)
    assert "nobody has the floor: claim it first" in duel.newest_refusal()
    for flags in (os.O_WRONLY | os.O_TRUNC, os.O_RDWR):
        with duel.refuses("EACCES", "lease.none", "open"):
            File(duel.debate, flags)
    # as a shell appends
    with pytest.raises(PermissionError, match="Permission denied"):
        os.open(duel.debate, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
