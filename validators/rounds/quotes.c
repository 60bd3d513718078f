/*
 * A text of the record is parsed when a quotation is first looked for in it, and then once: most texts quote little.
 */
#include "validators/rounds/quotes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "validators/prose/cite_code.h"
#include "validators/prose/quotable.h"
#include "validators/prose/quoting.h"
#include "validators/rounds/heading.h"
#include "validators/rounds/rules.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/wordcount.h"
#include "validators/text/words.h"

/* A text that may be quoted. */
struct quoted_text {
	const struct rounds_piece *piece; /* NULL: the topic, or the source */
	const char *text;
	size_t len;
	bool parsed;
	struct md md;
	struct quotable *q;
};

struct quotes {
	struct hearing *h;
	const struct rounds_reading *r;
	enum rounds_role role;
	struct quoted_text *texts; /* the record's pieces, in order, and what is no piece */
	size_t n, pieces;
	const char **attributed; /* quotations of one block that are somebody's, in order */
	size_t n_attributed;
	struct quotations quotations;
};

static struct quotable *
quotable_of(struct quoted_text *t)
{
	if (!t->parsed) {
		md_parse(&t->md, t->text, t->len);
		t->q = quotable_new(t->md.text, t->md.len);
		t->parsed = true;
	}
	return t->q;
}

/* -- references: what is cited is a kind and a number -- */

enum reference { OF_ROUND = 1, OF_CHALLENGE, OF_DEFENSE, OF_ROLE };
#define REFERENCE(kind, number) ((unsigned)(kind) << 16 | (number))

static bool
refers_to(unsigned cited, const struct rounds_piece *p)
{
	unsigned number = cited & 0xffff;

	if (!p || !p->spoken)
		return false;
	switch ((enum reference)(cited >> 16)) {
	case OF_ROUND:
		return p->round == number;
	case OF_CHALLENGE:
		return p->role == ROLE_CHALLENGER && p->round == number;
	case OF_DEFENSE:
		return p->role == ROLE_PROPOSER && p->round == number;
	case OF_ROLE:
		return (unsigned)p->role == number;
	}
	return false;
}

static bool
is_there(const struct quotes *q, unsigned cited)
{
	for (size_t i = 0; i < q->pieces; i++)
		if (refers_to(cited, q->texts[i].piece))
			return true;
	return false;
}

static size_t
refer_round(const char *s, const char *end, unsigned *cited)
{
	struct reader at = {s, end};
	unsigned round;

	if (!skip_word(&at, "round") || !skip_white(&at) || !skip_number(&at, &round) || round < 1 ||
		round > ROUNDS_MAX || (left(&at) && isalnum((unsigned char)*at.s)))
		return 0;
	*cited = REFERENCE(OF_ROUND, round);
	return (size_t)(at.s - s);
}

static size_t
refer_id(const char *s, const char *end, unsigned *cited)
{
	unsigned round, n;
	char letter;
	size_t len = point_id_read(s, end, &letter, &round, &n);

	if (!len || round > ROUNDS_MAX)
		return 0;
	*cited = REFERENCE(letter == POINT_CHALLENGE ? OF_CHALLENGE : OF_DEFENSE, round);
	return len;
}

/* Behind a role stands a colon or a word: `the challenger's "many writers"` is a way of speaking. */
static bool
goes_on(const char *s, const char *end)
{
	struct reader at = {s, end};

	if (skip_text(&at, "'s") || skip_text(&at, "’s"))
		s = at.s;
	while (s < end && (isspace((unsigned char)*s) || strchr("*_()", *s)))
		s++;
	return s < end && !quotation_mark(s, (size_t)(end - s));
}

/* Only the other side's: what one says oneself is said there. */
static size_t
refer_role(const struct quotes *q, const char *s, const char *end, unsigned *cited)
{
	for (enum speaker who = 0; who < SPEAKERS; who++) {
		struct reader at = {s, end};

		if ((enum rounds_role)who == q->role || !skip_word(&at, rounds_speakers[who].role) ||
			(left(&at) && isalnum((unsigned char)*at.s)) || !goes_on(at.s, end))
			continue;
		*cited = REFERENCE(OF_ROLE, who);
		return (size_t)(at.s - s);
	}
	return 0;
}

static size_t
refer(void *arg, const char *s, const char *end, unsigned *cited)
{
	const struct quotes *q = arg;
	size_t n = refer_round(s, end, cited);

	n = n ? n : refer_id(s, end, cited);
	n = n ? n : refer_role(q, s, end, cited);
	return n && is_there(q, *cited) ? n : 0;
}

/* -- what is attributed -- */

static bool
is_like(struct quotable *q, struct reader words)
{
	struct reader nearest = quotable_nearest(q, words);

	return left(&nearest) > 0;
}

/* The text that a quotation is wrongly said to stand in; NULL: it stands where it is said to, or in another that the
 * passage names. */
static struct quoted_text *
find_fault(struct quotes *q, struct reader passage, unsigned cited, struct reader words, enum quoted *quoted)
{
	struct quoted_text *fault = NULL;
	unsigned other;

	for (size_t i = 0; i < q->pieces; i++) {
		enum quoted there;

		if (!refers_to(cited, q->texts[i].piece))
			continue;
		there = quotable_find(quotable_of(&q->texts[i]), words);
		if (there == QUOTED_THERE)
			return NULL;
		if (fault && !is_like(quotable_of(&q->texts[i]), words))
			continue;
		fault = &q->texts[i];
		*quoted = there;
	}
	for (const char *s = passage.s; fault && *quoted == QUOTED_OTHERWISE && s < passage.end; s++) {
		if (!strchr("rRcCdDpP", *s) || !refer(q, s, passage.end, &other) || other == cited)
			continue;
		for (size_t i = 0; i < q->pieces; i++)
			if (refers_to(other, q->texts[i].piece) &&
				quotable_find(quotable_of(&q->texts[i]), words) == QUOTED_THERE)
				return NULL;
	}
	return fault;
}

