/*
 * A text is read in two passes: jansson's, and one over the same bytes that finds where each value begins. A value is
 * added behind the one that it is in, with its row; what the string of a known key says is added to `said`.
 */
#include "validators/dialectic/json.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include "validators/kit/parts.h"
#include "validators/text/text.h"
#include "validators/text/chars.h"

/* clang-format off */
#define ERROR .severity = SEVERITY_ERROR, .err = EINVAL
const struct rule json_rules[JSON_RULES] = {
	[JSON_FORM] = { "handin.json", ERROR,
		.gloss = "a hand-in is JSON, bare or in one fenced json block, with nothing before or behind it" },
	[JSON_TWICE] = { "handin.twice", ERROR, .gloss = "a key stands once in its object" },
	[JSON_COUNT] = { "handin.count", ERROR, .gloss = "there are as many objects as are due" },
	[JSON_MISSING] = { "handin.missing", ERROR, .gloss = "every key that may not be left out is there" },
	[JSON_TYPE] = { "handin.type", ERROR, .gloss = "each value is of its type" },
	[JSON_BLANK] = { "handin.blank", ERROR, .gloss = "no text is blank" },
	[JSON_UNKNOWN] = { "handin.unknown", .severity = SEVERITY_WARNING, .gloss = "a key has a meaning here" },
};
/* clang-format on */

/* -- reading -- */

struct reading {
	struct parsed *p;
	struct json *json;
	struct reader at;
	const char *counted; /* a text may be one line: each of its characters is counted once */
	int line, column;    /* of that one */
	unsigned open;       /* the value, from 1, in which it ends, where it is no JSON up to there; 0: not yet */
};

static int
column_of(struct reading *r)
{
	for (; r->counted < r->at.s; r->counted += char_bytes(r->counted, r->at.s))
		r->column++;
	return r->column;
}

static void
fail(struct reading *r, const struct rule *rule, const char *fault)
{
	struct json *json = r->json;

	if (json->fault)
		return;
	json->rule = rule;
	json->fault = mem_strdup(fault);
	json->line = r->line;
	json->column = column_of(r);
}

/* White space, and what parts values. */
static void
skip_marks(struct reading *r, const char *marks)
{
	for (; left(&r->at) && *r->at.s && strchr(marks, *r->at.s); r->at.s++)
		if (*r->at.s == '\n') {
			r->line++;
			r->counted = r->at.s + 1;
			r->column = 1;
		}
}
#define SPACE " \t\r\n"

/* A string, number or word. */
static struct reader
skip_token(struct reading *r)
{
	const char *from = r->at.s, *s = from, *end = r->at.end;

	if (s < end && *s == '"') {
		for (s++; s < end && *s != '"'; s++)
			s += *s == '\\';
		s++;
	} else {
		while (s < end && !strchr(SPACE ",]}", *s))
			s++;
	}
	r->at.s = s < end ? s : end;
	return between(from, r->at.s);
}

/* The parts to which strings belong, as far as anybody asks. */
static const struct label any_label = {.word = ""};
static const struct part any_part = {.title = "", .labels = &any_label};

/* A string of a known key: its lines, and a field for them, but for a reference that whoever has the row looks up. */
static void
lay_out(struct reading *r, unsigned value)
{
	struct json *json = r->json;
	struct parsed *p = r->p;
	const struct json_value *v = &json->v[value];
	const char *from = utstring_body(&json->said) + utstring_len(&json->said);
	size_t first = p->lines.n, n;

	utstring_bincpy(&json->said, json_string_value(v->value), json_string_length(v->value));
	utstring_bincpy(&json->said, "\n", 1);
	struct reader text = {from, utstring_body(&json->said) + utstring_len(&json->said)}, line;
	for (struct reader rest = text; n = p->lines.n, next_line(&rest, &line);) {
		*GROW(json->values, n) = value;
		*GROW(p->lines.v, p->lines.n) = (struct line){.all = line, .rest = line, .starts = line.s == from,
			.kind = is_blank(line.s, left(&line)) ? LINE_BLANK : LINE_TEXT, .item = json->v[v->up].item,
			.field = v->row->type == JSON_ID ? 0 : (unsigned)p->n_fields + 1};
	}
	if (v->row->type != JSON_ID)
		*GROW(p->fields, p->n_fields) = (struct field){.label = &any_label, .line = (int)first + 1,
			.value = without_white(text), .item = json->v[v->up].item};
}

