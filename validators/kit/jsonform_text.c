/*
 * In four steps: the frame (what is JSON, and what is the fence round it), a scan that bounds the nesting, jansson,
 * and a walk over every string for characters that an escape would bring in. Numbers that jansson cannot hold, and
 * nobody asks for, are made what it can hold, and read once more.
 */
#include "validators/kit/jsonform_inner.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* -- the frame -- */

struct frame {
	struct reader json;
	int line;          /* of the first line of `json`, from 1 */
	bool open;         /* a fence is open at the end */
	bool tame;         /* `json` is not as it was written: its columns are not those */
	const char *fault; /* NULL, or what is wrong with the fence or with what follows it */
	int fault_line;
};

#define FENCE_MARKS 3
#define FENCE_INDENT 3

struct fence {
	char mark;
	size_t length;
	struct reader info;
};

static struct reader
trimmed(struct reader r)
{
	skip_white(&r);
	while (r.end > r.s && isspace((unsigned char)r.end[-1]))
		r.end--;
	return r;
}

static struct reader
take_line(struct reader *r, int *line)
{
	const char *newline = memchr(r->s, '\n', left(r));
	struct reader taken = { r->s, newline ? newline : r->end };

	r->s = newline ? newline + 1 : r->end;
	++*line;
	return taken;
}

static bool
blank(struct reader r)
{
	r = trimmed(r);
	return !left(&r);
}

static bool
is_fence(struct reader line, struct fence *f)
{
	struct reader r = trimmed(line);
	size_t n = 0;

	if (!left(&r) || (*r.s != '`' && *r.s != '~') || r.s - line.s > FENCE_INDENT)
		return false;
	while (n < left(&r) && r.s[n] == *r.s)
		n++;
	*f = (struct fence){ .mark = *r.s, .length = n, .info = trimmed((struct reader){ r.s + n, r.end }) };
	return n >= FENCE_MARKS;
}

static bool
closes(struct reader line, const struct fence *opened)
{
	struct fence f;

	return is_fence(line, &f) && f.mark == opened->mark && f.length >= opened->length && !left(&f.info);
}

/* The lines up to the one that closes the fence, and nothing behind it. */
static void
frame_fenced(struct frame *frame, struct reader rest, const struct fence *opened)
{
	int line = frame->line++;

	frame->json = rest;
	frame->open = true;
	while (frame->open && left(&rest)) {
		const char *from = rest.s;

		if (closes(take_line(&rest, &line), opened)) {
			frame->json.end = from;
			frame->open = false;
		}
	}
	while (left(&rest) && !frame->fault) {
		if (blank(take_line(&rest, &line)))
			continue;
		frame->fault = "something stands behind the fenced block";
		frame->fault_line = line;
	}
}

static void
frame_find(struct frame *frame, const char *text, size_t len)
{
	struct reader rest = { text, text + len }, line;
	struct fence opened;
	const char *from;

	*frame = (struct frame){ .line = 0 };
	do {
		from = rest.s;
		line = take_line(&rest, &frame->line);
	} while (left(&rest) && blank(line));
	frame->json = (struct reader){ from, text + len };
	if (!is_fence(line, &opened))
		return;
	if (left(&opened.info) && (left(&opened.info) != 4 || strncasecmp(opened.info.s, "json", 4))) {
		frame->fault = "the fenced block is not a json block";
		frame->fault_line = frame->line;
	} else {
		frame_fenced(frame, rest, &opened);
	}
}

/* -- jansson -- */

struct parsing {
	const struct jsonform *jf;
	struct frame frame;
	int line0;
	bool prefix;
	struct findings *out;
};

static void
report_at(const struct parsing *p, const struct scan *sc, int line, const struct rule *rule, const char *sentence)
{
	UT_string path;

	utstring_init(&path);
	scan_print(sc, p->jf, &path);
	findings_add_path(p->out, rule, p->line0 + p->frame.line + line,
		utstring_len(&path) ? utstring_body(&path) : NULL, "%s", sentence);
	utstring_done(&path);
}

static bool
begins_as_json(struct reader json)
{
	while (left(&json) && strchr(" \t\n", *json.s))
		json.s++;
	return left(&json) && (*json.s == '{' || *json.s == '[');
}

#define NOTHING_BEFORE "before its `{` or `[`, or the fence round it, nothing else stands"

/* With the reason, where there is more to say; malloc'd. */
static char *
fault_sentence(const struct frame *frame, const json_error_t *error, const char *sentence)
{
	struct reader json = frame->json;
	bool begins = begins_as_json(json), ascii = left(&json) && (unsigned char)*json.s < 0x80;
	char *fault = frame->tame || blank(json) || (!begins && ascii) ? NULL : jsonform_fault(json, error), *said;

	if (fault)
		said = mem_format("%s: %s%s", sentence, fault, begins ? "" : "; " NOTHING_BEFORE);
	else
		said = begins || blank(json) ? mem_strdup(sentence) : mem_format("%s: " NOTHING_BEFORE, sentence);
	free(fault);
	return said;
}

