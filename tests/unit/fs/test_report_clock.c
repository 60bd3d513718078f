/* A report that is owed once a debate is closed: what is left out in the end ends by the clock, as every state does. */
#include "sides_fixture.h"

#include "fs/duels/duels_inner.h"
#include "fs/show/show.h"

EACH_TEST(bed_setup, bed_teardown);

#define DAY 86400
#define SCORE(id, n) "{\"argument_id\": \"" id "\", \"score\": " n ", \"reasoning\": \"What " id " says holds as far as it goes.\"}"
#define JUDGEMENT \
	"{\"scores\": [" SCORE("prop_000a", "0.2") ", " SCORE("prop_000b", "0.2") ", " SCORE("prop_000c", "0.2") ", " SCORE("opp_000a", "-0.2") ", " \
	SCORE("opp_000b", "-0.2") ", " SCORE("opp_000c", "-0.2") "]}\n"
#define REPORT "# A report\n\nIt is short.\n"

/* Of a debate that is closed, and whose judge owes the report. */
static void
is_owed(struct bed *b, const char *more)
{
	sides_join(b, more);
	assert_int_equal(append_to(b, "d", DOOR_DESK + 1, 0, OPENING), 0);
	assert_int_equal(append_to(b, "d", DOOR_DESK + 2, 0, OPENING), 0);
	assert_int_equal(say(b, "claim carol"), 0);
	assert_int_equal(append(b, JUDGEMENT), 0);
	assert_int_equal(say(b, "release carol outcome=COMPLETED"), 0);
	assert_holds(shown(b, "d", render_seat_status, 3), "next_step = \"write_report\"");
}

/* What is due is on its way to the disk. */
static void
settled(struct bed *b)
{
	struct duel *d = the_duel(b, "d");
	duels_lock(b->r);
	assert_int_equal(duel_settle(d), 0);
	duels_unlock(b->r);
}

static void
is_over(struct bed *b)
{
	struct door *w;
	settled(b);
	assert_holds(shown(b, "d", render_seat_status, 3), "next_step = \"closed\"");
	assert_holds(shown(b, "d", render_status_json, 0), "\"outcome\":\"COMPLETED\"");
	assert_int_equal(opened(b, "d", door_of_row(ROW_OWN + 3), 0, true, &w), -EROFS);
	assert_int_equal(append_to(b, "d", DOOR_DESK + 3, 0, REPORT), -EROFS);
	assert_holds(events(b, "d"), "\"event\":\"move_expired\",\"duel\":\"d\",\"participant\":\"carol\",\"move\":\"the report\"");
}

TEST(a_report_that_is_not_written_in_move_seconds_is_left_out)
{
	is_owed(b, "");
	assert_lacks(shown(b, "d", render_status_json, 0), "\"move_ends_at\":\"\"");
	bed_pass(b, DAY - 1);
	settled(b);
	assert_holds(shown(b, "d", render_seat_status, 3), "next_step = \"write_report\"");
	bed_pass(b, 2);
	is_over(b);
	assert_holds(shown(b, "d", render_status_json, 0), "\"move_ends_at\":\"\"");
	bed_close(b);
	bed_open(b);
	is_over(b);
}

TEST(the_clock_of_a_report_goes_on_after_the_next_mount_whoever_looks)
{
	is_owed(b, "move_seconds = 3600\n");
	bed_close(b);
	bed_open(b);
	settled(b);
	assert_holds(shown(b, "d", render_seat_status, 3), "next_step = \"write_report\"");
	bed_pass(b, 3601);
	is_over(b);
}

TEST(without_a_clock_a_report_is_owed_for_good)
{
	is_owed(b, "move_seconds = 0\n");
	bed_pass(b, 100 * DAY);
	settled(b);
	assert_holds(shown(b, "d", render_seat_status, 3), "next_step = \"write_report\"");
	assert_lacks(events(b, "d"), "move_expired");
}

TEST(an_invalidated_debate_owes_nothing_and_no_clock_runs)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"dialectic\"\n"), 0);
	assert_int_equal(say(b, "join alice role=proposition"), 0);
	assert_int_equal(say(b, "join carol role=judge"), 0);
	assert_int_equal(say(b, "close maker reason=over"), 0);
	bed_pass(b, 2 * DAY);
	settled(b);
	assert_lacks(events(b, "d"), "move_expired");
}
