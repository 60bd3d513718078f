#include "fs/store/pg/pg.h"

#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fs/store/group.h"
#include "fs/store/store.h"
#include "fs/store/pg/pg_schema.h"
#include "fs/store/pg/pg_watch.h"
#include "fs/store/pg/pg_write.h"
#include "fs/util/clock.h"
#include "validators/text/mem.h"

/* Entries read at once: what is handed out is handed out without the lock. */
#define CHUNK_ENTRIES 64

struct pg_store {
	struct store store; /* first */
	struct pg_writer writer;
	pthread_mutex_t lock; /* of what reads */
	struct pg_db reader;
	bool snapshot; /* the reader is in one transaction: there is no other connection, and none is made anew */
	_Atomic int64_t away_ms; /* nobody was there; on CLOCK_MONOTONIC; 0: somebody is */
	pthread_mutex_t ids_lock;
	int64_t next_id, ids_end; /* of the block that is given out */
	int64_t listed; /* meta's list_rev, before any duel was read */
	char me[PG_ME_BYTES];
	struct pg_watch *watch;
};

static struct pg_store *
store_of(struct store *s)
{
	return (struct pg_store *)s;
}

/* -- reading -- */

/* A reader may hold up others: where nobody was there a moment ago nobody is waited for. */
#define AWAY_MS 1000

/* Nothing is lost by asking again: once on the connection that there is, once on a new one. */
static int
ask_db(struct pg_store *s, const char *sql, const struct pg_param *v, int n, struct pg_result **out)
{
	pthread_mutex_lock(&s->lock);
	bool away = !s->snapshot && s->away_ms && pg_now_ms() < s->away_ms + AWAY_MS;
	enum pg_end end = away ? PG_OPEN : pg_run(&s->reader, sql, v, n, out);
	if ((end == PG_OPEN || end == PG_AGAIN) && !away && !s->snapshot && (s->reader.conn || pg_reopen(&s->reader)))
		end = pg_run(&s->reader, sql, v, n, out);
	if (!away)
		s->away_ms = end == PG_OPEN ? pg_now_ms() : 0;
	pthread_mutex_unlock(&s->lock);
	return end == PG_DONE ? 0 : end == PG_WRONG ? -EUCLEAN : -EIO;
}

static void
copy_hash(const struct pg_db *db, const struct pg_result *r, int row, int column, unsigned char out[ENTRY_HASH_BYTES])
{
	size_t len;
	char *hash = pg_copy(db, r, row, column, &len);
	memset(out, 0, ENTRY_HASH_BYTES);
	if (hash)
		memcpy(out, hash, len < ENTRY_HASH_BYTES ? len : ENTRY_HASH_BYTES);
	free(hash);
}

static int
each_duel(struct store *store, int (*each)(void *arg, const struct store_duel *d), void *arg)
{
	struct pg_store *s = store_of(store);
	struct pg_result *r;
	int err = ask_db(s, PG_DUELS " ORDER BY id", NULL, 0, &r);
	if (err)
		return err;
	for (int i = 0; !err && i < pg_rows(&s->reader, r); i++) {
		struct store_duel d = pg_row_of(&s->reader, r, i);
		err = each(arg, &d);
		store_duel_free(&d);
	}
	pg_clear(&s->reader, r);
	return err;
}

/* The rows of a duel in some table: 0, or -ENOENT where there is none. */
static int
ask_of(struct pg_store *s, const char *sql, int64_t id, struct pg_result **out)
{
	int err = ask_db(s, sql, (struct pg_param[]){pg_number_of(id)}, 1, out);
	if (err || pg_rows(&s->reader, *out))
		return err;
	pg_clear(&s->reader, *out);
	return -ENOENT;
}

static int
read_duel(struct store *store, int64_t id, struct store_duel *out)
{
	struct pg_store *s = store_of(store);
	struct pg_result *r;
	int err = ask_of(s, PG_DUELS " WHERE id = $1", id, &r);
	if (err)
		return err;
	*out = pg_row_of(&s->reader, r, 0);
	pg_clear(&s->reader, r);
	return 0;
}

