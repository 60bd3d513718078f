/* What a state is made of, and what is asked of it. */
#include "validators/rounds/state.h"

#include <assert.h>
#include <string.h>
#include "validators/kit/warnings.h"
#include "validators/rounds/phrases.h"
#include "validators/text/mem.h"

/* A state that waits has two seats to fill; what is due before it speaks again follows from its pieces. */
const struct phase rounds_stages[STAGES] = {
	[STAGE_WAITING] = {"waiting_for_participant",
		PHASE(STAGE_DEBATING) | PHASE(STAGE_UNCONTESTED) | PHASE(STAGE_ABORTED)},
	[STAGE_DEBATING] = {"debating",
		PHASE(STAGE_SUMMARIZING) | PHASE(STAGE_CLOSING) | PHASE(STAGE_JUDGING) | PHASE(STAGE_UNCONTESTED) |
			PHASE(STAGE_ABORTED)},
	[STAGE_SUMMARIZING] = {"summarizing", PHASE(STAGE_DEBATING) | PHASE(STAGE_ABORTED)},
	[STAGE_CLOSING] = {"closing_reply", PHASE(STAGE_JUDGING) | PHASE(STAGE_ABORTED)},
	[STAGE_JUDGING] = {"judging", PHASE(STAGE_COMPLETED) | PHASE(STAGE_ABORTED)},
	[STAGE_COMPLETED] = {"completed", 0},
	[STAGE_UNCONTESTED] = {"uncontested", 0},
	[STAGE_ABORTED] = {"aborted", 0},
};

unsigned
rounds_stage(const struct fstate *state)
{
	static const enum rounds_stage ends[OUTCOMES] = {
		[OUTCOME_COMPLETED] = STAGE_COMPLETED,
		[OUTCOME_UNCONTESTED] = STAGE_UNCONTESTED,
		[OUTCOME_ABORTED] = STAGE_ABORTED,
	};
	const struct fstate_common *d = &state->debate;
	unsigned summary = rounds_summary_due(state->round);

	if (d->outcome)
		return ends[d->outcome];
	if (!d->seats[ROLE_PROPOSER] || !d->seats[ROLE_CHALLENGER])
		return STAGE_WAITING;
	if (state->closing)
		return STAGE_CLOSING;
	if (state->completed == state->round || (state->failure.seat && state->round > 1))
		return STAGE_JUDGING;
	if (state->speaker == SPEAKER_PROPOSER && summary && state->unsummarized != state->round &&
		!rounds_piece(state, ROLE_ORCHESTRATOR, summary))
		return STAGE_SUMMARIZING;
	return STAGE_DEBATING;
}

void
rounds_check(const struct fstate *s)
{
	assert(s->round >= 1 && s->completed <= s->round && s->round - s->completed <= 1);
	assert(!s->closing || (s->completed == s->round && !s->passed_over));
	assert((s->debate.outcome == OUTCOME_COMPLETED) == (s->conclusion != NULL));
}

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

const struct ending rounds_outcomes[OUTCOMES] = {
	[OUTCOME_NONE] = { .name = "" },
	[OUTCOME_COMPLETED] = { "COMPLETED",
		"the orchestrator's verdict is accepted, after the last round or after the last complete one" },
	[OUTCOME_UNCONTESTED] = { "UNCONTESTED",
		"the challenger failed in round 1 (see the terms), or the orchestrator says so, "
		"`fail ORCHESTRATOR who=NAME`: the proposer's position stands alone" },
	[OUTCOME_ABORTED] = { "ABORTED",
		"the proposer failed in round 1, in either way: there is nothing to debate" },
};

const struct quality_row rounds_qualities[QUALITIES] = {
	[QUALITY_DISAGREEMENT] = { "Genuine disagreement", "genuine_disagreement" },
	[QUALITY_EVIDENCE] = { "Evidence quality", "evidence_quality" },
	[QUALITY_DEPTH] = { "Challenge depth", "challenge_depth" },
};

/* -- pieces -- */

void
rounds_piece_empty(struct record_piece *piece)
{
	struct rounds_piece *p = (struct rounds_piece *)piece;

	free(p->text);
	spoken_free(p->spoken);
}

