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

TEST(a_row_comes_back_as_it_was_made)
{
	struct store_duel row = {7, "a.duel_1", 4294967294u, -1, 1700000000001, "waiting",
		"topic = \"ä\"\n", -5, 86400000, 3, 0, 0, false};
	struct job *j = job_new(STORE_CREATE, 7);

	j->batch.row = row;
	assert_int_equal(job_run(f, j), 0);
	assert_row(f, 7, &row);
	fixture_reopen(f);
	assert_row(f, 7, &row);
}

TEST(an_update_writes_what_it_brings_and_keeps_the_rest)
{
	struct store_duel want = {1, "duel-1", 1000, 5, 99, "open", "format = \"socratic\"\n", 7, 8, 9, 0, 0, false};
	struct job *j = job_new(STORE_UPDATE, 1);

	assert_int_equal(create_duel(f, 1), 0);
	j->batch.row = (struct store_duel){.id = 1,
		.name = "other",
		.uid = 3,
		.created_ms = 3,
		.updated_ms = 99,
		.state = "open",
		.ends_ms = 7,
		.ends_full_ms = 8,
		.ends_boot = 9};
	assert_int_equal(job_run(f, j), 0);
	assert_row(f, 1, &want);
	j = job_new(STORE_UPDATE, 1);
	j->batch.row = (struct store_duel){
		.id = 1, .updated_ms = 100, .rules = "new", .ends_ms = 7, .ends_full_ms = 8, .ends_boot = 9};
	assert_int_equal(job_run(f, j), 0);
	want.updated_ms = 100;
	want.rules = "new";
	assert_row(f, 1, &want);
}

