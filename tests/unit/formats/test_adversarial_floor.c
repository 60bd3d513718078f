/* The floor: who may be named, what is owed, how the debate ends. */
#include "tests/unit/formats/adversarial.h"

EACH_TEST(begin, free_duel);

#define NEW "**Claims**\n- new — "
#define PAY "kb/sources/surveys/pay-survey-2017-spaces.md"

/* A turn of its own of somebody: no two are alike. */
static void
speak(unsigned seat)
{
	static const char *const places[] = {"north", "south", "east", "west", "here", "there", "up", "down", "left", "right"};
	char text[256];

	snprintf(text, sizeof text, seat == MOD ? "Finding: %s %s %s.\n" : NEW "%s %s %s [arg-008]\n",
		places[duel.n % 10], places[duel.n / 10 % 10], duel.n / 100 ? "again" : "now");
	turn(seat, text);
}

#define next_refused(role, asks) verb_refused(0, role, asks)
#define end_refused() verb_refused(1, NULL, NULL)

static const char *
fail_refused(unsigned seat)
{
	static char why[512];
	char *sentence = duel.format->fails(&duel, seat);

	snprintf(why, sizeof why, "%s", sentence ? sentence : "");
	free(sentence);
	return why;
}

#define STARTS(s, with) assert_true(!strncmp((s), (with), strlen(with)))

static const char *
phase_name(void)
{
	return debate_state(&duel)->name;
}

TEST(openings_begin_when_orchestrator_moderator_and_two_debaters_are_there)
{
	static const struct debate_seat seats[] = {{"olga", "codex", "gpt-5", ROLE_ORCHESTRATOR, 0},
		{"tess", "claude", "opus", ROLE_DEBATER + TABS, 0}, {"mona", "gemini", "pro", ROLE_MODERATOR, 0},
		{"sam", "codex", "gpt-5", ROLE_DEBATER + SPACES, 0}};
	static const char *const wanted[] = {"orchestrator", "debater-tabs", "moderator", "debater-spaces"};
	struct files *files = files_of(BASE_FOLDER);

	/* whoever comes last */
	for (size_t last = 0; last < N(seats); last++) {
		struct base *b = base_of(files);

		debate_free(&duel);
		duel = (struct debate){.format = &adversarial_format, .terms = &terms, .topic = "?",
			.own = adv_new(b, base_hold(b))};
		debate_open(&duel);
		for (size_t i = 1; i <= N(seats); i++) {
			assert_string_equal(phase_name(), "preparing");
			if (i == N(seats))
				assert_string_equal(format_missing(&duel) + strlen(ROLE_WANTED), wanted[last]);
			debate_join(&duel, &seats[(last + i) % N(seats)]);
		}
		assert_string_equal(phase_name(), "opening");
		for (unsigned seat = 1; seat <= N(seats); seat++)
			assert_int_equal(debate_due(&duel, seat),
				duel.seats[seat - 1].role >= ROLE_DEBATER ? KIND_TURN : -1);
	}
}

TEST(each_position_has_a_debaters_role)
{
	assert_int_equal(debate_role_named(&duel, "orchestrator"), ROLE_ORCHESTRATOR);
	assert_int_equal(debate_role_named(&duel, "moderator"), ROLE_MODERATOR);
	assert_int_equal(debate_role_named(&duel, "debater-tabs"), duel.seats[TESS - 1].role);
	assert_int_equal(debate_role_named(&duel, "debater-spaces"), duel.seats[SAM - 1].role);
	for (const char *const *word = (const char *const[]){"debater-neutral", "debater-", "debater", "judge", "", NULL}; *word; word++)
		assert_int_equal(debate_role_named(&duel, *word), 0);
}

TEST(each_debater_opens_once_in_any_order)
{
	assert_string_equal(handed_in(SAM, SPACE_OPENING), "");
	assert_string_equal(handed_in(SAM, SPACE_OPENING), "not due");
	STARTS(next_refused("moderator", "what?"), "nobody is named before");
	assert_string_equal(handed_in(TESS, TAB_OPENING), "");
	assert_string_equal(phase_name(), "cross_examination");
	assert_int_equal(debate_due(&duel, TESS), -1);
}

