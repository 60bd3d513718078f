#include "fs/store/pg/pg_copy.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <utstring.h>
#include "fs/store/store.h"
#include "fs/store/pg/pg_db.h"
#include "fs/store/pg/pg_schema.h"
#include "validators/text/mem.h"

_Static_assert(PG_LEVEL == 3, "a level that is copied is this");

#define CHUNK "64"

struct pg_side {
	struct copy_side side; /* first */
	const char *where;
	struct pg_db db;
};

static struct pg_side *
pg_side_of(struct copy_side *s)
{
	return (struct pg_side *)s;
}

/* 0, or -errno and side.why. */
static int
take_result(struct pg_side *s, enum pg_end end)
{
	if (end == PG_DONE)
		return 0;
	free(s->side.why);
	s->side.why = mem_strdup(s->db.error);
	return end == PG_FULL ? -ENOSPC : end == PG_OPEN ? -EIO : -EUCLEAN;
}

/* -- rows -- */

static int
hand_rows(struct pg_side *s, const struct copy_table *t, const struct pg_result *r,
	int (*row)(void *arg, struct copy_cell *row), void *arg)
{
	int err = 0;
	for (int i = 0; !err && i < pg_rows(&s->db, r); i++) {
		struct copy_cell cells[COPY_COLUMNS_MAX] = {0};
		for (int k = 0; t->columns[k].name; k++) {
			struct copy_cell *cell = &cells[k];
			if (t->columns[k].type != COPY_OF_NUMBERS) {
				cell->bytes = pg_copy(&s->db, r, i, k, &cell->len);
				cell->kind = cell->bytes ? COPY_BYTES : COPY_NULL;
			} else if (pg_length(&s->db, r, i, k)) {
				cell->kind = COPY_NUMBER;
				cell->number = pg_number(&s->db, r, i, k);
			}
		}
		err = row(arg, cells);
		for (int k = 0; t->columns[k].name; k++)
			free(cells[k].bytes);
	}
	return err;
}

/* Numbers are of eight bytes, whatever a column has. */
static int
read_pg(struct copy_side *side, const struct copy_table *t, int (*row)(void *arg, struct copy_cell *row), void *arg)
{
	struct pg_side *s = pg_side_of(side);
	struct pg_result *r;
	UT_string sql;
	int rows = 1;
	utstring_init(&sql);
	utstring_printf(&sql, "DECLARE copied NO SCROLL CURSOR FOR SELECT ");
	for (const struct copy_column *c = t->columns; c->name; c++)
		utstring_printf(&sql, "%s%s%s", c == t->columns ? "" : ", ", c->name,
			c->type == COPY_OF_NUMBERS ? "::bigint" : "");
	utstring_printf(&sql, " FROM %s ORDER BY %s", t->name, t->pg_order);
	int err = take_result(s, pg_run(&s->db, utstring_body(&sql), NULL, 0, NULL));
	utstring_done(&sql);
	while (!err && rows) {
		err = take_result(s, pg_run(&s->db, "FETCH " CHUNK " FROM copied", NULL, 0, &r));
		if (err)
			break;
		rows = pg_rows(&s->db, r);
		err = hand_rows(s, t, r, row, arg);
		pg_clear(&s->db, r);
	}
	return err ? err : take_result(s, pg_run(&s->db, "CLOSE copied", NULL, 0, NULL));
}

/* A null has to be of its column's type. */
static int
put_pg(struct copy_side *side, const struct copy_table *t, const struct copy_cell *row)
{
	struct pg_side *s = pg_side_of(side);
	struct pg_param v[COPY_COLUMNS_MAX];
	UT_string sql;
	int n = 0;
	utstring_init(&sql);
	utstring_printf(&sql, "INSERT INTO %s(", t->name);
	for (const struct copy_column *c = t->columns; c->name; c++)
		utstring_printf(&sql, "%s%s", c == t->columns ? "" : ", ", c->name);
	utstring_printf(&sql, ") VALUES(");
	for (const struct copy_column *c = t->columns; c->name; c++) {
		const struct copy_cell *cell = &row[c - t->columns];
		utstring_printf(&sql, "%s", c == t->columns ? "" : ", ");
		if (cell->kind == COPY_NULL) {
			utstring_printf(&sql, "NULL");
			continue;
		}
		v[n] = cell->kind == COPY_NUMBER ? pg_number_of(cell->number) : pg_bytes_of(cell->bytes, cell->len);
		v[n].text = cell->kind == COPY_BYTES && c->type == COPY_OF_TEXT;
		utstring_printf(&sql, "$%d", ++n);
	}
	utstring_printf(&sql, ")");
	int err = take_result(s, pg_run(&s->db, utstring_body(&sql), v, n, NULL));
	utstring_done(&sql);
	return err;
}

/* -- open, mark and close -- */

static void
close_pg(struct copy_side *side)
{
	struct pg_side *s = pg_side_of(side);
	pg_close(&s->db);
	free(s);
}

