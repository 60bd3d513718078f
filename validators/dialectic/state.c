#include "validators/dialectic/state.h"

#include <assert.h>
#include <string.h>
#include "validators/text/mem.h"

const char *const debate_state_names[DEBATE_STATES] = {
	[DEBATE_PREPARING] = "preparing",
	[DEBATE_WAITING] = "waiting_for_participant",
	[DEBATE_DEBATING] = "debating",
	[DEBATE_COMPLETED] = "completed",
	[DEBATE_INVALIDATED] = "invalidated",
};

/* -- what is owned ----------------------------------------------------------------------------------------------------------------- */

static struct exchange *
exchange_hold(struct exchange *x)
{
	if (x)
		atomic_fetch_add(&x->refs, 1);
	return x;
}

/* Along the chain, as far as nobody else holds it. */
static void
exchange_drop(struct exchange *x)
{
	while (x && atomic_fetch_sub(&x->refs, 1) == 1) {
		struct exchange *before = x->before;

		for (enum side side = 0; side < SIDES; side++)
			handin_drop(x->in[side]);
		judgement_drop(x->judgement);
		free(x);
		x = before;
	}
}

struct fstate *
debate_start(void)
{
	struct fstate *s = mem_calloc(1, sizeof *s);

	atomic_init(&s->refs, 1);
	for (enum side side = 0; side < SIDES; side++)
		s->totals[side] = scoreboard_total(NULL, side);
	return s;
}

struct fstate *
debate_hold(struct fstate *state)
{
	atomic_fetch_add(&state->refs, 1);
	return state;
}

void
debate_drop(struct fstate *state)
{
	if (!state || atomic_fetch_sub(&state->refs, 1) != 1)
		return;
	for (enum side side = 0; side < SIDES; side++)
		handin_drop(state->in[side]);
	exchange_drop(state->last);
	scoreboard_drop(state->board);
	free(state->outcome);
	free(state->reason);
	free(state->report);
	free(state);
}

static struct fstate *
copy(const struct fstate *state)
{
	struct fstate *s = mem_calloc(1, sizeof *s);

	memcpy(s, state, sizeof *s);
	atomic_init(&s->refs, 1);
	for (enum side side = 0; side < SIDES; side++)
		handin_hold(s->in[side]);
	exchange_hold(s->last);
	scoreboard_hold(s->board);
	s->outcome = state->outcome ? mem_strdup(state->outcome) : NULL;
	s->reason = state->reason ? mem_strdup(state->reason) : NULL;
	s->report = state->report ? mem_strdup(state->report) : NULL;
	return s;
}

static struct fstate *
check_invariant(struct fstate *s)
{
	assert(s->exchange == (s->last ? s->last->number + 1 : 0));
	assert((s->board ? s->board->n : 0) == exchange_first(s->exchange));
	for (enum side side = 0; side < SIDES; side++) {
		assert(!s->in[side] || (s->in[side]->side == side && s->in[side]->exchange == s->exchange));
		assert(s->totals[side].count == exchange_first(s->exchange) / SIDES);
	}
	assert(s->closed == (s->outcome != NULL));
	assert(!s->report || s->exchange);
	return s;
}

/* -- changes --------------------------------------------------------------------------------------------------------------------- */

struct fstate *
debate_seat(const struct fstate *state, enum role role, unsigned seat)
{
	struct fstate *s;

	if (role >= ROLES || !seat || state->seats[role] || state->closed)
		return NULL;
	s = copy(state);
	s->seats[role] = seat;
	return check_invariant(s);
}

struct fstate *
debate_hand_in(const struct fstate *state, struct handin *handin)
{
	struct fstate *s;

	if (state->closed || handin->exchange != state->exchange || state->in[handin->side])
		return NULL;
	s = copy(state);
	s->in[handin->side] = handin_hold(handin);
	return check_invariant(s);
}

/* The hand-ins go with the judgement into the chain. */
static struct exchange *
exchange_new(struct fstate *s, struct judgement *judgement)
{
	struct exchange *x = mem_calloc(1, sizeof *x);

	atomic_init(&x->refs, 1);
	x->before = s->last;
	x->number = s->exchange;
	x->judgement = judgement_hold(judgement);
	memcpy(x->in, s->in, sizeof x->in);
	memset(s->in, 0, sizeof s->in);
	return x;
}

