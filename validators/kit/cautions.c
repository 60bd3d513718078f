#include "validators/kit/cautions.h"

#include <stdlib.h>
#include <strings.h>
#include "validators/kit/rules.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

static bool
is_said(const char *word)
{
	return *word && strcasecmp(word, "unknown") && strcasecmp(word, "unknown-model");
}

/* Things that a seat that decides has in common with a side; NULL: nothing. Two people are two. */
static const char *
shared(const struct debate_seat *a, const struct debate_seat *b)
{
	if (!strcasecmp(a->model, "human") && !strcasecmp(b->model, "human"))
		return NULL;
	if (is_said(a->model) && !strcasecmp(a->model, b->model))
		return "model";
	return is_said(a->harness) && !strcasecmp(a->harness, b->harness) ? "harness" : NULL;
}

bool
debate_decides(const struct debate *d, unsigned seat)
{
	const struct debate_role *roles = d->format->roles;

	return roles && seat && seat <= d->n_seats && roles[role_place(d->seats[seat - 1].role) - 1].decides;
}

/* Append the sides of which `one` has that, "the model of alice and bob", behind these words. */
static bool
put_shared(const struct debate *d, const struct debate_seat *one, const char *what, const char *before, UT_string *out)
{
	bool any = false;

	for (const struct debate_seat *side = d->seats; side < d->seats + d->n_seats; side++) {
		const char *has = debate_decides(d, (unsigned)(side - d->seats) + 1) ? NULL : shared(one, side);

		if (!has || strcmp(has, what))
			continue;
		if (any)
			utstring_printf(out, " and %s", side->name);
		else
			utstring_printf(out, "%sthe %s of %s", before, what, side->name);
		any = true;
	}
	return any;
}

static void
warn_of_decider(const struct debate *d, const struct debate_seat *one, void (*each)(void *arg, const char *sentence),
	void *arg)
{
	UT_string out;
	bool any;

	utstring_init(&out);
	utstring_printf(&out, "[%s] %s decides, and has ", kit_rules[KIT_SEAT_INDEPENDENCE].id, one->name);
	any = put_shared(d, one, "model", "", &out);
	any |= put_shared(d, one, "harness", any ? " and " : "", &out);
	if (any)
		each(arg, utstring_body(&out));
	utstring_done(&out);
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
	for (unsigned i = 0; i < d->n_seats; i++)
		if (debate_decides(d, i + 1))
			warn_of_decider(d, &d->seats[i], each, arg);
	if (d->format->warns) {
		UT_string own;

		utstring_init(&own);
		d->format->warns(d, &own);
		if (utstring_len(&own))
			each(arg, utstring_body(&own));
		utstring_done(&own);
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
	const char *id = *sentence == '[' ? strstr(sentence, "] ") : NULL;

	utstring_printf(c->out, c->any ? "; " : "Caution: ");
	md_escape(c->out, id ? id + 2 : sentence);
	c->any = true;
}

void
debate_print_cautions(const struct debate *d, UT_string *out)
{
	struct cautions cautions = {out, false};

	debate_warnings(d, put_caution, &cautions);
	if (cautions.any)
		utstring_printf(out, ".\n\n");
}

bool
debate_came_to(const struct debate *d, UT_string *out)
{
	if (!d->end.maker && d->format->came_to)
		return d->format->came_to(d, out);
	utstring_printf(out, "Stopped%s", d->end.maker ? " by the maker" : "");
	return true;
}

void
debate_print_end(const struct debate *d, UT_string *out)
{
	UT_string came_to;

	utstring_init(&came_to);
	bool explained = debate_came_to(d, &came_to) && d->end.reason && *d->end.reason;
	utstring_printf(out, "# ");
	md_escape(out, d->topic);
	utstring_printf(out, "\n\n**");
	md_escape(out, utstring_body(&came_to));
	utstring_printf(out, explained ? "**: " : "**");
	md_escape(out, explained ? d->end.reason : "");
	utstring_printf(out, "\n");
	utstring_done(&came_to);
}
