/* A page is made of its plan: marks become texts, and what would take too long is shown as it was written. */
#include "tests/unit/test.h"

#include "fs/show/page.h"
#include "tests/unit/validators/work.h"
#include "validators/text/markdown.h"

/* A record of one text, or one of Markdown, on a page where U-1, P2.1 and prop_001 have places. */
static char *
made_of(const char *text, const struct source *source, struct mark *marks, size_t n, bool record)
{
	struct printed_id ids[] = {{"P2.1"}, {"U-1"}, {"prop_001"}};
	struct places p = {.record = text, .len = strlen(text), .source = source, .last_turn = 12, .headings = true,
		.marks = marks, .n_marks = n, .ids = ids, .n_ids = 3};

	UT_string *out = test_string();
	if (record)
		page_record(&p, 0, p.len, out);
	else
		page_markdown(&p, text, p.len, out);
	return utstring_body(out);
}

static void
makes(const char *text, const char *page)
{
	const char *got = made_of(text, NULL, NULL, 0, false);

	if (!strstr(got, page))
		fail_msg("%s\nwanted: %s\ngot: %s", text, page, got);
}

TEST(a_source_is_a_line_an_element)
{
	static const struct source source = {.name = "plan.md", .text = "# A\n<b>", .len = 7};

	UT_string *out = test_string();
	page_source(&source, out);
	assert_string_equal(utstring_body(out),
		"<pre class=\"source\"><span id=\"L1\"># A\n</span><span id=\"L2\">&lt;b&gt;</span></pre>\n");
}

TEST(markdown_becomes_html_and_nothing_that_runs)
{
	makes("a **b**", "<p>a <strong>b</strong></p>");
	makes("| a | b |\n|---|---|\n| 1 | 2 |", "<td>2</td>");
	makes("a <i onclick=x>b</i>", "<p>a &lt;i onclick=x&gt;b&lt;/i&gt;</p>");
	makes("<script>x</script>", "<p>&lt;script&gt;x&lt;/script&gt;</p>");
	makes("a <!-- unseen -->", "a &lt;!-- unseen --&gt;</p>");
	makes("`<b>`", "<code>&lt;b&gt;</code>");
	makes("[x](javascript:y)", "<a href=\"\">x</a>");
	makes("[x](data:text/html,y)", "<a href=\"\">x</a>");
}

