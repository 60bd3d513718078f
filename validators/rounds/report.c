#include "validators/rounds/report.h"

#include <jansson.h>
#include <string.h>
#include "validators/kit/record.h"
#include "validators/rounds/kept.h"
#include "validators/rounds/points.h"
#include "validators/kit/warnings.h"
#include "validators/text/mem.h"
#include "validators/text/reader.h"

/* Digits that are this duel's for good. */
static unsigned
digits_of(const struct context *ctx)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (const char *s = ctx->id; *s; s++)
		h = (h ^ (unsigned char)*s) * UINT64_C(0x100000001b3);
	return (unsigned)(h ^ h >> 16 ^ h >> 32 ^ h >> 48) & 0xffff;
}

static json_t *
side_json(const struct fstate *state, const struct context *ctx, enum rounds_role role)
{
	const struct seat *seat = rounds_seat_of(state, ctx, role);

	return json_pack("{s:s, s:s}", "tool", seat ? seat->harness : "", "model", seat ? seat->model : "");
}

static json_t *
response_json(const struct rounds_piece *p)
{
	struct reader text = without_white((struct reader){ p->text + p->body, p->text + p->text_len });

	return json_stringn(text.s, left(&text));
}

static json_t *
exchange_json(const struct context *ctx, const struct rounds_piece *p)
{
	const struct seat *seat = context_seat(ctx, p->piece.seat);

	return json_pack("{s:i, s:s, s:s, s:o, s:I}", "round", (int)p->round, "role", rounds_role_names[p->role],
		"tool", seat ? seat->harness : "", "response", response_json(p), "duration_ms",
		(json_int_t)p->piece.took_ms);
}

static bool
is_exchange(const struct rounds_piece *p)
{
	return p->spoken && !p->spoken->closing;
}

static json_t *
exchanges_json(const struct fstate *state, const struct context *ctx)
{
	json_t *list = json_array();
	size_t n;
	const struct rounds_piece **all = rounds_all(state, &n);

	for (size_t i = 0; i < n; i++)
		if (is_exchange(all[i]))
			json_array_append_new(list, exchange_json(ctx, all[i]));
	free(all);
	return list;
}

static json_t *
verdict_json(const struct fstate *state, const struct context *ctx)
{
	const struct rounds_conclusion *c = state->conclusion;
	const struct seat *winner = c ? rounds_seat_of(state, ctx, (enum rounds_role)c->winner) : NULL;

	if (!c)
		return json_null();
	return json_pack("{s:s, s:s, s:o, s:o, s:s}", "winner", winner ? winner->harness : "", "reasoning",
		c->reasoning, "agreements", strings_json(c->agreements, c->n_agreements), "disagreements",
		strings_json(c->disagreements, c->n_disagreements), "recommendation", c->recommendation);
}

int64_t
rounds_report_time(const struct fstate *state, const struct context *ctx)
{
	return state->debate.changed_ms ? state->debate.changed_ms : ctx->created_ms;
}

/* -- behind the keys of the seed -- */

static json_t *
name_json(const struct fstate *state, const struct context *ctx, enum rounds_role role)
{
	const struct seat *seat = rounds_seat_of(state, ctx, role);

	return seat ? json_string(seat->name) : json_null();
}

static json_t *
positions_json(const struct context *ctx)
{
	char *proposer = rounds_position(ctx, SPEAKER_PROPOSER), *challenger = rounds_position(ctx, SPEAKER_CHALLENGER);
	json_t *o = proposer ? json_pack("{s:s, s:s}", "proposer", proposer, "challenger", challenger) : json_null();

	free(proposer);
	free(challenger);
	return o;
}

static json_t *
judge_json(const struct fstate *state, const struct context *ctx)
{
	const struct seat *seat = rounds_seat_of(state, ctx, ROLE_ORCHESTRATOR);

	return seat ? json_pack("{s:s, s:s}", "tool", seat->harness, "model", seat->model) : json_null();
}

