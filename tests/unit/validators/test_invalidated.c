/* `> Invalidated by NAME: REASON, TIME`: one line of one quote, whatever the reason holds. */
#include "validators/kit/record.h"

#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>
#include "validators/text/markdown.h"

#define TIME_MS INT64_C(1795213800000)
#define TIME "2026-11-20T22:30:00Z"

/* What stands in the line, read as Markdown; malloc'd. */
static char *
plain(const char *line)
{
	struct md md;
	char *text;

	md_parse(&md, line, strlen(line));
	assert_int_equal(md.fault, MD_FINE);
	assert_int_equal(md.n, 1);
	assert_true(md.lines[0].quoted);
	assert_int_equal(md.lines[0].kind, MD_TEXT);
	assert_int_equal(md.open, MD_CLOSED);
	text = strndup(md.text + md.lines[0].off, md.lines[0].len);
	md_free(&md);
	return text;
}

static void
assert_line(const char *name, const char *reason, const char *more, const char *wanted)
{
	char *line = record_invalidated(name, reason, more, TIME_MS), *text = plain(line);

	assert_string_equal(text, wanted);
	assert_ptr_equal(strchr(line, '\n'), line + strlen(line) - 1);
	assert_string_equal(line + strlen(line) - strlen(TIME) - 1, TIME "\n");
	free(text);
	free(line);
}

TEST(it_says_who_why_and_when)
{
	char *line = record_invalidated("alice", "the source was withdrawn", NULL, TIME_MS);

	assert_string_equal(line, "> Invalidated by alice: the source was withdrawn, " TIME "\n");
	free(line);
	line = record_invalidated("bob", "nobody answers", "revealed: opp_000a, opp_000b", TIME_MS);
	assert_string_equal(line, "> Invalidated by bob: nobody answers (revealed: opp_000a, opp_000b), " TIME "\n");
	free(line);
}

TEST(a_colon_of_its_own_does_not_end_a_name)
{
	char *line = record_invalidated("a: b\\", "c: d", NULL, TIME_MS);

	assert_string_equal(line, "> Invalidated by a\\: b\\\\: c: d, " TIME "\n");
	assert_line("a: b", "c", NULL, "Invalidated by a: b: c, " TIME);
	free(line);
}

TEST(no_reason_makes_more_of_it)
{
	assert_line("a*b", "*no* **more** _of_ `it`", NULL, "Invalidated by a*b: *no* **more** _of_ `it`, " TIME);
	assert_line("alice", "<!-- gone", NULL, "Invalidated by alice: <!-- gone, " TIME);
	assert_line("alice", "<script>x</script> &amp; [a](b) ![c](d) <http://e.f>", NULL,
		"Invalidated by alice: <script>x</script> &amp; [a](b) ![c](d) <http://e.f>, " TIME);
	assert_line("alice", "# > - 1. ``` ~~~ | \\ [x]: y", NULL, "Invalidated by alice: # > - 1. ``` ~~~ | \\ [x]: y, " TIME);
	assert_line("alice", "one\n\n## Turn 9\n> two\n---\n", NULL, "Invalidated by alice: one ## Turn 9 > two ---, " TIME);
	assert_line("alice", "over, 2020-01-01T00:00:00Z", NULL, "Invalidated by alice: over, 2020-01-01T00:00:00Z, " TIME);
	assert_line("alice", "ends in a backslash \\", NULL, "Invalidated by alice: ends in a backslash \\, " TIME);
}

TEST(of_a_long_reason_the_beginning_stands_there)
{
	char reason[6000], *line;
	UT_string out;

	memset(reason, 0, sizeof reason);
	for (size_t i = 0; i < 2000; i++)
		memcpy(reason + 2 * i, "é", 2);
	line = record_invalidated("alice", reason, NULL, TIME_MS);
	utstring_init(&out);
	utstring_printf(&out, "> Invalidated by alice: %.1024s…, " TIME "\n", reason);
	assert_string_equal(line, utstring_body(&out));
	free(line);
	reason[0] = 'x'; /* the cut would be in the middle of a character */
	reason[1] = 'x';
	memmove(reason + 1, reason + 2, strlen(reason + 2) + 1);
	line = record_invalidated("alice", reason, NULL, TIME_MS);
	utstring_clear(&out);
	utstring_printf(&out, "> Invalidated by alice: %.1023s…, " TIME "\n", reason);
	assert_string_equal(line, utstring_body(&out));
	free(line);
	memset(reason, '*', 4000);
	reason[4000] = '\0';
	line = record_invalidated("alice", reason, NULL, TIME_MS);
	assert_true(strlen(line) < 4096);
	free(line);
	utstring_done(&out);
}
