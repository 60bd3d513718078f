/* Waits and who sleeps on them: see wait.h. */
#include "fs/duels/wait.h"

#include <assert.h>
#include <errno.h>
#include <utlist.h>
#include "fs/duels/duels_inner.h"

/* So many of those that a change wakes are woken by whoever made it, the others by a worker, so many at a time with the
 * lock held. */
#define WAKE_AT_ONCE 16
#define WAKE_PORTION 128

static bool
has_come(const struct wait *w)
{
	const struct fold *fold = w->duel->fold;
	struct context ctx;
	fold_context(fold, &ctx);
	return w->what == WAIT_EVENTS ? utstring_len(&fold->events) > w->seen
		: w->what == WAIT_CHANGE ? fold_news(fold) != w->news
		: !next_steps[format_next(fold->state, &ctx, w->seat)].waits;
}

/* clock_ms; 0: never. If the peer's time is over sooner, the seat may be able to move then. */
static int64_t
deadline_of(const struct wait *w)
{
	const struct fold *fold = w->duel->fold;
	int64_t end = w->since_clock_ms + fold->rules.retry_after_seconds * 1000;
	int64_t until = w->what == WAIT_MOVE ? fold_wait_until(fold) : 0;
	return w->what == WAIT_EVENTS ? 0 : until > w->since_clock_ms && until < end ? until : end;
}

/* A change may take away what the one before it brought to those who wait for a move. */
static struct waiter **
list_of(const struct waiter *w)
{
	struct live *v = w->wait->duel->live;
	return w->wait->what == WAIT_MOVE ? &v->movers : &v->waiters;
}

void
wait_begin(struct wait *w, struct duel *d, enum wait_for what, unsigned seat)
{
	assert(duels_is_locked(d->duels));
	assert(what != WAIT_NONE);
	assert(d->live);
	*w = (struct wait){
		.what = what,
		.seat = seat,
		.duel = d,
		.news = fold_news(d->fold),
		.since_clock_ms = duels_moment(d->duels).clock_ms,
	};
}

bool
wait_over(struct wait *w)
{
	assert(duels_is_locked(w->duel->duels));
	assert(w->what != WAIT_NONE);
	if (w->what == WAIT_EVENTS) /* it may come again */
		return has_come(w);
	w->over = w->over || duel_is_closed(w->duel) || has_come(w) ||
		deadline_of(w) <= duels_moment(w->duel->duels).clock_ms;
	return w->over;
}

int
waiter_watch(struct waiter *w)
{
	struct duel *d = w->wait->duel;
	assert(duels_is_locked(d->duels));
	assert(w->wake);
	if (d->duels->waits_ended)
		return -ECONNABORTED;
	assert(d->holds);
	struct waiter **list = list_of(w);
	DL_APPEND(*list, w);
	if (!wait_over(w->wait))
		d->live->waits_due = clock_sooner(d->live->waits_due, deadline_of(w->wait));
	timer_at(d->duels->timer, d->live->waits_due);
	return 0;
}

int
waiter_park(struct waiter *w, uid_t uid)
{
	struct duels *r = w->wait->duel->duels;
	struct usage *u = duels_usage(r, uid);
	assert(duels_is_locked(r));
	assert(!wait_over(w->wait));
	if (!r->waits_ended &&
		(r->waits >= r->given.config.limits.waits || u->waits >= r->given.config.limits.waits_per_uid))
		return -EAGAIN;
	int err = waiter_watch(w);
	if (err)
		return err;
	w->usage = u;
	r->waits++;
	u->waits++;
	return 0;
}

/* waits_due stays as it is: the timer looks once more than it had to. */
void
waiter_leave(struct waiter *w)
{
	struct duel *d = w->wait->duel;
	assert(duels_is_locked(d->duels));
	struct waiter **list = list_of(w);
	DL_DELETE(*list, w);
	if (!w->usage)
		return;
	d->duels->waits--;
	w->usage->waits--;
	w->usage = NULL;
}

static void
wake_waiter(struct waiter *w, int err)
{
	struct duels *r = w->wait->duel->duels;
	waiter_leave(w);
	w->wake(w, err);
	DL_APPEND(r->told, w);
}

/* Up to `most` of a change, first those who can move now. false: there are more, and the portion after it finds when
 * the next time is over. */
static bool
wake_portion(struct duel *d, unsigned most)
{
	struct live *v = d->live;
	struct waiter *lists[] = {v->movers, v->waiters}, *w, *next;
	v->waits_due = 0;
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		DL_FOREACH_SAFE(lists[i], w, next) {
			if (!wait_over(w->wait)) {
				v->waits_due = clock_sooner(v->waits_due, deadline_of(w->wait));
				continue;
			}
			if (!most)
				return false;
			wake_waiter(w, 0);
			most--;
		}
	return true;
}

struct crowd {
	struct duels *duels;
	int64_t duel;
	uid_t uid; /* its duel's */
};

/* A portion of its own time, and of this thread's: others have work for it, too. Others can take the lock while
 * those are told. */
static void
wake_crowd(void *arg)
{
	struct crowd *c = arg;
	struct duels *r = c->duels;
	duels_lock(r);
	struct duel *d = duels_any(r, c->duel); /* one that another host removed has readers to tell, too */
	bool more = d && d->live && !wake_portion(d, WAKE_PORTION);
	if (d && d->live && !more) {
		d->live->wakes = false;
		timer_at(r->timer, d->live->waits_due);
	}
	if (more)
		workers_run(r->workers, c->uid, wake_crowd, c);
	else
		free(c);
	duels_unlock(r);
}

void
duel_changed(struct duel *d)
{
	struct live *v = d->live;
	struct waiter *w;
	v->waits_due = 0;
	if (!v->waiters && !v->movers)
		return;
	assert(duels_is_locked(d->duels));
	DL_FOREACH(v->movers, w)
		wait_over(w->wait); /* it may not be any more when its portion comes */
	if (wake_portion(d, WAKE_AT_ONCE) || v->wakes || d->duels->waits_ended)
		return;
	struct crowd *c = mem_calloc(1, sizeof *c);
	*c = (struct crowd){d->duels, d->id, d->uid};
	v->wakes = true;
	workers_run(d->duels->workers, d->uid, wake_crowd, c);
}

void
waits_end(struct duels *r)
{
	assert(duels_is_locked(r));
	struct live *v;
	struct waiter *w, *next;
	r->waits_ended = true;
	DL_FOREACH(r->lives, v) {
		DL_FOREACH_SAFE(v->movers, w, next)
			wake_waiter(w, -ECONNABORTED);
		DL_FOREACH_SAFE(v->waiters, w, next)
			wake_waiter(w, -ECONNABORTED);
	}
}
