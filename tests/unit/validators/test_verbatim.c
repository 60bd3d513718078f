/* Passages in a text: word for word, whatever white space and quotation marks are round them. */
#include "tests/unit/test.h"

#include <string.h>
#include "validators/text/mem.h"
#include "validators/text/verbatim.h"

static bool
has(const char *text, const char *passage)
{
	struct verbatim *v = verbatim_new(text, strlen(text));
	bool found = verbatim_has(v, passage, strlen(passage));

	verbatim_free(v);
	return found;
}

TEST(a_passage_stands_between_quotation_marks_and_over_line_ends)
{
	assert_true(has("He says “I concede\n  C1.1: it  is slow.” And more.", "I concede C1.1: it is slow."));
	assert_true(has("a b c", "a b c"));
	assert_true(has("a b c", "c"));
	assert_true(has("über 5 µs", "5 µs"));
	assert_true(has("x", ""));
	assert_true(has("", " \n"));
}

TEST(a_passage_with_another_word_case_or_mark_does_not_stand_there)
{
	assert_false(has("I concede C1.1: it is slow.", "I concede C1.1: it is slow!"));
	assert_false(has("I concede C1.1: it is slow.", "I Concede C1.1"));
	assert_false(has("I concede C1.1", "I concede C1.12"));
	assert_false(has("I concede this. It is slow.", "I concede It is slow."));
	assert_false(has("concede", "conced"));
	assert_false(has("", "a"));
}

/* Against the plain way, for texts of few words, which meet themselves everywhere. */
TEST(every_passage_of_a_text_is_found_and_no_other)
{
	uint32_t seed = 1;

	for (unsigned round = 0; round < 300; round++) {
		char text[64] = "", passage[16] = "";
		for (size_t i = 0; i < 30; i++)
			text[i] = "abc "[(seed = seed * 1103515245 + 12345) >> 16 & (round & 1 ? 3 : 1)];
		for (size_t i = 0; i < 2 * (1 + round % 6); i++)
			passage[i] = i % 2 ? ' ' : "ab"[(seed = seed * 1103515245 + 12345) >> 16 & 1];
		char spaced[128] = " ", wanted[32] = " ", *to = spaced + 1;
		for (const char *s = text; *s; s++)
			to += *s == ' ' ? 0 : sprintf(to, "%c ", *s);
		sprintf(wanted + 1, "%s", passage);
		if (has(spaced, passage) != (strstr(spaced, wanted) != NULL))
			fail_msg("%s in %s", passage, spaced);
	}
}

TEST(the_longest_text_that_repeats_itself_has_every_passage_of_its_own)
{
	size_t len = 65536;
	char *text = mem_check(malloc(len));

	for (size_t i = 0; i < len; i++)
		text[i] = i % 2 ? ' ' : i % 1024 ? 'a' : 'b';
	struct verbatim *v = verbatim_new(text, len);
	for (size_t i = 0; i < 200; i++)
		assert_true(verbatim_has(v, text + i, len - i));
	assert_true(verbatim_has(v, text, len));
	verbatim_free(v);
	free(text);
}
