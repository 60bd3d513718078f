/* toml.h: what a document becomes, what is refused, what is bounded. */
#include <errno.h>
#include <locale.h>
#include <math.h>
#include "tests/unit/config/refused.h"
#include "config/toml.h"

static struct toml_doc *doc; /* the newest that was parsed */

EACH_TEST_DOES(, toml_free(doc); doc = NULL;);

static void
parsed(const char *text)
{
	struct toml_fault fault = {0};
	toml_free(doc);
	doc = NULL;
	if (toml_parse(text, strlen(text), &doc, &fault))
		fail_msg("line %d: %s", fault.line, fault.text);
}

static void
refused_bytes(const char *text, size_t len, int line, const char *part)
{
	struct toml_doc *none = NULL;
	struct toml_fault fault = {0};
	assert_int_equal(toml_parse(text, len, &none, &fault), -EINVAL);
	assert_null(none);
	assert_int_equal(fault.line, line);
	if (!strstr(fault.text, part))
		fail_msg("no “%s” in: %s", part, fault.text);
}

static void
refused(const char *text, int line, const char *part)
{
	refused_bytes(text, strlen(text), line, part);
}

static void
is_refused(const struct refused *r)
{
	refused_bytes(r->text, r->len, r->line, r->words);
}

static size_t
count(void)
{
	return toml_root(doc)->n_rows;
}

/* At the top. */
static const struct toml_item *
item(size_t i)
{
	assert_true(i < count());
	return &toml_root(doc)->rows[i];
}

static void
expect(const struct toml_item *it, int line, const char *key, enum toml_type type)
{
	assert_string_equal(it->key, key);
	assert_int_equal(it->line, line);
	assert_int_equal(it->type, type);
}

TEST(every_type_of_TOML_has_one_here)
{
	parsed("a = 'x'\nb = -7\nc = 0.5\nd = true\ne = 2020-01-01\nf = [1]\ng = {}\nh = 07:00:00\ni = []\n");
	const enum toml_type want[] = {
		TOML_TEXT, TOML_INTEGER, TOML_REAL, TOML_BOOLEAN, TOML_TIME, TOML_ARRAY, TOML_TABLE, TOML_TIME, TOML_ARRAY};
	assert_int_equal(count(), sizeof want / sizeof want[0]);
	for (size_t i = 0; i < count(); i++)
		assert_int_equal(item(i)->type, want[i]);
	assert_string_equal(item(0)->text, "x");
	assert_int_equal(item(1)->integer, -7);
	assert_true(item(2)->real == 0.5);
	assert_true(item(3)->boolean);
}

TEST(a_table_is_a_list_of_its_keys_too_in_the_order_they_were_written_in)
{
	parsed("t = { z = 'last', 'a b' = \"x\\u0000\", b = 7 }\nu.y = {}\nu.x = [1]\n[[e]]\nf = 1\n");
	const struct toml_item *t = item(0), *u = item(1), *e = item(2);
	assert_int_equal(count(), 3);
	assert_int_equal(t->n_rows, 3);
	assert_string_equal(t->rows[0].name, "z");
	assert_string_equal(t->rows[0].text, "last");
	assert_string_equal(t->rows[1].name, "a b");
	assert_int_equal(t->rows[1].name_len, 3);
	assert_int_equal(t->rows[1].len, 2);
	assert_int_equal(t->rows[2].type, TOML_INTEGER);
	expect(u, 2, "u", TOML_TABLE);
	assert_int_equal(u->n_rows, 2);
	expect(&u->rows[0], 2, "y", TOML_TABLE);
	assert_int_equal(u->rows[0].n_rows, 0);
	expect(&u->rows[1], 3, "x", TOML_ARRAY);
	assert_int_equal(u->rows[1].n_rows, 1);
	expect(e, 4, "e", TOML_TABLES);
	assert_int_equal(e->n_rows, 1);
	expect(&e->rows[0].rows[0], 5, "f", TOML_INTEGER);
}

