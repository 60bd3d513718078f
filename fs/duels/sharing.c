/*
 * A store that others write to: what became of duels by their hand.
 *
 * A duel that is loaded here is read on where it moved, without the lock, and whoever waits is woken; of one that is
 * not, its row is looked at. A notice that was not heard shows at the next look, where the heads of all that is loaded
 * are asked for. If more than that is missed, a batch finds itself overtaken, and nothing is written on top of it.
 *
 * A head that is behind what was shown here, or another, means that the database has lost what it had said to hold
 * (a failover to a server that did not have it, an older backup). Nothing is written again by itself: the duel is
 * read-only here for as long as somebody has a file of it open, and then is what the database has.
 */
#include "fs/duels/duels_inner.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <syslog.h>
#include <utlist.h>

/* Heads that are asked for at once. */
#define HEADS_AT_ONCE 1024

/* -- a duel has moved -- */

void
duel_read_on(struct duel *d)
{
	int err;
	assert(d->busy);
	do {
		d->behind = 0;
		err = live_read_on(d);
	} while (!err && d->behind > d->live->stored.rev && !d->live->lost && !d->gone);
	if (err && err != -ENOENT)
		sharing_cut_off(d->duels);
	d->behind = 0;
}

void
sharing_moved(struct duel *d, uint64_t rev)
{
	struct live *v = d->live;
	if (v && (rev <= v->stored.rev || v->lost))
		return;
	d->behind = rev > d->behind ? rev : d->behind;
	if (!v || d->busy)
		return; /* as soon as it is not */
	d->busy = true;
	duel_leave(d);
}

void
duel_seen(struct duel *d, uint64_t seq)
{
	if (!duel_is_shared(d) || seq <= d->seen.seq)
		return;
	d->seen.seq = seq;
	d->seen.clock_ms = duels_moment(d->duels).clock_ms;
}

static bool
hear_moved(struct duels *r, const struct store_news *n)
{
	struct store *s = r->given.store;
	struct store_duel row;
	duels_lock(r);
	struct duel *d = duels_by_id(r, n->id);
	bool idle = d && !d->live;
	if (d && (d->live || d->loading))
		sharing_moved(d, n->rev);
	duels_unlock(r);
	if (!idle || s->ops->duel(s, n->id, &row))
		return true;
	duels_lock(r);
	d = duels_by_id(r, n->id);
	if (d && d->live) {
		sharing_moved(d, row.rev);
	} else if (d) {
		duels_set_state(d, row.state);
		duel_seen(d, row.last_seq);
		if (d->updated_ms < row.updated_ms)
			d->updated_ms = row.updated_ms;
		d->ends_ms = 0;
		ends_from_row(d, &row);
	}
	duels_unlock(r);
	store_duel_free(&row);
	return true;
}

/* -- made and removed -- */

static void
list_changed(struct duels *r)
{
	int64_t now_ms = duels_moment(r).now_ms;
	r->changed_ms = now_ms > r->changed_ms ? now_ms : r->changed_ms + 1;
}

static struct own_removal *
own_removal(const struct duels *r, int64_t id)
{
	struct own_removal *m;
	HASH_FIND(hh, r->removed, &id, sizeof id, m);
	return m;
}

void
sharing_removed_here(struct duel *d)
{
	struct duels *r = d->duels;
	if (!duel_is_shared(d) || own_removal(r, d->id))
		return;
	struct own_removal *m = mem_calloc(1, sizeof *m);
	m->id = d->id;
	HASH_ADD(hh, r->removed, id, sizeof m->id, m);
}

/* One of its name that is on its way here comes first. */
static bool
hear_made(struct duels *r, const struct store_news *n)
{
	duels_lock(r);
	bool known = duels_any(r, n->id) || own_removal(r, n->id);
	bool in_the_way = !known && duels_named(r, n->row->name);
	if (!known && !in_the_way) {
		duels_add(r, n->row);
		list_changed(r);
	}
	duels_unlock(r);
	return !in_the_way;
}

/* Its name is gone at once; who has a file of it open, or waits in it, sees that it is over. */
void
sharing_removed(struct duel *d)
{
	struct duels *r = d->duels;
	d->gone = d->hidden = true;
	assert(!d->unnamed);
	HASH_DELETE(by_name, r->by_name, d);
	d->unnamed = true;
	if (d->live && fold_damaged(d->fold, 0, mem_strdup("it was removed on another host"), d->updated_ms)) {
		d->fold->version++;
		duel_folded(d);
		duel_changed(d);
	}
	list_changed(r);
}

