/* The files of a debate of format socratic: status, statement.md, conclusion.md, prompts, the record's lines. */
#include "tests/unit/formats/socratic_fixture.h"
#include "tests/unit/formats/status.h"

#define TURN_OF(stance, counterpoint, unresolved, more) \
	stance "**Position**\nso\n**Counterpoints**\n" counterpoint "**Agreements**\nNone.\n**Novel Argument**\nNone.\n" \
	"**Unresolved Items**\n" unresolved more
#define PLAIN TURN_OF("", COUNTERPOINT, "None.\n", "")
#define ACCEPTING TURN_OF("Stance: ACCEPTING_CONSENSUS\n", COUNTERPOINT, "None.\n", "")
#define DISSENTS TURN_OF("Stance: DISSENTING\n", COUNTERPOINT, "None.\n", "")
#define COUNTERPOINT "- Addresses: the rest\n  Claim: no\n  Support: Principle: so\n"

static int
begin(void **state)
{
	(void)state;
	begin_with(CORPUS "natural/retention.md");
	return 0;
}

EACH_TEST(begin, end);

static void
restart(void)
{
	end(NULL);
	begin(NULL);
}

static const char *
conclusion(void)
{
	return shown(socratic_result);
}

static void
apply(unsigned seat, const char *text)
{
	assert_true(debate_kind_of(&duel, seat, reader_of(text, text + strlen(text))) >= 0);
	debate_apply(&duel, seat, text, strlen(text));
}

static void
two_turns(const char *text)
{
	apply(1, text);
	apply(2, text);
}

TEST(a_consensus_is_concluded_with_its_statement_and_what_led_to_it)
{
	play(CORPUS "natural/en-amended.md", SIZE_MAX);
	duel.end = (struct debate_end){.seat = 1, .time_ms = 1000};
	assert_is_file(CORPUS "shown/conclusion-consensus.md", conclusion());
}

TEST(a_dissent_is_concluded_with_what_blocks)
{
	play(CORPUS "natural/en-dissent.md", SIZE_MAX);
	assert_is_file(CORPUS "shown/conclusion-dissent.md", conclusion());
}

TEST(a_conclusion_has_all_open_items_those_that_block_first)
{
	apply(1, TURN_OF("", COUNTERPOINT, "- the price (non-blocking)\n- who decides? (blocking)\n- why? (blocking)\n", ""));
	apply(2, PLAIN);
	apply(1, TURN_OF("", COUNTERPOINT, "- U-1: the price (non-blocking)\n- U-2: who decides? (blocking)\n", ""));
	has(conclusion(), "\n## Open items\n\n- U-2 (alice, turn 1), blocking for alice: who decides?\n"
		"- U-1 (alice, turn 1), non-blocking: the price\n\n");
}

TEST(an_unresolved_item_that_begins_with_the_id_of_a_point_is_an_item_of_its_own)
{
	apply(1, PLAIN);
	apply(2, TURN_OF("", COUNTERPOINT, "- P1.1: who pays? (blocking)\n", ""));
	assert_string_equal(status_of(&duel, socratic_status, "open_items"),
		"U-1 (bob, turn 2), blocking for bob: P1.1: who pays?\n");
}

TEST(points_that_nobody_could_answer_are_not_told_as_unanswered)
{
	static const char first[] = TURN_OF("", "- Addresses: it\n  Claim: one claim\n  Support: Principle: so\n", "None.\n", ""),
			  second[] = TURN_OF("", "- Addresses: it\n  Claim: another claim\n  Support: Principle: so\n", "None.\n", "");

	apply(1, first);
	lacks(conclusion(), "Points that no text");
	apply(2, second);
	has(conclusion(), "- P1.1 (alice): one claim\n");
	lacks(conclusion(), "P2.1");
	restart();
	terms.sealed_opening = true;
	debate_open(&duel);
	apply(2, second);
	apply(1, first);
	lacks(conclusion(), "Points that no text");
	apply(1, first);
	has(conclusion(), "- P2.1 (bob): another claim\n");
	lacks(conclusion(), "- P1.1");
	apply(2, "**Outcome**: DISSENT\n**Reason**: so\n```\n# x\n\n```\nNothing.\n");
	lacks(conclusion(), "- P3.1");
	has(conclusion(), "\n## Conclusion\n\n```\n# x\n\n```\nNothing.\n");
}

