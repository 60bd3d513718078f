/*
 * News for those who listen, on a connection beside the one that writes: `notify = "after"`.
 *
 * A NOTIFY within a transaction takes a lock of the whole server from before the flush of its commit to behind it, so
 * that hosts that write at the same time wait for each other. Here it comes right behind the commit, in a transaction
 * that waits for no flush (synchronous_commit = off), by a thread of its own, that whoever writes does not wait for
 * either. What has gathered meanwhile goes together. News that is lost, with its connection or its process, is found by
 * whoever looks (pg_watch.h).
 */
#ifndef FS_STORE_PG_PG_TELL_H
#define FS_STORE_PG_PG_TELL_H

#include "fs/store/pg/pg_db.h"

struct pg_tell;

/* Without a connection yet. `me`: how this process calls itself (borrowed). NULL: no thread can be had. Of a thread
 * that no signal goes to: this one's is as that. */
struct pg_tell *pg_tell_start(const struct pg_db *like, const char *me);
/* `id:rev`, or `list`. Of one thread at a time. */
void pg_tell_add(struct pg_tell *t, const char *word);
/* What was added is sent before, where there is a connection. NULL is nothing. */
void pg_tell_stop(struct pg_tell *t);

#endif
