/* Quotations of what was said before: found directly behind a reference, and held against what stands there. */
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "validators/prose/evidence.h"
#include "validators/prose/quotable.h"
#include "validators/prose/quoting.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

#define N(a) (sizeof(a) / sizeof(a)[0])

/* -- what stands there -- */

static const char peer[] = "**Position**\n"
			   "Failures are *rare*, and each of them is\n"
			   "logged with its `cause_id` — the team reads “the log” daily.\n"
			   "\n"
			   "- It is impossible to do this in non-blocking code: don't.\n"
			   "- Use the old cache [as it is](https://example.org/cache) … for 10–20 days.\n"
			   "- 缓存的结果，应该在一小时之内失效；否则价格会过期。\n"
			   "- Сбои случаются редко, и каждый из них записан – это «факт».\n"
			   "- Η κρυφή μνήμη δεν πρέπει να κρατά παλιές τιμές.\n"
			   "- لا يجوز أن تبقى الأسعار القديمة، بعد منتصف الليل.\n"
			   "- キャッシュは「一時間」だけ有効とする。\n"
			   "- Résumé of the café is kept.\n";

static enum quoted
find(const char *words)
{
	struct quotable *q;
	struct md md;
	enum quoted quoted;

	md_parse(&md, peer, strlen(peer));
	q = quotable_new(md.text, md.len);
	quoted = quotable_find(q, (struct reader){words, words + strlen(words)});
	quotable_free(q);
	md_free(&md);
	return quoted;
}

static void
assert_found(const char *const *rows, size_t n, enum quoted quoted)
{
	for (size_t i = 0; i < n; i++)
		if (find(rows[i]) != quoted)
			fail_msg("%d: %s", (int)find(rows[i]), rows[i]);
}

TEST(what_stands_in_a_text_may_be_quoted_as_people_quote)
{
	static const char *const rows[] = {
		"Failures are rare, and each of them is logged",
		"failures are rare",
		"Failures are rare.",
		"are rare, and each of them is logged with its cause_id",
		"with its cause_id - the team reads 'the log' daily",
		"with its cause_id—the team reads \"the log\" daily.",
		"with its cause_id -- the team",
		"Failures … logged with its cause_id … daily",
		"Failures are rare ... each of them",
		"Failures are rare, [we hear,] and each of them [all] is logged",
		"[F]ailures are rare",
		"the team read[s] “the log” daily",
		"the team … 'the log' daily",
		"in non-blocking code: don’t!",
		"for 10-20 days",
		"Use the old cache as it is",
		"缓存的结果，应该在一小时之内失效",
		"应该在一小时之内失效；否则价格会过期",
		"缓存的结果,应该在一小时之内失效;否则价格会过期.",
		"缓存的结果……价格会过期。",
		"сбои случаются редко",
		"каждый из них записан — это „факт“",
		"Каждый из них записан",
		"η κρυφή μνήμη δεν πρέπει",
		"أن تبقى الأسعار القديمة، بعد منتصف الليل",
		"キャッシュは『一時間』だけ有効",
		"R\xc3\xa9sum\xc3\xa9 of the cafe\xcc\x81 is kept",
		"Failures\xe2\x80\x8b are\xc2\xa0rare",
	};

	assert_found(rows, N(rows), QUOTED_THERE);
}

TEST(what_does_not_stand_there_is_no_quotation)
{
	static const char *const rows[] = {
		"Failures are common, and each of them is logged",
		"Failures are not rare",
		"failures Are rare",
		"each of them is rare",
		"possible to do this",
		"blocking code: don't",
		"Failures are rar",
		"ailures are rare",
		"them is logged … Failures are rare",
		"Failures are rare, and each is logged",
		"the team reads \"the log\" daily, and more",
		"缓存的结果，应该在两小时之内失效",
		"应该在一小时之内失效；缓存的结果",
		"сбои случаются часто",
		"Η κρυφή μνήμη πρέπει να κρατά παλιές τιμές",
		"يجوز أن تبقى الأسعار الجديدة",
		"キャッシュは一時間だけ有効",
		"[Failures] were rare, and each",
	};

	assert_found(rows, N(rows), QUOTED_OTHERWISE);
}

