/* What whoever has the floor writes below a tree that takes proposals, with the tree `beds` of the format `grove` (beds.c). */
#include <semaphore.h>

#include "tests/unit/trial/trial_beds.h"

EACH_TEST(bed_setup, bed_teardown);

TEST(a_proposed_file_is_its_writers_until_the_text_brings_it_with_the_number_it_had)
{
	struct bed *b = *state;
	beds_begin(b);
	assert_int_equal(plant_as(b, ANNA, "x/leaf", "green\n"), 0);
	assert_sees(b, ANNA, "x/leaf", "green\n");
	assert_sees(b, BORIS, "x/leaf", NULL);
	assert_sees(b, 0, "x/leaf", NULL);
	unsigned number = number_as(b, ANNA, "x/leaf");
	assert_int_equal(hand_in(b, ANNA, "rain\n"), 0);
	assert_sees(b, BORIS, "x/leaf", "green\n");
	assert_int_equal(number_as(b, BORIS, "x/leaf"), number);
	bed_close(b);
	bed_open(b);
	assert_sees(b, BORIS, "x/leaf", "green\n");
	assert_int_equal(number_as(b, BORIS, "x/leaf"), number);
}

/* What another hands in or rehearses meanwhile is judged on the debate as it is, and its blank is of that. */
TEST(no_other_seat_is_judged_on_what_is_proposed_nor_sees_it_in_its_blank)
{
	struct bed *b = *state;
	beds_begin(b);
	assert_int_equal(say_as(b, "d", BORIS, "join boris"), 0);
	for (unsigned turn = 0; turn < 2; turn++) {
		if (!turn)
			assert_int_equal(plant_as(b, ANNA, "leaf", "green\n"), 0);
		registry_lock(b->r);
		struct duel *d = the_duel_locked(b);
		assert_int_equal(duel_state_for(d, 1) != d->fold->state, !turn);
		assert_ptr_equal(duel_state_for(d, 2), d->fold->state);
		assert_ptr_equal(duel_state_for(d, 0), d->fold->state);
		assert_int_equal(duel_drafts(d, 1, ANNA), !turn);
		assert_false(duel_drafts(d, 2, ANNA) || duel_drafts(d, 1, BORIS) || duel_drafts(d, 2, BORIS) || duel_drafts(d, 1, 0));
		registry_unlock(b->r);
		if (!turn)
			assert_int_equal(say_as(b, "d", ANNA, "release anna force=yes"), 0);
	}
}

TEST(what_the_floor_ends_without_was_never_there)
{
	struct bed *b = *state;
	static const char *const ends[] = {"release anna force=yes", NULL};
	beds_begin(b);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(plant_as(b, ANNA, "leaf", "green\n"), 0);
		if (ends[i])
			assert_int_equal(say_as(b, "d", ANNA, ends[i]), 0);
		else
			bed_pass(b, 100000);
		assert_int_equal(say_as(b, "d", ANNA, "claim anna"), 0);
		assert_sees(b, ANNA, "leaf", NULL);
	}
	assert_int_equal(plant_as(b, ANNA, "leaf", "green\n"), 0);
	bed_close(b);
	bed_open(b);
	assert_sees(b, ANNA, "leaf", NULL);
	assert_int_equal(hand_in(b, ANNA, "rain\n"), 0);
	assert_sees(b, ANNA, "leaf", NULL);
}

TEST(a_join_in_the_middle_leaves_what_is_proposed)
{
	struct bed *b = *state;
	beds_begin(b);
	assert_int_equal(plant_as(b, ANNA, "leaf", "green\n"), 0);
	assert_int_equal(say_as(b, "d", BORIS, "join boris"), 0);
	assert_sees(b, ANNA, "leaf", "green\n");
	assert_sees(b, BORIS, "leaf", NULL);
	assert_int_equal(hand_in(b, ANNA, "rain\n"), 0);
	assert_sees(b, BORIS, "leaf", "green\n");
}

