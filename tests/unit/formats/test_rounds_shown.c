/*
 * Format rounds on the new kit: what is shown of a debate. Its files, conclusion.md, the facts behind a summary, prompts,
 * lines of failures, `status`.
 */
#include "tests/unit/formats/rounds_debate.h"
#include "tests/unit/formats/status.h"

EACH_TEST(begin, free_duel);

/* The text that was shown or told last. */
static const char *last;

#define show(shows) (last = shown(shows))
#define tell(tells, seat) (last = told(tells, seat))
#define HAS(part) has(last, part)
#define HAS_NOT(part) lacks(last, part)

/* -- points.json -- */

TEST(points_json_lists_claims_and_points_with_what_was_said_to_them)
{
	play(CORPUS "accepted/en.md", 4);
	assert_is_file(CORPUS "shown/points.json", show(rounds_points_file));
}

TEST(the_proposer_answers_to_a_claim_that_was_called_unsupported_by_its_id_and_without_a_verb)
{
	assert_string_equal(IN("**Stance**\nWe keep it.\n**Claims**\n- One is true\n  Evidence: a.c:1\n- Two is true\n"), "");
	assert_string_equal(IN("**Points**\n- [correctness] one is false\n  Evidence: b.c:1\n- [security] none: a.c\n- [experience] none: a.c\n"
			       "**Alternative**\nAnother.\n**Unsupported**\n- P1.2: nothing is shown\n"), "");
	assert_string_equal(IN("**Answers**\n- C1.1: rebutted — no\n  Evidence: c.c:1\n- P1.2: rebutted — it is shown\n  Evidence: d.c:2\n"),
		"answer.verb");
	assert_string_equal(IN("**Answers**\n- C1.1: rebutted — no\n  Evidence: c.c:1\n- P1.1: it is shown\n  Evidence: d.c:2\n"), "answer.verb");
	assert_string_equal(IN("**Answers**\n- C1.1: rebutted — no\n  Evidence: c.c:1\n- P1.2: it is shown\n  Evidence: d.c:2\n"), "");
	assert_is_file(CORPUS "shown/points-unsupported.json", show(rounds_points_file));
}

TEST(at_the_end_an_open_point_is_unresolved_and_an_answered_one_disputed)
{
	terms.closing = true;
	play(CORPUS "accepted/en.md", 4);
	assert_string_equal(IN("**Answers**\n- C1.2: rebutted — they are archived\n  Evidence: src/archive.c:4\n"), "");
	assert_string_equal(IN(VERDICT_TEXT), "");
	assert_is_file(CORPUS "shown/points-over.json", show(rounds_points_file));
	assert_is_file(CORPUS "shown/conclusion-disputed.md", show(rounds_conclusion));
}

/* -- last-debate.json -- */

TEST(last_debate_json_has_the_keys_of_the_seed_and_then_its_own)
{
	play(CORPUS "accepted/en.md", SIZE_MAX);
	assert_is_file(CORPUS "shown/last-debate.json", show(rounds_report_file));
}

TEST(last_debate_json_says_how_far_a_debate_has_come)
{
	terms.positions = "a file\na database\n";
	assert_is_file(CORPUS "shown/last-debate-begun.json", show(rounds_report_file));
}

/* -- conclusion.md -- */

TEST(conclusion_md_says_first_what_to_do)
{
	play(CORPUS "accepted/en.md", SIZE_MAX);
	duel.end.time_ms = 400000;
	assert_is_file(CORPUS "shown/conclusion.md", show(rounds_conclusion));
}

TEST(an_uncontested_position_is_shown_with_a_note)
{
	play(CORPUS "accepted/en.md", 1);
	debate_go_without(&duel, 2, ROLE_NONE, "quota");
	assert_is_file(CORPUS "shown/conclusion-uncontested.md", show(rounds_conclusion));
}

TEST(a_debate_without_an_opening_has_decided_nothing)
{
	debate_silent(&duel);
	show(rounds_conclusion);
	HAS("# Is it right?\n\n**Stopped**\n\nThere is no verdict: nothing was decided.\n");
	HAS("\n- the proposer failed (timeout); there is no position, and the debate is aborted\n");
}

