/*
 * Changes by others to the database: a thread with a connection of its own, which listens, and never opens a
 * transaction (a listener that sits in one stops the queue of the whole server).
 *
 * A writer says so in its transaction, on the channel `duelfs`: who it is, then a word `id:rev` for each duel
 * that it wrote to, and `list` where it made or removed some. A process skips its own notices. Beside it, every
 * PG_POLL_MS, there is a look: the duels made and removed since, and STORE_LOOK. That heals what was not heard, and is
 * all there is where nobody can listen. So does each new connection after one was lost.
 */
#ifndef FS_STORE_PG_WATCH_H
#define FS_STORE_PG_WATCH_H

#include "fs/store/pg/pg_db.h"
#include "fs/store/store.h"

#define PG_CHANNEL "duelfs"
#define PG_ME_BYTES 17

struct pg_watch;

/* `me`: how this process calls itself (borrowed); `listed`: list_rev of what is known already. NULL: no thread can be
 * had. */
struct pg_watch *pg_watch_start(const struct pg_db *like, const char *me, int64_t listed,
	bool (*news)(void *arg, const struct store_news *what), void *arg);
/* No call of `news` is under way when this returns. */
void pg_watch_stop(struct pg_watch *w);

#endif
