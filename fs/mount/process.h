/*
 * Who asks, and whether two requests come from one process.
 *
 * A request names the thread. A process is its thread group, and a number can come again after the process has gone: so the opener is
 * kept as a pidfd too, which tells (the process that flushes while it dies is still there; its number cannot have been given anew).
 * Most requests come from the first thread of a process, whose number is the process's: then /proc is not asked at all.
 */
#ifndef FS_MOUNT_PROCESS_H
#define FS_MOUNT_PROCESS_H

#include <fuse_lowlevel.h>
#include <stdbool.h>
#include <sys/types.h>
#include "fs/duel/registry.h"

struct process {
	pid_t tgid; /* 0: outside our pid namespace, or unknown */
	int pidfd;  /* -1: none */
};

#define PROCESS_NONE ((struct process){.pidfd = -1})

/* Blocking calls of a microsecond: not with a lock held. */
void process_take(struct process *p, pid_t thread);
/* Is `thread` of that process? Where it cannot be told, it is taken to be. */
bool process_is(const struct process *p, pid_t thread);
/* Are these threads of one process? false where it cannot be told. */
bool process_same(pid_t a, pid_t b);
void process_drop(struct process *p);

struct caller caller_of(fuse_req_t req);
/* With the supplementary groups, which cost a look into /proc; malloc'd: free who->groups. */
void caller_add_groups(struct caller *who, fuse_req_t req);

#endif
