/* One duel as its readers see it: touching it, and what each of its files shows. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>
#include <utlist.h>

#include "fs/registry/registry_inner.h"
#include "validators/text/mem.h"

bool
duel_is_settled(struct duel *d)
{
	return d->live && !duel_is_owed(d);
}

int
duel_settle(struct duel *d)
{
	int err = duel_load(d);
	if (err)
		return err;
	DL_DELETE(d->registry->lives, d->live);
	DL_PREPEND(d->registry->lives, d->live);
	if (!duel_is_owed(d))
		return 0;
	err = duel_enter(d);
	if (!err)
		duel_leave(d);
	return err;
}

void
duel_hold(struct duel *d)
{
	assert(registry_is_locked(d->registry));
	d->holds++;
}

void
duel_drop(struct duel *d)
{
	assert(registry_is_locked(d->registry));
	assert(d->holds);
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

uid_t
duel_seat_uid(const struct duel *d, unsigned number)
{
	assert(d->fold);
	assert(number >= 1 && number <= d->fold->n_seats);
	return d->fold->seats[number - 1]->uid;
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
	assert(d->fold);
	return d->fold->version;
}

int64_t
duel_record_ms(const struct duel *d)
{
	assert(d->fold);
	return d->fold->record_ms;
}

int64_t
duel_rules_ms(const struct duel *d)
{
	assert(d->fold);
	return d->fold->rules_ms;
}

int64_t
duel_events_ms(const struct duel *d)
{
	assert(d->fold);
	return d->fold->events_ms;
}

int64_t
duel_refused_ms(const struct duel *d)
{
	assert(d->fold);
	return d->fold->refused.changed_ms;
}

int64_t
duel_seat_refused_ms(const struct duel *d, unsigned seat)
{
	assert(seat >= 1 && seat <= d->fold->n_seats);
	int64_t ms = d->fold->secrets[seat - 1].refused_ms, joined_ms = d->fold->seats[seat - 1]->joined_ms;
	return ms > joined_ms ? ms : joined_ms;
}

bool
duel_is_closed(const struct duel *d)
{
	assert(d->fold);
	return d->fold->closed_ms || d->fold->damage;
}

bool
duel_has_source(const struct duel *d)
{
	return d->fold->source && !d->fold->folder;
}

unsigned
duel_turns(const struct duel *d)
{
	assert(d->fold);
	return fstate_pieces(d->fold->state);
}

unsigned
duel_seats(const struct duel *d)
{
	assert(d->fold);
	return d->fold->n_seats;
}

bool
duel_may_make(const struct duel *d, uid_t uid)
{
	return !uid || uid == d->uid;
}

const struct seat *
duel_seat(const struct duel *d, unsigned number)
{
	assert(d->fold);
	return number >= 1 && number <= d->fold->n_seats ? d->fold->seats[number - 1] : NULL;
}

bool
duel_may_act(const struct duel *d, unsigned seat, uid_t uid)
{
	assert(d->fold);
	return fold_may_act(d->fold, seat, uid);
}

const struct seat *
duel_seat_named(const struct duel *d, const char *name)
{
	assert(d->fold && name);
	for (unsigned i = 0; i < d->fold->n_seats; i++)
		if (!strcmp(d->fold->seats[i]->name, name))
			return d->fold->seats[i];
	return NULL;
}

struct turn_slice
duel_turn(const struct duel *d, unsigned number)
{
	assert(d->fold && number >= 1 && number <= duel_turns(d));
	return fstate_turn(d->fold->state, number - 1);
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
	assert(d->fold);
	(void)sub;
	*bytes = utstring_body(&d->fold->events);
	*len = utstring_len(&d->fold->events);
}

void
bytes_source(struct duel *d, unsigned sub, const char **bytes, size_t *len)
{
	const struct source *s = d->fold->source;
	(void)sub;
	*bytes = s ? s->text : "";
	*len = s ? s->len : 0;
}

void
bytes_turn(struct duel *d, unsigned sub, const char **bytes, size_t *len)
{
	bool there = sub >= 1 && sub <= duel_turns(d);
	struct turn_slice t = there ? duel_turn(d, sub) : (struct turn_slice){0};
	*bytes = utstring_body(&d->fold->record) + t.offset;
	*len = t.len;
}

bool
duel_has_evidence(const struct duel *d)
{
	return *d->fold->rules.evidence_root;
}

void
render_evidence(struct duel *d, unsigned sub, UT_string *out)
{
	(void)sub;
	cited_print(d->fold, out);
}

void
render_config(struct duel *d, unsigned sub, UT_string *out)
{
	(void)sub;
	rules_print(&d->fold->rules, out);
}

void
render_desk(struct duel *d, unsigned seat, UT_string *out)
{
	handed_print(d->fold, seat, out);
}

int64_t
duel_desk_ms(const struct duel *d, unsigned seat)
{
	return handed_ms(d->fold, seat);
}

bool
desk_is_removed(const struct duel *d, unsigned seat)
{
	return d->fold->secrets[seat - 1].desk_removed;
}

void
desk_set_removed(struct duel *d, unsigned seat, bool removed)
{
	assert(registry_is_locked(d->registry));
	d->fold->secrets[seat - 1].desk_removed = removed;
}

void
render_seat_check(struct duel *d, unsigned seat, UT_string *out)
{
	chair_check_print(d->fold, seat, out);
}

int64_t
duel_seat_check_ms(const struct duel *d, unsigned seat)
{
	return chair_check_ms(d->fold, seat);
}

const struct source *
duel_source_hold(struct duel *d)
{
	assert(d->fold);
	return source_hold(d->fold->source);
}

void
duel_record(struct duel *d, const char **bytes, size_t *len)
{
	assert(registry_is_locked(d->registry));
	assert(d->fold);
	record_whole(d->fold, bytes, len);
}

size_t
duel_front_len(struct duel *d)
{
	assert(d->fold);
	return record_front_len(d->fold);
}

size_t
duel_record_len(struct duel *d)
{
	assert(d->fold);
	const char *bytes;
	size_t len;
	record_stored(d->fold, &bytes, &len);
	return len;
}

unsigned
duel_record_pieces(
	struct duel *d, const char *front, size_t front_len, uint64_t offset, size_t size, struct iovec out[2])
{
	assert(registry_is_locked(d->registry));
	assert(front || !front_len);
	return record_pieces(d->fold, front, front_len, offset, size, out);
}
