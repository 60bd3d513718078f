/*
 * The tree: every file of the mount is one row. To add a file, add its row and its name below; duelfs(1) tells it.
 *
 * A row's name is fixed, or it is one of many (a duel, a turn, a participant), which are found, listed and named by the
 * functions of its `many`; or it stands for what a format has of its own, which fs/duels/own.h finds and names. The
 * row's kind (node.h) says what an open, a read or a write does; what there is to read is one of render, render_mount,
 * bytes.
 */
#ifndef FS_MOUNT_TREE_H
#define FS_MOUNT_TREE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include "fs/intake/intake.h"
#include "fs/duels/live.h"
#include "fs/duels/own.h"
#include "fs/duels/scratch.h"
#include "fs/duels/wait.h"
#include "fs/mount/ino.h"
#include "fs/util/file_set.h"

struct mount;
struct node_kind;

/* These numbers are part of inode numbers, which have room for 64: a new row goes to the end. */
enum tree_id {
	TREE_ROOT,
	TREE_MOUNT_GUIDE,
	TREE_MOUNT_STATUS,
	TREE_DUEL,
	TREE_GUIDE,
	TREE_CONFIG,
	TREE_STATUS,
	TREE_STATUS_JSON,
	TREE_LOCK,
	TREE_DEBATE,
	TREE_LAST_ERROR,
	TREE_EVENTS,
	TREE_SOURCE,
	TREE_TURNS,
	TREE_TURN,
	TREE_SEATS,
	TREE_SEAT,
	TREE_SEAT_STATUS,
	TREE_SCRATCH,
	TREE_PROMPT,
	TREE_WAIT,
	TREE_SEAT_WAIT,
	/* The files of the duel's format (fs/duels/own.h). */
	TREE_FORMAT_FILE,      /* one file */
	TREE_FORMAT_DIR,  /* the directory of many */
	TREE_FORMAT_MANY, /* one of them */
	TREE_SEAT_PROMPT,
	TREE_MOUNT_LAST_ERROR,
	TREE_SEAT_TURN,
	TREE_SEAT_SCRATCH, /* in a participant's directory */
	TREE_EVIDENCE,
	TREE_PAGE,
	TREE_MOUNT_INDEX,
	TREE_SEAT_TEMPLATE,
	TREE_SEAT_LAST_ERROR,
	TREE_SEAT_CHECK,
	TREE_CONCLUSION,
	TREE_FORMAT_TREE, /* the directory of a tree of the format's, or one in there */
	TREE_FORMAT_LEAF, /* a file in one */
	TREE_ROWS
};

/* One file or directory of the mount, for as long as the duels' lock is held (an open file holds its duel:
 * handle.h). */
struct node {
	struct mount *mount;
	struct duel *duel; /* NULL: of the mount itself */
	enum tree_id row;
	/* number of the turn, the seat or the scratch file, where the row has one; of a format's own file as own.h
	 * packs it */
	unsigned sub;
	/* who asks: a scratch file is there for its owner only */
	uid_t viewer;
};

/* Files of one row of which there is more than one in their directory. */
struct tree_many {
	bool (*find)(const struct node *dir, const char *name, struct node *child);
	/* How many there are, numbered from 1; or, where numbers have gaps, */
	int64_t (*count)(const struct node *dir);
	/* the first one above `after`, with its number. */
	bool (*next)(const struct node *dir, int64_t after, struct node *child, int64_t *number);
	void (*name)(const struct node *n, char *out, size_t size);
};

struct tree_row {
	const char *name; /* NULL: one of many, or the format says it */
	const struct tree_many *many;
	enum tree_id parent;
	enum tree_id holds; /* of a directory: the row of which it has many (of a tree the first); TREE_ROOT: none */
	mode_t mode;
	const struct node_kind *kind;
	int64_t (*time_ms)(const struct node *n);
	bool (*exists)(const struct duel *d); /* NULL: always */
	unsigned links;
	size_t (*more_links)(const struct node *n); /* may be NULL */
	bool of_format;      /* a row of the duel's format, which says whether it is there and how it is called */
	bool fresh;    /* the name is looked up anew each time; else the kernel keeps it until its duel is removed */
	bool of_maker; /* belongs to whoever made the duel, not to the daemon */
	bool of_seat;  /* belongs to the seat that `sub` is, or begins with */
	bool gated;    /* writes are submissions, and want to come whole */
	bool kept;     /* in the archive, and by `duelfs export` (keep_files); a folder's row, and those in it, too */
	bool unlisted; /* answers to its name, but no listing shows it: what reads whole trees must not read this */
	enum wait_for wait; /* what a read, or a poll, of it waits for */
	/* The content to read, and for a gated file which intake leads in. */
	render_fn render;
	void (*render_mount)(struct duels *r, UT_string *out);
	bytes_fn bytes;
	enum intake_file intake;
};

extern const struct tree_row tree[TREE_ROWS];

static inline bool
tree_is_dir(enum tree_id row)
{
	return S_ISDIR(tree[row].mode);
}

/* The node of an inode of the kernel's, and back. */
static inline uint64_t
node_ino(const struct node *n)
{
	return n->row == TREE_ROOT ? INO_ROOT : ino_pack(n->duel ? n->duel->id : 0, n->row, n->sub);
}
/* 0, or -ENOENT, or what loading its duel gave. The duel is touched wherever the node shows more than the duel's row in
 * the store, as its directory does `inside`: to who is about to search or to list it. */
int node_find(struct mount *m, uint64_t ino, uid_t viewer, bool inside, struct node *n);
struct node node_parent(const struct node *n);

/* A child by its name; false where there is none. */
bool tree_find(const struct node *dir, const char *name, struct node *child);

struct tree_entry {
	struct node node;
	int64_t cookie; /* where the listing goes on after this one */
	char name[NAME_MAX + 1];
};
/* The entry after `cookie` (0: the first, which is "."); false at the end. Cookies stay true while duels come and
 * go. */
bool tree_next(const struct node *dir, int64_t cookie, struct tree_entry *e);

/* Are temporary files made here? Which directory it is for them then (scratch.h). */
bool has_scratch(const struct node *dir);
unsigned scratch_place(const struct node *dir);

/* A seat's turn.md that has been removed, and not made anew? */
static inline bool
node_is_removed(const struct node *n)
{
	return n->row == TREE_SEAT_TURN && n->duel->fold->secrets[n->sub - 1].desk_removed;
}

/* The scratch file that it is; NULL: it is none, or that is gone. */
static inline struct scratch *
scratch_of(const struct node *n)
{
	bool is_one = n->row == TREE_SCRATCH || n->row == TREE_SEAT_SCRATCH;
	return is_one ? scratch_by_number(n->duel, n->sub) : NULL;
}

/* Which intake leads into a gated file. */
static inline int
node_intake(const struct node *n)
{
	return (int)tree[n->row].intake + (int)n->sub;
}

void node_name(const struct node *n, char *out, size_t size);
/* Its path in the duel's directory: "participants/alice/status". */
void node_path(const struct node *n, char *out, size_t size);

/* The files of a duel that are kept outside of its store, in the archive and by `duelfs export`: those of the rows that
 * say so, as they can be read now. No file shows a sealed text. Adds to *out. Expects the duels' lock, which is let go
 * of meanwhile, by who has entered the duel; or offline.h. */
void keep_files(struct duel *d, struct file_set *out);

#endif