TEST(a_picture_is_a_link_that_nobody_follows_but_a_person)
{
	makes("![a *b*](http://e.org/x.png \"t\")", "<p>picture: <a href=\"http://e.org/x.png\" title=\"t\">a <em>b</em></a></p>");
	makes("[![a](http://e.org/x.png)](http://e.org)", "<p>[picture: <a href=\"http://e.org/x.png\">a</a>](http://e.org)</p>");
	makes("![o ![i](http://e.org/i)](http://e.org/o)", "picture: <a href=\"http://e.org/i\">i</a>");
	makes("![Turn 1](http://e.org/x)", "<a href=\"http://e.org/x\">Turn 1</a></p>");
	makes("![x](javascript:y)", "<p>picture: <a href=\"\">x</a></p>");
	makes("![x]\n\n[x]: http://e.org/x", "<p>picture: <a href=\"http://e.org/x\">x</a></p>");
	makes("no! `vec![1]`, ![no link]", "<p>no! <code>vec![1]</code>, ![no link]</p>");
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
	makes("against prop_001 and prop_002", "against <a href=\"#prop_001\">prop_001</a> and prop_002</p>");
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

TEST(points_and_quotations_are_marked_in_the_record)
{
	static const char record[] = "- It says \"as this\" [and](x \"y\")\n- so, `as this`\n";
	static const struct source source = {.name = "p.md", .text = "# A\nSo many bytes as this.\n", .len = 27};
	struct mark marks[] = {{.at = 0, .id = {"P2.1"}, .source = SIZE_MAX}, {.at = 10, .end = 19, .source = 8},
		{.at = 35, .id = {"U-1"}, .source = SIZE_MAX}};
	char *got = made_of(record, &source, marks, 3, true);

	assert_string_equal(got, "<ul>\n<li><a class=\"id\" id=\"P2.1\" href=\"#P2.1\">P2.1</a> It says "
		"<a class=\"quote\" href=\"#L2\">&quot;as this&quot;</a> <a href=\"x\" title=\"y\">and</a></li>\n"
		"<li><a class=\"id\" id=\"U-1\" href=\"#U-1\">U-1</a> so, <code>as this</code></li>\n</ul>\n");
	marks[1] = (struct mark){.at = 10, .end = 21, .text = 3, .source = SIZE_MAX};
	assert_non_null(strstr(made_of("- It says \"Turn…12\", \"so\"", NULL, marks + 1, 1, true),
		"<a class=\"quote cut\" href=\"#turn-3\">&quot;Turn…12&quot;</a>"));
	assert_string_equal(made_of("a\n1. ```\n   # b\n   ```\n", NULL, (struct mark[]){{.at = 2, .id = {"P2.1"}, .source = SIZE_MAX}}, 1, true),
		"<p>a</p>\n<ol>\n<li>\n<p><a class=\"id\" id=\"P2.1\" href=\"#P2.1\">P2.1</a> </p>\n<pre><code># b\n</code></pre>\n</li>\n</ol>\n");
	marks[1] = (struct mark){.at = 3, .end = 7, .source = SIZE_MAX};
	assert_string_equal(
		made_of("`x \"so\"` y", NULL, marks + 1, 1, true), "<p><code>x &quot;so&quot;</code> y</p>\n");
}

TEST(a_heading_that_is_a_place_is_a_section)
{
	makes("### prop_001: One\n\nso\n\n### Rescores\n\nno",
		"<section class=\"prop\" id=\"prop_001\">\n<h3><a href=\"#prop_001\">prop_001</a>: One</h3>\n"
		"<p>so</p>\n</section>\n<h3>Rescores</h3>");
}

TEST(support_that_is_set_in_is_a_list)
{
	assert_string_equal(made_of("A word.\nSupport:\n    - one\n    - two\n", NULL, NULL, 0, true),
		"<p>A word.<br />\nSupport:<br />\n- one<br />\n- two</p>\n");
}

TEST(labelled_lines_stay_lines)
{
	makes("**Position**\nso", "<strong>Position</strong><br />\nso");
	makes("a\nClaim: b", "a<br />\nClaim: b");
	makes("a\nClaim：b", "a<br />\nClaim：b");
	makes("**A**: b\n**C**: d", "b<br />\n<strong>C</strong>");
	makes("a  \nClaim: b", "<p>a<br />\nClaim: b");
	makes("wrapped\nas it came", "wrapped\nas it came");
	makes("one\n12: no label", "one\n12: no label");
}

TEST(a_text_of_too_many_bars_has_no_tables)
{
	size_t len = strlen("a|b\n-|-\n") + 2 * PAGE_PIPES + 2;
	char *record = test_owns(malloc(len + 1));

	strcpy(record, "a|b\n-|-\n");
	for (size_t i = strlen(record); i < len; i += 2)
		memcpy(record + i, "|\n", 2);
	record[len] = '\0';
	assert_null(strstr(made_of(record, NULL, NULL, 0, false), "<table>"));
}

TEST(a_table_of_which_most_cells_are_not_written_is_shown_as_it_was_written)
{
	enum { ROWS = 100 };
	static const char head[] = "a|b|c|d|e|f|g|h\n-|-|-|-|-|-|-|-\n", row[] = "1|2|3|4|5|6|7|8\n";
	char record[sizeof head + ROWS * sizeof row];

	strcpy(record, head);
	for (size_t i = 0; i < ROWS; i++)
		strcpy(record + strlen(head) + i * strlen(row), row);
	assert_non_null(strstr(made_of(record, NULL, NULL, 0, false), "<td>8</td>"));
	for (size_t i = 0; i < ROWS; i++)
		strcpy(record + strlen(head) + 2 * i, "1\n");
	assert_null(strstr(made_of(record, NULL, NULL, 0, false), "<table>"));
}

TEST(what_is_put_into_html_is_escaped)
{
	UT_string *out = test_string();
	html_put(out, "<a href=\"&\">\x01\x1b\n", strlen("<a href=\"&\">\x01\x1b\n"));
	assert_string_equal(utstring_body(out), "&lt;a href=&quot;&amp;&quot;&gt;\n");
}

TEST(a_text_that_is_too_long_is_shown_as_it_was_written)
{
	size_t len = PAGE_MARKDOWN_BYTES + 9;
	char *record = test_owns(malloc(len + 1));
	struct places p = {.record = record, .len = len};

	memset(record, 'x', len);
	record[len] = '\0';
	memcpy(record, "*a*\n*b*\n", 8);
	UT_string *out = test_string();
	page_record(&p, 4, 8, out);
	assert_string_equal(utstring_body(out), "<p><em>b</em></p>\n");
	page_record(&p, 8, len, out);
	assert_int_equal(strncmp(utstring_body(out), "<p><em>b</em></p>\n<pre>xxx", 26), 0);
}

static void
make_page(void *arg, const char *text, size_t len)
{
	struct places p = {.record = text, .len = len};
	UT_string out;

	(void)arg;
	utstring_init(&out);
	page_record(&p, 0, len, &out);
	utstring_done(&out);
}

/* Each word was once held against all that stands before the next digit, wherever that is. */
TEST(a_page_is_made_in_proportion_to_its_text)
{
	static const char *const pieces[] = {"a ", "\"", "a-", "...", "&", "- a\n", "*a* ", "U-", "a*_[](a)", "a*_[](a)\n+ \n"};
	enum { SMALL_BYTES = 8000, LARGE_BYTES = WORK_GROWTH * SMALL_BYTES };
	char *text = test_owns(malloc(LARGE_BYTES + 1));
	uint64_t small, large;

	work_counts();
	for (size_t i = 0; i < N(pieces); i++) {
		for (size_t at = 0, n = strlen(pieces[i]); at < LARGE_BYTES; at++)
			text[at] = pieces[i][at % n];
		text[LARGE_BYTES] = '\0';
		if (!work_in_proportion(make_page, NULL, text, SMALL_BYTES, text, LARGE_BYTES, &small, &large))
			fail_msg("%s: %d times the text is %.1f times the work", pieces[i], WORK_GROWTH,
				(double)large / (double)small);
	}
}

TEST(a_moment_that_is_not_known_is_not_told)
{
	UT_string *out = test_string();
	html_time(out, 0);
	assert_string_equal(utstring_body(out), "");
	html_time(out, 1795000000000);
	assert_non_null(strstr(utstring_body(out), "\">2026-11-1"));
}
