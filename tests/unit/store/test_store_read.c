/*
 * Reading a store that nobody writes.
 */
#include "tests/unit/store/fixture.h"

EACH_TEST(fixture_set_up, fixture_tear_down);

static int
at_end(void *arg, struct entry *e)
{
	uint64_t *seq = arg;
	int out_of_order = e->seq != *seq + 1;

	*seq = e->seq;
	entry_free(e);
	return out_of_order;
}

/* The last entry of a duel, in a store that is read; each of them is there, in order. */
static uint64_t
last_of(struct store *s, int64_t duel)
{
	uint64_t seq = 0;

	assert_int_equal(s->ops->each_entry(s, duel, 0, at_end, &seq), 0);
	return seq;
}

static int
read_one(void *arg, struct store *s)
{
	uint64_t *seen = arg;

	*seen = last_of(s, 1);
	return 7;
}

TEST(a_store_is_read_as_it_was_closed_and_what_read_returns_is_returned)
{
	struct fixture *f = *state;
	uint64_t seen = 0;
	char *why;

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	for (uint64_t seq = 1; seq <= 9; seq++)
		assert_int_equal(append_entry(f, 1, seq), 0);
	fixture_close(f);
	assert_int_equal(store_sqlite_read(f->store, "", read_one, &seen, &why), 7);
	assert_null(why);
	assert_int_equal(seen, 9);
}

TEST(a_store_that_another_has_for_writing_is_not_read)
{
	struct fixture *f = *state;
	uint64_t seen = 0;
	char *why;

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(store_sqlite_read(f->store, "", read_one, &seen, &why), -EBUSY);
	assert_non_null(strstr(why, "in use by another duelfs"));
	free(why);
	fixture_close(f);
	assert_int_equal(seen, 0);
}

TEST(what_is_not_there_is_not_made_and_nothing_is_written)
{
	struct fixture *f = *state;
	uint64_t seen = 0;
	char *why;

	assert_int_equal(store_sqlite_read(f->store, "", read_one, &seen, &why), -ENOENT);
	assert_non_null(strstr(why, "cannot open the store"));
	free(why);
	assert_int_equal(access(f->store, F_OK), -1);
	assert_int_equal(mkdir(f->store, 0700), 0);
	assert_int_equal(store_sqlite_read(f->store, "", read_one, &seen, &why), -ENOENT);
	assert_non_null(strstr(why, "there is no store in"));
	free(why);
	assert_int_equal(seen, 0);
}

static int
write_to_it(void *arg, struct store *s)
{
	struct job *j = arg;

	s->ops->submit(s, &j->batch);
	return 0;
}

TEST(a_store_that_is_read_takes_nothing)
{
	struct fixture *f = *state;
	struct job *j = job_entry(1, 1);
	char *why;

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	fixture_close(f);
	assert_int_equal(store_sqlite_read(f->store, "", write_to_it, j, &why), 0);
	assert_int_equal(job_wait(j), -EROFS);
	fixture_open(f, STORE_OPEN_VERIFY);
	assert_int_equal(check_log(f, 1), 0);
}