TEST(the_clock_of_openings_leaves_those_who_are_in)
{
	assert_string_equal(handed_in(SAM, SPACE_OPENING), "");
	debate_silent(&duel);
	assert_string_equal(phase_name(), "cross_examination");
	assert_string_equal(next_refused("debater-tabs", "open"), "");
	turn(TESS, TAB_OPENING);
	assert_true(adv_has_opened(&duel, TESS));
}

TEST(an_opening_that_does_not_come_is_no_turn_in_cross_examination)
{
	assert_string_equal(handed_in(TESS, TAB_OPENING), "");
	debate_silent(&duel);
	assert_int_equal(duel.lapses[0].seat, SAM);
	assert_string_equal(fail_refused(SAM), "");
	speak(MOD);
	speak(TESS);
	STARTS(end_refused(), "sam has had no turn");
}

TEST(only_who_is_named_hands_in)
{
	open_both();
	assert_string_equal(next_refused("tess", "what?"),
		"EINVAL nobody has the role `tess`: `to=` is moderator or debater-tabs or debater-spaces");
	STARTS(next_refused("orchestrator", "what?"), "EINVAL nobody has the role");
	STARTS(next_refused("moderator", " "), "EINVAL `asks");
	STARTS(next_refused("debater-spaces", "what?"), "sam spoke last");
	assert_string_equal(next_refused("debater-tabs", "what?"), "");
	name(TESS);
	assert_string_equal(next_refused("moderator", "what?"), "");
	assert_string_equal(adv_of(&duel)->asks, "What of that?");
	assert_string_equal(judged(SAM, SPACE_OPENING), "not due");
	assert_string_equal(judged(MOD, "Finding: x\n"), "not due");
	name(MOD);
	assert_string_equal(judged(TESS, TAB_OPENING), "not due");
	assert_string_equal(judged(MOD, "Finding: x\n"), "");
}

TEST(a_turn_that_does_not_come_is_named_anew_or_its_seat_given_up)
{
	open_both();
	STARTS(fail_refused(TESS), "no turn of tess");
	name(TESS);
	STARTS(fail_refused(TESS), "no turn of tess");
	debate_silent(&duel);
	assert_string_equal(phase_name(), "cross_examination");
	assert_int_equal(duel.order.phase, PHASE_NAMING);
	assert_int_equal(duel.lapses[duel.n_lapses - 1].seat, TESS);
	assert_string_equal(next_refused("debater-tabs", "again?"), "");
	speak(TESS);
	STARTS(fail_refused(TESS), "no turn of tess");
	name(MOD);
	debate_silent(&duel);
	assert_string_equal(fail_refused(MOD), "");
	debate_go_without(&duel, MOD, ROLE_NONE, "gone");
	STARTS(fail_refused(MOD), "mona was given up");
	STARTS(next_refused("moderator", "what?"), "mona was given up");
	assert_int_equal(duel.order.phase, PHASE_NAMING);
	name(SAM);
	debate_silent(&duel);
	debate_go_without(&duel, SAM, ROLE_NONE, "gone");
	assert_string_equal(debate_state(&duel)->outcome, "ABORTED");
}

TEST(a_debate_does_not_end_before_each_debater_was_crossed)
{
	STARTS(end_refused(), "only the cross");
	open_both();
	STARTS(end_refused(), "tess has had no turn");
	speak(TESS);
	STARTS(end_refused(), "sam has had no turn");
	name(SAM);
	debate_silent(&duel);
	assert_string_equal(end_refused(), "");
	end_crossing();
	assert_string_equal(phase_name(), "synthesis");
	assert_int_equal(debate_due(&duel, ORCH), KIND_SYNTHESIS);
	debate_silent(&duel);
	assert_string_equal(debate_state(&duel)->outcome, "ABORTED");
}

static void
owed(unsigned seat, const char *why)
{
	UT_string *s = test_string();

	assert_int_equal(adv_is_owed(&duel, seat, s), !!*why);
	STARTS(utstring_body(s), why);
	if (*why)
		assert_non_null(strstr(end_refused(), why));
}

