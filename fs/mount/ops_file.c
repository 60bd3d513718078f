/* Open files: the handle is found, its kind does the rest. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include "fs/mount/ino.h"
#include "fs/mount/node.h"
#include "fs/mount/ops.h"

static const struct node_kind *
kind_of(const struct handle *h)
{
	return tree[h->node.row].kind;
}

/* 0 and *out, or a negative errno; *out is to be freed then, too. */
static int
open_found(const struct node *n, const struct caller *who, int flags, const struct edition_opening *o,
	struct handle **out)
{
	if (tree_is_dir(n->row))
		return -EISDIR;
	struct handle *h = *out = handle_new(n, who);
	int err = o->writing && !kind_of(h)->write ? node_refuse_change(n, who) : kind_of(h)->open(h, who, flags);
	if (!err)
		err = edition_open(h, o);
	if (err)
		handle_shut(h, NULL);
	h->node.given = NULL;
	return err;
}

/* `e`: of a file that was made for it; NULL: it was there. */
static void
answer_open(fuse_req_t req, struct handle *h, const struct fuse_entry_param *e, struct fuse_file_info *fi)
{
	assert(h->opened && h->inode);
	struct mount *m = h->node.mount;
	if (h->door)
		h->opener = process_of(fuse_req_ctx(req)->pid);
	fi->fh = (uintptr_t)h;
	fi->direct_io = 1;
	fi->noflush = !h->door || !kind_of(h)->flush;
	if (fi->flags & O_TRUNC && edition_class(&h->node) == EDITION_ONE) /* the kernel takes it to be empty now */
		attr_size_set(&m->attrs, h->ino, 0);
	if ((e ? fuse_reply_create(req, e, fi) : fuse_reply_open(req, fi)) != -ENOENT)
		return;
	/* The opener was killed while it waited: then no release will come. */
	registry_lock(m->registry);
	handle_shut(h, NULL);
	registry_unlock(m->registry);
	handle_free(h);
}

static void
refuse_open(fuse_req_t req, struct handle *h, int err)
{
	if (h)
		handle_free(h);
	fuse_reply_err(req, -err);
}

/* -ESTALE: not before the kernel has looked the file up anew (edition.h). Whoever sets a source by config.toml has it
 * opened with all the rights it has. */
void
op_open(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi)
{
	struct mount *m = mount_of(req);
	struct caller who = caller_of(req);
	struct edition_opening o = {.ino = ino, .thread = who.pid, .reading = open_reads(fi->flags),
		.writing = open_writes(fi->flags), .inward = !fi->flags}; /* a program's has O_LARGEFILE */
	struct handle *h = NULL;
	struct node n;
	unsigned row = ino_row(ino);
	if (row < TREE_ROWS && tree[row].of_maker && o.writing)
		caller_add_groups(&who, req);
	registry_lock(m->registry);
	int err = node_find(m, ino, who.uid, &n);
	if (!err) {
		err = edition_before_open(&n, &o);
		if (!err)
			err = open_found(&n, &who, fi->flags, &o, &h);
		edition_after_open(&n, &o);
	}
	registry_unlock(m->registry);
	free((void *)who.groups);
	if (err)
		refuse_open(req, h, err);
	else
		answer_open(req, h, NULL, fi);
}

/* The kernel has looked: what is there already came between. */
void
op_create(fuse_req_t req, fuse_ino_t parent, const char *name, mode_t mode, struct fuse_file_info *fi)
{
	struct mount *m = mount_of(req);
	struct caller who = caller_of(req);
	struct fuse_entry_param e;
	struct handle *h = NULL;
	struct node dir, n;
	bool made = false, anew = false;
	(void)mode;
	registry_lock(m->registry);
	int err = node_find_dir(m, parent, who.uid, &dir);
	if (!err) {
		made = !tree_find(&dir, name, &n);
		anew = !made && node_is_removed(&n); /* for whoever makes it there is nothing in it */
		err = name_make(&dir, &who, name, fi->flags & O_EXCL, NULL, &n);
	}
	if (!err) {
		node_entry(&n, 0, &e);
		int flags = anew ? fi->flags | O_TRUNC : fi->flags;
		err = open_found(&n, &who, flags, &(struct edition_opening){.ino = e.ino,
			.reading = open_reads(fi->flags), .writing = open_writes(fi->flags)}, &h);
		if (err && made)
			scratch_unlink(scratch_by_number(n.duel, n.sub));
	}
	registry_unlock(m->registry);
	if (err)
		refuse_open(req, h, err);
	else
		answer_open(req, h, &e, fi);
}

