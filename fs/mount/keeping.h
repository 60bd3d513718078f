/*
 * The files of a duel that are kept outside of its store, in the archive and by `duelfs export`: those of the tree's
 * rows that say so, as they can be read now. No file shows a sealed text.
 */
#ifndef FS_MOUNT_KEEPING_H
#define FS_MOUNT_KEEPING_H

#include "fs/duels/duel.h"
#include "fs/util/file_set.h"

/* Adds to *out. Expects the duels' lock, which is let go of meanwhile, by who has entered the duel; or offline.h. */
void keep_files(struct duel *d, struct file_set *out);

#endif
