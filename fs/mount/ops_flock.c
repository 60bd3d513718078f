/*
 * flock(2). The kernel would keep such a lock with its inode, of which a file may have several (edition.h), and then two who have the same file
 * open would both get it. So it is kept here: one an open file, and held against all others of that file. Who has to wait is parked, and
 * answered when its turn has come, in the order of coming, or when it is interrupted, as in node_wait.c.
 *
 * Record locks (fcntl) are the kernel's, with its inode.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/file.h>
#include <uthash.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/mount/ops.h"
#include "validators/text/mem.h"

struct parked_flock {
	fuse_req_t req;
	struct handle *handle;
	int how; /* LOCK_SH or LOCK_EX */
	UT_hash_handle hh;
};

static bool
can_have(const struct handle *h, int how)
{
	for (const struct opened_inode *i = h->opened->inodes; i; i = i->next)
		for (const struct handle *other = i->handles; other; other = other->older)
			if (other != h && (other->flock == LOCK_EX || (other->flock && how == LOCK_EX)))
				return false;
	return true;
}

/* Takes `p`. */
static void
answer(struct mount *m, struct parked_flock *p, int err)
{
	HASH_DEL(m->parked_flocks, p);
	fuse_reply_err(p->req, err);
	free(p);
}

/* It has another lock now, or none: who waited for that? */
static void
pass_on(const struct handle *h)
{
	struct mount *m = h->node.mount;
	struct parked_flock *p, *next;
	HASH_ITER(hh, m->parked_flocks, p, next)
		if (p->handle->opened == h->opened && can_have(p->handle, p->how)) {
			p->handle->flock = p->how;
			answer(m, p, 0);
		}
}

void
flock_end(struct handle *h)
{
	struct mount *m = h->node.mount;
	struct parked_flock *p, *next;
	HASH_ITER(hh, m->parked_flocks, p, next)
		if (p->handle == h) /* the mount ends: else nobody closes what a thread waits with */
			answer(m, p, ECONNABORTED);
	if (!h->flock)
		return;
	h->flock = 0;
	pass_on(h);
}

static void
interrupted(fuse_req_t req, void *arg)
{
	struct mount *m = arg;
	struct parked_flock *p;
	registry_lock(m->registry);
	HASH_FIND_PTR(m->parked_flocks, &req, p);
	if (p)
		answer(m, p, EINTR);
	registry_unlock(m->registry);
}

static void
park(struct handle *h, fuse_req_t req, int how)
{
	struct parked_flock *p = mem_calloc(1, sizeof *p);
	*p = (struct parked_flock){.req = req, .handle = h, .how = how};
	HASH_ADD_PTR(h->node.mount->parked_flocks, req, p);
}

/* The errno to answer with; -1: it waits. What it had is gone where it cannot have the other at once: so it is everywhere. */
static int
take(struct handle *h, fuse_req_t req, int how, bool waits)
{
	bool has = how == LOCK_UN || can_have(h, how);
	h->flock = has && how != LOCK_UN ? how : 0;
	pass_on(h);
	if (has)
		return 0;
	if (!waits)
		return EWOULDBLOCK;
	if (fuse_req_interrupted(req))
		return EINTR;
	park(h, req, how);
	return -1;
}

void
op_flock(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi, int op)
{
	struct mount *m = mount_of(req);
	(void)ino;
	fuse_req_interrupt_func(req, interrupted, m); /* before the lock: it may be called from here */
	registry_lock(m->registry);
	int err = take(handle_of(fi), req, op & ~LOCK_NB, !(op & LOCK_NB));
	if (err >= 0)
		fuse_reply_err(req, err);
	registry_unlock(m->registry);
}
