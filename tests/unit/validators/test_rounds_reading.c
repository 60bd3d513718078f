/*
 * A turn's body as it is read: blocks, points, sentences, ids, claims.
 */
#include "tests/unit/validators/rounds_fixture.h"

struct read {
	struct phrases *phrases;
	struct md md;
	struct rounds_reading r;
};

static void
begin(struct read *read, const char *text, bool prefix)
{
	read->phrases = default_phrases();
	md_parse(&read->md, text, strlen(text));
	rounds_reading_make(&read->r, &read->md, 0, read->phrases, prefix);
}

static void
end(struct read *read)
{
	rounds_reading_free(&read->r);
	md_free(&read->md);
	phrases_free(read->phrases);
}

TEST(points_are_top_level_items_and_headings_of_level_three_in_order)
{
	struct read d;
	static const struct {
		enum rounds_block_kind kind;
		int line;
		unsigned point;
	} blocks[] = {
		{ BLOCK_PARAGRAPH, 1, 0 }, { BLOCK_HEADING, 3, 1 }, { BLOCK_PARAGRAPH, 5, 0 }, { BLOCK_ITEM, 7, 2 }, { BLOCK_ITEM, 9, 3 },
		{ BLOCK_HEADING, 11, 0 }, { BLOCK_ITEM, 13, 4 }, { BLOCK_CODE, 15, 0 },
	};

	begin(&d, "Wrong.\n\n### Locks\n\nText.\n\n- first\n  - nested\n- second\n\n#### Deeper\n\n1. third\n\n```\ncode\n```\n\n> - quoted\n\n- > quote\n\n-\n\n"
		  "- ...\n\n- C1.1\n", false);
	assert_true(d.r.n_blocks >= N(blocks));
	assert_int_equal(d.r.n_points, 4);
	for (size_t i = 0; i < N(blocks); i++) {
		assert_int_equal(d.r.blocks[i].kind, blocks[i].kind);
		assert_int_equal(d.r.blocks[i].line, blocks[i].line);
		assert_int_equal(d.r.blocks[i].point, blocks[i].point);
	}
	end(&d);
}

static void
assert_sentences(const char *text, const char *const *sentences)
{
	struct read d;
	size_t n = 0;

	begin(&d, text, false);
	for (; sentences[n]; n++) {
		char *s = n < d.r.n_sentences ? rounds_text(&d.r, d.r.sentences[n].off, d.r.sentences[n].len) : mem_strdup("nothing");
		if (strcmp(s, sentences[n]) != 0)
			fail_msg("\"%s\" for \"%s\"", s, sentences[n]);
		free(s);
	}
	assert_int_equal(d.r.n_sentences, n);
	end(&d);
}

TEST(code_keeps_its_marks_where_they_are_wanted)
{
	static const struct {
		const char *text, *marked, *plain;
	} rows[] = {
		{ "- Keys `a  b` and `c` *are* [hashed `d`](x).\n", "Keys `a b` and `c` are hashed `d`.", "Keys a b and c are hashed d." },
		{ "`` a`b `` ends it\n", "`` a`b `` ends it", "a`b ends it" },
		{ "- Keys:\n\n  ```c\n  hash(k);\n  ```\n", "Keys: `hash(k);`", "Keys: hash(k);" },
		{ "one\n`two`\nthree\n", "one `two` three", "one two three" },
		{ "over `two\nlines` too\n", "over `two lines` too", "over two lines too" },
		{ "plain\n", "plain", "plain" },
	};

	for (size_t i = 0; i < N(rows); i++) {
		struct read d;
		char *marked, *plain;

		begin(&d, rows[i].text, false);
		marked = rounds_text_marked(&d.r, d.r.blocks[0].off, d.r.blocks[0].len);
		plain = rounds_text(&d.r, d.r.blocks[0].off, d.r.blocks[0].len);
		assert_string_equal(marked, rows[i].marked);
		assert_string_equal(plain, rows[i].plain);
		free(marked);
		free(plain);
		end(&d);
	}
}

