/* Claims and rulings: the ledger's table, what a claim cites, what a moderator may rule. */
#include "tests/unit/formats/adversarial.h"

EACH_TEST(begin, free_duel);

#define C "**Claims**\n"
#define PAY "kb/sources/surveys/pay-survey-2017-spaces.md"
#define MAKE "kb/sources/manuals/make-4-3-recipes.md"
#define GROUNDS "Justification: what is left of it in turn Turn 2 took, " PAY ".\n"

/* L-001 is tabs', L-002 spaces', L-003 too, on what is refuted, and L-004 tabs'. Spaces cited arg-004 in turns 2 and 5. */
static void
some_turns(void)
{
	turn(TESS, C "- new — what one may choose is the reader's own width and nobody else's [arg-001: robust]\n");
	turn(SAM, C "- new — spaces look alike [arg-002: strong] and pay [arg-004: weak]\n- new — builds [arg-005: refuted]\n");
	turn(MOD, "Finding: none yet.\n");
	turn(TESS, C "- new — builds break by other means [arg-008] [arg-005: refuted]\n");
	turn(SAM, C "- new — pay again, see below [arg-004: weak]\n");
	turn(TESS, C "- L-002: rebut — in part [arg-001]\n");
}

TEST(a_turn_is_accepted_or_refused_by_the_rules_of_claims_and_rulings)
{
	some_turns();
	each_row("tests/corpus/adversarial/turns.txt", judge_row);
}

/* -- the ledger's table -- */

static enum claim_state
state_of(unsigned number)
{
	return adv_of(&duel)->claims[number - 1].state;
}

/* The moves that somebody may make on L-001, in a debate that has come so far: a letter a move and ruling. */
static const char *
may(unsigned seat)
{
	static const char *const debater[] = {"rebut", "defend", "concede", "withdraw", "accept", "object", NULL};
	static const char *const moderator[] = {"CLOSED as refuted", "REAFFIRMED", "REOPENED", "REBUTTED", "UNCLAIMABLE", NULL};
	static char s[64];
	char text[512];

	*s = '\0';
	name(seat);
	for (const char *const *w = seat == MOD ? moderator : debater; *w; w++) {
		if (seat == MOD)
			snprintf(text, sizeof text, "Ruling: claim L-001 is %s.\n" GROUNDS, *w);
		else
			snprintf(text, sizeof text, C "- L-001: %s — %p [arg-007] [" PAY "]\n", *w, (const void *)w);
		if (!*judged(seat, text))
			strncat(s, seat == MOD ? *w + (**w == 'R' ? 2 : 0) : *w, 1);
	}
	return s;
}

static void
expect(enum claim_state state, const char *own, const char *other, const char *moderator)
{
	assert_int_equal(state_of(1), state);
	assert_string_equal(may(TESS), own);
	assert_string_equal(may(SAM), other);
	assert_string_equal(may(MOD), moderator);
}

