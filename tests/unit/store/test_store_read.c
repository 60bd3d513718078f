/*
 * Reading a store while somebody writes it: one moment, whole, however much is written and brought over meanwhile.
 */
#include "tests/unit/store/fixture.h"

#include <sys/wait.h>
#include <time.h>

EACH_TEST(fixture_set_up, fixture_tear_down);

/* More pages than the log may hold before it is brought over. */
#define MANY 2000
#define DUELS 3

static off_t
bytes_of(const struct fixture *f, const char *file)
{
	char *path = fixture_path(f, file);
	struct stat st;
	off_t n = stat(path, &st) ? -1 : st.st_size;

	free(path);
	return n;
}

static int
at_end(void *arg, struct entry *e)
{
	uint64_t *seq = arg;
	int out_of_order = e->seq != *seq + 1;

	*seq = e->seq;
	entry_free(e);
	return out_of_order;
}

/* The last entry of a duel, in a store that is read beside f's own; each of them is there, in order. */
static uint64_t
last_of(struct store *s, int64_t duel)
{
	uint64_t seq = 0;

	assert_int_equal(s->ops->each_entry(s, duel, 0, at_end, &seq), 0);
	return seq;
}

struct reading {
	struct fixture *f;
	int calls;
	uint64_t seen, then; /* entries of the first duel; and what is appended while it is read, up to there */
	bool moved;          /* the database's file changed meanwhile */
};

static int
read_one(void *arg, struct store *s)
{
	struct reading *r = arg;
	off_t before = bytes_of(r->f, "duelfs.db");

	r->calls++;
	r->seen = last_of(s, 1);
	for (uint64_t seq = r->seen + 1; seq <= r->then; seq++)
		assert_int_equal(append_entry(r->f, 1, seq), 0);
	r->moved |= bytes_of(r->f, "duelfs.db") != before;
	/* It is as it was, whatever has come; else that is known. */
	if (s->ops->whole(s))
		assert_int_equal(last_of(s, 1), r->seen);
	return 7;
}

static void
read_beside(struct reading *r)
{
	char *why;

	assert_int_equal(store_sqlite_read(r->f->store, "", read_one, r, &why), 7);
	assert_null(why);
}

TEST(a_store_is_read_while_another_has_it_for_writing)
{
	struct fixture *f = *state;
	struct reading r = {.f = f};

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	for (uint64_t seq = 1; seq <= 20; seq++) {
		assert_int_equal(append_entry(f, 1, seq), 0);
		read_beside(&r);
		assert_int_equal(r.seen, seq);
	}
	assert_int_equal(r.calls, 20);
}

TEST(what_is_read_stays_what_it_was_while_more_is_written_than_the_log_holds)
{
	struct fixture *f = *state;
	struct reading r = {.f = f, .then = MANY};

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	assert_int_equal(append_entry(f, 1, 1), 0);
	read_beside(&r);
	assert_int_equal(r.calls, 1);
	assert_int_equal(r.seen, 1);
	assert_false(r.moved);
	assert_int_equal(check_log(f, 1), MANY);
	/* Nobody reads any more: what has gathered goes where it belongs. */
	for (int i = 0; bytes_of(f, "duelfs.db") <= 1 << 20; i++) {
		assert_true(i < 1000);
		nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
	}
	fixture_reopen(f);
	assert_int_equal(check_log(f, 1), MANY);
}

/* Has what is in the log come to the database since it had so many bytes? The commit is done before that begins. */
static bool
is_brought_over(const struct fixture *f, off_t before)
{
	for (int i = 0; i < 5 && bytes_of(f, "duelfs.db") == before; i++)
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	return bytes_of(f, "duelfs.db") != before;
}

/* All of the log is in the database: the next commit overwrites it. Now and then the
 * commit that shall come under the reader comes before it. */
TEST(a_log_that_begins_anew_under_a_reader_is_read_again_once)
{
	struct fixture *f = *state;
	struct reading r = {.f = f};

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	for (int i = 0; r.calls != 2; i++) {
		uint64_t seq = r.then;

		assert_true(i < 20);
		for (off_t before = bytes_of(f, "duelfs.db"); !is_brought_over(f, before);)
			assert_int_equal(append_entry(f, 1, ++seq), 0);
		r.calls = 0;
		r.then = seq + 5;
		read_beside(&r);
		assert_int_equal(r.seen, r.calls == 1 ? seq : seq + 5);
		assert_int_equal(check_log(f, 1), seq + 5);
	}
}

