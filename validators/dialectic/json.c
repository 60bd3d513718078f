/*
 * In four steps: the frame (what is JSON, and what is the fence round it), a scan that bounds the nesting (scan.h), jansson, and a walk
 * over every string for characters that an escape would bring in. Numbers that jansson cannot hold, and nobody asks for, are made what it
 * can hold, and read once more.
 */
#include "validators/dialectic/json.h"

#include <ctype.h>
#include <sodium.h>
#include <string.h>
#include <strings.h>
#include "validators/dialectic/json_fault.h"
#include "validators/dialectic/place.h"
#include "validators/dialectic/rules.h"
#include "validators/dialectic/scan.h"
#include "validators/text/limits.h"
#include "validators/text/mem.h"
#include "validators/text/reader.h"
#include "validators/text/text.h"

static const char *const keys[] = {
	"title", "claim", "grounds", "source", "content", "relevance", "warrant", "backing", "qualifier", "attacks", "defends",
	"target_id", "attack_type", "defense_type", "scores", "argument_id", "score", "reasoning", "rescores", "old_score", "new_score",
};

const char *
handin_key(const char *s, size_t len)
{
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (strlen(keys[i]) == len && !memcmp(keys[i], s, len))
			return keys[i];
	return NULL;
}

void
handin_digest(const json_t *value, unsigned char out[HANDIN_DIGEST_BYTES])
{
	char *text = mem_check(json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY));

	crypto_generichash(out, HANDIN_DIGEST_BYTES, (const unsigned char *)text, strlen(text), NULL, 0);
	free(text);
}

/* -- the frame ------------------------------------------------------------------------------------------------------------------- */

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

static bool
is_json_fence(const struct fence *f)
{
	return !left(&f->info) || (left(&f->info) == 4 && !strncasecmp(f->info.s, "json", 4));
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
	if (!is_json_fence(&opened)) {
		frame->fault = "the fenced block is not a json block";
		frame->fault_line = frame->line;
	} else {
		frame_fenced(frame, rest, &opened);
	}
}

/* -- where it is -------------------------------------------------------------------------------------------------------------------- */

static void
report_at(const struct frame *frame, const struct scan *sc, int line0, struct findings *out, const struct rule *rule,
	const char *sentence)
{
	UT_string path;

	utstring_init(&path);
	scan_print(sc, &path);
	findings_add_path(out, rule, line0 + frame->line + sc->line, utstring_len(&path) ? utstring_body(&path) : NULL, "%s", sentence);
	utstring_done(&path);
}

/* -- jansson --------------------------------------------------------------------------------------------------------------------- */

static bool
begins_as_json(const struct frame *frame)
{
	const char *s = frame->json.s, *end = s + left(&frame->json);

	while (s < end && strchr(" \t\n", *s))
		s++;
	return s < end && (*s == '{' || *s == '[');
}

#define NOTHING_BEFORE "before its `{` or `[`, or the fence round it, nothing else stands"

/* With the reason, where there is more to say; malloc'd. */
static char *
fault_sentence(const struct frame *frame, const json_error_t *error, const char *sentence)
{
	bool begins = begins_as_json(frame), ascii = left(&frame->json) && (unsigned char)*frame->json.s < 0x80;
	char *fault = frame->tame || blank(frame->json) || (!begins && ascii) ? NULL : json_fault(frame->json, error), *said;

	if (fault)
		said = mem_format("%s: %s%s", sentence, fault, begins ? "" : "; " NOTHING_BEFORE);
	else
		said = begins || blank(frame->json) ? mem_strdup(sentence) : mem_format("%s: " NOTHING_BEFORE, sentence);
	free(fault);
	return said;
}

