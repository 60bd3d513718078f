/*
 * `wait`: a read that returns when something has happened. What it gives is rendered when its wait is over (fs/duel/wait.h) and kept in the
 * open file: whoever reads in pieces reads one text, and then the end.
 *
 * A read that has to wait is parked: its request stands in a table of the mount, and is answered by whoever wakes it, or by the signal that
 * interrupts it. Both may come at one moment from two threads. libfuse hands an interrupt on without looking whether the request has been
 * answered meanwhile, but keeps its memory until the call is over; so the request's address, where the table still has it, says that it was
 * not.
 *
 * A read that fills a page (sendfile, splice, mmap) never comes here (ops_file.c): nobody could interrupt it, and whoever opens the file
 * would wait for the page, unkillable. It gets EINVAL, as where such a read is not to be had, and programs that try one then read plainly.
 */
#include <errno.h>
#include <stdlib.h>
#include <uthash.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "validators/mem.h"

struct parked {
	struct waiter waiter; /* the first member */
	fuse_req_t req;
	struct handle *handle;
	size_t size;
	off_t offset;
	UT_hash_handle hh;
};

/* What will be read nobody knows yet. Whoever tries to go through pages (sendfile: busybox's cat) ends at the size that the kernel was told,
 * and whoever asks for it first takes a file of 0 bytes for empty; a size that is too large does no harm to either. So it is some more than
 * the text has now, in whole blocks. */
#define SIZE_BLOCK 4096
#define SIZE_SLACK 1024

static off_t
wait_size(const struct node *n)
{
	return ((text_size(n) + SIZE_SLACK) / SIZE_BLOCK + 1) * SIZE_BLOCK;
}

static int
wait_open(struct handle *h, const struct caller *who, int flags, bool writing)
{
	(void)flags;
	if (writing)
		return node_refuse_change(&h->node, who);
	handle_hold(h);
	wait_begin(&h->wait, h->node.duel, tree[h->node.row].wait, h->node.sub);
	return 0;
}

/* The wait is over. */
static void
answer(struct handle *h, fuse_req_t req, size_t size, off_t offset)
{
	if (!h->answered) {
		utstring_init(&h->text);
		node_render(&h->node, &h->text);
		h->answered = true;
	}
	text_read(h, req, size, offset);
}

/* Take it out of the table; the caller answers it. */
static struct parked
unpark(struct parked *p)
{
	struct parked copy = *p;
	HASH_DEL(p->handle->node.mount->parked, p);
	free(p);
	return copy;
}

static void
woken(struct waiter *w, int err)
{
	struct parked p = unpark((struct parked *)w);
	if (err)
		fuse_reply_err(p.req, -err);
	else
		answer(p.handle, p.req, p.size, p.offset);
}

static void
interrupted(fuse_req_t req, void *arg)
{
	struct mount *m = arg;
	struct parked *p;
	registry_lock(m->registry);
	HASH_FIND_PTR(m->parked, &req, p);
	if (p) {
		waiter_leave(&p->waiter);
		unpark(p);
		fuse_reply_err(req, EINTR);
	}
	registry_unlock(m->registry);
}

/* 0, or a negative errno to answer with. Expects the lock. */
static int
park(struct handle *h, fuse_req_t req, size_t size, off_t offset)
{
	struct parked *p;
	if (h->nonblock)
		return -EAGAIN;
	if (fuse_req_interrupted(req))
		return -EINTR;
	p = mem_calloc(1, sizeof *p);
	*p = (struct parked){.waiter = {.wait = &h->wait, .wake = woken}, .req = req, .handle = h, .size = size, .offset = offset};
	int err = waiter_park(&p->waiter, fuse_req_ctx(req)->uid);
	if (err)
		free(p);
	else
		HASH_ADD_PTR(h->node.mount->parked, req, p);
	return err;
}

static void
wait_read(struct handle *h, fuse_req_t req, size_t size, off_t offset)
{
	struct mount *m = h->node.mount;
	fuse_req_interrupt_func(req, interrupted, m); /* before the lock: it may be called from here */
	registry_lock(m->registry);
	int err = duel_touch(h->node.duel);
	if (!err && (h->answered || wait_over(&h->wait)))
		answer(h, req, size, offset);
	else if (err || (err = park(h, req, size, offset)))
		fuse_reply_err(req, -err);
	registry_unlock(m->registry);
}

const struct node_kind node_wait = {.size = wait_size, .open = wait_open, .read = wait_read};
