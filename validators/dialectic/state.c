#include "validators/dialectic/state.h"

#include <assert.h>
#include <string.h>
#include "validators/kit/moves.h"
#include "validators/kit/warnings.h"
#include "validators/text/mem.h"

#define DEBATE_ENDS (PHASE(DEBATE_COMPLETED) | PHASE(DEBATE_INVALIDATED))

const struct phase debate_phases[DEBATE_STATES] = {
	[DEBATE_PREPARING] = { "preparing", PHASE(DEBATE_WAITING) | PHASE(DEBATE_INVALIDATED) },
	[DEBATE_WAITING] = { "waiting_for_participant", PHASE(DEBATE_DEBATING) | PHASE(DEBATE_INVALIDATED) },
	[DEBATE_DEBATING] = { "debating", DEBATE_ENDS },
	[DEBATE_COMPLETED] = { "completed", 0 },
	[DEBATE_INVALIDATED] = { "invalidated", 0 },
};

unsigned
dialectic_state(const struct fstate *state)
{
	const struct fstate_common *d = &state->debate;

	if (d->outcome)
		return d->outcome == OUTCOME_INVALIDATED ? DEBATE_INVALIDATED : DEBATE_COMPLETED;
	if (!d->n_seats)
		return DEBATE_PREPARING;
	return d->seats[ROLE_PROPOSITION] && d->seats[ROLE_OPPOSITION] ? DEBATE_DEBATING : DEBATE_WAITING;
}

void
debate_check(const struct fstate *s)
{
	assert(s->exchange == fstate_pieces(s));
	assert((s->board ? s->board->n : 0) == exchange_first(s->exchange));
	for (enum side side = 0; side < SIDES; side++) {
		assert(!s->in[side] || (s->in[side]->side == side && s->in[side]->exchange == s->exchange));
		assert(s->totals[side].count == exchange_first(s->exchange) / SIDES);
	}
	assert(!s->report || s->exchange);
}

/* -- what is owned -- */

void
debate_begin(struct fstate *state)
{
	for (enum side side = 0; side < SIDES; side++)
		state->totals[side] = scoreboard_total(NULL, side);
}

void
debate_hold_own(struct fstate *copy)
{
	for (enum side side = 0; side < SIDES; side++)
		handin_hold(copy->in[side]);
	scoreboard_hold(copy->board);
	copy->report = copy->report ? mem_strdup(copy->report) : NULL;
}

void
debate_drop_own(struct fstate *state)
{
	for (enum side side = 0; side < SIDES; side++)
		handin_drop(state->in[side]);
	scoreboard_drop(state->board);
	free(state->report);
}

void
debate_piece_empty(struct record_piece *p)
{
	struct exchange *x = (struct exchange *)p;

	for (enum side side = 0; side < SIDES; side++)
		handin_drop(x->in[side]);
	judgement_drop(x->judgement);
}

void
debate_facts_free(enum entry_kind kind, void *facts)
{
	if (kind == ENTRY_HANDIN)
		handin_drop(facts);
	else
		judgement_drop(facts);
}

/* The titles, which are wrapped when the graph is drawn. */
void *
debate_ahead(enum entry_kind kind, const void *facts)
{
	return kind == ENTRY_HANDIN ? handin_hold((struct handin *)facts) : NULL;
}

void
debate_ahead_work(void *left)
{
	handin_wrap_titles(left);
	handin_drop(left);
}

/* -- entries -- */

/* The facts, or what the body says. */
static struct handin *
take_handin(struct step *st)
{
	struct handin *h = st->facts;

	st->facts = NULL;
	if (h && json_is_array(json_object_get(st->data, "warnings"))) {
		/* With those of what was looked up since it was read. */
		strings_free(h->warnings, h->n_warnings);
		h->warnings = strings_take(json_object_get(st->data, "warnings"), &h->n_warnings);
	}
	if (!h) {
		json_t *value = json_loadb(st->e->body, st->e->body_len, JSON_DECODE_ANY, NULL);
		h = value ? handin_restore(value, st->data) : NULL;
		json_decref(value);
	}
	return h;
}

