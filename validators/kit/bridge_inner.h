/* What the files of bridge.h share. */
#ifndef VALIDATORS_KIT_BRIDGE_INNER_H
#define VALIDATORS_KIT_BRIDGE_INNER_H

#include "validators/kit/fstate.h"

/* bridge_hand.c: members of struct format. */
/* May this seat claim for=timeout now? */
bool bridge_wait_is_over(
	const struct fstate *state, const struct context *ctx, const struct debate *d, unsigned seat);
void bridge_expire(const struct fstate *state, const struct context *ctx, const struct move *move, struct verdict *out);
/* bridge_hand.c: judge what is no secret (format_judge). */
void bridge_judge(
	const struct fstate *state, const struct context *ctx, const struct submission *s, struct verdict *out);
/* What a text of that kind is called: "the challenge of round 1". */
void bridge_label(const struct debate *d, const struct context *ctx, unsigned seat, unsigned kind, UT_string *out);

#endif
