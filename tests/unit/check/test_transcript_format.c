/* Of which format a text is, by a list of formats in which two look alike. */
#include "tests/unit/test.h"

#include <string.h>


#include "fs/check/transcript.h"
#include "fs/check/transcript_inner.h"
#include "validators/formats.h"
#include "validators/rounds/rounds.h"
#include "validators/socratic/socratic.h"

static struct format twin;

const struct format *const formats[] = {&format_rounds, &format_socratic, &twin, NULL};

static int
make_twin(void **state)
{
	(void)state;
	twin = format_socratic;
	twin.name = "twin";
	return 0;
}

WHOLE_FILE(make_twin, NULL);

static void
assert_format(const char *text, const struct format *wanted, const char *why)
{
	UT_string said;
	utstring_init(&said);
	assert_ptr_equal(transcript_format(text, strlen(text), NULL, &said), wanted);
	assert_string_equal(utstring_body(&said), why);
	utstring_done(&said);
}

TEST(what_one_format_knows_is_of_that_one)
{
	assert_format("## Round 1 — Proposer (a / b)\n", &format_rounds, "");
	assert_format("# Debate: x\n\nCreated\n", &format_rounds, "");
}

TEST(what_two_formats_know_is_of_neither)
{
	static const char why[] = "it begins like texts of more than one format (socratic, twin): --format says which it is";
	assert_format("## Turn 1 — alice (a / b) — OPEN_TO_DEBATE\n", NULL, why);
	assert_format("# Socratic Duel: x\n", NULL, why);
	assert_format("Words.\n\n## Turn 1\n\n## Round 1 — Proposer (a / b)\n", NULL, why);
}

TEST(the_first_that_is_known_decides)
{
	assert_format("## Round 1 — Proposer (a / b)\n\n## Turn 1\n", &format_rounds, "");
	assert_format("Words.\n\n## Other words\n\n## Round 1 — Proposer (a / b)\n\n# Socratic Duel: x\n", &format_rounds, "");
}

TEST(what_none_knows_names_them_all)
{
	for (const char *const *text = (const char *const[]){"", "\n", "words", "# Title\n\n## Words\n", "{}", "\xff\xfe", NULL}; *text; text++)
		assert_format(*text, NULL, "it begins like a text of no format (rounds, socratic, twin): --format says which it is");
}
