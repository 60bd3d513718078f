/*
 * A disk that fails: -ENOSPC means that nothing took effect and that life goes on, -EIO that the
 * next open will tell.
 */
#include "tests/unit/store/faulty_vfs.h"
#include "tests/unit/store/gate.h"

WHOLE_FILE(faulty_install, NULL);
EACH_TEST(fixture_set_up, fixture_tear_down);

/* Enough pages that a failure can hit the first, the last and many between. */
static struct job *
big_batch(int64_t duel, uint64_t after)
{
	struct job *j = job_entry(duel, after + 1);

	for (uint64_t seq = after + 2; seq <= after + 5; seq++)
		job_add(j, make_entry(duel, seq));
	return j;
}

static void
begin(struct fixture *f)
{
	faulty_mend();
	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
}

/* The nth write fails, for every n there is: nothing of the batch is there, and the next one is taken. */
static void
fail_every_write(struct fixture *f, bool torn)
{
	uint64_t there = 0;
	int nth = 0, result;

	begin(f);
	do {
		faulty_plan((struct faulty_plan){.ops = FAULTY_WRITE,
			.files = FAULTY_WAL | FAULTY_DB,
			.nth = ++nth,
			.err = ENOSPC,
			.torn = torn});
		result = job_run(f, big_batch(1, there));
		assert_int_equal(result, faulty_failed() ? -ENOSPC : 0);
		faulty_mend();
		assert_int_equal(check_log(f, 1), there + (result ? 0 : 5));
		if (nth % 5 == 1)
			fixture_reopen(f);
		if (result)
			assert_int_equal(job_run(f, big_batch(1, there)), 0);
		there += 5;
		assert_int_equal(check_log(f, 1), there);
	} while (result);
	assert_true(nth > 10);
	fixture_reopen(f);
	assert_int_equal(check_log(f, 1), there);
}

TEST_ROW(a_full_disk_undoes_the_batch_wherever_it_strikes, fail_every_write(f, false))
TEST_ROW(a_write_that_arrives_by_half_is_undone_too, fail_every_write(f, true))

TEST(a_full_quota_and_a_file_at_its_limit_are_a_full_disk)
{
	static const int errs[] = {EDQUOT, EFBIG};

	begin(f);
	for (int i = 0; i < 2; i++) {
		faulty_plan((struct faulty_plan){
			.ops = FAULTY_WRITE, .files = FAULTY_WAL, .nth = 3, .err = errs[i]});
		assert_int_equal(append_entry(f, 1, (uint64_t)i + 1), -ENOSPC);
		assert_int_equal(append_entry(f, 1, (uint64_t)i + 1), 0);
	}
	assert_int_equal(check_log(f, 1), 2);
}

TEST(a_full_disk_fails_one_transaction_and_not_the_next)
{
	struct job *jobs[100];
	struct gate gate;
	int failed = 0;

	faulty_mend();
	fixture_open(f, STORE_OPEN_WRITE);
	gate_close(&gate, f);
	for (int i = 0; i < 100; i++)
		jobs[i] = job_submit(f, job_add(job_new(STORE_CREATE, 10 + i), make_entry(10 + i, 1)));
	/* The gate's transaction is small: a write this late belongs to the one after it. */
	faulty_plan((struct faulty_plan){
		.ops = FAULTY_WRITE, .files = FAULTY_WAL, .nth = 40, .err = ENOSPC});
	assert_int_equal(gate_open(&gate), 0);
	for (int i = 0; i < 100; i++) {
		int err = job_wait(jobs[i]);

		assert_true(!err || err == -ENOSPC);
		assert_int_equal(check_log(f, 10 + i), err ? 0 : 1);
		failed += err != 0;
	}
	assert_in_range(failed, 1, 99);
	assert_int_equal(count_duels(f), 101 - failed);
	fixture_reopen(f);
	assert_int_equal(count_duels(f), 101 - failed);
}

/* Broken: nothing more is taken, `ready` is not even asked. Mended and opened again: as before, or as after. */
static int
must_not_be_asked(struct store_batch *b)
{
	(void)b;
	abort();
}

