#include "validators/kit/lookup.h"

#include <errno.h>
#include <stdlib.h>
#include "validators/kit/source.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

void
lookups_free(struct lookups *l)
{
	for (size_t i = 0; i < l->n; i++) {
		free(l->v[i].path);
		free(l->v[i].where);
		free(l->v[i].quote);
	}
	free(l->v);
	*l = (struct lookups){.n = 0};
}

void
lookups_find(const struct parsed *p, int line0, struct lookups *out)
{
	struct cited *cited;

	*out = (struct lookups){.n = 0};
	for (size_t n = cited_read(p, &cited), i = 0; i < n; i++) {
		const struct ref *ref = &cited[i].ref;
		const struct reader quotation = cited[i].text;
		const char *to = ref->text.s; /* of the file, without the place in it */

		if (!ref->kind || ref->kind->form != REF_PATH || ref->kind->find)
			continue;
		if (out->n == LOOKUPS_MAX) {
			out->more++;
			continue;
		}
		while (to < ref->text.end && *to != '#' && !skip_char(&(struct reader){to, ref->text.end}, ':'))
			to++;
		struct lookup *l = GROW(out->v, out->n);

		*l = (struct lookup){.path = mem_copy(ref->text.s, (size_t)(to - ref->text.s)), .first = ref->from,
			.last = ref->to, .line = cited[i].line};
		if (left(&quotation))
			l->quote = mem_copy(quotation.s, left(&quotation));
		if (p->by.kind->parts->language)
			l->where = p->by.kind->parts->language->place(p, &l->line);
		l->line += line0;
	}
	free(cited);
}
