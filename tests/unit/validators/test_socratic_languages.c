/*
 * Debates in many languages (files.md, Any language): tests/corpus/socratic/languages has a folder a language, with a topic, a source, the
 * turns of an honest debate in order, and drift.md, which speaks of something else in place of the third.
 */
#include "tests/unit/validators/socratic_fixture.h"

#include <utf8proc.h>
#include "validators/socratic/state.h"
#include "validators/text/words.h"

#define LANGUAGES CORPUS "languages/"

static const char *const debates[] = { "zh", "ja", "th", "ko", "ru" };
/* Two turns each. */
static const char *const controls[] = { "ar", "de", "el", "hi" };
/* Those whose words are letters. */
static const char *const dense[] = { "zh", "ja", "th" };

struct sample {
	struct duel duel;
	const char *language;
	char *source, *topic;
	unsigned turns;
};

static char *
read_file(const struct sample *d, const char *name, size_t *len)
{
	char path[128];

	snprintf(path, sizeof path, LANGUAGES "%s/%s", d->language, name);
	return read_whole(path, len);
}

static void
debate_begin(struct sample *d, const char *language)
{
	size_t len;

	*d = (struct sample){ .language = language };
	d->source = read_file(d, "plan.md", &len);
	d->topic = read_file(d, "topic.txt", &len);
	d->topic[strcspn(d->topic, "\n")] = '\0';
	duel_init(&d->duel, d->source);
	d->duel.terms.topic = d->topic;
	d->duel.terms.max_turns = 8;
	duel_join(&d->duel, "alice", "claude-code", "opus");
	duel_join(&d->duel, "bob", "claude-code", "opus");
}

static void
debate_end(struct sample *d)
{
	duel_done(&d->duel);
	free(d->source);
	free(d->topic);
}

static void
debate_turns(struct sample *d, unsigned n)
{
	while (d->turns < n) {
		char name[16];
		size_t len;
		char *text;
		unsigned seat = d->turns++ % 2 + 1;

		snprintf(name, sizeof name, "%u.md", d->turns);
		text = read_file(d, name, &len);
		duel_floor(&d->duel, seat, GRANT_TURN);
		if (duel_try_bytes(&d->duel, text, len, false) || utstring_len(&d->duel.printed))
			fail_msg("%s/%s: %s", d->language, name, utstring_body(&d->duel.printed));
		for (size_t cut = len % sample_step(); cut <= len; cut += sample_step())
			if (duel_try_bytes(&d->duel, text, cut, true))
				fail_msg("%s/%s is refused at %zu: %s", d->language, name, cut, utstring_body(&d->duel.printed));
		duel_accept(&d->duel, seat, text, len);
		free(text);
	}
	duel_floor(&d->duel, d->turns % 2 + 1, GRANT_TURN);
}

TEST(honest_turns_in_every_language_have_no_finding)
{
	struct sample d;

	for (size_t i = 0; i < N(debates) + N(controls); i++) {
		debate_begin(&d, i < N(debates) ? debates[i] : controls[i - N(debates)]);
		debate_turns(&d, i < N(debates) ? 6 : 2);
		debate_end(&d);
	}
}

TEST(a_turn_on_something_else_drifts_in_every_language)
{
	for (size_t i = 0; i < N(debates) + N(controls); i++) {
		struct sample d;
		size_t len;
		char *text;

		debate_begin(&d, i < N(debates) ? debates[i] : controls[i - N(debates)]);
		debate_turns(&d, 2);
		text = read_file(&d, "drift.md", &len);
		if (duel_try_bytes(&d.duel, text, len, false))
			fail_msg("%s: %s", d.language, utstring_body(&d.duel.printed));
		if (!duel_printed(&d.duel, "warning: [topic.drift]") || strchr(utstring_body(&d.duel.printed), '\n')[1])
			fail_msg("%s: %s", d.language, utstring_len(&d.duel.printed) ? utstring_body(&d.duel.printed) : "no word");
		free(text);
		debate_end(&d);
	}
}

