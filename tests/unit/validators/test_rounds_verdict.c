/* The verdict and the summary: each of their rules, with what it refuses and what it takes; and headings that mean harm. */
#include "tests/unit/validators/rounds_duel_fixture.h"

#include <errno.h>

/* One round is complete, and the verdict is due. */
static int
open_judging(void **state)
{
	struct duel *d = mem_calloc(1, sizeof *d);

	duel_init(d, 1);
	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	duel_accept(d, BOB, challenge);
	*state = d;
	return 0;
}

static int
close_duel(void **state)
{
	duel_done(*state);
	free(*state);
	return 0;
}

static void
take(struct duel *d, const char *text)
{
	if (duel_try(d, OLGA, text, false))
		fail_msg("refused:\n%s\n%s", utstring_body(&d->printed), text);
}

/* -- lines ----------------------------------------------------------------------------------------------------------------------- */

#define WITH_HEAD(topic, proposer, challenger, rounds) \
	VERDICT(VERDICT_HEAD(topic, proposer, challenger, rounds), VERDICT_WORDS, VERDICT_QUALITY, VERDICT_AGREED, VERDICT_REST, VERDICT_ADVICE)

#define WITH_WORDS(words) VERDICT(VERDICT_LINES("1"), words "\n", VERDICT_QUALITY, VERDICT_AGREED, VERDICT_REST, VERDICT_ADVICE)

static void
the_line_topic_has_the_topics_words(void **state)
{
	take(*state, WITH_HEAD("Is the cache worth it", "claude (opus)", "gemini (gemini-3-pro)", "1"));
	take(*state, WITH_HEAD("“is the cache *worth* it?”", "claude (opus)", "gemini (gemini-3-pro)", "1"));
	duel_refuse(*state, OLGA, WITH_HEAD("Is the disk worth it", "claude (opus)", "gemini (gemini-3-pro)", "1"), "t:3: error: [verdict.topic]");
	duel_refuse(*state, OLGA, WITH_HEAD("...", "claude (opus)", "gemini (gemini-3-pro)", "1"), "[verdict.topic]");
}

/* As it stands in `status`, as its reader sees it, and as a blank has it. */
static void
a_topic_with_marks_is_taken_as_it_stands_and_as_text(void **state)
{
#define TOPIC_SAID(said) WITH_HEAD(said, "claude (opus)", "gemini (gemini-3-pro)", "1")
	static const struct {
		const char *topic, *said[4];
	} rows[] = {
		{ "Is `cache()` *worth* it?", { TOPIC_SAID("Is `cache()` *worth* it?"), TOPIC_SAID("Is cache() worth it?"), TOPIC_SAID("Is \\`cache()\\` \\*worth\\* it?") } },
		{ "Use <b>rows</b> for [tables](https://example.org/a)?", { TOPIC_SAID("Use <b>rows</b> for [tables](https://example.org/a)?"),
			TOPIC_SAID("Use <b>rows</b> for tables?"), TOPIC_SAID("Use \\<b\\>rows\\</b\\> for \\[tables\\](https://example.org/a)?") } },
		{ "Is a < b, or `a > b`?", { TOPIC_SAID("Is a < b, or `a > b`?"), TOPIC_SAID("Is a \\< b, or a \\> b?") } },
		{ "# Is `x|y` &amp; worth it: yes?", { TOPIC_SAID("# Is `x|y` &amp; worth it: yes?") } },
		{ "An ![image](a.png) of <https://example.org>", { TOPIC_SAID("An ![image](a.png) of <https://example.org>") } },
	};
	struct duel *d = *state;

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		d->terms.topic = rows[i].topic;
		for (size_t k = 0; k < 4 && rows[i].said[k]; k++)
			take(d, rows[i].said[k]);
		duel_refuse(d, OLGA, TOPIC_SAID("Is `disk()` *worth* it?"), "t:3: error: [verdict.topic]");
		duel_refuse(d, OLGA, TOPIC_SAID("..."), "t:3: error: [verdict.topic]");
		duel_refuse(d, OLGA, TOPIC_SAID("<b></b>"), "t:3: error: [verdict.topic]");
	}
}

