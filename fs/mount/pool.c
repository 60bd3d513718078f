#include "fs/mount/pool.h"

#include <linux/fuse.h>
#include <stdbool.h>
#include <string.h>
#include "fs/mount/handle.h"
#include "fs/mount/ino.h"
#include "fs/mount/mount.h"
#include "fs/mount/tree.h"
#include "fs/duels/duel.h"
#include "validators/text/mem.h"

/* A request that the pool has. */
struct asked {
	struct mount *m;
	size_t size;
	char bytes[];
};

/* What is run by the thread that receives: always, or where its duel has nothing to wait for. */
static const struct {
	uint32_t opcode;
	bool settled; /* or where nothing is staged that is to be decided on */
} at_once[] = {
	{FUSE_INIT, false},
	{FUSE_DESTROY, false},
	{FUSE_FORGET, false},
	{FUSE_BATCH_FORGET, false},
	{FUSE_INTERRUPT, false},
	{FUSE_READ, false},
	{FUSE_RELEASE, true},
	{FUSE_OPENDIR, false},
	{FUSE_RELEASEDIR, false},
	{FUSE_STATFS, false},
	{FUSE_GETXATTR, false},
	{FUSE_GETATTR, true},
	{FUSE_LOOKUP, true},
	{FUSE_OPEN, true},
	{FUSE_FLUSH, true},
};

/* Has it nothing to wait for? A getattr of a duel's directory needs only its row in the store. Expects the lock. */
static bool
runs_at_once(struct mount *m, const struct fuse_in_header *in)
{
	const struct handle *h = NULL;
	size_t i = 0;
	while (i < sizeof at_once / sizeof *at_once && at_once[i].opcode != in->opcode)
		i++;
	if (i == sizeof at_once / sizeof *at_once || !at_once[i].settled)
		return i < sizeof at_once / sizeof *at_once;
	if (in->opcode == FUSE_RELEASE)
		h = (const struct handle *)(uintptr_t)((const struct fuse_release_in *)(in + 1))->fh;
	else if (in->opcode == FUSE_FLUSH)
		h = (const struct handle *)(uintptr_t)((const struct fuse_flush_in *)(in + 1))->fh;
	if (h)
		return !h->door || !door_is_undecided(h->door);
	if (in->opcode == FUSE_LOOKUP ? !strcmp((const char *)(in + 1), tree[TREE_PAGE].name)
				      : ino_row(in->nodeid) == TREE_PAGE)
		return false; /* it takes long to make */
	if (!ino_duel(in->nodeid) || (ino_row(in->nodeid) == TREE_DUEL && in->opcode == FUSE_GETATTR))
		return true;
	struct duel *d = duels_by_id(m->duels, ino_duel(in->nodeid));
	return !d || (d->live && !duel_is_owed(d));
}

static void
run(void *arg)
{
	struct asked *a = arg;
	struct mount *m = a->m;
	fuse_session_process_buf(m->se, &(struct fuse_buf){.size = a->size, .mem = a->bytes});
	free(a);
	duels_lock(m->duels);
	duels_work_end(m->duels);
}

void
pool_run(struct mount *m, const struct fuse_buf *buf)
{
	const struct fuse_in_header *in = buf->mem;
	duels_lock(m->duels);
	bool here = runs_at_once(m, in);
	if (!here) {
		struct asked *a = mem_calloc(1, sizeof *a + buf->size);
		a->m = m;
		a->size = buf->size;
		memcpy(a->bytes, buf->mem, buf->size);
		duels_work(m->duels, in->uid, run, a);
	}
	duels_unlock(m->duels);
	if (here)
		fuse_session_process_buf(m->se, buf);
}
