/* Operations: what a turn may change in the base, and what it may not. */
#include "tests/unit/formats/adversarial.h"

EACH_TEST(begin, free_duel);

#define CLAIM "**Claims**\n- new — so it is [arg-00"
#define T CLAIM "1]\n**Mutations**\n"
#define S CLAIM "2]\n**Mutations**\n"
#define SOURCE "kb/sources/surveys/pay-survey-2017-spaces.md"
#define FRONT "```\n---\nlayer: meta\nstatus: "
#define NEW(status) "- new so-it-is\n" FRONT status "\n---\n## Statement\nSo it is.\n```\n"
#define LABELS "  Type: of fact\n  Involved arguments: arg-001\n  Involved sources: none\n  Description: d\n" \
	"  What would resolve it: w\n  Status: open\n"

TEST(an_operation_is_accepted_or_refused_with_what_it_would_have_changed)
{
	open_both();
	each_row("tests/corpus/adversarial/operations.txt", judge_row);
	assert_int_equal(adv_of(&duel)->live->n_arguments, 9);
}

static const char *
text_at(const char *path)
{
	unsigned place = base_find(adv_of(&duel)->live, path);

	return place ? base_file(adv_of(&duel)->live, place)->body.s : "";
}

TEST(an_accepted_turn_changes_the_base_and_each_operation_is_a_revision)
{
	open_both();
	turn(TESS, T "- lower arg-002 to weak — Turn 2\n- note arg-002 Traceback notes — not found: \"x\" (Turn 1)\n"
		"- criticism " SOURCE " — its sample chose itself\n"
		"- source x.md\n```\n---\ntitle: x\n---\nwords\n```\n" NEW("contested")
		"- edge arg-010 derived-from-source kb/sources/agents/debater-tabs/x.md \"all of it\"\n"
		"- contradiction C-003 — of widths\n" LABELS);
	const struct adversarial *a = adv_of(&duel);
	const struct argument *added = base_numbered(a->live, 10);
	assert_int_equal(a->n_revisions, 7);
	assert_int_equal(base_numbered(a->live, 2)->status, WEAK);
	assert_int_equal(base_numbered(a->live, 2)->start, STRONG);
	assert_int_equal(base_numbered(a->snapshot, 2)->status, STRONG);
	assert_non_null(strstr(text_at("arguments/arg-002-spaces-look-the-same-everywhere.md"), "\nstatus: weak\n"));
	assert_non_null(strstr(text_at("arguments/arg-002-spaces-look-the-same-everywhere.md"),
		"last pass.\n\nnot found: \"x\" (Turn 1)\n\n> duelfs: added by debater-tabs, debate turn 3, R-002\n\n## Strength assessment"));
	assert_non_null(strstr(text_at(&SOURCE[3]), "held apart.\n\nits sample chose itself\n\n> duelfs: added by debater-tabs, debate turn 3, R-003\n"));
	assert_int_equal(added->position, TABS);
	assert_string_equal(base_file(a->live, added->file)->path, "arguments/arg-010-so-it-is.md");
	assert_string_equal(text_at("arguments/arg-010-so-it-is.md"), "---\nid: arg-010\nposition: tabs\n"
		"asserter: derived-during-debate-by-debater-tabs\nlayer: meta\nstatus: contested\n---\n## Statement\nSo it is.\n");
	assert_non_null(strstr(text_at("edges.md"),
		"\narg-010 derived-from-source kb/sources/agents/debater-tabs/x.md \"all of it (duelfs: added by debater-tabs, debate turn 3, R-006)\"\n"));
	assert_non_null(strstr(text_at("contradictions.md"), "\n\n## C-003: of widths\n\n- **Added by**: debater-tabs, debate turn 3\n- **Type**: of fact\n"));
	assert_true(base_has_edge(
		a->live, 10, DERIVED_FROM_SOURCE, 0, base_find(a->live, "sources/agents/debater-tabs/x.md")));
	/* The result is a base. */
	struct files *files = files_new();
	for (size_t i = 0; i < a->live->n_files; i++) {
		const struct base_file *f = a->live->files[i];
		files_add(files, f->path, f->body.s, len_of(&f->body));
	}
	struct base *again = base_of(files);
	assert_int_equal(again->n_edges, a->live->n_edges);
	assert_int_equal(base_numbered(again, 2)->status, WEAK);
	base_free(again);
}

