/*
 * The paths of a mount: the store, the mountpoint and the config file as absolute paths without symlinks, checked
 * against each other, and store and config file for who may write them. Nothing is changed before that, but a missing
 * STORE is made and a stale mount taken away.
 */
#ifndef FS_MOUNT_PATHS_H
#define FS_MOUNT_PATHS_H

#include <stdbool.h>
#include <utstring.h>
#include "config/config.h"

struct paths {
	char *store; /* NULL: a database was named in its place */
	char *database; /* that one, as it was written; NULL: a directory was */
	char *mountpoint;
	char *config; /* NULL: there is none, for nobody named one beside a database */
	bool config_given; /* by -o config=: then it must exist */
};

/* 0, or a negative errno with the sentence in *why. */
int paths_resolve(const char *store, const char *mountpoint, const char *config, struct paths *out, UT_string *why);
void paths_free(struct paths *p);

/* Read the configuration that `p` names: 0, or a negative errno with *why as `FILE:LINE: text`. One that nobody named
 * may be missing. Its archive may not be inside the mountpoint. */
int paths_read_config(const struct paths *p, struct mount_config *c, UT_string *why);

/* The place of a path that need not exist yet: as much of it as exists, resolved, and the rest. malloc'd; NULL and
 * errno. */
char *path_resolve_new(const char *given);

#endif
