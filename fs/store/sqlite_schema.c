#include "fs/store/sqlite_schema.h"

#include <errno.h>
#include <sodium.h>
#include <string.h>
#include "fs/store/sqlite_db.h"
#include "fs/store/store.h"
#include "validators/text/mem.h"

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

/* "duel" */
#define APPLICATION_ID 0x6475656c

/*
 * Entries have a row number of their own and stand in the order they arrived, with an index beside
 * them: a commit then writes to the end of one tree, whatever duel it is for. Keyed by duel and
 * sequence itself the tree would be split in its middle by nearly every commit (half a page and
 * more is one turn), and without row numbers bodies would overflow at a quarter of a page.
 */
static const char schema[] =
	"CREATE TABLE meta("
	" one INTEGER PRIMARY KEY CHECK(one = 1),"
	" secret BLOB NOT NULL,"
	" last_id INTEGER NOT NULL," /* the highest id of a removed duel, at least */
	" moved_to TEXT" /* its mark: see schema_mark */
	") STRICT;"
	"CREATE TABLE boots("
	" id INTEGER PRIMARY KEY,"
	" boot_id TEXT NOT NULL UNIQUE"
	") STRICT;"
	"CREATE TABLE duels("
	" id INTEGER PRIMARY KEY,"
	" name TEXT NOT NULL UNIQUE,"
	" uid INTEGER NOT NULL,"
	" created_ms INTEGER NOT NULL,"
	" updated_ms INTEGER NOT NULL,"
	" state TEXT NOT NULL,"
	" rules TEXT NOT NULL,"
	" ends_ms INTEGER NOT NULL DEFAULT 0," /* when its clocks end */
	" ends_full_ms INTEGER NOT NULL DEFAULT 0,"
	" ends_boot INTEGER NOT NULL DEFAULT 0"
	") STRICT;"
	"CREATE TABLE entries("
	" id INTEGER PRIMARY KEY,"
	" duel INTEGER NOT NULL,"
	" seq INTEGER NOT NULL,"
	" kind INTEGER NOT NULL,"
	" seat INTEGER NOT NULL,"
	" lease INTEGER NOT NULL,"
	" time_ms INTEGER NOT NULL,"
	" clock_ms INTEGER NOT NULL,"
	" boot INTEGER NOT NULL,"
	" hash BLOB NOT NULL,"
	" data TEXT,"
	" body BLOB,"
	" UNIQUE(duel, seq)"
	") STRICT;"
	"CREATE TABLE sources("
	" duel INTEGER PRIMARY KEY,"
	" path TEXT NOT NULL,"
	" text BLOB NOT NULL"
	") STRICT;"
	"CREATE TABLE mounts("
	" id INTEGER PRIMARY KEY,"
	" boot INTEGER NOT NULL,"
	" began_ms INTEGER NOT NULL,"
	" ended_ms INTEGER"
	") STRICT;"
	"CREATE TABLE archives(" /* what the records of closed duels are called there */
	" duel INTEGER PRIMARY KEY,"
	" name TEXT NOT NULL"
	") STRICT;"
	"PRAGMA application_id = " TEXT(APPLICATION_ID) ";"
							"PRAGMA user_version = " TEXT(
								SCHEMA_VERSION) ";";

