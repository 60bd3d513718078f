/*
 * What is handed in to a socratic duel: turns and a conclusion, as texts to fill in and to learn from.
 */
#ifndef VALIDATORS_SOCRATIC_BLANK_H
#define VALIDATORS_SOCRATIC_BLANK_H

#include "validators/kit/format.h"

enum socratic_hand_in { HAND_IN_TURN, HAND_IN_CONCLUSION, SOCRATIC_HAND_INS };
extern const struct hand_in socratic_hand_ins[SOCRATIC_HAND_INS];

/* format.expire: the conclusion that the filesystem writes. */
void socratic_expire(
	const struct fstate *state, const struct context *ctx, const struct move *move, struct verdict *out);

#endif
