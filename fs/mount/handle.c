/* Open files: see handle.h. And the replies that come when something is done. */
#include "fs/mount/handle.h"

#include <assert.h>
#include <utlist.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/mount/ops.h"
#include "validators/kit/refusal.h"
#include "validators/text/mem.h"

/* So much past the limit of a uid: `last_error` for its reason, and whoever has waited, which are no more than
 * limits.waits. */
#define OVER_BYTES (1 << 20)

struct handle *
handle_new(const struct node *n, const struct caller *who)
{
	assert(registry_is_locked(n->mount->registry));
	struct handle *h = mem_calloc(1, sizeof *h);
	h->node = *n;
	h->ino = node_ino(n);
	h->who = (struct caller){.uid = who->uid, .gid = who->gid, .pid = who->pid};
	h->opened = opened_enter(&n->mount->opened, h->ino);
	DL_APPEND(n->mount->handles, h);
	return h;
}

static int
take(struct handle *h, struct reading *g, size_t over)
{
	assert(!h->reading && h->opened);
	int err = reading_hold(g, h->who.uid, over);
	if (!err) {
		if (h->opened->newest)
			reading_watch(h->opened->newest, NULL);
		h->opened->newest = g;
		reading_watch(g, &h->opened->newest);
		h->reading = g;
	}
	reading_leave(g);
	return err;
}

int
handle_take(struct handle *h, struct reading *g)
{
	const struct node *n = &h->node;
	bool reasons = n->row == TREE_LAST_ERROR || n->row == TREE_MOUNT_LAST_ERROR;
	return take(h, g, reasons ? OVER_BYTES : 0) ? node_refuse(n, &h->who, REFUSAL_LIMIT_HANDLES,
		"this uid's open files, or everybody's, hold as many bytes to be read as they may: close some") : 0;
}

int
handle_take_woken(struct handle *h, struct reading *g)
{
	return take(h, g, OVER_BYTES);
}

/* What it reads whatever becomes of the file: as it was at open, or what came since. -1: the file as it is. Expects the
 * lock. */
static off_t
size_of_its_own(const struct handle *h)
{
	if (!h->reading)
		return -1;
	return (off_t)(reading_len(h->reading) + (h->grows ? duel_record_len(h->node.duel) : 0));
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
	assert(registry_is_locked(m->registry));
	const struct opened_inode *i = opened_inode_find(&m->opened, ino);
	looks->n = 0;
	for (const struct handle *h = i ? i->handles : NULL; h && looks->n < FSTAT_LOOKS; h = h->older)
		if (size_of_its_own(h) >= 0) {
			looks->v[looks->n].thread = h->who.pid;
			looks->v[looks->n++].size = size_of_its_own(h);
		}
}

/* As many as there are: none is. */
static size_t
of_process(const struct fstat_looks *looks, pid_t thread)
{
	size_t i = 0;
	while (i < looks->n && !process_same(looks->v[i].thread, thread))
		i++;
	return i;
}

/* Whose thread it is matters, and is asked for, only where one of them differs. */
off_t
fstat_size(const struct fstat_looks *looks, pid_t thread, off_t size)
{
	size_t same = 0;
	while (same < looks->n && looks->v[same].size == size)
		same++;
	size_t i = same == looks->n ? same : of_process(looks, thread);
	return i < looks->n ? looks->v[i].size : size;
}

bool
fstat_finds(const struct fstat_looks *looks, pid_t thread)
{
	return of_process(looks, thread) < looks->n;
}

void
handle_hold(struct handle *h)
{
	assert(!h->held && h->node.duel);
	duel_hold(h->node.duel);
	h->held = true;
}

bool
handle_shut(struct handle *h, fuse_req_t req)
{
	assert(registry_is_locked(h->node.mount->registry));
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
	if (h->reading)
		reading_drop(h->reading, h->who.uid);
	h->reading = NULL;
	if (h->inode)
		flock_end(h);
	edition_close(h);
	if (h->opened)
		opened_leave(&h->node.mount->opened, h->opened);
	h->opened = NULL;
	if (h->held)
		duel_drop(h->node.duel);
	h->held = false;
	return replies;
}

void
handle_free(struct handle *h)
{
	assert(!h->opened && !h->inode && !h->reading && !h->door && !h->held && !h->poll);
	DL_DELETE(h->node.mount->handles, h);
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
reply_reading(fuse_req_t req, const struct reading *g, size_t size, off_t offset)
{
	struct iovec pieces[READING_PIECES];
	fuse_reply_iov(req, pieces, (int)reading_pieces(g, (uint64_t)offset, size, pieces));
}

void
reply_record(fuse_req_t req, struct duel *d, const struct reading *front, size_t size, off_t offset)
{
	assert(front);
	struct iovec pieces[2], f = reading_bytes(front);
	fuse_reply_iov(req, pieces, (int)duel_record_pieces(d, f.iov_base, f.iov_len, (uint64_t)offset, size, pieces));
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
