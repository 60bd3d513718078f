/* The maker's verbs: say, close. */
#include "tests/unit/fs/fixture.h"

#define MAKER_UID 1000

static int
makers_setup(void **state)
{
	int err = bed_setup(state);
	struct bed *b = *state;
	assert_int_equal(make_duel(b, "d", MAKER_UID), 0);
	assert_int_equal(say_as(b, "d", 1001, "join alice"), 0);
	assert_int_equal(say_as(b, "d", 1002, "join bob"), 0);
	return err;
}

EACH_TEST(makers_setup, bed_teardown);

static int
makes(struct bed *b, const char *line)
{
	return say_as(b, "d", MAKER_UID, line);
}

static void
refused(struct bed *b, int err, const char *rule)
{
	char want[64];
	snprintf(want, sizeof want, "[%s]", rule);
	assert_true(err < 0);
	assert_holds(shown(b, "d", render_last_error, 0), want);
}

TEST(the_maker_says_at_most_500_bytes_and_50_lines)
{
	char line[700];
	memset(line, 'a', sizeof line);
	memcpy(line, "say maker text=", 15);
	line[15 + 501] = '\0';
	assert_int_equal(makes(b, line), -EINVAL);
	assert_int_equal(makes(b, "say maker"), -EINVAL);
	assert_int_equal(makes(b, "say maker text=\"\""), -EINVAL);
	refused(b, -EINVAL, "value.bad");
	line[15 + 500] = '\0';
	for (unsigned i = 0; i < 50; i++)
		assert_int_equal(makes(b, line), 0);
	assert_int_equal(makes(b, line), -ENOSPC);
	refused(b, -ENOSPC, "limit.events");
}

TEST(a_format_that_has_aborted_is_aborted)
{
	assert_int_equal(make_duel(b, "r", MAKER_UID), 0);
	assert_int_equal(append_to(b, "r", INTAKE_FILE_CONFIG, MAKER_UID, "format = \"rounds\"\n"), 0);
	assert_int_equal(say_as(b, "r", MAKER_UID, "close maker reason=x"), -EBUSY); /* rmdir does that */
	assert_int_equal(say_as(b, "r", 1001, "join alice role=proposer harness=claude"), 0);
	assert_int_equal(say_as(b, "r", MAKER_UID, "close maker reason=x"), 0);
	assert_holds(shown(b, "r", render_status_toml, 0), "\noutcome = \"ABORTED\"\n");
}

/* Its uid is who it is: a token keeps these verbs from others of that uid. */
TEST(a_maker_who_has_a_seat_is_the_maker_all_the_same)
{
	assert_int_equal(make_duel(b, "e", MAKER_UID), 0);
	assert_int_equal(say_as(b, "e", MAKER_UID, "join alice"), 0);
	assert_int_equal(say_as(b, "e", 1002, "join bob"), 0);
	assert_int_equal(say_as(b, "e", 1002, "close maker reason=x"), -EACCES);
	TAKEN_AS(b, "e", MAKER_UID, "say maker text=x", "close maker reason=x");
	assert_holds(shown(b, "e", render_status_toml, 0), "\noutcome = \"INVALIDATED\"\n");
}

/* -- maker_token ----------------------------------------------------------------------------------------------------------------- */

#define TOKEN "correct-horse"

static int
set_rules(struct bed *b, const char *duel, const char *text)
{
	return append_to(b, duel, INTAKE_FILE_CONFIG, MAKER_UID, text);
}

TEST(without_a_makers_token_none_is_taken_for_one)
{
	assert_int_equal(makes(b, "say maker text=x token=" TOKEN), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.token] this duel has no maker_token: leave token= out");
	assert_int_equal(makes(b, "say maker text=x"), 0);
}

TEST(a_makers_token_that_reads_as_set_is_kept_where_it_is_written_back)
{
	assert_int_equal(make_duel(b, "e", MAKER_UID), 0);
	assert_int_equal(set_rules(b, "e", "maker_token = \"set\"\n"), -EINVAL);
	assert_holds(shown(b, "e", render_last_error, 0), "config.toml:1: error: [config.bad] maker_token: \"set\" is how one reads that is set, and none is");
	assert_int_equal(set_rules(b, "e", "maker_token = \"" TOKEN "\"\n"), 0);
	assert_int_equal(set_rules(b, "e", "max_turns = 4\n"), 0);
	char *whole = shown(b, "e", render_config, 0);
	struct intake *w;
	assert_int_equal(opened(b, "e", INTAKE_FILE_CONFIG, MAKER_UID, true, &w), 0);
	assert_int_equal(written(b, w, whole, 0), 0);
	assert_int_equal(flushed(b, w, true), 0);
	closed(b, w);
	assert_int_equal(say_as(b, "e", 1001, "join alice"), 0);
	assert_int_equal(say_as(b, "e", MAKER_UID, "say maker text=x"), -EACCES);
	assert_int_equal(say_as(b, "e", MAKER_UID, "say maker text=x token=" TOKEN), 0);
}

TEST(a_makers_token_is_taken_out_by_an_empty_one)
{
	assert_int_equal(make_duel(b, "e", MAKER_UID), 0);
	assert_int_equal(set_rules(b, "e", "maker_token = \"" TOKEN "\"\n"), 0);
	assert_int_equal(set_rules(b, "e", "maker_token = \"\"\n"), 0);
	assert_int_equal(say_as(b, "e", 1001, "join alice"), 0);
	assert_int_equal(say_as(b, "e", MAKER_UID, "say maker text=x"), 0);
}