TEST(conclusion_md_has_every_point_that_no_text_of_the_other_side_addressed_whoever_concludes_writes_none)
{
	apply(1, TURN_OF("", COUNTERPOINT COUNTERPOINT, "None.\n", ""));
	apply(2, TURN_OF("", "- Addresses: P1.1\n  Claim: so\n  Support: Principle: so\n", "None.\n", ""));
	has(conclusion(), "## Points that no text of the other side addressed\n\n- P1.2 (alice): no\n");
	lacks(conclusion(), "- P1.1 (alice)");
}

TEST(a_conclusion_has_who_stands_where_and_why)
{
	static const char begins[] = "**Position**\nso\n**Counterpoints**\n" COUNTERPOINT "**Agreements**\n",
			  ends[] = "**Novel Argument**\nNone.\n**Unresolved Items**\nNone.\n";
	char claim[600], text[2000];

	memset(claim, 'x', sizeof claim);
	snprintf(text, sizeof text, "**Position**\nso\n**Counterpoints**\n- Addresses: it\n  Claim: %.*s\n%s", 500, claim,
		"  Support: Source:5\n**Agreements**\nNone.\n**Novel Argument**\nnew\n\nSupport: Source:6\n**Unresolved Items**\n- who? (blocking)\n");
	apply(1, text);
	snprintf(text, sizeof text, "Stance: CONVERGING\n%s%s%s", begins,
		"- P1.2: it is\n  new\n- P1.2 and more\n- P2.1: mine\n- P3.1: later\n- U-1: nobody\n", ends);
	apply(2, text);
	snprintf(text, sizeof text, "Stance: CONVERGING\n%s- P2.1: so\n%s**Stance Revision Support**\nIt is so.\n- Turn 2 is right.\n"
		"  - P2.1:\n    so\n1. Principle: it is\n", begins, ends);
	apply(1, text);
	assert_is_file(CORPUS "shown/conclusion-stances.md", conclusion());
}

TEST(a_quotation_is_counted_wherever_it_stands)
{
	static const char first[] = TURN_OF("", COUNTERPOINT, "- the archiver is never restarted (non-blocking)\n", ""),
			  second[] = TURN_OF("Stance: CONVERGING\n",
				  "- Addresses: U-1: \"the archiver is never restarted\"\n  Claim: it says \"archiver is never restarted\"\n"
				  "  Support:\n    - Principle: so; \"the archiver is never\" (Turn 1)\n    - Turn 1: \"two words\"\n",
				  "- U-1: \"is never restarted\", as Turn 1 has it (blocking)\n",
				  "**Stance Revision Support**\n- it is so\n  - Turn 1: “the archiver is”\n**Consensus**\n"
				  "That \"archiver is never restarted\" (Turn 1).\n");

	apply(1, first);
	apply(2, second);
	assert_int_equal(duel.texts[1].quotes, 6);
}

TEST(a_consensus_without_a_statement_says_so_first)
{
	two_turns(ACCEPTING);
	apply(2, "**Outcome**: ACCEPTED_CONSENSUS\n**Reason**: so\n\nDo it.\n");
	assert_int_equal(duel.order.phase, PHASE_ACCEPTED);
	assert_memory_equal(conclusion(), "No statement was agreed.\n\n# Roll-out\n", 37);
}

#define ACCEPTS(items, more) TURN_OF("Stance: ACCEPTING_CONSENSUS\n", COUNTERPOINT, items, more)

