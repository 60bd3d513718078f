/*
 * Whose move it is, who may join as what, and whom the debate waits for.
 *
 * In each round the proposer moves, then the challenger; the orchestrator before rounds that need a summary, and at the
 * end. Nobody is replaced by waiting: whoever is silent is failed, by the orchestrator or by the clock of its move
 * (fail.h), so that there is no claim for=timeout.
 */
#ifndef VALIDATORS_ROUNDS_FLOOR_H
#define VALIDATORS_ROUNDS_FLOOR_H

#include "validators/rounds/state.h"

const struct rule *
rounds_join(const struct fstate *state, const struct context *ctx, const struct join_ask *ask, char **sentence);
const char *rounds_missing(const struct fstate *state, const struct context *ctx);
void
rounds_floor(const struct fstate *state, const struct context *ctx, const struct floor_ask *ask,
	struct floor_answer *answer);
enum next_step rounds_next(const struct fstate *state, const struct context *ctx, unsigned seat);
unsigned rounds_next_seat(const struct fstate *state, const struct context *ctx);

/* What the next move consists of: "the challenger's turn of round 2"; nothing where there is none. */
void rounds_move_print(const struct fstate *state, UT_string *out);

#endif
