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
	h->ino = node_ino(n);
	h->at_open = -1;
	h->opener = PROCESS_NONE;
	DL_APPEND(n->mount->handles, h);
	return h;
}

void
handle_opened(struct handle *h, pid_t thread)
{
	h->thread = thread;
	if (h->source)
		h->at_open = (off_t)h->source->len;
	else if (h->text.d)
		h->at_open = (off_t)utstring_len(&h->text);
}

/* What it reads whatever becomes of the file: as it was at open, or an answer that came since. -1: the file as it is. Expects the lock. */
static off_t
size_of_its_own(const struct handle *h)
{
	return h->answered ? (off_t)utstring_len(&h->text) : h->at_open;
}

off_t
handle_size(const struct handle *h)
{
	off_t size = size_of_its_own(h);
	return size >= 0 ? size : tree[h->node.row].kind->size(&h->node);
}

void
fstat_look(const struct mount *m, uint64_t ino, struct fstat_looks *looks)
{
	const struct handle *h = m->handles ? m->handles->prev : NULL; /* the last one */
	looks->n = 0;
	for (int i = 0; h && i < FSTAT_LOOKS; i++, h = h == m->handles ? NULL : h->prev)
		if (h->ino == ino && size_of_its_own(h) >= 0) {
			looks->v[looks->n].thread = h->thread;
			looks->v[looks->n++].size = size_of_its_own(h);
		}
}

/* Whose thread it is matters, and is asked for, only where one of them differs. */
off_t
fstat_size(const struct fstat_looks *looks, pid_t thread, off_t size)
{
	size_t same = 0;
	while (same < looks->n && looks->v[same].size == size)
		same++;
	for (size_t i = 0; same < looks->n && i < looks->n; i++)
		if (process_same(looks->v[i].thread, thread))
			return looks->v[i].size;
	return size;
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
	if (replies)
		door_close(h->door, reply_done, req);
	else if (h->door)
		door_stop(h->door);
	h->door = NULL;
	if (h->scratch)
		scratch_drop(h->scratch);
	h->scratch = NULL;
	poll_drop(h);
	duel_source_drop(h->source);
	h->source = NULL;
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
	free(h->front);
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
