#include "fs/store/sqlite_read.h"

#include <errno.h>
#include <string.h>
#include "fs/store/sqlite_db.h"
#include "fs/store/sqlite_schema.h"
#include "validators/text/mem.h"

/* Entries read at once, and bytes after which no more are: what is handed out is handed out without
 * the lock. */
#define CHUNK_ENTRIES 64
#define CHUNK_BYTES (1 << 20)

#define DUEL_COLUMNS "id, name, uid, created_ms, updated_ms, state, rules"
#define ENDS_COLUMNS ", ends_ms, ends_full_ms, ends_boot"
#define DUELS "SELECT " DUEL_COLUMNS ENDS_COLUMNS " FROM duels"

/* clang-format off */
static const char *const sql[READ_STMTS] = {
	[READ_DUELS]   = DUELS " ORDER BY id",
	[READ_DUEL]    = DUELS " WHERE id = ?1",
	[READ_ENTRIES] = ("SELECT seq, kind, seat, lease, time_ms, clock_ms, boot, hash, data, body FROM entries"
	                  " WHERE duel = ?1 AND seq > ?2 ORDER BY seq"),
	[READ_HEAD]    = ("SELECT e.seq, e.hash FROM duels d LEFT JOIN entries e ON e.duel = d.id WHERE d.id = ?1"
	                  " ORDER BY e.seq DESC LIMIT 1"),
	[READ_SOURCE]  = "SELECT path, text FROM sources WHERE duel = ?1",
	[READ_ARCHIVE] = "SELECT name FROM archives WHERE duel = ?1",
	[READ_MOUNTS]  = "SELECT began_ms, ifnull(ended_ms, " MOUNT_ENDED ") FROM mounts WHERE boot = ?1 ORDER BY id",
};
/* clang-format on */

int
sqlite_reader_open(struct sqlite_reader *r, sqlite3 *db)
{
	r->db = db;
	pthread_mutex_init(&r->lock, NULL);
	return db_prepare(db, r->stmts, sql, READ_STMTS);
}

void
sqlite_reader_close(struct sqlite_reader *r)
{
	if (!r->db)
		return;
	db_finalize(r->stmts, READ_STMTS);
	db_close_as_is(r->db);
	r->db = NULL;
	pthread_mutex_destroy(&r->lock);
}

/* A copy, NUL behind it; NULL stays NULL. */
static char *
column_copy(sqlite3_stmt *stmt, int column, size_t *len)
{
	const void *bytes;

	*len = 0;
	if (sqlite3_column_type(stmt, column) == SQLITE_NULL)
		return NULL;
	bytes = sqlite3_column_blob(stmt, column);
	*len = (size_t)sqlite3_column_bytes(stmt, column);
	return mem_copy(bytes, *len);
}

/* Never NULL, whatever a damaged row holds. */
static char *
column_text(sqlite3_stmt *stmt, int column)
{
	char *text = (char *)sqlite3_column_text(stmt, column);

	return text ? text : "";
}

static struct store_duel
row_of(sqlite3_stmt *stmt)
{
	return (struct store_duel){
		.id = sqlite3_column_int64(stmt, 0),
		.name = column_text(stmt, 1),
		.uid = (uid_t)sqlite3_column_int64(stmt, 2),
		.created_ms = sqlite3_column_int64(stmt, 3),
		.updated_ms = sqlite3_column_int64(stmt, 4),
		.state = column_text(stmt, 5),
		.rules = column_text(stmt, 6),
		.ends_ms = sqlite3_column_int64(stmt, 7),
		.ends_full_ms = sqlite3_column_int64(stmt, 8),
		.ends_boot = sqlite3_column_int64(stmt, 9),
	};
}

int
sqlite_each_duel(struct store *s, int (*each)(void *arg, const struct store_duel *d), void *arg)
{
	struct sqlite_reader *r = (struct sqlite_reader *)s;
	sqlite3_stmt *stmt = r->stmts[READ_DUELS];
	int rc, err = 0;

	pthread_mutex_lock(&r->lock);
	while (!err && (rc = sqlite3_step(stmt)) == SQLITE_ROW) {
		struct store_duel d = row_of(stmt);

		err = each(arg, &d);
	}
	if (!err && rc != SQLITE_DONE)
		err = db_errno(r->db, rc);
	sqlite3_reset(stmt);
	pthread_mutex_unlock(&r->lock);
	return err;
}

/* The first row that is of this duel, or this boot: 0, or -ENOENT, or -errno. In any case the caller has the reader's
 * lock then, until read_end. */
static int
read_begin(struct sqlite_reader *r, enum sqlite_read_stmt which, int64_t id)
{
	int rc;

	pthread_mutex_lock(&r->lock);
	sqlite3_bind_int64(r->stmts[which], 1, id);
	rc = sqlite3_step(r->stmts[which]);
	return rc == SQLITE_ROW ? 0 : rc == SQLITE_DONE ? -ENOENT : db_errno(r->db, rc);
}

static void
read_end(struct sqlite_reader *r, enum sqlite_read_stmt which)
{
	sqlite3_reset(r->stmts[which]);
	pthread_mutex_unlock(&r->lock);
}

int
sqlite_each_mount(struct store *s, void (*each)(void *arg, int64_t began_ms, int64_t ended_ms), void *arg)
{
	struct sqlite_reader *r = (struct sqlite_reader *)s;
	sqlite3_stmt *stmt = r->stmts[READ_MOUNTS];
	int err = read_begin(r, READ_MOUNTS, s->boot), rc = SQLITE_ROW;

	while (!err && rc == SQLITE_ROW) {
		each(arg, sqlite3_column_int64(stmt, 0), sqlite3_column_int64(stmt, 1));
		rc = sqlite3_step(stmt);
	}
	if (!err && rc != SQLITE_DONE)
		err = db_errno(r->db, rc);
	read_end(r, READ_MOUNTS);
	return err == -ENOENT ? 0 : err;
}

