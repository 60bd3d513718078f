/*
 * What a text says that an earlier turn says: every quotation directly behind `Turn M` is looked up there, wherever it
 * stands, in a support or in prose; and so are a longer one of a sentence that names a turn, and a block quote directly
 * below it.
 *
 * Who names more turns than one, an item of theirs, or the source too, may mean each of them: it is enough that one has
 * it. What only the sentence leads to may be the source's, whether it is named or not.
 */
#include "validators/socratic/reading.h"

#include "validators/prose/quotable.h"
#include "validators/prose/quoting.h"
#include "validators/text/mem.h"
#include "validators/text/quotation.h"
#include "validators/text/wordcount.h"
#include "validators/text/words.h"

/* A paragraph or an item: md.lines[first .. end). */
struct passage {
	struct reading *r;
	struct reader text;
	int line;
	bool *named; /* turns, by number; NAMED_SOURCE: the source */
	bool loose;  /* what is looked up is said to stand there by its sentence alone */
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
			*q = quotable_new(t->heard->text, t->heard->text_len);
	return *q;
}

static void
find_named(struct passage *p)
{
	const struct source *source = p->r->ev.source;
	unsigned turn;

	p->named = mem_calloc(p->r->n_quotables + 1, sizeof *p->named);
	for (const char *s = p->text.s; s < p->text.end; s++) {
		const struct item *item = NULL;
		unsigned id;

		if ((*s | 0x20) == 't' && refer_turn(p->r, s, p->text.end, &turn))
			p->named[turn] = true;
		if ((*s | 0x20) == 'u' && item_id_read(s, p->text.end, &id))
			item = items_find(p->r->h.state->items, id);
		if (item && item->turn <= p->r->n_quotables)
			p->named[item->turn] = true;
	}
	p->named[NAMED_SOURCE] = source &&
		(memmem(p->text.s, left(&p->text), source->name, strlen(source->name)) ||
			memmem(p->text.s, left(&p->text), "ource", strlen("ource")));
}

static bool
stands_in_topic(const struct reading *r, struct reader words)
{
	const char *topic = r->h.ctx->terms->topic;
	struct quotable *q = topic ? quotable_new(topic, strlen(topic)) : NULL;
	bool stands = q && quotable_find(q, words) == QUOTED_THERE;

	quotable_free(q);
	return stands;
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
	if (p->loose && stands_in_topic(r, words))
		return true;
	return (p->named[NAMED_SOURCE] || (p->loose && r->ev.source)) &&
		source_index_excerpt(r->ev.index, words.s, left(&words), &r->ev.reading);
}

/* What stands behind the sentence of a refusal where nothing but its own sentence says whose words these are. */
#define LOOSE                                                                                                          \
	"; words of somebody else's have their own turn, page or file named in the same sentence"

static void
judge_quoted(struct passage *p, unsigned cited, struct reader words)
{
	struct reading *r = p->r;
	struct quotable *text = quotable_of(r, cited);
	enum quoted quoted = quotable_find(text, words);
	char where[32], *sentence;

	if (quoted == QUOTED_THERE || (p->loose && quoted == QUOTED_SCRAPS) ||
		((quoted == QUOTED_OTHERWISE || quoted == QUOTED_CUT) && is_elsewhere(p, words)))
		return;
	snprintf(where, sizeof where, "turn %u", cited);
	sentence = quotable_sentence(text, words, quoted, where);
	REPORT(r, RULE_QUOTE_TURN, p->line, "%s%s", sentence, p->loose && quoted == QUOTED_OTHERWISE ? LOOSE : "");
	free(sentence);
}

static void
judge_passage(struct passage *p)
{
	struct quoting q = quoting_begin(p->text.s, p->text.end, refer_turn, p->r);
	struct reader words;
	unsigned cited;

	q.by_sentence = true;
	while (p->r->h.out->n < LIMIT_FINDINGS && quoting_next(&q, &cited, &words)) {
		p->loose = q.loose;
		judge_quoted(p, cited, words);
	}
	quoting_end(&q);
}

/* Without the marks of quotation round it. */
static struct reader
without_marks(struct reader r)
{
	size_t n;

	r = without_white(r);
	if ((n = quotation_mark(r.s, left(&r))))
		r.s += n;
	if (left(&r)) {
		const char *last = char_before(r.s, r.end);

		r.end = quotation_mark(last, (size_t)(r.end - last)) ? last : r.end;
	}
	return r;
}

/* A paragraph of a block quote directly below a passage. */
static void
judge_below(struct passage *p, struct reader quote, int line)
{
	unsigned cited;

	quote = without_marks(quote);
	if (wordcount(quote.s, left(&quote)) <= FREE_WORDS ||
		!quoting_leads_below(p->text.s, p->text.end, refer_turn, p->r, &cited))
		return;
	p->line = line;
	p->loose = true;
	judge_quoted(p, cited, quote);
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
	struct passage p = {.r = r};

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
		text = (struct reader){text_at(r, md->lines[i].off), text_at(r, line_end(&md->lines[end - 1]))};
		if (outline_is_unsure(&r->h, md->lines[i].off, line_end(&md->lines[end - 1])))
			continue;
		if (md->lines[i].quoted) {
			if (p.text.s)
				judge_below(&p, text, md->lines[i].line);
			continue;
		}
		free(p.named);
		p = (struct passage){.r = r, .line = md->lines[i].line, .text = text};
		judge_passage(&p);
	}
	free(p.named);
	for (unsigned i = 0; i < r->n_quotables; i++)
		quotable_free(r->quotables[i]);
	free(r->quotables);
}
