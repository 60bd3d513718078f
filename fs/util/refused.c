/* A list of refusals: see refused.h. */
#include "fs/util/refused.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "fs/util/errnos.h"
#include "validators/kit/record.h"
#include "validators/text/mem.h"

void
refused_free(struct refused *r)
{
	free(r->who);
	free(r->file);
	free(r->about);
	findings_free(&r->findings);
}

void
refused_clear(struct refused_list *l)
{
	for (unsigned i = 0; i < l->n; i++)
		refused_free(&l->v[i]);
	l->n = 0;
}

bool
refused_again(const struct refused_list *l, const struct refused *r)
{
	const struct refused *last = &l->v[0];
	const struct findings *a = &last->findings, *b = &r->findings;
	if (!r->err || !l->n || last->err != r->err || last->seat != r->seat || strcmp(last->who, r->who) ||
		strcmp(last->file, r->file) || a->n != b->n || a->dropped != b->dropped)
		return false;
	/* Rules are compared as rows: two of them share the id "store.failed". */
	for (size_t i = 0; i < a->n; i++) {
		const struct finding *f = &a->v[i], *g = &b->v[i];
		if (f->rule != g->rule || f->line != g->line || strcmp(f->text, g->text) ||
			strcmp(f->path ? f->path : "", g->path ? g->path : ""))
			return false;
	}
	return true;
}

void
refused_push(struct refused_list *l, struct refused *r, unsigned out)
{
	assert(r->who && r->file && r->count);
	l->changed_ms = r->time_ms > l->changed_ms ? r->time_ms : l->changed_ms + 1;
	if (refused_again(l, r)) {
		l->v[0].count++;
		l->v[0].time_ms = r->time_ms;
		refused_free(r);
		return;
	}
	if (l->n == LIMIT_LAST_ERRORS) {
		assert(out < l->n);
		refused_free(&l->v[out]);
		memmove(l->v + out, l->v + out + 1, (--l->n - out) * sizeof *l->v);
	}
	memmove(l->v + 1, l->v, l->n++ * sizeof *l->v);
	l->v[0] = *r;
}

void
refused_print(const struct refused *r, bool words, UT_string *out)
{
	char time[RECORD_TIME_BYTES];
	utstring_printf(out, "%s %s %s: %s", record_time(r->time_ms, time), r->who, r->file,
		r->err ? errno_name(r->err) : "accepted");
	if (r->count > 1)
		utstring_printf(out, " (%u times)", r->count);
	utstring_printf(out, "\n");
	findings_print(&r->findings, r->about, words, out);
}

void
refused_print_all(const struct refused_list *l, UT_string *out)
{
	for (unsigned i = 0; i < l->n; i++) {
		if (i)
			utstring_printf(out, "\n");
		refused_print(&l->v[i], true, out);
	}
}