static bool
hear_removed(struct duels *r, const struct store_news *n)
{
	duels_lock(r);
	struct duel *d = duels_any(r, n->id);
	struct own_removal *own = own_removal(r, n->id);
	if (own) {
		HASH_DEL(r->removed, own);
		free(own);
	}
	if (d && !d->hidden)
		sharing_removed(d);
	bool free = !d || (d->gone && !d->holds && !d->busy);
	if (d && free)
		duels_forget(d);
	duels_unlock(r);
	return free;
}

/* -- a look -- */

struct looked {
	struct duels *r;
	struct known {
		int64_t id;
		struct store_head was;
	} *v;
	size_t n, room;
};

static int
by_id(const void *a, const void *b)
{
	int64_t x = ((const struct known *)a)->id, y = ((const struct known *)b)->id;
	return x < y ? -1 : x > y;
}

void
live_lost(struct duel *d)
{
	struct duels *r = d->duels;
	struct live *v = d->live;
	assert(duels_is_locked(r));
	if (v->lost)
		return;
	v->lost = true;
	r->lost_entries++;
	live_damaged(d, utstring_len(&d->fold->record),
		mem_strdup("the database has lost entries that it had said to hold: it is another from here on"));
}

static void
hear_head(void *arg, int64_t id, const struct store_head *now)
{
	struct looked *l = arg;
	const struct known *seen = bsearch(&(struct known){.id = id}, l->v, l->n, sizeof *l->v, by_id);
	duels_lock(l->r);
	struct duel *d = seen ? duels_by_id(l->r, id) : NULL;
	if (d && d->live) {
		const struct store_head *was = &seen->was;
		bool behind = now->rev < was->rev || now->seq < was->seq;
		if (behind || (now->seq == was->seq && memcmp(now->hash, was->hash, sizeof now->hash) != 0))
			live_lost(d);
		else
			sharing_moved(d, now->rev);
	}
	duels_unlock(l->r);
}

void
sharing_cut_off(struct duels *r)
{
	assert(duels_is_locked(r));
	if (!r->cut_off)
		duels_log(r, LOG_ERR, "the database cannot be reached: nothing is accepted until it is back");
	r->cut_off = true;
}

static bool
hear_look(struct duels *r, const struct store_news *n)
{
	struct store *s = r->given.store;
	struct looked l = {.r = r};
	int64_t ids[HEADS_AT_ONCE], now_ms = n->as_of_ms ? n->as_of_ms : r->given.clock.read(r->given.clock.arg).now_ms;
	struct live *v, *next;
	int err = 0;
	/* The state that was known of the store before it is asked. */
	duels_lock(r);
	DL_FOREACH_SAFE(r->lives, v, next) {
		struct duel *d = v->duel;
		if (v->lost && !d->holds && !d->busy) {
			live_free(d);
			continue;
		}
		if (v->lost || d->hidden)
			continue;
		if (l.n == l.room) {
			l.room = l.room ? 2 * l.room : 64;
			l.v = mem_resize(l.v, l.room, sizeof *l.v);
		}
		l.v[l.n++] = (struct known){d->id, v->stored};
	}
	duels_unlock(r);
	if (l.n)
		qsort(l.v, l.n, sizeof *l.v, by_id);
	for (size_t at = 0; at < l.n && !err;) {
		size_t k = 0;
		while (k < HEADS_AT_ONCE && at < l.n)
			ids[k++] = l.v[at++].id;
		err = s->ops->heads(s, ids, k, hear_head, &l);
	}
	free(l.v);
	if (err)
		return true;
	duels_lock(r);
	if (r->cut_off) {
		duels_log(r, LOG_WARNING, "the database is there again");
		timer_at(r->timer, duels_clock_ms(r));
	}
	r->cut_off = false;
	r->as_of_ms = now_ms; /* up to then all is known */
	duels_unlock(r);
	return true;
}

static bool
hear_away(struct duels *r, const struct store_news *n)
{
	(void)n;
	duels_lock(r);
	sharing_cut_off(r);
	duels_unlock(r);
	return true;
}

bool
sharing_news(void *arg, const struct store_news *n)
{
	static bool (*const rows[])(struct duels *r, const struct store_news *n) = {
		[STORE_MOVED] = hear_moved, [STORE_MADE] = hear_made, [STORE_REMOVED] = hear_removed,
		[STORE_LOOK] = hear_look, [STORE_AWAY] = hear_away};
	return rows[n->what](arg, n);
}
