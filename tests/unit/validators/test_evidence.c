#include "tests/unit/test.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "validators/prose/evidence.h"
#include "validators/text/mem.h"

#define N(a) (sizeof(a) / sizeof(a)[0])

static const char plan[] = "# The plan\n"
			   "\n"
			   "Failures are **rare**, and\n"
			   "each is logged.\n"
			   "\n"
			   "## Roll-out & costs\n"
			   "\n"
			   "See [the log](https://example.org/log) for `max_turns`.\n"
			   "\n"
			   "## Limits\n"
			   "## Limits\n"
			   "### Who pays: us?\n"
			   "# Résumé\n";

static const struct source source = { .path = "/srv/docs/plan.md", .name = "plan.md", .text = plan, .len = sizeof plan - 1 };
static const struct source spaced = { .path = "/srv/my docs/the plan.md", .name = "the plan.md", .text = plan, .len = sizeof plan - 1 };

struct row {
	const char *entry;
	enum support support;
	const char *says; /* part of the sentence, or NULL */
};

static enum support
read_entry(const struct source *of, const char *entry, char sentence[EVIDENCE_SENTENCE_BYTES])
{
	struct source_index *index = source_index_new(of);
	struct evidence ev = { .source = of, .duel = "caching", .index = index, .turn = 3 };
	struct md md;
	enum support support;

	*sentence = '\0';
	md_parse(&md, entry, strlen(entry));
	assert_true(md.n > 0);
	support = evidence_read(&ev, &md, 0, md.lines[md.n - 1].off + md.lines[md.n - 1].len, sentence);
	if (support != SUPPORT_KIND)
		assert_true(evidence_begins(&ev, &md, 0, md.len));
	md_free(&md);
	source_index_drop(index);
	return support;
}

TEST(nothing_is_no_support)
{
	static const char *const texts[] = { "", "\n\n" };
	char sentence[EVIDENCE_SENTENCE_BYTES];

	for (size_t i = 0; i < N(texts); i++) {
		struct evidence ev = { .turn = 1 };
		struct md md;

		md_parse(&md, texts[i], strlen(texts[i]));
		assert_string_equal(md.text, "");
		assert_false(evidence_begins(&ev, &md, 0, 0));
		assert_int_equal(evidence_read(&ev, &md, 0, 0, sentence), SUPPORT_KIND);
		md_free(&md);
	}
}

static void
assert_rows(const struct source *of, const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		char sentence[EVIDENCE_SENTENCE_BYTES];
		enum support support = read_entry(of, rows[i].entry, sentence);

		if (support != rows[i].support || (support == SUPPORT_GOOD) != !*sentence || (rows[i].says && !strstr(sentence, rows[i].says)))
			fail_msg("%s: %d, %s", rows[i].entry, (int)support, sentence);
	}
}

TEST(urls)
{
	static const struct row rows[] = {
		{ "https://example.org", SUPPORT_GOOD, NULL },
		{ "http://example.org/a_b_c?d=e", SUPPORT_GOOD, NULL },
		{ "HTTPS://example.org says so", SUPPORT_GOOD, NULL },
		{ "<https://example.org>", SUPPORT_GOOD, NULL },
		{ "[the report](https://example.org) in full", SUPPORT_GOOD, NULL },
		{ "https://[::1]/x", SUPPORT_GOOD, NULL },
		{ "https://", SUPPORT_KIND, "`Turn M`" },
		{ "https:// example.org", SUPPORT_KIND, NULL },
		{ "ftp://example.org/x", SUPPORT_KIND, NULL },
		{ "ftp://example.org/x.md", SUPPORT_KIND, NULL },
		{ "mailto:a@b.org", SUPPORT_KIND, NULL },
		{ "see https://example.org", SUPPORT_KIND, "begins with \"see https" },
		{ "[x](ftp://a.b)", SUPPORT_KIND, NULL },
		{ "[x](<>)", SUPPORT_KIND, NULL },
	};

	assert_rows(&source, rows, N(rows));
	assert_rows(NULL, rows, N(rows));
}

