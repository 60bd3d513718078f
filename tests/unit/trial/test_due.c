/* Texts that are due of several (council.c). */
#include "fs/duels/scratch.h"
#include "tests/unit/trial/trial.h"

EACH_TEST(bed_setup, bed_teardown);

TEST(a_claim_while_nothing_is_due_is_busy_and_says_whose_move_it_is)
{
	struct intake *w;
	council_of_one(b);
	assert_int_equal(say(b, "claim cora"), -EBUSY);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.order] it is the move of anna: the text of round 1; boris: the text of round 1");
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, 7, false, &w), -EACCES); /* whose floor it is comes first */
	assert_int_equal(append(b, "apples\n"), 0);
	assert_int_equal(append(b, "apples\n"), -EACCES);
	assert_int_equal(say(b, "claim anna"), -EBUSY);
}

static int
appended(struct bed *b, struct intake *w, const char *text)
{
	int err = written(b, w, text, -1);
	int flush = flushed(b, w, true);
	return err ? err : flush;
}

TEST(what_is_no_longer_due_is_refused_on_a_file_that_was_open_before)
{
	struct intake *v, *w;
	council_of_one(b);
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, 0, false, &v), 0);
	assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, 0, false, &w), 0);
	assert_int_equal(appended(b, v, "apples\n"), 0);
	assert_int_equal(appended(b, w, "pears\n"), -ECANCELED);
	closed(b, v);
	closed(b, w);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.expired] lease 1 ended with the text that was accepted");
	assert_int_equal(say(b, "release anna"), -EINVAL); /* nobody may have heard it */
	assert_holds(record(b, "d"), "\napples\n");
	assert_lacks(record(b, "d"), "pears");
}

TEST(of_two_that_are_handed_in_at_once_one_is_refused)
{
	struct intake *v, *w;
	struct meanwhile first, second;
	council_of_one(b);
	struct duel *d = the_duel(b, "d");
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, 0, false, &v), 0);
	assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, 0, false, &w), 0);
	assert_int_equal(written(b, v, "apples\n", -1), 0);
	assert_int_equal(written(b, w, "pears\n", -1), 0);
	enters(b, d);
	waits_its_turn(&first, d, 1, &(struct call){.b = b, .intake = v, .with = closed});
	waits_its_turn(&second, d, 2, &(struct call){.b = b, .intake = w, .with = closed});
	leaves_it(b, d);
	assert_int_equal(answer_of(&first), 0);
	assert_int_equal(answer_of(&second), -ECANCELED);
	assert_holds(record(b, "d"), "\napples\n");
	assert_lacks(record(b, "d"), "pears");
}

static int
renamed(struct bed *b, uid_t uid, const char *name, const char *image)
{
	struct caller who = caller_of(uid);
	struct scratch *s;
	struct duel *d = the_duel(b, "d");
	duels_lock(b->r);
	int err = scratch_make(d, 0, &who, name, NULL, &s);
	if (!err)
		err = scratch_write(s, &who, image, strlen(image), 0);
	if (!err)
		err = intake_replace(s, INTAKE_FILE_DEBATE, &who);
	duels_unlock(b->r);
	return err;
}

/* Its own bytes are no text: they want no floor. */
TEST(a_rename_of_the_same_bytes_succeeds_and_any_other_is_busy)
{
	char image[1024];
	council_of_one(b);
	council_hand_in(b, "anna", "apples\n");
	char *now = record(b, "d");
	assert_int_equal(renamed(b, 7, "debate.md.tmp.1", now), 0);
	snprintf(image, sizeof image, "%sapples\n", now);
	assert_int_equal(renamed(b, 0, "debate.md.tmp.2", image), -EACCES);
	assert_int_equal(say(b, "claim boris"), 0);
	assert_int_equal(renamed(b, 7, "debate.md.tmp.3", image), -EACCES);
}

/* A seat that has taken the floor anew means it. */
TEST(in_a_later_lease_the_same_text_is_one_like_any_other)
{
	council_of_one(b);
	council_hand_in(b, "anna", "apples\n");
	assert_int_equal(say(b, "claim boris"), 0);
	assert_int_equal(append(b, "apples\n"), 0); /* boris says it as well */
	assert_int_equal(times_in(events(b, "d"), "\"event\":\"artifact_updated\""), 2);
	assert_int_equal(say(b, "release boris"), 0);
	council_hand_in(b, "cora", "judged so\n");
	council_hand_in(b, "anna", "apples\n"); /* of the next exchange */
	assert_int_equal(times_in(events(b, "d"), "\"event\":\"artifact_updated\""), 4);
	council_hand_in(b, "boris", "berries\n");
	council_hand_in(b, "cora", "judged so\n");
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 6\n");
}