int
sqlite_duel(struct store *s, int64_t id, struct store_duel *out)
{
	struct sqlite_reader *r = (struct sqlite_reader *)s;
	int err = read_begin(r, READ_DUEL, id);

	if (!err) {
		*out = row_of(r->stmts[READ_DUEL]);
		out->name = mem_strdup(out->name);
		out->state = mem_strdup(out->state);
		out->rules = mem_strdup(out->rules);
	}
	read_end(r, READ_DUEL);
	return err;
}

/* The bytes that stand where a hash should be. */
static void
column_hash(sqlite3_stmt *stmt, int column, unsigned char out[ENTRY_HASH_BYTES])
{
	size_t len;
	char *hash = column_copy(stmt, column, &len);

	if (hash)
		memcpy(out, hash, len < ENTRY_HASH_BYTES ? len : ENTRY_HASH_BYTES);
	free(hash);
}

/* As it stands there: what is wrong with it, its hash tells. */
static struct entry *
entry_of(sqlite3_stmt *stmt)
{
	struct entry *e = mem_calloc(1, sizeof(*e));

	e->seq = (uint64_t)sqlite3_column_int64(stmt, 0);
	e->kind = (enum entry_kind)sqlite3_column_int64(stmt, 1);
	e->seat = (unsigned)sqlite3_column_int64(stmt, 2);
	e->lease = (uint64_t)sqlite3_column_int64(stmt, 3);
	e->time_ms = sqlite3_column_int64(stmt, 4);
	e->clock_ms = sqlite3_column_int64(stmt, 5);
	e->boot = sqlite3_column_int64(stmt, 6);
	column_hash(stmt, 7, e->hash);
	e->data = column_copy(stmt, 8, &e->data_len);
	e->body = column_copy(stmt, 9, &e->body_len);
	return e;
}

int
sqlite_each_entry(struct store *s, int64_t duel, uint64_t after, int (*each)(void *arg, struct entry *e), void *arg)
{
	struct sqlite_reader *r = (struct sqlite_reader *)s;
	sqlite3_stmt *stmt = r->stmts[READ_ENTRIES];
	struct entry *chunk[CHUNK_ENTRIES];
	int err = 0, rc = SQLITE_ROW;

	while (!err && rc == SQLITE_ROW) {
		size_t n = 0, bytes = 0;
		int failed = 0;

		pthread_mutex_lock(&r->lock);
		sqlite3_bind_int64(stmt, 1, duel);
		sqlite3_bind_int64(stmt, 2, (int64_t)after);
		while (n < CHUNK_ENTRIES && bytes < CHUNK_BYTES && (rc = sqlite3_step(stmt)) == SQLITE_ROW) {
			struct entry *e = chunk[n++] = entry_of(stmt);

			after = e->seq;
			bytes += e->body_len + e->data_len;
		}
		if (rc != SQLITE_ROW && rc != SQLITE_DONE)
			failed = db_errno(r->db, rc);
		sqlite3_reset(stmt);
		pthread_mutex_unlock(&r->lock);
		/* The rest of a chunk that is not wanted any more is freed. */
		for (size_t i = 0; i < n; i++) {
			if (err)
				entry_free(chunk[i]);
			else
				err = each(arg, chunk[i]);
		}
		err = err ? err : failed;
	}
	return err;
}

/* Only this process writes: between two of them nothing can happen that it does not know of. */
int
sqlite_heads(struct store *s, const int64_t *ids, size_t n,
	void (*each)(void *arg, int64_t id, const struct store_head *h), void *arg)
{
	struct sqlite_reader *r = (struct sqlite_reader *)s;
	sqlite3_stmt *stmt = r->stmts[READ_HEAD];
	int err = 0;

	for (size_t i = 0; i < n && (!err || err == -ENOENT); i++) {
		struct store_head head = {0};

		err = read_begin(r, READ_HEAD, ids[i]);
		entry_chain_start(head.hash, ids[i]);
		if (!err && sqlite3_column_type(stmt, 0) != SQLITE_NULL) {
			head.seq = (uint64_t)sqlite3_column_int64(stmt, 0);
			column_hash(stmt, 1, head.hash);
		}
		read_end(r, READ_HEAD);
		if (!err)
			each(arg, ids[i], &head);
	}
	return err == -ENOENT ? 0 : err;
}

int
sqlite_archive(struct store *s, int64_t duel, char **name)
{
	struct sqlite_reader *r = (struct sqlite_reader *)s;
	int err = read_begin(r, READ_ARCHIVE, duel);

	if (!err)
		*name = mem_strdup(column_text(r->stmts[READ_ARCHIVE], 0));
	read_end(r, READ_ARCHIVE);
	return err;
}

int
sqlite_source(struct store *s, int64_t duel, struct store_source *out)
{
	struct sqlite_reader *r = (struct sqlite_reader *)s;
	size_t path_len;
	int err = read_begin(r, READ_SOURCE, duel);

	if (!err) {
		out->path = column_copy(r->stmts[READ_SOURCE], 0, &path_len);
		out->text = column_copy(r->stmts[READ_SOURCE], 1, &out->len);
	}
	read_end(r, READ_SOURCE);
	return err;
}