/* The two ends of one commit: nobody sees one without the other. */
static int
read_pairs(void *arg, struct store *s)
{
	uint64_t *sum = arg, first = last_of(s, 1);

	for (int64_t id = 2; id <= DUELS; id++)
		if (last_of(s, id) > first || last_of(s, id) + 1 < first)
			return 1;
	*sum = first;
	return 0;
}

static void
write_until_told(struct fixture *f, int told)
{
	char byte;

	fixture_open(f, STORE_OPEN_WRITE);
	for (int64_t id = 1; id <= DUELS; id++)
		create_duel(f, id);
	for (uint64_t seq = 1; read(told, &byte, 1) < 0; seq++)
		for (int64_t id = 1; id <= DUELS; id++)
			append_entry(f, id, seq);
	fixture_close(f);
	_exit(0);
}

TEST(readers_beside_a_busy_writer_see_one_moment_each)
{
	struct fixture *f = *state;
	int told[2], status;
	uint64_t last = 0, before = 0;
	char *why = NULL;

	assert_int_equal(pipe2(told, O_NONBLOCK | O_CLOEXEC), 0);
	pid_t child = fork();
	if (!child)
		write_until_told(f, told[0]);
	for (int i = 0; i < 200 || last < 400; i++) {
		int res = store_sqlite_read(f->store, "", read_pairs, &last, &why);

		if (res == -ENOENT || (res && !last)) {
			free(why);
			continue;
		}
		if (res)
			fail_msg("%d: %s", res, why);
		assert_true(last >= before);
		before = last;
	}
	assert_int_equal(write(told[1], "", 1), 1);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	close(told[0]);
	close(told[1]);
	assert_int_equal(store_sqlite_read(f->store, "", read_pairs, &last, &why), 0);
	fixture_open(f, STORE_OPEN_VERIFY);
	assert_int_equal(check_log(f, 1), last);
}

static int
close_meanwhile(void *arg, struct store *s)
{
	struct fixture *f = arg;
	uint64_t seen = last_of(s, 1);

	fixture_close(f);
	assert_true(bytes_of(f, "duelfs.db-wal") > 0);
	assert_int_equal(last_of(s, 1), seen);
	return (int)seen;
}

TEST(whoever_writes_may_end_while_it_is_read_and_leaves_the_log)
{
	struct fixture *f = *state;
	char *why;

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	for (uint64_t seq = 1; seq <= 9; seq++)
		assert_int_equal(append_entry(f, 1, seq), 0);
	assert_int_equal(store_sqlite_read(f->store, "", close_meanwhile, f, &why), 9);
	assert_null(why);
	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(check_log(f, 1), 9);
}

static int
open_meanwhile(void *arg, struct store *s)
{
	struct fixture *f = arg;

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(append_entry(f, 1, last_of(s, 1) + 1), 0);
	return (int)last_of(s, 1);
}

TEST(whoever_writes_may_begin_while_it_is_read)
{
	struct fixture *f = *state;
	char *why;

	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	fixture_close(f);
	assert_int_equal(store_sqlite_read(f->store, "", open_meanwhile, f, &why), 0);
	assert_int_equal(check_log(f, 1), 1);
}

TEST(what_is_not_there_is_not_made_and_nothing_is_written)
{
	struct fixture *f = *state;
	struct reading r = {.f = f};
	char *why;

	assert_int_equal(store_sqlite_read(f->store, "", read_one, &r, &why), -ENOENT);
	assert_non_null(strstr(why, "cannot open the store"));
	free(why);
	assert_int_equal(access(f->store, F_OK), -1);
	assert_int_equal(mkdir(f->store, 0700), 0);
	assert_int_equal(store_sqlite_read(f->store, "", read_one, &r, &why), -ENOENT);
	assert_non_null(strstr(why, "there is no store in"));
	free(why);
	assert_int_equal(r.calls, 0);
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
	assert_int_equal(store_sqlite_read(f->store, "", write_to_it, j, &why), 0);
	assert_int_equal(job_wait(j), -EROFS);
	assert_int_equal(check_log(f, 1), 0);
}