static const struct json_row *
row_of(const struct json_form *form, const char *key, size_t len)
{
	for (const struct json_row *row = form ? form->rows : NULL; row && row->key; row++)
		if (!strncmp(row->key, key, len) && !row->key[len])
			return row;
	return NULL;
}

/* If the text is no JSON, `value` is NULL, and all is read up to where that is seen. `form` is of an object that
 * stands here, or in this array. */
static void
read_value(struct reading *r, json_t *value, const struct json_row *row, const struct json_form *form, unsigned up,
	unsigned depth)
{
	struct json *json = r->json;
	unsigned number = (unsigned)json->n;
	struct json_value *v = GROW(json->v, json->n);
	char open = left(&r->at) ? *r->at.s : '\0';
	bool object = open == '{', nested = object || open == '[';
	void *member = json_object_iter(value);

	*v = (struct json_value){.row = row, .value = value, .up = up, .line = r->line, .column = column_of(r)};
	if (object && form) {
		*GROW(r->p->items, r->p->n_items) = (struct item){.part = &any_part, .line = r->line};
		v->item = (unsigned)r->p->n_items;
	}
	if (depth == LIMIT_NESTING)
		fail(r, &text_rules[TEXT_NESTING], "arrays and objects nest too deep here");
	else if (nested)
		r->at.s++;
	else
		skip_token(r);
	for (unsigned place = 0; nested && !json->fault; place++) {
		const struct json_row *own = row;
		unsigned inner = (unsigned)json->n;

		skip_marks(r, SPACE ",");
		if (left(&r->at) && (*r->at.s == '}' || *r->at.s == ']')) {
			r->at.s++;
			break;
		}
		if (object) {
			struct reader key = skip_token(r);

			skip_marks(r, SPACE);
			if (!left(&r->at)) /* the fault is the object's */
				break;
			skip_marks(r, SPACE ":");
			own = !member ? row_of(form, key.s + 1, left(&key) < 2 ? 0 : left(&key) - 2)
				: row_of(form, json_object_iter_key(member), strlen(json_object_iter_key(member)));
		}
		read_value(r, object ? json_object_iter_value(member) : json_array_get(value, place), own,
			object ? own ? own->items : NULL : form, number, depth + 1);
		json->v[inner].place = place;
		json->v[inner].named = object;
		member = json_object_iter_next(value, member);
		skip_marks(r, SPACE);
		if (left(&r->at) && memchr(",]}", *r->at.s, 3))
			continue;
		r->at.s = r->at.end;
		r->open = r->open ? r->open : inner + 1;
		break;
	}
	json->v[number].end = (unsigned)json->n;
	if (row && json_is_string(value))
		lay_out(r, number);
}

/* A line of so many marks, and of nothing else but, where it opens, `json`. */
static bool
skip_fence(struct reading *r, size_t least, bool opens)
{
	struct reader at = r->at;
	char mark = left(&at) ? *at.s : '\0';

	while (at.s < at.end && (mark == '`' || mark == '~') && *at.s == mark)
		at.s++;
	if ((size_t)(at.s - r->at.s) < least)
		return false;
	at.s += strspn(at.s, " \t");
	if (opens)
		skip_word(&at, "json");
	at.s += strspn(at.s, " \t\r");
	if (at.s < at.end && *at.s != '\n')
		return false;
	r->at = at;
	return true;
}

