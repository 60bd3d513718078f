/*
 * Somebody who does not speak when it is its move fails: by the orchestrator's verb, or when it has had the floor for
 * turn_seconds (rounds.md, Failures).
 *
 *     the proposer in round 1      the debate is aborted
 *     the challenger in round 1    it is closed uncontested, with a warning in the record
 *     later                        the orchestrator concludes from the rounds before; the record says which one is
 * incomplete
 *
 * Only the orchestrator fails anybody, only who has to move, at any time of that move: it knows what became of the
 * tool. Whoever else has the floor then loses it. The orchestrator itself never fails: without it there is no verdict,
 * and its lease ends by itself, so that it can always come back.
 *
 * The time of a turn counts on CLOCK_BOOTTIME from the claim, whatever was refreshed since. A stored clock past the
 * present one is of an earlier boot: then the time since the boot counts, which is never more than what has truly
 * passed.
 */
#ifndef VALIDATORS_ROUNDS_FAIL_H
#define VALIDATORS_ROUNDS_FAIL_H

#include "validators/rounds/state.h"

#define VERB_FAIL "fail"
extern const char *const rounds_verbs[]; /* NULL-terminated */

/* format.verb, format.deadline */
void
rounds_verb(const struct fstate *state, const struct context *ctx, const struct verb_ask *ask, struct verdict *out);
int64_t rounds_deadline(const struct fstate *state, const struct context *ctx, struct verdict *out);

#endif
