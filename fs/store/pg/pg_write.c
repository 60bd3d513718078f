#include "fs/store/pg/pg_write.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "fs/store/group.h"
#include "fs/store/pg/pg.h"
#include "fs/store/pg/pg_watch.h"

/* Between two tries, growing. */
#define PAUSE_FIRST_MS 10
#define PAUSE_MOST_MS 500

#define NUMBER(n) pg_number_of((int64_t)(n))
#define COUNT(v) ((int)(sizeof(v) / sizeof *(v)))

#define BORN_BYTES 16

/* The sender, and `id:rev`, or `list`. */
#define TOLD_BYTES (PG_ME_BYTES + 44)

/* The result of one batch in the transaction under way: *err holds if that is committed. */
struct attempt {
	struct pg_writer *w;
	struct store_batch *b;
	unsigned char born[BORN_BYTES]; /* of one that is made: which row of that name is this one's */
	bool held; /* the row of its duel is locked already */
	bool over; /* it may not be tried again */
	unsigned rest; /* statements that were sent behind the head's */
	char said[TOLD_BYTES]; /* for those who listen */
	int err, *result;
};

static enum pg_end
run_changing(struct attempt *a, const char *sql, const struct pg_param *v, int n, int64_t *changed)
{
	struct pg_result *r;
	enum pg_end end = pg_run(&a->w->db, sql, v, n, &r);
	if (end != PG_DONE)
		return end;
	*changed = pg_changed(&a->w->db, r);
	pg_clear(&a->w->db, r);
	return PG_DONE;
}

/* -- the head -- */

static const struct entry *
last_entry(const struct store_batch *b)
{
	return b->n_entries ? b->entries[b->n_entries - 1] : NULL;
}

/* The head is another: overtaken, or by an earlier try of this very batch, whose last entry is there then. */
static enum pg_end
head_is_another(struct attempt *a)
{
	const struct entry *last = last_entry(a->b);
	int64_t there = 0;
	enum pg_end end = PG_DONE;
	if (a->w->again && last)
		end = pg_numbers(&a->w->db,
			"SELECT 1::bigint FROM entries WHERE duel = $1 AND seq = $2 AND hash = $3",
			(struct pg_param[]){NUMBER(a->b->row.id), NUMBER(last->seq),
				pg_bytes_of(last->hash, sizeof last->hash)},
			3, &there, 1);
	a->err = there ? 0 : -EAGAIN;
	return end;
}

/* Others that listen are told as soon as it is committed, and only then (pg_watch.h). */
#define TELL(n) "pg_notify('" PG_CHANNEL "', " n ")"

/* `what` NULL: that this batch took effect. */
static struct pg_param
told_param(struct attempt *a, const char *what)
{
	const struct store_batch *b = a->b;
	const char *me = a->w->me ? a->w->me : "-";
	if (what)
		snprintf(a->said, sizeof a->said, "%s %s", me, what);
	else
		snprintf(a->said, sizeof a->said, "%s %lld:%llu", me, (long long)b->row.id,
			(unsigned long long)b->on.rev + 1);
	return pg_text_of(a->said);
}

/* The head that a batch was judged on. */
#define ON " WHERE id = $1 AND rev = $2 AND last_hash = $3"
#define ON_PARAMS(b) NUMBER((b)->row.id), NUMBER((b)->on.rev), pg_bytes_of((b)->on.hash, sizeof (b)->on.hash)

#define HEAD "UPDATE duels SET rev = rev + 1, last_seq = $4, last_hash = $5"
#define ROW \
	", updated_ms = $6, state = coalesce($7, state), rules = coalesce($8, rules)," \
	" ends_ms = $9, ends_full_ms = $10, ends_boot = $11, archive_host = coalesce(nullif($12, 0), archive_host)"
#define ENTRY "INSERT INTO entries(duel, seq, kind, seat, lease, time_ms, clock_ms, boot, hash, data, body) "

