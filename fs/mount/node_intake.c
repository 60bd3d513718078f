/*
 * Files whose writes are submissions: what is written goes through an intake (fs/intake/intake.h), which stages, judges
 * and decides. A reader of such a file, also through a handle that writes, sees what was accepted.
 */
#include <errno.h>
#include <fcntl.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "validators/text/mem.h"

/* The front changes, and what stands behind it moves: whoever reads in pieces goes on with the one of the open. */
static int
debate_open(struct handle *h, int flags)
{
	const struct node *n = &h->node;
	const char *bytes;
	size_t len;
	int err = open_writes(flags) ? intake_open(n->duel, node_intake(n), &h->who, flags & O_TRUNC, &h->intake) : 0;
	if (err)
		return err;
	handle_hold(h);
	size_t front_len = open_reads(flags) ? record_front_len(n->duel->fold) : 0;
	if (!front_len)
		return 0;
	h->grows = true;
	record_whole(n->duel->fold, &bytes, &len);
	return handle_take(h, mem_copy(bytes, front_len), front_len, false);
}

/* The bytes are borrowed: the reply is sent, which copies them, before the lock is released. */
static void
debate_read(struct handle *h, fuse_req_t req, size_t size, off_t offset)
{
	const struct snapshot *front = &h->snapshot;
	struct iovec pieces[2];
	if (!h->grows) {
		live_read(h, req, size, offset);
		return;
	}
	duels_lock(h->node.mount->duels);
	unsigned n = record_pieces(
		h->node.duel->fold, front->bytes, front->len, (uint64_t)offset, size, pieces);
	fuse_reply_iov(req, pieces, (int)n);
	duels_unlock(h->node.mount->duels);
}

/* A seat's verdict is its own: a draft is nobody else's to read about. A write is asked at its intake. */
static int
config_open(struct handle *h, int flags)
{
	const struct node *n = &h->node;
	if (open_writes(flags)) {
		int err = intake_open(n->duel, node_intake(n), &h->who, flags & O_TRUNC, &h->intake);
		if (err)
			return err;
		handle_hold(h);
	} else if (n->row == TREE_SEAT_CHECK && !fold_may_act(n->duel->fold, n->sub, h->who.uid)) {
		return -EACCES;
	}
	return open_reads(flags) ? text_snapshot(h, false) : 0;
}

const struct node_kind node_debate = {.size = live_size, .open = debate_open, .read = debate_read};
const struct node_kind node_config = {.size = text_size, .open = config_open, .read = text_read};
