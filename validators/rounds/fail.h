/*
 * Somebody who does not speak when it is its move fails: by the orchestrator's verb, or by the clock of its move
 * (rounds.md, Failures).
 *
 *     the proposer in round 1      the debate is aborted
 *     the challenger in round 1    it is closed uncontested, with a warning in the record
 *     later                        the orchestrator concludes from the rounds before; the record says which one is
 * incomplete
 *
 * Only the orchestrator fails anybody, only who has to move, at any time of that move: it knows what became of the
 * tool. Whoever else has the floor then loses it.
 *
 * The clock (moves.h) is turn_seconds for a turn, move_seconds for what the orchestrator writes, joined or not, and
 * wait_seconds for a proposer or a challenger who is missing. A summary that is not written is left out: the next turn
 * goes with the rounds before it in full. Without a verdict the debate is aborted.
 */
#ifndef VALIDATORS_ROUNDS_FAIL_H
#define VALIDATORS_ROUNDS_FAIL_H

#include "validators/rounds/state.h"

#define VERB_FAIL "fail"
extern const char *const rounds_verbs[]; /* NULL-terminated */

/* format.verb, format.expire, format.clock */
void
rounds_verb(const struct fstate *state, const struct context *ctx, const struct verb_ask *ask, struct verdict *out);
void rounds_expire(
	const struct fstate *state, const struct context *ctx, const struct move *move, struct verdict *out);
int64_t rounds_clock(const struct fstate *state, const struct context *ctx, const struct move *move);

#endif