TEST(sentences_end_where_a_reader_says_so)
{
	assert_sentences("One. Two! Three? Four", (const char *const[]){ "One.", "Two!", "Three?", "Four", NULL });
	assert_sentences("One\ntwo.\nThree.", (const char *const[]){ "One two.", "Three.", NULL });
	assert_sentences("Locks, e.g. Linux ones, i.e. the file. End.", (const char *const[]){ "Locks, e.g. Linux ones, i.e. the file.", "End.", NULL });
	assert_sentences("It took 4.2 ms. See src/a.c. Done.", (const char *const[]){ "It took 4.2 ms.", "See src/a.c.", "Done.", NULL });
	assert_sentences("`a. B` is one. (So it is.) \"Is it?\" Yes.", (const char *const[]){ "a. B is one.", "(So it is.)", "\"Is it?\"", "Yes.", NULL });
	assert_sentences("Wait... what? No... It is.", (const char *const[]){ "Wait... what?", "No...", "It is.", NULL });
	assert_sentences("# Head\n\n- item one. Two.\n\n  Three.\n- four", (const char *const[]){ "Head", "item one.", "Two.", "Three.", "four", NULL });
	assert_sentences("> Quoted. Words.\n\n```\nCode. More.\n```\n", (const char *const[]){ NULL });
	assert_sentences("v1.2.3 is old.", (const char *const[]){ "v1.2.3 is old.", NULL });
}

TEST(a_sentence_knows_its_line_and_its_citations)
{
	struct read d;

	begin(&d, "One is\nlong. Two `a`\nand src/b.c here. Three 4 ms.\n", false);
	assert_int_equal(d.r.n_sentences, 3);
	assert_int_equal(d.r.sentences[0].line, 1);
	assert_int_equal(d.r.sentences[1].line, 2);
	assert_int_equal(d.r.sentences[2].line, 3);
	assert_int_equal(d.r.sentences[0].citations.n, 0);
	assert_int_equal(d.r.sentences[1].citations.n, 2);
	assert_int_equal(d.r.sentences[2].citations.first, 2);
	assert_int_equal(d.r.sentences[2].citations.n, 1);
	end(&d);
}

TEST(ids_are_read_in_prose_and_nowhere_else)
{
	static const struct {
		const char *text;
		size_t n;
	} rows[] = {
		{ "C1.1 is wrong", 1 }, { "**C1.1**: wrong", 1 }, { "(C1.1) and C1.2.", 2 }, { "C1.1/C1.2/C2.13", 3 }, { "c1.1", 1 }, { "C1.1's lock", 1 },
		{ "“C1.1”", 1 }, { "[C1.1](#c11)", 1 }, { "### C1.1", 1 }, { "- C1.1\n- C1.2", 2 }, { "*C1.1*, *C1.2*", 2 }, { "C1.1—C1.3", 2 },
		{ "`C1.1`", 0 }, { "``x C1.1``", 0 }, { "```\nC1.1\n```", 0 }, { "    C1.1", 0 }, { "> C1.1", 0 }, { "https://a.org/C1.1", 0 },
		{ "[x](https://a.org/C1.1)", 0 }, { "[C1.1](https://a.org/)", 0 }, { "src/C1.1.c", 0 }, { "abcC1.1", 0 }, { "x.C1.1", 0 }, { "C1.1.1", 0 },
		{ "C1.1a", 0 }, { "C1,1", 0 }, { "C01.1", 0 }, { "<!-- C1.1 -->", 0 }, { "[l]: C1.1\n", 0 }, { "x_C1.1", 0 }, { "é/C1.1", 0 },
	};

	for (size_t i = 0; i < N(rows); i++) {
		struct read d;

		begin(&d, rows[i].text, false);
		if (d.r.n_names != rows[i].n)
			fail_msg("%s: %zu", rows[i].text, d.r.n_names);
		end(&d);
	}
}

