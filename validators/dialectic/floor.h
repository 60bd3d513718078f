/*
 * Whose move it is in a debate: until both sides are in, either side that is not; then the judge's. Nobody's before
 * both sides have joined. One who hands in out of its turn, or nothing of its role, is told so here, whichever way it
 * comes.
 *
 * Nobody can be passed over: without one of the three there is no exchange. But whoever waits may take the floor with
 * for=timeout once nobody has moved for wait_seconds, and then close the debate as INVALIDATED; for nothing else.
 */
#ifndef VALIDATORS_DIALECTIC_FLOOR_H
#define VALIDATORS_DIALECTIC_FLOOR_H

#include "validators/dialectic/state.h"
#include "validators/kit/format.h"

const struct rule *
dialectic_join(const struct fstate *state, const struct context *ctx, const struct join_ask *ask, char **sentence);
const char *dialectic_missing(const struct fstate *state, const struct context *ctx);
void
dialectic_floor(const struct fstate *state, const struct context *ctx, const struct floor_ask *ask,
	struct floor_answer *answer);
const struct rule *dialectic_may_open(const struct fstate *state, const struct context *ctx, int row, char **sentence);
const struct rule *
dialectic_close(const struct fstate *state, const struct context *ctx, const char *outcome, const char *reason,
	struct verdict *out, char **sentence);
enum next_step dialectic_next(const struct fstate *state, const struct context *ctx, unsigned seat);
unsigned dialectic_next_seat(const struct fstate *state, const struct context *ctx);
int64_t dialectic_wait_until(const struct fstate *state, const struct context *ctx);

bool dialectic_is_apart(const struct fstate *state, const struct context *ctx, unsigned seat);
bool dialectic_is_sealed(const struct fstate *state, const struct context *ctx, unsigned seat);
bool dialectic_is_sealing(const struct fstate *state, const struct context *ctx, unsigned seat);

/* format.expire: INVALIDATED before a judgement, else COMPLETED by what was judged; what was sealed is shown. Of the
 * report that is owed: nothing, it is left out. */
void dialectic_expire(
	const struct fstate *state, const struct context *ctx, const struct move *move, struct verdict *out);

/* Is the open exchange the last that there may be? */
bool dialectic_is_last(const struct fstate *state, const struct context *ctx);
/* May this role hand in to debate.md now, as far as the state goes? */
bool dialectic_may_move(const struct fstate *state, enum role role);
/* ENTRY_CLOSE of this debate. */
struct draft dialectic_end(const char *outcome, const char *reason);

#endif
