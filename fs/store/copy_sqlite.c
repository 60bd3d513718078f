/* The side of a copy that is a directory with a duelfs.db. */
#include <errno.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <utstring.h>
#include "fs/store/copy.h"
#include "fs/store/sqlite_db.h"
#include "fs/store/sqlite_dir.h"
#include "fs/store/sqlite_schema.h"
#include "fs/store/store.h"
#include "validators/text/mem.h"

struct sqlite_side {
	struct copy_side side; /* first */
	char *path;
	int dir; /* locked */
	sqlite3 *db;
	const struct copy_table *table; /* that `put` is for */
	sqlite3_stmt *put;
};

static struct sqlite_side *
sqlite_side_of(struct copy_side *s)
{
	return (struct sqlite_side *)s;
}

static int
fail_sqlite(struct sqlite_side *s, int rc)
{
	return rc ? db_refuse_rc(&s->side.why, s->db, rc, STORE_DB) : 0;
}

/* -- rows -- */

static void
append_columns(UT_string *sql, const struct copy_table *t, bool read)
{
	size_t n = 0;
	for (const struct copy_column *c = t->columns; c->name; c++)
		if (read || c->where == COPY_BOTH)
			utstring_printf(sql, "%s%s", n++ ? ", " : "", read && c->in_sqlite ? c->in_sqlite : c->name);
}

static int
hand_row(const struct copy_table *t, sqlite3_stmt *stmt, int (*row)(void *arg, struct copy_cell *row), void *arg)
{
	struct copy_cell cells[COPY_COLUMNS_MAX] = {0};
	int n = sqlite3_column_count(stmt);
	for (int i = 0; i < n; i++) {
		int type = sqlite3_column_type(stmt, i);
		if (type == SQLITE_INTEGER) {
			cells[i].kind = COPY_NUMBER;
			cells[i].number = sqlite3_column_int64(stmt, i);
		} else if (type != SQLITE_NULL) {
			const void *bytes = sqlite3_column_blob(stmt, i);
			cells[i].kind = COPY_BYTES;
			cells[i].len = (size_t)sqlite3_column_bytes(stmt, i);
			cells[i].bytes = mem_copy(bytes ? bytes : "", cells[i].len);
		}
	}
	if (t->from_sqlite)
		t->from_sqlite(cells);
	int err = row(arg, cells);
	for (int i = 0; i < n; i++)
		free(cells[i].bytes);
	return err;
}

static int
read_sqlite(struct copy_side *side, const struct copy_table *t, int (*row)(void *arg, struct copy_cell *row), void *arg)
{
	struct sqlite_side *s = sqlite_side_of(side);
	sqlite3_stmt *stmt = NULL;
	UT_string sql;
	int err = 0;
	utstring_init(&sql);
	utstring_printf(&sql, "SELECT ");
	append_columns(&sql, t, true);
	utstring_printf(&sql, " FROM %s ORDER BY %s", t->name, t->sqlite_order);
	int rc = sqlite3_prepare_v2(s->db, utstring_body(&sql), -1, &stmt, NULL);
	while (!rc && !err && (rc = sqlite3_step(stmt)) == SQLITE_ROW) {
		err = hand_row(t, stmt, row, arg);
		rc = SQLITE_OK;
	}
	sqlite3_finalize(stmt);
	utstring_done(&sql);
	return err ? err : rc == SQLITE_DONE ? 0 : fail_sqlite(s, rc);
}

static int
prepare_put(struct sqlite_side *s, const struct copy_table *t)
{
	UT_string sql;
	size_t n = 0;
	if (s->table == t)
		return 0;
	sqlite3_finalize(s->put);
	s->put = NULL;
	s->table = t;
	utstring_init(&sql);
	utstring_printf(&sql, "INSERT INTO %s(", t->name);
	append_columns(&sql, t, false);
	utstring_printf(&sql, ") VALUES(");
	for (const struct copy_column *c = t->columns; c->name; c++)
		if (c->where == COPY_BOTH)
			utstring_printf(&sql, "%s?", n++ ? ", " : "");
	utstring_printf(&sql, ")");
	int rc = sqlite3_prepare_v2(s->db, utstring_body(&sql), -1, &s->put, NULL);
	utstring_done(&sql);
	return rc;
}

static int
bind_cell(sqlite3_stmt *stmt, int at, enum copy_type type, const struct copy_cell *cell)
{
	if (cell->kind == COPY_NULL)
		return sqlite3_bind_null(stmt, at);
	if (cell->kind == COPY_NUMBER)
		return sqlite3_bind_int64(stmt, at, cell->number);
	if (type == COPY_OF_BYTES)
		return sqlite3_bind_blob(stmt, at, cell->bytes, (int)cell->len, SQLITE_TRANSIENT);
	return sqlite3_bind_text(stmt, at, cell->bytes, (int)cell->len, SQLITE_TRANSIENT);
}

static int
put_sqlite(struct copy_side *side, const struct copy_table *t, const struct copy_cell *given)
{
	struct sqlite_side *s = sqlite_side_of(side);
	struct copy_cell row[COPY_COLUMNS_MAX];
	int at = 0;
	for (size_t i = 0; i < COPY_COLUMNS_MAX; i++) {
		row[i] = given[i];
		if (row[i].kind == COPY_BYTES)
			row[i].bytes = mem_copy(row[i].bytes, row[i].len);
	}
	if (t->to_sqlite)
		t->to_sqlite(row);
	int rc = prepare_put(s, t);
	for (size_t i = 0; !rc && t->columns[i].name; i++)
		if (t->columns[i].where == COPY_BOTH)
			rc = bind_cell(s->put, ++at, t->columns[i].type, &row[i]);
	if (!rc)
		rc = db_run(s->put);
	for (size_t i = 0; i < COPY_COLUMNS_MAX; i++)
		if (row[i].kind == COPY_BYTES)
			free(row[i].bytes);
	return fail_sqlite(s, rc);
}

