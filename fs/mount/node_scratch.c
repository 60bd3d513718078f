/*
 * Scratch files: plain bytes in memory (fs/duels/scratch.h). The first write of one that is to become the
 * record, or a seat's text, is held against its rules before it is taken.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/util/scratch_names.h"

static off_t
scratch_size(const struct node *n)
{
	return (off_t)scratch_by_number(n->duel, n->sub)->len;
}

static void
scratch_stat(const struct node *n, struct stat *st)
{
	const struct scratch *s = scratch_by_number(n->duel, n->sub);
	st->st_uid = s->uid;
	st->st_nlink = s->name ? 1 : 0;
	if (s->target)
		st->st_mode = S_IFLNK | 0777;
}

static uint64_t
scratch_generation(const struct node *n)
{
	return scratch_by_number(n->duel, n->sub)->generation;
}

/* A descriptor that somebody else got hold of opens nothing anew. */
static int
scratch_open(struct handle *h, const struct caller *who, int flags)
{
	struct scratch *s = scratch_by_number(h->node.duel, h->node.sub);
	h->made = s->making;
	s->making = false;
	if (s->uid != who->uid || (open_reads(flags) && !h->made && scratch_is_private(s)))
		return -EACCES;
	int err = flags & O_TRUNC ? scratch_truncate(s, who, 0) : 0;
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

/* The first write of a draft, which is looked at before it is taken. Expects the lock. */
static int
write_draft(struct handle *h, const char *bytes, size_t size)
{
	struct scratch *s = h->scratch;
	struct intake *w;
	int err = intake_open(s->duel, s->place ? INTAKE_FILE_DESK_DRAFT + (int)s->place : INTAKE_FILE_DRAFT, &h->who,
		true, &w);
	if (err)
		return err;
	err = intake_write(w, bytes, size, 0, false);
	intake_stop(w);
	return err ? err : scratch_write(s, &h->who, bytes, size, 0);
}

static void
scratch_written(struct handle *h, fuse_req_t req, const char *bytes, size_t size, off_t offset, bool append)
{
	struct duels *r = h->node.mount->duels;
	struct scratch *s = h->scratch;
	duels_lock(r);
	uint64_t at = append ? s->len : (uint64_t)offset;
	bool draft = size && !at && !s->len && s->name && scratch_is_draft(s->name, s->place);
	int err = draft ? write_draft(h, bytes, size) : scratch_write(s, &h->who, bytes, size, at);
	duels_unlock(r);
	reply_written(req, size, err);
}

/* Expects the lock. */
static int
scratch_cut(const struct node *n, const struct caller *who, off_t size)
{
	struct scratch *s = scratch_by_number(n->duel, n->sub);
	return s->uid == who->uid ? scratch_truncate(s, who, (uint64_t)size) : -EACCES;
}

static int
scratch_truncated(struct handle *h, off_t size)
{
	return scratch_truncate(h->scratch, &h->who, (uint64_t)size);
}

const struct node_kind node_scratch = {
	.size = scratch_size,
	.stat = scratch_stat,
	.generation = scratch_generation,
	.open = scratch_open,
	.read = scratch_read,
	.write = scratch_written,
	.truncate = scratch_truncated,
	.cut = scratch_cut,
};