/* clang-format off */
static const struct {
	const char *alone, *with_entry; /* with_entry: the entry is there exactly where the head was taken */
} heads[] = {
	{HEAD ON " RETURNING " TELL("$6"),
	 "WITH head AS (" HEAD ON " RETURNING id)"
	 ENTRY "SELECT id, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16 FROM head RETURNING " TELL("$6")},
	{HEAD ROW ON " RETURNING " TELL("$13"),
	 "WITH head AS (" HEAD ROW ON " RETURNING id)"
	 ENTRY "SELECT id, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23 FROM head RETURNING " TELL("$13")},
};
/* clang-format on */

#define ENTRY_PARAMS 10

static void
entry_params(const struct entry *e, struct pg_param v[ENTRY_PARAMS])
{
	const struct pg_param all[ENTRY_PARAMS] = {NUMBER(e->seq), NUMBER(e->kind), NUMBER(e->seat), NUMBER(e->lease),
		NUMBER(e->time_ms), NUMBER(e->clock_ms), NUMBER(e->boot), pg_bytes_of(e->hash, sizeof e->hash),
		pg_bytes_of(e->data, e->data_len), pg_bytes_of(e->body, e->body_len)};
	memcpy(v, all, sizeof all);
}

/* The head, and the first entry with it: a statement and its parameters. */
struct statement {
	const char *sql;
	struct pg_param v[PG_PARAMS];
	int n;
};

static void
head_order(struct attempt *a, struct statement *o)
{
	const struct store_batch *b = a->b;
	const struct store_duel *d = &b->row;
	const struct entry *last = last_entry(b);
	const unsigned char *hash = last ? last->hash : b->on.hash;
	bool row = b->change & STORE_UPDATE;
	struct pg_param v[] = {ON_PARAMS(b), NUMBER(last ? last->seq : b->on.seq),
		pg_bytes_of(hash, ENTRY_HASH_BYTES), NUMBER(d->updated_ms), pg_text_of(d->state),
		pg_bytes_of(d->rules, d->rules ? strlen(d->rules) : 0), NUMBER(d->ends_ms), NUMBER(d->ends_full_ms),
		NUMBER(d->ends_boot), NUMBER(b->change & STORE_OWED ? a->w->boot : 0)};
	memcpy(o->v, v, sizeof v);
	o->n = row ? COUNT(v) : 5;
	o->v[o->n++] = told_param(a, NULL);
	o->sql = b->n_entries ? heads[row].with_entry : heads[row].alone;
	if (b->n_entries)
		entry_params(b->entries[0], &o->v[o->n]);
	o->n += b->n_entries ? ENTRY_PARAMS : 0;
}

/* -- what goes with a head -- */

/* The head is the one that the batch has set, of which these are the first three parameters, and it was set by this
 * transaction: another host may have set the very same, as where rules are set, which are in no hash, or where two
 * mounts of one host see the same deadline pass. */
#define SET_HERE ON " AND xmin::text::bigint = (txid_current() & 4294967295)"

/* The condition for that. */
static void
send_behind(struct attempt *a, const char *sql, const struct pg_param *more, int n)
{
	const struct store_batch *b = a->b;
	const struct entry *last = last_entry(b);
	bool made = b->change & STORE_CREATE;
	struct pg_param v[PG_PARAMS] = {NUMBER(b->row.id), NUMBER(made ? 0 : b->on.rev + 1),
		pg_bytes_of(last ? last->hash : b->on.hash, ENTRY_HASH_BYTES)};
	memcpy(&v[3], more, (size_t)n * sizeof *more);
	pg_line_add(&a->w->db, sql, v, 3 + n);
	a->rest++;
}

