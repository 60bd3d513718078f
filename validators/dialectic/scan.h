/*
 * A scan of JSON that knows at each byte which keys and items it is in, and trusts nothing: it bounds the nesting before anything recurses,
 * gives an error of jansson's, which knows only its offset, its path, and finds numbers that jansson cannot hold.
 */
#ifndef VALIDATORS_DIALECTIC_SCAN_H
#define VALIDATORS_DIALECTIC_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <utstring.h>
#include "validators/text/limits.h"

/* One array or object that is open. */
struct level {
	bool array;
	size_t index;       /* of an array's item */
	const char *key;    /* of an object's member: the last that was read */
	size_t key_len;
};

struct scan {
	const char *s;
	size_t len, at;
	int line;
	bool wants_key;
	unsigned depth;     /* levels that are open; one more than there is room for where it nests too deep */
	struct level levels[LIMIT_NESTING];
};

/* Read on up to `end`; false where it nests deeper than LIMIT_NESTING. */
bool scan_to(struct scan *sc, size_t end);
/* The path of where it is. */
void scan_print(const struct scan *sc, UT_string *out);

/* Append the text with each number that is out of every range as {"number":"1e400"}, line for line: that is neither a text, a number nor
 * an array, and stands for nothing where the key is not known. Scores stay as they are. It nests no deeper than scan_to allows. */
void scan_tame(const char *s, size_t len, UT_string *out);

#endif
