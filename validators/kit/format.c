/* What is asked of any format. */
#include "validators/kit/format.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>
#include "validators/kit/fstate.h"
#include "validators/kit/refusal.h"
#include "validators/text/mem.h"
#include "validators/text/reader.h"

typedef const struct fstate *state_at;
typedef const struct context *ctx_at;

static const struct format *
format_of(state_at state)
{
	return fstate_common(state)->format;
}

/* What has a credential is refused for that alone: whatever else is said of a text may quote it. */
void
format_judge(const struct fstate *state, const struct context *ctx, const struct submission *s, struct verdict *out)
{
	enum secrets_mode mode = ctx->secrets ? ctx->terms->secrets : SECRETS_ALLOW;
	struct findings secrets = { .n = 0 };
	bool refused;

	if (mode != SECRETS_ALLOW)
		secrets_judge(ctx->secrets, s->text, s->len, s->line0, ctx->source, mode == SECRETS_WARN, &secrets);
	refused = findings_first_error(&secrets);
	findings_move(&out->findings, &secrets);
	if (refused)
		return;
	format_of(state)->judge(state, ctx, s, out);
	if (mode == SECRETS_WARN)
		secrets_mask(ctx->secrets, s->text, s->len, s->line0, ctx->source, &out->findings);
	if (findings_first_error(&out->findings))
		verdict_drop_drafts(out);
}

void
format_front(state_at state, ctx_at ctx, UT_string *out)
{
	format_of(state)->front(state, ctx, out);
}

const struct rule *
format_join(state_at state, ctx_at ctx, const struct join_ask *ask, char **sentence)
{
	*sentence = NULL;
	return format_of(state)->join ? format_of(state)->join(state, ctx, ask, sentence) : NULL;
}

const char *
format_missing(state_at state, ctx_at ctx)
{
	if (format_of(state)->missing)
		return format_of(state)->missing(state, ctx);
	return ctx->n_seats < format_of(state)->seats_begin ? "another participant" : NULL;
}

const struct rule *
format_may_open(state_at state, ctx_at ctx, int row, char **sentence)
{
	*sentence = NULL;
	return format_of(state)->may_open ? format_of(state)->may_open(state, ctx, row, sentence) : NULL;
}

const struct hand_in *
format_kind_of(state_at state, ctx_at ctx, const struct submission *s)
{
	return format_of(state)->kind_of ? format_of(state)->kind_of(state, ctx, s) : NULL;
}

bool
format_is_apart(state_at state, ctx_at ctx, unsigned seat)
{
	return format_of(state)->is_apart ? format_of(state)->is_apart(state, ctx, seat) : false;
}

bool
format_is_sealed(state_at state, ctx_at ctx, unsigned seat)
{
	return format_of(state)->is_sealed ? format_of(state)->is_sealed(state, ctx, seat) : false;
}

bool
format_is_sealing(state_at state, ctx_at ctx)
{
	return format_of(state)->is_sealing ? format_of(state)->is_sealing(state, ctx) : false;
}

void
format_floor(state_at state, ctx_at ctx, const struct floor_ask *ask, struct floor_answer *answer)
{
	format_of(state)->floor(state, ctx, ask, answer);
}

void
format_cites(state_at state, ctx_at ctx, const struct submission *s, struct lookups *out, bool *sealed)
{
	if (format_of(state)->cites)
		format_of(state)->cites(state, ctx, s, out, sealed);
}

const struct rule *
format_close(state_at state, ctx_at ctx, const char *outcome, const char *reason, struct verdict *out,
	char **sentence)
{
	return format_of(state)->close(state, ctx, outcome, reason, out, sentence);
}

void
format_reveals(state_at state, ctx_at ctx, UT_string *line, struct verdict *out)
{
	if (format_of(state)->reveals)
		format_of(state)->reveals(state, ctx, line, out);
}

void
format_verb(state_at state, ctx_at ctx, const struct verb_ask *ask, struct verdict *out)
{
	format_of(state)->verb(state, ctx, ask, out);
}

enum next_step
format_next(state_at state, ctx_at ctx, unsigned seat)
{
	return format_of(state)->next(state, ctx, seat);
}

unsigned
format_next_seat(state_at state, ctx_at ctx)
{
	return format_of(state)->next_seat(state, ctx);
}

int64_t
format_wait_until(state_at state, ctx_at ctx)
{
	return format_of(state)->wait_until ? format_of(state)->wait_until(state, ctx) : 0;
}