TEST(a_conclusion_says_which_round_is_incomplete)
{
	play(CORPUS "accepted/en.md", 3);
	debate_silent(&duel);
	assert_string_equal(IN(VERDICT_TEXT), "");
	show(rounds_conclusion);
	HAS("\n- rounds: 1 of 2 are complete\n");
	HAS("\n- the challenger failed (timeout); round 2 is incomplete, and the verdict is on those before it\n");
}

TEST(words_that_are_a_block_or_have_a_list_are_one_behind_a_lead_too)
{
	terms.rounds = 1;
	play(CORPUS "shown/blocks-said.md", 3);
	assert_is_file(CORPUS "shown/blocks.md", show(rounds_conclusion));
}

/* The conclusion of a debate of these, which came to nothing. */
static void
concluded(const struct debate_seat *three)
{
	debate_free(&duel);
	duel = (struct debate){.format = &rounds_format, .terms = &terms, .topic = "T"};
	debate_open(&duel);
	for (int i = 0; i < 3; i++)
		debate_join(&duel, &three[i]);
	debate_silent(&duel);
	show(rounds_conclusion);
}

TEST(one_family_and_a_judge_who_is_a_side_are_told_in_the_first_line)
{
	concluded((struct debate_seat[]){
		{"ann", "codex", "gpt-5", 1, 0}, {"bob", "copilot", "GPT-4.1", 2, 0}, {"cid", "codex", "gpt-5", 3, 0}});
	HAS("Caution: all models are of one family, gpt; cid decides, and has the model of ann.\n");
	concluded((struct debate_seat[]){
		{"ann", "codex", "gpt-5", 1, 0}, {"bob", "gemini", "gemini-3", 2, 0}, {"cid", "gemini", "opus", 3, 0}});
	HAS("Caution: cid decides, and has the harness of bob.\n");
	concluded((struct debate_seat[]){
		{"ann", "a", "unknown", 1, 0}, {"bob", "b", "gpt-5", 2, 0}, {"cid", "unknown", "unknown", 3, 0}});
	HAS_NOT("Caution");
}

/* -- the record -- */

TEST(a_summary_has_the_facts_behind_it)
{
	terms.rounds = 3;
	play(CORPUS "accepted/en.md", 4);
	assert_string_equal(show(rounds_behind), "");
	assert_string_equal(IN(SUMMARY_TEXT), "");
	assert_is_file(CORPUS "shown/summary-facts.md", show(rounds_behind));
}

static const char *
lapse(unsigned role, const char *reason)
{
	unsigned seat = debate_seat_of(&duel, role);

	UT_string *out = test_string();
	rounds_lapse(&duel, seat, seat ? ROLE_NONE : role, reason, out);
	return utstring_body(out);
}

TEST(the_record_says_who_failed_and_what_follows)
{
	assert_string_equal(lapse(ROLE_PROPOSER, NULL), "the proposer failed (timeout); there is no position, and the debate is aborted");
	duel.n_seats = 1;
	assert_string_equal(lapse(ROLE_CHALLENGER, NULL), "the challenger failed (timeout); the position is uncontested");
	assert_non_null(strstr(show(rounds_report_file), "\"status\": \"waiting_for_participant\""));
	duel.n_seats = 3;
	assert_non_null(strstr(show(rounds_report_file), "\"status\": \"debating\""));
	play(CORPUS "accepted/en.md", 1);
	assert_string_equal(lapse(ROLE_CHALLENGER, "quota"), "the challenger failed (quota); the position is uncontested");
	restart();
	play(CORPUS "accepted/en.md", 3);
	assert_string_equal(lapse(ROLE_CHALLENGER, NULL), "the challenger failed (timeout); round 2 is incomplete, and the verdict is on those before it");
	restart();
	terms.rounds = 3;
	play(CORPUS "accepted/en.md", 4);
	assert_string_equal(lapse(ROLE_ORCHESTRATOR, NULL), "the orchestrator failed (timeout); the next turn goes without a summary");
	restart();
	terms.closing = true;
	play(CORPUS "accepted/en.md", 4);
	assert_string_equal(lapse(ROLE_PROPOSER, NULL), "the proposer failed (timeout); there is no closing reply");
	debate_silent(&duel);
	assert_string_equal(lapse(ROLE_ORCHESTRATOR, NULL), "the orchestrator failed (timeout); there is no verdict, and the debate is aborted");
}