/* -- near copies ----------------------------------------------------------------------------------------------------------------- */

static int
try_novel(struct sample *d, const char *novel, size_t len)
{
	UT_string text;
	int err;

	utstring_init(&text);
	utstring_printf(&text, "## Turn %u — %s (claude-code / opus) — OPEN_TO_DEBATE\n\n**Position**\n%s\n\n**Counterpoints**\n- Addresses: Turn 2\n"
		"  Claim: this is left open\n  Support: Turn 2\n\n**Agreements**\n- none\n\n**Novel Argument**\n", d->turns + 1,
		d->turns % 2 ? "bob" : "alice", d->topic);
	utstring_bincpy(&text, novel, len);
	utstring_printf(&text, "\n\nSupport: Turn 1\n\n**Unresolved Items**\n- none (non-blocking)\n");
	for (unsigned id = 1; id <= items_last_id(d->duel.state->items); id++)
		utstring_printf(&text, "- U-%u (non-blocking)\n", id);
	err = duel_try_bytes(&d->duel, utstring_body(&text), utstring_len(&text), false);
	utstring_done(&text);
	return err;
}

static void
assert_copy(struct sample *d, const char *novel, size_t len)
{
	if (!try_novel(d, novel, len) || !duel_printed(&d->duel, "[novel.repeat] the novel argument is nearly a copy of the novel argument of"))
		fail_msg("%s: %.*s: %s", d->language, (int)len, novel, utstring_len(&d->duel.printed) ? utstring_body(&d->duel.printed) : "accepted");
}

/* The lines of copies.txt: the number of the turn that is copied, and the copy, by a hand that changed a word or turned the clauses. */
TEST(copies_with_a_word_changed_or_clauses_turned_are_told)
{
	for (size_t i = 0; i < N(dense); i++) {
		struct sample d;
		size_t len;
		char *copies;

		debate_begin(&d, dense[i]);
		debate_turns(&d, 6);
		copies = read_file(&d, "copies.txt", &len);
		for (char *line = copies, *rest = copies; (line = strsep(&rest, "\n")) && *line;) {
			char of[32];
			assert_copy(&d, line + 2, strlen(line + 2));
			snprintf(of, sizeof of, "of turn %c", *line);
			assert_printed(&d.duel, of);
		}
		free(copies);
		debate_end(&d);
	}
}

/* The novel argument of a turn's text. */
static struct reader
novel_of(const char *text)
{
	struct reader r;

	r.s = strchr(strstr(text, "**Novel Argument**"), '\n') + 1;
	r.end = strstr(r.s, "\n\nSupport");
	return r;
}

/* Every letter of a novel argument, one after the other, becomes another one. */
TEST(a_copy_with_any_one_letter_changed_is_told)
{
	static const char *const other[] = { "桥", "ヌ", "ฮ" };

	for (size_t i = 0; i < N(dense); i++) {
		struct sample d;

		debate_begin(&d, dense[i]);
		debate_turns(&d, 6);
		for (unsigned turn = 1; turn <= 6; turn++) {
			char name[16];
			size_t len;
			char *text;
			struct reader novel, at;
			struct word w;

			snprintf(name, sizeof name, "%u.md", turn);
			text = read_file(&d, name, &len);
			novel = at = novel_of(text);
			for (size_t word = 0; word_next(&at, &w); word++) {
				UT_string copy;

				if (word % sample_step())
					continue;
				utstring_init(&copy);
				utstring_bincpy(&copy, novel.s, (size_t)(w.s - novel.s));
				utstring_printf(&copy, "%s", other[i]);
				utstring_bincpy(&copy, w.s + w.len, (size_t)(novel.end - w.s - (ptrdiff_t)w.len));
				assert_copy(&d, utstring_body(&copy), utstring_len(&copy));
				utstring_done(&copy);
			}
			free(text);
		}
		debate_end(&d);
	}
}

/* -- conclusions ----------------------------------------------------------------------------------------------------------------- */

