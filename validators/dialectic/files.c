#include "validators/dialectic/files.h"

#include <stdio.h>
#include <string.h>
#include "validators/dialectic/draw.h"

struct debate_terms
dialectic_terms(const struct context *ctx)
{
	const struct terms *t = ctx->terms;

	return (struct debate_terms){ .id = ctx->name, .motion = t->topic, .definitions = t->definitions,
		.n_definitions = t->n_definitions, .scope = t->scope, .sealed = t->sealed,
		.seats = ctx->seats, .n_seats = ctx->n_seats };
}

static int64_t
later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* -- arguments -- */

/*
 * Files of arguments are numbered from 1 as they appear: exchange after exchange, and the side that was in first
 * before the other where nothing is sealed. So a number stays its argument's, and none is left out.
 */

struct handins {
	unsigned exchange;
	struct handin *const *in; /* of both sides */
};

static struct handins
handins_of(const struct fstate *state, unsigned exchange)
{
	return (struct handins){
		exchange, exchange == state->exchange ? state->in : debate_exchange(state, exchange)->in};
}

static enum side
first_side(const struct handins *h, bool sealed)
{
	const struct handin *proposition = h->in[SIDE_PROPOSITION], *opposition = h->in[SIDE_OPPOSITION];

	return !proposition || (opposition && !sealed && proposition->second) ? SIDE_OPPOSITION : SIDE_PROPOSITION;
}

static struct argument_id
id_numbered(const struct fstate *state, const struct context *ctx, unsigned number)
{
	struct argument_id id = argument_at(number - 1);
	struct handins h = handins_of(state, id.exchange);

	if (first_side(&h, ctx->terms->sealed) != SIDE_PROPOSITION)
		id.side = SIDES - 1 - id.side;
	return id;
}

static unsigned
arguments_count(const struct fstate *state, const struct context *ctx)
{
	unsigned n = exchange_first(state->exchange);

	for (enum side side = 0; side < SIDES; side++)
		n += debate_is_shown(state, ctx->terms->sealed, side) ? state->in[side]->n : 0;
	return n;
}

static const struct argument *
argument_numbered(const struct fstate *state, const struct context *ctx, unsigned number)
{
	if (!number || number > arguments_count(state, ctx))
		return NULL;
	return debate_argument(state, ctx->terms->sealed, id_numbered(state, ctx, number));
}

static void
argument_name(const struct fstate *state, const struct context *ctx, unsigned number, char out[FORMAT_NAME_BYTES])
{
	const struct argument *a = argument_numbered(state, ctx, number);
	char id[ARGUMENT_ID_BYTES];

	out[0] = '\0';
	if (a)
		snprintf(out, FORMAT_NAME_BYTES, "%s.md", argument_id_print(a->id, id));
}

static unsigned
argument_find(const struct fstate *state, const struct context *ctx, const char *name)
{
	size_t len = strlen(name);
	struct argument_id id;
	unsigned index;

	if (len < 3 || strcmp(name + len - 3, ".md") || !argument_id_parse(name, len - 3, &id) ||
		id.exchange > state->exchange)
		return 0;
	if (!debate_argument(state, ctx->terms->sealed, id))
		return 0;
	index = argument_index(id);
	/* The other side's are before, or are not: its place in the swapped order is found by swapping once more. */
	if (!argument_id_equal(id_numbered(state, ctx, index + 1), id)) {
		id.side = SIDES - 1 - id.side;
		index = argument_index(id);
	}
	return index + 1;
}

static int64_t
argument_time(const struct fstate *state, const struct context *ctx, unsigned number)
{
	struct argument_id id = id_numbered(state, ctx, number);
	struct handins h = handins_of(state, id.exchange);
	const struct handin *own = h.in[id.side], *other = h.in[SIDES - 1 - id.side];

	if (id.exchange == state->exchange)
		return debate_shown_ms(state, ctx->terms->sealed, id.side);
	return ctx->terms->sealed ? later(own->time_ms, other->time_ms) : own->time_ms;
}

static const struct format_many arguments = {
	.count = arguments_count,
	.name = argument_name,
	.find = argument_find,
	.time_ms = argument_time,
};

/* -- times -- */

static int64_t
scores_time(const struct fstate *state, const struct context *ctx)
{
	return state->debate.last ? debate_last(state)->judgement->time_ms : ctx->created_ms;
}

static int64_t
graph_time(const struct fstate *state, const struct context *ctx)
{
	int64_t time = scores_time(state, ctx);

	for (enum side side = 0; side < SIDES; side++)
		time = later(time, debate_shown_ms(state, ctx->terms->sealed, side));
	return time;
}

static int64_t
report_time(const struct fstate *state, const struct context *ctx)
{
	return state->report ? state->report_ms : ctx->created_ms;
}

/* Who has judged may still report when the debate is closed. */
static unsigned
report_after_close(const struct fstate *state, const struct context *ctx)
{
	(void)ctx;
	return debate_report_owed(state);
}

/* -- the rows -- */

/* clang-format off */
const struct format_row dialectic_rows[DIALECTIC_ROWS] = {
	[ROW_ARGUMENTS - ROW_OWN] = { ROW_ARGUMENTS, "arguments", .many = &arguments,
		.about = "each argument that may be shown, with its id, claim, grounds, warrant, attacks and "
		"defences" },
	[ROW_SCORES - ROW_OWN] = { ROW_SCORES, "scores.json", .time_ms = scores_time,
		.about = "what each argument stands at, and every score and rescore with its reasoning" },
	[ROW_MERMAID - ROW_OWN] = { ROW_MERMAID, "argument-graph.mmd", .time_ms = graph_time,
		.about = "the graph of attacks and defences, as Mermaid" },
	[ROW_SVG - ROW_OWN] = { ROW_SVG, "argument-graph.svg", .drawn = true, .time_ms = graph_time,
		.about = "the same graph, as a picture" },
	[ROW_REPORT - ROW_OWN] = { ROW_REPORT, "report.md", .gated = true, .time_ms = report_time,
		.after_close = report_after_close,
		.about = "the judge's report, written once, at the end" },
};
/* clang-format on */

void
dialectic_render(const struct fstate *state, const struct context *ctx, int row, unsigned number, UT_string *out)
{
	const struct argument *a = row == ROW_ARGUMENTS ? argument_numbered(state, ctx, number) : NULL;

	switch (row) {
	case ROW_ARGUMENTS:
		if (a)
			render_argument(a, out);
		break;
	case ROW_SCORES:
		render_scores(state, out);
		break;
	case ROW_MERMAID:
		dialectic_draw(state, ctx->terms->sealed, graph_mermaid, out);
		break;
	case ROW_SVG:
		dialectic_draw(state, ctx->terms->sealed, graph_svg, out);
		break;
	case ROW_REPORT:
		if (state->report)
			utstring_bincpy(out, state->report, strlen(state->report));
		break;
	}
}