TEST(a_key_that_is_not_bare_is_spelled_with_quotes_and_no_NUL_ends_it)
{
	parsed("\"a\\u0000b\" = 1\n'c.d' = 2\n\"\" = 3\n\"e\\\"f\" = 4\n'g\\h' = 5\n\"max_turns\" = 6\n\"i\\u007F\" = 7\n");
	const char *want[] = {"\"a\\u0000b\"", "\"c.d\"", "\"\"", "\"e\\\"f\"", "\"g\\\\h\"", "max_turns", "\"i\\u007F\""};
	for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
		assert_string_equal(item(i)->key, want[i]);
	parsed("['a.b']\nc = 1\n[a.b]\nc = 2\n");
	expect(item(0), 1, "\"a.b\"", TOML_TABLE);
	expect(item(1), 3, "a", TOML_TABLE);
	expect(&item(1)->rows[0], 3, "b", TOML_TABLE);
}

TEST(duplicates_and_redefinitions_are_errors_with_their_line)
{
	each_refused(__func__, is_refused);
}

TEST(an_error_of_syntax_says_its_line_and_what_was_wrong)
{
	each_refused(__func__, is_refused);
	refused("a = \"x", 1, "end-of-file");
	refused("a = 1\r", 1, "'\\r'");
}

TEST(what_is_not_UTF_8_is_an_error_also_in_a_comment)
{
	each_refused(__func__, is_refused);
	refused_bytes("a = 1\0\n", 7, 1, "\\u0000");
	refused_bytes("\0", 1, 1, "");
}

TEST(CRLF_a_missing_last_newline_and_a_byte_order_mark_are_taken)
{
	parsed("a = 1\r\n\r\nb = 2\r\n");
	expect(item(1), 3, "b", TOML_INTEGER);
	parsed("a = 1");
	assert_int_equal(count(), 1);
	parsed("\xEF\xBB\xBF" "a = 1\n");
	expect(item(0), 1, "a", TOML_INTEGER);
}

TEST(what_is_not_ASCII_stands_in_strings_and_comments_alone)
{
	each_refused(__func__, is_refused);
	parsed("'\xC3\xA9' = '\xC3\xA9' # \xC3\xA9\n[\"\xC3\xA8\"]\n");
	assert_string_equal(item(0)->key, "\"\xC3\xA9\"");
}

TEST(a_quote_within_a_number_is_refused)
{
	each_refused(__func__, is_refused);
	refused_bytes("a = 1\0\"\xC3\xA9\"", 10, 1, "a quote within a number");
	parsed("\xEF\xBB\xBF'\xC3\xA9'.\"b\".c0='\xC3\xA9'#'\n"
				      "a=1#\xC3\xA9\nd=[1,'\xC3\xA9',{e='\xC3\xA9',f=-1},\"\xC3\xA9\"]\n");
	expect(item(0), 1, "\"\xC3\xA9\"", TOML_TABLE);
	expect(&item(0)->rows[0], 1, "b", TOML_TABLE);
}

TEST(a_backslash_joins_lines_of_which_the_next_begins_with_ASCII)
{
	each_refused(__func__, is_refused);
	parsed("a = \"\"\"one \\\n   two\\  \r\n\r\n  th\xC3\xA9 \\\"\"\"\"\nb = '''\\\n\xC3\xA9'''\n");
	assert_string_equal(item(0)->text, "one twoth\xC3\xA9 \"");
	assert_string_equal(item(1)->text, "\\\n\xC3\xA9");
}

/* `n` times `unit` between the two, malloc'd. */
static char *
repeated(const char *before, const char *unit, size_t n, const char *after)
{
	const size_t size = strlen(before) + n * strlen(unit) + strlen(after) + 1;
	char *s = malloc(size), *at = s;
	assert_non_null(s);
	at += sprintf(at, "%s", before);
	for (size_t i = 0; i < n; i++)
		at += sprintf(at, "%s", unit);
	sprintf(at, "%s", after);
	return s;
}