static void
what_is_quoted_of_a_long_line_is_where_it_goes_wrong(void **state)
{
#define WORDS "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
	struct duel *d = *state;

	d->terms.topic = "Is it " WORDS WORDS WORDS WORDS WORDS "good";
	duel_refuse(d, OLGA, TOPIC_SAID("Is it " WORDS WORDS WORDS WORDS WORDS "bad"),
		"fifteen sixteen good\", and the line says \"…");
	assert_true(duel_printed(d, "fifteen sixteen bad\""));
	d->terms.topic = "Is the cache worth it";
	duel_refuse(d, OLGA, WITH_WORDS("claude had the stronger argument because C1.1 was met. In the end, after " WORDS ", both have merit."),
		"both have merit.\" picks no side");
}

static void
the_lines_of_the_sides_name_tool_and_model_as_they_joined(void **state)
{
	take(*state, WITH_HEAD("Is the cache worth it", "`claude` (opus)", "gemini  (gemini-3-pro)", "1"));
	take(*state, WITH_HEAD("Is the cache worth it", "claude (opus)", "gemini (gemini-3-pro)", "1"));
	take(*state, WITH_HEAD("Is the cache worth it", "claude（opus）", "gemini （gemini-3-pro)", "１"));
	take(*state, "## Debate Summary\n\n**Topic**：《Is the cache worth it》\n**Proposer**：claude（opus）\n**Challenger：** gemini (gemini-3-pro)\n"
		"**Rounds**：１\n**Rigor**：medium\n\n### Verdict\n\n" VERDICT_WORDS "\n### Debate Quality\n\n"
		"- **Genuine disagreement**：high\n- **Evidence quality：** low\n- Challenge depth：medium。\n\n### Key Agreements\n\n" VERDICT_AGREED "\n"
		VERDICT_REST "### Recommendation\n\n保留缓存，并在下个版本之前加盐。\n");
	duel_refuse(*state, OLGA, WITH_HEAD("Is the cache worth it", "claude(opus)", "gemini (gemini-3-pro)", "1"), "[verdict.sides]");
	duel_refuse(*state, OLGA, WITH_HEAD("Is the cache worth it", "gemini (gemini-3-pro)", "claude (opus)", "1"),
		"t:4: error: [verdict.sides] the proposer is `claude (opus)`, and the line says \"gemini (gemini-3-pro)\"");
	duel_refuse(*state, OLGA, WITH_HEAD("Is the cache worth it", "claude (opus)", "gemini", "1"), "t:5: error: [verdict.sides]");
}

static void
the_line_rounds_says_how_many_are_complete(void **state)
{
	take(*state, VERDICT_OF("1"));
	take(*state, VERDICT_OF("1 of 1"));
	duel_refuse(*state, OLGA, VERDICT_OF("2"), "t:6: error: [verdict.rounds] 1 round is complete, and the line says \"2\"");
	duel_refuse(*state, OLGA, VERDICT_OF("1.5"), "[verdict.rounds]");
	duel_refuse(*state, OLGA, VERDICT_OF("one"), "[verdict.rounds]");
	duel_refuse(*state, OLGA, VERDICT_OF("10"), "[verdict.rounds]");
	duel_refuse(*state, OLGA, VERDICT_OF("99999999999999999999"), "[verdict.rounds]");
}

static void
the_line_rigor_says_something(void **state)
{
#define WITH_RIGOR(rigor) VERDICT("## Debate Summary\n\n**Topic**: Is the cache worth it\n**Proposer**: claude (opus)\n" \
	"**Challenger**: gemini (gemini-3-pro)\n**Rounds**: 1\n**Rigor**: " rigor "\n\n", VERDICT_WORDS, VERDICT_QUALITY, VERDICT_AGREED, \
	VERDICT_REST, VERDICT_ADVICE)
	take(*state, WITH_RIGOR("evidence was required"));
	take(*state, WITH_RIGOR("rules"));
	duel_refuse(*state, OLGA, WITH_RIGOR("..."), "[verdict.rigor]");
	duel_refuse(*state, OLGA, WITH_RIGOR("—"), "[verdict.rigor]");
}

/* -- whom it is for -------------------------------------------------------------------------------------------------------------- */


