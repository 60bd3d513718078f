/*
 * Reading a hand-in as JSON: its frame, its bounds, what it may not hold, and where a fault is said to be.
 */
#include "tests/unit/validators/dialectic_fixture.h"

#include "validators/limits.h"

static int
read_json(const char *text, size_t len, int line0, bool prefix)
{
	struct findings findings = { .n = 0 };
	json_t *value = handin_json(text, len, line0, prefix, &findings);
	int err = findings_errno(&findings);

	assert_true(!value || !err);
	assert_true(value || err || prefix);
	json_decref(value);
	print_found(&findings);
	return err;
}

static void
bare_json_and_one_fenced_block_are_read(void **state)
{
	static const char *const texts[] = { "{}", "[]", "  {}\n", "\n\n{}\n\n", "{}\t \n", "```json\n{}\n```", "```json\n{}\n```\n\n \n",
		"\n```json\n\n{}\n\n```\n", "```JSON\n{}\n```\n", "```\n{}\n```\n", "   ```json\n{}\n   ```\n", "~~~json\n{}\n~~~\n",
		"````json\n{}\n````\n", "```json \n{}\n``` \n", "``` json\n{}\n`````\n", "{\"a\": \"```\"}", "[1, -2.5e3, true, null]", "{\"a\": 1e999}", "{\"a\": 99999999999999999999}",
		"{\"a\":{\"score\":-1E999,\"b\":[99999999999999999999]}}" };

	(void)state;
	for (size_t i = 0; i < N(texts); i++)
		if (read_json(texts[i], strlen(texts[i]), 0, false))
			fail_msg("%s\n%s", texts[i], found_text());
}

struct refused {
	const char *text, *says;
};

/* clang-format off */
static const struct refused refused[] = {
	{ "", "h:1: error: [handin.json] the JSON ends before it is whole" },
	{ " \n\n", "[handin.json]" },
	{ "title: x", "h:1: error: [handin.json] this cannot be read as JSON: before its `{` or `[`, or the fence round it, nothing else stands" },
	{ "Here it is:\n{}", "h:1: error: [handin.json]" },
	{ "{} {}", "h:1: error: [handin.json] something stands behind the JSON" },
	{ "{}\n\nThanks", "h:3: error: [handin.json] something stands behind the JSON" },
	{ "{\"a\": 1", "h:1:…: error: [handin.json] the JSON ends before it is whole" },
	{ "{'a': 1}", "[handin.json]" },
	{ "{\"a\": 1,}", "[handin.json]" },
	{ "{\"a\": NaN}", "[handin.json]" },
	{ "{\"a\": Infinity}", "[handin.json]" },
	{ "{\"a\": -Infinity}", "[handin.json]" },
	{ "{\"score\": 1e999}", "h:1:score: error: [handin.json] this number is too big" },
	{ "{\"rescores\": [{\"old_score\": 99999999999999999999}]}", "h:1:rescores[0].old_score: error: [handin.json] this number is too big" },
	{ "{\"a\": [1e999, 01]}", "h:1:…[1]: error: [handin.json] this cannot be read as JSON" },
	{ "{\"a\": 01}", "[handin.json]" },
	{ "{\"title\": \"x\ny\"}", "[handin.json]" },
	{ "{\"a\": \"\\ud800\"}", "[handin.json]" },
	{ "{\"a\": \"\\x\"}", "[handin.json]" },
	{ "// no\n{}", "[handin.json]" },
	{ "```json\n{}\n", "h:1: error: [handin.json] the fenced block is left open" },
	{ "```json\n{}\n~~~\n", "[handin.json]" },
	{ "````json\n{}\n```\n", "[handin.json]" },
	{ "```json\n{}\n```\n```json\n{}\n```\n", "h:4: error: [handin.json] something stands behind the fenced block" },
	{ "```json\n{}\n```\n\nDone.\n", "h:5: error: [handin.json] something stands behind the fenced block" },
	{ "Done.\n```json\n{}\n```\n", "h:1: error: [handin.json]" },
	{ "```yaml\n{}\n```\n", "h:1: error: [handin.json] the fenced block is not a json block" },
	{ "    ```json\n{}\n    ```\n", "[handin.json]" },
	{ "``json\n{}\n``\n", "[handin.json]" },
	{ "\n```json\n{\n  \"title\": x\n}\n```\n", "h:4:title: error: [handin.json]" },
	{ "{\"title\": 1, \"title\": 2}", "h:1:title: error: [handin.twice] this key stands twice" },
	{ "[{}, {\"grounds\": [{\"source\": 1,\n\"source\": 2}]}]", "h:2:[1].grounds[0].source: error: [handin.twice]" },
	{ "{\"x\": {\"y\": 1, \"y\": 2}}", "h:1:….…: error: [handin.twice]" },
	{ "{\"title\": \"a\\u0007b\"}", "h:title: error: [text.control] this text has a control character" },
	{ "{\"title\": \"a\\u0000b\"}", "h:1:title: error: [text.control]" },
	{ "{\"title\": \"a\\u001bb\"}", "h:title: error: [text.control]" },
	{ "{\"title\": \"a\\u007fb\"}", "h:title: error: [text.control]" },
	{ "{\"title\": \"a\\u0085b\"}", "h:title: error: [text.control]" },
	{ "{\"title\": \"a\\rb\"}", "h:title: error: [text.control]" },
	{ "{\"title\": \"a\\r\\nb\"}", "h:title: error: [text.control] this text has a carriage return before a newline" },
	{ "{\"title\": \"a\\fb\"}", "h:title: error: [text.control]" },
	{ "{\"title\": \"a\\u202eb\"}", "h:title: error: [text.control] this text has a bidirectional control" },
	{ "{\"title\": \"a\\u2066b\"}", "h:title: error: [text.control] this text has a bidirectional control" },
	{ "{\"title\": \"a\\u2066b\"}", "h:title: error: [text.control] this text has a bidirectional control" },
	{ "{\"title\": \"a\\u2028b\"}", "h:title: error: [text.control] this text has a line separator" },
	{ "[0, {\"grounds\": [{\"source\": \"\\u0001\"}]}]", "h:[1].grounds[0].source: error: [text.control]" },
	{ "{\"a\\u0007\": 1}", "h:…: error: [text.control]" },
	{ "{\"a\\u0000\": 1}", "[text.control] this key has a control character" },
	{ "{\"x\": {\"title\": [\"\\u0007\"]}}", "h:….title[0]: error: [text.control]" },
};
/* clang-format on */

