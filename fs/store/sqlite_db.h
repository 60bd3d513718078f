/*
 * Statements of every part of the SQLite store: open by URI, run, prepare, and turn its
 * result codes into errno and a sentence. Codes here are SQLite's (0 is SQLITE_OK); only db_errno()
 * and db_refuse() speak in -errno.
 */
#ifndef FS_STORE_SQLITE_DB_H
#define FS_STORE_SQLITE_DB_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Open `dir`/`name` with SQLite's own locking off for threads: each connection has one user at a
 * time. NULL only without memory. */
int db_open(sqlite3 **out, const char *dir, const char *name, const char *params, int flags,
	const char *vfs);
/* Close without a checkpoint: what is in the write-ahead log stays there. */
void db_close_as_is(sqlite3 *db);

int db_exec(sqlite3 *db, const char *sql);
/* Run a statement whose parameter ?1 is this text (NULL: null, or it has none). The first column of its first row is
 * *out then (NULL: not wanted), which stays what it was where there is no row. */
int db_ask(sqlite3 *db, const char *sql, const char *text, int64_t *out);
/* One kept statement for each row of `sql`. */
int db_prepare(sqlite3 *db, sqlite3_stmt **out, const char *const *sql, size_t n);
void db_finalize(sqlite3_stmt **stmts, size_t n);
/* Run to the end a statement that gives no rows, and make it ready for its next use. */
int db_run(sqlite3_stmt *stmt);

/* A write failed because the disk, the quota or the file is full. `file`: which was written to,
 * SQLITE_FCNTL_JOURNAL_POINTER (the log) or SQLITE_FCNTL_FILE_POINTER (the database). */
bool db_is_full(sqlite3 *db, int rc, int file);
int db_errno(sqlite3 *db, int rc);

/* Put a sentence in *why and return `err`. */
int db_refuse(char **why, int err, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* The same for a result code, in SQLite's words. */
int db_refuse_rc(char **why, sqlite3 *db, int rc, const char *what);

#endif
