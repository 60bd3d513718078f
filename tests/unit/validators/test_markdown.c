#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmark-gfm.h>
#include "validators/text/limits.h"
#include "validators/text/markdown.h"
#include "validators/text/markdown_bound.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

#define N(a) (sizeof(a) / sizeof(a)[0])

/* One line a logical line: `line kind depth.item flags|text`, flags of I(tem) B(lock) Q(uoted) *(bold). */
static char *
show(const char *text)
{
	static const char *const kinds[] = { "text", "heading", "code", "html", "break" };
	size_t len = strlen(text);
	char *exact = mem_check(malloc(len ? len : 1));
	struct md md;
	UT_string out;

	memcpy(exact, text, len);
	utstring_init(&out);
	utstring_printf(&out, "%s", "");
	md_parse(&md, exact, len);
	for (size_t i = 0; i < md.n; i++) {
		const struct md_line *l = &md.lines[i];

		utstring_printf(&out, "%d %s", l->line, kinds[l->kind]);
		if (l->kind == MD_HEADING)
			utstring_printf(&out, "%u", l->level);
		utstring_printf(&out, " %u.%u %s%s%s%s|%.*s\n", l->depth, l->item, l->item_start ? "I" : "", l->block_start ? "B" : "",
			l->quoted ? "Q" : "", l->bold ? "*" : "", (int)l->len, md.text + l->off);
	}
	if (md.fault)
		utstring_printf(&out, "fault %d at %d\n", md.fault, md.fault_line);
	if (md.open)
		utstring_printf(&out, "open %d at %d\n", md.open, md.open_line);
	md_free(&md);
	free(exact);
	return utstring_body(&out);
}

static void
assert_lines(const char *text, const char *expected)
{
	char *shown = show(text);

	assert_string_equal(shown, expected);
	free(shown);
}

TEST(an_empty_text_has_no_lines)
{
	assert_lines("", "");
	assert_lines("\n\n  \n", "");
}

TEST(a_paragraph_has_a_line_for_each_of_its_lines)
{
	assert_lines("\na\nb\n\nc", "2 text 0.0 B|a\n3 text 0.0 |b\n5 text 0.0 B|c\n");
}

TEST(marks_are_gone_from_the_text)
{
	assert_lines("*a* **b** `c*` [d](e) <https://f> \\* &amp; <b>", "1 text 0.0 B|a b c* d https://f * & <b>\n");
	assert_lines("a <!-- b --> c\n", "1 text 0.0 B|a  c\n");
	assert_lines("&#10;&#1;x\n", "1 text 0.0 B|  x\n");
}

TEST(a_bold_line_is_known)
{
	assert_lines("**a**\nb\n", "1 text 0.0 B*|a\n2 text 0.0 |b\n");
	assert_lines("__a__\n", "1 text 0.0 B*|a\n");
	assert_lines("**a**:\n", "1 text 0.0 B*|a:\n");
	assert_lines("x\n**a**\n", "1 text 0.0 B|x\n2 text 0.0 *|a\n");
	assert_lines("**a** b\n", "1 text 0.0 B|a b\n");
	assert_lines("**a** **b**\n", "1 text 0.0 B|a b\n");
	assert_lines("**a\nb**\n", "1 text 0.0 B|a\n2 text 0.0 |b\n");
	assert_lines("**[a](b)**\n", "1 text 0.0 B|a\n");
	assert_lines("*a*\n", "1 text 0.0 B|a\n");
}

TEST(lines_are_counted_through_code_and_comments)
{
	assert_lines("a `b\nc` d\ne\n", "1 text 0.0 B|a b c d\n3 text 0.0 |e\n");
	assert_lines("a <!-- b\n\nc\n", "1 text 0.0 B|a <!-- b\n3 text 0.0 B|c\n");
	assert_lines("a <!-- b\nc --> d\ne\n", "1 text 0.0 B|a  d\n3 text 0.0 |e\n");
}

TEST(lists_are_counted)
{
	assert_lines("- a\n  - b\n  c\n- d\n", "1 text 1.1 IB|a\n2 text 2.1 IB|b\n3 text 2.1 |c\n4 text 1.2 IB|d\n");
	assert_lines("1. a\n\n   b\n", "1 text 1.1 IB|a\n3 text 1.1 B|b\n");
	assert_lines("-\n- a\n", "1 text 1.1 IB|\n2 text 1.2 IB|a\n");
}

