/*
 * What counts as evidence is what config/rounds/evidence.md says, row by row.
 */
#include "tests/unit/validators/rounds_fixture.h"

#include "validators/prose/citation.h"
#include "validators/text/markdown.h"

/* Does a turn of this text cite what counts? */
static bool
counts(const char *text)
{
	struct phrases *phrases = default_phrases();
	struct rounds_reading r;
	struct md md;
	bool found;

	md_parse(&md, text, strlen(text));
	rounds_reading_make(&r, &md, 0, phrases, false);
	found = rounds_counts(&r, (struct run){ 0, r.citations.n });
	rounds_reading_free(&r);
	md_free(&md);
	phrases_free(phrases);
	return found;
}

/* Is anything of a kind cited in a text, outside of quotes? */
static bool
cites(const char *text, enum cited kind)
{
	struct citations c = { .n = 0 };
	struct md md;
	bool found = false;

	if (kind == CITED_KINDS)
		return counts(text);
	md_parse(&md, text, strlen(text));
	for (size_t i = 0; i < md.n; i++) {
		size_t first = i;

		if (md.lines[i].quoted)
			continue;
		if (md.lines[i].kind == MD_CODE)
			citations_add_code(&c, &md, &md.lines[i]);
		if (md.lines[i].kind != MD_TEXT)
			continue;
		while (i + 1 < md.n && md.lines[i + 1].kind == MD_TEXT && !md.lines[i + 1].block_start)
			i++;
		citations_find(&c, &md, md.lines[first].off, md.lines[i].off + md.lines[i].len);
	}
	for (size_t i = 0; i < c.n; i++) {
		found = found || c.v[i].kind == kind;
		assert_true(c.v[i].len > 0 && c.v[i].off + c.v[i].len <= md.len);
		assert_true(!i || c.v[i - 1].off + c.v[i - 1].len <= c.v[i].off);
	}
	citations_free(&c);
	md_free(&md);
	return found;
}

static enum cited
kind_find(const char *name)
{
	enum cited kind = 0;

	while (kind < CITED_KINDS && strcmp(cited_names[kind], name) != 0)
		kind++;
	if (kind == CITED_KINDS && strcmp(name, "any") != 0)
		fail_msg("no kind is called \"%s\"", name);
	return kind;
}

struct row {
	char kind[16], text[256], counts[8];
};

static bool
row_read(const char *line, struct row *row)
{
	char *at;

	if (!strncmp(line, "|-", 2) || sscanf(line, "| %15[^ |] | %255[^\n]", row->kind, row->text) != 2 || !strcmp(row->kind, "kind"))
		return false;
	at = strrchr(row->text, '|');
	assert_non_null(at);
	while (at > row->text && *--at != '|')
		;
	assert_true(sscanf(at, "| %7s |", row->counts) == 1);
	at[-1] = '\0';
	while ((at = strstr(row->text, "<br>"))) {
		*at = '\n';
		memmove(at + 1, at + 4, strlen(at + 4) + 1);
	}
	return true;
}

TEST(every_row_of_the_table_counts_as_it_says)
{
	size_t len;
	char *table = read_whole("config/rounds/evidence.md", &len), *rest = table;
	unsigned counted[CITED_KINDS + 1][2] = { { 0 } }, wrong = 0;

	for (const char *line; (line = strsep(&rest, "\n"));) {
		struct row row;
		enum cited kind;
		bool wanted;

		if (!row_read(line, &row))
			continue;
		kind = kind_find(row.kind);
		wanted = !strcmp(row.counts, "yes");
		assert_true(wanted || !strcmp(row.counts, "no"));
		counted[kind][wanted]++;
		if (cites(row.text, kind) != wanted) {
			print_error("%s: \"%s\": not %s\n", row.kind, row.text, row.counts);
			wrong++;
		}
	}
	assert_int_equal(wrong, 0);
	for (enum cited kind = 0; kind < CITED_KINDS; kind++)
		assert_true(counted[kind][false] >= 12 && counted[kind][true] >= 12);
	assert_true(counted[CITED_KINDS][false] >= 3 && counted[CITED_KINDS][true] >= 3);
	free(table);
}