/* Letters: rebut, defend, concede, withdraw, accept, object; Closed, reAffirmed, reOpened, reButted, Unclaimable. */
TEST(claims_move_by_the_ledgers_table)
{
	turn(TESS, C "- new — one's own [arg-009: contested]\n");
	turn(SAM, C "- new — the other's [arg-002: strong]\n");
	turn(TESS, "**Mutations**\n- lower arg-009 to refuted — Turn 2\n" C "- new — another [arg-001]\n");
	expect(CLAIM_OPEN, "w", "rc", "CBU");
	turn(SAM, C "- L-001: rebut — not so [arg-002]\n");
	expect(CLAIM_PARTLY, "dw", "rc", "CBU");
	turn(TESS, C "- L-001: defend — so it is [arg-001]\n");
	expect(CLAIM_OPEN, "w", "rc", "CBU");
	turn(SAM, C "- L-001: concede — true\n");
	expect(CLAIM_CONCEDED, "w", "", "C");
	turn(MOD, "Ruling: claim L-002 is REBUTTED.\n");
	assert_int_equal(state_of(2), CLAIM_REBUTTED);
	turn(TESS, C "- L-001: withdraw — no more\n");
	expect(CLAIM_REBUTTED, "", "", "C");
	turn(SAM, C "- L-002: defend — by another [arg-008]\n");
	assert_int_equal(state_of(2), CLAIM_PARTLY);
	turn(MOD, "Ruling: claim L-001 is CLOSED as refuted.\nJustification: Turn 3, " MAKE "\n");
	expect(CLAIM_CLOSED, "ao", "", "");
	turn(TESS, C "- L-001: object — see [" PAY "]\n");
	expect(CLAIM_CLOSED, "a", "", "AO");
	struct debate accepted;
	debate_copy(&accepted, &duel, duel.now_ms);
	turn(TESS, C "- L-001: accept — it is refuted\n");
	expect(CLAIM_CLOSED, "a", "", "");
	debate_free(&duel);
	duel = accepted;
	name(MOD);
	assert_string_equal(judged(MOD, "Ruling: claim L-001 is as it was.\n \nNothing is REOPENED.\n"), "label.word");
	turn(MOD, "Ruling: claim L-001 is REOPENED.\n");
	expect(CLAIM_PARTLY, "dw", "", "CBU");
	/* another closure may be objected to once, too */
	turn(MOD, "Ruling: claim L-001 is CLOSED as refuted.\nJustification: Turn 3, " MAKE "\n");
	assert_false(adv_of(&duel)->claims[0].objected);
}

TEST(of_a_claim_that_is_rebutted_or_unclaimable_its_sides_and_the_moderator_have_these_moves)
{
	static const struct {
		const char *rules;
		enum claim_state state;
		const char *own, *other;
	} finds[] = {{"REBUTTED", CLAIM_REBUTTED, "dw", "c"}, {"UNCLAIMABLE", CLAIM_UNCLAIMABLE, "w", "c"}};

	for (size_t i = 0; i < N(finds); i++) {
		char ruling[64];

		free_duel(NULL);
		begin(NULL);
		turn(TESS, C "- new — one's own [arg-009: contested]\n");
		turn(SAM, C "- new — the other's [arg-002: strong]\n");
		turn(TESS, "**Mutations**\n- lower arg-009 to refuted — Turn 2\n" C "- new — another [arg-001]\n");
		snprintf(ruling, sizeof ruling, "Ruling: claim L-001 is %s.\n", finds[i].rules);
		turn(MOD, ruling);
		turn(SAM, C "- new — the other's, again [arg-008]\n");
		expect(finds[i].state, finds[i].own, finds[i].other, "C");
		assert_string_equal(strstr(said, "and takes"), "and takes no such ruling, but CLOSED");
	}
}

TEST(a_claim_that_was_closed_is_objected_to_once_with_a_new_source)
{
	UT_string *ledger = test_string();

	turn(TESS, C "- new — one's own [arg-009: contested]\n");
	turn(SAM, C "- new — the other's [arg-002: strong] [" MAKE "]\n");
	turn(TESS, "**Mutations**\n- lower arg-009 to refuted — Turn 2\n" C "- new — another [arg-001]\n");
	turn(MOD, "Ruling: claim L-001 is CLOSED as refuted.\nJustification: Turn 3, " PAY "\n");
	assert_string_equal(named_judged(SAM, C "- L-001: accept — fine\n"), "claim.closed");
	assert_string_equal(named_judged(TESS, C "- L-001: rebut — no [arg-001]\n"), "claim.closed");
	assert_string_equal(judged(TESS, C "- L-001: object — no [arg-008]\n"), "claim.closed");
	assert_string_equal(judged(TESS, C "- L-001: object — no [" MAKE "]\n"), "claim.closed");
	assert_string_equal(judged(TESS, C "- L-001: object — no [" PAY "]\n"), "claim.closed");
	turn(TESS, C "- L-001: object — no [kb/sources/agents/debater-tabs/x.md]\n**Mutations**\n- source x.md\n```\n---\na: b\n---\n```\n");
	turn(SAM, C "- new — meanwhile [arg-008]\n");
	name(TESS);
	assert_string_equal(judged(TESS, C "- L-001: object — no [kb/sources/reports/braille-line-2020-notes.md]\n"), "claim.closed");
	turn(MOD, "Ruling: claim L-001 is REAFFIRMED.\n");
	assert_true(adv_of(&duel)->claims[0].final);
	assert_false(adv_of(&duel)->claims[0].waits);
	name(TESS);
	assert_string_equal(judged(TESS, C "- L-001: object — no [kb/sources/reports/braille-line-2020-notes.md]\n"), "claim.closed");
	turn(TESS, C "- L-001: accept — it is refuted\n");
	assert_true(adv_of(&duel)->claims[0].accepted);
	assert_int_equal(state_of(1), CLAIM_CLOSED);
	assert_true(show_file("output/claims-ledger.md", ledger));
	assert_non_null(strstr(utstring_body(ledger), "; objected to once, and reaffirmed; accepted by its side\n"));
}