TEST(what_is_open_keeps_consensus_away)
{
	static const struct {
		const char *first, *second;
		bool earned;
	} rows[] = {{ACCEPTS("None.\n", ""), ACCEPTS("None.\n", ""), true},
		{ACCEPTS("None.\n", "**Consensus**\nOne night.\n"), ACCEPTS("None.\n", "**Consensus**\nAccepts: Turn 1\n"), true},
		{ACCEPTS("None.\n", "**Consensus**\nOne night.\n"), ACCEPTS("None.\n", ""), false},
		{ACCEPTS("None.\n", "**Consensus**\nOne night.\n"), ACCEPTS("None.\n", "**Consensus**\nTwo.\n"), false},
		{ACCEPTS("None.\n", "**Consensus**\nOne night.\n"),
			ACCEPTS("None.\n", "**Consensus**\nAccepts: Turn 1\n- Replace: \"One\" — \"Two\"\n"), false},
		{ACCEPTS("- who? (blocking)\n", ""), ACCEPTS("None.\n", ""), false},
		{ACCEPTS("- who? (non-blocking)\n", ""), ACCEPTS("- U-1: you (blocking)\n", ""), false},
		{ACCEPTS("- who? (blocking), no: (non-blocking)\n", ""), ACCEPTS("- why? (non-blocking)\n", ""), true},
		{ACCEPTS("- who? (non-blocking), no: (blocking)\n", ""), ACCEPTS("None.\n", ""), false},
		{ACCEPTS("None.\n", ""), TURN_OF("Stance: CONVERGING\n", COUNTERPOINT, "None.\n", ""), false},
		{TURN_OF("Stance: CONVERGING\n", COUNTERPOINT, "None.\n", ""), ACCEPTS("None.\n", ""), false}};
	static const char text[] = "**Outcome**: ACCEPTED_CONSENSUS\n**Reason**: so\n\nDo it.\n";

	for (size_t i = 0; i < N(rows); i++) {
		restart();
		apply(1, rows[i].first);
		apply(2, rows[i].second);
		const char *ids = handed_in(1, text, NULL);
		if (strcmp(ids, rows[i].earned ? "" : "conclusion.unearned"))
			fail_msg("row %zu: %s", i, ids);
	}
}

static const char dissent[] = "\n \n**Outcome**: DISSENT\n**Reason**: so\n\nDo it.\n";

TEST(an_outcome_is_earned_or_refused)
{
	static const struct {
		const char *first, *second, *text, *ids;
		unsigned turns, seat;
	} rows[] = {{DISSENTS, PLAIN, dissent, "", 6, 1}, /* not of who has just spoken, while the other may answer */
		/* both converge, but a blocking item is left; no turn is left, and so of who spoke last */
		{TURN_OF("Stance: CONVERGING\n", COUNTERPOINT, "None.\n", ""),
			TURN_OF("Stance: CONVERGING\n", COUNTERPOINT, "- who? (blocking)\n", ""), dissent, "", 6, 1},
		{DISSENTS, PLAIN, dissent, "", 2, 2},
		{ACCEPTING, ACCEPTING, "**Outcome**: MAX_TURNS\n**Reason**: so\n\nDo it.\n", "conclusion.unearned", 2, 1}};

	for (size_t i = 0; i < N(rows); i++) {
		restart();
		terms.max_turns = rows[i].turns;
		apply(1, rows[i].first);
		apply(2, rows[i].second);
		assert_true(i || !socratic_earned(&duel, 2));
		assert_string_equal(handed_in(rows[i].seat, rows[i].text, NULL), rows[i].ids);
	}
}

TEST(a_silent_peer_the_holder_may_conclude_with_timeout)
{
	static const char text[] = "**Outcome**: TIMEOUT\n**Reason**: so\n\nDo it.\n";

	two_turns(PLAIN);
	debate_lift(&duel);
	assert_string_equal(handed_in(2, text, NULL), "");
}

TEST(what_is_missing_stands_in_the_first_line_of_a_conclusion)
{
	duel.seats[1].model = "opus-4.1";
	apply(1, PLAIN);
	debate_lift(&duel);
	apply(1, "**Outcome**: TIMEOUT\n**Reason**: so\n\nDo it.\n");
	assert_memory_equal(conclusion(), "Both models are of one family: opus. bob was silent behind turn 1.\n\n# Roll-out\n", 78);
	duel.seats[1].model = "unknown-model";
	assert_memory_equal(conclusion(), "bob was silent behind turn 1.\n\n# Roll-out\n", 41);
}

TEST(each_outcome_is_a_sentence_with_its_reason_behind_it)
{
	static const struct {
		unsigned phase, seat;
		bool maker;
		const char *says;
	} rows[] = {{PHASE_ACCEPTED, 1, false, "**Both agree**: so"},
		{PHASE_DISSENT, 1, false, "**They disagree on \"who pays?\"**: so"},
		{PHASE_FULL, 2, false, "**Two turns did not settle it**: so"},
		{PHASE_TIMEOUT, 1, false, "**bob did not answer**: so"},
		{PHASE_TIMEOUT, 2, false, "**alice did not answer**: so"},
		{PHASE_TIMEOUT, 0, false, "**Nobody answered**: so"},
		{PHASE_INVALIDATED, 0, true, "**Stopped by the maker**: so"},
		{PHASE_INVALIDATED, 0, false, "**Stopped**: so"}};

	apply(1, TURN_OF("", COUNTERPOINT, "- who pays? (blocking)\n", ""));
	apply(2, PLAIN);
	duel.end.reason = "so";
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		debate_name(&duel, 0, rows[i].phase);
		duel.end.seat = rows[i].seat;
		duel.end.maker = rows[i].maker;
		has(conclusion(), rows[i].says);
	}
	duel.end.reason = NULL;
}