int64_t
format_deadline(state_at state, ctx_at ctx, struct verdict *out)
{
	return format_of(state)->deadline ? format_of(state)->deadline(state, ctx, out) : 0;
}

void
format_result(state_at state, ctx_at ctx, UT_string *out)
{
	format_of(state)->result(state, ctx, out);
}

void
format_brief(state_at state, ctx_at ctx, unsigned seat, size_t room, UT_string *out)
{
	if (format_of(state)->brief)
		format_of(state)->brief(state, ctx, seat, room, out);
}

void
format_cautions(state_at state, ctx_at ctx, unsigned seat, UT_string *out)
{
	if (format_of(state)->cautions)
		format_of(state)->cautions(state, ctx, seat, out);
}

void
format_tally(state_at state, UT_string *out)
{
	format_of(state)->tally(state, out);
}

void
format_fates(state_at state, ctx_at ctx, unsigned number, UT_string *out)
{
	if (format_of(state)->fates)
		format_of(state)->fates(state, ctx, number, out);
}

void
format_warnings(state_at state, void (*each)(void *arg, const char *text), void *arg)
{
	if (format_of(state)->warnings)
		format_of(state)->warnings(state, each, arg);
}

void
format_events(state_at before, state_at after, ctx_at ctx, const struct entry *e,
	void (*to)(void *arg, const char *event, const char *unit, const char *members), void *arg)
{
	format_of(after)->events(before, after, ctx, e, to, arg);
}

struct status_value
format_status(state_at state, ctx_at ctx, const struct status_row *row)
{
	return row->value(state, ctx);
}

void
format_render(state_at state, ctx_at ctx, int row, unsigned number, UT_string *out)
{
	format_of(state)->render(state, ctx, row, number, out);
}

unsigned
format_late_seat(state_at state, ctx_at ctx, const struct format_row *row)
{
	return row->after_close ? row->after_close(state, ctx) : 0;
}

unsigned
format_file_count(state_at state, ctx_at ctx, const struct format_row *row)
{
	return row->many ? row->many->count(state, ctx) : row->tree->count(state, ctx);
}

void
format_file_name(state_at state, ctx_at ctx, const struct format_row *row, unsigned number, char out[FORMAT_NAME_BYTES])
{
	row->many->name(state, ctx, number, out);
}

unsigned
format_file_find(state_at state, ctx_at ctx, const struct format_row *row, const char *name)
{
	return row->many->find(state, ctx, name);
}

const char *
format_file_path(state_at state, ctx_at ctx, const struct format_row *row, unsigned number)
{
	return row->tree->path(state, ctx, number);
}

int64_t
format_file_ms(state_at state, ctx_at ctx, const struct format_row *row, unsigned number)
{
	if (row->many)
		return row->many->time_ms(state, ctx, number);
	return row->tree ? row->tree->time_ms(state, ctx, number)
		: row->time_ms ? row->time_ms(state, ctx) : fstate_common(state)->changed_ms;
}

enum hand_in_when
hand_in_when(state_at state, ctx_at ctx, unsigned seat, const struct hand_in *kind)
{
	return kind->when(state, ctx, seat);
}

void
hand_in_told(state_at state, ctx_at ctx, unsigned seat, const struct hand_in *kind, UT_string *out)
{
	kind->told(state, ctx, seat, out);
}

void
hand_in_label(state_at state, ctx_at ctx, unsigned seat, const struct hand_in *kind, UT_string *out)
{
	kind->label(state, ctx, seat, out);
}

void
hand_in_blank(state_at state, ctx_at ctx, unsigned seat, const struct hand_in *kind, UT_string *out)
{
	kind->blank(state, ctx, seat, out);
}

const struct hand_in *
hand_in_next(state_at state, ctx_at ctx, unsigned seat)
{
	const struct format *f = format_of(state);
	const struct hand_in *nearest = NULL;
	enum hand_in_when when = HAND_IN_OVER;

	for (const struct hand_in *h = f->hand_ins; h < f->hand_ins + f->n_hand_ins; h++)
		if (hand_in_when(state, ctx, seat, h) > when) {
			nearest = h;
			when = hand_in_when(state, ctx, seat, h);
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
	const struct hand_in *h = hand_in_next(state, ctx, seat);
	bool now = h && !format_missing(state, ctx) && hand_in_when(state, ctx, seat, h) > HAND_IN_LATER;
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
