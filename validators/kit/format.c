/* Answers that follow from a format's tables. */
#include "validators/kit/format.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>
#include "validators/kit/drafts.h"
#include "validators/kit/refusal.h"
#include "validators/text/mem.h"
#include "validators/text/reader.h"

/* -- its tables -- */

unsigned
format_seats(const struct format *f)
{
	unsigned n = 0;

	while (f->roles && f->roles[n].name)
		n++;
	return !f->roles ? f->begins : f->side ? DEBATE_ROLES_MAX : n;
}

const struct format_row *
format_row_at(const struct format *f, size_t i)
{
	const struct format_row *row = f->rows;

	for (; row && row->name && i; i--)
		row++;
	return row && row->name ? row : NULL;
}

const struct format_kind *
format_kind_at(const struct format *f, size_t i)
{
	const struct format_kind *kind = f->kinds;

	for (; kind->kind.name && i; i--)
		kind++;
	return kind->kind.name ? kind : NULL;
}

unsigned
debate_quotations(const struct debate *d, unsigned *all)
{
	unsigned found = 0;

	*all = 0;
	for (size_t i = 0; i < d->n; i++) {
		found += d->texts[i].quotes;
		*all += d->texts[i].quotes + d->texts[i].unfound;
	}
	return found;
}

json_t *
status_lines(UT_string *lines)
{
	json_t *list = json_array();

	for (const char *s = utstring_body(lines), *end; (end = strchr(s, '\n')); s = end + 1)
		json_array_append_new(list, json_stringn(s, (size_t)(end - s)));
	utstring_done(lines);
	return list;
}

/* Every format has these keys. */
STATUS(quotations, json_integer(debate_quotations(d, &(unsigned){0})))
STATUS(families, json_integer(debate_model_families(d, &(struct reader){0})))

const struct status_row *
format_status_at(const struct format *f, size_t i)
{
	static const struct status_row rows[] = {
		{"quotations_found", status_quotations},
		{"model_families", status_families},
	};
	size_t own = 0;

	while (f->status && f->status[own].key)
		own++;
	return i < own ? &f->status[i] : i - own < sizeof rows / sizeof *rows ? &rows[i - own] : NULL;
}

const struct rule *
format_rule_at(const struct format *f, size_t i)
{
	if (i < f->n_rules)
		return &f->rules[i];
	i -= f->n_rules;
	if (i < KIT_RULES)
		return &kit_rules[i];
	const struct language *language = f->kinds->kind.parts->language;
	i -= KIT_RULES;
	return language && i < language->n_rules ? &language->rules[i] : NULL;
}

const struct debate_phase *
format_ending_at(const struct format *f, size_t i)
{
	const struct debate_phase *row = f->states;

	for (; row->phase; row++)
		if (row->outcome && row->earned && !i--)
			return row;
	return NULL;
}

const struct debate_phase *
format_ending(const struct format *f, const char *outcome)
{
	const struct debate_phase *row;

	for (size_t i = 0; (row = format_ending_at(f, i)); i++)
		if (!strcmp(row->outcome, outcome))
			return row;
	return NULL;
}

const char *
format_free_outcome(const struct format *f)
{
	const struct debate_phase *row = f->states;

	while (row->phase && !row->outcome)
		row++;
	return f->releases ? row->outcome : NULL;
}

const struct debate_verb *
format_verb_named(const struct format *f, const char *word)
{
	for (const struct debate_verb *v = f->verbs; word && v && v->word; v++)
		if (!strcmp(v->word, word))
			return v;
	return NULL;
}

bool
format_has_verb(const struct format *f, const char *word)
{
	bool decides = false, gives_up = false;

	if (format_verb_named(f, word))
		return true;
	/* `fail`: somebody decides, and a phase goes on without a seat that is given up */
	for (const struct debate_role *role = f->roles; role && role->name; role++)
		decides |= role->decides;
	for (const struct order_row *row = f->phases; row->phase; row++)
		gives_up |= row->failed != 0;
	return decides && gives_up && !strcmp(word, "fail");
}

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

/* -- what is made of a document -- */

static void *
reading_make(const struct source *source, const struct source_folder *folder)
{
	struct source_places *places = source ? mem_calloc(1, sizeof *places) : NULL;

	(void)folder;
	if (!source)
		return NULL;
	source_places_read(places, mem_copy(source->text, source->len), source->len);
	return places;
}

static void
reading_drop(void *reading)
{
	struct source_places *places = reading;

	free((char *)(uintptr_t)places->text.s);
	source_places_free(places);
	free(places);
}
const struct format_reading source_places_reading = {reading_make, reading_drop};