/* Entries as they stand there: what is wrong with one, its hash tells. */
static int
each_entry(struct store *store, int64_t id, uint64_t after, int (*each)(void *arg, struct entry *e), void *arg)
{
	struct pg_store *s = store_of(store);
	const struct pg_db *db = &s->reader;
	struct pg_result *r;
	int err, rows;
	do {
		err = ask_db(s, "SELECT seq, kind, seat, lease, time_ms, clock_ms, boot, hash, data, body FROM entries"
			     " WHERE duel = $1 AND seq > $2 ORDER BY seq LIMIT $3",
			(struct pg_param[]){
				pg_number_of(id), pg_number_of((int64_t)after), pg_number_of(CHUNK_ENTRIES)},
			3, &r);
		if (err)
			return err;
		rows = pg_rows(db, r);
		for (int i = 0; !err && i < rows; i++) {
			struct entry *e = mem_calloc(1, sizeof *e);
			after = e->seq = (uint64_t)pg_number(db, r, i, 0);
			e->kind = (enum entry_kind)pg_number(db, r, i, 1);
			e->seat = (unsigned)pg_number(db, r, i, 2);
			e->lease = (uint64_t)pg_number(db, r, i, 3);
			e->time_ms = pg_number(db, r, i, 4);
			e->clock_ms = pg_number(db, r, i, 5);
			e->boot = pg_number(db, r, i, 6);
			copy_hash(db, r, i, 7, e->hash);
			e->data = pg_copy(db, r, i, 8, &e->data_len);
			e->body = pg_copy(db, r, i, 9, &e->body_len);
			err = each(arg, e);
		}
		pg_clear(db, r);
	} while (!err && rows == CHUNK_ENTRIES);
	return err;
}

static int
read_heads(struct store *store, const int64_t *ids, size_t n,
	void (*each)(void *arg, int64_t id, const struct store_head *h), void *arg)
{
	struct pg_store *s = store_of(store);
	struct pg_result *r;
	char *array = pg_array_of(ids, n);
	int err = ask_db(s, "SELECT id, rev, last_seq, last_hash FROM duels WHERE id = ANY(($1::text)::bigint[])",
		(struct pg_param[]){pg_text_of(array)}, 1, &r);
	free(array);
	if (err)
		return err;
	for (int i = 0; i < pg_rows(&s->reader, r); i++) {
		struct store_head h = {.rev = (uint64_t)pg_number(&s->reader, r, i, 1),
			.seq = (uint64_t)pg_number(&s->reader, r, i, 2)};
		copy_hash(&s->reader, r, i, 3, h.hash);
		each(arg, pg_number(&s->reader, r, i, 0), &h);
	}
	pg_clear(&s->reader, r);
	return 0;
}

static int
read_archive(struct store *store, int64_t id, char **name)
{
	struct pg_store *s = store_of(store);
	struct pg_result *r;
	size_t len;
	int err = ask_of(s, "SELECT name FROM archives WHERE duel = $1", id, &r);
	if (err)
		return err;
	*name = pg_copy(&s->reader, r, 0, 0, &len);
	pg_clear(&s->reader, r);
	return 0;
}

static int
read_source(struct store *store, int64_t id, struct store_source *out)
{
	struct pg_store *s = store_of(store);
	struct pg_result *r;
	size_t len;
	int err = ask_of(s, "SELECT path, text FROM sources WHERE duel = $1", id, &r);
	if (err)
		return err;
	out->path = pg_copy(&s->reader, r, 0, 0, &len);
	out->text = pg_copy(&s->reader, r, 0, 1, &out->len);
	pg_clear(&s->reader, r);
	return 0;
}

