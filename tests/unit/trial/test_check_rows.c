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

/* A text says what it is, but not whose, unless it says so. */
static void
whose(const struct fstate *s, const struct context *ctx, const struct submission *sub, struct whose *out)
{
	(void)s, (void)ctx;
	out->kind = &hand_ins[!strncmp(sub->text, "# ", 2)];
	out->seat = strstr(sub->text, "(anna)") ? 1 : 0;
	out->stranger = strstr(sub->text, "(otto)");
	out->tells = "a name in brackets";
}

static struct format with_hand_ins;

static void
set_format(struct bed *b)
{
	with_hand_ins = format_trial;
	with_hand_ins.judge = judge_kinds;
	with_hand_ins.whose = whose;
	with_hand_ins.hand_ins = hand_ins;
	with_hand_ins.n_hand_ins = sizeof hand_ins / sizeof *hand_ins;
	the_duel(b, "d")->fold->format = &with_hand_ins;
}

static void
begins(struct bed *b)
{
	trial_begins(b);
	set_format(b);
}

static int
check(struct bed *b, const char *text)
{
	return append_to(b, "d", DOOR_CHECK, 0, text);
}

/* As a shell does with `>`. */
static int
check_whole(struct bed *b, const char *text)
{
	struct door *w;
	assert_int_equal(opened(b, "d", DOOR_CHECK, 0, true, &w), 0);
	int err = written(b, w, text, 0);
	closed(b, w);
	return err;
}

/* Frees what was got. */
static void
assert_says(char *got, const char *wanted)
{
	assert_string_equal(got, wanted);
	free(got);
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

TEST(before_its_time_a_draft_is_told_its_own_faults_first)
{
	struct bed *b = *state;
	begins(b);
	trial_hand_in(b, "anna", "apples are good\n");
	assert_int_equal(check(b, "a text\n"), 0);
	assert_says(verdict(b), "check: ok (a text of boris, 7 bytes; the floor is free)\n");
	trial_hand_in(b, "boris", "berries are better\n");
	assert_int_equal(check(b, "a text (anna)\n"), -EBUSY);
	assert_says(verdict(b), "check: error: [lease.order] nothing of seat 1 is due\ncheck: EBUSY (a text of anna, 14 bytes)\n");
	assert_int_equal(check(b, "a BAD text (anna)\n"), -EINVAL);
	assert_says(verdict(b), "check:[0].text: error: [trial.bad] this is not for others to read\n"
		"check: error: [lease.order] nothing of seat 1 is due\ncheck: EINVAL (a text of anna, 18 bytes)\n");
}

TEST(a_draft_passes_as_the_kind_that_it_is)
{
	struct bed *b = *state;
	begins(b);
	trial_exchange(b);
	assert_int_equal(check(b, "a text (anna)\n"), 0);
	assert_says(verdict(b), "check: ok (a text of anna, 14 bytes; the floor is free)\n");
	assert_int_equal(say(b, "claim boris"), 0);
	assert_int_equal(check(b, "a text (anna)\n"), 0);
	assert_says(verdict(b), "check: ok (a text of anna, 14 bytes; the floor is boris's)\n");
	assert_int_equal(say(b, "release boris"), 0);
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(check(b, "a text (anna)\n"), 0);
	assert_says(verdict(b), "check: ok (a text of anna, 14 bytes)\n");
	assert_int_equal(say(b, "release anna"), 0);
	assert_int_equal(check(b, "# A report\n"), 0);
	assert_says(verdict(b), "check: ok (a report of judge, 11 bytes; the floor is free)\n");
	assert_int_equal(check(b, "BAD as either\n"), -EINVAL);
}

/* Each of these has a fault of its own beside. */
TEST(a_draft_that_may_be_of_several_is_of_nobody)
{
	struct bed *b = *state;
	begins(b);
	assert_int_equal(say(b, "claim boris"), 0);
	assert_int_equal(check(b, "a text\n"), -EINVAL);
	assert_says(verdict(b), "check: error: [check.seat] whose text this is cannot be told: it could be of \"anna\" or \"boris\", all of one "
		"user; rehearse it in participants/anna/check or participants/boris/check; here "
		"what tells is a name in brackets, or the token line of a seat that has one\ncheck: EINVAL\n");
	assert_holds(shown(b, "d", render_last_error, 0), " uid 0 check: EINVAL\n");
	assert_int_equal(check_whole(b, "a BAD text\nof two lines\n"), -EINVAL);
	assert_holds(verdict(b), "check:[0].text: error: [trial.bad] this is not for others to read\ncheck: error: [check.seat] ");
	assert_int_equal(check(b, "a text (otto)\n"), -EINVAL);
	assert_holds(verdict(b), "[check.seat] whose text this is cannot be told: it names nobody who has joined\ncheck: EINVAL\n");
}

TEST(a_token_line_tells_whose_a_draft_is)
{
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"trial\"\n"), 0);
	assert_int_equal(say(b, "join anna token=correct-horse"), 0);
	assert_int_equal(say(b, "join boris token=battery-staple"), 0);
	set_format(b);
	assert_int_equal(check(b, "<!-- token: battery-staple -->\na text\n"), 0);
	assert_holds(verdict(b), "check: ok (a text of boris, ");
	assert_int_equal(check(b, "<!-- token: correct-horse -->\na text\n"), 0);
	assert_holds(verdict(b), "check: ok (a text of anna, ");
	assert_int_equal(check(b, "<!-- token: wrong-horse -->\na text\n"), -EACCES);
	assert_holds(verdict(b), "[lease.token]");
	assert_int_equal(check(b, "a text (anna)\n"), -EACCES);
	assert_holds(verdict(b), "[lease.token]");
	assert_int_equal(check(b, "<!-- token: battery-staple -->\na text (anna)\n"), 0); /* a proof outweighs a name */
	assert_holds(verdict(b), "check: ok (a text of boris, ");
	assert_int_equal(say(b, "join judge"), 0);
	assert_int_equal(check(b, "a text\n"), -EACCES);
	assert_int_equal(check(b, "# A report\n"), 0);
	assert_holds(verdict(b), "check: ok (a report of judge, ");
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
	assert_int_equal(check(b, "# The report\n"), 0);
	assert_int_equal(check(b, "a text\n"), -EINVAL);
	assert_holds(verdict(b), "[trial.report]");
	assert_int_equal(append_to(b, "d", DOOR_CHECK, 1002, "# The report\n"), -EROFS);
	assert_int_equal(append_to(b, "d", door_of_row(ROW_OWN), 0, "# The report\n"), 0);
	assert_int_equal(check(b, "# Another report\n"), -EROFS);
}
