/*
 * Inside the room: the directories of a format's trees, as they follow from the paths of what is in them.
 *
 * They are worked out when somebody asks, once for each version of the duel: one walk over all paths. The result has
 * numbers only, no strings, so nothing of it can outlive the state that it was made of.
 */
#ifndef FS_DUELS_OWN_TREE_H
#define FS_DUELS_OWN_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct duel;

/* A file or a directory; the first is the row's. */
struct own_node {
	unsigned sub;     /* own.h */
	unsigned up;      /* the directory that it is in */
	unsigned folders; /* of a directory: so many are in it, */
	int64_t ms;       /* and the newest of what is in it */
};

struct own_tree {
	uint64_t version; /* of the duel; 0: not worked out yet */
	struct own_node *nodes;
	unsigned *inside; /* nodes but the first, by directory and number */
	unsigned n, room;
};

/* Is there what this number names? */
bool own_tree_holds(struct duel *d, unsigned sub);
void own_tree_name(struct duel *d, unsigned sub, char *out, size_t size);
int64_t own_tree_ms(struct duel *d, unsigned sub);
void own_tree_free(struct own_tree *t);
static inline size_t
own_tree_bytes(const struct own_tree *t)
{
	return t->room * sizeof *t->nodes + t->n * sizeof *t->inside;
}

#endif
