/*
 * What the kernel is told without having asked: which attributes and names to drop, which polls to ask again; and
 * what it has asked, where there are too many answers at one moment to give them with a lock held. By a thread of its
 * own, in order.
 *
 * The attributes of a duel's directory may be kept for a second (so `ls -l` of many asks once, not once more each).
 * When such a duel changes, the kernel is told to drop them. It is told from a thread of its own: one that serves
 * requests could wait for itself.
 *
 * Rule: attributes are noted as shown, and sent, in one critical section of the registry's lock, so that a change that
 * comes after is told after. The kernel applies what was sent only when its reader wakes; the second bounds what such a
 * race can leave behind.
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
void notify_shown(struct notify *n, int64_t duel);
void notify_changed(struct notify *n, int64_t duel);
/* That name in the root is nobody's any more, and not by a request. */
void notify_gone(struct notify *n, const char *name);
/* This inode, a whole text that nobody has open and that the kernel holds to be shorter, has this size, and that last
 * byte. Told at once, by the loop itself: what is awaited for it is the page of that byte, which only a reader of the
 * inode could hold back. false: the kernel could not be told. */
bool notify_grown(struct notify *n, uint64_t ino, off_t size, char last);
/* Takes `ph`: whoever polls by it should ask again. */
void notify_poll(struct notify *n, struct fuse_pollhandle *ph);

/* Each answer wakes a process, which may take the processor: of those that one change wakes so many are answered at
 * once, who have the floor next; a few more by that thread, without the lock. (A crowd by who wakes it: wait.h.) */
#define NOTIFY_AT_ONCE 4
/* Answer with this errno, positive or 0, or with these bytes, which are taken (malloc'd); at the latest in
 * notify_stop. */
void notify_reply(struct notify *n, fuse_req_t req, int err, char *bytes, size_t len);

#endif
