#include "validators/dialectic/floor.h"

#include <jansson.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include "validators/dialectic/files.h"
#include "validators/kit/moves.h"
#include "validators/kit/refusal.h"
#include "validators/text/mem.h"
#include "validators/text/quote.h"

__attribute__((format(printf, 3, 4))) static const struct rule *
refuse(char **sentence, const struct rule *rule, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	*sentence = mem_vformat(format, args);
	va_end(args);
	return rule;
}

#define REFUSE(sentence, name, ...) refuse(sentence, &refusals[REFUSAL_##name], __VA_ARGS__)

/* -- seats -- */

/* The free roles as `role=` takes them, one behind the other. */
static char *
free_roles(const struct fstate *state)
{
	char *list = mem_strdup("");

	for (enum role role = 0; role < ROLES; role++) {
		char *longer;

		if (state->debate.seats[role])
			continue;
		longer = mem_format("%s%srole=%s", list, *list ? ", " : "", dialectic_role_names[role]);
		free(list);
		list = longer;
	}
	return list;
}

static const struct rule *
refuse_role(const struct fstate *state, const char *name, char **sentence)
{
	char *list = free_roles(state);
	const struct rule *rule;

	if (!*list)
		rule = REFUSE(sentence, SEAT_TAKEN, "all three roles are taken");
	else if (*name)
		rule = REFUSE(sentence, VALUE_BAD, "there is no role \"%s\"; free are: %s", quote(name, strlen(name)).s,
			list);
	else
		rule = REFUSE(sentence, VALUE_BAD, "whoever joins takes a role; free are: %s", list);
	free(list);
	return rule;
}

const struct rule *
dialectic_join(const struct fstate *state, const struct context *ctx, const struct join_ask *ask, char **sentence)
{
	char *list;

	(void)ctx;
	for (enum role role = 0; role < ROLES; role++) {
		if (strcmp(dialectic_role_names[role], ask->role))
			continue;
		if (!state->debate.seats[role])
			return NULL;
		list = free_roles(state);
		REFUSE(sentence, SEAT_TAKEN, "the role of the %s is taken; free are: %s", ask->role,
			*list ? list : "none");
		free(list);
		return &refusals[REFUSAL_SEAT_TAKEN];
	}
	return refuse_role(state, ask->role, sentence);
}

const char *
dialectic_missing(const struct fstate *state, const struct context *ctx)
{
	static const char *const who[2][2] = {
		{NULL, "somebody with role=opposition"},
		{"somebody with role=proposition",
			"both sides: somebody with role=proposition and somebody with role=opposition"},
	};

	(void)ctx;
	return who[!state->debate.seats[ROLE_PROPOSITION]][!state->debate.seats[ROLE_OPPOSITION]];
}

/* -- whose move -- */

static bool
has_begun(const struct fstate *state)
{
	return !fstate_is_closed(state) && !dialectic_missing(state, NULL);
}

bool
dialectic_may_move(const struct fstate *state, enum role role)
{
	if (!has_begun(state) || role >= ROLES)
		return false;
	if (role == ROLE_JUDGE)
		return debate_phase(state) == PHASE_JUDGEMENT;
	return !state->in[role];
}

/* What is waited for while this one cannot move; static. */
static const char *
awaited(const struct fstate *state)
{
	if (debate_phase(state) == PHASE_JUDGEMENT)
		return state->debate.seats[ROLE_JUDGE] ? "the judgement of it"
						       : "the judgement of it, and nobody has joined as judge yet";
	if (!state->in[SIDE_PROPOSITION] && !state->in[SIDE_OPPOSITION])
		return "the hand-ins of both sides";
	return state->in[SIDE_PROPOSITION] ? "the hand-in of the opposition" : "the hand-in of the proposition";
}

/* Why this role cannot hand in to debate.md, or claim the floor for it. */
static const struct rule *
move_fault(const struct fstate *state, const struct context *ctx, enum role role, char **sentence)
{
	if (fstate_is_closed(state))
		return REFUSE(sentence, DUEL_CLOSED, "the debate is closed with %s", fstate_outcome(state));
	if (role >= ROLES)
		return REFUSE(sentence, LEASE_NONE, "only a participant may move: join with a role first");
	if (!has_begun(state))
		return REFUSE(sentence, LEASE_WAIT, "debating begins when both sides are there; missing is %s",
			dialectic_missing(state, ctx));
	if (dialectic_may_move(state, role))
		return NULL;
	if (role == ROLE_JUDGE)
		return REFUSE(sentence, LEASE_ORDER, "the judge moves when both sides are in; exchange %u waits for %s",
			state->exchange, awaited(state));
	return REFUSE(sentence, LEASE_ORDER, "the %s is in; exchange %u waits for %s", dialectic_role_names[role],
		state->exchange, awaited(state));
}