static void
report_error(const struct frame *frame, const json_error_t *error, int line0, struct findings *out)
{
	static const struct {
		enum json_error_code code;
		const struct rule *rule;
		const char *sentence;
	} rows[] = {
		{ json_error_premature_end_of_input, RULE(HANDIN_JSON), "the JSON ends before it is whole" },
		{ json_error_end_of_input_expected, RULE(HANDIN_JSON), "something stands behind the JSON" },
		{ json_error_duplicate_key, RULE(HANDIN_TWICE), "this key stands twice in its object" },
		{ json_error_null_character, &text_rules[TEXT_CONTROL], "this text has a control character" },
		{ json_error_null_byte_in_key, &text_rules[TEXT_CONTROL], "this key has a control character" },
		{ json_error_invalid_utf8, &text_rules[TEXT_UTF8], "this is not UTF-8" },
		{ json_error_numeric_overflow, RULE(HANDIN_JSON), "this number is too big" },
		{ json_error_unknown, RULE(HANDIN_JSON), "this cannot be read as JSON" },
	};
	struct scan sc = { .s = frame->json.s, .len = left(&frame->json) };
	/* The offset is behind what cannot be: a bracket that closes too soon has closed nothing yet. */
	size_t i = 0, end = error->position < 1 ? 0 : (size_t)error->position - 1;

	char *sentence;

	while (rows[i].code != json_error_unknown && rows[i].code != json_error_code(error))
		i++;
	scan_to(&sc, end < sc.len ? end : sc.len);
	/* The line is jansson's: the scan may be past it at the end of a string that is open. */
	sc.line = error->line > 0 ? error->line - 1 : 0;
	sentence = rows[i].rule == RULE(HANDIN_JSON) ? fault_sentence(frame, error, rows[i].sentence) : mem_strdup(rows[i].sentence);
	report_at(frame, &sc, line0, out, rows[i].rule, sentence);
	free(sentence);
}

/* -- what an escape brings in ---------------------------------------------------------------------------------------------------- */

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

	check_string(p, json_string_value(p->value) ? json_string_value(p->value) : "", json_string_length(p->value));
	json_array_foreach(p->value, i, value) {
		struct place item = place_item(p, i);
		check_strings(&item);
	}
	json_object_foreach((json_t *)p->value, key, value) {
		struct place member = { .up = p, .key = key, .value = value, .out = p->out };

		check_string(&member, key, strlen(key));
		check_strings(&member);
	}
}

/* Whole lines of a text that goes on: its last line may become anything. */
static size_t
whole_lines(const char *text, size_t len)
{
	const char *newline = len ? memrchr(text, '\n', len) : NULL;

	return newline ? (size_t)(newline + 1 - text) : 0;
}

/* Nothing that follows can mend this. */
static bool
is_final(const struct frame *frame, const json_error_t *error, bool prefix)
{
	if (!prefix)
		return true;
	return !blank(frame->json) && json_error_code(error) != json_error_premature_end_of_input;
}

static json_t *
load(const struct reader *json, json_error_t *error)
{
	return json_loadb(json->s, left(json), JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, error);
}

static json_t *
parse(const struct frame *frame, int line0, bool prefix, struct findings *out)
{
	struct scan sc = { .s = frame->json.s, .len = left(&frame->json) };
	json_error_t error;
	json_t *value;

	if (!scan_to(&sc, sc.len)) {
		sc.depth = LIMIT_NESTING;
		report_at(frame, &sc, line0, out, &text_rules[TEXT_NESTING], "arrays and objects nest too deep here");
		return NULL;
	}
	value = load(&frame->json, &error);
	if (!value && json_error_code(&error) == json_error_numeric_overflow) {
		struct frame tame = *frame;
		UT_string text;

		utstring_init(&text);
		scan_tame(frame->json.s, left(&frame->json), &text);
		tame.tame = true;
		tame.json = (struct reader){ utstring_body(&text), utstring_body(&text) + utstring_len(&text) };
		value = load(&tame.json, &error);
		if (!value && is_final(&tame, &error, prefix))
			report_error(&tame, &error, line0, out);
		utstring_done(&text);
	} else if (!value && is_final(frame, &error, prefix)) {
		report_error(frame, &error, line0, out);
	}
	return value;
}

json_t *
handin_json(const char *text, size_t len, int line0, bool prefix, struct findings *out)
{
	struct frame frame;
	json_t *value = NULL;

	frame_find(&frame, text, prefix ? whole_lines(text, len) : len);
	if (frame.fault)
		findings_add(out, RULE(HANDIN_JSON), line0 + frame.fault_line, "%s", frame.fault);
	else if (frame.open && !prefix)
		findings_add(out, RULE(HANDIN_JSON), line0 + frame.line - 1, "the fenced block is left open");
	else
		value = parse(&frame, line0, prefix, out);
	if (value) {
		struct place root = place_root(value, out);
		check_strings(&root);
	}
	if (!findings_first_error(out))
		return value;
	json_decref(value);
	return NULL;
}
