/*
 * A store in a PostgreSQL database, which several hosts write to at once: what they agree on is one row a duel,
 * compared and set on (rev, last_hash); the primary key of the entries is the second lock.
 *
 * Connections: one writes, on the thread of group.c, and one reads. A batch takes effect only on the head that it
 * names; 0 rows mean that it was overtaken (-EAGAIN), and the other batches of its transaction are none the worse.
 *
 * If a connection is lost before its COMMIT was answered, the outcome of the transaction is open, and looking is no
 * answer: it may take effect after the look. The same batches are tried again, which cannot take effect twice: a head
 * is there once. One that finds itself overtaken by its own entry had been committed. A caller that has no entry to
 * tell it by is told -EAGAIN, and finds what it wanted done already. Nobody there for PG_PATIENCE_MS: -ETIMEDOUT, as in
 * store.h.
 *
 * A third tells what others write (pg_watch.h). Ids are taken in blocks, which no other process has then: they are
 * unique, and not in the order in which duels are made.
 */
#ifndef FS_STORE_PG_PG_H
#define FS_STORE_PG_PG_H

#include "fs/store/pg/pg_times.h"
#include "fs/store/store.h"

/* Ids that are taken at once. */
#define PG_IDS 64

/* Further apart the clocks of the server and of this host may not be; and the same, less where a test says so. */
#define PG_APART_MS 60000
extern int64_t pg_apart_ms;
/* As server_version_num has it. */
#define PG_VERSION_LEAST 120000

/* Does this name a database, and no directory? */
bool store_pg_names(const char *word);
/* May it be used, as far as can be told without asking it? *shown (malloc'd): it, as it may be shown to anybody.
 * -EINVAL or -ENOSYS: *why (malloc'd), which quotes nothing of it. */
int store_pg_check(const char *where, char **shown, char **why);
/* `where`: a URL (postgresql://…) or libpq's key=value words. The tables are made where there are none. On failure
 * *why (malloc'd) is one line. -ENOSYS: no libpq; -EIO: the database cannot be reached; -EUCLEAN: it is of a newer
 * duelfs, or not what it should be: nothing was written. On success *why is what whoever runs it should know, or
 * NULL. `read_only`: nothing is made, or written, so that a role with SELECT alone, and a standby, will do; whatever is
 * submitted is -EROFS. */
int store_pg_open(const char *where, const char *boot_id, bool read_only, struct store **out, char **why);
/* The tables are made where there are none; these roles may use them as a mount does: what is in a log they can only
 * add to, and take out with its duel. As whoever owns the tables, or is to. Errors as above, and *why is NULL on
 * success. */
int store_pg_init(const char *where, char *const *roles, int n, char **why);
/* For a standby where no server is there that writes. Read it as it is at one moment, whoever has it mounted: in one
 * transaction that can change nothing, and makes nothing. The value that `read` returned; -EIO or -EUCLEAN as above and
 * *why, also where -ENOENT: there are no tables. */
int store_pg_read(const char *where, const char *boot_id, int (*read)(void *arg, struct store *s), void *arg,
	char **why);

#endif