static const struct rule *
report_fault(const struct fstate *state, const struct context *ctx, char **sentence)
{
	bool closed;
	const char *fault = debate_report_fault(state, &closed);

	if (!fstate_is_closed(state) && debate_role(state, ctx->holder) != ROLE_JUDGE)
		return refuse(sentence, RULE(SEAT_ROLE), "the report is the judge's");
	if (!fstate_is_closed(state))
		return REFUSE(sentence, LEASE_ORDER,
			"the report is written at the end: the judge completes the debate first, by release NAME "
			"outcome=" DIALECTIC_COMPLETED);
	if (!fault)
		return NULL;
	return refuse(sentence, &refusals[closed ? REFUSAL_DUEL_CLOSED : REFUSAL_LEASE_ORDER], "%s", fault);
}

const struct rule *
dialectic_may_open(const struct fstate *state, const struct context *ctx, int row, char **sentence)
{
	if (row == ROW_REPORT)
		return report_fault(state, ctx, sentence);
	return move_fault(state, ctx, debate_role(state, ctx->holder), sentence);
}

/* Both sides of an exchange are asked at the same time. */
bool
dialectic_is_apart(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	enum role role = debate_role(state, seat);

	(void)ctx;
	return role != ROLE_JUDGE && dialectic_may_move(state, role);
}

bool
dialectic_is_sealed(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	enum role role = debate_role(state, seat);

	return role < ROLE_JUDGE && state->in[role] && !debate_is_shown(state, ctx->terms->sealed, (enum side)role);
}

/* Until both sides are in. */
bool
dialectic_is_sealing(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	return debate_role(state, seat) < ROLE_JUDGE && ctx->terms->sealed && !fstate_is_closed(state) &&
		debate_phase(state) != PHASE_JUDGEMENT;
}

/* Does this one wait for somebody else? */
static bool
is_waiting(const struct fstate *state, enum role role)
{
	return !fstate_is_closed(state) && role < ROLES && !dialectic_may_move(state, role);
}

/* A stored clock past the present one is of an earlier boot: then the time since this one counts. */
int64_t
dialectic_wait_until(const struct fstate *state, const struct context *ctx)
{
	for (enum role role = 0; role < ROLES; role++)
		if (state->debate.seats[role] && is_waiting(state, role))
			return (state->debate.moved_clock > ctx->clock_ms ? 0 : state->debate.moved_clock) +
				ctx->terms->wait_seconds * 1000;
	return 0;
}

static bool
is_wait_over(const struct fstate *state, const struct context *ctx)
{
	return dialectic_wait_until(state, ctx) && ctx->clock_ms >= dialectic_wait_until(state, ctx);
}

static void
answer_timeout(const struct fstate *state, const struct context *ctx, enum role role, struct floor_answer *answer)
{
	if (!is_waiting(state, role))
		answer->rule = REFUSE(
			&answer->text, LEASE_ORDER, "it is your own move, and no timeout: claim without for=timeout");
	else if (!is_wait_over(state, ctx))
		answer->rule = REFUSE(&answer->text, LEASE_ORDER,
			"others may still move: for=timeout is granted from `wait_until` in status on");
	else
		answer->grant = has_begun(state) ? GRANT_TIMEOUT_SILENT : GRANT_TIMEOUT_MISSING;
}

void
dialectic_floor(
	const struct fstate *state, const struct context *ctx, const struct floor_ask *ask, struct floor_answer *answer)
{
	enum role role = debate_role(state, ask->seat);

	*answer = (struct floor_answer){ .grant = GRANT_NONE };
	if (ask->for_timeout && !fstate_is_closed(state) && role < ROLES) {
		answer_timeout(state, ctx, role, answer);
		return;
	}
	answer->rule = move_fault(state, ctx, role, &answer->text);
	if (!answer->rule)
		answer->grant = GRANT_TURN;
}

/* -- closing -- */

struct draft
dialectic_end(const char *outcome, const char *reason)
{
	json_t *data = mem_check(json_pack("{s:s, s:s}", "outcome", outcome, "reason", reason));
	struct draft d = { .kind = ENTRY_CLOSE, .data = mem_check(json_dumps(data, JSON_COMPACT)) };

	json_decref(data);
	return d;
}

/* The ids of what is sealed, and is shown by the end: "revealed: prop_000a, …". NULL: nothing is; malloc'd. */
bool
dialectic_is_last(const struct fstate *state, const struct context *ctx)
{
	return ctx->terms->exchanges > 0 && state->exchange + 1 >= ctx->terms->exchanges;
}

