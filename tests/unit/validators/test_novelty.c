#include "tests/unit/test.h"

#include "validators/text/novelty.h"
#include "validators/text/text.h"

/* The nearness of a claim to an earlier text, alone or among others. */
static enum novelty
compare_among(const char *claim, const char *earlier, double threshold, size_t runs, bool others)
{
	struct printset *set = printset_new(), *own = printset_new();

	if (others)
		printset_add(set, "each of us said so long before", 30);
	printset_add(set, earlier, strlen(earlier));
	if (others)
		printset_add(set, "", 0);
	printset_add(own, claim, strlen(claim));
	enum novelty novelty = printset_compare(set, own, 0, threshold, &runs);
	printset_free(set);
	printset_free(own);
	return novelty;
}

/* Alone and among others it is the same. */
static enum novelty
compare(const char *claim, const char *earlier, double threshold)
{
	enum novelty novelty = compare_among(claim, earlier, threshold, 1000, false);

	assert_int_equal(compare_among(claim, earlier, threshold, 1000, true), novelty);
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

TEST(a_letter_of_a_script_without_spaces_is_a_word)
{
	static const struct {
		const char *text;
		size_t words;
	} rows[] = { { "学校应该禁止", 6 }, { "学校, 应该。", 4 }, { "使用Rust重写", 5 }, { "Rust and 学", 3 },
		{ "ｶﾞｰ", 2 }, { "학교는 좋다", 2 }, { "", 0 } };

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct printset *set = printset_new();
		const struct print *p = printset_print(set, printset_add(set, rows[i].text, strlen(rows[i].text)));

		assert_int_equal(p->words, rows[i].words);
		printset_free(set);
	}
}

#define CLAIM "青少年总要学会管住自己，校门一关就把设备收走。"

TEST(letters_are_compared_in_runs_of_five)
{
	assert_int_equal(compare(CLAIM, CLAIM, 0.8), NOVELTY_EQUAL);
	assert_int_equal(compare("青少年 总要学会「管住」自己 ,校门一关就把设备收走", CLAIM, 0.8), NOVELTY_EQUAL);
	assert_int_equal(compare("校门一关就把设备收走，青少年总要学会管住自己。", CLAIM, 0.7), NOVELTY_NEAR);
	assert_int_equal(compare("校门一关就把设备收走", CLAIM, 0.8), NOVELTY_NEAR);
	assert_int_equal(compare(CLAIM, "校门一关就把设备收走", 0.8), NOVELTY_NEW);
	assert_int_equal(compare("管住自己", CLAIM, 0.8), NOVELTY_NEW);
	assert_int_equal(compare(CLAIM "又", CLAIM, 0), NOVELTY_NEW);
	assert_int_equal(compare("一二三四五六七八甲乙", "一二三四五六七八", 0.66), NOVELTY_NEAR);
	assert_int_equal(compare("一二三四五六七八甲乙", "一二三四五六七八", 0.67), NOVELTY_NEW);
}

TEST(terms_of_another_script_are_words_among_letters)
{
	assert_int_equal(compare("我们用Kubernetes部署服务，因为回滚只要一条命令", "我们用Kubernetes部署服务，因为回滚只要一条命令又", 0.8), NOVELTY_NEAR);
	assert_int_equal(compare("我们用Nomad部署服务，因为回滚只要一条命令，不必停机",
		"我们用Kubernetes部署服务，因为回滚只要一条命令，不必停机", 0.8), NOVELTY_NEW);
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
		char *folded = test_owns(text_fold_words(all, i));
		/* A letter behind a space sends the same text the other way. */
		char *wide = test_owns(mem_format("%s%sé", folded, *folded ? " " : ""));
		struct printset *set = printset_new();

		printset_add(set, all, i);
		printset_add(set, folded, strlen(folded));
		printset_add(set, wide, strlen(wide));
		const struct print *a = printset_print(set, 0), *b = printset_print(set, 1);
		assert_true(a->all == b->all && a->words == b->words && a->distinct == b->distinct);
		assert_int_equal(a->words + 1, printset_print(set, 2)->words);
		if (a->n)
			assert_int_equal(compare(wide, folded, 0.5), NOVELTY_NEAR);
		printset_free(set);
	}
}