static void
exactly_one_tool_is_called_the_stronger(void **state)
{
	static const char *const good[] = {
		WITH_WORDS("claude had the stronger argument because C1.1 was met."),
		WITH_WORDS("**Gemini** had the stronger argument: round 1 shows it."),
		WITH_WORDS("claude had the stronger argument than gemini, by C1.1."),
		WITH_WORDS("While gemini named more files, claude had the stronger argument in round 1."),
		WITH_WORDS("gemini named more files in round 1 but claude had the stronger argument."),
		WITH_WORDS("claude, the proposer, had the stronger argument because C1.1 was met."),
		WITH_WORDS("Of claude and gemini, gemini's was the stronger argument, by C1.2."),
		WITH_WORDS("The stronger argument was claude's because gemini left C1.1 open."),
		WITH_WORDS("It is not close: claude had the stronger argument in round 1."),
		WITH_WORDS("gemini never met C1.1, so claude had the stronger argument."),
	};
	static const char *const bad[] = {
		WITH_WORDS("claude and gemini had the stronger argument in round 1."),
		WITH_WORDS("claude had the stronger argument on C1.1. gemini had the stronger argument on C1.2."),
		WITH_WORDS("Neither claude nor gemini had the stronger argument in round 1."),
		WITH_WORDS("claude did not have the stronger argument in round 1."),
		WITH_WORDS("claude, and not gemini, had the stronger argument in round 1."),
		WITH_WORDS("claude, the proposer, didn't have the stronger argument in round 1."),
		WITH_WORDS("The proposer had the stronger argument in round 1."),
		WITH_WORDS("claude was right in round 1."),
		WITH_WORDS("Did claude have the stronger argument in round 1?"),
		WITH_WORDS("> claude had the stronger argument\n\nRound 1 was held."),
		WITH_WORDS("codex had the stronger argument in round 1."),
	};

	for (size_t i = 0; i < N(good); i++)
		take(*state, good[i]);
	for (size_t i = 0; i < N(bad); i++)
		duel_refuse(*state, OLGA, bad[i], "[verdict.winner]");
}

static void
a_tools_name_that_anothers_begins_with_is_not_found_in_it(void **state)
{
	struct duel d;

	(void)state;
	duel_init(&d, 1);
	assert_null(duel_join(&d, "alice", "proposer", "claude", "opus"));
	assert_null(duel_join(&d, "bob", "challenger", "claude-code", "opus"));
	assert_null(duel_join(&d, "olga", "orchestrator", "x", "y"));
	duel_accept(&d, ALICE, opening);
	char *text = mem_format("## Round 1 — Challenger (claude-code / opus)%s", strchr(challenge, '\n'));
	duel_accept(&d, BOB, text);
	free(text);
#define AMONG_CLAUDES(words) VERDICT(VERDICT_HEAD("Is the cache worth it", "claude (opus)", "claude-code (opus)", "1"), words "\n", \
	VERDICT_QUALITY, VERDICT_AGREED, VERDICT_REST, VERDICT_ADVICE)
	take(&d, AMONG_CLAUDES("claude-code had the stronger argument in round 1."));
	take(&d, AMONG_CLAUDES("claude had the stronger argument than claude-code in round 1."));
	duel_refuse(&d, OLGA, AMONG_CLAUDES("claude-codex had the stronger argument in round 1."), "[verdict.winner]");
	duel_refuse(&d, OLGA, AMONG_CLAUDES("claude or claude-code had the stronger argument in round 1."), "[verdict.winner]");
	duel_accept(&d, OLGA, AMONG_CLAUDES("claude-code had the stronger argument in round 1."));
	assert_string_equal(format_rounds.reason(d.state), "claude-code had the stronger argument");
	assert_replays(&d);
	duel_done(&d);
}

#define WITH_ADVICE(advice) VERDICT(VERDICT_LINES("1"), VERDICT_WORDS, VERDICT_QUALITY, VERDICT_AGREED, VERDICT_REST, advice "\n")

