#include "validators/rounds/fail.h"

#include <jansson.h>
#include <string.h>
#include "validators/kit/refusal.h"
#include "validators/kit/moves.h"
#include "validators/kit/record.h"
#include "validators/rounds/floor.h"
#include "validators/rounds/fold.h"
#include "validators/rounds/hand.h"
#include "validators/rounds/head.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"

const char *const rounds_verbs[] = { VERB_FAIL, NULL };

/* -- what it becomes -- */

static void
draft_note(const struct fstate *state, const struct context *ctx, const char *reason, struct verdict *out)
{
	enum rounds_role role = rounds_mover(state);
	const struct seat *seat = rounds_seat_of(state, ctx, role);
	struct draft *d = &out->drafts[out->n++];
	json_t *data = json_pack("{s:s, s:s, s:i, s:s}", "note", NOTE_FAILED, "role", rounds_role_names[role], "round",
		(int)state->round, "reason", reason);

	d->kind = ENTRY_NOTE;
	d->body = rounds_head_failure(role, state->round, seat ? seat->name : "", reason, ctx->now_ms);
	d->body_len = strlen(d->body);
	d->data = mem_check(json_dumps(data, JSON_COMPACT));
	json_decref(data);
}

/* In round 1 nothing is left to debate. */
static void
draft_close(const struct fstate *state, const struct context *ctx, const char *reason, struct verdict *out)
{
	enum rounds_role role = rounds_mover(state);
	const struct seat *seat = rounds_seat_of(state, ctx, role);
	enum rounds_outcome outcome = role == ROLE_PROPOSER ? OUTCOME_ABORTED : OUTCOME_UNCONTESTED;
	struct draft *d = &out->drafts[out->n++];
	json_t *data = json_pack("{s:s, s:o}", "outcome", rounds_outcomes[outcome].name, "reason",
		json_sprintf(
			"the %s, %s, failed in round 1: %s", rounds_role_names[role], seat ? seat->name : "", reason));

	d->kind = ENTRY_CLOSE;
	d->data = mem_check(json_dumps(data, JSON_COMPACT));
	json_decref(data);
}

static void
draft_failure(const struct fstate *state, const struct context *ctx, const char *reason, struct verdict *out)
{
	draft_note(state, ctx, reason, out);
	if (state->round == 1)
		draft_close(state, ctx, reason, out);
}

/* The verdict is given without it. */
static void
draft_no_closing(const struct fstate *state, const struct context *ctx, const char *reason, struct verdict *out)
{
	const struct seat *seat = rounds_seat_of(state, ctx, ROLE_PROPOSER);
	struct draft *d = &out->drafts[out->n++];
	json_t *data = json_pack("{s:s, s:s}", "note", NOTE_TIME_UP, "reason", reason);

	d->kind = ENTRY_NOTE;
	d->body = record_time_up(seat ? seat->name : "", "no closing reply", ctx->now_ms);
	d->body_len = strlen(d->body);
	d->data = mem_check(json_dumps(data, JSON_COMPACT));
	json_decref(data);
}

/* -- by the orchestrator -- */

static const struct seat *
find_seat(const struct context *ctx, const char *name)
{
	char *key = name_key(name);
	const struct seat *found = NULL;

	for (unsigned i = 0; i < ctx->n_seats && !found; i++)
		if (!strcmp(ctx->seats[i]->key, key))
			found = ctx->seats[i];
	free(key);
	return found;
}

#define REFUSE(out, refusal, ...) findings_add(&(out)->findings, &refusals[REFUSAL_##refusal], 0, __VA_ARGS__)

static void
judge_who(const struct fstate *state, const struct context *ctx, const char *who, struct verdict *out)
{
	const struct seat *seat = find_seat(ctx, who), *mover = rounds_seat_of(state, ctx, rounds_mover(state));
	UT_string move;

	if (!seat) {
		REFUSE(out, VALUE_BAD, "nobody has joined as \"%s\"", who);
	} else if (seat->number == state->debate.seats[ROLE_ORCHESTRATOR]) {
		REFUSE(out, VALUE_BAD, "the orchestrator does not fail: without it there is no verdict");
	} else if (seat != mover) {
		utstring_init(&move);
		rounds_move_print(state, &move);
		REFUSE(out, LEASE_ORDER, "nothing is due from %s now: the next move is %s", seat->name,
			utstring_body(&move));
		utstring_done(&move);
	}
}

