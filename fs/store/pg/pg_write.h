/* The writing connection: batches in, one transaction out. Used by one thread after it was opened. */
#ifndef FS_STORE_PG_PG_WRITE_H
#define FS_STORE_PG_PG_WRITE_H

#include "fs/store/group.h"
#include "fs/store/pg/pg_db.h"
#include "fs/store/store.h"

struct pg_writer {
	struct pg_db db;
	int64_t boot, mount; /* mount: the row of the one that began; 0: none did */
	const char *me; /* how this process calls itself where others listen */
	/* Whose batches were overtaken: their rows are held by the transaction that is open, until they come back. */
	int64_t held[GROUP_BATCHES];
	size_t n_held;
	bool again;  /* an earlier try of these batches may have been committed */
	bool broken; /* what was committed may be lost, for the standbys that are to have it were not waited for */
};

/* So long at most the rows of duels are held for those who were overtaken and judge anew; the same, another where a
 * test says so. */
#define PG_HOLD_MS 50
extern _Atomic int64_t pg_hold_ms;

/* As sqlite_writer_commit; -EAGAIN: overtaken. */
void pg_writer_commit(struct pg_writer *w, struct store_batch **batches, int *results, size_t n);
/* Nobody came back: others may write. */
void pg_writer_let_go(struct pg_writer *w);

#endif
