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

TEST(whole_is_what_reaches_past_the_record_and_ends_its_line)
{
	struct stage s = {.truncated = true, .rewriting = true};
	assert_true(w(&s, "# Head\n\nold\nnew", 0, false));
	assert_false(stage_looks_whole(&s, sizeof base - 1));
	assert_true(w(&s, "er\nend\n", 15, false));
	assert_true(stage_looks_whole(&s, sizeof base - 1));
	stage_free(&s);
}

TEST(one_write_that_replaces_the_record_by_less_is_whole)
{
	struct stage s = {.truncated = true, .rewriting = true};
	assert_true(w(&s, "a\nb\n", 0, false));
	assert_true(stage_looks_whole(&s, sizeof base - 1));
	assert_true(w(&s, "c\nd\n", 4, false));
	assert_false(stage_looks_whole(&s, sizeof base - 1));
	stage_free(&s);
}

TEST(a_stream_of_lines_or_of_blocks_is_not_whole)
{
	struct stage s = {.truncated = true, .rewriting = true};
	char block[512];
	assert_true(w(&s, "# Head\n", 0, false));
	assert_false(stage_looks_whole(&s, sizeof base - 1));
	stage_free(&s);
	s = (struct stage){.truncated = true, .rewriting = true};
	memset(block, '\n', sizeof block);
	assert_true(stage_write(&s, block, sizeof block, 0, false, BASE, LIMIT));
	assert_false(stage_looks_whole(&s, sizeof base - 1));
	stage_free(&s);
}

TEST(an_append_never_looks_whole)
{
	struct stage s = {0};
	assert_true(w(&s, "# Head\n\nold\nmore\nand more\n", 0, true));
	assert_false(stage_looks_whole(&s, sizeof base - 1));
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

TEST(comparing_says_same_appends_within_or_where_it_differs)
{
	size_t at;
	assert_int_equal(stage_compare(BASE, BASE, &at), STAGE_SAME);
	assert_int_equal(stage_compare("# Head\n\nold\nx", 13, BASE, &at), STAGE_APPENDS);
	assert_int_equal(stage_compare("# Head\n", 7, BASE, &at), STAGE_WITHIN);
	assert_int_equal(stage_compare("# Heap\n\nold\nx", 13, BASE, &at), STAGE_DIFFERS);
	assert_int_equal(at, 5);
	assert_int_equal(stage_lines(base, 8), 2);
	assert_int_equal(stage_compare("# Head\n\nold\n\r\nx", 15, BASE, &at), STAGE_APPENDS);
	assert_int_equal(at, 12);
	assert_int_equal(stage_lines(base, 0), 0);
}

static enum stage_change
held(const char *image, size_t *at)
{
	static const char mixed[] = "a\r\nb\nc";
	return stage_compare(image, strlen(image), mixed, sizeof mixed - 1, at);
}

TEST(line_ends_of_either_kind_are_equal_and_the_place_is_the_images)
{
	size_t at;
	assert_int_equal(held("a\r\nb\nc", &at), STAGE_SAME);
	assert_int_equal(held("a\nb\nc", &at), STAGE_SAME);
	assert_int_equal(held("a\r\nb\r\nc\r\nd", &at), STAGE_APPENDS);
	assert_int_equal(at, 7);
	assert_int_equal(held("a\nb\nc\nd", &at), STAGE_APPENDS);
	assert_int_equal(at, 5);
	assert_int_equal(held("a\nb\r", &at), STAGE_WITHIN); /* its newline may follow */
	assert_int_equal(held("a\r", &at), STAGE_WITHIN);
	assert_int_equal(held("a\rb\nc", &at), STAGE_DIFFERS);
	assert_int_equal(held("a\nb\r\rc", &at), STAGE_DIFFERS);
	assert_int_equal(held("a\n\nb", &at), STAGE_DIFFERS);
	assert_int_equal(at, 2);
	assert_int_equal(held("a\r\r\nb\nc", &at), STAGE_DIFFERS);
	assert_int_equal(at, 1);
	assert_int_equal(held("ab", &at), STAGE_DIFFERS);
}
