/*
 * Mounts that a crash left behind, and taking a mount out of the tree.
 *
 * A mount whose daemon was killed answers ENOTCONN, and nothing can be mounted over it. One of this program's kind is detached at start;
 * one of any other kind is left alone.
 */
#ifndef FS_MOUNT_STALE_H
#define FS_MOUNT_STALE_H

#define STALE_TYPE "fuse.duelfs"

/* The absolute path of a mountpoint, also where what is mounted there no longer answers; malloc'd. NULL and errno. */
char *stale_resolve(const char *mountpoint);
/* Detach every dead mount of ours at this absolute path. 0, or a negative errno: something dead is there that is not ours, or stays. */
int stale_clean(const char *path);
/* Lazily: whoever has files open there keeps them. With the rights we have: as root by ourselves, else by fusermount3. */
int mount_detach(const char *path);

#endif
