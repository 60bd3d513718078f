/*
 * The writing connection: batches in, one transaction out. Used by one thread at a time.
 */
#ifndef FS_STORE_SQLITE_WRITE_H
#define FS_STORE_SQLITE_WRITE_H

#include <sqlite3.h>
#include <stdbool.h>
#include "fs/store/group.h"

enum sqlite_write_stmt {
	WRITE_BEGIN,
	WRITE_COMMIT,
	WRITE_ROLLBACK,
	WRITE_CREATE,
	WRITE_UPDATE,
	WRITE_SOURCE,
	WRITE_SOURCE_REMOVE,
	WRITE_EXISTS,
	WRITE_ENTRY,
	WRITE_REMOVE_ID,
	WRITE_REMOVE_ENTRIES,
	WRITE_REMOVE,
	WRITE_ARCHIVE,
	WRITE_ARCHIVE_REMOVE,
	WRITE_MOUNT_SETTLE,
	WRITE_MOUNT_FORGET,
	WRITE_MOUNT_BEGINS,
	WRITE_MOUNT_ENDS,
	WRITE_STMTS
};

struct sqlite_writer {
	sqlite3 *db;
	sqlite3_stmt *stmts[WRITE_STMTS];
	int64_t boot;
	int frames;  /* in the log */
	int brought; /* of these, already in the database: the log goes on behind them while a
			reader is in it */
	int due;     /* a checkpoint under load waits for so many that are not */
	bool full;   /* there was no room for a checkpoint, and no commit since */
	int database; /* a descriptor of its file: has that still a name? */
	bool broken; /* whether the last transaction took effect is open */
};

/* Take over a connection whose structure was checked, and what a crash has left in its log. A
 * SQLite result code; the connection is the writer's also where this fails. */
int sqlite_writer_open(struct sqlite_writer *w, sqlite3 *db, int database);
void sqlite_writer_close(struct sqlite_writer *w);

/* Ask each batch whether it is ready; make those that are durable together. results[i]: 0, what its
 * `ready` said, or -ENOSPC, -EUCLEAN, -EEXIST or -EIO as in store.h. If one batch contradicts what is
 * stored, the others are tried again without it; `ready` is not asked twice. */
void sqlite_writer_commit(void *writer, struct store_batch **batches, int *results, size_t n);

/* Is there anything in the log that an idle moment could bring to the database? After how many ms; 0: no. */
int64_t sqlite_writer_untidy(void *writer);
/* Bring the log's content to the database where it is due, and when idle leave none. */
void sqlite_writer_tidy(void *writer, bool idle);

#endif
