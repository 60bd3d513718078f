/* Snapshots of readers: each open file its own text, counted for its uid and in the mount. */
#include "fixture.h"

#include "fs/duels/snapshot.h"

EACH_TEST(bed_setup, bed_teardown);

#define ADA 1000
#define BEN 1001
#define CAN_HOLD (1 << 20)
#define takes(b, uid, over, of, len, out) snapshot_take((b)->r, uid, over, mem_copy(of, len), len, out)

static char bytes[CAN_HOLD + 1];

static void
limits(struct bed *b, int64_t per_uid, int64_t all)
{
	b->r->given.config.limits.reader_bytes_per_uid = per_uid;
	b->r->given.config.limits.reader_bytes = all;
}

static int64_t
counted(struct bed *b, uid_t uid)
{
	return duels_usage(b->r, uid)->reader_bytes;
}

TEST(each_open_file_is_charged_to_its_uid_and_to_the_mount)
{
	struct snapshot of_ada = {0}, another = {0}, of_ben = {0};
	duels_lock(b->r);
	assert_int_equal(takes(b, ADA, 0, bytes, 1000, &of_ada), 0);
	assert_int_equal(takes(b, ADA, 0, bytes, 1000, &another), 0);
	assert_int_equal(takes(b, BEN, 0, bytes, 10, &of_ben), 0);
	assert_int_equal(counted(b, ADA), 2 * (1000 + SNAPSHOT_COST));
	assert_int_equal(counted(b, BEN), 10 + SNAPSHOT_COST);
	assert_int_equal(b->r->reader_bytes, 2010 + 3 * SNAPSHOT_COST);
	snapshot_drop(b->r, &of_ada);
	snapshot_drop(b->r, &of_ada); /* it has nothing any more */
	assert_int_equal(counted(b, ADA), 1000 + SNAPSHOT_COST);
	snapshot_drop(b->r, &another);
	snapshot_drop(b->r, &of_ben);
	assert_int_equal(counted(b, ADA), 0);
	assert_int_equal(b->r->reader_bytes, 0);
	duels_unlock(b->r);
}

TEST(a_uid_holds_no_more_than_it_may_but_by_what_it_is_let)
{
	struct snapshot large = {0}, small = {0}, of_ben = {0};
	duels_lock(b->r);
	limits(b, CAN_HOLD, INT64_MAX / 2);
	assert_int_equal(takes(b, ADA, 0, bytes, CAN_HOLD - SNAPSHOT_COST, &large), 0);
	assert_int_equal(takes(b, ADA, 0, bytes, 1, &small), -ENOSPC);
	assert_int_equal(takes(b, ADA, SNAPSHOT_COST, bytes, 1, &small), -ENOSPC);
	assert_null(small.bytes);
	assert_int_equal(takes(b, ADA, SNAPSHOT_COST + 1, bytes, 1, &small), 0);
	assert_int_equal(takes(b, BEN, 0, bytes, 1, &of_ben), 0);
	snapshot_drop(b->r, &large);
	assert_int_equal(counted(b, ADA), 1 + SNAPSHOT_COST);
	snapshot_drop(b->r, &small);
	snapshot_drop(b->r, &of_ben);
	duels_unlock(b->r);
}

TEST(who_holds_little_is_not_shut_out_by_others)
{
	struct snapshot large = {0}, little = {0}, more = {0};
	duels_lock(b->r);
	limits(b, INT64_MAX / 2, CAN_HOLD);
	assert_int_equal(takes(b, ADA, 0, bytes, CAN_HOLD, &large), -ENOSPC);
	assert_int_equal(takes(b, ADA, 0, bytes, CAN_HOLD - SNAPSHOT_COST, &large), 0);
	assert_int_equal(takes(b, BEN, 0, bytes, SNAPSHOT_FLOOR - SNAPSHOT_COST, &little), 0);
	assert_int_equal(takes(b, BEN, 0, bytes, 1, &more), -ENOSPC);
	snapshot_drop(b->r, &large);
	assert_int_equal(takes(b, BEN, 0, bytes, 1, &more), 0);
	snapshot_drop(b->r, &more);
	snapshot_drop(b->r, &little);
	assert_int_equal(b->r->reader_bytes, 0);
	duels_unlock(b->r);
}

TEST(its_bytes_are_what_was_rendered_small_or_large)
{
	static const size_t sizes[] = {0, 1, 65535, 65536, 200000};
	duels_lock(b->r);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct snapshot g = {0};
		char *text = test_owns(mem_calloc(1, sizes[i] + 1));
		for (size_t at = 0; at < sizes[i]; at++)
			text[at] = (char)('a' + at % 23);
		assert_int_equal(takes(b, ADA, 0, text, sizes[i], &g), 0);
		assert_int_equal(g.len, sizes[i]);
		assert_memory_equal(g.bytes, text, sizes[i]);
		snapshot_drop(b->r, &g);
		assert_null(g.bytes);
	}
	duels_unlock(b->r);
}
