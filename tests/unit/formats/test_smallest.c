/*
 * The smallest format: two sides hand in a sealed opening, answer each other's points for two rounds, and a judge says who
 * won. This is all that a format has to be.
 */
#include "tests/unit/formats/judged.h"
#include "tests/unit/formats/smallest.h"
#include "validators/kit/show.h"

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

static const struct kind_due every_open_point = {STATE(OPEN), BY_OTHER, false, answer_parts, &kit_rules[KIT_ITEM_MISSING]};
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
	{PHASE_OPENING, ROLE_ONE | SEALED, TEXT_OPENING, TURN_CLOCK, PHASE_ANSWERS, PHASE_ANSWERS, PHASE_OVER, NULL},
	{PHASE_OPENING, ROLE_TWO | SEALED, TEXT_OPENING, TURN_CLOCK, PHASE_ANSWERS, PHASE_ANSWERS, PHASE_OVER, NULL},
	{PHASE_ANSWERS, ROLE_ONE, TEXT_ANSWER, TURN_CLOCK, PHASE_REPLIES, PHASE_VERDICT, PHASE_VERDICT, NULL},
	{PHASE_REPLIES, ROLE_TWO, TEXT_ANSWER, TURN_CLOCK, PHASE_NEXT, PHASE_VERDICT, PHASE_VERDICT, NULL},
	{.phase = PHASE_NEXT, .done = PHASE_VERDICT, .when = both_have_answered},
	{.phase = PHASE_NEXT, .done = PHASE_ANSWERS},
	{PHASE_VERDICT, ROLE_JUDGE, TEXT_VERDICT, TURN_CLOCK, PHASE_OVER, PHASE_OVER, PHASE_OVER, NULL},
	{0}};

static const struct debate_role roles[] = {{ROLE("one")}, {ROLE("two")}, {ROLE("judge"), .decides = true, .late = true},
	{0}};
static const struct debate_phase states[] = {{.phase = PHASE_WAITING, .name = "waiting"}, {.phase = PHASE_OPENING, .name = "opening"},
	{.phase = PHASE_ANSWERS, .name = "answering"}, {.phase = PHASE_REPLIES, .name = "answering"}, {.phase = PHASE_VERDICT, .name = "judging"},
	{PHASE_OVER, "over", "OVER", "a verdict is in"}, {0}};

static void
head(const struct debate *d, UT_string *out)
{
	head_begin(d, "Debate: ", false, out);
	head_seats(d, "Harness", out);
}

static void
brief(const struct debate *d, unsigned seat, UT_string *out)
{
	brief_texts(d, brief_news(d, seat), seat, out);
}

static void
lapse(const struct debate *d, unsigned seat, unsigned role, const char *reason, UT_string *out)
{
	(void)role, (void)reason;
	utstring_printf(out, "the text of %s did not come", seat ? d->seats[seat - 1].name : "nobody");
}

static bool
came_to(const struct debate *d, UT_string *out)
{
	utstring_printf(out, "%s", debate_state(d)->name);
	return true;
}

const struct format smallest_format = {.name = "smallest",
	.kinds = kinds,
	.refs = refs,
	.phases = phases,
	.about = "two sides and a judge.",
	.roles = roles,
	.states = states,
	.separator = "---",
	.head = head,
	.brief = brief,
	.lapse = lapse,
	.came_to = came_to,
	.result = debate_print_end};

/* Everything above is the format; the rest tries it, and test_sealed.c as a mount has it. */

static const char *
handed_in(struct debate *d, unsigned seat, const char *text)
{
	static char ids[256];
	FINDINGS fs = {0};

	debate_judge(d, seat, text, strlen(text), &fs);
	*ids = '\0';
	for (size_t i = 0; i < fs.n; i++)
		strcat(strcat(ids, fs.v[i].rule->id), " ");
	if (!findings_errno(&fs))
		debate_apply(d, seat, text, strlen(text));
	return ids;
}

TEST(the_smallest_format_is_a_debate)
{
	struct debate d = debate_of(3);

	assert_string_equal(handed_in(&d, 2, " \n\t…\n"), "text.blank ");
	assert_string_equal(handed_in(&d, 2, "**Points**\nNone.\n"), "item.missing ");
	assert_string_equal(handed_in(&d, 2, "**Points**\n- spaces look alike everywhere\n"), "");
	assert_int_equal(debate_due(&d, 2), -1);
	assert_int_equal(d.n, 0);
	assert_string_equal(handed_in(&d, 1, "**Points**\n- tabs have any width\n- tabs are small\n"), "");
	assert_string_equal(handed_in(&d, 1, "**Answers**\n- P3: granted — so they do, as P9 has it\n"), "");
	assert_string_equal(handed_in(&d, 2, "**Answers**\n- P1: rebutted — no\n- P4: granted\n"),
		"answer.needs ref.unknown item.missing ");
	assert_string_equal(handed_in(&d, 2, "**Answers**\n- P1: rebutted — \"tabs have any width\" (P1)\n  Evidence: x.c:1\n"
					     "- P2: granted\n"), "");
	assert_string_equal(handed_in(&d, 3, "Winner: both\n**Why**\nso\n"), "label.word ");
	assert_string_equal(handed_in(&d, 3, "Winner:\n**Why**\nso\n"), "label.missing ");
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

TEST(of_more_than_a_mebibyte_a_prompt_shows_the_newest)
{
	static char text[(1 << 19) + 1] = "## Turn 1";
	struct debate d = debate_of(2);
	struct debate_text texts[3];

	for (size_t i = 0; i < N(texts); i++)
		texts[i] = (struct debate_text){.seat = 1, .text = text, .len = 1 << 19};
	d.texts = texts, d.n = N(texts);
	for (size_t shown = 2; shown; shown--, texts[1].len++) {
		UT_string *out = test_string();

		brief_texts(&d, 0, 2, out);
		assert_true(utstring_len(out) >> 19 == shown);
		assert_non_null(strstr(utstring_body(out), ", left out here for its length.\n"));
	}
	d.texts = NULL, d.n = 0;
	debate_free(&d);
}