TEST(turns_are_owed_to_whoever_has_something_to_answer)
{
	open_both();
	speak(TESS);
	speak(SAM);
	owed(MOD, "");
	turn(TESS, NEW "added [arg-010: weak]\n**Mutations**\n- new x\n```\n---\nlayer: meta\nstatus: weak\n---\n## Statement\nx\n```\n");
	owed(MOD, "an added argument in turn 5");
	name(MOD);
	debate_silent(&duel);
	owed(MOD, "");
	turn(TESS + 1, NEW "addressed [arg-002]\n**Mutations**\n- edge arg-002 addresses arg-003 \"x\"\n");
	owed(MOD, "an added `addresses` edge in turn 6");
	turn(MOD, "Ruling: claim L-001 is REBUTTED.\n**Mutations**\n- edge arg-009 addresses arg-001 \"x\"\n");
	owed(MOD, "");
	owed(TESS, "a ruling against it in turn 7");
	owed(SAM, "");
	speak(TESS);
	owed(TESS, "");
	turn(MOD, "Deflection: Position spaces has cited arg-002 across turns 2 to address arg-009.\n");
	owed(SAM, "a deflection of its side in turn 9");
	speak(SAM);
	owed(SAM, "");
	turn(MOD, "Finding: it falls.\n**Mutations**\n- lower arg-002 to contested — Turn 2\n- lower arg-007 to weak — Turn 2\n");
	owed(SAM, "a downgrade by the moderator in turn 11");
	assert_false(adv_is_owed(&duel, TESS, NULL) || adv_is_owed(&duel, MOD, NULL)); /* arg-007 is no side's */
	speak(SAM);
	turn(TESS, "**Claims**\n- new — own one [arg-009: refuted]\n**Mutations**\n- lower arg-009 to refuted — Turn 2\n");
	turn(MOD, "Ruling: claim L-001 is CLOSED as refuted.\nJustification: Turn 13, " PAY "\n");
	owed(TESS, "a ruling against it in turn 14");
	turn(TESS, "**Claims**\n- L-001: object — see [kb/sources/manuals/make-4-3-recipes.md]\n");
	owed(MOD, "an objection in turn 15");
	struct debate waits, accepts;
	debate_copy(&waits, &duel, duel.now_ms);
	debate_copy(&accepts, &duel, duel.now_ms);
	turn(MOD, "Ruling: claim L-001 is REOPENED.\n");
	owed(TESS, "");
	assert_string_equal(end_refused(), "");
	debate_free(&duel);
	duel = accepts;
	turn(TESS, "**Claims**\n- L-001: accept — it is so\n");
	owed(MOD, "");
	debate_free(&duel);
	duel = waits;
	turn(MOD, "Ruling: claim L-001 is REAFFIRMED.\n");
	owed(TESS, "a ruling against it in turn 16");
}

TEST(after_the_last_turn_only_those_who_are_owed_one_are_named_once)
{
	terms.max_turns = 4;
	open_both();
	speak(TESS);
	turn(SAM, NEW "addressed [arg-002]\n**Mutations**\n- edge arg-002 addresses arg-003 \"x\"\n");
	assert_int_equal(duel.order.phase, PHASE_NAMING);
	STARTS(next_refused("debater-tabs", "what?"), "there are 4 turns");
	assert_string_equal(next_refused("moderator", "what?"), "");
	turn(MOD, "Ruling: claim L-001 is REBUTTED.\n");
	STARTS(next_refused("debater-spaces", "what?"), "there are 5 turns");
	name(TESS);
	debate_silent(&duel);
	assert_string_equal(phase_name(), "synthesis");
}

TEST(after_the_last_turn_nobody_is_named_twice)
{
	terms.max_turns = 4;
	open_both();
	speak(TESS);
	turn(SAM, NEW "addressed [arg-002]\n**Mutations**\n- edge arg-002 addresses arg-003 \"x\"\n");
	turn(MOD, "Ruling: claim L-001 is REBUTTED.\n");
	turn(TESS, NEW "addressed, too [arg-001]\n**Mutations**\n- edge arg-001 addresses arg-002 \"x\"\n");
	assert_true(adv_is_owed(&duel, MOD, NULL));
	assert_string_equal(phase_name(), "synthesis");
}

