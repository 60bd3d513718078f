/*
 * One at a time: whoever changes a duel enters it first, and waits where somebody is in it, in the order in which they
 * came.
 */
#include "fs/duels/duels_inner.h"

#include <assert.h>
#include <errno.h>

int
duel_enter(struct duel *d)
{
	struct duels *r = d->duels;
	assert(duels_is_locked(r));
	assert(d->live);
	if (d->busy) {
		struct entrant t = {.come = PTHREAD_COND_INITIALIZER}, **end = &d->entrants;
		while (*end)
			end = &(*end)->next;
		*end = &t;
		while (!t.mine && !t.gone)
			duels_wait(r, &t.come, NULL);
		pthread_cond_destroy(&t.come);
		if (!t.mine)
			return -ENOENT;
	}
	d->busy = true;
	while (duel_is_owed(d) && clock_pass(d))
		;
	struct live *v = d->live;
	int64_t clock_ms = duels_clock_ms(r);
	bool can = !r->broken && !r->cut_off;
	if (can && v->flush_clock_ms && v->flush_clock_ms <= clock_ms)
		commit_row(d);
	if (v->waits_due && v->waits_due <= clock_ms)
		duel_changed(d);
	return 0;
}

void
duel_leave(struct duel *d)
{
	struct live *v = d->live;
	assert(duels_is_locked(d->duels));
	assert(d->busy);
	if (d->behind > v->stored.rev && !v->lost && !d->gone)
		duel_read_on(d);
	fold_invariant(d->fold);
	clock_look(d);
	struct entrant *next = d->entrants;
	d->busy = next; /* handed over: nobody gets in between */
	if (next) {
		d->entrants = next->next;
		next->mine = true;
		pthread_cond_signal(&next->come);
	}
	timer_at(d->duels->timer, clock_sooner(v->waits_due, clock_sooner(v->due_ms, v->flush_clock_ms)));
}
