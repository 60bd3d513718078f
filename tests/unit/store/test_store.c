#include "tests/unit/store/gate.h"

#include <pthread.h>
#include <stdatomic.h>

static void
assert_row(struct fixture *f, int64_t id, const struct store_duel *want)
{
	struct store_duel d;

	assert_int_equal(f->s->ops->duel(f->s, id, &d), 0);
	assert_int_equal(d.id, id);
	assert_string_equal(d.name, want->name);
	assert_int_equal(d.uid, want->uid);
	assert_int_equal(d.created_ms, want->created_ms);
	assert_int_equal(d.updated_ms, want->updated_ms);
	assert_string_equal(d.state, want->state);
	assert_string_equal(d.rules, want->rules);
	assert_int_equal(d.lease_reserved, want->lease_reserved);
	store_duel_free(&d);
}

static void
a_new_store_is_empty_and_its_owners_alone(void **state)
{
	struct fixture *f = *state;
	mode_t before = umask(0);
	struct stat st;
	char *db;

	fixture_open(f, STORE_OPEN_WRITE);
	umask(before);
	assert_int_equal(count_duels(f), 0);
	assert_int_equal(f->s->ops->last_id(f->s), 0);
	assert_int_equal(stat(f->store, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
	for (const char *const *file = (const char *const[]){ "duelfs.db", "duelfs.db-wal", NULL }; *file; file++) {
		db = fixture_path(f, *file);
		assert_int_equal(stat(db, &st), 0);
		assert_int_equal(st.st_mode & 07777, 0600);
		free(db);
	}
}

static void
a_store_whose_parent_is_missing_cannot_be_made(void **state)
{
	struct fixture *f = *state;

	strcat(f->store, "/deep");
	expect_refused(f, STORE_OPEN_WRITE, -ENOENT, "cannot make the store");
}

static void
any_byte_may_stand_in_a_stores_path(void **state)
{
	struct fixture *f = *state;

	snprintf(f->store, sizeof(f->store), "%s/a %%41?#&é\n'", f->dir);
	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	fixture_reopen(f);
	assert_int_equal(count_duels(f), 1);
	fixture_close(f);
	fixture_open(f, STORE_OPEN_VERIFY);
	assert_int_equal(count_duels(f), 1);
}

static void
a_relative_path_is_as_good(void **state)
{
	struct fixture *f = *state;
	int before = open(".", O_RDONLY | O_DIRECTORY);

	assert_int_equal(chdir(f->dir), 0);
	strcpy(f->store, "store");
	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(chdir("/"), 0); /* as a daemon does */
	assert_int_equal(create_duel(f, 1), 0);
	fixture_close(f);
	assert_int_equal(chdir(f->dir), 0);
	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(count_duels(f), 1);
	assert_int_equal(fchdir(before), 0);
	close(before);
}

static void
a_row_comes_back_as_it_was_made(void **state)
{
	struct fixture *f = *state;
	struct store_duel row = { 7, "a.duel_1", 4294967294u, -1, 1700000000001, "waiting", "topic = \"ä\"\n", UINT64_MAX };
	struct job *j = job_new(STORE_CREATE, 7);

	fixture_open(f, STORE_OPEN_WRITE);
	j->batch.row = row;
	assert_int_equal(job_run(f, j), 0);
	assert_row(f, 7, &row);
	fixture_reopen(f);
	assert_row(f, 7, &row);
}

static void
an_update_writes_what_it_brings_and_keeps_the_rest(void **state)
{
	struct fixture *f = *state;
	struct store_duel want = { 1, "duel-1", 1000, 5, 99, "open", "format = \"socratic\"\n", 64 };
	struct job *j = job_new(STORE_UPDATE, 1);

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	j->batch.row = (struct store_duel){ .id = 1, .name = "other", .uid = 3, .created_ms = 3, .updated_ms = 99, .state = "open",
		.lease_reserved = 64 };
	assert_int_equal(job_run(f, j), 0);
	assert_row(f, 1, &want);
	j = job_new(STORE_UPDATE, 1);
	j->batch.row = (struct store_duel){ .id = 1, .updated_ms = 100, .rules = "new", .lease_reserved = 65 };
	assert_int_equal(job_run(f, j), 0);
	want.updated_ms = 100;
	want.rules = "new";
	want.lease_reserved = 65;
	assert_row(f, 1, &want);
}

static void
a_removed_duel_leaves_nothing_behind(void **state)
{
	struct fixture *f = *state;
	struct store_source source;
	struct store_duel d;
	struct job *j = job_new(STORE_CREATE | STORE_SOURCE, 1);

	fixture_open(f, STORE_OPEN_WRITE);
	j->batch.source_path = "/a.md";
	j->batch.source_text = "text";
	j->batch.source_len = 4;
	assert_int_equal(job_run(f, job_add(j, make_entry(1, 1))), 0);
	assert_int_equal(create_duel(f, 2), 0);
	assert_int_equal(job_run(f, job_new(STORE_REMOVE, 1)), 0);
	assert_int_equal(f->s->ops->duel(f->s, 1, &d), -ENOENT);
	assert_int_equal(f->s->ops->source(f->s, 1, &source), -ENOENT);
	assert_int_equal(check_log(f, 1), 0);
	assert_int_equal(count_duels(f), 1);
	/* its name is free again */
	j = job_new(STORE_CREATE, 3);
	j->batch.row.name = "duel-1";
	assert_int_equal(job_run(f, j), 0);
}

static void
an_id_is_not_forgotten_when_its_duel_is_removed(void **state)
{
	struct fixture *f = *state;

	fixture_open(f, STORE_OPEN_WRITE);
	for (int64_t id = 1; id <= 3; id++)
		assert_int_equal(create_duel(f, id), 0);
	assert_int_equal(f->s->ops->last_id(f->s), 3);
	assert_int_equal(job_run(f, job_new(STORE_REMOVE, 3)), 0);
	assert_int_equal(job_run(f, job_new(STORE_REMOVE, 2)), 0);
	assert_int_equal(f->s->ops->last_id(f->s), 3);
	fixture_reopen(f);
	assert_int_equal(f->s->ops->last_id(f->s), 3);
	fixture_close(f);
	fixture_open(f, STORE_OPEN_VERIFY);
	assert_int_equal(f->s->ops->last_id(f->s), 3);
}

static int
expect_next_id(void *arg, const struct store_duel *d)
{
	assert_int_equal(d->id, ++*(int64_t *)arg);
	return d->id == 5 ? 42 : 0;
}

static void
duels_come_in_the_order_of_their_ids_until_one_has_enough(void **state)
{
	static const int64_t ids[] = { 4, 1, 6, 3, 5, 2 };
	struct fixture *f = *state;
	int64_t last = 0;

	fixture_open(f, STORE_OPEN_WRITE);
	for (size_t i = 0; i < 6; i++)
		assert_int_equal(create_duel(f, ids[i]), 0);
	assert_int_equal(f->s->ops->each_duel(f->s, expect_next_id, &last), 42);
	assert_int_equal(last, 5);
	last = 0;
	assert_int_equal(f->s->ops->each_duel(f->s, expect_next_id, &last), 42);
}

static void
entries_come_back_byte_for_byte(void **state)
{
	struct fixture *f = *state;

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	assert_int_equal(create_duel(f, 2), 0);
	for (uint64_t seq = 1; seq <= 300; seq++) {
		job_wait(job_submit(f, job_entry(1, seq)));
		assert_int_equal(append_entry(f, 2, seq), 0);
	}
	assert_int_equal(check_log(f, 1), 300);
	fixture_reopen(f);
	assert_int_equal(check_log(f, 1), 300);
	assert_int_equal(check_log(f, 2), 300);
	assert_int_equal(check_log(f, 3), 0);
}

static struct entry *kept;

static int
keep_entry(void *arg, struct entry *e)
{
	(void)arg;
	assert_null(kept);
	kept = e;
	return 0;
}

static void
nothing_and_no_bytes_are_two_things(void **state)
{
	struct fixture *f = *state;
	struct entry *e;

	fixture_open(f, STORE_OPEN_WRITE);
	for (int64_t id = 1; id <= 2; id++) {
		e = make_entry(id, 1);
		free(e->data);
		free(e->body);
		e->data = id == 1 ? NULL : mem_strdup("");
		e->body = id == 1 ? NULL : mem_strdup("");
		e->data_len = e->body_len = 0;
		assert_int_equal(job_run(f, job_add(job_new(STORE_CREATE, id), e)), 0);
		assert_int_equal(f->s->ops->each_entry(f->s, id, keep_entry, NULL), 0);
		assert_int_equal(!kept->data, id == 1);
		assert_int_equal(!kept->body, id == 1);
		assert_int_equal(kept->data_len + kept->body_len, 0);
		entry_free(kept);
		kept = NULL;
	}
}

static void
a_body_of_a_mebibyte_comes_back_whole(void **state)
{
	struct fixture *f = *state;
	struct entry *want = make_entry_of(1, 2, 1 << 20);

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(job_run(f, job_add(job_new(STORE_CREATE, 1), make_entry_of(1, 2, 1 << 20))), 0);
	assert_int_equal(f->s->ops->each_entry(f->s, 1, keep_entry, NULL), 0);
	assert_same_entry(kept, want);
	entry_free(kept);
	entry_free(want);
	kept = NULL;
}

struct reading {
	struct fixture *f;
	size_t n;
};

static int
read_while_reading(void *arg, struct entry *e)
{
	struct reading *r = arg;

	assert_int_equal(check_log(r->f, 2), 3);
	assert_int_equal(e->seq, ++r->n);
	entry_free(e);
	return e && r->n == 70 ? -ECANCELED : 0;
}

static void
who_is_given_entries_may_read_the_store_and_stop(void **state)
{
	struct fixture *f = *state;
	struct reading r = { f, 0 };

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	assert_int_equal(create_duel(f, 2), 0);
	for (uint64_t seq = 1; seq <= 100; seq++)
		assert_int_equal(append_entry(f, 1, seq), 0);
	for (uint64_t seq = 1; seq <= 3; seq++)
		assert_int_equal(append_entry(f, 2, seq), 0);
	assert_int_equal(f->s->ops->each_entry(f->s, 1, read_while_reading, &r), -ECANCELED);
	assert_int_equal(r.n, 70);
}

static int
set_source(struct fixture *f, const char *text, size_t len)
{
	struct job *j = job_new(STORE_SOURCE, 1);

	j->batch.source_path = "/home/ä/source.md";
	j->batch.source_text = text;
	j->batch.source_len = len;
	return job_run(f, j);
}

static void
a_source_is_kept_replaced_and_removed(void **state)
{
	struct fixture *f = *state;
	struct store_source source;

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	assert_int_equal(f->s->ops->source(f->s, 1, &source), -ENOENT);
	assert_int_equal(set_source(f, "old", 3), 0);
	assert_int_equal(set_source(f, "new\0text", 8), 0);
	fixture_reopen(f);
	assert_int_equal(f->s->ops->source(f->s, 1, &source), 0);
	assert_string_equal(source.path, "/home/ä/source.md");
	assert_same_bytes(source.text, source.len, "new\0text", 8);
	free(source.path);
	free(source.text);
	assert_int_equal(set_source(f, "", 0), 0);
	assert_int_equal(f->s->ops->source(f->s, 1, &source), 0);
	assert_same_bytes(source.text, source.len, "", 0);
	free(source.path);
	free(source.text);
	assert_int_equal(set_source(f, NULL, 0), 0);
	assert_int_equal(f->s->ops->source(f->s, 1, &source), -ENOENT);
}

static int64_t
row_of_boot(struct fixture *f, enum store_mode mode, const char *boot_id)
{
	char *why = NULL;
	int64_t row;

	fixture_close(f);
	assert_int_equal(store_sqlite_open(f->store, mode, boot_id, &f->s, &why), 0);
	row = f->s->ops->boot(f->s);
	return row;
}

static void
each_boot_has_one_row(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(row_of_boot(f, STORE_OPEN_WRITE, "first"), 1);
	assert_int_equal(row_of_boot(f, STORE_OPEN_WRITE, "first"), 1);
	assert_int_equal(row_of_boot(f, STORE_OPEN_VERIFY, "second"), 0);
	assert_int_equal(row_of_boot(f, STORE_OPEN_WRITE, "second"), 2);
	assert_int_equal(row_of_boot(f, STORE_OPEN_WRITE, "first"), 1);
	assert_int_equal(row_of_boot(f, STORE_OPEN_VERIFY, "second"), 2);
}

static void
the_secret_is_the_stores_own_and_stays(void **state)
{
	struct fixture *f = *state;
	unsigned char secret[32], zeros[32] = { 0 };

	fixture_open(f, STORE_OPEN_WRITE);
	memcpy(secret, f->s->ops->secret(f->s), 32);
	assert_memory_not_equal(secret, zeros, 32);
	fixture_reopen(f);
	assert_memory_equal(secret, f->s->ops->secret(f->s), 32);
	fixture_close(f);
	strcat(f->store, "2");
	fixture_open(f, STORE_OPEN_WRITE);
	assert_memory_not_equal(secret, f->s->ops->secret(f->s), 32);
}

static atomic_int order;

static int
refuse_as_cancelled(struct store_batch *b)
{
	(void)b;
	return -ECANCELED;
}

static void
a_refused_ready_leaves_its_batch_out_and_no_other(void **state)
{
	struct fixture *f = *state;
	struct gate gate;
	struct job *jobs[5];

	fixture_open(f, STORE_OPEN_WRITE);
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

static void
batches_take_effect_in_the_order_they_were_submitted(void **state)
{
	struct fixture *f = *state;
	struct gate gate;
	struct job *jobs[200];

	fixture_open(f, STORE_OPEN_WRITE);
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

static void
ready_may_fill_its_batch(void **state)
{
	struct fixture *f = *state;
	struct store_duel want = { 1, "duel-1", 1000, 5, 77, "filled", "format = \"socratic\"\n", 0 };
	struct job *j = job_new(STORE_UPDATE, 1);

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	j->batch.ready = fill_batch;
	assert_int_equal(job_run(f, j), 0);
	assert_int_equal(check_log(f, 1), 1);
	assert_row(f, 1, &want);
}

static void
a_batch_that_contradicts_the_store_fails_alone_with_its_followers(void **state)
{
	struct fixture *f = *state;
	struct gate gate;
	struct job *jobs[8];

	fixture_open(f, STORE_OPEN_WRITE);
	for (int64_t id = 2; id <= 4; id++)
		assert_int_equal(create_duel(f, id), 0);
	assert_int_equal(append_entry(f, 2, 1), 0);
	gate_close(&gate, f);
	jobs[0] = job_entry(3, 1);                                   /* fine */
	jobs[1] = job_add(job_entry(2, 2), make_entry(2, 1));        /* a seq that is there */
	jobs[2] = job_entry(4, 1);                                   /* fine */
	jobs[3] = job_entry(2, 2);                                   /* follows the second */
	jobs[4] = job_add(job_new(STORE_CREATE, 3), make_entry(3, 2)); /* an id that is there */
	jobs[5] = job_entry(99, 1);                                  /* no such duel */
	jobs[6] = job_add(job_new(0, 98), make_entry(98, 1));        /* nor this */
	jobs[7] = job_new(STORE_REMOVE, 97);                         /* nor this */
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

static void
two_duels_cannot_have_one_name(void **state)
{
	struct fixture *f = *state;
	struct job *j = job_new(STORE_CREATE, 2);

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	j->batch.row.name = "duel-1";
	assert_int_equal(job_run(f, j), -EUCLEAN);
	assert_int_equal(count_duels(f), 1);
	assert_int_equal(f->s->ops->last_id(f->s), 1);
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

static void
drain_waits_for_what_was_submitted_and_not_for_what_that_submits(void **state)
{
	struct fixture *f = *state;
	struct chain c = { .f = f, .batch = { .change = STORE_UPDATE, .row = { .id = 1, .state = "x" }, .done = submit_again } };
	struct job *jobs[20];
	int ready;

	fixture_open(f, STORE_OPEN_WRITE);
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

static void
close_carries_out_all_there_is(void **state)
{
	struct fixture *f = *state;
	struct job *jobs[100];

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	for (uint64_t i = 0; i < 100; i++)
		jobs[i] = job_submit(f, job_entry(1, i + 1));
	fixture_close(f);
	for (int i = 0; i < 100; i++)
		assert_int_equal(job_wait(jobs[i]), 0);
	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(check_log(f, 1), 100);
}

static void
a_clean_close_leaves_one_file(void **state)
{
	struct fixture *f = *state;
	char *wal = fixture_path(f, "duelfs.db-wal");

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	assert_int_equal(access(wal, F_OK), 0);
	fixture_close(f);
	assert_int_equal(access(wal, F_OK), -1);
	free(wal);
}

static void
the_log_is_written_over_and_not_grown(void **state)
{
	struct fixture *f = *state;
	char *wal = fixture_path(f, "duelfs.db-wal");
	struct stat first, last;

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	assert_int_equal(stat(wal, &first), 0);
	assert_int_equal(first.st_size, 4 << 20);
	for (uint64_t i = 1; i <= 1000; i++)
		assert_int_equal(job_run(f, job_add(job_new(STORE_UPDATE, 1), make_entry_of(1, i, 2048))), 0);
	assert_int_equal(stat(wal, &last), 0);
	assert_int_equal(last.st_size, first.st_size);
	assert_int_equal(last.st_blocks, first.st_blocks);
	free(wal);
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
		int err = c->f->s->ops->each_entry(c->f->s, c->duel, next_in_order, &seq);

		c->failed |= err || seq < last;
		last = seq;
	}
	return NULL;
}

static void
readers_see_whole_batches_while_others_write(void **state)
{
	struct fixture *f = *state;
	atomic_bool stop = false;
	pthread_t writers[4], readers[4];
	struct crowd w[4], r[4];

	fixture_open(f, STORE_OPEN_WRITE);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(create_duel(f, i + 1), 0);
		w[i] = r[i] = (struct crowd){ f, i + 1, &stop, false };
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

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		STORE_TEST(a_new_store_is_empty_and_its_owners_alone),
		STORE_TEST(a_store_whose_parent_is_missing_cannot_be_made),
		STORE_TEST(any_byte_may_stand_in_a_stores_path),
		STORE_TEST(a_relative_path_is_as_good),
		STORE_TEST(a_row_comes_back_as_it_was_made),
		STORE_TEST(an_update_writes_what_it_brings_and_keeps_the_rest),
		STORE_TEST(a_removed_duel_leaves_nothing_behind),
		STORE_TEST(an_id_is_not_forgotten_when_its_duel_is_removed),
		STORE_TEST(duels_come_in_the_order_of_their_ids_until_one_has_enough),
		STORE_TEST(entries_come_back_byte_for_byte),
		STORE_TEST(nothing_and_no_bytes_are_two_things),
		STORE_TEST(a_body_of_a_mebibyte_comes_back_whole),
		STORE_TEST(who_is_given_entries_may_read_the_store_and_stop),
		STORE_TEST(a_source_is_kept_replaced_and_removed),
		STORE_TEST(each_boot_has_one_row),
		STORE_TEST(the_secret_is_the_stores_own_and_stays),
		STORE_TEST(a_refused_ready_leaves_its_batch_out_and_no_other),
		STORE_TEST(batches_take_effect_in_the_order_they_were_submitted),
		STORE_TEST(ready_may_fill_its_batch),
		STORE_TEST(a_batch_that_contradicts_the_store_fails_alone_with_its_followers),
		STORE_TEST(two_duels_cannot_have_one_name),
		STORE_TEST(drain_waits_for_what_was_submitted_and_not_for_what_that_submits),
		STORE_TEST(close_carries_out_all_there_is),
		STORE_TEST(a_clean_close_leaves_one_file),
		STORE_TEST(the_log_is_written_over_and_not_grown),
		STORE_TEST(readers_see_whole_batches_while_others_write),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
