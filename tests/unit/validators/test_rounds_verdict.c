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

EACH_TEST(open_judging, close_duel);

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

/* As it stands in `status`, as its reader sees it, and as a blank has it. */
TEST(a_topic_with_marks_is_taken_as_it_stands_and_as_text)
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

TEST(what_is_quoted_of_a_long_line_is_where_it_goes_wrong)
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

/* -- whom it is for -------------------------------------------------------------------------------------------------------------- */

TEST(a_tools_name_that_anothers_begins_with_is_not_found_in_it)
{
	struct duel d;

	duel_init(&d, 1);
	assert_null(duel_sit(&d, "alice", "proposer", "claude", "opus"));
	assert_null(duel_sit(&d, "bob", "challenger", "claude-code", "opus"));
	assert_null(duel_sit(&d, "olga", "orchestrator", "x", "y"));
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
	assert_string_equal(fstate_reason(d.state), "claude-code had the stronger argument");
	assert_replays(&d);
	duel_done(&d);
}

/* -- sections -------------------------------------------------------------------------------------------------------------------- */

/* Nothing of a verdict that goes on is judged but its heading. */
TEST(the_beginning_of_a_verdict_is_not_refused)
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

TEST(what_an_agreement_rests_on_stands_in_the_summary)
{
	struct duel d;
	char *more;

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

/* -- headings -------------------------------------------------------------------------------------------------------------------- */

TEST(nothing_is_taken_before_a_debate_begins)
{
	struct duel d;

	duel_init(&d, 1);
	assert_null(duel_sit(&d, "alice", "proposer", "claude", "opus"));
	assert_int_equal(duel_try(&d, ALICE, opening, false), -EBUSY);
	assert_printed(&d, "[lease.wait]");
	duel_done(&d);
}

/* Full-size texts that repeat what is dear to look at. */
TEST(hostile_texts_of_the_full_size_are_judged)
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
