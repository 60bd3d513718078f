/*
 * Reading with somebody's rights: a thread takes on their identity and dies with it, so that none ever has to find its
 * way back to the daemon's. Rights that are needed later are kept as one line of text.
 */
#ifndef FS_UTIL_RIGHTS_H
#define FS_UTIL_RIGHTS_H

#include <stdbool.h>
#include "fs/util/caller.h"

/* Has the daemon this one's rights already, so that nothing needs to be taken on? */
bool
rights_are_own(uid_t uid);
/* The caller's identity and no capability, for this thread and for good. Only root's daemon can. 0 or a negative
 * errno. */
int
rights_become(const struct caller *who);

/* Open what a user names by its absolute path, without following magic links and without blocking: with the rights of
 * `who` (NULL: the daemon's own), which this thread has from then on. A descriptor, or -errno and *why (one sentence
 * behind the path; malloc'd). */
int
rights_open(const char *path, const struct caller *who, int flags, char **why);
/* The same for an errno of what was opened so. */
int
rights_refuse_open(char **why, const char *path, int err, int flags);
/* Put "PATH: sentence" in *why (malloc'd); returns -err. */
int
path_refuse(char **why, const char *path, int err, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* "1000:1000:4,27" of uid, gid and groups, those that RIGHTS_BYTES have room for: fewer groups only take rights away.
 * malloc'd. */
#define RIGHTS_BYTES 1024
char *
rights_print(const struct caller *who);
/* *groups is malloc'd, and who->groups it; the caller frees it. false: that is no such line. */
bool
rights_read(const char *text, struct caller *who, gid_t **groups);

#endif
