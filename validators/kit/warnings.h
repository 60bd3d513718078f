/*
 * Warnings with which a text was accepted, as its entry's data keeps them and `status` shows them: "[rule.id] path:
 * sentence". And lists of strings, which they are.
 */
#ifndef VALIDATORS_KIT_WARNINGS_H
#define VALIDATORS_KIT_WARNINGS_H

#include <jansson.h>
#include "validators/text/findings.h"

/* The strings of a JSON array, what is no string left out; *n of them, malloc'd. NULL is an empty list. */
char **strings_take(const json_t *list, size_t *n);
void strings_free(char **v, size_t n);

/* The warnings among findings. */
char **warnings_of(const struct findings *findings, size_t *n);
json_t *warnings_json(const struct findings *findings);
/* For each: "WHAT: [rule.id] …". */
void
warnings_tell(const char *what, const json_t *warnings, void (*each)(void *arg, const char *text), void *arg);

#endif
