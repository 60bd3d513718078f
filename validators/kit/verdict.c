#include "validators/kit/format.h"

#include <jansson.h>
#include "validators/text/mem.h"

void
verdict_drop_drafts(struct verdict *v)
{
	for (unsigned i = 0; i < v->n; i++) {
		free(v->drafts[i].data);
		free(v->drafts[i].body);
	}
	v->n = 0;
}

void
verdict_free(struct verdict *v)
{
	verdict_drop_drafts(v);
	findings_free(&v->findings);
	*v = (struct verdict){ .n = 0 };
}

json_t *
warnings_json(const struct findings *findings)
{
	json_t *list = json_array();

	for (size_t i = 0; i < findings->n; i++) {
		const struct finding *f = &findings->v[i];
		char *text;

		if (f->rule->severity != SEVERITY_WARNING)
			continue;
		text = mem_format("[%s] %s%s%s", f->rule->id, f->path ? f->path : "", f->path ? ": " : "", f->text);
		json_array_append_new(list, json_string(text));
		free(text);
	}
	return list;
}
