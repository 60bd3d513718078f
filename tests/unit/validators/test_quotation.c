/* What stands between quotation marks, and where a quotation ends that has another in it. */
#include "tests/unit/test.h"

#include <string.h>
#include "validators/text/mem.h"
#include "validators/text/quotation.h"

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
