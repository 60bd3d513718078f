/* A page is made of its plan: marks become texts, and what would take too long is shown as it was written. */
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

#include "fs/show/page.h"
#include "validators/kit/bundle.h"
#include "validators/text/html.h"
#include "validators/text/mem.h"

/* The page of a record and a plan's text with its marks. */
static char *
made(const char *record, const char *plan, const struct source *source)
{
	struct page_plan p = {.source = source, .record = record, .record_len = strlen(record), .last_turn = 12};
	UT_string out;

	utstring_init(&out);
	utstring_init(&p.text);
	utstring_init(&p.ids);
	utstring_printf(&p.ids, " U-1  P2.1 ");
	utstring_bincpy(&p.text, plan, strlen(plan));
	page_make(&p, &out);
	utstring_done(&p.text);
	utstring_done(&p.ids);
	return utstring_body(&out);
}

static void
makes(const char *record, const char *page)
{
	char plan[64], *got;

	snprintf(plan, sizeof plan, "<a>%c0 %zu\n<b>", PAGE_RECORD, strlen(record));
	got = made(record, plan, NULL);
	if (strncmp(got, "<a>", 3) || !strstr(got, page) || !strstr(got, "<b>"))
		fail_msg("%s\nwanted: %s\ngot: %s", record, page, got);
	free(got);
}

TEST(marks_become_what_they_name)
{
	static const struct source source = {.name = "plan.md", .text = "# A\n<b>", .len = 7};
	char plan[64], *got;

	snprintf(plan, sizeof plan, "1%c2 3\n2%c0 4\n*x*\n3%c", PAGE_RECORD, PAGE_TEXT, PAGE_SOURCE);
	got = made("..abc..", plan, &source);
	assert_string_equal(got,
		"1<p>abc</p>\n\n2<p><em>x</em></p>\n3<pre class=\"source\"><span id=\"L1\"># A\n</span>"
		"<span id=\"L2\">&lt;b&gt;</span></pre>\n");
	free(got);
}

TEST(markdown_becomes_html_and_nothing_that_runs)
{
	makes("a **b**", "<p>a <strong>b</strong></p>");
	makes("| a | b |\n|---|---|\n| 1 | 2 |", "<td>2</td>");
	makes("a <i onclick=x>b</i>", "a <code>&lt;i onclick=x&gt;</code>b<code>&lt;/i&gt;</code>");
	makes("<script>x</script>", "<pre><code>&lt;script&gt;x&lt;/script&gt;");
	makes("a <!-- unseen -->", "a <code>&lt;!-- unseen --&gt;</code>");
	makes("[x](javascript:y)", "<a href=\"\">x</a>");
	makes("[x](data:text/html,y)", "<a href=\"\">x</a>");
}

TEST(a_picture_is_a_link_that_nobody_follows_but_a_person)
{
	makes("![a *b*](http://e.org/x.png \"t\")", "<p><a href=\"http://e.org/x.png\" title=\"t\">a <em>b</em></a></p>");
	makes("![](http://e.org/x.png)", "<p><a href=\"http://e.org/x.png\">picture</a></p>");
	makes("[![a](http://e.org/x.png)](http://e.org)", "<p><a href=\"http://e.org\">a</a></p>");
	makes("![o ![i](http://e.org/i)](http://e.org/o)", "<p><a href=\"http://e.org/o\">o i</a></p>");
	makes("![Turn 1](http://e.org/x)", "<p><a href=\"http://e.org/x\">Turn 1</a></p>");
	makes("![x](javascript:y)", "<p><a href=\"\">x</a></p>");
	makes("![x]\n\n[x]: http://e.org/x", "<p><a href=\"http://e.org/x\">x</a></p>");
}

TEST(a_turn_that_is_named_is_led_to)
{
	makes("as Turn 12 says", "as <a href=\"#turn-12\">Turn 12</a> says");
	makes("Turn 1 and Turn 2", "<a href=\"#turn-1\">Turn 1</a> and <a href=\"#turn-2\">Turn 2</a>");
	makes("`Turn 1`", "<code>Turn 1</code>");
	makes("[Turn 1](http://e.org)", "<a href=\"http://e.org\">Turn 1</a>");
	makes("Turn 12 and Turn 13, Turn 112", "Turn 12</a> and Turn 13, Turn 112</p>");
	makes("Turn x, Turn 12345", "<p>Turn x, Turn 12345</p>");
	makes("U-1: see P2.1.", "<a href=\"#U-1\">U-1</a>: see <a href=\"#P2.1\">P2.1</a>.");
	makes("U-12, P2.11", "<p>U-12, P2.11</p>");
}

