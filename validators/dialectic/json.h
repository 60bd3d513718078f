/*
 * Texts that are JSON: a table of keys reads a text, prints its blank, and names what is missing, as parts.h does of
 * Markdown.
 *
 *	text   = [ fence ] ( object | array of `count` objects ) [ fence ]
 *	object = the keys of a form, each once, in any order; other keys have no effect
 *
 * A value that may be left out is left out as null, "", [] or a blank text, too. The strings of known keys are laid
 * out without escapes, in their order, as the lines of a text of its own: `said`. The parsed text (parts.h) has
 * those lines, an item for each object and a field for each string. References, quotations and near copies are looked
 * for there, and what is found is told with line and path in the JSON.
 *
 * jansson reads it. Since that keeps no place of a value, a second pass over the same bytes finds where each begins.
 * Pure; any bytes are taken; time is linear.
 */
#ifndef VALIDATORS_DIALECTIC_JSON_H
#define VALIDATORS_DIALECTIC_JSON_H

#include <jansson.h>
#include "validators/kit/parts.h"

enum json_rule {
	JSON_FORM,    /* "handin.json": it is JSON, with nothing round it */
	JSON_TWICE,
	JSON_COUNT,
	JSON_MISSING,
	JSON_TYPE,
	JSON_BLANK,
	JSON_UNKNOWN, /* a warning */
	JSON_RULES
};
/* A text of JSON may be one line, of all that max_turn_bytes can allow. */
#define JSON_LINE_BYTES (1 << 20)
extern const struct rule json_rules[JSON_RULES];

enum json_type {
	JSON_TEXT,   /* `least` to `most` words; most 0: any number */
	JSON_WORD,   /* one of `words` */
	JSON_ID,     /* a reference, which whoever has the row looks up */
	JSON_NUMBER,
	JSON_LIST,   /* `least` to `most` objects of the form `items` */
};

struct json_row {
	const char *key;           /* NULL ends the table */
	enum json_type type;
	enum need need;            /* OPTIONAL or FILLED */
	unsigned least, most;
	const struct rule *rule;   /* for another number of words or items, or for another word */
	const char *const *words;
	const struct json_form *items;
};

struct json_form {
	const struct json_row *rows;
	unsigned count;             /* an array of so many; 0: one object */
	const struct rule *missing; /* for a key that is missing; NULL: handin.missing */
};

/* A number is whole if it is written without a fraction. */
struct number {
	double value;
	bool whole;
};

struct json_value {
	const struct json_row *row; /* NULL: it has none; an item of a list has its list's */
	const json_t *value;
	int line, column;           /* from 1 */
	unsigned up, end;           /* what it is in, and what comes behind it and all that is in it, in json.v */
	unsigned place;             /* in what it is in, from 0 */
	bool named;                 /* it has a key */
	unsigned item;              /* of an object: in parsed.items, from 1; 0: it has no form */
};

struct json {
	const struct json_form *form;
	json_t *root;               /* NULL: it is no JSON */
	struct json_value *v;       /* in their order; the first is all of it */
	size_t n;
	UT_string said;             /* its room is there from the beginning */
	unsigned *values;           /* that each line of parsed.lines is of */
	/* Why it is none, and where. */
	const struct rule *rule;
	char *fault, *path;         /* NULL or empty: in no value */
	int line, column;
};

/* A kind's form is its struct json_form. */
extern const struct language json_language;
static inline const struct json *
json_of(const struct parsed *p)
{
	return p->own;
}

/* Missing keys, and values that are not as their row wants them; and how long texts and lists are: with `strict` by
 * the rule's own `strict`. false: it is no JSON. */
bool json_judge(const struct parsed *p, bool strict, struct findings *out);
/* A finding about a value; NULL: about all of it. */
void json_tell(const struct parsed *p, const struct json_value *v, const struct rule *rule, struct findings *out,
	const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Appends where a value stands, as in "[1].grounds[0].source". */
void json_path(const struct parsed *p, const struct json_value *v, UT_string *out);
/* The value of a key of an object: NULL where it is left out, or is not what its row wants. */
const struct json_value *json_at(const struct parsed *p, const struct json_value *object, const char *key);
/* The text of a key; empty: nothing. Which of its row's words it is, or -1. The reference that it is; false:
 * it is none. */
struct reader json_text(const struct parsed *p, const struct json_value *object, const char *key);
int json_word(const struct parsed *p, const struct json_value *object, const char *key);
bool json_ref(const struct parsed *p, const struct json_value *object, const char *key, struct ref *ref);
/* 0 of anything else. */
struct number json_number(const struct parsed *p, const struct json_value *object, const char *key);
/* The strings of an object: the part of `said`. */
struct reader json_said(const struct parsed *p, const struct json_value *object);
/* The object behind `before` (NULL: the first) in a list, in all of an array, or the object itself; NULL: the last. */
const struct json_value *
json_next(const struct parsed *p, const struct json_value *list, const struct json_value *before);

/* A list that has an item for each of these ids, which its first key shows. */
struct json_known {
	const char *list; /* its key */
	const char *empty; /* the key of a list that may be left as it is shown, empty; NULL: none */
	struct ref *ids;   /* none: the list is shown with one item */
	size_t n;
};
/* Appends a form to be filled in: of a known list, that and the empty one. `known` may be NULL, and have no list. */
void json_blank(const struct json_form *form, const struct json_known *known, UT_string *out);

#endif
