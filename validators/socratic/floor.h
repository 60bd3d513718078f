/*
 * Whose move it is, and from when on a wait is over (socratic.md, Timeout path).
 */
#ifndef VALIDATORS_SOCRATIC_FLOOR_H
#define VALIDATORS_SOCRATIC_FLOOR_H

#include "validators/socratic/state.h"

void
floor_answer(const struct fstate *state, const struct context *ctx, const struct floor_ask *ask,
	struct floor_answer *answer);
enum next_step floor_next(const struct fstate *state, const struct context *ctx, unsigned seat);
unsigned floor_next_seat(const struct fstate *state, const struct context *ctx);
int64_t floor_wait_until(const struct fstate *state, const struct context *ctx);

/* Could this seat take a turn now, were the floor its own? */
bool floor_may_speak(const struct fstate *state, unsigned seat);

/* Is a conclusion with TIMEOUT earned now? */
bool floor_is_timeout(const struct fstate *state, const struct context *ctx);

#endif