static void
a_verdict_that_picks_no_side_is_refused_in_other_words_too(void **state)
{
	static const char *const bad[] = {
		WITH_WORDS("claude had the stronger argument in round 1, but both sides have merit."),
		WITH_WORDS("claude had the stronger argument in round 1. Still, it is a tie."),
		WITH_WORDS("claude had the stronger argument in round 1. They were equally convincing."),
		WITH_ADVICE("Both approaches have merit."),
		WITH_ADVICE("Keep the cache, or not: either would work."),
		WITH_WORDS("claude had the stronger argument in round 1, but gemini on safety; overall a wash."),
		WITH_WORDS("It's a toss-up, but claude had the stronger argument by C1.1."),
		WITH_WORDS("claude had the stronger argument by C1.1, though both were strong."),
		WITH_WORDS("claude had the stronger argument by C1.1. Still, gemini is just as good."),
		WITH_WORDS("claude had the stronger argument by C1.1, but there is no right answer here."),
		WITH_WORDS("claude had the stronger argument (C1.1), yet in the end it comes down to your priorities."),
		WITH_WORDS("claude had the stronger argument by C1.1, although both tools raised valid points."),
		WITH_ADVICE("It depends. Measure the cache first."),
		WITH_ADVICE("Use whichever fits your team."),
		WITH_ADVICE("Consider your needs, and keep the cache or not."),
		WITH_ADVICE("There is no one-size-fits-all answer to this."),
		WITH_ADVICE("Combine the best of both worlds."),
		WITH_ADVICE("More research is needed before a decision can be made."),
		WITH_ADVICE("Either approach is acceptable."),
	};

	for (size_t i = 0; i < N(bad); i++)
		duel_refuse(*state, OLGA, bad[i], "[verdict.neither]");
	take(*state, WITH_WORDS("claude had the stronger argument in round 1, and this is not a tie."));
	take(*state, WITH_ADVICE("Keep the cache: both keys are hashed before the next release."));
	take(*state, WITH_WORDS("claude had the stronger argument in round 1, for what it says depends on no lock, and both cite it."));
	take(*state, WITH_ADVICE("Keep the cache. It depends on the keys that they are hashed: do that first, as both sides agree."));
}

static void
a_verdict_cites_the_debate(void **state)
{
	static const char *const good[] = {
		WITH_WORDS("claude had the stronger argument because C1.1 was met."),
		WITH_WORDS("claude had the stronger argument in round 1."),
		WITH_WORDS("claude had the stronger argument in rounds 1 and 2."),
		WITH_WORDS("claude had the stronger argument: \"Stale prices are marked by mark_stale before anybody reads them\"."),
		WITH_WORDS("claude had the stronger argument: “Stale prices are *marked* by `mark_stale` before”."),
	};
	static const char *const bad[] = {
		WITH_WORDS("claude had the stronger argument."),
		WITH_WORDS("claude had the stronger argument because C1.9 was met."),
		WITH_WORDS("claude had the stronger argument because C2.1 was met."),
		WITH_WORDS("claude had the stronger argument in round 2."),
		WITH_WORDS("claude had the stronger argument in round 0."),
		WITH_WORDS("claude had the stronger argument in the background 1."),
		WITH_WORDS("claude had the stronger argument: \"Stale prices are marked\"."),
		WITH_WORDS("claude had the stronger argument: \"Stale prices are never marked by anybody who reads them\"."),
	};

	for (size_t i = 0; i < N(good); i++)
		take(*state, good[i]);
	for (size_t i = 0; i < N(bad); i++)
		duel_refuse(*state, OLGA, bad[i], "[verdict.cites]");
}

/* -- sections -------------------------------------------------------------------------------------------------------------------- */

#define WITH_QUALITY(quality) VERDICT(VERDICT_LINES("1"), VERDICT_WORDS, quality, VERDICT_AGREED, VERDICT_REST, VERDICT_ADVICE)

