/*
 * Which citations of a turn count: what is recognised as evidence (validators/prose/citation.h) may still stand beside
 * nothing.
 *
 * A code span counts where it is a path or a command with an argument, and a symbol where the turn cites a file or an
 * address for it to stand in; a figure where its sentence says what was measured; a document where its sentence says
 * what stands there. A document in a sentence of few words that has another before it in its block is told by that one:
 * "A rename is atomic. See rename(2)." For reading.c alone.
 */
#ifndef VALIDATORS_ROUNDS_WEIGH_H
#define VALIDATORS_ROUNDS_WEIGH_H

#include "validators/rounds/reading.h"

/* Tell of each citation whether it counts. With `prefix` a file may still be cited. */
void
citations_weigh(struct rounds_reading *r, const struct phrases *phrases, bool prefix);

#endif
