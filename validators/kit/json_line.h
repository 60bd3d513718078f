/*
 * JSON in one line, as the log has it: byte for byte what json_dumps prints with JSON_COMPACT | JSON_ENCODE_ANY. That
 * looks up each list and each object among those that it stands in, to find a ring, and takes several times as long. A
 * value that was parsed, or packed of new ones, has no rings.
 */
#ifndef VALIDATORS_KIT_JSON_LINE_H
#define VALIDATORS_KIT_JSON_LINE_H

#include <jansson.h>
#include <utstring.h>

/* Append the value. */
void json_line(const json_t *value, UT_string *out);

#endif
