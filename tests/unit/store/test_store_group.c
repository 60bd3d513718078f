/*
 * Batches that share a transaction, and who is told what when.
 */
#include "tests/unit/store/gate.h"

#include <stdatomic.h>

EACH_TEST(fixture_set_up_open, fixture_tear_down);

static atomic_int order;

static int
refuse_as_cancelled(struct store_batch *b)
{
	(void)b;
	return -ECANCELED;
}

TEST(a_refused_ready_leaves_its_batch_out_and_no_other)
{
	struct gate gate;
	struct job *jobs[5];

	gate_close(&gate, f);
	for (int i = 0; i < 5; i++) {
		jobs[i] = job_add(job_new(STORE_CREATE, 10 + i), make_entry(10 + i, 1));
		if (i % 2)
			jobs[i]->batch.ready = refuse_as_cancelled;
		job_submit(f, jobs[i]);
	}
	assert_int_equal(gate_open(&gate), 0);
	for (int i = 0; i < 5; i++)
		assert_int_equal(job_wait(jobs[i]), i % 2 ? -ECANCELED : 0);
	for (int i = 0; i < 5; i++)
		assert_int_equal(check_log(f, 10 + i), i % 2 ? 0 : 1);
	assert_int_equal(count_duels(f), 4);
}

static void
count_order(struct store_batch *b, int err)
{
	((struct job *)b->arg)->batch.row.uid = (uid_t)atomic_fetch_add(&order, 1);
	job_done(b, err);
}

TEST(batches_take_effect_in_the_order_they_were_submitted)
{
	struct gate gate;
	struct job *jobs[200];

	gate_close(&gate, f);
	atomic_store(&order, 0);
	for (uint64_t i = 0; i < 200; i++) {
		jobs[i] = job_entry(1, i + 1);
		jobs[i]->batch.done = count_order;
		job_submit(f, jobs[i]);
	}
	assert_int_equal(gate_open(&gate), 0);
	for (unsigned i = 0; i < 200; i++) {
		while (sem_wait(&jobs[i]->done))
			;
		assert_int_equal(jobs[i]->batch.row.uid, i);
		sem_post(&jobs[i]->done);
		assert_int_equal(job_wait(jobs[i]), 0);
	}
	assert_int_equal(check_log(f, 1), 200);
}

static int
fill_batch(struct store_batch *b)
{
	struct job *j = b->arg;

	job_add(j, make_entry(b->row.id, 1));
	b->row.updated_ms = 77;
	b->row.state = "filled";
	return 0;
}

TEST(ready_may_fill_its_batch)
{
	struct store_duel want = {1, "duel-1", 1000, 5, 77, "filled", "format = \"socratic\"\n", 0, 0, 0, 0, 0, false};
	struct job *j = job_new(STORE_UPDATE, 1);

	assert_int_equal(create_duel(f, 1), 0);
	j->batch.ready = fill_batch;
	assert_int_equal(job_run(f, j), 0);
	assert_int_equal(check_log(f, 1), 1);
	assert_row(f, 1, &want);
}

TEST(a_batch_that_contradicts_the_store_fails_alone_with_its_followers)
{
	struct gate gate;
	struct job *jobs[8];

	for (int64_t id = 2; id <= 4; id++)
		assert_int_equal(create_duel(f, id), 0);
	assert_int_equal(append_entry(f, 2, 1), 0);
	gate_close(&gate, f);
	jobs[0] = job_entry(3, 1);				       /* fine */
	jobs[1] = job_add(job_entry(2, 2), make_entry(2, 1));	       /* a seq that is there */
	jobs[2] = job_entry(4, 1);				       /* fine */
	jobs[3] = job_entry(2, 2);				       /* follows the second */
	jobs[4] = job_add(job_new(STORE_CREATE, 3), make_entry(3, 2)); /* an id that is there */
	jobs[5] = job_entry(99, 1);				       /* no such duel */
	jobs[6] = job_add(job_new(0, 98), make_entry(98, 1));	       /* nor this */
	jobs[7] = job_new(STORE_REMOVE, 97);			       /* nor this */
	for (int i = 0; i < 8; i++)
		job_submit(f, jobs[i]);
	assert_int_equal(gate_open(&gate), 0);
	for (int i = 0; i < 8; i++)
		assert_int_equal(job_wait(jobs[i]), i == 0 || i == 2 ? 0 : -EUCLEAN);
	assert_int_equal(check_log(f, 2), 1);
	assert_int_equal(check_log(f, 3), 1);
	assert_int_equal(check_log(f, 4), 1);
	assert_int_equal(check_log(f, 98), 0);
	assert_int_equal(append_entry(f, 2, 2), 0);
	assert_int_equal(check_log(f, 2), 2);
}

