/*
 * A disk that fails when it is told to: a layer over SQLite's "unix-excl", under the same name, so
 * that the store opens its files through it without knowing.
 *
 * One failure is planned at a time: the nth write (or flush, or read) of the named files fails as
 * SQLite's unix layer would report that errno. A lasting one goes on failing from there.
 */
#ifndef TESTS_UNIT_STORE_FAULTY_VFS_H
#define TESTS_UNIT_STORE_FAULTY_VFS_H

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>

enum faulty_op { FAULTY_READ = 1, FAULTY_WRITE = 2, FAULTY_SYNC = 4 };
enum faulty_file_kind { FAULTY_DB = 1, FAULTY_WAL = 2 };

struct faulty_plan {
	unsigned ops;	/* enum faulty_op, or'ed; 0: nothing fails */
	unsigned files; /* enum faulty_file_kind, or'ed */
	int nth;	/* which of them fails, from 1 */
	int err;
	bool lasting;
	bool torn; /* the first half of a failed write arrives */
	bool lost; /* a failed flush of the log loses what was written since the last one */
};

static struct {
	pthread_mutex_t lock; /* of all below: the writer thread does chores when a batch is done */
	sqlite3_vfs vfs;
	sqlite3_vfs *real;
	/* of files of each kind: the real ones, and the same but for what may fail */
	const sqlite3_io_methods *sound[FAULTY_WAL + 1];
	sqlite3_io_methods methods[FAULTY_WAL + 1];
	struct faulty_plan plan;
	int seen;
	int failed;
	sqlite3_file *wal; /* the one opened last */
	char *flushed;	   /* the log as it was when it was last flushed */
	sqlite3_int64 flushed_bytes;
} faulty = {.lock = PTHREAD_MUTEX_INITIALIZER};

static inline enum faulty_file_kind
faulty_kind(const sqlite3_file *f)
{
	return f->pMethods == &faulty.methods[FAULTY_WAL] ? FAULTY_WAL : FAULTY_DB;
}

static inline const sqlite3_io_methods *
faulty_sound(const sqlite3_file *f)
{
	return faulty.sound[faulty_kind(f)];
}

/* Does it fail? Then *plan says how. */
static inline bool
faulty_hits(sqlite3_file *f, enum faulty_op op, struct faulty_plan *plan)
{
	bool hit = false;

	pthread_mutex_lock(&faulty.lock);
	*plan = faulty.plan;
	if (plan->ops & op && plan->files & faulty_kind(f)) {
		faulty.seen++;
		hit = faulty.seen == plan->nth || (plan->lasting && faulty.seen > plan->nth);
		faulty.failed += hit;
	}
	pthread_mutex_unlock(&faulty.lock);
	return hit;
}

/* How often something failed since it was planned. */
static inline int
faulty_failed(void)
{
	int n;

	pthread_mutex_lock(&faulty.lock);
	n = faulty.failed;
	pthread_mutex_unlock(&faulty.lock);
	return n;
}

/* SQLite's unix layer takes no more than 128 KiB at once. */
#define FAULTY_STEP 65536

static inline void
faulty_remember_log(void)
{
	sqlite3_file *wal = faulty.wal;

	faulty_sound(wal)->xFileSize(wal, &faulty.flushed_bytes);
	faulty.flushed = realloc(faulty.flushed, (size_t)faulty.flushed_bytes + FAULTY_STEP);
	for (sqlite3_int64 at = 0; at < faulty.flushed_bytes; at += FAULTY_STEP)
		faulty_sound(wal)->xRead(wal, faulty.flushed + at, FAULTY_STEP, at);
}

static inline void
faulty_lose_log(void)
{
	sqlite3_file *wal = faulty.wal;

	faulty_sound(wal)->xTruncate(wal, 0);
	for (sqlite3_int64 at = 0; at < faulty.flushed_bytes; at += FAULTY_STEP)
		faulty_sound(wal)->xWrite(wal, faulty.flushed + at, FAULTY_STEP, at);
	faulty_sound(wal)->xTruncate(wal, faulty.flushed_bytes);
}

