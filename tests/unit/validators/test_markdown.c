#include "tests/unit/test.h"

#include <cmark-gfm.h>
#include "validators/text/markdown.h"
#include "validators/text/text.h"

TEST(headings_of_a_source_are_plain)
{
	static const char *const rows[][2] = {{"A *b* `c`", "A b c"}, {"[G](h)", "G"}, {"- x&amp;", "- x&"}, {"", ""}};

	for (size_t i = 0; i < N(rows); i++) {
		char *plain = test_owns(md_plain(rows[i][0], strlen(rows[i][0])));

		assert_string_equal(plain, rows[i][1]);
	}
}

/* All of its text, where it has these blocks alone: a letter each, in order. malloc'd. */
static char *
text_of(const UT_string *markdown, const char *blocks)
{
	cmark_node *root = cmark_parse_document(utstring_body(markdown), utstring_len(markdown), CMARK_OPT_DEFAULT);
	UT_string *out = test_string();

	for (cmark_node *n = cmark_node_first_child(root); n; n = cmark_node_next(n), blocks++) {
		assert_true(*blocks == (cmark_node_get_type(n) == CMARK_NODE_HEADING ? 'h'
					: cmark_node_get_type(n) == CMARK_NODE_PARAGRAPH ? 'p'
					: cmark_node_get_type(n) == CMARK_NODE_CODE_BLOCK ? 'c' : '?'));
		for (cmark_node *t = cmark_node_first_child(n); t; t = cmark_node_next(t)) {
			assert_true(cmark_node_get_type(t) == CMARK_NODE_TEXT || cmark_node_get_type(t) == CMARK_NODE_CODE);
			utstring_printf(out, cmark_node_get_type(t) == CMARK_NODE_CODE ? "`%s`" : "%s", cmark_node_get_literal(t));
		}
		if (cmark_node_get_literal(n))
			utstring_printf(out, "%s", cmark_node_get_literal(n));
	}
	assert_int_equal(*blocks, '\0');
	cmark_node_free(root);
	return utstring_body(out);
}

/* Escaped text comes out of a parser as one line of the same text, and as one cell. */
TEST(what_is_escaped_is_text)
{
	static const char *const texts[] = { "plain", "a|b", "*a*", "`a`", "[a](b)", "![a](b)", "<b>", "&amp;", "a \\ b",
		"snake_case", "_a_", "~~a~~", "a_ _b", "_a b_", "a__b__", "b_(_c_)_d_", "`a* _b` _c_", "`a|b`", "``a`", "`a``b` `", "a\\`b*`",
		"C #", "# a", "a ##", "C#", "<!-- a", "https://a.b/c_d", "\\|", "\\\\|", "__init__", "a*b*c", "\"q\" 'r'",
			"1. a", "- a", "é—…" };

	for (size_t i = 0; i < N(texts); i++) {
		char *text;

		UT_string *out = test_string();
		utstring_printf(out, "# x ");
		md_escape(out, texts[i]);
		utstring_printf(out, "\n");
		for (char *bar = utstring_body(out); (bar = strchr(bar, '|')); bar++)
			assert_true(bar[-1] == '\\');
		text = text_of(out, "h");
		assert_string_equal(text + 2, texts[i]);
	}
}

/* The same at the beginning of a line, where a mark could begin a block. */
TEST(an_escaped_paragraph_is_one_line_of_text)
{
	static const char *const texts[] = { "plain", "# a", "## a ##", "- a", "+ a", "* a", "1. a", "12) a", "> a", "---", "===", "+++", "***",
		"```", "~~~ x", "a\n\n# b", "a\n---", "    code", "\tcode", "<b>", "<!-- a", "[a]: http://b", "[a](b)", "&amp; &#35; &x",
		"http://a/b?c=d&e=f", "1986\\. a", "-", "=", "1.", "_a_", "__init__", "snake_case", "| a |", "\\", "a  \n  b", "é\u3000日本" };

	for (size_t i = 0; i < N(texts); i++) {
		char *plain = test_owns(text_fold_space(texts[i], strlen(texts[i])));
		char *text;

		UT_string *out = test_string();
		utstring_printf(out, "before\n\n");
		md_escape_paragraph(out, texts[i]);
		utstring_printf(out, "\n\nbehind\n");
		text = text_of(out, "ppp");
		assert_int_equal(strlen(text), strlen("beforebehind") + strlen(plain));
		assert_memory_equal(text + strlen("before"), plain, strlen(plain));
	}
}

/* `g->first`, as whoever reads a prompt has to find it in the file. */
TEST(what_a_prompt_escapes_keeps_its_arrows)
{
	static const struct {
		const char *text, *escaped;
	} rows[] = {
		{ "g->first", "g->first" }, { "a >= b", "a \\>= b" }, { "> a", "\\> a" }, { ">> a", "\\>\\> a" }, { "<b>x</b>", "\\<b>x\\</b>" },
		{ "a|b", "a\\|b" },
	};

	for (size_t i = 0; i < N(rows); i++) {
		UT_string *out = test_string();
		md_escape_paragraph(out, rows[i].text);
		assert_string_equal(utstring_body(out), rows[i].escaped);
	}
}

TEST(an_address_and_code_are_not_escaped)
{
	UT_string *out = test_string();
	md_escape(out, "http://a.b/~c_d_(e)?e=f&g=h&i=1; &lt; &#35; & ~_ `a_*b`");
	assert_string_equal(utstring_body(out), "http://a.b/~c_d_(e)?e=f&g=h&i=1; \\&lt; \\&#35; & \\~\\_ `a_*b`");
}

TEST(an_escaped_address_ends_nothing)
{
	UT_string *out = test_string();
	md_escape_url(out, "/a b/(c)/<d>/é.md");
	assert_string_equal(utstring_body(out), "/a%20b/%28c%29/%3Cd%3E/%C3%A9.md");
}

/* Fenced text comes out of a parser as one code block of the same text. */
TEST(what_is_fenced_closes_no_fence)
{
	static const char *const texts[] = { "", "words", "```\n# no heading\n", "~~~~~~\n`````\n- no list\n```", "\n    `x`\n", "<!--\n" };
	char *text;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		size_t len = strlen(texts[i]), with_end = len && texts[i][len - 1] != '\n' ? len + 1 : len;

		UT_string *out = test_string();
		md_fence(out, "markdown", texts[i], len);
		text = text_of(out, "c");
		assert_int_equal(strncmp(text, texts[i], len), 0);
		assert_int_equal(
			strspn(utstring_body(out), "`") * 2 + strlen("markdown\n\n") + with_end, utstring_len(out));
	}
}
