/*
 * How many words a text has, and whether it says anything.
 */
#include "tests/unit/test.h"

#include "validators/text/chars.h"

#define N(a) (sizeof(a) / sizeof(a)[0])

struct row {
	const char *text;
	size_t words;
};

static void
assert_counts(const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (wordcount(rows[i].text, strlen(rows[i].text)) != rows[i].words)
			fail_msg("\"%s\" has %zu words, not %zu", rows[i].text, rows[i].words,
				wordcount(rows[i].text, strlen(rows[i].text)));
}

TEST(words_are_parted_by_white_space)
{
	static const struct row rows[] = {
		{ "", 0 }, { " \n\t", 0 }, { "one", 1 }, { " one  two\tthree\nfour ", 4 }, { "# Title \u2014 x", 2 },
		{ "a\u00a0b\u2003c\u3000d\u2028e", 5 }, { "\xff \xfe", 0 }, { "a \xff b", 2 },
		{ "- ** ... \u2026 \u201c\u201d", 0 }, { "it's don\u2019t l\u2019heure", 3 }, { "snake_case __", 1 },
		{ "3.14 1,000 2;5", 3 }, { "well-known GPT-4 and/or", 3 }, { "so\u00adft e\u0301", 2 },
		{ "\U0001f680 \U0001f1e9\U0001f1ea", 0 }, { "a\u200bb", 2 },
		{ "Следует ли?", 2 }, { "πρέπει να", 2 }, { "هل يجب؟", 2 }, { "हिन्दी में", 2 }, { "학교에서 금지", 2 }, { "ŝtrümpfe", 1 },
	};

	assert_counts(rows, N(rows));
	assert_int_equal(wordcount("a b", 1), 1);
	assert_int_equal(wordcount("a\0b c", 5), 2);
}

TEST(two_letters_of_a_script_without_spaces_are_a_word)
{
	static const struct row rows[] = {
		{ "日", 1 }, { "日本", 1 }, { "日本語", 2 }, { "学校应该禁止手机吗？", 5 }, { "学校 应该，禁止", 3 },
		{ "プログラミング", 4 }, { "ﾌﾟﾛ", 2 },
		{ "使用Rust重写", 3 }, { "Rust 与 Go", 3 }, { "第3章", 2 },
		{ "โรงเรียน", 4 },      /* seven letters; vowels and tones above and below are marks */
		{ "ห้ามใช้", 3 }, { "ສະບາຍດີ", 3 }, { "ភាសាខ្មែរ", 3 }, { "မြန်မာ", 2 },
	};

	assert_counts(rows, N(rows));
}

TEST(a_text_without_letter_or_digit_is_blank)
{
	static const char *const blank[] = { "", " ", "\t\n", "\u00a0\u2003\u3000", "\u200d\ufe0f\u00ad", "\u0301", "\u3164", "\u115f\u1160\uffa0",
		"\u2800", "\u2060 \u180e", "\u034f", ".", "...", "\u2026\u2026", "\u3002", " - ", "\uff01\uff1f", "_", "~~ **", "\U0001f680",
		"\u2192 =", "\ufffd", "\xff\x80" };
	static const char *const said[] = { "a", "0", "... a", "\u65e5", "\u3002\u662f", "\u0301a", "\uff11", "\u0663", "\u2163", "\u2460", "\u0e01", "\u0915",
		"\u05d0", "\u3005", "\U0002fffd" };

	for (size_t i = 0; i < N(blank); i++)
		assert_true(is_blank(blank[i], strlen(blank[i])));
	for (size_t i = 0; i < N(said); i++)
		assert_false(is_blank(said[i], strlen(said[i])));
}
