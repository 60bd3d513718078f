/*
 * Turns in scripts without spaces (files.md, Any language): what of a turn is read by its letters is read there too. What goes by lists of
 * English words does not.
 */
#include "tests/unit/validators/rounds_fixture.h"

#include "validators/rounds/heading.h"

WHOLE_FILE(talk_open, talk_close);

TEST(headings_may_have_full_width_punctuation_and_digits)
{
	static const char *const turns[] = { "Round ２ —— Challenger（gemini／gemini-3-pro）", "Round 2——Challenger (gemini / gemini-3-pro)",
		"Round　２　—　challenger　（gemini／gemini-3-pro）", "Round 2 ―― Challenger（ gemini / gemini-3-pro ）" };
	static const char *const summaries[] = { "Summary of rounds １－３", "Summary of rounds 1〜3", "Summary of rounds １ —— ３", "Summary of rounds 1～3" };

	for (size_t i = 0; i < N(turns); i++) {
		struct heading h = heading_read(rounds_headings, BEGINS, turns[i], strlen(turns[i]));

		assert_int_equal(rounds_begins(&h), BEGIN_TURN);
		assert_int_equal(h.number, 2);
		assert_int_equal(rounds_heading_role(&h), ROLE_CHALLENGER);
		assert_true(left(&h.harness) == 6 && !memcmp(h.harness.s, "gemini", 6));
		assert_true(left(&h.model) == 12 && !memcmp(h.model.s, "gemini-3-pro", 12));
	}
	for (size_t i = 0; i < N(summaries); i++) {
		struct heading h = heading_read(rounds_headings, BEGINS, summaries[i], strlen(summaries[i]));

		assert_int_equal(rounds_begins(&h), BEGIN_SUMMARY);
		assert_int_equal(h.from, 1);
		assert_int_equal(h.number, 3);
	}
}

struct read {
	struct phrases *phrases;
	struct md md;
	struct rounds_reading r;
};

static void
begin(struct read *read, const char *text)
{
	read->phrases = default_phrases();
	md_parse(&read->md, text, strlen(text));
	rounds_reading_make(&read->r, &read->md, 0, read->phrases, false);
}

static void
end(struct read *read)
{
	rounds_reading_free(&read->r);
	md_free(&read->md);
	phrases_free(read->phrases);
}

TEST(sentences_end_at_the_stops_of_their_script)
{
	static const struct {
		const char *text, *sentences[5];
	} rows[] = {
		{ "一句。两句！三句？四", { "一句。", "两句！", "三句？", "四" } },
		{ "他说：「对。」然后走了。", { "他说：「对。」", "然后走了。" } },
		{ "见 a.c。好", { "见 a.c。", "好" } },
		{ "真的？！是。", { "真的？！", "是。" } },
		{ "سؤال؟ جواب.", { "سؤال؟", "جواب." } },
		{ "यह है। और वह।", { "यह है।", "और वह।" } },
	};

	for (size_t i = 0; i < N(rows); i++) {
		struct read d;
		size_t n = 0;

		begin(&d, rows[i].text);
		for (; rows[i].sentences[n]; n++) {
			char *s = n < d.r.n_sentences ? rounds_text(&d.r, d.r.sentences[n].off, d.r.sentences[n].len) : mem_strdup("nothing");
			if (strcmp(s, rows[i].sentences[n]))
				fail_msg("\"%s\" for \"%s\"", s, rows[i].sentences[n]);
			free(s);
		}
		assert_int_equal(d.r.n_sentences, n);
		end(&d);
	}
}

/* Names among letters, and words that are counted. */
TEST(point_ids_and_words_are_found_among_letters)
{
	struct read d;

	begin(&d, "关于C1.1的缓存问题，我们承认；C1.2：并非如此。");
	assert_int_equal(d.r.n_names, 2);
	assert_int_equal(d.r.names[1].n, 2);
	assert_in_range(d.r.sentences[0].wording.words, 6, 12);
	end(&d);
	begin(&d, "C1.1についてはsrc/main.cを見よ。");
	assert_int_equal(d.r.n_names, 1);
	assert_int_equal(d.r.citations.n, 1);
	end(&d);
	begin(&d, "тоC1.1 и C1.2");
	assert_int_equal(d.r.n_names, 1);
	end(&d);
}

