/*
 * Inside the room: the directories of a format's trees, as they follow from the paths of what is in them.
 *
 * They are worked out when somebody asks, once for each version of the duel: one walk over all paths. What is found has
 * numbers only, no strings, so nothing of it can outlive the state that it was made of.
 */
#ifndef FS_DUELS_OWN_TREE_H
#define FS_DUELS_OWN_TREE_H

#include <sodium.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct duel;

/* A file or a directory; the first is the row's. */
struct own_node {
	unsigned sub;  /* own.h */
	unsigned up;   /* the directory that it is in */
	uint64_t hash; /* of its name in there */
	int64_t ms;    /* of a directory the newest of what is in it */
	/* of a directory: what is in it, by number, and how much of that are directories */
	unsigned first, n, folders;
};

struct own_tree {
	uint64_t version; /* of the duel; 0: not worked out yet */
	struct own_node *nodes;
	unsigned n, room;
	unsigned *inside; /* nodes by directory, in the order of their numbers */
	unsigned *places; /* nodes by hash; 0: none. A power of two */
	size_t n_places;
	unsigned char key[crypto_shorthash_KEYBYTES];
};

/* Is there what this number names? */
bool own_tree_holds(struct duel *d, unsigned sub);
void own_tree_name(struct duel *d, unsigned sub, char *out, size_t size);
int64_t own_tree_ms(struct duel *d, unsigned sub);
void own_tree_free(struct own_tree *t);
static inline size_t
own_tree_bytes(const struct own_tree *t)
{
	return t->room * sizeof *t->nodes + t->n * sizeof *t->inside + t->n_places * sizeof *t->places;
}

#endif
