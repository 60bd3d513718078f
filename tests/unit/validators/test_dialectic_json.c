/*
 * Reading a hand-in as JSON: its frame, its bounds, what it may not hold, and where a fault is said to be.
 */
#include "tests/unit/validators/dialectic_fixture.h"

#include "validators/text/limits.h"

static int
read_json(const char *text, size_t len, int line0, bool prefix)
{
	struct findings findings = { .n = 0 };
	json_t *value = jsonform_parse(&dialectic_json, text, len, line0, prefix, &findings);
	int err = findings_errno(&findings);

	assert_true(!value || !err);
	assert_true(value || err || prefix);
	json_decref(value);
	print_found(&findings);
	return err;
}

TEST(bare_json_and_one_fenced_block_are_read)
{
	static const char *const texts[] = { "{}", "[]", "  {}\n", "\n\n{}\n\n", "{}\t \n", "```json\n{}\n```", "```json\n{}\n```\n\n \n",
		"\n```json\n\n{}\n\n```\n", "```JSON\n{}\n```\n", "```\n{}\n```\n", "   ```json\n{}\n   ```\n", "~~~json\n{}\n~~~\n",
		"````json\n{}\n````\n", "```json \n{}\n``` \n", "``` json\n{}\n`````\n", "{\"a\": \"```\"}", "[1, -2.5e3, true, null]", "{\"a\": 1e999}", "{\"a\": 99999999999999999999}",
		"{\"a\":{\"score\":-1E999,\"b\":[99999999999999999999]}}" };

	for (size_t i = 0; i < N(texts); i++)
		if (read_json(texts[i], strlen(texts[i]), 0, false))
			fail_msg("%s\n%s", texts[i], found_text());
}

