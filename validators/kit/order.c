#include "validators/kit/debate.h"

#include <assert.h>

const struct order_row *
order_takes(const struct debate *d, unsigned seat, int kind)
{
	const struct order *o = &d->order;

	if (!seat || seat > d->n_seats || o->given_up & SEAT_BIT(seat))
		return NULL;
	for (const struct order_row *row = o->row; row->phase; row++) {
		unsigned role = order_role(row);

		if (row->phase != o->phase || !row->role)
			continue;
		if (kind == KIND_DUE ? row->role & ALLOWED : kind != KIND_ANY && row->kind != (unsigned)kind)
			continue;
		if ((row->role & (SEALED | ONCE) && o->in & SEAT_BIT(seat)) || (row->role & NAMED && seat != o->named))
			continue;
		if (role == ROLE_OTHER ? seat == o->last
			: role != ROLE_ALL && role != debate_place(d, d->seats[seat - 1].role))
			continue;
		if (!row->when || row->when(d))
			return row;
	}
	return NULL;
}

/* -- what is asked of a debate -- */

/* How many seats a text is due of; *one is the last of them, or 0. */
static unsigned
count_due(const struct debate *d, unsigned *one)
{
	unsigned n = 0;

	*one = 0;
	for (unsigned seat = 1; seat <= d->n_seats; seat++)
		if (debate_due(d, seat) >= 0) {
			*one = seat;
			n++;
		}
	return n;
}

unsigned
debate_only_due(const struct debate *d)
{
	unsigned only;

	return count_due(d, &only) == 1 ? only : 0;
}

static unsigned
sides_taken(const struct debate *d, unsigned role)
{
	unsigned taken = 0;

	for (unsigned i = 0; i < d->n_seats; i++)
		taken += debate_place(d, d->seats[i].role) == role;
	return taken;
}

unsigned
debate_waits_for(const struct debate *d)
{
	const struct format *f = d->format;

	/* Somebody was waited for long enough. */
	if (f->alone && d->order.phase == f->alone)
		return ROLE_NONE;
	if (!f->roles)
		return d->n_seats < f->begins ? ROLE_ANY : ROLE_NONE;
	for (unsigned role = 1; f->roles[role - 1].name; role++) {
		if (f->sides && !f->roles[role].name) {
			if (sides_taken(d, role) >= f->begins)
				return ROLE_NONE;
			while (debate_seat_of(d, role))
				role++;
			return role;
		}
		if (!f->roles[role - 1].late && !debate_seat_of(d, role))
			return role;
	}
	return ROLE_NONE;
}

unsigned
debate_wants(const struct debate *d)
{
	unsigned missing = debate_waits_for(d), role = order_role(d->order.row);

	if (debate_is_closed(d))
		return ROLE_NONE;
	if (missing)
		return missing;
	return role & (ROLE_ALL | ROLE_OTHER) || sides_taken(d, role) ? ROLE_NONE : role;
}

const struct debate_phase *
format_phase(const struct format *f, unsigned phase)
{
	for (const struct debate_phase *row = f->states; row && row->phase; row++)
		if (row->phase == phase)
			return row;
	return NULL;
}

const struct debate_phase *
debate_state(const struct debate *d)
{
	return format_phase(d->format, d->order.phase);
}

bool
debate_has_ended(const struct debate *d)
{
	const struct debate_phase *row = debate_state(d);

	return row ? row->outcome != NULL : debate_is_over(d);
}

/* -- how it goes on -- */

void
debate_name(struct debate *d, unsigned seat, unsigned phase)
{
	struct order *o = &d->order;

	o->phase = phase;
	o->in = 0;
	o->named = seat;
	for (o->row = d->format->phases; o->row->phase && o->row->phase != phase; o->row++)
		;
}

