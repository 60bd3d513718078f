/*
 * What a text says that an earlier turn says: every quotation directly beside the name of a turn (quoting.h,
 * turn_name.h) is looked up there, wherever it stands, in a support or in prose.
 */
#include "validators/socratic/reading.h"

#include "validators/prose/quotable.h"
#include "validators/prose/quoting.h"
#include "validators/prose/turn_name.h"
#include "validators/text/mem.h"

/* Beside a turn's number: the second turn may be turn 2, or the second of either side's. */
#define OF_ORDER (1U << 31)

/* The name of a turn that is there: others are refused as such. */
static size_t
refer_turn(void *arg, const char *s, const char *end, unsigned *cited)
{
	const struct reading *r = arg;
	unsigned turn;
	bool of_order;
	size_t n = turn_name(s, end, &turn, &of_order);

	if (!n || turn > r->n_quotables)
		return 0;
	*cited = turn | (of_order ? OF_ORDER : 0);
	return n;
}

static struct quotable *
quotable_of(struct reading *r, unsigned turn)
{
	struct quotable **q = &r->quotables[turn - 1];

	for (const struct turn *t = state_last(r->h.state); t && !*q; t = turn_before(t))
		if (t->piece.number == turn)
			*q = quotable_new(t->heard->text, t->heard->text_len);
	return *q;
}

/* Does the turn say so? What is named by an order may be that of either side's turns: then one of these has it. */
static enum quoted
find_quoted(struct reading *r, unsigned cited, struct reader words)
{
	unsigned turn = cited & ~OF_ORDER;
	enum quoted quoted = quotable_find(quotable_of(r, turn), words);

	for (unsigned side = 0; quoted != QUOTED_THERE && cited & OF_ORDER && side < SOCRATIC_SEATS; side++) {
		unsigned other = SOCRATIC_SEATS * turn - side;

		if (other <= r->n_quotables && quotable_find(quotable_of(r, other), words) == QUOTED_THERE)
			return QUOTED_THERE;
	}
	return quoted;
}

static void
judge_quoted(struct reading *r, int line, unsigned cited, struct reader words)
{
	unsigned turn = cited & ~OF_ORDER;
	enum quoted quoted = find_quoted(r, cited, words);
	char where[32], *sentence;

	if (quoted == QUOTED_THERE)
		return;
	snprintf(where, sizeof where, "turn %u", turn);
	sentence = quotable_sentence(quotable_of(r, turn), words, quoted, where);
	REPORT(r, RULE_QUOTE_TURN, line, "%s", sentence);
	free(sentence);
}

static void
judge_passage(struct reading *r, struct reader text, int line)
{
	struct quoting q = quoting_begin(text.s, text.end, refer_turn, r);
	struct reader words;
	unsigned cited;

	while (r->h.out->n < LIMIT_FINDINGS && quoting_next(&q, &cited, &words))
		judge_quoted(r, line, cited, words);
	quoting_end(&q);
}

/* A list that is none to CommonMark, and what a label begins, are passages of their own. */
static bool
begins_passage(const struct reading *r, const struct md_line *l)
{
	size_t rest;

	return l->block_start || l->item_start || skip_bullet(text_at(r, l->off), l->len) ||
		label_read(r, l, &rest) != LABEL_NONE;
}

/* Where the words of a passage begin: behind a title's line, or a label. */
static size_t
words_from(const struct reading *r, size_t first, size_t end)
{
	const struct md_line *l = &r->h.md.lines[first];
	size_t rest;

	if (l->bold && first + 1 < end)
		return l[1].off;
	return label_read(r, l, &rest) == LABEL_NONE ? l->off : rest;
}

void
quotes_judge(struct reading *r)
{
	const struct md *md = &r->h.md;
	size_t n = md->n;

	/* A paragraph that may go on can still become anything. */
	while (r->h.s.prefix && n && !md->lines[--n].block_start)
		;
	r->n_quotables = hearing_has(&r->h, &socratic_rules[RULE_QUOTE_TURN]) ? fstate_pieces(r->h.state) : 0;
	r->quotables = mem_calloc(r->n_quotables, sizeof(struct quotable *));
	for (size_t i = r->h.opening.index + 1, end; i < n && r->n_quotables; i = end) {
		struct reader text;

		end = i + 1;
		while (end < n && !begins_passage(r, &md->lines[end]))
			end++;
		text = (struct reader){text_at(r, words_from(r, i, end)), text_at(r, line_end(&md->lines[end - 1]))};
		if (!md->lines[i].quoted && !outline_is_unsure(&r->h, md->lines[i].off, line_end(&md->lines[end - 1])) &&
			quotations_until(text.s, text.end) != text.s)
			judge_passage(r, text, md->lines[i].line);
	}
	for (unsigned i = 0; i < r->n_quotables; i++)
		quotable_free(r->quotables[i]);
	free(r->quotables);
}
