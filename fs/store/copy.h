/*
 * Copying all duels from one store to another: raw rows, with their ids, boots, hashes and the secret, so that the
 * chain of every log holds and every token still proves its seat. A side is what is copied from, or to; it is opened
 * for nothing else meanwhile.
 *
 * At every moment at most one of the two can be mounted, and a copy that ends early leaves the first so, until the
 * second is whole and verified:
 *
 *     rows are copied             TO is empty still, for whoever looks (a transaction, or a file of another name)
 *     finish(TO)                  TO is there, and marked as half-made: no daemon mounts it
 *     whoever calls verifies it
 *     mark(FROM, "…TO")           FROM says where it went: no daemon mounts it
 *     mark(TO, NULL)              TO is what it was copied from
 *
 * One that ended between the last two is begun anew: FROM may be copied to where it says that it went, and what is
 * half-made is as good as empty.
 */
#ifndef FS_STORE_COPY_H
#define FS_STORE_COPY_H

#include <stddef.h>
#include <stdint.h>

struct copy_side;

/* A cell of a row: bytes where it is not a number; both absent: null. */
struct copy_cell {
	char *bytes; /* malloc'd, NUL behind it */
	size_t len;
	int64_t number;
	enum { COPY_NULL, COPY_NUMBER, COPY_BYTES } kind;
};

/* The kind of a column: RAW is TEXT in SQLite and bytea in PostgreSQL. */
enum copy_type { COPY_OF_NUMBERS, COPY_OF_TEXT, COPY_OF_BYTES, COPY_OF_RAW };

struct copy_column {
	const char *name;
	enum copy_type type;
	enum { COPY_BOTH, COPY_PG_ONLY } where;
	const char *in_sqlite; /* an expression that gives it there; NULL: its name */
};

#define COPY_COLUMNS_MAX 20

/* A table that both have; where a row of the one is not as one of the other, it is made so. */
struct copy_table {
	const char *name;
	const char *sqlite_order, *pg_order; /* in which rows are read */
	struct copy_column columns[COPY_COLUMNS_MAX]; /* up to the first without a name */
	void (*from_sqlite)(struct copy_cell *row); /* NULL: as it is */
	void (*to_sqlite)(struct copy_cell *row);
};

/* Columns of all tables stand here, and nowhere else. Up to the one without a name. */
extern const struct copy_table copy_tables[];

struct copy_ops {
	/* Once. `to` NULL: to be copied to: it is empty, or half-made. Else to be copied from: nobody else writes to it
	 * until it is closed, and `to` is where it goes; it may have gone there before. */
	int (*open)(struct copy_side *s, const char *to);
	/* `row` owns nothing: not 0 ends it and is returned. */
	int (*each)(struct copy_side *s, const struct copy_table *t, int (*row)(void *arg, struct copy_cell *row),
		void *arg);
	int (*put)(struct copy_side *s, const struct copy_table *t, const struct copy_cell *row);
	/* All rows were put. */
	int (*finish)(struct copy_side *s);
	/* The mark that keeps daemons away: where its duels are now, or NULL: none. */
	int (*mark)(struct copy_side *s, const char *place);
	void (*close)(struct copy_side *s);
};

/* Each function gives 0, or -errno and `why`. */
struct copy_side {
	const struct copy_ops *ops;
	char *why; /* malloc'd: a line about what failed last, or NULL */
};

/* Not open yet. */
struct copy_side *copy_sqlite(const char *dir);
/* Every row of `from` is put to `to`. *failed: which side it was. */
int copy_rows(struct copy_side *from, struct copy_side *to, struct copy_side **failed);
void copy_close(struct copy_side *s);

#endif
