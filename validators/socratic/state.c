/*
 * The fold: one function a kind of entry, each from a copy of the state before to the state after.
 *
 * A turn's warnings come from the entry's data, everything else of it from its text, whether judge has just read it or replay reads it
 * again: so both ways lead to the same state.
 */
#include "validators/socratic/state.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>
#include "validators/kit/record.h"
#include "validators/socratic/turn.h"
#include "validators/text/mem.h"

const char *const duel_state_names[DUEL_STATES] = {
	[DUEL_PREPARING] = "preparing",
	[DUEL_WAITING] = "waiting_for_participant",
	[DUEL_DEBATING] = "debating",
	[DUEL_CLOSING] = "closing",
	[DUEL_COMPLETED] = "completed",
	[DUEL_INVALIDATED] = "invalidated",
};

#define TO(state) (1u << (state))
#define TO_CLOSED (TO(DUEL_COMPLETED) | TO(DUEL_INVALIDATED))

/* Which states may follow which; every state may stay as it is. */
static const unsigned exits[DUEL_STATES] = {
	[DUEL_PREPARING] = TO(DUEL_WAITING) | TO(DUEL_INVALIDATED),
	[DUEL_WAITING] = TO(DUEL_DEBATING) | TO(DUEL_CLOSING) | TO(DUEL_INVALIDATED),
	[DUEL_DEBATING] = TO(DUEL_CLOSING) | TO_CLOSED,
	[DUEL_CLOSING] = TO(DUEL_WAITING) | TO(DUEL_DEBATING) | TO_CLOSED,
	[DUEL_COMPLETED] = 0,
	[DUEL_INVALIDATED] = 0,
};

/* -- turns ----------------------------------------------------------------------------------------------------------------------- */

static struct turn *
turn_hold(struct turn *t)
{
	if (t)
		atomic_fetch_add(&t->refs, 1);
	return t;
}

static void
turn_free(struct turn *t)
{
	for (size_t i = 0; i < t->n_claims; i++)
		wordprint_free(&t->claims[i].print);
	for (size_t i = 0; i < t->n_warnings; i++)
		free(t->warnings[i]);
	free(t->claims);
	free(t->warnings);
	free(t);
}

/* Along the chain, as far as nobody else holds it. */
static void
turn_drop(struct turn *t)
{
	while (t && atomic_fetch_sub(&t->refs, 1) == 1) {
		struct turn *before = t->before;
		turn_free(t);
		t = before;
	}
}

static void
read_warnings(struct turn *t, const json_t *list)
{
	t->warnings = mem_calloc(json_array_size(list), sizeof *t->warnings);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *text = json_string_value(json_array_get(list, i));
		if (text)
			t->warnings[t->n_warnings++] = mem_strdup(text);
	}
}

static struct turn *
turn_new(const struct turn_facts *f, const struct entry *e, size_t record_offset, const json_t *data)
{
	struct turn *t = mem_calloc(1, sizeof *t);
	size_t heading = record_heading(e->body, e->body_len);

	atomic_init(&t->refs, 1);
	t->number = f->number;
	t->seat = e->seat;
	t->stance = f->stance;
	t->blocking = f->blocking;
	t->offset = record_offset + heading;
	t->len = e->body_len - heading;
	t->time_ms = e->time_ms;
	t->claims = mem_calloc(f->n_said, sizeof *t->claims);
	t->n_claims = f->n_said;
	for (size_t i = 0; i < f->n_said; i++) {
		t->claims[i].what = f->said[i].what;
		wordprint_make(&t->claims[i].print, f->text + f->said[i].off, f->said[i].len);
	}
	read_warnings(t, json_object_get(data, "warnings"));
	return t;
}

/* -- states ---------------------------------------------------------------------------------------------------------------------- */

struct fstate *
state_start(void)
{
	struct fstate *s = mem_calloc(1, sizeof *s);

	atomic_init(&s->refs, 1);
	return s;
}

struct fstate *
state_hold(struct fstate *state)
{
	atomic_fetch_add(&state->refs, 1);
	return state;
}