TEST(evidence_is_found_among_letters)
{
	static const struct {
		const char *text;
		enum cited kind;
		const char *cited;
	} rows[] = {
		{ "见src/main.c第3行", CITED_PATH, "src/main.c" }, { "见「src/main.c:14」。", CITED_PATH, "src/main.c:14" },
		{ "（src/main.c）里", CITED_PATH, "src/main.c" }, { "延迟为4.2ms，太慢", CITED_FIGURE, "4.2ms" }, { "延迟：4.2 ms。", CITED_FIGURE, "4.2 ms" },
		{ "参见https://example.org/x，", CITED_URL, "https://example.org/x" }, { "docs/计划.md 写着", CITED_PATH, "docs/计划.md" },
		{ "文档/计划.md:12", CITED_PATH, "文档/计划.md:12" }, { "ดู src/main.c ครับ", CITED_PATH, "src/main.c" },
		{ "src/main.cを読む", CITED_PATH, "src/main.c" }, { "根据RFC 7540 section 8.1。", CITED_DOCUMENT, "RFC 7540 section 8.1" },
	};

	for (size_t i = 0; i < N(rows); i++) {
		struct read d;
		const struct citation *c;

		begin(&d, rows[i].text);
		c = d.r.citations.v;
		if (d.r.citations.n != 1 || c->kind != rows[i].kind || c->len != strlen(rows[i].cited) ||
			memcmp(d.md.text + c->off, rows[i].cited, c->len))
			fail_msg("%s: %zu: %.*s", rows[i].text, d.r.citations.n, d.r.citations.n ? (int)c->len : 0, d.r.citations.n ? d.md.text + c->off : "");
		end(&d);
	}
	{
		struct read d;
		begin(&d, "没有任何依据的一句话，以及/或者别的。");
		assert_int_equal(d.r.citations.n, 0);
		end(&d);
	}
}

/* A point of one sentence has words enough to say what is wrong, and to be told as said before. */
TEST(a_point_says_something_by_its_letters)
{
	struct talk *t = *state;
	static const char first[] = "- correctness：缓存在`src/cache.c`里从不失效，旧价格会一直留在页面上，用户看到的数字是错的。\n"
		"- security：令牌写进了`src/log.c`的日志，任何能读日志的人都能冒充用户登录后台。\n"
		"- developer experience：构建脚本`scripts/build`没有说明，新人第一天无法运行测试。\n\nAlternative: use `etag` headers for every page instead.\n";
	static const char again[] = "- 缓存在`src/cache.c`里从不失效，旧价格会一直留在网页上，用户看到的数字是错的。\n";
	static const char other[] = "- 迁移脚本`scripts/move`在半途失败时不会回滚，数据库会停在两个版本之间，谁也读不出来。\n";

	talk_clear(t);
	talk_speak(t, SPEAKER_PROPOSER, 1, "方案见`src/cache.c`。\n");
	talk_speak(t, SPEAKER_CHALLENGER, 1, first);
	talk_speak(t, SPEAKER_PROPOSER, 2, "C1.1: I concede it, see `src/cache.c`.\n\nC1.2: I concede it, see `src/log.c`.\n\nC1.3: I concede it.\n");
	assert_int_not_equal(talk_body(t, SPEAKER_CHALLENGER, 2, again, strlen(again), false, false), 0);
	assert_true(talk_printed(t, "[followup.progress] every weakness here was raised before"));
	if (talk_body(t, SPEAKER_CHALLENGER, 2, other, strlen(other), false, false))
		fail_msg("%s", utstring_body(&t->printed));
}
