/*
 * One connection to a PostgreSQL database: libpq, which is loaded when the first is opened, statements with a deadline
 * of their own (libpq has none for an answer), and what an answer says about a transaction.
 */
#ifndef FS_STORE_PG_DB_H
#define FS_STORE_PG_DB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "fs/store/pg/pg_times.h"

/* In place of pg_answer_ms, where nobody waits who has a file open. */
#define PG_LONG_ANSWER_MS (60 * 60 * INT64_C(1000))

struct pg_lib;
struct pg_result;
struct pg_known;

/* The database that a URL, or libpq's key=value words, name. */
struct pg_place {
	char *host, *hostaddr, *port, *dbname, *service, *sslmode; /* malloc'd; NULL: it says nothing of that */
	bool secret; /* there is a password in it */
};

/* 0; -ENOSYS: libpq cannot be loaded; -EINVAL: it is neither. *why (malloc'd): a line, which quotes nothing. */
int pg_place_of(const char *where, struct pg_place *out, char **why);
void pg_place_free(struct pg_place *p);
/* Is it on another machine, and nobody has said whether the server is to prove who it is? A service says itself what it
 * wants. */
bool pg_wants_proof(const struct pg_place *p);

/* The meaning of an answer. */
enum pg_end {
	PG_DONE,
	PG_AGAIN, /* rolled back for certain, by no fault of the statement's: the same again */
	PG_FULL,  /* rolled back: the server has no room */
	PG_WRONG, /* rolled back: the statement contradicts what is there, or is a mistake */
	PG_FRAIL, /* committed, but where the server itself says that it may be lost: a standby was not waited for */
	PG_OPEN,  /* the connection is gone, or as good as: what was committed is not known */
};

struct pg_db {
	const struct pg_lib *lib;
	void *conn;    /* NULL: there is none now */
	char *where;   /* a URL, or libpq's key=value words */
	bool verified; /* where that says nothing of TLS, the server proves who it is */
	bool patient;  /* an answer may take PG_LONG_ANSWER_MS: nobody waits for it who has a file open */
	bool any;      /* a server that only reads will do */
	bool warned;   /* by the server, since it was set to false */
	struct pg_known *known; /* the statements that this connection was asked before: parsed and planned once */
	unsigned n_known;
	/* Between pg_line_begin and pg_line_end; of each answer that is to come: the statement that it says to be
	 * planned, or NULL where it is one that was added. */
	bool in_line;
	struct pg_known **line;
	unsigned n_line, taken, room_line;
	enum pg_end line_end;
	int64_t line_until; /* no answer by then, on CLOCK_MONOTONIC: the connection is given up */
	char error[256]; /* the newest, on one line */
};

/* A parameter: bytes where they are given, else a number; `null` before both. */
struct pg_param {
	bool null;
	const void *bytes;
	size_t len;
	bool text;
	int64_t number;
};

static inline struct pg_param
pg_number_of(int64_t n)
{
	return (struct pg_param){.number = n};
}

static inline struct pg_param
pg_bytes_of(const void *bytes, size_t len)
{
	return (struct pg_param){.null = !bytes, .bytes = bytes, .len = len};
}

static inline struct pg_param
pg_text_of(const char *text)
{
	return (struct pg_param){.null = !text, .bytes = text, .len = text ? strlen(text) : 0, .text = true};
}

/* For a statement, at most. */
#define PG_PARAMS 26

/* 0; -ENOSYS: libpq cannot be loaded; -EINVAL: `where` is nothing that libpq knows; -EIO: nobody is there, or lets us
 * in. `any`: a server that only reads will do, as a standby. *why (malloc'd, may be NULL): a line. */
int pg_open(struct pg_db *db, const char *where, bool any, char **why);
void pg_close(struct pg_db *db);
/* A connection of its own to where `like` goes, but that nobody is asked yet: pg_reopen. */
void pg_prepare(struct pg_db *db, const struct pg_db *like);
/* Anew, after PG_OPEN. */
bool pg_reopen(struct pg_db *db);

/* The notices on a channel that is listened to, oldest first (malloc'd); NULL: nothing more, so far. */
char *pg_said(struct pg_db *db);
/* Until something comes, or `stop` can be read, or the time is over. Without a connection it returns at once. */
void pg_listen(struct pg_db *db, int stop, int64_t ms);

/* *out (NULL: not wanted) has the rows where this returns PG_DONE: pg_clear. */
enum pg_end pg_run(struct pg_db *db, const char *sql, const struct pg_param *v, int n, struct pg_result **out);
/* The same of an answer whose first row is `columns` numbers; each is 0 where there is no row. */
enum pg_end pg_numbers(struct pg_db *db, const char *sql, const struct pg_param *v, int n, int64_t *out, int columns);
/* Several statements without parameters. */
enum pg_end pg_script(struct pg_db *db, const char *sql);
/* COMMIT: PG_DONE only where the server says that it is durable as it is meant to be. */
enum pg_end pg_commit(struct pg_db *db);

/* Several statements in one round trip: each pg_line_add is a statement more, pg_line_send sends them, pg_line_take has
 * the answer to the next, in order, and pg_line_end throws away those that nobody took. After one that fails none takes
 * effect, and all answers are what that one's is. Nothing else is run on the connection in between. */
void pg_line_begin(struct pg_db *db);
void pg_line_add(struct pg_db *db, const char *sql, const struct pg_param *v, int n);
void pg_line_send(struct pg_db *db);
enum pg_end pg_line_take(struct pg_db *db, struct pg_result **out);
/* The answer to a COMMIT, as pg_commit has it. */
enum pg_end pg_line_commit(struct pg_db *db);
void pg_line_end(struct pg_db *db);

/* {1,2,3}, as an array is written; malloc'd. */
char *pg_array_of(const int64_t *ids, size_t n);

void pg_clear(const struct pg_db *db, struct pg_result *r);
int pg_rows(const struct pg_db *db, const struct pg_result *r);
/* For a statement that changed rows. */
int64_t pg_changed(const struct pg_db *db, const struct pg_result *r);
/* A column that is a bigint; 0 where it is null. */
int64_t pg_number(const struct pg_db *db, const struct pg_result *r, int row, int column);
/* For the rows that pg_copy copies. */
size_t pg_length(const struct pg_db *db, const struct pg_result *r, int row, int column);
/* A copy, NUL behind it; NULL where it is null. */
char *pg_copy(const struct pg_db *db, const struct pg_result *r, int row, int column, size_t *len);

#endif
