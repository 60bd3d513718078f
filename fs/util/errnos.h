/* The errnos that the mount uses, by name: as last_error and entries have them. */
#ifndef FS_UTIL_ERRNOS_H
#define FS_UTIL_ERRNOS_H

/* For an errno, negative or not; "EIO" for one that is not used. */
const char *errno_name(int err);
/* The negative errno; -EIO for a name that is none, or NULL. */
int errno_named(const char *name);

#endif
