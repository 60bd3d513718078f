/* `check` in a format with more than one gated file and a seat for each kind of text: whose a draft is, and of which kind (trial.h). */
#include "fs/registry/registry_inner.h"
#include "tests/unit/trial/trial.h"

EACH_TEST(bed_setup, bed_teardown);

static enum hand_in_when
text_when(const struct fstate *s, const struct context *ctx, unsigned seat)
{
	(void)ctx;
	if (fstate_is_closed(s) || seat == TRIAL_JUDGE)
		return HAND_IN_OVER;
	return s->in[seat] ? HAND_IN_LATER : HAND_IN_DUE;
}

static void
text_label(const struct fstate *s, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)s, (void)ctx, (void)seat;
	utstring_printf(out, "a text");
}

static void
report_label(const struct fstate *s, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)s, (void)ctx, (void)seat;
	utstring_printf(out, "a report");
}

/* Also once an exchange is judged, in this test's format. */
static enum hand_in_when
report_when(const struct fstate *s, const struct context *ctx, unsigned seat)
{
	(void)ctx;
	if (seat != TRIAL_JUDGE)
		return HAND_IN_OVER;
	return fstate_pieces(s) && !s->report ? HAND_IN_OPEN : HAND_IN_LATER;
}

static const struct hand_in hand_ins[] = {
	{.name = "text", .row = ROW_DEBATE, .when = text_when, .label = text_label},
	{.name = "report", .row = ROW_OWN, .when = report_when, .label = report_label},
};

/* A report handed in as another text is one that is BAD. */
static void
judge_kinds(const struct fstate *s, const struct context *ctx, const struct submission *sub, struct verdict *out)
{
	if (sub->row == ROW_DEBATE && !strncmp(sub->text, "# ", 2))
		findings_add(&out->findings, &format_trial.rules[0], 1 + sub->line0, "this is a report");
	format_trial.judge(s, ctx, sub, out);
}

/* A text says what it is. */
static const struct hand_in *
kind_of(const struct fstate *s, const struct context *ctx, const struct submission *sub)
{
	(void)s, (void)ctx;
	return &hand_ins[!strncmp(sub->text, "# ", 2)];
}

static struct format with_hand_ins;

static void
set_format(struct bed *b)
{
	with_hand_ins = format_trial;
	with_hand_ins.judge = judge_kinds;
	with_hand_ins.kind_of = kind_of;
	with_hand_ins.hand_ins = hand_ins;
	with_hand_ins.n_hand_ins = sizeof hand_ins / sizeof *hand_ins;
	struct fold *fold = the_duel(b, "d")->fold;
	fold->format = state_is_of(fold->state, &with_hand_ins);
}

static void
begins(struct bed *b)
{
	trial_begins(b);
	set_format(b);
}

static int
check(struct bed *b, unsigned seat, const char *text)
{
	return append_to(b, "d", DOOR_CHAIR_CHECK + (int)seat, 0, text);
}

/* Frees what was got. */
static void
assert_says(char *got, const char *wanted)
{
	assert_string_equal(got, wanted);
	free(got);
}

static char *
verdict(struct bed *b, unsigned seat)
{
	return shown(b, "d", render_seat_check, seat);
}

TEST(before_its_time_a_draft_is_EBUSY_and_told_its_own_faults_too)
{
	struct bed *b = *state;
	begins(b);
	trial_hand_in(b, "anna", "apples are good\n");
	assert_int_equal(check(b, 2, "a text\n"), 0);
	assert_says(verdict(b, 2), "turn.md: ok (a text of boris, 7 bytes)\n");
	trial_hand_in(b, "boris", "berries are better\n");
	assert_int_equal(check(b, 1, "a text (anna)\n"), -EBUSY);
	assert_says(verdict(b, 1), "turn.md: error: [lease.order] nothing of seat 1 is due\nturn.md: EBUSY (a text of anna, 14 bytes)\n");
	assert_int_equal(check(b, 1, "a BAD text (anna)\n"), -EBUSY);
	assert_says(verdict(b, 1), "turn.md: error: [lease.order] nothing of seat 1 is due\n"
		"turn.md:[0].text: error: [trial.bad] this is not for others to read\nturn.md: EBUSY (a text of anna, 18 bytes)\n");
}

TEST(a_draft_passes_as_the_kind_that_it_is)
{
	struct bed *b = *state;
	begins(b);
	trial_exchange(b);
	assert_int_equal(check(b, 1, "a text (anna)\n"), 0);
	assert_says(verdict(b, 1), "turn.md: ok (a text of anna, 14 bytes)\n");
	assert_int_equal(say(b, "claim boris"), 0);
	assert_int_equal(check(b, 1, "a text (anna)\n"), -EBUSY);
	assert_holds(verdict(b, 1), "turn.md: error: [lease.busy] \"boris\" has the floor until ");
	assert_holds(verdict(b, 1), "\nturn.md: EBUSY (a text of anna, 14 bytes)\n");
	assert_int_equal(say(b, "release boris"), 0);
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(check(b, 1, "a text (anna)\n"), 0);
	assert_says(verdict(b, 1), "turn.md: ok (a text of anna, 14 bytes)\n");
	assert_int_equal(say(b, "release anna"), 0);
	assert_int_equal(check(b, 3, "# A report\n"), 0);
	assert_says(verdict(b, 3), "turn.md: ok (a report of judge, 11 bytes)\n");
	assert_int_equal(check(b, 2, "BAD as either\n"), -EINVAL);
}

TEST(after_the_close_only_what_is_still_taken_is_judged)
{
	struct bed *b = *state;
	begins(b);
	trial_exchange(b);
	trial_hand_in(b, "anna", "apples keep longer\n");
	trial_hand_in(b, "boris", "berries taste better\n");
	assert_int_equal(say(b, "claim judge"), 0);
	assert_int_equal(append(b, "judged again\n"), 0);
	assert_true(duel_is_closed(the_duel(b, "d")));
	assert_int_equal(check(b, 3, "# The report\n"), 0);
	assert_int_equal(check(b, 3, "a text\n"), -EINVAL);
	assert_holds(verdict(b, 3), "[trial.report]");
	assert_int_equal(append_to(b, "d", DOOR_CHAIR_CHECK + 3, 1002, "# The report\n"), -EACCES);
	assert_int_equal(append_to(b, "d", door_of_row(ROW_OWN), 0, "# The report\n"), 0);
	assert_int_equal(check(b, 3, "# Another report\n"), -EROFS);
}
