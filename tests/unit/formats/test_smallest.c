/*
 * The smallest format: two sides hand in a sealed opening, answer each other's points for two rounds, and a judge says who
 * won. This is all that a format has to be.
 */
#include "tests/unit/formats/judged.h"
#include "tests/unit/validators/duel.h"

#include <errno.h>

#include "validators/kit/brief.h"
#include "validators/kit/record_head.h"
#include "validators/kit/debate.h"

enum { ROLE_ONE = 1, ROLE_TWO, ROLE_JUDGE };
enum { TEXT_OPENING, TEXT_ANSWER, TEXT_VERDICT };
enum { PHASE_OPENING = 1, PHASE_ANSWERS, PHASE_REPLIES, PHASE_NEXT, PHASE_VERDICT, PHASE_OVER };
enum { OPEN, REBUTTED, GRANTED };

static const struct label evidence[] = {{.word = "Evidence"}, {0}};
static const char *const winners[] = {"first", "second", NULL};
static const struct label verdict[] = {{"Winner", FILLED, winners, .rule = NULL}, {0}};
static const struct verb_row verbs[] = {{"rebutted", STATE(OPEN), REBUTTED, BY_OTHER, NEEDS_LABEL(0)},
	{"granted", STATE(OPEN) | STATE(REBUTTED), GRANTED, BY_OTHER, 0}, {0}};

static const struct part opening_parts[] = {{"Points", ITEMS, ONE_ITEM, .labels = evidence}, {0}};
static const struct part answer_parts[] = {{"Answers", ITEMS, OPTIONAL, verbs, .labels = evidence}, {0}};
static const struct part verdict_parts[] = {{NULL, PROSE, .labels = verdict}, {"Why", PROSE, FILLED, .rule = NULL}, {0}};

static const struct ref_kind refs[] = {{"P#", REF_TEXT, debate_find_point}, {0}};

static void
raise_points(struct debate *d, const struct parsed *p, const struct mover *by)
{
	for (size_t i = 0; i < p->n_items; i++)
		ledger_raise(&d->ledger, &refs[0], 0, p, &p->items[i], by, OPEN);
}

static const struct kind_due every_open_point = {STATE(OPEN), BY_OTHER, false, answer_parts, &kit_rules[KIT_ANSWER_DUE]};
static const struct format_kind kinds[] = {
	[TEXT_OPENING] = {{"opening", opening_parts}, .apply = raise_points},
	[TEXT_ANSWER] = {{"answer", answer_parts}, .due = &every_open_point},
	[TEXT_VERDICT] = {{"verdict", verdict_parts}, .closes = true},
	{.kind = {0}},
};

static bool
both_have_answered(const struct debate *d)
{
	return d->order.texts >= 4;
}

static const struct order_row phases[] = {
	{PHASE_OPENING, ROLE_ONE | SEALED, TEXT_OPENING, 1, PHASE_ANSWERS, PHASE_ANSWERS, PHASE_OVER, NULL},
	{PHASE_OPENING, ROLE_TWO | SEALED, TEXT_OPENING, 1, PHASE_ANSWERS, PHASE_ANSWERS, PHASE_OVER, NULL},
	{PHASE_ANSWERS, ROLE_ONE, TEXT_ANSWER, 1, PHASE_REPLIES, PHASE_VERDICT, PHASE_VERDICT, NULL},
	{PHASE_REPLIES, ROLE_TWO, TEXT_ANSWER, 1, PHASE_NEXT, PHASE_VERDICT, PHASE_VERDICT, NULL},
	{.phase = PHASE_NEXT, .done = PHASE_VERDICT, .when = both_have_answered},
	{.phase = PHASE_NEXT, .done = PHASE_ANSWERS},
	{PHASE_VERDICT, ROLE_JUDGE, TEXT_VERDICT, 1, PHASE_OVER, PHASE_OVER, PHASE_OVER, NULL},
	{0}};

static const struct debate_role roles[] = {{ROLE("one")}, {ROLE("two")}, {ROLE("judge"), .decides = true, .late = true},
	{0}};
static const struct debate_phase states[] = {{.phase = PHASE_WAITING, .name = "waiting"}, {.phase = PHASE_OPENING, .name = "opening"},
	{.phase = PHASE_ANSWERS, .name = "answering"}, {.phase = PHASE_REPLIES, .name = "answering"}, {.phase = PHASE_VERDICT, .name = "judging"},
	{PHASE_OVER, "over", "OVER", "a verdict is in"}, {0}};
static const char *const points[] = {"open", "rebutted", "granted"};

static void
head(const struct debate *d, UT_string *out)
{
	head_begin(d, "", false, out);
	head_seats(d, "| who |", out);
}

static void
print_brief(const struct debate *d, unsigned seat, UT_string *out)
{
	brief_texts(d, brief_news(d, seat), seat, out);
}

static const struct format smallest = {.name = "smallest", .kinds = kinds, .refs = refs, .phases = phases,
	.first = PHASE_OPENING, .about = "two sides and a judge.", .roles = roles, .states = states,
	.points = points, .brief = print_brief, .separator = "---", .head = head};

/* Everything above is the format; the rest tries it, first by itself, then as a mount has it. */

static const char *
handed_in(struct debate *d, unsigned seat, const char *text)
{
	static char ids[256];
	struct findings fs = {0};

	debate_judge(d, seat, text, strlen(text), &fs);
	*ids = '\0';
	for (size_t i = 0; i < fs.n; i++)
		strcat(strcat(ids, fs.v[i].rule->id), " ");
	if (!findings_errno(&fs))
		debate_apply(d, seat, text, strlen(text));
	findings_free(&fs);
	return ids;
}

