"""How long a duel's README.md and its prompts are, beside what others wrote."""
import re

import pytest

import adversarial
import dialectic
import rounds

README, PROMPT = 500, 600


def own_words(said):
    """Without fenced texts, and without arguments and items of points, of which the words are others'."""
    said = re.sub(r"^### (?:prop|opp)_.*?(?=^## |\Z)", "", said, flags=re.M | re.S)
    said = re.sub(r"^(`{3,}|~{3,})[a-z]*\n.*?^\1$", "", said, flags=re.M | re.S)
    return re.sub(r"^ *- (?:[A-Z]+-?[0-9.]+|prop_\w+|opp_\w+)\b.*(?:\n  .*)*", "", said, flags=re.M).split()


@pytest.fixture
def fits():
    """fits(duel, names…): so much room have README.md and the prompts of all these."""
    def look(duel, *names):
        prompts = [(f"participants/{name}/prompt.md", PROMPT) for name in names]
        for file, limit in [("README.md", README), ("prompt.md", PROMPT), *prompts]:
            words = own_words(duel.text(file))
            assert len(words) <= limit, f"{file}: {len(words)} words: {' '.join(words)}"
    return look


def test_README_md_of_a_socratic_duel_has_at_most_500_words(duel, fits):
    fits(duel, "alice", "bob")
    duel.play_to(2)
    fits(duel, "alice", "bob")
    duel.conclude("alice", "DISSENT")
    fits(duel, "alice", "bob")


def test_README_md_of_a_dialectic_has_at_most_500_words_and_each_prompt_600(mount, fits):
    duel = dialectic.debate(mount, "exchanges = 2", names=dialectic.ROLES)
    fits(duel, *dialectic.ROLES)
    for n in range(2):
        for name in dialectic.ROLES:
            dialectic.hand_in(duel, n, name)
            fits(duel, *dialectic.ROLES)


def test_README_md_of_a_debate_in_rounds_has_at_most_500_words_and_each_prompt_600(mount, fits):
    duel = rounds.debate(mount)
    fits(duel, "alice", "bob", "olga")
    for text in (rounds.OPENING, rounds.CHALLENGE, rounds.DEFENSE, rounds.FOLLOWUP, rounds.VERDICT):
        rounds.debated(duel, text)
        fits(duel, "alice", "bob", "olga")


def test_README_md_of_an_adversarial_debate_has_at_most_500_words_and_each_prompt_600(mount, fits):
    duel = adversarial.begun(mount, adversarial.KB)
    adversarial.seats_taken(duel)
    fits(duel, *adversarial.ROLES)
    for number, name in enumerate(adversarial.SPEAKERS, 1):
        adversarial.speaks(duel, number, name)
        fits(duel, *adversarial.ROLES)
