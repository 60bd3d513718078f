"""view.html and index.html: a debate as a page, and all of them."""
import re

import pytest

import dialectic
import rounds
from mounts import HARNESS, MODEL, put, turn


def page(duel):
    """The page's text, without its style."""
    return re.sub(r"^<style>$.*?^</style>$", "", duel.text("view.html"), flags=re.M | re.S)


def has(text, *words):
    for its in words:
        assert its in text


def hands_in(duel, name, text):
    put(duel / "participants" / name / "turn.md", text)


@pytest.fixture
def bare(mount):
    """A duel that nobody has joined yet."""
    yield mount.duel()
    mount.assert_quiet()


def test_a_page_says_what_it_is_about_who_takes_part_and_whose_move_it_is_at_each_open(bare):
    has(page(bare), "<h1>Caching</h1>", "Waiting for <strong>", "Nothing has been said yet.")
    bare.join("alice")
    has(page(bare), f"<span>alice<small>{HARNESS} / {MODEL}</small></span>")
    bare.join("bob")
    has(page(bare), "More than one may move now")
    bare.lock("claim alice")
    has(page(bare), "<strong>alice</strong> has the floor until <time")
    bare.append(turn(1, "alice", flag="blocking"))
    bare.lock("release alice")
    seen = page(bare)
    has(seen, "It is <strong>bob</strong>",
        ">Turn 1 — alice</a></h2><span class=\"stance\">open to debate</span>",
        'badge open">going on', 'id="U-1" href="#U-1">U-1</a> ',
        '<a href="#U-1">U-1</a>: blocking for alice')
    has(bare.text("view.html"), '<meta http-equiv="refresh" content="15">')


def test_a_page_of_a_debate_in_which_nothing_was_said_has_no_empty_section(bare):
    bare.join("alice")
    bare.join("bob")
    bare.lock('close maker reason="a mistake"')
    seen = page(bare)
    has(seen, "<strong>Stopped by the maker</strong>: a mistake", "Nothing was said.")
    for part in ('id="result"', '<nav class="strip"', "<details", "quotations found", '<div class="note">'):
        assert part not in seen


def test_a_turn_says_what_has_become_of_the_items_that_it_raised(duel):
    hands_in(duel, "alice", turn(1, "alice", flag="blocking"))
    hands_in(duel, "bob", turn(2, "bob").replace("- Addresses: Turn 1", "- Addresses: P1.1"))
    hands_in(duel, "alice", re.sub("^- The latency3.*", "- U-1: settled, since the operators own it", turn(3, "alice"), flags=re.M))
    has(page(duel), 'let go by alice in <a href="#turn-3">turn 3</a>',
        '<a href="#P1.1">P1.1</a>: addressed in <a href="#turn-2">turn 2</a>')


def test_a_challenge_says_what_was_answered_to_its_points_and_what_was_conceded(mount):
    duel = rounds.debate(mount)
    rounds.debated(duel, rounds.OPENING, rounds.CHALLENGE)
    has(page(duel), 'id="C1.1" href="#C1.1">C1.1</a> ', '<a href="#C1.1">C1.1</a>: open</li>')
    rounds.debated(duel, rounds.DEFENSE)
    has(page(duel), '">C1.1</a>: answered, rebutted in <a href="#turn-3">Turn 3</a></li>',
        '">C1.2</a>: conceded, ', '<a href="#C1.1">C1.1</a>: rebutted')
    rounds.debated(duel, rounds.FOLLOWUP, rounds.VERDICT + "\n```\n## The debate\n```\n\nAnd more.\n")
    has(page(duel), "<p>And more.</p>", ' href="#result" style=')
    assert "the whole of it" not in page(duel)


def test_nothing_that_a_debate_says_runs_loads_or_reaches_out_of_its_place(mount):
    duel = mount.bare(r'topic = "<script>alert(1)</script> & \"Caching\" <img src=x onerror=alert(1)>"')
    duel.lock(f"join alice harness={HARNESS} model=m&m")
    duel.lock("join bob")
    hostile = "<script>alert(2)</script> [x](javascript:alert(3)) <img src=x onerror=alert(4)> &\n\n### turn-2: x\n"
    duel.lock("claim alice")
    duel.append(turn(1, "alice").replace(f"/ {MODEL})", "/ m&m)").replace("\nCaching pays off", f"\n{hostile}"))
    seen = page(duel)
    has(seen, "&lt;script&gt;alert(1)", "claude-code / m&amp;m")
    for word in ("<script", "<img", 'href="javascript:', "onerror=alert(1)>", 'id="turn-2"'):
        assert word not in seen
    has(duel.text("view.html"), "default-src 'none'; style-src 'unsafe-inline'")


