/*
 * `wait`: a read that returns when something has happened. What it gives is rendered when its wait is over (fs/registry/wait.h) and kept in the
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
#include "validators/text/mem.h"

/* So many of those that one change wakes; the others by the thread of notify.h. */
#define ANSWERED_AT_ONCE 4

struct parked {
	struct waiter waiter; /* the first member */
	fuse_req_t req;
	struct handle *handle;
	size_t size;
	off_t offset;
	int err; /* to answer with; 0: the text */
	char *copy; /* of the text, for an answer that comes later: the open file may be gone by then, and the registry */
	size_t len;
	UT_hash_handle hh;
};

/* What will be read nobody knows yet. Whoever tries to go through pages (sendfile: busybox's cat) ends at the size that the kernel was
 * told, and whoever asks for it first takes a file of 0 bytes for empty; a size that is too large does no harm to either. So it is some
 * more than the text has now, in whole blocks. */
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

/* The wait is over. Expects the lock. */
static int
take(struct handle *h, int (*taken)(struct handle *h, struct reading *g))
{
	int err = h->answered ? 0 : taken(h, text_reading(&h->node));
	h->answered = !err;
	return err;
}

/* Takes `p`. Expects the lock, under which the open file stays. */
static void
answer(struct parked *p)
{
	if (p->err)
		fuse_reply_err(p->req, -p->err);
	else
		text_read(p->handle, p->req, p->size, p->offset);
	free(p);
}

/* Without the lock the open file may go while the answer is still on its way. */
static void
answer_later(void *arg)
{
	struct parked *p = arg;
	if (p->err)
		fuse_reply_err(p->req, -p->err);
	else
		reply_slice(p->req, p->copy, p->len, p->size, p->offset);
	free(p->copy);
	free(p);
}

/* Each answer wakes a process, which may take the processor: those who have the floor next are told at once, a crowd without the lock. */
static void
woken(struct waiter *w, int err, unsigned before)
{
	struct parked *p = (struct parked *)w;
	struct handle *h = p->handle;
	HASH_DEL(h->node.mount->parked, p);
	p->err = err ? err : take(h, handle_take_woken);
	if (before < ANSWERED_AT_ONCE) {
		answer(p);
		return;
	}
	if (!p->err) {
		struct iovec bytes = reading_bytes(h->reading);
		p->len = bytes.iov_len;
		p->copy = mem_copy(bytes.iov_base, p->len);
	}
	notify_call(h->node.mount->notify, answer_later, p);
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
		HASH_DEL(m->parked, p);
		p->err = -EINTR;
		answer(p);
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
	if (!err && (h->answered || wait_over(&h->wait))) {
		err = take(h, handle_take);
		if (err)
			fuse_reply_err(req, -err);
		else
			text_read(h, req, size, offset);
	} else if (err || (err = park(h, req, size, offset))) {
		fuse_reply_err(req, -err);
	}
	registry_unlock(m->registry);
}

const struct node_kind node_wait = {.size = wait_size, .open = wait_open, .read = wait_read};
