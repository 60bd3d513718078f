/*
 * A whole record, or turns without one, as the parts that it is made of.
 */
#ifndef VALIDATORS_SOCRATIC_SPLIT_H
#define VALIDATORS_SOCRATIC_SPLIT_H

#include "validators/kit/format.h"

/* format.split */
void record_split(const char *text, size_t len, void (*each)(void *arg, const struct part *part), void *arg);

#endif