/* Behind its first entries, which went with the head. */
static void
send_rest(struct attempt *a, size_t first)
{
	const struct store_batch *b = a->b;
	const char *path = b->source_path ? b->source_path : "";
	struct pg_param v[ENTRY_PARAMS] = {
		pg_bytes_of(path, strlen(path)), pg_bytes_of(b->source_text, b->source_len)};
	a->rest = 0;
	if (b->change & STORE_SOURCE && b->source_text)
		send_behind(a,
			"INSERT INTO sources(duel, path, text) SELECT id, $4, $5 FROM duels" SET_HERE
			" ON CONFLICT(duel) DO UPDATE SET path = excluded.path, text = excluded.text",
			v, 2);
	else if (b->change & STORE_SOURCE)
		send_behind(a, "DELETE FROM sources WHERE duel = (SELECT id FROM duels" SET_HERE ")", v, 0);
	if (b->change & STORE_ARCHIVE)
		send_behind(a, "INSERT INTO archives(duel, name) SELECT id, $4 FROM duels" SET_HERE
			       " ON CONFLICT(duel) DO UPDATE SET name = excluded.name",
			(struct pg_param[]){pg_text_of(b->archive)}, 1);
	for (size_t i = first; i < b->n_entries; i++) {
		entry_params(b->entries[i], v);
		send_behind(a, ENTRY "SELECT id, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 FROM duels" SET_HERE, v,
			COUNT(v));
	}
}

static enum pg_end
take_rest(struct attempt *a)
{
	enum pg_end end = PG_DONE;
	for (unsigned i = 0; end == PG_DONE && i < a->rest; i++)
		end = pg_line_take(&a->w->db, NULL);
	return end;
}

/* -- making and removing -- */

/* Its row lock makes the order of these the order of commits: whoever reads what is above the last one it knows misses
 * nothing. */
static enum pg_end
list_moves(struct attempt *a)
{
	int64_t changed;
	return run_changing(a, "UPDATE meta SET list_rev = list_rev + 1, last_id = greatest(last_id, $1) RETURNING "
		TELL("$2"), (struct pg_param[]){NUMBER(a->b->row.id), told_param(a, "list")}, 2, &changed);
}

static enum pg_end
make_duel(struct attempt *a, int64_t *made)
{
	enum { NO_SUCH_NAME, ANOTHER_S, OURS };
	const struct store_duel *d = &a->b->row;
	const struct entry *last = last_entry(a->b);
	const unsigned char *hash = last ? last->hash : a->b->on.hash;
	const char *rules = d->rules ? d->rules : "";
	struct pg_param v[] = {NUMBER(d->id), pg_text_of(d->name), NUMBER(d->uid), NUMBER(d->created_ms),
		NUMBER(d->updated_ms), pg_text_of(d->state ? d->state : ""), pg_bytes_of(rules, strlen(rules)),
		NUMBER(last ? last->seq : 0), pg_bytes_of(hash, ENTRY_HASH_BYTES),
		NUMBER(d->ends_ms), NUMBER(d->ends_full_ms), NUMBER(d->ends_boot),
		pg_bytes_of(a->born, sizeof a->born)};
	int64_t named;
	enum pg_end end = list_moves(a);
	if (end == PG_DONE)
		end = run_changing(a,
			"INSERT INTO duels(id, name, uid, created_ms, updated_ms, state, rules, rev,"
			" last_seq, last_hash, made, ends_ms, ends_full_ms, ends_boot, born)"
			" SELECT $1, $2, $3, $4, $5, $6, $7, 0, $8, $9, list_rev, $10, $11, $12, $13"
			" FROM meta ON CONFLICT DO NOTHING",
			v, COUNT(v), made);
	if (end != PG_DONE || *made)
		return end;
	/* a row of that name, or of that id, is there */
	end = pg_numbers(&a->w->db, "SELECT 1 + (born = $2)::int::bigint FROM duels WHERE name = $1",
		(struct pg_param[]){pg_text_of(d->name), pg_bytes_of(a->born, sizeof a->born)}, 2, &named, 1);
	a->err = named == OURS ? 0 : named == ANOTHER_S ? -EEXIST : -EUCLEAN;
	return end;
}

static enum pg_end
remove_duel(struct attempt *a)
{
	static const char *const rest[] = {"DELETE FROM entries WHERE duel = $1", "DELETE FROM sources WHERE duel = $1",
		"DELETE FROM archives WHERE duel = $1",
		"INSERT INTO removed(list_rev, id) SELECT list_rev, $1 FROM meta"};
	int64_t changed = 0;
	enum pg_end end = run_changing(a, "DELETE FROM duels" ON, (struct pg_param[]){ON_PARAMS(a->b)}, 3, &changed);
	a->err = changed ? 0 : -EAGAIN;
	if (end == PG_DONE && changed)
		end = list_moves(a);
	for (int i = 0; end == PG_DONE && !a->err && i < COUNT(rest); i++)
		end = run_changing(a, rest[i], (struct pg_param[]){NUMBER(a->b->row.id)}, 1, &changed);
	return end;
}

