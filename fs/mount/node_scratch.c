/*
 * Scratch files: plain bytes in memory (fs/duels/scratch.h). The first write of one that is to become the
 * record, or a seat's text, is held against its rules before it is taken.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/util/scratch_names.h"

static off_t
scratch_size(const struct node *n)
{
	return (off_t)scratch_of(n)->len;
}

/* A descriptor that somebody else got hold of opens nothing anew. */
static int
scratch_open(struct handle *h, int flags)
{
	struct scratch *s = scratch_of(&h->node);
	h->made = s->making;
	s->making = false;
	if (s->uid != h->who.uid || (open_reads(flags) && !h->made && scratch_is_private(s)))
		return -EACCES;
	int err = flags & O_TRUNC ? scratch_truncate(s, &h->who, 0) : 0;
	if (err)
		return err;
	h->scratch = s;
	scratch_hold(s);
	handle_hold(h);
	return 0;
}

static void
scratch_read(struct handle *h, fuse_req_t req, size_t size, off_t offset)
{
	assert(h->scratch);
	duels_lock(h->node.mount->duels);
	if (!h->made && scratch_is_private(h->scratch))
		fuse_reply_err(req, EACCES);
	else
		reply_slice(req, h->scratch->bytes, h->scratch->len, size, offset);
	duels_unlock(h->node.mount->duels);
}

static int
scratch_written(struct handle *h, const char *bytes, size_t size, off_t offset, bool append)
{
	struct scratch *s = h->scratch;
	uint64_t at = append ? s->len : (uint64_t)offset;
	if (size && !at && !s->len && s->name && scratch_is_draft(s->name, s->place)) {
		int file = s->place ? INTAKE_FILE_DESK_DRAFT + (int)s->place : INTAKE_FILE_DRAFT;
		struct intake *w;
		int err = intake_open(s->duel, file, &h->who, true, &w);
		if (err)
			return err;
		err = intake_write(w, bytes, size, 0, false);
		intake_close(w, false);
		if (err)
			return err;
	}
	return scratch_write(s, &h->who, bytes, size, at);
}

const struct node_kind node_scratch = {
	.size = scratch_size,
	.open = scratch_open,
	.read = scratch_read,
	.write = scratch_written,
};
