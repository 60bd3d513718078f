/*
 * Sealed phases of a format, the smallest: how they end, and what a mount has of their texts at desks, in the record
 * and in prompts.
 */
#include "tests/unit/formats/judged.h"
#include "tests/unit/formats/smallest.h"
#include "tests/unit/validators/duel.h"

#include <errno.h>

TEST(a_sealed_phase_ends_with_its_clock_or_its_last_seat)
{
	struct debate d = debate_of(2);

	debate_apply(&d, 2, "**Points**\n- a\n", 15);
	debate_silent(&d);
	assert_int_equal(d.order.phase, PHASE_ANSWERS);
	debate_free(&d);
	d = debate_of(3);
	debate_apply(&d, 2, "**Points**\n- a\n", 15);
	debate_go_without(&d, 1, ROLE_NONE, "quota");
	assert_int_equal(d.order.phase, PHASE_ANSWERS);
	debate_silent(&d); /* who would answer, too */
	assert_int_equal(debate_due(&d, 3), TEXT_VERDICT);
	debate_free(&d);
}

TEST(a_seat_that_is_given_up_is_waited_for_no_more)
{
	struct debate d = debate_of(3);

	debate_go_without(&d, 1, ROLE_NONE, "quota");
	assert_int_equal(d.order.phase, PHASE_OPENING);
	assert_int_equal(debate_due(&d, 1), -1);
	debate_apply(&d, 2, "**Points**\n- a\n", 15);
	assert_int_equal(d.order.phase, PHASE_ANSWERS);
	assert_int_equal(debate_due(&d, 1), -1);
	debate_free(&d);
}

TEST(a_silent_peer_is_waited_for_no_more)
{
	struct debate d = debate_of(2);

	debate_lift(&d);
	assert_int_equal(d.order.phase, PHASE_OPENING);
	debate_apply(&d, 2, "**Points**\n- a\n", 15);
	debate_lift(&d);
	assert_int_equal(d.order.phase, PHASE_ANSWERS);
	assert_int_equal(d.ledger.n, 1);
	debate_free(&d);
}

static const struct terms terms = {.topic = "tabs", .topic_slug = "tabs", .move_seconds = 60, .wait_seconds = 60};

static void
two_sit(struct duel *d)
{
	duel_begin(d, &smallest_format, terms, NULL);
	assert_string_equal(debate_phase_name(d->state), "waiting");
	assert_null(duel_sit(d, "ann", "one", "a", "m"));
	assert_null(duel_sit(d, "bob", "two", "b", "m"));
	assert_string_equal(debate_phase_name(d->state), "opening");
}

/* At the desk: the floor is not asked for. */
static void
hands_in(struct duel *d, unsigned seat, const char *text)
{
	d->ctx.holder = seat;
	duel_hand_in(d, text, strlen(text));
	d->ctx.holder = 0;
}

TEST(a_sealed_text_is_in_no_record_until_its_phase_ends_and_then_all_stand_there_in_the_order_of_the_seats)
{
	struct duel d;
	struct fault f;

	two_sit(&d);
	f = format_floor(d.state, &d.ctx, 1, false, NULL);
	assert_true(f.rule && f.rule->err == EBUSY);
	free(f.sentence);
	hands_in(&d, 2, "**Points**\n- spaces look alike everywhere\n");
	assert_true(format_is_sealed(d.state, 2) && !format_is_sealed(d.state, 1));
	assert_true(format_is_apart(d.state, 1) && !format_is_apart(d.state, 2));
	assert_true(debate_is_sealed(d.state));
	assert_null(strstr(utstring_body(&d.record), "alike"));
	assert_null(strstr(utstring_body(&d.events), "artifact_updated"));
	assert_int_equal(debate_pieces(d.state), 0);
	hands_in(&d, 1, "**Points**\n- tabs have any width\n");
	assert_non_null(strstr(utstring_body(&d.record),
		"---\n\n**Points**\n- tabs have any width\n\n> duelfs: points of turn 1: P1, "));
	assert_non_null(strstr(utstring_body(&d.record),
		"---\n\n**Points**\n- spaces look alike everywhere\n\n> duelfs: points of turn 2: P2, "));
	assert_int_equal(debate_pieces(d.state), 2);
	for (unsigned i = 0; i < 2; i++) {
		struct turn_slice t = debate_turn(d.state, i);

		assert_int_equal(t.seat, i + 1);
		assert_memory_equal(utstring_body(&d.record) + t.offset, "**Points**\n- ", 13);
	}
	assert_string_equal(debate_phase_name(d.state), "answering");
	assert_false(debate_is_sealed(d.state));
	assert_replays(&d);
	duel_done(&d);
}

