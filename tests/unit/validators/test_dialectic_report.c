/*
 * The report of a debate: its title and sections, its words, an argument and the totals.
 */
#include "tests/unit/validators/dialectic_fixture.h"

#include "validators/dialectic/report.h"
#include "validators/text/limits.h"
#include "validators/text/wordcount.h"

/* Five exchanges: the totals are 0.6 and -0.9. */
static struct debate corpus;

static int
open_debate(void **state)
{
	(void)state;
	debate_play_all(&corpus, SIDE_PROPOSITION);
	return 0;
}

static int
close_debate(void **state)
{
	(void)state;
	debate_done(&corpus);
	return 0;
}

/* A report in parts; NULL is the part that is right. */
struct parts {
	const char *title, *question, *clash, *turning, *verdict;
	unsigned n; /* words in all; 0: 550 */
};

static char *
report(const struct parts *p)
{
	unsigned wanted = p->n ? p->n : 550, n;
	UT_string out;
	char *filler;

	utstring_init(&out);
	utstring_printf(&out, "%s", p->title ? p->title : "# Free buses\n\n");
	utstring_printf(&out, "%s", p->question ? p->question : "## The Question\n\nShould a ride be free?\n\n");
	utstring_printf(&out, "%s", p->clash ? p->clash : "## The Clash\n\nOne side counts fares, the other one riders.\n\n");
	utstring_printf(&out, "%s", p->turning ? p->turning : "## Turning Points\n\nIn prop_002 the card was charged with its cost.\n\n");
	utstring_printf(&out, "%s", p->verdict ? p->verdict : "## The Verdict\n\nThe proposition has 0.6 and the opposition -0.9.\n\n");
	n = (unsigned)wordcount(utstring_body(&out), utstring_len(&out));
	filler = words(wanted > n ? wanted - n : 0);
	utstring_printf(&out, "%s\n", filler);
	free(filler);
	return utstring_body(&out);
}

static int
judge(const char *text, size_t len, int line0, bool prefix)
{
	struct findings findings = { .n = 0 };
	int err;

	report_judge(corpus.state, text, len, line0, prefix, &findings);
	err = findings_errno(&findings);
	print_found(&findings);
	return err;
}

#define ACCEPT(...) accept(&(struct parts){ __VA_ARGS__ })
#define REFUSE(says, ...) refuse(says, &(struct parts){ __VA_ARGS__ })

static void
accept(const struct parts *p)
{
	char *text = report(p);

	if (judge(text, strlen(text), 0, false) || *found_text())
		fail_msg("%s\n%s", text, found_text());
	for (size_t cut = 0; cut <= strlen(text); cut++)
		assert_int_equal(judge(text, cut, 0, true), 0);
	free(text);
}

static void
refuse(const char *says, const struct parts *p)
{
	char *text = report(p);

	if (judge(text, strlen(text), 0, false) != -EINVAL)
		fail_msg("not refused with EINVAL: %s\n%s", text, found_text());
	assert_found(says);
	free(text);
}

static void
a_whole_report_is_accepted(void **state)
{
	(void)state;
	ACCEPT(0);
	ACCEPT(.title = "\n# **Free** buses\n\nA line below it.\n");
	ACCEPT(.question = "## the question\nx y.\n", .clash = "## The Clash ##\n\n- one\n- two\n");
	ACCEPT(.clash = "## The Clash\n\n### A part\n\nThe other.\n\n", .turning = "Turning Points\n---\n\n> prop_001\n\n");
	ACCEPT(.verdict = "## The Verdict\n\n0.6, -0.9\n\n## Argument Graph\n\n![Graph](./argument-graph.svg)\n\n");
}

static void
a_report_begins_with_one_title(void **state)
{
	(void)state;
	REFUSE("h:1: error: [report.section] the first line is a title", .title = "Free buses\n\n");
	REFUSE("h:1: error: [report.section] the first line is a title", .title = "x\n\n# Free buses\n\n");
	REFUSE("[report.section] the first line is a title", .title = "");
	REFUSE("[report.section] the first line is a title", .title = "#\n\n");
	REFUSE("[report.section] the first line is a title", .title = "## Free buses\n\n");
	REFUSE("[report.section] the first line is a title", .title = "> # Free buses\n\n");
	REFUSE("h:3: error: [report.section] a report has one title", .title = "# Free buses\n\n# Again\n\n");
}

