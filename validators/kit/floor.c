/* Whose move it is, who may take the floor, and what is next. */
#include "validators/kit/drafts.h"

#include "validators/kit/moves.h"
#include "validators/kit/record.h"
#include "validators/kit/refusal.h"
#include "validators/text/mem.h"

/* -- whose move it is -- */

/* "alice: the challenge of round 1", of each that a text is due of. */
static char *
moves_told(const struct debate *d)
{
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "%s", "");
	if (debate_names(d))
		utstring_printf(&out, "%s, who names whose text is next", d->seats[debate_names(d) - 1].name);
	for (unsigned seat = 1; seat <= d->n_seats; seat++) {
		int kind = debate_due(d, seat);

		if (kind < 0)
			continue;
		utstring_printf(&out, "%s%s: ", utstring_len(&out) ? "; " : "", d->seats[seat - 1].name);
		hand_in_label(d, seat, &d->format->kinds[kind], &out);
	}
	return utstring_body(&out);
}

/* Is somebody waited for whom a claim for=timeout may go on without? Not by a seat of which a text is due itself;
 * seat 0: by any. */
static bool
waits(const struct debate *d, unsigned seat)
{
	unsigned due = debate_only_due(d);

	if (!d->format->alone || debate_is_closed(d) || !d->n_seats)
		return false;
	return debate_waits_for(d) ? true : due && due != seat;
}

int64_t
format_wait_until(const struct debate *d, const struct context *ctx)
{
	bool waiting = waits(d, 0);
	unsigned slot = waiting && !debate_waits_for(d) ? debate_only_due(d) - 1 : DUE_MISSING;
	int64_t since = waiting ? d->due[slot].clock_ms : 0;

	/* A clock past the present one is of an earlier boot. */
	return waiting ? (since > ctx->clock_ms ? 0 : since) + ctx->terms->wait_seconds * 1000 : 0;
}

/* May this seat claim for=timeout now? */
static bool
wait_is_over(const struct debate *d, const struct context *ctx, unsigned seat)
{
	return waits(d, seat) && ctx->clock_ms >= format_wait_until(d, ctx);
}

/* When a claim for=timeout is granted; "": it is now. */
static const char *
granted_from(const struct debate *d, const struct context *ctx, char time[RECORD_TIME_BYTES])
{
	int64_t left = format_wait_until(d, ctx) - ctx->clock_ms;

	*time = '\0';
	return left > 0 ? record_time(ctx->now_ms + left, time) : time;
}

/* The kind that is due of a seat, else the first that is taken of it; -1: none. */
static int
kind_taken(const struct debate *d, unsigned seat)
{
	int due = debate_due(d, seat);

	for (unsigned kind = 0; due < 0 && d->format->kinds[kind].kind.name; kind++)
		if (order_takes(d, seat, kind))
			return (int)kind;
	return due;
}

struct fault
fault_of_move(const struct debate *d, const struct context *ctx, unsigned seat)
{
	bool begun = debate_is_closed(d) || !debate_waits_for(d);
	char time[RECORD_TIME_BYTES], *moves;
	const char *missing;
	struct fault f;

	if (begun && (debate_is_closed(d) ? debate_due(d, seat) : kind_taken(d, seat)) >= 0)
		return NO_FAULT;
	if (debate_is_closed(d))
		return fault_of(REFUSAL_DUEL_CLOSED, "the debate is closed with %s", debate_outcome(d));
	if (!seat || seat > d->n_seats)
		return fault_of(REFUSAL_LEASE_WAIT, "only a participant may hand in");
	missing = format_missing(d);
	if (!begun && waits(d, seat) && !*granted_from(d, ctx, time))
		return fault_of(REFUSAL_LEASE_WAIT,
			"%s has not joined, and the wait is over: claim with for=timeout to end the duel, for nothing "
			"but a conclusion can be written then, or wait on", missing);
	if (!begun && waits(d, seat))
		return fault_of(REFUSAL_LEASE_WAIT,
			"%s has not joined: wait, or claim with for=timeout from %s on", missing, time);
	if (missing)
		return fault_of(REFUSAL_LEASE_WAIT, "%s has not joined", missing);
	moves = moves_told(d);
	if (waits(d, seat) && !*granted_from(d, ctx, time))
		f = fault_of(REFUSAL_LEASE_ORDER,
			"it is the move of %s, who is silent: claim with for=timeout, the wait is over",
			d->seats[debate_only_due(d) - 1].name);
	else if (waits(d, seat))
		f = fault_of(REFUSAL_LEASE_ORDER, "it is the move of %s; for=timeout is granted from %s on", moves,
			time);
	else
		f = fault_of(REFUSAL_LEASE_ORDER, "it is the move of %s", *moves ? moves : "nobody");
	free(moves);
	return f;
}