/* Each text, whole and cut after every byte, in a buffer of just its size: what reads behind it is seen by a sanitizer. */
TEST(nothing_behind_a_text_is_looked_at)
{
	static const char *const texts[] = { "([\"L]] \\` newline `z\n(\n^ \n\\\\\\\\\\", "{\"a\": \"\\", "[\"\\u12", "{\"a\\x\": 1}",
		"[\"\\ud800\\", "[\"\\q\", 'x', 01, \"\t" };

	for (size_t i = 0; i < N(texts); i++)
		for (size_t len = 0; len <= strlen(texts[i]); len++) {
			char *exact = malloc(len ? len : 1);

			memcpy(exact, texts[i], len);
			read_json(exact, len, 0, false);
			read_json(exact, len, 0, true);
			free(exact);
		}
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

TEST(anything_else_is_refused_with_its_place)
{
	for (size_t i = 0; i < N(refused); i++) {
		if (read_json(refused[i].text, strlen(refused[i].text), 0, false) != -EINVAL)
			fail_msg("not refused with EINVAL: %s\n%s", refused[i].text, found_text());
		assert_found(refused[i].says);
	}
}

/* clang-format off */
static const struct refused reasons[] = {
	{ "{\"title\": “x”}", "h:1:title: error: [handin.json] this cannot be read as JSON: in column 11 stands U+201C (“), where JSON has `\"`: write that\n" },
	{ "{“title”: 1}", "in column 2 stands U+201C (“), where JSON has `\"`: write that" },
	{ "{\n  \"a\"： 1}", "h:2:…: error: [handin.json] this cannot be read as JSON: in column 6 stands U+FF1A (：), where JSON has `:`: write that" },
	{ "{\"a\": \"日本\"，\"b\": 1}", "in column 11 stands U+FF0C (，), where JSON has `,`: write that" },
	{ "{\"a\": \"x\"、\"b\": 1}", "in column 10 stands U+3001 (、), where JSON has `,`: write that" },
	{ "｛\"a\": 1}", "h:1: error: [handin.json] this cannot be read as JSON: in column 1 stands U+FF5B (｛), where JSON has `{`: write that; before its `{`" },
	{ "{\"a\": ［1]}", "in column 7 stands U+FF3B (［), where JSON has `[`: write that" },
	{ "{\"a\": 【1】}", "in column 7 stands U+3010 (【), where JSON has `[`: write that" },
	{ "{\"a\": 1｝", "in column 8 stands U+FF5D (｝), where JSON has `}`: write that" },
	{ "{\"score\": ２}", "h:1:score: error: [handin.json] this cannot be read as JSON: in column 11 stands U+FF12 (２), where JSON has `2`: write that" },
	{ "{\"score\": －1}", "in column 11 stands U+FF0D (－), where JSON has `-`" },
	{ "{\"score\": −1}", "in column 11 stands U+2212 (−), where JSON has `-`" },
	{ "{\"a\":\u30001}", "in column 6 stands U+3000, white space that JSON does not know: write a space" },
	{ "{\"a\":\u00a01}", "in column 6 stands U+00A0, white space" },
	{ "{'a': 1}", "in column 2 stands U+0027 ('), where JSON has `\"`: write that" },
	{ "{\"a\": 1}，", "something stands behind the JSON: in column 9 stands U+FF0C (，), where JSON has `,`" },
	/* A text that was meant to end. */
	{ "{\"title“: \"x\"}", "in column 8 stands U+201C (“), where JSON has `\"`: write that" },
	{ "{\"title\": \"x”, \"claim\": \"y\"}", "in column 13 stands U+201D (”), where JSON has `\"`: write that" },
	{ "{\"title\": \"x”,\n \"b\": 1}", "in column 13 stands U+201D (”), where JSON has `\"`: write that" },
	{ "{\"title\": \"“x”」}", "the JSON ends before it is whole: in column 15 stands U+300D (」), where JSON has `\"`: write that" },
	{ "{\"a\": \"so “x”, and\" \"b\": 1}", "in column 21 stands a text, where `,` or `}` is expected" },
	/* A quote in a text. */
	{ "{\"a\": \"he said \"free\" twice\"}", "a text ends in column 16, and something goes on behind it: a `\"` inside a text is written `\\\"`\n" },
	{ "{\"a\": \"他说\"免费\"了\"}", "a text ends in column 10, and something goes on" },
	{ "{\"a\": \"a 5\" pipe\"}", "a text ends in column 11, and something goes on" },
	{ "{\"a\": \"\"free\" rides\"}", "a text ends in column 8, and something goes on" },
	/* The rest. */
	{ "{\"a\": \"x\"\n \"b\": 1}", "h:2:…: error: [handin.json] this cannot be read as JSON: in column 2 stands a text, where `,` or `}` is expected\n" },
	{ "[\"x\" {}]", "in column 6 stands `{`, where `,` or `]` is expected" },
	{ "{\"a\": 1,}", "in column 9 stands `}`, where a key in `\"` is expected" },
	{ "{\"a\" 1}", "in column 6 stands a number, or what looks like one, where `:` is expected" },
	{ "[1, ]", "in column 5 stands `]`, where a value is expected" },
	{ "{title: 1}", "in column 2 stands a word that is not in quotes, where a key in `\"` is expected" },
	{ "{\"a\": NaN}", "in column 7 stands a word that is not in quotes, which is nothing that JSON has" },
	{ "{\"a\": 免}", "in column 7 stands a word that is not in quotes, which is nothing" },
	{ "{\"a\": →}", "in column 7 stands U+2192 (→), which is nothing that JSON has" },
	{ "{\"a\": \"x\ty\"}", "in the text that begins in column 7 stands a tab: it is written `\\t`" },
	{ "{\"a\": \"x\n y\"}", "the text that begins in column 7 does not end in its line: it ends with `\"`, and a line's end in it is written `\\n`" },
	{ "{\"a\": \"x", "the JSON ends before it is whole: the text that begins in column 7 does not end" },
	{ "{\"a\": \"x\\qy\"}", "in column 9 stands a `\\` that begins none of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX: a `\\` itself is written `\\\\`" },
	{ "{\"a\": \"x\\ud800\"}", "in column 9 stands a `\\u` that is no character" },
	{ "{\"a\": \"x\\u12\"}", "in column 9 stands a `\\`" },
	{ "{} {}", "something stands behind the JSON: in column 4 stands `{`\n" },
};
/* clang-format on */

TEST(why_it_is_no_json_is_said)
{
	for (size_t i = 0; i < N(reasons); i++) {
		if (read_json(reasons[i].text, strlen(reasons[i].text), 0, false) != -EINVAL)
			fail_msg("not refused with EINVAL: %s\n%s", reasons[i].text, found_text());
		assert_found(reasons[i].says);
	}
}

/* Every text of these, cut anywhere and told as one that is whole. */
TEST(any_part_is_told)
{
	for (size_t i = 0; i < N(reasons); i++)
		for (size_t len = 0; len < strlen(reasons[i].text); len++) {
			char *text = mem_copy(reasons[i].text, len);

			read_json(text, len, 0, false);
			free(text);
		}
}

TEST(line_numbers_count_from_the_submitted_text)
{
	static const char text[] = "\n{\n\"title\": }";

	assert_int_equal(read_json(text, sizeof text - 1, 7, false), -EINVAL);
	assert_found("h:10:title: error: [handin.json]");
	assert_int_equal(read_json("```json\n{}\n```\nx", 17 - 1, 7, false), -EINVAL);
	assert_found("h:11: error: [handin.json]");
}

TEST(tabs_and_newlines_and_every_script_may_stand_in_a_text)
{
	static const char text[] = "{\"title\": \"a\\tb\\nc\", \"claim\": \"é \\u00e9 日本 👩\\u200d🚀 \\ud83d\\ude80 \\\"\\\\\\/\"}";

	if (read_json(text, sizeof text - 1, 0, false))
		fail_msg("%s", found_text());
}

TEST(what_is_not_utf8_is_told_as_that)
{
	static const char text[] = "{\"title\": \"a\xff\"}";

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

TEST(nesting_is_bounded_before_anything_is_parsed)
{
	static const unsigned depths[] = { LIMIT_NESTING + 1, 1000, 500000 };
	char *text = nested(LIMIT_NESTING);

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

TEST(nesting_behind_a_text_that_does_not_end_in_its_line_is_told_in_its_own)
{
	char *deep = nested(LIMIT_NESTING), *text = mem_format("[\"a\nb\", %s]", deep);

	assert_int_equal(read_json(text, strlen(text), 0, false), -EINVAL);
	assert_found("h:2:[1][0]");
	free(text);
	free(deep);
}

TEST(brackets_and_quotes_inside_a_text_nest_nothing)
{
	UT_string text;

	utstring_init(&text);
	utstring_printf(&text, "{\"title\": \"");
	for (int i = 0; i < 100; i++)
		utstring_printf(&text, "[{\\\"\\\\");
	utstring_printf(&text, "\"}");
	assert_int_equal(read_json(utstring_body(&text), utstring_len(&text), 0, false), 0);
	utstring_done(&text);
}

/* -- a text that goes on --------------------------------------------------------------------------------------------------------- */

TEST(no_beginning_of_a_good_text_is_refused)
{
	static const char *const texts[] = { OPENINGS "\n", ARGUMENT, "\n\n" ARGUMENT "\n\n", "```json\n" OPENINGS "\n```\n\n",
		"{\n  \"title\" :\n \"a\\u00e9\\ud83d\\ude80\"\n ,\n \"score\"\n: -1.5e-3\n}\n", "  ~~~json\n[\n1,\n2.0,\ntrue\n]\n~~~\n" };

	for (size_t i = 0; i < N(texts); i++)
		for (size_t cut = 0; cut <= strlen(texts[i]); cut++)
			if (read_json(texts[i], cut, 0, true))
				fail_msg("refused at %zu of %s: %s", cut, texts[i], found_text());
}

TEST(what_nothing_can_mend_is_refused_as_it_comes)
{
	static const char *const texts[] = { "Here it is:\n", "title: x\n", "{\n\"a\": nope\n", "```yaml\n", "```json\nx\n", "{}\nx\n",
		"```json\n{}\n```\nx\n", "{\"title\": 1,\n\"title\": 2,\n", "{\"a\": NaN,\n", "{\"title\": \"\\u0007\"}\n", "[1,,\n",
		"{\"a\": \"x\n" };

	for (size_t i = 0; i < N(texts); i++) {
		if (!read_json(texts[i], strlen(texts[i]), 0, true))
			fail_msg("not refused: %s", texts[i]);
		assert_int_not_equal(read_json(texts[i], strlen(texts[i]), 0, false), 0);
		assert_int_equal(read_json(texts[i], strcspn(texts[i], "\n"), 0, true), 0);
	}
}

TEST(no_finding_repeats_a_word_of_the_text)
{
	static const char *const texts[] = { "secret", "{\"secret\": secret}", "{\"secret\": \"secret\", \"secret\": 1}", "{} secret",
		"```secret\n{}\n```", "```json\n{}\n```\nsecret", "{\"secret\\u0007\": \"secret\\u0007\"}", "{\"secret\": {\"secret\": [secret",
		"{\"secret\": \"\\ud800secret\"}", "{\"title\": \"secret\nsecret\"}", "{\"secret\": [{\"secret\": \"a\\u202e\"}]}" };

	for (size_t i = 0; i < N(texts); i++) {
		assert_int_not_equal(read_json(texts[i], strlen(texts[i]), 0, false), 0);
		if (strstr(found_text(), "secret"))
			fail_msg("%s\n%s", texts[i], found_text());
	}
}