static void
the_debates_quality_is_rated_in_three_ways(void **state)
{
	take(*state, WITH_QUALITY(VERDICT_QUALITY));
	take(*state, WITH_QUALITY("Genuine disagreement: HIGH\nEvidence quality : low, sadly\nChallenge depth: *medium*.\n"));
	duel_refuse(*state, OLGA, WITH_QUALITY("- **Genuine disagreement**: high\n- **Evidence quality**: good\n- **Challenge depth**: low\n"),
		"[verdict.quality] behind \"Evidence quality:\" stands high, medium or low");
	duel_refuse(*state, OLGA, WITH_QUALITY("- **Genuine disagreement**: high/medium/low\n- **Evidence quality**: low\n- **Challenge depth**: low\n"),
		"[verdict.quality]");
	duel_refuse(*state, OLGA, WITH_QUALITY("- **Genuine disagreement**: high\n- **Evidence quality**: low\n"),
		"[verdict.quality] \"Challenge depth: high|medium|low\" is missing");
}

#define WITH_AGREED(agreed) VERDICT(VERDICT_LINES("1"), VERDICT_WORDS, VERDICT_QUALITY, agreed, VERDICT_REST, VERDICT_ADVICE)

static void
each_agreement_has_its_evidence(void **state)
{
	take(*state, WITH_AGREED("- Keys are hashed (evidence: `src/key.c:7`)\n- Misses cost 2 ms (evidence: bench/hits.log)\n"));
	take(*state, WITH_AGREED("None.\n"));
	take(*state, WITH_AGREED("- none\n"));
	duel_refuse(*state, OLGA, WITH_AGREED("- Keys are hashed (evidence: `src/key.c:7`)\n- Misses are dear\n"), "t:22: error: [verdict.agreements]");
	duel_refuse(*state, OLGA, WITH_AGREED("They agree on `src/key.c:7`.\n"), "[verdict.agreements]");
	duel_refuse(*state, OLGA, WITH_AGREED("- None\n- Keys are hashed (evidence: `src/key.c:7`)\n"), "[verdict.agreements]");
}

static void
the_recommendation_says_what_to_do(void **state)
{
	take(*state, WITH_ADVICE("Should it go? No: keep the cache."));
	take(*state, WITH_ADVICE("1. Hash the keys first."));
	duel_refuse(*state, OLGA, WITH_ADVICE("Should the cache be kept?"), "[verdict.recommendation]");
	duel_refuse(*state, OLGA, WITH_ADVICE("Unclear."), "[verdict.recommendation]");
}

static void
every_line_and_section_stands_there_once_in_order_and_says_something(void **state)
{
	duel_refuse(*state, OLGA, "## Debate Summary\n", "[verdict.form] the line `**Topic**: …` is missing");
	assert_printed(*state, "[verdict.form] `### Recommendation` is missing");
	duel_refuse(*state, OLGA, VERDICT_LINES("1") "**Rounds**: 1\n\n### Verdict\n\n" VERDICT_WORDS, "the line Rounds stands here again");
	duel_refuse(*state, OLGA, VERDICT_OF("1") "\n### Verdict\n\nAgain.\n", "`### Verdict` stands here again");
	duel_refuse(*state, OLGA, VERDICT_OF("1") "\n## Recommendation\n\nMore.\n",
		"\"Recommendation\" is a heading of level 2 here: a section has `### `");
	duel_refuse(*state, OLGA, VERDICT_OF("1") "\n### Postscript\n\nMore.\n", "\"Postscript\" is no section of a verdict");
	duel_refuse(*state, OLGA, VERDICT(VERDICT_LINES("1"), VERDICT_WORDS, VERDICT_QUALITY, VERDICT_AGREED, VERDICT_REST, ""),
		"`### Recommendation` is empty");
	duel_refuse(*state, OLGA, WITH_ADVICE("..."), "[verdict.form] this says nothing yet");
	duel_refuse(*state, OLGA, VERDICT(VERDICT_LINES("1"), VERDICT_WORDS, VERDICT_QUALITY, VERDICT_AGREED,
		"### Unresolved Questions\n\n- x\n\n### Key Disagreements\n\n- y\n\n", VERDICT_ADVICE), "`### Key Disagreements` stands too late");
	duel_refuse(*state, OLGA, "## Debate Summary of it\n", "[round.order] `## Debate Summary` is due");
}