/* Another process of this boot that has not ended, and crashes, was there with its last entry, at the latest; one that
 * ends says so itself. */
static enum pg_end
put_mount(struct attempt *a)
{
	struct pg_param v[] = {NUMBER(a->w->boot), NUMBER(a->b->clock_ms)};
	int64_t changed;
	if (a->b->change & STORE_MOUNT_ENDS) {
		v[0] = NUMBER(a->w->mount);
		return run_changing(a, "UPDATE mounts SET ended_ms = $2 WHERE id = $1", v, 2, &changed);
	}
	enum pg_end end = run_changing(a, "UPDATE mounts SET ended_ms = greatest(began_ms, (SELECT max(clock_ms)"
		" FROM entries WHERE entries.boot = $1)) WHERE ended_ms IS NULL AND boot = $1", v, 1, &changed);
	if (end == PG_DONE)
		end = pg_numbers(&a->w->db, "INSERT INTO mounts(boot, began_ms) VALUES($1, $2) RETURNING id", v, 2,
			&a->w->mount, 1);
	return end;
}

static enum pg_end
put_batch(struct attempt *a)
{
	const struct store_batch *b = a->b;
	struct statement o;
	int64_t changed = 0;
	enum pg_end end;
	a->err = 0;
	if (a->over) {
		/* no earlier try that is still on its way takes effect any more: the head that it names is gone */
		end = run_changing(a, "UPDATE duels SET rev = rev + 1" ON " RETURNING " TELL("$4"),
			(struct pg_param[]){ON_PARAMS(b), told_param(a, NULL)}, 4, &changed);
		a->err = -EAGAIN;
		return end != PG_DONE || changed ? end : head_is_another(a);
	}
	if (b->change & (STORE_MOUNT_BEGINS | STORE_MOUNT_ENDS))
		return put_mount(a);
	if (b->change & STORE_REMOVE)
		return remove_duel(a);
	bool made = b->change & STORE_CREATE;
	if (made) {
		end = make_duel(a, &changed);
	} else {
		head_order(a, &o);
		end = run_changing(a, o.sql, o.v, o.n, &changed);
	}
	if (end != PG_DONE || (!changed && made))
		return end;
	if (!changed)
		return head_is_another(a);
	pg_line_begin(&a->w->db);
	send_rest(a, !made);
	pg_line_send(&a->w->db);
	end = take_rest(a);
	pg_line_end(&a->w->db);
	return end;
}

/* -- transactions -- */

static const char begin[] = "BEGIN ISOLATION LEVEL READ COMMITTED";

/* Nothing is looked at before all is sent: what goes with a head is there only where the batch has set it. */
static enum pg_end
in_one_line(struct pg_writer *w, struct attempt *all, size_t n, size_t *at)
{
	pg_line_begin(&w->db);
	if (!w->n_held)
		pg_line_add(&w->db, begin, NULL, 0);
	for (size_t i = 0; i < n; i++) {
		struct statement o;
		head_order(&all[i], &o);
		pg_line_add(&w->db, o.sql, o.v, o.n);
		send_rest(&all[i], 1);
	}
	pg_line_add(&w->db, "COMMIT", NULL, 0);
	pg_line_send(&w->db);
	enum pg_end end = w->n_held ? PG_DONE : pg_line_take(&w->db, NULL);
	while (end == PG_DONE && *at < n) {
		struct attempt *a = &all[*at];
		struct pg_result *r;
		end = pg_line_take(&w->db, &r);
		if (end != PG_DONE)
			break;
		a->err = pg_changed(&w->db, r) ? 0 : -EAGAIN;
		pg_clear(&w->db, r);
		end = take_rest(a);
		*at += end == PG_DONE;
	}
	if (end == PG_DONE)
		end = pg_line_commit(&w->db);
	pg_line_end(&w->db);
	return end;
}

