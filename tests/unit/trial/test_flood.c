/* Past limits.events: a flood of leases leaves nothing behind, and whoever comes with a text is let through. */
#include "fs/registry/registry_inner.h"
#include "fs/show/show.h"
#include "tests/unit/trial/trial.h"

#define LIMIT 100
/* What one accepted turn leaves: claim, refresh, two of its own, release. */
#define TURN_EVENTS 5

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
n_entries(struct bed *b)
{
	return the_duel(b, "d")->fold->last_seq;
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

static void
reopen(struct bed *b)
{
	bed_close(b);
	bed_open(b);
}

TEST(a_debate_runs_to_its_end_while_both_flood)
{
	static const char *const names[] = {"bob", "alice"};
	struct bed *b = *state;
	two_join(b);
	for (unsigned n = 1; n <= 6; n++) {
		waste(b, "alice", 200);
		waste(b, "bob", 200);
		take_turn(b, n, names[n % 2], "OPEN_TO_DEBATE");
	}
	waste(b, "alice", 200);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(append(b, "## Terminal Conclusion\n\n**Outcome**: MAX_TURNS\n**Closed At**: 2026-09-21T22:13:20Z\n"
		"**Candidate Convergence**: no\n**Reason**: what was said is said\n\nThe debate on d ends here.\n"), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "outcome = \"MAX_TURNS\"\n");
	assert_in_range(n_events(b), LIMIT - EVENTS_RESERVE, LIMIT + 7 * TURN_EVENTS);
	char *before = events(b, "d");
	reopen(b);
	char *after = events(b, "d");
	assert_string_equal(before, after);
	free(before);
	free(after);
}

TEST(who_goes_on_is_told_once_and_then_let_through)
{
	struct bed *b = *state;
	two_join(b);
	assert_int_equal(waste(b, "alice", 300), 1);
	assert_int_equal(waste(b, "alice", 300), 0);
	assert_int_equal(waste(b, "bob", 300), 1);
	uint64_t events = n_events(b), entries = n_entries(b);
	assert_in_range(events, LIMIT - EVENTS_RESERVE, LIMIT);
	waste(b, "alice", 300);
	assert_int_equal(n_events(b), events);
	assert_int_equal(n_entries(b), entries);
	reopen(b);
	assert_int_equal(waste(b, "alice", 300), 0);
	assert_int_equal(n_events(b), events);
}

/* Who never wasted one is not. */
TEST(the_first_lease_past_the_limit_is_refused_to_nobody)
{
	struct bed *b = *state;
	two_join(b);
	waste(b, "alice", 300);
	assert_int_equal(say(b, "claim bob"), 0);
	assert_int_equal(append(b, turn_text(1, "bob", "OPEN_TO_DEBATE")), 0);
}

TEST(the_lease_of_an_accepted_text_stands_before_it)
{
	struct bed *b = *state;
	two_join(b);
	waste(b, "alice", 300);
	uint64_t before = n_events(b);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(n_events(b), before);
	int64_t claimed_ms = b->now_ms;
	bed_pass(b, 100);
	assert_int_equal(say(b, "refresh alice"), 0);
	bed_pass(b, 850);
	uint64_t number = lease_number(b);
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(say(b, "release alice"), 0);
	assert_int_equal(n_events(b), before + TURN_EVENTS);
	char *text = events(b, "d"), *claim = NULL, want[128], time[RFC3339_BYTES];
	for (char *at = text; (at = strstr(at, "\"lock_acquired\"")); at++)
		claim = at;
	assert_non_null(claim);
	snprintf(want, sizeof want, "\"lease\":%llu", (unsigned long long)number);
	assert_non_null(strstr(claim, want));
	assert_non_null(strstr(claim, "\"lock_refreshed\""));
	assert_non_null(strstr(claim, "\"artifact_updated\""));
	assert_non_null(strstr(claim, "\"lock_released\""));
	while (claim > text && claim[-1] != '\n')
		claim--;
	clock_rfc3339(claimed_ms, time);
	assert_non_null(strstr(claim, time));
	assert_true(strstr(claim, time) < strchr(claim, '\n')); /* when it was made, not when it was written down */
	reopen(b);
	char *again = events(b, "d");
	assert_string_equal(text, again);
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 1\n");
	free(text);
	free(again);
}

TEST(its_number_is_not_given_out_again)
{
	struct bed *b = *state;
	two_join(b);
	uint64_t last = 0;
	for (int round = 0; round < 4; round++) {
		for (int i = 0; i < 150; i++) {
			if (say(b, "claim alice"))
				continue;
			assert_true(lease_number(b) > last);
			last = lease_number(b);
			assert_int_equal(say(b, "release alice"), 0);
		}
		reopen(b);
	}
	assert_true(last > 500);
}

/* An open file of one that is gone takes nothing in. */
TEST(a_file_that_was_opened_under_it_is_overtaken)
{
	struct bed *b = *state;
	struct door *w;
	two_join(b);
	waste(b, "alice", 300);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(opened(b, "d", DOOR_DEBATE, 0, false, &w), 0);
	assert_int_equal(say(b, "release alice"), 0);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(written(b, w, turn_text(1, "alice", "OPEN_TO_DEBATE"), -1), -ECANCELED);
	closed(b, w);
}

TEST(it_runs_out_and_leaves_nothing)
{
	struct bed *b = *state;
	two_join(b);
	waste(b, "alice", 300);
	uint64_t events = n_events(b);
	for (int i = 0; i < 50; i++) {
		assert_int_equal(say(b, "claim alice"), 0);
		assert_int_equal(say(b, "claim bob"), -EBUSY);
		bed_pass(b, 901);
		assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), -EACCES);
	}
	assert_int_equal(n_events(b), events);
	assert_holds(shown(b, "d", render_last_error, 0), "ran out");
	assert_int_equal(say(b, "refresh alice"), -ECANCELED);
}

