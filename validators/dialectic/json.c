/*
 * A text is read in two passes: jansson's, and one over the same bytes that finds where each value begins. A value is
 * added behind the one that it is in, with its row; what the string of a known key says is added to `said`.
 */
#include "validators/dialectic/dialectic.h"

#include <stdarg.h>
#include <stdlib.h>
#include "validators/text/chars.h"
#include "validators/text/text.h"

struct json {
	json_t *root;
	struct json_value *v;  /* in their order; the first is all of it */
	size_t n;
	UT_string said;        /* its room is there from the beginning */
	unsigned *values;      /* that each line of parsed.lines is of */
	struct findings fault; /* why it is none, or empty; then nobody asks for a value */
};

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

/* The first fault is told. */
static void
add_json_fault(struct reading *r, const struct rule *rule, const char *fault)
{
	if (!r->json->fault.n)
		findings_add(&r->json->fault, rule, r->line, "column %d: %s", column_of(r), fault);
}

/* White space, and what parts values. */
static void
skip_separators(struct reading *r, const char *marks)
{
	for (; len_of(&r->at) && *r->at.s && strchr(marks, *r->at.s); r->at.s++)
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
	return reader_of(from, r->at.s);
}

static const char *
said_so_far(const struct json *json)
{
	return utstring_body(&json->said) + utstring_len(&json->said);
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
	unsigned item = (v - v->up)->item;
	struct reader text = {said_so_far(json), NULL}, line;
	size_t first = p->lines.n, n;

	utstring_bincpy(&json->said, json_string_value(v->value), json_string_length(v->value));
	utstring_bincpy(&json->said, "\n", 1);
	text.end = said_so_far(json);
	for (struct reader rest = text; n = p->lines.n, next_line(&rest, &line);) {
		*GROW(json->values, n) = value;
		*GROW(p->lines.v, p->lines.n) = (struct line){.all = line, .rest = line, .starts = line.s == text.s,
			.kind = is_blank(line.s, len_of(&line)) ? LINE_BLANK : LINE_TEXT, .item = item,
			.field = v->row->type == JSON_ID ? 0 : (unsigned)p->n_fields + 1};
	}
	if (v->row->type != JSON_ID)
		*GROW(p->fields, p->n_fields) = (struct field){.label = &any_label, .line = (int)first + 1,
			.value = without_white(text), .item = item};
}

static const struct json_row *
find_key_row(const struct json_row *row, const char *key, size_t len)
{
	while (row && row->key && (strncmp(row->key, key, len) || row->key[len]))
		row++;
	return row && row->key ? row : NULL;
}

/* If the text is no JSON, `value` is NULL, and all is read up to where that is seen. `form` is of an object that
 * stands here, or in this array: a key has no object, and an array has no array. */
static void
read_value(struct reading *r, json_t *value, const struct json_row *row, const struct json_row *form, unsigned up,
	unsigned depth)
{
	struct json *json = r->json;
	unsigned number = (unsigned)json->n;
	struct json_value *v = GROW(json->v, json->n);
	char open = len_of(&r->at) ? *r->at.s : '\0';
	bool object = open == '{', nested = object || open == '[';
	void *member = json_object_iter(value);

	*v = (struct json_value){.row = row, .value = value, .up = number - up, .line = r->line,
		.column = column_of(r), .said.s = said_so_far(json)};
	if (value && depth && object == (row != NULL))
		form = NULL;
	if (object && form) {
		*GROW(r->p->items, r->p->n_items) = (struct item){.part = &any_part, .line = r->line};
		v->form = form;
		v->item = (unsigned)r->p->n_items;
	}
	if (depth == LIMIT_NESTING)
		add_json_fault(r, &text_rules[TEXT_NESTING], "arrays and objects nest too deep here");
	else if (nested)
		r->at.s++;
	else
		skip_token(r);
	for (unsigned place = 0; nested && !json->fault.n; place++) {
		const struct json_row *own = NULL;
		unsigned inner = (unsigned)json->n;

		skip_separators(r, SPACE ",");
		if (len_of(&r->at) && (*r->at.s == '}' || *r->at.s == ']')) {
			r->at.s++;
			break;
		}
		if (object) {
			struct reader raw = skip_token(r);
			const char *key = member ? json_object_iter_key(member) : raw.s + 1;
			size_t len = member ? strlen(key) : len_of(&raw) < 2 ? 0 : len_of(&raw) - 2;

			skip_separators(r, SPACE);
			if (!len_of(&r->at)) /* the fault is the object's */
				break;
			skip_separators(r, SPACE ":");
			own = find_key_row(form, key, len);
		}
		read_value(r, object ? json_object_iter_value(member) : json_array_get(value, place), own,
			object ? own ? own->items : NULL : form, number, depth + 1);
		json->v[inner].place = place;
		json->v[inner].named = object;
		if (value && !form) /* nobody asks for what has no form */
			json->n = inner;
		member = json_object_iter_next(value, member);
		skip_separators(r, SPACE);
		if (len_of(&r->at) && memchr(",]}", *r->at.s, 3))
			continue;
		r->at.s = r->at.end;
		r->open = r->open ? r->open : inner + 1;
		break;
	}
	if (row && json_is_string(value))
		lay_out(r, number);
	json->v[number].size = (unsigned)json->n - number;
	json->v[number].said.end = said_so_far(json);
}