TEST(turns_and_principles)
{
	static const struct row rows[] = {
		{ "Turn 1", SUPPORT_GOOD, NULL },
		{ "turn 2, its position", SUPPORT_GOOD, NULL },
		{ "**Turn 2**: it says so", SUPPORT_GOOD, NULL },
		{ "[Turn 2](#turn-2)", SUPPORT_GOOD, NULL },
		{ "Turn 3", SUPPORT_TURN, "only turns 1 to 2" },
		{ "Turn 0", SUPPORT_TURN, NULL },
		{ "Turn 99999999999999999999", SUPPORT_TURN, NULL },
		{ "Turn two", SUPPORT_KIND, NULL },
		{ "Turn 2nd", SUPPORT_KIND, NULL },
		{ "Turns 1", SUPPORT_KIND, NULL },
		{ "Principle: reversibility", SUPPORT_GOOD, NULL },
		{ "**Principle:** reversibility", SUPPORT_GOOD, NULL },
		{ "principle : reversibility", SUPPORT_GOOD, NULL },
		{ "Principle:", SUPPORT_KIND, NULL },
		{ "Principle reversibility", SUPPORT_KIND, NULL },
		{ "everybody knows", SUPPORT_KIND, "everybody knows" },
	};

	assert_rows(&source, rows, N(rows));
}

TEST(other_files_are_not_looked_into)
{
	static const struct row rows[] = {
		{ "notes.md", SUPPORT_FILE, "notes.md" },
		{ "src/main.c:12", SUPPORT_FILE, NULL },
		{ "`src/main.c`", SUPPORT_FILE, NULL },
		{ "File: notes.txt, page 3", SUPPORT_FILE, NULL },
		{ "Source: notes.md", SUPPORT_FILE, NULL },
		{ "[notes](notes.md)", SUPPORT_FILE, NULL },
		{ "see notes.md", SUPPORT_KIND, NULL },
		{ "e.g. this", SUPPORT_KIND, NULL },
		{ "3.5 percent", SUPPORT_KIND, NULL },
		{ "notes", SUPPORT_KIND, NULL },
		{ ".md", SUPPORT_KIND, NULL },
		{ "otherplan.md", SUPPORT_FILE, NULL },
	};

	assert_rows(&source, rows, N(rows));
	assert_rows(NULL, rows, N(rows));
	assert_rows(NULL, (const struct row[]){ { "plan.md", SUPPORT_FILE, NULL } }, 1);
}

TEST(the_source_is_known_by_its_path_and_its_name)
{
	static const struct row rows[] = {
		{ "plan.md:1", SUPPORT_GOOD, NULL },
		{ "/srv/docs/plan.md:1", SUPPORT_GOOD, NULL },
		{ "docs/plan.md:1", SUPPORT_GOOD, NULL },
		{ "./plan.md:1", SUPPORT_GOOD, NULL },
		{ "`plan.md:1`", SUPPORT_GOOD, NULL },
		{ "`plan.md`:1", SUPPORT_GOOD, NULL },
		{ "File: plan.md:1", SUPPORT_GOOD, NULL },
		{ "Source: `plan.md:1`", SUPPORT_GOOD, NULL },
		{ "[plan](plan.md#limits)", SUPPORT_GOOD, NULL },
		{ "[plan.md:1](plan.md)", SUPPORT_GOOD, NULL },
		{ "[plan.md:99](plan.md)", SUPPORT_SOURCE, "no line \"99\"" },
		{ "[plan](/srv/docs/plan.md): \"Failures are rare\"", SUPPORT_GOOD, NULL },
		{ "[plan](file:///srv/docs/plan.md#limits)", SUPPORT_GOOD, NULL },
		{ "plan.md", SUPPORT_SOURCE, "names nothing" },
		{ "plan.md says so", SUPPORT_SOURCE, "names nothing" },
		{ "`plan.md`", SUPPORT_SOURCE, "names nothing" },
		{ "[plan](plan.md)", SUPPORT_SOURCE, "names nothing" },
		{ "/srv/docs/plan.md", SUPPORT_SOURCE, "names nothing" },
		{ "Source: plan.md", SUPPORT_SOURCE, "names nothing" },
		{ "plan.md: ''", SUPPORT_SOURCE, "names nothing" },
		{ "plan.md \"\"", SUPPORT_SOURCE, NULL },
	};

	assert_rows(&source, rows, N(rows));
}

