/*
 * `lock`: each write is one verb of whoever opened it, told of at the write, so that closing decides nothing and no
 * flush is asked for. A read gives the floor as it was at open.
 */
#include "fs/lock/verbs.h"
#include "fs/mount/mount.h"
#include "fs/mount/node.h"

static int
lock_open(struct handle *h, int flags)
{
	int err = open_reads(flags) ? text_snapshot(h, false) : 0;
	if (err)
		return err;
	if ((flags & O_ACCMODE) != O_RDONLY)
		handle_hold(h);
	return 0;
}

static int
lock_write(struct handle *h, const char *bytes, size_t size, off_t offset, bool append)
{
	(void)offset;
	(void)append;
	return verb_run(h->node.duel, &h->who, bytes, size);
}

const struct node_kind node_lock = {
	.size = text_size,
	.open = lock_open,
	.read = text_read,
	.write = lock_write,
	.stream = true,
};