TEST(the_debates_own_bytes_or_a_removal_take_a_proposal_back)
{
	struct bed *b = *state;
	beds_begin(b);
	assert_int_equal(plant_as(b, ANNA, "leaf", "green\n"), 0);
	assert_int_equal(hand_in(b, ANNA, "rain\n"), 0);
	next_lease(b, ANNA, "anna");
	assert_int_equal(plant_as(b, ANNA, "leaf", "red\n"), 0);
	assert_int_equal(plant_as(b, ANNA, "new", "bud\n"), 0);
	assert_sees(b, ANNA, "leaf", "red\n");
	assert_int_equal(plant_as(b, ANNA, "leaf", "green\n"), 0);
	assert_int_equal(unplant_as(b, ANNA, "new"), 0);
	assert_int_equal(unplant_as(b, ANNA, "leaf"), -EPERM);
	assert_holds(shown(b, "d", render_last_error, 0), "beds/leaf: error: [beds.rooted]");
	assert_sees(b, ANNA, "leaf", "green\n");
	assert_sees(b, ANNA, "new", NULL);
	assert_int_equal(hand_in(b, ANNA, "sun\n"), 0);
	assert_sees(b, ANNA, "leaf", "green\n");
	assert_sees(b, ANNA, "new", NULL);
}

TEST(an_append_is_refused_where_it_is_decided_and_its_file_is_dead)
{
	struct bed *b = *state;
	struct door *w;
	beds_begin(b);
	assert_int_equal(plant_as(b, ANNA, "leaf", "green\n"), 0);
	assert_int_equal(leaf_opened(b, ANNA, "leaf", false, &w), 0);
	assert_int_equal(written(b, w, "OPEN\n", -1), 0);
	assert_int_equal(written(b, w, "SHUT\n", -1), 0);
	assert_int_equal(synced(b, w), 0);
	assert_sees(b, ANNA, "leaf", "green\nOPEN\nSHUT\n");
	assert_int_equal(written(b, w, "BAD\n", -1), 0);
	assert_int_equal(synced(b, w), -EINVAL);
	assert_int_equal(written(b, w, "good\n", -1), -EINVAL); /* the door is dead */
	assert_int_equal(closed(b, w), -EINVAL);
	assert_sees(b, ANNA, "leaf", "green\nOPEN\nSHUT\n");
}

TEST(a_file_is_written_anew_in_pieces_and_what_is_refused_changes_nothing)
{
	struct bed *b = *state;
	struct door *w;
	beds_begin(b);
	assert_int_equal(leaf_opened(b, ANNA, "leaf", true, &w), 0);
	assert_int_equal(written(b, w, "one ", 0), 0);
	assert_int_equal(written(b, w, "two\n", 4), 0);
	assert_sees(b, ANNA, "leaf", NULL);
	assert_int_equal(closed(b, w), 0);
	assert_sees(b, ANNA, "leaf", "one two\n");
	assert_int_equal(plant_as(b, ANNA, "leaf", "BAD\n"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "beds/leaf: error: [beds.bad]");
	assert_sees(b, ANNA, "leaf", "one two\n");
}

TEST(who_may_not_write_is_told_why)
{
	struct bed *b = *state;
	struct door *w;
	beds_begin(b);
	assert_int_equal(leaf_opened(b, BORIS, "leaf", true, &w), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.none]");
	/* Root, too, which would not see it. */
	assert_int_equal(leaf_opened(b, 0, "leaf", true, &w), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0),
		"[lease.none] \"anna\" has the floor, and what is written here is seen by its uid alone, 1000: write as that");
	assert_int_equal(unplant_as(b, 0, "leaf"), -EACCES);
	assert_int_equal(leaf_opened(b, ANNA, "stone", true, &w), -EPERM);
	assert_holds(shown(b, "d", render_last_error, 0), "beds/stone: error: [beds.stone] nothing grows on stone");
	char *big = calloc(1, (1 << 20) + 2);
	memset(big, 'x', (1 << 20) + 1);
	assert_int_equal(plant_as(b, ANNA, "leaf", big), -EFBIG);
	assert_holds(shown(b, "d", render_last_error, 0), "a file below this directory is at most 1 MiB");
	big[1 << 20] = '\0';
	assert_int_equal(plant_as(b, ANNA, "leaf", big), 0);
	free(big);
}

