#include "validators/kit/independence.h"

#include <string.h>
#include <strings.h>
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

const struct rule independence_rule = { .id = "seat.independence", .severity = SEVERITY_WARNING,
	.gloss = "whoever decides has neither the harness nor the model of a side" };

static bool
is_known(const char *word)
{
	return *word && strcasecmp(word, "unknown") && strcasecmp(word, "unknown-model");
}

static bool
is_same(const char *a, const char *b)
{
	return is_known(a) && is_known(b) && !strcasecmp(a, b);
}

static void
tell(const struct seat *decides, const struct seat *side, void (*each)(void *arg, bool warned, const char *sentence),
	void *arg)
{
	bool people = !strcasecmp(decides->model, "human") && !strcasecmp(side->model, "human");
	bool harness = is_same(decides->harness, side->harness), model = is_same(decides->model, side->model);
	bool another = is_known(decides->model) && is_known(side->model) && !model;
	char *sentence;

	if (people || (!harness && !model))
		return;
	if (model)
		sentence = mem_format("%s, the %s, has the model of %s, the %s (%s)", decides->name, decides->role,
			side->name, side->role, side->model);
	else
		sentence = mem_format("%s, the %s, has the harness of %s, the %s (%s)%s", decides->name, decides->role,
			side->name, side->role, side->harness, another ? ", with another model" : "");
	each(arg, model || !another, sentence);
	free(sentence);
}

void
independence_each(const struct format *f, const struct context *ctx,
	void (*each)(void *arg, bool warned, const char *sentence), void *arg)
{
	const struct seat *decides = NULL;

	for (unsigned i = 0; f->decides && i < ctx->n_seats; i++)
		if (!strcmp(ctx->seats[i]->role, f->decides))
			decides = ctx->seats[i];
	for (unsigned i = 0; decides && i < ctx->n_seats; i++)
		if (ctx->seats[i] != decides)
			tell(decides, ctx->seats[i], each, arg);
}

struct warning {
	void (*each)(void *arg, const char *text);
	void *arg;
};

static void
warn(void *arg, bool warned, const char *sentence)
{
	struct warning *w = arg;
	char *text = mem_format("[%s] %s", independence_rule.id, sentence);

	if (warned)
		w->each(w->arg, text);
	free(text);
}

void
independence_warnings(const struct format *f, const struct context *ctx, void (*each)(void *arg, const char *text),
	void *arg)
{
	struct warning w = { each, arg };

	independence_each(f, ctx, warn, &w);
}

static void
put(void *arg, bool warned, const char *sentence)
{
	UT_string *out = arg;

	utstring_printf(out, "\n%s", warned ? "**Not independent:** " : "");
	md_escape_paragraph(out, sentence);
	utstring_printf(out, "%s\n", warned ? ": weigh what is decided with that in mind." : ".");
}

void
independence_put(const struct format *f, const struct context *ctx, UT_string *out)
{
	independence_each(f, ctx, put, out);
}
