/*
 * Duels also end that nobody has loaded: their rows in the store say when, so that none is loaded to look. When the
 * soonest of them is due all are looked at; one that is due is loaded, and the clock does the rest (timer.c).
 *
 * A row has the time without the downtimes, those in which nothing was mounted; every mount knows what to add. A row
 * may be older than its duel and then says a sooner end, never a later one, for moves only ever begin: whoever is
 * loaded too soon goes back with its true end.
 */
#include "fs/duels/duels_inner.h"

#include <assert.h>
#include "validators/formats.h"

/* Begun to be loaded in one go. */
#define ENDS_AT_ONCE 16
/* One that cannot be loaded is tried again after so long. */
#define ENDS_AGAIN_MS 60000
/* The value for a row of a program that knew no clocks: the default. */
#define ENDS_UNKNOWN_MS (INT64_C(86400) * 1000)

void
ends_keep(struct duel *d)
{
	struct duels *r = d->duels;
	assert(!d->live);
	r->ends_ms = clock_sooner(r->ends_ms, d->ends_ms);
	timer_at(r->timer, r->ends_ms);
}

void
ends_again(struct duel *d)
{
	if (!d->ends_ms)
		return;
	d->ends_ms = duels_clock_ms(d->duels) + ENDS_AGAIN_MS;
	ends_keep(d);
}

int64_t
ends_tick(struct duels *r)
{
	assert(duels_is_locked(r));
	int64_t clock_ms = duels_clock_ms(r);
	unsigned n = 0;
	if (r->closing || r->broken)
		return 0;
	if (!r->ends_ms || r->ends_ms > clock_ms)
		return r->ends_ms;
	r->ends_ms = 0;
	for (size_t i = 0; i < r->n_duels; i++) {
		struct duel *d = r->by_id[i];
		if (d->live || d->clocked)
			continue;
		if (d->hidden && d->ends_ms && d->ends_ms <= clock_ms)
			d->ends_ms = clock_ms + ENDS_AGAIN_MS;
		if (!d->ends_ms || d->ends_ms > clock_ms)
			r->ends_ms = clock_sooner(r->ends_ms, d->ends_ms);
		else if (n++ < ENDS_AT_ONCE)
			clock_start(d);
		else
			r->ends_ms = clock_ms;
	}
	return r->ends_ms == clock_ms ? clock_ms + 1 : r->ends_ms;
}

/* -- when -- */

bool
state_is_end(const char *state)
{
	for (size_t i = 0; formats[i]; i++)
		for (const struct debate_phase *row = formats[i]->states; row->phase; row++)
			if (row->outcome && !strcmp(row->name, state))
				return true;
	return false;
}

void
ends_from_row(struct duel *d, const struct store_duel *row)
{
	const struct duels *r = d->duels;
	int64_t at = row->ends_ms;
	if (!row->ends_boot)
		at = state_is_end(row->state) ? 0 : ENDS_UNKNOWN_MS;
	else if (row->ends_boot != r->boot)
		at = row->ends_ms ? row->ends_full_ms : 0;
	if (!at)
		return;
	at += r->downtime_ms;
	d->ends_ms = at < r->started_clock_ms + MOVE_LEAST_MS ? r->started_clock_ms + MOVE_LEAST_MS : at;
	ends_keep(d);
}

/* -- mounts -- */

static void
take_mount(void *arg, int64_t began_ms, int64_t ended_ms)
{
	struct duels *r = arg;
	r->downtime = mem_resize(r->downtime, r->n_downtime + 2, sizeof *r->downtime);
	r->downtime[r->n_downtime - 1].to_ms = began_ms;
	r->downtime[r->n_downtime++] = (struct downtime){ended_ms, ended_ms};
	if (!r->boot_clock_ms)
		r->boot_clock_ms = began_ms;
}

static void
mount_written(struct store_batch *b, int err)
{
	(void)err; /* what is not known of a mount gives clocks more time, never less */
	free(b);
}

void
ends_write_mount(struct duels *r, enum store_change what)
{
	struct store_batch *b = mem_calloc(1, sizeof *b);
	*b = (struct store_batch){.change = what, .clock_ms = duels_moment(r).clock_ms, .done = mount_written};
	r->given.store->ops->submit(r->given.store, b);
}

int
ends_begin_mount(struct duels *r)
{
	struct store *s = r->given.store;
	r->downtime = mem_calloc(1, sizeof *r->downtime);
	r->n_downtime = 1;
	int err = s->ops->each_mount(s, take_mount, r);
	if (!r->boot_clock_ms)
		r->boot_clock_ms = r->started_clock_ms;
	r->downtime[r->n_downtime - 1].to_ms = r->started_clock_ms;
	for (size_t i = 0; i < r->n_downtime; i++)
		r->downtime_ms += r->downtime[i].to_ms - r->downtime[i].from_ms;
	ends_write_mount(r, STORE_MOUNT_BEGINS);
	return err;
}
