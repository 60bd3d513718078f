/*
 * A result code says this about the outcome of a transaction, with a write-ahead log and
 * synchronous=FULL:
 *
 * A transaction is its frames behind the end of the log; it took effect when its last one, which
 * bears the commit mark and a checksum over all before it, is on the disk. COMMIT writes the frames
 * in order and then flushes the log.
 *
 * A statement fails before COMMIT: no frame with a commit mark was written. Rolled back, for
 * certain.
 *
 * A write fails in COMMIT: the last frame is not whole, so recovery will not take it, and the next
 * transaction overwrites it. Rolled back, for certain. (With powersafe_overwrite, which db_open's
 * callers ask for, nothing is written behind the commit mark. Without it, padding could fail behind
 * a mark that is already there.)
 *
 * The flush fails: the mark may be on the disk or not, and no later flush can tell, for the kernel
 * reports the loss of a page once. Open.
 *
 * Something fails after the flush (the log's index, in memory): it is on the disk, and this process
 * does not know. Open.
 *
 * So a full disk is -ENOSPC wherever it comes from a write, and life goes on; every other failure
 * breaks the store, also those in the first two classes: a disk that fails to read or write what it
 * has room for is not to be trusted with the next transaction. Broken means: no more commits, no
 * checkpoint, the log left as it is. The next open finds it before or after, whole.
 *
 * Under load a checkpoint is done before the log outgrows what was written beforehand, and when nobody has waited for a
 * moment everything in the log is brought to the database.
 */
#include "fs/store/sqlite_write.h"

#include <errno.h>
#include <sys/stat.h>
#include "fs/store/sqlite_db.h"
#include "fs/store/sqlite_dir.h"
#include "fs/store/sqlite_schema.h"

/* A frame is a page and its head. */
#define FRAME_BYTES (4096 + 24)
#define FRAMES_BUSY (STORE_WAL_BYTES / FRAME_BYTES * 9 / 10)

/* A row is to be made with a name that another has. SQLite never says this itself: there are no foreign keys. */
#define NAME_TAKEN SQLITE_CONSTRAINT_FOREIGNKEY

/* clang-format off */
static const char *const sql[WRITE_STMTS] = {
	[WRITE_BEGIN]          = "BEGIN IMMEDIATE",
	[WRITE_COMMIT]         = "COMMIT",
	[WRITE_ROLLBACK]       = "ROLLBACK",
	[WRITE_CREATE]         = "INSERT INTO duels(id, updated_ms, state, rules, ends_ms, ends_full_ms, ends_boot,"
	                         " name, uid, created_ms)"
	                         " VALUES(?1, ?2, ifnull(?3, ''), ifnull(?4, ''), ?5, ?6, ?7, ?8, ?9, ?10)",
	[WRITE_UPDATE]         = "UPDATE duels SET updated_ms = ?2, state = ifnull(?3, state),"
	                         " rules = ifnull(?4, rules), ends_ms = ?5, ends_full_ms = ?6, ends_boot = ?7"
	                         " WHERE id = ?1",
	[WRITE_SOURCE]         = "INSERT OR REPLACE INTO sources(duel, path, text) VALUES(?1, ifnull(?2, ''), ?3)",
	[WRITE_SOURCE_REMOVE]  = "DELETE FROM sources WHERE duel = ?1",
	[WRITE_EXISTS]         = "SELECT 1 FROM duels WHERE id = ?1",
	[WRITE_ENTRY]          = "INSERT INTO entries(duel, seq, kind, seat, lease, time_ms, clock_ms, boot, hash,"
	                         " data, body)"
	                         " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
	[WRITE_REMOVE_ID]      = "UPDATE meta SET last_id = max(last_id, ?1)",
	[WRITE_REMOVE_ENTRIES] = "DELETE FROM entries WHERE duel = ?1",
	[WRITE_REMOVE]         = "DELETE FROM duels WHERE id = ?1",
	[WRITE_ARCHIVE]        = "INSERT OR REPLACE INTO archives(duel, name) VALUES(?1, ?2)",
	[WRITE_ARCHIVE_REMOVE] = "DELETE FROM archives WHERE duel = ?1",
	[WRITE_MOUNT_SETTLE]   = "UPDATE mounts SET ended_ms = " MOUNT_ENDED " WHERE ended_ms IS NULL AND boot = ?1",
	[WRITE_MOUNT_FORGET]   = "DELETE FROM mounts WHERE boot <> ?1",
	[WRITE_MOUNT_BEGINS]   = "INSERT INTO mounts(boot, began_ms) VALUES(?1, ?2)",
	[WRITE_MOUNT_ENDS]     = "UPDATE mounts SET ended_ms = ?2 WHERE ended_ms IS NULL AND boot = ?1",
};
/* clang-format on */

static int
on_commit(void *arg, sqlite3 *db, const char *schema, int frames)
{
	struct sqlite_writer *w = arg;

	(void)db;
	(void)schema;
	if (frames < w->brought) /* begun anew */
		w->brought = 0;
	w->frames = frames;
	w->full = false;
	return SQLITE_OK;
}