static void
read_frame(struct reading *r)
{
	struct json *json = r->json;
	json_error_t error;
	const char *from;
	size_t marks;

	skip_marks(r, SPACE);
	from = r->at.s;
	marks = skip_fence(r, 3, true) ? strspn(from, (char[]){*from, '\0'}) : 0;
	skip_marks(r, SPACE);
	if (!left(&r->at) || (*r->at.s != '{' && *r->at.s != '[')) {
		fail(r, &json_rules[JSON_FORM],
			"a hand-in begins with `{` or `[`, or with one fenced json block round it");
		return;
	}
	/* The end of the first value is not yet known; something behind it is told when the frame is closed. */
	json->root = json_loadb(r->at.s, left(&r->at), JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, &error);
	if (!json->root) {
		const char *end = strstr(error.text, " near "); /* no word of a text is told, which may be sealed */
		bool twice = json_error_code(&error) == json_error_duplicate_key;
		struct reading there = *r;
		UT_string path;

		there.at.end = r->at.s + error.position;
		read_value(&there, NULL, NULL, json->form, 0, 0);
		if (!json->fault) {
			utstring_init(&path);
			json_path(r->p, json->v + (there.open ? there.open - 1 : 0), &path);
			json->path = utstring_body(&path);
			error.text[end ? end - error.text : (ptrdiff_t)strlen(error.text)] = '\0';
			fail(r, &json_rules[twice ? JSON_TWICE : JSON_FORM], error.text);
			json->column = error.column + (error.line > 1 ? 0 : json->column - 1);
			json->line += error.line - 1;
		}
		free(json->v);
		json->v = NULL;
		json->n = r->p->n_items = 0;
		return;
	}
	read_value(r, json->root, NULL, json->form, 0, 0);
	if (json->fault)
		return;
	skip_marks(r, SPACE);
	if (marks && !skip_fence(r, marks, false))
		fail(r, &json_rules[JSON_FORM], "behind the JSON the line is missing that closes its fenced block");
	skip_marks(r, SPACE);
	if (left(&r->at))
		fail(r, &json_rules[JSON_FORM], "something stands behind the JSON");
}

static void
read_json(struct parsed *p, const char *text, size_t len)
{
	struct json *json = mem_calloc(1, sizeof *json);
	char *copy = mem_copy(text, len); /* which ends in a NUL */
	struct reading r = {.p = p, .json = json, .at = between(copy, copy + len), .counted = copy, .line = 1,
		.column = 1};

	p->own = json;
	json->form = p->by.kind->parts->form;
	utstring_init(&json->said);
	utstring_reserve(&json->said, len + 1); /* no string says more than it has bytes with its marks */
	read_frame(&r);
	free(copy);
}

static void
free_json(void *own)
{
	struct json *json = own;

	json_decref(json->root);
	utstring_done(&json->said);
	free(json->fault);
	free(json->path);
	free(json->values);
	free(json->v);
	free(json);
}

/* -- asking -- */

static struct reader
text_of(const struct json_value *v)
{
	const char *s = json_string_value(v->value);

	return between(s, s + json_string_length(v->value));
}

static bool
is_left_out(const struct json_value *v)
{
	return json_is_null(v->value) || (json_is_array(v->value) && !json_array_size(v->value)) ||
	       (json_is_string(v->value) && is_blank(json_string_value(v->value), json_string_length(v->value)));
}

static bool
is_of_type(const struct json_value *v)
{
	return v->row->type == JSON_NUMBER ? json_is_number(v->value)
		: v->row->type == JSON_LIST ? json_is_array(v->value) : json_is_string(v->value);
}

const struct json_value *
json_at(const struct parsed *p, const struct json_value *object, const char *key)
{
	const struct json_value *all = json_of(p)->v;

	if (!object || !json_is_object(object->value))
		return NULL;
	for (const struct json_value *v = object + 1; v < all + object->end; v = all + v->end)
		if (v->row && !strcmp(v->row->key, key))
			return is_of_type(v) && !is_left_out(v) ? v : NULL;
	return NULL;
}

struct reader
json_text(const struct parsed *p, const struct json_value *object, const char *key)
{
	const struct json_value *v = json_at(p, object, key);

	return v && json_is_string(v->value) ? text_of(v) : between("", "");
}

static int
word_of(const struct json_value *v)
{
	for (int i = 0; v && v->row->words[i]; i++)
		if (says_only(text_of(v), v->row->words[i]))
			return i;
	return -1;
}

int
json_word(const struct parsed *p, const struct json_value *object, const char *key)
{
	return word_of(json_at(p, object, key));
}

bool
json_ref(const struct parsed *p, const struct json_value *object, const char *key, struct ref *ref)
{
	return refs_only(p->by.refs, p->by.source, json_text(p, object, key), ref) == 1;
}

