/*
 * The lease on a duel's floor: who has it, under which number, until when. Pure arithmetic; no clock of its own.
 *
 * Invariants: `number` only grows, and stays when the lease ends, so that whatever was begun under an older one can be
 * told apart; `holder` 0 means the floor is free. Expiry is measured on clock_ms (CLOCK_BOOTTIME); expires_ms is its
 * UTC, to be shown.
 */
#ifndef FS_UTIL_LEASE_H
#define FS_UTIL_LEASE_H

#include <stdbool.h>
#include <stdint.h>
#include "fs/util/clock.h"
#include "validators/kit/format.h"

struct lease {
	unsigned holder;          /* seat; 0: free */
	uint64_t number;          /* of the current or the last lease; 0: there never was one */
	int64_t claimed_ms;       /* UTC */
	int64_t expires_ms;       /* UTC */
	int64_t expires_clock_ms; /* CLOCK_BOOTTIME */
	int64_t boot; /* whose clock it was taken, or extended, by; 0: nobody has said */
	unsigned last_holder; /* whose the last one was, once it has ended */
	bool ran_out;   /* the last one ended by its time */
};

void lease_take(struct lease *l, unsigned holder, uint64_t number, int64_t seconds, struct moment at);
void lease_extend(struct lease *l, int64_t seconds, struct moment at);
void lease_end(struct lease *l, bool ran_out);
/* Is the floor held and the time not over? */
bool lease_held(const struct lease *l, int64_t clock_ms);
/* Whole seconds left, rounded up; 0 when free or over. */
int64_t lease_left_seconds(const struct lease *l, int64_t clock_ms);

#endif
