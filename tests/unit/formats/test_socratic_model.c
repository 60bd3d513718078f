/*
 * Random debates against a model that knows what each mark means and reads no text: who holds which item, and who let it
 * go; the statement with its amendments, and who accepted it; which points were addressed or granted; who changed stance.
 */
#include "tests/unit/files.h"
#include "tests/unit/formats/judged.h"

#include "validators/socratic/socratic.h"

#define TURNS 6
#define ITEMS 12
#define POINTS_OF_TURN 3 /* two counterpoints and a novel argument */

static struct terms terms = {.max_turns = TURNS};

struct model_item {
	enum listed now[3];
	unsigned turn[3], let_go[3];
};

struct model {
	unsigned turn, last;
	enum stance stance[3];
	bool spoke[3];
	struct model_item items[ITEMS];
	unsigned n_items;
	unsigned answered[TURNS + 1][POINTS_OF_TURN + 1];
	unsigned changes;
	char statement[4096];
	unsigned put_forward, by, accepted;
};

static bool
chance(int of)
{
	return rand() % of == 0;
}

/* The words of an item; the words of item N are always the same. */
static void
put_words(UT_string *out, unsigned item)
{
	utstring_printf(out, "question%u about thing%u", item, item * 7);
}

static void
model_lists(struct model *m, unsigned seat, unsigned item, enum listed how)
{
	m->items[item].now[seat] = how;
	m->items[item].turn[seat] = m->turn;
	m->items[item].let_go[seat] = 0;
}

static void
put_unresolved(struct model *m, unsigned seat, UT_string *out)
{
	unsigned before = m->n_items;

	for (unsigned i = 0; i < before; i++) {
		bool listed = m->items[i].now[seat];

		m->items[i].now[seat] = LISTED_NOT;
		if (m->items[i].turn[seat] && listed)
			m->items[i].let_go[seat] = m->turn;
		if (chance(2))
			continue;
		if (chance(4)) {
			utstring_printf(out, "- U-%u: settled, since (blocking) no more\n", i + 1);
			continue;
		}
		bool blocks = chance(2);
		if (chance(2)) {
			utstring_printf(out, "- U-%u: anything (%s)\n", i + 1, blocks ? "blocking" : "non-blocking");
		} else {
			utstring_printf(out, "- ");
			put_words(out, i);
			utstring_printf(out, blocks ? " (blocking, for now)\n" : " (non-blocking)\n");
		}
		model_lists(m, seat, i, blocks ? LISTED_BLOCKING : LISTED_OPEN);
	}
	while (chance(2) && m->n_items < ITEMS) {
		bool blocks = chance(2);

		utstring_printf(out, "- ");
		put_words(out, m->n_items);
		utstring_printf(out, " (%s)\n", blocks ? "blocking" : "non-blocking");
		model_lists(m, seat, m->n_items++, blocks ? LISTED_BLOCKING : LISTED_OPEN);
	}
	utstring_printf(out, "None.\n");
}

/* A point of an earlier turn, of anybody; only the other side's is answered so. */
static void
put_point(struct model *m, unsigned seat, UT_string *out)
{
	unsigned turn = 1 + (unsigned)rand() % (m->turn - 1), point = 1 + (unsigned)rand() % POINTS_OF_TURN;
	unsigned of = turn % 2 ? 1 : 2;

	utstring_printf(out, "P%u.%u", turn, point);
	if (of != seat && !m->answered[turn][point])
		m->answered[turn][point] = m->turn;
}

static void
put_consensus(struct model *m, unsigned seat, UT_string *out)
{
	static const char old[] = "carrot";
	char *at = strstr(m->statement, old);

	if (chance(3))
		return;
	utstring_printf(out, "\n**Consensus**\n");
	if (!m->put_forward || m->by == seat || chance(3)) {
		snprintf(m->statement, sizeof m->statement, "Statement of turn %u with a carrot.\nIts second line.", m->turn);
		utstring_printf(out, "%s\n", m->statement);
		m->put_forward = m->turn, m->by = seat, m->accepted = 0;
		return;
	}
	utstring_printf(out, "Accepts: Turn %u\n", m->put_forward);
	m->accepted = m->turn;
	if (chance(2) && at) {
		char tail[4096];

		snprintf(tail, sizeof tail, "%s", at + strlen(old));
		snprintf(at, sizeof m->statement - (size_t)(at - m->statement), "leek%s", tail);
		utstring_printf(out, "- Replace: \"carrot\" — “leek”\n");
		m->put_forward = m->turn, m->by = seat, m->accepted = 0;
	}
	if (chance(2)) {
		char added[64];

		snprintf(added, sizeof added, "Added in turn %u: a carrot%u.", m->turn, m->turn);
		if (strstr(m->statement, old))
			snprintf(added, sizeof added, "Added in turn %u.", m->turn);
		utstring_printf(out, "- Add: \"%s\"\n", added);
		snprintf(m->statement + strlen(m->statement), sizeof m->statement - strlen(m->statement), "\n\n%s", added);
		m->put_forward = m->turn, m->by = seat, m->accepted = 0;
	}
}