static void
anything_else_is_refused_with_its_place(void **state)
{
	(void)state;
	for (size_t i = 0; i < N(refused); i++) {
		if (read_json(refused[i].text, strlen(refused[i].text), 0, false) != -EINVAL)
			fail_msg("not refused with EINVAL: %s\n%s", refused[i].text, found_text());
		assert_found(refused[i].says);
	}
}

static void
line_numbers_count_from_the_submitted_text(void **state)
{
	static const char text[] = "\n{\n\"title\": }";

	(void)state;
	assert_int_equal(read_json(text, sizeof text - 1, 7, false), -EINVAL);
	assert_found("h:10:title: error: [handin.json]");
	assert_int_equal(read_json("```json\n{}\n```\nx", 17 - 1, 7, false), -EINVAL);
	assert_found("h:11: error: [handin.json]");
}

static void
tabs_and_newlines_and_every_script_may_stand_in_a_text(void **state)
{
	static const char text[] = "{\"title\": \"a\\tb\\nc\", \"claim\": \"é \\u00e9 日本 👩\\u200d🚀 \\ud83d\\ude80 \\\"\\\\\\/\"}";

	(void)state;
	if (read_json(text, sizeof text - 1, 0, false))
		fail_msg("%s", found_text());
}

static void
what_is_not_utf8_is_told_as_that(void **state)
{
	static const char text[] = "{\"title\": \"a\xff\"}";

	(void)state;
	assert_int_equal(read_json(text, sizeof text - 1, 0, false), -EILSEQ);
	assert_found("h:1:title: error: [text.utf8]");
}

/* `depth` arrays, one in the other. */
static char *
nested(unsigned depth)
{
	char *text = mem_calloc(2 * (size_t)depth + 1, 1);

	memset(text, '[', depth);
	memset(text + depth, ']', depth);
	return text;
}

static void
nesting_is_bounded_before_anything_is_parsed(void **state)
{
	static const unsigned depths[] = { LIMIT_NESTING + 1, 1000, 500000 };
	char *text = nested(LIMIT_NESTING);

	(void)state;
	assert_int_equal(read_json(text, strlen(text), 0, false), 0);
	free(text);
	for (size_t i = 0; i < N(depths); i++) {
		text = nested(depths[i]);
		assert_int_equal(read_json(text, strlen(text), 0, false), -EINVAL);
		assert_found("error: [limit.nesting]");
		assert_int_equal(read_json(text, strlen(text), 0, true), 0);
		text[strlen(text) - 1] = '\n';
		assert_int_equal(read_json(text, strlen(text), 0, true), -EINVAL);
		free(text);
	}
	text = mem_strdup("[{\"grounds\": [[{\"a\": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}]]}]");
	assert_int_equal(read_json(text, strlen(text), 0, false), -EINVAL);
	assert_found("h:1:[0].grounds[0][0].…[0]");
	free(text);
}