struct number
json_number(const struct parsed *p, const struct json_value *object, const char *key)
{
	const struct json_value *v = json_at(p, object, key);

	return (struct number){v ? json_number_value(v->value) : 0, v && json_is_integer(v->value)};
}

const struct json_value *
json_next(const struct parsed *p, const struct json_value *list, const struct json_value *before)
{
	const struct json_value *all = json_of(p)->v, *v;

	if (!list || json_is_object(list->value))
		return before ? NULL : list;
	for (v = before ? all + before->end : list + 1; v < all + list->end; v = all + v->end)
		if (json_is_object(v->value))
			return v;
	return NULL;
}

struct reader
json_said(const struct parsed *p, const struct json_value *object)
{
	const struct json *json = json_of(p);
	struct reader said = {0};

	for (size_t i = 0; i < p->lines.n; i++) {
		const struct json_value *v = json->v + json->values[i];

		if (v <= object || v >= json->v + object->end)
			continue;
		said.s = said.s ? said.s : p->lines.v[i].all.s;
		said.end = p->lines.v[i].all.end;
	}
	return said;
}

/* -- judging -- */

void
json_path(const struct parsed *p, const struct json_value *v, UT_string *out)
{
	const struct json *json = json_of(p);

	if (v == json->v)
		return;
	json_path(p, json->v + v->up, out);
	if (v->named)
		utstring_printf(out, "%s%s", utstring_len(out) ? "." : "", v->row ? v->row->key : "…");
	else
		utstring_printf(out, "[%u]", v->place);
}

void
json_tell(const struct parsed *p, const struct json_value *v, const struct rule *rule, struct findings *out,
	const char *format, ...)
{
	va_list args;
	char *sentence;
	UT_string path;

	va_start(args, format);
	sentence = mem_vformat(format, args);
	va_end(args);
	utstring_init(&path);
	if (v)
		json_path(p, v, &path);
	findings_add_path(out, rule, v ? v->line : 0, utstring_len(&path) ? utstring_body(&path) : NULL, "%s",
		sentence);
	utstring_done(&path);
	free(sentence);
}

static char *
place_of(const struct parsed *p, int *line)
{
	const struct json *json = json_of(p);
	UT_string path;

	if (!*line)
		return NULL;
	utstring_init(&path);
	json_path(p, json->v + json->values[*line - 1], &path);
	*line = json->v[json->values[*line - 1]].line;
	return utstring_body(&path);
}

const struct language json_language = {read_json, free_json, place_of, json_rules, JSON_RULES};

