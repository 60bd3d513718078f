/*
 * What each turn said, in a chain, newest first: what its items cite, what its claims say, its findings. A question of
 * all turns costs a look at each, however many claims it has.
 */
#include "validators/adversarial/ledger_inner.h"

#include <assert.h>

struct told *
told_hold(struct told *t)
{
	if (t)
		atomic_fetch_add_explicit(&t->refs, 1, memory_order_relaxed);
	return t;
}

void
told_drop(struct told *t)
{
	for (struct told *before; t && atomic_fetch_sub_explicit(&t->refs, 1, memory_order_acq_rel) == 1; t = before) {
		before = t->before;
		bag_empty(&t->bag);
		printset_free(t->prints);
		free(t->cited);
		free(t->findings);
		free(t);
	}
}

static int
compare_cited(const void *a, const void *b)
{
	const struct cited *x = a, *y = b;
	int order = strcmp(x->ref, y->ref);

	return order ? order : (x->item > y->item) - (x->item < y->item);
}

/* What its claims say. */
static struct printset *
prints_of(const struct adversarial_turn *turn)
{
	struct wordprint *prints = mem_calloc(turn->n_items, sizeof *prints);
	struct printset *set;
	size_t n = 0;

	for (size_t i = 0; i < turn->n_items; i++)
		if (move_argues(turn->items[i].move))
			wordprint_make(&prints[n++], turn->items[i].words, strlen(turn->items[i].words));
	set = printset_new(prints, n);
	while (n)
		wordprint_free(&prints[--n]);
	free(prints);
	return set;
}

struct told *
told_new(struct told *before, const struct adversarial_turn *turn, size_t side)
{
	struct told *t = mem_calloc(1, sizeof *t);
	size_t n = 0;

	atomic_init(&t->refs, 1);
	t->before = told_hold(before);
	t->turn = turn->number;
	t->side = side;
	for (size_t i = 0; i < turn->n_items; i++)
		n += turn->items[i].n_cites;
	t->cited = mem_calloc(n, sizeof *t->cited);
	for (size_t i = 0; i < turn->n_items; i++) {
		const struct claim_item *item = &turn->items[i];

		for (size_t k = 0; k < item->n_cites; k++)
			t->cited[t->n_cited++] = (struct cited){bag_keep(&t->bag, item->cites[k].ref), i};
	}
	t->prints = prints_of(turn);
	qsort(t->cited, t->n_cited, sizeof *t->cited, compare_cited);
	t->findings = mem_calloc(turn->n_findings, sizeof *t->findings);
	for (; t->n_findings < turn->n_findings; t->n_findings++)
		t->findings[t->n_findings] = bag_keep(&t->bag, turn->findings[t->n_findings]);
	return t;
}

/* The first row of this, or where it would stand. */
static size_t
find_cited(const struct told *t, const char *ref)
{
	size_t from = 0, to = t->n_cited;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (strcmp(t->cited[middle].ref, ref) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

static bool
is_cited_at(const struct told *t, size_t row, const char *ref)
{
	return row < t->n_cited && !strcmp(t->cited[row].ref, ref);
}

/* -- questions -- */

bool
ledger_has_cited(const struct ledger *l, const char *ref)
{
	for (const struct told *t = l->last; t; t = t->before)
		if (t->side != KB_NONE && is_cited_at(t, find_cited(t, ref), ref))
			return true;
	return false;
}

bool
ledger_turn_cites(const struct ledger *l, unsigned turn, size_t side, const char *ref)
{
	for (const struct told *t = l->last; t; t = t->before)
		if (t->turn == turn)
			return t->side == side && is_cited_at(t, find_cited(t, ref), ref);
	return false;
}

bool
ledger_side_cites(const struct ledger *l, size_t side, const char *a, const char *b)
{
	for (const struct told *t = l->last; t; t = t->before) {
		size_t x = find_cited(t, a), y = find_cited(t, b);

		while (t->side == side && is_cited_at(t, x, a) && is_cited_at(t, y, b)) {
			if (t->cited[x].item == t->cited[y].item)
				return true;
			t->cited[x].item < t->cited[y].item ? x++ : y++;
		}
	}
	return false;
}

/* So many runs of earlier claims are looked at for each of a claim's own: a run that is in more of them is what
 * everybody says. */
#define REPEATS_LOOKED_AT 512

unsigned
ledger_repeats(const struct ledger *l, const struct wordprint *words, size_t side, bool denies, double threshold,
	enum novelty *how)
{
	size_t runs = REPEATS_LOOKED_AT * words->n;

	for (const struct told *t = l->last; t; t = t->before) {
		bool equal_alone = denies && t->side != side;

		*how = printset_compare(t->prints, words, equal_alone ? 0 : threshold, &runs);
		if (*how != NOVELTY_NEW)
			return t->turn;
	}
	return 0;
}

size_t
ledger_findings(const struct ledger *l)
{
	return l->n_findings;
}

const char *
ledger_finding(const struct ledger *l, size_t row, unsigned *turn)
{
	const struct told *t = l->last;
	size_t before = l->n_findings;

	assert(row < l->n_findings);
	while (before -= t->n_findings, row < before)
		t = t->before;
	*turn = t->turn;
	return t->findings[row - before];
}
