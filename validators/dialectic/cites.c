/* What hand-ins cite: a ground's source is an entry by itself, every other text is prose. A place is told by its path;
 * of a side's hand-in that is sealed no word is shown. */
#include "validators/dialectic/judge.h"

#include <string.h>
#include "validators/dialectic/handin.h"
#include "validators/text/mem.h"

struct citing {
	const struct lookup_terms *terms;
	struct lookups *out;
};

static void
cite_value(const struct citing *c, const json_t *value, const char *path, bool entry)
{
	const char *key;
	json_t *item;
	size_t i;

	if (json_is_string(value))
		lookups_find_in(c->out, c->terms, json_string_value(value), json_string_length(value), path, 0, entry);
	json_array_foreach(value, i, item)
	{
		char *at = mem_format("%s[%zu]", path, i);

		cite_value(c, item, at, false);
		free(at);
	}
	json_object_foreach((json_t *)value, key, item)
	{
		char *at = mem_format("%s%s%s", path, *path ? "." : "", key);

		if (jsonform_row(&dialectic_json, key, strlen(key)))
			cite_value(c, item, at, !strcmp(key, "source"));
		free(at);
	}
}

void
dialectic_cites(const struct context *ctx, const struct submission *s, const struct lookup_terms *t,
	struct lookups *out, bool *sealed)
{
	struct findings faults = {0};
	struct md md;
	json_t *value;

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
	cite_value(&(struct citing){.terms = t, .out = out}, value, "", false);
	json_decref(value);
}