/* Has it a file of its own to which a text is handed in? */
static bool
files_take_texts(const struct format *f)
{
	bool take = false;

	for (const struct format_row *row = f->rows; row && row->name; row++)
		take |= row->gated;
	return take;
}

/* Only a seat whose text is due in a file of the format's own may open that file. */
struct fault
format_may_open(const struct debate *d, const struct context *ctx, int row)
{
	const struct format *f = d->format;
	struct fault fault;

	if (!files_take_texts(f))
		return NO_FAULT;
	fault = fault_of_move(d, ctx, ctx->holder);
	if (fault.rule || row == ROW_DEBATE)
		return fault;
	int kind = debate_due(d, ctx->holder);
	return kind >= 0 && f->kinds[kind].row == row ? fault
		: fault_of(REFUSAL_LEASE_ORDER, "what stands in this file is not due yet");
}

/* -- the floor -- */

/* Why a claim for=timeout is not granted. */
static struct fault
timeout_fault(const struct debate *d, const struct context *ctx, unsigned seat)
{
	char time[RECORD_TIME_BYTES];

	if (!d->format->alone)
		return fault_of(REFUSAL_LEASE_ORDER, "nobody takes another's turn here: claim without for=timeout");
	if (!debate_waits_for(d) && debate_due(d, seat) >= 0)
		return fault_of(REFUSAL_LEASE_ORDER,
			"it is your own move, and no timeout: claim without for=timeout");
	if (!waits(d, seat))
		return fault_of(REFUSAL_LEASE_ORDER, "nobody is being waited for: claim without for=timeout");
	if (debate_waits_for(d) && *granted_from(d, ctx, time))
		return fault_of_move(d, ctx, seat);
	if (*granted_from(d, ctx, time))
		return fault_of(REFUSAL_LEASE_ORDER, "it is the move of %s, who may be silent until %s",
			d->seats[debate_only_due(d) - 1].name, time);
	return NO_FAULT;
}

void
format_floor(
	const struct debate *d, const struct context *ctx, const struct floor_ask *ask, struct floor_answer *answer)
{
	bool joined = ask->seat && ask->seat <= d->n_seats && !debate_is_closed(d);
	bool silent = false;
	struct fault f;

	if (ask->for_timeout && joined) {
		f = timeout_fault(d, ctx, ask->seat);
		silent = !debate_waits_for(d);
	} else {
		f = fault_of_move(d, ctx, ask->seat);
	}
	if (!f.rule && !ask->for_timeout && debate_is_sealed(d))
		f = fault_of(REFUSAL_LEASE_ORDER,
			"texts are sealed now and need no floor: write yours to your own turn.md");
	*answer = (struct floor_answer){.rule = f.rule, .text = f.sentence};
	if (!f.rule && silent)
		draft_lift(d, ctx, answer);
}

/* -- what is next -- */

/* The only seat of which a text is due; 0: there is none, or there are several. */
unsigned
format_next_seat(const struct debate *d, const struct context *ctx)
{
	unsigned only = 0;

	if (!debate_waits_for(d))
		only = ctx->holder && kind_taken(d, ctx->holder) >= 0 ? ctx->holder
			: debate_names(d) ? debate_names(d) : debate_only_due(d);
	return only;
}

