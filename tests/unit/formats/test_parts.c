/*
 * The reader of all formats: sections, items and labels in every form that a writer may give them, and what is told
 * where one is missing.
 */
#include "tests/unit/formats/fixture.h"

static struct parsed p;

EACH_TEST_DOES(, parsed_free(&p););

static void
reads(const char *text)
{
	parsed_free(&p);
	p = read_text(text);
}

/* The only item of a text that is one section Answers. */
static const struct item *
only_answer(const char *item)
{
	static char text[4096];

	snprintf(text, sizeof text, "**Answers**\n%s\n", item);
	reads(text);
	assert_int_equal(p.n_items, 1);
	return &p.items[0];
}

static const char *
label_of(const struct item *item, const char *word)
{
	const struct field *f = parts_label(&p, NULL, item, word);

	return f ? text_of(f->value) : NULL;
}

TEST(a_section_may_be_bold_or_a_heading_with_a_colon_anywhere)
{
	static const char *const titles[] = {"**Stance**", "**Stance:**", "**Stance**:", "### Stance", "### **Stance**:",
		"__Stance__", "**stance**", "  **STANCE**  ", "**Stance：**", "#### Stance ####", "**Ｓtance**"};

	for (size_t i = 0; i < N(titles); i++) {
		reads(test_owns(mem_format("%s\n\nWe keep it.\n", titles[i])));
		if (!parts_section(&p, "Stance"))
			fail_msg("%s", titles[i]);
		assert_string_equal(text_of(without_white(parts_section(&p, "Stance")->body)), "We keep it.");
	}
}

TEST(a_bold_line_that_is_no_title_belongs_to_its_section)
{
	reads("**Stance**\nOne.\n\n**A lead of my own**\n\n### Another\nTwo.\n");
	assert_int_equal(p.n_sections, 2);
	assert_non_null(strstr(text_of(p.sections[1].body), "Two."));
	reads("**Stance**: we keep it\n**Stance** is what we hold.\n# Stance\n## Stance\n- **Stance**\n");
	assert_int_equal(p.n_sections, 1);
}

TEST(an_apostrophe_of_a_title_may_be_typographic)
{
	reads("**Proposer’s Position**\nIt holds.\n");
	assert_non_null(parts_section(&p, "Proposer's position"));
}

TEST(nothing_in_a_fence_or_a_block_quote_is_a_mark)
{
	reads("**Stance**\n```\n**Answers**\n- C1.1: conceded\n```\n> **Answers**\n> - C1.1: conceded\n"
		      "~~~~ text\n**Answers**\n~~~\n~~~~\nso.\n");
	assert_int_equal(p.n_sections, 2);
	assert_int_equal(p.n_items, 0);
	assert_int_equal(p.lines.open_fence, 0);
}

TEST(the_marks_of_an_item_stand_in_any_width_and_emphasis)
{
	static const char *const items[] = {"- C1.1: conceded — the cache is shared.", "* C1.1: conceded - the cache is shared.",
		"1. C1.1: Conceded -- the cache is shared.", "- C1.1：conceded——the cache is shared.",
		"- **C1.1: conceded** — the cache is shared.", "- **C1.1**: **conceded** — the cache is shared.",
		"- C1.1: conceded. the cache is shared.", "- C1.1: conceded, the cache is shared.",
		"- C１.１： conceded： the cache is shared.", "- C1.1: conceded\n  the cache is shared.",
		"- `C1.1`: conceded – the cache is shared.", "+ C1.1 : CONCEDED: the cache is shared."};

	for (size_t i = 0; i < N(items); i++) {
		const struct item *item = only_answer(items[i]);
		if (!item->has_id || !item->verb)
			fail_msg("%s", items[i]);
		assert_string_equal(item->verb->word, "conceded");
		assert_int_equal(item->id.number[1], 1);
		assert_string_equal(text_of(item->prose), "the cache is shared.");
	}
	assert_string_equal(text_of(only_answer("- C1.1：`a` b")->prose), "`a` b");
}

