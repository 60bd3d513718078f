/*
 * Is the mount still in the tree? umount -l takes it out while files in it are open, and the connection ends only with the last of them:
 * nobody tells the daemon. So one thread sleeps on the table of mounts of our namespace, and looks into it when it has changed.
 */
#ifndef FS_MOUNT_PRESENCE_H
#define FS_MOUNT_PRESENCE_H

#include <stdbool.h>

struct presence;

/* Call `gone` once, from that thread, when no mount of the file system at `path` is left. NULL where there is no table to be watched. */
struct presence *presence_start(const char *path, void (*gone)(void *arg), void *arg);
/* Is there one now? true where it cannot be told (`p` NULL). */
bool presence_is_there(const struct presence *p);
void presence_stop(struct presence *p);

#endif
