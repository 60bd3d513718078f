/* A text that is handed in once, after the close, by the seat of which it is due (council.c). */
#include "tests/unit/trial/trial.h"

EACH_TEST(bed_setup, bed_teardown);

#define REPORT (INTAKE_FILE_DESK + 3)
#define ANNA 1001
#define BORIS 1002
#define JUDGE 1003

static char *
report(struct bed *b)
{
	UT_string *s = test_string();
	struct duel *d = the_duel(b, "d");
	LOCKED(b, d->fold->format->rows->shows(d->fold->state, s));
	return utstring_body(s);
}

static void
assert_report(struct bed *b, const char *want)
{
	assert_string_equal(report(b), want);
}

/* Each of a uid of its own, the judge with a token; exchange 1 is judged. */
static void
debated(struct bed *b)
{
	BEGUN(b, "format = \"council\"\n");
	assert_int_equal(say_as(b, "d", ANNA, "join anna role=first"), 0);
	assert_int_equal(say_as(b, "d", BORIS, "join boris role=second"), 0);
	assert_int_equal(say_as(b, "d", JUDGE, "join cora role=chair token=secret-one"), 0);
	assert_int_equal(say_as(b, "d", ANNA, "claim anna"), 0);
	assert_int_equal(append_to(b, "d", INTAKE_FILE_DEBATE, ANNA, "apples\n"), 0);
	assert_int_equal(say_as(b, "d", ANNA, "release anna"), 0);
	assert_int_equal(say_as(b, "d", BORIS, "claim boris"), 0);
	assert_int_equal(append_to(b, "d", INTAKE_FILE_DEBATE, BORIS, "berries\n"), 0);
	assert_int_equal(say_as(b, "d", BORIS, "release boris"), 0);
	assert_int_equal(say_as(b, "d", JUDGE, "claim cora token=secret-one"), 0);
	assert_int_equal(append_to(b, "d", INTAKE_FILE_DEBATE, JUDGE, "<!-- token: secret-one -->\njudged so\n"), 0);
}

static void
closed_by_its_judge(struct bed *b)
{
	debated(b);
	assert_int_equal(say_as(b, "d", JUDGE, "release cora token=secret-one outcome=COMPLETED"), 0);
}

#define SIGNED "<!-- token: secret-one -->\n"

TEST(after_the_close_one_seat_hands_it_in_without_the_floor)
{
	struct intake *w, *other;
	closed_by_its_judge(b);
	assert_int_equal(opened(b, "d", REPORT, ANNA, false, &w), -EACCES);
	assert_int_equal(append_to(b, "d", INTAKE_FILE_DESK + 1, ANNA, "# Mine\n"), -EROFS);
	assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, JUDGE, false, &w), -EROFS);
	assert_int_equal(append_to(b, "d", REPORT, JUDGE, "# How it went\n"), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.token]");
	assert_int_equal(append_to(b, "d", REPORT, JUDGE, SIGNED "BAD\n"), -EINVAL);
	assert_int_equal(opened(b, "d", REPORT, JUDGE, true, &other), 0);
	w = staged(b, REPORT, JUDGE, true, SIGNED "# How it went\n", -1);
	assert_report(b, "");
	assert_int_equal(flushed(b, w, true), 0);
	assert_report(b, "# How it went\n");
	assert_int_equal(closed(b, w), 0);
	assert_int_equal(written(b, other, SIGNED "# Another\n", 0), -EROFS); /* it was open before */
	closed(b, other);
	assert_int_equal(append_to(b, "d", REPORT, JUDGE, SIGNED "# Another\n"), -EROFS);
	assert_holds(shown(b, "d", render_status_toml, 0), "outcome = \"COMPLETED\"\n");
	bed_reopen(b);
	assert_report(b, "# How it went\n");
	assert_holds(shown(b, "d", render_status_toml, 0), "outcome = \"COMPLETED\"\n");
}

/* A closed duel may be written to meanwhile: its row says that the archive file is missing until it is there. */
TEST(a_report_does_not_end_the_wait_for_the_archive)
{
	char command[160];
	snprintf(command, sizeof command, "rm -rf %s/archive && touch %s/archive", b->dir, b->dir);
	assert_int_equal(system(command), 0);
	closed_by_its_judge(b);
	assert_int_equal(append_to(b, "d", REPORT, JUDGE, SIGNED "# How it went\n"), 0);
	bed_close(b);
	snprintf(command, sizeof command, "rm %s/archive", b->dir);
	assert_int_equal(system(command), 0);
	bed_open(b);
	bed_close(b);
	snprintf(command, sizeof command, "grep -q 'judged so' %s/archive/*.md", b->dir);
	assert_int_equal(system(command), 0);
	bed_open(b);
}
