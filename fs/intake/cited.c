#include "fs/intake/cited.h"

#include <assert.h>
#include <jansson.h>
#include "fs/duels/background.h"
#include "fs/util/secret.h"
#include "validators/text/mem.h"

/* A text whose files are missing is not taken. */
static const char *const kind_names[] = {[SIGHT_NONE] = "not looked up", [SIGHT_FILE] = "file"};

static json_t *
one_json(const struct lookup *l, const struct sight *s, int line0)
{
	json_t *one = json_pack("{s:s,s:s*,s:i}", "path", l->path, "where", l->where, "line",
		l->line > line0 ? l->line - line0 : 0);
	if (l->first) {
		json_object_set_new(one, "first", json_integer(l->first));
		json_object_set_new(one, "last", json_integer(l->last));
	}
	if (l->quote)
		json_object_set_new(one, "quote", json_string(l->quote));
	json_object_set_new(one, "seen", json_string(kind_names[s->kind]));
	if (s->kind == SIGHT_NONE)
		json_object_set_new(one, "why", json_string(s->why));
	if (s->text) {
		json_object_set_new(one, "lines", json_string(s->text));
		json_object_set_new(one, "lines_last", json_integer(s->text_last));
	}
	if (*s->sha256)
		json_object_set_new(one, "sha256", json_string(s->sha256));
	return one;
}

static void
keep(const struct lookups *l, const struct sight *seen, const char *why, int line0,
	struct verdict *v)
{
	struct draft *d = v->drafts, *end = d + v->n;
	while (d < end && (d->kind == ENTRY_NOTE || !d->body)) /* the filesystem's own lines before the text */
		d++;
	if (d == end)
		return;
	json_t *data = d->data ? json_loads(d->data, 0, NULL) : json_object(), *list = json_array();
	assert(json_is_object(data));
	struct sight nothing = {.kind = SIGHT_NONE, .why = why};
	for (size_t i = 0; i < l->n; i++)
		json_array_append_new(list, one_json(&l->v[i], seen ? &seen[i] : &nothing, line0));
	json_object_set_new(data, "evidence", list);
	/* Warnings, beside those that the text was drafted with, before anything was looked up. */
	list = json_object_get(data, "warnings");
	for (size_t i = 0; i < v->findings.n; i++) {
		struct finding *f = &v->findings.v[i];
		if (f->rule != &lookup_rules[LOOKUP_SKIPPED])
			continue;
		if (!json_is_array(list))
			json_object_set_new(data, "warnings", list = json_array());
		json_t *one = warnings_json(&(struct findings){.v = f, .n = 1});
		json_array_extend(list, one);
		json_decref(one);
	}
	free(d->data);
	d->data = mem_check(json_dumps(data, JSON_COMPACT));
	json_decref(data);
}

static bool
holds_secret(const struct fold *fold, const char *text)
{
	return secrets_mode_named(fold->rules.secrets) != SECRETS_ALLOW && secrets_has(text, strlen(text));
}

void
cited_judge(const struct fold *fold, const struct look *look, int line0, bool sealed, struct verdict *v)
{
	const char *why;
	const struct lookups *l = look_wanted(look);
	struct sight *seen = look_seen(look, LOOK_LATE, &why);
	bool quoted = false;
	/* Lines of a file may hold what no record may, and nobody is to be shown: they are as good as not seen. If the
	 * text itself names or quotes such a thing, which was only warned of, no sentence may. */
	for (size_t i = 0; i < l->n; i++) {
		quoted |= holds_secret(fold, l->v[i].path) || (l->v[i].quote && holds_secret(fold, l->v[i].quote));
		if (seen && seen[i].text && holds_secret(fold, seen[i].text))
			seen[i] = (struct sight){.why = "its lines hold a secret"};
	}
	lookups_judge(l, seen, why, sealed || quoted, &v->findings);
	if (!findings_first_error(&v->findings))
		keep(l, seen, why, line0, v);
	free(seen);
}