/* A fault of a value, with its column. */
#define TELL(v, rule, sentence, ...) \
	json_tell(p, v, &json_rules[JSON_##rule], out, "column %d: " sentence, (v)->column, ##__VA_ARGS__)

static void
judge_object(const struct parsed *p, const struct json_value *object, const struct json_form *form,
	struct findings *out)
{
	static const char *const types[] = {"a text", "a text", "a text", "a number", "an array"};
	const struct json_value *all = json_of(p)->v;

	for (const struct json_value *v = object + 1; v < all + object->end; v = all + v->end) {
		const struct json_row *row = v->row;
		const char *hidden;

		if (!row) {
			TELL(v, UNKNOWN, "this key has no meaning here");
			continue;
		}
		if (is_left_out(v) && row->need == OPTIONAL)
			continue;
		if (!is_of_type(v) && !json_is_null(v->value))
			TELL(v, TYPE, "`%s` is %s", row->key, types[row->type]);
		else if (json_is_string(v->value) && is_left_out(v))
			TELL(v, BLANK, "`%s` is blank", row->key);
		else if (row->words && is_of_type(v) && word_of(v) < 0)
			json_tell(p, v, row->rule, out, "%s", row->rule->gloss);
		else if (json_is_string(v->value) &&
			(hidden = text_hidden(text_of(v).s, json_string_length(v->value))))
			json_tell(p, v, &text_rules[TEXT_CONTROL], out, "this text has %s", hidden);
		if (row->type != JSON_LIST || !json_is_array(v->value))
			continue;
		for (const struct json_value *item = v + 1; item < all + v->end; item = all + item->end)
			if (json_is_object(item->value))
				judge_object(p, item, row->items, out);
			else
				TELL(item, TYPE, "an item of `%s` is an object", row->key);
	}
	for (const struct json_row *row = form->rows; row->key; row++) {
		const json_t *value = json_object_get(object->value, row->key);

		if (row->need != OPTIONAL && (!value || json_is_null(value)))
			json_tell(p, object, form->missing ? form->missing : &json_rules[JSON_MISSING], out,
				"column %d: this object has no `%s`", object->column, row->key);
	}
}

static void
judge_lengths(const struct parsed *p, bool strict, struct findings *out)
{
	const struct json_value *all = json_of(p)->v;

	for (const struct json_value *v = all; v < all + json_of(p)->n; v++) {
		const struct json_row *row = v->row;
		size_t n;

		if (!row || !row->rule || row->words || !is_of_type(v) || (json_is_string(v->value) && is_left_out(v)))
			continue;
		n = json_is_array(v->value) ? json_array_size(v->value)
					    : wordcount(json_string_value(v->value), json_string_length(v->value));
		if (n < row->least || n > row->most)
			json_tell(p, v, strict && row->rule->strict ? row->rule->strict : row->rule, out,
				"this has %zu; %s", n, row->rule->gloss);
	}
}

bool
json_judge(const struct parsed *p, bool strict, struct findings *out)
{
	const struct json *json = json_of(p);
	const struct json_form *form = json->form;
	const struct json_value *all = json->v, *v;

	if (json->fault) {
		findings_add_path(out, json->rule, json->line, json->path && *json->path ? json->path : NULL,
			"column %d: %s", json->column, json->fault);
		return false;
	}
	for (v = NULL; (v = json_next(p, all, v));)
		judge_object(p, v, form, out);
	if (form->count && json_array_size(json->root) != form->count)
		TELL(all, COUNT, "an array of %u objects is due", form->count);
	else if (!form->count && json_is_array(json->root))
		TELL(all, COUNT, "one object is due, and no array");
	for (v = all + 1; json_is_array(json->root) && v < all + json->n; v = all + v->end)
		if (!json_is_object(v->value))
			TELL(v, TYPE, "an item of the array is an object");
	for (size_t i = 0; i < p->lines.n; i++)
		if (safety_is_own_line(p->lines.v[i].all))
			json_tell(p, all + json->values[i], &text_rules[TEXT_RESERVED], out,
				"a line that begins with `duelfs:` is the filesystem's");
	judge_lengths(p, strict, out);
	return true;
}

/* -- printing -- */

static void
print_object(const struct json_form *form, const struct json_known *known, const struct ref *id, unsigned indent,
	UT_string *out)
{
	const char *behind = "{";

	for (const struct json_row *row = form->rows; row->key; row++) {
		bool many = known && !strcmp(row->key, known->list);

		bool empty = known && known->empty && !strcmp(row->key, known->empty);

		if ((row->type == JSON_LIST && row->rule && !row->most) || (known && !many && !empty))
			continue;
		utstring_printf(out, "%s\n%*s\"%s\": %s", behind, indent + 2, "", row->key, row->items ? "[" : "");
		behind = ",";
		for (size_t i = 0; row->items && !empty && i < (many && known->n ? known->n : 1); i++) {
			utstring_printf(out, i ? ", " : "");
			print_object(row->items, NULL, many && known->n ? &known->ids[i] : NULL, indent + 2, out);
		}
		utstring_printf(out, row->items ? "]" : row->type == JSON_NUMBER ? "…" : "\"");
		if (row->type == JSON_ID && id)
			ref_print(id, out);
		else if (row->type != JSON_NUMBER && !row->items && !row->words)
			utstring_printf(out, "…");
		for (const char *const *w = row->words; w && *w; w++)
			utstring_printf(out, "%s%s", w > row->words ? "|" : "", *w);
		if (row->type != JSON_NUMBER && !row->items)
			utstring_printf(out, "\"");
	}
	utstring_printf(out, "\n%*s}", indent, "");
}

void
json_blank(const struct json_form *form, const struct json_known *known, UT_string *out)
{
	for (unsigned i = 0; i < (form->count ? form->count : 1); i++) {
		utstring_printf(out, i ? ", " : form->count ? "[" : "");
		print_object(form, known && known->list ? known : NULL, NULL, 0, out);
	}
	utstring_printf(out, form->count ? "]\n" : "\n");
}