static char *
revealed(const struct fstate *state, bool sealed)
{
	UT_string out;

	utstring_init(&out);
	for (enum side side = 0; side < SIDES; side++) {
		const struct handin *h = state->in[side];

		for (unsigned i = 0; h && !debate_is_shown(state, sealed, side) && i < h->n; i++) {
			char id[ARGUMENT_ID_BYTES];

			utstring_printf(&out, "%s%s",
				utstring_len(&out) ? ", " : "revealed: ", argument_id_print(h->arguments[i].id, id));
		}
	}
	if (utstring_len(&out))
		return utstring_body(&out);
	utstring_done(&out);
	return NULL;
}

const struct rule *
dialectic_close(const struct fstate *state, const struct context *ctx, const char *outcome, const char *reason,
	struct verdict *out, char **sentence)
{
	const char *fault = debate_close_fault(state, ctx->terms->sealed, outcome);
	bool completed = !strcmp(outcome, DIALECTIC_COMPLETED);

	if (fstate_is_closed(state) && !strcmp(outcome, fstate_outcome(state)))
		return NULL;
	if (fstate_is_closed(state))
		return REFUSE(sentence, VALUE_BAD, "the debate was closed with %s", fstate_outcome(state));
	if (!completed && fault)
		return REFUSE(sentence, VALUE_BAD, "%s", fault);
	if (completed && debate_role(state, ctx->holder) != ROLE_JUDGE)
		return refuse(sentence, RULE(SEAT_ROLE), "only the judge closes a debate as " DIALECTIC_COMPLETED);
	if (fault)
		return REFUSE(sentence, LEASE_ORDER, "%s", fault);
	if (!completed) {
		char *shown = revealed(state, ctx->terms->sealed);

		verdict_add_invalidated(out, ctx, reason, shown);
		free(shown);
	}
	out->drafts[out->n++] = dialectic_end(outcome, reason);
	return NULL;
}

/* -- by the clock -- */

void
dialectic_expire(const struct fstate *state, const struct context *ctx, const struct move *move, struct verdict *out)
{
	char *reason = move_reason(state, ctx, move), *shown = revealed(state, ctx->terms->sealed);
	struct context nobody = *ctx;

	nobody.holder = 0;
	if (fstate_is_closed(state)) { /* the report is left out */
		free(reason);
		free(shown);
		return;
	}
	if (state->exchange)
		move_add_note(out, state, ctx, move, shown);
	else
		verdict_add_invalidated(out, &nobody, reason, shown);
	out->drafts[out->n++] = dialectic_end(state->exchange ? DIALECTIC_COMPLETED : DIALECTIC_INVALIDATED, reason);
	free(reason);
	free(shown);
}

/* -- what is next -- */

static enum next_step
next_of_free(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	bool judging = debate_phase(state) == PHASE_JUDGEMENT;
	enum role role = debate_role(state, seat);

	if (is_waiting(state, role) && is_wait_over(state, ctx))
		return NEXT_CLAIM_LOCK;
	if (!has_begun(state))
		return NEXT_WAIT_PEER;
	if (judging && !state->debate.seats[ROLE_JUDGE])
		return NEXT_WAIT_PEER;
	if (!seat || dialectic_may_move(state, role))
		return NEXT_CLAIM_LOCK;
	return NEXT_WAIT_TURN;
}

enum next_step
dialectic_next(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	unsigned owed = debate_report_owed(state);

	if (fstate_is_closed(state))
		return owed && (!seat || seat == owed) ? NEXT_WRITE_REPORT : NEXT_CLOSED;
	if (!ctx->holder)
		return next_of_free(state, ctx, seat);
	if (seat && seat != ctx->holder)
		return NEXT_WAIT_TURN;
	return dialectic_may_move(state, debate_role(state, ctx->holder)) ? NEXT_COMPOSE_TURN : NEXT_WAIT_TURN;
}

unsigned
dialectic_next_seat(const struct fstate *state, const struct context *ctx)
{
	if (!has_begun(state))
		return debate_report_owed(state);
	if (ctx->holder && dialectic_may_move(state, debate_role(state, ctx->holder)))
		return ctx->holder;
	if (debate_phase(state) == PHASE_JUDGEMENT)
		return state->debate.seats[ROLE_JUDGE];
	if (state->in[SIDE_PROPOSITION])
		return state->debate.seats[ROLE_OPPOSITION];
	return state->in[SIDE_OPPOSITION] ? state->debate.seats[ROLE_PROPOSITION] : 0;
}
