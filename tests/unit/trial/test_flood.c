/* Past limits.events: a flood of leases ends, and whoever comes with a text is let through. */
#include "tests/unit/trial/trial.h"

#define LIMIT 100
/* The state that one accepted turn leaves: claim, its own, release. */
#define TURN_EVENTS 4
#define RETRY_SECONDS 30

static int
flood_setup(void **state)
{
	int err = bed_setup(state);
	struct bed *b = *state;
	b->events_limit = LIMIT;
	b->r->given.config.limits.events = LIMIT;
	return err;
}

EACH_TEST(flood_setup, bed_teardown);

static uint64_t
n_events(struct bed *b)
{
	return the_duel(b, "d")->fold->n_events;
}

static uint64_t
lease_number(struct bed *b)
{
	return the_duel(b, "d")->fold->lease.number;
}

/* So many leases that nothing comes of; how many of the claims were refused with limit.events. */
static unsigned
waste(struct bed *b, const char *name, unsigned n)
{
	char claim[64], release[64];
	unsigned refused = 0;
	snprintf(claim, sizeof claim, "claim %s", name);
	snprintf(release, sizeof release, "release %s", name);
	for (unsigned i = 0; i < n; i++) {
		int err = say(b, claim);
		if (err == -ENOSPC)
			assert_holds(shown(b, "d", render_last_error, 0), "[limit.events]");
		refused += err == -ENOSPC;
		if (!err)
			assert_int_equal(say(b, release), 0);
	}
	return refused;
}

/* Past the limit, with alice's last lease wasted. */
static void
fill(struct bed *b)
{
	two_join(b);
	assert_true(waste(b, "alice", 80) > 0);
	assert_in_range(n_events(b), LIMIT, LIMIT + 1);
}

TEST(a_seat_whose_last_lease_ended_without_a_text_claims_once_in_retry_after_seconds)
{
	fill(b);
	uint64_t events = n_events(b);
	for (unsigned round = 0; round < 3; round++) {
		assert_int_equal(say(b, "claim alice"), -ENOSPC);
		assert_holds(shown(b, "d", render_last_error, 0), "[limit.events] this duel has 100 events, and no text came of the last lease of \"alice\"");
		bed_pass(b, RETRY_SECONDS - 1);
		assert_int_equal(say(b, "claim alice"), -ENOSPC);
		bed_pass(b, 1);
		assert_int_equal(n_events(b), events);
		assert_int_equal(say(b, "claim alice"), 0);
		if (round == 1) /* also where it ran out */
			bed_pass(b, 901);
		else
			assert_int_equal(say(b, "release alice"), 0);
		if (round == 1)
			assert_int_equal(say(b, "claim alice"), 0);
		if (round == 1)
			assert_int_equal(say(b, "release alice"), 0);
		events = n_events(b);
	}
	bed_reopen(b);
	assert_int_equal(say(b, "claim alice"), -ENOSPC);
	bed_pass(b, RETRY_SECONDS);
	assert_int_equal(say(b, "claim alice"), 0);
}

/* A seat that never wasted one is not. */
TEST(the_first_lease_past_the_limit_is_refused_to_nobody)
{
	fill(b);
	assert_int_equal(say(b, "claim bob"), 0);
	assert_int_equal(append(b, turn_text(1, "bob", "OPEN_TO_DEBATE")), 0);
}

TEST(a_text_makes_good_a_lease_that_was_wasted)
{
	fill(b);
	uint64_t before = n_events(b);
	bed_pass(b, RETRY_SECONDS);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	take_turn(b, 2, "bob", "OPEN_TO_DEBATE");
	assert_in_range(n_events(b), before + 2 * TURN_EVENTS, before + 2 * TURN_EVENTS + 1); /* the record is registered once */
	assert_int_equal(say(b, "claim alice"), 0); /* at once */
}

