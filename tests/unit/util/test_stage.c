/* The bytes staged through one open file. */
#include "tests/unit/test.h"

#include "fs/util/stage.h"

static const char base[] = "# Head\n\nold\n";
#define BASE base, (sizeof base - 1)
#define LIMIT 4096

static bool
w(struct stage *s, const char *text, uint64_t offset, bool append)
{
	return stage_write(s, text, strlen(text), offset, append, BASE, LIMIT);
}

static void
assert_staged(const struct stage *s, const char *text)
{
	assert_int_equal(s->len, strlen(text));
	assert_memory_equal(s->bytes, text, s->len);
}

TEST(a_gap_is_zeroes_and_is_not_covered)
{
	struct stage s = {.truncated = true, .rewriting = true};
	assert_true(w(&s, "ab", 4, false));
	assert_int_equal(s.len, 6);
	assert_memory_equal(s.bytes, "\0\0\0\0ab", 6);
	assert_int_equal(s.covered, 0);
	stage_free(&s);
}

TEST(a_truncation_is_staged_and_can_grow_and_shrink)
{
	struct stage s = {0};
	assert_true(stage_truncate(&s, 6, BASE, LIMIT));
	assert_staged(&s, "# Head");
	assert_false(s.written);
	assert_true(stage_truncate(&s, 8, BASE, LIMIT));
	assert_int_equal(s.len, 8);
	assert_memory_equal(s.bytes, "# Head\0\0", 8);
	assert_false(stage_truncate(&s, LIMIT + 1, BASE, LIMIT));
	stage_free(&s);
}

static bool
is_one(const char *text)
{
	struct stage s = {.truncated = true, .rewriting = true};
	assert_true(w(&s, text, 0, false));
	bool one = stage_is_one_text(&s, true, BASE);
	stage_free(&s);
	return one;
}

TEST(the_accepted_bytes_are_not_one_text_and_fewer_of_them_are)
{
	assert_false(is_one(base));
	assert_true(is_one("# Head\n\n"));
	assert_true(is_one("# Heap\n\n"));
}

TEST(a_file_written_both_ways_is_a_rewrite)
{
	struct stage s = {0};
	assert_true(w(&s, "tail\n", 0, true));
	assert_true(w(&s, "H", 2, false));
	assert_staged(&s, "# Head\n\nold\ntail\n");
	stage_free(&s);
}
