/*
 * The process that asks, and whether two requests come from one: out of the request and out of
 * /proc. A question to /proc blocks for some microseconds.
 *
 * A request names the thread. A process is its thread group. Most requests come from the first thread of a process,
 * whose number is the process's: then nothing of /proc is asked.
 *
 * A process that dies flushes what it had open, as one that closes does. The signal that ends it is in field 52
 * (exit_code) of its stat in /proc: the number of a signal, with 0x80 where there is a core, or an exit status shifted
 * by 8. A process that lives on may show others there (of a stop), so that it counts with PF_EXITING alone, in field 9.
 * The field reads 0 for those who may not look: of other users, unless root does.
 *
 * A process that executes another program closes what it had open with O_CLOEXEC, and flushes it, while the kernel
 * holds a lock. A reader of its stat waits for that lock (Linux 6.18), and would wait for ever here. A reader of its
 * status does not. So stat is asked only of a process that has no memory any more, which executes nothing.
 */
#ifndef FS_MOUNT_PROCESS_H
#define FS_MOUNT_PROCESS_H

#include <fuse_lowlevel.h>
#include <stdbool.h>
#include <sys/types.h>
#include "fs/util/caller.h"

/* The process of a thread; 0: it is outside our pid namespace, or unknown. */
pid_t process_of(pid_t thread);
/* Are they one? If that is unknown, they are taken to be. */
static inline bool
process_is(pid_t process, pid_t other)
{
	return !process || !other || process == other;
}
/* The signal that is ending the process of this thread; 0: none is, or it cannot be told. */
int process_signal(pid_t thread);

/* Which processes did something: the newest of them. Zeroed by its owner before use. */
#define PROCESSES_MAX 16
struct processes {
	pid_t tgid[PROCESSES_MAX];
	unsigned n; /* so many were put in, the oldest of them gone */
	pid_t thread; /* the last one, so that /proc is asked once */
};
void processes_add(struct processes *ps, pid_t thread);
/* Is this process (0: unknown) one of them? If that is unknown, it is, unless there is none. */
bool processes_have(const struct processes *ps, pid_t process);

static inline struct caller
caller_of(fuse_req_t req)
{
	const struct fuse_ctx *ctx = fuse_req_ctx(req);
	return (struct caller){.uid = ctx->uid, .gid = ctx->gid, .pid = ctx->pid};
}
/* With the supplementary groups, which cost a look into /proc; malloc'd: free who->groups. */
void caller_add_groups(struct caller *who, fuse_req_t req);

#endif
