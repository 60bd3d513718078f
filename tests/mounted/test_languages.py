"""Debates in other languages than English, through the mount."""
import re

import pytest

from mounts import ROOT

ZH = ROOT / "tests/corpus/socratic/languages/zh"
def text_of(name):
    return (ZH / name).read_text()


@pytest.fixture
def chinese(mount):
    """A duel about a Chinese plan."""
    duel = mount.bare(f'source = "{ZH}/plan.md"', f'topic = "{text_of("topic.txt").strip()}"', "max_turns = 8")
    duel.join_both()
    yield duel
    mount.assert_quiet()


def test_what_a_Chinese_text_is_refused_for_is_told_with_the_line_and_what_differs(chinese):
    chinese.lock("claim alice")
    text = text_of("1.md")
    with chinese.refuses("EINVAL", "counterpoint.claim"):
        chinese.append(text.replace("Claim：", "主张：").replace("「家长可以", "「学生可以"))
    told = chinese.newest_refusal()
    assert "[counterpoint.claim] the line `  Claim: …` is missing in the item `Addresses：Source`; it belongs behind this line" in told
    assert "[ref.quote] plan.md#部署步骤 does not say 「学生可以通过班主任联系学生」" in told
    lines = {int(number) for number in re.findall(r"^debate\.md:(\d+): ", told, re.M)}
    assert ["「家长可以通过班主任联系学生」" in text.splitlines()[number - 1] for number in lines] == [True]
    with chinese.refuses("EINVAL", "unresolved.flag"):
        chinese.append(text.replace("（blocking）", "（阻断）"))
    assert "debate.md:22: error: [unresolved.flag]" in chinese.newest_refusal() and "怎么办（阻断）" in text.replace("blocking", "阻断").splitlines()[21]
    assert "neither `(blocking)` nor `(non-blocking)`: `特殊教育学生的辅助软件怎么办（阻断）`" in chinese.newest_refusal()


def test_the_mount_s_guide_and_every_prompt_say_once_which_words_are_fixed(mount, duel):
    assert (mount.path / "README.md").read_text().count("Write in any language: only the words of a blank") == 1
    for path in (duel / "prompt.md", duel / "participants/alice/prompt.md"):
        assert path.read_text().count("Write in any language.") == 1