TEST(a_door_of_an_earlier_lease_is_refused_after_its_turn_its_end_and_its_time)
{
	struct bed *b = *state;
	struct door *w;
	beds_begin(b);
	assert_int_equal(leaf_opened(b, ANNA, "leaf", false, &w), 0);
	assert_int_equal(hand_in(b, ANNA, "rain\n"), 0);
	assert_int_equal(written(b, w, "green\n", -1), -ECANCELED);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.expired] lease 1 ended with the text that was accepted");
	assert_int_equal(closed(b, w), -ECANCELED);
	assert_int_equal(leaf_opened(b, ANNA, "leaf", false, &w), -EACCES);
	next_lease(b, ANNA, "anna");
	assert_int_equal(leaf_opened(b, ANNA, "leaf", false, &w), 0);
	next_lease(b, ANNA, "anna");
	int err = written(b, w, "green\n", -1);
	assert_true(err < 0);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.expired]");
	assert_int_equal(closed(b, w), err);
	assert_int_equal(leaf_opened(b, ANNA, "leaf", false, &w), 0);
	assert_int_equal(written(b, w, "green\n", -1), 0);
	bed_pass(b, 100000);
	assert_int_equal(synced(b, w), err);
	closed(b, w);
	assert_sees(b, ANNA, "leaf", NULL);
}

TEST(two_doors_that_propose_at_once_both_come)
{
	struct bed *b = *state;
	struct door *w[2];
	struct answer a[2] = {ANSWER, ANSWER};
	beds_begin(b);
	assert_int_equal(plant_as(b, ANNA, "both", "0\n"), 0);
	for (unsigned round = 0; round < 50; round++) {
		static const char *const paths[] = {"one", "two"};
		a[0].done = a[1].done = false;
		for (unsigned i = 0; i < 2; i++) {
			assert_int_equal(leaf_opened(b, ANNA, round % 2 ? "both" : paths[i], false, &w[i]), 0);
			assert_int_equal(written(b, w[i], i ? "b" : "a", -1), 0);
		}
		registry_lock(b->r);
		for (unsigned i = 0; i < 2; i++)
			door_fsync(w[i], answered, &a[i]);
		registry_unlock(b->r);
		for (unsigned i = 0; i < 2; i++)
			assert_int_equal(answer_wait(&a[i]), 0);
		for (unsigned i = 0; i < 2; i++)
			closed(b, w[i]);
	}
	assert_int_equal(size_as(b, ANNA, "one"), 25);
	assert_int_equal(size_as(b, ANNA, "two"), 25);
	assert_int_equal(size_as(b, ANNA, "both"), 2 + 50);
}

/* The race. */

struct held_store {
	struct store_batch batch;
	sem_t arrived, open;
};

static int
held_ready(struct store_batch *batch)
{
	struct held_store *h = batch->arg;
	sem_post(&h->arrived);
	while (sem_wait(&h->open))
		;
	return -ECANCELED; /* it leaves nothing behind */
}

static void
held_done(struct store_batch *batch, int err)
{
	struct held_store *h = batch->arg;
	assert_int_equal(err, -ECANCELED);
	sem_post(&h->arrived);
}

/* What is submitted from here on waits. */
static void
store_hold(struct bed *b, struct held_store *h)
{
	*h = (struct held_store){.batch = {.row = {.id = 1}, .ready = held_ready, .done = held_done, .arg = h}};
	sem_init(&h->arrived, 0, 0);
	sem_init(&h->open, 0, 0);
	struct store *s = registry_given(b->r)->store;
	s->ops->submit(s, &h->batch);
	while (sem_wait(&h->arrived))
		;
}

static void
store_go_on(struct held_store *h)
{
	sem_post(&h->open);
	while (sem_wait(&h->arrived))
		;
	sem_destroy(&h->arrived);
	sem_destroy(&h->open);
}

