/* Raising what a database says of the programs that may write into it. */
#include <errno.h>
#include <stdlib.h>
#include "fs/store/mark.h"
#include "fs/store/pg/pg.h"
#include "fs/store/pg/pg_schema.h"
#include "fs/store/pg/pg_watch.h"
#include "validators/text/mem.h"

struct standing {
	int64_t level, writer;
	bool owner;          /* whoever asks owns the tables, or is of the role that does */
	char *owned_by, *me; /* malloc'd, as all below */
	char *moved_to;      /* NULL: nowhere */
};

/* The row stays locked: of two upgrades the second finds what the first left. */
static enum pg_end
take_standing(struct pg_db *db, struct standing *now)
{
	struct pg_result *r;
	size_t len;
	enum { LEVEL, WRITER, OWNER, OWNED_BY, ME, MOVED_TO };
	enum pg_end end = pg_run(db,
		"SELECT level, min_writer, pg_has_role(relowner, 'MEMBER')::int::bigint,"
		" pg_get_userbyid(relowner)::text, current_user::text, moved_to"
		" FROM meta, pg_class WHERE pg_class.oid = 'meta'::regclass FOR UPDATE OF meta",
		NULL, 0, &r);
	if (end != PG_DONE)
		return end;
	*now = (struct standing){.level = pg_number(db, r, 0, LEVEL),
		.writer = pg_number(db, r, 0, WRITER),
		.owner = pg_number(db, r, 0, OWNER)};
	now->owned_by = pg_copy(db, r, 0, OWNED_BY, &len);
	now->me = pg_copy(db, r, 0, ME, &len);
	now->moved_to = pg_copy(db, r, 0, MOVED_TO, &len);
	pg_clear(db, r);
	return PG_DONE;
}

static void
free_standing(struct standing *now)
{
	free(now->owned_by);
	free(now->me);
	free(now->moved_to);
}

/* Why this program, or whoever runs it, is not to raise it; NULL: nothing is in the way. */
static char *
standing_fault(const struct standing *now)
{
	if (now->level < PG_LEVEL_LEAST)
		return mem_strdup("the database is not one of duelfs");
	if (now->level > pg_level)
		return mem_format(
			"a newer duelfs has upgraded the database, to level %lld: this one knows levels up to %lld",
			(long long)now->level, (long long)pg_level);
	if (now->writer > pg_writer)
		return mem_format(
			"only newer duelfs write there (min_writer is %lld, and this one is %lld): it is for one "
			"of those to upgrade it",
			(long long)now->writer, (long long)pg_writer);
	if (!now->owner)
		return mem_format(
			"nothing was changed: its tables are %s's, and it is for that role to upgrade them, not "
			"for %s",
			now->owned_by, now->me);
	return now->moved_to ? store_mark_fault(now->moved_to) : NULL;
}

/* Every mount is told at once to look; one that is not told looks by itself (store_poll_ms). */
static enum pg_end
raise_it(struct pg_db *db)
{
	enum pg_end end = pg_run(db, "UPDATE meta SET level = $1, min_writer = $2",
		(struct pg_param[]){pg_number_of(pg_level), pg_number_of(pg_writer)}, 2, NULL);
	return end == PG_DONE ? pg_script(db, "SELECT pg_notify('" PG_CHANNEL "', 'upgrade list')") : end;
}

static char *
describe(const struct standing *was, bool lacking)
{
	if (was->level == pg_level && was->writer == pg_writer)
		return lacking ? mem_format("its tables have what they lacked; it is of level %lld, as this duelfs is",
					 (long long)pg_level)
			       : mem_format("there is nothing to do: it is of level %lld, as this duelfs is",
					 (long long)pg_level);
	return mem_format(
		"level %lld (it was %lld), min_writer %lld (it was %lld): an older duelfs only reads there from "
		"now on",
		(long long)pg_level, (long long)was->level, (long long)pg_writer, (long long)was->writer);
}

/* In a transaction that is not ended. *why: it is refused. */
static enum pg_end
upgrade(struct pg_db *db, char **said, char **why)
{
	struct standing now = {0};
	bool has, whole;
	enum pg_end end = pg_has_tables(db, &has, &whole);
	if (end == PG_DONE && !has) {
		*why = mem_strdup(
			"there are no duels in the database: it has no tables of duelfs (duelfs init makes them)");
		return PG_DONE;
	}
	if (end == PG_DONE && !whole)
		end = pg_make_tables(db);
	if (end == PG_DONE)
		end = take_standing(db, &now);
	if (end != PG_DONE)
		return end;
	*why = standing_fault(&now);
	if (!*why && (now.level != pg_level || now.writer != pg_writer))
		end = raise_it(db);
	if (!*why && end == PG_DONE)
		*said = describe(&now, !whole);
	free_standing(&now);
	return end;
}

int
store_pg_upgrade(const char *where, char **said, char **why)
{
	struct pg_db db = {0};
	*said = *why = NULL;
	int err = pg_open(&db, where, why);
	if (err) {
		pg_close(&db);
		return err;
	}
	enum pg_end end = pg_run(&db, "BEGIN", NULL, 0, NULL);
	if (end == PG_DONE)
		end = upgrade(&db, said, why);
	if (end == PG_DONE && !*why)
		end = pg_commit(&db);
	if (end == PG_OPEN)
		*why = mem_format("whether it was upgraded is not known, ask again: %s", db.error);
	else if (end != PG_DONE)
		*why = mem_format("nothing was changed: %s", db.error);
	if (*why) {
		free(*said);
		*said = NULL;
	}
	pg_close(&db);
	return end == PG_OPEN ? -EIO : *why ? -EUCLEAN : 0;
}
