/*
 * What the files of a debate are put together from: text as it is, ids, and JSON that is indented by two, in which what is
 * not seen is escaped: control and format characters, and line separators.
 */
#ifndef VALIDATORS_DIALECTIC_OUT_H
#define VALIDATORS_DIALECTIC_OUT_H

#include <stdbool.h>
#include <utstring.h>
#include "validators/dialectic/id.h"
#include "validators/dialectic/number.h"

void out_put(UT_string *out, const char *s);
void out_id(UT_string *out, struct argument_id id);

/* A JSON string, quotes and all. `s` is UTF-8. */
void out_json_text(const char *s, UT_string *out);

/* A member of an object on a line of its own; `indent` is how many levels are open. out_key goes up to the value. */
void out_key(UT_string *out, unsigned indent, bool first, const char *key);
void out_text_member(UT_string *out, unsigned indent, bool first, const char *key, const char *value);
void out_number_member(UT_string *out, unsigned indent, bool first, const char *key, struct number value);
void out_id_member(UT_string *out, unsigned indent, bool first, const char *key, struct argument_id id);
/* What closes an array or object that has members. */
void out_end(UT_string *out, unsigned indent, char mark);

#endif