/* Go to a phase, and on through choices. A table that goes round in those is a mistake. */
void
order_go(struct debate *d, unsigned phase)
{
	struct order *o = &d->order;
	unsigned choices = 0;

	for (unsigned seat = 1; seat <= d->n_seats && debate_is_sealed(d); seat++)
		if (o->in & SEAT_BIT(seat))
			o->last = seat;
	while (phase) {
		assert(choices++ < ORDER_SEATS);
		debate_name(d, 0, phase);
		o->round += phase == d->format->counted;
		phase = 0;
		for (const struct order_row *row = o->row; row->phase && !phase; row++)
			if (row->phase == o->phase && !row->role && (!row->when || row->when(d)))
				phase = row->done;
	}
}

bool
order_done(struct debate *d, unsigned seat, const struct order_row *row)
{
	unsigned other;

	assert(row->phase == d->order.phase && seat && seat <= ORDER_SEATS);
	d->order.texts++;
	d->order.last = seat;
	if (row->role & (SEALED | ONCE)) {
		d->order.in |= SEAT_BIT(seat);
		if (count_due(d, &other))
			return false;
	}
	order_go(d, row->done);
	return true;
}

void
order_again(struct debate *d)
{
	if (!debate_is_over(d) && !d->order.row->role)
		order_go(d, d->order.phase);
}

/* -- without a text -- */

/* If a round was broken off, the points stand as the complete ones have left them, if there is one. */
void
debate_go(struct debate *d, unsigned phase)
{
	bool broken = false;

	order_go(d, phase);
	debate_reveal(d);
	for (size_t i = 0; i < d->n; i++)
		broken |= d->texts[i].round > d->order.round;
	if (!broken || !d->ledger.n || !d->order.round)
		return;
	ledger_free(&d->ledger);
	for (size_t i = 0; i < d->n; i++)
		if (d->texts[i].round <= d->order.round)
			debate_apply_points(d, i);
}

static void
add_lapse(struct debate *d, unsigned seat, const char *reason)
{
	const struct order_row *row = seat ? order_takes(d, seat, KIND_DUE) : d->order.row;

	if (row && row->phase)
		*GROW(d->lapses, d->n_lapses) = (struct debate_lapse){.behind = d->n,
			.seat = seat,
			.role = seat ? d->seats[seat - 1].role : row->role,
			.kind = row->kind,
			.round = debate_round(d),
			.reason = reason ? mem_strdup(reason) : NULL,
			.time_ms = d->now_ms};
	d->changed_ms = d->now_ms;
}

void
debate_silent(struct debate *d)
{
	bool sealed = debate_is_sealed(d);
	size_t n = d->n_lapses;

	for (unsigned seat = 1; seat <= d->n_seats; seat++)
		if (debate_due(d, seat) >= 0)
			add_lapse(d, seat, NULL);
	if (d->n_lapses == n)
		add_lapse(d, 0, NULL);
	if (!d->order.row->silent)
		return;
	debate_go(d, d->order.row->silent);
	if (sealed) /* those who are in wait for nobody */
		d->order.last = 0;
}

/* Nobody waits for the next speaker any more: whoever spoke last may speak again. A sealed phase ends as by its
 * clock, if a text is in. */
void
debate_lift(struct debate *d)
{
	if (d->n_seats < d->format->begins) {
		order_go(d, d->format->alone);
		return;
	}
	add_lapse(d, debate_only_due(d), NULL);
	if (debate_is_sealed(d) && d->order.in && d->order.row->silent)
		debate_go(d, d->order.row->silent);
	d->order.last = 0;
}

void
debate_go_without(struct debate *d, unsigned seat, unsigned role, const char *reason)
{
	unsigned phase = !seat && role && role != ROLE_ANY ? d->roles[role - 1].missing : 0, other;

	if (reason && seat) {
		const struct order_row *row = order_takes(d, seat, KIND_DUE);
		bool each = row && row->role & (SEALED | ONCE);

		add_lapse(d, seat, reason);
		d->order.given_up |= SEAT_BIT(seat);
		if (row && !(each && count_due(d, &other)))
			debate_go(d, each && d->order.in ? row->done : row->failed);
		order_again(d);
	} else if (phase) {
		add_lapse(d, 0, NULL);
		d->lapses[d->n_lapses - 1].role = role;
		debate_go(d, phase);
	} else {
		debate_silent(d);
	}
}