static struct rounds_conclusion *
conclusion_hold(struct rounds_conclusion *c)
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
	strings_free(c->unresolved, c->n_unresolved);
	for (enum quality i = 0; i < QUALITIES; i++)
		free(c->quality[i]);
	free(c->rigor);
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

/* -- states -- */

void
rounds_begin(struct fstate *state)
{
	state->round = 1;
}

void
rounds_hold_own(struct fstate *copy)
{
	conclusion_hold(copy->conclusion);
	rounds_words_hold(copy->words);
	copy->failure.reason = copy->failure.reason ? mem_strdup(copy->failure.reason) : NULL;
	copy->passed_over = copy->passed_over ? mem_strdup(copy->passed_over) : NULL;
}

void
rounds_drop_own(struct fstate *state)
{
	rounds_conclusion_drop(state->conclusion);
	rounds_words_drop(state->words);
	free(state->failure.reason);
	free(state->passed_over);
}

/* -- questions -- */

enum rounds_role
rounds_role(const struct fstate *state, unsigned seat)
{
	unsigned role = fstate_role(state, seat);

	return role < ROLES ? role : ROLES;
}

enum rounds_role
rounds_mover(const struct fstate *state)
{
	enum rounds_stage stage = state->debate.phase;

	if (stage == STAGE_DEBATING)
		return (enum rounds_role)state->speaker;
	if (stage == STAGE_CLOSING)
		return ROLE_PROPOSER;
	return stage == STAGE_SUMMARIZING || stage == STAGE_JUDGING ? ROLE_ORCHESTRATOR : ROLES;
}

unsigned
rounds_summary_due(unsigned round)
{
	return round > ROUNDS_FULL_TEXT ? round - ROUNDS_SUMMARY_LAG : 0;
}

const struct seat *
rounds_seat_of(const struct fstate *state, const struct context *ctx, enum rounds_role role)
{
	return role < ROLES && state->debate.seats[role] ? context_seat(ctx, state->debate.seats[role]) : NULL;
}

char *
rounds_position(const struct context *ctx, enum speaker side)
{
	const char *both = ctx->terms->positions, *newline = both ? strchr(both, '\n') : NULL;

	if (!newline)
		return NULL;
	return side == SPEAKER_PROPOSER ? mem_copy(both, (size_t)(newline - both)) : mem_strdup(newline + 1);
}

const struct rounds_piece *
rounds_last(const struct fstate *state)
{
	return (const struct rounds_piece *)state->debate.last;
}

const struct rounds_piece *
rounds_before(const struct rounds_piece *p)
{
	return (const struct rounds_piece *)p->piece.before;
}

const struct rounds_piece *
rounds_piece(const struct fstate *state, enum rounds_role role, unsigned round)
{
	const struct rounds_piece *p = rounds_last(state);

	while (p && (p->role != role || p->round != round || (p->spoken && p->spoken->closing)))
		p = rounds_before(p);
	return p;
}

const struct rounds_piece *
rounds_closing(const struct fstate *state)
{
	const struct rounds_piece *p = rounds_last(state);

	return p && p->spoken && p->spoken->closing ? p : NULL;
}

const struct rounds_piece **
rounds_all(const struct fstate *state, size_t *n)
{
	const struct rounds_piece **list;

	*n = fstate_pieces(state);
	list = mem_calloc(*n, sizeof *list);
	for (const struct rounds_piece *p = rounds_last(state); p; p = rounds_before(p))
		list[p->piece.number - 1] = p;
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

const struct spoken_answer *
rounds_answer(const struct fstate *state, unsigned round, unsigned n)
{
	const struct rounds_piece *p = rounds_piece(state, ROLE_PROPOSER, round);

	return p && n && n <= p->spoken->n_answers ? &p->spoken->answers[n - 1] : NULL;
}

/* -- open points -- */

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
	if (!y->partly && y->round >= 1 && y->round <= ROUNDS_MAX && y->n &&
		y->n <= at->first[y->round + 1] - at->first[y->round])
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

	for (const struct rounds_piece *p = rounds_last(state); p; p = rounds_before(p))
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
