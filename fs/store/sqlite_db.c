#include "fs/store/sqlite_db.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <utstring.h>
#include "validators/text/mem.h"

int
db_open(sqlite3 **out, const char *dir, const char *name, const char *params, int flags,
	const char *vfs)
{
	UT_string uri;
	int rc;

	utstring_init(&uri);
	/* An authority would be looked for in a path that begins with two slashes: give an empty
	 * one. */
	utstring_printf(&uri, dir[0] == '/' ? "file://" : "file:");
	/* A path may hold any byte, a URI may not. */
	for (const unsigned char *p = (const unsigned char *)dir; *p; p++) {
		if (*p <= ' ' || *p >= 0x7f || strchr("%?#", *p))
			utstring_printf(&uri, "%%%02X", *p);
		else
			utstring_bincpy(&uri, p, 1);
	}
	utstring_printf(&uri, "/%s?%s", name, params);
	rc = sqlite3_open_v2(utstring_body(&uri), out,
		flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, vfs);
	utstring_done(&uri);
	return rc;
}

void
db_close_as_is(sqlite3 *db)
{
	if (!db)
		return;
	sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
	sqlite3_close(db);
}

int
db_exec(sqlite3 *db, const char *sql)
{
	return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

int
db_ask(sqlite3 *db, const char *sql, const char *text, int64_t *out)
{
	sqlite3_stmt *stmt;
	int rc = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL);

	if (rc)
		return rc;
	if (text)
		sqlite3_bind_text(stmt, 1, text, -1, SQLITE_STATIC);
	for (; (rc = sqlite3_step(stmt)) == SQLITE_ROW; out = NULL)
		if (out)
			*out = sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

int
db_prepare(sqlite3 *db, sqlite3_stmt **out, const char *const *sql, size_t n)
{
	int rc = SQLITE_OK;

	for (size_t i = 0; i < n && !rc; i++)
		rc = sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &out[i], NULL);
	return rc;
}

void
db_finalize(sqlite3_stmt **stmts, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		sqlite3_finalize(stmts[i]);
		stmts[i] = NULL;
	}
}

int
db_run(sqlite3_stmt *stmt)
{
	int rc = sqlite3_step(stmt);

	sqlite3_reset(stmt);
	return rc == SQLITE_DONE || rc == SQLITE_ROW ? SQLITE_OK : rc;
}

/*
 * SQLite has a code of its own for ENOSPC; what else means "no more room" comes as a failed write.
 * The errno is the file's own: that of the connection (sqlite3_system_errno) is not set by a
 * COMMIT.
 */
bool
db_is_full(sqlite3 *db, int rc, int file)
{
	sqlite3_file *written = NULL;
	int sys = 0;

	if ((rc & 0xff) == SQLITE_FULL)
		return true;
	if (rc != SQLITE_IOERR_WRITE || sqlite3_file_control(db, "main", file, &written) ||
		!written->pMethods)
		return false;
	written->pMethods->xFileControl(written, SQLITE_FCNTL_LAST_ERRNO, &sys);
	return sys == ENOSPC || sys == EDQUOT || sys == EFBIG;
}

int
db_errno(sqlite3 *db, int rc)
{
	if (!rc)
		return 0;
	if (rc == SQLITE_IOERR_SHORT_READ || rc == SQLITE_IOERR_CORRUPTFS)
		return -EUCLEAN;
	if (db && db_is_full(db, rc, SQLITE_FCNTL_JOURNAL_POINTER))
		return -ENOSPC;
	switch (rc & 0xff) {
	case SQLITE_CORRUPT: /* the structure of the database is damaged, or it never was one */
	case SQLITE_NOTADB:
	case SQLITE_FORMAT:
	case SQLITE_SCHEMA:
	case SQLITE_ERROR: /* a table or column is not there */
		return -EUCLEAN;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return -EBUSY;
	case SQLITE_NOMEM:
		return -ENOMEM;
	case SQLITE_PERM:
		return -EACCES;
	case SQLITE_READONLY:
		return -EROFS;
	case SQLITE_CANTOPEN:
		return db && sqlite3_system_errno(db) ? -sqlite3_system_errno(db) : -EIO;
	default:
		return -EIO;
	}
}

int
db_refuse(char **why, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	free(*why);
	if (vasprintf(why, fmt, ap) < 0)
		abort();
	va_end(ap);
	return err;
}

int
db_refuse_rc(char **why, sqlite3 *db, int rc, const char *what)
{
	int err = db_errno(db, rc);

	if (err == -EBUSY)
		return db_refuse(why, err, "%s is in use by another program", what);
	return db_refuse(why, err, "%s: %s", what, db ? sqlite3_errmsg(db) : sqlite3_errstr(rc));
}
