#include "tests/unit/test.h"

#include <string.h>
#include "validators/text/alike.h"
#include "validators/text/mem.h"
#include "validators/text/script.h"
#include "validators/text/text.h"

/* Two texts as novelty compares them. */
static bool
are_alike(const char *a, const char *b)
{
	char *x = text_fold_words(a, strlen(a)), *y = text_fold_words(b, strlen(b));
	bool same;

	text_fold_alike(x);
	text_fold_alike(y);
	same = !strcmp(x, y);
	free(x);
	free(y);
	return same;
}

TEST(letters_that_look_alike_are_one)
{
	static const struct {
		const char *a, *b;
	} rows[] = { { "mаkеs", "makes" }, { "in а row", "in a row" }, { "соре", "cope" }, { "ΤΗΕ", "the" }, { "Βuilds", "builds" },
		{ "tһe ԁoor", "the door" }, { "ɡɑs", "gas" }, { "дом", "дoм" }, { "οδός", "oδός" }, { "𝐦𝐚𝐤𝐞𝐬", "makes" }, { "ｍａｋｅｓ", "makes" },
		{ "ma\u200bkes", "makes" }, { "ma\u00adkes", "makes" }, { "m\u0323ak\u0323es", "makes" }, { "mạkẹs", "makes" }, { "ГОД", "rод" } };

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (!are_alike(rows[i].a, rows[i].b))
			fail_msg("%s is not %s", rows[i].a, rows[i].b);
}

TEST(what_does_not_look_alike_stays_apart)
{
	static const struct {
		const char *a, *b;
	} rows[] = { { "дом", "том" }, { "5 μm", "5 mm" }, { "か", "が" }, { "กา", "ก" }, { "שָׁלוֹם", "שלומ" }, { "α β", "β α" }, { "नि", "न" },
		{ "x = 1", "x < 1" }, { "学校", "学" } };

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (are_alike(rows[i].a, rows[i].b))
			fail_msg("%s is %s", rows[i].a, rows[i].b);
}

/* Honest Greek and Cyrillic lose nothing: each of their letters is still another one than the rest. */
TEST(no_two_letters_of_an_alphabet_are_taken_for_one)
{
	for (enum alphabet of = ALPHABET_GREEK; of <= ALPHABET_CYRILLIC; of++) {
		int32_t taken[128] = { 0 };

		for (int32_t cp = 0x370; cp < 0x530; cp++) {
			int32_t to = letter_alike(cp);

			if (to == cp || alphabet_of_letter(cp) != of)
				continue;
			assert_in_range(to, 'a', 'z');
			if (taken[to])
				fail_msg("U+%04X and U+%04X are both %c", (unsigned)taken[to], (unsigned)cp, (char)to);
			taken[to] = cp;
		}
	}
}

TEST(a_fold_is_whole_and_changes_nothing_when_done_again)
{
	static const char *const texts[] = { "", " ", "\u0301", "a\u0301\u0323 \u0301b", "Ǘ ᾳ ӥ", "大а\u0301", "\xff", "а\xd0" };

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		char *once = mem_strdup(texts[i]), *twice;

		text_fold_alike(once);
		assert_true(strlen(once) <= strlen(texts[i]));
		twice = mem_strdup(once);
		text_fold_alike(twice);
		assert_string_equal(twice, once);
		free(once);
		free(twice);
	}
}