static json_t *
quality_json(const struct rounds_conclusion *c)
{
	json_t *o = json_object();

	for (enum quality i = 0; i < QUALITIES; i++)
		json_object_set_new(o, rounds_qualities[i].key, json_string(c->quality[i]));
	return o;
}

static json_t *
concession_json(const struct spoken *s, const struct spoken_yield *y)
{
	json_t *o = json_pack("{s:i, s:s, s:i, s:s, s:b}", "round", (int)s->round, "role",
		rounds_speakers[s->speaker].role, "line", y->line, "text", y->paragraph, "partly", (int)y->partly);

	if (s->closing)
		json_object_set_new(o, "closing", json_true());
	return o;
}

/* A row a sentence: what it yields besides stands in points.json. */
static json_t *
concessions_json(const struct fstate *state)
{
	json_t *list = json_array();
	size_t n;
	const struct spoken **spoken = rounds_spoken(state, &n);

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < spoken[i]->n_yields; k++)
			if (!spoken[i]->yields[k].certifies && rounds_yield_is_first(spoken[i], k))
				json_array_append_new(list, concession_json(spoken[i], &spoken[i]->yields[k]));
	free(spoken);
	return list;
}

/* How long each turn took, in the order of the exchanges. */
static json_t *
seconds_json(const struct fstate *state)
{
	json_t *list = json_array();
	size_t n;
	const struct rounds_piece **all = rounds_all(state, &n);

	for (size_t i = 0; i < n; i++)
		if (is_exchange(all[i]))
			json_array_append_new(list, json_integer(all[i]->piece.took_ms / 1000));
	free(all);
	return list;
}

static void
add_more(json_t *o, const struct fstate *state, const struct context *ctx)
{
	const struct rounds_conclusion *c = state->conclusion;
	const struct rounds_piece *closing = rounds_closing(state);

	json_object_set_new(o, "judge", judge_json(state, ctx));
	json_object_set_new(o, "names",
		json_pack("{s:o, s:o, s:o}", "proposer", name_json(state, ctx, ROLE_PROPOSER), "challenger",
			name_json(state, ctx, ROLE_CHALLENGER), "orchestrator",
			name_json(state, ctx, ROLE_ORCHESTRATOR)));
	json_object_set_new(o, "positions", positions_json(ctx));
	json_object_set_new(o, "quality", c ? quality_json(c) : json_null());
	json_object_set_new(o, "rigor", c ? json_string(c->rigor) : json_null());
	json_object_set_new(o, "unresolved", c ? strings_json(c->unresolved, c->n_unresolved) : json_null());
	json_object_set_new(o, "points", rounds_points_json(state));
	json_object_set_new(o, "concessions", concessions_json(state));
	json_object_set_new(o, "seconds", seconds_json(state));
	json_object_set_new(o, "closing", closing ? response_json(closing) : json_null());
}

void
rounds_report_render(const struct fstate *state, const struct context *ctx, UT_string *out)
{
	char created[RECORD_TIME_BYTES], changed[RECORD_TIME_BYTES];
	char *id = mem_format("debate-%s-%04x", record_time(ctx->created_ms, created), digits_of(ctx));
	json_t *o = mem_check(json_pack("{s:s, s:s, s:o, s:o, s:s, s:i, s:I, s:s, s:o, s:o, s:s}", "id", id, "topic",
		ctx->terms->topic, "proposer", side_json(state, ctx, ROLE_PROPOSER), "challenger",
		side_json(state, ctx, ROLE_CHALLENGER), "effort", ctx->terms->effort ? ctx->terms->effort : "",
		"rounds_completed", (int)state->completed, "max_rounds", (json_int_t)ctx->terms->rounds, "status",
		fstate_phase_name(state), "exchanges", exchanges_json(state, ctx), "verdict", verdict_json(state, ctx),
		"timestamp", record_time(rounds_report_time(state, ctx), changed)));
	char *text;

	add_more(o, state, ctx);
	text = mem_check(json_dumps(o, JSON_INDENT(2)));
	utstring_printf(out, "%s\n", text);
	free(text);
	json_decref(o);
	free(id);
}
