/* A hand-in once it has been read: who owns it, and what the log keeps beside its text. */
#include "validators/dialectic/argument.h"

#include "validators/text/mem.h"

static void
argument_empty(struct argument *a)
{
	free(a->title);
	label_free(&a->label);
	free(a->words);
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

static const struct rule *
rule_named(const char *id, size_t len)
{
	for (size_t i = 0; i < DIALECTIC_RULES; i++)
		if (strlen(dialectic_rules[i].id) == len && !memcmp(dialectic_rules[i].id, id, len))
			return &dialectic_rules[i];
	return NULL;
}

/* "[rule.id] path: sentence": a path has no space in it, and a sentence that has no path has no colon before its first one. */
static void
finding_of(const char *line, struct findings *out)
{
	size_t n = strcspn(line, "]");
	const struct rule *rule = *line == '[' && line[n] ? rule_named(line + 1, n - 1) : NULL;
	const char *text, *colon;
	char *path;

	if (!rule || line[n + 1] != ' ')
		return;
	text = line + n + 2;
	colon = strstr(text, ": ");
	if (!colon || strcspn(text, " ") < (size_t)(colon - text)) {
		findings_add(out, rule, 0, "%s", text);
		return;
	}
	path = mem_copy(text, (size_t)(colon - text));
	findings_add_path(out, rule, 0, path, "%s", colon + 2);
	free(path);
}

void
warnings_findings(const json_t *data, struct findings *out)
{
	const json_t *list = json_object_get(data, "warnings");

	for (size_t i = 0; i < json_array_size(list); i++)
		if (json_is_string(json_array_get(list, i)))
			finding_of(json_string_value(json_array_get(list, i)), out);
}

json_t *
handin_data(const struct handin *h)
{
	return mem_check(json_pack("{s:s, s:i, s:o}", "side", dialectic_sides[h->side].name, "exchange", (int)h->exchange, "warnings",
		warnings_json(h->warnings, h->n_warnings)));
}
