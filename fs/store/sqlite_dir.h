/*
 * The store's directory, with nothing of SQLite's: its lock, its files' names and their durability.
 * The lock is an flock on the directory itself: no file is needed for it (verify creates none), and
 * it does not mix with the record locks of the database file, which the closing of any descriptor
 * of that file would drop.
 */
#ifndef FS_STORE_SQLITE_DIR_H
#define FS_STORE_SQLITE_DIR_H

#include <stdbool.h>
#include "fs/store/store.h"

#define STORE_DB "duelfs.db"
#define STORE_DB_WAL "duelfs.db-wal"
#define STORE_DB_NEW "duelfs.db.new"

/* Bytes of the write-ahead log that are written before the first commit, and to which it is cut
 * back: see sqlite_dir_wal_prewrite. */
#define STORE_WAL_BYTES (4 << 20)

/* A descriptor of the locked directory, or -errno and a sentence. Made where it is missing (one
 * level), but not to verify or to read. */
int sqlite_dir_open(const char *path, enum store_mode mode, char **why);

/* A file's size, -1 where there is none. */
off_t sqlite_dir_bytes(int dir, const char *name);
/* Is there a file that begins as a database does? */
bool sqlite_dir_is_database(int dir);

/* An empty duelfs.db.new, 0600, instead of what an interrupted creation may have left. */
int sqlite_dir_start_new(int dir);
/* Make duelfs.db.new durable, and then duelfs.db. */
int sqlite_dir_publish_new(int dir);

/* Before recovery reads it: what the log holds must be what the disk holds. */
int sqlite_dir_wal_settle(int dir);
/* Fill the log up to STORE_WAL_BYTES, after recovery. No error: without room, or without it, only
 * speed is lost. */
void sqlite_dir_wal_prewrite(int dir);

#endif
