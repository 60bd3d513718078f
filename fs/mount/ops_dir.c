/* Directories: listing them, and making and removing duels. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include "fs/mount/node.h"
#include "fs/mount/ops.h"
#include "validators/text/mem.h"

/* Put one entry where `room` bytes are left, with its attributes if `plus`: how many it takes, more than `room` if it
 * does not fit. The kernel knows the two dots already: they come without an entry to remember. */
static size_t
add_entry(fuse_req_t req, char *at, size_t room, const struct tree_entry *entry, bool plus)
{
	struct fuse_entry_param e = {.attr.st_ino = node_ino(&entry->node), .attr.st_mode = S_IFDIR};
	struct stat st = {.st_ino = e.attr.st_ino, .st_mode = tree[entry->node.row].mode};
	if (!plus)
		return fuse_add_direntry(req, at, room, entry->name, &st, entry->cookie);
	size_t n = fuse_add_direntry_plus(req, NULL, 0, entry->name, &e, entry->cookie);
	if (n > room)
		return n;
	if (entry->cookie > 2) /* only now: the kernel is told of what it is given */
		node_entry(&entry->node, &e);
	return fuse_add_direntry_plus(req, at, room, entry->name, &e, entry->cookie);
}

static void
list_dir(fuse_req_t req, fuse_ino_t ino, size_t size, int64_t cookie, bool plus)
{
	struct mount *m = mount_of(req);
	struct node dir;
	struct tree_entry e;
	char *buffer = mem_calloc(1, size);
	size_t used = 0;
	duels_lock(m->duels);
	int err = node_find(m, ino, fuse_req_ctx(req)->uid, true, &dir);
	for (; !err && tree_next(&dir, cookie, &e); cookie = e.cookie) {
		assert(e.cookie > cookie);
		size_t n = add_entry(req, buffer + used, size - used, &e, plus);
		if (n > size - used)
			break;
		used += n;
	}
	if (err)
		fuse_reply_err(req, -err);
	else
		fuse_reply_buf(req, buffer, used);
	duels_unlock(m->duels);
	free(buffer);
}

void
op_readdir(fuse_req_t req, fuse_ino_t ino, size_t size, off_t offset, struct fuse_file_info *fi)
{
	(void)fi;
	list_dir(req, ino, size, offset, false);
}

void
op_readdirplus(fuse_req_t req, fuse_ino_t ino, size_t size, off_t offset, struct fuse_file_info *fi)
{
	(void)fi;
	list_dir(req, ino, size, offset, true);
}

void
op_mkdir(fuse_req_t req, fuse_ino_t parent, const char *name, mode_t mode)
{
	struct mount *m = mount_of(req);
	struct caller who = caller_of(req);
	struct node n = {.mount = m, .row = TREE_DUEL};
	(void)mode;
	if (parent != FUSE_ROOT_ID) {
		reply_name_refused(req, parent, name, NAME_DIR);
		return;
	}
	duels_lock(m->duels);
	int err = duels_create(m->duels, name, &who);
	if (!err && !(n.duel = duels_find(m->duels, name)))
		err = -ENOENT; /* removed again already */
	reply_entry(req, &n, err);
	duels_unlock(m->duels);
}

void
op_rmdir(fuse_req_t req, fuse_ino_t parent, const char *name)
{
	struct mount *m = mount_of(req);
	struct caller who = caller_of(req);
	if (parent != FUSE_ROOT_ID) {
		reply_name_refused(req, parent, name, NAME_RMDIR);
		return;
	}
	duels_lock(m->duels);
	struct duel *d = duels_find(m->duels, name);
	int err = d ? duels_remove(m->duels, d, &who) : -ENOENT;
	duels_unlock(m->duels);
	fuse_reply_err(req, -err);
}