void
state_drop(struct fstate *state)
{
	if (!state || atomic_fetch_sub(&state->refs, 1) != 1)
		return;
	turn_drop(state->last);
	source_index_drop(state->source);
	free(state->reason);
	free(state);
}

static struct fstate *
state_copy(const struct fstate *state)
{
	struct fstate *s = mem_calloc(1, sizeof *s);

	memcpy(s, state, sizeof *s);
	atomic_init(&s->refs, 1);
	turn_hold(s->last);
	source_index_hold(s->source);
	s->reason = state->reason ? mem_strdup(state->reason) : NULL;
	return s;
}

unsigned
state_turns(const struct fstate *state)
{
	return state->last ? state->last->number : 0;
}

const struct turn *
state_latest(const struct fstate *state, unsigned seat)
{
	const struct turn *t = state->last;

	while (t && t->seat != seat)
		t = t->before;
	return t;
}

bool
state_is_closed(const struct fstate *state)
{
	return state->state == DUEL_COMPLETED || state->state == DUEL_INVALIDATED;
}

bool
state_converges(const struct fstate *state)
{
	for (unsigned seat = 1; seat <= SOCRATIC_SEATS; seat++) {
		const struct turn *t = state_latest(state, seat);
		if (!t || !stances[t->stance].converges)
			return false;
	}
	return true;
}

bool
state_agrees(const struct fstate *state)
{
	return state_converges(state) && !state_latest(state, 1)->blocking && !state_latest(state, 2)->blocking;
}

bool
state_consensus(const struct fstate *state)
{
	return state_agrees(state) && state_latest(state, 1)->stance == STANCE_ACCEPTING &&
		state_latest(state, 2)->stance == STANCE_ACCEPTING;
}

/* -- entries --------------------------------------------------------------------------------------------------------------------- */

/* What an apply function works with; it returns false where the entry cannot be understood. */
struct step {
	struct fstate *s;
	const struct context *ctx;
	const struct entry *e;
	const json_t *data; /* NULL: none, or no JSON */
	size_t record_offset;
	struct turn_facts *facts; /* NULL: to be read from the body */
};

static bool
is_seat(const struct step *st)
{
	return st->e->seat >= 1 && st->e->seat <= st->s->n_seats;
}

static bool
apply_rules(struct step *st)
{
	if (!st->s->source)
		st->s->source = source_index_new(st->ctx->source);
	return true;
}

static bool
apply_join(struct step *st)
{
	struct fstate *s = st->s;

	if (s->n_seats == SOCRATIC_SEATS || st->e->seat != s->n_seats + 1 || state_is_closed(s))
		return false;
	if (!s->n_seats++)
		s->joined_clock = st->e->clock_ms;
	s->missing = false;
	s->state = s->n_seats < SOCRATIC_SEATS ? DUEL_WAITING : DUEL_DEBATING;
	return true;
}

/* Before the peer has joined nothing but a timeout's claim is granted. */
static bool
apply_claim(struct step *st)
{
	if (!is_seat(st) || state_is_closed(st->s))
		return false;
	if (st->s->state == DUEL_WAITING) {
		st->s->missing = true;
		st->s->state = DUEL_CLOSING;
	}
	return true;
}

/* A lease has ended, whoever ended it. */
static bool
apply_end(struct step *st)
{
	struct fstate *s = st->s;

	if (st->e->seat > s->n_seats)
		return false;
	if (state_is_closed(s))
		return true;
	s->wait_clock[st->e->seat] = st->e->clock_ms;
	if (s->missing) {
		s->missing = false;
		s->state = DUEL_WAITING;
	}
	return true;
}

static bool
is_next_turn(const struct step *st, const struct turn_facts *f)
{
	return f->number == state_turns(st->s) + 1 && f->number <= st->ctx->terms->max_turns && f->stance != STANCE_NONE;
}

