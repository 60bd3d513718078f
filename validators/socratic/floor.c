/*
 * When may who take the floor?
 *
 * Until two have joined, nobody; but who waits may take it with for=timeout once wait_seconds have passed since the
 * first joined. Then in turns: whoever did not speak last; anybody before the first turn, once alternation is lifted,
 * and when only a conclusion is left to write, consensus is earned or both dissent. Whoever spoke last may take it with for=timeout
 * once the peer has been silent for wait_seconds since that turn, or since an own lease ended.
 *
 * Clocks are of CLOCK_BOOTTIME, and stored ones may be of an earlier boot. A stored clock past the present one
 * certainly is: then only the time since the boot is counted, which is never more than what has truly passed. The same
 * holds where it cannot be told.
 */
#include "validators/socratic/floor.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "validators/kit/record.h"
#include "validators/kit/refusal.h"
#include "validators/socratic/head.h"
#include "validators/text/mem.h"

static int64_t
wait_end(const struct context *ctx, int64_t since)
{
	return (since > ctx->clock_ms ? 0 : since) + ctx->terms->wait_seconds * 1000;
}

static unsigned
peer_of(unsigned seat)
{
	return SOCRATIC_SEATS + 1 - seat;
}

/* Who is waiting for the peer, so that a timeout could be claimed; 0: nobody. */
static unsigned
waiter(const struct fstate *state)
{
	if (state->debate.phase == DUEL_WAITING)
		return 1;
	if (state->debate.phase == DUEL_DEBATING && state_last(state) && !state_consensus(state))
		return state_last(state)->piece.seat;
	return 0;
}

static int64_t
waiting_since(const struct fstate *state, unsigned seat)
{
	return state->debate.phase == DUEL_WAITING ? state->debate.joined_clock : state->wait_clock[seat];
}

int64_t
floor_wait_until(const struct fstate *state, const struct context *ctx)
{
	unsigned seat = waiter(state);

	return seat ? wait_end(ctx, waiting_since(state, seat)) : 0;
}

static bool
is_wait_over(const struct fstate *state, const struct context *ctx)
{
	return waiter(state) && ctx->clock_ms >= floor_wait_until(state, ctx);
}

bool
floor_is_timeout(const struct fstate *state, const struct context *ctx)
{
	if (ctx->grant == GRANT_TIMEOUT_MISSING)
		return ctx->n_seats < SOCRATIC_SEATS;
	return ctx->grant == GRANT_TIMEOUT_SILENT && state_last(state) &&
		state_last(state)->piece.seat == ctx->holder && is_wait_over(state, ctx);
}

/* Is only a conclusion due, or earned, so that either may write it? */
static bool
may_conclude(const struct fstate *state)
{
	return state->full || state_consensus(state);
}

bool
floor_may_speak(const struct fstate *state, unsigned seat)
{
	return state->debate.phase == DUEL_DEBATING &&
		(!state_last(state) || state_last(state)->piece.seat != seat || state->lifted);
}

static bool
may_claim(const struct fstate *state, unsigned seat)
{
	return may_conclude(state) || floor_may_speak(state, seat) || state_both_dissent(state);
}

/* -- answers -- */

__attribute__((format(printf, 3, 4))) static void
refuse(struct floor_answer *answer, enum refusal refusal, const char *format, ...)
{
	va_list args;
	char *text = NULL;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		abort();
	va_end(args);
	answer->rule = &refusals[refusal];
	answer->text = text;
}

/* When the bounded wait is over, in UTC: a sentence with a countdown would be another one each second. */
static const char *
wait_end_time(const struct fstate *state, const struct context *ctx, char out[RECORD_TIME_BYTES])
{
	return record_time(ctx->now_ms + floor_wait_until(state, ctx) - ctx->clock_ms, out);
}

static void
answer_missing(
	const struct fstate *state, const struct context *ctx, const struct floor_ask *ask, struct floor_answer *answer)
{
	char time[RECORD_TIME_BYTES];
	if (!is_wait_over(state, ctx))
		refuse(answer, REFUSAL_LEASE_WAIT,
			"the second participant has not joined: wait, or claim with for=timeout from %s on",
			wait_end_time(state, ctx, time));
	else if (!ask->for_timeout)
		refuse(answer, REFUSAL_LEASE_WAIT,
			"the second participant has not joined, and the wait is over: claim with for=timeout to end "
			"the duel, for nothing but a conclusion can be written then, or wait on");
	else
		answer->grant = GRANT_TIMEOUT_MISSING;
}

