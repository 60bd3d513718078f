/*
 * Threads for requests. The one that receives answers itself what never waits; of every other request the table's
 * pool has a copy, and one of its threads runs it.
 */
#ifndef FS_MOUNT_POOL_H
#define FS_MOUNT_POOL_H

#include <fuse_lowlevel.h>

struct mount;

/* Run this request, here or in the pool. By the thread that receives. */
void pool_run(struct mount *m, const struct fuse_buf *buf);

#endif
