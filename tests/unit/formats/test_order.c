/* The order of debates, as tables: one like rounds, one like a sealed opening with alternation behind it. */
#include "tests/unit/files.h"

#include "validators/kit/debate.h"

enum { PROPOSER = 1, CHALLENGER, ORCHESTRATOR };
enum { OPENING = 1, CHALLENGE, AFTER_ROUND, DEFENCE, FOLLOWUP, SUMMARY, VERDICT, COMPLETED, ABORTED, UNCONTESTED };
enum { TEXT_OPENING, TEXT_CHALLENGE, TEXT_DEFENCE, TEXT_FOLLOWUP, TEXT_SUMMARY, TEXT_VERDICT };

static bool
was_last_round(const struct debate *d)
{
	return d->order.round >= d->terms->rounds;
}

static bool
wants_summary(const struct debate *d)
{
	return d->order.round >= 2;
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
static const struct format rounds = {.phases = rounds_rows, .counted = AFTER_ROUND};
static struct debate_seat rounds_seats[] = {{.role = PROPOSER}, {.role = CHALLENGER}, {.role = ORCHESTRATOR}};
static struct terms terms = {.rounds = 2};

static struct debate
begin(unsigned phase)
{
	struct debate d = {.format = &rounds, .terms = &terms, .seats = rounds_seats, .n_seats = N(rounds_seats)};

	order_go(&d, phase);
	return d;
}

/* The kinds of the texts of a whole debate, in their order. */
static const char *
played(unsigned rounds_most)
{
	static char kinds[64];

	terms.rounds = rounds_most;
	struct debate d = begin(OPENING);
	size_t n = 0;

	while (order_row(&d)) {
		unsigned seat = 1;
		while (!order_due(&d, seat))
			seat++;
		kinds[n++] = "ocdfsv"[order_due(&d, seat)->kind];
		order_done(&d, seat, order_due(&d, seat));
	}
	kinds[n] = '\0';
	assert_int_equal(d.order.phase, COMPLETED);
	assert_int_equal(d.order.texts, n);
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
	struct debate d = begin(OPENING);

	assert_non_null(order_due(&d, 1));
	assert_null(order_due(&d, 2));
	assert_null(order_due(&d, 3));
	assert_null(order_due(&d, 4));
	assert_null(order_due(&d, 0));
}

TEST(a_clock_leads_where_its_row_says)
{
	struct debate d = begin(OPENING);

	order_silent(&d);
	assert_int_equal(d.order.phase, ABORTED);
	d = begin(OPENING);
	order_done(&d, 1, order_due(&d, 1));
	order_silent(&d);
	assert_int_equal(d.order.phase, UNCONTESTED);
	assert_null(order_row(&d));
	order_silent(&d);
	assert_int_equal(d.order.phase, UNCONTESTED);
}

TEST(a_seat_that_is_given_up_is_waited_for_no_more)
{
	struct debate d = begin(OPENING);

	assert_false(order_failed(&d, 2));
	order_done(&d, 1, order_due(&d, 1));
	assert_int_equal(d.order.phase, UNCONTESTED);
	d = begin(OPENING);
	assert_true(order_failed(&d, 1));
	assert_int_equal(d.order.phase, ABORTED);
}

enum { SEALED_OPENING = 1, DEBATING, CLOSING, OVER };

static bool
all_turns_are_in(const struct debate *d)
{
	return d->order.texts >= 6;
}

enum { AFTER_TURN = 9 };
static const struct order_row sealed_rows[] = {
	{SEALED_OPENING, ROLE_ALL | SEALED, 1, 1, DEBATING, DEBATING, DEBATING, NULL},
	{DEBATING, ROLE_OTHER, 2, 1, AFTER_TURN, OVER, 0, NULL},
	{.phase = AFTER_TURN, .done = CLOSING, .when = all_turns_are_in},
	{.phase = AFTER_TURN, .done = DEBATING},
	{CLOSING, ROLE_ALL, 3, 1, OVER, OVER, OVER, NULL},
	{0}};
static const struct format sealed = {.phases = sealed_rows};
static struct debate_seat two_seats[2];

static struct debate
begin_sealed(unsigned phase)
{
	struct debate d = {.format = &sealed, .seats = two_seats, .n_seats = N(two_seats)};

	order_go(&d, phase);
	return d;
}

TEST(a_sealed_phase_ends_when_all_are_in_whatever_their_order)
{
	for (unsigned first = 1; first <= 2; first++) {
		struct debate d = begin_sealed(SEALED_OPENING);

		assert_true(debate_is_sealed(&d));
		assert_false(order_done(&d, first, order_due(&d, first)));
		assert_int_equal(d.order.phase, SEALED_OPENING);
		assert_null(order_due(&d, first));
		assert_non_null(order_due(&d, 3 - first));
		assert_true(order_done(&d, 3 - first, order_due(&d, 3 - first)));
		assert_int_equal(d.order.phase, DEBATING);
		assert_false(debate_is_sealed(&d));
		assert_int_equal(d.order.last, 2);
	}
}

TEST(a_sealed_phase_ends_with_its_clock_or_its_last_seat)
{
	struct debate d = begin_sealed(SEALED_OPENING);

	order_done(&d, 2, order_due(&d, 2));
	order_silent(&d);
	assert_int_equal(d.order.phase, DEBATING);
	d = begin_sealed(SEALED_OPENING);
	order_done(&d, 2, order_due(&d, 2));
	assert_true(order_failed(&d, 1));
	assert_int_equal(d.order.phase, DEBATING);
}

TEST(seats_alternate_until_all_turns_are_in)
{
	struct debate d = begin_sealed(DEBATING);

	for (unsigned turn = 1; turn <= 6; turn++) {
		assert_int_equal(d.order.phase, DEBATING);
		if (d.order.last)
			assert_null(order_due(&d, d.order.last));
		order_done(&d, d.order.last ? 3 - d.order.last : 2, order_due(&d, d.order.last ? 3 - d.order.last : 2));
	}
	assert_int_equal(d.order.phase, CLOSING);
	assert_non_null(order_due(&d, 1));
	assert_non_null(order_due(&d, 2));
}

TEST(a_silent_peer_is_waited_for_no_more)
{
	struct debate d = begin_sealed(DEBATING);

	order_done(&d, 1, order_due(&d, 1));
	assert_null(order_due(&d, 1));
	assert_false(order_lift(&d));
	assert_non_null(order_due(&d, 1));
	assert_non_null(order_due(&d, 2));
	d = begin_sealed(SEALED_OPENING);
	assert_false(order_lift(&d));
	order_done(&d, 2, order_due(&d, 2));
	assert_true(order_lift(&d));
	assert_int_equal(d.order.phase, DEBATING);
	assert_non_null(order_due(&d, 2));
}
