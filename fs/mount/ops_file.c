/* Open files: the handle is found, its kind does the rest. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <utlist.h>
#include "fs/mount/node.h"
#include "fs/mount/ops.h"
#include "validators/text/mem.h"

#define KIND_OF(h) (tree[(h)->node.row].kind)

/*
 * An open tells the kernel no size, and the names are kept, so that no lookup told it. A program that reads through
 * pages without asking (busybox's cat, by sendfile) ends at the size that the kernel was told last, and nothing is lost
 * where that is too large. A larger one is made known before the open is answered, by storing the last byte, which the
 * open drops with all pages of the inode. That waits for a page that is being read; so where somebody else has the
 * inode open the open gets ESTALE: the kernel looks the name up anew, which tells the size, and opens again. It passes
 * a second ESTALE on, so no thread gets two in a row. Nor does it look up where it opens a file itself (lsattr,
 * chattr), without a flag; a program's open has O_LARGEFILE.
 */
static int
tell_size(const struct handle *h)
{
	struct mount *m = h->node.mount;
	struct size_slot *slot = sizes_slot(&m->sizes, h->ino);
	struct fuse_bufvec last = FUSE_BUFVEC_INIT(1);
	last.buf[0].mem = "\n";
	off_t own = handle_size(h), size = own >= 0 ? own : KIND_OF(h)->size(&h->node);
	pid_t *sent_back = &m->sent_back[(uint32_t)h->who.pid % SENT_BACK];
	bool again = *sent_back && *sent_back == h->who.pid, may = !*sent_back && h->who.pid;
	if (again)
		*sent_back = 0;
	if (size <= slot->told || again)
		return 0;
	const struct handle *other = h->older; /* of this inode, too? */
	while (other && other->ino != h->ino)
		other = other->older;
	if (other) {
		*sent_back = may ? h->who.pid : *sent_back;
		return may ? -ESTALE : 0;
	}
	if (!fuse_lowlevel_notify_store(m->se, h->ino, size - 1, &last, FUSE_BUF_NO_SPLICE))
		slot->told = size;
	return 0;
}

/* The open file, which has the caller's groups, and is shut where it may not be opened: *err. Expects the lock. NULL: a
 * directory. */
static struct handle *
open_found(const struct node *n, const struct caller *who, int flags, int *err)
{
	*err = tree_is_dir(n->row) ? -EISDIR : 0;
	if (*err)
		return NULL;
	struct handle *h = mem_calloc(1, sizeof *h);
	*h = (struct handle){.node = *n, .ino = node_ino(n), .who = *who};
	DL_APPEND(n->mount->handles, h);
	DL_PREPEND2(*OPENED_AT(n->mount, h->ino), h, newer, older);
	bool may_open = tree[n->row].gated || !open_writes(flags);
	*err = may_open ? KIND_OF(h)->open(h, flags) : node_refuse_change(n, who);
	if (!*err && flags & O_TRUNC)
		sizes_slot(&n->mount->sizes, h->ino)->told = 0;
	if (!*err && flags && !open_writes(flags))
		*err = tell_size(h);
	if (*err)
		handle_shut(h, false);
	return h;
}

/* `e`: of a file that was made for it; NULL: it was there. */
static void
answer_open(fuse_req_t req, struct handle *h, int err, const struct fuse_entry_param *e, struct fuse_file_info *fi)
{
	if (err) {
		if (h)
			handle_free(h);
		fuse_reply_err(req, -err);
		return;
	}
	struct mount *m = h->node.mount;
	if (h->intake)
		h->opener = process_of(fuse_req_ctx(req)->pid);
	fi->fh = (uintptr_t)h;
	fi->direct_io = 1;
	fi->noflush = !h->intake;
	if ((e ? fuse_reply_create(req, e, fi) : fuse_reply_open(req, fi)) != -ENOENT)
		return;
	/* The opener was killed while it waited: then no release will come. */
	duels_lock(m->duels);
	handle_shut(h, false);
	duels_unlock(m->duels);
	handle_free(h);
}