TEST(a_word_that_only_begins_like_a_verb_is_prose)
{
	assert_null(only_answer("- C1.1: conceded points are few")->verb);
	assert_null(only_answer("- C1.1: partly-done work")->verb);
	assert_null(only_answer("- C1.1: concededly so")->verb);
	assert_true(only_answer("- C1.1")->has_id && only_answer("- **C1.1**")->has_id);
	assert_false(only_answer("- C1.1 is true")->has_id);
	assert_false(only_answer("- C1.1 and C1.2: conceded")->has_id);
	assert_false(only_answer("- The claim C1.1: conceded")->has_id);
	assert_false(only_answer("- latency: it grows")->has_id);
}

TEST(an_item_has_its_tags)
{
	assert_int_equal(only_answer("- [Security] the token is in the URL")->tags, 2);
	assert_string_equal(text_of(p.items[0].prose), "the token is in the URL");
	assert_int_equal(only_answer("- **[correctness]** it drops a row")->tags, 1);
	assert_int_equal(only_answer("- ［experience］ two commands")->tags, 4);
	assert_string_equal(only_answer("- [security] none: what was looked at")->verb->word, "none");
	assert_int_equal(only_answer("- [other] a thing")->tags, 0);
	assert_int_equal(only_answer("- [security](https://example.org) is a link")->tags, 2);
	assert_int_equal(only_answer("- [correctness][security] both")->tags, 3);
	assert_string_equal(text_of(only_answer("- **[correctness] [security]** `a` b")->prose), "`a` b");
	assert_string_equal(text_of(only_answer("- **[security]：`a`** b")->prose), "`a`** b");
	assert_string_equal(text_of(only_answer("- [security]：`a` b")->prose), "`a` b");
}

TEST(labels_stand_at_the_beginning_of_a_line_in_every_form)
{
	static const char *const items[] = {"- a\n  Evidence: x.c:1\n  Now: we copy", "- a\n  **Evidence:** x.c:1\n  **Now**: we copy",
		"- a\n  - Evidence: x.c:1\n  - Now: we copy", "- a\nEvidence: x.c:1\nNow: we copy", "- a\n\n  Evidence：x.c:1\n\n  NOW: we copy",
		"- a\n- Evidence: x.c:1\n- Now: we copy", "- a\n  *Evidence*: x.c:1\n  1. Now : we copy"};

	for (size_t i = 0; i < N(items); i++) {
		const struct item *item = only_answer(items[i]);
		assert_string_equal(text_of(item->prose), "a");
		assert_string_equal(label_of(item, "Evidence"), "x.c:1");
		assert_string_equal(label_of(item, "Now"), "we copy");
	}
}

TEST(a_label_in_the_middle_of_a_line_is_prose)
{
	const struct item *item = only_answer("- a (Evidence: x.c:1)\n  my Evidence: none\n  Evidence of this: much");

	assert_null(label_of(item, "Evidence"));
}

TEST(the_value_of_a_label_may_be_a_list)
{
	const struct item *item = only_answer("- a\n  Evidence:\n    - https://example.org\n\n    - x.c:1\n      twice\n  Risk: none");

	assert_string_equal(label_of(item, "Evidence"), "- https://example.org\n\n    - x.c:1\n      twice");
	assert_false(field_given(parts_label(&p, NULL, item, "Risk")));
	assert_true(field_given(parts_label(&p, NULL, item, "Evidence")));
}

TEST(the_seeds_counterpoints_are_items)
{
	reads("**Counterpoints**\n- Addresses: Turn 2\n  Claim: the log grows\n  Support:\n    - "
	      "https://example.org/a\n"
	      "    - Principle: what is kept is paid for\n- Addresses: Source#rollout\n  Claim: no\n  Support: Turn "
	      "1\n");
	assert_int_equal(p.n_items, 2);
	assert_string_equal(label_of(&p.items[0], "Addresses"), "Turn 2");
	assert_string_equal(label_of(&p.items[0], "Claim"), "the log grows");
	assert_string_equal(label_of(&p.items[1], "Support"), "Turn 1");
}

TEST(a_paragraph_beside_items_belongs_to_the_section)
{
	reads("**Answers**\nFirst of all.\n\n- C1.1: conceded\n\n  More of it.\n\nThis is beside.\n\n- C1.2: rebutted "
	      "— no\n"
	      "lazily so\n");
	assert_int_equal(p.n_items, 2);
	assert_non_null(strstr(text_of(p.items[0].all), "More of it."));
	assert_null(strstr(text_of(p.items[0].all), "beside"));
	assert_non_null(strstr(text_of(p.items[1].prose), "lazily so"));
}

