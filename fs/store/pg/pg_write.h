/* The writing connection: batches in, one transaction out. Used by one thread after it was opened. */
#ifndef FS_STORE_PG_PG_WRITE_H
#define FS_STORE_PG_PG_WRITE_H

#include "fs/store/pg/pg_db.h"
#include "fs/store/store.h"

struct pg_writer {
	struct pg_db db;
	int64_t boot, mount; /* mount: the row of the one that began; 0: none did */
	const char *me; /* how this process calls itself where others listen */
	bool again;  /* an earlier try of these batches may have been committed */
	bool broken; /* what was committed may be lost, for the standbys that are to have it were not waited for */
};

/* As sqlite_writer_commit; -EAGAIN: overtaken. */
void pg_writer_commit(struct pg_writer *w, struct store_batch **batches, int *results, size_t n);

#endif