static void
brackets_and_quotes_inside_a_text_nest_nothing(void **state)
{
	UT_string text;

	(void)state;
	utstring_init(&text);
	utstring_printf(&text, "{\"title\": \"");
	for (int i = 0; i < 100; i++)
		utstring_printf(&text, "[{\\\"\\\\");
	utstring_printf(&text, "\"}");
	assert_int_equal(read_json(utstring_body(&text), utstring_len(&text), 0, false), 0);
	utstring_done(&text);
}

/* -- a text that goes on --------------------------------------------------------------------------------------------------------- */

static void
no_beginning_of_a_good_text_is_refused(void **state)
{
	static const char *const texts[] = { OPENINGS "\n", ARGUMENT, "\n\n" ARGUMENT "\n\n", "```json\n" OPENINGS "\n```\n\n",
		"{\n  \"title\" :\n \"a\\u00e9\\ud83d\\ude80\"\n ,\n \"score\"\n: -1.5e-3\n}\n", "  ~~~json\n[\n1,\n2.0,\ntrue\n]\n~~~\n" };

	(void)state;
	for (size_t i = 0; i < N(texts); i++)
		for (size_t cut = 0; cut <= strlen(texts[i]); cut++)
			if (read_json(texts[i], cut, 0, true))
				fail_msg("refused at %zu of %s: %s", cut, texts[i], found_text());
}

static void
what_nothing_can_mend_is_refused_as_it_comes(void **state)
{
	static const char *const texts[] = { "Here it is:\n", "title: x\n", "{\n\"a\": nope\n", "```yaml\n", "```json\nx\n", "{}\nx\n",
		"```json\n{}\n```\nx\n", "{\"title\": 1,\n\"title\": 2,\n", "{\"a\": NaN,\n", "{\"title\": \"\\u0007\"}\n", "[1,,\n",
		"{\"a\": \"x\n" };

	(void)state;
	for (size_t i = 0; i < N(texts); i++) {
		if (!read_json(texts[i], strlen(texts[i]), 0, true))
			fail_msg("not refused: %s", texts[i]);
		assert_int_not_equal(read_json(texts[i], strlen(texts[i]), 0, false), 0);
		assert_int_equal(read_json(texts[i], strcspn(texts[i], "\n"), 0, true), 0);
	}
}

static void
no_finding_repeats_a_word_of_the_text(void **state)
{
	static const char *const texts[] = { "secret", "{\"secret\": secret}", "{\"secret\": \"secret\", \"secret\": 1}", "{} secret",
		"```secret\n{}\n```", "```json\n{}\n```\nsecret", "{\"secret\\u0007\": \"secret\\u0007\"}", "{\"secret\": {\"secret\": [secret",
		"{\"secret\": \"\\ud800secret\"}", "{\"title\": \"secret\nsecret\"}", "{\"secret\": [{\"secret\": \"a\\u202e\"}]}" };

	(void)state;
	for (size_t i = 0; i < N(texts); i++) {
		assert_int_not_equal(read_json(texts[i], strlen(texts[i]), 0, false), 0);
		if (strstr(found_text(), "secret"))
			fail_msg("%s\n%s", texts[i], found_text());
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bare_json_and_one_fenced_block_are_read),
		cmocka_unit_test(anything_else_is_refused_with_its_place),
		cmocka_unit_test(line_numbers_count_from_the_submitted_text),
		cmocka_unit_test(tabs_and_newlines_and_every_script_may_stand_in_a_text),
		cmocka_unit_test(what_is_not_utf8_is_told_as_that),
		cmocka_unit_test(nesting_is_bounded_before_anything_is_parsed),
		cmocka_unit_test(brackets_and_quotes_inside_a_text_nest_nothing),
		cmocka_unit_test(no_beginning_of_a_good_text_is_refused),
		cmocka_unit_test(what_nothing_can_mend_is_refused_as_it_comes),
		cmocka_unit_test(no_finding_repeats_a_word_of_the_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