TEST(the_synthesis_begins_at_once_where_no_turn_is_owed_after_the_last)
{
	terms.max_turns = 3;
	open_both();
	speak(TESS);
	assert_string_equal(phase_name(), "synthesis");
}

TEST(nobody_named_ends_the_debate_or_begins_the_synthesis)
{
	terms.min_turns = 3;
	open_both();
	debate_silent(&duel);
	assert_string_equal(debate_state(&duel)->outcome, "ABORTED");
	void *none = NULL;
	free_duel(&none);
	begin(&none);
	terms.min_turns = 3;
	open_both();
	speak(TESS);
	debate_silent(&duel);
	assert_string_equal(phase_name(), "synthesis");
}

/* Does a seat's prompt show a text of `name`? */
static void
assert_news(unsigned seat, const char *name, bool shows)
{
	char *line = TEXT("\n%s, `turns/", name);
	UT_string *out = test_string();

	adv_brief(&duel, seat, out);
	assert_int_equal(strstr(utstring_body(out), line) != NULL, shows);
}

TEST(sealed_openings_appear_in_the_order_of_joining_and_change_nothing)
{
	struct files *files = files_of(BASE_FOLDER);
	struct base *b = base_of(files);
	void *none = NULL;

	free_duel(&none);
	begin_with(b, base_hold(b), true);
	assert_string_equal(judged(SAM, SPACE_OPENING "**Mutations**\n- lower arg-004 to refuted — arg-001\n"), "kb.frozen");
	assert_string_equal(judged(SAM, SPACE_OPENING "**Mutations**\nNone.\n"), "");
	assert_string_equal(handed_in(SAM, SPACE_OPENING), "");
	assert_int_equal(duel.n, 0);
	assert_int_equal(adv_of(&duel)->n_claims, 0);
	assert_string_equal(handed_in(TESS, TAB_OPENING), "");
	assert_int_equal(duel.texts[0].seat, TESS);
	assert_int_equal(adv_of(&duel)->claims[0].seat, TESS);
	assert_int_equal(adv_of(&duel)->claims[1].seat, SAM);
	assert_news(TESS, "tess", false);
	assert_news(TESS, "sam", true);
	assert_news(SAM, "tess", true);
	assert_news(SAM, "sam", false);
	STARTS(next_refused("debater-spaces", "what?"), "sam spoke last");
}

/* A third debater, EVE, for `elastic-tabs`, that joins when the other two have opened, or before. */
enum { EVE = SAM + 1 };
static void
begin_with_three(bool late)
{
	struct files *files = files_of(BASE_FOLDER);
	static const char third[] = "---\nid: arg-010\nposition: Elastic Tabs\nlayer: meta\nstatus: weak\n---\n## Statement\nx\n";
	struct base *b;
	void *none = NULL;

	files_change(files, "arguments/arg-010-x.md", NULL, third);
	b = base_of(files);
	assert_string_equal(base_position(b, 0), "elastic-tabs");
	free_duel(&none);
	begin_with(b, base_hold(b), false);
	duel.seats[TESS - 1].role = ROLE_DEBATER + 2;
	duel.seats[SAM - 1].role = ROLE_DEBATER + 1;
	if (!late)
		debate_join(&duel, &(struct debate_seat){"eve", "codex", "gpt-5", ROLE_DEBATER, 0});
	turn(TESS, TAB_OPENING);
	turn(SAM, SPACE_OPENING);
	if (late)
		debate_join(&duel, &(struct debate_seat){"eve", "codex", "gpt-5", ROLE_DEBATER, 0});
}

TEST(a_debater_that_joins_late_opens_when_it_is_named)
{
	begin_with_three(true);
	assert_int_equal(duel.order.phase, PHASE_NAMING);
	assert_int_equal(debate_due(&duel, EVE), -1);
	assert_string_equal(next_refused("debater-elastic-tabs", "open"), "");
	speak(TESS);
	speak(SAM);
	STARTS(end_refused(), "eve has had no turn");
	turn(EVE, NEW "elastic [arg-010: weak]\n");
	assert_true(adv_has_opened(&duel, EVE));
	assert_string_equal(end_refused(), "");
}