TEST(a_removed_duel_leaves_nothing_behind)
{
	struct store_source source;
	struct store_duel d;
	struct job *j = job_new(STORE_CREATE | STORE_SOURCE, 1);

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

TEST(an_id_is_not_forgotten_when_its_duel_is_removed)
{
	create_duels(f, 3);
	assert_int_equal(f->s->last_id, 3);
	assert_int_equal(job_run(f, job_new(STORE_REMOVE, 3)), 0);
	assert_int_equal(job_run(f, job_new(STORE_REMOVE, 2)), 0);
	assert_int_equal(f->s->last_id, 3);
	fixture_reopen(f);
	assert_int_equal(f->s->last_id, 3);
	fixture_close(f);
	fixture_open(f, STORE_OPEN_VERIFY);
	assert_int_equal(f->s->last_id, 3);
}

static int
expect_next_id(void *arg, const struct store_duel *d)
{
	assert_int_equal(d->id, ++*(int64_t *)arg);
	return d->id == 5 ? 42 : 0;
}

TEST(duels_come_in_the_order_of_their_ids_until_one_has_enough)
{
	static const int64_t ids[] = {4, 1, 6, 3, 5, 2};
	int64_t last = 0;

	for (size_t i = 0; i < 6; i++)
		assert_int_equal(create_duel(f, ids[i]), 0);
	assert_int_equal(f->s->ops->each_duel(f->s, expect_next_id, &last), 42);
	assert_int_equal(last, 5);
	last = 0;
	assert_int_equal(f->s->ops->each_duel(f->s, expect_next_id, &last), 42);
}

TEST(entries_come_back_byte_for_byte)
{
	create_duels(f, 2);
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

static int
expect_next_seq(void *arg, struct entry *e)
{
	assert_int_equal(e->seq, ++*(uint64_t *)arg);
	entry_free(e);
	return 0;
}

TEST(entries_are_read_from_any_one_on)
{
	uint64_t seq;

	assert_int_equal(create_duel(f, 1), 0);
	append_entries(f, 1, 130);
	for (uint64_t after = 0; after <= 131; after += after < 60 ? 30 : 1) {
		seq = after;
		assert_int_equal(f->s->ops->each_entry(f->s, 1, after, expect_next_seq, &seq), 0);
		assert_int_equal(seq, after > 130 ? after : 130);
	}
}

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

static struct entry *kept;

static int
keep_entry(void *arg, struct entry *e)
{
	(void)arg;
	assert_null(kept);
	kept = e;
	return 0;
}

TEST(nothing_and_no_bytes_are_two_things)
{
	struct entry *e;

	for (int64_t id = 1; id <= 2; id++) {
		e = make_entry(id, 1);
		free(e->data);
		free(e->body);
		e->data = id == 1 ? NULL : mem_strdup("");
		e->body = id == 1 ? NULL : mem_strdup("");
		e->data_len = e->body_len = 0;
		assert_int_equal(job_run(f, job_add(job_new(STORE_CREATE, id), e)), 0);
		assert_int_equal(f->s->ops->each_entry(f->s, id, 0, keep_entry, NULL), 0);
		assert_int_equal(!kept->data, id == 1);
		assert_int_equal(!kept->body, id == 1);
		assert_int_equal(kept->data_len + kept->body_len, 0);
		entry_free(kept);
		kept = NULL;
	}
}

TEST(a_body_of_a_mebibyte_comes_back_whole)
{
	struct entry *want = make_entry_of(1, 2, 1 << 20);

	assert_int_equal(
		job_run(f, job_add(job_new(STORE_CREATE, 1), make_entry_of(1, 2, 1 << 20))), 0);
	assert_int_equal(f->s->ops->each_entry(f->s, 1, 0, keep_entry, NULL), 0);
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

TEST(who_is_given_entries_may_read_the_store_and_stop)
{
	struct reading r = {f, 0};

	create_duels(f, 2);
	append_entries(f, 1, 100);
	append_entries(f, 2, 3);
	assert_int_equal(f->s->ops->each_entry(f->s, 1, 0, read_while_reading, &r), -ECANCELED);
	assert_int_equal(r.n, 70);
}

/* The source of duel 1 is this text; NULL: there is none. */
static void
assert_source(struct fixture *f, const char *text, size_t len)
{
	struct store_source source;

	assert_int_equal(f->s->ops->source(f->s, 1, &source), text ? 0 : -ENOENT);
	if (!text)
		return;
	assert_string_equal(source.path, "/home/ä/source.md");
	assert_same_bytes(source.text, source.len, text, len);
	free(source.path);
	free(source.text);
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

TEST(a_source_is_kept_replaced_and_removed)
{
	assert_int_equal(create_duel(f, 1), 0);
	assert_source(f, NULL, 0);
	assert_int_equal(set_source(f, "old", 3), 0);
	assert_int_equal(set_source(f, "new\0text", 8), 0);
	fixture_reopen(f);
	assert_source(f, "new\0text", 8);
	assert_int_equal(set_source(f, "", 0), 0);
	assert_source(f, "", 0);
	assert_int_equal(set_source(f, NULL, 0), 0);
	assert_source(f, NULL, 0);
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

/* The name of a duel's record in the archive; NULL: nobody said. */
static const char *
archive_of(struct fixture *f, int64_t id)
{
	char *name = NULL;
	int err = f->s->ops->archive(f->s, id, &name);

	assert_true(err == 0 || err == -ENOENT);
	assert_int_equal(!name, err != 0);
	return test_owns(name);
}

static int
set_archive(struct fixture *f, int64_t id, char *name)
{
	struct job *j = job_new(STORE_UPDATE | STORE_ARCHIVE, id);

	j->batch.archive = name;
	return job_run(f, j);
}

TEST(the_name_in_the_archive_stays_until_its_duel_is_removed)
{
	create_duels(f, 2);
	assert_null(archive_of(f, 1));
	assert_int_equal(set_archive(f, 1, "2026-11-20-a.md"), 0);
	assert_int_equal(set_archive(f, 1, "2026-11-20-a-2.md"), 0);
	assert_int_equal(append_entry(f, 1, 1), 0);
	fixture_reopen(f);
	assert_string_equal(archive_of(f, 1), "2026-11-20-a-2.md");
	assert_null(archive_of(f, 2));
	assert_int_equal(job_run(f, job_new(STORE_REMOVE, 1)), 0);
	assert_null(archive_of(f, 1));
}
