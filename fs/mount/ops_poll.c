/*
 * Polls. A file that waits for nothing can always be read and written, as any regular file. For a file that waits the
 * kernel wants to be told when it should ask again: it gives a handle with each question, the newest of which stands
 * for all it gave, and takes one word for an answer.
 *
 * The word is kept for the next change also where the file is readable already: who asked for edges (EPOLLET) asks no
 * second time.
 */
#include <poll.h>
#include <stdlib.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/mount/ops.h"
#include "validators/text/mem.h"

#define READABLE (POLLIN | POLLRDNORM)
#define WRITABLE (POLLOUT | POLLWRNORM)

/* One who polls an open file. */
struct polled {
	struct waiter waiter;
	struct handle *handle;
	struct fuse_pollhandle *ph;
};

static void
wake_poller(struct waiter *w, int err)
{
	struct polled *p = (struct polled *)w;
	(void)err; /* whoever asks now is told */
	p->handle->poll = NULL;
}

static void
tell_poller(struct waiter *w)
{
	struct polled *p = (struct polled *)w;
	fuse_lowlevel_notify_poll(p->ph);
	fuse_pollhandle_destroy(p->ph);
	free(p);
}

void
poll_drop(struct handle *h)
{
	struct polled *p = h->poll;
	waiter_leave(&p->waiter);
	fuse_pollhandle_destroy(p->ph);
	free(p);
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
		duels_lock(m->duels);
		events = wait_over(&h->wait) ? READABLE : 0;
		if (ph) {
			if (h->poll)
				poll_drop(h);
			struct polled *p = mem_calloc(1, sizeof *p);
			*p = (struct polled){
				.waiter = {.wait = &h->wait, .wake = wake_poller, .tell = tell_poller},
				.handle = h, .ph = ph};
			if (waiter_watch(&p->waiter)) { /* the mount ends */
				events |= POLLERR;
				free(p);
			} else {
				h->poll = p;
				ph = NULL; /* kept until then */
			}
		}
		duels_unlock(m->duels);
	}
	fuse_pollhandle_destroy(ph);
	fuse_reply_poll(req, events);
}
