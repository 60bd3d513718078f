/*
 * The reading connection: sees what is committed, and nothing else. Any thread may call; calls wait
 * for each other.
 */
#ifndef FS_STORE_SQLITE_READ_H
#define FS_STORE_SQLITE_READ_H

#include <pthread.h>
#include <sqlite3.h>
#include "fs/store/store.h"

enum sqlite_read_stmt {
	READ_DUELS,
	READ_DUEL,
	READ_ENTRIES,
	READ_HEAD,
	READ_SOURCE,
	READ_ARCHIVE,
	READ_MOUNTS,
	READ_STMTS
};

struct sqlite_reader {
	struct store store; /* first: whose functions read by this connection */
	sqlite3 *db;
	pthread_mutex_t lock;
	sqlite3_stmt *stmts[READ_STMTS];
};

/* A SQLite result code. The connection is the reader's from then on, also where this fails. */
int sqlite_reader_open(struct sqlite_reader *r, sqlite3 *db);
/* Nothing where it was never opened. */
void sqlite_reader_close(struct sqlite_reader *r);

/* As in struct store_ops. `each` of sqlite_each_duel is called with the reader's lock held: it must
 * not read the store. `each` of sqlite_each_entry may. */
int sqlite_each_duel(struct store *s, int (*each)(void *arg, const struct store_duel *d), void *arg);
int sqlite_duel(struct store *s, int64_t id, struct store_duel *out);
int sqlite_each_mount(struct store *s, void (*each)(void *arg, int64_t began_ms, int64_t ended_ms), void *arg);
int sqlite_each_entry(
	struct store *s, int64_t duel, uint64_t after, int (*each)(void *arg, struct entry *e), void *arg);
int sqlite_heads(struct store *s, const int64_t *ids, size_t n,
	void (*each)(void *arg, int64_t id, const struct store_head *h), void *arg);
int sqlite_archive(struct store *s, int64_t duel, char **name);
int sqlite_source(struct store *s, int64_t duel, struct store_source *out);

#endif