static bool
apply_turn(struct step *st)
{
	struct fstate *s = st->s;
	struct turn *t;

	if (s->state != DUEL_DEBATING || !is_seat(st) || !st->data)
		return false;
	if (!st->facts)
		st->facts = turn_facts_read(st->e->body, st->e->body_len);
	if (!st->facts || !is_next_turn(st, st->facts))
		return false;
	t = turn_new(st->facts, st->e, st->record_offset, st->data);
	t->before = s->last;
	s->last = t;
	s->recorded = true;
	s->lifted = false;
	for (unsigned seat = 1; seat <= SOCRATIC_SEATS; seat++)
		s->wait_clock[seat] = st->e->clock_ms;
	s->full = t->number == st->ctx->terms->max_turns;
	s->state = s->full ? DUEL_CLOSING : DUEL_DEBATING;
	return true;
}

/* A line about a silent peer stands before a text, that of who invalidated the duel behind its conclusion. */
static bool
apply_note(struct step *st)
{
	const char *note = json_string_value(json_object_get(st->data, "note"));

	if (note && !strcmp(note, NOTE_INVALIDATED))
		return st->s->state == DUEL_INVALIDATED;
	if (!note || strcmp(note, "peer_timeout") || state_is_closed(st->s))
		return false;
	st->s->lifted = true;
	st->s->recorded = true;
	return true;
}

/* A conclusion, or a duel closed without one. */
static bool
apply_close(struct step *st)
{
	const char *name = json_string_value(json_object_get(st->data, "outcome"));
	const char *reason = json_string_value(json_object_get(st->data, "reason"));
	enum outcome outcome = name ? outcome_find(name, strlen(name)) : OUTCOME_NONE;
	enum duel_state to = outcome == OUTCOME_INVALIDATED ? DUEL_INVALIDATED : DUEL_COMPLETED;

	if (outcome == OUTCOME_NONE || !(exits[st->s->state] & TO(to)))
		return false;
	st->s->outcome = outcome;
	free(st->s->reason);
	st->s->reason = mem_strdup(reason ? reason : "");
	st->s->state = to;
	st->s->missing = false;
	st->s->recorded = st->s->recorded || st->e->kind == ENTRY_CONCLUSION;
	return true;
}

/* No row: the entry changes nothing here. */
static bool (*const appliers[ENTRY_KINDS])(struct step *st) = {
	[ENTRY_RULES] = apply_rules,
	[ENTRY_JOIN] = apply_join,
	[ENTRY_CLAIM] = apply_claim,
	[ENTRY_RELEASE] = apply_end,
	[ENTRY_EXPIRE] = apply_end,
	[ENTRY_TURN] = apply_turn,
	[ENTRY_NOTE] = apply_note,
	[ENTRY_CONCLUSION] = apply_close,
	[ENTRY_CLOSE] = apply_close,
};

static void
check_invariant(const struct fstate *before, const struct fstate *s)
{
	assert(s->state == before->state || (exits[before->state] & TO(s->state)));
	assert(s->n_seats <= SOCRATIC_SEATS);
	assert((s->n_seats == 0) == (s->state == DUEL_PREPARING) || state_is_closed(s));
	assert(s->state != DUEL_WAITING || s->n_seats == 1);
	assert(s->state != DUEL_DEBATING || (s->n_seats == SOCRATIC_SEATS && !s->full));
	assert(s->state != DUEL_CLOSING || s->missing != s->full);
	assert(state_is_closed(s) == (s->outcome != OUTCOME_NONE));
	assert(!s->last || s->last->number == (s->last->before ? s->last->before->number + 1 : 1));
}

static bool
is_known(const struct entry *e)
{
	return e->kind > 0 && e->kind < ENTRY_KINDS;
}

struct fstate *
state_apply(const struct fstate *state, const struct context *ctx, const struct entry *e, const json_t *data, size_t record_offset,
	void *facts)
{
	struct step st = { .ctx = ctx, .e = e, .data = data, .record_offset = record_offset, .facts = facts };
	bool good = is_known(e);

	if (good && appliers[e->kind]) {
		st.s = state_copy(state);
		good = appliers[e->kind](&st);
		if (good)
			check_invariant(state, st.s);
	} else if (good) {
		/* The same state, once more: only its count changes. */
		st.s = state_hold((struct fstate *)state);
	}
	turn_facts_free(st.facts);
	if (good)
		return st.s;
	state_drop(st.s);
	return NULL;
}