TEST(a_path_is_the_source_by_its_words_however_they_are_put)
{
	static const struct source roundabout = { .path = "/srv/x/..//docs/plan.md", .name = "plan.md", .text = plan, .len = sizeof plan - 1 };
	static const struct row rows[] = {
		{ "docs/../docs/plan.md:1", SUPPORT_GOOD, NULL },
		{ "docs/../docs/plan.md", SUPPORT_SOURCE, "names nothing" },
		{ "../docs/plan.md", SUPPORT_SOURCE, "names nothing" },
		{ "../../plan.md", SUPPORT_SOURCE, "names nothing" },
		{ "other/../plan.md", SUPPORT_SOURCE, "names nothing" },
		{ "/srv//docs/./plan.md", SUPPORT_SOURCE, "names nothing" },
		{ "//srv/docs///plan.md#limits", SUPPORT_GOOD, NULL },
		{ "/srv/docs/../docs/plan.md:99", SUPPORT_SOURCE, "no line \"99\"" },
		{ "././plan.md", SUPPORT_SOURCE, "names nothing" },
		{ "file:///srv/docs/plan.md", SUPPORT_SOURCE, "names nothing" },
		{ "file:///srv/docs/plan.md#limits", SUPPORT_GOOD, NULL },
		{ "FILE://localhost/srv/docs/plan.md", SUPPORT_SOURCE, "names nothing" },
		{ "<file:///srv/docs/plan.md>", SUPPORT_SOURCE, "names nothing" },
		{ "File: file:///srv/docs/plan.md:1", SUPPORT_GOOD, NULL },
		{ "[x](file:///srv/docs/../docs/plan.md#limits)", SUPPORT_GOOD, NULL },
		{ "[x](file:///srv/docs/../docs/plan.md#nowhere)", SUPPORT_SOURCE, "nowhere" },
		{ "[x](docs//plan.md)", SUPPORT_SOURCE, "names nothing" },
		{ "`docs/../docs/plan.md`", SUPPORT_SOURCE, "names nothing" },
		{ "docs/../plan.md/../notes.md", SUPPORT_FILE, NULL },
		{ "docs/../other/plan.md", SUPPORT_FILE, NULL },
		{ "plan.md/../../other/plan.md", SUPPORT_FILE, NULL },
		{ "file:///srv/other/plan.md", SUPPORT_FILE, NULL },
		{ "file://host/srv/docs/notes.md", SUPPORT_FILE, NULL },
		{ "/srv/docs/myplan.md", SUPPORT_FILE, NULL },
	};

	assert_rows(&source, rows, N(rows));
	assert_rows(&roundabout, rows, N(rows));
}

TEST(source_md_stands_for_the_source)
{
	static const struct row rows[] = {
		{ "source.md#limits", SUPPORT_GOOD, NULL },
		{ "source.md:3 \"Failures are rare\"", SUPPORT_GOOD, NULL },
		{ "source.md", SUPPORT_SOURCE, "names nothing" },
		{ "./source.md", SUPPORT_SOURCE, "names nothing" },
		{ "Source: `source.md`", SUPPORT_SOURCE, "names nothing" },
		{ "[x](source.md#nowhere)", SUPPORT_SOURCE, "nowhere" },
		{ "caching/source.md:99", SUPPORT_SOURCE, "99" },
		{ "/mnt/duels/caching/source.md:99", SUPPORT_SOURCE, "99" },
		{ "/mnt/duels/caching/turns/../source.md", SUPPORT_SOURCE, "names nothing" },
		{ "/mnt/duels/precaching/source.md", SUPPORT_FILE, NULL },
		{ "other/source.md", SUPPORT_FILE, NULL },
		{ "resource.md", SUPPORT_FILE, NULL },
	};

	assert_rows(&source, rows, N(rows));
	assert_rows(NULL, (const struct row[]){ { "source.md", SUPPORT_FILE, NULL } }, 1);
}

