#include "fs/mount/parked.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include "fs/mount/mount.h"

static void
interrupted(fuse_req_t req, void *arg)
{
	struct mount *m = arg;
	struct parked *p;
	duels_lock(m->duels);
	HASH_FIND_PTR(m->parked, &req, p);
	if (p) {
		parked_leave(m, p);
		p->interrupted(p);
	}
	duels_unlock(m->duels);
	if (p)
		fuse_reply_err(req, EINTR);
	free(p);
}

void
parked_listen(struct mount *m, fuse_req_t req)
{
	fuse_req_interrupt_func(req, interrupted, m);
}

void
parked_enter(struct mount *m, struct parked *p)
{
	assert(duels_is_locked(m->duels));
	assert(p->req && p->interrupted);
	HASH_ADD_PTR(m->parked, req, p);
}

void
parked_leave(struct mount *m, struct parked *p)
{
	assert(p->hh.tbl);
	HASH_DEL(m->parked, p);
}