TEST(a_list_after_a_bare_line_is_its_paragraph)
{
	assert_lines("Support:\n    - a\n    - b\n", "1 text 0.0 B|Support:\n2 text 0.0 |- a\n3 text 0.0 |- b\n");
}

TEST(what_is_fenced_quoted_or_commented_out_is_no_structure)
{
	assert_lines("```\n## a\n```\n", "1 code 0.0 B|## a \n");
	assert_lines("> ## a\n", "1 heading2 0.0 BQ|a\n");
	assert_lines("<!--\n## a\n-->\n", "1 html 0.0 B| \n");
	assert_lines("    ## a\n", "1 code 0.0 B|## a \n");
}

TEST(headings_are_headings_however_written)
{
	assert_lines("## a *b* ##\n", "1 heading2 0.0 B|a b\n");
	assert_lines("a\nb\n---\n", "1 heading2 0.0 B|a b\n");
	assert_lines("- # a\n", "1 heading1 1.1 IB|a\n");
	assert_lines("---\n***\n", "1 break 0.0 B|\n2 break 0.0 B|\n");
}

TEST(definitions_leave_no_line)
{
	assert_lines("[a]: b\n\n[a]\n", "3 text 0.0 B|a\n");
}

TEST(what_is_open_at_the_end_is_told)
{
	static const struct {
		const char *text;
		enum md_open open;
		int line;
	} rows[] = {
		{ "a\n", MD_CLOSED, 0 },
		{ "```\na\n```\n", MD_CLOSED, 0 },
		{ "a\n\n```\nb\n", MD_OPEN_FENCE, 3 },
		{ "~~~\n```\n", MD_OPEN_FENCE, 1 },
		{ "```` \n```\n", MD_OPEN_FENCE, 1 },
		{ "- ```\n  a\n", MD_OPEN_FENCE, 1 },
		{ "- ```\n  a\n\nb\n", MD_CLOSED, 0 },
		{ "    a\n", MD_CLOSED, 0 },
		{ "<!-- a\n", MD_OPEN_COMMENT, 1 },
		{ "<!-- a\n\nb -->\n", MD_CLOSED, 0 },
		{ "a <!-- b\n", MD_CLOSED, 0 },
		{ "<script>\na\n", MD_OPEN_HTML, 1 },
		{ "<?php\n", MD_OPEN_HTML, 1 },
		{ "<div>\na\n", MD_CLOSED, 0 },
	};

	for (size_t i = 0; i < N(rows); i++) {
		struct md md;

		md_parse(&md, rows[i].text, strlen(rows[i].text));
		assert_int_equal(md.open, rows[i].open);
		assert_int_equal(md.open_line, rows[i].line);
		md_free(&md);
	}
}

TEST(spans_say_what_was_code_and_where_links_lead)
{
	const char *text = "a `b` [c `d`](e \"t\") <ff:g>\n";
	struct md md;
	const struct md_span *span;

	md_parse(&md, text, strlen(text));
	assert_string_equal(md.text, "a b c d ff:g\n");
	assert_int_equal(md.n_spans, 4);
	span = md_span_at(&md, 2);
	assert_true(span && span->kind == MD_SPAN_CODE && span->len == 1);
	span = md_span_at(&md, 4);
	assert_true(span && span->kind == MD_SPAN_LINK && span->len == 3 && span->url_len == 1 && *span->url == 'e');
	assert_null(md_span_at(&md, 0));
	assert_null(md_span_at(&md, 5));
	md_free(&md);
}

static char *
repeat(const char *s, size_t n)
{
	UT_string out;

	utstring_init(&out);
	while (n--)
		utstring_printf(&out, "%s", s);
	return utstring_body(&out);
}

static enum md_fault
fault_of(const char *text, int *line)
{
	struct md md;
	enum md_fault fault;

	md_parse(&md, text, strlen(text));
	fault = md.fault;
	*line = md.fault_line;
	assert_non_null(md.text);
	if (fault != MD_FINE && fault != MD_INLINES)
		assert_int_equal(md.n, 0);
	md_free(&md);
	return fault;
}

static void
assert_fault(enum md_fault fault, const char *piece, size_t n)
{
	char *text = repeat(piece, n);
	int line;

	assert_int_equal(fault_of(text, &line), fault);
	free(text);
}

