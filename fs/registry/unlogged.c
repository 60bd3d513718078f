/*
 * Leases past limits.events.
 *
 * Whoever may claim may do so all day, and nobody can tell a claim that a text will come of from one of a flood. So no
 * claim is refused for there being many events; past the limit a lease is held in memory alone. Its claim, its last
 * refresh and its last refused text are kept beside the log, and go into it, with their own times, with the first thing
 * that needs them there: a text that is taken under it, whatever else the format makes of the lease, the clean end of
 * the mount. A lease that ends without is as if it had never been, but that its number is not given out again. After a
 * crash it is gone, as any lease without a turn may be.
 *
 * Past the limit a log grows by joins, texts, verbs of the format, what the clock makes of a deadline, and the leases
 * that go with these: their number is the format's, or the record's bytes bound it.
 *
 * A seat that goes on is told once, by a refusal (events_told).
 *
 * On a store that others write to no lease can be held in the memory of one: there claims and refreshes are in the log,
 * past the limit too. Of refreshes only those that the lease has use of (refresh.c): four in its time. Claims have no
 * such bound, for none is refused.
 */
#include "fs/registry/registry_inner.h"

#include <assert.h>

bool
events_full(const struct duel *d)
{
	assert(d->fold);
	return d->fold->n_events + EVENTS_RESERVE >= (uint64_t)d->registry->given.config.limits.events;
}

static void
unlogged_free(struct unlogged *u)
{
	if (u->claim)
		entry_free(u->claim);
	if (u->refresh)
		entry_free(u->refresh);
	if (u->reject)
		entry_free(u->reject);
	fstate_drop(u->before);
	*u = (struct unlogged){0};
}

void
unlogged_drop(struct duel *d)
{
	unlogged_free(&d->live->unlogged);
}

static void
shown(struct duel *d)
{
	live_invariant(d);
	duel_folded(d);
	duel_changed(d);
	timer_at(d->registry->timer, duel_due(d));
}

/* Of two that follow each other only the second is kept. */
static void
keep_claim(struct duel *d, struct entry *e, struct fstate *before, const struct lease *held)
{
	struct unlogged *u = &d->live->unlogged;
	if (u->claim) {
		entry_free(u->claim);
		fstate_drop(before);
	} else {
		u->before = before;
		u->held = *held;
	}
	u->claim = e;
}

static void
keep_last(struct entry **last, struct entry *e)
{
	if (*last)
		entry_free(*last);
	*last = e;
}

void
unlogged_hold(struct duel *d, struct entry *e)
{
	assert(registry_is_locked(d->registry));
	assert(events_full(d));
	assert(!duel_is_shared(d));
	assert(e->kind == ENTRY_CLAIM || e->kind == ENTRY_REFRESH || e->kind == ENTRY_REJECT);
	struct live *v = d->live;
	struct fold *fold = d->fold;
	struct lease held = fold->lease;
	struct fstate *before = fstate_hold(fold->state);
	assert(!d->queue.busy);
	entry_time(d, e);
	bool taken = fold_effect(d->fold, e, NULL);
	assert(taken);
	(void)taken;
	if (e->kind == ENTRY_CLAIM) {
		keep_claim(d, e, before, &held);
	} else {
		keep_last(e->kind == ENTRY_REFRESH ? &v->unlogged.refresh : &v->unlogged.reject, e);
		fstate_drop(before);
	}
	shown(d);
}

/* The floor is as it was before the claim; its number stays given out. */
static bool
take_back(struct duel *d, struct unlogged *u, bool ran_out)
{
	assert(u->before);
	struct fold *fold = d->fold;
	int64_t now_ms = registry_moment(d->registry).now_ms;
	uint64_t above = fold->lease.number;
	fstate_drop(fold->state);
	fold->state = u->before;
	u->before = NULL;
	fold_lease_end(fold, ran_out);
	if (u->held.holder) {
		fold->lease_above = above > fold->lease_above ? above : fold->lease_above;
		fold->lease = u->held;
	}
	fold_moved(d->fold, now_ms > fold->changed_ms ? now_ms : fold->changed_ms + 1);
	shown(d);
	return !u->held.holder;
}

bool
unlogged_end(struct duel *d, bool ran_out)
{
	assert(registry_is_locked(d->registry));
	struct live *v = d->live;
	struct unlogged u = v->unlogged;
	v->unlogged = (struct unlogged){0};
	bool gone = u.claim && take_back(d, &u, ran_out);
	unlogged_free(&u);
	return gone;
}

/* Takes it. */
static void
put(struct duel *d, struct entry **e, struct fstate *before)
{
	if (*e)
		entry_log(d, *e, before);
	*e = NULL;
}

void
unlogged_put(struct duel *d)
{
	assert(registry_is_locked(d->registry));
	struct live *v = d->live;
	struct fold *fold = d->fold;
	struct unlogged u = v->unlogged;
	v->unlogged = (struct unlogged){0};
	put(d, &u.claim, u.before);
	if (u.refresh && u.reject && u.reject->time_ms < u.refresh->time_ms)
		put(d, &u.reject, fold->state);
	put(d, &u.refresh, fold->state);
	put(d, &u.reject, fold->state);
	unlogged_free(&u);
}

bool
unlogged_any(const struct live *v)
{
	return v->unlogged.claim || v->unlogged.refresh || v->unlogged.reject;
}

bool
unlogged_refreshed(const struct duel *d)
{
	return d->live->unlogged.refresh;
}
