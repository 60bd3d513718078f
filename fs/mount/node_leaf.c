/*
 * Files in a tree of the format's (fs/registry/own.h). Where the tree takes proposals, whoever has the floor may write
 * them, through doors (fs/gate/door_leaf.c), and sees them as they are proposed: such a file has an inode of its own in
 * the kernel, and the number of the file that it may become.
 *
 * A file that is to come has an empty one that stands for it, until what was written to it is accepted or refused: it
 * is a scratch file (fs/registry/scratch.h), its writer's alone.
 */
#include <assert.h>
#include <errno.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"

static off_t
leaf_size(const struct node *n)
{
	const char *bytes;
	size_t len;
	return own_bytes(n->duel, n->sub, &bytes, &len) ? (off_t)len : text_size(n);
}

static void
leaf_stat(const struct node *n, struct stat *st)
{
	st->st_mode |= node_is_live(n) ? 0222 : 0;
}

/* What a lookup gave to whoever sees a proposal is not for another. */
static int
leaf_open(struct handle *h, const struct caller *who, int flags)
{
	const struct node *n = &h->node;
	int err = 0;
	if (n->sub & OWN_PROPOSED && !duel_sees_proposed(n->duel, who->uid))
		return -EACCES;
	if (open_writes(flags))
		err = node_is_live(n) ? gate_open(h, who, flags) : node_refuse_change(n, who);
	return err || !open_reads(flags) ? err : text_open(h, who, flags);
}

const struct node_kind node_leaf = {
	.size = leaf_size,
	.stat = leaf_stat,
	.open = leaf_open,
	.read = text_read,
	.write = gate_write,
	.flush = gate_flush,
	.fsync = gate_fsync,
	.truncate = gate_truncate,
};

/* One that is to come. */

static off_t
new_size(const struct node *n)
{
	(void)n;
	return 0;
}

static int
new_open(struct handle *h, const struct caller *who, int flags)
{
	struct scratch *s = scratch_by_number(h->node.duel, h->node.sub);
	int err = s->uid != who->uid ? -EACCES : open_writes(flags) ? gate_open(h, who, flags) : 0;
	if (err)
		return err;
	if (!h->held)
		handle_hold(h);
	h->scratch = s;
	scratch_hold(s);
	return 0;
}

static void
new_read(struct handle *h, fuse_req_t req, size_t size, off_t offset)
{
	(void)h;
	reply_slice(req, "", 0, size, offset);
}

const struct node_kind node_new_leaf = {
	.size = new_size,
	.stat = scratch_stat,
	.generation = scratch_generation,
	.open = new_open,
	.read = new_read,
	.write = gate_write,
	.flush = gate_flush,
	.fsync = gate_fsync,
	.truncate = gate_truncate,
};