TEST(a_clock_ends_with_what_is_earned)
{
	static const char open[] = PLAIN;

	debate_silent(&duel);
	assert_int_equal(duel.order.phase, PHASE_TIMEOUT);
	restart();
	two_turns(ACCEPTING);
	debate_silent(&duel);
	assert_int_equal(duel.order.phase, PHASE_ACCEPTED);
	restart();
	for (unsigned i = 0; i < 6; i++)
		apply(1 + i % 2, open);
	assert_int_equal(duel.order.phase, PHASE_CLOSING);
	debate_silent(&duel);
	assert_int_equal(duel.order.phase, PHASE_FULL);
}

TEST(who_waits_alone_may_only_conclude_until_the_other_joins)
{
	const struct debate_seat bob = duel.seats[1];

	duel.n_seats = 1;
	debate_lift(&duel);
	assert_string_equal(debate_state(&duel)->name, "closing");
	assert_int_equal(debate_due(&duel, 1), KIND_CONCLUSION);
	has(asked(1, KIND_CONCLUSION), "Nobody else has joined: `TIMEOUT` is earned.");
	debate_join(&duel, &bob);
	assert_string_equal(debate_state(&duel)->name, "debating");
	assert_int_equal(debate_due(&duel, 1), KIND_TURN);
	duel.n_seats = 1;
	debate_lift(&duel);
	static const char text[] = "**Outcome**: TIMEOUT\n**Reason**: alone\n\nNothing.\n";
	assert_string_equal(handed_in(1, text, NULL), "");
	assert_memory_equal(conclusion(), "No second participant joined.\n\n# Roll-out\n", 41);
}

TEST(each_state_has_its_name)
{
	static const struct {
		unsigned phase;
		const char *name, *outcome;
	} rows[] = {{PHASE_PREPARING, "preparing", NULL}, {PHASE_WAITING, "waiting_for_participant", NULL},
		{PHASE_SEALED, "debating", NULL}, {PHASE_DEBATING, "debating", NULL}, {PHASE_ALONE, "closing", NULL},
		{PHASE_CLOSING, "closing", NULL}, {PHASE_ACCEPTED, "completed", "ACCEPTED_CONSENSUS"},
		{PHASE_DISSENT, "completed", "DISSENT"}, {PHASE_FULL, "completed", "MAX_TURNS"},
		{PHASE_TIMEOUT, "completed", "TIMEOUT"}, {PHASE_INVALIDATED, "invalidated", "INVALIDATED"}};

	for (size_t i = 0; i < N(rows); i++) {
		const struct debate_phase *row = socratic_format.states;
		while (row->phase && row->phase != rows[i].phase)
			row++;
		assert_string_equal(row->name, rows[i].name);
		assert_true(rows[i].outcome ? row->outcome && !strcmp(row->outcome, rows[i].outcome) && row->earned : !row->outcome);
	}
}

TEST(status_shows_open_items_and_candidate_convergence)
{
	apply(1, TURN_OF("", COUNTERPOINT, "- who decides? (blocking)\n- the *price* — (non-blocking)\n", ""));
	assert_string_equal(status_of(&duel, socratic_status, "open_items"),
		"U-1 (alice, turn 1), blocking for alice: who decides?\n"
		"U-2 (alice, turn 1), non-blocking: the *price*\n");
	apply(2, TURN_OF("Stance: CONVERGING\n", COUNTERPOINT, "- U-1: you do (blocking until written down)\n", ""));
	apply(1, TURN_OF("Stance: CONVERGING\n", COUNTERPOINT, "- U-1: settled\n", "**Stance Revision Support**\n- Turn 2\n"));
	assert_string_equal(status_of(&duel, socratic_status, "open_items"),
		"U-1 (alice, turn 1), blocking for bob, let go by alice in turn 3: who decides?; bob in turn 2: you "
		"do\n");
	assert_string_equal(status_of(&duel, socratic_status, "candidate_convergence"), "1");
	assert_string_equal(status_of(&duel, socratic_status, "max_turns"), "6");
	has(told(socratic_brief, 2),
		"- U-2 (alice, turn 1), open for nobody, let go by alice in turn 3: the *price*\n");
}