TEST(it_survives_a_clean_end_with_its_refresh)
{
	struct bed *b = *state;
	two_join(b);
	waste(b, "alice", 300);
	assert_int_equal(say(b, "claim alice"), 0);
	bed_pass(b, 800);
	assert_int_equal(say(b, "refresh alice"), 0);
	bed_pass(b, 800);
	uint64_t number = lease_number(b);
	reopen(b);
	assert_int_equal(lease_number(b), number);
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 1\n");
}

/* That a text was refused is the lease's, and the next release tells of it, after a clean end, too. */
TEST(it_survives_a_clean_end_with_what_was_refused)
{
	struct bed *b = *state;
	two_join(b);
	waste(b, "alice", 300);
	uint64_t before = n_events(b);
	assert_int_equal(say(b, "claim alice"), 0);
	for (int i = 0; i < 20; i++) {
		assert_int_equal(append(b, "no turn at all\n"), -EINVAL);
		bed_pass(b, 1);
		assert_int_equal(append(b, "nor is this one\n"), -EINVAL);
	}
	bed_pass(b, 1);
	assert_int_equal(say(b, "refresh alice"), 0);
	assert_int_equal(n_events(b), before);
	reopen(b);
	assert_int_equal(n_events(b), before + 3);
	assert_holds(shown(b, "d", render_last_error, 0), "debate.md: EINVAL");
	assert_int_equal(say(b, "release alice"), -EINVAL);
	assert_int_equal(say(b, "release alice"), 0);
	/* And nothing of it is left where the lease is not. */
	before = n_events(b);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(append(b, "no turn at all\n"), -EINVAL);
	assert_int_equal(say(b, "release alice"), -EINVAL);
	assert_int_equal(say(b, "release alice"), 0);
	reopen(b);
	assert_int_equal(n_events(b), before);
}

