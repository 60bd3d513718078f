/* What a state is made of, and what is asked of it. */
#include "validators/rounds/state.h"

#include <string.h>
#include "validators/rounds/phrases.h"
#include "validators/text/mem.h"

const char *const rounds_stage_names[STAGES] = {
	[STAGE_WAITING] = "waiting_for_participant",
	[STAGE_DEBATING] = "debating",
	[STAGE_SUMMARIZING] = "summarizing",
	[STAGE_JUDGING] = "judging",
	[STAGE_COMPLETED] = "completed",
	[STAGE_UNCONTESTED] = "uncontested",
	[STAGE_ABORTED] = "aborted",
};

const char *const rounds_role_names[ROLES + 1] = {
	[ROLE_PROPOSER] = "proposer",
	[ROLE_CHALLENGER] = "challenger",
	[ROLE_ORCHESTRATOR] = "orchestrator",
};

const char *const rounds_role_titles[ROLES] = {
	[ROLE_PROPOSER] = "Proposer",
	[ROLE_CHALLENGER] = "Challenger",
	[ROLE_ORCHESTRATOR] = "Orchestrator",
};

/* clang-format off */
const struct ending rounds_outcomes[OUTCOMES] = {
	[OUTCOME_NONE]        = { .name = "" },
	[OUTCOME_COMPLETED]   = { "COMPLETED", "the orchestrator's verdict is accepted, after the last round or after the last complete one" },
	[OUTCOME_UNCONTESTED] = { "UNCONTESTED", "the challenger failed in round 1 (see the terms), or the orchestrator says so, `fail ORCHESTRATOR who=NAME`: the proposer's "
		"position stands alone" },
	[OUTCOME_ABORTED]     = { "ABORTED", "the proposer failed in round 1, in either way: there is nothing to debate" },
};
/* clang-format on */

/* -- pieces ---------------------------------------------------------------------------------------------------------------------- */

static void
strings_free(char **v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(v[i]);
	free(v);
}

struct rounds_piece *
rounds_piece_new(const struct rounds_piece *draft)
{
	struct rounds_piece *p = mem_calloc(1, sizeof *p);

	memcpy(p, draft, sizeof *p);
	atomic_init(&p->refs, 1);
	return p;
}

static struct rounds_piece *
piece_hold(struct rounds_piece *p)
{
	if (p)
		atomic_fetch_add(&p->refs, 1);
	return p;
}

/* Along the chain, as far as nobody else holds it. */
void
rounds_piece_drop(struct rounds_piece *p)
{
	while (p && atomic_fetch_sub(&p->refs, 1) == 1) {
		struct rounds_piece *before = p->before;
		free(p->text);
		spoken_free(p->spoken);
		strings_free(p->warnings, p->n_warnings);
		free(p);
		p = before;
	}
}

struct rounds_conclusion *
rounds_conclusion_hold(struct rounds_conclusion *c)
{
	if (c)
		atomic_fetch_add(&c->refs, 1);
	return c;
}

void
rounds_conclusion_drop(struct rounds_conclusion *c)
{
	if (!c || atomic_fetch_sub(&c->refs, 1) != 1)
		return;
	free(c->reasoning);
	free(c->recommendation);
	strings_free(c->agreements, c->n_agreements);
	strings_free(c->disagreements, c->n_disagreements);
	strings_free(c->warnings, c->n_warnings);
	free(c);
}

struct rounds_words *
rounds_words_hold(struct rounds_words *w)
{
	if (w)
		atomic_fetch_add(&w->refs, 1);
	return w;
}

void
rounds_words_drop(struct rounds_words *w)
{
	if (!w || atomic_fetch_sub(&w->refs, 1) != 1)
		return;
	phrases_free(w->phrases);
	free(w);
}

/* -- states ---------------------------------------------------------------------------------------------------------------------- */

struct fstate *
rounds_start(void)
{
	struct fstate *s = mem_calloc(1, sizeof *s);

	atomic_init(&s->refs, 1);
	s->round = 1;
	return s;
}

struct fstate *
rounds_hold(struct fstate *state)
{
	atomic_fetch_add(&state->refs, 1);
	return state;
}

void
rounds_drop(struct fstate *state)
{
	if (!state || atomic_fetch_sub(&state->refs, 1) != 1)
		return;
	rounds_piece_drop(state->last);
	rounds_conclusion_drop(state->conclusion);
	rounds_words_drop(state->words);
	free(state->failure.reason);
	free(state->reason);
	free(state);
}

static char *
copy_of(const char *s)
{
	return s ? mem_strdup(s) : NULL;
}

struct fstate *
rounds_copy(const struct fstate *state)
{
	struct fstate *s = mem_calloc(1, sizeof *s);

	memcpy(s, state, sizeof *s);
	atomic_init(&s->refs, 1);
	piece_hold(s->last);
	rounds_conclusion_hold(s->conclusion);
	rounds_words_hold(s->words);
	s->failure.reason = copy_of(state->failure.reason);
	s->reason = copy_of(state->reason);
	return s;
}