TEST(nesting_is_bounded)
{
	assert_fault(MD_FINE, "> ", LIMIT_NESTING);
	assert_fault(MD_NESTING, "> ", LIMIT_NESTING + 1);
	assert_fault(MD_FINE, "- ", 1000);
	assert_fault(MD_NESTING, "- + ", LIMIT_NESTING);
	assert_fault(MD_NESTING, ">", 65536);
	assert_fault(MD_FINE, "a *b ", 1000);
}

TEST(the_line_that_nests_too_deep_is_named)
{
	UT_string text;
	int line;

	utstring_init(&text);
	for (int i = 0; i < 100; i++)
		utstring_printf(&text, "%*s- a\n", 2 * i, "");
	assert_int_equal(fault_of(utstring_body(&text), &line), MD_NESTING);
	assert_int_equal(line, LIMIT_NESTING + 1);
	utstring_done(&text);
	assert_int_equal(fault_of("a\n\n> > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > a\n",
		&line), MD_NESTING);
	assert_int_equal(line, 3);
}

/* A source's lines have no bound of their own, and four million open quotes take cmark a gigabyte. */
TEST(a_line_that_opens_too_much_never_reaches_the_parser)
{
	static const struct {
		const char *mark;
		bool fed;
	} lines[] = { { ">", false }, { "> ", false }, { "+ ", false }, { "1. ", false }, { "- + ", false }, { "- ", true }, { "*", true } };
	char text[4 * 100 + 1];

	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
		cmark_node *document;

		text[0] = '\0';
		for (int n = 0; n < 100; n++)
			strcat(text, lines[i].mark);
		assert_int_equal(md_feed(parser, text, strlen(text)), lines[i].fed ? 0 : 1);
		document = cmark_parser_finish(parser);
		assert_int_equal(cmark_node_first_child(document) != NULL, lines[i].fed);
		cmark_node_free(document);
		cmark_parser_free(parser);
	}
}

TEST(deep_nesting_in_a_fence_is_text)
{
	int line;

	assert_int_equal(fault_of("```\n> > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > a\n```\n", &line), MD_FINE);
}

TEST(emphasis_is_bounded)
{
	char *open = repeat("*a ", LIMIT_NESTING + 1), *close = repeat("a*", LIMIT_NESTING + 1);
	UT_string text;
	int line;

	utstring_init(&text);
	utstring_printf(&text, "b\n\n%s%s\n", open, close);
	assert_int_equal(fault_of(utstring_body(&text), &line), MD_INLINES);
	assert_int_equal(line, 3);
	utstring_done(&text);
	free(open);
	free(close);
}

TEST(what_costs_the_square_is_not_parsed)
{
	assert_fault(MD_COST, "x<?", 20000);
	assert_fault(MD_COST, "x<!A ", 10000);
	assert_fault(MD_COST, "x<![CDATA[", 6000);
	assert_fault(MD_COST, "![[]()", 10000);
	assert_fault(MD_COST, "___]*", 10000);
	assert_fault(MD_FINE, "x<?a?> ", 9000);
	assert_fault(MD_FINE, "![a](b) ", 900);
	assert_fault(MD_FINE, "snake_case_name ", 1500);
	assert_fault(MD_FINE, "*a* **b**\n\n", 5000);
}

static bool
collect(void *arg, const char *plain, size_t len)
{
	utstring_printf((UT_string *)arg, "%.*s|", (int)len, plain);
	return true;
}

TEST(headings_of_a_source_are_plain)
{
	const char *text = "# A *b* `c`\n\ntext\n\nD\nE\n---\n\n> ## F\n\n- ### [G](h)\n\n```\n# no\n```\n# - x&amp;\n#\n";
	UT_string out;

	utstring_init(&out);
	md_headings(text, strlen(text), collect, &out);
	assert_string_equal(utstring_body(&out), "A b c|D E|F|G|- x&||");
	utstring_done(&out);
}

static bool
only_one(void *arg, const char *plain, size_t len)
{
	(void)plain;
	(void)len;
	return ++*(int *)arg < 1;
}

TEST(headings_stop_when_enough)
{
	int n = 0;

	md_headings("# a\n# b\n", 8, only_one, &n);
	assert_int_equal(n, 1);
}

