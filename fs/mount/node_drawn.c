/*
 * A picture that is laid out when its graph changes (fs/registry/drawing.h): read as a text is, but an open waits until
 * the picture shows the graph as it is then. An open, not a read: programs ask for the size right after it, and read no
 * further.
 *
 * An open that waits is parked (parked.h), and whoever wakes it answers ESTALE, so that the kernel looks the path up
 * anew, which tells it the size that the picture has now (attr_cache.h), and opens again; the second open takes what is
 * there. Whose thread is unknown, and so could be sent back for ever, takes what is there at once, and so do
 * non-blocking opens, and those that come where too much is parked already.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include "fs/mount/ino.h"
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/registry/drawing.h"
#include "validators/text/mem.h"

struct parked_open {
	struct parked parked;
	struct waiter waiter;
	struct wait wait; /* its duel is held */
	struct mount *mount;
};

static bool
drawn_waits(const struct node *n, struct wait *w)
{
	return drawing_wait(n->duel, own_row(n->sub), w);
}

static void
woken(struct waiter *w, int err, unsigned before)
{
	struct parked_open *p = PARKED_OF(w, struct parked_open, waiter);
	(void)before;
	parked_leave(p->mount, &p->parked);
	duel_drop(p->wait.duel);
	fuse_reply_err(p->parked.req, err ? -err : ESTALE);
	free(p);
}

static void
wait_no_more(struct parked *parked)
{
	struct parked_open *p = (struct parked_open *)parked;
	waiter_leave(&p->waiter);
	duel_drop(p->wait.duel);
}

/* false: it is to take what is there. Expects the lock. */
static bool
park(struct mount *m, fuse_req_t req, const struct node *n)
{
	const struct fuse_ctx *who = fuse_req_ctx(req);
	struct parked_open *p = mem_calloc(1, sizeof *p);
	*p = (struct parked_open){.parked = {.req = req, .interrupted = wait_no_more},
		.waiter = {.wait = &p->wait, .wake = woken}, .mount = m};
	duel_hold(n->duel);
	if (tree[n->row].kind->waits(n, &p->wait) && !fuse_req_interrupted(req) && !waiter_park(&p->waiter, who->uid)) {
		if (stale_waits(&m->attrs, who->pid)) {
			parked_enter(m, &p->parked);
			return true;
		}
		waiter_leave(&p->waiter);
	}
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
	if (row >= TREE_ROWS || !tree[row].kind->waits || (flags & O_ACCMODE) != O_RDONLY ||
		flags & (O_TRUNC | O_NONBLOCK))
		return false;
	parked_listen(m, req);
	registry_lock(m->registry);
	bool waits = !node_find(m, ino, fuse_req_ctx(req)->uid, &n) && park(m, req, &n);
	registry_unlock(m->registry);
	return waits;
}

const struct node_kind node_drawn = {.size = text_size, .waits = drawn_waits, .open = text_open, .read = text_read,
	.whole = true};