struct fstate *
debate_judge(const struct fstate *state, struct judgement *judgement)
{
	struct fstate *s;

	if (state->closed || debate_phase(state) != PHASE_JUDGEMENT || judgement->exchange != state->exchange)
		return NULL;
	s = copy(state);
	s->last = exchange_new(s, judgement);
	scoreboard_drop(s->board);
	s->board = judgement_board(judgement, state->board);
	for (enum side side = 0; side < SIDES; side++)
		s->totals[side] = scoreboard_total(s->board, side);
	s->exchange++;
	return check_invariant(s);
}

struct fstate *
debate_close(const struct fstate *state, const char *outcome, const char *reason, int64_t time_ms)
{
	struct fstate *s;

	if (state->closed)
		return NULL;
	s = copy(state);
	s->closed = true;
	s->outcome = mem_strdup(outcome);
	s->reason = mem_strdup(reason ? reason : "");
	s->closed_ms = time_ms;
	return check_invariant(s);
}

struct fstate *
debate_report(const struct fstate *state, const char *text, size_t len, int64_t time_ms)
{
	struct fstate *s;
	bool closed;

	if (debate_report_fault(state, &closed))
		return NULL;
	s = copy(state);
	s->report = mem_copy(text, len);
	s->report_ms = time_ms;
	return check_invariant(s);
}

struct fstate *
debate_moved(struct fstate *state, int64_t clock_ms)
{
	struct fstate *s = copy(state);

	debate_drop(state);
	s->moved_clock = clock_ms;
	return check_invariant(s);
}

/* -- what it comes to ------------------------------------------------------------------------------------------------------------ */

enum debate_state
debate_state(const struct fstate *state)
{
	unsigned seats = 0;

	if (state->closed)
		return strcmp(state->outcome, DIALECTIC_INVALIDATED) ? DEBATE_COMPLETED : DEBATE_INVALIDATED;
	for (enum role role = 0; role < ROLES; role++)
		seats += state->seats[role] != 0;
	if (!seats)
		return DEBATE_PREPARING;
	return state->seats[ROLE_PROPOSITION] && state->seats[ROLE_OPPOSITION] ? DEBATE_DEBATING : DEBATE_WAITING;
}

enum phase
debate_phase(const struct fstate *state)
{
	return state->in[SIDE_PROPOSITION] && state->in[SIDE_OPPOSITION] ? PHASE_JUDGEMENT : PHASE_ARGUMENTS;
}

enum role
debate_role(const struct fstate *state, unsigned seat)
{
	enum role role = 0;

	while (role < ROLES && (!seat || state->seats[role] != seat))
		role++;
	return role;
}

bool
debate_is_full(const struct fstate *state, int64_t exchanges)
{
	return exchanges > 0 && state->exchange >= exchanges;
}

bool
debate_is_shown(const struct fstate *state, bool sealed, enum side side)
{
	return state->in[side] && (!sealed || state->closed || debate_phase(state) == PHASE_JUDGEMENT);
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
		return "a hand-in is sealed: until the other side's is in, the debate can only be closed as " DIALECTIC_INVALIDATED;
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
	if (state->closed)
		return strcmp(state->outcome, DIALECTIC_COMPLETED) ? "a debate that was invalidated has no report" : NULL;
	*closed = false;
	if (debate_close_fault(state, false, DIALECTIC_COMPLETED))
		return "the report is written at the end: after a judgement, before anything new is handed in";
	return NULL;
}

unsigned
debate_report_owed(const struct fstate *state)
{
	bool closed;

	return state->closed && !debate_report_fault(state, &closed) ? state->seats[ROLE_JUDGE] : 0;
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
		return state->closed_ms;
	return h->time_ms > other->time_ms ? h->time_ms : other->time_ms;
}

const struct exchange **
debate_exchanges(const struct fstate *state, unsigned *n)
{
	const struct exchange **list = mem_calloc(state->exchange, sizeof(*list));

	*n = state->exchange;
	for (const struct exchange *x = state->last; x; x = x->before)
		list[x->number] = x;
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
	const struct exchange *x = state->last;

	if (id.exchange == state->exchange)
		return debate_is_shown(state, sealed, id.side) ? &state->in[id.side]->arguments[id.letter] : NULL;
	while (x && x->number != id.exchange)
		x = x->before;
	return x ? &x->in[id.side]->arguments[id.letter] : NULL;
}
