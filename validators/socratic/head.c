#include "validators/socratic/head.h"

#include "validators/kit/record_head.h"

static int64_t
max_turns(const struct context *ctx)
{
	return ctx->terms->max_turns;
}

static const struct head_row rows[] = {
	{ "Max turns", .number = max_turns },
};
static const struct head_form form = { .title = "Socratic Duel: ",
	.source = true,
	.seats = "| Participant | Harness | Model | Joined |",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0] };

void
head_render(const struct context *ctx, UT_string *out)
{
	head_put(&form, ctx, out);
}
