#include "validators/next/kit/independence.h"

#include <stdlib.h>
#include <strings.h>
#include "validators/text/mem.h"

/* Length of a model's family; 0: it is not said. */
static size_t
family(const char *model)
{
	size_t len = strcspn(model, "-0123456789");

	return len == strlen("unknown") && !strncasecmp(model, "unknown", len) ? 0 : len;
}

static bool
same_family(const char *a, const char *b)
{
	return family(a) == family(b) && !strncasecmp(a, b, family(a));
}

static unsigned
families(const struct debate *d, unsigned *say)
{
	unsigned n = 0;

	*say = 0;
	for (unsigned i = 0; i < d->n_seats; i++) {
		const char *model = d->seats[i].model;
		bool seen = false;

		if (!family(model))
			continue;
		for (unsigned k = 0; k < i; k++)
			seen |= same_family(model, d->seats[k].model);
		n += !seen;
		++*say;
	}
	return n;
}

unsigned
debate_families(const struct debate *d)
{
	unsigned say;

	return families(d, &say);
}

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
	return d->format->roles && d->format->roles[seat->role - 1].decides;
}

void
debate_cautions(const struct debate *d, void (*each)(void *arg, const char *sentence), void *arg)
{
	unsigned say;

	if (families(d, &say) == 1 && say > 1)
		each(arg, "all models are of one family");
	for (unsigned i = 0; i < d->n_seats * d->n_seats; i++) {
		const struct debate_seat *one = &d->seats[i / d->n_seats], *side = &d->seats[i % d->n_seats];
		const char *what = one != side && decides(d, one) && !decides(d, side) ? shared(one, side) : NULL;

		if (!what)
			continue;
		char *sentence = mem_format("whoever decides, %s, has the %s of %s", one->name, what, side->name);
		each(arg, sentence);
		free(sentence);
	}
	for (unsigned i = 0; i < d->n_seats; i++)
		if (d->order.given_up >> i & 1) {
			char *sentence = mem_format("%s was given up", d->seats[i].name);
			each(arg, sentence);
			free(sentence);
		}
}
