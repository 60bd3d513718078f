#include "validators/kit/jsonform.h"

#include <stdarg.h>
#include <string.h>
#include "validators/kit/format.h"
#include "validators/kit/jsonform_inner.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/wordcount.h"

static const struct form_row *
find_row(const struct form *form, const char *key, size_t len)
{
	const struct form_row *found = NULL;

	for (const struct form_row *row = form->rows; !found && row < form->rows + form->n; row++)
		if (row->key && strlen(row->key) == len && !memcmp(row->key, key, len))
			found = row;
		else if (row->items)
			found = find_row(row->items, key, len);
	return found;
}

const struct form_row *
jsonform_row(const struct jsonform *jf, const char *key, size_t len)
{
	const struct form_row *found = NULL;

	for (const struct form *const *form = jf->forms; *form && !found; form++)
		found = find_row(*form, key, len);
	return found;
}

/* -- places -- */

void
path_add_key(const struct jsonform *jf, const char *key, size_t len, UT_string *path)
{
	const struct form_row *known = jsonform_row(jf, key, len);

	utstring_printf(path, "%s%s", utstring_len(path) ? "." : "", known ? known->key : "…");
}

struct place
place_root(struct reading *r, const json_t *value, void *object)
{
	return (struct place){ .r = r, .value = value, .object = object };
}

struct place
place_key(const struct place *up, const char *key)
{
	return (struct place){ .r = up->r, .up = up, .key = key, .value = json_object_get(up->value, key) };
}

struct place
place_item(const struct place *up, size_t index, void *object)
{
	return (struct place){ .r = up->r, .up = up, .index = index, .object = object,
		.value = json_array_get(up->value, index) };
}

static void
print_path(const struct place *p, UT_string *out)
{
	if (!p->up)
		return;
	print_path(p->up, out);
	if (p->key)
		path_add_key(p->r->jf, p->key, strlen(p->key), out);
	else
		utstring_printf(out, "[%zu]", p->index);
}

void
place_report(const struct place *p, const struct rule *rule, const char *format, ...)
{
	UT_string path;
	va_list args;
	char *sentence;

	if (!p->r->out)
		return;
	va_start(args, format);
	sentence = mem_vformat(format, args);
	va_end(args);
	utstring_init(&path);
	print_path(p, &path);
	findings_add_path(p->r->out, rule, 0, utstring_len(&path) ? utstring_body(&path) : NULL, "%s", sentence);
	utstring_done(&path);
	free(sentence);
}

static bool
is_of_type(const struct place *p, bool is, const char *wanted)
{
	if (p->value && !is)
		place_report(p, p->r->jf->type, "this is not %s", wanted);
	return is;
}

bool
place_is_object(const struct place *p)
{
	return is_of_type(p, json_is_object(p->value), "an object");
}

size_t
place_items(const struct place *p)
{
	return is_of_type(p, json_is_array(p->value), "an array") ? json_array_size(p->value) : 0;
}

void
place_count_words(const struct place *p, const struct form_row *row)
{
	const char *s = json_string_value(p->value);
	size_t len = json_string_length(p->value), n = p->r->out ? wordcount(s, len) : row->least;

	if (n > row->most || n < row->least)
		place_report(p, p->r->strict ? row->limit->strict : row->limit, "this has %zu word%s, and %s%s", n,
			n == 1 ? "" : "s", row->limit->gloss,
			has_dense_letters(s, len) ? "; " DENSE_LETTERS_COUNT : "");
}

/* -- reading -- */

/* Is there a text that says something? */
static bool
is_text(const struct place *p)
{
	const char *s = json_string_value(p->value);

	if (!is_of_type(p, s != NULL, "text") || !p->r->out)
		return s;
	if (!strcmp(s, HAND_IN_PLACE))
		place_report(p, p->r->jf->blank, "this place of the template is not filled in");
	else if (is_blank(s, json_string_length(p->value)))
		place_report(p, p->r->jf->blank, "this text is blank: it has no letter and no digit");
	else
		return true;
	return false;
}


static void *
list_of(const struct form_row *row, void *object)
{
	void *list = (char *)object + row->member;

	if (row->grows)
		memcpy(&list, list, sizeof list);
	return list;
}

static unsigned *
count_of(const struct form_row *row, void *object)
{
	return (unsigned *)((char *)object + row->count);
}

/* Every row, from what is an object; false where something vital lacks. */
static bool
read_rows(const struct form *form, const struct place *p)
{
	bool usable = true;

	for (int late = 0; late < 2; late++)
		for (const struct form_row *row = form->rows; row < form->rows + form->n; row++) {
			if (row->late != late || (row->kind == FORM_RULE && !usable))
				continue;
			if (!form_read_row(form, row, p) && row->vital)
				usable = false;
		}
	return usable;
}

/* One more item of the list that `object` has. */
static void
read_item(const struct form_row *row, struct place item, void *object)
{
	unsigned *count = count_of(row, object);

	item.object = (char *)list_of(row, object) + *count * row->items->size;
	if (row->kind == FORM_HERE ? read_rows(row->items, &item) : form_read(row->items, &item)) {
		++*count;
	} else {
		form_free(row->items, item.object);
		memset(item.object, 0, row->items->size);
	}
}