TEST(a_defence_of_what_is_rebutted_cites_something_new)
{
	open_both();
	turn(MOD, "Ruling: claim L-001 is REBUTTED.\n");
	assert_string_equal(named_judged(TESS, C "- L-001: defend — as before [arg-001]\n"), "claim.move");
	assert_string_equal(judged(TESS, C "- L-001: defend — with more [arg-008]\n"), "");
}

TEST(nobody_concedes_or_withdraws_twice)
{
	open_both();
	turn(TESS, C "- L-002: concede — yes\n");
	turn(SAM, C "- L-002: withdraw — and yet\n");
	assert_string_equal(named_judged(TESS, C "- L-002: concede — yes again\n"), "claim.move");
	turn(MOD, "Finding: so.\n");
	assert_string_equal(named_judged(SAM, C "- L-002: withdraw — again\n"), "claim.move");
}

TEST(a_source_is_debunked_where_somebody_else_criticised_it)
{
	static const char closes[] = "Ruling: claim L-003 (arg-004) is CLOSED as source-debunked.\n" GROUNDS;
	char own[512];

	open_both();
	turn(TESS, C "- L-002: rebut — no [arg-001]\n");
	turn(SAM, C "- new — pay [arg-004: weak]\n");
	name(MOD);
	snprintf(own, sizeof own, "%s**Mutations**\n- criticism " PAY " — its sample chose itself\n", closes);
	assert_string_equal(judged(MOD, own), "ruling.graph");
	turn(TESS, C "- L-003: rebut — no [" PAY "]\n**Mutations**\n- criticism " PAY " — its sample chose itself\n"
		"- criticism kb/sources/surveys/style-guides-2019-review.md — it counts reasons\n");
	name(MOD);
	assert_string_equal(judged(MOD, "Ruling: claim L-002 (arg-002) is CLOSED as source-debunked.\n" GROUNDS), "ruling.graph");
	turn(MOD, closes);
	assert_int_equal(adv_of(&duel)->claims[2].as, AS_DEBUNKED);
	assert_int_equal(state_of(3), CLAIM_CLOSED);
}

TEST(a_relevance_edge_of_the_moderator_makes_no_deflection)
{
	static const char calls[] = "Deflection: Position tabs has cited arg-009 across turns 1 to address arg-003.\n";

	turn(TESS, C "- new — so [arg-001] [arg-008]\n");
	turn(SAM, C "- new — so [arg-002: strong]\n");
	/* Both are empirical, and no edge joins them. */
	static const char same[] = "Deflection: Position tabs has cited arg-001 across turns 1 to address arg-004.\n";
	turn(MOD, "Finding: so.\n**Mutations**\n- edge arg-001 tangential-to arg-004 \"x\"\n");
	turn(SAM, C "- new — and so [arg-002: strong]\n");
	assert_string_equal(named_judged(MOD, same), "deflection.none");
	assert_string_equal(judged(MOD, calls), "deflection.none");
	turn(TESS, C "- new — so, too [arg-001]\n**Mutations**\n- edge arg-004 scope-mismatch-with arg-001 \"x\"\n");
	assert_string_equal(named_judged(MOD, same), "");
}

