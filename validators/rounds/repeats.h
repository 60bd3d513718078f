/* Points of one challenge that say the same: for turn.c alone. */
#ifndef VALIDATORS_ROUNDS_REPEATS_H
#define VALIDATORS_ROUNDS_REPEATS_H

#include "validators/rounds/turn.h"

void judge_repeats(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out);

#endif
