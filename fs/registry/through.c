/* See through.h. */
#include "fs/registry/through.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utlist.h>
#include "fs/registry/registry_inner.h"
#include "validators/text/mem.h"

/* Between two looks, where the first came to nothing. */
#define PAUSE_MS 20

/* What one look was for, and what it found. */
struct look {
	struct registry *r;
	struct looked_at {
		int64_t id;
		bool row, there;
		struct store_head was, now; /* was: known here before it was asked for; rev 0: it was not loaded */
	} *v;
	size_t n, room;
	bool list;
	int err, list_err;
	bool unread; /* what it found could not be read */
};

bool
registry_reads_through(const struct registry *r)
{
	return r->given.store->shared && !strcmp(r->given.config.reads, "through");
}

int64_t
registry_patience_seconds(const struct registry *r)
{
	return r->given.config.store_patience_seconds;
}

static void
tell(struct registry *r, struct through_wait *w)
{
	DL_DELETE(r->through, w);
	w->at = THROUGH_CAME;
	w->came(w);
}

/* -- the look -- */

static int
by_id(const void *a, const void *b)
{
	int64_t x = ((const struct looked_at *)a)->id, y = ((const struct looked_at *)b)->id;
	return x < y ? -1 : x > y;
}

static void
note(struct look *l, const struct through_wait *w)
{
	const struct duel *d = registry_by_id(l->r, w->duel);
	if (l->n == l->room) {
		l->room = l->room ? 2 * l->room : 16;
		l->v = mem_resize(l->v, l->room, sizeof *l->v);
	}
	l->v[l->n++] = (struct looked_at){.id = w->duel, .row = w->row && d && !d->live};
	if (d && d->live)
		l->v[l->n - 1].was = d->live->stored;
}

/* Of several that wait for one duel its place has what all of them want. */
static void
note_once(struct look *l)
{
	size_t n = 0;
	if (l->n)
		qsort(l->v, l->n, sizeof *l->v, by_id);
	for (size_t i = 0; i < l->n; i++)
		if (n && l->v[n - 1].id == l->v[i].id)
			l->v[n - 1].row |= l->v[i].row;
		else
			l->v[n++] = l->v[i];
	l->n = n;
}

/* What all want who have asked; false: nobody has. */
static bool
look_begin(struct look *l, struct registry *r)
{
	struct through_wait *w;
	*l = (struct look){.r = r};
	DL_FOREACH(r->through, w) {
		if (w->at != THROUGH_ASKS)
			continue;
		w->at = THROUGH_LOOKS;
		if (w->duel)
			note(l, w);
		else
			l->list = true;
	}
	note_once(l);
	return l->n || l->list;
}

static struct looked_at *
found(struct look *l, int64_t id)
{
	return l->n ? bsearch(&(struct looked_at){.id = id}, l->v, l->n, sizeof *l->v, by_id) : NULL;
}

static void
is_at(void *arg, int64_t id, const struct store_head *now)
{
	struct looked_at *at = found(arg, id);
	if (!at)
		return;
	at->there = true;
	at->now = *now;
}

/* Without the lock. */
static void
look(struct look *l)
{
	struct store *s = l->r->given.store;
	int64_t *ids = mem_calloc(l->n + 1, sizeof *ids);
	for (size_t i = 0; i < l->n; i++)
		ids[i] = l->v[i].id;
	if (l->n)
		l->err = s->ops->heads(s, ids, l->n, is_at, l);
	for (size_t i = 0; i < l->n && !l->err; i++) {
		int err = l->v[i].row && l->v[i].there ? sharing_row(l->r, l->v[i].id) : 0;
		l->err = err == -ENOENT ? 0 : err; /* removed since: as it was */
	}
	if (l->list && !l->err)
		l->list_err = s->ops->list(s);
	free(ids);
}

/* -- what it came to -- */

/* Is there nothing to read of it any more, up to there? */
static bool
is_known(const struct duel *d, uint64_t rev)
{
	return !d || d->gone || !d->live || d->live->lost || d->live->stored.rev >= rev;
}

static void
take_head(struct registry *r, struct through_wait *w, const struct looked_at *at)
{
	struct duel *d = registry_by_id(r, w->duel);
	if (d && !at->there)
		sharing_removed(d);
	else if (d)
		sharing_head(d, &at->was, &at->now);
	w->rev = at->now.rev;
	if (!at->there || is_known(d, w->rev))
		tell(r, w);
	else
		w->at = THROUGH_READS;
}

/* Whoever has nothing to wait for goes on first; the others are read for then. */
static void
look_end(struct look *l)
{
	struct registry *r = l->r;
	struct through_wait *w, *next;
	if (l->err || (l->list_err && l->list_err != -EAGAIN))
		sharing_cut_off(r);
	DL_FOREACH_SAFE(r->through, w, next) {
		if (w->at != THROUGH_LOOKS)
			continue;
		w->begun = false;
		if (w->duel ? l->err : l->err || l->list_err)
			w->at = THROUGH_ASKS;
		else if (w->duel)
			take_head(r, w, found(l, w->duel));
		else
			tell(r, w);
	}
	for (w = r->through; w;) {
		struct duel *d = w->at == THROUGH_READS && !w->begun ? registry_by_id(r, w->duel) : NULL;
		if (d) {
			w->begun = true;
			sharing_moved(d, w->rev); /* lets go of the lock: anybody may have come or gone */
		}
		w = d ? r->through : w->next;
	}
	DL_FOREACH(r->through, w)
		l->unread |= w->begun && w->at == THROUGH_ASKS;
}

static void
rest(struct registry *r)
{
	registry_unlock(r);
	nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
	registry_lock(r);
}

static void
work(void *arg)
{
	struct registry *r = arg;
	struct look l;
	registry_lock(r);
	while (look_begin(&l, r)) {
		registry_unlock(r);
		look(&l);
		registry_lock(r);
		look_end(&l);
		free(l.v);
		if (l.err || l.list_err || l.unread)
			rest(r);
	}
	r->looks_through = false;
	registry_work_end(r);
}

static void
ask(struct registry *r)
{
	if (r->looks_through)
		return;
	r->looks_through = true;
	registry_job_begin(r);
	workers_run(r->througher, 0, work, r);
}

/* -- who waits -- */

void
through_settle(struct duel *d)
{
	struct registry *r = d->registry;
	struct through_wait *w, *next;
	assert(registry_is_locked(r));
	DL_FOREACH_SAFE(r->through, w, next) {
		if (w->at != THROUGH_READS || w->duel != d->id)
			continue;
		if (is_known(d, w->rev)) {
			tell(r, w);
		} else if (!d->queue.busy) { /* it could not be read */
			w->at = THROUGH_ASKS;
			ask(r);
		}
	}
}

void
through_await(struct registry *r, struct through_wait *w)
{
	assert(registry_is_locked(r));
	assert(w->came && r->given.store->shared);
	w->at = THROUGH_ASKS;
	w->begun = false;
	DL_APPEND(r->through, w);
	ask(r);
}

void
through_leave(struct registry *r, struct through_wait *w)
{
	assert(registry_is_locked(r));
	if (w->at != THROUGH_CAME)
		DL_DELETE(r->through, w);
	w->at = THROUGH_CAME;
}
