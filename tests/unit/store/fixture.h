/*
 * Shared by the store's tests: a directory of one's own, a store in it, jobs (a batch that one
 * waits for) and entries whose every byte follows from duel and seq, so that what comes back can be
 * checked without keeping what went in.
 *
 * Included by each test program once; the functions are inline so that none has to use all of them.
 */
#ifndef TESTS_UNIT_STORE_FIXTURE_H
#define TESTS_UNIT_STORE_FIXTURE_H

#include "tests/unit/test.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <semaphore.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fs/store/store.h"

#undef TEST_STATE
#define TEST_STATE struct fixture *f

#define JOB_ENTRIES 8

struct fixture {
	char dir[64];	 /* holds the store, and room beside it */
	char store[128]; /* not made yet */
	struct store *s;
	void (*open)(struct fixture *f); /* NULL: fixture_open */
};

/* A batch with its entries, and somebody who waits for it. */
struct job {
	struct store_batch batch;
	struct entry *entries[JOB_ENTRIES];
	char name[32];
	sem_t done;
	int err;
	bool judged; /* on_head */
};

static inline int
fixture_set_up(void **state)
{
	struct fixture *f = mem_calloc(1, sizeof(*f));
	const char *tmp = getenv("TMPDIR");

	snprintf(f->dir, sizeof(f->dir), "%.40s/duelfs-store-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	assert_non_null(mkdtemp(f->dir));
	snprintf(f->store, sizeof(f->store), "%s/store", f->dir);
	*state = f;
	return 0;
}

static inline int
fixture_remove(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static inline void
fixture_close(struct fixture *f)
{
	if (f->s)
		f->s->ops->close(f->s);
	f->s = NULL;
}

static inline int
fixture_tear_down(void **state)
{
	struct fixture *f = *state;

	fixture_close(f);
	nftw(f->dir, fixture_remove, 16, FTW_DEPTH | FTW_PHYS);
	free(f);
	return 0;
}

static inline void
fixture_open(struct fixture *f, enum store_mode mode)
{
	char *why = NULL;
	int err = store_sqlite_open(f->store, mode, "this-boot", &f->s, &why);

	if (err)
		fail_msg("%d: %s", err, why);
}

/* With a store that is open. */
static inline int
fixture_set_up_open(void **state)
{
	fixture_set_up(state);
	fixture_open(*state, STORE_OPEN_WRITE);
	return 0;
}

static inline void
fixture_reopen(struct fixture *f)
{
	fixture_close(f);
	if (f->open)
		f->open(f);
	else
		fixture_open(f, STORE_OPEN_WRITE);
}

/* An open that must fail so, with a sentence that says so. */
static inline void
expect_refused(struct fixture *f, enum store_mode mode, int err, const char *words)
{
	struct store *s = NULL;
	char *why = NULL;

	assert_int_equal(store_sqlite_open(f->store, mode, "this-boot", &s, &why), err);
	assert_null(s);
	assert_non_null(why);
	if (!strstr(why, words) || strchr(why, '\n'))
		fail_msg("not a line about \"%s\": %s", words, why);
	free(why);
}

static inline char *
fixture_path(const struct fixture *f, const char *file)
{
	return test_owns(mem_format("%s/%s", f->store, file));
}

static inline struct entry *
make_entry_of(int64_t duel, uint64_t seq, size_t size)
{
	char data[64], *body = mem_calloc(size, 1);
	struct entry *e;

	for (size_t i = 0; i < size; i++)
		body[i] = (char)((uint64_t)duel * 31 + seq * 131 + i * 7 + (i >> 8)); /* all values, NUL among them */
	snprintf(data, sizeof(data), "{\"duel\":%lld,\"seq\":%llu}", (long long)duel,
		(unsigned long long)seq);
	e = entry_new((enum entry_kind)(1 + seq % (ENTRY_KINDS - 1)), (unsigned)(seq % 3), seq * 2,
		seq % 4 ? data : NULL, seq % 5 ? body : NULL, size);
	free(body);
	e->seq = seq;
	e->time_ms = 1700000000000 + (int64_t)seq;
	e->clock_ms = -(int64_t)seq;
	e->boot = 1;
	memset(e->hash, (int)(duel + (int64_t)seq), sizeof(e->hash));
	return e;
}

/* Mostly of a turn's size, sometimes of none, sometimes of many pages. */
static inline struct entry *
make_entry(int64_t duel, uint64_t seq)
{
	uint64_t n = (uint64_t)duel * 7919 + seq * 104729;
	return make_entry_of(duel, seq, n % 17 == 0 ? 0 : n % 50 == 0 ? 70000 : n % 5000);
}

static inline void
assert_same_bytes(const char *got, size_t got_len, const char *want, size_t want_len)
{
	assert_int_equal(got_len, want_len);
	assert_int_equal(!got, !want);
	if (want)
		assert_memory_equal(got, want, want_len);
}

static inline void
assert_same_entry(const struct entry *got, const struct entry *want)
{
	assert_int_equal(got->seq, want->seq);
	assert_int_equal(got->kind, want->kind);
	assert_int_equal(got->seat, want->seat);
	assert_int_equal(got->lease, want->lease);
	assert_int_equal(got->time_ms, want->time_ms);
	assert_int_equal(got->clock_ms, want->clock_ms);
	assert_int_equal(got->boot, want->boot);
	assert_memory_equal(got->hash, want->hash, sizeof(want->hash));
	assert_same_bytes(got->data, got->data_len, want->data, want->data_len);
	assert_same_bytes(got->body, got->body_len, want->body, want->body_len);
}

static inline void
job_done(struct store_batch *b, int err)
{
	struct job *j = b->arg;

	j->err = err;
	sem_post(&j->done);
}

static inline struct job *
job_new(unsigned change, int64_t duel)
{
	struct job *j = mem_calloc(1, sizeof(*j));

	snprintf(j->name, sizeof(j->name), "duel-%lld", (long long)duel);
	sem_init(&j->done, 0, 0);
	j->batch = (struct store_batch){
		.change = change,
		.row = {.id = duel,
			.name = j->name,
			.uid = 1000,
			.created_ms = 5,
			.updated_ms = 6,
			.state = "new"},
		.entries = j->entries,
		.done = job_done,
		.arg = j,
	};
	if (change & STORE_CREATE)
		j->batch.row.rules = "format = \"socratic\"\n";
	return j;
}

static inline struct job *
job_add(struct job *j, struct entry *e)
{
	assert_true(j->batch.n_entries < JOB_ENTRIES);
	j->entries[j->batch.n_entries++] = e;
	return j;
}

static inline struct job *
job_submit(struct fixture *f, struct job *j)
{
	f->s->ops->submit(f->s, &j->batch);
	return j;
}

static inline int
job_wait(struct job *j)
{
	int err;

	while (sem_wait(&j->done))
		;
	err = j->err;
	for (size_t i = 0; i < j->batch.n_entries; i++)
		entry_free(j->entries[i]);
	sem_destroy(&j->done);
	free(j);
	return err;
}

static inline void
take_head(void *arg, int64_t id, const struct store_head *h)
{
	(void)id;
	*(struct store_head *)arg = *h;
}

static inline struct store_head
head_of(struct store *s, int64_t id)
{
	struct store_head h = {0};
	assert_int_equal(s->ops->heads(s, &id, 1, take_head, &h), 0);
	return h;
}

/* Judged on what is there now. */
static inline struct job *
on_head(struct store *s, struct job *j)
{
	j->batch.on = head_of(s, j->batch.row.id);
	j->judged = true;
	return j;
}

/* On what is there now, where it is not judged yet and the store asks. */
static inline int
job_run(struct fixture *f, struct job *j)
{
	return job_wait(job_submit(f, f->s->shared && !j->judged ? on_head(f->s, j) : j));
}

static inline int
create_duel(struct fixture *f, int64_t duel)
{
	return job_run(f, job_new(STORE_CREATE, duel));
}

/* Duels 1 to n. */
static inline void
create_duels(struct fixture *f, int64_t n)
{
	for (int64_t id = 1; id <= n; id++)
		assert_int_equal(create_duel(f, id), 0);
}

/* The entry `seq` of a duel that is there. */
static inline struct job *
job_entry(int64_t duel, uint64_t seq)
{
	struct job *j = job_new(STORE_UPDATE, duel);

	j->batch.row.updated_ms = (int64_t)seq;
	return job_add(j, make_entry(duel, seq));
}

static inline int
append_entry(struct fixture *f, int64_t duel, uint64_t seq)
{
	return job_run(f, job_entry(duel, seq));
}

/* Those from 1 to n. */
static inline void
append_entries(struct fixture *f, int64_t duel, uint64_t n)
{
	for (uint64_t seq = 1; seq <= n; seq++)
		assert_int_equal(append_entry(f, duel, seq), 0);
}

struct log_check {
	int64_t duel;
	uint64_t seq;
};

static inline int
check_entry(void *arg, struct entry *e)
{
	struct log_check *c = arg;
	struct entry *want = make_entry(c->duel, ++c->seq);

	assert_same_entry(e, want);
	entry_free(want);
	entry_free(e);
	return 0;
}

/* A duel's log, each entry as it was made; how many there are. */
static inline uint64_t
check_log(struct fixture *f, int64_t duel)
{
	struct log_check c = {duel, 0};

	assert_int_equal(f->s->ops->each_entry(f->s, duel, 0, check_entry, &c), 0);
	return c.seq;
}

static inline int
count_duel(void *arg, const struct store_duel *d)
{
	(void)d;
	++*(size_t *)arg;
	return 0;
}

static inline size_t
count_duels(struct fixture *f)
{
	size_t n = 0;

	assert_int_equal(f->s->ops->each_duel(f->s, count_duel, &n), 0);
	return n;
}

static inline void
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
	assert_int_equal(d.ends_ms, want->ends_ms);
	assert_int_equal(d.ends_full_ms, want->ends_full_ms);
	assert_int_equal(d.ends_boot, want->ends_boot);
	store_duel_free(&d);
}

#endif
