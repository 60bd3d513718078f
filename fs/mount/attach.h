/*
 * Putting a session into the tree. As root that is a system call; else fusermount3 does it, and what it has to say it says on our stderr: it
 * is taken down meanwhile, and said in our name.
 */
#ifndef FS_MOUNT_ATTACH_H
#define FS_MOUNT_ATTACH_H

#include <fuse_lowlevel.h>

/* 0, or -EPERM: why is on stderr, or in the log. */
int mount_attach(struct fuse_session *se, const char *mountpoint);

#endif
