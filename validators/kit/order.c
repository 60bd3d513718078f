#include "validators/kit/order.h"

#include <assert.h>

static uint64_t
bit(unsigned seat)
{
	assert(seat && seat <= ORDER_SEATS);
	return UINT64_C(1) << (seat - 1);
}

const struct order_row *
order_row(const struct order_by *by, const struct order *o)
{
	for (const struct order_row *row = by->rows; row->phase; row++)
		if (row->phase == o->phase)
			return row;
	return NULL;
}

static bool
row_is_of(const struct order_by *by, const struct order_row *row, const struct order *o, unsigned seat)
{
	unsigned role = order_role(row);

	if (row->phase != o->phase || o->given_up & bit(seat) || (row->role & (SEALED | ONCE) && o->in & bit(seat)))
		return false;
	if (row->role & NAMED && seat != o->named)
		return false;
	if (role == ROLE_OTHER ? seat == o->last : role != ROLE_ALL && (!role || role != by->roles[seat - 1]))
		return false;
	return true;
}

static bool
row_is_for(const struct order_by *by, const struct order_row *row, const struct order *o, unsigned seat)
{
	return row_is_of(by, row, o, seat) && (!row->when || row->when(o, by->state));
}

const struct order_row *
order_due(const struct order_by *by, const struct order *o, unsigned seat)
{
	for (const struct order_row *row = by->rows; row->phase; row++)
		if (seat && seat <= by->seats && !(row->role & ALLOWED) && row_is_for(by, row, o, seat))
			return row;
	return NULL;
}

const struct order_row *
order_due_as(const struct order_by *by, const struct order *o, unsigned seat, unsigned kind)
{
	for (const struct order_row *row = by->rows; row->phase; row++)
		if (seat && seat <= by->seats && row->kind == kind && row_is_for(by, row, o, seat))
			return row;
	return NULL;
}

/* Are the seats that this phase waits for all given up? One that nobody took yet may still be taken. */
static bool
waits_in_vain(const struct order_by *by, const struct order *o)
{
	struct order anew = *o;
	bool waits = false;

	anew.given_up = 0;
	for (unsigned seat = 1; seat <= by->seats; seat++) {
		if (order_due(by, o, seat))
			return false;
		waits |= order_due(by, &anew, seat) != NULL;
	}
	return waits;
}

/* Go to a phase, and on through choices and where nobody is left. A table that goes round in those is a mistake. */
void
order_go(const struct order_by *by, struct order *o, unsigned phase)
{
	unsigned choices = 0;

	const struct order_row *left = order_row(by, o);

	for (unsigned seat = 1; seat <= by->seats; seat++)
		if (o->in & bit(seat) && left && left->role & SEALED)
			o->last = seat;
	while (phase) {
		const struct order_row *row = by->rows;

		assert(choices++ < ORDER_SEATS);
		o->phase = phase;
		o->in = 0;
		o->named = 0;
		o->round += phase == by->counted;
		phase = 0;
		for (; row->phase && !phase; row++)
			if (row->phase == o->phase && !row->role && (!row->when || row->when(o, by->state)))
				phase = row->done;
		if (!phase && waits_in_vain(by, o))
			phase = order_row(by, o)->failed;
	}
}

struct order
order_begin(const struct order_by *by, unsigned phase)
{
	struct order o = {0};

	order_go(by, &o, phase);
	return o;
}

bool
order_is_sealed(const struct order_by *by, const struct order *o)
{
	const struct order_row *row = order_row(by, o);

	return row && row->role & SEALED;
}

/* Is a text still due of anybody? */
static bool
is_waiting(const struct order_by *by, const struct order *o)
{
	for (unsigned seat = 1; seat <= by->seats; seat++)
		if (order_due(by, o, seat))
			return true;
	return false;
}

bool
order_done(const struct order_by *by, struct order *o, unsigned seat, const struct order_row *row)
{
	/* The text may have changed what `when` says. */
	assert(row_is_of(by, row, o, seat));
	o->texts++;
	o->last = seat;
	if (row->role & (SEALED | ONCE)) {
		o->in |= bit(seat);
		if (is_waiting(by, o))
			return false;
	}
	order_go(by, o, row->done);
	return true;
}

bool
order_silent(const struct order_by *by, struct order *o)
{
	const struct order_row *row = order_row(by, o);
	bool sealed = row && row->role & SEALED;

	if (!row || !row->silent)
		return false;
	order_go(by, o, row->silent);
	/* Those who are in wait for nobody. */
	if (sealed)
		o->last = 0;
	return true;
}

bool
order_lift(const struct order_by *by, struct order *o)
{
	bool ended = order_is_sealed(by, o) && o->in && order_silent(by, o);

	o->last = 0;
	return ended;
}

bool
order_failed(const struct order_by *by, struct order *o, unsigned seat)
{
	const struct order_row *row = order_due(by, o, seat);

	o->given_up |= bit(seat);
	if (!row || (row->role & (SEALED | ONCE) && is_waiting(by, o)))
		return false;
	order_go(by, o, row->role & (SEALED | ONCE) && o->in ? row->done : row->failed);
	return true;
}

void
order_name(struct order *o, unsigned seat, unsigned phase)
{
	o->phase = phase;
	o->in = 0;
	o->named = seat;
}

void
order_again(const struct order_by *by, struct order *o)
{
	const struct order_row *row = order_row(by, o);

	if (row && !row->role)
		order_go(by, o, o->phase);
}