/* A source that config.toml sets is opened with all the rights of its writer. */
void
op_open(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi)
{
	struct mount *m = mount_of(req);
	struct caller who = caller_of(req);
	bool writes = open_writes(fi->flags);
	struct handle *h = NULL;
	struct node n;
	unsigned row = ino_row(ino);
	if (row < TREE_ROWS && tree[row].of_maker && writes)
		caller_add_groups(&who, req);
	duels_lock(m->duels);
	int err = node_find(m, ino, who.uid, false, &n);
	if (!err)
		h = open_found(&n, &who, fi->flags, &err);
	duels_unlock(m->duels);
	if (!h)
		free((void *)who.groups);
	answer_open(req, h, err, NULL, fi);
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
	(void)mode;
	duels_lock(m->duels);
	int err = node_find(m, parent, who.uid, true, &dir);
	if (err)
		goto out;
	bool made = !tree_find(&dir, name, &n);
	bool anew = !made && node_is_removed(&n); /* for whoever makes it there is nothing in it */
	err = name_make(&dir, &who, name, NULL, &n);
	if (err)
		goto out;
	if (made)
		scratch_by_number(n.duel, n.sub)->making = true;
	node_entry(&n, &e);
	h = open_found(&n, &who, anew ? fi->flags | O_TRUNC : fi->flags, &err);
	if (err && made)
		scratch_unlink(scratch_by_number(n.duel, n.sub));
out:
	duels_unlock(m->duels);
	answer_open(req, h, err, &e, fi);
}

/*
 * Reads through pages (mmap, splice, sendfile; only a process that reads for itself is its lock's owner) the
 * kernel keeps for everybody who has the inode open, until the next open of it: each sees its own text as long as the
 * file stays what it is. The kernel takes the file to end where such a read ends. A file that waits has nothing that
 * could be kept so.
 */
void
op_read(fuse_req_t req, fuse_ino_t ino, size_t size, off_t offset, struct fuse_file_info *fi)
{
	struct handle *h = handle_of(fi);
	if (!fi->lock_owner) {
		duels_lock(h->node.mount->duels);
		sizes_slot(&h->node.mount->sizes, ino)->told = 0;
		duels_unlock(h->node.mount->duels);
	}
	h->nonblock = fi->flags & O_NONBLOCK;
	if (!fi->lock_owner && tree[h->node.row].unlisted)
		fuse_reply_err(req, EINVAL);
	else
		KIND_OF(h)->read(h, req, size, offset);
}

void
op_write(fuse_req_t req, fuse_ino_t ino, const char *bytes, size_t size, off_t offset, struct fuse_file_info *fi)
{
	struct handle *h = handle_of(fi);
	struct duels *r = h->node.mount->duels;
	pid_t thread = fuse_req_ctx(req)->pid;
	bool append = fi->flags & O_APPEND;
	int err = -EBADF;
	(void)ino;
	duels_lock(r);
	if (h->intake && thread != h->who.pid) /* that one is known */
		processes_add(&h->writers, thread);
	if (h->intake)
		err = intake_write(h->intake, bytes, size, (uint64_t)offset, append);
	else if (KIND_OF(h)->write)
		err = KIND_OF(h)->write(h, bytes, size, offset, append);
	duels_unlock(r);
	if (err)
		fuse_reply_err(req, -err);
	else
		fuse_reply_write(req, size);
}

/*
 * A process that dies flushes, too, and one that a signal ends was perhaps in the middle of it. Its bytes are never
 * decided on, whoever else has the file: a group of commands without the one that was killed is half a text, and
 * what a killed one asked for nobody finishes.
 *
 * Never ENOSYS: the kernel would not ask again, for any file.
 */
void
op_flush(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi)
{
	struct handle *h = handle_of(fi);
	struct duels *r = h->node.mount->duels;
	pid_t pid = fuse_req_ctx(req)->pid;
	int err = 0;
	(void)ino;
	duels_lock(r);
	if (h->intake && intake_is_unused(h->intake) && process_is(h->opener, process_of(pid)))
		intake_redirect(h->intake);
	if (h->intake && !intake_is_undecided(h->intake)) {
		err = intake_decide(h->intake);
	} else if (h->intake) {
		pid_t process = process_of(pid);
		bool by_opener = process_is(h->opener, process);
		int ended_by = by_opener || processes_have(&h->writers, process) ? process_signal(pid) : 0;
		err = ended_by ? intake_cut(h->intake, ended_by) : by_opener ? intake_decide(h->intake) : 0;
	}
	duels_unlock(r);
	fuse_reply_err(req, -err);
}

void
op_fsync(fuse_req_t req, fuse_ino_t ino, int datasync, struct fuse_file_info *fi)
{
	struct handle *h = handle_of(fi);
	struct duels *r = h->node.mount->duels;
	(void)ino;
	(void)datasync;
	duels_lock(r);
	int err = h->intake ? intake_decide(h->intake) : 0;
	duels_unlock(r);
	fuse_reply_err(req, -err);
}

void
op_release(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi)
{
	struct mount *m = mount_of(req);
	struct handle *h = handle_of(fi);
	(void)ino;
	duels_lock(m->duels);
	handle_shut(h, true);
	duels_unlock(m->duels);
	handle_free(h);
	fuse_reply_err(req, 0);
}
