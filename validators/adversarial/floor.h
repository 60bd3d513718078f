/*
 * Whose move it is in an adversarial debate: who may join, who has the floor, what the orchestrator says by verbs, and
 * what a clock that runs out comes to.
 */
#ifndef VALIDATORS_ADVERSARIAL_FLOOR_H
#define VALIDATORS_ADVERSARIAL_FLOOR_H

#include "validators/adversarial/state.h"

enum { HAND_TURN, HAND_SYNTHESIS, ADVERSARIAL_HANDS };
extern const struct hand_in adversarial_hand_ins[ADVERSARIAL_HANDS];
extern const char *const adversarial_roles[];
extern const char *const adversarial_verbs[];

/* Of struct format. */
const struct rule *
adversarial_join(const struct fstate *state, const struct context *ctx, const struct join_ask *ask, char **sentence);
const char *adversarial_missing(const struct fstate *state, const struct context *ctx);
void adversarial_floor(
	const struct fstate *state, const struct context *ctx, const struct floor_ask *ask,
	struct floor_answer *answer);
void adversarial_verb(
	const struct fstate *state, const struct context *ctx, const struct verb_ask *ask, struct verdict *out);
enum next_step adversarial_next(const struct fstate *state, const struct context *ctx, unsigned seat);
unsigned adversarial_next_seat(const struct fstate *state, const struct context *ctx);
void adversarial_brief(
	const struct fstate *state, const struct context *ctx, unsigned seat, size_t room, UT_string *out);
struct move;
int64_t adversarial_clock(const struct fstate *state, const struct context *ctx, const struct move *move);
void adversarial_expire(
	const struct fstate *state, const struct context *ctx, const struct move *move, struct verdict *out);

#endif
