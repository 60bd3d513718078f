/*
 * The write-ahead log as a file: whether more was accepted into it than SQLite would take out of it again, and the mark
 * of one that is empty. What either means, and how it is found out, stands in sqlite_wal.c.
 */
#ifndef FS_STORE_SQLITE_WAL_H
#define FS_STORE_SQLITE_WAL_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#define WAL_HEAD_BYTES 32

/* Look at the log in this directory, which nobody has open for writing. 0, and in *broken_at the byte behind which
 * accepted entries may be missing, or -1: it is whole, or there is none. -errno: it cannot be read. */
int sqlite_wal_look(int dir, int64_t *broken_at);

/* The head of the log, where there is one whose frames count: 1, or 0 where nothing in it does, or -errno. */
int sqlite_wal_head(int dir, unsigned char head[WAL_HEAD_BYTES]);

/* A log whose every frame is in the database, and durable there, marked as empty on the disk; `head` takes what stood
 * in its place. A SQLite result code. */
int sqlite_wal_mark(sqlite3 *db, unsigned char head[WAL_HEAD_BYTES]);
/* After the first commit behind a mark: does the log begin anew? Where it goes on instead, because a reader is in it,
 * the head that stood there before is put back, durably. SQLITE_IOERR: neither, and the commit is not safe. */
int sqlite_wal_unmark(sqlite3 *db, const unsigned char head[WAL_HEAD_BYTES]);

#endif
