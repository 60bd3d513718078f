/* Templates: what may stand in one, and that values are data. */
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>
#include "validators/kit/template.h"
#include "validators/text/mem.h"

/* Who renders: the value that each name has where it is set, and which of the list is looked at. */
struct values {
	const char *topic, *points;
	bool no;
	size_t n, at;
};

static void
put_name(const char *value, bool block, const char *name, const char *word, UT_string *out)
{
	if (value)
		utstring_printf(out, "%s", value);
	else if (block)
		utstring_printf(out, "(%s\n%s)\n", name, name);
	else
		utstring_printf(out, "<%s%s%s>", name, *word ? " " : "", word);
}

/* A word is its name in angle brackets, a block two lines of it. */
#define PUT(name, value, block) \
	static void put_##name(void *arg, const char *word, UT_string *out) \
	{ \
		const struct values *v = arg; \
		(void)v; \
		put_name(value, block, #name, word, out); \
	}
PUT(topic, v->topic, false)
PUT(round, NULL, false)
PUT(rounds, NULL, false)
PUT(effort, NULL, false)
PUT(path, NULL, false)
PUT(empty, "", false)
PUT(points, v->points, true)
PUT(concessions, NULL, true)

static void
put_n(void *arg, const char *word, UT_string *out)
{
	(void)word;
	utstring_printf(out, "%zu", ((const struct values *)arg)->at);
}

static bool
is_yes(void *arg, const char *word)
{
	return !((const struct values *)arg)->no && strcmp(word, "never");
}

static bool
is_first(void *arg, const char *word)
{
	(void)word;
	return !((const struct values *)arg)->at;
}

static bool
at_item(void *arg, size_t i)
{
	struct values *v = arg;

	v->at = i;
	return i < v->n;
}

#define WORD(value) {.name = #value, .put = put_##value}
#define BLOCK(value) {.name = #value, .kind = TEMPLATE_BLOCK, .put = put_##value}
static const struct template_name names[] = {
	WORD(topic), WORD(round), WORD(rounds), WORD(effort), WORD(empty), WORD(n), BLOCK(points), BLOCK(concessions),
	{.name = "path", .worded = true, .put = put_path},
	{.name = "yes", .kind = TEMPLATE_FLAG, .worded = true, .is = is_yes},
	{.name = "first", .kind = TEMPLATE_FLAG, .is = is_first},
	{.name = "item", .kind = TEMPLATE_LIST, .at = at_item},
};
static const struct template_form form = {.names = names, .n = sizeof names / sizeof *names};

/* It, rendered; malloc'd. */
static char *
rendered_with(const char *text, struct values *values)
{
	int line = -1;
	const char *fault = NULL;
	struct template *t = template_make(&form, text, strlen(text), &line, &fault);
	UT_string out;

	if (!t)
		fail_msg("%d: %s", line, fault);
	utstring_init(&out);
	template_render(t, values, &out);
	template_drop(t);
	return utstring_body(&out);
}

static void
assert_rendered(const char *text, const char *expected)
{
	char *s = rendered_with(text, &(struct values){.n = 2});

	assert_string_equal(s, expected);
	free(s);
}

static void
assert_fault(const char *text, int line, const char *words)
{
	int at = -1;
	const char *fault = NULL;

	assert_null(template_make(&form, text, strlen(text), &at, &fault));
	assert_int_equal(at, line);
	if (!strstr(fault, words))
		fail_msg("%s", fault);
}

TEST(a_word_stands_anywhere_in_a_line)
{
	assert_rendered("{topic}", "<topic>\n");
	assert_rendered("# On {topic}, {round}{rounds}.\n", "# On <topic>, <round><rounds>.\n");
	assert_rendered("- {topic}\n  `{effort}`\n", "- <topic>\n  `<effort>`\n");
}

TEST(a_block_has_blank_lines_round_it)
{
	assert_rendered("{topic}\n{points}\nend\n", "<topic>\n\n(points\npoints)\n\nend\n");
	assert_rendered("{topic}\n\n\n\n{points}\n\n\n\nend", "<topic>\n\n(points\npoints)\n\nend\n");
	assert_rendered("{points}\n{topic}", "(points\npoints)\n\n<topic>\n");
	assert_rendered("{topic}\n\n{points}\n\n{concessions}\n", "<topic>\n\n(points\npoints)\n\n(concessions\nconcessions)\n");
}

TEST(a_brace_that_is_written_twice_is_text)
{
	assert_rendered("{{topic} is {topic}\n", "{topic} is <topic>\n");
	assert_rendered("{topic}: {{{{ and } and }}\n", "<topic>: {{ and } and }}\n");
	assert_rendered("{{{topic}}\n", "{<topic>}\n");
	assert_rendered("{topic}\n{{\n", "<topic>\n{\n");
}

TEST(what_stands_in_a_value_is_no_placeholder)
{
	struct values values = {.topic = "{round} {{ %s {points}", .points = "{topic}\n{\n"};
	char *s = rendered_with("{topic}\n\n{points}\n", &values);

	assert_string_equal(s, "{round} {{ %s {points}\n\n{topic}\n{\n");
	free(s);
}

TEST(a_name_may_have_a_word_behind_it)
{
	assert_rendered("`{path lock}` {path}\n", "`<path lock>` <path>\n");
	assert_rendered("{path a b}{topic}\n", "<path a b><topic>\n");
	assert_fault("{topic lock}\n", 1, "no placeholder of this name");
	assert_fault("{topic }\n", 1, "no placeholder of this name");
}

TEST(a_condition_has_one_of_its_parts)
{
	assert_rendered("a{if yes}, b{end}.\n", "a, b.\n");
	assert_rendered("a{if not yes}, b{end}.\n", "a.\n");
	assert_rendered("a{if yes never}, b{else}, c{end}.\n", "a, c.\n");
	assert_rendered("{if empty}a{else if topic}{topic}{else}c{end}\n", "<topic>\n");
	assert_rendered("{if empty}a{else if not topic}b{else}c{end}\n", "c\n");
	assert_rendered("{if empty}a{else if empty}b{end}", "\n");
	assert_rendered("{if points}a{end}\n", "a\n");
	assert_rendered("{if yes}a{else if yes}b{else if yes}c{end}d\n", "ad\n");
	assert_rendered("{if yes}{if empty}a{else}b{end}c{end}d\n", "bcd\n");
}

TEST(a_list_has_its_part_once_for_each)
{
	assert_rendered("{each item}{if not first}, {end}{n}{end}.\n", "0, 1.\n");
	assert_rendered("a\n\n{each item}\n\n{points}\n{end}\n\nb\n", "a\n\n(points\npoints)\n\n(points\npoints)\n\nb\n");
	assert_rendered("a\n\n{each item}\n- {n}\n{end}\n\nb\n", "a\n\n- 0\n- 1\n\nb\n");
}

TEST(a_line_of_nothing_but_conditions_goes_with_its_newline)
{
	assert_rendered("a\n{if yes}\nb\n{else}\nc\n{end}\nd\n", "a\nb\nd\n");
	assert_rendered("a\n{if yes}\nb\n{end}{if empty}\nc\n{end}\nd\n", "a\nb\nd\n");
	assert_rendered("a{if yes}\nb{end}\n{if empty}\n{end}", "a\nb\n");
	assert_rendered("{if yes}\n\n{points}\n{end}\n{if empty}\n{end}\n{topic}\n", "(points\npoints)\n\n<topic>\n");
}

TEST(a_condition_or_a_list_that_is_not_whole_is_refused)
{
	assert_fault("{topic}\n{if yes}\n", 2, "no {end}");
	assert_fault("{each item}\n{if yes}{end}\n", 1, "no {end}");
	assert_fault("{topic}\n{end}\n", 2, "ends here");
	assert_fault("{topic}\n{else}\n", 2, "no {if}");
	assert_fault("{each item}\n\n{else}{end}\n", 3, "no {if}");
	assert_fault("{if yes}{else}\n{else}{end}\n", 2, "no {if}");
	assert_fault("{if yes}{else}\n{else if yes}{end}\n", 2, "no {if}");
	assert_fault("{if yes}\n{else unless}{end}\n", 2, "or an if");
}

TEST(a_condition_or_a_list_of_another_name_is_refused)
{
	assert_fault("\n{if nothing}{end}\n", 2, "no condition");
	assert_fault("{if}{end}\n", 1, "no condition");
	assert_fault("{if not}{end}\n", 1, "no condition");
	assert_fault("{if item}{end}\n", 1, "no condition");
	assert_fault("{each yes}{end}\n", 1, "no list");
	assert_fault("{each}{end}\n", 1, "no list");
	assert_fault("{each item}\n{if yes}{each item}{end}{end}{end}\n", 2, "in itself");
	assert_fault("{yes}\n", 1, "no placeholder");
	assert_fault("{item}\n", 1, "no placeholder");
}

TEST(what_stands_too_deep_in_each_other_is_refused)
{
	UT_string deep;

	utstring_init(&deep);
	for (int i = 0; i < TEMPLATE_DEPTH; i++)
		utstring_printf(&deep, "{if yes}");
	for (int i = 0; i < TEMPLATE_DEPTH; i++)
		utstring_printf(&deep, "{end}");
	assert_rendered(utstring_body(&deep), "\n");
	utstring_clear(&deep);
	for (int i = 0; i <= TEMPLATE_DEPTH; i++)
		utstring_printf(&deep, "{if yes}\n");
	assert_fault(utstring_body(&deep), TEMPLATE_DEPTH + 1, "too deep");
	utstring_done(&deep);
}

TEST(a_placeholder_that_there_is_not_is_named_by_its_line)
{
	assert_fault("{topic}\n\nto {nobody}\n", 3, "no placeholder of this name");
	assert_fault("{topic}\n{Topic}\n", 2, "no placeholder of this name");
	assert_fault("{topic}\n{}\n", 2, "no placeholder of this name");
	assert_fault("{points}\n\n\n{ topic }\n", 4, "no placeholder of this name");
}

TEST(a_brace_that_is_not_closed_is_named_by_its_line)
{
	assert_fault("{topic}\nand {topic\n}", 2, "not closed");
	assert_fault("{topic} {", 1, "not closed");
	assert_fault("{topic}\n{{{", 2, "not closed");
}

TEST(a_block_that_does_not_stand_alone_is_refused)
{
	assert_fault("{topic}\n\nThe {points}\n", 3, "alone on its line");
	assert_fault("{topic}\n\n{points}.\n", 3, "alone on its line");
	assert_fault("{topic}\n\n {points}\n", 3, "alone on its line");
	assert_fault("{topic}\n\n{points}{concessions}\n", 3, "alone on its line");
}

TEST(a_block_in_a_list_a_quotation_or_code_is_refused)
{
	assert_fault("{topic}\n\n- item\n{points}\n", 4, "in no list");
	assert_fault("{topic}\n\n> words\n{points}\n", 4, "in no list");
	assert_fault("{topic}\n\n```\n{points}\n```\n", 4, "in no list");
}

TEST(what_is_left_open_is_refused)
{
	assert_fault("{topic}\n\n```\nthe end\n", 3, "left open");
}

TEST(a_template_may_be_as_long_as_its_file)
{
	static const char *const lines[] = { "{topic}\n", "{{{{{{{{\n", "{points}\n\n", "x{{" };

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		char *text = mem_calloc(1, LIMIT_TEXT_FILE_BYTES + 1), *s;
		size_t len = 0, n = strlen(lines[i]);

		for (len = sprintf(text, "{topic}\n\n"); len + n <= LIMIT_TEXT_FILE_BYTES; len += n)
			memcpy(text + len, lines[i], n);
		s = rendered_with(text, &(struct values){.n = 2});
		assert_true(strlen(s) > LIMIT_TEXT_FILE_BYTES / 2);
		free(s);
		free(text);
	}
}
