/*
 * `wait`: a read that returns when something has happened. Its content is rendered when its wait is over
 * (fs/duels/wait.h) and kept in the open file: whoever reads in pieces reads one text, and then the end. A read that
 * has to wait is parked: it is answered later, and may be interrupted until then.
 *
 * The answer and the interrupt may come at one moment from two threads. libfuse hands an interrupt on without looking
 * whether the request has been answered meanwhile, but keeps its memory until the call is over; so the request's
 * address, where the mount's table still has it, says that it was not.
 *
 * A read that fills a page (sendfile, splice, mmap) never comes here (ops_file.c): nobody could interrupt it, and
 * whoever opens the file would wait for the page, unkillable. It gets EINVAL, as where such a read is not to be had,
 * and programs that try one then read plainly.
 */
#include <errno.h>
#include <stdlib.h>
#include <uthash.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "validators/text/mem.h"

struct parked {
	struct waiter waiter;
	fuse_req_t req;
	UT_hash_handle hh;
	struct handle *handle;
	size_t size;
	off_t offset;
	int err;
	char *bytes; /* its answer: a copy, for the open file may go while it is on its way */
	size_t len;
};

/* The content is not known yet. A reader that goes through pages (sendfile: busybox's cat) ends at the size that
 * the kernel was told, and whoever asks for it first takes a file of 0 bytes for empty; a size that is too large does
 * no harm to either. So it is some more than the text has now, in whole blocks. */
#define SIZE_BLOCK 4096
#define SIZE_SLACK 1024

static off_t
wait_size(const struct node *n)
{
	return ((text_size(n) + SIZE_SLACK) / SIZE_BLOCK + 1) * SIZE_BLOCK;
}

/* The wait is over. Expects the lock. */
static int
take_content(struct handle *h, bool woken)
{
	int err = h->answered ? 0 : text_snapshot(h, woken);
	h->answered = !err;
	return err;
}

static void
wake_parked(struct waiter *w, int err)
{
	struct parked *p = (struct parked *)w;
	struct handle *h = p->handle;
	HASH_DEL(h->node.mount->parked, p); /* its answer is on its way: no interrupt finds it any more */
	p->err = err ? err : take_content(h, true);
	if (p->err)
		return;
	size_t from = (size_t)p->offset < h->snapshot.len ? (size_t)p->offset : h->snapshot.len;
	p->len = p->size < h->snapshot.len - from ? p->size : h->snapshot.len - from;
	p->bytes = mem_copy(h->snapshot.bytes + from, p->len);
}

static void
answer_parked(struct waiter *w)
{
	struct parked *p = (struct parked *)w;
	if (p->err)
		fuse_reply_err(p->req, -p->err);
	else
		fuse_reply_buf(p->req, p->bytes, p->len);
	free(p->bytes);
	free(p);
}

static void
interrupt_parked(fuse_req_t req, void *arg)
{
	struct mount *m = arg;
	struct parked *p;
	duels_lock(m->duels);
	HASH_FIND_PTR(m->parked, &req, p);
	if (p) {
		HASH_DEL(m->parked, p);
		waiter_leave(&p->waiter);
	}
	duels_unlock(m->duels);
	if (p)
		fuse_reply_err(req, EINTR);
	free(p);
}

static void
wait_read(struct handle *h, fuse_req_t req, size_t size, off_t offset)
{
	struct mount *m = h->node.mount;
	fuse_req_interrupt_func(req, interrupt_parked, m); /* without the lock: it is called here where one has come */
	duels_lock(m->duels);
	bool over = h->answered || wait_over(&h->wait);
	int err;
	if (over) {
		err = take_content(h, false);
	} else if (h->nonblock) {
		err = -EAGAIN;
	} else if (fuse_req_interrupted(req)) {
		err = -EINTR;
	} else {
		struct parked *p = mem_calloc(1, sizeof *p);
		*p = (struct parked){.waiter = {.wait = &h->wait, .wake = wake_parked, .tell = answer_parked},
			.req = req, .handle = h, .size = size, .offset = offset};
		err = waiter_park(&p->waiter, fuse_req_ctx(req)->uid);
		if (err)
			free(p);
		else
			HASH_ADD_PTR(m->parked, req, p);
	}
	duels_unlock(m->duels);
	if (err)
		fuse_reply_err(req, -err);
	else if (over)
		text_read(h, req, size, offset);
}

const struct node_kind node_wait = {.size = wait_size, .open = live_open, .read = wait_read};