TEST(a_summary_or_a_closing_reply_that_is_not_in_is_passed_over)
{
	terms.rounds = 3;
	play(CORPUS "accepted/en.md", 4);
	duel.now_ms += 30000;
	debate_silent(&duel);
	assert_int_equal(debate_due(&duel, 1), DEFENCE);
	assert_string_equal(IN("**Answers**\n- C1.2: conceded — so\n  Now: a\n- C2.1: conceded — so\n  Now: b\n"), "");
	assert_null(strstr(show(rounds_report_file), "\"duration_ms\": 90000"));
	restart();
	terms.closing = true;
	play(CORPUS "accepted/en.md", 4);
	assert_int_equal(debate_due(&duel, 1), CLOSING);
	debate_silent(&duel);
	assert_int_equal(debate_due(&duel, 3), VERDICT);
	assert_int_equal(duel.order.round, 2);
	debate_silent(&duel);
	duel.n_seats = 1;
	assert_non_null(strstr(show(rounds_report_file), "\"status\": \"aborted\""));
}

TEST(a_closing_reply_is_due_where_the_last_round_left_something_open)
{
	terms.closing = true;
	play(CORPUS "accepted/en.md", 3);
	assert_string_equal(IN("**Answers**\n- C1.1: resolved — it is\n  Evidence: a.c:1\n- C1.2: resolved — it is\n  Evidence: a.c:2\n- C1.3: held\n"), "");
	assert_int_equal(debate_due(&duel, 3), VERDICT);
}

TEST(proposer_and_challenger_are_different_tools)
{
	const struct debate_seat same = {"dan", "Codex", "gpt-5", ROLE_CHALLENGER, 0},
				 other = {"dan", "gemini", "gpt-5", ROLE_CHALLENGER, 0},
				 judge = {"eve", "codex", "gpt-5", ROLE_ORCHESTRATOR, 0};

	duel.n_seats = 1;
	assert_null(rounds_joins(&duel, &other).rule);
	assert_null(rounds_joins(&duel, &judge).rule);
	struct fault fault = rounds_joins(&duel, &same);
	assert_string_equal(fault.rule->id, "seat.identity");
	assert_string_equal(test_owns(fault.sentence),
		"the proposer speaks for codex already: proposer and challenger are different tools");
	const struct debate_seat nobody = {"dan", "unknown", "gpt-5", ROLE_CHALLENGER, 0};
	fault = rounds_joins(&duel, &nobody);
	assert_string_equal(fault.rule->id, "seat.identity");
	free(fault.sentence);
	duel.n_seats = 3;
}

/* -- status -- */

TEST(status_says_rounds_open_points_and_the_winner)
{
	play(CORPUS "accepted/en.md", 4);
	assert_string_equal(status_of(&duel, rounds_status, "rounds"), "2");
	assert_string_equal(status_of(&duel, rounds_status, "rounds_completed"), "2");
	assert_string_equal(status_of(&duel, rounds_status, "points_open"), "C1.2\nC2.1\n");
	assert_string_equal(status_of(&duel, rounds_status, "winner"), "");
	assert_string_equal(IN(VERDICT_TEXT), "");
	assert_string_equal(status_of(&duel, rounds_status, "winner"), "codex");
	assert_string_equal(debate_state(&duel)->name, "completed");
	assert_string_equal(debate_state(&duel)->outcome, "COMPLETED");
}

/* -- prompts -- */