/* A line of so many marks, and of nothing else but, where it opens, `json`. */
static bool
skip_fence(struct reading *r, size_t least, bool opens)
{
	struct reader at = r->at;
	char mark = len_of(&at) ? *at.s : '\0';

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

/* Appends where a value stands, as in "[1].grounds[0].source". */
static void
print_path(const struct json_value *v, UT_string *out)
{
	if (!v->up)
		return;
	print_path(v - v->up, out);
	if (v->named)
		utstring_printf(out, "%s%s", utstring_len(out) ? "." : "", v->row ? v->row->key : "…");
	else
		utstring_printf(out, "[%u]", v->place);
}

/* A text that jansson did not read is read again up to the fault, which tells the value that this is in. */
static void
find_fault(struct reading *r, const struct json_row *rows, json_error_t *error)
{
	struct json *json = r->json;
	bool twice = json_error_code(error) == json_error_duplicate_key;
	int column = error->column + (error->line > 1 ? 0 : column_of(r) - 1);
	char *words = strstr(error->text, " near "), *escape; /* no word of a text is told, which may be sealed */
	struct reading there = *r;
	UT_string path;

	if (words)
		*words = '\0';
	if ((escape = strstr(error->text, " '\\")))
		*escape = '\0';
	there.at.end = r->at.s + error->position;
	read_value(&there, NULL, NULL, rows, 0, 0);
	utstring_init(&path);
	print_path(json->v + (there.open ? there.open - 1 : 0), &path);
	if (!json->fault.n)
		findings_add_path(&json->fault, twice ? RULE(HANDIN_TWICE) : RULE(HANDIN_JSON),
			r->line + error->line - 1, utstring_len(&path) ? utstring_body(&path) : NULL, "column %d: %s",
			column, error->text);
	utstring_done(&path);
	free(json->v);
	json->v = NULL;
	json->n = r->p->n_items = 0;
}

static void
read_json(struct parsed *p, const char *text, size_t len)
{
	struct json *json = p->own = mem_calloc(1, sizeof *json);
	const struct json_row *rows = ((const struct json_form *)p->by.kind->parts->form)->rows;
	char *copy = mem_copy(text, len); /* which ends in a NUL */
	struct reading r = {.p = p, .json = json, .at = reader_of(copy, copy + len), .counted = copy, .line = 1,
		.column = 1};
	json_error_t error;

	utstring_init(&json->said);
	utstring_reserve(&json->said, len + 1); /* no string says more than it has bytes with its marks */
	skip_separators(&r, SPACE);
	const char *from = r.at.s;
	size_t marks = skip_fence(&r, 3, true) ? strspn(from, (char[]){*from, '\0'}) : 0;
	skip_separators(&r, SPACE);
	if (!len_of(&r.at) || (*r.at.s != '{' && *r.at.s != '[')) {
		add_json_fault(&r, RULE(HANDIN_JSON),
			"a hand-in begins with `{` or `[`, or with one fenced json block round it");
	} else if (!(json->root = json_loadb(r.at.s, len_of(&r.at), JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK,
			&error))) {
		find_fault(&r, rows, &error);
	} else { /* what stands behind the value was not looked at */
		read_value(&r, json->root, NULL, rows, 0, 0);
		skip_separators(&r, SPACE);
		if (marks && !skip_fence(&r, marks, false))
			add_json_fault(&r, RULE(HANDIN_JSON),
				"behind the JSON the line is missing that closes its fenced block");
		skip_separators(&r, SPACE);
		if (len_of(&r.at))
			add_json_fault(&r, RULE(HANDIN_JSON), "something stands behind the JSON");
	}
	free(copy);
}

static void
free_json(void *own)
{
	struct json *json = own;

	json_decref(json->root);
	utstring_done(&json->said);
	findings_free(&json->fault);
	free(json->values);
	free(json->v);
	free(json);
}

static char *
place_in_json(const struct parsed *p, int *line)
{
	const struct json *json = p->own;
	const struct json_value *v;
	UT_string path;

	if (!*line)
		return NULL;
	v = &json->v[json->values[*line - 1]];
	*line = v->line;
	utstring_init(&path);
	print_path(v, &path);
	return utstring_body(&path);
}

const struct language json_language = {read_json, free_json, place_in_json};

/* -- asking -- */

const struct json_value *
json_root(const struct parsed *p)
{
	return ((const struct json *)p->own)->v;
}

static struct reader
string_of(const struct json_value *v)
{
	const char *s = json_is_string(v->value) ? json_string_value(v->value) : "";

	return reader_of(s, s + json_string_length(v->value));
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
json_at(const struct json_value *object, const char *key)
{
	if (!object || !json_is_object(object->value))
		return NULL;
	for (const struct json_value *v = object + 1; v < object + object->size; v += v->size)
		if (v->row && !strcmp(v->row->key, key))
			return is_of_type(v) && !is_left_out(v) ? v : NULL;
	return NULL;
}

const char *
json_text(const struct json_value *object, const char *key)
{
	const struct json_value *v = json_at(object, key);

	return v ? json_string_value(v->value) : "";
}

static int
find_word(const struct json_value *v)
{
	for (int i = 0; v && v->row->words[i]; i++)
		if (says_only(string_of(v), v->row->words[i]))
			return i;
	return -1;
}

int
json_word(const struct json_value *object, const char *key)
{
	return find_word(json_at(object, key));
}

bool
json_ref(const struct json_value *object, const char *key, struct ref *ref)
{
	const struct json_value *v = json_at(object, key);

	return v && refs_only(dialectic_refs, NULL, string_of(v), ref) == 1;
}

struct number
json_number(const struct json_value *object, const char *key)
{
	const struct json_value *v = json_at(object, key);

	return (struct number){v ? json_number_value(v->value) : 0, v && json_is_real(v->value)};
}

const struct json_value *
json_next(const struct json_value *list, const struct json_value *before)
{
	const struct json_value *v;

	if (!list || json_is_object(list->value))
		return before ? NULL : list;
	v = before ? before + before->size : list + 1;
	while (v < list + list->size && !json_is_object(v->value))
		v += v->size;
	return v < list + list->size ? v : NULL;
}

/* -- judging -- */

void
json_tell(const struct json_value *v, const struct rule *rule, struct findings *out, const char *format, ...)
{
	va_list args;
	char *sentence;
	UT_string path;

	va_start(args, format);
	sentence = mem_vformat(format, args);
	va_end(args);
	utstring_init(&path);
	print_path(v, &path);
	findings_add_path(out, rule, v->line, utstring_len(&path) ? utstring_body(&path) : NULL, "%s", sentence);
	utstring_done(&path);
	free(sentence);
}

/* A fault of a value, with its column. */
#define TELL(v, rule, sentence, ...) \
	json_tell(v, RULE(rule), out, "column %d: " sentence, (v)->column, ##__VA_ARGS__)

/* The value of a known key; its words or items are counted. */
static void
judge_value(const struct json_value *v, bool strict, struct findings *out)
{
	static const char *const types[] = {
		[JSON_TEXT] = "a text", [JSON_ID] = "a text", [JSON_NUMBER] = "a number", [JSON_LIST] = "an array"};
	const struct json_row *row = v->row;
	struct reader text = string_of(v), rest = text, line;
	const char *hidden;
	size_t n;

	while (next_line(&rest, &line))
		if (safety_is_own_line(line))
			json_tell(v, &text_rules[TEXT_RESERVED], out,
				"a line that begins with `duelfs:` is the filesystem's");
	if (json_is_null(v->value) || (row->need == OPTIONAL && is_left_out(v)))
		return;
	if (!is_of_type(v)) {
		TELL(v, HANDIN_TYPE, "`%s` is %s", row->key, types[row->type]);
		return;
	}
	if (json_is_string(v->value) && is_left_out(v)) {
		TELL(v, HANDIN_BLANK, "`%s` is blank", row->key);
		return;
	}
	if (row->words && find_word(v) < 0)
		json_tell(v, row->rule, out, "%s", row->rule->gloss);
	else if ((hidden = text_hidden(text.s, len_of(&text))))
		json_tell(v, &text_rules[TEXT_CONTROL], out, "this text has %s", hidden);
	if (!row->rule || row->words)
		return;
	n = row->items ? json_array_size(v->value) : count_words(text.s, len_of(&text));
	if (n < row->least || n > row->most)
		json_tell(v, strict && row->rule->strict ? row->rule->strict : row->rule, out, "this has %zu; %s", n,
			row->rule->gloss);
}

bool
json_judge(const struct judging *j)
{
	const struct json *json = j->p->own;
	const struct json_form *form = j->p->by.kind->parts->form;
	const struct json_value *all = json->v;
	const struct finding *fault = json->fault.v;
	struct findings *out = j->out;

	if (fault) {
		findings_add_path(out, fault->rule, fault->line, fault->path, "%s", fault->text);
		return false;
	}
	if (form->count && json_array_size(json->root) != form->count)
		TELL(all, HANDIN_COUNT, "an array of %u objects is due", form->count);
	else if (!form->count && json_is_array(json->root))
		TELL(all, HANDIN_COUNT, "one object is due, and no array");
	for (const struct json_value *v = all; v < all + all->size; v++) {
		const struct json_value *in = v - v->up;

		if (v->row)
			judge_value(v, j->d->terms->strict_words, out);
		else if (v->named && in->form)
			TELL(v, HANDIN_UNKNOWN, "this key has no meaning here");
		else if (!v->named && !v->form && in->row && in->row->items)
			TELL(v, HANDIN_TYPE, "an item of `%s` is an object", in->row->key);
		else if (!v->named && !v->form && in == all && v != all)
			TELL(v, HANDIN_TYPE, "an item of the array is an object");
		for (const struct json_row *row = v->form; row && row->key; row++) {
			const json_t *value = json_object_get(v->value, row->key);

			if (row->need != OPTIONAL && (!value || json_is_null(value)))
				TELL(v, HANDIN_MISSING, "this object has no `%s`", row->key);
		}
	}
	return true;
}

/* -- printing -- */

void
json_blank(const struct json_row *row, const char *id, unsigned indent, UT_string *out)
{
	for (const char *behind = "{"; row->key; row++) {
		const char *mark = row->type == JSON_NUMBER ? "" : "\"";

		if (row->items && !row->most) /* it has to be empty */
			continue;
		utstring_printf(out, "%s\n%*s\"%s\": ", behind, indent + 2, "", row->key);
		behind = ",";
		if (row->items) {
			utstring_printf(out, "[");
			json_blank(row->items, NULL, indent + 2, out);
			utstring_printf(out, "]");
			continue;
		}
		utstring_printf(out, "%s%s", mark, row->words ? *row->words : row->type == JSON_ID && id ? id : "…");
		for (const char *const *word = row->words; word && word[1]; word++)
			utstring_printf(out, "|%s", word[1]);
		utstring_printf(out, "%s", mark);
	}
	utstring_printf(out, "\n%*s}", indent, "");
}