static void
draft_note(const struct fstate *state, const struct context *ctx, unsigned seat, struct floor_answer *answer)
{
	json_t *data = json_pack("{s:s, s:i}", "note", "peer_timeout", "seat", (int)peer_of(seat));

	if (!state->lifted) {
		answer->has_note = true;
		answer->note.kind = ENTRY_NOTE;
		answer->note.body = record_note(RECORD_PEER_TIMEOUT, context_seat_name(ctx, peer_of(seat)), ctx->now_ms);
		answer->note.body_len = strlen(answer->note.body);
		answer->note.data = mem_check(json_dumps(data, JSON_COMPACT));
	}
	json_decref(data);
}

/* for=timeout in a running duel. */
static void
answer_silent(
	const struct fstate *state, const struct context *ctx, const struct floor_ask *ask, struct floor_answer *answer)
{
	char time[RECORD_TIME_BYTES];
	if (ask->seat != state_last(state)->piece.seat) {
		refuse(answer, REFUSAL_LEASE_ORDER, "it is your own move, and no timeout: claim without for=timeout");
	} else if (!is_wait_over(state, ctx)) {
		refuse(answer, REFUSAL_LEASE_ORDER, "it is the move of %s, who may be silent until %s",
			context_seat_name(ctx, peer_of(ask->seat)), wait_end_time(state, ctx, time));
	} else {
		answer->grant = GRANT_TIMEOUT_SILENT;
		draft_note(state, ctx, ask->seat, answer);
	}
}

static void
answer_order(
	const struct fstate *state, const struct context *ctx, const struct floor_ask *ask, struct floor_answer *answer)
{
	char time[RECORD_TIME_BYTES];
	const char *peer = context_seat_name(ctx, peer_of(ask->seat));

	if (is_wait_over(state, ctx))
		refuse(answer, REFUSAL_LEASE_ORDER,
			"it is the move of %s, who is silent: claim with for=timeout, the wait is over", peer);
	else
		refuse(answer, REFUSAL_LEASE_ORDER,
			"turn %u was yours: it is the move of %s; for=timeout is granted from %s on",
			fstate_pieces(state), peer, wait_end_time(state, ctx, time));
}

void
floor_answer(
	const struct fstate *state, const struct context *ctx, const struct floor_ask *ask, struct floor_answer *answer)
{
	*answer = (struct floor_answer){ .grant = GRANT_NONE };
	if (fstate_is_closed(state))
		refuse(answer, REFUSAL_DUEL_CLOSED, "the duel is closed with %s", fstate_outcome(state));
	else if (ask->seat < 1 || ask->seat > state->debate.n_seats)
		refuse(answer, REFUSAL_LEASE_WAIT, "only a participant may take the floor");
	else if (state->debate.phase == DUEL_WAITING)
		answer_missing(state, ctx, ask, answer);
	else if (state->missing)
		answer->grant = GRANT_TIMEOUT_MISSING;
	else if (ask->for_timeout && waiter(state))
		answer_silent(state, ctx, ask, answer);
	else if (ask->for_timeout)
		refuse(answer, REFUSAL_LEASE_ORDER, "nobody is being waited for: claim without for=timeout");
	else if (!may_claim(state, ask->seat))
		answer_order(state, ctx, ask, answer);
	else
		answer->grant = GRANT_TURN;
}

/* -- what is next -- */

static enum next_step
next_of_holder(const struct fstate *state, const struct context *ctx)
{
	if (may_conclude(state) || state->missing)
		return NEXT_UPDATE_MARKDOWN;
	if (floor_may_speak(state, ctx->holder))
		return NEXT_COMPOSE_TURN;
	return state_both_dissent(state) ? NEXT_UPDATE_MARKDOWN : NEXT_WAIT_TURN;
}

/* Nobody has the floor, and two have joined. */
static enum next_step
next_of_free(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	if (!seat || may_claim(state, seat) || (seat == waiter(state) && is_wait_over(state, ctx)))
		return NEXT_CLAIM_LOCK;
	return NEXT_WAIT_TURN;
}

enum next_step
floor_next(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	if (fstate_is_closed(state))
		return NEXT_CLOSED;
	if (state->debate.n_seats < SOCRATIC_SEATS && !ctx->holder)
		return state->debate.n_seats && is_wait_over(state, ctx) ? NEXT_CLAIM_LOCK : NEXT_WAIT_PEER;
	if (!ctx->holder)
		return next_of_free(state, ctx, seat);
	return !seat || seat == ctx->holder ? next_of_holder(state, ctx) : NEXT_WAIT_TURN;
}

unsigned
floor_next_seat(const struct fstate *state, const struct context *ctx)
{
	if (fstate_is_closed(state))
		return 0;
	if (ctx->holder && (may_claim(state, ctx->holder) || state->missing))
		return ctx->holder;
	if (may_conclude(state) || state->debate.phase != DUEL_DEBATING || !state_last(state) || state->lifted)
		return 0;
	return peer_of(state_last(state)->piece.seat);
}
