/* Values of status as JSON: what is printed here is what jansson would print. */
#include "tests/unit/test.h"

#include "fs/util/sink.h"

static void
assert_as_dumped(json_t *value)
{
	char *dumped = test_owns(json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(15)));
	assert_non_null(dumped);
	UT_string *out = test_string();
	sink_print(value, out);
	assert_string_equal(utstring_body(out), dumped);
	json_decref(value);
}

TEST(a_string_with_any_character_is_printed_as_jansson_prints_it)
{
	for (int c = 1; c < 0x80; c++) {
		char text[4] = {'a', (char)c, (char)c, '\0'};
		assert_as_dumped(json_string(text));
		assert_as_dumped(json_string(text + 1));
		assert_as_dumped(json_string(text + 2));
	}
	assert_as_dumped(json_stringn("a\0b", 3));
	assert_as_dumped(json_string(""));
	assert_as_dumped(json_string("Grüße, 日本語 … \U0001f600 \u2028 \x7f"));
}

TEST(it_is_the_same_wherever_in_a_string_it_stands)
{
	static const char special[] = "\"\\\n\x01\x1f !#[]\x7f\xc3\xa9";
	for (size_t i = 0; i + 1 < sizeof special; i++)
		for (size_t at = 0; at < 20; at++) {
			char text[] = "abcdefghijklmnopqrstuvwxyz";
			size_t n = special[i] == '\xc3' ? 2 : 1;
			memcpy(text + at, special + i, n);
			if (special[i] != '\xa9')
				assert_as_dumped(json_string(text));
			text[at + n] = '\0';
			if (special[i] != '\xa9')
				assert_as_dumped(json_string(text));
		}
}

TEST(lists_numbers_and_what_is_in_them_are_printed_as_jansson_prints_them)
{
	assert_as_dumped(json_array());
	assert_as_dumped(json_pack("[s,s,[s],i,b,n]", "one", "\"two\"", "three", 4, 1));
	assert_as_dumped(json_integer(-12345678901));
	assert_as_dumped(json_real(0.3));
	assert_as_dumped(json_true());
	assert_as_dumped(json_pack("{s:s,s:[s]}", "a", "b", "c", "d"));
}