static uint64_t
expect_broken(struct fixture *f, uint64_t there)
{
	struct job *j = big_batch(1, there);
	uint64_t now;

	faulty_mend();
	j->batch.ready = must_not_be_asked;
	assert_int_equal(job_run(f, j), -EIO);
	assert_int_equal(check_log(f, 1), there); /* what was known to be durable can be read */
	fixture_close(f);
	fixture_open(f, STORE_OPEN_VERIFY);
	now = check_log(f, 1);
	assert_true(now == there || now == there + 5);
	fixture_reopen(f);
	assert_int_equal(check_log(f, 1), now);
	return now;
}

/* The nth of these operations fails, for every n there is. How often the batch was there all the same. */
static int
break_at_every(struct fixture *f, struct faulty_plan plan, int at_least)
{
	uint64_t there = 0;
	int took_effect = 0, result;

	begin(f);
	fixture_reopen(f); /* as it is after each failure: from the start of the log */
	for (plan.nth = 1;; plan.nth++) {
		uint64_t now;

		faulty_plan(plan);
		result = job_run(f, big_batch(1, there));
		assert_int_equal(result, faulty_failed() ? -EIO : 0);
		if (!result)
			break;
		now = expect_broken(f, there);
		took_effect += now != there;
		there = now;
	}
	assert_true(plan.nth > at_least);
	faulty_mend();
	assert_int_equal(check_log(f, 1), there + 5);
	return took_effect;
}

#define FAILS_AT_EVERY(at_least, took_effect, ...) \
	assert_int_equal( \
		break_at_every(f, (struct faulty_plan){.files = FAULTY_WAL, __VA_ARGS__}, at_least), took_effect)

TEST_ROW(a_write_error_breaks_the_store_and_undoes_the_batch, FAILS_AT_EVERY(10, 0, .ops = FAULTY_WRITE, .err = EIO))
TEST_ROW(a_failed_flush_breaks_the_store_and_the_batch_may_be_there,
	FAILS_AT_EVERY(1, 1, .ops = FAULTY_SYNC, .err = EIO))
TEST_ROW(a_failed_flush_breaks_the_store_and_the_batch_may_be_lost,
	FAILS_AT_EVERY(1, 0, .ops = FAULTY_SYNC, .err = EIO, .lost = true))
/* A thin volume tells so late that there is no room that nobody can say what took effect. */
TEST_ROW(a_flush_that_finds_the_disk_full_breaks_the_store, FAILS_AT_EVERY(1, 1, .ops = FAULTY_SYNC, .err = ENOSPC))

TEST(a_broken_store_fails_all_that_wait)
{
	struct job *jobs[100];
	struct gate gate;

	faulty_mend();
	fixture_open(f, STORE_OPEN_WRITE);
	gate_close(&gate, f);
	for (int i = 0; i < 100; i++)
		jobs[i] = job_submit(f, job_new(STORE_CREATE, 10 + i));
	faulty_plan((struct faulty_plan){
		.ops = FAULTY_SYNC, .files = FAULTY_WAL, .nth = 1, .err = EIO});
	gate_open(&gate);
	f->s->ops->drain(f->s);
	for (int i = 0; i < 100; i++)
		assert_int_equal(job_wait(jobs[i]), -EIO);
}

/* Enough to bring the log over into the database several times. */
static uint64_t
write_until(struct fixture *f, uint64_t entries, int expected)
{
	for (uint64_t seq = 1; seq <= entries; seq++) {
		int err =
			job_run(f, job_add(job_new(STORE_UPDATE, 1), make_entry_of(1, seq, 65536)));

		if (err) {
			assert_int_equal(err, expected);
			return seq - 1;
		}
	}
	return entries;
}

static int
count_entry(void *arg, struct entry *e)
{
	uint64_t *n = arg;
	struct entry *want = make_entry_of(1, ++*n, 65536);

	assert_same_entry(e, want);
	entry_free(want);
	entry_free(e);
	return 0;
}

