/*
 * What a text says that an earlier turn says: every quotation directly behind `Turn M` is looked up there, wherever it
 * stands, in a support or in prose.
 *
 * Who names more turns than one, or the source too, may mean each of them: it is enough that one has it.
 */
#include "validators/socratic/reading.h"

#include "validators/prose/quotable.h"
#include "validators/prose/quoting.h"
#include "validators/text/mem.h"

/* A paragraph or an item: md.lines[first .. end). */
struct passage {
	struct reading *r;
	struct reader text;
	int line;
	bool *named; /* turns, by number; NAMED_SOURCE: the source */
};
#define NAMED_SOURCE 0

/* `Turn M` of a turn that is there: others are refused as such. */
static size_t
refer_turn(void *arg, const char *s, const char *end, unsigned *cited)
{
	const struct reading *r = arg;
	struct reader at = { s, end };
	unsigned turn;

	if (!skip_word(&at, "turn") || !skip_white(&at) || !skip_number(&at, &turn) ||
		(left(&at) && isalnum((unsigned char)*at.s)) || turn < 1 || turn > r->n_quotables)
		return 0;
	*cited = turn;
	return (size_t)(at.s - s);
}

static struct quotable *
quotable_of(struct reading *r, unsigned turn)
{
	struct quotable **q = &r->quotables[turn - 1];

	for (const struct turn *t = state_last(r->h.state); t && !*q; t = turn_before(t))
		if (t->piece.number == turn)
			*q = quotable_new(t->text, t->text_len);
	return *q;
}

static void
find_named(struct passage *p)
{
	const struct source *source = p->r->ev.source;
	unsigned turn;

	p->named = mem_calloc(p->r->n_quotables + 1, sizeof *p->named);
	for (const char *s = p->text.s; s < p->text.end; s++)
		if ((*s | 0x20) == 't' && refer_turn(p->r, s, p->text.end, &turn))
			p->named[turn] = true;
	p->named[NAMED_SOURCE] = source &&
		(memmem(p->text.s, left(&p->text), source->name, strlen(source->name)) ||
			memmem(p->text.s, left(&p->text), "ource", strlen("ource")));
}

/* Another turn that the passage names, or the source, has it. */
static bool
is_elsewhere(struct passage *p, struct reader words)
{
	struct reading *r = p->r;

	if (!p->named)
		find_named(p);
	for (unsigned turn = 1; turn <= r->n_quotables; turn++)
		if (p->named[turn] && quotable_find(quotable_of(r, turn), words) == QUOTED_THERE)
			return true;
	return p->named[NAMED_SOURCE] &&
		source_index_excerpt(r->ev.index, words.s, left(&words), &r->ev.reading);
}

static void
judge_passage(struct passage *p)
{
	struct reading *r = p->r;
	struct quoting q = quoting_begin(p->text.s, p->text.end, refer_turn, r);
	struct reader words;
	unsigned cited;

	while (r->h.out->n < LIMIT_FINDINGS && quoting_next(&q, &cited, &words)) {
		struct quotable *text = quotable_of(r, cited);
		enum quoted quoted = quotable_find(text, words);
		char where[32], *sentence;

		if (quoted == QUOTED_THERE || ((quoted == QUOTED_OTHERWISE || quoted == QUOTED_CUT) && is_elsewhere(p, words)))
			continue;
		snprintf(where, sizeof where, "turn %u", cited);
		sentence = quotable_sentence(text, words, quoted, where);
		REPORT(r, RULE_QUOTE_TURN, p->line, "%s", sentence);
		free(sentence);
	}
	free(p->named);
}

/* A list that is none to CommonMark, and what a label begins, are passages of their own. */
static bool
begins_passage(const struct reading *r, const struct md_line *l)
{
	size_t rest;

	return l->block_start || l->item_start || skip_bullet(text_at(r, l->off), l->len) ||
		label_read(r, l, &rest) != LABEL_NONE;
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
		struct passage p = { .r = r, .line = md->lines[i].line };

		end = i + 1;
		while (end < n && !begins_passage(r, &md->lines[end]))
			end++;
		p.text = (struct reader){ text_at(r, md->lines[i].off), text_at(r, line_end(&md->lines[end - 1])) };
		if (!md->lines[i].quoted && !outline_is_unsure(&r->h, md->lines[i].off, line_end(&md->lines[end - 1])))
			judge_passage(&p);
	}
	for (unsigned i = 0; i < r->n_quotables; i++)
		quotable_free(r->quotables[i]);
	free(r->quotables);
}
