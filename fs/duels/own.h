/*
 * A format's own files (struct format_row): which there are, how they are called, when they changed, what they show.
 *
 * A file is named by one number: the place of its row among the format's rows, and, of a row of which there are many,
 * the file's own number, which is 0 for the one file of a row, and for the directory that many are in. Names come and
 * go with the format, which config.toml may change until somebody has joined; of many, and in a tree, there may be more
 * with every entry, and never fewer.
 *
 * In a tree (struct format_tree) a file has the depth 0. A directory is named by what came first into it, whose number
 * it has, and by its own depth below the row's directory, which is 0 and has the number 0: so a directory's name stays
 * its own as a file's does.
 *
 * Expects the duels' lock and duel_settle in the same critical section, as duel.h.
 */
#ifndef FS_DUELS_OWN_H
#define FS_DUELS_OWN_H

#include <stdbool.h>
#include <stdint.h>
#include <utstring.h>
#include "fs/duels/duel.h"
#include "validators/kit/format.h"

/* So many files of one row at most: those above are not shown. */
#define OWN_NUMBER_MAX 0x7fff

static inline unsigned
own_sub(unsigned row, unsigned number)
{
	return row << 15 | number;
}

static inline unsigned
own_row(unsigned sub)
{
	return sub >> 15 & 7;
}

static inline unsigned
own_number(unsigned sub)
{
	return sub & OWN_NUMBER_MAX;
}

/* For a directory in a tree. */
static inline unsigned
own_folder(unsigned row, unsigned number, unsigned depth)
{
	return depth << 18 | own_sub(row, number);
}

static inline unsigned
own_depth(unsigned sub)
{
	return sub >> 18;
}

/* For a node of a tree, or the directory of one: is it a directory? */
static inline bool
own_is_folder(unsigned sub)
{
	return own_depth(sub) || !own_number(sub);
}

/* The row at this place, from 0; NULL: there is none. */
const struct format_row *own_row_at(const struct duel *d, unsigned row);
/* Is there still, or already, what this number names? */
bool own_is_there(struct duel *d, unsigned sub);

/* How many files there are in the directory of this row. */
unsigned own_count(struct duel *d, unsigned row);
void own_name(struct duel *d, unsigned sub, char *out, size_t size);
/* The number of the file of this name in the directory of this row; 0: there is none. */
unsigned own_find(struct duel *d, unsigned row, const char *name);
int64_t own_ms(struct duel *d, unsigned sub);

void render_own(struct duel *d, unsigned sub, UT_string *out);

/* A tree's directories. The node of this name in this directory; 0: nothing. */
unsigned own_tree_find(struct duel *d, unsigned folder, const char *name);
/* The node in it that came first of all above this number; 0: nothing more. No two of one directory have one number. */
unsigned own_tree_next(struct duel *d, unsigned folder, unsigned after);
/* The directory that this is in. */
unsigned own_tree_up(struct duel *d, unsigned sub);
unsigned own_tree_folders(struct duel *d, unsigned folder); /* directories in it */

#endif