/* -- open, mark and close -- */

/* The rows that were put are all; from here on nobody reads by it. */
static void
close_file(struct sqlite_side *s)
{
	sqlite3_finalize(s->put);
	sqlite3_close(s->db);
	s->put = NULL;
	s->db = NULL;
	s->table = NULL;
}

static void
close_sqlite(struct copy_side *side)
{
	struct sqlite_side *s = sqlite_side_of(side);
	close_file(s);
	if (s->dir >= 0)
		close(s->dir);
	free(s->path);
	free(s);
}

static int
open_file(struct sqlite_side *s, const char *name)
{
	return fail_sqlite(s, db_open(&s->db, s->path, name, "psow=1", SQLITE_OPEN_READWRITE, "unix-excl"));
}

static int
mark_sqlite(struct copy_side *side, const char *place)
{
	struct sqlite_side *s = sqlite_side_of(side);
	close_file(s);
	if (s->dir < 0)
		s->dir = sqlite_dir_open(s->path, STORE_OPEN_VERIFY, &side->why);
	if (s->dir < 0)
		return s->dir;
	int err = open_file(s, STORE_DB);
	if (!err)
		err = fail_sqlite(s, db_exec(s->db, "PRAGMA synchronous = EXTRA"));
	if (!err)
		err = fail_sqlite(s, schema_set_mark(s->db, place));
	close_file(s); /* and with it everything is in the database */
	return err;
}

/* Nobody has it from here on; what reads it afterwards takes the lock for itself. */
static int
finish_sqlite(struct copy_side *side)
{
	struct sqlite_side *s = sqlite_side_of(side);
	int err = fail_sqlite(s, schema_set_mark(s->db, ""));
	if (!err)
		err = fail_sqlite(s, db_exec(s->db, "COMMIT; PRAGMA journal_mode = WAL"));
	close_file(s);
	if (!err && (err = sqlite_dir_publish_new(s->dir)))
		db_refuse(&s->side.why, err, "cannot make %s/" STORE_DB ": %s", s->path, strerror(-err));
	close(s->dir);
	s->dir = -1;
	return err;
}

/* With what a crash left in its log, as a mount would have it. *place: its mark; malloc'd. */
static int
open_and_look(struct sqlite_side *s, char **place)
{
	int err = sqlite_dir_wal_settle(s->dir);
	if (err)
		return db_refuse(&s->side.why, err, "cannot flush %s/" STORE_DB_WAL ": %s", s->path, strerror(-err));
	if ((err = open_file(s, STORE_DB)) || (err = schema_check(s->db, false, STORE_DB, &s->side.why)))
		return err;
	return fail_sqlite(s, schema_mark(s->db, place));
}

/* Something is there, and it is not half of a copy. */
static int
look_for_duels(struct sqlite_side *s)
{
	char *place = NULL;
	int err = 0;
	bool log = sqlite_dir_bytes(s->dir, STORE_DB_WAL) > 0;
	if (!log && sqlite_dir_bytes(s->dir, STORE_DB) < 0)
		return 0;
	if (!log)
		err = open_and_look(s, &place);
	if (!err && (!place || *place))
		err = db_refuse(&s->side.why, -EEXIST,
			"%s/" STORE_DB " is there: duels are copied to a store that has none", s->path);
	free(place);
	close_file(s);
	return err;
}

static int
open_sqlite(struct copy_side *side, const char *to)
{
	struct sqlite_side *s = sqlite_side_of(side);
	char *place = NULL;
	int err;
	s->dir = sqlite_dir_open(s->path, to ? STORE_OPEN_VERIFY : STORE_OPEN_WRITE, &side->why);
	if (s->dir < 0)
		return s->dir;
	if (to) {
		if (sqlite_dir_bytes(s->dir, STORE_DB) < 0)
			return db_refuse(
				&side->why, -ENOENT, "there is no store in %s: it has no " STORE_DB, s->path);
		err = open_and_look(s, &place);
		/* marked already: it may go to the same place once more, for that copy was not finished */
		if (place && strcmp(place, to)) {
			side->why = store_mark_fault(place);
			err = -EUCLEAN;
		}
		free(place);
		return err;
	}
	if ((err = look_for_duels(s)))
		return err;
	if ((err = sqlite_dir_start_new(s->dir)))
		return db_refuse(&side->why, err, "cannot make %s/" STORE_DB_NEW ": %s", s->path, strerror(-err));
	if ((err = schema_create(s->path, STORE_DB_NEW, &side->why)) || (err = open_file(s, STORE_DB_NEW)))
		return err;
	return fail_sqlite(s, db_exec(s->db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;"
					 "DELETE FROM meta"));
}

static const struct copy_ops ops = {
	.open = open_sqlite, .each = read_sqlite, .put = put_sqlite, .finish = finish_sqlite, .mark = mark_sqlite,
	.close = close_sqlite};

struct copy_side *
copy_sqlite(const char *dir)
{
	struct sqlite_side *s = mem_calloc(1, sizeof *s);
	s->side.ops = &ops;
	s->path = mem_strdup(dir);
	s->dir = -1;
	return &s->side;
}
