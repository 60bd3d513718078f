/* Which refusals last_error keeps. */
#include "tests/unit/fs/fixture.h"
#include "validators/text/limits.h"

EACH_TEST(bed_setup, bed_teardown);

#define ALICE 1001
#define BOB 1002
#define STRANGER 2000

static void
participants_join(struct bed *b)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say_as(b, "d", ALICE, "join alice"), 0);
	assert_int_equal(say_as(b, "d", BOB, "join bob"), 0);
}

/* A refusal that is like no other: the verb is quoted in it. */
static void
refuse_one(struct bed *b, uid_t uid, int n)
{
	char line[64];
	snprintf(line, sizeof line, "%s%d alice", uid >= STRANGER ? "odd" : "dance", n);
	assert_int_equal(say_as(b, "d", uid, line), -EINVAL);
}

static unsigned
count(struct bed *b, const char *part)
{
	return times_in(shown(b, "d", render_last_error, 0), part);
}

TEST(strangers_do_not_push_out_what_participants_have_to_read)
{
	participants_join(b);
	for (int i = 0; i < 12; i++)
		refuse_one(b, ALICE, 10 + i);
	for (int i = 0; i < 50; i++)
		refuse_one(b, STRANGER + (uid_t)i, i);
	assert_int_equal(count(b, "\"dance"), 12);
	assert_int_equal(count(b, "\"odd"), LIMIT_STRANGERS_ERRORS);
	assert_holds(shown(b, "d", render_last_error, 0), "\"odd49\"", "\"odd46\"");
}

TEST(participants_push_out_strangers_first_and_then_the_oldest)
{
	participants_join(b);
	for (int i = 0; i < 20; i++)
		refuse_one(b, STRANGER, i);
	assert_int_equal(count(b, "\"odd"), LIMIT_LAST_ERRORS);
	for (int i = 0; i < 12; i++)
		refuse_one(b, i % 2 ? ALICE : BOB, 10 + i);
	assert_int_equal(count(b, "\"dance"), 12);
	assert_int_equal(count(b, "\"odd"), LIMIT_STRANGERS_ERRORS);
	for (int i = 12; i < 30; i++)
		refuse_one(b, ALICE, 10 + i);
	assert_int_equal(count(b, "\"dance"), LIMIT_LAST_ERRORS);
	assert_lacks(shown(b, "d", render_last_error, 0), "\"dance23\"");
	assert_holds(shown(b, "d", render_last_error, 0), "\"dance24\"");
}

TEST(the_newest_stands_first_whoever_it_is_of)
{
	participants_join(b);
	for (int i = 0; i < 40; i++) {
		refuse_one(b, ALICE, 10 + i);
		refuse_one(b, STRANGER, i);
	}
	char *text = shown(b, "d", render_last_error, 0);
	char *stranger = strstr(text, "\"odd39\""), *own = strstr(text, "\"dance49\"");
	assert_non_null(stranger);
	assert_non_null(own);
	assert_true(stranger < own);
	assert_int_equal(count(b, "\"dance"), LIMIT_LAST_ERRORS - LIMIT_STRANGERS_ERRORS);
}

TEST(an_open_of_a_participants_uid_is_no_strangers)
{
	struct intake *w;
	participants_join(b);
	assert_int_equal(say_as(b, "d", BOB, "claim bob"), 0);
	for (int i = 0; i < 16; i++)
		refuse_one(b, STRANGER, i);
	assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, ALICE, false, &w), -EACCES);
	for (int i = 0; i < 40; i++)
		assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, STRANGER + (uid_t)i, false, &w), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "alice debate.md: EACCES");
}

TEST(a_release_still_says_what_was_refused_after_many_strangers)
{
	struct intake *w;
	char own[512];
	participants_join(b);
	assert_int_equal(say_as(b, "d", ALICE, "claim alice"), 0);
	assert_int_equal(
		append_to(b, "d", INTAKE_FILE_DEBATE, ALICE, turn_text(2, "alice", "OPEN_TO_DEBATE")), -EINVAL);
	for (int i = 0; i < 40; i++)
		assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, STRANGER + (uid_t)i, false, &w), -EACCES);
	assert_int_equal(say_as(b, "d", ALICE, "release alice"), -EINVAL);
	char *text = shown(b, "d", render_last_error, 0);
	snprintf(own, sizeof own, "%.*s", (int)(strstr(text, "\n\n") - text), text);
	assert_non_null(strstr(own, "[turn.number]"));
}
