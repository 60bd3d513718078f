/* Answers that follow from a format's tables. */
#include "validators/kit/format.h"

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
	return !f->roles ? f->begins : f->sides ? DEBATE_ROLES_MAX : n;
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

const struct debate_phase *
format_ending(const struct format *f, const char *outcome)
{
	for (const struct debate_phase *row = f->states; row->phase; row++)
		if (row->earned && !strcmp(row->outcome, outcome))
			return row;
	return NULL;
}

const struct debate_verb *
format_verb_named(const struct format *f, const char *word)
{
	for (const struct debate_verb *v = f->verbs; word && v && v->word; v++)
		if (!strcmp(v->word, word))
			return v;
	return NULL;
}

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
