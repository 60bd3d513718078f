/* `check` in a format with more than one gated file: a draft is judged as each kind of text whose time it is (trial.h). */
#include "fixture.h"

#include "fs/duel/live.h"
#include "tests/unit/duel/trial.h"

static enum hand_in_when
text_when(const struct fstate *s, const struct context *ctx, unsigned seat)
{
	(void)ctx, (void)seat;
	return s->outcome ? HAND_IN_OVER : HAND_IN_OPEN;
}

/* Also once an exchange is judged, in this test's format. */
static enum hand_in_when
report_when(const struct fstate *s, const struct context *ctx, unsigned seat)
{
	(void)ctx;
	return seat == TRIAL_JUDGE && s->exchange && !s->report ? HAND_IN_OPEN : HAND_IN_LATER;
}

static const struct hand_in hand_ins[] = {
	{.name = "text", .row = ROW_DEBATE, .when = text_when},
	{.name = "report", .row = ROW_OWN, .when = report_when},
};

/* A report handed in as another text is one that is BAD. */
static void
judge_kinds(const struct fstate *s, const struct context *ctx, const struct submission *sub, struct verdict *out)
{
	if (sub->row == ROW_DEBATE && !strncmp(sub->text, "# ", 2))
		findings_add(&out->findings, &trial_rules[0], 1 + sub->line0, "this is a report");
	trial_judge(s, ctx, sub, out);
}

static struct format with_hand_ins;

static void
begins(struct bed *b)
{
	trial_begins(b);
	with_hand_ins = format_trial;
	with_hand_ins.judge = judge_kinds;
	with_hand_ins.hand_ins = hand_ins;
	with_hand_ins.n_hand_ins = sizeof hand_ins / sizeof *hand_ins;
	the_duel(b, "d")->live->format = &with_hand_ins;
}

static int
check(struct bed *b, const char *text)
{
	return append_to(b, "d", DOOR_CHECK, 0, text);
}

static char *
verdict(struct bed *b)
{
	const char *text;
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	duel_rehearsal(d, 0, &text);
	char *copy = strdup(text);
	registry_unlock(b->r);
	return copy;
}

static void
before_its_time_a_report_is_judged_as_what_is_due(void **state)
{
	struct bed *b = *state;
	begins(b);
	assert_int_equal(check(b, "# A report\n"), -EINVAL);
	assert_holds(verdict(b), "[trial.bad]");
}

static void
a_draft_passes_as_the_kind_that_it_is(void **state)
{
	struct bed *b = *state;
	begins(b);
	trial_exchange(b);
	assert_int_equal(check(b, "a text\n"), 0);
	assert_int_equal(check(b, "# A report\n"), 0);
	assert_holds(verdict(b), "check: ok\n");
	assert_int_equal(check(b, "BAD as either\n"), -EINVAL);
}

static void
after_the_close_only_what_is_still_taken_is_judged(void **state)
{
	struct bed *b = *state;
	begins(b);
	trial_exchange(b);
	trial_hand_in(b, "anna", "apples keep longer\n");
	trial_hand_in(b, "boris", "berries taste better\n");
	assert_int_equal(say(b, "claim judge"), 0);
	assert_int_equal(append(b, "judged again\n"), 0);
	assert_true(duel_is_closed(the_duel(b, "d")));
	assert_int_equal(check(b, "# The report\n"), 0);
	assert_int_equal(check(b, "a text\n"), -EINVAL);
	assert_holds(verdict(b), "[trial.report]");
	assert_int_equal(append_to(b, "d", DOOR_CHECK, 1002, "# The report\n"), -EROFS);
	assert_int_equal(append_to(b, "d", door_of_row(ROW_OWN), 0, "# The report\n"), 0);
	assert_int_equal(check(b, "# Another report\n"), -EROFS);
}

#define CHECK(f) cmocka_unit_test_setup_teardown(f, bed_setup, bed_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CHECK(before_its_time_a_report_is_judged_as_what_is_due),
		CHECK(a_draft_passes_as_the_kind_that_it_is),
		CHECK(after_the_close_only_what_is_still_taken_is_judged),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