/* Several may be at once: what they cover together. */
static int
each_mount(struct store *store, void (*each)(void *arg, int64_t began_ms, int64_t ended_ms), void *arg)
{
	struct pg_store *s = store_of(store);
	struct pg_result *r;
	int err = ask_db(s, "SELECT began_ms, coalesce(ended_ms, greatest(began_ms, (SELECT max(clock_ms) FROM entries"
			 " WHERE entries.boot = $1))) FROM mounts WHERE boot = $1 ORDER BY began_ms, id",
		(struct pg_param[]){pg_number_of(s->store.boot)}, 1, &r);
	if (err)
		return err;
	int64_t began_ms = 0, ended_ms = 0;
	for (int i = 0; i < pg_rows(&s->reader, r); i++) {
		int64_t next_ms = pg_number(&s->reader, r, i, 0), end_ms = pg_number(&s->reader, r, i, 1);
		if (i && next_ms > ended_ms)
			each(arg, began_ms, ended_ms);
		if (!i || next_ms > ended_ms)
			began_ms = next_ms, ended_ms = end_ms;
		else if (end_ms > ended_ms)
			ended_ms = end_ms;
	}
	if (pg_rows(&s->reader, r))
		each(arg, began_ms, ended_ms);
	pg_clear(&s->reader, r);
	return 0;
}

/* Asked once more, a block may be lost: nobody misses it. */
static int64_t
take_id(struct store *store)
{
	struct pg_store *s = store_of(store);
	struct pg_result *r;
	if (store->read_only)
		return -EROFS;
	pthread_mutex_lock(&s->ids_lock);
	bool empty = s->next_id == s->ids_end;
	int err = empty ? ask_db(s, "UPDATE meta SET last_id = last_id + $1 RETURNING last_id",
		(struct pg_param[]){pg_number_of(PG_IDS)}, 1, &r) : 0;
	if (!err && empty) {
		s->ids_end = pg_number(&s->reader, r, 0, 0) + 1;
		s->next_id = s->ids_end - PG_IDS;
		pg_clear(&s->reader, r);
	}
	int64_t id = err ? err : s->next_id++;
	pthread_mutex_unlock(&s->ids_lock);
	return id;
}

static int
watch_others(struct store *store, bool (*news)(void *arg, const struct store_news *what), void *arg)
{
	struct pg_store *s = store_of(store);
	if (s->watch)
		pg_watch_stop(s->watch);
	s->watch = news ? pg_watch_start(&s->reader, s->me, s->listed, news, arg) : NULL;
	return s->watch || !news ? 0 : -EAGAIN;
}

/* -- writing -- */

static void
commit_batches(void *arg, struct store_batch **batches, int *results, size_t n)
{
	struct pg_store *s = arg;
	pg_writer_commit(&s->writer, batches, results, n);
	if (s->writer.db.conn) /* somebody is there: who is overtaken reads at once */
		s->away_ms = 0;
}

/* The writer that was overtaken has not come back in time. */
static void
tidy_writer(void *arg, bool idle)
{
	struct pg_store *s = arg;
	if (idle)
		pg_writer_let_go(&s->writer);
}

static int64_t
untidy_ms(void *arg)
{
	const struct pg_store *s = arg;
	return s->writer.n_held ? pg_hold_ms : 0;
}

static const struct group_ops group_ops = {.commit = commit_batches, .tidy = tidy_writer, .untidy = untidy_ms};

/* If nothing is written: that a mount begins or ends is told nobody, and everything else is refused. */
static void
refuse_batches(void *arg, struct store_batch **batches, int *results, size_t n)
{
	(void)arg;
	for (size_t i = 0; i < n; i++)
		results[i] = batches[i]->change & (STORE_MOUNT_BEGINS | STORE_MOUNT_ENDS) ? 0 : -EROFS;
}

static const struct group_ops no_group_ops = {.commit = refuse_batches, .tidy = tidy_writer, .untidy = untidy_ms};

/* Each gives sentences. */
#define LOST(table, by, of, in) \
	"SELECT '" table ": ' || count(*) || ' of " of " ' || " by " || ', which is not there' FROM " table \
	" WHERE NOT EXISTS (SELECT FROM " in " WHERE id = " by ") GROUP BY " by " ORDER BY " by