TEST(without_a_duel_source_md_stands_alone)
{
	static const char *const unknown[] = { NULL, "" }, *const entries[] = { "source.md", "other/source.md", "/source.md" };
	static const enum support support[] = { SUPPORT_SOURCE, SUPPORT_FILE, SUPPORT_FILE };
	struct source_index *index = source_index_new(&source);
	char sentence[EVIDENCE_SENTENCE_BYTES];

	for (size_t i = 0; i < N(unknown); i++)
		for (size_t e = 0; e < N(entries); e++) {
			struct evidence ev = { .source = &source, .duel = unknown[i], .index = index, .turn = 1 };
			struct md md;

			md_parse(&md, entries[e], strlen(entries[e]));
			assert_int_equal(evidence_read(&ev, &md, 0, md.len, sentence), support[e]);
			md_free(&md);
		}
	source_index_drop(index);
}

TEST(a_name_with_spaces_is_read_whole)
{
	static const struct row rows[] = {
		{ "the plan.md:1", SUPPORT_GOOD, NULL },
		{ "/srv/my docs/the plan.md#limits", SUPPORT_GOOD, NULL },
		{ "`the plan.md:1`", SUPPORT_GOOD, NULL },
		{ "[x](the%20plan.md#limits)", SUPPORT_GOOD, NULL },
		{ "the plan.md", SUPPORT_SOURCE, NULL },
		{ "./the plan.md", SUPPORT_SOURCE, "names nothing" },
		{ "x/../the plan.md:1", SUPPORT_GOOD, NULL },
		{ "[x](../the%20plan.md)", SUPPORT_SOURCE, "names nothing" },
		{ "other/the plan.md", SUPPORT_KIND, NULL },
		{ "the plan.mdx", SUPPORT_KIND, NULL },
	};

	assert_rows(&spaced, rows, N(rows));
}

TEST(lines)
{
	static const struct row rows[] = {
		{ "plan.md:13", SUPPORT_GOOD, NULL },
		{ "plan.md:1-13: it says so", SUPPORT_GOOD, NULL },
		{ "plan.md:3–4", SUPPORT_GOOD, NULL },
		{ "plan.md#L3-L4", SUPPORT_GOOD, NULL },
		{ "plan.md:14", SUPPORT_SOURCE, "no line \"14\"" },
		{ "plan.md:0", SUPPORT_SOURCE, "no line \"0\"" },
		{ "plan.md:4-3", SUPPORT_SOURCE, "no lines \"4-3\"" },
		{ "plan.md:1-14", SUPPORT_SOURCE, NULL },
		{ "plan.md:99999999999999999999", SUPPORT_SOURCE, NULL },
		{ "plan.md#L14", SUPPORT_SOURCE, NULL },
	};

	assert_rows(&source, rows, N(rows));
}

TEST(headings)
{
	static const struct row rows[] = {
		{ "plan.md#the-plan", SUPPORT_GOOD, NULL },
		{ "plan.md#The plan", SUPPORT_GOOD, NULL },
		{ "plan.md # The  plan", SUPPORT_GOOD, NULL },
		{ "plan.md ## Roll-out & costs: it says so", SUPPORT_GOOD, NULL },
		{ "plan.md#roll-out--costs", SUPPORT_GOOD, NULL },
		{ "plan.md#roll-out--costs, which says so", SUPPORT_GOOD, NULL },
		{ "plan.md#roll-out--costs says so", SUPPORT_GOOD, NULL },
		{ "plan.md#limits-1", SUPPORT_GOOD, NULL },
		{ "plan.md#Who pays: us?", SUPPORT_GOOD, NULL },
		{ "plan.md#who-pays-us", SUPPORT_GOOD, NULL },
		{ "plan.md#résumé", SUPPORT_GOOD, NULL },
		{ "[x](plan.md#r%C3%A9sum%C3%A9)", SUPPORT_GOOD, NULL },
		{ "plan.md#limits-2", SUPPORT_SOURCE, "no heading \"limits-2\"" },
		{ "plan.md#roll-out-costs", SUPPORT_SOURCE, NULL },
		{ "plan.md#plan", SUPPORT_SOURCE, NULL },
		{ "plan.md#", SUPPORT_SOURCE, NULL },
		{ "[x](plan.md#nowhere)", SUPPORT_SOURCE, "nowhere" },
	};

	assert_rows(&source, rows, N(rows));
}

