/*
 * The operations the kernel asks for: each decodes, calls, and gives one reply. ops.c has the table and what concerns
 * one node, ops_file.c open files, ops_poll.c polls of them, ops_dir.c directories, ops_scratch.c names that are made,
 * moved and removed, ops_name.c those that nobody may.
 */
#ifndef FS_MOUNT_OPS_H
#define FS_MOUNT_OPS_H

#include <fuse_lowlevel.h>
#include "fs/mount/mount.h"
#include "fs/mount/tree.h"

struct handle;

extern const struct fuse_lowlevel_ops mount_ops;

/* Answer with this node, or with the negative errno. Expects the lock. */
void reply_entry(fuse_req_t req, const struct node *n, int err);

static inline struct mount *
mount_of(fuse_req_t req)
{
	return fuse_req_userdata(req);
}

void op_open(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi);
void op_read(fuse_req_t req, fuse_ino_t ino, size_t size, off_t offset, struct fuse_file_info *fi);
void op_write(fuse_req_t req, fuse_ino_t ino, const char *bytes, size_t size, off_t offset, struct fuse_file_info *fi);
void op_flush(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi);
void op_fsync(fuse_req_t req, fuse_ino_t ino, int datasync, struct fuse_file_info *fi);
void op_release(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi);

void op_poll(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi, struct fuse_pollhandle *ph);
/* This file is polled, and nobody does any more. Expects the lock. */
void poll_drop(struct handle *h);

void op_readdir(fuse_req_t req, fuse_ino_t ino, size_t size, off_t offset, struct fuse_file_info *fi);
void op_readdirplus(fuse_req_t req, fuse_ino_t ino, size_t size, off_t offset, struct fuse_file_info *fi);
void op_mkdir(fuse_req_t req, fuse_ino_t parent, const char *name, mode_t mode);
void op_rmdir(fuse_req_t req, fuse_ino_t parent, const char *name);

void op_mknod(fuse_req_t req, fuse_ino_t parent, const char *name, mode_t mode, dev_t rdev);
void op_create(fuse_req_t req, fuse_ino_t parent, const char *name, mode_t mode, struct fuse_file_info *fi);
void op_symlink(fuse_req_t req, const char *target, fuse_ino_t parent, const char *name);
void op_readlink(fuse_req_t req, fuse_ino_t ino);
void op_link(fuse_req_t req, fuse_ino_t ino, fuse_ino_t parent, const char *name);
void op_unlink(fuse_req_t req, fuse_ino_t parent, const char *name);
void op_rename(fuse_req_t req, fuse_ino_t parent, const char *name, fuse_ino_t to, const char *to_name, unsigned flags);
/* Refused operations, each with its sentence. */
enum name_act { NAME_FILE, NAME_DIR, NAME_LINK, NAME_UNLINK, NAME_RMDIR, NAME_RENAME, NAME_MOVE, NAME_ACTS };
/* Refuse a request on a name, whatever it is. */
void reply_name_refused(fuse_req_t req, fuse_ino_t parent, const char *name, enum name_act act);
/* Keep the reason: the negative errno. Expects the lock. */
int name_refused(const struct node *dir, const struct caller *who, const char *name, enum name_act act);
/* Make a scratch file (`target`: a symlink), or find what has the name. Expects the lock; `dir` was found. */
int name_make(const struct node *dir, const struct caller *who, const char *name, const char *target, struct node *out);

#endif
