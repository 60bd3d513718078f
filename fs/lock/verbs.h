/*
 * `lock`: one line a write, a verb of a table. Expects the duels' lock, and lets go of it meanwhile.
 */
#ifndef FS_LOCK_VERBS_H
#define FS_LOCK_VERBS_H

#include "fs/duels/duels.h"

/* Run one line as `who`, who opened the file and holds the duel: 0, or a negative errno, whose reason is in
 * last_error. */
int verb_run(struct duel *d, const struct caller *who, const char *line, size_t len);

#endif
