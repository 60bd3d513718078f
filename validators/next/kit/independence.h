/*
 * Who debates with whom (formats.md): model families, and whether whoever decides shares its model or harness with a
 * side.
 *
 * A family is what stands before the first `-` or digit of a model's name, as far as seats say it: `gpt` of `gpt-5`.
 */
#ifndef VALIDATORS_NEXT_KIT_INDEPENDENCE_H
#define VALIDATORS_NEXT_KIT_INDEPENDENCE_H

#include "validators/next/kit/debate.h"

/* How many different ones there are. */
unsigned debate_families(const struct debate *d);
/* Each sentence that says why what comes of it is worth less: one family, a decider that is not independent, a seat
 * that was given up. */
void debate_cautions(const struct debate *d, void (*each)(void *arg, const char *sentence), void *arg);

#endif