static const char denied[] = "The nightly job is not safe to run in a holiday week.\n"
			     "We don't clear the cache by hand. Prices will not, in any case, rise before noon.\n"
			     "A gate should block on evidence, not on verdicts of an agent that nobody checked.\n"
			     "The replay that never ends is killed; the whole plan, which does not name an owner, is fine.\n"
			     "We do not know why, or whether or not the plan should be kept at all.\n"
			     "It was not only cheap but also quick to build. We cannot pay for two of them.\n"
			     "不應該把代理的「結論」本身設成硬性門檻。代理說「通過」永遠不能取代人類核可。\n"
			     "問題是應不應該成為合併的門檻；這是不是一條規則還要談。我們不得不接受這個方案。\n"
			     "代理不但更快而且更便宜。\n"
			     "通過は人の承認を置き換えない。遅いだけでなく高い。規則は門番ではなく証拠である。\n"
			     "에이전트의 판단은 충분하지 않다. 우리는 이 계획에 동의하지 않는다.\n"
			     "Мы не согласны с этим планом вовсе. Нельзя доверять такому журналу вечно.\n"
			     "Wir räumen den Speicher nachts nicht. Der Plan ist kein Ersatz für eine Prüfung.\n"
			     "Der Lauf prüft nicht nur die Preise, sondern alles. On n’efface pas le cache à la main.\n"
			     "Il ne faut pas accepter le verrou. Nadie lo dijo, y no queremos un cambio así hoy.\n"
			     "Δεν πρέπει να κρατά παλιές τιμές. لا يجوز أن تبقى الأسعار القديمة.\n"
			     "ไม่ควรลบแคชด้วยมือทุกคืน\n"
			     "यह योजना सुरक्षित नहीं है और इसे हटाना चाहिए।\n"
			     "Use the [big old red shiny] cache now.\n";

static enum quoted
find_in(const char *text, const char *words)
{
	struct quotable *q = quotable_new(text, strlen(text));
	enum quoted quoted = quotable_find(q, (struct reader){words, words + strlen(words)});

	quotable_free(q);
	return quoted;
}

TEST(what_cuts_off_a_negation_beside_it_is_no_quotation)
{
	static const char *const rows[] = {
		"safe to run in a holiday week",
		"clear the cache by hand",
		"Prices will … rise before noon",
		"Prices … rise before noon",
		"on verdicts of an agent",
		"The nightly job is … safe to run",
		"The nightly job is [now] safe to run",
		"The replay that … ends is killed",
		"pay for two of them",
		"應該把代理的「結論」本身設成硬性門檻",
		"把代理的「結論」本身設成",
		"代理說「通過」永遠…取代人類核可",
		"取代人類核可",
		"應該成為合併的門檻",
		"通過は人の承認を置き換え",
		"規則は門番",
		"에이전트의 판단은 충분하지",
		"우리는 이 계획에 동의하지",
		"согласны с этим планом вовсе",
		"доверять такому журналу вечно",
		"Wir räumen den Speicher nachts",
		"Ersatz für eine Prüfung",
		"efface pas le cache à la main",
		"faut pas accepter le verrou",
		"queremos un cambio así hoy",
		"πρέπει να κρατά παλιές τιμές",
		"يجوز أن تبقى الأسعار القديمة",
		"ควรลบแคชด้วยมือทุกคืน",
		"यह योजना सुरक्षित",
	};

	for (size_t i = 0; i < N(rows); i++)
		if (find_in(denied, rows[i]) != QUOTED_CUT)
			fail_msg("%d: %s", (int)find_in(denied, rows[i]), rows[i]);
}

TEST(what_leaves_out_a_negation_of_something_else_is_a_quotation)
{
	static const char *const rows[] = {
		"not safe to run in a holiday week",
		"A gate should block on evidence",
		"the whole plan … is fine",
		"the plan should be kept at all",
		"quick to build",
		"also quick to build",
		"the whole plan, which does not name an owner, is fine",
		"A gate should block on evidence … The replay that never ends is killed",
		"成為合併的門檻",
		"一條規則還要談",
		"接受這個方案",
		"代理…更快而且更便宜",
		"遅いだけでなく高い",
		"Der Lauf prüft",
		"un cambio así hoy",
		"[P]rices will not, in any case, rise",
		"Use the [big old red shiny] cache now",
	};

	for (size_t i = 0; i < N(rows); i++)
		if (find_in(denied, rows[i]) != QUOTED_THERE)
			fail_msg("%d: %s", (int)find_in(denied, rows[i]), rows[i]);
	/* Where the same words stand without it they are quoted from there. */
	assert_int_equal(find_in("It is not safe to run. At night it is safe to run.", "safe to run"), QUOTED_THERE);
	/* What is English elsewhere. */
	assert_int_equal(find_in("O preço muda no plano de cache, e não antes.", "plano de cache"), QUOTED_THERE);
	assert_int_equal(find_in("There is no plan for the cache.", "plan for the cache"), QUOTED_CUT);
}