TEST(none_is_no_item)
{
	reads("**Answers**\nNone.\n");
	assert_int_equal(p.n_items, 0);
	reads("**Answers**\n- None.\n");
	assert_int_equal(p.n_items, 0);
	reads("**Answers**\n- None of it holds.\n");
	assert_int_equal(p.n_items, 1);
}

TEST(a_deeper_list_belongs_to_its_item)
{
	reads("**Answers**\n  - C1.1: conceded\n    - C1.2: rebutted\n  - C1.3: partly\n- C1.4: partly\n");
	assert_int_equal(p.n_items, 3);
}

TEST(an_operation_has_a_verb_operands_a_reason_and_a_block)
{
	reads("**Mutations**\n- lower arg-014 to weak — kb/sources/x.md has no such group\n"
		      "- edge arg-021 refutes arg-014 \"one centre - the first\"\n"
		      "- new one-centre: because\n```\nid: x\n\n---\n```\nmore\n```\nno\n```\n- raise arg-014\n");
	assert_int_equal(p.n_items, 4);
	assert_string_equal(p.items[0].verb->word, "lower");
	assert_string_equal(text_of(p.items[0].operands), "arg-014 to weak");
	assert_string_equal(text_of(p.items[0].prose), "kb/sources/x.md has no such group");
	assert_string_equal(text_of(p.items[1].operands), "arg-021 refutes arg-014 \"one centre - the first\"");
	assert_string_equal(text_of(p.items[2].operands), "one-centre");
	assert_string_equal(text_of(p.items[2].block), "id: x\n\n---\n");
	assert_null(p.items[3].verb);
	FINDINGS fs = {0};
	parts_missing(&p, &fs);
	bool told = false;
	for (size_t i = 0; i < fs.n; i++)
		told |= !strcmp(fs.v[i].rule->id, "item.form") && fs.v[i].line == 14;
	assert_true(told);
}

TEST(a_heading_is_read_and_compared)
{
	struct reader rest;

	reads("\n---\n\n## Turn 3 — alice (claude-code / opus) — CONVERGING\n\nWinner: codex\n");
	assert_int_equal(p.heading_line, 4);
	assert_true(heading_is(p.heading, "Turn 3 — alice (claude-code / opus) —", &rest));
	assert_string_equal(text_of(rest), "CONVERGING");
	assert_false(heading_is(p.heading, "Turn 3 — alice (claude-code / opus)", NULL));
	assert_false(heading_is(p.heading, "Turn 4 — alice (claude-code / opus) —", &rest));
	assert_string_equal(text_of(parts_label(&p, &p.sections[0], NULL, "Winner")->value), "codex");
	reads("## Turn ３ -- Alice （claude‑code / opus） - converging\n");
	assert_true(heading_is(p.heading, "Turn 3 — alice (claude-code / opus) — CONVERGING", NULL));
}

TEST(a_list_is_numbered_as_it_is_typed_anywhere)
{
	reads("**Answers**\n1、甲\n２．乙\n3） 丙\n4. d\n1.5 times\n１．５倍\n");
	assert_int_equal(p.n_items, 4);
	assert_string_equal(text_of(p.items[0].prose), "甲");
	assert_string_equal(text_of(p.items[1].prose), "乙");
}

TEST(a_label_with_words_has_one_of_them)
{
	static const struct {
		const char *value;
		int word;
	} values[] = {{"medium（途中で）", 1}, {"**Low**, since nothing was cited", 2}, {"high because both held on", 0}, {"high - both", 0},
		{"medium-high", -1}, {"high/medium", -1}, {"high | low", -1}, {"mediums", -1}, {"highly so", -1}};

	for (size_t i = 0; i < N(values); i++) {
		char text[128];
		snprintf(text, sizeof text, "Winner: codex\nGenuine disagreement: %s\n", values[i].value);
		reads(text);
		if (field_word(parts_label(&p, &p.sections[0], NULL, "Genuine disagreement")) != values[i].word)
			fail_msg("%s", values[i].value);
	}
	reads("Winner: codex\n- **Genuine disagreement**: High — both held on\n");
	assert_int_equal(field_word(parts_label(&p, &p.sections[0], NULL, "Genuine disagreement")), 0);
}

