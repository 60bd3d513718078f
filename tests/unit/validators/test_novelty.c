#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "validators/mem.h"
#include "validators/novelty.h"
#include "validators/text.h"

static enum novelty
compare(const char *claim, const char *earlier, double threshold)
{
	struct wordprint a, b;
	enum novelty novelty;

	wordprint_make(&a, claim, strlen(claim));
	wordprint_make(&b, earlier, strlen(earlier));
	novelty = wordprint_compare(&a, &b, threshold);
	wordprint_free(&a);
	wordprint_free(&b);
	return novelty;
}

static void
other_words_are_new(void **state)
{
	(void)state;
	assert_int_equal(compare("caches go stale", "caches stay fresh", 0.8), NOVELTY_NEW);
	assert_int_equal(compare("caches go stale", "", 0.8), NOVELTY_NEW);
	assert_int_equal(compare("stale caches go", "caches go stale", 0.8), NOVELTY_NEW);
}

static void
case_punctuation_and_space_do_not_make_a_text_new(void **state)
{
	(void)state;
	assert_int_equal(compare("Caches go, STALE!", "caches  go\nstale", 0.8), NOVELTY_EQUAL);
	assert_int_equal(compare("don't wait", "DON'T wait.", 0.8), NOVELTY_EQUAL);
	assert_int_equal(compare("Größe zählt", "GRÖSSE ZÄHLT", 0.8), NOVELTY_EQUAL);
	assert_int_equal(compare("ｃａｃｈｅ", "cache", 0.8), NOVELTY_EQUAL);
}

static void
symbols_are_words(void **state)
{
	(void)state;
	assert_int_equal(compare("a < b", "a > b", 0.8), NOVELTY_NEW);
	assert_int_equal(compare("costs $5", "costs 5", 0.8), NOVELTY_NEW);
}

static void
a_text_without_words_repeats_nothing(void **state)
{
	(void)state;
	assert_int_equal(compare("", "", 0.8), NOVELTY_NEW);
	assert_int_equal(compare("...", "…", 0.8), NOVELTY_NEW);
}

#define TEN "one two three four five six seven eight nine ten"

static void
a_copy_with_a_word_more_is_near(void **state)
{
	(void)state;
	assert_int_equal(compare(TEN " eleven", TEN, 0.8), NOVELTY_NEAR);
	assert_int_equal(compare(TEN, "zero " TEN " eleven twelve thirteen", 0.8), NOVELTY_NEAR);
}

/* Ten words have six runs of five; with two words more, eight runs, six of them known: three quarters. */
static void
the_share_is_of_the_claims_own_runs(void **state)
{
	(void)state;
	assert_int_equal(compare(TEN " x y", TEN, 0.8), NOVELTY_NEW);
	assert_int_equal(compare(TEN " x y", TEN, 0.75), NOVELTY_NEAR);
	assert_int_equal(compare(TEN " x y", TEN, 0.76), NOVELTY_NEW);
	assert_int_equal(compare(TEN, TEN " x y", 1.0), NOVELTY_NEAR);
}

static void
a_threshold_of_zero_leaves_equality(void **state)
{
	(void)state;
	assert_int_equal(compare(TEN " eleven", TEN, 0), NOVELTY_NEW);
	assert_int_equal(compare(TEN, TEN, 0), NOVELTY_EQUAL);
}

static void
claims_under_five_words_are_compared_whole(void **state)
{
	(void)state;
	assert_int_equal(compare("one two three four", TEN, 0.8), NOVELTY_NEW);
	assert_int_equal(compare("one two three four five", TEN, 0.8), NOVELTY_NEAR);
	assert_int_equal(compare("one two three four", "one two three four", 0.8), NOVELTY_EQUAL);
}

static void
doubled_words_count_once(void **state)
{
	(void)state;
	assert_int_equal(compare("a a a a a a a a a a a a a", "a a a a a b", 0.8), NOVELTY_NEAR);
}

/* Plain ASCII goes a shorter way than the rest: both must part and fold words alike. */
static void
ascii_is_folded_as_all_text_is(void **state)
{
	char all[3 * 127 + 1];
	size_t n = 0;

	(void)state;
	for (int c = 1; c < 128; c++) {
		all[n++] = 'x';
		all[n++] = (char)c;
		all[n++] = 'Y';
	}
	for (size_t i = 0; i <= n; i++) {
		char *wide, *folded = text_fold_words(all, i);
		struct wordprint a, b;

		/* A letter behind a space sends the same text the other way. */
		wide = mem_resize(NULL, strlen(folded) + 8, 1);
		sprintf(wide, "%s%sé", folded, *folded ? " " : "");
		wordprint_make(&a, all, i);
		wordprint_make(&b, wide, strlen(wide));
		assert_int_equal(a.words + 1, b.words);
		wordprint_free(&a);
		wordprint_make(&a, folded, strlen(folded));
		wordprint_free(&b);
		wordprint_make(&b, all, i);
		assert_true(a.all == b.all && a.words == b.words && a.n == b.n);
		wordprint_free(&a);
		wordprint_free(&b);
		free(wide);
		free(folded);
	}
}

static void
runs_are_sorted_without_doubles(void **state)
{
	UT_string text;
	struct wordprint p;

	(void)state;
	utstring_init(&text);
	for (int i = 0; i < 20000; i++)
		utstring_printf(&text, "w%d ", i * 7919 % 9973);
	wordprint_make(&p, utstring_body(&text), utstring_len(&text));
	assert_int_equal(p.words, 20000);
	assert_int_equal(p.n, 9973);
	for (size_t i = 1; i < p.n; i++)
		assert_true(p.runs[i - 1] < p.runs[i]);
	wordprint_free(&p);
	utstring_done(&text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(other_words_are_new),
		cmocka_unit_test(case_punctuation_and_space_do_not_make_a_text_new),
		cmocka_unit_test(symbols_are_words),
		cmocka_unit_test(a_text_without_words_repeats_nothing),
		cmocka_unit_test(a_copy_with_a_word_more_is_near),
		cmocka_unit_test(the_share_is_of_the_claims_own_runs),
		cmocka_unit_test(a_threshold_of_zero_leaves_equality),
		cmocka_unit_test(claims_under_five_words_are_compared_whole),
		cmocka_unit_test(doubled_words_count_once),
		cmocka_unit_test(ascii_is_folded_as_all_text_is),
		cmocka_unit_test(runs_are_sorted_without_doubles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