/*
 * Passive: never waits for a reader. If no reader was on an old part of the log, all of it is
 * brought over, and the next commit begins at its start again. The rest is tried again when as much
 * again has come; for lack of room, behind the next commit, before the log takes the
 * room that there is by then.
 */
static int
checkpoint_log(struct sqlite_writer *w)
{
	int frames = 0, done = 0;
	int rc = sqlite3_wal_checkpoint_v2(w->db, NULL, SQLITE_CHECKPOINT_PASSIVE, &frames, &done);

	if (!rc && done == frames) {
		w->frames = w->brought = frames;
		w->due = FRAMES_BUSY;
		return SQLITE_OK;
	}
	w->full = db_is_full(w->db, rc, SQLITE_FCNTL_FILE_POINTER);
	w->due = w->full ? 0 : w->frames - w->brought + FRAMES_BUSY;
	return w->full || (rc & 0xff) == SQLITE_BUSY ? SQLITE_OK : rc;
}

int
sqlite_writer_open(struct sqlite_writer *w, sqlite3 *db, int database)
{
	int rc;

	*w = (struct sqlite_writer){.db = db, .due = FRAMES_BUSY, .database = database};
	/* Takes the place of the automatic checkpoint, which would be part of a commit's time. */
	sqlite3_wal_hook(db, on_commit, w);
	rc = db_prepare(db, w->stmts, sql, WRITE_STMTS);
	return rc ? rc : checkpoint_log(w);
}

void
sqlite_writer_close(struct sqlite_writer *w)
{
	db_finalize(w->stmts, WRITE_STMTS);
	if (w->broken)
		db_close_as_is(w->db);
	else
		sqlite3_close(w->db);
	w->db = NULL;
}

static int
run_with_id(struct sqlite_writer *w, enum sqlite_write_stmt which, int64_t id)
{
	sqlite3_bind_int64(w->stmts[which], 1, id);
	return db_run(w->stmts[which]);
}

static int
write_row(struct sqlite_writer *w, enum sqlite_write_stmt which, const struct store_batch *b)
{
	sqlite3_stmt *stmt = w->stmts[which];
	const struct store_duel *d = &b->row;
	int rc;

	sqlite3_bind_int64(stmt, 1, d->id);
	sqlite3_bind_int64(stmt, 2, d->updated_ms);
	sqlite3_bind_text(stmt, 3, d->state, -1, SQLITE_STATIC);
	sqlite3_bind_text(stmt, 4, d->rules, -1, SQLITE_STATIC);
	sqlite3_bind_int64(stmt, 5, d->ends_ms);
	sqlite3_bind_int64(stmt, 6, d->ends_full_ms);
	sqlite3_bind_int64(stmt, 7, d->ends_boot);
	if (which == WRITE_CREATE) {
		sqlite3_bind_text(stmt, 8, d->name, -1, SQLITE_STATIC);
		sqlite3_bind_int64(stmt, 9, d->uid);
		sqlite3_bind_int64(stmt, 10, d->created_ms);
	}
	rc = db_run(stmt);
	/* Contradicted, too, where there is no such row. */
	return rc == SQLITE_CONSTRAINT_UNIQUE ? NAME_TAKEN : rc || sqlite3_changes(w->db) ? rc : SQLITE_CONSTRAINT;
}

static int
write_mount(struct sqlite_writer *w, const struct store_batch *b)
{
	enum sqlite_write_stmt which = b->change & STORE_MOUNT_BEGINS ? WRITE_MOUNT_BEGINS : WRITE_MOUNT_ENDS;
	int rc = SQLITE_OK;

	if (which == WRITE_MOUNT_BEGINS)
		rc = run_with_id(w, WRITE_MOUNT_SETTLE, w->boot);
	if (!rc && which == WRITE_MOUNT_BEGINS)
		rc = run_with_id(w, WRITE_MOUNT_FORGET, w->boot);
	sqlite3_bind_int64(w->stmts[which], 2, b->clock_ms);
	return rc ? rc : run_with_id(w, which, w->boot);
}

