"""The rules of `socratic` through the mount, by the corpus: accepted/NAME.md is a debate about plan.md, its texts behind `=== SEAT`;
refused/RULE.N.md says in its first line behind which texts of which debate it comes, and whose it is."""
import re

import pytest

from mounts import ROOT, put, refused
from socratic import HARNESS, MODEL, turn

CORPUS = ROOT / "tests/corpus/socratic"
REFUSED = sorted((CORPUS / "refused").glob("*.md"))
PLAIN = """**Position**
One night is enough, with a rule for stopping.
**Counterpoints**
- Addresses: Source#rollout
  Claim: it is rare, not absent
  Support:
    - https://example.org/job-log
**Agreements**
None.
**Novel Argument**
A stop rule costs nothing to write down today.
Support: Principle: what is written down is done
**Unresolved Items**
- who writes it down (non-blocking)
"""


def texts_of(name):
    """The texts of a debate, each with its seat."""
    found = re.split(r"^=== (\w+)\n", (CORPUS / "accepted" / name).read_text(), flags=re.M)[1:]
    return list(zip(found[::2], found[1::2]))


def desk(duel, name):
    return duel / f"participants/{name}/turn.md"


def about_the_plan(mount, *config):
    duel = mount.bare(f'source = "{CORPUS}/plan.md"', 'topic = "Roll-out"', *config)
    duel.lock("join alice harness=claude-code model=opus")
    duel.lock("join bob harness=codex model=gpt-5")
    return duel


@pytest.fixture(scope="module")
def debates(mount):
    """debates(name, n): a duel with the first n texts of a debate, the same one each time, for nothing that is refused changes it."""
    made = {}

    def played(name, n):
        if (name, n) not in made:
            duel = made[name, n] = about_the_plan(mount)
            for who, text in texts_of(name)[:n]:
                put(desk(duel, who), text)
        return made[name, n]
    return played


def case(path):
    """The text before it, its seat, the first rule that it breaks, and the text."""
    first, text = path.read_text().split("\n", 1)
    name, n, who = first.removeprefix("after: ").split()
    return name, int(n), who, re.split(r"\+|\.\d", path.name)[0], text


def each_refused(debates, hands_in):
    assert len(REFUSED) > 35
    for path in REFUSED:
        name, n, who, rule, text = case(path)
        duel = debates(name, n)
        before = duel.record()
        try:
            hands_in(duel, who, rule, text)
        except AssertionError as error:
            raise AssertionError(f"{path.name}: {error}; {duel.newest_refusal()}") from error
        assert duel.record() == before


def test_every_text_in_refused_is_refused_by_the_rule_in_its_name_with_its_errno_and_changes_nothing(mount, debates):
    def hands_in(duel, who, rule, text):
        with duel.refuses("EINVAL", rule):
            put(desk(duel, who), text)
    each_refused(debates, hands_in)
    mount.assert_quiet()


def played_by(duel, name, hands_in):
    """All texts of a debate are accepted, and stand in the record as they were handed in."""
    for n, (who, text) in enumerate(texts_of(name), 1):
        hands_in(desk(duel, who), text)
        assert desk(duel, who).read_text() == text
        if text.startswith("## Turn"):
            assert duel.text(f"turns/{n:03}-{who}.md").strip() == text.strip()


def each_accepted(mount, hands_in):
    debates = sorted(path.name for path in (CORPUS / "accepted").glob("*.md"))
    assert len(debates) > 5
    for name in debates:
        played_by(about_the_plan(mount), name, hands_in)
    mount.assert_quiet()


def test_every_text_in_accepted_is_accepted_and_recorded_byte_for_byte(mount):
    each_accepted(mount, put)


def test_a_refusal_names_the_line_and_says_all_that_is_wrong_at_once(mount):
    duel = about_the_plan(mount)
    with refused("EINVAL"):
        put(desk(duel, "alice"), PLAIN.replace("it is rare, not absent", "").replace("(non-blocking)", "(maybe)"))
    found = duel.newest_refusal()
    assert "turn.md:5: error: [counterpoint.claim] `Claim:` says nothing" in found
    assert "turn.md:14: error: [unresolved.flag]" in found
    with refused("EINVAL"):
        put(desk(duel, "alice"), re.sub(r"  Support:\n.*\n", "", PLAIN))
    assert "turn.md:5: error: [counterpoint.support] the line `  Support:` is missing in the item" in duel.newest_refusal()


def test_novelty_threshold_0_turns_the_near_copy_rule_off_not_the_one_about_equal_claims(mount):
    said = "A stop rule costs nothing to write down today"
    long = said + ", and it keeps whoever is on call from guessing at three in the morning while the rest of the company sleeps"
    loose, strict = about_the_plan(mount, "novelty_threshold = 0.0"), about_the_plan(mount)
    for duel in (loose, strict):
        put(desk(duel, "alice"), PLAIN.replace(said, long))
        with duel.refuses("EINVAL", "novel.repeat"):
            put(desk(duel, "bob"), PLAIN.replace(said, long.upper()))
    near = PLAIN.replace(said, long + " soundly")
    with strict.refuses("EINVAL", "novel.repeat"):
        put(desk(strict, "bob"), near)
    put(desk(loose, "bob"), near)
    assert loose.status("turns") == "2"


def test_max_turns_bounds_the_turns_and_a_turn_past_it_is_refused_whatever_its_number(mount):
    duel = mount.duel("max_turns = 2")
    duel.play_to(2)
    assert (duel.status("state"), duel.status("next_step")) == ("closing", "claim_lock")
    duel.lock(f"claim alice harness={HARNESS} model={MODEL}")
    with duel.refuses("EINVAL", "turn.limit"):
        duel.append(turn(3, "alice"))
    assert duel.status("turns") == "2"


def test_a_turn_that_says_an_outcome_in_its_position_is_a_turn_at_once_and_after_a_remount(mount):
    duel = about_the_plan(mount)
    text = PLAIN.replace("**Counterpoints**", "**Outcome**: DISSENT\n**Reason**: both of us say no\n\n**Counterpoints**", 1)
    put(desk(duel, "alice"), text)
    assert duel.status("turns") == "1"
    mount.remount()
    assert (duel.status("turns"), duel.status("outcome")) == ("1", "")
