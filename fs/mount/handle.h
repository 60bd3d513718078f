/*
 * One open file. Made at open, gone at release; the mount keeps a list of them for its own end.
 *
 * Owned here: what it reads (fs/duels/snapshot.h), the intake, the groups of the opener, what it waits for and who
 * polls it, and one hold on the duel where the kind goes on using it (then node.duel stays true).
 *
 * Whose rights count is settled at open: what is written later goes as the opener, whoever writes. The writer may be a
 * program that is set-user-ID root, whose standard error this file is, and which says what it was told to say.
 */
#ifndef FS_MOUNT_HANDLE_H
#define FS_MOUNT_HANDLE_H

#include <assert.h>
#include <fuse_lowlevel.h>
#include <stdlib.h>
#include "fs/intake/intake.h"
#include "fs/mount/process.h"
#include "fs/mount/tree.h"
#include "fs/duels/snapshot.h"
#include "fs/duels/wait.h"

struct handle {
	struct handle *prev, *next;
	struct node node;
	uint64_t ino;
	struct caller who; /* who opened it; its groups are owned */
	struct handle *newer, *older; /* in the mount's table of open inodes, as long as it is not shut */
	bool shut;
	bool held;
	/* The snapshot that it reads, whatever becomes of the file: as it was at open, or (`wait`) when its wait was
	 * over; none: the file as it is. */
	struct snapshot snapshot;
	bool grows; /* behind that reading the file goes on as it is: debate.md with a front */
	struct intake *intake;
	pid_t opener;             /* the process that opened an intake; 0: unknown */
	struct processes writers; /* likewise, beside the opener's first thread */
	struct scratch *scratch;
	bool made; /* that, by this open */
	bool answered; /* of `wait`: its reading came after the open */
	bool nonblock; /* of the read that is under way: O_NONBLOCK comes and goes */
	struct wait wait; /* WAIT_NONE: nothing here is waited for */
	struct polled *poll; /* to be told when a read would not wait; NULL: nobody polls */
};

/* Let it read these bytes, malloc'd, which it takes. -ENOSPC where its uid's open files hold too much: told of in
 * last_error. `woken`: its wait is over, while others' are: some way past the limit, and told nowhere. Expects the
 * lock, as most here does. */
int handle_take(struct handle *h, char *bytes, size_t len, bool woken);
static inline struct handle *
handle_of(const struct fuse_file_info *fi)
{
	return (struct handle *)(uintptr_t)fi->fh;
}

/* How many bytes a reader of it finds in what it has as it was at open, and behind it. -1: it reads the file as it is.
 * Expects the lock. */
off_t handle_size(const struct handle *h);
/* Keep the duel. Expects the lock. */
static inline void
handle_hold(struct handle *h)
{
	duel_hold(h->node.duel);
	h->held = true;
}
/* Give back the intake, what it reads, and the duel. `closed`: an intake's last decision is made; else nobody closed
 * it, and nothing is decided. Expects the lock, and lets go of it for that. */
void handle_shut(struct handle *h, bool closed);
/* Free what is left. */
static inline void
handle_free(struct handle *h)
{
	assert(h->shut && !h->snapshot.bytes && !h->intake && !h->held && !h->poll);
	free((void *)h->who.groups);
	free(h);
}

#endif
