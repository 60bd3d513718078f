#include "validators/rounds/answers.h"

#include <stdlib.h>
#include "validators/text/mem.h"

/* Does it only name what follows it? */
static bool
is_label(const struct rounds_block *b)
{
	return b->kind != BLOCK_ITEM && (b->title || b->wordless);
}

/* May what began in block `from` go on in a later block? */
static bool
goes_on(const struct rounds_block *from, const struct rounds_block *to, bool label)
{
	return label ? !to->title : from->opens_list && to->kind == BLOCK_ITEM;
}

struct run
sentences_with(const struct rounds_reading *r, size_t i, bool names)
{
	const struct rounds_block *from = &r->blocks[r->sentences[i].block];
	bool label = is_label(from);
	size_t end = i + 1;

	for (; end < r->n_sentences && !(names && r->sentences[end].names.n); end++) {
		const struct rounds_block *b = &r->blocks[r->sentences[end].block];
		if (b != from && !goes_on(from, b, label))
			break;
	}
	return (struct run){ i, end - i };
}

bool
says_enough(const struct rounds_reading *r, size_t i, unsigned enough)
{
	const struct rounds_block *from = &r->blocks[r->sentences[i].block];
	bool label = is_label(from);
	unsigned words = 0;

	for (size_t k = i; k < r->n_sentences; k++) {
		const struct rounds_block *b = &r->blocks[r->sentences[k].block];
		if (b != from && !goes_on(from, b, label))
			return false;
		words += r->sentences[k].wording.words +
			(r->sentences[k].wording.words ? 2 * (unsigned)r->sentences[k].citations.n : 0);
		if (words >= enough)
			return true;
	}
	return false;
}

/* Where the citations before sentence `i` end: all of them behind the last. */
static size_t
citations_before(const struct rounds_reading *r, size_t i)
{
	return i < r->n_sentences ? r->sentences[i].citations.first : r->citations.n;
}

struct run
sentence_backing(const struct rounds_reading *r, size_t i)
{
	const struct rounds_sentence *s = &r->sentences[i];

	if (!s->citations.n && i + 1 < r->n_sentences && s[1].block == s->block)
		return s[1].citations;
	return s->citations;
}

static struct answer
answer_read(const struct rounds_reading *r, struct run sentences)
{
	struct answer a = { .sentences = sentences };

	a.citations.first = citations_before(r, sentences.first);
	a.citations.n = citations_before(r, sentences.first + sentences.n) - a.citations.first;
	for (size_t i = sentences.first; i < sentences.first + sentences.n; i++) {
		const struct wording *w = &r->sentences[i].wording;

		a.words += w->words;
		a.hash = w->words ? a.hash * UINT64_C(0x9e3779b97f4a7c15) + w->hash : a.hash;
		a.concedes = a.concedes || (wording_concedes(w) && !wording_says(w, PHRASES_PARTLY));
		a.certifies = a.certifies || wording_says(w, PHRASES_CERTIFY);
		a.denies = a.denies || wording_says(w, PHRASES_RETRACT) ||
			(w->negated & (1u << PHRASES_CONCEDE | 1u << PHRASES_CERTIFY));
		a.rebuts = a.rebuts || a.denies || wording_says(w, PHRASES_REBUT) || wording_says(w, PHRASES_PARTLY);
		a.trades = a.trades || wording_says(w, PHRASES_TRADEOFF);
	}
	return a;
}

void
answers_make(struct answers *a, const struct rounds_reading *r)
{
	*a = (struct answers){ .n = 0 };
	for (size_t i = 0; i < r->n_sentences; i++) {
		if (!r->sentences[i].names.n)
			continue;
		if (!(a->n & (a->n - 1)))
			a->v = mem_resize(a->v, a->n ? 2 * a->n : 1, sizeof *a->v);
		a->v[a->n++] = answer_read(r, sentences_with(r, i, true));
	}
}

void
answers_free(struct answers *a)
{
	free(a->v);
	*a = (struct answers){ .n = 0 };
}
