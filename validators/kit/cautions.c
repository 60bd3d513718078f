#include "validators/kit/cautions.h"

#include <stdlib.h>
#include <strings.h>
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

static bool
is_said(const char *word)
{
	return *word && strcasecmp(word, "unknown") && strcasecmp(word, "unknown-model");
}

static const char *
shared(const struct debate_seat *a, const struct debate_seat *b)
{
	if (is_said(a->model) && !strcasecmp(a->model, b->model))
		return "model";
	return is_said(a->harness) && !strcasecmp(a->harness, b->harness) ? "harness" : NULL;
}

static bool
decides(const struct debate *d, const struct debate_seat *seat)
{
	return d->format->roles && d->format->roles[role_place(seat->role) - 1].decides;
}

void
debate_warnings(const struct debate *d, void (*each)(void *arg, const char *sentence), void *arg)
{
	struct reader family;
	char *sentence;

	if (d->n_seats > 1 && debate_model_families(d, &family) == 1 && left(&family)) {
		sentence = mem_format("all models are of one family, %.*s", (int)left(&family), family.s);
		each(arg, sentence);
		free(sentence);
	}
	for (unsigned i = 0; i < d->n_seats; i++)
		if (d->order.given_up >> i & 1) {
			sentence = mem_format("%s was given up", d->seats[i].name);
			each(arg, sentence);
			free(sentence);
		}
	if (d->format->warns) {
		UT_string own;

		utstring_init(&own);
		d->format->warns(d, &own);
		if (utstring_len(&own))
			each(arg, utstring_body(&own));
		utstring_done(&own);
	}
}

void
debate_cautions(const struct debate *d, void (*each)(void *arg, const char *sentence), void *arg)
{
	debate_warnings(d, each, arg);
	for (unsigned i = 0; i < d->n_seats * d->n_seats; i++) {
		const struct debate_seat *one = &d->seats[i / d->n_seats], *side = &d->seats[i % d->n_seats];
		const char *what = one != side && decides(d, one) && !decides(d, side) ? shared(one, side) : NULL;

		if (!what)
			continue;
		char *sentence = mem_format("whoever decides, %s, has the %s of %s", one->name, what, side->name);
		each(arg, sentence);
		free(sentence);
	}
}

struct cautions {
	UT_string *out;
	bool any;
};

static void
put_caution(void *arg, const char *sentence)
{
	struct cautions *c = arg;

	utstring_printf(c->out, c->any ? "; " : "Caution: ");
	md_escape(c->out, sentence);
	c->any = true;
}

void
debate_print_cautions(const struct debate *d, UT_string *out)
{
	struct cautions cautions = {out, false};

	debate_cautions(d, put_caution, &cautions);
	if (cautions.any)
		utstring_printf(out, ".\n\n");
}
