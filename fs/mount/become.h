/*
 * -o setuid=USER: the daemon is another user's, from before it looks at store or mountpoint. mount(8) and
 * mount.fuse3(8) have it so, for lines of fstab; only root can ask for it.
 */
#ifndef FS_MOUNT_BECOME_H
#define FS_MOUNT_BECOME_H

/* By name or number, with the user's groups and HOME. 0, or a negative errno: what is wrong is on stderr. */
int
become_user(const char *user);

#endif