TEST(excerpts)
{
	static const struct row rows[] = {
		{ "plan.md: \"Failures are rare, and each is logged\"", SUPPORT_GOOD, NULL },
		{ "plan.md: \"Failures are\n**rare**,   and each\"", SUPPORT_GOOD, NULL },
		{ "plan.md: \"Failures are rare.\"", SUPPORT_GOOD, NULL },
		{ "plan.md “See the log for `max_turns`”", SUPPORT_GOOD, NULL },
		{ "plan.md: „Failures are rare“", SUPPORT_GOOD, NULL },
		{ "plan.md — the author writes \"each is logged\"", SUPPORT_GOOD, NULL },
		{ "plan.md: \"failures are rare\"", SUPPORT_SOURCE, "failures are rare" },
		{ "plan.md: \"Failures are common\"", SUPPORT_SOURCE, "Failures are common" },
		{ "plan.md: \"...\"", SUPPORT_SOURCE, NULL },
		{ "plan.md: \"Failures are rare", SUPPORT_SOURCE, "names nothing" },
		{ "plan.md: 'Failures are rare'", SUPPORT_SOURCE, "names nothing" },
	};

	assert_rows(&source, rows, N(rows));
}

TEST(where_two_things_are_named_both_are_there)
{
	static const struct row rows[] = {
		{ "plan.md#limits: \"Failures are rare\"", SUPPORT_GOOD, NULL },
		{ "plan.md:3 \"Failures are rare\"", SUPPORT_GOOD, NULL },
		{ "plan.md#limits: \"Failures are common\"", SUPPORT_SOURCE, "common" },
		{ "plan.md#nowhere: \"Failures are rare\"", SUPPORT_SOURCE, "nowhere" },
		{ "plan.md:99 \"Failures are rare\"", SUPPORT_SOURCE, "99" },
		{ "plan.md:3 #nowhere", SUPPORT_SOURCE, "nowhere" },
		{ "[x](plan.md#limits) \"Failures are common\"", SUPPORT_SOURCE, "common" },
	};

	assert_rows(&source, rows, N(rows));
}

TEST(everything_that_is_named_is_there)
{
	static const struct row rows[] = {
		{ "plan.md#limits and #the-plan", SUPPORT_GOOD, NULL },
		{ "plan.md#limits, #limits-1 and #the-plan", SUPPORT_GOOD, NULL },
		{ "plan.md#limits, #limits-1 and #nowhere", SUPPORT_SOURCE, "nowhere" },
		{ "plan.md#limits and #nowhere", SUPPORT_SOURCE, "nowhere" },
		{ "plan.md:3 and :4", SUPPORT_GOOD, NULL },
		{ "plan.md:3 and :99", SUPPORT_SOURCE, "99" },
		{ "plan.md:3, :4 or :99", SUPPORT_SOURCE, "99" },
		{ "plan.md:3, plan.md:99", SUPPORT_SOURCE, "99" },
		{ "plan.md:1, plan.md:2, plan.md:3, plan.md:4, plan.md:5, plan.md:99", SUPPORT_SOURCE, "99" },
		{ "plan.md:3 says so, and plan.md#nowhere too", SUPPORT_SOURCE, "nowhere" },
		{ "plan.md:3 says so, and docs/../docs/plan.md:99 too", SUPPORT_SOURCE, "99" },
		{ "plan.md:3 says so, and so does #nowhere", SUPPORT_SOURCE, "nowhere" },
		{ "plan.md:3 says so (#nowhere)", SUPPORT_SOURCE, "nowhere" },
		{ "plan.md:3 says so, and so does #limits", SUPPORT_GOOD, NULL },
		{ "plan.md \"Failures are rare\", #nowhere", SUPPORT_SOURCE, "nowhere" },
		{ "plan.md \"Failures are rare\" says so, and source.md:99", SUPPORT_SOURCE, "99" },
		{ "[x](plan.md#limits), [y](plan.md#nowhere)", SUPPORT_SOURCE, "nowhere" },
		{ "[x](plan.md#limits), [y](plan.md#the-plan)", SUPPORT_GOOD, NULL },
		{ "[plan.md:99](plan.md#limits)", SUPPORT_SOURCE, "99" },
		{ "[x](plan.md#limits) and plan.md:99", SUPPORT_SOURCE, "99" },
		{ "plan.md#limits, as plan.md has it", SUPPORT_GOOD, NULL },
		/* What is no place in the source. */
		{ "plan.md:3, which [the others](https://example.org/plan.md#x) have too", SUPPORT_GOOD, NULL },
		{ "plan.md:3, unlike [plan.md:99](notes.md#x)", SUPPORT_GOOD, NULL },
		{ "plan.md:3, unlike notes.md#x and notes.md:99", SUPPORT_GOOD, NULL },
		{ "plan.md:3, unlike other/plan.md#x", SUPPORT_GOOD, NULL },
		{ "plan.md:3, unlike https://example.org/plan.md#x", SUPPORT_GOOD, NULL },
		{ "plan.md:3, in C#x, see issue #99 at 12:99", SUPPORT_GOOD, NULL },
		{ "plan.md:3, where `#include` stands", SUPPORT_GOOD, NULL },
		{ "plan.md:3, see [Turn 2](#turn-2)", SUPPORT_GOOD, NULL },
	};

	assert_rows(&source, rows, N(rows));
}

