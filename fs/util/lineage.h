/*
 * Who a process descends from, nearest first, itself included: two processes of one user are told apart by it, whatever
 * shells they run. A number comes again after its process has gone, so each stands with the moment it began. Pure.
 */
#ifndef FS_UTIL_LINEAGE_H
#define FS_UTIL_LINEAGE_H

#include <stdint.h>
#include <sys/types.h>

/* So many generations: an agent, its wrappers and shells, and what they run, with room to spare. */
#define LINEAGE_MAX 12

struct ancestor {
	pid_t pid;     /* of the thread group */
	uint64_t began; /* in the kernel's ticks since boot */
};

struct lineage {
	unsigned n; /* 0: it is not known */
	struct ancestor v[LINEAGE_MAX];
};

/* How many generations above `of` the first is that both have; LINEAGE_MAX: none, as far as is known. */
unsigned lineage_distance(const struct lineage *of, const struct lineage *other);

#endif
