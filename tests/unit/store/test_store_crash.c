/* The state that kill -9 leaves of rows that are no entry, and of a log that ends early. */
#include "tests/unit/store/crashed.h"

EACH_TEST(fixture_set_up, fixture_tear_down);

static void
create_and_remove(struct fixture *f)
{
	for (int64_t id = 1; id <= 5; id++)
		create_duel(f, id);
	for (int64_t id = 4; id <= 5; id++)
		job_run(f, job_new(STORE_REMOVE, id));
}

TEST(ids_and_boots_survive_kill_9)
{
	crash_after(f, create_and_remove);
	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(count_duels(f), 3);
	assert_int_equal(f->s->last_id, 5);
	assert_int_equal(f->s->boot, 1);
}

static void
do_nothing(struct fixture *f)
{
	(void)f;
}

TEST(a_store_that_was_only_made_survives_kill_9)
{
	crash_after(f, do_nothing);
	fixture_open(f, STORE_OPEN_VERIFY);
	assert_int_equal(count_duels(f), 0);
	fixture_reopen(f);
	assert_int_equal(create_duel(f, 1), 0);
}

/* At any point of the log the power may go: a log that ends early is a store as it was earlier. */
static void
write_six_entries(struct fixture *f)
{
	create_duel(f, 1);
	for (uint64_t seq = 1; seq <= 6; seq++)
		append_entry(f, 1, seq);
}

static void
copy_file(const struct fixture *from, const struct fixture *to, const char *name, size_t bytes)
{
	char *source = fixture_path(from, name), *target = fixture_path(to, name),
	     *content = mem_calloc(8 << 20, 1);
	int in = open(source, O_RDONLY), out = open(target, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	ssize_t n = read(in, content, bytes < 8 << 20 ? bytes : 8 << 20);

	assert_true(n >= 0 && write(out, content, (size_t)n) == n);
	close(in);
	close(out);
	free(content);
}

TEST(a_log_that_ends_anywhere_is_an_earlier_store)
{
	struct fixture cut = *f;
	uint64_t last = 0;

	crash_after(f, write_six_entries);
	snprintf(cut.store, sizeof(cut.store), "%s/cut", cut.dir);
	assert_int_equal(mkdir(cut.store, 0700), 0);
	for (size_t bytes = 0; bytes < 64 * 4120; bytes += 2753) {
		uint64_t there;

		copy_file(f, &cut, "duelfs.db", SIZE_MAX);
		copy_file(f, &cut, "duelfs.db-wal", bytes);
		fixture_open(&cut, STORE_OPEN_VERIFY);
		there = check_log(&cut, 1);
		fixture_reopen(&cut);
		assert_int_equal(check_log(&cut, 1), there);
		assert_true(there >= last);
		last = there;
		if (count_duels(&cut))
			assert_int_equal(append_entry(&cut, 1, there + 1), 0);
		fixture_close(&cut);
	}
	assert_int_equal(last, 6);
}
