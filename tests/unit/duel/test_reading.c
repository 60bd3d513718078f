/* What readers have open: shared, and counted once a uid and once in the mount. */
#include "fixture.h"

#include "fs/registry/registry_inner.h"
#include "fs/registry/reading.h"
#include "fs/show/show.h"

EACH_TEST(bed_setup, bed_teardown);

#define ADA 1000
#define BEN 1001
#define CAN_HOLD (1 << 20)

static struct reading *
reading_of(struct bed *b, size_t len)
{
	UT_string text;
	utstring_init(&text);
	utstring_reserve(&text, len + 1);
	memset(utstring_body(&text), 'x', len);
	text.i = len;
	struct reading *g = reading_new(b->r, &text);
	utstring_done(&text);
	return g;
}

static void
limits(struct bed *b, int64_t per_uid, int64_t all)
{
	b->r->given.config.limits.reader_bytes_per_uid = per_uid;
	b->r->given.config.limits.reader_bytes = all;
}

static int64_t
counted(struct bed *b, uid_t uid)
{
	return registry_usage(b->r, uid)->reader_bytes;
}

TEST(each_uid_is_charged_once_and_the_mount_once)
{
	struct bed *b = *state;
	registry_lock(b->r);
	struct reading *g = reading_of(b, 1000);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(reading_hold(g, ADA, 0), 0);
		assert_int_equal(reading_hold(g, BEN, 0), 0);
	}
	reading_leave(g);
	assert_int_equal(counted(b, ADA), 1000 + READING_COST);
	assert_int_equal(counted(b, BEN), 1000 + READING_COST);
	assert_int_equal(b->r->reader_bytes, 1000 + READING_COST);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(counted(b, ADA), 1000 + READING_COST);
		reading_drop(g, ADA);
	}
	assert_int_equal(counted(b, ADA), 0);
	assert_int_equal(b->r->reader_bytes, 1000 + READING_COST);
	for (int i = 0; i < 3; i++)
		reading_drop(g, BEN);
	assert_int_equal(counted(b, BEN), 0);
	assert_int_equal(b->r->reader_bytes, 0);
	registry_unlock(b->r);
}

TEST(a_uid_holds_no_more_than_it_may_but_by_what_it_is_let)
{
	struct bed *b = *state;
	registry_lock(b->r);
	limits(b, CAN_HOLD, INT64_MAX / 2);
	struct reading *large = reading_of(b, CAN_HOLD - READING_COST), *small = reading_of(b, 1);
	assert_int_equal(reading_hold(large, ADA, 0), 0);
	assert_int_equal(reading_hold(large, ADA, 0), 0);
	assert_int_equal(reading_hold(small, ADA, 0), -ENOSPC);
	assert_int_equal(reading_hold(small, ADA, READING_COST), -ENOSPC);
	assert_int_equal(reading_hold(small, ADA, READING_COST + 1), 0);
	assert_int_equal(reading_hold(small, BEN, 0), 0);
	reading_drop(large, ADA);
	reading_drop(large, ADA);
	assert_int_equal(counted(b, ADA), 1 + READING_COST);
	reading_drop(small, ADA);
	reading_drop(small, BEN);
	reading_leave(large);
	reading_leave(small);
	registry_unlock(b->r);
}

TEST(who_holds_little_is_not_shut_out_by_others)
{
	struct bed *b = *state;
	registry_lock(b->r);
	limits(b, INT64_MAX / 2, CAN_HOLD);
	struct reading *large = reading_of(b, CAN_HOLD), *little = reading_of(b, READING_FLOOR - READING_COST), *more = reading_of(b, 1);
	assert_int_equal(reading_hold(large, ADA, 0), -ENOSPC);
	reading_leave(large);
	assert_int_equal(reading_hold(little, ADA, 0), 0);
	large = reading_of(b, CAN_HOLD);
	assert_int_equal(reading_hold(little, BEN, 0), 0);
	assert_int_equal(reading_hold(more, BEN, 0), -ENOSPC);
	reading_leave(large);
	assert_int_equal(reading_hold(more, BEN, 0), 0);
	reading_drop(more, BEN);
	reading_drop(little, BEN);
	reading_drop(little, ADA);
	reading_leave(little);
	reading_leave(more);
	assert_int_equal(b->r->reader_bytes, 0);
	registry_unlock(b->r);
}

