/* Who asks: from the request, never from the text. */
#ifndef FS_UTIL_CALLER_H
#define FS_UTIL_CALLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A number comes again after its process has gone, so each stands with the moment it began. */
struct ancestor {
	pid_t pid;     /* of the thread group */
	uint64_t began; /* in the kernel's ticks since boot */
};

struct caller {
	uid_t uid;
	gid_t gid;
	pid_t pid; /* thread id; 0: outside our pid namespace */
	/* Supplementary groups, for opening a source with the caller's rights; may be NULL. */
	const gid_t *groups;
	size_t n_groups;
	struct ancestor process; /* whose what is sealed is; pid 0: not known */
};

/* With groups of its own, to be kept beyond the request; NULL: none, all zero. */
void caller_copy(struct caller *out, const struct caller *who);
void caller_clear(struct caller *who);

bool ancestor_is(const struct ancestor *a, const struct ancestor *b);

#endif
