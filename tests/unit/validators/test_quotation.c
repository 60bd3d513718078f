/* What stands between quotation marks, and where a quotation ends that has another in it. */
#include "tests/unit/test.h"

#include <string.h>
#include "validators/text/mem.h"
#include "validators/text/quotation.h"
#include "validators/text/words.h"

/* Each quotation of a text, with a bar behind it; malloc'd. */
static char *
quoted(const char *text)
{
	struct quotations q = {0};
	const char *end = text + strlen(text), *from, *to;
	char *all = mem_strdup("");

	for (const char *s = text; s < end;) {
		const char *behind = quotation_read(&q, s, end, &from, &to);
		if (behind) {
			char *more = mem_format("%s%.*s|", all, (int)(to - from), from);
			free(all);
			all = more;
		}
		s = behind ? behind : s + 1;
	}
	quotations_end(&q);
	return all;
}

TEST(a_quotation_ends_with_the_mark_that_closes_it)
{
	static const struct {
		const char *text, *quotations;
	} rows[] = {
		{"\"one\" and \"two\"", "one|two|"},
		{"„eins“, “two”, «trois», 「四」", "eins|two|trois|四|"},
		{"(\"one\") \"two\", \"three\".", "one|two|three|"},
		{"\"one \" two\"", "one |"},
		{"a \"\" b", "|"},
		{"\"open", ""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char *all = quoted(rows[i].text);
		assert_string_equal(all, rows[i].quotations);
		free(all);
	}
}

TEST(one_inside_another_of_its_kind_does_not_end_it)
{
	static const struct {
		const char *text, *quotations;
	} rows[] = {
		{"«il dit «oui» et part»", "il dit «oui» et part|"},
		{"「彼は「はい」と言う」", "彼は「はい」と言う|"},
		{"\"he said \"yes\" and left\", \"two\"", "he said \"yes\" and left|two|"},
		{"\"a comment in \"double quotes\"\".", "a comment in \"double quotes\"|"},
		{"\"one (\"two\") three\"", "one (\"two\") three|"},
		{"\"that one \"two is open\" and on", "that one |"},
		{"＂他说 ＂好＂ 了＂", "他说 ＂好＂ 了|"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char *all = quoted(rows[i].text);
		assert_string_equal(all, rows[i].quotations);
		free(all);
	}
}

/* -- however many stand inside one another -- */

/* As many as are open at `s` of a kind that opens and closes with these, read mark by mark to where they are closed, or
 * 4096 bytes on. */
static const char *
outer_by_hand(const char *s, const char *end, const char *open, const char *close)
{
	bool alike = !strcmp(open, close);
	size_t n = strlen(open);
	const char *near = end - s > 4096 ? s + 4096 : end;
	unsigned depth = 1;

	for (const char *from = s; s + n <= near; s++) {
		bool opens = !memcmp(s, open, n), closes = !memcmp(s, close, n);
		if (alike)
			opens = opens && s > from && s + n < near && strchr(" \t\n([{", s[-1]) &&
				!char_parts_words(s + n, near);
		depth += opens;
		depth -= closes && !(alike && opens);
		if (!depth)
			return s;
	}
	return NULL;
}

/* As quotation_read has it, without remembering anything. */
static const char *
behind_by_hand(const char *s, const char *end, const char *open, const char *close)
{
	const char *from = s + strlen(open), *inner = memmem(from, (size_t)(end - from), close, strlen(close)), *outer;

	if (!inner)
		return NULL;
	outer = outer_by_hand(from, end, open, close);
	return (outer ? outer : inner) + strlen(close);
}

/* A text of pieces in an order that `seed` gives; malloc'd. */
static char *
mixed(unsigned seed, size_t len, const char *const *pieces, size_t n)
{
	char *text = mem_calloc(len + 8, 1);
	size_t at = 0;

	while (at < len) {
		const char *piece;
		seed = seed * 1103515245 + 12345;
		piece = pieces[(seed >> 16) % n];
		memcpy(text + at, piece, strlen(piece));
		at += strlen(piece);
	}
	return text;
}

static void
assert_read_as_by_hand(const char *text, const char *open, const char *close)
{
	struct quotations q = {0};
	const char *end = text + strlen(text), *from, *to;

	for (const char *s = text, *behind; s < end; s++) {
		if (strncmp(s, open, strlen(open)))
			continue;
		behind = quotation_read(&q, s, end, &from, &to);
		assert_ptr_equal(behind, behind_by_hand(s, end, open, close));
	}
	quotations_end(&q);
}

TEST(where_a_quotation_ends_is_the_same_read_from_any_mark_in_any_text)
{
	static const char *const opening[] = {" \"a", "\"a", " \"", "\n\"b ", "(\"", "b\" ", "\"", "\"“", "word ", "\"—"};
	static const char *const many[] = {" \"a", " \"a", " \"a", "\" ", "桥", "\"、"};
	static const char *const paired[] = {"「", "「", "」", "a", "桥"};
	static const char *const typed[] = {"“", "”", "“a ", "word ", "— "};

	for (unsigned seed = 1; seed < 1 + sample_of(40); seed++) {
		char *texts[] = {mixed(seed, 9000, opening, 10), mixed(seed, 12000, many, 6), mixed(seed, 9000, paired, 5),
			mixed(seed, 9000, typed, 5)};
		assert_read_as_by_hand(texts[0], "\"", "\"");
		assert_read_as_by_hand(texts[1], "\"", "\"");
		assert_read_as_by_hand(texts[2], "「", "」");
		assert_read_as_by_hand(texts[3], "“", "”");
		for (size_t i = 0; i < 4; i++)
			free(texts[i]);
	}
}

/* The marks that are looked at where each quotation of a text of `n` such pieces is read. */
static size_t
marks_read(const char *piece, size_t n)
{
	struct quotations q = {0};
	char *text = mem_calloc(n * strlen(piece) + 1, 1);
	const char *from, *to, *end = text + n * strlen(piece);
	size_t read;

	for (size_t i = 0; i < n; i++)
		memcpy(text + i * strlen(piece), piece, strlen(piece));
	for (const char *s = text, *behind; s < end; s = behind ? behind : s + 1)
		behind = quotation_read(&q, s, end, &from, &to);
	read = q.marks_read;
	quotations_end(&q);
	free(text);
	return read;
}

TEST(each_mark_is_looked_at_so_many_times_however_many_there_are)
{
	static const char *const pieces[] = {"[k]: /u \"a\n", " \"a", "““”", "「「」", "(″a"};

	for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
		size_t few = marks_read(pieces[i], 1000), many = marks_read(pieces[i], 10000);
		assert_true(many <= 11 * few);
		assert_true(many <= 30 * 10000);
	}
}