TEST(brackets_put_in_few_words_and_no_negation)
{
	static const char *const rows[] = {
		"The nightly job [and we all agree on it] is not safe",
		"The nightly job [and we] [all agree] … [on it] is not safe",
		"A gate should [not] block on evidence",
		"A gate [nicht] should block on evidence",
		"代理說「通過」[同意代理說了算，因為]永遠不能取代人類核可",
		"一條規則[不]還要談",
	};

	for (size_t i = 0; i < N(rows); i++)
		if (find_in(denied, rows[i]) != QUOTED_PUT_IN)
			fail_msg("%d: %s", (int)find_in(denied, rows[i]), rows[i]);
	assert_int_equal(find_in(denied, "The nightly job [that clears the cache] is not safe"), QUOTED_THERE);
	assert_int_equal(find_in(denied, "代理說「通過」[這個結論]永遠不能取代人類核可"), QUOTED_THERE);
	assert_int_equal(find_in(denied, "use the […] cache now"), QUOTED_SCRAPS);
}

TEST(scraps_are_no_quotation)
{
	static const char *const rows[] = {
		"Failures … rare … logged", "[anything that I like]", "… ... …", "Failures are … is logged"};

	assert_found(rows, N(rows), QUOTED_SCRAPS);
}

TEST(no_text_takes_longer_to_look_up_than_it_may)
{
	enum { LEN = 60000 };
	char *text = mem_check(malloc(LEN + 1)), *words = mem_check(malloc(LEN + 1));
	struct quotable *q;
	enum quoted quoted = QUOTED_OTHERWISE;

	for (size_t i = 0; i < LEN; i++)
		text[i] = words[i] = i % 2 ? ' ' : 'a';
	memcpy(words, "b a b", 5);
	q = quotable_new(text, LEN);
	for (unsigned i = 0; i < 2000 && quoted == QUOTED_OTHERWISE; i++)
		quoted = quotable_find(q, (struct reader){words, words + LEN / 2});
	assert_int_equal(quoted, QUOTED_TOO_MUCH);
	assert_int_equal(quotable_find(q, (struct reader){words, words + LEN / 2}), QUOTED_TOO_MUCH);
	quotable_free(q);
	free(words);
	free(text);
}

/* Each place of it is looked round for what is left out there. */
TEST(no_text_of_negations_takes_longer_either)
{
	enum { TIMES = 5000 };
	char *text = mem_check(calloc(TIMES, sizeof "not a b c … ")), *end = text;
	const char *few = "a b c";
	struct quotable *q;

	for (unsigned i = 0; i < TIMES; i++)
		end = stpcpy(end, "not a b c ");
	q = quotable_new(text, (size_t)(end - text));
	assert_int_equal(quotable_find(q, (struct reader){few, few + strlen(few)}), QUOTED_TOO_MUCH);
	quotable_free(q);
	free(text);
}

/* -- what is told of it -- */

struct told_row {
	const char *words, *says;
};

TEST(who_misquotes_is_told_what_stands_there)
{
	static const struct told_row rows[] = {
		{"Failures are common, and each of them", "it says \"Failures are rare, and each of them\""},
		{"the team never reads the log", "\"the team reads “the log"},
		{"缓存的结果，应该在两小时之内失效", "应该在一小时之内失效"},
		{"сбои случаются очень часто", "\"Сбои случаются редко"},
		{"we must all go home now", "turn 2 says nothing like \"we must all go home now\""},
		{"a … b … c d", "has no three words in a row"},
		{"possible to do this … non-blocking code", "does not say"},
		{"Failures are rare, [and so is everything that we build], and each",
			"does not say what \"[and so is everything that we build]\" puts in: brackets may name what is meant, in up to 4 "
			"words (of a script without spaces 8 letters)"},
		{"πρέπει να κρατά παλιές", "turn 2 says \"Η κρυφή μνήμη δεν πρέπει να κρατά παλιές τιμές\", and what is quoted of it "
					   "leaves out the \"δεν\", which turns it round: quote it with that"},
		{"一小时之前没有失效", "it says \"一小时之内失效；否则\""},
	};
	struct md md;

	md_parse(&md, peer, strlen(peer));
	for (size_t i = 0; i < N(rows); i++) {
		struct quotable *q = quotable_new(md.text, md.len);
		char *said = quotable_fault(
			q, (struct reader){rows[i].words, rows[i].words + strlen(rows[i].words)}, "turn 2");

		if (!said || !strstr(said, rows[i].says))
			fail_msg("%s: %s", rows[i].words, said ? said : "fine");
		free(said);
		quotable_free(q);
	}
	md_free(&md);
}

