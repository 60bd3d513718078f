/*
 * The lease on a duel's floor: who has it, under which number, until when. Pure arithmetic; no clock of its own.
 *
 * Invariants: `number` only grows, and stays when the lease ends, so that whatever was begun under an older one can be
 * told apart; `holder` 0 means the floor is free. Expiry is measured on clock_ms (CLOCK_BOOTTIME); expires_ms is its
 * UTC, to be shown.
 */
#ifndef FS_DUEL_LEASE_H
#define FS_DUEL_LEASE_H

#include <stdbool.h>
#include <stdint.h>

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

static inline void
lease_end(struct lease *l, bool ran_out)
{
	*l = (struct lease){.number = l->number, .last_holder = l->holder, .ran_out = ran_out};
}

/* Whole seconds left, rounded up; 0 when free or over. */
static inline int64_t
lease_left_seconds(const struct lease *l, int64_t clock_ms)
{
	return l->holder && clock_ms < l->expires_clock_ms ? (l->expires_clock_ms - clock_ms + 999) / 1000 : 0;
}

#endif