static const char *const looks[] = {
	LOST("entries", "duel", "duel", "duels"),
	LOST("sources", "duel", "duel", "duels"),
	LOST("archives", "duel", "duel", "duels"),
	LOST("entries", "boot", "boot", "boots"),
	"SELECT 'meta: last_id is ' || last_id || ', and duel ' || id || ' is there: its number may be given out again'"
	" FROM duels, meta WHERE id > last_id ORDER BY id",
	"SELECT 'meta: list_rev is ' || list_rev || ', and duel ' || id || ' was made at ' || made || ': mounts would"
	" not be told of the next' FROM duels, meta WHERE made > list_rev ORDER BY id",
};

static int
find_contradictions(struct store *store, void (*each)(void *arg, const char *what), void *arg)
{
	struct pg_store *s = store_of(store);
	struct pg_result *r;
	for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
		int err = ask_db(s, looks[i], NULL, 0, &r);
		if (err)
			return err;
		for (int row = 0; row < pg_rows(&s->reader, r); row++) {
			size_t len;
			char *what = pg_copy(&s->reader, r, row, 0, &len);
			each(arg, what ? what : "");
			free(what);
		}
		pg_clear(&s->reader, r);
	}
	return 0;
}

static void
close_store(struct store *store)
{
	struct pg_store *s = store_of(store);
	if (s->watch)
		pg_watch_stop(s->watch);
	group_stop(store);
	pg_close(&s->writer.db);
	pg_close(&s->reader);
	pthread_mutex_destroy(&s->lock);
	pthread_mutex_destroy(&s->ids_lock);
	sodium_memzero(s->store.secret, sizeof s->store.secret);
	free(s);
}

static void
submit_batch(struct store *store, struct store_batch *b)
{
	b->since_ms = pg_now_ms();
	group_submit(store, b);
}

static const struct store_ops ops = {
	.each_duel = each_duel,
	.duel = read_duel,
	.each_entry = each_entry,
	.heads = read_heads,
	.source = read_source,
	.archive = read_archive,
	.each_mount = each_mount,
	.take_id = take_id,
	.watch = watch_others,
	.submit = submit_batch,
	.contradictions = find_contradictions,
	.drain = group_drain,
	.close = close_store,
};

/* -- opening -- */

static struct pg_store *
new_store(bool read_only)
{
	struct pg_store *s = mem_calloc(1, sizeof *s);
	s->store = (struct store){.ops = &ops, .shared = true, .read_only = read_only};
	pthread_mutex_init(&s->lock, NULL);
	pthread_mutex_init(&s->ids_lock, NULL);
	return s;
}

/* The values in meta for the database as a whole. *fault (malloc'd): why it is not used; NULL: it is. If it moved, what
 * it was can still be read. */
static enum pg_end
take_meta(struct pg_store *s, struct pg_db *db, char **fault)
{
	struct pg_result *r;
	size_t len, secret_len;
	enum { LEVEL, SECRET, LAST_ID, LIST_REV, MOVED_TO };
	enum pg_end end = pg_run(db, "SELECT level, secret, last_id, list_rev, moved_to FROM meta", NULL, 0, &r);
	if (end != PG_DONE)
		return end;
	atomic_store(&s->store.last_id, pg_number(db, r, 0, LAST_ID));
	s->listed = pg_number(db, r, 0, LIST_REV);
	char *secret = pg_copy(db, r, 0, SECRET, &secret_len), *moved_to = pg_copy(db, r, 0, MOVED_TO, &len);
	const char *wrong = pg_level_fault(pg_number(db, r, 0, LEVEL));
	if (!wrong && (!secret || secret_len != sizeof s->store.secret))
		wrong = "the database is not one of duelfs";
	if (wrong)
		*fault = mem_strdup(wrong);
	else
		memcpy(s->store.secret, secret, sizeof s->store.secret);
	if (s->snapshot)
		s->store.half_made = moved_to && !*moved_to;
	else if (!wrong && moved_to)
		*fault = store_mark_fault(moved_to);
	free(secret);
	free(moved_to);
	pg_clear(db, r);
	return PG_DONE;
}

