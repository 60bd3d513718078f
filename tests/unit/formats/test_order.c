/* The order of debates, as tables: one like rounds, one like a sealed opening with alternation behind it. */
#include "tests/unit/files.h"

#include "validators/kit/order.h"

enum { PROPOSER = 1, CHALLENGER, ORCHESTRATOR };
enum { OPENING = 1, CHALLENGE, AFTER_ROUND, DEFENCE, FOLLOWUP, SUMMARY, VERDICT, COMPLETED, ABORTED, UNCONTESTED };
enum { TEXT_OPENING, TEXT_CHALLENGE, TEXT_DEFENCE, TEXT_FOLLOWUP, TEXT_SUMMARY, TEXT_VERDICT };

static bool
was_last_round(const struct order *o, const void *state)
{
	return o->round >= *(const unsigned *)state;
}

static bool
wants_summary(const struct order *o, const void *state)
{
	(void)state;
	return o->round >= 2;
}

static const struct order_row rounds_rows[] = {
	{OPENING, PROPOSER, TEXT_OPENING, TURN_CLOCK, CHALLENGE, ABORTED, ABORTED, NULL},
	{CHALLENGE, CHALLENGER, TEXT_CHALLENGE, TURN_CLOCK, AFTER_ROUND, UNCONTESTED, UNCONTESTED, NULL},
	{.phase = AFTER_ROUND, .done = VERDICT, .when = was_last_round},
	{.phase = AFTER_ROUND, .done = SUMMARY, .when = wants_summary},
	{.phase = AFTER_ROUND, .done = DEFENCE},
	{SUMMARY, ORCHESTRATOR, TEXT_SUMMARY, TURN_CLOCK, DEFENCE, DEFENCE, DEFENCE, NULL},
	{DEFENCE, PROPOSER, TEXT_DEFENCE, TURN_CLOCK, FOLLOWUP, VERDICT, VERDICT, NULL},
	{FOLLOWUP, CHALLENGER, TEXT_FOLLOWUP, TURN_CLOCK, AFTER_ROUND, VERDICT, VERDICT, NULL},
	{VERDICT, ORCHESTRATOR, TEXT_VERDICT, TURN_CLOCK, COMPLETED, ABORTED, ABORTED, NULL},
	{0}};
static const unsigned rounds_roles[] = {PROPOSER, CHALLENGER, ORCHESTRATOR};
static unsigned last = 2;
static const struct order_by rounds = {rounds_rows, AFTER_ROUND, rounds_roles, N(rounds_roles), &last};

/* The kinds of the texts of a whole debate, in their order. */
static const char *
played(unsigned rounds_most)
{
	static char kinds[64];
	struct order o = order_begin(&rounds, OPENING);
	size_t n = 0;

	last = rounds_most;
	while (order_row(&rounds, &o)) {
		unsigned seat = 1;
		while (!order_due(&rounds, &o, seat))
			seat++;
		kinds[n++] = "ocdfsv"[order_due(&rounds, &o, seat)->kind];
		order_done(&rounds, &o, seat, order_due(&rounds, &o, seat));
	}
	kinds[n] = '\0';
	assert_int_equal(o.phase, COMPLETED);
	assert_int_equal(o.texts, n);
	return kinds;
}

TEST(rounds_go_in_their_order)
{
	assert_string_equal(played(1), "ocv");
	assert_string_equal(played(2), "ocdfv");
	assert_string_equal(played(3), "ocdfsdfv");
	assert_string_equal(played(5), "ocdfsdfsdfsdfv");
}

TEST(one_seat_is_due_at_a_time)
{
	struct order o = order_begin(&rounds, OPENING);

	assert_non_null(order_due(&rounds, &o, 1));
	assert_null(order_due(&rounds, &o, 2));
	assert_null(order_due(&rounds, &o, 3));
	assert_null(order_due(&rounds, &o, 4));
	assert_null(order_due(&rounds, &o, 0));
}

TEST(a_clock_leads_where_its_row_says)
{
	struct order o = order_begin(&rounds, OPENING);

	order_silent(&rounds, &o);
	assert_int_equal(o.phase, ABORTED);
	o = order_begin(&rounds, OPENING);
	order_done(&rounds, &o, 1, order_due(&rounds, &o, 1));
	order_silent(&rounds, &o);
	assert_int_equal(o.phase, UNCONTESTED);
	assert_null(order_row(&rounds, &o));
	order_silent(&rounds, &o);
	assert_int_equal(o.phase, UNCONTESTED);
}

