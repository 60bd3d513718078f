/*
 * Keys with values, a line each in TOML or together as one JSON object: two notations of one table. Strings are quoted
 * by jansson: TOML's basic strings take the same escapes. A key with dots in it is a dotted key in TOML, and an object
 * in an object in JSON.
 *
 * A number that runs with the clock is written in a fixed width (the number, then spaces): in TOML the spaces follow
 * it, in JSON they stand before the last newline.
 */
#ifndef FS_UTIL_SINK_H
#define FS_UTIL_SINK_H

#include <jansson.h>
#include <utstring.h>

struct sink {
	UT_string *toml; /* either this */
	json_t *json;    /* or this, an object */
	size_t padding;  /* spaces that the JSON still owes */
};

/* Takes `value`. `width`: of a number that runs with the clock, else 0. */
void sink_put(struct sink *s, const char *key, json_t *value, int width);
/* Append a value as JSON, without blanks between what is in it. */
void sink_print(const json_t *value, UT_string *out);
/* A text as a JSON string. */
void sink_print_text(const char *s, size_t len, UT_string *out);
/* Append the JSON object, as one line. */
void sink_end(struct sink *s, UT_string *out);

#endif
