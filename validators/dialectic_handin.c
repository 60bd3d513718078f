/* A hand-in once it has been read: who owns it, and what the log keeps beside its text. */
#include "validators/dialectic_argument.h"

#include "validators/mem.h"

static void
argument_empty(struct argument *a)
{
	free(a->title);
	free(a->claim);
	free(a->warrant);
	free(a->backing);
	free(a->qualifier);
	for (unsigned i = 0; i < a->n_grounds; i++) {
		free(a->grounds[i].source);
		free(a->grounds[i].content);
		free(a->grounds[i].relevance);
	}
	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
		for (unsigned i = 0; i < a->n_links[kind]; i++)
			free(a->links[kind][i].content);
}

struct handin *
handin_hold(struct handin *h)
{
	if (h)
		atomic_fetch_add(&h->refs, 1);
	return h;
}

void
handin_drop(struct handin *h)
{
	if (!h || atomic_fetch_sub(&h->refs, 1) != 1)
		return;
	for (unsigned i = 0; i < h->n; i++)
		argument_empty(&h->arguments[i]);
	for (size_t i = 0; i < h->n_warnings; i++)
		free(h->warnings[i]);
	free(h->warnings);
	free(h);
}

char **
warnings_of(const struct findings *findings, size_t *n)
{
	char **list = mem_calloc(findings->n, sizeof *list);

	*n = 0;
	for (size_t i = 0; i < findings->n; i++) {
		const struct finding *f = &findings->v[i];

		if (f->rule->severity == SEVERITY_WARNING)
			list[(*n)++] = mem_format("[%s] %s%s%s", f->rule->id, f->path ? f->path : "", f->path ? ": " : "", f->text);
	}
	return list;
}

char **
warnings_restore(const json_t *list, size_t *n)
{
	char **warnings = mem_calloc(json_array_size(list), sizeof *warnings);

	*n = 0;
	for (size_t i = 0; i < json_array_size(list); i++)
		if (json_is_string(json_array_get(list, i)))
			warnings[(*n)++] = mem_strdup(json_string_value(json_array_get(list, i)));
	return warnings;
}

json_t *
warnings_json(char *const *warnings, size_t n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(list, json_string(warnings[i]));
	return list;
}

json_t *
handin_data(const struct handin *h)
{
	return mem_check(json_pack("{s:s, s:i, s:o}", "side", dialectic_sides[h->side].name, "exchange", (int)h->exchange, "warnings",
		warnings_json(h->warnings, h->n_warnings)));
}
