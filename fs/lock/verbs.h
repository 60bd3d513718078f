/*
 * `lock`: one line a write, a verb of a table (files.md, `lock`). Expects the registry's lock; `done` as registry.h
 * says.
 */
#ifndef FS_LOCK_VERBS_H
#define FS_LOCK_VERBS_H

#include "fs/registry/registry.h"

/* One open of `lock`: holds what only this open file may read back (token=new). Zeroed by its owner before use. */
struct verb_session {
	bool readable; /* the file is open for reading, too: else nobody could ever learn a token that is made for it */
	char *answer; /* the line to read back, once; malloc'd, NULL where there is none */
};
void verb_session_free(struct verb_session *s);

/* NULL where somebody may join under this name, else a static sentence that says why not. */
const char *verb_name_fault(const char *name);

/* Run one line as `who`, who opened the file. The reason of a refusal is in last_error. `session` must stay alive until
 * done. */
void verb_run(struct duel *d, const struct caller *who, const char *line, size_t len, struct verb_session *session,
	done_fn done, void *arg);

#endif