static enum next_step
step_of(const struct debate *d, const struct context *ctx, unsigned seat)
{
	int kind = kind_taken(d, seat);
	bool held = ctx->holder && ctx->holder != seat && !debate_is_sealed(d);
	enum next_step step = kind < 0 ? NEXT_WAIT_TURN : d->format->kinds[kind].step;

	if (kind < 0 && !ctx->holder && wait_is_over(d, ctx, seat))
		return NEXT_CLAIM_LOCK;
	if (kind < 0 && seat == debate_names(d))
		return NEXT_NAME_SPEAKER;
	if (kind < 0 || held)
		return NEXT_WAIT_TURN;
	if (step && (debate_due(d, seat) >= 0 || ctx->holder == seat))
		return step;
	return ctx->holder == seat || debate_is_sealed(d) ? NEXT_COMPOSE_TURN : NEXT_CLAIM_LOCK;
}

/* Once it is closed: a last text may still be due. */
static enum next_step
next_late(const struct debate *d, unsigned seat)
{
	unsigned due = debate_only_due(d);
	enum next_step step = NEXT_CLOSED;

	if (due && (!seat || seat == due))
		step = d->format->kinds[debate_due(d, due)].step;
	return step;
}

unsigned
format_late_seat(const struct debate *d, const struct format_row *row)
{
	return row->gated && debate_is_closed(d) ? debate_only_due(d) : 0;
}

enum next_step
format_next(const struct debate *d, const struct context *ctx, unsigned seat)
{
	enum next_step step = NEXT_WAIT_PEER;

	if (debate_is_closed(d))
		return next_late(d, seat);
	if (debate_waits_for(d) && !ctx->holder && wait_is_over(d, ctx, seat))
		step = NEXT_CLAIM_LOCK;
	if (debate_wants(d))
		return step;
	if (!seat)
		seat = ctx->holder ? ctx->holder : debate_names(d) ? debate_names(d) : debate_only_due(d);
	return seat && seat <= d->n_seats ? step_of(d, ctx, seat) : NEXT_CLAIM_LOCK;
}

bool
format_is_apart(const struct debate *d, unsigned seat)
{
	return !debate_is_closed(d) && !debate_waits_for(d) && debate_is_sealed(d) &&
		debate_due(d, seat) >= 0;
}

bool
format_is_sealed(const struct debate *d, unsigned seat)
{
	bool in = false;

	for (size_t i = 0; i < d->n_sealed; i++)
		in |= d->sealed[i].seat == seat;
	return in;
}

bool
format_is_sealing(const struct debate *d)
{
	return !debate_is_closed(d) && debate_is_sealed(d);
}

const char *const next_step_names[NEXT_STEPS] = {
	[NEXT_WAIT_PEER] = "wait_peer",
	[NEXT_CLAIM_LOCK] = "claim_lock",
	[NEXT_COMPOSE_TURN] = "compose_turn",
	[NEXT_WAIT_TURN] = "wait_turn",
	[NEXT_UPDATE_MARKDOWN] = "update_markdown",
	[NEXT_WRITE_REPORT] = "write_report",
	[NEXT_WRITE_SUMMARY] = "write_summary",
	[NEXT_WRITE_VERDICT] = "write_verdict",
	[NEXT_WRITE_SYNTHESIS] = "write_synthesis",
	[NEXT_NAME_SPEAKER] = "name_speaker",
	[NEXT_CLOSED] = "closed",
};

const bool next_step_waits[NEXT_STEPS] = {
	[NEXT_WAIT_PEER] = true,
	[NEXT_WAIT_TURN] = true,
};

const bool next_step_ended[NEXT_STEPS] = {
	[NEXT_WRITE_REPORT] = true,
	[NEXT_CLOSED] = true,
};
