/* Open files: see handle.h. And the replies that come when something is done. */
#include "fs/mount/handle.h"

#include <utlist.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/mount/ops.h"
#include "validators/mem.h"

struct handle *
handle_new(const struct node *n)
{
	struct handle *h = mem_calloc(1, sizeof *h);
	h->node = *n;
	h->opener = PROCESS_NONE;
	DL_APPEND(n->mount->handles, h);
	return h;
}

void
handle_hold(struct handle *h)
{
	duel_hold(h->node.duel);
	h->held = true;
}

bool
handle_shut(struct handle *h, fuse_req_t req)
{
	bool replies = h->door && req;
	if (h->door)
		door_close(h->door, req ? reply_done : NULL, req);
	h->door = NULL;
	if (h->scratch)
		scratch_drop(h->scratch);
	h->scratch = NULL;
	poll_drop(h);
	if (h->held)
		duel_drop(h->node.duel);
	h->held = false;
	return replies;
}

void
handle_free(struct handle *h)
{
	DL_DELETE(h->node.mount->handles, h);
	if (h->text.d)
		utstring_done(&h->text);
	verb_session_free(&h->session);
	process_drop(&h->opener);
	free(h);
}

void
reply_slice(fuse_req_t req, const char *bytes, size_t len, size_t size, off_t offset)
{
	if (offset < 0 || (size_t)offset >= len)
		fuse_reply_buf(req, NULL, 0);
	else if (size < len - (size_t)offset)
		fuse_reply_buf(req, bytes + offset, size);
	else
		fuse_reply_buf(req, bytes + offset, len - (size_t)offset);
}

void
reply_done(void *req, int err)
{
	fuse_reply_err(req, -err);
}

struct write_reply {
	fuse_req_t req;
	size_t size;
};

void *
reply_write_arg(fuse_req_t req, size_t size)
{
	struct write_reply *w = mem_calloc(1, sizeof *w);
	*w = (struct write_reply){.req = req, .size = size};
	return w;
}

void
reply_write_done(void *arg, int err)
{
	struct write_reply *w = arg;
	if (err)
		fuse_reply_err(w->req, -err);
	else
		fuse_reply_write(w->req, w->size);
	free(w);
}
