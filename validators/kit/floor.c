/* Whose move it is, who may take the floor, and what is next. */
#include "validators/kit/drafts.h"

#include <jansson.h>
#include "validators/kit/record.h"
#include "validators/kit/refusal.h"
#include "validators/text/mem.h"

/* -- whose move it is -- */

/* The seat that is to name by a verb whose text is next; 0: none is. */
static unsigned
naming_seat(const struct debate *d)
{
	return d->format->naming && d->order.phase == d->format->naming ? debate_seat_of(d, 1) : 0;
}

/* "alice: the challenge of round 1", of each that a text is due of. */
static char *
moves_told(const struct debate *d)
{
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "%s", "");
	if (naming_seat(d))
		utstring_printf(&out, "%s, who names whose text is next", d->seats[naming_seat(d) - 1].name);
	for (unsigned seat = 1; seat <= d->n_seats; seat++) {
		int kind = debate_due(d, seat);

		if (kind < 0)
			continue;
		utstring_printf(&out, "%s%s: ", utstring_len(&out) ? "; " : "", d->seats[seat - 1].name);
		hand_in_label(d, seat, &d->format->kinds[kind], &out);
	}
	return utstring_body(&out);
}

int64_t
format_wait_until(const struct debate *d, const struct context *ctx)
{
	unsigned missing = debate_waits_for(d), due = debate_only_due(d), alone = d->format->alone;

	if (!alone || d->order.phase == alone || debate_is_closed(d) || !d->n_seats || !(missing || due))
		return 0;
	int64_t since = d->due[missing ? DUE_MISSING : due - 1].clock_ms;

	/* A clock past the present one is of an earlier boot. */
	return (since > ctx->clock_ms ? 0 : since) + ctx->terms->wait_seconds * 1000;
}

struct fault
fault_of_move(const struct debate *d, const struct context *ctx, unsigned seat)
{
	int64_t until = format_wait_until(d, ctx);
	bool begun = !debate_waits_for(d), granted = until && until <= ctx->clock_ms;
	char time[RECORD_TIME_BYTES], *moves;
	const char *missing;
	struct fault f;

	if (debate_is_closed(d))
		return debate_due(d, seat) >= 0 ? NO_FAULT
			: fault_of(REFUSAL_DUEL_CLOSED, "the debate is closed with %s", debate_outcome(d));
	if (begun && debate_taken(d, seat) >= 0)
		return NO_FAULT;
	if (!seat || seat > d->n_seats)
		return fault_of(REFUSAL_LEASE_WAIT, "only a participant may hand in");
	record_time(ctx->now_ms + until - ctx->clock_ms, time);
	missing = format_missing(d);
	if (!begun && granted)
		return fault_of(REFUSAL_LEASE_WAIT,
			"%s has not joined, and the wait is over: claim with for=timeout to end the duel, for nothing "
			"but a conclusion can be written then, or wait on", missing);
	if (!begun && until)
		return fault_of(REFUSAL_LEASE_WAIT,
			"%s has not joined: wait, or claim with for=timeout from %s on", missing, time);
	if (missing)
		return fault_of(REFUSAL_LEASE_WAIT, "%s has not joined", missing);
	moves = moves_told(d);
	if (granted)
		f = fault_of(REFUSAL_LEASE_ORDER,
			"it is the move of %s, who is silent: claim with for=timeout, the wait is over",
			d->seats[debate_only_due(d) - 1].name);
	else if (until)
		f = fault_of(REFUSAL_LEASE_ORDER, "it is the move of %s; for=timeout is granted from %s on", moves,
			time);
	else
		f = fault_of(REFUSAL_LEASE_ORDER, "it is the move of %s", *moves ? moves : "nobody");
	free(moves);
	return f;
}