TEST(a_score_is_a_bar_too)
{
	makes("**Score -0.25:** so", "<span class=\"bar below\" style=\"--v:0.25\"></span><strong>Score -0.25:</strong> so");
	makes("**Score 1:** so", "<span class=\"bar\" style=\"--v:1.00\"></span><strong>Score 1:</strong>");
	makes("**Score 1.1:** so", "<p><strong>Score 1.1:</strong>");
	makes("**Score nan:** so", "<p><strong>Score nan:</strong>");
	makes("**Score 0x:** so", "<p><strong>Score 0x:</strong>");
	makes("**Scores:** so", "<p><strong>Scores:</strong>");
}

TEST(a_quotation_of_the_source_leads_to_its_line)
{
	static const struct source source = {.name = "p.md", .text = "# A\nSo many bytes as this.\n今天天氣很好。\n", .len = 0};
	static const struct {
		const char *text, *html;
	} cases[] = {
		{"p.md: \"many bytes as\", \"as this.\"", "&quot;<a href=\"#L2\">many bytes as</a>&quot;, &quot;as this.&quot;"},
		{"“So many bytes”, said in Turn 2", "“<a href=\"#L2\">So many bytes</a>”, said in <a href=\"#turn-2\">Turn 2</a>"},
		{"p.md：「今天天氣很好」 and \"many bytes as\"", "「<a href=\"#L3\">今天天氣很好</a>」 and &quot;<a href=\"#L2\">"},
		{"\"many words as\"", "<p>&quot;many words as&quot;</p>"},
		{"\"many bytes as", "<p>&quot;many bytes as</p>"},
		{"`\"many bytes as\"`", "<code>&quot;many bytes as&quot;</code>"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct source s = source;
		char plan[256], *got;

		s.len = strlen(s.text);
		snprintf(plan, sizeof plan, "%c0 %zu\n%s", PAGE_TEXT, strlen(cases[i].text), cases[i].text);
		got = made("", plan, &s);
		if (!strstr(got, cases[i].html))
			fail_msg("%s\nwanted: %s\ngot: %s", cases[i].text, cases[i].html, got);
		free(got);
	}
}

TEST(labelled_lines_stay_lines)
{
	makes("**Position**\nso", "<strong>Position</strong><br />\nso");
	makes("a\nClaim: b", "a<br />\nClaim: b");
	makes("a\nClaim：b", "a<br />\nClaim：b");
	makes("**A**: b\n**C**: d", "b<br />\n<strong>C</strong>");
	makes("wrapped\nas it came", "wrapped\nas it came");
	makes("one\n12: no label", "one\n12: no label");
}

TEST(a_text_of_too_many_bars_has_no_tables)
{
	size_t len = strlen("a|b\n-|-\n") + 2 * PAGE_PIPES + 2;
	char *record = malloc(len + 1), plan[64], *got;

	strcpy(record, "a|b\n-|-\n");
	for (size_t i = strlen(record); i < len; i += 2)
		memcpy(record + i, "|\n", 2);
	record[len] = '\0';
	snprintf(plan, sizeof plan, "%c0 %zu\n", PAGE_RECORD, len);
	got = made(record, plan, NULL);
	assert_null(strstr(got, "<table>"));
	free(got);
	free(record);
}

TEST(what_is_put_into_html_is_escaped)
{
	UT_string out;

	utstring_init(&out);
	html_put(&out, "<a href=\"&\">\x01\x1b\n", strlen("<a href=\"&\">\x01\x1b\n"));
	assert_string_equal(utstring_body(&out), "&lt;a href=&quot;&amp;&quot;&gt;\n");
	utstring_done(&out);
}

TEST(what_is_far_before_the_end_is_shown_as_it_was_written)
{
	size_t len = PAGE_MARKDOWN_BYTES + 4;
	char *record = malloc(len + 1), *got;

	memset(record, 'x', len);
	record[len] = '\0';
	memcpy(record, "*a*\n*b*\n", 8);
	got = made(record, "\x01" "0 4\n\x01" "4 4\n", NULL);
	assert_string_equal(got, "<pre>*a*\n</pre>\n\n<p><em>b</em></p>\n\n");
	free(got);
	free(record);
}

TEST(a_moment_that_is_not_known_is_not_told)
{
	UT_string out;

	utstring_init(&out);
	html_time(&out, 0);
	assert_string_equal(utstring_body(&out), "");
	html_time(&out, 1795000000000);
	assert_non_null(strstr(utstring_body(&out), "\">2026-11-1"));
	utstring_done(&out);
}