static void
put_turn(struct model *m, unsigned seat, UT_string *out)
{
	enum stance stance = chance(2) ? m->stance[seat] : (enum stance)(rand() % STANCES);

	if (stance != m->stance[seat] || chance(2))
		utstring_printf(out, "Stance: %s\n", stance_words[stance]);
	utstring_printf(out, "**Position**\nso\n**Counterpoints**\n");
	for (int i = 0; i < POINTS_OF_TURN - 1; i++) {
		utstring_printf(out, "- Addresses: ");
		if (m->turn > 1 && chance(2))
			put_point(m, seat, out);
		else
			utstring_printf(out, "the rest");
		utstring_printf(out, "\n  Claim: claim %u of turn %u\n  Support: Principle: so\n", i, m->turn);
	}
	utstring_printf(out, "**Agreements**\nNone.\n");
	while (m->turn > 1 && chance(2)) {
		utstring_printf(out, "- ");
		put_point(m, seat, out);
		utstring_printf(out, ": granted\n");
	}
	utstring_printf(out, "**Novel Argument**\nThe new thing of turn%u is thing%u%u\nSupport: Principle: so\n**Unresolved Items**\n",
		m->turn, m->turn, m->turn);
	put_unresolved(m, seat, out);
	if (m->spoke[seat] && stance != m->stance[seat]) {
		utstring_printf(out, "**Stance Revision Support**\n- Turn 1\n");
		m->changes++;
	}
	m->stance[seat] = stance;
	m->spoke[seat] = true;
	put_consensus(m, seat, out);
}

static void
compare(const struct model *m, const struct debate *d)
{
	const struct socratic_facts *f = socratic_facts(d);

	assert_int_equal(f->n_items, m->n_items);
	for (unsigned i = 0; i < m->n_items; i++)
		for (unsigned seat = 1; seat <= 2; seat++) {
			assert_int_equal(d->ledger.points[f->items[i].point].id.number[0], i + 1);
			assert_int_equal(f->items[i].now[seat], m->items[i].now[seat]);
			assert_int_equal(f->items[i].turn[seat], m->items[i].turn[seat]);
			assert_int_equal(f->items[i].let_go[seat], m->items[i].let_go[seat]);
		}
	assert_string_equal(utstring_body(&f->statement), m->statement);
	assert_int_equal(f->turn, m->put_forward);
	assert_int_equal(f->accepted, m->accepted);
	assert_int_equal(f->n_changes, m->changes);
	for (unsigned turn = 1; turn <= m->turn; turn++)
		for (unsigned point = 1; point <= POINTS_OF_TURN; point++) {
			struct ref ref = {.kind = &socratic_refs[REF_POINT], .number = {turn, point}};
			const struct point *there = ledger_find(&d->ledger, &ref);
			assert_non_null(there);
			assert_int_equal(f->answered[there - d->ledger.points], m->answered[turn][point]);
		}
}

TEST(the_facts_of_random_debates_are_what_their_marks_say)
{
	static const struct debate_seat seats[] = {
		{"alice", "claude-code", "opus", 0, 0}, {"bob", "codex", "gpt-5", 0, 0}};

	srand(7);
	for (int round = 0; round < 2000; round++) {
		struct debate d = {.format = &socratic_format, .terms = &terms, .topic = "Roll-out"};
		struct model m = {0};
		debate_open(&d);
		for (size_t i = 0; i < N(seats); i++)
			debate_join(&d, &seats[i]);
		while (m.turn < TURNS) {
			unsigned seat = m.turn % 2 + 1;
			FINDINGS fs = {0};

			m.turn++;
			UT_string *text = test_string();
			put_turn(&m, seat, text);
			debate_judge(&d, seat, utstring_body(text), utstring_len(text), &fs);
			for (size_t i = 0; i < fs.n; i++)
				if (fs.v[i].rule->severity == SEVERITY_ERROR && strcmp(fs.v[i].rule->id, "consensus.blocking"))
					fail_msg("%s: %s\n%s", fs.v[i].rule->id, fs.v[i].text, utstring_body(text));
			debate_apply(&d, seat, utstring_body(text), utstring_len(text));
			compare(&m, &d);
		}
		debate_free(&d);
	}
}
