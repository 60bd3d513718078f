/*
 * Files whose bytes only grow: read where they stand, so that a reader at the end sees what came since its open. And a
 * source, which may be replaced until somebody has joined: whoever has it open reads that one to its end.
 */
#include <assert.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "validators/text/mem.h"

off_t
live_size(const struct node *n)
{
	assert(tree[n->row].bytes);
	const char *bytes;
	size_t len;
	tree[n->row].bytes(n->duel, n->sub, &bytes, &len);
	return (off_t)len;
}

int
live_open(struct handle *h, int flags)
{
	(void)flags;
	handle_hold(h);
	if (tree[h->node.row].wait)
		wait_begin(&h->wait, h->node.duel, tree[h->node.row].wait, h->node.sub);
	return 0;
}

/* The bytes are borrowed: the reply is sent, which copies them, before the lock is released. A poll waits for what
 * comes behind them. */
void
live_read(struct handle *h, fuse_req_t req, size_t size, off_t offset)
{
	const char *bytes;
	size_t len;
	duels_lock(h->node.mount->duels);
	tree[h->node.row].bytes(h->node.duel, h->node.sub, &bytes, &len);
	size_t from = (size_t)offset < len ? (size_t)offset : len;
	size_t to = size < len - from ? from + size : len;
	if (to > h->wait.seen)
		h->wait.seen = to;
	reply_slice(req, bytes, len, size, offset);
	duels_unlock(h->node.mount->duels);
}

static int
source_open(struct handle *h, int flags)
{
	const char *bytes;
	size_t len;
	(void)flags;
	bytes_source(h->node.duel, 0, &bytes, &len);
	return handle_take(h, mem_copy(bytes, len), len, false);
}

const struct node_kind node_source = {.size = live_size, .open = source_open, .read = text_read};
const struct node_kind node_live = {.size = live_size, .open = live_open, .read = live_read};
