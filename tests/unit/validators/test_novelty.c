#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utstring.h>
#include "validators/text/mem.h"
#include "validators/text/novelty.h"
#include "validators/text/text.h"

/* What a claim is to this text among others, asked together. */
static enum novelty
compare_among(const struct wordprint *claim, const struct wordprint *earlier, double threshold, size_t runs)
{
	struct wordprint prints[3] = {[1] = *earlier};
	struct printset *set;
	enum novelty novelty;

	wordprint_make(&prints[0], "each of us said so long before", 30);
	wordprint_make(&prints[2], "", 0);
	set = printset_new(prints, 3);
	novelty = printset_compare(set, claim, threshold, &runs);
	printset_free(set);
	wordprint_free(&prints[0]);
	wordprint_free(&prints[2]);
	return novelty;
}

/* Alone and among others it is the same. */
static enum novelty
compare(const char *claim, const char *earlier, double threshold)
{
	struct wordprint a, b;
	enum novelty novelty;

	wordprint_make_claim(&a, claim, strlen(claim));
	wordprint_make(&b, earlier, strlen(earlier));
	novelty = wordprint_compare(&a, &b, threshold);
	assert_int_equal(compare_among(&a, &b, threshold, 1000), novelty);
	wordprint_free(&a);
	wordprint_free(&b);
	return novelty;
}

TEST(other_words_are_new)
{
	assert_int_equal(compare("caches go stale", "caches stay fresh", 0.8), NOVELTY_NEW);
	assert_int_equal(compare("caches go stale", "", 0.8), NOVELTY_NEW);
	assert_int_equal(compare("stale caches go", "caches go stale", 0.8), NOVELTY_NEW);
}

TEST(case_punctuation_and_space_do_not_make_a_text_new)
{
	assert_int_equal(compare("Caches go, STALE!", "caches  go\nstale", 0.8), NOVELTY_EQUAL);
	assert_int_equal(compare("don't wait", "DON'T wait.", 0.8), NOVELTY_EQUAL);
	assert_int_equal(compare("Größe zählt", "GRÖSSE ZÄHLT", 0.8), NOVELTY_EQUAL);
	assert_int_equal(compare("ｃａｃｈｅ", "cache", 0.8), NOVELTY_EQUAL);
}

TEST(symbols_are_words)
{
	assert_int_equal(compare("a < b", "a > b", 0.8), NOVELTY_NEW);
	assert_int_equal(compare("costs $5", "costs 5", 0.8), NOVELTY_NEW);
}

TEST(a_text_without_words_repeats_nothing)
{
	assert_int_equal(compare("", "", 0.8), NOVELTY_NEW);
	assert_int_equal(compare("...", "…", 0.8), NOVELTY_NEW);
}

#define TEN "one two three four five six seven eight nine ten"

TEST(a_copy_with_a_word_more_is_near)
{
	assert_int_equal(compare(TEN " eleven", TEN, 0.8), NOVELTY_NEAR);
	assert_int_equal(compare(TEN, "zero " TEN " eleven twelve thirteen", 0.8), NOVELTY_NEAR);
}

/* Ten words have six runs of five; with two words more, eight runs, six of them known: three quarters. */
TEST(the_share_is_of_the_claims_own_runs)
{
	assert_int_equal(compare(TEN " x y", TEN, 0.8), NOVELTY_NEW);
	assert_int_equal(compare(TEN " x y", TEN, 0.75), NOVELTY_NEAR);
	assert_int_equal(compare(TEN " x y", TEN, 0.76), NOVELTY_NEW);
	assert_int_equal(compare(TEN, TEN " x y", 1.0), NOVELTY_NEAR);
}

TEST(a_threshold_of_zero_leaves_equality)
{
	assert_int_equal(compare(TEN " eleven", TEN, 0), NOVELTY_NEW);
	assert_int_equal(compare(TEN, TEN, 0), NOVELTY_EQUAL);
}

TEST(claims_under_five_words_are_compared_whole)
{
	assert_int_equal(compare("one two three four", TEN, 0.8), NOVELTY_NEW);
	assert_int_equal(compare("one two three four five", TEN, 0.8), NOVELTY_NEAR);
	assert_int_equal(compare("one two three four", "one two three four", 0.8), NOVELTY_EQUAL);
}

TEST(doubled_words_count_once)
{
	assert_int_equal(compare("a a a a a a a a a a a a a", "a a a a a b", 0.8), NOVELTY_NEAR);
}