TEST(what_is_looked_up_in_one_turn_is_bounded)
{
	struct source_index *index = source_index_new(&source);
	struct evidence ev = { .source = &source, .index = index, .turn = 3 };
	const char *entry = "plan.md#limits and #the-plan, :1 and :2";
	const unsigned places = 2 * SOURCE_HEADING_PLACES + 2;
	char sentence[EVIDENCE_SENTENCE_BYTES];
	struct md md;

	md_parse(&md, entry, strlen(entry));
	for (unsigned i = 0; i < SOURCE_PLACES / places; i++)
		assert_int_equal(evidence_read(&ev, &md, 0, strlen(entry), sentence), SUPPORT_GOOD);
	assert_int_equal(evidence_read(&ev, &md, 0, strlen(entry), sentence), SUPPORT_SOURCE);
	assert_non_null(strstr(sentence, "name fewer"));
	md_free(&md);
	source_index_drop(index);
}

TEST(a_counterpoint_addresses_a_part_of_the_source)
{
	static const struct {
		const char *s;
		bool good;
	} rows[] = {
		{ "Source", true },
		{ "source, the section on costs", true },
		{ "Limits", true },
		{ "limits-1", true },
		{ "#limits", true },
		{ "## Roll-out & costs", true },
		{ "The plan, its first line", true },
		{ "\"Limits\"", true },
		{ "plan.md", true },
		{ "plan.md#limits", true },
		{ "plan.md:3", true },
		{ "plan.md#nowhere", false },
		{ "docs/../docs/plan.md#limits", true },
		{ "../plan.md#nowhere", false },
		{ "notes.md", false },
		{ "source.md#limits", true },
		{ "source.md#nowhere", false },
		{ "Sources", false },
		{ "the weather", false },
		{ "", false },
	};
	struct source_index *index = source_index_new(&source);
	struct evidence ev = { .source = &source, .index = index, .turn = 1 };

	for (size_t i = 0; i < N(rows); i++)
		if (evidence_names_part(&ev, rows[i].s, strlen(rows[i].s)) != rows[i].good)
			fail_msg("%s", rows[i].s);
	source_index_drop(index);
}

TEST(any_bytes_can_be_a_source)
{
	static const struct source odd[] = {
		{ .path = "/a.md", .name = "a.md", .text = "", .len = 0 },
		{ .path = "/a.md", .name = "a.md", .text = "\0\xff# \0\n", .len = 6 },
		{ .path = "/a.md", .name = "a.md", .text = "# \xff\xfe*\n](\n](", .len = 11 },
	};
	char sentence[EVIDENCE_SENTENCE_BYTES];

	for (size_t i = 0; i < N(odd); i++)
		assert_int_equal(read_entry(&odd[i], "a.md#nothing: \"x\"", sentence), SUPPORT_SOURCE);
	assert_int_equal(read_entry(&odd[0], "a.md:1", sentence), SUPPORT_SOURCE);
	assert_int_equal(read_entry(&odd[1], "a.md:1", sentence), SUPPORT_GOOD);
}