/* Of a long quotation the place is shown where it goes wrong. */
TEST(a_misquotation_is_shown_where_it_begins_to_differ)
{
	static const char text[] = "The first thing to be said of this long sentence is that it is long, the second "
				   "that it has to be read to the end, and the third that nobody does.";
	static const char words[] = "The first thing to be said of this long sentence is that it is long, the second "
				    "that it has to be read to the end, and the third that everybody does.";
	struct quotable *q = quotable_new(text, strlen(text));
	char *said = quotable_fault(q, (struct reader){words, words + strlen(words)}, "turn 1");

	assert_non_null(said);
	assert_non_null(strstr(said, "everybody does"));
	assert_non_null(strstr(said, "nobody does"));
	free(said);
	quotable_free(q);
}

/* -- where they stand -- */

static size_t
refer_turn(void *arg, const char *s, const char *end, unsigned *cited)
{
	struct reader r = {s, end};

	(void)arg;
	return evidence_turn(s, (size_t)(end - s), cited) && skip_word(&r, "turn") && skip_white(&r) &&
			skip_number(&r, &(unsigned){0})
		? (size_t)(r.s - s)
		: 0;
}

/* All that are found, as `2:WORDS|`. */
static char *
quotations_of(const char *text)
{
	UT_string out;
	struct quoting q = quoting_begin(text, text + strlen(text), refer_turn, NULL);
	struct reader words;
	unsigned cited;

	utstring_init(&out);
	while (quoting_next(&q, &cited, &words))
		utstring_printf(&out, "%u:%.*s|", cited, (int)left(&words), words.s);
	quoting_end(&q);
	return utstring_body(&out);
}

TEST(a_quotation_is_found_directly_beside_its_reference)
{
	static const struct told_row rows[] = {
		{"Turn 2: \"it is all there\"", "2:it is all there|"},
		{"Turn 2 \"it is all there\", which is wrong", "2:it is all there|"},
		{"Turn 2 (“it is all there”)", "2:it is all there|"},
		{"turn 12 — «it is all there»", "12:it is all there|"},
		{"**Turn 2**: „it is all there“.", "2:it is all there|"},
		{"Turn 1: \"one two three\", while Turn 2: \"four five six\"", "1:one two three|2:four five six|"},
		{"Turn 2：「缓存的结果应该失效」", "2:缓存的结果应该失效|"},
		{"Turn 2: 「把代理的「結論」設成門檻」", "2:把代理的「結論」設成門檻|"},
		{"Turn 2: “so “they” say it all”, and", "2:so “they” say it all|"},
		{"Turn 2: 「把代理的「結論設成門檻」", "2:把代理的「結論設成門檻|"},
		{"\"One two three four\" (Turn 2), which is wrong", "2:One two three four|"},
		{"「完全同意硬性門檻」（Turn 2）", "2:完全同意硬性門檻|"},
		/* Each is of the name that is its own. */
		{"\"one two three\" (Turn 2), \"four five six\" (Turn 3)", "2:one two three|3:four five six|"},
		{"Turn 1: \"one two three\" (Turn 2)", "2:one two three|"},
	};

	for (size_t i = 0; i < N(rows); i++) {
		char *found = quotations_of(rows[i].words);
		if (strcmp(found, rows[i].says))
			fail_msg("%s: %s", rows[i].words, found);
		free(found);
	}
}

TEST(what_has_words_between_is_no_quotation_of_a_reference)
{
	static const char *const rows[] = {
		"Turn 2 says \"it is all there\"",
		"Turn 2's \"it is all there\" is wrong",
		"Turn 2, on cost: \"it is all there\"",
		"Turn 2: \"one\"; \"it is all there\"",
		"Turn 2 is right. We call this \"it is all there\"",
		"Turn 2. \"It is all there\"",
		"Turn 2 never says \"it is all there\"",
		"Turn 2 on plan.md#rollout: \"it is all there\"",
		"Turn 2, of https://example.org/a: \"it is all there\"",
		"Turn 2: \"all there\"",
		"Turn 2は「結果は一時間だけ」を扱わない",
		"\"it is all there\", see Turn 2",
		"Return 2: \"it is all there\"",
		"Turn 2: it is all there\"",
		"Principle: \"it is all there\"",
		"",
	};

	for (size_t i = 0; i < N(rows); i++) {
		char *found = quotations_of(rows[i]);
		if (*found)
			fail_msg("%s: %s", rows[i], found);
		free(found);
	}
}
