/*
 * `lock`: one line a write, a verb of a table (files.md, `lock`). Expects the registry's lock; `done` as registry.h
 * says.
 */
#ifndef FS_LOCK_VERBS_H
#define FS_LOCK_VERBS_H

#include "fs/registry/registry.h"

/* Run one line as `who`, who opened the file. The reason of a refusal is in last_error. */
void verb_run(struct duel *d, const struct caller *who, const char *line, size_t len, done_fn done, void *arg);

#endif
