/*
 * The store in one SQLite database: STORE/duelfs.db, with a write-ahead log beside it while it is
 * in use.
 *
 * For writing there are two connections in this process, one that writes (sqlite_write.c, by
 * group.c) and one that reads (sqlite_read.c). SQLite's "unix-excl" keeps other processes
 * out and the log's index in this process's memory, so there is no third file, and no failure of
 * one. A clean close brings everything into duelfs.db and removes the log.
 *
 * For verifying and reading there is one connection that cannot change anything. If a crash has left
 * a log, the entries that count are in there: the log is read with the index in memory (exclusive locking
 * mode; "unix-none", for the lock is ours) and left alone at the end.
 * If there is none, the database is all there is, and "immutable" keeps SQLite from making one.
 */
#include "fs/store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fs/store/group.h"
#include "fs/store/sqlite_db.h"
#include "fs/store/sqlite_dir.h"
#include "fs/store/sqlite_read.h"
#include "fs/store/sqlite_schema.h"
#include "fs/store/sqlite_write.h"
#include "validators/text/mem.h"

struct sqlite_store {
	struct sqlite_reader reader; /* first, with what all stores have */
	int dir;      /* locked */
	int database; /* duelfs.db, where it is written: closing a descriptor of it would drop SQLite's own locks */
	struct sqlite_writer writer; /* these two only for writing */
};

static const char pragmas[] =
	"PRAGMA trusted_schema = OFF;"
	"PRAGMA cell_size_check = ON;"
	"PRAGMA temp_store = MEMORY;"
	"PRAGMA cache_size = -4096;"
	"PRAGMA mmap_size = 0"; /* a read error of a mapped page would be a signal */

/* The limit is what was written beforehand: less would be grown again, more was an exception. */
static const char write_pragmas[] = "PRAGMA synchronous = FULL;"
				    "PRAGMA secure_delete = OFF;"
				    "PRAGMA journal_size_limit = 4194304";

_Static_assert(STORE_WAL_BYTES == 4194304, "the log is cut back to what was written beforehand");

static void
close_store(struct store *store)
{
	struct sqlite_store *s = (struct sqlite_store *)store;

	group_stop(store);
	sqlite_reader_close(&s->reader);
	if (s->writer.db)
		sqlite_writer_close(&s->writer);
	if (s->database >= 0)
		close(s->database);
	if (s->dir >= 0)
		close(s->dir); /* and with it the lock */
	memset(store->secret, 0, sizeof(store->secret));
	free(s);
}

static const struct store_ops ops = {
	.each_duel = sqlite_each_duel,
	.duel = sqlite_duel,
	.each_entry = sqlite_each_entry,
	.heads = sqlite_heads,
	.source = sqlite_source,
	.archive = sqlite_archive,
	.each_mount = sqlite_each_mount,
	.submit = group_submit,
	.drain = group_drain,
	.close = close_store,
};

static const struct group_ops group_ops = {
	.commit = sqlite_writer_commit, .tidy = sqlite_writer_tidy, .untidy = sqlite_writer_untidy};

/* Memory that lasts as long as the store is open. */
static int
load_meta(struct sqlite_store *s, sqlite3 *db, const char *boot_id)
{
	struct store *store = &s->reader.store;
	sqlite3_stmt *stmt;
	int64_t last = 0;
	int rc = sqlite3_prepare_v2(db, "SELECT secret FROM meta", -1, &stmt, NULL);

	if (rc)
		return rc;
	rc = sqlite3_step(stmt);
	if (rc == SQLITE_ROW && sqlite3_column_bytes(stmt, 0) == sizeof(store->secret)) {
		memcpy(store->secret, sqlite3_column_blob(stmt, 0), sizeof(store->secret));
		rc = SQLITE_OK;
	} else if (rc == SQLITE_ROW || rc == SQLITE_DONE) {
		rc = SQLITE_CORRUPT;
	}
	sqlite3_finalize(stmt);
	if (!rc)
		rc = db_ask(db, "SELECT max(last_id, ifnull((SELECT max(id) FROM duels), 0)) FROM meta", NULL, &last);
	if (!rc && boot_id)
		rc = db_ask(db, "SELECT id FROM boots WHERE boot_id = ?1", boot_id, &store->boot);
	store->last_id = last;
	return rc;
}

/* Missing: made under another name and renamed, so that there is never half of one. */
static int
create_missing(struct sqlite_store *s, const char *dir, char **why)
{
	int err;

	if (sqlite_dir_bytes(s->dir, STORE_DB) >= 0)
		return 0;
	if (sqlite_dir_bytes(s->dir, STORE_DB_WAL) > 0)
		return db_refuse(why, -EUCLEAN,
			"%s/" STORE_DB " is missing, but " STORE_DB_WAL
			" is there and may hold its newest part",
			dir);
	err = sqlite_dir_start_new(s->dir);
	if (!err)
		err = schema_create(dir, STORE_DB_NEW, why);
	if (!err)
		err = sqlite_dir_publish_new(s->dir);
	if (err && !*why)
		return db_refuse(why, err, "cannot make %s/" STORE_DB ": %s", dir, strerror(-err));
	return err;
}

static int
open_connection(sqlite3 **db, const char *dir)
{
	int rc = db_open(db, dir, STORE_DB, "psow=1", SQLITE_OPEN_READWRITE, "unix-excl");

	return rc ? rc : db_exec(*db, pragmas);
}

