/*
 * Waiting for a duel to be loaded. Its store may be large, slow or far away: whoever serves others, too, does not read
 * it with the registry's lock held (duel_touch does that, where it must) but has a worker read, check and fold it, and
 * goes on meanwhile.
 *
 * One load of a duel is under way at a time, and all that wait share it. It is put in place under the lock, in one
 * moment: nobody sees half of it. What became of the duel by other means meanwhile counts: where it was loaded and let
 * go of since, what was read may be old, and is read anew; where it is gone, whoever waits finds that.
 *
 * Expects the registry's lock, as all of the registry does.
 */
#ifndef FS_REGISTRY_LOADING_H
#define FS_REGISTRY_LOADING_H

#include <stdbool.h>
#include <sys/types.h>
#include "fs/registry/duel.h"

struct load;

struct load_wait {
	struct load_wait *prev, *next;
	struct load *load; /* NULL: it waits for nothing any more, and need not leave */
	/* 0: it is loaded, and stays so until load_leave; or it was removed, which a look shows. -EIO: it cannot be
	 * read; then there is nothing to leave. Must leave other waits alone. */
	void (*came)(struct load_wait *w, int err);
};

/* Is there nothing to wait for? */
bool duel_is_loaded(const struct duel *d);
/* Not loaded: wait for it. `came` is called once, later, with the lock held. `uid`: who asked. */
void load_await(struct duel *d, uid_t uid, struct load_wait *w);
/* It has looked, or does not want to any more. */
void load_leave(struct load_wait *w);

#endif