/* Nothing of a verdict that goes on is judged but its heading. */
static void
the_beginning_of_a_verdict_is_not_refused(void **state)
{
	static const char text[] = VERDICT_OF("1");

	for (size_t len = 0; len < sizeof text; len++) {
		char *part = mem_copy(text, len);
		if (duel_try(*state, OLGA, part, true))
			fail_msg("%s\n%s", part, utstring_body(&((struct duel *)*state)->printed));
		free(part);
	}
	assert_int_equal(duel_try(*state, OLGA, "## Round 1 — Proposer (claude / opus)\n", true), -EINVAL);
}

/* -- summaries ------------------------------------------------------------------------------------------------------------------- */

/* Three rounds of four are complete, so that a summary of the first two is due. */
static void
open_summary(struct duel *d)
{
	duel_init(d, 4);
	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	duel_accept(d, BOB, challenge);
	duel_accept(d, ALICE, defense);
	duel_accept(d, BOB, followup);
	duel_accept(d, OLGA, summary);
	duel_accept(d, ALICE, third_defense);
	duel_accept(d, BOB, third_followup);
	assert_string_equal(state_of(d), "summarizing");
}

static void
a_summary_is_of_the_rounds_that_are_due_and_says_something(void **state)
{
	struct duel d;

	(void)state;
	open_summary(&d);
	duel_refuse(&d, OLGA, summary, "[summary.form] `## Summary of rounds 1–2` is due");
	duel_refuse(&d, OLGA, "## Summary of rounds 2–2\n\nx\n", "[summary.form]");
	duel_refuse(&d, OLGA, "## Summary of rounds 1\n\nx\n", "[summary.form]");
	duel_refuse(&d, OLGA, "## Summary of rounds 1–2\n\n", "[summary.form] the summary says nothing");
	duel_refuse(&d, OLGA, "## Summary of rounds\n\nx\n", "[round.order]");
	duel_refuse(&d, OLGA, "## Summary of rounds 1–2\n\n- Proposer: ...\n", "t:3: error: [summary.form] this place is left open");
	duel_refuse(&d, OLGA, "## Summary of rounds 1–2\n\nx\n\n- ...\n", "t:5: error: [summary.form] this place is left open");
	for (size_t i = 0; i < 2; i++) {
		char *text = mem_format("## Summary of rounds 1%s2\n\n%s\n", i ? "–" : "-", concession);
		take(&d, text);
		free(text);
	}
	duel_done(&d);
}

static void
every_concession_stands_in_the_summary_word_for_word(void **state)
{
	struct duel d;

	(void)state;
	open_summary(&d);
	duel_refuse(&d, OLGA, "## Summary of rounds 1–2\n\nThe proposer concedes C1.2: `src/key.c:7`.\n",
		"[summary.concession] the proposer of round 2 conceded, and this is missing: \"I concede C1.2: the keys are unescaped in src/key.c:7.\"");
	duel_refuse(&d, OLGA, "## Summary of rounds 1–2\n\nI conceded C1.2: the keys are unescaped in `src/key.c:7`.\n", "[summary.concession]");
	take(&d, "## Summary of rounds 1–2\n\nThe proposer: \"I concede C1.2: the keys are unescaped in `src/key.c:7`.\"\n");
	take(&d, "## Summary of rounds 1–2\n\n> I concede C1.2: the keys\n> are unescaped in src/key.c:7.\n");
	duel_done(&d);
}

static void
what_an_agreement_rests_on_stands_in_the_summary(void **state)
{
	struct duel d;
	char *more;

	(void)state;
	open_summary(&d);
	duel_refuse(&d, OLGA, "## Summary of rounds 1–2\n\nI concede C1.2: the keys are unescaped in.\n", "[summary.evidence] the proposer of round 2 "
		"agreed because of `src/key.c:7`");
	more = mem_format("## Summary of rounds 1–2\n\n%s\n", concession);
	duel_accept(&d, OLGA, more);
	free(more);
	duel_done(&d);
	/* In the next one, a certification of round 3 counts too. */
	open_summary(&d);
	d.terms.rounds = 5;
	more = mem_format("## Summary of rounds 1–2\n\n%s\n", concession);
	duel_accept(&d, OLGA, more);
	free(more);
	duel_accept(&d, ALICE, "## Round 4 — Proposer (claude / opus)\n\n- C3.1 is wrong: the count in `src/ref.c:2` has 64 bits, never 16.\n");
	duel_accept(&d, BOB, "## Round 4 — Challenger (gemini / gemini-3-pro)\n\n- The count in `src/ref.c:2` is not atomic.\n");
	more = mem_format("## Summary of rounds 1–3\n\n%s\n", concession);
	duel_refuse(&d, OLGA, more, "[summary.evidence] the challenger of round 3 agreed because of");
	free(more);
	more = mem_format("## Summary of rounds 1–3\n\n%s `src/ref.c:3` and `copy_price` settle C2.1.\n", concession);
	take(&d, more);
	free(more);
	duel_done(&d);
}

