/*
 * Files whose bytes only grow: read where they stand, so that a reader at the end sees what came since its open. And a source, which may
 * be replaced until somebody has joined: whoever has it open reads that one to its end.
 */
#include <errno.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"

off_t
live_size(const struct node *n)
{
	const char *bytes;
	size_t len;
	tree[n->row].bytes(n->duel, n->sub, &bytes, &len);
	return (off_t)len;
}

int
live_open(struct handle *h, const struct caller *who, int flags, bool writing)
{
	(void)flags;
	if (writing)
		return node_refuse_change(&h->node, who);
	handle_hold(h);
	if (tree[h->node.row].wait)
		wait_begin(&h->wait, h->node.duel, tree[h->node.row].wait, h->node.sub);
	return 0;
}

/* A poll waits for what comes behind it. */
static void
note_seen(struct handle *h, size_t len, size_t size, off_t offset)
{
	size_t from = (size_t)offset < len ? (size_t)offset : len;
	size_t to = size < len - from ? from + size : len;
	if (to > h->wait.seen)
		h->wait.seen = to;
}

/* The bytes are borrowed: the reply is sent, which copies them, before the lock is released. */
void
live_read(struct handle *h, fuse_req_t req, size_t size, off_t offset)
{
	const char *bytes;
	size_t len;
	registry_lock(h->node.mount->registry);
	int err = duel_touch(h->node.duel);
	if (err) {
		fuse_reply_err(req, -err);
	} else {
		tree[h->node.row].bytes(h->node.duel, h->node.sub, &bytes, &len);
		note_seen(h, len, size, offset);
		reply_slice(req, bytes, len, size, offset);
	}
	registry_unlock(h->node.mount->registry);
}

static struct reading *
source_reading(struct handle *h, const struct source *s)
{
	struct reading *g = h->opened->newest;
	if (h->node.given) {
		duel_source_drop(s);
		return text_reading(&h->node);
	}
	if (!g || !reading_is_source(g, s))
		return reading_of_source(h->node.mount->registry, s);
	duel_source_drop(s);
	reading_keep(g);
	return g;
}

static int
source_open(struct handle *h, const struct caller *who, int flags, bool writing)
{
	(void)flags;
	if (writing)
		return node_refuse_change(&h->node, who);
	const struct source *s = duel_source_hold(h->node.duel);
	return s ? handle_take(h, source_reading(h, s)) : -ENOENT;
}

const struct node_kind node_source = {.size = live_size, .open = source_open, .read = text_read, .whole = true};
const struct node_kind node_live = {.size = live_size, .open = live_open, .read = live_read};