static void
assert_first(const char *text, enum cited kind, const char *cited)
{
	struct citations c = { .n = 0 };
	struct md md;

	md_parse(&md, text, strlen(text));
	citations_find(&c, &md, 0, md.len - 1);
	if (!c.n || c.v[0].kind != kind || c.v[0].len != strlen(cited) || memcmp(md.text + c.v[0].off, cited, c.v[0].len) != 0)
		fail_msg("%s: %.*s", text, c.n ? (int)c.v[0].len : 0, c.n ? md.text + c.v[0].off : "");
	citations_free(&c);
	md_free(&md);
}

TEST(a_citation_is_what_was_cited_and_no_more)
{
	assert_first("See (src/main.c:14), please.", CITED_PATH, "src/main.c:14");
	assert_first("It took 12 ms.", CITED_FIGURE, "12 ms");
	assert_first("about 4,000 requests per second, they say", CITED_FIGURE, "4,000 requests per second");
	assert_first("as RFC 7540, section 8.1, says", CITED_DOCUMENT, "RFC 7540, section 8.1");
	assert_first("as section 8.1 of RFC 7540 says", CITED_DOCUMENT, "section 8.1 of RFC 7540");
	assert_first("in the SQLite documentation, WAL", CITED_DOCUMENT, "SQLite documentation, WAL");
	assert_first("a [page](https://a.org/x) here", CITED_URL, "page");
	assert_first("call `open` twice", CITED_CODE, "open");
	assert_first("it is\n12\nms", CITED_FIGURE, "12\nms");
}

TEST(a_number_of_any_size_is_a_figure_or_a_round_share)
{
	assert_first("it is 1100000000000000000000000000000 ms", CITED_FIGURE, "1100000000000000000000000000000 ms");
	assert_false(cites("it is 1100000000000000000000000000000 % of it", CITED_FIGURE));
	assert_false(cites("it is 9999999999999999999999999999999% of it", CITED_FIGURE));
	assert_true(cites("it is 12% of it", CITED_FIGURE));
	assert_false(cites("in the 1990s", CITED_FIGURE));
	assert_true(cites("after 1992s", CITED_FIGURE));
}

TEST(a_word_longer_than_any_path_is_none)
{
	static const char extension[] = ".md";
	char text[1025 + 1];

	memset(text, 'a', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	memcpy(text + 1024 - strlen(extension), extension, strlen(extension));
	text[1024] = '\0';
	assert_true(cites(text, CITED_PATH));
	memset(text, 'a', 1024);
	memcpy(text + 1025 - strlen(extension), extension, sizeof extension);
	assert_false(cites(text, CITED_PATH));
}

TEST(several_are_found_in_order)
{
	static const char text[] = "In `a` and src/b.c it took 3 ms (open(2), https://a.org).";
	static const enum cited kinds[] = { CITED_CODE, CITED_PATH, CITED_FIGURE, CITED_DOCUMENT, CITED_URL };
	struct citations c = { .n = 0 };
	struct md md;

	md_parse(&md, text, sizeof text - 1);
	citations_find(&c, &md, 0, md.len - 1);
	assert_int_equal(c.n, N(kinds));
	for (size_t i = 0; i < c.n; i++)
		assert_int_equal(c.v[i].kind, kinds[i]);
	citations_free(&c);
	md_free(&md);
}

TEST(a_point_id_is_read_where_it_begins)
{
	static const struct {
		const char *text;
		size_t len;
		unsigned round, n;
	} rows[] = {
		{ "C1.2", 4, 1, 2 }, { "c12.345 x", 7, 12, 345 }, { "C1.2.3", 4, 1, 2 }, { "C1", 0, 0, 0 }, { "C1.", 0, 0, 0 }, { "C.1", 0, 0, 0 },
		{ "C0.1", 0, 0, 0 }, { "C1.0", 0, 0, 0 }, { "C01.1", 0, 0, 0 }, { "D1.1", 4, 1, 1 }, { "E1.1", 0, 0, 0 }, { "C1.12345678", 0, 0, 0 }, { "", 0, 0, 0 },
	};

	for (size_t i = 0; i < N(rows); i++) {
		unsigned round = 0, n = 0;
		char letter;
		size_t len = point_id_read(rows[i].text, rows[i].text + strlen(rows[i].text), &letter, &round, &n);

		assert_int_equal(len, rows[i].len);
		if (len) {
			assert_int_equal(round, rows[i].round);
			assert_int_equal(n, rows[i].n);
			assert_int_equal(letter, *rows[i].text == 'D' ? POINT_ANSWER : POINT_CHALLENGE);
		}
	}
}
