/*
 * Kinds of nodes: what an open, a read, a write of a file does. One struct a family, one file a struct: node_text.c
 * (rendered once, at open), node_live.c (bytes that only grow, and a source), node_intake.c (what is written is a
 * submission), node_lock.c (verbs), node_scratch.c (temporary files), node_wait.c (a read that waits), node_dir.c.
 *
 * `size`, `open` and `write` are called with the duels' lock held, `read` without it: that gives its request exactly
 * one reply, now or later. A write to an open file that has an intake goes there (ops_file.c).
 */
#ifndef FS_MOUNT_NODE_H
#define FS_MOUNT_NODE_H

#include <fcntl.h>
#include <fuse_lowlevel.h>
#include "fs/mount/handle.h"
#include "fs/mount/tree.h"
#include "validators/kit/refusal.h"

struct node_kind {
	off_t (*size)(const struct node *n); /* NULL: none, of a directory */
	/* 0, or a negative errno. For writing or truncating only where the row is gated. handle_shut gives back what it
	 * took. */
	int (*open)(struct handle *h, int flags);
	void (*read)(struct handle *h, fuse_req_t req, size_t size, off_t offset);
	int (*write)(struct handle *h, const char *bytes, size_t size, off_t offset, bool append);
	bool stream; /* a write has no place, so that truncating means nothing */
};

extern const struct node_kind node_dir;
extern const struct node_kind node_text;
extern const struct node_kind node_live;
extern const struct node_kind node_source;
extern const struct node_kind node_debate;
extern const struct node_kind node_config;
extern const struct node_kind node_lock;
extern const struct node_kind node_scratch;
extern const struct node_kind node_wait;

/* O_TRUNC without writing would change the file as well. */
static inline bool
open_writes(int flags)
{
	return (flags & O_ACCMODE) != O_RDONLY || flags & O_TRUNC;
}

static inline bool
open_reads(int flags)
{
	return (flags & O_ACCMODE) != O_WRONLY;
}

/* Shared by the kinds. */
off_t text_size(const struct node *n);
/* Let the open file read what its row shows now; `woken` as in handle_take. */
int text_snapshot(struct handle *h, bool woken);
void text_read(struct handle *h, fuse_req_t req, size_t size, off_t offset);
off_t live_size(const struct node *n);
int live_open(struct handle *h, int flags);
void live_read(struct handle *h, fuse_req_t req, size_t size, off_t offset);

/* So long the kernel may keep the attributes of a directory, and the name of a duel. It keeps those of no file, and not
 * the root's: whoever looks at a mount that has died sees that at once. */
#define DIR_SECONDS 1.0

static inline double
attr_seconds(enum tree_id row)
{
	return tree_is_dir(row) && row != TREE_ROOT ? DIR_SECONDS : 0;
}

/* The bytes that the row shows: borrowed, or rendered into *text, which may let go of the lock meanwhile, in which the
 * node's duel stays. */
void node_content(const struct node *n, UT_string *text, const char **bytes, size_t *len);
void node_stat(const struct node *n, struct stat *st);
/* As a lookup, or a listing, answers it. */
void node_entry(const struct node *n, struct fuse_entry_param *e);
static inline void
stat_resize(struct stat *st, off_t size)
{
	st->st_size = size;
	st->st_blocks = (size + 511) / 512;
}

/* Refuse to change a file that is only ever read: the negative errno. */
int node_refuse_change(const struct node *n, const struct caller *who);
/* Keep the reason in last_error, in the duel's or beside the duels: the negative errno. */
int node_refuse(const struct node *n, const struct caller *who, enum refusal rule, const char *sentence);

/* Answer with the part of `bytes` that was asked for. */
void reply_slice(fuse_req_t req, const char *bytes, size_t len, size_t size, off_t offset);
#endif
