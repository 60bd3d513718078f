/* Which duels may be taken out of a store, by what its log and its row say. */
#include "tests/unit/fs/fixture.h"

#include "fs/duels/offline.h"

EACH_TEST(bed_setup, bed_teardown);

#define HOUR_MS (60 * 60 * INT64_C(1000))

struct question {
	int64_t now_ms;
	const char *state; /* what the row says; NULL: as it does */
	char *kept_by, *status;
};

static int
first_row(void *arg, const struct store_duel *row)
{
	*(int64_t *)arg = row->id;
	return 1;
}

static int
ask(void *arg, struct store *s)
{
	struct question *q = arg;
	struct store_duel row;
	int64_t id = 0;
	int err;
	assert_int_equal(s->ops->each_duel(s, first_row, &id), 1);
	assert_int_equal(s->ops->duel(s, id, &row), 0);
	struct duel *d = offline_load(s, &row, &err);
	assert_non_null(d);
	char *stored = row.state;
	row.state = q->state ? (char *)q->state : stored;
	q->kept_by = test_owns(offline_kept_by(d, &row, q->now_ms));
	row.state = stored;
	UT_string status;
	utstring_init(&status);
	render_status_json(d, 0, &status);
	q->status = test_owns(utstring_body(&status));
	offline_free(d);
	store_duel_free(&row);
	return 0;
}

/* Why it stays, so long after the last thing that happened; malloc'd or NULL. */
static char *
kept_by(struct bed *b, int64_t later_ms)
{
	struct question q = {.now_ms = b->now_ms + later_ms};
	char *why;
	if (b->r)
		bed_close(b);
	assert_int_equal(store_sqlite_read(b->dir, STORE_OPEN_READ, "", ask, &q, &why), 0);
	return q.kept_by;
}

TEST(what_was_claimed_before_a_reboot_has_its_full_time_where_it_is_only_read_too)
{
	struct question q = {.now_ms = b->now_ms};
	char *why;
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	bed_close(b);
	assert_int_equal(
		store_sqlite_read(b->dir, STORE_OPEN_READ, "22222222-2222-2222-2222-222222222222", ask, &q, &why), 0);
	assert_holds(q.status, "\"lease_seconds_left\":900,");
}

TEST(a_duel_that_nobody_joined_may_go_a_day_after_it_was_made)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_holds(kept_by(b, 24 * HOUR_MS - 1), "it has no turn, but was changed less than a day ago, 2026-");
	assert_null(kept_by(b, 24 * HOUR_MS));
}

TEST(a_duel_that_was_joined_or_claimed_may_go_a_day_after_that)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	bed_pass(b, 23 * 60 * 60);
	TAKEN(b, "join alice", "join bob");
	bed_pass(b, 23 * 60 * 60);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_holds(kept_by(b, 23 * HOUR_MS), "less than a day ago");
	assert_null(kept_by(b, 25 * HOUR_MS));
}

TEST(a_clock_that_was_set_back_is_no_day)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_holds(kept_by(b, -48 * HOUR_MS), "less than a day ago");
}