static bool
step_handin(struct step *st)
{
	struct fstate *s = st->s;
	struct handin *h = take_handin(st);

	if (!h || fstate_is_closed(s) || h->exchange != s->exchange || s->in[h->side] ||
		s->debate.seats[h->side] != st->e->seat) {
		handin_drop(h);
		return false;
	}
	h->time_ms = st->e->time_ms;
	h->second = s->in[SIDES - 1 - h->side] != NULL;
	s->in[h->side] = h;
	return true;
}

/* The hand-ins go with the judgement into the record. */
static bool
step_judgement(struct step *st)
{
	struct fstate *s = st->s;
	struct judgement *j = st->facts ? st->facts : judgement_restore(st->data, s->exchange);

	st->facts = NULL;
	if (!j || fstate_is_closed(s) || debate_phase(s) != PHASE_JUDGEMENT || j->exchange != s->exchange ||
		debate_role(s, st->e->seat) != ROLE_JUDGE) {
		judgement_drop(j);
		return false;
	}
	j->time_ms = st->e->time_ms;
	struct exchange *x = (struct exchange *)step_add_piece(st, sizeof *x);
	x->judgement = j;
	memcpy(x->in, s->in, sizeof x->in);
	memset(s->in, 0, sizeof s->in);
	scoreboard_drop(s->board);
	s->board = judgement_board(j, st->before->board);
	for (enum side side = 0; side < SIDES; side++)
		s->totals[side] = scoreboard_total(s->board, side);
	s->exchange++;
	return true;
}

static bool
step_report(struct step *st)
{
	bool closed;

	if (debate_report_fault(st->s, &closed))
		return false;
	st->s->report = mem_copy(st->e->body, st->e->body_len);
	st->s->report_ms = st->e->time_ms;
	return true;
}

/* The line that says who invalidated the debate, or whose time was up, before its close: it changes nothing else. */
static bool
step_note(struct step *st)
{
	const char *note = json_string_value(json_object_get(st->data, "note"));

	return note && (!strcmp(note, NOTE_INVALIDATED) || !strcmp(note, NOTE_TIME_UP)) && !fstate_is_closed(st->s);
}

static bool
step_lapse(struct step *st)
{
	st->s->report_over |= fstate_is_closed(st->s);
	return true;
}

/* No debate has one. */
static bool
step_conclusion(struct step *st)
{
	(void)st;
	return false;
}

bool (*const debate_steps[ENTRY_KINDS])(struct step *st) = {
	[ENTRY_HANDIN] = step_handin,
	[ENTRY_TURN] = step_judgement,
	[ENTRY_REPORT] = step_report,
	[ENTRY_LAPSE] = step_lapse,
	[ENTRY_NOTE] = step_note,
	[ENTRY_CONCLUSION] = step_conclusion,
};

/* -- what it comes to -- */

const struct exchange *
debate_last(const struct fstate *state)
{
	return (const struct exchange *)state->debate.last;
}

const struct exchange *
debate_exchange(const struct fstate *state, unsigned number)
{
	return (const struct exchange *)fstate_piece(state, number + 1);
}

enum exchange_phase
debate_phase(const struct fstate *state)
{
	return state->in[SIDE_PROPOSITION] && state->in[SIDE_OPPOSITION] ? PHASE_JUDGEMENT : PHASE_ARGUMENTS;
}

enum role
debate_role(const struct fstate *state, unsigned seat)
{
	unsigned role = fstate_role(state, seat);

	return role < ROLES ? role : ROLES;
}

bool
debate_is_shown(const struct fstate *state, bool sealed, enum side side)
{
	return state->in[side] && (!sealed || fstate_is_closed(state) || debate_phase(state) == PHASE_JUDGEMENT);
}

