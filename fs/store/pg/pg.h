/*
 * A store in a PostgreSQL database, which several hosts write to at once: what they agree on is one row a duel,
 * compared and set on (rev, last_hash); the primary key of the entries is the second lock.
 *
 * Two connections: one writes, on the thread of group.c, and one reads. A batch takes effect only on the head that it
 * names; 0 rows mean that it was overtaken (-EAGAIN), and the other batches of its transaction are none the worse.
 *
 * Where a connection is lost before its COMMIT was answered, what became of the transaction is open, and looking is no
 * answer: it may take effect after the look. The same batches are tried again, which cannot take effect twice: a head
 * is there once. One that finds itself overtaken by its own entry had been committed. Who has no entry to tell it by is
 * told -EAGAIN, and finds what it wanted done already. Nobody there for PG_PATIENCE_MS: -EIO, as in store.h.
 *
 * Not here yet: `watch` is NULL, so a process learns of others' writes by being overtaken; ids are not reserved, so two
 * processes that make duels at once may choose one id (the second is told -EUCLEAN).
 */
#ifndef FS_STORE_PG_PG_H
#define FS_STORE_PG_PG_H

#include "fs/store/store.h"

#define PG_PATIENCE_MS 10000
/* The same; more where a test crashes a server on a machine that is busy with others. */
extern int64_t pg_patience_ms;

/* `where`: a URL (postgresql://…) or libpq's key=value words. The tables are made where there are none. On failure
 * *why (malloc'd) is one line. -ENOSYS: no libpq; -EIO: the database cannot be reached; -EUCLEAN: it is of a newer
 * duelfs, or not what it should be. */
int store_pg_open(const char *where, const char *boot_id, struct store **out, char **why);

#endif