/* -- what the server is -- */

int64_t pg_apart_ms = PG_APART_MS;

/* -EUCLEAN: it cannot be used. If it can, *why is a remark for the one who runs it, or NULL. */
static int
look_at_server(struct pg_db *db, char **why)
{
	enum { VERSION, NOW, UTF8, SAFE, COLUMNS };
	int64_t v[COLUMNS];
	enum pg_end end = pg_numbers(db,
		"SELECT current_setting('server_version_num')::bigint,"
		" (extract(epoch FROM clock_timestamp()) * 1000)::bigint,"
		" (current_setting('server_encoding') = 'UTF8')::int::bigint,"
		" (current_setting('fsync')::bool AND current_setting('full_page_writes')::bool)::int::bigint",
		NULL, 0, v, COLUMNS);
	if (end != PG_DONE) {
		*why = mem_format("the database cannot be used: %s", db->error);
		return end == PG_OPEN ? -EIO : -EUCLEAN;
	}
	int64_t version = v[VERSION], apart = v[NOW] - clock_system.read(NULL).now_ms;
	if (version < PG_VERSION_LEAST)
		*why = mem_format("the server is PostgreSQL %d: 12 or later is needed", (int)(version / 10000));
	else if (apart > pg_apart_ms || apart < -pg_apart_ms)
		*why = mem_format("the clocks of the server and of this host are %lld seconds apart (UTC): set them, "
				  "for times of all hosts stand in one record",
			(long long)(apart < 0 ? -apart : apart) / 1000);
	else if (!v[UTF8])
		*why = mem_strdup("the database's encoding is not UTF8: createdb -E UTF8 -T template0 NAME");
	if (*why)
		return -EUCLEAN;
	if (!v[SAFE])
		*why = mem_strdup("the server runs with fsync or full_page_writes off: what was accepted may be lost "
				  "when its machine fails");
	return 0;
}

/* In a transaction that is not ended: where it is refused nothing was written. */
static enum pg_end
begin_database(struct pg_store *s, char **why)
{
	struct pg_db *db = &s->writer.db;
	enum pg_end end = pg_run(db, "BEGIN", NULL, 0, NULL);
	if (end == PG_DONE)
		end = pg_make_tables(db);
	return end == PG_DONE ? take_meta(s, db, why) : end;
}

static int
open_database(struct pg_store *s, const char *boot_id, char **why)
{
	struct pg_db *db = &s->writer.db;
	enum pg_end end = begin_database(s, why);
	if (*why)
		return -EUCLEAN;
	if (end == PG_DONE)
		end = pg_find_boot(db, boot_id, true, &s->store.boot);
	if (end == PG_DONE)
		end = pg_commit(db);
	s->writer.boot = s->store.boot;
	if (end == PG_DONE)
		return 0;
	*why = mem_format("the database cannot be used: %s%s", db->error,
		end == PG_WRONG ? " (who mounts it first makes its tables, in a schema of its own or an empty"
				  " database; others need SELECT, INSERT, UPDATE, DELETE on them)"
				: "");
	return end == PG_OPEN ? -EIO : -EUCLEAN;
}

/* For a snapshot nobody waits: however long one thinks between two statements, the moment stays. */
static const char snapshot[] = "SET idle_in_transaction_session_timeout = 0;"
			       "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/* The tables that there are. Nothing is made, nobody is told. */