static void
assert_told(const char *text, size_t n, const char *rule, int line, const char *sentence)
{
	FINDINGS fs = {0};

	reads(text);
	parts_missing(&p, &fs);
	if (fs.n != n || (n && (strcmp(fs.v[n - 1].rule->id, rule) || fs.v[n - 1].line != line)))
		fail_msg("%zu findings for\n%s\nlast: %s %d %s", fs.n, text, fs.n ? fs.v[fs.n - 1].rule->id : "",
			fs.n ? fs.v[fs.n - 1].line : 0, fs.n ? fs.v[fs.n - 1].text : "");
	if (n)
		assert_string_equal(fs.v[n - 1].text, sentence);
}

#define WHOLE_POINT "- Addresses: Turn 1\n  Claim: no\n  Support: Turn 1\n"

TEST(what_is_missing_is_told_with_its_line_and_its_place)
{
	assert_told("Winner: a\n**Stance**\nWe keep it.\n**Counterpoints**\n" WHOLE_POINT, 0, NULL, 0, NULL);
	assert_told("Winner: a\n**Stance**\nWe keep it.\n", 1, "section.missing", 3,
		"the line `**Counterpoints**` is missing; it belongs behind this line");
	assert_told("Winner: a\n**Counterpoints**\n" WHOLE_POINT, 1, "section.missing", 1,
		"the line `**Stance**` is missing; it belongs behind this line");
	assert_told("Winner: a\n**Stance**\n…\n**Counterpoints**\n" WHOLE_POINT, 1, "section.empty", 2,
		"nothing stands below `**Stance**`");
	assert_told("Winner: a\n**Stance**\nso\n**Counterpoints**\nIt is all wrong.\n", 1, "item.missing", 4,
		"below `**Counterpoints**` no item begins with `- `");
	assert_told("Winner: a\n**Stance**\nso\n**Stance**\nso\n**Counterpoints**\n" WHOLE_POINT, 1, "section.twice", 4,
		"`**Stance**` stands twice");
	assert_told("Winner: a\n**Stance**\nso\n**Counterpoints**\n- Addresses: Turn 1\n  Claim: no\n\nBut.\n", 1, "label.missing", 6,
		"the line `  Support: …` is missing in the item `Addresses: Turn 1`; it belongs behind this line");
	assert_told("Winner: a\n**Stance**\nso\n**Counterpoints**\n- Addresses: Turn 1\n  Claim: no\n  Support: none\n", 1,
		"label.missing", 7, "`Support:` says nothing but none");
	assert_told("**Stance**\nso\n**Counterpoints**\n" WHOLE_POINT, 1, "label.missing", 1,
		"the line `Winner: …` is missing; it belongs at the beginning");
	assert_told("Winner: a\nGenuine disagreement: yes\n**Stance**\nso\n**Counterpoints**\n" WHOLE_POINT, 1, "label.word", 2,
		"`Genuine disagreement:` is one of high, medium, low; it says `yes`");
}

TEST(any_bytes_are_read)
{
	static const char bytes[] = "**\0- *_`:[]>~#\n\r\t\xff\xe2\x80\x94\xef\xbc\x9a" "1.C(\"";
	char text[256];

	srand(1);
	for (int round = 0; round < 20000; round++) {
		size_t len = (size_t)rand() % sizeof text;
		for (size_t i = 0; i < len; i++)
			text[i] = bytes[(size_t)rand() % (sizeof bytes - 1)];
		FINDINGS fs = {0};
		parts_read(&p, &fixture_grammar, text, len);
		parts_missing(&p, &fs);
		parsed_free(&p);
	}
}

TEST(a_full_width_dash_with_space_behind_it_begins_an_item)
{
	reads("**Answers**\n－ U-1: conceded — yes\n－　U-1: conceded — yes\n－－\n－so\n");
	assert_int_equal(p.n_items, 2);
	assert_true(p.items[0].has_id && p.items[0].verb && p.items[1].has_id && p.items[1].verb);
}