TEST(a_record_begins_with_its_topic_and_those_who_have_joined)
{
	struct duel d;
	UT_string *head = test_string();

	two_sit(&d);
	d.f->head(d.state, head);
	assert_int_equal(strncmp(utstring_body(head), "# Debate: tabs\n", 15), 0);
	assert_non_null(strstr(utstring_body(head),
		"\n| Participant | Role | Harness | Model | Joined |\n|---|---|---|---|---|\n| ann | one | a | m | "));
	duel_done(&d);
}

TEST(a_prompt_shows_what_was_revealed_with_its_seats_own_text)
{
	static const char *const words[] = {"tabs have any width", "spaces look alike everywhere"};
	struct duel d;

	two_sit(&d);
	hands_in(&d, 2, "**Points**\n- spaces look alike everywhere\n");
	hands_in(&d, 1, "**Points**\n- tabs have any width\n");
	for (unsigned seat = 1; seat <= 2; seat++) {
		UT_string *out = test_string();

		d.f->brief(d.state, seat, out);
		assert_non_null(strstr(utstring_body(out), words[2 - seat]));
		assert_null(strstr(utstring_body(out), words[seat - 1]));
	}
	duel_done(&d);
}

TEST(a_clock_that_ends_a_sealed_phase_shows_what_is_in)
{
	struct duel d;
	struct verdict v = {.n = 0};

	two_sit(&d);
	hands_in(&d, 2, "**Points**\n- spaces look alike everywhere\n");
	duel_tick(&d, 61);
	format_deadline(d.state, &d.ctx, &v);
	assert_int_equal(v.n, 3); /* the lapse, its line, and what is shown */
	for (unsigned i = 0; i < v.n; i++)
		duel_fold(&d, v.drafts[i].kind, 0, v.drafts[i].data, v.drafts[i].body, v.drafts[i].body_len);
	verdict_free(&v);
	assert_non_null(strstr(utstring_body(&d.record), "> duelfs: the text of ann did not come, "));
	assert_non_null(strstr(utstring_body(&d.record), "spaces look alike everywhere"));
	assert_int_equal(debate_turn(d.state, 0).seat, 2);
	assert_string_equal(debate_phase_name(d.state), "answering");
	assert_replays(&d);
	duel_done(&d);
}

TEST(the_verdict_ends_it_and_a_judge_who_never_comes_does_too)
{
	struct duel d;
	struct verdict v = {.n = 0};

	two_sit(&d);
	hands_in(&d, 1, "**Points**\n- tabs have any width\n");
	hands_in(&d, 2, "**Points**\n- spaces look alike everywhere\n");
	hands_in(&d, 1, "**Answers**\n- P2: granted\n");
	hands_in(&d, 2, "**Answers**\n- P1: granted\n");
	assert_string_equal(debate_phase_name(d.state), "judging");
	assert_string_equal(format_missing(d.state), "somebody with role=judge");
	duel_tick(&d, 61);
	format_deadline(d.state, &d.ctx, &v);
	assert_int_equal(v.drafts[v.n - 1].kind, ENTRY_CLOSE);
	verdict_free(&v);
	assert_null(duel_sit(&d, "cid", "judge", "c", "m"));
	hands_in(&d, 3, "Winner: first\n**Why**\nso\n");
	assert_true(debate_is_closed(d.state));
	assert_string_equal(debate_outcome(d.state), "OVER");
	assert_replays(&d);
	duel_done(&d);
}
