#include "validators/kit/fstate.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>
#include "validators/kit/bridge_inner.h"
#include "validators/kit/moves.h"
#include "validators/kit/record.h"
#include "validators/kit/warnings.h"
#include "validators/text/mem.h"

/* -- counted -- */

static struct fstate_common *
open_debate(struct fstate *state)
{
	return (struct fstate_common *)state;
}

/* Along the chain, as far as nobody else holds it. */
static void
pieces_drop(struct record_piece *p)
{
	while (p && atomic_fetch_sub(&p->refs, 1) == 1) {
		struct record_piece *before = p->before;
		strings_free(p->warnings, p->n_warnings);
		free(p);
		p = before;
	}
}

struct fstate *
fstate_start(const struct format *f)
{
	struct fstate *state = mem_calloc(1, sizeof *state);
	struct fstate_common *d = &state->common;

	atomic_init(&d->refs, 1);
	d->format = f;
	d->phase = bridge_phase(state);
	return state;
}

struct fstate *
fstate_hold(const struct fstate *state)
{
	atomic_fetch_add(&open_debate((struct fstate *)state)->refs, 1);
	return (struct fstate *)state;
}

void
fstate_drop(struct fstate *state)
{
	struct fstate_common *d = open_debate(state);

	if (!d || atomic_fetch_sub(&d->refs, 1) != 1)
		return;
	pieces_drop(d->last);
	bridge_drop(state);
	free(d->reason);
	free(d);
}

#define COUNT_BYTES sizeof(((struct fstate_common *)0)->refs)
static_assert(offsetof(struct fstate_common, refs) == 0, "a state begins with its count");

static struct fstate *
fstate_copy(const struct fstate *state)
{
	struct fstate *copy = mem_calloc(1, sizeof *copy);
	struct fstate_common *d = &copy->common;

	/* not the count: another may let go of `state` right now */
	memcpy((char *)copy + COUNT_BYTES, (const char *)state + COUNT_BYTES, sizeof *copy - COUNT_BYTES);
	atomic_init(&d->refs, 1);
	if (d->last)
		atomic_fetch_add(&d->last->refs, 1);
	if (d->reason)
		d->reason = mem_strdup(d->reason);
	bridge_hold(copy);
	return copy;
}

/* -- questions -- */

unsigned
fstate_role(const struct fstate *state, unsigned seat)
{
	unsigned role = 0;

	while (role < DEBATE_ROLES_MAX && (!seat || fstate_common(state)->seats[role] != seat))
		role++;
	return role;
}

bool
fstate_is_closed(const struct fstate *state)
{
	return fstate_common(state)->outcome != DEBATE_OPEN;
}

const char *
fstate_outcome(const struct fstate *state)
{
	const struct fstate_common *d = fstate_common(state);

	return d->outcome == DEBATE_OPEN ? "" : d->format->endings[d->outcome - 1].name;
}

const char *
fstate_reason(const struct fstate *state)
{
	return fstate_common(state)->reason ? fstate_common(state)->reason : "";
}

const char *
fstate_phase_name(const struct fstate *state)
{
	return fstate_common(state)->format->phases[fstate_common(state)->phase].name;
}

unsigned
fstate_pieces(const struct fstate *state)
{
	return fstate_common(state)->last ? fstate_common(state)->last->number : 0;
}

/*
 * Where `far` of a new piece leads, by Myers' skew-binary lists: two leaps of the same length become one of both and
 * the step before them. So any piece is found in steps of the order of the logarithm of how many there are, though
 * each holds but the one before it, as states that share them want it.
 */
static const struct record_piece *
far_from(const struct record_piece *before)
{
	const struct record_piece *far = before ? before->far : NULL;

	if (!far || !far->far || before->number - far->number != far->number - far->far->number)
		return before;
	return far->far;
}

const struct record_piece *
fstate_piece(const struct fstate *state, unsigned number)
{
	const struct record_piece *p = fstate_common(state)->last;

	while (p && p->number > number)
		p = p->far && p->far->number >= number ? p->far : p->before;
	return p && p->number == number ? p : NULL;
}

struct turn_slice
fstate_turn(const struct fstate *state, unsigned index)
{
	const struct record_piece *p = fstate_piece(state, index + 1);

	if (!p)
		return (struct turn_slice){ .number = 0 };
	return (struct turn_slice){
		.number = p->number, .seat = p->seat, .offset = p->offset, .len = p->len, .time_ms = p->time_ms};
}

/* -- entries -- */

static unsigned
first_free(const struct fstate_common *d)
{
	unsigned role = 0;

	while (role < d->format->seats_max && d->seats[role])
		role++;
	return role < d->format->seats_max ? role : DEBATE_ROLES_MAX;
}

/* A transcript names no roles: then, as where there are none, places are taken in their order. */
static bool
apply_join(struct step *st)
{
	struct fstate_common *d = open_debate(st->s);
	const struct seat *seat = context_seat(st->ctx, st->e->seat);
	bool named = seat && seat->role && *seat->role;
	unsigned role = named ? bridge_place_named(st->s, seat->role) : first_free(d);

	if (seat && seat->before && fstate_role(st->s, seat->number) < DEBATE_ROLES_MAX && !fstate_is_closed(st->s))
		return true; /* again, with another harness or model */
	if (!seat || role == DEBATE_ROLES_MAX || d->seats[role] ||
		fstate_role(st->s, seat->number) < DEBATE_ROLES_MAX || fstate_is_closed(st->s))
		return false;
	d->seats[role] = seat->number;
	d->n_seats++;
	d->changed_ms = st->e->time_ms;
	return true;
}

