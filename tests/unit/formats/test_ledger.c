/* The ledger: which verb moves which point, what it needs, which points are due. */
#include "tests/unit/formats/fixture.h"

enum { OPEN, ANSWERED, CONCEDED, RESOLVED, STATES };
enum { PROPOSER = 1, CHALLENGER };
enum { EVIDENCE, NOW };

static const struct label labels[] = {{.word = "Evidence"}, {.word = "Now"}, {0}};
static const struct verb_row defence_verbs[] = {
	{"conceded", STATE(OPEN), CONCEDED, BY_OTHER, NEEDS_LABEL(NOW)},
	{"rebutted", STATE(OPEN), ANSWERED, BY_OTHER, NEEDS_LABEL(EVIDENCE)},
	{"partly", STATE(OPEN), ANSWERED, BY_OTHER, NEEDS_LABEL(EVIDENCE) | NEEDS_LABEL(NOW)},
	{"reopened", STATE(CONCEDED), ANSWERED, BY_OTHER, NEEDS_NEW},
	{"unsupported", STATE(OPEN), ANSWERED, BY_OTHER, NEEDS_BARE},
	{0}};
static const struct verb_row followup_verbs[] = {
	{"resolved", STATE(ANSWERED), RESOLVED, BY_OWNER, NEEDS_LABEL(EVIDENCE)},
	{"stands", STATE(ANSWERED), OPEN, BY_OWNER, 0},
	{"held", STATE(CONCEDED), CONCEDED, BY_OWNER, 0},
	{0}};
static const struct part points_parts[] = {{.title = "Points", .shape = ITEMS, .labels = labels}, {0}};
static const struct part defence_parts[] = {
	{.title = "Answers", .shape = ITEMS, .verbs = defence_verbs, .labels = labels}, {0}};
static const struct part followup_parts[] = {
	{.title = "Answers", .shape = ITEMS, .verbs = followup_verbs, .labels = labels}, {0}};
static const struct kind points_kind = {"points", points_parts}, defence = {"defence", defence_parts},
			 followup = {"followup", followup_parts};

static struct ledger ledger;
static char *texts[256];
static size_t n_texts;

static struct parsed
read_as(const struct kind *kind, const char *text)
{
	const struct grammar by = {kind, fixture_refs, NULL, NULL};
	struct parsed p;

	texts[n_texts++] = mem_strdup(text);
	parts_read(&p, &by, texts[n_texts - 1], strlen(text));
	return p;
}

static unsigned text_number;

static void
raise_all(unsigned round, const char *text)
{
	struct parsed p = read_as(&points_kind, text);

	text_number++;
	for (size_t i = 0; i < p.n_items; i++)
		ledger_raise(&ledger, &fixture_refs[4], round, &p, &p.items[i],
			&(struct mover){CHALLENGER, text_number}, OPEN);
	parsed_free(&p);
}

/* The rules that a text breaks; if it breaks none it is applied. */
static const char *
hand_in(const struct kind *kind, const char *text)
{
	static char ids[1024];
	const struct mover by = {kind == &defence ? PROPOSER : CHALLENGER, text_number + 1};
	struct parsed p = read_as(kind, text);
	FINDINGS fs = {0};

	ledger_judge(&ledger, &p, &by, &(struct due_row){0}, &fs);
	*ids = '\0';
	for (size_t i = 0; i < fs.n; i++)
		strcat(strcat(ids, fs.v[i].rule->id), " ");
	if (!fs.n) {
		text_number++;
		ledger_apply(&ledger, &p, &by);
	}
	parsed_free(&p);
	return ids;
}

static unsigned
state_of(unsigned round, unsigned number)
{
	const struct point *point = ledger_find(&ledger, &(struct ref){.kind = &fixture_refs[4], .number = {round, number}});

	return point ? point->state : STATES;
}

static int
begin(void **state)
{
	(void)state;
	text_number = 0;
	raise_all(1, "**Points**\n- the cache\n  Evidence: src/cache.c:4\n- the log grows\n- the lock\n  Evidence: none\n");
	return 0;
}

static int
end(void **state)
{
	(void)state;
	ledger_free(&ledger);
	while (n_texts)
		free(texts[--n_texts]);
	return 0;
}

EACH_TEST(begin, end);

TEST(points_get_their_numbers_in_the_order_they_stand)
{
	raise_all(2, "**Points**\n- a new one\n");
	assert_int_equal(ledger.n, 4);
	assert_int_equal(state_of(1, 3), OPEN);
	assert_int_equal(state_of(1, 4), STATES);
	assert_int_equal(state_of(2, 1), OPEN);
	assert_string_equal(printed_id(&ledger.points[3].id).s, "C2.1");
	assert_false(ledger.points[0].bare);
	assert_true(ledger.points[1].bare && ledger.points[2].bare);
}

TEST(points_of_a_kind_with_one_number_are_counted_through_the_debate)
{
	struct parsed p = read_as(&points_kind, "**Points**\n- a\n");

	ledger_raise(&ledger, &fixture_refs[5], 7, &p, &p.items[0], &(struct mover){1, 2}, OPEN);
	raise_all(2, "**Points**\n- b\n");
	ledger_raise(&ledger, &fixture_refs[5], 9, &p, &p.items[0], &(struct mover){1, 4}, OPEN);
	assert_int_equal(ledger.points[5].id.number[0], 2);
	assert_non_null(ledger_find(&ledger, &(struct ref){.kind = &fixture_refs[5], .number = {2}}));
	assert_null(ledger_find(&ledger, &(struct ref){.kind = &fixture_refs[5], .number = {3}}));
	parsed_free(&p);
}