/* What is compared in a script without spaces is letters, with their marks. */
TEST(a_letter_of_a_script_without_spaces_is_a_word)
{
	static const struct {
		const char *text;
		size_t words;
		bool dense;
	} rows[] = { { "学校应该禁止", 6, true }, { "学校, 应该。", 4, true }, { "使用Rust重写", 5, true }, { "Rust and 学", 3, false }, { "ภาษี", 3, true },
		{ "ｶﾞｰ", 2, true }, { "학교는 좋다", 2, false }, { "", 0, false } };

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct wordprint p;

		wordprint_make(&p, rows[i].text, strlen(rows[i].text));
		assert_int_equal(p.words, rows[i].words);
		assert_int_equal(p.dense, rows[i].dense);
		wordprint_free(&p);
	}
}

#define CLAIM "青少年总要学会管住自己，校门一关就把设备收走。"

TEST(letters_are_compared_in_runs_of_five_wherever_the_clauses_stand)
{
	assert_int_equal(compare(CLAIM, CLAIM, 0.8), NOVELTY_EQUAL);
	assert_int_equal(compare("青少年 总要学会「管住」自己 ,校门一关就把设备收走", CLAIM, 0.8), NOVELTY_EQUAL);
	assert_int_equal(compare("校门一关就把设备收走，青少年总要学会管住自己。", CLAIM, 0.8), NOVELTY_NEAR);
	assert_int_equal(compare("青少年总要学会管住自身，校门一关就把设备收走。", CLAIM, 0.8), NOVELTY_NEAR);
	assert_int_equal(compare("校门一关就把设备收走", CLAIM, 0.8), NOVELTY_NEAR);
	assert_int_equal(compare(CLAIM, "校门一关就把设备收走", 0.8), NOVELTY_NEW);
	assert_int_equal(compare("青少年总要学会管住自己，家长也要以身作则。", CLAIM, 0.8), NOVELTY_NEW);
	assert_int_equal(compare("管住自己", CLAIM, 0.8), NOVELTY_NEW);
	assert_int_equal(compare(CLAIM "又", CLAIM, 0), NOVELTY_NEW);
}

/* Ten letters, eight of them in known runs; a run that stands twice counts at both places. */
TEST(the_share_is_of_the_claims_own_letters)
{
	assert_int_equal(compare("一二三四五六七八甲乙", "一二三四五六七八", 0.8), NOVELTY_NEAR);
	assert_int_equal(compare("一二三四五六七八甲乙", "一二三四五六七八", 0.81), NOVELTY_NEW);
	assert_int_equal(compare("一二三四五一二三四五", "一二三四五", 1.0), NOVELTY_NEAR);
	assert_int_equal(compare("哈哈哈哈哈哈哈哈哈哈", "哈哈哈哈哈", 1.0), NOVELTY_NEAR);
	assert_int_equal(compare("一二三四甲五六七八乙", "一二三四五六七八", 0.1), NOVELTY_NEW);
}

TEST(terms_of_another_script_are_words_among_letters)
{
	assert_int_equal(compare("我们用Kubernetes部署服务，因为回滚只要一条命令", "我们用Kubernetes部署服务，因为回滚只要一个命令", 0.8), NOVELTY_NEAR);
	assert_int_equal(compare("我们用Nomad部署服务，因为回滚只要一条命令，不必停机", "我们用Kubernetes部署服务，因为回滚只要一条命令，不必停机", 0.8), NOVELTY_NEAR);
	assert_int_equal(compare("we deploy 服务 with one command and roll back with another one", "we deploy 应用 with one command and roll back with another one", 0.8),
		NOVELTY_NEW);
}