/* Four million bytes of headings, links that never end, and one line. */
TEST(a_large_source_is_indexed)
{
	static const char *const pieces[] = { "# a *b*\n", "](", "> ", "- ", "a\n=\n", "[a]: b\n", "`", "![[](" };

	for (size_t i = 0; i < N(pieces); i++) {
		size_t len = 4 << 20, n = strlen(pieces[i]);
		char *text = mem_resize(NULL, len, 1), sentence[EVIDENCE_SENTENCE_BYTES];
		struct source large = { .path = "/a.md", .name = "a.md", .text = text, .len = len };

		for (size_t at = 0; at < len; at++)
			text[at] = pieces[i][at % n];
		assert_int_equal(read_entry(&large, "a.md#nowhere", sentence), SUPPORT_SOURCE);
		assert_int_equal(read_entry(&large, "a.md:1", sentence), SUPPORT_GOOD);
		free(text);
	}
}

TEST(headings_are_looked_for_in_the_first_65536_lines)
{
	static const char last[] = "# Within\n", behind[] = "# Behind\n";
	size_t blank = 65535, len = blank + sizeof last - 1 + sizeof behind - 1;
	char *text = mem_resize(NULL, len + 1, 1), sentence[EVIDENCE_SENTENCE_BYTES];
	struct source large = { .path = "/a.md", .name = "a.md", .text = text, .len = len };

	memset(text, '\n', blank);
	strcpy(text + blank, last);
	strcat(text + blank, behind);
	assert_int_equal(read_entry(&large, "a.md#within", sentence), SUPPORT_GOOD);
	assert_int_equal(read_entry(&large, "a.md#behind", sentence), SUPPORT_SOURCE);
	assert_int_equal(read_entry(&large, "a.md:65537", sentence), SUPPORT_GOOD);
	free(text);
}

TEST(what_is_read_in_search_of_excerpts_is_bounded)
{
	size_t len = 4 << 20;
	char *text = mem_resize(NULL, len, 1), sentence[EVIDENCE_SENTENCE_BYTES];
	struct source large = { .path = "/a.md", .name = "a.md", .text = memset(text, 'a', len), .len = len };
	struct source_index *index = source_index_new(&large);
	struct evidence ev = { .source = &large, .index = index, .turn = 3 };
	const char *entry = "a.md: \"b\"";
	struct md md;
	unsigned n = 0;

	md_parse(&md, entry, strlen(entry));
	do
		assert_int_equal(evidence_read(&ev, &md, 0, strlen(entry), sentence), SUPPORT_SOURCE);
	while (!strstr(sentence, "quote fewer") && n++ < 100);
	assert_true(n > 3 && n < 10);
	md_free(&md);
	source_index_drop(index);
	free(text);
}

/* Every piece of a text is there, long ones by its windows, short ones by reading; with a byte changed none is. */
TEST(every_piece_of_the_source_is_found)
{
	char text[600];
	struct source some = { .path = "/a.md", .name = "a.md", .text = text, .len = sizeof text };
	struct source_index *index;
	struct source_reading reading = { .bytes = 0 };

	for (size_t i = 0; i < sizeof text; i++)
		text[i] = (char)('a' + (i * i / 7 + i) % 23);
	index = source_index_new(&some);
	for (size_t from = 0; from < sizeof text; from += 3)
		for (size_t len = 1; from + len <= sizeof text && len < 60; len++) {
			char piece[60];

			assert_true(source_index_excerpt(index, text + from, len, &reading));
			memcpy(piece, text + from, len);
			piece[len / 2] = 'Z';
			assert_false(source_index_excerpt(index, piece, len, &reading));
			reading.bytes = 0;
		}
	source_index_drop(index);
}

TEST(a_turn_is_mentioned_by_word_and_number)
{
	unsigned turn = 0;

	assert_true(evidence_turn("Turn 12", 7, &turn) && turn == 12);
	assert_true(evidence_turn("TURN\t1:", 7, &turn) && turn == 1);
	assert_true(evidence_turn("Turn 99999999999", 16, &turn) && turn == UINT_MAX);
	assert_false(evidence_turn("Turn12", 6, &turn));
	assert_false(evidence_turn("Turn 12", 5, &turn));
	assert_false(evidence_turn("Turn", 4, &turn));
	assert_false(evidence_turn("", 0, &turn));
}
