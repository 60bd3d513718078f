/* Words of a line for `lock`. */
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

#include "fs/util/words.h"

TEST(bare_words_and_keys_are_told_apart)
{
	struct words w;
	assert_null(words_split("claim  alice\tharness=codex model=", 34, &w));
	assert_int_equal(w.n, 4);
	assert_string_equal(w.v[0].text, "claim");
	assert_string_equal(w.v[1].text, "alice");
	assert_string_equal(w.v[2].key, "harness");
	assert_string_equal(w.v[2].value, "codex");
	assert_string_equal(w.v[3].key, "model");
	assert_string_equal(w.v[3].value, "");
	words_free(&w);
}

TEST(an_ideographic_space_parts_words_as_any_other)
{
	static const char line[] = "claim　bob　harness=codex reason=\"two　words\"　";
	struct words w;
	assert_null(words_split(line, sizeof line - 1, &w));
	assert_int_equal(w.n, 4);
	assert_string_equal(w.v[0].text, "claim");
	assert_string_equal(w.v[1].text, "bob");
	assert_string_equal(w.v[2].value, "codex");
	assert_string_equal(w.v[3].value, "two　words");
	words_free(&w);
	assert_true(words_open("claim　\"a", strlen("claim　\"a")));
	assert_false(words_open("claim　\"a　b\"", strlen("claim　\"a　b\"")));
}

TEST(quotes_hold_spaces_and_escapes)
{
	static const char line[] = "claim \"Ada \\\"the first\\\" \\\\ L\" reason=\"two words\"";
	struct words w;
	assert_null(words_split(line, sizeof line - 1, &w));
	assert_int_equal(w.n, 3);
	assert_string_equal(w.v[1].text, "Ada \"the first\" \\ L");
	assert_true(w.v[1].quoted);
	assert_string_equal(w.v[2].value, "two words");
	words_free(&w);
}

TEST(an_open_quote_is_refused)
{
	struct words w;
	assert_non_null(words_split("claim \"alice", 12, &w));
	words_free(&w);
	assert_non_null(words_split("claim \"alice\"x", 14, &w));
	words_free(&w);
	assert_non_null(words_split("claim a=\"b", 10, &w));
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

TEST(a_name_with_an_equals_sign_can_be_put_together_again)
{
	struct words w;
	assert_null(words_split("a=b c", 5, &w));
	assert_string_equal(w.v[0].text, "a=b");
	assert_string_equal(w.v[1].text, "c");
	words_free(&w);
}

TEST(an_empty_line_has_no_words)
{
	struct words w;
	assert_null(words_split(" \t ", 3, &w));
	assert_int_equal(w.n, 0);
	words_free(&w);
}

TEST(a_mistyped_word_is_near_to_the_one_that_was_meant)
{
	assert_true(words_near("token", 5, "token"));
	assert_true(words_near("tokn", 4, "token"));
	assert_true(words_near("Tokens", 6, "token"));
	assert_true(words_near("clame", 5, "claim"));
	assert_false(words_near("fro", 3, "for"));
	assert_true(words_near("fo", 2, "for"));
	assert_false(words_near("red", 3, "role"));
	assert_false(words_near("alice", 5, "claim"));
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
