/*
 * flock(2). The kernel would keep such a lock with its inode, of which a file may have several (edition.h), and then
 * two who have the same file open would both get it. So it is kept here (flock.h), with the file. Who has to wait is
 * parked (parked.h).
 *
 * Record locks (fcntl) are the kernel's, with its inode.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/file.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/mount/ops.h"
#include "validators/text/mem.h"

struct parked_flock {
	struct parked parked;
	struct flock_request request;
	struct handle *handle;
};

static void
wait_no_more(struct parked *parked)
{
	struct parked_flock *p = (struct parked_flock *)parked;
	flock_leave(&p->handle->opened->flock, &p->request);
}

/* They have it. */
static void
answer_all(struct mount *m, struct flock_request *woken)
{
	unsigned before = 0;
	for (struct flock_request *r = woken, *next; r; r = next) {
		struct parked_flock *p = PARKED_OF(r, struct parked_flock, request);
		next = r->next;
		parked_leave(m, &p->parked);
		if (before++ < NOTIFY_AT_ONCE)
			fuse_reply_err(p->parked.req, 0);
		else
			notify_reply(m->notify, p->parked.req, 0, NULL, 0);
		free(p);
	}
}

void
flock_end(struct handle *h)
{
	struct mount *m = h->node.mount;
	struct flock_request *woken;
	while (h->flock.waiting) { /* the mount ends: else nobody closes what a thread waits with */
		struct parked_flock *p = PARKED_OF(h->flock.waiting, struct parked_flock, request);
		parked_leave(m, &p->parked);
		wait_no_more(&p->parked);
		fuse_reply_err(p->parked.req, ECONNABORTED);
		free(p);
	}
	flock_take(&h->opened->flock, &h->flock, LOCK_UN, &woken);
	answer_all(m, woken);
}

/* 0, or a negative errno to answer with. */
static int
park(struct handle *h, fuse_req_t req, int how)
{
	if (fuse_req_interrupted(req))
		return -EINTR;
	struct parked_flock *p = mem_calloc(1, sizeof *p);
	*p = (struct parked_flock){.parked = {.req = req, .interrupted = wait_no_more},
		.request = {.holder = &h->flock, .how = how}, .handle = h};
	int err = flock_wait(&h->opened->flock, &p->request);
	if (err)
		free(p);
	else
		parked_enter(h->node.mount, &p->parked);
	return err;
}

void
op_flock(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi, int op)
{
	struct mount *m = mount_of(req);
	struct handle *h = handle_of(fi);
	struct flock_request *woken;
	int how = op & ~LOCK_NB;
	(void)ino;
	parked_listen(m, req);
	registry_lock(m->registry);
	int err = flock_take(&h->opened->flock, &h->flock, how, &woken);
	answer_all(m, woken);
	if (!err || op & LOCK_NB || (err = park(h, req, how)))
		fuse_reply_err(req, -err);
	registry_unlock(m->registry);
}
