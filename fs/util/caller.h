/* The caller: from the request, never from the text. */
#ifndef FS_UTIL_CALLER_H
#define FS_UTIL_CALLER_H

#include <stddef.h>
#include <sys/types.h>

struct caller {
	uid_t uid;
	gid_t gid;
	pid_t pid; /* thread id; 0: outside our pid namespace */
	/* Supplementary groups, for opening a source with the caller's rights; may be NULL. */
	const gid_t *groups;
	size_t n_groups;
};

#endif
