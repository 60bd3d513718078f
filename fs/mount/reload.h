/*
 * Reading the configuration anew, in a thread of its own: a source of a new [[duel]] may lie on a file system that
 * takes its time. One at a time; a wish that comes meanwhile is done afterwards. A bad file changes nothing and is
 * reported.
 */
#ifndef FS_MOUNT_RELOAD_H
#define FS_MOUNT_RELOAD_H

#include <pthread.h>
#include <stdbool.h>
#include <utstring.h>
#include "config/config.h"
#include "fs/fold/texts.h"

struct mount;
struct paths;

struct reload {
	struct mount *mount;
	pthread_mutex_t lock;
	pthread_cond_t idle;
	bool running, again;
};

void reload_init(struct reload *r, struct mount *m);
void reload_start(struct reload *r);
/* Wait until none is under way; false where it takes too long: then its thread still uses the registry. */
bool reload_stop(struct reload *r);

/* Read the file that `p` names: 0, or a negative errno with *why as `FILE:LINE: text`. One that nobody named may be
 * missing. */
int reload_read(const struct paths *p, struct mount_config *c, UT_string *why);
/* What it says of how long a database is waited for holds from now on, for all connections. */
void reload_times(const struct mount_config *c);
/* Read the texts that formats work with, from beside that file: likewise. */
int reload_texts(const struct paths *p, struct text_set **out, UT_string *why);

#endif