TEST(a_note_stands_below_its_heading_whatever_a_note_before_it_holds)
{
	open_both();
	turn(TESS, T "- note arg-002 Traceback notes — see it\n  Strength assessment: none\n  ### Strength assessment\n"
		"- note arg-002 Strength assessment — it holds\n");
	assert_non_null(strstr(text_at("arguments/arg-002-spaces-look-the-same-everywhere.md"),
		"at construction.\n\nit holds\n\n> duelfs: added by debater-tabs, debate turn 3, R-002\n"));
}

TEST(a_section_that_is_not_there_is_added)
{
	open_both();
	turn(TESS,
		T NEW("weak") "- note arg-010 Traceback notes — not found\n- note arg-010 Strength assessment — less\n"
			      "- source x.md\n```\n---\ntitle: x\n---\nwords\n```\n- criticism "
			      "kb/sources/agents/debater-tabs/x.md — few words\n");
	assert_non_null(strstr(text_at("arguments/arg-010-so-it-is.md"),
		"So it is.\n\n## Traceback notes\n\nnot found\n\n> duelfs: added by debater-tabs, debate turn 3, R-002\n\n## Strength assessment\n\nless\n\n> duelfs: "));
	assert_non_null(strstr(text_at("sources/agents/debater-tabs/x.md"), "words\n\n## Criticism\n\nfew words\n\n> duelfs: added by "));
	assert_non_null(strstr(text_at("arguments/index.md"), "\n- arg-010 (tabs, meta, weak): So it is.\n"));
}

TEST(writers_do_not_say_who_an_added_argument_is_of)
{
	open_both();
	turn(TESS, T "- new x\n```\n---\nid: arg-001\nposition: spaces\nposition : spaces\nasserter\t: somebody\nlayer: meta\nstatus: weak\nextra: kept\n"
		"---\n\n## Statement\n\nSo.\nid: stays\n```\n");
	assert_string_equal(text_at("arguments/arg-010-x.md"), "---\nid: arg-010\nposition: tabs\n"
		"asserter: derived-during-debate-by-debater-tabs\nlayer: meta\nstatus: weak\nextra: kept\n---\n\n"
		"## Statement\n\nSo.\nid: stays\n");
}

TEST(operations_apply_in_their_order_and_claims_are_judged_behind_them)
{
	open_both();
	turn(TESS, "**Claims**\n- new — it is so [arg-010: weak]\n- new — and so [arg-002: weak]\n"
		"- new — from [kb/sources/agents/debater-tabs/x.md]\n**Mutations**\n" NEW("contested")
		"- lower arg-010 to weak — arg-002\n- lower arg-002 to weak — arg-010\n"
		"- source x.md\n```\n---\ntitle: x\n---\nwords\n```\n");
	assert_string_equal(named_judged(SAM, "**Claims**\n- new — it is strong [arg-002: strong]\n"), "claim.rating");
}

TEST(nothing_of_a_refused_turn_is_taken)
{
	open_both();
	name(TESS);
	assert_string_equal(handed_in(TESS, T "- lower arg-002 to weak — Turn 1\n- lower arg-004 to strong — Turn 1\n"),
		"kb.promoted");
	assert_int_equal(base_numbered(adv_of(&duel)->live, 2)->status, STRONG);
	assert_int_equal(adv_of(&duel)->n_revisions, 0);
}

TEST(a_moderator_lowers_to_anything_and_adds_no_argument)
{
	open_both();
	name(MOD);
#define M "Finding: look again.\n**Mutations**\n"
	assert_string_equal(judged(MOD, M NEW("weak")), "kb.frozen");
	assert_string_equal(judged(MOD, M "- source x.md\n```\n---\ntitle: x\n---\nwords\n```\n"), "");
	assert_string_equal(judged(MOD, M "- contradiction C-003 — of widths\n" LABELS), "");
	turn(MOD, M "- lower arg-002 to baseless — Turn 1\n");
	assert_string_equal(named_judged(SAM, T "- lower arg-002 to baseless — Turn 1\n"), "kb.promoted");
	assert_string_equal(named_judged(TESS, T "- lower arg-002 to weak — Turn 1\n"), "kb.promoted");
	turn(TESS, T "- lower arg-002 to baseless — Turn 1\n- lower arg-001 to weak — Turn 1\n");
	assert_non_null(strstr(text_at("revisions.md"), "- **Change**: status baseless, confirmed"));
	assert_string_equal(named_judged(MOD, M "- lower arg-002 to baseless — Turn 1\n"), "kb.promoted");
	assert_string_equal(judged(MOD, M "- lower arg-001 to weak — Turn 1\n"), "kb.promoted");
}

