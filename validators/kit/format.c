/* What is asked of any format. */
#include "validators/kit/format.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>
#include "validators/kit/bridge_inner.h"
#include "validators/kit/refusal.h"
#include "validators/text/mem.h"
#include "validators/text/reader.h"

typedef const struct fstate *state_at;
typedef const struct context *ctx_at;

static const struct format *
format_of(state_at state)
{
	return state->format;
}

/* What has a credential is refused for that alone: whatever else is said of a text may quote it. */
void
format_judge(const struct fstate *state, const struct context *ctx, const struct submission *s, struct verdict *out)
{
	enum secrets_mode mode = ctx->terms->secrets;

	if (mode != SECRETS_ALLOW)
		secrets_judge(s->text, s->len, s->line0, mode == SECRETS_WARN, &out->findings);
	if (findings_first_error(&out->findings))
		return;
	bridge_judge(state, ctx, s, out);
	if (mode == SECRETS_WARN)
		secrets_mask(s->text, s->len, s->line0, &out->findings);
	if (findings_first_error(&out->findings))
		verdict_drop_drafts(out);
}

const struct hand_in *
hand_in_next(state_at state, unsigned seat)
{
	const struct format *f = format_of(state);
	const struct hand_in *nearest = NULL;
	enum hand_in_when when = HAND_IN_OVER;

	for (const struct hand_in *h = f->hand_ins; h < f->hand_ins + f->n_hand_ins; h++)
		if (hand_in_when(state, seat, h) > when) {
			nearest = h;
			when = hand_in_when(state, seat, h);
		}
	return nearest;
}

static const struct hand_in *
hand_in_of(const struct format *f, int row)
{
	for (const struct hand_in *h = f->hand_ins; h < f->hand_ins + f->n_hand_ins; h++)
		if (h->row == row)
			return h;
	return NULL;
}

const struct hand_in *
hand_in_late(state_at state, ctx_at ctx, unsigned seat)
{
	const struct format *f = format_of(state);

	for (const struct format_row *r = f->rows; r < f->rows + f->n_rows; r++)
		if (r->gated && format_late_seat(state, ctx, r) == seat)
			return hand_in_of(f, r->id);
	return NULL;
}

const struct hand_in *
hand_in_now(state_at state, ctx_at ctx, unsigned seat)
{
	if (fstate_is_closed(state))
		return hand_in_late(state, ctx, seat);
	const struct hand_in *h = hand_in_next(state, seat);
	bool now = h && !format_missing(state) && hand_in_when(state, seat, h) > HAND_IN_LATER;
	return now ? h : NULL;
}

const char *
format_row_name(const struct format *f, int row)
{
	for (size_t i = 0; i < f->n_rows; i++)
		if (f->rows[i].id == row)
			return f->rows[i].name;
	return "debate.md";
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

const struct seat *
context_seat(const struct context *ctx, unsigned number)
{
	return number >= 1 && number <= ctx->n_seats ? ctx->seats[number - 1] : NULL;
}

const char *
context_seat_name(const struct context *ctx, unsigned number)
{
	const struct seat *s = context_seat(ctx, number);

	return s ? s->name : "";
}

const struct rule *
close_by_text(const char *closed_with, const char *outcome, const struct rule *open, const char *how, char **sentence)
{
	if (closed_with && !strcmp(outcome, closed_with))
		return NULL;
	*sentence = closed_with ? mem_format("it was closed with %s", closed_with) : mem_strdup(how);
	return closed_with ? &refusals[REFUSAL_VALUE_BAD] : open;
}

const struct rule *
close_reason_fault(const char *outcome, const char *reason, char **sentence)
{
	struct reader said = without_white((struct reader){ reason, reason + strlen(reason) });

	if (strcmp(outcome, OUTCOME_WANTS_REASON) || left(&said))
		return NULL;
	*sentence =
		mem_strdup("whoever invalidates a debate says why, for the record: outcome=INVALIDATED reason=\"WHY\"");
	return &refusals[REFUSAL_VALUE_BAD];
}
