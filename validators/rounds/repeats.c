/*
 * Points of one challenge that say the same: each costs an answer. All runs of words of all points stand in one sorted
 * list, so that the work goes with the text, however many points there are.
 */
#include "validators/rounds/repeats.h"

#include <stdlib.h>
#include "validators/rounds/spoken.h"
#include "validators/text/mem.h"
#include "validators/text/quote.h"

/* A hash, and the first point that has it. */
struct owner {
	uint64_t hash;
	unsigned point;
};

struct owners {
	struct owner *v;
	size_t n, room;
};

static int
compare_owners(const void *a, const void *b)
{
	const struct owner *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return x->point < y->point ? -1 : x->point > y->point;
}

static void
add_owner(struct owners *o, uint64_t hash, unsigned point)
{
	if (o->n == o->room)
		o->v = mem_resize(o->v, o->room = o->room ? 2 * o->room : 64, sizeof *o->v);
	o->v[o->n++] = (struct owner){hash, point};
}

/* The first point that has a hash, if it stands before this one; 0: none does. */
static unsigned
owner_before(const struct owners *o, uint64_t hash, unsigned point)
{
	size_t low = 0, high = o->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		if (o->v[mid].hash < hash)
			low = mid + 1;
		else
			high = mid;
	}
	return low < o->n && o->v[low].hash == hash && o->v[low].point < point ? o->v[low].point : 0;
}

static void
make_prints(const struct rounds_reading *r, struct wordprint *prints, struct owners *runs, struct owners *wholes)
{
	for (size_t i = 0; i < r->n_blocks; i++) {
		const struct rounds_block *b = &r->blocks[i];
		struct wordprint *p = &prints[b->point];

		if (!b->point)
			continue;
		sentences_print(r, point_sentences(r, b), true, p);
		for (size_t k = 0; k < p->n; k++)
			add_owner(runs, p->runs[k], b->point);
		if (p->words)
			add_owner(wholes, p->all, b->point);
	}
	if (runs->n)
		qsort(runs->v, runs->n, sizeof *runs->v, compare_owners);
	if (wholes->n)
		qsort(wholes->v, wholes->n, sizeof *wholes->v, compare_owners);
}

/* The earlier point that most of this one stands in, or in several; 0: it says something of its own. */
static unsigned
repeated_by(const struct wordprint *p, const struct owners *runs, const struct owners *wholes, unsigned point,
	double threshold)
{
	unsigned same = p->words ? owner_before(wholes, p->all, point) : 0;
	bool *known = mem_calloc(p->n + 1, sizeof *known), near;
	unsigned first = 0;

	for (size_t i = 0; i < p->n; i++) {
		unsigned owner = owner_before(runs, p->runs[i], point);

		known[i] = owner > 0;
		first = first ? first : owner;
	}
	near = threshold > 0 && p->n && wordprint_is_known(p, known, threshold);
	free(known);
	return same ? same : near ? first : 0;
}

void
judge_repeats(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out)
{
	struct wordprint *prints = mem_calloc(r->n_points + 1, sizeof *prints);
	struct owners runs = {.n = 0}, wholes = {.n = 0};

	make_prints(r, prints, &runs, &wholes);
	for (size_t i = 0; i < r->n_blocks; i++) {
		const struct rounds_block *b = &r->blocks[i];
		unsigned same =
			b->point ? repeated_by(&prints[b->point], &runs, &wholes, b->point, ask->novelty_threshold) : 0;

		if (same)
			findings_add(out, &rounds_rules[ROUNDS_CHALLENGE_REPEAT], b->line + ask->line0,
				"point %u of this challenge says again what point %u says: make one of the two",
				b->point, same);
	}
	for (unsigned i = 0; i <= r->n_points; i++)
		wordprint_free(&prints[i]);
	free(prints);
	free(runs.v);
	free(wholes.v);
}
