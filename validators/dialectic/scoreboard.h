/*
 * What every argument stands at: its current score, by argument_index. Immutable once it is shared, and counted by
 * reference.
 */
#ifndef VALIDATORS_DIALECTIC_SCOREBOARD_H
#define VALIDATORS_DIALECTIC_SCOREBOARD_H

#include <stdatomic.h>
#include "validators/dialectic/id.h"
#include "validators/kit/number.h"

struct scoreboard {
	atomic_uint refs;
	unsigned n;            /* arguments that have a score: those of every judged exchange */
	struct number scores[];
};

/* Those of `before` (NULL: none) and room for `n` in all; the new ones are 0. One reference. */
struct scoreboard *scoreboard_new(const struct scoreboard *before, unsigned n);
struct scoreboard *scoreboard_hold(struct scoreboard *b);
void scoreboard_drop(struct scoreboard *b);

/* NULL where the argument has no score. */
const struct number *scoreboard_find(const struct scoreboard *b, struct argument_id id);

/* What a side's arguments come to, rounded to three decimals. */
struct total {
	struct number total;
	unsigned count;
};
struct total scoreboard_total(const struct scoreboard *b, enum side side);

#endif