int
schema_create(const char *dir, const char *name, char **why)
{
	unsigned char secret[STORE_SECRET_BYTES];
	sqlite3 *db = NULL;
	sqlite3_stmt *stmt;
	int rc, err;

	if (sodium_init() < 0)
		return db_refuse(why, -EIO, "no source of random bytes");
	rc = db_open(&db, dir, name, "psow=1", SQLITE_OPEN_READWRITE, "unix-excl");
	/* Nobody knows this file before it is renamed, and it is flushed before that: no journal,
	 * no flush of SQLite's. */
	if (!rc)
		rc = db_exec(db, "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA "
				 "synchronous = OFF; BEGIN");
	if (!rc)
		rc = db_exec(db, schema);
	if (!rc)
		rc = sqlite3_prepare_v2(db, "INSERT INTO meta(one, secret, last_id) VALUES(1, ?, 0)", -1, &stmt, NULL);
	if (!rc) {
		randombytes_buf(secret, sizeof(secret));
		sqlite3_bind_blob(stmt, 1, secret, sizeof(secret), SQLITE_STATIC);
		rc = db_run(stmt);
		sqlite3_finalize(stmt);
		sodium_memzero(secret, sizeof(secret));
	}
	if (!rc)
		rc = db_exec(db, "COMMIT; PRAGMA journal_mode = WAL");
	err = rc ? db_refuse_rc(why, db, rc, name) : 0;
	sqlite3_close(db);
	return err;
}

/* Run a check that answers "ok" or what is wrong. */
static int
check_structure(sqlite3 *db, const char *sql, const char *file, char **why)
{
	sqlite3_stmt *stmt;
	const char *answer;
	int rc, err = 0;

	rc = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL);
	if (rc)
		return db_refuse_rc(why, db, rc, file);
	rc = sqlite3_step(stmt);
	answer = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(stmt, 0) : NULL;
	if (rc != SQLITE_ROW)
		err = db_refuse_rc(why, db, rc, file);
	else if (!answer || strcmp(answer, "ok"))
		err = db_refuse(
			why, -EUCLEAN, "%s is damaged: %s", file, answer ? answer : "no answer");
	/* SQLite's message may be of several lines; a sentence is one. */
	for (char *s = err ? *why : NULL; s && (s = strchr(s, '\n'));)
		*s = s[1] ? ' ' : '\0';
	sqlite3_finalize(stmt);
	return err;
}

int
schema_check(sqlite3 *db, bool thorough, const char *file, char **why)
{
	int64_t application = 0, version = 0, pages = 0, page_bytes = 0;
	int rc;

	if ((rc = db_ask(db, "PRAGMA application_id", NULL, &application)) ||
		(rc = db_ask(db, "PRAGMA user_version", NULL, &version)))
		return db_refuse_rc(why, db, rc, file);
	if (application != APPLICATION_ID)
		return db_refuse(why, -EUCLEAN, "%s is a database of another program", file);
	if (version != SCHEMA_VERSION)
		return db_refuse(why, -EUCLEAN,
			"%s was written by another version of duelfs (its layout is %lld, this program's is %d)", file,
			(long long)version, SCHEMA_VERSION);
	if ((rc = db_ask(db, "PRAGMA page_count", NULL, &pages)) ||
		(rc = db_ask(db, "PRAGMA page_size", NULL, &page_bytes)))
		return db_refuse_rc(why, db, rc, file);
	if (thorough)
		return check_structure(db, "PRAGMA integrity_check(1)", file, why);
	if (pages * page_bytes <= SCHEMA_QUICK_CHECK_BYTES)
		return check_structure(db, "PRAGMA quick_check(1)", file, why);
	return check_structure(
		db, "SELECT 'ok' FROM (SELECT count(length(rules)) FROM duels NOT INDEXED)", file, why);
}

int
schema_mark(sqlite3 *db, char **place)
{
	sqlite3_stmt *stmt = NULL;
	int rc = sqlite3_prepare_v2(db, "SELECT moved_to FROM meta", -1, &stmt, NULL);

	*place = NULL;
	if (!rc && (rc = sqlite3_step(stmt)) == SQLITE_ROW && sqlite3_column_type(stmt, 0) != SQLITE_NULL)
		*place = mem_strdup((const char *)sqlite3_column_text(stmt, 0));
	sqlite3_finalize(stmt);
	return rc == SQLITE_ROW ? SQLITE_OK : rc == SQLITE_DONE ? SQLITE_CORRUPT : rc;
}

int
schema_set_mark(sqlite3 *db, const char *place)
{
	return db_ask(db, "UPDATE meta SET moved_to = ?1", place, NULL);
}
