#include "validators/dialectic/handin.h"

#include <string.h>
#include "validators/dialectic/argument.h"
#include "validators/dialectic/judgement.h"
#include "validators/kit/secret.h"
#include "validators/prose/lookup.h"
#include "validators/text/mem.h"

static const struct form *const forms[] = { &argument_form, &judgement_form, NULL };

const struct jsonform dialectic_json = { .forms = forms, .json = RULE(HANDIN_JSON), .twice = RULE(HANDIN_TWICE),
	.missing = RULE(HANDIN_MISSING), .type = RULE(HANDIN_TYPE), .blank = RULE(HANDIN_BLANK),
	.unknown = RULE(HANDIN_UNKNOWN) };

char *
handin_line(const json_t *value)
{
	return mem_check(json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY));
}

/* -- its texts -- */

struct visit {
	void (*each)(void *arg, const char *path, const char *text, size_t len);
	void *arg;
};

static void
visit_value(const struct visit *v, const json_t *value, const char *path)
{
	const char *key;
	json_t *item;
	size_t i;

	if (json_is_string(value))
		v->each(v->arg, path, json_string_value(value), json_string_length(value));
	json_array_foreach(value, i, item) {
		char *at = mem_format("%s[%zu]", path, i);

		visit_value(v, item, at);
		free(at);
	}
	json_object_foreach((json_t *)value, key, item) {
		char *at;

		if (!jsonform_row(&dialectic_json, key, strlen(key)))
			continue;
		at = mem_format("%s%s%s", path, *path ? "." : "", key);
		visit_value(v, item, at);
		free(at);
	}
}

void
handin_each_text(const json_t *value, void (*each)(void *arg, const char *path, const char *text, size_t len),
	void *arg)
{
	visit_value(&(struct visit){ each, arg }, value, "");
}

/* -- warnings -- */

static const struct rule *
rule_named(const char *id, size_t len)
{
	for (size_t i = 0; i < DIALECTIC_RULES; i++)
		if (strlen(dialectic_rules[i].id) == len && !memcmp(dialectic_rules[i].id, id, len))
			return &dialectic_rules[i];
	for (size_t i = 0; i < LOOKUP_RULES; i++)
		if (strlen(lookup_rules[i].id) == len && !memcmp(lookup_rules[i].id, id, len))
			return &lookup_rules[i];
	return strlen(secret_warned.id) == len && !memcmp(secret_warned.id, id, len) ? &secret_warned : NULL;
}

/* "[rule.id] path: sentence": a path has no space in it, and a sentence that has no path has no colon before its
 * first one. */
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
