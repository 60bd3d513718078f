#include "validators/dialectic/told.h"

#include "validators/dialectic/state.h"
#include "validators/kit/template.h"

TEXT_FILE(dialectic_argument_md);
TEXT_FILE(dialectic_judgement_md);

struct told {
	unsigned exchange;
	int64_t exchanges; /* 0: no end */
};

static void
put_exchange(void *arg, const char *word, UT_string *out)
{
	const struct told *t = arg;

	(void)word;
	utstring_printf(out, "%u", t->exchange);
}

static bool
is_opening(void *arg, const char *word)
{
	const struct told *t = arg;

	(void)word;
	return !t->exchange;
}

static bool
is_rescores(void *arg, const char *word)
{
	return !is_opening(arg, word);
}

static bool
is_last(void *arg, const char *word)
{
	const struct told *t = arg;

	(void)word;
	return t->exchanges > 0 && t->exchange + 1 >= t->exchanges;
}

static const struct template_name names[] = {
	{.name = "exchange", .put = put_exchange, .about = "the number of the exchange"},
	{.name = "opening", .kind = TEMPLATE_FLAG, .is = is_opening, .about = "it is the first, exchange 0"},
	{.name = "rescores", .kind = TEMPLATE_FLAG, .is = is_rescores, .about = "there are earlier ones"},
	{.name = "last", .kind = TEMPLATE_FLAG, .is = is_last, .about = "it is the last of those that there are to be"},
};
static const struct template_form form = {.names = names, .n = sizeof names / sizeof *names};

const struct text_row dialectic_texts[DIALECTIC_TEXTS] = {
	[DIALECTIC_TEXT_ARGUMENT] = TEMPLATE_ROW("dialectic/argument.md", dialectic_argument_md, &form),
	[DIALECTIC_TEXT_JUDGEMENT] = TEMPLATE_ROW("dialectic/judgement.md", dialectic_judgement_md, &form),
};

static void
tell(unsigned text, const struct fstate *state, const struct context *ctx, UT_string *out)
{
	struct told t = {.exchange = state->exchange, .exchanges = ctx->terms->exchanges};

	template_render_text(&dialectic_texts[text], ctx->texts ? ctx->texts[text] : NULL, &t, out);
}

void
argument_told(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)seat;
	tell(DIALECTIC_TEXT_ARGUMENT, state, ctx, out);
}

void
judgement_told(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)seat;
	tell(DIALECTIC_TEXT_JUDGEMENT, state, ctx, out);
}