/* With so many seats; debate_free. */
static struct debate
debate_of(unsigned n)
{
	static const struct debate_seat seats[] = {
		{"ann", "a", "m", ROLE_ONE, 0}, {"bob", "b", "m", ROLE_TWO, 0}, {"cid", "c", "m", ROLE_JUDGE, 0}};
	struct debate d = {.format = &smallest, .topic = "tabs"};

	debate_open(&d);
	for (unsigned i = 0; i < n; i++)
		debate_join(&d, &seats[i]);
	return d;
}

TEST(the_smallest_format_is_a_debate)
{
	struct debate d = debate_of(3);

	assert_string_equal(handed_in(&d, 2, "**Points**\nNone.\n"), "item.missing ");
	assert_string_equal(handed_in(&d, 2, "**Points**\n- spaces look alike everywhere\n"), "");
	assert_int_equal(debate_due(&d, 2), -1);
	assert_int_equal(d.n, 0);
	assert_string_equal(handed_in(&d, 1, "**Points**\n- tabs have any width\n- tabs are small\n"), "");
	assert_string_equal(handed_in(&d, 1, "**Answers**\n- P3: granted — so they do, as P9 has it\n"), "");
	assert_string_equal(handed_in(&d, 2, "**Answers**\n- P1: rebutted — no\n- P4: granted\n"),
		"answer.needs ref.unknown answer.due ");
	assert_string_equal(handed_in(&d, 2, "**Answers**\n- P1: rebutted — \"tabs have any width\" (P1)\n  Evidence: x.c:1\n"
					     "- P2: granted\n"), "");
	assert_string_equal(handed_in(&d, 3, "Winner: both\n**Why**\nso\n"), "label.word ");
	assert_string_equal(handed_in(&d, 3, "Winner: first\n**Why**\nso\n"), "");
	assert_true(debate_is_over(&d));
	debate_free(&d);
}

TEST(sealed_texts_are_read_when_their_phase_ends)
{
	struct debate d = debate_of(2);

	debate_apply(&d, 2, "**Points**\n- a\n", 15);
	assert_string_equal(handed_in(&d, 1, "**Points**\n- b\n  Evidence: P1\n"), "ref.unknown ");
	assert_int_equal(d.ledger.n, 0);
	debate_silent(&d);
	assert_int_equal(d.ledger.n, 1);
	assert_int_equal(d.ledger.points[0].seat, 2);
	debate_free(&d);
}

TEST(a_sealed_phase_ends_with_its_clock_or_its_last_seat)
{
	struct debate d = debate_of(2);

	debate_apply(&d, 2, "**Points**\n- a\n", 15);
	debate_silent(&d);
	assert_int_equal(d.order.phase, PHASE_ANSWERS);
	debate_free(&d);
	d = debate_of(3);
	debate_apply(&d, 2, "**Points**\n- a\n", 15);
	debate_failed(&d, 1, "quota"); /* who would answer, too */
	assert_int_equal(d.order.phase, PHASE_VERDICT);
	assert_int_equal(debate_due(&d, 3), TEXT_VERDICT);
	debate_free(&d);
}

TEST(a_seat_that_is_given_up_is_waited_for_no_more)
{
	struct debate d = debate_of(3);

	debate_failed(&d, 1, "quota");
	assert_int_equal(d.order.phase, PHASE_OPENING);
	assert_int_equal(debate_due(&d, 1), -1);
	debate_apply(&d, 2, "**Points**\n- a\n", 15);
	assert_int_equal(d.order.phase, PHASE_VERDICT);
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
	duel_begin(d, &smallest, terms, NULL);
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
	duel_hand_in(d, ROW_DEBATE, text, strlen(text));
	d->ctx.holder = 0;
}

TEST(a_sealed_text_is_in_no_record_until_its_phase_ends_and_then_all_stand_there_in_the_order_of_the_seats)
{
	struct duel d;
	struct floor_answer a;

	two_sit(&d);
	format_floor(d.state, &d.ctx, &(struct floor_ask){.seat = 1}, &a);
	assert_true(a.rule && a.rule->err == EBUSY);
	floor_answer_free(&a);
	hands_in(&d, 2, "**Points**\n- spaces look alike everywhere\n");
	assert_true(format_is_sealed(d.state, 2) && !format_is_sealed(d.state, 1));
	assert_true(format_is_apart(d.state, 1) && !format_is_apart(d.state, 2));
	assert_true(format_is_sealing(d.state));
	assert_null(strstr(utstring_body(&d.record), "alike"));
	assert_null(strstr(utstring_body(&d.events), "artifact_updated"));
	assert_int_equal(debate_pieces(d.state), 0);
	hands_in(&d, 1, "**Points**\n- tabs have any width\n");
	assert_non_null(strstr(utstring_body(&d.record), "---\n\n**Points**\n- tabs have any width\n\n> duelfs: points of turn 1: P1, "));
	assert_non_null(strstr(utstring_body(&d.record), "---\n\n**Points**\n- spaces look alike everywhere\n\n> duelfs: points of turn 2: P2, "));
	assert_int_equal(debate_pieces(d.state), 2);
	for (unsigned i = 0; i < 2; i++) {
		struct turn_slice t = debate_turn(d.state, i);

		assert_int_equal(t.seat, i + 1);
		assert_memory_equal(utstring_body(&d.record) + t.offset, "**Points**\n- ", 13);
	}
	assert_string_equal(debate_phase_name(d.state), "answering");
	assert_false(format_is_sealing(d.state));
	assert_replays(&d);
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
		UT_string out;

		utstring_init(&out);
		format_brief(d.state, seat, &out);
		assert_non_null(strstr(utstring_body(&out), words[2 - seat]));
		assert_null(strstr(utstring_body(&out), words[seat - 1]));
		utstring_done(&out);
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