/* What an inode shows that shows no text of one moment: the file as it is. Expects the lock. */
static void
read_now(struct handle *h, fuse_req_t req, fuse_ino_t ino, size_t size, off_t offset)
{
	const struct tree_row *row = &tree[h->node.row];
	const char *bytes;
	size_t len;
	struct node n;
	UT_string text;
	int err = row->unlisted ? -EINVAL : node_find(h->node.mount, ino, h->node.viewer, &n);
	utstring_init(&text);
	if (err) {
		fuse_reply_err(req, -err);
	} else if (row->bytes) {
		row->bytes(n.duel, n.sub, &bytes, &len);
		attr_size_read(&h->node.mount->attrs, ino, (off_t)len);
		reply_slice(req, bytes, len, size, offset);
	} else {
		(row->kind->page ? row->kind->page : node_render)(&n, &text);
		attr_size_read(&h->node.mount->attrs, ino, (off_t)utstring_len(&text));
		reply_slice(req, utstring_body(&text), utstring_len(&text), size, offset);
	}
	utstring_done(&text);
}

/*
 * What is read through pages (mmap, splice, sendfile), whichever open file it comes by, is kept by the kernel for
 * everybody who has the inode open: it is what the inode shows (edition.h), and never an answer that one of them has
 * for itself. A file that waits has nothing that could be kept so: EINVAL, after which sendfile's users read plainly; a
 * page that is waited for could not even be given up by who is killed.
 */
static void
read_page(struct handle *h, fuse_req_t req, fuse_ino_t ino, size_t size, off_t offset)
{
	registry_lock(h->node.mount->registry);
	struct edition_page p = edition_page(h);
	if (p.text && p.grows)
		reply_record(req, h->node.duel, p.text, size, offset);
	else if (p.text)
		reply_reading(req, p.text, size, offset);
	else
		read_now(h, req, ino, size, offset);
	registry_unlock(h->node.mount->registry);
}

void
op_read(fuse_req_t req, fuse_ino_t ino, size_t size, off_t offset, struct fuse_file_info *fi)
{
	struct handle *h = handle_of(fi);
	if (!fi->lock_owner) { /* only a process that reads for itself has one */
		read_page(h, req, ino, size, offset);
		return;
	}
	h->nonblock = fi->flags & O_NONBLOCK;
	kind_of(h)->read(h, req, size, offset);
}

void
op_write(fuse_req_t req, fuse_ino_t ino, const char *bytes, size_t size, off_t offset, struct fuse_file_info *fi)
{
	struct handle *h = handle_of(fi);
	(void)ino;
	if (kind_of(h)->write)
		kind_of(h)->write(h, req, bytes, size, offset, fi->flags & O_APPEND);
	else
		fuse_reply_err(req, EBADF);
}

/* Never ENOSYS: the kernel would not ask again, for any file. */
void
op_flush(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi)
{
	struct handle *h = handle_of(fi);
	(void)ino;
	if (h->door && kind_of(h)->flush)
		kind_of(h)->flush(h, req);
	else
		fuse_reply_err(req, 0);
}

void
op_fsync(fuse_req_t req, fuse_ino_t ino, int datasync, struct fuse_file_info *fi)
{
	struct handle *h = handle_of(fi);
	(void)ino;
	(void)datasync;
	if (h->door && kind_of(h)->fsync)
		kind_of(h)->fsync(h, req);
	else
		fuse_reply_err(req, 0);
}

void
op_release(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi)
{
	struct mount *m = mount_of(req);
	struct handle *h = handle_of(fi);
	bool replies = false;
	(void)ino;
	registry_lock(m->registry);
	replies = handle_shut(h, req);
	registry_unlock(m->registry);
	handle_free(h);
	if (!replies)
		fuse_reply_err(req, 0);
}