static int
look_at_database(struct pg_store *s, const char *boot_id, char **why)
{
	struct pg_db *db = &s->reader;
	bool has = false;
	enum pg_end end = PG_DONE;
	if (s->snapshot)
		end = pg_moment(db, &s->store.as_of_ms, &s->store.standby); /* before anything is read */
	if (end == PG_DONE && s->snapshot)
		end = pg_script(db, snapshot);
	if (end == PG_DONE)
		end = pg_has_tables(db, &has);
	if (end == PG_DONE && !has) {
		*why = mem_strdup("there are no duels in the database: it has no tables of duelfs");
		return s->snapshot ? -ENOENT : -EUCLEAN;
	}
	if (end == PG_DONE)
		end = take_meta(s, db, why);
	if (*why)
		return -EUCLEAN;
	if (end == PG_DONE)
		end = pg_find_boot(db, boot_id, false, &s->store.boot);
	if (end == PG_DONE)
		return 0;
	*why = mem_format("the database cannot be %s: %s", s->snapshot ? "read" : "used", db->error);
	return end == PG_OPEN ? -EIO : -EUCLEAN;
}

int
store_pg_open(const char *where, const char *boot_id, bool read_only, struct store **out, char **why)
{
	struct pg_store *s = new_store(read_only);
	struct pg_db *first = read_only ? &s->reader : &s->writer.db;
	unsigned char random[(PG_ME_BYTES - 1) / 2];
	char *remark = NULL;
	*why = NULL;
	int err = sodium_init() < 0 ? -EIO : pg_open(first, where, read_only, why);
	if (!err)
		err = look_at_server(first, why);
	if (err)
		goto failed;
	remark = *why;
	*why = NULL;
	err = read_only ? look_at_database(s, boot_id, why) : open_database(s, boot_id, why);
	if (!err && !read_only)
		err = pg_open(&s->reader, where, false, why);
	if (err)
		goto failed;
	/* each of two processes on one host is told what the other writes */
	randombytes_buf(random, sizeof random);
	sodium_bin2hex(s->me, sizeof s->me, random, sizeof random);
	s->writer.me = s->me;
	if (group_start(read_only ? &no_group_ops : &group_ops, s, &s->store)) {
		*out = &s->store;
		*why = remark;
		return 0;
	}
	err = -EAGAIN;
failed:
	if (!*why)
		*why = mem_strdup("no thread, or no random bytes, can be had for the store");
	free(remark);
	close_store(&s->store);
	return err;
}

int
store_pg_init(const char *where, char *const *roles, int n, char **why)
{
	struct pg_store *s = new_store(false);
	struct pg_db *db = &s->writer.db;
	*why = NULL;
	int err = sodium_init() < 0 ? -EIO : pg_open(db, where, false, why);
	if (!err)
		err = look_at_server(db, why);
	if (!err) {
		free(*why); /* what a mount warns of */
		*why = NULL;
		enum pg_end end = begin_database(s, why);
		for (int i = 0; end == PG_DONE && !*why && i < n; i++)
			end = pg_grant(db, roles[i]);
		if (end != PG_DONE)
			*why = mem_format("nothing was changed: %s", db->error);
		else if (!*why && (end = pg_commit(db)) != PG_DONE)
			*why = mem_format("the database cannot be used: %s", db->error);
		err = end == PG_OPEN ? -EIO : *why ? -EUCLEAN : 0;
	}
	close_store(&s->store);
	return err;
}

int
store_pg_read(const char *where, const char *boot_id, int (*read)(void *arg, struct store *s), void *arg, char **why)
{
	struct pg_store *s = new_store(false);
	s->snapshot = true;
	*why = NULL;
	/* a server that writes has the newest; where there is none, one that follows it */
	int err = pg_open(&s->reader, where, false, why);
	if (err == -EIO) {
		free(*why);
		*why = NULL;
		err = pg_open(&s->reader, where, true, why);
	}
	s->reader.patient = true;
	if (!err)
		err = look_at_database(s, boot_id, why);
	if (!err) {
		err = read(arg, &s->store);
		if (err < 0 && *s->reader.error)
			*why = mem_format("the database cannot be read: %s", s->reader.error);
	}
	close_store(&s->store);
	return err;
}