static void
each_section_stands_once_in_order_and_is_not_empty(void **state)
{
	(void)state;
	REFUSE("h: error: [report.section] `## The Question` is missing", .question = "x\n\n");
	REFUSE("h: error: [report.section] `## The Clash` is missing", .clash = "x\n\n");
	REFUSE("h: error: [report.section] `## Turning Points` is missing", .turning = "prop_001\n\n");
	REFUSE("h: error: [report.section] `## The Verdict` is missing", .verdict = "0.6, -0.9\n\n");
	REFUSE("`## The Clash` is missing", .clash = "### The Clash\n\nx\n\n");
	REFUSE("`## The Clash` is missing", .clash = "```\n## The Clash\n```\n\nx\n\n");
	REFUSE("`## The Clash` is missing", .clash = "> ## The Clash\n\nx\n\n");
	REFUSE("`## The Clash` is missing", .clash = "- ## The Clash\n\nx\n\n");
	REFUSE("`## The Clash` is missing", .clash = "<!--\n## The Clash\n-->\n\nx\n\n");
	REFUSE("h:7: error: [report.section] `## The Clash` is empty", .clash = "## The Clash\n\n");
	REFUSE("`## The Question` is empty", .question = "## The Question\n\n### A part\n\n");
	REFUSE("`## The Question` is empty", .question = "## The Question\n\n<!-- later -->\n\n");
	REFUSE("h:1: error: [report.section] this place of the template is not filled in", .title = "# ...\n\n");
	REFUSE("h:9: error: [report.section] this place", .clash = "## The Clash\n\n...\n\nOne side counts fares.\n\n");
	REFUSE("h:11: error: [report.section] `## The Clash` stands twice", .clash = "## The Clash\n\nx\n\n## The Clash\n\nx\n\n");
	REFUSE("`## The Question` stands too late", .question = "## The Clash\n\nx\n\n", .clash = "## The Question\n\nx\n\n");
}

static void
a_report_has_500_to_600_words(void **state)
{
	(void)state;
	ACCEPT(.n = 500);
	ACCEPT(.n = 600);
	REFUSE("h: error: [report.words] the report has 499 words, 500 to 600 are wanted", .n = 499);
	REFUSE("h: error: [report.words] the report has 601 words", .n = 601);
	assert_int_equal(judge("", 0, 0, false), -EINVAL);
	assert_found("[report.words] the report has 0 words");
}

static void
a_report_that_is_too_long_is_refused_as_it_comes(void **state)
{
	char *text = report(&(struct parts){ .n = 601 });

	(void)state;
	assert_int_equal(judge(text, strlen(text) - 1, 0, true), 0);
	assert_int_equal(judge(text, strlen(text), 0, true), -EINVAL);
	assert_found("[report.words]");
	free(text);
}

static void
an_argument_is_named(void **state)
{
	static const char *const others[] = { "prop_005", "prop_000", "prop_000d", "prop_0001", "xprop_001", "prop_001x", "prop 001", "judge_001",
		"<!-- prop_001 -->" };

	(void)state;
	for (size_t i = 0; i < N(others); i++) {
		char *turning = mem_format("## Turning Points\n\nIn %s it was clear.\n\n", others[i]);

		REFUSE("h: error: [report.argument] no argument of this debate is named", .turning = turning);
		free(turning);
	}
	ACCEPT(.turning = "## Turning Points\n\n(`opp_000c`)\n\n");
	ACCEPT(.turning = "## Turning Points\n\n**prop_004**'s levy\n\n");
}