def test_a_source_stands_below_a_line_with_an_anchor_each_and_of_a_long_one_its_first(mount, tmp_path):
    plan, long = tmp_path / "plan.md", tmp_path / "long.md"
    plan.write_text("# Plan\n\nShip <it> & see.\nNot before the winter.\n")
    long.write_text("# Plan\n" + "a line that says nothing\n" * 20000)
    duel = mount.duel(f'source = "{plan}"')
    has(page(duel), "The source: plan.md</summary>", '<span id="L3">Ship &lt;it&gt; &amp; see.')
    duel.join_both()
    duel.lock("claim alice")
    duel.append(re.sub(r"^- (who .*) (\(.*\))$", r'- \1, says "Not before the winter." \2', turn(1, "alice"), flags=re.M))
    has(page(duel), '<a class="quote" href="#L4">&quot;Not before the winter.&quot;</a>', "1 of 1 quotations found")
    seen = page(mount.duel(f'source = "{long}"'))
    has(seen, 'Its first 256 KiB; all of it is <a href="source.md">')
    assert 'id="L20000"' not in seen


def test_the_texts_are_a_strip_of_marks_that_lead_to_each(duel):
    duel.play(1, "alice", "OPEN_TO_DEBATE")
    duel.play(2, "bob", "OPEN_TO_DEBATE")
    strip = re.search('<nav class="strip".*?</nav>', page(duel), re.S)[0]
    size = len(duel.text("turns/002-bob.md").encode())
    has(strip, f'<a class="seat-2" href="#turn-2" style="flex-grow:{size}" title="Turn 2 — bob, '
        f'{size} bytes, after 0 s">2<small>open to debate</small></a>',
        'href="#turn-1"')


def test_of_a_debate_that_is_over_the_page_has_conclusion_md_once_and_says_its_outcome_in_words(duel):
    duel.play(1, "alice", "OPEN_TO_DEBATE")
    duel.play(2, "bob", "OPEN_TO_DEBATE")
    hands_in(duel, "alice", duel.conclusion("DISSENT", "they want two things"))
    seen = page(duel)
    has(seen, "<strong>They disagree</strong>: they want two things", '<article class="card result" id="result">', "<h2>Changed stances</h2>" if "## Changed stances" in duel.text("conclusion.md") else "<h2>Conclusion</h2>")
    assert seen.count("<h1>") == 1 and seen.count("<h2>Conclusion</h2>") <= 1
    assert seen.index('id="result"') < seen.index('id="turn-1"')


def test_a_page_of_scores_has_its_graph_and_the_report_when_it_is_there(mount):
    duel = dialectic.debate(mount, "exchanges = 1", names=dialectic.ROLES)
    dialectic.hand_in(duel, 0, "alice")
    assert "prop_000a" not in page(duel)
    dialectic.hand_in(duel, 0, "bob", "carol")
    seen = page(duel)
    has(seen, "<strong>The proposition leads by 0.8</strong>", "<figure>\n<svg",
        '<section class="prop" id="prop_000a">', '<section class="opp" id="opp_000a">',
        '</strong> <a href="#prop_000a">prop_000a</a>: ')


def test_the_index_lists_the_newest_first_each_with_its_page_and_what_is_over_below(own):
    mount = own()
    index = mount.path / "index.html"
    has(index.read_text(), "There is none yet")
    one = mount.duel(name="one")
    mount.duel(name="two")
    has(index.read_text(), '<a href="two/view.html">Caching</a> '
        '<span class="badge open">preparing</span> <span class="meta">two · ')
    one.join_both()
    one.lock('close maker reason="it was a test"')
    seen = index.read_text()
    has(seen, '<li class="over"><a href="one/view.html">Caching</a> <span class="badge done">invalidated</span>', ".duels li.over{order:1}")
    assert seen.index("two/view") < seen.index("one/view")
    assert index.stat().st_size == len(index.read_bytes())
    mount.remount()
    has(index.read_text(), '<a href="one/view.html">Caching</a>', '<a href="two/view.html">Caching</a>')
