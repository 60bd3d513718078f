/*
 * What the filesystem itself writes into a record of rounds: its head, and the lines that say who failed.
 */
#ifndef VALIDATORS_ROUNDS_HEAD_H
#define VALIDATORS_ROUNDS_HEAD_H

#include "validators/rounds/state.h"

/* format.head */
void rounds_head_render(const struct context *ctx, UT_string *out);
/* `> Round 2: Challenger bob failed (timeout), …; WHAT FOLLOWS. TIME`, with the blank line before it. malloc'd. */
char *rounds_head_failure(enum rounds_role role, unsigned round, const char *name, const char *reason, int64_t time_ms);
/* The line behind a challenge that has points: `> Points of round 2: C2.1, C2.2, TIME`; of many, the first and the
 * last. malloc'd. */
char *rounds_head_points(unsigned round, size_t n, int64_t time_ms);

#endif