static inline int
faulty_close(sqlite3_file *f)
{
	if (faulty.wal == f)
		faulty.wal = NULL;
	return faulty_sound(f)->xClose(f);
}

static inline int
faulty_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at)
{
	struct faulty_plan plan;

	if (!faulty_hits(f, FAULTY_READ, &plan))
		return faulty_sound(f)->xRead(f, to, n, at);
	errno = plan.err;
	return SQLITE_IOERR_READ;
}

/* A large write may end anywhere: so much of it at once succeeds or fails. */
#define FAULTY_PIECE 2048

static inline int
faulty_write_piece(sqlite3_file *f, const char *from, int n, sqlite3_int64 at)
{
	struct faulty_plan plan;

	if (!faulty_hits(f, FAULTY_WRITE, &plan))
		return faulty_sound(f)->xWrite(f, from, n, at);
	if (plan.torn)
		faulty_sound(f)->xWrite(f, from, n / 2, at);
	errno = plan.err;
	return plan.err == ENOSPC ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static inline int
faulty_write(sqlite3_file *f, const void *from, int n, sqlite3_int64 at)
{
	int rc = SQLITE_OK;

	for (int done = 0; done < n && !rc; done += FAULTY_PIECE)
		rc = faulty_write_piece(f, (const char *)from + done,
			n - done < FAULTY_PIECE ? n - done : FAULTY_PIECE, at + done);
	return rc;
}

static inline int
faulty_sync(sqlite3_file *f, int flags)
{
	struct faulty_plan plan;
	bool hit = faulty_hits(f, FAULTY_SYNC, &plan);
	bool loses = plan.lost && faulty_kind(f) == FAULTY_WAL;
	int rc = hit ? SQLITE_IOERR_FSYNC : faulty_sound(f)->xSync(f, flags);

	if (loses && hit)
		faulty_lose_log();
	else if (loses)
		faulty_remember_log();
	errno = plan.err;
	return rc;
}

static inline int
faulty_control(sqlite3_file *f, int op, void *arg)
{
	if (op == SQLITE_FCNTL_LAST_ERRNO && faulty_failed()) {
		pthread_mutex_lock(&faulty.lock);
		*(int *)arg = faulty.plan.err;
		pthread_mutex_unlock(&faulty.lock);
		return SQLITE_OK;
	}
	return faulty_sound(f)->xFileControl(f, op, arg);
}

static inline int
faulty_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out)
{
	int rc = faulty.real->xOpen(faulty.real, name, f, flags, out);
	unsigned kind = flags & SQLITE_OPEN_WAL ? FAULTY_WAL : flags & SQLITE_OPEN_MAIN_DB ? FAULTY_DB : 0;

	(void)vfs;
	if (rc || !kind)
		return rc;
	faulty.sound[kind] = f->pMethods;
	faulty.methods[kind] = *f->pMethods;
	faulty.methods[kind].iVersion = 2; /* no mapped memory */
	faulty.methods[kind].xClose = faulty_close;
	faulty.methods[kind].xRead = faulty_read;
	faulty.methods[kind].xWrite = faulty_write;
	faulty.methods[kind].xSync = faulty_sync;
	faulty.methods[kind].xFileControl = faulty_control;
	f->pMethods = &faulty.methods[kind];
	if (kind == FAULTY_WAL)
		faulty.wal = f;
	return rc;
}

/* From now on every store goes through here: WHOLE_FILE(faulty_install, NULL). */
static inline int
faulty_install(void **state __attribute__((unused)))
{
	sqlite3_initialize();
	faulty.real = sqlite3_vfs_find("unix-excl");
	faulty.vfs = *faulty.real;
	faulty.vfs.pNext = NULL;
	faulty.vfs.xOpen = faulty_open;
	return sqlite3_vfs_register(&faulty.vfs, 0);
}

static inline void
faulty_plan(struct faulty_plan plan)
{
	if (plan.lost)
		faulty_remember_log();
	pthread_mutex_lock(&faulty.lock);
	faulty.plan = plan;
	faulty.seen = faulty.failed = 0;
	pthread_mutex_unlock(&faulty.lock);
}

static inline void
faulty_mend(void)
{
	faulty_plan((struct faulty_plan){0});
}

#endif