struct chain {
	struct store_batch batch;
	struct fixture *f;
	atomic_bool stop;
	atomic_int done;
	sem_t ended;
};

static void
submit_again(struct store_batch *b, int err)
{
	struct chain *c = b->arg;

	assert_int_equal(err, 0);
	atomic_fetch_add(&c->done, 1);
	if (atomic_load(&c->stop))
		sem_post(&c->ended);
	else
		c->f->s->ops->submit(c->f->s, b);
}

TEST(drain_waits_for_what_was_submitted_and_not_for_what_that_submits)
{
	struct chain c = {.f = f,
		.batch = {.change = STORE_UPDATE,
			.row = {.id = 1, .state = "x"},
			.done = submit_again}};
	struct job *jobs[20];
	int ready;

	f->s->ops->drain(f->s);
	assert_int_equal(create_duel(f, 1), 0);
	sem_init(&c.ended, 0, 0);
	c.batch.arg = &c;
	f->s->ops->submit(f->s, &c.batch);
	for (uint64_t i = 0; i < 20; i++)
		jobs[i] = job_submit(f, job_entry(1, i + 1));
	f->s->ops->drain(f->s);
	for (int i = 0; i < 20; i++) {
		sem_getvalue(&jobs[i]->done, &ready);
		assert_int_equal(ready, 1);
		assert_int_equal(job_wait(jobs[i]), 0);
	}
	assert_true(atomic_load(&c.done) >= 1);
	atomic_store(&c.stop, true);
	while (sem_wait(&c.ended))
		;
	sem_destroy(&c.ended);
}

TEST(close_carries_out_all_there_is)
{
	struct job *jobs[100];

	assert_int_equal(create_duel(f, 1), 0);
	for (uint64_t i = 0; i < 100; i++)
		jobs[i] = job_submit(f, job_entry(1, i + 1));
	fixture_close(f);
	for (int i = 0; i < 100; i++)
		assert_int_equal(job_wait(jobs[i]), 0);
	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(check_log(f, 1), 100);
}

/* Several write, several read: each reader sees a log without a gap that only grows. */
struct crowd {
	struct fixture *f;
	int64_t duel;
	atomic_bool *stop;
	bool failed;
};

static int
next_in_order(void *arg, struct entry *e)
{
	uint64_t *seq = arg;
	bool next = e->seq == ++*seq;

	entry_free(e);
	return next ? 0 : -EBADMSG;
}

static void *
write_many(void *arg)
{
	struct crowd *c = arg;

	for (uint64_t seq = 1; seq <= 150; seq++)
		c->failed |= append_entry(c->f, c->duel, seq) != 0;
	return NULL;
}

static void *
read_many(void *arg)
{
	struct crowd *c = arg;
	uint64_t last = 0;

	while (!atomic_load(c->stop)) {
		uint64_t seq = 0;
		int err = c->f->s->ops->each_entry(c->f->s, c->duel, 0, next_in_order, &seq);

		c->failed |= err || seq < last;
		last = seq;
	}
	return NULL;
}

TEST(readers_see_whole_batches_while_others_write)
{
	atomic_bool stop = false;
	pthread_t writers[4], readers[4];
	struct crowd w[4], r[4];

	for (int i = 0; i < 4; i++) {
		assert_int_equal(create_duel(f, i + 1), 0);
		w[i] = r[i] = (struct crowd){f, i + 1, &stop, false};
	}
	for (int i = 0; i < 4; i++) {
		assert_int_equal(pthread_create(&writers[i], NULL, write_many, &w[i]), 0);
		assert_int_equal(pthread_create(&readers[i], NULL, read_many, &r[i]), 0);
	}
	for (int i = 0; i < 4; i++)
		pthread_join(writers[i], NULL);
	atomic_store(&stop, true);
	for (int i = 0; i < 4; i++) {
		pthread_join(readers[i], NULL);
		assert_false(w[i].failed);
		assert_false(r[i].failed);
		assert_int_equal(check_log(f, i + 1), 150);
	}
}
