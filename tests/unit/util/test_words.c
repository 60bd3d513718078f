/* Words of a line for `lock`. */
#include "tests/unit/test.h"

#include "fs/util/words.h"

/* The words of a line with a `|` between them, each key in brackets before its value, what was quoted in angles; NULL:
 * the line is refused. */
static void
splits(const char *line, const char *want)
{
	struct words w;
	const char *fault = words_split(line, strlen(line), &w);
	UT_string *got = test_string();
	for (const struct word *v = w.v; !fault && v < w.v + w.n; v++)
		utstring_printf(got,
			v->key		    ? "%s[%s]%s"
				: v->quoted ? "%s%.0s<%s>"
					    : "%s%.0s%s",
			v > w.v ? "|" : "", v->key ? v->key : "", v->key ? v->value : v->text);
	if (!fault != !!want || (want && strcmp(utstring_body(got), want)))
		fail_msg("%s: %s", line, fault ? fault : utstring_body(got));
	words_free(&w);
}

TEST_ROW(bare_words_and_keys_are_told_apart,
	splits("claim  alice\tharness=codex model=", "claim|alice|[harness]codex|[model]"))
TEST_ROW(quotes_hold_spaces_and_escapes,
	splits("claim \"Ada \\\"the first\\\" \\\\ L\" reason=\"two words\"",
		"claim|<Ada \"the first\" \\ L>|[reason]two words"))
TEST_ROW(an_open_quote_is_refused,
	splits("claim \"alice", NULL), splits("claim \"alice\"x", NULL), splits("claim a=\"b", NULL))
TEST_ROW(an_empty_line_has_no_words, splits(" \t ", ""))

TEST(an_ideographic_space_parts_words_as_any_other)
{
	splits("claim　bob　harness=codex reason=\"two　words\"　", "claim|bob|[harness]codex|[reason]two　words");
	assert_true(words_open("claim　\"a", strlen("claim　\"a")));
	assert_false(words_open("claim　\"a　b\"", strlen("claim　\"a　b\"")));
}

TEST(a_name_with_an_equals_sign_can_be_put_together_again)
{
	struct words w;
	assert_null(words_split("a=b c", 5, &w));
	assert_string_equal(w.v[0].text, "a=b");
	assert_string_equal(w.v[1].text, "c");
	words_free(&w);
}

TEST(a_flood_of_words_is_refused)
{
	char line[2 * WORDS_MAX + 2];
	struct words w;
	for (size_t i = 0; i < sizeof line; i++)
		line[i] = i % 2 ? ' ' : 'a';
	assert_null(words_split(line, 2 * WORDS_MAX, &w));
	assert_int_equal(w.n, WORDS_MAX);
	words_free(&w);
	assert_non_null(words_split(line, sizeof line, &w));
	words_free(&w);
}

TEST(a_mistyped_word_is_near_to_the_one_that_was_meant)
{
	assert_true(words_near("Tokens", 6, "token"));
	assert_true(words_near("clame", 5, "claim"));
	assert_false(words_near("fro", 3, "for"));
	assert_true(words_near("fo", 2, "for"));
	assert_false(words_near("", 0, "claim"));
	assert_false(words_near("correct-horse-battery", 21, "token"));
	assert_false(words_near("token", 5, "a-word-that-is-much-too-long"));
}

TEST(a_name_that_holds_a_token_is_told_from_one_that_speaks_of_them)
{
	static const char *const sign[] = {"token=x", "alice token=x", "alice token: x", "alice tokn = x", "alice token abcdefgh", "TOKEN:x"};
	static const char *const plain[] = {"alice", "token", "token-ring", "token ring", "a token", "token=", "alice x=y", "the tokens"};
	for (size_t i = 0; i < sizeof sign / sizeof *sign; i++)
		assert_true(words_sign(sign[i]));
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		assert_false(words_sign(plain[i]));
}