TEST(an_open_item_has_the_words_of_each_seat_that_holds_it)
{
	apply(1, TURN_OF("", COUNTERPOINT, "- who decides? (blocking)\n", ""));
	apply(2, TURN_OF("", COUNTERPOINT, "- U-1: who pays, if nobody decides (blocking)\n", ""));
	assert_string_equal(status_of(&duel, socratic_status, "open_items"),
		"U-1 (alice, turn 1), blocking for alice and bob: who decides?; "
		"bob in turn 2: who pays, if nobody decides\n");
	apply(1, TURN_OF("", COUNTERPOINT, "- U-1: bob decides (blocking)\n", ""));
	apply(2, TURN_OF("", COUNTERPOINT, "- who decides? (blocking)\n", ""));
	assert_string_equal(status_of(&duel, socratic_status, "open_items"),
		"U-1 (alice, turn 1), blocking for alice and bob: who decides?; alice in turn 3: bob decides\n");
	apply(1, TURN_OF("", COUNTERPOINT, "- U-1: who decides? (blocking)\n", ""));
	assert_string_equal(status_of(&duel, socratic_status, "open_items"),
		"U-1 (alice, turn 1), blocking for alice and bob: who decides?\n");
}

/* The turn in which a point was answered. */
static unsigned
answered(unsigned turn, unsigned point)
{
	struct ref ref = {.kind = &socratic_refs[REF_POINT], .number = {turn, point}};
	return socratic_facts(&duel)->answered[ledger_find(&duel.ledger, &ref) - duel.ledger.points];
}

#define TO(point) "- Addresses: " point "\n  Claim: no\n  Support: Principle: so\n"

TEST(marks_of_turns_are_the_facts_of_a_debate)
{
	const struct socratic_facts *f;

	terms.max_turns = 8;
	apply(1, TURN_OF("Stance: DISSENTING\n", COUNTERPOINT COUNTERPOINT, "- who pays? (blocking)\n- when? (non-blocking)\n",
		"**Consensus**\nOne night.\n"));
	apply(2, TURN_OF("", TO("P1.1"), "- U-1: settled, since (blocking) no more\n", "**Consensus**\nAccepts: Turn 1\n- Add: \"More.\"\n"));
	f = socratic_facts(&duel);
	assert_int_equal(f->n_changes, 0); /* a first stance changes none */
	assert_int_equal(f->items[0].now[2], LISTED_NOT);
	assert_string_equal(utstring_body(&f->statement), "One night.\n\nMore.");
	assert_true(f->turn == 2 && f->by == 2 && !f->accepted); /* with words added, none is accepted */
	apply(1, TURN_OF("Stance: OPEN_TO_DEBATE\n", TO("P1.2"), "- U-2: when? (non-blocking)\n",
		"**Stance Revision Support**\n- Turn 2\n**Consensus**\nAccepts: Turn 2\n"));
	assert_int_equal(f->accepted, 3);
	assert_int_equal(f->stance[1], OPEN_TO_DEBATE);
	assert_int_equal(f->items[0].let_go[1], 3);
	assert_int_equal(answered(1, 2), 0); /* it is one's own */
	apply(2, TURN_OF("", TO("P1.1"), "None.\n", "**Consensus**\nTwo nights.\n"));
	assert_true(f->turn == 4 && !f->accepted);
	assert_int_equal(answered(1, 1), 2); /* the first time counts */
	apply(1, TURN_OF("Stance: OPEN_TO_DEBATE\n", COUNTERPOINT, "- U-1: who pays, then? (blocking)\n", ""));
	apply(2, PLAIN);
	apply(1, TURN_OF("", COUNTERPOINT, "- U-1: who? (blocking)\n", ""));
	assert_int_equal(f->n_changes, 1);
	assert_true(f->items[0].now[1] == LISTED_BLOCKING && f->items[0].turn[1] == 7 && !f->items[0].let_go[1]);
	assert_int_equal(f->items[1].let_go[1], 5);
}