struct fault
format_floor(const struct debate *d, const struct context *ctx, unsigned seat, bool for_timeout, struct verdict *out)
{
	int64_t until = format_wait_until(d, ctx);
	bool begun = !debate_waits_for(d);
	char time[RECORD_TIME_BYTES];
	struct debate after;
	struct fault f;
	UT_string line;

	if (!for_timeout || !seat || seat > d->n_seats || debate_is_closed(d)) {
		f = fault_of_move(d, ctx, seat);
		return f.rule || for_timeout || !debate_is_sealed(d) ? f
			: fault_of(REFUSAL_LEASE_ORDER,
				"texts are sealed now and need no floor: write yours to your own turn.md");
	}
	if (!d->format->alone)
		return fault_of(REFUSAL_LEASE_ORDER, "nobody takes another's turn here: claim without for=timeout");
	if (begun && debate_due(d, seat) >= 0)
		return fault_of(REFUSAL_LEASE_ORDER,
			"it is your own move, and no timeout: claim without for=timeout");
	if (!until)
		return fault_of(REFUSAL_LEASE_ORDER, "nobody is being waited for: claim without for=timeout");
	if (until > ctx->clock_ms)
		return !begun ? fault_of_move(d, ctx, seat)
			: fault_of(REFUSAL_LEASE_ORDER, "it is the move of %s, who may be silent until %s",
				d->seats[debate_only_due(d) - 1].name,
				record_time(ctx->now_ms + until - ctx->clock_ms, time));
	if (!begun || !out)
		return NO_FAULT;
	utstring_init(&line);
	utstring_printf(&line, "> duelfs: %s was silent for %lld s", d->seats[debate_only_due(d) - 1].name,
		(long long)ctx->terms->wait_seconds);
	draft_end_line(ctx, &line);
	debate_copy(&after, d, ctx->now_ms);
	debate_lift(&after);
	if (after.n > d->n) {
		draft_reveal(&after, d->n, ctx, utstring_body(&line), out);
		utstring_done(&line);
	} else {
		draft_add(out, ENTRY_NOTE, json_pack("{s:s}", "note", NOTE_LIFT), &line);
	}
	debate_free(&after);
	return NO_FAULT;
}

/* -- what is next -- */

unsigned
format_next_seat(const struct debate *d, const struct context *ctx)
{
	if (debate_waits_for(d))
		return 0;
	if (ctx->holder && debate_taken(d, ctx->holder) >= 0)
		return ctx->holder;
	return naming_seat(d) ? naming_seat(d) : debate_only_due(d);
}

enum next_step
format_next(const struct debate *d, const struct context *ctx, unsigned seat)
{
	unsigned due = debate_only_due(d);
	int64_t until = ctx->holder ? 0 : format_wait_until(d, ctx);
	bool granted = until && until <= ctx->clock_ms; /* to go on without whoever is waited for */

	if (debate_is_closed(d)) /* a last text may still be due */
		return due && (!seat || seat == due) ? d->format->kinds[debate_due(d, due)].step : NEXT_CLOSED;
	if (debate_wants(d))
		return debate_waits_for(d) && granted ? NEXT_CLAIM_LOCK : d->n_seats ? NEXT_WAIT_PEER : NEXT_JOIN;
	if (!seat)
		seat = ctx->holder ? ctx->holder : naming_seat(d) ? naming_seat(d) : due;
	if (!seat || seat > d->n_seats)
		return NEXT_CLAIM_LOCK;
	int kind = debate_taken(d, seat);
	bool holds = ctx->holder == seat, sealed = debate_is_sealed(d);

	if (kind < 0 && granted)
		return NEXT_CLAIM_LOCK;
	if (kind < 0 && seat == naming_seat(d))
		return NEXT_NAME_SPEAKER;
	if (kind < 0 || (ctx->holder && !holds && !sealed))
		return NEXT_WAIT_TURN;
	enum next_step step = d->format->kinds[kind].step;
	if (step && (holds || debate_due(d, seat) >= 0))
		return step;
	return holds || sealed ? NEXT_COMPOSE_TURN : NEXT_CLAIM_LOCK;
}

bool
format_is_apart(const struct debate *d, unsigned seat)
{
	return debate_is_sealed(d) && !debate_waits_for(d) && debate_due(d, seat) >= 0;
}

bool
format_is_sealed(const struct debate *d, unsigned seat)
{
	bool in = false;

	for (size_t i = 0; i < d->n_sealed; i++)
		in |= d->sealed[i].seat == seat;
	return in;
}

const struct next_step_row next_steps[NEXT_STEPS] = {
	[NEXT_JOIN] = {.name = "join", .waits = true},
	[NEXT_WAIT_PEER] = {.name = "wait_peer", .waits = true},
	[NEXT_CLAIM_LOCK] = {.name = "claim_lock"},
	[NEXT_COMPOSE_TURN] = {.name = "compose_turn"},
	[NEXT_WAIT_TURN] = {.name = "wait_turn", .waits = true},
	[NEXT_UPDATE_MARKDOWN] = {.name = "update_markdown"},
	[NEXT_WRITE_REPORT] = {.name = "write_report", .ended = true},
	[NEXT_WRITE_SUMMARY] = {.name = "write_summary"},
	[NEXT_WRITE_VERDICT] = {.name = "write_verdict"},
	[NEXT_WRITE_SYNTHESIS] = {.name = "write_synthesis"},
	[NEXT_NAME_SPEAKER] = {.name = "name_speaker"},
	[NEXT_CLOSED] = {.name = "closed", .ended = true},
};