/* What is open, as the blank has it. */
static void
put_open(const struct duel *d, UT_string *out)
{
	const struct item *item;

	for (size_t i = 0; (item = items_at(d->state->items, i)); i++) {
		utstring_printf(out, "- ");
		item_put(out, item);
		utstring_printf(out, "\n");
	}
}

static int
try_conclusion(struct sample *d, const char *summary)
{
	UT_string text;
	int err;
	struct verdict v;

	utstring_init(&text);
	utstring_printf(&text, "## Terminal Conclusion\n\n**Outcome**：DISSENT。\n**Candidate Convergence：**no\n**Reason**：%s\n\n%s\n\n**Left open**\n",
		d->topic, summary);
	put_open(&d->duel, &text);
	err = duel_judge(&d->duel, ROW_DEBATE, utstring_body(&text), utstring_len(&text), false, &v);
	verdict_free(&v);
	utstring_done(&text);
	return err;
}

static void
each_summary(struct sample *d, const char *file, bool named)
{
	size_t len;
	char *lines = read_file(d, file, &len);

	for (char *line, *rest = lines; (line = strsep(&rest, "\n")) && *line;) {
		int err = try_conclusion(d, line);
		if (named ? err : !err || !duel_printed(&d->duel, "the summary does not name the topic"))
			fail_msg("%s: %s: %s", d->language, line, utstring_len(&d->duel.printed) ? utstring_body(&d->duel.printed) : "accepted");
	}
	free(lines);
}

TEST(a_conclusion_names_the_topic_as_a_sentence_does)
{
	for (size_t i = 0; i < N(debates) + N(controls); i++) {
		struct sample d;

		debate_begin(&d, i < N(debates) ? debates[i] : controls[i - N(debates)]);
		debate_turns(&d, 2);
		d.duel.ctx.holder = 1;
		each_summary(&d, "conclusions.txt", true);
		each_summary(&d, "not-named.txt", false);
		debate_end(&d);
	}
}

/* -- topics ---------------------------------------------------------------------------------------------------------------------- */

TEST(topics_and_turns_of_two_scripts_meet_by_either)
{
	static const struct {
		const char *topic, *said;
		bool meets;
	} rows[] = {
		/* clang-format off */
		{ "是否用Rust重写内核", "我们已经用Rust写了三年。", true }, { "是否用Rust重写内核", "重写的代价太高。", true },
		{ "是否用Rust重写内核", "内核很大。", true }, { "是否用Rust重写内核", "Rusty nails and trusting.", false },
		{ "是否用Rust重写内核", "我们是否应该喝茶？", false },
		{ "Should we adopt 微服务?", "微服务带来的网络开销。", true }, { "Should we adopt 微服务?", "We adopt nothing.", true },
		{ "Should we adopt 微服务?", "We should drink tea.", false },
		{ "Rust를 써야 하는가", "Rust는 빠르다.", true }, { "サーバーレスにすべきか", "ｻｰﾊﾞｰﾚｽ構成は高い。", true },
		{ "サーバーレスにすべきか", "コーヒーとケーキ。", false }, { "犬と猫", "猫は静かだ。", true }, { "犬と猫", "魚は静かだ。", false },
		{ "すもももももも", "もももも、と言う。", true }, { "すもももももも", "犬だ。", false }, { "？！", "anything", true },
		{ "ควร​ลด​ภาษี​หรือ​ไม่", "การลดภาษีมีผลเสีย", true },
		/* clang-format on */
	};

	for (size_t i = 0; i < N(rows); i++) {
		struct sample d;

		debate_begin(&d, "zh");
		debate_turns(&d, 2);
		free(d.topic);
		d.topic = mem_strdup(rows[i].said);
		d.duel.terms.topic = rows[i].topic;
		assert_int_equal(try_novel(&d, "new", 3), 0);
		if (duel_printed(&d.duel, "topic.drift") == rows[i].meets)
			fail_msg("\"%s\", \"%s\": %s", rows[i].topic, rows[i].said, rows[i].meets ? "drifts" : "meets");
		debate_end(&d);
	}
}
