/*
 * What the filesystem itself writes into a record of rounds: its head, and the lines that say who failed; and both read
 * again.
 */
#ifndef VALIDATORS_ROUNDS_HEAD_H
#define VALIDATORS_ROUNDS_HEAD_H

#include "validators/rounds/state.h"

/* format.head */
void rounds_head_render(const struct context *ctx, UT_string *out);
/* format.head_read: seats in the order of their roles. */
void rounds_head_read(const char *text, size_t len, struct head_facts *out);

/* `> Round 2: Challenger bob failed (timeout), …; WHAT FOLLOWS. TIME`, with the blank line before it. malloc'd. */
char *rounds_head_failure(enum rounds_role role, unsigned round, const char *name, const char *reason, int64_t time_ms);
/* The same read again: a line without its newline. */
struct rounds_failure_line {
	enum rounds_role role;
	unsigned round;
	char *name, *reason; /* malloc'd */
	int64_t time_ms;
};
bool rounds_head_failure_read(const char *s, size_t len, struct rounds_failure_line *out);

/* format.split: a whole record, or texts without one, as the parts that it is made of. Turns name nobody: they go by
 * who has their role in the head, else by the role itself. */
void rounds_split(const char *text, size_t len, void (*each)(void *arg, const struct part *part), void *arg);

/* The line behind a challenge that has points: `> Points of round 2: C2.1, C2.2, TIME`; of many, the first and the
 * last. malloc'd. */
char *rounds_head_points(unsigned round, size_t n, int64_t time_ms);

#endif
