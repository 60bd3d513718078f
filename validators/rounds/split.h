/*
 * A whole record of rounds, or texts without one, as the parts that it is made of.
 */
#ifndef VALIDATORS_ROUNDS_SPLIT_H
#define VALIDATORS_ROUNDS_SPLIT_H

#include "validators/kit/format.h"

/* format.split. Turns name nobody: they go by who has their role in the head, else by the role itself. */
void rounds_split(const char *text, size_t len, void (*each)(void *arg, const struct part *part), void *arg);

#endif
