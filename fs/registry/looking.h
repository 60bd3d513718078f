/*
 * Looks that somebody waits for (fs/util/look.h): at an evidence root that is being set, and into the files that a text
 * cites. A thread of its own does each, and the file system behind it may take long, or never answer: then whoever
 * waits has what was seen after LOOKING_SECONDS, and what comes later is thrown away.
 *
 * A thread that hangs keeps its place; one uid has at most LOOKING_PER_UID of the LOOKING_MAX, and those that find no
 * place wait for one, by turns, until their time is over. Expects the registry's lock.
 */
#ifndef FS_REGISTRY_LOOKING_H
#define FS_REGISTRY_LOOKING_H

#include "fs/util/look.h"

struct registry;

#define LOOKING_SECONDS 5
#define LOOKING_PER_UID 4
#define LOOKING_MAX 16
/* What whoever waits is told then. */
#define LOOKING_LATE "the file system behind the evidence root did not answer within 5 seconds"

/* Called exactly once, with the lock held. `rights` are to be freed; err not 0: `why` says it, borrowed. */
typedef void (*rooted_fn)(void *arg, int err, char *rights, const char *why);
/* May this be the evidence root of what `who` sets (NULL: duelfs.toml)? */
void
looking_at_root(struct registry *r, const char *path, const struct caller *who, rooted_fn then, void *arg);

/* Called exactly once, with the lock held: look_seen is what there is. */
typedef void (*looked_fn)(void *arg);
/* Look for `uid`, whose text it is. */
void
looking_start(struct registry *r, uid_t uid, struct look *look, looked_fn then, void *arg);

/* Answer those whose time is over: the clock_ms at which the next one falls due, 0 for none. */
int64_t
looking_tick(struct registry *r);

#endif