static void
add_attributed(struct quotes *q, const char *s)
{
	/* Doubled whenever the number is a power of two. */
	if (!(q->n_attributed & (q->n_attributed - 1)))
		q->attributed =
			mem_resize(q->attributed, q->n_attributed ? 2 * q->n_attributed : 1, sizeof(const char *));
	q->attributed[q->n_attributed++] = s;
}

static void
judge_attributed(struct quotes *q, const struct rounds_block *b, struct reader passage)
{
	struct quoting quoting = quoting_begin(passage.s, passage.end, refer, q);
	struct reader words;
	unsigned cited;

	while (q->h->out->n < LIMIT_FINDINGS && quoting_next(&quoting, &cited, &words)) {
		enum quoted quoted = QUOTED_THERE;
		struct quoted_text *text = find_fault(q, passage, cited, words, &quoted);
		char *sentence, *where;

		add_attributed(q, words.s);
		if (!text)
			continue;
		where = text->piece->spoken->closing
			? mem_strdup("the proposer's closing reply")
			: mem_format("the %s's turn of round %u", rounds_role_names[text->piece->role],
				  text->piece->round);
		sentence = quotable_sentence(quotable_of(text), words, quoted, where);
		HEARING_REPORT(q->h, &rounds_rules[ROUNDS_QUOTE_TURN], b->line, "%s", sentence);
		free(sentence);
		free(where);
	}
	quoting_end(&quoting);
}

/* -- what is nobody's -- */

/* May what is quoted here be a file's, or a page's? */
static bool
cites_text(const struct rounds_reading *r, const struct rounds_block *b)
{
	for (size_t i = b->citations.first; i < b->citations.first + b->citations.n; i++) {
		const struct citation *c = &r->citations.v[i];

		if (c->kind != CITED_FIGURE &&
			(c->kind != CITED_CODE || cite_code_read(r->md->text + c->off, c->len) <= CODE_COMMAND))
			return true;
	}
	return false;
}

static int
compare_places(const void *a, const void *b)
{
	const char *x = *(const char *const *)a, *y = *(const char *const *)b;

	return x < y ? -1 : x > y;
}

static bool
is_attributed(const struct quotes *q, const char *s)
{
	return q->n_attributed && bsearch(&s, q->attributed, q->n_attributed, sizeof s, compare_places);
}

static bool
stands_somewhere(struct quotes *q, struct reader words)
{
	for (size_t i = 0; i < q->n; i++)
		if (quotable_find(quotable_of(&q->texts[i]), words) != QUOTED_OTHERWISE)
			return true;
	return false;
}

static void
judge_others(struct quotes *q, const struct rounds_block *b, struct reader passage)
{
	for (const char *s = passage.s, *behind; s < passage.end && q->h->out->n < LIMIT_FINDINGS; s = behind) {
		const struct md_span *span = md_span_round(q->r->md, (size_t)(s - q->r->md->text));
		struct reader words;

		behind = quotation_read(&q->quotations, s, passage.end, &words.s, &words.end);
		if (!behind) {
			behind = s + 1;
			continue;
		}
		if ((span && span->kind == MD_SPAN_CODE) || wordcount(words.s, left(&words)) < QUOTED_WORDS ||
			is_attributed(q, words.s) || stands_somewhere(q, words))
			continue;
		HEARING_REPORT(q->h, &rounds_rules[ROUNDS_QUOTE_NOWHERE], b->line,
			"\"%s\" stands in no turn, nor in the topic: quote what was said, say whose words they are, or "
			"leave "
			"the quotation marks out",
			quote(words.s, left(&words)).s);
	}
}

/* -- the whole -- */

static void
judge_block(struct quotes *q, const struct rounds_block *b)
{
	struct reader passage = {q->r->md->text + b->off, q->r->md->text + b->off + b->len};

	if (b->kind == BLOCK_CODE)
		return;
	q->n_attributed = 0;
	judge_attributed(q, b, passage);
	if (!cites_text(q->r, b))
		judge_others(q, b, passage);
}

static void
add_text(struct quotes *q, const struct rounds_piece *piece, const char *text, size_t len)
{
	q->texts[q->n++] = (struct quoted_text){.piece = piece, .text = text, .len = len};
}

void
rounds_quotes_judge(struct hearing *h, const struct rounds_reading *r, enum rounds_role role)
{
	struct quotes q = {.h = h, .r = r, .role = role};
	const struct source *source = h->ctx->source;
	const char *topic = h->ctx->terms->topic;
	const struct rounds_piece **all;

	if (!hearing_has(h, &rounds_rules[ROUNDS_QUOTE_TURN]))
		return;
	all = rounds_all(h->state, &q.pieces);
	q.texts = mem_calloc(q.pieces + 2, sizeof *q.texts);
	for (size_t i = 0; i < q.pieces; i++)
		add_text(&q, all[i], all[i]->text, all[i]->text_len);
	if (topic)
		add_text(&q, NULL, topic, strlen(topic));
	if (source)
		add_text(&q, NULL, source->text, source->len);
	for (size_t i = 0; i < r->n_blocks; i++)
		judge_block(&q, &r->blocks[i]);
	for (size_t i = 0; i < q.n; i++) {
		quotable_free(q.texts[i].q);
		if (q.texts[i].parsed)
			md_free(&q.texts[i].md);
	}
	quotations_end(&q.quotations);
	free(q.attributed);
	free(q.texts);
	free(all);
}
