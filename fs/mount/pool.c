#include "fs/mount/pool.h"

#include <linux/fuse.h>
#include <stdbool.h>
#include <string.h>
#include <utlist.h>
#include "fs/mount/handle.h"
#include "fs/mount/ino.h"
#include "fs/mount/mount.h"
#include "fs/mount/tree.h"
#include "fs/registry/duel.h"
#include "validators/text/mem.h"

/* A request that the pool has; in the mount's list until it has run. */
struct asked {
	struct asked *prev, *next;
	struct mount *m;
	bool interrupted; /* under the registry's lock */
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

static const struct fuse_in_header *
header(const void *bytes)
{
	return bytes;
}

/* Of a duel's directory itself its row in the store says enough. Expects the lock. */
static bool
is_settled(struct mount *m, const struct fuse_in_header *in)
{
	const struct handle *h = NULL;
	if (in->opcode == FUSE_RELEASE)
		h = (const struct handle *)(uintptr_t)((const struct fuse_release_in *)(in + 1))->fh;
	else if (in->opcode == FUSE_FLUSH)
		h = (const struct handle *)(uintptr_t)((const struct fuse_flush_in *)(in + 1))->fh;
	if (h)
		return !h->door || !door_is_undecided(h->door);
	if (!ino_duel(in->nodeid) || (ino_row(in->nodeid) == TREE_DUEL && in->opcode == FUSE_GETATTR))
		return true;
	struct duel *d = registry_by_id(m->registry, ino_duel(in->nodeid));
	return !d || duel_is_settled(d);
}

static bool
runs_at_once(struct mount *m, const struct fuse_in_header *in)
{
	for (size_t i = 0; i < sizeof at_once / sizeof *at_once; i++)
		if (at_once[i].opcode == in->opcode)
			return !at_once[i].settled || is_settled(m, in);
	return false;
}

/* Expects the lock. */
static void
interrupt(struct mount *m, const struct fuse_interrupt_in *what)
{
	struct asked *a;
	DL_FOREACH(m->asked, a)
		if (header(a->bytes)->unique == what->unique) {
			a->interrupted = true;
			registry_tell(m->registry);
		}
}

static void
run(void *arg)
{
	struct asked *a = arg;
	struct mount *m = a->m;
	struct fuse_buf buf = {.size = a->size, .mem = a->bytes};
	registry_listen(&a->interrupted);
	fuse_session_process_buf(m->se, &buf);
	registry_listen(NULL);
	registry_lock(m->registry);
	DL_DELETE(m->asked, a);
	registry_unlock(m->registry);
	free(a);
}

void
pool_run(struct mount *m, const struct fuse_buf *buf)
{
	const struct fuse_in_header *in = header(buf->mem);
	registry_lock(m->registry);
	bool here = runs_at_once(m, in);
	if (in->opcode == FUSE_INTERRUPT)
		interrupt(m, (const struct fuse_interrupt_in *)(in + 1));
	if (here) {
		registry_unlock(m->registry);
		fuse_session_process_buf(m->se, buf);
		return;
	}
	struct asked *a = mem_calloc(1, sizeof *a + buf->size);
	a->m = m;
	a->size = buf->size;
	memcpy(a->bytes, buf->mem, buf->size);
	DL_APPEND(m->asked, a);
	registry_unlock(m->registry);
	workers_run(m->pool, in->uid, run, a);
}