TEST(the_statement_as_it_stands_is_a_file)
{
	const struct format_row *file = socratic_rows;

	assert_string_equal(file->name, "statement.md");
	assert_string_equal(shown(file->shows), "Nobody has put a statement forward.\n");
	apply(1, TURN_OF("", COUNTERPOINT, "None.\n", "**Consensus**\nOne night.\n\nOne stop rule.\n"));
	assert_string_equal(shown(file->shows),
		"Put forward by alice in Turn 1, not accepted by bob.\n\nOne night.\n\nOne stop rule.\n");
	apply(2, TURN_OF("", COUNTERPOINT, "None.\n", "**Consensus**\nAccepts: Turn 1\n- Replace: \"One night\" — \"Two nights\"\n"));
	assert_string_equal(shown(file->shows),
		"Put forward by bob in Turn 2, not accepted by alice.\n\nTwo nights.\n\nOne stop rule.\n");
	apply(1, TURN_OF("", COUNTERPOINT, "None.\n", "**Consensus**\nAccepts: Turn 2\n"));
	has(shown(file->shows), "Put forward by bob in Turn 2, accepted by alice in Turn 3.\n");
	apply(2, TURN_OF("", COUNTERPOINT, "None.\n", "**Consensus**\nNone.\n"));
	has(shown(file->shows), "Put forward by bob in Turn 2, accepted by alice in Turn 3.\n");
}

TEST(a_prompt_shows_what_is_new_whole_and_the_standing_statement)
{
	static const char second[] = TURN_OF("", "- Addresses: P1.1\n  Claim: a fence\n  Support: Principle: so\n```\n**Position**\n```\n",
		"None.\n", "**Consensus**\nOne night.\n");

	apply(1, TURN_OF("", COUNTERPOINT, "- who decides? (blocking)\n", ""));
	apply(2, second);
	assert_is_file(CORPUS "shown/brief.md", told(socratic_brief, 1));
	lacks(told(socratic_brief, 2), "002-bob");
	has(told(socratic_brief, 0), "Points and new items of turn 1, in their order: P1.1, U-1.\n");
}

TEST(what_was_revealed_with_a_seats_own_opening_is_new_to_it)
{
	terms.sealed_opening = true;
	debate_open(&duel);
	apply(2, PLAIN);
	apply(1, PLAIN);
	const char *s = told(socratic_brief, 1), *t = told(socratic_brief, 2);
	has(s, "bob, `turns/002-bob.md`:");
	has(s, "Points and new items of turn 2, in their order: P2.1.");
	lacks(s, "001-alice");
	lacks(s, "of turn 1");
	has(t, "alice, `turns/001-alice.md`:");
	has(t, "Points and new items of turn 1, in their order: P1.1.");
	lacks(t, "002-bob");
	lacks(t, "of turn 2");
	apply(1, PLAIN);
	has(told(socratic_brief, 2), "003-alice");
	lacks(told(socratic_brief, 1), "-bob");
}

TEST(a_prompt_says_what_its_turn_is_asked_for)
{
	const char *s = asked(1, KIND_TURN);

	has(s,
		"Either of you may hand in turn 1. Writing it takes the floor; a claim before you write keeps you from "
		"writing in vain.\n");
	has(s, "\nBreadth first: everything of weight that you see, an entry each.\n");
	lacks(s, "Your last one was");
	apply(1, TURN_OF("Stance: DISSENTING\n", COUNTERPOINT, "None.\n", "**Consensus**\nOne night.\n"));
	s = asked(2, KIND_TURN);
	has(s, "`Accepts: Turn 1`");
	has(s, "Breadth first");
	lacks(s, "Either of you");
	apply(2, PLAIN);
	s = asked(1, KIND_TURN);
	has(s, "Do not agree because the other is first, longer or sure.\n");
	has(s, "Your last one was DISSENTING.");
	lacks(s, "`Accepts: Turn");
	lacks(s, "Breadth first");
	for (unsigned i = 0; i < 2; i++)
		apply(1 + i, TURN_OF("Stance: OPEN_TO_DEBATE\n", COUNTERPOINT, "None.\n", "**Stance Revision Support**\n- Turn 1\n"));
	has(asked(1, KIND_TURN), "This is your last turn; the other has one more");
	apply(1, PLAIN);
	has(asked(2, KIND_TURN), "This is the last turn: nobody can answer it.");
	apply(2, PLAIN);
	has(asked(1, KIND_CONCLUSION), "The last turn is in. `MAX_TURNS` is earned");
}

