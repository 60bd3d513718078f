/*
 * A text of JSON, gone through token by token where it may be none: it bounds the nesting before anything recurses,
 * gives an error of jansson's, which knows only its offset, its path and its reason, and finds numbers that jansson
 * cannot hold.
 */
#ifndef VALIDATORS_KIT_JSONFORM_INNER_H
#define VALIDATORS_KIT_JSONFORM_INNER_H

#include "validators/kit/jsonform.h"
#include "validators/text/limits.h"
#include "validators/text/reader.h"

/* Part of a path; a key that has no row is shown as `…`. */
void path_add_key(const struct jsonform *jf, const char *key, size_t len, UT_string *path);

/* -- tokens -- */

struct token {
	const char *s, *end; /* the same: there is none any more */
	bool text, closed;   /* it begins with `"`, and ends with one */
};

/* A text, a word or number, or one character of anything else; white space before it is left out. */
struct token token_next(const char *s, const char *end);
bool token_is_empty(const struct token *t);
/* Is it of words and numbers? */
bool token_in_word(char c);

/* -- where it is -- */

/* One array or object that is open. */
struct level {
	bool array;
	size_t index;       /* of an array's item */
	const char *key;    /* of an object's member: the last that was read */
	size_t key_len;
};

struct scan {
	struct reader json; /* from the next token on */
	bool wants_key;
	unsigned depth;     /* levels that are open; one more than there is room for where it nests too deep */
	struct level levels[LIMIT_NESTING];
};

/* Read on, over every token that begins before `end`; false where it nests deeper than LIMIT_NESTING. */
bool scan_to(struct scan *sc, const char *end);
/* The path of where it is. */
void scan_print(const struct scan *sc, const struct jsonform *jf, UT_string *out);

/* Append the text with each number that is out of every range as {"number":"1e400"}, line for line: that is neither a
 * text, a number nor an array, and stands for nothing where the key is not known. Numbers that have a row stay as
 * they are. It nests no deeper than scan_to allows. */
void scan_tame(struct reader json, const struct jsonform *jf, UT_string *out);

/* -- why it is none -- */

/* The column, what stands there, and what to write instead: a clause, malloc'd; NULL where the error alone says it.
 * `json` is what jansson found the error in. No word of it is repeated: what is named is a mark, or of what kind a
 * word, a number or a text is. */
char *jsonform_fault(struct reader json, const json_error_t *error);

#endif
