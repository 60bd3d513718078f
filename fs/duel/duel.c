/* One duel as its readers see it: touching it, and what each of its files shows. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>
#include <time.h>
#include <utlist.h>

#include "fs/duel/live.h"

/* Said once: it is asked for again with every look at it. */
static int
unreadable(struct duel *d, int err)
{
	if (!d->unreadable)
		registry_log(d->registry, LOG_ERR, "%s: it cannot be read from the store: %s", d->name, strerror(-err));
	d->unreadable = true;
	return -EIO;
}

int
duel_touch(struct duel *d)
{
	struct registry *r = d->registry;
	if (!d->live) {
		int err = live_load(d);
		if (err)
			return unreadable(d, err);
		live_trim(r);
	} else if (r->lives != d->live) {
		DL_DELETE(r->lives, d->live);
		DL_PREPEND(r->lives, d->live);
	}
	duel_tick(d);
	return 0;
}

/* So long at most is a reader kept by a store that does not answer. */
#define SETTLE_SECONDS 2

int
duel_settle(struct duel *d)
{
	struct registry *r = d->registry;
	struct timespec until;
	int err = duel_touch(d), late = 0;
	if (err || !d->live->deadline_passes)
		return err;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += SETTLE_SECONDS;
	duel_hold(d);
	while (d->live->deadline_passes && !late)
		late = pthread_cond_timedwait(&r->jobs_done, &r->lock, &until);
	duel_drop(d);
	return 0;
}

void
duel_hold(struct duel *d)
{
	d->holds++;
}

void
duel_drop(struct duel *d)
{
	d->holds--;
}

int64_t
duel_id(const struct duel *d)
{
	return d->id;
}

const char *
duel_name(const struct duel *d)
{
	return d->name;
}

uid_t
duel_uid(const struct duel *d)
{
	return d->uid;
}

int64_t
duel_updated_ms(const struct duel *d)
{
	return d->updated_ms;
}

int64_t
duel_created_ms(const struct duel *d)
{
	return d->created_ms;
}

uint64_t
duel_version(const struct duel *d)
{
	return d->live->version;
}

int64_t
duel_record_ms(const struct duel *d)
{
	return d->live->record_ms;
}

int64_t
duel_rules_ms(const struct duel *d)
{
	return d->live->rules_ms;
}

int64_t
duel_events_ms(const struct duel *d)
{
	return d->live->events_ms;
}

int64_t
duel_refused_ms(const struct duel *d)
{
	return d->live->refused.changed_ms;
}

bool
duel_is_closed(const struct duel *d)
{
	return d->live->closed_ms || d->live->damage;
}

bool
duel_has_source(const struct duel *d)
{
	return d->live->source;
}

unsigned
duel_turns(const struct duel *d)
{
	return d->live->format->turns(d->live->state);
}

unsigned
duel_seats(const struct duel *d)
{
	return d->live->n_seats;
}

const struct seat *
duel_seat(const struct duel *d, unsigned number)
{
	return number >= 1 && number <= d->live->n_seats ? d->live->seats[number - 1] : NULL;
}

const struct seat *
duel_seat_named(const struct duel *d, const char *name)
{
	for (unsigned i = 0; i < d->live->n_seats; i++)
		if (!strcmp(d->live->seats[i]->name, name))
			return d->live->seats[i];
	return NULL;
}

struct turn_slice
duel_turn(const struct duel *d, unsigned number)
{
	return d->live->format->turn(d->live->state, number - 1);
}

void
duel_turn_name(const struct duel *d, unsigned number, char *out, size_t size)
{
	const struct seat *s = duel_seat(d, duel_turn(d, number).seat);
	snprintf(out, size, "%03u-%s.md", number, s ? s->name : "");
}

void
bytes_record(struct duel *d, unsigned sub, const char **bytes, size_t *len)
{
	(void)sub;
	duel_record(d, bytes, len);
}

void
bytes_events(struct duel *d, unsigned sub, const char **bytes, size_t *len)
{
	(void)sub;
	*bytes = utstring_body(&d->live->events);
	*len = utstring_len(&d->live->events);
}

void
bytes_source(struct duel *d, unsigned sub, const char **bytes, size_t *len)
{
	const struct source *s = d->live->source;
	(void)sub;
	*bytes = s ? s->text : "";
	*len = s ? s->len : 0;
}

void
bytes_turn(struct duel *d, unsigned sub, const char **bytes, size_t *len)
{
	bool there = sub >= 1 && sub <= duel_turns(d);
	struct turn_slice t = there ? duel_turn(d, sub) : (struct turn_slice){0};
	*bytes = utstring_body(&d->live->record) + t.offset;
	*len = t.len;
}

void
render_config(struct duel *d, unsigned sub, UT_string *out)
{
	(void)sub;
	rules_print(&d->live->rules, out);
}
