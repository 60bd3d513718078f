/* What is staged through one open file (files.md, "debate.md", rules 1 and 2). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

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

static void
an_append_ignores_its_offset(void **state)
{
	struct stage s = {0};
	(void)state;
	assert_true(w(&s, "one\n", 999, true));
	assert_true(w(&s, "two\n", 3, true));
	assert_staged(&s, "one\ntwo\n");
	assert_false(s.rewriting);
	assert_true(s.written);
	stage_free(&s);
}

static void
a_rewrite_works_on_a_copy_of_the_accepted_bytes(void **state)
{
	struct stage s = {0};
	(void)state;
	assert_true(w(&s, "OLD\nnew\n", 8, false));
	assert_staged(&s, "# Head\n\nOLD\nnew\n");
	assert_true(s.rewriting);
	stage_free(&s);
}

static void
a_truncated_file_begins_empty(void **state)
{
	struct stage s = {.truncated = true, .rewriting = true};
	(void)state;
	assert_true(w(&s, "ab", 0, false));
	assert_staged(&s, "ab");
	assert_int_equal(s.covered, 2);
	stage_free(&s);
}

static void
a_gap_is_zeroes_and_is_not_covered(void **state)
{
	struct stage s = {.truncated = true, .rewriting = true};
	(void)state;
	assert_true(w(&s, "ab", 4, false));
	assert_int_equal(s.len, 6);
	assert_memory_equal(s.bytes, "\0\0\0\0ab", 6);
	assert_int_equal(s.covered, 0);
	stage_free(&s);
}

static void
a_truncation_is_staged_and_can_grow_and_shrink(void **state)
{
	struct stage s = {0};
	(void)state;
	assert_true(stage_truncate(&s, 6, BASE, LIMIT));
	assert_staged(&s, "# Head");
	assert_false(s.written);
	assert_true(stage_truncate(&s, 8, BASE, LIMIT));
	assert_int_equal(s.len, 8);
	assert_memory_equal(s.bytes, "# Head\0\0", 8);
	assert_false(stage_truncate(&s, LIMIT + 1, BASE, LIMIT));
	stage_free(&s);
}

static void
nothing_grows_past_the_limit(void **state)
{
	struct stage s = {0};
	char big[LIMIT];
	(void)state;
	memset(big, 'x', sizeof big);
	assert_true(stage_write(&s, big, sizeof big, 0, true, BASE, LIMIT));
	assert_false(w(&s, "y", 0, true));
	assert_int_equal(s.len, LIMIT);
	stage_free(&s);
	assert_false(w(&s, "y", LIMIT, false));
	assert_false(w(&s, "y", UINT64_MAX, false));
	stage_free(&s);
}

static void
whole_is_what_reaches_past_the_record_and_ends_its_line(void **state)
{
	struct stage s = {.truncated = true, .rewriting = true};
	(void)state;
	assert_true(w(&s, "# Head\n\nold\nnew", 0, false));
	assert_false(stage_looks_whole(&s, sizeof base - 1));
	assert_true(w(&s, "er\nend\n", 15, false));
	assert_true(stage_looks_whole(&s, sizeof base - 1));
	stage_free(&s);
}

static void
one_write_that_replaces_the_record_by_less_is_whole(void **state)
{
	struct stage s = {.truncated = true, .rewriting = true};
	(void)state;
	assert_true(w(&s, "a\nb\n", 0, false));
	assert_true(stage_looks_whole(&s, sizeof base - 1));
	assert_true(w(&s, "c\nd\n", 4, false));
	assert_false(stage_looks_whole(&s, sizeof base - 1));
	stage_free(&s);
}

static void
a_stream_of_lines_or_of_blocks_is_not_whole(void **state)
{
	struct stage s = {.truncated = true, .rewriting = true};
	char block[512];
	(void)state;
	assert_true(w(&s, "# Head\n", 0, false));
	assert_false(stage_looks_whole(&s, sizeof base - 1));
	stage_free(&s);
	s = (struct stage){.truncated = true, .rewriting = true};
	memset(block, '\n', sizeof block);
	assert_true(stage_write(&s, block, sizeof block, 0, false, BASE, LIMIT));
	assert_false(stage_looks_whole(&s, sizeof base - 1));
	stage_free(&s);
}

static void
an_append_never_looks_whole(void **state)
{
	struct stage s = {0};
	(void)state;
	assert_true(w(&s, "# Head\n\nold\nmore\nand more\n", 0, true));
	assert_false(stage_looks_whole(&s, sizeof base - 1));
	stage_free(&s);
}

static void
a_file_written_both_ways_is_a_rewrite(void **state)
{
	struct stage s = {0};
	(void)state;
	assert_true(w(&s, "tail\n", 0, true));
	assert_true(w(&s, "H", 2, false));
	assert_staged(&s, "# Head\n\nold\ntail\n");
	stage_free(&s);
}

static void
comparing_says_same_appends_within_or_where_it_differs(void **state)
{
	size_t at;
	(void)state;
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

static void
line_ends_of_either_kind_are_equal_and_the_place_is_the_images(void **state)
{
	size_t at;
	(void)state;
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_append_ignores_its_offset),
		cmocka_unit_test(a_rewrite_works_on_a_copy_of_the_accepted_bytes),
		cmocka_unit_test(a_truncated_file_begins_empty),
		cmocka_unit_test(a_gap_is_zeroes_and_is_not_covered),
		cmocka_unit_test(a_truncation_is_staged_and_can_grow_and_shrink),
		cmocka_unit_test(nothing_grows_past_the_limit),
		cmocka_unit_test(whole_is_what_reaches_past_the_record_and_ends_its_line),
		cmocka_unit_test(one_write_that_replaces_the_record_by_less_is_whole),
		cmocka_unit_test(a_stream_of_lines_or_of_blocks_is_not_whole),
		cmocka_unit_test(an_append_never_looks_whole),
		cmocka_unit_test(a_file_written_both_ways_is_a_rewrite),
		cmocka_unit_test(comparing_says_same_appends_within_or_where_it_differs),
		cmocka_unit_test(line_ends_of_either_kind_are_equal_and_the_place_is_the_images),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
