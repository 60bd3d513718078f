/*
 * Requests that are answered later, when what they wait for has come: reads of a wait file. Each may be interrupted
 * until then.
 *
 * The answer and the interrupt may come at one moment from two threads. libfuse hands an interrupt on without looking
 * whether the request has been answered meanwhile, but keeps its memory until the call is over; so the request's
 * address, where the table still has it, says that it was not. Expects the duels' lock, but where it says
 * otherwise.
 */
#ifndef FS_MOUNT_PARKED_H
#define FS_MOUNT_PARKED_H

#include <fuse_lowlevel.h>
#include <stddef.h>
#include <uthash.h>

struct mount;

/* The first member of what is parked, which is malloc'd. */
struct parked {
	fuse_req_t req;
	void (*interrupted)(struct parked *p); /* it waits no more; then EINTR is answered, and it is freed */
	UT_hash_handle hh;
};

/* The struct that this is a member of. */
#define PARKED_OF(at, type, member) ((type *)((char *)(at) - offsetof(type, member)))

/* This request may be parked. Without the lock: where an interrupt has come already, it is told of from here. */
void parked_listen(struct mount *m, fuse_req_t req);
void parked_enter(struct mount *m, struct parked *p);
/* Its answer is on its way: no interrupt finds it any more. */
void parked_leave(struct mount *m, struct parked *p);

#endif
