/*
 * What of a base is not as it was when the debate began.
 */
#ifndef VALIDATORS_ADVERSARIAL_SINCE_H
#define VALIDATORS_ADVERSARIAL_SINCE_H

#include "validators/adversarial/kb.h"

/* An argument as the snapshot has it; NULL: it is new. */
const struct kb_argument *
since_argument(const struct kb *snapshot, const struct kb_argument *a);
/* Is this edge between two arguments of the base new? */
bool
since_edge(const struct kb *snapshot, const struct kb *kb, const struct kb_edge *e);

#endif
