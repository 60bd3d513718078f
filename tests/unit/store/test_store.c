#include "tests/unit/store/fixture.h"

#include <sqlite3.h>

EACH_TEST(fixture_set_up_open, fixture_tear_down);
static const struct test_around unopened = {fixture_set_up, fixture_tear_down};

TEST_IN(unopened, a_new_store_is_empty_and_its_owners_alone)
{
	mode_t before = umask(0);
	struct stat st;
	char *db;

	fixture_open(f, STORE_OPEN_WRITE);
	umask(before);
	assert_int_equal(count_duels(f), 0);
	assert_int_equal(f->s->last_id, 0);
	assert_int_equal(stat(f->store, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
	for (const char *const *file = (const char *const[]){"duelfs.db", "duelfs.db-wal", NULL};
		*file; file++) {
		db = fixture_path(f, *file);
		assert_int_equal(stat(db, &st), 0);
		assert_int_equal(st.st_mode & 07777, 0600);
	}
}

TEST_IN(unopened, a_store_whose_parent_is_missing_cannot_be_made)
{
	strcat(f->store, "/deep");
	expect_refused(f, STORE_OPEN_WRITE, -ENOENT, "cannot make the store");
}

TEST_IN(unopened, any_byte_may_stand_in_a_stores_path)
{
	snprintf(f->store, sizeof(f->store), "%s/a %%41?#&é\n'", f->dir);
	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(create_duel(f, 1), 0);
	fixture_reopen(f);
	assert_int_equal(count_duels(f), 1);
	fixture_close(f);
	fixture_open(f, STORE_OPEN_VERIFY);
	assert_int_equal(count_duels(f), 1);
}

TEST_IN(unopened, a_relative_path_is_as_good)
{
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

#include "tests/unit/store/contract.h"

static void
sum_heads(void *arg, int64_t id, const struct store_head *h)
{
	unsigned char start[ENTRY_HASH_BYTES];

	entry_chain_start(start, id);
	assert_int_equal(h->rev, 0);
	if (h->seq)
		memset(start, (int)(id + (int64_t)h->seq), sizeof(start));
	assert_memory_equal(h->hash, start, sizeof(start));
	*(uint64_t *)arg += (uint64_t)id * 1000 + h->seq;
}

TEST(a_head_is_the_last_entry_and_of_a_duel_that_is_not_there_there_is_none)
{
	static const int64_t ids[] = {3, 1, 2, 99};
	uint64_t sum = 0;

	create_duels(f, 3);
	append_entries(f, 1, 7);
	assert_int_equal(append_entry(f, 2, 1), 0);
	assert_int_equal(f->s->ops->heads(f->s, ids, 4, sum_heads, &sum), 0);
	assert_int_equal(sum, 1007 + 2001 + 3000);
	assert_false(f->s->shared);
	assert_null(f->s->ops->watch);
}

static int64_t
row_of_boot(struct fixture *f, enum store_mode mode, const char *boot_id)
{
	char *why = NULL;
	int64_t row;

	fixture_close(f);
	assert_int_equal(store_sqlite_open(f->store, mode, boot_id, &f->s, &why), 0);
	row = f->s->boot;
	return row;
}

TEST_IN(unopened, each_boot_has_one_row)
{
	assert_int_equal(row_of_boot(f, STORE_OPEN_WRITE, "first"), 1);
	assert_int_equal(row_of_boot(f, STORE_OPEN_WRITE, "first"), 1);
	assert_int_equal(row_of_boot(f, STORE_OPEN_VERIFY, "second"), 0);
	assert_int_equal(row_of_boot(f, STORE_OPEN_WRITE, "second"), 2);
	assert_int_equal(row_of_boot(f, STORE_OPEN_WRITE, "first"), 1);
	assert_int_equal(row_of_boot(f, STORE_OPEN_VERIFY, "second"), 2);
}

TEST(the_secret_is_the_stores_own_and_stays)
{
	unsigned char secret[32], zeros[32] = {0};

	memcpy(secret, f->s->secret, 32);
	assert_memory_not_equal(secret, zeros, 32);
	fixture_reopen(f);
	assert_memory_equal(secret, f->s->secret, 32);
	fixture_close(f);
	strcat(f->store, "2");
	fixture_open(f, STORE_OPEN_WRITE);
	assert_memory_not_equal(secret, f->s->secret, 32);
}

TEST(a_clean_close_leaves_one_file)
{
	char *wal = fixture_path(f, "duelfs.db-wal");

	assert_int_equal(create_duel(f, 1), 0);
	assert_int_equal(access(wal, F_OK), 0);
	fixture_close(f);
	assert_int_equal(access(wal, F_OK), -1);
}

TEST(the_log_is_written_over_and_not_grown)
{
	char *wal = fixture_path(f, "duelfs.db-wal");
	struct stat first, last;

	assert_int_equal(create_duel(f, 1), 0);
	assert_int_equal(stat(wal, &first), 0);
	assert_int_equal(first.st_size, 4 << 20);
	for (uint64_t i = 1; i <= 1000; i++)
		assert_int_equal(
			job_run(f, job_add(job_new(STORE_UPDATE, 1), make_entry_of(1, i, 2048))),
			0);
	assert_int_equal(stat(wal, &last), 0);
	assert_int_equal(last.st_size, first.st_size);
	assert_int_equal(last.st_blocks, first.st_blocks);
}