static void
a_summary_that_is_too_short_or_too_long_is_warned_of(void **state)
{
	struct duel d;

	(void)state;
	open_summary(&d);
	for (unsigned words = 0; words <= 800; words += 400) {
		UT_string text;
		utstring_init(&text);
		utstring_printf(&text, "## Summary of rounds 1–2\n\n%s\n", concession);
		for (unsigned i = 0; i < words; i++)
			utstring_printf(&text, "word%s", i % 20 == 19 ? ".\n" : " ");
		take(&d, utstring_body(&text));
		assert_int_equal(duel_printed(&d, "warning: [summary.length]"), words != 400);
		utstring_done(&text);
	}
	duel_done(&d);
}

/* -- headings -------------------------------------------------------------------------------------------------------------------- */

static void
a_heading_names_the_round_the_role_and_the_identity_that_are_due(void **state)
{
	static const struct {
		const char *heading, *says;
	} rows[] = {
		{ "## Round 2 — Proposer (claude / opus)", "[round.order] round 1 is under way, and the heading says round 2" },
		{ "## Round 9 — Proposer (claude / opus)", "[round.order] this debate has rounds 1 to 3" },
		{ "## Round 0 — Proposer (claude / opus)", "[round.order]" },
		{ "## Round 4294967297 — Proposer (claude / opus)", "[round.order]" },
		{ "## Round 1x — Proposer (claude / opus)", "[round.order] `## Round 1 — Proposer (claude / opus)` is due" },
		{ "# Round 1 — Proposer (claude / opus)", "[round.order]" },
		{ "> ## Round 1 — Proposer (claude / opus)", "[round.order]" },
		{ "- ## Round 1 — Proposer (claude / opus)", "[round.order]" },
		{ "words\n\n## Round 1 — Proposer (claude / opus)", "[round.order]" },
		{ "", "[round.order]" },
		{ "## Debate Summary", "[round.order]" },
		{ "## Summary of rounds 1–1", "[round.order]" },
		{ "## Round 1 — Challenger (claude / opus)", "[round.role] it is the move of the proposer, and the heading says Challenger" },
		{ "## Round 1 — Orchestrator (claude / opus)", "[round.role]" },
		{ "## Round 1 — alice (claude / opus)", "[round.role]" },
		{ "## Round 1", "[round.role]" },
		{ "## Round 1 — Proposer (gemini / opus)", "[round.identity] \"alice\" joined as (claude / opus)" },
		{ "## Round 1 — Proposer (claude / opus-2)", "[round.identity]" },
		{ "## Round 1 — Proposer (claude)", "[round.identity]" },
		{ "## Round 1 — Proposer", "[round.identity]" },
		{ "## Round 1 — Proposer (/)", "[round.identity]" },
		{ "## Round 1 — Proposer (claude / opus) x", "[round.identity]" },
	};
	static const char *const good[] = { "## Round 1 — Proposer (claude / opus)", "---\n\n## Round 1 - proposer  ( claude / opus ) ##",
		"\n\n## Round 1 -- PROPOSER (claude/opus)" };
	struct duel d;

	(void)state;
	duel_init(&d, 3);
	duel_join_all(&d);
	for (size_t i = 0; i < N(rows); i++) {
		char *text = mem_format("%s%s", rows[i].heading, strchr(opening, '\n'));
		duel_refuse(&d, ALICE, text, rows[i].says);
		free(text);
	}
	for (size_t i = 0; i < N(good); i++) {
		char *text = mem_format("%s%s", good[i], strchr(opening, '\n'));
		if (duel_try(&d, ALICE, text, false))
			fail_msg("%s\n%s", text, utstring_body(&d.printed));
		free(text);
	}
	duel_done(&d);
}

