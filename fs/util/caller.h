/*
 * Who asks: from the request, never from the text. And whom a process descends from, nearest first, itself included:
 * two processes of one user are told apart by it, whatever shells they run.
 */
#ifndef FS_UTIL_CALLER_H
#define FS_UTIL_CALLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* So many generations: an agent, its wrappers and shells, and what they run, with room to spare. */
#define LINEAGE_MAX 12

/* A number comes again after its process has gone, so each stands with the moment it began. */
struct ancestor {
	pid_t pid;     /* of the thread group */
	uint64_t began; /* in the kernel's ticks since boot */
};

struct lineage {
	unsigned n; /* 0: it is not known */
	struct ancestor v[LINEAGE_MAX];
};

struct caller {
	uid_t uid;
	gid_t gid;
	pid_t pid; /* thread id; 0: outside our pid namespace */
	/* Supplementary groups, for opening a source with the caller's rights; may be NULL. */
	const gid_t *groups;
	size_t n_groups;
	/* For whose rehearsal it is: of `check` alone; n 0: not known. */
	struct lineage lineage;
};

/* With groups of its own, to be kept beyond the request; NULL: none, all zero. */
void caller_copy(struct caller *out, const struct caller *who);
void caller_clear(struct caller *who);

/* The process itself; pid 0: it is not known. */
struct ancestor caller_self(const struct caller *who);
bool ancestor_is(const struct ancestor *a, const struct ancestor *b);

/* How many generations above `of` the first is that both have; LINEAGE_MAX: none, as far as is known. */
unsigned lineage_distance(const struct lineage *of, const struct lineage *other);

#endif