TEST(of_runs_that_stand_twice_one_counts_however_many_there_are)
{
	struct printset *set = printset_new();
	const struct print *p;

	UT_string *text = test_string();
	for (int i = 0; i < 20000; i++)
		utstring_printf(text, "w%d ", i * 7919 % 9973);
	p = printset_print(set, printset_add(set, utstring_body(text), utstring_len(text)));
	assert_int_equal(p->words, 20000);
	assert_int_equal(p->n, 20000 - NOVELTY_RUN_WORDS + 1);
	assert_int_equal(p->distinct, 9973);
	for (unsigned n = 5; n < 1600; n += n < 300 ? 1 : 97) {
		utstring_clear(text);
		for (unsigned i = 0; i < n; i++)
			utstring_printf(text, "w%u ", i * i % 1009);
		p = printset_print(set, printset_add(set, utstring_body(text), utstring_len(text)));
		assert_int_equal(p->words, n);
		assert_int_equal(p->n, n - NOVELTY_RUN_WORDS + 1);
		assert_true(n < 500 ? p->distinct == p->n : p->distinct <= 1009 && p->distinct >= 500);
	}
	printset_free(set);
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
	unsigned seen[3] = {0};

	UT_string *text = test_string();
	srand(7);
	for (unsigned round = 0; round < 3000; round++) {
		unsigned kinds = round % 2 ? 2 : 4;
		const char *const *from = kinds == 2 && round % 4 == 1 ? words + 2 : words;
		enum novelty each = NOVELTY_NEW, together, before;
		size_t runs = 200000;
		struct printset *alone[PRINTS], *set = printset_new(), *claim = printset_new();

		for (unsigned i = 0; i < PRINTS; i++) {
			random_words(text, from, kinds);
			printset_add(alone[i] = printset_new(), utstring_body(text), utstring_len(text));
			printset_add(set, utstring_body(text), utstring_len(text));
		}
		random_words(text, from, kinds);
		printset_add(claim, utstring_body(text), utstring_len(text));
		for (unsigned i = 0; i < PRINTS && each != NOVELTY_EQUAL; i++) {
			enum novelty n = printset_compare(alone[i], claim, 0, 0.7, &runs);

			each = n == NOVELTY_NEW ? each : n;
		}
		together = printset_compare(set, claim, 0, 0.7, &runs);
		/* In one set those that stand before it are asked. */
		size_t last = printset_add(set, utstring_body(text), utstring_len(text));
		before = printset_compare(set, set, last, 0.7, &runs);
		if (together != each || before != each)
			fail_msg("round %u: %d together, %d before, %d each: %s", round, together, before, each,
				utstring_body(text));
		seen[together]++;
		for (unsigned i = 0; i < PRINTS; i++)
			printset_free(alone[i]);
		printset_free(set);
		printset_free(claim);
	}
	assert_true(seen[NOVELTY_NEW] > 100 && seen[NOVELTY_EQUAL] > 20 && seen[NOVELTY_NEAR] > 100);
}

static void
assert_among(const char *text, const char *earlier, size_t runs, enum novelty expected)
{
	assert_int_equal(compare_among(text, earlier, 0.8, runs, true), expected);
}

/* Ten words have six runs, of which five are enough; the letters of the claim have 17 runs, of which 14 are. */
TEST(of_a_set_no_more_runs_are_looked_at_than_asked_and_the_same_is_found_without)
{
	assert_among(TEN, "zero " TEN, 5, NOVELTY_NEAR);
	assert_among(TEN, "zero " TEN, 4, NOVELTY_NEW);
	assert_among(TEN, TEN, 0, NOVELTY_EQUAL);
	assert_among(CLAIM, "又" CLAIM, 14, NOVELTY_NEAR);
	assert_among(CLAIM, "又" CLAIM, 13, NOVELTY_NEW);
	assert_among(CLAIM, CLAIM, 0, NOVELTY_EQUAL);
}

TEST(what_a_set_looked_at_is_taken_off)
{
	struct printset *set = printset_new(), *none = printset_new(), *claim = printset_new();
	size_t runs = 20;

	printset_add(claim, TEN " x y", strlen(TEN " x y"));
	printset_add(set, TEN, strlen(TEN));
	assert_int_equal(printset_compare(set, claim, 0, 0.9, &runs), NOVELTY_NEW);
	assert_in_range(runs, 14, 20);
	runs = 20;
	assert_int_equal(printset_compare(set, claim, 0, 0.75, &runs), NOVELTY_NEAR);
	assert_int_equal(runs, 14);
	assert_int_equal(printset_compare(none, claim, 0, 0.75, &runs), NOVELTY_NEW);
	assert_int_equal(runs, 14);
	printset_free(set);
	printset_free(none);
	printset_free(claim);
}

/* The run of five words, as a number, is no text of its own. */
TEST(the_same_words_are_a_text_and_no_run_of_one)
{
	assert_int_equal(compare("one two three four five", TEN, 0), NOVELTY_NEW);
	assert_int_equal(compare("one two three four five", "one two three four five", 0), NOVELTY_EQUAL);
}

TEST(the_same_words_have_the_same_hash_and_no_words_have_none)
{
	static const char *const texts[][2] = {{"Caches go, STALE!", "caches  go\nstale"}, {"日本語で書いた長い文章を比べる", "日本語で、書いた長い文章を比べる"},
		{"Größe zählt", "GRÖSSE ZÄHLT"}, {"abcdefgh ij", "ABCDEFGH ij."}};

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		uint64_t hash = words_hash(texts[i][0], strlen(texts[i][0]));

		assert_true(hash && hash == words_hash(texts[i][1], strlen(texts[i][1])));
		assert_true(hash != words_hash("other words", 11));
	}
	assert_true(words_hash("abcdefgh ij", 11) != words_hash("abcdefghij", 10));
	assert_true(words_hash("ar", 2) != words_hash("c0", 2));
	assert_true(!words_hash("…", 3) && !words_hash("", 0));
}
