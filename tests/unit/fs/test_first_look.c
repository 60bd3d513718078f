/* A reader's first look after a mount: what ran out while nothing was mounted has run out, in every format; but
 * the clocks of moves, which stand still then. */
#include "sides_fixture.h"

EACH_TEST(bed_setup, bed_teardown);

static void
away(struct bed *b, int64_t seconds)
{
	bed_close(b);
	bed_pass(b, seconds);
	bed_open(b);
}

static void
make_of(struct bed *b, const char *format)
{
	char config[64];
	snprintf(config, sizeof config, "format = \"%s\"\n", format);
	BEGUN(b, config);
}

TEST(a_lease_that_ran_out_is_nobodys)
{
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	away(b, 899);
	assert_holds(first_look(b, "d", render_status_toml, 0), "\nlock_owner = \"alice\"\n");
	away(b, 1);
	assert_holds(first_look(b, "d", render_status_toml, 0), "\nlock_owner = \"\"\n");
	assert_holds(events(b, "d"), "\"lock_expired\"");
}

TEST(a_wait_for_a_peer_who_never_came_is_over)
{
	BEGUN(b, NULL, "join alice");
	away(b, 1199);
	assert_holds(first_look(b, "d", render_seat_status, 1), "next_step = \"wait_peer\"\n", "\nhand_in = \"\"\n");
	away(b, 1);
	assert_holds(first_look(b, "d", render_seat_status, 1), "next_step = \"claim_lock\"\n");
	/* Its conclusion wants a claim of its own. */
	assert_holds(first_look(b, "d", render_seat_status, 1), "\nhand_in = \"\"\n");
	away(b, 1);
	assert_holds(first_look(b, "d", render_status_toml, 0), "\nnext_step = \"claim_lock\"\n");
}

TEST(a_wait_for_a_silent_peer_is_over)
{
	two_join(b);
	assert_holds(first_look(b, "d", render_seat_status, 1), "\nhand_in = \"turn.md\"\n");
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	assert_holds(first_look(b, "d", render_seat_status, 1), "\nhand_in = \"\"\n");
	assert_holds(first_look(b, "d", render_seat_status, 2), "\nhand_in = \"turn.md\"\n");
	away(b, 1199);
	assert_holds(first_look(b, "d", render_seat_status, 1), "next_step = \"wait_turn\"\n");
	away(b, 1);
	assert_holds(first_look(b, "d", render_seat_status, 1), "next_step = \"claim_lock\"\n");
}

TEST(a_wait_for_the_other_side_is_over)
{
	make_of(b, "dialectic");
	TAKEN(b, "join paula role=proposition", "join otto role=opposition");
	assert_int_equal(append_to(b, "d", INTAKE_FILE_DESK + 1, 0, OPENING), 0);
	bed_pass(b, 86399);
	assert_holds(first_look(b, "d", render_seat_status, 1), "next_step = \"wait_turn\"\n");
	bed_pass(b, 1);
	assert_holds(first_look(b, "d", render_seat_status, 1), "next_step = \"closed\"\n");
	assert_holds(first_look(b, "d", render_status_toml, 0), "\nstate = \"invalidated\"\n");
}

TEST(a_turn_that_took_too_long_has_failed)
{
	make_of(b, "rounds");
	TAKEN(b, "join anna role=proposer harness=claude model=opus",
		"join carl role=challenger harness=gemini model=pro", "claim anna");
	away(b, 86400);
	assert_holds(first_look(b, "d", render_status_toml, 0), "\nstate = \"debating\"\n");
	bed_pass(b, 1200);
	assert_holds(first_look(b, "d", render_status_toml, 0), "\nstate = \"aborted\"\n");
	assert_holds(record(b, "d"), "the proposer failed (timeout)");
}