static void
make_room(const struct form_row *row, void *object, size_t n)
{
	void *list = mem_calloc(n, row->items->size);

	memcpy((char *)object + row->member, &list, sizeof list);
}

/* False where there are too few. */
static bool
read_list(const struct form_row *row, const struct place *at)
{
	size_t n = place_items(at), room = row->grows || n < row->most ? n : row->most;
	void *object = at->up->object;

	if (row->limit && json_is_array(at->value) && (n < row->least || n > row->most))
		place_report(at, row->limit, "%s", n < row->least ? row->few : row->many);
	if (row->grows)
		make_room(row, object, n);
	for (size_t i = 0; i < room; i++)
		read_item(row, place_item(at, i, NULL), object);
	return json_is_array(at->value) && n >= row->least;
}

/* Of what is there: is it of its kind? Then it is in its member. */
static bool
read_value(const struct form_row *row, const struct place *at)
{
	void *member = row->kind == FORM_RULE ? NULL : (char *)at->up->object + row->member;
	char *copy;

	switch (row->kind) {
	case FORM_TEXT:
	case FORM_WORD:
		if (!is_text(at))
			return false;
		if (row->kind == FORM_TEXT) {
			copy = mem_strdup(json_string_value(at->value));
			memcpy(member, &copy, sizeof copy);
		}
		if (row->limit)
			place_count_words(at, row);
		return true;
	case FORM_NUMBER:
		if (!is_of_type(at, json_is_number(at->value), "a number"))
			return false;
		*(struct number *)member = number_of(at->value);
		return true;
	case FORM_LIST:
		return read_list(row, at);
	default:
		return true;
	}
}

bool
form_read_row(const struct form *form, const struct form_row *row, const struct place *p)
{
	struct place at = row->key ? place_key(p, row->key) : *p;

	if (row->kind == FORM_HERE) {
		make_room(row, p->object, 1);
		read_item(row, *p, p->object);
		return true;
	}
	if (row->optional && json_is_null(at.value))
		at.value = NULL;
	if (!at.value && row->optional)
		return true;
	if (!at.value && !form->incomplete)
		place_report(&at, row->missing ? row->missing : p->r->jf->missing, "%s",
			row->missing ? row->says : "this key is missing");
	if (!at.value || !read_value(row, &at)) {
		p->r->lacking += !row->optional;
		return false;
	}
	return !row->rule || row->rule(row, &at);
}

static bool
is_known(const struct form *form, const char *key)
{
	for (const struct form_row *row = form->rows; row < form->rows + form->n; row++)
		if (row->kind == FORM_HERE ? is_known(row->items, key) : row->key && !strcmp(row->key, key))
			return true;
	return false;
}

static void
list_keys(const struct form *form, UT_string *out)
{
	for (const struct form_row *row = form->rows; row < form->rows + form->n; row++)
		if (row->kind == FORM_HERE)
			list_keys(row->items, out);
		else if (row->key)
			utstring_printf(out, "%s%s", utstring_len(out) ? ", " : "", row->key);
}

#define KEY_SHOWN_BYTES 60

/* Once for the object: the first of them, where it may be named. */
static void
report_unknown(const struct form *form, const struct place *p, const char *key)
{
	UT_string known, named;

	utstring_init(&known);
	utstring_init(&named);
	list_keys(form, &known);
	if (p->r->named) {
		utstring_printf(&named, "the key `");
		text_escape(&named, key, strlen(key), KEY_SHOWN_BYTES);
		utstring_printf(&named, "`");
	} else {
		utstring_printf(&named, "a key here");
	}
	place_report(p, p->r->jf->unknown, "%s is not known and has no effect; known are %s", utstring_body(&named),
		utstring_body(&known));
	utstring_done(&named);
	utstring_done(&known);
}

static void
judge_keys(const struct form *form, const struct place *p)
{
	bool lacks = false;
	const char *key, *unknown = NULL;
	json_t *value;

	json_object_foreach((json_t *)p->value, key, value)
		unknown = unknown || is_known(form, key) ? unknown : key;
	if (unknown)
		report_unknown(form, p, unknown);
	for (const struct form_row *row = form->rows; row < form->rows + form->n; row++)
		lacks = lacks || (row->key && !row->optional && !json_object_get(p->value, row->key));
	if (lacks && form->incomplete)
		place_report(p, form->incomplete, "%s", form->incomplete->gloss);
}

bool
form_read(const struct form *form, const struct place *p)
{
	if (!place_is_object(p)) {
		p->r->lacking++;
		return false;
	}
	if (p->r->out)
		judge_keys(form, p);
	return read_rows(form, p);
}

void
form_free(const struct form *form, void *object)
{
	for (const struct form_row *row = form->rows; row < form->rows + form->n; row++) {
		char *text;

		if (row->kind == FORM_TEXT) {
			memcpy(&text, (char *)object + row->member, sizeof text);
			free(text);
		}
		if (!row->items)
			continue;
		for (unsigned i = 0; i < *count_of(row, object); i++)
			form_free(row->items, (char *)list_of(row, object) + i * row->items->size);
		if (row->grows)
			free(list_of(row, object));
	}
}