static void
the_totals_are_true(void **state)
{
	static const char *const good[] = { "0.6 and -0.9", "+0.6, -0.9", "-0.90 against 0.60", "(0.600/\u22120.9)", "**0.6** : **\u20130.9**", "0.6, -0.9.",
		"a=0.6 b=-0.9", "00.6, -0.9000", "正方０．６，反方－０．９。", "0．6／－0.9", "０.６ and -０.９", "\u22120．9, ０.6", "正方得0.6分，反方得-0.9分" };
	static const char *const bad[] = { "0.6", "0.6 and 0.9", "0.61 and -0.9", "-0.6 and 0.9", "0.60001 and -0.9", "10.6 and -0.9", "0.6x and -0.9",
		"0.6 and 0-0.9", "<!-- 0.6 --> -0.9", "none", "０。６ and -0.9", "0.6 and ０－0.9", "０.６x and -0.9", "0.65555555555555555555555555555555555555555555 -0.9" };

	(void)state;
	for (size_t i = 0; i < N(good); i++) {
		char *verdict = mem_format("## The Verdict\n\n%s\n\n", good[i]);
		ACCEPT(.verdict = verdict);
		free(verdict);
	}
	for (size_t i = 0; i < N(bad); i++) {
		char *verdict = mem_format("## The Verdict\n\n%s x\n\n", bad[i]);
		REFUSE("h: error: [report.totals] the total of the ", .verdict = verdict);
		free(verdict);
	}
	REFUSE("[report.totals] the total of the opposition, -0.9, is not named", .verdict = "## The Verdict\n\n0.6\n\n");
}

static void
the_totals_stand_with_their_sides(void **state)
{
	static const char *const swapped[] = { "The proposition has -0.9 and the opposition 0.6.", "-0.9 for the Proposition, 0.6 for the opposition",
		"The opposition's total is 0.6. The proposition's is -0.9.", "- proposition: -0.9\n- opposition: 0.6", "正方 -0.9，反方 0.6",
		"| proposition | -0.9 |\n| opposition | 0.6 |", "正方得－０．９分；反方得０．６分。", "In the end the\nproposition has -0.9, and the\nopposition\n0.6" };
	/* It cannot be told, or a sentence that tells it is right. */
	static const char *const fine[] = { "The proposition has 0.6 and the opposition -0.9.", "-0.9 for the opposition and 0.6 for the proposition",
		"The proposition leads the opposition by 0.6 to -0.9.", "Exchange 2 gave the proposition -0.9 and the opposition 0.6. The proposition has 0.6.",
		"The proposition lost 0.9, to end with 0.6, and not -0.9. The opposition gained 0.6 once.",
		"Exchange 2 gave the proposition -0.9 and the opposition 0.6. It ends 0.6 to -0.9.", "正方 0.6，反方 -0.9", "反方：-0.9；正方：0.6",
		"The proposition, at 0.6, is ahead of the opposition, which has -0.9 and the proposition not." };

	(void)state;
	for (size_t i = 0; i < N(swapped); i++) {
		char *verdict = mem_format("## The Verdict\n\n%s\n\n", swapped[i]);
		REFUSE("h: error: [report.totals] each side has the other's total here: the proposition's is 0.6 and the opposition's is -0.9", .verdict = verdict);
		free(verdict);
	}
	for (size_t i = 0; i < N(fine); i++) {
		char *verdict = mem_format("## The Verdict\n\n%s\n\n", fine[i]);
		ACCEPT(.verdict = verdict);
		free(verdict);
	}
}

static void
a_report_nests_no_deeper_than_any_text(void **state)
{
	char *clash, marks[LIMIT_NESTING + 2];

	(void)state;
	memset(marks, '>', sizeof marks - 1);
	marks[sizeof marks - 1] = '\0';
	clash = mem_format("## The Clash\n\n%s x\n\n", marks);
	REFUSE("h:9: error: [limit.nesting]", .clash = clash);
	free(clash);
}

static void
lines_count_from_the_submitted_text(void **state)
{
	(void)state;
	assert_int_equal(judge("x\n", 2, 3, false), -EINVAL);
	assert_found("h:4: error: [report.section] the first line is a title");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_report_is_accepted),
		cmocka_unit_test(a_report_begins_with_one_title),
		cmocka_unit_test(each_section_stands_once_in_order_and_is_not_empty),
		cmocka_unit_test(a_report_has_500_to_600_words),
		cmocka_unit_test(a_report_that_is_too_long_is_refused_as_it_comes),
		cmocka_unit_test(an_argument_is_named),
		cmocka_unit_test(the_totals_are_true),
		cmocka_unit_test(the_totals_stand_with_their_sides),
		cmocka_unit_test(a_report_nests_no_deeper_than_any_text),
		cmocka_unit_test(lines_count_from_the_submitted_text),
	};

	return cmocka_run_group_tests(tests, open_debate, close_debate);
}
