/*
 * A picture that is laid out when its graph changes (fs/registry/drawing.h): read as a text is, but an open waits until the picture shows the
 * graph as it is then. An open, not a read: programs ask for the size right after it, and read no further.
 *
 * An open that waits is parked: its request stands in a table of the mount, and whoever wakes it answers ESTALE, so that the kernel looks the
 * path up anew, which tells it the size that the picture has now (told.h), and opens again; the second open takes what is there. Whose thread
 * is unknown, and so could be sent back for ever, takes what is there at once, and so do non-blocking opens, and those that come where too
 * much is parked already.
 *
 * An interrupt and an answer may come at one moment, as in node_wait.c: the request's address, where the table still has it, says that it was
 * not answered.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <uthash.h>
#include "fs/mount/ino.h"
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/registry/drawing.h"
#include "validators/text/mem.h"

struct parked_open {
	struct waiter waiter; /* the first member */
	struct wait wait;
	struct mount *mount;
	fuse_req_t req;
	UT_hash_handle hh;
};

static bool
drawn_waits(const struct node *n, struct wait *w)
{
	return drawing_wait(n->duel, own_row(n->sub), w);
}

/* Takes `p`, which has left its duel's list. Expects the lock. */
static void
answer(struct parked_open *p, int err)
{
	HASH_DEL(p->mount->parked_opens, p);
	duel_drop(p->wait.duel);
	fuse_reply_err(p->req, -err);
	free(p);
}

static void
woken(struct waiter *w, int err, unsigned before)
{
	(void)before;
	answer((struct parked_open *)w, err ? err : -ESTALE);
}

static void
interrupted(fuse_req_t req, void *arg)
{
	struct mount *m = arg;
	struct parked_open *p;
	registry_lock(m->registry);
	HASH_FIND_PTR(m->parked_opens, &req, p);
	if (p) {
		waiter_leave(&p->waiter);
		answer(p, -EINTR);
	}
	registry_unlock(m->registry);
}

/* false: it is to take what is there. */
static bool
park(struct parked_open *p)
{
	const struct fuse_ctx *who = fuse_req_ctx(p->req);
	p->waiter = (struct waiter){.wait = &p->wait, .wake = woken};
	if (fuse_req_interrupted(p->req) || waiter_park(&p->waiter, who->uid))
		return false;
	if (!told_waits(&p->mount->told, who->pid)) {
		waiter_leave(&p->waiter);
		return false;
	}
	HASH_ADD_PTR(p->mount->parked_opens, req, p);
	return true;
}

static bool
wait_for(struct mount *m, fuse_req_t req, const struct node *n)
{
	struct parked_open *p = mem_calloc(1, sizeof *p);
	p->mount = m;
	p->req = req;
	duel_hold(n->duel);
	if (tree[n->row].kind->waits(n, &p->wait) && park(p))
		return true;
	duel_drop(n->duel);
	free(p);
	return false;
}

bool
open_wait(fuse_req_t req, fuse_ino_t ino, int flags)
{
	struct mount *m = fuse_req_userdata(req);
	unsigned row = ino_row(ino);
	struct node n;
	if (row >= TREE_ROWS || !tree[row].kind->waits || (flags & O_ACCMODE) != O_RDONLY || flags & (O_TRUNC | O_NONBLOCK))
		return false;
	fuse_req_interrupt_func(req, interrupted, m); /* before the lock: it may be called from here */
	registry_lock(m->registry);
	bool waits = !node_find(m, ino, fuse_req_ctx(req)->uid, &n) && wait_for(m, req, &n);
	registry_unlock(m->registry);
	return waits;
}

const struct node_kind node_drawn = {.size = text_size, .waits = drawn_waits, .open = text_open, .read = text_read,
	.whole = true};
