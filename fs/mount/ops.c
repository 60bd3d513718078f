/* The table of operations, and those that concern one node. Here a node is found, asked and let go under one hold of
 * the lock. */
#include "fs/mount/ops.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include "fs/mount/node.h"
#include "validators/text/limits.h"
#include "validators/text/mem.h"

/* Replies to a few slow fsyncs and closes may be outstanding: the kernel must not take us for congested. */
#define BACKGROUND_MAX 64
#define WRITE_BYTES_MAX (1 << 20)

static void
op_init(void *userdata, struct fuse_conn_info *conn)
{
	struct mount *m = userdata;
	conn->want |= conn->capable & FUSE_CAP_ATOMIC_O_TRUNC;
	/* An asynchronous read that waits could not be interrupted, and a few of them would hold up every release. */
	conn->want &= ~(unsigned)FUSE_CAP_ASYNC_DIO;
	conn->want &= ~(unsigned)(FUSE_CAP_WRITEBACK_CACHE | FUSE_CAP_SPLICE_READ | FUSE_CAP_SPLICE_WRITE |
		FUSE_CAP_SPLICE_MOVE);
	conn->max_write = WRITE_BYTES_MAX;
	conn->max_background = BACKGROUND_MAX;
	conn->congestion_threshold = BACKGROUND_MAX * 3 / 4;
	daemon_ready(&m->waiting);
	m->answers = true;
	char *status = mem_format("%s on %s", m->name, m->paths.mountpoint);
	service_tell(&m->service, "READY=1", status);
	free(status);
}

void
reply_entry(fuse_req_t req, const struct node *n, int err)
{
	struct fuse_entry_param e;
	if (err) {
		fuse_reply_err(req, -err);
		return;
	}
	node_entry(n, &e);
	fuse_reply_entry(req, &e);
}

static void
op_lookup(fuse_req_t req, fuse_ino_t parent, const char *name)
{
	struct mount *m = mount_of(req);
	struct node dir, child;
	duels_lock(m->duels);
	int err = node_find(m, parent, fuse_req_ctx(req)->uid, true, &dir);
	if (!err && (!tree_find(&dir, name, &child) || node_is_removed(&child)))
		err = -ENOENT;
	reply_entry(req, &child, err);
	duels_unlock(m->duels);
}

/* By path, without an open file, there is nothing to stage it in. Expects the lock. */
static int
truncate_node(const struct node *n, struct handle *h, fuse_req_t req, off_t size)
{
	const struct node_kind *kind = tree[n->row].kind;
	struct caller who = h ? h->who : caller_of(req);
	struct scratch *s = h ? h->scratch : scratch_of(n);
	if (kind->stream)
		return 0;
	if (h && h->intake)
		return intake_truncate(h->intake, (uint64_t)size);
	if (s)
		return s->uid == who.uid ? scratch_truncate(s, &who, (uint64_t)size) : -EACCES;
	if (h)
		return -EINVAL;
	return size == kind->size(n) ? 0 : node_refuse_change(n, &who);
}

/* fstat comes without its open file, right after open, and looks like a stat of the name: so the size is that of the
 * text that this thread opened last, else of the one that anybody did, of those that are open. -1: none is. Expects the
 * lock. */
static off_t
opened_size(struct mount *m, uint64_t ino, pid_t thread)
{
	off_t size = -1;
	for (const struct handle *h = *OPENED_AT(m, ino); h; h = h->older) {
		off_t its = h->ino == ino ? handle_size(h) : -1;
		if (its >= 0 && h->who.pid == thread)
			return its;
		size = size < 0 ? its : size;
	}
	return size;
}

/* Modes, owners and times are taken without a word and change nothing: atomic writers set them, and fail where that
 * fails. */
static void
op_setattr(fuse_req_t req, fuse_ino_t ino, struct stat *attr, int to_set, struct fuse_file_info *fi)
{
	struct mount *m = mount_of(req);
	struct handle *h = fi ? handle_of(fi) : NULL;
	struct stat st;
	struct node n;
	duels_lock(m->duels);
	int err = node_find(m, ino, fuse_req_ctx(req)->uid, false, &n);
	if (!err && to_set & FUSE_SET_ATTR_SIZE)
		err = truncate_node(&n, h, req, attr->st_size);
	if (err)
		goto out;
	node_stat(&n, &st);
	if (S_ISREG(st.st_mode)) {
		off_t size = h ? handle_size(h) : opened_size(m, ino, fuse_req_ctx(req)->pid);
		if (size >= 0)
			stat_resize(&st, size);
		sizes_slot(&m->sizes, ino)->told = st.st_size;
	}
out:
	duels_unlock(m->duels);
	if (err)
		fuse_reply_err(req, -err);
	else
		fuse_reply_attr(req, &st, attr_seconds(n.row));
}

static void
op_getattr(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi)
{
	op_setattr(req, ino, NULL, 0, fi); /* the attributes, and nothing to set */
}

static void
op_access(fuse_req_t req, fuse_ino_t ino, int mask)
{
	struct mount *m = mount_of(req);
	uid_t uid = fuse_req_ctx(req)->uid;
	struct stat st;
	struct node n;
	duels_lock(m->duels);
	int err = node_find(m, ino, uid, false, &n);
	if (!err)
		node_stat(&n, &st);
	duels_unlock(m->duels);
	if (!err) {
		mode_t writers = uid == 0 || uid == st.st_uid ? 0222 : 0002;
		if ((mask & W_OK && !(st.st_mode & writers)) || (mask & X_OK && !(st.st_mode & 0111)))
			err = -EACCES;
	}
	fuse_reply_err(req, -err);
}

#define BLOCK_BYTES 4096

/* Room is the store's; the number of files is that of duels. The free space of a database is not known here: so many
 * records as there may be duels. */
static void
op_statfs(fuse_req_t req, fuse_ino_t ino)
{
	struct mount *m = mount_of(req);
	struct statvfs s = {.f_bsize = BLOCK_BYTES, .f_frsize = BLOCK_BYTES};
	(void)ino;
	if (!m->database && statvfs(m->paths.store, &s) < 0) {
		fuse_reply_err(req, errno);
		return;
	}
	if (m->database)
		s.f_blocks = s.f_bfree = s.f_bavail =
			LIMIT_RECORD_BYTES / BLOCK_BYTES * (fsblkcnt_t)m->max_duels;
	duels_lock(m->duels);
	size_t duels = duels_count(m->duels);
	duels_unlock(m->duels);
	s.f_files = (fsfilcnt_t)m->max_duels;
	s.f_ffree = s.f_favail = s.f_files > duels ? s.f_files - duels : 0;
	s.f_namemax = NAME_MAX;
	fuse_reply_statfs(req, &s);
}

/* An operation that is not here is answered ENOSYS, once: extended attributes above all, which `ls -l` would ask for on
 * every file. */
const struct fuse_lowlevel_ops mount_ops = {
	.init = op_init,
	.lookup = op_lookup,
	.getattr = op_getattr,
	.setattr = op_setattr,
	.access = op_access,
	.statfs = op_statfs,
	.open = op_open,
	.read = op_read,
	.write = op_write,
	.flush = op_flush,
	.fsync = op_fsync,
	.release = op_release,
	.poll = op_poll,
	.readdir = op_readdir,
	.readdirplus = op_readdirplus,
	.mkdir = op_mkdir,
	.rmdir = op_rmdir,
	.mknod = op_mknod,
	.create = op_create,
	.symlink = op_symlink,
	.readlink = op_readlink,
	.link = op_link,
	.unlink = op_unlink,
	.rename = op_rename,
};