TEST(nobody_waits_for_a_debater_that_was_given_up)
{
	begin_with_three(false);
	assert_string_equal(phase_name(), "opening");
	debate_silent(&duel);
	assert_string_equal(fail_refused(EVE), "");
	speak(TESS);
	speak(SAM);
	STARTS(end_refused(), "eve has had no turn");
	debate_go_without(&duel, EVE, ROLE_NONE, "gone");
	assert_string_equal(end_refused(), "");
	assert_string_equal(phase_name(), "cross_examination");
}

TEST(what_one_side_has_conceded_another_rebuts)
{
	begin_with_three(false);
	turn(EVE, NEW "elastic [arg-010: weak]\n");
	turn(SAM, "**Claims**\n- L-001: concede — it is\n");
	turn(EVE, "**Claims**\n- L-001: rebut — it is not [arg-010: weak]\n");
	assert_int_equal(adv_of(&duel)->claims[0].state, CLAIM_PARTLY);
	name(SAM);
	assert_string_equal(
		judged(SAM, "**Claims**\n- L-001: rebut — nor do I think so now [arg-002: strong]\n"), "claim.move");
}

TEST(nobody_waits_for_a_moderator_that_was_given_up)
{
	open_both();
	name(MOD);
	debate_silent(&duel);
	debate_go_without(&duel, MOD, ROLE_NONE, "gone");
	turn(TESS, NEW "it bears on that [arg-001: robust]\n**Mutations**\n- edge arg-001 addresses arg-002 \"x\"\n");
	owed(MOD, "");
	assert_int_equal(facts_now()->standing[2].engage, 1 << TABS | 1 << SPACES);
}

TEST(a_debate_that_is_replayed_stands_as_it_stood)
{
	struct debate copy;

	open_both();
	turn(TESS, NEW "x [arg-010: weak]\n**Mutations**\n- lower arg-002 to weak — Turn 2\n- new x\n```\n---\nlayer: meta\nstatus: weak\n"
		"---\n## Statement\nx\n```\n");
	debate_copy(&copy, &duel, duel.now_ms);
	speak(SAM);
	assert_int_equal(adv_of(&copy)->n_claims, 3);
	assert_int_equal(base_numbered(adv_of(&copy)->live, 10)->status, WEAK);
	assert_int_equal(adv_of(&duel)->n_claims, 4);
	debate_free(&copy);
}

/* A text that was accepted under other rules is applied, whatever it says, and all of it can be shown. */
TEST(no_rule_is_asked_when_a_text_is_applied)
{
	static const char all[] = "**Claims**\n- new — x [arg-099: robust] [kb/sources/none.md]\n- L-001: object — y [arg-098]\n"
		"- L-009: rebut — z\n- what\n**Mutations**\n- lower arg-001 to robust\n- lower arg-099 to weak\n"
		"- edge arg-099 addresses arg-001\n- edge arg-001 refutes arg-006 \"again\"\n- note arg-099 Statement — x\n"
		"- criticism kb/sources/none.md — x\n- contradiction C-001 — t\n- new X\n- new x\n```\nx\n```\n- source /\n- what\n";
	static const char rules[] = "Ruling: claim L-001 is CLOSED as refuted.\nRuling: claim L-099 is REOPENED.\n"
		"Ruling: claim L-002 is REAFFIRMED.\nDeflection: tabs cited arg-099 in 1 for arg-098.\nPress: L-099\n";
	UT_string *out = test_string();

	open_both();
	name(TESS);
	debate_apply(&duel, TESS, all, sizeof all - 1);
	name(MOD);
	debate_apply(&duel, MOD, rules, sizeof rules - 1);
	for (const char *const *path = (const char *const[]){"kb/revisions.md", "output/claims-ledger.md", "threads",
			"argument-graph.svg", "kb/edges.md", NULL}; *path; path++)
		assert_true(show_file(*path, out));
	for (unsigned seat = ORCH; seat <= SAM; seat++)
		adv_brief(&duel, seat, out);
	facts_now();
}
