/*
 * A turn's warnings come from the entry's data, everything else of it from its text, whether judge has just read it or
 * replay reads it again: so both ways lead to the same state.
 */
#include "validators/socratic/state.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>
#include "validators/kit/moves.h"
#include "validators/kit/warnings.h"
#include "validators/socratic/turn.h"
#include "validators/text/mem.h"

const struct phase duel_phases[DUEL_STATES] = {
	[DUEL_PREPARING] = {"preparing", PHASE(DUEL_WAITING) | PHASE(DUEL_INVALIDATED)},
	[DUEL_WAITING] = {"waiting_for_participant",
		PHASE(DUEL_DEBATING) | PHASE(DUEL_CLOSING) | PHASE(DUEL_COMPLETED) | PHASE(DUEL_INVALIDATED)},
	[DUEL_DEBATING] = {"debating", PHASE(DUEL_CLOSING) | PHASE(DUEL_COMPLETED) | PHASE(DUEL_INVALIDATED)},
	[DUEL_CLOSING] = {"closing",
		PHASE(DUEL_WAITING) | PHASE(DUEL_DEBATING) | PHASE(DUEL_COMPLETED) | PHASE(DUEL_INVALIDATED)},
	[DUEL_COMPLETED] = {"completed", 0},
	[DUEL_INVALIDATED] = {"invalidated", 0},
};

unsigned
state_phase(const struct fstate *state)
{
	const struct fstate_common *d = &state->debate;

	if (d->outcome)
		return d->outcome == OUTCOME_INVALIDATED ? DUEL_INVALIDATED : DUEL_COMPLETED;
	if (!d->n_seats)
		return DUEL_PREPARING;
	if (d->n_seats < SOCRATIC_SEATS)
		return state->missing ? DUEL_CLOSING : DUEL_WAITING;
	return state->full ? DUEL_CLOSING : DUEL_DEBATING;
}

void
state_check(const struct fstate *state)
{
	assert(!state->missing || state->debate.n_seats == 1);
	assert(!state->full || state->debate.last);
}

/* -- what is owned -- */

void
state_hold_own(struct fstate *copy)
{
	source_index_hold(copy->source);
	items_hold(copy->items);
	raised_hold(copy->raised);
	copy->warnings = strings_copy(copy->warnings, copy->n_warnings);
}

void
state_drop_own(struct fstate *state)
{
	source_index_drop(state->source);
	items_drop(state->items);
	raised_drop(state->raised);
	strings_free(state->warnings, state->n_warnings);
}

void
state_piece_empty(struct record_piece *p)
{
	struct turn *t = (struct turn *)p;

	consensus_free(&t->consensus);
	heard_drop(t->heard);
}

void
state_facts_free(enum entry_kind kind, void *facts)
{
	(void)kind;
	turn_facts_free(facts);
}

void *
state_ahead(enum entry_kind kind, const void *facts)
{
	(void)kind;
	return raised_hold(((const struct turn_facts *)facts)->raised);
}

void
state_ahead_work(void *left)
{
	raised_know(left);
	raised_drop(left);
}

static void *
make_reading(const struct source *source, const struct source_folder *folder)
{
	(void)folder;
	return source_index_new(source);
}

static void
drop_reading(void *reading)
{
	source_index_drop(reading);
}

const struct format_reading state_reading = {.make = make_reading, .drop = drop_reading};

struct source_index *
state_source(const struct context *ctx)
{
	return ctx->reading ? source_index_hold(ctx->reading) : source_index_new(ctx->source);
}

/* -- questions -- */

const struct turn *
state_last(const struct fstate *state)
{
	return (const struct turn *)state->debate.last;
}

const struct turn *
turn_before(const struct turn *t)
{
	return (const struct turn *)t->piece.before;
}

const struct turn *
state_latest(const struct fstate *state, unsigned seat)
{
	const struct turn *t = state_last(state);

	while (t && t->piece.seat != seat)
		t = turn_before(t);
	return t;
}

const struct turn *
state_statement_of(const struct fstate *state, unsigned seat)
{
	const struct turn *t = state_last(state);

	while (t && (t->piece.seat != seat || !t->consensus.plain))
		t = turn_before(t);
	return t;
}

const struct turn *
state_accepted(const struct fstate *state)
{
	for (unsigned seat = 1; seat <= SOCRATIC_SEATS; seat++) {
		const struct turn *t = state_latest(state, seat);
		const struct turn *statement = state_statement_of(state, SOCRATIC_SEATS + 1 - seat);
		if (t && statement && t->consensus.accepts == statement->piece.number)
			return statement;
	}
	return NULL;
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
	return state_converges(state) && !items_blocking(state->items);
}

