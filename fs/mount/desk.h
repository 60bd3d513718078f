/*
 * A seat's desk as a name in its directory. Who moves a file there from another file system unlinks turn.md first, and
 * makes it anew with O_EXCL: so the name is gone for the process that unlinked it, until it makes it again, or for
 * DESK_GONE_MS. Everybody else finds it there.
 *
 * Expects the registry's lock; the loop's. All zero is empty.
 */
#ifndef FS_MOUNT_DESK_H
#define FS_MOUNT_DESK_H

#include <fuse_lowlevel.h>
#include <stdbool.h>
#include <stdint.h>
#include "fs/util/caller.h"

struct node;

#define DESK_GONE_MS 5000
#define DESKS_GONE 32 /* at a time; then the oldest is there again */

struct desks {
	struct desk_gone {
		struct ancestor process; /* pid 0: none */
		uint64_t file;
		int64_t clock_ms;
	} gone[DESKS_GONE];
	unsigned next;
};

/* Does it matter for a file of this row which process asks? */
bool desk_is_sealed_row(unsigned row);
/* Is a text handed in there, or rehearsed, or one that is to become such a file? What is refused is its writer's. */
bool desk_takes_texts(unsigned row);
/* The process behind a request for this name, or for this inode, where that matters; pid 0 otherwise, or where it
 * cannot be told. Looks into /proc: without the lock. */
struct ancestor desk_asker(fuse_req_t req, fuse_ino_t parent, const char *name);
struct ancestor desk_asker_of(fuse_req_t req, fuse_ino_t ino);
/* It was found for this process: shows what that may see. */
void desk_seen_by(struct node *n, const struct ancestor *process);

/* n->process has unlinked it. */
void desk_unlinked(const struct node *n);
bool desk_is_gone(const struct node *n);
/* It was made anew. */
void desk_made(const struct node *n);

#endif