/* -- questions ------------------------------------------------------------------------------------------------------------------- */

bool
rounds_is_closed(const struct fstate *state)
{
	return state->outcome != OUTCOME_NONE;
}

enum rounds_role
rounds_role(const struct fstate *state, unsigned seat)
{
	enum rounds_role role = 0;

	while (role < ROLES && (!seat || state->seats[role] != seat))
		role++;
	return role;
}

enum rounds_role
rounds_mover(const struct fstate *state)
{
	if (state->stage == STAGE_DEBATING)
		return (enum rounds_role)state->speaker;
	return state->stage == STAGE_SUMMARIZING || state->stage == STAGE_JUDGING ? ROLE_ORCHESTRATOR : ROLES;
}

unsigned
rounds_summary_due(unsigned round)
{
	return round > ROUNDS_FULL_TEXT ? round - ROUNDS_SUMMARY_LAG : 0;
}

const struct seat *
rounds_seat_of(const struct fstate *state, const struct context *ctx, enum rounds_role role)
{
	return role < ROLES && state->seats[role] ? context_seat(ctx, state->seats[role]) : NULL;
}

unsigned
rounds_pieces(const struct fstate *state)
{
	return state->last ? state->last->number : 0;
}

const struct rounds_piece *
rounds_piece(const struct fstate *state, enum rounds_role role, unsigned round)
{
	const struct rounds_piece *p = state->last;

	while (p && (p->role != role || p->round != round))
		p = p->before;
	return p;
}

const struct rounds_piece **
rounds_all(const struct fstate *state, size_t *n)
{
	const struct rounds_piece **list;

	*n = rounds_pieces(state);
	list = mem_calloc(*n, sizeof *list);
	for (const struct rounds_piece *p = state->last; p; p = p->before)
		list[p->number - 1] = p;
	return list;
}

const struct spoken **
rounds_spoken(const struct fstate *state, size_t *n)
{
	size_t pieces;
	const struct rounds_piece **all = rounds_all(state, &pieces);
	const struct spoken **list = mem_calloc(pieces, sizeof *list);

	*n = 0;
	for (size_t i = 0; i < pieces; i++)
		if (all[i]->spoken)
			list[(*n)++] = all[i]->spoken;
	free(all);
	return list;
}

const struct spoken_point *
rounds_point(const struct fstate *state, unsigned round, unsigned n)
{
	const struct rounds_piece *p = rounds_piece(state, ROLE_CHALLENGER, round);

	return p && n && n <= p->spoken->n_points ? &p->spoken->points[n - 1] : NULL;
}

/* -- open points ----------------------------------------------------------------------------------------------------------------- */

/* Where the points of each challenge begin in one list of all; index 0 and first[rounds] aside. */
struct numbering {
	size_t first[ROUNDS_MAX + 2];
};

static struct numbering
number_points(const struct fstate *state)
{
	struct numbering at = { .first = { 0 } };

	for (unsigned round = 1; round <= ROUNDS_MAX; round++) {
		const struct rounds_piece *p = rounds_piece(state, ROLE_CHALLENGER, round);
		at.first[round + 1] = at.first[round] + (p ? p->spoken->n_points : 0);
	}
	return at;
}

static void
mark_settled(const struct spoken_yield *y, const struct numbering *at, bool *settled)
{
	if (y->round >= 1 && y->round <= ROUNDS_MAX && y->n && y->n <= at->first[y->round + 1] - at->first[y->round])
		settled[at->first[y->round] + y->n - 1] = true;
}

bool
rounds_yield_is_first(const struct spoken *s, size_t n)
{
	return !n || strcmp(s->yields[n].sentence, s->yields[n - 1].sentence) != 0;
}

struct rounds_open *
rounds_open_points(const struct fstate *state, size_t *n)
{
	struct numbering at = number_points(state);
	size_t points = at.first[ROUNDS_MAX + 1];
	bool *settled = mem_calloc(points, sizeof *settled);
	struct rounds_open *list = mem_calloc(points, sizeof *list);

	for (const struct rounds_piece *p = state->last; p; p = p->before)
		for (size_t i = 0; p->spoken && i < p->spoken->n_yields; i++)
			mark_settled(&p->spoken->yields[i], &at, settled);
	*n = 0;
	for (unsigned round = 1; round <= ROUNDS_MAX; round++)
		for (size_t i = at.first[round]; i < at.first[round + 1]; i++)
			if (!settled[i])
				list[(*n)++] = (struct rounds_open){ round, (unsigned)(i - at.first[round] + 1),
					rounds_point(state, round, (unsigned)(i - at.first[round] + 1)) };
	free(settled);
	return list;
}
