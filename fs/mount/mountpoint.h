/*
 * The place in the tree: putting the mount there, taking it out, whether it is there still, and what a crash left
 * behind.
 *
 * A mount whose daemon was killed answers ENOTCONN, and nothing can be mounted over it. One of this program's kind is
 * detached at start; one of any other kind is left alone.
 *
 * umount -l takes a mount out of the tree while files in it are open, and the connection ends only with the last of
 * them: nobody tells the daemon. So one thread sleeps on the table of mounts of our namespace, and looks into it when
 * it has changed.
 */
#ifndef FS_MOUNT_MOUNTPOINT_H
#define FS_MOUNT_MOUNTPOINT_H

#include <fuse_lowlevel.h>
#include <stdbool.h>

/* Detach every dead mount of ours at this absolute path. 0, or a negative errno: something dead is there that is not
 * ours, or stays. */
int mountpoint_clean(const char *path);
/* 0, or -EPERM: why is on stderr, or in the log. As root it is a system call; else fusermount3 does it, and what that
 * has to say on our stderr is taken down meanwhile, and said in our name. */
int mountpoint_attach(struct fuse_session *se, const char *path);
/* Lazily: whoever has files open there keeps them. With the rights we have: as root by ourselves, else by
 * fusermount3. */
int mountpoint_detach(const char *path);

/* The place where duelfs has mounted the store in this directory; malloc'd. NULL: none that this namespace knows. */
char *mountpoint_of_store(const char *dir);

struct presence;

/* Call `gone` once, from a thread of its own, when no mount of the file system at `path` is left. NULL where there is
 * no table to be watched. */
struct presence *presence_start(const char *path, void (*gone)(void *arg), void *arg);
/* Is there one now? true where it cannot be told (`p` NULL). */
bool presence_is_there(const struct presence *p);
void presence_stop(struct presence *p);

#endif
