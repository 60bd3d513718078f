/*
 * What participants of a debate in rounds hand in: a turn, a closing reply, a summary, a verdict; with what guides,
 * templates and prompts show of it. What is shown is put together in prompt.h and blank.h, from what the state has.
 */
#ifndef VALIDATORS_ROUNDS_HAND_H
#define VALIDATORS_ROUNDS_HAND_H

#include "validators/rounds/state.h"

enum { HAND_TURN, HAND_CLOSING, HAND_SUMMARY, HAND_VERDICT, ROUNDS_HANDS };
extern const struct hand_in rounds_hand_ins[ROUNDS_HANDS];

/* format.brief */
void rounds_brief(const struct fstate *state, const struct context *ctx, unsigned seat, size_t room, UT_string *out);

#endif