static bool
has_joined(const struct step *st)
{
	return fstate_role(st->s, st->e->seat) < DEBATE_ROLES_MAX;
}

static bool
apply_claim(struct step *st)
{
	return has_joined(st) && !fstate_is_closed(st->s);
}

/* A lease has ended, whoever ended it. */
static bool
apply_end(struct step *st)
{
	return !st->e->seat || has_joined(st);
}

/* A text is somebody's. */
static bool
apply_text(struct step *st)
{
	return has_joined(st) && st->e->body;
}

static unsigned
outcome_named(const struct format *f, const char *name)
{
	for (unsigned i = 0; name && i < f->n_endings; i++)
		if (!strcmp(f->endings[i].name, name))
			return i + 1;
	return DEBATE_OPEN;
}

static bool
apply_close(struct step *st)
{
	struct fstate_common *d = open_debate(st->s);
	const char *reason = json_string_value(json_object_get(st->data, "reason"));
	unsigned outcome = outcome_named(d->format, json_string_value(json_object_get(st->data, "outcome")));

	if (fstate_is_closed(st->s) || outcome == DEBATE_OPEN)
		return false;
	d->outcome = outcome;
	d->reason = mem_strdup(reason ? reason : "");
	d->changed_ms = st->e->time_ms;
	return true;
}

static bool
apply_maker(struct step *st)
{
	return json_string_value(json_object_get(st->data, "verb")) && !fstate_is_closed(st->s);
}

static bool
is_makers_line(const struct step *st)
{
	const char *note = json_string_value(json_object_get(st->data, "note"));

	return st->e->kind == ENTRY_NOTE && note && !strcmp(note, NOTE_MAKER);
}

/* What entries of a kind do in every debate; NULL: nothing. */
static bool (*const kinds[ENTRY_KINDS])(struct step *st) = {
	[ENTRY_JOIN] = apply_join,
	[ENTRY_CLAIM] = apply_claim,
	[ENTRY_RELEASE] = apply_end,
	[ENTRY_EXPIRE] = apply_end,
	[ENTRY_TURN] = apply_text,
	[ENTRY_HANDIN] = apply_text,
	[ENTRY_REPORT] = apply_text,
	[ENTRY_CONCLUSION] = apply_close,
	[ENTRY_CLOSE] = apply_close,
	[ENTRY_MAKER] = apply_maker,
};

struct record_piece *
step_add_piece(struct step *st)
{
	struct fstate_common *d = open_debate(st->s);
	const struct entry *e = st->e;
	size_t heading = record_heading(e->body, e->body_len);
	struct record_piece *p = mem_calloc(1, sizeof *p);

	atomic_init(&p->refs, 1);
	p->before = d->last;
	p->far = far_from(d->last);
	p->number = fstate_pieces(st->s) + 1;
	p->seat = e->seat;
	p->offset = st->record_offset + heading;
	p->len = e->body_len - heading;
	p->time_ms = e->time_ms;
	p->warnings = strings_take(json_object_get(st->data, "warnings"), &p->n_warnings);
	d->last = p;
	d->changed_ms = e->time_ms;
	return p;
}

/* The phase that the state has come to, if it may follow the one before. */
static bool
enter_phase(struct step *st)
{
	struct fstate_common *d = open_debate(st->s);
	unsigned from = d->phase, to = bridge_phase(st->s);

	d->phase = to;
	return to == from || d->format->phases[from].exits & PHASE(to);
}

static void
check_invariant(const struct fstate *state)
{
	const struct fstate_common *d = fstate_common(state);

	assert(d->phase < d->format->n_phases && d->n_seats <= d->format->seats_max);
	assert(fstate_is_closed(state) == (d->reason != NULL));
	assert(fstate_is_closed(state) == (d->format->phases[d->phase].exits == 0));
	assert(!d->last || d->last->number == (d->last->before ? d->last->before->number + 1 : 1));
}

static bool
take_entry(struct step *st)
{
	bool (*own)(struct step *st) = bridge_steps[st->e->kind];

	if (kinds[st->e->kind] && !kinds[st->e->kind](st))
		return false;
	if (own && !is_makers_line(st) && !own(st))
		return false;
	if (!enter_phase(st))
		return false;
	moves_renew(st);
	return true;
}

struct fstate *
fstate_apply(const struct fstate *state, const struct context *ctx, const struct entry *e, const json_t *data,
	size_t record_offset)
{
	struct step st = {
		.ctx = ctx, .e = e, .data = data, .record_offset = record_offset};

	if (e->kind <= 0 || e->kind >= ENTRY_KINDS)
		return NULL;
	if (!kinds[e->kind] && !bridge_steps[e->kind])
		return fstate_hold(state);
	st.s = fstate_copy(state);
	bool good = take_entry(&st);
	if (good) {
		check_invariant(st.s);
		return st.s;
	}
	fstate_drop(st.s);
	return NULL;
}
