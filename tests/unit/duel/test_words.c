/* Words of a line for `lock`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "fs/duel/words.h"

static void
bare_words_and_keys_are_told_apart(void **state)
{
	struct words w;
	(void)state;
	assert_null(words_split("claim  alice\tharness=codex model=", 34, &w));
	assert_int_equal(w.n, 4);
	assert_string_equal(w.v[0].text, "claim");
	assert_string_equal(w.v[1].text, "alice");
	assert_string_equal(w.v[2].key, "harness");
	assert_string_equal(w.v[2].value, "codex");
	assert_string_equal(w.v[3].key, "model");
	assert_string_equal(w.v[3].value, "");
	words_free(&w);
}

static void
quotes_hold_spaces_and_escapes(void **state)
{
	static const char line[] = "claim \"Ada \\\"the first\\\" \\\\ L\" reason=\"two words\"";
	struct words w;
	(void)state;
	assert_null(words_split(line, sizeof line - 1, &w));
	assert_int_equal(w.n, 3);
	assert_string_equal(w.v[1].text, "Ada \"the first\" \\ L");
	assert_true(w.v[1].quoted);
	assert_string_equal(w.v[2].value, "two words");
	words_free(&w);
}

static void
an_open_quote_is_refused(void **state)
{
	struct words w;
	(void)state;
	assert_non_null(words_split("claim \"alice", 12, &w));
	words_free(&w);
	assert_non_null(words_split("claim \"alice\"x", 14, &w));
	words_free(&w);
	assert_non_null(words_split("claim a=\"b", 10, &w));
	words_free(&w);
}

static void
a_flood_of_words_is_refused(void **state)
{
	char line[2 * WORDS_MAX + 2];
	struct words w;
	(void)state;
	for (size_t i = 0; i < sizeof line; i++)
		line[i] = i % 2 ? ' ' : 'a';
	assert_null(words_split(line, 2 * WORDS_MAX, &w));
	assert_int_equal(w.n, WORDS_MAX);
	words_free(&w);
	assert_non_null(words_split(line, sizeof line, &w));
	words_free(&w);
}

static void
a_name_with_an_equals_sign_can_be_put_together_again(void **state)
{
	struct words w;
	(void)state;
	assert_null(words_split("a=b c", 5, &w));
	char *whole = words_whole(&w.v[0]);
	assert_string_equal(whole, "a=b");
	free(whole);
	whole = words_whole(&w.v[1]);
	assert_string_equal(whole, "c");
	free(whole);
	words_free(&w);
}

static void
an_empty_line_has_no_words(void **state)
{
	struct words w;
	(void)state;
	assert_null(words_split(" \t ", 3, &w));
	assert_int_equal(w.n, 0);
	words_free(&w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bare_words_and_keys_are_told_apart),
		cmocka_unit_test(quotes_hold_spaces_and_escapes),
		cmocka_unit_test(an_open_quote_is_refused),
		cmocka_unit_test(a_flood_of_words_is_refused),
		cmocka_unit_test(a_name_with_an_equals_sign_can_be_put_together_again),
		cmocka_unit_test(an_empty_line_has_no_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
