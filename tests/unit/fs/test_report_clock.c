/* A report that is owed once a debate is closed: what is left out in the end ends by the clock, as every state does. */
#include "sides_fixture.h"

EACH_TEST(bed_setup, bed_teardown);

#define DAY 86400

/* For a debate that is closed, and whose judge owes the report. */
static void
is_owed(struct bed *b, const char *more)
{
	sides_open(b, more);
	assert_int_equal(say(b, "claim carol"), 0);
	assert_int_equal(append(b, JUDGEMENT), 0);
	assert_int_equal(say(b, "release carol outcome=COMPLETED"), 0);
	assert_holds(shown(b, "d", render_seat_status, 3), "next_step = \"write_report\"");
}

static void
is_over(struct bed *b)
{
	assert_holds(shown(b, "d", render_seat_status, 3), "next_step = \"closed\"");
	assert_holds(shown(b, "d", render_status_json, 0), "\"outcome\":\"COMPLETED\"");
	assert_int_equal(append_to(b, "d", INTAKE_FILE_DESK + 3, 0, REPORT), -EROFS);
	assert_holds(events(b, "d"), "\"event\":\"move_expired\",\"duel\":\"d\",\"participant\":\"carol\",\"move\":\"the report\"");
}

TEST(a_report_that_is_not_written_in_move_seconds_is_left_out)
{
	is_owed(b, "");
	assert_lacks(shown(b, "d", render_status_json, 0), "\"move_ends_at\":\"\"");
	bed_pass(b, DAY - 1);
	assert_holds(shown(b, "d", render_seat_status, 3), "next_step = \"write_report\"");
	bed_pass(b, 2);
	is_over(b);
	assert_holds(shown(b, "d", render_status_json, 0), "\"move_ends_at\":\"\"");
	bed_reopen(b);
	is_over(b);
}

TEST(the_clock_of_a_report_goes_on_after_the_next_mount_whoever_looks)
{
	is_owed(b, "move_seconds = 3600\n");
	bed_reopen(b);
	assert_holds(shown(b, "d", render_seat_status, 3), "next_step = \"write_report\"");
	bed_pass(b, 3601);
	is_over(b);
}

TEST(without_a_clock_a_report_is_owed_for_good)
{
	is_owed(b, "move_seconds = 0\n");
	bed_pass(b, 100 * DAY);
	assert_holds(shown(b, "d", render_seat_status, 3), "next_step = \"write_report\"");
	assert_lacks(events(b, "d"), "move_expired");
}

TEST(an_invalidated_debate_owes_nothing_and_no_clock_runs)
{
	BEGUN(b, "format = \"dialectic\"\n", "join alice role=proposition", "join carol role=judge",
		"close maker reason=over");
	bed_pass(b, 2 * DAY);
	assert_lacks(events(b, "d"), "move_expired");
}