TEST(what_claims_something_wants_evidence_of_its_own)
{
	static const struct {
		const char *text;
		bool claim, supported;
	} rows[] = { /* of the first block */
		{ "The lock leaks.", true, false },
		{ "The lock leaks, see `lease.c`.", true, true },
		{ "- The lock leaks.", true, false },
		{ "- The lock leaks.\n  - In src/lease.c it does.", true, true },
		{ "- The lock leaks:\n\n  ```\n  leak();\n  ```\n", true, true },
		{ "The lock leaks:\n\n```\nleak();\n```\n", false, true },
		{ "The lock leaks.\n\n```\nleak();\n```\n", true, true },
		{ "The lock leaks.\n\nThen.\n\n```\nleak();\n```\n", true, false },
		{ "The lock leaks.\n\n```\n```\n", true, false },
		{ "Three reasons:\n\n- a\n", false, false },
		{ "**Three reasons:**\n\n- a\n", false, false },
		{ "Three reasons:\n\nAnd more.\n", true, false },
		{ "**Locks**\n\nThey leak.", false, false },
		{ "### The lock leaks", false, false },
		{ "Does the lock leak?", false, false },
		{ "Does the lock leak? It does.", true, false },
		{ "C1.1:", false, false },
		{ "> quote `x`\n\nThe lock leaks.", true, false },
		{ "- The lock leaks.\n\n  > src/lease.c:3\n", true, false },
	};

	for (size_t i = 0; i < N(rows); i++) {
		struct read d;

		begin(&d, rows[i].text, false);
		assert_true(d.r.n_blocks > 0);
		if (d.r.blocks[0].claim != rows[i].claim || d.r.blocks[0].supported != rows[i].supported)
			fail_msg("%s: %d %d", rows[i].text, d.r.blocks[0].claim, d.r.blocks[0].supported);
		end(&d);
	}
}

TEST(code_quotations_and_ids_are_no_wording)
{
	static const struct {
		const char *text;
		bool concedes;
		unsigned words;
	} rows[] = {
		{ "I concede the lock.", true, 4 },
		{ "`I concede` the lock.", false, 2 },
		{ "\"I concede\" is not what I say.", false, 5 },
		{ "“I concede” is not what I say.", false, 5 },
		{ "I concede C1.1 and “that”.", true, 3 },
		{ "C1.1: conceded.", true, 1 },
		{ "C1.1 — conceded.", true, 1 },
		{ "C1.1 (conceded)", true, 1 },
		{ "Nobody conceded.", false, 2 },
		{ "I do not think; I concede.", true, 6 },
		{ "He said \"one thing and I concede.", true, 7 },
		{ "src/i concede/", false, 0 },
		{ "https://a.org/i-concede", false, 0 },
	};

	for (size_t i = 0; i < N(rows); i++) {
		struct read d;
		const struct wording *w;

		begin(&d, rows[i].text, false);
		w = &d.r.sentences[0].wording;
		if (wording_says(w, PHRASES_CONCEDE) != rows[i].concedes || w->words != rows[i].words)
			fail_msg("%s: %d %u", rows[i].text, wording_says(w, PHRASES_CONCEDE), w->words);
		end(&d);
	}
}

TEST(a_block_of_a_text_that_goes_on_is_finished_once_two_have_begun_behind_it)
{
	struct read d;

	begin(&d, "One.\n\n[Two].\n\nThree.\n\nFour.\n\nFive", true);
	assert_int_equal(d.r.n_blocks, 5);
	assert_true(d.r.blocks[0].finished);
	assert_false(d.r.blocks[1].finished);
	assert_true(d.r.blocks[2].finished);
	assert_false(d.r.blocks[3].finished);
	end(&d);
	begin(&d, "One", false);
	assert_true(d.r.blocks[0].finished);
	end(&d);
}

TEST(the_lead_is_the_first_sentence_that_is_no_title)
{
	struct read d;

	begin(&d, "> quoted\n\n### Locks\n\n**Bold**\n\n`x`\n\nThe lead. More.", false);
	assert_non_null(rounds_lead(&d.r));
	assert_memory_equal(d.md.text + rounds_lead(&d.r)->off, "The lead.", 9);
	end(&d);
	begin(&d, "### Locks\n", false);
	assert_null(rounds_lead(&d.r));
	end(&d);
	begin(&d, "", false);
	assert_int_equal(d.r.n_blocks, 0);
	end(&d);
}