static int
open_writer(struct sqlite_store *s, const char *dir, const char *boot_id, char **why)
{
	char *place;
	int64_t is_wal = 0;
	int err, rc = open_connection(&s->writer.db, dir);
	sqlite3 *db = s->writer.db;

	if (rc || (rc = db_exec(db, write_pragmas)))
		return db_refuse_rc(why, db, rc, STORE_DB);
	err = schema_check(db, false, STORE_DB, why);
	if (err)
		return err;
	if ((rc = schema_mark(db, &place)))
		return db_refuse_rc(why, db, rc, STORE_DB);
	if (place) {
		/* A store that was copied from here goes on there. */
		char *fault = store_mark_fault(place);

		err = db_refuse(why, -EUCLEAN, "%s/" STORE_DB ": %s", dir, fault);
		free(fault);
		free(place);
		return err;
	}
	/* Another program may have changed it; where it cannot be had (a file system without locks),
	 * nothing here holds. */
	if ((rc = db_exec(db, "PRAGMA journal_mode = WAL")) ||
		(rc = db_ask(db, "SELECT journal_mode = 'wal' FROM pragma_journal_mode", NULL, &is_wal)))
		return db_refuse_rc(why, db, rc, STORE_DB);
	if (!is_wal)
		return db_refuse_rc(why, db, SQLITE_CANTOPEN, STORE_DB);
	if ((rc = sqlite_writer_open(&s->writer, db, s->database)))
		return db_refuse_rc(why, db, rc, STORE_DB);
	sqlite_dir_wal_prewrite(s->dir);
	rc = load_meta(s, db, boot_id);
	if (!rc && boot_id && !s->reader.store.boot)
		rc = db_ask(db, "INSERT INTO boots(boot_id) VALUES(?1) RETURNING id", boot_id, &s->reader.store.boot);
	s->writer.boot = s->reader.store.boot;
	return rc ? db_refuse_rc(why, db, rc, STORE_DB) : 0;
}

static int
open_for_writing(struct sqlite_store *s, const char *dir, const char *boot_id, char **why)
{
	sqlite3 *db = NULL;
	int rc, err;

	s->database = openat(s->dir, STORE_DB, O_RDONLY | O_CLOEXEC);
	if (s->database < 0)
		return db_refuse(why, -errno, "cannot open %s/" STORE_DB ": %s", dir, strerror(errno));
	err = open_writer(s, dir, boot_id, why);
	if (err)
		return err;
	rc = open_connection(&db, dir);
	s->reader.db = db;
	if (rc || (rc = db_exec(db, "PRAGMA query_only = ON")) || (rc = sqlite_reader_open(&s->reader, db)))
		return db_refuse_rc(why, db, rc, STORE_DB);
	return group_start(&group_ops, &s->writer, &s->reader.store) ? 0
		: db_refuse(why, -EAGAIN, "no thread can be started for the store");
}

static int
open_unchanging(struct sqlite_store *s, const char *dir, bool thorough, const char *boot_id, char **why)
{
	bool log = sqlite_dir_bytes(s->dir, STORE_DB_WAL) >= 0;
	sqlite3 *db = NULL;
	char *place = NULL;
	int rc, err;

	rc = db_open(&db, dir, STORE_DB, log ? "psow=1" : "immutable=1", SQLITE_OPEN_READONLY,
		"unix-none");
	s->reader.db = db;
	if (rc || (rc = db_exec(db, "PRAGMA locking_mode = EXCLUSIVE")) || (rc = db_exec(db, pragmas)))
		return db_refuse_rc(why, db, rc, STORE_DB);
	err = schema_check(db, thorough, STORE_DB, why);
	if (err)
		return err;
	if ((rc = sqlite_reader_open(&s->reader, db)) || (rc = load_meta(s, db, boot_id)) ||
		(rc = schema_mark(db, &place)))
		return db_refuse_rc(why, db, rc, STORE_DB);
	s->reader.store.half_made = place && !*place;
	free(place);
	return 0;
}

int
store_sqlite_open(const char *dir, enum store_mode mode, const char *boot_id, struct store **out, char **why)
{
	struct sqlite_store *s = mem_calloc(1, sizeof(*s));
	bool only_reads = mode == STORE_OPEN_VERIFY || mode == STORE_OPEN_READ;
	int err = 0;

	s->reader.store.ops = &ops;
	s->database = -1;
	*why = NULL;
	s->dir = sqlite_dir_open(dir, mode, why);
	if (s->dir < 0)
		err = s->dir;
	else if (mode == STORE_OPEN_WRITE)
		err = create_missing(s, dir, why);
	else if (sqlite_dir_bytes(s->dir, STORE_DB) < 0)
		err = db_refuse(why, -ENOENT, "there is no store in %s: it has no " STORE_DB, dir);
	if (!err && !sqlite_dir_is_database(s->dir))
		err = db_refuse(why, -EUCLEAN, "%s/" STORE_DB " is not a database", dir);
	if (!err && !only_reads && (err = sqlite_dir_wal_settle(s->dir)))
		db_refuse(why, err, "cannot flush %s/" STORE_DB_WAL ": %s", dir, strerror(-err));
	if (!err)
		err = only_reads ? open_unchanging(s, dir, mode == STORE_OPEN_VERIFY, boot_id, why)
				 : open_for_writing(s, dir, boot_id, why);
	if (err) {
		s->writer.broken = true; /* leave all as it is */
		close_store(&s->reader.store);
		return err;
	}
	*out = &s->reader.store;
	return 0;
}

int
store_sqlite_read(const char *dir, enum store_mode mode, const char *boot_id,
	int (*read)(void *arg, struct store *s), void *arg, char **why)
{
	struct store *s;
	int res = store_sqlite_open(dir, mode, boot_id, &s, why);

	if (res)
		return res;
	res = read(arg, s);
	s->ops->close(s);
	return res;
}
