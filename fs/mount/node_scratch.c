/*
 * Scratch files: plain bytes in memory (fs/registry/scratch.h). One that is to become the record goes through a door as
 * well, which holds each write against the record's rules before it is taken.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/util/scratch_names.h"
#include "validators/text/mem.h"

static off_t
scratch_size(const struct node *n)
{
	return (off_t)scratch_by_number(n->duel, n->sub)->len;
}

void
scratch_stat(const struct node *n, struct stat *st)
{
	const struct scratch *s = scratch_by_number(n->duel, n->sub);
	st->st_uid = s->uid;
	st->st_nlink = s->name ? 1 : 0;
	if (s->target)
		st->st_mode = S_IFLNK | 0777;
}

uint64_t
scratch_generation(const struct node *n)
{
	return scratch_by_number(n->duel, n->sub)->generation;
}

/* A descriptor that somebody else got hold of opens nothing anew. The door of a draft holds each write against the
 * record from now on, with what is there already, but for what the open cuts off. */
static int
scratch_open(struct handle *h, const struct caller *who, int flags)
{
	struct scratch *s = scratch_by_number(h->node.duel, h->node.sub);
	int err = 0;
	h->made = s->making;
	s->making = false;
	if (s->uid != who->uid || (open_reads(flags) && !h->made && scratch_is_private(s)))
		return -EACCES;
	bool draft = s->name && !(s->place & SCRATCH_IN_TREE) && scratch_is_draft(s->name, s->place);
	if (open_writes(flags) && draft) {
		int door = s->place ? DOOR_DESK_DRAFT + (int)s->place : DOOR_DRAFT;
		err = door_open(s->duel, door, who, true, &h->door);
		if (!err)
			err = door_preload(h->door, s->bytes, flags & O_TRUNC ? 0 : s->len);
		if (err && h->door) {
			door_close(h->door, NULL, NULL);
			h->door = NULL;
		}
	}
	if (!err && flags & O_TRUNC)
		err = scratch_truncate(s, who, 0); /* never refused to a draft: it has its name */
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
	registry_lock(h->node.mount->registry);
	if (!h->made && (duel_touch(h->scratch->duel) || scratch_is_private(h->scratch)))
		fuse_reply_err(req, EACCES);
	else
		reply_slice(req, h->scratch->bytes, h->scratch->len, size, offset);
	registry_unlock(h->node.mount->registry);
}

static void
reply_written(fuse_req_t req, size_t size, int err)
{
	if (err)
		fuse_reply_err(req, -err);
	else
		fuse_reply_write(req, size);
}

/* A write on its way through the door. */
struct draft_write {
	fuse_req_t req;
	struct scratch *scratch;
	struct caller who; /* who opened the file */
	char *bytes;
	size_t size;
	uint64_t offset;
};

static void
draft_written(void *arg, int err)
{
	struct draft_write *p = arg;
	reply_written(p->req, p->size, err ? err : scratch_write(p->scratch, &p->who, p->bytes, p->size, p->offset));
	scratch_drop(p->scratch);
	free(p->bytes);
	free(p);
}

static void
scratch_written(struct handle *h, fuse_req_t req, const char *bytes, size_t size, off_t offset, bool append)
{
	struct scratch *s = h->scratch;
	registry_lock(h->node.mount->registry);
	uint64_t at = append ? s->len : (uint64_t)offset;
	if (h->door) {
		struct draft_write *p = mem_calloc(1, sizeof *p);
		*p = (struct draft_write){.req = req, .scratch = s, .who = h->who, .bytes = mem_copy(bytes, size),
			.size = size, .offset = at};
		scratch_hold(s);
		door_write(h->door, bytes, size, at, false, draft_written, p);
	} else {
		int err = duel_touch(s->duel);
		reply_written(req, size, err ? err : scratch_write(s, &h->who, bytes, size, at));
	}
	registry_unlock(h->node.mount->registry);
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
	int err = h->door ? door_truncate(h->door, (uint64_t)size) : 0;
	return err ? err : scratch_truncate(h->scratch, &h->who, (uint64_t)size);
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