TEST(a_refused_text_is_in_the_log_no_more_and_its_release_hears_of_it)
{
	fill(b);
	bed_pass(b, RETRY_SECONDS);
	assert_int_equal(say(b, "claim alice"), 0);
	uint64_t before = n_events(b);
	for (int i = 0; i < 20; i++) {
		assert_int_equal(append(b, "no turn at all\n"), -EINVAL);
		assert_int_equal(append(b, "nor is this one\n"), -EINVAL);
	}
	assert_int_equal(say(b, "claim bob"), -EBUSY);
	assert_int_equal(n_events(b), before);
	assert_int_equal(say(b, "release alice"), -EINVAL);
	assert_int_equal(say(b, "release alice"), 0);
	assert_int_equal(n_events(b), before + 1);
}

TEST(refreshes_are_four_each_lease_at_most)
{
	fill(b);
	bed_pass(b, RETRY_SECONDS);
	assert_int_equal(say(b, "claim alice"), 0);
	uint64_t before = n_events(b);
	for (int i = 0; i < 900; i++) {
		assert_int_equal(say(b, "refresh alice"), 0);
		bed_pass(b, 1);
	}
	assert_in_range(n_events(b), before + 1, before + 4);
	assert_holds(shown(b, "d", render_lock, 0), "owner = \"alice\"\n");
}

TEST(a_timeout_claimed_over_a_lease_of_its_own_is_bounded_as_well)
{
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	bed_pass(b, 1201);
	assert_int_equal(say(b, "claim alice for=timeout"), 0);
	uint64_t first = lease_number(b), before = n_events(b);
	for (int i = 0; i < 300; i++)
		assert_int_equal(say(b, "claim alice for=timeout"), -EBUSY); /* it is alice's own move now */
	assert_int_equal(n_events(b), before + 1);
	assert_int_equal(lease_number(b), first);
	assert_int_equal(say(b, "release alice"), 0);
	assert_true(waste(b, "alice", LIMIT) > 0);
	assert_in_range(n_events(b), LIMIT, LIMIT + 1);
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 1\n");
}

TEST(joining_is_never_refused_for_it)
{
	BEGUN(b, COUNCIL, "join anna role=first", "join boris role=second");
	waste(b, "anna", 80);
	bed_pass(b, RETRY_SECONDS);
	TAKEN(b, "claim anna", "join cora role=chair");
	assert_holds(shown(b, "d", render_status_toml, 0), "lock_owner = \"anna\"\n");
	bed_reopen(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "lock_owner = \"anna\"\n", "participants = 3\n");
}

TEST(verbs_of_the_format_are_taken_past_it)
{
	council_begins(b);
	waste(b, "anna", 80);
	bed_pass(b, RETRY_SECONDS);
	assert_int_equal(say_as(b, "d", 1001, "next cora asks=x"), 0);
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(say_as(b, "d", 1001, "fail cora who=boris reason=timeout"), 0);
	assert_holds(owed(b, "d"), "> duelfs: boris failed, ");
	assert_int_equal(say_as(b, "d", 1001, "fail cora who=anna reason=timeout"), 0);
	bed_reopen(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "outcome = \"ABORTED\"\n");
}

/* More room, and everything is written down again. */
TEST(a_higher_limit_goes_on_where_it_was)
{
	fill(b);
	b->r->given.config.limits.events = b->events_limit = 1000;
	uint64_t before = n_events(b);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(append(b, "no turn at all\n"), -EINVAL);
	assert_int_equal(n_events(b), before + 3);
	assert_int_equal(say(b, "release alice"), -EINVAL);
	assert_int_equal(say(b, "release alice"), 0);
	assert_int_equal(n_events(b), before + 4);
	assert_int_equal(waste(b, "alice", 10), 0);
	assert_int_equal(n_events(b), before + 34);
	char *text = events(b, "d");
	bed_reopen(b);
	char *again = events(b, "d");
	assert_string_equal(text, again);
}