static void
report_error(const struct parsing *p, const json_error_t *error)
{
	const struct rule *json = p->jf->json, *control = &text_rules[TEXT_CONTROL];
	const struct {
		enum json_error_code code;
		const struct rule *rule;
		const char *sentence;
	} rows[] = {
		{ json_error_premature_end_of_input, json, "the JSON ends before it is whole" },
		{ json_error_end_of_input_expected, json, "something stands behind the JSON" },
		{ json_error_duplicate_key, p->jf->twice, "this key stands twice in its object" },
		{ json_error_null_character, control, "this text has a control character" },
		{ json_error_null_byte_in_key, control, "this key has a control character" },
		{ json_error_invalid_utf8, &text_rules[TEXT_UTF8], "this is not UTF-8" },
		{ json_error_numeric_overflow, json, "this number is too big" },
		{ json_error_unknown, json, "this cannot be read as JSON" },
	};
	struct scan sc = { .json = p->frame.json };
	/* The offset is behind what cannot be: a bracket that closes too soon has closed nothing yet. */
	size_t i = 0, end = error->position < 1 ? 0 : (size_t)error->position - 1;
	char *sentence;

	while (rows[i].code != json_error_unknown && rows[i].code != json_error_code(error))
		i++;
	scan_to(&sc, sc.json.s + (end < left(&sc.json) ? end : left(&sc.json)));
	sentence = rows[i].rule == json ? fault_sentence(&p->frame, error, rows[i].sentence) :
		mem_strdup(rows[i].sentence);
	report_at(p, &sc, error->line > 0 ? error->line - 1 : 0, rows[i].rule, sentence);
	free(sentence);
}

static json_t *
load(const struct reader *json, json_error_t *error)
{
	return json_loadb(json->s, left(json), JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, error);
}

static json_t *
parse(struct parsing *p)
{
	struct scan sc = { .json = p->frame.json };
	json_error_t error;
	json_t *value;
	UT_string tame;
	int line = 0;

	if (!scan_to(&sc, sc.json.end)) {
		for (const char *s = p->frame.json.s; s < sc.json.s; s++)
			line += *s == '\n';
		report_at(p, &sc, line, &text_rules[TEXT_NESTING], "arrays and objects nest too deep here");
		return NULL;
	}
	utstring_init(&tame);
	value = load(&p->frame.json, &error);
	if (!value && json_error_code(&error) == json_error_numeric_overflow) {
		scan_tame(p->frame.json, p->jf, &tame);
		p->frame.tame = true;
		p->frame.json = (struct reader){ utstring_body(&tame), utstring_body(&tame) + utstring_len(&tame) };
		value = load(&p->frame.json, &error);
	}
	/* What may yet be whole, or has not begun, is no fault of a text that goes on. */
	if (!value && !(p->prefix &&
		(blank(p->frame.json) || json_error_code(&error) == json_error_premature_end_of_input)))
		report_error(p, &error);
	utstring_done(&tame);
	return value;
}

/* -- what an escape brings in -- */

static void
check_string(const struct place *p, const char *s, size_t len)
{
	const char *what = text_hidden(s, len);

	if (what)
		place_report(p, &text_rules[TEXT_CONTROL], "this text has %s", what);
}

/* As deep as the scan let it be. */
static void
check_strings(const struct place *p)
{
	const char *key;
	json_t *value;
	size_t i;

	if (json_is_string(p->value))
		check_string(p, json_string_value(p->value), json_string_length(p->value));
	json_array_foreach(p->value, i, value) {
		struct place item = place_item(p, i, NULL);
		check_strings(&item);
	}
	json_object_foreach((json_t *)p->value, key, value) {
		struct place member = { .r = p->r, .up = p, .key = key, .value = value };

		check_string(&member, key, strlen(key));
		check_strings(&member);
	}
}

json_t *
jsonform_parse(const struct jsonform *jf, const char *text, size_t len, int line0, bool prefix, struct findings *out)
{
	struct parsing p = { .jf = jf, .line0 = line0, .prefix = prefix, .out = out };
	json_t *value = NULL;

	/* The last line of a text that goes on may become anything. */
	while (prefix && len && text[len - 1] != '\n')
		len--;
	frame_find(&p.frame, text, len);
	if (p.frame.fault)
		findings_add(out, jf->json, line0 + p.frame.fault_line, "%s", p.frame.fault);
	else if (p.frame.open && !prefix)
		findings_add(out, jf->json, line0 + p.frame.line - 1, "the fenced block is left open");
	else
		value = parse(&p);
	if (value) {
		struct reading r = { .jf = jf, .out = out };
		struct place root = place_root(&r, value, NULL);

		check_strings(&root);
	}
	if (!findings_first_error(out))
		return value;
	json_decref(value);
	return NULL;
}