static uint64_t
count_entries(struct fixture *f)
{
	uint64_t n = 0;

	assert_int_equal(f->s->ops->each_entry(f->s, 1, 0, count_entry, &n), 0);
	return n;
}

TEST(a_database_that_cannot_grow_lives_on_in_its_log)
{
	begin(f);
	faulty_plan((struct faulty_plan){.ops = FAULTY_WRITE,
		.files = FAULTY_DB,
		.nth = 20,
		.err = ENOSPC,
		.lasting = true});
	assert_int_equal(write_until(f, 200, 0), 200);
	assert_true(faulty_failed() > 1);
	assert_int_equal(count_entries(f), 200);
	fixture_close(f); /* which cannot bring it over either */
	faulty_mend();
	fixture_open(f, STORE_OPEN_VERIFY);
	assert_int_equal(count_entries(f), 200);
	fixture_reopen(f);
	assert_int_equal(count_entries(f), 200);
}

TEST(a_database_that_cannot_be_flushed_breaks_the_store_and_loses_nothing)
{
	static const enum faulty_op ops[] = {FAULTY_SYNC, FAULTY_WRITE, FAULTY_WRITE};
	static const int nths[] = {1, 1, 300};

	for (int i = 0; i < 3; i++) {
		uint64_t durable;

		snprintf(f->store, sizeof(f->store), "%s/store%d", f->dir, i);
		begin(f);
		faulty_plan((struct faulty_plan){.ops = ops[i],
			.files = FAULTY_DB,
			.nth = nths[i],
			.err = EIO,
			.lasting = true});
		durable = write_until(f, 200, -EIO);
		assert_in_range(durable, 10, 199);
		fixture_close(f);
		faulty_mend();
		fixture_open(f, STORE_OPEN_WRITE);
		assert_int_equal(count_entries(f), durable);
		fixture_close(f);
	}
}

TEST(a_read_error_is_told_and_breaks_nothing)
{
	uint64_t n = 0;

	begin(f);
	assert_int_equal(write_until(f, 20, 0), 20);
	fixture_reopen(f);
	faulty_plan((struct faulty_plan){
		.ops = FAULTY_READ, .files = FAULTY_DB, .nth = 30, .err = EIO});
	assert_int_equal(f->s->ops->each_entry(f->s, 1, 0, count_entry, &n), -EIO);
	faulty_mend();
	assert_int_equal(count_entries(f), 20);
	assert_int_equal(job_run(f, job_add(job_new(STORE_UPDATE, 1), make_entry_of(1, 21, 65536))), 0);
	assert_int_equal(count_entries(f), 21);
}

/* Every call that fails while a store is made or opened: a sentence, and the next one opens it. */
static void
open_with_every_failure(struct fixture *f, unsigned op, int err, const char *boot_id)
{
	int nth = 0, result;

	do {
		char *why = NULL;

		faulty_plan((struct faulty_plan){
			.ops = op, .files = FAULTY_DB | FAULTY_WAL, .nth = ++nth, .err = err});
		result = store_sqlite_open(f->store, STORE_OPEN_WRITE, boot_id, &f->s, &why);
		if (!faulty_failed())
			assert_int_equal(result, 0);
		assert_int_equal(!result, !why);
		free(why);
		fixture_close(f);
	} while (faulty_failed());
	faulty_mend();
	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(count_duels(f), 0);
	fixture_close(f);
}

TEST(a_failure_at_open_leaves_a_store_that_can_be_opened)
{
	static const int errs[] = {ENOSPC, EIO};
	static const unsigned ops[] = {FAULTY_WRITE, FAULTY_SYNC, FAULTY_READ};

	for (int i = 0; i < 6; i++) {
		snprintf(f->store, sizeof(f->store), "%s/store%d", f->dir, i);
		open_with_every_failure(f, ops[i % 3], errs[i / 3], "first-boot");
		open_with_every_failure(f, ops[i % 3], errs[i / 3], "second-boot");
	}
}
