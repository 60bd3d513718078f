/*
 * The places of quotations: a text is folded once, as quotes.h says, with the place that each folded byte came from, so
 * that a part of it is a range of the folded text; its words are a table by which pieces of a quotation are found.
 */
#ifndef VALIDATORS_KIT_FOLDED_H
#define VALIDATORS_KIT_FOLDED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include "validators/text/reader.h"

/* A text, folded when something is first looked up in it; whoever keeps the text keeps this. All 0: not yet. Threads
 * may look at once. */
struct folding {
	_Atomic(struct folded *) made;
};
const struct folded *folding_of(struct folding *folding, struct reader text);
void folding_free(struct folding *folding);

/* The pieces of a quotation that count; none: it is a term. */
struct needles {
	struct needle *v;
	size_t n;
};
struct needles needles_of(struct reader quotation);
void needles_free(struct needles *needles);

/* Do they stand in this order in a part of a text that is folded as `f`? *offset: where the first does in the text. The
 * cost is taken off *cost_left; where nothing is left they do not. */
bool needles_stand(const struct needles *needles, const struct folded *f, struct reader text, struct reader part,
	size_t *cost_left, size_t *offset);

static inline void
take_cost(size_t *cost_left, size_t cost)
{
	*cost_left -= cost < *cost_left ? cost : *cost_left;
}

#endif
