"""Debates in other languages than English, through the mount."""
import re

import pytest

from mounts import ROOT, eventually, put

ZH = ROOT / "tests/corpus/socratic/languages/zh"
CONCLUSION = """## Terminal Conclusion

**Outcome**：ACCEPTED_CONSENSUS
**Candidate Convergence：**yes
**Reason**：双方同意先试行一年

关于学校是否应该禁止使用手机，双方依据《plan.md》同意在初中试行一年，再看数据。

**Consensus**
先在初中试行一年，再用数据决定要不要禁止手机。
"""


def text_of(name):
    return (ZH / name).read_text()


@pytest.fixture
def chinese(mount):
    """A duel about a Chinese plan."""
    duel = mount.bare(f'source = "{ZH}/plan.md"', f'topic = "{text_of("topic.txt").strip()}"', "max_turns = 8")
    duel.join_both()
    yield duel
    mount.assert_quiet()


def said_by(duel, name, text):
    """The turn is accepted, without a warning."""
    check = duel / f"participants/{name}/check"
    duel.lock(f"claim {name}")
    put(check, text)
    verdict = check.read_text()
    assert "turn.md: ok" in verdict and "warning:" not in verdict
    duel.append(text)
    duel.lock(f"release {name}")


def accepting(n, name, peer_turn, novel, claim, consensus):
    return f"""## Turn {n} —— {name}（claude-code／opus）—— ACCEPTING_CONSENSUS

**Position**：
先在初中试行一年，用数据决定学校要不要禁止手机，再谈高中。

**Counterpoints**
- Addresses：Turn {peer_turn}
  Claim：{claim}
  Support：
    - plan.md#部署步骤：「第一阶段只在初中试行」

**Agreements**
- 试点一年。
- U-1：settled，因为班主任可以批准例外

**Novel Argument**
{novel}

Support：
    - Turn {peer_turn}：双方都提到了数据

**Unresolved Items**
- 由谁公布试点结果（non-blocking）。

**Stance Revision Support**
- Turn {peer_turn}：它愿意先试行

**Consensus**
{consensus}
"""


def test_a_whole_duel_in_Chinese_with_full_width_punctuation_ends_with_ACCEPTED_CONSENSUS(mount, chinese):
    said_by(chinese, "alice", text_of("1.md"))
    said_by(chinese, "bob", text_of("2.md"))
    said_by(chinese, "alice", accepting("３", "alice", 2, "把试点的问卷交给学生会来设计，会问出老师想不到的问题，答卷的人也更愿意说真话。",
                                        "储物柜的钥匙没有写明由谁保管", "先在初中试行一年，再用数据决定要不要禁止手机。"))
    chinese.lock("claim bob")
    chinese.append(accepting("4", "bob", 3, "学期末请家长到教室坐一节课，亲眼看见孩子抬起头来听讲，比任何统计表都更能说服他们。",
                             "问卷之外还要看期末成绩的变化", "Accepts：Turn ３"))
    chinese.lock("claim bob")
    chinese.append(CONCLUSION)
    assert (chinese.status("state"), chinese.status("outcome")) == ("completed", "ACCEPTED_CONSENSUS")
    assert chinese.status("topic_slug") == "学校应该禁止手机吗"
    assert len(list(chinese.path.glob("turns/00[1-4]-*.md"))) == 4
    assert chinese.text("turns/001-alice.md") == text_of("1.md")
    archive = mount.store / "archive"
    eventually(lambda: [path for path in archive.glob("????-??-??-学校应该禁止手机吗.md") if path.stat().st_size])


def test_a_near_copy_of_a_Chinese_argument_is_refused(chinese):
    said_by(chinese, "alice", text_of("1.md"))
    said_by(chinese, "bob", text_of("2.md"))
    chinese.lock("claim alice")
    copy = re.sub("^一条天天有人违反.*", "青少年总要学会管住自己，校门一关就把手机收走，等于把这门课推迟到没有老师的地方去上。", text_of("3.md"), flags=re.M)
    with chinese.refuses("EINVAL", "novel.repeat"):
        chinese.append(copy)


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