TEST(a_hundred_and_first_operation_or_claim_is_refused)
{
	static const char *const many[][4] = {{T, "- note arg-002 Traceback notes — traced again: ", "", "mutation.many"},
		{"**Claims**\n", "- new — so it is for reader number ", " [arg-001: robust]", "claim.many"}};

	open_both();
	name(TESS);
	for (size_t i = 0; i < N(many); i++) {
		UT_string *text = test_string();
		for (int k = 1; k <= 101; k++) {
			utstring_printf(text, "%s%s%d%s\n", k == 1 ? many[i][0] : "", many[i][1], k, many[i][2]);
			if (k >= 100)
				assert_string_equal(judged(TESS, utstring_body(text)), k == 100 ? "" : many[i][3]);
		}
	}
}

TEST(a_file_of_a_base_does_not_outgrow_its_limit)
{
	char *text = test_owns(mem_calloc((256 << 10) + 1, 1));

	open_both();
	for (int i = 0; i < 5; i++) {
		snprintf(text, 200, "**Claims**\n- new — part %d [arg-008]\n**Mutations**\n- criticism " SOURCE " — x", i);
		size_t len = strlen(text);
		for (size_t k = len; k < (250 << 10); k++)
			text[k] = k % 80 ? 'a' : '\n';
		name(i % 2 ? SAM : TESS);
		terms.max_turn_bytes = 256 << 10;
		const char *ids = handed_in(i % 2 ? SAM : TESS, text);
		assert_string_equal(ids, i < 4 ? "" : "text.size");
		memset(text, 0, 256 << 10);
	}
}

TEST(quotation_marks_in_an_operation_or_a_ruling_quote_nobody)
{
	open_both();
	name(TESS);
	assert_string_equal(judged(TESS, T "- note arg-002 Traceback notes — Turn 2: \"nobody ever said this here\"\n"), "");
	name(MOD);
	assert_string_equal(judged(MOD, "Ruling: claim L-002 \"nobody ever said this here\" (arg-002) is REBUTTED.\n"
		"Justification: L-002 \"nor did they say this\".\n"), "");
	assert_string_equal(judged(MOD, "Press: L-002 \"nor did anybody say this\" — why?\n"), "ref.quote");
}

/* The edges of arg-003 say "what can be set can be set to one"; arg-001's file says "as wide as its reader wants". */
TEST(a_quotation_of_the_base_is_found_in_it_and_one_of_the_turn_s_own_operation_is_none)
{
#define SAID(words) "**Claims**\n- new — Turn 1 forgets that " words "\n"
#define EDGE "**Mutations**\n- edge arg-009 refutes arg-002 “one centre and two arms”\n"
	static const struct {
		const char *text, *rules, *warnings;
	} quoting[] = {
		{SAID("a tab is \"as wide as its reader wants\" [arg-008]"), "", ""},
		{SAID("a tab is \"as wide as its writer wants\" [arg-008]"), "", "quote.unfound"},
		{SAID("arg-001 \"what can be set can be set to one\""), "", ""},
		{SAID("arg-002 \"what can be set can be set to two\""), "ref.quote", ""},
		{SAID("arg-002 “one centre and two arms”") EDGE, "", ""},
		{SAID("it is “one centre and two arms” [arg-008]") EDGE, "", ""},
		{SAID("arg-002 “two centres and two arms”") EDGE, "ref.quote", ""},
	};

	open_both();
	name(TESS);
	for (size_t i = 0; i < N(quoting); i++)
		if (strcmp(judged(TESS, quoting[i].text), quoting[i].rules) || !strstr(warned, quoting[i].warnings) ||
			(!*quoting[i].warnings && strstr(warned, "quote.")))
			fail_msg("%s: %s (%s)", quoting[i].text, said, warned);
}

TEST(of_a_contradiction_a_line_that_is_not_there_is_missing)
{
#define SAYS "**Claims**\n- new — so [arg-008]\n**Mutations**\n- contradiction C-003 — of width\n"
	assert_string_equal(judged(TESS, SAYS "  Type: of values\n"), "kb.contradiction");
	assert_string_equal(judged(TESS, SAYS "  Type: t\n  Involved arguments: arg-099\n  Involved sources: none\n"
		"  Description: d\n  What would resolve it: w\n  Status: open\n"), "kb.contradiction");
#undef SAYS
}