/* Plain ASCII goes a shorter way than the rest: both must part and fold words alike. */
TEST(ascii_is_folded_as_all_text_is)
{
	char all[3 * 127 + 1];
	size_t n = 0;

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

TEST(runs_are_sorted_without_doubles)
{
	UT_string text;
	struct wordprint p;

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

/* -- many prints as one -- */

/* So many words, of so few that many runs are common. */
static void
random_words(UT_string *out, const char *const *words, unsigned kinds)
{
	unsigned n = 3 + (unsigned)rand() % 8;

	utstring_clear(out);
	for (unsigned i = 0; i < n; i++)
		utstring_printf(out, "%s", words[(unsigned)rand() % kinds]);
}

TEST(a_set_of_prints_says_what_each_of_them_would)
{
	static const char *const words[] = {"a ", "b ", "天", "地"};
	enum { PRINTS = 8 };
	struct wordprint prints[PRINTS], claim;
	unsigned seen[3] = {0};
	UT_string text;

	utstring_init(&text);
	srand(7);
	for (unsigned round = 0; round < 3000; round++) {
		unsigned kinds = round % 2 ? 2 : 4;
		const char *const *from = kinds == 2 && round % 4 == 1 ? words + 2 : words;
		enum novelty each = NOVELTY_NEW, together;
		size_t runs = 100000;
		struct printset *set;

		for (unsigned i = 0; i < PRINTS; i++) {
			random_words(&text, from, kinds);
			wordprint_make(&prints[i], utstring_body(&text), utstring_len(&text));
		}
		random_words(&text, from, kinds);
		wordprint_make_claim(&claim, utstring_body(&text), utstring_len(&text));
		for (unsigned i = 0; i < PRINTS && each != NOVELTY_EQUAL; i++) {
			enum novelty n = wordprint_compare(&claim, &prints[i], 0.7);

			each = n == NOVELTY_NEW ? each : n;
		}
		set = printset_new(prints, PRINTS);
		together = printset_compare(set, &claim, 0.7, &runs);
		if (together != each)
			fail_msg("round %u: %d together, %d each: %s", round, together, each, utstring_body(&text));
		seen[together]++;
		printset_free(set);
		for (unsigned i = 0; i < PRINTS; i++)
			wordprint_free(&prints[i]);
		wordprint_free(&claim);
	}
	assert_true(seen[NOVELTY_NEW] > 100 && seen[NOVELTY_EQUAL] > 20 && seen[NOVELTY_NEAR] > 100);
	utstring_done(&text);
}

static void
assert_among(const char *text, const char *earlier, size_t runs, enum novelty expected)
{
	struct wordprint claim, print;

	wordprint_make_claim(&claim, text, strlen(text));
	wordprint_make(&print, earlier, strlen(earlier));
	assert_int_equal(compare_among(&claim, &print, 0.8, runs), expected);
	wordprint_free(&claim);
	wordprint_free(&print);
}

/* Ten words have six runs. */
TEST(of_a_set_no_more_runs_are_looked_at_than_asked_and_the_same_is_found_without)
{
	assert_among(TEN, "zero " TEN, 6, NOVELTY_NEAR);
	assert_among(TEN, "zero " TEN, 4, NOVELTY_NEW);
	assert_among(TEN, TEN, 0, NOVELTY_EQUAL);
	assert_among(CLAIM, "又" CLAIM, 1000, NOVELTY_NEAR);
	assert_among(CLAIM, "又" CLAIM, 17, NOVELTY_NEW);
	assert_among(CLAIM, CLAIM, 0, NOVELTY_EQUAL);
}

TEST(what_a_set_looked_at_is_taken_off)
{
	struct wordprint claim, print;
	struct printset *set, *none = printset_new(NULL, 0);
	size_t runs = 20;

	wordprint_make_claim(&claim, TEN " x y", strlen(TEN " x y"));
	wordprint_make(&print, TEN, strlen(TEN));
	set = printset_new(&print, 1);
	assert_int_equal(printset_compare(set, &claim, 0.9, &runs), NOVELTY_NEW);
	assert_in_range(runs, 14, 20);
	runs = 20;
	assert_int_equal(printset_compare(set, &claim, 0.75, &runs), NOVELTY_NEAR);
	assert_int_equal(runs, 14);
	assert_int_equal(printset_compare(none, &claim, 0.75, &runs), NOVELTY_NEW);
	assert_int_equal(runs, 14);
	printset_free(set);
	printset_free(none);
	wordprint_free(&claim);
	wordprint_free(&print);
}

/* However many there are, and so by whichever way they are sorted. */
TEST(few_runs_and_many_are_sorted_alike)
{
	for (unsigned n = 5; n < 1600; n += n < 300 ? 1 : 97) {
		struct wordprint print;
		UT_string text;

		utstring_init(&text);
		for (unsigned i = 0; i < n; i++)
			utstring_printf(&text, "w%u ", i * i % 1009);
		wordprint_make(&print, utstring_body(&text), utstring_len(&text));
		assert_int_equal(print.words, n);
		assert_true(print.n <= n - NOVELTY_RUN_WORDS + 1);
		if (n < 500)
			assert_int_equal(print.n, n - NOVELTY_RUN_WORDS + 1);
		for (size_t i = 1; i < print.n; i++)
			assert_true(print.runs[i - 1] < print.runs[i]);
		wordprint_free(&print);
		utstring_done(&text);
	}
}

TEST(a_whole_print_knows_the_same_words_and_nothing_nearly_the_same)
{
	static const char *const texts[] = {"Caches go, STALE!", "日本語で書いた長い文章を比べる", "one two three four five six seven"};

	for (size_t i = 0; i < 3; i++) {
		struct wordprint whole, print;

		wordprint_make_whole(&whole, texts[i], strlen(texts[i]));
		wordprint_make_claim(&print, texts[i], strlen(texts[i]));
		assert_int_equal(wordprint_compare(&whole, &print, 0), NOVELTY_EQUAL);
		assert_int_equal(wordprint_compare(&print, &whole, 0.5), NOVELTY_EQUAL);
		wordprint_free(&whole);
		wordprint_make_whole(&whole, "other words", 11);
		assert_int_equal(wordprint_compare(&whole, &print, 0), NOVELTY_NEW);
		wordprint_free(&whole);
		wordprint_free(&print);
	}
}
