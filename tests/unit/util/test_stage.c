/* What is staged through one open file (files.md, "debate.md", rules 1 and 2). */
#include "tests/unit/test.h"

#include <string.h>

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

TEST(an_append_ignores_its_offset)
{
	struct stage s = {0};
	assert_true(w(&s, "one\n", 999, true));
	assert_true(w(&s, "two\n", 3, true));
	assert_staged(&s, "one\ntwo\n");
	assert_false(s.rewriting);
	assert_true(s.written);
	stage_free(&s);
}

TEST(a_rewrite_works_on_a_copy_of_the_accepted_bytes)
{
	struct stage s = {0};
	assert_true(w(&s, "OLD\nnew\n", 8, false));
	assert_staged(&s, "# Head\n\nOLD\nnew\n");
	assert_true(s.rewriting);
	stage_free(&s);
}

TEST(a_truncated_file_begins_empty)
{
	struct stage s = {.truncated = true, .rewriting = true};
	assert_true(w(&s, "ab", 0, false));
	assert_staged(&s, "ab");
	assert_int_equal(s.covered, 2);
	stage_free(&s);
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

TEST(nothing_grows_past_the_limit)
{
	struct stage s = {0};
	char big[LIMIT];
	memset(big, 'x', sizeof big);
	assert_true(stage_write(&s, big, sizeof big, 0, true, BASE, LIMIT));
	assert_false(w(&s, "y", 0, true));
	assert_int_equal(s.len, LIMIT);
	stage_free(&s);
	assert_false(w(&s, "y", LIMIT, false));
	assert_false(w(&s, "y", UINT64_MAX, false));
	stage_free(&s);
}

static bool
is_one(const char *text, bool ended)
{
	struct stage s = {.truncated = true, .rewriting = true};
	assert_true(w(&s, text, 0, false));
	bool one = stage_is_one_text(&s, ended, BASE);
	stage_free(&s);
	return one;
}

TEST(one_text_is_a_first_write_of_two_lines_that_ends_in_a_newline)
{
	assert_true(is_one("# Head\n\nold\nnewer\n", true));
	assert_true(is_one("a\nb\n", true));
	assert_false(is_one("a\nb", true));
	assert_true(is_one("a\nb", false));
	assert_false(is_one("a\n", true));
	assert_false(is_one("a\n", false));
	assert_false(is_one("a", false));
	struct stage s = {.truncated = true, .rewriting = true};
	assert_true(w(&s, "a\nb\n", 0, false));
	assert_true(w(&s, "c\nd\n", 4, false));
	assert_false(stage_is_one_text(&s, true, BASE));
	stage_free(&s);
	assert_true(w(&s, "a\nb\n", 7, false));
	assert_false(stage_is_one_text(&s, true, BASE));
	stage_free(&s);
}

TEST(the_accepted_bytes_are_not_one_text_and_fewer_of_them_are)
{
	assert_false(is_one(base, true));
	assert_true(is_one("# Head\n\n", true));
	assert_true(is_one("# Heap\n\n", true));
}

TEST(a_stream_of_blocks_is_not_one_text)
{
	char block[513];
	memset(block, '\n', sizeof block);
	block[512] = '\0';
	assert_false(is_one(block, true));
	block[511] = '\0';
	assert_true(is_one(block, true));
}

TEST(an_append_is_never_one_text)
{
	struct stage s = {0};
	assert_true(w(&s, "# Head\n\nold\nmore\nand more\n", 0, true));
	assert_false(stage_is_one_text(&s, true, BASE));
	stage_free(&s);
}

TEST(a_file_written_both_ways_is_a_rewrite)
{
	struct stage s = {0};
	assert_true(w(&s, "tail\n", 0, true));
	assert_true(w(&s, "H", 2, false));
	assert_staged(&s, "# Head\n\nold\ntail\n");
	stage_free(&s);
}

TEST(comparing_says_how_far_a_rewrite_is_the_accepted_bytes)
{
	assert_int_equal(stage_same(BASE, BASE), sizeof base - 1);
	assert_int_equal(stage_same("# Head\n\nold\nx", 13, BASE), 12);
	assert_int_equal(stage_same("# Head\n", 7, BASE), 7);
	assert_int_equal(stage_same("# Heap\n\nold\nx", 13, BASE), 5);
	assert_int_equal(stage_same("# Head\r\n\nold\n", 13, BASE), 6);
	assert_int_equal(stage_same(NULL, 0, BASE), 0);
	assert_int_equal(stage_lines(base, 8), 2);
	assert_int_equal(stage_lines(base, 0), 0);
}