TEST(a_seat_that_is_given_up_is_waited_for_no_more)
{
	struct order o = order_begin(&rounds, OPENING);

	assert_false(order_failed(&rounds, &o, 2));
	order_done(&rounds, &o, 1, order_due(&rounds, &o, 1));
	assert_int_equal(o.phase, UNCONTESTED);
	o = order_begin(&rounds, OPENING);
	assert_true(order_failed(&rounds, &o, 1));
	assert_int_equal(o.phase, ABORTED);
}

enum { SEALED_OPENING = 1, DEBATING, CLOSING, OVER };

static bool
all_turns_are_in(const struct order *o, const void *state)
{
	(void)state;
	return o->texts >= 6;
}

enum { AFTER_TURN = 9 };
static const struct order_row sealed_rows[] = {
	{SEALED_OPENING, ROLE_ALL | SEALED, 1, 1, DEBATING, DEBATING, DEBATING, NULL},
	{DEBATING, ROLE_OTHER, 2, 1, AFTER_TURN, OVER, 0, NULL},
	{.phase = AFTER_TURN, .done = CLOSING, .when = all_turns_are_in},
	{.phase = AFTER_TURN, .done = DEBATING},
	{CLOSING, ROLE_ALL, 3, 1, OVER, OVER, OVER, NULL},
	{0}};
static const unsigned any_role[] = {0, 0};
static const struct order_by sealed = {sealed_rows, 0, any_role, 2, NULL};

TEST(a_sealed_phase_ends_when_all_are_in_whatever_their_order)
{
	for (unsigned first = 1; first <= 2; first++) {
		struct order o = order_begin(&sealed, SEALED_OPENING);

		assert_true(order_is_sealed(&sealed, &o));
		assert_false(order_done(&sealed, &o, first, order_due(&sealed, &o, first)));
		assert_int_equal(o.phase, SEALED_OPENING);
		assert_null(order_due(&sealed, &o, first));
		assert_non_null(order_due(&sealed, &o, 3 - first));
		assert_true(order_done(&sealed, &o, 3 - first, order_due(&sealed, &o, 3 - first)));
		assert_int_equal(o.phase, DEBATING);
		assert_false(order_is_sealed(&sealed, &o));
		assert_int_equal(o.last, 2);
	}
}

TEST(a_sealed_phase_ends_with_its_clock_or_its_last_seat)
{
	struct order o = order_begin(&sealed, SEALED_OPENING);

	order_done(&sealed, &o, 2, order_due(&sealed, &o, 2));
	order_silent(&sealed, &o);
	assert_int_equal(o.phase, DEBATING);
	o = order_begin(&sealed, SEALED_OPENING);
	order_done(&sealed, &o, 2, order_due(&sealed, &o, 2));
	assert_true(order_failed(&sealed, &o, 1));
	assert_int_equal(o.phase, DEBATING);
}

TEST(seats_alternate_until_all_turns_are_in)
{
	struct order o = order_begin(&sealed, DEBATING);

	for (unsigned turn = 1; turn <= 6; turn++) {
		assert_int_equal(o.phase, DEBATING);
		if (o.last)
			assert_null(order_due(&sealed, &o, o.last));
		order_done(&sealed, &o, o.last ? 3 - o.last : 2, order_due(&sealed, &o, o.last ? 3 - o.last : 2));
	}
	assert_int_equal(o.phase, CLOSING);
	assert_non_null(order_due(&sealed, &o, 1));
	assert_non_null(order_due(&sealed, &o, 2));
}

TEST(a_silent_peer_is_waited_for_no_more)
{
	struct order o = order_begin(&sealed, DEBATING);

	order_done(&sealed, &o, 1, order_due(&sealed, &o, 1));
	assert_null(order_due(&sealed, &o, 1));
	assert_false(order_lift(&sealed, &o));
	assert_non_null(order_due(&sealed, &o, 1));
	assert_non_null(order_due(&sealed, &o, 2));
	o = order_begin(&sealed, SEALED_OPENING);
	assert_false(order_lift(&sealed, &o));
	order_done(&sealed, &o, 2, order_due(&sealed, &o, 2));
	assert_true(order_lift(&sealed, &o));
	assert_int_equal(o.phase, DEBATING);
	assert_non_null(order_due(&sealed, &o, 2));
}
