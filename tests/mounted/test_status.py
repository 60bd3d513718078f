"""status and its kin: keys, truth at the moment of opening, the same in TOML and JSON."""
import json
import os
import re
import tomllib

from mounts import eventually, put, refused, turn

KEYS = """duel id format state next_step next_participant topic topic_slug source participants turns max_turns lock_owner lease
lease_expires_at lease_seconds_left retry_after_seconds wait_until move_due_at move_ends_at outcome reason closed_by candidate_convergence
quotations_found model_families warnings created_at updated_at closed_at archive events record_bytes record_sha256 seats""".split()
SEAT_KEYS = "name role harness model next_step hand_in waits_for move_ends_at refused texts".split()
TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z"


def unknown_turn(n, name):
    """The turn of a participant that joined without harness and model."""
    return turn(n, name).replace("(claude-code / opus)", "(unknown / unknown-model)", 1)


def assert_alike(duel):
    """Both forms parse and hold the same values."""
    toml, same = tomllib.loads(duel.text("status")), json.loads(duel.text("status.json"))
    for clock in [key for key in toml if key.endswith("seconds_left") or key.startswith("retry_after") or key == "as_of"]:
        assert clock in same
        del toml[clock], same[clock]
    assert toml == same


def of(duel, *keys):
    return tuple(duel.status(key) for key in keys)


def test_every_key_of_the_page_is_there_one_a_line(mount):
    text = mount.duel().text("status")
    for key in KEYS:
        assert len(re.findall(rf"^{key} *= ", text, re.M)) == 1, key


def test_status_json_holds_the_same_values_as_status_in_every_state(mount):
    duel = mount.duel()
    assert_alike(duel)
    for line in ("join alice", "join bob", "claim alice"):
        duel.lock(line)
        assert_alike(duel)
    duel.append(unknown_turn(1, "alice"))
    assert_alike(duel)
    duel.lock("release alice")
    duel.lock('close maker reason="it is void"')
    eventually(lambda: duel.status("archive"))
    assert_alike(duel)
    assert json.loads(duel.text("status.json"))["state"] == "invalidated"


def test_states_and_next_steps_follow_the_debate(mount):
    duel = mount.duel("max_turns = 2")
    assert of(duel, "state", "next_step") == ("preparing", "join")
    duel.join("alice")
    assert duel.status("seats") == '["alice"]'
    assert of(duel, "state", "next_step") == ("waiting_for_participant", "wait_peer")
    duel.join("bob")
    assert of(duel, "state", "next_step") == ("debating", "claim_lock")
    duel.lock("claim alice")
    assert of(duel, "next_step", "next_participant") == ("compose_turn", "alice")
    duel.append(turn(1, "alice"))
    duel.lock("release alice")
    assert of(duel, "next_step", "next_participant") == ("claim_lock", "bob")
    duel.play(2, "bob", "OPEN_TO_DEBATE")
    assert of(duel, "state", "next_step") == ("closing", "claim_lock")
    duel.lock("claim alice")
    assert of(duel, "state", "next_step") == ("closing", "update_markdown")
    duel.conclude("alice", "MAX_TURNS")
    assert of(duel, "state", "next_step", "outcome") == ("completed", "closed", "MAX_TURNS")


