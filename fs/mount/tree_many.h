/*
 * Inside the tree: how files of which there is more than one in their directory are found, listed and named.
 */
#ifndef FS_MOUNT_TREE_MANY_H
#define FS_MOUNT_TREE_MANY_H

#include "fs/mount/tree.h"

extern const struct tree_many tree_duels;
extern const struct tree_many tree_turns;
extern const struct tree_many tree_seats;
extern const struct tree_many tree_scratches;
extern const struct tree_many tree_format_files;
extern const struct tree_many tree_format_tree;

/* A node of this row in the same duel. */
static inline struct node
node_child(const struct node *dir, enum tree_id row, unsigned sub)
{
	return (struct node){.mount = dir->mount, .duel = dir->duel, .row = row, .sub = sub, .viewer = dir->viewer};
}
/* For a file of the format's own, or a directory of such files. */
void tree_format_name(const struct node *n, char *out, size_t size);

#endif