static int
write_batch(struct sqlite_writer *w, const struct store_batch *b)
{
	static const enum sqlite_write_stmt removes[] = {WRITE_REMOVE_ID, WRITE_REMOVE_ENTRIES, WRITE_SOURCE_REMOVE,
		WRITE_ARCHIVE_REMOVE, WRITE_REMOVE};
	sqlite3_stmt *source = w->stmts[WRITE_SOURCE], *entry = w->stmts[WRITE_ENTRY];
	int rc = SQLITE_OK;

	if (b->change & (STORE_MOUNT_BEGINS | STORE_MOUNT_ENDS))
		return write_mount(w, b);
	if (b->change & STORE_CREATE) {
		rc = write_row(w, WRITE_CREATE, b);
	} else if (b->change & STORE_UPDATE) {
		rc = write_row(w, WRITE_UPDATE, b);
	} else {
		sqlite3_bind_int64(w->stmts[WRITE_EXISTS], 1, b->row.id);
		rc = sqlite3_step(w->stmts[WRITE_EXISTS]);
		sqlite3_reset(w->stmts[WRITE_EXISTS]);
		rc = rc == SQLITE_ROW ? SQLITE_OK : rc == SQLITE_DONE ? SQLITE_CONSTRAINT : rc;
	}
	if (!rc && b->change & STORE_SOURCE && !b->source_text) {
		rc = run_with_id(w, WRITE_SOURCE_REMOVE, b->row.id);
	} else if (!rc && b->change & STORE_SOURCE) {
		sqlite3_bind_text(source, 2, b->source_path, -1, SQLITE_STATIC);
		sqlite3_bind_blob64(source, 3, b->source_text, b->source_len, SQLITE_STATIC);
		rc = run_with_id(w, WRITE_SOURCE, b->row.id);
	}
	if (!rc && b->change & STORE_ARCHIVE) {
		sqlite3_bind_text(w->stmts[WRITE_ARCHIVE], 2, b->archive, -1, SQLITE_STATIC);
		rc = run_with_id(w, WRITE_ARCHIVE, b->row.id);
	}
	for (size_t i = 0; i < b->n_entries && !rc; i++) {
		const struct entry *e = b->entries[i];

		sqlite3_clear_bindings(entry);
		sqlite3_bind_int64(entry, 1, b->row.id);
		sqlite3_bind_int64(entry, 2, (int64_t)e->seq);
		sqlite3_bind_int64(entry, 3, e->kind);
		sqlite3_bind_int64(entry, 4, e->seat);
		sqlite3_bind_int64(entry, 5, (int64_t)e->lease);
		sqlite3_bind_int64(entry, 6, e->time_ms);
		sqlite3_bind_int64(entry, 7, e->clock_ms);
		sqlite3_bind_int64(entry, 8, e->boot);
		sqlite3_bind_blob(entry, 9, e->hash, sizeof(e->hash), SQLITE_STATIC);
		/* NULL and no bytes are two things, here as there. */
		sqlite3_bind_text64(entry, 10, e->data, e->data_len, SQLITE_STATIC, SQLITE_UTF8);
		sqlite3_bind_blob64(entry, 11, e->body, e->body_len, SQLITE_STATIC);
		rc = db_run(entry);
	}
	if (rc || !(b->change & STORE_REMOVE))
		return rc;
	for (size_t i = 0; i < sizeof(removes) / sizeof(removes[0]) && !rc; i++)
		rc = run_with_id(w, removes[i], b->row.id);
	return rc || sqlite3_changes(w->db) ? rc : SQLITE_CONSTRAINT;
}

static void
fail_all(int *results, size_t n, int err)
{
	for (size_t i = 0; i < n; i++)
		if (!results[i])
			results[i] = err;
}

void
sqlite_writer_commit(void *writer, struct store_batch **batches, int *results, size_t n)
{
	struct sqlite_writer *w = writer;
	struct stat st;

	/* A database that has no name any more is gone with the daemon: nothing that goes there is durable. */
	w->broken = w->broken || fstat(w->database, &st) || !st.st_nlink;
	for (size_t i = 0; i < n; i++)
		results[i] = w->broken ? -EIO : batches[i]->ready ? batches[i]->ready(batches[i]) : 0;
	/* One try after another: all batches whose result is 0, together; there may be none. */
	for (;;) {
		size_t at = 0;
		while (at < n && results[at])
			at++;
		if (at == n)
			return;
		int rc = db_run(w->stmts[WRITE_BEGIN]);
		for (; at < n && !rc; at += !rc)
			rc = results[at] ? SQLITE_OK : write_batch(w, batches[at]);
		if (!rc)
			rc = db_run(w->stmts[WRITE_COMMIT]);
		if (!rc)
			return;
		bool full = db_is_full(w->db, rc, SQLITE_FCNTL_JOURNAL_POINTER);
		/* The batch itself is at fault, not the disk. */
		bool contradicts = (rc & 0xff) == SQLITE_CONSTRAINT || (rc & 0xff) == SQLITE_MISMATCH ||
			(rc & 0xff) == SQLITE_TOOBIG;
		/* SQLite may have rolled back by itself. */
		bool rolled_back = sqlite3_get_autocommit(w->db) || !db_run(w->stmts[WRITE_ROLLBACK]);

		if (!rolled_back || (!full && !contradicts)) {
			w->broken = true;
			fail_all(results, n, -EIO);
		} else if (full) {
			w->due = 0; /* a checkpoint may make room in the log */
			fail_all(results, n, -ENOSPC);
		} else {
			/* Later batches of the same duel were made to follow this one. */
			for (size_t i = at; i < n; i++)
				if (!results[i] && batches[i]->row.id == batches[at]->row.id)
					results[i] = i == at && rc == NAME_TAKEN ? -EEXIST : -EUCLEAN;
		}
	}
}

int64_t
sqlite_writer_untidy(void *writer)
{
	const struct sqlite_writer *w = writer;

	return !w->broken && !w->full && w->frames != w->brought ? GROUP_IDLE_MS : 0;
}

void
sqlite_writer_tidy(void *writer, bool idle)
{
	struct sqlite_writer *w = writer;
	int pending = w->frames - w->brought;

	if (!w->broken && pending && (idle || pending >= w->due))
		w->broken = checkpoint_log(w);
}
