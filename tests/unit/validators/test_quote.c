/* What is quoted of a refused text: the piece that the sentence is about. */
#include "tests/unit/test.h"

#include "validators/text/quote.h"

#define TEN "0123456789"
#define FIFTY TEN TEN TEN TEN TEN
#define EIGHTY FIFTY TEN TEN TEN

TEST(a_short_text_is_quoted_whole)
{
	assert_string_equal(quote("abc", 3).s, "abc");
	assert_string_equal(quote("", 0).s, "");
}

TEST(a_long_one_is_cut_between_characters)
{
	assert_string_equal(quote(EIGHTY "x", 81).s, EIGHTY "…");
	assert_string_equal(quote("a" FIFTY TEN TEN "12345678" "é" "x", 82).s, "a" FIFTY TEN TEN "12345678" "…");
}
