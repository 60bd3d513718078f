/* The behaviour that all stores share: each suite includes it once, behind its set-up, and has these tests then. */
#ifndef TESTS_UNIT_STORE_CONTRACT_H
#define TESTS_UNIT_STORE_CONTRACT_H

#include "tests/unit/store/fixture.h"

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
	if (f->open)
		return;
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
		assert_int_equal(append_entry(f, 1, seq), 0);
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

TEST(a_name_that_is_taken_is_told_from_an_id_that_is)
{
	struct job *j = job_new(STORE_CREATE, 2);

	assert_int_equal(create_duel(f, 1), 0);
	j->batch.row.name = "duel-1";
	assert_int_equal(job_run(f, j), -EEXIST);
	j = job_new(STORE_CREATE, 1);
	j->batch.row.name = "other";
	assert_int_equal(job_run(f, j), -EUCLEAN);
	assert_int_equal(count_duels(f), 1);
	assert_int_equal(f->s->last_id, 1);
}

#endif
