#include "validators/kit/warnings.h"

#include "validators/text/mem.h"

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

void
warnings_tell(const char *what, const json_t *warnings, void (*each)(void *arg, const char *text), void *arg)
{
	for (size_t i = 0; i < json_array_size(warnings); i++) {
		const char *warning = json_string_value(json_array_get(warnings, i));
		char *text = warning ? mem_format("%s: %s", what, warning) : NULL;

		if (text)
			each(arg, text);
		free(text);
	}
}