bool
state_consensus(const struct fstate *state)
{
	return state_agrees(state) && state_latest(state, 1)->stance == STANCE_ACCEPTING &&
		state_latest(state, 2)->stance == STANCE_ACCEPTING && state_accepted(state);
}

bool
state_both_dissent(const struct fstate *state)
{
	for (unsigned seat = 1; seat <= SOCRATIC_SEATS; seat++)
		if (!state_latest(state, seat) || state_latest(state, seat)->stance != STANCE_DISSENTING)
			return false;
	return true;
}

bool
state_is_unanswered(const struct fstate *state, unsigned seat)
{
	const struct turn *last = state_last(state);
	return last && last->piece.seat == seat && !state->lifted && !state->full && !state_both_dissent(state);
}

/* -- entries -- */

static bool
step_rules(struct step *st)
{
	if (!st->s->source)
		st->s->source = state_source(st->ctx);
	return true;
}

static bool
step_join(struct step *st)
{
	st->s->missing = false;
	return true;
}

/* Before the peer has joined nothing but a timeout's claim is granted. */
static bool
step_claim(struct step *st)
{
	st->s->missing = st->s->debate.n_seats < SOCRATIC_SEATS;
	return true;
}

/* A lease has ended, whoever ended it. */
static bool
step_end(struct step *st)
{
	st->s->wait_clock[st->e->seat] = st->e->clock_ms;
	st->s->missing = false;
	return true;
}

static void
keep_turn(struct step *st, struct turn_facts *f)
{
	struct turn *t = (struct turn *)step_add_piece(st, sizeof *t);
	struct items *items;

	t->stance = f->stance;
	items = items_after(st->s->items, t->piece.seat, t->piece.number, f->items, f->n_items, f->text);
	items_drop(st->s->items);
	st->s->items = items;
	if (!f->raised) { /* a record is read beside the loop: then at once */
		f->raised = raised_after(st->s->raised, t->piece.seat, f);
		raised_know(f->raised);
	}
	raised_drop(st->s->raised);
	st->s->raised = f->raised;
	t->heard = raised_last(f->raised);
	f->raised = NULL;
	t->consensus = f->consensus;
	f->consensus = (struct consensus){ .accepts = 0 };
}

static bool
step_turn(struct step *st)
{
	struct fstate *s = st->s;
	struct turn_facts *f = st->facts ? st->facts : turn_facts_read(st->e->body, st->e->body_len);
	bool good = s->debate.phase == DUEL_DEBATING && st->data && f && f->number == fstate_pieces(s) + 1 &&
		f->number <= st->ctx->terms->max_turns && f->stance != STANCE_NONE;

	st->facts = NULL;
	if (good) {
		keep_turn(st, f);
		s->recorded = true;
		s->lifted = false;
		s->full = f->number == st->ctx->terms->max_turns;
		for (unsigned seat = 1; seat <= SOCRATIC_SEATS; seat++)
			s->wait_clock[seat] = st->e->clock_ms;
	}
	turn_facts_free(f);
	return good;
}

/* A line about a silent peer or a clock that ran out stands before a text, that of who invalidated the duel behind its
 * conclusion. */
static bool
step_note(struct step *st)
{
	const char *note = json_string_value(json_object_get(st->data, "note"));

	if (note && !strcmp(note, NOTE_INVALIDATED))
		return st->s->debate.phase == DUEL_INVALIDATED;
	if (!note || fstate_is_closed(st->s))
		return false;
	if (!strcmp(note, NOTE_TIME_UP))
		st->s->expired = true;
	else if (!strcmp(note, "peer_timeout"))
		st->s->lifted = true;
	st->s->recorded = true;
	return st->s->expired || st->s->lifted;
}

/* A conclusion, or a duel closed without one. */
static bool
step_close(struct step *st)
{
	st->s->missing = false;
	st->s->recorded = st->s->recorded || st->e->kind == ENTRY_CONCLUSION;
	if (!st->s->warnings)
		st->s->warnings = strings_take(json_object_get(st->data, "warnings"), &st->s->n_warnings);
	return true;
}

bool (*const state_steps[ENTRY_KINDS])(struct step *st) = {
	[ENTRY_RULES] = step_rules,
	[ENTRY_JOIN] = step_join,
	[ENTRY_CLAIM] = step_claim,
	[ENTRY_RELEASE] = step_end,
	[ENTRY_EXPIRE] = step_end,
	[ENTRY_TURN] = step_turn,
	[ENTRY_NOTE] = step_note,
	[ENTRY_CONCLUSION] = step_close,
	[ENTRY_CLOSE] = step_close,
};
