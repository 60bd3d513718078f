/*
 * Polls. What waits for nothing can always be read and written, as any regular file. Of what waits the kernel wants to
 * be told when it should ask again: it gives a handle with each question, the newest of which stands for all it gave,
 * and takes one word for an answer.
 *
 * The word is kept for the next change also where the file is readable already: who asked for edges (EPOLLET) asks no
 * second time.
 */
#include <assert.h>
#include <poll.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/mount/ops.h"

#define READABLE (POLLIN | POLLRDNORM)
#define WRITABLE (POLLOUT | POLLWRNORM)

static void
wake(struct waiter *w, int err, unsigned before)
{
	struct handle *h = PARKED_OF(w, struct handle, poller);
	(void)err; /* whoever asks now is told */
	(void)before;
	assert(h->poll);
	notify_poll(h->node.mount->notify, h->poll);
	h->poll = NULL;
}

void
poll_drop(struct handle *h)
{
	if (!h->poll)
		return;
	waiter_leave(&h->poller);
	fuse_pollhandle_destroy(h->poll);
	h->poll = NULL;
}

void
op_poll(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi, struct fuse_pollhandle *ph)
{
	struct handle *h = handle_of(fi);
	struct mount *m = mount_of(req);
	unsigned events = READABLE | WRITABLE;
	(void)ino;
	if (h->wait.what) {
		registry_lock(m->registry);
		duel_touch(h->node.duel);
		events = wait_over(&h->wait) ? READABLE : 0;
		if (ph) {
			poll_drop(h);
			h->poller = (struct waiter){.wait = &h->wait, .wake = wake};
			if (waiter_watch(&h->poller))
				events |= POLLERR;
			else
				h->poll = ph;
		}
		if (h->poll == ph)
			ph = NULL;
		registry_unlock(m->registry);
	}
	fuse_pollhandle_destroy(ph);
	fuse_reply_poll(req, events);
}
