/*
 * The report of a debate, but for what one text shows of its title and sections, its words, an argument and the totals: tests/corpus.
 */
#include "tests/unit/validators/dialectic_fixture.h"

#include "validators/dialectic/report.h"
#include "validators/text/wordcount.h"

/* Five exchanges: the totals are 0.6 and -0.9. */
static struct played corpus;

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

WHOLE_FILE(open_debate, close_debate);

/* A report with so many words in all. */
static char *
report(unsigned wanted)
{
	UT_string out;
	utstring_init(&out);
	utstring_printf(&out, "# Free buses\n\n## The Question\n\nShould a ride be free?\n\n## The Clash\n\nOne side counts fares, the other one "
		"riders.\n\n## Turning Points\n\nIn prop_002 the card was charged with its cost.\n\n## The Verdict\n\nThe proposition has 0.6 and the "
		"opposition -0.9.\n\n");
	char *filler = words(wanted - (unsigned)wordcount(utstring_body(&out), utstring_len(&out)));
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

TEST(a_report_of_nothing_has_no_words)
{
	assert_int_equal(judge("", 0, 0, false), -EINVAL);
	assert_found("[report.words] the report has 0 words");
}

TEST(a_report_that_is_too_long_is_refused_as_it_comes)
{
	char *text = report(601);

	assert_int_equal(judge(text, strlen(text) - 1, 0, true), 0);
	assert_int_equal(judge(text, strlen(text), 0, true), -EINVAL);
	assert_found("[report.words]");
	free(text);
}

TEST(lines_count_from_the_submitted_text)
{
	assert_int_equal(judge("x\n", 2, 3, false), -EINVAL);
	assert_found("h:4: error: [report.section] the first line is a title");
}

/* What the blank says by itself is the line of the totals: an argument is for the writer to name. */
TEST(a_blank_that_is_filled_up_unread_names_no_argument)
{
	UT_string out;
	utstring_init(&out);
	report_put_blank(&out);
	utstring_printf(&out, "\n");
	report_put_totals(corpus.state, &out);
	char *filler = words(550);
	utstring_printf(&out, "\n\n%s\n", filler);

	assert_int_equal(judge(utstring_body(&out), utstring_len(&out), 0, false), -EINVAL);
	assert_found("[report.argument] no argument of this debate is named by its id");
	assert_found("[report.section] this place of the template is not filled in");
	assert_null(strstr(found_text(), "[report.totals]"));
	free(filler);
	utstring_done(&out);
}
