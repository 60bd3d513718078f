/* What hand-ins cite: a ground's source is an entry by itself, every other text is prose. A place is told by its path;
 * of a side's hand-in that is sealed no word is shown. */
#include "validators/dialectic/judge.h"

#include <string.h>
#include "validators/dialectic/handin.h"

struct citing {
	const struct lookup_terms *terms;
	struct lookups *out;
};

static void
cite_text(void *arg, const char *path, const char *text, size_t len)
{
	const struct citing *c = arg;
	const char *key = strrchr(path, '.');

	lookups_find_in(c->out, c->terms, text, len, path, 0, key && !strcmp(key, ".source"));
}

void
dialectic_cites(const struct fstate *state, const struct context *ctx, const struct submission *s,
	const struct lookup_terms *t, struct lookups *out, bool *sealed)
{
	struct findings faults = {0};
	struct md md;
	json_t *value;

	(void)state;
	*sealed = false;
	if (s->row != ROW_DEBATE) {
		md_parse(&md, s->text, s->len);
		lookups_find(out, t, &md, s->line0);
		md_free(&md);
		return;
	}
	value = jsonform_parse(&dialectic_json, s->text, s->len, s->line0, false, &faults);
	findings_free(&faults);
	*sealed = ctx->terms->sealed && !dialectic_is_judgement(value);
	handin_each_text(value, cite_text, &(struct citing){.terms = t, .out = out});
	json_decref(value);
}