TEST(refreshes_are_one_each_lease_at_most)
{
	struct bed *b = *state;
	unsigned refused = 0;
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	for (int i = 0; i < 300; i++) {
		int err = say(b, "refresh alice");
		assert_true(!err || err == -ENOSPC);
		refused += err == -ENOSPC;
	}
	assert_int_equal(refused, 1);
	assert_in_range(n_events(b), LIMIT - EVENTS_RESERVE, LIMIT - EVENTS_RESERVE + 1);
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_in_range(n_events(b), LIMIT - EVENTS_RESERVE, LIMIT - EVENTS_RESERVE + 3);
	bed_pass(b, 901);
	assert_holds(shown(b, "d", render_status_toml, 0), "lock_owner = \"\"\n");
	take_turn(b, 2, "bob", "OPEN_TO_DEBATE");
}

/* A claim over a lease that is held already, and in the log: that one ends there, too. */
TEST(a_timeout_claimed_over_a_lease_that_is_in_the_log_ends_with_it)
{
	struct bed *b = *state;
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	bed_pass(b, 1201);
	assert_int_equal(say(b, "claim alice for=timeout"), 0);
	uint64_t logged = lease_number(b);
	for (int i = 0; i < 300; i++)
		say(b, "refresh alice");
	assert_int_equal(say(b, "release alice"), 0);
	bed_pass(b, 1201);
	assert_int_equal(say(b, "claim alice"), 0);
	for (int i = 0; i < 20; i++) {
		bed_pass(b, 1);
		say(b, "claim alice for=timeout");
	}
	assert_true(lease_number(b) > logged);
	assert_int_equal(say(b, "release alice"), 0);
	reopen(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "lock_owner = \"\"\n");
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 1\n");
}

TEST(joining_is_never_refused_for_it)
{
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"council\"\n"), 0);
	assert_int_equal(say(b, "join anna role=first"), 0);
	assert_int_equal(say(b, "join boris role=second"), 0);
	waste(b, "anna", 300);
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(say(b, "join cora role=chair"), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "lock_owner = \"anna\"\n");
	reopen(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "lock_owner = \"anna\"\n");
	assert_holds(shown(b, "d", render_status_toml, 0), "participants = 3\n");
}

TEST(verbs_of_the_format_are_taken_past_it)
{
	struct bed *b = *state;
	council_begins(b);
	waste(b, "anna", 300);
	assert_int_equal(say_as(b, "d", 1001, "next cora asks=x"), 0);
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(say_as(b, "d", 1001, "fail cora who=boris reason=timeout"), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "lock_owner = \"anna\"\n");
	assert_holds(owed(b, "d"), "> boris failed.");
	assert_int_equal(say_as(b, "d", 1001, "fail cora who=anna reason=timeout"), 0);
	reopen(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "outcome = \"ABORTED\"\n");
}

/* What the clock makes of a floor that is held too long is in the log, and so is that floor. */
TEST(a_deadline_takes_the_floor_that_is_in_no_log)
{
	struct bed *b = *state;
	council_begins(b);
	waste(b, "anna", 300);
	assert_int_equal(say(b, "claim anna"), 0);
	bed_pass(b, COUNCIL_TURN_SECONDS + 1);
	the_duel(b, "d");
	b->r->given.store->ops->drain(b->r->given.store);
	assert_holds(owed(b, "d"), "> anna took too long.");
	reopen(b);
	assert_holds(owed(b, "d"), "> anna took too long.");
	assert_holds(shown(b, "d", render_status_toml, 0), "lock_owner = \"\"\n");
}

/* More room, and everything is written down again. */
TEST(a_higher_limit_goes_on_where_it_was)
{
	struct bed *b = *state;
	two_join(b);
	waste(b, "alice", 300);
	assert_int_equal(say(b, "claim alice"), 0);
	b->r->given.config.limits.events = b->events_limit = 1000;
	uint64_t before = n_events(b);
	assert_int_equal(append(b, "no turn at all\n"), -EINVAL);
	assert_int_equal(n_events(b), before + 2);
	assert_int_equal(say(b, "release alice"), -EINVAL);
	assert_int_equal(say(b, "release alice"), 0);
	assert_int_equal(n_events(b), before + 3);
	waste(b, "alice", 10);
	assert_int_equal(n_events(b), before + 23);
	char *text = events(b, "d");
	reopen(b);
	char *again = events(b, "d");
	assert_string_equal(text, again);
	free(text);
	free(again);
}
