/*
 * Documents of JSON that are handed in, as rows: a key each, with its kind, its limits, and the member of a struct
 * that it fills. One walker reads a document by them, finds everything that is wrong with it, and says where by its
 * path, as `[1].grounds[0].source`; the same rows print the document blank, and filled in as an example.
 *
 * A hand-in may be sealed, so no finding about one repeats a word of it, but an unknown key where `named` says that it
 * may be told: sentences are fixed but for counts and marks, places are lines, columns and paths, and a path has only
 * keys that have a row (any other is shown as `…`).
 *
 * What is in the log is read by the same rows, and nothing is judged again there.
 */
#ifndef VALIDATORS_KIT_JSONFORM_H
#define VALIDATORS_KIT_JSONFORM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <utstring.h>
#include "validators/kit/number.h"
#include "validators/text/findings.h"

struct place;

enum form_kind {
	FORM_RULE,   /* no key: what no row can say of the object, unless something vital lacks */
	FORM_TEXT,   /* a char *, malloc'd */
	FORM_WORD,   /* a text that is kept only as its rule keeps it */
	FORM_NUMBER, /* a struct number */
	FORM_LIST,   /* an array of objects */
	FORM_HERE,   /* a list of one, whose keys stand in the object itself */
};

struct form_row {
	const char *key;
	enum form_kind kind;
	bool optional;  /* it may be left out: null is left out */
	bool vital;     /* without it the object is left out of its list */
	bool late;      /* it is read behind the rows that are not, wherever it stands */
	size_t member;  /* its offset in the struct */
	const struct rule *missing; /* NULL: the form's */
	const char *says;           /* with `missing` */

	/* Words of a text, or items of a list: outside of this it is told under `limit`, of words with what that rule
	 * asks for. A list holds no more than `most`; with 0 it is one that `grows`, malloc'd, or that has nothing in
	 * it. */
	unsigned least, most;
	const struct rule *limit;
	const char *few, *many;     /* of a list */
	bool grows;
	const struct form *items;
	size_t count;               /* offset of the list's unsigned */

	/* Of what is there and of its kind: false where it is of no use, which it has reported. `of` is for whoever
	 * wrote the row. */
	bool (*rule)(const struct form_row *row, const struct place *at);
	const void *of;

	const char *const *examples; /* of a text: what an example has there, the first, the second, … */
};

struct form {
	const struct form_row *rows;
	size_t n;
	size_t size;                   /* of the struct that an object is read into */
	const struct rule *incomplete; /* keys that lack are told once, under this; NULL: each by itself */
};
#define FORM(rows_, type) { .rows = rows_, .n = sizeof(rows_) / sizeof(rows_)[0], .size = sizeof(type) }
#define FORM_MEMBER(type, name) .member = offsetof(type, name)
#define FORM_ITEMS(type, name, form) .member = offsetof(type, name), .count = offsetof(type, n_##name), .items = form

/* What a format takes, and under which rules it is told what no row has a rule for. */
struct jsonform {
	const struct form *const *forms; /* NULL-terminated */
	const struct rule *json, *twice, *missing, *type, *blank, *unknown;
};
/* The row of a key, whichever form it is in; NULL: none has it. */
const struct form_row *jsonform_row(const struct jsonform *jf, const char *key, size_t len);

/* -- text to JSON -- */

/* The value that stands in `text`, bare or in one fenced block, which the caller drops; NULL with an error in *out,
 * or without one where `prefix` says that the text may go on and what there is may yet become a hand-in. Whatever
 * keys it has, each stands once in its object, it nests at most LIMIT_NESTING deep, and neither its keys nor its
 * texts have characters that text_check refuses. `line0` is added to line numbers. */
json_t *jsonform_parse(const struct jsonform *jf, const char *text, size_t len, int line0, bool prefix,
	struct findings *out);

/* -- JSON to structs -- */

struct reading {
	const struct jsonform *jf;
	struct findings *out; /* NULL: it is of the log */
	bool strict;          /* a text past its limit is told under the limit's rule that refuses */
	bool named;           /* keys that have no row may be told of by their names */
	void *arg;            /* the format's */
	unsigned lacking;     /* keys that were not there or of another type, and lists with too few items */
};

/* A value with where it stands. It points to the place round it: it lives no longer than that one, and they live on
 * the stack. */
struct place {
	struct reading *r;
	const struct place *up; /* NULL: the whole document */
	const char *key;        /* NULL: an item of an array */
	size_t index;
	const json_t *value;    /* NULL: there is none */
	void *object;           /* what an object is read into */
};

struct place place_root(struct reading *r, const json_t *value, void *object);
struct place place_key(const struct place *up, const char *key);
struct place place_item(const struct place *up, size_t index, void *object);
void place_report(const struct place *p, const struct rule *rule, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Each of these reports a value of another type, and none of them a missing one. */
bool place_is_object(const struct place *p);
size_t place_items(const struct place *p); /* 0 where it is no array */
/* Is a text as long as its row wants it? */
void place_count_words(const struct place *p, const struct form_row *row);

/* Read the object at `p` into p->object, all zeros. Everything that is wrong with it is reported; false where
 * something vital lacks. */
bool form_read(const struct form *form, const struct place *p);
/* One row of it; false where it lacks or is of no use. */
bool form_read_row(const struct form *form, const struct form_row *row, const struct place *p);
/* Empties what was read, but for what rules keep in it. */
void form_free(const struct form *form, void *object);

/* -- and back -- */

/* The document with HAND_IN_PLACE for each text, or with its `example` (from 1): an object with one item in each
 * list. A number is null, which is printed as a place. */
json_t *form_blank(const struct form *form, unsigned example);

/* Append the value, indented by two; what is not seen is escaped: control and format characters, and line separators.
 * json_print_new takes the value. */
void json_print(const json_t *value, UT_string *out);
void json_print_new(json_t *value, UT_string *out);

#endif
