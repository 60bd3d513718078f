#include "validators/kit/warnings.h"

#include "validators/text/mem.h"

char **
strings_take(const json_t *list, size_t *n)
{
	char **v = mem_calloc(json_array_size(list), sizeof *v);

	*n = 0;
	for (size_t i = 0; i < json_array_size(list); i++)
		if (json_is_string(json_array_get(list, i)))
			v[(*n)++] = mem_strdup(json_string_value(json_array_get(list, i)));
	return v;
}

void
strings_free(char **v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(v[i]);
	free(v);
}

char **
warnings_of(const struct findings *findings, size_t *n)
{
	char **v = mem_calloc(findings->n, sizeof *v);

	*n = 0;
	for (size_t i = 0; i < findings->n; i++) {
		const struct finding *f = &findings->v[i];
		if (f->rule->severity == SEVERITY_WARNING)
			v[(*n)++] = mem_format(
				"[%s] %s%s%s", f->rule->id, f->path ? f->path : "", f->path ? ": " : "", f->text);
	}
	return v;
}

json_t *
warnings_json(const struct findings *findings)
{
	size_t n;
	char **v = warnings_of(findings, &n);
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(list, json_string(v[i]));
	strings_free(v, n);
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
