#include "fs/store/copy.h"

#include <stdlib.h>
#include <string.h>
#include "fs/store/pg/pg_copy.h"
#include "fs/util/entry.h"
#include "validators/text/mem.h"

/* -- where a row of SQLite is not one of PostgreSQL -- */

/* In duelfs.db a boot is named by its id alone, for the store is of one host. One of another host, or of other clocks,
 * is named `ID HOST CLOCKS` there: no boot of this host ever is. */
enum { BOOT_ID = 1, BOOT_TIMENS, BOOT_HOST };

static void
set_text(struct copy_cell *cell, char *text)
{
	free(cell->bytes);
	*cell = (struct copy_cell){.kind = COPY_BYTES, .bytes = text, .len = strlen(text)};
}

static void
boot_from_sqlite(struct copy_cell *row)
{
	char host[PG_CLOCK_BYTES], timens[PG_CLOCK_BYTES];
	char *id = row[BOOT_ID].bytes, *other = strchr(id, ' '), *clocks = other ? strchr(other + 1, ' ') : NULL;
	pg_clock_here(host, timens);
	if (clocks) {
		set_text(&row[BOOT_HOST], mem_format("%.*s", (int)(clocks - other - 1), other + 1));
		set_text(&row[BOOT_TIMENS], mem_strdup(clocks + 1));
		set_text(&row[BOOT_ID], mem_format("%.*s", (int)(other - id), id));
	} else {
		set_text(&row[BOOT_HOST], mem_strdup(host));
		set_text(&row[BOOT_TIMENS], mem_strdup(timens));
	}
}

static void
boot_to_sqlite(struct copy_cell *row)
{
	char host[PG_CLOCK_BYTES], timens[PG_CLOCK_BYTES];
	pg_clock_here(host, timens);
	if (strcmp(row[BOOT_HOST].bytes, host) || strcmp(row[BOOT_TIMENS].bytes, timens))
		set_text(&row[BOOT_ID], mem_format("%s %s %s", row[BOOT_ID].bytes, row[BOOT_HOST].bytes,
						row[BOOT_TIMENS].bytes));
}

enum { DUEL_ID = 0, DUEL_LAST_HASH = 12 };

/* The hash before the first entry. */
static void
duel_from_sqlite(struct copy_cell *row)
{
	unsigned char hash[ENTRY_HASH_BYTES];
	if (row[DUEL_LAST_HASH].kind != COPY_NULL)
		return;
	entry_chain_start(hash, row[DUEL_ID].number);
	row[DUEL_LAST_HASH] = (struct copy_cell){
		.kind = COPY_BYTES, .bytes = mem_copy(hash, sizeof hash), .len = sizeof hash};
}

/* -- the tables -- */

/* clang-format off */
#define NUMBER(name)      {name, COPY_OF_NUMBERS, COPY_BOTH, NULL}
#define TEXT(name)        {name, COPY_OF_TEXT,    COPY_BOTH, NULL}
#define BYTES(name)       {name, COPY_OF_BYTES,   COPY_BOTH, NULL}
#define RAW(name)         {name, COPY_OF_RAW,     COPY_BOTH, NULL}
#define PG_NUMBER(name, expression) {name, COPY_OF_NUMBERS, COPY_PG_ONLY, expression}
#define PG_TEXT(name, expression)   {name, COPY_OF_TEXT,    COPY_PG_ONLY, expression}
#define PG_BYTES(name, expression)  {name, COPY_OF_BYTES,   COPY_PG_ONLY, expression}

const struct copy_table copy_tables[] = {
	{.name = "meta", .sqlite_order = "one", .pg_order = "one", .columns = {
		NUMBER("one"), BYTES("secret"),
		{"last_id", COPY_OF_NUMBERS, COPY_BOTH, "max(last_id, ifnull((SELECT max(id) FROM duels), 0))"},
		PG_NUMBER("level", PG_COPY_LEVEL),
		PG_NUMBER("list_rev", "0"),
	}},
	{.name = "boots", .sqlite_order = "id", .pg_order = "id",
	 .from_sqlite = boot_from_sqlite, .to_sqlite = boot_to_sqlite, .columns = {
		NUMBER("id"), [BOOT_ID] = TEXT("boot_id"), [BOOT_TIMENS] = PG_TEXT("timens", "NULL"),
		[BOOT_HOST] = PG_TEXT("host", "NULL"),
	}},
	{.name = "duels", .sqlite_order = "id", .pg_order = "id", .from_sqlite = duel_from_sqlite, .columns = {
		[DUEL_ID] = NUMBER("id"), TEXT("name"), NUMBER("uid"), NUMBER("created_ms"), NUMBER("updated_ms"),
		TEXT("state"), RAW("rules"), NUMBER("ends_ms"), NUMBER("ends_full_ms"), NUMBER("ends_boot"),
		PG_NUMBER("rev", "0"),
		PG_NUMBER("last_seq", "ifnull((SELECT max(seq) FROM entries WHERE duel = duels.id), 0)"),
		[DUEL_LAST_HASH] = PG_BYTES("last_hash",
			"(SELECT hash FROM entries WHERE duel = duels.id ORDER BY seq DESC LIMIT 1)"),
		PG_NUMBER("made", "0"), PG_BYTES("born", "x''"), PG_NUMBER("archive_host", "NULL"),
	}},
	/* the newest last: it says when a mount that crashed was there at last */
	{.name = "entries", .sqlite_order = "id", .pg_order = "time_ms, duel, seq", .columns = {
		NUMBER("duel"), NUMBER("seq"), NUMBER("kind"), NUMBER("seat"), NUMBER("lease"), NUMBER("time_ms"),
		NUMBER("clock_ms"), NUMBER("boot"), BYTES("hash"), RAW("data"), BYTES("body"),
	}},
	{.name = "sources", .sqlite_order = "duel", .pg_order = "duel", .columns = {
		NUMBER("duel"), RAW("path"), BYTES("text"),
	}},
	{.name = "archives", .sqlite_order = "duel", .pg_order = "duel", .columns = {
		NUMBER("duel"), TEXT("name"),
	}},
	{.name = "mounts", .sqlite_order = "id", .pg_order = "id", .columns = {
		NUMBER("boot"), NUMBER("began_ms"), NUMBER("ended_ms"),
	}},
	{0},
};
/* clang-format on */

/* -- copying -- */

struct putting {
	struct copy_side *to;
	const struct copy_table *table;
	bool failed; /* there, and not where it is read */
};

static int
put_row(void *arg, struct copy_cell *row)
{
	struct putting *p = arg;
	int err = p->to->ops->put(p->to, p->table, row);
	p->failed = err;
	return err;
}

int
copy_rows(struct copy_side *from, struct copy_side *to, struct copy_side **failed)
{
	int err = 0;
	for (const struct copy_table *t = copy_tables; !err && t->name; t++) {
		struct putting p = {.to = to, .table = t};
		err = from->ops->each(from, t, put_row, &p);
		*failed = p.failed ? to : from;
	}
	return err;
}

void
copy_close(struct copy_side *s)
{
	free(s->why);
	s->ops->close(s);
}