TEST(its_bytes_are_what_was_rendered_small_or_large)
{
	static const size_t sizes[] = {0, 1, READING_MAPPED_BYTES - 1, READING_MAPPED_BYTES, 3 * READING_MAPPED_BYTES + 5};
	struct bed *b = *state;
	registry_lock(b->r);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		UT_string text;
		utstring_init(&text);
		for (size_t at = 0; at < sizes[i]; at++)
			utstring_bincpy(&text, &(char){(char)('a' + at % 23)}, 1);
		struct reading *g = reading_new(b->r, &text);
		assert_true(reading_is(g, &text));
		assert_int_equal(reading_len(g), sizes[i]);
		struct iovec all = reading_bytes(g), part[READING_PIECES];
		assert_int_equal(all.iov_len, sizes[i]);
		assert_memory_equal(all.iov_base, utstring_body(&text), sizes[i]);
		assert_int_equal(reading_pieces(g, sizes[i], 10, part), 0);
		assert_int_equal(reading_pieces(g, UINT64_MAX, 10, part), 0);
		if (sizes[i] > 5) {
			assert_int_equal(reading_pieces(g, 3, 2, part), 1);
			assert_int_equal(part[0].iov_len, 2);
			assert_memory_equal(part[0].iov_base, utstring_body(&text) + 3, 2);
			utstring_body(&text)[sizes[i] - 1]++;
			assert_false(reading_is(g, &text));
		}
		reading_leave(g);
		utstring_done(&text);
	}
	registry_unlock(b->r);
}

TEST(who_wants_to_know_is_told_that_one_is_gone)
{
	struct bed *b = *state;
	registry_lock(b->r);
	struct reading *g = reading_of(b, 10), *known = g;
	reading_watch(g, &known);
	assert_int_equal(reading_hold(g, ADA, 0), 0);
	reading_leave(g);
	assert_ptr_equal(known, g);
	reading_drop(g, ADA);
	assert_null(known);
	registry_unlock(b->r);
}

/* The prompt of now, without a copy of the record. */
static struct reading *
prompt_quoting(struct bed *b, struct quote *q)
{
	UT_string text;
	utstring_init(&text);
	*q = (struct quote){0};
	registry_lock(b->r);
	struct duel *d = registry_find(b->r, "d");
	assert_int_equal(duel_touch(d), 0);
	quote_prompt(d, 0, &text, q);
	struct reading *g = reading_quoting(d, &text, *q);
	assert_int_equal(reading_quotes(g, d, &text, *q), q->len > 0);
	assert_int_equal(reading_is(g, &text), !q->len);
	registry_unlock(b->r);
	utstring_done(&text);
	return g;
}

/* Read in pieces of this size. */
static void
assert_reads(const struct reading *g, const char *want, size_t size)
{
	UT_string got;
	struct iovec pieces[READING_PIECES];
	size_t len = strlen(want);
	utstring_init(&got);
	assert_int_equal(reading_len(g), len);
	for (size_t at = 0; at < len; at += size) {
		unsigned n = reading_pieces(g, at, size, pieces);
		size_t before = utstring_len(&got);
		for (unsigned i = 0; i < n; i++)
			utstring_bincpy(&got, pieces[i].iov_base, pieces[i].iov_len);
		assert_int_equal(utstring_len(&got) - before, size < len - at ? size : len - at);
	}
	assert_memory_equal(utstring_body(&got), want, len);
	assert_int_equal(reading_pieces(g, len, 1, pieces), 0);
	utstring_done(&got);
}

TEST(a_prompt_has_the_record_without_a_copy_and_as_it_was)
{
	struct bed *b = *state;
	struct quote q, other;
	two_join(b);
	struct reading *head = prompt_quoting(b, &q);
	assert_int_equal(q.len, 0); /* it may become another yet */
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	struct reading *g = prompt_quoting(b, &q), *same = prompt_quoting(b, &other);
	struct iovec piece[READING_PIECES];
	char *want = shown(b, "d", render_prompt, 0);
	size_t sizes[] = {1, 7, 1000, 1 << 20};
	assert_non_null(strstr(want + q.at, "## Turn 1"));
	assert_int_equal(reading_pieces(g, q.at, q.len, piece), 1);
	assert_ptr_equal(piece[0].iov_base, utstring_body(&the_duel(b, "d")->fold->record));
	for (int turn = 2;; turn++) {
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			assert_reads(g, want, sizes[i]);
			assert_reads(same, want, sizes[i]);
		}
		if (turn > 5)
			break;
		take_turn(b, (unsigned)turn, turn % 2 ? "alice" : "bob", "OPEN_TO_DEBATE");
	}
	assert_ptr_not_equal(piece[0].iov_base, utstring_body(&the_duel(b, "d")->fold->record)); /* it wanted more room than there was */
	registry_lock(b->r);
	live_free(registry_find(b->r, "d"));
	registry_unlock(b->r);
	assert_reads(g, want, 1000);
	free(want);
	registry_lock(b->r);
	reading_leave(same);
	reading_leave(g);
	reading_leave(head);
	assert_int_equal(b->r->reader_bytes, 0);
	registry_unlock(b->r);
}