/* A statement by itself is a transaction: its end is that one's. */
static enum pg_end
by_itself(struct attempt *a)
{
	struct statement o;
	int64_t changed;
	assert(!a->w->n_held);
	head_order(a, &o);
	a->w->db.warned = false;
	enum pg_end end = run_changing(a, o.sql, o.v, o.n, &changed);
	if (end != PG_DONE)
		return end;
	a->err = changed ? 0 : -EAGAIN;
	return a->w->db.warned ? PG_FRAIL : PG_DONE;
}

/* In the order of their duels: two hosts with several of the same would wait for each other else. *at: which one fails;
 * all[i].err holds for the others where all is committed. */
static enum pg_end
try_transaction(struct pg_writer *w, struct attempt *all, size_t n, size_t *at)
{
	const unsigned steps = STORE_CREATE | STORE_REMOVE | STORE_MOUNT_BEGINS | STORE_MOUNT_ENDS;
	bool one_statement = n == 1 && !w->n_held && all->b->n_entries < 2 &&
		!(all->b->change & (STORE_SOURCE | STORE_ARCHIVE));
	/* if a batch may be there already, its own head is, and what goes with it, too */
	bool by_steps = w->again;
	for (size_t i = 0; i < n; i++)
		by_steps |= all[i].over || all[i].b->change & steps;
	enum pg_end end;
	*at = 0;
	if (by_steps) {
		/* which statements come next hangs on what became of the one before */
		end = w->n_held ? PG_DONE : pg_run(&w->db, begin, NULL, 0, NULL);
		while (end == PG_DONE && *at < n) {
			end = put_batch(&all[*at]);
			*at += end == PG_DONE;
		}
		end = end == PG_DONE ? pg_commit(&w->db) : end;
	} else {
		end = one_statement ? by_itself(all) : in_one_line(w, all, n, at);
	}
	w->n_held = 0;
	*at = *at < n ? *at : 0;
	return end;
}

static void
end_all(struct attempt *all, size_t n, int err)
{
	for (size_t i = 0; i < n; i++)
		all[i].err = err;
}

/* Takes it out, and what follows it of its duel; how many are left. */
static size_t
drop_batches(struct attempt *all, size_t n, size_t at)
{
	size_t end = at;
	for (; end < n && all[end].b->row.id == all[at].b->row.id; end++)
		*all[end].result = -EUCLEAN;
	memmove(&all[at], &all[end], (n - end) * sizeof *all);
	return at + (n - end);
}

/* Takes out those for which nobody was there for too long since they came; how many are left. */
static size_t
give_up(struct attempt *all, size_t n)
{
	int64_t now_ms = pg_now_ms();
	size_t left = 0;
	for (size_t i = 0; i < n; i++) {
		if (now_ms < all[i].b->since_ms + pg_patience_ms && now_ms < pg_ends_ms)
			all[left++] = all[i];
		else
			*all[i].result = -ETIMEDOUT;
	}
	return left;
}

/* Until what became of all of them is known, or nobody was there for too long. How many are not taken out. */
static size_t
settle_batches(struct pg_writer *w, struct attempt *all, size_t n)
{
	int64_t pause_ms = PAUSE_FIRST_MS;
	size_t at;
	n = w->db.conn ? n : give_up(all, n);
	while (n) {
		w->n_held = w->db.conn ? w->n_held : 0;
		bool there = w->db.conn || (pg_now_ms() < pg_ends_ms && pg_reopen(&w->db));
		enum pg_end end = there ? try_transaction(w, all, n, &at) : PG_OPEN;
		if (end == PG_DONE)
			return n;
		if (end != PG_OPEN)
			pg_run(&w->db, "ROLLBACK", NULL, 0, NULL);
		w->again |= end == PG_OPEN;
		if (end == PG_WRONG) {
			n = drop_batches(all, n, at);
		} else if (end == PG_FULL) {
			end_all(all, n, -ENOSPC);
			return n;
		} else if (end == PG_FRAIL) {
			w->broken = true;
			end_all(all, n, -EIO);
			return n;
		} else if ((n = give_up(all, n))) {
			struct timespec pause = {.tv_sec = pause_ms / 1000, .tv_nsec = pause_ms % 1000 * 1000000};
			nanosleep(&pause, NULL);
			pause_ms = 2 * pause_ms < PAUSE_MOST_MS ? 2 * pause_ms : PAUSE_MOST_MS;
			for (size_t i = 0; i < n; i++)
				all[i].over |= all[i].b->again && all[i].b->again(all[i].b);
		}
	}
	return 0;
}

