/* Templates: what may stand in one, and that values are data. */
#include "tests/unit/test.h"

#include "validators/kit/template.h"

/* The renderer: the value that each name has where it is set, and which of the list is looked at. */
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
	{.name = "path", .put = put_path},
	{.name = "yes", .kind = TEMPLATE_FLAG, .is = is_yes},
	{.name = "first", .kind = TEMPLATE_FLAG, .is = is_first},
	{.name = "item", .kind = TEMPLATE_LIST, .at = at_item},
	{.name = NULL},
};

/* It, rendered; malloc'd. */
static char *
rendered_with(const char *text, struct values *values)
{
	UT_string out;

	utstring_init(&out);
	template_render(text, names, values, &out);
	return utstring_body(&out);
}

static void
assert_rendered(const char *text, const char *expected)
{
	char *s = test_owns(rendered_with(text, &(struct values){.n = 2}));

	assert_string_equal(s, expected);
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

TEST(what_stands_in_a_value_is_no_placeholder)
{
	struct values values = {.topic = "{round} {{ %s {points}", .points = "{topic}\n{\n"};
	char *s = test_owns(rendered_with("{topic}\n\n{points}\n", &values));

	assert_string_equal(s, "{round} {{ %s {points}\n\n{topic}\n{\n");
}

TEST(a_name_may_have_a_word_behind_it)
{
	assert_rendered("`{path lock}` {path}\n", "`<path lock>` <path>\n");
	assert_rendered("{path a b}{topic}\n", "<path a b><topic>\n");
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