TEST(what_is_written_while_the_text_is_on_its_way_to_the_disk_is_refused_and_never_lost)
{
	struct bed *b = *state;
	struct door *turn, *before, *during;
	struct answer handed = ANSWER, synced_before = ANSWER, synced_during = ANSWER, removed = ANSWER;
	struct held_store h;
	struct caller anna = caller_of(ANNA);
	beds_begin(b);
	assert_int_equal(plant_as(b, ANNA, "leaf", "green\n"), 0);
	assert_int_equal(leaf_opened(b, ANNA, "before", true, &before), 0);
	assert_int_equal(opened(b, "d", DOOR_DEBATE, ANNA, false, &turn), 0);
	assert_int_equal(written(b, turn, "rain\n", -1), 0);
	store_hold(b, &h);
	registry_lock(b->r);
	door_fsync(turn, answered, &handed);
	registry_unlock(b->r);
	assert_int_equal(written(b, before, "undecided\n", 0), 0);
	registry_lock(b->r);
	door_fsync(before, answered, &synced_before);
	registry_unlock(b->r);
	assert_int_equal(leaf_opened(b, ANNA, "during", true, &during), 0);
	assert_int_equal(written(b, during, "too late\n", 0), 0);
	registry_lock(b->r);
	door_fsync(during, answered, &synced_during);
	door_remove(the_duel_locked(b), "beds/leaf", &anna, answered, &removed);
	assert_false(handed.done || synced_before.done || synced_during.done || removed.done);
	registry_unlock(b->r);
	store_go_on(&h);
	assert_int_equal(answer_wait(&handed), 0);
	assert_int_equal(answer_wait(&synced_before), -ECANCELED);
	assert_int_equal(answer_wait(&synced_during), -ECANCELED);
	assert_int_equal(answer_wait(&removed), -ECANCELED);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.expired] lease 1 ended with the text that was accepted");
	closed(b, turn);
	closed(b, before);
	closed(b, during);
	assert_sees(b, BORIS, "leaf", "green\n");
	assert_sees(b, ANNA, "before", NULL);
	assert_sees(b, ANNA, "during", NULL);
}

TEST(a_text_does_not_pass_by_what_is_not_decided_on)
{
	struct bed *b = *state;
	struct door *leaf, *turn;
	beds_begin(b);
	assert_int_equal(leaf_opened(b, ANNA, "leaf", true, &leaf), 0);
	assert_int_equal(written(b, leaf, "green\n", 0), 0);
	assert_int_equal(opened(b, "d", DOOR_DEBATE, ANNA, false, &turn), 0);
	assert_int_equal(written(b, turn, "rain\n", -1), 0);
	assert_int_equal(closed(b, turn), -EBUSY);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.busy] beds/leaf is open");
	assert_int_equal(closed(b, leaf), 0);
	assert_int_equal(opened(b, "d", DOOR_DEBATE, ANNA, false, &turn), 0);
	assert_int_equal(written(b, turn, "rain\n", -1), 0);
	assert_int_equal(closed(b, turn), 0);
	assert_sees(b, BORIS, "leaf", "green\n");
}

/* The verdict on a text is of what was proposed then. */
TEST(what_is_proposed_after_the_text_was_judged_comes_with_it)
{
	struct bed *b = *state;
	struct door *turn;
	beds_begin(b);
	assert_int_equal(opened(b, "d", DOOR_DEBATE, ANNA, false, &turn), 0);
	assert_int_equal(written(b, turn, "rain\n", -1), 0);
	assert_int_equal(plant_as(b, ANNA, "leaf", "green\n"), 0);
	assert_int_equal(closed(b, turn), 0);
	assert_sees(b, BORIS, "leaf", "green\n");
}

/* Both wait for an entry that is on its way. The small text of a leaf is judged by a worker, and so may come behind. */
TEST(what_was_written_before_the_text_and_waits_with_it_is_in_it)
{
	struct bed *b = *state;
	struct door *turn, *leaf;
	struct answer joined = ANSWER, handed = ANSWER, planted = ANSWER;
	struct held_store h;
	struct caller boris = caller_of(BORIS);
	beds_begin(b);
	assert_int_equal(leaf_opened(b, ANNA, "leaf", true, &leaf), 0);
	assert_int_equal(written(b, leaf, "green\n", 0), 0);
	assert_int_equal(opened(b, "d", DOOR_DEBATE, ANNA, false, &turn), 0);
	assert_int_equal(written(b, turn, "rain\n", -1), 0);
	store_hold(b, &h);
	registry_lock(b->r);
	verb_run(the_duel_locked(b), &boris, "join boris", strlen("join boris"), answered, &joined);
	door_fsync(leaf, answered, &planted);
	registry_unlock(b->r);
	registry_lock(b->r);
	door_fsync(turn, answered, &handed);
	assert_false(joined.done || planted.done || handed.done);
	registry_unlock(b->r);
	store_go_on(&h);
	assert_int_equal(answer_wait(&joined), 0);
	int in = answer_wait(&planted);
	assert_int_equal(answer_wait(&handed), 0);
	closed(b, leaf);
	closed(b, turn);
	assert_true(in == 0 || in == -ECANCELED);
	assert_sees(b, BORIS, "leaf", in ? NULL : "green\n");
}