def test_a_seat_s_status_says_who_it_is_what_it_should_do_and_what_was_refused_last_and_there_is_no_next(duel):
    def seat(name, file="status"):
        return tomllib.loads(duel.text(f"participants/{name}/{file}"))

    alice, bob = seat("alice"), seat("bob")
    assert list(alice) == list(bob) == SEAT_KEYS
    assert alice == {"name": "alice", "role": "", "harness": "claude-code", "model": "opus", "next_step": "claim_lock",
                     "hand_in": "turn.md", "waits_for": "", "move_ends_at": duel.status("move_ends_at"), "refused": "", "texts": 0}
    with refused("EINVAL"):
        put(duel / "participants/alice/turn.md", turn(1, "alice", "UNDECIDED"))
    assert seat("alice")["refused"] == seat("alice", "wait")["refused"] == "turn.stance"
    assert seat("bob")["refused"] == ""
    put(duel / "participants/alice/turn.md", turn(1, "alice"))
    alice, bob = seat("alice"), seat("bob", "wait")
    assert (alice["next_step"], alice["hand_in"], alice["move_ends_at"], alice["refused"], alice["texts"]) == ("wait_turn", "", "", "", 1)
    assert "bob" in alice["waits_for"]
    assert (bob["next_step"], bob["hand_in"], bob["waits_for"], bob["texts"]) == ("claim_lock", "turn.md", "", 0)
    assert re.fullmatch(TIME, bob["move_ends_at"])
    duel.lock("claim bob")
    assert (seat("bob")["next_step"], seat("bob")["hand_in"]) == ("compose_turn", "turn.md")
    duel.lock("close maker reason=over")
    assert (seat("bob")["next_step"], seat("bob")["hand_in"], seat("bob")["move_ends_at"]) == ("closed", "", "")
    assert not (duel / "participants/alice/next").exists()


def test_unknown_values_are_empty_or_0_never_a_guess(mount):
    duel = mount.duel()
    assert of(duel, "lock_owner", "outcome", "reason", "source") == ("", "", "", "")
    assert of(duel, "turns", "participants") == ("0", "0")
    assert duel.status("lease_expires_at") == ""


def test_no_file_s_size_depends_on_the_second_not_where_a_number_of_seconds_loses_a_digit_either(own):
    mount = own()
    one = mount.claimed("lease_seconds = 1000", "wait_seconds = 1000")
    mount.duel("wait_seconds = 1000").join("alice")
    mount.duel("wait_seconds = 1000").play_to(1)

    def sizes():
        return {path.relative_to(mount.path): path.stat().st_size for path in mount.path.glob("*/**/*") if path.is_file()}
    before = sizes()
    assert len(before) > 30
    eventually(lambda: int(one.status("lease_seconds_left")) < 998)
    assert sizes() == before


def test_last_error_is_empty_at_first_and_holds_the_last_16_refusals_newest_first_each_under_a_line_of_its_own(mount):
    duel = mount.duel()
    assert duel.text("last_error") == ""
    for n in range(1, 11):
        for line in (f"dance{n} alice", "join a/b"):
            with refused("EINVAL"):
                duel.lock(line)
    text = duel.text("last_error")
    assert len(re.findall(r"^lock", text, re.M)) == 16
    assert "[seat.name]" in duel.newest_refusal()
    assert "dance3" in text
    assert "dance2" not in text
    assert len([line for line in text.splitlines() if re.search(TIME, line)]) == 16
    assert re.search(r"^lock(:[0-9]+)?: error: \[seat\.name\] [^ ]", text, re.M)


def test_updated_at_moves_with_changes_and_created_at_does_not(own):
    mount = own()
    duel = mount.duel()
    created = duel.status("created_at")
    assert re.fullmatch(TIME, created)
    duel.join_both()
    assert duel.status("created_at") == created
    assert duel.status("updated_at") >= created
    mount.remount()
    assert duel.status("created_at") == created


def test_names_and_values_with_quotes_and_backslashes_stay_whole_in_every_form(mount):
    duel = mount.bare(r'topic = "a \\ \"b\" # c"')
    ohara = "o'Ha\\ra"
    duel.lock(f"join {ohara} harness=my#harness model=x=y")
    duel.lock("join Élodie")
    toml = tomllib.loads(duel.text("status"))
    assert toml["topic"] == 'a \\ "b" # c' == json.loads(duel.text("status.json"))["topic"]
    assert tomllib.loads(duel.text("config.toml"))["topic"] == toml["topic"]
    assert [event["participant"] for event in duel.events_of("participant_registered")] == [ohara, "Élodie"]
    assert sorted(os.listdir(duel / "participants")) == [ohara, "Élodie"]
    seat = tomllib.loads(duel.text(f"participants/{ohara}/status"))
    assert (seat["harness"], seat["model"]) == ("my#harness", "x=y")
    assert_alike(duel)
    duel.lock("claim Élodie")
    duel.append(unknown_turn(1, "Élodie"))
    assert duel.text("turns/001-Élodie.md") == unknown_turn(1, "Élodie")