static void
refused_when_deep(const char *before, const char *unit, const char *after)
{
	const size_t many[] = {TOML_NESTING + 1, 257, 100000};
	for (size_t i = 0; i < sizeof many / sizeof many[0]; i++) {
		char *s = test_owns(repeated(before, unit, many[i], after));
		refused(s, 2, "nested deeper than 32 levels");
	}
}

TEST(nesting_over_32_levels_is_refused_before_it_is_parsed)
{
	refused_when_deep("\na = ", "[", "");
	refused_when_deep("\na = ", "{a = ", "");
	refused_when_deep("\n", "a.", "a = 1\n");
	refused_when_deep("\n", "'a' . ", "a = 1\n");
	refused_when_deep("\n[", "a.", "a]\n");
	refused_when_deep("\n[[", "\"a\".", "a]]\n");
	refused_when_deep("\na = {b = 1, ", "c.", "d = 1}\n");
	refused_when_deep("a = \"\"\"\\\"\"\"\"\nb = ", "[", "");
}

TEST(nesting_of_32_levels_is_taken)
{
	parsed(test_owns(repeated("", "a.", TOML_NESTING, "a = 1.5\nb.c = 2.5\n")));
	char *s = test_owns(repeated("a = ", "[", TOML_NESTING, ""));
	parsed(test_owns(repeated(s, "]", TOML_NESTING, "\n")));
}

TEST(brackets_and_dots_in_strings_and_comments_are_no_nesting)
{
	const char *around[][2] = {
		{"a = \"", "\"\n"}, {"a = '", "'\n"}, {"# ", "\n"}, {"a = \"\"\"\n", "\"\"\"\n"}, {"a = '''", "''''\n"},
		{"a = \"\\\"", "\"\n"}, {"a = \"\"\"\\\"\"\"\\\"", "\"\"\"\n"}, {"# ", ""},
	};
	for (size_t i = 0; i < sizeof around / sizeof around[0]; i++)
		parsed(test_owns(repeated(around[i][0], ".[{", 1000, around[i][1])));
	parsed(test_owns(repeated("a = [", "1.5, ", 1000, "]\n")));
	parsed(test_owns(repeated("", "[[d]]\nx.y = [1.5]\n", 1000, "")));
}

TEST(no_string_makes_deep_nesting_look_like_text)
{
	/* Were the bound to see a string where toml++ sees none, the dots after it would overflow the stack. */
	const char *tricks[] = {"'''''''", "\"\"\"\"\"\"\"", "'x' '", "\"\\\n", "'\n", "\"\"\"\\", "''''", "\"\"\"\"", "'''\n''''''", "a='\\'",
		"a=\"\"\"\"\"\"\"\"\"", "\\", "a=\"\\\\\""};
	for (size_t i = 0; i < sizeof tricks / sizeof tricks[0]; i++) {
		char *s = test_owns(repeated(tricks[i], "a.", 400000, "a=1\n"));
		struct toml_doc *none = NULL;
		struct toml_fault fault;
		assert_int_equal(toml_parse(s, strlen(s), &none, &fault), -EINVAL);
	}
}

TEST(a_message_is_bounded_however_long_the_key_is)
{
	struct toml_doc *none;
	struct toml_fault fault;
	char *s = test_owns(repeated("", "k", 5000, " = 1\n"));
	char *t = test_owns(repeated(s, s, 1, ""));
	assert_int_equal(toml_parse(t, strlen(t), &none, &fault), -EINVAL);
	assert_int_equal(fault.line, 2);
	assert_int_equal(strlen(fault.text), sizeof fault.text - 1);
}

TEST(printed_floats_read_back_exactly)
{
	srand48(1);
	for (int i = 0; i < 20000; i++) {
		char out[32], text[64];
		const double value = i % 2 ? drand48() : ldexp(drand48(), -(int)(lrand48() % 1000));
		toml_print_real(value, out);
		snprintf(text, sizeof text, "a = %s\n", out);
		parsed(text);
		assert_int_equal(item(0)->type, TOML_REAL);
		assert_true(item(0)->real == value);
	}
}
