/*
 * Threads for requests. The one that receives answers itself what never waits; of every other request the table's
 * pool has a copy, and one of its threads runs it.
 */
#include "fs/mount/mount.h"

#include <linux/fuse.h>
#include <stdbool.h>
#include <string.h>
#include "fs/mount/handle.h"
#include "fs/mount/tree.h"
#include "fs/duels/duel.h"
#include "fs/util/workers.h"
#include "validators/text/mem.h"

/* A request that the pool has. */
struct asked {
	struct mount *m;
	size_t size;
	char bytes[];
};

/* Has it nothing to wait for? A read has its content from the open, or is put aside; a getattr of a duel's directory
 * needs only `struct duel`, which stays in memory; a page takes long to make. Expects the lock. */
static bool
runs_at_once(struct mount *m, const struct fuse_in_header *in)
{
	const void *asks = in + 1;
	const struct handle *h;
	unsigned row = ino_row(in->nodeid);
	switch (in->opcode) {
	case FUSE_INIT:
	case FUSE_DESTROY:
	case FUSE_FORGET:
	case FUSE_BATCH_FORGET:
	case FUSE_INTERRUPT:
	case FUSE_READ:
	case FUSE_OPENDIR:
	case FUSE_RELEASEDIR:
	case FUSE_STATFS:
	case FUSE_GETXATTR:
	case FUSE_IOCTL:
		return true;
	case FUSE_RELEASE:
	case FUSE_FLUSH:
		/* both begin with it */
		h = (const struct handle *)(uintptr_t)((const struct fuse_flush_in *)asks)->fh;
		return !h->intake || !intake_is_undecided(h->intake);
	case FUSE_LOOKUP:
	case FUSE_GETATTR:
	case FUSE_OPEN:
		break;
	default:
		return false;
	}
	if (in->opcode == FUSE_LOOKUP ? !strcmp(asks, tree[TREE_PAGE].name) : row == TREE_PAGE)
		return false;
	struct duel *d = row == TREE_DUEL && in->opcode == FUSE_GETATTR ? NULL
		: duels_by_id(m->duels, ino_duel(in->nodeid));
	return !d || (d->live && !duel_is_owed(d));
}

static void
run_asked(void *arg)
{
	struct asked *a = arg;
	fuse_session_process_buf(a->m->se, &(struct fuse_buf){.size = a->size, .mem = a->bytes});
	free(a);
}

void
pool_run(struct mount *m, const struct fuse_buf *buf)
{
	const struct fuse_in_header *in = buf->mem;
	duels_lock(m->duels);
	bool here = runs_at_once(m, in);
	duels_unlock(m->duels);
	if (here) {
		fuse_session_process_buf(m->se, buf);
		return;
	}
	struct asked *a = mem_check(malloc(sizeof *a + buf->size));
	a->m = m;
	a->size = buf->size;
	memcpy(a->bytes, buf->mem, buf->size);
	workers_run(m->duels->workers, in->uid, run_asked, a);
}