/* -- those that were overtaken -- */

/* A writer that was overtaken reads what came first and judges anew, and quicker ones could overtake it again and
 * again. So the rows of those duels are locked from here on, and are still when it comes back: others
 * wait, and are overtaken by it. A writer that does not come back within PG_HOLD_MS, or after something else that
 * this process writes, is not waited for. A process that is stopped in between loses its transaction after a while
 * (pg_db.c). */

_Atomic int64_t pg_hold_ms = PG_HOLD_MS;

void
pg_writer_let_go(struct pg_writer *w)
{
	if (w->n_held)
		pg_run(&w->db, "ROLLBACK", NULL, 0, NULL);
	w->n_held = 0;
}

/* In the order of the duels, as batches are: this waits for nobody who waits for it. */
static void
hold_rows(struct pg_writer *w, const int64_t *ids, size_t n)
{
	if (!n || pg_run(&w->db, begin, NULL, 0, NULL) != PG_DONE)
		return;
	char *array = pg_array_of(ids, n);
	enum pg_end end = pg_run(&w->db,
		"SELECT id FROM duels WHERE id = ANY(($1::text)::bigint[]) ORDER BY id FOR UPDATE",
		(struct pg_param[]){pg_text_of(array)}, 1, NULL);
	free(array);
	w->n_held = n;
	memcpy(w->held, ids, n * sizeof *ids);
	if (end != PG_DONE)
		pg_writer_let_go(w);
}

/* -- groups -- */

/* *overtaken, *n_overtaken: the duels of those that were, once each. */
static void
carry_out(struct pg_writer *w, struct attempt *all, size_t n, int64_t *overtaken, size_t *n_overtaken)
{
	size_t left = settle_batches(w, all, n);
	for (size_t i = 0; i < left; i++) {
		const struct attempt *a = &all[i];
		bool comes_back = a->err == -EAGAIN && !a->over && !a->b->once;
		*a->result = a->err;
		if (comes_back && (!*n_overtaken || overtaken[*n_overtaken - 1] != a->b->row.id))
			overtaken[(*n_overtaken)++] = a->b->row.id;
	}
}

/* Those of duels that are held come first, and by themselves: they wait for nobody, and so nobody waits for what they
 * wait for. Batches of one duel stay in their order. */
static bool
comes_before(const struct attempt *a, const struct attempt *b)
{
	return a->held != b->held ? a->held : a->b->row.id < b->b->row.id;
}

void
pg_writer_commit(struct pg_writer *w, struct store_batch **batches, int *results, size_t n)
{
	struct attempt all[GROUP_BATCHES];
	int64_t overtaken[GROUP_BATCHES];
	size_t n_all = 0, held = 0, n_overtaken = 0;
	for (size_t i = 0; i < n; i++) {
		struct store_batch *b = batches[i];
		struct attempt a = {.w = w, .b = b, .result = &results[i]};
		results[i] = w->broken ? -EIO : b->ready ? b->ready(b) : 0;
		if (results[i])
			continue;
		if (b->change & STORE_CREATE)
			randombytes_buf(a.born, sizeof a.born);
		for (size_t k = 0; k < w->n_held; k++)
			a.held |= w->held[k] == b->row.id;
		held += a.held;
		size_t at = n_all++;
		for (; at && comes_before(&a, &all[at - 1]); at--)
			all[at] = all[at - 1];
		all[at] = a;
	}
	w->again = false;
	if (!held)
		pg_writer_let_go(w);
	carry_out(w, all, held, overtaken, &n_overtaken);
	carry_out(w, all + held, n_all - held, overtaken, &n_overtaken);
	hold_rows(w, overtaken, n_overtaken);
}