TEST(the_blank_of_a_first_turn_has_no_stance_to_revise)
{
	lacks(blank_of(1, KIND_TURN), "Stance Revision Support");
	has(blank_of(1, KIND_TURN), "- … (blocking or non-blocking)\n\n**Consensus**\n…\n");
	apply(1, PLAIN);
	lacks(blank_of(2, KIND_TURN), "Stance Revision Support");
	apply(2, PLAIN);
	has(blank_of(1, KIND_TURN), "**Stance Revision Support**\n- …\n");
	lacks(asked(1, KIND_TURN), "Claim the floor first");
}

TEST(whose_statement_stands_is_asked_for_no_other)
{
	static const char own[] = "**Position**\nso\n**Counterpoints**\n" COUNTERPOINT "**Agreements**\nNone.\n**Novel Argument**\nnew\n"
		"Support: Principle: so\n**Unresolved Items**\nNone.\n**Consensus**\nAccepts: Turn 1\n";
	const char *sentence;

	apply(1, TURN_OF("", COUNTERPOINT, "None.\n", "**Consensus**\nOne night.\n"));
	has(blank_of(2, KIND_TURN), "**Consensus**\n");
	apply(2, PLAIN);
	lacks(blank_of(1, KIND_TURN), "**Consensus**");
	has(asked(1, KIND_TURN), "- **Consensus**: your statement of Turn 1 stands; leave this section out.");
	lacks(asked(1, KIND_TURN), "a statement that both would sign");
	assert_string_equal(handed_in(1, own, &sentence), "consensus.accepts");
	assert_non_null(strstr(sentence, "the statement that stands is your own: leave this section out"));
}

TEST(an_acceptance_is_one_turn_and_no_other_word)
{
	static const struct {
		const char *consensus, *ids;
	} rows[] = {{"Accepts: Turn 1\n", ""}, {"- Accepts: Turn 1.\n", ""}, {"**Accepts:** **Turn 1**\n \t\nSo be it.\n", ""},
		{"Accepts：Turn １。\n", ""}, {"Accepts: Turn 1\n- Add: \"more\"\n", ""}, {"Nobody accepts: it is late.\n", ""},
		{"- Replace: \"One\" — \"Two\"\n", "consensus.accepts"}, {"- Replace: \"Three\" — \"Two\"\n", ""},
		{"Accepts: Turn 1, passt.\n", "consensus.accepts"}, {"- Accepts: Turn 1 and P1.1\n", "consensus.accepts"},
		{"Accepts Turn 1.\n", "consensus.accepts"}, {"- **Accepts** Turn 1\n", "consensus.accepts"},
		{"Accepts: it\n", "consensus.accepts"}, {"Accepts: Turn 2\n", "ref.unknown+consensus.accepts"}};

	for (size_t i = 0; i < N(rows); i++) {
		const char *sentence, *ids;
		char text[1000];

		restart();
		apply(1, TURN_OF("", COUNTERPOINT, "None.\n", "**Consensus**\nOne night.\n"));
		snprintf(text, sizeof text, "%s%s", "**Position**\nso\n**Counterpoints**\n" COUNTERPOINT "**Agreements**\nNone.\n"
			"**Novel Argument**\nnew\nSupport: Principle: so\n**Unresolved Items**\nNone.\n**Consensus**\n", rows[i].consensus);
		ids = handed_in(2, text, &sentence);
		if (strcmp(ids, rows[i].ids) || (*ids && !strstr(sentence, "`Accepts: Turn 1`")))
			fail_msg("%s: %s (%s)", rows[i].consensus, ids, sentence);
	}
}

TEST(the_blank_of_a_conclusion_has_the_outcomes_that_are_earned)
{
	has(blank_of(1, KIND_CONCLUSION), "Outcome: ACCEPTED_CONSENSUS|DISSENT|MAX_TURNS|TIMEOUT\nReason: …\n\n…\n");
	two_turns(PLAIN);
	has(blank_of(1, KIND_CONCLUSION), "Outcome: DISSENT\n");
	for (unsigned i = 2; i < 6; i++)
		apply(1 + i % 2, PLAIN);
	has(blank_of(1, KIND_CONCLUSION), "Outcome: DISSENT|MAX_TURNS\n");
	restart();
	two_turns(ACCEPTING);
	has(blank_of(1, KIND_CONCLUSION), "Outcome: ACCEPTED_CONSENSUS\n");
}

