/*
 * Texts that are JSON: a table of keys reads a text, prints its blank, and names what is missing, as parts.h does of
 * Markdown.
 *
 *	text   = [ fence ] ( object | array of `count` objects ) [ fence ]
 *	object = the keys of a form, each once, in any order; other keys have no effect
 *
 * A value that may be left out is left out as null, "", [] or a blank text, too. The strings of known keys are laid
 * out without escapes, in their order, as the lines of a text of its own. The parsed text (parts.h) has those lines, an
 * item for each object and a field for each string. References, quotations and near copies are looked for there, and
 * what is found is told with line and path in the JSON.
 *
 * jansson reads it. Since that keeps no place of a value, a second pass over the same bytes finds where each begins.
 * Pure; any bytes are taken; time is linear.
 */
#ifndef VALIDATORS_DIALECTIC_JSON_H
#define VALIDATORS_DIALECTIC_JSON_H

#include <jansson.h>
#include "validators/kit/debate.h"

enum json_type {
	JSON_TEXT,   /* of `least` to `most` words, or one of `words` */
	JSON_ID,     /* a reference, which whoever has the row looks up */
	JSON_NUMBER,
	JSON_LIST,   /* `least` to `most` objects of `items` */
};

struct json_row {
	const char *key;           /* NULL ends the table */
	enum json_type type;
	enum need need;            /* OPTIONAL or FILLED */
	unsigned least, most;
	const struct rule *rule;   /* for another number of words or items, or for another word; NULL: any will do */
	const char *const *words;
	const struct json_row *items;
};

/* The form of a kind's texts, in its first part. */
struct json_form {
	const struct json_row *rows;
	unsigned count;             /* an array of so many; 0: one object */
};

/* A value, behind the one that it is in, and before those that are in it. */
struct json_value {
	const struct json_row *row;  /* NULL: its key has none, or it is an item or all of the text */
	const struct json_row *form; /* of an object; NULL: it has none */
	const json_t *value;
	int line, column;            /* from 1 */
	unsigned up, size;           /* what it is in is so many before it; so many are it and all that is in it */
	unsigned place;              /* in what it is in, from 0 */
	bool named;                  /* it has a key */
	unsigned item;               /* of an object with a form: in parsed.items, from 1 */
	struct reader said;          /* its strings */
};

/* A number is real if it is written with a fraction. */
struct number {
	double value;
	bool real;
};

extern const struct language json_language;

/* All of a text; NULL: it is no JSON. */
const struct json_value *json_root(const struct parsed *p);
/* The value of a key of an object: NULL where it is left out, or is not what its row wants. */
const struct json_value *json_at(const struct json_value *object, const char *key);
/* The text of a key; "": it has none. Which of its row's words it is, or -1. The reference that it is; false: it is
 * none. */
const char *json_text(const struct json_value *object, const char *key);
int json_word(const struct json_value *object, const char *key);
bool json_ref(const struct json_value *object, const char *key, struct ref *ref);
/* 0 of anything else. */
struct number json_number(const struct json_value *object, const char *key);
/* The object behind `before` (NULL: the first) in a list, in all of an array, or the object itself; NULL: the last. */
const struct json_value *json_next(const struct json_value *list, const struct json_value *before);

/* Missing keys, values that are not as their row wants them, and how long texts and lists are. false: it is no JSON. */
bool json_judge(const struct judging *j);
/* A finding about a value. */
void json_tell(const struct json_value *v, const struct rule *rule, struct findings *out, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Appends an object of these rows to be filled in, but for this id (NULL: that too). */
void json_blank(const struct json_row *row, const char *id, unsigned indent, UT_string *out);

#endif