TEST(a_verb_that_the_section_or_the_state_does_not_have_is_refused)
{
	assert_string_equal(hand_in(&defence, "**Answers**\n- C1.1: agreed — yes\n"), "answer.verb ");
	assert_string_equal(hand_in(&defence, "**Answers**\n- C1.1: yes, that is so\n"), "answer.verb ");
	assert_string_equal(hand_in(&defence, "**Answers**\n- C1.1: reopened — Turn 1\n"), "answer.verb ");
	assert_string_equal(hand_in(&followup, "**Answers**\n- C1.1: stands\n"), "answer.verb ");
	assert_string_equal(hand_in(&defence, "**Answers**\n- C1.1: unsupported\n"), "answer.verb ");
	assert_string_equal(hand_in(&defence, "**Answers**\n- C1.2: unsupported\n"), "");
}

TEST(nobody_answers_their_own_point)
{
	struct parsed p = read_as(&defence, "**Answers**\n- C1.2: unsupported\n");
	FINDINGS fs = {0};

	ledger_judge(&ledger, &p, &(struct mover){CHALLENGER, 2}, &(struct due_row){0}, &fs);
	assert_string_equal(fs.v[0].rule->id, "answer.verb");
	assert_string_equal(fs.v[0].text, "C1.2 takes no answer now");
	parsed_free(&p);
}

TEST(what_a_verb_needs_is_told_by_its_line)
{
	struct parsed p = read_as(&defence, "**Answers**\n- C1.1: partly — yes\n  Evidence: none\n");
	FINDINGS fs = {0};

	ledger_judge(&ledger, &p, &(struct mover){PROPOSER, 2}, &(struct due_row){0}, &fs);
	assert_int_equal(fs.n, 2);
	assert_string_equal(fs.v[0].rule->id, "answer.needs");
	assert_string_equal(fs.v[0].text, "`Evidence:` says nothing but none");
	assert_string_equal(fs.v[1].text,
		"the line `  Now: …` is missing in the item `C1.1: partly — yes`; it belongs behind this line");
	assert_int_equal(fs.v[1].line, 3);
	parsed_free(&p);
}

TEST(a_conceded_point_is_reopened_by_what_nobody_brought_before)
{
	hand_in(&defence, "**Answers**\n- C1.1: conceded — as src/cache.c:4 shows\n  Now: we copy\n");
	assert_string_equal(hand_in(&defence, "**Answers**\n- C1.1: reopened — I was wrong\n"), "answer.needs ");
	assert_string_equal(hand_in(&defence, "**Answers**\n- C1.1: reopened — see C1.1 and src/cache.c:4\n"), "answer.needs ");
	assert_string_equal(
		hand_in(&defence, "**Answers**\n- C1.1: reopened — no\n  Evidence: SRC, cache.c 4!\n"), "answer.needs ");
	assert_string_equal(hand_in(&defence, "**Answers**\n- C1.1: reopened — see C1.2\n"), "");
	assert_string_equal(ledger.moves[0].verb->word, "conceded");
	/* Evidence of words alone is new, too, whatever is named beside it. */
	hand_in(&defence, "**Answers**\n- C1.2: conceded — yes\n  Now: we copy\n");
	assert_string_equal(hand_in(&defence, "**Answers**\n- C1.2: reopened — see C1.2\n  Evidence: a measurement of June\n"), "");
}

TEST(points_are_due_by_state_side_and_news)
{
	const struct due_row open = {.states = STATE(OPEN), .by = BY_OTHER};
	const struct due_row answered = {.states = STATE(ANSWERED) | STATE(CONCEDED), .by = BY_OWNER, .since = 2};

	assert_true(point_is_due(&ledger.points[0], &open, PROPOSER));
	assert_false(point_is_due(&ledger.points[0], &open, CHALLENGER));
	hand_in(&defence, "**Answers**\n- C1.2: unsupported\n");
	assert_false(point_is_due(&ledger.points[1], &open, PROPOSER));
	assert_true(point_is_due(&ledger.points[1], &answered, CHALLENGER));
	assert_false(point_is_due(&ledger.points[0], &answered, CHALLENGER));
}

TEST(a_point_that_is_due_and_has_no_item_is_told)
{
	const struct due_row open = {STATE(OPEN), BY_OTHER, 0, defence_parts, &kit_rules[KIT_ITEM_MISSING]};
	struct parsed p = read_as(&defence, "**Answers**\n- C1.2: unsupported\n\nC1.1: conceded, in prose.\n");
	FINDINGS fs = {0};

	ledger_judge(&ledger, &p, &(struct mover){PROPOSER, 2}, &open, &fs);
	assert_int_equal(fs.n, 2);
	assert_string_equal(fs.v[0].rule->id, "item.missing");
	assert_string_equal(fs.v[0].text, "C1.1 is due: below `**Answers**` the line `- C1.1: …` is missing");
	assert_int_equal(fs.v[0].line, 4);
	parsed_free(&p);
}
