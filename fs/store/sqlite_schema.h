/*
 * The database's layout: how it is made, and what is checked before it is believed. Its version
 * stands in the file's header (user_version), as does whose file it is (application_id).
 */
#ifndef FS_STORE_SQLITE_SCHEMA_H
#define FS_STORE_SQLITE_SCHEMA_H

#include <sqlite3.h>
#include <stdbool.h>

#define SCHEMA_VERSION 5

/* Up to this size the structure is checked whole when it is opened for writing; a larger one is
 * walked when it is read. */
#define SCHEMA_QUICK_CHECK_BYTES (256 << 20)

/* When a mount of the boot ?1 that nothing says the end of was there last: the newest entry is of it. */
#define MOUNT_ENDED \
	"max(began_ms, ifnull((SELECT CASE boot WHEN ?1 THEN clock_ms ELSE 0 END FROM entries ORDER BY id DESC" \
	" LIMIT 1), 0))"

/* Make `dir`/`name` (an empty file) a database without duels. Not durable yet. -errno and a
 * sentence. */
int schema_create(const char *dir, const char *name, char **why);

/* Whose is it, which version, is its structure whole? `thorough`: in every detail, however long it
 * takes. -errno and a sentence. */
int schema_check(sqlite3 *db, bool thorough, const char *file, char **why);

/* The mark of a store that was copied, or that is half of a copy. *place: where its duels are now, "" of one that is
 * half-made (malloc'd), or NULL: it has none. SQLite's code. */
int schema_mark(sqlite3 *db, char **place);
int schema_set_mark(sqlite3 *db, const char *place);

#endif