bool
debate_has_sealed(const struct fstate *state, bool sealed)
{
	for (enum side side = 0; side < SIDES; side++)
		if (state->in[side] && !debate_is_shown(state, sealed, side))
			return true;
	return false;
}

const char *
debate_close_fault(const struct fstate *state, bool sealed, const char *outcome)
{
	if (!strcmp(outcome, DIALECTIC_INVALIDATED))
		return NULL;
	if (strcmp(outcome, DIALECTIC_COMPLETED))
		return "the outcome of a debate is " DIALECTIC_COMPLETED " or " DIALECTIC_INVALIDATED;
	if (debate_has_sealed(state, sealed))
		return "a hand-in is sealed: until the other side's is in, the debate can only be closed "
		       "as " DIALECTIC_INVALIDATED;
	if (!state->exchange || state->in[SIDE_PROPOSITION] || state->in[SIDE_OPPOSITION])
		return "a debate is completed after a judgement, before anything new is handed in";
	return NULL;
}

const char *
debate_report_fault(const struct fstate *state, bool *closed)
{
	*closed = true;
	if (state->report)
		return "the report is written, and stays as it is";
	if (state->report_over)
		return "the time for the report is over (move_seconds)";
	if (fstate_is_closed(state))
		return state->debate.outcome != OUTCOME_COMPLETED ? "a debate that was invalidated has no report"
								  : NULL;
	*closed = false;
	if (debate_close_fault(state, false, DIALECTIC_COMPLETED))
		return "the report is written at the end: after a judgement, before anything new is handed in";
	return NULL;
}

unsigned
debate_report_owed(const struct fstate *state)
{
	bool closed;

	return fstate_is_closed(state) && !debate_report_fault(state, &closed) ? state->debate.seats[ROLE_JUDGE] : 0;
}

/* Hand-ins that were sealed appear with the last of both, or with the end. */
int64_t
debate_shown_ms(const struct fstate *state, bool sealed, enum side side)
{
	const struct handin *h = state->in[side], *other = state->in[SIDES - 1 - side];

	if (!debate_is_shown(state, sealed, side))
		return 0;
	if (!sealed)
		return h->time_ms;
	if (!other)
		return state->debate.closed_ms;
	return h->time_ms > other->time_ms ? h->time_ms : other->time_ms;
}

const struct exchange **
debate_exchanges(const struct fstate *state, unsigned *n)
{
	const struct exchange **list = mem_calloc(state->exchange, sizeof(*list));

	*n = state->exchange;
	for (const struct record_piece *p = state->debate.last; p; p = p->before)
		list[p->number - 1] = (const struct exchange *)p;
	return list;
}

static void
add_arguments(const struct argument **list, unsigned *n, const struct handin *h)
{
	for (unsigned i = 0; i < h->n; i++)
		list[(*n)++] = &h->arguments[i];
}

const struct argument **
debate_arguments(const struct fstate *state, bool sealed, unsigned *n)
{
	const struct argument **list = mem_calloc(exchange_first(state->exchange + 1), sizeof(*list));
	const struct exchange **exchanges = debate_exchanges(state, n);

	*n = 0;
	for (unsigned i = 0; i < state->exchange; i++)
		for (enum side side = 0; side < SIDES; side++)
			add_arguments(list, n, exchanges[i]->in[side]);
	for (enum side side = 0; side < SIDES; side++)
		if (debate_is_shown(state, sealed, side))
			add_arguments(list, n, state->in[side]);
	free(exchanges);
	return list;
}

const struct argument *
debate_argument(const struct fstate *state, bool sealed, struct argument_id id)
{
	const struct exchange *x = debate_exchange(state, id.exchange);

	if (id.exchange == state->exchange)
		return debate_is_shown(state, sealed, id.side) ? &state->in[id.side]->arguments[id.letter] : NULL;
	return x ? &x->in[id.side]->arguments[id.letter] : NULL;
}
