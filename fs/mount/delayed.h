/*
 * Requests whose duel is not loaded yet. Nothing was
 * made of them but a copy: the loop serves others meanwhile, and takes them up as if they had come then. So no
 * operation knows of this, and one that finds its duel unloaded all the same (it names a second one) loads it itself.
 *
 * The kernel waits for each, and so does whoever asked: an interrupt ends that, and so does a load that fails. While
 * any is delayed the loop sleeps on its wake-up, too, and the device does not block; else there is no more to this than
 * a look at each request.
 *
 * The loop's, but for what loading.h calls.
 */
#ifndef FS_MOUNT_DELAYED_H
#define FS_MOUNT_DELAYED_H

#include <fuse_lowlevel.h>
#include <stdbool.h>

struct mount;
struct delayed;

struct delays {
	struct delayed *first; /* in the order in which they came */
	int wake; /* an eventfd: one of them can be served */
};

/* 0, or a negative errno. */
int delays_start(struct mount *m);
/* true: it is taken, and answered later. */
bool delay(struct mount *m, const struct fuse_buf *buf);
/* Sleep until there is a request, or one that was delayed can be served; serve those. Where none is delayed: returns at
 * once. */
void delays_wait(struct mount *m);
/* No request comes any more: serve them as their duels come; or, where nobody hears it, forget them. */
void delays_end(struct mount *m, bool serve);

#endif
