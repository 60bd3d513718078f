/*
 * flock(2) of one file: who has its lock, and who waits for it. Any number have it shared, or one has it exclusively.
 * Pure: the requests and their answers are ops_flock.c's. Expects the registry's lock. All zero is a file whose lock
 * nobody has.
 *
 * A lock belongs to an open file, whichever of its threads asks. Who asks for it otherwise than it has it gives that up
 * first, and has nothing where the other is not to be had at once: so it is everywhere. Who waits gets it in the order
 * of coming, as soon as none of the others keeps it from that; so those who share it go before one who wants it alone,
 * as everywhere.
 *
 * Whatever changes, nobody is looked at who cannot have it now: one file may be open many thousand times, and many may
 * wait.
 */
#ifndef FS_MOUNT_FLOCK_H
#define FS_MOUNT_FLOCK_H

#include <stdint.h>

/* Those who wait for one file: so many at one moment may get it by one change, under the registry's lock. */
#define FLOCK_WAITING_MAX 1024

/* Who waits. The caller's memory, which stays where it is until it has left. */
struct flock_request {
	struct flock_holder *holder;
	int how; /* LOCK_SH or LOCK_EX */
	uint64_t came;
	/* of the file's that want the same; `next` of those who have it now, too */
	struct flock_request *prev, *next;
	struct flock_request *before, *after; /* of its open file's */
};

/* Of one open file. All zero has nothing. */
struct flock_holder {
	int has; /* LOCK_SH or LOCK_EX; 0: nothing */
	struct flock_holder *prev, *next; /* of those that have something */
	struct flock_request *waiting; /* for this one, the oldest first */
};

struct flock_file {
	struct flock_holder *holders;
	unsigned n_holders, n_waiting;
	struct flock_request *shared, *exclusive; /* waiting, the oldest first */
	uint64_t came;
};

/* `how`: LOCK_SH, LOCK_EX or LOCK_UN. 0, or -EWOULDBLOCK, and then it has nothing. *woken: those who have waited and
 * have it now, which have left, in their order; NULL: nobody. */
int flock_take(struct flock_file *f, struct flock_holder *h, int how, struct flock_request **woken);
/* Wait for what flock_take did not give just now, with `holder` and `how` set: 0, or -ENOLCK. */
int flock_wait(struct flock_file *f, struct flock_request *r);
/* Wait no more. */
void flock_leave(struct flock_file *f, struct flock_request *r);

#endif
