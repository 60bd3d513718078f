/* What is shown of each hand-in: its example is accepted as it stands, its blank is not, and a record of such examples reads again. */
#include "tests/unit/validators/rounds_duel_fixture.h"

#include "validators/rounds/hand.h"

static char *
shown(const struct duel *d, hand_in_text text, unsigned seat)
{
	UT_string out;

	utstring_init(&out);
	text(d->state, &d->ctx, seat, &out);
	return utstring_body(&out);
}

static const struct hand_in *
due(const struct duel *d, unsigned seat)
{
	for (size_t i = 0; i < format_rounds.n_hand_ins; i++)
		if (format_rounds.hand_ins[i].when(d->state, &d->ctx, seat) == HAND_IN_DUE)
			return &format_rounds.hand_ins[i];
	return NULL;
}

/* Whoever's move it is hands in what is shown to it. */
static void
step(struct duel *d, const char *label)
{
	unsigned seat = format_rounds.next_seat(d->state, &d->ctx);
	const struct hand_in *h = due(d, seat);

	assert_non_null(h);
	for (unsigned other = 1; other <= 3; other++)
		assert_true(other == seat || !due(d, other));
	char *name = shown(d, h->label, seat), *blank = shown(d, h->blank, seat), *example = shown(d, h->example, seat);
	assert_string_equal(name, label);
	assert_non_null(strstr(blank, HAND_IN_PLACE));
	if (!duel_try(d, seat, blank, false))
		fail_msg("accepted:\n%s", blank);
	d->ctx.holder = 0;
	duel_accept(d, seat, example);
	free(name);
	free(blank);
	free(example);
}

TEST(a_whole_debate_can_be_played_by_what_is_shown)
{
	static const char *const labels[] = { "the opening of round 1", "the challenge of round 1", "the defense of round 2",
		"the follow-up of round 2", "the summary of rounds 1–1", "the defense of round 3", "the follow-up of round 3",
		"the summary of rounds 1–2", "the defense of round 4", "the follow-up of round 4", "the summary of rounds 1–3",
		"the defense of round 5", "the follow-up of round 5", "the closing reply", "the verdict" };
	struct duel d;

	duel_init(&d, 5);
	d.terms.closing = true;
	duel_join_all(&d);
	for (size_t i = 0; i < N(labels); i++)
		step(&d, labels[i]);
	assert_string_equal(state_of(&d), "completed");
	assert_replays(&d);
	for (unsigned seat = 0; seat <= 3; seat++)
		for (size_t i = 0; i < format_rounds.n_hand_ins; i++)
			assert_int_equal(format_rounds.hand_ins[i].when(d.state, &d.ctx, seat), HAND_IN_OVER);
	duel_done(&d);
}

TEST(a_newcomer_is_shown_what_the_next_free_role_hands_in)
{
	struct duel d;
	char *text;

	duel_init(&d, 2);
	text = shown(&d, format_rounds.hand_ins[0].blank, 0);
	assert_non_null(strstr(text, "## Round 1 — Proposer (HARNESS / MODEL)"));
	assert_int_equal(format_rounds.hand_ins[0].when(d.state, &d.ctx, 0), HAND_IN_DUE);
	free(text);
	assert_null(duel_sit(&d, "alice", "proposer", "claude", "opus"));
	text = shown(&d, format_rounds.hand_ins[0].blank, 0);
	assert_non_null(strstr(text, "## Round 1 — Challenger (HARNESS / MODEL)"));
	free(text);
	assert_null(duel_sit(&d, "bob", "challenger", "gemini", "gemini-3-pro"));
	assert_int_equal(format_rounds.hand_ins[0].when(d.state, &d.ctx, 0), HAND_IN_OVER);
	assert_int_equal(format_rounds.hand_ins[HAND_CLOSING].when(d.state, &d.ctx, 0), HAND_IN_OVER);
	assert_int_equal(format_rounds.hand_ins[HAND_VERDICT].when(d.state, &d.ctx, 0), HAND_IN_LATER);
	duel_done(&d);
}

/* -- prompts --------------------------------------------------------------------------------------------------------------------- */

static void
assert_brief(const struct duel *d, unsigned seat, const char *has, const char *lacks)
{
	UT_string out;

	utstring_init(&out);
	format_rounds.brief(d->state, &d->ctx, seat, SHOWN_ALL, &out);
	if (has && !strstr(utstring_body(&out), has))
		fail_msg("lacks %s:\n%s", has, utstring_body(&out));
	if (lacks && strstr(utstring_body(&out), lacks))
		fail_msg("has %s:\n%s", lacks, utstring_body(&out));
	utstring_done(&out);
}

#define OF_OPENING "40000 times a second"
#define OF_FOLLOWUP "released before the copy is made"

TEST(a_prompt_has_both_rounds_in_full_and_from_round_3_the_summary_and_the_last_round)
{
	struct duel d;
	char *with;

	duel_init(&d, 3);
	duel_join_all(&d);
	duel_accept(&d, ALICE, opening);
	assert_brief(&d, BOB, OF_OPENING, NULL);
	duel_accept(&d, BOB, challenge);
	duel_accept(&d, ALICE, defense);
	assert_brief(&d, BOB, OF_OPENING, NULL);
	duel_accept(&d, BOB, followup);
	assert_brief(&d, OLGA, OF_OPENING, OF_FOLLOWUP);
	with = mem_format("%s\n%s\n", summary, concession);
	duel_accept(&d, OLGA, with);
	free(with);
	assert_brief(&d, ALICE, OF_FOLLOWUP, OF_OPENING);
	assert_brief(&d, ALICE, "cost of a disk read", NULL);
	assert_brief(&d, ALICE, "C2.1", NULL);
	duel_accept(&d, ALICE, third_defense);
	duel_accept(&d, BOB, third_followup);
	assert_brief(&d, OLGA, OF_OPENING, NULL);
	duel_done(&d);
}

TEST(the_prompt_for_the_verdict_says_which_round_is_incomplete)
{
	struct duel d;
	struct verb_ask ask = { .seat = OLGA, .verb = "fail", .who = "alice", .reason = "out of memory" };
	struct verdict v = { .n = 0 };

	duel_init(&d, 2);
	duel_join_all(&d);
	duel_accept(&d, ALICE, opening);
	duel_accept(&d, BOB, challenge);
	format_rounds.verb(d.state, &d.ctx, &ask, &v);
	duel_take(&d, OLGA, &v);
	assert_brief(&d, OLGA, "Round 2 is incomplete: the proposer failed (out of memory).", NULL);
	step(&d, "the verdict");
	assert_string_equal(state_of(&d), "completed");
	duel_done(&d);
}
