/*
 * How many words a text has, and whether it says anything.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>
#include "validators/wordcount.h"

#define N(a) (sizeof(a) / sizeof(a)[0])

static void
words_are_what_stands_between_white_space(void **state)
{
	static const struct {
		const char *text;
		size_t words;
	} rows[] = { { "", 0 }, { " \n\t", 0 }, { "one", 1 }, { " one  two\tthree\nfour ", 4 }, { "well-known it's a.b", 3 }, { "# Title — x", 4 },
		{ "a\u00a0b\u2003c\u3000d\u2028e", 5 }, { "\u65e5\u672c\u8a9e", 1 }, { "a\u200bb", 1 }, { "\xff \xfe", 2 } };

	(void)state;
	for (size_t i = 0; i < N(rows); i++)
		assert_int_equal(wordcount(rows[i].text, strlen(rows[i].text)), rows[i].words);
	assert_int_equal(wordcount("a b", 1), 1);
	assert_int_equal(wordcount("a\0b c", 5), 2);
}

static void
a_blank_text_shows_nothing(void **state)
{
	static const char *const blank[] = { "", " ", "\t\n", "\u00a0\u2003\u3000", "\u200d\ufe0f\u00ad", "\u0301", "\u3164", "\u115f\u1160\uffa0",
		"\u2800", "\u2060 \u180e", "\u034f" };
	static const char *const seen[] = { "a", ".", " - ", "0", "\u65e5", "\u0301a", "\U0001f680", "\ufffd" };

	(void)state;
	for (size_t i = 0; i < N(blank); i++)
		assert_true(is_blank(blank[i], strlen(blank[i])));
	for (size_t i = 0; i < N(seen); i++)
		assert_false(is_blank(seen[i], strlen(seen[i])));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_what_stands_between_white_space),
		cmocka_unit_test(a_blank_text_shows_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
