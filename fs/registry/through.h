/*
 * Reading through (duelfs.toml, reads = "through"): whoever waits here goes on once this host knows what was in the
 * store when it began to wait, or later. What it shows then is no older than anything that any host accepted before.
 *
 *     who waits ──► a look begins: where are the duels that are waited for, which are there? ──► known here: it came
 *                        └─ further than here: it is read on (sharing.c), and then it came
 *                        └─ nobody answers: the next look
 *
 * One look is under way at a time, beside the loop, and is for all who waited before it began: what came after its
 * answer was made it does not have. So many that wait at once cost two looks at most.
 *
 * Nobody is given up on here: however long the store is away, whoever waits leaves when that has lasted long enough.
 *
 * Expects the registry's lock, as all of the registry does.
 */
#ifndef FS_REGISTRY_THROUGH_H
#define FS_REGISTRY_THROUGH_H

#include <stdbool.h>
#include <stdint.h>
#include "fs/registry/duel.h"

struct through_wait {
	struct through_wait *prev, *next;
	int64_t duel; /* by its id; 0: which duels there are */
	bool row;     /* of one that is not loaded its row will do, as it is now; else it is loaded next */
	void (*came)(struct through_wait *w); /* once, later, with the lock held; then there is nothing to leave */
	enum {
		THROUGH_CAME, /* it waits for nothing */
		THROUGH_ASKS, /* no look has begun since */
		THROUGH_LOOKS,
		THROUGH_READS, /* until the duel is at `rev` here */
	} at;
	bool begun; /* to read */
	uint64_t rev;
};

/* Are reads to go through here? Never where nobody else writes. */
bool registry_reads_through(const struct registry *r);
/* So long may one wait that is to be answered. */
int64_t registry_patience_seconds(const struct registry *r);
void through_await(struct registry *r, struct through_wait *w);
void through_leave(struct registry *r, struct through_wait *w);

#endif