static int
finish_pg(struct copy_side *side)
{
	struct pg_side *s = pg_side_of(side);
	enum pg_end end = pg_script(&s->db, "UPDATE meta SET moved_to = ''");
	return take_result(s, end == PG_DONE ? pg_commit(&s->db) : end);
}

/* Also a daemon that nobody saw, for it was looking for its server, can never again write to what moved: no row that is
 * written passes a check that nothing passes. Tables that are there stay as they are. */
static const char fence[] = "ALTER TABLE duels DROP CONSTRAINT IF EXISTS moved;"
			    "ALTER TABLE meta DROP CONSTRAINT IF EXISTS moved;"
			    "ALTER TABLE duels ADD CONSTRAINT moved CHECK (false) NOT VALID;"
			    "ALTER TABLE meta ADD CONSTRAINT moved CHECK (false) NOT VALID";

/* If it is copied from, its transaction is under way still. */
static int
mark_pg(struct copy_side *side, const char *place)
{
	struct pg_side *s = pg_side_of(side);
	enum pg_end end = place ? PG_DONE : pg_script(&s->db, "BEGIN");
	if (end == PG_DONE)
		end = pg_script(&s->db, "ALTER TABLE meta DROP CONSTRAINT IF EXISTS moved");
	if (end == PG_DONE)
		end = pg_run(&s->db, "UPDATE meta SET moved_to = $1", (struct pg_param[]){pg_text_of(place)}, 1, NULL);
	if (end == PG_DONE && place)
		end = pg_script(&s->db, fence);
	return take_result(s, end == PG_DONE ? pg_commit(&s->db) : end);
}

static const char empty[] = "DELETE FROM entries; DELETE FROM sources; DELETE FROM archives; DELETE FROM removed;"
			    "DELETE FROM mounts; DELETE FROM duels; DELETE FROM boots; DELETE FROM meta";

/* Is it copied to `to`, or, NULL, is anything copied to it? One without duels may have been made for a file, and what
 * one had of its own is gone. */
static int
look_at_meta(struct pg_side *s, const char *to)
{
	enum { PLACE, USED, LEVEL };
	struct pg_result *r;
	size_t len;
	int err = take_result(s, pg_run(&s->db, "SELECT moved_to, (EXISTS (SELECT FROM duels) OR last_id > 0)::int"
						"::bigint, level FROM meta", NULL, 0, &r));
	if (err)
		return err;
	if (pg_rows(&s->db, r)) {
		char *place = pg_copy(&s->db, r, 0, PLACE, &len);
		const char *fault = pg_level_fault(pg_number(&s->db, r, 0, LEVEL));
		if (!fault && !to && (place ? *place : pg_number(&s->db, r, 0, USED)))
			fault = "there are duels, or have been: duels are copied to a database that has none";
		if (fault)
			s->side.why = mem_strdup(fault);
		else if (to && place && strcmp(place, to) != 0)
			s->side.why = store_mark_fault(place);
		free(place);
	}
	pg_clear(&s->db, r);
	return s->side.why ? -EUCLEAN : 0;
}

static int
open_pg(struct copy_side *side, const char *to)
{
	struct pg_side *s = pg_side_of(side);
	struct pg_db *db = &s->db;
	int64_t others = 0;
	int err = pg_open(db, s->where, false, &side->why);
	if (err)
		return err;
	db->patient = true;
	/* no snapshot before the lock: it is of what was there when nobody could write any more */
	enum pg_end end = pg_script(db, "SET idle_in_transaction_session_timeout = 0");
	if (end == PG_DONE)
		end = pg_script(db, to ? "BEGIN ISOLATION LEVEL REPEATABLE READ" : "BEGIN");
	if (end == PG_DONE && !to)
		end = pg_make_tables(db);
	/* A mount of it waits for the row of meta, in vain while this has its table. One that has it mounted says so as
	 * its application's name. */
	if (end == PG_DONE)
		end = pg_script(db, "LOCK TABLE duels, meta IN EXCLUSIVE MODE");
	if (end == PG_DONE)
		end = pg_numbers(db, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
				     " AND application_name = 'duelfs' AND pid <> pg_backend_pid()",
			NULL, 0, &others, 1);
	if (end != PG_DONE)
		return take_result(s, end);
	if (others) {
		side->why =
			mem_strdup("it is mounted somewhere, or another command is at it: unmount it everywhere first");
		return -EBUSY;
	}
	err = look_at_meta(s, to);
	return err || to ? err : take_result(s, pg_script(db, empty));
}

static const struct copy_ops ops = {
	.open = open_pg, .each = read_pg, .put = put_pg, .finish = finish_pg, .mark = mark_pg, .close = close_pg};

struct copy_side *
copy_pg(const char *where)
{
	struct pg_side *s = mem_calloc(1, sizeof *s);
	s->side.ops = &ops;
	s->where = where;
	return &s->side;
}
