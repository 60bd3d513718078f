#include "validators/rounds/floor.h"

#include <string.h>
#include "validators/kit/refusal.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"

/* -- who joins -- */

static enum rounds_role
role_named(const char *name)
{
	enum rounds_role role = 0;

	while (role < ROLES && strcmp(rounds_role_names[role], name))
		role++;
	return role;
}

/* "role=proposer or role=orchestrator". */
static char *
free_roles(const struct fstate *state)
{
	UT_string out;

	utstring_init(&out);
	for (enum rounds_role role = 0; role < ROLES; role++)
		if (!state->debate.seats[role])
			utstring_printf(&out, "%srole=%s", utstring_len(&out) ? " or " : "", rounds_role_names[role]);
	return utstring_body(&out);
}

static const struct rule *
refuse_role(const struct fstate *state, const char *role, char **sentence)
{
	char *left = free_roles(state);

	*sentence = *role ? mem_format("there is no role \"%s\": join with %s", role, left)
			  : mem_format("say what you are: join with %s", left);
	free(left);
	return &refusals[REFUSAL_VALUE_BAD];
}

static bool
equal_tools(const char *a, const char *b)
{
	char *x = name_key(a), *y = name_key(b);
	bool equal = !strcmp(x, y);

	free(x);
	free(y);
	return equal;
}

#define UNKNOWN_TOOL "unknown"

/* The second of the two who speak brings a tool that is another one for certain. */
static const struct rule *
judge_tool(
	const struct fstate *state, const struct context *ctx, enum rounds_role role, const char *tool, char **sentence)
{
	enum rounds_role other = role == ROLE_PROPOSER ? ROLE_CHALLENGER : ROLE_PROPOSER;
	const struct seat *peer = role == ROLE_ORCHESTRATOR ? NULL : rounds_seat_of(state, ctx, other);

	if (!peer)
		return NULL;
	if (equal_tools(tool, UNKNOWN_TOOL))
		*sentence = mem_format(
			"the %s speaks for %s, and who speaks against it says for which tool: join with harness=…",
			rounds_role_names[other], peer->harness);
	else if (equal_tools(tool, peer->harness))
		*sentence = mem_format("the %s speaks for %s already: proposer and challenger are different tools",
			rounds_role_names[other], peer->harness);
	return *sentence ? &refusals[REFUSAL_SEAT_IDENTITY] : NULL;
}

const struct rule *
rounds_join(const struct fstate *state, const struct context *ctx, const struct join_ask *ask, char **sentence)
{
	enum rounds_role role = role_named(ask->role);

	*sentence = NULL;
	if (role == ROLES)
		return refuse_role(state, ask->role, sentence);
	if (state->debate.seats[role]) {
		const struct seat *seat = context_seat(ctx, state->debate.seats[role]);
		*sentence = mem_format("the %s is \"%s\"", rounds_role_names[role], seat ? seat->name : "");
		return &refusals[REFUSAL_SEAT_TAKEN];
	}
	return judge_tool(state, ctx, role, ask->harness, sentence);
}

const char *
rounds_missing(const struct fstate *state, const struct context *ctx)
{
	(void)ctx;
	if (fstate_is_closed(state))
		return NULL;
	if (state->debate.phase == STAGE_WAITING && !state->debate.seats[ROLE_PROPOSER] &&
		!state->debate.seats[ROLE_CHALLENGER])
		return "somebody with role=proposer and somebody with role=challenger";
	if (state->debate.phase == STAGE_WAITING)
		return state->debate.seats[ROLE_PROPOSER] ? "somebody with role=challenger"
							  : "somebody with role=proposer";
	return rounds_mover(state) == ROLE_ORCHESTRATOR && !state->debate.seats[ROLE_ORCHESTRATOR]
		? "somebody with role=orchestrator"
		: NULL;
}

/* -- the floor -- */

void
rounds_move_print(const struct fstate *state, UT_string *out)
{
	if (state->debate.phase == STAGE_DEBATING)
		utstring_printf(out, "the %s's turn of round %u", rounds_speakers[state->speaker].role, state->round);
	else if (state->debate.phase == STAGE_SUMMARIZING)
		utstring_printf(out, "the orchestrator's summary of rounds 1–%u", rounds_summary_due(state->round));
	else if (state->debate.phase == STAGE_CLOSING)
		utstring_printf(out, "the proposer's closing reply");
	else if (state->debate.phase == STAGE_JUDGING)
		utstring_printf(out, "the orchestrator's verdict");
}

static void
refuse(struct floor_answer *answer, enum refusal refusal, char *text)
{
	answer->rule = &refusals[refusal];
	answer->text = text;
}

static void
refuse_order(const struct fstate *state, const struct context *ctx, struct floor_answer *answer)
{
	const struct seat *mover = rounds_seat_of(state, ctx, rounds_mover(state));
	UT_string move;

	utstring_init(&move);
	rounds_move_print(state, &move);
	refuse(answer, REFUSAL_LEASE_ORDER,
		mem_format("it is the move of %s: %s", mover ? mover->name : "nobody", utstring_body(&move)));
	utstring_done(&move);
}

void
rounds_floor(
	const struct fstate *state, const struct context *ctx, const struct floor_ask *ask, struct floor_answer *answer)
{
	const char *missing = rounds_missing(state, ctx);
	enum rounds_role role = rounds_role(state, ask->seat);

	*answer = (struct floor_answer){ .grant = GRANT_NONE };
	if (fstate_is_closed(state))
		refuse(answer, REFUSAL_DUEL_CLOSED, mem_format("the debate is closed with %s", fstate_outcome(state)));
	else if (role == ROLES)
		refuse(answer, REFUSAL_LEASE_WAIT, mem_strdup("only a participant may take the floor"));
	else if (missing)
		refuse(answer, REFUSAL_LEASE_WAIT, mem_format("%s has not joined", missing));
	else if (ask->for_timeout)
		refuse(answer, REFUSAL_LEASE_ORDER,
			mem_strdup("nobody takes another's turn here: of who is silent the orchestrator says `fail "
				   "ORCHESTRATOR who=NAME`"));
	else if (role != rounds_mover(state))
		refuse_order(state, ctx, answer);
	else
		answer->grant = GRANT_TURN;
}

/* -- what is next -- */

enum next_step
rounds_next(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	enum rounds_role mover = rounds_mover(state);

	if (fstate_is_closed(state))
		return NEXT_CLOSED;
	if (rounds_missing(state, ctx))
		return NEXT_WAIT_PEER;
	if (ctx->holder && ctx->holder == state->debate.seats[mover] && (!seat || seat == ctx->holder))
		return mover == ROLE_ORCHESTRATOR ? NEXT_UPDATE_MARKDOWN : NEXT_COMPOSE_TURN;
	return !ctx->holder && (!seat || seat == state->debate.seats[mover]) ? NEXT_CLAIM_LOCK : NEXT_WAIT_TURN;
}

unsigned
rounds_next_seat(const struct fstate *state, const struct context *ctx)
{
	enum rounds_role mover = rounds_mover(state);

	(void)ctx;
	return mover < ROLES ? state->debate.seats[mover] : 0;
}
