/* JSON in one line is what jansson prints, byte for byte: stores keep it, and hand-ins are known again by it. */
#include "tests/unit/test.h"

#include <string.h>
#include "validators/kit/json_line.h"
#include "validators/text/mem.h"

/* Takes the value. */
static void
assert_same(json_t *value)
{
	char *wanted = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
	UT_string line;

	assert_non_null(wanted);
	utstring_init(&line);
	utstring_printf(&line, "before ");
	json_line(value, &line);
	assert_string_equal(utstring_body(&line) + strlen("before "), wanted);
	assert_int_equal(utstring_len(&line), strlen("before ") + strlen(wanted));
	utstring_done(&line);
	free(wanted);
	json_decref(value);
}

TEST(values_of_every_kind_are_printed_as_they_are_elsewhere)
{
	static const char *const texts[] = {"{}", "[]", "null", "true", "false", "0", "-17", "9223372036854775807", "0.1",
		"-0.0", "1e300", "1.0", "0.30000000000000004", "\"\"", "[[],{},[{}]]", "[1,\"two\",null,[3.5,{\"four\":5}]]",
		"{\"b\":1,\"a\":{\"z\":[true,false],\"y\":\"x\"},\"\":\"\",\"a\\\"b\\\\\":2}",
		"{\"日本\":\"é🚀 ไทย\"}", "\"\\ud83d\\ude00 \\u2028 \\u007f / \\/ \\u0000 behind\""};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		json_t *value = json_loads(texts[i], JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);

		assert_non_null(value);
		assert_same(value);
	}
}

TEST(each_character_is_escaped_as_it_is_elsewhere)
{
	for (unsigned c = 0; c < 0x80; c++) {
		const char alone[] = {(char)c}, within[] = {'a', (char)c, (char)c, 'z'};
		char *key;

		assert_same(json_stringn(alone, 1));
		assert_same(json_stringn(within, 4));
		key = mem_format("k%c%c", c ? (char)c : '0', '"');
		assert_same(json_pack("{s:s, s:[s]}", key, "x", "last", key));
		free(key);
	}
}
