/* What is quoted of a refused text: the piece that the sentence is about. */
#include "tests/unit/test.h"

#include <string.h>

#include "validators/text/quote.h"

#define TEN "0123456789"
#define FIFTY TEN TEN TEN TEN TEN
#define E10 "éééééééééé"
#define EIGHTY FIFTY TEN TEN TEN

static void
is_unlike(const char *s, const char *want, const char *quoted)
{
	struct quote q = quote_unlike(s, strlen(s), want);

	assert_string_equal(q.s, quoted);
}

TEST(a_short_text_is_quoted_whole)
{
	assert_string_equal(quote("abc", 3).s, "abc");
	assert_string_equal(quote_end("abc", 3).s, "abc");
	assert_string_equal(quote("", 0).s, "");
	is_unlike(EIGHTY, EIGHTY "x", EIGHTY);
	is_unlike("", "x", "");
}

TEST(a_long_one_is_cut_between_characters)
{
	assert_string_equal(quote(EIGHTY "x", 81).s, EIGHTY "…");
	assert_string_equal(quote_end("x" EIGHTY, 81).s, "…" EIGHTY);
	assert_string_equal(quote("a" FIFTY TEN TEN "12345678" "é" "x", 82).s, "a" FIFTY TEN TEN "12345678" "…");
	assert_string_equal(quote_end("xé" FIFTY TEN TEN "123456789", 82).s, "…" FIFTY TEN TEN "123456789");
}

TEST(what_differs_is_in_what_is_quoted)
{
	is_unlike("x" EIGHTY, "y" EIGHTY, "x" FIFTY TEN TEN "012345678…");
	is_unlike(FIFTY FIFTY "x", FIFTY FIFTY "y", "…123456789" FIFTY TEN TEN "x");
	is_unlike(FIFTY FIFTY "x", FIFTY FIFTY, "…123456789" FIFTY TEN TEN "x");
	is_unlike(FIFTY FIFTY "x" FIFTY FIFTY, FIFTY FIFTY "y", "…" TEN TEN "x" FIFTY "012345678…");
	is_unlike(FIFTY FIFTY, FIFTY FIFTY "y", "…" EIGHTY);
	is_unlike(E10 E10 E10 E10 "ééééx" FIFTY, E10 E10 E10 E10 "ééééy", "…" E10 "ééééx" FIFTY);
}