/* arg-001 and arg-004 are empirical both. */
TEST(an_edge_of_relevance_makes_a_deflection_and_no_other_does)
{
	static const char *const types[] = {"supports", "contradicts", "refutes", "depends-on", "refines",
		"exaggerates", "confounds", "addresses", "tangential-to", "scope-mismatch-with", "layer-shift-from"};

	for (size_t i = 0; i < N(types); i++) {
		char text[256];

		free_duel(NULL);
		begin(NULL);
		turn(TESS, C "- new — so [arg-001] [arg-008]\n");
		turn(SAM, C "- new — so [arg-002: strong]\n");
		snprintf(text, sizeof text,
			C "- new — another [arg-001]\n**Mutations**\n- edge arg-001 %s arg-004 \"x\"\n", types[i]);
		turn(TESS, text);
		name(MOD);
		assert_string_equal(
			judged(MOD, "Deflection: Position tabs has cited arg-001 across turns 1 to address arg-004.\n"),
			i < 8 ? "deflection.none" : "");
	}
}

TEST(an_addresses_edge_of_the_debate_does_not_undo_a_deflection)
{
	turn(TESS, C "- new — so [arg-001]\n**Mutations**\n- edge arg-001 addresses arg-005 \"x\"\n");
	turn(SAM, C "- new — so [arg-002: strong]\n");
	name(MOD);
	assert_string_equal(
		judged(MOD, "Deflection: Position tabs has cited arg-001 across turns 1 to address arg-005.\n"), "");
}

TEST(a_refused_move_is_told_with_the_moves_that_there_are)
{
	open_both();
	assert_string_equal(named_judged(TESS, C "- L-001: defend — as it is [arg-001]\n"), "claim.move");
	assert_non_null(strstr(said, "L-001 is open, and this side's own: behind it stands `withdraw`"));
	assert_string_equal(judged(TESS, C "- L-002: defend — as it is [arg-001]\n"), "claim.move");
	assert_non_null(strstr(said, "L-002 is open: behind it stands `rebut` or `concede`"));
}

TEST(citations_are_no_words_of_a_claim_that_may_repeat_another)
{
	turn(TESS, C "- new — a manual says so [" MAKE "]\n"
		"- new — what one may choose [arg-001: robust] is the reader's own\n");
	turn(SAM, SPACE_OPENING);
	assert_string_equal(named_judged(TESS, C "- L-003: rebut — nah [" MAKE "]\n"), "");
	assert_string_equal(judged(TESS, C "- new — What one may choose is the reader's [arg-009: contested] own\n"),
		"claim.repeat");
	assert_non_null(strstr(said, "own` repeats an earlier text"));
	assert_string_equal(judged(TESS, C "- new — [arg-001, what one may choose is the reader's own]\n"), "claim.repeat");
	assert_string_equal(
		judged(TESS, C "- new — [arg-009: contested, arg-001: robust] what one may choose is the reader's own\n"),
		"claim.repeat");
}

TEST(headings_name_turn_seat_and_role)
{
	open_both();
	name(TESS);
	assert_string_equal(judged(TESS, "## Turn 3 — tess (claude / opus) — debater-tabs\n\n" C "- new — so [arg-001]\n"), "");
	assert_string_equal(judged(TESS, "## Turn 3 — tess (claude / opus) — debater-spaces\n\n" C "- new — so [arg-001]\n"),
		"text.heading");
	assert_string_equal(named_judged(MOD, "## Turn 3 — mona (gemini / pro) — moderator\n\nFinding: so.\n"), "");
}

TEST(blanks_show_what_a_text_has)
{
	UT_string *blank = test_string();

	debate_blank_as(&duel, TESS, (unsigned)debate_due(&duel, TESS), blank);
	assert_string_equal(utstring_body(blank), "**Claims**\n- new — … [arg-NNN: rating]\n\n"
		"**Argument**\n…\n\n**Mutations**\n- …\n");
	assert_string_not_equal(judged(TESS, utstring_body(blank)), "");
	utstring_clear(blank);
	open_both();
	name(TESS);
	debate_blank_as(&duel, TESS, (unsigned)debate_due(&duel, TESS), blank);
	assert_non_null(strstr(utstring_body(blank), "Answers: …\n\n**Claims**\n"));
	utstring_clear(blank);
	name(MOD);
	debate_blank_as(&duel, MOD, (unsigned)debate_due(&duel, MOD), blank);
	assert_string_not_equal(judged(MOD, utstring_body(blank)), "");
}
