/*
 * One at a time: whoever changes a duel enters it first, and waits where somebody is in it, in the order in which they
 * came.
 */
#include "fs/duels/duels_inner.h"

#include <assert.h>
#include <errno.h>

/* Until it is this one's turn: true, or false where the duel is gone. */
static bool
wait_for_turn(struct duel *d)
{
	struct duels *r = d->duels;
	struct turn t = {.come = PTHREAD_COND_INITIALIZER}, **end = &d->turns;
	while (*end)
		end = &(*end)->next;
	*end = &t;
	while (!t.mine && !t.gone)
		duels_wait(r, &t.come);
	pthread_cond_destroy(&t.come);
	return t.mine;
}

int
duel_enter(struct duel *d)
{
	assert(duels_is_locked(d->duels));
	assert(d->live);
	if (d->busy && !wait_for_turn(d))
		return -ENOENT;
	d->busy = true;
	while (duel_is_owed(d) && clock_pass(d))
		;
	struct live *v = d->live;
	int64_t clock_ms = duels_clock_ms(d->duels);
	bool can = !d->duels->broken && !d->duels->cut_off;
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
	if (d->turns)
		turn_pass(d);
	else
		d->busy = false;
	timer_at(d->duels->timer, clock_sooner(v->due_ms, v->flush_clock_ms));
}

void
turn_pass(struct duel *d)
{
	struct turn *t = d->turns;
	d->busy = t;
	if (!t)
		return;
	d->turns = t->next;
	t->mine = true;
	pthread_cond_signal(&t->come);
}

void
turns_end(struct duel *d)
{
	for (struct turn *t = d->turns; t; t = t->next) {
		t->gone = true;
		pthread_cond_signal(&t->come);
	}
	d->turns = NULL;
}