/* Whatever is escaped comes out of a parser as one line of the same text, and as one cell. */
TEST(what_is_escaped_is_text)
{
	static const char *const texts[] = { "plain", "a|b", "*a*", "`a`", "[a](b)", "![a](b)", "<b>", "&amp;", "a \\ b",
		"snake_case", "_a_", "~~a~~",
		"C #", "# a", "a ##", "C#", "<!-- a", "https://a.b/c_d", "\\|", "\\\\|", "__init__", "a*b*c", "\"q\" 'r'",
			"1. a", "- a", "é—…" };

	for (size_t i = 0; i < N(texts); i++) {
		UT_string out;
		struct md md;

		utstring_init(&out);
		utstring_printf(&out, "# x ");
		md_escape(&out, texts[i]);
		utstring_printf(&out, "\n");
		for (char *bar = utstring_body(&out); (bar = strchr(bar, '|')); bar++)
			assert_true(bar[-1] == '\\');
		md_parse(&md, utstring_body(&out), utstring_len(&out));
		assert_int_equal(md.n, 1);
		assert_int_equal(md.n_spans, 0);
		assert_int_equal(md.lines[0].len, strlen(texts[i]) + 2);
		assert_memory_equal(md.text + 2, texts[i], strlen(texts[i]));
		md_free(&md);
		utstring_done(&out);
	}
}

/* The same at the beginning of a line, where a mark could begin a block. */
TEST(an_escaped_paragraph_is_one_line_of_text)
{
	static const char *const texts[] = { "plain", "# a", "## a ##", "- a", "+ a", "* a", "1. a", "12) a", "> a", "---", "===", "+++", "***",
		"```", "~~~ x", "a\n\n# b", "a\n---", "    code", "\tcode", "<b>", "<!-- a", "[a]: http://b", "[a](b)", "&amp; &#35; &x",
		"http://a/b?c=d&e=f", "1986\\. a", "-", "=", "1.", "_a_", "__init__", "snake_case", "| a |", "\\", "a  \n  b", "é\u3000日本" };

	for (size_t i = 0; i < N(texts); i++) {
		char *plain = text_fold_space(texts[i], strlen(texts[i]));
		UT_string out;
		struct md md;

		utstring_init(&out);
		utstring_printf(&out, "before\n\n");
		md_escape_paragraph(&out, texts[i]);
		utstring_printf(&out, "\n\nbehind\n");
		md_parse(&md, utstring_body(&out), utstring_len(&out));
		assert_int_equal(md.n, 3);
		assert_int_equal(md.n_spans, 0);
		assert_int_equal(md.lines[1].kind, MD_TEXT);
		assert_int_equal(md.lines[1].depth, 0);
		assert_false(md.lines[1].quoted);
		assert_int_equal(md.lines[1].len, strlen(plain));
		assert_memory_equal(md.text + md.lines[1].off, plain, strlen(plain));
		md_free(&md);
		utstring_done(&out);
		free(plain);
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
		UT_string out;

		utstring_init(&out);
		md_escape_paragraph_read(&out, rows[i].text);
		assert_string_equal(utstring_body(&out), rows[i].escaped);
		utstring_done(&out);
	}
}

TEST(the_query_of_an_address_is_not_escaped)
{
	UT_string out;

	utstring_init(&out);
	md_escape(&out, "http://a.b/c_d?e=f&g=h&i=1; &lt; &#35; &");
	assert_string_equal(utstring_body(&out), "http://a.b/c_d?e=f&g=h&i=1; \\&lt; \\&#35; &");
	utstring_done(&out);
}

TEST(an_escaped_address_ends_nothing)
{
	UT_string out;

	utstring_init(&out);
	md_escape_url(&out, "/a b/(c)/<d>/é.md");
	assert_string_equal(utstring_body(&out), "/a%20b/%28c%29/%3Cd%3E/%C3%A9.md");
	utstring_done(&out);
}

/* Whatever is fenced comes out of a parser as one code block of the same text. */
TEST(what_is_fenced_closes_no_fence)
{
	static const char *const texts[] = { "", "words", "```\n# no heading\n", "~~~~~~\n`````\n- no list\n```", "\n    `x`\n", "<!--\n" };
	UT_string out;
	struct md md;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		size_t len = strlen(texts[i]), with_end = len && texts[i][len - 1] != '\n' ? len + 1 : len;

		utstring_init(&out);
		md_fence(&out, "markdown", texts[i], len);
		md_parse(&md, utstring_body(&out), utstring_len(&out));
		assert_int_equal(md.open, MD_CLOSED);
		assert_int_equal(md.n, 1);
		assert_int_equal(md.lines[0].kind, MD_CODE);
		assert_int_equal(strspn(utstring_body(&out), "`") * 2 + strlen("markdown\n\n") + with_end, utstring_len(&out));
		md_free(&md);
		utstring_done(&out);
	}
}