/* Each kind of text that is due in a debate of three rounds with a closing reply, and its seat. */
static unsigned
come_to(enum rounds_kind kind)
{
	for (unsigned n = 0; n < 10; n++) {
		restart();
		terms.rounds = 3;
		terms.closing = true;
		play(CORPUS "natural/en.md", n);
		for (unsigned s = 1; s <= 3; s++)
			if (debate_due(&duel, s) == (int)kind)
				return s;
	}
	fail_msg("%u is never due", kind);
	return 0;
}

TEST(a_prompt_asks_for_what_its_text_needs_in_few_words)
{
	static const struct {
		enum rounds_kind kind;
		const char *words[7];
	} asked_of[] = {
		{OPENING, {"clear position", "its own evidence"}},
		{CHALLENGE, {"wrong or missing", "praise nothing before it", "correctness, security and experience", "`Alternative`", "`Risk:`", "You have no position of your own"}},
		{DEFENCE, {"`conceded`", "`rebutted`", "`tradeoff`", "`partly`", "below `Unsupported`", "repeat an earlier one"}},
		{FOLLOWUP, {"`resolved`", "`stands`", "`dodged`", "`held`", "Default to suspicion", "reframed as an agreement"}},
		{SUMMARY, {"rounds 1 to 1", "500 to 800 tokens", "contradictions"}},
		{CLOSING, {"at most 300 words"}},
		{VERDICT, {"pick a side", "`Winner:` is codex or gemini", "says first what to do", "at most 400 words"}},
	};

	for (size_t i = 0; i < N(asked_of); i++) {
		unsigned s = come_to(asked_of[i].kind);
		last = asked(s, asked_of[i].kind);
		for (size_t k = 0; k < N(asked_of[i].words) && asked_of[i].words[k]; k++)
			HAS(asked_of[i].words[k]);
		for (size_t k = 0; k < ROUNDS_RULES; k++)
			HAS_NOT(rounds_rule_rows[k].id);
		HAS_NOT("duelfs");
		HAS_NOT("reopened"); /* nothing was conceded yet */
		if (count_words(last, strlen(last)) > 320)
			fail_msg("%zu words: %s", count_words(last, strlen(last)), last);
	}
}

TEST(a_prompt_says_what_each_side_stands_for)
{
	terms.positions = "FUSE\nNFS\n";
	for (unsigned s = 0; s <= 3; s++) {
		tell(rounds_brief, s);
		HAS("The proposer stands for **FUSE**, the challenger for **NFS**.");
	}
	play(CORPUS "accepted/en.md", 1);
	last = asked(2, CHALLENGE);
	HAS("Argue for your own position");
	HAS_NOT("no position of your own");
	restart();
	terms.strict_evidence = true;
	last = asked(1, OPENING);
	HAS("A claim without is refused.");
}

TEST(a_prompt_has_rounds_1_and_2_whole_and_later_the_summary_and_the_last_round)
{
	unsigned s = come_to(DEFENCE);
	assert_is_file(CORPUS "shown/brief-round-2.md", tell(rounds_brief, s));
	restart();
	terms.rounds = 3;
	play(CORPUS "natural/en.md", 5);
	assert_int_equal(debate_due(&duel, 1), DEFENCE);
	assert_is_file(CORPUS "shown/brief-round-3.md", tell(rounds_brief, 1));
	HAS_NOT("gemini");
}

TEST(a_prompt_says_which_round_is_incomplete)
{
	play(CORPUS "accepted/en.md", 3);
	debate_silent(&duel);
	tell(rounds_brief, 3);
	HAS("\n- the challenger failed (timeout); round 2 is incomplete, and the verdict is on those before it\n");
	assert_null(strstr(strstr(last, "the challenger failed") + 1, "the challenger failed"));
}

TEST(a_prompt_lists_what_the_other_side_said_without_evidence)
{
	play(CORPUS "accepted/de.md", 1);
	tell(rounds_brief, 2);
	HAS("### Said without evidence");
	HAS("P1.3: Ich halte den Ruf");
	HAS_NOT("P1.2: Die Moderation");
}