void
rounds_verb(const struct fstate *state, const struct context *ctx, const struct verb_ask *ask, struct verdict *out)
{
	const char *reason = ask->reason && *ask->reason ? ask->reason : REASON_TIMEOUT;

	if (fstate_is_closed(state))
		REFUSE(out, DUEL_CLOSED, "the debate is closed with %s", fstate_outcome(state));
	else if (rounds_role(state, ask->seat) != ROLE_ORCHESTRATOR)
		REFUSE(out, SEAT_IDENTITY, "only the orchestrator says who failed");
	else if (ask->to || ask->asks)
		REFUSE(out, KEY_UNKNOWN, "`fail` takes who= and reason=");
	else if (!ask->who)
		REFUSE(out, VALUE_BAD, "`fail` says of whom: who=NAME");
	else if (state->debate.phase == STAGE_WAITING)
		REFUSE(out, LEASE_WAIT, "the debate has not begun: %s has not joined", rounds_missing(state, ctx));
	else
		judge_who(state, ctx, ask->who, out);
	if (findings_first_error(&out->findings))
		return;
	if (ctx->holder && ctx->holder != ask->seat)
		out->drafts[out->n++].kind = ENTRY_EXPIRE;
	if (state->debate.phase == STAGE_CLOSING)
		draft_no_closing(state, ctx, reason, out);
	else
		draft_failure(state, ctx, reason, out);
}

/* -- by the clock -- */

int64_t
rounds_clock(const struct fstate *state, const struct context *ctx, const struct move *move)
{
	if (!move->what && state->debate.phase == STAGE_WAITING)
		return ctx->terms->wait_seconds;
	return move->what == &rounds_hand_ins[HAND_TURN] || move->what == &rounds_hand_ins[HAND_CLOSING]
		? ctx->terms->turn_seconds
		: ctx->terms->move_seconds;
}

/* Takes `reason`. */
static void
draft_end(enum rounds_outcome outcome, char *reason, struct verdict *out)
{
	struct draft *d = &out->drafts[out->n++];
	json_t *data = json_pack("{s:s, s:s}", "outcome", rounds_outcomes[outcome].name, "reason", reason);

	d->kind = ENTRY_CLOSE;
	d->data = mem_check(json_dumps(data, JSON_COMPACT));
	json_decref(data);
	free(reason);
}

/* Without a proposer or a verdict there is nothing; without a challenger the proposer's position stands. */
static void
draft_aborted(const struct fstate *state, const struct context *ctx, const struct move *move, struct verdict *out)
{
	bool judging = state->debate.phase == STAGE_JUDGING;
	char *reason = move_reason(state, ctx, move);

	move_add_note(out, state, ctx, move, judging ? "no verdict" : NULL);
	if (judging) {
		draft_end(OUTCOME_ABORTED, mem_format("no verdict: %s", reason), out);
		free(reason);
	} else {
		draft_end(state->debate.seats[ROLE_PROPOSER] ? OUTCOME_UNCONTESTED : OUTCOME_ABORTED, reason, out);
	}
}

void
rounds_expire(const struct fstate *state, const struct context *ctx, const struct move *move, struct verdict *out)
{
	if (state->debate.phase == STAGE_DEBATING)
		draft_failure(state, ctx, REASON_TIMEOUT, out);
	else if (state->debate.phase == STAGE_CLOSING)
		draft_no_closing(state, ctx, REASON_TIMEOUT, out);
	else if (state->debate.phase == STAGE_SUMMARIZING)
		move_add_note(out, state, ctx, move, "no summary: the earlier rounds are given in full");
	else
		draft_aborted(state, ctx, move, out);
}
