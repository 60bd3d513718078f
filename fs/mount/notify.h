/*
 * What the kernel is told without having asked: which polls to ask again; and what it has asked, where there are too
 * many answers at one moment to give them with a lock held. By a thread of its own, in order.
 */
#ifndef FS_MOUNT_NOTIFY_H
#define FS_MOUNT_NOTIFY_H

#include <fuse_lowlevel.h>
#include <stdbool.h>
#include <stdint.h>

struct notify;

struct notify *notify_start(struct fuse_session *se);
void notify_stop(struct notify *n);

/* All with the registry's lock held. */
/* Takes `ph`: whoever polls by it should ask again. */
void notify_poll(struct notify *n, struct fuse_pollhandle *ph);

/* Each answer wakes a process, which may take the processor: of those that one change wakes so many are answered at
 * once, who have the floor next; a few more by that thread, without the lock. (A crowd by who wakes it: wait.h.) */
#define NOTIFY_AT_ONCE 4
/* Answer with this errno, positive or 0, or with these bytes, which are taken (malloc'd); at the latest in
 * notify_stop. */
void notify_reply(struct notify *n, fuse_req_t req, int err, char *bytes, size_t len);

#endif