static void
a_text_holds_no_second_one(void **state)
{
	static const char *const second[] = { "## Round 1 — Challenger (gemini / gemini-3-pro)\n\nx `y`\n", "## Debate Summary\n\nx `y`\n",
		"## Summary of rounds 1–1\n\nx `y`\n" };
	static const char *const none[] = { "## Round trips\n\nThey cost 2 ms by bench/hits.log.\n", "```\n## Debate Summary\n```\n",
		"### Debate Summary\n\nIt is in `src/a.c`.\n" };
	struct duel d;

	(void)state;
	duel_init(&d, 3);
	duel_join_all(&d);
	for (size_t i = 0; i < N(second); i++) {
		char *text = mem_format("%s\n%s", opening, second[i]), *other = mem_format("%s\n%s", opening, none[i]);
		duel_refuse(&d, ALICE, text, "t:8: error: [round.order] one text at a time");
		if (duel_try(&d, ALICE, other, false))
			fail_msg("%s\n%s", other, utstring_body(&d.printed));
		free(other);
		free(text);
	}
	duel_done(&d);
}

static void
nothing_is_taken_before_a_debate_begins(void **state)
{
	struct duel d;

	(void)state;
	duel_init(&d, 1);
	assert_null(duel_join(&d, "alice", "proposer", "claude", "opus"));
	assert_int_equal(duel_try(&d, ALICE, opening, false), -EBUSY);
	assert_printed(&d, "[lease.wait]");
	duel_done(&d);
}

/* Full-size texts that repeat what is dear to look at. */
static void
hostile_texts_of_the_full_size_are_judged(void **state)
{
	static const char *const pieces[] = { "stronger ", "claude stronger ", "\"a b c d e f\" ", "- x\n", "### Verdict\n", "C1.1 ", "round 1 ",
		"not gemini, ", "**Topic**: x\n\n" };

	for (size_t i = 0; i < N(pieces); i++) {
		UT_string text;
		utstring_init(&text);
		utstring_printf(&text, VERDICT_LINES("1") "### Verdict\n\n");
		for (size_t n = 0; utstring_len(&text) < 65000; n++)
			utstring_printf(&text, "%s%s", pieces[i], n % 100 == 99 ? "\n" : "");
		assert_int_equal(duel_try(*state, OLGA, utstring_body(&text), false), -EINVAL);
		utstring_done(&text);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_judging, close_duel)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_line_topic_has_the_topics_words),
		TEST(a_topic_with_marks_is_taken_as_it_stands_and_as_text),
		TEST(what_is_quoted_of_a_long_line_is_where_it_goes_wrong),
		TEST(the_lines_of_the_sides_name_tool_and_model_as_they_joined),
		TEST(the_line_rounds_says_how_many_are_complete),
		TEST(the_line_rigor_says_something),
		TEST(exactly_one_tool_is_called_the_stronger),
		cmocka_unit_test(a_tools_name_that_anothers_begins_with_is_not_found_in_it),
		TEST(a_verdict_that_picks_no_side_is_refused_in_other_words_too),
		TEST(a_verdict_cites_the_debate),
		TEST(the_debates_quality_is_rated_in_three_ways),
		TEST(each_agreement_has_its_evidence),
		TEST(the_recommendation_says_what_to_do),
		TEST(every_line_and_section_stands_there_once_in_order_and_says_something),
		TEST(the_beginning_of_a_verdict_is_not_refused),
		cmocka_unit_test(a_summary_is_of_the_rounds_that_are_due_and_says_something),
		cmocka_unit_test(every_concession_stands_in_the_summary_word_for_word),
		cmocka_unit_test(what_an_agreement_rests_on_stands_in_the_summary),
		cmocka_unit_test(a_summary_that_is_too_short_or_too_long_is_warned_of),
		cmocka_unit_test(a_heading_names_the_round_the_role_and_the_identity_that_are_due),
		cmocka_unit_test(a_text_holds_no_second_one),
		cmocka_unit_test(nothing_is_taken_before_a_debate_begins),
		TEST(hostile_texts_of_the_full_size_are_judged),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