TEST(a_sealed_turn_is_asked_for_without_the_other)
{
	terms.sealed_opening = true;
	debate_open(&duel);
	const char *s = asked(2, KIND_TURN);
	has(s, "Your opening is sealed");
	lacks(s, "Either of you");
	lacks(s, "P2.1");
	has(s, "`Addresses:` names the question, words of the topic, or a place in the source.");
	has(s, "**Agreements**: what you grant already, or `None.`");
	assert_string_equal(told(socratic_turn_label, 1), "the opening");
	assert_string_equal(told(socratic_turn_label, 2), "the opening");
	duel.source = NULL;
	has(asked(2, KIND_TURN), "`Addresses:` names the question or words of the topic.");
	apply(2, PLAIN);
	apply(1, PLAIN);
	assert_string_equal(told(socratic_turn_label, 1), "turn 3");
	has(asked(1, KIND_TURN), "`Addresses:` names a point (`P2.1`) or a turn.");
}

TEST(what_a_prompt_asks_is_short)
{
	const char *s = asked(1, KIND_TURN);
	assert_in_range(count_words(s, strlen(s)), 50, 300);
}

TEST(a_text_without_a_heading_gets_one_with_its_stance)
{
	static const struct {
		const char *text, *stance, *rest;
	} rows[] = {{"Stance: REVISING\n\n**Position**\nx\n", "REVISING", "**Position**\nx\n"},
		{"\n**Stance:** CONVERGING\n**Position**\nx\n", "CONVERGING", "**Position**\nx\n"},
		{"**Position**\nx\n", "OPEN_TO_DEBATE", "**Position**\nx\n"},
		{"I think so.\n\nStance: CONVERGING\n**Position**\n", "CONVERGING",
			"I think so.\n\nStance: CONVERGING\n**Position**\n"},
		{"x", "DISSENTING", "x"} /* as before */};

	for (size_t i = 0; i < N(rows); i++) {
		struct reader text = reader_of(rows[i].text, rows[i].text + strlen(rows[i].text));

		if (i == N(rows) - 1)
			apply(1, TURN_OF("Stance: DISSENTING\n", COUNTERPOINT, "None.\n", ""));
		UT_string *out = test_string();
		socratic_headed(&duel, 1, &text, out);
		assert_string_equal(utstring_body(out), rows[i].stance);
		assert_string_equal(text.s, rows[i].rest);
	}
}

TEST(the_filesystem_says_how_a_debate_was_closed)
{
	apply(1, PLAIN);
	assert_string_equal(shown(socratic_behind), "");
	apply(2, PLAIN);
	duel.now_ms = 60000;
	duel.seats[0].name = "*alice*";
	apply(1, "**Outcome**: DISSENT\n**Reason**: so\n\nDo nothing.\n");
	assert_string_equal(shown(socratic_behind),
		"> duelfs: closed DISSENT by \\*alice\\*, candidate convergence no, source "
		"retention.md, topic \"Roll-out\", 1970-01-01T00:01:00Z\n");
	UT_string *out = test_string();
	socratic_lapse(&duel, 2, 0, NULL, out);
	assert_string_equal(utstring_body(out), "bob was silent for 86400 s");
}

TEST(an_update_is_told_with_convergence_and_outcome)
{
	json_t *members = json_object();

	apply(1, TURN_OF("Stance: CONVERGING\n", COUNTERPOINT, "None.\n", ""));
	apply(2, TURN_OF("Stance: CONVERGING\n", COUNTERPOINT, "None.\n", ""));
	socratic_updated(&duel, members);
	assert_true(json_is_true(json_object_get(members, "candidate_convergence")));
	assert_string_equal(json_string_value(json_object_get(members, "terminal_outcome")), "");
	json_decref(members);
}

TEST(the_head_names_everything_and_nothing_can_forge_it)
{
	const struct terms forged = {.topic = "a | b *c* <d>", .topic_slug = "a-b-c-d", .max_turns = 6};
	struct debate_seat alice = {.name = "al_ice*", .harness = "claude-code", .model = "a|b", .joined_ms = 1000};
	struct debate d = {.format = &socratic_format,
		.id = "7",
		.created_ms = 1000,
		.terms = &forged,
		.topic = forged.topic,
		.path = "/srv/my | docs/pl](x)an.md",
		.source = "pl](x)an.md",
		.seats = &alice,
		.n_seats = 1};

	UT_string *out = test_string();
	socratic_format.head(&d, out);
	assert_is_file(CORPUS "shown/head.md", utstring_body(out));
	utstring_clear(out);
	d.path = d.source = NULL;
	socratic_format.head(&d, out);
	has(utstring_body(out), "\n| Source path | none |\n");
}
