#include "validators/dialectic/place.h"

#include <stdarg.h>
#include <string.h>
#include "validators/dialectic/json.h"
#include "validators/dialectic/rules.h"
#include "validators/kit/format.h"
#include "validators/text/mem.h"
#include "validators/text/wordcount.h"

void
path_add_key(UT_string *path, const char *key, size_t len)
{
	const char *known = handin_key(key, len);

	utstring_printf(path, "%s%s", utstring_len(path) ? "." : "", known ? known : "…");
}

void
path_add_item(UT_string *path, size_t index)
{
	utstring_printf(path, "[%zu]", index);
}

struct place
place_root(const json_t *value, struct findings *out)
{
	return (struct place){ .value = value, .out = out };
}

struct place
place_key(const struct place *up, const char *key)
{
	return (struct place){ .up = up, .key = key, .value = json_object_get(up->value, key), .out = up->out };
}

struct place
place_optional(const struct place *up, const char *key)
{
	struct place p = place_key(up, key);

	if (json_is_null(p.value))
		p.value = NULL;
	return p;
}

struct place
place_item(const struct place *up, size_t index)
{
	return (struct place){ .up = up, .index = index, .value = json_array_get(up->value, index), .out = up->out };
}

static void
print_path(const struct place *p, UT_string *out)
{
	if (!p->up)
		return;
	print_path(p->up, out);
	if (p->key)
		path_add_key(out, p->key, strlen(p->key));
	else
		path_add_item(out, p->index);
}

void
place_report(const struct place *p, const struct rule *rule, const char *format, ...)
{
	UT_string path;
	va_list args;
	char *sentence;

	if (!p->out)
		return;
	va_start(args, format);
	sentence = mem_vformat(format, args);
	va_end(args);
	utstring_init(&path);
	print_path(p, &path);
	findings_add_path(p->out, rule, 0, utstring_len(&path) ? utstring_body(&path) : NULL, "%s", sentence);
	utstring_done(&path);
	free(sentence);
}

bool
place_exists(const struct place *p)
{
	if (!p->value)
		place_report(p, RULE(HANDIN_MISSING), "this key is missing");
	return p->value != NULL;
}

static void
report_type(const struct place *p, const char *wanted)
{
	place_report(p, RULE(HANDIN_TYPE), "this is not %s", wanted);
}

bool
place_is_object(const struct place *p)
{
	if (p->value && !json_is_object(p->value))
		report_type(p, "an object");
	return json_is_object(p->value);
}

size_t
place_items(const struct place *p)
{
	if (p->value && !json_is_array(p->value))
		report_type(p, "an array");
	return json_array_size(p->value);
}

const char *
place_text(const struct place *p)
{
	const char *s = json_string_value(p->value);

	if (p->value && !s)
		report_type(p, "text");
	if (!p->out)
		return s;
	if (s && !strcmp(s, HAND_IN_PLACE))
		place_report(p, RULE(HANDIN_BLANK), "this place of the template is not filled in");
	else if (s && is_blank(s, json_string_length(p->value)))
		place_report(p, RULE(HANDIN_BLANK), "this text is blank: it has no letter and no digit");
	else
		return s;
	return NULL;
}

bool
place_number(const struct place *p, struct number *number)
{
	if (p->value && !json_is_number(p->value))
		report_type(p, "a number");
	if (!json_is_number(p->value))
		return false;
	*number = number_of(p->value);
	return true;
}

void
place_warn_unknown(const struct place *p, const char *const *known, size_t n)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)p->value, key, value) {
		size_t i = 0;

		while (i < n && strcmp(known[i], key))
			i++;
		if (i < n)
			continue;
		place_report(p, RULE(HANDIN_UNKNOWN), "a key here is not known and has no effect");
		return;
	}
}
