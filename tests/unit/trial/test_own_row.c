/* A gated file of a format's own: handed in once, after the close, by the seat that the format names (council.c). */
#include "fs/intake/intake.h"
#include "fs/duels/scratch.h"
#include "tests/unit/trial/trial.h"

EACH_TEST(bed_setup, bed_teardown);

#define REPORT (intake_of_row(ROW_OWN))
#define ANNA 1001
#define BORIS 1002
#define JUDGE 1003

static char *
report(struct bed *b)
{
	UT_string s;
	struct duel *d = the_duel(b, "d");
	utstring_init(&s);
	duels_lock(b->r);
	format_render(d->fold->state, d->fold->format->rows, 0, &s);
	duels_unlock(b->r);
	return test_owns(utstring_body(&s));
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
	assert_int_equal(opened(b, "d", REPORT, ANNA, false, &w), -EROFS);
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
	assert_int_equal(written(b, other, SIGNED "# Another\n", 0), -EPERM); /* it was open before */
	closed(b, other);
	assert_int_equal(opened(b, "d", REPORT, JUDGE, false, &w), -EROFS); /* the format names nobody any more */
	assert_holds(shown(b, "d", render_status_toml, 0), "outcome = \"COMPLETED\"\n");
	bed_reopen(b);
	assert_report(b, "# How it went\n");
	assert_holds(shown(b, "d", render_status_toml, 0), "outcome = \"COMPLETED\"\n");
}

/* The second is on its way to the disk already when the first one arrives there. */
TEST(of_two_that_come_at_one_moment_one_is_taken_and_the_other_told)
{
	struct intake *w, *other, *same;
	struct meanwhile a, second, third;
	closed_by_its_judge(b);
	struct duel *d = the_duel(b, "d");
	assert_int_equal(opened(b, "d", REPORT, JUDGE, true, &w), 0);
	assert_int_equal(opened(b, "d", REPORT, JUDGE, true, &other), 0);
	assert_int_equal(opened(b, "d", REPORT, JUDGE, true, &same), 0);
	assert_int_equal(written(b, w, SIGNED "# How it went\n", -1), 0);
	assert_int_equal(written(b, other, SIGNED "# Another\n", -1), 0);
	assert_int_equal(written(b, same, SIGNED "# How it went\n", -1), 0);
	duels_work_wait(b->r);
	enters(b, d);
	waits_its_turn(&a, d, 1, &(struct call){.b = b, .intake = w, .with = flushed_by_opener});
	waits_its_turn(&second, d, 2, &(struct call){.b = b, .intake = other, .with = flushed_by_opener});
	waits_its_turn(&third, d, 3, &(struct call){.b = b, .intake = same, .with = flushed_by_opener});
	leaves_it(b, d);
	assert_int_equal(answer_of(&a), 0);
	assert_int_equal(answer_of(&second), -EPERM);
	assert_int_equal(answer_of(&third), 0);
	assert_holds(shown(b, "d", render_last_error, 0), "[history.changed] this was handed in");
	assert_report(b, "# How it went\n");
	closed(b, w);
	closed(b, other);
	closed(b, same);
}

static int
renamed(struct bed *b, uid_t uid, const char *name, const char *image)
{
	struct caller who = caller_of(uid);
	struct scratch *s;
	struct duel *d = the_duel(b, "d");
	duels_lock(b->r);
	int err = scratch_make(d, 0, &who, name, NULL, &s);
	if (!err)
		err = scratch_write(s, &who, image, strlen(image), 0);
	if (!err)
		err = intake_replace(s, REPORT, &who);
	duels_unlock(b->r);
	return err;
}

TEST(it_is_handed_in_by_a_rename_as_well)
{
	closed_by_its_judge(b);
	assert_int_equal(renamed(b, ANNA, "x.tmp", "# Mine\n"), -EROFS);
	assert_int_equal(renamed(b, JUDGE, "x.tmp", SIGNED "# How it went\n"), 0);
	assert_int_equal(renamed(b, JUDGE, "y.tmp", SIGNED "# How it went\n"), 0);
	assert_int_equal(renamed(b, JUDGE, "z.tmp", SIGNED "# Another\n"), -EROFS);
	assert_report(b, "# How it went\n");
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
